/* pack_network.h: a network in a packed file (base/pack.h), as it is: no reader has to guess, and
 * planted nodes stay where they were. */
#ifndef ODD_NETWORK_PACK_NETWORK_H
#define ODD_NETWORK_PACK_NETWORK_H

#include "base/pack.h"
#include "oddone/network.h"

/* From this version of the file on it tells which cells of its table were missing. */
#define ODD__PACK_CELLS 3

void odd__pack_network(odd__packer *p, const odd_network *net);
/* All that holds of a network holds of it: symmetric unless directed, names unique, numbers finite.
 * NULL when failed. */
odd_network *odd__unpack_network(odd__unpacker *u);
/* So many rows of what nodes miss in the columns of a table; flagged wrong where a column has no
 * attributes. */
odd_status odd__unpack_cells(
	odd__unpacker *u, odd_csr *out, size_t rows, const odd_columns *columns);

#endif
