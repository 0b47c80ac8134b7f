/* test_comparer.c: a comparison beside the session: the same numbers as without one, whatever comes
 * and goes meanwhile. */
#include "config.h"

#include <math.h>
#include <unistd.h>

#include "baseline/compare.h"
#include "session/comparer.h"
#include "worker_setup.h"

/* ---- the same numbers ----------------------------------------------------------------------- */

static bool costs(size_t measure)
{
	return odd_measure_get(measure)->task == ODD_TASK_COST;
}

static void assert_same_cells(const odd_comparison *a, const odd_comparison *b)
{
	assert_int_equal(a->methods, b->methods);
	assert_int_equal(a->seeds, b->seeds);
	for (size_t i = 0; i < a->methods * a->seeds; i++) {
		const odd_cell *x = &a->cell[i], *y = &b->cell[i];
		assert_ptr_equal(a->method[x->method], b->method[y->method]);
		assert_int_equal(x->state, ODD_CELL_DONE);
		assert_int_equal(y->state, ODD_CELL_DONE);
		assert_true(x->seed == y->seed);
		for (size_t m = 0; m < ODD_MEASURES; m++)
			if (!costs(m) && !(isnan(x->value[m]) && isnan(y->value[m])))
				assert_true(x->value[m] == y->value[m]);
	}
}

/* What odd_compare_run makes of the comparison's own options. */
static void assert_is_right(const struct session_comparison *c)
{
	odd_error err = {0};
	odd_comparison table;
	odd_communities groups;
	odd_compare_options options = ODD_COMPARE_OPTIONS_INIT;
	options.method = c->table.method;
	options.methods = c->table.methods;
	options.seeds = c->table.seeds;
	options.seed = c->plan.seed;
	options.k = c->plan.k;
	options.repeats = c->plan.repeats;
	options.tasks = c->plan.tasks;
	options.plant = c->plan.plant;
	assert_ok(odd_communities_find(&groups, c->net->of.net, c->plan.seed, &alone, &err), err);
	assert_ok(odd_compare_run(&table, c->net->of.net, &groups, &options, NULL, &alone, &err),
		err);
	assert_same_cells(&c->table, &table);
	odd_comparison_clear(&table);
	odd_communities_clear(&groups);
}

static void results_are_those_of_compare(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "compare start aane degree random");
	struct session_comparison *c = comparer_look(s->comparer);
	assert_int_equal(c->plan.truth, TRUTH_SEEDED);
	assert_int_equal(c->table.methods, 3);
	assert_int_equal(c->table.finished, 9);
	assert_int_equal(c->first->of.net->nodes, 126);
	assert_false(c->running);
	assert_is_right(c);
	shared_release(c);
	session_free(s);
}

/* What was planted in the session is what is to be found; nothing else is planted. */
static void planted_outliers_are_the_truth(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "plant 10% --seed 3");
	run_ok(s, "compare start degree pca-forest");
	struct session_comparison *c = comparer_look(s->comparer);
	assert_int_equal(c->plan.truth, TRUTH_PLANTED);
	assert_ptr_equal(c->first, c->net);
	assert_is_right(c);
	shared_release(c);
	session_free(s);
}

/* ---- wishes --------------------------------------------------------------------------------- */

/* However one comes to a set of methods and seeds, the table is the same. */
static void the_way_does_not_matter(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "compare start degree attributes");
	run_ok(s, "compare seeds +2");
	run_ok(s, "compare add random");
	run_ok(s, "compare drop attributes");
	run_ok(s, "compare seeds 4");
	struct session_comparison *c = comparer_look(s->comparer);
	assert_int_equal(c->table.methods, 2);
	assert_string_equal(c->table.method[0]->name, "random");
	assert_string_equal(c->table.method[1]->name, "degree");
	assert_int_equal(c->table.seeds, 4);
	assert_is_right(c);
	shared_release(c);
	run_bad(s, "compare add degree", "already");
	run_bad(s, "compare add nonsense", "is none of");
	run_bad(s, "compare drop attributes", "is not compared");
	run_ok(s, "compare drop random");
	run_bad(s, "compare drop degree", "has to stay");
	run_bad(s, "compare seeds 0", "1");
	run_bad(s, "compare", "say:");
	session_free(s);
}

static void commands_need_a_network(void **state)
{
	(void)state;
	struct session *s = session_create();
	run_bad(s, "compare start", "no network is open");
	session_free(s);
}

/* Nothing of it is in the log: it changes nothing. */
static void it_is_not_logged(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	size_t lines = s->log.count;
	struct picture before = picture_of(s);
	run_ok(s, "compare start degree random");
	assert_int_equal(s->log.count, lines);
	assert_same(before, picture_of(s));
	session_free(s);
}

