/* aane.c: AANE by ADMM. Given Z and U, every row of H has its own small system,
 *
 *     h_i ← (2 ZᵀZ + (ρ + c_i) I)⁻¹ (2 (S Z)_i + Σ_j a_ij z_j + ρ (z_i − u_i))
 *     a_ij = λ w_ij / ‖h_i − z_j‖,   c_i = Σ_j a_ij,   with the old h_i
 *
 * and z_i the same with H in place of Z and +u_i. The square a_ij/2 ‖h_i − z_j‖² lies above the
 * norm and touches it at the old h_i, so a step lowers the Lagrangian though it is reweighted only
 * once. Links of length zero have no slope and are left out, as the authors do.
 *
 * All systems share 2 ZᵀZ = Q Λ Qᵀ: h_i = Q diag(1/(Λ + ρ + c_i)) Qᵀ b_i, two thin products instead
 * of N factorisations. S Z = X (Xᵀ Z). A step: O((entries + links + N K) K), rows in parallel.
 *
 * The start is the left singular vectors of a few columns of the links:
 *
 *     B = S[:, columns] (N × m),   BᵀB = V Λ Vᵀ (m × m),   out = B V Λ^-½
 *
 * m is some hundreds and the vectors wanted are the strongest, so the Gram matrix does no harm, and
 * unlike a random sketch it gives the same vectors whatever the seed.
 * O(Σ_i (entries of row i in B)² + m³ + entries · K).
 */
#include "config.h"

#include "baseline/aane.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "baseline/method.h"
#include "linalg/block.h"
#include "linalg/canonical.h"
#include "linalg/thin.h"
#include "oddone/score.h"

#define COLUMNS_PER_DIMENSION 10 /* of A, for the start */
#define NOTHING 1e-12            /* of the largest eigenvalue of a Gram matrix: none */
#define ALIKE 1e-10              /* of a row's length: closer rows are equal */
#define NOWHERE UINT32_MAX

struct step {
	odd__aane *a;
	odd_cmat own, other; /* what is updated, as it was, and what is held */
	double dual;         /* −1 for H, +1 for Z */
};

#ifdef ODD__SET
/* right_i (2 (S other)_i so far) += Σ_j a_ij other_j + ρ (other_i ± u_i), pull_i = c_i */
void ODD__KERNEL(aane_links)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct step *s = context;
	const odd__aane *a = s->a;
	const odd_ccsr A = a->links.A;
	const size_t stride = a->right.stride;
	for (size_t i = begin; i < end; i++) {
		double *right = odd_mat_row(a->right, i), pull = 0.0;
		const double *own = odd_cmat_row(s->own, i), *u = odd_mat_row(a->U, i);
		const double *held = odd_cmat_row(s->other, i);
		const double size = sqrt(odd__row_square(own, stride));
		for (size_t c = 0; c < stride; c += ODD__LANES)
			*(odd__vec *)(right + c) =
				2.0 * *(const odd__vec *)(right + c) +
				a->rho * (*(const odd__vec *)(held + c) +
						 s->dual * *(const odd__vec *)(u + c));
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			const double *z = odd_cmat_row(s->other, A.idx[e]);
			double distance = sqrt(odd__row_distance(own, z, stride));
			if (!(distance > ALIKE * size))
				continue;
			double towards = a->lambda * odd_csr_value(A, e) / distance;
			for (size_t c = 0; c < stride; c += ODD__LANES)
				*(odd__vec *)(right + c) += towards * *(const odd__vec *)(z + c);
			pull += towards;
		}
		a->pull.data[i] = pull;
	}
}
#else
/* ---- the start ------------------------------------------------------------------------------ */

/* The named columnsof S as a matrix of its own, numbered in the order of `columns`. */
static odd_status take_columns(
	odd_csr *B, odd_ccsr S, const uint32_t *columns, size_t count, odd_error *err)
{
	size_t entries = 0;
	uint32_t *place = malloc((S.cols + 1) * sizeof *place);
	if (place == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < S.cols; c++)
		place[c] = NOWHERE;
	for (size_t c = 0; c < count; c++)
		place[columns[c]] = (uint32_t)c;
	for (size_t e = 0; e < odd_csr_nnz(S); e++)
		entries += place[S.idx[e]] != NOWHERE;
	odd_status status = odd_csr_alloc(B, S.rows, count, entries, 1, err);
	size_t at = 0;
	for (size_t i = 0; i < S.rows && status == ODD_OK; i++) {
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			if (place[S.idx[e]] == NOWHERE)
				continue;
			B->idx[at] = place[S.idx[e]]; /* not rising, which nobody below needs */
			B->val[at++] = odd_csr_value(S, e);
		}
		B->ptr[i + 1] = at;
	}
	free(place);
	return status;
}

