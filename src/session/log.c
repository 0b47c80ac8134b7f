#include "config.h"

#include "session/log.h"

#include <stdio.h>

#include "oddone/file.h"
#include "session/command.h"
#include "session/memory.h"

void log_add(struct session_log *log, const char *line)
{
	log->line = memory_grow(log->line, log->count + 1, sizeof *log->line);
	log->line[log->count++] = memory_string(line);
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
	log->line[log->count - 1] = memory_string(line);
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

static bool opens(const char *line)
{
	return strncmp(line, "open ", 5) == 0;
}

odd_status session_log_save(const struct session *s, const char *path, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	/* Only what belongs to the network that is open, and the options set before it. */
	size_t opened = s->log.count;
	for (size_t i = 0; i < s->log.count; i++)
		if (opens(s->log.line[i]))
			opened = i;
	fprintf(file.stream, "# oddone log %s\n", PACKAGE_VERSION);
	if (s->path != NULL) {
		char *data = command_quote(s->path);
		fprintf(file.stream, "# data %016llx %s\n", (unsigned long long)s->checksum, data);
		fprintf(file.stream, "# seed %llu\n", (unsigned long long)s->now.wanted.seed);
		free(data);
	}
	for (size_t i = 0; i < s->log.count; i++) {
		if (i == opened)
			fputs(s->directed ? "open --directed {data}\n" : "open {data}\n",
				file.stream);
		else
			put_line(file.stream, s->log.line[i]);
	}
	return odd_file_commit(&file, err);
}

/* ---- playing -------------------------------------------------------------------------------- */

struct player {
	const char *const *values;
	size_t count;
	char *data; /* from the header, as the line has it; NULL: none */
	unsigned long long checksum;
	bool own_data; /* {data} was filled from the header */
};

/* The value of {name}, or NULL; the header's data is already quoted, the caller's is not. */
static char *value_of(struct player *p, const char *name, size_t length)
{
	for (size_t i = 0; i < p->count; i++)
		if (strncmp(p->values[i], name, length) == 0 && p->values[i][length] == '=')
			return command_quote(p->values[i] + length + 1);
	if (length == 4 && strncmp(name, "data", 4) == 0 && p->data != NULL) {
		p->own_data = true;
		return memory_string(p->data);
	}
	return NULL;
}

/* The line with every {name} filled in and doubled braces made single; on the heap. */
static odd_status fill(char **out, struct player *p, const char *line, odd_error *err)
{
	char *text = NULL;
	size_t size = 0;
	odd_status status = ODD_OK;
	*out = NULL;
	FILE *to = open_memstream(&text, &size);
	if (to == NULL)
		return odd_error_nomem(err);
	while (*line != '\0' && status == ODD_OK) {
		size_t length = strcspn(line + 1, "}");
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
	if (fclose(to) != 0 && status == ODD_OK)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		*out = text;
	else
		free(text);
	return status;
}

static void read_header(struct player *p, const char *line)
{
	unsigned long long sum;
	int used = 0;
	if (p->data == NULL && sscanf(line, "# data %16llx %n", &sum, &used) == 1 && used > 0 &&
		line[used] != '\0') {
		p->data = memory_string(line + used);
		p->checksum = sum;
	}
}

static odd_status play_line(
	struct session *s, struct player *p, const char *line, const odd_job *job, odd_error *err)
{
	char *filled;
	if (line[0] == '#') {
		read_header(p, line);
		return ODD_OK;
	}
	p->own_data = false;
	odd_status status = fill(&filled, p, line, err);
	if (status == ODD_OK)
		status = session_run(s, filled, job, err);
	if (status == ODD_OK && p->own_data && opens(filled) && s->checksum != p->checksum)
		status = odd_error_set(err, ODD_EINPUT,
			"%.100s is not what it was when the log was made (checksum %016llx, then "
			"%016llx)",
			s->path, (unsigned long long)s->checksum, p->checksum);
	free(filled);
	return status;
}

odd_status session_play(struct session *s, const char *path, const char *const *values,
	size_t value_count, const odd_job *job, odd_error *err)
{
	struct player p = {values, value_count, NULL, 0, false};
	char *line = NULL;
	size_t room = 0;
	long number = 0;
	ssize_t length;
	odd_status status = ODD_OK;
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	while (status == ODD_OK && !s->quit && (length = getline(&line, &room, in)) >= 0) {
		odd_error fault = {0};
		number++;
		while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
			line[--length] = '\0';
		status = play_line(s, &p, line, job, &fault);
		/* A fault in a data file has a place of its own; all others are the log's. */
		if (status != ODD_OK && err != NULL)
			*err = fault;
		if (status != ODD_OK && status != ODD_ECANCELLED && fault.file[0] == '\0')
			status = odd_error_at(err, status == ODD_EUSAGE ? ODD_EINPUT : status, path,
				number, 0, "%s", fault.message);
	}
	if (status == ODD_OK && ferror(in))
		status = odd_error_errno(err, path, "cannot read");
	fclose(in);
	free(line);
	free(p.data);
	return status;
}
