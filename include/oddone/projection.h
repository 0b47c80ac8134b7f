/* projection.h: maps of a run in two dimensions.
 *
 * A projection places every node in the plane, so that nodes with similar rows of a matrix of the
 * run are near each other.
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

/* The method: principal components, or t-SNE (Barnes-Hut). */
typedef enum odd_projection_method { ODD_PROJECT_PCA = 0, ODD_PROJECT_TSNE } odd_projection_method;

/* The matrix that is projected. */
typedef enum odd_projection_source {
	ODD_PROJECT_EMBEDDING = 0, /* (G + U Wt) / 2 */
	ODD_PROJECT_STRUCTURE,     /* G: the embedding of the links */
	ODD_PROJECT_ATTRIBUTES     /* U Wt: the embedding of the attributes, rotated onto G */
} odd_projection_source;

/* How to project. */
typedef struct odd_projection_options {
	size_t size; /* sizeof(odd_projection_options); 0: as in version 1.0 */
	odd_projection_method method;
	odd_projection_source source;
	size_t max_points; /* t-SNE: larger networks are sampled; 0: the default of t-SNE */
	uint64_t seed;     /* of t-SNE */
} odd_projection_options;

/* A map. */
typedef struct odd_projection {
	odd_projection_method method;
	odd_projection_source source;
	odd_mat xy;          /* points x 2 */
	uint32_t *node;      /* the node of each point of a sample, sorted; NULL: all nodes */
	double explained[2]; /* PCA: shares of the variance, else NAN */
	size_t iterations;   /* t-SNE: steps made, else 0 */
	double perplexity;   /* t-SNE: as used, else NAN */
	double kl;           /* t-SNE: divergence at the end, else NAN */
} odd_projection;

/* Returns "pca" or "tsne". */
const char *odd_projection_method_name(odd_projection_method method);
/* Returns "embedding", "structure" or "attributes". */
const char *odd_projection_source_name(odd_projection_source source);

/* Writes a matrix of the present state into `out`, which is N x K. */
void odd_projection_matrix(odd_mat out, const odd_one *run, odd_projection_source source);

/* Projects a matrix of the present state. The progress of t-SNE is its iterations. On error *out is
 * empty. */
odd_status odd_project(odd_projection *out, const odd_one *run,
	const odd_projection_options *options, const odd_job *job, odd_error *err);
/* Frees a map and empties it. */
void odd_projection_clear(odd_projection *projection);

#ifdef __cplusplus
}
#endif
#endif
