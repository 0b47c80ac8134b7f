/* basis.c: the basis problem of the H and V steps, for 16 columns of the factor at a time.
 *
 * With R = Xᵀ diag(w) S and P = Xᵀ diag(w) X, column j of the factor is
 * Coordinate form, k in turn:
 *     x_k = [ R_kj − Σ_{q≠k} P_kq x_q ] / P_kk
 * Block form:
 *     x = P⁻¹ R_j     (one Cholesky for all columns, with a tiny ridge if P is singular)
 * Column j of R is row j of Sᵀ diag(w) X: a gather over the stored entries, used at once and never
 * kept. When X is far larger than the caches and R is not (many nodes, few words), gathering would
 * fetch every row of X once per word; then each row is fetched once and scattered into R instead.
 * Σ_j x_j P x_j = ⟨P, Σ_j x_j x_jᵀ⟩, and that sum is needed anyway (H Hᵀ, V Vᵀ).
 * Cost: 2 nnz(S) K for R, about 2 products of 16 × K by K × K per block.
 */
#include "config.h"

#include "one/rows.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "linalg/block.h"
#include "linalg/spmm.h"

#define SCATTER_CHUNKS 16 /* each with an R of its own, added up in order */

struct context {
	const odd__basis_problem *p;
	odd_mat out;
	/* coordinate form: 1/P_kk, 0 for a dead factor; what a sweep does before and in its chain
	 */
	const double *inverse, *first, *then;
	const double *cholesky; /* block form only: factor of P, stride s */
	double *partial;        /* one per chunk */
	double *grams;          /* k × s per chunk */
	double *scattered;      /* `parts` times R, or NULL: rows are gathered as they are used */
	size_t parts;
};

#define SCRATCH_BLOCKS 4

#ifdef ODD__SET
/* The rows of a block that stand apart, one after the other in `to`. */
ODD__INLINE void collect_rows(
	double *to, odd_cmat from, const uint32_t *visit, size_t rows, const bool ahead)
{
	const size_t s = from.stride;
	for (size_t i = 0; i < rows; i++) {
		const odd__vec *row = (const odd__vec *)odd_cmat_row(from, visit[i]);
		for (size_t v = 0; v < s / ODD__LANES; v++)
			((odd__vec *)(to + i * s))[v] = row[v];
	}
	for (size_t i = rows; ahead && i < 2 * rows; i++)
		for (size_t e = 0; e < s; e += 8)
			__builtin_prefetch(odd_cmat_row(from, visit[i]) + e, 0, 2);
}

/* R += Σ over some rows of S_iᵀ w_i X_i; columns c … c + 8·E − 1. */
ODD__INLINE void scatter_width(
	double *R, const odd__basis_problem *p, size_t begin, size_t end, size_t c, const int E)
{
	const size_t s = p->X.stride;
	const int V = E * ODD__PER_8;
	for (size_t i = begin; i < end; i++) {
		const odd__vec *row = (const odd__vec *)(odd_cmat_row(p->X, i) + c);
		odd__vec x[ODD__SUMS_8 * ODD__PER_8];
		for (int v = 0; v < V; v++)
			x[v] = p->w[i] * row[v];
		for (size_t e = p->S.ptr[i]; e < p->S.ptr[i + 1]; e++) {
			const double value = p->S.val != NULL ? p->S.val[e] : 1.0;
			odd__vec *to = (odd__vec *)(R + p->S.idx[e] * s + c);
			for (int v = 0; v < V; v++)
				to[v] += value * x[v];
		}
	}
}

void ODD__KERNEL(one_scatter)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	const struct context *c = context;
	const size_t s = c->p->X.stride, size = c->p->S.cols * s;
	double *R = c->scattered + chunk * size;
	size_t e = 0;
	memset(R, 0, size * sizeof *R);
#define SCATTER(E) \
	scatter_width(R, c->p, begin, end, 8 * e, E); \
	e += E
	while (e < s / 8)
		ODD__EIGHTS(s / 8 - e, SCATTER)
