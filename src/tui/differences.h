/* differences.h: the nodes that moved most between a kept run and this one. */
#ifndef TUI_DIFFERENCES_H
#define TUI_DIFFERENCES_H

#include "tui/app.h"

/* ODD_EUSAGE when no run has been kept. */
odd_status differences_open(struct app *app, odd_error *err);

#endif
