/* complete.c: what may stand at the end of a line. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "draw/figures.h"
#include "oddone/baseline/method.h"
#include "report/tables.h"
#include "session/command.h"
#include "session/memory.h"

static void offer(struct completion *c, const char *typed, const char *word)
{
	if (strncmp(word, typed, strlen(typed)) != 0)
		return;
	c->candidate = memory_grow(c->candidate, c->count + 1, sizeof *c->candidate);
	c->candidate[c->count++] = command_quote(word);
}

/* Each of "a|b|c" behind a prefix; what is in capitals stands for something else. */
static void offer_choices(
	struct completion *c, const char *typed, const char *prefix, const char *values)
{
	for (const char *p = values; *p != '\0';) {
		size_t length = strcspn(p, "|");
		char word[120];
		if (*p < 'A' || *p > 'Z') {
			snprintf(word, sizeof word, "%s%.*s", prefix, (int)length, p);
			offer(c, typed, word);
		}
		p += length + (p[length] == '|');
	}
}

static void offer_files(struct completion *c, const char *typed)
{
	const char *slash = strrchr(typed, '/');
	size_t head = slash != NULL ? (size_t)(slash - typed) + 1 : 0;
	char *dir = memory_grow(NULL, head + 2, 1);
	memcpy(dir, typed, head);
	strcpy(dir + head, head > 0 ? "" : ".");
	DIR *d = opendir(dir);
	const struct dirent *entry;
	while (d != NULL && (entry = readdir(d)) != NULL) {
		if (entry->d_name[0] == '.' && typed[head] != '.')
			continue;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		char *path = memory_grow(NULL, head + strlen(entry->d_name) + 2, 1);
		struct stat info;
		sprintf(path, "%.*s%s", (int)head, typed, entry->d_name);
		if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
			strcat(path, "/");
		offer(c, typed, path);
		free(path);
	}
	if (d != NULL)
		closedir(d);
	free(dir);
}

static void offer_settings(struct completion *c, const char *typed)
{
	const odd_option *o;
	size_t name = strcspn(typed, "=");
	char word[60], values[100];
	if (typed[name] == '=') {
		if ((o = run_option_find(typed, name)) != NULL) {
			snprintf(word, sizeof word, "%s=", o->name);
			offer_choices(c, typed, word, odd_option_values(values, sizeof values, o));
		}
		return;
	}
	for (size_t i = 0; (o = run_option_settable(i)) != NULL; i++) {
		snprintf(word, sizeof word, "%s=", o->name);
		offer(c, typed, word);
	}
}

static void offer_commands(struct completion *c, const char *typed)
{
	const struct session_command *command;
	for (size_t i = 0; (command = session_command_get(i)) != NULL; i++)
		offer(c, typed, command->name);
}

/* Names that begin as typed; of a large network only some. */
static void offer_names(struct completion *c, const char *typed, const odd_names *names)
{
	const size_t most = c->count + 100;
	for (size_t i = 0; typed[0] != '\0' && i < names->count && c->count < most; i++)
		offer(c, typed, odd_names_get(names, i));
}

static void offer_filters(struct completion *c, const odd_network *net, const char *typed)
{
	if (strchr(typed, '=') == NULL)
		offer_choices(c, typed, "", "label=|marked|none|rank<|type=");
	if (strncmp(typed, "type=", 5) == 0)
		offer_choices(c, typed, "type=", "ordinary|structural|attribute|combined|outlier");
	for (size_t i = 0;
		net != NULL && strncmp(typed, "label=", 6) == 0 && i < net->classes.count; i++) {
		char word[200];
		snprintf(word, sizeof word, "label=%s", odd_names_get(&net->classes, i));
		offer(c, typed, word);
	}
}

/* word: what stands behind the name. */
static void offer_compare(struct completion *c, const char *word, int at, const char *typed)
{
	const odd_method *method;
	if (at == 1)
		offer_choices(c, typed, "", "add|drop|export|seeds|start|stop");
	if (strcmp(word, "export") == 0 && at == 2)
		offer_files(c, typed);
	bool named = strcmp(word, "add") == 0 || strcmp(word, "drop") == 0 ? at == 2
		     : strcmp(word, "start") == 0                          ? at > 1
									   : false;
	for (size_t i = 0; named && (method = odd_method_get(i)) != NULL; i++)
		offer(c, typed, method->name);
}