static void add_gram(odd_mat G, odd_ccsr B)
{
	for (size_t i = 0; i < B.rows; i++)
		for (size_t e = B.ptr[i]; e < B.ptr[i + 1]; e++)
			for (size_t f = B.ptr[i]; f < B.ptr[i + 1]; f++)
				odd_mat_row(G, B.idx[e])[B.idx[f]] += B.val[e] * B.val[f];
}

/* V (m × K) = the leading eigenvectors of G over the roots of their eigenvalues, strongest first;
 * columns that do not exist stay zero. Destroys G. */
static odd_status leading(odd_mat V, odd_mat G, odd_error *err)
{
	const size_t m = G.rows, most = V.cols < m ? V.cols : m;
	size_t found = 0;
	odd__memory memory = {0};
	odd_mat E = odd__take_matrix(&memory, m, m), values = odd__take_matrix(&memory, 2, m);
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK && LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)m, G.data,
					(lapack_int)G.stride, values.data) != 0)
		status =
			odd_error_set(err, ODD_ENUMERIC, "aane: no singular vectors to start from");
	double *falling = status == ODD_OK ? odd_mat_row(values, 1) : NULL;
	for (size_t k = 0; k < m && status == ODD_OK; k++) { /* they rise */
		falling[k] = values.data[m - 1 - k];
		found += k < most && falling[k] > NOTHING * falling[0];
		for (size_t c = 0; c < m; c++)
			odd_mat_row(E, c)[k] = odd_mat_row(G, c)[m - 1 - k];
	}
	if (found > 0)
		status = odd__canonical_vectors(E, falling, found, NOTHING * falling[0], err);
	for (size_t k = 0; k < found && status == ODD_OK; k++)
		for (size_t c = 0; c < m; c++)
			odd_mat_row(V, c)[k] = odd_mat_row(E, c)[k] / sqrt(falling[k]);
	odd__memory_free(&memory);
	return status;
}

/* Column k: scaled, or its part along column q taken away (q < k). */
static void scale_column(odd_mat X, size_t k, double by)
{
	for (size_t i = 0; i < X.rows; i++)
		odd_mat_row(X, i)[k] *= by;
}

static double column_dot(odd_mat X, size_t k, size_t q)
{
	double sum = 0.0;
	for (size_t i = 0; i < X.rows; i++)
		sum += odd_mat_row(X, i)[k] * odd_mat_row(X, i)[q];
	return sum;
}

/* A random unit column at a right angle to all others; twice, because once leaves rounding. */
static void random_column(odd_mat X, size_t k, odd_rng *rng)
{
	for (size_t i = 0; i < X.rows; i++)
		odd_mat_row(X, i)[k] = odd_rng_normal(rng);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t q = 0; q < X.cols; q++) {
			if (q == k)
				continue;
			double along = column_dot(X, k, q);
			for (size_t i = 0; i < X.rows; i++)
				odd_mat_row(X, i)[k] -= along * odd_mat_row(X, i)[q];
		}
		double length = sqrt(column_dot(X, k, k));
		scale_column(X, k, length > 0.0 ? 1.0 / length : 0.0);
	}
}

/* Signs, and directions for the columns that are zero. */
static void finish_columns(odd_mat X, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "aane");
	for (size_t k = 0; k < X.cols; k++) {
		if (!(column_dot(X, k, k) > 0.0))
			random_column(X, k, &rng);
		else
			scale_column(X, k, odd__canonical_sign(X.data + k, X.rows, X.stride));
	}
}

odd_status odd__aane_left_vectors(odd_mat out, odd_ccsr S, const uint32_t *columns, size_t count,
	uint64_t seed, const odd_job *job, odd_error *err)
{
	assert(out.rows == S.rows && out.cols <= S.rows && count > 0);
	odd_csr B = {0};
	odd__memory memory = {0};
	odd_mat G = odd__take_matrix(&memory, count, count);
	odd_mat V = odd__take_matrix(&memory, count, out.cols);
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK)
		status = take_columns(&B, S, columns, count, err);
	if (status == ODD_OK) {
		add_gram(G, odd_csr_const(B));
		status = leading(V, G, err);
	}
	if (status == ODD_OK)
		status = odd_csr_times(out, odd_csr_const(B), NULL, odd_mat_const(V), job, err);
	if (status == ODD_OK)
		finish_columns(out, seed);
	odd_csr_clear(&B);
	odd__memory_free(&memory);
	return status;
}

