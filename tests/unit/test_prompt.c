/* test_prompt.c: typing, completing, looking back, and what Enter runs. */
#include "config.h"

#include <sys/stat.h>

#include "explorer.h"

#include "tui/edit.h"
#include "tui/prompt.h"
#include "tui/ui_commands.h"

static void open_prompt(enum prompt_kind kind, const char *text)
{
	prompt_open(app, kind, text);
	app_draw(app);
}

static struct prompt *prompt(void)
{
	assert_false(nothing_open());
	return (struct prompt *)app->top;
}

static const char *line(void)
{
	return edit_text(&prompt()->edit);
}

/* ---- editing --------------------------------------------------------------------------------- */

static void lines_are_edited(void **state)
{
	(void)state;
	static const struct {
		const char *typed, *keys, *expected;
	} cases[] = {
		{"plant 5%", "C-w", "plant "},
		{"plant 5%", "C-a Delete C-e Backspace", "lant 5"},
		{"plant 5%", "C-u", ""},
		{"plant 5%", "Home Right Right C-k", "pl"},
		{"plant 5%", "C-w C-a C-y", "5%plant "},
		{"log save a-b.oddlog", "M-Backspace M-b M-d", "log save a-."},
		{"log save x", "C-Left C-Left X", "log Xsave x"},
		{"aéb", "Left Left Backspace", "éb"},
		{"aéb", "Left Backspace", "ab"},
		/* e and an acute accent of its own go together. */
		{"ae\xcc\x81"
		 "b",
			"Left Left x",
			"axe\xcc\x81"
			"b"},
		{"ae\xcc\x81"
		 "b",
			"Left Backspace", "ab"},
		{"日本", "Left Delete", "日"},
		{"", "C-k C-u C-w C-y C-d M-d Left Right Home End", ""},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		open_prompt(PROMPT_COMMAND, NULL);
		type(cases[i].typed);
		press(cases[i].keys);
		assert_string_equal(line(), cases[i].expected);
		press("Esc");
		assert_true(nothing_open());
	}
}

static void backspace_on_nothing_leaves(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "x");
	press("Backspace");
	assert_string_equal(line(), "");
	press("Backspace");
	assert_true(nothing_open());
	assert_string_equal(app->message, ""); /* nothing was run */
}

static void long_lines_scroll(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, NULL);
	for (int i = 0; i < 30; i++)
		type("0123456789");
	const char *row = screen_row(23);
	assert_true(app->caret_x >= 0 && app->caret_x < 80);
	assert_int_equal(app->caret_y, 23);
	assert_int_equal(row[0], ':');
	assert_int_equal(row[1], '<');
	press("Home");
	row = screen_row(23);
	assert_int_equal(app->caret_x, 1);
	assert_true(strncmp(row, ":0123", 5) == 0);
	assert_int_equal(row[79], '>');
	/* The caret is seen wherever it stands. */
	for (int i = 0; i < 300; i++) {
		press("Right");
		screen_row(23);
		assert_true(app->caret_x >= 1 && app->caret_x < 80);
	}
	assert_int_equal(prompt()->edit.caret, 300);
}

/* ---- running --------------------------------------------------------------------------------- */

static void enter_runs_the_line(void **state)
{
	(void)state;
	save_blocks(30, "net");
	run("open net");
	open_prompt(PROMPT_COMMAND, "plant ");
	type("structural=1");
	press("Enter");
	assert_true(nothing_open());
	assert_logged("plant structural=1");
	open_prompt(PROMPT_COMMAND, NULL);
	type(" :undo");
	press("Enter");
	assert_logged("undo");
	size_t lines = app->view->log_count;
	open_prompt(PROMPT_COMMAND, NULL);
	press("Enter");
	assert_int_equal(app->view->log_count, lines);
	assert_string_equal(app->message, "");
}

static void faults_stay_in_the_status_line(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "fly");
	press("Enter");
	assert_true(nothing_open());
	assert_true(app->alarm);
	assert_non_null(strstr(app->message, "no command \"fly\""));
	assert_screen_has(app->message);
}

static void names_are_filled_in(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "log save {name}.oddlog");
	assert_string_equal(line(), "log save session.oddlog");
	press("Esc");
	write_text(home, "my \"town\".edges", "a\tb\nb\tc\n");
	write_text(home, "my \"town\".nodes", "a\tx\tw\nb\tx\tv\nc\ty\tw\n");
	run("open 'my \"town\".edges'");
	open_prompt(PROMPT_COMMAND, "unp");
	open_prompt(PROMPT_COMMAND, "log save {name}.oddlog");
	assert_string_equal(line(), "log save my--town-.oddlog");
	/* The second prompt took the place of the first. */
	press("Esc");
	assert_true(nothing_open());
}

