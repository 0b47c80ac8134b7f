/* tadw_solve.c: the minimum of TADW without iterations.
 *
 *     G = X Σ Yᵀ,   τ_i = max(Σ_i − λ/2, 0) for i ≤ k:   Wt = X √τ,   Ht = Y √τ
 *
 * since λ/2 (‖W‖² + ‖H‖²) ≥ λ ‖Wᵀ H‖_*, with equality for balanced factors, and soft thresholding
 * of the singular values minimises ‖G − L‖² + λ ‖L‖_*. Any common rotation of the k columns has the
 * same objective; this one puts the strongest first and makes its largest entry positive.
 * O(N F² + F³).
 */
#include "config.h"

#include "baseline/tadw.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "linalg/thin.h"

/* The largest entry of each column of Wt (the first of several) becomes positive. */
static void fix_signs(odd__tadw *t)
{
	for (size_t k = 0; k < t->k; k++) {
		double largest = 0.0;
		for (size_t i = 0; i < t->nodes; i++)
			if (fabs(odd_mat_row(t->Wt, i)[k]) > fabs(largest))
				largest = odd_mat_row(t->Wt, i)[k];
		if (largest >= 0.0)
			continue;
		for (size_t i = 0; i < t->nodes; i++)
			odd_mat_row(t->Wt, i)[k] *= -1.0;
		for (size_t f = 0; f < t->features; f++)
			odd_mat_row(t->Ht, f)[k] *= -1.0;
	}
}

struct core {
	odd_mat Q;        /* N × F: G = Q R, then R = A Σ Yᵀ */
	odd_mat R, A, Yt; /* F × F */
	odd_mat sigma;    /* 1 × F */
	odd_mat left;     /* F × k: A √τ */
};

static odd_status core_alloc(struct core *c, const odd__tadw *t, odd_error *err)
{
	size_t F = t->features;
	odd_mat *square[] = {&c->R, &c->A, &c->Yt};
	odd_status status = odd_mat_alloc(&c->Q, t->nodes, F, err);
	for (size_t m = 0; m < 3 && status == ODD_OK; m++)
		status = odd_mat_alloc(square[m], F, F, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&c->sigma, 1, F, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&c->left, F, t->k, err);
	return status;
}

static void core_free(struct core *c)
{
	odd_mat *all[] = {&c->Q, &c->R, &c->A, &c->Yt, &c->sigma, &c->left};
	for (size_t m = 0; m < sizeof all / sizeof *all; m++)
		odd_mat_free(all[m]);
}

/* left = A √τ, Ht = Y √τ; columns beyond the rank of G are zero. */
static void threshold(odd__tadw *t, struct core *c)
{
	for (size_t k = 0; k < t->k; k++) {
		double sigma = k < t->features ? c->sigma.data[k] : 0.0;
		double root = sigma > 0.5 * t->lambda ? sqrt(sigma - 0.5 * t->lambda) : 0.0;
		for (size_t f = 0; f < t->features; f++) {
			odd_mat_row(c->left, f)[k] =
				root > 0.0 ? odd_mat_row(c->A, f)[k] * root : 0.0;
			odd_mat_row(t->Ht, f)[k] =
				root > 0.0 ? odd_mat_row(c->Yt, k)[f] * root : 0.0;
		}
	}
}

odd_status odd__tadw_solve(odd__tadw *t, double *spectrum, const odd_job *job, odd_error *err)
{
	struct core c = {0};
	lapack_int F = (lapack_int)t->features;
	odd_status status = core_alloc(&c, t, err);
	if (status != ODD_OK)
		goto out;
	odd_job_report(job, "tadw", 0.0, 1.0);
	odd_mat_copy(c.Q, odd_mat_const(t->G));
	status = odd__orthonormalise(c.Q, c.R, job, err);
	if (status != ODD_OK)
		goto out;
	if (LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', F, F, c.R.data, (lapack_int)c.R.stride,
		    c.sigma.data, c.A.data, (lapack_int)c.A.stride, c.Yt.data,
		    (lapack_int)c.Yt.stride) != 0) {
		status = odd_error_set(err, ODD_ENUMERIC, "tadw: the svd did not converge");
		goto out;
	}
	if (spectrum != NULL)
		memcpy(spectrum, c.sigma.data, t->features * sizeof *spectrum);
	threshold(t, &c);
	status = odd__thin_times(t->Wt, odd_mat_const(c.Q), odd_mat_const(c.left), job, err);
	if (status == ODD_OK) {
		fix_signs(t);
		odd_job_report(job, "tadw", 1.0, 1.0);
	}
out:
	core_free(&c);
	return status;
}
