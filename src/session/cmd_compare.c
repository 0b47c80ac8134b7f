/* cmd_compare.c: ONE beside other methods. A comparison changes nothing in the session, and what it
 * tells can be had again by `compare start`, so none of this is in the log. */
#include "config.h"

#include "report/picture.h"
#include "report/tables.h"
#include "session/command.h"
#include "session/comparer.h"
#include "session/xalloc.h"
#include "session/paths.h"

/* Have a comparison of the present network, with what is done of it. */
static odd_status begin(struct session *s, odd_error *err)
{
	const struct epoch *e = s->now.epoch;
	if (comparer_is_of(s->comparer, e->net))
		return ODD_OK;
	return comparer_begin(s->comparer, e, err);
}

/* Numbers of another K stand beside no run of this one. */
static void forget_other_k(struct session *s)
{
	struct session_comparison *c = comparer_look(s->comparer);
	if (c != NULL && c->plan.k != s->now.epoch->options.k)
		comparer_forget(s->comparer);
	shared_release(c);
}

static bool is_done(const struct session_comparison *c)
{
	return c->table.finished == c->table.methods * c->table.seeds;
}

static void say_done(struct session *s, const struct session_comparison *c)
{
	session_say(s, "compared %zu methods, %zu %s each", c->table.methods, c->table.seeds,
		c->table.seeds == 1 ? "seed" : "seeds");
}

/* Live it goes on by itself; else it is done now. */
static odd_status go_on(struct session *s, const odd_job *job, odd_error *err)
{
	comparer_start(s->comparer);
	odd_status status = s->live_compare ? ODD_OK : comparer_run(s->comparer, job, err);
	struct session_comparison *c = comparer_look(s->comparer);
	s->comparing = status == ODD_OK && !is_done(c);
	if (status == ODD_OK && is_done(c))
		say_done(s, c);
	else if (status == ODD_OK)
		session_say(s, "comparing %zu methods beside the run; Ctrl-C stops it",
			c->table.methods);
	shared_release(c);
	return status;
}

static odd_status start(struct session *s, struct command_call *call, odd_error *err)
{
	const odd_method *method[COMPARER_METHODS];
	size_t count = 0;
	odd_status status = ODD_OK;
	for (int i = 2; i < call->args->argc && status == ODD_OK && count < COMPARER_METHODS; i++) {
		const odd_method_request request = {.k = s->now.epoch->options.k};
		method[count] = odd_method_find(call->args->argv[i]);
		status = odd_method_check(method[count++], session_network(s), &request, err);
	}
	if (status == ODD_OK)
		forget_other_k(s);
	if (status == ODD_OK)
		status = begin(s, err);
	if (status == ODD_OK && count > 0)
		comparer_choose(s->comparer, method, count);
	return status == ODD_OK ? go_on(s, call->job, err) : status;
}

static odd_status stop(struct session *s, struct command_call *call, odd_error *err)
{
	(void)call;
	(void)err;
	comparer_stop(s->comparer);
	session_say(s, "the comparison is stopped; what is done stays");
	return ODD_OK;
}

static odd_status add(struct session *s, struct command_call *call, odd_error *err)
{
	const odd_method *method = odd_method_find(call->args->argv[2]);
	odd_status status = begin(s, err);
	if (status == ODD_OK)
		status = comparer_add(s->comparer, method, err);
	return status == ODD_OK ? go_on(s, call->job, err) : status;
}

static odd_status drop(struct session *s, struct command_call *call, odd_error *err)
{
	const char *name = arguments_text(call->args, "METHOD");
	if (name == NULL)
		return odd_error_set(err, ODD_EUSAGE, "compare: name the method to drop");
	const odd_method *method = odd_method_find(name);
	odd_status status = comparer_drop(s->comparer, method, err);
	if (status == ODD_OK)
		session_say(s, "%s is not compared any more", method->title);
	return status;
}

/* "5" seeds, or "+1": one more. */
static odd_status seeds(struct session *s, struct command_call *call, odd_error *err)
{
	size_t count = 0, before = 0;
	odd_status status = begin(s, err);
	if (status == ODD_OK && arguments_have(call->args, "+COUNT")) {
		struct session_comparison *c = comparer_look(s->comparer);
		before = c->table.seeds;
		shared_release(c);
	}
	if (status == ODD_OK)
		status = odd_whole_parse(&count, "compare seeds", call->args->item[1].text, 1,
			COMPARER_MOST_SEEDS - before, err);
	if (status != ODD_OK)
		return status;
	comparer_seeds(s->comparer, before + count);
	return go_on(s, call->job, err);
}

