/* randforest.h: a random forest classifier, with the defaults of scikit-learn.
 *
 * Each tree grows on rows drawn with replacement. A node is cut where it lowers the Gini impurity
 * most, looking at a few columns drawn at random, until all its rows are of one class or equal. The
 * trees vote with the shares of classes in the leaf a row ends up in.
 *
 * The same data, options and seed give the same forest for any number of threads. Values are
 * compared, never measured: increasing maps of a column change the thresholds and nothing else.
 */
#ifndef ODDONE_RANDFOREST_H
#define ODDONE_RANDFOREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "eval/tree.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct odd_randforest odd_randforest;

typedef struct odd_randforest_options {
	size_t trees;    /* scikit-learn took 10 until 2019, when the ONE paper was written */
	size_t features; /* columns looked at for each cut; 0: ⌊√K⌋; more than K: all */
	bool bootstrap;  /* as many rows as there are, with replacement; off: each row once */
	uint64_t seed;
} odd_randforest_options;

#define ODD_RANDFOREST_OPTIONS_INIT \
	{ \
		.trees = 100, .features = 0, .bootstrap = true, .seed = 42 \
	}

/* Learn from rows[0 … count − 1] of x (NULL: the first count) and their labels, which are in
 * 0 … classes − 1. label is indexed by row of x; those of other rows are not looked at. options may
 * be NULL. Nothing of the input is kept. ODD_EUSAGE for no rows, columns or trees, ODD_EINPUT for a
 * label out of range, ODD_ENUMERIC for an entry of x that is not finite or beyond 1e150. About
 * O(trees · features · count · log count) time, O(count · K + trees · count) memory. */
odd_status odd_randforest_train(odd_randforest **out, odd_cmat x, const int32_t *label,
	size_t classes, const uint32_t *rows, size_t count, const odd_randforest_options *options,
	const odd_job *job, odd_error *err);

/* out[i] = the class of row rows[i] of x (NULL: i), i < count; of equal votes the lowest class.
 * ODD_EUSAGE when x has another number of columns than the forest. O(count · trees · depth). */
odd_status odd_randforest_predict(int32_t *out, const odd_randforest *forest, odd_cmat x,
	const uint32_t *rows, size_t count, const odd_job *job, odd_error *err);

void odd_randforest_free(odd_randforest *forest);

/* ---- its trees, for the tests ---- */

typedef struct odd__grown {
	odd__tree_node *node;
	uint32_t *leaf; /* of a leaf: its class, or classes + m when its rows are of several */
	double *share;  /* m × classes: shares of classes in such a leaf */
	size_t nodes, mixed;
} odd__grown;

struct odd_randforest {
	size_t trees, cols, classes;
	odd__grown *tree;
};

#endif
