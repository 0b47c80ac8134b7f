/* The ranked nodes: three bars each, and what they were planted as. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figure_words.h"
#include "draw/layout.h"
#include "tui/explore.h"

enum { MOST_ROWS = 200, NAME = 16, TITLE = 32 };
enum { RANK, NODE, LABEL, KIND, FIRST_BAR, TOTAL = FIRST_BAR + ODD_COMPONENTS, COLUMNS };

struct row_text {
	char rank[16], node[FIGURE_NAME + 4], total[NUMBER_SIZE];
};

static void make_columns(struct table_column *column, char title[ODD_COMPONENTS][TITLE],
	const struct app *app, const odd_scores *s, bool wide)
{
	const odd_network *net = app_network(app);
	column[RANK] = (struct table_column){.title = "#", .priority = 9, .room = "8888"};
	column[NODE] = (struct table_column){.title = "node", .priority = 9, .room = "n88888"};
	column[LABEL] = (struct table_column){
		.title = net->classes.count > 0 ? "label" : "", .priority = wide ? 4 : 1};
	column[KIND] = (struct table_column){
		.title = net->has_truth ? "is" : "", .kind = TABLE_MARK, .priority = 8};
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

static void fill_row(struct table_cell *cell, struct row_text *text, const struct app *app,
	const struct figure_run *run, const odd_scores *s, size_t node)
{
	const odd_network *net = run->net;
	odd_kind kind = figure_kind(run, node);
	char name[FIGURE_NAME];
	snprintf(text->rank, sizeof text->rank, "%u", s->rank[node]);
	snprintf(text->node, sizeof text->node, "%s%s", figure_node_name(name, run, node, NAME),
		look_marked(&app->look, node) ? " '" : "");
	cell[RANK] = (struct table_cell){.text = text->rank, .role = ROLE_DIM};
	cell[NODE] = (struct table_cell){.text = text->node};
	bool labelled = net->label != NULL && net->label[node] != ODD_NO_LABEL;
	cell[LABEL] = (struct table_cell){
		.text = labelled ? odd_names_get(&net->classes, (size_t)net->label[node]) : "",
		.role = ROLE_DIM};
	cell[KIND] =
		(struct table_cell){.mark = figure_kind_mark(kind), .role = figure_kind_role(kind)};
	for (size_t t = 0; t < s->score->count; t++)
		cell[FIRST_BAR + t] = (struct table_cell){.value = s->part[t][node]};
	cell[TOTAL] = (struct table_cell){
		.text = figure_score_text(text->total, s->score, s->total[node])};
}

static size_t drop_empty(struct table_column *column, struct table_cell *cell, size_t rows,
	const odd_network *net, size_t components)
{
	size_t n = 0, to = 0;
	bool keep[COLUMNS];
	for (size_t i = 0; i < COLUMNS; i++) {
		keep[i] = (i != LABEL || net->classes.count > 0) && (i != KIND || net->has_truth) &&
			  (i < FIRST_BAR + components || i >= TOTAL);
		if (keep[i])
			column[n++] = column[i];
	}
	for (size_t row = 0; row < rows; row++)
		for (size_t i = 0; i < COLUMNS; i++)
			if (keep[i])
				cell[to++] = cell[row * COLUMNS + i];
	return n;
}

/* "1-12 of 2 843 · 9 of the first 12 are planted" */
static void footer_text(
	char *out, size_t size, const struct explore *e, const struct app *app, size_t shown)
{
	char all[NUMBER_SIZE];
	const odd_network *net = app_network(app);
	size_t known = 0, from = e->top, to = e->top + shown;
	for (size_t i = from; i < to; i++)
		known += net->has_truth && net->truth[app->row[i]] != ODD_ORDINARY;
	int used = snprintf(
		out, size, "%zu-%zu of %s", from + 1, to, figure_count(all, app->row_count));
	if (net->has_truth && used > 0 && (size_t)used < size)
		snprintf(out + used, size - (size_t)used, " · %zu of these %s", known,
			app->view->data->record_count > 0 ? "planted or known" : "known outliers");
}

static void heading(char *out, size_t size, const struct app *app)
{
	static const char *const names[] = {"total", "links", "words", "both", "node"};
	const char *by = names[app->look.sort];
	int used = snprintf(out, size, "by %s%s", by, app->look.reversed ? ", last first" : "");
	if (app->look.filter.by != FILTER_NONE && used > 0 && (size_t)used < size)
		snprintf(out + used, size - (size_t)used, " · %s", app->look.filter.text);
}

