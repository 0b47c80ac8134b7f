/* Kinship: by its definition in dense matrices, and what it must and must not see. */
#include "config.h"

#include <math.h>

#include "helpers.h"
#include "networks.h"
#include "oddone/recall.h"
#include "oddone/plant.h"
#include "oddone/score.h"
#include "score/evidence.h"

enum { N = 80, K = 3 };

static odd_csr links_from(const bool *A, size_t n)
{
	odd_error err;
	odd_csr S;
	size_t count = 0;
	uint32_t *r = malloc(n * n * sizeof *r), *c = malloc(n * n * sizeof *c);
	for (size_t i = 0; i < n * n; i++)
		if (A[i]) {
			r[count] = (uint32_t)(i / n);
			c[count++] = (uint32_t)(i % n);
		}
	assert_ok(
		odd_csr_from_triplets(&S, n, n, count, r, c, NULL, ODD_MERGE_MAX, NULL, &err), err);
	free(r);
	free(c);
	return S;
}

/* In room that holds no numbers: what lies there must not matter. */
static odd_status kinship(
	double *kin, double *apart, odd_ccsr A, odd_mat X, const odd_job *job, odd_error *err)
{
	odd_mat room;
	odd_status status = odd_mat_alloc(&room, X.rows, X.cols, err);
	for (size_t i = 0; i < X.rows * room.stride && status == ODD_OK; i++)
		room.data[i] = (double)NAN;
	if (status == ODD_OK)
		status = odd__kinship(kin, apart, A, X, room, job, err);
	odd_mat_free(&room);
	return status;
}

/* X: column 0 alike between linked nodes, column 1 opposite, column 2 noise. Linked are those of
 * one half, when the other sign differs; the last node has no links, the one before no row. */
static odd_csr make_linked(odd_mat X, bool *A, odd_rng *rng)
{
	for (size_t i = 0; i < N; i++) {
		odd_mat_row(X, i)[0] = (i % 2 ? 1.0 : -1.0) + 0.3 * odd_rng_normal(rng);
		odd_mat_row(X, i)[1] = (i / 2 % 2 ? 1.0 : -1.0) + 0.3 * odd_rng_normal(rng);
		odd_mat_row(X, i)[2] = odd_rng_normal(rng);
	}
	for (size_t i = 0; i + 1 < N; i++)
		for (size_t j = 0; j < i; j++)
			if (i % 2 == j % 2 && i / 2 % 2 != j / 2 % 2 && odd_rng_uniform(rng) < 0.3)
				A[i * N + j] = A[j * N + i] = true;
	for (size_t k = 0; k < K; k++)
		odd_mat_row(X, N - 2)[k] = 0.0;
	return links_from(A, N);
}

/* Neither scale nor basis of X matter, nor the number of threads; alike and opposite both count. */
static void signs_and_means(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 4, "test");
	bool *A = calloc(N * N, sizeof *A);
	odd_mat X;
	assert_ok(odd_mat_alloc(&X, N, K, &err), err);
	odd_csr S = make_linked(X, A, &rng);
	double kin[N], apart[N], again[2][N];
	odd_mat Y;
	assert_ok(odd_mat_alloc(&Y, N, K, &err), err);
	odd_mat_copy(Y, odd_mat_const(X));
	for (size_t i = 0; i < N; i++) /* any scale, any rotation: here a mirror */
		for (size_t k = 0; k < K; k++)
			odd_mat_row(Y, i)[k] = -7.0 * odd_mat_row(X, i)[K - 1 - k];
	odd_job one = {.threads = 1}, three = {.threads = 3};
	odd_mat Z;
	assert_ok(odd_mat_alloc(&Z, N, K, &err), err);
	odd_mat_copy(Z, odd_mat_const(X));
	assert_ok(kinship(kin, apart, odd_csr_const(S), Z, &one, &err), err);
	assert_ok(kinship(again[0], again[1], odd_csr_const(S), Y, &one, &err), err);
	double mean = 0.0, linked = 0.0;
	for (size_t i = 0; i < N; i++) {
		assert_close(again[0][i], kin[i], 1e-9);
		assert_close(again[1][i], apart[i], 1e-9);
		assert_true(kin[i] >= -1e-12 && kin[i] <= 2.0 + 1e-12);
		mean += i < N - 2 ? kin[i] / (N - 2) : 0.0;
		linked += i < N - 2 ? apart[i] / (N - 2) : 0.0;
	}
	/* linked nodes are alike in one way and opposite in another: half of what is seen, the
	 * learned half, counts both as kin; neighbours of one node are alike throughout */
	assert_true(mean < 0.7 && linked < 0.5);
	/* nothing known: about as the others */
	assert_true(kin[N - 1] < 0.8 && kin[N - 2] < 0.8);
	odd_mat_copy(Z, odd_mat_const(X));
	assert_ok(kinship(again[0], again[1], odd_csr_const(S), Z, &three, &err), err);
	assert_memory_equal(again[0], kin, sizeof kin);
	assert_memory_equal(again[1], apart, sizeof apart);
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_mat_free(&Z);
	odd_csr_clear(&S);
	free(A);
}

