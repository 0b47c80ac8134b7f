/* Non-negative factors: the error falls, is what it says, and nothing odd happens in corners. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "linalg/nmf.h"
#include "base/rng.h"

struct sparse {
	odd_csr S, St;
};

enum kind { PRODUCT, SCATTERED, MIXED_SIGNS, ALL_NEGATIVE, EMPTY_ROWS };

/* PRODUCT: non-negative factors of rank 3. The rest: random places, with signs as named. */
static void make_sparse(struct sparse *out, size_t rows, size_t cols, enum kind kind, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, seed, "test");
	double a[200][3], b[200][3];
	for (int i = 0; i < 200; i++)
		for (int l = 0; l < 3; l++) {
			/* A third of the entries is zero: then the factors are nearly unique. */
			a[i][l] = i % 3 == l ? 0.0 : odd_rng_uniform(&rng);
			b[i][l] = (i + 1) % 3 == l ? 0.0 : odd_rng_uniform(&rng);
		}
	size_t n = 0;
	uint32_t *r = malloc(rows * cols * sizeof *r), *c = malloc(rows * cols * sizeof *c);
	double *v = malloc(rows * cols * sizeof *v);
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < cols; j++) {
			double x = 0.0;
			if (kind == PRODUCT)
				x = a[i % 200][0] * b[j % 200][0] + a[i % 200][1] * b[j % 200][1] +
				    a[i % 200][2] * b[j % 200][2];
			else if (odd_rng_uniform(&rng) < 0.1)
				x = 0.1 + odd_rng_uniform(&rng);
			if (kind == MIXED_SIGNS && odd_rng_uniform(&rng) < 0.5)
				x = -x;
			if (kind == ALL_NEGATIVE)
				x = -x;
			if (kind == EMPTY_ROWS && (i % 4 == 0 || j % 5 == 0))
				x = 0.0;
			if (x == 0.0)
				continue;
			r[n] = (uint32_t)i;
			c[n] = (uint32_t)j;
			v[n++] = x;
		}
	assert_ok(odd_csr_from_triplets(&out->S, rows, cols, n, r, c, v, ODD_MERGE_SUM, NULL, &err),
		err);
	assert_ok(odd_csr_transpose(&out->St, odd_csr_const(out->S), &err), err);
	free(r);
	free(c);
	free(v);
}

static void free_sparse(struct sparse *m)
{
	odd_csr_clear(&m->S);
	odd_csr_clear(&m->St);
}

struct factors {
	odd_mat L, Rt;
	odd_nmf_result result;
};

static void run_nmf(struct factors *f, const struct sparse *m, size_t k, size_t rounds,
	double tolerance, int threads)
{
	odd_error err;
	odd_job job = {.threads = threads};
	assert_ok(odd_mat_alloc(&f->L, m->S.rows, k, &err), err);
	assert_ok(odd_mat_alloc(&f->Rt, m->S.cols, k, &err), err);
	assert_ok(odd_nmf(f->L, f->Rt, &f->result, odd_csr_const(m->S), odd_csr_const(m->St),
			  rounds, tolerance, 42, "nmf", &job, &err),
		err);
	for (size_t i = 0; i < f->L.rows; i++)
		for (size_t l = 0; l < f->L.stride; l++)
			assert_true(odd_mat_row(f->L, i)[l] >= 0.0 &&
				    isfinite(odd_mat_row(f->L, i)[l]) &&
				    (l < k || odd_mat_row(f->L, i)[l] == 0.0));
	for (size_t j = 0; j < f->Rt.rows; j++)
		for (size_t l = 0; l < k; l++)
			assert_true(odd_mat_row(f->Rt, j)[l] >= 0.0 &&
				    isfinite(odd_mat_row(f->Rt, j)[l]));
}

static void free_factors(struct factors *f)
{
	odd_mat_free(&f->L);
	odd_mat_free(&f->Rt);
}

