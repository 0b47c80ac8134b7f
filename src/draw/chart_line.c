#include "config.h"

#include "draw/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_LABELS 32
#define LEGEND_KEPT 32

/* ---- a curve ------------------------------------------------------------------------------- */

/* x of sample i, counted when the series has none. */
static double curve_x(const struct line_series *s, size_t i)
{
	return s->x != NULL ? s->x[i] : (double)i;
}

/* Where sample i goes. */
static struct point curve_point(const struct plot *p, const struct line_series *s, size_t i)
{
	if (!s->share)
		return plot_point(p, curve_x(s, i), s->y[i]);
	return (struct point){
		axis_map(&p->x, curve_x(s, i)), rect_bottom(p->area) - s->y[i] * p->area.h};
}

size_t line_series_nearest(const struct line_series *s, double x)
{
	size_t best = s->n;
	double distance = INFINITY;
	for (size_t i = 0; i < s->n; i++) {
		double d = fabs(curve_x(s, i) - x);
		if (isfinite(s->y[i]) && d < distance) {
			distance = d;
			best = i;
		}
	}
	return best;
}

/* More samples than dots: of those in a dot's column the lowest and the highest. */
static void draw_crowded(struct stroke *stroke, const struct plot *p, const struct line_series *s)
{
	struct point low = {NAN, NAN}, high = low;
	double column = NAN;
	for (size_t i = 0; i <= s->n; i++) {
		const struct point at = i < s->n ? curve_point(p, s, i) : (struct point){NAN, NAN};
		if (floor(at.x / p->c->dot_w) == column) {
			low = at.y < low.y ? at : low;
			high = at.y > high.y ? at : high;
			continue;
		}
		stroke_to(stroke, low.x <= high.x ? low : high);
		stroke_to(stroke, low.x <= high.x ? high : low);
		low = high = at;
		column = isnan(at.y) ? (double)NAN : floor(at.x / p->c->dot_w);
	}
}

/* The line, its marks, and its trace in the ink map. O(n). */
static void draw_line(struct plot *p, const struct line_series *s)
{
	struct stroke stroke;
	struct pen pen = {.role = s->role,
		.dash = s->dash,
		.width = s->width > 0.0 ? s->width
			 : s->ghost     ? 0.75
					: 1.0,
		.shade = s->ghost ? 0.4 : 0.0};
	bool crowded = (double)s->n > 4.0 * p->area.w / p->c->dot_w;
	struct point before = {NAN, NAN};
	stroke_begin(&stroke, p->c, pen);
	if (crowded)
		draw_crowded(&stroke, p, s);
	for (size_t i = 0; i < s->n; i++) {
		struct point at = curve_point(p, s, i);
		if (!crowded)
			stroke_to(&stroke, at);
		ink_line(&p->ink, isnan(before.x + before.y) ? at : before, at);
		before = at;
	}
	stroke_end(&stroke);
	/* Marks only where they do not run into each other. */
	bool roomy = (double)s->n * 2.5 * p->c->char_w <= p->area.w;
	for (size_t i = 0; s->points && roomy && i < s->n; i++)
		canvas_mark(p->c, curve_point(p, s, i), s->mark, 1.0,
			(struct pen){.role = s->role, .flags = PEN_HALO, .shade = pen.shade});
}

/* The name of a series beside the end of its line. */
struct end_label {
	const struct line_series *series;
	char text[96];
	struct point end; /* where the line ends */
	double y;         /* middle of the label */
};

/* The last sample that the axes can show; n when there is none. */
static size_t last_sample(const struct line_series *s, const struct plot *p)
{
	for (size_t i = s->n; i-- > 0;) {
		struct point at = curve_point(p, s, i);
		if (isfinite(at.x) && isfinite(at.y) && rect_holds(p->area, at))
			return i;
	}
	return s->n;
}

/* ---- labels at the ends -------------------------------------------------------------------- */

static void label_text(char *out, size_t size, const struct line_chart *chart,
	const struct line_series *s, bool brief)
{
	const char *name = brief && s->brief != NULL ? s->brief : s->name;
	size_t at = s->n;
	const bool told = chart->values || s->share; /* a share has no axis to be read off */
	if (told && chart->cursor)
		at = line_series_nearest(s, chart->cursor_x);
	for (size_t i = s->n; told && !chart->cursor && i-- > 0;) {
		if (isfinite(s->y[i])) {
			at = i;
			break;
		}
	}
	char number[NUMBER_SIZE];
	if (at < s->n && s->share)
		snprintf(out, size, "%s  %.2f", name, s->y[at]);
	else if (at < s->n)
		snprintf(out, size, "%s  %s", name, number_text(number, s->y[at], 5));
	else
		snprintf(out, size, "%s", name);
}

static const struct pen name_pen = {.role = ROLE_TEXT, .flags = PEN_SMALL};

