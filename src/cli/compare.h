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

/* Settings of a method that are not those of its public program, "steps 3000 (public 1000)" and so
 * on, and all whose public value is not known; "" when there are none. On the heap, NULL without
 * memory. */
char *compare_departures(const struct result *o, const odd_method *method);

/* What must not be missed where the names of methods stand, a bullet each. */
void compare_print_caveats(FILE *out, const struct result *o);

void report_compare_text(FILE *out, const struct result *o);
/* The part of it that is about the battery: nothing where none was asked for. */
void report_battery_text(FILE *out, const struct result *o, bool bold);
void report_battery_notes(FILE *out, const struct result *o);

/* ---- progress on stderr: on a terminal a line that is rewritten, elsewhere a line for each cell
 * that is finished ---- */

struct cell_progress {
	struct work *work;
	double drawn; /* when; seconds */
};

/* The progress is in use until the comparison ends. */
odd_compare_watch cell_progress_watch(struct cell_progress *p);

#endif
