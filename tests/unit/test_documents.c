/* test_documents.c: several networks in one session: none is lost, and what leads to a place is
 * known. */
#include "config.h"

#include <math.h>
#include <unistd.h>

#include "session_helpers.h"
#include "session_setup.h"

#include "base/file.h"
#include "session/projector.h"

static char other[600];

static int set_up_two(void **state)
{
	set_up(state);
	snprintf(other, sizeof other, "%s/other", dir);
	block_options shape = BLOCKS_INIT;
	odd_error err;
	shape.nodes = 90;
	odd_network *net = make_blocks(&shape);
	assert_ok(odd_network_save(net, other, NULL, &err), err);
	odd_network_free(net);
	return 0;
}

static void run_open(struct session *s, const char *options)
{
	char line[700];
	snprintf(line, sizeof line, "open %s '%s'", options, other);
	run_ok(s, line);
}

/* Opening another network destroyed what was there: run, marks, kept runs and the way back. */
static void another_network_loses_nothing(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 2");
	run_ok(s, "keep first");
	run_ok(s, "mark n3");
	run_ok(s, "filter rank<9");
	struct picture before = picture_of(s);
	run_open(s, "");
	assert_int_equal(session_network(s)->nodes, 90);
	assert_int_equal(s->doc->kept_count, 0);
	assert_int_equal(s->look->mark_count, 0);
	assert_false(filter_any(&s->look->filter));
	run_ok(s, "iterate");
	struct picture there = picture_of(s);
	run_ok(s, "undo");
	run_ok(s, "undo");
	assert_same(picture_of(s), before);
	assert_string_equal(s->doc->kept[0]->name, "first");
	assert_int_equal(s->look->mark_count, 1);
	assert_string_equal(s->look->filter.text, "rank<9");
	run_ok(s, "undo"); /* and further, into the first network */
	run_ok(s, "redo");
	run_ok(s, "redo");
	run_ok(s, "redo");
	assert_same(picture_of(s), there);
	run_ok(s, "pop"); /* without anything aside: the network before */
	assert_same(picture_of(s), before);
	assert_int_equal(session_run(s, "open nowhere-at-all", &alone, NULL), ODD_EIO);
	assert_same(picture_of(s), before);
	session_free(s);
}

static void what_is_set_aside_comes_back(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_bad(s, "pop", "nothing to come back to");
	run_ok(s, "set k=5");
	run_ok(s, "iterate 2");
	struct picture earlier = picture_of(s);
	run_ok(s, "substep 2");
	struct picture before = picture_of(s);
	run_ok(s, "push");
	run_open(s, "--plain");
	assert_int_equal(s->now.wanted.one.k, 0); /* the options are the usual ones … */
	run_ok(s, "iterate 3");
	run_ok(s, "pop");
	assert_same(picture_of(s), before);
	assert_int_equal(s->now.wanted.one.k, 5); /* … and those of before come back */
	/* Undo goes on with what was done here, as if nobody had been away. */
	run_ok(s, "undo");
	assert_same(picture_of(s), earlier);
	run_ok(s, "redo");
	assert_same(picture_of(s), before);
	session_free(s);
}

/* Networks are large; a few are kept. */
static void only_some_networks_are_kept(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	for (int i = 0; i < 12; i++)
		run_open(s, "");
	size_t steps = 0;
	while (session_run(s, "undo", &alone, NULL) == ODD_OK)
		steps++;
	assert_int_equal(steps, 4);
	session_free(s);
}

static void save(const struct session *s, const char *path, bool exports)
{
	struct command_list r;
	odd_error err;
	session_log_lines(&r, s, exports);
	assert_ok(session_log_save(s, &r, path, &err), err);
	command_list_clear(&r);
}

/* The log, with exports or without, leads to the same place. */
static void logs_lead_here(void **state)
{
	static const char *const lines[] = {"set mu=2", "iterate 2", "plant structural=2", "undo",
		"set score=one", "weights 1,0,0", "weights 0,1,0", "substep 3", "mark n2",
		"plant combined=1", "back 2", "reset new", "iterate", "iterate 3", "undo", "redo"};
	char path[400], shorter[400];
	(void)state;
	struct session *s = session_create();
	snprintf(path, sizeof path, "%s/all.oddlog", dir);
	snprintf(shorter, sizeof shorter, "%s/short.oddlog", dir);
	run_ok(s, "set k=4");
	run_open(s, "");
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		if (i == 6) {
			char line[700];
			snprintf(line, sizeof line, "open '%s/net'", dir);
			run_ok(s, line);
		}
		run_ok(s, lines[i]);
		save(s, path, true);
		save(s, shorter, false);
		struct session *a = play_again(path), *b = play_again(shorter);
		assert_same(picture_of(a), picture_of(s));
		assert_same(picture_of(b), picture_of(s));
		session_free(a);
		session_free(b);
	}
	session_free(s);
}

