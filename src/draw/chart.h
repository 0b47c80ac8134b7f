/* chart.h: the charts. Each takes plain data, a canvas and a rectangle, and draws inside it.
 *
 * Nothing is kept and nothing is owned: all pointers are borrowed for the call. Charts work from
 * about 40 × 10 characters up; where there is no data or no room a short sentence says so. NaN is a
 * gap. No two words overlap, none leaves the rectangle.
 */
#ifndef DRAW_CHART_H
#define DRAW_CHART_H

#include <stdint.h>

#include "draw/axis.h"
#include "draw/canvas.h"
#include "draw/plot.h"

/* ---- lines: loss curves, recall, histories -------------------------------------------------- */

struct line_series {
	const char *name;    /* written at the line's end; NULL: not named */
	const char *brief;   /* instead of name where room is scarce; NULL: name */
	const double *x, *y; /* x NULL: 0, 1, 2, … */
	size_t n;
	enum role role;
	enum dash dash;
	enum mark mark; /* at the end, and at each sample with `points` */
	bool points;
	bool ghost;   /* an earlier run: faint, drawn first */
	bool share;   /* from 0 at the bottom to 1 at the top, whatever the axis of the others */
	double width; /* 0: 1 */
};

/* A value from elsewhere, a published one for instance, drawn as an open mark. */
struct chart_reference {
	double x, y;
	enum role role;
	enum mark mark;
};

struct line_chart {
	struct axis_spec x, y;
	const struct line_series *series;
	size_t series_count;
	const struct chart_rule *upright; /* vertical marks at x */
	size_t upright_count;
	const struct chart_reference *reference;
	size_t reference_count;
	const char *reference_name; /* legend for the open marks; NULL: none */
	bool reference_faint;       /* there are many, which must not hide the lines */
	bool values;                /* names carry the value at the cursor or at the end */
	bool cursor;
	double cursor_x;         /* the nearest samples are marked and read out */
	const char *cursor_text; /* under the cursor; NULL: the value of x */
	const struct chart_note *note;
	size_t note_count;
	const char *empty;
};
void chart_line_draw(const struct line_chart *chart, struct canvas *c, struct rect rect);

/* The sample of a series nearest to x; n when there is none. O(n). */
size_t line_series_nearest(const struct line_series *s, double x);

/* ---- points: maps --------------------------------------------------------------------------- */

struct scatter_label {
	size_t point;
	const char *text;
};

/* A line from one point to another, below all points. */
struct scatter_link {
	size_t from, to;
	enum role role;
	enum dash dash;
	bool faint;
};

/* The name of a region, at its middle or near it. */
struct scatter_zone {
	double x, y;
	const char *text;
	enum role role;
};

struct scatter_chart {
	struct axis_spec x, y;
	const double *px, *py;
	size_t n;
	const uint8_t *role; /* enum role of each point; NULL: all_role */
	const uint8_t *mark; /* enum mark of each point; NULL: all_mark */
	const float *size;   /* 1 is usual; NULL: 1 */
	enum role all_role;
	enum mark all_mark; /* MARK_POINT are drawn first and shaded by density when crowded */
	bool equal;         /* distances mean the same along x and y … */
	double stretch;     /* … but for this factor at most; 0: 1 */
	const struct scatter_zone *zone; /* names of regions, over the points */
	size_t zone_count;
	const struct scatter_label *label; /* most important first */
	size_t label_count;
	bool edges; /* arrows at the edge tell of points beyond it */
	const struct scatter_link *link;
	size_t link_count;
	bool cursor;
	size_t cursor_point;
	const char *cursor_label;
	const struct legend_entry *legend;
	size_t legend_count;
	bool heat; /* roles are heat levels: show their scale */
	double heat_lo, heat_hi;
	const char *heat_title;
	const struct chart_note *note;
	size_t note_count;
	struct plot_frame *frame; /* set to where the points went; NULL: nobody asks */
	const char *empty;
};
void chart_scatter_draw(const struct scatter_chart *chart, struct canvas *c, struct rect rect);

/* Their names, for chart_scatter.c alone. */
/* The boxes of the placer that are marks. */
struct scatter_marks {
	const struct rect *box;
	size_t count;
};

/* A name beside its point, if there is room; *out is its box. marks: not where the name would seem
 * to belong to another of these; NULL: wherever there is room. */
