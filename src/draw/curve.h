/* curve.h: one series of a line chart, drawn. Only for chart_line.c. */
#ifndef DRAW_CURVE_H
#define DRAW_CURVE_H

#include "draw/chart.h"

/* x of sample i, counted when the series has none. */
double curve_x(const struct line_series *s, size_t i);

/* The line, its marks, and its trace in the ink map. Many samples are thinned to the lowest and the
 * highest of each dot's column. O(n). */
void curve_draw_line(struct plot *p, const struct line_series *s);

/* The tint between lo and hi. */
void curve_draw_band(struct plot *p, const struct line_series *s);

#endif