/* ---- history --------------------------------------------------------------------------------- */

static void up_and_down_look_back(void **state)
{
	(void)state;
	static const char *const lines[] = {"iterate 5", "plant 5%", "undo", "plant 6%"};
	/* Without a network they all fail, and are remembered all the same. */
	for (size_t i = 0; i < 4; i++) {
		open_prompt(PROMPT_COMMAND, lines[i]);
		press("Enter");
	}
	open_prompt(PROMPT_COMMAND, "p");
	press("Up");
	assert_string_equal(line(), "plant 6%");
	press("Up");
	assert_string_equal(line(), "plant 5%");
	press("Up");
	assert_string_equal(line(), "plant 5%");
	press("Down");
	assert_string_equal(line(), "plant 6%");
	press("Down");
	assert_string_equal(line(), "p");
	press("Up X C-u Up");
	assert_string_equal(line(), "plant 6%");
	press("Esc");
	open_prompt(PROMPT_FIND, NULL);
	press("Up");
	assert_string_equal(line(), "");
}

/* ---- completion ------------------------------------------------------------------------------ */

static void tab_completes(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "maxi");
	press("Tab");
	assert_string_equal(line(), "maximise ");
	press("C-u u n p Tab");
	assert_string_equal(line(), "unplant ");
	/* Several: first what they share, then one after the other, round and round. */
	press("C-u f i n d - Tab");
	assert_string_equal(line(), "find-");
	assert_true(prompt()->open);
	press("Tab");
	assert_string_equal(line(), "find-next");
	press("Tab Tab");
	assert_string_equal(line(), "find-prompt");
	press("Tab");
	assert_string_equal(line(), "find-next");
	press("S-Tab");
	assert_string_equal(line(), "find-prompt");
	press("Esc");
	assert_string_equal(line(), "find-");
	assert_false(prompt()->open);
	press("Tab S-Tab Up");
	assert_string_equal(line(), "find-previous");
	press("Space");
	assert_string_equal(line(), "find-previous ");
	assert_false(prompt()->open);
	press("C-u z z z Tab");
	assert_string_equal(line(), "zzz");
}

static void words_of_both_tables_complete(void **state)
{
	(void)state;
	static const char *const cases[][2] = {{"move half-u", "move half-up "},
		{"focus ou", "focus outliers "}, {"set mou", "set mouse="},
		{"set mouse=of", "set mouse=off "}, {"set ite", "set iterations="},
		{"set glyphs=br", "set glyphs=braille "}, {"help until", "help until "},
		{"bind gen", "bind generic "}, {"bind generic x sub", "bind generic x substep "},
		{"sort tot", "sort total "}, {"sort ne", "sort next "}, {"copy pa", "copy pane "},
		{"until de", "until delta<"}, {"quit x", "quit x"}, {"play 4", "play 4"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		open_prompt(PROMPT_COMMAND, cases[i][0]);
		press("Tab");
		assert_string_equal(line(), cases[i][1]);
	}
}

static void completion_leaves_the_rest_of_the_line(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "unp now");
	press("Home Right Right Right Tab");
	assert_string_equal(line(), "unplant now");
	press("Esc");
	open_prompt(PROMPT_FILTER, "rank<9 ki");
	press("Tab");
	assert_string_equal(line(), "rank<9 kind=");
	press("s t Tab");
	assert_string_equal(line(), "rank<9 kind=structural ");
}

static void files_complete(void **state)
{
	(void)state;
	char dir[256], text[400], expected[400];
	make_temporary_dir(dir, sizeof dir);
	write_text(dir, "one.txt", "");
	write_text(dir, "two words", "");
	snprintf(text, sizeof text, "source %s/on", dir);
	snprintf(expected, sizeof expected, "source %s/one.txt ", dir);
	open_prompt(PROMPT_COMMAND, text);
	press("Tab");
	assert_string_equal(line(), expected);
	press("Esc");
	snprintf(text, sizeof text, "save-screen %s/tw", dir);
	snprintf(expected, sizeof expected, "save-screen \"%s/two words\" ", dir);
	open_prompt(PROMPT_COMMAND, text);
	press("Tab");
	assert_string_equal(line(), expected);
	remove_tree(dir);
}

static void candidates(const odd_network *net, const char *text, const char *expected)
{
	struct completion c;
	char all[400] = "";
	command_complete(&c, &explorer_commands, net, text);
	for (size_t i = 0; i < c.count && i < 8; i++)
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? " " : "",
			c.candidate[i]);
	assert_string_equal(all, expected);
	completion_clear(&c);
}

