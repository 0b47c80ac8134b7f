/* node_table.h: a table of nodes under construction. A reader hands over its cells: node, column,
 * text. When all nodes are there, the type of each column is judged from its name and values
 * (column_types.c) and its cells become attributes, labels or marks of the reading's builder.
 *
 * Each column keeps its distinct values once and, for each cell, a node and the number of a value:
 * memory is in proportion to the content of the file, whatever sizes it declares. Errors are those
 * of the reading, and sticky.
 */
#ifndef ODD_NETWORK_NODE_TABLE_H
#define ODD_NETWORK_NODE_TABLE_H

#include "network/column_types.h"
#include "network/reading.h"

typedef struct odd__column {
	odd_names values;
	uint32_t *node, *value; /* of each cell that holds something */
	size_t count, capacity;
	uint32_t *blank; /* nodes whose cell was there and empty */
	size_t blanks, blank_capacity;
	/* judged */
	odd_column_type type;
	bool settled;         /* by the user or by its name */
	char list_separator;  /* of a list */
	double *number;       /* per value, for numbers, dates and yes/no; NAN: missing */
	size_t *uses;         /* per value: cells */
	size_t filled, zeros; /* cells with a value; those that are 0, absent ones included */
	size_t distinct;
} odd__column;

typedef struct odd__node_table {
	odd__reading *r;
	odd_names names; /* of columns */
	odd__column *column;
	size_t capacity;
	bool absent_is_zero; /* a cell that was never handed over is 0, and not missing */
	bool graph; /* of a program that draws: has layout; type and value may be classes */
	const char *const *look; /* names of what its nodes look like; NULL after the last one */
	size_t nodes;            /* that have rows, the first ones; 0: all */
} odd__node_table;

/* The cell that does not fit its column, for the reader to tell the place of. */
typedef struct odd__bad_cell {
	bool set;
	uint32_t node, column;
	char what[200];
} odd__bad_cell;

void odd__table_clear(odd__node_table *table);

/* The column of a name, made when new. */
uint32_t odd__table_column(odd__node_table *table, const char *name, size_t length);

/* Set the cell of a node. Blank text, and what usually stands for nothing (NA, null, nan, ?) is
 * missing. */
void odd__table_cell(odd__node_table *table, uint32_t node, uint32_t column, odd__text text);
/* Give all nodes without a cell in a column the same text. */
void odd__table_default(odd__node_table *table, uint32_t column, odd__text text);

/* Judge the columns, by their values and by the links of the builder, and put everything into it. A
 * cell that does not fit its column fills *bad. */
void odd__table_finish(odd__node_table *table, odd__bad_cell *bad);

/* ---- shared by node_table.c and column_types.c ----------------------------------------------- */

void odd__table_judge(odd__node_table *table, odd__bad_cell *bad);
odd__text odd__column_value(const odd__column *c, size_t v);

#endif