/* Every picture told how to make all those before it, too. */
static void a_picture_needs_no_other(void **state)
{
	char line[500], path[400], log[4000] = "";
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate");
	snprintf(line, sizeof line, "export loss '%s/first.svg'", dir);
	run_ok(s, line);
	snprintf(line, sizeof line, "export loss '%s/second.svg' --with-log", dir);
	run_ok(s, line);
	snprintf(path, sizeof path, "%s/second.oddlog", dir);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	log[fread(log, 1, sizeof log - 1, in)] = '\0';
	fclose(in);
	assert_null(strstr(log, "first.svg"));
	assert_non_null(strstr(log, "second.svg")); /* it makes the picture again */
	snprintf(path, sizeof path, "%s/second.svg", dir);
	in = fopen(path, "r");
	char *text = calloc(1, 1 << 20);
	assert_true(fread(text, 1, (1 << 20) - 1, in) > 0);
	fclose(in);
	assert_null(strstr(text, "first.svg"));
	free(text);
	session_free(s);
}

/* What is saved as it goes leads to the same place, from anywhere, and writes no files again. */
static void a_session_is_saved_as_it_goes(void **state)
{
	char path[400], line[500], log[4000] = "", before[4096];
	odd_error err;
	(void)state;
	snprintf(path, sizeof path, "%s/journal.oddlog", dir);
	assert_non_null(getcwd(before, sizeof before));
	assert_int_equal(chdir(dir), 0);
	struct session *s = session_create();
	run_ok(s, "set k=4");
	run_ok(s, "open net");
	assert_ok(session_journal(s, path, &err), err);
	assert_int_not_equal(access(path, F_OK), 0); /* any new session has as much */
	run_ok(s, "iterate 2");
	run_ok(s, "open other");
	run_ok(s, "substep 4");
	snprintf(line, sizeof line, "export loss '%s/journal.svg'", dir);
	run_ok(s, line);
	run_ok(s, "plant structural=1");
	assert_ok(session_journal(s, path, &err), err);
	assert_int_equal(chdir("/"), 0);
	struct session *again = play_again(path);
	assert_same(picture_of(again), picture_of(s));
	run_ok(again, "pop"); /* undo reaches as far as it did */
	assert_int_equal(session_network(again)->nodes, 120);
	FILE *in = fopen(path, "r");
	log[fread(log, 1, sizeof log - 1, in)] = '\0';
	fclose(in);
	assert_null(strstr(log, "export"));
	assert_int_equal(unlink(path), 0);
	assert_ok(session_journal(s, path, &err), err); /* nothing has changed since */
	assert_int_not_equal(access(path, F_OK), 0);
	assert_int_equal(chdir(before), 0);
	session_free(s);
	session_free(again);
}

/* ---- maps that stay put ---------------------------------------------------------------------- */

static double farthest(const struct shared_map *a, const struct shared_map *b)
{
	double most = 0.0;
	for (size_t i = 0; i < a->of.xy.rows; i++)
		most = fmax(
			most, hypot(odd_mat_row(a->of.xy, i)[0] - odd_mat_row(b->of.xy, i)[0],
				      odd_mat_row(a->of.xy, i)[1] - odd_mat_row(b->of.xy, i)[1]));
	return most;
}

/* The map of a place is the same whatever way led there, and in another session. */
static void the_map_does_not_turn(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir), *t = open_session(dir);
	run_ok(s, "iterate 3");
	assert_ok(session_refresh(s, &alone, &err), err);
	struct shared_map *first = shared_hold(s->map);
	run_ok(s, "project tsne");
	run_ok(s, "project pca");
	assert_true(farthest(first, s->map) < 1e-9);
	run_ok(s, "reset");
	run_ok(s, "iterate 3");
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_true(farthest(first, s->map) < 1e-9);
	run_ok(t, "reset seed=7"); /* another start, with other signs, of nearly the same fit */
	run_ok(t, "reset seed=42");
	run_ok(t, "until it=3");
	assert_ok(session_refresh(t, &alone, &err), err);
	assert_true(farthest(first, t->map) < 1e-9);
	shared_release(first);
	session_free(s);
	session_free(t);
}

/* t-SNE that was made is there when somebody comes back, of each iteration and source. */
static void finished_maps_are_kept(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate");
	run_ok(s, "project tsne");
	struct shared_map *one = shared_hold(s->map);
	run_ok(s, "project tsne structure");
	assert_ptr_not_equal(s->map, one);
	run_ok(s, "project pca embedding");
	run_ok(s, "project tsne");
	assert_ptr_equal(s->map, one);
	run_ok(s, "iterate");
	assert_ok(session_refresh(s, &alone, NULL), (odd_error){0});
	assert_ptr_not_equal(s->map, one);
	run_ok(s, "undo");
	assert_ok(session_refresh(s, &alone, NULL), (odd_error){0});
	assert_ptr_equal(s->map, one);
	shared_release(one);
	for (int i = 0; i < SESSION_MAPS + 3; i++) { /* however many there are */
		struct shared_map *m = map_begin(
			&s->now.epoch->net->of, ODD_PROJECT_TSNE, ODD_PROJECT_STRUCTURE, 1);
		session_keep_map(s, 1000 + (unsigned long)i, 0, m);
		shared_release(m);
	}
	assert_int_equal(s->tsne_count, SESSION_MAPS);
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_network_loses_nothing),
		cmocka_unit_test(what_is_set_aside_comes_back),
		cmocka_unit_test(only_some_networks_are_kept),
		cmocka_unit_test(logs_lead_here),
		cmocka_unit_test(a_picture_needs_no_other),
		cmocka_unit_test(a_session_is_saved_as_it_goes),
		cmocka_unit_test(the_map_does_not_turn),
		cmocka_unit_test(finished_maps_are_kept),
	};
	return cmocka_run_group_tests(tests, set_up_two, tear_down);
}
