/* ranking.h: scores, ranks and recall of nodes that several processes hold, by sorting across them.
 */
#ifndef MPI_RANKING_H
#define MPI_RANKING_H

#include "mpi/part.h"
#include "oddone/recall.h"
#include "oddone/score.h"

/* A node on its way through a sort; it comes back to the process that holds it. */
struct item {
	double value;
	uint32_t number, row; /* among all nodes; among those of its process */
	int process;
	uint8_t truth;
};

/* The items of this process after the sort: places first … first+count−1 of all. */
struct sorted {
	struct item *item;
	size_t count, first;
};

struct part_ranking {
	odd_scores scores; /* of own nodes; order is theirs, rank is among all */
	odd_evaluation evaluation;
	struct sorted sorted; /* by falling total */
};

/* Can the score be read where processes share the nodes? */
bool part_can_score(const odd_score *score);

/* All processes call it; weight NULL: the score's own. */
odd_status part_rank(struct part_ranking *out, odd_one *run, const struct part *part,
	const odd_score *score, const double *weight, const odd_job *job, odd_error *err);
void part_ranking_clear(struct part_ranking *ranking);

#endif
