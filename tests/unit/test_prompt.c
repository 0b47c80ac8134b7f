/* test_prompt.c: typing, completing, looking back, and what Enter runs. */
#include "config.h"

#include "fake_prompt.h"
#include "lsan.h"

#include <sys/stat.h>

#include "oddone/base/rng.h"
#include "tui/edit.h"
#include "tui/prompt.h"
#include "tui/ui_commands.h"

static struct app app;

static int set_up(void **state)
{
	(void)state;
	fake_open(&app, 80, 24, GLYPHS_BRAILLE);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake_close(&app);
	return 0;
}

static struct prompt *prompt(void)
{
	assert_true(app.top != &fake_explore);
	return (struct prompt *)app.top;
}

static const char *line(void)
{
	return edit_text(&prompt()->edit);
}

/* Row y of what is on the screen, in a buffer of its own. */
static const char *screen_row(int y)
{
	static char row[600];
	char *text = fake_draw(&app), *p = text;
	for (; y > 0; y--)
		p = strchr(p, '\n') + 1;
	snprintf(row, sizeof row, "%.*s", (int)strcspn(p, "\n"), p);
	free(text);
	return row;
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
		prompt_open(&app, PROMPT_COMMAND, NULL);
		type(&app, cases[i].typed);
		press(&app, cases[i].keys);
		assert_string_equal(line(), cases[i].expected);
		press(&app, "Esc");
		assert_ptr_equal(app.top, &fake_explore);
	}
}

static void backspace_on_nothing_leaves(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "x");
	press(&app, "Backspace");
	assert_string_equal(line(), "");
	press(&app, "Backspace");
	assert_ptr_equal(app.top, &fake_explore);
	assert_int_equal(fake_lines, 0);
}

static void long_lines_scroll(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, NULL);
	for (int i = 0; i < 30; i++)
		type(&app, "0123456789");
	const char *row = screen_row(23);
	assert_true(app.caret_x >= 0 && app.caret_x < 80);
	assert_int_equal(app.caret_y, 23);
	assert_int_equal(row[0], ':');
	assert_int_equal(row[1], '<');
	press(&app, "Home");
	row = screen_row(23);
	assert_int_equal(app.caret_x, 1);
	assert_true(strncmp(row, ":0123", 5) == 0);
	assert_int_equal(row[79], '>');
	/* The caret is seen wherever it stands. */
	for (int i = 0; i < 300; i++) {
		press(&app, "Right");
		screen_row(23);
		assert_true(app.caret_x >= 1 && app.caret_x < 80);
	}
	assert_int_equal(prompt()->edit.caret, 300);
}

/* ---- running --------------------------------------------------------------------------------- */

static void enter_runs_the_line(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "plant ");
	type(&app, "structural=1");
	press(&app, "Enter");
	assert_ptr_equal(app.top, &fake_explore);
	assert_string_equal(last_line(), "plant structural=1");
	prompt_open(&app, PROMPT_COMMAND, NULL);
	type(&app, " :undo");
	press(&app, "Enter");
	assert_string_equal(last_line(), "undo");
	prompt_open(&app, PROMPT_COMMAND, NULL);
	press(&app, "Enter");
	assert_int_equal(fake_lines, 2);
}

static void faults_stay_in_the_status_line(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "fly");
	fake_fault = "there is no command \"fly\"";
	press(&app, "Enter");
	assert_ptr_equal(app.top, &fake_explore);
	assert_true(app.alarm);
	assert_string_equal(app.message, "there is no command \"fly\"");
}

static void names_are_filled_in(void **state)
{
	(void)state;
	struct session_view view = {.name = (char *)(uintptr_t) "my town/2"};
	prompt_open(&app, PROMPT_COMMAND, "log save {name}.oddlog");
	assert_string_equal(line(), "log save session.oddlog");
	app.view = &view; /* with a name */
	prompt_open(&app, PROMPT_COMMAND, "log save {name}.oddlog");
	assert_string_equal(line(), "log save my-town-2.oddlog");
	/* The second prompt took the place of the first. */
	press(&app, "Esc");
	assert_ptr_equal(app.top, &fake_explore);
}

/* ---- history --------------------------------------------------------------------------------- */

static void up_and_down_look_back(void **state)
{
	(void)state;
	static const char *const lines[] = {"iterate 5", "plant 5%", "undo", "plant 6%"};
	for (size_t i = 0; i < 4; i++) {
		prompt_open(&app, PROMPT_COMMAND, lines[i]);
		press(&app, "Enter");
	}
	prompt_open(&app, PROMPT_COMMAND, "p");
	press(&app, "Up");
	assert_string_equal(line(), "plant 6%");
	press(&app, "Up");
	assert_string_equal(line(), "plant 5%");
	press(&app, "Up");
	assert_string_equal(line(), "plant 5%");
	press(&app, "Down");
	assert_string_equal(line(), "plant 6%");
	press(&app, "Down");
	assert_string_equal(line(), "p");
	press(&app, "Up X C-u Up");
	assert_string_equal(line(), "plant 6%");
	press(&app, "Esc");
	prompt_open(&app, PROMPT_FIND, NULL);
	press(&app, "Up");
	assert_string_equal(line(), "");
}

