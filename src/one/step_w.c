/* step_w.c: the W step. With w3 = log(1/O3):
 *
 *     X Σ Yᵀ = SVD(Gᵀ diag(w3) U),     W = X Yᵀ
 *
 * The orthogonal Procrustes solution: among all rotations (and reflections) the one that brings
 * U Wᵀ closest to G, odd nodes counting less. L_dis cannot rise; the other terms do not contain W.
 * W is the orthogonal matrix nearest to Gᵀ diag(w3) U, which polar.c finds without singular
 * vectors; where it cannot, they are computed. Directions with σ = 0 are in no term of the loss:
 * there W stays as near to what it was as it can, and where that says nothing either, fixed numbers
 * decide (linalg/canonical.h), never rounding. With M = Gᵀ diag(w3) U, and W orthogonal, L_dis = Σ
 * w3 (‖G_i‖² + ‖U_i‖²) − 2 ⟨W, M⟩, unless little is left of the difference: then a pass over the
 * rows adds up what is. Cost: one thin Gram, some K × K inverses.
 */
#include "config.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"
#include "linalg/canonical.h"
#include "one/step_parts.h"
#include "one/state.h"

#define NOTHING 1e-6 /* σ up to this share of the largest is 0: its vectors are mostly rounding */
#define LOST 1e-13   /* of the agreement: what rounding alone can cost */
#define ROUNDING 1e-14 /* a cosine this near to 1 is 1 */
#define UNSAID 1e-3    /* cosines of directions up to this say nothing about where to turn them */

struct context {
	odd_cmat G, U, Wt;
	const double *w;
	bool ahead;
	double *partial; /* one per chunk */
};

struct cosine {
	const odd_one *run;
	double *c3;
};

#ifdef ODD__SET
/* Σ w3 ‖G_i − U_i Wᵀ‖² over the rows of a chunk. */
void ODD__KERNEL(one_disagreement)(
	void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct context *c = context;
	const size_t k = c->G.cols, s = c->G.stride;
	const bool ahead = c->ahead;
	double *T = scratch, sum = 0.0;
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		if (ahead) {
			odd__block_ahead(odd_cmat_row(c->U, i0), s);
			odd__block_ahead(odd_cmat_row(c->G, i0), s);
		}
		odd__block_times(T, odd_cmat_row(c->U, i0), c->Wt.data, k, s);
		for (size_t i = 0; i < ODD__B && i0 + i < end; i++)
			sum += c->w[i0 + i] *
			       odd__row_distance(odd_cmat_row(c->G, i0 + i), T + i * s, s);
	}
	c->partial[chunk] = sum;
}

/* c3(i) = 1 − cos(G_i, U_i Wᵀ) for the rows of a chunk. */
void ODD__KERNEL(one_cosine)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct cosine *p = context;
	const odd_one *run = p->run;
	const size_t s = run->s;
	double *T = scratch;
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		odd__block_times(T, odd_mat_row(run->U, i0), run->Wt.data, run->k, s);
		for (size_t i = 0; i < ODD__B && i0 + i < end; i++) {
			const double *g = odd_mat_row(run->G, i0 + i), *t = T + i * s;
			double lengths = sqrt(odd__row_dot(g, g, s)) * sqrt(odd__row_dot(t, t, s));
			double c = lengths > 0.0 ? 1.0 - odd__row_dot(g, t, s) / lengths : 0.0;
			p->c3[i0 + i] = c > ROUNDING ? c : 0.0;
		}
	}
}
#else
/* Vectors a of A and b of B become those of the singular values s of C = Aᵀ T B, for the columns of
 * X and the rows of Yt from `from` on (A and Bᵀ). C, P and Qt are work. */
