/* directory.h: where the node of an id is. Each process answers for the ids whose hash is its own,
 * so no process knows all of them. */
#ifndef MPI_DIRECTORY_H
#define MPI_DIRECTORY_H

#include <stdint.h>

#include "base/comm.h"
#include "oddone/names.h"

struct directory {
	const odd__comm *comm;
	odd_names ids;   /* that this process answers for */
	uint32_t *place; /* of each */
	uint32_t twice;  /* a place whose id another node has, too; ODD_NO_NAME: none */
};

/* All ids of all processes; those of this one have the places from first on. */
odd_status directory_make(struct directory *out, const odd__comm *comm, const odd_names *ids,
	size_t first, odd_error *err);
void directory_clear(struct directory *d);

/* place[i] of each name, ODD_NO_NAME where no node is called so. */
odd_status directory_find(
	uint32_t *place, const struct directory *d, const odd_names *names, odd_error *err);

#endif
