/* The loss, sub-step by sub-step, and what each of the six did. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figure_parts.h"

#define MOST_RISES 32
#define MOST_CHANGES 8
#define MOST_GHOSTS 4
#define INSET_ROOM 1.45 /* the axis ends so many times as high as the start */
#define AIR 0.05        /* beyond the curves, as a share of the axis */

double figure_moment(const odd_trace_point *p)
{
	if (p->step == ODD_STEP_INIT || p->iteration == 0)
		return 0.0;
	return (double)(p->iteration - 1) + ((double)p->step + 1.0) / ODD_SUBSTEPS;
}

/* ---- the curves ---------------------------------------------------------------------------- */

enum { CURVE_X, CURVE_TOTAL, CURVE_TERM, CURVES = CURVE_TERM + 3 };

struct curves {
	size_t n;
	double *y[CURVES];
	double lo, hi; /* of what is above 0 */
};

static odd_status curves_make(struct curves *out, const struct figure_run *run, odd_error *err)
{
	size_t n = run->trace->count;
	double *all = malloc(CURVES * n * sizeof *all);
	double weight[3] = {1.0, 1.0, 1.0};
	*out = (struct curves){.n = n, .lo = HUGE_VAL, .hi = 0.0};
	if (all == NULL)
		return odd_error_nomem(err);
	if (run->options != NULL) {
		weight[1] = isfinite(run->options->alpha) ? run->options->alpha : 1.0;
		weight[2] = isfinite(run->options->beta) ? run->options->beta : 1.0;
	}
	for (size_t k = 0; k < CURVES; k++)
		out->y[k] = all + k * n;
	for (size_t i = 0; i < n; i++) {
		const odd_trace_point *p = &run->trace->point[i];
		out->y[CURVE_X][i] = figure_moment(p);
		out->y[CURVE_TOTAL][i] = p->loss;
		for (size_t t = 0; t < 3; t++)
			out->y[CURVE_TERM + t][i] = weight[t] * p->term[t];
		for (size_t k = CURVE_TOTAL; k < CURVES; k++) {
			double v = out->y[k][i];
			if (isfinite(v) && v > 0.0) {
				out->lo = fmin(out->lo, v);
				out->hi = fmax(out->hi, v);
			}
		}
	}
	return ODD_OK;
}

static void curves_clear(struct curves *curves)
{
	free(curves->y[CURVE_X]);
}

/* The total, then the terms. */
static struct line_series line_of(const struct curves *curves, size_t k)
{
	static const struct {
		const char *name, *brief;
		enum role role;
		enum dash dash;
		enum mark mark;
		double width; /* 0: as usual */
	} line[4] = {
		{"total", "total", ROLE_TOTAL, DASH_SOLID, MARK_CIRCLE, 1.5},
		{"links  L_str", "L_str", ROLE_STRUCTURAL, DASH_SOLID, MARK_TRIANGLE, 0.0},
		{"attributes  α L_attr", "α L_attr", ROLE_ATTRIBUTE, DASH_DASHED, MARK_SQUARE, 0.0},
		{"disagreement  β L_dis", "β L_dis", ROLE_COMBINED, DASH_DOTTED, MARK_DIAMOND, 0.0},
	};
	return (struct line_series){.name = line[k].name,
		.brief = line[k].brief,
		.x = curves->y[CURVE_X],
		.y = curves->y[CURVE_TOTAL + k],
		.n = curves->n,
		.role = line[k].role,
		.dash = line[k].dash,
		.mark = line[k].mark,
		.width = line[k].width};
}

static bool use_log(const struct figure_run *run, const struct curves *curves)
{
	if (run->loss_scale != FIGURE_SCALE_DEFAULT)
		return run->loss_scale == FIGURE_LOG;
	/* Linear shows that the terms add up; log only when the total would leave the page. */
	double first = curves->y[CURVE_TOTAL][0], last = curves->y[CURVE_TOTAL][curves->n - 1];
	return curves->lo > 0.0 && last > 0.0 && first > 30.0 * last;
}

