/* assignment.c: shortest augmenting paths with potentials (Jonker and Volgenant's form of the
 * Hungarian method).
 *
 * Potentials u, v keep every reduced cost c_rj − u_r − v_j ≥ 0, and 0 where row r holds column j.
 * Each row in turn starts a shortest path, in reduced costs, over rows that hold columns to a
 * column that is free; then holders along the path move on by one. Place 0 of the columns is a
 * dummy, held by the row that looks for one.
 */
#include "config.h"

#include "eval/assignment.h"

#include <stdbool.h>
#include <stdlib.h>

struct search {
	const int64_t *cost;
	size_t n;
	int64_t *u, *v; /* n + 1: of rows, of columns */
	int64_t *least; /* n + 1: shortest distance to a column so far */
	size_t *holder; /* n + 1: the row that holds a column, 0: free; rows count from 1 */
	size_t *before; /* n + 1: the column before this one on the path */
	bool *reached;  /* n + 1 */
};

/* From column j, the nearest column not yet reached. Potentials move so that it is at distance 0.
 */
static size_t advance(struct search *s, size_t j)
{
	size_t row = s->holder[j], next = 0;
	int64_t step = INT64_MAX;
	s->reached[j] = true;
	for (size_t k = 1; k <= s->n; k++) {
		if (s->reached[k])
			continue;
		int64_t d = s->cost[(row - 1) * s->n + k - 1] - s->u[row] - s->v[k];
		if (d < s->least[k]) {
			s->least[k] = d;
			s->before[k] = j;
		}
		if (s->least[k] < step) {
			step = s->least[k];
			next = k;
		}
	}
	for (size_t k = 0; k <= s->n; k++) {
		if (s->reached[k]) {
			s->u[s->holder[k]] += step;
			s->v[k] -= step;
		} else
			s->least[k] -= step;
	}
	return next;
}

static void place_row(struct search *s, size_t row)
{
	for (size_t k = 0; k <= s->n; k++) {
		s->least[k] = INT64_MAX;
		s->reached[k] = false;
	}
	s->holder[0] = row;
	size_t j = 0;
	do
		j = advance(s, j);
	while (s->holder[j] != 0);
	for (; j != 0; j = s->before[j])
		s->holder[j] = s->holder[s->before[j]];
}

/* Distances stay below 2 n times the largest cost. */
static bool fits(const int64_t *cost, size_t n)
{
	int64_t most = INT64_MAX / 8 / (int64_t)(n + 1);
	for (size_t e = 0; e < n * n; e++)
		if (cost[e] > most || cost[e] < -most)
			return false;
	return true;
}

odd_status odd_assignment(
	uint32_t *column, int64_t *total, const int64_t *cost, size_t n, odd_error *err)
{
	if (total != NULL)
		*total = 0;
	if (n == 0)
		return ODD_OK;
	if (n > UINT32_MAX || !fits(cost, n))
		return odd_error_set(err, ODD_EUSAGE, "assignment: costs are too large to add up");
	int64_t *number = calloc(3 * (n + 1), sizeof *number);
	size_t *index = calloc(2 * (n + 1), sizeof *index);
	bool *reached = calloc(n + 1, sizeof *reached);
	odd_status status = ODD_OK;
	if (number == NULL || index == NULL || reached == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	struct search s = {.cost = cost,
		.n = n,
		.u = number,
		.v = number + (n + 1),
		.least = number + 2 * (n + 1),
		.holder = index,
		.before = index + (n + 1),
		.reached = reached};
	for (size_t row = 1; row <= n; row++)
		place_row(&s, row);
	for (size_t k = 1; k <= n; k++) {
		size_t row = s.holder[k] - 1;
		column[row] = (uint32_t)(k - 1);
		if (total != NULL)
			*total += cost[row * n + k - 1];
	}
out:
	free(number);
	free(index);
	free(reached);
	return status;
}
