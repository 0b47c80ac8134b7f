/* export.c: the files of --export, --save-state, --figures and --frames. Nothing that takes time on
 * a clock goes into them but run.json, so that the same command writes the same bytes again. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "cli/figures.h"
#include "cli/frames.h"
#include "cli/json.h"
#include "cli/report_json.h"
#include "cli/run.h"
#include "cli/staging.h"
#include "cli/text.h"
#include "oddone/base/file.h"
#include "oddone/linalg/npy.h"

typedef odd_status (*writer)(FILE *out, const struct run *r, const odd_job *job, odd_error *err);

static odd_status poll(const odd_job *job, const char *what, size_t i, size_t n, odd_error *err)
{
	if (i % 4096 != 0)
		return ODD_OK;
	odd_job_report(job, what, (double)i, (double)n);
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

static odd_status write_scores(FILE *out, const struct run *r, const odd_job *job, odd_error *err)
{
	report_ranking(out, r);
	return poll(job, "writing scores.tsv", 0, 1, err);
}

/* id, then the numbers of its row. Nine digits: embedding.npy has every bit. */
static odd_status write_rows(FILE *out, const struct run *r, odd_cmat m, const char *what,
	const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < m.rows && status == ODD_OK; i++) {
		text_field(out, odd_names_get(&r->net->ids, i));
		for (size_t k = 0; k < m.cols; k++)
			fprintf(out, "\t%.9g", odd_cmat_row(m, i)[k]);
		putc('\n', out);
		status = poll(job, what, i, m.rows, err);
	}
	return status;
}

static odd_status write_embedding(
	FILE *out, const struct run *r, const odd_job *job, odd_error *err)
{
	fputs("id", out);
	for (size_t k = 0; k < r->embedding.cols; k++)
		fprintf(out, "\te%zu", k + 1);
	putc('\n', out);
	return write_rows(out, r, odd_mat_const(r->embedding), "writing embedding.tsv", job, err);
}

static odd_status write_projection(
	FILE *out, const struct run *r, const odd_job *job, odd_error *err)
{
	const odd_projection *p = &r->projection;
	odd_status status = ODD_OK;
	fprintf(out, "# %s of the %s", odd_projection_method_name(p->method),
		odd_projection_source_name(p->source));
	if (p->method == ODD_PROJECT_PCA)
		fprintf(out, ", explained %.9g %.9g", p->explained[0], p->explained[1]);
	else
		fprintf(out, ", perplexity %.9g, iterations %zu, seed %llu", p->perplexity,
			p->iterations, (unsigned long long)r->settings->run.one.seed);
	if (p->node != NULL)
		fprintf(out, ", a sample of %zu of %zu nodes", p->xy.rows, r->net->nodes);
	fputs("\nid\tx\ty\n", out);
	if (p->node == NULL)
		return write_rows(out, r, odd_mat_const(p->xy), "writing projection.tsv", job, err);
	for (size_t i = 0, at = 0; i < r->net->nodes && status == ODD_OK; i++) {
		text_field(out, odd_names_get(&r->net->ids, i));
		if (at < p->xy.rows && p->node[at] == i) {
			const double *xy = odd_mat_row(p->xy, at++);
			fprintf(out, "\t%.9g\t%.9g\n", xy[0], xy[1]);
		} else {
			fputs("\t\t\n", out); /* not in the sample */
		}
		status = poll(job, "writing projection.tsv", i, r->net->nodes, err);
	}
	return status;
}

static odd_status write_trace(FILE *out, const struct run *r, const odd_job *job, odd_error *err)
{
	const odd_trace *trace = odd_one_trace(r->one);
	char number[TEXT_NUMBER];
	fputs("iteration\tstep\tloss\tstructure\tattributes\tdisagreement\n", out);
	for (size_t i = 0; i < trace->count; i++) {
		const odd_trace_point *p = &trace->point[i];
		fprintf(out, "%zu\t%s\t%s", p->iteration, odd_substep_get(p->step)->name,
			text_number(number, p->loss));
		for (int t = 0; t < 3; t++)
			fprintf(out, "\t%s", text_number(number, p->term[t]));
		putc('\n', out);
	}
	return poll(job, "writing trace.tsv", 0, 1, err);
}