/* Each rise is a cross on the curve; the sentence names the worst. */
static size_t find_rises(
	struct chart_reference *rise, const struct figure_run *run, const struct curves *curves)
{
	size_t n = 0;
	for (size_t p = 1; p < curves->n && n < MOST_RISES; p++) {
		if (odd_trace_rise(run->trace, p) > 0.0)
			rise[n++] = (struct chart_reference){curves->y[CURVE_X][p],
				curves->y[CURVE_TOTAL][p], ROLE_ALARM, MARK_CROSS};
	}
	return n;
}

/* Upright marks where the network changed. */
static size_t find_changes(
	struct chart_rule *rule, const struct figure_run *run, const struct curves *curves)
{
	size_t n = 0;
	for (size_t p = curves->n; p-- > 1 && n < MOST_CHANGES;) {
		if (!run->trace->point[p].changed)
			continue;
		rule[n] = (struct chart_rule){
			curves->y[CURVE_X][p], n == 0 ? "changed" : NULL, ROLE_DIM, DASH_DOTTED};
		n++;
	}
	return n;
}

/* The totals of runs that were kept, the latest last; all of them, or the figure is none. *count
 * are to be cleared, also on failure. */
static odd_status ghost_series(struct line_series *series, struct curves *curves, size_t *count,
	const struct figure_run *run, odd_error *err)
{
	size_t first = run->ghost_count > MOST_GHOSTS ? run->ghost_count - MOST_GHOSTS : 0, n = 0;
	*count = 0;
	for (size_t g = first; g < run->ghost_count; g++) {
		struct figure_run old = {.trace = run->ghost[g].trace};
		if (old.trace == NULL || old.trace->count == 0)
			continue;
		odd_status status = curves_make(&curves[n], &old, err);
		if (status != ODD_OK)
			return status;
		series[n] = (struct line_series){.name = run->ghost[g].name,
			.brief = run->ghost[g].brief,
			.x = curves[n].y[CURVE_X],
			.y = curves[n].y[CURVE_TOTAL],
			.n = curves[n].n,
			.role = ROLE_DIM,
			.ghost = true};
		*count = ++n;
	}
	return ODD_OK;
}

/* "it 3 U" */
static void read_text(char *out, size_t size, const odd_trace_point *p)
{
	if (p->changed || p->step == ODD_STEP_INIT)
		snprintf(out, size, p->changed ? "network changed" : "start");
	else
		snprintf(out, size, "it %zu %s", p->iteration, odd_substep_get(p->step)->name);
}

/* What was published for this network, which is of the matrices as they are. */
size_t figure_published_loss(
	struct chart_reference *mark, size_t most, const struct figure_run *run)
{
	const odd_published_row *row = NULL;
	size_t n = 0;
	if (run->published == NULL || run->net == NULL || run->net->name == NULL ||
		run->options == NULL || run->options->preset != ODD_PAPER)
		return 0;
	while (n < most && (row = odd_published_next(
				    run->published, row, "loss", run->net->name, "ONE")) != NULL)
		mark[n++] = (struct chart_reference){row->x, row->value, ROLE_TEXT, MARK_RING};
	return n;
}

static void verdict(char *out, size_t size, const odd_trace *trace)
{
	size_t at = 0;
	double rise = odd_trace_largest_rise(trace, &at);
	char number[NUMBER_SIZE], iteration[NUMBER_SIZE];
	if (rise > 0.0)
		snprintf(out, size, "✗ rose by %s %% in it %s %s",
			number_text(number, 100.0 * rise, 2),
			figure_count(iteration, trace->point[at].iteration),
			odd_substep_get(trace->point[at].step)->name);
	else
		snprintf(out, size, "✓ never rose in %s sub-step%s",
			figure_count(number, trace->count - 1), trace->count == 2 ? "" : "s");
}

/* What the run gained, and how much of it at once. */
static void gain(char *out, size_t size, const odd_trace *trace)
{
	double first = trace->point[0].loss, last = trace->point[trace->count - 1].loss;
	double share = 100.0 * (last - first) / first;
	size_t one = 0;
	while (one + 1 < trace->count && trace->point[one + 1].iteration <= 1)
		one++;
	int used = snprintf(out, size, "total %s%.1f %%", share <= 0.0 ? "−" : "+", fabs(share));
	if (one + 1 < trace->count && used > 0 && (size_t)used < size)
		snprintf(out + used, size - (size_t)used, " (first iteration %s%.1f %%)",
			trace->point[one].loss <= first ? "−" : "+",
			100.0 * fabs(trace->point[one].loss - first) / first);
}

