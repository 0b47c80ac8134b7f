/* pages.h: memory for arrays that may be large. */
#ifndef ODD_BASE_PAGES_H
#define ODD_BASE_PAGES_H

#include <stddef.h>

/* Uninitialised, aligned to a cache line; to be given back to free. Large arrays ask for huge
 * pages: with small ones nearly every gather would miss the table of pages as well, and a stream
 * would every few thousand bytes. NULL without memory. */
void *odd__pages_alloc(size_t bytes);

/* Fill with zeros. The first touch of a large array is what costs, and all cores share it. */
void odd__pages_zero(void *memory, size_t bytes);

/* Fill with zeros by giving pages back to the system: those take no memory until they are touched.
 */
void odd__pages_drop(void *memory, size_t bytes);

#endif
