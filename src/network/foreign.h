/* foreign.h: going through libraries that keep state for the whole process.
 *
 * HDF5 has one error stack; igraph has one error handler, one attribute table and one random
 * generator for everybody, and its error handler ends the program unless it is replaced. So calls
 * into them go through one lock, and whatever was set is put back.
 */
#ifndef ODD_NETWORK_FOREIGN_H
#define ODD_NETWORK_FOREIGN_H

#include <stdint.h>

#include "oddone/base/error.h"

/* One thread at a time in HDF5 and igraph. */
void odd__foreign_lock(void);
void odd__foreign_unlock(void);

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
