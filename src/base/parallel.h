/* parallel.h: loops over rows cut into chunks that depend on the data alone.
 *
 * Which thread runs a chunk is left to chance; where chunks begin and end, and the order in which
 * partial results are added up, is not. So any number of threads gives the same bits.
 */
#ifndef ODD_BASE_PARALLEL_H
#define ODD_BASE_PARALLEL_H

#include <stddef.h>

#include "oddone/error.h"
#include "oddone/job.h"

#define ODD__CHUNKS_MAX 256
#define ODD__ROW_BLOCK 16 /* chunks begin at multiples of this, the block of the sweep kernels */

typedef struct odd__chunks {
	size_t count;
	size_t begin[ODD__CHUNKS_MAX + 1]; /* chunk c covers rows begin[c] … begin[c+1]−1 */
} odd__chunks;

/* Chunks of nearly equal numbers of rows. */
void odd__chunks_even(odd__chunks *out, size_t rows);

/* Chunks of nearly equal work, of whole row blocks, for a CSR matrix: its entries plus row_cost for
 * each row. */
void odd__chunks_by_entries(odd__chunks *out, size_t rows, const size_t *ptr, size_t row_cost);

/* Chunks for a loop over few and large items (trees, restarts): one each while there are chunks. */
void odd__chunks_items(odd__chunks *out, size_t items);

typedef void odd__chunk_fn(void *context, size_t chunk, size_t begin, size_t end);

/* Run fn over all chunks. Between chunks the cancel flag is polled and, when `what` is not NULL,
 * progress is told. Returns ODD_ECANCELLED when some chunks were left out. */
odd_status odd__parallel(const odd_job *job, const odd__chunks *chunks, odd__chunk_fn *fn,
	void *context, const char *what, odd_error *err);

/* The same for kernels that need scratch memory: each thread gets scratch_bytes of its own, aligned
 * to a cache line. */
typedef void odd__scratch_fn(void *context, void *scratch, size_t chunk, size_t begin, size_t end);
odd_status odd__parallel_scratch(const odd_job *job, const odd__chunks *chunks, odd__scratch_fn *fn,
	void *context, size_t scratch_bytes, const char *what, odd_error *err);

/* Few and large items of uneven cost: each thread takes the next one when it is done. Stops and
 * returns as odd__parallel does. */
typedef void odd__item_fn(void *context, size_t item);
odd_status odd__parallel_items(
	const odd_job *job, size_t items, odd__item_fn *fn, void *context, odd_error *err);

#endif
