/* test_store.c: a session in a file: what comes out is what went in, to the bit, and what follows
 * is what would have followed; and a file that was tampered with is refused. */
#include "config.h"

#include <sys/stat.h>

#include "base/pack.h"
#include "project/align.h"
#include "session/log.h"
#include "session/store.h"
#include "session_helpers.h"
#include "session_setup.h"
#include "same_network.h"

static char file[600];

static void save_to(struct session *s, const char *name)
{
	char line[700];
	snprintf(file, sizeof file, "%s/%s", dir, name);
	snprintf(line, sizeof line, "save '%s' --replace", file);
	run_ok(s, line);
}

static struct session *opened(void)
{
	struct session *s = session_create();
	char line[700];
	snprintf(line, sizeof line, "open '%s'", file);
	run_ok(s, line);
	return s;
}

/* Ways to where sessions are saved: in the middle of an iteration, planted in every way, with
 * options of every kind. */
static const char *const ways[][9] = {
	{"iterate 2", "substep 3"},
	{"substep"},
	{"iterate 2", "plant structural=1", "substep 4", "plant swap=2 clique=1 placebo=1",
		"iterate"},
	{"set k=5", "set preset=paper", "set mu=2", "reset", "iterate 2", "substep 5"},
	{"iterate", "plant rewire=2", "unplant", "substep 2", "weights 1,0.1,0.30000000000000004"},
	{"plant 5% --cold", "set iterations=7", "set k=6"},
	{"iterate 2", "substep 2", "keep first", "iterate", "plant attribute=1", "iterate",
		"keep second", "back 4", "set score=raw"},
};
#define WAYS (sizeof ways / sizeof *ways)

static struct session *go(size_t way)
{
	struct session *s = open_session(dir);
	for (size_t i = 0; i < 9 && ways[way][i] != NULL; i++)
		run_ok(s, ways[way][i]);
	return s;
}

static void assert_same_run(struct session *a, struct session *b)
{
	assert_same(picture_of(a), picture_of(b));
	assert_int_equal(odd_one_next(a->now.epoch->run), odd_one_next(b->now.epoch->run));
	assert_int_equal(
		odd_one_iteration(a->now.epoch->run), odd_one_iteration(b->now.epoch->run));
	assert_true(place_same(&a->now, &b->now) || a->now.steps == b->now.steps);
	assert_true(run_options_same_run(&a->now.wanted, &b->now.wanted));
	assert_true(run_options_same_score(&a->now.wanted, &b->now.wanted));
	assert_int_equal(session_goal(a), session_goal(b));
}

/* What was saved, and each sub-step of one and a half iterations after it; then the planting taken
 * out, if there is one, and another put in. */
static void comes_back_to_the_bit(void **state)
{
	(void)state;
	for (size_t way = 0; way < WAYS; way++) {
		struct session *s = go(way);
		save_to(s, "a.oddsession");
		struct session *t = opened();
		assert_same_run(s, t);
		for (int step = 0; step < 9; step++) {
			run_ok(s, "substep");
			run_ok(t, "substep");
			assert_same(picture_of(s), picture_of(t));
		}
		if (s->now.epoch->plants->count > 0) {
			run_ok(s, "unplant");
			run_ok(t, "unplant");
			assert_same(picture_of(s), picture_of(t));
		}
		run_ok(s, "plant combined=2");
		run_ok(t, "plant combined=2");
		run_ok(s, "substep 2");
		run_ok(t, "substep 2");
		assert_same(picture_of(s), picture_of(t));
		session_free(s);
		session_free(t);
	}
}

/* Saving itself changes nothing, and what was saved can be saved again. */
static void saving_leaves_no_trace(void **state)
{
	(void)state;
	struct session *s = go(6), *t = go(6);
	save_to(s, "a.oddsession");
	assert_same_run(s, t);
	run_ok(s, "substep 3");
	run_ok(t, "substep 3");
	assert_same_run(s, t);
	session_free(s);
	session_free(t);
	t = opened();
	save_to(t, "b.oddsession");
	s = opened();
	assert_same_run(s, t);
	session_free(s);
	session_free(t);
}

