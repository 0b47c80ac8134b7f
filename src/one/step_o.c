/* step_o.c: the O step, and the row errors it is made of.
 *
 *     r1(i) = ‖A_i − G_i H‖²,   r2(i) = ‖C_i − U_i V‖²,   r3(i) = ‖G_i − U_i Wᵀ‖²
 *     Oₜ(i) = μ rₜ(i) / Σ rₜ
 *
 * Minimises Σ log(1/O) r over ΣO = μ, so the loss cannot rise. Nothing dense is formed:
 *     r1(i) = ‖A_i‖² − 2 G_i·E_i,   E = A Hᵀ − G L,   L + Lᵀ = H Hᵀ, L zero right of its diagonal,
 * r2 likewise. The difference can cancel to ±1e-15 ‖A_i‖²: what is not more is 0, for where all
 * rows fit, O would be shares of rounding errors. E is computed here once per iteration and kept:
 * the next G and U steps need it.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"
#include "linalg/logarithm.h"
#include "linalg/spmm.h"
#include "one/state.h"

#define ROUNDING 1e-13  /* of ‖row‖²: an error up to here is none */
#define CLOSE 1e-5      /* of ‖row‖²: up to here it is added up entry by entry … */
#define REFINED 20e6    /* … unless that takes more multiplications */
#define AGREEMENT 1e-24 /* of Σ ‖row‖²: the same for r3, which does not cancel */

struct context {
	odd_one *run;
	double *const *r;
	bool need_AHt, need_CVt, need_r3;
	bool links, words;                 /* which of them: r1; r2 and r3 */
	const double *half_HHt, *half_VVt; /* odd__lower_half of H Hᵀ and V Vᵀ */
	double (*sum)[3];                  /* per chunk: Σ r */
};

/* O, w and the loss, all nodes at once. */
struct reweigh {
	odd_one *run;
	odd__share share[3];
	double (*partial)[3]; /* per chunk: Σ w r for each term */
	double (*norm)[3];    /* per chunk: Σ w ‖row‖² */
};

#ifdef ODD__SET
/* One block of r(i) = ‖S_i‖² − 2 x_i·E_i. Returns their sum. With half, E comes as S Bᵀ and x half
 * is taken off it first. */
ODD__INLINE double residual_block(double *r, const double *norm, const double *x, double *E,
	const double *half, double *tmp, size_t rows, size_t k, size_t s)
{
	double sum = 0.0;
	odd__vec parts[ODD__B];
	if (half != NULL)
		odd__block_lower(tmp, x, half, k, s);
	for (size_t i = 0; i < rows; i++) {
		odd__vec dot = {0};
		for (size_t q = i * s; q < (i + 1) * s; q += ODD__LANES) {
			odd__vec e = *(const odd__vec *)(E + q);
			if (half != NULL) {
				e -= *(const odd__vec *)(tmp + q);
				*(odd__vec *)(E + q) = e;
			}
			dot += *(const odd__vec *)(x + q) * e;
		}
		parts[i] = dot;
	}
	odd__block_sums(r, parts, rows);
	for (size_t i = 0; i < rows; i++) {
		const double value = norm[i] - 2.0 * r[i];
		/* Written so that a NaN stays one and is noticed. */
		r[i] = value < ROUNDING * norm[i] ? 0.0 : value;
		sum += r[i];
	}
	return sum;
}

/* r1 of a block of nodes, and E unless it is at hand. Nodes that are visited out of their order
 * are collected first. */
