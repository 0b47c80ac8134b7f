/* projection.h: a run as a flat map: which of its matrices, by which method.
 */
#ifndef ODDONE_PROJECTION_H
#define ODDONE_PROJECTION_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/one.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum odd_projection_method { ODD_PROJECT_PCA = 0, ODD_PROJECT_TSNE } odd_projection_method;

typedef enum odd_projection_source {
	ODD_PROJECT_EMBEDDING = 0, /* (G + U Wᵀ)/2 */
	ODD_PROJECT_STRUCTURE,     /* G: what the links say */
	ODD_PROJECT_ATTRIBUTES     /* U Wᵀ: what the attributes say, turned to lie on G */
} odd_projection_source;

typedef struct odd_projection_options {
	size_t size; /* of this structure, as the caller was compiled; 0: as in version 1.0 */
	odd_projection_method method;
	odd_projection_source source;
	size_t max_points; /* t-SNE: of more nodes than this a sample is projected; 0: t-SNE's own
			    */
	uint64_t seed;     /* t-SNE's */
} odd_projection_options;

typedef struct odd_projection {
	odd_projection_method method;
	odd_projection_source source;
	odd_mat xy;          /* points × 2 */
	uint32_t *node;      /* the node of each point, rising, of a sample; NULL: all nodes */
	double explained[2]; /* PCA: shares of the variance; else NAN */
	size_t iterations;   /* t-SNE: steps made; else 0 */
	double perplexity;   /* t-SNE: as used; else NAN */
	double kl;           /* t-SNE: divergence at the end; else NAN */
} odd_projection;

/* "pca", "tsne"; "embedding", "structure", "attributes". */
const char *odd_projection_method_name(odd_projection_method method);
const char *odd_projection_source_name(odd_projection_source source);

/* The chosen matrix of the present state, N × K, into the caller's. */
void odd_projection_matrix(odd_mat out, const odd_one *run, odd_projection_source source);

/* Project the chosen matrix of the present state. The news of t-SNE's job are the iterations done.
 * Costs as odd_pca and odd_tsne_begin have them, and N × K numbers. On error *out is empty. */
odd_status odd_project(odd_projection *out, const odd_one *run,
	const odd_projection_options *options, const odd_job *job, odd_error *err);
void odd_projection_clear(odd_projection *projection);

#ifdef __cplusplus
}
#endif
#endif