/* One direction: λ can be had by hand, and kin is the product of signs. */
static void one_direction_by_hand(void **state)
{
	(void)state;
	odd_error err;
	/* a path of four and a pair: + + + − and − −, rows of length 1 */
	enum { n = 6 };
	const double x[n] = {2.0, 1.0, 3.0, -1.0, -5.0, -1.0};
	static const int pair[][2] = {{0, 1}, {1, 2}, {2, 3}, {4, 5}};
	bool A[n * n] = {false};
	for (size_t e = 0; e < 4; e++)
		A[pair[e][0] * n + pair[e][1]] = A[pair[e][1] * n + pair[e][0]] = true;
	odd_csr S = links_from(A, n);
	odd_mat X;
	assert_ok(odd_mat_alloc(&X, n, 1, &err), err);
	for (size_t i = 0; i < n; i++)
		odd_mat_row(X, i)[0] = x[i];
	double kin[n], apart[n];
	assert_ok(kinship(kin, apart, odd_csr_const(S), X, NULL, &err), err);
	/* K = 1, Σd = 8: the edge is 2/√8 = .71, and λ: rows ±1 less the mean 2/8 */
	double up = 0.75, down = -1.25; /* d: 1 2 2 1 1 1 */
	double lambda = 2.0 * (2.0 * up * up + up * down + down * down) /
			(5.0 * up * up + 3.0 * down * down);
	assert_true(lambda < 2.0 / sqrt(8.0)); /* so it might be chance: the plain half alone */
	const double signs[n] = {1, 2, 0, -1, 1, 1}, ends[n] = {1, 2, 2, 1, 1, 1};
	const double way[n] = {1, 1, 1, -1, 1, 1};
	double far = 1.0 - 4.0 / 6.0; /* 1 − cos, over all nodes */
	for (size_t i = 0; i < n; i++) {
		double near = 1.0 - (0.5 * signs[i] + 2.0 * 0.25) / (ends[i] + 2.0);
		double wide = (ends[i] * (1.0 - way[i]) + 2.0 * far) / (ends[i] + 2.0);
		assert_close(kin[i], 0.5 * (near + wide), 1e-12);
	}
	/* pairs: 0 and 2 of node 1 agree, 1 and 3 of node 2 do not */
	assert_close(apart[1], 1.0 - (0.5 * 2.0 + 2.0 * 0.0) / (2.0 + 2.0), 1e-12);
	assert_close(apart[2], 1.0 + (0.5 * 2.0 - 2.0 * 0.0) / (2.0 + 2.0), 1e-12);
	assert_close(apart[0], 1.0, 1e-12);
	odd_mat_free(&X);
	odd_csr_clear(&S);

	/* forty such networks side by side are not chance */
	enum { many = 40 * n };
	bool *B = calloc((size_t)many * many, sizeof *B);
	for (size_t c = 0; c < 40; c++)
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++)
				B[(c * n + i) * many + c * n + j] = A[i * n + j];
	S = links_from(B, many);
	assert_ok(odd_mat_alloc(&X, many, 1, &err), err);
	for (size_t i = 0; i < many; i++)
		odd_mat_row(X, i)[0] = x[i % n];
	double got[2][many];
	assert_ok(kinship(got[0], got[1], odd_csr_const(S), X, NULL, &err), err);
	/* Both halves say the same now: kin over both ends of each link, usual .5. */
	for (size_t i = 0; i < many; i++) { /* as if each had two links more that are as usual */
		double links = ends[i % n];
		double near = 1.0 - (signs[i % n] + 2.0 * 0.5) / (links + 2.0);
		double wide = (links * (1.0 - way[i % n]) + 2.0 * far) / (links + 2.0);
		assert_close(got[0][i], 0.5 * (near + wide), 1e-9);
	}
	odd_mat_free(&X);
	odd_csr_clear(&S);
	free(B);
}

