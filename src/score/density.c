#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "linalg/memory.h"
#include "score/evidence.h"
#include "score/sorter.h"

#define REWIRINGS 10
#define NODES_LEAST 30 /* fewer are too few to know what chance does */
#define MARGIN 0.5     /* above the largest excess of rewired networks */

/* ---- core numbers --------------------------------------------------------------------------- */

odd_status odd__core_numbers(uint32_t *core, odd_ccsr A, odd_error *err)
{
	size_t n = A.rows, most = 0;
	for (size_t i = 0; i < n; i++) {
		core[i] = (uint32_t)(A.ptr[i + 1] - A.ptr[i]);
		most = core[i] > most ? core[i] : most;
	}
	/* Nodes sorted by degree; start[c]: the first whose core number is c or more. */
	odd__memory memory = {0};
	size_t *start = odd__take(&memory, most + 2, sizeof *start);
	uint32_t *order = odd__take(&memory, n, sizeof *order);
	uint32_t *place = odd__take(&memory, n, sizeof *place);
	odd_status status = odd__memory_check(&memory, err);
	if (status != ODD_OK) {
		odd__memory_free(&memory);
		return status;
	}
	for (size_t i = 0; i < n; i++)
		start[core[i] + 1]++;
	for (size_t c = 0; c < most; c++)
		start[c + 1] += start[c];
	for (size_t i = 0; i < n; i++) {
		place[i] = (uint32_t)start[core[i]]++;
		order[place[i]] = (uint32_t)i;
	}
	for (size_t c = most + 1; c > 0; c--)
		start[c] = start[c - 1];
	start[0] = 0;
	for (size_t t = 0; t < n; t++) {
		uint32_t v = order[t];
		for (size_t e = A.ptr[v]; e < A.ptr[v + 1]; e++) {
			uint32_t u = A.idx[e], c = core[u];
			if (c <= core[v])
				continue;
			/* u changes places with the first of its degree, and leaves it. */
			size_t first = start[c] > t + 1 ? start[c] : t + 1;
			uint32_t w = order[first];
			order[place[u]] = w;
			place[w] = place[u];
			order[first] = u;
			place[u] = (uint32_t)first;
			start[c] = first + 1;
			core[u]--;
		}
	}
	odd__memory_free(&memory);
	return ODD_OK;
}

/* ---- the same degrees, linked at random ----------------------------------------------------- */

/* Ends of links are paired at random; loops and repeated links are left out. */
static odd_status rewire(
	odd_csr *out, const uint32_t *degree, size_t n, odd_rng *rng, odd_error *err)
{
	size_t ends = 0, at = 0;
	for (size_t i = 0; i < n; i++)
		ends += degree[i];
	odd__memory memory = {0};
	uint32_t *end = odd__take(&memory, ends, sizeof *end);
	uint32_t *other = odd__take(&memory, ends, sizeof *other);
	odd_status status = odd__memory_check(&memory, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		for (size_t e = 0; e < degree[i]; e++)
			end[at++] = (uint32_t)i;
	if (status == ODD_OK)
		odd_rng_shuffle(rng, end, ends);
	ends -= ends % 2;
	size_t links = 0;
	for (size_t e = 0; e < ends && status == ODD_OK; e += 2) {
		uint32_t a = end[e], b = end[e + 1];
		if (a == b)
			continue;
		end[links] = other[links + 1] = a;
		end[links + 1] = other[links] = b;
		links += 2;
	}
	if (status == ODD_OK)
		status = odd_csr_from_triplets(
			out, n, n, links, end, other, NULL, ODD_MERGE_MAX, NULL, err);
	odd__memory_free(&memory);
	return status;
}

/* The usual core number of each degree, never falling. */
struct usual {
	size_t most;  /* largest degree */
	double *core; /* most + 1; counts are in `nodes` while it is made */
	double *nodes;
};

static odd_status count_cores(struct usual *u, uint32_t *core, odd_ccsr A, odd_error *err)
{
	odd_status status = odd__core_numbers(core, A, err);
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		u->core[A.ptr[i + 1] - A.ptr[i]] += core[i];
		u->nodes[A.ptr[i + 1] - A.ptr[i]] += 1.0;
	}
	return status;
}

