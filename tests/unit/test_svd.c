/* Thin products, orthonormal bases and the randomised svd, beside dense answers. */
#include "config.h"

#include "helpers.h"

#include <lapacke.h>
#include <math.h>

#include "linalg/canonical.h"
#include "linalg/svd.h"
#include "linalg/thin.h"
#include "base/rng.h"

/* A random sparse matrix and its transpose; `rank` > 0 makes it a product of that rank. */
struct sparse {
	odd_csr S, St;
	odd_mat dense;
};

static void make_sparse(
	struct sparse *out, size_t rows, size_t cols, size_t rank, double fill, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, seed, "test");
	odd_mat a, b;
	assert_ok(odd_mat_alloc(&out->dense, rows, cols, &err), err);
	assert_ok(odd_mat_alloc(&a, rows, rank + 1, &err), err);
	assert_ok(odd_mat_alloc(&b, cols, rank + 1, &err), err);
	for (size_t l = 0; l < rank; l++) {
		for (size_t i = 0; i < rows; i++)
			odd_mat_row(a, i)[l] = odd_rng_normal(&rng) * pow(0.6, (double)l);
		for (size_t j = 0; j < cols; j++)
			odd_mat_row(b, j)[l] = odd_rng_normal(&rng);
	}
	size_t n = 0;
	uint32_t *r = malloc(rows * cols * sizeof *r), *c = malloc(rows * cols * sizeof *c);
	double *v = malloc(rows * cols * sizeof *v);
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < cols; j++) {
			double x = 0.0;
			for (size_t l = 0; l < rank; l++)
				x += odd_mat_row(a, i)[l] * odd_mat_row(b, j)[l];
			if (rank == 0 && odd_rng_uniform(&rng) < fill)
				x = odd_rng_normal(&rng);
			if (x == 0.0)
				continue;
			odd_mat_row(out->dense, i)[j] = x;
			r[n] = (uint32_t)i;
			c[n] = (uint32_t)j;
			v[n++] = x;
		}
	}
	assert_ok(odd_csr_from_triplets(&out->S, rows, cols, n, r, c, v, ODD_MERGE_SUM, NULL, &err),
		err);
	assert_ok(odd_csr_transpose(&out->St, odd_csr_const(out->S), &err), err);
	odd_mat_free(&a);
	odd_mat_free(&b);
	free(r);
	free(c);
	free(v);
}

static void free_sparse(struct sparse *m)
{
	odd_csr_clear(&m->S);
	odd_csr_clear(&m->St);
	odd_mat_free(&m->dense);
}

struct factors {
	odd_mat L, Rt;
	double *sigma;
};

static void run_svd(struct factors *f, const struct sparse *m, size_t k, int threads)
{
	odd_error err;
	odd_job job = {.threads = threads};
	assert_ok(odd_mat_alloc(&f->L, m->S.rows, k, &err), err);
	assert_ok(odd_mat_alloc(&f->Rt, m->S.cols, k, &err), err);
	f->sigma = calloc(k, sizeof *f->sigma);
	assert_ok(odd_svd(f->L, f->Rt, f->sigma, odd_csr_const(m->S), odd_csr_const(m->St), 42,
			  "svd", &job, &err),
		err);
}

static void free_factors(struct factors *f)
{
	odd_mat_free(&f->L);
	odd_mat_free(&f->Rt);
	free(f->sigma);
}

/* All singular values of the dense copy, largest first. */
static double *dense_values(const struct sparse *m)
{
	size_t rows = m->dense.rows, cols = m->dense.cols, small = rows < cols ? rows : cols;
	double *s = calloc(small, sizeof *s);
	odd_mat copy;
	odd_error err;
	assert_ok(odd_mat_alloc(&copy, rows, cols, &err), err);
	odd_mat_copy(copy, odd_mat_const(m->dense));
	double none;
	assert_int_equal(LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'N', (lapack_int)rows, (lapack_int)cols,
				 copy.data, (lapack_int)copy.stride, s, &none, (lapack_int)rows,
				 &none, (lapack_int)cols),
		0);
	odd_mat_free(&copy);
	return s;
}

