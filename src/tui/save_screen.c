/* save_screen.c: what is on the screen, as a file: text, text with colours, or a picture. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/cells_picture.h"
#include "base/file.h"
#include "tui/app.h"
#include "tui/pixels.h"
#include "tui/text.h"
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
	odd_status status = writing_target(&path, &app->played.writing, args, err);
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
