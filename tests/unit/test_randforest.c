/* Random forest: what a tree must fit, cuts against brute force, what must change nothing. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "oddone/network.h"
#include "eval/randforest.h"
#include "cloud.h"

/* n labels that have nothing to do with anything. */
static int32_t *noise_labels(size_t n, size_t classes, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "labels");
	int32_t *label = malloc(n * sizeof *label);
	for (size_t i = 0; i < n; i++)
		label[i] = (int32_t)odd_rng_below(&rng, classes);
	return label;
}

static odd_randforest *learn(odd_mat X, const int32_t *label, size_t classes, size_t trees,
	size_t features, bool bootstrap, uint64_t seed)
{
	odd_error err;
	odd_randforest *forest;
	odd_randforest_options o = {trees, features, bootstrap, seed};
	assert_ok(odd_randforest_train(
			  &forest, odd_mat_const(X), label, classes, NULL, X.rows, &o, NULL, &err),
		err);
	return forest;
}

/* Predictions for all rows, on the heap. */
static int32_t *ask(const odd_randforest *forest, odd_mat X)
{
	odd_error err;
	int32_t *out = malloc(X.rows * sizeof *out);
	assert_ok(odd_randforest_predict(out, forest, odd_mat_const(X), NULL, X.rows, NULL, &err),
		err);
	return out;
}

static double agreement(const int32_t *a, const int32_t *b, size_t n)
{
	size_t same = 0;
	for (size_t i = 0; i < n; i++)
		same += a[i] == b[i];
	return (double)same / (double)n;
}

/* No single cut helps with XOR: the first one gains nothing and must be made all the same. */
static void xor_is_learnt(void **state)
{
	(void)state;
	odd_mat X = cloud(400, 2, 1);
	int32_t label[400];
	for (size_t i = 0; i < 400; i++) {
		const double *x = odd_mat_row(X, i);
		label[i] = (x[0] > 0) != (x[1] > 0);
	}
	odd_randforest *forest = learn(X, label, 2, 100, 0, true, 2);
	int32_t *got = ask(forest, X);
	assert_true(agreement(got, label, 400) == 1.0);
	free(got);
	odd_randforest_free(forest);
	/* The four corners themselves, where every cut gains exactly nothing. */
	odd_mat corners = cloud(4, 2, 1);
	for (size_t i = 0; i < 4; i++) {
		odd_mat_row(corners, i)[0] = (double)(i / 2);
		odd_mat_row(corners, i)[1] = (double)(i % 2);
	}
	const int32_t truth[] = {0, 1, 1, 0};
	forest = learn(corners, truth, 2, 1, 1, false, 3);
	got = ask(forest, corners);
	assert_memory_equal(got, truth, sizeof truth);
	free(got);
	odd_randforest_free(forest);
	odd_mat_free(&X);
	odd_mat_free(&corners);
}

/* Without bootstrap one tree fits whatever is consistent: noise, few values, one column, tiny and
 * huge scales. */
static void one_tree_fits_consistent_data(void **state)
{
	(void)state;
	for (int kind = 0; kind < 5; kind++)
		for (uint64_t seed = 0; seed < 4; seed++) {
			size_t n = 300, cols = kind == 1 ? 1 : 6;
			odd_mat X = cloud(n, cols, seed + 10);
			int32_t *label = noise_labels(n, 7, seed);
			for (size_t i = 0; i < n && kind >= 2; i++)
				for (size_t k = 0; k < cols; k++) {
					double *x = &odd_mat_row(X, i)[k];
					if (kind == 2) /* digits of i: all rows differ */
						*x = (double)(i >> (2 * k) & 3);
					else
						*x *= kind == 3 ? 1e-300 : 1e140;
				}
			odd_randforest *forest = learn(X, label, 7, 1, seed % 3, false, seed);
			int32_t *got = ask(forest, X);
			assert_true(agreement(got, label, n) == 1.0);
			free(got);
			free(label);
			odd_randforest_free(forest);
			odd_mat_free(&X);
		}
}

/* Neighbouring numbers can be cut apart: there is nothing between them to cut at. */
static void neighbouring_numbers_are_cut(void **state)
{
	(void)state;
	const double from[] = {1.0, -1.0, 0.0, 0x1p-1074, 1e100, -3e-310};
	const int32_t label[] = {1, 0};
	for (size_t t = 0; t < sizeof from / sizeof *from; t++) {
		odd_mat X = cloud(2, 1, 1);
		odd_mat_row(X, 0)[0] = from[t];
		odd_mat_row(X, 1)[0] = nextafter(from[t], INFINITY);
		odd_randforest *forest = learn(X, label, 2, 1, 0, false, 1);
		int32_t *got = ask(forest, X);
		assert_memory_equal(got, label, sizeof label);
		free(got);
		odd_randforest_free(forest);
		odd_mat_free(&X);
	}
}

