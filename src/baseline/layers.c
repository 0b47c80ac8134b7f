#include "config.h"

#define ODD__UNFUSED

#include "baseline/layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Vectors of a row held in registers at once, and rows. */
#define WIDE (ODD__WIDTH == 64 ? 4 : 2)
#define TALL 4
#define SHORT_STEP 2e8 /* flops: some ten milliseconds */

#define BETA1 0.9
#define BETA2 0.999
#define SMALL 1e-8

/* A step of Adam. */
struct step {
	odd__tensor *t;
	const uint32_t *list; /* NULL: all rows; otherwise row list[r] has its gradient in row r */
	real size, clip;
};

/* What the kernels of layers are given; each uses what it needs. */
struct product {
	odd__rmat out, X, in;
	const odd__features *features;
	const uint32_t *list;
	odd__rmat offset, bias;
};

#ifdef ODD__SET
/* ---- dense ---- */

/* Rows i … i+R−1, columns c … of V vectors, of out = X in, or of Xᵀ in when turned; R, V and turned
 * are constants in every call. */
ODD__INLINE void dense_tile(
	const struct product *p, size_t i, size_t c, const int R, const int V, const bool turned)
{
	const odd__rmat Y = p->out, X = p->X, W = p->in;
	odd__rvec sum[TALL][WIDE];
	for (int r = 0; r < R; r++)
		for (int v = 0; v < V; v++)
			sum[r][v] = (odd__rvec){0};
	for (size_t q = 0; q < (turned ? X.rows : X.cols); q++) {
		const odd__rvec *w = (const odd__rvec *)(W.data + q * W.stride + c);
		for (int r = 0; r < R; r++) {
			size_t at = i + (size_t)r;
			real x = X.data[turned ? q * X.stride + at : at * X.stride + q];
			for (int v = 0; v < V; v++)
				sum[r][v] += x * w[v];
		}
	}
	for (int r = 0; r < R; r++)
		for (int v = 0; v < V; v++)
			((odd__rvec *)(Y.data + (i + (size_t)r) * Y.stride + c))[v] = sum[r][v];
}

ODD__INLINE void dense_columns(const struct product *p, size_t i, const int R, const bool turned)
{
	size_t c = 0;
	for (; c + WIDE * ODD__REAL_LANES <= p->in.stride; c += WIDE * ODD__REAL_LANES)
		dense_tile(p, i, c, R, WIDE, turned);
	for (; c < p->in.stride; c += ODD__REAL_LANES)
		dense_tile(p, i, c, R, 1, turned);
}

ODD__INLINE void dense_rows(const struct product *p, size_t begin, size_t end, const bool turned)
{
	size_t i = begin;
	for (; i + TALL <= end; i += TALL)
		dense_columns(p, i, TALL, turned);
	for (; i < end; i++)
		dense_columns(p, i, 1, turned);
}

void ODD__KERNEL(layer_times)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	dense_rows(context, begin, end, false);
}

void ODD__KERNEL(layer_outer)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	dense_rows(context, begin, end, true);
}

/* ---- sparse ---- */

void ODD__KERNEL(sparse_offset)(
	void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct product *p = context;
	const odd__features *X = p->features;
	const odd__rmat out = p->out, W = p->in;
	for (size_t c = begin; c < end; c += ODD__REAL_LANES) {
		odd__rvec sum = {0};
		for (size_t d = 0; d < X->cols; d++)
			sum += X->shift[d] * *(const odd__rvec *)(W.data + d * W.stride + c);
		*(odd__rvec *)(out.data + c) = sum;
	}
}

