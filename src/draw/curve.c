#include "config.h"

#include "draw/curve.h"

#include <math.h>
#include <string.h>

double curve_x(const struct line_series *s, size_t i)
{
	return s->x != NULL ? s->x[i] : (double)i;
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

/* More samples than dots: keep first, lowest, highest and last of each dot's column. */
struct thinner {
	struct stroke *stroke;
	double column, width;
	struct point first, low, high, last;
	bool filled;
};

static void thinner_flush(struct thinner *t)
{
	if (!t->filled)
		return;
	bool low_first = t->low.x <= t->high.x;
	stroke_to(t->stroke, t->first);
	stroke_to(t->stroke, low_first ? t->low : t->high);
	stroke_to(t->stroke, low_first ? t->high : t->low);
	stroke_to(t->stroke, t->last);
	t->filled = false;
}

static void thinner_add(struct thinner *t, struct point p)
{
	double column = floor(p.x / t->width);
	if (!isfinite(p.x) || !isfinite(p.y) || (t->filled && column != t->column))
		thinner_flush(t);
	if (!isfinite(p.x) || !isfinite(p.y)) {
		stroke_to(t->stroke, p);
		return;
	}
	if (!t->filled) {
		t->first = t->low = t->high = p;
		t->column = column;
		t->filled = true;
	}
	if (p.y < t->low.y)
		t->low = p;
	if (p.y > t->high.y)
		t->high = p;
	t->last = p;
}

void curve_draw_line(struct plot *p, const struct line_series *s)
{
	struct stroke stroke;
	struct thinner thinner = {.stroke = &stroke, .width = p->c->dot_w};
	struct pen pen = {.role = s->role,
		.dash = s->dash,
		.width = s->width > 0.0 ? s->width
			 : s->ghost     ? 0.75
					: 1.0,
		.shade = s->ghost ? 0.4 : 0.0};
	bool crowded = (double)s->n > 4.0 * p->area.w / p->c->dot_w;
	struct point before = {NAN, NAN};
	stroke_begin(&stroke, p->c, pen);
	for (size_t i = 0; i < s->n; i++) {
		struct point at = plot_point(p, curve_x(s, i), s->y[i]);
		if (crowded)
			thinner_add(&thinner, at);
		else
			stroke_to(&stroke, at);
		ink_line(&p->ink, isnan(before.x + before.y) ? at : before, at);
		before = at;
	}
	thinner_flush(&thinner);
	stroke_end(&stroke);
	/* Marks only where they do not run into each other. */
	bool roomy = (double)s->n * 2.5 * p->c->char_w <= p->area.w;
	for (size_t i = 0; s->points && roomy && i < s->n; i++)
		canvas_mark(p->c, plot_point(p, curve_x(s, i), s->y[i]), s->mark, 1.0,
			(struct pen){.role = s->role, .flags = PEN_HALO, .shade = pen.shade});
}

/* The band piece by piece: along the upper edge and back along the lower one. Pieces share an edge,
 * so they are as long as the buffer allows; gaps end them. */
void curve_draw_band(struct plot *p, const struct line_series *s)
{
	enum { MOST = 256 };
	struct point outline[2 * MOST];
	struct pen pen = {.role = s->role, .flags = PEN_WASH};
	size_t i = 0;
	while (i < s->n) {
		size_t n = 0;
		for (; i + n < s->n && n < MOST; n++) {
			double x = axis_map(&p->x, curve_x(s, i + n));
			outline[n] = (struct point){x, axis_map(&p->y, s->hi[i + n])};
			outline[2 * MOST - 1 - n] =
				(struct point){x, axis_map(&p->y, s->lo[i + n])};
			if (!isfinite(x + outline[n].y + outline[2 * MOST - 1 - n].y))
				break;
		}
		if (n > 1) {
			memmove(outline + n, outline + 2 * MOST - n, n * sizeof *outline);
			canvas_shape(p->c, outline, 2 * n, pen);
		}
		i += n == MOST ? n - 1 : n + 1;
	}
}
