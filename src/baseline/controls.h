/* controls.h: what any method of finding outliers should beat before its numbers mean something.
 *
 * Chance, the number of links, the number of attributes, and an embedding that looks at attributes
 * alone. Planted outliers tend to differ in the first two, so a method that does no better than
 * they do has found the planting, not the outliers. And plain read-outs, which compare a node's
 * words with those around it, without any model of the network.
 */
#ifndef ODDONE_CONTROLS_H
#define ODDONE_CONTROLS_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/csr.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

/* score[i], larger for odder nodes: uniform in [0, 1). */
void odd_control_random(double *score, size_t nodes, uint64_t seed);
/* The number of nodes it is linked with, whichever way. */
odd_status odd_control_degree(double *score, const odd_network *net, odd_error *err);
/* The number of attributes it has. */
void odd_control_attributes(double *score, const odd_network *net);

typedef struct odd_control_pca_options {
	size_t k;
	uint64_t seed; /* of the sketch; other seeds change the last digits, or directions that are
			  nearly as strong as the next */
} odd_control_pca_options;

#define ODD_CONTROL_PCA_OPTIONS_INIT \
	{ \
		.k = 0, .seed = 42 \
	}

/* *out (nodes × k, made here, given back to odd_mat_free) receives the first k principal components
 * of the attributes as they are, centred; to be scored by an isolation forest. Directions that do
 * not exist are zero columns; the largest entry of the others is positive. ODD_EUSAGE for k = 0 or
 * without attributes. Centring is done on the side, so the sparse matrix stays sparse:
 * O(entries · k + (nodes + attributes) · k²) for each of 12 rounds. */
odd_status odd_control_pca(odd_mat *out, const odd_network *net,
	const odd_control_pca_options *options, const odd_job *job, odd_error *err);

/* ---- plain read-outs ------------------------------------------------------------------------ */

typedef enum odd_plain {
	ODD_PLAIN_NEIGHBOURS, /* 1 − cos of its row and the sum of its neighbours' rows */
	ODD_PLAIN_TWO_HOPS,   /* the same over walks of one and two steps that do not come back */
	ODD_PLAIN_COHERENCE,  /* 1 − the mean cosine between two of its neighbours, shrunk */
	ODD_PLAIN_ALL         /* the mean of the ranks of the three */
} odd_plain;

#define ODD_PLAIN_DIRECTIONS 50

/* Rows of attributes in their first 50 singular directions (words: of tf-idf; anything else: of
 * centred columns), of length 1; links are read both ways and weights are not looked at. A node
 * without links or attributes gets the mean of the others. ODD_EUSAGE without attributes.
 * O((entries + links) · 50 + (nodes + attributes) · 50²) a round; no N × N matrix. */
odd_status odd_control_plain(double *score, const odd_network *net, odd_plain which, uint64_t seed,
	const odd_job *job, odd_error *err);

/* ---- around a node ----------------------------------------------------------------------------
 *
 * A node against the nodes around it, in any space that has a row for each node.
 *
 *     z1 = 1 − cos(x_i, Σ_j x_j)                over the neighbours j
 *     z2 = 1 − cos(x_i, Σ_j x_j + Σ_jk x_k)     walks of one and two steps, none back to i
 *     z3 = 1 − (Σ_{j<k} cos(x_j, x_k) + g)/(pairs + 1)    among neighbours; g: mean over all pairs
 *
 * x_i of length 1. A node that z1 or z2 has nothing to say of (no links, no row) gets the mean of
 * the others; z3 does so by itself. No N × N matrix: with Y = A X, Z = A Y,
 *     Σ_jk x_k = Z_i − d_i x_i      Σ_{j<k} cos = (‖Y_i‖² − Σ_j ‖x_j‖²)/2
 */

/* Rows of length 1; rows of zeros stay. O(rows · cols). */
void odd__unit_rows(odd_mat X);

/* What is not a number becomes the mean of the rest: those of which nothing is known are as the
 * others are on average. Returns that mean. */
double odd__fill_unknown(double *x, size_t n);

/* A: symmetric, without a diagonal; its values are not looked at. X: rows made unit, N × K. Each of
 * z1, z2, z3 is N long or NULL. O((links + N) K) time, 2 N K memory. */
odd_status odd__surround(double *z1, double *z2, double *z3, odd_ccsr A, odd_cmat X,
	const odd_job *job, odd_error *err);

#endif
