/* dialog_export.c: e, a figure or a table into a file.
 *
 * The name of the file is a proposal made of dataset, figure and iteration, until somebody types
 * another. Nothing is overwritten unless the dialog was told to: "ask" asks when the file, or one
 * that would be written beside it, is there.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "draw/figures.h"
#include "draw/raster.h"
#include "report/exports.h"
#include "session/command.h"
#include "tui/command_dialog.h"
#include "tui/explore.h"
#include "tui/screens.h"
#include "tui/text.h"

enum { WHAT = 1, FIGURE, COLOUR, PATH, WIDTH, HEIGHT, SCALE, THEME, DATA, LOG, SEEN, EXISTS };
enum { A_FIGURE, ALL_PANES, SCORES, MARKS, EMBEDDING, PROJECTION, NETWORK };
enum { ASK, REPLACE, NUMBER };

#define FIGURES_MOST 23

struct export_dialog {
	struct command_dialog base;
	const char *title[FIGURES_MOST + 1];           /* of the figures that are one pane */
	const struct figure *figure[FIGURES_MOST + 1]; /* NULL behind the last */
	bool typed;     /* the file name is not a proposal any more */
	char ending[8]; /* of the last picture's name */
};

static const char *const whats[] = {
	"a figure", "all panes", "scores", "marks", "embedding", "projection", "network", NULL};
static const char *const colours[] = {"as seen", "label", "kind", "score", NULL};
static const char *const exists[] = {"ask", "replace", "number it", NULL};
static const char *const overwriting[] = {"", " --replace", " --number"};

static const struct dialog_row rows[] = {
	{FIELD_LINE, 0, 2, 0, 0, .text = "what"},
	{FIELD_RADIO, WHAT, 10, 0, 53, .choices = whats},
	{FIELD_LINE, 0, 2, 2, 0, .text = "figure"},
	{FIELD_CYCLE, FIGURE, 10, 2, 0, .choices = whats}, /* until the figures are listed */
	{FIELD_LINE, 0, 30, 2, 0, .text = "colour by"},
	{FIELD_CYCLE, COLOUR, 40, 2, 0, .choices = colours},
	{FIELD_LINE, 0, 2, 3, 0, .text = "file"},
	{FIELD_TEXT, PATH, 10, 3, 52, .text = ""},
	{FIELD_LINE, 0, 2, 4, 0, .text = "size"},
	{FIELD_NUMBER, WIDTH, 10, 4, 7, .text = "1600"},
	{FIELD_LINE, 0, 17, 4, 0, .text = "×"},
	{FIELD_NUMBER, HEIGHT, 18, 4, 7, .text = "900"},
	{FIELD_LINE, 0, 26, 4, 0, .text = "px   scale"},
	{FIELD_TEXT, SCALE, 37, 4, 8, .text = "auto", .option = "--scale"},
	{FIELD_LINE, 0, 47, 4, 0, .text = "theme"},
	{FIELD_CYCLE, THEME, 53, 4, 0, .option = "--theme"},
	{FIELD_LINE, 0, 2, 5, 0, .text = "also"},
	{FIELD_CHECK, DATA, 10, 5, 0, .text = "the data behind it (.tsv)", .option = "--with-data"},
	{FIELD_CHECK, LOG, 10, 6, 0, .text = "the commands to redo it (.oddlog)",
		.option = "--with-log"},
	{FIELD_CHECK, SEEN, 44, 5, 0, .text = "as it is seen"},
	{FIELD_LINE, 0, 2, 7, 0, .text = "exists"},
	{FIELD_RADIO, EXISTS, 10, 7, 0, .choices = exists, .added = overwriting},
};

/* The figure that is chosen; NULL for a table. */
static const struct figure *chosen(struct export_dialog *d)
{
	int what = form_value(&d->base.form, WHAT);
	if (what == ALL_PANES)
		return figure_find("dashboard");
	return what == A_FIGURE ? d->figure[form_value(&d->base.form, FIGURE)] : NULL;
}

static const char *command_word(struct export_dialog *d)
{
	const struct figure *figure = chosen(d);
	return figure != NULL ? figure->name : whats[form_value(&d->base.form, WHAT)];
}

/* ---- the file -------------------------------------------------------------------------------- */

/* The name without its ending. */
static size_t stem_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	bool ends = dot != NULL && dot > (slash != NULL ? slash + 1 : path);
	return ends ? (size_t)(dot - path) : strlen(path);
}

