/* tadw.c: TADW by alternating regressions.
 *
 * Text features, a row for each node:
 *
 *     B = C diag(log(N/df)),   B ≈ U S Yᵀ of rank F,   Z = U S,   Tᵀ = Z with columns scaled to 1
 *
 * Columns of U S scaled to unit length are those of U, so the features that are trained on are
 * orthonormal, T Tᵀ = I. That is what makes the rest cheap.
 *
 * Then, with G = M U (N × F, made once, see tadw.h):
 *
 *     Wt = G Ht (HtᵀHt + λ/2 I)⁻¹        Ht = Gᵀ Wt (WtᵀWt + λ/2 I)⁻¹
 *
 * Each is the exact minimiser of a ridge regression, so the objective cannot rise. A sweep costs
 * 4 N F k flops and two k × k inverses.
 */
#include "config.h"

#include "baseline/tadw.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "baseline/walks.h"
#include "baseline/method.h"
#include "linalg/svd.h"
#include "linalg/thin.h"

#define NOTHING 1e-12 /* columns shorter than this share of the longest are zero */

/* ---- text ------------------------------------------------------------------------------- */

static bool is_binary(odd_ccsr C)
{
	for (size_t e = 0; C.val != NULL && e < odd_csr_nnz(C); e++)
		if (C.val[e] != 1.0)
			return false;
	return true;
}

/* A word that everybody has weighs nothing; its entries stay, as zeros. */
static odd_status weigh_words(odd_csr *out, odd_ccsr C, odd_error *err)
{
	size_t nnz = odd_csr_nnz(C);
	double *idf = calloc(C.cols + 1, sizeof *idf);
	odd_status status = idf != NULL ? odd_csr_alloc(out, C.rows, C.cols, nnz, 1, err)
					: odd_error_nomem(err);
	if (status != ODD_OK)
		goto out;
	for (size_t e = 0; e < nnz; e++)
		idf[C.idx[e]] += 1.0;
	for (size_t d = 0; d < C.cols; d++)
		idf[d] = idf[d] > 0.0 ? log((double)C.rows / idf[d]) : 0.0;
	for (size_t i = 0; i <= C.rows; i++)
		out->ptr[i] = C.ptr[i];
	for (size_t e = 0; e < nnz; e++) {
		out->idx[e] = C.idx[e];
		out->val[e] = odd_csr_value(C, e) * idf[C.idx[e]];
	}
out:
	free(idf);
	return status;
}

/* U of the left factor U √Σ that odd_svd gives, without the directions that are not there. */
static odd_status take_left(odd__tadw *t, odd_mat left, const double *sigma, odd_error *err)
{
	size_t found = 0;
	while (found < left.cols && sigma[found] > 0.0)
		found++;
	if (found == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"tadw: no attribute tells one node from another, so there is no text to "
			"use");
	t->features = found;
	t->U = odd__take_matrix(&t->memory, left.rows, found);
	t->sigma = odd__take_matrix(&t->memory, 1, found);
	odd_status status = odd__memory_check(&t->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t f = 0; f < found; f++)
		t->sigma.data[f] = sigma[f];
	for (size_t i = 0; i < left.rows; i++)
		for (size_t f = 0; f < found; f++)
			odd_mat_row(t->U, i)[f] = odd_mat_row(left, i)[f] / sqrt(sigma[f]);
	return ODD_OK;
}

static odd_status read_text(odd__tadw *t, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	size_t rank = options->features;
	odd_csr weighed = {0}, turned = {0};
	odd__memory memory = {0};
	if (rank > C.rows)
		rank = C.rows;
	if (rank > C.cols)
		rank = C.cols;
	odd_mat left = odd__take_matrix(&memory, C.rows, rank);
	odd_mat right = odd__take_matrix(&memory, C.cols, rank);
	odd_mat sigma = odd__take_matrix(&memory, 1, rank);
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK && is_binary(C)) { /* as in the authors' data */
		status = weigh_words(&weighed, C, err);
		C = odd_csr_const(weighed);
	}
	if (status == ODD_OK)
		status = odd_csr_transpose(&turned, C, err);
	if (status == ODD_OK)
		status = odd_svd(left, right, sigma.data, C, odd_csr_const(turned), options->seed,
			"text features", job, err);
	if (status == ODD_OK)
		status = take_left(t, left, sigma.data, err);
	odd_csr_clear(&weighed);
	odd_csr_clear(&turned);
	odd__memory_free(&memory);
	return status;
}

/* ---- proximity ---------------------------------------------------------------------------- */

odd_status odd__tadw_transitions(odd_csr *P, const odd_network *net, odd_error *err)
{
	odd__links links;
	odd_status status = odd__links_init(&links, net, err);
	odd_ccsr A = links.A;
	if (status == ODD_OK)
		status = odd_csr_alloc(P, A.rows, A.cols, odd_csr_nnz(A), 1, err);
	if (status == ODD_OK) {
		memcpy(P->ptr, A.ptr, (A.rows + 1) * sizeof *P->ptr);
		for (size_t i = 0; i < A.rows; i++) {
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
				P->idx[e] = A.idx[e];
				P->val[e] = 1.0 / (double)(A.ptr[i + 1] - A.ptr[i]);
			}
		}
	}
	odd__links_clear(&links);
	return status;
}

