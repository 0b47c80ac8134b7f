/* node_draw.c: the Node screen on a canvas: side by side from 80 × 24, else one part below the
 * other, of which a window is seen. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figures.h"
#include "draw/utf8.h"
#include "tui/node_parts.h"
#include "tui/text.h"

enum { LIST_ROWS = 12 }; /* of a list in the column */

/* ---- the upper panels: components, and the history of the rank --------------------------------
 */

static const enum role roles[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};

/* ---- why ------------------------------------------------------------------------------------ */

/* "▲ c1 links ███████▌ 0.982 #1": the bar is the share of nodes that are no odder. */
static void draw_component(struct canvas *c, struct rect r, const odd_explanation *e, int t, int y)
{
	char name[40], value[NUMBER_SIZE], rank[32];
	struct pen pen = {.role = roles[t]};
	int x = (int)r.x, right = (int)rect_right(r);
	canvas_mark(c, (struct point){x + 0.5, y + 0.5}, (enum mark)(MARK_TRIANGLE + t), 1.0, pen);
	node_component_name(name, sizeof name, e, t);
	paint_text(c, x + 2, y, 13, name,
		(struct pen){.role = ROLE_TEXT, .flags = t == e->strongest ? PEN_BOLD : 0u});
	figure_score_text(value, e->score, e->component[t].value);
	if (e->component[t].idle)
		snprintf(rank, sizeof rank, "unused");
	else
		snprintf(rank, sizeof rank, "#%zu", e->component[t].rank);
	paint_text(c, right - 7, y, 7, rank, pen_of(ROLE_TEXT));
	int at = right - 8 - (int)utf8_width(value), bar = x + 16;
	paint_text(c, at, y, 12, value, pen_of(ROLE_DIM));
	double room = fmin(at - 1 - bar, 40.0);
	if (room >= 3.0 && !e->component[t].idle)
		canvas_fill(c, (struct rect){bar, y, room * e->component[t].percentile, 1.0}, pen);
}

static void draw_why(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const odd_explanation *e = &n->why->of;
	char total[NUMBER_SIZE], note[80];
	number_text(total, e->total, 3);
	snprintf(note, sizeof note, "score %s", total);
	r = panel_begin(c, r, "Why", note, false);
	int y = (int)r.y, bottom = (int)rect_bottom(r);
	for (int t = 0; t < 3 && y < bottom; t++)
		draw_component(c, r, e, t, y++);
	if (y < bottom)
		paint_text(c, (int)r.x, y++, (int)r.w, node_verdict(e), pen_bold(ROLE_TEXT));
	if (++y < bottom)
		paint_text(c, (int)r.x, y, (int)r.w,
			"# rank among all nodes; bar: the share that is no odder",
			pen_of(ROLE_DIM));
}

/* ---- history -------------------------------------------------------------------------------- */

/* Ranks on a logarithmic scale, the first on top: what happens there matters most. */
static double height_of(double rank, double worst, struct rect area)
{
	double share = worst > 1.0 ? log(rank) / log(worst) : 0.0;
	return area.y + 0.25 + share * (area.h - 0.5);
}

static double across(double at, const struct rank_history *h, struct rect area)
{
	double from = h->at[0], to = h->at[h->count - 1];
	return area.x + 0.5 + (to > from ? (at - from) / (to - from) : 0.0) * (area.w - 1.0);
}

static double tick_step(double span, double columns)
{
	static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
	size_t i = 0;
	while (i + 1 < sizeof steps / sizeof *steps && span / steps[i] * 7.0 > columns)
		i++;
	return steps[i];
}

static void draw_iterations(struct canvas *c, struct rect area, const struct rank_history *h, int y)
{
	char label[32];
	double from = h->at[0], to = h->at[h->count - 1], step = tick_step(to - from, area.w);
	int free_from = paint_text(c, (int)area.x - 6, y, 5, "it", pen_of(ROLE_DIM));
	for (double at = step * ceil(from / step); at <= to + 1e-9; at += step) {
		snprintf(label, sizeof label, "%.0f", at);
		int w = (int)strlen(label), x = (int)floor(across(at, h, area)) - (w - 1) / 2;
		x = x + w > (int)rect_right(area) ? (int)rect_right(area) - w : x;
		if (x >= free_from)
			free_from = paint_text(c, x, y, w, label, pen_of(ROLE_DIM)) + 2;
	}
}

static void draw_history(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct rank_history *h = &n->why->history;
	char note[80], label[32];
	uint32_t best = h->rank[0], worst = 2;
	for (size_t i = 0; i < h->count; i++) {
		best = h->rank[i] < best ? h->rank[i] : best;
		worst = h->rank[i] > worst ? h->rank[i] : worst;
	}
	snprintf(note, sizeof note, "now #%u, best #%u", h->rank[h->count - 1], best);
	r = panel_begin(c, r, "Rank history", note, false);
	if (h->count < 2 || r.h < 3.0 || r.w < 16.0) {
		plot_message(c, r, "one moment so far; steps make a history of it");
		return;
	}
	struct rect area = {r.x + 7.0, r.y, r.w - 8.0, r.h - 1.0};
	snprintf(label, sizeof label, "#%u", worst);
	paint_text(c, (int)r.x, (int)area.y, 6, "#1", pen_of(ROLE_DIM));
	paint_text(c, (int)r.x, (int)rect_bottom(area) - 1, 6, label, pen_of(ROLE_DIM));
	if (area.h >= 5.0) {
		double middle = floor(sqrt((double)worst) + 0.5);
		snprintf(label, sizeof label, "#%.0f", middle);
		paint_text(c, (int)r.x, (int)height_of(middle, worst, area), 6, label,
			pen_of(ROLE_DIM));
	}
	struct stroke stroke;
	stroke_begin(&stroke, c, pen_of(ROLE_TOTAL));
	for (size_t i = 0; i < h->count; i++)
		stroke_to(&stroke, (struct point){across(h->at[i], h, area),
					   height_of(h->rank[i], worst, area)});
	stroke_end(&stroke);
	size_t last = h->count - 1;
	canvas_mark(c,
		(struct point){across(h->at[last], h, area), height_of(h->rank[last], worst, area)},
		MARK_CURSOR, 1.0, pen_of(ROLE_CURSOR));
	draw_iterations(c, area, h, (int)rect_bottom(area));
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
	text_add(text, sizeof text, " of %zu   degree %zu", e->nodes, e->links.count);
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
		part[i] = (struct rect){0, y, w, list_height(n, (enum node_part)i)};
		y += part[i].h;
	}
	struct rect history = {0, y, w, 8.0};
	y += history.h;
	if (cells_create(&tall, (size_t)w, (size_t)y, n->app->set.glyphs, NULL) != ODD_OK)
		return;
	draw_title(n, tall, (struct rect){0, 0, w, 1.0});
	draw_why(n, tall, (struct rect){0, 1.0, w, 6.0});
	draw_text(n, tall, part[NODE_TEXT]);
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
