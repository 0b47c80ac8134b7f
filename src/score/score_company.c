/* score_company.c: a node by the company it keeps, ⁴√(Σ weight · rank⁴) over the percentile ranks
 * of c1, c5 and c3, with the weights .1, .8, .1.
 *
 * - c1 = r1/‖A_i‖², the error in its links against their size; above 1 where the model is worse
 *   than none.
 * - c5 = √(¾ k² + ¼ s²). k is the rank of c4 = (near + wide)/2 of kinship.h with power 2: its
 *   attributes, as the model reads them, against those of the nodes one and two links away. s is
 *   the rank of how little it has in common with its neighbours (odd__around_shared).
 * - c3 = 1 − cos(G_i, U_i Wᵀ), the disagreement between the two embeddings.
 *
 * Against neighbourhood it has s, and the power 2 in place of 3/2. s sees the very words where k
 * sees places in K dimensions; a node that is made shares few words with its neighbours even when
 * nothing about it is odd, and the higher power makes up for that. Weights and powers were chosen
 * on Cora and Citeseer, seeds 1 to 20.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "score/around.h"
#include "score/score_internal.h"

#define POWER 2.0
#define KIN 0.75 /* of k in c5 */

/* c5 from c4 and s, which lies in `shared`; rank: scratch of 2 N. What is mere rounding has no say:
 * see ODD_SCORE_SPREAD. */
static void combine(double *c5, const double *shared, double *rank, size_t n, odd__sorter *sorter)
{
	const double *part[2] = {c5, shared};
	double weight[2] = {
		odd__is_idle(c5, n) ? 0.0 : KIN, odd__is_idle(shared, n) ? 0.0 : 1.0 - KIN};
	double sum = weight[0] + weight[1];
	for (size_t t = 0; t < 2; t++)
		odd__percentile_ranks(rank + t * n, part[t], n, ODD_SCORE_TIE, sorter);
	for (size_t i = 0; i < n; i++) {
		double square =
			weight[0] * rank[i] * rank[i] + weight[1] * rank[n + i] * rank[n + i];
		c5[i] = sum > 0.0 ? sqrt(square / sum) : 0.0;
	}
}

/* c4 and s; links and what they are read with are gone before anything is ranked. */
static odd_status read_around(
	double *c4, double *shared, odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_csr links = {0};
	odd_status status = odd__around_links(&links, input, err);
	if (status == ODD_OK)
		status =
			odd__around_kinship(c4, shared, odd_csr_const(links), run, POWER, job, err);
	if (status == ODD_OK)
		status = odd__around_shared(
			shared, odd_csr_const(links), odd_csr_const(input->C), job, err);
	odd_csr_clear(&links);
	return status;
}

/* scratch: N. */
static odd_status read_company(
	double *c5, double *scratch, odd_one *run, const odd_job *job, odd_error *err)
{
	size_t n = odd_one_look(run).nodes;
	odd__sorter sorter = {0};
	double *rank = NULL;
	odd_status status = read_around(c5, scratch, run, job, err);
	if (status == ODD_OK && (rank = malloc((2 * n + 1) * sizeof *rank)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd__sorter_init(&sorter, n, err);
	if (status == ODD_OK)
		combine(c5, scratch, rank, n, &sorter);
	odd__sorter_clear(&sorter);
	free(rank);
	return status;
}

static odd_status read_all(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	double **c = out->component;
	odd_status status = odd__links_share(c[0], c[1], c[2], run, out->total, job, err);
	if (status == ODD_OK)
		status = read_company(c[1], out->total, run, job, err);
	if (status == ODD_OK)
		status = odd_one_disagreement(run, c[2], job, err);
	return status;
}

static void weigh(double *weight, const odd_scores *s)
{
	(void)s;
	weight[0] = weight[2] = 0.1;
	weight[1] = 0.8;
}

const odd_score odd__score_company = {
	.name = "company",
	.about = "links: how much of a node's links the model cannot explain; attrs: how foreign "
		 "its attributes are to those of the nodes around it; both: how far its links and "
		 "attributes disagree.",
	.measures = "c1: error in a node's links against their size; c5: its attributes against "
		    "those one and two links away, in the directions that linked nodes share, and "
		    "against its neighbours', one by one; c3: 1 − cos between the two embeddings",
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = 3,
	.component =
		{
			ODD__PART_C1,
			{"c5", "attrs", "words", "attributes", "attributes foreign to those around",
				ODD_ATTRIBUTE},
			ODD__PART_C3,
		},
	.ranked = true,
	.power = 4.0,
	.bounded = true,
	.read = read_all,
	.weigh = weigh,
};
