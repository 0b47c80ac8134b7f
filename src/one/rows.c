/* rows.c: the row problem of the G and U steps, for 16 rows at a time.
 *
 * Coordinate form, k in turn:
 *     x_k = [ a (R_k − Σ_{q≠k} x_q (BBᵀ)_qk) + b t_k ] / [ a (BBᵀ)_kk + b ],     R = S Bᵀ
 * Block form, with BBᵀ = E Λ Eᵀ:
 *     x = ( ((a R + b t) E) ⊘ (a Λ + b) ) Eᵀ
 * Then, for the trace and without touching S again: a coordinate that moves by d to its minimum
 * takes (a (BBᵀ)_kk + b) d² off a ‖S_i − x B‖² + b ‖x − t‖². After the block form, with
 * P = Σ w x xᵀ (the H and V steps need it):
 *     Σ w ‖S_i − x B‖² = Σ w ‖S_i‖² − 2 Σ w x·R_i + ⟨B Bᵀ, P⟩
 * Cost: about 2 products of 16 × K by K × K per block. Parallel over rows.
 */
#include "config.h"

#include "one/rows.h"

#include <float.h>
#include <lapacke.h>
#include <string.h>

#include "one/sweep.h"

struct sums {
	double near; /* Σ w_near ‖x − t‖² */
	double fall; /* coordinate form: Σ (a (BBᵀ)_kk + b) d² */
	double dots; /* block form: Σ w_fit x·R */
};

struct context {
	const odd__rows_problem *p;
	struct context *then; /* the problem whose targets are these rows; NULL: none */
	odd_mat out;
	struct sums partial[ODD__CHUNKS_MAX];
	double *grams;          /* k × s per chunk */
	const double *diagonal; /* of BBᵀ, s long */
	const double *halved;   /* half of it */
	/* block form only: eigenvectors, their transpose (both of stride s) and eigenvalues */
	const double *E, *Et, *lambda;
	const double *half; /* the part of BBᵀ that R lacks */
};

/* Per thread: T, the right-hand sides, two turned blocks, new rows. */
#define SCRATCH_BLOCKS 5
/* Rows of a problem before the same rows of the one that follows: their matrices find each other in
 * the second cache, and the small ones are fetched into the first once for so many rows. */
#define STRETCH (8 * ODD__B)

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

/* S Bᵀ of a block, from what is left of it. */
ODD__INLINE void whole_products(
	double *to, const double *R, const double *old, const double *half, size_t k, size_t s)
{
	odd__block_lower(to, old, half, k, s);
	for (size_t e = 0; e < ODD__B * s; e += ODD__LANES)
		*(odd__vec *)(to + e) += *(const odd__vec *)(R + e);
}

ODD__INLINE odd__vec row_product(const double *x, const double *y, size_t s)
{
	odd__vec sum = {0};
	for (size_t q = 0; q < s; q += ODD__LANES)
		sum += *(const odd__vec *)(x + q) * *(const odd__vec *)(y + q);
	return sum;
}

/* A row's problem is the same when both its weights are divided by one of them: pull = b / a, for
 * rows in which nothing comes near the end of the numbers (sweep.h). diagonal: the range of BBᵀ's.
 */
ODD__INLINE bool relative_weights(
	double *pull, const double *a, const double *b, odd__range diagonal)
{
	for (size_t i = 0; i < ODD__B; i += ODD__LANES)
		*(odd__vec *)(pull + i) = *(const odd__vec *)(b + i) / *(const odd__vec *)(a + i);
	const odd__range as = odd__range_of(a, ODD__B, 1), pulls = odd__range_of(pull, ODD__B, 1);
	return as.low > 0.0 && diagonal.low + pulls.low > 1e-75 &&
	       diagonal.high + pulls.high < 1e75;
}

