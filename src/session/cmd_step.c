/* cmd_step.c: the commands that move the session: opening, planting, stepping, setting, undoing. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "session/command.h"
#include "session/log.h"
#include "session/xalloc.h"

#define UNTIL_MOST 1000   /* iterations after which until gives up */
#define GOTO_MOST 1000000 /* of a mistyped number the end would never be seen */

odd_status session_opening_read(
	struct session_opening *out, const struct arguments *args, odd_error *err)
{
	const struct argument *multi = arguments_get(args, "--multi");
	const char *columns = arguments_text(args, "--columns"),
		   *also = arguments_text(args, "--attributes");
	if (columns != NULL && also != NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"open: --columns and --attributes are two names of the same: say one");
	*out = (struct session_opening){.argument = arguments_text(args, "NETWORK"),
		.time = arguments_text(args, "--time"),
		.table = {.directed = arguments_have(args, "--directed") ||
				      arguments_have(args, "--directed=yes"),
			.directed_as_file = arguments_have(args, "--as-file") ||
					    arguments_have(args, "--directed=auto"),
			.id = arguments_text(args, "--id"),
			.title = arguments_text(args, "--name"),
			.label = arguments_text(args, "--label"),
			.attributes = columns != NULL ? columns : also,
			.ignore = arguments_text(args, "--ignore"),
			.types = arguments_text(args, "--type"),
			.source = arguments_text(args, "--source"),
			.target = arguments_text(args, "--target"),
			.weight = arguments_text(args, "--weight"),
			.separator = arguments_text(args, "--separator"),
			.edges = arguments_text(args, "--edges"),
			.other = arguments_text(args, "--other"),
			.links = arguments_text(args, "--links"),
			.multi = multi != NULL ? (odd_multi)multi->at : ODD_MULTI_MAX}};
	return ODD_OK;
}

odd_status cmd_open(struct session *s, struct command_call *call, odd_error *err)
{
	struct run_options usual;
	struct session_opening how;
	if (arguments_text(call->args, "NETWORK") == NULL)
		return odd_error_set(err, ODD_EUSAGE, "open: name a network");
	odd_status status = session_opening_read(&how, call->args, err);
	if (status != ODD_OK)
		return status;
	run_options_init(&usual);
	how.what = call->args->line;
	how.options = arguments_have(call->args, "--plain") ? &usual : &s->now.wanted;
	status = session_open(s, &how, call->job, err);
	return_free_memory(); /* of the network before */
	return status;
}

odd_status cmd_push(struct session *s, struct command_call *call, odd_error *err)
{
	(void)err;
	session_push(s, call->args->line);
	session_say(s, "%s is set aside; pop comes back to it", s->doc->name);
	return ODD_OK;
}

odd_status cmd_pop(struct session *s, struct command_call *call, odd_error *err)
{
	return session_pop(s, call->args->line, call->job, err);
}

/* ---- stepping ------------------------------------------------------------------------------- */

/* "H of iteration 7: total 11542.6, fell by 0.9 %" */
static void say_where(struct session *s, const odd_one *run)
{
	const odd_trace *trace = odd_one_trace(run);
	const odd_trace_point *p = &trace->point[trace->count - 1];
	if (trace->count < 2 || p->changed) {
		session_say(s, "%s: total %.6g", trace->count < 2 ? "start" : "network changed",
			p->loss);
		return;
	}
	double fall = p[-1].loss > 0.0 ? (p[-1].loss - p->loss) / p[-1].loss : 0.0;
	char how[48] = "unchanged"; /* but for rounding */
	if (fabs(fall) > 1e-12)
		snprintf(how, sizeof how, "%s by %.2g %%", fall < 0.0 ? "rose" : "fell",
			100.0 * fabs(fall));
	session_say(s, "%s of iteration %zu: total %.6g, %s", odd_substep_get(p->step)->name,
		p->iteration, p->loss, how);
}

/* After the run has been stepped: note the new place and, when it ended early, what to log. */
static odd_status stepped(
	struct session *s, struct command_call *call, const struct place *from, odd_status status)
{
	session_moved(s, from, call->args->line);
	size_t done = s->now.steps - from->steps;
	if (status != ODD_OK && done > 0) {
		call->logged = xgrow(NULL, 40, 1);
		snprintf(call->logged, 40, "substep %zu", done);
		session_rename_last(s, call->logged);
	}
	say_where(s, s->now.epoch->run);
	return status;
}

