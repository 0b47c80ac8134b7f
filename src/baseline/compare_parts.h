/* compare_parts.h: what the files of the comparison share: one cell, and its file. */
#ifndef ODD_BASELINE_COMPARE_PARTS_H
#define ODD_BASELINE_COMPARE_PARTS_H

#include "baseline/compare.h"

/* All numbers NAN. */
void odd__cell_reset(odd_cell *cell);

/* The settings of one method: those that begin with its name and a point, without that. `out` has
 * room for options->settings of them. Returns how many. */
size_t odd__compare_overrides(
	const char **out, const odd_compare_options *options, const odd_method *method);

/* What a cell is run on. */
struct odd__bench {
	const odd_network *net;        /* as it was given, with its classes: the battery plants */
	const odd_communities *groups; /* into it; NULL where no battery is wanted */
	const odd_network *planted;    /* what all other tasks are about */
};

/* Run the method of a cell and measure. *result and *score (on the heap) are the caller's, also on
 * failure. */
odd_status odd__cell_run(odd_cell *cell, odd_method_result *result, double **score,
	const struct odd__bench *on, const odd_compare_options *options, const odd_job *job,
	odd_error *err);

/* ---- files ---- */

/* Everything that the numbers of a cell depend on, as text; on the heap, NULL without memory. */
char *odd__cell_key(const odd_cell *cell, uint64_t checksum, const odd_compare_options *options);
/* The file of a cell in options->cache; on the heap, NULL without memory. */
char *odd__cell_path(const odd_cell *cell, const char *key, const odd_compare_options *options);

/* Fill the values from a file; *good is false when there is none that is whole, of that key, and
 * has all the tasks. Errors: there is one, but no memory or no way to read it. */
odd_status odd__cell_load(odd_cell *cell, const char *path, const char *key, unsigned tasks,
	bool *good, odd_error *err);
odd_status odd__cell_save(
	const odd_cell *cell, const char *path, const char *key, unsigned tasks, odd_error *err);

#endif
