/* score_one.c: ONE alone, √(Σ weight · rank²) over the percentile ranks of its three errors
 *     links          r1/‖A_i‖²              error in the node's links against their size
 *     attributes     r2/‖C_i‖²              the same for its attributes
 *     disagreement   1 − cos(G_i, U_i Wᵀ)   between the two
 * A row with nothing to explain has 0. Nothing but G, H, U, V and W is read. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "score/beside.h"
#include "score/score_internal.h"

extern const odd_score odd__score_evidence;

static void divide_by_size(double *r, odd_ccsr S, double *norms)
{
	odd_csr_row_norms(norms, S);
	for (size_t i = 0; i < S.rows; i++)
		r[i] = norms[i] > 0.0 ? r[i] / norms[i] : 0.0;
}

odd_status odd__read_errors(double *const component[3], double *scratch, odd_one *run,
	const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_status status =
		odd_one_residuals(run, component[0], component[1], component[2], job, err);
	if (status != ODD_OK)
		return status;
	divide_by_size(component[0], odd_csr_const(input->A), scratch);
	divide_by_size(component[1], odd_csr_const(input->C), scratch);
	return odd_one_disagreement(run, component[2], job, err);
}

static odd_status read_errors(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	return odd__read_errors(out->component, out->total, run, job, err);
}

double odd__explained_share(const double *error, size_t n)
{
	double sum = 0.0;
	size_t count = 0;
	for (size_t i = 0; i < n; i++) {
		sum += error[i];
		count += error[i] > 0.0;
	}
	return count > 0 ? 1.0 - sum / (double)count : 0.0;
}

/* Where the model explains little of anybody's attributes, their error is nearly the same noise for
 * all; its weight grows with the square of the share that is explained, up to a fifth. No truth
 * goes into it. Against fixed weights (.45, .10, .45) and a plain mean this finds more planted
 * outliers on Cora, Citeseer, WebKB and Pubmed alike. */
static void weigh(double *weight, const odd_scores *s)
{
	double explained = odd__explained_share(s->component[1], s->n), part = 2.0 * explained;
	weight[1] = explained > 0.0 ? fmin(part * part, 0.2) : 0.0;
	weight[0] = weight[2] = 0.5 * (1.0 - weight[1]);
}

const odd_score odd__score_one = {
	.name = "one",
	.about =
		"links, attrs: how much of a node's links and attributes ONE cannot explain; both: "
		"how far the two disagree.",
	.measures = "links and attributes: error of ONE against their size; disagreement: 1 − cos "
		    "between the two embeddings",
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = 3,
	.component = {ODD__ERRORS},
	.ranked = true,
	.bounded = true,
	.read = read_errors,
	.weigh = weigh,
};

odd_status odd__scores_one_beside(
	odd_scores *out, const odd_scores *scores, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	*out = (odd_scores){0};
	if (scores->score == &odd__score_one)
		return ODD_OK;
	if (scores->score->read == odd__score_evidence.read)
		status = odd__scores_from_components(out, scores->n, &odd__score_one,
			(const double *const *)scores->component, NULL, job, err);
	else
		status = odd_scores_compute(out, run, &odd__score_one, NULL, job, err);
	for (size_t t = 0; status == ODD_OK && t < odd__score_one.count; t++) {
		free(out->component[t]);
		free(out->part[t]);
		out->component[t] = out->part[t] = NULL;
	}
	return status;
}
