/* test_kept.c: runs that are kept: their names, their numbers, and going on from one of them. */
#include "config.h"

#include <math.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "session_helpers.h"
#include "session_setup.h"

static const char *last_name(const struct session *s)
{
	return s->doc->kept[s->doc->kept_count - 1]->name;
}

/* A name says what the run is, and no two are the same. */
static void names_say_what_differs(void **state)
{
	(void)state;
	char name[80];
	struct session *s = open_session(dir);
	size_t k = s->now.epoch->options.k;
	run_ok(s, "iterate 2");
	run_ok(s, "keep");
	snprintf(name, sizeof name, "K=%zu it2 calibrated", k);
	assert_string_equal(last_name(s), name);
	run_ok(s, "keep");
	snprintf(name, sizeof name, "K=%zu it2 calibrated #2", k);
	assert_string_equal(last_name(s), name);
	run_ok(s, "substep 2");
	run_ok(s, "keep");
	snprintf(name, sizeof name, "K=%zu it2.G calibrated", k);
	assert_string_equal(last_name(s), name);
	run_ok(s, "set k=5");
	run_ok(s, "set seed=7");
	run_ok(s, "keep waiting"); /* what waits for a reset is no part of the run */
	run_ok(s, "keep waiting");
	assert_string_equal(last_name(s), "waiting #2");
	run_ok(s, "set preset=paper");
	run_ok(s, "reset");
	run_ok(s, "iterate");
	run_ok(s, "keep");
	assert_string_equal(last_name(s), "K=5 it1 paper seed=7");
	run_ok(s, "set score=one");
	run_ok(s, "plant structural=2");
	run_ok(s, "keep");
	assert_string_equal(last_name(s), "K=5 it1 paper score=one seed=7 planted=2");
	session_free(s);
}

/* Where a kept run was is come back to bit by bit, whatever was done since; the run goes on from
 * there as it would have, and undo comes back. */
static void a_kept_run_goes_on(size_t budget)
{
	struct session *s = open_session(dir);
	s->budget = budget;
	run_bad(s, "switch", "no run has been kept");
	run_ok(s, "plant structural=2 attribute=2");
	run_ok(s, "iterate 2");
	run_ok(s, "substep 3");
	run_ok(s, "keep early");
	struct picture early = picture_of(s);
	run_bad(s, "switch", "this is early");
	run_ok(s, "substep 5");
	struct picture later = picture_of(s);
	run_ok(s, "set k=4");
	run_ok(s, "reset new");
	run_ok(s, "iterate 3");
	run_ok(s, "keep other");
	run_ok(s, "plant combined=1");
	run_ok(s, "iterate");
	struct picture away = picture_of(s);
	run_bad(s, "switch nobody", "no run was kept as \"nobody\"");
	run_ok(s, "switch early");
	assert_same(picture_of(s), early);
	run_ok(s, "substep 5");
	assert_same(picture_of(s), later);
	run_ok(s, "undo");
	run_ok(s, "undo");
	assert_same(picture_of(s), away);
	run_ok(s, "switch early");
	run_ok(s, "drop early"); /* whoever is there stays there */
	assert_same(picture_of(s), early);
	run_ok(s, "switch");
	assert_int_equal(s->now.epoch->options.k, 4);
	assert_string_equal(s->log.line[s->log.count - 1], "switch other");
	session_free(s);
}

static void kept_runs_go_on(void **state)
{
	(void)state;
	a_kept_run_goes_on(SESSION_BUDGET);
	a_kept_run_goes_on(0); /* all has to be made again */
}

/* Another network may be opened meanwhile, and so many that the first is forgotten. */
static void places_go_with_their_networks(void **state)
{
	(void)state;
	char line[600];
	struct session *s = open_session(dir);
	snprintf(line, sizeof line, "open '%s/net'", dir);
	run_ok(s, "iterate");
	run_ok(s, "keep here");
	struct picture here = picture_of(s);
	run_ok(s, line);
	run_bad(s, "switch here", "no run has been kept");
	assert_int_equal(s->kept_places, 1);
	run_ok(s, "undo");
	run_ok(s, "substep");
	run_ok(s, "switch here");
	assert_same(picture_of(s), here);
	for (int i = 0; i < 9; i++)
		run_ok(s, line);
	assert_int_equal(s->kept_places, 0);
	session_free(s);
}

