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

/* The total and its terms as they are, and where the number is held. */
static struct rect draw_held_terms(const struct figure_run *run, struct canvas *c, struct rect r)
{
	enum { TERM, NOW, HELD, CHANGE, COLUMNS };
	static const struct table_column column[COLUMNS] = {
		{.title = "term", .kind = TABLE_MARK, .priority = 9},
		{.title = "now", .priority = 7, .right = true},
		{.title = "in the hand", .priority = 8, .right = true},
		{.title = "change", .priority = 8, .right = true}};
	const odd_trace *trace = run->result->trace;
	struct figure_term term[FIGURE_TERMS];
	struct table_cell cell[FIGURE_TERMS * COLUMNS];
	char number[FIGURE_TERMS][COLUMNS][NUMBER_SIZE];
	double change[FIGURE_TERMS] = {0.0};
	figure_terms(term, run->result->used, ODD_STEP_W, &trace->point[trace->count - 1], NULL);
	for (int t = 0; t < 3; t++) {
		change[t] = odd_entry_change(run->look.entry, t, run->look.hand);
		change[3] += change[t];
	}
	for (int t = 0; t < FIGURE_TERMS; t++) {
		struct table_cell *row = &cell[t * COLUMNS];
		row[TERM] = (struct table_cell){
			.text = term[t].brief, .mark = term[t].mark, .role = term[t].role};
		row[NOW] =
			(struct table_cell){.text = number_text(number[t][NOW], term[t].before, 6)};
		row[HELD] = (struct table_cell){
			.text = number_text(number[t][HELD], term[t].before + change[t], 6)};
		row[CHANGE] =
			(struct table_cell){.text = number_text(number[t][CHANGE], change[t], 3),
				.role = t < 3             ? ROLE_TEXT
					: change[t] > 0.0 ? ROLE_ALARM
							  : ROLE_GOOD};
	}
	const struct table_chart chart = {
		.column = column, .column_count = COLUMNS, .cell = cell, .rows = FIGURE_TERMS};
	return chart_table_above(&chart, c, r, 0.0);
}

void figure_panel_hand(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_entry *e = run->look.entry;
	const double lowest = odd_entry_lowest(e), hand = run->look.hand;
	double x[POINTS], y[POINTS], at[3][2] = {{e->value}, {hand}, {lowest}};
	const double low = fmin(fmin(e->value, lowest), hand);
	const double high = fmax(fmax(e->value, lowest), hand);
	const double room = high - low > 1e-6 ? high - low : 1.0;
	r = draw_held_terms(run, c, r);
	for (size_t i = 0; i < POINTS + 3; i++) {
		const double place = i < POINTS ? low - room + 3.0 * room * (double)i / (POINTS - 1)
						: at[i - POINTS][0];
		double loss = 0.0;
		for (int t = 0; t < 3; t++)
			loss += odd_entry_change(e, t, place) - odd_entry_change(e, t, lowest);
		if (i < POINTS) {
			x[i] = place;
			y[i] = loss;
		} else {
			at[i - POINTS][1] = loss;
		}
	}
	const struct line_series series[] = {{.x = x, .y = y, .n = POINTS, .role = ROLE_TOTAL},
		{.name = "now",
			.x = &at[0][0],
			.y = &at[0][1],
			.n = 1,
			.role = ROLE_ATTRIBUTE,
			.mark = MARK_RING,
			.points = true},
		{.name = "hand",
			.x = &at[1][0],
			.y = &at[1][1],
			.n = 1,
			.role = ROLE_CURSOR,
			.mark = MARK_CURSOR,
			.points = true},
		{.name = "lowest",
			.x = &at[2][0],
			.y = &at[2][1],
			.n = 1,
			.role = ROLE_GOOD,
			.mark = MARK_CIRCLE,
			.points = true}};
	const struct line_chart chart = {
		.x = {.title = run->result->watched != NULL ? run->result->watched : "x"},
		.y = {.title = "loss above the lowest point"},
		.series = series,
		.series_count = 4};
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
