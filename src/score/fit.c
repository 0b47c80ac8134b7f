#include "config.h"

#include "oddone/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_read.h"

#define TOP 5.0 /* percent of the ranking that are watched */

/* The loss at the end of the last whole iteration (or the start, or a change of the network) before
 * point `end`. */
static double loss_before(const odd_trace *trace, size_t end)
{
	for (size_t p = end; p-- > 0;)
		if (trace->point[p].step == ODD_STEP_O || trace->point[p].step == ODD_STEP_INIT ||
			trace->point[p].changed)
			return trace->point[p].loss;
	return NAN;
}

/* By what share the iteration that has just ended lowered the loss. */
static double last_fall(const odd_trace *trace)
{
	double after = trace->point[trace->count - 1].loss;
	double before = loss_before(trace, trace->count - 1);
	return before > 0.0 ? (before - after) / before : 0.0;
}

/* ---- has the top of the ranking settled? -------------------------------------------------- */

/* The top 5 % after each of the last ODD_SETTLED_WINDOW iterations and now, as a ring: iteration
 * t is in slot t mod (window + 1). */
typedef struct watch {
	size_t n, count, seen;
	uint32_t *top; /* (window + 1) × count */
	uint8_t *mark; /* n zero bytes between calls */
	double share;  /* of the top that is new; NAN until the window is full */
} watch;

static odd_status watch_init(watch *w, size_t n, odd_error *err)
{
	memset(w, 0, sizeof *w);
	w->n = n;
	w->count = odd_top(n, TOP);
	if (w->count == 0)
		w->count = n > 0;
	w->share = NAN;
	w->top = malloc((ODD_SETTLED_WINDOW + 1) * (w->count + 1) * sizeof *w->top);
	w->mark = calloc(n + 1, sizeof *w->mark);
	return w->top == NULL || w->mark == NULL ? odd_error_nomem(err) : ODD_OK;
}

static void watch_clear(watch *w)
{
	free(w->top);
	free(w->mark);
}

static double share_new(const watch *w, const uint32_t *now, const uint32_t *then)
{
	size_t fresh = 0;
	for (size_t i = 0; i < w->count; i++)
		w->mark[then[i]] = 1;
	for (size_t i = 0; i < w->count; i++)
		fresh += !w->mark[now[i]];
	for (size_t i = 0; i < w->count; i++)
		w->mark[then[i]] = 0;
	return w->count > 0 ? (double)fresh / (double)w->count : 0.0;
}

/* Score the present state as its preset does, and compare with that of a window ago. */
static odd_status watch_look(watch *w, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_scores scores;
	odd_status status = odd_scores_compute(&scores, run, NULL, NULL, job, err);
	if (status != ODD_OK)
		return status;
	uint32_t *now = w->top + w->seen % (ODD_SETTLED_WINDOW + 1) * w->count;
	memcpy(now, scores.order, w->count * sizeof *now);
	odd_scores_clear(&scores);
	if (w->seen >= ODD_SETTLED_WINDOW) {
		size_t then = (w->seen - ODD_SETTLED_WINDOW) % (ODD_SETTLED_WINDOW + 1);
		w->share = share_new(w, now, w->top + then * w->count);
	}
	w->seen++;
	return ODD_OK;
}

/* ---- the loop ----------------------------------------------------------------------------- */

odd_status odd_fit(odd_one *run, const odd_stop *stop, odd_fit_result *result, const odd_job *job,
	odd_error *err)
{
	odd_stop until = {.size = sizeof until};
	odd_fit_result done = {ODD_STOP_ITERATIONS, 0, NAN};
	watch top = {0};
	odd_status status = ODD_OK;
	odd__options_read(&until, sizeof until, stop);
	if (until.iterations == 0)
		until.iterations = odd_default_iterations(odd_one_options_used(run)->preset);
	if (until.settled > 0.0) {
		status = watch_init(&top, odd_one_look(run).nodes, err);
		if (status == ODD_OK)
			status = watch_look(&top, run, job, err);
	}
	while (status == ODD_OK && done.iterations < until.iterations) {
		odd_job_report(
			job, "iterations", (double)done.iterations, (double)until.iterations);
		status = odd_one_iterate(run, job, err);
		if (status != ODD_OK)
			break;
		done.iterations++;
		if (until.each != NULL)
			status = until.each(until.payload, run, err);
		if (status == ODD_OK && until.settled > 0.0) {
			status = watch_look(&top, run, job, err);
			done.settled = top.share;
		}
		if (status == ODD_OK && until.tolerance > 0.0 &&
			last_fall(odd_one_trace(run)) < until.tolerance) {
			done.why = ODD_STOP_TOLERANCE;
			break;
		}
		/* Comparisons with NAN are false: nothing settles before the window is full. */
		if (status == ODD_OK && top.share < until.settled && until.settled > 0.0) {
			done.why = ODD_STOP_SETTLED;
			break;
		}
	}
	watch_clear(&top);
	if (result != NULL)
		*result = done;
	return status;
}
