/* canvas.h: what a chart may ask of a device.
 *
 * A chart is written once, against these functions and the metrics of the canvas, and never asks
 * which device it has. Pens name a role and a dash, never a colour; the palette gives each role
 * its colours. Two devices exist: character cells (cells.h) and pictures (raster.h).
 *
 * Coordinates run right and down from the top left corner, in the device's own unit: one character
 * cell, or one logical pixel. Whole and half numbers mean nothing special to a chart; a device that
 * can only put text into cells says so in `snap`, and canvas_text_box tells where text will land.
 */
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"

struct point {
	double x, y;
};

struct rect {
	double x, y, w, h;
};

struct extent {
	double w, h;
};

#define ROLE_SERIES_COUNT 10
#define ROLE_HEAT_COUNT 9

/* What a stroke or a word stands for. */
enum role {
	ROLE_TEXT,
	ROLE_DIM,    /* words that may step back: ticks, units, notes */
	ROLE_FRAME,  /* boxes, base lines */
	ROLE_GRID,   /* lines that help reading; devices without room leave them out */
	ROLE_GROUND, /* the paper itself */
	ROLE_TOTAL,
	ROLE_STRUCTURAL,
	ROLE_ATTRIBUTE,
	ROLE_COMBINED,
	ROLE_SWAP, /* nodes that were there, made odd */
	ROLE_REWIRE,
	ROLE_CLIQUE,
	ROLE_CONTEXTUAL,
	ROLE_PLACEBO,
	ROLE_ORDINARY,
	ROLE_GOOD,
	ROLE_ALARM,
	ROLE_CURSOR,
	ROLE_SERIES, /* ROLE_SERIES … + ROLE_SERIES_COUNT − 1: class labels, methods */
	ROLE_HEAT = ROLE_SERIES + ROLE_SERIES_COUNT, /* and up: scores, low to high */
	ROLE_COUNT = ROLE_HEAT + ROLE_HEAT_COUNT
};

enum dash { DASH_SOLID, DASH_DASHED, DASH_DOTTED };

enum mark {
	MARK_NONE,
	MARK_POINT,    /* the smallest dot the device has */
	MARK_DOT,      /* · ordinary */
	MARK_TRIANGLE, /* ▲ structural */
	MARK_SQUARE,   /* ■ attribute */
	MARK_DIAMOND,  /* ◆ combined */
	MARK_CURSOR,   /* ◉ */
	MARK_CIRCLE,   /* ● outlier of no known kind */
	MARK_RING,     /* ○ */
	MARK_BOX,      /* □ swap */
	MARK_LOZENGE,  /* ◇ contextual */
	MARK_WEDGE,    /* △ rewire */
	MARK_FUNNEL,   /* ▽ clique */
	MARK_CROSS,    /* × placebo */
	MARK_PLUS,     /* + */
	MARK_COUNT
};

enum anchor {
	ANCHOR_TOP_LEFT,
	ANCHOR_TOP,
	ANCHOR_TOP_RIGHT,
	ANCHOR_LEFT,
	ANCHOR_MIDDLE,
	ANCHOR_RIGHT,
	ANCHOR_BOTTOM_LEFT,
	ANCHOR_BOTTOM,
	ANCHOR_BOTTOM_RIGHT
};

enum pen_flag {
	PEN_BOLD = 1,
	PEN_REVERSE = 2, /* text: swapped with the ground */
	PEN_SMALL = 4,   /* text: tick labels, notes */
	PEN_TITLE = 8,   /* text: heading of a figure */
	PEN_HALO = 16,   /* text, marks: kept apart from what lies below */
	PEN_WASH = 32    /* fill: a tint; devices that cannot blend leave it out */
};

/* All zero but the role is a plain solid pen. */
struct pen {
	enum role role;
	enum dash dash; /* of lines; of fills the texture: solid, medium, light */
	unsigned flags; /* enum pen_flag */
	double shade;   /* 0 or 1 full; between: weaker line, thinner fill */
	double width;   /* of lines, in the device's normal line; 0 means 1 */
};

struct canvas;

struct canvas_ops {
	/* All points are finite and inside the clip; one point is a dot. phase: length of the line
	 * already drawn, where the dash pattern goes on. */
	void (*polyline)(
		struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase);
	void (*rule)(struct canvas *c, struct point a, struct point b, struct pen pen);
	void (*box)(struct canvas *c, struct rect r, struct pen pen);
	void (*mark)(
		struct canvas *c, struct point at, enum mark shape, double size, struct pen pen);
	void (*fill)(struct canvas *c, struct rect r, struct pen pen);
	/* box: as canvas_text_box gave it. */
	void (*text)(struct canvas *c, struct rect box, const char *utf8, struct pen pen);
	struct extent (*text_extent)(const struct canvas *c, const char *utf8, struct pen pen);
	/* Encode what was drawn; NULL: nothing to encode. */
	odd_status (*finish)(struct canvas *c, odd_error *err);
	void (*free)(struct canvas *c);
};