/* A log goes back to kept runs as the session did. */
static void logs_switch_to_kept_runs(void **state)
{
	(void)state;
	struct command_list r;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 2");
	run_ok(s, "keep a");
	run_ok(s, "plant structural=1");
	run_ok(s, "iterate");
	run_ok(s, "switch a");
	run_ok(s, "substep");
	run_ok(s, "keep b");
	run_ok(s, "undo"); /* b is on no way any more that undo knows */
	run_ok(s, "reset new");
	run_ok(s, "iterate");
	run_ok(s, "switch b");
	struct picture there = picture_of(s);
	session_log_lines(&r, s, false);
	odd_error err;
	char path[400];
	snprintf(path, sizeof path, "%s/b.oddlog", dir);
	assert_ok(session_log_save(s, &r, path, &err), err);
	command_list_clear(&r);
	struct session *again = play_again(path);
	assert_same(picture_of(again), there);
	session_free(again);
	session_free(s);
}

/* The table has this run, the kept ones at what they were, and the published numbers only where
 * they are about the same. */
static void rows_of_runs(void **state)
{
	(void)state;
	odd_error err;
	struct figure_run_row row[4];
	struct session *s = open_session(dir);
	run_ok(s, "plant 5% --cold");
	run_ok(s, "iterate 2");
	run_ok(s, "keep");
	run_ok(s, "substep 2");
	assert_ok(session_refresh(s, &alone, &err), err);
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	struct result result = {.net = session_network(s),
		.trace = trace,
		.used = odd_one_options_used(s->now.epoch->run),
		.evaluation = &s->scored->evaluation,
		.kept = s->doc->kept,
		.kept_count = 1};
	const struct figure_run run = {.result = &result};
	assert_int_equal(figure_run_rows(row, 4, &run), 2);
	assert_int_equal(row[0].is, FIGURE_RUN_NOW);
	assert_true(fabs(row[0].moment - 2.0 - 2.0 / 6.0) < 1e-12);
	assert_true(row[0].loss == trace->point[trace->count - 1].loss);
	assert_true(row[0].recall[1] == s->scored->evaluation.row[1].recall);
	assert_int_equal(row[1].is, FIGURE_RUN_KEPT);
	assert_true(row[1].moment == 2.0);
	assert_true(row[1].loss == trace->point[12].loss);
	assert_true(row[1].auc == s->doc->kept[0]->evaluation->auc);
	assert_int_equal(row[1].k, s->now.epoch->options.k);
	char blocks[] = "blocks";
	odd_published_row known[] = {{"recall", blocks, "ONE", 5.0, 0.5, 0.01},
		{"recall", blocks, "ONE", 10.0, 0.75, 0.01},
		{"loss", blocks, "ONE", 5.0, 7e3, 1.0}};
	odd_published published = {known, 3, NULL};
	result.published = &published;
	assert_int_equal(figure_run_rows(row, 4, &run), 3);
	assert_int_equal(row[2].is, FIGURE_RUN_PUBLISHED);
	assert_true(row[2].recall[0] == 0.5 && row[2].recall[1] == 0.75);
	assert_true(isnan(row[2].loss)); /* which is of other matrices */
	run_ok(s, "plant structural=10 --cold");
	assert_ok(session_refresh(s, &alone, &err), err);
	result.net = session_network(s);
	result.evaluation = &s->scored->evaluation;
	result.trace = odd_one_trace(s->now.epoch->run);
	result.used = odd_one_options_used(s->now.epoch->run);
	assert_int_equal(figure_run_rows(row, 4, &run), 2); /* that is not 5 % */
	assert_true(isnan(row[0].odd) && isnan(row[0].made));
	run_ok(s, "plant placebo=10 --cold");
	assert_ok(session_refresh(s, &alone, &err), err);
	result.net = session_network(s);
	result.evaluation = &s->scored->evaluation;
	result.trace = odd_one_trace(s->now.epoch->run);
	result.used = odd_one_options_used(s->now.epoch->run);
	figure_run_rows(row, 4, &run);
	assert_true(row[0].odd == s->scored->evaluation.against_placebo);
	assert_true(row[0].made == s->scored->evaluation.placebo_auc);
	assert_true(isnan(row[1].odd) && isnan(row[1].made)); /* it had none when it was kept */
	session_free(s);
}

