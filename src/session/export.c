/* export.c: figures and tables of the present state, each written whole or not at all. */
#include "config.h"

#include <stdio.h>

#include "draw/figures.h"
#include "draw/raster.h"
#include "oddone/file.h"
#include "session/command.h"
#include "session/memory.h"

/* ---- tables --------------------------------------------------------------------------------- */

/* An id in one field: what would break the table becomes a blank. */
static void put_id(FILE *out, const odd_network *net, size_t node)
{
	for (const char *p = odd_names_get(&net->ids, node); *p != '\0'; p++)
		putc(*p == '\t' || *p == '\n' || *p == '\r' ? ' ' : *p, out);
}

static odd_status write_scores(FILE *out, struct session *s, odd_error *err)
{
	(void)err;
	const odd_network *net = session_network(s);
	const odd_scores *x = &s->scored->scores;
	fputs("rank\tid\tscore\tstructure\tattributes\tdisagreement\tkind\n", out);
	for (size_t i = 0; i < x->n; i++) {
		uint32_t node = x->order[i];
		fprintf(out, "%zu\t", i + 1);
		put_id(out, net, node);
		fprintf(out, "\t%.17g\t%.17g\t%.17g\t%.17g\t%s\n", x->total[node],
			x->component[0][node], x->component[1][node], x->component[2][node],
			net->has_truth ? odd_kind_name((odd_kind)net->truth[node]) : "-");
	}
	return ODD_OK;
}

static void write_rows(FILE *out, const odd_network *net, odd_mat m)
{
	for (size_t i = 0; i < m.rows; i++) {
		put_id(out, net, i);
		for (size_t k = 0; k < m.cols; k++)
			fprintf(out, "\t%.17g", odd_mat_row(m, i)[k]);
		putc('\n', out);
	}
}

static odd_status write_embedding(FILE *out, struct session *s, odd_error *err)
{
	odd_mat m;
	odd_one_state state = odd_one_look(s->now.epoch->run);
	odd_status status = odd_mat_alloc(&m, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(s->now.epoch->run, m);
	fputs("id", out);
	for (size_t k = 0; k < m.cols; k++)
		fprintf(out, "\te%zu", k + 1);
	putc('\n', out);
	write_rows(out, session_network(s), m);
	odd_mat_free(&m);
	return ODD_OK;
}

static odd_status write_projection(FILE *out, struct session *s, odd_error *err)
{
	(void)err;
	fprintf(out, "# pca of the embedding, explained %.9g %.9g\nid\tx\ty\n",
		s->map->explained[0], s->map->explained[1]);
	write_rows(out, session_network(s), s->map->xy);
	return ODD_OK;
}

static const struct {
	const char *name;
	odd_status (*write)(FILE *out, struct session *s, odd_error *err);
} tables[] = {
	{"scores", write_scores}, {"embedding", write_embedding}, {"projection", write_projection}};

/* ---- figures -------------------------------------------------------------------------------- */

static odd_status export_figure(
	struct session *s, const struct figure *figure, const char *path, odd_error *err)
{
	const odd_one *run = s->now.epoch->run;
	odd_one_state state = odd_one_look(run);
	struct raster_options options = {.width = figure->width, .height = figure->height};
	struct canvas *canvas = NULL;
	odd_mat aligned = {0};
	if (!raster_format_of(&options.format, path))
		return odd_error_set(err, ODD_EUSAGE,
			"export: %.100s ends neither in .png nor .svg nor "
			".pdf",
			path);
	odd_status status = odd_mat_alloc(&aligned, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_aligned_attributes(run, aligned);
	const struct figure_run page = {.net = session_network(s),
		.planted = s->now.epoch->record_count > 0,
		.trace = odd_one_trace(run),
		.options = odd_one_options_used(run),
		.scores = &s->scored->scores,
		.evaluation = s->scored->evaluated ? &s->scored->evaluation : NULL,
		.projection = {.xy = odd_mat_const(s->map->xy),
			.method = "PCA",
			.explained = {s->map->explained[0], s->map->explained[1]}},
		.G = state.G,
		.aligned = odd_mat_const(aligned)};
	options.scale = figure_raster_scale(figure, options.width, options.height);
	status = raster_create(&canvas, &options, err);
	if (status == ODD_OK)
		status = figure_draw(figure, &page, canvas, err);
	if (status == ODD_OK)
		status = raster_save(canvas, path, err);
	canvas_free(canvas);
	odd_mat_free(&aligned);
	return status;
}

odd_status session_export(
	struct session *s, const char *what, const char *path, const odd_job *job, odd_error *err)
{
	const struct figure *figure = figure_find(what);
	size_t table = 0;
	while (table < sizeof tables / sizeof *tables && strcmp(tables[table].name, what) != 0)
		table++;
	/* A figure called scores exists too: the ending of the file tells. */
	enum raster_format format;
	bool picture = raster_format_of(&format, path);
	if (table < sizeof tables / sizeof *tables && !(picture && figure != NULL))
		figure = NULL;
	else if (figure == NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "export: there is no figure or table \"%.40s\"", what);
	odd_status status = session_refresh(s, job, err);
	if (status != ODD_OK)
		return status;
	if (figure != NULL)
		return export_figure(s, figure, path, err);
	odd_file file;
	if ((status = odd_file_open(&file, path, err)) != ODD_OK)
		return status;
	status = tables[table].write(file.stream, s, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status == ODD_OK)
		return odd_file_commit(&file, err);
	odd_file_discard(&file);
	return status;
}

odd_status cmd_export(struct session *s, struct command_call *call, odd_error *err)
{
	if (call->argc != 3)
		return odd_error_set(err, ODD_EUSAGE,
			"export: say what and where to, such as: export loss loss.png");
	odd_status status = session_export(s, call->argv[1], call->argv[2], call->job, err);
	if (status == ODD_OK)
		session_say(s, "wrote %.200s", call->argv[2]);
	return status;
}
