/* huffman.h: a binary code in which frequent nodes have short words: the tree of the hierarchical
 * softmax.
 */
#ifndef ODD_BASELINE_HUFFMAN_H
#define ODD_BASELINE_HUFFMAN_H

#include <stddef.h>
#include <stdint.h>

#include "linalg/memory.h"

/* The path of node v from the root down is entries ptr[v] … ptr[v+1]−1: which inner node (0 … n−2,
 * the last being the root) and which way it is left. */
typedef struct odd__huffman {
	size_t n;
	size_t *ptr;     /* n + 1 */
	uint32_t *inner; /* ptr[n] */
	uint8_t *bit;    /* ptr[n] */
	odd__memory memory;
} odd__huffman;

/* O(n log n). One node alone has an empty code. */
odd_status odd__huffman_init(odd__huffman *out, const uint64_t *count, size_t n, odd_error *err);
void odd__huffman_clear(odd__huffman *tree);

#endif
