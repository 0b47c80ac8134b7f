/* The loss after every sub-step, and how much of its fall each of the six sub-steps made. */
#include "config.h"

#include "draw/figure_loss.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RISES = 32, MOST_CHANGES = 8 };

double figure_moment(const odd_trace_point *p)
{
	if (p->step == ODD_STEP_INIT || p->iteration == 0)
		return 0.0;
	return (double)(p->iteration - 1) + ((double)p->step + 1.0) / ODD_SUBSTEPS;
}

/* ---- lines over iterations, of every view of the loss ---------------------------------------- */

double *loss_line(struct loss_lines *l, struct line_series look, const odd_trace *trace)
{
	double *x = canvas_alloc(l->c, 2 * trace->count, sizeof *x);
	if (x == NULL)
		return NULL;
	for (size_t i = 0; i < trace->count; i++)
		x[i] = figure_moment(&trace->point[i]);
	look.x = x;
	look.y = x + trace->count;
	look.n = trace->count;
	l->series[l->count++] = look;
	return x + trace->count;
}

struct line_series loss_look(size_t k)
{
	static const struct line_series look[LOSS_CURVES] = {
		{.name = "total", .role = ROLE_TOTAL, .mark = MARK_CIRCLE, .width = 1.5},
		{.name = "links  L_str",
			.brief = "L_str",
			.role = ROLE_STRUCTURAL,
			.mark = MARK_TRIANGLE},
		{.name = "attributes  α L_attr",
			.brief = "α L_attr",
			.role = ROLE_ATTRIBUTE,
			.dash = DASH_DASHED,
			.mark = MARK_SQUARE},
		{.name = "disagreement  β L_dis",
			.brief = "β L_dis",
			.role = ROLE_COMBINED,
			.dash = DASH_DOTTED,
			.mark = MARK_DIAMOND}};
	return look[k];
}

size_t loss_first_ghost(const struct figure_run *run)
{
	return run->result->kept_count > MOST_GHOSTS ? run->result->kept_count - MOST_GHOSTS : 0;
}

struct line_series ghost_look(const struct kept_run *ghost)
{
	return (struct line_series){.name = ghost->name,
		.brief = kept_run_brief(ghost),
		.role = ROLE_DIM,
		.ghost = true};
}

/* Recall at 5 and 10 % over the iterations, as two lines over the loss. */
static void add_recalls(struct loss_lines *l, const struct figure_run *run)
{
	static const struct line_series look[FIGURE_RECALLS] = {{.name = "recall at 5 %",
									.brief = "rec 5%",
									.role = ROLE_GOOD,
									.mark = MARK_SQUARE,
									.share = true},
		{.name = "recall at 10 %",
			.brief = "rec 10%",
			.role = ROLE_GOOD,
			.dash = DASH_DASHED,
			.mark = MARK_DIAMOND,
			.share = true}};
	for (int k = 0; run->look.recalls.count > 0 && k < FIGURE_RECALLS; k++) {
		struct line_series *s = &l->series[l->count++];
		*s = look[k];
		s->x = run->look.recalls.at;
		s->y = run->look.recalls.recall[k];
		s->n = run->look.recalls.count;
	}
}

/* Show only the iterations of the window, and their losses from edge to edge. */
static void narrow(struct loss_lines *l, const double window[2])
{
	for (size_t i = 0; i < l->count; i++) {
		struct line_series *s = &l->series[i];
		while (s->n > 1 && s->x[1] <= window[0]) {
			s->x++;
			s->y++;
			s->n--;
		}
		while (s->n > 1 && s->x[s->n - 2] >= window[1])
			s->n--;
	}
	l->chart.x.lo = window[0];
	l->chart.x.hi = window[1];
	l->chart.x.whole = window[1] - window[0] >= 2.0;
	l->chart.y.zero = false;
}

static bool is_zoomed(const struct figure_run *run)
{
	return run->look.loss_window[0] < run->look.loss_window[1];
}

void loss_lines_draw(struct loss_lines *l, const struct figure_run *run, struct rect r)
{
	const odd_trace *trace = run->result->trace;
	struct line_chart *chart = &l->chart;
	char text[48];
	if (l->c->out_of_memory)
		return;
	chart->x = (struct axis_spec){.whole = true,
		.title = "iteration",
		.hi = fmax((double)run->look.horizon,
			fmax(1.0, figure_moment(&trace->point[trace->count - 1])))};
	add_recalls(l, run);
	chart->series = l->series;
	chart->series_count = l->count;
	chart->values = r.w >= 46.0 * l->c->char_w;
	chart->cursor = run->look.reading && run->look.read < trace->count;
	if (chart->cursor) {
		const odd_trace_point *p = &trace->point[run->look.read];
		if (p->changed || p->step == ODD_STEP_INIT)
			snprintf(text, sizeof text, p->changed ? "network changed" : "start");
		else
			snprintf(text, sizeof text, "it %zu %s", p->iteration,
				odd_substep_get(p->step)->name);
		chart->cursor_x = figure_moment(p);
		chart->cursor_text = text;
	}
	if (is_zoomed(run))
		narrow(l, run->look.loss_window);
	chart_line_draw(chart, l->c, r);
}

