#include "config.h"

#include "report/picture.h"

#include <string.h>

#include "report/provenance.h"

/* ---- what a figure shows ------------------------------------------------------------------ */

static odd_status align(struct drawing *d, const odd_one *one, odd_error *err)
{
	odd_one_state state = odd_one_look(one);
	odd_status status = d->aligned.data != NULL
				    ? ODD_OK
				    : odd_mat_alloc(&d->aligned, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_aligned_attributes(one, d->aligned);
	d->run.G = state.G;
	d->run.aligned = odd_mat_const(d->aligned);
	return ODD_OK;
}

odd_status drawing_fill(struct drawing *d, const struct outcome *o, odd_error *err)
{
	d->run = (struct figure_run){.net = o->net,
		.planted = o->planted > 0,
		.trace = o->trace,
		.options = o->used,
		.scores = o->scores,
		.evaluation = o->evaluation,
		.published = o->published,
		.command = o->again,
		.moment = o->moment,
		.colour = o->options.map_colour,
		.ghost = o->kept,
		.ghost_count = o->kept_count};
	if (o->map != NULL)
		figure_describe_map(&d->run.projection, d->method, o->map);
	return o->one != NULL ? align(d, o->one, err) : ODD_OK;
}

void drawing_clear(struct drawing *d)
{
	odd_mat_free(&d->aligned);
	memset(d, 0, sizeof *d);
}

struct figure_comparison picture_comparison(const struct outcome *o)
{
	return (struct figure_comparison){.net = o->net,
		.table = o->table,
		.options = o->compared,
		.published = o->published,
		.command = o->again};
}

/* ---- files -------------------------------------------------------------------------------- */

/* The run's figure, or when that is NULL the comparison's, which has its page in `figure`. */
static odd_status save(const struct figure *figure, const struct figure_run *run,
	const struct compare_figure *compare, const struct outcome *o,
	const struct picture_style *style, const char *path, const odd_job *job, odd_error *err)
{
	struct figure_comparison comparison = picture_comparison(o);
	struct provenance about;
	struct canvas *canvas = NULL;
	odd_status status = provenance_make(&about, figure, o, err);
	if (status != ODD_OK)
		return status;
	struct raster_options options = {
		.width = style->size[0] > 0 ? style->size[0] : figure->width,
		.height = style->size[1] > 0 ? style->size[1] : figure->height,
		.theme = style->theme,
		.format = style->format,
		.text = about.text,
		.text_count = about.count};
	options.scale = style->scale * figure_raster_scale(figure, options.width, options.height);
	status = raster_create(&canvas, &options, err);
	if (status == ODD_OK)
		status = run != NULL ? figure_draw(figure, run, canvas, err)
				     : compare->draw(&comparison, canvas, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status == ODD_OK)
		status = raster_save(canvas, path, err);
	canvas_free(canvas);
	provenance_clear(&about);
	return status;
}

odd_status picture_save(const struct drawing *d, const struct figure *figure,
	const struct outcome *o, const struct picture_style *style, const char *path,
	const odd_job *job, odd_error *err)
{
	return save(figure, &d->run, NULL, o, style, path, job, err);
}

odd_status picture_save_comparison(const struct compare_figure *figure, const struct outcome *o,
	const struct picture_style *style, const char *path, const odd_job *job, odd_error *err)
{
	return save(&figure->page, NULL, figure, o, style, path, job, err);
}
