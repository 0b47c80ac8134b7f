#include "config.h"

#include "draw/plot.h"

#include <math.h>
#include <stdio.h>

static const struct pen tick_pen = {.role = ROLE_DIM, .flags = PEN_SMALL};

static double small_line(const struct canvas *c)
{
	return canvas_text_extent(c, "0", tick_pen).h;
}

void plot_message(struct canvas *c, struct rect r, const char *sentence)
{
	struct pen pen = pen_of(ROLE_DIM);
	char line[8][256], fitted[256];
	size_t lines = 0;
	double height = canvas_text_extent(c, "0", pen).h;
	while (lines < 8 && (double)(lines + 1) * height <= r.h && *sentence != '\0') {
		size_t skip, n = canvas_text_break(c, sentence, r.w, &skip, pen);
		snprintf(line[lines++], sizeof *line, "%.*s", (int)n, sentence);
		sentence += skip;
	}
	double y = r.y + floor((r.h - (double)lines * height) / 2.0);
	for (size_t i = 0; i < lines; i++, y += height) {
		canvas_text_fit(c, fitted, sizeof fitted, line[i], r.w, pen);
		double w = canvas_text_width(c, fitted, pen);
		double x = fmax(r.x, floor(r.x + (r.w - w) / 2.0));
		canvas_text(c, (struct point){x, y}, ANCHOR_TOP_LEFT, fitted, pen);
	}
}

/* ---- legend -------------------------------------------------------------------------------- */

static double sample_width(const struct canvas *c, const struct legend_entry *e)
{
	return (e->mark != MARK_NONE ? 1.0 : 2.0) * c->char_w;
}

static double entry_width(const struct canvas *c, const struct legend_entry *e, struct pen pen)
{
	return sample_width(c, e) + c->char_w + canvas_text_width(c, e->text, pen);
}

static void draw_entry(struct placer *p, struct canvas *c, struct point at,
	const struct legend_entry *e, double room, struct pen pen)
{
	char text[128];
	double h = small_line(c), w = sample_width(c, e);
	struct rect sample = {at.x, at.y, w, h};
	canvas_text_fit(c, text, sizeof text, e->text, room - w - c->char_w, pen);
	if (!placer_free(p, sample) || text[0] == '\0')
		return;
	placer_take(p, sample);
	struct point middle = {at.x + w / 2.0, at.y + h / 2.0};
	struct pen ink = {.role = e->role, .dash = e->dash};
	if (e->mark != MARK_NONE) {
		canvas_mark(c, middle, e->mark == MARK_POINT ? MARK_DOT : e->mark, 1.0, ink);
	} else if (e->swatch) {
		canvas_fill(c, c->snap > 0.0 ? sample : rect_inset(sample, 0, h * 0.2, 0, h * 0.2),
			ink);
	} else {
		struct point line[2] = {{at.x, middle.y}, {at.x + w - c->dot_w, middle.y}};
		canvas_polyline(c, line, 2, ink);
	}
	placer_text(p, c, (struct point){at.x + w + c->char_w, at.y}, ANCHOR_TOP_LEFT, text, pen);
}

/* Walk the entries row by row; draw them when p is given. Returns the number of rows. */
static size_t flow_legend(struct placer *p, struct canvas *drawn, const struct canvas *c,
	struct rect r, const struct legend_entry *entry, size_t count)
{
	double x = 0.0, h = small_line(c);
	size_t row = 0;
	for (size_t i = 0; i < count; i++) {
		double w = entry_width(c, &entry[i], tick_pen);
		if (x > 0.0 && x + w > r.w) {
			row++;
			x = 0.0;
		}
		if (p != NULL && (double)(row + 1) * h <= r.h + 1e-6)
			draw_entry(p, drawn,
				(struct point){canvas_snap(c, r.x + x), r.y + (double)row * h},
				&entry[i], r.w - x, tick_pen);
		x += ceil(w / c->char_w + 2.0) * c->char_w;
	}
	return count > 0 ? row + 1 : 0;
}

double legend_height(
	const struct canvas *c, const struct legend_entry *entry, size_t count, double w)
{
	struct rect r = {0, 0, w, 0};
	return (double)flow_legend(NULL, NULL, c, r, entry, count) * small_line(c);
}

void legend_draw(struct placer *p, struct canvas *c, struct rect r,
	const struct legend_entry *entry, size_t count)
{
	flow_legend(p, c, c, r, entry, count);
}

