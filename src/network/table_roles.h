/* table_roles.h: which of two tables lists the nodes and which column names them, and which two
 * columns of the other are the ends of links: worked out from the values of one column that come in
 * another. */
#ifndef ODD_NETWORK_TABLE_ROLES_H
#define ODD_NETWORK_TABLE_ROLES_H

#include "network/readers.h"

typedef struct odd__table_roles {
	size_t nodes;              /* which of the two tables lists them: 0 or 1 */
	size_t id, source, target; /* columns of that table, and of the other */
	char says[520];            /* how they are read, a line */
} odd__table_roles;

/* ordered: the first lists the nodes. Options that name columns decide. ODD_EINPUT: no column of
 * the one names the rows of the other. O(cells), twice the memory of their distinct values. */
odd_status odd__table_roles_find(odd__table_roles *out, const odd__source *source,
	const char *const path[2], bool ordered, odd_error *err);

#endif