/* Width of the gutter the names need right of the area; 0 when they would take too much. */
static double gutter_width(
	const struct line_chart *chart, const struct canvas *c, double room, bool *brief)
{
	for (int attempt = 0; attempt < 2; attempt++) {
		double widest = 0.0;
		char text[96];
		for (size_t i = 0; i < chart->series_count; i++) {
			const struct line_series *s = &chart->series[i];
			if (s->name == NULL)
				continue;
			label_text(text, sizeof text, chart, s, attempt > 0);
			widest = fmax(widest, canvas_text_width(c, text, name_pen));
		}
		*brief = attempt > 0;
		if (widest == 0.0)
			return 0.0;
		/* The mark at the end of the line, and air. */
		double gutter = widest + (c->snap > 0.0 ? 1.0 : 1.6 * c->char_w);
		if (gutter <= (attempt == 0 ? 0.3 : 0.42) * room)
			return gutter;
	}
	return 0.0;
}

/* From the top down. Lines that end together but for rounding keep the order of the series, so that
 * the last bits of a number do not decide which name comes first. */
static int by_height(const void *a, const void *b)
{
	const struct end_label *x = a, *y = b;
	long above = lround(1024.0 * x->y), below = lround(1024.0 * y->y);
	if (above != below)
		return above < below ? -1 : 1;
	return x->series < y->series ? -1 : x->series > y->series ? 1 : 0;
}

static size_t collect_labels(
	struct end_label *label, const struct line_chart *chart, const struct plot *p, bool brief)
{
	size_t n = 0;
	for (int ghosts = 0; ghosts < 2; ghosts++) {
		for (size_t i = 0; i < chart->series_count && n < MOST_LABELS; i++) {
			const struct line_series *s = &chart->series[i];
			size_t last = last_sample(s, p);
			if (s->name == NULL || s->ghost != (ghosts == 1) || last == s->n)
				continue;
			label[n].series = s;
			label[n].end = curve_point(p, s, last);
			label[n].y = label[n].end.y;
			label_text(label[n].text, sizeof label[n].text, chart, s, brief);
			n++;
		}
	}
	return n;
}

static void draw_end_labels(struct plot *p, const struct line_chart *chart, bool brief)
{
	struct canvas *c = p->c;
	struct end_label label[MOST_LABELS];
	double height = canvas_text_extent(c, "0", name_pen).h, position[MOST_LABELS];
	double lo = p->area.y + height / 2.0, hi = rect_bottom(p->area) - height / 2.0;
	size_t n = collect_labels(label, chart, p, brief);
	/* More names than rows: the last ones, ghosts among them, go unnamed. */
	while (n > 1 && (double)(n - 1) * height > hi - lo)
		n--;
	qsort(label, n, sizeof *label, by_height);
	for (size_t i = 0; i < n; i++)
		position[i] = c->snap > 0.0 ? floor(label[i].y) + 0.5 : label[i].y;
	if (!place_spread(position, n, height, lo, hi))
		return;
	double left = rect_right(p->area);
	double x = left + (c->snap > 0.0 ? 1.0 : 1.6 * c->char_w), below = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		const struct line_series *s = label[i].series;
		/* Rounding to rows may bring two together again. */
		double top = canvas_snap(c, fmax(position[i] - height / 2.0, below));
		below = top + height;
		struct pen pen = {
			.role = s->role, .flags = PEN_SMALL, .shade = s->ghost ? 0.6 : 0.0};
		if (!placer_text(&p->placer, c, (struct point){x, top}, ANCHOR_TOP_LEFT,
			    label[i].text, pen))
			continue;
		double middle = top + height / 2.0;
		if (c->snap > 0.0) {
			enum mark mark = s->mark != MARK_NONE ? s->mark : MARK_DOT;
			canvas_mark(c, (struct point){left + 0.5, middle}, mark, 1.0, pen);
			continue;
		}
		canvas_mark(c, label[i].end, s->mark, 1.0,
			(struct pen){.role = s->role, .flags = PEN_HALO, .shade = pen.shade});
		if (fabs(middle - label[i].end.y) > 0.5 * height ||
			left - label[i].end.x > 2.0 * c->char_w) {
			struct point leader[3] = {{label[i].end.x + 5.0, label[i].end.y},
				{fmax(left, label[i].end.x + 5.0), label[i].end.y},
				{x - 3.0, middle}};
			canvas_polyline(
				c, leader, 3, (struct pen){.role = ROLE_FRAME, .width = 0.5});
		}
	}
}

static size_t legend_of(struct legend_entry *entry, size_t room, char kept[LEGEND_KEPT],
	const struct line_chart *chart, bool names)
{
	size_t n = 0, ghosts = 0;
	bool told = false;
	for (size_t i = 0; i < chart->series_count; i++)
		ghosts += chart->series[i].ghost && chart->series[i].name != NULL;
	/* They look alike: of several a legend says how many there are. */
	snprintf(kept, LEGEND_KEPT, "%zu kept", ghosts);
	for (size_t i = 0; names && i < chart->series_count && n < room; i++) {
		const struct line_series *s = &chart->series[i];
		bool one_of_many = s->ghost && ghosts > 1;
		if (s->name == NULL || (one_of_many && told))
			continue;
		told = told || one_of_many;
		entry[n++] = (struct legend_entry){one_of_many        ? kept
						   : s->brief != NULL ? s->brief
								      : s->name,
			s->role, s->mark, s->dash, false};
	}
	if (chart->reference_name != NULL && chart->reference_count > 0 && n < room)
		entry[n++] = (struct legend_entry){chart->reference_name, chart->reference[0].role,
			chart->reference[0].mark, DASH_SOLID, false};
	return n;
}