/* LᵀL = RtᵀRt = Σ, signs as promised, everything finite. */
static void check_shape(const struct factors *f, double tolerance)
{
	for (int side = 0; side < 2; side++) {
		odd_mat m = side == 0 ? f->L : f->Rt;
		for (size_t a = 0; a < m.cols; a++) {
			for (size_t b = 0; b < m.cols; b++) {
				double sum = 0.0;
				for (size_t i = 0; i < m.rows; i++)
					sum += odd_mat_row(m, i)[a] * odd_mat_row(m, i)[b];
				double want = a == b ? f->sigma[a] : 0.0;
				assert_true(fabs(sum - want) <= tolerance * (f->sigma[0] + 1e-300));
			}
		}
	}
	for (size_t a = 0; a < f->L.cols; a++) {
		double high = 0.0, low = 0.0;
		for (size_t i = 0; i < f->L.rows; i++) {
			high = fmax(high, odd_mat_row(f->L, i)[a]);
			low = fmin(low, odd_mat_row(f->L, i)[a]);
		}
		assert_true(f->sigma[a] > 0.0
				    ? odd__sign_of_extremes(high, low) >= 0.0 && high > 0.0
				    : high == 0.0 && low == 0.0);
		assert_true(a == 0 || f->sigma[a] <= f->sigma[a - 1]);
	}
}

/* ‖S − L Rtᵀ‖² on the dense copy. */
static double error_of(const struct factors *f, const struct sparse *m)
{
	double sum = 0.0;
	for (size_t i = 0; i < m->dense.rows; i++) {
		for (size_t j = 0; j < m->dense.cols; j++) {
			double x = odd_mat_row(m->dense, i)[j];
			for (size_t l = 0; l < f->L.cols; l++)
				x -= odd_mat_row(f->L, i)[l] * odd_mat_row(f->Rt, j)[l];
			sum += x * x;
		}
	}
	return sum;
}

static void thin_products_equal_plain_ones(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	const size_t shapes[][3] = {
		{1, 1, 1}, {5, 3, 9}, {67, 8, 16}, {301, 21, 5}, {1000, 40, 33}, {20, 70, 70}};
	for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++) {
		size_t n = shapes[t][0], p = shapes[t][1], q = shapes[t][2];
		odd_mat X, B, Y, G;
		assert_ok(odd_mat_alloc(&X, n, p, &err), err);
		assert_ok(odd_mat_alloc(&B, p, q, &err), err);
		assert_ok(odd_mat_alloc(&Y, n, q, &err), err);
		assert_ok(odd_mat_alloc(&G, p, p, &err), err);
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < p; j++)
				odd_mat_row(X, i)[j] = odd_rng_normal(&rng);
		for (size_t i = 0; i < p; i++)
			for (size_t j = 0; j < q; j++)
				odd_mat_row(B, i)[j] = odd_rng_normal(&rng);
		assert_ok(odd__gram(G, odd_mat_const(X), NULL, &err), err);
		assert_ok(odd__thin_times(Y, odd_mat_const(X), odd_mat_const(B), NULL, &err), err);
		for (size_t a = 0; a < p; a++)
			for (size_t b = 0; b < p; b++) {
				double sum = 0.0;
				for (size_t i = 0; i < n; i++)
					sum += odd_mat_row(X, i)[a] * odd_mat_row(X, i)[b];
				assert_close(odd_mat_row(G, a)[b], sum, 1e-12);
			}
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < Y.stride; j++) {
				double sum = 0.0;
				for (size_t l = 0; l < p && j < q; l++)
					sum += odd_mat_row(X, i)[l] * odd_mat_row(B, l)[j];
				assert_close(odd_mat_row(Y, i)[j], sum, 1e-12);
			}
		odd_mat_free(&X);
		odd_mat_free(&B);
		odd_mat_free(&Y);
		odd_mat_free(&G);
	}
}

/* Columns from well apart to equal, over fifteen orders of magnitude: the basis is orthonormal,
 * X_old = X_new R, and only true repeats fall away. */
