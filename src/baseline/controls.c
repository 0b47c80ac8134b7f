/* controls.c: what a method has to beat, and the rows of the controls.
 *
 * Principal components of sparse attributes, by subspace iteration:
 *
 *     X = C − 1 μᵀ,   Y = X Z = C Z − 1 (μᵀ Z),   Xᵀ Y = Cᵀ Y
 *
 * the last because the columns of Y add up to zero. X itself, which is dense, is never made.
 *
 *     Z Gaussian (D × p), p = k + 16;  12 times:  Y ← orth(X Z),  Z ← orth(Cᵀ Y)
 *     Y = X Z,   YᵀY = E Λ Eᵀ,   out = Y E
 */
#include "config.h"

#include "baseline/controls.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "baseline/method.h"
#include "baseline/walks.h"
#include "linalg/canonical.h"
#include "linalg/svd.h"
#include "linalg/thin.h"
#include "oddone/prepare.h"
#include "oddone/score.h"

#define OVERSAMPLING 16
#define ROUNDS 12
#define NOTHING 1e-12 /* variances under this share of the largest are none */

/* ---- counts -------------------------------------------------------------------------------- */

void odd_control_random(double *score, size_t nodes, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "random control");
	for (size_t i = 0; i < nodes; i++)
		score[i] = odd_rng_uniform(&rng);
}

odd_status odd_control_degree(double *score, const odd_network *net, odd_error *err)
{
	odd__links links;
	odd_status status = odd__links_init(&links, net, err);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		score[i] = (double)(links.A.ptr[i + 1] - links.A.ptr[i]);
	odd__links_clear(&links);
	return status;
}

void odd_control_attributes(double *score, const odd_network *net)
{
	for (size_t i = 0; i < net->nodes; i++)
		score[i] = (double)(net->C.ptr[i + 1] - net->C.ptr[i]);
}

/* ---- principal components ------------------------------------------------------------------ */

struct pca {
	odd_ccsr C;
	odd_csr Ct;
	odd_mat mean; /* 1 × D */
	odd_mat Y, Z; /* N × p, D × p */
	odd_mat row;  /* 1 × p: μᵀ Z, later eigenvalues */
	odd_mat G;    /* p × p */
	const odd_job *job;
};

static void pca_clear(struct pca *p)
{
	odd_csr_clear(&p->Ct);
	odd_mat_free(&p->mean);
	odd_mat_free(&p->Y);
	odd_mat_free(&p->Z);
	odd_mat_free(&p->row);
	odd_mat_free(&p->G);
}

static odd_status pca_begin(struct pca *p, size_t width, uint64_t seed, odd_error *err)
{
	odd_ccsr C = p->C;
	odd_status status = odd_csr_transpose(&p->Ct, C, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->mean, 1, C.cols, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->Y, C.rows, width, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->Z, C.cols, width, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->row, 1, width, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->G, width, width, err);
	if (status != ODD_OK)
		return status;
	odd_rng rng;
	odd_rng_init(&rng, seed, "pca control");
	for (size_t d = 0; d < C.cols; d++)
		for (size_t c = 0; c < width; c++)
			odd_mat_row(p->Z, d)[c] = odd_rng_normal(&rng);
	for (size_t e = 0; e < odd_csr_nnz(C); e++)
		p->mean.data[C.idx[e]] += odd_csr_value(C, e) / (double)C.rows;
	return ODD_OK;
}

/* Y = C Z − 1 (μᵀ Z) */
static odd_status centred_times(struct pca *p, odd_error *err)
{
	odd_status status = odd_csr_times(p->Y, p->C, NULL, odd_mat_const(p->Z), p->job, err);
	if (status != ODD_OK)
		return status;
	memset(p->row.data, 0, p->row.cols * sizeof(double));
	for (size_t d = 0; d < p->Z.rows; d++)
		for (size_t c = 0; c < p->Z.cols; c++)
			p->row.data[c] += p->mean.data[d] * odd_mat_row(p->Z, d)[c];
	for (size_t i = 0; i < p->Y.rows; i++)
		for (size_t c = 0; c < p->Y.cols; c++)
			odd_mat_row(p->Y, i)[c] -= p->row.data[c];
	return ODD_OK;
}

/* Z orthonormal, spanning about the leading directions. */
static odd_status find_directions(struct pca *p, odd_error *err)
{
	static const char what[] = "pca of attributes";
	const odd_mat no_r = {NULL, 0, 0, 0};
	odd_status status = ODD_OK;
	for (int round = 0; round < ROUNDS && status == ODD_OK; round++) {
		odd_job_report(p->job, what, round, ROUNDS);
		status = centred_times(p, err);
		if (status == ODD_OK)
			status = odd__orthonormalise(p->Y, no_r, p->job, err);
		if (status == ODD_OK)
			status = odd_csr_times(
				p->Z, odd_csr_const(p->Ct), NULL, odd_mat_const(p->Y), p->job, err);
		if (status == ODD_OK)
			status = odd__orthonormalise(p->Z, no_r, p->job, err);
	}
	if (status == ODD_OK)
		odd_job_report(p->job, what, ROUNDS, ROUNDS);
	return status;
}