/* a (R + old D/2) + b T: R lacks what the old coordinate itself contributes. */
ODD__INLINE void right_sides(
	double *rhs, const double *R, const double *T, const double *halved, const odd__sweep *w)
{
	const size_t s = w->s;
	for (size_t i = 0; i < ODD__B; i++) {
		for (size_t q = 0; q < s; q += ODD__LANES) {
			const size_t at = i * s + q;
			const odd__vec e =
				*(const odd__vec *)(R + at) +
				*(const odd__vec *)(halved + q) * *(const odd__vec *)(w->old + at);
			*(odd__vec *)(rhs + at) = (w->tame ? e : (odd__vec)(w->a[i] * e)) +
						  w->b[i] * *(const odd__vec *)(T + at);
		}
	}
}

/* Sums over the rows of a chunk, while it is worked on. */
struct tally {
	odd__vec near, fall, dots;
};

ODD__APART void fit_stretch(const struct context *c, struct tally *tally, double *gram,
	double *scratch, size_t begin, size_t end)
{
	const odd__rows_problem *p = c->p;
	const size_t k = p->old.cols, s = p->old.stride, block = ODD__B * s;
	double *T = scratch, *rhs = T + block, *Xt = rhs + block, *Bt = Xt + block;
	double *fresh = Bt + block;
	const bool ahead = odd__mat_bytes(p->old) > p->tuning->ahead_bytes;
	const odd__range diagonal = odd__range_of(c->diagonal, k, 1);
	odd__vec dots = tally->dots, fall = tally->fall, near = tally->near;
	memset(Xt, 0, block * sizeof *Xt); /* the padding, which no sweep settles */
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		const size_t rows = end - i0 < ODD__B ? end - i0 : ODD__B;
		double a[ODD__B] __attribute__((aligned(64)));
		double b[ODD__B] __attribute__((aligned(64)));
		const double *R = odd_cmat_row(p->R, i0), *old = odd_cmat_row(p->old, i0);
		/* out may be R, which is read by then */
		double *const x = rows == ODD__B ? odd_mat_row(c->out, i0) : fresh;
		for (size_t i = 0; i < rows; i++) {
			a[i] = p->fit * p->w_fit[i0 + i];
			b[i] = p->near * p->w_near[i0 + i];
		}
		for (size_t i = rows; i < ODD__B; i++) /* padding, never read */
			a[i] = b[i] = 1.0;
		if (ahead) {
			odd__block_ahead(R, s);
			odd__block_ahead(old, s);
			odd__block_ahead(odd_cmat_row(p->Y, i0), s);
		}
		odd__block_times(T, odd_cmat_row(p->Y, i0), p->M.data, k, s);
		if (c->E != NULL) {
			whole_products(Bt, R, old, c->half, k, s);
			for (size_t i = 0; i < ODD__B; i++)
				for (size_t q = i * s; q < (i + 1) * s; q += ODD__LANES)
					*(odd__vec *)(rhs + q) =
						a[i] * *(const odd__vec *)(Bt + q) +
						b[i] * *(const odd__vec *)(T + q);
			solve_block(x, rhs, Xt, c, a, b, old, k, s);
			for (size_t i = 0; i < rows; i++)
				dots += p->w_fit[i0 + i] * row_product(x + i * s, Bt + i * s, s);
		} else {
			double pull[ODD__B] __attribute__((aligned(64)));
			const bool tame = relative_weights(pull, a, b, diagonal);
			const odd__sweep sweep = {
				Xt, Bt, p->BBt.data, a, tame ? pull : b, old, k, s, tame};
			right_sides(rhs, R, T, c->halved, &sweep);
			odd__block_turn(Bt, rhs, s);
			odd__sweep_rows(&sweep);
			odd__block_turn_back(x, Xt, s);
		}
		odd__vec apart[ODD__B];
		for (size_t i = 0; i < rows; i++) {
			const double w = p->w_fit[i0 + i];
			odd__vec far = {0}, steep = {0}, flat = {0};
			for (size_t q = 0; q < s; q += ODD__LANES) {
				const odd__vec xq = *(const odd__vec *)(x + i * s + q);
				const odd__vec tq = *(const odd__vec *)(T + i * s + q);
				const odd__vec before = *(const odd__vec *)(old + i * s + q);
				const odd__vec moved = xq - before;
				far += (xq - tq) * (xq - tq);
				steep += moved * moved * *(const odd__vec *)(c->diagonal + q);
				flat += moved * moved;
				*(odd__vec *)(rhs + i * s + q) = w * xq;
			}
			near += p->w_near[i0 + i] * far;
			fall += a[i] * steep + b[i] * flat;
			apart[i] = far;
		}
		if (p->distance != NULL)
			odd__block_sums(p->distance + i0, apart, rows);
		odd__gram_add(gram, s, rhs, x, rows, k, s, true);
		if (x == fresh)
			memcpy(odd_mat_row(c->out, i0), x, rows * s * sizeof *x);
	}
	*tally = (struct tally){near, fall, dots};
}

