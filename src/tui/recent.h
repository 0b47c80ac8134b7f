/* recent.h: the networks that were opened lately. */
#ifndef TUI_RECENT_H
#define TUI_RECENT_H

#include <stddef.h>

#include "oddone/error.h"

/* In a file of the user's state directory, one path a line, behind a tab the options it was opened
 * with, the latest first. Reading never fails:
 * without a file there are none. Writing is whole or not at all, so that two programs at once lose
 * an entry at worst. */
#define RECENT_MOST 20

struct recent {
	char *path[RECENT_MOST], *options[RECENT_MOST]; /* options: may be NULL */
	size_t count;
};

void recent_read(struct recent *out);
void recent_clear(struct recent *recent);

/* Put a path in front. A path that exists is made absolute, the name of a sample stays as it is. */
odd_status recent_add(const char *path, const char *options, odd_error *err);

#endif
