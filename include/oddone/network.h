/* network.h: attributed networks: links, attributes, labels and known outliers of nodes.
 *
 * A network does not change after it is made, so threads can share it. Its fields are to be read,
 * not written.
 */
#ifndef ODDONE_NETWORK_H
#define ODDONE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/names.h"
#include "oddone/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- columns of tables
 *
 * A reader of tables finds the type of each column by its content and makes attributes of it. The
 * network keeps a list of the columns, for the user and for prepare.h. Networks from matrices and
 * bags of words have no columns.
 */

/* The type of a column, and the attributes that are made of it. */
typedef enum odd_column_type {
	ODD_COLUMN_NUMBER = 0, /* one attribute, standardised */
	ODD_COLUMN_DATE,       /* one attribute in years, standardised */
	ODD_COLUMN_YESNO,      /* one attribute, 1 or 0, standardised */
	ODD_COLUMN_COUNT,      /* one of many columns that are mostly 0: one attribute, a word */
	ODD_COLUMN_CATEGORY,   /* an attribute for each value */
	ODD_COLUMN_LIST,       /* an attribute for each item */
	ODD_COLUMN_TEXT,       /* an attribute for each word */
	ODD_COLUMN_CLASS,      /* the label of the node; no attribute, here and below */
	ODD_COLUMN_TRUTH,      /* the known outliers */
	ODD_COLUMN_ID,         /* another value at every node, such as a name */
	ODD_COLUMN_LAYOUT,     /* position or look of the node in a drawing */
	ODD_COLUMN_CONSTANT,   /* one value at all nodes */
	ODD_COLUMN_EMPTY,      /* no value at any node */
	ODD_COLUMN_IGNORED     /* left out by an option */
} odd_column_type;
#define ODD_COLUMN_TYPES 14

/* A column of a table of nodes. */
typedef struct odd_table_column {
	char *name;
	odd_column_type type;
	size_t missing;    /* nodes without a value */
	size_t attributes; /* attributes made of the column */
	bool skewed;       /* numbers: prepare.h takes logarithms */
	double filled_in;  /* numbers, dates, yes/no: the value used where one is missing */
	bool seldom;       /* odd_columns.cells lists the nodes that have a value */
	/* The cells as written, kept for texts, lists and columns without attributes. */
	odd_names values; /* distinct cells; empty: not kept */
	uint32_t *value;  /* per node: number of its cell, or ODD_NO_NAME */
	size_t rows;      /* length of value; later nodes have no cell */
} odd_table_column;

/* All columns of a table of nodes. */
typedef struct odd_columns {
	size_t count; /* 0: no table */
	odd_table_column *column;
	uint32_t *of;  /* per attribute of the network: its column */
	size_t titles; /* 1 + the column with names for people to read; 0: none */
	/* nodes x columns, without values: the cells without a value or, for a column with
	 * `seldom`, the cells with one. Nodes after the last row miss nothing. No rows: nothing is
	 * missing, or unknown. */
	odd_csr cells;
} odd_columns;

/* Returns the name of a type: "number", "date", "yes/no", "count", "category", "list", "text",
 * "class", "truth", "id", "layout", "constant", "empty" or "ignored". */
const char *odd_column_type_name(odd_column_type type);
/* Returns the type with a name, or -1. */
int odd_column_type_from_name(const char *name, size_t length);

/* True for types with a standardised value at every node: number, date, yes/no. */
bool odd_column_is_dense(odd_column_type type);
/* True when a table has columns of these types, so that its attributes are not words. */
bool odd_columns_mixed(const odd_columns *columns);

/* Writes how a column became attributes, as in "standardised; missing as 34". Returns out. */
char *odd_column_done(char *out, size_t size, const odd_table_column *column);

/* Returns the column with a name, or SIZE_MAX. */
size_t odd_columns_find(const odd_columns *columns, const char *name);

/* True when a node has no value in a column that has attributes. O(log columns). */
bool odd_columns_misses(const odd_columns *columns, size_t node, size_t column);
/* Writes the value that is used where one is missing, as in "37, the median". Returns out. */
char *odd_column_in_place(char *out, size_t size, const odd_table_column *column);

/* Returns the cell of a column as written, or NULL when it is empty or was not kept. */
const char *odd_columns_cell(const odd_columns *columns, size_t node, size_t column);

