/* Lessons of a session: made only when wanted, the same forwards and backwards, of any entry. */
#include "config.h"

#include <math.h>

#include "session/lesson.h"
#include "worker_setup.h"

static const struct session_lesson *lesson_of(struct session *s)
{
	odd_error err;
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_true(session_fresh(s));
	return s->desk.lesson;
}

static void same_lesson(const struct session_lesson *a, const struct session_lesson *b)
{
	assert_int_equal(a->steps, b->steps);
	assert_int_equal(a->done, b->done);
	assert_int_equal(a->sums.step, b->sums.step);
	assert_true(a->sums.old_value == b->sums.old_value);
	assert_true(a->sums.value == b->sums.value && a->became == b->became);
	assert_true(a->sums.above.total == b->sums.above.total);
	assert_true(a->sums.below.total == b->sums.below.total);
	assert_int_equal(a->sums.above.count, b->sums.above.count);
	for (size_t i = 0; i < a->sums.above.count; i++)
		assert_true(a->sums.above.term[i].value == b->sums.above.term[i].value);
	assert_int_equal(a->nodes, b->nodes);
	for (size_t i = 0; i < a->nodes; i++) {
		assert_int_equal(a->node[i].node, b->node[i].node);
		assert_true(a->node[i].by == b->node[i].by);
	}
}

static void nobody_wants_one(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 2");
	assert_null(lesson_of(s));
	assert_null(s->desk.loss);
	session_free(s);
}

/* Two iterations by sub-steps, then back again, then by whole iterations. */
static void both_ways_are_the_same(void **state)
{
	enum { STEPS = 2 * ODD_SUBSTEPS };
	(void)state;
	struct session *s = open_session(dir);
	struct session_lesson *seen[STEPS + 1];
	lesson_want(s, true, false, SESSION_NONE);
	const struct session_lesson *first = lesson_of(s);
	assert_false(first->done);
	assert_int_equal(first->nodes, 0);
	assert_int_equal(first->sums.step, ODD_STEP_W);
	seen[0] = shared_hold(s->desk.lesson);
	for (size_t i = 1; i <= STEPS; i++) {
		run_ok(s, "substep");
		const struct session_lesson *l = lesson_of(s);
		assert_true(l->done);
		assert_int_equal(l->sums.step, (i - 1) % ODD_SUBSTEPS);
		assert_close(l->sums.value, l->became, 1e-10);
		seen[i] = shared_hold(s->desk.lesson);
	}
	for (size_t i = STEPS; i-- > 0;) {
		run_ok(s, "back");
		same_lesson(lesson_of(s), seen[i]);
	}
	run_ok(s, "iterate");
	same_lesson(lesson_of(s), seen[ODD_SUBSTEPS]);
	run_ok(s, "until it=2");
	same_lesson(lesson_of(s), seen[STEPS]);
	run_ok(s, "back 1 iterations");
	same_lesson(lesson_of(s), seen[ODD_SUBSTEPS]);
	for (size_t i = 0; i <= STEPS; i++)
		shared_release(seen[i]);
	session_free(s);
}

/* A run that is watched, in the middle of commands too, makes the same bits. */
static void look_on(void *payload)
{
	odd_error err;
	assert_ok(session_refresh(payload, &alone, &err), err);
}

static void watching_changes_nothing(void **state)
{
	(void)state;
	struct session *a = open_session(dir), *b = open_session(dir);
	lesson_want(a, true, false, 3);
	a->each = look_on;
	a->payload = a;
	static const char *const lines[] = {"substep 4", "iterate 3", "until it=6", "back 5",
		"plant structural=1", "substep 3", "back 4", "iterate"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		run_ok(a, lines[i]);
		run_ok(b, lines[i]);
		assert_non_null(lesson_of(a));
		assert_same(picture_of(a), picture_of(b));
	}
	session_free(a);
	session_free(b);
}