ODD__INLINE void sparse_tile(
	real *y, const struct product *p, size_t i, odd__rmat W, size_t c, const int V)
{
	const odd__features *X = p->features;
	const odd__rmat offset = p->offset, bias = p->bias;
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

void ODD__KERNEL(sparse_times)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct product *p = context;
	const odd__rmat W = p->in;
	for (size_t t = begin; t < end; t++) {
		real *y = odd__rrow(p->out, t);
		size_t c = 0;
		for (; c + 2 * WIDE * ODD__REAL_LANES <= W.stride; c += 2 * WIDE * ODD__REAL_LANES)
			sparse_tile(y, p, p->list[t], W, c, 2 * WIDE);
		for (; c + WIDE * ODD__REAL_LANES <= W.stride; c += WIDE * ODD__REAL_LANES)
			sparse_tile(y, p, p->list[t], W, c, WIDE);
		for (; c < W.stride; c += ODD__REAL_LANES)
			sparse_tile(y, p, p->list[t], W, c, 1);
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

void ODD__KERNEL(sparse_outer)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct product *p = context;
	size_t c = begin;
	for (; c + 2 * ODD__REAL_LANES <= end; c += 2 * ODD__REAL_LANES)
		sparse_outer_tile(p->out, p->features, p->list, p->in, c, 2);
	for (; c < end; c += ODD__REAL_LANES)
		sparse_outer_tile(p->out, p->features, p->list, p->in, c, 1);
}

/* ---- functions of one number ---- */

void ODD__KERNEL(softsign)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct product *p = context;
	real *y = odd__rrow(p->out, begin);
	size_t count = (end - begin) * p->out.stride;
#pragma omp simd
	for (size_t i = 0; i < count; i++)
		y[i] = y[i] / (1 + (y[i] < 0 ? -y[i] : y[i]));
}

void ODD__KERNEL(softsign_back)(
	void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct product *p = context;
	real *d = odd__rrow(p->out, begin);
	const real *y = odd__rrow(p->in, begin);
	size_t count = (end - begin) * p->in.stride;
#pragma omp simd
	for (size_t i = 0; i < count; i++) {
		real slack = 1 - (y[i] < 0 ? -y[i] : y[i]);
		d[i] *= slack * slack;
	}
}

/* ---- Adam ---- */

/* Padding has g = 0, so its m, v and w stay 0. */
ODD__INLINE void step_entries(
	real *w, real *m, real *v, const real *g, size_t count, real step, real clip)
{
	const real b1 = (real)BETA1, a1 = (real)(1.0 - BETA1);
	const real b2 = (real)BETA2, a2 = (real)(1.0 - BETA2), small = (real)SMALL;
#pragma omp simd
	for (size_t i = 0; i < count; i++) {
		real x = g[i];
		x = x > clip ? clip : x;
		x = x < -clip ? -clip : x;
		m[i] = b1 * m[i] + a1 * x;
		v[i] = b2 * v[i] + a2 * x * x;
		w[i] -= step * m[i] /
			((sizeof(real) == sizeof(float) ? (real)sqrtf((float)v[i])
							: (real)sqrt((double)v[i])) +
				small);
	}
}

void ODD__KERNEL(adam_step)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct step *p = context;
	const odd__tensor *t = p->t;
	const size_t s = t->w.stride;
	if (p->list == NULL)
		step_entries(t->w.data + begin * s, t->m.data + begin * s, t->v.data + begin * s,
			t->g.data + begin * s, (end - begin) * s, p->size, p->clip);
	for (size_t r = begin; p->list != NULL && r < end; r++) {
		size_t at = p->list[r] * s;
		step_entries(t->w.data + at, t->m.data + at, t->v.data + at, t->g.data + r * s, s,
			p->size, p->clip);
	}
}
#else
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

void odd__layer_times(odd__rmat Y, odd__rmat X, odd__rmat W, size_t begin, size_t end)
{
	struct product p = {.out = Y, .X = X, .in = W};
	ODD__DEEP(layer_times)(&p, NULL, 0, begin, end);
}