/* The picture of a task, as `oddone compare` draws it. */
static odd_status draw_out(const struct session_comparison *c, struct result *o, const char *path,
	const struct command_call *call, odd_error *err)
{
	const struct argument *task = arguments_get(call->args, "--task");
	const struct argument *theme = arguments_get(call->args, "--theme");
	const odd_task wanted = task != NULL ? (odd_task)task->at : ODD_TASK_OUTLIERS;
	const struct figure *figure = compare_figure_get(0, ODD_TASK_BIT(wanted));
	struct picture_style style = {
		.scale = 1.0, .theme = theme != NULL && theme->at == 1 ? THEME_DARK : THEME_LIGHT};
	struct drawing d = DRAWING_INIT;
	odd_published published;
	if ((c->plan.tasks & ODD_TASK_BIT(wanted)) == 0)
		return odd_error_set(err, ODD_EUSAGE, "compare: %s was not measured here",
			odd_task_name(wanted));
	raster_format_of(&style.format, path);
	if (session_published(&published))
		o->published = &published;
	odd_status status = drawing_fill(&d, o, err);
	if (status == ODD_OK)
		status = picture_save(&d, figure, o, &style, path, call->job, err);
	drawing_clear(&d);
	o->published = NULL; /* was lent for the picture */
	odd_published_clear(&published);
	return status;
}

/* With the whole path, as any export. */
static void say_written(struct session *s, const char *path, size_t cells)
{
	char *full = realpath(path, NULL);
	session_say(s, "wrote %.240s, of %zu cell%s", full != NULL ? full : path, cells,
		cells == 1 ? "" : "s");
	free(full);
}

static odd_status write_out(struct session *s, struct command_call *call, odd_error *err)
{
	char *path;
	enum raster_format format;
	struct session_comparison *c = comparer_look(s->comparer);
	if (c == NULL)
		return odd_error_set(err, ODD_EUSAGE, "compare: nothing has been compared yet");
	odd_status status = writing_target(&path, &s->writing, call->args, err);
	odd_compare_options compared = ODD_COMPARE_OPTIONS_INIT;
	compared.tasks = c->plan.tasks;
	compared.seeds = c->table.seeds;
	compared.seed = c->plan.seed;
	compared.repeats = c->plan.repeats;
	compared.k = c->plan.k;
	compared.plant = c->plan.plant;
	struct result o = {.net = c->net->of.net,
		.table = &c->table,
		.compared = &compared,
		.checksum = s->doc->checksum,
		.planted =
			s->now.epoch->net == c->net ? plantings_outliers(s->now.epoch->plants) : 0,
		.command = call->args->line};
	if (status == ODD_OK && raster_format_of(&format, path))
		status = draw_out(c, &o, path, call, err);
	else if (status == ODD_OK)
		status = report_table_save(
			report_table_find("comparison"), path, &o, call->job, err);
	if (status == ODD_OK)
		say_written(s, path, c->table.methods * c->table.seeds);
	free(path);
	shared_release(c);
	return status;
}

odd_status cmd_compare(struct session *s, struct command_call *call, odd_error *err)
{
	static const struct {
		const char *word;
		command_fn *run;
	} what[] = {{"start", start}, {"stop", stop}, {"add", add}, {"drop", drop},
		{"seeds", seeds}, {"export", write_out}};
	size_t i = 0;
	while (strcmp(call->args->argv[1], what[i].word) != 0)
		i++;
	return what[i].run(s, call, err);
}

void session_compare_end(struct session *s)
{
	struct session_comparison *c = s->comparing ? comparer_look(s->comparer) : NULL;
	bool said = strncmp(s->status, "comparing ", 10) == 0; /* and nothing else since */
	if (c == NULL || c->running)
		return shared_release(c);
	s->comparing = false;
	if (said && is_done(c))
		say_done(s, c);
	else if (said)
		session_say(s, "the comparison is stopped; what is done stays");
	shared_release(c);
}

void session_compare_follow(struct session *s)
{
	const struct session_net *net = s->now.epoch != NULL ? s->now.epoch->net : NULL;
	if (!comparer_is_of(s->comparer, net))
		comparer_forget(s->comparer);
}
