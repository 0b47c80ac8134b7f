/* counts.h: how many of each kind are to be planted, by the kind. */
#ifndef ODD_PLANT_COUNTS_H
#define ODD_PLANT_COUNTS_H

#include "network/kinds.h"
#include "oddone/plant.h"

/* Where the count of a kind lies, of cliques how many there are; NULL: it cannot be planted. */
size_t *odd__plant_count_at(odd_plant_options *options, odd_kind kind);

#endif