/* The word at position `at` of a command whose name, and the word behind it, are known. */
static void offer_argument(struct completion *c, const odd_network *net, const char *command,
	const char *behind, int at, const char *typed)
{
	const struct figure *figure;
	if (strcmp(command, "open") == 0 && at <= 2) {
		if (at == 1 && typed[0] == '-')
			offer(c, typed, "--directed");
		offer_files(c, typed);
	} else if (strcmp(command, "export") == 0 && at == 1) {
		for (size_t i = 0; (figure = figure_get(i)) != NULL; i++)
			offer(c, typed, figure->name);
		const struct report_table *table;
		for (size_t i = 0; (table = report_table_get(i)) != NULL; i++)
			if (table->of == TABLE_OF_RUN && figure_find(table->name) == NULL)
				offer(c, typed, table->name);
	} else if (strcmp(command, "export") == 0 && typed[0] != '-' && at == 2)
		offer_files(c, typed);
	else if (strcmp(command, "export") == 0 && typed[0] == '-')
		offer_choices(c, typed, "",
			"--colour|--number|--replace|--scale|--size|--theme|--with-data|--with-"
			"log");
	else if (strcmp(command, "log") == 0 && at == 1)
		offer(c, typed, "save");
	else if (strcmp(command, "log") == 0 && at == 2)
		offer_files(c, typed);
	else if (strcmp(command, "set") == 0 && at == 1)
		offer_settings(c, typed);
	else if (strcmp(command, "help") == 0 && at == 1)
		offer_commands(c, typed);
	else if (strcmp(command, "plant") == 0)
		offer_choices(
			c, typed, "", "--cold|--seed|--style|attribute=|combined=|structural=");
	else if (strcmp(command, "until") == 0 && at == 1)
		offer_choices(c, typed, "", "delta<|it=|settled<");
	else if (strcmp(command, "back") == 0)
		offer_choices(c, typed, "", "iterations|substeps");
	else if (strcmp(command, "reset") == 0 && at == 1)
		offer_choices(c, typed, "", "new|seed=");
	else if (strcmp(command, "sort") == 0)
		offer_choices(c, typed, "",
			at == 1 ? "attributes|disagreement|node|structure|total" : "reverse");
	else if (strcmp(command, "filter") == 0 && at == 1)
		offer_filters(c, net, typed);
	else if (strcmp(command, "project") == 0 && at <= 2)
		offer_choices(
			c, typed, "", at == 1 ? "pca|tsne" : "attributes|embedding|structure");
	else if (strcmp(command, "compare") == 0)
		offer_compare(c, behind, at, typed);
	else if (strcmp(command, "weights") == 0 && at == 1)
		offer(c, typed, "preset");
	else if (strcmp(command, "watch") == 0) {
		if (at == 1)
			offer_choices(c, typed, "", "G|H|O1|O2|O3|U|V|W");
		if (net != NULL)
			offer_names(c, typed, &net->ids);
		if (net != NULL)
			offer_names(c, typed, &net->words);
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void session_complete(struct completion *out, const odd_network *net, const char *line)
{
	*out = (struct completion){0};
	/* The last word begins behind the last blank outside quotes. */
	size_t start = 0;
	char quote = '\0';
	for (size_t i = 0; line[i] != '\0'; i++) {
		if (line[i] == '\\' && quote != '\'' && line[i + 1] != '\0')
			i++;
		else if (quote != '\0')
			quote = line[i] == quote ? '\0' : quote;
		else if (line[i] == '\'' || line[i] == '"')
			quote = line[i];
		else if (line[i] == ' ' || line[i] == '\t')
			start = i + 1;
	}
	/* An open quotation is closed to read what has been typed of it. */
	char *closed = memory_grow(NULL, strlen(line) + 2, 1), **words;
	sprintf(closed, "%s%c", line, quote);
	int count;
	out->start = start;
	if (command_split(&words, &count, closed, NULL) == ODD_OK) {
		bool fresh = line[start] == '\0';
		const char *typed = fresh || count == 0 ? "" : words[count - 1];
		int at = count - !fresh;
		if (at <= 0)
			offer_commands(out, typed);
		else
			offer_argument(out, net, words[0], at > 1 ? words[1] : "", at, typed);
		command_free_words(words, count);
	}
	free(closed);
	if (out->count > 1)
		qsort(out->candidate, out->count, sizeof *out->candidate, by_text);
}

void completion_clear(struct completion *c)
{
	for (size_t i = 0; i < c->count; i++)
		free(c->candidate[i]);
	free(c->candidate);
	*c = (struct completion){0};
}
