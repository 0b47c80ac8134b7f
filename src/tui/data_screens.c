/* data_screens.c: screens about the data rather than the run. Columns: what the columns of the
 * table hold, how alike linked nodes are in them and how they go with the ranking. Communities: how
 * large they are, how much of their links stays inside, and their oddest nodes. */
#include "config.h"

#include "tui/screens.h"

#include <math.h>
#include <stdio.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/command.h"
#include "session/why.h"
#include "session/xalloc.h"
#include "tui/explore.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

struct data_screen {
	struct list_screen screen;
	const struct app *app;
	const struct session_net *asked; /* the session was asked about this one, to compare with */
	/* of communities, counted for this ranking */
	struct group_row *group;
	uint32_t *order; /* the largest first */
	const struct ranking *counted;
};

/* To the list, with the nodes that pass. */
static odd_status list_only(struct app *app, const char *filter, odd_error *err)
{
	char *line = text_make("filter %s", filter);
	odd_status status = app_run(app, line, err);
	free(line);
	if (status == ODD_OK)
		status = app_run(app, "screen explore", err);
	if (status == ODD_OK)
		explore_of(app)->focus = PANE_LIST;
	return status;
}

/* ---- columns --------------------------------------------------------------------------------- */

enum { NAME, TYPE, VALUES, MISSING, BARS, HOLDS, ALIKE, RANKING, COLUMNS };

struct column_text {
	char values[24], missing[16], bars[4 * COLUMN_BARS], holds[160], alike[12], ranking[12];
};

/* Nodes in equal steps from the least to the most, as heights. */
static void write_bars(char *out, const struct column_summary *c, bool ascii)
{
	static const char *const height[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char plain[] = " .,:-=+*#";
	size_t most = 1;
	for (size_t i = 0; i < COLUMN_BARS; i++)
		most = c->bar[i] > most ? c->bar[i] : most;
	for (size_t i = 0; i < COLUMN_BARS; i++) {
		size_t level = (8 * c->bar[i] + most - 1) / most;
		out = stpcpy(out, ascii ? (const char[]){plain[level], '\0'} : height[level]);
	}
}

static void write_share(char *out, size_t size, double x)
{
	if (!isnan(x))
		snprintf(out, size, "%.2f", x);
}

static void fill_column(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct app *app = of;
	const struct column_summary *c = &app->view->columns->column[row];
	const double nodes = (double)app_network(app)->nodes;
	struct column_text *text = room;
	const enum role role = c->used ? ROLE_TEXT : ROLE_DIM;
	snprintf(text->values, sizeof text->values, "%zu", c->distinct);
	if (c->missing > 0)
		snprintf(text->missing, sizeof text->missing, "%.3g%%",
			100.0 * (double)c->missing / nodes);
	if (c->numbers && c->distinct > 0) {
		write_bars(text->bars, c, app->set.glyphs == GLYPHS_ASCII);
		snprintf(text->holds, sizeof text->holds, "%.6g to %.6g, median %.6g", c->least,
			c->most, c->median);
	}
	if (!c->numbers && c->distinct > 1 && (c->tops == 0 || c->top_count[0] <= 1))
		snprintf(text->holds, sizeof text->holds, "no value twice");
	for (size_t t = 0; t < c->tops && !c->numbers && c->top_count[0] > 1; t++)
		text_add(text->holds, sizeof text->holds, "%s%.24s %zu", t > 0 ? ", " : "",
			c->top[t], c->top_count[t]);
	write_share(text->alike, sizeof text->alike, c->alike);
	write_share(text->ranking, sizeof text->ranking, c->with_rank);
	cell[NAME] = (struct table_cell){.text = c->name, .role = role};
	cell[TYPE] = (struct table_cell){.text = odd_column_type_name(c->type), .role = role};
	cell[VALUES] = (struct table_cell){.text = text->values, .role = role};
	cell[MISSING] = (struct table_cell){.text = text->missing, .role = ROLE_DIM};
	cell[BARS] = (struct table_cell){.text = text->bars, .role = ROLE_TOTAL};
	cell[HOLDS] = (struct table_cell){.text = text->holds, .role = role};
	cell[ALIKE] = (struct table_cell){.text = text->alike};
	cell[RANKING] = (struct table_cell){.text = text->ranking};
}

static void columns_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static const struct table_column column[COLUMNS] = {
		[NAME] = {.title = "column", .priority = 20},
		[TYPE] = {.title = "type", .priority = 9},
		[VALUES] = {.title = "values", .priority = 4},
		[MISSING] = {.title = "missing", .priority = 5},
		[BARS] = {.title = "least to most", .brief = "spread", .priority = 3},
		[HOLDS] = {.title = "what it holds", .priority = 6, .stretch = true},
		[ALIKE] = {.title = "links alike", .brief = "alike", .priority = 8},
		[RANKING] = {.title = "with ranking", .brief = "ranking", .priority = 7},
	};
	struct data_screen *s = (struct data_screen *)layer;
	const struct session_columns *known = app->view->columns;
	const odd_network *net = app_network(app);
	char note[60];
	if (known == NULL || net == NULL || net->columns.count == 0) {
		plot_message(c, panel_begin(c, r, "Columns of the data", "", true),
			net != NULL && net->columns.count == 0
				? "The network is no table: its attributes are words."
				: "the columns are being counted");
		return;
	}
	snprintf(note, sizeof note, "%zu columns, %zu nodes", net->columns.count, net->nodes);
	struct rect below = list_page_draw(&s->screen, c, r,
		&(struct list_page){.title = "Columns of the data",
			.note = note,
			.table = {.column = column,
				.columns = COLUMNS,
				.selection = true,
				.fill = fill_column,
				.text_size = sizeof(struct column_text),
				.of = app},
			.count = net->columns.count,
			.below = 4.0});
	static const char about[] =
		"links alike: how alike linked nodes are in it, 1: always the same, 0: as chance has it. "
		"with ranking: how far it goes with being odd. Dim: left out, not seen by the fit. Enter "
		"lists the nodes of a value, o sorts the list by it, C colours the map by it, x leaves it out, t reads it as "
		"another type; u comes back.";
	paint_wrapped(c, rect_inset(below, 1, 0, 1, 0), about, pen_of(ROLE_DIM), 0, 0);
}

