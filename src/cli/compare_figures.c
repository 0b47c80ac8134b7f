/* compare_figures.c: the figures of a comparison, into files or as characters. */
#include "config.h"

#include <stdlib.h>

#include "cli/compare.h"
#include "cli/figures.h"
#include "cli/staging.h"
#include "draw/cells.h"
#include "draw/figure_compare.h"
#include "draw/provenance.h"
#include "draw/raster.h"
#include "oddone/base/file.h"

static struct figure_comparison shown(const struct compare *c)
{
	return (struct figure_comparison){.net = c->net,
		.table = &c->table,
		.options = &c->options,
		.published = &c->published,
		.command = c->command};
}

/* The figures of tasks that were measured; NULL behind the last. */
static const struct compare_figure *next_figure(const struct compare *c, size_t *at)
{
	const struct compare_figure *figure;
	while ((figure = compare_figure_get((*at)++)) != NULL)
		if ((c->options.tasks & ODD_TASK_BIT(figure->task)) != 0)
			break;
	return figure;
}

size_t compare_figures_count(const struct compare *c)
{
	size_t at = 0, count = 0;
	while (next_figure(c, &at) != NULL)
		count++;
	return count;
}

/* ---- files -------------------------------------------------------------------------------- */

static odd_status save(const struct compare *c, const struct compare_figure *figure,
	const char *path, odd_error *err)
{
	const struct figure_settings *f = &c->settings->figures;
	const struct figure *page = &figure->page;
	struct figure_comparison comparison = shown(c);
	struct provenance about;
	struct canvas *canvas = NULL;
	odd_status status = provenance_begin(&about, page, NULL, c->net->name, c->checksum, err);
	if (status == ODD_OK)
		status = provenance_add(&about, "Command", c->command, err);
	struct raster_options options = {.width = f->size[0] > 0 ? f->size[0] : page->width,
		.height = f->size[1] > 0 ? f->size[1] : page->height,
		.theme = figure_ground(f, THEME_LIGHT),
		.format = f->format,
		.text = about.text,
		.text_count = about.count};
	options.scale = f->scale * figure_raster_scale(page, options.width, options.height);
	if (status == ODD_OK)
		status = raster_create(&canvas, &options, err);
	if (status == ODD_OK)
		status = figure->draw(&comparison, canvas, err);
	if (status == ODD_OK)
		status = raster_save(canvas, path, err);
	canvas_free(canvas);
	provenance_clear(&about);
	return status;
}

odd_status compare_figures_write(const struct compare *c, odd_error *err)
{
	static const char *const ending[] = {"png", "svg", "pdf"};
	const struct compare_figure *figure;
	struct staging staging;
	if (c->settings->figures.dir == NULL)
		return ODD_OK;
	odd_status status = staging_begin(&staging, c->settings->figures.dir, err);
	if (status != ODD_OK)
		return status;
	for (size_t at = 0; status == ODD_OK && (figure = next_figure(c, &at)) != NULL;) {
		char name[80];
		snprintf(name, sizeof name, "%s.%s", figure->page.name,
			ending[c->settings->figures.format]);
		char *path = odd_path_join(staging.dir, name);
		status = path != NULL ? save(c, figure, path, err) : odd_error_nomem(err);
		free(path);
	}
	if (status == ODD_OK)
		return staging_commit(&staging, err);
	staging_discard(&staging);
	return status;
}

/* ---- characters --------------------------------------------------------------------------- */

odd_status compare_figures_print(FILE *out, const struct compare *c, odd_error *err)
{
	const struct figure_settings *f = &c->settings->figures;
	const struct compare_figure *figure;
	struct figure_comparison comparison = shown(c);
	odd_status status = ODD_OK;
	for (size_t at = 0, n = 0; status == ODD_OK && (figure = next_figure(c, &at)) != NULL;
		n++) {
		struct canvas *canvas = NULL;
		if (n > 0)
			putc('\n', out);
		status = figure_cells_begin(&canvas, &figure->page, f, err);
		if (status == ODD_OK)
			status = figure->draw(&comparison, canvas, err);
		if (status == ODD_OK)
			status = figure_cells_print(out, canvas, f, err);
		canvas_free(canvas);
	}
	/* The pages leave small print out where there is little room. */
	if (status == ODD_OK)
		compare_print_caveats(out, c);
	return status;
}