/* ---- completion ------------------------------------------------------------------------------ */

static void tab_completes(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "maxi");
	press(&app, "Tab");
	assert_string_equal(line(), "maximise ");
	press(&app, "C-u u n p Tab");
	assert_string_equal(line(), "unplant ");
	/* Several: first what they share, then one after the other, round and round. */
	press(&app, "C-u f i n d - Tab");
	assert_string_equal(line(), "find-");
	assert_true(prompt()->open);
	press(&app, "Tab");
	assert_string_equal(line(), "find-next");
	press(&app, "Tab Tab");
	assert_string_equal(line(), "find-prompt");
	press(&app, "Tab");
	assert_string_equal(line(), "find-next");
	press(&app, "S-Tab");
	assert_string_equal(line(), "find-prompt");
	press(&app, "Esc");
	assert_string_equal(line(), "find-");
	assert_false(prompt()->open);
	press(&app, "Tab S-Tab Up");
	assert_string_equal(line(), "find-previous");
	press(&app, "Space");
	assert_string_equal(line(), "find-previous ");
	assert_false(prompt()->open);
	press(&app, "C-u z z z Tab");
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
		prompt_open(&app, PROMPT_COMMAND, cases[i][0]);
		press(&app, "Tab");
		assert_string_equal(line(), cases[i][1]);
	}
}

static void completion_leaves_the_rest_of_the_line(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "unp now");
	press(&app, "Home Right Right Right Tab");
	assert_string_equal(line(), "unplant now");
	press(&app, "Esc");
	prompt_open(&app, PROMPT_FILTER, "ty");
	press(&app, "Tab");
	assert_string_equal(line(), "type=");
	press(&app, "s Tab");
	assert_string_equal(line(), "type=structural ");
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
	prompt_open(&app, PROMPT_COMMAND, text);
	press(&app, "Tab");
	assert_string_equal(line(), expected);
	press(&app, "Esc");
	snprintf(text, sizeof text, "save-screen %s/tw", dir);
	snprintf(expected, sizeof expected, "save-screen \"%s/two words\" ", dir);
	prompt_open(&app, PROMPT_COMMAND, text);
	press(&app, "Tab");
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
	prompt_open(&app, PROMPT_COMMAND, "find-");
	press(&app, "Tab Tab");
	char *text = fake_draw(&app);
	assert_non_null(strstr(text, " find-next      select the next node that matches"));
	assert_non_null(strstr(text, " find-prompt    ask for the name of a node"));
	free(text);
	/* Longer than there is room for: it scrolls, and says where. */
	press(&app, "Esc C-u Tab S-Tab");
	const char *row = screen_row(22);
	assert_non_null(strstr(row, "zoom"));
	assert_non_null(strstr(row, " of "));
	/* On a tiny screen it still fits. */
	canvas_free(app.canvas);
	odd_error err;
	assert_ok(cells_create(&app.canvas, 10, 2, GLYPHS_ASCII, &err), err);
	free(fake_draw(&app));
}

static void the_mouse_takes_a_word(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "find-");
	press(&app, "Tab");
	free(fake_draw(&app));
	/* Three words over the last row: next, previous, prompt. */
	struct key key = {.code = K_MOUSE, .x = 2, .y = 21, .act = MOUSE_PRESS};
	assert_true(app.top->ops->key(app.top, &app, key));
	assert_string_equal(line(), "find-previous ");
	assert_false(prompt()->open);
	assert_false(app.top->ops->key(app.top, &app, key));
	press(&app, "C-u");
	type(&app, "find-");
	press(&app, "Tab");
	free(fake_draw(&app));
	key.act = MOUSE_WHEEL_DOWN;
	assert_true(app.top->ops->key(app.top, &app, key));
	assert_string_equal(line(), "find-next");
	key.y = 3;
	assert_false(app.top->ops->key(app.top, &app, key));
	/* What is not drawn yet cannot be clicked on. */
	press(&app, "Esc Tab");
	key.y = 21;
	assert_false(app.top->ops->key(app.top, &app, key));
}

static void usage_is_hinted(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, "until");
	assert_string_equal(screen_row(23), ":until it=N|delta<X|settled<X");
	type(&app, " ");
	assert_string_equal(screen_row(23), ":until it=N|delta<X|settled<X");
	type(&app, "it");
	assert_string_equal(screen_row(23), ":until it");
	press(&app, "Esc");
	prompt_open(&app, PROMPT_FILTER, NULL);
	assert_non_null(strstr(screen_row(23), "filter:  type=structural  label=3  rank<100"));
}