void ODD__KERNEL(one_rows)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	struct context *const first = context;
	const size_t step = first->p->old.cols * first->p->old.stride;
	struct tally tally[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}};
	for (const struct context *c = first; c != NULL; c = c->then)
		memset(c->grams + chunk * step, 0, step * sizeof *c->grams);
	for (size_t i0 = begin; i0 < end; i0 += STRETCH) {
		struct tally *t = tally;
		const size_t i1 = end - i0 < STRETCH ? end : i0 + STRETCH;
		for (const struct context *c = first; c != NULL; c = c->then)
			fit_stretch(c, t++, c->grams + chunk * step, scratch, i0, i1);
	}
	struct tally *t = tally;
	for (struct context *c = first; c != NULL; c = c->then, t++)
		c->partial[chunk] = (struct sums){
			odd__vec_sum(t->near), odd__vec_sum(t->fall), odd__vec_sum(t->dots)};
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

/* A Gram matrix per chunk, the diagonal of BBᵀ and half of it, eigenvectors both ways and half of
 * BBᵀ, eigenvalues. */
static size_t work_of(const odd__chunks *chunks, size_t k, size_t s)
{
	return (chunks->count + 3) * k * s + 3 * s;
}

size_t odd__fit_rows_work(size_t rows, size_t k)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, rows);
	return 2 * work_of(&chunks, k, (k + ODD_PAD - 1) / ODD_PAD * ODD_PAD);
}

double odd__frobenius(odd_cmat P, odd_cmat M)
{
	double sum = 0.0;
	for (size_t k = 0; k < P.rows; k++)
		for (size_t q = 0; q < P.cols; q++)
			sum += odd_cmat_row(P, k)[q] * odd_cmat_row(M, k)[q];
	return sum;
}

void odd__lower_half(double *half, odd_cmat M)
{
	const size_t s = M.stride;
	memset(half, 0, M.rows * s * sizeof *half);
	for (size_t q = 0; q < M.rows; q++) {
		memcpy(half + q * s, M.data + q * s, q * sizeof *half);
		half[q * s + q] = 0.5 * M.data[q * s + q];
	}
}

struct dots {
	const odd__rows_problem *p;
	odd_cmat x;
	double *partial;
};

static void add_dots(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct dots *c = context;
	const odd_ccsr S = c->p->S;
	double sum = 0.0;
	for (size_t i = begin; i < end; i++) {
		const double *x = odd_cmat_row(c->x, i);
		double product = 0.0;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			const double *row = odd_cmat_row(c->p->Bt, S.idx[e]);
			double dot = 0.0;
			for (size_t q = 0; q < c->x.cols; q++)
				dot += x[q] * row[q];
			product += odd_csr_value(S, e) * dot;
		}
		sum += c->p->w_fit[i] * product;
	}
	c->partial[chunk] = sum;
}

/* Σ w_fit x·R with R = S Bᵀ made once more, row by row. */
static odd_status weigh_dots(double *sum, const odd__rows_problem *problem, odd_cmat x,
	const odd__chunks *chunks, const odd_job *job, odd_error *err)
{
	double partial[ODD__CHUNKS_MAX];
	struct dots c = {problem, x, partial};
	odd_status status = odd__parallel(job, chunks, add_dots, &c, NULL, err);
	*sum = 0.0;
	for (size_t i = 0; i < chunks->count && status == ODD_OK; i++)
		*sum += partial[i];
	odd__comm_sum(problem->comm, sum, 1);
	return status;
}

