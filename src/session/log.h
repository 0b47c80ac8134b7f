/* log.h: the commands of a session as a file that plays again.
 *
 *     # oddone log 1.0.0
 *     # data 9a8b7c6d5e4f3a2b town
 *     # seed 42
 *     open {data}
 *     plant structural=1
 *     iterate 5
 *
 * Plain commands; # begins a comment. {name} is filled in when the log is played; {data} is the
 * network of the header unless another is named.
 */
#ifndef SESSION_LOG_H
#define SESSION_LOG_H

#include "session/session.h"

void log_add(struct session_log *log, const char *line);
void log_drop_last(struct session_log *log);
/* The last line has come to mean more: a play that goes on. */
void log_change_last(struct session_log *log, const char *line);

/* Commands that lead to a state. */
struct command_list {
	char **line;
	size_t count;
	size_t opened; /* which of them opens the network; count: none */
};
/* The log, with or without the exports: played again, both lead to the present state. */
void session_log_lines(struct command_list *out, const struct session *s, bool exports);
void command_list_add(struct command_list *r, const char *line);
void command_list_clear(struct command_list *r);

/* Save all of the session but for files that were exported, with paths that hold elsewhere, for
 * somebody to go on after it has ended or died. Does nothing when that is saved already, or there
 * is nothing yet that a new session would not have. */
odd_status session_journal(struct session *s, const char *path, odd_error *err);
/* The same in any case. */
odd_status session_save(const struct session *s, const char *path, odd_error *err);

/* Write header and commands, whole or not at all. */
odd_status session_log_save(
	const struct session *s, const struct command_list *r, const char *path, odd_error *err);

/* ---- playing, command by command ------------------------------------------------------------- */

struct log_player;

/* path and values are lent until the player is closed. */
odd_status log_player_open(struct log_player **out, const char *path, const char *const *values,
	size_t value_count, odd_error *err);
void log_player_close(struct log_player *p);

/* The next command with its {names} filled in; lent until the next one, NULL behind the last. A
 * fault has its place already. */
odd_status log_player_next(struct log_player *p, const char **line, odd_error *err);
/* Does the command open a network? */
bool log_player_opens(const struct log_player *p);
/* After it did: is the network, by its checksum, what it was when the log was made? Another one
 * that was named instead is fine. */
odd_status log_player_check(const struct log_player *p, uint64_t checksum, odd_error *err);
/* What went wrong with the command, told with its place in the log unless it has one of its own. */
odd_status log_player_fault(const struct log_player *p, const odd_error *fault, odd_error *err);
/* A value that no {name} has asked for so far, "name=value"; NULL: none. */
const char *log_player_unused(const struct log_player *p);

#endif
