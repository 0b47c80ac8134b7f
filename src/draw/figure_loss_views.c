/* Other views of the loss, for when its curve looks flat: how far it still is above the best, what
 * every sub-step takes off it, and what is left of each term. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/figure_parts.h"

#define MOST_GHOSTS 4
#define MOST_SERIES 8

static const char *const names[] = {"", "terms", "excess", "falls", "relative"};

const char *figure_loss_view_name(enum figure_loss_view view)
{
	return names[view];
}

/* Lines over the points of a trace, and the room they are in. */
struct view {
	double *room;
	size_t n; /* points in each of them */
	struct line_series series[MOST_SERIES + MOST_GHOSTS + FIGURE_RECALLS];
	size_t count;
};

static odd_status view_begin(struct view *v, size_t n, size_t lines, odd_error *err)
{
	*v = (struct view){.n = n, .room = malloc(lines * n * sizeof *v->room)};
	return v->room != NULL ? ODD_OK : odd_error_nomem(err);
}

static double *line_room(const struct view *v, size_t line)
{
	return v->room + line * v->n;
}

/* Show the iterations of the window alone. */
static void narrow(struct line_chart *chart, struct view *v, const double window[2])
{
	if (!(window[0] < window[1]))
		return;
	for (size_t i = 0; i < v->count; i++) {
		struct line_series *s = &v->series[i];
		while (s->n > 1 && s->x[1] <= window[0]) {
			s->x++;
			s->y++;
			s->n--;
		}
		while (s->n > 1 && s->x[s->n - 2] >= window[1])
			s->n--;
	}
	chart->x.lo = window[0];
	chart->x.hi = window[1];
	chart->x.whole = window[1] - window[0] >= 2.0;
}

size_t figure_recall_series(struct line_series series[FIGURE_RECALLS], const struct figure_run *run)
{
	static const struct line_series look[FIGURE_RECALLS] = {{.name = "recall at 5 %",
									.brief = "rec 5%",
									.role = ROLE_GOOD,
									.mark = MARK_SQUARE},
		{.name = "recall at 10 %",
			.brief = "rec 10%",
			.role = ROLE_GOOD,
			.dash = DASH_DASHED,
			.mark = MARK_DIAMOND}};
	if (run->recalls.count == 0)
		return 0;
	for (int k = 0; k < FIGURE_RECALLS; k++) {
		series[k] = look[k];
		series[k].x = run->recalls.at;
		series[k].y = run->recalls.recall[k];
		series[k].n = run->recalls.count;
		series[k].share = true;
	}
	return FIGURE_RECALLS;
}

static void view_draw(struct view *v, const struct figure_run *run, struct line_chart *chart,
	struct canvas *c, struct rect r)
{
	const odd_trace *trace = run->trace;
	double end = fmax(1.0, figure_moment(&trace->point[trace->count - 1]));
	chart->x = (struct axis_spec){.whole = true,
		.title = "iteration",
		.lo = 0.0,
		.hi = fmax((double)run->horizon, end)};
	v->count += figure_recall_series(v->series + v->count, run);
	chart->series = v->series;
	chart->series_count = v->count;
	chart->values = r.w >= 46.0 * c->char_w;
	chart->cursor = run->reading && run->read < trace->count;
	char read[48] = "start";
	if (chart->cursor) {
		const odd_trace_point *p = &trace->point[run->read];
		chart->cursor_x = figure_moment(p);
		if (p->step != ODD_STEP_INIT)
			snprintf(read, sizeof read, "it %zu %s", p->iteration,
				odd_substep_get(p->step)->name);
		chart->cursor_text = read;
	}
	narrow(chart, v, run->loss_window);
	chart_line_draw(chart, c, r);
	free(v->room);
}

/* ---- above the best -------------------------------------------------------------------------- */

/* Losses of one network and those of it with other nodes are no steps of one fall, so each stretch
 * of a run is held against its own best. Where the last one begins, and how many there are: */
static size_t last_stretch(const odd_trace *trace, size_t *stretches)
{
	size_t begin = 0, count = 1;
	for (size_t i = 1; i < trace->count; i++) {
		if (trace->point[i].changed) {
			begin = i;
			count++;
		}
	}
	if (stretches != NULL)
		*stretches = count;
	return begin;
}

static double best_of(double best, const odd_trace *trace)
{
	for (size_t i = last_stretch(trace, NULL); i < trace->count; i++)
		best = fmin(best, trace->point[i].loss);
	return best;
}

