/* columns.h: what the columns of a table of nodes are, and which attributes came of each.
 *
 * Tables mix names, numbers of any unit, categories, lists and dates. A reader of tables guesses
 * the type of each column from its content, turns it into attributes, and leaves this table behind,
 * so that the user can be told and preparation can treat each column by what it is. Networks that
 * are words throughout (bags of words, matrices) have no columns.
 */
#ifndef ODDONE_COLUMNS_H
#define ODDONE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/base/error.h"
#include "oddone/linalg/csr.h"

typedef enum odd_column_type {
	ODD_COLUMN_NUMBER = 0, /* one attribute, standardised */
	ODD_COLUMN_DATE,       /* the same, in years */
	ODD_COLUMN_YESNO,      /* the same, 1 and 0 */
	ODD_COLUMN_COUNT,      /* mostly 0, one of many such: one attribute, weighed as a word */
	ODD_COLUMN_CATEGORY,   /* an attribute for each value */
	ODD_COLUMN_LIST,       /* an attribute for each item */
	ODD_COLUMN_TEXT,       /* an attribute for each word */
	ODD_COLUMN_CLASS,      /* the label of the node; no attribute, as all that follow */
	ODD_COLUMN_TRUTH,      /* which nodes are known to be outliers */
	ODD_COLUMN_ID,         /* the node's name, or another value of its own at every node */
	ODD_COLUMN_LAYOUT,     /* where and how a program draws the node */
	ODD_COLUMN_CONSTANT,   /* the same everywhere */
	ODD_COLUMN_EMPTY,      /* nothing anywhere */
	ODD_COLUMN_IGNORED     /* left out because the user said so */
} odd_column_type;
#define ODD_COLUMN_TYPES 14

typedef struct odd_table_column {
	char *name;
	odd_column_type type;
	size_t missing;    /* nodes without a value */
	size_t attributes; /* that came of it */
	bool skewed;       /* of a number: preparation takes logarithms */
	double filled_in;  /* of numbers, dates, yes/no: what stands where the value is missing */
	bool seldom;       /* `cells` below lists the nodes that have a value */
} odd_table_column;

typedef struct odd_columns {
	size_t count; /* 0: the network has none */
	odd_table_column *column;
	uint32_t *of; /* per attribute of the network: its column */
	/* nodes × columns, without values: where a column that has attributes has no value at a
	 * node or, if it has one seldom, where it has: so there are never more entries than cells
	 * in the file. Nodes behind the last row, as planted ones, miss nothing; no rows: nobody
	 * does, or nobody knows who. */
	odd_csr cells;
} odd_columns;

/* "number", "date", "yes/no", "count", "category", "list", "text", "class", "truth", "id",
 * "layout", "constant", "empty", "ignored". */
const char *odd_column_type_name(odd_column_type type);
/* The type of a name, or −1. */
int odd_column_type_from_name(const char *name, size_t length);

/* Does a column of this type have a value at every node, which is standardised? */
bool odd_column_is_dense(odd_column_type type);
/* Has a table such columns, so that its attributes are no words? */
bool odd_columns_mixed(const odd_columns *columns);

/* What was done with it, as a phrase: "standardised; missing as 34". Returns out. */
char *odd_column_done(char *out, size_t size, const odd_table_column *column);

/* The column of a name; SIZE_MAX: none. */
size_t odd_columns_find(const odd_columns *columns, const char *name);

/* Has the node no value in the column, so that something stands in its place? Of columns that have
 * attributes; false of others. O(log columns). */
bool odd_columns_misses(const odd_columns *columns, size_t node, size_t column);
/* What stands there, as a phrase: "37, the median", "yes", "none". Returns out. */
char *odd_column_in_place(char *out, size_t size, const odd_table_column *column);

void odd_columns_clear(odd_columns *columns);
/* attributes: how many the network has. */
odd_status odd_columns_copy(
	odd_columns *out, const odd_columns *in, size_t attributes, odd_error *err);

#endif