/* The command that opens the network once more with a column left out, or of another type: type
 * NULL, "" to be asked for. On the heap. */
static char *reopening(const struct app *app, const char *name, const char *type)
{
	char *open = text_make("open%s", app->view->doc->options);
	char *line = text_command(open, app->view->path), *out, *more = NULL;
	struct session_opening how;
	struct arguments args;
	if (arguments_read(&args, &session_commands, line, NULL) == ODD_OK &&
		session_opening_read(&how, &args, NULL) == ODD_OK) {
		const char *before = type == NULL ? how.table.ignore : how.table.types;
		more = text_make("%s%s%s%s%s", before != NULL ? before : "",
			before != NULL ? "," : "", name, type != NULL ? "=" : "",
			type != NULL ? type : "");
		*(type == NULL ? &how.table.ignore : &how.table.types) = more;
		char *options = session_open_options(&how.table, how.time);
		out = text_make("open%s", options);
		free(line);
		line = text_command(out, app->view->path);
		free(out);
		free(options);
	}
	arguments_clear(&args);
	free(more);
	free(open);
	return line;
}

static odd_status columns_row(
	struct layer *layer, struct app *app, const char *what, odd_error *err)
{
	const struct list *l = &((struct list_screen *)layer)->list;
	const odd_network *net = app_network(app);
	if (app->view->columns == NULL || l->cursor >= net->columns.count)
		return odd_error_set(err, ODD_EUSAGE, "no column is selected");
	const char *name = net->columns.column[l->cursor].name;
	char *line = NULL;
	odd_status status = ODD_OK;
	if (strcmp(what, "open") == 0) {
		char *quoted = command_quote(name);
		line = text_make("%s=", quoted);
		free(quoted);
		status = app_run(app, "screen explore", err);
		explore_of(app)->focus = PANE_LIST;
		prompt_open(app, PROMPT_FILTER, line);
	} else if (strcmp(what, "sort") == 0) {
		line = text_command("sort", name);
		status = app_run(app, line, err);
		if (status == ODD_OK)
			status = app_run(app, "screen explore", err);
	} else if (strcmp(what, "colour") == 0) {
		line = text_command("colour by", name);
		status = app_run(app, "screen explore", err);
		explore_of(app)->focus = PANE_MAP;
		if (status == ODD_OK)
			status = app_run(app, line, err);
	} else if (strcmp(what, "drop") == 0) {
		line = reopening(app, name, NULL);
		status = app_run(app, line, err);
	} else if (strcmp(what, "type") == 0) {
		line = reopening(app, name, "category");
		prompt_open(app, PROMPT_COMMAND, line);
	}
	free(line);
	return status;
}

