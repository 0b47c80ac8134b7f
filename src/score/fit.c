#include "config.h"

#include "oddone/score.h"

#include <math.h>

#include "base/options_read.h"

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

odd_status odd_fit(odd_one *run, const odd_stop *stop, odd_fit_result *result, const odd_job *job,
	odd_error *err)
{
	odd_stop until = {.size = sizeof until};
	odd_fit_result done = {ODD_STOP_ITERATIONS, 0};
	odd_status status = ODD_OK;
	odd__options_read(&until, sizeof until, stop);
	if (until.iterations == 0)
		until.iterations = odd_default_iterations(odd_one_options_used(run)->preset);
	while (status == ODD_OK && done.iterations < until.iterations) {
		odd_job_report(
			job, "iterations", (double)done.iterations, (double)until.iterations);
		status = odd_one_iterate(run, job, err);
		if (status != ODD_OK)
			break;
		done.iterations++;
		if (until.each != NULL)
			status = until.each(until.payload, run, err);
		if (status == ODD_OK && until.tolerance > 0.0 &&
			last_fall(odd_one_trace(run)) < until.tolerance) {
			done.why = ODD_STOP_TOLERANCE;
			break;
		}
	}
	if (result != NULL)
		*result = done;
	return status;
}
