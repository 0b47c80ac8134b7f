/* test_worker.c: the session behind its queue, with a thread and without. */
#include "config.h"

#include <unistd.h>

#include "session/worker_parts.h"
#include "worker_setup.h"

/* A worker at rest has published what it did. */
static struct session_view *view_of(struct worker *w, bool threaded, size_t logged)
{
	settle(w, threaded);
	struct session_view *view = worker_view(w);
	assert_true(view->log_count >= logged);
	assert_false(view->playing);
	return view;
}

static void post_from(struct worker *w, const char *line, const struct writing *file)
{
	struct arguments command;
	(void)arguments_read(&command, &session_commands, line, NULL);
	assert_true(worker_post_command(w, &command, file));
}

static double last_loss(const struct session_view *view)
{
	return view->data->moment->trace.point[view->data->moment->trace.count - 1].loss;
}

static void both_ways_give_the_same(void **state)
{
	(void)state;
	struct session_view *view[2];
	struct worker *w[2];
	static const char *const lines[] = {"plant structural=1", "iterate 3", "plant attribute=1",
		"substep 8", "back 2", "mark n7", "keep", "set without=size", "undo"};
	const size_t count = sizeof lines / sizeof *lines;
	for (int t = 0; t < 2; t++) {
		w[t] = start(t == 1);
		for (size_t i = 0; i < count; i++)
			assert_true(worker_post(w[t], lines[i]));
		view[t] = view_of(w[t], t == 1, count + 1);
	}
	const struct session_data *a = view[0]->data, *b = view[1]->data;
	assert_int_equal(a->moment->trace.count, b->moment->trace.count);
	assert_true(last_loss(view[0]) == last_loss(view[1]));
	const odd_scores *x = &view[0]->scored->scores, *y = &view[1]->scored->scores;
	assert_memory_equal(x->total, y->total, x->n * sizeof(double));
	assert_memory_equal(x->order, y->order, x->n * sizeof(uint32_t));
	assert_false(view[0]->lagging || view[1]->lagging);
	assert_int_equal(view[1]->scored->points, b->moment->trace.count);
	assert_int_equal(view[1]->map->points, b->moment->trace.count);
	assert_int_equal(a->plants->count, 2);
	assert_int_equal(w[1]->s->look->mark_count, 1);
	assert_int_equal(view[1]->kept_count, 1);
	assert_int_equal(w[1]->s->undo.count, w[0]->s->undo.count);
	size_t changes = 0;
	for (size_t i = 0; i < b->moment->trace.count; i++)
		changes += b->moment->trace.point[i].changed;
	assert_int_equal(changes, 1);
	for (int t = 0; t < 2; t++) {
		shared_release(view[t]);
		worker_free(w[t]);
	}
}

/* Scores and map may lag, but are never of another network. */
static void check_view(const struct session_view *view)
{
	const struct session_data *d = view->data;
	if (d == NULL)
		return;
	assert_true(view->scored == NULL || view->scored->network == &d->net->of);
	assert_true(view->map == NULL || view->map->network == &d->net->of);
	assert_true(view->scored == NULL || view->scored->scores.n == d->net->of.net->nodes);
	assert_true(view->lagging || view->scored->points == d->moment->trace.count);
	for (size_t p = 1; p < d->moment->trace.count; p++) {
		const odd_trace_point *at = &d->moment->trace.point[p];
		assert_true(at->changed || at->step == (at[-1].step + 1) % 6);
	}
}

static uint64_t hash_view(const struct session_view *view)
{
	uint64_t h = 1469598103934665603u;
	const struct session_data *d = view->data;
	check_view(view);
	hash_bytes(&h, view->status, sizeof view->status);
	if (view->scored != NULL)
		hash_bytes(&h, view->scored->scores.total, d->net->of.net->nodes * sizeof(double));
	for (size_t i = 0; i < view->log_count; i++)
		hash_bytes(&h, view->log[i], strlen(view->log[i]));
	hash_bytes(&h, d->moment->trace.point,
		d->moment->trace.count * sizeof *d->moment->trace.point);
	if (view->map != NULL)
		hash_mat(&h, odd_mat_const(view->map->of.xy));
	uint64_t sum = odd_network_checksum(d->net->of.net);
	hash_bytes(&h, &sum, sizeof sum);
	return h;
}

