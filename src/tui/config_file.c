/* config_file.c: oddone.conf, and the settings that were chosen in the program. */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/words.h"
#include "draw/utf8.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "tui/config_file.h"
#include "tui/explore.h"
#include "tui/text.h"

/* ---- a line -----------------------------------------------------------------------------------
 */

enum verb { NOTHING, SET, BIND, UNBIND };

/* A line taken apart. What is lent lies in its words or in the text; what the verb has no use for
 * is NULL. */
struct line {
	enum verb verb;
	char **word;
	int count;
	const char *name, *value;  /* set; lent */
	const char *screen, *keys; /* bind, unbind; lent */
	char *command;             /* bind */
	long column[4];            /* where each word begins */
};

/* Where word k begins: blanks within quotes part nothing. The end of the line when there are
 * fewer. */
static const char *word_start(const char *text, int k)
{
	const char *p = text;
	for (;; k--) {
		p += strspn(p, ODD__BLANKS);
		if (k == 0 || *p == '\0')
			return p;
		char quote;
		p += odd__word(NULL, p, &quote);
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

static void clear(struct line *line)
{
	command_free_words(line->word, line->count);
	free(line->command);
}

/* "name=value" or "name value". */
static bool take_set(struct line *line)
{
	char *equals = line->count > 1 ? strchr(line->word[1], '=') : NULL;
	if (line->count != (equals != NULL ? 2 : 3))
		return false;
	line->name = line->word[1];
	line->value = equals != NULL ? equals + 1 : line->word[2];
	if (equals != NULL)
		*equals = '\0';
	return true;
}

static bool take_keys(struct line *line, const char *text)
{
	if (line->verb == UNBIND ? line->count != 3 : line->count < 4)
		return false;
	line->screen = line->word[1];
	line->keys = line->word[2];
	if (line->verb == UNBIND)
		return true;
	/* The command is the rest as it stands: its quotes are its own. */
	line->command = xstrdup(word_start(text, 3));
	size_t end = strlen(line->command);
	while (end > 0 && strchr(" \t", line->command[end - 1]) != NULL)
		line->command[--end] = '\0';
	return true;
}

/* A comment or a blank line is NOTHING. On error *column tells where. Clear out in any case. */
static odd_status parse(struct line *out, const char *text, long *column, odd_error *err)
{
	static const char *const verbs[][2] = {[SET] = {"set", "OPTION=VALUE"},
		[BIND] = {"bind", "SCREEN KEY COMMAND"},
		[UNBIND] = {"unbind", "SCREEN KEY"}};
	*out = (struct line){0};
	for (int k = 0; k < 4; k++)
		out->column[k] = column_of(text, word_start(text, k));
	*column = out->column[0];
	if (text[strspn(text, " \t")] == '#')
		return ODD_OK;
	odd_status status = command_split(&out->word, &out->count, text, err);
	if (status != ODD_OK || out->count == 0)
		return status;
	int verb = SET;
	while (verb <= UNBIND && strcmp(out->word[0], verbs[verb][0]) != 0)
		verb++;
	if (verb > UNBIND)
		return odd_error_set(err, ODD_EUSAGE,
			"\"%.40s\" is not one of set, bind and unbind", out->word[0]);
	out->verb = (enum verb)verb;
	*column = out->column[verb == SET ? 1 : out->count < 3 ? out->count : 3];
	if (verb == SET ? take_set(out) : take_keys(out, text))
		return ODD_OK;
	return odd_error_set(
		err, ODD_EUSAGE, "%s: say: %s %s", verbs[verb][0], verbs[verb][0], verbs[verb][1]);
}

/* Which word of bind or unbind is at fault: its screen, its key, or the rest. */
static int word_at_fault(const struct line *line)
{
	struct keymap_row row;
	if (keymap_parse(&row, line->screen, "a", NULL) != ODD_OK)
		return 1;
	bool keys = keymap_parse(&row, line->screen, line->keys, NULL) == ODD_OK;
	return line->verb == UNBIND || !keys ? 2 : 3;
}

/* Do what it says. */
static odd_status apply(const struct line *line, struct keymap *keys,
	struct settings_state *settings, long *column, odd_error *err)
{
	if (line->verb == NOTHING)
		return ODD_OK;
	if (line->verb == SET) {
		const odd_option *row = settings_find(line->name, strlen(line->name));
		return row != NULL ? settings_set(settings, row, line->value, err)
				   : odd_error_set(err, ODD_EUSAGE, "there is no option \"%.60s\"",
					     line->name);
	}
	*column = line->column[word_at_fault(line)];
	return line->verb == BIND ? keymap_bind(keys, line->screen, line->keys, line->command, err)
				  : keymap_unbind(keys, line->screen, line->keys, err);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* "set name=value", quoted where a line needs it; on the heap. */
static char *set_line(const odd_option *row, const struct settings_state *settings)
{
	char value[ODD_OPTION_VALUE];
	char *word = text_make("%s=%s", row->name, settings_get(value, settings, row));
	char *line = text_command("set", word);
	free(word);
	return line;
}

/* What differs from the defaults in the end, as commands. */
static void list_commands(struct config_file *c, const struct settings_state *settings)
{
	struct settings_state usual;
	const odd_option *row;
	settings_init(&usual);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++) {
		if (odd_option_same(row, &settings->run, &usual.run))
			continue;
		c->line = xgrow(c->line, c->line_count + 1, sizeof *c->line);
		c->line[c->line_count++] = set_line(row, settings);
	}
}

odd_status config_file_load(struct config_file *out, const char *path, struct keymap *keys,
	struct settings_state *settings, odd_error *err)
{
	char **lines;
	size_t count;
	*out = (struct config_file){0};
	odd_status status = lines_read(&lines, &count, path, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < count; i++) {
		struct line line;
		odd_error fault;
		long column = 0;
		if (parse(&line, lines[i], &column, &fault) != ODD_OK ||
			apply(&line, keys, settings, &column, &fault) != ODD_OK) {
			out->fault = xgrow(out->fault, out->fault_count + 1, sizeof *out->fault);
			odd_error_at(&out->fault[out->fault_count++], ODD_EINPUT, path, (long)i + 1,
				column, "%s", fault.message);
		}
		clear(&line);
	}
	list_commands(out, settings);
	strings_free(lines, count);
	return ODD_OK;
}

void config_file_clear(struct config_file *c)
{
	strings_free(c->line, c->line_count);
	free(c->fault);
	*c = (struct config_file){0};
}

/* ---- the default ----------------------------------------------------------------------------- */

static void print_line(FILE *out, char *line)
{
	fprintf(out, "%s\n", line);
	free(line);
}

static void print_settings(FILE *out, bool of_run)
{
	struct settings_state usual;
	const odd_option *row;
	char value[ODD_OPTION_VALUE], values[100];
	settings_init(&usual);
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++)
		if (run_option_is(row) == of_run)
			fprintf(out, "\n# %s (%s)\nset %s=%s\n", row->help,
				odd_option_values(values, sizeof values, row), row->name,
				settings_get(value, &usual, row));
}

void config_file_print_default(FILE *out)
{
	struct keymap *keys = keymap_create();
	const struct keymap_row *row;
	const char *group = "";
	fputs("# Settings and keys of oddone as they are by default: a file that changes nothing.\n"
	      "# Your own go to $XDG_CONFIG_HOME/oddone/oddone.conf (~/.config without it), those\n"
	      "# lines alone that are to differ; oddone-commands(7) has all commands.\n"
	      "\n# ---- the screen\n",
		out);
	print_settings(out, false);
	fputs("\n# ---- the run\n", out);
	print_settings(out, true);
	fputs("\n# ---- keys: bind SCREEN KEY COMMAND, unbind SCREEN KEY\n", out);
	for (size_t i = 0; (row = keymap_get(keys, i)) != NULL; i++) {
		if (strcmp(group, row->group) != 0)
			fprintf(out, "\n# %s\n", row->group);
		group = row->group;
		print_line(out, keymap_row_line(row));
	}
	keymap_free(keys);
}

struct saved_settings {
	char *path;
	struct settings_state base;  /* without the file */
	struct settings_state kept;  /* with it */
	struct settings_state start; /* as the program began, the command line heard */
};

/* What belongs to a network, or to one run alone, is not for the next one. */
static bool lasts(const odd_option *row)
{
	return odd_choice_find("k|alpha|beta|mu|seed|init", row->name) < 0;
}

const char *saved_settings_path(const struct app *app)
{
	return app->saved_settings != NULL ? app->saved_settings->path : NULL;
}

/* "set NAME=VALUE" */
static void read_line(struct settings_state *c, char *line)
{
	char *name = strchr(line, ' '), *value = name != NULL ? strchr(name, '=') : NULL;
	if (value == NULL || strncmp(line, "set ", 4) != 0)
		return;
	*name++ = '\0';
	*value++ = '\0';
	value[strcspn(value, "\r\n")] = '\0';
	const odd_option *row = settings_find(name, strlen(name));
	if (row != NULL && lasts(row))
		(void)settings_set(c, row, value, NULL);
}

static void read_file(struct settings_state *c, const char *path)
{
	FILE *in = odd__open_in(path);
	char *line = NULL;
	size_t room = 0;
	while (in != NULL && getline(&line, &room, in) >= 0)
		if (line[0] != '#')
			read_line(c, line);
	free(line);
	if (in != NULL)
		fclose(in);
}

static bool same(
	const odd_option *row, const struct settings_state *a, const struct settings_state *b)
{
	char one[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	return strcmp(settings_get(one, a, row), settings_get(other, b, row)) == 0;
}

void saved_settings_read(struct app *app, const struct settings_state *base)
{
	char *path = app_state_path("settings");
	char value[ODD_OPTION_VALUE];
	const odd_option *row;
	if (path == NULL)
		return;
	struct saved_settings *r = xgrow(NULL, 1, sizeof *r);
	*r = (struct saved_settings){.path = path};
	r->base = *base;
	r->kept = r->base;
	read_file(&r->kept, path);
	app->saved_settings = r;
	app->set = r->kept.ui;
	for (size_t i = 0; (row = run_option_settable(i)) != NULL && !app->resuming; i++) {
		if (same(row, &r->kept, &r->base))
			continue;
		char *word = text_make("%s=%s", row->name, settings_get(value, &r->kept, row));
		char *line = text_command("set", word);
		worker_post(app->worker, line);
		free(line);
		free(word);
	}
}

void saved_settings_start(struct app *app)
{
	struct saved_settings *r = app->saved_settings;
	if (r == NULL)
		return;
	settings_take(&r->start, app);
	r->start.run = r->kept.run; /* which the session is yet to be told */
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_lines(FILE *out, const struct saved_settings *r)
{
	char value[ODD_OPTION_VALUE];
	const odd_option *row;
	fputs("# What was chosen in oddone, above oddone.conf; remove the file to forget it.\n",
		out);
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++)
		if (lasts(row) && !same(row, &r->kept, &r->base))
			fprintf(out, "set %s=%s\n", row->name, settings_get(value, &r->kept, row));
}

/* What was changed since the start is remembered from now on; the rest as before. */
static bool take_changes(struct saved_settings *r, const struct settings_state *now, bool of_run)
{
	char value[ODD_OPTION_VALUE];
	const odd_option *row;
	bool changed = false;
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++) {
		if (!lasts(row) || (run_option_is(row) && !of_run) || same(row, now, &r->start))
			continue;
		settings_set(&r->kept, row, settings_get(value, now, row), NULL);
		changed = true;
	}
	return changed;
}

void saved_settings_write(struct app *app)
{
	struct saved_settings *r = app->saved_settings;
	odd_file file;
	if (r == NULL)
		return;
	/* A tour has options of its own, and a session that was gone on with had its. */
	struct settings_state now;
	settings_take(&now, app);
	char *dir = app_state_path("");
	if (take_changes(r, &now, app->tour == NULL && !app->resumed) && dir != NULL &&
		odd_dir_make(dir, NULL) == ODD_OK &&
		odd_file_open(&file, r->path, NULL) == ODD_OK) {
		write_lines(file.stream, r);
		(void)odd_file_commit(&file, NULL);
	}
	free(dir);
}

void saved_settings_free(struct app *app)
{
	if (app->saved_settings == NULL)
		return;
	free(app->saved_settings->path);
	free(app->saved_settings);
	app->saved_settings = NULL;
}
