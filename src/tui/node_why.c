/* node_why.c: the upper panels of the Node screen: components, and the history of the rank. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figure_words.h"
#include "draw/layout.h"
#include "draw/utf8.h"
#include "tui/node_parts.h"
#include "tui/paint.h"

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
	snprintf(rank, sizeof rank, "#%zu", e->component[t].rank);
	paint_text(c, right - 7, y, 7, rank, pen_of(ROLE_TEXT));
	int at = right - 8 - (int)utf8_width(value), bar = x + 16;
	paint_text(c, at, y, 12, value, pen_of(ROLE_DIM));
	double room = fmin(at - 1 - bar, 40.0);
	if (room >= 3.0)
		canvas_fill(c, (struct rect){bar, y, room * e->component[t].percentile, 1.0}, pen);
}

void node_draw_why(const struct node_screen *n, struct canvas *c, struct rect r)
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
		paint_text(c, (int)r.x, y++, (int)r.w, node_verdict(e),
			(struct pen){.role = ROLE_TEXT, .flags = PEN_BOLD});
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

void node_draw_history(const struct node_screen *n, struct canvas *c, struct rect r)
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
