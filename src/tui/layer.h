/* layer.h: screens and dialogs, stacked.
 *
 * The lowest layer is the Explore screen; help, log and dialogs lie over it. Only the top one gets
 * keys. A key goes first to `text` (a layer in which people type), then to the key map, whose
 * commands are tried by the layer before the application knows them, then to `key`.
 */
#ifndef TUI_LAYER_H
#define TUI_LAYER_H

#include <stdbool.h>

#include "draw/canvas.h"
#include "oddone/base/error.h"
#include "tui/key.h"

struct app;
struct layer;

struct layer_ops {
	const char *screen; /* its name in the key map: "explore", "help", "log", "dialog" */
	bool whole;         /* covers all below it */
	/* Draw into r, the screen less header, status line and footer when the layer is whole, the
	 * whole screen otherwise (a dialog places itself, and erases its ground with cells_erase).
	 */
	void (*draw)(struct layer *layer, struct app *app, struct canvas *c, struct rect r);
	/* Draw the first row of the screen instead of the usual heading; of whole layers. May be
	 * NULL. */
	void (*header)(struct layer *layer, struct app *app, struct canvas *c, struct rect r);
	/* A key before the key map sees it; true: taken. NULL: the layer has no text fields. */
	bool (*text)(struct layer *layer, struct app *app, struct key key);
	/* A key that the key map does not know, and the mouse; true: taken. May be NULL. */
	bool (*key)(struct layer *layer, struct app *app, struct key key);
	/* A command of the key map or the prompt, such as "move down"; *mine: this layer knows it.
	 * May be NULL. */
	odd_status (*command)(struct layer *layer, struct app *app, int argc, char **argv,
		bool *mine, odd_error *err);
	/* A new view has come, or a command was run: what is shown may be another. Only the top
	 * layer may take itself away. May be NULL. */
	void (*update)(struct layer *layer, struct app *app);
	/* The footer: keys, or commands that the key map has a key for, with short names,
	 * "Tab|Next field;leave|Leave"; NULL: the generic one. */
	const char *footer;
	/* The layer goes away. */
	void (*free)(struct layer *layer);
};

struct layer {
	const struct layer_ops *ops;
	struct layer *below;
};

/* Put a layer on top; it belongs to the application from now on. */
void app_push(struct app *app, struct layer *layer);
/* Take the top layer away, unless it is the lowest. */
void app_pop(struct app *app);

#endif
