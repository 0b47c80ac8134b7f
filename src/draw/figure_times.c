/* Ranks over time: a line for each of the nodes that became odd, the first rank on top. Ranks are
 * logarithmic, since what happens at the top matters most; a node that is not there is a gap. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"
#include "draw/place.h"

enum { MOST_LINES = 8 };

struct lines {
	size_t node[MOST_LINES], count;
};

static void add_line(struct lines *l, size_t node, size_t most)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->node[i] == node)
			return;
	if (l->count < most)
		l->node[l->count++] = node;
}

/* Those the caller asks for, then the largest leaps; where nobody became odd, the oddest now. */
static void choose_lines(struct lines *l, const struct figure_run *run, size_t most)
{
	const odd_history *h = run->result->history;
	l->count = 0;
	for (size_t i = 0; i < run->look.followed_count; i++)
		add_line(l, run->look.followed[i], most);
	for (size_t i = 0; i < h->became_count; i++)
		add_line(l, h->became[i].node, most);
	if (h->became_count > 0)
		return;
	for (size_t t = h->times; t-- > 0;) {
		const uint32_t *rank = h->moment[t].rank;
		for (uint32_t r = 1; rank != NULL && r <= most; r++)
			for (size_t i = 0; i < h->nodes; i++)
				if (rank[i] == r)
					add_line(l, i, most);
		if (rank != NULL)
			return;
	}
}

/* Where things are. */
struct field {
	const struct figure_run *run;
	struct rect area;
	double worst; /* the lowest rank shown */
};

static double x_of(const struct field *f, size_t t)
{
	size_t n = f->run->result->history->times;
	return f->area.x + (n > 1 ? (double)t / (double)(n - 1) : 0.5) * f->area.w;
}

static double y_of(const struct field *f, double rank)
{
	return f->area.y + log(rank) / log(f->worst) * f->area.h;
}

static void draw_ranks(const struct field *f, struct canvas *c, double left)
{
	char label[NUMBER_SIZE];
	struct placer placer;
	placer_init(&placer, (struct rect){left, f->area.y - c->char_h, f->area.w + f->area.x,
				     f->area.h + 2.0 * c->char_h});
	const double last = f->worst;
	for (double rank = 1.0; rank <= last;
		rank = rank < last && 10.0 * rank > last ? last : 10.0 * rank) {
		double y = floor(y_of(f, rank)); /* of cells: the row it is in */
		if (rank < last)
			canvas_rule(c, (struct point){f->area.x, y_of(f, rank)},
				(struct point){rect_right(f->area), y_of(f, rank)},
				pen_of(ROLE_GRID));
		snprintf(label, sizeof label, "#%s",
			figure_count((char[NUMBER_SIZE]){0}, (size_t)rank));
		placer_text(&placer, c,
			(struct point){f->area.x - c->char_w, c->snap > 0.0 ? y : y_of(f, rank)},
			c->snap > 0.0 ? ANCHOR_TOP_RIGHT : ANCHOR_RIGHT, label, pen_of(ROLE_DIM));
		if (rank == last)
			break;
	}
}

/* As many names as keep apart, the last one first: it is now. */
static void draw_times(const struct field *f, struct canvas *c, struct rect r)
{
	const odd_times *times = f->run->result->times;
	struct placer placer;
	double y = rect_bottom(f->area) + (c->snap > 0.0 ? 1.0 : 0.6 * c->char_h);
	placer_init(&placer, (struct rect){r.x, y - c->char_h, r.w, 3.0 * c->char_h});
	for (size_t i = 0; i < times->count; i++) {
		size_t t = i == 0 ? times->count - 1 : i - 1;
		char name[48], padded[64];
		struct pen pen = pen_of(
			f->run->look.at_time && t == f->run->look.time ? ROLE_CURSOR : ROLE_DIM);
		canvas_text_fit(c, name, sizeof name, times->time[t].name, 14.0 * c->char_w, pen);
		double w = canvas_text_width(c, name, pen);
		double x = fmin(fmax(x_of(f, t) - 0.5 * w, r.x), rect_right(r) - w);
		struct point at = {canvas_snap(c, x), canvas_snap(c, y)};
		snprintf(padded, sizeof padded, "%s ", name); /* one blank between two */
		struct rect box = canvas_text_box(c, at, ANCHOR_TOP_LEFT, padded, pen);
		box.w = fmin(box.w, rect_right(r) - box.x);
		if (placer_free(&placer, box) && placer_take(&placer, box))
			canvas_text(c, at, ANCHOR_TOP_LEFT, name, pen);
	}
}

/* The share of the ranking that is called odd: where nodes differ in number, so does the line. */
static void draw_cut(const struct field *f, struct canvas *c)
{
	const odd_history *h = f->run->result->history;
	struct stroke stroke;
	stroke_begin(&stroke, c, (struct pen){.role = ROLE_DIM, .dash = DASH_DASHED, .width = 0.7});
	for (size_t t = 0; t < h->times; t++)
		if (h->moment[t].rank != NULL)
			stroke_to(&stroke, (struct point){x_of(f, t),
						   y_of(f, (double)odd_history_odd(h, t) + 0.5)});
	stroke_end(&stroke);
}

static struct pen line_pen(size_t i, bool followed)
{
	static const enum dash dash[] = {DASH_SOLID, DASH_DASHED, DASH_DOTTED};
	return (struct pen){
		.role = role_series(i), .dash = dash[i / 3 % 3], .width = followed ? 2.0 : 1.4};
}

