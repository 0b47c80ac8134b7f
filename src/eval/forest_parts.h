/* forest_parts.h: what the random forest is made of. */
#ifndef ODD_EVAL_FOREST_PARTS_H
#define ODD_EVAL_FOREST_PARTS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "eval/randforest.h"
#include "linalg/memory.h"

/* ---- trees of both forests, and the walk down from the root ----
 *
 * Nodes stand in one array, the two children of a node side by side. A leaf is its own left child
 * and lets every number pass, so that a row that has arrived stays where it is while others walk
 * on: the walk has no branch to mispredict, and eight rows at a time hide each other's loads.
 */
typedef struct odd__tree_node {
	double threshold; /* x[column] ≤ threshold goes left */
	uint32_t column;
	uint32_t left; /* the right child is the next */
} odd__tree_node;

#define ODD__WALKERS 8

static inline odd__tree_node odd__tree_leaf(uint32_t self)
{
	return (odd__tree_node){(double)INFINITY, 0, self};
}

static inline bool odd__tree_is_leaf(const odd__tree_node *node, uint32_t at)
{
	return node[at].left == at;
}

/* at[w] = the leaf where row x[w] ends up. */
static inline void odd__tree_walk(
	uint32_t at[ODD__WALKERS], const odd__tree_node *node, const double *const x[ODD__WALKERS])
{
	uint32_t moved;
	for (int w = 0; w < ODD__WALKERS; w++)
		at[w] = 0;
	do {
		moved = 0;
		for (int w = 0; w < ODD__WALKERS; w++) {
			const odd__tree_node *here = &node[at[w]];
			uint32_t next = here->left + (x[w][here->column] > here->threshold);
			moved |= next ^ at[w];
			at[w] = next;
		}
	} while (moved != 0);
}

/* ---- the training rows, each value replaced by its rank in the column ---- */

typedef struct odd__ranked {
	size_t rows, cols, classes;
	uint32_t *rank;  /* cols × rows: how many smaller values there are in the column */
	double *value;   /* cols × rows: the value of a rank; as many as are different */
	uint16_t *label; /* rows */
	odd__memory memory;
} odd__ranked;

#define ODD__CLASSES_MAX 65536

odd_status odd__ranked_init(odd__ranked *out, odd_cmat x, const int32_t *label, size_t classes,
	const uint32_t *rows, size_t count, odd_error *err);
void odd__ranked_clear(odd__ranked *data);

/* ---- growing a tree ---- */

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
