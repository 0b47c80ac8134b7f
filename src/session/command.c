/* command.c: a line becomes words, a word finds its row in the table, the row does the work. */
#include "config.h"

#include "session/command.h"

#include <stdio.h>

#include "base/words.h"
#include "draw/figures.h"
#include "report/exports.h"
#include "session/log.h"
#include "session/xalloc.h"

static command_fn *const functions[] = {
#define COMMAND(name, usage, function, flags, help) function,
#include "session/commands.def"
#undef COMMAND
};

/* ---- tables --------------------------------------------------------------------------------- */

const struct command_row *commands_find(const struct command_table *table, const char *name)
{
	for (; table != NULL; table = table->base)
		for (size_t i = 0; i < table->rows; i++)
			if (strcmp(table->row[i].name, name) == 0)
				return &table->row[i];
	return NULL;
}

const struct kind *kind_find(const struct command_table *table, const char *name, size_t length)
{
	for (; table != NULL; table = table->base)
		for (size_t i = 0; i < table->kinds; i++)
			if (strlen(table->kind[i].name) == length &&
				strncmp(table->kind[i].name, name, length) == 0)
				return &table->kind[i];
	return NULL;
}

size_t command_distance(const char *a, const char *b)
{
	enum { MOST = 16 };
	size_t row[MOST + 1], n = strlen(b);
	if (strlen(a) > MOST || n > MOST)
		return MOST;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 0; a[i] != '\0'; i++) {
		size_t corner = row[0];
		row[0] = i + 1;
		for (size_t j = 0; j < n; j++) {
			size_t change = corner + (a[i] != b[j]);
			size_t other = 1 + (row[j] < row[j + 1] ? row[j] : row[j + 1]);
			corner = row[j + 1];
			row[j + 1] = change < other ? change : other;
		}
	}
	return row[n];
}

void nearest_begin(struct nearest *n, const char *name, size_t length)
{
	*n = (struct nearest){.least = length < 4 ? 2 : 3};
	snprintf(n->name, sizeof n->name, "%.*s", (int)length, name);
}

void nearest_offer(struct nearest *n, const char *other)
{
	const size_t far = command_distance(n->name, other);
	if (far >= n->least)
		return;
	n->least = far;
	n->found = other;
}

odd_status command_unknown(const struct command_table *table, const char *name, odd_error *err)
{
	const size_t length = strlen(name);
	size_t begun = 0;
	struct nearest near;
	const char *only = NULL;
	nearest_begin(&near, name, length);
	for (const struct command_table *t = table; t != NULL; t = t->base)
		for (size_t i = 0; i < t->rows; i++) {
			const char *other = t->row[i].name;
			if (commands_find(table, other) != &t->row[i])
				continue;
			if (length > 0 && strncmp(other, name, length) == 0) {
				only = other;
				begun++;
			}
			nearest_offer(&near, other);
		}
	if (begun == 1 || near.found != NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"there is no command \"%.40s\"; did you mean %s?", name,
			begun == 1 ? only : near.found);
	return odd_error_set(
		err, ODD_EUSAGE, "there is no command \"%.40s\"; help lists them", name);
}

/* ---- words ---------------------------------------------------------------------------------- */

odd_status command_split(char ***words, int *count, const char *line, odd_error *err)
{
	char *word = xgrow(NULL, strlen(line) + 1, 1); /* any of them */
	odd_status status = ODD_OK;
	size_t room = 0;
	*words = NULL;
	*count = 0;
	if (line[strspn(line, ODD__BLANKS)] == '#') /* whatever is in it, it is no command */
		line += strlen(line);
	for (const char *p = line + strspn(line, ODD__BLANKS); *p != '\0' && status == ODD_OK;
		p += strspn(p, ODD__BLANKS)) {
		char quote;
		p += odd__word(word, p, &quote);
		if (quote != '\0')
			status = odd_error_set(
				err, ODD_EUSAGE, "a quotation begun with %c does not end", quote);
		if ((size_t)*count == room)
			*words = xgrow(*words, room = 2 * room + 8, sizeof **words);
		(*words)[(*count)++] = xstrdup(word);
	}
	free(word);
	if (status != ODD_OK) {
		command_free_words(*words, *count);
		*words = NULL;
		*count = 0;
	}
	return status;
}

void command_free_words(char **words, int count)
{
	for (int i = 0; i < count; i++)
		free(words[i]);
	free(words);
}

