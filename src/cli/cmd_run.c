/* cmd_run.c: the subcommands run and times. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"
#include "cli/run.h"
#include "cli/text.h"
#include "linalg/npy.h"
#include "mpi/comm_mpi.h"
#include "report/claim.h"
#include "report/exports.h"
#include "report/json.h"
#include "report/model.h"
#include "report/page.h"
#include "report/tables.h"
#include "session/paths.h"

/* ---- files of a run: the same command writes the same bytes, but for the times in run.json ------
 */

static odd_status write_npy(const char *dir, const struct result *o, odd_error *err)
{
	odd_mat embedding;
	odd_status status = report_embedding(&embedding, o, err);
	if (status != ODD_OK)
		return status;
	char *path = odd_path_join(dir, "embedding.npy");
	status = path != NULL ? odd_npy_write(path, odd_mat_const(embedding), err)
			      : odd_error_nomem(err);
	free(path);
	odd_mat_free(&embedding);
	return status;
}

static odd_status write_export(const struct run *r, const char *dir, odd_error *err)
{
	const struct report_table *table;
	const struct result *o = &r->result;
	const odd_job *job = &r->work.job;
	odd_status status = ODD_OK;
	for (size_t i = 0; status == ODD_OK && (table = report_table_get(i)) != NULL; i++)
		if (table->of == TABLE_OF_RUN && !table->asked)
			status = report_table_save_in(dir, table, o, job, err);
	if (status == ODD_OK)
		status = json_save_in(dir, "run.json", report_run_object(o), err);
	if (status == ODD_OK)
		status = write_npy(dir, o, err);
	return status == ODD_OK ? export_formats_save(r->settings->export_format, dir, o, job, err)
				: status;
}

static odd_status write_state(const struct run *r, const char *dir, odd_error *err)
{
	return report_model_save(dir, &r->result, &r->work.job, err);
}

static odd_status write_figures(const struct run *r, const char *dir, odd_error *err)
{
	return figures_write(&r->result, &r->settings->figures, dir, &r->work.job, err);
}

static odd_status write_times(const struct run *r, const char *dir, odd_error *err)
{
	const struct result *o = &r->result;
	const odd_job *job = &r->work.job;
	odd_status status = report_table_save_in(dir, report_table_find("times"), o, job, err);
	if (status == ODD_OK)
		status = report_table_save_in(dir, report_table_find("became"), o, job, err);
	return status == ODD_OK ? json_save_in(dir, "times.json", report_times_object(o), err)
				: status;
}

/* A directory of files. */
struct target {
	const char *dir; /* NULL: not asked for */
	odd_status (*write)(const struct run *r, const char *dir, odd_error *err);
};

enum { TARGETS = 3 };

