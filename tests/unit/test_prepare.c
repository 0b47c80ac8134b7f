/* Preparation against dense formulas, and finite on every hole. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "oddone/prepare.h"

enum { N = 60, D = 25 };

static void to_dense(double *out, odd_ccsr S)
{
	memset(out, 0, S.rows * S.cols * sizeof *out);
	for (size_t i = 0; i < S.rows; i++)
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
			out[i * S.cols + S.idx[e]] += odd_csr_value(S, e);
}

static void assert_finite(odd_ccsr S)
{
	for (size_t i = 0; i < S.rows; i++) {
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			assert_true(isfinite(odd_csr_value(S, e)));
			assert_true(S.idx[e] < S.cols);
			if (e > S.ptr[i])
				assert_true(S.idx[e - 1] < S.idx[e]);
		}
	}
}

static void assert_unit_rows(odd_ccsr S)
{
	for (size_t i = 0; i < S.rows; i++) {
		double sum = 0.0;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
			sum += S.val[e] * S.val[e];
		if (S.ptr[i] < S.ptr[i + 1])
			assert_close(sum, 1.0, 1e-12);
	}
}

static odd_csr random_matrix(
	size_t rows, size_t cols, size_t entries, bool symmetric, bool values, uint64_t seed)
{
	enum { MOST = 4000 };
	uint32_t r[MOST], c[MOST];
	double v[MOST];
	odd_error err;
	odd_rng rng;
	odd_csr out;
	size_t n = 0;
	odd_rng_init(&rng, seed, "test");
	assert_true(2 * entries <= MOST);
	for (size_t e = 0; e < entries; e++) {
		/* the last row and column stay empty */
		r[n] = (uint32_t)odd_rng_below(&rng, rows - 1);
		c[n] = (uint32_t)odd_rng_below(&rng, cols - 1);
		if (rows == cols && r[n] == c[n])
			continue;
		v[n] = values ? 0.5 + 3.0 * odd_rng_uniform(&rng) : 1.0;
		n++;
		if (symmetric) {
			r[n] = c[n - 1];
			c[n] = r[n - 1];
			v[n] = v[n - 1];
			n++;
		}
	}
	assert_ok(odd_csr_from_triplets(
			  &out, rows, cols, n, r, c, values ? v : NULL, ODD_MERGE_MAX, NULL, &err),
		err);
	return out;
}

static void adjacency_is_normalised(void **state)
{
	(void)state;
	for (int variant = 0; variant < 4; variant++) {
		odd_error err;
		bool symmetric = variant & 1, weighted = variant & 2;
		odd_csr A = random_matrix(N, N, 150, symmetric, weighted, 3), P;
		double a[N * N], p[N * N], row[N] = {0}, column[N] = {0};
		to_dense(a, odd_csr_const(A));
		for (size_t i = 0; i < N; i++)
			a[i * N + i] += 1.0;
		for (size_t i = 0; i < N; i++) {
			for (size_t j = 0; j < N; j++) {
				row[i] += a[i * N + j];
				column[j] += a[i * N + j];
			}
		}
		assert_ok(odd_prepare_adjacency(&P, odd_csr_const(A), &err), err);
		assert_finite(odd_csr_const(P));
		assert_int_equal(odd_csr_nnz(odd_csr_const(P)), odd_csr_nnz(odd_csr_const(A)) + N);
		to_dense(p, odd_csr_const(P));
		for (size_t i = 0; i < N; i++) {
			for (size_t j = 0; j < N; j++) {
				double x = a[i * N + j] / sqrt(row[i] * column[j]);
				assert_close(p[i * N + j], x, 1e-14);
				if (symmetric) /* to the last bit */
					assert_true(p[i * N + j] == p[j * N + i]);
			}
		}
		assert_true(p[N * N - 1] == 1.0); /* the isolated node */
		odd_csr_clear(&P);
		odd_csr_clear(&A);
	}
}