/* Show the iterations of the window alone, and their losses from edge to edge. */
static void narrow(struct line_chart *chart, struct line_series *series, const double window[2])
{
	for (size_t i = 0; i < chart->series_count; i++) {
		struct line_series *s = &series[i];
		size_t from = 0, to = s->n;
		while (from + 1 < to && s->x[from + 1] <= window[0])
			from++;
		while (to > from + 1 && s->x[to - 2] >= window[1])
			to--;
		s->x += from;
		s->y += from;
		s->n = to - from;
	}
	chart->x.lo = window[0];
	chart->x.hi = window[1];
	chart->x.whole = window[1] - window[0] >= 2.0;
	chart->y.zero = false;
}

static bool loss_held(const struct figure_run *run)
{
	return run->loss_bounds[0] < run->loss_bounds[1];
}

/* As long as a value of five digits up to this one gets, so that frames leave the same room. */
static const char *value_room(char number[NUMBER_SIZE], double most)
{
	return most < 1e6 ? "0.88888" : number_text(number, 8.0 / 9.0 * most, 5);
}

odd_status figure_hold_loss(struct figure_run *run, odd_error *err)
{
	struct curves curves = {0};
	if (run->trace == NULL || run->trace->count == 0)
		return ODD_OK;
	odd_status status = curves_make(&curves, run, err);
	if (status == ODD_OK && curves.hi > 0.0) {
		bool log = use_log(run, &curves);
		run->loss_scale = log ? FIGURE_LOG : FIGURE_LINEAR;
		/* Bounds that are given are kept to the letter: leave the air an axis would. */
		double air = log ? pow(curves.hi / curves.lo, AIR) : AIR * curves.hi;
		run->loss_bounds[0] = log ? curves.lo / air : 0.0;
		run->loss_bounds[1] = log ? curves.hi * air : curves.hi + air;
	}
	curves_clear(&curves);
	return status;
}

/* What the inset is made of, which it borrows. */
struct later {
	struct line_chart chart;
	struct line_series series;
	struct chart_note note;
	char said[80];
};

/* The total over the later half of the run, from edge to edge: after the first iterations it looks
 * flat beside its start, and is not. False: there is too little of it. */
static bool make_inset(struct later *out, const struct curves *curves)
{
	const double *x = curves->y[CURVE_X], *total = curves->y[CURVE_TOTAL];
	const double last = x[curves->n - 1];
	const double window[2] = {floor(last / 2.0), last};
	size_t first = 0;
	if (window[0] < 2.0)
		return false;
	while (x[first] < window[0])
		first++;
	const double fell = 100.0 * (total[first] - total[curves->n - 1]) / total[first];
	snprintf(out->said, sizeof out->said, "total, iterations %.0f to %.0f: %s%.2g %%",
		window[0], last, fell >= 0.0 ? "−" : "+", fabs(fell));
	out->series = line_of(curves, 0);
	out->series.name = out->series.brief = NULL;
	out->note = (struct chart_note){out->said, ROLE_DIM, false};
	out->chart = (struct line_chart){.x = {.whole = true},
		.series = &out->series,
		.series_count = 1,
		.note = &out->note,
		.note_count = 1};
	narrow(&out->chart, &out->series, window);
	return true;
}

