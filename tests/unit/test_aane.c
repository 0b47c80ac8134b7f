/* AANE beside its dense definition and its own promises. */
#include "config.h"

#include "helpers.h"

#include <lapacke.h>
#include <math.h>

#include "baseline/aane.h"
#include "method_options.h"
#include "cliques.h"

static const odd_job alone = {.threads = 1};

static odd_network *blocks(size_t nodes, uint64_t seed)
{
	block_options b = BLOCKS_INIT;
	b.nodes = nodes;
	b.weighted = true;
	b.real = true;
	b.seed = seed;
	return make_blocks(&b);
}

static odd_aane_options small_options(size_t k)
{
	odd_aane_options o = ODD_AANE_OPTIONS_INIT;
	o.k = k;
	return o;
}

/* S as an N × N array: cosines, 0 with a node that has no attributes. */
static double *dense_similarity(const odd_network *net)
{
	size_t n = net->nodes, d = net->attributes;
	double *X = calloc(n * d, sizeof *X), *S = calloc(n * n, sizeof *S);
	for (size_t i = 0; i < n; i++) {
		double square = 0.0;
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++) {
			X[i * d + net->C.idx[e]] = odd_csr_value(odd_csr_const(net->C), e);
			square += pow(odd_csr_value(odd_csr_const(net->C), e), 2);
		}
		for (size_t w = 0; w < d && square > 0.0; w++)
			X[i * d + w] /= sqrt(square);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			for (size_t w = 0; w < d; w++)
				S[i * n + j] += X[i * d + w] * X[j * d + w];
	free(X);
	return S;
}

static double distance(odd_mat a, size_t i, odd_mat b, size_t j)
{
	double sum = 0.0;
	for (size_t k = 0; k < a.cols; k++)
		sum += pow(odd_mat_row(a, i)[k] - odd_mat_row(b, j)[k], 2);
	return sqrt(sum);
}

/* ‖S − H Zᵀ‖² + λ Σ w ‖h_i − z_j‖ + ρ/2 (‖H − Z + U‖² − ‖U‖²) */
static double lagrangian(const odd__aane *a, const double *S)
{
	double fit = 0.0, links = 0.0, held = 0.0;
	for (size_t i = 0; i < a->nodes; i++) {
		for (size_t j = 0; j < a->nodes; j++) {
			double x = S[i * a->nodes + j];
			for (size_t k = 0; k < a->k; k++)
				x -= odd_mat_row(a->H, i)[k] * odd_mat_row(a->Z, j)[k];
			fit += x * x;
		}
		for (size_t e = a->links.A.ptr[i]; e < a->links.A.ptr[i + 1]; e++)
			links += odd_csr_value(a->links.A, e) *
				 distance(a->H, i, a->Z, a->links.A.idx[e]);
		for (size_t k = 0; k < a->k; k++) {
			double u = odd_mat_row(a->U, i)[k];
			double r = odd_mat_row(a->H, i)[k] - odd_mat_row(a->Z, i)[k] + u;
			held += r * r - u * u;
		}
	}
	return fit + a->lambda * links + 0.5 * a->rho * held;
}

/* Solve M x = b (K × K, symmetric positive) in place. */
static void solve(double *M, double *b, size_t k)
{
	assert_int_equal(
		LAPACKE_dposv(LAPACK_ROW_MAJOR, 'U', (lapack_int)k, 1, M, (lapack_int)k, b, 1), 0);
}

/* One update by its formula, a K × K system for every node. */
static void naive_update(
	odd_mat out, const odd__aane *a, const double *S, odd_mat own, odd_mat other, double dual)
{
	size_t n = a->nodes, K = a->k;
	double *M = calloc(K * K, sizeof *M), *b = calloc(K, sizeof *b);
	for (size_t i = 0; i < n; i++) {
		double pull = 0.0;
		for (size_t k = 0; k < K; k++) {
			b[k] = a->rho * (odd_mat_row(other, i)[k] + dual * odd_mat_row(a->U, i)[k]);
			for (size_t j = 0; j < n; j++)
				b[k] += 2.0 * S[i * n + j] * odd_mat_row(other, j)[k];
		}
		for (size_t e = a->links.A.ptr[i]; e < a->links.A.ptr[i + 1]; e++) {
			double far = distance(own, i, other, a->links.A.idx[e]);
			if (far == 0.0)
				continue;
			double t = a->lambda * odd_csr_value(a->links.A, e) / far;
			for (size_t k = 0; k < K; k++)
				b[k] += t * odd_mat_row(other, a->links.A.idx[e])[k];
			pull += t;
		}
		for (size_t k = 0; k < K; k++)
			for (size_t q = 0; q < K; q++) {
				M[k * K + q] = k == q ? a->rho + pull : 0.0;
				for (size_t j = 0; j < n; j++)
					M[k * K + q] += 2.0 * odd_mat_row(other, j)[k] *
							odd_mat_row(other, j)[q];
			}
		solve(M, b, K);
		memcpy(odd_mat_row(out, i), b, K * sizeof *b);
	}
	free(M);
	free(b);
}

