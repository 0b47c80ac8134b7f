/* cmd_run.c: plant → fit → score → evaluate → export. */
#include "config.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "cli/work.h"
#include "cli/film.h"
#include "cli/run.h"
#include "cli/text.h"
#include "report/claim.h"
#include "report/exports.h"
#include "session/paths.h"

/* ---- the stages --------------------------------------------------------------------------- */

/* Mistakes that can be seen before the data is. */
static odd_status check_places(const struct settings *s, odd_error *err)
{
	odd_status status = ODD_OK;
	const char *place[] = {s->output, s->save_state, s->figures.dir, s->figures.frames};
	for (size_t i = 0; i < sizeof place / sizeof *place && status == ODD_OK; i++)
		if (place[i] != NULL)
			status = staging_check(place[i], err);
	if (status == ODD_OK && s->figures.animate != NULL)
		status = film_check(s->figures.animate, err);
	/* A slash tells that a directory is meant: what is wrong with it, reading it says. */
	if (status == ODD_OK && strchr(s->run.start_dir, '/') == NULL)
		status = run_options_check_start(&s->run, "--init", err);
	return status;
}

odd_status run_init(struct run *r, const struct settings *settings, odd_error *err)
{
	r->settings = settings;
	study_init(&r->study, &settings->run);
	r->study.certainty = settings->certainty;
	session_published(&r->published);
	r->command = settings_command(settings);
	return r->command != NULL ? ODD_OK : odd_error_nomem(err);
}

void run_clear(struct run *r)
{
	study_clear(&r->study);
	odd_published_clear(&r->published);
	free(r->command);
}

odd_status run_open(struct run *r, struct work *w, bool *reading, odd_error *err)
{
	odd_network *net;
	*reading = false;
	odd_status status = check_places(r->settings, err);
	if (status != ODD_OK)
		return status;
	*reading = true;
	status = load_network(&net, r->settings, w, err);
	if (status == ODD_OK)
		status = study_take(&r->study, net, err);
	if (status == ODD_OK)
		status = study_plant(&r->study, &w->job, err);
	return status;
}

/* Tells what is worth knowing before it is begun. */
static void tell_estimate(struct work *w, const struct study *s)
{
	char bytes[SHEET_NUMBER];
	const odd_cost *cost = &s->estimate;
	double iterations = (double)run_options_iterations(&s->options);
	double seconds = cost->start + cost->iteration * iterations + cost->ranking;
	if (cost->bytes >= 1e9 || seconds >= 10.0)
		tell(w, "this takes about %s of memory and %.0f s", text_bytes(bytes, cost->bytes),
			seconds);
}

/* Loading and the trial leave many free pieces behind, which are too small for what comes. */
static void give_back_memory(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

static odd_status begin(struct run *r, struct work *w, odd_error *err)
{
	struct study *s = &r->study;
	odd_status status = study_prepare(s, &w->job, err);
	study_stage_done(s, STAGE_PLANT);
	if (status != ODD_OK)
		return status;
	if (s->threads > 0) {
		w->job.threads = s->threads;
		omp_set_num_threads(s->threads);
		study_estimate(s, RUN_TRIED, &w->job);
		tell_estimate(w, s);
	}
	give_back_memory();
	return study_begin(s, &w->job, err);
}

static odd_status fit(struct run *r, struct frames *frames, struct work *w, odd_error *err)
{
	const struct figure_settings *f = &r->settings->figures;
	if (!frames_wanted(f))
		return study_fit(&r->study, NULL, NULL, &w->job, err);
	odd_status status = frames_begin(frames, r, &w->job, err);
	if (status == ODD_OK)
		status = study_fit(&r->study, frames_watch, frames, &w->job, err);
	if (status == ODD_OK)
		status = frames_settle(frames, r, err);
	if (r->settings->run.projection == ODD_PROJECT_TSNE && figure_to_film(f)->maps)
		notes_add(&r->study.notes,
			"the maps of the frames are made by principal components, not by t-SNE");
	return status;
}

odd_status run_fit(struct run *r, struct frames *frames, struct work *w, odd_error *err)
{
	odd_status status = begin(r, w, err);
	if (status == ODD_OK)
		status = fit(r, frames, w, err);
	if (status == ODD_OK)
		status = study_score(&r->study, &w->job, err);
	if (status == ODD_OK && (r->settings->output != NULL || figures_need_map(r->settings)))
		status = study_project(&r->study, &w->job, err);
	if (status == ODD_OK && work_cancelled(w))
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

/* ---- after the work ----------------------------------------------------------------------- */

static int check_required(const struct run *r)
{
	int code = DONE;
	const char *claim;
	for (size_t at = 0; (claim = settings_next(r->settings, "require", &at)) != NULL;) {
		struct claim_verdict verdict;
		claim_test(&verdict, &r->result, claim, NULL);
		if (verdict.holds)
			continue;
		if (verdict.missing != NULL)
			text_print(stderr, "oddone: required %s: %s\n", claim, verdict.missing);
		else
			text_print(
				stderr, "oddone: required %s, reached %.6g\n", claim, verdict.left);
		code = NOT_MET;
	}
	return code;
}

static void tell_written(struct work *w, const struct run *r, const struct frames *frames,
	const struct animation *film)
{
	const struct settings *s = r->settings;
	const struct export_file *file;
	size_t files = 7;
	for (size_t i = 0; (file = export_file_get(i)) != NULL; i++)
		files += export_formats_have(s->export_format, file->format);
	if (s->output != NULL && files == 7)
		tell(w, "wrote seven files to %s", s->output);
	else if (s->output != NULL)
		tell(w, "wrote %zu files to %s", files, s->output);
	if (s->save_state != NULL)
		tell(w, "wrote the state to %s", s->save_state);
	if (s->figures.dir != NULL) {
		size_t count = figures_count(&r->result, &s->figures);
		tell(w, "wrote %zu %s to %s", count, plural(count, "figure", "figures"),
			s->figures.dir);
	}
	if (s->figures.frames != NULL)
		tell(w, "wrote %zu %s to %s", frames->count,
			plural(frames->count, "frame", "frames"), s->figures.frames);
	if (s->figures.frames != NULL && frames_left_over(frames, s->figures.frames))
		tell(w, "%s has more frames, of an earlier run", s->figures.frames);
	if (film != NULL)
		film_tell(w, film, s->figures.animate);
}

int sub_run(const struct settings *settings)
{
	struct work w;
	struct frames frames = {0};
	struct animation *film = NULL;
	struct run r = {0};
	odd_error err;
	bool reading = false;
	int code = DONE;
	work_begin(&w, settings);
	odd_status status = run_init(&r, settings, &err);
	if (status == ODD_OK)
		status = run_open(&r, &w, &reading, &err);
	if (status == ODD_OK)
		status = run_fit(&r, &frames, &w, &err);
	if (status == ODD_OK)
		status = run_look(&r, &err);
	if (status == ODD_OK) {
		reading = false;
		status = export_run(&r, &frames, &film, &w.job, &err);
	}
	work_end(&w);
	if (status == ODD_OK)
		status = report_result(settings, &r.result, &err);
	if (status != ODD_OK) {
		code = tell_error(&w, &err, reading);
	} else {
		tell_written(&w, &r, &frames, film);
		code = check_required(&r);
	}
	animation_free(film);
	frames_clear(&frames);
	run_clear(&r);
	return code;
}
