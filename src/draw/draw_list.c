#include "config.h"

#include "draw/draw_list.h"

#include <stdlib.h>
#include <string.h>

#include "draw/raster_draw.h"

enum op { OP_POLYLINE, OP_RULE, OP_BOX, OP_MARK, OP_FILL, OP_TEXT };

struct draw_list {
	struct canvas canvas;
	struct canvas *paper; /* a picture of one pixel, to measure text with */
	struct bytes drawn;
};

static struct draw_list *list_of(struct canvas *c)
{
	return (struct draw_list *)c;
}

/* ---- what is drawn, field by field: no padding gets into the bytes -------------------------- */

static void put(struct draw_list *t, const void *data, size_t length)
{
	if (bytes_append(&t->drawn, data, length) != ODD_OK)
		t->canvas.out_of_memory = true;
}

static void put_number(struct draw_list *t, double v)
{
	put(t, &v, sizeof v);
}

static void put_size(struct draw_list *t, size_t n)
{
	put(t, &n, sizeof n);
}

static void begin(struct draw_list *t, enum op op, struct pen pen)
{
	put_size(t, op);
	put_size(t, pen.role);
	put_size(t, pen.dash);
	put_size(t, pen.flags);
	put_number(t, pen.shade);
	put_number(t, pen.width);
}

static void put_rect(struct draw_list *t, struct rect r)
{
	put_number(t, r.x);
	put_number(t, r.y);
	put_number(t, r.w);
	put_number(t, r.h);
}

static void polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
{
	struct draw_list *t = list_of(c);
	begin(t, OP_POLYLINE, pen);
	put_number(t, phase);
	put_size(t, n);
	put(t, p, n * sizeof *p);
}

static void rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	begin(list_of(c), OP_RULE, pen);
	put_rect(list_of(c), (struct rect){a.x, a.y, b.x, b.y});
}

static void box(struct canvas *c, struct rect r, struct pen pen)
{
	begin(list_of(c), OP_BOX, pen);
	put_rect(list_of(c), r);
}

static void fill(struct canvas *c, struct rect r, struct pen pen)
{
	begin(list_of(c), OP_FILL, pen);
	put_rect(list_of(c), r);
}

static void mark(struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	begin(list_of(c), OP_MARK, pen);
	put_rect(list_of(c), (struct rect){at.x, at.y, (double)shape, size});
}

static void text(struct canvas *c, struct rect r, const char *utf8, struct pen pen)
{
	struct draw_list *t = list_of(c);
	size_t length = strlen(utf8) + 1;
	begin(t, OP_TEXT, pen);
	put_rect(t, r);
	put_size(t, length);
	put(t, utf8, length);
}

static struct extent extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	return raster_extent(((const struct draw_list *)c)->paper, utf8, pen);
}

static void draw_list_free(struct canvas *c)
{
	struct draw_list *t = list_of(c);
	canvas_free(t->paper);
	bytes_clear(&t->drawn);
	free(t);
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
	struct draw_list *t = calloc(1, sizeof *t);
	*out = NULL;
	if (t == NULL)
		return odd_error_nomem(err);
	odd_status status = raster_create(&t->paper, &one, err);
	if (status != ODD_OK) {
		free(t);
		return status;
	}
	t->canvas = *t->paper;
	t->canvas.ops = &draw_list_ops;
	t->canvas.w = width / scale;
	t->canvas.h = height / scale;
	t->canvas.clip = canvas_area(&t->canvas);
	*out = &t->canvas;
	return ODD_OK;
}

struct bytes draw_list_take(struct canvas *c)
{
	struct draw_list *t = list_of(c);
	if (c->out_of_memory)
		bytes_clear(&t->drawn);
	struct bytes drawn = t->drawn;
	t->drawn = (struct bytes){0};
	return drawn;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void get(const uint8_t **at, void *out, size_t length)
{
	memcpy(out, *at, length);
	*at += length;
}

static size_t get_size(const uint8_t **at)
{
	size_t n;
	get(at, &n, sizeof n);
	return n;
}

static double get_number(const uint8_t **at)
{
	double v;
	get(at, &v, sizeof v);
	return v;
}

static struct rect get_rect(const uint8_t **at)
{
	struct rect r;
	r.x = get_number(at);
	r.y = get_number(at);
	r.w = get_number(at);
	r.h = get_number(at);
	return r;
}

static void play_line(const uint8_t **at, struct canvas *to, struct pen pen)
{
	double phase = get_number(at);
	size_t n = get_size(at);
	struct point *p = canvas_alloc(to, n, sizeof *p);
	if (p != NULL)
		to->ops->polyline(to, memcpy(p, *at, n * sizeof *p), n, pen, phase);
	*at += n * sizeof *p;
}

static void play_one(const uint8_t **at, struct canvas *to)
{
	enum op op = (enum op)get_size(at);
	struct pen pen;
	pen.role = (enum role)get_size(at);
	pen.dash = (enum dash)get_size(at);
	pen.flags = (unsigned)get_size(at);
	pen.shade = get_number(at);
	pen.width = get_number(at);
	if (op == OP_POLYLINE) {
		play_line(at, to, pen);
		return;
	}
	struct rect r = get_rect(at);
	struct point a = {r.x, r.y}, b = {r.w, r.h};
	if (op == OP_RULE) {
		to->ops->rule(to, a, b, pen);
	} else if (op == OP_BOX) {
		to->ops->box(to, r, pen);
	} else if (op == OP_FILL) {
		to->ops->fill(to, r, pen);
	} else if (op == OP_MARK) {
		to->ops->mark(to, a, (enum mark)r.w, r.h, pen);
	} else {
		size_t length = get_size(at);
		to->ops->text(to, r, (const char *)*at, pen);
		*at += length;
	}
}

void draw_list_play(const struct bytes *draw_list, struct canvas *to)
{
	const uint8_t *at = draw_list->data;
	while (at != NULL && at < draw_list->data + draw_list->length)
		play_one(&at, to);
}
