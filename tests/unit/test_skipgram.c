/* Skip-gram: the code tree, the tables, the training against a plain twin, and what it tends to. */
#include "config.h"

#include "walk_samples.h"

#include "baseline/skipgram.h"

/* ---- Huffman ---- */

/* Σ of merge weights when the two lightest of all are merged each time, found by looking at all. */
static double greedy_cost(const uint64_t *count, size_t n)
{
	double *left = malloc(n * sizeof *left), cost = 0.0;
	for (size_t i = 0; i < n; i++)
		left[i] = (double)count[i];
	for (; n > 1; n--) {
		for (size_t end = n; end > n - 2; end--) { /* the lightest to the end */
			size_t least = 0;
			for (size_t i = 1; i < end; i++)
				if (left[i] < left[least])
					least = i;
			double swap = left[end - 1];
			left[end - 1] = left[least];
			left[least] = swap;
		}
		left[n - 2] += left[n - 1];
		cost += left[n - 2];
	}
	free(left);
	return cost;
}

static size_t code_length(const odd__huffman *tree, size_t v)
{
	return tree->ptr[v + 1] - tree->ptr[v];
}

/* No word begins another: two nodes part at an inner node they share, and leave it differently. */
static void assert_prefix_free(const odd__huffman *tree)
{
	for (size_t a = 0; a < tree->n; a++)
		for (size_t b = 0; b < a; b++) {
			size_t shorter = code_length(tree, a) < code_length(tree, b)
						 ? code_length(tree, a)
						 : code_length(tree, b);
			size_t t = 0, pa = tree->ptr[a], pb = tree->ptr[b];
			while (t < shorter && tree->bit[pa + t] == tree->bit[pb + t]) {
				assert_int_equal(tree->inner[pa + t], tree->inner[pb + t]);
				t++;
			}
			assert_true(t < shorter);
			assert_int_equal(tree->inner[pa + t], tree->inner[pb + t]);
		}
}

static void check_code(const uint64_t *count, size_t n)
{
	odd_error err;
	odd__huffman tree;
	assert_ok(odd__huffman_init(&tree, count, n, &err), err);
	double kraft = 0.0, cost = 0.0;
	for (size_t v = 0; v < n; v++) {
		kraft += ldexp(1.0, -(int)code_length(&tree, v));
		cost += (double)count[v] * (double)code_length(&tree, v);
		for (size_t t = tree.ptr[v]; t < tree.ptr[v + 1]; t++)
			assert_true(tree.inner[t] < n - 1 && tree.bit[t] <= 1);
		if (n > 1)
			assert_int_equal(tree.inner[tree.ptr[v]], n - 2); /* the root */
	}
	assert_close(kraft, 1.0, 1e-12);
	assert_close(cost, greedy_cost(count, n), 1e-12);
	assert_prefix_free(&tree);
	odd__huffman_clear(&tree);
}

static void codes_are_shortest_and_prefix_free(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	for (size_t n = 1; n <= 200; n += n < 20 ? 1 : 45) {
		uint64_t count[200];
		for (size_t i = 0; i < n; i++) /* many ties, some zeros */
			count[i] = (uint64_t)fabs(exp(2.0 * odd_rng_normal(&rng)) - 0.2);
		check_code(count, n);
	}
}

static void corner_codes(void **state)
{
	(void)state;
	odd_error err;
	odd__huffman tree;
	uint64_t fibonacci[70] = {1, 1};
	assert_ok(odd__huffman_init(&tree, fibonacci, 1, &err), err);
	assert_int_equal(code_length(&tree, 0), 0);
	odd__huffman_clear(&tree);
	assert_ok(odd__huffman_init(&tree, fibonacci, 2, &err), err);
	assert_int_equal(code_length(&tree, 0), 1);
	assert_int_equal(code_length(&tree, 1), 1);
	assert_int_equal(tree.bit[0] + tree.bit[1], 1);
	odd__huffman_clear(&tree);
	for (size_t i = 2; i < 70; i++)
		fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
	check_code(fibonacci, 70);
	assert_ok(odd__huffman_init(&tree, fibonacci, 70, &err), err);
	assert_int_equal(code_length(&tree, 0), 69); /* longer than any fixed table of 40 */
	odd__huffman_clear(&tree);
	assert_int_equal(odd__huffman_init(&tree, fibonacci, 0, &err), ODD_EUSAGE);
}

