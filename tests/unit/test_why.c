/* test_why.c: why a node ranks where it does, the history of its rank, and who moved since a run
 * was kept. */
#include "config.h"

#include <math.h>

#include "session/rank_history.h"
#include "session/why.h"
#include "worker_setup.h"

enum { MOST = 64 };

/* ---- the history ---------------------------------------------------------------------------- */

static const struct rank_history *history_of(struct session *s, const char *node)
{
	char line[80];
	snprintf(line, sizeof line, "explain %s", node);
	run_ok(s, line);
	return &s->why->history;
}

static uint32_t rank_now(struct session *s, size_t node)
{
	odd_error err;
	assert_ok(session_refresh(s, &alone, &err), err);
	return s->scored->scores.rank[node];
}

/* Ranks of node 7 as they are seen when every iteration is looked at. */
static size_t watch(struct session *s, uint32_t *seen, size_t iterations)
{
	seen[0] = rank_now(s, 7);
	for (size_t i = 1; i <= iterations; i++) {
		run_ok(s, "iterate");
		seen[i] = rank_now(s, 7);
	}
	return iterations + 1;
}

static void assert_history(const struct rank_history *h, const uint32_t *rank, size_t count)
{
	assert_int_equal(h->count, count);
	for (size_t i = 0; i < count; i++) {
		assert_true(h->at[i] == (double)i);
		assert_int_equal(h->rank[i], rank[i]);
	}
}

static void a_history_is_what_was_seen(void **state)
{
	(void)state;
	uint32_t seen[MOST];
	struct session *s = open_session(dir), *fast = open_session(dir);
	size_t count = watch(s, seen, 6);
	bool moved = false;
	for (size_t i = 1; i < count; i++)
		moved = moved || seen[i] != seen[0];
	assert_true(moved); /* or there would be nothing to test */
	assert_history(history_of(s, "n7"), seen, count);
	/* Nobody looked on here: it is made up for from the snapshots, and the run is where it was.
	 */
	run_ok(fast, "iterate 6");
	struct picture before = picture_of(fast);
	assert_history(history_of(fast, "n7"), seen, count);
	assert_same(before, picture_of(fast));
	session_free(s);
	session_free(fast);
}

static void a_place_has_the_history_that_led_there(void **state)
{
	(void)state;
	uint32_t seen[MOST];
	struct session *s = open_session(dir);
	size_t count = watch(s, seen, 5);
	run_ok(s, "back 2 iterations");
	assert_history(history_of(s, "n7"), seen, count - 2);
	run_ok(s, "undo");
	assert_history(history_of(s, "n7"), seen, count);
	run_ok(s, "substep 3");
	const struct rank_history *h = history_of(s, "n7");
	assert_int_equal(h->count, count + 1);
	assert_true(h->at[count] == 5.5);
	assert_int_equal(h->rank[count], rank_now(s, 7));
	/* Another seed, another history. */
	run_ok(s, "reset new");
	assert_int_equal(history_of(s, "n7")->count, 1);
	session_free(s);
}

static void newcomers_have_a_shorter_one(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 3");
	run_ok(s, "plant structural=1");
	run_ok(s, "iterate 2");
	const struct rank_history *h = history_of(s, "structural-1");
	assert_int_equal(h->count, 3);
	assert_true(h->at[0] == 3.0 && h->at[2] == 5.0);
	assert_int_equal(h->rank[2], rank_now(s, 120));
	/* An old node was there before and after; the planting itself is a moment of its own. */
	h = history_of(s, "n7");
	assert_int_equal(h->count, 7);
	for (size_t i = 1; i < h->count; i++)
		assert_true(h->at[i] >= h->at[i - 1]);
	run_ok(s, "undo");
	run_ok(s, "undo");
	assert_int_equal(history_of(s, "n7")->count, 4);
	run_bad(s, "explain structural-1", "no node");
	session_free(s);
}

static void other_weights_are_another_history(void **state)
{
	(void)state;
	uint32_t seen[MOST];
	struct session *s = open_session(dir), *own = open_session(dir);
	run_ok(own, "set evidence=disagreement");
	size_t count = watch(own, seen, 4);
	run_ok(s, "iterate 4");
	history_of(s, "n7");
	run_ok(s, "set evidence=disagreement");
	assert_history(history_of(s, "n7"), seen, count);
	session_free(s);
	session_free(own);
}

static size_t bytes_of_ranks(const struct session *s)
{
	size_t sum = 0;
	for (const struct epoch *e = s->epochs; e != NULL; e = e->next)
		sum += e->ranked_count * e->net->of.net->nodes * sizeof(uint32_t);
	return sum;
}

static void ranks_keep_to_their_budget(void **state)
{
	(void)state;
	uint32_t seen[MOST];
	struct session *s = open_session(dir);
	s->ranks_budget = 5 * 120 * sizeof(uint32_t);
	size_t count = watch(s, seen, 20);
	assert_true(bytes_of_ranks(s) <= s->ranks_budget);
	const struct rank_history *h = history_of(s, "n7");
	assert_true(bytes_of_ranks(s) <= s->ranks_budget);
	/* Thinner, but what is left is true, from the start to now. */
	assert_true(h->count >= 3 && h->count <= 6);
	for (size_t i = 0; i < h->count; i++)
		assert_int_equal(h->rank[i], seen[(size_t)h->at[i]]);
	assert_true(h->at[0] == 0.0);
	assert_true(h->at[h->count - 1] == (double)(count - 1));
	session_free(s);
}

/* ---- the explanation ------------------------------------------------------------------------ */

