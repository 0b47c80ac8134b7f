/* agreement.h: how far links and attributes say the same of each node.
 *
 * G and U Wᵀ give each node a row in the same K dimensions, G from its links and U Wᵀ from its
 * attributes. Rows are scaled to unit length, so that hubs and long texts count like any other
 * node. The angle between the two rows of a node is compared with the angle to the attributes of a
 * random other node.
 */
#ifndef ODDONE_AGREEMENT_H
#define ODDONE_AGREEMENT_H

#include <stdint.h>

#include "oddone/matrix.h"

typedef struct odd_agreement {
	size_t nodes;     /* of the run; 0: there is no embedding */
	size_t stride;    /* every stride-th node is looked at; 1: all of them */
	size_t n;         /* nodes looked at that have both links and attributes */
	uint32_t *node;   /* which */
	double *own;      /* angle to the node's own attributes, in degrees, at least 0.01 */
	double *other;    /* angle to another node's attributes */
	double *place;    /* along the direction of largest variance: n by links, n by attributes */
	double explained; /* share of the variance along it */
} odd_agreement;

/* G, aligned (= U Wᵀ): N × K; without rows n is 0. Clear also on error. O(min(N, 20000) K²). */
odd_status odd_agreement_measure(odd_agreement *out, odd_cmat G, odd_cmat aligned, odd_error *err);
void odd_agreement_clear(odd_agreement *a);

#endif