static void goes_back_beyond_the_moment(void **state)
{
	(void)state;
	struct session *s = go(2);
	save_to(s, "a.oddsession");
	struct session *t = opened();
	for (int i = 0; i < 4; i++) {
		run_ok(s, "back 3");
		run_ok(t, "back 3");
		assert_same(picture_of(s), picture_of(t));
	}
	run_ok(s, "goto start");
	run_ok(t, "goto start");
	assert_same(picture_of(s), picture_of(t));
	session_free(s);
	session_free(t);
}

static void kept_runs_come_along(void **state)
{
	(void)state;
	struct session *s = go(6);
	save_to(s, "a.oddsession");
	struct session *t = opened();
	assert_int_equal(t->doc->ghost_count, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct ghost *a = s->doc->ghost[i], *b = t->doc->ghost[i];
		assert_string_equal(a->name, b->name);
		assert_int_equal(a->trace.count, b->trace.count);
		assert_int_equal(a->trace.point[3].loss == b->trace.point[3].loss, true);
		assert_memory_equal(a->order, b->order, a->n * sizeof *a->order);
		assert_int_equal(a->evaluated, b->evaluated);
		if (a->evaluated) {
			assert_memory_equal(
				&a->evaluation.row, &b->evaluation.row, sizeof a->evaluation.row);
			assert_true(a->evaluation.auc == b->evaluation.auc);
			assert_int_equal(a->evaluation.outliers, b->evaluation.outliers);
		}
	}
	static const char *const to[] = {"switch first", "switch second", "switch first"};
	for (size_t i = 0; i < 3; i++) {
		run_ok(s, to[i]);
		run_ok(t, to[i]);
		assert_same(picture_of(s), picture_of(t));
		run_ok(s, "substep 2");
		run_ok(t, "substep 2");
		assert_same(picture_of(s), picture_of(t));
	}
	session_free(s);
	session_free(t);
}

static void what_was_looked_at_comes_along(void **state)
{
	(void)state;
	struct session *s = go(0);
	run_ok(s, "mark #3");
	run_ok(s, "mark #7");
	run_ok(s, "filter degree>2 rank<=50");
	run_ok(s, "sort degree reverse");
	run_ok(s, "select #5");
	run_ok(s, "project pca structure");
	/* Turned as no map would come out by itself. */
	for (size_t i = 0; i < s->map->xy.rows; i++)
		odd_mat_row(s->map->xy, i)[0] *= -1.0;
	save_to(s, "a.oddsession");
	struct session *t = opened();
	assert_int_equal(s->look.selected, t->look.selected);
	assert_int_equal(t->look.mark_count, 2);
	assert_memory_equal(s->look.mark, t->look.mark, 2 * sizeof *s->look.mark);
	assert_string_equal(s->look.filter.text, t->look.filter.text);
	assert_ptr_equal(s->look.sort, t->look.sort);
	assert_true(t->look.reversed);
	assert_int_equal(t->source, ODD_PROJECT_STRUCTURE);
	assert_int_equal(s->map->xy.rows, t->map->xy.rows);
	for (size_t i = 0; i < s->map->xy.rows; i++)
		assert_memory_equal(
			odd_mat_row(s->map->xy, i), odd_mat_row(t->map->xy, i), 2 * sizeof(double));
	/* For a screen, which has a look of its own. */
	assert_non_null(t->doc->arrived);
	assert_int_equal(t->doc->arrived->look.selected, s->look.selected);
	assert_string_equal(t->doc->arrived->filter, s->look.filter.text);
	session_free(s);
	session_free(t);
}