static odd_status draw_panel(
	const struct figure_run *run, struct canvas *c, struct rect r, bool enlarge, odd_error *err)
{
	struct later later;
	struct curves curves = {0}, old[MOST_GHOSTS];
	struct chart_reference rise[MOST_RISES];
	struct chart_rule change[MOST_CHANGES];
	char said[96], fell[96], number[NUMBER_SIZE], read[48] = "";
	if (run->loss_view > FIGURE_LOSS_TERMS)
		return figure_loss_view_draw(run, run->loss_view, c, r, err);
	if (run->trace == NULL || run->trace->count == 0) {
		plot_message(c, r, "no sub-step has been run yet");
		return ODD_OK;
	}
	odd_status status = curves_make(&curves, run, err);
	if (status != ODD_OK)
		return status;
	bool log = use_log(run, &curves), moved = curves.n > 1;
	double *const *y = curves.y;
	struct line_series series[4 + MOST_GHOSTS + FIGURE_RECALLS];
	for (size_t k = 0; k < 4; k++)
		series[k] = line_of(&curves, k);
	size_t rises = find_rises(rise, run, &curves);
	size_t marks = rises > 0 ? rises : figure_published_loss(rise, MOST_RISES, run);
	double first = y[CURVE_TOTAL][0];
	gain(fell, sizeof fell, run->trace);
	verdict(said, sizeof said, run->trace);
	const struct chart_note note[] = {
		{said, rises > 0 ? ROLE_ALARM : ROLE_GOOD, rises > 0}, {fell, ROLE_DIM, false}};
	double end = fmax((double)run->horizon, fmax(1.0, y[0][curves.n - 1]));
	size_t ghosts;
	status = ghost_series(series + 4, old, &ghosts, run, err);
	if (status != ODD_OK) {
		for (size_t g = 0; g < ghosts; g++)
			curves_clear(&old[g]);
		curves_clear(&curves);
		return status;
	}
	size_t beside = ghosts + figure_recall_series(series + 4 + ghosts, run);
	bool reading = run->reading && run->read < curves.n;
	if (reading)
		read_text(read, sizeof read, &run->trace->point[run->read]);
	struct line_chart chart = {.x = {.whole = true, .title = "iteration", .lo = 0.0, .hi = end},
		.y = {.scale = log ? AXIS_LOG : AXIS_LINEAR,
			.zero = !log,
			.title = log ? "loss (log scale)" : "loss",
			.lo = run->loss_bounds[0],
			.hi = run->loss_bounds[1]},
		.series = series,
		.series_count = 4 + beside,
		.upright = change,
		.upright_count = find_changes(change, run, &curves),
		.cursor = reading,
		.cursor_x = reading ? y[CURVE_X][run->read] : 0.0,
		.cursor_text = read,
		.reference = rise,
		.reference_count = marks,
		.reference_name = rises > 0 ? "rise" : "total as published (AAAI 2019)",
		.note = note,
		.note_count = !moved                           ? 0
			      : first > 0.0 && isfinite(first) ? 2
							       : 1,
		.values = r.w >= 46.0 * c->char_w,
		.value_room = loss_held(run) ? value_room(number, run->loss_bounds[1]) : NULL};
	/* From near by the total alone, which fills the height; the terms would press it flat. */
	if (run->loss_window[0] < run->loss_window[1]) {
		memmove(series + 1, series + 4, beside * sizeof *series);
		chart.series_count = 1 + beside;
		narrow(&chart, series, run->loss_window);
	} else if (enlarge && make_inset(&later, &curves)) {
		chart.inset = &later.chart;
		chart.note++; /* whether it rose stands in the heading */
		chart.note_count -= chart.note_count > 0;
		if (!log) /* room above the total, which has fallen far below its start */
			chart.y.hi = INSET_ROOM * curves.hi;
	}
	chart_line_draw(&chart, c, r);
	for (size_t g = 0; g < ghosts; g++)
		curves_clear(&old[g]);
	curves_clear(&curves);
	return ODD_OK;
}

odd_status figure_panel_loss(
	const struct figure_run *run, struct canvas *c, struct rect r, odd_error *err)
{
	return draw_panel(run, c, r, false, err);
}

/* ---- what each sub-step did ---------------------------------------------------------------- */

/* Fall of the loss by each sub-step over trace points from … count − 1, in percent of them all.
 * False when it did not fall. */
static bool share_of_fall(double share[ODD_SUBSTEPS], const odd_trace *trace, size_t from)
{
	double all = trace->point[from].loss - trace->point[trace->count - 1].loss;
	for (size_t s = 0; s < ODD_SUBSTEPS; s++)
		share[s] = 0.0;
	if (!(all > 1e-12 * fabs(trace->point[from].loss)))
		return false;
	for (size_t p = from + 1; p < trace->count; p++) {
		if (trace->point[p].step >= 0 && !trace->point[p].changed)
			share[trace->point[p].step] +=
				100.0 * (trace->point[p - 1].loss - trace->point[p].loss) / all;
	}
	return true;
}