/* No rows, no links, one node: finite, and nobody before another. */
static void nothing_is_not_kinship(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 8, "test");
	bool *A = calloc(N * N, sizeof *A), none[4] = {false};
	odd_mat X;
	double kin[N], apart[N];
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < i; j++)
			A[i * N + j] = A[j * N + i] = odd_rng_uniform(&rng) < 0.1;
	odd_csr S = links_from(A, N);
	assert_ok(odd_mat_alloc(&X, N, K, &err), err);
	assert_ok(kinship(kin, apart, odd_csr_const(S), X, NULL, &err), err);
	for (size_t i = 0; i < N; i++)
		assert_true(kin[i] == kin[0] && isfinite(kin[i]) && isfinite(apart[i]));
	odd_csr_clear(&S);
	odd_mat_free(&X);
	S = links_from(none, 2);
	assert_ok(odd_mat_alloc(&X, 2, 1, &err), err);
	odd_mat_row(X, 0)[0] = 1.0;
	assert_ok(kinship(kin, apart, odd_csr_const(S), X, NULL, &err), err);
	assert_true(kin[0] == kin[1] && apart[0] == apart[1] && isfinite(kin[0]));
	odd_csr_clear(&S);
	odd_mat_free(&X);
	free(A);
}

/* The score on planted blocks, directed and not: it finds what is odd, and does so better than it
 * finds placebos. */
static void the_score_finds_the_odd(void **state)
{
	(void)state;
	for (int directed = 0; directed < 2; directed++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.directed = directed;
		odd_network *net = make_blocks(&b), *with;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.placebo = 15, .swap = 15, .rewire = 15, .seed = 2};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		odd_one *run;
		odd_one_options options = ODD_ONE_OPTIONS_INIT;
		options.k = 9;
		assert_ok(odd_one_begin(&run, with, &options, NULL, &err), err);
		assert_ok(odd_fit(run, NULL, NULL, NULL, &err), err);
		odd_scores s;
		odd_evaluation e;
		assert_ok(odd_scores_compute(&s, run, NULL, NULL, NULL, &err), err);
		assert_ok(odd_evaluate(&e, s.order, s.total, s.n, with->truth, &err), err);
		assert_true(e.auc > 0.9);
		assert_true(e.against_placebo > 0.8);
		assert_true(e.placebo_auc < 0.75);
		odd_scores_clear(&s);
		odd_one_free(run);
		odd_network_free(with);
		odd_network_free(net);
	}
}

/* Other numbers for the nodes, and the same is said of each. */
static void renumbering_renumbers(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 4, "test");
	bool *A = calloc(N * N, sizeof *A), *B = calloc(N * N, sizeof *B);
	odd_mat X, Y;
	uint32_t to[N];
	double one[2][N], other[2][N];
	assert_ok(odd_mat_alloc(&X, N, K, &err), err);
	assert_ok(odd_mat_alloc(&Y, N, K, &err), err);
	odd_csr S = make_linked(X, A, &rng);
	for (uint32_t i = 0; i < N; i++)
		to[i] = i;
	odd_rng_shuffle(&rng, to, N);
	for (size_t i = 0; i < N; i++) {
		memcpy(odd_mat_row(Y, to[i]), odd_mat_row(X, i), K * sizeof(double));
		for (size_t j = 0; j < N; j++)
			B[to[i] * N + to[j]] = A[i * N + j];
	}
	odd_csr T = links_from(B, N);
	assert_ok(kinship(one[0], one[1], odd_csr_const(S), X, NULL, &err), err);
	assert_ok(kinship(other[0], other[1], odd_csr_const(T), Y, NULL, &err), err);
	for (size_t i = 0; i < N; i++) {
		assert_close(other[0][to[i]], one[0][i], 1e-9);
		assert_close(other[1][to[i]], one[1][i], 1e-9);
	}
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_csr_clear(&S);
	odd_csr_clear(&T);
	free(A);
	free(B);
}

