/* Classification and clustering of embeddings whose answer is known. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "eval/embedding_eval.h"
#include "oddone/network.h"
#include "base/rng.h"

/* Row i is of class i mod classes, and so far along a column of its class. */
static odd_mat embedding(size_t n, size_t classes, double apart, int32_t *label)
{
	odd_error err;
	odd_rng rng;
	odd_mat X;
	odd_rng_init(&rng, 1, "test");
	assert_ok(odd_mat_alloc(&X, n, 3 * classes, &err), err);
	for (size_t i = 0; i < n; i++) {
		for (size_t q = 0; q < X.cols; q++)
			odd_mat_row(X, i)[q] = odd_rng_normal(&rng);
		label[i] = (int32_t)(i % classes);
		odd_mat_row(X, i)[label[i]] += apart;
	}
	return X;
}

/* Heard from a job. */
struct heard {
	size_t times;
	double last, total;
};

static void listen(void *payload, const char *what, double done, double total)
{
	struct heard *h = payload;
	assert_non_null(what);
	assert_true(done >= h->last - 1e-9 && done <= total + 1e-9);
	*h = (struct heard){h->times + 1, done, total};
}

static void classes_are_learnt_as_far_as_they_show(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 400 };
	int32_t label[N];
	double before = 0.0;
	const double apart[] = {0.0, 2.0, 9.0};
	for (int t = 0; t < 3; t++) {
		odd_mat X = embedding(N, 4, apart[t], label);
		odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
		odd_classify_result r;
		o.share = 0.3;
		o.forest.trees = 30;
		assert_ok(odd_classify(&r, odd_mat_const(X), label, 4, &o, NULL, &err), err);
		assert_int_equal(r.train, 120);
		assert_int_equal(r.test, 280);
		assert_true(r.micro.mean > before);
		assert_true(r.micro.deviation >= 0.0 && r.micro.deviation < 0.1);
		before = r.micro.mean;
		if (t == 0) /* noise: one of four */
			assert_true(fabs(r.micro.mean - 0.25) < 0.05 && r.macro.mean < 0.3);
		if (t == 2)
			assert_true(r.macro.mean > 0.98 && r.weighted.mean > 0.98);
		odd_mat_free(&X);
	}
}

/* The mean and deviation of ten are those of the ten taken one by one … as far as seeds allow: of
 * two repeats, both are known from their mean and one of them. */
static void spread_is_over_repeats(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 200 };
	int32_t label[N];
	odd_mat X = embedding(N, 3, 1.5, label);
	odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
	odd_classify_result one, two;
	o.forest.trees = 5;
	o.repeats = 1;
	assert_ok(odd_classify(&one, odd_mat_const(X), label, 3, &o, NULL, &err), err);
	o.repeats = 2;
	assert_ok(odd_classify(&two, odd_mat_const(X), label, 3, &o, NULL, &err), err);
	assert_true(isnan(one.macro.deviation) && isnan(one.micro.deviation));
	const odd_spread *a[] = {&one.macro, &one.micro, &one.weighted};
	const odd_spread *b[] = {&two.macro, &two.micro, &two.weighted};
	for (int f = 0; f < 3; f++) /* x1, x2: deviation = |x1 − x2|/√2 = √2 |x1 − mean| */
		assert_close(b[f]->deviation, sqrt(2.0) * fabs(a[f]->mean - b[f]->mean), 1e-12);
	assert_true(two.macro.mean != two.weighted.mean && two.macro.deviation > 0.0);
	odd_mat_free(&X);
}

static void unlabelled_rows_play_no_part(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 300 };
	int32_t label[N];
	odd_mat X = embedding(N, 3, 8.0, label);
	for (size_t i = 0; i < N; i += 2)
		label[i] = ODD_NO_LABEL; /* and they stand in the wrong place */
	for (size_t i = 0; i < N; i += 2)
		odd_mat_row(X, i)[(i + 1) % 3] += 30.0;
	odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
	odd_classify_result r;
	struct heard heard = {0, 0.0, 0.0};
	odd_job job = {.report = listen, .payload = &heard};
	o.share = 0.5;
	o.repeats = 3;
	o.forest.trees = 20;
	assert_ok(odd_classify(&r, odd_mat_const(X), label, 3, &o, &job, &err), err);
	assert_int_equal(r.train, 75);
	assert_int_equal(r.test, 75);
	assert_true(r.macro.mean > 0.97);
	assert_true(heard.times > 0 && heard.total == 3.0 && heard.last > 2.0);
	odd_mat_free(&X);
}