/* None below 0 but for rounding to it, which is set right, and none above 100. */
static bool all_shares(double share[ODD_SUBSTEPS])
{
	for (size_t s = 0; s < ODD_SUBSTEPS; s++) {
		if (share[s] < -0.5 || share[s] > 100.0)
			return false;
	}
	for (size_t s = 0; s < ODD_SUBSTEPS; s++)
		share[s] = fmax(share[s], 0.0);
	return true;
}

/* The trace point before the last whole iteration; 0 when there was only one, or none. */
static size_t last_iteration(const odd_trace *trace)
{
	return trace->count > 2 * ODD_SUBSTEPS ? trace->count - 1 - ODD_SUBSTEPS : 0;
}

static odd_status draw_drops(
	const struct figure_run *run, struct canvas *c, struct rect r, odd_error *err)
{
	static const char *const letter[ODD_SUBSTEPS] = {"W", "G", "H", "U", "V", "O"};
	double whole[ODD_SUBSTEPS], recent[ODD_SUBSTEPS];
	(void)err;
	if (run->trace == NULL || run->trace->count < 2) {
		plot_message(c, r, "no sub-step has been run yet");
		return ODD_OK;
	}
	if (!share_of_fall(whole, run->trace, 0)) {
		plot_message(c, r, "the loss did not fall");
		return ODD_OK;
	}
	size_t from = last_iteration(run->trace);
	bool two = from > 0 && share_of_fall(recent, run->trace, from);
	const struct bar_series series[] = {
		{.name = "whole run", .value = whole, .role = ROLE_SERIES},
		{.name = "last iteration", .value = recent, .role = ROLE_DIM, .dash = DASH_DASHED}};
	bool held = loss_held(run) && all_shares(whole) && (!two || all_shares(recent));
	struct bar_chart chart = {.y = {.title = "share of the fall, %", .hi = held ? 100.0 : 0.0},
		.category = letter,
		.category_count = ODD_SUBSTEPS,
		.series = series,
		.series_count = two ? 2 : 1};
	chart_bars_draw(&chart, c, r);
	return ODD_OK;
}

odd_status figure_loss(const struct figure_run *run, struct canvas *c, odd_error *err)
{
	static const double weight[] = {2.1, 1.0}, three[] = {1.6, 1.2, 1.0};
	struct rect room[3];
	bool terms = run->loss_view <= FIGURE_LOSS_TERMS;
	struct rect r = figure_page(run, c, "loss of ONE, sub-step by sub-step",
		run->recalls.count > 0
			? "Recall runs from 0 at the bottom to 1 at the top. W aligns the two "
			  "spaces, G and H explain links, U and V attributes, O weighs nodes."
		: terms ? "The terms are weighted and add up to the total. W aligns the two spaces, G "
			  "and H explain links, U and V attributes, O weighs nodes."
			: "W aligns the two spaces, G and H explain links, U and V attributes, O "
			  "weighs nodes.");
	/* The terms soon look flat: the later half is enlarged within them, or, where characters
	 * are too coarse for that, what is still left to gain stands beside them. */
	bool enlarge = c->snap == 0.0 && terms && !loss_held(run);
	bool wide = r.w >= 96.0 * c->char_w && !enlarge && terms && !loss_held(run);
	size_t n = wide ? figure_split(room, c, r, three, 3, 24.0)
			: figure_split(room, c, r, weight, 2, 24.0);
	/* What the narrower chart has no room for stands above it. */
	char said[96] = "";
	if (((wide && n > 2) || enlarge) && run->trace != NULL && run->trace->count > 1)
		verdict(said, sizeof said, run->trace);
	odd_status status =
		draw_panel(run, c, panel_begin(c, room[0], "Loss", said, false), enlarge, err);
	if (status == ODD_OK && wide && n > 2)
		status = figure_loss_view_draw(run, FIGURE_LOSS_EXCESS, c,
			panel_begin(c, room[1], "Above the best", NULL, false), err);
	if (status == ODD_OK && n > 1)
		status = draw_drops(
			run, c, panel_begin(c, room[n - 1], "By sub-step", NULL, false), err);
	return status;
}
