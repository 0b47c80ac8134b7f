/* test_help.c: help says what the tables and the key map say, on any screen of any size; and the
 * log beside it. */
#include "config.h"

#include "explorer.h"

#include "tui/edit.h"
#include "tui/help.h"
#include "tui/screens.h"
#include "tui/ui_options.h"
#include "tui/ui_commands.h"

/* All of help, one screen after the other, as one text. */
static char *read_all(void)
{
	char *all = calloc(1, 1);
	press("Home");
	for (int i = 0; i < 200; i++) {
		char *page = screen();
		all = realloc(all, strlen(all) + strlen(page) + 1);
		assert_non_null(all);
		strcat(all, page);
		free(page);
		press("PgDn");
	}
	return all;
}

static void must_say(const char *text, const char *words)
{
	if (strstr(text, words) == NULL)
		fail_msg("help does not say \"%s\"", words);
}

static void must_not_say(const char *text, const char *words)
{
	if (strstr(text, words) != NULL)
		fail_msg("help says \"%s\"", words);
}

/* ---- the page -------------------------------------------------------------------------------- */

static const struct help_item *item_of(
	const struct help_page *page, enum help_kind kind, const char *left)
{
	for (size_t i = 0; i < page->count; i++)
		if (page->item[i].kind == kind && strcmp(page->item[i].left, left) == 0)
			return &page->item[i];
	return NULL;
}

static void every_row_of_every_table_is_there(void **state)
{
	(void)state;
	struct help_page page;
	const odd_option *option;
	const struct keymap_row *row;
	help_page_build(&page, app->keys, "explore");
	for (const struct command_table *t = &explorer_commands; t != NULL; t = t->base)
		for (size_t i = 0; i < t->rows; i++)
			assert_non_null(item_of(&page, HELP_ENTRY, t->row[i].name));
	char name[60];
	for (size_t i = 0; (option = settings_row(i)) != NULL; i++) {
		snprintf(name, sizeof name, "%s=", option->name);
		assert_non_null(item_of(&page, HELP_ENTRY, name));
	}
	for (size_t i = 0; (row = keymap_get(app->keys, i)) != NULL; i++) {
		bool found = false;
		for (size_t j = 0; j < page.count; j++)
			found = found || strcmp(page.item[j].right, row->note) == 0;
		if (strcmp(row->screen, "generic") == 0 || strcmp(row->screen, "explore") == 0)
			assert_true(found);
	}
	/* Keys for one act stand together. */
	assert_non_null(item_of(&page, HELP_KEY, "?  F1"));
	assert_non_null(item_of(&page, HELP_KEY, "Up  k"));
	help_page_clear(&page);
}

/* Rows hold every word of every item, in order, and no row is too wide. */
static void layout_loses_nothing(void **state)
{
	(void)state;
	struct help_page page;
	help_page_build(&page, app->keys, "explore");
	for (int columns = 24; columns < 130; columns += 7) {
		help_page_lay_out(&page, columns, "");
		size_t words = 0, wanted = 0;
		for (size_t i = 0; i < page.row_count; i++) {
			const struct help_row *row = &page.row[i];
			if (row->item == NULL || row->part == HELP_LEFT)
				continue;
			const char *text =
				row->part == HELP_USAGE ? row->item->usage : row->item->right;
			char part[400];
			snprintf(part, sizeof part, "%.*s", (int)row->length, text + row->from);
			assert_true(row->indent + (int)utf8_width(part) <= columns ||
				    row->indent + 8 > columns);
			for (const char *p = part; *p != '\0'; p++)
				words += *p != ' ';
		}
		for (size_t i = 0; i < page.count; i++) {
			if (page.item[i].kind == HELP_TITLE)
				continue;
			for (const char *p = page.item[i].usage; *p != '\0'; p++)
				wanted += *p != ' ';
			for (const char *p = page.item[i].right; *p != '\0'; p++)
				wanted += *p != ' ';
		}
		assert_int_equal(words, wanted);
	}
	help_page_clear(&page);
}

/* ---- the screen ------------------------------------------------------------------------------ */

static void opens_for_the_screen_it_is_on(void **state)
{
	(void)state;
	help_open(app, NULL);
	char *text = screen();
	must_say(text, "This screen (explore)");
	must_say(text, "1              the loss; again: alone on the screen");
	free(text);
	text = read_all();
	must_say(text, "Steps");
	must_say(text, "run the next sub-step\n");
	must_say(text, "While typing");
	must_say(text, "until it=N|delta<X");
	must_not_say(text, "write the commands to a file");
	free(text);
	press("q");
	assert_true(nothing_open());
	screen_open(app, &log_screen, NULL);
	help_open(app, NULL);
	text = screen();
	must_say(text, "This screen (log)");
	must_say(text, "write the commands to a file");
	free(text);
}