static void nodes_and_samples_complete(void **state)
{
	(void)state;
	odd_network net = {0};
	odd_error err;
	char dir[256], path[300], name[20];
	static const char *const names[] = {"ann", "anton", "my bob", "zoe"};
	for (size_t i = 0; i < 4; i++)
		assert_ok(
			odd_names_add(&net.ids, names[i], strlen(names[i]), NULL, NULL, &err), err);
	net.nodes = 4;
	candidates(&net, "select an", "ann anton");
	candidates(&net, "mark my", "\"my bob\"");
	candidates(NULL, "select an", "");
	/* Not all of a large one. */
	for (; net.nodes < 1000; net.nodes++) {
		snprintf(name, sizeof name, "n%zu", net.nodes);
		assert_ok(odd_names_add(&net.ids, name, strlen(name), NULL, NULL, &err), err);
	}
	struct completion c;
	command_complete(&c, &explorer_commands, &net, "select ");
	assert_true(c.count > 100 && c.count < 300);
	completion_clear(&c);
	odd_names_clear(&net.ids);
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/samples", dir);
	assert_int_equal(mkdir(path, 0755), 0);
	write_text(path, "qqtown", "");
	setenv("ODDONE_DATA", dir, 1);
	candidates(NULL, "open qq", "qqtown");
	unsetenv("ODDONE_DATA");
	remove_tree(dir);
}

static void the_menu_is_over_the_line(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "find-");
	press("Tab Tab");
	assert_screen_has(" find-next      select the next node that matches");
	assert_screen_has(" find-prompt    ask for the name of a node");
	/* Longer than there is room for: it scrolls, and says where. */
	press("Esc C-u Tab S-Tab");
	const char *row = screen_row(22);
	assert_non_null(strstr(row, "zoom"));
	assert_non_null(strstr(row, " of "));
	/* On a tiny screen it still fits. */
	resize(10, 2, GLYPHS_ASCII);
	resize(40, 12, GLYPHS_ASCII);
	assert_non_null(strstr(screen_row(10), "zoom"));
}

static void the_mouse_takes_a_word(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "find-");
	press("Tab");
	/* Three words over the last row: next, previous, prompt. */
	struct key key = {.code = K_MOUSE, .x = 2, .y = 21, .act = MOUSE_PRESS};
	assert_true(app->top->ops->key(app->top, app, key));
	assert_string_equal(line(), "find-previous ");
	assert_false(prompt()->open);
	assert_false(app->top->ops->key(app->top, app, key));
	press("C-u");
	type("find-");
	press("Tab");
	key.act = MOUSE_WHEEL_DOWN;
	assert_true(app->top->ops->key(app->top, app, key));
	assert_string_equal(line(), "find-next");
	key.y = 3;
	assert_false(app->top->ops->key(app->top, app, key));
	/* What is not drawn yet cannot be clicked on. */
	press("Esc");
	app_key(app, (struct key){.code = K_TAB});
	key.y = 21;
	assert_false(app->top->ops->key(app->top, app, key));
}

static void usage_is_hinted(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "until");
	assert_string_equal(screen_row(23), ":until it=N|delta<X");
	type(" ");
	assert_string_equal(screen_row(23), ":until it=N|delta<X");
	type("it");
	assert_string_equal(screen_row(23), ":until it");
	press("Esc");
	open_prompt(PROMPT_FILTER, NULL);
	assert_non_null(strstr(screen_row(23), "filter:  rank<100"));
}

/* ---- find and filter ------------------------------------------------------------------------- */

/* The node that would be found by a text: the first by rank. */
static size_t first_with(const char *text)
{
	const odd_scores *scores = app_scores(app);
	for (size_t i = 0; i < scores->n; i++)
		if (strstr(app_node_name(app, scores->order[i]), text) != NULL)
			return scores->order[i];
	return SESSION_NONE;
}

static void finding_is_live(void **state)
{
	(void)state;
	save_blocks(30, "net");
	run("open net");
	run("iterate 3");
	run("select n7");
	open_prompt(PROMPT_FIND, NULL);
	type("n");
	assert_int_equal(app->look->selected, first_with("n"));
	assert_string_equal(app->look->sought, "n");
	type("1");
	assert_int_equal(app->look->selected, 1); /* the name itself wins */
	type(" 1");
	/* It is one word whatever is in it; without a match the selection is as it was. */
	assert_string_equal(app->look->sought, "n1 1");
	assert_int_equal(app->look->selected, 7);
	assert_non_null(strstr(app->message, "no node has \"n1 1\""));
	press("Backspace Backspace Backspace 2");
	assert_int_equal(app->look->selected, 2);
	/* Only what changes the text looks again. */
	app->look->selected = 4;
	press("Left");
	assert_int_equal(app->look->selected, 4);
	/* Nothing typed: as before. */
	press("C-e C-u");
	assert_int_equal(app->look->selected, 7);
	assert_string_equal(app->look->sought, "n2");
	type("3");
	assert_int_equal(app->look->selected, first_with("3"));
	press("Esc");
	assert_int_equal(app->look->selected, 7);
	assert_true(nothing_open());
	open_prompt(PROMPT_FIND, NULL);
	type("n12");
	press("Enter");
	assert_true(nothing_open());
	assert_int_equal(app->look->selected, 12);
	/* Without a text the last one is sought again, from where we are. */
	run("select n7");
	open_prompt(PROMPT_FIND, NULL);
	press("Enter");
	assert_int_equal(app->look->selected, 12);
	run("select n7");
	open_prompt(PROMPT_FIND, NULL);
	press("Up");
	assert_string_equal(line(), "n12");
	assert_int_equal(app->look->selected, 12);
}

