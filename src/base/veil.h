/* veil.h: other names for some of a table's, while it is drawn.
 *
 * The ids of nodes that were planted, structural-1, say what they are. A user who hides the truth
 * draws a veil over the table: odd_names_get then lends the other name, so that everything that is
 * shown agrees, and nothing that shows names has to know. The veil is made once and never changes
 * but for the flag, which any thread may set and read.
 */
#ifndef BASE_VEIL_H
#define BASE_VEIL_H

#include <stdatomic.h>
#include <stdbool.h>

#include "oddone/names.h"

struct odd_veil {
	const atomic_bool *drawn; /* lent */
	odd_names other;          /* the other names */
	uint32_t *whose;          /* … each is of this name */
	uint32_t *of;             /* name i is called so; ODD_NO_NAME: by its own */
};

/* Another name for name `index` of the table that the veil is for: new-1234, by a hash of its own,
 * so that it is the same in every table that has the names before it. */
odd_status odd__veil_add(
	struct odd_veil *veil, const odd_names *names, uint32_t index, odd_error *err);
void odd__veil_clear(struct odd_veil *veil);

/* The name under the veil. */
const char *odd__names_own(const odd_names *names, size_t index);
/* Is it called otherwise now? */
bool odd__names_veiled(const odd_names *names, size_t index);

#endif
