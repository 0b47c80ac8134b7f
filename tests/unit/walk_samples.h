/* walk_samples.h: small graphs for the methods that walk, and what their tests measure with. */
#ifndef TESTS_WALK_SAMPLES_H
#define TESTS_WALK_SAMPLES_H

#include "networks.h"

#include <math.h>

#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct edge {
	size_t from, to;
	double weight;
} edge;

static inline odd_network *graph(size_t nodes, const edge *edges, size_t count, bool directed)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, directed);
	for (size_t i = 0; i < nodes; i++)
		add_node(&b, i, "n", NULL);
	for (size_t e = 0; e < count; e++)
		add_link(&b, edges[e].from, edges[e].to, edges[e].weight);
	assert_ok(odd__builder_finish(&net, &b, "graph", "test", &err), err);
	return net;
}

/* Two cliques of 8, nodes 0 … 7 and 8 … 15, joined by one link, and `alone` nodes without links. */
static inline odd_network *two_cliques(size_t alone)
{
	edge edges[57];
	size_t n = 0;
	for (size_t i = 0; i < 16; i++)
		for (size_t j = i + 1; j < (i < 8 ? 8u : 16u); j++)
			edges[n++] = (edge){i, j, 1.0};
	edges[n++] = (edge){7, 8, 1.0};
	return graph(16 + alone, edges, n, false);
}

static inline double row_distance(odd_cmat X, size_t i, const double *to)
{
	double sum = 0.0;
	for (size_t k = 0; k < X.cols; k++)
		sum += (odd_cmat_row(X, i)[k] - to[k]) * (odd_cmat_row(X, i)[k] - to[k]);
	return sum;
}

/* Lloyd's 2-means from the two rows farthest apart: are the two cliques its clusters? */
static inline bool cliques_found(odd_cmat X)
{
	double centre[2][256];
	size_t pair[2] = {0, 1};
	assert_true(X.cols <= 256);
	for (size_t i = 0; i < 16; i++)
		for (size_t j = 0; j < i; j++)
			if (row_distance(X, i, odd_cmat_row(X, j)) >
				row_distance(X, pair[0], odd_cmat_row(X, pair[1]))) {
				pair[0] = i;
				pair[1] = j;
			}
	for (int c = 0; c < 2; c++)
		memcpy(centre[c], odd_cmat_row(X, pair[c]), X.cols * sizeof(double));
	int cluster[16] = {0};
	for (int round = 0; round < 20; round++) {
		double sum[2][256] = {{0.0}}, count[2] = {0.0, 0.0};
		for (size_t i = 0; i < 16; i++) {
			int c = row_distance(X, i, centre[1]) < row_distance(X, i, centre[0]);
			cluster[i] = c;
			count[c]++;
			for (size_t k = 0; k < X.cols; k++)
				sum[c][k] += odd_cmat_row(X, i)[k];
		}
		for (int c = 0; c < 2; c++)
			for (size_t k = 0; k < X.cols && count[c] > 0.0; k++)
				centre[c][k] = sum[c][k] / count[c];
	}
	for (size_t i = 0; i < 16; i++)
		if (cluster[i] != (i < 8 ? cluster[0] : 1 - cluster[0]))
			return false;
	return true;
}

/* The value that chi-square passes once in ten thousand times (Wilson and Hilferty). */
static inline double chi_limit(double freedom)
{
	double v = 2.0 / (9.0 * freedom), t = 1.0 - v + 3.719 * sqrt(v);
	return freedom * t * t * t;
}

/* Do counts follow a law (any scale; what has weight 0 must not occur)? */
static inline void assert_follows(const size_t *count, const double *law, size_t n)
{
	double total = 0.0, sum = 0.0, chi = 0.0, freedom = -1.0;
	for (size_t i = 0; i < n; i++) {
		total += (double)count[i];
		sum += law[i];
	}
	for (size_t i = 0; i < n; i++) {
		double expect = total * law[i] / sum, off = (double)count[i] - expect;
		if (law[i] == 0.0) {
			assert_int_equal(count[i], 0);
			continue;
		}
		chi += off * off / expect;
		freedom++;
	}
	assert_true(total > 0.0);
	if (freedom > 0.0 && !(chi < chi_limit(freedom)))
		fail_msg("chi-square %g at %g degrees of freedom", chi, freedom);
}

/* Equal in shape and in every bit. */
static inline bool same_bits(odd_mat a, odd_mat b)
{
	if (a.rows != b.rows || a.cols != b.cols)
		return false;
	for (size_t i = 0; i < a.rows; i++)
		if (memcmp(odd_mat_row(a, i), odd_mat_row(b, i), a.cols * sizeof(double)) != 0)
			return false;
	return true;
}

static inline bool all_finite(odd_mat a)
{
	for (size_t i = 0; i < a.rows; i++)
		for (size_t k = 0; k < a.cols; k++)
			if (!isfinite(odd_mat_row(a, i)[k]))
				return false;
	return true;
}

/* A listener who raises the cancel flag at the report after `patience` others. */
typedef struct listener {
	atomic_bool cancel;
	size_t reports, patience;
	const char *what;
	double done, total;
	bool fell; /* progress went back while the work kept its name */
} listener;

static inline void listen(void *payload, const char *what, double done, double total)
{
	listener *l = payload;
	if (l->what != NULL && strcmp(l->what, what) == 0 && done < l->done)
		l->fell = true;
	l->what = what;
	l->done = done;
	l->total = total;
	if (l->reports++ == l->patience)
		atomic_store(&l->cancel, true);
}

static inline odd_job listening(listener *l, int threads)
{
	return (odd_job){threads, &l->cancel, listen, l};
}

#endif
