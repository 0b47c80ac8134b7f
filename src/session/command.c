/* command.c: a line becomes words, a word finds its row in the table, the row does the work. */
#include "config.h"

#include "session/command.h"

#include <stdio.h>

#include "report/tables.h"
#include "session/export.h"
#include "session/log.h"
#include "session/memory.h"

static const struct session_command commands[] = {
#define COMMAND(name, usage, function, flags, help) {name, usage, function, flags, help},
#include "session/commands.def"
#undef COMMAND
};

const struct session_command *session_command_get(size_t i)
{
	return i < sizeof commands / sizeof *commands ? &commands[i] : NULL;
}

const struct session_command *session_command_find(const char *name)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

/* ---- words ---------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One word from *at into out, which has room for the rest of the line; moves *at behind it. */
static odd_status take_word(char *out, const char **at, odd_error *err)
{
	const char *p = *at;
	char quote = '\0';
	for (; *p != '\0' && (quote != '\0' || !is_blank(*p)); p++) {
		if (quote == '\0' && (*p == '\'' || *p == '"')) {
			quote = *p;
		} else if (quote != '\0' && *p == quote) {
			quote = '\0';
		} else {
			bool escapes =
				quote == '\0' || (quote == '"' && (p[1] == '"' || p[1] == '\\'));
			if (*p == '\\' && escapes && p[1] != '\0')
				p++;
			*out++ = *p;
		}
	}
	*out = '\0';
	*at = p;
	if (quote != '\0')
		return odd_error_set(
			err, ODD_EUSAGE, "a quotation begun with %c does not end", quote);
	return ODD_OK;
}

odd_status command_split(char ***words, int *count, const char *line, odd_error *err)
{
	*words = NULL;
	*count = 0;
	for (const char *p = line;;) {
		while (is_blank(*p))
			p++;
		if (*p == '\0')
			return ODD_OK;
		char *word = memory_grow(NULL, strlen(p) + 1, 1);
		odd_status status = take_word(word, &p, err);
		*words = memory_grow(*words, (size_t)*count + 1, sizeof **words);
		(*words)[(*count)++] = word;
		if (status != ODD_OK) {
			command_free_words(*words, *count);
			*words = NULL;
			*count = 0;
			return status;
		}
	}
}

void command_free_words(char **words, int count)
{
	for (int i = 0; i < count; i++)
		free(words[i]);
	free(words);
}

char *command_quote(const char *word)
{
	char *out = memory_grow(NULL, 2 * strlen(word) + 3, 1), *to = out;
	if (word[0] != '\0' && word[0] != '#' && strpbrk(word, " \t\r\n'\"\\") == NULL) {
		strcpy(out, word);
		return out;
	}
	*to++ = '"';
	for (; *word != '\0'; word++) {
		if (*word == '"' || *word == '\\')
			*to++ = '\\';
		*to++ = *word;
	}
	*to++ = '"';
	*to = '\0';
	return out;
}

/* ---- running -------------------------------------------------------------------------------- */

static odd_status unknown(const char *name, odd_error *err)
{
	size_t length = strlen(name), found = 0;
	const char *only = NULL;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (length > 0 && strncmp(commands[i].name, name, length) == 0) {
			only = commands[i].name;
			found++;
		}
	if (found == 1)
		return odd_error_set(err, ODD_EUSAGE,
			"there is no command \"%.40s\"; did you mean %s?", name, only);
	return odd_error_set(
		err, ODD_EUSAGE, "there is no command \"%.40s\"; help lists them", name);
}

odd_status command_usage(const struct command_call *call, odd_error *err)
{
	const struct session_command *c = session_command_find(call->argv[0]);
	return odd_error_set(err, ODD_EUSAGE, "%s: say: %s %s", c->name, c->name, c->usage);
}

odd_status session_run(struct session *s, const char *line, const odd_job *job, odd_error *err)
{
	struct command_call call = {.line = line, .job = job};
	while (is_blank(*call.line))
		call.line++;
	if (*call.line == '\0' || *call.line == '#')
		return ODD_OK;
	if (strpbrk(call.line, "\n\r") != NULL)
		return odd_error_set(err, ODD_EUSAGE, "a command is one line");
	odd_status status = command_split(&call.argv, &call.argc, call.line, err);
	if (status != ODD_OK)
		return status;
	const struct session_command *command = session_command_find(call.argv[0]);
	free(s->answer);
	s->answer = NULL;
	if (command == NULL || (command->flags & COMMAND_QUIET) == 0)
		s->status[0] = '\0';
	if (command == NULL)
		status = unknown(call.argv[0], err);
	else if ((command->flags & COMMAND_NEEDS_RUN) != 0 && s->now.epoch == NULL)
		status = odd_error_set(err, ODD_EUSAGE, "%s: no network is open; say: open NETWORK",
			command->name);
	else
		status = command->run(s, &call, err);
	session_compare_follow(s);
	/* A step that was stopped has still moved, and its log says how far. */
	if (command != NULL && (command->flags & COMMAND_LOGGED) != 0 &&
		(status == ODD_OK || call.logged != NULL))
		log_add(&s->log, call.logged != NULL ? call.logged : call.line);
	free(call.logged);
	command_free_words(call.argv, call.argc);
	return status;
}

/* ---- the small ones ------------------------------------------------------------------------- */

odd_status cmd_help(struct session *s, struct command_call *call, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	if (call->argc > 2)
		return odd_error_set(err, ODD_EUSAGE, "help: name one command");
	const struct session_command *one =
		call->argc == 2 ? session_command_find(call->argv[1]) : NULL;
	if (call->argc == 2 && one == NULL)
		return unknown(call->argv[1], err);
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	const odd_option *o;
	char values[100], about[300];
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (one == NULL || one == &commands[i])
			fprintf(out, "%s%s%s\n    %s\n", commands[i].name,
				commands[i].usage[0] != '\0' ? " " : "", commands[i].usage,
				commands[i].help);
	for (size_t i = 0; one != NULL && one->run == cmd_set && (o = run_option_settable(i)); i++)
		fprintf(out, "    %s=%s  %s\n", o->name,
			odd_option_values(values, sizeof values, o),
			odd_option_about(about, sizeof about, o));
	if (one != NULL && one->run == cmd_export) {
		const struct figure *figure;
		fputs("    figures:", out);
		for (size_t i = 0; (figure = figure_get(i)) != NULL; i++)
			fprintf(out, " %s", figure->name);
		fputs("\n    tables:", out);
		const struct report_table *table;
		for (size_t i = 0; (table = report_table_get(i)) != NULL; i++)
			if (table->of == TABLE_OF_RUN)
				fprintf(out, " %s", table->name);
		putc('\n', out);
	}
	if (fclose(out) != 0) {
		free(text);
		return odd_error_nomem(err);
	}
	s->answer = text;
	if (one != NULL)
		session_say(s, "%s: %s", one->name, one->help);
	return ODD_OK;
}

odd_status cmd_quit(struct session *s, struct command_call *call, odd_error *err)
{
	(void)call;
	(void)err;
	s->quit = true;
	return ODD_OK;
}

odd_status cmd_log(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc != 3 || strcmp(call->argv[1], "save") != 0)
		return odd_error_set(err, ODD_EUSAGE, "log: say: log save FILE");
	odd_status status = session_log_save(s, call->argv[2], err);
	if (status == ODD_OK)
		session_say(s, "wrote %zu commands to %.200s", s->log.count, call->argv[2]);
	return status;
}
