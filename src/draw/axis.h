/* axis.h: from data to places on the canvas, with ticks at round numbers.
 *
 *     axis_fit        what range to show
 *     axis_place      where on the canvas
 *     axis_ticks_…    the finest round ticks whose labels keep apart
 *     axis_map        a value's place
 */
#ifndef DRAW_AXIS_H
#define DRAW_AXIS_H

#include "draw/canvas.h"
#include "draw/number.h"

#define AXIS_TICKS 24

enum axis_scale { AXIS_LINEAR, AXIS_LOG };

/* What a chart's maker asks for. All zero: linear, range from the data. */
struct axis_spec {
	enum axis_scale scale;
	double lo, hi;           /* lo == hi: from the data; a NAN: that end from the data */
	bool zero;               /* linear: zero belongs to the range */
	bool whole;              /* ticks at whole numbers only (iterations, counts) */
	bool tight;              /* no air beyond the data */
	bool hidden;             /* no ticks, no labels */
	bool rank;               /* y: logarithmic, 1 on top, labels #1, #10 */
	const char *const *name; /* of 0, 1, …, in place of numbers; NULL: numbers */
	size_t names;
	const char *title; /* NULL: none */
	const char *unit;  /* after the last label, as in 25% */
};

/* Smallest and largest of what has been added; lo > hi while empty. */
struct range {
	double lo, hi;
	double positive; /* smallest above 0; INFINITY when none */
};
#define RANGE_EMPTY \
	{ \
		INFINITY, -INFINITY, INFINITY \
	}
void range_add(struct range *r, double v); /* what is not finite is passed over */
void range_add_all(struct range *r, const double *v, size_t n);

struct tick {
	double value, at;
	char label[NUMBER_SIZE + 1]; /* a rank has a # in front */
};

struct axis {
	enum axis_scale scale;
	double lo, hi;
	double from, to; /* places of lo and hi */
	bool whole, rank;
	const char *unit;
	const char *const *name;
	size_t names;
	struct tick tick[AXIS_TICKS];
	size_t count;
};

/* False when there is nothing to show: no finite value, or none above 0 on a log axis. */
bool axis_fit(struct axis *axis, const struct axis_spec *spec, struct range data);

void axis_place(struct axis *axis, double from, double to);

/* Where v lies; NAN for what the axis cannot show (not finite; not above 0 on a log axis). */
double axis_map(const struct axis *axis, double v);

/* Ticks along x: labels are centred under their places but kept within left … right. */
void axis_ticks_x(
	struct axis *axis, const struct canvas *c, struct pen pen, double left, double right);
/* Where the label of a tick goes along x. */
double axis_label_left(
	const struct canvas *c, const struct tick *tick, struct pen pen, double left, double right);

/* Ticks along y; labels wider than `wide` are shortened (12k) when that helps. Returns the width of
 * the widest label. */
double axis_ticks_y(struct axis *axis, const struct canvas *c, struct pen pen, double wide);

#endif
