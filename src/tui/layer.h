/* layer.h: screens and dialogs, stacked.
 *
 * The lowest layer is the Explore screen; help, log and dialogs lie over it. Only the top one gets
 * keys. A key goes first to `text` (a layer in which people type), then to the key map, whose
 * commands are tried by the layer before the application knows them, then to `key`.
 *
 * A layer says only what is its own. What it leaves is done in the same way on all of them: `leave`
 * takes the layer away, `focus next|previous` goes to the next of its parts, `move`, the wheel and
 * clicks go to its list (layer_command, layer_key).
 */
#ifndef TUI_LAYER_H
#define TUI_LAYER_H

#include <stdbool.h>

#include "draw/canvas.h"
#include "session/grammar.h"
#include "tui/key.h"

struct app;
struct layer;
struct list;

struct layer_ops {
	const char *screen; /* its name in the key map: "explore", "help", "log", "dialog" */
	size_t size;        /* bytes of its own structure, which begins with a struct layer */
	bool needs_network; /* cannot be opened without one */
	bool whole;         /* covers all below it */
	bool yields;        /* makes room for the card of a tour rather than be covered by it */
	/* The layer, zero but for its ops, has been put on top. On error it is taken away again.
	 * May be NULL. */
	odd_status (*begin)(struct layer *layer, struct app *app, odd_error *err);
	/* Draw into r, the screen less header, status line and footer when the layer is whole, the
	 * whole screen otherwise (a dialog places itself, and erases its ground with cells_erase).
	 */
	void (*draw)(struct layer *layer, struct app *app, struct canvas *c, struct rect r);
	/* Draw the first row of the screen instead of the usual heading; of whole layers. May be
	 * NULL. */
	void (*header)(struct layer *layer, struct app *app, struct canvas *c, struct rect r);
	/* A key before the key map sees it; true: taken. NULL: the layer has no text fields. */
	bool (*text)(struct layer *layer, struct app *app, struct key key);
	/* A key that the key map does not know, and the mouse, before the usual is done with it;
	 * true: taken. May be NULL. */
	bool (*key)(struct layer *layer, struct app *app, struct key key);
	/* A command of the key map or the prompt, such as "move down", before the usual is done
	 * with it; false: not one of this layer's. status is ODD_OK at first. May be NULL. */
	bool (*command)(struct layer *layer, struct app *app, const struct arguments *args,
		odd_status *status, odd_error *err);
	/* The list of the part that has the focus, or at the mouse; NULL: none. May be NULL. */
	struct list *(*list)(struct layer *layer, const struct key *mouse);
	/* The cursor of the list is elsewhere, or another part has the focus. May be NULL. */
	void (*moved)(struct layer *layer, struct app *app);
	/* Do something with the selected row: "open", "drop", "next" or "previous" (of what it can
	 * be). May be NULL. */
	odd_status (*row)(struct layer *layer, struct app *app, const char *what, odd_error *err);
	const char *open; /* the command of a double click on a row; NULL: none */
	int parts;        /* that can have the focus */
	/* Is that part not there at present, so that the focus passes it over? NULL: all are. */
	bool (*lacks)(const struct layer *layer, int part);
	/* A new view has come, or a command was run: what is shown may be another. Only the top
	 * layer may take itself away. May be NULL. */
	void (*update)(struct layer *layer, struct app *app);
	/* The footer: keys, or commands that the key map has a key for, with short names,
	 * "Tab|Next field;leave|Leave"; NULL: the generic one. */
	const char *footer;
	/* Free what the layer holds, not the layer itself. May be NULL. */
	void (*clear)(struct layer *layer);
};

struct layer {
	const struct layer_ops *ops;
	struct layer *below;
	int part; /* that has the focus */
};

/* What the layer does with a command, with a key or the mouse: its own, or else the usual; false:
 * neither. */
bool layer_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err);
bool layer_key(struct layer *layer, struct app *app, struct key key);
void layer_free(struct layer *layer);

/* Return to the screen if it is open, else make it and put it on top. ODD_EUSAGE says why it cannot
 * be shown. */
odd_status screen_open(struct app *app, const struct layer_ops *ops, odd_error *err);
/* Make another one and put it on top. */
odd_status screen_push(struct app *app, const struct layer_ops *ops, odd_error *err);

/* Put a layer on top; it belongs to the application from now on. */
void app_push(struct app *app, struct layer *layer);
/* Take the top layer away, unless it is the lowest. */
void app_pop(struct app *app);
/* The screen, below whatever dialogs lie over it. */
struct layer *app_screen(const struct app *app);

#endif