/* A node that was planted, marked and taken out again; it is there no more, and then once more. */
static void marks_of_what_was_taken_out(void **state)
{
	(void)state;
	struct session *s = go(0);
	run_ok(s, "plant structural=1");
	const size_t planted = s->look.selected;
	run_ok(s, "mark");
	run_ok(s, "keep with");
	run_ok(s, "unplant");
	save_to(s, "a.oddsession");
	struct session *t = opened();
	assert_int_equal(t->look.mark_count, 1);
	assert_int_equal(t->look.mark[0], planted);
	run_ok(t, "switch with");
	assert_true(look_marked(&t->look, planted));
	session_free(t);
	run_ok(s, "drop with");
	run_ok(s, "reset");
	save_to(s, "a.oddsession");
	t = opened();
	assert_int_equal(t->look.mark_count, 1); /* undo still leads to it */
	run_ok(t, "undo");
	run_ok(t, "undo");
	assert_true(look_marked(&t->look, planted));
	assert_int_equal(session_network(t)->nodes, planted + 1);
	session_free(t);
	for (int i = 0; i < 3; i++) /* reset, unplant, plant */
		run_ok(s, "undo");
	run_ok(s, "substep"); /* now nothing does, not even redo */
	save_to(s, "a.oddsession");
	t = opened();
	assert_int_equal(t->look.mark_count, 0);
	session_free(t);
	session_free(s);
}

/* However principal components come out of their solver, turned or mirrored, the map lies one way:
 * the same in every session, whatever was done before. */
static void maps_lie_alike_in_every_session(void **state)
{
	(void)state;
	static const double turn[][2][2] = {
		{{-1, 0}, {0, 1}}, {{1, 0}, {0, -1}}, {{0, 1}, {-1, 0}}, {{0.6, 0.8}, {-0.8, 0.6}}};
	odd_error err;
	struct session *s = open_session(dir), *t = open_session(dir);
	static const char *const other[] = {"iterate 5", "plant structural=2",
		"project pca structure", "unplant --cold", "goto start", "project pca embedding",
		"iterate 3"};
	run_ok(s, "iterate 3");
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		run_ok(t, other[i]);
	assert_same(picture_of(s), picture_of(t));
	const size_t n = s->map->xy.rows;
	for (size_t i = 0; i < n; i++)
		assert_memory_equal(odd_mat_row(s->map->xy, i), odd_mat_row(t->map->xy, i), 16);
	odd_mat m;
	assert_ok(odd_mat_alloc(&m, n, 2, &err), err);
	for (size_t k = 0; k < sizeof turn / sizeof *turn; k++) {
		for (size_t i = 0; i < n; i++)
			for (size_t x = 0; x < 2; x++)
				odd_mat_row(m, i)[x] =
					turn[k][x][0] * odd_mat_row(s->map->xy, i)[0] +
					turn[k][x][1] * odd_mat_row(s->map->xy, i)[1];
		odd_align_upright(m, NULL);
		for (size_t i = 0; i < n; i++)
			for (size_t x = 0; x < 2; x++)
				assert_close(
					odd_mat_row(m, i)[x], odd_mat_row(s->map->xy, i)[x], 1e-9);
	}
	odd_mat_free(&m);
	session_free(s);
	session_free(t);
}

/* The data may be gone: the network is in the file. */
static void stands_alone(void **state)
{
	(void)state;
	char net[600], away[600];
	struct session *s = go(2);
	save_to(s, "a.oddsession");
	snprintf(net, sizeof net, "%s/net", dir);
	snprintf(away, sizeof away, "%s/away", dir);
	assert_int_equal(rename(net, away), 0);
	struct session *t = opened();
	assert_same(picture_of(s), picture_of(t));
	assert_int_equal(s->doc->checksum, t->doc->checksum);
	run_ok(t, "goto start");
	assert_int_equal(rename(away, net), 0);
	session_free(s);
	session_free(t);
}

