/* screen_pictures.c: the screen as a file of text, text with colours, or a picture; and a log as an
 * animation of it. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/cells_picture.h"
#include "draw/utf8.h"
#include "base/file.h"
#include "oddone/one.h"
#include "tui/pixels.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/tui.h"
#include "tui/ui_commands.h"

#define USUAL_SCALE 2.0 /* of pictures: fine enough for slides */

static odd_status write_text(const char *path, const char *text, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	fputs(text, file.stream);
	return odd_file_commit(&file, err);
}

static odd_status save_text(struct app *app, const char *path, odd_error *err)
{
	/* With colours as a terminal would get them when the name asks for that. */
	const char *dot = strrchr(path, '.');
	bool coloured = dot != NULL && strcmp(dot, ".ansi") == 0;
	char *text = coloured ? cells_to_ansi(app->canvas, app->depth, app->set.theme)
			      : cells_to_text(app->canvas);
	odd_status status = text != NULL ? write_text(path, text, err) : odd_error_nomem(err);
	free(text);
	return status;
}

/* The commands that led here and the one that asks, in a line, for the picture to tell; on the
 * heap, NULL without memory. */
static char *commands_text(const struct app *app, const char *path)
{
	char *text = NULL, *last = text_command("save-screen", path);
	size_t size;
	FILE *out = open_memstream(&text, &size);
	for (size_t i = 0; out != NULL && i < app->view->log_count; i++)
		fprintf(out, "%s; ", app->view->log[i]);
	if (out != NULL)
		fputs(last, out);
	free(last);
	if (out == NULL || fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

static odd_status save_picture(struct app *app, const struct arguments *args, const char *path,
	enum raster_format format, odd_error *err)
{
	const struct argument *theme = arguments_get(args, "--theme");
	struct cells_insert insert[PIXEL_SLOTS];
	const struct cells_look look = {.insert = insert,
		.inserts = pixels_inserts(app, insert),
		.mono = app->depth == COLOUR_MONO,
		.caret_x = app->caret_x,
		.caret_y = app->caret_y};
	char *title = text_make(
		"The explorer on %s", app->view->data != NULL ? app->view->name : "no network");
	char key[][12] = {"Title", "Software", "Figure", "Command"}, software[] = "oddone " VERSION,
	     figure[] = "screen";
	char *command = commands_text(app, path);
	struct png_text about[] = {
		{key[0], title}, {key[1], software}, {key[2], figure}, {key[3], command}};
	const struct raster_options options = {
		.scale = arguments_number(args, "--scale", USUAL_SCALE),
		.theme = theme == NULL    ? app->set.theme
			 : theme->at == 0 ? THEME_LIGHT
					  : THEME_DARK,
		.format = format,
		.text = about,
		.text_count = sizeof about / sizeof *about};
	struct canvas *picture = NULL;
	odd_status status =
		command == NULL ? odd_error_nomem(err)
				: cells_picture_create(&picture, app->canvas, &look, &options, err);
	if (status == ODD_OK)
		status = raster_save(picture, path, err);
	canvas_free(picture);
	free(command);
	free(title);
	return status;
}

odd_status ui_save_screen(struct app *app, const struct arguments *args, odd_error *err)
{
	char *path;
	enum raster_format format;
	odd_status status = writing_target(&path, &app->playback.writing, args, err);
	if (status != ODD_OK)
		return status;
	bool picture = raster_format_of(&format, path);
	app->no_pixels = !picture;
	app_draw(app);
	app->no_pixels = false;
	status = picture ? save_picture(app, args, path, format, err) : save_text(app, path, err);
	if (status == ODD_OK)
		app_say(app, "wrote the screen to %s", path);
	free(path);
	return status;
}

/* ---- animations --------------------------------------------------------------------------------
 */

#define FRAME_SECONDS (1.0 / 12) /* between pictures of what moves */
#define TYPE_SECONDS 0.045       /* for a letter … */
#define TYPE_MOST 0.9            /* … and for all of them */
#define READ_SECONDS 0.25        /* before a command that was typed is run */
#define END_SECONDS 1.5          /* the last picture, before it all begins again */
#define QUICKEST 24.0            /* iterations a second, of a play as fast as it goes */

struct recorder {
	double scale; /* of the pictures */
	struct animation *to;
	double wait;    /* between commands */
	double pending; /* seconds that no picture has taken yet */
	size_t commands;
	uint8_t *pixels;
	odd_status status; /* of the drawing; once it fails, nothing more is drawn */
	odd_error fault;
	bool failed; /* the replay did */
};

/* ---- pictures -------------------------------------------------------------------------------- */

static odd_status add_picture(
	struct recorder *r, const struct app *app, double seconds, odd_error *err)
{
	struct canvas *picture = NULL;
	unsigned width, height;
	struct cells_insert insert[PIXEL_SLOTS];
	const struct cells_look look = {.insert = insert,
		.inserts = pixels_inserts(app, insert),
		.mono = app->depth == COLOUR_MONO,
		.caret_x = app->caret_x,
		.caret_y = app->caret_y};
	const struct raster_options options = {
		.scale = r->scale, .theme = app->set.theme, .format = RASTER_PNG};
	odd_status status = cells_picture_create(&picture, app->canvas, &look, &options, err);
	if (status != ODD_OK)
		return status;
	raster_size(picture, &width, &height);
	if (r->to == NULL)
		status = animation_create(&r->to, width, height, app->set.theme, err);
	if (status == ODD_OK && r->pixels == NULL &&
		(r->pixels = malloc((size_t)width * height * 3)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK) {
		raster_pixels(picture, r->pixels);
		status = animation_add(r->to, r->pixels, seconds, err);
	}
	canvas_free(picture);
	return status;
}

/* The screen as it is now, for so many seconds of the log's own time. */
static void capture(struct app *app, double seconds)
{
	struct recorder *r = app->recorder;
	if (r->status != ODD_OK || seconds <= 0.0)
		return;
	app_draw(app);
	r->status = add_picture(r, app, seconds, &r->fault);
}

void record_rest(struct app *app, double seconds)
{
	struct recorder *r = app->recorder;
	capture(app, seconds + r->pending);
	r->pending = 0.0;
}

/* After a sub-step, in the middle of a command or of play. */
static void moved(void *payload)
{
	struct app *app = payload;
	struct recorder *r = app->recorder;
	double speed = app->set.speed > 0.0 ? app->set.speed : QUICKEST;
	r->pending += 1.0 / (speed * ODD_SUBSTEPS);
	if (r->pending < FRAME_SECONDS)
		return;
	app_update(app);
	/* How far a part of a sub-step has come, threads decide. */
	app->progress.what[0] = '\0';
	app->progress.total = 0.0;
	record_rest(app, 0.0);
}

/* ---- commands -------------------------------------------------------------------------------- */

/* The first letters of a line, on the heap. */
static char *beginning(const char *line, size_t letters)
{
	const char *end = line;
	while (letters-- > 0 && utf8_next(&end) != 0)
		;
	return strndup(line, (size_t)(end - line));
}

void record_command(struct app *app, const char *line)
{
	struct recorder *r = app->recorder;
	struct layer *below = app->top;
	size_t letters = utf8_width(line);
	double each = fmin(TYPE_SECONDS, TYPE_MOST / (double)(letters + 1));
	size_t step = (size_t)fmax(1.0, ceil(FRAME_SECONDS / each));
	record_rest(app, r->commands++ > 0 ? r->wait : 2.0 * READ_SECONDS);
	if (strncmp(line, "wait ", 5) == 0)
		return;
	for (size_t n = step; n < letters + step; n += step) {
		char *text = beginning(line, n);
		if (text != NULL)
			prompt_open(app, PROMPT_COMMAND, text);
		free(text);
		record_rest(app, n < letters ? (double)step * each : READ_SECONDS);
	}
	while (app->top != below)
		app_pop(app);
	app->message[0] = '\0';
}

void record_fault(struct app *app, const odd_error *fault)
{
	struct recorder *r = app->recorder;
	if (!r->failed)
		r->fault = *fault;
	r->failed = true;
}

odd_status tui_record(
	struct animation **out, const struct app_options *options, double scale, odd_error *err)
{
	struct recorder r = {.scale = scale, .wait = options->wait};
	struct app *app = NULL;
	struct app_options begin = *options;
	*out = NULL;
	begin.scripted = true;
	begin.network = begin.log = NULL;
	odd_status status = app_create(&app, &begin, err);
	if (status == ODD_OK) {
		app->recorder = &r;
		worker_watch(app->worker, moved, app);
		status = replay_begin(
			app, options->log, options->values, options->value_count, 0.0, err);
	}
	if (status == ODD_OK && !r.failed) {
		app->message[0] = '\0';
		record_rest(app, fmax(END_SECONDS, r.wait));
	}
	if (status == ODD_OK && app->cancel != NULL && atomic_load(app->cancel))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status == ODD_OK && (r.failed || r.status != ODD_OK)) {
		*err = r.fault;
		status = r.failed ? r.fault.code : r.status;
	}
	app_free(app);
	free(r.pixels);
	if (status == ODD_OK)
		*out = r.to;
	else
		animation_free(r.to);
	return status;
}
