/* test_autosave.c: which file a session is saved to while others run, and what is said when it
 * cannot be saved. */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session/autosave.h"
#include "session/worker_parts.h"
#include "worker_setup.h"

#define DAY (24 * 60 * 60)

static char saved[300]; /* a directory of sessions, anew for each test */

static int make_dir(void **state)
{
	(void)state;
	snprintf(saved, sizeof saved, "%s/saved-XXXXXX", dir);
	return mkdtemp(saved) != NULL ? 0 : -1;
}

static const char *in_dir(const char *name)
{
	static char path[400];
	snprintf(path, sizeof path, "%s/%s", saved, name);
	return path;
}

/* A file that was written so many seconds ago. */
static void put(const char *name, const char *text, long ago)
{
	FILE *out = fopen(in_dir(name), "w");
	assert_non_null(out);
	fputs(text, out);
	fclose(out);
	const struct timespec when = {time(NULL) - ago, 0}, both[2] = {when, when};
	assert_int_equal(utimensat(AT_FDCWD, in_dir(name), both, 0), 0);
}

static bool is_there(const char *name)
{
	return access(in_dir(name), F_OK) == 0;
}

static size_t count_files(void)
{
	size_t count = 0;
	DIR *stream = opendir(saved);
	for (const struct dirent *entry; (entry = readdir(stream)) != NULL;)
		count += entry->d_name[0] != '.';
	closedir(stream);
	return count;
}

static struct autosave *go_on(void)
{
	struct autosave *a;
	odd_error err;
	assert_ok(autosave_continue(&a, saved, &err), err);
	return a;
}

static void every_session_has_its_own(void **state)
{
	(void)state;
	struct autosave *a = autosave_begin(saved), *b = autosave_begin(saved);
	assert_string_not_equal(a->path, b->path);
	assert_int_equal(count_files(), 2); /* the locks */
	autosave_free(a);
	autosave_free(b);
	assert_int_equal(count_files(), 0);
}

/* The session written last, whatever the names say. */
static void the_last_is_gone_on_with(void **state)
{
	odd_error err;
	struct autosave *a;
	(void)state;
	assert_int_equal(autosave_continue(&a, saved, &err), ODD_EUSAGE);
	put("009999999999-1.oddlog", "iterate 1\n", 300);
	put("000000000001-1.oddlog", "iterate 2\n", 200);
	a = go_on();
	assert_string_equal(a->last, in_dir("000000000001-1.oddlog"));
	assert_string_equal(a->path, a->last);
	assert_string_equal(a->owner, "");
	autosave_free(a);
}

static void who_runs_keeps_its_file(void **state)
{
	(void)state;
	put("1.oddlog", "iterate 1\n", 10);
	struct autosave *first = go_on(), *second = go_on();
	char expected[100];
	snprintf(expected, sizeof expected, "process %ld on ", (long)getpid());
	assert_string_equal(second->last, first->path);
	assert_string_not_equal(second->path, first->path);
	assert_memory_equal(second->owner, expected, strlen(expected));
	autosave_free(first);
	struct autosave *third = go_on();
	assert_string_equal(third->path, third->last);
	autosave_free(third);
	autosave_free(second);
}

