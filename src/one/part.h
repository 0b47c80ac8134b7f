/* part.h: a run that several processes share, each with a block of the nodes.
 *
 * Rows of A, C, G, U and O and columns of H are with the process that holds the node; V, W and Gram
 * matrices are on all. The run is stepped as any other, by all processes in step: sums go over the
 * communicator of the halo, rows of H and of G that neighbours elsewhere need are exchanged once
 * per iteration each. Snapshots, explanations and going on with another network are not for such
 * runs.
 */
#ifndef ODD_ONE_PART_H
#define ODD_ONE_PART_H

#include "linalg/halo.h"
#include "oddone/one.h"

typedef struct odd__one_part {
	odd_prepared input; /* of own nodes; columns of A and At: own nodes, then the halo */
	odd__halo *halo;    /* lent as long as the run lives */
	size_t first;       /* the first own node among all, which decides random numbers */
	size_t all;         /* nodes of all processes */
} odd__one_part;

/* Takes over part->input, also on failure. The options name K, unless the start is given in files;
 * every process reads its rows of those. */
odd_status odd__one_begin_part(odd_one **out, odd__one_part *part, const odd_one_options *options,
	const odd_job *job, odd_error *err);

/* visit: A.rows nodes, community by community (order.c). */
odd_status odd__order_by_communities(
	uint32_t *visit, odd_ccsr A, const odd_job *job, odd_error *err);

#endif