/* Returns the height of its last point; NAN: it is nowhere. */
static double draw_line(
	const struct field *f, struct canvas *c, size_t node, struct pen pen, enum mark mark)
{
	const odd_history *h = f->run->result->history;
	struct stroke stroke;
	double last = (double)NAN;
	stroke_begin(&stroke, c, pen);
	for (size_t t = 0; t < h->times; t++) {
		const uint32_t *rank = h->moment[t].rank;
		if (rank == NULL) /* nothing was fitted then: the line goes over it */
			continue;
		bool there = rank[node] > 0;
		struct point p = {x_of(f, t), there ? y_of(f, rank[node]) : (double)NAN};
		stroke_to(&stroke, p);
		last = there ? p.y : last;
	}
	stroke_end(&stroke);
	for (size_t t = 0; t < h->times; t++) {
		const uint32_t *rank = h->moment[t].rank;
		if (rank != NULL && rank[node] > 0)
			canvas_mark(
				c, (struct point){x_of(f, t), y_of(f, rank[node])}, mark, 1.0, pen);
	}
	return last;
}

static const char *id_of(const struct figure_run *run, size_t node)
{
	return odd_names_get(&run->result->times->ids, node);
}

/* Names at the right edge, each as near to the end of its line as the others allow. */
static void draw_names(const struct field *f, struct canvas *c, const struct lines *l,
	const double *end, double room)
{
	size_t order[MOST_LINES], n = 0;
	double at[MOST_LINES], gap = c->snap > 0.0 ? 1.0 : 1.15 * c->char_h;
	for (size_t i = 0; i < l->count; i++) {
		if (isnan(end[i]))
			continue;
		size_t k = n++;
		for (; k > 0 && end[order[k - 1]] > end[i]; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	for (size_t k = 0; k < n; k++)
		at[k] = end[order[k]];
	double half = 0.5 * gap;
	if (!place_spread(at, n, gap, f->area.y - half + half, rect_bottom(f->area) - half))
		return;
	for (size_t k = 0; k < n; k++) {
		char name[FIGURE_NAME];
		struct pen pen = pen_of(role_series(order[k]));
		canvas_text_fit(c, name, sizeof name, id_of(f->run, l->node[order[k]]), room, pen);
		canvas_text(c,
			(struct point){rect_right(f->area) + 1.5 * c->char_w,
				c->snap > 0.0 ? floor(at[k]) : at[k]},
			c->snap > 0.0 ? ANCHOR_TOP_LEFT : ANCHOR_LEFT, name, pen);
	}
}

void figure_panel_times(const struct figure_run *run, struct canvas *c, struct rect r)
{
	static const enum mark mark[] = {MARK_CIRCLE, MARK_TRIANGLE, MARK_SQUARE, MARK_DIAMOND,
		MARK_RING, MARK_WEDGE, MARK_BOX, MARK_LOZENGE};
	struct lines l;
	double names = 0.0, end[MOST_LINES];
	struct field f = {.run = run, .worst = 10.0};
	if (run->result->history == NULL || run->result->times == NULL) {
		plot_message(
			c, r, "not at hand: the network is one of a single time, not of several");
		return;
	}
	size_t fit = (size_t)fmax(1.0, (r.h - 2.0 * c->char_h) / (1.2 * c->char_h));
	choose_lines(&l, run, fit < MOST_LINES ? fit : MOST_LINES);
	if (r.w < 24.0 * c->char_w || r.h < 5.0 * c->char_h || l.count == 0) {
		plot_message(c, r, l.count == 0 ? "no node was ranked" : "no room");
		return;
	}
	for (size_t t = 0; t < run->result->history->times; t++)
		f.worst = fmax(f.worst, (double)run->result->history->moment[t].nodes);
	for (size_t i = 0; i < l.count; i++)
		names = fmax(names, canvas_text_width(c, id_of(run, l.node[i]), pen_of(ROLE_TEXT)));
	names = fmin(names, 0.28 * r.w);
	char widest[NUMBER_SIZE];
	double ranks =
		canvas_text_width(c, figure_count(widest, (size_t)f.worst), pen_of(ROLE_DIM)) +
		3.0 * c->char_w;
	f.area = (struct rect){canvas_snap(c, r.x + ranks), r.y + 0.5 * c->char_h,
		r.w - ranks - names - 3.0 * c->char_w, r.h - 2.3 * c->char_h};
	draw_ranks(&f, c, r.x);
	draw_times(&f, c, r);
	if (run->look.at_time && run->look.time < run->result->history->times)
		canvas_rule(c, (struct point){x_of(&f, run->look.time), f.area.y},
			(struct point){x_of(&f, run->look.time), rect_bottom(f.area)},
			pen_of(ROLE_CURSOR));
	draw_cut(&f, c);
	for (size_t i = l.count; i-- > 0;)
		end[i] = draw_line(
			&f, c, l.node[i], line_pen(i, i < run->look.followed_count), mark[i]);
	draw_names(&f, c, &l, end, names);
}

void figure_times(const struct figure_run *run, struct canvas *c)
{
	char print[240] = "", cut[40];
	if (run->result->history != NULL) {
		if (run->result->history->count > 0)
			snprintf(cut, sizeof cut, "%zu", run->result->history->count);
		else
			snprintf(cut, sizeof cut, "%g %%", 100.0 * run->result->history->share);
		snprintf(print, sizeof print,
			"Ranks on a logarithmic scale, the oddest on top. Dashed: the first %s, "
			"which are called odd. %s",
			cut,
			run->result->history->became_count > 0
				? "Shown are the nodes that became odd with the largest leaps."
				: "No node became odd; shown are the oddest at the last time.");
	}
	struct rect r = figure_page(run, c, "ranks over time", print);
	figure_panel_times(run, c, r);
}