void pane_list_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct table_column column[COLUMNS];
	struct figure_run run;
	char note[120] = "", below[120] = "", title[ODD_COMPONENTS][TITLE];
	const odd_scores *s = app_scores(app);
	heading(note, sizeof note, app);
	r = panel_begin(c, r, "3 Outliers", s != NULL ? note : "", e->focus == PANE_LIST);
	e->list_rows = 0;
	if (s == NULL) {
		plot_message(
			c, r, app->view->data != NULL ? "not yet scored" : "no network is open");
		return;
	}
	if (app->row_count == 0) {
		plot_message(c, r, "no node passes the filter; :filter none shows all");
		return;
	}
	/* A row of headings, and in a large pane one below that counts. */
	bool counting = r.h >= 10.0;
	e->list_rows = (size_t)fmax(1.0, fmin(MOST_ROWS, r.h - (counting ? 2.0 : 1.0)));
	explore_follow(e, app);
	size_t rows =
		app->row_count - e->top < e->list_rows ? app->row_count - e->top : e->list_rows;
	struct table_cell *cell = malloc(rows * COLUMNS * sizeof *cell);
	struct row_text *text = malloc(rows * sizeof *text);
	explore_figure_run(&run, e, app);
	bool selection = false;
	size_t selected = 0;
	for (size_t i = 0; cell != NULL && text != NULL && i < rows; i++) {
		size_t node = app->row[e->top + i];
		fill_row(&cell[i * COLUMNS], &text[i], app, &run, s, node);
		if (node == app->look.selected) {
			selection = true;
			selected = i;
		}
	}
	if (cell != NULL && text != NULL) {
		make_columns(column, title, app, s, r.w >= 54.0);
		size_t columns = drop_empty(column, cell, rows, run.net, s->score->count);
		footer_text(below, sizeof below, e, app, rows);
		e->list_y = r.y + 1.0;
		struct table_chart chart = {.column = column,
			.column_count = columns,
			.cell = cell,
			.rows = rows,
			.selection = selection,
			.selected = selected,
			.footer = counting ? below : NULL};
		chart_table_draw(&chart, c, r);
	}
	free(cell);
	free(text);
}

/* ---- moving --------------------------------------------------------------------------------- */

/* The place of the selection in the list; row_count when it is not in it. */
static size_t place_of(const struct app *app)
{
	size_t i = 0;
	while (i < app->row_count && app->row[i] != app->look.selected)
		i++;
	return i;
}

void explore_follow(struct explore *e, struct app *app)
{
	size_t rows = e->list_rows > 0 ? e->list_rows : 1;
	size_t last = app->row_count > rows ? app->row_count - rows : 0;
	size_t at = app->look.selected != SESSION_NONE ? place_of(app) : app->row_count;
	/* A step scrolls by a row; what comes from afar is shown with what is around it. */
	if (at < app->row_count && at < e->top)
		e->top = at + 1 == e->top ? at : at - (at < rows / 2 ? at : rows / 2);
	if (at < app->row_count && at >= e->top + rows)
		e->top = at == e->top + rows ? e->top + 1 : at - rows / 2;
	if (e->top > last)
		e->top = last;
}

odd_status pane_list_move(struct explore *e, struct app *app, const char *how, odd_error *err)
{
	if (app->row_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "the list is empty");
	size_t page = e->list_rows > 1 ? e->list_rows : 1, last = app->row_count - 1;
	bool any = app->look.selected != SESSION_NONE;
	size_t at = any ? place_of(app) : 0;
	if (at > last)
		at = 0, any = false;
	if (strcmp(how, "left") == 0 || strcmp(how, "right") == 0)
		return odd_error_set(err, ODD_EUSAGE, "the list goes up and down; o sorts it");
	if (strcmp(how, "first") == 0)
		at = 0;
	else if (strcmp(how, "last") == 0)
		at = last;
	else if (any) {
		size_t step = strstr(how, "page") != NULL   ? page
			      : strstr(how, "half") != NULL ? (page + 1) / 2
							    : 1;
		bool up = strcmp(how, "up") == 0 || strstr(how, "-up") != NULL;
		if (step > 1) /* pages turn with the selection */
			e->top = up ? e->top - (e->top < step ? e->top : step) : e->top + step;
		at = up ? at - (at < step ? at : step) : (at + step < last ? at + step : last);
	}
	app->look.selected = app->row[at];
	return ODD_OK;
}
