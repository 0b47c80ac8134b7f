/* test_recording.c: ten minutes of somebody's use (tests/tui/recording.txt), at two sizes: what was
 * written is what the screen shows, and it all comes back. */
#include "config.h"

#include "tui/explore.h"

#include <stdlib.h>

#include "explorer.h"

static int begin_blocks(void **state)
{
	char data[4200];
	enter_home(state);
	snprintf(data, sizeof data, "%s/share/oddone", getenv("srcdir"));
	setenv("ODDONE_DATA", data, 1);
	save_blocks(120, "blocks");
	explorer_begin("blocks", true);
	return 0;
}

static size_t lines_of(const char *text)
{
	size_t n = 0;
	for (; *text != '\0'; text++)
		n += *text == '\n';
	return n;
}

/* The last number of a text of tables, in a column from the right, 0 being the last. */
static double last_number(const char *text, int column)
{
	const char *end = text + strlen(text) - 1;
	for (;; end--) {
		const char *from = end;
		while (from[-1] != '\t' && from[-1] != '\n')
			from--;
		if (column-- == 0)
			return strtod(from, NULL);
		end = from - 1;
	}
}

static void play_recording(void)
{
	char path[5000], line[300];
	snprintf(path, sizeof path, "%s/tests/tui/recording.txt", getenv("srcdir"));
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof line, in) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "key ", 4) == 0)
			press(line + 4);
		else if (line[0] != '#')
			run(line);
		app_draw(app);
		while (worker_turn(app->worker)) /* what a key has set going */
			;
		app_update(app);
	}
	fclose(in);
	if (!nothing_open())
		fail_on_screen("something", "is open at the end");
}

/* Every row of the table of scores is that of the list on the screen. */
static void assert_listed(const char *table)
{
	const odd_scores *scores = app_scores(app);
	const char *p = strchr(table, '\n') + 1;
	assert_int_equal(lines_of(table), app->row_count + 1);
	for (size_t i = 0; i < app->row_count; i++, p = strchr(p, '\n') + 1) {
		char row[200];
		const size_t node = app->row[i];
		snprintf(row, sizeof row, "%u\t%s\t", scores->rank[node], app_node_name(app, node));
		assert_int_equal(strncmp(p, row, strlen(row)), 0);
		for (int field = 0; field < 4; field++)
			p = strchr(p, '\t') + 1;
		assert_true(strtod(p, NULL) == scores->total[node]);
	}
}

static void assert_recalls(const char *table)
{
	const odd_evaluation *e = &app->view->scored->evaluation;
	const char *p = strchr(table, '\n') + 1;
	for (size_t i = 0; i < ODD_RECALL_ROWS; i++, p = strchr(p, '\n') + 1) {
		double top, recall;
		unsigned long taken;
		assert_int_equal(sscanf(p, "%lf\t%lu\t%lf", &top, &taken, &recall), 3);
		assert_true(top == e->row[i].top && taken == e->row[i].taken);
		assert_true(recall == e->row[i].recall);
	}
	assert_string_equal(p, "");
}

/* The run as it is now, and those that were kept, by their own numbers. */
static void assert_runs(const char *table)
{
	const struct session_view *v = app->view;
	const char *p = strchr(table, '\n') + 1;
	assert_int_equal(lines_of(table), 2 + v->kept_count);
	for (size_t i = 0; i <= v->kept_count; i++, p = strchr(p, '\n') + 1) {
		const struct kept_run *g = i > 0 ? v->kept[i - 1] : NULL;
		const odd_trace *trace = g != NULL ? &g->trace : &v->data->moment->trace;
		const odd_evaluation *e = g != NULL ? g->evaluation : &v->scored->evaluation;
		const char *name = g != NULL ? g->name : "now";
		unsigned long k, iterations;
		double loss, recall[2], auc;
		assert_int_equal(strncmp(p, name, strlen(name)), 0);
		const char *numbers = strchr(strchr(p, '\t') + 1, '\t');
		assert_int_equal(sscanf(numbers, "%lu\t%lu\t%lf\t%lf\t%lf\t%lf", &k, &iterations,
					 &loss, &recall[0], &recall[1], &auc),
			6);
		assert_true(loss == trace->point[trace->count - 1].loss);
		assert_true(recall[0] == e->row[0].recall && recall[1] == e->row[1].recall);
		assert_true(auc == e->auc);
	}
}