/* ---- life --------------------------------------------------------------------------------- */

void odd__aane_clear(odd__aane *a)
{
	odd__memory_free(&a->memory);
	odd__links_clear(&a->links);
	odd_csr_clear(&a->X);
	odd_csr_clear(&a->Xt);
}

/* Rows of C over their lengths; empty ones stay empty. */
static odd_status unit_rows(odd_csr *out, odd_ccsr C, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, C.rows, C.cols, odd_csr_nnz(C), 1, err);
	if (status != ODD_OK)
		return status;
	memcpy(out->ptr, C.ptr, (C.rows + 1) * sizeof *C.ptr);
	for (size_t i = 0; i < C.rows; i++) {
		double largest = 0.0, square = 0.0;
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++)
			largest = fmax(largest, fabs(odd_csr_value(C, e)));
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++) {
			double x = odd_csr_value(C, e) / largest; /* so that no square overflows */
			out->idx[e] = C.idx[e];
			out->val[e] = x;
			square += x * x;
		}
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++)
			out->val[e] /= sqrt(square);
	}
	return ODD_OK;
}

/* All columns of A by falling weight of their links. */
static odd_status choose_columns(uint32_t *columns, const odd__aane *a, odd_error *err)
{
	odd_ccsr A = a->links.A;
	double *weight = calloc(a->nodes + 1, sizeof *weight);
	if (weight == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < a->nodes; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			weight[i] += odd_csr_value(A, e);
	odd_status status = odd_order_descending(columns, weight, a->nodes, err);
	free(weight);
	return status;
}

static odd_status start(odd__aane *a, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_ccsr S = a->links.A;
	size_t count = COLUMNS_PER_DIMENSION * a->k;
	if (count > S.cols)
		count = S.cols;
	uint32_t *columns = malloc((S.cols + 1) * sizeof *columns);
	odd_status status = columns != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = choose_columns(columns, a, err);
	if (status == ODD_OK)
		status = odd__aane_left_vectors(a->H, S, columns, count, seed, job, err);
	if (status == ODD_OK)
		odd_mat_copy(a->Z, odd_mat_const(a->H));
	free(columns);
	return status;
}

odd_status odd__aane_begin(odd__aane *a, const odd_network *net, const odd_aane_options *options,
	const odd_job *job, odd_error *err)
{
	size_t n = net->nodes, k = options->k;
	*a = (odd__aane){.nodes = n, .k = k, .lambda = options->lambda, .rho = options->rho};
	odd__memory *memory = &a->memory;
	a->H = odd__take_matrix(memory, n, k);
	a->Z = odd__take_matrix(memory, n, k);
	a->U = odd__take_matrix(memory, n, k);
	a->right = odd__take_matrix(memory, n, k);
	a->pull = odd__take_matrix(memory, 1, n);
	a->words = odd__take_matrix(memory, net->attributes, k);
	a->gram = odd__take_matrix(memory, k, k);
	a->turned = odd__take_matrix(memory, k, k);
	a->values = odd__take_matrix(memory, 1, k);
	odd_status status = odd__memory_check(memory, err);
	if (status == ODD_OK)
		status = odd__links_init(&a->links, net, err);
	if (status == ODD_OK)
		status = unit_rows(&a->X, odd_csr_const(net->C), err);
	if (status == ODD_OK)
		status = odd_csr_transpose(&a->Xt, odd_csr_const(a->X), err);
	if (status == ODD_OK)
		status = start(a, options->seed, job, err);
	if (status != ODD_OK)
		odd__aane_clear(a);
	return status;
}

/* ---- a step ------------------------------------------------------------------------------- */

/* right ← S other */
static odd_status similarity_times(odd__aane *a, odd_cmat other, const odd_job *job, odd_error *err)
{
	odd_status status = odd_csr_times(a->words, odd_csr_const(a->Xt), NULL, other, job, err);
	if (status == ODD_OK)
		status = odd_csr_times(
			a->right, odd_csr_const(a->X), NULL, odd_mat_const(a->words), job, err);
	return status;
}

/* gram = Q, turned = Qᵀ, values = Λ of 2 otherᵀother */
static odd_status shared_system(odd__aane *a, odd_cmat other, const odd_job *job, odd_error *err)
{
	odd_status status = odd__gram(a->gram, other, job, err);
	if (status != ODD_OK)
		return status;
	if (LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)a->k, a->gram.data,
		    (lapack_int)a->gram.stride, a->values.data) != 0)
		return odd_error_set(err, ODD_ENUMERIC, "aane: eigenvectors of a step not found");
	for (size_t k = 0; k < a->k; k++)
		a->values.data[k] = 2.0 * fmax(a->values.data[k], 0.0);
	odd_mat_transpose(a->turned, odd_mat_const(a->gram));
	return ODD_OK;
}

