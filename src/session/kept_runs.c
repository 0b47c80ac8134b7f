/* kept_runs.c: runs that are kept, to compare others with and to go on from. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "session/command.h"
#include "session/xalloc.h"

static void kept_run_clear(void *self)
{
	struct kept_run *g = self;
	free(g->name);
	shared_release(g->network);
	free(g->trace.point);
	free(g->order);
}

/* ---- names ---------------------------------------------------------------------------------- */

enum { NAME_ROOM = 160 };

static void add(char *out, const char *format, ...) ODD_PRINTF(2, 3);
static void add(char *out, const char *format, ...)
{
	size_t used = strlen(out);
	va_list args;
	va_start(args, format);
	vsnprintf(out + used, NAME_ROOM - used, format, args);
	va_end(args);
}

/* What every name says anyway, or what makes no other run. */
static bool unsaid(const odd_option *row)
{
	return odd_choice_find("k|preset|iterations|tolerance", row->name) >= 0 ||
	       (row->restarts != ODD_RESTARTS_RUN && row->restarts != ODD_RESTARTS_SCORE);
}

/* "K=21 it40 calibrated", and whatever else is not the usual: "K=21 it40.G paper seed=7". */
static void describe(char *out, const struct session *s)
{
	const struct epoch *e = s->now.epoch;
	const odd_option *row;
	struct run_options usual;
	char value[ODD_OPTION_VALUE], plain[ODD_OPTION_VALUE];
	run_options_init(&usual);
	const odd_substep next = odd_one_next(e->run);
	snprintf(out, NAME_ROOM, "K=%zu it%zu", e->options.k, odd_one_iteration(e->run));
	if (next != ODD_STEP_W)
		add(out, ".%s", odd_substep_get(next - 1)->name);
	row = run_option_find("preset", 6);
	add(out, " %s", odd_option_get(value, row, &e->asked));
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++) {
		bool run = row->restarts == ODD_RESTARTS_RUN;
		odd_option_get(value, row, run ? &e->asked : &s->now.wanted);
		if (!unsaid(row) && strcmp(value, odd_option_get(plain, row, &usual)) != 0)
			add(out, " %s=%.40s", row->name, value);
	}
	/* Of another network than the run kept before: by what is planted in it. */
	const struct document *d = s->doc;
	if (d->kept_count > 0 && d->kept[d->kept_count - 1]->network != &e->net->of)
		add(out, " planted=%zu", plantings_outliers(e->plants));
}

/* Which of the kept runs has the name; kept_count: none. */
static size_t find(const struct document *d, const char *name)
{
	size_t at = 0;
	while (at < d->kept_count && strcmp(d->kept[at]->name, name) != 0)
		at++;
	return at;
}

/* A name that no other kept run has; on the heap. */
static char *choose_name(const struct session *s, const char *given)
{
	char said[NAME_ROOM];
	if (given == NULL)
		describe(said, s);
	const char *wanted = given != NULL ? given : said;
	const size_t length = strlen(wanted), room = length + 16;
	char *name = xgrow(NULL, room, 1);
	memcpy(name, wanted, length + 1);
	for (unsigned number = 2; find(s->doc, name) < s->doc->kept_count; number++)
		snprintf(name + length, room - length, " #%u", number);
	return name;
}

/* ---- commands ------------------------------------------------------------------------------- */

odd_status cmd_keep(struct session *s, struct command_call *call, odd_error *err)
{
	odd_status status = session_refresh(s, call->job, err);
	if (status != ODD_OK)
		return status;
	const char *given = arguments_text(call->args, "NAME");
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	struct kept_run *g = shared_create(sizeof *g, kept_run_clear);
	g->network = shared_hold(s->now.epoch->net);
	g->trace.point = copy_items(trace->point, trace->count, sizeof *trace->point);
	g->order = copy_items(s->scored->scores.order, s->scored->scores.n, sizeof *g->order);
	if (g->trace.point == NULL || g->order == NULL) {
		shared_release(g);
		return odd_error_nomem(err);
	}
	g->name = choose_name(s, given);
	if (given == NULL)
		snprintf(g->brief, sizeof g->brief, "K=%zu it%zu", s->now.epoch->options.k,
			odd_one_iteration(s->now.epoch->run));
	g->trace.count = g->trace.capacity = trace->count;
	g->used = s->now.epoch->options;
	g->used.start_dir = NULL; /* the epoch's own */
	g->n = s->scored->scores.n;
	g->evaluated = s->scored->evaluation;
	g->evaluation = s->scored->evaluated ? &g->evaluated : NULL;
	g->epoch = s->now.epoch->id;
	g->steps = s->now.steps;
	s->doc->kept = xgrow(s->doc->kept, s->doc->kept_count + 1, sizeof *s->doc->kept);
	s->doc->kept[s->doc->kept_count++] = g;
	session_place_keep(s, g);
	session_say(s, "kept as %.120s", g->name);
	return ODD_OK;
}

/* The run that the command names, or the last one. */
static odd_status named(
	size_t *at, const struct session *s, const struct command_call *call, odd_error *err)
{
	const char *name = arguments_text(call->args, "RUN"), *as = call->args->command->name;
	const struct document *d = s->doc;
	if (d->kept_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s: no run has been kept", as);
	*at = name != NULL ? find(d, name) : d->kept_count - 1;
	if (*at == d->kept_count)
		return odd_error_set(err, ODD_EUSAGE, "%s: no run was kept as \"%.60s\"", as, name);
	return ODD_OK;
}

odd_status cmd_drop(struct session *s, struct command_call *call, odd_error *err)
{
	size_t at;
	odd_status status = named(&at, s, call, err);
	if (status != ODD_OK)
		return status;
	struct document *d = s->doc;
	session_say(s, "dropped %.120s", d->kept[at]->name);
	session_place_forget(s, d->kept[at]);
	shared_release(d->kept[at]);
	d->kept_count--;
	memmove(d->kept + at, d->kept + at + 1, (d->kept_count - at) * sizeof(struct kept_run *));
	return ODD_OK;
}

odd_status cmd_switch(struct session *s, struct command_call *call, odd_error *err)
{
	size_t at, kept = 0;
	odd_status status = named(&at, s, call, err);
	if (status != ODD_OK)
		return status;
	const struct kept_run *g = s->doc->kept[at];
	while (kept < s->kept_places && s->kept_place[kept].run != g)
		kept++;
	if (kept == s->kept_places)
		return odd_error_set(
			err, ODD_EUSAGE, "switch: of %.60s only the results were kept", g->name);
	struct place to = s->kept_place[kept].place;
	to.judged = s->now.judged; /* a judgment is of the network, not of the run */
	if (place_same(&to, &s->now))
		return odd_error_set(err, ODD_EUSAGE, "switch: this is %.60s", g->name);
	status = session_move(s, &to, call->args->line, call->job, err);
	if (status != ODD_OK)
		return status;
	/* The log names it, should another be the last one when it is played. */
	char *quoted = command_quote(g->name);
	call->logged = xgrow(NULL, strlen(quoted) + 8, 1);
	sprintf(call->logged, "switch %s", quoted);
	free(quoted);
	session_rename_last(s, call->logged);
	session_say(s, "on with %.120s; undo comes back", g->name);
	return ODD_OK;
}
