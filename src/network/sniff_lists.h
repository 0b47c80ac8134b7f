/* sniff_lists.h: lists that have no beginning of their own, told by how their lines go on. */
#ifndef ODD_NETWORK_SNIFF_LISTS_H
#define ODD_NETWORK_SNIFF_LISTS_H

#include <stdbool.h>

/* LGL: lines "# node", each with its neighbours behind it, and not a comment above a list of links.
 * What is given is the beginning of the file. */
bool odd__sniff_lgl(const char *start);

/* METIS: "nodes links", and then as many lines as there are nodes, with each link at both ends.
 * Reads the file, but no more than that many lines. */
bool odd__sniff_metis(const char *path, bool utf16);

/* Is the start of a file a list of links, two words and perhaps a number in each line, that cannot
 * be METIS? Names, a node 0, comments behind # or more lines than the first one speaks of tell. */
bool odd__sniff_links(const char *start);

#endif
