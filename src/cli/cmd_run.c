/* cmd_run.c: plant → fit → score → evaluate → export. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/run.h"
#include "cli/staging.h"

const char *const stage_names[STAGES] = {"load", "plant", "init", "iterations", "score", "total"};

/* ---- what the reports ask ------------------------------------------------------------------- */

const char *run_preset_name(const struct run *r)
{
	return r->settings->one.preset == ODD_PAPER ? "paper" : "calibrated";
}

const char *run_start_name(const struct run *r)
{
	switch (odd_one_options_used(r->one)->start) {
	case ODD_START_NMF:
		return "nmf";
	case ODD_START_SVD:
		return "svd";
	case ODD_START_RANDOM:
		return "random";
	default:
		return r->settings->one.start_dir;
	}
}

const char *run_stopped(const struct run *r)
{
	switch (r->fit.why) {
	case ODD_STOP_TOLERANCE:
		return "tolerance";
	case ODD_STOP_SETTLED:
		return "settled";
	default:
		return "iterations";
	}
}

const char *run_label(const struct run *r, size_t node)
{
	int32_t label = r->net->label[node];
	return label == ODD_NO_LABEL ? "-" : odd_names_get(&r->net->classes, (size_t)label);
}

const char *run_kind(const struct run *r, size_t node)
{
	return r->net->has_truth ? odd_kind_name((odd_kind)r->net->truth[node]) : "-";
}

double run_largest_rise(const struct run *r)
{
	const odd_trace *trace = odd_one_trace(r->one);
	double worst = 0.0;
	for (size_t p = 1; p < trace->count; p++) {
		double before = trace->point[p - 1].loss, rise = trace->point[p].loss - before;
		if (before > 0.0 && rise > 1e-12 * before && rise / before > worst)
			worst = rise / before;
	}
	return worst;
}

/* ---- the stages ------------------------------------------------------------------------------- */

/* Mistakes that can be seen before the data is. */
static odd_status check_places(const struct settings *s, odd_error *err)
{
	odd_status status = ODD_OK;
	struct stat info;
	if (s->output != NULL)
		status = staging_check(s->output, err);
	if (status == ODD_OK && s->save_state != NULL)
		status = staging_check(s->save_state, err);
	if (status == ODD_OK && s->one.start == ODD_START_GIVEN &&
		strchr(s->one.start_dir, '/') == NULL && stat(s->one.start_dir, &info) != 0)
		status = odd_error_set(err, ODD_EUSAGE,
			"--init: \"%.100s\" is neither nmf, svd, random nor a directory",
			s->one.start_dir);
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
	bool for_k = s->one.k == 0 && s->one.start != ODD_START_GIVEN;
	if (!for_k && !s->plant.given)
		return ODD_OK;
	odd_status status = odd_communities_find(&r->groups, r->net, s->seed, err);
	if (status != ODD_OK)
		return status;
	if (r->groups.found)
		note(&r->notes,
			"no labels: %zu %s found in the links (Leiden method) stand in for classes",
			r->groups.count, plural(r->groups.count, "community", "communities"));
	return check_cancelled(w, err);
}

static odd_status choose_k(size_t *k, struct run *r, odd_error *err)
{
	bool reduced = false;
	odd_status status = odd_one_default_k(k, &reduced, r->net, r->groups.count, err);
	if (status == ODD_OK && reduced)
		note(&r->notes,
			"K = %zu instead of %zu (3 per class): it has to be below the number of nodes "
			"(%zu) and of attributes (%zu)",
			*k, 3 * r->groups.count, r->net->nodes, r->net->attributes);
	return status;
}

static odd_status begin(struct run *r, struct work *w, odd_error *err)
{
	odd_one_options options = r->settings->one;
	odd_status status = ODD_OK;
	if (options.k == 0 && options.start != ODD_START_GIVEN)
		status = choose_k(&options.k, r, err);
	if (status == ODD_OK)
		status = odd_one_begin(&r->one, r->net, &options, &w->job, err);
	if (status != ODD_OK)
		return status;
	const odd_prepared *input = odd_one_input(r->one);
	if (input->standardised)
		note(&r->notes,
			"the attributes do not look like words (negative, or many per node), so they were "
			"standardised column by column");
	if (input->constant_columns > 0)
		note(&r->notes, "%zu %s the same for all nodes and dropped", input->constant_columns,
			plural(input->constant_columns, "attribute was", "attributes were"));
	if (options.preset == ODD_PAPER)
		note(&r->notes,
			"the paper's raw score is each node's share of the total error, so it mostly "
			"follows degree and word count");
	return ODD_OK;
}

static odd_status fit(struct run *r, struct work *w, odd_error *err)
{
	const struct settings *s = r->settings;
	r->iterations_allowed = s->iterations_given ? s->stop.iterations
						    : odd_default_iterations(s->one.preset);
	r->fit = (odd_fit_result){ODD_STOP_ITERATIONS, 0, NAN};
	if (r->iterations_allowed == 0)
		return ODD_OK;
	odd_status status = odd_fit(r->one, &s->stop, &r->fit, &w->job, err);
	double rise = status == ODD_OK ? run_largest_rise(r) : 0.0;
	if (rise > 0.0)
		note(&r->notes, "the loss rose by %.3g of itself in one sub-step, which it should not",
			rise);
	return status;
}

