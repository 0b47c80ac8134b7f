#include "config.h"

#include "cli/figures.h"

#include <stdlib.h>

#include "cli/terminal.h"
#include "draw/cells.h"
#include "oddone/base/file.h"

/* ---- files -------------------------------------------------------------------------------- */

struct picture_style figures_style(const struct figure_settings *f)
{
	return (struct picture_style){.size = {f->size[0], f->size[1]},
		.scale = f->scale,
		.theme = figure_ground(f, THEME_LIGHT),
		.format = f->format};
}

char *figures_path(const char *dir, const struct figure *figure, const struct figure_settings *f)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	char name[80];
	snprintf(name, sizeof name, "%s.%s", figure->name, ending[f->format]);
	return odd_path_join(dir, name);
}

bool figures_need_map(const struct settings *s)
{
	const struct figure_settings *f = &s->figures;
	const struct figure *figure;
	for (size_t i = 0; f->dir != NULL && (figure = figure_to_draw(f, i)) != NULL; i++)
		if (figure->maps)
			return true;
	for (size_t i = 0; f->text && (figure = figure_to_print(f, i)) != NULL; i++)
		if (figure->maps)
			return true;
	return false;
}

size_t figures_count(const struct figure_settings *f)
{
	size_t count = 0;
	while (figure_to_draw(f, count) != NULL)
		count++;
	return count;
}

odd_status figures_write(const struct run *r, const char *dir, const odd_job *job, odd_error *err)
{
	const struct figure_settings *f = &r->settings->figures;
	const struct picture_style style = figures_style(f);
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, &r->outcome, err);
	for (size_t i = 0; status == ODD_OK && (figure = figure_to_draw(f, i)) != NULL; i++) {
		odd_job_report(job, "figures", (double)i, (double)figures_count(f));
		char *path = figures_path(dir, figure, f);
		status = path != NULL
				 ? picture_save(&d, figure, &r->outcome, &style, path, job, err)
				 : odd_error_nomem(err);
		free(path);
	}
	drawing_clear(&d);
	return status;
}

/* ---- characters --------------------------------------------------------------------------- */

/* As wide as the terminal; as high as the figure likes to be, and more when it is wider. */
static void extent_of(size_t size[2], const struct figure *figure, const struct figure_settings *f)
{
	bool pictures = f->dir != NULL || f->frames != NULL; /* then --size is in pixels */
	size[0] = f->size[0] > 0 && !pictures ? f->size[0] : terminal_columns();
	size[1] = figure->rows;
	if (f->size[1] > 0 && !pictures)
		size[1] = f->size[1];
	else if (size[0] > figure->columns)
		size[1] = size[1] * size[0] / figure->columns;
}

odd_status figure_cells_begin(struct canvas **out, const struct figure *figure,
	const struct figure_settings *f, odd_error *err)
{
	size_t size[2];
	extent_of(size, figure, f);
	return cells_create(out, size[0], size[1], f->screen.glyphs, err);
}

odd_status figure_cells_print(
	FILE *out, struct canvas *canvas, const struct figure_settings *f, odd_error *err)
{
	bool plain;
	enum colour_depth depth = terminal_depth(f->colour, &plain);
	enum theme ground = figure_ground(f, THEME_DARK);
	char *text = NULL;
	odd_status status = canvas_finish(canvas, err);
	if (status == ODD_OK)
		text = plain ? cells_to_text(canvas, true) : cells_to_ansi(canvas, depth, ground);
	if (status == ODD_OK && text == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		fputs(text, out);
	free(text);
	return status;
}

odd_status figures_print(FILE *out, const struct run *r, odd_error *err)
{
	const struct figure_settings *f = &r->settings->figures;
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, &r->outcome, err);
	for (size_t i = 0; status == ODD_OK && (figure = figure_to_print(f, i)) != NULL; i++) {
		struct canvas *canvas = NULL;
		if (i > 0)
			putc('\n', out);
		status = figure_cells_begin(&canvas, figure, f, err);
		if (status == ODD_OK)
			status = figure_draw(figure, &d.run, canvas, err);
		if (status == ODD_OK)
			status = figure_cells_print(out, canvas, f, err);
		canvas_free(canvas);
	}
	drawing_clear(&d);
	return status;
}