static void columns_update(struct layer *layer, struct app *app)
{
	struct data_screen *s = (struct data_screen *)layer;
	const struct session_data *d = app->view->data;
	if (d != NULL && app->view->columns == NULL && s->asked != d->net) {
		s->asked = d->net;
		app_ask(app, "columns");
	}
	app->dirty = true;
}

const struct layer_ops columns_screen = {
	.screen = "columns",
	.size = sizeof(struct data_screen),
	.needs_network = true,
	.whole = true,
	.draw = columns_draw,
	.list = list_of_screen,
	.row = columns_row,
	.open = "row open",
	.update = columns_update,
	.footer =
		"leave|Back;row open|Values;row sort|Sort;row colour|Map;row drop|Leave out;row type|Type;"
		"screen communities|Communities;undo|Undo;help|Help",
};

/* ---- communities ----------------------------------------------------------------------------- */

enum { GROUP, NODES, SHARE, INSIDE, ODDEST, RANK, TYPICAL, GROUP_COLUMNS };

struct group_text {
	char name[80], nodes[24], share[16], inside[16], oddest[FIGURE_NAME], rank[24];
};

static const odd_communities *groups_of(const struct app *app)
{
	const struct session_groups *g = app->view->groups;
	return g != NULL && g->of.count > 0 ? &g->of : NULL;
}

/* O(nodes + links), for each ranking once, and not while it plays. */
static void count_groups(struct data_screen *s, const struct app *app)
{
	const odd_communities *groups = groups_of(app);
	const struct ranking *scored = app->view->scored;
	if (groups == NULL || scored == NULL || scored->scores.n != app_network(app)->nodes ||
		(s->group != NULL && (s->counted == scored || app->view->playing)))
		return;
	free(s->group);
	s->group = group_rows(groups, app_network(app), scored->scores.order);
	s->counted = scored;
	s->order = xgrow(s->order, groups->count, sizeof *s->order);
	for (size_t i = 0; i < groups->count; i++)
		s->order[i] = (uint32_t)i;
	for (size_t i = 1; s->group != NULL && i < groups->count; i++) { /* few: by insertion */
		uint32_t g = s->order[i];
		size_t k = i;
		for (; k > 0 && s->group[s->order[k - 1]].nodes < s->group[g].nodes; k--)
			s->order[k] = s->order[k - 1];
		s->order[k] = g;
	}
}

/* As filter knows it. */
static void group_name(char *out, size_t size, const struct app *app, size_t group)
{
	if (groups_of(app)->found)
		snprintf(out, size, "%zu", group + 1);
	else
		snprintf(out, size, "%.70s", odd_names_get(&app_network(app)->classes, group));
}

