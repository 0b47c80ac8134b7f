/* test_projector.c: t-SNE of a session, to its end and live. */
#include "config.h"

#include <math.h>
#include <unistd.h>

#include "session/projector.h"
#include "worker_setup.h"

static double distance(const double *a, const double *b)
{
	return hypot(a[0] - b[0], a[1] - b[1]);
}

/* ---- maps ----------------------------------------------------------------------------------- */

/* Each map is turned to lie on the one before: no turn or mirror brings it closer. */
static void maps_lie_on_each_other(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	assert_ok(session_refresh(s, &alone, &err), err);
	struct shared_map *before = shared_hold(s->map);
	run_ok(s, "iterate 3");
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_ptr_not_equal(before, s->map);
	double own = 0.0;
	for (size_t i = 0; i < 120; i++)
		own += pow(distance(odd_mat_row(before->of.xy, i), odd_mat_row(s->map->of.xy, i)),
			2.0);
	for (int turn = 1; turn < 24; turn++) {
		double a = (turn % 12) * M_PI / 6.0, sum = 0.0;
		for (size_t i = 0; i < 120; i++) {
			const double *p = odd_mat_row(s->map->of.xy, i);
			double y = turn < 12 ? p[1] : -p[1];
			double q[2] = {cos(a) * p[0] - sin(a) * y, sin(a) * p[0] + cos(a) * y};
			sum += pow(distance(odd_mat_row(before->of.xy, i), q), 2.0);
		}
		assert_true(own <= sum * (1.0 + 1e-12));
	}
	/* However the one before was turned, mirrored as well. */
	struct shared_map *turned, *again;
	assert_ok(map_rest(&turned, before, &err), err);
	assert_ok(map_rest(&again, before, &err), err);
	for (size_t i = 0; i < 120; i++) {
		double *p = odd_mat_row(turned->of.xy, i), x = p[0];
		p[0] = 0.6 * x + 0.8 * p[1];
		p[1] = 0.8 * x - 0.6 * p[1];
	}
	map_turn(again, turned);
	for (size_t i = 0; i < 120; i++)
		assert_true(distance(odd_mat_row(again->of.xy, i), odd_mat_row(turned->of.xy, i)) <
			    1e-9);
	shared_release(turned);
	shared_release(again);
	shared_release(before);
	session_free(s);
}

/* A map follows a network that grows: the old points stay, new ones stand among their neighbours.
 */
static void newcomers_find_their_place(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 2");
	assert_ok(session_refresh(s, &alone, &err), err);
	struct shared_map *before = shared_hold(s->map), *after, *less;
	run_ok(s, "plant combined=2");
	const odd_network *net = session_network(s);
	assert_ok(map_follow(&after, &s->now.epoch->net->of, before, &err), err);
	assert_int_equal(after->of.xy.rows, 122);
	for (size_t i = 0; i < 120; i++)
		assert_true(distance(odd_mat_row(before->of.xy, i), odd_mat_row(after->of.xy, i)) ==
			    0.0);
	for (size_t i = 120; i < 122; i++) {
		double mean[2] = {0.0, 0.0};
		size_t from = net->A.ptr[i], to = net->A.ptr[i + 1];
		for (size_t e = from; e < to; e++)
			for (int d = 0; d < 2; d++)
				mean[d] += odd_mat_row(before->of.xy, net->A.idx[e])[d] /
					   (double)(to - from);
		assert_true(distance(mean, odd_mat_row(after->of.xy, i)) < 0.2);
	}
	assert_ok(map_follow(&less, before->network, after, &err), err);
	assert_int_equal(less->of.xy.rows, 120);
	/* Of a sample: the new nodes come onto it. */
	static const uint32_t few[] = {3, 50, 119};
	struct shared_map *sample, *grown;
	assert_ok(map_carry(&sample, before->network, few, 3, before, &err), err);
	assert_ok(map_follow(&grown, &s->now.epoch->net->of, sample, &err), err);
	assert_int_equal(grown->of.xy.rows, 5);
	assert_int_equal(grown->of.node[2], 119);
	assert_int_equal(grown->of.node[4], 121);
	struct shared_map *all[] = {before, after, less, sample, grown};
	for (size_t i = 0; i < 5; i++)
		shared_release(all[i]);
	session_free(s);
}

/* ---- without a thread ----------------------------------------------------------------------- */

/* The same place gives the same map, whatever came before. */
static void batch_runs_to_the_end(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir), *again = open_session(dir);
	run_ok(s, "iterate 2");
	run_ok(s, "project tsne");
	assert_int_equal(s->map->of.method, ODD_PROJECT_TSNE);
	assert_false(s->map->moving);
	assert_int_equal(s->map->of.xy.rows, 120);
	assert_true(s->map->of.iterations > 0 && isfinite(s->map->of.kl));
	run_ok(again, "project tsne structure");
	assert_int_equal(again->map->of.source, ODD_PROJECT_STRUCTURE);
	run_ok(again, "project pca embedding");
	run_ok(again, "iterate 2");
	run_ok(again, "project tsne");
	/* turned to lie on other maps, so distances are compared */
	for (size_t i = 1; i < 120; i++) {
		double a = distance(odd_mat_row(s->map->of.xy, 0), odd_mat_row(s->map->of.xy, i));
		double b = distance(
			odd_mat_row(again->map->of.xy, 0), odd_mat_row(again->map->of.xy, i));
		assert_close(a, b, 1e-9);
	}
	run_bad(s, "project", "say: project");
	run_bad(s, "project umap", "say: project");
	run_bad(s, "project pca everything", "say: project");
	assert_int_equal(s->log.count, 3);
	atomic_bool cancel;
	atomic_init(&cancel, true);
	const odd_job job = {.threads = 1, .cancel = &cancel};
	assert_int_equal(session_run(s, "project tsne structure", &job, &err), ODD_ECANCELLED);
	assert_int_equal(s->source, ODD_PROJECT_EMBEDDING);
	session_free(s);
	session_free(again);
}

