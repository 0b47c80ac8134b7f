/* config_line.h: one line of oddone.conf. */
#ifndef TUI_CONFIG_LINE_H
#define TUI_CONFIG_LINE_H

#include "tui/keymap.h"
#include "tui/settings.h"

enum config_verb { LINE_NOTHING, LINE_SET, LINE_BIND, LINE_UNBIND };

/* Strings are the line's own; those that the verb has no use for are empty. */
struct config_line {
	enum config_verb verb;
	char *name, *value;            /* set */
	char *screen, *keys, *command; /* bind, unbind */
	long column[4];                /* where each word begins */
};

/* Take a line apart; a comment or a blank line is LINE_NOTHING. On error *column tells where. Clear
 * out in any case. */
odd_status config_line_parse(
	struct config_line *out, const char *text, long *column, odd_error *err);
/* Do what it says. */
odd_status config_line_apply(const struct config_line *line, struct keymap *keys,
	struct settings_state *settings, long *column, odd_error *err);
void config_line_clear(struct config_line *line);

/* The keys as the key map would name them ("escape" is "Esc"); empty when there are none such.
 * Returns out. */
char *config_line_keys(const struct config_line *line, char out[KEYMAP_KEYS]);

#endif
