/* score_paper.c: the paper's score, Σ weight · O. The paper leaves the weights to the user: even.
 */
#include "config.h"

#include <string.h>

#include "score/score_internal.h"

/* Where O is held alike for all, what it would be: r/Σ r. */
static odd_status read_shares(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status = odd_one_residuals(
		run, out->component[0], out->component[1], out->component[2], job, err);
	for (int t = 0; t < 3 && status == ODD_OK; t++) {
		double sum = 0.0;
		for (size_t i = 0; i < out->n; i++)
			sum += out->component[t][i];
		for (size_t i = 0; i < out->n && sum > 0.0; i++)
			out->component[t][i] /= sum;
	}
	return status;
}

static odd_status read_O(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_one_state state = odd_one_look(run);
	if (odd_one_options_used(run)->o == ODD_O_UNIFORM)
		return read_shares(out, run, job, err);
	for (int t = 0; t < 3; t++)
		memcpy(out->component[t], state.O[t], state.nodes * sizeof **out->component);
	return ODD_OK;
}

const odd_score odd__score_paper = {
	.name = "paper",
	.about = "O1, O2, O3: a node's share of the error in links, in attributes, and of the "
		 "disagreement between the two.",
	.bars = "shares of the whole error, each against its largest here",
	.value = "O",
	.count = 3,
	.component =
		{
			{"O1", "O1", "links", "links", "share of link error",
				"a node's share of the error in links", ODD_STRUCTURAL, false},
			{"O2", "O2", "words", "attributes", "share of attribute error",
				"its share of the error in attributes", ODD_ATTRIBUTE, false},
			{"O3", "O3", "both", "disagreement", "share of disagreement",
				"its share of the disagreement between the two", ODD_COMBINED,
				false},
		},
	.read = read_O,
};
