/* study_times.c: a network at several times, each fitted from where the one before came to. */
#include "config.h"

#include <math.h>

#include "study/study.h"

static void note_times(struct study *s)
{
	const odd_times *times = s->times;
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
	notes_add_skipped(&s->notes, &skipped);
	if (times->count == 1)
		notes_add(&s->notes, "there is one time only, so nothing can have become odd");
	if (links == 0)
		notes_add(&s->notes,
			"there are no links at any time: nodes are ranked by how much of "
			"their attributes the model cannot explain");
	if (study_network(s)->links_are_words)
		notes_add(&s->notes,
			"there are no attributes at any time: the nodes that a node is "
			"linked with stand in for them");
}

static void note_fits(struct study *s, bool cold)
{
	size_t empty = 0, small = 0, returned = 0, anew = 0;
	double rise = 0.0;
	for (size_t t = 0; t < s->history->times; t++) {
		const odd_moment *m = &s->history->moment[t];
		empty += m->state == ODD_MOMENT_EMPTY;
		small += m->state == ODD_MOMENT_TOO_SMALL;
		anew += m->state == ODD_MOMENT_FITTED;
		returned += m->returned;
		rise = fmax(rise, m->rise);
	}
	if (empty > 0)
		notes_add(&s->notes, "%zu %s nothing there and %s passed over", empty,
			plural(empty, "time has", "times have"), plural(empty, "was", "were"));
	if (small > 0)
		notes_add(&s->notes, "%zu %s no more nodes than K = %zu and %s passed over", small,
			plural(small, "time has", "times have"), s->history->used.k,
			plural(small, "was", "were"));
	if (returned > 0)
		notes_add(&s->notes, "%zu %s back after a time away and %s placed as new ones",
			returned, plural(returned, "node came", "nodes came"),
			plural(returned, "was", "were"));
	if (anew > 1 && !cold)
		notes_add(&s->notes,
			"%zu %s too few nodes of the one before to go on from: started anew",
			anew - 1, plural(anew - 1, "time has", "times have"));
	if (rise > 0.0)
		notes_add(&s->notes,
			"the loss rose by %.3g of itself in one sub-step, which it should not",
			rise);
}

odd_status study_load_times(struct study *s, const char *path, const odd_times_options *how,
	const odd_job *job, odd_error *err)
{
	odd_times_options options = *how;
	options.load = run_options_load(&s->options, &how->load);
	odd_status status = odd_times_load(&s->times, path, &options, job, err);
	if (status == ODD_OK)
		note_times(s);
	return status;
}

odd_status study_fit_times(struct study *s, bool cold, const odd_job *job, odd_error *err)
{
	const struct run_options *options = &s->options;
	const odd_amounts *odd = &options->contamination;
	odd_status status = study_prepare(s, job, err);
	double room[ODD_COMPONENTS];
	odd_history_options how = {.one = s->one,
		.stop = {.iterations = run_options_iterations(options),
			.tolerance = options->tolerance},
		.score = run_options_score(options),
		.weight = run_options_weight(options, room),
		.cold = cold};
	how.one.stays = false; /* each time goes on from the one before */
	if (!options->iterations_given) {
		how.stop.iterations = ODD_HISTORY_ITERATIONS;
		if (!(how.stop.tolerance > 0.0))
			how.stop.tolerance = ODD_HISTORY_TOLERANCE;
	}
	if (odd->given && odd->share[0])
		how.share = odd->amount[0] / 100.0;
	else if (odd->given)
		how.count = (size_t)odd->amount[0];
	if (status == ODD_OK)
		status = odd_history_fit(&s->history, s->times, &how, job, err);
	if (status == ODD_OK)
		note_fits(s, cold);
	return status;
}