#undef SCATTER
}

/* Rows begin … end−1 of R, added up over the chunks of the scatter. */
ODD__INLINE void gather_scattered(double *R, const struct context *c, size_t begin, size_t end)
{
	const size_t s = c->p->X.stride, size = c->p->S.cols * s, count = (end - begin) * s;
	const double *part = c->scattered + begin * s;
	memcpy(R, part, count * sizeof *R);
	for (size_t k = 1; k < c->parts; k++)
		for (size_t e = 0; e < count; e += ODD__LANES)
			*(odd__vec *)(R + e) += *(const odd__vec *)(part + k * size + e);
}

void ODD__KERNEL(one_basis)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct context *c = context;
	const odd__basis_problem *p = c->p;
	const size_t k = p->X.cols, s = p->X.stride, block = ODD__B * s;
	double *R = scratch, *rhs = R + block;
	odd__vec dots = {0};
	double *gram = c->grams + chunk * k * s, *fresh = rhs + block, *apart = fresh + block;
	const bool stream = odd__mat_bytes(p->old) > p->tuning->stream_bytes;
	const bool ahead = odd__mat_bytes(p->old) > p->tuning->ahead_bytes;
	memset(gram, 0, k * s * sizeof *gram);
	for (size_t j0 = begin; j0 < end; j0 += ODD__B) {
		const size_t rows = end - j0 < ODD__B ? end - j0 : ODD__B;
		const uint32_t *visit = p->visit != NULL ? p->visit + j0 : NULL;
		const double *old = visit != NULL ? apart : odd_cmat_row(p->old, j0);
		double *x = stream || visit != NULL ? fresh : odd_mat_row(c->out, j0);
		const bool whole = x == fresh || rows == ODD__B;
		if (visit != NULL)
			collect_rows(apart, p->old, visit, rows, j0 + 2 * ODD__B <= end);
		else if (ahead)
			odd__block_ahead(old, s);
		if (c->scattered != NULL)
			gather_scattered(R, c, j0, j0 + rows);
		else
			odd__spmm_rows(R, s, p->St, p->w, p->X, j0, j0 + rows);
		memset(R + rows * s, 0, (ODD__B - rows) * s * sizeof *R);
		if (c->cholesky != NULL) {
			memcpy(x, R, rows * s * sizeof *x);
			LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (lapack_int)k, (lapack_int)rows,
				c->cholesky, (lapack_int)s, x, (lapack_int)s);
		} else {
			odd__block_lower(rhs, old, c->first, k, s);
			for (size_t i = 0; i < ODD__B; i++)
				for (size_t q = 0; q < s; q += ODD__LANES)
					*(odd__vec *)(rhs + i * s + q) +=
						*(const odd__vec *)(R + i * s + q) *
						*(const odd__vec *)(c->inverse + q);
			odd__block_upper(whole ? x : fresh, rhs, c->then, k, s);
			if (!whole)
				memcpy(x, fresh, rows * s * sizeof *x);
		}
		odd__gram_add(gram, s, x, x, rows, k, s, true);
		for (size_t e = 0; e < rows * s; e += ODD__LANES)
			dots += *(const odd__vec *)(x + e) * *(const odd__vec *)(R + e);
		for (size_t i = 0; visit != NULL && i < rows; i++)
			odd__stream(odd_mat_row(c->out, visit[i]), x + i * s, s);
		if (stream && visit == NULL)
			odd__stream(odd_mat_row(c->out, j0), x, rows * s);
	}
	odd__stream_end();
	c->partial[chunk] = -2.0 * odd__vec_sum(dots);
}
#else
static bool scatters(odd_ccsr S, size_t s, const odd__tuning *tuning)
{
	const size_t R = S.cols * s * sizeof(double);
	const bool roomy = SCATTER_CHUNKS * S.cols <= S.rows;
	return S.rows * s * sizeof(double) > tuning->scatter_from &&
	       R <= (roomy ? tuning->scatter_roomy : tuning->scatter_into);
}

