#include "config.h"

#include "naive_one.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *zeros(size_t count)
{
	double *p = calloc(count + 1, sizeof *p);
	if (p == NULL)
		abort();
	return p;
}

naive_one *naive_new(size_t n, size_t d, size_t k)
{
	naive_one *m = calloc(1, sizeof *m);
	if (m == NULL)
		abort();
	m->n = n;
	m->d = d;
	m->k = k;
	m->mu = 1.0;
	m->A = zeros(n * n);
	m->C = zeros(n * d);
	m->G = zeros(n * k);
	m->H = zeros(k * n);
	m->U = zeros(n * k);
	m->V = zeros(k * d);
	m->W = zeros(k * k);
	for (int t = 0; t < 3; t++)
		m->O[t] = zeros(n);
	return m;
}

void naive_free(naive_one *m)
{
	double *const all[] = {m->A, m->C, m->G, m->H, m->U, m->V, m->W, m->O[0], m->O[1], m->O[2]};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	free(m);
}

static double weight(const naive_one *m, int t, size_t i)
{
	return log(1.0 / m->O[t][i]);
}

/* (U Wᵀ)_ik */
static double rotated(const naive_one *m, size_t i, size_t k)
{
	double sum = 0.0;
	for (size_t q = 0; q < m->k; q++)
		sum += m->U[i * m->k + q] * m->W[k * m->k + q];
	return sum;
}

void naive_residuals(const naive_one *m, double *r1, double *r2, double *r3)
{
	size_t n = m->n, d = m->d, K = m->k;
	for (size_t i = 0; i < n; i++) {
		r1[i] = r2[i] = r3[i] = 0.0;
		for (size_t j = 0; j < n; j++) {
			double e = m->A[i * n + j];
			for (size_t k = 0; k < K; k++)
				e -= m->G[i * K + k] * m->H[k * n + j];
			r1[i] += e * e;
		}
		for (size_t j = 0; j < d; j++) {
			double e = m->C[i * d + j];
			for (size_t k = 0; k < K; k++)
				e -= m->U[i * K + k] * m->V[k * d + j];
			r2[i] += e * e;
		}
		for (size_t k = 0; k < K; k++) {
			double e = m->G[i * K + k] - rotated(m, i, k);
			r3[i] += e * e;
		}
	}
}

void naive_terms(const naive_one *m, double term[3])
{
	double *r[3] = {zeros(m->n), zeros(m->n), zeros(m->n)};
	naive_residuals(m, r[0], r[1], r[2]);
	for (int t = 0; t < 3; t++) {
		term[t] = 0.0;
		for (size_t i = 0; i < m->n; i++)
			term[t] += weight(m, t, i) * r[t][i];
		free(r[t]);
	}
}

static void step_w(naive_one *m)
{
	size_t K = m->k;
	double *M = zeros(K * K), *X = zeros(K * K), *Yt = zeros(K * K), *sigma = zeros(K);
	for (size_t i = 0; i < m->n; i++)
		for (size_t a = 0; a < K; a++)
			for (size_t b = 0; b < K; b++)
				M[a * K + b] += weight(m, 2, i) * m->G[i * K + a] * m->U[i * K + b];
	LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', (int)K, (int)K, M, (int)K, sigma, X, (int)K, Yt,
		(int)K, M);
	for (size_t a = 0; a < K; a++)
		for (size_t b = 0; b < K; b++) {
			double sum = 0.0;
			for (size_t q = 0; q < K; q++)
				sum += X[a * K + q] * Yt[q * K + b];
			m->W[a * K + b] = sum;
		}
	free(M);
	free(X);
	free(Yt);
	free(sigma);
}

/* minimise a ‖s − x B‖² + b ‖x − t‖² over the row x, s: columns long, B: K × columns */
static void solve_row(const naive_one *m, double *x, const double *s, const double *B,
	size_t columns, double a, double b, const double *t)
{
	size_t K = m->k;
	if (!m->block) {
		for (size_t k = 0; k < K; k++) {
			double num = b * t[k], den = b;
			for (size_t j = 0; j < columns; j++) {
				double rest = s[j];
				for (size_t q = 0; q < K; q++)
					if (q != k)
						rest -= x[q] * B[q * columns + j];
				num += a * rest * B[k * columns + j];
				den += a * B[k * columns + j] * B[k * columns + j];
			}
			if (den > 0.0)
				x[k] = num / den;
		}
		return;
	}
	double *M = zeros(K * K), *y = zeros(K);
	for (size_t p = 0; p < K; p++) {
		y[p] = b * t[p];
		for (size_t j = 0; j < columns; j++)
			y[p] += a * s[j] * B[p * columns + j];
		for (size_t q = 0; q < K; q++) {
			for (size_t j = 0; j < columns; j++)
				M[p * K + q] += a * B[p * columns + j] * B[q * columns + j];
			if (p == q)
				M[p * K + q] += b;
		}
	}
	if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'U', (int)K, 1, M, (int)K, y, 1) == 0)
		memcpy(x, y, K * sizeof *x);
	free(M);
	free(y);
}

