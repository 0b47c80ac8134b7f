/* make_links.h: links for a table that has none. */
#ifndef ODD_NETWORK_MAKE_LINKS_H
#define ODD_NETWORK_MAKE_LINKS_H

#include "oddone/job.h"
#include "oddone/network.h"

/* Link nodes of a network without links as the user says: "nearest=10", each node with the ten
 * whose attributes are most alike by the cosine of their prepared rows; "column=company", all nodes
 * that share a value. What was done is added to the remarks. ODD_EUSAGE: the words are neither,
 * there is no such column, its values are no names of groups, or would make more than 50 links a
 * node. nearest: O(nodes² columns) for numbers, less for words. */
odd_status odd__links_for_table(
	odd_network *net, const char *how, const odd_job *job, odd_error *err);

/* Add a line to the remarks. */
odd_status odd__network_remark(odd_network *net, odd_error *err, const char *format, ...)
	ODD_PRINTF(3, 4);

#endif
