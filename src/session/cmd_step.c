/* cmd_step.c: the commands that move the session: opening, planting, stepping, setting, undoing. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "session/command.h"
#include "session/log.h"
#include "session/memory.h"

#define STEPS_MOST 1000000
#define UNTIL_MOST 1000 /* iterations after which until gives up */

odd_status cmd_open(struct session *s, struct command_call *call, odd_error *err)
{
	bool directed = call->argc == 3 && strcmp(call->argv[1], "--directed") == 0;
	if (call->argc != 2 && !directed)
		return command_usage(call, err);
	return session_open(s, call->argv[call->argc - 1], directed, call->job, err);
}

/* ---- planting ------------------------------------------------------------------------------- */

/* One word of amounts, "5%" or "structural=3,combined=1%", beside those before it. */
static odd_status plant_amounts(
	odd_plant_options *plant, const char *word, size_t nodes, odd_error *err)
{
	const odd_option *row = odd_option_find(run_option_rows, run_option_count, "plant", 5);
	odd_option_value value;
	odd_plant_options named = *plant;
	odd_status status = odd_option_parse(&value, row, NULL, word, err);
	if (status == ODD_OK)
		status = run_plant_counts(&named, &value.amounts, nodes, "plant", err);
	if (status != ODD_OK)
		return status;
	plant->structural = named.structural > 0 ? named.structural : plant->structural;
	plant->attribute = named.attribute > 0 ? named.attribute : plant->attribute;
	plant->combined = named.combined > 0 ? named.combined : plant->combined;
	return ODD_OK;
}

odd_status cmd_plant(struct session *s, struct command_call *call, odd_error *err)
{
	odd_plant_options plant = ODD_PLANT_OPTIONS_INIT;
	bool cold = false;
	odd_status status = ODD_OK;
	int style = 0;
	/* Each planting has random numbers of its own unless a seed is named. */
	plant.seed = s->now.epoch->options.seed + s->now.epoch->record_count;
	for (int i = 1; i < call->argc && status == ODD_OK; i++) {
		const char *word = call->argv[i],
			   *value = call->argv[i + 1 < call->argc ? i + 1 : i];
		if (strcmp(word, "--cold") == 0) {
			cold = true;
		} else if (strcmp(word, "--seed") == 0 && value != word) {
			status = odd_seed_parse(&plant.seed, "plant: seed", value, err);
			i++;
		} else if (strcmp(word, "--style") == 0 && value != word) {
			status = odd_choice_parse(
				&style, "plant: style", "uniform|local", value, err);
			plant.style = (odd_plant_style)style;
			i++;
		} else if (word[0] == '-') {
			status = command_usage(call, err);
		} else {
			status = plant_amounts(&plant, word, session_network(s)->nodes, err);
		}
	}
	if (status == ODD_OK && plant.structural + plant.attribute + plant.combined == 0)
		status = command_usage(call, err);
	return status == ODD_OK ? session_plant(s, &plant, cold, call->line, call->job, err)
				: status;
}

