/* list_screens.c: screens that are a table. Runs: this run, those that were kept and the published
 * numbers, with their curves. Options: those of the run and of the explorer. */
#include "config.h"

#include "tui/screens.h"

#include <stdio.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/xalloc.h"
#include "session/view.h"
#include "tui/explore.h"
#include "tui/form.h"
#include "tui/config_file.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum { CHART_LEAST = 9 };

/* ---- runs ------------------------------------------------------------------------------------ */

struct runs_screen {
	struct list_screen screen;
	struct figure_run_row *row; /* names are lent by the view that is shown */
	size_t count;
};

static void make_rows(struct runs_screen *s, struct app *app)
{
	struct figure_run run;
	const size_t most = app->view->kept_count + 2;
	explore_figure_run(&run, explore_of(app), app);
	s->row = xgrow(s->row, most, sizeof *s->row);
	s->count = figure_run_rows(s->row, most, &run);
	list_fit(&s->screen.list, s->count, s->screen.list.area);
}

static void runs_update(struct layer *layer, struct app *app)
{
	if (app_network(app) == NULL) {
		if (app->top == layer)
			app_pop(app);
		return;
	}
	make_rows((struct runs_screen *)layer, app);
	app->dirty = true;
}

static void fill_run(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct runs_screen *s = of;
	figure_run_cells(cell, room, &s->row[row]);
}

/* What can be done about the selected row. */
static const char *note_of(const struct runs_screen *s, const struct app *app)
{
	static const char *const about[] = {[FIGURE_RUN_NOW] = "the run as it is now; K keeps it",
		[FIGURE_RUN_KEPT] = "Enter goes on from this run, x drops it",
		[FIGURE_RUN_PUBLISHED] = ("read off the charts of " ODD_PUBLISHED_SOURCE)};
	const size_t at = s->screen.list.cursor;
	if (app->view->kept_count == 0)
		return "No run is kept yet: K keeps this one under a name that says what it is.";
	return at < s->count ? about[s->row[at].is] : "";
}

static void runs_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static const double equal[] = {1.0, 1.0};
	struct runs_screen *s = (struct runs_screen *)layer;
	struct table_column column[FIGURE_RUN_COLUMNS];
	struct figure_run run;
	char note[60];
	make_rows(s, app);
	figure_run_columns(column, s->row, s->count);
	explore_figure_run(&run, explore_of(app), app);
	snprintf(note, sizeof note, "%zu kept", app->view->kept_count);
	struct rect below = list_page_draw(&s->screen, c, r,
		&(struct list_page){.title = "Runs side by side",
			.note = note,
			.table = {.column = column,
				.columns = FIGURE_RUN_COLUMNS,
				.selection = true,
				.fill = fill_run,
				.text_size = sizeof(struct figure_run_text),
				.of = s},
			.count = s->count,
			.hint = note_of(s, app),
			.below = CHART_LEAST});
	if (below.h <= 0.0)
		return;
	bool two = below.w >= 100.0;
	struct rect left = two ? layout_share(c, below, true, equal, 2, 0) : below;
	left = panel_begin(c, left, "Recall@L%", NULL, false);
	if (figure_evaluation(&run) != NULL || run.result->blind)
		figure_panel_recall(&run, c, left);
	else
		plot_message(c, left, "No outliers are known here. P plants some, a one.");
	if (!two)
		return;
	run.look.loss_view = FIGURE_LOSS_EXCESS;
	figure_panel_loss(&run, c,
		panel_begin(c, layout_share(c, below, true, equal, 2, 1), "Loss above the best",
			NULL, false));
}

static odd_status runs_row(struct layer *layer, struct app *app, const char *what, odd_error *err)
{
	const struct runs_screen *s = (const struct runs_screen *)layer;
	const size_t at = s->screen.list.cursor;
	if (at >= s->count || s->row[at].is != FIGURE_RUN_KEPT)
		return odd_error_set(err, ODD_EUSAGE, "that is no kept run%s",
			app->view->kept_count == 0 ? "; K keeps this one" : "");
	char *line = text_command(strcmp(what, "drop") == 0 ? "drop" : "switch", s->row[at].name);
	odd_status status = app_run(app, line, err);
	free(line);
	return status;
}

static void runs_clear(struct layer *layer)
{
	free(((struct runs_screen *)layer)->row);
}

const struct layer_ops runs_screen = {
	.screen = "runs",
	.size = sizeof(struct runs_screen),
	.needs_network = true,
	.whole = true,
	.draw = runs_draw,
	.list = list_of_screen,
	.row = runs_row,
	.open = "row open",
	.update = runs_update,
	.footer = "leave|Back;row open|Go on;keep|Keep;row drop|Drop;open-dialog export|Export;"
		  "help|Help;toggle-play|Play",
	.clear = runs_clear,
};

/* ---- options --------------------------------------------------------------------------------- */

enum { OPTION_WAITS, OPTION_NAME, OPTION_VALUE, OPTION_USED, OPTION_ABOUT, OPTION_COLUMNS };

struct option_text {
	char value[ODD_OPTION_VALUE], used[ODD_OPTION_VALUE];
};

