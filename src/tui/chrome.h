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

/* ---- where everything goes --------------------------------------------------------------------
 */

enum pane { PANE_LOSS, PANE_MAP, PANE_LIST, PANE_RECALL, PANES };

enum layout_kind {
	LAYOUT_CARD,   /* smaller than 40 × 12: a card with what there is and what it takes */
	LAYOUT_SINGLE, /* one pane at a time */
	LAYOUT_SMALL,  /* four panes from 80 × 24 */
	LAYOUT_WIDE    /* four larger ones from 110 × 32 */
};

enum { SCREEN_LEAST_COLUMNS = 40, SCREEN_LEAST_ROWS = 12 };

struct screen_layout {
	enum layout_kind kind;
	struct rect header, body, status, footer;
	struct rect pane[PANES]; /* w = 0: not on the screen */
};

/* shown: the only pane of LAYOUT_SINGLE, or of any other when maximised. */
void screen_layout(
	struct screen_layout *out, size_t columns, size_t rows, enum pane shown, bool maximised);

/* The pane at a cell; PANES when there is none. */
enum pane screen_pane_at(const struct screen_layout *layout, double x, double y);

#endif
