#include "config.h"

#include "tui/ui_options.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "session/command.h"
#include "tui/app.h"

#define GLYPHS "auto|braille|block|ascii"
#define THEMES "auto|dark|light"
#define SWITCH "on|off"

/* Braille where the terminal can be expected to show it. */
static enum glyph_set guess_glyphs(void)
{
	const char *codeset = nl_langinfo(CODESET);
	bool utf8 = strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "utf8") == 0;
	return utf8 ? GLYPHS_BRAILLE : GLYPHS_ASCII;
}

/* Some terminals tell their ground as the last number of COLORFGBG: 7 and 15 are light. */
static enum theme guess_theme(void)
{
	const char *told = getenv("COLORFGBG");
	const char *ground = told != NULL ? strrchr(told, ';') : NULL;
	bool light = ground != NULL && (strcmp(ground, ";7") == 0 || strcmp(ground, ";15") == 0);
	return light ? THEME_LIGHT : THEME_DARK;
}

static odd_status set_glyphs(struct ui_settings *set, const char *value, odd_error *err)
{
	int at = 0;
	odd_status status = session_choose(&at, "glyphs", GLYPHS, value, err);
	if (status == ODD_OK)
		set->glyphs = at == 0 ? guess_glyphs() : (enum glyph_set)(at - 1);
	return status;
}

static void get_glyphs(const struct ui_settings *set, char value[UI_VALUE])
{
	static const char *const names[GLYPHS_COUNT] = {"braille", "block", "ascii"};
	snprintf(value, UI_VALUE, "%s", names[set->glyphs]);
}

static odd_status set_theme(struct ui_settings *set, const char *value, odd_error *err)
{
	int at = 0;
	odd_status status = session_choose(&at, "theme", THEMES, value, err);
	if (status == ODD_OK)
		set->theme = at == 0 ? guess_theme() : at == 1 ? THEME_DARK : THEME_LIGHT;
	return status;
}

static void get_theme(const struct ui_settings *set, char value[UI_VALUE])
{
	snprintf(value, UI_VALUE, "%s", set->theme == THEME_DARK ? "dark" : "light");
}

static odd_status set_mouse(struct ui_settings *set, const char *value, odd_error *err)
{
	int at = 0;
	odd_status status = session_choose(&at, "mouse", SWITCH, value, err);
	if (status == ODD_OK)
		set->mouse = at == 0;
	return status;
}

static void get_mouse(const struct ui_settings *set, char value[UI_VALUE])
{
	snprintf(value, UI_VALUE, "%s", set->mouse ? "on" : "off");
}

static odd_status set_speed(struct ui_settings *set, const char *value, odd_error *err)
{
	return session_parse_real(&set->speed, "speed", value, 0.0, 1000.0, err);
}

static void get_speed(const struct ui_settings *set, char value[UI_VALUE])
{
	snprintf(value, UI_VALUE, "%.6g", set->speed);
}

static const struct ui_option options[] = {
	{"glyphs", GLYPHS, "auto",
		"characters that curves are made of; auto is braille in UTF-8, ASCII elsewhere",
		set_glyphs, get_glyphs},
	{"theme", THEMES, "auto", "ground of the terminal, for which colours are chosen", set_theme,
		get_theme},
	{"mouse", SWITCH, "on", "obey the mouse; off leaves it to the terminal", set_mouse,
		get_mouse},
	{"speed", "NUMBER", "4", "iterations a second in play; 0 is as fast as it goes", set_speed,
		get_speed},
};

const struct ui_option *ui_option_get(size_t i)
{
	return i < sizeof options / sizeof *options ? &options[i] : NULL;
}

const struct ui_option *ui_option_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strlen(options[i].name) == length &&
			strncmp(options[i].name, name, length) == 0)
			return &options[i];
	return NULL;
}

void ui_settings_init(struct ui_settings *set)
{
	*set = (struct ui_settings){0};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		(void)options[i].set(set, options[i].usual, NULL);
}