/* Frees and empties the columns. */
void odd_columns_clear(odd_columns *columns);
/* Copies the columns of a network with so many attributes. */
odd_status odd_columns_copy(
	odd_columns *out, const odd_columns *in, size_t attributes, odd_error *err);

/* ---- known outliers */

/* The kind of an outlier; plant.h describes how each kind is planted. */
typedef enum odd_kind {
	ODD_ORDINARY = 0,     /* no outlier */
	ODD_STRUCTURAL = 1,   /* new node with links to other classes */
	ODD_ATTRIBUTE = 2,    /* new node with words of other classes */
	ODD_COMBINED = 3,     /* new node with links of one class and words of another */
	ODD_UNKNOWN_KIND = 4, /* an outlier of the data, whose kind is unknown */
	ODD_PLACEBO = 5,      /* new node made like an outlier, with nothing odd about it */
	ODD_SWAP = 6,         /* changed node with the words of a node of another class */
	ODD_REWIRE = 7,       /* changed node with links to other classes */
	ODD_CLIQUE = 8,       /* changed node, linked with a whole set of random nodes */
	ODD_CONTEXTUAL = 9    /* changed node with words far from its own */
} odd_kind;
#define ODD_KINDS 10

/* True for outliers; false for ordinary nodes and placebos. */
static inline bool odd_kind_is_outlier(int kind)
{
	return kind != ODD_ORDINARY && kind != ODD_PLACEBO;
}

/* Returns the name of a kind: "ordinary", "structural", "attribute", "combined", "outlier",
 * "placebo", "swap", "rewire", "clique" or "contextual". */
const char *odd_kind_name(odd_kind kind);
/* Returns the kind with a name, or -1. */
int odd_kind_from_name(const char *name, size_t length);

/* ---- networks */

/* Counts of records that were left out or changed while reading. */
typedef struct odd_skipped {
	size_t self_loops;     /* links from a node to itself */
	size_t repeated_edges; /* links listed again, in either direction */
	size_t unknown_nodes;  /* links that name a node that the table of nodes lacks */
	size_t repeated_words; /* attributes listed again for one node; the largest is kept */
	size_t zero_weights;   /* links of weight 0 */
	size_t directions;     /* links whose direction in the file was dropped */
	size_t moved_rows;     /* rows of words or labels in another order than the links */
} odd_skipped;

#define ODD_NO_LABEL (-1)

/* A network. */
typedef struct odd_network {
	char *name;   /* as in "cora" */
	char *format; /* as in "LINQS" or "oddone text" */
	bool directed;
	size_t nodes, attributes;
	size_t edges;      /* links; A stores an undirected link twice */
	odd_csr A;         /* nodes x nodes, weights > 0, no diagonal; symmetric unless directed */
	odd_csr C;         /* nodes x attributes, no stored zeros */
	odd_names ids;     /* of nodes, unique */
	odd_names words;   /* of attributes, unique */
	odd_names classes; /* of labels, unique */
	int32_t *label;    /* per node: index into classes, or ODD_NO_LABEL */
	uint8_t *truth;    /* per node: an odd_kind */
	bool has_truth;    /* some node is not ordinary */
	odd_columns columns;  /* of the table of nodes */
	bool links_are_words; /* the data has no attributes: C is made of the links */
	odd_skipped skipped;
	char *remarks; /* guesses made while reading, one per line; NULL: none */
} odd_network;

/* Frees a network. NULL is allowed. */
void odd_network_free(odd_network *net);

/* Returns the name of a node for people to read, or its id. The network owns the text. */
const char *odd_network_title(const odd_network *net, size_t node);
/* Returns the only node with such a name, or SIZE_MAX. O(nodes). */
size_t odd_network_find_title(const odd_network *net, const char *title);

/* Copies a network. */
odd_status odd_network_copy(odd_network **out, const odd_network *net, odd_error *err);

/* Makes a network without the nodes i for which drop[i] is not 0. Words and classes keep their
 * numbers. O(nodes + entries). */
odd_status odd_network_remove(
	odd_network **out, const odd_network *net, const uint8_t *drop, odd_error *err);

/* Copies a network without attributes and uses links as attributes: each node has its neighbours
 * and itself. O(nodes + links). */
odd_status odd_network_without_attributes(
	odd_network **out, const odd_network *net, odd_error *err);

