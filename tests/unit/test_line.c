/* LINE: each order does what it is for, and the two are put together as promised. */
#include "config.h"

#include "walk_samples.h"

#include "method_options.h"
#include "baseline/line.h"

static odd_line_options small_line(uint64_t seed)
{
	odd_line_options o = ODD_LINE_OPTIONS_INIT;
	o.k = 11;
	o.samples = 60000;
	o.rho = 0.05;
	o.seed = seed;
	return o;
}

static odd_mat line(const odd_network *net, const odd_line_options *o, const odd_job *job)
{
	odd_error err;
	odd_mat out;
	assert_ok(odd_line(&out, net, o, job, &err), err);
	assert_int_equal(out.rows, net->nodes);
	assert_int_equal(out.cols, o->k);
	return out;
}

static double dot(const double *a, const double *b, size_t n)
{
	double sum = 0.0;
	for (size_t k = 0; k < n; k++)
		sum += a[k] * b[k];
	return sum;
}

static void line_finds_the_cliques(void **state)
{
	(void)state;
	odd_network *net = two_cliques(0);
	for (uint64_t seed = 0; seed < 10; seed++) {
		odd_line_options o = small_line(seed);
		odd_mat X = line(net, &o, NULL);
		assert_true(cliques_found(odd_mat_const(X)));
		odd_mat_free(&X);
	}
	odd_network_free(net);
}

/* Complete bipartite, 3 + 3: nodes of a side have the same neighbours, so the second order makes
 * them equal. Only nodes of different sides are linked, which is what the first order looks at; as
 * its scores are of one matrix, positive throughout the spectrum, it can show so on average only.
 */
static void orders_differ_on_a_bipartite_graph(void **state)
{
	(void)state;
	edge edges[9];
	for (size_t e = 0; e < 9; e++)
		edges[e] = (edge){e / 3, 3 + e % 3, 1.0};
	odd_network *net = graph(6, edges, 9, false);
	for (uint64_t seed = 0; seed < 5; seed++) {
		odd_line_options o = small_line(seed);
		o.k = 16;
		o.negative = 1;
		odd_mat X = line(net, &o, NULL);
		double across = 0.0, inside = 0.0;
		for (size_t i = 0; i < 6; i++)
			for (size_t j = 0; j < i; j++) {
				double *a = odd_mat_row(X, i), *b = odd_mat_row(X, j);
				bool side = i / 3 == j / 3;
				*(side ? &inside : &across) += dot(a, b, 8) / (side ? 6.0 : 9.0);
				double second = dot(a + 8, b + 8, 8);
				assert_true(side ? second > 0.98 : second < 0.5);
			}
		assert_true(across > inside + 0.1);
		odd_mat_free(&X);
	}
	odd_network_free(net);
}

/* ---- one order ---- */

typedef struct bench {
	odd_network *net;
	odd__line_law law;
	odd__line_order model;
} bench;

static bench *set_up(odd_network *net, int order, size_t k, size_t negative)
{
	odd_error err;
	bench *b = malloc(sizeof *b);
	assert_non_null(b);
	b->net = net;
	assert_ok(odd__line_law_init(&b->law, odd_csr_const(net->A), &err), err);
	assert_ok(odd__line_order_init(&b->model, order, net->nodes, k, negative, 7, &err), err);
	return b;
}

static void take_down(bench *b)
{
	odd__line_law_clear(&b->law);
	odd__line_order_clear(&b->model);
	odd_network_free(b->net);
	free(b);
}

static double score(const bench *b, size_t i, size_t j)
{
	const odd__float_rows *u = &b->model.vertex;
	const odd__float_rows *y = b->model.order == 1 ? u : &b->model.context;
	double sum = 0.0;
	for (size_t k = 0; k < u->cols; k++)
		sum += (double)u->data[i * u->stride + k] * (double)y->data[j * y->stride + k];
	return sum;
}

/* The objective itself, with the noise in expectation:
 *     Σ_ij w_ij (softplus(−x_ij) + neg Σ_t p_t softplus(x_it)) / Σ w */
static double objective(const bench *b)
{
	odd_ccsr A = odd_csr_const(b->net->A);
	double sum = 0.0, weights = 0.0, p[64], ps = 0.0;
	for (size_t i = 0; i < A.rows; i++) {
		double degree = 0.0;
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			degree += odd_csr_value(A, e);
		ps += p[i] = pow(degree, 0.75);
	}
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			double w = odd_csr_value(A, e), part = log1p(exp(-score(b, i, A.idx[e])));
			for (size_t t = 0; t < A.rows; t++)
				part += (double)b->model.negative * p[t] / ps *
					log1p(exp(score(b, i, t)));
			sum += w * part;
			weights += w;
		}
	return sum / weights;
}

