/* parallel_lines.h: the lines of a file, parsed by all threads and put together in file order.
 *
 * A text is cut at ends of lines into pieces; some of them are parsed at a time, each into lists of
 * its own, against tables that nobody changes meanwhile. Then the lists go to the builder one after
 * the other, so names are numbered by their arrival in the file and the first fault of the file is
 * the one that is told, whatever the number of threads and wherever the text was cut. Memory beyond
 * the text and the result is that of a few pieces.
 */
#ifndef ODD_NETWORK_PARALLEL_LINES_H
#define ODD_NETWORK_PARALLEL_LINES_H

#include "network/reading.h"

typedef struct odd__piece {
	odd__scan scan;        /* the lines of the piece; places are told in the whole text */
	const odd__reading *r; /* what is known so far: for reading only */
	odd_status status;     /* of the line where parsing stopped */
	odd_error err;

	struct odd__named {     /* nodes, in order */
		const char *id; /* in the text or in `kept` */
		size_t length;
		const char *where;
		long line; /* of the piece */
		uint32_t label;
	} * node;
	size_t nodes, node_capacity;
	odd__entries words;                   /* per node; in order */
	odd_names fresh_words, fresh_classes; /* not yet known; numbered behind those that are */
	odd__entries links;                   /* ends are numbers of nodes */
	odd_skipped skipped;
	char unknown[ODD__SHOWN]; /* a node that a link names and that is not there */
	odd__text title;          /* what "#! name" says */
	const char *title_where;

	struct {                            /* where its lists go in the builder */
		size_t first, words, links; /* node; entries */
		uint32_t known; /* columns from here on are new, and column[] their numbers */
		uint32_t *column;
	} place;

	struct odd__decoder decoder[2];
	struct odd__kept *kept; /* decoded names */
	uint32_t polls;         /* words since the last look whether to stop */
} odd__piece;

/* Parse all lines of a piece. */
typedef void odd__piece_parse(odd__piece *piece, const void *context);

/* Parse the rest of the file, from where r->scan stands. *title, when not NULL, is the name that
 * the file gives the network: on the heap, and only once. */
void odd__reading_lines(
	odd__reading *r, odd__piece_parse *parse, const void *context, char **title);

/* ---- for the functions that parse a line: sticky, as those of odd__reading ------------------- */

/* Record the first error of the piece, at a place in the text. */
void odd__piece_fail(odd__piece *piece, const char *where, const char *format, ...)
	ODD_PRINTF(3, 4);
/* Go to the next line that is not blank; false at the end or after an error. */
bool odd__piece_line(odd__piece *piece);
/* A field without its %-escapes (decoder 0 or 1); lent until the next one. */
odd__text odd__piece_decode(odd__piece *piece, int decoder, odd__text raw);
/* A new node; the words that follow are its own. */
void odd__piece_node(odd__piece *piece, odd__text id, const char *where, bool may_be_empty);
/* Label the node that came last. An empty label is one, too. */
void odd__piece_label(odd__piece *piece, odd__text label);
/* The number of a class or a word. */
uint32_t odd__piece_class(odd__piece *piece, odd__text name);
uint32_t odd__piece_word(odd__piece *piece, odd__text name);
/* The same for many words, none of them decoded. */
void odd__piece_words(odd__piece *piece, size_t n, const char *const *text, const size_t *length,
	uint32_t *column);
/* Many words of the node that came last, each with the value 1. */
void odd__piece_ones(odd__piece *piece, size_t n, const uint32_t *column);
/* A word of the node that came last; a value of 0 is dropped. */
void odd__piece_attribute(odd__piece *piece, uint32_t column, double value);
/* Keep the bytes of a decoded name as long as the piece. */
void odd__piece_keep(odd__piece *piece, odd__text *name);

#endif