odd_status odd__tadw_proximity(
	odd_mat out, odd_ccsr P, odd_cmat X, odd_mat once, const odd_job *job, odd_error *err)
{
	odd_status status = odd_csr_times(once, P, NULL, X, job, err);
	if (status == ODD_OK)
		status = odd_csr_times(out, P, NULL, odd_mat_const(once), job, err);
	for (size_t i = 0; i < out.rows && status == ODD_OK; i++)
		for (size_t f = 0; f < out.cols; f++)
			odd_mat_row(out, i)[f] =
				0.5 * (odd_mat_row(once, i)[f] + odd_mat_row(out, i)[f]);
	return status;
}

/* ---- life --------------------------------------------------------------------------------- */

void odd__tadw_clear(odd__tadw *t)
{
	odd__memory_free(&t->memory);
}

/* G = M U, and its transpose. */
static odd_status make_proximity(
	odd__tadw *t, const odd_network *net, const odd_job *job, odd_error *err)
{
	odd_csr P = {0};
	odd_mat once = {NULL, 0, 0, 0};
	odd_status status = odd__tadw_transitions(&P, net, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&once, t->nodes, t->features, err);
	if (status == ODD_OK)
		status = odd__tadw_proximity(
			t->G, odd_csr_const(P), odd_mat_const(t->U), once, job, err);
	odd_mat_free(&once);
	odd_csr_clear(&P);
	if (status == ODD_OK)
		odd_mat_transpose(t->Gt, odd_mat_const(t->G));
	return status;
}

/* Rows of H of about unit length: a start much smaller than the ridge would take sweeps to grow. */
static void start_h(odd__tadw *t, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "tadw");
	double scale = 1.0 / sqrt((double)t->features);
	for (size_t f = 0; f < t->features; f++)
		for (size_t k = 0; k < t->k; k++)
			odd_mat_row(t->Ht, f)[k] = scale * odd_rng_normal(&rng);
}

odd_status odd__tadw_begin(odd__tadw *t, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err)
{
	*t = (odd__tadw){.nodes = net->nodes, .k = (options->k + 1) / 2, .lambda = options->lambda};
	odd_status status = read_text(t, net, options, job, err);
	const size_t longer = t->nodes > t->features ? t->nodes : t->features;
	if (status == ODD_OK) {
		t->G = odd__take_matrix(&t->memory, t->nodes, t->features);
		t->Gt = odd__take_matrix(&t->memory, t->features, t->nodes);
		t->Wt = odd__take_matrix(&t->memory, t->nodes, t->k);
		t->Ht = odd__take_matrix(&t->memory, t->features, t->k);
		t->square = odd__take_matrix(&t->memory, t->k, t->k);
		t->ridge = odd__take_matrix(&t->memory, longer, t->k);
		status = odd__memory_check(&t->memory, err);
	}
	if (status == ODD_OK)
		status = make_proximity(t, net, job, err);
	if (status == ODD_OK)
		start_h(t, options->seed);
	else
		odd__tadw_clear(t);
	return status;
}

/* ---- half steps --------------------------------------------------------------------------- */

/* S ← (S + λ/2 I)⁻¹ by Cholesky, both triangles. */
static odd_status invert_ridge(odd_mat S, double lambda, const char *step, odd_error *err)
{
	lapack_int k = (lapack_int)S.rows, stride = (lapack_int)S.stride;
	for (size_t a = 0; a < S.rows; a++)
		odd_mat_row(S, a)[a] += 0.5 * lambda;
	if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', k, S.data, stride) != 0 ||
		LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'U', k, S.data, stride) != 0)
		return odd_error_set(
			err, ODD_ENUMERIC, "tadw: the system of the %s step is singular", step);
	for (size_t a = 0; a < S.rows; a++)
		for (size_t b = 0; b < a; b++)
			odd_mat_row(S, a)[b] = odd_mat_row(S, b)[a];
	return ODD_OK;
}

/* out = G held (heldᵀheld + λ/2 I)⁻¹ */
static odd_status regress(odd__tadw *t, odd_mat out, odd_mat G, odd_mat held, const char *step,
	const odd_job *job, odd_error *err)
{
	odd_mat ridge = {t->ridge.data, held.rows, t->k, t->ridge.stride};
	odd_status status = odd__gram(t->square, odd_mat_const(held), job, err);
	if (status == ODD_OK)
		status = invert_ridge(t->square, t->lambda, step, err);
	if (status == ODD_OK)
		status = odd__thin_times(
			ridge, odd_mat_const(held), odd_mat_const(t->square), job, err);
	if (status == ODD_OK)
		status = odd__thin_times(out, odd_mat_const(G), odd_mat_const(ridge), job, err);
	return status;
}