static void the_objective_falls(void **state)
{
	(void)state;
	const double fall[] = {0.06, 1.9};
	for (int order = 1; order <= 2; order++)
		for (size_t k = 5; k <= 40; k += 35) {
			bench *b = set_up(two_cliques(1), order, k, 5);
			double start = objective(b);
			assert_close(start, 6.0 * log(2.0), 0.01); /* all scores near 0 */
			odd__line_order_train(&b->model, &b->law, 500, 0.025f);
			double soon = objective(b);
			odd__line_order_train(&b->model, &b->law, 20000, 0.025f);
			assert_true(soon < start && objective(b) < start - fall[order - 1]);
			take_down(b);
		}
}

/* Training written out: the same draws, entry by entry in doubles. */
static void training_equals_its_plain_twin(void **state)
{
	(void)state;
	enum { N = 17, MOST = 45, SAMPLES = 3000 };
	const size_t widths[] = {3, 12, 21, 30, 45};
	for (size_t t = 0; t < 10; t++) {
		bench *b = set_up(two_cliques(1), 1 + (int)(t / 5), widths[t % 5], 4);
		size_t k = widths[t % 5];
		static double u[N][MOST], c[N][MOST];
		memset(c, 0, sizeof c);
		for (size_t i = 0; i < N; i++)
			for (size_t d = 0; d < k; d++)
				u[i][d] = (double)b->model.vertex
						  .data[i * b->model.vertex.stride + d];
		odd_rng rng = b->model.rng;
		for (size_t s = 0; s < SAMPLES; s++) {
			uint32_t arc = odd__noise_draw(&b->law.arcs, &rng);
			size_t i = b->law.source[arc];
			double x[MOST], acc[MOST] = {0.0};
			memcpy(x, u[i], sizeof x);
			for (size_t n = 0; n <= 4; n++) {
				size_t j = n == 0 ? b->law.A.idx[arc]
						  : odd__noise_draw(&b->law.noise, &rng);
				double *y = b->model.order == 1 ? u[j] : c[j];
				double f = dot(x, y, k), label = n == 0 ? 1.0 : 0.0;
				double g = 0.1 * (label - 1.0 / (1.0 + exp(-f)));
				for (size_t d = 0; d < k; d++) {
					acc[d] += g * y[d];
					y[d] += g * x[d];
				}
			}
			for (size_t d = 0; d < k; d++)
				u[i][d] += acc[d];
		}
		odd__line_order_train(&b->model, &b->law, SAMPLES, 0.1f);
		double square = 0.0;
		for (size_t i = 0; i < N; i++)
			for (size_t d = 0; d < k; d++) {
				const odd__float_rows *m = &b->model.vertex;
				square += u[i][d] * u[i][d];
				assert_true(
					fabs(u[i][d] - (double)m->data[i * m->stride + d]) < 0.01);
			}
		assert_true(square > 2.0); /* there was something to compare */
		take_down(b);
	}
}

/* Arcs by weight, noise by (weighted degree)^¾; nodes without links never. */
static void draws_follow_the_weights(void **state)
{
	(void)state;
	const edge edges[] = {{0, 1, 1}, {1, 2, 3}, {2, 0, 0.5}, {2, 3, 8}};
	bench *b = set_up(graph(5, edges, 4, false), 2, 4, 0);
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	size_t arcs[8] = {0}, nodes[5] = {0};
	for (int t = 0; t < 100000; t++) {
		arcs[odd_alias_draw(&b->law.arcs, &rng)]++;
		nodes[odd_alias_draw(&b->law.noise, &rng)]++;
	}
	double noise[5] = {1.5, 4.0, 11.5, 8.0, 0.0};
	for (int i = 0; i < 5; i++)
		noise[i] = pow(noise[i], 0.75);
	assert_follows(arcs, b->net->A.val, 8);
	assert_follows(nodes, noise, 5);
	for (size_t i = 0; i < 5; i++)
		for (size_t e = b->net->A.ptr[i]; e < b->net->A.ptr[i + 1]; e++)
			assert_int_equal(b->law.source[e], i);
	take_down(b);
}

/* ---- the whole ---- */

