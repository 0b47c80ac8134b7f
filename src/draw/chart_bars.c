#include "config.h"

#include "draw/chart.h"

#include <math.h>

#define MOST_SERIES 24

/* Where the bars stand: groups side by side, a gap between them. */
struct bar_layout {
	double left, group, bar, gap; /* left edge of the first group; widths */
	double base;                  /* place of zero */
};

static double value_at(const double *v, size_t i)
{
	return v != NULL ? v[i] : (double)NAN;
}

/* Zero, or the end of the axis nearest to it. */
static double base_value(const struct axis *y)
{
	if (y->scale == AXIS_LOG)
		return y->lo;
	return fmax(y->lo, fmin(0.0, y->hi));
}

static bool lay_out(struct bar_layout *b, const struct bar_chart *chart, const struct plot *p)
{
	double series = (double)chart->series_count, groups = (double)chart->category_count;
	double unit = p->c->snap;
	b->group = p->area.w / groups;
	b->gap = unit > 0.0 ? unit : 0.28 * b->group;
	b->bar = (b->group - b->gap) / series;
	if (unit > 0.0) {
		b->group = floor(b->group);
		b->bar = floor((b->group - b->gap) / series);
		if (b->bar < 1.0)
			return false;
		b->bar = fmin(b->bar, 8.0);
	} else {
		b->bar = fmin(b->bar, 5.0 * p->c->char_w);
	}
	b->left = p->area.x;
	if (unit > 0.0)
		b->left = canvas_snap(p->c, p->area.x + (p->area.w - b->group * groups) / 2.0);
	b->base = canvas_snap(p->c, axis_map(&p->y, base_value(&p->y)));
	return b->bar > 0.5;
}

static double bar_left(
	const struct bar_layout *b, const struct bar_chart *chart, size_t category, size_t series)
{
	double width = b->bar * (double)chart->series_count;
	double start = b->left + (double)category * b->group + (b->group - width) / 2.0;
	return floor(start * 4.0) / 4.0 + (double)series * b->bar;
}

static void draw_bar(struct plot *p, const struct bar_layout *b, const struct bar_chart *chart,
	size_t category, size_t series)
{
	const struct bar_series *s = &chart->series[series];
	struct canvas *c = p->c;
	double v = s->value[category], x = canvas_snap(c, bar_left(b, chart, category, series));
	double y = axis_map(&p->y, v), w = b->bar - (c->snap > 0.0 ? 0.0 : 1.0);
	if (isfinite(y) && !chart->dots) {
		/* Rounding the base line to cells must not turn a bar over. */
		y = v < base_value(&p->y) ? fmax(y, b->base) : fmin(y, b->base);
		double from = fmin(y, b->base), to = fmax(y, b->base);
		canvas_fill(c, (struct rect){x, from, w, fmax(to - from, c->dot_h / 4.0)},
			(struct pen){.role = s->role, .dash = s->dash});
		ink_line(&p->ink, (struct point){x + w / 2, b->base}, (struct point){x + w / 2, y});
	}
	double middle = x + w / 2.0, e = value_at(s->error, category);
	/* In narrow cells the stem would hide the bar's end. */
	bool room = c->snap == 0.0 || (b->bar >= 3.0 && !chart->dots);
	if (isfinite(y) && isfinite(e) && e > 0.0 && room) {
		double lo = axis_map(&p->y, fmax(v - e, p->y.lo));
		double hi = axis_map(&p->y, fmin(v + e, p->y.hi));
		double cap = c->snap > 0.0 ? 0.0 : fmin(w / 4.0, 4.0);
		struct pen pen = {.role = chart->dots ? s->role : ROLE_TEXT, .width = 0.7};
		struct point stem[2] = {{middle, lo}, {middle, hi}};
		canvas_polyline(c, stem, 2, pen);
		for (int end = 0; end < 2 && cap > 0.0; end++) {
			double at = end ? hi : lo;
			struct point bar[2] = {{middle - cap, at}, {middle + cap, at}};
			canvas_polyline(c, bar, 2, pen);
		}
	}
	if (isfinite(y) && chart->dots) {
		canvas_mark(c, (struct point){middle, y}, s->mark, 1.0,
			(struct pen){.role = s->role, .flags = PEN_HALO});
		ink_line(&p->ink, (struct point){middle, y}, (struct point){middle, y});
	}
	double r = axis_map(&p->y, value_at(s->reference, category));
	/* It steps back behind the bars, and where they are narrow keeps off the next one. */
	double size = fmax(0.7, fmin(1.0, b->bar / (2.0 * c->char_w)));
	canvas_mark(c, (struct point){middle, r}, MARK_LOZENGE, size,
		(struct pen){.role = ROLE_DIM, .flags = PEN_HALO});
}

