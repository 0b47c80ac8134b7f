/* comparer_cell.h: one method on one seed of the open network. */
#ifndef SESSION_COMPARER_CELL_H
#define SESSION_COMPARER_CELL_H

#include "session/comparer.h"

/* A cell to be worked on. */
struct compare_task {
	unsigned long generation; /* of the comparison: another one on another network */
	struct compare_plan plan;
	struct session_net *net; /* held */
	const odd_method *method;
	size_t seeding;
};

/* What stays between the cells of one generation; of the thread that does the work. All zero:
 * empty. */
struct compare_bench {
	unsigned long generation;
	odd_communities groups;    /* of NULL: not found yet */
	struct session_net *first; /* the network of the first seed; NULL: not made yet */
};
void compare_bench_clear(struct compare_bench *bench);

/* Run one; *found (the first seed alone; else NULL) is the caller's. A method that fails is a cell
 * that says so; an error is one of planting, or a cancel. */
odd_status compare_cell(odd_cell *out, struct comparison_found **found, struct compare_bench *bench,
	const struct compare_task *task, const odd_job *job, odd_error *err);

#endif
