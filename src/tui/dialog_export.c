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
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/screens.h"
#include "tui/form.h"
#include "tui/text.h"

enum {
	WHAT = 1,
	FIGURE,
	COLOUR,
	PATH,
	WIDTH,
	HEIGHT,
	SCALE,
	THEME,
	DATA,
	LOG,
	SEEN,
	EXISTS,
	WRITE,
	CANCEL
};

enum { A_FIGURE, ALL_PANES, SCORES, MARKS, EMBEDDING, PROJECTION, NETWORK };
enum { ASK, REPLACE, NUMBER };

#define FIGURES_MOST 23

struct export_dialog {
	struct form form;
	const char *title[FIGURES_MOST + 1];           /* of the figures that are one pane */
	const struct figure *figure[FIGURES_MOST + 1]; /* NULL behind the last */
	bool typed; /* the file name is not a proposal any more */
	char problem[500];
	char line[4 * FORM_TEXT + 200]; /* quoting may double what is typed */
};

static const char *const whats[] = {
	"a figure", "all panes", "scores", "marks", "embedding", "projection", "network", NULL};
static const char *const themes[] = {"light", "dark", NULL};
static const char *const colours[] = {"as seen", "label", "kind", "score", NULL};
static const char *const exists[] = {"ask", "replace", "number it", NULL};

/* The figure that is chosen; NULL for a table. */
static const struct figure *chosen(struct export_dialog *d)
{
	int what = form_value(&d->form, WHAT);
	if (what == ALL_PANES)
		return figure_find("dashboard");
	return what == A_FIGURE ? d->figure[form_value(&d->form, FIGURE)] : NULL;
}

static const char *command_word(struct export_dialog *d)
{
	const struct figure *figure = chosen(d);
	return figure != NULL ? figure->name : whats[form_value(&d->form, WHAT)];
}

/* ---- the file -------------------------------------------------------------------------------- */

/* "cora-loss-it7.png" */
static void propose(struct export_dialog *d, struct app *app)
{
	const struct remembered *r = remembered_get(app);
	const struct session_data *data = app->view->data;
	const char *name = app->view->name != NULL ? app->view->name : "";
	const char *ending = r->export.ending[0] != '\0' ? r->export.ending : ".png";
	char safe[64], at[32] = "";
	size_t n = 0;
	/* A name is the user's, and may have anything in it. */
	for (; *name != '\0' && n + 1 < sizeof safe; name++) {
		unsigned char c = (unsigned char)*name;
		safe[n++] = c <= ' ' || strchr("/\\:*?\"'<>|$`", c) != NULL ? '-' : (char)c;
	}
	safe[n] = '\0';
	if (data != NULL)
		snprintf(at, sizeof at, "-it%zu%s", data->iteration + (data->next != ODD_STEP_W),
			data->next != ODD_STEP_W ? odd_substep_get(data->next - 1)->name : "");
	form_set_text(form_get(&d->form, PATH), "%s-%s%s%s",
		n > 0 && safe[0] != '-' ? safe : "oddone", command_word(d), at,
		chosen(d) != NULL                       ? ending
		: form_value(&d->form, WHAT) == NETWORK ? ".graphml"
							: ".tsv");
}

/* The name without its ending. */
static size_t stem_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	bool ends = dot != NULL && dot > (slash != NULL ? slash + 1 : path);
	return ends ? (size_t)(dot - path) : strlen(path);
}

/* Which of the files that would be written is there already, in out; false: none. */
static bool already_there(struct export_dialog *d, char *out, size_t size)
{
	struct stat info;
	const char *path = form_typed(&d->form, PATH);
	int stem = (int)stem_of(path);
	snprintf(out, size, "%s", path);
	if (lstat(out, &info) == 0)
		return true;
	snprintf(out, size, "%.*s.tsv", stem, path);
	if (form_value(&d->form, DATA) && !form_get(&d->form, DATA)->off && lstat(out, &info) == 0)
		return true;
	snprintf(out, size, "%.*s.oddlog", stem, path);
	return form_value(&d->form, LOG) && lstat(out, &info) == 0;
}

static const char *path_problem(struct export_dialog *d)
{
	static const char table[] = "a table is not a picture; end the name in .tsv";
	static const char network[] = "a network ends in .graphml or .gexf";
	const char *path = form_typed(&d->form, PATH), *slash = strrchr(path, '/');
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
	if (form_value(&d->form, WHAT) == NETWORK)
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
	if (wrong == NULL && arguments_read(&args, &session_commands, d->line, &err) != ODD_OK)
		wrong = err.message + strlen("export: ");
	arguments_clear(&args);
	snprintf(d->problem, sizeof d->problem, "%s", wrong != NULL ? wrong : "");
}