ODD__INLINE double links_block(
	const struct context *c, double *tmp, size_t i0, size_t rows, bool stream)
{
	const odd_one *run = c->run;
	const size_t s = run->s;
	double *fresh = tmp + ODD__B * s, *apart = fresh + ODD__B * s, norm[ODD__B], r[ODD__B];
	if (run->visit == NULL) {
		double *AHt = odd_mat_row(run->AHt, i0);
		const bool past = c->need_AHt && stream;
		if (c->need_AHt)
			odd__spmm_rows(past ? fresh : AHt, s, run->A, NULL, odd_mat_const(run->Ht),
				i0, i0 + rows);
		double sum = residual_block(c->r[0] + i0, run->norm_A + i0, odd_mat_row(run->G, i0),
			past ? fresh : AHt, c->need_AHt ? c->half_HHt : NULL, tmp, rows, run->k, s);
		if (past)
			odd__stream(AHt, fresh, rows * s);
		return sum;
	}
	const uint32_t *visit = run->visit + i0;
	for (size_t i = 0; i < rows; i++) {
		memcpy(apart + i * s, odd_mat_row(run->G, visit[i]), s * sizeof *apart);
		norm[i] = run->norm_A[visit[i]];
		if (!c->need_AHt)
			memcpy(fresh + i * s, odd_mat_row(run->AHt, visit[i]), s * sizeof *fresh);
	}
	for (size_t i = rows; i < 2 * rows && i0 + i < run->n; i++) {
		for (size_t e = 0; e < s; e += 8)
			__builtin_prefetch(odd_mat_row(run->G, visit[i]) + e, 0, 2);
		__builtin_prefetch(run->norm_A + visit[i], 0, 2);
		__builtin_prefetch(c->r[0] + visit[i], 1, 2);
	}
	if (c->need_AHt)
		odd__spmm_rows(fresh, s, odd__one_nearby(run, 0), NULL, odd_mat_const(run->Ht), i0,
			i0 + rows);
	double sum = residual_block(
		r, norm, apart, fresh, c->need_AHt ? c->half_HHt : NULL, tmp, rows, run->k, s);
	for (size_t i = 0; i < rows; i++) {
		c->r[0][visit[i]] = r[i];
		if (c->need_AHt)
			odd__stream(odd_mat_row(run->AHt, visit[i]), fresh + i * s, s);
	}
	return sum;
}

/* r2 and r3 of a block of nodes, and its E unless it is at hand. */
ODD__INLINE void words_block(
	const struct context *c, double sum[3], double *tmp, size_t i0, size_t rows, bool stream)
{
	const odd_one *run = c->run;
	const size_t k = run->k, s = run->s;
	const double *G = odd_mat_row(run->G, i0), *U = odd_mat_row(run->U, i0);
	double *CVt = odd_mat_row(run->CVt, i0), *fresh = tmp + ODD__B * s;
	const bool past = c->need_CVt && stream;
	if (c->need_CVt)
		odd__spmm_rows(
			past ? fresh : CVt, s, run->C, NULL, odd_mat_const(run->Vt), i0, i0 + rows);
	sum[1] += residual_block(c->r[1] + i0, run->norm_C + i0, U, past ? fresh : CVt,
		c->need_CVt ? c->half_VVt : NULL, tmp, rows, k, s);
	if (past)
		odd__stream(CVt, fresh, rows * s);
	/* W is orthogonal: ‖G_i − U_i Wᵀ‖ = ‖U_i − G_i W‖, which the U step has just measured. */
	double *r3 = c->r[2] + i0;
	if (c->need_r3) { /* in that step's order of additions, so that going back is exact */
		odd__vec parts[ODD__B];
		odd__block_times(tmp, G, run->W.data, k, s);
		for (size_t i = 0; i < rows; i++) {
			parts[i] = (odd__vec){0};
			for (size_t q = i * s; q < (i + 1) * s; q += ODD__LANES) {
				const odd__vec d =
					*(const odd__vec *)(U + q) - *(const odd__vec *)(tmp + q);
				parts[i] += d * d;
			}
		}
		odd__block_sums(r3, parts, rows);
	} else if (c->r[2] != run->r[2]) {
		memcpy(r3, run->r[2] + i0, rows * sizeof *r3);
	}
	for (size_t i = 0; i < rows; i++)
		sum[2] += r3[i];
}

void ODD__KERNEL(one_residuals)(
	void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct context *c = context;
	const odd_one *run = c->run;
	double *sum = c->sum[chunk];
	const size_t s = run->s, bytes = odd__mat_bytes(odd_mat_const(run->Ht));
	const bool stream = bytes > run->tuning.stream_bytes;
	const bool ahead = bytes > run->tuning.ahead_bytes;
	sum[0] = sum[1] = sum[2] = 0.0;
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		const size_t rows = end - i0 < ODD__B ? end - i0 : ODD__B;
		if (ahead && c->links && run->visit == NULL)
			odd__block_ahead(odd_mat_row(run->G, i0), s);
		if (ahead && c->words)
			odd__block_ahead(odd_mat_row(run->U, i0), s);
		if (c->links)
			sum[0] += links_block(c, scratch, i0, rows, stream);
		if (c->words)
			words_block(c, sum, scratch, i0, rows, stream);
	}
	odd__stream_end();
}