struct canvas {
	const struct canvas_ops *ops;
	double w, h;
	double char_w, char_h; /* a usual character of plain text */
	double dot_w, dot_h;   /* the smallest step worth drawing */
	double snap;           /* text lands on multiples of this; 0: anywhere */
	struct rect clip;
	struct canvas_memory *memory; /* of canvas_alloc */
	bool out_of_memory;           /* something was left out; canvas_finish reports it */
};

/* ---- rectangles ---------------------------------------------------------------------------- */

static inline double rect_right(struct rect r)
{
	return r.x + r.w;
}

static inline double rect_bottom(struct rect r)
{
	return r.y + r.h;
}

struct rect rect_inset(struct rect r, double left, double top, double right, double bottom);
struct rect rect_intersect(struct rect a, struct rect b); /* w or h 0 when apart */
bool rect_overlap(struct rect a, struct rect b);          /* by more than a rounding error */
bool rect_contains(struct rect outer, struct rect inner); /* likewise */
static inline bool rect_holds(struct rect r, struct point p)
{
	return p.x >= r.x && p.x <= rect_right(r) && p.y >= r.y && p.y <= rect_bottom(r);
}

static inline struct rect canvas_area(const struct canvas *c)
{
	return (struct rect){0, 0, c->w, c->h};
}

/* ---- drawing ------------------------------------------------------------------------------- */

static inline struct pen pen_of(enum role role)
{
	return (struct pen){.role = role};
}

/* Role of the t-th part of the heat scale, t in 0 … 1 (clamped). */
enum role role_heat(double t);
/* Series 0, 1, … in turn; they repeat after ROLE_SERIES_COUNT. */
enum role role_series(size_t i);

/* A line through the points. A point with a NaN is a gap; what lies outside the clip is cut off
 * geometrically, so any finite coordinates are fine. */
void canvas_polyline(struct canvas *c, const struct point *p, size_t n, struct pen pen);

/* The same point by point, for lines that exist in no array. */
struct stroke {
	struct canvas *canvas;
	struct pen pen;
	struct point last;
	bool begun;       /* last is a point of the line */
	bool tail;        /* buffer[0] repeats the end of what was already drawn */
	double travelled; /* length up to last */
	double phase;     /* length up to buffer[0] */
	size_t n;
	struct point buffer[128];
};
void stroke_begin(struct stroke *s, struct canvas *c, struct pen pen);
void stroke_to(struct stroke *s, struct point p);
void stroke_end(struct stroke *s);

/* A horizontal or vertical thin line: base lines, grid, cursors. */
void canvas_rule(struct canvas *c, struct point a, struct point b, struct pen pen);
/* A frame just inside r. Needs at least 2 × 2 units. */
void canvas_box(struct canvas *c, struct rect r, struct pen pen);
/* size 1 is usual; cells have only one size. */
void canvas_mark(struct canvas *c, struct point at, enum mark shape, double size, struct pen pen);
void canvas_fill(struct canvas *c, struct rect r, struct pen pen);

/* Text ignores the clip: whoever places it keeps it inside. */
void canvas_text(
	struct canvas *c, struct point at, enum anchor anchor, const char *utf8, struct pen pen);
struct rect canvas_text_box(const struct canvas *c, struct point at, enum anchor anchor,
	const char *utf8, struct pen pen);
struct extent canvas_text_extent(const struct canvas *c, const char *utf8, struct pen pen);
static inline double canvas_text_width(const struct canvas *c, const char *utf8, struct pen pen)
{
	return canvas_text_extent(c, utf8, pen).w;
}
/* Copy utf8 into buffer, shortened with "…" until it is no wider than `room`. Empty when not even
 * one character fits. Returns buffer. */
char *canvas_text_fit(const struct canvas *c, char *buffer, size_t size, const char *utf8,
	double room, struct pen pen);

/* Bytes of the text that go into a line of so much room, and how many to skip to the next one. */
size_t canvas_text_break(
	const struct canvas *c, const char *utf8, double room, size_t *skip, struct pen pen);

/* Narrow the clip to r; returns the old one, to be put back by assigning c->clip. */
struct rect canvas_clip(struct canvas *c, struct rect r);

/* Round to the text grid of the device, or leave as it is. */
double canvas_snap(const struct canvas *c, double v);

/* Drawing returns no errors: a canvas remembers that memory ran out, and is asked at the end. */

/* n × size bytes of zeros for whoever draws on this canvas, freed with it or when it is blank
 * again. NULL without memory, which the canvas remembers. */
void *canvas_alloc(struct canvas *c, size_t n, size_t size);
/* Free all that canvas_alloc has given. */
void canvas_release(struct canvas *c);

/* ODD_ENOMEM when something was left out. */
odd_status canvas_status(const struct canvas *c, odd_error *err);
/* The same, and what was drawn is encoded. */
odd_status canvas_finish(struct canvas *c, odd_error *err);
void canvas_free(struct canvas *c); /* NULL is fine */

#endif