void heat_scale_draw(
	struct placer *p, struct canvas *c, struct rect r, double lo, double hi, const char *title)
{
	char low[NUMBER_SIZE], high[NUMBER_SIZE], fitted[96];
	number_text(low, lo, 3);
	number_text(high, hi, 3);
	double x = rect_right(r) - canvas_text_width(c, high, tick_pen);
	double ramp = fmin(9.0 * c->char_w, r.w / 3.0), gap = c->char_w;
	double left = x - gap - ramp;
	double label = left - gap - canvas_text_width(c, low, tick_pen);
	if (label < r.x)
		return;
	placer_text(p, c, (struct point){x, r.y}, ANCHOR_TOP_LEFT, high, tick_pen);
	placer_text(p, c, (struct point){label, r.y}, ANCHOR_TOP_LEFT, low, tick_pen);
	double inset = c->snap > 0.0 ? 0.0 : 0.2 * r.h;
	left = canvas_snap(c, left);
	for (int i = 0; i < ROLE_HEAT_COUNT; i++)
		canvas_fill(c,
			(struct rect){left + ramp * i / ROLE_HEAT_COUNT, r.y + inset,
				ramp / ROLE_HEAT_COUNT, r.h - 2.0 * inset},
			pen_of((enum role)(ROLE_HEAT + i)));
	if (title != NULL) {
		canvas_text_fit(c, fitted, sizeof fitted, title, label - gap - r.x, tick_pen);
		placer_text(p, c, (struct point){r.x, r.y}, ANCHOR_TOP_LEFT, fitted, tick_pen);
	}
}

/* ---- layout -------------------------------------------------------------------------------- */

/* Make one unit as long along x as along y. With ticks the area shrinks around its middle; without
 * them nothing is gained by that, and the axis with room to spare shows more. */
static void equalise(struct plot *p, bool shrink, double stretch)
{
	/* Cells are twice as high as wide, and count as one each way. */
	double aspect = p->c->snap > 0.0 ? 2.0 : 1.0;
	double ux = (p->x.hi - p->x.lo) / p->area.w,
	       uy = (p->y.hi - p->y.lo) / (p->area.h * aspect);
	double w = p->area.w * ux / uy;
	if (shrink && w < p->area.w && w >= 14.0 * p->c->char_w) {
		w = canvas_snap(p->c, w);
		double left = canvas_snap(p->c, (p->area.w - w) / 2.0);
		p->area.x += left;
		p->left += left;
		p->area.w = w;
		return;
	}
	struct axis *wider = ux < uy ? &p->x : &p->y;
	double factor = fmax(1.0, (ux < uy ? uy / ux : ux / uy) / fmax(stretch, 1.0));
	double middle = (wider->lo + wider->hi) / 2.0,
	       half = (wider->hi - wider->lo) / 2.0 * factor;
	/* Units too different for that: better unequal than nothing. */
	if (isfinite(half) && middle - half < middle + half && middle + half <= 1e307 &&
		middle - half >= -1e307) {
		wider->lo = middle - half;
		wider->hi = middle + half;
	}
}

static void place_axes(struct plot *p)
{
	/* Places are middles of dots, so that the ends of the range stay inside the area. */
	double dx = p->c->snap > 0.0 ? p->c->dot_w / 2.0 : 0.0;
	double dy = p->c->snap > 0.0 && !p->whole_cells ? p->c->dot_h / 2.0 : 0.0;
	axis_place(&p->x, p->area.x + dx, rect_right(p->area) - dx);
	double bottom = rect_bottom(p->area) - dy, top = p->area.y + dy;
	axis_place(&p->y, p->y.rank ? top : bottom, p->y.rank ? bottom : top);
}