/* Views taken while everything changes under them stay what they were, also when the worker is
 * gone: AddressSanitizer watches. */
static void views_do_not_change(void **state)
{
	(void)state;
	struct session_view *held[40];
	uint64_t hash[40];
	struct worker *w = start(true);
	shared_release(view_of(w, true, 1));
	for (int i = 0; i < 40; i++) {
		static const char *const lines[] = {"iterate 5", "plant structural=1", "undo",
			"redo", "reset new", "select #2", "sort node", "substep", "keep", "back"};
		worker_post(w, lines[i % 10]);
		held[i] = worker_view(w);
		hash[i] = hash_view(held[i]);
		if (i % 7 == 0)
			settle(w, true);
	}
	settle(w, true);
	for (int i = 0; i < 40; i += 2) {
		assert_true(hash_view(held[i]) == hash[i]);
		shared_release(held[i]);
	}
	worker_free(w);
	for (int i = 1; i < 40; i += 2) {
		assert_true(hash_view(held[i]) == hash[i]);
		shared_release(held[i]);
	}
}

static void looking_shares_the_data(void **state)
{
	(void)state;
	struct worker *w = start(false);
	struct session_view *a = view_of(w, false, 1);
	worker_post(w, "sort node");
	worker_post(w, "select #3");
	struct session_view *b = view_of(w, false, 1);
	assert_ptr_equal(a->data, b->data);
	assert_ptr_equal(a->scored, b->scored);
	assert_ptr_equal(a->map, b->map);
	assert_ptr_equal(a->lines, b->lines);
	assert_int_equal(w->s->look->selected, b->scored->scores.order[2]);
	worker_post(w, "substep");
	struct session_view *c = view_of(w, false, 2);
	assert_ptr_not_equal(c->data, b->data);
	shared_release(a);
	shared_release(b);
	shared_release(c);
	worker_free(w);
}

static void mistakes_reach_the_view(void **state)
{
	(void)state;
	struct worker *w = start(false);
	worker_post(w, "fly");
	struct session_view *view = view_of(w, false, 1);
	assert_true(view->failed);
	assert_non_null(strstr(view->status, "no command"));
	shared_release(view);
	worker_post(w, "iterate");
	view = view_of(w, false, 2);
	assert_false(view->failed);
	assert_non_null(strstr(view->status, "O of iteration 1"));
	shared_release(view);
	worker_free(w);
}

/* The lines of a played file that wait go with the one that failed; the user's own do not. */
static void a_played_file_ends_with_its_mistake(void **state)
{
	(void)state;
	const struct writing file = {.outside = true};
	struct worker *w = start(false);
	post_from(w, "substep 2", &file);
	post_from(w, "explain nobody", &file);
	post_from(w, "substep 2", &file);
	post_from(w, "plant structural=1", &file);
	struct session_view *view = view_of(w, false, 2);
	assert_true(view->failed);
	assert_int_equal(view->data->moment->trace.count, 3);
	shared_release(view);
	post_from(w, "explain nobody", &file);
	post_from(w, "substep", &file);
	worker_post(w, "substep");
	view = view_of(w, false, 3);
	assert_false(view->failed);
	assert_int_equal(view->data->moment->trace.count, 4);
	shared_release(view);
	worker_free(w);
}

static void the_queue_is_bounded(void **state)
{
	(void)state;
	struct worker *w = start(false);
	struct worker_progress progress;
	int posted = 1;
	while (worker_post(w, "substep"))
		posted++;
	assert_int_equal(posted, WORKER_QUEUE);
	worker_look(w, &progress);
	assert_int_equal(progress.waiting, WORKER_QUEUE);
	worker_cancel(w); /* forgets them all, and does not meet the next */
	assert_true(worker_idle(w));
	char line[600];
	snprintf(line, sizeof line, "open '%s/net'", dir);
	worker_post(w, line);
	worker_post(w, "substep 2");
	struct session_view *view = view_of(w, false, 2);
	assert_false(view->failed);
	assert_int_equal(view->data->moment->trace.count, 3);
	shared_release(view);
	worker_free(w);
}

