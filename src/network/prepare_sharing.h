/* prepare_sharing.h: odd_prepare for those who keep the network. */
#ifndef ODD_NETWORK_PREPARE_SHARING_H
#define ODD_NETWORK_PREPARE_SHARING_H

#include "linalg/halo.h"
#include "oddone/prepare.h"

/* The rows of a network that one of several processes holds: columns of A are its own nodes, then
 * its halo. */
typedef struct odd__prepared_part {
	odd__halo *halo;
	const odd_csr *At; /* rows of the transpose of A for own nodes; of a directed network */
	size_t nodes;      /* of all processes */
} odd__prepared_part;

/* share: words, which keep their places, have ptr and idx of the network in place of copies; then
 * it must outlive the result and stay as it is. part: where net has the own nodes of one of several
 * processes, which all call it; NULL: net is a whole network. */
odd_status odd__prepare(odd_prepared *out, const odd_network *net, odd_preset preset, bool share,
	const odd__prepared_part *part, const odd_job *job, odd_error *err);

#endif
