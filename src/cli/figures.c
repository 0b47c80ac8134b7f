#include "config.h"

#include "cli/figures.h"

#include <stdlib.h>
#include <string.h>

#include "cli/provenance.h"
#include "cli/terminal.h"
#include "draw/cells.h"
#include "draw/raster.h"
#include "oddone/base/file.h"
#include "session/paths.h"

/* ---- what a figure shows ------------------------------------------------------------------ */

void picture_describe_map(struct picture *p, const odd_projection *map)
{
	figure_describe_map(&p->run.projection, p->method, map);
}

odd_status picture_begin(struct picture *p, const struct run *r, odd_error *err)
{
	odd_one_state state = odd_one_look(r->one);
	memset(p, 0, sizeof *p);
	p->command = provenance_command(r->settings);
	odd_status status = p->command != NULL
				    ? odd_mat_alloc(&p->aligned, state.nodes, state.k, err)
				    : odd_error_nomem(err);
	if (status != ODD_OK)
		return status;
	p->run = (struct figure_run){.net = r->net,
		.planted = r->settings->run.plant.given,
		.trace = odd_one_trace(r->one),
		.options = odd_one_options_used(r->one),
		.scores = &r->scores,
		.evaluation = &r->evaluation,
		.command = p->command,
		.colour = r->settings->run.map_colour};
	if (r->projection.xy.data != NULL)
		picture_describe_map(p, &r->projection);
	picture_follow(p, r);
	if (session_published(&p->published))
		p->run.published = &p->published;
	return ODD_OK;
}

void picture_follow(struct picture *p, const struct run *r)
{
	odd_one_aligned_attributes(r->one, p->aligned);
	p->run.G = odd_one_look(r->one).G;
	p->run.aligned = odd_mat_const(p->aligned);
	p->run.trace = odd_one_trace(r->one);
}

void picture_end(struct picture *p)
{
	odd_mat_free(&p->aligned);
	odd_published_clear(&p->published);
	free(p->command);
	p->command = NULL;
}

/* ---- files -------------------------------------------------------------------------------- */

odd_status picture_save(const struct picture *p, const struct run *r, const struct figure *figure,
	enum raster_format format, const char *moment, const char *path, odd_error *err)
{
	const struct figure_settings *f = &r->settings->figures;
	struct provenance about;
	struct canvas *canvas = NULL;
	odd_status status = provenance_make(&about, r, p->command, figure, moment, err);
	if (status != ODD_OK)
		return status;
	struct raster_options options = {.width = f->size[0] > 0 ? f->size[0] : figure->width,
		.height = f->size[1] > 0 ? f->size[1] : figure->height,
		.theme = figure_ground(f, THEME_LIGHT),
		.format = format,
		.text = about.text,
		.text_count = about.count};
	options.scale = f->scale * figure_raster_scale(figure, options.width, options.height);
	status = raster_create(&canvas, &options, err);
	if (status == ODD_OK)
		status = figure_draw(figure, &p->run, canvas, err);
	if (status == ODD_OK)
		status = raster_save(canvas, path, err);
	canvas_free(canvas);
	provenance_clear(&about);
	return status;
}

bool figure_shows_map(const struct figure *figure)
{
	return strcmp(figure->name, "map") == 0 || strcmp(figure->name, "dashboard") == 0;
}

bool figures_need_map(const struct settings *s)
{
	const struct figure_settings *f = &s->figures;
	const struct figure *figure;
	for (size_t i = 0; f->dir != NULL && (figure = figure_to_draw(f, i)) != NULL; i++)
		if (figure_shows_map(figure))
			return true;
	for (size_t i = 0; f->text && (figure = figure_to_print(f, i)) != NULL; i++)
		if (figure_shows_map(figure))
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

static odd_status write_figure(const struct picture *p, const struct run *r,
	const struct figure *figure, const char *dir, odd_error *err)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	enum raster_format format = r->settings->figures.format;
	char name[80];
	snprintf(name, sizeof name, "%s.%s", figure->name, ending[format]);
	char *path = odd_path_join(dir, name);
	odd_status status = path != NULL ? picture_save(p, r, figure, format, NULL, path, err)
					 : odd_error_nomem(err);
	free(path);
	return status;
}

odd_status figures_write(const struct run *r, const char *dir, const odd_job *job, odd_error *err)
{
	const struct figure_settings *f = &r->settings->figures;
	const struct figure *figure;
	struct picture p;
	odd_status status = picture_begin(&p, r, err);
	for (size_t i = 0; status == ODD_OK && (figure = figure_to_draw(f, i)) != NULL; i++) {
		odd_job_report(job, "figures", (double)i, (double)figures_count(f));
		status = write_figure(&p, r, figure, dir, err);
		if (status == ODD_OK && odd_job_cancelled(job))
			status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	}
	picture_end(&p);
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

static odd_status print_figure(FILE *out, const struct picture *p, const struct figure *figure,
	const struct figure_settings *f, odd_error *err)
{
	struct canvas *canvas = NULL;
	odd_status status = figure_cells_begin(&canvas, figure, f, err);
	if (status == ODD_OK)
		status = figure_draw(figure, &p->run, canvas, err);
	if (status == ODD_OK)
		status = figure_cells_print(out, canvas, f, err);
	canvas_free(canvas);
	return status;
}

odd_status figures_print(FILE *out, const struct run *r, odd_error *err)
{
	const struct figure_settings *f = &r->settings->figures;
	const struct figure *figure;
	struct picture p;
	odd_status status = picture_begin(&p, r, err);
	for (size_t i = 0; status == ODD_OK && (figure = figure_to_print(f, i)) != NULL; i++) {
		if (i > 0)
			putc('\n', out);
		status = print_figure(out, &p, figure, f, err);
	}
	picture_end(&p);
	return status;
}
