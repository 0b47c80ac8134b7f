/* pack_network.h: a network in a packed file (base/pack.h), as it is: no reader has to guess, and
 * planted nodes stay where they were. */
#ifndef ODD_NETWORK_PACK_NETWORK_H
#define ODD_NETWORK_PACK_NETWORK_H

#include "base/pack.h"
#include "oddone/network/network.h"

void odd__pack_network(odd__packer *p, const odd_network *net);
/* All that holds of a network holds of it: symmetric unless directed, names unique, numbers finite.
 * NULL when failed. */
odd_network *odd__unpack_network(odd__unpacker *u);

#endif
