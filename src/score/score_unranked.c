/* score_unranked.c: the plain mean of c1, c2 and c3 as score_shares.c reads them: a rung between
 * raw and shares, which shows what dividing an error by the size of its row does, before ranks,
 * powers and weights. */
#include "config.h"

#include "score/score_internal.h"

const odd_score odd__score_unranked = {
	.name = "unranked",
	.about = "links, attrs: how much of a node's links and attributes the model cannot "
		 "explain; both: how far the two disagree; the score is their mean.",
	.measures = "c1 and c2: error in a node's links and attributes against their size; c3: 1 − "
		    "cos between the two embeddings",
	.bars = "each against its largest here",
	.value = "odd",
	.count = 3,
	.component =
		{
			{"c1", "links", "links", "links", "links not explained", ODD_STRUCTURAL},
			{"c2", "attrs", "words", "attributes", "attributes not explained",
				ODD_ATTRIBUTE},
			{"c3", "both", "both", "disagreement", "disagreement", ODD_COMBINED},
		},
	.bounded = true,
	.read = odd__read_shares,
};
