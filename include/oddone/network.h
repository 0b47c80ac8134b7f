/* network.h: an attributed network: who is linked to whom, and what each node is made of.
 *
 * A network is built once (by a reader, the generator or the planter) and then only read, so it can
 * be shared between threads. Fields are for reading; src/network alone writes them.
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

/* ---- columns: what the columns of a table of nodes are, and which attributes came of each.
 *
 * Tables mix names, numbers of any unit, categories, lists and dates. A reader of tables guesses
 * the type of each column from its content, turns it into attributes, and leaves this table behind,
 * so that the user can be told and preparation can treat each column by what it is. Networks that
 * are words throughout (bags of words, matrices) have no columns.
 */
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
	/* The cells as they were written, of a column whose attributes do not say so: one that was
	 * left out, a text, a list. */
	odd_names values; /* those that differ; none: they were not kept */
	uint32_t *value;  /* per node: which of them, or ODD_NO_NAME */
	size_t rows;      /* of value; nodes behind them have none */
} odd_table_column;

typedef struct odd_columns {
	size_t count; /* 0: the network has none */
	odd_table_column *column;
	uint32_t *of;  /* per attribute of the network: its column */
	size_t titles; /* 1 + the column that has names of nodes for people to read; 0: none */
	/* nodes × columns, without values: where a column that has attributes has no value at a
	 * node or, if it has one seldom, where it has: so there are never more entries than cells
	 * in the file. Nodes behind the last row, as planted ones, miss nothing; no rows: no
	 * cell is missing, or it is not known which. */
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

/* The cell of a left-out column, a text or a list; NULL: there is none, or it was not kept. */
const char *odd_columns_cell(const odd_columns *columns, size_t node, size_t column);

void odd_columns_clear(odd_columns *columns);
/* attributes: how many the network has. */
odd_status odd_columns_copy(
	odd_columns *out, const odd_columns *in, size_t attributes, odd_error *err);

/* What the ground truth says of a node. */
typedef enum odd_kind {
	ODD_ORDINARY = 0,
	ODD_STRUCTURAL = 1,   /* links across classes */
	ODD_ATTRIBUTE = 2,    /* words across classes */
	ODD_COMBINED = 3,     /* links of one class, words of another */
	ODD_UNKNOWN_KIND = 4, /* an outlier, but the data does not say of which kind */
	ODD_PLACEBO = 5,      /* made like a planted outlier, but nothing about it is odd */
	ODD_SWAP = 6,         /* was there before; has the words of a node of another class */
	ODD_REWIRE = 7,       /* was there before; all its links go to other classes */
	ODD_CLIQUE = 8,       /* was there before; linked with all of a set of random nodes */
	ODD_CONTEXTUAL = 9    /* was there before; has words far from its own */
} odd_kind;
#define ODD_KINDS 10

/* Is a node of this kind one that should be found? Placebos are marked, but are no outliers. */
static inline bool odd_kind_is_outlier(int kind)
{
	return kind != ODD_ORDINARY && kind != ODD_PLACEBO;
}

/* "ordinary", "structural", "attribute", "combined", "outlier", "placebo", "swap", "rewire",
 * "clique", "contextual". */
const char *odd_kind_name(odd_kind kind);
/* The kind of a name, or −1. */
int odd_kind_from_name(const char *name, size_t length);

/* What was passed over while loading; each is told to the user. */
typedef struct odd_skipped {
	size_t self_loops;     /* links from a node to itself */
	size_t repeated_edges; /* links listed again, the other way round counting too */
	size_t unknown_nodes;  /* links that name a node which is not in the node table */
	size_t repeated_words; /* attributes listed twice for one node (the largest is kept) */
	size_t zero_weights;   /* links of weight 0 */
	size_t directions;     /* links that have a direction in the file and lost it */
	size_t moved_rows;     /* rows of words or labels that stood in another order than links */
} odd_skipped;

#define ODD_NO_LABEL (-1)

typedef struct odd_network {
	char *name;   /* "cora" */
	char *format; /* what the reader recognised: "LINQS", "oddone text", … */
	bool directed;
	size_t nodes, attributes;
	size_t edges;      /* links; an undirected one counts once, though A stores it twice */
	odd_csr A;         /* nodes × nodes, weights > 0, no diagonal; symmetric unless directed */
	odd_csr C;         /* nodes × attributes, no stored zeros */
	odd_names ids;     /* of nodes, unique */
	odd_names words;   /* of attributes, unique */
	odd_names classes; /* of labels, unique */
	int32_t *label;    /* per node: index into classes, or ODD_NO_LABEL */
	uint8_t *truth;    /* per node: an odd_kind */
	bool has_truth;    /* some node is marked: not ordinary */
	odd_columns columns;  /* of the table it came from; none where it is words throughout */
	bool links_are_words; /* attributes are not there, and links stand in for them */
	odd_skipped skipped;
	char *remarks; /* a line each: how the files were read where that was a guess; NULL: none */
} odd_network;

void odd_network_free(odd_network *net);

/* The name of a node for people to read, of the column that has them; else its id. Lent. */
const char *odd_network_title(const odd_network *net, size_t node);
/* The node with this title, if no other node has it; SIZE_MAX: none. O(nodes). */
size_t odd_network_find_title(const odd_network *net, const char *title);

/* A deep copy. */
odd_status odd_network_copy(odd_network **out, const odd_network *net, odd_error *err);

/* The network without the nodes for which drop[i] is non-zero: rows, links, ids, labels, truth.
 * Words and classes keep their numbers. O(nodes + entries). */
odd_status odd_network_remove(
	odd_network **out, const odd_network *net, const uint8_t *drop, odd_error *err);

/* For a network without attributes: a copy in which the nodes that a node is linked with, and
 * itself, are its attributes. So what compares attributes compares neighbourhoods. O(nodes +
 * links). */
odd_status odd_network_without_attributes(
	odd_network **out, const odd_network *net, odd_error *err);

/* What a network got from another. */
typedef struct odd_joined {
	size_t nodes, links; /* new ones, and those that have a new one at an end */
	size_t attributes;   /* of the new nodes */
	size_t unknown;      /* those that the network has no column for: left out */
	size_t columns;      /* of its table that the other has not: as where a value is missing */
} odd_joined;

/* The network and, behind its nodes, those of the other that it has not, by their ids, with links
 * to each other and to the old ones. O(nodes + entries). */
odd_status odd_network_join(odd_network **out, const odd_network *net, const odd_network *more,
	odd_joined *told, odd_error *err);

/* How many nodes are marked with each kind. */
void odd_network_count_truth(const odd_network *net, size_t count[ODD_KINDS]);

/* A checksum of everything that can change a result: links, attributes, labels, truth. */
uint64_t odd_network_checksum(const odd_network *net);

/* ---- reading and writing ---------------------------------------------------------------- */

/* What becomes of a link that is listed again. */
typedef enum odd_multi {
	ODD_MULTI_MAX = 0, /* the largest weight */
	ODD_MULTI_SUM,
	ODD_MULTI_COUNT /* how often it is listed, whatever its weights */
} odd_multi;

typedef struct odd_load_options {
	size_t size;   /* of this structure, as the caller was compiled; 0: as in version 1.0 */
	bool directed; /* links have a direction */
	bool directed_as_file; /* they have where the file says so */
	/* How many bytes a file may cost beyond its own size (unpacked, as a matrix, as names of
	 * columns it only counts). 0: what ODDONE_READ_LIMIT says in MB, 1 GB without it. */
	size_t limit;
	odd_multi multi;
	/* Of tables of nodes and links; NULL: told by names and content. */
	const char *id;                       /* the column by which nodes are called */
	const char *title;                    /* the column with their names for people to read */
	const char *source, *target, *weight; /* of links */
	const char *separator;                /* of cells: one character, or "tab" */
	const char *label;                    /* the column that holds the classes */
	const char *attributes;               /* "a,b,c*": only these become attributes */
	const char *ignore;                   /* the same: these do not */
	const char *types;                    /* "year=category,zip=id" */
	/* Nodes that links of oddone text, LINQS and CSV may name though the files do not list
	 * them: they are there without attributes. NULL: none. */
	const odd_names *known;
	/* Columns of the same name in another network have the same type here, and their values
	 * stand where numbers, dates and yes/no are missing, so that few new nodes are read and
	 * filled in as the many old ones were. NULL: types by content, and the median of what is
	 * there. */
	const odd_columns *like;
	/* Of a table of links: the column that tells when (a number or a date), and the links that
	 * are taken, from ≤ time < to. NULL: none, and all are. See times.h. */
	const char *time;
	double from, to;
	odd_names *times_seen; /* gets every time there is, as it is spelled; NULL: not asked for */
	/* Another file of the network: the table of links, where the path is that of the nodes; or
	 * the other of two tables, of which either may list the nodes: told by their values. */
	const char *edges, *other;
	/* Links for a table that has none: "nearest=10" or "column=company"; NULL: none are made.
	 */
	const char *links;
} odd_load_options;

/* Read the network at a path: a directory or a file, of any format in oddone-formats(5), gzipped
 * or not. Wrong data is ODD_EINPUT with file, line and column; *out is then NULL. */
odd_status odd_network_load(odd_network **out, const char *path, const odd_load_options *options,
	const odd_job *job, odd_error *err);

/* Write NAME.nodes, NAME.edges and, when there is truth, NAME.truth into a directory, which is
 * made when missing. Loading them again gives an equal network. */
odd_status odd_network_save(
	const odd_network *net, const char *dir, const odd_job *job, odd_error *err);

/* ---- communities: the groups of a network: its labels, or, where it has none, communities found
 * in its links by the Leiden method.
 */
typedef struct odd_communities {
	size_t count;
	int32_t *of; /* per node, 0 … count−1, or ODD_NO_LABEL */
	bool found;  /* true: found in the links; false: these are the labels */
} odd_communities;

/* Labels when any node has one, Leiden communities otherwise (seeded; modularity, resolution 1).
 * The search runs on one thread and can be cancelled. */
odd_status odd_communities_find(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err);
/* The latter whatever labels there are. */
odd_status odd_communities_in_links(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err);
void odd_communities_clear(odd_communities *c);

#ifdef __cplusplus
}
#endif
#endif