/* As odd__share_of, for a vector of them. */
ODD__INLINE odd__vec share_of(const odd__share *share, odd__vec r)
{
	const odd__vec zero = {0}, one = zero + 1.0, floor = zero + share->floor;
	odd__vec part = odd__choose((odd__mask)(r > zero), r * share->scale, zero + share->rest);
	part = odd__choose((odd__mask)(part > floor), part, floor);
	return odd__choose((odd__mask)(r >= zero + share->bound), one, part);
}

/* Some lanes from memory, the others x. */
ODD__INLINE odd__vec take_lanes(const double *from, size_t lanes, double x)
{
	if (lanes >= ODD__LANES)
		return *(const odd__vec *)from;
	double all[ODD__LANES] __attribute__((aligned(64)));
	for (size_t v = 0; v < ODD__LANES; v++)
		all[v] = v < lanes ? from[v] : x;
	return *(const odd__vec *)all;
}

ODD__INLINE void put_lanes(double *to, size_t lanes, odd__vec from)
{
	if (lanes >= ODD__LANES) {
		*(odd__vec *)to = from;
		return;
	}
	for (size_t v = 0; v < lanes; v++)
		to[v] = from[v];
}

/* O (unless it is to stay), w = log(1/O) and Σ w r over the rows of a chunk, which begins at a
 * whole vector. */
void ODD__KERNEL(one_reweigh)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	const struct reweigh *c = context;
	const odd_one *run = c->run;
	const double *const norms[3] = {run->norm_A, run->norm_C, NULL};
	for (int t = 0; t < 3; t++) {
		odd__vec sum = {0}, weighted = {0};
		for (size_t i = begin; i < end; i += ODD__LANES) {
			const odd__vec r = take_lanes(run->r[t] + i, end - i, 0.0);
			odd__vec O = take_lanes(run->O[t] + i, end - i, 1.0), w;
			if (c->share[t].scale > 0.0) {
				O = share_of(&c->share[t], r);
				put_lanes(run->O[t] + i, end - i, O);
			}
			if (odd__log_fits(O)) {
				w = -odd__vec_log(O);
			} else {
				for (int v = 0; v < ODD__LANES; v++)
					w[v] = -log(O[v]);
			}
			put_lanes(run->w[t] + i, end - i, w);
			sum += w * r;
			if (norms[t] != NULL)
				weighted += w * take_lanes(norms[t] + i, end - i, 0.0);
		}
		c->partial[chunk][t] = odd__vec_sum(sum);
		c->norm[chunk][t] = odd__vec_sum(weighted);
	}
}
#else
/* One pass over the nodes: links in the order of visiting them, words as they stand. Adds to sum.
 */
static odd_status residual_pass(
	struct context *c, double sum[3], const odd_job *job, odd_error *err)
{
	const odd_one *run = c->run;
	double sums[ODD__CHUNKS_MAX][3];
	const odd_ccsr A = c->links ? odd__one_nearby(run, 0) : run->C;
	odd__chunks chunks;
	size_t row_cost = run->k;
	if (c->links && c->words)
		row_cost += odd_csr_nnz(run->C) / (run->n > 0 ? run->n : 1);
	c->sum = sums;
	odd__chunks_by_entries(&chunks, run->n, A.ptr, row_cost);
	odd_status status = odd__parallel_scratch(job, &chunks, odd__kernels()->one_residuals, c,
		3 * ODD__B * run->s * sizeof(double), "O", err);
	for (size_t i = 0; i < chunks.count && status == ODD_OK; i++)
		for (int t = 0; t < 3; t++)
			sum[t] += sums[i][t];
	return status;
}

static struct context residual_context(odd_one *run, double *const r[3])
{
	odd__lower_half(run->small[1].data, odd_mat_const(run->HHt));
	odd__lower_half(run->small[2].data, odd_mat_const(run->VVt));
	return (struct context){.run = run,
		.r = r,
		.need_AHt = !run->have_AHt,
		.need_CVt = !run->have_CVt,
		.need_r3 = !run->have_r3,
		.half_HHt = run->small[1].data,
		.half_VVt = run->small[2].data};
}

/* Links and words share nothing, so they have a pass each: what one of them fetches again and again
 * stays in the caches. */
static odd_status links_pass(struct context *c, double sum[3], const odd_job *job, odd_error *err)
{
	odd__halo *halo = c->run->halo;
	odd_status status = odd__one_need_nearby(c->run, err);
	if (status == ODD_OK && halo != NULL && halo->under_way.data == NULL)
		status = odd__halo_begin(halo, c->run->Ht, err);
	odd__halo_end(halo);
	c->links = true;
	c->words = false;
	if (status == ODD_OK)
		status = residual_pass(c, sum, job, err);
	if (status == ODD_OK)
		c->run->have_AHt = true;
	return status;
}