/* Where the words of a bar begin: beyond its end, its error bar and its reference mark. */
static double bar_end(const struct plot *p, const struct bar_series *s, size_t category)
{
	double v = s->value[category], e = value_at(s->error, category);
	double sign = v < 0.0 ? -1.0 : 1.0, mark = p->c->snap > 0.0 ? 0.0 : 5.0;
	double reach = v + (isfinite(e) ? sign * e : 0.0);
	double end = axis_map(&p->y, fmax(p->y.lo, fmin(reach, p->y.hi)));
	double r = axis_map(&p->y, value_at(s->reference, category));
	if (isfinite(r))
		end = v < 0.0 ? fmax(end, r + mark) : fmin(end, r - mark);
	return end;
}

/* The value above its bar, or below it when negative. */
static void label_bar(struct plot *p, const struct bar_layout *b, const struct bar_chart *chart,
	size_t category, size_t series, const struct number_style *style)
{
	const struct bar_series *s = &chart->series[series];
	struct canvas *c = p->c;
	char number[NUMBER_SIZE];
	double v = s->value[category], end = bar_end(p, s, category);
	double middle = canvas_snap(c, bar_left(b, chart, category, series)) + b->bar / 2.0;
	struct pen pen = {.role = ROLE_TEXT, .flags = PEN_SMALL};
	if (!isfinite(v) || !isfinite(end))
		return;
	const char *text = number_write(number, v, style);
	double room = b->bar * 1.05 + (c->snap > 0.0 ? 0.0 : 2.0);
	if (canvas_text_width(c, text, pen) > room && text[0] == '0' && text[1] == '.')
		text++; /* .61 where 0.61 is too wide */
	if (canvas_text_width(c, text, pen) > room)
		return;
	struct point at = {middle, v < 0.0 ? end + 3.0 : end - 3.0};
	if (c->snap > 0.0)
		at.y = v < 0.0 ? ceil(end) : floor(end);
	struct rect box = canvas_text_box(c, at, v < 0.0 ? ANCHOR_TOP : ANCHOR_BOTTOM, text, pen);
	bool inside = box.y >= p->area.y && rect_bottom(box) <= rect_bottom(p->area);
	if (inside || (c->snap == 0.0 && v >= 0.0))
		placer_text(
			&p->placer, c, (struct point){box.x, box.y}, ANCHOR_TOP_LEFT, text, pen);
}

static void label_categories(
	struct plot *p, const struct bar_layout *b, const struct bar_chart *chart)
{
	struct pen pen = {.role = ROLE_DIM, .flags = PEN_SMALL};
	char fitted[96];
	/* Too narrow for every name: every second, third, … */
	size_t stride = 1;
	while ((double)stride * b->group < 3.5 * p->c->char_w)
		stride++;
	for (size_t i = 0; i < chart->category_count; i += stride) {
		double room = (double)stride * b->group - p->c->char_w;
		canvas_text_fit(p->c, fitted, sizeof fitted, chart->category[i], room, pen);
		double x = b->left + ((double)i + 0.5) * b->group;
		placer_text(
			&p->placer, p->c, (struct point){x, p->label_y}, ANCHOR_TOP, fitted, pen);
	}
}

