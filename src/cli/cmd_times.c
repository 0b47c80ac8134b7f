/* cmd_times.c: a network at several times, each fitted from where the one before came to. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/run.h"
#include "network/times.h"
#include "score/history.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

struct chronicle {
	const struct settings *settings;
	odd_times *times;
	odd_history *history;
	odd_communities groups;
	char *command;
	struct notes notes;
	struct outcome outcome;
};

static odd_status load(struct chronicle *c, struct work *w, odd_error *err)
{
	const struct settings *s = c->settings;
	char *path = NULL;
	odd_times_options options = {.load = s->table, .column = s->time, .windows = s->windows};
	options.load.directed = s->run.directed == RUN_DIRECTED;
	options.load.directed_as_file = s->run.directed == RUN_DIRECTED_AS_FILE;
	if (s->windows != NULL && s->time == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"--windows cuts what --time names: the column of times is missing");
	odd_status status = session_find_network(&path, s->network, err);
	if (status == ODD_OK)
		status = odd_times_load(&c->times, path, &options, &w->job, err);
	free(path);
	return status;
}

/* The network that K is chosen by: the first that there is. */
static const odd_network *first_network(const odd_times *times)
{
	size_t t = 0;
	while (times->time[t].net == NULL)
		t++;
	return times->time[t].net;
}

static void note_times(struct chronicle *c)
{
	const odd_times *times = c->times;
	odd_skipped skipped = {0};
	size_t links = 0;
	for (size_t t = 0; t < times->count; t++) {
		const odd_network *net = times->time[t].net;
		if (net == NULL)
			continue;
		links += net->edges;
		skipped.self_loops += net->skipped.self_loops;
		skipped.repeated_edges += net->skipped.repeated_edges;
		skipped.unknown_nodes += net->skipped.unknown_nodes;
		skipped.repeated_words += net->skipped.repeated_words;
		skipped.zero_weights += net->skipped.zero_weights;
		skipped.directions += net->skipped.directions;
		skipped.moved_rows += net->skipped.moved_rows;
	}
	note_skipped(&c->notes, &skipped);
	if (times->count == 1)
		note(&c->notes, "there is one time only, so nothing can have become odd");
	if (links == 0)
		note(&c->notes, "there are no links at any time: nodes are ranked by how much of "
				"their attributes the model cannot explain");
	if (first_network(times)->links_are_words)
		note(&c->notes, "there are no attributes at any time: the nodes that a node is "
				"linked with stand in for them");
}

static void note_fits(struct chronicle *c)
{
	size_t empty = 0, small = 0, returned = 0, anew = 0;
	double rise = 0.0;
	for (size_t t = 0; t < c->history->times; t++) {
		const odd_moment *m = &c->history->moment[t];
		empty += m->state == ODD_MOMENT_EMPTY;
		small += m->state == ODD_MOMENT_TOO_SMALL;
		anew += m->state == ODD_MOMENT_FITTED;
		returned += m->returned;
		rise = fmax(rise, m->rise);
	}
	if (empty > 0)
		note(&c->notes, "%zu %s nothing there and %s passed over", empty,
			plural(empty, "time has", "times have"), plural(empty, "was", "were"));
	if (small > 0)
		note(&c->notes, "%zu %s no more nodes than K = %zu and %s passed over", small,
			plural(small, "time has", "times have"), c->history->used.k,
			plural(small, "was", "were"));
	if (returned > 0)
		note(&c->notes, "%zu %s back after a time away and %s placed as new ones", returned,
			plural(returned, "node came", "nodes came"),
			plural(returned, "was", "were"));
	if (anew > 1 && !c->settings->cold)
		note(&c->notes,
			"%zu %s too few nodes of the one before to go on from: started anew",
			anew - 1, plural(anew - 1, "time has", "times have"));
	if (rise > 0.0)
		note(&c->notes,
			"the loss rose by %.3g of itself in one sub-step, which it should not",
			rise);
}