static void after_substep(struct session *s)
{
	epoch_keep(s->now.epoch, s->budget);
	if (s->each == NULL)
		return;
	s->now.steps = epoch_steps(s->now.epoch);
	s->each(s->payload);
}

static odd_status step_many(
	struct session *s, struct command_call *call, bool whole, odd_error *err)
{
	size_t count = (size_t)arguments_number(call->args, "COUNT", 1.0);
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, call->job, err);
	if (status != ODD_OK)
		return status;
	const struct place from = s->now;
	s->desk.busy = true;
	while (count > 0 && status == ODD_OK) {
		if (count == 1 && (!whole || odd_one_next(run) == ODD_STEP_O))
			lesson_before(s, call->job); /* the last one is looked at */
		status = odd_one_substep(run, call->job, err);
		if (status == ODD_OK)
			after_substep(s);
		count -= !whole || odd_one_next(run) == ODD_STEP_W;
	}
	s->desk.busy = false;
	return stepped(s, call, &from, status);
}

odd_status cmd_substep(struct session *s, struct command_call *call, odd_error *err)
{
	return step_many(s, call, false, err);
}

odd_status cmd_iterate(struct session *s, struct command_call *call, odd_error *err)
{
	return step_many(s, call, true, err);
}

static odd_status keep_each(void *payload, const odd_one *run, odd_error *err)
{
	(void)err;
	(void)run;
	after_substep(payload);
	return ODD_OK;
}

/* it=N|delta<X */
static odd_status read_until(
	odd_stop *stop, const struct argument *goal, size_t iteration, odd_error *err)
{
	enum { IT, DELTA };
	stop->iterations = UNTIL_MOST;
	if (goal->at == DELTA)
		stop->tolerance = goal->value.real;
	if (goal->at != IT)
		return ODD_OK;
	if (goal->value.whole <= iteration)
		return odd_error_set(
			err, ODD_EUSAGE, "until: iteration %s is already done", goal->text);
	stop->iterations = goal->value.whole - iteration;
	return ODD_OK;
}

odd_status cmd_until(struct session *s, struct command_call *call, odd_error *err)
{
	odd_one *run = NULL;
	odd_stop stop = {.each = keep_each, .payload = s};
	odd_fit_result result = {ODD_STOP_ITERATIONS, 0};
	odd_status status = session_live(&run, s, call->job, err);
	if (status == ODD_OK)
		status = read_until(&stop, call->args->item, odd_one_iteration(run), err);
	if (status != ODD_OK)
		return status;
	const struct place from = s->now;
	s->desk.busy = true;
	status = odd_fit(run, &stop, &result, call->job, err);
	s->desk.busy = false;
	status = stepped(s, call, &from, status);
	bool reached = result.why != ODD_STOP_ITERATIONS || stop.iterations != UNTIL_MOST;
	if (status == ODD_OK && !reached)
		session_say(
			s, "%s was not reached in %d iterations", call->args->argv[1], UNTIL_MOST);
	return status;
}

odd_status session_advance(struct session *s, const odd_job *job, odd_error *err)
{
	odd_one *run = NULL;
	struct session_advance *a = &s->advance;
	char what[40];
	odd_status status = session_live(&run, s, job, err);
	if (status != ODD_OK)
		return status;
	const struct place from = s->now;
	const size_t iteration = odd_one_iteration(run);
	status = odd_one_substep(run, job, err);
	if (status != ODD_OK)
		return status;
	epoch_keep(s->now.epoch, s->budget);
	bool goes_on = a->open && a->version == s->log.version;
	if (!goes_on) {
		*a = (struct session_advance){
			.open = true, .steps = from.steps, .iteration = iteration};
		session_moved(s, &from, "play");
	}
	s->now.steps = epoch_steps(s->now.epoch);
	if (odd_one_next(run) == ODD_STEP_W)
		snprintf(what, sizeof what, "iterate %zu", odd_one_iteration(run) - a->iteration);
	else
		snprintf(what, sizeof what, "substep %zu", s->now.steps - a->steps);
	if (goes_on)
		log_change_last(&s->log, what);
	else
		log_add(&s->log, what);
	session_rename_last(s, what);
	a->version = s->log.version;
	say_where(s, run);
	return ODD_OK;
}

void session_advance_end(struct session *s)
{
	s->advance.open = false;
}

/* The place so many sub-steps before the present one. A planting counts as one of them: behind it
 * comes the last place without it. */
static void back_substeps(struct place *to, size_t count)
{
	while (count > to->steps && to->epoch->parent != NULL) {
		count -= to->steps + 1;
		to->steps = to->epoch->parent_steps;
		to->epoch = to->epoch->parent;
	}
	to->steps -= count < to->steps ? count : to->steps;
}