static odd_status words_pass(struct context *c, double sum[3], const odd_job *job, odd_error *err)
{
	c->links = false;
	c->words = true;
	odd_status status = residual_pass(c, sum, job, err);
	if (status == ODD_OK)
		c->run->have_CVt = true;
	return status;
}

/* ‖S_i − x B‖², entry by entry. open: as many zeros as S has columns. */
static double whole_row(odd_ccsr S, odd_cmat Bt, const double *x, size_t i, double *open)
{
	double sum = 0.0;
	for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
		open[S.idx[e]] = odd_csr_value(S, e);
	for (size_t j = 0; j < S.cols; j++) {
		const double *b = odd_cmat_row(Bt, j);
		double left = open[j];
		for (size_t k = 0; k < Bt.cols; k++)
			left -= x[k] * b[k];
		sum += left * left;
	}
	for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
		open[S.idx[e]] = 0.0;
	return sum;
}

/* A row that fits so well that the difference has lost half its digits is added up again, as long
 * as there is little to do: O is shares of these errors, and w their logarithms. */
static odd_status refine(const odd_one *run, int t, double *r, double *sum, odd_error *err)
{
	const odd_ccsr S = t == 0 ? run->A : run->C;
	const odd_cmat Bt = odd_mat_const(t == 0 ? run->Ht : run->Vt);
	const odd_mat X = t == 0 ? run->G : run->U;
	const double *norm = t == 0 ? run->norm_A : run->norm_C;
	size_t count = 0;
	for (size_t i = 0; i < run->n; i++)
		count += r[i] < CLOSE * norm[i];
	if (count == 0 || run->comm != NULL || (double)(count * S.cols * run->k) > REFINED)
		return ODD_OK;
	double *open = calloc(S.cols, sizeof *open);
	if (open == NULL)
		return odd_error_nomem(err);
	*sum = 0.0;
	for (size_t i = 0; i < run->n; i++) {
		if (r[i] < CLOSE * norm[i]) {
			r[i] = whole_row(S, Bt, odd_mat_row(X, i), i, open);
			r[i] = r[i] < ROUNDING * norm[i] ? 0.0 : r[i];
		}
		*sum += r[i];
	}
	free(open);
	return ODD_OK;
}

odd_status odd__one_fit_of(
	double *fit, const odd_one *run, int t, odd_cmat Bt, double all, odd_error *err)
{
	const odd_ccsr S = t == 0 ? run->A : run->C;
	const odd_mat X = t == 0 ? run->G : run->U;
	if (*fit > CLOSE * all || run->comm != NULL ||
		(double)run->n * (double)S.cols * (double)run->k > REFINED)
		return ODD_OK;
	double *open = calloc(S.cols, sizeof *open);
	if (open == NULL)
		return odd_error_nomem(err);
	*fit = 0.0;
	for (size_t i = 0; i < run->n; i++)
		*fit += run->w[t][i] * whole_row(S, Bt, odd_mat_row(X, i), i, open);
	free(open);
	return ODD_OK;
}

odd_status odd__one_residuals(
	odd_one *run, double *const r[3], double *sum, const odd_job *job, odd_error *err)
{
	double all[3] = {0.0, 0.0, 0.0};
	struct context c = residual_context(run, r);
	odd_status status = links_pass(&c, all, job, err);
	if (status == ODD_OK)
		status = words_pass(&c, all, job, err);
	for (int t = 0; t < 2 && status == ODD_OK; t++)
		status = refine(run, t, r[t], &all[t], err);
	odd__comm_sum(run->comm, all, 3);
	if (status == ODD_OK && sum != NULL)
		memcpy(sum, all, sizeof all);
	return status;
}

odd_status odd__one_need_AHt(odd_one *run, const odd_job *job, odd_error *err)
{
	double sum[3] = {0.0, 0.0, 0.0};
	if (run->have_AHt)
		return ODD_OK;
	struct context c = residual_context(run, run->r);
	return links_pass(&c, sum, job, err);
}

odd_status odd__one_need_CVt(odd_one *run, const odd_job *job, odd_error *err)
{
	double sum[3] = {0.0, 0.0, 0.0};
	if (run->have_CVt)
		return ODD_OK;
	struct context c = residual_context(run, run->r);
	c.need_r3 = false;
	return words_pass(&c, sum, job, err);
}