/* May two runs be held against one best? Not when one saw a planting that the other did not. */
static bool comparable(const odd_trace *a, const odd_trace *b)
{
	size_t of_a, of_b;
	last_stretch(a, &of_a);
	last_stretch(b, &of_b);
	return of_a == of_b;
}

/* Fall of the last whole iteration, as a share; negative: there is none. */
static double last_fall(const odd_trace *trace)
{
	const odd_trace_point *p = trace->point;
	size_t n = trace->count;
	while (n > 0 && p[n - 1].step != ODD_STEP_O)
		n--;
	if (n <= ODD_SUBSTEPS || !(p[n - 1 - ODD_SUBSTEPS].loss > 0.0))
		return -1.0;
	double before = p[n - 1 - ODD_SUBSTEPS].loss;
	return (before - p[n - 1].loss) / before;
}

/* Where the curve ends the loss is the best there was, and a log axis has no place for that: it
 * ends an iteration before, or it would dive out of sight. */
static void take_excess(struct line_series *out, double *x, double *y, const odd_trace *trace,
	size_t n, double best)
{
	const size_t final = last_stretch(trace, NULL);
	for (size_t begin = 0, next; begin < n; begin = next) {
		double low = trace->point[begin].loss;
		for (next = begin + 1; next < n && !trace->point[next].changed; next++)
			low = fmin(low, trace->point[next].loss);
		if (begin == final)
			low = best;
		double least = 1e-13 * fabs(low), end = figure_moment(&trace->point[next - 1]);
		double from = figure_moment(&trace->point[begin]);
		for (size_t i = begin; i < next; i++) {
			double above = trace->point[i].loss - low;
			x[i] = figure_moment(&trace->point[i]);
			bool last = end >= from + 2.0 && x[i] > end - 1.0 + 1e-9;
			y[i] = above > least && !last ? above : (double)NAN;
		}
	}
	*out = (struct line_series){.x = x, .y = y, .n = n};
}

static odd_status draw_excess(
	const struct figure_run *run, struct canvas *c, struct rect r, odd_error *err)
{
	const odd_trace *trace = run->trace;
	size_t first = run->ghost_count > MOST_GHOSTS ? run->ghost_count - MOST_GHOSTS : 0;
	size_t most = trace->count, line = 2;
	double best = best_of(HUGE_VAL, trace);
	char said[96], number[NUMBER_SIZE];
	struct view v;
	for (size_t g = first; g < run->ghost_count; g++) {
		if (comparable(trace, run->ghost[g].trace))
			best = best_of(best, run->ghost[g].trace);
		most = run->ghost[g].trace->count > most ? run->ghost[g].trace->count : most;
	}
	odd_status status = view_begin(&v, most, 2 * (1 + MOST_GHOSTS), err);
	if (status != ODD_OK)
		return status;
	take_excess(
		&v.series[v.count], line_room(&v, 0), line_room(&v, 1), trace, trace->count, best);
	v.series[v.count].name = "total above the best";
	v.series[v.count].brief = "above best";
	v.series[v.count].role = ROLE_TOTAL;
	v.series[v.count].mark = MARK_CIRCLE;
	v.series[v.count++].width = 1.5;
	for (size_t g = first; g < run->ghost_count; g++, line += 2) {
		const odd_trace *old = run->ghost[g].trace;
		take_excess(&v.series[v.count], line_room(&v, line), line_room(&v, line + 1), old,
			old->count, comparable(trace, old) ? best : best_of(HUGE_VAL, old));
		v.series[v.count].name = run->ghost[g].name;
		v.series[v.count].brief = run->ghost[g].brief;
		v.series[v.count].role = ROLE_DIM;
		v.series[v.count++].ghost = true;
	}
	double fall = last_fall(trace);
	snprintf(said, sizeof said, "last iteration −%s %%", number_text(number, 100.0 * fall, 2));
	const struct chart_note note[] = {{said, ROLE_DIM, false}};
	struct line_chart chart = {.y = {.scale = AXIS_LOG, .title = "loss above the best (log)"},
		.note = note,
		.note_count = fall > 0.0,
		.empty = "the loss has not fallen yet"};
	view_draw(&v, run, &chart, c, r);
	return ODD_OK;
}

/* ---- what each sub-step takes off ------------------------------------------------------------ */