static void tfidf_is_the_formula(void **state)
{
	(void)state;
	for (int values = 0; values < 2; values++) {
		odd_error err;
		odd_csr C = random_matrix(N, D, 200, false, values, 5), T;
		double c[N * D], t[N * D];
		to_dense(c, odd_csr_const(C));
		for (size_t d = 0; d < D; d++) {
			double df = 0.0;
			for (size_t i = 0; i < N; i++)
				df += c[i * D + d] != 0.0;
			for (size_t i = 0; i < N; i++)
				c[i * D + d] *= log((1.0 + N) / (1.0 + df)) + 1.0;
		}
		assert_ok(odd_prepare_tfidf(&T, odd_csr_const(C), &err), err);
		assert_finite(odd_csr_const(T));
		assert_unit_rows(odd_csr_const(T));
		to_dense(t, odd_csr_const(T));
		for (size_t i = 0; i < N; i++) {
			double length = 0.0;
			for (size_t d = 0; d < D; d++)
				length += c[i * D + d] * c[i * D + d];
			for (size_t d = 0; d < D && length > 0.0; d++)
				assert_close(t[i * D + d], c[i * D + d] / sqrt(length), 1e-14);
		}
		assert_int_equal(T.ptr[N] - T.ptr[N - 1], 0);
		odd_csr_clear(&T);
		odd_csr_clear(&C);
	}
}

static void standardising_is_the_formula(void **state)
{
	(void)state;
	odd_error err;
	odd_csr C = random_matrix(N, D, 900, false, true, 6), S;
	double c[N * D], s[N * D];
	size_t constants;
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(C)); e += 3)
		C.val[e] = -C.val[e];
	/* a column of its own scale, far from 0: the two passes must not cancel */
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(C)); e++)
		if (C.idx[e] == 3)
			C.val[e] = 1e6 + C.val[e];
	to_dense(c, odd_csr_const(C));
	assert_ok(odd_prepare_standardise(&S, odd_csr_const(C), (odd_ccsr){0}, &constants, &err),
		err);
	assert_int_equal(constants, 1); /* the empty last column */
	assert_int_equal(odd_csr_nnz(odd_csr_const(S)), N * (D - 1));
	assert_int_equal(S.cols, D);
	assert_finite(odd_csr_const(S));
	assert_unit_rows(odd_csr_const(S));
	to_dense(s, odd_csr_const(S));
	for (size_t d = 0; d < D - 1; d++) {
		double mean = 0.0, variance = 0.0;
		for (size_t i = 0; i < N; i++)
			mean += c[i * D + d] / N;
		for (size_t i = 0; i < N; i++)
			variance += (c[i * D + d] - mean) * (c[i * D + d] - mean) / N;
		for (size_t i = 0; i < N; i++)
			c[i * D + d] = (c[i * D + d] - mean) / sqrt(variance);
	}
	for (size_t i = 0; i < N; i++) {
		double length = 0.0;
		for (size_t d = 0; d < D; d++)
			length += c[i * D + d] * c[i * D + d];
		for (size_t d = 0; d < D; d++)
			assert_close(s[i * D + d], c[i * D + d] / sqrt(length), 1e-9);
	}
	odd_csr_clear(&S);
	odd_csr_clear(&C);
}

/* √|r| of each column between the ends of links, in double sums over all pairs. */
static void column_weights(double *weight, const double *s, const double *a)
{
	double links = 0.0;
	for (size_t q = 0; q < N * N; q++)
		links += a[q] != 0.0;
	for (size_t d = 0; d < D; d++) {
		double mean = 0.0, with = 0.0, own = 0.0;
		for (size_t q = 0; q < N * N; q++)
			if (a[q] != 0.0)
				mean += 0.5 * (s[q / N * D + d] + s[q % N * D + d]) / links;
		for (size_t q = 0; q < N * N; q++)
			if (a[q] != 0.0) {
				double x = s[q / N * D + d] - mean, y = s[q % N * D + d] - mean;
				with += x * y;
				own += 0.5 * (x * x + y * y);
			}
		weight[d] = sqrt(fmax(own > 0.0 ? fabs(with) / own : 0.0, 2.0 / sqrt(links)));
	}
}

/* Columns of mean 0 and variance 1, from the definition. */
static void standard_columns(double *s)
{
	for (size_t d = 0; d < D; d++) {
		double mean = 0.0, variance = 0.0;
		for (size_t i = 0; i < N; i++)
			mean += s[i * D + d] / N;
		for (size_t i = 0; i < N; i++)
			variance += (s[i * D + d] - mean) * (s[i * D + d] - mean) / N;
		for (size_t i = 0; i < N && variance > 0.0; i++)
			s[i * D + d] = (s[i * D + d] - mean) / sqrt(variance);
	}
}