/* ---- the naive twin ---- */

struct walk {
	odd_mat X;
	const int32_t *label;
	size_t classes;
	const odd__grown *tree;
	size_t leaves;
};

/* Σ_c count² / n of the rows on one side of a cut. */
static double side(
	const struct walk *w, const uint32_t *row, size_t n, size_t column, double at, bool right)
{
	double count[8] = {0}, sum = 0.0, all = 0.0;
	for (size_t i = 0; i < n; i++)
		if ((odd_mat_row(w->X, row[i])[column] > at) == right) {
			count[w->label[row[i]]] += 1.0;
			all += 1.0;
		}
	for (size_t c = 0; c < w->classes; c++)
		sum += count[c] * count[c];
	return all > 0.0 ? sum / all : -1e300;
}

static double gain(const struct walk *w, const uint32_t *row, size_t n, size_t column, double at)
{
	return side(w, row, n, column, at, false) + side(w, row, n, column, at, true);
}

/* Below a node that holds these rows every cut is as good as any there is. */
static void check_node(struct walk *w, uint32_t at, const uint32_t *row, size_t n)
{
	const odd__tree_node *node = &w->tree->node[at];
	bool pure = true;
	for (size_t i = 1; i < n; i++)
		pure = pure && w->label[row[i]] == w->label[row[0]];
	assert_true(n > 0);
	assert_int_equal(odd__tree_is_leaf(w->tree->node, at), pure);
	if (pure) {
		assert_int_equal(w->tree->leaf[at], w->label[row[0]]);
		w->leaves++;
		return;
	}
	double best = -1.0;
	for (size_t k = 0; k < w->X.cols; k++)
		for (size_t i = 0; i < n; i++)
			best = fmax(best, gain(w, row, n, k, odd_mat_row(w->X, row[i])[k]));
	assert_close(gain(w, row, n, node->column, node->threshold), best, 1e-12);
	uint32_t *part = malloc(n * sizeof *part);
	for (uint32_t right = 0; right < 2; right++) {
		size_t m = 0;
		for (size_t i = 0; i < n; i++)
			if ((odd_mat_row(w->X, row[i])[node->column] > node->threshold) == right)
				part[m++] = row[i];
		check_node(w, node->left + right, part, m);
	}
	free(part);
}

static void cuts_agree_with_brute_force(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 6; seed++) {
		size_t n = 40 + 30 * seed; /* nodes sorted by insertion and by digits */
		odd_mat X = cloud(n, 4, seed);
		int32_t *label = noise_labels(n, 5, seed);
		for (size_t i = 0; i < n; i++) /* some columns with many ties */
			for (size_t k = 0; k < 2; k++)
				odd_mat_row(X, i)[k] = round(3.0 * odd_mat_row(X, i)[k]);
		odd_randforest *forest = learn(X, label, 5, 1, SIZE_MAX, false, seed);
		uint32_t *row = malloc(n * sizeof *row);
		for (size_t i = 0; i < n; i++)
			row[i] = (uint32_t)i;
		struct walk w = {X, label, 5, &forest->tree[0], 0};
		check_node(&w, 0, row, n);
		assert_int_equal(forest->tree[0].nodes, 2 * w.leaves - 1);
		free(row);
		free(label);
		odd_randforest_free(forest);
		odd_mat_free(&X);
	}
}

/* ---- votes ---- */

static void constant_columns_are_passed_over(void **state)
{
	(void)state;
	odd_mat X = cloud(200, 20, 4);
	int32_t *label = noise_labels(200, 3, 5);
	for (size_t i = 0; i < 200; i++)
		for (size_t k = 0; k < 20; k++)
			if (k != 13)
				odd_mat_row(X, i)[k] = -2.5;
	odd_randforest *forest = learn(X, label, 3, 1, 1, false, 6);
	int32_t *got = ask(forest, X);
	assert_true(agreement(got, label, 200) == 1.0);
	for (uint32_t at = 0; at < forest->tree[0].nodes; at++)
		assert_true(odd__tree_is_leaf(forest->tree[0].node, at) ||
			    forest->tree[0].node[at].column == 13);
	free(got);
	free(label);
	odd_randforest_free(forest);
	odd_mat_free(&X);
}

