/* prepare_columns.h: the attributes of a table for the optimiser, each column by its type. */
#ifndef ODD_NETWORK_PREPARE_COLUMNS_H
#define ODD_NETWORK_PREPARE_COLUMNS_H

#include "oddone/network.h"

/* nodes × attributes with rows of unit length; length (nodes): that before. The network has
 * columns. */
odd_status odd__prepare_columns(
	odd_csr *out, double *length, const odd_network *net, odd_error *err);

#endif
