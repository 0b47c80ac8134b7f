/* csv_table.h: a table with a heading while it is read: of nodes (read_csv.c) or of links
 * (read_csv_links.c). */
#ifndef ODD_NETWORK_CSV_TABLE_H
#define ODD_NETWORK_CSV_TABLE_H

#include "network/csv.h"
#include "network/frame.h"
#include "network/read_csv.h"
#include "network/reading.h"

typedef struct odd__csv_table {
	odd__reading r;
	odd__csv csv;
	odd__frame frame;
	uint32_t *column; /* per cell of a row: of the frame; the id has none */
	size_t columns, id;
	bool makes; /* there is no table of nodes: they are whoever links name */
} odd__csv_table;

/* What Neo4j says of a column behind a colon, "int" of "age:int"; empty: nothing. */
odd__text odd__csv_type_of(odd__text cell);
/* The name alone; :LABEL is what Neo4j calls the class. */
odd__text odd__csv_plain_name(odd__text cell);

/* The header: columns have names of their own, or none. */
odd_status odd__table_header(odd__csv_table *t, odd_error *err);
/* The next record, which must be as long as the header. */
odd_status odd__table_row(odd__csv_table *t, size_t columns, bool *more, odd_error *err);
/* Back to behind the header, which was read. */
odd_status odd__table_again(odd__csv_table *t, odd_error *err);

/* Number of a header cell by name in any case; count when there is none. */
size_t odd__table_find(const odd__csv *csv, const char *name);
/* The column that the user names, else the first of some names, which end with NULL, else, for
 * names of rows, a first column without a name. */
odd_status odd__table_need(odd__csv_table *t, const char *given, const char *const *names,
	bool names_of_rows, size_t *index, odd_error *err);

/* Links of a table, or of a list without a heading. */
odd_status odd__table_links(odd__csv_table *t, const char *path, odd_error *err);

#endif
