/* dialog_export.c: e, a figure or a table into a file.
 *
 * The name of the file is a proposal made of dataset, figure and iteration, until the user types
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

enum { WHAT = 1, PATH };

enum { WHATS_MOST = 40 };

struct export_dialog {
	struct command_dialog base;
	const char *name[WHATS_MOST + 1];  /* "loss": what the command calls it … */
	const char *title[WHATS_MOST + 1]; /* … and the dialog; NULL behind the last */
	int figures;                       /* so many are figures, the rest are tables */
	bool typed;                        /* the file name is not a proposal any more */
	char ending[8];                    /* of the last picture's name */
};

static const char *const tables[] = {"scores", "marks", "embedding", "projection", "network"};
static const char *const table_titles[] = {"table of scores", "table of marked nodes",
	"table of the embedding", "table of the map", "network with its results"};

static const char *what_name(struct export_dialog *d)
{
	return d->name[form_value(&d->base.form, WHAT)];
}

/* The figure that is chosen; NULL for a table. */
static const struct figure *chosen(struct export_dialog *d)
{
	return form_value(&d->base.form, WHAT) < d->figures ? figure_every_find(what_name(d))
							    : NULL;
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
		snprintf(at, sizeof at, "-it%zu%s",
			data->moment->iteration + (data->moment->next != ODD_STEP_W),
			data->moment->next != ODD_STEP_W
				? odd_substep_get(data->moment->next - 1)->name
				: "");
	form_set_text(form_get(&d->base.form, PATH), "%s-%s%s%s",
		n > 0 && safe[0] != '-' ? safe : "oddone", what_name(d), at,
		chosen(d) != NULL                      ? d->ending
		: strcmp(what_name(d), "network") == 0 ? ".graphml"
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
	if (command_dialog_field(&d->base, "--with-data")->value && chosen(d) != NULL &&
		lstat(out, &info) == 0)
		return true;
	snprintf(out, size, "%.*s.oddlog", stem, path);
	return command_dialog_field(&d->base, "--with-log")->value && lstat(out, &info) == 0;
}

static const char *path_problem(struct export_dialog *d)
{
	static const char table[] = "a table is not a picture; end the name in .tsv";
	static const char network[] = "a network ends in .graphml";
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
	if (strcmp(what_name(d), "network") == 0)
		return export_file_find("network", path) == NULL ? network : NULL;
	return chosen(d) == NULL && picture ? table : NULL;
}

static void export_update(struct command_dialog *c, struct app *app)
{
	static const char *const of_pictures[] = {"--size", "--scale", "--theme", "--with-data"};
	struct export_dialog *d = (struct export_dialog *)c;
	if (!d->typed)
		propose(d, app);
	for (size_t i = 0; i < sizeof of_pictures / sizeof *of_pictures; i++)
		command_dialog_field(c, of_pictures[i])->off = chosen(d) == NULL;
	command_dialog_add_word(c, what_name(d));
	command_dialog_add_word(c, form_typed(&c->form, PATH));
	if (app_network(app) == NULL)
		command_dialog_problem(c, "no network is open");
	else if (path_problem(d) != NULL)
		command_dialog_problem(c, path_problem(d));
}

/* ---- the dialog ------------------------------------------------------------------------------ */

static void propose_size(struct export_dialog *d)
{
	const struct figure *figure = chosen(d);
	if (figure != NULL)
		form_set_text(command_dialog_field(&d->base, "--size"), "%ux%u", figure->width,
			figure->height);
}

static void export_changed(struct command_dialog *c, struct app *app, struct field *field)
{
	struct export_dialog *d = (struct export_dialog *)c;
	(void)app;
	if (field->id == PATH)
		d->typed = true;
	if (field->id == WHAT) {
		d->typed = d->typed && form_typed(&c->form, PATH)[0] != '\0';
		propose_size(d);
	}
}

static void answered(struct app *app, void *data, int answer)
{
	struct command_dialog *c = data;
	if (answer == 0 || answer == 1) {
		text_add(c->line, sizeof c->line, "%s", answer == 0 ? " --replace" : " --number");
		form_run(&c->form, app, c->line);
	}
}

static void export_run(struct command_dialog *c, struct app *app)
{
	static const char *const answers[] = {"Replace", "Number it", "Cancel", NULL};
	char there[FORM_TEXT + 16], question[FORM_TEXT + 64];
	if (command_dialog_field(c, "--replace")->value != 0 ||
		!already_there((struct export_dialog *)c, there, sizeof there)) {
		form_run(&c->form, app, c->line);
		return;
	}
	snprintf(question, sizeof question,
		"%.380s is already there. Replace it, or put a number into the new name?", there);
	confirm_open(app, "Export", question, answers, answered, c);
}

static int export_layout(struct command_dialog *c, struct app *app, int columns)
{
	(void)app;
	form_get(&c->form, PATH)->w = columns - 12 > 8 ? columns - 12 : 8;
	return 2;
}

/* The look is that of the screen; the command has options for another. */
#define AS_SEEN(name) \
	{ \
		name, .left_out = true \
	}
static const struct dialog_option options[] = {AS_SEEN("--colour"), AS_SEEN("--by"),
	AS_SEEN("--sized"), AS_SEEN("--view"), AS_SEEN("--recall"), AS_SEEN("--iterations"),
	AS_SEEN("--links"), AS_SEEN("--ego"), AS_SEEN("--select"), AS_SEEN("--only"),
	AS_SEEN("--whole"), {"--scale", .value = ""}, {"--theme", .value = "light"},
	{"--with-data", .label = "data (.tsv)"}, {"--with-log", .label = "its log"},
	{"--replace", .label = "exists", .first = "ask"}, {.option = NULL}};

static const struct dialog_kind export_kind = {.command = "export",
	.title = "Export",
	.note = "e",
	.press = "Write",
	.w = 74,
	.option = options,
	.update = export_update,
	.changed = export_changed,
	.layout = export_layout,
	.run = export_run};

void export_open(struct app *app, const char *what)
{
	struct export_dialog *d = command_dialog_create(sizeof *d, &export_kind);
	struct form *f = &d->base.form;
	const struct figure *figure;
	size_t n = 0;
	for (size_t i = 0; (figure = figure_every_get(i)) != NULL && n + 5 < WHATS_MOST; i++, n++) {
		d->name[n] = figure->name;
		d->title[n] = figure->title;
	}
	d->figures = (int)n;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++, n++) {
		d->name[n] = tables[i];
		d->title[n] = table_titles[i];
	}
	form_words(f, 0, 2, 0, 0, "what");
	struct field *whats = form_choice(f, FIELD_CYCLE, WHAT, 10, 0, 0, d->title, 0);
	form_words(f, 0, 2, 1, 0, "file");
	form_text(f, PATH, 10, 1, 0, "");
	strcpy(d->ending, ".png");
	bool again = command_dialog_fill(&d->base, app);
	whats = form_get(f, WHAT);
	const char *wanted = what != NULL ? what : again ? d->name[whats->value] : "loss";
	for (size_t i = 0; i < n; i++)
		if (strcmp(d->name[i], wanted) == 0) {
			whats->value = (int)i;
			break;
		}
	propose_size(d);
	app_push(app, &f->layer);
}
