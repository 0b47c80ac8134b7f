/* naive_one.h: ONE as one would write it first: dense matrices, scalar loops, residuals formed in
 * full. Shares nothing with the sparse form; the tests hold the fast one against it. */
#ifndef TESTS_NAIVE_ONE_H
#define TESTS_NAIVE_ONE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct naive_one {
	size_t n, d, k;
	double alpha, beta, mu;
	bool block;
	double *A, *C;             /* n×n, n×d */
	double *G, *H, *U, *V, *W; /* n×k, k×n, n×k, k×d, k×k */
	double *O[3];
} naive_one;

naive_one *naive_new(size_t n, size_t d, size_t k);
void naive_free(naive_one *m);
/* The sub-step W G H U V O numbered 0 … 5. */
void naive_step(naive_one *m, int step);
void naive_residuals(const naive_one *m, double *r1, double *r2, double *r3);
void naive_terms(const naive_one *m, double term[3]);

#endif