/* minimise Σ_i w_i (s_i − x_i · h)² over the column h, s: entry i at s[i·stride] */
static void solve_column(const naive_one *m, double *h, size_t h_stride, const double *s,
	size_t stride, const double *X, int t)
{
	size_t K = m->k;
	double *column = zeros(K);
	for (size_t k = 0; k < K; k++)
		column[k] = h[k * h_stride];
	if (!m->block) {
		for (size_t k = 0; k < K; k++) {
			double num = 0.0, den = 0.0;
			for (size_t i = 0; i < m->n; i++) {
				double rest = s[i * stride];
				for (size_t q = 0; q < K; q++)
					if (q != k)
						rest -= X[i * K + q] * column[q];
				num += weight(m, t, i) * rest * X[i * K + k];
				den += weight(m, t, i) * X[i * K + k] * X[i * K + k];
			}
			if (den > 0.0)
				column[k] = num / den;
		}
	} else {
		double *M = zeros(K * K), *y = zeros(K);
		for (size_t i = 0; i < m->n; i++)
			for (size_t p = 0; p < K; p++) {
				y[p] += weight(m, t, i) * s[i * stride] * X[i * K + p];
				for (size_t q = 0; q < K; q++)
					M[p * K + q] +=
						weight(m, t, i) * X[i * K + p] * X[i * K + q];
			}
		if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'U', (int)K, 1, M, (int)K, y, 1) == 0)
			memcpy(column, y, K * sizeof *column);
		free(M);
		free(y);
	}
	for (size_t k = 0; k < K; k++)
		h[k * h_stride] = column[k];
	free(column);
}

static void step_o(naive_one *m)
{
	double *r[3] = {zeros(m->n), zeros(m->n), zeros(m->n)};
	naive_residuals(m, r[0], r[1], r[2]);
	for (int t = 0; t < 3; t++) {
		/* λ by bisection on Σ min(1, r/λ) = μ */
		double lo = 0.0, hi = 0.0;
		for (size_t i = 0; i < m->n; i++)
			hi += r[t][i];
		hi *= 2.0 / m->mu;
		for (int round = 0; round < 300; round++) {
			double mid = 0.5 * (lo + hi), sum = 0.0;
			for (size_t i = 0; i < m->n; i++)
				sum += fmin(1.0, r[t][i] / mid);
			if (sum > m->mu)
				lo = mid;
			else
				hi = mid;
		}
		for (size_t i = 0; i < m->n; i++)
			m->O[t][i] = fmax(fmin(1.0, r[t][i] / hi), 1e-12 * m->mu);
		free(r[t]);
	}
}

void naive_step(naive_one *m, int step)
{
	size_t n = m->n, d = m->d, K = m->k;
	double *t = zeros(K);
	switch (step) {
	case 0:
		step_w(m);
		break;
	case 1:
		for (size_t i = 0; i < n; i++) {
			for (size_t k = 0; k < K; k++)
				t[k] = rotated(m, i, k);
			solve_row(m, m->G + i * K, m->A + i * n, m->H, n, weight(m, 0, i),
				m->beta * weight(m, 2, i), t);
		}
		break;
	case 2:
		for (size_t j = 0; j < n; j++)
			solve_column(m, m->H + j, n, m->A + j, n, m->G, 0);
		break;
	case 3:
		for (size_t i = 0; i < n; i++) {
			for (size_t k = 0; k < K; k++) {
				t[k] = 0.0;
				for (size_t q = 0; q < K; q++)
					t[k] += m->G[i * K + q] * m->W[q * K + k];
			}
			solve_row(m, m->U + i * K, m->C + i * d, m->V, d,
				m->alpha * weight(m, 1, i), m->beta * weight(m, 2, i), t);
		}
		break;
	case 4:
		for (size_t j = 0; j < d; j++)
			solve_column(m, m->V + j, d, m->C + j, d, m->U, 1);
		break;
	default:
		step_o(m);
	}
	free(t);
}
