/* polar.c: the orthogonal matrix nearest to a square one, without its singular vectors.
 *
 * For M = X Σ Yᵀ that is W = X Yᵀ. Newton's iteration, with a scale that makes the first steps
 * long: Z ← (γ Z + Z⁻ᵀ / γ) / 2,     γ² = ‖Z⁻¹‖ / ‖Z‖ moves every singular value to 1 and leaves
 * the vectors alone. From far off it halves the distance and more, near the end it squares it: six
 * to nine rounds, each an inverse of K × K. That is a tenth of what a singular value decomposition
 * takes. Where M is singular, or so nearly that inverses lose their digits, it gives up.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "linalg/kernel.h"
#include "one/step_parts.h"

#define ROUNDS 30
#define WORST_CONDITION 1e6 /* ‖Z‖ ‖Z⁻¹‖ at the start; rounding beyond it shows in W */
#define SQUARED 1e-9        /* a step this short leaves less than rounding */
#define NEAR 1e-2           /* from here on no scale is needed */

struct context {
	double *W;
	const double *M;
	double *turned, *inverse; /* work, k rows of stride s each */
	size_t k, s;
	bool done;
};

#ifdef ODD__SET
ODD__INLINE void swap_rows(double *a, double *b, size_t s)
{
	for (size_t c = 0; c < s; c += ODD__LANES) {
		const odd__vec t = *(odd__vec *)(a + c);
		*(odd__vec *)(a + c) = *(odd__vec *)(b + c);
		*(odd__vec *)(b + c) = t;
	}
}

/* Where the numbers of a row from `first` on hold column p. */
ODD__INLINE odd__mask column_at(size_t p, size_t first)
{
	odd__mask at;
	for (size_t v = 0; v < ODD__LANES; v++)
		at[v] = first + v == p ? -1 : 0;
	return at;
}

ODD__INLINE size_t largest_below(const double *A, size_t k, size_t s, size_t p)
{
	size_t best = p;
	double most = fabs(A[p * s + p]);
	for (size_t r = p + 1; r < k; r++) {
		const double value = fabs(A[r * s + p]);
		best = value > most ? r : best;
		most = value > most ? value : most;
	}
	return best;
}

/* A ← A⁻¹ by Gauss and Jordan, with rows exchanged for the largest pivot; false when there is none.
 * Column p is replaced within its vector: a number stored alone would hold up the vector that is
 * read from the same place next. */
ODD__INLINE bool invert(double *A, size_t k, size_t s)
{
	const odd__vec zero = {0}, one = zero + 1.0;
	const size_t count = s / ODD__LANES;
	odd__vec line[ODD__POLAR_MOST / ODD__LANES];
	size_t from[ODD__POLAR_MOST];
	for (size_t p = 0; p < k; p++) {
		const size_t mine = p / ODD__LANES;
		const odd__mask at = column_at(p, mine * ODD__LANES);
		odd__vec *row = (odd__vec *)(A + p * s);
		from[p] = largest_below(A, k, s, p);
		if (from[p] != p)
			swap_rows(A + from[p] * s, A + p * s, s);
		const double scale = 1.0 / A[p * s + p];
		if (!isfinite(scale))
			return false;
		for (size_t v = 0; v < count; v++)
			line[v] = scale * (v == mine ? odd__choose(at, one, row[v]) : row[v]);
		for (size_t r = 0; r < k; r++) {
			odd__vec *other = (odd__vec *)(A + r * s);
			const double f = A[r * s + p];
			for (size_t v = 0; v < count; v++)
				other[v] =
					(v == mine ? odd__choose(at, zero, other[v]) : other[v]) -
					f * line[v];
		}
		for (size_t v = 0; v < count; v++)
			row[v] = line[v];
	}
	for (size_t p = k; p-- > 0;) {
		for (size_t r = 0; from[p] != p && r < k; r++) {
			const double t = A[r * s + p];
			A[r * s + p] = A[r * s + from[p]];
			A[r * s + from[p]] = t;
		}
	}
	return true;
}

ODD__INLINE double length(const double *A, size_t count)
{
	odd__vec sum = {0};
	for (size_t e = 0; e < count; e += ODD__LANES)
		sum += *(const odd__vec *)(A + e) * *(const odd__vec *)(A + e);
	return sqrt(odd__vec_sum(sum));
}

/* The whole matrix; chunks and rows mean nothing here. */
void ODD__KERNEL(one_polar)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk, (void)begin, (void)end;
	struct context *c = context;
	const size_t k = c->k, s = c->s, count = k * s;
	double *Z = c->W, *inverse = c->inverse, *turned = c->turned, step = INFINITY;
	memcpy(Z, c->M, count * sizeof *Z);
	const double root = sqrt((double)k);
	for (int round = 0; round < ROUNDS && step > SQUARED; round++) {
		memcpy(inverse, Z, count * sizeof *Z);
		if (!invert(inverse, k, s))
			return;
		const double size = length(Z, count), back = length(inverse, count);
		if (!(size * back < WORST_CONDITION * root))
			return;
		const double g = step > NEAR ? sqrt(back / size) : 1.0;
		const double ahead = 0.5 * g, back_share = 0.5 / g;
		odd__vec change = {0}, sum = {0};
		for (size_t i = 0; i < k; i++)
			for (size_t j = 0; j < k; j++)
				turned[j * s + i] = inverse[i * s + j];
		for (size_t e = 0; e < count; e += ODD__LANES) {
			const odd__vec old = *(const odd__vec *)(Z + e);
			const odd__vec z =
				ahead * old + back_share * *(const odd__vec *)(turned + e);
			change += (z - old) * (z - old);
			sum += z * z;
			*(odd__vec *)(Z + e) = z;
		}
		step = sqrt(odd__vec_sum(change) / odd__vec_sum(sum));
	}
	c->done = step <= SQUARED;
}
#else
bool odd__polar(odd_mat W, odd_cmat M, odd_mat work[2])
{
	const size_t k = M.cols, s = M.stride;
	if (k > ODD__POLAR_MOST)
		return false;
	memset(work[0].data, 0, k * s * sizeof *work[0].data);
	struct context c = {W.data, M.data, work[0].data, work[1].data, k, s, false};
	odd__kernels()->one_polar(&c, NULL, 0, 0, 1);
	return c.done;
}
#endif
