/* save.h: the lines of oddone text, for whoever lays them out in other files. */
#ifndef ODD_NETWORK_SAVE_H
#define ODD_NETWORK_SAVE_H

#include <stdio.h>

#include "oddone/network.h"

/* What stands before the nodes: name, classes, words. */
void odd__write_text_head(FILE *f, const odd_network *net);
void odd__write_text_node(FILE *f, const odd_network *net, size_t i);
/* Entry e of A, which is of row i. */
void odd__write_text_edge(FILE *f, const odd_network *net, size_t i, size_t e);
odd_status odd__write_text_truth(
	FILE *f, const odd_network *net, const odd_job *job, odd_error *err);

#endif