/* The commands that a picture carries make the same file, byte by byte, and no other. */
static void assert_made_again(const char *file)
{
	char *before = text_of(file), *command = strstr(before, "Command: ") + 9, *next;
	char *lines = strndup(command, strcspn(command, "\n"));
	struct app *shown = app;
	/* The document has the characters of mark-up by their names. */
	for (char *p = lines; (p = strstr(p, "&lt;")) != NULL;)
		memmove(p + 1, p + 4, strlen(p + 4) + 1), *p = '<';
	for (char *p = lines; (p = strstr(p, "&gt;")) != NULL;)
		memmove(p + 1, p + 4, strlen(p + 4) + 1), *p = '>';
	assert_null(strstr(lines, "listed.tsv"));
	assert_int_equal(unlink(file), 0);
	explorer_begin(NULL, true);
	for (char *line = lines; line != NULL; line = next) {
		next = strstr(line, "; ");
		if (next != NULL) {
			*next = '\0';
			next += 2;
		}
		run(line);
	}
	char *again = text_of(file);
	assert_string_equal(again, before);
	explorer_end();
	app = shown;
	free(lines);
	free(before);
	free(again);
}

/* What was written is what the screen shows, and --continue brings all of it back after a death. */
static void use_for_ten_minutes(size_t columns, size_t rows)
{
	explorer_end();
	save_blocks(90, "other");
	explorer_configured(false, "blocks");
	app_resize(app, columns, rows);
	play_recording();
	const struct session_view *v = app->view;
	char *seen = text_of("seen.svg"), *listed = text_of("listed.tsv");
	char *trace = text_of("trace.tsv"), *runs = text_of("runs.tsv"),
	     *recall = text_of("recall.tsv"), *marked = text_of("marked.tsv");
	char word[200];
	snprintf(word, sizeof word, "--select %s", app_node_name(app, app->look->selected));
	assert_non_null(strstr(seen, word));
	snprintf(word, sizeof word, "1 step around %s", app_node_name(app, app->look->selected));
	assert_screen_has(word);
	assert_non_null(strstr(seen, "--ego 1"));
	assert_non_null(strstr(seen, "--colour score"));
	assert_non_null(strstr(seen, "--links all"));
	assert_non_null(strstr(seen, "rank&lt;30"));
	assert_null(strstr(seen, "listed.tsv"));
	assert_int_equal(app->row_count, 29);
	assert_listed(listed);
	assert_recalls(recall);
	assert_runs(runs);
	assert_int_equal(lines_of(marked), 2); /* a heading, and one that was marked */
	assert_non_null(strstr(marked, app_node_name(app, app->look->mark[0])));
	assert_int_equal(lines_of(trace), v->data->moment->trace.count + 1);
	assert_true(last_number(trace, 3) ==
		    v->data->moment->trace.point[v->data->moment->trace.count - 1].loss);
	assert_non_null(strstr(runs, "with three more\tkept"));
	assert_made_again("loss.svg");
	assert_made_again("seen.svg");

	struct app *dead = explorer_killed();
	explorer_configured(true, NULL);
	const struct session_view *w = app->view;
	assert_int_equal(w->data->moment->iteration, v->data->moment->iteration);
	assert_int_equal(w->data->moment->next, v->data->moment->next);
	assert_int_equal(w->data->net->of.net->nodes, v->data->net->of.net->nodes);
	assert_int_equal(w->data->moment->trace.count, v->data->moment->trace.count);
	assert_int_equal(w->kept_count, 2);
	assert_string_equal(w->kept[1]->name, "with three more");
	assert_int_equal(app->look->mark_count, 1);
	assert_int_equal(app->look->selected, dead->look->selected);
	assert_int_equal(app->row_count, 29);
	run("export trace again.tsv");
	run("export runs same.tsv");
	run("export scores still.tsv");
	char *again = text_of("again.tsv"), *same = text_of("same.tsv"),
	     *still = text_of("still.tsv");
	assert_string_equal(again, trace);
	assert_string_equal(same, runs);
	assert_string_equal(still, listed);
	run("undo"); /* of the way back in the lesson: the sub-step is there again */
	assert_int_equal(app->view->data->moment->trace.count, v->data->moment->trace.count + 1);
	/* And the saved log leads another explorer there. */
	app_free(app);
	explorer_begin("whole.oddlog", true);
	run("export scores third.tsv");
	char *third = text_of("third.tsv");
	assert_string_equal(third, listed);
	run("undo");
	assert_int_equal(app->view->data->moment->trace.count, v->data->moment->trace.count + 1);
	char *const texts[] = {
		seen, listed, trace, runs, recall, marked, again, same, still, third};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]);
	app_free(dead);
}

static void ten_minutes_of_use(void **state)
{
	(void)state;
	use_for_ten_minutes(80, 24);
}

static void ten_minutes_in_a_large_window(void **state)
{
	(void)state;
	use_for_ten_minutes(120, 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ten_minutes_of_use, begin_blocks, end_empty),
		cmocka_unit_test_setup_teardown(
			ten_minutes_in_a_large_window, begin_blocks, end_empty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