/* All the R of a scatter fit where N × K numbers do. */
bool odd__basis_takes_room(odd_ccsr S, size_t s, const odd__tuning *tuning)
{
	return scatters(S, s, tuning) && SCATTER_CHUNKS * S.cols <= S.rows;
}

/* Is every pivot more than rounding? One may come out a little above nothing where P is singular,
 * or a column of X is rounding itself: dividing by it makes numbers out of nothing, so large that
 * all that is computed from them is lost. Whether it comes out above or below is a matter of the
 * machine.
 */
static bool pivots_stand(const double *L, odd_cmat P, double largest)
{
	const size_t k = P.cols, s = P.stride;
	for (size_t q = 0; q < k; q++) {
		const double pivot = L[q * s + q] * L[q * s + q];
		if (!(pivot > 1e-24 * largest) ||
			!(pivot > 2.0 * (double)k * DBL_EPSILON * P.data[q * s + q]))
			return false;
	}
	return true;
}

int odd__basis_factorise(double *L, odd_cmat P)
{
	const size_t k = P.cols, s = P.stride;
	double trace = 0.0, largest = 0.0;
	for (size_t q = 0; q < k; q++) {
		trace += P.data[q * s + q];
		largest = fmax(largest, P.data[q * s + q]);
	}
	for (double ridge = 0.0; ridge < 1e-3; ridge = ridge == 0.0 ? 1e-14 : ridge * 100.0) {
		memcpy(L, P.data, k * s * sizeof *L);
		for (size_t q = 0; q < k; q++)
			L[q * s + q] += ridge * trace;
		if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', (lapack_int)k, L, (lapack_int)s) == 0 &&
			pivots_stand(L, P, largest))
			return 0;
	}
	return -1;
}

/* A sweep over the coordinates k = 0, 1, … is the same linear map for all columns of the factor:
 *     y = x first + R ⊘ P_kk,     x_new = y then
 * where first (left of the diagonal) takes off what the old coordinates after k contribute, and
 * then (right of it) is the inverse of what those before do, I + Σ_{q<k} P_qk / P_kk. That inverse
 * is harmless: with P scaled to a diagonal of ones the matrix has a symmetric part of at least one
 * half, so its inverse is at most 2 long, however singular P is. A dead factor keeps its value.
 * room: k × s doubles. */
static void sweep_map(double *first, double *then, double *room, const double *inverse, odd_cmat P)
{
	const size_t k = P.cols, s = P.stride;
	memset(first, 0, k * s * sizeof *first);
	memset(then, 0, k * s * sizeof *then);
	memset(room, 0, k * s * sizeof *room);
	for (size_t c = 0; c < k; c++) {
		first[c * s + c] = inverse[c] == 0.0 ? 1.0 : 0.0;
		for (size_t q = c + 1; q < k; q++)
			first[q * s + c] = -P.data[q * s + c] * inverse[c];
		/* column c of `then`, as a row: e_c minus what the columns before it pull */
		double *column = room + c * s;
		for (size_t q = 0; q < c; q++) {
			const double pull = P.data[q * s + c] * inverse[c];
			for (size_t e = 0; e <= q; e++)
				column[e] -= pull * room[q * s + e];
		}
		column[c] = 1.0;
		for (size_t e = 0; e <= c; e++)
			then[e * s + c] = column[e];
	}
}

/* 1/P_kk, the Cholesky factor or the maps of a sweep, a Gram matrix per chunk, and R as often as
 * the scatter needs it, unless there is other room. */
