/* tadw.h: TADW, text-associated DeepWalk (Yang, Liu, Zhao, Sun, Chang 2015), as a baseline.
 *
 *     min over W (k × N), H (k × F) of ‖M − Wᵀ H T‖² + λ/2 (‖W‖² + ‖H‖²)
 *     M = (P + P²)/2, P = D⁻¹A,   T (F × N) the text features
 *
 * The embedding is both halves, [Wᵀ, (H Z)ᵀ], where Z are the features before they were scaled.
 * M is never formed, and every entry of it counts, the zeros too.
 */
#ifndef ODDONE_TADW_H
#define ODDONE_TADW_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/base/job.h"
#include "oddone/linalg/matrix.h"
#include "oddone/network/network.h"

typedef enum odd_tadw_solver {
	ODD_TADW_ALS = 0, /* alternating ridge regressions from a random start, as published */
	ODD_TADW_SVD      /* the exact minimum in one go */
} odd_tadw_solver;

typedef enum odd_tadw_idf {
	ODD_TADW_IDF_AUTO = 0, /* where every attribute is 0 or 1, as in the authors' data */
	ODD_TADW_IDF_ON,
	ODD_TADW_IDF_OFF
} odd_tadw_idf;

typedef struct odd_tadw_options {
	size_t k;        /* columns wanted; both halves have ⌈k/2⌉ */
	size_t features; /* F, as far as the attributes go */
	double lambda;   /* > 0 */
	size_t sweeps;   /* W and H once each; for ODD_TADW_ALS */
	odd_tadw_solver solver;
	odd_tadw_idf idf;
	uint64_t seed;
} odd_tadw_options;

#define ODD_TADW_OPTIONS_INIT \
	{ \
		.k = 0, .features = 200, .lambda = 0.2, .sweeps = 10, .solver = ODD_TADW_ALS, \
		.idf = ODD_TADW_IDF_AUTO, .seed = 42 \
	}

/* *out (nodes × 2⌈k/2⌉, made here, given back to odd_mat_free) receives the embedding, columns of
 * unit length, or zero where λ leaves nothing of a component. Links are taken as undirected and
 * unweighted. A node without links is zero in the first half, one without attributes in the
 * second. ODD_EUSAGE without attributes. On failure *out is empty.
 * O((entries · F + N F²) rounds of the svd + N F k sweeps). */
odd_status odd_tadw(odd_mat *out, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err);

#endif