/* ---- the total and its terms ----------------------------------------------------------------- */

/* α of k 2, β of k 3; 1 where they are not told. */
static double weight_of(const struct figure_run *run, size_t k)
{
	const odd_one_options *o = run->result->used;
	const double weight = k < 2 || o == NULL ? 1.0 : k == 2 ? o->alpha : o->beta;
	return isfinite(weight) ? weight : 1.0;
}

/* The total, or a term as it adds up to it. */
static double curve_at(const struct figure_run *run, size_t point, size_t k)
{
	const odd_trace_point *p = &run->result->trace->point[point];
	return k == 0 ? p->loss : weight_of(run, k) * p->term[k - 1];
}

double loss_by_now(const struct figure_run *run, const odd_trace_point *p)
{
	return run->result->used == NULL ? p->loss
					 : p->term[0] + weight_of(run, 2) * p->term[1] +
						   weight_of(run, 3) * p->term[2];
}

bool loss_same_matrices(const struct figure_run *run, const struct kept_run *kept)
{
	return run->result->used == NULL || kept->used.preset == run->result->used->preset;
}

static bool use_log(const struct figure_run *run)
{
	if (run->look.loss_scale != FIGURE_SCALE_DEFAULT)
		return run->look.loss_scale == FIGURE_LOG;
	/* Linear shows that the terms add up; log only when the total would leave the page. */
	const double first = run->result->trace->point[0].loss,
		     last = run->result->trace->point[run->result->trace->count - 1].loss;
	return last > 0.0 && first > 30.0 * last;
}

/* Each rise is a cross on the curve; the sentence names the worst. */
static size_t find_rises(struct chart_reference *rise, const odd_trace *trace)
{
	size_t n = 0;
	for (size_t i = 1; i < trace->count && n < MOST_RISES; i++) {
		if (odd_trace_rise(trace, i) > 0.0)
			rise[n++] = (struct chart_reference){figure_moment(&trace->point[i]),
				trace->point[i].loss, ROLE_ALARM, MARK_CROSS};
	}
	return n;
}

/* Upright marks where the network changed. */
static size_t find_changes(struct chart_rule *rule, const odd_trace *trace)
{
	size_t n = 0;
	for (size_t i = trace->count; i-- > 1 && n < MOST_CHANGES;) {
		if (!trace->point[i].changed)
			continue;
		rule[n] = (struct chart_rule){figure_moment(&trace->point[i]),
			n == 0 ? "changed" : NULL, ROLE_DIM, DASH_DOTTED};
		n++;
	}
	return n;
}

/* Only under the preset that has the paper's matrices. */
size_t figure_published_loss(
	struct chart_reference *mark, size_t most, const struct figure_run *run)
{
	const odd_published_row *row = NULL;
	size_t n = 0;
	if (run->result->published == NULL || run->result->net == NULL ||
		run->result->net->name == NULL || run->result->used == NULL ||
		run->result->used->preset != ODD_PAPER)
		return 0;
	while (n < most && (row = odd_published_next(run->result->published, row, "loss",
				    run->result->net->name, "ONE")) != NULL)
		mark[n++] = (struct chart_reference){row->x, row->value, ROLE_TEXT, MARK_RING};
	return n;
}

/* "✓ never rose in 42 sub-steps" */
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

/* "total −12.3 % (first iteration −9.1 %)" */
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

