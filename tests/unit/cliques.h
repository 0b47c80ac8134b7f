/* cliques.h: the network every embedding must see through: two cliques joined by one link, each
 * with words of its own. */
#ifndef TESTS_CLIQUES_H
#define TESTS_CLIQUES_H

#include <math.h>

#include "networks.h"
#include "oddone/matrix.h"

enum { CLIQUE = 8, CLIQUE_WORDS = 6 };

/* Nodes 0 … 7 and 8 … 15. Every node has four of its clique's six words, and one word of its own
 * that nobody shares. */
static inline void add_cliques(odd__builder *b, bool labels)
{
	for (size_t i = 0; i < 2 * CLIQUE; i++)
		add_node(b, i, "n", !labels ? NULL : i < CLIQUE ? "left" : "right");
	for (size_t i = 0; i < 2 * CLIQUE; i++) {
		for (size_t j = i + 1; j < 2 * CLIQUE; j++)
			if (i / CLIQUE == j / CLIQUE)
				add_link(b, i, j, 1.0);
		for (size_t w = 0; w < 4; w++)
			add_word(b, i, i / CLIQUE * CLIQUE_WORDS + (i + w) % CLIQUE_WORDS, 1.0);
		add_word(b, i, 2 * CLIQUE_WORDS + i, 1.0);
	}
	add_link(b, CLIQUE - 1, CLIQUE, 1.0);
}

static inline odd_network *make_cliques(bool labels)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	add_cliques(&b, labels);
	assert_ok(odd__builder_finish(&net, &b, "cliques", "test", &err), err);
	return net;
}

/* With three more nodes: 16 has words and no link, 17 a link and no words, 18 neither. */
static inline odd_network *make_lonely_cliques(void)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	add_cliques(&b, true);
	for (size_t i = 2 * CLIQUE; i < 2 * CLIQUE + 3; i++)
		add_node(&b, i, "n", "left");
	add_word(&b, 16, 0, 1.0);
	add_word(&b, 16, 1, 1.0);
	add_link(&b, 17, 3, 1.0);
	assert_ok(odd__builder_finish(&net, &b, "lonely", "test", &err), err);
	return net;
}

static inline double row_distance(odd_cmat X, size_t i, const double *y)
{
	double sum = 0.0;
	for (size_t k = 0; k < X.cols; k++)
		sum += (odd_cmat_row(X, i)[k] - y[k]) * (odd_cmat_row(X, i)[k] - y[k]);
	return sum;
}

/* Lloyd's 2-means from the two rows farthest apart: the share of nodes on the side of their clique,
 * under the better of the two namings. */
static inline double cliques_found(odd_cmat X)
{
	enum { N = 2 * CLIQUE, ROUNDS = 50 };
	size_t far[2] = {0, 1};
	int side[N];
	double best = -1.0, *centre[2];
	for (size_t i = 0; i < N; i++) {
		for (size_t j = 0; j < i; j++) {
			double d = row_distance(X, i, odd_cmat_row(X, j));
			if (d > best) {
				best = d;
				far[0] = j;
				far[1] = i;
			}
		}
	}
	for (int c = 0; c < 2; c++) {
		centre[c] = malloc((X.cols + 1) * sizeof **centre);
		memcpy(centre[c], odd_cmat_row(X, far[c]), X.cols * sizeof **centre);
	}
	for (int round = 0; round < ROUNDS; round++) {
		size_t count[2] = {0, 0};
		for (size_t i = 0; i < N; i++) {
			side[i] = row_distance(X, i, centre[1]) < row_distance(X, i, centre[0]);
			count[side[i]]++;
		}
		for (int c = 0; c < 2; c++)
			for (size_t k = 0; k < X.cols && count[c] > 0; k++) {
				centre[c][k] = 0.0;
				for (size_t i = 0; i < N; i++)
					if (side[i] == c)
						centre[c][k] +=
							odd_cmat_row(X, i)[k] / (double)count[c];
			}
	}
	size_t right = 0;
	for (size_t i = 0; i < N; i++)
		right += side[i] == (i >= CLIQUE);
	free(centre[0]);
	free(centre[1]);
	return (double)(right > N - right ? right : N - right) / N;
}

static inline void assert_finite(odd_cmat X)
{
	for (size_t i = 0; i < X.rows; i++)
		for (size_t k = 0; k < X.cols; k++)
			assert_true(isfinite(odd_cmat_row(X, i)[k]));
}

/* A job whose cancel flag goes up at the n-th report. */
typedef struct cancel_at {
	atomic_bool flag;
	int reports, at;
} cancel_at;

static inline void cancel_report(void *payload, const char *what, double done, double total)
{
	cancel_at *c = payload;
	assert_non_null(what);
	assert_true(done <= total);
	if (++c->reports >= c->at)
		atomic_store(&c->flag, true);
}

static inline odd_job cancelling_job(cancel_at *c, int at)
{
	atomic_init(&c->flag, false);
	c->reports = 0;
	c->at = at;
	return (odd_job){.threads = 1, .cancel = &c->flag, .report = cancel_report, .payload = c};
}

static inline void assert_same_bits(odd_cmat a, odd_cmat b)
{
	assert_int_equal(a.rows, b.rows);
	assert_int_equal(a.cols, b.cols);
	for (size_t i = 0; i < a.rows; i++)
		assert_memory_equal(
			odd_cmat_row(a, i), odd_cmat_row(b, i), a.cols * sizeof(double));
}

#endif