/* Equal rows of several classes share a leaf: the most frequent wins, of equals the lowest. */
static void leaves_may_be_of_several_classes(void **state)
{
	(void)state;
	odd_mat X = cloud(11, 2, 7);
	const int32_t label[] = {2, 1, 1, 2, 2, 0, 3, 3, 0, 1, 1};
	const double place[] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2};
	const int32_t expected[] = {2, 2, 2, 2, 2, 0, 0, 0, 0, 1, 1};
	for (size_t i = 0; i < 11; i++)
		odd_mat_row(X, i)[0] = odd_mat_row(X, i)[1] = place[i];
	odd_randforest *forest = learn(X, label, 4, 3, 0, false, 8);
	int32_t *got = ask(forest, X);
	assert_memory_equal(got, expected, sizeof expected);
	assert_int_equal(forest->tree[0].mixed, 2);
	free(got);
	odd_randforest_free(forest);
	odd_mat_free(&X);
}

/* A tree sees 1 − 1/e of the rows. Of the others it guesses half of the coin flips right. */
static void bootstrap_leaves_rows_out(void **state)
{
	(void)state;
	size_t n = 4000;
	odd_mat X = cloud(n, 3, 9);
	int32_t *label = noise_labels(n, 2, 10);
	odd_randforest *forest = learn(X, label, 2, 1, 0, true, 11);
	int32_t *got = ask(forest, X);
	assert_true(fabs(agreement(got, label, n) - (1.0 - 0.5 * exp(-1.0))) < 0.03);
	free(got);
	free(label);
	odd_randforest_free(forest);
	odd_mat_free(&X);
}

static void names_of_classes_do_not_matter(void **state)
{
	(void)state;
	size_t n = 500;
	odd_mat X = cloud(n, 5, 12), Y = cloud(n, 5, 13);
	int32_t *label = noise_labels(n, 2, 14), *other = malloc(n * sizeof *other);
	for (size_t i = 0; i < n; i++)
		other[i] = label[i] == 0 ? 4 : 2; /* among classes that do not occur */
	odd_randforest *a = learn(X, label, 2, 31, 0, true, 15);
	odd_randforest *b = learn(X, other, 6, 31, 0, true, 15);
	int32_t *of_a = ask(a, Y), *of_b = ask(b, Y);
	for (size_t i = 0; i < n; i++) /* of an odd number of votes no two are equal */
		assert_int_equal(of_b[i], of_a[i] == 0 ? 4 : 2);
	free(of_a);
	free(of_b);
	free(label);
	free(other);
	odd_randforest_free(a);
	odd_randforest_free(b);
	odd_mat_free(&X);
	odd_mat_free(&Y);
}

/* Three clouds that overlap: better than the best constant, near to what can be had. */
static void unseen_rows_are_told(void **state)
{
	(void)state;
	size_t n = 600;
	odd_error err;
	odd_mat X = cloud(n, 6, 16);
	int32_t label[600], got[300], expected[300];
	uint32_t train[300], test[300];
	for (size_t i = 0; i < n; i++) {
		label[i] = (int32_t)(i % 3);
		odd_mat_row(X, i)[label[i]] += 3.0;
	}
	for (size_t i = 0; i < 300; i++) { /* neither in the order of the matrix */
		train[i] = (uint32_t)(299 - i);
		test[i] = (uint32_t)(599 - i);
		expected[i] = label[test[i]];
	}
	odd_randforest *forest;
	int32_t *only = malloc(n * sizeof *only);
	for (size_t i = 0; i < n; i++)
		only[i] = i < 300 ? label[i] : ODD_NO_LABEL;
	assert_ok(odd_randforest_train(
			  &forest, odd_mat_const(X), only, 3, train, 300, NULL, NULL, &err),
		err);
	assert_ok(
		odd_randforest_predict(got, forest, odd_mat_const(X), test, 300, NULL, &err), err);
	assert_true(agreement(got, expected, 300) > 0.9);
	free(only);
	odd_randforest_free(forest);
	odd_mat_free(&X);
}