/* The total of every node by the default score. */
static double *totals_of(const odd_network *net, int threads)
{
	odd_error err;
	odd_job job = {.threads = threads};
	odd_one *run;
	odd_scores s;
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_stop stop = {.iterations = 5};
	options.k = 9;
	assert_ok(odd_one_begin(&run, net, &options, &job, &err), err);
	assert_ok(odd_fit(run, &stop, NULL, &job, &err), err);
	assert_ok(odd_scores_compute(&s, run, NULL, NULL, &job, &err), err);
	assert_string_equal(s.score->name, "evidence");
	double *total = malloc(s.n * sizeof *total);
	memcpy(total, s.total, s.n * sizeof *total);
	odd_scores_clear(&s);
	odd_one_free(run);
	return total;
}

/* Labels and truth are not looked at, nor does the number of threads change a bit. */
static void nobody_tells_the_score(void **state)
{
	(void)state;
	for (int directed = 0; directed < 2; directed++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.directed = directed;
		odd_network *net = make_blocks(&b), *with, *blind;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.structural = 5, .placebo = 5, .swap = 5, .seed = 2};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		assert_ok(odd_network_copy(&blind, with, &err), err);
		for (size_t i = 0; i < blind->nodes; i++) {
			blind->label[i] = ODD_NO_LABEL;
			blind->truth[i] = ODD_ORDINARY;
		}
		blind->has_truth = false;
		double *told = totals_of(with, 1), *untold = totals_of(blind, 1);
		double *threads = totals_of(with, 3);
		assert_memory_equal(told, untold, with->nodes * sizeof *told);
		assert_memory_equal(told, threads, with->nodes * sizeof *told);
		free(told);
		free(untold);
		free(threads);
		odd_network_free(blind);
		odd_network_free(with);
		odd_network_free(net);
	}
}

/* ---- what neighbours have in common --------------------------------------------------------- */

/* Words at random, some nodes with none; row by row, of any length. */
static odd_csr random_words(size_t n, size_t d, odd_rng *rng)
{
	odd_error err;
	odd_csr C;
	size_t count = 0;
	uint32_t *r = malloc(n * d * sizeof *r), *c = malloc(n * d * sizeof *c);
	double *v = malloc(n * d * sizeof *v);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < d; k++)
			if (i % 7 != 3 && odd_rng_uniform(rng) < 0.3) {
				r[count] = (uint32_t)i;
				c[count] = (uint32_t)k;
				v[count++] = 10.0 * odd_rng_normal(rng);
			}
	assert_ok(odd_csr_from_triplets(&C, n, d, count, r, c, v, ODD_MERGE_MAX, NULL, &err), err);
	free(r);
	free(c);
	free(v);
	return C;
}

static double cosine_of(odd_ccsr C, size_t i, size_t j)
{
	double dot = 0.0, size[2] = {0.0, 0.0};
	for (size_t k = 0; k < C.cols; k++) {
		size_t a = odd_csr_find(C, i, k), b = odd_csr_find(C, j, k);
		double x = a != SIZE_MAX ? odd_csr_value(C, a) : 0.0;
		double y = b != SIZE_MAX ? odd_csr_value(C, b) : 0.0;
		dot += x * y;
		size[0] += x * x;
		size[1] += y * y;
	}
	return size[0] > 0.0 && size[1] > 0.0 ? dot / sqrt(size[0] * size[1]) : 0.0;
}

static bool has_words(odd_ccsr C, size_t i)
{
	return C.ptr[i + 1] > C.ptr[i];
}

