/* The orthogonal matrix nearest to a square one, beside its singular vectors; logarithms by
 * vectors, beside those of the C library; the loss after the W step, beside a sum over rows.
 */
#include "config.h"

#include "helpers.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>

#include "linalg/logarithm.h"
#include "base/rng.h"
#include "one/step_parts.h"
#include "one/state.h"
#include "random_network.h"

/* M = X Σ Yᵀ with singular values from 1 down to `least`; X and Y from random matrices. */
static odd_mat matrix_of(size_t k, double least, odd_mat *W)
{
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 7 + k, "test");
	odd_mat M, X, Yt, R;
	assert_ok(odd_mat_alloc(&M, k, k, &err), err);
	assert_ok(odd_mat_alloc(&X, k, k, &err), err);
	assert_ok(odd_mat_alloc(&Yt, k, k, &err), err);
	assert_ok(odd_mat_alloc(&R, k, k, &err), err);
	assert_ok(odd_mat_alloc(W, k, k, &err), err);
	double *sigma = malloc(k * sizeof *sigma);
	for (size_t i = 0; i < k; i++)
		for (size_t j = 0; j < k; j++)
			odd_mat_row(R, i)[j] = odd_rng_normal(&rng);
	lapack_int n = (lapack_int)k, s = (lapack_int)M.stride;
	assert_int_equal(LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', n, n, R.data, s, sigma, X.data, s,
				 Yt.data, s),
		0);
	for (size_t i = 0; i < k; i++) {
		for (size_t j = 0; j < k; j++) {
			double m = 0.0, w = 0.0;
			for (size_t q = 0; q < k; q++) {
				const double part = odd_mat_row(X, i)[q] * odd_mat_row(Yt, q)[j];
				m += part * pow(least, k > 1 ? (double)q / (double)(k - 1) : 0.0);
				w += part;
			}
			odd_mat_row(M, i)[j] = m;
			odd_mat_row(*W, i)[j] = w;
		}
	}
	free(sigma);
	odd_mat_free(&X);
	odd_mat_free(&Yt);
	odd_mat_free(&R);
	return M;
}

static bool polar(odd_mat *W, odd_mat M)
{
	odd_error err;
	odd_mat work[2];
	assert_ok(odd_mat_alloc(W, M.rows, M.rows, &err), err);
	for (int i = 0; i < 2; i++)
		assert_ok(odd_mat_alloc(&work[i], M.rows, M.rows, &err), err);
	const bool done = odd__polar(*W, odd_mat_const(M), work);
	for (int i = 0; i < 2; i++)
		odd_mat_free(&work[i]);
	return done;
}

static void is_the_nearest_orthogonal_matrix(void **state)
{
	(void)state;
	static const size_t sizes[] = {1, 2, 5, 8, 21, 33, 100};
	static const double least[] = {1.0, 0.3, 1e-3, 1e-5};
	for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++) {
		for (size_t b = 0; b < sizeof least / sizeof *least; b++) {
			odd_mat expected, W, M = matrix_of(sizes[a], least[b], &expected);
			assert_true(polar(&W, M));
			for (size_t i = 0; i < W.rows; i++) {
				for (size_t j = 0; j < W.cols; j++)
					assert_true(fabs(odd_mat_row(W, i)[j] -
							    odd_mat_row(expected, i)[j]) <
						    1e-14 * (double)sizes[a] / least[b]);
				for (size_t j = W.cols; j < W.stride; j++)
					assert_true(odd_mat_row(W, i)[j] == 0.0);
				for (size_t j = 0; j < W.rows; j++)
					assert_true(fabs(cblas_ddot((int)W.cols, odd_mat_row(W, i),
								 1, odd_mat_row(W, j), 1) -
							    (i == j)) < 1e-13);
			}
			odd_mat_free(&W);
			odd_mat_free(&M);
			odd_mat_free(&expected);
		}
	}
}

static void gives_up_on_what_is_nearly_singular(void **state)
{
	(void)state;
	odd_mat expected, W, M = matrix_of(9, 1e-12, &expected);
	assert_false(polar(&W, M));
	odd_mat_free(&W);
	memset(odd_mat_row(M, 3), 0, M.stride * sizeof(double));
	assert_false(polar(&W, M));
	odd_mat_free(&W);
	memset(M.data, 0, M.rows * M.stride * sizeof(double));
	assert_false(polar(&W, M));
	odd_mat_free(&W);
	odd_mat_free(&M);
	odd_mat_free(&expected);
}

