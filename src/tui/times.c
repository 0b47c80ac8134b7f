/* times.c: the Times screen: the nodes that became odd, and when, over a chart of their ranks; and
 * going from one time to another, here and from any screen. */
#include "config.h"

#include "tui/screens.h"

#include <stdio.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/xalloc.h"
#include "session/times.h"
#include "session/view.h"
#include "tui/explore.h"
#include "tui/list.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum { CHART_LEAST = 9 };
enum { WHEN, NODE, RANK, BEFORE, UNTIL, COLUMNS };

struct times_screen {
	struct list_screen screen;
	bool asked; /* for the ranks of all times */
};

/* ---- going from time to time ---------------------------------------------------------------- */

/* The times that are open; NULL: the network has one only. */
static const struct session_times *open_times(const struct app *app)
{
	return app->view->data != NULL ? app->view->data->net->times : NULL;
}

static odd_status no_times(odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"the network has one time only; open a directory with a network for each time");
}

/* Where a word leads from time `from`: the count when there is none. */
static size_t time_named(const odd_times *times, const char *word, size_t from)
{
	size_t t = 0;
	if (strcmp(word, "next") == 0) {
		for (t = from + 1; t < times->count && times->time[t].net == NULL;)
			t++;
	} else if (strcmp(word, "last") == 0) {
		for (t = times->count; t-- > 0 && times->time[t].net == NULL;)
			;
	} else if (strcmp(word, "previous") == 0) {
		for (t = from; t-- > 0 && times->time[t].net == NULL;)
			;
	} else if (strcmp(word, "first") == 0) {
		while (t < times->count && times->time[t].net == NULL)
			t++;
	} else {
		while (t < times->count && strcmp(times->time[t].name, word) != 0)
			t++;
	}
	return t < times->count ? t : times->count;
}

/* The node of that id is selected once the other network is there. */
static odd_status go_to(struct app *app, size_t time, const char *id, odd_error *err)
{
	const struct session_times *open = open_times(app);
	char *name = command_quote(open->times->time[time].name);
	char *line = text_make("open %s--time %s",
		open->directed  ? "--directed "
		: open->as_file ? "--as-file "
				: "",
		name);
	char *whole = text_command(line, app->view->path);
	odd_status status = app_run(app, whole, err);
	if (status == ODD_OK && id != NULL) {
		free(app->then_select);
		app->then_select = xstrdup(id);
	}
	free(whole);
	free(line);
	free(name);
	return status;
}

odd_status ui_time(struct app *app, const struct arguments *args, odd_error *err)
{
	const struct session_times *open = open_times(app);
	if (open == NULL)
		return no_times(err);
	const odd_network *net = app_network(app);
	size_t from = app->view->data->net->time;
	size_t to = time_named(open->times, args->argv[1], from);
	if (to == open->times->count)
		return odd_error_set(err, ODD_EUSAGE, "%s is the %s time",
			open->times->time[from].name,
			strcmp(args->argv[1], "next") == 0       ? "last"
			: strcmp(args->argv[1], "previous") == 0 ? "first"
								 : "present; there is no such");
	if (to == from)
		return odd_error_set(err, ODD_EUSAGE, "%s is open", open->times->time[from].name);
	size_t selected = app->look->selected;
	return go_to(
		app, to, selected < net->nodes ? odd_names_get(&net->ids, selected) : NULL, err);
}

/* ---- the screen ----------------------------------------------------------------------------- */

static const odd_history *history_of(const struct app *app)
{
	return open_times(app) != NULL && app->view->history != NULL ? app->view->history->history
								     : NULL;
}

static void times_update(struct layer *layer, struct app *app)
{
	if (open_times(app) == NULL && app->view->data != NULL) {
		if (app->top == layer)
			app_pop(app);
		return;
	}
	app->dirty = true;
}

struct row_text {
	char rank[24], before[24];
};

static void fill_row(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct app *app = of;
	const odd_became *b = &history_of(app)->became[row];
	const odd_times *times = open_times(app)->times;
	struct row_text *text = room;
	snprintf(text->rank, sizeof text->rank, "%u", b->rank);
	if (b->before > 0)
		snprintf(text->before, sizeof text->before, "%u", b->before);
	else
		snprintf(text->before, sizeof text->before, "new");
	cell[WHEN] = (struct table_cell){.text = times->time[b->time].name};
	cell[NODE] = (struct table_cell){.text = odd_names_get(&times->ids, b->node)};
	cell[RANK] = (struct table_cell){.text = text->rank};
	cell[BEFORE] = (struct table_cell){.text = text->before, .role = ROLE_DIM};
	cell[UNTIL] = (struct table_cell){.text = times->time[b->last].name, .role = ROLE_DIM};
}

