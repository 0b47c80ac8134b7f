/* beside.h: ONE alone, beside whatever score ranks the nodes. */
#ifndef ODD_SCORE_BESIDE_H
#define ODD_SCORE_BESIDE_H

#include "oddone/score.h"

/* The score "one" of the same moment, with total, order and rank, but without components and parts;
 * n = 0 when that is the score already. Of the panel, which has read ONE's errors, nothing is read
 * anew. O(n). */
odd_status odd__scores_one_beside(odd_scores *out, const odd_scores *scores, odd_one *run,
	const odd_job *job, odd_error *err);

#endif
