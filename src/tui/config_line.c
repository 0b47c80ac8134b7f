#include "config.h"

#include "tui/config_line.h"

#include <stdio.h>

#include "draw/utf8.h"
#include "session/memory.h"

/* Where word k begins: blanks within quotes part nothing. The end of the line when there are
 * fewer. */
static const char *word_start(const char *text, int k)
{
	const char *p = text;
	for (;; k--) {
		p += strspn(p, " \t");
		if (k == 0 || *p == '\0')
			return p;
		char quote = '\0';
		for (; *p != '\0' && (quote != '\0' || (*p != ' ' && *p != '\t')); p++) {
			if (*p == '\\' && quote != '\'' && p[1] != '\0')
				p++;
			else if (quote == '\0' && (*p == '\'' || *p == '"'))
				quote = *p;
			else if (*p == quote)
				quote = '\0';
		}
	}
}

/* Columns count characters, from 1. */
static long column_of(const char *text, const char *at)
{
	long column = 1;
	while (text < at) {
		utf8_next(&text);
		column++;
	}
	return column;
}

static void replace(char **string, const char *text)
{
	free(*string);
	*string = memory_string(text);
}

/* "name=value" or "name value". */
static odd_status parse_set(
	struct config_line *line, char **word, int count, long *column, odd_error *err)
{
	char *equals = count > 1 ? strchr(word[1], '=') : NULL;
	*column = line->column[1];
	line->verb = LINE_SET;
	if (equals != NULL && count == 2) {
		*equals = '\0';
		replace(&line->name, word[1]);
		replace(&line->value, equals + 1);
		return ODD_OK;
	}
	if (equals == NULL && count == 3) {
		replace(&line->name, word[1]);
		replace(&line->value, word[2]);
		return ODD_OK;
	}
	return odd_error_set(err, ODD_EUSAGE, "set: say: set OPTION=VALUE");
}

static odd_status parse_bind(struct config_line *line, const char *text, char **word, int count,
	long *column, odd_error *err)
{
	line->verb = LINE_BIND;
	*column = line->column[count < 3 ? count : 3];
	if (count < 4)
		return odd_error_set(err, ODD_EUSAGE, "bind: say: bind SCREEN KEY COMMAND");
	replace(&line->screen, word[1]);
	replace(&line->keys, word[2]);
	/* The command is the rest as it stands: its quotes are its own. */
	replace(&line->command, word_start(text, 3));
	size_t end = strlen(line->command);
	while (end > 0 && strchr(" \t", line->command[end - 1]) != NULL)
		line->command[--end] = '\0';
	return ODD_OK;
}

static odd_status parse_unbind(
	struct config_line *line, char **word, int count, long *column, odd_error *err)
{
	line->verb = LINE_UNBIND;
	*column = line->column[count < 3 ? count : 3];
	if (count != 3)
		return odd_error_set(err, ODD_EUSAGE, "unbind: say: unbind SCREEN KEY");
	replace(&line->screen, word[1]);
	replace(&line->keys, word[2]);
	return ODD_OK;
}

odd_status config_line_parse(
	struct config_line *out, const char *text, long *column, odd_error *err)
{
	char **word;
	int count;
	*out = (struct config_line){0};
	replace(&out->name, "");
	replace(&out->value, "");
	replace(&out->screen, "");
	replace(&out->keys, "");
	replace(&out->command, "");
	for (int k = 0; k < 4; k++)
		out->column[k] = column_of(text, word_start(text, k));
	*column = out->column[0];
	if (text[strspn(text, " \t")] == '#')
		return ODD_OK;
	odd_status status = command_split(&word, &count, text, err);
	if (status != ODD_OK || count == 0)
		return status;
	if (strcmp(word[0], "set") == 0)
		status = parse_set(out, word, count, column, err);
	else if (strcmp(word[0], "bind") == 0)
		status = parse_bind(out, text, word, count, column, err);
	else if (strcmp(word[0], "unbind") == 0)
		status = parse_unbind(out, word, count, column, err);
	else
		status = odd_error_set(
			err, ODD_EUSAGE, "\"%.40s\" is not one of set, bind and unbind", word[0]);
	command_free_words(word, count);
	return status;
}

void config_line_clear(struct config_line *line)
{
	free(line->name);
	free(line->value);
	free(line->screen);
	free(line->keys);
	free(line->command);
	*line = (struct config_line){0};
}

char *config_line_keys(const struct config_line *line, char out[KEYMAP_KEYS])
{
	struct keymap_row row = {0};
	out[0] = '\0';
	for (const char *p = line->keys + strspn(line->keys, " "); *p != '\0';
		p += strspn(p, " ")) {
		char name[40];
		size_t n = strcspn(p, " ");
		snprintf(name, sizeof name, "%.*s", (int)(n < 39 ? n : 39), p);
		if (row.length == 2 || !key_parse(&row.key[row.length++], name))
			return out;
		p += n;
	}
	return row.length > 0 ? keymap_row_keys(&row, out) : out;
}

/* Which word of bind or unbind is at fault: its screen, its key, or the rest. */
static int word_at_fault(const struct config_line *line)
{
	char keys[KEYMAP_KEYS];
	const char *screen = NULL;
	for (size_t i = 0; (screen = keymap_screen(i)) != NULL; i++)
		if (strcmp(screen, line->screen) == 0)
			break;
	if (screen == NULL)
		return 1;
	return line->verb == LINE_UNBIND || config_line_keys(line, keys)[0] == '\0' ? 2 : 3;
}

odd_status config_line_apply(const struct config_line *line, struct keymap *keys,
	struct settings_state *settings, long *column, odd_error *err)
{
	odd_status status = ODD_OK;
	const odd_option *row;
	*column = line->column[0];
	switch (line->verb) {
	case LINE_NOTHING:
		return ODD_OK;
	case LINE_SET:
		*column = line->column[1];
		row = settings_find(line->name, strlen(line->name));
		return row != NULL ? settings_set(settings, row, line->value, err)
				   : odd_error_set(err, ODD_EUSAGE, "there is no option \"%.60s\"",
					     line->name);
	case LINE_BIND:
		status = keymap_bind(keys, line->screen, line->keys, line->command, err);
		break;
	case LINE_UNBIND:
		status = keymap_unbind(keys, line->screen, line->keys, err);
		break;
	}
	*column = line->column[word_at_fault(line)];
	return status;
}
