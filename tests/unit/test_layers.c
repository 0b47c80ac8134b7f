/* The parts of the neural baselines, in double: Adam by hand, products against plain loops,
 * softsign and softmax at their ends, the sparse rows made of a network. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "baseline/layers.h"
#include "networks.h"
#include "rmat.h"

static odd__rmat random_rmat(size_t rows, size_t cols, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd__rmat m;
	odd_rng_init(&rng, seed, "test");
	assert_ok(rmat_alloc(&m, rows, cols, &err), err);
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < cols; j++)
			odd__rrow(m, i)[j] = odd_rng_normal(&rng);
	return m;
}

static void adam_steps_as_by_hand(void **state)
{
	(void)state;
	odd_error err;
	odd__memory memory = {0};
	odd__tensor t = odd__tensor_take(&memory, 2, 3);
	assert_ok(odd__memory_check(&memory, &err), err);
	const double g[2] = {0.5, -40.0}; /* the second is clipped to −5 */
	double w[2] = {1.0, 2.0}, m[2] = {0, 0}, v[2] = {0, 0};
	odd__rrow(t.w, 0)[0] = w[0];
	odd__rrow(t.w, 1)[2] = w[1];
	for (int step = 1; step <= 5; step++) {
		odd__rrow(t.g, 0)[0] = g[0];
		odd__rrow(t.g, 1)[2] = g[1];
		assert_ok(odd__adam_step(&t, 0.01, 5.0, NULL, &err), err);
		for (int i = 0; i < 2; i++) {
			double x = fmax(-5.0, g[i]);
			m[i] = 0.9 * m[i] + 0.1 * x;
			v[i] = 0.999 * v[i] + 0.001 * x * x;
			w[i] -= 0.01 * sqrt(1 - pow(0.999, step)) / (1 - pow(0.9, step)) * m[i] /
				(sqrt(v[i]) + 1e-8);
		}
		assert_close(odd__rrow(t.w, 0)[0], w[0], 1e-14);
		assert_close(odd__rrow(t.w, 1)[2], w[1], 1e-14);
	}
	/* A constant gradient moves by the rate at each step. */
	assert_close(odd__rrow(t.w, 0)[0], 1.0 - 5 * 0.01, 1e-6);
	assert_true(odd__rrow(t.w, 0)[1] == 0.0 && odd__rrow(t.w, 1)[0] == 0.0);
	odd__memory_free(&memory);
}

/* Rows that are listed move as in a full step, the others rest. */
static void lazy_rows_step_alone(void **state)
{
	(void)state;
	odd_error err;
	odd__memory memory = {0};
	odd__tensor lazy = odd__tensor_take(&memory, 4, 2), full = odd__tensor_take(&memory, 4, 2);
	assert_ok(odd__memory_check(&memory, &err), err);
	const uint32_t list[] = {3, 1};
	for (int step = 0; step < 3; step++) {
		for (size_t c = 0; c < 2; c++) {
			odd__rrow(lazy.g, 0)[c] = odd__rrow(full.g, 3)[c] = 0.3 + (double)c;
			odd__rrow(lazy.g, 1)[c] = odd__rrow(full.g, 1)[c] = -0.7;
		}
		odd__adam_rows(&lazy, list, 2, 0.1);
		assert_ok(odd__adam_step(&full, 0.1, 0.0, NULL, &err), err);
	}
	for (size_t i = 0; i < 4; i++)
		for (size_t c = 0; c < 2; c++) {
			assert_close(odd__rrow(lazy.w, i)[c], odd__rrow(full.w, i)[c], 1e-15);
			assert_int_equal(odd__rrow(lazy.w, i)[c] != 0.0, i % 2 == 1);
		}
	odd__memory_free(&memory);
}

static void products_agree_with_loops(void **state)
{
	(void)state;
	odd_error err;
	const size_t shapes[][3] = {{1, 1, 1}, {5, 7, 3}, {9, 70, 41}, {33, 4, 8}};
	for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++) {
		size_t n = shapes[t][0], q = shapes[t][1], k = shapes[t][2];
		odd__rmat X = random_rmat(n, q, t), W = random_rmat(q, k, t + 9), Y, dW, Wt, sums;
		assert_ok(rmat_alloc(&Y, n, k, &err), err);
		assert_ok(rmat_alloc(&dW, q, k, &err), err);
		assert_ok(rmat_alloc(&Wt, k, q, &err), err);
		assert_ok(rmat_alloc(&sums, 1, k, &err), err);
		odd__layer_times(Y, X, W, 0, n / 2);
		odd__layer_times(Y, X, W, n / 2, n);
		odd__layer_outer(dW, X, Y, 0, q / 2);
		odd__layer_outer(dW, X, Y, q / 2, q);
		odd__layer_turn(Wt, W);
		odd__layer_sums(sums, Y);
		for (size_t c = 0; c < k; c++) {
			double all = 0.0;
			for (size_t i = 0; i < n; i++) {
				double sum = 0.0;
				for (size_t a = 0; a < q; a++)
					sum += odd__rrow(X, i)[a] * odd__rrow(W, a)[c];
				assert_close(odd__rrow(Y, i)[c], sum, 1e-12);
				all += sum;
			}
			assert_close(sums.data[c], all, 1e-11);
			for (size_t a = 0; a < q; a++) {
				double sum = 0.0;
				for (size_t i = 0; i < n; i++)
					sum += odd__rrow(X, i)[a] * odd__rrow(Y, i)[c];
				assert_close(odd__rrow(dW, a)[c], sum, 1e-12);
				assert_true(odd__rrow(Wt, c)[a] == odd__rrow(W, a)[c]);
			}
		}
		odd__rmat all[] = {X, W, Y, dW, Wt, sums};
		for (size_t m = 0; m < 6; m++)
			rmat_free(&all[m]);
	}
}