/* The even and the odd nodes, each a path. */
static odd_csr two_paths(bool directed)
{
	uint32_t r[2 * N], c[2 * N];
	size_t n = 0;
	odd_error err;
	odd_csr A;
	for (uint32_t i = 0; i + 2 < N; i++) {
		r[n] = i;
		c[n++] = i + 2;
		if (directed)
			continue;
		r[n] = i + 2;
		c[n++] = i;
	}
	assert_ok(odd_csr_from_triplets(&A, N, N, n, r, c, NULL, ODD_MERGE_MAX, NULL, &err), err);
	return A;
}

/* By the formula, for links of either sort; a column's unit does not matter; and the one in which
 * linked nodes agree weighs most. */
static void columns_weigh_what_links_agree_in(void **state)
{
	(void)state;
	for (int directed = 0; directed < 2; directed++) {
		odd_error err;
		odd_csr A = two_paths(directed), C = random_matrix(N, D, 900, false, true, 6), S, T;
		odd_ccsr links = odd_csr_const(A);
		double s[N * D], e[N * D], a[N * N], weight[D];
		for (size_t i = 0; i < N; i++)
			for (size_t at = C.ptr[i]; at < C.ptr[i + 1]; at++) {
				C.val[at] *= at % 3 ? 1.0 : -1.0;
				if (C.idx[at] == 1)
					C.val[at] = i % 2 ? 5.0 : 1e-9;
			}
		assert_ok(odd_prepare_standardise(&S, odd_csr_const(C), links, NULL, &err), err);
		to_dense(a, links);
		to_dense(s, odd_csr_const(C));
		to_dense(e, odd_csr_const(S));
		standard_columns(s);
		column_weights(weight, s, a);
		for (size_t i = 0; i < N; i++) {
			double length = 0.0;
			for (size_t d = 0; d < D; d++)
				length += pow(weight[d] * s[i * D + d], 2.0);
			for (size_t d = 0; d < D; d++)
				assert_close(e[i * D + d], weight[d] * s[i * D + d] / sqrt(length),
					1e-9);
		}
		for (size_t d = 0; d < D; d++)
			assert_true(d == 1 || weight[1] > weight[d]);
		for (size_t at = 0; at < odd_csr_nnz(odd_csr_const(C)); at++)
			C.val[at] *= C.idx[at] % 2 ? 1e6 : 1e-6;
		assert_ok(odd_prepare_standardise(&T, odd_csr_const(C), links, NULL, &err), err);
		for (size_t at = 0; at < odd_csr_nnz(odd_csr_const(S)); at++)
			assert_close(T.val[at], S.val[at], 1e-9);
		odd_csr_clear(&S);
		odd_csr_clear(&T);
		odd_csr_clear(&A);
		odd_csr_clear(&C);
	}
}

static void constant_columns_fall_away(void **state)
{
	(void)state;
	odd_error err;
	enum { R = 7 };
	uint32_t r[4 * R], c[4 * R];
	double v[4 * R];
	for (uint32_t i = 0; i < R; i++) {
		const double value[4] = {0.1, 1e300, 7.0 + i, i == 2 ? 1e-300 : 2e-300};
		for (uint32_t d = 0; d < 4; d++) {
			r[4 * i + d] = i;
			c[4 * i + d] = d;
			v[4 * i + d] = value[d];
		}
	}
	odd_csr C, S;
	size_t constants;
	assert_ok(odd_csr_from_triplets(&C, R, 4, 4 * R, r, c, v, ODD_MERGE_MAX, NULL, &err), err);
	assert_ok(odd_prepare_standardise(&S, odd_csr_const(C), (odd_ccsr){0}, &constants, &err),
		err);
	assert_int_equal(constants, 2);
	assert_int_equal(odd_csr_nnz(odd_csr_const(S)), 2 * R);
	assert_int_equal(S.idx[0], 2);
	assert_int_equal(S.idx[1], 3);
	assert_finite(odd_csr_const(S));
	assert_unit_rows(odd_csr_const(S));
	odd_csr_clear(&S);
	odd_csr_clear(&C);
}

