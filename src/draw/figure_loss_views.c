/* How far the loss still is above the best, on a log axis: for when its curve looks flat. */
#include "config.h"

#include "draw/figure_loss.h"

#include <math.h>
#include <stdio.h>

/* Losses of a network and of the same network with other nodes cannot be compared, so each stretch
 * of a run has its own best. Returns where the last stretch begins. */
static size_t last_stretch(const odd_trace *trace, size_t *stretches)
{
	size_t begin = 0;
	*stretches = 1;
	for (size_t i = 1; i < trace->count; i++) {
		if (trace->point[i].changed) {
			begin = i;
			++*stretches;
		}
	}
	return begin;
}

static double best_of(double best, const struct figure_run *run, const odd_trace *trace)
{
	size_t stretches;
	for (size_t i = last_stretch(trace, &stretches); i < trace->count; i++)
		best = fmin(best, loss_by_now(run, &trace->point[i]));
	return best;
}

/* May a kept run have one best with this one? Not when it has other matrices, nor when one saw a
 * planting that the other did not. */
static bool are_comparable(const struct figure_run *run, const struct kept_run *kept)
{
	size_t now, then;
	last_stretch(run->result->trace, &now);
	last_stretch(&kept->trace, &then);
	return now == then && loss_same_matrices(run, kept);
}

/* Fall of the last whole iteration, as a share; negative: there is none. */
static double last_fall(const odd_trace *trace)
{
	const odd_trace_point *p = trace->point;
	size_t n = trace->count;
	while (n > 0 && p[n - 1].step != ODD_STEP_O)
		n--;
	if (n <= ODD_SUBSTEPS || !(p[n - 1 - ODD_SUBSTEPS].loss > 0.0))
		return -1.0;
	double before = p[n - 1 - ODD_SUBSTEPS].loss;
	return (before - p[n - 1].loss) / before;
}

/* Where a stretch ends with the best loss there was a log axis has no place for it: the curve ends
 * an iteration before. */
static void add_excess(struct loss_lines *l, struct line_series look, const struct figure_run *run,
	const odd_trace *trace, double best)
{
	size_t stretches;
	const size_t n = trace->count, final = last_stretch(trace, &stretches);
	double *y = loss_line(l, look, trace);
	for (size_t i = 0; y != NULL && i < n; i++)
		y[i] = loss_by_now(run, &trace->point[i]);
	for (size_t begin = 0, next; y != NULL && begin < n; begin = next) {
		double low = y[begin];
		for (next = begin + 1; next < n && !trace->point[next].changed; next++)
			low = fmin(low, y[next]);
		if (begin == final)
			low = best;
		const double least = 1e-13 * fabs(low), from = figure_moment(&trace->point[begin]);
		const double end = figure_moment(&trace->point[next - 1]);
		const bool cut = end >= from + 2.0 && !(y[next - 1] - low > least);
		for (size_t i = begin; i < next; i++) {
			const bool last = cut && figure_moment(&trace->point[i]) > end - 1.0 + 1e-9;
			y[i] = y[i] - low > least && !last ? y[i] - low : (double)NAN;
		}
	}
}

void loss_excess_draw(const struct figure_run *run, struct canvas *c, struct rect r)
{
	struct loss_lines l = {.c = c};
	const odd_trace *trace = run->result->trace;
	struct kept_run *const *kept = run->result->kept;
	char said[96], number[NUMBER_SIZE];
	if (trace == NULL || trace->count < 2) {
		plot_message(c, r, "no sub-step has been run yet");
		return;
	}
	double best = best_of(HUGE_VAL, run, trace), fall = last_fall(trace);
	for (size_t g = loss_first_ghost(run); g < run->result->kept_count; g++)
		if (are_comparable(run, kept[g]))
			best = best_of(best, run, &kept[g]->trace);
	struct line_series look = loss_look(0);
	look.name = "total above the best";
	look.brief = "above best";
	add_excess(&l, look, run, trace, best);
	for (size_t g = loss_first_ghost(run); g < run->result->kept_count; g++)
		if (loss_same_matrices(run, kept[g]))
			add_excess(&l, ghost_look(kept[g]), run, &kept[g]->trace,
				are_comparable(run, kept[g])
					? best
					: best_of(HUGE_VAL, run, &kept[g]->trace));
	snprintf(said, sizeof said, "last iteration −%s %%", number_text(number, 100.0 * fall, 2));
	const struct chart_note note[] = {{said, ROLE_DIM, false}};
	l.chart =
		(struct line_chart){.y = {.scale = AXIS_LOG, .title = "loss above the best (log)"},
			.note = note,
			.note_count = fall > 0.0,
			.empty = "the loss has not fallen yet"};
	loss_lines_draw(&l, run, r);
}
