/* foreign.h: going through a library that keeps state for the whole process.
 *
 * igraph has one error handler, one attribute table and one random generator for everybody, and its
 * error handler ends the program unless it is replaced. So calls into it go through one lock, and
 * whatever was set is put back.
 */
#ifndef ODD_NETWORK_FOREIGN_H
#define ODD_NETWORK_FOREIGN_H

#include <stdint.h>

#include "oddone/base/error.h"

#ifdef HAVE_IGRAPH
#include <igraph/igraph.h>

typedef odd_status odd__igraph_body(void *context, odd_error *err);

/* Run body under the lock with oddone's handlers, the C attribute table and a random generator
 * made from seed; all are put back afterwards. `file` (may be NULL) names the user's file in
 * errors. What igraph calls fatal would end the program: it comes back as ODD_EINPUT instead, and
 * what the body had allocated by then is lost. */
odd_status odd__igraph_run(
	odd__igraph_body *body, void *context, uint64_t seed, const char *file, odd_error *err);

/* For the body: what igraph said, as an odd_status; ODD_OK for IGRAPH_SUCCESS. */
odd_status odd__igraph_check(igraph_error_t code, const char *file, odd_error *err);
#endif

#endif