/* What the kernel needs to know of a problem, in work. */
static void prepare(
	struct context *c, const odd__rows_fit *fit, odd_update update, double *work, size_t chunks)
{
	const odd__rows_problem *problem = &fit->problem;
	const size_t k = problem->old.cols, s = problem->old.stride;
	double *diagonal = work + chunks * k * s, *halved = diagonal + s;
	for (size_t q = 0; q < s; q++) {
		diagonal[q] = q < k ? problem->BBt.data[q * s + q] : 0.0;
		halved[q] = 0.5 * diagonal[q];
	}
	c->p = problem;
	c->then = NULL;
	c->out = fit->out;
	c->grams = work;
	c->diagonal = diagonal;
	c->halved = halved;
	c->E = c->Et = c->lambda = c->half = NULL;
	if (update == ODD_BLOCK) {
		double *E = halved + s, *Et = E + k * s, *half = Et + k * s;
		double *lambda = half + k * s;
		if (odd__rows_decompose(E, Et, lambda, problem->BBt) == 0) {
			odd__lower_half(half, problem->BBt);
			c->E = E;
			c->Et = Et;
			c->lambda = lambda;
			c->half = half;
		} /* otherwise a sweep does as well, only slower */
	}
}

/* Gram matrix and sums of a problem whose rows are done. */
static odd_status conclude(odd__rows_fit *fit, const struct context *c, const odd__chunks *chunks,
	const odd_job *job, odd_error *err)
{
	const odd__rows_problem *problem = &fit->problem;
	struct sums all = {0.0, 0.0, 0.0};
	odd_status status = ODD_OK;
	for (size_t i = 0; i < chunks->count; i++) {
		all.near += c->partial[i].near;
		all.fall += c->partial[i].fall;
		all.dots += c->partial[i].dots;
	}
	odd__gram_fold(
		fit->gram, c->grams, problem->old.cols * problem->old.stride, chunks->count, true);
	double sums[3] = {all.near, all.fall, all.dots};
	odd__comm_sum(problem->comm, sums, 3);
	odd__comm_sum(problem->comm, fit->gram.data, fit->gram.rows * fit->gram.stride);
	all = (struct sums){sums[0], sums[1], sums[2]};
	fit->sums.near = all.near;
	/* What the fit has lost is the difference of what all has lost and what the distance has.
	 * Where the fit weighs little beside the distance, that leaves it few digits. */
	const double pulled = problem->near * problem->apart;
	double left; /* a NaN is not below anything */
	if (c->E == NULL && pulled + all.fall <= 1e4 * problem->fit * problem->weighted_norm) {
		left = problem->before +
		       (pulled - problem->near * all.near - all.fall) / problem->fit;
	} else {
		if (c->E == NULL)
			status = weigh_dots(
				&all.dots, problem, odd_mat_const(fit->out), chunks, job, err);
		left = problem->weighted_norm - 2.0 * all.dots +
		       odd__frobenius(problem->BBt, odd_mat_const(fit->gram));
	}
	fit->sums.fit = left < 0.0 ? 0.0 : left; /* a perfect fit can cancel to −1e-13 */
	return status;
}

odd_status odd__fit_rows(odd__rows_fit *fit, size_t count, odd_update update, double *work,
	const odd_job *job, odd_error *err)
{
	const odd_cmat old = fit->problem.old;
	struct context c[2];
	odd__chunks chunks;
	odd__chunks_even(&chunks, old.rows);
	for (size_t i = 0; i < count; i++)
		prepare(&c[i], &fit[i], update, work + i * work_of(&chunks, old.cols, old.stride),
			chunks.count);
	if (count == 2)
		c[0].then = &c[1];
	odd_status status = odd__parallel_scratch(job, &chunks, odd__kernels()->one_rows, c,
		SCRATCH_BLOCKS * ODD__B * old.stride * sizeof(double), fit->problem.what, err);
	if (status == ODD_OK)
		status = conclude(&fit[0], &c[0], &chunks, job, err);
	if (status == ODD_OK && count == 2) {
		fit[1].problem.apart = fit[0].sums.near;
		status = conclude(&fit[1], &c[1], &chunks, job, err);
	}
	return status;
}
#endif
