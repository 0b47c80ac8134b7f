/* order.h: nodes in an order in which those that follow each other are linked. */
#ifndef ODD_ONE_ORDER_H
#define ODD_ONE_ORDER_H

#include <stdint.h>

#include "oddone/csr.h"

/* visit: A.rows nodes, community by community (order.c). */
odd_status odd__order_by_communities(
	uint32_t *visit, odd_ccsr A, const odd_job *job, odd_error *err);

#endif
