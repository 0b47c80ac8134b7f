/* spool.h: a network on standard input. Readers want a file with a name that tells its format, so
 * the bytes go to a temporary file, named after what they start with.
 */
#ifndef CLI_SPOOL_H
#define CLI_SPOOL_H

#include "cli/common.h"

/* *path is on the heap. Only formats of a single file can come this way: MATLAB, GraphML, GML and
 * Pajek, gzipped or not; anything else is ODD_EINPUT. */
odd_status spool_stdin(char **path, struct work *w, odd_error *err);
/* Remove the file and free the path. NULL is fine. */
void spool_remove(char *path);

#endif
