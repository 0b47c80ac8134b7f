/* link_lines.h: lists of links without a heading, a line for each: source, target and perhaps a
 * weight, with blanks, tabs, commas or semicolons between them; lines that start with # or % are
 * comments.
 */
#ifndef ODD_NETWORK_LINK_LINES_H
#define ODD_NETWORK_LINK_LINES_H

#include "network/reading.h"

/* The next line that is no comment; false at the end. */
bool odd__links_line(odd__scan *scan);
/* The next field of the line. */
bool odd__links_field(odd__scan *scan, odd__text *field);

typedef struct odd__link_line {
	odd__text from, to;
	double weight;
} odd__link_line;

/* The line that the scan is on. In place of a weight there may be a dictionary of Python, as
 * networkx writes it: then that has the weight. */
odd_status odd__links_parse(odd__reading *r, odd__link_line *link, odd_error *err);

/* All lines. make: nodes are whoever is named. */
odd_status odd__links_read(odd__reading *r, bool make, odd_error *err);

#endif