static void undo_leads_out_and_in(void **state)
{
	(void)state;
	struct session *s = go(0);
	save_to(s, "a.oddsession");
	struct picture saved = picture_of(s);
	run_ok(s, "iterate 2");
	struct picture before = picture_of(s);
	char line[700];
	snprintf(line, sizeof line, "open '%s'", file);
	run_ok(s, line);
	assert_same(picture_of(s), saved);
	/* What was done before it was saved comes first, then the opening itself. */
	run_ok(s, "undo");
	assert_string_equal(s->status, "undo: substep 3");
	run_ok(s, "undo");
	assert_string_equal(s->status, "undo: iterate 2");
	run_ok(s, "undo");
	assert_same(picture_of(s), before);
	run_ok(s, "redo");
	run_ok(s, "redo");
	run_ok(s, "redo");
	assert_same(picture_of(s), saved);
	run_ok(s, "substep");
	run_ok(s, "pop"); /* which leaves it at once */
	assert_same(picture_of(s), before);
	session_free(s);
}

/* Every undo and redo leads to the same bits as in the session that was saved, whatever was done:
 * stepping, planting, options, weights. */
static void undo_comes_along(void **state)
{
	(void)state;
	for (size_t way = 0; way < WAYS; way++) {
		struct session *s = go(way);
		run_ok(s, "undo");
		save_to(s, "a.oddsession");
		struct session *t = opened();
		assert_int_equal(t->undo.count, s->undo.count);
		assert_int_equal(t->redo.count, s->redo.count);
		run_ok(s, "redo");
		run_ok(t, "redo");
		assert_same_run(s, t);
		while (s->undo.count > 0) {
			run_ok(s, "undo");
			run_ok(t, "undo");
			assert_string_equal(s->status, t->status);
			assert_same_run(s, t);
		}
		run_bad(t, "undo", "nothing to undo");
		session_free(s);
		session_free(t);
	}
}

/* The commands of a picture begin with the file, unless they lead into what was before it: then
 * with all that was done. */
static void recipes_begin_with_the_file(void **state)
{
	(void)state;
	struct recipe r;
	struct session *s = go(0);
	save_to(s, "a.oddsession");
	session_free(s);
	s = opened();
	run_ok(s, "substep 2");
	session_recipe(&r, s, false);
	assert_int_equal(r.count, 2);
	assert_string_equal(r.line[1], "substep 2");
	recipe_clear(&r);
	run_ok(s, "undo");
	run_ok(s, "undo"); /* the last command before it was saved */
	run_ok(s, "iterate");
	session_recipe(&r, s, false);
	struct session *again = session_create();
	for (size_t i = 0; i < r.count; i++)
		run_ok(again, r.line[i]);
	assert_same(picture_of(again), picture_of(s));
	recipe_clear(&r);
	session_free(again);
	session_free(s);
}

/* A file of the first version, which had neither undo nor times. */
static void the_first_version_is_read(void **state)
{
	(void)state;
	char line[700];
	const char *srcdir = getenv("srcdir") != NULL ? getenv("srcdir") : ".";
	struct session *s = session_create();
	snprintf(line, sizeof line, "open '%s/tests/golden/first.oddsession'", srcdir);
	run_ok(s, line);
	assert_int_equal(odd_one_iteration(s->now.epoch->run), 2);
	assert_int_equal(odd_one_next(s->now.epoch->run), ODD_STEP_U);
	assert_int_equal(s->doc->ghost_count, 1);
	assert_int_equal(s->undo.count, 0);
	run_ok(s, "substep 2");
	run_ok(s, "goto start");
	session_free(s);
}

/* One of the second, which did not say what was missing in a table; its planting is undone. */
static void the_second_version_is_read(void **state)
{
	(void)state;
	char line[700];
	const char *srcdir = getenv("srcdir") != NULL ? getenv("srcdir") : ".";
	struct session *s = session_create();
	snprintf(line, sizeof line, "open '%s/tests/golden/second.oddsession'", srcdir);
	run_ok(s, line);
	const odd_network *net = session_network(s);
	assert_int_equal(net->columns.count, 3);
	assert_int_equal(net->columns.column[0].missing, 5);
	assert_int_equal(net->columns.cells.rows, 0);
	run_ok(s, "unplant");
	run_ok(s, "substep 2");
	save_to(s, "again.oddsession");
	session_free(s);
	s = opened();
	assert_int_equal(session_network(s)->columns.column[0].missing, 5);
	session_free(s);
}