static double dense_error(const struct factors *f, odd_csr S)
{
	double sum = 0.0;
	for (size_t i = 0; i < S.rows; i++) {
		size_t e = S.ptr[i];
		for (size_t j = 0; j < S.cols; j++) {
			double x = e < S.ptr[i + 1] && S.idx[e] == j ? S.val[e++] : 0.0;
			for (size_t l = 0; l < f->L.cols; l++)
				x -= odd_mat_row(f->L, i)[l] * odd_mat_row(f->Rt, j)[l];
			sum += x * x;
		}
	}
	return sum;
}

static double square_norm(odd_csr S)
{
	double sum = 0.0;
	for (size_t e = 0; e < S.ptr[S.rows]; e++)
		sum += S.val[e] * S.val[e];
	return sum;
}

/* The same seed walks the same path, so runs of 1, 2, 3 … rounds are one run looked at. */
static void error_never_rises_and_is_true(void **state)
{
	(void)state;
	const enum kind kinds[] = {PRODUCT, SCATTERED, MIXED_SIGNS, EMPTY_ROWS};
	for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++) {
		struct sparse m;
		make_sparse(&m, 90, 61, kinds[t], 3 + t);
		double norm = square_norm(m.S), before = HUGE_VAL;
		for (size_t rounds = 1; rounds <= 15; rounds++) {
			struct factors f;
			run_nmf(&f, &m, 7, rounds, 0.0, 0);
			assert_true(f.result.error <= before + 1e-13 * norm);
			assert_true(fabs(f.result.error - dense_error(&f, m.S)) < 1e-10 * norm);
			assert_true(f.result.error < norm);
			before = f.result.error;
			free_factors(&f);
		}
		free_sparse(&m);
	}
}

static void rank_is_recovered(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 120, 80, PRODUCT, 9);
	struct factors f;
	run_nmf(&f, &m, 3, 2000, 0.0, 0);
	assert_true(f.result.error < 1e-6 * square_norm(m.S));
	/* Each pair of columns shares its scale. */
	for (size_t l = 0; l < 3; l++) {
		double left = 0.0, right = 0.0;
		for (size_t i = 0; i < 120; i++)
			left += odd_mat_row(f.L, i)[l] * odd_mat_row(f.L, i)[l];
		for (size_t j = 0; j < 80; j++)
			right += odd_mat_row(f.Rt, j)[l] * odd_mat_row(f.Rt, j)[l];
		assert_close(left / right, 1.0, 1e-10);
	}
	free_factors(&f);
	free_sparse(&m);
}

/* At a minimum no single entry can be moved to gain anything. */
static void end_is_stationary(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 40, 30, SCATTERED, 10);
	struct factors f;
	run_nmf(&f, &m, 4, 5000, 1e-15, 0);
	double at = dense_error(&f, m.S), norm = square_norm(m.S);
	for (size_t i = 0; i < 40; i++)
		for (size_t l = 0; l < 4; l++) {
			double *x = &odd_mat_row(f.L, i)[l], old = *x;
			for (int side = 0; side < 2; side++) {
				*x = old + (side == 0 ? 1e-3 : -1e-3);
				if (*x >= 0.0)
					assert_true(dense_error(&f, m.S) > at - 1e-8 * norm);
			}
			*x = old;
		}
	free_factors(&f);
	free_sparse(&m);
}

static void tolerance_stops(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 90, 61, SCATTERED, 11);
	struct factors loose, tight;
	run_nmf(&loose, &m, 5, 200, 1e-2, 0);
	run_nmf(&tight, &m, 5, 200, 1e-5, 0);
	assert_true(loose.result.rounds > 1 && loose.result.rounds < tight.result.rounds);
	assert_true(tight.result.rounds <= 200);
	free_factors(&loose);
	free_factors(&tight);
	free_sparse(&m);
}

