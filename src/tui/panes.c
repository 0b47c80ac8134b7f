/* panes.c: the loss, with a cursor to read values off, the recall, and the list of outliers. */
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
	run.reading = e->reading && e->read < run.trace->count;
	run.read = e->read;
	if (e->loss_zoom > 1.0)
		window_of(run.loss_window, e, app);
	figure_panel_loss(&run, c, r, NULL);
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
	bool known = v->scored != NULL && v->scored->evaluated;
	if (known && v->ghost_count > 0)
		snprintf(note, sizeof note, "this run and %zu kept", v->ghost_count);
	else if (known && !isnan(v->scored->evaluation.against_placebo))
		snprintf(note, sizeof note, "vs placebo %.2f",
			v->scored->evaluation.against_placebo);
	else if (known)
		snprintf(note, sizeof note, "truth: %s",
			v->data->plants->count > 0 ? "planted" : "known");
	r = panel_begin(c, r, "4 Recall@L%", note, e->focus == PANE_RECALL);
	if (v->data == NULL) {
		plot_message(c, r, pane_nothing(app));
		return;
	}
	if (!known) {
		plot_message(c, r,
			v->scored == NULL ? "not yet scored"
					  : "No outliers are known here. P plants some, a one.");
		return;
	}
	explore_figure_run(&run, e, app);
	figure_panel_recall(&run, c, r, NULL);
}

/* ---- the list: ranked nodes with three bars each, and what they were planted as -------------- */

enum { NAME = 16, TITLE = 32 };
enum { RANK, RANGE, NODE, LABEL, KIND, FIRST_BAR, TOTAL = FIRST_BAR + ODD_COMPONENTS, COLUMNS };

struct row_text {
	char rank[16], range[32], node[FIGURE_NAME + 4], total[NUMBER_SIZE];
};

struct drawing {
	const struct app *app;
	struct figure_run run;
};

static void make_columns(struct table_column *column, char title[ODD_COMPONENTS][TITLE],
	const struct app *app, const odd_scores *s, bool wide)
{
	const odd_network *net = app_network(app);
	column[RANK] = (struct table_column){.title = "#", .priority = 9, .room = "8888"};
	column[RANGE] = (struct table_column){
		.title = s->low != NULL ? "range" : NULL, .priority = 8, .room = "888-888"};
	column[NODE] = (struct table_column){.title = "node", .priority = 9, .room = "n88888"};
	column[LABEL] = (struct table_column){
		.title = net->classes.count > 0 ? "label" : NULL, .priority = wide ? 4 : 1};
	column[KIND] = (struct table_column){
		.title = net->has_truth ? "is" : NULL, .kind = TABLE_MARK, .priority = 8};
	for (size_t t = 0; t < s->score->count; t++) {
		const odd_component *component = &s->score->component[t];
		snprintf(title[t], TITLE, "%s %s", component->name, component->word);
		column[FIRST_BAR + t] = (struct table_column){.title = title[t],
			.brief = component->word,
			.kind = TABLE_BAR,
			.role = figure_kind_role(component->kind),
			.most = s->score->ranked ? 1.0 : 0.0,
			.priority = 7};
	}
	column[TOTAL] = (struct table_column){.title = "total", .priority = 5};
}

static void fill_row(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct drawing *d = of;
	const struct figure_run *run = &d->run;
	struct row_text *text = room;
	const size_t node = d->app->row[row];
	const odd_scores *s = run->scores;
	char name[FIGURE_NAME];
	/* Nodes of one score stand in the order of the data: = says so. */
	snprintf(text->rank, sizeof text->rank, "%u%s", s->rank[node],
		odd_scores_tied(s, node) ? "=" : "");
	text->range[0] = '\0';
	if (s->low != NULL)
		snprintf(text->range, sizeof text->range, "%u-%u", s->low[node], s->high[node]);
	cell[RANGE] = (struct table_cell){.text = text->range};
	snprintf(text->node, sizeof text->node, "%s%s", figure_node_name(name, run, node, NAME),
		look_marked(&d->app->look, node) ? " '" : "");
	cell[RANK] = (struct table_cell){.text = text->rank, .role = ROLE_DIM};
	cell[NODE] = (struct table_cell){.text = text->node};
	cell[LABEL] = list_label_cell(run->net, node);
	cell[KIND] = list_kind_cell(figure_kind(run, node));
	for (size_t t = 0; t < s->score->count; t++)
		cell[FIRST_BAR + t] = (struct table_cell){.value = s->part[t][node]};
	cell[TOTAL] = (struct table_cell){
		.text = figure_score_text(text->total, s->score, s->total[node])};
}

