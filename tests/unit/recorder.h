/* recorder.h: a third device, which draws nothing and remembers where things would go.
 *
 * It has two faces: cells (text on a grid, one unit a character) and paper (text anywhere, letters
 * of different widths). recorder_check fails when two words overlap or anything lies outside.
 */
#ifndef TESTS_RECORDER_H
#define TESTS_RECORDER_H

#include <math.h>

#include "draw/canvas.h"
#include "draw/utf8.h"
#include "helpers.h"

#define RECORDER_TEXTS 2000

struct recorder {
	struct canvas canvas;
	struct rect bounds; /* nothing may leave this */
	size_t texts, marks, points, fills;
	size_t outside; /* drawn beyond the bounds */
	struct rect box[RECORDER_TEXTS];
	char text[RECORDER_TEXTS][256];
};

static inline void recorder_inside(struct recorder *r, struct rect box, const char *what)
{
	if (!rect_contains(r->bounds, box)) {
		if (r->outside++ == 0)
			print_error("%s outside: %g %g %g %g\n", what, box.x, box.y, box.w, box.h);
	}
}

static inline void recorder_polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
{
	struct recorder *r = (struct recorder *)c;
	(void)pen;
	assert_true(phase >= 0.0 && isfinite(phase));
	for (size_t i = 0; i < n; i++) {
		assert_true(isfinite(p[i].x) && isfinite(p[i].y));
		recorder_inside(r, (struct rect){p[i].x, p[i].y, 0, 0}, "line");
	}
	r->points += n;
}

static inline void recorder_rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	(void)pen;
	recorder_inside((struct recorder *)c, (struct rect){a.x, a.y, 0, 0}, "rule");
	recorder_inside((struct recorder *)c, (struct rect){b.x, b.y, 0, 0}, "rule");
}

static inline void recorder_fill(struct canvas *c, struct rect box, struct pen pen)
{
	(void)pen;
	((struct recorder *)c)->fills++;
	recorder_inside((struct recorder *)c, box, "fill");
}

static inline void recorder_mark(
	struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	struct recorder *r = (struct recorder *)c;
	(void)pen;
	assert_true(shape > MARK_NONE && shape < MARK_COUNT && size > 0.0);
	recorder_inside(r, (struct rect){at.x, at.y, 0, 0}, "mark");
	r->marks++;
}

static inline void recorder_text(
	struct canvas *c, struct rect box, const char *utf8, struct pen pen)
{
	struct recorder *r = (struct recorder *)c;
	(void)pen;
	recorder_inside(r, box, utf8);
	assert_true(r->texts < RECORDER_TEXTS);
	snprintf(r->text[r->texts], sizeof *r->text, "%s", utf8);
	r->box[r->texts++] = box;
}

static inline struct extent recorder_extent(
	const struct canvas *c, const char *utf8, struct pen pen)
{
	double w = 0.0, size = pen.flags & PEN_TITLE ? 1.25 : pen.flags & PEN_SMALL ? 0.875 : 1.0;
	if (c->snap > 0.0)
		return (struct extent){(double)utf8_width(utf8), 1.0};
	/* Narrow and wide letters, so that nothing can rely on equal ones. */
	for (uint32_t u; (u = utf8_next(&utf8)) != 0;)
		w += (u % 3 == 0 ? 5.0 : u % 3 == 1 ? 7.3 : 9.1) * size;
	return (struct extent){w, 15.0 * size};
}

static inline odd_status recorder_finish(struct canvas *c, odd_error *err)
{
	(void)c;
	(void)err;
	return ODD_OK;
}

static const struct canvas_ops recorder_ops = {.polyline = recorder_polyline,
	.rule = recorder_rule,
	.box = recorder_fill,
	.mark = recorder_mark,
	.fill = recorder_fill,
	.text = recorder_text,
	.text_extent = recorder_extent,
	.finish = recorder_finish};

/* w × h in units of the device. */
static inline void recorder_init(struct recorder *r, bool cells, double w, double h)
{
	memset(r, 0, sizeof *r);
	r->canvas = (struct canvas){.ops = &recorder_ops,
		.w = w,
		.h = h,
		.char_w = cells ? 1 : 7,
		.char_h = cells ? 1 : 15,
		.dot_w = cells ? 0.5 : 1,
		.dot_h = cells ? 0.25 : 1,
		.snap = cells ? 1 : 0,
		.clip = {0, 0, w, h}};
	r->bounds = canvas_area(&r->canvas);
}

static inline bool recorder_has(const struct recorder *r, const char *text)
{
	for (size_t i = 0; i < r->texts; i++) {
		if (strstr(r->text[i], text) != NULL)
			return true;
	}
	return false;
}

/* No word outside, none over another. */
static inline void recorder_check(struct recorder *r, const char *name)
{
	assert_false(r->canvas.out_of_memory);
	canvas_release(&r->canvas);
	if (r->outside > 0)
		fail_msg("%s at %g × %g: %zu things outside", name, r->canvas.w, r->canvas.h,
			r->outside);
	for (size_t i = 0; i < r->texts; i++) {
		for (size_t k = i + 1; k < r->texts; k++) {
			if (rect_overlap(r->box[i], r->box[k]))
				fail_msg("%s at %g × %g: \"%s\" over \"%s\"", name, r->canvas.w,
					r->canvas.h, r->text[i], r->text[k]);
		}
	}
}

#endif