static void bases_are_orthonormal(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 4, "test");
	enum { N = 500, P = 13 };
	odd_mat X, old, R, G;
	assert_ok(odd_mat_alloc(&X, N, P, &err), err);
	assert_ok(odd_mat_alloc(&old, N, P, &err), err);
	assert_ok(odd_mat_alloc(&R, P, P, &err), err);
	assert_ok(odd_mat_alloc(&G, P, P, &err), err);
	for (size_t i = 0; i < N; i++) {
		double *x = odd_mat_row(X, i), base = odd_rng_normal(&rng);
		for (size_t j = 0; j < 10; j++) /* nearly parallel: 1, 1e-1 … 1e-9 apart */
			x[j] = (base + pow(10.0, -(double)j) * odd_rng_normal(&rng)) *
			       pow(100.0, (double)j);
		x[10] = 3.0 * x[2]; /* exactly dependent */
		x[11] = x[2] + x[3];
		x[12] = 0.0;
	}
	odd_mat_copy(old, odd_mat_const(X));
	assert_ok(odd__orthonormalise(X, R, NULL, &err), err);
	assert_ok(odd__gram(G, odd_mat_const(X), NULL, &err), err);
	size_t rank = 0;
	for (size_t a = 0; a < P; a++) {
		int there = odd_mat_row(G, a)[a] > 0.5;
		rank += (size_t)there;
		for (size_t b = 0; b < P; b++) {
			double want = a == b && there ? 1.0 : 0.0;
			assert_true(fabs(odd_mat_row(G, a)[b] - want) < 1e-12);
		}
	}
	assert_int_equal(rank, 10);
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < P; j++) {
			double sum = 0.0, scale = pow(100.0, (double)(j < 10 ? j : 3));
			for (size_t l = 0; l < P; l++)
				sum += odd_mat_row(X, i)[l] * odd_mat_row(R, l)[j];
			assert_true(fabs(sum - odd_mat_row(old, i)[j]) < 1e-12 * scale);
		}
	odd_mat_free(&X);
	odd_mat_free(&old);
	odd_mat_free(&R);
	odd_mat_free(&G);
}

static void values_agree_with_lapack(void **state)
{
	(void)state;
	/* A spectrum with gaps: rank 12 falling by 0.6 each, k = 8. */
	struct sparse m;
	make_sparse(&m, 300, 200, 12, 0.0, 5);
	double *want = dense_values(&m);
	struct factors f;
	run_svd(&f, &m, 8, 0);
	for (size_t l = 0; l < 8; l++)
		assert_true(fabs(f.sigma[l] - want[l]) < 1e-10 * want[l]);
	check_shape(&f, 1e-12);
	/* Eckart–Young: what is left is the tail of the spectrum. */
	double tail = 0.0;
	for (size_t l = 8; l < 12; l++)
		tail += want[l] * want[l];
	assert_close(error_of(&f, &m), tail, 1e-9);
	free_factors(&f);
	free(want);
	free_sparse(&m);
}

static void noise_has_no_gap_and_still_fits(void **state)
{
	(void)state;
	/* Random entries leave hardly a gap: the space must be nearly as good as the best. */
	struct sparse m;
	make_sparse(&m, 250, 400, 0, 0.05, 6);
	double *want = dense_values(&m), best = 0.0;
	for (size_t l = 20; l < 250; l++)
		best += want[l] * want[l];
	struct factors f;
	run_svd(&f, &m, 20, 0);
	double got = error_of(&f, &m);
	assert_true(got >= best * (1 - 1e-12) && got <= 1.01 * best);
	for (size_t l = 0; l < 20; l++)
		assert_true(f.sigma[l] <= want[l] * (1 + 1e-12) && f.sigma[l] >= 0.95 * want[l]);
	assert_true(f.sigma[0] >= 0.99 * want[0]);
	check_shape(&f, 1e-12);
	free_factors(&f);
	free(want);
	free_sparse(&m);
}

static void corner_shapes_are_finite(void **state)
{
	(void)state;
	const size_t shapes[][4] = {/* rows, cols, rank (0: random), k */
		{40, 30, 3, 10}, {40, 30, 3, 30}, {6, 50, 0, 6}, {50, 6, 0, 4}, {1, 1, 1, 1},
		{9, 9, 1, 9}, {12, 12, 0, 12}, {5, 7, 0, 7}};
	for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++) {
		struct sparse m;
		make_sparse(&m, shapes[t][0], shapes[t][1], shapes[t][2], 0.5, 7 + t);
		double *want = dense_values(&m);
		size_t small = shapes[t][0] < shapes[t][1] ? shapes[t][0] : shapes[t][1];
		struct factors f;
		run_svd(&f, &m, shapes[t][3], 0);
		for (size_t l = 0; l < shapes[t][3]; l++) {
			double exact = l < small && want[l] > 1e-12 * want[0] ? want[l] : 0.0;
			assert_close(f.sigma[l], exact, 1e-9);
			assert_true(exact > 0.0 || f.sigma[l] == 0.0);
		}
		check_shape(&f, 1e-11);
		free_factors(&f);
		free(want);
		free_sparse(&m);
	}
}

