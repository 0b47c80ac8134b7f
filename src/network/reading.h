/* reading.h: what all text readers share: a builder, the file being scanned, where each node came
 * from, and the rules that hold for every format (oddone-formats(5)): a node twice is an error, a
 * link that names an unknown node is counted and dropped, a negative weight is an error.
 */
#ifndef ODD_NETWORK_READING_H
#define ODD_NETWORK_READING_H

#include "base/scan.h"
#include "network/builder.h"
#include "network/readers.h"

struct odd__birth { /* where a node was first named */
	const char *path;
	long line;
};

typedef struct odd__reading {
	odd__builder b;
	const odd__source *source;
	odd__scan scan;
	char what[80];            /* "reading cora.content", for progress */
	struct odd__birth *birth; /* per node */
	size_t birth_capacity;
	char unknown[ODD__SHOWN]; /* a node that a link names and that is not there */
	long record; /* where the current record starts, if that is not the current line */
} odd__reading;

void odd__reading_begin(odd__reading *r, const odd__source *source);
void odd__reading_clear(odd__reading *r);

/* Go on to another file; paths must outlive the reading. */
odd_status odd__reading_open(odd__reading *r, const char *path, odd_error *err);

/* To be called once per line: polls the cancel flag and tells how far it is, now and then. */
odd_status odd__reading_poll(odd__reading *r, odd_error *err);

/* A new node, found at a place of the current file. Taken or empty ids are errors; a reader that
 * can spell the empty id allows it. */
odd_status odd__reading_node(odd__reading *r, odd__text id, const char *where, bool may_be_empty,
	uint32_t *node, odd_error *err);

/* Remember the line in which a node was named. */
odd_status odd__reading_born(odd__reading *r, uint32_t node, long line, odd_error *err);
/* Add the nodes that links may name without being listed (odd_load_options.known). */
odd_status odd__reading_known(odd__reading *r, odd_error *err);
/* The error that an id is taken. */
odd_status odd__reading_taken(odd__reading *r, odd__text id, const char *where, odd_error *err);

/* A link between two named nodes. */
odd_status odd__reading_link(
	odd__reading *r, odd__text from, odd__text to, double weight, odd_error *err);

/* Check that there are nodes, then hand the network over. The reading is cleared either way. */
odd_status odd__reading_finish(odd_network **out, odd__reading *r, const char *name,
	const char *format, const char *node_table, odd_error *err);

/* ---- lines of links: source, target, perhaps a weight ---------------------------------------- */

typedef struct odd__edge_rules {
	bool weights;  /* a third field may follow */
	bool reversed; /* "cited citing": the second node links to the first */
	bool comments; /* lines that start with # are passed over; "#! directed" is not */
	bool escapes;  /* %20 is a space */
} odd__edge_rules;

odd_status odd__read_edge_lines(
	odd__reading *r, const char *path, odd__edge_rules rules, odd_error *err);

/* ---- rows of numbers, mostly zeros ----------------------------------------------------------- */

typedef struct odd__row {
	odd__scan *scan; /* on the line, behind whatever comes before the numbers */
	char separator;
	size_t columns;    /* that the line must have in all */
	size_t values;     /* numbers among them */
	size_t at;         /* the next one */
	const char *where; /* of the one that was given last */
} odd__row;

/* Go to the next number that is not 0: its place in *d. *d == row->values: there are no more. */
odd_status odd__row_next(odd__row *row, size_t *d, double *value, odd_error *err);

/* The error for a row of the wrong length, or ODD_OK when its length is right. */
odd_status odd__row_check(const odd__row *row, odd_error *err);

/* ---- names with escapes ---------------------------------------------------------------------- */

/* Turn %xx into bytes in place of a heap buffer that grows; *out is lent from the text itself when
 * there is nothing to decode. "%00" alone is the empty name. */
struct odd__decoder {
	char *buffer;
	size_t capacity;
};
/* Room for a decoded text of at most so many bytes. */
odd_status odd__decoder_room(struct odd__decoder *decoder, size_t length, odd_error *err);
odd_status odd__decode(struct odd__decoder *decoder, const odd__scan *scan, odd__text text,
	odd__text *out, odd_error *err);

#endif