static void functions_hold_at_their_ends(void **state)
{
	(void)state;
	assert_close(odd__sigmoid(0.0), 0.5, 1e-15);
	assert_true(odd__sigmoid(1e4) == 1.0 && odd__sigmoid(-1e4) == 0.0);
	assert_close(odd__softplus(0.0), log(2.0), 1e-15);
	assert_true(odd__softplus(1e4) == 1e4 && odd__softplus(-1e4) == 0.0);
	real x[3] = {1000.0, 999.0, -1000.0}; /* exp of these would overflow */
	assert_close(odd__softmax(x, 3, 1), 1.0 + log(1.0 + exp(-1.0)), 1e-12);
	assert_close(x[0] + x[1] + x[2], 1.0, 1e-12);
	assert_close(x[0] / x[1], exp(1.0), 1e-12);
	odd__rmat Y = random_rmat(3, 5, 1), D = random_rmat(3, 5, 2);
	double t = odd__rrow(Y, 1)[2], d = odd__rrow(D, 1)[2];
	odd__softsign(Y, 0, 3);
	odd__softsign_back(D, Y, 0, 3);
	assert_close(odd__rrow(Y, 1)[2], t / (1 + fabs(t)), 1e-15);
	assert_close(odd__rrow(D, 1)[2], d / pow(1 + fabs(t), 2), 1e-14);
	rmat_free(&Y);
	rmat_free(&D);
}

/* x_i[d] of either kind, the shift applied. */
static double feature(const odd__features *X, size_t i, size_t d)
{
	double x = X->shift != NULL ? -X->shift[d] : 0.0;
	for (size_t e = X->ptr[i]; e < X->ptr[i + 1]; e++)
		x += X->idx[e] == d ? X->val[e] : 0.0;
	return x;
}

static void standardised_columns_have_mean_0_and_variance_1(void **state)
{
	(void)state;
	odd_error err;
	odd__features X;
	block_options o = BLOCKS_INIT;
	o.nodes = 50;
	o.real = true;
	odd_network *net = make_blocks(&o);
	assert_ok(odd__features_init(&X, net, true, "test", &err), err);
	size_t constant = 0;
	for (size_t d = 0; d < X.cols; d++) {
		double sum = 0.0, square = 0.0;
		for (size_t i = 0; i < X.rows; i++) {
			sum += feature(&X, i, d);
			square += pow(feature(&X, i, d), 2);
		}
		constant += square == 0.0;
		assert_close(sum, 0.0, 1e-11);
		assert_true(square == 0.0 || fabs(square - 50.0) < 1e-9);
	}
	assert_true(constant < X.cols / 4);
	odd__features_clear(&X);
	odd_network_free(net);
}

static void neighbourhoods_are_means_of_rows(void **state)
{
	(void)state;
	for (int standardise = 0; standardise < 2; standardise++) {
		odd_error err;
		odd__features X, S;
		odd__neighbours near;
		odd__builder b;
		odd_network *net;
		odd__builder_init(&b, true); /* 0 → 1, 2 → 0, 1 → 0 again; 3 alone */
		for (size_t i = 0; i < 4; i++) {
			add_node(&b, i, "n", NULL);
			add_word(&b, i, i, 1.0 + (double)i);
			add_word(&b, i, 4, 2.0 * (double)i);
		}
		add_link(&b, 0, 1, 5.0);
		add_link(&b, 1, 0, 1.0);
		add_link(&b, 2, 0, 1.0);
		assert_ok(odd__builder_finish(&net, &b, "four", "test", &err), err);
		assert_ok(odd__neighbours_init(&near, net, "test", &err), err);
		assert_ok(odd__features_init(&X, net, standardise, "test", &err), err);
		assert_ok(odd__features_around(&S, &X, &near, "test", NULL, &err), err);
		assert_int_equal(near.linked_count, 3);
		assert_int_equal(odd__degree(&near, 0), 2);
		assert_int_equal(odd__degree(&near, 1), 1);
		for (size_t d = 0; d < 5; d++) {
			assert_close(feature(&S, 0, d), (feature(&X, 1, d) + feature(&X, 2, d)) / 2,
				1e-12);
			assert_close(feature(&S, 1, d), feature(&X, 0, d), 1e-12);
			assert_close(feature(&S, 3, d), feature(&X, 3, d), 1e-12);
		}
		odd__features_clear(&X);
		odd__features_clear(&S);
		odd__neighbours_clear(&near);
		odd_network_free(net);
	}
}

static void bounded_draws_are_even(void **state)
{
	(void)state;
	odd_rng rng;
	size_t count[7] = {0};
	odd_rng_init(&rng, 1, "test");
	for (size_t t = 0; t < 70000; t++) {
		uint32_t x = odd__below32(&rng, 7);
		assert_true(x < 7);
		count[x]++;
	}
	for (size_t x = 0; x < 7; x++)
		assert_true(count[x] > 9600 && count[x] < 10400);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adam_steps_as_by_hand),
		cmocka_unit_test(lazy_rows_step_alone),
		cmocka_unit_test(products_agree_with_loops),
		cmocka_unit_test(functions_hold_at_their_ends),
		cmocka_unit_test(standardised_columns_have_mean_0_and_variance_1),
		cmocka_unit_test(neighbourhoods_are_means_of_rows),
		cmocka_unit_test(bounded_draws_are_even),
	};
	return cmocka_run_group_tests_name("layers", tests, NULL, NULL);
}
