/* pane_list.c: the list of nodes: ranked, filtered, sorted by any of its columns, of which the user
 * chooses. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/command.h"
#include "tui/explore.h"
#include "tui/form.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum { NAME = 16, NAME_MOST = 60, TITLE = 80, RUN = 10 };

/* ---- which columns -------------------------------------------------------------------------- */

#define USUAL \
	"rank,range,name,label,kind,structure,attributes,disagreement,context,density,size,one,total"

odd_status list_columns_check(const char *text, const odd_network *net, odd_error *err)
{
	for (size_t count = 0; *text != '\0'; count++) {
		size_t length = strcspn(text, ",");
		const struct node_column *fact = node_column_find(net, text, length);
		if (fact == NULL)
			return node_column_unknown(net, text, length, err);
		if (fact->title == NULL)
			return odd_error_set(
				err, ODD_EUSAGE, "%s is no column of the list", fact->name);
		node_column_release(fact);
		if (count == LIST_COLUMNS)
			return odd_error_set(err, ODD_EUSAGE, "at most %d columns", LIST_COLUMNS);
		text += length + (text[length] == ',');
	}
	return ODD_OK;
}

static bool is_shown(const struct list_columns *c, const struct node_column *fact)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->fact[i]->name, fact->name) == 0)
			return true;
	return false;
}

/* Where there are no links, these say nothing, and weigh nothing in the score (odd_score_has). */
static bool needs_links(const struct node_column *fact)
{
	return strcmp(fact->name, "structure") == 0 || strcmp(fact->name, "disagreement") == 0 ||
	       strcmp(fact->name, "degree") == 0;
}

/* owned: the column is released with the list, or at once when it is not shown. */
static void show(struct list_columns *c, const struct node_column *fact,
	const struct node_values *f, bool owned)
{
	bool idle = (fact->type == COLUMN_KIND && !f->net->has_truth) ||
		    (f->net->edges == 0 && needs_links(fact));
	if (node_column_check(fact, f, NULL) == ODD_OK && !idle && !is_shown(c, fact) &&
		c->count < LIST_COLUMNS) {
		c->owned[c->count] = owned;
		c->fact[c->count++] = fact;
	} else if (owned) {
		node_column_release(fact);
	}
}

void list_columns_clear(struct list_columns *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->owned[i])
			node_column_release(c->fact[i]);
	c->count = 0;
}

void list_columns_find(struct list_columns *out, const struct app *app)
{
	const struct node_values f = app_node_values(app);
	bool own = app->set.columns_choice != 0;
	const struct node_column *sorted = look_sorted_by(app->look);
	list_columns_clear(out);
	for (const char *at = own ? app->set.columns : USUAL; *at != '\0';) {
		size_t length = strcspn(at, ",");
		const bool by = strncmp(sorted->name, at, length) == 0 && sorted->name[length] == 0;
		const struct node_column *fact = by ? sorted : node_column_find(f.net, at, length);
		if (fact != NULL && fact->title != NULL)
			show(out, fact, &f, !by);
		at += length + (at[length] == ',');
	}
	/* What it is sorted by is to be seen; and a list needs names. */
	show(out, sorted, &f, false);
	if (out->count == 0)
		show(out, node_column_find(NULL, "name", 4), &f, false);
}

void list_columns_text(char *out, size_t size, const struct app *app)
{
	struct list_columns shown = {.count = 0};
	if (app_scores(app) != NULL)
		list_columns_find(&shown, app);
	out[0] = '\0';
	for (size_t i = 0; i < shown.count; i++)
		text_add(out, size, "%s%s", i > 0 ? "," : "", shown.fact[i]->name);
	list_columns_clear(&shown);
}

/* ---- what is in them ------------------------------------------------------------------------ */

struct row_text {
	char cell[LIST_COLUMNS][FIGURE_NAME + 4];
};

struct drawing {
	const struct app *app;
	struct figure_run run;
	struct node_values facts;
	struct list_columns columns;
	bool marks;  /* they have a column of their own */
	size_t name; /* columns of a name */
};

/* The part of the score that a column is; −1: none. */
static int part_of(const struct node_column *fact, const odd_scores *s)
{
	const char *name = strcmp(fact->name, "structure") == 0 ? "links" : fact->name;
	static const char *const paper[] = {"links", "attributes", "disagreement"};
	size_t t = odd_score_part(s->score, name);
	for (size_t p = 0; p < 3 && !s->score->ranked; p++)
		t = strcmp(paper[p], name) == 0 ? p : t;
	return t < s->score->count ? (int)t : -1;
}

