/* align.h: turning one flat map so that it lies best on another.
 *
 * Principal components and t-SNE know no up or left: two maps of nearly the same data may be turned
 * or mirrored against each other. Aligning each map of a series to its neighbour keeps the points
 * from jumping.
 */
#ifndef ODDONE_ALIGN_H
#define ODDONE_ALIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "oddone/matrix.h"

/* y = scale · turn x + shift, where turn is a rotation or a reflection. */
typedef struct odd_alignment {
	double turn[2][2];
	double scale;
	double shift[2];
	bool mirrored; /* turn is a reflection */
} odd_alignment;

/* The alignment of `from` to `to` (both N × 2) that leaves the smallest sum of squared distances
 * between rows of the same number (orthogonal Procrustes). Rows with a value that is not finite, in
 * either, do not count. resize: the scale is chosen too; otherwise it is 1. Where the data does not
 * decide (no rows, all points in one place, points on a line) a rotation is preferred to a
 * reflection and no turn to any. O(N), summed in the order of the rows. */
void odd_align_find(odd_alignment *out, odd_cmat from, odd_cmat to, bool resize);

/* Turn or mirror a map (N × 2) the way that its points alone decide, whatever way it came in: to
 * lie best on directions drawn for each node by its number. Maps of nearly the same data come to
 * lie nearly alike, in another session as well. node: that of each row; NULL: its number. O(N). */
void odd_align_upright(odd_mat points, const uint32_t *node);

/* Move every row; what is not finite stays so. O(N). */
void odd_align_apply(const odd_alignment *alignment, odd_mat points);

#endif
