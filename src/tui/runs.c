/* runs.c: the Runs screen: this run, those that were kept and the published numbers in a table,
 * with their curves below it; and going on from one of them. */
#include "config.h"

#include "tui/screens.h"

#include <stdio.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/xalloc.h"
#include "session/view.h"
#include "tui/explore.h"
#include "tui/list.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum { CHART_LEAST = 9, NOTE_ROWS = 1 };

struct runs_screen {
	struct list_screen screen;
	struct figure_run_row *row; /* names are lent by the view that is shown */
	size_t count;
};

static void make_rows(struct runs_screen *s, struct app *app)
{
	struct figure_run run;
	const size_t most = app->view->ghost_count + 2;
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

/* ---- drawing --------------------------------------------------------------------------------- */

static void fill_row(struct table_cell *cell, void *room, size_t row, void *of)
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
	if (app->view->ghost_count == 0)
		return "No run is kept yet: K keeps this one under a name that says what it is.";
	return at < s->count ? about[s->row[at].is] : "";
}

static void runs_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct runs_screen *s = (struct runs_screen *)layer;
	struct table_column column[FIGURE_RUN_COLUMNS];
	struct figure_run run;
	char note[60];
	make_rows(s, app);
	figure_run_columns(column, s->row, s->count);
	explore_figure_run(&run, explore_of(app), app);
	/* Frame, headings, rows and a note; the curves get the rest, if it is enough. */
	double high = (double)s->count + 3.0 + NOTE_ROWS;
	bool charts = r.h - high >= CHART_LEAST;
	struct rect below = {r.x, r.y + high, r.w, r.h - high};
	if (charts)
		r.h = high;
	snprintf(note, sizeof note, "%zu kept", app->view->ghost_count);
	struct rect inside = panel_begin(c, r, "Runs side by side", note, true);
	struct rect rows = {inside.x, inside.y, inside.w, inside.h - NOTE_ROWS};
	list_table_fit(&s->screen.list, s->count, rows, false);
	list_table_draw(&s->screen.list, c, rows,
		&(struct list_table){.column = column,
			.columns = FIGURE_RUN_COLUMNS,
			.selection = true,
			.fill = fill_row,
			.text_size = sizeof(struct figure_run_text),
			.of = s});
	paint_text(c, (int)inside.x + 1, (int)rect_bottom(inside) - 1, (int)inside.w - 2,
		note_of(s, app), pen_of(ROLE_DIM));
	if (!charts)
		return;
	static const double equal[] = {1.0, 1.0};
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

/* ---- commands -------------------------------------------------------------------------------- */

odd_status ui_runs(struct app *app, const struct arguments *args, odd_error *err)
{
	const struct runs_screen *s = (const struct runs_screen *)app_screen(app);
	const size_t at = s->screen.list.cursor;
	if (at >= s->count || s->row[at].is != FIGURE_RUN_KEPT)
		return odd_error_set(err, ODD_EUSAGE, "that is no kept run%s",
			app->view->ghost_count == 0 ? "; K keeps this one" : "");
	char *line =
		text_command(arguments_have(args, "drop") ? "drop" : "switch", s->row[at].name);
	odd_status status = app_run(app, line, err);
	free(line);
	return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

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
	.open = "runs switch",
	.update = runs_update,
	.footer = "leave|Back;runs switch|Go on;keep|Keep;runs drop|Drop;open-dialog export|Export;"
		  "help|Help;toggle-play|Play",
	.clear = runs_clear,
};
