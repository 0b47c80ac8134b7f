/* history.h: what was typed at the prompt, newest last, kept between sessions.
 *
 * One file for all kinds: each line is the mark of its kind and the text. Two programs may run at
 * once: saving adds what is new here to what the file has by then.
 */
#ifndef TUI_HISTORY_H
#define TUI_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/base/error.h"

#define HISTORY_MOST 500 /* lines, of all kinds together */

enum history_kind { HISTORY_COMMAND, HISTORY_FIND, HISTORY_FILTER, HISTORY_KINDS };

struct history;

struct history *history_create(void);
void history_free(struct history *h);

/* Read a file, behind what is there; no file is no error. Lines that make no sense are left out. */
odd_status history_load(struct history *h, const char *path, odd_error *err);
/* Write it whole or not at all, making the directory if need be. */
odd_status history_save(struct history *h, const char *path, odd_error *err);

/* Remember a line; not when it is empty, begins with a blank, is more than a line, or repeats the
 * last of its kind. */
void history_add(struct history *h, enum history_kind kind, const char *line);

size_t history_count(const struct history *h);

/* A place in the history is how many lines of its kind come after it, and one: 1 is the newest, 0
 * is what is being typed. The next older (or newer) line that begins with prefix and differs from
 * `now`; *place moves there. NULL when there is none, and *place stays. */
const char *history_older(const struct history *h, enum history_kind kind, const char *prefix,
	const char *now, size_t *place);
const char *history_newer(const struct history *h, enum history_kind kind, const char *prefix,
	const char *now, size_t *place);

#endif
