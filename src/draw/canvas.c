#include "config.h"

#include "draw/canvas.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"

/* Coordinates farther out than this are pulled in before clipping, so that their squares and sums
 * stay finite; seen from a canvas of a few thousand units the direction hardly changes. */
#define FAR_AWAY 1e7
#define SLACK 1e-6

struct rect rect_inset(struct rect r, double left, double top, double right, double bottom)
{
	return (struct rect){r.x + left, r.y + top, fmax(0.0, r.w - left - right),
		fmax(0.0, r.h - top - bottom)};
}

struct rect rect_intersect(struct rect a, struct rect b)
{
	double x = fmax(a.x, b.x), y = fmax(a.y, b.y);
	return (struct rect){x, y, fmax(0.0, fmin(rect_right(a), rect_right(b)) - x),
		fmax(0.0, fmin(rect_bottom(a), rect_bottom(b)) - y)};
}

bool rect_overlap(struct rect a, struct rect b)
{
	return a.x < rect_right(b) - SLACK && b.x < rect_right(a) - SLACK &&
	       a.y < rect_bottom(b) - SLACK && b.y < rect_bottom(a) - SLACK;
}

bool rect_contains(struct rect outer, struct rect inner)
{
	return inner.x >= outer.x - SLACK && inner.y >= outer.y - SLACK &&
	       rect_right(inner) <= rect_right(outer) + SLACK &&
	       rect_bottom(inner) <= rect_bottom(outer) + SLACK;
}

enum role role_heat(double t)
{
	if (!(t > 0.0))
		return ROLE_HEAT;
	size_t level = t >= 1.0 ? ROLE_HEAT_COUNT - 1 : (size_t)(t * ROLE_HEAT_COUNT);
	return (enum role)(ROLE_HEAT + level);
}

enum role role_series(size_t i)
{
	return (enum role)(ROLE_SERIES + i % ROLE_SERIES_COUNT);
}

/* ---- lines --------------------------------------------------------------------------------- */

/* Liang–Barsky: the part t0 … t1 of a→b inside r; false when there is none. */
static bool clip_segment(struct rect r, struct point a, struct point b, double *t0, double *t1)
{
	double d[4] = {a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y};
	double q[4] = {a.x - r.x, rect_right(r) - a.x, a.y - r.y, rect_bottom(r) - a.y};
	*t0 = 0.0;
	*t1 = 1.0;
	for (int i = 0; i < 4; i++) {
		if (d[i] == 0.0) {
			if (q[i] < 0.0)
				return false;
			continue;
		}
		double t = q[i] / d[i];
		if (d[i] < 0.0)
			*t0 = fmax(*t0, t);
		else
			*t1 = fmin(*t1, t);
	}
	return *t0 <= *t1;
}

static struct point along(struct point a, struct point b, double t)
{
	if (t <= 0.0)
		return a;
	if (t >= 1.0)
		return b;
	return (struct point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/* Rounding in `along` may leave a point slightly outside. */
static struct point pull_inside(struct rect r, struct point p)
{
	return (struct point){
		fmin(fmax(p.x, r.x), rect_right(r)), fmin(fmax(p.y, r.y), rect_bottom(r))};
}

static void flush_stroke(struct stroke *s)
{
	if (s->n > 1 || (s->n == 1 && !s->tail))
		s->canvas->ops->polyline(s->canvas, s->buffer, s->n, s->pen, s->phase);
	s->n = 0;
	s->tail = false;
}

void stroke_begin(struct stroke *s, struct canvas *c, struct pen pen)
{
	s->canvas = c;
	s->pen = pen;
	s->begun = s->tail = false;
	s->travelled = s->phase = 0.0;
	s->n = 0;
}

void stroke_to(struct stroke *s, struct point p)
{
	struct rect clip = s->canvas->clip;
	if (!isfinite(p.x) || !isfinite(p.y)) {
		flush_stroke(s);
		s->begun = false;
		return;
	}
	p.x = fmin(fmax(p.x, -FAR_AWAY), FAR_AWAY);
	p.y = fmin(fmax(p.y, -FAR_AWAY), FAR_AWAY);
	if (!s->begun) {
		s->begun = true;
		if (rect_holds(clip, p)) {
			s->buffer[s->n++] = p;
			s->phase = s->travelled;
		}
		s->last = p;
		return;
	}
	double t0, t1, length = hypot(p.x - s->last.x, p.y - s->last.y);
	if (clip_segment(clip, s->last, p, &t0, &t1)) {
		if (t0 > 0.0 || s->n == 0) {
			flush_stroke(s);
			s->buffer[s->n++] = pull_inside(clip, along(s->last, p, t0));
			s->phase = s->travelled + t0 * length;
		}
		s->buffer[s->n++] = pull_inside(clip, along(s->last, p, t1));
		struct point end = s->buffer[s->n - 1];
		if (t1 < 1.0) {
			flush_stroke(s);
		} else if (s->n == sizeof s->buffer / sizeof *s->buffer) {
			flush_stroke(s);
			s->buffer[s->n++] = end;
			s->phase = s->travelled + length;
			s->tail = true;
		}
	} else {
		flush_stroke(s);
	}
	s->travelled += length;
	s->last = p;
}

void stroke_end(struct stroke *s)
{
	flush_stroke(s);
	s->begun = false;
}

void canvas_polyline(struct canvas *c, const struct point *p, size_t n, struct pen pen)
{
	struct stroke s;
	stroke_begin(&s, c, pen);
	for (size_t i = 0; i < n; i++)
		stroke_to(&s, p[i]);
	stroke_end(&s);
}

void canvas_rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	double t0, t1;
	if (!isfinite(a.x + a.y + b.x + b.y) || !clip_segment(c->clip, a, b, &t0, &t1))
		return;
	c->ops->rule(c, pull_inside(c->clip, along(a, b, t0)),
		pull_inside(c->clip, along(a, b, t1)), pen);
}

/* ---- areas, marks, text -------------------------------------------------------------------- */

void canvas_box(struct canvas *c, struct rect r, struct pen pen)
{
	if (r.w >= 2.0 && r.h >= 2.0)
		c->ops->box(c, r, pen);
}

void canvas_mark(struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	if (shape != MARK_NONE && isfinite(at.x) && isfinite(at.y) && rect_holds(c->clip, at))
		c->ops->mark(c, at, shape, size > 0.0 ? size : 1.0, pen);
}

void canvas_fill(struct canvas *c, struct rect r, struct pen pen)
{
	if (!isfinite(r.x + r.y + r.w + r.h))
		return;
	r = rect_intersect(r, c->clip);
	if (r.w > 0.0 && r.h > 0.0)
		c->ops->fill(c, r, pen);
}

double canvas_snap(const struct canvas *c, double v)
{
	return c->snap > 0.0 ? floor(v / c->snap + 0.5) * c->snap : v;
}

struct extent canvas_text_extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	return c->ops->text_extent(c, utf8, pen);
}