/* The place at which an iteration began: this one, if it has begun, or so many before it. position
 * is the number of sub-steps since the start of the run, plantings not counted. */
static void back_iterations(struct place *to, size_t count, size_t position)
{
	size_t into = position % ODD_SUBSTEPS;
	size_t far = into > 0 ? into + (count - 1) * ODD_SUBSTEPS : count * ODD_SUBSTEPS;
	while (far > to->steps && to->epoch->parent != NULL) {
		far -= to->steps;
		to->steps = to->epoch->parent_steps;
		to->epoch = to->epoch->parent;
	}
	to->steps -= far < to->steps ? far : to->steps;
}

odd_status cmd_back(struct session *s, struct command_call *call, odd_error *err)
{
	size_t count = (size_t)arguments_number(call->args, "COUNT", 1.0);
	bool whole =
		arguments_have(call->args, "iterations") || arguments_have(call->args, "iteration");
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, call->job, err);
	if (status != ODD_OK)
		return status;
	struct place to = s->now;
	if (whole)
		back_iterations(&to, count,
			odd_one_iteration(run) * ODD_SUBSTEPS + (size_t)odd_one_next(run));
	else
		back_substeps(&to, count);
	if (to.epoch == s->now.epoch && to.steps == s->now.steps)
		return odd_error_set(err, ODD_EUSAGE, "back: this is the start");
	bool crossed = to.epoch != s->now.epoch;
	size_t nodes = session_network(s)->nodes;
	status = session_move(s, &to, call->args->line, call->job, err);
	if (status != ODD_OK)
		return status;
	say_where(s, s->now.epoch->run);
	if (crossed) {
		char where[120];
		snprintf(where, sizeof where, "%.110s", s->status);
		session_say(s, "%s; %zu nodes, as before the network changed (%zu)", where,
			session_network(s)->nodes, nodes);
	}
	return ODD_OK;
}

odd_substep command_step(const char *letter)
{
	int step = ODD_STEP_O;
	while (step >= ODD_STEP_W && strcmp(odd_substep_get((odd_substep)step)->name, letter) != 0)
		step--;
	return (odd_substep)step;
}

/* The place so many sub-steps behind the start of the run, plantings not counted; before the last
 * planting it is one of the run without it. */
static void place_at(struct place *to, size_t position)
{
	size_t begun = 0; /* sub-steps there were when the epoch began */
	for (const struct epoch *e = to->epoch; e->parent != NULL; e = e->parent)
		begun += e->parent_steps;
	while (position < begun && to->epoch->parent != NULL) {
		begun -= to->epoch->parent_steps;
		to->epoch = to->epoch->parent;
	}
	to->steps = position - begun;
}

odd_status cmd_goto(struct session *s, struct command_call *call, odd_error *err)
{
	const char *after = arguments_text(call->args, "STEP");
	const size_t iteration = (size_t)arguments_number(call->args, "N", 0.0);
	struct place to = s->now;
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, call->job, err);
	if (status != ODD_OK)
		return status;
	if (iteration > GOTO_MOST)
		return odd_error_set(err, ODD_EUSAGE, "goto: at most iteration %d", (int)GOTO_MOST);
	size_t within = after != NULL ? (size_t)command_step(after) + 1 : ODD_SUBSTEPS;
	place_at(&to, iteration > 0 ? (iteration - 1) * ODD_SUBSTEPS + within : 0);
	if (to.epoch != s->now.epoch || to.steps != s->now.steps)
		status = session_move(s, &to, call->args->line, call->job, err);
	if (status == ODD_OK)
		say_where(s, s->now.epoch->run);
	return status;
}

/* The svd finds the same directions whatever it begins with. */
static bool starts_alike(const odd_one_options *o)
{
	return o->start == ODD_START_SVD ||
	       (o->start == ODD_START_PRESET && o->preset == ODD_CALIBRATED);
}

odd_status cmd_reset(struct session *s, struct command_call *call, odd_error *err)
{
	uint64_t seed = s->now.wanted.one.seed;
	const struct argument *named = arguments_get(call->args, "seed=SEED");
	if (arguments_have(call->args, "new"))
		seed++;
	if (named != NULL)
		seed = named->value.whole;
	odd_status status = session_reset(s, seed, call->args->line, call->job, err);
	if (status == ODD_OK)
		session_say(s, "started anew, K = %zu, seed %llu%s", s->now.epoch->options.k,
			(unsigned long long)seed,
			call->args->count > 0 && starts_alike(&s->now.epoch->options)
				? ", on which the svd start hardly depends"
				: "");
	return status;
}