static void zero_matrix_gives_zero_factors(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 30, 20, 0, 0.0, 1);
	struct factors f;
	run_svd(&f, &m, 5, 0);
	for (size_t l = 0; l < 5; l++)
		assert_true(f.sigma[l] == 0.0);
	for (size_t i = 0; i < 30; i++)
		for (size_t l = 0; l < 5; l++)
			assert_true(odd_mat_row(f.L, i)[l] == 0.0);
	check_shape(&f, 0.0);
	free_factors(&f);
	free_sparse(&m);
}

/* Two pairs of equal singular values and a permutation: blocks repeated on purpose. */
static void repeated_values_are_all_found(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 60 };
	uint32_t r[N], c[N];
	double v[N];
	for (uint32_t i = 0; i < N; i++) {
		r[i] = i;
		c[i] = (i * 7) % N;
		v[i] = i < 4 ? 5.0 : i < 8 ? 3.0 : 1e-3;
	}
	struct sparse m;
	assert_ok(odd_csr_from_triplets(&m.S, N, N, N, r, c, v, ODD_MERGE_SUM, NULL, &err), err);
	assert_ok(odd_csr_transpose(&m.St, odd_csr_const(m.S), &err), err);
	m.dense = (odd_mat){NULL, 0, 0, 0};
	struct factors f;
	run_svd(&f, &m, 8, 0);
	for (size_t l = 0; l < 8; l++)
		assert_close(f.sigma[l], l < 4 ? 5.0 : 3.0, 1e-10);
	check_shape(&f, 1e-12);
	free_factors(&f);
	free_sparse(&m);
}

static void threads_do_not_change_a_bit(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 5000, 120, 0, 0.08, 8);
	struct factors one, three;
	run_svd(&one, &m, 17, 1);
	run_svd(&three, &m, 17, 3);
	assert_memory_equal(one.L.data, three.L.data, 5000 * one.L.stride * sizeof(double));
	assert_memory_equal(one.Rt.data, three.Rt.data, 120 * one.Rt.stride * sizeof(double));
	free_factors(&one);
	free_factors(&three);
	free_sparse(&m);
}

static void run_way(struct factors *f, const struct sparse *m, size_t k, odd__svd_way way,
	const uint32_t *visit, odd_mat lent, int threads)
{
	odd_error err;
	odd_job job = {.threads = threads};
	odd_csr rows[2];
	odd__svd_problem q = {.S = odd_csr_const(m->S),
		.St = odd_csr_const(m->St),
		.visit = visit,
		.lent = lent.data,
		.lent_doubles = lent.rows * lent.stride,
		.seed = 42,
		.what = "svd",
		.job = &job};
	for (int side = 0; side < 2 && visit != NULL; side++) {
		odd_ccsr from = side == 0 ? q.S : q.St;
		assert_ok(odd_csr_copy(&rows[side], from, &err), err);
		for (size_t i = 0, at = 0; i < from.rows; i++) {
			for (size_t e = from.ptr[visit[i]]; e < from.ptr[visit[i] + 1]; e++, at++) {
				rows[side].idx[at] = from.idx[e];
				rows[side].val[at] = from.val[e];
			}
			rows[side].ptr[i + 1] = at;
		}
		q.nearby[side] = odd_csr_const(rows[side]);
	}
	assert_ok(odd_mat_alloc(&f->L, m->S.rows, k, &err), err);
	assert_ok(odd_mat_alloc(&f->Rt, m->S.cols, k, &err), err);
	f->sigma = calloc(k, sizeof *f->sigma);
	assert_ok(odd__svd_by(way, f->L, f->Rt, f->sigma, &q, &err), err);
	for (int side = 0; side < 2 && visit != NULL; side++)
		odd_csr_clear(&rows[side]);
}

static void same_factors(const struct factors *a, const struct factors *b, double tolerance)
{
	for (size_t j = 0; j < a->L.cols; j++)
		assert_close(a->sigma[j], b->sigma[j], tolerance);
	for (size_t i = 0; i < a->L.rows; i++)
		for (size_t j = 0; j < a->L.stride; j++)
			assert_true(fabs(odd_mat_row(a->L, i)[j] - odd_mat_row(b->L, i)[j]) <=
				    tolerance);
	for (size_t i = 0; i < a->Rt.rows; i++)
		for (size_t j = 0; j < a->Rt.stride; j++)
			assert_true(fabs(odd_mat_row(a->Rt, i)[j] - odd_mat_row(b->Rt, i)[j]) <=
				    tolerance);
}

/* The ways for large matrices find what LAPACK finds, with memory of their own or lent, in any
 * order of rows, with any number of threads. */
