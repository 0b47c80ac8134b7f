/* sniff.h: the format of a single file whose name says nothing, by what it begins with. */
#ifndef ODD_NETWORK_SNIFF_H
#define ODD_NETWORK_SNIFF_H

#include "network/readers.h"

/* Read a file by its content. ODD_EINPUT, for what is not recognised, names the nearest format. */
odd_status odd__sniff_read(
	odd_network **out, const odd__source *source, const char *path, odd_error *err);

#endif
