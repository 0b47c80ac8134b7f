#include "config.h"

#include "baseline/layer.h"

#include <string.h>

#include "linalg/kernel.h"

#define WIDE 4         /* vectors of a row held in registers at once */
#define TALL 4         /* rows */
#define SHORT_STEP 2e8 /* flops: some ten milliseconds */

const odd_job *odd__job_for_step(odd_job *own, const odd_job *job, double flops)
{
	if (flops >= SHORT_STEP)
		return job;
	*own = job != NULL ? *job : (odd_job){.threads = 1};
	own->threads = 1;
	return own;
}

void odd__column_chunks(odd__chunks *out, size_t cols, size_t unit)
{
	while (cols > unit * ODD__CHUNKS_MAX)
		unit *= 2;
	out->count = (cols + unit - 1) / unit;
	for (size_t c = 0; c < out->count; c++)
		out->begin[c] = c * unit;
	out->begin[out->count] = cols;
}

/* ---- dense ---- */

/* Rows i … i+R−1, columns c … of V vectors; R and V are constants in every call. */
ODD__INLINE void times_tile(
	odd__rmat Y, odd__rmat X, odd__rmat W, size_t i, size_t c, const int R, const int V)
{
	odd__rvec sum[TALL][WIDE];
	for (int r = 0; r < R; r++)
		for (int v = 0; v < V; v++)
			sum[r][v] = (odd__rvec){0};
	for (size_t q = 0; q < X.cols; q++) {
		const odd__rvec *w = (const odd__rvec *)(W.data + q * W.stride + c);
		for (int r = 0; r < R; r++) {
			real x = X.data[(i + (size_t)r) * X.stride + q];
			for (int v = 0; v < V; v++)
				sum[r][v] += x * w[v];
		}
	}
	for (int r = 0; r < R; r++)
		for (int v = 0; v < V; v++)
			((odd__rvec *)(Y.data + (i + (size_t)r) * Y.stride + c))[v] = sum[r][v];
}

ODD__INLINE void times_columns(odd__rmat Y, odd__rmat X, odd__rmat W, size_t i, const int R)
{
	size_t c = 0;
	for (; c + WIDE * ODD__LANES <= W.stride; c += WIDE * ODD__LANES)
		times_tile(Y, X, W, i, c, R, WIDE);
	for (; c < W.stride; c += ODD__LANES)
		times_tile(Y, X, W, i, c, R, 1);
}

ODD__KERNEL void odd__layer_times(odd__rmat Y, odd__rmat X, odd__rmat W, size_t begin, size_t end)
{
	size_t i = begin;
	for (; i + TALL <= end; i += TALL)
		times_columns(Y, X, W, i, TALL);
	for (; i < end; i++)
		times_columns(Y, X, W, i, 1);
}

ODD__INLINE void outer_tile(
	odd__rmat dW, odd__rmat X, odd__rmat dY, size_t q, size_t c, const int Q, const int V)
{
	odd__rvec sum[TALL][WIDE];
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			sum[a][v] = (odd__rvec){0};
	for (size_t i = 0; i < X.rows; i++) {
		const odd__rvec *y = (const odd__rvec *)(dY.data + i * dY.stride + c);
		for (int a = 0; a < Q; a++) {
			real x = X.data[i * X.stride + q + (size_t)a];
			for (int v = 0; v < V; v++)
				sum[a][v] += x * y[v];
		}
	}
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			((odd__rvec *)(dW.data + (q + (size_t)a) * dW.stride + c))[v] = sum[a][v];
}

ODD__INLINE void outer_columns(odd__rmat dW, odd__rmat X, odd__rmat dY, size_t q, const int Q)
{
	size_t c = 0;
	for (; c + WIDE * ODD__LANES <= dY.stride; c += WIDE * ODD__LANES)
		outer_tile(dW, X, dY, q, c, Q, WIDE);
	for (; c < dY.stride; c += ODD__LANES)
		outer_tile(dW, X, dY, q, c, Q, 1);
}

ODD__KERNEL void odd__layer_outer(odd__rmat dW, odd__rmat X, odd__rmat dY, size_t begin, size_t end)
{
	size_t q = begin;
	for (; q + TALL <= end; q += TALL)
		outer_columns(dW, X, dY, q, TALL);
	for (; q < end; q++)
		outer_columns(dW, X, dY, q, 1);
}

void odd__layer_sums(odd__rmat out, odd__rmat dY)
{
	memset(out.data, 0, out.stride * sizeof(real));
	for (size_t i = 0; i < dY.rows; i++)
		for (size_t c = 0; c < dY.cols; c++)
			out.data[c] += odd__rrow(dY, i)[c];
}

void odd__layer_turn(odd__rmat to, odd__rmat from)
{
	for (size_t i = 0; i < from.rows; i++)
		for (size_t c = 0; c < from.cols; c++)
			odd__rrow(to, c)[i] = odd__rrow(from, i)[c];
}

/* ---- sparse ---- */

ODD__KERNEL void odd__sparse_offset(
	odd__rmat out, const odd__features *X, odd__rmat W, size_t begin, size_t end)
{
	for (size_t c = begin; c < end; c += ODD__LANES) {
		odd__rvec sum = {0};
		for (size_t d = 0; d < X->cols; d++)
			sum += X->shift[d] * *(const odd__rvec *)(W.data + d * W.stride + c);
		*(odd__rvec *)(out.data + c) = sum;
	}
}