/* What is set is not what the run has: it waits for a reset. */
static bool option_waits(const struct app *app, const odd_option *row)
{
	const struct session_view *v = app->view;
	return v->waiting && v->data != NULL && run_option_is(row) &&
	       row->restarts == ODD_RESTARTS_RUN &&
	       !odd_option_same(row, &v->wanted, &v->data->asked);
}

static void fill_option(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct app *app = of;
	const odd_option *option = settings_row(row);
	struct settings_state now;
	struct option_text *text = room;
	settings_take(&now, app);
	settings_get(text->value, &now, option);
	if (run_option_is(option))
		session_view_used(text->used, app->view, option);
	if (strcmp(text->used, text->value) == 0)
		text->used[0] = '\0';
	text->used[10] = '\0'; /* of a number the first digits */
	bool waits = option_waits(app, option);
	cell[OPTION_WAITS] =
		(struct table_cell){.text = waits                                  ? "●"
					    : option->restarts == ODD_RESTARTS_RUN ? "*"
										   : ""};
	cell[OPTION_NAME] = (struct table_cell){.text = option->name};
	cell[OPTION_VALUE] = (struct table_cell){.text = text->value[0] != '\0' ? text->value : "–",
		.role = waits ? ROLE_ALARM : ROLE_TEXT};
	cell[OPTION_USED] = (struct table_cell){.text = text->used, .role = ROLE_DIM};
	cell[OPTION_ABOUT] = (struct table_cell){.text = option->help, .role = ROLE_DIM};
}

static void options_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static const struct table_column column[OPTION_COLUMNS] = {
		[OPTION_WAITS] = {.title = "", .priority = 9},
		[OPTION_NAME] = {.title = "option", .priority = 9},
		[OPTION_VALUE] = {.title = "value", .priority = 9},
		[OPTION_USED] = {.title = "now", .priority = 5},
		[OPTION_ABOUT] = {.title = "what it is", .priority = 4, .stretch = true},
	};
	struct list_screen *s = (struct list_screen *)layer;
	char values[100], about[300], hint[500], note[440];
	size_t count = 0;
	while (settings_row(count) != NULL)
		count++;
	const odd_option *row = settings_row(s->list.cursor < count ? s->list.cursor : 0);
	const char *path = saved_settings_path(app);
	snprintf(note, sizeof note, "not remembered: --no-config");
	if (path != NULL) {
		char end[200];
		snprintf(note, sizeof note, "remembered in %s",
			fit_text(end, sizeof end, path, (int)r.w / 2 - 18, true));
	}
	snprintf(hint, sizeof hint, "%s=%s: %s", row->name,
		odd_option_values(values, sizeof values, row),
		odd_option_about(about, sizeof about, row));
	struct rect below = list_page_draw(s, c, r,
		&(struct list_page){.title = "Options (* starts the run anew)",
			.note = app->view->waiting ? "● waits for a reset: r" : note,
			.table = {.column = column,
				.columns = OPTION_COLUMNS,
				.selection = true,
				.fill = fill_option,
				.text_size = sizeof(struct option_text),
				.of = app},
			.count = count,
			.hint = r.h < (double)count + 6.0 ? hint : NULL,
			.below = 2.0});
	paint_wrapped(c, rect_inset(below, 1, 0, 1, 0), hint, pen_of(ROLE_TEXT), 0, 0);
}

/* The next or the previous of the values it can have; of one that is any text a prompt asks. */
static odd_status options_row(
	struct layer *layer, struct app *app, const char *what, odd_error *err)
{
	const odd_option *row = settings_row(((struct list_screen *)layer)->list.cursor);
	char values[100], now[ODD_OPTION_VALUE], *line;
	struct settings_state state;
	if (row == NULL)
		return ODD_OK;
	settings_take(&state, app);
	settings_get(now, &state, row);
	odd_option_values(values, sizeof values, row);
	if (strcmp(what, "open") == 0) {
		line = text_make("set %s=", row->name);
		prompt_open(app, PROMPT_COMMAND, line);
		free(line);
		return ODD_OK;
	}
	const char *at = values, *end = values + strlen(values), *word;
	int count = 0, chosen = odd_choice_find(values, now), step = what[0] == 'n' ? 1 : -1;
	size_t length;
	while (grammar_alternative(&at, end, &word, &length)) {
		if (word[0] >= 'A' && word[0] <= 'Z')
			return odd_error_set(err, ODD_EUSAGE,
				"%s takes any value: Enter asks for it", row->name);
		count++;
	}
	if (count == 0)
		return ODD_OK;
	chosen = chosen < 0 ? 0 : (chosen + step + count) % count;
	at = values;
	for (int i = 0; i <= chosen; i++)
		grammar_alternative(&at, end, &word, &length);
	line = text_make("set %s=%.*s", row->name, (int)length, word);
	odd_status status = app_run(app, line, err);
	free(line);
	return status;
}

const struct layer_ops options_screen = {
	.screen = "options",
	.size = sizeof(struct list_screen),
	.whole = true,
	.draw = options_draw,
	.list = list_of_screen,
	.row = options_row,
	.open = "row open",
	.footer = "leave|Back;row next|Next value;row previous|Previous;row open|Type it;"
		  "reset|Reset;undo|Undo;help|Help",
};
