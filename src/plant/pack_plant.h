/* pack_plant.h: what was planted, in a packed file (base/pack.h), so that it can be taken out. */
#ifndef ODD_PLANT_PACK_PLANT_H
#define ODD_PLANT_PACK_PLANT_H

#include "base/pack.h"
#include "oddone/plant.h"

void odd__pack_plant(odd__packer *p, const odd_plant_record *record);
/* A record about nodes that the network has; whether it fits otherwise is for odd_unplant to see.
 * Failed or not, it goes back to odd_plant_record_clear. */
odd_status odd__unpack_plant(odd__unpacker *u, odd_plant_record *out, const odd_network *net);

#endif
