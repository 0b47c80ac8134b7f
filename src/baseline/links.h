/* links.h: the links of a network as the walkers see them: both ways, rows sorted, no loops. */
#ifndef ODD_BASELINE_LINKS_H
#define ODD_BASELINE_LINKS_H

#include "oddone/csr.h"
#include "oddone/network.h"

typedef struct odd__links {
	odd_ccsr A;  /* symmetric; lent by the network, or by own */
	odd_csr own; /* empty unless the network is directed */
} odd__links;

/* Of two directed links between the same nodes the heavier one counts. O(links). */
odd_status odd__links_init(odd__links *out, const odd_network *net, odd_error *err);
void odd__links_clear(odd__links *links);

#endif
