/* ranking.h: scores, ranks and recall of nodes that several processes hold, by sorting across them.
 */
#ifndef MPI_RANKING_H
#define MPI_RANKING_H

#include "mpi/part.h"
#include "oddone/recall.h"
#include "oddone/score.h"

struct part_ranking {
	odd_scores scores;         /* of own nodes; order is theirs, rank is among all */
	odd_evaluation evaluation; /* at rank 0, as the next */
	uint8_t *truth;            /* kinds by rank, where outliers are known */
};

/* Is a score made where processes share the nodes? */
bool part_can_score(const odd_score *score);

/* All processes call it; weight NULL: the score's own. */
odd_status part_rank(struct part_ranking *out, odd_one *run, const struct part *part,
	const odd_score *score, const double *weight, const odd_job *job, odd_error *err);
void part_ranking_clear(struct part_ranking *ranking);

/* Bytes of every process to rank 0, one after the other: *in on the heap, NULL elsewhere. */
odd_status part_send_first(void **in, size_t *total, const void *bytes, size_t size,
	const odd__comm *comm, odd_error *err);

#endif
