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
#include "session/grammar.h"
#include "session/session.h"

struct command_call {
	const char *line; /* as given */
	struct arguments args;
	const odd_job *job;
	char *logged; /* what the log says instead of the line, on the heap; NULL: the line */
};

typedef odd_status command_fn(struct session *s, struct command_call *call, odd_error *err);

extern const struct command_table session_commands;

/* Run a line. What it did is in s->status; on error nothing has changed but the sub-steps that were
 * done before a cancel. */
odd_status session_run(struct session *s, const char *line, const odd_job *job, odd_error *err);

/* Cut a line into words, to be freed with command_free_words. ODD_EUSAGE for an open quote. */
odd_status command_split(char ***words, int *count, const char *line, odd_error *err);
void command_free_words(char **words, int count);
/* A word as the line must have it, on the heap. */
char *command_quote(const char *word);

/* ---- options of set ------------------------------------------------------------------------- */

#define SESSION_VALUE 256 /* room for a value as text */

struct session_option {
	const char *name, *values; /* "preset", "calibrated|paper" */
	const char *help;          /* a sentence */
	bool restarts;             /* the run depends on it */
	/* Change the place's settings; says in ODD_EUSAGE what values there are. */
	odd_status (*set)(struct place *place, const char *value, odd_error *err);
	/* The place's setting, as set reads it. */
	void (*get)(char out[SESSION_VALUE], const struct place *place);
};
const struct session_option *session_option_get(size_t i);
const struct session_option *session_option_find(const char *name, size_t length);

/* Offer the options of `set`; and one of them: its name, or the values "a|b|c" behind it. */
void offer_settings(const struct offer *o);
void offer_setting(const struct offer *o, const char *name, const char *values);

/* Three weights "0.4,0.2,0.4", or "preset". */
odd_status session_parse_weights(struct place *place, const char *text, odd_error *err);
odd_status session_parse_seed(uint64_t *seed, const char *text, odd_error *err);
/* Which of "a|b|c" the value is, from 0, or an error that lists them. */
odd_status session_choose(
	int *out, const char *name, const char *values, const char *value, odd_error *err);
/* A whole number from least to most. */
odd_status session_parse_count(
	size_t *out, const char *what, const char *text, size_t least, size_t most, odd_error *err);
odd_status session_parse_real(
	double *out, const char *what, const char *text, double least, double most, odd_error *err);

/* "1600x900" */
odd_status session_parse_size(unsigned size[2], const char *text, odd_error *err);

/* ---- what commands are made of, a file each -------------------------------------------------- */

#define COMMAND(name, usage, function, flags, help) command_fn function;
#include "session/commands.def"
#undef COMMAND

#endif
