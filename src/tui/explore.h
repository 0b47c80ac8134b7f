/* explore.h: the Explore screen: loss, map, outliers and recall.
 *
 * It shows the latest view through the panels of the figures, and turns keys and the mouse into
 * movements of its own (focus, list, cursor on the curve, window on the map) or into commands.
 */
#ifndef TUI_EXPLORE_H
#define TUI_EXPLORE_H

#include "draw/plot.h"
#include "tui/app.h"
#include "tui/list.h"

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

/* ---- the screen ----------------------------------------------------------------------------- */

/* What part of the map is seen; zoom 1 is all of it. */
struct map_window {
	double x, y; /* its centre, as a share of the map's extent, 0.5 in the middle */
	double zoom;
};

enum { LIST_COLUMNS = 20 };
/* The columns of the list, from the left. */
struct list_columns {
	const struct node_column *fact[LIST_COLUMNS];
	bool owned[LIST_COLUMNS]; /* columns of the data, found for this list */
	size_t count;
};

struct explore {
	struct layer layer;
	struct result shown; /* what explore_figure_run last filled in */
	enum pane focus;
	bool maximised;
	struct list list;
	struct list_columns columns;          /* as last drawn … */
	struct table_head head[LIST_COLUMNS]; /* … and where */

	enum figure_scale scale; /* of the loss */
	enum figure_loss_view
		view;     /* of it; by default the terms, and later what is left to gain */
	bool recalls;     /* recall over the iterations lies over it */
	double loss_zoom; /* 1: all of it */
	bool reading;     /* the loss is read off … */
	size_t read;      /* … at this trace point */

	enum map_colour colour;
	char by[100]; /* the column or attribute that colours the map instead; empty: none */
	enum figure_links links;
	int ego;            /* steps from the selected node that the map shows alone; 0: all */
	struct map_points { /* what is drawn of a large map: */
		const struct shared_map *of; /* of this one, to compare with and not to follow */
		uint32_t *node;
		odd_mat xy;
	} drawn;
	struct map_window window;
	double base[4];          /* left, right, bottom, top of the whole map */
	struct plot_frame frame; /* where it was drawn last */

	struct screen_layout layout; /* as last drawn */
};

struct explore *explore_create(void);

static inline struct explore *explore_of(const struct app *app)
{
	return (struct explore *)app->explore;
}

/* Another network is open: what was zoomed and read belongs to the old one. */
void explore_network_changed(struct explore *e);
/* Another map is shown. */
void explore_map_changed(struct explore *e);

extern const struct explore_pane {
	const char *name;   /* as commands name it */
	const char *figure; /* behind it, for export */
	const char *title;
	void (*draw)(struct explore *e, struct app *app, struct canvas *c, struct rect r);
} explore_panes[PANES];

/* ---- what its files share -------------------------------------------------------------------- */

/* The result and the look that the screens draw; lent until the next call. */
void explore_figure_run(struct figure_run *out, struct explore *e, struct app *app);
void pane_loss_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r);
void pane_map_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r);
void pane_list_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r);
void pane_recall_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r);

/* What a pane says without a network. */
const char *pane_nothing(const struct app *app);

/* Movements of a pane; ODD_EUSAGE says why there is none. */
odd_status pane_loss_move(struct explore *e, struct app *app, const char *how, odd_error *err);
odd_status pane_list_move(struct explore *e, struct app *app, const char *how, odd_error *err);
odd_status pane_map_move(struct explore *e, struct app *app, const char *how, odd_error *err);
/* What is shown of the loss. */
enum figure_loss_view explore_loss_view(const struct explore *e, const struct app *app);
/* The iterations that are shown; false: all. */
bool pane_loss_window(double out[2], const struct explore *e, const struct app *app);
void pane_loss_zoom(struct explore *e, struct app *app, double factor);
/* Zoom about a cell; factor 0: all of the map. */
void pane_map_zoom(struct explore *e, double factor, double at_x, double at_y);
/* The node nearest to a cell, or SESSION_NONE when none is near. */
size_t pane_map_pick(const struct explore *e, const struct app *app, double x, double y);
/* The options of `export` that make a figure as it is seen here, each with a blank before it: part,
 * selection, filter and colours of the map; of a table, which the ending of path tells, the filter.
 * On the heap. path NULL: a picture. */
char *explore_as_seen(const struct app *app, const char *figure, const char *path, bool coloured);
/* The columns that the user chose, or the usual ones, without empty ones; and the column that the
 * list is sorted by. */
void list_columns_find(struct list_columns *out, const struct app *app);
void list_columns_clear(struct list_columns *c);
/* Their names, "rank,name,degree". */
void list_columns_text(char *out, size_t size, const struct app *app);
/* ODD_EUSAGE: "rank,name,degree" has something in it that is no column; of data only with a
 * network. */
odd_status list_columns_check(const char *text, const odd_network *net, odd_error *err);
enum list_act pane_list_mouse(struct explore *e, struct app *app, struct key key);

/* ---- what stands around every screen: header, status line, footer; and the card for a window that
 * is too small ---- */

void screen_header_draw(struct app *app, struct canvas *c, struct rect r);
/* Why the session could not be saved as it goes, over the end of any header; nothing when it was.
 */
void screen_unsaved_draw(const struct app *app, struct canvas *c, struct rect r);
void screen_status_draw(struct app *app, struct canvas *c, struct rect r);
void screen_footer_draw(struct app *app, struct canvas *c, struct rect r);
void screen_too_small_draw(struct app *app, struct canvas *c);
/* In place of the panes, while the first network is being opened. */
void screen_loading_draw(struct app *app, struct canvas *c, struct rect r);

/* The key whose words stand at a column of the footer; false when there is none. */
bool screen_footer_key(const struct app *app, double x, struct key *out);

#endif