/* Draws the figure in characters; the text is on the heap. */
static char *draw_beside(const struct result *o)
{
	odd_error err;
	struct canvas *c;
	const struct figure_run run = {.result = o};
	assert_ok(cells_create(&c, 120, 32, GLYPHS_BRAILLE, &err), err);
	figure_draw(figure_every_find("beside"), &run, c);
	assert_ok(canvas_status(c, &err), err);
	char *text = cells_to_text(c);
	canvas_free(c);
	assert_non_null(text);
	return text;
}

/* Two runs beside each other: the first of this one with its rank in the kept one, and that a node
 * that has come since ranks nowhere there. */
static void runs_stand_beside_each_other(void **state)
{
	(void)state;
	odd_error err;
	char wanted[80];
	struct session *s = open_session(dir);
	run_ok(s, "iterate 2");
	assert_ok(session_refresh(s, &alone, &err), err);
	struct result o = {.net = session_network(s),
		.trace = odd_one_trace(s->now.epoch->run),
		.used = odd_one_options_used(s->now.epoch->run),
		.scores = session_scores(s)};
	char *text = draw_beside(&o);
	assert_non_null(strstr(text, "no run is kept"));
	free(text);
	run_ok(s, "keep earlier");
	run_ok(s, "plant structural=20 --cold");
	run_ok(s, "iterate 2");
	assert_ok(session_refresh(s, &alone, &err), err);
	o = (struct result){.net = session_network(s),
		.trace = odd_one_trace(s->now.epoch->run),
		.used = odd_one_options_used(s->now.epoch->run),
		.scores = session_scores(s),
		.kept = s->doc->kept,
		.kept_count = 1};
	text = draw_beside(&o);
	assert_non_null(strstr(text, "This run"));
	assert_non_null(strstr(text, "earlier"));
	size_t there = 0;
	const struct kept_run *kept = s->doc->kept[0];
	for (size_t i = 0; i < 10; i++) {
		const size_t node = o.scores->order[i];
		const char *line = strstr(text, odd_names_get(&o.net->ids, node));
		assert_non_null(line);
		for (there = 0; there < kept->n && kept->order[there] != node; there++)
			;
		snprintf(wanted, sizeof wanted, there < kept->n ? "#%zu" : "-", there + 1);
		const char *found = strstr(line, wanted);
		assert_true(found != NULL && found < line + strcspn(line, "\n"));
	}
	free(text);
	session_free(s);
}

/* What the Compare screen shows is a figure as well as a table. */
static void a_comparison_is_a_figure(void **state)
{
	(void)state;
	char line[600], path[400];
	struct session *s = open_session(dir);
	run_ok(s, "plant 5% --cold");
	run_ok(s, "compare start degree attributes");
	snprintf(path, sizeof path, "%s/compared.svg", dir);
	snprintf(line, sizeof line, "compare export '%s'", path);
	run_ok(s, line);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	char *text = calloc(1, 1 << 20);
	assert_true(fread(text, 1, (1 << 20) - 1, in) > 1000);
	fclose(in);
	assert_non_null(strstr(text, "<svg"));
	free(text);
	run_bad(s, line, "is there already");
	snprintf(line, sizeof line, "compare export '%s/compared.tsv'", dir);
	run_ok(s, line);
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_say_what_differs),
		cmocka_unit_test(kept_runs_go_on),
		cmocka_unit_test(runs_stand_beside_each_other),
		cmocka_unit_test(places_go_with_their_networks),
		cmocka_unit_test(logs_switch_to_kept_runs),
		cmocka_unit_test(rows_of_runs),
		cmocka_unit_test(a_comparison_is_a_figure),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