/* D^-½ (A + I) D^-½ in units in which nothing overflows. */
static void assert_scaled_formula(const odd_csr *P, const odd_csr *A)
{
	const double unit = 0x1p-600;
	double a[N * N], p[N * N], sum[N];
	to_dense(a, odd_csr_const(*A));
	to_dense(p, odd_csr_const(*P));
	for (size_t i = 0; i < N; i++) {
		a[i * N + i] += 1.0;
		sum[i] = 0.0;
		for (size_t j = 0; j < N; j++)
			sum[i] += unit * a[i * N + j];
	}
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++) {
			double x = unit * a[i * N + j] / sqrt(sum[i]) / sqrt(sum[j]);
			assert_close(p[i * N + j], x, 1e-12);
		}
}

/* A node that is average in everything has nothing to scale. */
static void average_rows_stay_zero(void **state)
{
	(void)state;
	odd_error err;
	uint32_t r[] = {0, 0, 2, 2}, c[] = {0, 1, 0, 1};
	double v[] = {-3.0, 5.0, 3.0, -5.0};
	odd_csr C, S;
	assert_ok(odd_csr_from_triplets(&C, 3, 2, 4, r, c, v, ODD_MERGE_MAX, NULL, &err), err);
	assert_ok(odd_prepare_standardise(&S, odd_csr_const(C), (odd_ccsr){0}, NULL, &err), err);
	assert_finite(odd_csr_const(S));
	assert_true(S.val[2] == 0.0 && S.val[3] == 0.0);
	assert_close(S.val[0], -sqrt(0.5), 1e-14);
	odd_csr_clear(&S);
	odd_csr_clear(&C);
}

static void huge_and_tiny_values_stay_finite(void **state)
{
	(void)state;
	const double sizes[] = {1e300, 1.7e308, 1e-300, 5e-324};
	for (size_t z = 0; z < 4; z++) {
		odd_error err;
		odd_csr A = random_matrix(N, N, 150, true, true, 3);
		odd_csr C = random_matrix(N, D, 200, false, true, 5), out;
		size_t constants;
		/* symmetric: both ends of a link get the same */
		for (size_t i = 0; i < N; i++)
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
				A.val[e] = (i + A.idx[e]) % 3 ? sizes[z] : 1e-5;
		for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(C)); e++)
			C.val[e] = e % 3 ? sizes[z] : 1.0;
		assert_ok(odd_prepare_adjacency(&out, odd_csr_const(A), &err), err);
		assert_finite(odd_csr_const(out));
		assert_scaled_formula(&out, &A);
		odd_csr_clear(&out);
		assert_ok(odd_prepare_tfidf(&out, odd_csr_const(C), &err), err);
		assert_finite(odd_csr_const(out));
		assert_unit_rows(odd_csr_const(out));
		odd_csr_clear(&out);
		assert_ok(odd_prepare_standardise(
				  &out, odd_csr_const(C), (odd_ccsr){0}, &constants, &err),
			err);
		assert_finite(odd_csr_const(out));
		odd_csr_clear(&out);
		odd_csr_clear(&A);
		odd_csr_clear(&C);
	}
}

static void words_are_told_from_numbers(void **state)
{
	(void)state;
	odd_error err;
	enum { R = 10 };
	uint32_t r[R * R], c[R * R];
	double v[R * R];
	for (uint32_t e = 0; e < R * R; e++) {
		r[e] = e / R;
		c[e] = e % R;
		v[e] = 1.0 + e;
	}
	for (size_t filled = 19; filled <= 21; filled++) {
		odd_csr C;
		odd_merge merge = ODD_MERGE_MAX;
		assert_ok(odd_csr_from_triplets(&C, R, R, filled, r, c, v, merge, NULL, &err), err);
		assert_int_equal(odd_prepare_is_words(odd_csr_const(C)), filled <= 20);
		C.val[4] = -0.1;
		assert_false(odd_prepare_is_words(odd_csr_const(C)));
		odd_csr_clear(&C);
	}
	odd_csr none;
	assert_ok(odd_csr_from_triplets(&none, 5, 0, 0, r, c, v, ODD_MERGE_MAX, NULL, &err), err);
	assert_true(odd_prepare_is_words(odd_csr_const(none)));
	odd_csr_clear(&none);
}

