/* pages.h: memory for arrays that may be large. */
#ifndef ODD_BASE_PAGES_H
#define ODD_BASE_PAGES_H

#include <stddef.h>

/* Uninitialised, aligned to a cache line; to be given back to free. Large arrays ask for huge
 * pages: with small ones nearly every gather would miss the table of pages as well, and a stream
 * would every few thousand bytes. NULL without memory. */
void *odd__pages_alloc(size_t bytes);

#endif
