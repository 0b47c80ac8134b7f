/* ui_complete.h: what may stand at the end of a line typed in the explorer: the session's commands
 * and its own, and their words.
 */
#ifndef TUI_UI_COMPLETE_H
#define TUI_UI_COMPLETE_H

#include "oddone/network/network.h"
#include "session/command.h"

/* Like session_complete, over both tables. The words of the explorer's commands are those of their
 * usage. */
void ui_complete(struct completion *out, const odd_network *net, const char *line);

#endif
