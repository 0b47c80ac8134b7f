/* comparer_parts.h: what the comparer is made of. */
#ifndef SESSION_COMPARER_PARTS_H
#define SESSION_COMPARER_PARTS_H

#include "session/comparer.h"
#include "session/runner.h"

/* ---- one cell ------------------------------------------------------------------------------- */

/* A cell to be worked on. */
struct compare_task {
	unsigned long generation; /* of the comparison: another one on another network */
	struct compare_plan plan;
	struct session_net *net; /* held */
	const odd_method *method;
	size_t seeding;
};

/* What stays between cells, for them to share: the networks they are run on. Belongs to whoever
 * does the work. All zero: empty. */
struct compare_bench {
	unsigned long generation;
	bool grouped;
	odd_communities groups;
	struct session_net *first, *other; /* of the first seed, and of the latest other */
	size_t seeding;                    /* which that is */
};
void bench_clear(struct compare_bench *bench);
/* Keep only what a method that is added later needs at once. */
void bench_rest(struct compare_bench *bench);

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

/* ---- the comparer --------------------------------------------------------------------------- */

struct compare_row {
	const odd_method *method;
	odd_cell *cell; /* of each seed */
	size_t cells;
	struct comparison_found *found;
};

struct comparer {
	struct compare_bench bench; /* of whoever does the work */

	bool live; /* works in a thread */
	void (*news)(void *payload);
	void *payload;
	const odd_job *job; /* of whoever called comparer_run */
	double told;

	struct runner runner; /* its lock guards what follows */
	bool wanted;          /* cells that are missing are to be made */
	unsigned long generation, version;
	struct session_net *net; /* NULL: nothing has been begun */
	struct session_net *first;
	struct compare_plan plan;
	struct compare_row row[COMPARER_METHODS]; /* in the order of the table of methods */
	size_t methods, seeds;
	const odd_method *at; /* what is worked on; NULL: nothing … */
	size_t seeding;       /* … and for which seed */
	char what[48];
	double done, total;
	char fault[200];
	struct session_comparison *latest; /* NULL: something has changed since */
};

/* All of these with the lock held. The next look is another one; version: and not for progress
 * alone. */
void comparer_touch(struct comparer *c, bool version);
/* The row of a method; as many as there are when it is not compared. */
size_t comparer_row(const struct comparer *c, const odd_method *method);
void comparer_insert(struct comparer *c, const odd_method *method);
void comparer_remove(struct comparer *c, size_t row);
/* All cells are to be made again, by another plan. */
void comparer_again(struct comparer *c);
/* Forget network, methods and results. */
void comparer_empty(struct comparer *c);
/* The next cell that is missing, which is worked on from now on; false: none is. */
bool comparer_next_task(struct comparer *c, struct compare_task *task);
/* Keep what came of one, unless nobody wants it any more. */
void comparer_store(
	struct comparer *c, const struct compare_task *task, const struct compare_result *result);

#endif
