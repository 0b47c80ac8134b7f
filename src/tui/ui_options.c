#include "config.h"

#include "tui/ui_options.h"

#include <stdio.h>
#include <string.h>

#include "session/command.h"
#include "tui/app.h"

#define SPEED_MOST 1000.0

/* Which of "a|b|c" the value is; −1: none of them. */
static int position(const char *values, const char *value)
{
	int at = 0;
	for (const char *p = values;; at++) {
		size_t n = strcspn(p, "|");
		if (n == strlen(value) && strncmp(p, value, n) == 0)
			return at;
		if (p[n] == '\0')
			return -1;
		p += n + 1;
	}
}

/* The at-th of "a|b|c". */
static char *nth(char out[UI_VALUE], const char *values, int at)
{
	while (at-- > 0)
		values += strcspn(values, "|") + 1;
	snprintf(out, UI_VALUE, "%.*s", (int)strcspn(values, "|"), values);
	return out;
}

static odd_status choose(
	int *at, const char *name, const char *values, const char *value, odd_error *err)
{
	*at = position(values, value);
	if (*at >= 0)
		return ODD_OK;
	return odd_error_set(
		err, ODD_EUSAGE, "%s: \"%.60s\" is not one of %s", name, value, values);
}

/* ---- a getter and a setter each -------------------------------------------------------------- */

#define GLYPHS "braille|block|ascii" /* in the order of enum glyph_set */
#define THEMES "light|dark"          /* … of enum theme */
#define SWITCH "off|on"

static char *get_glyphs(char out[UI_VALUE], const struct ui_settings *s)
{
	return nth(out, GLYPHS, (int)s->glyphs);
}

static odd_status set_glyphs(struct ui_settings *s, const char *value, odd_error *err)
{
	int at;
	odd_status status = choose(&at, "glyphs", GLYPHS, value, err);
	if (status == ODD_OK)
		s->glyphs = (enum glyph_set)at;
	return status;
}

static char *get_theme(char out[UI_VALUE], const struct ui_settings *s)
{
	return nth(out, THEMES, (int)s->theme);
}

static odd_status set_theme(struct ui_settings *s, const char *value, odd_error *err)
{
	int at;
	odd_status status = choose(&at, "theme", THEMES, value, err);
	if (status == ODD_OK)
		s->theme = (enum theme)at;
	return status;
}

static char *get_mouse(char out[UI_VALUE], const struct ui_settings *s)
{
	return nth(out, SWITCH, s->mouse);
}

static odd_status set_mouse(struct ui_settings *s, const char *value, odd_error *err)
{
	int at;
	odd_status status = choose(&at, "mouse", SWITCH, value, err);
	if (status == ODD_OK)
		s->mouse = at == 1;
	return status;
}

static char *get_speed(char out[UI_VALUE], const struct ui_settings *s)
{
	if (s->speed > 0.0)
		snprintf(out, UI_VALUE, "%.6g", s->speed);
	else
		snprintf(out, UI_VALUE, "full");
	return out;
}

static odd_status set_speed(struct ui_settings *s, const char *value, odd_error *err)
{
	if (strcmp(value, "full") == 0) {
		s->speed = 0.0;
		return ODD_OK;
	}
	return session_parse_real(&s->speed, "speed", value, 0.01, SPEED_MOST, err);
}

static const struct ui_option options[] = {
	{"glyphs", GLYPHS, "what curves and maps are drawn with; ascii for plain terminals",
		get_glyphs, set_glyphs},
	{"mouse", SWITCH, "click and scroll; off leaves the mouse to the terminal", get_mouse,
		set_mouse},
	{"theme", THEMES, "whether the terminal's ground is light or dark", get_theme, set_theme},
	{"speed", "full|NUMBER", "iterations a second in play; full: as fast as it goes", get_speed,
		set_speed},
};

const struct ui_option *ui_option_get(size_t i)
{
	return i < sizeof options / sizeof *options ? &options[i] : NULL;
}

const struct ui_option *ui_option_find(const char *name)
{
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strcmp(options[i].name, name) == 0)
			return &options[i];
	return NULL;
}

odd_status ui_set(struct app *app, const char *name, const char *value, bool *known, odd_error *err)
{
	const struct ui_option *option = ui_option_find(name);
	*known = option != NULL;
	if (option == NULL)
		return ODD_OK;
	struct ui_settings changed = app->set;
	odd_status status = option->set(&changed, value, err);
	if (status != ODD_OK)
		return status;
	app->set = changed;
	app->dirty = true;
	return ODD_OK;
}