static void play_runs_to_the_goal(void **state)
{
	(void)state;
	for (int threaded = 0; threaded < 2; threaded++) {
		struct worker *w = start(threaded);
		worker_post(w, "set iterations=6");
		settle(w, threaded);
		worker_play(w, threaded ? 500.0 : 0.0);
		struct session_view *view = view_of(w, threaded, 3);
		assert_int_equal(view->data->moment->iteration, 6);
		assert_int_equal(view->log_count, 3);
		assert_string_equal(view->log[2], "iterate 6");
		assert_int_equal(w->s->undo.count, 2); /* one play, one undo */
		assert_string_equal(w->s->undo.item[1].what, "iterate 6");
		assert_false(view->lagging);
		shared_release(view);
		worker_play(w, 0.0); /* there is nothing left to play */
		view = view_of(w, threaded, 3);
		assert_int_equal(view->data->moment->iteration, 6);
		shared_release(view);
		worker_free(w);
	}
}

/* Whatever comes between the sub-steps of a play, its log plays again to the same place. */
static void a_play_is_one_command(void **state)
{
	(void)state;
	struct worker *w = start(false), *again = start(false);
	assert_true(worker_turn(w));
	worker_play(w, 0.0);
	for (int i = 0; i < 7; i++)
		assert_true(worker_turn(w));
	worker_post(w, "select #1"); /* not logged, so the play goes on */
	for (int i = 0; i < 3; i++)
		assert_true(worker_turn(w));
	worker_post(w, "keep");
	for (int i = 0; i < 4; i++)
		assert_true(worker_turn(w));
	worker_pause(w);
	struct session_view *view = view_of(w, false, 4);
	static const char *const log[] = {"substep 9", "keep", "iterate 1"};
	assert_int_equal(view->log_count, 4);
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(view->log[i + 1], log[i]);
		worker_post(again, log[i]);
	}
	struct session_view *other = view_of(again, false, 4);
	assert_int_equal(other->data->moment->trace.count, 13);
	assert_int_equal(view->data->moment->trace.count, 13);
	assert_true(last_loss(view) == last_loss(other));
	assert_int_equal(w->s->undo.count, again->s->undo.count);
	shared_release(view);
	shared_release(other);
	worker_play(w, 0.0); /* paused in between: another one */
	assert_true(worker_turn(w));
	worker_pause(w);
	worker_post(w, "undo");
	worker_post(w, "undo");
	view = view_of(w, false, 7);
	assert_string_equal(view->log[4], "substep 1");
	assert_string_equal(w->s->redo.item[w->s->redo.count - 1].what, "iterate 1");
	assert_int_equal(view->data->moment->trace.count, 10);
	shared_release(view);
	worker_free(w);
	worker_free(again);
}

static void a_step_pauses_play(void **state)
{
	(void)state;
	struct worker *w = start(false);
	assert_true(worker_turn(w));
	worker_play(w, 0.0);
	assert_true(worker_turn(w));
	assert_false(worker_idle(w));
	worker_post(w, "select #1"); /* looking does not, nor does a mistake */
	worker_post(w, "fly");
	assert_true(worker_turn(w));
	assert_true(worker_turn(w));
	assert_false(worker_idle(w));
	worker_post(w, "substep");
	assert_true(worker_turn(w));
	assert_true(worker_idle(w));
	worker_play(w, 0.0);
	worker_pause(w);
	assert_false(worker_turn(w));
	worker_free(w);
}

/* What was looked at before is not where the worker rests, though it is done: only its last view
 * is, and whoever draws has that one when it has fetched it. */
static void rests_at_its_last_view_alone(void **state)
{
	(void)state;
	for (int threaded = 0; threaded < 2; threaded++) {
		struct worker *w = start(threaded);
		struct session_view *before = view_of(w, threaded, 1);
		assert_true(worker_rests_at(w, before));
		worker_post(w, "substep");
		assert_false(worker_rests_at(w, before));
		settle(w, threaded);
		assert_true(worker_idle(w));
		assert_false(worker_rests_at(w, before));
		struct session_view *after = worker_view(w);
		assert_true(worker_rests_at(w, after));
		shared_release(before);
		shared_release(after);
		worker_free(w);
	}
}

