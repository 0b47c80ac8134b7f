/* read_tables.h: by which names the columns of tables of nodes and links are known. */
#ifndef ODD_NETWORK_READ_TABLES_H
#define ODD_NETWORK_READ_TABLES_H

#include "base/scan.h"
#include "network/readers.h"

/* Names end with NULL. One that begins with a colon is of Neo4j, and may stand behind a name and
 * before a space of ids: personId:ID(Person). */
extern const char *const odd__csv_ids[], *const odd__csv_sources[], *const odd__csv_targets[];

/* Is this cell of a heading the column that the user names, or else one of these? */
bool odd__csv_is_column(odd__text cell, const char *given, const char *const *names);

/* A table of links without one of nodes: those are whoever links name. */
odd__read_file odd__read_links_csv;
/* A table of nodes and one of links of any names. Unless they are ordered, which is which is told
 * by their values, as are the columns that are not named by the options. */
odd_status odd__read_pair(odd_network **out, const odd__source *source, const char *const path[2],
	bool ordered, odd_error *err);
/* A table of nodes alone, or a matrix of links whose rows and columns are named. */
odd__read_file odd__read_nodes_csv;

#endif