static void other_ways_lead_to_the_same(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 333, K = 7 };
	struct sparse m;
	make_sparse(&m, N, N, 20, 0.0, 11);
	double *want = dense_values(&m);
	const odd_mat none = {NULL, 0, 0, 0};
	odd_mat lent;
	uint32_t backwards[N];
	for (uint32_t i = 0; i < N; i++)
		backwards[i] = N - 1 - i;
	assert_ok(odd_mat_alloc(&lent, 3 * N, 24, &err), err);
	for (size_t e = 0; e < lent.rows * lent.stride; e++)
		lent.data[e] = NAN; /* whatever was there */
	for (int way = ODD__SVD_LARGE; way <= ODD__SVD_NARROW; way++) {
		struct factors f, g;
		run_way(&f, &m, K, (odd__svd_way)way, NULL, none, 1);
		for (size_t j = 0; j < K; j++)
			assert_close(f.sigma[j], want[j], 1e-9);
		check_shape(&f, 1e-9);
		run_way(&g, &m, K, (odd__svd_way)way, NULL, lent, 3);
		same_factors(&f, &g, 0.0);
		free_factors(&g);
		run_way(&g, &m, K, (odd__svd_way)way, backwards, none, 2);
		same_factors(&f, &g, 1e-10 * want[0]);
		free_factors(&g);
		free_factors(&f);
	}
	odd_mat_free(&lent);
	free(want);
	free_sparse(&m);
	/* Fewer directions than are asked for: the way that can tell takes over. */
	make_sparse(&m, N, N, 4, 0.0, 12);
	for (int way = ODD__SVD_LARGE; way <= ODD__SVD_NARROW; way++) {
		struct factors f, g;
		run_way(&f, &m, K, ODD__SVD_SMALL, NULL, none, 1);
		run_way(&g, &m, K, (odd__svd_way)way, NULL, none, 1);
		same_factors(&f, &g, 0.0);
		free_factors(&f);
		free_factors(&g);
	}
	free_sparse(&m);
}

/* No gap anywhere: four rounds and a pass come within a thousandth of the best there is. */
static void other_ways_fit_noise(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 700, 300, 0, 0.05, 13);
	double *values = dense_values(&m), least = 0.0;
	const odd_mat none = {NULL, 0, 0, 0};
	for (size_t j = 12; j < 300; j++)
		least += values[j] * values[j];
	for (int way = ODD__SVD_LARGE; way <= ODD__SVD_NARROW; way++) {
		struct factors f;
		run_way(&f, &m, 12, (odd__svd_way)way, NULL, none, 2);
		assert_true(error_of(&f, &m) < 1.005 * least);
		check_shape(&f, 1e-10);
		free_factors(&f);
	}
	free(values);
	free_sparse(&m);
}

static void ways_follow_the_shape(void **state)
{
	(void)state;
	const odd_ccsr cora = {.rows = 2843, .cols = 1433},
		       links = {.rows = 1000000, .cols = 1000000},
		       words = {.rows = 1000000, .cols = 2000};
	assert_int_equal(odd__svd_way_for(cora, 21), ODD__SVD_SMALL);
	assert_int_equal(odd__svd_way_for(links, 30), ODD__SVD_LARGE);
	assert_int_equal(odd__svd_way_for(words, 30), ODD__SVD_NARROW);
}

/* Networks whose singular values tie: what a teacher draws. */
static size_t tied_links(uint32_t (*link)[2], int which)
{
	size_t count = 0;
	for (uint32_t i = 0; i < 60; i++)
		for (uint32_t j = 0; j < 60; j++) {
			const bool linked[] = {
				(i + 1) % 60 == j || (j + 1) % 60 == i, /* a ring */
				i / 10 == j / 10,                       /* six cliques */
				(i < 30) != (j < 30),                   /* complete bipartite */
				(i == 0) != (j == 0),                   /* a star */
				i % 20 == (j + 1) % 20 || j % 20 == (i + 1) % 20,
				/* a grid of 6 by 10 */
				(i / 10 == j / 10 && (i + 1 == j || j + 1 == i)) || i + 10 == j ||
					j + 10 == i,
			};
			if (linked[which]) {
				link[count][0] = i;
				link[count++][1] = j;
			}
		}
	return count;
}

