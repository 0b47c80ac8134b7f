/* reading.h: the base of all text readers: a builder, the file being scanned, where each node came
 * from, and the first error. The rules hold for every format (oddone-formats(5)): a node twice is
 * an error, a link that names an unknown node is counted and dropped, a negative weight is an
 * error.
 *
 * Errors are sticky: a reader calls one function after the other, and odd__reading_finish returns
 * the first thing that failed. Loops end because odd__reading_line is false after an error.
 */
#ifndef ODD_NETWORK_READING_H
#define ODD_NETWORK_READING_H

#include "base/grow.h"
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
	const odd_load_options *options; /* of the source; never NULL */
	odd_status
		status; /* of the first thing that failed: after it, nothing below does anything */
	odd_error *err; /* the place for its message; may be NULL */
	odd__scan scan;
	char what[80];            /* "reading cora.content", for progress */
	size_t file_size;         /* of the open file on disk, perhaps packed */
	struct odd__birth *birth; /* per node */
	size_t birth_capacity;
	char unknown[ODD__SHOWN]; /* a node that a link names and that is not there */
	long record;    /* where the current record starts, if that is not the current line */
	uint32_t polls; /* of odd__reading_step */
	char *remarks;  /* for the network */
} odd__reading;

void odd__reading_begin(odd__reading *r, const odd__source *source, odd_error *err);
void odd__reading_clear(odd__reading *r);

/* Record the first error: at a place in the text of the scan, or of the file when where is NULL. */
void odd__fail(odd__reading *r, const char *where, const char *format, ...) ODD_PRINTF(3, 4);

/* Call a function that returns an odd_status and reports to r->err, unless something failed. */
#define odd__try(r, call) ((r)->status == ODD_OK ? (void)((r)->status = (call)) : (void)0)

/* Tell the user how the files were read, where that was a guess: a line without its end. */
void odd__remark(odd__reading *r, const char *format, ...) ODD_PRINTF(2, 3);

/* Room for `need` items in arrays that grow together; false: nothing may be written there. */
#define odd__reading_room(r, capacity, need, ...) \
	((r)->status == ODD_OK && \
		((r)->status = odd__make_room(capacity, need, (r)->err, __VA_ARGS__)) == ODD_OK)

/* Continue with another file; paths must outlive the reading. */
bool odd__reading_open(odd__reading *r, const char *path);

/* Go to the next line that is neither blank nor starts with the mark (0: none). False at the end of
 * the file or after an error. Tells the job how far it is, and looks whether to stop. */
bool odd__reading_line(odd__reading *r, char mark);

/* To be called for each item of lines that may hold millions of them. False: stop. */
bool odd__reading_step(odd__reading *r);
/* Progress of readers without lines: at is in the text of the scan. */
bool odd__reading_tell(odd__reading *r, const char *at);

/* Check memory in proportion to the file: `count` records of so many bytes each are allowed in a
 * packed file only up to the limit for reading. what: "its links need". */
bool odd__reading_may_hold(odd__reading *r, size_t count, size_t bytes, const char *what);

/* Add a node found at a place of the current file. Taken or empty ids are errors; a reader that can
 * spell the empty id allows it. */
uint32_t odd__reading_node(odd__reading *r, odd__text id, const char *where, bool may_be_empty);
/* The node of that id, made if there is none. */
uint32_t odd__reading_need(odd__reading *r, odd__text id, const char *where);
/* Make nodes "first", "first + 1", … */
void odd__reading_number(odd__reading *r, size_t first, size_t count, const char *where);

/* Remember the line in which a node was named. */
void odd__reading_born(odd__reading *r, uint32_t node, long line);
/* Add the nodes that links may name without being listed (odd_load_options.known). */
void odd__reading_known(odd__reading *r);
/* Record the error that an id is taken. */
void odd__reading_taken(odd__reading *r, odd__text id, const char *where);

/* Read a number, or a link's weight, which is not negative; 0 after an error. */
double odd__reading_number_of(odd__reading *r, odd__text text, const char *where);
double odd__reading_weight(odd__reading *r, odd__text text, const char *where);
/* Is this the name of a link's weight? */
bool odd__reading_weighs(const odd__reading *r, odd__text name);

/* Add a link between two named nodes. Links of unknown nodes are counted. */
void odd__reading_link(odd__reading *r, odd__text from, odd__text to, double weight);
/* Count a link that names an unknown node. */
void odd__reading_unknown(odd__reading *r, odd__text id);

/* Check that there are nodes, then hand the network over. The reading is cleared either way. */
odd_status odd__reading_finish(odd_network **out, odd__reading *r, const char *name,
	const char *format, const char *node_table);

/* ---- lines of links: source, target, perhaps a weight ---------------------------------------- */

typedef struct odd__edge_rules {
	bool weights;  /* a third field may follow */
	bool reversed; /* "cited citing": the second node links to the first */
	bool comments; /* lines that start with # are passed over; "#! directed" is not */
	bool escapes;  /* %20 is a space */
} odd__edge_rules;

void odd__read_edge_lines(odd__reading *r, const char *path, odd__edge_rules rules);

struct odd__decoder;
/* For callers that read a part of a file. The rest of the lines of an oddone text node file, as
 * odd__reading_lines; the lines before the first link, which may make the network a directed one;
 * the line of links that a piece is on: its ends, which are valid until the next line if it is
 * true. */
void odd__read_text_nodes(odd__reading *r, char **title);
/* The id and the kind in a line of known outliers; id is valid until the next line. */
void odd__read_text_mark(
	odd__reading *r, struct odd__decoder *decoder, odd__text *id, odd_kind *kind);
void odd__edge_head(odd__reading *r);
struct odd__piece;
bool odd__edge_line(
	struct odd__piece *piece, const odd__edge_rules *rules, odd__text name[2], double *weight);

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
odd_status odd__decode(struct odd__decoder *decoder, const odd__scan *scan, odd__text text,
	odd__text *out, odd_error *err);

#endif
