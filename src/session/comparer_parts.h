/* comparer_parts.h: one cell of a comparison, for the comparer. */
#ifndef SESSION_COMPARER_PARTS_H
#define SESSION_COMPARER_PARTS_H

#include "session/comparer.h"

/* How a comparison is made; the same for all of its cells. */
struct compare_plan {
	enum comparison_truth truth;
	odd_plant_options plant;
	size_t k, repeats;
	unsigned tasks;
	uint64_t seed;
};

/* A cell to be worked on. */
struct compare_task {
	unsigned long generation; /* of the comparison: another one on another network */
	struct compare_plan plan;
	struct session_net *net; /* held */
	const odd_method *method;
	size_t seeding;
};

/* What stays between cells, for them to share: the networks they are run on. Belongs to whoever does
 * the work. All zero: empty. */
struct compare_bench {
	unsigned long generation;
	bool grouped;
	odd_communities groups;
	struct session_net *first, *other; /* of the first seed, and of the latest other */
	size_t seeding;                    /* which that is */
};
void bench_clear(struct compare_bench *bench);

/* What comes of a cell. */
struct compare_result {
	odd_cell cell;
	struct comparison_found *found; /* of the first seed; else NULL */
	struct session_net *first;      /* held; NULL: not made */
};
void result_clear(struct compare_result *result);

/* Run one. A method that fails is a cell that has; an error is one of planting, or a cancel. */
odd_status compare_cell(struct compare_result *out, struct compare_bench *bench,
	const struct compare_task *task, const odd_job *job, odd_error *err);

#endif
