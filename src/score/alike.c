/* alike.c: are linked nodes, or the two embeddings of a node, more alike than strangers? */
#include "config.h"

#include <math.h>

#include "base/rng.h"
#include "score/evidence.h"

#define TIE 1e-12       /* of the sizes that are compared */
#define CERTAIN 2.0     /* standard deviations */
#define TRUST_REACH 0.1 /* √links × share beyond chance from which trust is whole */

/* Counts what (a − b)·(c − d) says, from a·c, b·d, a·d and b·c. */
struct count {
	double more, pairs;
};

static void count_pair(struct count *n, double ac, double bd, double ad, double bc)
{
	double by = ac + bd - ad - bc;
	double size = fabs(ac) + fabs(bd) + fabs(ad) + fabs(bc);
	n->more += by > TIE * size ? 1.0 : by < -TIE * size ? 0.0 : 0.5;
	n->pairs += 1.0;
}

static odd__alike alike_of(const struct count *n)
{
	if (n->pairs == 0.0)
		return (odd__alike){0.5, 1.0};
	return (odd__alike){n->more / n->pairs, 0.5 / sqrt(n->pairs)};
}

/* ---- linked nodes --------------------------------------------------------------------------- */

/* Rows are sorted. */
static double dot_rows(odd_ccsr C, size_t i, size_t j)
{
	double sum = 0.0;
	size_t a = C.ptr[i], b = C.ptr[j];
	while (a < C.ptr[i + 1] && b < C.ptr[j + 1]) {
		if (C.idx[a] == C.idx[b])
			sum += odd_csr_value(C, a) * odd_csr_value(C, b);
		size_t next = a + (C.idx[a] <= C.idx[b]);
		b += C.idx[b] <= C.idx[a];
		a = next;
	}
	return sum;
}

/* In whose row entry e is. */
static size_t row_of(odd_ccsr A, size_t e)
{
	size_t low = 0, high = A.rows;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (A.ptr[middle] <= e)
			low = middle;
		else
			high = middle;
	}
	return low;
}

odd__alike odd__linked_alike(odd_ccsr A, odd_ccsr C, const double *length)
{
	struct count n = {0};
	odd_rng rng;
	size_t entries = odd_csr_nnz(A), pairs = entries / 2;
	pairs = pairs < ODD__ALIKE_PAIRS ? pairs : ODD__ALIKE_PAIRS;
	odd_rng_init(&rng, 0, "pairs of links");
	for (size_t p = 0; p < pairs; p++) {
		size_t e = odd_rng_below(&rng, entries), f = odd_rng_below(&rng, entries);
		size_t i = row_of(A, e), j = A.idx[e], k = row_of(A, f), l = A.idx[f];
		if (i == k || j == l || i == l || j == k)
			continue;
		double a = 1.0, b = 1.0, c = 1.0, d = 1.0;
		if (length != NULL) {
			a = length[i];
			b = length[k];
			c = length[j];
			d = length[l];
		}
		count_pair(&n, a * c * dot_rows(C, i, j), b * d * dot_rows(C, k, l),
			a * d * dot_rows(C, i, l), b * c * dot_rows(C, k, j));
	}
	return alike_of(&n);
}

double odd__alike_trust(const odd__alike *alike, double mean_links)
{
	double beyond = alike->share - CERTAIN * alike->strays - 0.5;
	return fmin(fmax(sqrt(mean_links) * beyond / TRUST_REACH, 0.0), 1.0);
}

/* ---- the two embeddings --------------------------------------------------------------------- */

static double dot(const double *x, const double *y, size_t n)
{
	double sum = 0.0;
	for (size_t k = 0; k < n; k++)
		sum += x[k] * y[k];
	return sum;
}

/* g·(U_i Wᵀ) */
static double across(const odd_one_state *s, const double *g, size_t i)
{
	const double *u = odd_cmat_row(s->U, i);
	double sum = 0.0;
	for (size_t a = 0; a < s->k; a++)
		sum += g[a] * dot(odd_cmat_row(s->W, a), u, s->k);
	return sum;
}

odd__alike odd__embeddings_alike(const odd_one_state *s)
{
	struct count n = {0};
	odd_rng rng;
	const size_t most = ODD__ALIKE_PAIRS / 5; /* each costs 4 K² */
	size_t pairs = s->nodes < most ? s->nodes : most;
	odd_rng_init(&rng, 0, "pairs of nodes");
	for (size_t p = 0; p < pairs; p++) {
		size_t i = odd_rng_below(&rng, s->nodes), k = odd_rng_below(&rng, s->nodes);
		if (i == k)
			continue;
		const double *g = odd_cmat_row(s->G, i), *h = odd_cmat_row(s->G, k);
		count_pair(&n, across(s, g, i), across(s, h, k), across(s, g, k), across(s, h, i));
	}
	return alike_of(&n);
}

/* ---- links ---------------------------------------------------------------------------------- */

/* The rows of a symmetric A without their diagonals. */
static odd_status links_both_ways(odd_csr *out, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, A.rows, A.cols, odd_csr_nnz(A), 0, err);
	if (status != ODD_OK)
		return status;
	size_t count = 0;
	for (size_t i = 0; i < A.rows; i++) {
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			if (A.idx[e] != i)
				out->idx[count++] = A.idx[e];
		out->ptr[i + 1] = count;
	}
	return ODD_OK;
}

/* Rows of A and Aᵀ are sorted: what is in either, once. */
static odd_status links_one_way(odd_csr *out, odd_ccsr A, odd_ccsr At, odd_error *err)
{
	odd_status status =
		odd_csr_alloc(out, A.rows, A.cols, odd_csr_nnz(A) + odd_csr_nnz(At), 0, err);
	if (status != ODD_OK)
		return status;
	size_t count = 0;
	for (size_t i = 0; i < A.rows; i++) {
		size_t a = A.ptr[i], b = At.ptr[i];
		while (a < A.ptr[i + 1] || b < At.ptr[i + 1]) {
			uint32_t from_a = a < A.ptr[i + 1] ? A.idx[a] : UINT32_MAX;
			uint32_t from_b = b < At.ptr[i + 1] ? At.idx[b] : UINT32_MAX;
			uint32_t next = from_a < from_b ? from_a : from_b;
			a += from_a == next;
			b += from_b == next;
			if (next != i)
				out->idx[count++] = next;
		}
		out->ptr[i + 1] = count;
	}
	return ODD_OK;
}

odd_status odd__links_either_way(odd_csr *out, const odd_prepared *input, odd_error *err)
{
	odd_ccsr A = odd_csr_const(input->A);
	return input->At.ptr == NULL ? links_both_ways(out, A, err)
				     : links_one_way(out, A, odd_csr_const(input->At), err);
}
