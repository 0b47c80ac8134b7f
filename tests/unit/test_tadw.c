/* TADW beside its dense definition, its closed form and its own promises. */
#include "config.h"

#include "helpers.h"

#include <lapacke.h>
#include <math.h>

#include "baseline/tadw.h"
#include "method_options.h"
#include "cliques.h"

static const odd_job alone = {.threads = 1};

static odd_network *blocks(size_t nodes, bool directed, uint64_t seed)
{
	block_options b = BLOCKS_INIT;
	b.nodes = nodes;
	b.directed = directed;
	b.seed = seed;
	return make_blocks(&b);
}

static odd_tadw_options small_options(size_t k, size_t features)
{
	odd_tadw_options o = ODD_TADW_OPTIONS_INIT;
	o.k = k;
	o.features = features;
	return o;
}

/* M = (P + P²)/2 as an N × N array, from the definition. */
static double *dense_proximity(const odd_network *net)
{
	size_t n = net->nodes;
	double *P = calloc(n * n, sizeof *P), *M = calloc(n * n, sizeof *M);
	for (size_t i = 0; i < n; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			P[i * n + net->A.idx[e]] = P[net->A.idx[e] * n + i] = 1.0;
	for (size_t i = 0; i < n; i++) {
		double degree = 0.0;
		for (size_t j = 0; j < n; j++)
			degree += P[i * n + j];
		for (size_t j = 0; j < n && degree > 0.0; j++)
			P[i * n + j] /= degree;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			double two = 0.0;
			for (size_t l = 0; l < n; l++)
				two += P[i * n + l] * P[l * n + j];
			M[i * n + j] = 0.5 * (P[i * n + j] + two);
		}
	free(P);
	return M;
}

/* ‖M − Wᵀ H T‖² + λ/2 (‖W‖² + ‖H‖²), entry by entry. */
static double dense_objective(const odd__tadw *t, const double *M)
{
	size_t n = t->nodes;
	double sum = 0.0, squares = 0.0;
	double *HT = calloc(n * t->k, sizeof *HT);
	for (size_t j = 0; j < n; j++)
		for (size_t k = 0; k < t->k; k++)
			for (size_t f = 0; f < t->features; f++)
				HT[j * t->k + k] +=
					odd_mat_row(t->Ht, f)[k] * odd_mat_row(t->U, j)[f];
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			double fit = 0.0;
			for (size_t k = 0; k < t->k; k++)
				fit += odd_mat_row(t->Wt, i)[k] * HT[j * t->k + k];
			sum += (M[i * n + j] - fit) * (M[i * n + j] - fit);
		}
	for (size_t k = 0; k < t->k; k++) {
		for (size_t i = 0; i < n; i++)
			squares += odd_mat_row(t->Wt, i)[k] * odd_mat_row(t->Wt, i)[k];
		for (size_t f = 0; f < t->features; f++)
			squares += odd_mat_row(t->Ht, f)[k] * odd_mat_row(t->Ht, f)[k];
	}
	free(HT);
	return sum + 0.5 * t->lambda * squares;
}

/* The largest entry of the gradient in W and H. */
static double largest_slope(const odd__tadw *t)
{
	double most = 0.0;
	for (int side = 0; side < 2; side++) {
		odd_mat own = side == 0 ? t->Wt : t->Ht, other = side == 0 ? t->Ht : t->Wt;
		for (size_t i = 0; i < own.rows; i++)
			for (size_t k = 0; k < t->k; k++) {
				double slope = t->lambda * odd_mat_row(own, i)[k];
				for (size_t j = 0; j < other.rows; j++) {
					double g = side == 0 ? odd_mat_row(t->G, i)[j]
							     : odd_mat_row(t->G, j)[i];
					double fit = 0.0;
					for (size_t q = 0; q < t->k; q++)
						fit += odd_mat_row(own, i)[q] *
						       odd_mat_row(other, j)[q];
					slope += 2.0 * (fit - g) * odd_mat_row(other, j)[k];
				}
				most = fabs(slope) > most ? fabs(slope) : most;
			}
	}
	return most;
}

