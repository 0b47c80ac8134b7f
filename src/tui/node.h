/* node.h: the Node screen: why one node ranks where it does.
 *
 * It shows the selected node: whatever selects another one (the next in the list, a neighbour on a
 * walk, a search, a planting) is followed. While it is open the session keeps the explanation up to
 * date with the run (session/why.h).
 */
#ifndef TUI_NODE_H
#define TUI_NODE_H

#include "tui/app.h"

/* Open it on the selected node. ODD_EUSAGE says why there is none to show. */
odd_status node_open(struct app *app, odd_error *err);

#endif
