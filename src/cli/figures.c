#include "config.h"

#include "cli/run.h"

#include <stdlib.h>

#include "cli/text.h"
#include "draw/cells.h"
#include "draw/figures.h"
#include "base/file.h"

/* ---- files -------------------------------------------------------------------------------- */

struct picture_style figures_style(const struct figure_settings *f)
{
	return (struct picture_style){.size = {f->size[0], f->size[1]},
		.scale = f->scale,
		.theme = figure_ground(f, THEME_LIGHT),
		.format = f->format};
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

/* What goes into files; NULL behind the last. */
static const struct figure *to_draw(
	const struct result *o, const struct figure_settings *f, size_t i)
{
	if (o->history != NULL)
		return i == 0 ? figure_every_find("times") : NULL;
	return o->table != NULL ? compare_figure_get(i, o->compared->tasks) : figure_to_draw(f, i);
}

/* What goes to the terminal, likewise. */
static const struct figure *to_print(
	const struct result *o, const struct figure_settings *f, size_t i)
{
	bool own = o->table != NULL || o->history != NULL;
	return own ? to_draw(o, f, i) : figure_to_print(f, i);
}

size_t figures_count(const struct result *o, const struct figure_settings *f)
{
	size_t count = 0;
	while (to_draw(o, f, count) != NULL)
		count++;
	return count;
}

void figures_tell(struct run *r, size_t count)
{
	const char *dir = r->settings->figures.dir;
	if (dir != NULL)
		tell(&r->work, "wrote %zu %s to %s", count, plural(count, "figure", "figures"),
			dir);
}

odd_status figures_write(const struct result *o, const struct figure_settings *f, const char *dir,
	const odd_job *job, odd_error *err)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	const struct picture_style style = figures_style(f);
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, o, err);
	for (size_t i = 0; status == ODD_OK && (figure = to_draw(o, f, i)) != NULL; i++) {
		char name[80];
		odd_job_report(job, "figures", (double)i, (double)figures_count(o, f));
		snprintf(name, sizeof name, "%s.%s", figure->name, ending[f->format]);
		char *path = odd_path_join(dir, name);
		status = path != NULL ? picture_save(&d, figure, o, &style, path, job, err)
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
	bool pictures = f->dir != NULL; /* then --size is in pixels */
	size[0] = f->size[0] > 0 && !pictures ? f->size[0] : terminal_columns();
	size[1] = figure->rows;
	if (f->size[1] > 0 && !pictures)
		size[1] = f->size[1];
	else if (size[0] > figure->columns)
		size[1] = size[1] * size[0] / figure->columns;
}

static odd_status print_cells(
	FILE *out, struct canvas *canvas, const struct figure_settings *f, odd_error *err)
{
	bool plain;
	enum colour_depth depth = terminal_depth(f->colour, &plain);
	enum theme ground = figure_ground(f, THEME_DARK);
	char *text = NULL;
	odd_status status = canvas_finish(canvas, err);
	if (status == ODD_OK)
		text = plain ? cells_to_text(canvas) : cells_to_ansi(canvas, depth, ground);
	if (status == ODD_OK && text == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		fputs(text, out);
	free(text);
	return status;
}

odd_status figures_print(
	FILE *out, const struct result *o, const struct figure_settings *f, odd_error *err)
{
	const struct figure *figure;
	struct drawing d = DRAWING_INIT;
	odd_status status = drawing_fill(&d, o, err);
	for (size_t i = 0; status == ODD_OK && (figure = to_print(o, f, i)) != NULL; i++) {
		size_t size[2];
		struct canvas *canvas = NULL;
		if (i > 0)
			putc('\n', out);
		extent_of(size, figure, f);
		status = cells_create(&canvas, size[0], size[1], f->screen.glyphs, err);
		if (status == ODD_OK)
			status = drawing_draw(&d, figure, canvas, err);
		if (status == ODD_OK)
			status = print_cells(out, canvas, f, err);
		canvas_free(canvas);
	}
	drawing_clear(&d);
	return status;
}
