/* save.h: a network written with its nodes in another order. */
#ifndef ODD_NETWORK_SAVE_H
#define ODD_NETWORK_SAVE_H

#include "oddone/network.h"

/* odd_network_save with node order[i] in line i, and its links in that order; NULL: as they are. */
odd_status odd__save_in_order(const odd_network *net, const uint32_t *order, const char *dir,
	const odd_job *job, odd_error *err);

#endif
