/* prompt.h: the last line of the screen, to type commands, names to find, and filters.
 *
 * A layer over whatever is on top. Tab completes, with a menu over the line of what fits; Up and
 * Down look back through what was typed before; Enter runs the line by app_run when the prompt has
 * gone, so that a fault stays in the status line.
 */
#ifndef TUI_PROMPT_H
#define TUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "session/command.h"
#include "tui/edit.h"
#include "tui/layer.h"
#include "oddone/error.h"

struct app;

enum prompt_kind {
	PROMPT_COMMAND, /* the line is a command */
	PROMPT_FIND,    /* `find` it, the first match also while it is typed */
	PROMPT_FILTER,  /* `filter` by it, also while it is typed */
	PROMPT_KINDS
};

/* Open the prompt with some text (NULL: none), in which {name} is that of the network and {columns}
 * are those of the list. A prompt
 * that is open already is replaced. find: the layer below gets the commands "find TEXT" (and
 * find '' when the user gives up) before the application does, so a screen of text can search
 * itself. */
void prompt_open(struct app *app, enum prompt_kind kind, const char *text);

/* Keys of the prompt beside those of edit.h, for help; false behind the last. */
bool prompt_key_row(size_t i, const char **keys, const char **note);

/* ---- what was typed, newest last, kept between sessions ---------------------------------------
 *
 * One file for all kinds: each line is the mark of its kind and the text. Two programs may run at
 * once: saving adds what is new here to what the file has by then.
 */

#define HISTORY_MOST 500 /* lines, of all kinds together */

struct history;

struct history *history_create(void);
void history_free(struct history *h);

/* Read a file, behind what is there; no file is no error. Lines that make no sense are left out. */
odd_status history_load(struct history *h, const char *path, odd_error *err);
/* Write it whole or not at all, making the directory if need be. */
odd_status history_save(struct history *h, const char *path, odd_error *err);

/* Remember a line; not when it is empty, begins with a blank, is more than a line, or repeats the
 * last of its kind. */
void history_add(struct history *h, enum prompt_kind kind, const char *line);

size_t history_count(const struct history *h);

/* A place in the history is how many lines of its kind come after it, and one: 1 is the newest, 0
 * is what is being typed. The next older (or newer) line that begins with prefix and differs from
 * `now`; *place moves there. NULL when there is none, and *place stays. */
const char *history_next(const struct history *h, enum prompt_kind kind, bool older,
	const char *prefix, const char *now, size_t *place);

/* ---- its state, for tests ----------------------------------------------------------------------
 */

#define MENU_NONE SIZE_MAX

struct prompt {
	struct layer layer;
	enum prompt_kind kind;
	struct edit edit;

	bool open;              /* the menu is there */
	struct completion menu; /* what fits */
	size_t chosen;          /* MENU_NONE: none yet */
	char *typed;            /* what the menu's word was before */
	size_t from, to;        /* the bytes of the line that the word takes up now */
	struct rect where;      /* it was drawn last */
	size_t first;           /* candidate in its first row */

	char *draft;   /* what was typed before history was looked at */
	size_t place;  /* in the history; 0: the draft */
	size_t origin; /* the node that was selected when it was opened */
	char *filter;  /* the filter there was then; NULL: none */
};

#endif