static void fill_group(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct data_screen *s = of;
	const struct app *app = s->app;
	const struct group_row *g = &s->group[s->order[row]];
	const odd_scores *scores = app_scores(app);
	struct group_text *text = room;
	group_name(text->name, sizeof text->name, app, s->order[row]);
	snprintf(text->nodes, sizeof text->nodes, "%zu", g->nodes);
	snprintf(text->share, sizeof text->share, "%.1f%%",
		100.0 * (double)g->nodes / (double)app_network(app)->nodes);
	if (!isnan(g->inside))
		snprintf(text->inside, sizeof text->inside, "%.0f%%", 100.0 * g->inside);
	if (g->nodes > 0) {
		snprintf(text->oddest, sizeof text->oddest, "%.90s",
			odd_network_title(app_network(app), g->oddest));
		snprintf(text->rank, sizeof text->rank, "%u", scores->rank[g->oddest]);
	}
	cell[GROUP] = (struct table_cell){.text = text->name};
	cell[NODES] = (struct table_cell){.text = text->nodes};
	cell[SHARE] = (struct table_cell){.text = text->share, .role = ROLE_DIM};
	cell[INSIDE] = (struct table_cell){.text = text->inside};
	cell[ODDEST] = (struct table_cell){.text = text->oddest};
	cell[RANK] = (struct table_cell){.text = text->rank, .role = ROLE_DIM};
	cell[TYPICAL] = (struct table_cell){.text = g->typical};
}

static void communities_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static const struct table_column column[GROUP_COLUMNS] = {
		[GROUP] = {.title = "community", .priority = 9},
		[NODES] = {.title = "nodes", .priority = 8, .room = "8888"},
		[SHARE] = {.title = "share", .priority = 3},
		[INSIDE] = {.title = "links inside", .brief = "inside", .priority = 7},
		[ODDEST] = {.title = "oddest node", .priority = 8},
		[RANK] = {.title = "rank", .priority = 5},
		[TYPICAL] = {.title = "typical of it",
			.brief = "typical",
			.priority = 6,
			.stretch = true},
	};
	struct data_screen *s = (struct data_screen *)layer;
	const odd_communities *groups = groups_of(app);
	count_groups(s, app);
	if (groups == NULL || s->group == NULL) {
		plot_message(c, panel_begin(c, r, "Communities", "", true),
			app->view->groups != NULL ? "there are none to be had"
						  : "the communities are being looked for");
		return;
	}
	list_page_draw(&s->screen, c, r,
		&(struct list_page){.title = groups->found ? "Communities" : "Classes",
			.note = groups->found ? "found in the links" : "labels of the data",
			.table = {.column = column,
				.columns = GROUP_COLUMNS,
				.selection = true,
				.fill = fill_group,
				.text_size = sizeof(struct group_text),
				.of = s},
			.count = groups->count,
			.hint = "Enter lists its nodes and lights them on the map"});
}

static odd_status communities_row(
	struct layer *layer, struct app *app, const char *what, odd_error *err)
{
	const struct data_screen *s = (const struct data_screen *)layer;
	const size_t at = s->screen.list.cursor;
	char name[80];
	if (s->group == NULL || groups_of(app) == NULL || at >= groups_of(app)->count ||
		strcmp(what, "open") != 0)
		return odd_error_set(err, ODD_EUSAGE, "no community is selected");
	group_name(name, sizeof name, app, s->order[at]);
	char *word = text_make("%s=%s", groups_of(app)->found ? "community" : "label", name);
	char *quoted = command_quote(word);
	odd_status status = list_only(app, quoted, err);
	free(quoted);
	free(word);
	return status;
}

static void communities_update(struct layer *layer, struct app *app)
{
	struct data_screen *s = (struct data_screen *)layer;
	s->app = app;
	app_want_groups(app);
	app->dirty = true;
}

static void communities_clear(struct layer *layer)
{
	struct data_screen *s = (struct data_screen *)layer;
	free(s->group);
	free(s->order);
}

const struct layer_ops communities_screen = {
	.screen = "communities",
	.size = sizeof(struct data_screen),
	.needs_network = true,
	.whole = true,
	.draw = communities_draw,
	.list = list_of_screen,
	.row = communities_row,
	.open = "row open",
	.update = communities_update,
	.footer = "leave|Back;row open|Its nodes;screen columns|Columns;help|Help",
	.clear = communities_clear,
};

/* columns and communities, which list on standard output elsewhere. */
odd_status ui_data_screen(struct app *app, const struct arguments *args, bool *mine, odd_error *err)
{
	*mine = true;
	return screen_open(app,
		strcmp(args->command->name, "columns") == 0 ? &columns_screen : &communities_screen,
		err);
}
