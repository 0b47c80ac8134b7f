/* command.h: commands as lines of text: what keys, prompt, scripts and logs have in common.
 *
 * A line is words parted by blanks; '…' takes everything as it is, "…" all but \" and \\, and a
 * backslash outside quotes the next character. An empty line and one that starts with # do nothing.
 */
#ifndef SESSION_COMMAND_H
#define SESSION_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/base/job.h"
#include "session/session.h"

enum {
	COMMAND_LOGGED = 1,    /* goes into the log */
	COMMAND_NEEDS_RUN = 2, /* makes no sense before a network is open */
	COMMAND_MOVES = 4,     /* may change the place the session is at; pauses play */
	COMMAND_QUIET = 8      /* what the last one did stays in the status line unless it speaks */
};

struct command_call {
	const char *line; /* as given */
	int argc;
	char **argv; /* argv[0] is the name */
	const odd_job *job;
	char *logged; /* what the log says instead of the line, on the heap; NULL: the line */
};

typedef odd_status command_fn(struct session *s, struct command_call *call, odd_error *err);

struct session_command {
	const char *name, *usage;
	command_fn *run;
	unsigned flags;
	const char *help;
};

/* Command i in the order of the table; NULL behind the last. */
const struct session_command *session_command_get(size_t i);
/* By its name; NULL when there is none. */
const struct session_command *session_command_find(const char *name);

/* ODD_EUSAGE that says how a command is used. */
odd_status command_usage(const struct command_call *call, odd_error *err);

/* Run a line. What it did is in s->status; on error nothing has changed but the sub-steps that were
 * done before a cancel. */
odd_status session_run(struct session *s, const char *line, const odd_job *job, odd_error *err);

/* Cut a line into words, to be freed with command_free_words. ODD_EUSAGE for an open quote. */
odd_status command_split(char ***words, int *count, const char *line, odd_error *err);
void command_free_words(char **words, int count);
/* A word as the line must have it, on the heap. */
char *command_quote(const char *word);

/* ---- completion ----------------------------------------------------------------------------- */

struct completion {
	char **candidate; /* whole words, sorted; quoted where a line needs it */
	size_t count;
	size_t start; /* where in the line the word begins that they replace */
};

/* What may stand at the end of the line: commands, options and their values, figures, columns,
 * files. net is the network that is open; NULL: none. */
void session_complete(struct completion *out, const odd_network *net, const char *line);
void completion_clear(struct completion *c);

/* ---- options of set ------------------------------------------------------------------------- */

/* Change a place's wanted options by a row of report/options.h; ODD_EUSAGE says what values there
 * are, the bounds of the network that is open included. */
odd_status session_option_set(
	struct place *place, const odd_option *row, const char *value, odd_error *err);

/* ---- what commands are made of, a file each -------------------------------------------------- */

#define COMMAND(name, usage, function, flags, help) command_fn function;
#include "session/commands.def"
#undef COMMAND

#endif