static void filters_are_words(void **state)
{
	(void)state;
	save_blocks(30, "net");
	run("open net");
	run("iterate 3");
	open_prompt(PROMPT_FILTER, NULL);
	type("rank<10");
	assert_int_equal(app->row_count, 9); /* while it is typed */
	assert_string_equal(app->message, "9 of 30 nodes");
	press("Enter");
	assert_int_equal(app->row_count, 9);
	assert_string_equal(app->message, "9 of 30 nodes: rank<10");
	/* One that is there is added to; Esc brings it back. */
	run("filter-prompt");
	assert_string_equal(line(), "rank<10 ");
	type("name~1");
	assert_true(app->row_count < 9);
	press("Esc");
	assert_true(nothing_open());
	assert_int_equal(app->row_count, 9);
	assert_string_equal(app->look->filter.text, "rank<10");
	/* What is wrong stays to be mended, the caret at it. */
	open_prompt(PROMPT_FILTER, "degre>1 rank<5");
	press("Enter");
	assert_string_equal(line(), "degre>1 rank<5");
	assert_non_null(strstr(app->message, "did you mean degree"));
	assert_true(app->alarm);
	type("0");
	assert_string_equal(line(), "degre>10 rank<5");
	press("Esc");
	assert_int_equal(app->row_count, 9);
	open_prompt(PROMPT_FILTER, NULL);
	press("Enter");
	assert_int_equal(app->row_count, 30);
	assert_string_equal(app->message, "all nodes are listed");
}

static void stop_leaves_when_nothing_runs(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, "x");
	app->progress.busy = true;
	press("C-c");
	assert_string_equal(line(), "x");
	app->progress.busy = false;
	press("C-c");
	assert_true(nothing_open());
	assert_false(app->quit);
}

static void only_some_keys_pass(void **state)
{
	(void)state;
	open_prompt(PROMPT_COMMAND, NULL);
	struct layer *top = app->top;
	app_say(app, "as before");
	press("PgUp F2 C-r C-o F9");
	assert_ptr_equal(app->top, top);
	assert_string_equal(app->message, "as before");
	/* One of the key map clears the line, as every command of a key does. */
	press("C-l");
	assert_ptr_equal(app->top, top);
	assert_string_equal(app->message, "");
	type("?q");
	assert_string_equal(line(), "?q");
	press("F1");
	assert_string_equal(app_screen(app)->ops->screen, "help");
}

/* ---- anything at all ------------------------------------------------------------------------- */

static void open_any(odd_rng *rng)
{
	prompt_open(app, (enum prompt_kind)odd_rng_below(rng, 3), NULL);
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	save_blocks(30, "net");
	for (int network = 0; network < 2; network++) {
		odd_rng_init(&rng, 3, "keys");
		storm(&rng, 2400, open_any);
		run("open net");
	}
}

int main(void)
{
#define EACH(f) cmocka_unit_test_setup_teardown(f, begin_empty, end_empty)
	const struct CMUnitTest tests[] = {
		EACH(lines_are_edited),
		EACH(backspace_on_nothing_leaves),
		EACH(long_lines_scroll),
		EACH(enter_runs_the_line),
		EACH(faults_stay_in_the_status_line),
		EACH(names_are_filled_in),
		EACH(up_and_down_look_back),
		EACH(tab_completes),
		EACH(words_of_both_tables_complete),
		EACH(completion_leaves_the_rest_of_the_line),
		EACH(files_complete),
		EACH(nodes_and_samples_complete),
		EACH(the_menu_is_over_the_line),
		EACH(the_mouse_takes_a_word),
		EACH(usage_is_hinted),
		EACH(finding_is_live),
		EACH(filters_are_words),
		EACH(stop_leaves_when_nothing_runs),
		EACH(only_some_keys_pass),
		EACH(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