static void it_says_what_the_library_says(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run;
	odd_explanation e;
	struct session *s = open_session(dir);
	run_bad(s, "explain", "select one");
	run_ok(s, "iterate 3");
	run_ok(s, "select n9");
	run_ok(s, "explain");
	size_t logged = s->log.count;
	const struct session_why *why = s->why;
	assert_int_equal(why->node, 9);
	assert_non_null(strstr(s->status, "n9: rank "));
	assert_non_null(strstr(s->answer, why->sentences.line[0]));
	assert_ok(session_live(&run, s, &alone, &err), err);
	odd_explain_counts counts = {0, SESSION_WHY_LIST, SESSION_WHY_LIST, SESSION_WHY_LIST};
	assert_ok(odd_explain(&e, session_network(s), run, session_scores(s), NULL, 9, &counts,
			  &alone, &err),
		err);
	assert_int_equal(why->of.rank, e.rank);
	assert_int_equal(why->of.looks, e.looks);
	assert_int_equal(why->of.links.present_count, e.links.present_count);
	assert_true(why->of.links.present[0].error == e.links.present[0].error);
	assert_true(why->of.near[0].similarity == e.near[0].similarity);
	odd_explanation_clear(&e);
	/* The oddest by its rank; mistakes leave things as they were. */
	run_ok(s, "explain #1");
	assert_int_equal(s->why->of.rank, 1);
	size_t node = s->why_node;
	run_bad(s, "explain nobody", "no node \"nobody\"");
	run_bad(s, "explain n1 n2", "say: explain");
	assert_int_equal(s->why_node, node);
	/* It keeps up by itself until nobody wants it any more. */
	run_ok(s, "substep");
	assert_false(session_fresh(s));
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_true(s->why->scored == s->scored);
	char said[sizeof s->status];
	memcpy(said, s->status, sizeof said);
	run_ok(s, "explain none");
	assert_string_equal(s->status, said); /* there is nothing newer to say */
	assert_true(said[0] != '\0');
	assert_null(s->why);
	assert_int_equal(s->log.count, logged + 1); /* substep; explaining changes nothing */
	session_free(s);
}

static struct session_view *after(struct worker *w, bool threaded, const char *line)
{
	assert_true(worker_post(w, line));
	settle(w, threaded);
	return worker_view(w);
}

static void check_worker(bool threaded)
{
	struct worker *w = start(threaded);
	settle(w, threaded);
	struct session_view *v = worker_view(w);
	assert_null(v->why);
	shared_release(v);
	shared_release(after(w, threaded, "set iterations=7"));
	shared_release(after(w, threaded, "iterate 4"));
	struct session_view *first = after(w, threaded, "explain n7");
	assert_non_null(first->why);
	assert_int_equal(first->why->node, 7);
	assert_int_equal(first->why->history.count, 5);
	/* It follows the run, also when that plays, and the other view stays what it is. */
	worker_play(w, 0.0);
	settle(w, threaded);
	v = worker_view(w);
	assert_true(v->why != first->why && v->why->scored == v->scored);
	assert_int_equal(v->why->history.count, v->data->moment->iteration + 1);
	assert_true(v->why->whole);
	shared_release(v);
	assert_int_equal(first->why->history.count, 5);
	/* A planting is another network; the node is the same. */
	v = after(w, threaded, "plant attribute=1");
	assert_true(v->why != NULL && v->why->net == v->data->net && v->why->node == 7);
	shared_release(v);
	v = after(w, threaded, "explain attribute-1");
	assert_int_equal(v->why->node, 120);
	shared_release(v);
	v = after(w, threaded, "undo"); /* and now there is none of it */
	assert_null(v->why);
	shared_release(v);
	shared_release(after(w, threaded, "explain n3"));
	v = after(w, threaded, "explain none");
	assert_null(v->why);
	shared_release(v);
	worker_free(w);
	assert_string_equal(first->why->of.id, "n7");
	shared_release(first);
}

static void views_have_it(void **state)
{
	(void)state;
	check_worker(false);
	check_worker(true);
}

/* ---- who moved ------------------------------------------------------------------------------ */

/* By hand: two ordinary nodes change places; the planted node is another one now. */
static void changes_by_hand(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	run_ok(s, "plant structural=1");
	struct session_net *old = shared_hold(s->now.epoch->net);
	run_ok(s, "undo");
	run_ok(s, "plant attribute=1");
	const odd_network *net = session_network(s);
	uint32_t then[121], now[121];
	int32_t change[121];
	for (uint32_t i = 0; i < 121; i++) /* the planted node first, then the others */
		then[i] = now[i] = i == 0 ? 120 : i - 1;
	now[1] = 1; /* n0 and n1 change places */
	now[2] = 0;
	assert_ok(rank_changes(change, old->of.net, then, 121, net, now, &err), err);
	assert_int_equal(change[0], -1);
	assert_int_equal(change[1], 1);
	for (int i = 2; i < 120; i++)
		assert_int_equal(change[i], 0);
	assert_int_equal(change[120], RANK_NEW);
	shared_release(old);
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_history_is_what_was_seen),
		cmocka_unit_test(a_place_has_the_history_that_led_there),
		cmocka_unit_test(newcomers_have_a_shorter_one),
		cmocka_unit_test(other_weights_are_another_history),
		cmocka_unit_test(ranks_keep_to_their_budget),
		cmocka_unit_test(it_says_what_the_library_says),
		cmocka_unit_test(views_have_it),
		cmocka_unit_test(changes_by_hand),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
