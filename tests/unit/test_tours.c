/* test_tours.c: guided tours with a thread at work, as somebody at a terminal has them: every page
 * arrives where its text says, forth and back, and nobody is told to have stepped away who did not.
 * (tests/tui/tours.sh goes through them without a thread.) */
#include "config.h"

#include <poll.h>

#include "explorer.h"
#include "tui/tour.h"

/* Until the page is there, as the loop would wait: in poll. */
static void arrive(void)
{
	for (int i = 0; i < 60000 && (!tour_at_rest(app) || app->view->lagging); i++) {
		struct pollfd fd = {.fd = worker_fd(app->worker), .events = POLLIN};
		app_draw(app); /* whatever is drawn on the way changes nothing */
		poll(&fd, 1, 10);
		app_update(app);
	}
	app_draw(app);
}

static void check_page(void)
{
	odd_error err = {0};
	assert_non_null(app->tour);
	assert_true(app->top->ops->whole); /* no dialog tells of a fault */
	assert_false(app->view->failed);
	assert_false(tour_away(app));
	assert_true(app->tour->here.known);
	assert_ok(tour_claims(app, NULL, &err), err);
}

static void turn_key(unsigned code)
{
	app_key(app, (struct key){.code = code});
	arrive();
}

/* To the end of the page's text and on, once; false: that was the last page. */
static bool turn_page(void)
{
	const size_t page = app->tour->page, last = app->tour->file.count - 1;
	const bool asks = tour_asks(app->tour);
	while (app->tour->page == page && asks == tour_asks(app->tour)) {
		if (page == last && !asks && app->tour->line + app->tour->seen >= app->tour->lines)
			return false;
		turn_key(K_ENTER);
		check_page();
	}
	return true;
}

static void go_through(const char *name)
{
	char line[80];
	explorer_begin(NULL, false);
	snprintf(line, sizeof line, "tour %s", name);
	odd_error err = {0};
	assert_ok(app_run(app, line, &err), err);
	arrive();
	check_page();
	while (turn_page())
		;
	/* Back plays the tour again from its beginning: more commands than the worker lets wait. */
	const size_t page = app->tour->page;
	app->tour->line = 0;
	turn_key(K_BACKSPACE);
	assert_int_equal(app->tour->page, page - 1);
	check_page();
	/* Whoever steps away is told, and returns. */
	assert_ok(app_run(app, "substep", &err), err);
	arrive();
	assert_true(tour_away(app));
	turn_key(K_ENTER);
	assert_int_equal(app->tour->page, page - 1);
	check_page();
	explorer_end();
}

static void every_page_arrives(void **state)
{
	size_t count;
	char **names = tour_names(&count);
	(void)state;
	assert_true(count >= 8);
	for (size_t i = 0; i < count; i++) {
		print_message("%s\n", names[i]);
		go_through(names[i]);
		free(names[i]);
	}
	free(names);
}

/* A tour that is stopped while it waits plays nothing more. The worker is busy with a fit that
 * would take hours, so that the tour still waits when it is stopped, however slow this thread is.
 */
static void stop_ends_what_waits(void **state)
{
	odd_error err = {0};
	(void)state;
	explorer_begin(NULL, false);
	assert_ok(app_run(app, "open town", &err), err);
	assert_ok(app_run(app, "iterate 1000000", &err), err);
	assert_ok(app_run(app, "tour 8-ladder", &err), err);
	assert_false(tour_at_rest(app));
	assert_ok(app_run(app, "stop", &err), err);
	arrive();
	assert_int_equal(app->tour->steps.count, 0);
	assert_true(tour_at_rest(app));
	explorer_end();
}

static int set_up(void **state)
{
	char data[4200];
	enter_home(state);
	snprintf(data, sizeof data, "%s/share/oddone", getenv("srcdir"));
	return setenv("ODDONE_DATA", data, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_page_arrives),
		cmocka_unit_test(stop_ends_what_waits),
	};
	return cmocka_run_group_tests(tests, set_up, leave_home);
}