static odd_status match(odd_mat X, odd_mat Yt, size_t from, odd_cmat T, odd_mat C, odd_mat P,
	odd_mat Qt, double *s, odd_error *err)
{
	const int k = (int)X.rows, m = k - (int)from, x = (int)X.stride;
	double *A = X.data + from, *Bt = odd_mat_row(Yt, from);
	cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, k, k, 1.0, A, x, T.data,
		(int)T.stride, 0.0, P.data, x);
	cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, m, k, 1.0, P.data, x, Bt, x, 0.0,
		C.data, x);
	if (LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', m, m, C.data, x, s, P.data, x, Qt.data, x) != 0)
		return odd_error_set(
			err, ODD_ENUMERIC, "W: the singular value decomposition failed");
	cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, k, m, m, 1.0, A, x, P.data, x, 0.0,
		C.data, x);
	for (int i = 0; i < k; i++)
		memcpy(A + i * x, odd_mat_row(C, (size_t)i), (size_t)m * sizeof *A);
	cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, k, m, 1.0, Qt.data, x, Bt, x, 0.0,
		C.data, x);
	for (int i = 0; i < m; i++)
		memcpy(Bt + i * x, odd_mat_row(C, (size_t)i), (size_t)k * sizeof *Bt);
	return ODD_OK;
}

/* The pairs of X and Yt from `rank` on, whose σ is 0: near to `before`, then to fixed numbers. */
static odd_status complete(odd_mat X, odd_mat Yt, size_t rank, odd_cmat before, odd_error *err)
{
	odd_mat all[4] = {{NULL, 0, 0, 0}};
	const size_t k = X.rows;
	odd_status status = ODD_OK;
	double *s = malloc(k * sizeof *s);
	if (s == NULL)
		return odd_error_nomem(err);
	for (int i = 0; i < 4 && status == ODD_OK; i++)
		status = odd_mat_alloc(&all[i], k, k, err);
	if (status == ODD_OK)
		status = match(X, Yt, rank, before, all[0], all[1], all[2], s, err);
	for (size_t i = 0; i < k && status == ODD_OK; i++)
		for (size_t j = 0; j < k; j++)
			odd_mat_row(all[3], i)[j] = odd__fixed_number(i, j);
	const size_t first = rank;
	while (status == ODD_OK && rank < k && s[rank - first] > UNSAID)
		rank++;
	if (status == ODD_OK && rank < k)
		status = match(X, Yt, rank, odd_mat_const(all[3]), all[0], all[1], all[2], s, err);
	for (int i = 0; i < 4; i++)
		odd_mat_free(&all[i]);
	free(s);
	return status;
}

/* W = X Yᵀ for M = X Σ Yᵀ (destroys M; Y is work), near to `before` where Σ is 0. LAPACK works by
 * columns, so it sees Mᵀ = Y Σ Xᵀ and hands back Y by columns, which is Yᵀ by rows, and Xᵀ by
 * columns, which is X. */
static odd_status procrustes(
	odd_mat W, odd_mat M, odd_mat X, odd_mat Yt, double *sigma, odd_cmat before, odd_error *err)
{
	lapack_int k = (lapack_int)M.cols, s = (lapack_int)M.stride;
	if (LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', k, k, M.data, s, sigma, Yt.data, s, X.data, s) !=
		0)
		return odd_error_set(
			err, ODD_ENUMERIC, "W: the singular value decomposition failed");
	size_t rank = 0;
	while (rank < M.cols && sigma[rank] > NOTHING * sigma[0])
		rank++;
	if (rank < M.cols) {
		odd_status status = complete(X, Yt, rank, before, err);
		if (status != ODD_OK)
			return status;
	}
	cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, k, k, k, 1.0, X.data, s, Yt.data, s,
		0.0, W.data, s);
	for (size_t i = 0; i < W.rows; i++)
		for (size_t j = W.cols; j < W.stride; j++)
			odd_mat_row(W, i)[j] = 0.0;
	return ODD_OK;
}

/* M = Gᵀ diag(w3) U into small[0], and Σ w3 (‖G_i‖² + ‖U_i‖²). */
static odd_status joint(odd_one *run, double *lengths, const odd_job *job, odd_error *err)
{
	odd_mat M = run->small[0];
	odd_status status = odd__cross_gram_lengths(M, lengths, odd_mat_const(run->G), run->w[2],
		odd_mat_const(run->U), run->work, job, err);
	odd__comm_sum(run->comm, M.data, M.rows * M.stride);
	if (lengths != NULL)
		odd__comm_sum(run->comm, lengths, 1);
	for (size_t e = 0; status == ODD_OK && e < M.rows * M.stride; e++) {
		double terms[3] = {M.data[e], 0.0, 0.0};
		status = odd__one_check_finite(terms, ODD_STEP_W, err);
	}
	return status;
}