bool scatter_label_near(struct plot *p, struct point at, double size, const char *text,
	struct pen pen, const struct scatter_marks *marks, struct rect *out);

/* The names of a chart, as many as find room. O(names · places · marks). */
void scatter_labels_draw(
	struct plot *p, const struct scatter_chart *chart, const struct scatter_marks *marks);

/* ---- bars or dots in groups: methods side by side ------------------------------------------- */

struct bar_series {
	const char *name;
	const double *value;     /* one per category; NaN: none */
	const double *error;     /* ± this; NULL or NaN: none */
	const double *reference; /* an open mark at this height; NULL or NaN: none */
	enum role role;
	enum dash dash; /* texture, for eyes and terminals without colour */
	enum mark mark; /* of dots */
};

struct bar_chart {
	struct axis_spec y;
	const char *title; /* of the categories; NULL: none */
	const char *const *category;
	size_t category_count;
	const struct bar_series *series;
	size_t series_count;
	const char *reference_name; /* legend for the open marks; NULL: none */
	bool dots;                  /* a mark in place of each bar; zero need not be on the axis */
	const char *empty;
};
/* Values are written above the bars where they fit. */
void chart_bars_draw(const struct bar_chart *chart, struct canvas *c, struct rect rect);

/* ---- histograms laid over each other -------------------------------------------------------- */

#define HISTOGRAM_BINS 120
#define HISTOGRAM_GROUPS 8

struct histogram_group {
	const char *name;
	const double *value;
	size_t n;
	enum role role;
	enum dash dash;
	enum mark mark; /* at the peak, to name the group without colour */
	bool outline;   /* no tint below, where many groups lie over each other */
};

/* Each group in percent of itself. */
struct histogram_chart {
	struct axis_spec x, y;
	const struct histogram_group *group;
	size_t group_count; /* at most HISTOGRAM_GROUPS */
	size_t bins;        /* at most; never finer than two dots of the device */
	const struct chart_rule *upright;
	size_t upright_count;
	const char *empty;
};
void chart_histogram_draw(const struct histogram_chart *chart, struct canvas *c, struct rect rect);

/* ---- a table with bars ---------------------------------------------------------------------- */

/* TABLE_CHANGE: a bar about zero, which is in the middle of the column. */
enum table_kind { TABLE_TEXT, TABLE_MARK, TABLE_BAR, TABLE_CHANGE };

struct table_column {
	const char *title;  /* NULL: the column is left out */
	const char *brief;  /* where room is scarce; NULL: title */
	const char *medium; /* where it is not that scarce; NULL: brief */
	enum table_kind kind;
	enum role role;   /* of bars, and of text without a role of its own */
	double most;      /* TABLE_BAR: value of a full bar; 0: the largest shown */
	int priority;     /* columns with the lowest go first when room is scarce */
	const char *room; /* leave room for so long a text; NULL: for those shown */
	bool right;       /* TABLE_TEXT: to the right of the column, for numbers */
	bool stretch;     /* of text, in a table without bars: long ones may take what is left */
};

struct table_cell {
	const char *text; /* TABLE_TEXT; also beside a mark */
	double value;     /* TABLE_BAR; NaN: empty */
	double lo, hi;    /* TABLE_BAR, hi above 0: a line from lo to hi, and a dot at value */
	enum mark mark;   /* TABLE_MARK */
	enum role role;   /* ROLE_TEXT: the column's */
};

/* Where the head of a column is. */
struct table_head {
	double x, w; /* w 0: it is not shown */
};

struct table_chart {
	const struct table_column *column;
	size_t column_count;
	const struct table_cell *cell; /* rows × columns */
	size_t rows;
	bool selection;
	size_t selected;    /* a row of the table */
	bool headless;      /* without the row of titles */
	const char *footer; /* NULL: none */
	const char *empty;
	struct table_head *head; /* set, one of each column; NULL: nobody asks */
};
/* As many rows as there is room for, from the first. */
void chart_table_draw(const struct table_chart *chart, struct canvas *c, struct rect rect);
/* At the top of r, as high as its rows are, less `below`; returns what is left. */
struct rect chart_table_above(
	const struct table_chart *chart, struct canvas *c, struct rect r, double below);

#endif
