/* tree.h: the trees of both forests, and the walk down from the root.
 *
 * Nodes stand in one array, the two children of a node side by side. A leaf is its own left child
 * and lets every number pass, so that a row that has arrived stays where it is while others walk
 * on: the walk has no branch to mispredict, and eight rows at a time hide each other's loads.
 */
#ifndef ODD_EVAL_TREE_H
#define ODD_EVAL_TREE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

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

#endif
