/* align.c: orthogonal Procrustes in the plane, in closed form.
 *
 * With x and y centred, M = Σ x yᵀ = (a b; c d). For a rotation by φ,
 *     Σ y·(turn x) = (a + d) cos φ + (b − c) sin φ,   at most √((a + d)² + (b − c)²);
 * for a reflection (cos φ, sin φ; sin φ, −cos φ),
 *     Σ y·(turn x) = (a − d) cos φ + (b + c) sin φ,   at most √((a − d)² + (b + c)²).
 * The larger wins, which is what the singular values of M would say: their sum, or their
 * difference. The best scale is that value over Σ ‖x‖².
 */
#include "config.h"

#include "project/align.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* Gains under this share of √(Σ‖x‖² Σ‖y‖²), or this close to each other, are rounding errors. */
#define TOLERANCE 1e-12

static bool counts(const double *x, const double *y)
{
	return isfinite(x[0]) && isfinite(x[1]) && isfinite(y[0]) && isfinite(y[1]);
}

static size_t centres(double mean_x[2], double mean_y[2], odd_cmat from, odd_cmat to)
{
	size_t n = 0;
	mean_x[0] = mean_x[1] = mean_y[0] = mean_y[1] = 0.0;
	for (size_t i = 0; i < from.rows; i++) {
		const double *x = odd_cmat_row(from, i), *y = odd_cmat_row(to, i);
		if (!counts(x, y))
			continue;
		n++;
		for (int d = 0; d < 2; d++) {
			/* Running means: sums of points far away would lose digits. */
			mean_x[d] += (x[d] - mean_x[d]) / (double)n;
			mean_y[d] += (y[d] - mean_y[d]) / (double)n;
		}
	}
	return n;
}

struct moments {
	double M[2][2]; /* Σ x yᵀ */
	double xx, yy;  /* Σ ‖x‖², Σ ‖y‖² */
};

static struct moments moments_of(
	odd_cmat from, odd_cmat to, const double mean_x[2], const double mean_y[2])
{
	struct moments m = {{{0.0, 0.0}, {0.0, 0.0}}, 0.0, 0.0};
	for (size_t i = 0; i < from.rows; i++) {
		const double *row_x = odd_cmat_row(from, i), *row_y = odd_cmat_row(to, i);
		if (!counts(row_x, row_y))
			continue;
		double x[2] = {row_x[0] - mean_x[0], row_x[1] - mean_x[1]};
		double y[2] = {row_y[0] - mean_y[0], row_y[1] - mean_y[1]};
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 2; b++)
				m.M[a][b] += x[a] * y[b];
		m.xx += x[0] * x[0] + x[1] * x[1];
		m.yy += y[0] * y[0] + y[1] * y[1];
	}
	return m;
}

/* Fill in turn, and return the gain Σ y·(turn x). */
static double choose_turn(odd_alignment *out, const struct moments *m)
{
	double a = m->M[0][0], b = m->M[0][1], c = m->M[1][0], d = m->M[1][1];
	double rotated = hypot(a + d, b - c), mirrored = hypot(a - d, b + c);
	double noise = TOLERANCE * sqrt(m->xx) * sqrt(m->yy);
	if (mirrored > rotated + noise) {
		double cosine = (a - d) / mirrored, sine = (b + c) / mirrored;
		out->mirrored = true;
		out->turn[0][0] = cosine;
		out->turn[0][1] = out->turn[1][0] = sine;
		out->turn[1][1] = -cosine;
		return mirrored;
	}
	if (rotated > noise) {
		double cosine = (a + d) / rotated, sine = (b - c) / rotated;
		out->turn[0][0] = out->turn[1][1] = cosine;
		out->turn[0][1] = -sine;
		out->turn[1][0] = sine;
	}
	return rotated;
}

void odd_align_find(odd_alignment *out, odd_cmat from, odd_cmat to, bool resize)
{
	assert(from.rows == to.rows && from.cols == 2 && to.cols == 2);
	*out = (odd_alignment){.turn = {{1.0, 0.0}, {0.0, 1.0}}, .scale = 1.0};
	double mean_x[2], mean_y[2];
	if (centres(mean_x, mean_y, from, to) == 0)
		return;
	struct moments m = moments_of(from, to, mean_x, mean_y);
	double gain = choose_turn(out, &m);
	/* Points that all lie in one place have no size to change. */
	if (resize && gain > 0.0 && isfinite(gain / m.xx))
		out->scale = gain / m.xx;
	for (int d = 0; d < 2; d++)
		out->shift[d] = mean_y[d] - out->scale * (out->turn[d][0] * mean_x[0] +
								 out->turn[d][1] * mean_x[1]);
}

/* A direction for a node: the angle is a number that scatters (Steele, Lea and Flood's mixer). */
static void direction_of(double out[2], uint64_t node)
{
	uint64_t x = node + 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	x ^= x >> 31;
	double angle = 2.0 * 3.14159265358979323846 * ((double)(x >> 11) * 0x1p-53);
	out[0] = cos(angle);
	out[1] = sin(angle);
}

void odd_align_upright(odd_mat points, const uint32_t *node)
{
	odd_alignment upright = {.turn = {{1.0, 0.0}, {0.0, 1.0}}, .scale = 1.0};
	struct moments m = {{{0.0, 0.0}, {0.0, 0.0}}, 0.0, 0.0};
	double mean[2] = {0.0, 0.0}, y[2];
	size_t n = 0;
	/* Σ (x − mean) yᵀ needs no mean of y, which a turn about the middle leaves alone. */
	for (size_t i = 0; i < points.rows; i++) {
		const double *x = odd_mat_row(points, i);
		if (!isfinite(x[0]) || !isfinite(x[1]))
			continue;
		n++;
		for (int d = 0; d < 2; d++)
			mean[d] += (x[d] - mean[d]) / (double)n;
	}
	for (size_t i = 0; i < points.rows; i++) {
		const double *x = odd_mat_row(points, i);
		if (!isfinite(x[0]) || !isfinite(x[1]))
			continue;
		direction_of(y, node != NULL ? node[i] : i);
		for (int a = 0; a < 2; a++) {
			for (int b = 0; b < 2; b++)
				m.M[a][b] += (x[a] - mean[a]) * y[b];
			m.xx += (x[a] - mean[a]) * (x[a] - mean[a]);
		}
		m.yy += 1.0;
	}
	choose_turn(&upright, &m);
	odd_align_apply(&upright, points);
}

void odd_align_apply(const odd_alignment *alignment, odd_mat points)
{
	assert(points.cols == 2);
	for (size_t i = 0; i < points.rows; i++) {
		double *p = odd_mat_row(points, i), x = p[0], y = p[1];
		for (int d = 0; d < 2; d++)
			p[d] = alignment->scale *
				       (alignment->turn[d][0] * x + alignment->turn[d][1] * y) +
			       alignment->shift[d];
	}
}