/* The nodes named are those that changed most, by what the library says of both states. */
static void most_changed_nodes_are_named(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run;
	double before[120], after[120];
	struct session *s = open_session(dir);
	lesson_want(s, true, false, SESSION_NONE);
	run_ok(s, "substep");
	assert_ok(session_live(&run, s, &alone, &err), err);
	assert_ok(odd_lesson_losses(before, run, &alone, &err), err);
	run_ok(s, "substep");
	assert_ok(session_live(&run, s, &alone, &err), err);
	assert_ok(odd_lesson_losses(after, run, &alone, &err), err);
	const struct session_lesson *l = lesson_of(s);
	assert_int_equal(l->nodes, LESSON_NODES);
	double least = fabs(l->node[LESSON_NODES - 1].by);
	size_t larger = 0;
	for (size_t i = 0; i < l->nodes; i++) {
		const size_t node = l->node[i].node;
		assert_true(l->node[i].by == after[node] - before[node]);
	}
	for (size_t i = 0; i < 120; i++)
		larger += fabs(after[i] - before[i]) > least;
	assert_int_equal(larger, LESSON_NODES - 1);
	session_free(s);
}

/* What is told beforehand is what comes out; running it ends the look ahead. */
static void looking_ahead(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	lesson_want(s, true, false, 4);
	run_ok(s, "substep 2");
	const struct session_lesson *l = lesson_of(s);
	assert_true(l->done);
	lesson_want(s, true, true, SESSION_NONE);
	l = lesson_of(s);
	assert_false(l->done);
	assert_int_equal(l->sums.step, ODD_STEP_H);
	assert_int_equal(l->sums.watch.node, 4);
	const double told = l->sums.value;
	run_ok(s, "substep");
	l = lesson_of(s);
	assert_true(l->done);
	assert_int_equal(l->sums.step, ODD_STEP_H);
	assert_true(l->sums.value == told);
	assert_close(l->became, told, 1e-10);
	lesson_want(s, true, true, SESSION_NONE);
	assert_int_equal(lesson_of(s)->sums.step, ODD_STEP_U);
	lesson_want(s, true, false, SESSION_NONE);
	assert_int_equal(lesson_of(s)->sums.step, ODD_STEP_H);
	session_free(s);
}

static void watched_entry(struct session *s, const char *line, const char *says)
{
	run_ok(s, line);
	assert_non_null(strstr(s->status, says));
	const struct session_lesson *l = lesson_of(s);
	assert_close(l->sums.value, l->became, 1e-10);
}

static void entries_are_chosen(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	lesson_want(s, true, false, 7);
	assert_int_equal(lesson_of(s)->sums.watch.node, 7);
	run_ok(s, "substep 3");
	watched_entry(s, "watch 2 n5", "H[2, n5]");
	assert_int_equal(s->desk.lesson->sums.watch.node, 5);
	assert_int_equal(s->desk.lesson->sums.watch.dimension, 1);
	watched_entry(s, "watch 3 11", "H[3, n10]"); /* a number from 1 */
	watched_entry(s, "watch 1 #1", "H[1, ");
	watched_entry(s, "watch n9", "H[1, n9]");
	watched_entry(s, "watch G n4 2", "G[n4, 2]");
	watched_entry(s, "watch G n6", "G[n6, "); /* the matrix and a node: everything of it */
	watched_entry(s, "watch H n6", "H[");
	assert_int_equal(s->desk.lesson->sums.watch.node, 6);
	watched_entry(s, "watch O2 n4", "O2[n4]");
	assert_int_equal(s->desk.lesson->sums.watch.score, 1);
	watched_entry(s, "watch W 1 2", "W[1, 2]");
	watched_entry(s, "watch V 1 4", "V[1, ");
	assert_int_equal(s->desk.lesson->sums.watch.attribute, 3);
	run_ok(s, "iterate");
	watched_entry(s, "watch n3 O3", "O3[n3]");
	const odd_watch kept = s->desk.watch;
	run_bad(s, "watch", "say");
	run_bad(s, "watch G nobody 1", "nobody");
	run_bad(s, "watch G n1 0", "dimension");
	run_bad(s, "watch G n1 1000", "dimension");
	run_bad(s, "watch V 1 nothing", "attribute");
	run_bad(s, "watch n3 1", "O1|O2|O3");
	run_bad(s, "watch G n1 1 1", "say");
	assert_memory_equal(&kept, &s->desk.watch, sizeof kept);
	/* not in the log: it changes nothing */
	for (size_t i = 0; i < s->log.count; i++)
		assert_null(strstr(s->log.line[i], "watch"));
	session_free(s);
}

