/* undirected.h: the links as the baselines want them: both ways, once each, no self loops. */
#ifndef ODD_BASELINE_UNDIRECTED_H
#define ODD_BASELINE_UNDIRECTED_H

#include <stdbool.h>

#include "oddone/network.h"

/* A symmetric copy of A with rising columns. A directed link becomes one that goes both ways; where
 * both directions have a weight, the larger one is kept. Unweighted: every link is 1 (val NULL).
 * O(nodes + links). */
odd_status odd__undirected(odd_csr *out, const odd_network *net, bool weighted, odd_error *err);

#endif