/* Where room is scarce the names and bars stay, and what was asked for before what was not. */
static int priority_of(const struct app *app, const struct node_column *fact, size_t at, bool wide)
{
	static const struct {
		const char *name;
		int priority;
	} usual[] = {{"rank", 9}, {"range", 8}, {"name", 9}, {"kind", 8}, {"structure", 7},
		{"attributes", 7}, {"disagreement", 7}, {"context", 8}, {"density", 6}, {"size", 5},
		{"one", 6}, {"total", 5}};
	if (fact == look_sorted_by(app->look) && fact != node_column_total())
		return 200;
	if (app->set.columns_choice != 0)
		return strcmp(fact->name, "name") == 0 ? 100 : 100 - (int)at;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (strcmp(fact->name, usual[i].name) == 0)
			return usual[i].priority;
	return wide ? 4 : 1;
}

/* A change is told from what it is counted: "vs it3", "vs run 1". */
static const char *title_of(
	char *out, size_t size, const struct app *app, const struct node_column *fact)
{
	const struct session_view *v = app->view;
	if (strcmp(fact->name, "change") == 0) {
		snprintf(out, size, "vs it%zu", v->scored->since);
	} else if (strcmp(fact->name, "kept") == 0 && v->kept_count > 0) {
		char name[50];
		fit_text(name, sizeof name, v->kept[v->kept_count - 1]->name, RUN, false);
		snprintf(out, size, "vs %s", name);
	} else {
		return fact->title;
	}
	return out;
}

static void make_column(struct table_column *out, char title[2][TITLE], const struct drawing *d,
	size_t at, bool wide)
{
	const struct app *app = d->app;
	const odd_scores *s = d->run.result->scores;
	const struct node_column *fact = d->columns.fact[at];
	const int part = part_of(fact, s);
	const char *arrow = fact != look_sorted_by(app->look) ? ""
			    : look_falls(app->look)           ? "▼"
							      : "▲";
	char against[60];
	const char *brief =
		part >= 0 ? figure_part_word(&s->score->component[part], d->run.result->net)
			  : title_of(against, sizeof against, app, fact);
	if (part >= 0)
		snprintf(title[0], TITLE, "%s%s%s%s",
			s->score->ranked ? "" : s->score->component[part].name,
			s->score->ranked ? "" : " ", brief, arrow);
	else
		snprintf(title[0], TITLE, "%s%s", brief, arrow);
	snprintf(title[1], TITLE, "%s%s", brief, arrow);
	*out = (struct table_column){
		.title = title[0], .brief = title[1], .priority = priority_of(app, fact, at, wide)};
	if (part >= 0) {
		out->kind = TABLE_BAR;
		out->role = figure_kind_role(s->score->component[part].kind);
		out->most = s->score->ranked ? 1.0 : 0.0;
	} else if (fact->type == COLUMN_KIND) {
		out->kind = TABLE_MARK;
	} else if (fact->type == COLUMN_NUMBER && fact != node_column_total()) {
		out->room = strcmp(fact->name, "range") == 0 ? "888-888" : "8888";
	} else if (strcmp(fact->name, "name") == 0) {
		out->room = "n88888";
	}
}

/* "+12", "−3", "=" where it stands still. */
static void change_text(char *out, size_t size, double change)
{
	if (isnan(change))
		snprintf(out, size, "new");
	else if (change == 0.0)
		snprintf(out, size, "=");
	else
		snprintf(out, size, "%s%.0f", change > 0.0 ? "+" : "−", fabs(change));
}

static struct table_cell number_cell(const struct drawing *d, const struct node_column *fact,
	size_t node, char *out, size_t size)
{
	const odd_scores *s = d->run.result->scores;
	struct table_cell cell = {.text = out};
	if (strcmp(fact->name, "rank") == 0) {
		/* Nodes of one score stand in the order of the data: = says so. */
		snprintf(out, size, "%u%s", s->rank[node], odd_scores_tied(s, node) ? "=" : "");
		cell.role = ROLE_DIM;
	} else if (strcmp(fact->name, "range") == 0) {
		snprintf(out, size, "%u-%u", s->low[node], s->high[node]);
	} else if (fact == node_column_total()) {
		figure_score_text(out, s->score, s->total[node]);
	} else if (strcmp(fact->name, "change") == 0 || strcmp(fact->name, "kept") == 0) {
		double change = node_column_number(fact, &d->facts, node);
		change_text(out, size, change);
		cell.role = change > 0.0 ? ROLE_ALARM : change == 0.0 ? ROLE_DIM : ROLE_TEXT;
	} else {
		const double x = node_column_number(fact, &d->facts, node);
		if (isnan(x))
			out[0] = '\0';
		else
			snprintf(out, size, fact->data_column > 0 ? "%.6g" : "%.0f", x);
	}
	return cell;
}