size_t odd__fit_basis_work(odd_ccsr S, odd_ccsr St, size_t k, const odd__tuning *tuning)
{
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, St.rows, St.ptr, k);
	size_t s = (k + ODD_PAD - 1) / ODD_PAD * ODD_PAD;
	size_t scatter = scatters(S, s, tuning) && !odd__basis_takes_room(S, s, tuning)
				 ? SCATTER_CHUNKS * S.cols * s
				 : 0;
	return s + (3 + chunks.count) * k * s + scatter;
}

/* R of a whole factor, summed over the processes, where the factor is to be: a block of rows is
 * read before it is written. */
static odd_status sum_products(struct context *c, const odd_job *job, odd_error *err)
{
	const odd__basis_problem *p = c->p;
	const size_t size = c->out.rows * c->out.stride;
	odd_status status = ODD_OK;
	if (c->scattered == NULL) {
		status = odd_csr_times(c->out, p->St, p->w, p->X, job, err);
	} else {
		memcpy(c->out.data, c->scattered, size * sizeof(double));
		for (size_t part = 1; part < c->parts; part++)
			for (size_t e = 0; e < size; e++)
				c->out.data[e] += c->scattered[part * size + e];
	}
	odd__comm_sum(p->comm, c->out.data, size);
	c->scattered = c->out.data;
	c->parts = 1;
	return status;
}

odd_status odd__fit_basis(odd_mat out, odd_mat gram, double *change,
	const odd__basis_problem *problem, odd_update update, double *work, const odd_job *job,
	odd_error *err)
{
	const size_t k = problem->X.cols, s = problem->X.stride;
	double partial[ODD__CHUNKS_MAX], largest = 0.0;
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, problem->St.rows, problem->St.ptr, k);
	double *inverse = work;
	/* A factor whose weight is nothing beside the others' is dead: dividing by it would only
	 * blow up rounding errors, and leaving it as it is never raises the loss. */
	for (size_t q = 0; q < k; q++)
		if (problem->P.data[q * s + q] > largest)
			largest = problem->P.data[q * s + q];
	for (size_t q = 0; q < s; q++) {
		double pkk = q < k ? problem->P.data[q * s + q] : 0.0;
		inverse[q] = pkk > largest * 1e-24 ? 1.0 / pkk : 0.0;
	}
	double *small = work + s;
	struct context c = {problem, out, inverse, small, small + k * s, NULL, partial,
		small + 3 * k * s, NULL, SCATTER_CHUNKS};
	odd_status status = ODD_OK;
	if (scatters(problem->S, s, problem->tuning)) {
		odd__chunks rows = {.count = SCATTER_CHUNKS};
		for (size_t i = 0; i <= SCATTER_CHUNKS; i++)
			rows.begin[i] = i * problem->S.rows / SCATTER_CHUNKS;
		c.scattered = odd__basis_takes_room(problem->S, s, problem->tuning)
				      ? problem->room
				      : c.grams + chunks.count * k * s;
		status = odd__parallel_scratch(
			job, &rows, odd__kernels()->one_scatter, &c, 0, NULL, err);
		if (status != ODD_OK)
			return status;
	}
	if (problem->whole && odd__comm_size(problem->comm) > 1 &&
		(status = sum_products(&c, job, err)) != ODD_OK)
		return status;
	if (update == ODD_BLOCK && odd__basis_factorise(small, problem->P) == 0)
		c.cholesky = small;
	else
		sweep_map(small, small + k * s, small + 2 * k * s, inverse, problem->P);
	status = odd__parallel_scratch(job, &chunks, odd__kernels()->one_basis, &c,
		SCRATCH_BLOCKS * ODD__B * s * sizeof(double), problem->what, err);
	*change = 0.0;
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < chunks.count; i++)
		*change += partial[i];
	odd__gram_fold(gram, c.grams, k * s, chunks.count, true);
	if (!problem->whole) {
		odd__comm_sum(problem->comm, change, 1);
		odd__comm_sum(problem->comm, gram.data, gram.rows * gram.stride);
	}
	*change += odd__frobenius(problem->P, odd_mat_const(gram));
	return ODD_OK;
}
#endif