odd_status odd__one_turn(odd__turn *out, odd_one *run, const odd_job *job, odd_error *err)
{
	*out = (odd__turn){run->small[3], run->small[1], run->small[2], run->work};
	odd_status status = joint(run, NULL, job, err);
	if (status != ODD_OK)
		return status;
	return procrustes(
		out->W, run->small[0], out->X, out->Yt, out->sigma, odd_mat_const(run->W), err);
}

/* Σ w3 ‖G_i − U_i Wᵀ‖², row by row. */
static odd_status disagreement(
	double *sum, const odd_one *run, odd_mat Wt, const odd_job *job, odd_error *err)
{
	double partial[ODD__CHUNKS_MAX];
	struct context c = {odd_mat_const(run->G), odd_mat_const(run->U), odd_mat_const(Wt),
		run->w[2], odd__mat_bytes(odd_mat_const(run->G)) > run->tuning.ahead_bytes,
		partial};
	odd__chunks chunks;
	odd__chunks_even(&chunks, run->n);
	odd_status status = odd__parallel_scratch(job, &chunks, odd__kernels()->one_disagreement,
		&c, ODD__B * run->s * sizeof(double), "W", err);
	*sum = 0.0;
	for (size_t i = 0; status == ODD_OK && i < chunks.count; i++)
		*sum += partial[i];
	odd__comm_sum(run->comm, sum, 1);
	return status;
}

/* The difference has lost as many digits as it is smaller than what it is taken from. Below a
 * hundred thousandth of that, or where the loss as a whole would feel it (no sub-step may seem to
 * raise it), it is added up row by row instead. */
static bool safe_difference(const odd_one *run, double left, double lengths)
{
	const double loss = run->term[0] + run->options.alpha * run->term[1];
	return left > 1e-5 * lengths && run->options.beta * lengths < 100.0 * loss;
}

odd_status odd__one_step_w(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd_mat W = run->small[3], M = run->small[0], work[2] = {run->small[1], run->small[2]};
	double lengths, agreement;
	odd_status status = joint(run, &lengths, job, err);
	if (status != ODD_OK)
		return status;
	if (odd__polar(W, odd_mat_const(M), work)) {
		agreement = odd__frobenius(odd_mat_const(W), odd_mat_const(M));
	} else {
		/* The decomposition destroys M. A σ that counts as 0 may still make the W before
		 * the better one. */
		status = procrustes(W, M, work[0], work[1], run->work, odd_mat_const(run->W), err);
		if (status == ODD_OK)
			status = joint(run, NULL, job, err);
		if (status != ODD_OK)
			return status;
		const double before = odd__frobenius(odd_mat_const(run->W), odd_mat_const(M));
		agreement = odd__frobenius(odd_mat_const(W), odd_mat_const(M));
		if (before > agreement + LOST * fabs(agreement)) {
			odd_mat_copy(W, odd_mat_const(run->W));
			agreement = before;
		}
	}
	/* The transpose is made where M was, and both are swapped in at the end. */
	odd_mat Wt = run->small[0];
	memset(Wt.data, 0, Wt.rows * Wt.stride * sizeof(double));
	odd_mat_transpose(Wt, odd_mat_const(W));
	term[0] = run->term[0];
	term[1] = run->term[1];
	term[2] = lengths - 2.0 * agreement;
	if (!safe_difference(run, term[2], lengths) &&
		(status = disagreement(&term[2], run, Wt, job, err)) != ODD_OK)
		return status;
	if ((status = odd__one_check_finite(term, ODD_STEP_W, err)) != ODD_OK)
		return status;
	odd__mat_swap(&run->W, &run->small[3]);
	odd__mat_swap(&run->Wt, &run->small[0]);
	run->have_r3 = false;
	return ODD_OK;
}

odd_status odd_one_disagreement(const odd_one *run, double *c3, const odd_job *job, odd_error *err)
{
	struct cosine c = {run, c3};
	odd__chunks chunks;
	odd__chunks_even(&chunks, run->n);
	return odd__parallel_scratch(job, &chunks, odd__kernels()->one_cosine, &c,
		ODD__B * run->s * sizeof(double), NULL, err);
}
#endif
