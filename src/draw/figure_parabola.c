/* The loss as a function of one number, all else held: why a sub-step cannot raise it. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>

#include "draw/figure_parts.h"

enum { POINTS = 161 };
#define TURN_SPAN 3.14159265358979

/* From where to where it is shown: both points, and as much again on either side. */
static void span_of(double out[2], const odd_lesson *l)
{
	const odd_curve *c = &l->curve;
	if (c->shape == ODD_CURVE_TURN) {
		out[0] = -TURN_SPAN;
		out[1] = TURN_SPAN;
		return;
	}
	double low = fmin(fmin(l->old_value, l->value), c->lowest);
	double high = fmax(fmax(l->old_value, l->value), c->lowest), room = high - low;
	/* When the point hardly moves the curve is shown around it all the same. */
	if (!(room > 1e-6 * fabs(c->lowest)))
		room = fabs(c->lowest) > 0.0 ? 0.5 * fabs(c->lowest) : 1.0;
	out[0] = low - room;
	out[1] = high + room;
	if (c->shape == ODD_CURVE_SHARE) {
		out[0] = fmax(out[0], 0.1 * low);
		out[1] = fmin(out[1], c->mu - 1e-9);
	}
}

/* Does the new value lie beside the lowest point? */
static bool misses(const odd_lesson *l)
{
	return l->curve.shape != ODD_CURVE_TURN &&
	       odd_curve_at(&l->curve, l->value) >
		       1e-9 * fabs(odd_curve_at(&l->curve, l->old_value));
}

void figure_panel_parabola(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_lesson *l = run->result->lesson;
	double x[POINTS], y[POINTS], span[2], at[3][2];
	char title[160];
	if (l == NULL || l->curve.shape == ODD_CURVE_NONE) {
		plot_message(c, r,
			l == NULL ? "no sub-step is looked at here: the Lesson screen has this"
				  : "this number does not move: there is no curve to show");
		return;
	}
	const bool turn = l->curve.shape == ODD_CURVE_TURN, missed = misses(l);
	span_of(span, l);
	for (size_t i = 0; i < POINTS; i++) {
		x[i] = span[0] + (span[1] - span[0]) * (double)i / (POINTS - 1);
		y[i] = odd_curve_at(&l->curve, x[i]);
	}
	at[0][0] = turn ? 0.0 : l->old_value;
	at[1][0] = turn ? 0.0 : l->value;
	at[2][0] = turn ? 0.0 : l->curve.lowest;
	for (int i = 0; i < 3; i++)
		at[i][1] = odd_curve_at(&l->curve, at[i][0]);
	if (turn)
		snprintf(title, sizeof title,
			"W turned in the plane of dimensions %zu and %zu, radians",
			l->curve.plane[0] + 1, l->curve.plane[1] + 1);
	else
		snprintf(title, sizeof title, "%.120s",
			run->result->watched != NULL ? run->result->watched : "x");
	const struct line_series series[] = {{.x = x, .y = y, .n = POINTS, .role = ROLE_TOTAL},
		{.name = "was",
			.x = &at[0][0],
			.y = &at[0][1],
			.n = 1,
			.role = ROLE_ATTRIBUTE,
			.mark = MARK_RING,
			.points = true},
		{.name = turn ? "lowest" : "became",
			.x = &at[1][0],
			.y = &at[1][1],
			.n = 1,
			.role = missed ? ROLE_ALARM : ROLE_GOOD,
			.mark = missed ? MARK_CROSS : MARK_CIRCLE,
			.points = true},
		{.name = "lowest",
			.x = &at[2][0],
			.y = &at[2][1],
			.n = 1,
			.role = ROLE_GOOD,
			.mark = MARK_CIRCLE,
			.points = true}};
	/* Of a turn the place before is not in the plane. */
	const struct line_series turned[] = {series[0], series[2]};
	const struct line_chart chart = {.x = {.title = title},
		.y = {.title = "loss above the lowest point"},
		.series = turn ? turned : series,
		.series_count = turn     ? 2
				: missed ? 4
					 : 3};
	chart_line_draw(&chart, c, r);
}

void figure_parabola(const struct figure_run *run, struct canvas *c)
{
	char title[120], print[400] = "";
	const odd_lesson *l = run->result->lesson;
	snprintf(title, sizeof title, "the loss as a function of one number");
	if (l != NULL && l->curve.shape != ODD_CURVE_NONE)
		snprintf(print, sizeof print,
			"%s, sub-step %s of iteration %zu, all other numbers held as they are when its "
			"turn comes. %s",
			run->result->watched != NULL ? run->result->watched : "",
			odd_substep_get(l->step)->name, l->iteration,
			misses(l) ? "The formula misses the lowest point."
				  : "The sub-step goes to the lowest point, so it cannot raise "
				    "the loss.");
	struct rect r = figure_page(run, c, title, print[0] != '\0' ? print : NULL);
	figure_panel_parabola(run, c, r);
}
