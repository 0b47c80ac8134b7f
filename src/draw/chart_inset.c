/* A chart within a chart, where no line goes: the largest free strip between the lines. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "draw/chart.h"
#include "draw/plot.h"

enum { MOST_BANDS = 40 };

/* What a line covers of the height, over some of the width. */
struct band {
	double top, bottom;
};

static int by_top(const void *a, const void *b)
{
	const struct band *x = a, *y = b;
	return (x->top > y->top) - (x->top < y->top);
}

static void cover(struct band *band, double y, double air)
{
	band->top = fmin(band->top, y - air);
	band->bottom = fmax(band->bottom, y + air);
}

/* Right of an x of the canvas; its sample before that counts too, since a line comes from there. */
static bool band_of(
	struct band *out, const struct plot *p, const struct line_series *s, double left)
{
	const double air = 0.6 * p->c->char_h;
	*out = (struct band){HUGE_VAL, -HUGE_VAL};
	for (size_t i = 0; i < s->n; i++) {
		const double next = i + 1 < s->n ? s->x[i + 1] : HUGE_VAL;
		if (axis_map(&p->x, next) < left || !isfinite(s->y[i]))
			continue;
		const double y = s->share ? rect_bottom(p->area) - s->y[i] * p->area.h
					  : axis_map(&p->y, s->y[i]);
		cover(out, fmin(fmax(y, p->area.y), rect_bottom(p->area)), air);
	}
	return out->top < out->bottom;
}

/* The largest free strip from an x of the canvas to the right edge. */
static struct rect free_strip(const struct plot *p, const struct line_chart *chart, double left)
{
	struct band band[MOST_BANDS];
	size_t count = 0;
	for (size_t i = 0; i < chart->series_count && count < MOST_BANDS - 1; i++)
		count += chart->series[i].x != NULL &&
			 band_of(&band[count], p, &chart->series[i], left);
	for (size_t i = 0; i < chart->reference_count && count < MOST_BANDS - 1; i++) {
		const double y = axis_map(&p->y, chart->reference[i].y);
		band[count++] = (struct band){y - p->c->char_h, y + p->c->char_h};
	}
	qsort(band, count, sizeof *band, by_top);
	band[count] = (struct band){rect_bottom(p->area), rect_bottom(p->area)};
	struct rect best = {left, p->area.y, rect_right(p->area) - left, 0.0};
	double top = p->area.y;
	for (size_t i = 0; i <= count; i++) {
		if (band[i].top - top > best.h) {
			best.y = top;
			best.h = band[i].top - top;
		}
		top = fmax(top, band[i].bottom);
	}
	return best;
}

void chart_inset_draw(struct plot *p, const struct line_chart *chart)
{
	struct canvas *c = p->c;
	const double least_w = 20.0 * c->char_w, least_h = 6.5 * c->char_h;
	struct rect best = {0.0, 0.0, 0.0, 0.0};
	for (double share = 0.06; share < 0.6; share += 0.06) {
		struct rect r = free_strip(p, chart, p->area.x + share * p->area.w);
		r = rect_inset(r, c->char_w, 0.0, 1.5 * c->char_w, 0.3 * c->char_h);
		/* More would draw the eye from the whole to the part. */
		r.h = fmin(r.h, fmax(least_h, 0.5 * p->area.h));
		if (r.w >= least_w && r.h >= least_h && r.w * r.h > best.w * best.h)
			best = r;
	}
	if (best.w <= 0.0)
		return;
	placer_take(&p->placer, best);
	canvas_fill(c, best, (struct pen){.role = ROLE_GROUND});
	canvas_box(c, best, (struct pen){.role = ROLE_FRAME});
	chart_line_draw(chart->inset, c,
		rect_inset(
			best, 0.7 * c->char_w, 0.3 * c->char_h, 1.2 * c->char_w, 0.2 * c->char_h));
}
