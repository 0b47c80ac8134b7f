#include "config.h"

#include "report/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/png.h"
#include "project/align.h"
#include "report/json.h"

/* A page of a talk: pixels, and logical pixels across whatever the figure. */
#define SLIDE_HEIGHT 900u
#define SLIDE_WIDTH 640.0

/* ---- what a figure shows ------------------------------------------------------------------ */

/* Principal components have no up or left; pictures show them as a screen does. */
static odd_status turn_upright(struct drawing *d, const odd_projection *map, odd_error *err)
{
	if (map->method != ODD_PROJECT_PCA)
		return ODD_OK;
	if (d->upright.rows != map->xy.rows) {
		odd_mat_free(&d->upright);
		odd_status status = odd_mat_alloc(&d->upright, map->xy.rows, map->xy.cols, err);
		if (status != ODD_OK)
			return status;
	}
	odd_mat_copy(d->upright, odd_mat_const(map->xy));
	odd_align_upright(d->upright, map->node);
	d->run.look.projection.xy = odd_mat_const(d->upright);
	return ODD_OK;
}

odd_status drawing_fill(struct drawing *d, const struct result *o, odd_error *err)
{
	d->run = (struct figure_run){.result = o, .look.colour = o->options.map_colour};
	if (o->map == NULL)
		return ODD_OK;
	figure_describe_map(&d->run.look.projection, d->method, o->map);
	return turn_upright(d, o->map, err);
}

void drawing_clear(struct drawing *d)
{
	odd_mat_free(&d->upright);
	memset(d, 0, sizeof *d);
}

/* ---- what a file says about itself --------------------------------------------------------- */

enum { PROVENANCE_TEXTS = 8 };

struct provenance {
	struct png_text text[PROVENANCE_TEXTS]; /* owned */
	size_t count;
};

/* "Loss of town", on the heap; NULL without memory. */
static char *two_words(const char *first, const char *between, const char *second)
{
	size_t size = strlen(first) + strlen(between) + strlen(second) + 1;
	char *text = malloc(size);
	if (text != NULL)
		snprintf(text, size, "%s%s%s", first, between, second);
	return text;
}

static void provenance_clear(struct provenance *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->text[i].key);
		free(p->text[i].value);
	}
	memset(p, 0, sizeof *p);
}

/* Title, Software, Figure, Iteration, Dataset (name and checksum), Command, Log and, of a run,
 * Options, a JSON object; those that the outcome does not know are left out. Nothing in them
 * depends on the clock, the number of threads or where the program stands. */
static odd_status provenance_make(
	struct provenance *out, const struct figure *figure, const struct result *o, odd_error *err)
{
	char checksum[20];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, o->checksum);
	char *title = two_words(figure->title, " of ", o->net->name);
	char *dataset = two_words(o->net->name, " ", checksum);
	char *options = o->used != NULL ? report_options_text(o) : NULL;
	const char *const row[PROVENANCE_TEXTS][2] = {{"Title", title},
		{"Software", "oddone " VERSION}, {"Figure", figure->name}, {"Iteration", o->moment},
		{"Dataset", dataset}, {"Command", o->command}, {"Log", o->log},
		{"Options", options}};
	bool whole = title != NULL && dataset != NULL && (o->used == NULL || options != NULL);
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < PROVENANCE_TEXTS; i++) {
		if (row[i][1] == NULL)
			continue;
		struct png_text *text = &out->text[out->count++];
		*text = (struct png_text){strdup(row[i][0]), strdup(row[i][1])};
		whole = whole && text->key != NULL && text->value != NULL;
	}
	free(title);
	free(dataset);
	free(options);
	if (whole)
		return ODD_OK;
	provenance_clear(out);
	return odd_error_nomem(err);
}

/* ---- files -------------------------------------------------------------------------------- */

odd_status drawing_draw(
	const struct drawing *d, const struct figure *figure, struct canvas *c, odd_error *err)
{
	figure_draw(figure, &d->run, c);
	return canvas_status(c, err);
}

odd_status picture_draw(struct canvas **out, const struct drawing *d, const struct figure *figure,
	const struct picture_style *style, const struct png_text *text, size_t text_count,
	odd_error *err)
{
	struct drawing shown = *d;
	shown.run.look.slide = style->slide;
	struct raster_options options = {
		.width = style->size[0] > 0 ? style->size[0] : figure->width,
		.height = style->size[1] > 0 ? style->size[1]
			  : style->slide     ? SLIDE_HEIGHT
					     : figure->height,
		.theme = style->theme,
		.format = style->format,
		.text = text,
		.text_count = text_count};
	options.scale = style->scale * figure_raster_scale(figure, options.width, options.height);
	if (style->slide)
		options.scale = style->scale * options.width / SLIDE_WIDTH;
	odd_status status = raster_create(out, &options, err);
	return status == ODD_OK ? drawing_draw(&shown, figure, *out, err) : status;
}

odd_status picture_save(const struct drawing *d, const struct figure *figure,
	const struct result *o, const struct picture_style *style, const char *path,
	const odd_job *job, odd_error *err)
{
	struct provenance about;
	struct canvas *canvas = NULL;
	odd_status status = provenance_make(&about, figure, o, err);
	if (status != ODD_OK)
		return status;
	status = picture_draw(&canvas, d, figure, style, about.text, about.count, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status == ODD_OK)
		status = raster_save(canvas, path, err);
	canvas_free(canvas);
	provenance_clear(&about);
	return status;
}