static void threads_and_maps_change_nothing(void **state)
{
	(void)state;
	size_t n = 700;
	odd_error err;
	odd_mat X = cloud(n, 5, 17), Y = cloud(n, 5, 17);
	int32_t *label = noise_labels(n, 4, 18), got[3][700];
	odd_job one = {.threads = 1}, three = {.threads = 3};
	odd_randforest_options o = ODD_RANDFOREST_OPTIONS_INIT;
	o.trees = 300; /* more than there are chunks */
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < 5; k++)
			odd_mat_row(Y, i)[k] = exp(odd_mat_row(X, i)[k]) * pow(10.0, (double)k - 9);
	for (int t = 0; t < 3; t++) {
		odd_cmat from = odd_mat_const(t == 2 ? Y : X);
		const odd_job *job = t == 1 ? &three : &one;
		odd_randforest *forest;
		assert_ok(odd_randforest_train(&forest, from, label, 4, NULL, 350, &o, job, &err),
			err);
		assert_ok(odd_randforest_predict(got[t], forest, from, NULL, n, job, &err), err);
		odd_randforest_free(forest);
	}
	assert_memory_equal(got[0], got[1], sizeof got[0]);
	/* Rows it learnt from take the same sides; others may fall beside a moved threshold. */
	assert_memory_equal(got[0], got[2], 350 * sizeof *got[0]);
	free(label);
	odd_mat_free(&X);
	odd_mat_free(&Y);
}

static void trouble_is_told(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = cloud(30, 2, 19);
	odd_cmat x = odd_mat_const(X);
	int32_t *label = noise_labels(30, 2, 20), got[30];
	const uint32_t beyond[] = {0, 30};
	odd_randforest *forest;
	odd_randforest_options none = ODD_RANDFOREST_OPTIONS_INIT;
	none.trees = 0;
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_randforest_train(&forest, x, label, 2, NULL, 30, NULL, &job, &err),
		ODD_ECANCELLED);
	assert_null(forest);
	assert_int_equal(
		odd_randforest_train(&forest, x, label, 2, NULL, 0, NULL, NULL, &err), ODD_EUSAGE);
	assert_int_equal(odd_randforest_train(&forest, x, label, 2, NULL, 30, &none, NULL, &err),
		ODD_EUSAGE);
	assert_int_equal(odd_randforest_train(&forest, x, label, 2, beyond, 2, NULL, NULL, &err),
		ODD_EUSAGE);
	label[4] = ODD_NO_LABEL;
	assert_int_equal(
		odd_randforest_train(&forest, x, label, 2, NULL, 30, NULL, NULL, &err), ODD_EINPUT);
	label[4] = 2;
	assert_int_equal(
		odd_randforest_train(&forest, x, label, 2, NULL, 30, NULL, NULL, &err), ODD_EINPUT);
	label[4] = 1;
	assert_ok(odd_randforest_train(&forest, x, label, 2, NULL, 30, NULL, NULL, &err), err);
	assert_int_equal(odd_randforest_predict(got, forest, x, beyond, 2, NULL, &err), ODD_EUSAGE);
	assert_int_equal(odd_randforest_predict(got, forest, (odd_cmat){X.data, 30, 1, X.stride},
				 NULL, 30, NULL, &err),
		ODD_EUSAGE);
	assert_int_equal(
		odd_randforest_predict(got, forest, x, NULL, 30, &job, &err), ODD_ECANCELLED);
	odd_mat_row(X, 29)[1] = NAN;
	assert_int_equal(
		odd_randforest_predict(got, forest, x, NULL, 30, NULL, &err), ODD_ENUMERIC);
	odd_randforest_free(forest);
	assert_int_equal(odd_randforest_train(&forest, x, label, 2, NULL, 30, NULL, NULL, &err),
		ODD_ENUMERIC);
	odd_randforest_free(NULL);
	free(label);
	odd_mat_free(&X);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(xor_is_learnt),
		cmocka_unit_test(one_tree_fits_consistent_data),
		cmocka_unit_test(neighbouring_numbers_are_cut),
		cmocka_unit_test(cuts_agree_with_brute_force),
		cmocka_unit_test(constant_columns_are_passed_over),
		cmocka_unit_test(leaves_may_be_of_several_classes),
		cmocka_unit_test(bootstrap_leaves_rows_out),
		cmocka_unit_test(names_of_classes_do_not_matter),
		cmocka_unit_test(unseen_rows_are_told),
		cmocka_unit_test(threads_and_maps_change_nothing),
		cmocka_unit_test(trouble_is_told),
	};
	return cmocka_run_group_tests_name("randforest", tests, NULL, NULL);
}
