/* score_neighbourhood.c: what the preset calibrated had before company, ⁴√(Σ weight · rank⁴) over
 * the percentile ranks of
 *     c1 = r1/‖A_i‖²              error in its links against their size; above 1 where the
 *                                 model is worse than none
 *     c4 = (near + wide)/2        of kinship.h, on P = C Vᵀ: the node's attributes as the model
 *                                 reads them, against those of the nodes one and two links away
 *     c3 = 1 − cos(G_i, U_i Wᵀ)   disagreement between the two embeddings
 *
 * c1 and c3 see that a node fits the model badly, which nodes that are made do even when nothing
 * about them is odd. c4 asks whether its attributes belong where its links are, and counts for six
 * times as much as either. Weights and powers were chosen on Cora and Citeseer, seeds 1 to 20.
 */
#include "config.h"

#include "score/around.h"
#include "score/score_internal.h"

#define POWER 1.5

static odd_status read_all(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	double **c = out->component;
	odd_csr links = {0};
	odd_status status = odd__links_share(c[0], c[1], c[2], run, out->total, job, err);
	if (status == ODD_OK)
		status = odd__around_links(&links, odd_one_input(run), err);
	if (status == ODD_OK)
		status = odd__around_kinship(
			c[1], out->total, odd_csr_const(links), run, POWER, job, err);
	if (status == ODD_OK)
		status = odd_one_disagreement(run, c[2], job, err);
	odd_csr_clear(&links);
	return status;
}

static void weigh(double *weight, const odd_scores *s)
{
	(void)s;
	weight[0] = weight[2] = 0.125;
	weight[1] = 0.75;
}

const odd_score odd__score_neighbourhood = {
	.name = "neighbourhood",
	.about = ODD__FOREIGN_ABOUT,
	.measures = "c1: error in a node's links against their size; c4: its attributes against "
		    "those one and two links away, in the directions that linked nodes share; c3: "
		    "1 − cos between the two embeddings",
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = 3,
	.component =
		{
			ODD__PART_C1,
			{"c4", "attrs", "words", "attributes", "attributes foreign to those around",
				ODD_ATTRIBUTE},
			ODD__PART_C3,
		},
	.ranked = true,
	.power = 4.0,
	.bounded = true,
	.read = read_all,
	.weigh = weigh,
};