/* What the nodes of a table miss comes along, and goes with words that were exchanged. */
static void missing_values_come_along(void **state)
{
	(void)state;
	char table[2000], path[300];
	size_t used = (size_t)sprintf(table, "id,age,trade,class\n");
	snprintf(path, sizeof path, "%s/table", dir);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof path, "%s/table/net", dir);
	assert_int_equal(mkdir(path, 0755), 0);
	for (int i = 0; i < 30; i++) {
		used += (size_t)sprintf(
			table + used, i % 5 == 2 ? "n%d,," : "n%d,%d,", i, 20 + i * 7 % 31);
		used += (size_t)sprintf(table + used, "%s,%c\n",
			i % 7 == 3 ? ""
			: i % 3    ? "a"
				   : "b",
			"xy"[i % 2]);
	}
	write_text(path, "nodes.csv", table);
	used = (size_t)sprintf(table, "source,target\n");
	for (int i = 0; i < 30; i++)
		used += (size_t)sprintf(table + used, "n%d,n%d\n", i, (i + 2) % 30);
	write_text(path, "edges.csv", table);
	snprintf(path, sizeof path, "%s/table", dir);
	struct session *s = open_session(path);
	odd_network *before;
	odd_error err;
	assert_ok(odd_network_copy(&before, session_network(s), &err), err);
	assert_true(odd_columns_misses(&before->columns, 17, 0));
	assert_true(odd_columns_misses(&before->columns, 17, 1));
	run_ok(s, "plant swap=6 structural=2");
	save_to(s, "a.oddsession");
	struct session *back = opened();
	assert_true(networks_equal(session_network(s), session_network(back)));
	run_ok(back, "unplant");
	assert_true(networks_equal(before, session_network(back)));
	odd_network_free(before);
	session_free(back);
	session_free(s);
}

/* A log over a session file plays again, and says when the file has become another. */
static void logs_know_the_file(void **state)
{
	(void)state;
	char log[600], line[700];
	struct session *s = go(0);
	save_to(s, "a.oddsession");
	struct session *t = opened();
	run_ok(t, "substep 2");
	snprintf(log, sizeof log, "%s/a.oddlog", dir);
	snprintf(line, sizeof line, "save '%s' --replace", log);
	run_ok(t, line);
	struct session *again = play_again(log);
	assert_same(picture_of(t), picture_of(again));
	session_free(again);
	run_ok(s, "substep");
	save_to(s, "a.oddsession");
	struct log_player *p;
	const char *next;
	odd_error err = {0};
	struct session *other = session_create();
	assert_ok(log_player_open(&p, log, NULL, 0, &err), err);
	assert_ok(log_player_next(p, &next, &err), err);
	run_ok(other, next);
	assert_int_equal(log_player_check(p, session_checksum(other), &err), ODD_EINPUT);
	log_player_close(p);
	session_free(other);
	session_free(s);
	session_free(t);
}

/* ---- files that are not what they were ------------------------------------------------------ */

static unsigned char *bytes_of(size_t *size)
{
	struct stat info;
	assert_int_equal(stat(file, &info), 0);
	unsigned char *bytes = malloc((size_t)info.st_size);
	FILE *in = fopen(file, "rb");
	*size = fread(bytes, 1, (size_t)info.st_size, in);
	assert_int_equal(*size, (size_t)info.st_size);
	fclose(in);
	return bytes;
}

static odd_status parse(const unsigned char *bytes, size_t size, odd_error *err)
{
	struct stored stored;
	odd_status status = stored_parse(&stored, bytes, size, "x.oddsession", err);
	stored_clear(&stored);
	return status;
}

static void mend(unsigned char *bytes, size_t size)
{
	uint64_t sum = odd__pack_sum(ODD__PACK_SUM, bytes, size - 8);
	for (int b = 0; b < 8; b++)
		bytes[size - 8 + (size_t)b] = (unsigned char)(sum >> 8 * b);
}