/* ---- settings ------------------------------------------------------------------------------- */

/* Make the changed settings the present ones. Before the first sub-step nothing is lost by starting
 * again, so it happens at once; later it waits, and the status line says so. */
static odd_status change(struct session *s, const struct place *to, const char *what,
	const odd_option *option, struct command_call *call, odd_error *err)
{
	if (s->now.epoch == NULL) {
		s->now = *to;
		session_say(s, "%s, for the network to be opened", what);
		return ODD_OK;
	}
	odd_status status = session_move(s, to, call->args->line, call->job, err);
	if (status != ODD_OK)
		return status;
	if (option->restarts != ODD_RESTARTS_RUN) {
		session_say(s, "%s", what);
		return ODD_OK;
	}
	if (!session_waiting(s)) {
		session_say(s, "%s, as the run has it", what);
		return ODD_OK;
	}
	if (s->now.steps > 0 || s->now.epoch->parent != NULL) {
		session_say(s, "%s waits for a reset, which starts the run anew", what);
		return ODD_OK;
	}
	/* One command, one undo: the reset's own entry goes, and so does the setting if it fails.
	 */
	status = session_reset(s, s->now.wanted.one.seed, call->args->line, call->job, err);
	if (status == ODD_OK) {
		session_forget_last(s);
		session_say(s, "%s; started anew", what);
		return ODD_OK;
	}
	odd_error ignored;
	session_undo_one(s, NULL, &ignored);
	session_forget_redo(s);
	return status;
}

static odd_status unknown_option(const char *name, size_t length, odd_error *err)
{
	const odd_option *row;
	struct nearest near;
	nearest_begin(&near, name, length);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++)
		nearest_offer(&near, row->name);
	return near.found != NULL
		       ? odd_error_set(err, ODD_EUSAGE,
				 "set: there is no option \"%s\"; did you mean %s?", near.name,
				 near.found)
		       : odd_error_set(err, ODD_EUSAGE,
				 "set: there is no option \"%s\"; help set lists them", near.name);
}

odd_status cmd_set(struct session *s, struct command_call *call, odd_error *err)
{
	/* "k=9" or "k 9" */
	const char *name = call->args->argv[1], *value = strchr(name, '=');
	size_t length = value != NULL ? (size_t)(value - name) : strlen(name);
	value = value != NULL ? value + 1 : call->args->argv[2];
	const odd_option *option = run_option_find(name, length);
	if (option == NULL)
		return unknown_option(name, length, err);
	struct place to = s->now;
	odd_status status = session_option_set(&to, option, value, err);
	if (status == ODD_OK && option->restarts == ODD_RESTARTS_SCORE)
		status = run_options_check_parts(&to.wanted, err);
	char what[200];
	snprintf(what, sizeof what, "%s=%s", option->name, value);
	return status == ODD_OK ? change(s, &to, what, option, call, err) : status;
}

/* Was weighing the last thing that was done? */
static bool weighed_before(const struct session *s)
{
	return s->undo.count > 0 &&
	       strncmp(s->undo.item[s->undo.count - 1].what, "weights ", 8) == 0 &&
	       s->log.count > 0 && strncmp(s->log.line[s->log.count - 1], "weights ", 8) == 0;
}

/* A slider moved ten times is one act: one line of the log, and taken back at once. */
odd_status cmd_weights(struct session *s, struct command_call *call, odd_error *err)
{
	bool again = weighed_before(s);
	size_t before = s->undo.count;
	struct place to = s->now;
	char what[120];
	snprintf(what, sizeof what, "weights %.100s", call->args->argv[1]);
	const odd_option *row = run_option_find("weights", 7);
	odd_status status = session_option_set(&to, row, call->args->argv[1], err);
	if (status == ODD_OK)
		status = run_options_check_weights(&to.wanted, "weights", err);
	if (status == ODD_OK)
		status = change(s, &to, what, row, call, err);
	if (status == ODD_OK && again && s->undo.count > before) {
		session_forget_last(s);
		session_rename_last(s, call->args->line);
		log_drop_last(&s->log);
	}
	return status;
}

odd_status cmd_undo(struct session *s, struct command_call *call, odd_error *err)
{
	return session_undo_one(s, call->job, err);
}

odd_status cmd_redo(struct session *s, struct command_call *call, odd_error *err)
{
	return session_redo_one(s, call->job, err);
}
