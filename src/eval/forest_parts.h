/* forest_parts.h: what the random forest is made of. */
#ifndef ODD_EVAL_FOREST_PARTS_H
#define ODD_EVAL_FOREST_PARTS_H

#include "eval/tree.h"
#include "eval/randforest.h"
#include "base/rng.h"

/* ---- ranked.c: the training rows, each value replaced by its rank in the column ---- */

typedef struct odd__ranked {
	size_t rows, cols, classes;
	uint32_t *rank;  /* cols × rows: how many smaller values there are in the column */
	double *value;   /* cols × rows: the value of a rank; as many as are different */
	uint16_t *label; /* rows */
} odd__ranked;

#define ODD__CLASSES_MAX 65536

odd_status odd__ranked_init(odd__ranked *out, odd_cmat x, const int32_t *label, size_t classes,
	const uint32_t *rows, size_t count, odd_error *err);
void odd__ranked_clear(odd__ranked *data);

/* ---- grow.c ---- */

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

/* Grow a tree; scratch has odd__grow_bytes(data) bytes. Returns ODD_OK or ODD_ENOMEM. */
odd_status odd__grow(odd__grown *out, const odd__ranked *data, size_t features, bool bootstrap,
	odd_rng *rng, void *scratch);
size_t odd__grow_bytes(const odd__ranked *data);

#endif