/* Writes the files of all targets, or none of them. */
static odd_status write_all(struct run *r, const struct target *target, odd_error *err)
{
	struct staging staged[TARGETS] = {{0}};
	odd_status status = ODD_OK;
	work_hold(true); /* a second interrupt waits until the staged files are removed */
	for (int i = 0; i < TARGETS && status == ODD_OK; i++) {
		if (target[i].dir == NULL)
			continue;
		status = run_stage(r, &staged[i], target[i].dir, err);
		if (status == ODD_OK)
			status = staging_fault(
				&staged[i], target[i].write(r, staged[i].dir, err), err);
	}
	if (status == ODD_OK && odd_job_cancelled(&r->work.job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	for (int i = 0; i < TARGETS && status == ODD_OK; i++)
		if (staged[i].dir != NULL)
			status = staging_commit(&staged[i], err);
	for (int i = TARGETS; i-- > 0;)
		staging_discard(&staged[i]);
	work_hold(false);
	return status;
}

/* ---- run ------------------------------------------------------------------------------------ */

struct run_command {
	struct run run;
	odd_explanation *why; /* of the first nodes, for --html */
	odd_sentences *sentences;
	size_t why_count;
};

/* Explains the nodes that a report lists. */
static odd_status explain_first(struct run_command *c, odd_error *err)
{
	static const odd_explain_counts counts = {0, 5, 5, 5};
	struct run *r = &c->run;
	const odd_scores *scores = &r->study.ranking->scores;
	const odd_job *job = &r->work.job;
	const size_t most = r->settings->top < scores->n ? r->settings->top : scores->n;
	c->why = calloc(most + 1, sizeof *c->why);
	c->sentences = calloc(most + 1, sizeof *c->sentences);
	if (c->why == NULL || c->sentences == NULL)
		return odd_error_nomem(err);
	odd_status status = study_find_groups(&r->study, job, err);
	while (status == ODD_OK && c->why_count < most) {
		const size_t i = c->why_count;
		odd_job_report(job, "explaining", (double)i, (double)most);
		status = study_explain(&c->why[i], &c->sentences[i], &r->study, scores->order[i],
			&counts, job, err);
		c->why_count += status == ODD_OK;
	}
	return status;
}

static odd_status run_check(struct run *r, odd_error *err)
{
	r->study.explains = r->settings->html != NULL;
	if (r->settings->html != NULL) {
		odd_status status = odd_file_check_target(r->settings->html, err);
		if (status != ODD_OK)
			return status;
	}
	return run_check_targets(r, err);
}

static odd_status run_load(struct run *r, odd_error *err)
{
	struct run_command *c = (struct run_command *)r;
	odd_status status = run_open(r, err);
	if (status == ODD_OK)
		status = run_fit(r, err);
	if (status == ODD_OK && r->settings->html != NULL)
		status = explain_first(c, err);
	return status == ODD_OK ? run_look(r, err) : status;
}

static odd_status write_html(const struct run *r, odd_error *err)
{
	const struct run_command *c = (const struct run_command *)r;
	struct page_files files;
	struct result o = r->result;
	o.why = c->why;
	o.sentences = c->sentences;
	o.why_count = c->why_count;
	char *dir = session_data_path("page");
	odd_status status = page_files_read(&files, dir, "run.js", err);
	if (status == ODD_OK)
		status = page_save_run(r->settings->html, &o, &files, &r->work.job, err);
	page_files_clear(&files);
	free(dir);
	return status;
}

static odd_status run_write(struct run *r, odd_error *err)
{
	const struct settings *s = r->settings;
	const struct target target[TARGETS] = {{s->output, write_export},
		{s->save_state, write_state}, {s->figures.dir, write_figures}};
	odd_status status = write_all(r, target, err);
	return status == ODD_OK && s->html != NULL ? write_html(r, err) : status;
}

static int check_required(const struct run *r)
{
	int code = DONE;
	const char *claim;
	for (size_t at = 0; (claim = settings_next(r->settings, "require", &at)) != NULL;) {
		struct claim_verdict verdict;
		claim_test(&verdict, &r->result, claim, NULL);
		if (verdict.holds)
			continue;
		if (verdict.missing != NULL)
			text_print(stderr, "oddone: required %s: %s\n", claim, verdict.missing);
		else
			text_print(
				stderr, "oddone: required %s, reached %.6g\n", claim, verdict.left);
		code = NOT_MET;
	}
	return code;
}

static int run_tell(struct run *r)
{
	const struct settings *s = r->settings;
	const struct export_file *file;
	size_t files = 7;
	for (size_t i = 0; (file = export_file_get(i)) != NULL; i++)
		files += export_formats_have(s->export_format, file->format);
	if (s->output != NULL && files == 7)
		tell(&r->work, "wrote seven files to %s", s->output);
	else if (s->output != NULL)
		tell(&r->work, "wrote %zu files to %s", files, s->output);
	if (s->save_state != NULL)
		tell(&r->work, "wrote the state to %s", s->save_state);
	if (s->html != NULL)
		tell(&r->work, "wrote the page %s", s->html);
	figures_tell(r, figures_count(&r->result, &s->figures));
	return check_required(r);
}

static void run_clear(struct run *r)
{
	struct run_command *c = (struct run_command *)r;
	for (size_t i = 0; i < c->why_count; i++) {
		odd_explanation_clear(&c->why[i]);
		odd_sentences_clear(&c->sentences[i]);
	}
	free(c->why);
	free(c->sentences);
}

int sub_run(const struct settings *settings)
{
	static const struct steps steps = {.check = run_check,
		.load = run_load,
		.write = run_write,
		.tell = run_tell,
		.clear = run_clear};
	struct run_command c = {0};
	if (mpi_size_told() > 1)
		return sub_run_mpi(settings);
	return run_steps(&c.run, settings, &steps);
}

/* ---- times: a network at several times, each fitted from where the one before came to ----------
 */

static odd_status times_load(struct run *r, odd_error *err)
{
	const struct settings *s = r->settings;
	char *path = NULL;
	const odd_times_options options = {
		.load = s->table, .column = s->time, .windows = s->windows};
	if (s->windows != NULL && s->time == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"--windows cuts what --time names: the column of times is missing");
	odd_status status = session_find_network(&path, s->network, err);
	if (status == ODD_OK)
		status = study_load_times(&r->study, path, &options, &r->work.job, err);
	free(path);
	return status;
}

static odd_status times_work(struct run *r, odd_error *err)
{
	odd_status status = study_fit_times(&r->study, r->settings->cold, &r->work.job, err);
	return status == ODD_OK ? run_look(r, err) : status;
}

static odd_status times_write(struct run *r, odd_error *err)
{
	const struct target target[TARGETS] = {
		{r->settings->output, write_times}, {r->settings->figures.dir, write_figures}};
	return write_all(r, target, err);
}

static int times_tell(struct run *r)
{
	if (r->settings->output != NULL)
		tell(&r->work, "wrote three files to %s", r->settings->output);
	figures_tell(r, 1);
	return DONE;
}

int sub_times(const struct settings *settings)
{
	static const struct steps steps = {.check = run_check_targets,
		.load = times_load,
		.work = times_work,
		.write = times_write,
		.tell = times_tell};
	struct run r = {0};
	return run_steps(&r, settings, &steps);
}