/* What odd_network_join added to a network. */
typedef struct odd_joined {
	size_t nodes, links; /* new nodes, and links with a new node at an end */
	size_t attributes;   /* entries of the new nodes */
	size_t unknown;      /* entries left out, because the network lacks the attribute */
	size_t columns;      /* columns of its table that the other lacks: values are missing */
} odd_joined;

/* Makes a network of `net` followed by the nodes of `more` whose ids are new, with their links to
 * each other and to the old nodes. O(nodes + entries). */
odd_status odd_network_join(odd_network **out, const odd_network *net, const odd_network *more,
	odd_joined *told, odd_error *err);

/* Counts the nodes of each kind. */
void odd_network_count_truth(const odd_network *net, size_t count[ODD_KINDS]);

/* Returns a checksum of links, attributes, labels and truth. */
uint64_t odd_network_checksum(const odd_network *net);

/* ---- reading and writing ---------------------------------------------------------------- */

/* The weight of a link that is listed several times. */
typedef enum odd_multi {
	ODD_MULTI_MAX = 0, /* the largest weight */
	ODD_MULTI_SUM,
	ODD_MULTI_COUNT /* how often the link is listed */
} odd_multi;

/* How to read a network. All fields 0: the defaults. */
typedef struct odd_load_options {
	size_t size;           /* sizeof(odd_load_options); 0: as in version 1.0 */
	bool directed;         /* links have a direction */
	bool directed_as_file; /* links have a direction when the file says so */
	/* Most bytes of memory beyond the size of a file, as for a compressed file or a large
	 * declared shape. 0: ODDONE_READ_LIMIT in MB, or 1 GB. */
	size_t limit;
	odd_multi multi;
	/* Columns of tables; NULL: found by names and content. */
	const char *id;                       /* the ids of nodes */
	const char *title;                    /* names of nodes for people to read */
	const char *source, *target, *weight; /* of links */
	const char *separator;                /* of cells: one character, or "tab" */
	const char *label;                    /* the classes */
	const char *attributes;               /* "a,b,c*": only these become attributes */
	const char *ignore;                   /* "a,b,c*": these do not */
	const char *types;                    /* "year=category,zip=id" */
	/* Nodes that links may name although the files do not list them (oddone text, LINQS and
	 * CSV). These nodes have no attributes. NULL: none. */
	const odd_names *known;
	/* Columns of another network. Columns with the same name get the same type, and missing
	 * values are replaced as there. NULL: types by content, and medians of this network. */
	const odd_columns *like;
	/* The column of a table of links with the time (a number or a date). Links with from <=
	 * time < to are read. NULL: all links. */
	const char *time;
	double from, to;
	odd_names *times_seen; /* receives all times as written, unless NULL */
	/* A second file: `edges` is the table of links beside the path of the nodes; `other` is the
	 * other of two tables, and their values tell which one lists the nodes. */
	const char *edges, *other;
	/* Makes links for a table without any: "nearest=10" or "column=company". NULL: none. */
	const char *links;
} odd_load_options;

/* Reads the network at a path: a file or a directory of any format in oddone-formats(5), gzipped or
 * not. Wrong data is ODD_EINPUT with file, line and column. On error *out is NULL. */
odd_status odd_network_load(odd_network **out, const char *path, const odd_load_options *options,
	const odd_job *job, odd_error *err);

/* Writes NAME.nodes, NAME.edges and, for known outliers, NAME.truth into a directory, which is made
 * when it does not exist. odd_network_load then reads an equal network. */
odd_status odd_network_save(
	const odd_network *net, const char *dir, const odd_job *job, odd_error *err);

/* ---- communities */

/* The groups of a network: its labels, or communities in its links. */
typedef struct odd_communities {
	size_t count;
	int32_t *of; /* per node: 0 to count - 1, or ODD_NO_LABEL */
	bool found;  /* true: found in the links; false: labels */
} odd_communities;

/* Returns the labels, or, when no node has one, communities found in the links by the Leiden method
 * (modularity, resolution 1) on one thread. */
odd_status odd_communities_find(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err);
/* Finds communities in the links even when nodes have labels. */
odd_status odd_communities_in_links(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err);
/* Frees and empties the groups. */
void odd_communities_clear(odd_communities *c);

#ifdef __cplusplus
}
#endif
#endif
