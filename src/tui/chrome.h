/* chrome.h: what stands around every screen: header, status line, footer; and the card for a
 * window that is too small. */
#ifndef TUI_CHROME_H
#define TUI_CHROME_H

#include "tui/app.h"

void chrome_header(struct app *app, struct canvas *c, struct rect r);
void chrome_status(struct app *app, struct canvas *c, struct rect r);
void chrome_footer(struct app *app, struct canvas *c, struct rect r);
void chrome_card(struct app *app, struct canvas *c);

/* The key whose words stand at a column of the footer; false when there is none. */
bool chrome_footer_key(const struct app *app, double x, struct key *out);

#endif