static void threads_change_nothing_seeds_do(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 300 };
	int32_t label[N];
	odd_mat X = embedding(N, 3, 1.0, label);
	odd_classify_result r[3];
	for (int t = 0; t < 3; t++) {
		odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
		odd_job job = {.threads = t == 1 ? 3 : 1};
		o.repeats = 3;
		o.forest.trees = 10;
		o.seed = t == 2 ? 43 : 42;
		assert_ok(odd_classify(&r[t], odd_mat_const(X), label, 3, &o, &job, &err), err);
	}
	assert_memory_equal(&r[0], &r[1], sizeof r[0]);
	assert_true(r[0].macro.mean != r[2].macro.mean);
	odd_mat_free(&X);
}

/* Far apart classes are found; planted rows stand with another class than their label says. */
static void clusters_are_classes(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 300 };
	int32_t label[N];
	uint8_t truth[N] = {0};
	uint32_t cluster[N];
	odd_mat X = embedding(N, 3, 25.0, label);
	odd_cluster_result r;
	assert_ok(
		odd_cluster(&r, cluster, odd_mat_const(X), label, 3, NULL, NULL, NULL, &err), err);
	assert_true(r.accuracy == 1.0 && r.accuracy_kept == 1.0);
	assert_int_equal(r.clusters, 3);
	assert_int_equal(r.rows_kept, N);
	assert_true(r.kmeans.inertia > 0.0);
	for (size_t i = 3; i < N; i++)
		assert_int_equal(cluster[i], cluster[i - 3]);
	for (size_t i = 0; i < 30; i++) {
		truth[i] = ODD_COMBINED;
		label[i] = (label[i] + 1) % 3;
	}
	for (size_t i = 200; i < N; i++)
		label[i] = ODD_NO_LABEL;
	/* A class without rows gets no cluster. */
	assert_ok(odd_cluster(&r, NULL, odd_mat_const(X), label, 7, truth, NULL, NULL, &err), err);
	assert_int_equal(r.clusters, 3);
	assert_int_equal(r.rows, 200);
	assert_int_equal(r.rows_kept, 170);
	assert_close(r.accuracy, 170.0 / 200, 1e-15);
	assert_true(r.accuracy_kept == 1.0);
	odd_mat_free(&X);
}

static void trouble_is_told(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 60 };
	int32_t label[N];
	odd_mat X = embedding(N, 2, 1.0, label);
	odd_cmat x = odd_mat_const(X);
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
	odd_classify_result r;
	odd_cluster_result c;
	assert_int_equal(odd_classify(&r, x, label, 2, NULL, &job, &err), ODD_ECANCELLED);
	assert_int_equal(
		odd_cluster(&c, NULL, x, label, 2, NULL, NULL, &job, &err), ODD_ECANCELLED);
	assert_int_equal(odd_classify(&r, x, label, 1, NULL, NULL, &err), ODD_EINPUT);
	assert_int_equal(odd_cluster(&c, NULL, x, label, 1, NULL, NULL, NULL, &err), ODD_EINPUT);
	o.repeats = 0;
	assert_int_equal(odd_classify(&r, x, label, 2, &o, NULL, &err), ODD_EUSAGE);
	o.repeats = 1;
	o.share = 1.5;
	assert_int_equal(odd_classify(&r, x, label, 2, &o, NULL, &err), ODD_EUSAGE);
	for (size_t i = 0; i < N; i++)
		label[i] = ODD_NO_LABEL;
	assert_int_equal(odd_classify(&r, x, label, 2, NULL, NULL, &err), ODD_EUSAGE);
	assert_int_equal(odd_cluster(&c, NULL, x, label, 2, NULL, NULL, NULL, &err), ODD_EUSAGE);
	odd_mat_free(&X);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes_are_learnt_as_far_as_they_show),
		cmocka_unit_test(spread_is_over_repeats),
		cmocka_unit_test(unlabelled_rows_play_no_part),
		cmocka_unit_test(threads_change_nothing_seeds_do),
		cmocka_unit_test(clusters_are_classes),
		cmocka_unit_test(trouble_is_told),
	};
	return cmocka_run_group_tests_name("embedding_eval", tests, NULL, NULL);
}
