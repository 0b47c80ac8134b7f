/* judgments.h: which nodes somebody has called odd, or not odd. */
#ifndef STUDY_JUDGMENTS_H
#define STUDY_JUDGMENTS_H

#include <stdbool.h>

#include "oddone/network.h"
#include "study/shared.h"

enum judgment { JUDGED_NOT = -1, JUDGED_NOT_ODD, JUDGED_ODD };

/* Never changed once it is made. */
struct judgments {
	struct shared shared;
	uint32_t *node; /* rising */
	bool *odd;
	size_t count;
};

/* Those of `from` (NULL: none) with another judgment of one node; JUDGED_NOT takes it back. */
odd_status judgments_with(struct judgments **out, const struct judgments *from, size_t node,
	enum judgment judgment, odd_error *err);
/* NULL is fine. */
enum judgment judgment_of(const struct judgments *judgments, size_t node);
/* "odd", "not odd"; NULL: not judged. */
const char *judgment_name(enum judgment judgment);

/* Read lines of an id, a tab, and "odd" or "not odd"; # begins a comment. The last line about a
 * node counts. */
odd_status judgments_load(
	struct judgments **out, const odd_network *net, const char *path, odd_error *err);

#endif