/* Σ_v Π_t σ(±Φ_u·Θ_t) = 1 for any Θ. */
static void hierarchical_softmax_sums_to_one(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	enum { N = 300 };
	uint64_t count[N];
	double score[N]; /* Φ_u·Θ of each inner node */
	for (size_t i = 0; i < N; i++) {
		count[i] = (uint64_t)(exp(2.0 * odd_rng_normal(&rng)) * 10.0);
		score[i] = 3.0 * odd_rng_normal(&rng);
	}
	odd__huffman tree;
	assert_ok(odd__huffman_init(&tree, count, N, &err), err);
	double sum = 0.0;
	for (size_t v = 0; v < N; v++) {
		double p = 1.0;
		for (size_t t = tree.ptr[v]; t < tree.ptr[v + 1]; t++) {
			double f = score[tree.inner[t]];
			p /= 1.0 + exp(tree.bit[t] ? f : -f);
		}
		sum += p;
	}
	assert_close(sum, 1.0, 1e-12);
	odd__huffman_clear(&tree);
}

/* ---- tables ---- */

static void sigmoid_table_is_close(void **state)
{
	(void)state;
	odd__sigmoid_table table;
	odd__sigmoid_init(&table);
	for (double t = -5.9999; t < 6.0; t += 0.00037)
		assert_true(fabs((double)odd__sigmoid_at(&table, (float)t) -
				    1.0 / (1.0 + exp(-t))) < 3.8e-4);
	const float far[] = {6.01f, 50.0f, 1e30f, INFINITY};
	for (size_t i = 0; i < 4; i++) {
		assert_true(odd__sigmoid_at(&table, far[i]) == 1.0f);
		assert_true(odd__sigmoid_at(&table, -far[i]) == 0.0f);
	}
	assert_true(odd__sigmoid_at(&table, NAN) == 0.0f);
}

static void noise_follows_its_table(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	const double law[] = {1, 0, 2.5, 7, 0.1, 30, 1, 1, 12};
	odd_alias table;
	size_t count[9] = {0};
	assert_ok(odd_alias_init(&table, law, 9, &err), err);
	for (int t = 0; t < 300000; t++)
		count[odd__noise_draw(&table, &rng)]++;
	assert_follows(count, law, 9);
	odd_alias_clear(&table);
}

/* ---- a model over walks ---- */

typedef struct bench {
	odd_network *net;
	odd_walks *walks;
	odd__corpus corpus;
	odd__skipgram *model;
} bench;

static bench set_up(odd_network *net, size_t rounds, size_t length, const odd__skipgram_options *o)
{
	odd_error err;
	bench b = {.net = net, .model = malloc(sizeof *b.model)};
	assert_non_null(b.model);
	assert_ok(odd_walks_create(&b.walks, net, 1.0, 1.0, &err), err);
	assert_ok(odd__corpus_init(&b.corpus, b.walks, rounds, length, o->seed, &err), err);
	assert_ok(odd__skipgram_init(b.model, o, &b.corpus, NULL, &err), err);
	return b;
}

static void take_down(bench *b)
{
	odd__skipgram_clear(b->model);
	free(b->model);
	odd__corpus_clear(&b->corpus);
	odd_walks_free(b->walks);
	odd_network_free(b->net);
}

/* On a star, whose centre is met five times as often as a leaf. */
static void counts_set_the_noise(void **state)
{
	(void)state;
	const edge star[] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}};
	odd__skipgram_options o = {.name = "test",
		.k = 3,
		.window = 2,
		.epochs = 1,
		.negative = 1,
		.alpha = 0.1,
		.seed = 1};
	bench b = set_up(graph(7, star, 5, false), 5, 20, &o);
	uint64_t sum = 0;
	double law[7] = {0.0}, weights = 0.0;
	const odd_alias *noise = &b.model->noise;
	for (size_t i = 0; i < 7; i++) {
		law[i] += noise->keep[i] / 7.0;
		law[noise->other[i]] += (1.0 - noise->keep[i]) / 7.0;
		sum += b.model->count[i];
		weights += pow((double)b.model->count[i], 0.75);
	}
	assert_int_equal(sum, 5 * (6 * 20 + 1)); /* and a node without links */
	assert_int_equal(b.model->count[0], 5 * 6 * 10);
	assert_int_equal(b.model->count[6], 5);
	for (size_t i = 0; i < 7; i++)
		assert_close(law[i], pow((double)b.model->count[i], 0.75) / weights, 1e-12);
	take_down(&b);
}

