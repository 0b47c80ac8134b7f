/* certainty.c: how far a node's rank depends on what nobody knows: how many dimensions are right,
 * and where to begin. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/score.h"
#include "score/score_internal.h"

/* K ∓ 1/8, 2/8, 3/8 of it, in turn; at least one dimension away, and within what the network has
 * room for. */
size_t odd_certainty_k(size_t k, size_t nodes, size_t attributes, size_t run)
{
	size_t step = (k + 4) / 8, most = nodes < attributes ? nodes : attributes;
	size_t away = (run / 2 % 3 + 1) * (step > 0 ? step : 1);
	most = most > 1 ? most - 1 : 1;
	if (run % 2 == 0)
		return k > away ? k - away : 1;
	return k + away < most ? k + away : most;
}

static odd_status rank_again(odd_scores *out, const odd_network *net, const odd_one *run,
	const odd_score *score, const double *weight, size_t which, const odd_job *job,
	odd_error *err)
{
	odd_one *other = NULL;
	odd_one_options o = *odd_one_options_used(run);
	const odd_stop stop = {.iterations = odd_one_iteration(run)};
	o.k = odd_certainty_k(o.k, net->nodes, net->attributes, which);
	o.seed += which + 1;
	o.alpha = o.beta = (double)NAN; /* derived anew: they belong to a start */
	if (o.start == ODD_START_GIVEN)
		o.start = ODD_START_PRESET;
	odd_status status = odd_one_begin(&other, net, &o, job, err);
	if (status == ODD_OK && stop.iterations > 0)
		status = odd_fit(other, &stop, NULL, job, err);
	if (status == ODD_OK)
		status = odd_scores_compute(out, other, score, weight, job, err);
	odd_one_free(other);
	return status;
}

/* Nodes of equal score share the first and the last of their ranks. */
static void widen(odd_scores *s, const odd_scores *by)
{
	for (size_t first = 0, next; first < by->n; first = next) {
		double total = by->total[by->order[first]];
		for (next = first + 1; next < by->n && by->total[by->order[next]] == total;)
			next++;
		for (size_t r = first; r < next; r++) {
			size_t node = by->order[r];
			if (s->low[node] > first + 1)
				s->low[node] = (uint32_t)first + 1;
			if (s->high[node] < next)
				s->high[node] = (uint32_t)next;
		}
	}
}

odd_status odd_scores_certainty(odd_scores *scores, const odd_network *net, const odd_one *run,
	const double *weight, size_t runs, const odd_job *job, odd_error *err)
{
	size_t n = scores->n;
	uint32_t *low = malloc((n + 1) * sizeof *low), *high = malloc((n + 1) * sizeof *high);
	odd_status status = low != NULL && high != NULL ? ODD_OK : odd_error_nomem(err);
	if (status != ODD_OK) {
		free(low);
		free(high);
		return status;
	}
	odd__certainty_drop(scores);
	scores->low = low;
	scores->high = high;
	for (size_t i = 0; i < n; i++)
		low[i] = high[i] = scores->rank[i];
	widen(scores, scores);
	for (size_t r = 0; r < runs && status == ODD_OK; r++) {
		odd_scores other;
		odd_job_report(job, "certainty", (double)r, (double)runs);
		status = rank_again(&other, net, run, scores->score, weight, r, job, err);
		if (status != ODD_OK)
			break;
		widen(scores, &other);
		odd_scores_clear(&other);
	}
	scores->runs = runs;
	if (status != ODD_OK)
		odd__certainty_drop(scores);
	return status;
}

void odd__certainty_drop(odd_scores *scores)
{
	free(scores->low);
	free(scores->high);
	scores->low = scores->high = NULL;
	scores->runs = 0;
}

bool odd_scores_tied(const odd_scores *s, size_t node)
{
	size_t at = s->rank[node] - 1;
	return (at > 0 && s->total[s->order[at - 1]] == s->total[node]) ||
	       (at + 1 < s->n && s->total[s->order[at + 1]] == s->total[node]);
}