static void times_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static const struct table_column column[COLUMNS] = {
		[WHEN] = {.title = "became odd", .brief = "when", .priority = 8},
		[NODE] = {.title = "node", .priority = 9, .stretch = true},
		[RANK] = {.title = "rank", .priority = 7, .room = "8888"},
		[BEFORE] = {.title = "before", .priority = 6, .room = "8888"},
		[UNTIL] = {.title = "until", .priority = 5},
	};
	struct times_screen *s = (struct times_screen *)layer;
	const struct session_times *open = open_times(app);
	const odd_history *h = history_of(app);
	struct figure_run run;
	char note[120];
	size_t followed;
	if (open == NULL)
		return;
	snprintf(note, sizeof note, "%zu times, now at %.40s", open->times->count,
		open->times->time[app->view->data->net->time].name);
	if (h == NULL) {
		plot_message(c, panel_begin(c, r, "Ranks over time", note, true),
			s->asked ? "fitting the networks of all times one after the other"
				 : "not yet fitted; the command is: times");
		return;
	}
	snprintf(note, sizeof note, "%zu nodes", h->became_count);
	/* The list has what it needs, up to two fifths; the chart the rest, if it is enough. */
	struct rect below = list_page_draw(&s->screen, c, r,
		&(struct list_page){.title = "Became odd",
			.note = note,
			.table = {.column = column,
				.columns = COLUMNS,
				.selection = true,
				.empty = "no node became odd",
				.fill = fill_row,
				.text_size = sizeof(struct row_text),
				.of = app},
			.count = h->became_count,
			.below = CHART_LEAST,
			.share = 0.4});
	if (below.h <= 0.0)
		return;
	explore_figure_run(&run, explore_of(app), app);
	explore_of(app)->shown.times = open->times;
	explore_of(app)->shown.history = h;
	run.look.at_time = true;
	run.look.time = app->view->data->net->time;
	if (s->screen.list.cursor < h->became_count) {
		followed = h->became[s->screen.list.cursor].node;
		run.look.followed = &followed;
		run.look.followed_count = 1;
	}
	snprintf(note, sizeof note, "now at %.40s", open->times->time[run.look.time].name);
	figure_panel_times(&run, c, panel_begin(c, below, "Ranks over time", note, false));
}

static odd_status times_row(struct layer *layer, struct app *app, const char *what, odd_error *err)
{
	const struct times_screen *s = (const struct times_screen *)layer;
	const odd_history *h = history_of(app);
	if (h == NULL || s->screen.list.cursor >= h->became_count || strcmp(what, "open") != 0)
		return odd_error_set(err, ODD_EUSAGE, "no node is selected");
	const odd_became *b = &h->became[s->screen.list.cursor];
	const odd_names *ids = &open_times(app)->times->ids;
	const char *id = odd_names_get(ids, b->node);
	if (b->time != app->view->data->net->time)
		return go_to(app, b->time, id, err);
	uint32_t node = odd_names_find(&app_network(app)->ids, id, strlen(id));
	if (node != ODD_NO_NAME)
		look_select(app->look, node);
	return app_run(app, "screen node", err);
}

/* ---- life ------------------------------------------------------------------------------------ */

static odd_status times_begin(struct layer *layer, struct app *app, odd_error *err)
{
	struct times_screen *s = (struct times_screen *)layer;
	if (open_times(app) == NULL)
		return no_times(err);
	s->asked = history_of(app) == NULL && app_run(app, "times", NULL) == ODD_OK;
	return ODD_OK;
}

const struct layer_ops times_screen = {
	.screen = "times",
	.size = sizeof(struct times_screen),
	.needs_network = true,
	.whole = true,
	.begin = times_begin,
	.draw = times_draw,
	.list = list_of_screen,
	.row = times_row,
	.open = "row open",
	.update = times_update,
	.footer = "leave|Back;row open|Go there;time previous|Earlier;time next|Later;"
		  "open-dialog export|Export;help|Help",
};