odd_status cmd_unplant(struct session *s, struct command_call *call, odd_error *err)
{
	bool cold = call->argc == 2 && strcmp(call->argv[1], "--cold") == 0;
	if (call->argc != 1 && !cold)
		return command_usage(call, err);
	return session_unplant(s, cold, call->line, call->job, err);
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
	session_moved(s, from, call->line);
	size_t done = s->now.steps - from->steps;
	if (status != ODD_OK && done > 0) {
		call->logged = memory_grow(NULL, 40, 1);
		snprintf(call->logged, 40, "substep %zu", done);
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
	size_t count = 1;
	odd_one *run = NULL;
	odd_status status = ODD_OK;
	if (call->argc > 2)
		return command_usage(call, err);
	if (call->argc == 2)
		status = odd_whole_parse(&count, call->argv[0], call->argv[1], 1, STEPS_MOST, err);
	if (status == ODD_OK)
		status = session_live(&run, s, call->job, err);
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

/* "it=20", "delta<1e-4", "settled<0.02" */
static odd_status parse_until(odd_stop *stop, const char *text, size_t iteration, odd_error *err)
{
	size_t last;
	odd_status status;
	stop->iterations = UNTIL_MOST;
	if (strncmp(text, "it=", 3) == 0) {
		status = odd_whole_parse(&last, "until it", text + 3, 1, STEPS_MOST, err);
		if (status == ODD_OK && last <= iteration)
			return odd_error_set(
				err, ODD_EUSAGE, "until: iteration %zu is already done", last);
		stop->iterations = last - iteration;
		return status;
	}
	if (strncmp(text, "delta<", 6) == 0)
		return odd_real_parse(&stop->tolerance, "until delta", text + 6, 1e-15, 1.0, err);
	if (strncmp(text, "settled<", 8) == 0)
		return odd_real_parse(&stop->settled, "until settled", text + 8, 1e-9, 1.0, err);
	return odd_error_set(err, ODD_EUSAGE,
		"until: cannot read \"%.60s\"; say it=20, delta<1e-4 or settled<0.02", text);
}

odd_status cmd_until(struct session *s, struct command_call *call, odd_error *err)
{
	odd_one *run = NULL;
	odd_stop stop = {.each = keep_each, .payload = s};
	odd_fit_result result = {ODD_STOP_ITERATIONS, 0, NAN};
	if (call->argc != 2)
		return command_usage(call, err);
	odd_status status = session_live(&run, s, call->job, err);
	if (status == ODD_OK)
		status = parse_until(&stop, call->argv[1], odd_one_iteration(run), err);
	if (status != ODD_OK)
		return status;
	const struct place from = s->now;
	s->desk.busy = true;
	status = odd_fit(run, &stop, &result, call->job, err);
	s->desk.busy = false;
	status = stepped(s, call, &from, status);
	bool reached = result.why != ODD_STOP_ITERATIONS || stop.iterations != UNTIL_MOST;
	if (status == ODD_OK && !reached)
		session_say(s, "%s was not reached in %d iterations", call->argv[1], UNTIL_MOST);
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
	size_t count = 1;
	bool whole = false;
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, call->job, err);
	for (int i = 1; i < call->argc && status == ODD_OK; i++) {
		if (strncmp(call->argv[i], "iteration", 9) == 0)
			whole = true;
		else if (strncmp(call->argv[i], "substep", 7) != 0)
			status = odd_whole_parse(&count, "back", call->argv[i], 1, STEPS_MOST, err);
	}
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
	status = session_move(s, &to, call->line, call->job, err);
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

/* The svd finds the same directions whatever it begins with. */
static bool starts_alike(const odd_one_options *o)
{
	return o->start == ODD_START_SVD ||
	       (o->start == ODD_START_PRESET && o->preset == ODD_CALIBRATED);
}

odd_status cmd_reset(struct session *s, struct command_call *call, odd_error *err)
{
	uint64_t seed = s->now.wanted.one.seed;
	odd_status status = ODD_OK;
	if (call->argc > 2)
		return command_usage(call, err);
	if (call->argc == 2 && strcmp(call->argv[1], "new") == 0)
		seed++;
	else if (call->argc == 2 && strncmp(call->argv[1], "seed=", 5) == 0)
		status = odd_seed_parse(&seed, "reset: seed", call->argv[1] + 5, err);
	else if (call->argc == 2)
		status = command_usage(call, err);
	if (status == ODD_OK)
		status = session_reset(s, seed, call->line, call->job, err);
	if (status == ODD_OK)
		session_say(s, "started anew, K = %zu, seed %llu%s", s->now.epoch->options.k,
			(unsigned long long)seed,
			call->argc == 2 && starts_alike(&s->now.epoch->options)
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
	odd_status status = session_move(s, to, call->line, call->job, err);
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
	status = session_reset(s, s->now.wanted.one.seed, call->line, call->job, err);
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

odd_status cmd_set(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc != 2)
		return command_usage(call, err);
	const char *word = call->argv[1], *value = strchr(word, '=');
	if (value == NULL)
		return command_usage(call, err);
	const odd_option *option = run_option_find(word, (size_t)(value - word));
	if (option == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"set: there is no option \"%.*s\"; help set lists them",
			value - word < 40 ? (int)(value - word) : 40, word);
	struct place to = s->now;
	odd_status status = session_option_set(&to, option, value + 1, err);
	return status == ODD_OK ? change(s, &to, word, option, call, err) : status;
}

/* Was weighing the last thing that was done? */
static bool weighed_before(const struct session *s)
{
	return s->undo_count > 0 && strncmp(s->undo[s->undo_count - 1].what, "weights ", 8) == 0 &&
	       s->log.count > 0 && strncmp(s->log.line[s->log.count - 1], "weights ", 8) == 0;
}

/* A slider moved ten times is one act: one line of the log, and taken back at once. */
odd_status cmd_weights(struct session *s, struct command_call *call, odd_error *err)
{
	bool again = weighed_before(s);
	size_t before = s->undo_count;
	if (call->argc != 2)
		return command_usage(call, err);
	struct place to = s->now;
	char what[120];
	snprintf(what, sizeof what, "weights %.100s", call->argv[1]);
	const odd_option *row = run_option_find("weights", 7);
	odd_status status = session_option_set(&to, row, call->argv[1], err);
	if (status == ODD_OK)
		status = change(s, &to, what, row, call, err);
	if (status == ODD_OK && again && s->undo_count > before) {
		session_forget_last(s);
		log_drop_last(&s->log);
	}
	return status;
}

odd_status cmd_undo(struct session *s, struct command_call *call, odd_error *err)
{
	return call->argc == 1 ? session_undo_one(s, call->job, err) : command_usage(call, err);
}

odd_status cmd_redo(struct session *s, struct command_call *call, odd_error *err)
{
	return call->argc == 1 ? session_redo_one(s, call->job, err) : command_usage(call, err);
}