/* Means; degrees that no node has lie on the line between those next to them. */
static void finish_usual(struct usual *u)
{
	size_t before = SIZE_MAX;
	for (size_t d = 0; d <= u->most; d++) {
		if (u->nodes[d] == 0.0)
			continue;
		u->core[d] /= u->nodes[d];
		if (before != SIZE_MAX)
			u->core[d] = fmax(u->core[d], u->core[before]);
		size_t from = before == SIZE_MAX ? 0 : before + 1;
		double low = before == SIZE_MAX ? u->core[d] : u->core[before];
		for (size_t g = from; g < d; g++)
			u->core[g] = low + (u->core[d] - low) * (double)(g - from + 1) /
						   (double)(d - from + 1);
		before = d;
	}
	for (size_t d = before == SIZE_MAX ? 0 : before + 1; d <= u->most; d++)
		u->core[d] = before == SIZE_MAX ? 0.0 : u->core[before];
}

static double largest_excess(const struct usual *u, const uint32_t *core, odd_ccsr A)
{
	double most = 0.0;
	for (size_t i = 0; i < A.rows; i++)
		most = fmax(most, core[i] - u->core[A.ptr[i + 1] - A.ptr[i]]);
	return most;
}

/* From networks of the same degrees: the usual core numbers, and the mean of the largest excesses.
 */
static odd_status learn_usual(
	struct usual *u, double *chance, odd_ccsr A, const odd_job *job, odd_error *err)
{
	size_t step = (A.rows + ODD__REWIRED_NODES - 1) / ODD__REWIRED_NODES;
	step = step > 0 ? step : 1;
	size_t n = A.rows / step, rounds = ODD__REWIRED_NODES / (n > 0 ? n : 1);
	rounds = rounds < 1 ? 1 : rounds > REWIRINGS ? REWIRINGS : rounds;
	odd__memory memory = {0};
	uint32_t *degree = odd__take(&memory, n, sizeof *degree);
	uint32_t *core = odd__take(&memory, rounds * n, sizeof *core);
	odd_csr other[REWIRINGS] = {0};
	odd_rng rng;
	odd_rng_init(&rng, 0, "rewired links");
	odd_status status = odd__memory_check(&memory, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		degree[i] = (uint32_t)(A.ptr[i * step + 1] - A.ptr[i * step]);
	for (size_t r = 0; r < rounds && status == ODD_OK; r++) {
		status = rewire(&other[r], degree, n, &rng, err);
		if (status == ODD_OK)
			status = count_cores(u, core + r * n, odd_csr_const(other[r]), err);
		if (status == ODD_OK && odd_job_cancelled(job))
			status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	}
	*chance = 0.0;
	if (status == ODD_OK)
		finish_usual(u);
	for (size_t r = 0; r < rounds && status == ODD_OK; r++)
		*chance +=
			largest_excess(u, core + r * n, odd_csr_const(other[r])) / (double)rounds;
	for (size_t r = 0; r < rounds; r++)
		odd_csr_clear(&other[r]);
	odd__memory_free(&memory);
	return status;
}

/* ---- excess --------------------------------------------------------------------------------- */

odd_status odd__density(
	double *density, size_t *beyond, odd_ccsr A, const odd_job *job, odd_error *err)
{
	odd__memory memory = {0};
	struct usual u = {0};
	double chance = 0.0, *excess = odd__take(&memory, A.rows, sizeof *excess);
	uint32_t *core = odd__take(&memory, A.rows, sizeof *core);
	odd__sorter sorter = {0};
	for (size_t i = 0; i < A.rows; i++)
		u.most = A.ptr[i + 1] - A.ptr[i] > u.most ? A.ptr[i + 1] - A.ptr[i] : u.most;
	u.core = odd__take(&memory, u.most + 1, sizeof *u.core);
	u.nodes = odd__take(&memory, u.most + 1, sizeof *u.nodes);
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK)
		status = odd__sorter_init(&sorter, A.rows, err);
	if (status == ODD_OK)
		status = learn_usual(&u, &chance, A, job, err);
	if (status == ODD_OK)
		status = odd__core_numbers(core, A, err);
	*beyond = 0;
	if (status == ODD_OK) {
		for (size_t i = 0; i < A.rows; i++)
			excess[i] = core[i] - u.core[A.ptr[i + 1] - A.ptr[i]];
		odd__percentile_ranks(density, excess, A.rows, 1e-9, &sorter);
	}
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		bool is_beyond = A.rows >= NODES_LEAST && excess[i] > chance + MARGIN;
		density[i] = is_beyond ? density[i] : 0.0;
		*beyond += is_beyond;
	}
	odd__sorter_clear(&sorter);
	odd__memory_free(&memory);
	return status;
}
