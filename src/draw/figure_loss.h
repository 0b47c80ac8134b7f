/* figure_loss.h: what the views of the loss share: lines over the iterations of a run. */
#ifndef DRAW_FIGURE_LOSS_H
#define DRAW_FIGURE_LOSS_H

#include "draw/figure_parts.h"

/* The total and the three terms; runs kept; recall at 5 and 10 %. */
enum { LOSS_CURVES = 4, LOSS_LINES = 8, MOST_GHOSTS = 4, FIGURE_RECALLS = 2 };

struct loss_lines {
	struct canvas *c;
	struct line_series series[LOSS_LINES + MOST_GHOSTS + FIGURE_RECALLS];
	size_t count;
	struct line_chart chart; /* y, notes and marks; loss_lines_draw sets the rest */
};

/* Add a line with a point for each of the trace; returns room for its y. NULL without memory. */
double *loss_line(struct loss_lines *l, struct line_series look, const odd_trace *trace);

/* How the total (0) or a term (1 to 3) is drawn. */
struct line_series loss_look(size_t k);
struct line_series ghost_look(const struct kept_run *ghost);
/* The first of the latest kept runs that are drawn. */
size_t loss_first_ghost(const struct figure_run *run);

void loss_lines_draw(struct loss_lines *l, const struct figure_run *run, struct rect r);

/* The loss at a point of any run by the α and β of this one: losses by different weights cannot be
 * compared. */
double loss_by_now(const struct figure_run *run, const odd_trace_point *p);
/* Has a kept run the same matrices? */
bool loss_same_matrices(const struct figure_run *run, const struct kept_run *kept);

/* How far the loss is above the best, on a log axis. */
void loss_excess_draw(const struct figure_run *run, struct canvas *c, struct rect r);

#endif
