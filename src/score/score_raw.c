/* score_raw.c: the paper's score, Σ weight · O. The paper leaves the weights to the user: even. */
#include "config.h"

#include <string.h>

#include "score/score_internal.h"

static odd_status read_O(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_one_state state = odd_one_look(run);
	(void)job;
	(void)err;
	for (int t = 0; t < 3; t++)
		memcpy(out->component[t], state.O[t], state.nodes * sizeof **out->component);
	return ODD_OK;
}

const odd_score odd__score_raw = {
	.name = "raw",
	.about = "O1, O2, O3: a node's share of the error in links, in attributes, and of the "
		 "disagreement between the two.",
	.bars = "shares of the whole error, each against its largest here",
	.value = "O",
	.count = 3,
	.component = {{.name = "O1",
			      .head = "O1",
			      .word = "links",
			      .thing = "links",
			      .title = "share of link error",
			      .kind = ODD_STRUCTURAL},
		{.name = "O2",
			.head = "O2",
			.word = "words",
			.thing = "attributes",
			.title = "share of attribute error",
			.kind = ODD_ATTRIBUTE},
		{.name = "O3",
			.head = "O3",
			.word = "both",
			.thing = "disagreement",
			.title = "share of disagreement",
			.kind = ODD_COMBINED}},
	.read = read_O,
};
