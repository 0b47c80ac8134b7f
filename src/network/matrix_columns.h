/* matrix_columns.h: the columns of a matrix of attributes (.mat, .npz), each by its type. */
#ifndef ODD_NETWORK_MATRIX_COLUMNS_H
#define ODD_NETWORK_MATRIX_COLUMNS_H

#include "network/missing_cells.h"
#include "network/readers.h"
#include "oddone/network.h"

/* Judge the columns of a network whose attributes are those of a matrix, unless it is a bag of
 * words throughout: left out what is constant or an id, filled in what is missing (the entries that
 * are no number), which is kept. The user may say
 * otherwise (attributes, ignore, types); names of ids and classes are an error. O(entries log
 * nodes). */
odd_status odd__matrix_columns(odd_network *net, const odd__missing *missing,
	const odd_load_options *options, const char *path, odd_error *err);

#endif