/* "1-12 of 2 843 · 9 of the first 12 are planted" */
static void footer_text(char *out, size_t size, const struct list *list, const struct app *app)
{
	char all[NUMBER_SIZE];
	const odd_network *net = app_network(app);
	size_t known = 0, from = list->first, to = list_end(list);
	for (size_t i = from; i < to; i++)
		known += net->has_truth && odd_kind_is_outlier(net->truth[app->row[i]]);
	snprintf(out, size, "%zu-%zu of %s", from + 1, to, figure_count(all, app->row_count));
	if (net->has_truth)
		text_add(out, size, " · %zu of these %s", known,
			app->view->data->plants->count > 0 ? "planted or known" : "known outliers");
}

static void list_heading(char *out, size_t size, const struct app *app)
{
	static const char *const names[] = {"total", "links", "words", "both", "node"};
	const char *by = names[app->look.sort];
	snprintf(out, size, "by %s%s", by, app->look.reversed ? ", last first" : "");
	if (app->look.filter.by != FILTER_NONE)
		text_add(out, size, " · %s", app->look.filter.text);
}

/* The cursor is at the selected node, which others change as well. */
static void find_cursor(struct list *list, const struct app *app)
{
	size_t i = 0;
	while (i < app->row_count && app->row[i] != app->look.selected)
		i++;
	list->cursor = i < app->row_count ? i : LIST_NONE;
}

void pane_list_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct table_column column[COLUMNS] = {0};
	struct drawing drawing = {.app = app};
	char note[120] = "", below[120] = "", title[ODD_COMPONENTS][TITLE];
	const odd_scores *s = app_scores(app);
	list_heading(note, sizeof note, app);
	r = panel_begin(c, r, "3 Outliers", s != NULL ? note : "", e->focus == PANE_LIST);
	e->list.area.h = 0.0;
	if (s == NULL) {
		plot_message(c, r, app->view->data != NULL ? "not yet scored" : pane_nothing(app));
		return;
	}
	if (app->row_count == 0) {
		plot_message(c, r, "no node passes the filter; :filter none shows all");
		return;
	}
	bool counting = r.h >= 10.0; /* a row below that counts */
	find_cursor(&e->list, app);
	list_table_fit(&e->list, app->row_count, r, counting);
	footer_text(below, sizeof below, &e->list, app);
	make_columns(column, title, app, s, r.w >= 54.0);
	explore_figure_run(&drawing.run, e, app);
	list_table_draw(&e->list, c, r,
		&(struct list_table){.column = column,
			.columns = COLUMNS,
			.selection = true,
			.footer = counting ? below : NULL,
			.fill = fill_row,
			.text_size = sizeof(struct row_text),
			.of = &drawing});
}

/* ---- moving --------------------------------------------------------------------------------- */

static void select_cursor(const struct explore *e, struct app *app)
{
	if (e->list.cursor < app->row_count)
		app->look.selected = app->row[e->list.cursor];
}

odd_status pane_list_move(struct explore *e, struct app *app, const char *how, odd_error *err)
{
	if (app->row_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "the list is empty");
	if (strcmp(how, "left") == 0 || strcmp(how, "right") == 0)
		return odd_error_set(err, ODD_EUSAGE, "the list goes up and down; o sorts it");
	find_cursor(&e->list, app);
	e->list.count = app->row_count;
	list_move(&e->list, how);
	select_cursor(e, app);
	return ODD_OK;
}

enum list_act pane_list_mouse(struct explore *e, struct app *app, struct key key)
{
	find_cursor(&e->list, app);
	e->list.count = app->row_count;
	enum list_act act = list_mouse(&e->list, key);
	select_cursor(e, app);
	return act;
}