static size_t bar_legend(struct legend_entry *entry, const struct bar_chart *chart)
{
	size_t n = 0;
	for (size_t i = 0; i < chart->series_count && n < MOST_SERIES; i++) {
		const struct bar_series *s = &chart->series[i];
		if (s->name != NULL)
			entry[n++] = (struct legend_entry){s->name, s->role,
				chart->dots ? s->mark : MARK_NONE, s->dash, !chart->dots};
	}
	if (chart->reference_name != NULL)
		entry[n++] = (struct legend_entry){
			chart->reference_name, ROLE_DIM, MARK_LOZENGE, DASH_SOLID, false};
	return n;
}

static struct range bar_range(const struct bar_chart *chart)
{
	struct range r = RANGE_EMPTY;
	for (size_t i = 0; i < chart->series_count; i++) {
		const struct bar_series *s = &chart->series[i];
		for (size_t k = 0; k < chart->category_count; k++) {
			double e = value_at(s->error, k);
			range_add(&r, s->value[k]);
			range_add(&r, value_at(s->reference, k));
			if (isfinite(e)) {
				range_add(&r, s->value[k] + e);
				range_add(&r, s->value[k] - e);
			}
		}
	}
	return r;
}

void chart_bars_draw(const struct bar_chart *chart, struct canvas *c, struct rect rect)
{
	struct plot plot;
	struct bar_layout layout;
	struct legend_entry legend[MOST_SERIES + 1];
	struct axis_spec x = {.lo = 0, .hi = 1, .title = chart->title}, y = chart->y;
	y.zero = y.scale == AXIS_LINEAR && !chart->dots;
	struct plot_request request = {.rect = rect,
		.x = &x,
		.y = &y,
		.y_data = bar_range(chart),
		.no_x_ticks = true,
		.whole_cells = true,
		.legend = legend,
		.legend_count = bar_legend(legend, chart),
		.empty = chart->empty};
	double largest = fmax(fabs(request.y_data.lo), fabs(request.y_data.hi));
	/* Head room for the values above the highest bar. */
	double head = fmin(0.3, 1.2 * c->char_h / rect.h) *
		      (fmax(request.y_data.hi, 0.0) - fmin(request.y_data.lo, 0.0));
	if (!chart->dots && largest < 1e300 && request.y_data.hi > 0.0)
		request.y_data.hi += head;
	if (!chart->dots && largest < 1e300 && request.y_data.lo < 0.0)
		request.y_data.lo -= head;
	if (chart->series_count == 0 || chart->category_count == 0) {
		plot_message(c, rect, chart->empty != NULL ? chart->empty : "no data");
		return;
	}
	if (!plot_begin(&plot, c, &request))
		return;
	plot_grid(&plot);
	struct rect before = canvas_clip(c, plot.area);
	if (!lay_out(&layout, chart, &plot)) {
		c->clip = before;
		plot_message(c, plot.area, "too narrow for so many bars");
		return;
	}
	for (size_t i = 0; i < chart->category_count; i++) {
		for (size_t k = 0; k < chart->series_count; k++)
			draw_bar(&plot, &layout, chart, i, k);
	}
	c->clip = before;
	/* All values alike, to the second digit of the largest. */
	struct number_style style = number_style(
		largest, largest > 0.0 ? pow(10.0, ceil(log10(largest)) - 2.0) : 1.0, NUMBER_FULL);
	for (size_t i = 0; i < chart->category_count && !chart->dots; i++) {
		for (size_t k = 0; k < chart->series_count; k++)
			label_bar(&plot, &layout, chart, i, k, &style);
	}
	label_categories(&plot, &layout, chart);
	plot_labels(&plot);
}
