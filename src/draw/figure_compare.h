/* figure_compare.h: the figures of a comparison, as the paper has them: recall of outliers by
 * method, F1 over the share learnt from, accuracy of clusters. Pages of the same kind as those of a
 * run (figures.h), drawn from a comparison that may not be finished.
 */
#ifndef DRAW_FIGURE_COMPARE_H
#define DRAW_FIGURE_COMPARE_H

#include "draw/figures.h"
#include "oddone/baseline/compare.h"

/* Figure i of those that show one of these tasks, in the order of the table; NULL behind the last.
 * They are drawn from a figure_run with net, comparison and compared. */
const struct figure *compare_figure_get(size_t i, unsigned tasks);

/* How a method is told from the others, the same in every figure and whatever it is compared with.
 */
struct method_style {
	enum role role;
	enum dash dash; /* of lines, and the texture of bars */
	enum mark mark;
};
struct method_style method_style(const odd_method *method);

/* What was published of a measure of a method on a network; NAN: nothing, or settings make
 * something else of the method. published may be NULL. */
double figure_published(const odd_published *published, const char *network,
	const odd_compare_options *options, const odd_method *method, size_t measure);

#endif
