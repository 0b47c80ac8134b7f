/* log.h: the commands of a session as a file that plays again.
 *
 *     # oddone log 0.1.0
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

/* Write header and commands, whole or not at all. */
odd_status session_log_save(const struct session *s, const char *path, odd_error *err);

/* Run every command of a log. values: "name=value", each for its {name}. A fault is told with file
 * and line, and what came before it stays done. When the log runs on the data it was made of, but
 * that has changed (its checksum is another), that is ODD_EINPUT. */
odd_status session_play(struct session *s, const char *path, const char *const *values,
	size_t value_count, const odd_job *job, odd_error *err);

#endif