struct rect canvas_text_box(const struct canvas *c, struct point at, enum anchor anchor,
	const char *utf8, struct pen pen)
{
	struct extent size = c->ops->text_extent(c, utf8, pen);
	double x = at.x - size.w * 0.5 * (double)((int)anchor % 3);
	double y = at.y - size.h * 0.5 * (double)((int)anchor / 3);
	return (struct rect){canvas_snap(c, x), canvas_snap(c, y), size.w, size.h};
}

void canvas_text(
	struct canvas *c, struct point at, enum anchor anchor, const char *utf8, struct pen pen)
{
	if (utf8 != NULL && utf8[0] != '\0' && isfinite(at.x) && isfinite(at.y))
		c->ops->text(c, canvas_text_box(c, at, anchor, utf8, pen), utf8, pen);
}

char *canvas_text_fit(const struct canvas *c, char *buffer, size_t size, const char *utf8,
	double room, struct pen pen)
{
	static const char dots[] = "…";
	size_t length = strlen(utf8);
	if (length < size) {
		memcpy(buffer, utf8, length + 1);
		if (c->ops->text_extent(c, buffer, pen).w <= room + SLACK)
			return buffer;
	}
	/* Grow from the left while it fits with the dots; combining marks follow their letter. */
	size_t kept = 0;
	char attempt[256];
	buffer[0] = '\0';
	for (const char *next = utf8; utf8_next(&next) != 0;) {
		size_t end = (size_t)(next - utf8);
		if (end + sizeof dots > size || end + sizeof dots > sizeof attempt)
			break;
		memcpy(attempt, utf8, end);
		memcpy(attempt + end, dots, sizeof dots);
		if (c->ops->text_extent(c, attempt, pen).w > room + SLACK)
			break;
		kept = end;
	}
	while (kept > 0 && utf8[kept - 1] == ' ')
		kept--;
	if (kept > 0) {
		memcpy(buffer, utf8, kept);
		memcpy(buffer + kept, dots, sizeof dots);
	}
	return buffer;
}

struct measure {
	const struct canvas *c;
	struct pen pen;
};

static double measured(const void *of, const char *character)
{
	const struct measure *m = of;
	return canvas_text_width(m->c, character, m->pen);
}

size_t canvas_text_break(
	const struct canvas *c, const char *utf8, double room, size_t *skip, struct pen pen)
{
	return utf8_break_by(utf8, room, skip, measured, &(struct measure){c, pen});
}

struct rect canvas_clip(struct canvas *c, struct rect r)
{
	struct rect old = c->clip;
	c->clip = rect_intersect(old, r);
	return old;
}

/* ---- memory and errors --------------------------------------------------------------------- */

struct canvas_memory {
	struct canvas_memory *next;
	max_align_t data[];
};

void *canvas_alloc(struct canvas *c, size_t n, size_t size)
{
	struct canvas_memory *m = NULL;
	if (n < (SIZE_MAX - sizeof *m) / size)
		m = calloc(1, sizeof *m + n * size);
	if (m == NULL) {
		c->out_of_memory = true;
		return NULL;
	}
	m->next = c->memory;
	c->memory = m;
	return m->data;
}

void canvas_release(struct canvas *c)
{
	while (c->memory != NULL) {
		struct canvas_memory *next = c->memory->next;
		free(c->memory);
		c->memory = next;
	}
}

odd_status canvas_status(const struct canvas *c, odd_error *err)
{
	return c->out_of_memory ? odd_error_nomem(err) : ODD_OK;
}

odd_status canvas_finish(struct canvas *c, odd_error *err)
{
	odd_status status = canvas_status(c, err);
	return status == ODD_OK && c->ops->finish != NULL ? c->ops->finish(c, err) : status;
}

void canvas_free(struct canvas *c)
{
	if (c == NULL)
		return;
	canvas_release(c);
	c->ops->free(c);
}