static void assert_near(odd_mat a, odd_mat b, double tolerance)
{
	for (size_t i = 0; i < a.rows; i++)
		for (size_t k = 0; k < a.cols; k++)
			assert_close(odd_mat_row(a, i)[k], odd_mat_row(b, i)[k], tolerance);
}

static void steps_are_the_formulas(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(60, 3);
	double *S = dense_similarity(net);
	odd__aane a;
	odd_mat want;
	odd_aane_options o = small_options(7);
	o.lambda = 0.3;
	assert_ok(odd_mat_alloc(&want, 60, 7, &err), err);
	assert_ok(odd__aane_begin(&a, net, &o, &alone, &err), err);
	for (int sweep = 0; sweep < 4; sweep++) {
		naive_update(want, &a, S, a.H, a.Z, -1.0);
		assert_ok(odd__aane_step_h(&a, &alone, &err), err);
		assert_near(a.H, want, 1e-11);
		naive_update(want, &a, S, a.Z, a.H, 1.0);
		assert_ok(odd__aane_step_z(&a, &alone, &err), err);
		assert_near(a.Z, want, 1e-11);
		for (size_t i = 0; i < 60; i++)
			for (size_t k = 0; k < 7; k++)
				odd_mat_row(want, i)[k] = odd_mat_row(a.U, i)[k] +
							  odd_mat_row(a.H, i)[k] -
							  odd_mat_row(a.Z, i)[k];
		odd__aane_step_u(&a);
		assert_near(a.U, want, 1e-14);
	}
	odd__aane_clear(&a);
	odd_mat_free(&want);
	free(S);
	odd_network_free(net);
}

static void steps_never_raise_the_lagrangian(void **state)
{
	(void)state;
	odd_error err;
	for (int strong = 0; strong < 2; strong++) {
		odd_network *net = blocks(60, 5);
		double *S = dense_similarity(net), before, now;
		odd__aane a;
		odd_aane_options o = small_options(6);
		o.lambda = strong ? 0.5 : 0.05;
		assert_ok(odd__aane_begin(&a, net, &o, &alone, &err), err);
		before = lagrangian(&a, S);
		for (int sweep = 0; sweep < 20; sweep++) {
			assert_ok(odd__aane_step_h(&a, &alone, &err), err);
			now = lagrangian(&a, S);
			assert_true(now <= before * (1.0 + 1e-13));
			before = now;
			assert_ok(odd__aane_step_z(&a, &alone, &err), err);
			now = lagrangian(&a, S);
			assert_true(now <= before * (1.0 + 1e-13));
			odd__aane_step_u(&a);
			before = lagrangian(&a, S); /* this one may rise */
		}
		odd__aane_clear(&a);
		free(S);
		odd_network_free(net);
	}
}

static double apart(const odd__aane *a)
{
	double sum = 0.0;
	for (size_t i = 0; i < a->nodes; i++)
		sum += pow(distance(a->H, i, a->Z, i), 2);
	return sqrt(sum);
}

/* Without links the problem is smooth and the two meet. With them, links that shrink to nothing are
 * left out and come back, which keeps a small rest. */
static void copies_come_together(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(60, 8);
	for (int links = 0; links < 2; links++) {
		odd__aane a;
		odd_aane_options o = small_options(6);
		double early = 0.0;
		o.lambda = links ? 0.05 : 0.0;
		assert_ok(odd__aane_begin(&a, net, &o, &alone, &err), err);
		for (int sweep = 0; sweep < 60; sweep++) {
			assert_ok(odd__aane_step_h(&a, &alone, &err), err);
			assert_ok(odd__aane_step_z(&a, &alone, &err), err);
			odd__aane_step_u(&a);
			if (sweep == 0)
				early = apart(&a);
		}
		assert_true(early > 0.1);
		assert_true(apart(&a) < (links ? 2e-2 : 1e-4) * early);
		odd__aane_clear(&a);
	}
	odd_network_free(net);
}

