/* staging.h: several files that take their names together or not at all.
 *
 * They are written into a hidden directory inside the target and moved up when all are complete.
 */
#ifndef CLI_STAGING_H
#define CLI_STAGING_H

#include <stdbool.h>

#include "oddone/base/error.h"

struct staging {
	char *target; /* where the files belong */
	char *dir;    /* where to write them; NULL: nothing staged */
	bool made;    /* the target did not exist before */
};

/* Make the target when missing, and the hidden directory in it. */
odd_status staging_begin(struct staging *s, const char *target, odd_error *err);
/* Move everything up. Ends the staging, also on failure. */
odd_status staging_commit(struct staging *s, odd_error *err);
/* Leave nothing behind. Harmless when nothing is staged. */
void staging_discard(struct staging *s);

/* Could files be written there? Found out before hours of work, not after. Leaves nothing. */
odd_status staging_check(const char *target, odd_error *err);

#endif