static double float_dot(const odd__float_rows *a, size_t i, const odd__float_rows *b, size_t j)
{
	double sum = 0.0;
	for (size_t k = 0; k < a->cols; k++)
		sum += (double)a->data[i * a->stride + k] * (double)b->data[j * b->stride + k];
	return sum;
}

/* Training written out as the papers tell it, entry by entry in doubles. Rows are k wide. */
typedef struct twin {
	size_t k;
	double *in, *inner, *noisy;
	odd_rng rng;
} twin;

static void plain_row(twin *w, const odd__skipgram *m, double *x, double *acc, double *y, int label,
	double rate, bool pass)
{
	double f = 0.0;
	for (size_t k = 0; k < w->k; k++)
		f += x[k] * y[k];
	if (pass && fabs(f) >= 6.0)
		return;
	double g = rate * (label - (double)odd__sigmoid_at(&m->sigmoid, (float)f));
	for (size_t k = 0; k < w->k; k++) {
		acc[k] += g * y[k];
		y[k] += g * x[k];
	}
}

static void plain_pair(twin *w, const odd__skipgram *m, uint32_t u, uint32_t v, double rate)
{
	double acc[64], *x = w->in + u * w->k;
	if (m->o.tree) {
		memset(acc, 0, sizeof acc);
		for (size_t t = m->code.ptr[v]; t < m->code.ptr[v + 1]; t++)
			plain_row(w, m, x, acc, w->inner + m->code.inner[t] * w->k,
				1 - m->code.bit[t], rate, true);
		for (size_t k = 0; k < w->k; k++)
			x[k] += acc[k];
	}
	if (m->o.negative > 0) {
		uint32_t noise[16];
		for (size_t t = 0; t < m->o.negative; t++)
			noise[t] = odd__noise_draw(&m->noise, &w->rng);
		memset(acc, 0, sizeof acc);
		plain_row(w, m, x, acc, w->noisy + v * w->k, 1, rate, false);
		for (size_t t = 0; t < m->o.negative; t++)
			if (noise[t] != v)
				plain_row(w, m, x, acc, w->noisy + noise[t] * w->k, 0, rate, false);
		for (size_t k = 0; k < w->k; k++)
			x[k] += acc[k];
	}
}

static void plain_train(twin *w, const odd__skipgram *m, odd__corpus *corpus)
{
	double tokens = 0.0, seen = 0.0, s;
	for (size_t v = 0; v < m->nodes; v++)
		tokens += (double)m->count[v];
	s = m->o.sample * tokens;
	for (size_t epoch = 0; epoch < m->o.epochs; epoch++) {
		size_t length;
		odd__corpus_rewind(corpus);
		while ((length = odd__corpus_next(corpus)) > 0) {
			uint32_t text[64];
			size_t n = 0;
			double rate = m->o.alpha - (m->o.alpha - m->o.alpha_min) * seen /
							   (tokens * (double)m->o.epochs);
			seen += (double)length;
			for (size_t i = 0; i < length; i++) {
				double f = (double)m->count[corpus->walk[i]];
				double keep = s > 0.0 ? (sqrt(f / s) + 1.0) * s / f : 1.0;
				if (keep >= 1.0 || odd_rng_uniform(&w->rng) < keep)
					text[n++] = corpus->walk[i];
			}
			for (size_t i = 0; i < n; i++) {
				size_t b = (size_t)odd_rng_below(&w->rng, m->o.window);
				for (size_t j = 0; j < n; j++) {
					size_t apart = i > j ? i - j : j - i;
					if (apart > 0 && apart <= m->o.window - b)
						plain_pair(w, m, text[j], text[i], rate);
				}
			}
		}
	}
}

static void assert_rows_close(const odd__float_rows *m, const double *plain)
{
	double most = 0.0;
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++) {
			double x = plain[i * m->cols + k];
			most = fmax(most, fabs(x));
			assert_true(fabs((double)m->data[i * m->stride + k] - x) < 3e-3);
		}
	assert_true(most > 0.1); /* there was something to compare */
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = m->cols; k < m->stride; k++)
			assert_true(m->data[i * m->stride + k] == 0.0f);
}

