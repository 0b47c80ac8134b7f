/* missing.h: which cells of a table have no value: listed while it is read, and kept with the nodes
 * when these come, go or get what another has. */
#ifndef ODD_NETWORK_MISSING_CELLS_H
#define ODD_NETWORK_MISSING_CELLS_H

#include "oddone/network.h"

/* Cells in any order: those without a value, or of a column that has one seldom, those with. */
typedef struct odd__missing {
	uint32_t *row, *column;
	size_t count, capacity;
} odd__missing;

odd_status odd__missing_add(odd__missing *missing, size_t row, size_t column, odd_error *err);
void odd__missing_clear(odd__missing *missing);

/* columns->cells out of the list, for so many nodes. Columns without attributes are left out; when
 * nothing is missing there is nothing to keep. */
odd_status odd__missing_keep(
	odd_columns *columns, size_t nodes, const odd__missing *missing, odd_error *err);

/* The same where columns have cells, which are taken away, of other nodes: they are counted. */
odd_status odd__missing_again(
	odd_columns *columns, size_t nodes, const odd__missing *missing, odd_error *err);

/* Row k of *out: the cells of node[k]. Without rows when nobody misses anything. */
odd_status odd__missing_rows(odd_csr *out, const odd_columns *columns, const uint32_t *node,
	size_t count, odd_error *err);
/* Node k becomes what node[k] was, as far as cells go; those from count on miss nothing. What is
 * told of columns follows. nodes: how many the network has then. */
odd_status odd__missing_pick(
	odd_columns *columns, const uint32_t *node, size_t count, size_t nodes, odd_error *err);
/* Rows as odd__missing_rows gave them in place of those of these nodes, which rise. */
odd_status odd__missing_put(odd_columns *columns, const uint32_t *node, const odd_csr *rows,
	size_t nodes, odd_error *err);

#endif
