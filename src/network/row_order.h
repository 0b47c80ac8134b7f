/* row_order.h: which tables of a network stand in the order of which.
 *
 * A network that comes as several matrices with a list of the numbers its rows had before they were
 * shuffled need not have been shuffled in all of them: in the files the authors of ONE published,
 * the links are in the order from before, the labels are not. Linked nodes tend to share class and
 * words, so the data itself tells which order a table has.
 */
#ifndef ODD_NETWORK_ROW_ORDER_H
#define ODD_NETWORK_ROW_ORDER_H

#include "oddone/network.h"

/* number[i]: the place row i had before, 0 … nodes − 1, each once. net has rows of all tables as
 * they stand in their files. A table is moved when linked nodes agree in it clearly more (by more
 * than five standard deviations of chance) with its rows moved than with them as they are. *links
 * is set when the links turn out to be in the order from before, and node i is number i therefore;
 * net->skipped.moved_rows rises by what was moved. O(links · words of a node). */
odd_status odd__find_row_order(
	odd_network *net, const uint32_t *number, bool *links, odd_error *err);

#endif
