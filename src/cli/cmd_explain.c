/* cmd_explain.c: fit once, then tell why single nodes rank where they do. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run.h"
#include "base/file.h"
#include "report/picture.h"
#include "report/tables.h"

struct explanations {
	struct run run;
	uint32_t *node; /* to be explained */
	size_t count;
	odd_explanation *of;      /* one for each */
	odd_sentences *sentences; /* and in words */
};

/* ---- which nodes -------------------------------------------------------------------------- */

/* By its id, or else by the name that no other node has. */
static size_t find_node(const odd_network *net, const char *name)
{
	const uint32_t at = odd_names_find(&net->ids, name, strlen(name));
	return at != ODD_NO_NAME ? at : odd_network_find_title(net, name);
}

/* Named nodes are looked for before the fit, which may take a while. */
static odd_status check_names(const struct explanations *x, odd_error *err)
{
	const odd_network *net = study_network(&x->run.study);
	const char *id;
	for (size_t at = 0; (id = settings_next(x->run.settings, "node", &at)) != NULL;)
		if (find_node(net, id) == SIZE_MAX)
			return odd_error_set(err, ODD_EUSAGE,
				"--node: %.60s has no node \"%.60s\"; its first is \"%.60s\"",
				net->name, id, net->nodes > 0 ? odd_names_get(&net->ids, 0) : "");
	if (x->run.settings->known && !net->has_truth)
		return odd_error_set(err, ODD_EUSAGE,
			"--known: no outlier is known here; --plant 5%% plants some");
	return ODD_OK;
}

/* Each node once. */
static void take(struct explanations *x, uint8_t *taken, size_t node)
{
	if (!taken[node])
		x->node[x->count++] = (uint32_t)node;
	taken[node] = 1;
}

/* Those that are named, in their order; then the known ones and the oddest, by rank. */
static odd_status choose(struct explanations *x, odd_error *err)
{
	const struct settings *s = x->run.settings;
	const odd_network *net = study_network(&x->run.study);
	const uint32_t *order = x->run.study.ranking->scores.order;
	uint8_t *taken = calloc(net->nodes + 1, 1);
	x->node = malloc((net->nodes + 1) * sizeof *x->node);
	if (taken == NULL || x->node == NULL) {
		free(taken);
		return odd_error_nomem(err);
	}
	const char *id;
	for (size_t at = 0; (id = settings_next(s, "node", &at)) != NULL;)
		take(x, taken, find_node(net, id));
	for (size_t i = 0; s->known && i < net->nodes; i++)
		if (net->truth[order[i]] != ODD_ORDINARY) /* placebos too */
			take(x, taken, order[i]);
	size_t top = s->top_given ? s->top : x->count == 0 && !s->known ? 3 : 0;
	for (size_t i = 0; i < top && i < net->nodes; i++)
		take(x, taken, order[i]);
	free(taken);
	return ODD_OK;
}

/* ---- explaining --------------------------------------------------------------------------- */

static odd_status explain_all(struct explanations *x, odd_error *err)
{
	const odd_job *job = &x->run.work.job;
	const size_t list = x->run.settings->list;
	const odd_explain_counts counts = {0, list, list, list};
	odd_status status = ODD_OK;
	x->of = calloc(x->count + 1, sizeof *x->of);
	x->sentences = calloc(x->count + 1, sizeof *x->sentences);
	if (x->of == NULL || x->sentences == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < x->count && status == ODD_OK; i++) {
		odd_job_report(job, "explaining", (double)i, (double)x->count);
		status = study_explain(
			&x->of[i], &x->sentences[i], &x->run.study, x->node[i], &counts, job, err);
	}
	return status;
}

/* Fills in the result of the run, with the explanations. */
static odd_status look(struct explanations *x, odd_error *err)
{
	struct result *o = &x->run.result;
	odd_status status = run_look(&x->run, err);
	o->groups = &x->run.study.groups;
	o->why = x->of;
	o->sentences = x->sentences;
	o->why_count = x->count;
	return status;
}

/* The same of one of them alone. */
static struct result result_of_one(const struct explanations *x, size_t i)
{
	struct result o = x->run.result;
	o.why += i;
	o.sentences += i;
	o.why_count = 1;
	return o;
}

/* ---- pages of single nodes ---------------------------------------------------------------- */