static void assert_same_matrix(const odd_csr *a, const odd_csr *b)
{
	size_t nnz = odd_csr_nnz(odd_csr_const(*a));
	assert_int_equal(a->rows, b->rows);
	assert_int_equal(a->cols, b->cols);
	assert_memory_equal(a->ptr, b->ptr, (a->rows + 1) * sizeof *a->ptr);
	assert_memory_equal(a->idx, b->idx, nnz * sizeof *a->idx);
	assert_int_equal(a->val == NULL, b->val == NULL);
	if (a->val != NULL)
		assert_memory_equal(a->val, b->val, nnz * sizeof *a->val);
}

static void presets_give_what_they_say(void **state)
{
	(void)state;
	for (int variant = 0; variant < 8; variant++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.directed = variant & 1;
		b.weighted = variant & 2;
		b.real = variant & 4;
		odd_network *net = make_blocks(&b);
		odd_prepared p;
		odd_csr expected;
		assert_ok(odd_prepare(&p, net, ODD_PAPER, NULL, &err), err);
		assert_same_matrix(&p.A, &net->A);
		assert_same_matrix(&p.C, &net->C);
		assert_int_equal(p.At.ptr != NULL, b.directed);
		assert_ok(odd_csr_transpose(&expected, odd_csr_const(net->C), &err), err);
		assert_same_matrix(&p.Ct, &expected);
		odd_csr_clear(&expected);
		odd_prepared_clear(&p);

		assert_ok(odd_prepare(&p, net, ODD_CALIBRATED, NULL, &err), err);
		assert_false(p.standardised);
		assert_non_null(p.A.val);
		assert_int_equal(p.At.ptr != NULL, b.directed);
		if (b.directed) {
			assert_ok(odd_csr_transpose(&expected, odd_csr_const(p.A), &err), err);
			assert_same_matrix(&p.At, &expected);
			odd_csr_clear(&expected);
		}
		assert_ok(odd_prepare_tfidf(&expected, odd_csr_const(net->C), &err), err);
		assert_same_matrix(&p.C, &expected);
		odd_csr_clear(&expected);
		odd_prepared_clear(&p);
		odd_network_free(net);
	}
}

static void numbers_are_standardised(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.topic = 2;
	b.shared = 4;
	b.real = true;
	odd_network *net = make_blocks(&b);
	odd_prepared p;
	assert_ok(odd_prepare(&p, net, ODD_CALIBRATED, NULL, &err), err);
	assert_true(p.standardised);
	assert_int_equal(p.C.cols, net->attributes);
	assert_int_equal(p.Ct.rows, net->attributes);
	assert_unit_rows(odd_csr_const(p.C));
	odd_prepared_clear(&p);
	odd_network_free(net);
}

static void nothing_is_prepared_too(void **state)
{
	(void)state;
	odd_error err;
	for (uint32_t nodes = 0; nodes < 3; nodes++) {
		odd__builder b;
		odd_network *net;
		odd__builder_init(&b, nodes == 2);
		for (uint32_t i = 0; i < nodes; i++) {
			char id = (char)('a' + i);
			uint32_t at;
			int was_there;
			assert_ok(odd__builder_node(&b, &id, 1, &at, &was_there, &err), err);
		}
		assert_ok(odd__builder_finish(&net, &b, "empty", "test", &err), err);
		for (int preset = 0; preset < 2; preset++) {
			odd_prepared p;
			assert_ok(odd_prepare(&p, net, (odd_preset)preset, NULL, &err), err);
			assert_int_equal(odd_csr_nnz(odd_csr_const(p.A)),
				preset == ODD_CALIBRATED ? nodes : 0);
			assert_int_equal(p.C.rows, nodes);
			odd_prepared_clear(&p);
		}
		odd_network_free(net);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adjacency_is_normalised),
		cmocka_unit_test(tfidf_is_the_formula),
		cmocka_unit_test(standardising_is_the_formula),
		cmocka_unit_test(columns_weigh_what_links_agree_in),
		cmocka_unit_test(constant_columns_fall_away),
		cmocka_unit_test(average_rows_stay_zero),
		cmocka_unit_test(huge_and_tiny_values_stay_finite),
		cmocka_unit_test(words_are_told_from_numbers),
		cmocka_unit_test(presets_give_what_they_say),
		cmocka_unit_test(numbers_are_standardised),
		cmocka_unit_test(nothing_is_prepared_too),
	};
	return cmocka_run_group_tests_name("prepare", tests, NULL, NULL);
}
