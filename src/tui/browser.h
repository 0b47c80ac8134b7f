/* browser.h: choosing a network to open.
 *
 * Recent networks, the samples, and directories to walk through. Typing narrows the list, Backspace
 * widens it or goes up, Enter goes into a directory or opens a network, Space opens a directory
 * that is a network, a full stop shows hidden files. The outcome is the command `open PATH`.
 */
#ifndef TUI_BROWSER_H
#define TUI_BROWSER_H

#include "tui/layer.h"

struct layer *browser_open(struct app *app);

#endif
