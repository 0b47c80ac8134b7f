/* node_draw.c: the Node screen on a canvas: side by side from 80 × 24, else one part below the
 * other, of which a window is seen. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figures.h"
#include "draw/utf8.h"
#include "tui/node_parts.h"
#include "tui/pixels.h"
#include "tui/text.h"

enum { LIST_ROWS = 12 }; /* of a list in the column */

/* ---- the upper panels: components, and the history of the rank --------------------------------
 */

static struct result result_of(const struct node_screen *n)
{
	const struct rank_history *h = &n->why->history;
	return (struct result){.net = n->why->net->net,
		.why = &n->why->of,
		.why_count = 1,
		.ranks = {h->at, h->rank, h->count}};
}

static void draw_why(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct result result = result_of(n);
	const struct figure_run run = {.result = &result};
	char total[NUMBER_SIZE], note[80];
	number_text(total, result.why->total, 3);
	snprintf(note, sizeof note, "score %s", total);
	figure_panel_why(&run, c, panel_begin(c, r, "Why", note, false));
}

static void draw_history(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct result result = result_of(n);
	const struct figure_run run = {.result = &result};
	char note[80];
	figure_ranks_text(note, sizeof note, &result.ranks);
	pixels_panel(n->app, SLOT_HISTORY, figure_panel_history, &run, c,
		panel_begin(c, r, "Rank history", note, false));
}

/* ---- in words ------------------------------------------------------------------------------- */

/* Rows that the sentences take; drawn from row `from` on when c is not NULL. */
static size_t lay_out_text(const odd_sentences *s, struct canvas *c, struct rect r, size_t from)
{
	size_t row = 0;
	for (size_t i = 0; i < s->count; i++)
		row = paint_wrapped(c, r, s->line[i],
			i == 0 ? pen_bold(ROLE_TEXT) : pen_of(ROLE_TEXT), row, from);
	return row;
}

static void draw_text(struct node_screen *n, struct canvas *c, struct rect r)
{
	char place[60];
	const odd_sentences *s = &n->why->sentences;
	struct list *l = &n->list[NODE_TEXT];
	const struct rect inner = rect_inset(r, 1, 1, 1, 1);
	list_fit(l, lay_out_text(s, NULL, inner, 0), inner);
	list_place(l, place, sizeof place);
	r = panel_begin(
		c, r, "In words", l->count > l->seen ? place : "", node_focus(n) == NODE_TEXT);
	lay_out_text(s, c, r, l->first);
}

/* ---- the screen ----------------------------------------------------------------------------- */

/* Planted here, or known beforehand? */
static bool was_planted(const struct app *app, size_t node)
{
	const struct session_data *d = app->view->data;
	for (size_t i = 0; i < d->plants->count; i++)
		if (odd_plant_touched(&d->plants->record[i], node))
			return true;
	return false;
}

/* " node n1204   label 3   degree 31   rank 1 of 2 843   planted ▲" */
static void draw_title(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct app *app = n->app;
	const odd_explanation *e = &n->why->of;
	char text[400], name[FIGURE_NAME], from[120] = "";
	int x = (int)r.x + 1, y = (int)r.y, right = (int)rect_right(r) - 1;
	struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	x = paint_text(c, x, y, right - x, "node ", bold);
	x = paint_text(c, x, y, right - x, node_shorten(name, c, e->id, NODE_NAME), bold);
	if (look_marked(&app->look, e->node))
		x = paint_text(c, x, y, right - x, " '", bold);
	const odd_scores *s = app->view->scored != NULL ? &app->view->scored->scores : NULL;
	bool here = s != NULL && e->node < s->n && s->rank[e->node] == e->rank;
	snprintf(text, sizeof text, "   %s%.60s%srank %zu%s", e->label != NULL ? "label " : "",
		e->label != NULL ? e->label : "", e->label != NULL ? "   " : "", e->rank,
		here && odd_scores_tied(s, e->node) ? "=" : "");
	if (here && s->low != NULL)
		text_add(text, sizeof text, " (%u-%u)", s->low[e->node], s->high[e->node]);
	text_add(text, sizeof text, " of %zu", e->nodes);
	if (!e->unlinked)
		text_add(text, sizeof text, "   degree %zu", e->links.count);
	if (e->missing_all > 0)
		text_add(text, sizeof text, "   %zu missing", e->missing_all);
	if (e->known && e->kind != ODD_ORDINARY && app_truth(app))
		text_add(text, sizeof text, "   %s %s",
			was_planted(app, e->node) ? "planted" : "known",
			cells_mark(figure_kind_mark(e->kind), app->set.glyphs));
	x = paint_text(c, x, y, right - x, text, pen_of(ROLE_TEXT));
	if (n->walk_count > 0 && n->walk[n->walk_count - 1] < app_network(app)->nodes)
		snprintf(from, sizeof from, "from %s",
			node_shorten(name, c, app_node_name(app, n->walk[n->walk_count - 1]),
				NODE_NAME));
	int w = (int)utf8_width(from), room = right - x - 2;
	if (w > 0 && room >= 9) /* as much of it as there is room for */
		paint_text(c, right - (w < room ? w : room), y, room, from, pen_of(ROLE_DIM));
}