static odd_status score(struct run *r, struct work *w, odd_error *err)
{
	const struct settings *s = r->settings;
	odd_status status = odd_scores_compute(&r->scores, r->one, odd_score_kind_of(s->one.preset),
		s->weights_given ? s->weights : NULL, &w->job, err);
	if (status == ODD_OK)
		status = odd_evaluate(&r->evaluation, r->scores.order, r->scores.total, r->scores.n,
			r->net->truth, err);
	if (status != ODD_OK || s->output == NULL)
		return status;
	odd_one_state state = odd_one_look(r->one);
	if ((status = odd_mat_alloc(&r->embedding, state.nodes, state.k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&r->map, state.nodes, 2, err)) != ODD_OK)
		return status;
	odd_one_embedding(r->one, r->embedding);
	return odd_pca(r->map, r->explained, odd_mat_const(r->embedding), &w->job, err);
}

static double peak_memory(void)
{
	struct rusage usage;
	return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : (double)NAN;
}

/* Everything up to the point where something is written. *reading tells whose fault an ODD_EIO is. */
static odd_status compute(struct run *r, struct work *w, bool *reading, odd_error *err)
{
	double started = meter_clock(), at[STAGES];
	*reading = false;
	odd_status status = check_places(r->settings, err);
	if (status != ODD_OK)
		return status;
	*reading = true;
	if ((status = load_network(&r->net, r->settings, w, err)) != ODD_OK)
		return status;
	note_skipped(&r->notes, &r->net->skipped);
	at[STAGE_LOAD] = meter_clock();
	if ((status = find_groups(r, w, err)) != ODD_OK ||
		(status = plant_into(&r->net, &r->planted, r->settings, &r->groups, w, err)) != ODD_OK)
		return status;
	at[STAGE_PLANT] = meter_clock();
	if ((status = begin(r, w, err)) != ODD_OK)
		return status;
	at[STAGE_INIT] = meter_clock();
	if ((status = fit(r, w, err)) != ODD_OK)
		return status;
	at[STAGE_ITERATIONS] = meter_clock();
	if ((status = score(r, w, err)) != ODD_OK)
		return status;
	at[STAGE_SCORE] = meter_clock();
	for (int stage = STAGE_LOAD; stage <= STAGE_SCORE; stage++)
		r->seconds[stage] = at[stage] - (stage > 0 ? at[stage - 1] : started);
	r->seconds[STAGE_TOTAL] = at[STAGE_SCORE] - started;
	r->peak_memory = peak_memory();
	*reading = false;
	return check_cancelled(w, err);
}

/* ---- after the work --------------------------------------------------------------------------- */

static int check_required(const struct run *r)
{
	int code = DONE;
	for (size_t i = 0; i < r->settings->required_count; i++) {
		const struct requirement *required = &r->settings->required[i];
		double reached = requirement_measure(required, r->net, &r->scores, &r->evaluation);
		if (requirement_met(required, reached))
			continue;
		if (isnan(reached))
			fprintf(stderr, "oddone: required %s: no such outlier is known here\n",
				required->text);
		else
			fprintf(stderr, "oddone: required %s, reached %.6g\n", required->text, reached);
		code = NOT_MET;
	}
	return code;
}

static odd_status report(const struct run *r, odd_error *err)
{
	switch (r->settings->format) {
	case FORMAT_JSON:
		return report_json(stdout, r, err);
	case FORMAT_TSV:
		report_tsv(stdout, r);
		return ODD_OK;
	default:
		report_text(stdout, r);
		return ODD_OK;
	}
}

static void clear(struct run *r)
{
	odd_mat_free(&r->embedding);
	odd_mat_free(&r->map);
	odd_scores_clear(&r->scores);
	odd_one_free(r->one);
	odd_communities_clear(&r->groups);
	odd_network_free(r->net);
	notes_clear(&r->notes);
}

int cmd_run(const struct settings *settings)
{
	struct work w;
	struct run r = {.settings = settings};
	odd_error err;
	bool reading;
	int code = DONE;
	work_begin(&w, settings);
	odd_status status = compute(&r, &w, &reading, &err);
	if (status == ODD_OK)
		status = export_run(&r, &w.job, &err);
	work_end(&w);
	if (status == ODD_OK)
		status = report(&r, &err);
	if (status != ODD_OK) {
		code = tell_error(&w, &err, reading);
	} else {
		if (settings->output != NULL)
			tell(&w, "wrote seven files to %s", settings->output);
		if (settings->save_state != NULL)
			tell(&w, "wrote the state to %s", settings->save_state);
		code = check_required(&r);
	}
	clear(&r);
	return code;
}