static void halves_have_unit_length(void **state)
{
	(void)state;
	odd_network *net = two_cliques(2);
	for (size_t k = 1; k <= 7; k++) {
		odd_line_options o = small_line(2);
		o.k = k;
		o.samples = 20000;
		odd_mat X = line(net, &o, NULL);
		size_t first = (k + 1) / 2;
		for (size_t i = 0; i < 18; i++) {
			const double *row = odd_mat_row(X, i);
			double unit = i < 16 ? 1.0 : 0.0; /* nodes without links: zero */
			assert_close(dot(row, row, first), unit, 1e-12);
			if (k > 1)
				assert_close(dot(row + first, row + first, k - first), unit, 1e-12);
		}
		odd_mat_free(&X);
	}
	odd_network_free(net);
}

static void seeds_matter_and_threads_do_not(void **state)
{
	(void)state;
	odd_network *net = two_cliques(1);
	odd_job one = {.threads = 1}, two = {.threads = 2}, many = {.threads = 9};
	odd_line_options o = small_line(3), other = small_line(4);
	odd_mat a = line(net, &o, &one), b = line(net, &o, &two), c = line(net, &o, &many),
		d = line(net, &other, &two);
	assert_true(same_bits(a, b) && same_bits(a, c));
	assert_false(same_bits(a, d));
	odd_mat_free(&a);
	odd_mat_free(&b);
	odd_mat_free(&c);
	odd_mat_free(&d);
	odd_network_free(net);
}

static void direction_is_ignored(void **state)
{
	(void)state;
	const edge links[] = {{0, 1, 2}, {1, 2, 1}, {2, 1, 5}, {2, 0, 1}, {3, 2, 4}};
	odd_network *directed = graph(4, links, 5, true), *plain = graph(4, links, 5, false);
	odd_line_options o = small_line(6);
	odd_mat X = line(directed, &o, NULL), Y = line(plain, &o, NULL);
	assert_true(same_bits(X, Y));
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_network_free(directed);
	odd_network_free(plain);
}

static void without_links_all_is_zero(void **state)
{
	(void)state;
	odd_network *net = graph(4, NULL, 0, false);
	odd_line_options o = small_line(1);
	odd_mat X = line(net, &o, NULL);
	for (size_t i = 0; i < 4; i++)
		assert_true(dot(odd_mat_row(X, i), odd_mat_row(X, i), X.cols) == 0.0);
	odd_mat_free(&X);
	odd_network_free(net);
}

static void progress_is_told_and_cancel_obeyed(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = two_cliques(0);
	odd_line_options o = small_line(1);
	o.samples = 55000;
	listener l = {.patience = SIZE_MAX};
	odd_job job = listening(&l, 2);
	odd_mat X = line(net, &o, &job);
	assert_int_equal(l.reports, 7); /* before each block of ten thousand, and at the end */
	assert_true(!l.fell && l.done == 55000.0 && l.total == 55000.0);
	odd_mat_free(&X);
	listener stop = {.patience = 3};
	job = listening(&stop, 2);
	assert_int_equal(odd_line(&X, net, &o, &job, &err), ODD_ECANCELLED);
	assert_null(X.data);
	assert_int_equal(stop.reports, 4);
	/* The default: a million, these few arcs asking for less. */
	o.samples = 0;
	listener count = {.patience = 0};
	job = listening(&count, 2);
	assert_int_equal(odd_line(&X, net, &o, &job, &err), ODD_ECANCELLED);
	assert_true(count.total == 1e6);
	odd_network_free(net);
}

static void rows_that_run_away_are_told(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = two_cliques(0);
	odd_mat X;
	odd_line_options wild = small_line(1);
	wild.rho = 1e30;
	assert_int_equal(odd_line(&X, net, &wild, NULL, &err), ODD_ENUMERIC);
	assert_null(X.data);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line_finds_the_cliques),
		cmocka_unit_test(orders_differ_on_a_bipartite_graph),
		cmocka_unit_test(the_objective_falls),
		cmocka_unit_test(training_equals_its_plain_twin),
		cmocka_unit_test(draws_follow_the_weights),
		cmocka_unit_test(halves_have_unit_length),
		cmocka_unit_test(seeds_matter_and_threads_do_not),
		cmocka_unit_test(direction_is_ignored),
		cmocka_unit_test(without_links_all_is_zero),
		cmocka_unit_test(progress_is_told_and_cancel_obeyed),
		cmocka_unit_test(rows_that_run_away_are_told),
	};
	return cmocka_run_group_tests_name("line", tests, NULL, NULL);
}