/* The leading columns of E (eigenvectors of falling values) become canonical in what they are of
 * attributes, Z E. */
static odd_status settle(odd_mat E, const double *value, size_t keep, struct pca *p, odd_error *err)
{
	const odd_mat none = {NULL, 0, 0, 0};
	odd_mat W = none;
	size_t *end = malloc(E.cols * sizeof *end);
	odd_status status = end != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK) {
		odd__group_ends(end, value, E.cols, NOTHING * value[0]);
		status = odd_mat_alloc(&W, E.rows, odd__group_most(end, keep), err);
	}
	if (status == ODD_OK)
		status = odd__fixed_products(W, odd_mat_const(p->Z), 0, NULL, p->job, err);
	if (status == ODD_OK)
		status = odd__canonical_columns(E, none, NULL, end, keep, odd_mat_const(W), err);
	odd_mat_free(&W);
	free(end);
	return status;
}

/* out = Y E, strongest first. */
static odd_status project(odd_mat out, struct pca *p, odd_error *err)
{
	const size_t width = p->G.rows;
	size_t found = 0;
	odd_mat E = {NULL, 0, 0, 0}, value = E, kept = E;
	odd_status status = centred_times(p, err);
	if (status == ODD_OK)
		status = odd__gram(p->G, odd_mat_const(p->Y), p->job, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&E, width, width, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&value, 1, width, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&kept, width, out.cols, err);
	if (status == ODD_OK && LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)width,
					p->G.data, (lapack_int)p->G.stride, p->row.data) != 0)
		status = odd_error_set(
			err, ODD_ENUMERIC, "principal components of the attributes not found");
	for (size_t k = 0; k < width && status == ODD_OK; k++) { /* they rise */
		value.data[k] = p->row.data[width - 1 - k];
		found += k < out.cols && value.data[k] > NOTHING * value.data[0];
		for (size_t c = 0; c < width; c++)
			odd_mat_row(E, c)[k] = odd_mat_row(p->G, c)[width - 1 - k];
	}
	if (status == ODD_OK && found > 0)
		status = settle(E, value.data, found, p, err);
	for (size_t c = 0; c < width && status == ODD_OK; c++)
		memcpy(odd_mat_row(kept, c), odd_mat_row(E, c), found * sizeof(double));
	if (status == ODD_OK)
		status =
			odd__thin_times(out, odd_mat_const(p->Y), odd_mat_const(kept), p->job, err);
	for (size_t k = 0; k < found && status == ODD_OK; k++) {
		const double sign = odd__canonical_sign(out.data + k, out.rows, out.stride);
		for (size_t i = 0; i < out.rows; i++)
			odd_mat_row(out, i)[k] *= sign;
	}
	odd_mat_free(&kept);
	odd_mat_free(&value);
	odd_mat_free(&E);
	return status;
}

