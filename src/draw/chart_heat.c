#include "config.h"

#include "draw/chart.h"

#include <math.h>

static const struct pen small_pen = {.role = ROLE_DIM, .flags = PEN_SMALL};

static double widest_name(const struct canvas *c, const char *const *name, size_t n)
{
	double widest = 0.0;
	for (size_t i = 0; name != NULL && i < n; i++)
		widest = fmax(widest, canvas_text_width(c, name[i], small_pen));
	return widest;
}

/* Edges are rounded to the text grid, so that neighbouring cells share no character. */
static struct rect heat_cell(const struct heat_chart *chart, const struct canvas *c, struct rect a,
	size_t row, size_t column)
{
	double x0 = canvas_snap(c, a.x + a.w * (double)column / (double)chart->columns);
	double x1 = canvas_snap(c, a.x + a.w * (double)(column + 1) / (double)chart->columns);
	double y0 = canvas_snap(c, a.y + a.h * (double)row / (double)chart->rows);
	double y1 = canvas_snap(c, a.y + a.h * (double)(row + 1) / (double)chart->rows);
	return (struct rect){x0, y0, x1 - x0, y1 - y0};
}

static void draw_heat_cells(
	const struct heat_chart *chart, struct canvas *c, struct rect area, double lo, double hi)
{
	for (size_t row = 0; row < chart->rows; row++) {
		for (size_t column = 0; column < chart->columns; column++) {
			double v = chart->value[row * chart->columns + column];
			if (!isfinite(v))
				continue;
			double t = hi > lo ? (v - lo) / (hi - lo) : 0.5;
			canvas_fill(
				c, heat_cell(chart, c, area, row, column), pen_of(role_heat(t)));
		}
	}
	if (chart->cursor && chart->cursor_row < chart->rows &&
		chart->cursor_column < chart->columns) {
		struct rect r = heat_cell(chart, c, area, chart->cursor_row, chart->cursor_column);
		canvas_mark(c, (struct point){r.x + r.w / 2.0, r.y + r.h / 2.0}, MARK_CURSOR, 1.0,
			(struct pen){.role = ROLE_CURSOR, .flags = PEN_BOLD});
	}
}

static void label_heat(const struct heat_chart *chart, struct placer *p, struct canvas *c,
	struct rect area, double gutter)
{
	char fitted[96];
	double gap = c->char_w;
	for (size_t row = 0; chart->row_name != NULL && row < chart->rows; row++) {
		struct rect r = heat_cell(chart, c, area, row, 0);
		canvas_text_fit(
			c, fitted, sizeof fitted, chart->row_name[row], gutter - gap, small_pen);
		double h = canvas_text_extent(c, fitted, small_pen).h;
		placer_text(p, c, (struct point){area.x - gap, r.y + floor((r.h - h) / 2.0)},
			ANCHOR_TOP_RIGHT, fitted, small_pen);
	}
	for (size_t i = 0; chart->column_name != NULL && i < chart->columns; i++) {
		struct rect r = heat_cell(chart, c, area, chart->rows - 1, i);
		struct pen pen = small_pen;
		double w = canvas_text_width(c, chart->column_name[i], pen);
		double x = fmax(area.x, fmin(r.x + (r.w - w) / 2.0, rect_right(area) - w));
		/* A character of air, or the next name looks like part of this one. */
		struct rect box = {x - gap / 2.0, rect_bottom(area), w + gap, 1.0};
		box.h = canvas_text_extent(c, "0", pen).h;
		box = rect_intersect(box, p->bounds);
		if (placer_free(p, box))
			placer_text(p, c, (struct point){x, rect_bottom(area)}, ANCHOR_TOP_LEFT,
				chart->column_name[i], pen);
	}
}

void chart_heat_draw(const struct heat_chart *chart, struct canvas *c, struct rect rect)
{
	struct placer placer;
	struct range data = RANGE_EMPTY;
	double lo = chart->lo, hi = chart->hi;
	double line = canvas_text_extent(c, "0", small_pen).h, gap = c->snap > 0.0 ? 0.0 : 4.0;
	range_add_all(&data, chart->value, chart->rows * chart->columns);
	if (!(data.lo <= data.hi)) {
		plot_message(c, rect, chart->empty != NULL ? chart->empty : "no data");
		return;
	}
	if (!(lo < hi)) {
		lo = data.lo;
		hi = data.hi;
	}
	placer_init(&placer, rect);
	double gutter = fmin(widest_name(c, chart->row_name, chart->rows), 0.3 * rect.w);
	if (gutter > 0.0)
		gutter = ceil(gutter / c->char_w + 1.0) * c->char_w;
	double bottom = line + gap + (chart->column_name != NULL ? line + gap : 0.0);
	struct rect area = rect_inset(rect, gutter, 0.0, 0.0, bottom);
	if (area.w < c->char_w * 3.0 || area.h < c->char_h) {
		plot_message(c, rect, "no room for a chart");
		return;
	}
	/* More rows or columns than the device can show would leave some out unseen. */
	if ((double)chart->rows * c->snap > area.h || (double)chart->columns * c->snap > area.w) {
		plot_message(c, rect, "too many rows or columns for this room");
		return;
	}
	draw_heat_cells(chart, c, area, lo, hi);
	label_heat(chart, &placer, c, area, gutter);
	heat_scale_draw(&placer, c, (struct rect){rect.x, rect_bottom(rect) - line, rect.w, line},
		lo, hi, chart->title);
}
