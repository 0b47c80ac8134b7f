/* method_one.c: the rows of ONE, with either preset. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "baseline/method_rows.h"
#include "oddone/one.h"
#include "oddone/score.h"

/* Embedding and scores of a run that has ended. */
static odd_status read_out(odd_method_result *out, odd_one *run, const odd_score *score,
	const odd_job *job, odd_error *err)
{
	odd_scores scores;
	size_t k = odd_one_look(run).k;
	odd_status status = odd_scores_compute(&scores, run, score, NULL, job, err);
	if (status != ODD_OK)
		return status;
	status = odd__method_score(out, err);
	if (status == ODD_OK)
		memcpy(out->score, scores.total, out->nodes * sizeof *out->score);
	if (status == ODD_OK)
		status = odd_mat_alloc(&out->embedding, out->nodes, k, err);
	if (status == ODD_OK)
		odd_one_embedding(run, out->embedding);
	odd_scores_clear(&scores);
	return status;
}

struct settings {
	odd_one_options one;
	size_t iterations;
	int start; /* nmf, svd, random */
};

static odd_status run_one(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	static const odd_start starts[] = {ODD_START_NMF, ODD_START_SVD, ODD_START_RANDOM};
	odd_one *run = NULL;
	struct settings set = {.one = ODD_ONE_OPTIONS_INIT};
	odd__settings_read(&set, call);
	const odd_stop stop = {.iterations = set.iterations};
	set.one.preset = (odd_preset)call->method->variant;
	set.one.k = call->request->k;
	set.one.seed = call->request->seed;
	set.one.start = starts[set.start];
	odd_status status = odd_one_begin(&run, call->net, &set.one, call->job, err);
	if (status == ODD_OK)
		status = odd_fit(run, &stop, NULL, call->job, err);
	if (status == ODD_OK)
		status = read_out(out, run, odd_score_find(call->method->name), call->job, err);
	odd_one_free(run);
	return status;
}

/* ---- the rows ------------------------------------------------------------------------------- */

/* The two differ in what they begin with and how long they run; published is the same. */
#define AT(field) offsetof(struct settings, field)
#define SETTINGS(iterations_, start_) \
	ODD__WHOLE("iterations", AT(iterations), 1, 100000, iterations_, "5", \
		"rounds of the six updates"), \
		ODD__NUMBER("mu", AT(one.mu), 1, 1e9, "1", "1", "sum of each outlier score"), \
		ODD__CHOICE( \
			"start", AT(start), "nmf|svd|random", start_, "nmf", "the first factors")

static const odd_method_option calibrated_options[] = {SETTINGS("40", "svd")};
static const odd_method_option paper_options[] = {SETTINGS("5", "nmf")};

const odd_method odd__method_one_calibrated = {
	.name = "one-calibrated",
	.title = "ONE (calibrated)",
	.published = NULL, /* what was published is the other one */
	.note = "This program's variant: the optimiser of ONE on normalised links and "
		"words, with a score of its own. The form of that score was picked on "
		"outliers planted in Cora and Citeseer (seeds 1 to 20); no other method "
		"had that.",
	.kind = ODD_METHOD_ATTRIBUTED,
	ODD__OPTIONS(calibrated_options),
	.variant = ODD_CALIBRATED,
	.run = run_one,
};

const odd_method odd__method_one_paper = {
	.name = "one-paper",
	.title = "ONE (paper)",
	.published = "ONE",
	.note = "As published, with the U update that the loss calls for (the printed one "
		"and the authors' script raise it). Scored by its own O1, O2, O3, which "
		"follow degree and word count.",
	.kind = ODD_METHOD_ATTRIBUTED,
	ODD__OPTIONS(paper_options),
	.variant = ODD_PAPER,
	.run = run_one,
};

/* Rows of the table have names of their own: theirs is the score of the preset. */
void odd__method_of_score(odd_method *out, const odd_score *score)
{
	*out = odd__method_one_calibrated;
	out->name = out->title = score->name;
	out->note = score->about;
}