static void follows_the_key_map(void **state)
{
	(void)state;
	odd_error err;
	assert_ok(keymap_bind(app->keys, "generic", "F7", "substep 2", &err), err);
	assert_ok(keymap_bind(app->keys, "generic", "s", "move down", &err), err);
	assert_ok(keymap_unbind(app->keys, "explore", "z", &err), err);
	help_open(app, NULL);
	char *text = read_all();
	must_say(text, "Your own keys");
	must_say(text, "substep 2");
	must_not_say(text, "run the next sub-step\n");
	must_not_say(text, "this pane alone on the screen, or all");
	free(text);
}

static void finds_text(void **state)
{
	(void)state;
	help_open(app, "UNPLANT");
	char *text = screen();
	must_say(text, "Help: 1 with \"UNPLANT\"");
	must_say(text, "Commands for the run");
	must_say(text, "take the last planting out");
	must_not_say(text, "iterate");
	free(text);
	/* One level at a time. */
	press("Esc");
	text = screen();
	must_say(text, "This screen");
	free(text);
	/* By its own prompt, while typing. */
	press("/");
	type("weig");
	text = screen();
	must_say(text, "with \"weig\"");
	must_say(text, "/weig");
	free(text);
	press("Enter");
	text = screen();
	must_say(text, "with \"weig\"");
	free(text);
	/* Given up: all of it again. */
	press("/");
	type("x");
	press("Esc");
	text = screen();
	must_not_say(text, "with \"");
	free(text);
	help_open(app, "no such words");
	text = screen();
	must_say(text, "Help: 0 with");
	free(text);
	assert_int_equal(app->look->selected, SESSION_NONE);
}

static void moves_by_headings(void **state)
{
	(void)state;
	help_open(app, NULL);
	char *text = screen();
	free(text);
	press("Tab");
	text = screen();
	assert_non_null(strstr(text, "\n Steps\n"));
	free(text);
	press("Tab S-Tab S-Tab S-Tab");
	text = screen();
	must_say(text, "This screen");
	free(text);
	press("End");
	text = screen();
	must_say(text, "speed=");
	free(text);
}

static void reads_well_when_narrow(void **state)
{
	(void)state;
	resize(60, 20, GLYPHS_ASCII);
	help_open(app, NULL);
	char *text = read_all();
	for (const char *p = text; *p != '\0'; p++)
		assert_true((unsigned char)*p < 0x80);
	must_say(text, "plant PERCENT%|KIND=COUNT... [--placebo PLACEBOS]");
	must_say(text, "half-up|\n");
	free(text);
}

/* ---- the log --------------------------------------------------------------------------------- */

/* So many commands in the log; the first opens a network. */
static void log_up_to(size_t count)
{
	while (app->view->log_count < count) {
		char line[40];
		snprintf(line, sizeof line, "set iterations=%zu", 100 + app->view->log_count);
		run(app->view->log_count == 0 ? "open net" : line);
	}
	assert_int_equal(app->view->log_count, count);
}

static void the_log_is_listed(void **state)
{
	(void)state;
	save_blocks(30, "net");
	press("L");
	char *text = screen();
	must_say(text, "Log: 0 commands\n");
	must_say(text, "Nothing yet.");
	free(text);
	log_up_to(1);
	text = screen();
	must_say(text, "Log: 1 command; w writes it to a file");
	must_say(text, "1  open net");
	free(text);
	/* Its end is followed as it grows, until the user looks elsewhere. */
	log_up_to(40);
	text = screen();
	must_say(text, "40  set iterations=139");
	must_say(text, "22-40 of 40");
	free(text);
	press("g");
	log_up_to(41);
	text = screen();
	must_say(text, " 1  open net");
	must_say(text, "1-19 of 41");
	free(text);
	press("w");
	assert_string_equal(screen_row(23), ":log save blocks.oddlog");
	press("Enter");
	assert_int_equal(access("blocks.oddlog", R_OK), 0);
	press("q");
	assert_true(nothing_open());
}

static void open_help_or_log(odd_rng *rng)
{
	if (odd_rng_below(rng, 2) == 0)
		help_open(app, odd_rng_below(rng, 2) == 0 ? "mo" : NULL);
	else
		screen_open(app, &log_screen, NULL);
}

static void random_keys_do_no_harm(void **state)
{
	(void)state;
	odd_rng rng;
	save_blocks(30, "net");
	run("open net");
	odd_rng_init(&rng, 9, "keys");
	storm(&rng, 600, open_help_or_log);
}

int main(void)
{
#define EACH(f) cmocka_unit_test_setup_teardown(f, begin_empty, end_empty)
	const struct CMUnitTest tests[] = {
		EACH(every_row_of_every_table_is_there),
		EACH(layout_loses_nothing),
		EACH(opens_for_the_screen_it_is_on),
		EACH(follows_the_key_map),
		EACH(finds_text),
		EACH(moves_by_headings),
		EACH(reads_well_when_narrow),
		EACH(the_log_is_listed),
		EACH(random_keys_do_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
