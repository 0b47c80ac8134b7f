/* compare_figures.c: the figures of a comparison, into files or as characters. */
#include "config.h"

#include <stdlib.h>

#include "cli/compare.h"
#include "cli/figures.h"
#include "cli/staging.h"
#include "draw/cells.h"

/* The figures of tasks that were measured; NULL behind the last. */
static const struct compare_figure *next_figure(const struct outcome *o, size_t *at)
{
	const struct compare_figure *figure;
	while ((figure = compare_figure_get((*at)++)) != NULL)
		if ((o->compared->tasks & ODD_TASK_BIT(figure->task)) != 0)
			break;
	return figure;
}

size_t compare_figures_count(const struct outcome *o)
{
	size_t at = 0, count = 0;
	while (next_figure(o, &at) != NULL)
		count++;
	return count;
}

/* ---- files -------------------------------------------------------------------------------- */

odd_status compare_figures_write(const struct compare *c, const odd_job *job, odd_error *err)
{
	const struct figure_settings *f = &c->settings->figures;
	const struct picture_style style = figures_style(f);
	const struct compare_figure *figure;
	struct staging staging;
	if (f->dir == NULL)
		return ODD_OK;
	odd_status status = staging_begin(&staging, f->dir, err);
	if (status != ODD_OK)
		return status;
	for (size_t at = 0; status == ODD_OK && (figure = next_figure(&c->outcome, &at)) != NULL;) {
		char *path = figures_path(staging.dir, &figure->page, f);
		status = path != NULL ? picture_save_comparison(
						figure, &c->outcome, &style, path, job, err)
				      : odd_error_nomem(err);
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
	struct figure_comparison comparison = picture_comparison(&c->outcome);
	odd_status status = ODD_OK;
	for (size_t at = 0, n = 0;
		status == ODD_OK && (figure = next_figure(&c->outcome, &at)) != NULL; n++) {
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
		compare_print_caveats(out, &c->outcome);
	return status;
}
