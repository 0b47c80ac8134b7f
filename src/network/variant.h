/* variant.h: the same network as another kind of input would have it: to see what a method makes of
 * dense attributes, of direction, of weights, of no labels, when nothing else differs.
 */
#ifndef ODDONE_VARIANT_H
#define ODDONE_VARIANT_H

#include "oddone/matrix.h"
#include "oddone/network.h"

typedef enum odd_variant {
	ODD_AS_GIVEN = 0,
	ODD_DENSE,     /* words become their first 50 singular directions (tf-idf), real numbers */
	ODD_DIRECTED,  /* each link keeps one of its directions, by a coin */
	ODD_WEIGHTED,  /* each link has its weight times exp(a standard normal number) */
	ODD_UNLABELLED /* no node has a label */
} odd_variant;
#define ODD_VARIANTS 5

#define ODD_DENSE_DIRECTIONS 50

/* "as-given", "dense", "directed", "weighted", "unlabelled". */
const char *odd_variant_name(odd_variant variant);

/* Another network, with the same nodes and truth. The seed decides coins and weights. ODD_EUSAGE
 * when it would be the same: attributes that are no words, links that have a direction, no labels.
 * O(entries), dense: O(entries · 50) a round of the decomposition. */
odd_status odd_network_variant(odd_network **out, const odd_network *net, odd_variant variant,
	uint64_t seed, const odd_job *job, odd_error *err);

/* Rows of tf-idf in their first k singular directions: X Σ of X Σ Yᵀ, rows × k, made here. */
odd_status odd_word_directions(
	odd_mat *out, odd_ccsr C, size_t k, uint64_t seed, const odd_job *job, odd_error *err);

#endif
