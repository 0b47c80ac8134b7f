/* test_history.c: what the prompt remembers, within a session and between two. */
#include "config.h"

#include "helpers.h"

#include <sys/stat.h>

#include "tui/prompt.h"

static char dir[256];

static int set_up(void **state)
{
	(void)state;
	make_temporary_dir(dir, sizeof dir);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_tree(dir);
	return 0;
}

static char *path_of(const char *name)
{
	static char path[512];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

static void looks_back_by_prefix(void **state)
{
	(void)state;
	struct history *h = history_create();
	history_add(h, PROMPT_COMMAND, "plant 5%");
	history_add(h, PROMPT_COMMAND, "iterate 5");
	history_add(h, PROMPT_FIND, "plant");
	history_add(h, PROMPT_COMMAND, "plant structural=1");
	history_add(h, PROMPT_COMMAND, "plant 5%");
	size_t place = 0;
	assert_string_equal(history_next(h, PROMPT_COMMAND, true, "pl", "pl", &place), "plant 5%");
	assert_string_equal(history_next(h, PROMPT_COMMAND, true, "pl", "plant 5%", &place),
		"plant structural=1");
	/* The oldest says the same as the newest: still another line than the present one. */
	assert_string_equal(
		history_next(h, PROMPT_COMMAND, true, "pl", "plant structural=1", &place),
		"plant 5%");
	assert_null(history_next(h, PROMPT_COMMAND, true, "pl", "plant 5%", &place));
	assert_string_equal(history_next(h, PROMPT_COMMAND, false, "pl", "plant 5%", &place),
		"plant structural=1");
	assert_string_equal(
		history_next(h, PROMPT_COMMAND, false, "pl", "plant structural=1", &place),
		"plant 5%");
	assert_null(history_next(h, PROMPT_COMMAND, false, "pl", "plant 5%", &place));
	place = 0;
	assert_string_equal(history_next(h, PROMPT_FIND, true, "", "", &place), "plant");
	assert_null(history_next(h, PROMPT_FILTER, true, "", "", &place));
	history_free(h);
}

static void some_lines_are_not_kept(void **state)
{
	(void)state;
	struct history *h = history_create();
	history_add(h, PROMPT_COMMAND, "");
	history_add(h, PROMPT_COMMAND, " secret");
	history_add(h, PROMPT_COMMAND, "two\nlines");
	history_add(h, PROMPT_COMMAND, "bell\a");
	assert_int_equal(history_count(h), 0);
	history_add(h, PROMPT_COMMAND, "undo");
	history_add(h, PROMPT_FIND, "undo");
	history_add(h, PROMPT_COMMAND, "undo");
	assert_int_equal(history_count(h), 2);
	history_add(h, PROMPT_COMMAND, "redo");
	history_add(h, PROMPT_COMMAND, "undo");
	assert_int_equal(history_count(h), 4);
	history_free(h);
}

static void is_bounded(void **state)
{
	(void)state;
	struct history *h = history_create();
	for (int i = 0; i < HISTORY_MOST + 7; i++) {
		char line[20];
		snprintf(line, sizeof line, "iterate %d", i);
		history_add(h, PROMPT_COMMAND, line);
	}
	assert_int_equal(history_count(h), HISTORY_MOST);
	size_t place = HISTORY_MOST - 1;
	assert_string_equal(history_next(h, PROMPT_COMMAND, true, "", "", &place), "iterate 7");
	history_free(h);
}

static void is_saved_and_read(void **state)
{
	(void)state;
	odd_error err;
	struct history *h = history_create(), *again = history_create();
	char *path = path_of("deep/down/history");
	assert_ok(history_load(h, path, &err), err); /* not there yet */
	history_add(h, PROMPT_COMMAND, "undo");
	history_add(h, PROMPT_COMMAND, "plant 5% --style 'é'");
	history_add(h, PROMPT_FIND, "n12");
	history_add(h, PROMPT_FILTER, "rank<10");
	assert_ok(history_save(h, path, &err), err);
	assert_ok(history_load(again, path, &err), err);
	assert_int_equal(history_count(again), 4);
	size_t place = 0;
	assert_string_equal(
		history_next(again, PROMPT_COMMAND, true, "", "", &place), "plant 5% --style 'é'");
	place = 0;
	assert_string_equal(history_next(again, PROMPT_FILTER, true, "", "", &place), "rank<10");
	/* Saving again adds nothing. */
	assert_ok(history_save(h, path, &err), err);
	history_free(again);
	again = history_create();
	assert_ok(history_load(again, path, &err), err);
	assert_int_equal(history_count(again), 4);
	history_free(h);
	history_free(again);
}

/* Two programs at once: neither loses the other's lines. */
static void two_writers_share_a_file(void **state)
{
	(void)state;
	odd_error err;
	char *path = path_of("shared");
	struct history *a = history_create(), *b = history_create(), *all = history_create();
	history_add(a, PROMPT_COMMAND, "undo");
	history_add(b, PROMPT_COMMAND, "redo");
	assert_ok(history_save(a, path, &err), err);
	assert_ok(history_save(b, path, &err), err);
	assert_ok(history_load(all, path, &err), err);
	assert_int_equal(history_count(all), 2);
	history_free(a);
	history_free(b);
	history_free(all);
}

static void damaged_files_do_no_harm(void **state)
{
	(void)state;
	odd_error err;
	static const char bytes[] = ":good\nno mark\n\n:\xff\xfe\n:with\0nul\n:ctrl\x01\n/end";
	write_file(dir, "damaged", bytes, sizeof bytes - 1);
	struct history *h = history_create();
	assert_ok(history_load(h, path_of("damaged"), &err), err);
	size_t place = 0;
	assert_string_equal(history_next(h, PROMPT_FIND, true, "", "", &place), "end");
	place = 0;
	assert_string_equal(history_next(h, PROMPT_COMMAND, true, "g", "", &place), "good");
	assert_null(history_next(h, PROMPT_COMMAND, true, "ctrl", "", &place));
	/* A directory in its place is told. */
	assert_int_equal(mkdir(path_of("here"), 0755), 0);
	assert_int_equal(history_save(h, path_of("here"), &err), ODD_EIO);
	history_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_back_by_prefix),
		cmocka_unit_test(some_lines_are_not_kept),
		cmocka_unit_test(is_bounded),
		cmocka_unit_test(is_saved_and_read),
		cmocka_unit_test(two_writers_share_a_file),
		cmocka_unit_test(damaged_files_do_no_harm),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
