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

/* Parse the line that the scan is on. In place of a weight there may be a dictionary of Python, as
 * networkx writes it: then that has the weight. */
odd__link_line odd__links_parse(odd__reading *r);

/* Read all lines. make: nodes are whoever is named. */
void odd__links_read(odd__reading *r, bool make);

#endif
