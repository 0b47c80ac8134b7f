/* rows.c: the row problem of the G and U steps, for 16 rows at a time.
 *
 * Coordinate form, k in turn:
 *     x_k = [ a (R_k − Σ_{q≠k} x_q (BBᵀ)_qk) + b t_k ] / [ a (BBᵀ)_kk + b ],     R = S Bᵀ
 * Block form, with BBᵀ = E Λ Eᵀ:
 *     x = ( ((a R + b t) E) ⊘ (a Λ + b) ) Eᵀ
 * Then, for the trace and without touching S again, with P = Σ w x xᵀ (the H and V steps need it):
 *     Σ w ‖S_i − x B‖² = Σ w ‖S_i‖² − 2 Σ w x·R_i + ⟨B Bᵀ, P⟩
 * Cost: about 3 products of 16 × K by K × K per block. Parallel over rows.
 */
#include "config.h"

#include "one/rows.h"

#include <float.h>
#include <lapacke.h>
#include <string.h>

#include "one/sweep.h"

struct context {
	const odd__rows_problem *p;
	odd_mat out;
	odd__rows_sums *partial; /* one per chunk; fit holds Σ w x·R */
	double *grams;           /* k × s per chunk */
	/* block form only: eigenvectors, their transpose (both of stride s) and eigenvalues */
	const double *E, *Et, *lambda;
};

/* Per thread: T, the right-hand sides, two turned blocks, what pulls, new rows. */
#define SCRATCH_BLOCKS 6

#ifdef ODD__SET
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

void ODD__KERNEL(one_rows)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct context *c = context;
	const odd__rows_problem *p = c->p;
	const size_t k = p->old.cols, s = p->old.stride, block = ODD__B * s;
	double *T = scratch, *rhs = T + block, *Xt = rhs + block, *Bt = Xt + block;
	double *pull = Bt + block, *fresh = pull + block;
	const bool ahead = odd__mat_bytes(p->old) > p->tuning->ahead_bytes;
	const odd__range diagonal = odd__range_of(p->BBt.data, k, s + 1);
	double *gram = c->grams + chunk * k * s;
	odd__vec fit = {0}, near = {0};
	memset(gram, 0, k * s * sizeof *gram);
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		const size_t rows = end - i0 < ODD__B ? end - i0 : ODD__B;
		double a[ODD__B] __attribute__((aligned(64))) = {0};
		double b[ODD__B] __attribute__((aligned(64))) = {0};
		const double *R = odd_cmat_row(p->R, i0), *old = odd_cmat_row(p->old, i0);
		double *const x = fresh; /* out may be R, which is needed to the end */
		for (size_t i = 0; i < rows; i++) {
			a[i] = p->fit * p->w_fit[i0 + i];
			b[i] = p->near * p->w_near[i0 + i];
		}
		if (ahead) {
			odd__block_ahead(R, s);
			odd__block_ahead(old, s);
			odd__block_ahead(odd_cmat_row(p->Y, i0), s);
		}
		odd__block_times(T, odd_cmat_row(p->Y, i0), p->M.data, k, s);
		for (size_t i = 0; i < ODD__B; i++)
			for (size_t q = 0; q < s; q += ODD__LANES)
				*(odd__vec *)(rhs + i * s + q) =
					a[i] * *(const odd__vec *)(R + i * s + q) +
					b[i] * *(const odd__vec *)(T + i * s + q);
		if (c->E != NULL) {
			solve_block(x, rhs, Xt, c, a, b, old, k, s);
		} else {
			odd__block_turn(Bt, rhs, s);
			odd__block_turn(Xt, old, s);
			odd__sweep_prepare(Bt, pull, Xt, p->BBt.data, k, s, diagonal, a, b);
			odd__sweep(Xt, Bt, p->BBt.data, k, s, pull, false);
			odd__block_turn_back(x, Xt, s);
		}
		odd__vec apart[ODD__B];
		for (size_t i = 0; i < rows; i++) {
			const double w = p->w_fit[i0 + i];
			odd__vec dot = {0}, far = {0};
			for (size_t q = i * s; q < (i + 1) * s; q += ODD__LANES) {
				const odd__vec xq = *(const odd__vec *)(x + q);
				const odd__vec d = xq - *(const odd__vec *)(T + q);
				dot += xq * *(const odd__vec *)(R + q);
				far += d * d;
				*(odd__vec *)(rhs + q) = w * xq;
			}
			fit += w * dot;
			near += p->w_near[i0 + i] * far;
			apart[i] = far;
		}
		if (p->distance != NULL)
			odd__block_sums(p->distance + i0, apart, rows);
		odd__gram_add(gram, s, rhs, x, rows, k, s, true);
		memcpy(odd_mat_row(c->out, i0), x, rows * s * sizeof *x);
	}
	c->partial[chunk] = (odd__rows_sums){odd__vec_sum(fit), odd__vec_sum(near)};
}
#else
int odd__rows_decompose(double *E, double *Et, double *lambda, odd_cmat BBt)
{
	const size_t k = BBt.cols, s = BBt.stride;
	/* LAPACK works by columns: symmetric input is the same, eigenvector q comes as row q. */
	memcpy(Et, BBt.data, k * s * sizeof *Et);
	if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', (lapack_int)k, Et, (lapack_int)s, lambda) !=
		0)
		return -1;
	/* What is rounding beside the largest is nothing, on either side of it: where nothing else
	 * holds a row, dividing by it would make numbers of any size. They come in rising order. */
	const double least = (double)k * DBL_EPSILON * lambda[k - 1];
	for (size_t q = 0; q < k; q++) {
		if (!(lambda[q] > least))
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

/* A Gram matrix per chunk, eigenvectors both ways, eigenvalues. */
size_t odd__fit_rows_work(size_t rows, size_t k)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, rows);
	size_t s = (k + ODD_PAD - 1) / ODD_PAD * ODD_PAD;
	return (chunks.count + 2) * k * s + s;
}