odd_status odd_control_pca(odd_mat *out, const odd_network *net,
	const odd_control_pca_options *options, const odd_job *job, odd_error *err)
{
	struct pca p = {.C = odd_csr_const(net->C), .job = job};
	size_t width = options->k + OVERSAMPLING;
	*out = (odd_mat){NULL, 0, 0, 0};
	if (options->k == 0)
		return odd_error_set(err, ODD_EUSAGE, "pca: at least one dimension is needed");
	if (odd_csr_nnz(p.C) == 0)
		return odd_error_set(err, ODD_EUSAGE, "pca: the network has no attributes");
	if (width > p.C.rows)
		width = p.C.rows;
	if (width > p.C.cols)
		width = p.C.cols;
	odd_status status = pca_begin(&p, width, options->seed, err);
	if (status == ODD_OK)
		status = find_directions(&p, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(out, p.C.rows, options->k, err);
	if (status == ODD_OK)
		status = project(*out, &p, err);
	if (status != ODD_OK)
		odd_mat_free(out);
	pca_clear(&p);
	return status;
}

/* ---- around a node --------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, size_t n)
{
	double sum = 0.0;
	for (size_t k = 0; k < n; k++)
		sum += a[k] * b[k];
	return sum;
}

void odd__unit_rows(odd_mat X)
{
	for (size_t i = 0; i < X.rows; i++) {
		double *x = odd_mat_row(X, i), size = sqrt(dot(x, x, X.cols));
		for (size_t k = 0; k < X.cols && size > 0.0; k++)
			x[k] /= size;
	}
}

static size_t degree(odd_ccsr A, size_t i)
{
	return A.ptr[i + 1] - A.ptr[i];
}

/* 1 − cos(x, y), x of length 1 or 0; NAN where either is nothing. What two roundings leave of a
 * sum that should be 0 is nothing. */
static double apart(const double *x, const double *y, size_t n, double terms)
{
	double size = sqrt(dot(y, y, n));
	if (!(dot(x, x, n) > 0.0) || !(size > 1e-12 * terms))
		return (double)NAN;
	return 1.0 - dot(x, y, n) / size;
}

double odd__fill_unknown(double *z, size_t n)
{
	double sum = 0.0;
	size_t known = 0;
	for (size_t i = 0; i < n; i++)
		if (!isnan(z[i])) {
			sum += z[i];
			known++;
		}
	double mean = known > 0 ? sum / (double)known : 0.0;
	for (size_t i = 0; i < n; i++)
		if (isnan(z[i]))
			z[i] = mean;
	return mean;
}

/* Among the neighbours: needs Y = A X. */
static void coherence(double *z3, odd_ccsr A, odd_cmat X, odd_cmat Y)
{
	double all = 0.0, pairs = 0.0;
	for (size_t i = 0; i < X.rows; i++) {
		const double *y = odd_cmat_row(Y, i);
		double own = 0.0, d = (double)degree(A, i);
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			const double *x = odd_cmat_row(X, A.idx[e]);
			own += dot(x, x, X.cols);
		}
		z3[i] = 0.5 * (dot(y, y, X.cols) - own);
		all += z3[i];
		pairs += 0.5 * d * (d - 1.0);
	}
	double mean = pairs > 0.0 ? all / pairs : 0.0;
	for (size_t i = 0; i < X.rows; i++) {
		double d = (double)degree(A, i);
		z3[i] = 1.0 - (z3[i] + mean) / (0.5 * d * (d - 1.0) + 1.0);
	}
}

odd_status odd__surround(double *z1, double *z2, double *z3, odd_ccsr A, odd_cmat X,
	const odd_job *job, odd_error *err)
{
	odd_mat Y = {0}, Z = {0};
	A.val = NULL;
	odd_status status = odd_mat_alloc(&Y, X.rows, X.cols, err);
	if (status == ODD_OK)
		status = odd_csr_times(Y, A, NULL, X, job, err);
	if (status == ODD_OK && z2 != NULL)
		status = odd_mat_alloc(&Z, X.rows, X.cols, err);
	if (status == ODD_OK && z2 != NULL)
		status = odd_csr_times(Z, A, NULL, odd_mat_const(Y), job, err);
	if (status == ODD_OK && z3 != NULL)
		coherence(z3, A, X, odd_mat_const(Y));
	for (size_t i = 0; i < X.rows && status == ODD_OK; i++) {
		const double *x = odd_cmat_row(X, i), *y = odd_mat_row(Y, i);
		double d = (double)degree(A, i);
		if (z1 != NULL)
			z1[i] = apart(x, y, X.cols, d);
		if (z2 == NULL)
			continue;
		double *z = odd_mat_row(Z, i);
		for (size_t k = 0; k < X.cols; k++)
			z[k] += y[k] - d * x[k];
		z2[i] = apart(x, z, X.cols, d);
	}
	if (status == ODD_OK && z1 != NULL)
		odd__fill_unknown(z1, X.rows);
	if (status == ODD_OK && z2 != NULL)
		odd__fill_unknown(z2, X.rows);
	odd_mat_free(&Y);
	odd_mat_free(&Z);
	return status;
}

/* ---- plain read-outs: a node's words against the words around it  --------
 */

/* Rows of tf-idf in their first k singular directions: X Σ of X Σ Yᵀ, rows × k, made here. */
static odd_status word_directions(
	odd_mat *out, odd_ccsr C, size_t k, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_csr S = {0};
	odd_mat X = {0};
	odd_status status = odd_prepare_tfidf(&S, C, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&X, C.rows, k, err);
	if (status == ODD_OK)
		status = odd__svd_rows(X, odd_csr_const(S), k, seed, "svd of words", job, err);
	odd_csr_clear(&S);
	if (status != ODD_OK)
		odd_mat_free(&X);
	*out = X;
	return status;
}

