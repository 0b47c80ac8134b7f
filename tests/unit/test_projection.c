/* Projections of a run: the right matrix, a sample said as such, seeds, threads, cancel. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "project/pca.h"
#include "oddone/projection.h"

static odd_one *small_run(void)
{
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 90;
	odd_network *net = make_blocks(&b);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	odd_one *run;
	o.k = 5;
	assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
	assert_ok(odd_one_iterate(run, NULL, &err), err);
	odd_network_free(net);
	return run;
}

static odd_projection project(const odd_one *run, const odd_projection_options *o, int threads)
{
	odd_error err;
	odd_job job = {.threads = threads};
	odd_projection p;
	assert_ok(odd_project(&p, run, o, &job, &err), err);
	return p;
}

static void sources_are_what_they_say(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run = small_run();
	odd_one_state view = odd_one_look(run);
	odd_mat m[3], xy;
	for (int s = 0; s < 3; s++) {
		assert_ok(odd_mat_alloc(&m[s], view.nodes, view.k, &err), err);
		odd_projection_matrix(m[s], run, (odd_projection_source)s);
		odd_projection_options o = {.source = (odd_projection_source)s};
		odd_projection p = project(run, &o, 1);
		double explained[2];
		assert_ok(odd_mat_alloc(&xy, view.nodes, 2, &err), err);
		assert_ok(odd_pca(xy, explained, odd_mat_const(m[s]), NULL, &err), err);
		for (size_t i = 0; i < view.nodes; i++)
			assert_memory_equal(
				odd_mat_row(xy, i), odd_mat_row(p.xy, i), 2 * sizeof(double));
		assert_true(p.explained[0] == explained[0] && p.node == NULL);
		assert_true(isnan(p.kl) && p.iterations == 0);
		odd_projection_clear(&p);
		odd_mat_free(&xy);
	}
	/* The embedding is the mean of the two others, and G is G. */
	for (size_t i = 0; i < view.nodes; i++)
		for (size_t k = 0; k < view.k; k++) {
			double g = odd_mat_row(m[1], i)[k], u = odd_mat_row(m[2], i)[k];
			assert_true(g == odd_cmat_row(view.G, i)[k]);
			assert_close(odd_mat_row(m[0], i)[k], 0.5 * (g + u), 1e-14);
		}
	for (int s = 0; s < 3; s++)
		odd_mat_free(&m[s]);
	odd_one_free(run);
}

static void tsne_keeps_to_seed_and_sample(void **state)
{
	(void)state;
	odd_one *run = small_run();
	odd_projection_options o = {.method = ODD_PROJECT_TSNE, .max_points = 40, .seed = 5};
	odd_projection a = project(run, &o, 1), b = project(run, &o, 2);
	o.seed = 6;
	odd_projection c = project(run, &o, 1);
	size_t differ = 0;
	assert_int_equal(a.xy.rows, 40);
	assert_true(a.iterations > 0 && isfinite(a.kl) && isnan(a.explained[0]));
	assert_memory_equal(a.node, b.node, 40 * sizeof *a.node);
	for (size_t i = 0; i < 40; i++) {
		const double *p = odd_mat_row(a.xy, i), *q = odd_mat_row(b.xy, i);
		assert_memory_equal(p, q, 2 * sizeof(double));
		assert_true(a.node[i] < 90 && (i == 0 || a.node[i] > a.node[i - 1]));
		differ += a.node[i] != c.node[i];
	}
	assert_true(differ > 0);
	o.max_points = 0;
	odd_projection all = project(run, &o, 1);
	assert_true(all.node == NULL && all.xy.rows == 90);
	odd_projection_clear(&all);
	odd_projection_clear(&a);
	odd_projection_clear(&b);
	odd_projection_clear(&c);
	odd_one_free(run);
}

struct news {
	atomic_bool cancel;
	double after, last;
};

static void count_news(void *payload, const char *what, double done, double total)
{
	struct news *n = payload;
	if (strcmp(what, "t-SNE") != 0)
		return;
	assert_true(done >= n->last && done <= total);
	n->last = done;
	if (done >= n->after)
		atomic_store(&n->cancel, true);
}

static void tsne_can_be_watched_and_stopped(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run = small_run();
	struct news n = {.after = 20.0};
	atomic_init(&n.cancel, false);
	odd_job job = {.threads = 1, .cancel = &n.cancel, .report = count_news, .payload = &n};
	odd_projection_options o = {.method = ODD_PROJECT_TSNE};
	odd_projection p;
	assert_int_equal(odd_project(&p, run, &o, &job, &err), ODD_ECANCELLED);
	assert_true(n.last == 20.0);
	assert_null(p.xy.data);
	odd_projection_clear(&p);
	odd_one_free(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sources_are_what_they_say),
		cmocka_unit_test(tsne_keeps_to_seed_and_sample),
		cmocka_unit_test(tsne_can_be_watched_and_stopped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