/* "2-george-pike.png": an id may have anything in it, so what is no letter or digit of it is a
 * dash, and the number tells apart what comes out alike. */
static void page_name(char *out, size_t size, const struct explanations *x, size_t i)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	char safe[64];
	size_t n = 0;
	for (const char *id = x->of[i].id; *id != '\0' && n + 1 < sizeof safe; id++)
		safe[n++] = isalnum((unsigned char)*id) || strchr("_.", *id) != NULL ? *id : '-';
	safe[n] = '\0';
	snprintf(out, size, "%zu-%s.%s", i + 1, safe, ending[x->run.settings->figures.format]);
}

static odd_status write_page(
	const struct explanations *x, size_t i, const char *dir, odd_error *err)
{
	const struct result o = result_of_one(x, i);
	const struct picture_style style = figures_style(&x->run.settings->figures);
	struct drawing d = DRAWING_INIT;
	char name[100];
	page_name(name, sizeof name, x, i);
	char *path = odd_path_join(dir, name);
	odd_status status = path != NULL ? drawing_fill(&d, &o, err) : odd_error_nomem(err);
	if (status == ODD_OK)
		status = picture_save(
			&d, figure_every_find("node"), &o, &style, path, &x->run.work.job, err);
	drawing_clear(&d);
	free(path);
	return status;
}

static odd_status explain_write(struct run *r, odd_error *err)
{
	const struct explanations *x = (const struct explanations *)r;
	const char *dir = r->settings->figures.dir;
	struct staging staging;
	if (dir == NULL)
		return ODD_OK;
	work_hold(true); /* a second interrupt waits until the staged files are removed */
	odd_status status = run_stage(r, &staging, dir, err);
	for (size_t i = 0; i < x->count && status == ODD_OK; i++) {
		odd_job_report(&r->work.job, "figures", (double)i, (double)x->count);
		status = staging_fault(&staging, write_page(x, i, staging.dir, err), err);
	}
	if (status == ODD_OK)
		status = staging_commit(&staging, err);
	staging_discard(&staging);
	work_hold(false);
	return status;
}

/* ---- the command --------------------------------------------------------------------------- */

static odd_status explain_check(struct run *r, odd_error *err)
{
	r->study.explains = true;
	return run_check_targets(r, err);
}

static odd_status explain_load(struct run *r, odd_error *err)
{
	odd_status status = run_open(r, err);
	if (status == ODD_OK)
		status = check_names((const struct explanations *)r, err);
	return status == ODD_OK ? run_fit(r, err) : status;
}

static odd_status explain_work(struct run *r, odd_error *err)
{
	struct explanations *x = (struct explanations *)r;
	odd_status status = choose(x, err);
	if (status == ODD_OK)
		status = study_find_groups(&r->study, &r->work.job, err);
	if (status == ODD_OK)
		status = explain_all(x, err);
	return status == ODD_OK ? look(x, err) : status;
}

static odd_status explain_report(struct run *r, odd_error *err)
{
	const struct explanations *x = (const struct explanations *)r;
	struct figure_settings f = r->settings->figures;
	odd_status status = ODD_OK;
	if (!f.text)
		return run_report(r, err);
	f.chosen[0] = figure_every_find("node");
	f.chosen_count = 1;
	for (size_t i = 0; i < x->count && status == ODD_OK; i++) {
		const struct result o = result_of_one(x, i);
		if (i > 0)
			putchar('\n');
		status = figures_print(stdout, &o, &f, err);
	}
	return status;
}

static int explain_tell(struct run *r)
{
	figures_tell(r, ((const struct explanations *)r)->count);
	return DONE;
}

static void explain_clear(struct run *r)
{
	struct explanations *x = (struct explanations *)r;
	for (size_t i = 0; i < x->count && x->of != NULL; i++)
		odd_explanation_clear(&x->of[i]);
	for (size_t i = 0; i < x->count && x->sentences != NULL; i++)
		odd_sentences_clear(&x->sentences[i]);
	free(x->of);
	free(x->sentences);
	free(x->node);
}

int sub_explain(const struct settings *settings)
{
	static const struct steps steps = {.check = explain_check,
		.load = explain_load,
		.work = explain_work,
		.write = explain_write,
		.report = explain_report,
		.tell = explain_tell,
		.clear = explain_clear};
	struct explanations x = {.count = 0};
	return run_steps(&x.run, settings, &steps);
}