static odd_status rows_of(
	odd_mat *out, const odd_network *net, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	size_t k = ODD_PLAIN_DIRECTIONS;
	if (odd_csr_nnz(C) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"plain read-outs compare attributes, and this network has no attributes");
	k = k < C.rows ? k : C.rows;
	k = k < C.cols ? k : C.cols;
	odd_control_pca_options pca = {.k = k, .seed = seed};
	return odd_prepare_is_words(C) ? word_directions(out, C, k, seed, job, err)
				       : odd_control_pca(out, net, &pca, job, err);
}

/* score = the mean of the ranks of three read-outs, z being scratch of 3 n. */
static odd_status mean_of_ranks(double *score, double *const z[3], size_t n, odd_error *err)
{
	odd_status status = ODD_OK;
	double *rank = malloc((n + 1) * sizeof *rank);
	if (rank == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < n; i++)
		score[i] = 0.0;
	for (int t = 0; t < 3 && status == ODD_OK; t++) {
		odd__round_to_grid((odd_mat){z[t], n, 1, 1}); /* so that equal ones tie */
		status = odd_percentile_ranks(rank, z[t], n, err);
		for (size_t i = 0; i < n && status == ODD_OK; i++)
			score[i] += rank[i] / 3.0;
	}
	free(rank);
	return status;
}

odd_status odd_control_plain(double *score, const odd_network *net, odd_plain which, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	size_t n = net->nodes;
	odd__links links = {0};
	odd_mat X = {0};
	double *z[3] = {NULL, NULL, NULL}, *room = NULL;
	odd_status status = rows_of(&X, net, seed, job, err);
	if (status == ODD_OK)
		status = odd__links_init(&links, net, err);
	if (status == ODD_OK && which == ODD_PLAIN_ALL) {
		room = malloc((3 * n + 1) * sizeof *room);
		for (size_t t = 0; t < 3 && room != NULL; t++)
			z[t] = room + t * n;
		status = room != NULL ? ODD_OK : odd_error_nomem(err);
	} else if (status == ODD_OK) {
		z[which] = score;
	}
	if (status == ODD_OK) {
		odd__unit_rows(X);
		status = odd__surround(z[0], z[1], z[2], links.A, odd_mat_const(X), job, err);
	}
	if (status == ODD_OK && which == ODD_PLAIN_ALL)
		status = mean_of_ranks(score, z, n, err);
	free(room);
	odd_mat_free(&X);
	odd__links_clear(&links);
	return status;
}

/* ---- rows of the table --------------------------------------------------------------------- */

static odd_status run_random(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	if (status == ODD_OK)
		odd_control_random(out->score, out->nodes, call->request->seed);
	return status;
}

static odd_status run_degree(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	return status == ODD_OK ? odd_control_degree(out->score, call->net, err) : status;
}

static odd_status run_attributes(
	odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	if (status == ODD_OK)
		odd_control_attributes(out->score, call->net);
	return status;
}

static odd_status run_pca_forest(
	odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_control_pca_options o = {.k = call->request->k, .seed = call->request->seed};
	return odd_control_pca(&out->embedding, call->net, &o, call->job, err);
}

static odd_status run_plain(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	if (status == ODD_OK)
		status = odd_control_plain(out->score, call->net, (odd_plain)call->method->variant,
			call->request->seed, call->job, err);
	return status;
}

#define ROW(name_, title_, run_, variant_, note_) \
	{ \
		.name = name_, .title = title_, .note = note_, .kind = ODD_METHOD_CONTROL, \
		.variant = variant_, .run = run_, \
	}

const odd_method odd__methods_controls[] = {
	ROW("random", "random", run_random, 0, "Chance: a random order of the nodes."),
	ROW("degree", "degree", run_degree, 0,
		"The number of links alone, most first: far from chance means that the planting "
		"changed it."),
	ROW("attributes", "attribute count", run_attributes, 0,
		"The number of attributes alone, most first: far from chance means that the planting "
		"changed it."),
	ROW("pca-forest", "PCA + forest", run_pca_forest, 0,
		"An isolation forest on K principal components of the attributes; links are not looked "
		"at."),
	ROW("neighbour-words", "neighbour words", run_plain, ODD_PLAIN_NEIGHBOURS,
		"How far a node's attributes, in 50 singular directions, are from those of its "
		"neighbours: no model of the network."),
	ROW("two-hop-words", "two-hop words", run_plain, ODD_PLAIN_TWO_HOPS,
		"How far a node's attributes are from those one and two links away: no model of the "
		"network."),
	ROW("neighbour-coherence", "neighbour coherence", run_plain, ODD_PLAIN_COHERENCE,
		"How little a node's neighbours have in common; its own attributes are not looked "
		"at."),
	ROW("plain", "plain", run_plain, ODD_PLAIN_ALL,
		"The mean rank of neighbour words, two-hop words and neighbour coherence: ten lines "
		"of arithmetic, and what a model has to beat."),
};