ODD__INLINE void sparse_tile(real *y, const odd__features *X, size_t i, odd__rmat W,
	odd__rmat offset, odd__rmat bias, size_t c, const int V)
{
	odd__rvec sum[2 * WIDE];
	for (int v = 0; v < V; v++)
		sum[v] = (odd__rvec){0};
	if (bias.data != NULL)
		for (int v = 0; v < V; v++)
			sum[v] = ((const odd__rvec *)(bias.data + c))[v];
	if (offset.data != NULL)
		for (int v = 0; v < V; v++)
			sum[v] -= ((const odd__rvec *)(offset.data + c))[v];
	for (size_t e = X->ptr[i]; e < X->ptr[i + 1]; e++) {
		const odd__rvec *w = (const odd__rvec *)(W.data + (size_t)X->idx[e] * W.stride + c);
		for (int v = 0; v < V; v++)
			sum[v] += X->val[e] * w[v];
	}
	for (int v = 0; v < V; v++)
		((odd__rvec *)(y + c))[v] = sum[v];
}

ODD__KERNEL void odd__sparse_times(odd__rmat Y, const odd__features *X, const uint32_t *list,
	odd__rmat W, odd__rmat offset, odd__rmat bias, size_t begin, size_t end)
{
	for (size_t t = begin; t < end; t++) {
		real *y = odd__rrow(Y, t);
		size_t c = 0;
		for (; c + 2 * WIDE * ODD__LANES <= W.stride; c += 2 * WIDE * ODD__LANES)
			sparse_tile(y, X, list[t], W, offset, bias, c, 2 * WIDE);
		for (; c + WIDE * ODD__LANES <= W.stride; c += WIDE * ODD__LANES)
			sparse_tile(y, X, list[t], W, offset, bias, c, WIDE);
		for (; c < W.stride; c += ODD__LANES)
			sparse_tile(y, X, list[t], W, offset, bias, c, 1);
	}
}

/* One column of vectors at a time: that much of dW stays near while the rows of B pass. */
ODD__INLINE void sparse_outer_tile(odd__rmat dW, const odd__features *X, const uint32_t *list,
	odd__rmat B, size_t c, const int V)
{
	const uint32_t *idx = X->idx;
	const real *val = X->val;
	odd__rvec all[2];
	for (int v = 0; v < V; v++)
		all[v] = (odd__rvec){0};
	for (size_t t = 0; t < B.rows; t++) {
		size_t begin = X->ptr[list[t]], end = X->ptr[list[t] + 1];
		odd__rvec b[2];
		for (int v = 0; v < V; v++) {
			b[v] = ((const odd__rvec *)(B.data + t * B.stride + c))[v];
			all[v] += b[v];
		}
		for (size_t e = begin; e < end; e++) {
			odd__rvec *w = (odd__rvec *)(dW.data + (size_t)idx[e] * dW.stride + c);
			for (int v = 0; v < V; v++)
				w[v] += val[e] * b[v];
		}
	}
	for (size_t d = 0; X->shift != NULL && d < X->cols; d++)
		for (int v = 0; v < V; v++)
			((odd__rvec *)(dW.data + d * dW.stride + c))[v] -= X->shift[d] * all[v];
}

ODD__KERNEL void odd__sparse_outer(odd__rmat dW, const odd__features *X, const uint32_t *list,
	odd__rmat B, size_t begin, size_t end)
{
	size_t c = begin;
	for (; c + 2 * ODD__LANES <= end; c += 2 * ODD__LANES)
		sparse_outer_tile(dW, X, list, B, c, 2);
	for (; c < end; c += ODD__LANES)
		sparse_outer_tile(dW, X, list, B, c, 1);
}

/* ---- functions of one number ---- */

ODD__KERNEL void odd__softsign(odd__rmat Y, size_t begin, size_t end)
{
	real *y = odd__rrow(Y, begin);
	size_t count = (end - begin) * Y.stride;
#pragma omp simd
	for (size_t i = 0; i < count; i++)
		y[i] = y[i] / (1 + (y[i] < 0 ? -y[i] : y[i]));
}

ODD__KERNEL void odd__softsign_back(odd__rmat dY, odd__rmat Y, size_t begin, size_t end)
{
	real *d = odd__rrow(dY, begin);
	const real *y = odd__rrow(Y, begin);
	size_t count = (end - begin) * Y.stride;
#pragma omp simd
	for (size_t i = 0; i < count; i++) {
		real slack = 1 - (y[i] < 0 ? -y[i] : y[i]);
		d[i] *= slack * slack;
	}
}

double odd__softmax(real *x, size_t n, size_t at)
{
	double most = (double)x[0], sum = 0.0, own = (double)x[at];
	for (size_t c = 1; c < n; c++)
		most = (double)x[c] > most ? (double)x[c] : most;
	for (size_t c = 0; c < n; c++)
		sum += exp((double)x[c] - most);
	for (size_t c = 0; c < n; c++)
		x[c] = (real)(exp((double)x[c] - most) / sum);
	return log(sum) + most - own;
}
