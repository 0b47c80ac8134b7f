/* thin.h: products of tall, thin matrices (many rows, few columns), where general dgemm reaches a
 * fraction of its rate. Rows are padded as odd_mat_alloc pads them, padding zero. Everything here
 * gives the same bits for any number of threads.
 */
#ifndef ODD_LINALG_THIN_H
#define ODD_LINALG_THIN_H

#include <stddef.h>

#include "base/comm.h"
#include "base/parallel.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

/* cols rounded up to whole vectors. */
static inline size_t odd__padded(size_t cols)
{
	return (cols + ODD_PAD - 1) / ODD_PAD * ODD_PAD;
}

/* The job itself, or *own as its copy with one thread when the work is too small to be worth
 * waking others for. Results do not change, only who computes them. */
const odd_job *odd__job_for(odd_job *own, const odd_job *job, double flops);

/* Even chunks, few enough that a cols × cols partial sum for each takes no more room than the
 * matrix itself. */
void odd__chunks_thin(odd__chunks *out, size_t rows, size_t cols);

/* G += XᵀX over some rows, upper triangle by tiles of 4 × 8 (entries under the diagonal are left
 * in any state). X: rows × cols with padded stride, aligned; G: padded(cols) square, aligned. */
void odd__gram_rows(double *G, const double *X, size_t stride, size_t rows, size_t cols);

/* G (cols × cols) = XᵀX, both triangles. O(rows · cols²). */
odd_status odd__gram(odd_mat G, odd_cmat X, const odd_job *job, odd_error *err);

/* Y = X B, B small. Y may be X itself. O(rows · X.cols · Y.cols). */
odd_status odd__thin_times(odd_mat Y, odd_cmat X, odd_cmat B, const odd_job *job, odd_error *err);

/* X ← an orthonormal basis of the space of its columns, X_old = X_new R; R (cols × cols) may have
 * data == NULL. Directions that are not there (dependent columns) become zero columns, with zero
 * rows in R. Rows ≥ cols is not required. */
odd_status odd__orthonormalise(odd_mat X, odd_mat R, const odd_job *job, odd_error *err);
/* The same for a matrix whose rows the processes share. */
odd_status odd__orthonormalise_over(
	odd_mat X, odd_mat R, const odd__comm *comm, const odd_job *job, odd_error *err);

/* T (cols × cols) such that X T is orthonormal, from G = XᵀX: the first pass of the above, with X
 * left alone. *smallest is the smallest eigenvalue of G scaled to unit diagonal: X T is orthonormal
 * to about 1e-16 over that. */
odd_status odd__orth_transform(odd_mat T, double *smallest, odd_cmat G, odd_error *err);

#endif
