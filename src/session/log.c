#include "config.h"

#include "session/log.h"

#include <stdio.h>

#include "base/bytes.h"
#include "base/file.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "session/paths.h"

void log_add(struct session_log *log, const char *line)
{
	log->line = xgrow(log->line, log->count + 1, sizeof *log->line);
	log->line[log->count++] = xstrdup(line);
	log->version++;
}

void log_drop_last(struct session_log *log)
{
	free(log->line[--log->count]);
	log->version++;
}

void log_change_last(struct session_log *log, const char *line)
{
	free(log->line[log->count - 1]);
	log->line[log->count - 1] = xstrdup(line);
	log->version++;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Braces that are part of a command are doubled, since single ones are to be filled in. */
static void put_line(FILE *out, const char *line)
{
	for (; *line != '\0'; line++) {
		if (*line == '{' || *line == '}')
			putc(*line, out);
		putc(*line, out);
	}
	putc('\n', out);
}

static bool begins(const char *line, const char *word)
{
	size_t length = strlen(word);
	return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* The full path of what is a file; else the word as it is, the name of a sample. On the heap. */
static char *full_path(const char *word)
{
	char *path = realpath(word, NULL);
	return path != NULL ? path : xstrdup(word);
}

/* An `open` that finds its network from any directory; on the heap. */
static char *open_anywhere(const char *line)
{
	struct arguments args;
	struct session_opening how;
	char *out = NULL;
	if (arguments_read(&args, &session_commands, line, NULL) == ODD_OK &&
		session_opening_read(&how, &args, NULL) == ODD_OK && how.argument != NULL) {
		char *options = session_open_options(&how.table, how.time);
		char *path = full_path(how.argument), *quoted = command_quote(path);
		out = xgrow(NULL, strlen(options) + strlen(quoted) + 20, 1);
		sprintf(out, "open%s%s %s", arguments_have(&args, "--plain") ? " --plain" : "",
			options, quoted);
		free(quoted);
		free(path);
		free(options);
	}
	arguments_clear(&args);
	return out != NULL ? out : xstrdup(line);
}

odd_status session_log_save(
	const struct session *s, const struct command_list *r, const char *path, odd_error *err)
{
	odd_file file;
	/* xalloc may end the program, so it comes before there is a temporary file to remove. */
	char **open_line = xgrow(NULL, r->count, sizeof *open_line), *data = NULL;
	for (size_t i = 0; i < r->count; i++)
		open_line[i] = begins(r->line[i], "open") ? open_anywhere(r->line[i]) : NULL;
	if (s->doc != NULL) {
		char *full = full_path(s->doc->path);
		data = command_quote(full);
		free(full);
	}
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		goto end;
	fprintf(file.stream, "# oddone log %s\n", PACKAGE_VERSION);
	if (data != NULL) {
		fprintf(file.stream, "# data %016llx %s\n", (unsigned long long)session_checksum(s),
			data);
		fprintf(file.stream, "# seed %llu\n", (unsigned long long)s->now.wanted.one.seed);
	}
	for (size_t i = 0; i < r->count; i++) {
		if (i == r->opened && data != NULL)
			fprintf(file.stream, "open%s%s {data}\n", /* {data}: its path */
				strstr(r->line[i], " --plain ") != NULL ? " --plain" : "",
				s->doc->options);
		else
			put_line(file.stream, open_line[i] != NULL ? open_line[i] : r->line[i]);
	}
	status = odd_file_commit(&file, err);
end:
	strings_free(open_line, r->count);
	free(data);
	return status;
}

/* ---- the commands so far --------------------------------------------------------------------- */

void command_list_add(struct command_list *r, const char *line)
{
	r->line = xgrow(r->line, r->count + 1, sizeof *r->line);
	r->opened += r->opened == r->count; /* still none */
	r->line[r->count++] = xstrdup(line);
}

void command_list_clear(struct command_list *r)
{
	strings_free(r->line, r->count);
	*r = (struct command_list){.line = NULL};
}

void session_log_lines(struct command_list *out, const struct session *s, bool exports)
{
	size_t number = 0;
	*out = (struct command_list){.line = NULL};
	for (size_t i = 0; i < s->log.count; i++) {
		const char *line = s->log.line[i];
		if (!exports && begins(line, "export"))
			continue;
		number += begins(line, "open");
		bool ours = s->doc != NULL && begins(line, "open") && number == s->doc->number;
		command_list_add(out, line);
		if (ours)
			out->opened = out->count - 1;
	}
}

/* *worth: is there anything that a new session would not have? */
static void take_session(struct command_list *r, const struct session *s, bool *worth)
{
	*worth = false;
	session_log_lines(r, s, false);
	for (size_t i = 0; i < r->count; i++)
		*worth = *worth || !(begins(r->line[i], "open") || begins(r->line[i], "set"));
	/* What is looked at, but for marks, which the log has. */
	char *lines = look_lines(s->look, session_network(s)), *rest = lines, *line;
	while ((line = strsep(&rest, "\n")) != NULL)
		if (line[0] != '\0')
			command_list_add(r, line);
	free(lines);
}

odd_status session_save(const struct session *s, const char *path, odd_error *err)
{
	struct command_list r;
	bool worth;
	take_session(&r, s, &worth);
	odd_status status = session_log_save(s, &r, path, err);
	command_list_clear(&r);
	return status;
}

odd_status session_journal(struct session *s, const char *path, odd_error *err)
{
	struct command_list r;
	bool worth;
	if (s->doc == NULL)
		return ODD_OK;
	pthread_mutex_lock(&s->look->lock);
	const unsigned long version = s->look->version;
	pthread_mutex_unlock(&s->look->lock);
	if (s->log.version == s->journaled && s->look == s->saved_look &&
		version == s->saved_version)
		return ODD_OK;
	take_session(&r, s, &worth);
	odd_status status = worth ? session_log_save(s, &r, path, err) : ODD_OK;
	if (status == ODD_OK) {
		s->journaled = s->log.version;
		s->saved_look = s->look;
		s->saved_version = version;
	}
	command_list_clear(&r);
	return status;
}

/* ---- playing -------------------------------------------------------------------------------- */

struct log_player {
	const char *path;
	FILE *in;
	const char *const *values;
	size_t count;
	bool *used; /* of each value: some {name} has asked for it */
	char *data; /* from the header, as the line has it; NULL: none */
	unsigned long long checksum;
	bool own_data; /* {data} of the present line was filled from the header */
	char *line;    /* as read */
	size_t room;
	char *filled; /* the present command */
	long number;
};

/* The value of {name}, or NULL; the header's data is already quoted, the caller's is not. */
static char *value_of(struct log_player *p, const char *name, size_t length)
{
	for (size_t i = 0; i < p->count; i++)
		if (strncmp(p->values[i], name, length) == 0 && p->values[i][length] == '=') {
			p->used[i] = true;
			return command_quote(p->values[i] + length + 1);
		}
	if (length == 4 && strncmp(name, "data", 4) == 0 && p->data != NULL) {
		p->own_data = true;
		return xstrdup(p->data);
	}
	return NULL;
}

/* The line with every {name} filled in and doubled braces made single; on the heap. */
static odd_status fill(char **out, struct log_player *p, const char *line, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	odd_status status = ODD_OK;
	*out = NULL;
	FILE *to = open_memstream(&text, &size);
	if (to == NULL)
		return odd_error_nomem(err);
	while (*line != '\0' && status == ODD_OK) {
		const size_t length = *line == '{' ? strcspn(line + 1, "}") : 0;
		if ((*line == '{' || *line == '}') && line[1] == *line) {
			putc(*line, to);
			line += 2;
		} else if (*line != '{') {
			putc(*line++, to);
		} else if (line[1 + length] == '\0') {
			status = odd_error_set(err, ODD_EINPUT, "a { without its }");
		} else {
			char *value = value_of(p, line + 1, length);
			if (value == NULL)
				status = odd_error_set(err, ODD_EINPUT,
					"{%.*s} has no value; say %.*s=VALUE",
					length < 40 ? (int)length : 40, line + 1,
					length < 40 ? (int)length : 40, line + 1);
			else
				fputs(value, to);
			free(value);
			line += length + 2;
		}
	}
	if ((fclose(to) != 0 || text == NULL) && status == ODD_OK)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		*out = text;
	else
		free(text);
	return status;
}

static void read_header(struct log_player *p, const char *line)
{
	unsigned long long sum;
	int used = 0;
	if (p->data == NULL && sscanf(line, "# data %16llx %n", &sum, &used) == 1 && used > 0 &&
		line[used] != '\0') {
		p->data = xstrdup(line + used);
		p->checksum = sum;
	}
}

odd_status log_player_open(struct log_player **out, const char *path, const char *const *values,
	size_t value_count, odd_error *err)
{
	*out = NULL;
	FILE *in = odd__open_in(path);
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	struct log_player *p = xgrow(NULL, 1, sizeof *p);
	*p = (struct log_player){.path = path, .in = in, .values = values, .count = value_count};
	p->used = xgrow(NULL, value_count, sizeof *p->used);
	memset(p->used, 0, value_count * sizeof *p->used);
	*out = p;
	return ODD_OK;
}

void log_player_close(struct log_player *p)
{
	if (p == NULL)
		return;
	fclose(p->in);
	free(p->used);
	free(p->data);
	free(p->line);
	free(p->filled);
	free(p);
}

/* The network of the header must be there to be opened; the message names the cure. */
static odd_status check_there(const struct log_player *p, odd_error *err)
{
	char **word, *path = NULL;
	int count;
	if (!p->own_data || !begins(p->filled, "open") ||
		command_split(&word, &count, p->data, NULL) != ODD_OK)
		return ODD_OK;
	odd_status status = count == 1 ? session_find_network(&path, word[0], NULL) : ODD_OK;
	if (status != ODD_OK)
		odd_error_set(err, ODD_EINPUT,
			"its network is not there (if it is elsewhere now, say data=NETWORK): "
			"%.170s",
			word[0]);
	free(path);
	command_free_words(word, count);
	return status;
}

odd_status log_player_next(struct log_player *p, const char **line, odd_error *err)
{
	odd_error fault = {0};
	ssize_t length;
	*line = NULL;
	free(p->filled);
	p->filled = NULL;
	p->own_data = false;
	while ((length = getline(&p->line, &p->room, p->in)) >= 0) {
		p->number++;
		while (length > 0 && (p->line[length - 1] == '\n' || p->line[length - 1] == '\r'))
			p->line[--length] = '\0';
		const char *text = p->line + strspn(p->line, " \t");
		if (text[0] == '#')
			read_header(p, text);
		if (text[0] == '#' || text[0] == '\0')
			continue;
		if (fill(&p->filled, p, text, &fault) != ODD_OK || check_there(p, &fault) != ODD_OK)
			return log_player_fault(p, &fault, err);
		*line = p->filled;
		return ODD_OK;
	}
	if (ferror(p->in))
		return odd_error_errno(err, p->path, "cannot read");
	return feof(p->in) ? ODD_OK : odd_error_nomem(err); /* getline had none for the line */
}

bool log_player_opens(const struct log_player *p)
{
	return p->filled != NULL && begins(p->filled, "open");
}

odd_status log_player_check(const struct log_player *p, uint64_t checksum, odd_error *err)
{
	odd_error fault;
	if (!log_player_opens(p) || !p->own_data || checksum == p->checksum)
		return ODD_OK;
	odd_error_set(&fault, ODD_EINPUT,
		"%.90s is not what it was when the log was made (checksum %016llx, then %016llx); "
		"data=NETWORK plays it on that or another one all the same",
		p->data, (unsigned long long)checksum, p->checksum);
	return log_player_fault(p, &fault, err);
}

odd_status log_player_fault(const struct log_player *p, const odd_error *fault, odd_error *err)
{
	if (err != NULL)
		*err = *fault;
	/* A fault in a data file has a place of its own; all others are the log's. */
	if (fault->code == ODD_ECANCELLED || fault->file[0] != '\0')
		return fault->code;
	return odd_error_at(err, fault->code == ODD_EUSAGE ? ODD_EINPUT : fault->code, p->path,
		p->number, 0, "%s", fault->message);
}

const char *log_player_unused(const struct log_player *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (!p->used[i])
			return p->values[i];
	return NULL;
}