char *command_quote(const char *word)
{
	char *out = xgrow(NULL, 2 * strlen(word) + 3, 1), *to = out;
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

odd_status session_run_command(
	struct session *s, const struct arguments *args, const odd_job *job, odd_error *err)
{
	const struct command_row *command = args->command;
	struct command_call call = {.args = args, .job = job};
	odd_status status = args->fault.code;
	if (status == ODD_OK && args->argc == 0)
		return ODD_OK;
	if (status != ODD_OK && err != NULL)
		*err = args->fault;
	free(s->answer);
	s->answer = NULL;
	if (command == NULL || (command->flags & COMMAND_QUIET) == 0)
		s->status[0] = '\0';
	if (command != NULL && (command->flags & COMMAND_NEEDS_RUN) != 0 && s->now.epoch == NULL)
		status = odd_error_set(err, ODD_EUSAGE, "%s: no network is open; say: open NETWORK",
			command->name);
	if (status == ODD_OK)
		status = writing_check(&s->writing, args, err);
	if (status == ODD_OK)
		status = functions[command - session_commands.row](s, &call, err);
	session_compare_follow(s);
	/* A step that was stopped has still moved, and its log says how far. */
	if (command != NULL && (command->flags & COMMAND_LOGGED) != 0 &&
		(status == ODD_OK || call.logged != NULL))
		log_add(&s->log, call.logged != NULL ? call.logged : args->line);
	free(call.logged);
	return status;
}

odd_status session_run(struct session *s, const char *line, const odd_job *job, odd_error *err)
{
	struct arguments args;
	(void)arguments_read(&args, &session_commands, line, NULL);
	odd_status status = session_run_command(s, &args, job, err);
	arguments_clear(&args);
	return status;
}

/* ---- the small ones ------------------------------------------------------------------------- */

odd_status cmd_help(struct session *s, struct command_call *call, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	const char *name = arguments_text(call->args, "COMMAND");
	const struct command_row *one =
		name != NULL ? commands_find(&session_commands, name) : NULL;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	const odd_option *o;
	char values[100], about[300];
	for (size_t i = 0; i < session_commands.rows; i++) {
		const struct command_row *c = &session_commands.row[i];
		if (one == NULL || one == c)
			fprintf(out, "%s%s%s\n    %s\n", c->name, c->usage[0] != '\0' ? " " : "",
				c->usage, c->help);
	}
	command_fn *run = one != NULL ? functions[one - session_commands.row] : NULL;
	for (size_t i = 0; run == cmd_set && (o = run_option_settable(i)); i++)
		fprintf(out, "    %s=%s  %s\n", o->name,
			odd_option_values(values, sizeof values, o),
			odd_option_about(about, sizeof about, o));
	if (run == cmd_export) {
		const struct figure *figure;
		fputs("    figures:", out);
		for (size_t i = 0; (figure = figure_every_get(i)) != NULL; i++)
			fprintf(out, " %s", figure->name);
		fputs("\n    tables:", out);
		const struct report_table *table;
		for (size_t i = 0; (table = report_table_get(i)) != NULL; i++)
			if (table_of_session(table->of))
				fprintf(out, " %s", table->name);
		fputs(" marks", out);
		fputs("\n    for other programs:", out);
		const struct export_file *file;
		for (size_t i = 0; (file = export_file_get(i)) != NULL; i++)
			if (file->ending != NULL)
				fprintf(out, " %s (%s)", file->what, file->ending);
		putc('\n', out);
	}
	if (run == cmd_look && strcmp(one->name, "filter") == 0) {
		const struct node_column *fact;
		for (size_t i = 0; (fact = node_column_get(i)) != NULL; i++)
			fprintf(out, "    %s  %s\n", fact->name, fact->help);
	}
	if (fclose(out) != 0 || text == NULL) { /* closing may find no memory, and not say so */
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

odd_status cmd_save(struct session *s, struct command_call *call, odd_error *err)
{
	const char *name = arguments_text(call->args, "FILE"), *dot = strrchr(name, '.');
	char *path;
	if (dot == NULL || strcmp(dot, ".oddlog") != 0)
		return odd_error_set(err, ODD_EUSAGE,
			"save: %.200s does not end in .oddlog, the log of a session", name);
	odd_status status = writing_target(&path, &s->writing, call->args, err);
	if (status != ODD_OK)
		return status;
	status = session_save(s, path, err);
	if (status == ODD_OK) {
		char *full = realpath(path, NULL);
		session_say(s, "wrote the session to %.200s; :open brings it back",
			full != NULL ? full : path);
		free(full);
	}
	free(path);
	return status;
}

odd_status cmd_log(struct session *s, struct command_call *call, odd_error *err)
{
	char *path;
	odd_status status = writing_target(&path, &s->writing, call->args, err);
	if (status != ODD_OK)
		return status;
	struct command_list all;
	session_log_lines(&all, s, true);
	status = session_log_save(s, &all, path, err);
	if (status == ODD_OK)
		session_say(s, "wrote %zu command%s to %.200s", all.count,
			all.count == 1 ? "" : "s", path);
	command_list_clear(&all);
	free(path);
	return status;
}

/* ---- what `set` changes of a place; the rows are those of study/options.h ---------------------
 */

/* What no row can know: the network that is open sets bounds of its own. */
static odd_status check(
	const struct run_options *o, const odd_option *row, const odd_network *net, odd_error *err)
{
	size_t least = net->nodes < net->attributes ? net->nodes : net->attributes;
	if (row->offset == offsetof(struct run_options, one.k) && o->one.k >= least)
		return odd_error_set(
			err, ODD_EUSAGE, "k: %zu is above %zu", o->one.k, least - (least > 0));
	if (row->offset == offsetof(struct run_options, one.mu) &&
		o->one.mu > (double)net->nodes - 1.0)
		return odd_error_set(
			err, ODD_EUSAGE, "mu: %g is above %zu", o->one.mu, net->nodes - 1);
	return ODD_OK;
}

odd_status session_option_set(
	struct place *place, const odd_option *row, const char *value, odd_error *err)
{
	struct run_options wanted = place->wanted;
	odd_status status = odd_option_set(&wanted, row, NULL, value, err);
	if (status == ODD_OK && row->text != 0)
		status = run_options_check_start(&wanted, row->name, err);
	if (status == ODD_OK && place->epoch != NULL)
		status = check(&wanted, row, place->epoch->net->of.net, err);
	if (status == ODD_OK)
		place->wanted = wanted;
	return status;
}
