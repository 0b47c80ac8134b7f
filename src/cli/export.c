/* export.c: what came of the work, on stdout, and the files of --export, --save-state, --figures
 * and --frames. Nothing that takes time on a clock goes into them but run.json, so that the same
 * command writes the same bytes again. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "cli/compare.h"
#include "cli/film.h"
#include "cli/run.h"
#include "cli/work.h"
#include "base/file.h"
#include "linalg/npy.h"
#include "report/exports.h"
#include "report/json.h"
#include "report/model.h"

static odd_status write_npy(const char *dir, const odd_one *one, odd_error *err)
{
	odd_one_state state = odd_one_look(one);
	odd_mat embedding;
	odd_status status = odd_mat_alloc(&embedding, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(one, embedding);
	char *path = odd_path_join(dir, "embedding.npy");
	status = path != NULL ? odd_npy_write(path, odd_mat_const(embedding), err)
			      : odd_error_nomem(err);
	free(path);
	odd_mat_free(&embedding);
	return status;
}

static odd_status write_export(const char *dir, const char *formats, const struct result *o,
	const odd_job *job, odd_error *err)
{
	const struct report_table *table;
	odd_status status = ODD_OK;
	for (size_t i = 0; status == ODD_OK && (table = report_table_get(i)) != NULL; i++)
		if (table->of == TABLE_OF_RUN && !table->asked)
			status = report_table_save_in(dir, table, o, job, err);
	if (status == ODD_OK)
		status = json_save_in(dir, "run.json", report_run_object(o), err);
	if (status == ODD_OK)
		status = write_npy(dir, o->one, err);
	return status == ODD_OK ? export_formats_save(formats, dir, o, job, err) : status;
}

enum place { PLACE_EXPORT, PLACE_STATE, PLACE_FIGURES, PLACE_FRAMES, PLACES };

static odd_status write_place(enum place place, struct run *r, struct frames *frames,
	const char *dir, const odd_job *job, odd_error *err)
{
	switch (place) {
	case PLACE_EXPORT:
		return write_export(dir, r->settings->export_format, &r->result, job, err);
	case PLACE_STATE:
		return report_model_save(dir, &r->result, job, err);
	case PLACE_FIGURES:
		return figures_write(&r->result, &r->settings->figures, dir, job, err);
	default:
		return frames_write(frames, r, dir, NULL, job, err);
	}
}

/* A directory cannot be cleared from within a signal handler, so that a second interrupt waits
 * until the first has cleared what is staged. */
odd_status export_run(struct run *r, struct frames *frames, struct animation **film,
	const odd_job *job, odd_error *err)
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
	if (status == ODD_OK && s->figures.animate != NULL)
		status = frames_write(frames, r, NULL, film, job, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	if (status == ODD_OK && *film != NULL)
		status = film_save(*film, s->figures.animate, s, err);
	for (int i = 0; i < PLACES && status == ODD_OK; i++)
		if (staged[i].dir != NULL)
			status = staging_commit(&staged[i], err);
	for (int i = PLACES; i-- > 0;)
		staging_discard(&staged[i]);
	work_hold(false);
	return status;
}

/* ---- stdout ------------------------------------------------------------------------------- */

odd_status report_result(const struct settings *s, const struct result *o, odd_error *err)
{
	static const struct {
		json_t *(*object)(const struct result *o);
		const char *table; /* NULL: report_run_tsv says more than one */
		void (*text)(FILE *out, const struct result *o);
	} ways[] = {[TABLE_OF_RUN] = {report_run_object, NULL, report_run_text},
		[TABLE_OF_EXPLANATION] = {report_explain_object, "explanation",
			report_explain_text},
		[TABLE_OF_COMPARISON] = {report_compare_object, "comparison", report_compare_text},
		[TABLE_OF_TIMES] = {report_times_object, "times", report_times_text}};
	enum table_of of = o->table != NULL     ? TABLE_OF_COMPARISON
			   : o->history != NULL ? TABLE_OF_TIMES
			   : o->why != NULL     ? TABLE_OF_EXPLANATION
						: TABLE_OF_RUN;
	odd_status status = ODD_OK;
	if (s->figures.show && of != TABLE_OF_EXPLANATION) {
		status = figures_show(stdout, o, &s->figures, SIZE_MAX, err);
		if (status == ODD_OK && of == TABLE_OF_COMPARISON)
			compare_print_caveats(stdout, o);
	} else if (s->figures.text) {
		status = figures_print(stdout, o, &s->figures, err);
		/* The pages leave small print out where there is little room. */
		if (status == ODD_OK && of == TABLE_OF_COMPARISON)
			compare_print_caveats(stdout, o);
	} else if (s->format == FORMAT_JSON) {
		status = json_write(stdout, ways[of].object(o), err);
	} else if (s->format == FORMAT_TSV && of == TABLE_OF_RUN) {
		status = report_run_tsv(stdout, o, err);
	} else if (s->format == FORMAT_TSV) {
		status = report_table_write(
			report_table_find(ways[of].table), stdout, SHEET_TSV, o, NULL, err);
	} else {
		ways[of].text(stdout, o);
	}
	return status;
}
