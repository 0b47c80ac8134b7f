/* extend.h: a network with nodes added behind the ones it has, or with other rows, in linear
 * passes.
 *
 * The planter uses it instead of the builder: old rows are copied as they are and only grow at
 * their ends, so nothing is sorted or looked up again.
 */
#ifndef ODD_NETWORK_EXTEND_H
#define ODD_NETWORK_EXTEND_H

#include "oddone/network.h"

/* Rows under construction. Columns rise within a row; val stays NULL when all values are 1. */
typedef struct odd__rows {
	size_t count, capacity; /* rows */
	size_t *ptr;            /* count + 1 */
	uint32_t *idx;
	double *val;
	size_t entry_capacity;
	bool with_values;
} odd__rows;

void odd__rows_init(odd__rows *rows, bool with_values);
void odd__rows_clear(odd__rows *rows);

typedef struct odd__entry {
	uint32_t column;
	double value;
} odd__entry;

/* Append one row; the entries are sorted in place. Columns must be distinct. */
odd_status odd__rows_add(odd__rows *rows, odd__entry *entries, size_t n, odd_error *err);

/* The new nodes. Each array has one element, and links and words one row, per new node. */
typedef struct odd__extension {
	odd_names ids;      /* must not clash with the network's */
	int32_t *label;     /* index into the network's classes, or ODD_NO_LABEL */
	uint8_t *truth;     /* an odd_kind */
	odd__rows links;    /* columns are old nodes: new nodes do not link to each other */
	odd__rows incoming; /* directed: old nodes that link to each new one; otherwise unused */
	odd__rows words;    /* columns are the network's attributes */
} odd__extension;

/* *out = net and the new nodes behind it. Undirected links are added both ways; a directed link
 * goes out of the new node, or into it when it is in `incoming`. Values are stored where the
 * network stores them. O(nodes + entries). */
odd_status odd__network_extend(
	odd_network **out, const odd_network *net, const odd__extension *more, odd_error *err);

/* *out = net with other links, attributes and marks, of the same shapes. A and C are taken over,
 * also on failure. O(nodes + entries). */
odd_status odd__network_replace(odd_network **out, const odd_network *net, odd_csr *A, odd_csr *C,
	const uint8_t *truth, odd_error *err);

#endif