static void features_are_orthonormal_idf_words(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(90, false, 3);
	odd__tadw t;
	odd_tadw_options o = small_options(6, 20);
	assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
	assert_int_equal(t.features, 20);
	for (size_t a = 0; a < t.features; a++)
		for (size_t b = 0; b <= a; b++) {
			double dot = 0.0;
			for (size_t i = 0; i < t.nodes; i++)
				dot += odd_mat_row(t.U, i)[a] * odd_mat_row(t.U, i)[b];
			assert_close(dot, a == b, 1e-12);
		}
	odd__tadw_clear(&t);

	/* with all features Z Zᵀ = B Bᵀ, B = C diag(log(N/df)) */
	o.features = 1000;
	assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
	assert_true(t.features <= net->nodes);
	double *df = calloc(net->attributes, sizeof *df);
	double *row = calloc(net->attributes, sizeof *row);
	for (size_t e = 0; e < net->C.ptr[net->nodes]; e++)
		df[net->C.idx[e]]++;
	for (size_t i = 0; i < net->nodes; i++) {
		memset(row, 0, net->attributes * sizeof *row);
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
			row[net->C.idx[e]] = log((double)net->nodes / df[net->C.idx[e]]);
		for (size_t j = 0; j < net->nodes; j++) {
			double want = 0.0, have = 0.0;
			for (size_t e = net->C.ptr[j]; e < net->C.ptr[j + 1]; e++) {
				size_t d = net->C.idx[e];
				want += row[d] * log((double)net->nodes / df[d]);
			}
			for (size_t f = 0; f < t.features; f++)
				have += odd_mat_row(t.U, i)[f] * odd_mat_row(t.U, j)[f] *
					t.sigma.data[f] * t.sigma.data[f];
			assert_close(want, have, 1e-9);
		}
	}
	free(df);
	free(row);
	odd__tadw_clear(&t);
	odd_network_free(net);
}

/* Attributes that are not 0 or 1 are taken as they are: the largest singular value is that of C. */
static void idf_is_for_binary_words(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 60;
	for (int real = 0; real < 2; real++) {
		b.real = real;
		odd_network *net = make_blocks(&b);
		odd__tadw t;
		odd_tadw_options o = small_options(4, 10);
		assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
		double length = 0.0; /* ‖Cᵀ u‖ of its first left singular vector u */
		for (size_t d = 0; d < net->attributes; d++) {
			double sum = 0.0;
			for (size_t i = 0; i < net->nodes; i++)
				for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
					if (net->C.idx[e] == d)
						sum += odd_csr_value(odd_csr_const(net->C), e) *
						       odd_mat_row(t.U, i)[0];
			length += sum * sum;
		}
		assert_true((fabs(sqrt(length) - t.sigma.data[0]) < 1e-9 * sqrt(length)) == real);
		odd__tadw_clear(&t);
		odd_network_free(net);
	}
}

static void implicit_proximity_is_the_dense_one(void **state)
{
	(void)state;
	odd_error err;
	for (int directed = 0; directed < 2; directed++) {
		odd_network *net = blocks(70, directed, 5);
		double *M = dense_proximity(net);
		odd__tadw t;
		odd_tadw_options o = small_options(4, 15);
		assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
		for (size_t i = 0; i < net->nodes; i++)
			for (size_t f = 0; f < t.features; f++) {
				double g = 0.0;
				for (size_t j = 0; j < net->nodes; j++)
					g += M[i * net->nodes + j] * odd_mat_row(t.U, j)[f];
				assert_close(g, odd_mat_row(t.G, i)[f], 1e-13);
				assert_true(odd_mat_row(t.G, i)[f] == odd_mat_row(t.Gt, f)[i]);
			}
		odd__tadw_clear(&t);
		free(M);
		odd_network_free(net);
	}
}

/* M 1 = 1, save where nobody is linked. */
static void rows_of_proximity_add_up_to_one(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_lonely_cliques();
	odd_csr P;
	odd_mat ones, once, sum;
	assert_ok(odd__tadw_transitions(&P, net, &err), err);
	assert_ok(odd_mat_alloc(&ones, net->nodes, 1, &err), err);
	assert_ok(odd_mat_alloc(&once, net->nodes, 1, &err), err);
	assert_ok(odd_mat_alloc(&sum, net->nodes, 1, &err), err);
	for (size_t i = 0; i < net->nodes; i++)
		odd_mat_row(ones, i)[0] = 1.0;
	assert_ok(
		odd__tadw_proximity(sum, odd_csr_const(P), odd_mat_const(ones), once, &alone, &err),
		err);
	for (size_t i = 0; i < net->nodes; i++)
		assert_close(odd_mat_row(sum, i)[0], i != 16 && i != 18, 1e-14);
	odd_mat_free(&ones);
	odd_mat_free(&once);
	odd_mat_free(&sum);
	odd_csr_clear(&P);
	odd_network_free(net);
}

