/* complete.c: what may stand at the end of a line: the specification of its command says which
 * places that is, and their kinds which words. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/words.h"
#include "session/command.h"
#include "session/grammar.h"
#include "session/xalloc.h"

/* ---- words ---------------------------------------------------------------------------------- */

void offer_word(const struct offer *o, const char *word)
{
	struct completion *c = o->out;
	size_t prefix = strlen(o->prefix), typed = strlen(o->typed);
	char *full = xgrow(NULL, prefix + strlen(word) + 1, 1);
	strcat(strcpy(full, o->prefix), word);
	char *quoted = strncmp(full, o->typed, typed) == 0 ? command_quote(full) : NULL;
	free(full);
	for (size_t i = 0; quoted != NULL && i < c->count; i++)
		if (strcmp(c->candidate[i], quoted) == 0) {
			free(quoted);
			quoted = NULL;
		}
	if (quoted == NULL)
		return;
	c->candidate = xgrow(c->candidate, c->count + 1, sizeof *c->candidate);
	c->candidate[c->count++] = quoted;
}

static void offer_slice(const struct offer *o, const char *word, size_t length)
{
	char copy[120];
	snprintf(copy, sizeof copy, "%.*s", (int)length, word);
	offer_word(o, copy);
}

void offer_files(const struct offer *o)
{
	const char *typed = o->typed + strlen(o->prefix);
	const char *slash = strrchr(typed, '/');
	size_t head = slash != NULL ? (size_t)(slash - typed) + 1 : 0;
	char *dir = xgrow(NULL, head + 2, 1);
	memcpy(dir, typed, head);
	strcpy(dir + head, head > 0 ? "" : ".");
	DIR *d = opendir(dir);
	const struct dirent *entry;
	while (d != NULL && (entry = readdir(d)) != NULL) {
		if (entry->d_name[0] == '.' && typed[head] != '.')
			continue;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		char *path = xgrow(NULL, head + strlen(entry->d_name) + 2, 1);
		struct stat info;
		sprintf(path, "%.*s%s", (int)head, typed, entry->d_name);
		if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
			strcat(path, "/");
		offer_word(o, path);
		free(path);
	}
	if (d != NULL)
		closedir(d);
	free(dir);
}

/* ---- places --------------------------------------------------------------------------------- */

void offer_alternatives(const struct offer *o, const char *words, size_t size)
{
	const char *word, *at = words;
	size_t length, prefix;
	while (grammar_alternative(&at, words + size, &word, &length)) {
		const struct kind *kind = grammar_kind(o->table, word, length, &prefix);
		char head[80];
		snprintf(head, sizeof head, "%s%.*s", o->prefix, (int)prefix, word);
		const char *choices = kind == NULL          ? NULL
				      : kind->words != NULL ? kind->words
							    : kind->value.choices;
		const struct offer behind = {o->out, o->table, o->net, head, o->typed};
		if (kind == NULL)
			offer_slice(o, word, length);
		else if (strncmp(o->typed, head, strlen(head)) != 0)
			offer_slice(o, word, prefix);
		else if (kind->offer != NULL)
			kind->offer(&behind);
		else if (choices != NULL)
			offer_alternatives(&behind, choices, strlen(choices));
	}
}

/* The options that are not there yet. */
static void offer_options(
	const struct offer *o, const struct grammar_form *form, char **word, int words)
{
	for (size_t i = 0; i < form->count; i++) {
		const struct grammar_place *p = &form->place[i];
		const char *name, *at = p->option;
		size_t length;
		bool there = p->option == NULL;
		for (int w = 0; w < words; w++)
			there = there || grammar_option(form, word[w]) == p;
		while (!there &&
			grammar_alternative(&at, p->option + p->option_length, &name, &length))
			offer_slice(o, name, length);
	}
}

/* Offer what may follow the words in the places from `place` on; true: the form may also end here.
 */
static bool offer_from(const struct offer *o, const struct grammar_form *form, size_t place,
	char **word, int words)
{
	struct argument item;
	while (place < form->count && form->place[place].option != NULL)
		place++;
	if (place == form->count)
		return words == 0;
	const struct grammar_place *p = &form->place[place];
	bool any = false, ends = false;
	while (p->repeats && words > 0 && grammar_fits(&item, o->table, "", p, *word, NULL)) {
		any = true;
		word++;
		words--;
	}
	if (words == 0)
		offer_alternatives(o, p->word, p->length);
	else if (!p->repeats && grammar_fits(&item, o->table, "", p, *word, NULL))
		ends = offer_from(o, form, place + 1, word + 1, words - 1);
	if (p->optional || any)
		ends = offer_from(o, form, place + 1, word, words) || ends;
	return ends;
}

/* What may follow the words in one form; they are put in another order. */
static void offer_form(
	const struct offer *o, const struct grammar_form *form, char **word, int words)
{
	char **plain = xgrow(NULL, (size_t)words, sizeof *plain);
	int count = 0;
	for (int i = 0; i < words; i++) {
		const struct grammar_place *option = grammar_option(form, word[i]);
		if (option == NULL)
			plain[count++] = word[i];
		else if (option->length > 0 && ++i == words) {
			offer_alternatives(o, option->word, option->length);
			free(plain);
			return;
		}
	}
	bool ends = offer_from(o, form, 0, plain, count);
	if (ends || strncmp(o->typed, "-", 1) == 0)
		offer_options(o, form, word, words);
	free(plain);
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* What may stand behind the words, the first being the name of a command. */
static void offer_behind(const struct offer *o, char **word, int words)
{
	const struct command_row *command = words > 0 ? commands_find(o->table, word[0]) : NULL;
	struct grammar_form form;
	if (words == 0)
		offer_alternatives(o, "COMMAND", 7);
	for (const char *at = command != NULL ? command->usage : NULL; at != NULL;)
		if (grammar_form(&form, &at, NULL) == ODD_OK)
			offer_form(o, &form, word + 1, words - 1);
		else
			break;
}

void command_complete(struct completion *out, const struct command_table *table,
	const odd_network *net, const char *line)
{
	*out = (struct completion){0};
	/* The last word begins behind the last blank outside quotes. */
	size_t start = 0;
	char quote = '\0';
	for (const char *p = line; *p != '\0';) {
		p += strspn(p, ODD__BLANKS);
		start = (size_t)(p - line);
		p += odd__word(NULL, p, &quote);
	}
	/* An open quotation is closed to read what has been typed of it. */
	char *closed = xgrow(NULL, strlen(line) + 2, 1), **words;
	sprintf(closed, "%s%c", line, quote);
	int count;
	out->start = start;
	if (command_split(&words, &count, closed, NULL) == ODD_OK) {
		bool fresh = line[start] == '\0' || count == 0;
		const struct offer o = {out, table, net, "", fresh ? "" : words[count - 1]};
		offer_behind(&o, words, count - !fresh);
		command_free_words(words, count);
	}
	free(closed);
	if (out->count > 1)
		qsort(out->candidate, out->count, sizeof *out->candidate, strings_order);
}

void completion_clear(struct completion *c)
{
	strings_free(c->candidate, c->count);
	*c = (struct completion){0};
}