static void draw_beside(struct node_screen *n, struct canvas *c, struct rect r)
{
	double h = r.h - 1.0, top = h >= 30.0 ? 11.0 : 6.0, middle = ceil((h - top) / 2.0);
	double left = floor(r.w / 2.0), near = floor(r.w * 0.32), y = r.y + 1.0;
	draw_title(n, c, r);
	draw_why(n, c, (struct rect){r.x, y, left, top});
	draw_history(n, c, (struct rect){r.x + left, y, r.w - left, top});
	y += top;
	if (n->why->of.unlinked)
		left = 0.0;
	else
		node_draw_entries(n, NODE_LINKS, c, (struct rect){r.x, y, left, middle});
	node_draw_entries(n, NODE_WORDS, c, (struct rect){r.x + left, y, r.w - left, middle});
	y += middle;
	draw_text(n, c, (struct rect){r.x, y, r.w - near, h - top - middle});
	node_draw_near(n, c, (struct rect){r.x + r.w - near, y, near, h - top - middle});
}

static double list_height(const struct node_screen *n, enum node_part part)
{
	size_t count = n->list[part].count;
	return 3.0 + (double)(count < 1 ? 1 : count > LIST_ROWS ? LIST_ROWS : count);
}

/* Put rows of a taller canvas on this one. */
static void show_part(struct canvas *c, struct rect r, const struct canvas *from, size_t first)
{
	for (size_t y = 0; y < (size_t)r.h && first + y < cells_rows(from); y++)
		for (size_t x = 0; x < cells_columns(from) && x < (size_t)r.w; x++) {
			const struct cell *cell = cells_at(from, x, first + y);
			struct pen pen = {.role = (enum role)cell->role};
			pen.flags = (cell->attr & CELL_BOLD ? PEN_BOLD : 0u) |
				    (cell->attr & CELL_REVERSE ? PEN_REVERSE : 0u);
			if (cell->width > 0 && strcmp(cell->glyph, " ") != 0)
				canvas_text(c, (struct point){r.x + (double)x, r.y + (double)y},
					ANCHOR_TOP_LEFT, cell->glyph, pen);
		}
}

/* The rows of the column that the focus is on, and how many. */
static void follow(struct node_screen *n, const struct rect part[NODE_PARTS])
{
	struct rect r = part[n->layer.part];
	size_t from = (size_t)r.y, to = (size_t)rect_bottom(r);
	if (node_focus(n) != NODE_TEXT) { /* the row above, too, which may be the heading */
		const struct list *l = &n->list[n->layer.part];
		size_t row = from + 2 + l->cursor - l->first;
		from = l->cursor == l->first ? from : row - 1;
		to = row + 2;
	}
	if (to > n->page.first + n->page.seen)
		n->page.first = to - n->page.seen;
	if (from < n->page.first)
		n->page.first = from;
}

static void draw_column(struct node_screen *n, struct canvas *c, struct rect r)
{
	struct canvas *tall;
	struct rect part[NODE_PARTS];
	double w = r.w, y = 7.0;
	size_t rows = lay_out_text(&n->why->sentences, NULL, (struct rect){.w = w - 2}, 0);
	part[NODE_TEXT] = (struct rect){0, y, w, (double)rows + 2.0};
	y += (double)rows + 2.0;
	for (int i = 0; i < NODE_TEXT; i++) {
		bool none = i == NODE_LINKS && n->why->of.unlinked;
		part[i] = (struct rect){0, y, w, none ? 0.0 : list_height(n, (enum node_part)i)};
		y += part[i].h;
	}
	struct rect history = {0, y, w, 8.0};
	y += history.h;
	if (cells_create(&tall, (size_t)w, (size_t)y, n->app->set.glyphs, NULL) != ODD_OK)
		return;
	draw_title(n, tall, (struct rect){0, 0, w, 1.0});
	draw_why(n, tall, (struct rect){0, 1.0, w, 6.0});
	draw_text(n, tall, part[NODE_TEXT]);
	if (!n->why->of.unlinked)
		node_draw_entries(n, NODE_LINKS, tall, part[NODE_LINKS]);
	node_draw_entries(n, NODE_WORDS, tall, part[NODE_WORDS]);
	node_draw_near(n, tall, part[NODE_NEAR]);
	draw_history(n, tall, history);
	list_fit(&n->page, (size_t)y, r);
	if (n->follow)
		follow(n, part);
	list_fit(&n->page, (size_t)y, r);
	show_part(c, r, tall, n->page.first);
	canvas_free(tall);
}

void node_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct node_screen *n = (struct node_screen *)layer;
	(void)app;
	if (n->why == NULL) {
		plot_message(c, r,
			n->waiting ? "working out why it ranks where it does"
				   : "stopped before it was worked out");
		return;
	}
	n->column = app->columns < 80 || app->rows < 24;
	if (n->column)
		draw_column(n, c, r);
	else
		draw_beside(n, c, r);
	n->follow = false;
}
