/* csr_build.h: matrices from what readers found, on all threads.
 *
 * Each matrix comes out the same for any order of what was found and any number of threads: columns
 * rise within a row, and of several entries for one place the largest is kept.
 */
#ifndef ODD_NETWORK_CSR_BUILD_H
#define ODD_NETWORK_CSR_BUILD_H

#include "oddone/job.h"
#include "oddone/csr.h"

/* Sort the columns of every row and merge what is there twice; *merged counts what fell away.
 * O(entries) where rows are sorted already, O(entries log of the longest row) otherwise; in place.
 * Only error: ODD_ECANCELLED. */
odd_status odd__csr_sort_rows(odd_csr *m, size_t *merged, const odd_job *job, odd_error *err);

/* The n × n matrix of links a[e] → b[e], and b[e] → a[e] as well when `both`. w may be NULL: every
 * weight is 1. *merged counts links that fell together. */
odd_status odd__csr_from_links(odd_csr *out, size_t n, size_t count, const uint32_t *a,
	const uint32_t *b, const double *w, bool both, size_t *merged, const odd_job *job,
	odd_error *err);

#endif
