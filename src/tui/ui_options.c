#include "config.h"

#include "tui/ui_options.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tui/app.h"
#include "tui/explore.h"

/* Braille where the terminal can be expected to show it. */
static enum glyph_set guess_glyphs(void)
{
	const char *codeset = nl_langinfo(CODESET);
	bool utf8 = strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "utf8") == 0;
	/* The fonts of the Linux console have blocks, but no braille. */
	const char *term = getenv("TERM");
	bool console =
		term != NULL && (strcmp(term, "linux") == 0 || strncmp(term, "linux-", 6) == 0);
	return !utf8 ? GLYPHS_ASCII : console ? GLYPHS_BLOCK : GLYPHS_BRAILLE;
}

/* Some terminals tell their ground as the last number of COLORFGBG: 7 and 15 are light. */
static enum theme guess_theme(void)
{
	const char *told = getenv("COLORFGBG");
	const char *ground = told != NULL ? strrchr(told, ';') : NULL;
	bool light = ground != NULL && (strcmp(ground, ";7") == 0 || strcmp(ground, ";15") == 0);
	return light ? THEME_LIGHT : THEME_DARK;
}

#define AT(field) .offset = offsetof(struct ui_settings, field)

/* clang-format off */
const odd_option ui_option_rows[] = {
	{.name = "glyphs", .type = ODD_OPTION_CHOICE, AT(glyph_choice), .flags = ODD_OPTION_SETTABLE,
		.choices = "auto|braille|block|ascii",
		.usual = "auto",
		.help = "characters that curves are made of; auto is braille in UTF-8, blocks "
			"on the Linux console, ASCII elsewhere"},
	{.name = "theme", .type = ODD_OPTION_CHOICE, AT(theme_choice), .flags = ODD_OPTION_SETTABLE,
		.choices = "auto|light|dark", .usual = "auto",
		.help = "ground of the terminal, for which colours are chosen"},
	{.name = "mouse", .type = ODD_OPTION_FLAG, AT(mouse), .flags = ODD_OPTION_SETTABLE,
		.usual = "on", .help = "obey the mouse; off leaves it to the terminal"},
	{.name = "ranking", .type = ODD_OPTION_CHOICE, AT(ranking), .flags = ODD_OPTION_SETTABLE,
		.choices = "score|one", .usual = "score",
		.help = "sort the list by the score, or by ONE alone"},
	{.name = "truth", .type = ODD_OPTION_CHOICE, AT(truth), .flags = ODD_OPTION_SETTABLE,
		.choices = "shown|hidden", .usual = "shown",
		.help = "show which nodes are known or planted outliers, and how many were found, or "
			"leave one to guess"},
	{.name = "speed", .type = ODD_OPTION_REAL, AT(speed), .flags = ODD_OPTION_SETTABLE,
		.most = 1000, .usual = "4",
		.help = "iterations a second in play; 0 is as fast as it goes"},
	{.name = "columns", .type = ODD_OPTION_CHOICE, AT(columns_choice),
		.text = offsetof(struct ui_settings, columns), .flags = ODD_OPTION_SETTABLE,
		.choices = "auto|COLUMNS", .usual = "auto",
		.help = "columns of the list, with commas between: rank, range, change, kept, name, row, "
			"label, kind, marked, degree, words, structure, attributes, disagreement, total"},
};
/* clang-format on */
const size_t ui_option_count = sizeof ui_option_rows / sizeof *ui_option_rows;

const odd_option *ui_option_find(const char *name, size_t length)
{
	return odd_option_find(ui_option_rows, ui_option_count, name, length);
}

void ui_settings_init(struct ui_settings *set)
{
	*set = (struct ui_settings){0};
	odd_options_init(set, ui_option_rows, ui_option_count);
	ui_settings_settle(set);
}

void ui_settings_settle(struct ui_settings *set)
{
	set->glyphs =
		set->glyph_choice == 0 ? guess_glyphs() : (enum glyph_set)(set->glyph_choice - 1);
	const int theme = set->theme_choice != 0 ? set->theme_choice : set->terminal_theme;
	set->theme = theme == 0 ? guess_theme() : (enum theme)(theme - 1);
}

odd_status ui_settings_check(const struct ui_settings *set, const odd_network *net, odd_error *err)
{
	odd_error fault;
	if (set->columns_choice == 0 || list_columns_check(set->columns, net, &fault) == ODD_OK)
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE, "columns: %s", fault.message);
}

/* ---- together with those of the run ---------------------------------------------------------- */

void settings_init(struct settings_state *s)
{
	run_options_init(&s->run);
	ui_settings_init(&s->ui);
}

void settings_take(struct settings_state *s, const struct app *app)
{
	*s = (struct settings_state){.ui = app->set, .run = app->view->wanted};
}

const odd_option *settings_row(size_t i)
{
	const odd_option *row = run_option_settable(i);
	if (row != NULL)
		return row;
	size_t runs = 0;
	while (run_option_settable(runs) != NULL)
		runs++;
	return i - runs < ui_option_count ? &ui_option_rows[i - runs] : NULL;
}

const odd_option *settings_find(const char *name, size_t length)
{
	const odd_option *ours = ui_option_find(name, length);
	return ours != NULL ? ours : run_option_find(name, length);
}

odd_status settings_set(
	struct settings_state *s, const odd_option *row, const char *value, odd_error *err)
{
	struct settings_state next = *s;
	void *home = run_option_is(row) ? (void *)&next.run : (void *)&next.ui;
	odd_status status = odd_option_set(home, row, NULL, value, err);
	if (status == ODD_OK && run_option_is(row) && row->text != 0)
		status = run_options_check_start(&next.run, row->name, err);
	if (status == ODD_OK)
		status = ui_settings_check(&next.ui, NULL, err);
	if (status != ODD_OK)
		return status;
	ui_settings_settle(&next.ui);
	*s = next;
	return status;
}

char *settings_get(
	char out[ODD_OPTION_VALUE], const struct settings_state *s, const odd_option *row)
{
	const void *home = run_option_is(row) ? (const void *)&s->run : (const void *)&s->ui;
	return odd_option_get(out, row, home);
}
