/* files.h: which files of a directory belong to some format, told by their names alone. Any of
 * them may end in .gz, .xz or .zst in addition. */
#ifndef ODD_NETWORK_FILES_H
#define ODD_NETWORK_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"

typedef struct odd__found {
	char *path, *stem; /* stem: the name without its ending, empty for nodes.csv and the like */
	const char *what;  /* what it is, as formats.def spells it: "X.edges" */
	const struct odd__format *format; /* the first that has such a file */
	bool leads;                       /* a network of this format starts with this file */
} odd__found;

typedef struct odd__files {
	odd__found *file; /* sorted by path */
	size_t count, capacity;
} odd__files;

/* The files of a directory ("" is the current one). Others are passed over. */
odd_status odd__files_list(odd__files *files, const char *dir, odd_error *err);
void odd__files_clear(odd__files *files);

/* Keep a named file and those that can form one network with it. False when the name belongs to no
 * format. */
bool odd__files_narrow(odd__files *files, const char *name);

/* The file that is an "X.edges" or the like and has a stem; NULL without error when there is none.
 * A plain and a gzipped copy side by side are one too many. */
odd_status odd__files_find(const odd__found **out, const odd__files *files, const char *what,
	const char *stem, odd_error *err);

/* The error that no such file is beside another. */
odd_status odd__files_missing(const odd__found *beside, const char *what, odd_error *err);

/* Does a file list links that can do without a table of nodes: edges.csv, links.csv and, if that is
 * the one that was named, X.edges? */
bool odd__files_links_alone(const odd__found *file, bool named);

/* The length of a file name without the ending that says that it is packed: .gz, .xz, .zst. */
size_t odd__files_plain_length(const char *name);

/* How long the part of a file name before its ending is; 0 when the ending belongs to no format or
 * nothing is before it. */
size_t odd__files_stem(const char *name);

/* Does a network of some format start with a file of this name? */
bool odd__files_leads(const char *name);

const char *odd__base_name(const char *path);

#endif
