/* method_one.c: the rows of ONE, with either preset. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/one/one.h"
#include "oddone/score/score.h"

/* Embedding and scores of a run that has ended. */
static odd_status read_out(odd_method_result *out, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_scores scores;
	size_t k = odd_one_look(run).k;
	odd_status status = odd_scores_compute(&scores, run, NULL, NULL, job, err);
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

static odd_status run_one(odd_method_result *out, const odd_method *m, odd_preset preset,
	const odd_network *net, const odd_method_request *request, const odd_job *job,
	odd_error *err)
{
	static const odd_start starts[] = {ODD_START_NMF, ODD_START_SVD, ODD_START_RANDOM};
	odd_one *run = NULL;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	odd_stop stop = {.iterations = odd__setting_whole(m, request, "iterations")};
	o.preset = preset;
	o.k = request->k;
	o.seed = request->seed;
	o.mu = odd__setting_number(m, request, "mu");
	o.start = starts[odd__setting_choice(m, request, "start")];
	status = odd_one_begin(&run, net, &o, job, err);
	if (status == ODD_OK)
		status = odd_fit(run, &stop, NULL, job, err);
	if (status == ODD_OK)
		status = read_out(out, run, job, err);
	if (status != ODD_OK)
		odd_method_result_clear(out);
	odd_one_free(run);
	return status;
}

/* ---- as published --------------------------------------------------------------------------- */

static const odd_method_option paper_options[] = {
	ODD__WHOLE("iterations", 1, 100000, "5", "5", "rounds of the six updates"),
	ODD__NUMBER("mu", 1, 1e9, "1", "1", "sum of each outlier score"),
	ODD__CHOICE("start", "nmf|svd|random", "nmf", "nmf", "the first factors"),
};

static odd_status run_paper(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	return run_one(out, &odd__method_one_paper, ODD_PAPER, net, request, job, err);
}

const odd_method odd__method_one_paper = {
	.name = "one-paper",
	.title = "ONE (paper)",
	.published = "ONE",
	.note = "As published, with the U update that the loss calls for (the printed one and the "
		"authors' script raise it). Scored by its own O1, O2, O3, which follow degree and "
		"word count.",
	.kind = ODD_METHOD_ATTRIBUTED,
	ODD__OPTIONS(paper_options),
	.run = run_paper,
};

/* ---- calibrated ----------------------------------------------------------------------------- */

static const odd_method_option calibrated_options[] = {
	ODD__WHOLE("iterations", 1, 100000, "40", "5", "rounds of the six updates"),
	ODD__NUMBER("mu", 1, 1e9, "1", "1", "sum of each outlier score"),
	ODD__CHOICE("start", "nmf|svd|random", "svd", "nmf", "the first factors"),
};

static odd_status run_calibrated(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	return run_one(out, &odd__method_one_calibrated, ODD_CALIBRATED, net, request, job, err);
}

const odd_method odd__method_one_calibrated = {
	.name = "one-calibrated",
	.title = "ONE (calibrated)",
	.published = NULL, /* what was published is the other one */
	.note = "This program's variant: the optimiser of ONE on normalised links and words, with "
		"a "
		"score of its own. The form of that score was picked by recall of outliers planted "
		"in Cora, Citeseer, WebKB and Pubmed (seeds 1 to 10); no other method had that.",
	.kind = ODD_METHOD_ATTRIBUTED,
	ODD__OPTIONS(calibrated_options),
	.run = run_calibrated,
};