/* A watched node that is taken out again is watched no more. */
static void networks_come_and_go(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	lesson_want(s, true, false, SESSION_NONE);
	run_ok(s, "iterate");
	run_ok(s, "plant structural=1");
	assert_false(lesson_of(s)->done);
	run_ok(s, "watch 121");
	assert_int_equal(lesson_of(s)->sums.watch.node, 120);
	run_ok(s, "substep");
	assert_true(lesson_of(s)->done);
	run_ok(s, "unplant");
	assert_true(lesson_of(s)->sums.watch.node < 120);
	/* With fewer dimensions the node stays. */
	run_ok(s, "watch n50");
	run_ok(s, "set k=2");
	run_ok(s, "reset");
	assert_int_equal(lesson_of(s)->sums.watch.node, 50);
	char line[600];
	snprintf(line, sizeof line, "open '%s/net'", dir);
	run_ok(s, line);
	assert_false(lesson_of(s)->done);
	lesson_want(s, false, false, SESSION_NONE);
	run_ok(s, "iterate");
	assert_true(lesson_fresh(s));
	session_free(s);
}

/* ---- behind the worker ------------------------------------------------------------------------
 */

static void turn(struct worker *w, const char *line)
{
	assert_true(worker_post(w, line));
	while (worker_turn(w))
		;
}

static void views_have_lessons(void **state)
{
	(void)state;
	odd_error err;
	struct worker *w;
	char line[600];
	assert_ok(worker_create(&w, false, &err), err);
	worker_lesson(w, true, false, 2); /* before anything is open: it holds for what comes */
	worker_lesson(w, false, false, SESSION_NONE);
	snprintf(line, sizeof line, "open '%s/net'", dir);
	turn(w, line);
	turn(w, "substep 2");
	struct session_view *view = worker_view(w);
	assert_null(view->lesson);
	const unsigned long serial = view->serial;
	shared_release(view);
	worker_lesson(w, true, false, 2);
	view = worker_view(w);
	assert_non_null(view->lesson);
	assert_int_equal(view->lesson->sums.step, ODD_STEP_G);
	assert_int_equal(view->lesson->sums.watch.node, 2);
	assert_int_equal(view->serial, serial); /* what was said last stays to be read */
	assert_false(view->lagging);
	shared_release(view);
	worker_lesson(w, false, false, SESSION_NONE);
	turn(w, "substep");
	view = worker_view(w);
	assert_null(view->lesson);
	shared_release(view);
	worker_free(w);
}

/* With a thread the lesson comes by itself, also while it plays. */
static void lessons_follow_a_play(void **state)
{
	(void)state;
	struct worker *w = start(true);
	assert_true(worker_post(w, "set iterations=4"));
	worker_lesson(w, true, false, SESSION_NONE);
	settle(w, true);
	worker_play(w, 0.0);
	settle(w, true);
	struct session_view *view = worker_view(w);
	assert_int_equal(view->data->moment->iteration, 4);
	assert_non_null(view->lesson);
	assert_int_equal(view->lesson->steps, view->data->steps);
	assert_true(view->lesson->done);
	shared_release(view);
	worker_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_wants_one),
		cmocka_unit_test(both_ways_are_the_same),
		cmocka_unit_test(watching_changes_nothing),
		cmocka_unit_test(most_changed_nodes_are_named),
		cmocka_unit_test(looking_ahead),
		cmocka_unit_test(entries_are_chosen),
		cmocka_unit_test(networks_come_and_go),
		cmocka_unit_test(views_have_lessons),
		cmocka_unit_test(lessons_follow_a_play),
	};
	return cmocka_run_group_tests_name("session_lesson", tests, set_up, tear_down);
}
