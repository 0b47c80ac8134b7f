/* store_parts.h: what writer and reader of session files agree on. */
#ifndef SESSION_STORE_PARTS_H
#define SESSION_STORE_PARTS_H

#include "session/store.h"

/* The first bytes, then the version, the payload, and a checksum of all before it. */
#define STORE_MAGIC "oddone session\n"
#define STORE_VERSION 3
#define STORE_FIRST \
	1 /* without times, undo and redo; 2 without missing cells (pack_network.h): read, \
	     but not written */
#define STORE_LEAST (sizeof STORE_MAGIC + 16)

#define STORE_NONE UINT64_MAX /* no node, no epoch */

#endif
