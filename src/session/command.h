/* command.h: the commands of a session: what keys, prompt, scripts and logs have in common.
 *
 * A line becomes a struct arguments where it enters (arguments_read); the queue of the worker, the
 * functions of the commands and the log share that value. A line is words separated by blanks; '…'
 * takes everything as it is, "…" all but \" and \\, and a backslash outside quotes the next
 * character. An empty line and one that starts with # do nothing.
 */
#ifndef SESSION_COMMAND_H
#define SESSION_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/job.h"
#include "session/grammar.h"
#include "session/session.h"

struct command_call {
	const struct arguments *args;
	const odd_job *job;
	char *logged; /* what the log says instead of the line, on the heap; NULL: the line */
};

typedef odd_status command_fn(struct session *s, struct command_call *call, odd_error *err);

extern const struct command_table session_commands;

/* Run a command that arguments_read made of a line, or tell why it could make none. The status line
 * says what was done; on error nothing has changed but the sub-steps made before a cancel. */
odd_status session_run_command(
	struct session *s, const struct arguments *args, const odd_job *job, odd_error *err);
/* Read a line and run it. */
odd_status session_run(struct session *s, const char *line, const odd_job *job, odd_error *err);

/* Cut a line into words, to be freed with command_free_words. ODD_EUSAGE for an open quote. */
odd_status command_split(char ***words, int *count, const char *line, odd_error *err);
void command_free_words(char **words, int count);
/* A word as the line must have it, on the heap. */
char *command_quote(const char *word);

/* The sub-step of a letter; ODD_STEP_INIT: there is none. */
odd_substep command_step(const char *letter);
/* from,to; false: it is none. */
bool command_span(double out[2], const char *text);

/* ---- options of set ------------------------------------------------------------------------- */

/* Offer the options of `set`; and one of them: its name, or the values "a|b|c" behind it. */
void offer_settings(const struct offer *o);
void offer_setting(const struct offer *o, const odd_option *row);

/* Change a place's wanted options by a row of study/options.h; ODD_EUSAGE says what values there
 * are, the bounds of the network that is open included. */
odd_status session_option_set(
	struct place *place, const odd_option *row, const char *value, odd_error *err);

/* ---- what commands are made of, a file each -------------------------------------------------- */

#define COMMAND(name, usage, function, flags, help) command_fn function;
#include "session/commands.def"
#undef COMMAND

#endif