static void logarithms_agree_with_the_library(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	for (int i = 0; i < 200000; i++) {
		double x = odd_rng_uniform(&rng);
		if (i % 3 == 1)
			x = ldexp(0.5 + 0.5 * x, (int)(i % 2000) - 1000);
		else if (i % 3 == 2)
			x = 1.0 + (x - 0.5) * ldexp(1.0, -(i % 50));
		if (!(x >= DBL_MIN))
			continue;
		const odd__vec in = (odd__vec){0} + x, out = odd__vec_log(in);
		assert_true(odd__log_fits(in));
		assert_true(fabs(out[0] - log(x)) <= 4e-16 * fabs(log(x)));
	}
	assert_true(odd__vec_log((odd__vec){0} + 1.0)[0] == 0.0);
	assert_false(odd__log_fits((odd__vec){0}));
	assert_false(odd__log_fits((odd__vec){0} + INFINITY));
	assert_false(odd__log_fits((odd__vec){0} + 1e-310));
}

/* Where G and U share few directions, most of W is in no term of the loss. It stays as near to the
 * W before as it can, whatever rounding says. */
static void free_directions_of_w_stay(void **state)
{
	(void)state;
	odd_error err;
	enum { K = 8, N = 40 };
	const random_shape shape = {.n = N, .d = 30, .links = 200, .words = 300, .isolated = 0};
	odd_network *net = random_network(shape, 3);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	odd_one *run[2];
	double term[3];
	o.k = K;
	for (int t = 0; t < 2; t++) {
		assert_ok(odd_one_begin(&run[t], net, &o, NULL, &err), err);
		for (size_t i = 0; i < N; i++)
			for (size_t k = 0; k < K; k++) {
				/* G has directions 0 to 2, U 1 to 3 and rounding. */
				const double noise = 1e-17 * (double)(((i + 3 * k) * (t + 5u)) % 7);
				odd_mat_row(run[t]->G, i)[k] *= k < 3 ? 1.0 : 0.0;
				odd_mat_row(run[t]->U, i)[k] *= k > 0 && k < 4 ? 1.0 : 0.0;
				odd_mat_row(run[t]->G, i)[k] += noise;
			}
		memset(run[t]->W.data, 0, K * run[t]->W.stride * sizeof(double));
		for (size_t k = 0; k < K; k++)
			odd_mat_row(run[t]->W, k)[k] = 1.0;
		assert_ok(odd__one_step_w(run[t], term, NULL, &err), err);
	}
	for (size_t i = 0; i < K; i++)
		for (size_t j = 0; j < K; j++) {
			double square = 0.0, w = odd_mat_row(run[0]->W, i)[j];
			for (size_t k = 0; k < K; k++)
				square +=
					odd_mat_row(run[0]->W, k)[i] * odd_mat_row(run[0]->W, k)[j];
			assert_close(square, i == j, 1e-12);
			assert_close(w, odd_mat_row(run[1]->W, i)[j], 1e-10);
			if (i > 3 || j > 3) /* nothing is said of these */
				assert_close(w, i == j, 1e-10);
		}
	odd_one_free(run[0]);
	odd_one_free(run[1]);
	odd_network_free(net);
}

/* Also where links and words agree so well that the difference of large sums would be all rounding.
 */
static void disagreement_after_w_is_that_of_the_rows(void **state)
{
	(void)state;
	odd_error err;
	const random_shape shape = {.n = 64, .d = 70, .links = 500, .words = 900, .isolated = 1};
	odd_network *net = random_network(shape, 5);
	static const double betas[] = {0.0, 1.0, 1e4, 1e9};
	for (size_t b = 0; b < sizeof betas / sizeof *betas; b++) {
		odd_one_options o = ODD_ONE_OPTIONS_INIT;
		odd_one *run;
		o.k = 6;
		o.alpha = 1.0;
		o.beta = betas[b];
		assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
		for (int i = 0; i < 30; i++) {
			assert_int_equal(odd_one_next(run), ODD_STEP_W);
			assert_ok(odd_one_substep(run, NULL, &err), err);
			const odd_trace *trace = odd_one_trace(run);
			double *r[3], sum = 0.0;
			for (int t = 0; t < 3; t++)
				r[t] = malloc(net->nodes * sizeof **r);
			assert_ok(odd_one_residuals(run, r[0], r[1], r[2], NULL, &err), err);
			for (size_t n = 0; n < net->nodes; n++)
				sum += run->w[2][n] * r[2][n];
			assert_close(trace->point[trace->count - 1].term[2], sum, 1e-9);
			for (int t = 0; t < 3; t++)
				free(r[t]);
			for (int s = 1; s < ODD_SUBSTEPS; s++)
				assert_ok(odd_one_substep(run, NULL, &err), err);
		}
		assert_true(odd_trace_largest_rise(odd_one_trace(run), NULL) == 0.0);
		odd_one_free(run);
	}
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_the_nearest_orthogonal_matrix),
		cmocka_unit_test(gives_up_on_what_is_nearly_singular),
		cmocka_unit_test(logarithms_agree_with_the_library),
		cmocka_unit_test(free_directions_of_w_stay),
		cmocka_unit_test(disagreement_after_w_is_that_of_the_rows),
	};
	return cmocka_run_group_tests_name("polar", tests, NULL, NULL);
}