static odd_status write_recall(FILE *out, const struct run *r, const odd_job *job, odd_error *err)
{
	char number[TEXT_NUMBER];
	fputs("top\tnodes\trecall\tstructural\tattribute\tcombined\n", out);
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &r->evaluation.row[i];
		fprintf(out, "%g\t%zu\t%s", row->top, row->taken, text_number(number, row->recall));
		for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++)
			fprintf(out, "\t%s", text_number(number, row->kind[kind]));
		putc('\n', out);
	}
	return poll(job, "writing recall.tsv", 0, 1, err);
}

static odd_status write_run(FILE *out, const struct run *r, const odd_job *job, odd_error *err)
{
	(void)job;
	return json_write(out, run_object(r), err);
}

static odd_status write_file(const char *dir, const char *name, writer write, const struct run *r,
	const odd_job *job, odd_error *err)
{
	odd_file file;
	char *path = odd_path_join(dir, name);
	odd_status status = path != NULL ? odd_file_open(&file, path, err) : odd_error_nomem(err);
	free(path);
	if (status != ODD_OK)
		return status;
	status = write(file.stream, r, job, err);
	if (status == ODD_OK)
		status = odd_file_commit(&file, err);
	else
		odd_file_discard(&file);
	return status;
}

static odd_status write_export(
	const char *dir, const struct run *r, const odd_job *job, odd_error *err)
{
	static const struct {
		const char *name;
		writer write;
	} file[] = {{"scores.tsv", write_scores}, {"embedding.tsv", write_embedding},
		{"projection.tsv", write_projection}, {"trace.tsv", write_trace},
		{"recall.tsv", write_recall}, {"run.json", write_run}};
	odd_status status = ODD_OK;
	for (size_t i = 0; i < sizeof file / sizeof *file && status == ODD_OK; i++)
		status = write_file(dir, file[i].name, file[i].write, r, job, err);
	char *path = odd_path_join(dir, "embedding.npy");
	if (status == ODD_OK)
		status = path != NULL ? odd_npy_write(path, odd_mat_const(r->embedding), err)
				      : odd_error_nomem(err);
	free(path);
	return status;
}

enum place { PLACE_EXPORT, PLACE_STATE, PLACE_FIGURES, PLACE_FRAMES, PLACES };

static odd_status write_place(enum place place, struct run *r, struct frames *frames,
	const char *dir, const odd_job *job, odd_error *err)
{
	switch (place) {
	case PLACE_EXPORT:
		return write_export(dir, r, job, err);
	case PLACE_STATE:
		return odd_one_save(r->one, dir, err);
	case PLACE_FIGURES:
		return figures_write(r, dir, job, err);
	default:
		return frames_write(frames, r, dir, job, err);
	}
}

/* A directory cannot be cleared from within a signal handler, so that a second interrupt waits
 * until the first has cleared what is staged. */
odd_status export_run(struct run *r, struct frames *frames, const odd_job *job, odd_error *err)
{
	const struct settings *s = r->settings;
	const char *target[PLACES] = {s->output, s->save_state, s->figures.dir, s->figures.frames};
	struct staging staged[PLACES] = {{0}};
	odd_status status = ODD_OK;
	work_hold(true);
	for (int i = 0; i < PLACES && status == ODD_OK; i++) {
		if (target[i] == NULL)
			continue;
		status = staging_begin(&staged[i], target[i], err);
		if (status == ODD_OK)
			status = write_place((enum place)i, r, frames, staged[i].dir, job, err);
	}
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	for (int i = 0; i < PLACES && status == ODD_OK; i++)
		if (staged[i].dir != NULL)
			status = staging_commit(&staged[i], err);
	for (int i = PLACES; i-- > 0;)
		staging_discard(&staged[i]);
	work_hold(false);
	return status;
}