/* "cora-loss-it7.png" */
static void propose(struct export_dialog *d, const struct app *app)
{
	const struct session_data *data = app->view->data;
	const char *name = app->view->name != NULL ? app->view->name : "";
	const char *before = form_typed(&d->base.form, PATH);
	char safe[64], at[32] = "";
	enum raster_format format;
	size_t n = 0;
	if (raster_format_of(&format, before))
		snprintf(d->ending, sizeof d->ending, "%.7s", before + stem_of(before));
	/* A name is the user's, and may have anything in it. */
	for (; *name != '\0' && n + 1 < sizeof safe; name++) {
		unsigned char c = (unsigned char)*name;
		safe[n++] = c <= ' ' || strchr("/\\:*?\"'<>|$`", c) != NULL ? '-' : (char)c;
	}
	safe[n] = '\0';
	if (data != NULL)
		snprintf(at, sizeof at, "-it%zu%s", data->iteration + (data->next != ODD_STEP_W),
			data->next != ODD_STEP_W ? odd_substep_get(data->next - 1)->name : "");
	form_set_text(form_get(&d->base.form, PATH), "%s-%s%s%s",
		n > 0 && safe[0] != '-' ? safe : "oddone", command_word(d), at,
		chosen(d) != NULL                            ? d->ending
		: form_value(&d->base.form, WHAT) == NETWORK ? ".graphml"
							     : ".tsv");
}

/* Which of the files that would be written is there already, in out; false: none. */
static bool already_there(struct export_dialog *d, char *out, size_t size)
{
	struct stat info;
	const char *path = form_typed(&d->base.form, PATH);
	int stem = (int)stem_of(path);
	snprintf(out, size, "%s", path);
	if (lstat(out, &info) == 0)
		return true;
	snprintf(out, size, "%.*s.tsv", stem, path);
	if (form_value(&d->base.form, DATA) && !form_get(&d->base.form, DATA)->off &&
		lstat(out, &info) == 0)
		return true;
	snprintf(out, size, "%.*s.oddlog", stem, path);
	return form_value(&d->base.form, LOG) && lstat(out, &info) == 0;
}

static const char *path_problem(struct export_dialog *d)
{
	static const char table[] = "a table is not a picture; end the name in .tsv";
	static const char network[] = "a network ends in .graphml or .gexf";
	const char *path = form_typed(&d->base.form, PATH), *slash = strrchr(path, '/');
	enum raster_format format;
	struct stat info;
	if (path[0] == '\0')
		return "the file has no name";
	if (path[0] == '-')
		return "that looks like an option; begin the name with ./";
	if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
		return "that is a directory";
	if (slash != NULL && slash > path) {
		char dir[FORM_TEXT];
		snprintf(dir, sizeof dir, "%.*s", (int)(slash - path), path);
		if (stat(dir, &info) != 0 || !S_ISDIR(info.st_mode))
			return "there is no such directory";
	}
	bool picture = raster_format_of(&format, path);
	if (chosen(d) != NULL && !picture)
		return "a picture ends in .png, .svg or .pdf";
	if (form_value(&d->base.form, WHAT) == NETWORK)
		return export_file_find("network", path) == NULL ? network : NULL;
	return chosen(d) == NULL && picture ? table : NULL;
}

/* ---- what follows from the fields ------------------------------------------------------------ */

/* Of the file, or else what the command itself would say of its line. */
static void check(struct export_dialog *d, const struct app *app)
{
	struct arguments args = {0};
	odd_error err = {0};
	const char *wrong = app_network(app) == NULL ? "no network is open" : path_problem(d);
	if (wrong == NULL && arguments_read(&args, &session_commands, d->base.line, &err) != ODD_OK)
		wrong = err.message + strlen("export: ");
	arguments_clear(&args);
	if (wrong != NULL)
		command_dialog_problem(&d->base, wrong);
}

static void add_figure(struct export_dialog *d, const struct app *app)
{
	struct command_dialog *c = &d->base;
	const int colour = form_value(&c->form, COLOUR);
	const bool maps = !form_get(&c->form, COLOUR)->off;
	char extent[40], *seen = explore_as_seen(app, chosen(d)->name, NULL, colour == 0);
	snprintf(extent, sizeof extent, "%.16sx%.16s", form_typed(&c->form, WIDTH),
		form_typed(&c->form, HEIGHT));
	command_dialog_add_word(c, "--size", extent);
	command_dialog_add(c, SCALE, THEME);
	if (colour > 0 && maps)
		text_add(c->line, sizeof c->line, " --colour %s", colours[colour]);
	text_add(c->line, sizeof c->line, "%s",
		form_value(&c->form, SEEN) ? seen
		: colour == 0 && maps      ? " --whole"
					   : "");
	free(seen);
}

