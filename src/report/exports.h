/* exports.h: outcomes in the formats of other programs, a row of one table for each file.
 *
 *     graphml     the network with the columns of node_columns.h, for Gephi, networkx, igraph
 *     csv         the same as a table of nodes and one of links
 *     projector   the embedding and its columns as the Embedding Projector loads them
 *
 * `--export-format` names formats, `export` of a session one file. To add one: a writer and a row.
 */
#ifndef REPORT_EXPORTS_H
#define REPORT_EXPORTS_H

#include <stdio.h>

#include "report/tables.h"

struct export_file {
	const char *format; /* of --export-format; a format may have several files */
	const char *file;   /* its name in the directory */
	const char *what;   /* of a session's export … */
	const char *ending; /* … to a file that ends like this; NULL: its table says the same */
	const char *table;  /* a table of tables.h is what is written; NULL: write does it */
	odd_status (*write)(FILE *out, const struct result *o, const odd_job *job, odd_error *err);
	bool maps; /* needs the map */
};

/* File i; NULL behind the last. */
const struct export_file *export_file_get(size_t i);
/* Format i, each once; NULL behind the last. */
const char *export_format_name(size_t i);
/* What a session calls so, to be written to such a path; NULL: it is no such thing. */
const struct export_file *export_file_find(const char *what, const char *path);

/* Are these names of formats, parted by commas? ODD_EUSAGE, naming `as`, lists those there are. */
odd_status export_formats_check(const char *formats, const char *as, odd_error *err);
/* Does such a list name this format? NULL: an empty list. */
bool export_formats_have(const char *formats, const char *format);

/* Into a file, whole or not at all. */
odd_status export_file_save(const struct export_file *file, const char *path,
	const struct result *o, const odd_job *job, odd_error *err);
/* The files of all formats of a list into a directory. */
odd_status export_formats_save(const char *formats, const char *dir, const struct result *o,
	const odd_job *job, odd_error *err);

#endif