/* The adjacency matrix, each entry moved by rounding, as another BLAS would. */
static void make_tied(struct sparse *m, int which, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	static uint32_t link[3600][2], r[3600], c[3600];
	static double v[3600];
	size_t count = tied_links(link, which);
	odd_rng_init(&rng, seed, "rounding");
	for (size_t e = 0; e < count; e++) {
		r[e] = link[e][0];
		c[e] = link[e][1];
		v[e] = 1.0 + 2e-16 * floor(5.0 * odd_rng_uniform(&rng) - 2.0);
	}
	assert_ok(odd_csr_from_triplets(&m->S, 60, 60, count, r, c, v, ODD_MERGE_SUM, NULL, &err),
		err);
	assert_ok(odd_csr_transpose(&m->St, odd_csr_const(m->S), &err), err);
	m->dense = (odd_mat){NULL, 0, 0, 0};
}

/* Where singular values tie, where K cuts through a tie and beyond the rank, rounding chooses
 * nothing. */
static void rounding_does_not_choose(void **state)
{
	(void)state;
	const odd_mat none = {NULL, 0, 0, 0};
	for (int which = 0; which < 6; which++)
		for (size_t k = 1; k < 59; k += k < 8 ? 1 : 10)
			for (int way = ODD__SVD_SMALL; way <= ODD__SVD_NARROW; way++) {
				struct sparse m, moved;
				struct factors f, g;
				make_tied(&m, which, 1);
				make_tied(&moved, which, 2);
				run_way(&f, &m, k, (odd__svd_way)way, NULL, none, 1);
				run_way(&g, &moved, k, (odd__svd_way)way, NULL, none, 1);
				same_factors(&f, &g, 1e-11);
				free_factors(&f);
				free_factors(&g);
				free_sparse(&m);
				free_sparse(&moved);
			}
}

struct listener {
	atomic_bool cancel;
	double last, total;
	int calls;
};

static void listen_in(void *payload, const char *what, double done, double total)
{
	struct listener *l = payload;
	assert_string_equal(what, "svd of A");
	assert_true(done >= l->last && done <= total);
	l->last = done;
	l->total = total;
	if (++l->calls == 4)
		l->cancel = true;
}

static void cancel_is_heard(void **state)
{
	(void)state;
	odd_error err;
	struct sparse m;
	make_sparse(&m, 100, 80, 0, 0.1, 9);
	odd_mat L, Rt;
	assert_ok(odd_mat_alloc(&L, 100, 4, &err), err);
	assert_ok(odd_mat_alloc(&Rt, 80, 4, &err), err);
	struct listener l = {.cancel = false};
	odd_job job = {.cancel = &l.cancel, .report = listen_in, .payload = &l};
	assert_int_equal(odd_svd(L, Rt, NULL, odd_csr_const(m.S), odd_csr_const(m.St), 42,
				 "svd of A", &job, &err),
		ODD_ECANCELLED);
	assert_int_equal(l.calls, 4);
	odd_mat_free(&L);
	odd_mat_free(&Rt);
	free_sparse(&m);
}

static void infinite_numbers_are_reported(void **state)
{
	(void)state;
	odd_error err;
	struct sparse m;
	make_sparse(&m, 30, 20, 0, 0.3, 10);
	m.S.val[3] = m.St.val[3] = 1e300;
	odd_mat L, Rt;
	assert_ok(odd_mat_alloc(&L, 30, 4, &err), err);
	assert_ok(odd_mat_alloc(&Rt, 20, 4, &err), err);
	assert_int_equal(odd_svd(L, Rt, NULL, odd_csr_const(m.S), odd_csr_const(m.St), 42, "svd",
				 NULL, &err),
		ODD_ENUMERIC);
	odd_mat_free(&L);
	odd_mat_free(&Rt);
	free_sparse(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thin_products_equal_plain_ones),
		cmocka_unit_test(bases_are_orthonormal),
		cmocka_unit_test(values_agree_with_lapack),
		cmocka_unit_test(noise_has_no_gap_and_still_fits),
		cmocka_unit_test(corner_shapes_are_finite),
		cmocka_unit_test(zero_matrix_gives_zero_factors),
		cmocka_unit_test(repeated_values_are_all_found),
		cmocka_unit_test(threads_do_not_change_a_bit),
		cmocka_unit_test(other_ways_lead_to_the_same),
		cmocka_unit_test(other_ways_fit_noise),
		cmocka_unit_test(rounding_does_not_choose),
		cmocka_unit_test(ways_follow_the_shape),
		cmocka_unit_test(cancel_is_heard),
		cmocka_unit_test(infinite_numbers_are_reported),
	};
	return cmocka_run_group_tests_name("svd", tests, NULL, NULL);
}
