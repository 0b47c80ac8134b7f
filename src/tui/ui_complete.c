#include "config.h"

#include "tui/ui_complete.h"

#include <dirent.h>
#include <stdio.h>

#include "oddone/base/file.h"
#include "session/memory.h"
#include "session/paths.h"
#include "tui/keymap.h"
#include "tui/ui_options.h"
#include "tui/ui_table.h"

enum { NODES_OFFERED = 200 };

static bool has(const struct completion *c, const char *word)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->candidate[i], word) == 0)
			return true;
	return false;
}

static void offer(struct completion *c, const char *typed, const char *word)
{
	if (strncmp(word, typed, strlen(typed)) != 0)
		return;
	char *quoted = command_quote(word);
	if (has(c, quoted)) {
		free(quoted);
		return;
	}
	c->candidate = memory_grow(c->candidate, c->count + 1, sizeof *c->candidate);
	c->candidate[c->count++] = quoted;
}

static void offer_commands(struct completion *c, const char *typed)
{
	const struct ui_command_row *row;
	const struct session_command *command;
	for (size_t i = 0; (row = ui_command_get(i)) != NULL; i++)
		offer(c, typed, row->name);
	for (size_t i = 0; (command = session_command_get(i)) != NULL; i++)
		offer(c, typed, command->name);
}

/* Each word of "a|b|c" that is typed as it is. */
static void offer_choices(struct completion *c, const char *typed, const char *prefix,
	const char *choices, size_t size)
{
	for (const char *p = choices; p < choices + size;) {
		size_t length = strcspn(p, "|");
		char word[80];
		if (p + length > choices + size)
			length = (size_t)(choices + size - p);
		snprintf(word, sizeof word, "%s%.*s", prefix, (int)length, p);
		if (p[0] < 'A' || p[0] > 'Z')
			offer(c, typed, word);
		p += length + 1;
	}
}

/* The session knows files: those for its `open` are right for any command. */
static void offer_files(struct completion *c, const char *typed)
{
	struct completion files;
	char *quoted = command_quote(typed), *line = memory_grow(NULL, strlen(quoted) + 6, 1);
	sprintf(line, "open %s", typed[0] != '\0' ? quoted : "");
	session_complete(&files, NULL, line);
	for (size_t i = 0; i < files.count; i++)
		if (!has(c, files.candidate[i])) {
			c->candidate =
				memory_grow(c->candidate, c->count + 1, sizeof *c->candidate);
			c->candidate[c->count++] = memory_string(files.candidate[i]);
		}
	completion_clear(&files);
	free(line);
	free(quoted);
}

static void offer_screens(struct completion *c, const char *typed)
{
	const char *screen;
	for (size_t i = 0; (screen = keymap_screen(i)) != NULL; i++)
		offer(c, typed, screen);
}

/* Word number `at` of a usage, its brackets taken off; the last one goes on when it ends in dots.
 */
static const char *usage_word(const char *usage, int at, size_t *length)
{
	const char *p = usage;
	for (;;) {
		p += strspn(p, " ");
		*length = strcspn(p, " ");
		if (*length == 0 || --at == 0)
			break;
		p += *length;
	}
	if (*length > 0 && p[0] == '[') {
		p++;
		*length -= p[*length - 2] == ']' ? 2 : 1;
	}
	return p;
}

static bool is(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(word, name, length) == 0;
}

static void offer_argument(
	struct completion *c, const struct ui_command_row *row, int at, const char *typed)
{
	size_t length;
	const char *word = usage_word(row->usage, at, &length);
	if (is(word, length, "FILE"))
		offer_files(c, typed);
	else if (is(word, length, "SCREEN"))
		offer_screens(c, typed);
	else if (is(word, length, "COMMAND...") || strcmp(row->name, "help") == 0)
		offer_commands(c, typed);
	else
		offer_choices(c, typed, "", word, length);
}

static void offer_settings(struct completion *c, const char *typed)
{
	char word[60], values[100];
	for (size_t i = 0; i < ui_option_count; i++) {
		const odd_option *o = &ui_option_rows[i];
		snprintf(word, sizeof word, "%s=", o->name);
		odd_option_values(values, sizeof values, o);
		if (strchr(typed, '=') == NULL)
			offer(c, typed, word);
		else
			offer_choices(c, typed, word, values, strlen(values));
	}
}

/* The bundled networks, which `open` takes by their names. */
static void offer_samples(struct completion *c, const char *typed)
{
	char *data = session_data_dir();
	char *samples = data != NULL ? odd_path_join(data, "samples") : NULL;
	DIR *dir = samples != NULL ? opendir(samples) : NULL;
	const struct dirent *entry;
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.')
			offer(c, typed, entry->d_name);
	if (dir != NULL)
		closedir(dir);
	free(samples);
	free(data);
}

/* Nodes by their names; of a large network the first ones that fit. */
static void offer_nodes(struct completion *c, const odd_network *net, const char *typed)
{
	for (size_t i = 0; net != NULL && i < net->nodes && c->count < NODES_OFFERED; i++)
		offer(c, typed, odd_names_get(&net->ids, i));
}

/* What the session's own completion does not offer. */
static void offer_more(struct completion *c, const odd_network *net, const char *command, int at,
	const char *typed)
{
	if (at != 1)
		return;
	if (strcmp(command, "set") == 0)
		offer_settings(c, typed);
	else if (strcmp(command, "open") == 0)
		offer_samples(c, typed);
	else if (strcmp(command, "select") == 0 || strcmp(command, "mark") == 0 ||
		 strcmp(command, "explain") == 0)
		offer_nodes(c, net, typed);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void ui_complete(struct completion *out, const odd_network *net, const char *line)
{
	/* The session finds the word and offers what it knows; the rest is added. */
	session_complete(out, net, line);
	char *closed = memory_grow(NULL, strlen(line) + 2, 1), **words;
	int count = 0;
	odd_status status = ODD_EUSAGE;
	/* An open quotation is closed to read what has been typed of it. */
	static const char *const ends[] = {"", "\"", "'"};
	for (size_t i = 0; status != ODD_OK && i < 3; i++) {
		sprintf(closed, "%s%s", line, ends[i]);
		status = command_split(&words, &count, closed, NULL);
	}
	if (status == ODD_OK) {
		bool fresh = line[out->start] == '\0';
		const char *typed = fresh || count == 0 ? "" : words[count - 1];
		int at = count - !fresh;
		const struct ui_command_row *row = at > 0 ? ui_command_row_find(words[0]) : NULL;
		if (at <= 0)
			offer_commands(out, typed);
		else if (row != NULL)
			offer_argument(out, row, at, typed);
		else
			offer_more(out, net, words[0], at, typed);
		command_free_words(words, count);
	}
	free(closed);
	if (out->count > 1)
		qsort(out->candidate, out->count, sizeof *out->candidate, by_text);
}