static odd_status draw_falls(
	const struct figure_run *run, struct canvas *c, struct rect r, odd_error *err)
{
	static const char *const letter[ODD_SUBSTEPS] = {"W", "G", "H", "U", "V", "O"};
	static const enum mark mark[ODD_SUBSTEPS] = {
		MARK_CIRCLE, MARK_TRIANGLE, MARK_SQUARE, MARK_DIAMOND, MARK_RING, MARK_CROSS};
	static const enum dash dash[ODD_SUBSTEPS] = {
		DASH_SOLID, DASH_SOLID, DASH_DASHED, DASH_SOLID, DASH_DASHED, DASH_DOTTED};
	const odd_trace *trace = run->trace;
	struct view v;
	odd_status status = view_begin(&v, trace->count, 2 * ODD_SUBSTEPS, err);
	if (status != ODD_OK)
		return status;
	for (int s = 0; s < ODD_SUBSTEPS; s++) {
		double *x = line_room(&v, 2 * (size_t)s), *y = line_room(&v, 2 * (size_t)s + 1);
		size_t n = 0;
		for (size_t i = 1; i < trace->count; i++) {
			const odd_trace_point *p = &trace->point[i];
			if (p->changed || (int)p->step != s)
				continue;
			double fall = p[-1].loss - p->loss;
			x[n] = figure_moment(p);
			y[n++] = fall > 1e-13 * fabs(p->loss) ? fall : (double)NAN;
		}
		v.series[v.count++] = (struct line_series){.name = letter[s],
			.x = x,
			.y = y,
			.n = n,
			.role = role_series((size_t)s),
			.mark = mark[s],
			.dash = dash[s]};
	}
	struct line_chart chart = {
		.y = {.scale = AXIS_LOG, .title = "fall of the loss by sub-step (log)"},
		.empty = "no sub-step has taken anything off the loss yet"};
	view_draw(&v, run, &chart, c, r);
	return ODD_OK;
}

/* ---- what is left of each term --------------------------------------------------------------- */

static odd_status draw_relative(
	const struct figure_run *run, struct canvas *c, struct rect r, odd_error *err)
{
	static const struct {
		const char *name, *brief;
		enum role role;
		enum dash dash;
		enum mark mark;
	} line[4] = {{"total", "total", ROLE_TOTAL, DASH_SOLID, MARK_CIRCLE},
		{"links", "links", ROLE_STRUCTURAL, DASH_SOLID, MARK_TRIANGLE},
		{"attributes", "attr", ROLE_ATTRIBUTE, DASH_DASHED, MARK_SQUARE},
		{"disagreement", "dis", ROLE_COMBINED, DASH_DOTTED, MARK_DIAMOND}};
	const odd_trace *trace = run->trace;
	struct view v;
	odd_status status = view_begin(&v, trace->count, 5, err);
	if (status != ODD_OK)
		return status;
	for (size_t k = 0; k < 4; k++) {
		double *y = line_room(&v, k + 1);
		const odd_trace_point *p = trace->point;
		double start = k == 0 ? p[0].loss : p[0].term[k - 1];
		for (size_t i = 0; i < trace->count; i++) {
			line_room(&v, 0)[i] = figure_moment(&p[i]);
			double now = k == 0 ? p[i].loss : p[i].term[k - 1];
			y[i] = start > 0.0 ? 100.0 * now / start : (double)NAN;
		}
		v.series[v.count++] = (struct line_series){.name = line[k].name,
			.brief = line[k].brief,
			.x = line_room(&v, 0),
			.y = y,
			.n = trace->count,
			.role = line[k].role,
			.dash = line[k].dash,
			.mark = line[k].mark,
			.width = k == 0 ? 1.5 : 0.0};
	}
	struct line_chart chart = {.y = {.title = "percent of what it was at the start"}};
	view_draw(&v, run, &chart, c, r);
	return ODD_OK;
}

odd_status figure_loss_view_draw(const struct figure_run *run, enum figure_loss_view view,
	struct canvas *c, struct rect r, odd_error *err)
{
	static odd_status (*const draw[])(const struct figure_run *run, struct canvas *c,
		struct rect r, odd_error *err) = {[FIGURE_LOSS_EXCESS] = draw_excess,
		[FIGURE_LOSS_FALLS] = draw_falls,
		[FIGURE_LOSS_RELATIVE] = draw_relative};
	if (run->trace == NULL || run->trace->count < 2) {
		plot_message(c, r, "no sub-step has been run yet");
		return ODD_OK;
	}
	return draw[view](run, c, r, err);
}
