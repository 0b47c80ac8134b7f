/* score_shares.c: the first score of the preset calibrated, √(Σ weight · rank²) over the
 * percentile ranks of
 *     c1 = r1/‖A_i‖²              error in the node's links against their size
 *     c2 = r2/‖C_i‖²              the same for its attributes
 *     c3 = 1 − cos(G_i, U_i Wᵀ)   disagreement between the two
 * A row with nothing to explain has c = 0. */
#include "config.h"

#include <math.h>

#include "score/score_internal.h"

void odd__as_share(double *r, odd_ccsr S, double *norms)
{
	odd_csr_row_norms(norms, S);
	for (size_t i = 0; i < S.rows; i++)
		r[i] = norms[i] > 0.0 ? r[i] / norms[i] : 0.0;
}

odd_status odd__links_share(double *c1, double *r2, double *r3, odd_one *run, double *norms,
	const odd_job *job, odd_error *err)
{
	odd_status status = odd_one_residuals(run, c1, r2, r3, job, err);
	if (status == ODD_OK)
		odd__as_share(c1, odd_csr_const(odd_one_input(run)->A), norms);
	return status;
}

odd_status odd__read_shares(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_status status = odd_one_residuals(
		run, out->component[0], out->component[1], out->component[2], job, err);
	if (status != ODD_OK)
		return status;
	odd__as_share(out->component[0], odd_csr_const(input->A), out->total);
	odd__as_share(out->component[1], odd_csr_const(input->C), out->total);
	return odd_one_disagreement(run, out->component[2], job, err);
}

/* 1 − the mean share of attributes left unexplained, over the nodes that have any. */
static double explained_share(const odd_scores *s)
{
	double sum = 0.0;
	size_t count = 0;
	for (size_t i = 0; i < s->n; i++) {
		sum += s->component[1][i];
		count += s->component[1][i] > 0.0;
	}
	return count > 0 ? 1.0 - sum / (double)count : 0.0;
}

/* Where the model explains little of anybody's attributes, c2 is nearly the same noise for all; its
 * weight grows with the square of the share that is explained, up to a fifth. No truth goes into
 * it. Against fixed weights (.45, .10, .45) and a plain mean this finds more planted outliers on
 * Cora, Citeseer, WebKB and Pubmed alike. */
void odd__shares_weights(double weight[3], double explained)
{
	double part = 2.0 * explained;
	weight[1] = explained > 0.0 ? fmin(part * part, 0.2) : 0.0;
	weight[0] = weight[2] = 0.5 * (1.0 - weight[1]);
}

static void weigh(double *weight, const odd_scores *s)
{
	odd__shares_weights(weight, explained_share(s));
}

const odd_score odd__score_shares = {
	.name = "shares",
	.about = "links, attrs: how much of a node's links and attributes the model cannot "
		 "explain; both: how far the two disagree.",
	.measures = ODD__SHARES_MEASURES,
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = 3,
	.component =
		{
			ODD__PART_C1,
			ODD__PART_C2,
			ODD__PART_C3,
		},
	.ranked = true,
	.bounded = true,
	.read = odd__read_shares,
	.weigh = weigh,
};