/* λ = 0, U = 0: H = (2 S Z + ρ Z)(2 ZᵀZ + ρ I)⁻¹, whatever the links. */
static void without_links_it_is_a_ridge_regression(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(40, 2);
	double *S = dense_similarity(net);
	odd__aane a;
	odd_aane_options o = small_options(5);
	o.lambda = 0.0;
	assert_ok(odd__aane_begin(&a, net, &o, &alone, &err), err);
	assert_ok(odd__aane_step_h(&a, &alone, &err), err);
	for (size_t i = 0; i < 40; i++) {
		double M[25], b[5];
		for (size_t k = 0; k < 5; k++) {
			b[k] = a.rho * odd_mat_row(a.Z, i)[k];
			for (size_t j = 0; j < 40; j++)
				b[k] += 2.0 * S[i * 40 + j] * odd_mat_row(a.Z, j)[k];
			for (size_t q = 0; q < 5; q++) {
				M[k * 5 + q] = k == q ? a.rho : 0.0;
				for (size_t j = 0; j < 40; j++)
					M[k * 5 + q] += 2.0 * odd_mat_row(a.Z, j)[k] *
							odd_mat_row(a.Z, j)[q];
			}
		}
		solve(M, b, 5);
		for (size_t k = 0; k < 5; k++)
			assert_close(b[k], odd_mat_row(a.H, i)[k], 1e-12);
	}
	odd__aane_clear(&a);
	free(S);
	odd_network_free(net);
}

/* Left singular vectors: orthonormal, and B Bᵀ x = σ² x with falling σ. */
static void start_is_singular_vectors_of_hubs(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(120, 9);
	odd__aane a;
	odd_aane_options o = small_options(4); /* 40 of 120 columns */
	assert_ok(odd__aane_begin(&a, net, &o, &alone, &err), err);
	assert_same_bits(odd_mat_const(a.H), odd_mat_const(a.Z));
	double weight[120] = {0};
	odd_ccsr A = a.links.A;
	for (size_t i = 0; i < 120; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			weight[i] += odd_csr_value(A, e);
	uint8_t chosen[120];
	size_t count = 0;
	for (size_t i = 0; i < 120; i++) {
		size_t heavier = 0;
		for (size_t j = 0; j < 120; j++)
			heavier += weight[j] > weight[i];
		chosen[i] = heavier < 40;
		count += chosen[i];
	}
	assert_int_equal(count, 40);
	double last = HUGE_VAL;
	for (size_t k = 0; k < 4; k++) {
		double through[120] = {0}, back[120] = {0}, dot = 0.0, length = 0.0;
		for (size_t i = 0; i < 120; i++)
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
				if (chosen[A.idx[e]])
					through[A.idx[e]] +=
						odd_csr_value(A, e) * odd_mat_row(a.H, i)[k];
		for (size_t i = 0; i < 120; i++)
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
				if (chosen[A.idx[e]])
					back[i] += odd_csr_value(A, e) * through[A.idx[e]];
		for (size_t i = 0; i < 120; i++) {
			dot += back[i] * odd_mat_row(a.H, i)[k];
			length += pow(odd_mat_row(a.H, i)[k], 2);
		}
		assert_close(length, 1.0, 1e-10);
		for (size_t i = 0; i < 120; i++)
			assert_close(back[i] / dot, odd_mat_row(a.H, i)[k], 1e-9);
		assert_true(dot < last);
		last = dot;
	}
	odd__aane_clear(&a);
	odd_network_free(net);
}

/* Where the links give too few directions, random ones fill up, at right angles. */
static void start_fills_up_what_is_missing(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_lonely_cliques();
	odd_csr empty;
	odd_mat X;
	const uint32_t columns[2] = {0, 1};
	assert_ok(odd_mat_alloc(&X, net->nodes, 5, &err), err);
	for (int links = 0; links < 2; links++) {
		if (links == 0)
			assert_ok(odd_csr_from_triplets(&empty, net->nodes, net->nodes, 0, NULL,
					  NULL, NULL, ODD_MERGE_MAX, NULL, &err),
				err);
		odd_ccsr S = odd_csr_const(links ? net->A : empty);
		assert_ok(odd__aane_left_vectors(X, S, columns, 2, 1, &alone, &err), err);
		for (size_t k = 0; k < 5; k++)
			for (size_t q = 0; q <= k; q++) {
				double dot = 0.0;
				for (size_t i = 0; i < X.rows; i++)
					dot += odd_mat_row(X, i)[k] * odd_mat_row(X, i)[q];
				assert_close(dot, k == q, 1e-12);
			}
	}
	odd_csr_clear(&empty);
	odd_mat_free(&X);
	odd_network_free(net);
}

static void cliques_are_told_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(false);
	for (uint64_t seed = 1; seed <= 10; seed++) {
		odd_aane_options o = small_options(4);
		odd_mat X;
		o.seed = seed;
		assert_ok(odd_aane(&X, net, &o, &alone, &err), err);
		assert_true(X.rows == 16 && X.cols == 4);
		assert_true(cliques_found(odd_mat_const(X)) == 1.0);
		odd_mat_free(&X);
	}
	odd_network_free(net);
}

