/* paths.h: where the files that come with the program are, and what a NETWORK argument means. */
#ifndef SESSION_PATHS_H
#define SESSION_PATHS_H

#include <stdbool.h>

#include "oddone/error.h"
#include "eval/published.h"

/* share/oddone, on the heap; NULL when it is nowhere. Looked for in this order:
 *     $ODDONE_DATA
 *     <directory of the program>/../share/oddone   installed, also after the tree was moved
 *     <directory of the program>/share/oddone      not yet installed: the build tree
 *     PKGDATADIR                                    what configure was told
 */
char *session_data_dir(void);
/* A path in it, on the heap; NULL when it is nowhere. */
char *session_data_path(const char *name);
/* The names in a directory of it that end so, without the ending and sorted; freed by strings_free.
 */
char **session_data_names(size_t *count, const char *dir, const char *ending);

/* The path of a network, on the heap: the argument itself when it exists, else the bundled sample
 * of that name. ODD_EIO when there is neither; the message names the samples there are. */
odd_status session_find_network(char **path, const char *argument, odd_error *err);

/* The paper's numbers, which are an extra: false where the file is not to be had. */
bool session_published(odd_published *out);

#endif
