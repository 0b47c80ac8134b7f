#include "config.h"

#include "draw/draw_list.h"

#include <stdlib.h>
#include <string.h>

#include "draw/raster_draw.h"

enum op { OP_POLYLINE, OP_RULE, OP_BOX, OP_MARK, OP_FILL, OP_TEXT };

/* One call; `extra` bytes follow it, the points of a line or the text. A multiple of eight bytes,
 * so that the points are aligned. */
struct call {
	uint64_t op, role, dash, flags, extra;
	double shade, width, number[4];
};

struct draw_list {
	struct canvas canvas;
	struct canvas *paper; /* a picture of one pixel, to measure text with */
	struct bytes drawn;
};

static void put(struct canvas *c, enum op op, struct pen pen, struct rect r, const void *extra,
	size_t length)
{
	static const char zeros[8];
	struct draw_list *list = (struct draw_list *)c;
	const struct call call = {op, pen.role, pen.dash, pen.flags, length, pen.shade, pen.width,
		{r.x, r.y, r.w, r.h}};
	bytes_append(&list->drawn, &call, sizeof call);
	bytes_append(&list->drawn, extra, length);
	bytes_append(&list->drawn, zeros, -length % 8);
	c->out_of_memory = c->out_of_memory || list->drawn.failed;
}

static void polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
{
	put(c, OP_POLYLINE, pen, (struct rect){phase, 0, 0, 0}, p, n * sizeof *p);
}

static void rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	put(c, OP_RULE, pen, (struct rect){a.x, a.y, b.x, b.y}, NULL, 0);
}

static void box(struct canvas *c, struct rect r, struct pen pen)
{
	put(c, OP_BOX, pen, r, NULL, 0);
}

static void fill(struct canvas *c, struct rect r, struct pen pen)
{
	put(c, OP_FILL, pen, r, NULL, 0);
}

static void mark(struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	put(c, OP_MARK, pen, (struct rect){at.x, at.y, (double)shape, size}, NULL, 0);
}

static void text(struct canvas *c, struct rect r, const char *utf8, struct pen pen)
{
	put(c, OP_TEXT, pen, r, utf8, strlen(utf8) + 1);
}

static struct extent extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	return raster_extent(((const struct draw_list *)c)->paper, utf8, pen);
}

static void draw_list_free(struct canvas *c)
{
	struct draw_list *list = (struct draw_list *)c;
	canvas_free(list->paper);
	bytes_clear(&list->drawn);
	free(list);
}

static const struct canvas_ops draw_list_ops = {
	.polyline = polyline,
	.rule = rule,
	.box = box,
	.mark = mark,
	.fill = fill,
	.text = text,
	.text_extent = extent,
	.free = draw_list_free,
};

odd_status draw_list_create(
	struct canvas **out, unsigned width, unsigned height, double scale, odd_error *err)
{
	const struct raster_options one = {
		.width = 1, .height = 1, .scale = scale, .format = RASTER_PNG};
	struct draw_list *list = calloc(1, sizeof *list);
	*out = NULL;
	if (list == NULL)
		return odd_error_nomem(err);
	odd_status status = raster_create(&list->paper, &one, err);
	if (status != ODD_OK) {
		free(list);
		return status;
	}
	list->canvas = *list->paper;
	list->canvas.ops = &draw_list_ops;
	list->canvas.w = width / scale;
	list->canvas.h = height / scale;
	list->canvas.clip = canvas_area(&list->canvas);
	*out = &list->canvas;
	return ODD_OK;
}

struct bytes draw_list_take(struct canvas *c)
{
	struct draw_list *list = (struct draw_list *)c;
	if (c->out_of_memory)
		bytes_clear(&list->drawn);
	struct bytes drawn = list->drawn;
	list->drawn = (struct bytes){0};
	return drawn;
}

void draw_list_play(const struct bytes *draw_list, struct canvas *to)
{
	for (size_t at = 0; at < draw_list->length;) {
		const struct call *call = (const void *)(draw_list->data + at);
		const void *extra = call + 1;
		const struct pen pen = {(enum role)call->role, (enum dash)call->dash,
			(unsigned)call->flags, call->shade, call->width};
		const double *v = call->number;
		const struct point a = {v[0], v[1]}, b = {v[2], v[3]};
		const struct rect r = {v[0], v[1], v[2], v[3]};
		if (call->op == OP_POLYLINE)
			to->ops->polyline(to, extra, call->extra / sizeof(struct point), pen, v[0]);
		else if (call->op == OP_RULE)
			to->ops->rule(to, a, b, pen);
		else if (call->op == OP_BOX)
			to->ops->box(to, r, pen);
		else if (call->op == OP_FILL)
			to->ops->fill(to, r, pen);
		else if (call->op == OP_MARK)
			to->ops->mark(to, a, (enum mark)v[2], v[3], pen);
		else
			to->ops->text(to, r, extra, pen);
		at += sizeof *call + (call->extra + 7) / 8 * 8;
	}
}
