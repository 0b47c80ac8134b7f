/* compare.h: a comparison as the command line runs and reports it. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include <stdio.h>

#include "cli/run.h"
#include "baseline/compare.h"

#define MAX_METHODS 32

struct compare {
	struct run run; /* of which net is as loaded: nothing planted */
	odd_compare_options options;
	const odd_method *method[MAX_METHODS];
	odd_method row[MAX_METHODS]; /* of a battery: its own rows */
	char less[120];              /* of the row without parts of the panel */
	char name[MAX_METHODS][40];  /* of rows for a number of iterations */
	const char *setting[MAX_GIVEN];
	char *cache; /* DIR/cells */
	bool made;   /* the directory of the output was not there before */
	odd_comparison table;
};

/* ---- progress on stderr: on a terminal a line that is rewritten, elsewhere a line for each cell
 * that is finished ---- */

struct cell_progress {
	struct work *work;
	double drawn; /* when; seconds */
};

/* The progress is in use until the comparison ends. */
odd_compare_watch cell_progress_watch(struct cell_progress *p);

#endif