static void half_steps_never_raise_the_objective(void **state)
{
	(void)state;
	odd_error err;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		odd_network *net = blocks(60, seed == 3, seed);
		double *M = dense_proximity(net), before = HUGE_VAL, now = 0.0;
		odd__tadw t;
		odd_tadw_options o = small_options(7, 18);
		o.seed = seed;
		assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
		assert_int_equal(t.k, 4); /* both halves, rounded up */
		for (int half = 0; half < 30; half++) {
			assert_ok(half % 2 == 0 ? odd__tadw_step_w(&t, &alone, &err)
						: odd__tadw_step_h(&t, &alone, &err),
				err);
			now = dense_objective(&t, M);
			assert_true(now <= before * (1.0 + 1e-13));
			before = now;
		}
		odd__tadw_clear(&t);
		free(M);
		odd_network_free(net);
	}
}

/* The singular values of G, largest first. */
static void singular_values(double *out, odd_mat G)
{
	odd_error err;
	odd_mat S;
	assert_ok(odd_mat_alloc(&S, G.cols, G.cols, &err), err);
	for (size_t a = 0; a < G.cols; a++)
		for (size_t b = 0; b < G.cols; b++)
			for (size_t i = 0; i < G.rows; i++)
				odd_mat_row(S, a)[b] += odd_mat_row(G, i)[a] * odd_mat_row(G, i)[b];
	double rising[16];
	assert_int_equal(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', (lapack_int)G.cols, S.data,
				 (lapack_int)S.stride, rising),
		0);
	for (size_t f = 0; f < G.cols; f++)
		out[f] = sqrt(fmax(rising[G.cols - 1 - f], 0.0));
	odd_mat_free(&S);
}

/* min = ‖M‖² − ‖G‖² + Σ_{i≤k} ((σ−τ)² + λτ) + Σ_{i>k} σ², τ = max(σ − λ/2, 0). */
static void patience_reaches_the_closed_form(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(50, false, 11);
	double *M = dense_proximity(net), spectrum[16];
	for (int strong = 0; strong < 2; strong++) { /* strong: λ lets some components vanish */
		odd__tadw t;
		odd_tadw_options o = small_options(6, 16);
		o.lambda = strong ? 1.3 : 0.2;
		assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
		for (int sweep = 0; sweep < 600; sweep++) {
			assert_ok(odd__tadw_step_w(&t, &alone, &err), err);
			assert_ok(odd__tadw_step_h(&t, &alone, &err), err);
		}
		assert_true(largest_slope(&t) < 1e-8);
		singular_values(spectrum, t.G);
		double want = 0.0;
		size_t vanished = 0;
		for (size_t e = 0; e < net->nodes * net->nodes; e++)
			want += M[e] * M[e];
		for (size_t i = 0; i < t.features; i++) {
			double s = spectrum[i], tau = s > 0.5 * o.lambda ? s - 0.5 * o.lambda : 0.0;
			want -= s * s; /* ‖G‖² */
			want += i < t.k ? (s - tau) * (s - tau) + o.lambda * tau : s * s;
			vanished += i < t.k && tau == 0.0;
		}
		assert_int_equal(vanished > 0, strong);
		assert_close(dense_objective(&t, M), want, 1e-10);
		odd__tadw_clear(&t);
	}
	free(M);
	odd_network_free(net);
}