static struct table_cell cell_of(const struct drawing *d, const struct node_column *fact,
	size_t node, char *out, size_t size)
{
	const int part = part_of(fact, d->run.result->scores);
	char name[FIGURE_NAME];
	bool marked = look_marked(d->app->look, node);
	if (part >= 0)
		return (struct table_cell){.value = d->run.result->scores->part[part][node]};
	if (fact->type == COLUMN_NUMBER)
		return number_cell(d, fact, node, out, size);
	if (fact->type == COLUMN_KIND)
		return list_kind_cell(figure_kind(&d->run, node));
	if (fact->type == COLUMN_MARK)
		return (struct table_cell){.text = marked ? "'" : ""};
	if (fact->data_column > 0 || strcmp(fact->name, "id") == 0) {
		const char *text =
			fact->type == COLUMN_TEXT ? node_column_text(fact, &d->facts, node) : NULL;
		snprintf(out, size, "%s", text != NULL ? text : "");
		return (struct table_cell){.text = out};
	}
	if (strcmp(fact->name, "label") == 0)
		return list_label_cell(d->run.result->net, node);
	snprintf(out, size, "%s%s", figure_node_name(name, &d->run, node, d->name),
		marked && !d->marks ? " '" : "");
	return (struct table_cell){.text = out};
}

static void fill_row(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct drawing *d = of;
	struct row_text *text = room;
	for (size_t i = 0; i < d->columns.count; i++)
		cell[i] = cell_of(d, d->columns.fact[i], d->app->row[row], text->cell[i],
			sizeof text->cell[i]);
}

/* ---- around them ---------------------------------------------------------------------------- */

/* "1-12 of 2 843 · 9 of these planted · 3 marked" */
static void footer_text(char *out, size_t size, const struct list *list, const struct app *app)
{
	char all[NUMBER_SIZE];
	const odd_network *net = app_network(app);
	size_t known = 0, from = list->first, to = list_end(list);
	for (size_t i = from; i < to; i++)
		known += app_truth(app) && odd_kind_is_outlier(net->truth[app->row[i]]);
	snprintf(out, size, "%zu-%zu of %s", from + 1, to, figure_count(all, app->row_count));
	if (app_truth(app))
		text_add(out, size, " · %zu of these %s", known,
			app->view->data->plants->count > 0 ? "planted or known" : "known outliers");
	if (app->look->mark_count > 0)
		text_add(out, size, " · %zu marked", app->look->mark_count);
}

/* "by total ▼ · 12 with label=bakers" */
static void list_heading(char *out, size_t size, const struct app *app)
{
	const struct node_column *fact = look_sorted_by(app->look);
	const odd_scores *s = app_scores(app);
	const int part = s != NULL ? part_of(fact, s) : -1;
	char count[NUMBER_SIZE];
	snprintf(out, size, "by %s %s",
		part >= 0 ? figure_part_word(&s->score->component[part], app_network(app))
			  : fact->name,
		look_falls(app->look) ? "▼" : "▲");
	if (filter_any(&app->look->filter))
		text_add(out, size, " · %s with %s", figure_count(count, app->row_count),
			app->look->filter.text);
}

/* The cursor is at the selected node, which others change as well. */
static void find_cursor(struct list *list, const struct app *app)
{
	size_t i = 0;
	while (i < app->row_count && app->row[i] != app->look->selected)
		i++;
	list->cursor = i < app->row_count ? i : LIST_NONE;
}

