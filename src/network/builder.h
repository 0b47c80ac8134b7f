/* builder.h: how readers, the generator and the planter put a network together.
 *
 * Nodes, words, attributes and links arrive in any order; finish sorts, merges, drops what
 * DESIGN says to drop and counts it. A builder that is not finished is cleared.
 */
#ifndef ODD_NETWORK_BUILDER_H
#define ODD_NETWORK_BUILDER_H

#include "base/bytes.h"
#include "oddone/csr.h"
#include "oddone/network.h"

/* Growing triplets. val stays NULL while every value is 1. While rows come in order, as files list
 * them, end says where each ends and there is no row. */
typedef struct odd__entries {
	uint32_t *row, *col;
	double *val;
	size_t count, capacity;
	bool by_rows; /* in order so far; set before the first entry */
	size_t *end;
	size_t rows, row_capacity;
} odd__entries;

odd_status odd__entries_add(
	odd__entries *e, uint32_t row, uint32_t col, double val, odd_error *err);
/* Room for all of `more` behind what is there; *at is where. In order: `more` is rows from
 * first_row on. */
odd_status odd__entries_reserve(
	odd__entries *e, const odd__entries *more, size_t first_row, size_t *at, odd_error *err);
/* Fill that room. Its columns from `fresh` on are renamed by map (NULL: none is). All threads may
 * do so at a time, each in room of its own. */
void odd__entries_fill(const odd__entries *e, size_t at, const odd__entries *more, size_t first_row,
	uint32_t fresh, const uint32_t *map);
/* Many columns of one row, each with the value 1; none may have the row behind it yet. */
odd_status odd__entries_add_ones(
	odd__entries *e, uint32_t row, size_t n, const uint32_t *col, odd_error *err);
/* Give the entries from `first` on this value. */
odd_status odd__entries_weigh(odd__entries *e, size_t first, double val, odd_error *err);
/* Keep the memory for what comes next. */
void odd__entries_empty(odd__entries *e);
void odd__entries_clear(odd__entries *e);

typedef struct odd__builder {
	odd_names ids, words, classes;
	int32_t *label;
	uint8_t *truth;
	size_t node_capacity;
	odd__entries links, attributes;
	size_t attribute_count; /* at least words.count; columns may be used before they are named
				 */
	odd_skipped skipped;
	odd_columns columns; /* `of` is per word */
	bool directed;
	odd_multi multi;
	const odd__limits *limits; /* of reading; NULL: none */
	const char *path;          /* the file with the columns, for errors; lent */
} odd__builder;

void odd__builder_init(odd__builder *b, bool directed);
void odd__builder_clear(odd__builder *b);

/* A new node. *was_there is set (and nothing changed) when the id is taken: the caller knows the
 * place in the file and reports it. */
odd_status odd__builder_node(odd__builder *b, const char *id, size_t length, uint32_t *index,
	int *was_there, odd_error *err);
/* Many new nodes; *added tells how many, up to the first whose id is taken. */
odd_status odd__builder_nodes(odd__builder *b, size_t n, const char *const *id,
	const size_t *length, size_t *added, odd_error *err);
/* length 0: no label. */
odd_status odd__builder_label(
	odd__builder *b, uint32_t node, const char *label, size_t length, odd_error *err);
void odd__builder_truth(odd__builder *b, uint32_t node, odd_kind kind);

/* The column of a word, made when new. */
odd_status odd__builder_word(
	odd__builder *b, const char *word, size_t length, uint32_t *column, odd_error *err);
/* Zero values are dropped. Columns without a name are called w0, w1, … by finish. */
odd_status odd__builder_attribute(
	odd__builder *b, uint32_t node, uint32_t column, double value, odd_error *err);
/* Keep a link, unless it is a self loop or has a weight of 0: those are counted and dropped. */
odd_status odd__link_add(odd__entries *links, odd_skipped *skipped, bool directed, uint32_t from,
	uint32_t to, double weight, odd_error *err);
/* Both ends must exist. */
odd_status odd__builder_link(
	odd__builder *b, uint32_t from, uint32_t to, double weight, odd_error *err);

/* What a node or column costs that has a number instead of a name in the file: its name and the
 * place in the tables. */
#define ODD__NUMBERED 64

/* May there be so many nodes or columns that the file only counts? `what` names them in the
 * error. */
odd_status odd__builder_may_number(
	const odd__builder *b, size_t count, const char *what, const char *path, odd_error *err);
/* So many entries of a matrix, so far, from a file of so many bytes: those of a packed one may be a
 * thousand times as many as its bytes. Looks whether to stop, too. */
odd_status odd__builder_may_hold(
	const odd__builder *b, size_t entries, size_t file, const char *path, odd_error *err);

/* Hand the network over; the builder is cleared whether this succeeds or not. name and format are
 * copied. Repeated links keep the largest weight. */
odd_status odd__builder_finish(
	odd_network **out, odd__builder *b, const char *name, const char *format, odd_error *err);

/* The n × n matrix of links a[e] → b[e], and b[e] → a[e] as well when `both`. w may be NULL: every
 * weight is 1. *merged counts links that fell together. */
odd_status odd__csr_from_links(odd_csr *out, size_t n, size_t count, const uint32_t *a,
	const uint32_t *b, const double *w, bool both, size_t *merged, const odd_job *job,
	odd_error *err);

#endif
