#include "config.h"

#include "project/agreement.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/rng.h"
#include "project/pca.h"

#define MOST_NODES 20000 /* beyond that every stride-th */
#define SMALLEST 0.01    /* degrees: nothing to be seen, but above 0 for a log axis */

void odd_agreement_clear(odd_agreement *a)
{
	free(a->node);
	free(a->own);
	free(a->other);
	free(a->place);
	*a = (odd_agreement){0};
}

/* False for a row of zeros. */
static bool has_direction(const double *row, size_t k)
{
	double most = 0.0;
	for (size_t j = 0; j < k; j++)
		most = isfinite(row[j]) ? fmax(most, fabs(row[j])) : HUGE_VAL;
	return most > 0.0 && isfinite(most);
}

static void unit_row(double *to, const double *from, size_t k)
{
	double most = 0.0, sum = 0.0;
	for (size_t j = 0; j < k; j++)
		most = fmax(most, fabs(from[j]));
	for (size_t j = 0; j < k; j++)
		sum += from[j] / most * (from[j] / most);
	for (size_t j = 0; j < k; j++)
		to[j] = from[j] / most / sqrt(sum);
}

static double angle_between(const double *a, const double *b, size_t k)
{
	double dot = 0.0;
	for (size_t j = 0; j < k; j++)
		dot += a[j] * b[j];
	double angle = acos(fmin(1.0, fmax(-1.0, dot))) * 180.0 / acos(-1.0);
	return fmax(SMALLEST, angle);
}

static void measure_angles(odd_agreement *a, odd_cmat rows)
{
	odd_rng rng;
	odd_rng_init(&rng, 1, "agreement");
	for (size_t i = 0; i < a->n; i++) {
		const double *links = odd_cmat_row(rows, i);
		size_t other = a->n > 1 ? odd_rng_below(&rng, a->n - 1) : 0;
		other += other >= i && a->n > 1;
		a->own[i] = angle_between(links, odd_cmat_row(rows, a->n + i), rows.cols);
		a->other[i] = angle_between(links, odd_cmat_row(rows, a->n + other), rows.cols);
	}
}

odd_status odd_agreement_measure(odd_agreement *out, odd_cmat G, odd_cmat aligned, odd_error *err)
{
	const size_t all = G.rows, k = G.cols;
	odd_mat rows = {0}, along = {0};
	*out = (odd_agreement){.nodes = all, .stride = (all + MOST_NODES - 1) / MOST_NODES};
	if (all == 0 || k == 0 || aligned.rows != all)
		return ODD_OK;
	out->node = malloc(all * sizeof *out->node);
	out->own = malloc(all * sizeof *out->own);
	out->other = malloc(all * sizeof *out->other);
	out->place = malloc(2 * all * sizeof *out->place);
	if (out->node == NULL || out->own == NULL || out->other == NULL || out->place == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < all; i += out->stride) {
		if (has_direction(odd_cmat_row(G, i), k) &&
			has_direction(odd_cmat_row(aligned, i), k))
			out->node[out->n++] = (uint32_t)i;
	}
	if (out->n == 0)
		return ODD_OK;
	odd_status status = odd_mat_alloc(&rows, 2 * out->n, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&along, 2 * out->n, 1, err);
	if (status == ODD_OK) {
		for (size_t i = 0; i < out->n; i++) {
			unit_row(odd_mat_row(rows, i), odd_cmat_row(G, out->node[i]), k);
			unit_row(odd_mat_row(rows, out->n + i), odd_cmat_row(aligned, out->node[i]),
				k);
		}
		measure_angles(out, odd_mat_const(rows));
		status = odd_pca(along, &out->explained, odd_mat_const(rows), NULL, err);
		for (size_t i = 0; i < 2 * out->n; i++)
			out->place[i] = odd_mat_row(along, i)[0];
	}
	odd_mat_free(&along);
	odd_mat_free(&rows);
	return status;
}
