#include "config.h"

#include "score/judged.h"

#include <math.h>

#include "score/score_internal.h"

#define PRIOR 2.0 /* judgments that a part is taken to have had before */
#define LEAST 1.0 /* shares in nodes that are not odd, before a weight changes */
#define LEAST_FACTOR (1.0 / 3.0)
#define WHOLE 10.0 /* judgments after which the rule holds in full */

void odd__judged_parts(odd_judged_part out[ODD_COMPONENTS], const odd_scores *scores,
	const double *on, const uint32_t *node, const bool *odd, size_t count)
{
	const size_t parts = scores->score->count;
	double right[ODD_COMPONENTS] = {0}, wrong[ODD_COMPONENTS] = {0}, p[ODD_COMPONENTS] = {0};
	double sum = 0.0, called = 0.0, best = 0.0;
	for (size_t t = 0; t < ODD_COMPONENTS; t++)
		out[t] = (odd_judged_part){.factor = 1.0};
	for (size_t t = 0; t < parts; t++)
		sum += out[t].before = scores->idle[t] ? 0.0 : on[t] * scores->own[t];
	for (size_t t = 0; t < parts && sum > 0.0; t++)
		out[t].before /= sum;
	for (size_t j = 0; j < count; j++) {
		double share[ODD_COMPONENTS] = {0}, total = 0.0;
		size_t first = 0;
		for (size_t t = 0; t < parts; t++) {
			if (out[t].before > 0.0)
				share[t] = out[t].before *
					   odd__surprise(scores->part[t][node[j]], scores->n);
			total += share[t];
			first = share[t] > share[first] ? t : first;
		}
		called += odd[j];
		out[first].nodes++;
		out[first].fine += !odd[j];
		for (size_t t = 0; t < parts && total > 0.0; t++)
			*(odd[j] ? &right[t] : &wrong[t]) += share[t] / total;
	}
	const double expected = (called + 1.0) / ((double)count + 2.0);
	for (size_t t = 0; t < parts; t++)
		if (out[t].before > 0.0) {
			p[t] = (right[t] + PRIOR * expected) / (right[t] + wrong[t] + PRIOR);
			best = fmax(best, p[t]);
		}
	const double power = 2.0 * fmin(1.0, (double)count / WHOLE);
	for (size_t t = 0; t < parts; t++)
		if (out[t].before > 0.0 && wrong[t] >= LEAST)
			out[t].factor = fmax(pow(p[t] / best, power), LEAST_FACTOR);
}