static void embedding_is_both_halves(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(80, false, 2);
	odd_tadw_options o = small_options(9, 30);
	odd_mat X;
	odd__tadw t;
	assert_ok(odd_tadw(&X, net, &o, &alone, &err), err);
	assert_true(X.rows == 80 && X.cols == 10);
	assert_ok(odd__tadw_begin(&t, net, &o, &alone, &err), err);
	for (size_t s = 0; s < o.sweeps; s++) {
		assert_ok(odd__tadw_step_w(&t, &alone, &err), err);
		assert_ok(odd__tadw_step_h(&t, &alone, &err), err);
	}
	for (size_t c = 0; c < X.cols; c++) {
		double length = 0.0, dot = 0.0, want = 0.0;
		for (size_t i = 0; i < X.rows; i++) {
			double x = odd_mat_row(X, i)[c], y = 0.0;
			if (c < t.k)
				y = odd_mat_row(t.Wt, i)[c];
			for (size_t f = 0; c >= t.k && f < t.features; f++)
				y += odd_mat_row(t.U, i)[f] * t.sigma.data[f] *
				     odd_mat_row(t.Ht, f)[c - t.k];
			length += x * x;
			want += y * y;
			dot += x * y;
		}
		assert_close(length, 1.0, 1e-12);
		assert_close(dot, sqrt(want), 1e-10); /* parallel, same sign */
	}
	odd__tadw_clear(&t);
	odd_mat_free(&X);
	odd_network_free(net);
}

static void cliques_are_told_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(false);
	for (uint64_t seed = 1; seed <= 10; seed++) {
		odd_tadw_options o = small_options(4, 200);
		odd_mat X;
		o.seed = seed;
		assert_ok(odd_tadw(&X, net, &o, &alone, &err), err);
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
	for (size_t k = 1; k <= 60; k += 7) { /* beyond what the words can fill */
		odd_tadw_options o = small_options(k, 200);
		odd_mat X;
		assert_ok(odd_tadw(&X, net, &o, &alone, &err), err);
		assert_finite(odd_mat_const(X));
		for (size_t c = 0; c < X.cols; c++) {
			if (c < X.cols / 2)
				assert_true(odd_mat_row(X, 16)[c] == 0.0);
			else
				assert_true(fabs(odd_mat_row(X, 17)[c]) < 1e-12);
			assert_true(fabs(odd_mat_row(X, 18)[c]) < 1e-12);
		}
		odd_mat_free(&X);
	}
	odd_network_free(net);
}

static void useless_words_are_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X;
	odd_network *net;
	odd__builder b; /* a word that all have, which idf makes nothing of */
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 4; i++) {
		add_node(&b, i, "n", NULL);
		add_word(&b, i, 0, 1.0);
	}
	add_link(&b, 0, 1, 1.0);
	assert_ok(odd__builder_finish(&net, &b, "bare", "test", &err), err);
	odd_tadw_options o = small_options(4, 20);
	assert_int_equal(odd_tadw(&X, net, &o, &alone, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "attribute"));
	assert_null(X.data);
	odd_network_free(net);
}

static void threads_change_no_bit(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks(500, false, 4);
	odd_tadw_options o = small_options(12, 24);
	odd_mat X[2];
	for (int c = 0; c < 2; c++) {
		odd_job job = {.threads = c == 0 ? 1 : 2};
		assert_ok(odd_tadw(&X[c], net, &o, &job, &err), err);
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
	odd_network *net = blocks(200, false, 4);
	odd_tadw_options o = small_options(6, 20);
	cancel_at c;
	odd_mat X;
	odd_job job = cancelling_job(&c, 1 << 20);
	assert_ok(odd_tadw(&X, net, &o, &job, &err), err);
	odd_mat_free(&X);
	int reports = c.reports;
	assert_true(reports > 15);
	for (int at = 1; at < reports; at += 3) {
		job = cancelling_job(&c, at);
		assert_int_equal(odd_tadw(&X, net, &o, &job, &err), ODD_ECANCELLED);
		assert_null(X.data);
	}
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(features_are_orthonormal_idf_words),
		cmocka_unit_test(idf_is_for_binary_words),
		cmocka_unit_test(implicit_proximity_is_the_dense_one),
		cmocka_unit_test(rows_of_proximity_add_up_to_one),
		cmocka_unit_test(half_steps_never_raise_the_objective),
		cmocka_unit_test(patience_reaches_the_closed_form),
		cmocka_unit_test(embedding_is_both_halves),
		cmocka_unit_test(cliques_are_told_apart),
		cmocka_unit_test(lonely_nodes_stay_finite),
		cmocka_unit_test(useless_words_are_refused),
		cmocka_unit_test(threads_change_no_bit),
		cmocka_unit_test(cancel_is_obeyed),
	};
	return cmocka_run_group_tests_name("tadw", tests, NULL, NULL);
}