/* A process that was killed has no lock any more, though its lock file is there. */
static void a_lock_left_behind_is_taken_over(void **state)
{
	(void)state;
	put("1.oddlog", "iterate 1\n", 10);
	pid_t child = fork();
	if (child == 0) {
		struct autosave *a;
		_exit(autosave_continue(&a, saved, NULL) == ODD_OK ? 0 : 1);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_true(is_there("1.oddlog.lock"));
	struct autosave *a = go_on();
	assert_string_equal(a->path, a->last);
	autosave_free(a);
	assert_false(is_there("1.oddlog.lock"));
}

/* Another machine's lock may not be seen here: it is believed for a day. */
static void another_machine_is_believed(void **state)
{
	(void)state;
	put("1.oddlog", "iterate 1\n", 10);
	put("1.oddlog.lock", "process 17 on elsewhere.example\n", 3600);
	struct autosave *a = go_on();
	assert_string_equal(a->owner, "process 17 on elsewhere.example");
	assert_string_not_equal(a->path, a->last);
	autosave_free(a);
	put("1.oddlog.lock", "process 17 on elsewhere.example\n", 2 * DAY);
	a = go_on();
	assert_string_equal(a->path, a->last);
	autosave_free(a);
}

static void only_old_ones_are_removed(void **state)
{
	char name[40];
	(void)state;
	for (int i = 0; i < 12; i++) { /* the names rise as the ages do */
		snprintf(name, sizeof name, "%02d.oddlog", i);
		put(name, "iterate 1\n", (long)(2 + i) * DAY);
	}
	put("future.oddlog", "iterate 1\n", -10L * DAY);
	put("young.oddlog", "iterate 1\n", 3600);
	put("11.oddlog.lock", "process 17 on elsewhere.example\n", 60);
	put("gone.oddlog.lock", "process 17 on elsewhere.example\n", 2 * DAY);
	put("00.oddlog.Ab12Cd", "half", 2 * DAY);
	put("01.oddlog.Ab12Cd", "half", 60);
	struct autosave *a = autosave_begin(saved);
	assert_true(is_there("future.oddlog") && is_there("young.oddlog"));
	assert_true(is_there("11.oddlog")); /* the oldest, but somebody has it */
	assert_false(is_there("10.oddlog") || is_there("07.oddlog") || is_there("06.oddlog"));
	assert_true(is_there("05.oddlog"));
	assert_false(is_there("gone.oddlog.lock") || is_there("00.oddlog.Ab12Cd"));
	assert_true(is_there("01.oddlog.Ab12Cd"));
	autosave_free(a);
}

/* ---- a session that cannot be saved -----------------------------------------------------------
 */

static size_t lines_of(const char *path)
{
	FILE *in = fopen(path, "r");
	size_t lines = 0;
	assert_non_null(in);
	for (int c; (c = getc(in)) != EOF;)
		lines += c == '\n';
	fclose(in);
	return lines;
}

static odd_status unsaved(struct worker *w)
{
	struct session_view *view = worker_view(w);
	const odd_status code = view->unsaved.code;
	shared_release(view);
	return code;
}

static void a_failure_is_shown_until_it_is_saved(void **state)
{
	char path[400], away[400];
	odd_error err;
	(void)state;
	snprintf(away, sizeof away, "%s-away", saved);
	snprintf(path, sizeof path, "%s/it.oddlog", saved);
	struct worker *w = start(false);
	worker_autosave(w, path);
	worker_post(w, "iterate 1");
	settle(w, false);
	assert_int_equal(unsaved(w), ODD_OK);
	const size_t lines = lines_of(path);
	assert_int_equal(rename(saved, away), 0);
	worker_post(w, "iterate 1");
	settle(w, false);
	assert_int_equal(unsaved(w), ODD_EIO);
	worker_post(w, "select #1");
	settle(w, false);
	assert_int_equal(unsaved(w), ODD_EIO); /* whatever is done meanwhile */
	assert_int_equal(rename(away, saved), 0);
	assert_int_equal(lines_of(path), lines);
	worker_post(w, "select #2");
	settle(w, false);
	assert_int_equal(unsaved(w), ODD_OK);
	assert_int_equal(lines_of(path), lines + 2); /* iterate and select */
	assert_int_equal(rename(saved, away), 0);
	worker_post(w, "iterate 1");
	settle(w, false);
	assert_int_equal(worker_stop(w, &err), ODD_EIO);
	worker_free(w);
	assert_int_equal(rename(away, saved), 0);
}

/* With a thread it is tried again by itself. */
static void saving_is_tried_again(void **state)
{
	char path[400], away[400];
	(void)state;
	snprintf(away, sizeof away, "%s-away", saved);
	snprintf(path, sizeof path, "%s/it.oddlog", saved);
	struct worker *w = start(true);
	assert_int_equal(rename(saved, away), 0);
	worker_autosave(w, path);
	worker_post(w, "iterate 1");
	for (int i = 0; i < 1000 && unsaved(w) == ODD_OK; i++)
		usleep(10000);
	assert_int_equal(unsaved(w), ODD_EIO);
	assert_int_equal(rename(away, saved), 0);
	for (int i = 0; i < 1000 && unsaved(w) != ODD_OK; i++)
		usleep(10000);
	assert_int_equal(unsaved(w), ODD_OK);
	assert_true(lines_of(path) > 3);
	worker_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(every_session_has_its_own, make_dir),
		cmocka_unit_test_setup(the_last_is_gone_on_with, make_dir),
		cmocka_unit_test_setup(who_runs_keeps_its_file, make_dir),
		cmocka_unit_test_setup(a_lock_left_behind_is_taken_over, make_dir),
		cmocka_unit_test_setup(another_machine_is_believed, make_dir),
		cmocka_unit_test_setup(only_old_ones_are_removed, make_dir),
		cmocka_unit_test_setup(a_failure_is_shown_until_it_is_saved, make_dir),
		cmocka_unit_test_setup(saving_is_tried_again, make_dir),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