/* What somebody typed is one word, whatever is in it. */
static void add_word(struct export_dialog *d, const char *before, const char *word)
{
	char *text = text_command(before, word);
	text_add(d->line, sizeof d->line, " %s", text);
	free(text);
}

/* how: ASK leaves it to the command to refuse. */
static void build_line(struct export_dialog *d, const struct app *app, int how)
{
	const struct figure *figure = chosen(d);
	size_t size = sizeof d->line;
	snprintf(d->line, size, "export");
	add_word(d, command_word(d), form_typed(&d->form, PATH));
	if (figure != NULL) {
		char extent[40];
		snprintf(extent, sizeof extent, "%.16sx%.16s", form_typed(&d->form, WIDTH),
			form_typed(&d->form, HEIGHT));
		add_word(d, "--size", extent);
		if (strcmp(form_typed(&d->form, SCALE), "auto") != 0)
			add_word(d, "--scale", form_typed(&d->form, SCALE));
		text_add(d->line, size, " --theme %s", themes[form_value(&d->form, THEME)]);
		bool maps = !form_get(&d->form, COLOUR)->off;
		char *seen =
			explore_as_seen(app, figure->name, NULL, form_value(&d->form, COLOUR) == 0);
		if (form_value(&d->form, COLOUR) > 0 && maps)
			text_add(d->line, size, " --colour %s",
				colours[form_value(&d->form, COLOUR)]);
		text_add(d->line, size, "%s",
			form_value(&d->form, SEEN)                  ? seen
			: form_value(&d->form, COLOUR) == 0 && maps ? " --whole"
								    : "");
		free(seen);
		if (form_value(&d->form, DATA))
			text_add(d->line, size, " --with-data");
	} else if (form_value(&d->form, SEEN)) {
		char *seen =
			explore_as_seen(app, command_word(d), form_typed(&d->form, PATH), false);
		text_add(d->line, size, "%s", seen);
		free(seen);
	}
	if (form_value(&d->form, LOG))
		text_add(d->line, size, " --with-log");
	if (how != ASK)
		text_add(d->line, size, how == REPLACE ? " --replace" : " --number");
}

static void update(struct export_dialog *d, struct app *app)
{
	static const int of_pictures[] = {WIDTH, HEIGHT, SCALE, THEME, DATA};
	const struct figure *figure = chosen(d);
	if (!d->typed)
		propose(d, app);
	for (size_t i = 0; i < sizeof of_pictures / sizeof *of_pictures; i++)
		form_get(&d->form, of_pictures[i])->off = figure == NULL;
	form_get(&d->form, FIGURE)->off = form_value(&d->form, WHAT) != A_FIGURE;
	form_get(&d->form, COLOUR)->off =
		figure == NULL ||
		(strcmp(figure->name, "map") != 0 && form_value(&d->form, WHAT) != ALL_PANES);
	build_line(d, app, form_value(&d->form, EXISTS));
	check(d, app);
	form_tell(&d->form, d->problem, d->line);
}

static void take_size(struct export_dialog *d)
{
	const struct figure *figure = chosen(d);
	if (figure == NULL)
		return;
	form_set_text(form_get(&d->form, WIDTH), "%u", figure->width);
	form_set_text(form_get(&d->form, HEIGHT), "%u", figure->height);
}

/* ---- the form's calls ------------------------------------------------------------------------ */

static void export_changed(struct form *form, struct app *app, struct field *field)
{
	struct export_dialog *d = (struct export_dialog *)form;
	if (field->id == PATH)
		d->typed = true;
	if (field->id == WHAT || field->id == FIGURE) {
		d->typed = d->typed && form_typed(&d->form, PATH)[0] != '\0';
		take_size(d);
	}
	update(d, app);
}

static void remember(struct export_dialog *d, struct app *app)
{
	struct remembered *r = remembered_get(app);
	const char *path = form_typed(&d->form, PATH);
	enum raster_format format;
	r->export.used = true;
	r->export.what = form_value(&d->form, WHAT);
	r->export.theme = form_value(&d->form, THEME);
	r->export.colour = form_value(&d->form, COLOUR);
	r->export.exists = form_value(&d->form, EXISTS);
	r->export.data = form_value(&d->form, DATA);
	r->export.log = form_value(&d->form, LOG);
	r->export.whole = !form_value(&d->form, SEEN);
	snprintf(r->export.scale, sizeof r->export.scale, "%.15s", form_typed(&d->form, SCALE));
	snprintf(r->export.figure, sizeof r->export.figure, "%s",
		d->figure[form_value(&d->form, FIGURE)]->name);
	if (chosen(d) != NULL && raster_format_of(&format, path))
		snprintf(r->export.ending, sizeof r->export.ending, "%.7s", path + stem_of(path));
}