/* ---- live ----------------------------------------------------------------------------------- */

static void wait_for(struct worker *w, bool (*holds)(const struct session_view *))
{
	for (int i = 0; i < 6000; i++) {
		struct session_view *view = worker_view(w);
		bool yes = holds(view);
		shared_release(view);
		if (yes)
			return;
		struct pollfd fd = {.fd = worker_fd(w), .events = POLLIN};
		poll(&fd, 1, 10);
		worker_drain(w);
	}
	fail_msg("it never came");
}

static bool tsne_is_there(const struct session_view *view)
{
	return view->map != NULL && view->map->of.method == ODD_PROJECT_TSNE;
}

static bool tsne_rests(const struct session_view *view)
{
	return tsne_is_there(view) && !view->map->moving && !view->lagging &&
	       view->map->network == &view->data->net->of &&
	       view->map->points == view->data->moment->trace.count;
}

static bool rests_at_three(const struct session_view *view)
{
	return tsne_rests(view) && view->data->moment->iteration == 3;
}

static bool has_failed(const struct session_view *view)
{
	return view->failed;
}

static bool two_more(const struct session_view *view)
{
	return tsne_rests(view) && view->data->net->of.net->nodes == 122;
}

static bool pca_is_there(const struct session_view *view)
{
	return view->map != NULL && view->map->of.method == ODD_PROJECT_PCA;
}

static void live_points_come_to_rest(void **state)
{
	(void)state;
	struct worker *w = start(true);
	worker_post(w, "iterate 2");
	worker_post(w, "project tsne");
	wait_for(w, tsne_rests);
	/* The run goes on, and so does the map, from where it was. */
	worker_post(w, "iterate");
	wait_for(w, rests_at_three);
	struct session_view *view = worker_view(w);
	assert_int_equal(view->map->of.iterations, PROJECTOR_AGAIN);
	shared_release(view);
	worker_post(w, "plant combined=2");
	worker_post(w, "fly");
	wait_for(w, two_more);
	wait_for(w, has_failed); /* which is not forgotten for the sake of points */
	worker_post(w, "project pca");
	wait_for(w, pca_is_there);
	worker_post(w, "project tsne attributes");
	wait_for(w, tsne_rests);
	worker_free(w);
}

/* Commands are answered while the points move, and cancelling stops them where they are. */
static void cancelled_where_it_is(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct worker *w = start(true);
		worker_post(w, "project tsne");
		if (i > 1)
			wait_for(w, tsne_is_there);
		usleep((useconds_t)(i % 2 * 3000));
		worker_cancel(w);
		settle(w, true);
		post_open(w);
		worker_post(w, "project pca");
		wait_for(w, pca_is_there);
		worker_free(w);
	}
}

static void freed_while_it_moves(void **state)
{
	(void)state;
	for (int i = 0; i < 6; i++) {
		struct worker *w = start(true);
		worker_post(w, "project tsne");
		worker_play(w, 0.0);
		usleep((useconds_t)(i * 3000));
		worker_free(w);
	}
}

/* ---- samples -------------------------------------------------------------------------------- */

/* Of many nodes some are shown, with all that was planted; one node more changes hardly any. */
static void large_networks_are_sampled(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	shape.nodes = PROJECTOR_POINTS + 1000;
	odd_network *net = make_blocks(&shape);
	net->truth[shape.nodes - 1] = ODD_STRUCTURAL;
	struct session_net *shared = session_net_wrap(net, NULL);
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	options.k = 4;
	options.start = ODD_START_RANDOM;
	odd_one *run;
	assert_ok(odd_one_begin(&run, net, &options, &alone, &err), err);
	struct projector_task task;
	assert_ok(projector_task_init(&task, shared, run, ODD_PROJECT_STRUCTURE, 42, NULL, &err),
		err);
	assert_int_equal(task.X.rows, PROJECTOR_POINTS);
	assert_int_equal(task.node[PROJECTOR_POINTS - 1], shape.nodes - 1);
	odd_one_state s = odd_one_look(run);
	for (size_t i = 0; i < task.X.rows; i++) {
		assert_true(i == 0 || task.node[i - 1] < task.node[i]);
		assert_memory_equal(odd_mat_row(task.X, i), odd_cmat_row(s.G, task.node[i]),
			4 * sizeof(double));
	}
	projector_task_clear(&task);
	odd_one_free(run);
	shared_release(shared);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(maps_lie_on_each_other),
		cmocka_unit_test(newcomers_find_their_place),
		cmocka_unit_test(batch_runs_to_the_end),
		cmocka_unit_test(live_points_come_to_rest),
		cmocka_unit_test(cancelled_where_it_is),
		cmocka_unit_test(freed_while_it_moves),
		cmocka_unit_test(large_networks_are_sampled),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