/* Cancelled at whatever moment: a whole sub-step, nothing waiting, and it goes on from there. */
static void cancelled_at_any_moment(void **state)
{
	(void)state;
	static const char *const lines[] = {"iterate 4000", "until it=3000", "substep 20000",
		"plant structural=1", "reset new"};
	for (int i = 0; i < 15; i++) {
		struct worker *w = start(true);
		worker_post(w, "iterate 2");
		shared_release(view_of(w, true, 2));
		worker_post(w, lines[i % 5]);
		worker_post(w, "iterate 4000");
		usleep((useconds_t)(i * 1500));
		worker_cancel(w);
		settle(w, true);
		worker_post(w, "substep");
		settle(w, true);
		worker_post(w, "undo");
		worker_post(w, "help");
		struct session_view *view = view_of(w, true, 4);
		assert_true(view->data->moment->trace.point[0].step == ODD_STEP_INIT);
		check_view(view);
		shared_release(view);
		worker_free(w);
	}
}

/* Each kind of work, of a network that takes a while: stopped, nothing lost, and it goes on. */
static void every_kind_of_work_is_cancelled(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 4000;
	odd_network *net = make_blocks(&shape);
	char big[400], line[900];
	snprintf(big, sizeof big, "%s/big", dir);
	assert_ok(odd_network_save(net, big, NULL, &err), err);
	odd_network_free(net);
	/* a command and, for some, a file in dir */
	static const char *const lines[][2] = {{"open", "big"}, {"set init=nmf", NULL},
		{"iterate 4000", NULL}, {"until it=3000", NULL}, {"project tsne structure", NULL},
		{"plant 5%", NULL}, {"export dashboard", "x.png"}, {"reset new", NULL},
		{"back 3", NULL}, {"export embedding", "x.tsv"}};
	struct worker *w = start(true);
	snprintf(line, sizeof line, "open '%s'", big);
	worker_post(w, "set init=random");
	worker_post(w, "set k=6");
	worker_post(w, line);
	worker_post(w, "substep 4");
	struct session_view *view = view_of(w, true, 5);
	assert_int_equal(view->data->net->of.net->nodes, 4000);
	shared_release(view);
	for (size_t i = 0; i < 2 * sizeof lines / sizeof *lines; i++) {
		const char *const *what = lines[i / 2];
		if (what[1] != NULL)
			snprintf(line, sizeof line, "%s '%s/%s'", what[0], dir, what[1]);
		else
			snprintf(line, sizeof line, "%s", what[0]);
		worker_post(w, line);
		usleep(i % 2 == 0 ? 500 : 8000);
		worker_cancel(w);
		settle(w, true);
		view = worker_view(w);
		check_view(view);
		size_t points = view->data->moment->trace.count;
		shared_release(view);
		worker_post(w, "substep");
		settle(w, true);
		view = worker_view(w);
		assert_false(view->failed);
		assert_int_equal(view->data->moment->trace.count, points + 1);
		shared_release(view);
	}
	worker_free(w);
}

static void freed_while_working(void **state)
{
	(void)state;
	for (int i = 0; i < 8; i++) {
		struct worker *w = start(true);
		worker_post(w, "iterate 100000");
		worker_play(w, 0.0);
		usleep((useconds_t)(i * 2000));
		worker_free(w);
	}
}

static void the_pipe_tells(void **state)
{
	(void)state;
	struct worker *w = start(true);
	shared_release(view_of(w, true, 1));
	worker_drain(w);
	struct pollfd fd = {.fd = worker_fd(w), .events = POLLIN};
	assert_int_equal(poll(&fd, 1, 0), 0);
	worker_post(w, "substep");
	assert_int_equal(poll(&fd, 1, 20000), 1);
	worker_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ways_give_the_same),
		cmocka_unit_test(views_do_not_change),
		cmocka_unit_test(looking_shares_the_data),
		cmocka_unit_test(mistakes_reach_the_view),
		cmocka_unit_test(a_played_file_ends_with_its_mistake),
		cmocka_unit_test(the_queue_is_bounded),
		cmocka_unit_test(play_runs_to_the_goal),
		cmocka_unit_test(a_play_is_one_command),
		cmocka_unit_test(a_step_pauses_play),
		cmocka_unit_test(rests_at_its_last_view_alone),
		cmocka_unit_test(cancelled_at_any_moment),
		cmocka_unit_test(every_kind_of_work_is_cancelled),
		cmocka_unit_test(freed_while_working),
		cmocka_unit_test(the_pipe_tells),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