static void export_leave(struct form *form, struct app *app)
{
	remember((struct export_dialog *)form, app);
	app_pop(app);
}

static void write_it(struct export_dialog *d, struct app *app, int how)
{
	build_line(d, app, how);
	form_run(&d->form, app, d->line);
}

static void answered(struct app *app, void *data, int answer)
{
	if (answer == 0 || answer == 1)
		write_it(data, app, answer == 0 ? REPLACE : NUMBER);
}

static void export_pressed(struct form *form, struct app *app, int id)
{
	static const char *const answers[] = {"Replace", "Number it", "Cancel", NULL};
	struct export_dialog *d = (struct export_dialog *)form;
	char there[FORM_TEXT + 16], question[FORM_TEXT + 64];
	if (id == CANCEL) {
		export_leave(form, app);
		return;
	}
	check(d, app);
	if (d->problem[0] != '\0') {
		app_say(app, "cannot export: %s", d->problem);
		return;
	}
	if (form_value(&d->form, EXISTS) != ASK || !already_there(d, there, sizeof there)) {
		write_it(d, app, form_value(&d->form, EXISTS));
		return;
	}
	snprintf(question, sizeof question,
		"%.380s is already there. Replace it, or put a number into the new name?", there);
	confirm_open(app, "Export", question, answers, answered, d);
}

static void export_layout(struct form *form, struct app *app)
{
	update((struct export_dialog *)form, app);
	form_get(form, PATH)->w = form_fit_end(form, (int)app->columns, 12, 3);
}

static const struct form_ops export_ops = {.changed = export_changed,
	.pressed = export_pressed,
	.leave = export_leave,
	.layout = export_layout};

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

static void add_fields(struct export_dialog *d, const struct remembered *r)
{
	static const char *const buttons[] = {"Write", "Cancel", NULL};
	struct form *f = &d->form;
	form_words(f, 0, 2, 0, 0, "what");
	form_choice(f, FIELD_RADIO, WHAT, 10, 0, 53, whats, r->export.what);
	form_words(f, 0, 2, 2, 0, "figure");
	form_choice(f, FIELD_CYCLE, FIGURE, 10, 2, 0, d->title, 0);
	form_words(f, 0, 30, 2, 0, "colour by");
	form_choice(f, FIELD_CYCLE, COLOUR, 40, 2, 0, colours, r->export.colour);
	form_words(f, 0, 2, 3, 0, "file");
	form_text(f, PATH, 10, 3, 52, "");
	form_words(f, 0, 2, 4, 0, "size");
	form_number(f, WIDTH, 10, 4, 7, "");
	form_words(f, 0, 17, 4, 0, "×");
	form_number(f, HEIGHT, 18, 4, 7, "");
	form_words(f, 0, 26, 4, 0, "px   scale");
	form_text(f, SCALE, 37, 4, 8, r->export.used ? r->export.scale : "auto");
	form_words(f, 0, 47, 4, 0, "theme");
	form_choice(f, FIELD_CYCLE, THEME, 53, 4, 0, themes, r->export.theme);
	form_words(f, 0, 2, 5, 0, "also");
	form_check(f, DATA, 10, 5, "the data behind it (.tsv)", r->export.data);
	form_check(f, LOG, 10, 6, "the commands to redo it (.oddlog)", r->export.log);
	form_check(f, SEEN, 44, 5, "as it is seen", !r->export.whole);
	form_words(f, 0, 2, 7, 0, "exists");
	form_choice(f, FIELD_RADIO, EXISTS, 10, 7, 0, exists, r->export.exists);
	form_end(f, 8, 52, 3, WRITE, buttons);
}

void export_open(struct app *app, const char *what)
{
	const struct remembered *r = remembered_get(app);
	struct export_dialog *d = form_create(sizeof *d, "Export", "e", 64, 14, &export_ops);
	const char *wanted = what != NULL ? what : r->export.used ? r->export.figure : "loss";
	list_figures(d);
	add_fields(d, r);
	for (int i = 0; d->figure[i] != NULL; i++)
		if (strcmp(d->figure[i]->name, wanted) == 0)
			form_get(&d->form, FIGURE)->value = i;
	if (what != NULL)
		form_get(&d->form, WHAT)->value =
			strcmp(what, "dashboard") == 0 ? ALL_PANES : A_FIGURE;
	take_size(d);
	if (chosen(d) == NULL) { /* for when a figure is chosen */
		form_set_text(form_get(&d->form, WIDTH), "1600");
		form_set_text(form_get(&d->form, HEIGHT), "900");
	}
	update(d, app);
	app_push(app, &d->form.layer);
}