static void corners_stay_finite(void **state)
{
	(void)state;
	struct {
		size_t rows, cols, k;
		enum kind kind;
	} cases[] = {{30, 20, 5, ALL_NEGATIVE}, {30, 20, 20, SCATTERED}, {1, 1, 1, PRODUCT},
		{1, 50, 3, SCATTERED}, {8, 8, 30, PRODUCT}, {50, 40, 12, EMPTY_ROWS}};
	for (size_t t = 0; t < sizeof cases / sizeof *cases; t++) {
		struct sparse m;
		make_sparse(&m, cases[t].rows, cases[t].cols, cases[t].kind, 20 + t);
		double norm = square_norm(m.S);
		struct factors f;
		run_nmf(&f, &m, cases[t].k, 100, 0.0, 0);
		assert_true(isfinite(f.result.error) && f.result.error <= norm * (1 + 1e-9));
		/* Of a matrix without a positive entry the best non-negative factors are zero. */
		if (cases[t].kind == ALL_NEGATIVE)
			assert_true(f.result.error > norm * (1 - 1e-6));
		free_factors(&f);
		free_sparse(&m);
	}
}

static void zero_matrix_gives_zero(void **state)
{
	(void)state;
	odd_error err;
	struct sparse m;
	assert_ok(odd_csr_alloc(&m.S, 12, 9, 0, 1, &err), err);
	assert_ok(odd_csr_alloc(&m.St, 9, 12, 0, 1, &err), err);
	struct factors f;
	run_nmf(&f, &m, 4, 50, 1e-4, 0);
	assert_true(f.result.error == 0.0);
	assert_true(odd_mat_row(f.L, 3)[2] == 0.0);
	free_factors(&f);
	free_sparse(&m);
}

static void threads_do_not_change_a_bit(void **state)
{
	(void)state;
	struct sparse m;
	make_sparse(&m, 9000, 90, SCATTERED, 12);
	struct factors one, three;
	run_nmf(&one, &m, 17, 4, 0.0, 1);
	run_nmf(&three, &m, 17, 4, 0.0, 3);
	assert_memory_equal(one.L.data, three.L.data, 9000 * one.L.stride * sizeof(double));
	assert_memory_equal(one.Rt.data, three.Rt.data, 90 * one.Rt.stride * sizeof(double));
	assert_true(one.result.error == three.result.error);
	free_factors(&one);
	free_factors(&three);
	free_sparse(&m);
}

struct listener {
	atomic_bool cancel;
	int calls;
};

static void listen_in(void *payload, const char *what, double done, double total)
{
	struct listener *l = payload;
	assert_string_equal(what, "nmf of C");
	assert_true(done <= total);
	if (++l->calls == 3)
		l->cancel = true;
}

static void cancel_is_heard(void **state)
{
	(void)state;
	odd_error err;
	struct sparse m;
	make_sparse(&m, 90, 61, SCATTERED, 13);
	odd_mat L, Rt;
	assert_ok(odd_mat_alloc(&L, 90, 4, &err), err);
	assert_ok(odd_mat_alloc(&Rt, 61, 4, &err), err);
	struct listener l = {.cancel = false};
	odd_job job = {.cancel = &l.cancel, .report = listen_in, .payload = &l};
	odd_nmf_result result;
	assert_int_equal(odd_nmf(L, Rt, &result, odd_csr_const(m.S), odd_csr_const(m.St), 50, 0.0,
				 42, "nmf of C", &job, &err),
		ODD_ECANCELLED);
	assert_int_equal(result.rounds, 2);
	odd_mat_free(&L);
	odd_mat_free(&Rt);
	free_sparse(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(error_never_rises_and_is_true),
		cmocka_unit_test(rank_is_recovered),
		cmocka_unit_test(end_is_stationary),
		cmocka_unit_test(tolerance_stops),
		cmocka_unit_test(corners_stay_finite),
		cmocka_unit_test(zero_matrix_gives_zero),
		cmocka_unit_test(threads_do_not_change_a_bit),
		cmocka_unit_test(cancel_is_heard),
	};
	return cmocka_run_group_tests_name("nmf", tests, NULL, NULL);
}