bool plot_begin(struct plot *p, struct canvas *c, const struct plot_request *q)
{
	double line = small_line(c), gap = c->snap > 0.0 ? 0.0 : 0.55 * line;
	bool snap = c->snap > 0.0;
	p->c = c;
	p->rect = q->rect;
	p->x_spec = q->x;
	p->y_spec = q->y;
	p->no_x_ticks = q->no_x_ticks;
	p->whole_cells = q->whole_cells;
	placer_init(&p->placer, q->rect);
	if (!axis_fit(&p->x, q->x, q->x_data) || !axis_fit(&p->y, q->y, q->y_data)) {
		bool log = (p->x.scale == AXIS_LOG && q->x_data.lo <= q->x_data.hi) ||
			   (p->y.scale == AXIS_LOG && q->y_data.lo <= q->y_data.hi);
		plot_message(c, q->rect,
			log                ? "nothing above 0 for a log axis"
			: q->empty != NULL ? q->empty
					   : "no data");
		return false;
	}
	double legend = legend_height(c, q->legend, q->legend_count, q->rect.w);
	double roomy = q->rect.h / c->char_h;
	/* The topmost label stands half above the area, the title above that. */
	double title = snap ? line : 1.6 * line;
	double top = q->y->title != NULL && !q->y->hidden && roomy >= 9.0 ? title : 0.0;
	double bottom = q->x->hidden && !q->no_x_ticks ? 0.0 : line + gap;
	p->x_title = q->x->title != NULL && !q->x->hidden && roomy >= 12.0;
	if (p->x_title)
		bottom += line;
	if (legend > 0.0 && roomy >= 6.0)
		bottom += legend + gap;
	else
		legend = 0.0;
	p->band = 0.0;
	p->rule = q->rule;
	p->rule_count = q->rule_count;
	for (size_t i = 0; i < q->rule_count && roomy >= 8.0; i++)
		p->band += q->rule[i].label != NULL ? line : 0.0;
	if (!snap && !q->y->hidden)
		top = fmax(top, line / 2.0);
	top += p->band;
	p->area = rect_inset(q->rect, 0.0, top, q->right, bottom);
	place_axes(p);
	if (!q->y->hidden) {
		double left =
			axis_ticks_y(&p->y, c, tick_pen, fmax(0.09 * q->rect.w, 4 * c->char_w));
		if (left > 0.3 * q->rect.w) {
			p->y.count = 0;
			left = 0.0;
		}
		p->area =
			rect_inset(p->area, left > 0.0 ? left + (snap ? 1.0 : 7.0) : 0.0, 0, 0, 0);
	}
	if (!snap)
		p->area = rect_inset(p->area, 0, 0, q->right > 0.0 ? 0.0 : 4.0, 0);
	if (p->area.w < 6.0 * c->char_w || p->area.h < 2.0 * c->char_h) {
		plot_message(c, q->rect, "no room for a chart");
		return false;
	}
	p->left = q->rect.x;
	if (q->equal && p->x.scale == AXIS_LINEAR && p->y.scale == AXIS_LINEAR)
		equalise(p, !q->x->hidden, q->stretch);
	place_axes(p);
	if (!q->y->hidden && q->equal)
		axis_ticks_y(&p->y, c, tick_pen, 4 * c->char_w);
	p->label_y = rect_bottom(p->area) + gap;
	if (!q->x->hidden && !q->no_x_ticks)
		axis_ticks_x(&p->x, c, tick_pen, p->left, rect_right(q->rect));
	ink_init(&p->ink, p->area);
	if (legend > 0.0)
		legend_draw(&p->placer, c,
			(struct rect){q->rect.x, rect_bottom(q->rect) - legend, q->rect.w, legend},
			q->legend, q->legend_count);
	return true;
}

struct point plot_point(const struct plot *p, double x, double y)
{
	return (struct point){axis_map(&p->x, x), axis_map(&p->y, y)};
}

/* ---- drawing ------------------------------------------------------------------------------- */

void plot_grid(struct plot *p)
{
	struct canvas *c = p->c;
	struct pen grid = pen_of(ROLE_GRID), base = pen_of(ROLE_FRAME);
	for (size_t i = 0; i < p->y.count && !p->y_spec->hidden; i++) {
		double y = p->y.tick[i].at;
		canvas_rule(c, (struct point){p->area.x, y}, (struct point){rect_right(p->area), y},
			grid);
	}
	if (p->x_spec->hidden || c->snap > 0.0)
		return;
	double y = rect_bottom(p->area);
	canvas_rule(c, (struct point){p->area.x, y}, (struct point){rect_right(p->area), y}, base);
	for (size_t i = 0; i < p->x.count && !p->no_x_ticks; i++) {
		double x = p->x.tick[i].at;
		canvas_rule(c, (struct point){x, y}, (struct point){x, y + 3.5}, base);
	}
}

void plot_labels(struct plot *p)
{
	struct canvas *c = p->c;
	double gap = c->snap > 0.0 ? 1.0 : 7.0, line = small_line(c);
	for (size_t i = 0; i < p->y.count && !p->y_spec->hidden; i++) {
		const struct tick *t = &p->y.tick[i];
		struct rect box = canvas_text_box(c, (struct point){p->area.x - gap, t->at},
			ANCHOR_RIGHT, t->label, tick_pen);
		/* In cells the label stands in the row of its dot. */
		double y = c->snap > 0.0 ? fmin(floor(t->at), rect_bottom(p->area) - 1.0) : box.y;
		placer_text(&p->placer, c, (struct point){box.x, y}, ANCHOR_TOP_LEFT, t->label,
			tick_pen);
	}
	if (!p->x_spec->hidden && !p->no_x_ticks) {
		for (size_t i = 0; i < p->x.count; i++) {
			const struct tick *t = &p->x.tick[i];
			double x = axis_label_left(c, t, tick_pen, p->left, rect_right(p->rect));
			placer_text(&p->placer, c, (struct point){x, p->label_y}, ANCHOR_TOP_LEFT,
				t->label, tick_pen);
		}
	}
	char fitted[128];
	if (p->x_title) {
		canvas_text_fit(c, fitted, sizeof fitted, p->x_spec->title, p->area.w, tick_pen);
		placer_text(&p->placer, c, (struct point){rect_right(p->area), p->label_y + line},
			ANCHOR_TOP_RIGHT, fitted, tick_pen);
	}
	if (p->y_spec->title != NULL && !p->y_spec->hidden &&
		p->area.y - p->rect.y >= line - 1e-6) {
		canvas_text_fit(c, fitted, sizeof fitted, p->y_spec->title,
			rect_right(p->rect) - p->left, tick_pen);
		placer_text(&p->placer, c, (struct point){p->left, p->rect.y}, ANCHOR_TOP_LEFT,
			fitted, tick_pen);
	}
}

