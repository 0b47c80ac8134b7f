/* kinds.h: the kinds that can be planted (kinds.def), as lists. */
#ifndef ODD_NETWORK_KINDS_H
#define ODD_NETWORK_KINDS_H

#include "oddone/network.h"

#define ODD__PLANT_KINDS 8
extern const odd_kind odd__plant_kind[ODD__PLANT_KINDS];
/* "structural|attribute|…|placebo" */
extern const char odd__plant_kinds[];
/* "ordinary, outlier, structural, …": all that a truth may say */
extern const char odd__kinds_listed[];

#endif
