/* plot.h: what charts with two axes have in common: margins, grid, ticks, titles, legend, notes. */
#ifndef DRAW_PLOT_H
#define DRAW_PLOT_H

#include "draw/axis.h"
#include "draw/place.h"

struct legend_entry {
	const char *text;
	enum role role;
	enum mark mark; /* MARK_NONE: a piece of line or a swatch */
	enum dash dash;
	bool swatch; /* a filled piece instead of a line */
};

/* A vertical mark at x, under the data. */
struct chart_rule {
	double at;
	const char *label; /* NULL: none */
	enum role role;
	enum dash dash;
};

struct plot_request {
	struct rect rect; /* all of it, labels included */
	const struct axis_spec *x, *y;
	struct range x_data, y_data;
	double right;     /* kept free right of the area */
	bool whole_cells; /* the range ends on the edges of cells (bars) */
	bool no_x_ticks;  /* the chart writes its own labels under the area */
	bool equal;       /* one unit is as long on both axes … */
	double stretch;   /* … but for this factor at most; 0: 1 */
	const struct legend_entry *legend;
	size_t legend_count;
	const struct chart_rule *rule; /* their labels have rows of their own above the area */
	size_t rule_count;
	const char *empty; /* said when there is no data; NULL: "no data" */
};

struct plot {
	struct canvas *c;
	struct rect rect; /* as asked */
	struct rect area; /* where the data goes */
	struct axis x, y;
	double left;    /* of everything that belongs to the plot */
	double label_y; /* top of the row of labels under the area */
	double band;    /* height of the rows for the labels of rules above it */
	const struct chart_rule *rule;
	size_t rule_count;
	bool x_title; /* there is a row for it */
	struct placer placer;
	struct ink_map ink;
	const struct axis_spec *x_spec, *y_spec;
	bool no_x_ticks, whole_cells;
};

/* Where data went, for a mouse: the area and what its edges stand for. */
struct plot_frame {
	struct rect area;
	double left, right, bottom, top;
};

/* Lay out, without drawing the axes yet. False when there is nothing to draw or no room; a short
 * sentence then stands there instead. */
bool plot_begin(struct plot *p, struct canvas *c, const struct plot_request *request);

/* Grid and base line: under the data. */
void plot_grid(struct plot *p);

/* Rules, clipped to the area, and their labels above it, off lines and data. */
void plot_rules(struct plot *p);
void plot_rule_labels(struct plot *p);

/* Tick labels and titles, where the placer still has room: after anything more important. */
void plot_labels(struct plot *p);

struct point plot_point(const struct plot *p, double x, double y);

/* A block of lines where the area is empty; lines that do not fit are left out. */
struct chart_note {
	const char *text;
	enum role role;
	bool bold;
};
void plot_notes(struct plot *p, const struct chart_note *note, size_t count);

/* Rows the legend needs when `w` wide; 0 for none. */
double legend_height(
	const struct canvas *c, const struct legend_entry *entry, size_t count, double w);
void legend_draw(struct placer *p, struct canvas *c, struct rect r,
	const struct legend_entry *entry, size_t count);

/* The heat scale in one row: title left, lo ▁▂▃▄ hi right. */
void heat_scale_draw(
	struct placer *p, struct canvas *c, struct rect r, double lo, double hi, const char *title);

/* A sentence in the middle of r, broken into lines where needed. */
void plot_message(struct canvas *c, struct rect r, const char *sentence);

#endif
