/* tables_within.h: tables inside one file, handed on to the readers of tables. Errors are sticky.
 */
#ifndef ODD_NETWORK_TABLES_WITHIN_H
#define ODD_NETWORK_TABLES_WITHIN_H

#include "base/scan.h"
#include "network/readers.h"
#include "network/zip.h"

typedef struct odd__within {
	odd__source source; /* a copy, whose limits hold the tables */
	const char *path;
	odd__bytes file;
	odd_status status;
	odd_error *err;
	odd__held *table;
	size_t count, capacity;
	size_t rows, room; /* of the table that came last */
	bool cell;         /* its row has a cell */
	size_t unpacked;   /* bytes of all tables */
} odd__within;

/* Begin a table; cells of its rows follow, the heading first. */
void odd__within_table(odd__within *w, odd__text name);
void odd__within_cell(odd__within *w, odd__text text);
void odd__within_row(odd__within *w);
/* Forget the table that came last. */
void odd__within_drop(odd__within *w);
/* The sheets of a workbook, .xlsx or .ods, each as a table (read_workbook.c). */
void odd__read_sheets(odd__within *w, odd__zip *zip);

#endif
