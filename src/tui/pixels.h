/* pixels.h: panes as pictures, on terminals that can show them.
 *
 *     app_draw          a pane draws its chart on a draw list (draw/draw_list.h) instead of on
 * cells; those cells stay blank, and whatever is drawn over them later covers the picture
 *     pixels_clear      what is not to be seen any more goes, before the cells are sent
 *     pixels_post       draw lists that are new go to a thread, at most 15 of a pane a second
 *     the thread        draws and encodes what of the picture is not covered
 *     pixels_receive    what is ready goes to the terminal, unless the pane has changed its place
 *
 * So a key never waits for a picture: it is answered in cells, and pictures follow.
 */
#ifndef TUI_PIXELS_H
#define TUI_PIXELS_H

#include "draw/cells_picture.h"
#include "draw/figures.h"
#include "draw/terminal_picture.h"
#include "tui/app.h"
#include "tui/terminal.h"

/* Panes that can be pictures. */
enum pixel_slot {
	SLOT_LOSS,
	SLOT_MAP,
	SLOT_RECALL,
	SLOT_COMPARE,
	SLOT_HISTORY,
	SLOT_CURVE,
	PIXEL_SLOTS
};

struct pixels;

/* NULL when a thread or a pipe is not to be had: there are no pictures then. threaded: false for a
 * script, where pictures are only saved. */
struct pixels *pixels_create(bool threaded);
void pixels_free(struct pixels *p); /* NULL is fine */

/* From now on pictures of this kind, for cells of the size that was told, on the ground that was
 * told instead of the theme's. What is on the screen has to be drawn anew. */
void pixels_use(struct pixels *p, enum pixel_protocol protocol, const struct terminal_pixels *told);

/* ---- drawing ----------------------------------------------------------------------------------
 */

void pixels_begin(struct app *app);
/* The canvas for a chart that fills r, in cells; NULL: it is drawn on the cells. To be closed. */
struct canvas *pixels_open(struct app *app, enum pixel_slot slot, struct rect r);
void pixels_close(struct app *app, enum pixel_slot slot, struct canvas *draw_list);
/* A chart on its own picture, or on c where there are no pictures. */
void pixels_panel(struct app *app, enum pixel_slot slot, figure_panel *panel,
	const struct figure_run *run, struct canvas *c, struct rect r);
/* All is drawn: what of each picture is in sight? */
void pixels_end(struct app *app);

/* The pictures on the screen, for cells_look; how many. Lent until the next drawing. */
size_t pixels_inserts(const struct app *app, struct cells_insert out[PIXEL_SLOTS]);

/* ---- showing ----------------------------------------------------------------------------------
 */

void pixels_clear(struct app *app);
void pixels_post(struct app *app);
void pixels_receive(struct app *app);
/* Readable when pixels_receive has something to do; −1: never. */
int pixels_fd(const struct pixels *p);
/* Seconds until pixels_post has; negative: not before something is drawn. */
double pixels_due(const struct pixels *p);
/* The screen of the terminal has been or will be cleared. */
void pixels_forget(struct app *app);

#endif