static odd_status update(
	odd__aane *a, odd_mat own, odd_mat other, double dual, const odd_job *job, odd_error *err)
{
	struct step s = {a, odd_mat_const(own), odd_mat_const(other), dual};
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, a->nodes, a->links.A.ptr, 2);
	odd_status status = similarity_times(a, s.other, job, err);
	if (status == ODD_OK)
		status = odd__parallel_scratch(
			job, &chunks, odd__kernels()->aane_links, &s, 0, NULL, err);
	if (status == ODD_OK)
		status = shared_system(a, s.other, job, err);
	if (status == ODD_OK)
		status = odd__thin_times(
			a->right, odd_mat_const(a->right), odd_mat_const(a->gram), job, err);
	for (size_t i = 0; i < a->nodes && status == ODD_OK; i++)
		for (size_t k = 0; k < a->k; k++)
			odd_mat_row(a->right, i)[k] /= a->values.data[k] + a->rho + a->pull.data[i];
	if (status == ODD_OK)
		status = odd__thin_times(
			own, odd_mat_const(a->right), odd_mat_const(a->turned), job, err);
	return status;
}

odd_status odd__aane_step_h(odd__aane *a, const odd_job *job, odd_error *err)
{
	return update(a, a->H, a->Z, -1.0, job, err);
}

odd_status odd__aane_step_z(odd__aane *a, const odd_job *job, odd_error *err)
{
	return update(a, a->Z, a->H, 1.0, job, err);
}

void odd__aane_step_u(odd__aane *a)
{
	for (size_t i = 0; i < a->nodes; i++)
		for (size_t k = 0; k < a->k; k++)
			odd_mat_row(a->U, i)[k] +=
				odd_mat_row(a->H, i)[k] - odd_mat_row(a->Z, i)[k];
}

/* ---- the whole ---------------------------------------------------------------------------- */

odd_status odd_aane(odd_mat *out, const odd_network *net, const odd_aane_options *options,
	const odd_job *job, odd_error *err)
{
	static const char what[] = "aane";
	odd__aane a;
	*out = (odd_mat){NULL, 0, 0, 0};
	if (options->k > net->nodes)
		return odd_error_set(err, ODD_EUSAGE,
			"aane: %zu dimensions are too many for %zu nodes", options->k, net->nodes);
	odd_status status = odd__aane_begin(&a, net, options, job, err);
	if (status != ODD_OK)
		return status;
	/* The authors' order: H, then Z, U, H for each further sweep. */
	for (size_t s = 0; s < options->sweeps && status == ODD_OK; s++) {
		odd_job_report(job, what, (double)s, (double)options->sweeps);
		if (s > 0) {
			status = odd__aane_step_z(&a, job, err);
			odd__aane_step_u(&a);
		}
		if (status == ODD_OK)
			status = odd__aane_step_h(&a, job, err);
	}
	if (status == ODD_OK) {
		odd_job_report(job, what, (double)options->sweeps, (double)options->sweeps);
		status = odd_mat_alloc(out, net->nodes, options->k, err);
	}
	if (status == ODD_OK)
		odd_mat_copy(*out, odd_mat_const(a.H));
	odd__aane_clear(&a);
	return status;
}

/* ---- row of the table --------------------------------------------------------------------- */

#define AT(field) offsetof(odd_aane_options, field)
static const odd_method_option aane_options[] = {
	ODD__NUMBER("lambda", AT(lambda), 0, 1e6, "0.05", "0.05", "weight of a link"),
	ODD__ABOVE(
		"rho", AT(rho), 0, 1e6, "5", "5", "how strongly the two copies are held together"),
	ODD__WHOLE("sweeps", AT(sweeps), 1, 100000, "2", "2", "times the embedding is updated"),
};
#undef AT

static odd_status run_aane(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_aane_options o;
	odd__settings_read(&o, call);
	return odd_aane(&out->embedding, call->net, &o, call->job, err);
}

const odd_method odd__method_aane = {
	.name = "aane",
	.title = "AANE",
	.published = "AANE",
	.note = "Norms not squared, ADMM, and all of the cosine similarity. At the public "
		"settings the attributes outweigh the links by far, and two sweeps are "
		"far from convergence.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 100,
	ODD__OPTIONS(aane_options),
	.run = run_aane,
};
#endif