static void training_equals_its_plain_twin(void **state)
{
	(void)state;
	odd_error err;
	const size_t widths[] = {3, 11, 21, 32, 45};
	for (size_t t = 0; t < 9; t++) {
		odd__skipgram_options o = {.name = "test",
			.k = widths[t % 5],
			.window = 4,
			.epochs = 2,
			.tree = t % 3 != 2,
			.negative = t % 3 != 1 ? 3 : 0,
			.alpha = 0.2,
			.alpha_min = 0.01,
			.sample = t < 5 ? 0.02 : 0.0,
			.seed = t};
		bench b = set_up(two_cliques(1), 3, 20, &o);
		size_t k = o.k, n = b.model->nodes;
		twin w = {k, calloc(n * k, sizeof(double)), calloc(n * k, sizeof(double)),
			calloc(n * k, sizeof(double)), {{0}}};
		for (size_t i = 0; i < n; i++)
			for (size_t c = 0; c < k; c++) {
				float x = b.model->in.data[i * b.model->in.stride + c];
				w.in[i * k + c] = (double)x;
				assert_true(fabs((double)x) <= 0.5 / (double)k);
			}
		odd_rng_init(&w.rng, o.seed, "skip-gram");
		plain_train(&w, b.model, &b.corpus);
		assert_ok(odd__skipgram_train(b.model, &b.corpus, NULL, &err), err);
		assert_rows_close(&b.model->in, w.in);
		if (o.tree)
			assert_rows_close(&b.model->inner, w.inner);
		if (o.negative > 0)
			assert_rows_close(&b.model->noisy, w.noisy);
		free(w.in);
		free(w.inner);
		free(w.noisy);
		take_down(&b);
	}
}

/* Where negative sampling ends, given room: with n_ij pairs of input i and output j, and noise that
 * differs from the output, Φ_i·Ψ_j → log(n_ij / (neg p(j) (n_i − n_ij))). */
static void noise_training_tends_to_its_limit(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 16, WINDOW = 2 };
	odd__skipgram_options o = {.name = "test",
		.k = 24,
		.window = WINDOW,
		.epochs = 60,
		.negative = 3,
		.whole_window = true,
		.alpha = 0.1,
		.alpha_min = 0.001,
		.seed = 5};
	bench b = set_up(two_cliques(0), 10, 40, &o);
	assert_ok(odd__skipgram_train(b.model, &b.corpus, NULL, &err), err);
	double pairs[N][N] = {{0.0}}, row[N] = {0.0}, noise[N], noises = 0.0;
	size_t length;
	odd__corpus_rewind(&b.corpus);
	while ((length = odd__corpus_next(&b.corpus)) > 0)
		for (size_t i = 0; i < length; i++)
			for (size_t j = 0; j < length; j++)
				if (i != j && i <= j + WINDOW && j <= i + WINDOW) {
					pairs[b.corpus.walk[j]][b.corpus.walk[i]]++;
					row[b.corpus.walk[j]]++;
				}
	for (size_t j = 0; j < N; j++)
		noises += noise[j] = pow((double)b.model->count[j], 0.75);
	double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, syy = 0.0, sxy = 0.0;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++) {
			if (pairs[i][j] == 0.0)
				continue;
			double expect = log(pairs[i][j] / ((double)o.negative * noise[j] / noises *
								  (row[i] - pairs[i][j])));
			double got = float_dot(&b.model->in, i, &b.model->noisy, j);
			n++;
			sx += expect;
			sy += got;
			sxx += expect * expect;
			syy += got * got;
			sxy += expect * got;
		}
	double slope = (sxy - sx * sy / n) / (sxx - sx * sx / n);
	double correlation = (sxy - sx * sy / n) / sqrt((sxx - sx * sx / n) * (syy - sy * sy / n));
	if (!(correlation > 0.95 && slope > 0.8 && slope < 1.2 && fabs(sx - sy) < 0.3 * n))
		fail_msg("correlation %g, slope %g, means %g and %g", correlation, slope, sx / n,
			sy / n);
	take_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_shortest_and_prefix_free),
		cmocka_unit_test(corner_codes),
		cmocka_unit_test(hierarchical_softmax_sums_to_one),
		cmocka_unit_test(sigmoid_table_is_close),
		cmocka_unit_test(noise_follows_its_table),
		cmocka_unit_test(counts_set_the_noise),
		cmocka_unit_test(training_equals_its_plain_twin),
		cmocka_unit_test(noise_training_tends_to_its_limit),
	};
	return cmocka_run_group_tests_name("skipgram", tests, NULL, NULL);
}
