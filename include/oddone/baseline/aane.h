/* aane.h: AANE, accelerated attributed network embedding (Huang, Li, Hu 2017), as a baseline.
 *
 *     min over H (N × K) of ‖S − H Hᵀ‖² + λ Σ_{links i→j} w_ij ‖h_i − h_j‖
 *
 * S holds the cosines between the attributes of nodes; the norms are not squared. Solved by ADMM
 * with a copy Z of H, one sweep being H, Z and the dual U. S is never formed.
 */
#ifndef ODDONE_AANE_H
#define ODDONE_AANE_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/base/job.h"
#include "oddone/linalg/matrix.h"
#include "oddone/network/network.h"

typedef enum odd_aane_start {
	ODD_AANE_LINKS = 0, /* singular vectors of the 10 K heaviest columns of A, as published */
	ODD_AANE_ATTRIBUTES /* of 10 K attributes drawn at random */
} odd_aane_start;

typedef struct odd_aane_options {
	size_t k;      /* at most the number of nodes */
	double lambda; /* ≥ 0: what a link weighs */
	double rho;    /* > 0: how strongly H and its copy are held together */
	size_t sweeps; /* ≥ 1: the authors' maxiter; H is updated this many times */
	odd_aane_start start;
	uint64_t seed; /* for columns that the start cannot fill, and for ODD_AANE_ATTRIBUTES */
} odd_aane_options;

#define ODD_AANE_OPTIONS_INIT \
	{ \
		.k = 0, .lambda = 0.05, .rho = 5.0, .sweeps = 2, .start = ODD_AANE_LINKS, \
		.seed = 42 \
	}

/* *out (nodes × k, made here, given back to odd_mat_free) receives H. Links count both ways,
 * with their weights. ODD_EUSAGE without attributes. On failure *out is empty.
 * O((entries + links + N K) K) per sweep. */
odd_status odd_aane(odd_mat *out, const odd_network *net, const odd_aane_options *options,
	const odd_job *job, odd_error *err);

#endif
