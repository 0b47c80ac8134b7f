/* score_circle.c: a node by the circle it moves in: as company, but where a network has few links,
 * what was learned from them counts for less and the words themselves for more.
 *
 * ⁴√(Σ weight · rank⁴) over the percentile ranks of c1, c5 and c3, with the weights .1 (1 − ρ),
 * .8 + .1 ρ, .1; c5 and the doubt ρ are those of foreign.h. c1, too, is read off what was fitted to
 * the links, and on a network of some hundred nodes K dimensions fit almost any link.
 *
 * From 247 links for each dimension on ρ is 0 and circle is company: so on Cora and Citeseer.
 */
#include "config.h"

#include "score/foreign.h"
#include "score/score_internal.h"

static void weights_with(double *weight, double doubt)
{
	weight[0] = 0.1 * (1.0 - doubt);
	weight[2] = 0.1;
	weight[1] = 1.0 - weight[0] - weight[2];
}

static odd_status read_circle(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	double **c = out->component, doubt = 0.0;
	odd_status status = odd__links_share(c[0], c[1], c[2], run, out->total, job, err);
	if (status == ODD_OK)
		status = odd__foreign(c[1], &doubt, out->total, run, job, err);
	if (status == ODD_OK)
		status = odd_one_disagreement(run, c[2], job, err);
	weights_with(out->weight, doubt);
	return status;
}

/* Those that reading the run left; components that come from elsewhere have none. */
static void weigh_by_doubt(double *weight, const odd_scores *s)
{
	bool read = s->weight[1] > 0.0;
	weights_with(weight, 0.0);
	for (size_t t = 0; read && t < s->score->count; t++)
		weight[t] = s->weight[t];
}

const odd_score odd__score_circle = {
	.name = "circle",
	.about = ODD__FOREIGN_ABOUT,
	.measures = "c1: error in a node's links against their size; c5: its attributes against "
		    "those one and two links away, in the directions that linked nodes share (in "
		    "the words' own where links are few), and against its neighbours', one by "
		    "one; c3: 1 − cos between the two embeddings",
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = 3,
	.component = {ODD__PART_C1, ODD__PART_C5, ODD__PART_C3},
	.ranked = true,
	.power = 4.0,
	.bounded = true,
	.read = read_circle,
	.weigh = weigh_by_doubt,
};
