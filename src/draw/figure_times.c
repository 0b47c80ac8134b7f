/* Ranks over time: a line for each of the nodes that became odd, the first rank on top. Ranks are
 * logarithmic, since what happens at the top matters most; a node that is not there is a gap. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>

#include "draw/figure_parts.h"

enum { MOST_LINES = 8 };

struct lines {
	size_t node[MOST_LINES], count;
};

static void add_line(struct lines *l, size_t node, size_t most)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->node[i] == node)
			return;
	if (l->count < most)
		l->node[l->count++] = node;
}

/* The nodes with the largest leaps; where none became odd, the oddest now. */
static void choose_lines(struct lines *l, const struct figure_run *run, size_t most)
{
	const odd_history *h = run->result->history;
	l->count = 0;
	for (size_t i = 0; i < h->became_count; i++)
		add_line(l, h->became[i].node, most);
	if (h->became_count > 0)
		return;
	for (size_t t = h->times; t-- > 0;) {
		const uint32_t *rank = h->moment[t].rank;
		for (uint32_t r = 1; rank != NULL && r <= most; r++)
			for (size_t i = 0; i < h->nodes; i++)
				if (rank[i] == r)
					add_line(l, i, most);
		if (rank != NULL)
			return;
	}
}

/* The ranks of one node over the times; x: the times, y: its ranks. A time without a fit is passed
 * over, one without the node is a gap. */
static struct line_series line_of(
	const struct figure_run *run, const struct lines *l, size_t i, double *x, double *y)
{
	static const enum mark mark[MOST_LINES] = {MARK_CIRCLE, MARK_TRIANGLE, MARK_SQUARE,
		MARK_DIAMOND, MARK_RING, MARK_WEDGE, MARK_BOX, MARK_LOZENGE};
	const odd_history *h = run->result->history;
	struct line_series s = {.name = odd_names_get(&run->result->times->ids, l->node[i]),
		.x = x,
		.y = y,
		.role = role_series(i),
		.dash = (enum dash)(i / 3 % 3),
		.mark = mark[i],
		.points = true,
		.width = 1.4};
	for (size_t t = 0; t < h->times; t++) {
		const uint32_t *rank = h->moment[t].rank;
		if (rank == NULL)
			continue;
		x[s.n] = (double)t;
		y[s.n++] = rank[l->node[i]] > 0 ? rank[l->node[i]] : (double)NAN;
	}
	return s;
}

/* The share of the ranking that is called odd: where nodes differ in number, so does the line. */
static struct line_series cut_line(const odd_history *h, double *x, double *y)
{
	struct line_series s = {
		.x = x, .y = y, .role = ROLE_DIM, .dash = DASH_DASHED, .width = 0.7};
	for (size_t t = 0; t < h->times; t++) {
		if (h->moment[t].rank == NULL)
			continue;
		x[s.n] = (double)t;
		y[s.n++] = (double)odd_history_odd(h, t) + 0.5;
	}
	return s;
}

void figure_panel_times(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_history *h = run->result->history;
	const odd_times *times = run->result->times;
	struct line_series series[MOST_LINES + 1];
	struct lines l;
	double worst = 10.0;
	if (h == NULL || times == NULL) {
		plot_message(
			c, r, "not at hand: the network is one of a single time, not of several");
		return;
	}
	const size_t fit = (size_t)fmax(1.0, (r.h - 3.0 * c->char_h) / (1.2 * c->char_h));
	choose_lines(&l, run, fit < MOST_LINES ? fit : MOST_LINES);
	double *room = canvas_alloc(c, 2 * h->times * (l.count + 1), sizeof *room);
	const char **name = canvas_alloc(c, times->count, sizeof *name);
	if (room == NULL || name == NULL)
		return;
	for (size_t t = 0; t < h->times; t++) {
		worst = fmax(worst, (double)h->moment[t].nodes);
		name[t] = times->time[t].name;
	}
	for (size_t i = 0; i < l.count; i++, room += 2 * h->times)
		series[i] = line_of(run, &l, i, room, room + h->times);
	series[l.count] = cut_line(h, room, room + h->times);
	const struct line_chart chart = {.x = {.name = name,
						 .names = times->count,
						 .hi = fmax((double)times->count - 1.0, 1.0)},
		.y = {.rank = true, .lo = 1.0, .hi = worst},
		.series = series,
		.series_count = l.count + 1,
		.empty = "no node was ranked"};
	chart_line_draw(&chart, c, r);
}

void figure_times(const struct figure_run *run, struct canvas *c)
{
	char print[240] = "", cut[40];
	if (run->result->history != NULL) {
		if (run->result->history->count > 0)
			snprintf(cut, sizeof cut, "%zu", run->result->history->count);
		else
			snprintf(cut, sizeof cut, "%g %%", 100.0 * run->result->history->share);
		snprintf(print, sizeof print,
			"Ranks on a logarithmic scale, the oddest on top. Dashed: the first %s, "
			"which are called odd. %s",
			cut,
			run->result->history->became_count > 0
				? "Shown are the nodes that became odd with the largest leaps."
				: "No node became odd; shown are the oddest at the last time.");
	}
	struct rect r = figure_page(run, c, "ranks over time", print);
	figure_panel_times(run, c, r);
}