static odd_status fit(struct chronicle *c, struct work *w, odd_error *err)
{
	static const double attributes_alone[] = {0.0, 1.0, 0.0};
	const struct settings *s = c->settings;
	const odd_network *first = first_network(c->times);
	const odd_amounts *odd = &s->run.contamination;
	odd_history_options o = {.one = run_options_one(&s->run),
		.stop = {.iterations = run_options_iterations(&s->run),
			.tolerance = s->run.tolerance,
			.settled = s->run.settled},
		.score = run_options_score(&s->run),
		.weight = run_options_weight(&s->run),
		.cold = s->cold};
	if (!s->run.iterations_given) {
		o.stop.iterations = ODD_HISTORY_ITERATIONS;
		if (!(o.stop.tolerance > 0.0) && !(o.stop.settled > 0.0))
			o.stop.tolerance = ODD_HISTORY_TOLERANCE;
	}
	if (odd->given && odd->share[0])
		o.share = odd->amount[0] / 100.0;
	else if (odd->given)
		o.count = (size_t)odd->amount[0];
	size_t links = 0;
	for (size_t t = 0; t < c->times->count; t++)
		links += c->times->time[t].net != NULL ? c->times->time[t].net->edges : 0;
	if (links == 0 && s->run.score == 0 && !s->run.weighted) {
		o.score = odd_score_find("shares");
		o.weight = attributes_alone;
	}
	odd_status status = ODD_OK;
	if (o.one.k == 0) {
		status = find_classes(&c->groups, first, s, &c->notes, w, err);
		if (status == ODD_OK)
			status = choose_k(&o.one.k, first, c->groups.count, &c->notes, err);
	}
	if (status == ODD_OK)
		status = odd_history_fit(&c->history, c->times, &o, &w->job, err);
	if (status == ODD_OK)
		note_fits(c);
	return status;
}

static odd_status describe(struct chronicle *c, odd_error *err)
{
	size_t last = c->history->times;
	while (last-- > 0 && c->history->moment[last].rank == NULL)
		;
	c->command = settings_command(c->settings);
	if (c->command == NULL)
		return odd_error_nomem(err);
	c->outcome = (struct outcome){.net = c->times->time[last].net,
		.times = c->times,
		.history = c->history,
		.used = &c->history->used,
		.checksum = odd_network_checksum(c->times->time[last].net),
		.command = c->command,
		.again = c->command,
		.note = c->notes.text,
		.note_count = c->notes.count,
		.top = c->settings->top};
	c->outcome.options = c->settings->run;
	c->outcome.options.one = c->history->used;
	return notes_whole(&c->notes, err);
}

static odd_status write_into(const char *dir, bool figures, const struct chronicle *c,
	const odd_job *job, odd_error *err)
{
	struct staging staged = {0};
	const struct outcome *o = &c->outcome;
	if (dir == NULL)
		return ODD_OK;
	work_hold(true);
	odd_status status = staging_begin(&staged, dir, err);
	if (status == ODD_OK && figures)
		status = figures_write(o, &c->settings->figures, staged.dir, job, err);
	if (status == ODD_OK && !figures)
		status = report_table_save_in(staged.dir, report_table_find("times"), o, job, err);
	if (status == ODD_OK && !figures)
		status = report_table_save_in(staged.dir, report_table_find("became"), o, job, err);
	if (status == ODD_OK && !figures)
		status = json_save_in(staged.dir, "times.json", report_times_object(o), err);
	if (status == ODD_OK)
		status = staging_commit(&staged, err);
	staging_discard(&staged);
	work_hold(false);
	return status;
}

int sub_times(const struct settings *settings)
{
	struct work w;
	struct chronicle c = {.settings = settings};
	odd_error err;
	bool reading = false;
	odd_status status = ODD_OK;
	work_begin(&w, settings);
	if (settings->output != NULL)
		status = staging_check(settings->output, &err);
	if (status == ODD_OK && settings->figures.dir != NULL)
		status = staging_check(settings->figures.dir, &err);
	if (status == ODD_OK) {
		reading = true;
		status = load(&c, &w, &err);
	}
	if (status == ODD_OK) {
		note_times(&c);
		reading = false;
		status = fit(&c, &w, &err);
	}
	if (status == ODD_OK)
		status = describe(&c, &err);
	if (status == ODD_OK)
		status = write_into(settings->output, false, &c, &w.job, &err);
	if (status == ODD_OK)
		status = write_into(settings->figures.dir, true, &c, &w.job, &err);
	work_end(&w);
	if (status == ODD_OK)
		status = report_outcome(settings, &c.outcome, &err);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	if (status == ODD_OK && settings->output != NULL)
		tell(&w, "wrote three files to %s", settings->output);
	if (status == ODD_OK && settings->figures.dir != NULL)
		tell(&w, "wrote 1 figure to %s", settings->figures.dir);
	odd_communities_clear(&c.groups);
	odd_history_free(c.history);
	odd_times_free(c.times);
	notes_clear(&c.notes);
	free(c.command);
	return code;
}
