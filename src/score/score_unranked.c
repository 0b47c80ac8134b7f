/* score_unranked.c: the plain mean of c1, c2 and c3 as score_shares.c reads them: a rung between
 * raw and shares, which shows what dividing an error by the size of its row does, before ranks,
 * powers and weights. */
#include "config.h"

#include "score/score_internal.h"

const odd_score odd__score_unranked = {
	.name = "unranked",
	.about = "links, attrs: how much of a node's links and attributes the model cannot "
		 "explain; both: how far the two disagree; the score is their mean.",
	.measures = ODD__SHARES_MEASURES,
	.bars = "each against its largest here",
	.value = "odd",
	.count = 3,
	.component =
		{
			ODD__PART_C1,
			ODD__PART_C2,
			ODD__PART_C3,
		},
	.bounded = true,
	.read = odd__read_shares,
};
