/* options_read.h: option structures of callers compiled with other headers than the library.
 *
 * A public option structure begins with its size. New fields come behind the old ones, and 0 in
 * them means what the library did before they existed.
 */
#ifndef BASE_OPTIONS_READ_H
#define BASE_OPTIONS_READ_H

#include <stddef.h>

/* Copies the caller's options over the defaults in out, a structure of `size` bytes. A size of 0
 * means the fields of version 1.0, which is all of them today. given may be NULL: the defaults
 * stay. Fields that only a later library knows are ignored (see ODDONE_VERSION_CHECK). */
void odd__options_read(void *out, size_t size, const void *given);

#endif
