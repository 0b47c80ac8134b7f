/* cmd_run.c: plant → fit → score → evaluate → export. */
#include "config.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "cli/common.h"
#include "cli/film.h"
#include "cli/run.h"
#include "cli/text.h"
#include "one/lend.h"
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

static odd_status check_cancelled(const struct work *w, odd_error *err)
{
	return work_cancelled(w) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

/* Classes are needed to plant into and to choose K by; otherwise they are not looked for. */
static odd_status find_groups(struct run *r, const struct work *w, odd_error *err)
{
	const struct settings *s = r->settings;
	bool for_k = s->run.one.k == 0 && s->run.one.start != ODD_START_GIVEN;
	if (!for_k && !run_options_plants(&s->run))
		return ODD_OK;
	odd_status status = find_classes(&r->groups, r->net, s, &r->notes, w, err);
	return status == ODD_OK ? check_cancelled(w, err) : status;
}

/* What is worth knowing before it is begun. */
static void tell_estimate(struct work *w, const odd_cost *cost, size_t iterations)
{
	char bytes[SHEET_NUMBER];
	double seconds = cost->start + cost->iteration * (double)iterations + cost->ranking;
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
	odd_one_options options = run_options_one(&r->settings->run);
	odd_status status = ODD_OK;
	if (options.k == 0 && options.start != ODD_START_GIVEN)
		status = choose_k(&options.k, r->net, r->groups.count, &r->notes, err);
	r->estimate = (odd_cost){0, NAN, NAN, NAN, 0};
	options.stays = true;
	if (status == ODD_OK && options.k > 0) {
		const size_t iterations = run_options_iterations(&r->settings->run);
		w->job.threads = odd_one_threads(r->net, options.k, &w->job);
		omp_set_num_threads(w->job.threads);
		r->estimate = odd_one_cost_here(r->net, &options, &w->job);
		/* A trial takes about a second, which only a longer run is worth. */
		if (r->estimate.start + r->estimate.iteration * (double)iterations >= RUN_TRIED)
			r->estimate = odd_one_cost_tried(r->net, &options, &w->job);
		tell_estimate(w, &r->estimate, iterations);
	}
	give_back_memory();
	if (status == ODD_OK)
		status = odd_one_begin(&r->one, r->net, &options, &w->job, err);
	if (status != ODD_OK)
		return status;
	const odd_prepared *input = odd_one_input(r->one);
	if (r->net->columns.count > 0)
		note_columns(&r->notes, &r->net->columns);
	else if (input->standardised)
		note(&r->notes, "the attributes do not look like words (negative, or many per "
				"node), so they were standardised column by column and weighed by "
				"how far linked nodes agree");
	if (input->constant_columns > 0)
		note(&r->notes, "%zu %s the same for all nodes and dropped",
			input->constant_columns,
			plural(input->constant_columns, "attribute was", "attributes were"));
	if (options.preset == ODD_PAPER)
		note(&r->notes, "the paper's raw score is each node's share of the total error, so "
				"it mostly follows degree and word count");
	return ODD_OK;
}

static odd_status fit(struct run *r, struct frames *frames, struct work *w, odd_error *err)
{
	const struct settings *s = r->settings;
	size_t allowed = run_options_iterations(&s->run);
	r->fit = (odd_fit_result){ODD_STOP_ITERATIONS, 0, NAN};
	odd_stop stop = {
		.iterations = allowed, .tolerance = s->run.tolerance, .settled = s->run.settled};
	odd_status status = ODD_OK;
	if (frames_wanted(&s->figures)) {
		stop.each = frames_watch;
		stop.payload = frames;
		status = frames_begin(frames, r, &w->job, err);
	}
	if (status == ODD_OK && allowed > 0)
		status = odd_fit(r->one, &stop, &r->fit, &w->job, err);
	if (status == ODD_OK && frames_wanted(&s->figures))
		status = frames_settle(frames, r, err);
	if (frames_wanted(&s->figures) && s->run.projection == ODD_PROJECT_TSNE &&
		figure_to_film(&s->figures)->maps)
		note(&r->notes, "the maps of the frames are made by principal components, not by "
				"t-SNE");
	double rise = status == ODD_OK ? odd_trace_largest_rise(odd_one_trace(r->one), NULL) : 0.0;
	if (rise > 0.0)
		note(&r->notes,
			"the loss rose by %.3g of itself in one sub-step, which it should not",
			rise);
	return status;
}

odd_status run_score(odd_scores *scores, odd_evaluation *evaluation, const struct run *r,
	const odd_job *job, odd_error *err)
{
	const struct settings *s = r->settings;
	static const double attributes_alone[] = {0.0, 1.0, 0.0};
	const odd_score *score = run_options_score(&s->run);
	const double *weight = run_options_weight(&s->run);
	if (r->unlinked) {
		score = odd_score_find("shares");
		weight = attributes_alone;
	}
	odd_status status = odd_scores_compute(scores, r->one, score, weight, job, err);
	if (status == ODD_OK)
		status = odd_evaluate(
			evaluation, scores->order, scores->total, scores->n, r->net->truth, err);
	return status;
}

/* Parts of the score in which there is nothing to rank. */
static void note_idle(struct run *r)
{
	const odd_scores *s = &r->scores;
	for (size_t t = 0; t < s->score->count; t++)
		if (s->idle[t])
			note(&r->notes,
				"%s (%s) is the same for all nodes but for rounding: it was left "
				"out of the score",
				s->score->component[t].name, s->score->component[t].title);
}

/* What only the export and some figures show. */
static odd_status project(struct run *r, struct work *w, odd_error *err)
{
	const struct settings *s = r->settings;
	if (s->output == NULL && !figures_need_map(s))
		return ODD_OK;
	const odd_projection_options projection = run_options_projection(&s->run);
	odd_status status = odd_project(&r->projection, r->one, &projection, &w->job, err);
	if (status == ODD_OK && r->projection.node != NULL)
		note(&r->notes, "the map shows a random sample of %zu of the %zu nodes (t-SNE)",
			r->projection.xy.rows, r->net->nodes);
	return status;
}

/* The clock since the last stage goes to this one. */
static void stage_done(struct run *r, enum stage stage)
{
	double now = odd__clock();
	r->seconds[stage] = now - r->clock;
	r->seconds[STAGE_TOTAL] += r->seconds[stage];
	r->clock = now;
}

/* ---- what came of it ---------------------------------------------------------------------- */

/* The last thing of all: everything else is there. */
static odd_status describe(struct run *r, odd_error *err)
{
	struct outcome *o = &r->outcome;
	r->command = settings_command(r->settings);
	if (r->command == NULL)
		return odd_error_nomem(err);
	*o = (struct outcome){.net = r->net,
		.planted = odd_plant_outliers(&r->planted),
		.record = &r->record,
		.record_count = 1,
		.one = r->one,
		.state = odd_one_look(r->one),
		.trace = odd_one_trace(r->one),
		.used = odd_one_options_used(r->one),
		.iteration = odd_one_iteration(r->one),
		.fit = &r->fit,
		.iterations_asked = r->settings->run.iterations_given,
		.scores = &r->scores,
		.evaluation = &r->evaluation,
		.map = r->projection.xy.data != NULL ? &r->projection : NULL,
		.checksum = o->checksum,
		.command = r->command,
		.again = r->command,
		.note = r->notes.text,
		.note_count = r->notes.count,
		.seconds = r->seconds,
		.peak_memory = odd__peak_memory(),
		.estimate = r->estimate,
		.top = r->settings->top};
	run_options_resolve(&o->options, &r->settings->run, r->one, &r->scores, &r->planted);
	o->options.directed = r->net->directed;
	if (session_published(&r->published))
		o->published = &r->published;
	return ODD_OK;
}

/* Links alone can be ranked, too, and so can attributes. */
static odd_status stand_in(struct run *r, odd_error *err)
{
	odd_network *other;
	const struct run_options *asked = &r->settings->run;
	if (r->net->edges == 0 && r->net->attributes > 0 && asked->score == 0 && !asked->weighted) {
		r->unlinked = true;
		note(&r->notes, "the network has no links: nodes are ranked by how much of their "
				"attributes the model cannot explain");
	}
	if (r->net->attributes > 0 || r->net->edges == 0)
		return ODD_OK;
	odd_status status = odd_network_without_attributes(&other, r->net, err);
	if (status != ODD_OK)
		return status;
	odd_network_free(r->net);
	r->net = other;
	note(&r->notes,
		"the network has no attributes: the nodes that a node is linked with stand in "
		"for them, so nodes are ranked by their links alone");
	return ODD_OK;
}

odd_status run_open(struct run *r, struct work *w, bool *reading, odd_error *err)
{
	r->clock = odd__clock();
	*reading = false;
	odd_status status = check_places(r->settings, err);
	if (status != ODD_OK)
		return status;
	*reading = true;
	if ((status = load_network(&r->net, r->settings, w, err)) != ODD_OK)
		return status;
	note_skipped(&r->notes, &r->net->skipped);
	if ((status = stand_in(r, err)) != ODD_OK)
		return status;
	r->outcome.checksum = odd_network_checksum(r->net);
	stage_done(r, STAGE_LOAD);
	if ((status = find_groups(r, w, err)) == ODD_OK)
		status = plant_into(
			&r->net, &r->planted, &r->record, r->settings, &r->groups, w, err);
	stage_done(r, STAGE_PLANT);
	return status;
}

odd_status run_fit(struct run *r, struct frames *frames, struct work *w, odd_error *err)
{
	odd_status status = begin(r, w, err);
	if (status != ODD_OK)
		return status;
	stage_done(r, STAGE_INIT);
	if ((status = fit(r, frames, w, err)) != ODD_OK)
		return status;
	stage_done(r, STAGE_ITERATIONS);
	if (r->last)
		odd__one_rest(r->one);
	if ((status = run_score(&r->scores, &r->evaluation, r, &w->job, err)) != ODD_OK)
		return status;
	if (r->settings->certainty > 0 && (status = odd_scores_certainty(&r->scores, r->net, r->one,
						   run_options_weight(&r->settings->run),
						   r->settings->certainty, &w->job, err)) != ODD_OK)
		return status;
	note_idle(r);
	stage_done(r, STAGE_SCORE);
	if ((status = project(r, w, err)) != ODD_OK)
		return status;
	stage_done(r, STAGE_PROJECT);
	if ((status = notes_whole(&r->notes, err)) != ODD_OK)
		return status;
	if ((status = describe(r, err)) != ODD_OK)
		return status;
	return check_cancelled(w, err);
}

/* ---- after the work ----------------------------------------------------------------------- */

static int check_required(const struct run *r)
{
	int code = DONE;
	const char *claim;
	for (size_t at = 0; (claim = settings_next(r->settings, "require", &at)) != NULL;) {
		struct claim_verdict verdict;
		claim_test(&verdict, &r->outcome, claim, NULL);
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

void run_clear(struct run *r)
{
	odd_projection_clear(&r->projection);
	odd_scores_clear(&r->scores);
	odd_one_free(r->one);
	odd_communities_clear(&r->groups);
	odd_network_free(r->net);
	odd_published_clear(&r->published);
	odd_plant_record_clear(&r->record);
	notes_clear(&r->notes);
	free(r->command);
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
		size_t count = figures_count(&r->outcome, &s->figures);
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
	struct run r = {.settings = settings, .last = true};
	odd_error err;
	bool reading;
	int code = DONE;
	work_begin(&w, settings);
	odd_status status = run_open(&r, &w, &reading, &err);
	if (status == ODD_OK)
		status = run_fit(&r, &frames, &w, &err);
	if (status == ODD_OK) {
		reading = false;
		status = export_run(&r, &frames, &film, &w.job, &err);
	}
	work_end(&w);
	if (status == ODD_OK)
		status = report_outcome(settings, &r.outcome, &err);
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
