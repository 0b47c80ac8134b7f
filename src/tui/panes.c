/* panes.c: the loss, with a cursor to read values off, and the recall. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "tui/explore.h"
#include "tui/text.h"

#define CLOSEST 64.0 /* zoom */

const char *pane_nothing(const struct app *app)
{
	return app_opening(app) != NULL ? "the network is being opened" : "no network is open";
}

/* Zoomed in, the curve is seen around the cursor, or up to its end. */
static void window_of(double out[2], const struct explore *e, const struct app *app)
{
	const odd_trace *trace = &app->view->data->trace;
	double end = fmax(1.0, figure_moment(&trace->point[trace->count - 1]));
	double width = fmax(end / e->loss_zoom, 0.5), centre = end - width / 2.0;
	if (e->reading && e->read < trace->count)
		centre = figure_moment(&trace->point[e->read]);
	out[0] = fmax(0.0, fmin(centre - width / 2.0, end - width));
	out[1] = out[0] + width;
}

bool pane_loss_window(double out[2], const struct explore *e, const struct app *app)
{
	bool zoomed = e->loss_zoom > 1.0 && app->view->data != NULL;
	if (zoomed)
		window_of(out, e, app);
	return zoomed;
}

/* How much the loss changed at a point, 0 where that is only rounding. */
static double change_at(const odd_trace *trace, size_t at)
{
	const odd_trace_point *p = &trace->point[at];
	double change = at > 0 && !p->changed ? p->loss - p[-1].loss : 0.0;
	return fabs(change) > 1e-12 * fabs(p->loss) ? change : 0.0;
}

/* "log · it 7 · H · −104.5 ✓", or what the cursor reads. */
static void loss_heading(
	char *out, size_t size, const struct explore *e, const struct app *app, bool wide)
{
	const struct session_data *d = app->view->data;
	const odd_trace_point *p = &d->trace.point[d->trace.count - 1];
	if (e->reading && e->read < d->trace.count) {
		p = &d->trace.point[e->read];
		snprintf(out, size, "it %zu %s  total %.6g", p->iteration,
			p->changed ? "changed" : odd_substep_get(p->step)->name, p->loss);
	} else if (p->step == ODD_STEP_INIT) {
		snprintf(out, size, "start · total %.6g", p->loss);
	} else {
		static const char *const shown[] = {
			"", "", "above best · ", "falls · ", "relative · "};
		enum figure_loss_view view = explore_loss_view(e, app);
		bool terms = view == FIGURE_LOSS_TERMS;
		snprintf(out, size, "%sit %zu · %s",
			terms && e->scale == FIGURE_LOG ? "log · " : shown[view], p->iteration,
			odd_substep_get(p->step)->name);
		double change = change_at(&d->trace, d->trace.count - 1);
		char number[32] = "unchanged";
		if (change != 0.0)
			snprintf(number, sizeof number, wide ? "%s%.4g" : "%s%.2g",
				change < 0.0 ? "−" : "+", fabs(change));
		bool rose = odd_trace_rise(&d->trace, d->trace.count - 1) > 0.0;
		if (!p->changed)
			text_add(out, size, "%s%s %s", wide ? " · " : " ", number,
				rose ? "✗ rose" : "✓");
	}
}

void pane_loss_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct figure_run run;
	char note[96] = "";
	if (app->view->data != NULL)
		loss_heading(note, sizeof note, e, app, r.w >= 50.0);
	r = panel_begin(c, r, "1 Loss", note, e->focus == PANE_LOSS);
	if (app->view->data == NULL) {
		plot_message(c, r, pane_nothing(app));
		return;
	}
	explore_figure_run(&run, e, app);
	run.look.reading = e->reading && e->read < run.result->trace->count;
	run.look.read = e->read;
	if (e->loss_zoom > 1.0)
		window_of(run.look.loss_window, e, app);
	figure_panel_loss(&run, c, r);
}

odd_status pane_loss_move(struct explore *e, struct app *app, const char *how, odd_error *err)
{
	const odd_trace *trace = app->view->data != NULL ? &app->view->data->trace : NULL;
	if (trace == NULL || trace->count == 0)
		return odd_error_set(err, ODD_EUSAGE, "there is no curve yet");
	size_t last = trace->count - 1, at = e->reading && e->read <= last ? e->read : last;
	size_t step = strstr(how, "page") != NULL || strstr(how, "half") != NULL ? ODD_SUBSTEPS : 1;
	bool back = strcmp(how, "left") == 0 || strstr(how, "-up") != NULL;
	if (strcmp(how, "up") == 0 || strcmp(how, "down") == 0)
		return odd_error_set(err, ODD_EUSAGE, "the cursor goes left and right here");
	if (strcmp(how, "first") == 0)
		at = 0;
	else if (strcmp(how, "last") == 0)
		at = last;
	else if (back)
		at -= at < step ? at : step;
	else
		at = at + step < last ? at + step : last;
	e->reading = at != last;
	e->read = at;
	const odd_trace_point *p = &trace->point[at];
	double change = change_at(trace, at);
	char how_much[40] = "";
	if (change != 0.0)
		snprintf(how_much, sizeof how_much, ", %s by %.3g", change > 0.0 ? "rose" : "fell",
			fabs(change));
	app_say(app, "iteration %zu %s: total %.6g%s", p->iteration,
		p->changed ? "(network changed)" : odd_substep_get(p->step)->name, p->loss,
		how_much);
	return ODD_OK;
}

void pane_loss_zoom(struct explore *e, struct app *app, double factor)
{
	e->loss_zoom = factor == 0.0 ? 1.0 : fmin(CLOSEST, fmax(1.0, e->loss_zoom * factor));
	app_say(app, e->loss_zoom > 1.0 ? "the loss, %g times as near" : "all of the loss",
		e->loss_zoom);
}

/* ---- recall at L %: how many of the known outliers are found at the top -----------------------
 */

void pane_recall_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct figure_run run;
	const struct session_view *v = app->view;
	char note[64] = "";
	bool hidden = app->set.truth == TRUTH_HIDDEN;
	bool known = v->scored != NULL && v->scored->evaluated && !hidden;
	if (known && v->kept_count > 0)
		snprintf(note, sizeof note, "this run and %zu kept", v->kept_count);
	else if (known && !isnan(v->scored->evaluation.against_placebo))
		snprintf(note, sizeof note, "vs placebo %.2f",
			v->scored->evaluation.against_placebo);
	else if (known)
		snprintf(note, sizeof note, "truth: %s",
			v->data->plants->count > 0 ? "planted" : "known");
	bool spread = v->scored != NULL && !v->scored->evaluated;
	if (spread)
		snprintf(note, sizeof note, "none known: P plants");
	r = panel_begin(c, r, spread ? "4 Scores" : "4 Recall@L%", note, e->focus == PANE_RECALL);
	if (v->data == NULL) {
		plot_message(c, r, pane_nothing(app));
		return;
	}
	if (!known && !spread) {
		plot_message(c, r,
			v->scored == NULL ? "not yet scored"
					  : "Who is odd is hidden: guess first. :set truth=shown "
					    "reveals it.");
		return;
	}
	explore_figure_run(&run, e, app);
	(spread ? figure_panel_totals : figure_panel_recall)(&run, c, r);
}