odd_status odd__tadw_step_w(odd__tadw *t, const odd_job *job, odd_error *err)
{
	return regress(t, t->Wt, t->G, t->Ht, "W", job, err);
}

odd_status odd__tadw_step_h(odd__tadw *t, const odd_job *job, odd_error *err)
{
	return regress(t, t->Ht, t->Gt, t->Wt, "H", job, err);
}

/* ---- embedding ---------------------------------------------------------------------------- */

static void unit_columns(odd_mat X, double *length)
{
	double longest = 0.0;
	memset(length, 0, X.cols * sizeof *length);
	for (size_t i = 0; i < X.rows; i++)
		for (size_t c = 0; c < X.cols; c++)
			length[c] += odd_mat_row(X, i)[c] * odd_mat_row(X, i)[c];
	for (size_t c = 0; c < X.cols; c++) {
		length[c] = sqrt(length[c]);
		longest = length[c] > longest ? length[c] : longest;
	}
	for (size_t i = 0; i < X.rows; i++)
		for (size_t c = 0; c < X.cols; c++)
			odd_mat_row(X, i)[c] = length[c] > NOTHING * longest
						       ? odd_mat_row(X, i)[c] / length[c]
						       : 0.0;
}

/* [Wt, Z Ht] with columns of unit length, into the caller's N × 2k. */
static odd_status embedding_of(odd_mat out, const odd__tadw *t, const odd_job *job, odd_error *err)
{
	assert(out.rows == t->nodes && out.cols == 2 * t->k);
	odd__memory memory = {0};
	odd_mat scaled = odd__take_matrix(&memory, t->features, t->k);
	odd_mat half = odd__take_matrix(&memory, t->nodes, t->k);
	odd_mat length = odd__take_matrix(&memory, 1, t->k);
	odd_status status = odd__memory_check(&memory, err);
	for (size_t f = 0; f < t->features && status == ODD_OK; f++)
		for (size_t k = 0; k < t->k; k++)
			odd_mat_row(scaled, f)[k] = t->sigma.data[f] * odd_mat_row(t->Ht, f)[k];
	for (int side = 0; side < 2 && status == ODD_OK; side++) {
		if (side == 0)
			odd_mat_copy(half, odd_mat_const(t->Wt));
		else
			status = odd__thin_times(
				half, odd_mat_const(t->U), odd_mat_const(scaled), job, err);
		unit_columns(half, length.data);
		odd_mat to = {out.data + (size_t)side * t->k, out.rows, t->k, out.stride};
		odd_mat_copy(to, odd_mat_const(half));
	}
	odd__memory_free(&memory);
	return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static odd_status solve(odd__tadw *t, const odd_tadw_options *o, const odd_job *job, odd_error *err)
{
	static const char what[] = "tadw";
	odd_status status = ODD_OK;
	for (size_t s = 0; s < o->sweeps && status == ODD_OK; s++) {
		odd_job_report(job, what, (double)s, (double)o->sweeps);
		status = odd__tadw_step_w(t, job, err);
		if (status == ODD_OK)
			status = odd__tadw_step_h(t, job, err);
	}
	if (status == ODD_OK)
		odd_job_report(job, what, (double)o->sweeps, (double)o->sweeps);
	return status;
}

odd_status odd_tadw(odd_mat *out, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err)
{
	odd__tadw t;
	*out = (odd_mat){NULL, 0, 0, 0};
	odd_status status = odd__tadw_begin(&t, net, options, job, err);
	if (status != ODD_OK)
		return status;
	status = solve(&t, options, job, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(out, t.nodes, 2 * t.k, err);
	if (status == ODD_OK)
		status = embedding_of(*out, &t, job, err);
	if (status != ODD_OK)
		odd_mat_free(out);
	odd__tadw_clear(&t);
	return status;
}

/* ---- row of the table --------------------------------------------------------------------- */

#define AT(field) offsetof(odd_tadw_options, field)
static const odd_method_option tadw_options[] = {
	ODD__WHOLE("features", AT(features), 1, 100000, "200", "200", "rank of the text features"),
	ODD__ABOVE("lambda", AT(lambda), 0, 1e6, "0.2", "0.2", "weight of the ridge"),
	ODD__WHOLE("sweeps", AT(sweeps), 1, 100000, "10", "10", "rounds of the two regressions"),
};
#undef AT

static odd_status run_tadw(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_tadw_options o;
	odd__settings_read(&o, call);
	return odd_tadw(&out->embedding, call->net, &o, call->job, err);
}

const odd_method odd__method_tadw = {
	.name = "tadw",
	.title = "TADW",
	.published = "TADW",
	.note = "M = (P + P²)/2 and both halves of the output, 2⌈K/2⌉ columns. Of the "
		"authors' solver only a binary is public: exact ridge regressions stand "
		"in for it. Columns are free up to a rotation, which isolation forests "
		"notice: compare several seeds.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 160,
	ODD__OPTIONS(tadw_options),
	.run = run_tadw,
};