void odd__layer_outer(odd__rmat dW, odd__rmat X, odd__rmat dY, size_t begin, size_t end)
{
	struct product p = {.out = dW, .X = X, .in = dY};
	ODD__DEEP(layer_outer)(&p, NULL, 0, begin, end);
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

void odd__sparse_offset(
	odd__rmat out, const odd__features *X, odd__rmat W, size_t begin, size_t end)
{
	struct product p = {.out = out, .features = X, .in = W};
	ODD__DEEP(sparse_offset)(&p, NULL, 0, begin, end);
}

void odd__sparse_times(odd__rmat Y, const odd__features *X, const uint32_t *list, odd__rmat W,
	odd__rmat offset, odd__rmat bias, size_t begin, size_t end)
{
	struct product p = {
		.out = Y, .features = X, .list = list, .in = W, .offset = offset, .bias = bias};
	ODD__DEEP(sparse_times)(&p, NULL, 0, begin, end);
}

void odd__sparse_outer(odd__rmat dW, const odd__features *X, const uint32_t *list, odd__rmat B,
	size_t begin, size_t end)
{
	struct product p = {.out = dW, .features = X, .list = list, .in = B};
	ODD__DEEP(sparse_outer)(&p, NULL, 0, begin, end);
}

/* ---- functions of one number ---- */

void odd__softsign(odd__rmat Y, size_t begin, size_t end)
{
	struct product p = {.out = Y};
	ODD__DEEP(softsign)(&p, NULL, 0, begin, end);
}

void odd__softsign_back(odd__rmat dY, odd__rmat Y, size_t begin, size_t end)
{
	struct product p = {.out = dY, .in = Y};
	ODD__DEEP(softsign_back)(&p, NULL, 0, begin, end);
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

/* ---- memory ---- */

odd__rmat odd__rmat_take(odd__memory *memory, size_t rows, size_t cols)
{
	size_t stride = odd__whole_lanes(cols);
	/* One vector more: kernels read a whole one at the end of the last row. */
	real *data =
		odd__take(memory, rows + 1, (stride > 0 ? stride : ODD__REAL_PAD) * sizeof *data);
	return (odd__rmat){data, rows, cols, stride};
}

odd__tensor odd__tensor_take(odd__memory *memory, size_t rows, size_t cols)
{
	return (odd__tensor){.w = odd__rmat_take(memory, rows, cols),
		.g = odd__rmat_take(memory, rows, cols),
		.m = odd__rmat_take(memory, rows, cols),
		.v = odd__rmat_take(memory, rows, cols)};
}

void odd__tensor_glorot(odd__tensor *t, size_t row, size_t rows, size_t col, size_t cols, size_t in,
	size_t out, odd_rng *rng)
{
	double range = sqrt(6.0 / (double)(in + out));
	for (size_t i = row; i < row + rows; i++)
		for (size_t j = col; j < col + cols; j++)
			odd__rrow(t->w, i)[j] = (real)(range * (2.0 * odd_rng_uniform(rng) - 1.0));
}

/* ---- steps ---- */

static double step_size(odd__tensor *t, double rate)
{
	double n = (double)++t->steps;
	return rate * sqrt(1.0 - pow(BETA2, n)) / (1.0 - pow(BETA1, n));
}

odd_status odd__adam_step(
	odd__tensor *t, double rate, double clip, const odd_job *job, odd_error *err)
{
	struct step p = {
		t, NULL, (real)step_size(t, rate), clip > 0.0 ? (real)clip : (real)HUGE_VAL};
	if (t->w.rows * t->w.stride < 1 << 14) { /* too little for threads */
		ODD__DEEP(adam_step)(&p, NULL, 0, 0, t->w.rows);
		return ODD_OK;
	}
	odd__chunks chunks;
	odd__chunks_even(&chunks, t->w.rows);
	return odd__parallel_scratch(job, &chunks, ODD__DEEP(adam_step), &p, 0, NULL, err);
}

void odd__adam_rows(odd__tensor *t, const uint32_t *list, size_t count, double rate)
{
	struct step p = {t, list, (real)step_size(t, rate), (real)HUGE_VAL};
	ODD__DEEP(adam_step)(&p, NULL, 0, 0, count);
}

/* ---- neighbours ---- */

odd_status odd__neighbours_init(
	odd__neighbours *out, const odd_network *net, const char *who, odd_error *err)
{
	memset(out, 0, sizeof *out);
	if (odd_csr_nnz(odd_csr_const(net->A)) == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s needs links and \"%s\" has none", who,
			net->name != NULL ? net->name : "the network");
	odd_status status = odd__links_init(&out->links, net, err);
	if (status != ODD_OK)
		return status;
	out->nodes = net->nodes;
	out->ptr = out->links.A.ptr;
	out->idx = out->links.A.idx;
	out->linked = malloc(net->nodes * sizeof *out->linked);
	if (out->linked == NULL) {
		odd__neighbours_clear(out);
		return odd_error_nomem(err);
	}
	for (size_t i = 0; i < net->nodes; i++)
		if (odd__degree(out, i) > 0)
			out->linked[out->linked_count++] = (uint32_t)i;
	return ODD_OK;
}

void odd__neighbours_clear(odd__neighbours *n)
{
	odd__links_clear(&n->links);
	free(n->linked);
	memset(n, 0, sizeof *n);
}

uint32_t odd__walk(const odd__neighbours *n, uint32_t from, size_t steps, odd_rng *rng)
{
	for (; steps > 0; steps--)
		from = n->idx[n->ptr[from] + odd__below32(rng, (uint32_t)odd__degree(n, from))];
	return from;
}

/* ---- attributes ---- */

static odd_status features_alloc(
	odd__features *out, size_t rows, size_t cols, size_t nnz, bool shifted, odd_error *err)
{
	*out = (odd__features){.rows = rows, .cols = cols};
	out->ptr = odd__take(&out->memory, rows + 1, sizeof *out->ptr);
	out->idx = odd__take(&out->memory, nnz, sizeof *out->idx);
	out->val = odd__take(&out->memory, nnz, sizeof *out->val);
	out->shift = shifted ? odd__take(&out->memory, cols, sizeof *out->shift) : NULL;
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		odd__features_clear(out);
	return status;
}

void odd__features_clear(odd__features *X)
{
	odd__memory_free(&X->memory);
	memset(X, 0, sizeof *X);
}

/* mean and 1/sd of each column, absent entries being 0; in units of the column's largest entry, so
 * that squares do not overflow. unit, square and stored are scratch, all zero. */
static void measure_columns(
	double *mean, double *inverse, double *unit, double *square, size_t *stored, odd_ccsr C)
{
	double n = (double)C.rows;
	size_t nnz = odd_csr_nnz(C);
	for (size_t e = 0; e < nnz; e++) {
		unit[C.idx[e]] = fmax(unit[C.idx[e]], fabs(odd_csr_value(C, e)));
		stored[C.idx[e]]++;
	}
	for (size_t e = 0; e < nnz; e++)
		if (unit[C.idx[e]] > 0.0)
			mean[C.idx[e]] += odd_csr_value(C, e) / unit[C.idx[e]] / n;
	for (size_t e = 0; e < nnz; e++) {
		double u = unit[C.idx[e]];
		double x = u > 0.0 ? odd_csr_value(C, e) / u - mean[C.idx[e]] : 0.0;
		square[C.idx[e]] += x * x;
	}
	for (size_t d = 0; d < C.cols; d++) {
		double sd = sqrt((square[d] + (n - (double)stored[d]) * mean[d] * mean[d]) / n);
		/* A spread of a few roundings is none: such a column is 0, whatever it holds. */
		inverse[d] = sd > 1e-13 ? 1.0 / (sd * unit[d]) : 0.0;
		mean[d] *= unit[d];
	}
}

odd_status odd__features_init(odd__features *out, const odd_network *net, bool standardise,
	const char *who, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	size_t nnz = odd_csr_nnz(C);
	odd__memory memory = {0};
	memset(out, 0, sizeof *out);
	if (nnz == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s needs attributes and \"%s\" has none",
			who, net->name != NULL ? net->name : "the network");
	for (size_t e = 0; e < nnz; e++)
		if (!isfinite(odd_csr_value(C, e)))
			return odd_error_set(err, ODD_ENUMERIC,
				"%s: an attribute in column %u is %g", who, (unsigned)C.idx[e],
				odd_csr_value(C, e));
	odd_status status = features_alloc(out, C.rows, C.cols, nnz, standardise, err);
	if (status != ODD_OK)
		return status;
	memcpy(out->ptr, C.ptr, (C.rows + 1) * sizeof *C.ptr);
	memcpy(out->idx, C.idx, nnz * sizeof *C.idx);
	double *mean = odd__take(&memory, C.cols, sizeof *mean);
	double *inverse = odd__take(&memory, C.cols, sizeof *inverse);
	double *unit = odd__take(&memory, C.cols, sizeof *unit);
	double *square = odd__take(&memory, C.cols, sizeof *square);
	size_t *stored = odd__take(&memory, C.cols, sizeof *stored);
	status = odd__memory_check(&memory, err);
	if (standardise && status == ODD_OK)
		measure_columns(mean, inverse, unit, square, stored, C);
	for (size_t d = 0; d < C.cols && standardise && status == ODD_OK; d++)
		out->shift[d] = (real)(mean[d] * inverse[d]);
	for (size_t e = 0; e < nnz && status == ODD_OK; e++)
		out->val[e] = (real)(odd_csr_value(C, e) * (standardise ? inverse[C.idx[e]] : 1.0));
	odd__memory_free(&memory);
	if (status != ODD_OK)
		odd__features_clear(out);
	return status;
}

/* ---- the neighbourhood's attributes ---- */

struct gather {
	double *sum;      /* per column */
	uint8_t *touched; /* per column */
	uint32_t *list;   /* columns touched */
};

static int compare_columns(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Row i of the mean into idx, val (when not NULL); returns how many entries it has. */
static size_t around_row(uint32_t *idx, real *val, const odd__features *X, const odd__neighbours *n,
	size_t i, struct gather *g)
{
	uint32_t self = (uint32_t)i;
	const uint32_t *near = n->idx + n->ptr[i];
	size_t degree = odd__degree(n, i), count = 0;
	if (degree == 0) {
		near = &self;
		degree = 1;
	}
	for (size_t a = 0; a < degree; a++)
		for (size_t e = X->ptr[near[a]]; e < X->ptr[near[a] + 1]; e++) {
			uint32_t d = X->idx[e];
			if (!g->touched[d]) {
				g->touched[d] = 1;
				g->list[count++] = d;
			}
			g->sum[d] += (double)X->val[e];
		}
	if (val != NULL)
		qsort(g->list, count, sizeof *g->list, compare_columns);
	for (size_t c = 0; c < count; c++) {
		uint32_t d = g->list[c];
		if (val != NULL) {
			idx[c] = d;
			val[c] = (real)(g->sum[d] / (double)degree);
		}
		g->sum[d] = 0.0;
		g->touched[d] = 0;
	}
	return count;
}

/* Told and asked every so many rows of the two passes. */
static odd_status around_pause(
	const char *who, size_t done, size_t rows, const odd_job *job, odd_error *err)
{
	if (done % 1024 != 0)
		return ODD_OK;
	odd_job_report(job, who, (double)done, 2.0 * (double)rows);
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

odd_status odd__features_around(odd__features *out, const odd__features *X,
	const odd__neighbours *n, const char *who, const odd_job *job, odd_error *err)
{
	odd__memory memory = {0};
	struct gather g = {odd__take(&memory, X->cols, sizeof *g.sum),
		odd__take(&memory, X->cols, sizeof *g.touched),
		odd__take(&memory, X->cols, sizeof *g.list)};
	size_t total = 0, rows = X->rows;
	odd_status status = odd__memory_check(&memory, err);
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < rows && status == ODD_OK; i++) {
		total += around_row(NULL, NULL, X, n, i, &g);
		status = around_pause(who, i, rows, job, err);
	}
	if (status == ODD_OK)
		status = features_alloc(out, rows, X->cols, total, X->shift != NULL, err);
	for (size_t i = 0; i < rows && status == ODD_OK; i++) {
		size_t at = out->ptr[i];
		out->ptr[i + 1] = at + around_row(out->idx + at, out->val + at, X, n, i, &g);
		status = around_pause(who, rows + i, rows, job, err);
	}
	if (status != ODD_OK)
		odd__features_clear(out);
	else if (X->shift != NULL) /* the mean of shifted rows is shifted by as much */
		memcpy(out->shift, X->shift, X->cols * sizeof *X->shift);
	odd__memory_free(&memory);
	return status;
}
#endif
