/* part.h: the block of a network that one of several processes holds.
 *
 * Nodes have a place, 0 … all−1: process r holds places starts[r] … starts[r+1]−1. Where the
 * network was laid out in communities (pieces.h) that is another order than in its files; number is
 * that. Words, classes and counts are on all processes.
 */
#ifndef MPI_PART_H
#define MPI_PART_H

#include "linalg/halo.h"
#include "oddone/network.h"
#include "one/part.h"

struct part {
	const odd__comm *comm;
	char *name, *format;
	size_t all, n;  /* nodes of all processes, own ones */
	size_t *starts; /* comm->size + 1 */
	uint32_t *number;
	odd_names ids; /* of own nodes, in order */
	int32_t *label;
	uint8_t *truth;
	bool directed, has_truth;
	odd_csr A, At, C; /* rows of own nodes; At is empty unless directed */
	odd__halo halo;
	odd_names words, classes;
	size_t edges; /* of all processes */
	odd_skipped skipped;
};

void part_clear(struct part *part);

/* The process that holds a place. */
int part_owner(const struct part *part, size_t place);

/* Makes the halo of all places in column[0] (of A) and column[1] (of At) that other processes hold,
 * and renames the columns: own nodes first, then the halo, as kernels have them. */
odd_status part_localise(
	struct part *part, uint32_t *const column[2], const size_t count[2], odd_error *err);
static inline size_t part_columns(const struct part *part)
{
	return part->n + part->halo.count;
}

/* A and C as the preset weighs them, as odd_prepare does with the network as a whole; the part
 * gives up its own. Attributes have to be words. */
odd_status part_prepare(odd_prepared *out, struct part *part, odd_preset preset, const odd_job *job,
	odd_error *err);

#endif