static void export_update(struct command_dialog *c, struct app *app)
{
	static const int of_pictures[] = {WIDTH, HEIGHT, SCALE, THEME, DATA};
	struct export_dialog *d = (struct export_dialog *)c;
	const struct figure *figure = chosen(d);
	if (!d->typed)
		propose(d, app);
	for (size_t i = 0; i < sizeof of_pictures / sizeof *of_pictures; i++)
		form_get(&c->form, of_pictures[i])->off = figure == NULL;
	form_get(&c->form, FIGURE)->off = form_value(&c->form, WHAT) != A_FIGURE;
	form_get(&c->form, COLOUR)->off =
		figure == NULL ||
		(strcmp(figure->name, "map") != 0 && form_value(&c->form, WHAT) != ALL_PANES);
	command_dialog_add_word(c, command_word(d), form_typed(&c->form, PATH));
	if (figure != NULL) {
		add_figure(d, app);
	} else if (form_value(&c->form, SEEN)) {
		char *seen =
			explore_as_seen(app, command_word(d), form_typed(&c->form, PATH), false);
		text_add(c->line, sizeof c->line, "%s", seen);
		free(seen);
	}
	command_dialog_add(c, DATA, EXISTS);
	check(d, app);
}

static void take_size(struct export_dialog *d)
{
	const struct figure *figure = chosen(d);
	if (figure == NULL)
		return;
	form_set_text(form_get(&d->base.form, WIDTH), "%u", figure->width);
	form_set_text(form_get(&d->base.form, HEIGHT), "%u", figure->height);
}

/* ---- the dialog ------------------------------------------------------------------------------ */

static void export_changed(struct command_dialog *c, struct app *app, struct field *field)
{
	struct export_dialog *d = (struct export_dialog *)c;
	(void)app;
	if (field->id == PATH)
		d->typed = true;
	if (field->id == WHAT || field->id == FIGURE) {
		d->typed = d->typed && form_typed(&c->form, PATH)[0] != '\0';
		take_size(d);
	}
}

static void answered(struct app *app, void *data, int answer)
{
	struct command_dialog *c = data;
	if (answer == 0 || answer == 1) {
		text_add(c->line, sizeof c->line, "%s", overwriting[REPLACE + answer]);
		form_run(&c->form, app, c->line);
	}
}

static void export_run(struct command_dialog *c, struct app *app)
{
	static const char *const answers[] = {"Replace", "Number it", "Cancel", NULL};
	char there[FORM_TEXT + 16], question[FORM_TEXT + 64];
	if (form_value(&c->form, EXISTS) != ASK ||
		!already_there((struct export_dialog *)c, there, sizeof there)) {
		form_run(&c->form, app, c->line);
		return;
	}
	snprintf(question, sizeof question,
		"%.380s is already there. Replace it, or put a number into the new name?", there);
	confirm_open(app, "Export", question, answers, answered, c);
}

static void export_layout(struct command_dialog *c, struct app *app, int room)
{
	(void)app;
	form_get(&c->form, PATH)->w = room;
}

static const struct dialog_kind export_kind = {.command = "export",
	.title = "Export",
	.note = "e",
	.w = 64,
	.h = 14,
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.end_y = 8,
	.margin = 12,
	.end_rows = 3,
	.press = "Write",
	.update = export_update,
	.changed = export_changed,
	.layout = export_layout,
	.run = export_run};

static void list_figures(struct export_dialog *d)
{
	const struct figure *figure;
	size_t n = 0;
	for (size_t i = 0; (figure = figure_every_get(i)) != NULL && n < FIGURES_MOST; i++) {
		if (strcmp(figure->name, "dashboard") == 0)
			continue;
		d->figure[n] = figure;
		d->title[n++] = figure->title;
	}
}

void export_open(struct app *app, const char *what)
{
	struct export_dialog *d = command_dialog_create(sizeof *d, &export_kind);
	struct form *f = &d->base.form;
	list_figures(d);
	strcpy(d->ending, ".png");
	bool again = command_dialog_fill(&d->base, app);
	form_get(f, FIGURE)->choice = d->title;
	if (!again)
		form_get(f, SEEN)->value = true;
	const char *wanted = what != NULL ? what : again ? "" : "loss";
	for (int i = 0; d->figure[i] != NULL; i++)
		if (strcmp(d->figure[i]->name, wanted) == 0)
			form_get(f, FIGURE)->value = i;
	if (what != NULL)
		form_get(f, WHAT)->value = strcmp(what, "dashboard") == 0 ? ALL_PANES : A_FIGURE;
	take_size(d);
	app_push(app, &f->layer);
}
