/* pca.h: principal components of a dense matrix, for the map.
 */
#ifndef ODDONE_PCA_H
#define ODDONE_PCA_H

#include "oddone/job.h"
#include "oddone/matrix.h"

/* xy (N × dims) = X centred, projected on the dims directions of largest variance. explained (dims)
 * receives their shares of the total variance. The largest loading of each direction is positive.
 * Where variances or loadings are equal, linalg/canonical.h chooses, never rounding. Directions
 * that do not exist (dims > rank) give zero columns. O(N K²). */
odd_status odd_pca(odd_mat xy, double *explained, odd_cmat X, const odd_job *job, odd_error *err);

#endif
