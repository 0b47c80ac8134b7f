/* rows.c: the row problem of the G and U steps, for 16 rows at a time.
 *
 * Coordinate form, k in turn:
 *     x_k = [ a (R_k − Σ_{q≠k} x_q (BBᵀ)_qk) + b t_k ] / [ a (BBᵀ)_kk + b ],     R = S Bᵀ
 * Block form, with BBᵀ = E Λ Eᵀ:
 *     x = ( ((a R + b t) E) ⊘ (a Λ + b) ) Eᵀ
 * Then, for the trace and without touching S again:
 *     ‖S_i − x B‖² = ‖S_i‖² − 2 x·R_i + x BBᵀ xᵀ   (clamped at 0: the sum can cancel to −1e-13)
 * Cost: 3 to 4 products of 16 × K by K × K per block. Parallel over rows.
 */
#include "config.h"

#include "one/rows.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

#include "one/sweep.h"

struct context {
	const odd__rows_problem *p;
	odd_mat out;
	odd__rows_sums *partial; /* one per chunk */
	/* block form only: eigenvectors, their transpose (both of stride s) and eigenvalues */
	const double *E, *Et, *lambda;
};

/* Per thread: T, the right-hand sides, two turned blocks and the inverse denominators. */
#define SCRATCH_BLOCKS 5

/* x = ((rhs E) ⊘ (a Λ + b)) Eᵀ; a component without weight keeps its old value. */
ODD__INLINE void solve_block(double *x, const double *rhs, double *tmp, const struct context *c,
	const double *a, const double *b, const double *old, size_t k, size_t s)
{
	odd__block_times(tmp, rhs, c->E, k, s);
	for (size_t i = 0; i < ODD__B; i++) {
		for (size_t q = 0; q < k; q++) {
			double den = a[i] * c->lambda[q] + b[i];
			if (den > 0.0) {
				tmp[i * s + q] /= den;
				continue;
			}
			double kept = 0.0; /* the old row's component along eigenvector q */
			for (size_t j = 0; j < k; j++)
				kept += old[i * s + j] * c->E[j * s + q];
			tmp[i * s + q] = kept;
		}
	}
	odd__block_times(x, tmp, c->Et, k, s);
}

ODD__KERNEL static void rows_kernel(const struct context *c, double *scratch, size_t chunk,
	size_t begin, size_t end)
{
	const odd__rows_problem *p = c->p;
	const size_t k = p->old.cols, s = p->old.stride, block = ODD__B * s;
	double *T = scratch, *rhs = T + block, *Xt = rhs + block, *Bt = Xt + block;
	double *inverse = Bt + block;
	double fit = 0.0, near = 0.0;
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		const size_t rows = end - i0 < ODD__B ? end - i0 : ODD__B;
		double a[ODD__B] __attribute__((aligned(64))) = {0};
		double b[ODD__B] __attribute__((aligned(64))) = {0};
		const double *R = odd_cmat_row(p->R, i0), *old = odd_cmat_row(p->old, i0);
		double *x = odd_mat_row(c->out, i0);
		for (size_t i = 0; i < rows; i++) {
			a[i] = p->fit * p->w_fit[i0 + i];
			b[i] = p->near * p->w_near[i0 + i];
		}
		odd__block_times(T, odd_cmat_row(p->Y, i0), p->M.data, k, s);
		for (size_t i = 0; i < ODD__B; i++)
			for (size_t q = 0; q < s; q += 8)
				*(odd__vec *)(rhs + i * s + q) =
					a[i] * *(const odd__vec *)(R + i * s + q) +
					b[i] * *(const odd__vec *)(T + i * s + q);
		if (c->E != NULL) {
			solve_block(x, rhs, Xt, c, a, b, old, k, s);
		} else {
			odd__sweep_inverse(inverse, p->BBt.data, k, s, a, b);
			odd__block_turn(Bt, rhs, s);
			odd__block_turn(Xt, old, s);
			odd__sweep(Xt, Bt, p->BBt.data, k, s, a, inverse);
			odd__block_turn_back(x, Xt, s);
		}
		odd__block_times(rhs, x, p->BBt.data, k, s);
		for (size_t i = 0; i < rows; i++) {
			double r = p->norm[i0 + i] +
				   odd__row_quadratic(x + i * s, rhs + i * s, R + i * s, s);
			fit += p->w_fit[i0 + i] * (r > 0.0 ? r : 0.0);
			near += p->w_near[i0 + i] * odd__row_distance(x + i * s, T + i * s, s);
		}
	}
	c->partial[chunk] = (odd__rows_sums){fit, near};
}

static void rows_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	rows_kernel(context, scratch, chunk, begin, end);
}

/* BBᵀ = E Λ Eᵀ into E (k rows of stride s), Et and lambda; 0 on success. */
static int decompose(double *E, double *Et, double *lambda, odd_cmat BBt)
{
	const size_t k = BBt.cols, s = BBt.stride;
	/* LAPACK works by columns: symmetric input is the same, eigenvector q comes as row q. */
	memcpy(Et, BBt.data, k * s * sizeof *Et);
	if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', (lapack_int)k, Et, (lapack_int)s, lambda) != 0)
		return -1;
	for (size_t q = 0; q < k; q++) {
		if (lambda[q] < 0.0) /* rounding: BBᵀ has none */
			lambda[q] = 0.0;
		for (size_t j = 0; j < s; j++)
			Et[q * s + j] = j < k ? Et[q * s + j] : 0.0;
	}
	memset(E, 0, k * s * sizeof *E);
	for (size_t q = 0; q < k; q++)
		for (size_t j = 0; j < k; j++)
			E[j * s + q] = Et[q * s + j];
	return 0;
}

odd_status odd__fit_rows(odd_mat out, odd__rows_sums *sums, const odd__rows_problem *problem,
	odd_update update, const odd_job *job, odd_error *err)
{
	const size_t k = problem->old.cols, s = problem->old.stride;
	odd__rows_sums partial[ODD__CHUNKS_MAX];
	struct context c = {problem, out, partial, NULL, NULL, NULL};
	double *eigen = NULL;
	odd_status status;
	if (update == ODD_BLOCK) {
		eigen = aligned_alloc(64, (2 * k * s + s) * sizeof *eigen);
		if (eigen == NULL)
			return odd_error_nomem(err);
		if (decompose(eigen, eigen + k * s, eigen + 2 * k * s, problem->BBt) == 0) {
			c.E = eigen;
			c.Et = eigen + k * s;
			c.lambda = eigen + 2 * k * s;
		} /* otherwise the sweep below does as well, only slower */
	}
	odd__chunks chunks;
	odd__chunks_even(&chunks, out.rows);
	status = odd__parallel_scratch(job, &chunks, rows_chunk, &c,
		SCRATCH_BLOCKS * ODD__B * s * sizeof(double), problem->what, err);
	free(eigen);
	if (status != ODD_OK)
		return status;
	*sums = (odd__rows_sums){0.0, 0.0};
	for (size_t i = 0; i < chunks.count; i++) {
		sums->fit += partial[i].fit;
		sums->near += partial[i].near;
	}
	return ODD_OK;
}