static void lonely_nodes_stay_finite(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_lonely_cliques();
	for (size_t k = 1; k <= 19; k += 6)
		for (size_t sweeps = 1; sweeps <= 20; sweeps += 19) {
			odd_aane_options o = small_options(k);
			odd_mat X;
			o.sweeps = sweeps;
			assert_ok(odd_aane(&X, net, &o, &alone, &err), err);
			assert_finite(odd_mat_const(X));
			odd_mat_free(&X);
		}
	odd_network_free(net);
}

/* The same network with node i called p(i): the row of i is now that of p(i). */
static odd_network *renumbered(const odd_network *net, const uint32_t *p)
{
	odd_error err;
	odd__builder b;
	odd_network *out;
	odd__builder_init(&b, false);
	for (size_t i = 0; i < net->nodes; i++)
		add_node(&b, i, "n", NULL);
	for (size_t i = 0; i < net->nodes; i++) {
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			add_link(&b, p[i], p[net->A.idx[e]],
				odd_csr_value(odd_csr_const(net->A), e));
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
			add_word(&b, p[i], net->C.idx[e], odd_csr_value(odd_csr_const(net->C), e));
	}
	assert_ok(odd__builder_finish(&out, &b, "renumbered", "test", &err), err);
	return out;
}

static void renumbering_nodes_renumbers_rows(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 60 };
	odd_network *net = blocks(N, 12);
	uint32_t p[N];
	odd_rng rng;
	odd_rng_init(&rng, 5, "test");
	for (uint32_t i = 0; i < N; i++)
		p[i] = i;
	odd_rng_shuffle(&rng, p, N);
	odd_network *other = renumbered(net, p);
	odd_aane_options o = small_options(6);
	odd_mat X, Y;
	o.sweeps = 3;
	assert_ok(odd_aane(&X, net, &o, &alone, &err), err);
	assert_ok(odd_aane(&Y, other, &o, &alone, &err), err);
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < 6; k++)
			assert_close(odd_mat_row(X, i)[k], odd_mat_row(Y, p[i])[k], 1e-9);
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_network_free(other);
	odd_network_free(net);
}

static void too_many_dimensions_are_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X;
	odd_network *net = make_cliques(false);
	odd_aane_options o = small_options(17);
	assert_int_equal(odd_aane(&X, net, &o, &alone, &err), ODD_EUSAGE);
	assert_null(X.data);
	odd_network_free(net);
}

static void threads_change_no_bit(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(1500, 4);
	odd_aane_options o = small_options(12);
	odd_mat X[2];
	o.sweeps = 4;
	for (int c = 0; c < 2; c++) {
		odd_job job = {.threads = c == 0 ? 1 : 3};
		assert_ok(odd_aane(&X[c], net, &o, &job, &err), err);
	}
	assert_same_bits(odd_mat_const(X[0]), odd_mat_const(X[1]));
	odd_mat_free(&X[0]);
	odd_mat_free(&X[1]);
	odd_network_free(net);
}

static void cancel_is_obeyed(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(60, 4);
	odd_aane_options o = small_options(6);
	odd_mat X;
	o.sweeps = 6;
	for (int at = 1; at <= 6; at++) {
		cancel_at c;
		odd_job job = cancelling_job(&c, at);
		assert_int_equal(odd_aane(&X, net, &o, &job, &err), ODD_ECANCELLED);
		assert_null(X.data);
	}
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_are_the_formulas),
		cmocka_unit_test(steps_never_raise_the_lagrangian),
		cmocka_unit_test(copies_come_together),
		cmocka_unit_test(without_links_it_is_a_ridge_regression),
		cmocka_unit_test(start_is_singular_vectors_of_hubs),
		cmocka_unit_test(start_fills_up_what_is_missing),
		cmocka_unit_test(cliques_are_told_apart),
		cmocka_unit_test(lonely_nodes_stay_finite),
		cmocka_unit_test(renumbering_nodes_renumbers_rows),
		cmocka_unit_test(too_many_dimensions_are_refused),
		cmocka_unit_test(threads_change_no_bit),
		cmocka_unit_test(cancel_is_obeyed),
	};
	return cmocka_run_group_tests_name("aane", tests, NULL, NULL);
}