static void damage_is_told(void **state)
{
	(void)state;
	struct session *s = go(2);
	save_to(s, "a.oddsession");
	session_free(s);
	size_t size;
	odd_error err = {0};
	unsigned char *bytes = bytes_of(&size);
	assert_int_equal(parse(bytes, size, &err), ODD_OK);
	for (size_t at = 24; at < size; at += size / 97) {
		bytes[at] ^= 0x40;
		assert_int_equal(parse(bytes, size, &err), ODD_EINPUT);
		assert_string_equal(err.file, "x.oddsession");
		assert_non_null(strstr(err.message, "checksum"));
		bytes[at] ^= 0x40;
	}
	for (size_t cut = 0; cut < size; cut += 1 + size / 61)
		assert_int_equal(parse(bytes, cut, &err), ODD_EINPUT);
	bytes[16] = 4;
	mend(bytes, size);
	assert_int_equal(parse(bytes, size, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "version"));
	free(bytes);
}

/* With a checksum that holds: every byte of the beginning and some of the rest set to what does
 * harm. Whatever is read then can be gone on with. */
static void tampering_does_no_harm(void **state)
{
	(void)state;
	static const unsigned char harm[] = {0x00, 0xff, 0x7f, 0x80};
	struct session *s = go(6);
	save_to(s, "a.oddsession");
	session_free(s);
	size_t size, refused = 0, tried = 0;
	unsigned char *bytes = bytes_of(&size);
	for (size_t at = 16; at + 8 < size; at += at < 160 ? 1 : size / 120) {
		const unsigned char was = bytes[at];
		for (size_t h = 0; h < sizeof harm; h++) {
			struct stored stored;
			odd_error err = {0};
			bytes[at] = harm[h];
			mend(bytes, size);
			odd_status status = stored_parse(&stored, bytes, size, "x", &err);
			assert_true(status == ODD_OK || status == ODD_EINPUT);
			if (status == ODD_OK) {
				struct session *t = session_create();
				if (session_enter(t, &stored, "open x", &alone, &err) == ODD_OK) {
					(void)session_run(t, "substep 2", &alone, &err);
					(void)session_run(t, "undo", &alone, &err);
				}
				stored_clear(&stored);
				session_free(t);
			} else {
				stored_clear(&stored);
				refused++;
			}
			tried++;
		}
		bytes[at] = was;
	}
	assert_true(refused > tried / 10 && refused < tried);
	free(bytes);
}

static void endings_and_refusals(void **state)
{
	(void)state;
	char line[700];
	struct session *s = go(0);
	run_bad(s, "save x.txt", "ends neither in .oddsession");
	save_to(s, "a.oddsession");
	snprintf(line, sizeof line, "save '%s'", file);
	run_bad(s, line, "--replace");
	snprintf(line, sizeof line, "open --directed '%s'", file);
	run_bad(s, line, "a session has its links and options already");
	snprintf(line, sizeof line, "open --time 2001 '%s'", file);
	run_bad(s, line, "is a network of one time");
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comes_back_to_the_bit),
		cmocka_unit_test(saving_leaves_no_trace),
		cmocka_unit_test(goes_back_beyond_the_moment),
		cmocka_unit_test(kept_runs_come_along),
		cmocka_unit_test(what_was_looked_at_comes_along),
		cmocka_unit_test(marks_of_what_was_taken_out),
		cmocka_unit_test(maps_lie_alike_in_every_session),
		cmocka_unit_test(stands_alone),
		cmocka_unit_test(undo_leads_out_and_in),
		cmocka_unit_test(undo_comes_along),
		cmocka_unit_test(recipes_begin_with_the_file),
		cmocka_unit_test(the_first_version_is_read),
		cmocka_unit_test(the_second_version_is_read),
		cmocka_unit_test(missing_values_come_along),
		cmocka_unit_test(logs_know_the_file),
		cmocka_unit_test(damage_is_told),
		cmocka_unit_test(tampering_does_no_harm),
		cmocka_unit_test(endings_and_refusals),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