/* ---- who found what ------------------------------------------------------------------------- */

static void only_and_missed_agree_with_counting(void **state)
{
	(void)state;
	uint32_t node[8];
	size_t count[4];
	struct session *s = open_session(dir);
	run_ok(s, "compare start degree random attributes");
	struct session_comparison *c = comparer_look(s->comparer);
	const odd_network *net = c->first->of.net;
	size_t top = comparison_top(c), missed = 0;
	assert_int_equal(top, 6);
	for (size_t m = 0; m < 3; m++) {
		size_t only = 0, in_top = 0;
		for (size_t i = 0; i < net->nodes; i++) {
			bool other = false;
			for (size_t k = 0; k < 3; k++)
				other = other || (k != m && c->found[k]->rank[i] <= top);
			in_top += c->found[m]->rank[i] <= top;
			only += c->found[m]->rank[i] <= top && !other;
		}
		assert_int_equal(in_top, top);
		size_t all = comparison_only(c, m, node, 8);
		assert_int_equal(all, only);
		for (size_t i = 0; i < all && i < 8; i++)
			assert_true(c->found[m]->rank[node[i]] <= top);
		/* Known outliers first, each part by rank; a shorter list is its beginning. */
		for (size_t i = 1; i < all && i < 8; i++) {
			bool known[] = {net->truth[node[i - 1]] != 0, net->truth[node[i]] != 0};
			assert_true(known[0] >= known[1]);
			if (known[0] == known[1])
				assert_true(c->found[m]->rank[node[i - 1]] <
					    c->found[m]->rank[node[i]]);
		}
		uint32_t first[2];
		comparison_only(c, m, first, 2);
		assert_memory_equal(first, node, (all < 2 ? all : 2) * sizeof *first);
	}
	for (size_t i = 0; i < net->nodes; i++)
		missed += net->truth[i] != ODD_ORDINARY && !comparison_finds(c, 0, i) &&
			  !comparison_finds(c, 1, i) && !comparison_finds(c, 2, i);
	assert_int_equal(comparison_missed(c), missed);
	comparison_differ(c, 0, 1, node, 8, count);
	assert_int_equal(count[0] + count[1] + count[2] + count[3], 6);
	assert_int_equal(comparison_differ(c, 0, 0, node, 8, count), 0);
	shared_release(c);
	session_free(s);
}

/* A method's map has the nodes that are open, not those that a seed planted. */
static void maps_are_of_the_open_network(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "compare start aane degree");
	struct session_comparison *c = comparer_look(s->comparer);
	assert_null(c->found[1]->map);
	assert_non_null(c->found[0]->map);
	assert_int_equal(c->found[0]->map->of.xy.rows, 120);
	assert_ptr_equal(c->found[0]->map->network, &s->now.epoch->net->of);
	shared_release(c);
	session_free(s);
}

/* ---- stopping ------------------------------------------------------------------------------- */

static void cancelled_it_goes_on_later(void **state)
{
	(void)state;
	odd_error err = {0};
	atomic_bool cancel;
	atomic_init(&cancel, true);
	const odd_job job = {.threads = 1, .cancel = &cancel};
	struct session *s = open_session(dir);
	assert_int_equal(session_run(s, "compare start aane random", &job, &err), ODD_ECANCELLED);
	struct session_comparison *c = comparer_look(s->comparer);
	assert_int_equal(c->table.finished, 0);
	assert_false(c->running);
	shared_release(c);
	run_ok(s, "compare start");
	c = comparer_look(s->comparer);
	assert_is_right(c);
	shared_release(c);
	session_free(s);
}

/* A start with another K begins anew; without it the comparison keeps its own. */
static void another_k_begins_anew(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "compare start degree aane");
	struct session_comparison *before = comparer_look(s->comparer), *after;
	run_ok(s, "set k=5");
	after = comparer_look(s->comparer);
	assert_int_equal(after->plan.k, before->plan.k);
	assert_int_equal(after->table.finished, 6);
	shared_release(after);
	run_ok(s, "compare start degree aane");
	after = comparer_look(s->comparer);
	assert_int_equal(after->plan.k, 5);
	assert_is_right(after);
	shared_release(after);
	shared_release(before);
	session_free(s);
}

/* On another network there is nothing of the old one. */
static void another_network_begins_anew(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "compare start degree random");
	run_ok(s, "plant structural=3 --seed 1");
	assert_null(comparer_look(s->comparer));
	run_ok(s, "compare start degree");
	struct session_comparison *c = comparer_look(s->comparer);
	assert_ptr_equal(c->net, s->now.epoch->net);
	assert_is_right(c);
	shared_release(c);
	session_free(s);
}

