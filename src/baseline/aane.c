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
 */
#include "config.h"

#include "baseline/aane.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"
#include "linalg/thin.h"
#include "base/rng.h"
#include "oddone/score.h"

#define COLUMNS_PER_DIMENSION 10 /* of A or C, for the start */

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
		for (size_t c = 0; c < stride; c += ODD__LANES)
			*(odd__vec *)(right + c) =
				2.0 * *(const odd__vec *)(right + c) +
				a->rho * (*(const odd__vec *)(held + c) +
						 s->dual * *(const odd__vec *)(u + c));
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			const double *z = odd_cmat_row(s->other, A.idx[e]);
			double distance = sqrt(odd__row_distance(own, z, stride));
			if (!(distance > 0.0))
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
/* ---- life --------------------------------------------------------------------------------- */

void odd__aane_clear(odd__aane *a)
{
	odd_mat *all[] = {&a->H, &a->Z, &a->U, &a->right, &a->pull, &a->words, &a->gram, &a->turned,
		&a->values};
	for (size_t m = 0; m < sizeof all / sizeof *all; m++)
		odd_mat_free(all[m]);
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

/* All columns of A by falling weight of their links, or all attributes in random order. */
static odd_status choose_columns(
	uint32_t *columns, const odd__aane *a, odd_aane_start start, uint64_t seed, odd_error *err)
{
	if (start == ODD_AANE_ATTRIBUTES) {
		odd_rng rng;
		odd_rng_init(&rng, seed, "aane attributes");
		for (size_t d = 0; d < a->X.cols; d++)
			columns[d] = (uint32_t)d;
		odd_rng_shuffle(&rng, columns, a->X.cols);
		return ODD_OK;
	}
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

static odd_status start(odd__aane *a, const odd_network *net, const odd_aane_options *o,
	const odd_job *job, odd_error *err)
{
	odd_ccsr S = o->start == ODD_AANE_LINKS ? a->links.A : odd_csr_const(net->C);
	size_t count = COLUMNS_PER_DIMENSION * a->k;
	if (count > S.cols)
		count = S.cols;
	uint32_t *columns = malloc((S.cols + 1) * sizeof *columns);
	odd_status status = columns != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = choose_columns(columns, a, o->start, o->seed, err);
	if (status == ODD_OK)
		status = odd__aane_left_vectors(a->H, S, columns, count, o->seed, job, err);
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
	struct {
		odd_mat *m;
		size_t rows, cols;
	} room[] = {{&a->H, n, k}, {&a->Z, n, k}, {&a->U, n, k}, {&a->right, n, k},
		{&a->pull, 1, n}, {&a->words, net->attributes, k}, {&a->gram, k, k},
		{&a->turned, k, k}, {&a->values, 1, k}};
	odd_status status = odd__links_init(&a->links, net, err);
	if (status == ODD_OK)
		status = unit_rows(&a->X, odd_csr_const(net->C), err);
	if (status == ODD_OK)
		status = odd_csr_transpose(&a->Xt, odd_csr_const(a->X), err);
	for (size_t r = 0; r < sizeof room / sizeof *room && status == ODD_OK; r++)
		status = odd_mat_alloc(room[r].m, room[r].rows, room[r].cols, err);
	if (status == ODD_OK)
		status = start(a, net, options, job, err);
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

static odd_status check(const odd_network *net, const odd_aane_options *o, odd_error *err)
{
	if (o->k == 0)
		return odd_error_set(err, ODD_EUSAGE, "aane: at least one dimension is needed");
	if (o->k > net->nodes)
		return odd_error_set(err, ODD_EUSAGE,
			"aane: %zu dimensions are too many for %zu nodes", o->k, net->nodes);
	if (!(o->lambda >= 0.0 && isfinite(o->lambda)))
		return odd_error_set(err, ODD_EUSAGE, "aane: lambda must not be below 0");
	if (!(o->rho > 0.0 && isfinite(o->rho)))
		return odd_error_set(err, ODD_EUSAGE, "aane: rho must be above 0");
	if (o->sweeps == 0)
		return odd_error_set(err, ODD_EUSAGE, "aane: at least one sweep is needed");
	if (odd_csr_nnz(odd_csr_const(net->C)) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"aane: the network has no attributes, whose likeness it embeds");
	return ODD_OK;
}

odd_status odd_aane(odd_mat *out, const odd_network *net, const odd_aane_options *options,
	const odd_job *job, odd_error *err)
{
	static const char what[] = "aane";
	odd__aane a;
	*out = (odd_mat){NULL, 0, 0, 0};
	odd_status status = check(net, options, err);
	if (status == ODD_OK)
		status = odd__aane_begin(&a, net, options, job, err);
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
		*out = a.H;
		a.H = (odd_mat){NULL, 0, 0, 0};
	}
	odd__aane_clear(&a);
	return status;
}
#endif