/* ---- references ----------------------------------------------------------------------------- */

static void draw_references(struct plot *p, const struct line_chart *chart)
{
	for (size_t i = 0; i < chart->reference_count; i++) {
		const struct chart_reference *r = &chart->reference[i];
		struct point at = plot_point(p, r->x, r->y);
		struct pen pen = {.role = r->role, .flags = PEN_HALO};
		if (chart->reference_faint)
			pen = (struct pen){.role = r->role, .shade = 0.5};
		canvas_mark(p->c, at, r->mark, chart->reference_faint ? 0.75 : 1.0, pen);
		ink_point(&p->ink, at);
	}
}

/* ---- cursor -------------------------------------------------------------------------------- */

static void draw_cursor(struct plot *p, const struct line_chart *chart)
{
	struct canvas *c = p->c;
	double x = axis_map(&p->x, chart->cursor_x);
	if (!(x >= p->area.x && x <= rect_right(p->area)))
		return;
	canvas_rule(c, (struct point){x, p->area.y}, (struct point){x, rect_bottom(p->area)},
		(struct pen){.role = ROLE_CURSOR, .dash = DASH_DASHED, .shade = 0.6});
	for (size_t i = 0; i < chart->series_count; i++) {
		const struct line_series *s = &chart->series[i];
		size_t at = line_series_nearest(s, chart->cursor_x);
		if (at == s->n || s->ghost)
			continue;
		canvas_mark(c, curve_point(p, s, at), s->mark != MARK_NONE ? s->mark : MARK_CIRCLE,
			1.2, (struct pen){.role = s->role, .flags = PEN_HALO | PEN_BOLD});
	}
	char number[NUMBER_SIZE];
	const char *text = chart->cursor_text != NULL ? chart->cursor_text
						      : number_text(number, chart->cursor_x, 6);
	struct pen pen = {.role = ROLE_CURSOR, .flags = PEN_SMALL | PEN_BOLD};
	double w = canvas_text_width(c, text, pen);
	double left = fmax(p->rect.x, fmin(x - w / 2.0, rect_right(p->rect) - w));
	if (placer_text(
		    &p->placer, c, (struct point){left, p->label_y}, ANCHOR_TOP_LEFT, text, pen)) {
		/* Air, so that no tick label reads as part of it. */
		double h = canvas_text_extent(c, text, pen).h, air = c->char_w;
		placer_take(&p->placer, (struct rect){left - air, p->label_y, w + 2.0 * air, h});
	}
}

void chart_line_draw(const struct line_chart *chart, struct canvas *c, struct rect rect)
{
	struct plot plot;
	struct legend_entry legend[MOST_LABELS + 1];
	char kept[LEGEND_KEPT];
	struct range x = RANGE_EMPTY, y = RANGE_EMPTY;
	for (size_t i = 0; i < chart->series_count; i++) {
		const struct line_series *s = &chart->series[i];
		for (size_t k = 0; k < s->n; k++) {
			if (!isfinite(s->y[k]) || !isfinite(curve_x(s, k)))
				continue;
			range_add(&x, curve_x(s, k));
			if (!s->share)
				range_add(&y, s->y[k]);
		}
	}
	for (size_t i = 0; i < chart->reference_count; i++)
		range_add(&y, chart->reference[i].y);
	bool brief, named = false;
	double gutter = gutter_width(chart, c, rect.w, &brief);
	for (size_t i = 0; i < chart->series_count; i++)
		named = named || chart->series[i].name != NULL;
	struct axis_spec x_spec = chart->x;
	x_spec.tight = true;
	struct plot_request request = {.rect = rect,
		.x = &x_spec,
		.y = &chart->y,
		.x_data = x,
		.y_data = y,
		.right = gutter,
		.rule = chart->upright,
		.rule_count = chart->upright_count,
		.empty = chart->empty,
		.legend = legend,
		.legend_count =
			legend_of(legend, MOST_LABELS + 1, kept, chart, named && gutter == 0.0)};
	if (!plot_begin(&plot, c, &request))
		return;
	plot_grid(&plot);
	struct rect before = canvas_clip(c, plot.area);
	plot_rules(&plot);
	for (int ghosts = 1; ghosts >= 0; ghosts--) {
		for (size_t i = chart->series_count; i-- > 0;) {
			if (chart->series[i].ghost == (ghosts == 1))
				draw_line(&plot, &chart->series[i]);
		}
	}
	draw_references(&plot, chart);
	if (chart->cursor)
		draw_cursor(&plot, chart);
	c->clip = before;
	if (gutter > 0.0)
		draw_end_labels(&plot, chart, brief);
	plot_rule_labels(&plot);
	plot_notes(&plot, chart->note, chart->note_count);
	plot_labels(&plot);
}
