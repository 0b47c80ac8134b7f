/* variant.h: the same network as other data would have it, for measuring what holds there too.
 *
 *   dense       the attributes are real numbers: tf-idf rows in 50 singular directions
 *   directed    each link goes one way, drawn by a coin; a directed network stays as it is
 *   weighted    each link weighs something, drawn from the exponential distribution of mean 1
 *   unlabelled  nobody knows the classes
 */
#ifndef ODDONE_VARIANT_H
#define ODDONE_VARIANT_H

#include "oddone/network/network.h"

typedef enum odd_variant {
	ODD_AS_GIVEN = 0,
	ODD_DENSE,
	ODD_DIRECTED,
	ODD_WEIGHTED,
	ODD_UNLABELLED
} odd_variant;
#define ODD_VARIANTS 5
#define ODD_DENSE_DIRECTIONS 50 /* fewer where nodes or attributes are no more */

/* "given", "dense", "directed", "weighted", "unlabelled". */
const char *odd_variant_name(odd_variant variant);
/* The variant of a name, or −1. */
int odd_variant_from_name(const char *name, size_t length);

/* A copy as the variant has it. What is not named above stays: nodes, ids, truth. ODD_EUSAGE where
 * there are no attributes to make dense. */
odd_status odd_network_variant(odd_network **out, const odd_network *net, odd_variant variant,
	uint64_t seed, const odd_job *job, odd_error *err);

#endif
