/* export_figure.c: a figure of the present place, with a note of how it came about. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/provenance.h"
#include "draw/raster.h"
#include "session/command.h"
#include "session/export.h"
#include "session/memory.h"
#include "session/paths.h"

/* What a figure borrows. */
struct page {
	odd_mat aligned;
	odd_projection map; /* borrowed, all of it, unless own */
	bool own;
	odd_published published;
	struct figure_ghost *ghost;
	char method[FIGURE_METHOD], moment[60], command[300];
	struct figure_run run;
};

odd_status export_map(
	odd_projection *out, bool *own, const struct session *s, const odd_job *job, odd_error *err)
{
	const struct session_map *m = s->map;
	const odd_projection_options options = {.method = ODD_PROJECT_PCA, .source = m->source};
	*own = m->method == ODD_PROJECT_PCA;
	if (*own)
		return odd_project(out, s->now.epoch->run, &options, job, err);
	*out = (odd_projection){.method = m->method,
		.source = m->source,
		.xy = m->xy,
		.node = m->node,
		.explained = {m->explained[0], m->explained[1]},
		.iterations = m->iteration,
		.perplexity = m->perplexity,
		.kl = m->kl};
	return ODD_OK;
}

static void describe_ghosts(struct page *page, const struct session *s)
{
	page->ghost = memory_grow(NULL, s->ghost_count, sizeof *page->ghost);
	for (size_t i = 0; i < s->ghost_count; i++) {
		const struct ghost *g = s->ghost[i];
		page->ghost[i] = (struct figure_ghost){
			g->name, &g->trace, g->evaluated ? &g->evaluation : NULL};
	}
	page->run.ghost = page->ghost;
	page->run.ghost_count = s->ghost_count;
}

static void page_end(struct page *page)
{
	odd_mat_free(&page->aligned);
	if (page->own)
		odd_projection_clear(&page->map);
	odd_published_clear(&page->published);
	free(page->ghost);
}

static odd_status page_begin(struct page *page, const struct session *s, const char *log,
	const struct export_request *request, const odd_job *job, odd_error *err)
{
	const odd_one *run = s->now.epoch->run;
	const odd_trace *trace = odd_one_trace(run);
	const odd_trace_point *last = &trace->point[trace->count - 1];
	odd_one_state state = odd_one_look(run);
	memset(page, 0, sizeof *page);
	odd_status status = odd_mat_alloc(&page->aligned, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_aligned_attributes(run, page->aligned);
	if (odd_one_next(run) == ODD_STEP_W)
		snprintf(
			page->moment, sizeof page->moment, "iteration %zu", odd_one_iteration(run));
	else
		snprintf(page->moment, sizeof page->moment, "iteration %zu, after %s",
			odd_one_iteration(run) + 1, odd_substep_get(last->step)->name);
	if (log != NULL)
		snprintf(page->command, sizeof page->command, "oddone play %.250s", log);
	page->run = (struct figure_run){.net = session_network(s),
		.planted = s->now.epoch->record_count > 0,
		.trace = trace,
		.options = odd_one_options_used(run),
		.scores = session_scores(s),
		.evaluation = s->scored->evaluated ? &s->scored->evaluation : NULL,
		.G = state.G,
		.aligned = odd_mat_const(page->aligned),
		.command = log != NULL ? page->command : NULL,
		.moment = page->moment,
		.colour = request->colour};
	if (session_published(&page->published))
		page->run.published = &page->published;
	describe_ghosts(page, s);
	status = export_map(&page->map, &page->own, s, job, err);
	if (status == ODD_OK)
		figure_describe_map(&page->run.projection, page->method, &page->map);
	else
		page_end(page);
	return status;
}

/* ---- how it came about ---------------------------------------------------------------------- */

static void put_json_number(FILE *out, const char *key, double x)
{
	if (isfinite(x))
		fprintf(out, ",\"%s\":%.17g", key, x);
	else
		fprintf(out, ",\"%s\":null", key);
}

/* The options as resolved, a JSON object under the names oddone run has; NULL without memory. */
static char *options_text(const struct session *s)
{
	static const char *const starts[] = {"preset", "nmf", "svd", "random", "given"};
	const odd_one_options *o = odd_one_options_used(s->now.epoch->run);
	const double *weight = session_scores(s)->weight;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	fprintf(out, "{\"dims\":%zu,\"preset\":\"%s\",\"init\":\"%s\",\"update\":\"%s\"",
		odd_one_look(s->now.epoch->run).k, o->preset == ODD_PAPER ? "paper" : "calibrated",
		starts[o->start], o->update == ODD_BLOCK ? "block" : "coordinate");
	put_json_number(out, "alpha", o->alpha);
	put_json_number(out, "beta", o->beta);
	put_json_number(out, "mu", o->mu);
	fprintf(out, ",\"weights\":[%.17g,%.17g,%.17g],\"seed\":%llu,\"directed\":%s", weight[0],
		weight[1], weight[2], (unsigned long long)o->seed,
		session_network(s)->directed ? "true" : "false");
	fprintf(out, ",\"projection\":\"%s\",\"project\":\"%s\"}",
		odd_projection_method_name(s->map->method),
		odd_projection_source_name(s->map->source));
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* All commands up to this one; NULL without memory. */
static char *commands_text(const struct session *s, const char *line)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (size_t i = 0; i < s->log.count; i++)
		fprintf(out, "%s; ", s->log.line[i]);
	fputs(line, out);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

static odd_status tell(struct provenance *out, const struct session *s, const struct figure *figure,
	const struct page *page, const char *log, const char *line, odd_error *err)
{
	char *options = options_text(s), *commands = commands_text(s, line);
	odd_status status = provenance_begin(out, figure, page->moment, s->name, s->checksum, err);
	if (status == ODD_OK && (options == NULL || commands == NULL))
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = provenance_add(out, "Command", commands, err);
	if (status == ODD_OK && log != NULL)
		status = provenance_add(out, "Log", log, err);
	if (status == ODD_OK)
		status = provenance_add(out, "Options", options, err);
	free(options);
	free(commands);
	return status;
}

odd_status export_figure(struct session *s, const struct figure *figure, const char *path,
	const char *log, const struct export_request *request, const odd_job *job, odd_error *err)
{
	struct page page;
	struct provenance about = {.count = 0};
	struct canvas *canvas = NULL;
	struct raster_options options = {
		.width = request->size[0] > 0 ? request->size[0] : figure->width,
		.height = request->size[1] > 0 ? request->size[1] : figure->height,
		.theme = request->theme};
	if (!raster_format_of(&options.format, path))
		return odd_error_set(err, ODD_EUSAGE,
			"export: %.100s ends neither in .png nor .svg nor .pdf", path);
	odd_status status = page_begin(&page, s, log, request, job, err);
	if (status != ODD_OK)
		return status;
	status = tell(&about, s, figure, &page, log, request->line, err);
	options.text = about.text;
	options.text_count = about.count;
	options.scale = request->scale * figure_raster_scale(figure, options.width, options.height);
	odd_job_report(job, "drawing", 0.0, 1.0);
	if (status == ODD_OK)
		status = raster_create(&canvas, &options, err);
	if (status == ODD_OK)
		status = figure_draw(figure, &page.run, canvas, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status == ODD_OK)
		status = raster_save(canvas, path, err);
	canvas_free(canvas);
	provenance_clear(&about);
	page_end(&page);
	return status;
}
