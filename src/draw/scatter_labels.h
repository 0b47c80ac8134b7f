/* scatter_labels.h: names of points, beside them or at the end of a leader. */
#ifndef DRAW_SCATTER_LABELS_H
#define DRAW_SCATTER_LABELS_H

#include "draw/chart.h"

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

#endif
