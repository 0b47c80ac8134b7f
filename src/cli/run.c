/* run.c: the steps of every subcommand with a study: load, plant, fit, score, report. */
#include "config.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "cli/compare.h"
#include "cli/run.h"
#include "cli/text.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/paths.h"

/* ---- the steps ---------------------------------------------------------------------------- */

static odd_status begin(struct run *r, odd_error *err)
{
	study_init(&r->study, &r->settings->run);
	r->study.certainty = r->settings->certainty;
	session_published(&r->published);
	r->command = settings_command(r->settings);
	return r->command != NULL ? ODD_OK : odd_error_nomem(err);
}

static odd_status step(
	odd_status (*run)(struct run *r, odd_error *err), struct run *r, odd_error *err)
{
	return run != NULL ? run(r, err) : ODD_OK;
}

int run_steps(struct run *r, const struct settings *settings, const struct steps *steps)
{
	odd_error err;
	bool reading = false;
	int code = -1;
	r->settings = settings;
	work_begin(&r->work, settings);
	odd_status status = begin(r, &err);
	if (status == ODD_OK)
		status = step(steps->check, r, &err);
	if (status == ODD_OK) {
		status = step(steps->load, r, &err);
		reading = status != ODD_OK && settings->network != NULL;
	}
	if (status == ODD_OK)
		status = step(steps->work, r, &err);
	if (status == ODD_OK)
		status = step(steps->write, r, &err);
	work_end(&r->work);
	if (status == ODD_OK)
		status = step(steps->report != NULL ? steps->report : run_report, r, &err);
	if (status == ODD_OK)
		code = steps->tell != NULL ? steps->tell(r) : DONE;
	else if (steps->fail != NULL)
		code = steps->fail(r, status);
	if (code < 0)
		code = tell_error(&r->work, &err, reading);
	if (steps->clear != NULL)
		steps->clear(r);
	study_clear(&r->study);
	odd_published_clear(&r->published);
	free(r->command);
	return code;
}

/* ---- what steps are made of ---------------------------------------------------------------- */

odd_status run_check_targets(struct run *r, odd_error *err)
{
	const struct settings *s = r->settings;
	odd_status status = ODD_OK;
	const char *target[] = {s->output, s->save_state, s->figures.dir};
	for (size_t i = 0; i < sizeof target / sizeof *target && status == ODD_OK; i++)
		if (target[i] != NULL)
			status = staging_check(target[i], err);
	if (status == ODD_OK && s->figures.animate != NULL)
		status = animation_check(s->figures.animate, err);
	/* A name with a slash is a directory: reading it tells what is wrong with it. */
	if (status == ODD_OK && strchr(s->run.start_dir, '/') == NULL)
		status = run_options_check_start(&s->run, "--init", err);
	return status;
}

odd_status run_open(struct run *r, odd_error *err)
{
	odd_network *net;
	odd_status status = load_network(&net, r->settings, &r->work, err);
	if (status == ODD_OK)
		status = study_take(&r->study, net, err);
	return status == ODD_OK ? study_plant(&r->study, &r->work.job, err) : status;
}

/* Tells memory and time of a long run before it begins. */
static void tell_estimate(struct run *r)
{
	char bytes[SHEET_NUMBER];
	const struct study *s = &r->study;
	const odd_cost *cost = &s->estimate;
	double iterations = (double)run_options_iterations(&s->options);
	double seconds = cost->start + cost->iteration * iterations + cost->ranking;
	if (cost->bytes >= 1e9 || seconds >= 10.0)
		tell(&r->work, "this takes about %s of memory and %.0f s",
			text_bytes(bytes, cost->bytes), seconds);
}

static odd_status start(struct run *r, odd_error *err)
{
	struct study *s = &r->study;
	odd_job *job = &r->work.job;
	odd_status status = study_prepare(s, job, err);
	study_stage_done(s, STAGE_PLANT);
	if (status != ODD_OK)
		return status;
	if (s->threads > 0) {
		job->threads = s->threads;
		omp_set_num_threads(s->threads);
		study_estimate(s, RUN_TRIED, job);
		tell_estimate(r);
	}
#ifdef __GLIBC__
	malloc_trim(0); /* loading and trial leave free pieces that are too small for the run */
#endif
	return study_begin(s, job, err);
}

static odd_status fit(struct run *r, struct frames *frames, odd_error *err)
{
	if (frames == NULL)
		return study_fit(&r->study, NULL, NULL, &r->work.job, err);
	odd_status status = frames_begin(frames, r, err);
	if (status == ODD_OK)
		status = study_fit(&r->study, frames_watch, frames, &r->work.job, err);
	if (status == ODD_OK)
		status = frames_settle(frames, err);
	if (r->settings->run.projection == ODD_PROJECT_TSNE &&
		figure_to_animate(&r->settings->figures)->maps)
		notes_add(&r->study.notes, "the maps of the animation are made by principal "
					   "components, not by t-SNE");
	return status;
}

odd_status run_fit(struct run *r, struct frames *frames, odd_error *err)
{
	const odd_job *job = &r->work.job;
	odd_status status = start(r, err);
	if (status == ODD_OK)
		status = fit(r, frames, err);
	if (status == ODD_OK)
		status = study_score(&r->study, job, err);
	if (status == ODD_OK && (r->settings->output != NULL || r->settings->html != NULL ||
					figures_need_map(r->settings)))
		status = study_project(&r->study, job, err);
	if (status == ODD_OK && odd_job_cancelled(job))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	return status;
}

odd_status run_look(struct run *r, odd_error *err)
{
	struct result *o = &r->result;
	study_look(o, &r->study);
	o->command = r->command;
	o->again = r->command;
	o->top = r->settings->top;
	o->published = &r->published;
	return notes_check(&r->study.notes, err);
}

/* ---- stdout ------------------------------------------------------------------------------- */

odd_status report_result(const struct settings *s, const struct result *o, odd_error *err)
{
	static const struct {
		json_t *(*object)(const struct result *o);
		const char *table; /* NULL: report_run_tsv has more than one */
		void (*text)(FILE *out, const struct result *o);
	} reports[] = {[TABLE_OF_RUN] = {report_run_object, NULL, report_run_text},
		[TABLE_OF_EXPLANATION] = {report_explain_object, "explanation",
			report_explain_text},
		[TABLE_OF_COMPARISON] = {report_compare_object, "comparison", report_compare_text},
		[TABLE_OF_TIMES] = {report_times_object, "times", report_times_text}};
	enum table_of of = o->table != NULL     ? TABLE_OF_COMPARISON
			   : o->history != NULL ? TABLE_OF_TIMES
			   : o->why != NULL     ? TABLE_OF_EXPLANATION
						: TABLE_OF_RUN;
	if (s->figures.text) {
		odd_status status = figures_print(stdout, o, &s->figures, err);
		/* The figures leave caveats out where there is little room. */
		if (status == ODD_OK && of == TABLE_OF_COMPARISON)
			compare_print_caveats(stdout, o);
		return status;
	}
	if (s->format == FORMAT_JSON)
		return json_write(stdout, reports[of].object(o), err);
	if (s->format == FORMAT_TSV && of == TABLE_OF_RUN)
		return report_run_tsv(stdout, o, err);
	if (s->format == FORMAT_TSV)
		return report_table_write(
			report_table_find(reports[of].table), stdout, SHEET_TSV, o, NULL, err);
	reports[of].text(stdout, o);
	return ODD_OK;
}

odd_status run_report(struct run *r, odd_error *err)
{
	return report_result(r->settings, &r->result, err);
}
