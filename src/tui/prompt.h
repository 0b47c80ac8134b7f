/* prompt.h: the last line of the screen, to type commands, names to find, and filters.
 *
 * A layer over whatever is on top. Tab completes, with a menu over the line of what fits; Up and
 * Down look back through what was typed before; Enter runs the line by app_run when the prompt has
 * gone, so that a fault stays in the status line.
 */
#ifndef TUI_PROMPT_H
#define TUI_PROMPT_H

#include <stdbool.h>

#include "tui/history.h"

struct app;

enum prompt_kind {
	PROMPT_COMMAND = HISTORY_COMMAND, /* the line is a command */
	PROMPT_FIND = HISTORY_FIND,       /* `find` it, the first match also while it is typed */
	PROMPT_FILTER = HISTORY_FILTER    /* `filter` by it */
};

/* Open the prompt with some text (NULL: none), in which {name} is that of the network. A prompt
 * that is open already is replaced. find: the layer below gets the commands "find TEXT" (and
 * find '' when the user gives up) before the application does, so a screen of text can search
 * itself. */
void prompt_open(struct app *app, enum prompt_kind kind, const char *text);

/* Keys of the prompt beside those of edit.h, for help; false behind the last. */
bool prompt_key_row(size_t i, const char **keys, const char **note);

#endif
