/* part.h: the block of a network that one of several processes holds.
 *
 * Process r holds the nodes starts[r] … starts[r+1] − 1, in the order of the file. Words and
 * classes are on all processes.
 */
#ifndef MPI_PART_H
#define MPI_PART_H

#include "linalg/halo.h"
#include "oddone/network.h"
#include "oddone/prepare.h"

struct part {
	const odd__comm *comm;
	odd_network *net; /* own nodes; edges and skipped count those of all processes; columns of A
			     are own nodes, then the halo */
	odd_csr At;       /* rows of the transpose for own nodes, of a directed network */
	odd__halo halo;
	size_t all, first; /* nodes of all processes; the first own one */
	size_t *starts;    /* comm->size + 1 */
	bool has_truth;    /* known outliers, at any process */
};

/* load.c: reads oddone text, each process its share of the bytes of every file; it holds the nodes
 * whose lines are in its share of the node table. All processes call it; where one fails alone, the
 * others wait for it. */
odd_status part_load(struct part *out, const char *path, const odd_load_options *options,
	const odd__comm *comm, const odd_job *job, odd_error *err);
void part_clear(struct part *part);

/* The process that holds a node. */
int part_owner(const struct part *part, size_t node);

/* Makes the halo of all nodes in column[0] (of A) and column[1] (of At) that other processes hold,
 * and renames the columns: own nodes first, then the halo, as kernels have them. */
odd_status part_localise(
	struct part *part, uint32_t *const column[2], const size_t count[2], odd_error *err);
static inline size_t part_columns(const struct part *part)
{
	return part->net->nodes + part->halo.count;
}

/* A and C as the preset weighs them; the part gives up its own. Attributes have to be words. */
odd_status part_prepare(odd_prepared *out, struct part *part, odd_preset preset, const odd_job *job,
	odd_error *err);

#endif