/* One round over the shares: what lies below the bound in numbers. */
struct round {
	double below, fixed, zero; /* Σ r; how many reach the bound, how many are 0 */
};

static struct round share_round(
	const double *r, size_t n, double bound, double *largest, const odd__comm *comm)
{
	double sums[3] = {0.0, 0.0, 0.0};
	*largest = 0.0;
	for (size_t i = 0; i < n; i++) {
		sums[2] += r[i] == 0.0;
		if (r[i] >= bound) {
			sums[1]++;
			continue;
		}
		sums[0] += r[i];
		*largest = r[i] > *largest ? r[i] : *largest;
	}
	odd__comm_sum(comm, sums, 3);
	/* Without memory for this the bound is looked for once more than it has to be. */
	if (odd__comm_largest(comm, largest, 1, NULL) != ODD_OK)
		*largest = INFINITY;
	return (struct round){sums[0], sums[1], sums[2]};
}

odd__share odd__one_share(const double *r, size_t n, double sum, double mu, const odd__comm *comm)
{
	odd__share share = {0.0, INFINITY, 0.0, 1e-12 * mu};
	if (!(sum > 0.0))
		return share;
	share.scale = mu / sum;
	if (mu <= 1.0) /* no share of the sum exceeds 1 */
		return share;
	/* Each round fixes at 1 the values that reach it and rescales the rest, until no further
	 * value does.
	 */
	for (double largest = INFINITY; largest * share.scale > 1.0;) {
		const double bound = 1.0 / share.scale;
		const struct round now = share_round(r, n, bound, &largest, comm);
		if (now.fixed == 0.0)
			break;
		share.bound = bound;
		double left = mu - now.fixed;
		if (!(now.below >
			    0.0)) { /* all others fit exactly: any O serves, share it evenly */
			share.rest = now.zero > 0.0 ? fmin(1.0, left / now.zero) : 0.0;
			break;
		}
		share.scale = left / now.below;
	}
	return share;
}

/* O by its shares, w and Σ w ‖row‖²; term receives Σ w r. */
static void reweigh(odd_one *run, const odd__share share[3], double term[3], const odd_job *job)
{
	double partial[ODD__CHUNKS_MAX][3], norm[ODD__CHUNKS_MAX][3];
	struct reweigh c = {.run = run, .partial = partial, .norm = norm};
	memcpy(c.share, share, sizeof c.share);
	/* Finished once it is begun, cancelled or not. */
	odd_job whole = {.threads = odd_job_threads(job)};
	odd__chunks chunks;
	odd__chunks_even(&chunks, run->n);
	odd__parallel_scratch(&whole, &chunks, odd__kernels()->one_reweigh, &c, 0, NULL, NULL);
	run->weighted_norm[0] = run->weighted_norm[1] = 0.0;
	for (int t = 0; t < 3; t++) {
		term[t] = 0.0;
		for (size_t i = 0; i < chunks.count; i++) {
			term[t] += partial[i][t];
			if (t < 2)
				run->weighted_norm[t] += norm[i][t];
		}
	}
	odd__comm_sum(run->comm, term, 3);
	odd__comm_sum(run->comm, run->weighted_norm, 2);
}

void odd__one_weights(odd_one *run)
{
	const odd__share stay[3] = {{.scale = 0.0}, {.scale = 0.0}, {.scale = 0.0}};
	double term[3];
	reweigh(run, stay, term, NULL);
}

static double trace_of(odd_mat m)
{
	double sum = 0.0;
	for (size_t k = 0; k < m.rows; k++)
		sum += odd_mat_row(m, k)[k];
	return sum;
}

odd_status odd__one_step_o(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	double sum[3];
	odd__share share[3] = {{.scale = 0.0}};
	odd_status status = odd__one_residuals(run, run->r, sum, job, err);
	if (status == ODD_OK)
		status = odd__one_check_finite(sum, ODD_STEP_O, err);
	if (status != ODD_OK)
		return status;
	/* A scale of 0 leaves O as it is. */
	if (sum[2] <= AGREEMENT * (trace_of(run->P) + trace_of(run->Q)))
		sum[2] = 0.0;
	for (int t = 0; t < 3 && run->options.o == ODD_O_SHARES; t++)
		share[t] = odd__one_share(run->r[t], run->n, sum[t], run->options.mu, run->comm);
	reweigh(run, share, term, job);
	return ODD_OK;
}
#endif