/* What is shared by its definition, pair by pair. */
static void shared_words_by_definition(void **state)
{
	enum { WORDS = 12 };
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 6, "test");
	bool *A = calloc(N * N, sizeof *A);
	for (size_t i = 0; i + 1 < N; i++) /* the last has no links */
		for (size_t j = 0; j < i; j++)
			A[i * N + j] = A[j * N + i] = odd_rng_uniform(&rng) < 0.08;
	odd_csr S = links_from(A, N), words = random_words(N, WORDS, &rng);
	odd_ccsr C = odd_csr_const(words);
	double value[N], again[N], sum[N], count[N], all = 0.0, links = 0.0;
	odd_job one = {.threads = 1}, three = {.threads = 3};
	assert_ok(odd__shared_words(value, odd_csr_const(S), C, &one, &err), err);
	assert_ok(odd__shared_words(again, odd_csr_const(S), C, &three, &err), err);
	for (size_t i = 0; i < N; i++) {
		double chance = 0.0, others = 0.0;
		sum[i] = count[i] = 0.0;
		for (size_t j = 0; j < N; j++)
			if (j != i && has_words(C, j)) {
				chance += cosine_of(C, i, j);
				others += 1.0;
			}
		for (size_t j = 0; j < N; j++)
			if (A[i * N + j] && has_words(C, j)) {
				sum[i] += cosine_of(C, i, j) - chance / others;
				count[i] += 1.0;
			}
		all += has_words(C, i) ? sum[i] : 0.0;
		links += has_words(C, i) ? count[i] : 0.0;
	}
	for (size_t i = 0; i < N; i++) {
		double usual = all / links;
		double mean = has_words(C, i) ? (sum[i] + 0.5 * usual) / (count[i] + 0.5) : usual;
		assert_close(value[i], 1.0 - mean, 1e-12);
		assert_true(again[i] == value[i]);
	}
	assert_close(value[N - 1], 1.0 - all / links, 1e-12);
	odd_csr_clear(&S);
	odd_csr_clear(&words);
	free(A);
}

/* A network of one node, without links, without words: numbers, all the same. */
static void shared_words_of_nothing(void **state)
{
	(void)state;
	odd_error err;
	bool A[4] = {false};
	for (size_t n = 1; n <= 2; n++) {
		odd_csr S = links_from(A, n), C;
		double value[2] = {-1.0, -1.0};
		assert_ok(odd_csr_from_triplets(
				  &C, n, 3, 0, NULL, NULL, NULL, ODD_MERGE_MAX, NULL, &err),
			err);
		assert_ok(odd__shared_words(value, odd_csr_const(S), odd_csr_const(C), NULL, &err),
			err);
		for (size_t i = 0; i < n; i++)
			assert_true(value[i] == 1.0);
		odd_csr_clear(&S);
		odd_csr_clear(&C);
	}
}

/* Rows are read in blocks: a network many times over, wherever its copies are cut, has the numbers
 * of its first copy throughout. */
static void copies_are_alike(void **state)
{
	(void)state;
	enum { COPIES = 450, ALL = COPIES * N };
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 4, "test");
	bool *A = calloc(N * N, sizeof *A);
	odd_mat X, all;
	assert_ok(odd_mat_alloc(&X, N, K, &err), err);
	assert_ok(odd_mat_alloc(&all, ALL, K, &err), err);
	odd_csr S = make_linked(X, A, &rng), T;
	size_t nnz = odd_csr_nnz(odd_csr_const(S));
	assert_ok(odd_csr_alloc(&T, ALL, ALL, COPIES * nnz, 0, &err), err);
	for (size_t c = 0; c < COPIES; c++) {
		for (size_t e = 0; e < nnz; e++)
			T.idx[c * nnz + e] = (uint32_t)(S.idx[e] + c * N);
		for (size_t i = 0; i < N; i++) {
			T.ptr[c * N + i + 1] = c * nnz + S.ptr[i + 1];
			for (size_t k = 0; k < K; k++)
				odd_mat_row(all, c * N + i)[k] = odd_mat_row(X, i)[k];
		}
	}
	double *kin = malloc(2 * ALL * sizeof *kin), *apart = kin + ALL;
	assert_ok(kinship(kin, apart, odd_csr_const(T), all, NULL, &err), err);
	for (size_t i = N; i < ALL; i++) {
		assert_close(kin[i], kin[i % N], 1e-9);
		assert_close(apart[i], apart[i % N], 1e-9);
	}
	assert_true(fabs(kin[0] - kin[1]) > 1e-6 && fabs(apart[0] - apart[1]) > 1e-6);
	free(kin);
	odd_mat_free(&X);
	odd_mat_free(&all);
	odd_csr_clear(&S);
	odd_csr_clear(&T);
	free(A);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shared_words_by_definition),
		cmocka_unit_test(shared_words_of_nothing),
		cmocka_unit_test(signs_and_means),
		cmocka_unit_test(copies_are_alike),
		cmocka_unit_test(one_direction_by_hand),
		cmocka_unit_test(nothing_is_not_kinship),
		cmocka_unit_test(the_score_finds_the_odd),
		cmocka_unit_test(renumbering_renumbers),
		cmocka_unit_test(nobody_tells_the_score),
	};
	return cmocka_run_group_tests_name("kinship", tests, NULL, NULL);
}