static void the_table_is_written(void **state)
{
	(void)state;
	char path[300], line[400], text[4096];
	struct session *s = open_session(dir);
	snprintf(path, sizeof path, "%s/table.tsv", dir);
	snprintf(line, sizeof line, "compare export '%s'", path);
	run_bad(s, line, "nothing has been compared");
	run_ok(s, "compare start degree random");
	run_ok(s, line);
	run_bad(s, line, "is there already");
	snprintf(line, sizeof line, "compare export '%s' --replace", path);
	run_ok(s, line);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	size_t rows = 0;
	while (fgets(text, sizeof text, in) != NULL) {
		size_t tabs = 0;
		for (const char *p = text; *p != '\0'; p++)
			tabs += *p == '\t';
		assert_int_equal(tabs, ODD_MEASURES + 2 - ODD_B_MEASURES);
		rows++;
	}
	fclose(in);
	assert_int_equal(rows, 7);
	session_free(s);
}

/* ---- live ----------------------------------------------------------------------------------- */

/* Wait until a view says so. */
static struct session_view *wait_for(struct worker *w, bool (*ready)(const struct session_view *))
{
	for (int turns = 0; turns < 6000; turns++) {
		struct session_view *view = worker_view(w);
		if (ready(view))
			return view;
		shared_release(view);
		struct pollfd fd = {worker_fd(w), POLLIN, 0};
		poll(&fd, 1, 100);
		worker_drain(w);
	}
	fail_msg("the view that was waited for never came");
	return NULL;
}

static bool is_finished(const struct session_view *v)
{
	const struct session_comparison *c = v->comparison;
	return c != NULL && !c->running && c->table.finished == c->table.methods * c->table.seeds;
}

static bool is_working(const struct session_view *v)
{
	return v->comparison != NULL && v->comparison->running &&
	       v->comparison->method < v->comparison->table.methods;
}

/* At it, with all the wishes of the test heard: a command that still waits is dropped by a stop. */
static bool is_at_many(const struct session_view *v)
{
	return is_working(v) && v->comparison->table.seeds == 100;
}

static bool is_at_rest(const struct session_view *v)
{
	return v->comparison != NULL && !v->comparison->running &&
	       v->comparison->method == v->comparison->table.methods;
}

static bool has_none(const struct session_view *v)
{
	return v->comparison == NULL;
}

static void live_it_comes_to_the_same(void **state)
{
	(void)state;
	struct worker *w = start(true);
	worker_post(w, "compare start aane degree");
	worker_post(w, "compare add random");
	worker_play(w, 0.0); /* the run goes on beside it */
	struct session_view *view = wait_for(w, is_finished);
	assert_is_right(view->comparison);
	shared_release(view);
	worker_free(w);
}

/* A hundred times DeepWalk comes to no end here: it is dropped, stopped, left behind on the way. */
static void it_can_be_left_at_any_time(void **state)
{
	(void)state;
	struct worker *w = start(true);
	worker_post(w, "compare start deepwalk degree");
	worker_post(w, "compare seeds 100");
	shared_release(wait_for(w, is_at_many));
	worker_post(w, "compare seeds 2");
	worker_post(w, "compare drop deepwalk");
	struct session_view *view = wait_for(w, is_finished);
	assert_int_equal(view->comparison->table.methods, 1);
	assert_is_right(view->comparison);
	shared_release(view);

	worker_post(w, "compare add deepwalk");
	worker_post(w, "compare seeds 100");
	shared_release(wait_for(w, is_at_many));
	worker_cancel(w);
	view = wait_for(w, is_at_rest);
	assert_true(view->comparison->table.finished < 200);
	shared_release(view);

	worker_post(w, "compare start");
	shared_release(wait_for(w, is_working));
	worker_post(w, "plant structural=2 --seed 1");
	shared_release(wait_for(w, has_none));
	worker_post(w, "compare start deepwalk");
	worker_post(w, "compare seeds 100");
	shared_release(wait_for(w, is_at_many));
	worker_free(w); /* in the middle of it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_those_of_compare),
		cmocka_unit_test(planted_outliers_are_the_truth),
		cmocka_unit_test(the_way_does_not_matter),
		cmocka_unit_test(commands_need_a_network),
		cmocka_unit_test(it_is_not_logged),
		cmocka_unit_test(only_and_missed_agree_with_counting),
		cmocka_unit_test(maps_are_of_the_open_network),
		cmocka_unit_test(cancelled_it_goes_on_later),
		cmocka_unit_test(another_k_begins_anew),
		cmocka_unit_test(another_network_begins_anew),
		cmocka_unit_test(the_table_is_written),
		cmocka_unit_test(live_it_comes_to_the_same),
		cmocka_unit_test(it_can_be_left_at_any_time),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