void pane_list_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct table_column column[LIST_COLUMNS] = {0};
	struct drawing drawing = {.app = app, .facts = app_node_values(app)};
	char note[200] = "", below[120] = "", title[LIST_COLUMNS][2][TITLE];
	const odd_scores *s = app_scores(app);
	list_heading(note, sizeof note, app);
	const odd_network *net = app_network(app);
	const char *by = net == NULL                        ? "3 Outliers"
			 : net->links_are_words             ? "3 Outliers by links alone"
			 : net->edges > 0                   ? "3 Outliers"
			 : odd_columns_mixed(&net->columns) ? "3 Outliers by attributes alone"
							    : "3 Outliers by words alone";
	r = panel_begin(c, r, by, s != NULL ? note : "", e->focus == PANE_LIST);
	e->list.area.h = 0.0;
	list_columns_clear(&e->columns);
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
	explore_figure_run(&drawing.run, e, app);
	list_columns_find(&e->columns, app);
	drawing.columns = e->columns;
	drawing.name = r.w > 50.0 ? NAME + (size_t)(r.w - 50.0) : NAME;
	drawing.name = drawing.name < NAME_MOST ? drawing.name : NAME_MOST;
	drawing.marks = is_shown(&e->columns, node_column_find(NULL, "marked", 6));
	for (size_t i = 0; i < e->columns.count; i++)
		make_column(&column[i], title[i], &drawing, i, r.w >= 54.0);
	list_table_draw(&e->list, c, r,
		&(struct list_table){.column = column,
			.columns = e->columns.count,
			.selection = true,
			.footer = counting ? below : NULL,
			.fill = fill_row,
			.text_size = sizeof(struct row_text),
			.of = &drawing,
			.head = e->head});
}

/* ---- moving and sorting --------------------------------------------------------------------- */

static void select_cursor(const struct explore *e, struct app *app)
{
	if (e->list.cursor < app->row_count)
		look_select(app->look, app->row[e->list.cursor]);
}

odd_status pane_list_move(struct explore *e, struct app *app, const char *how, odd_error *err)
{
	if (strcmp(how, "left") == 0 || strcmp(how, "right") == 0)
		return app_run(app, how[0] == 'l' ? "sort previous" : "sort next", err);
	if (app->row_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "the list is empty");
	find_cursor(&e->list, app);
	e->list.count = app->row_count;
	list_move(&e->list, how);
	select_cursor(e, app);
	return ODD_OK;
}

/* A click on the head of a column sorts by it, and again the other way round. */
static bool sort_by_click(const struct explore *e, struct app *app, struct key key)
{
	bool head = e->list.area.h > 0.0 && key.y == (int)e->list.area.y - 1 &&
		    (key.act == MOUSE_PRESS || key.act == MOUSE_DOUBLE);
	for (size_t i = 0; head && i < e->columns.count; i++) {
		char line[80];
		const struct node_column *fact = e->columns.fact[i];
		if (key.x < e->head[i].x || key.x >= e->head[i].x + e->head[i].w)
			continue;
		if (fact == look_sorted_by(app->look))
			snprintf(line, sizeof line, "sort reverse");
		else
			snprintf(line, sizeof line, "sort %s", fact->name);
		app_run(app, line, NULL);
	}
	return head;
}

enum list_act pane_list_mouse(struct explore *e, struct app *app, struct key key)
{
	if (sort_by_click(e, app, key))
		return LIST_MOVED;
	find_cursor(&e->list, app);
	e->list.count = app->row_count;
	enum list_act act = list_mouse(&e->list, key);
	select_cursor(e, app);
	return act;
}

odd_status ui_sort(struct app *app, const struct arguments *args, odd_error *err)
{
	const char *word = args->argv[1];
	if (strcmp(word, "ranking") == 0) { /* remembered as an option */
		bool by_one = strcmp(look_sorted_by(app->look)->name, "one") == 0;
		app->set.ranking = by_one ? RANKING_SCORE : RANKING_ONE;
		word = by_one ? "total" : "one";
	}
	bool mine, reversed = args->argc == 3, turn = strcmp(word, "reverse") == 0;
	const struct node_column *fact = look_sorted_by(app->look);
	struct list_columns c;
	if (app_scores(app) == NULL)
		return odd_error_set(err, ODD_EUSAGE, "sort: there is nothing to sort yet");
	if (strcmp(word, "next") == 0 || strcmp(word, "previous") == 0) {
		size_t at = 0;
		list_columns_find(&c, app);
		while (at < c.count && c.fact[at] != fact)
			at++;
		fact = c.fact[(at + (word[0] == 'n' ? 1 : c.count - 1)) % c.count];
	} else if (turn) {
		reversed = !app->look->reversed;
	}
	struct arguments words;
	const bool named = strcmp(word, "next") != 0 && strcmp(word, "previous") != 0 && !turn;
	char *quoted = command_quote(named ? word : fact->name);
	char *line = text_make("sort %s%s", quoted, reversed ? " reverse" : "");
	odd_status status = arguments_read(&words, &session_commands, line, err);
	free(quoted);
	free(line);
	if (status == ODD_OK)
		status = ui_look(app, &words, &mine, err);
	arguments_clear(&words);
	return status;
}
