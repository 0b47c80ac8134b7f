/* screen_files.c: the screen as a file. save-screen writes it as text or as a picture; record as an
 * animation of what is seen; play --record as an animation of a log. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "draw/animation.h"
#include "draw/cells_picture.h"
#include "draw/utf8.h"
#include "oddone/one.h"
#include "session/xalloc.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/tui.h"
#include "tui/ui_commands.h"

/* ---- save-screen ----------------------------------------------------------------------------- */

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
	const struct cells_look look = {.mono = app->depth == COLOUR_MONO,
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
	app_draw(app);
	status = picture ? save_picture(app, args, path, format, err) : save_text(app, path, err);
	if (status == ODD_OK)
		app_say(app, "wrote the screen to %s", path);
	free(path);
	return status;
}

/* ---- pictures of an animation ---------------------------------------------------------------- */

struct film {
	double scale;
	enum theme theme;
	bool mono;
	struct animation *to; /* NULL before the first picture */
	uint8_t *pixels;
	odd_status status; /* of the first picture that failed; no picture is added after that */
	odd_error err;
};

static void film_add(
	struct film *f, const struct canvas *cells, int caret_x, int caret_y, double seconds)
{
	struct canvas *picture = NULL;
	unsigned width, height;
	const struct cells_look look = {.mono = f->mono, .caret_x = caret_x, .caret_y = caret_y};
	const struct raster_options options = {
		.scale = f->scale, .theme = f->theme, .format = RASTER_PNG};
	if (f->status == ODD_OK)
		f->status = cells_picture_create(&picture, cells, &look, &options, &f->err);
	if (f->status != ODD_OK)
		return;
	raster_size(picture, &width, &height);
	if (f->to == NULL) {
		f->status = animation_create(&f->to, width, height, f->theme, &f->err);
		f->pixels = xgrow(NULL, (size_t)width * height, 3);
	}
	if (f->status == ODD_OK) {
		raster_pixels(picture, f->pixels);
		f->status = animation_add(f->to, f->pixels, seconds, &f->err);
	}
	canvas_free(picture);
}

/* ---- record: the screen as an animation while one works ------------------------------------- */

#define SCRIPT_SECONDS 0.5 /* of a picture in a script, which has no clock */

struct recording {
	char *path;
	struct film film;
	struct canvas *last; /* the screen that is seen … */
	double since;        /* … since then */
};

/* The screen that was seen up to now becomes a picture. */
static void add_last(struct recording *r, const struct app *app)
{
	if (r->last != NULL)
		film_add(&r->film, r->last, -1, -1,
			app->scripted ? SCRIPT_SECONDS : odd__clock() - r->since);
	canvas_free(r->last);
	r->last = NULL;
}

void recording_frame(struct app *app)
{
	struct recording *r = app->recording;
	if (r == NULL || (r->last != NULL && cells_same(r->last, app->canvas)))
		return;
	/* A picture has one size: what is seen at another is left out. */
	if (r->last != NULL && (cells_columns(r->last) != cells_columns(app->canvas) ||
				       cells_rows(r->last) != cells_rows(app->canvas)))
		return;
	add_last(r, app);
	r->since = odd__clock();
	(void)cells_copy(&r->last, app->canvas, NULL);
}

static odd_status begin_recording(struct app *app, const struct arguments *args, odd_error *err)
{
	odd_status status = animation_can_gif(err);
	char *path = NULL;
	if (status == ODD_OK)
		status = writing_target(&path, &app->playback.writing, args, err);
	if (status != ODD_OK)
		return status;
	app->recording = xgrow(NULL, 1, sizeof *app->recording);
	*app->recording = (struct recording){.path = path,
		.film = {.scale = 1.0, .theme = app->set.theme, .mono = app->depth == COLOUR_MONO}};
	app_say(app, "recording into %s; record once more ends it", path);
	return ODD_OK;
}

odd_status recording_end(struct app *app, odd_error *err)
{
	struct recording *r = app->recording;
	struct bytes gif = {0};
	if (r == NULL)
		return ODD_OK;
	struct film *f = &r->film;
	add_last(r, app);
	if (f->status == ODD_OK && f->to == NULL)
		f->status = odd_error_set(&f->err, ODD_EUSAGE, "nothing was recorded");
	if (f->status == ODD_OK)
		f->status = animation_end(&gif, f->to, "oddone " VERSION, &f->err);
	if (f->status == ODD_OK)
		f->status = bytes_save(&gif, r->path, &f->err);
	const odd_status status = f->status;
	if (status == ODD_OK)
		app_say(app, "wrote %zu pictures, %.1f s, to %s", animation_count(f->to),
			animation_seconds(f->to), r->path);
	else if (err != NULL)
		*err = f->err;
	bytes_clear(&gif);
	animation_free(f->to);
	free(f->pixels);
	free(r->path);
	free(r);
	app->recording = NULL;
	return status;
}

odd_status ui_record(struct app *app, const struct arguments *args, odd_error *err)
{
	const bool named = arguments_text(args, "FILE") != NULL;
	if (named && app->recording != NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "the screen is recorded already; record alone ends it");
	if (!named && app->recording == NULL)
		return odd_error_set(err, ODD_EUSAGE, "nothing is recorded; say: record FILE.gif");
	return named ? begin_recording(app, args, err) : recording_end(app, err);
}

/* ---- play --record: a log, with a clock of its own ---------------------------------------------
 */

#define FRAME_SECONDS (1.0 / 12) /* between pictures of what moves */
#define TYPE_SECONDS 0.045       /* for a letter … */
#define TYPE_MOST 0.9            /* … and for all of them */
#define READ_SECONDS 0.25        /* before a command that was typed is run */
#define END_SECONDS 1.5          /* the last picture, before it all begins again */
#define QUICKEST 24.0            /* iterations a second, of a play as fast as it goes */

struct recorder {
	struct film film;
	double wait;    /* between commands */
	double pending; /* seconds that no picture has taken yet */
	size_t commands;
	odd_error fault;
	bool failed; /* the replay did */
};

/* The screen as it is now, for so many seconds of the log's own time. */
static void capture(struct app *app, double seconds)
{
	struct recorder *r = app->recorder;
	if (r->film.status != ODD_OK || seconds <= 0.0)
		return;
	app_draw(app);
	if (r->film.to == NULL)
		r->film.theme = app->set.theme;
	film_add(&r->film, app->canvas, app->caret_x, app->caret_y, seconds);
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
	struct recorder r = {.film = {.scale = scale, .mono = options->depth == COLOUR_MONO},
		.wait = options->wait};
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
	if (status == ODD_OK && (r.failed || r.film.status != ODD_OK)) {
		*err = r.failed ? r.fault : r.film.err;
		status = err->code;
	}
	app_free(app);
	free(r.film.pixels);
	if (status == ODD_OK)
		*out = r.film.to;
	else
		animation_free(r.film.to);
	return status;
}