/* ---- find and filter ------------------------------------------------------------------------- */

static void finding_is_live(void **state)
{
	(void)state;
	app.look.selected = 7;
	prompt_open(&app, PROMPT_FIND, NULL);
	type(&app, "n");
	assert_string_equal(last_line(), "find n");
	/* The fake finds nothing, so the selection is as it was. */
	assert_int_equal(app.look.selected, 7);
	type(&app, " 1");
	assert_string_equal(last_line(), "find \"n 1\"");
	press(&app, "Left");
	assert_int_equal(fake_lines, 3);
	press(&app, "C-e C-u");
	assert_int_equal(fake_lines, 3);
	type(&app, "x");
	app.look.selected = 3;
	press(&app, "Esc");
	assert_int_equal(app.look.selected, 7);
	assert_ptr_equal(app.top, &fake_explore);
	prompt_open(&app, PROMPT_FIND, NULL);
	type(&app, "ann");
	press(&app, "Enter");
	assert_string_equal(last_line(), "find ann");
	prompt_open(&app, PROMPT_FIND, NULL);
	press(&app, "Enter");
	assert_string_equal(last_line(), "find");
	prompt_open(&app, PROMPT_FIND, NULL);
	press(&app, "Up");
	assert_string_equal(line(), "ann");
	assert_string_equal(last_line(), "find ann");
}

static void filters_are_words(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_FILTER, NULL);
	type(&app, "rank<100");
	assert_int_equal(fake_lines, 0);
	press(&app, "Enter");
	assert_string_equal(last_line(), "filter rank<100");
	prompt_open(&app, PROMPT_FILTER, NULL);
	press(&app, "Enter");
	assert_string_equal(last_line(), "filter none");
}

/* Ctrl-C comes as the command. */
static void stop_leaves_when_nothing_runs(void **state)
{
	(void)state;
	odd_error err;
	prompt_open(&app, PROMPT_COMMAND, "x");
	app.progress.busy = true;
	(void)app_run(&app, "stop", &err);
	assert_string_equal(line(), "x");
	app.progress.busy = false;
	(void)app_run(&app, "stop", &err);
	assert_ptr_equal(app.top, &fake_explore);
}

static void only_some_keys_pass(void **state)
{
	(void)state;
	prompt_open(&app, PROMPT_COMMAND, NULL);
	press(&app, "PgUp F2 C-r C-o F9");
	assert_int_equal(fake_lines, 0);
	press(&app, "C-l");
	assert_string_equal(last_line(), "redraw");
	type(&app, "?q");
	assert_string_equal(line(), "?q");
}

/* ---- anything at all ------------------------------------------------------------------------- */

static struct key random_key(odd_rng *rng)
{
	struct key key = {0};
	static const char usual[] = " abcefhimnopqrstu0123=<%'\"\\/-{}";
	switch (odd_rng_below(rng, 6)) {
	case 0:
		key.code = K_ENTER + (uint32_t)odd_rng_below(rng, K_MOUSE - K_ENTER + 1);
		key.mods = (unsigned)odd_rng_below(rng, 8);
		key.x = (int)odd_rng_below(rng, 110) - 4;
		key.y = (int)odd_rng_below(rng, 34) - 2;
		key.act = (enum mouse_act)odd_rng_below(rng, MOUSE_WHEEL_DOWN + 1);
		break;
	case 1:
		key.code = K_TAB;
		break;
	case 2:
		key.code = 'a' + (uint32_t)odd_rng_below(rng, 26);
		key.mods = 1 + (unsigned)odd_rng_below(rng, 3);
		break;
	case 3:
		key.code = (uint32_t)odd_rng_below(rng, 0x110000);
		break;
	default:
		key.code = (unsigned char)usual[odd_rng_below(rng, sizeof usual - 1)];
	}
	return key;
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 3, "keys");
	for (int round = 0; round < 12; round++) {
		odd_error err;
		canvas_free(app.canvas);
		assert_ok(cells_create(&app.canvas, 1 + odd_rng_below(&rng, 100),
				  1 + odd_rng_below(&rng, 30),
				  (enum glyph_set)odd_rng_below(&rng, GLYPHS_COUNT), &err),
			err);
		for (int i = 0; i < 400; i++) {
			if (app.top == &fake_explore)
				prompt_open(&app, (enum prompt_kind)odd_rng_below(&rng, 3), NULL);
			fake_press(&app, random_key(&rng));
			if (i % 3 == 0)
				free(fake_draw(&app));
		}
	}
}

int main(void)
{
#define EACH(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
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