double odd__frobenius(odd_cmat P, odd_cmat M)
{
	double sum = 0.0;
	for (size_t k = 0; k < P.rows; k++)
		for (size_t q = 0; q < P.cols; q++)
			sum += odd_cmat_row(P, k)[q] * odd_cmat_row(M, k)[q];
	return sum;
}

odd_status odd__fit_rows(odd_mat out, odd_mat gram, odd__rows_sums *sums,
	const odd__rows_problem *problem, odd_update update, double *work, const odd_job *job,
	odd_error *err)
{
	const size_t k = problem->old.cols, s = problem->old.stride;
	odd__rows_sums partial[ODD__CHUNKS_MAX];
	odd__chunks chunks;
	odd__chunks_even(&chunks, out.rows);
	struct context c = {problem, out, partial, work, NULL, NULL, NULL};
	if (update == ODD_BLOCK) {
		double *E = work + chunks.count * k * s, *Et = E + k * s, *lambda = Et + k * s;
		if (odd__rows_decompose(E, Et, lambda, problem->BBt) == 0) {
			c.E = E;
			c.Et = Et;
			c.lambda = lambda;
		} /* otherwise a sweep does as well, only slower */
	}
	odd_status status = odd__parallel_scratch(job, &chunks, odd__kernels()->one_rows, &c,
		SCRATCH_BLOCKS * ODD__B * s * sizeof(double), problem->what, err);
	*sums = (odd__rows_sums){0.0, 0.0};
	if (status != ODD_OK)
		return status;
	double dots = 0.0;
	for (size_t i = 0; i < chunks.count; i++) {
		dots += partial[i].fit;
		sums->near += partial[i].near;
	}
	odd__gram_fold(gram, work, k * s, chunks.count, true);
	double fit = problem->weighted_norm - 2.0 * dots +
		     odd__frobenius(problem->BBt, odd_mat_const(gram));
	sums->fit = fit < 0.0 ? 0.0 : fit; /* a perfect fit can cancel to −1e-13 */
	return ODD_OK;
}
#endif