static double rule_place(const struct plot *p, size_t i)
{
	const double x = axis_map(&p->x, p->rule[i].at);
	return x >= p->area.x - 1e-6 && x <= rect_right(p->area) + 1e-6 ? x : (double)NAN;
}

/* How many labelled rules stand farther to the right, or to the left. */
static size_t rules_beyond(const struct plot *p, size_t i, bool right)
{
	const double x = rule_place(p, i);
	size_t n = 0;
	for (size_t k = 0; k < p->rule_count; k++) {
		const double other = rule_place(p, k);
		n += p->rule[k].label != NULL && k != i &&
		     (right ? other > x : other < x || (other == x && k < i));
		n += right && p->rule[k].label != NULL && other == x && k > i;
	}
	return n;
}

void plot_rules(struct plot *p)
{
	for (size_t i = 0; i < p->rule_count; i++) {
		const double x = rule_place(p, i);
		canvas_rule(p->c, (struct point){x, p->area.y},
			(struct point){x, rect_bottom(p->area)},
			(struct pen){.role = p->rule[i].role, .dash = p->rule[i].dash});
	}
}

/* To the right of their rules, of which the last has the lowest row, so that no rule crosses a
 * label; to the left, in the other order, where the right edge is too near. */
void plot_rule_labels(struct plot *p)
{
	struct canvas *c = p->c;
	const double line = small_line(c), pad = c->snap > 0.0 ? 1.0 : 4.0;
	bool right = true;
	for (size_t i = 0; i < p->rule_count; i++)
		if (p->rule[i].label != NULL)
			right = right &&
				!(rule_place(p, i) + pad +
						canvas_text_width(c, p->rule[i].label, tick_pen) >
					rect_right(p->rect));
	for (size_t i = 0; i < p->rule_count; i++) {
		const struct chart_rule *r = &p->rule[i];
		const struct pen pen = {.role = r->role, .flags = PEN_SMALL};
		const double x = rule_place(p, i);
		const double y = p->area.y - line * (double)(rules_beyond(p, i, right) + 1);
		if (r->label == NULL || isnan(x) || y < p->area.y - p->band - 1e-6)
			continue;
		if (placer_text(&p->placer, c, (struct point){right ? x + pad : x - pad, y},
			    right ? ANCHOR_TOP_LEFT : ANCHOR_TOP_RIGHT, r->label, pen))
			canvas_rule(c, (struct point){x, y + (c->snap > 0.0 ? 0.0 : 3.0)},
				(struct point){x, p->area.y},
				(struct pen){.role = r->role, .dash = r->dash});
	}
}

static struct pen note_pen(const struct chart_note *note)
{
	return (struct pen){
		.role = note->role, .flags = PEN_SMALL | PEN_HALO | (note->bold ? PEN_BOLD : 0u)};
}

void plot_notes(struct plot *p, const struct chart_note *note, size_t count)
{
	struct canvas *c = p->c;
	double pad = c->snap > 0.0 ? 0.0 : 6.0;
	/* Fewer lines rather than none. */
	for (size_t n = count; n > 0; n--) {
		struct extent size = {0, 0};
		for (size_t i = 0; i < n; i++) {
			struct extent e = canvas_text_extent(c, note[i].text, note_pen(&note[i]));
			size.w = fmax(size.w, e.w);
			size.h += e.h;
		}
		struct rect box, area = rect_inset(p->area, pad, pad, pad, pad), airy = area;
		if (c->snap > 0.0) /* at the right the names of the lines may follow at once */
			airy.w -= 1.0;
		if (size.w > 0.7 * area.w ||
			(!place_block(&box, &p->placer, &p->ink, c, airy, size) &&
				!place_block(&box, &p->placer, &p->ink, c, area, size)))
			continue;
		double y = box.y;
		for (size_t i = 0; i < n; i++) {
			struct pen pen = note_pen(&note[i]);
			placer_text(&p->placer, c, (struct point){box.x, y}, ANCHOR_TOP_LEFT,
				note[i].text, pen);
			y += canvas_text_extent(c, note[i].text, pen).h;
		}
		return;
	}
}