static void draw_terms(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_trace *trace = run->result->trace;
	struct loss_lines l = {.c = c};
	struct chart_reference mark[MOST_RISES];
	struct chart_rule change[MOST_CHANGES];
	char said[96], fell[96];
	/* From near only the total, which fills the height; the terms would press it flat. */
	for (size_t k = 0; k < (is_zoomed(run) ? 1 : LOSS_CURVES); k++) {
		double *y = loss_line(&l, loss_look(k), trace);
		for (size_t i = 0; y != NULL && i < trace->count; i++)
			y[i] = curve_at(run, i, k);
	}
	for (size_t g = loss_first_ghost(run); g < run->result->kept_count; g++) {
		const odd_trace *old = &run->result->kept[g]->trace;
		if (old == NULL || old->count == 0 ||
			!loss_same_matrices(run, run->result->kept[g]))
			continue;
		double *y = loss_line(&l, ghost_look(run->result->kept[g]), old);
		for (size_t i = 0; y != NULL && i < old->count; i++)
			y[i] = loss_by_now(run, &old->point[i]);
	}
	const size_t rises = find_rises(mark, trace);
	const double first = trace->point[0].loss;
	const bool log = use_log(run);
	gain(fell, sizeof fell, trace);
	verdict(said, sizeof said, trace);
	const struct chart_note note[] = {
		{said, rises > 0 ? ROLE_ALARM : ROLE_GOOD, rises > 0}, {fell, ROLE_DIM, false}};
	l.chart = (struct line_chart){.y = {.scale = log ? AXIS_LOG : AXIS_LINEAR,
					      .zero = !log,
					      .title = log ? "loss (log scale)" : "loss"},
		.upright = change,
		.upright_count = find_changes(change, trace),
		.reference = mark,
		.reference_count = rises > 0 ? rises : figure_published_loss(mark, MOST_RISES, run),
		.reference_name = rises > 0 ? "rise" : "total as published (AAAI 2019)",
		.note = note,
		.note_count = trace->count < 2                 ? 0
			      : first > 0.0 && isfinite(first) ? 2
							       : 1};
	if (run->look.brief && l.chart.note_count > 0) {
		l.chart.note++;
		l.chart.note_count--;
	}
	loss_lines_draw(&l, run, r);
}

void figure_panel_loss(const struct figure_run *run, struct canvas *c, struct rect r)
{
	if (run->look.loss_view == FIGURE_LOSS_EXCESS)
		loss_excess_draw(run, c, r);
	else if (run->result->trace == NULL || run->result->trace->count == 0)
		plot_message(c, r, "no sub-step has been run yet");
	else
		draw_terms(run, c, r);
}

/* ---- the part of each sub-step ----------------------------------------------------------------
 */

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

static void draw_falls(const struct figure_run *run, struct canvas *c, struct rect r)
{
	static const char *const letter[ODD_SUBSTEPS] = {"W", "G", "H", "U", "V", "O"};
	const odd_trace *trace = run->result->trace;
	double whole[ODD_SUBSTEPS], recent[ODD_SUBSTEPS];
	if (trace == NULL || trace->count < 2 || !share_of_fall(whole, trace, 0)) {
		plot_message(c, r,
			trace == NULL || trace->count < 2 ? "no sub-step has been run yet"
							  : "the loss did not fall");
		return;
	}
	/* The last whole iteration, where there was more than one. */
	bool two = trace->count > 2 * ODD_SUBSTEPS &&
		   share_of_fall(recent, trace, trace->count - 1 - ODD_SUBSTEPS);
	const struct bar_series series[] = {
		{.name = "whole run", .value = whole, .role = ROLE_SERIES},
		{.name = "last iteration", .value = recent, .role = ROLE_DIM, .dash = DASH_DASHED}};
	const struct bar_chart chart = {.y = {.title = "share of the fall, %"},
		.category = letter,
		.category_count = ODD_SUBSTEPS,
		.series = series,
		.series_count = two ? 2 : 1};
	chart_bars_draw(&chart, c, r);
}

void figure_loss(const struct figure_run *run, struct canvas *c)
{
	static const double two[] = {2.1, 1.0}, three[] = {1.6, 1.2, 1.0};
	const bool terms = run->look.loss_view <= FIGURE_LOSS_TERMS;
	char print[300], said[96] = "";
	snprintf(print, sizeof print,
		"%sW aligns the two spaces, G and H explain links, U and V attributes, O weighs nodes.",
		run->look.recalls.count > 0 ? "Recall runs from 0 at the bottom to 1 at the top. "
		: terms                     ? "The terms are weighted and add up to the total. "
					    : "");
	struct rect room[3], r = figure_page(run, c, "loss of ONE, sub-step by sub-step", print);
	/* The terms soon look flat: what is still left to gain stands beside them. */
	const bool wide = r.w >= 96.0 * c->char_w && terms;
	const size_t n = figure_split(room, c, r, wide ? three : two, wide ? 3 : 2, 24.0);
	/* The narrower chart may have no room for it. */
	struct figure_run left = *run;
	left.look.brief =
		wide && n > 2 && run->result->trace != NULL && run->result->trace->count > 1;
	if (left.look.brief)
		verdict(said, sizeof said, run->result->trace);
	figure_panel_loss(&left, c, panel_begin(c, room[0], "Loss", said, false));
	if (n > 2)
		loss_excess_draw(run, c, panel_begin(c, room[1], "Above the best", NULL, false));
	if (n > 1)
		draw_falls(run, c, panel_begin(c, room[n - 1], "By sub-step", NULL, false));
}
