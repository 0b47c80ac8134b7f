/* extend.c: going on with a network that has grown at its end.
 *
 * The new nodes N₀ … N−1 get the rows that fit their own data best, all else held:
 *     Hᵀ_i = (Gᵀ G)⁻¹ Gᵀ A_·i      from the links that arrive, G of the old nodes
 *     G_i  = A_i Hᵀ (H Hᵀ)⁻¹       from the links that leave
 *     U_i  = C_i Vᵀ (V Vᵀ)⁻¹       from the words
 * which are the unweighted problems of the H, G and U steps for one row. Preparing A and C anew
 * changes the old rows of both a little (degrees, word frequencies), so the loss may jump; from
 * there on no sub-step raises it, since each is the minimiser of the new loss.
 */
#include "config.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"
#include "one/state.h"

/* Rows first … of X become the solutions of x (gram) = row, where they hold the right-hand sides.
 * The ridge is the smallest of 1e-12, 1e-10, … of the trace that makes the system definite; dead
 * dimensions then get (nearly) nothing. */
static odd_status solve_rows(odd_mat X, size_t first, odd_mat gram, odd_mat spare, odd_error *err)
{
	const size_t k = X.cols, s = X.stride;
	double trace = 0.0;
	for (size_t q = 0; q < k; q++)
		trace += odd_mat_row(gram, q)[q];
	if (!(trace > 0.0)) { /* nothing to explain anything with */
		memset(odd_mat_row(X, first), 0, (X.rows - first) * s * sizeof(double));
		return ODD_OK;
	}
	for (double ridge = 1e-12; ridge < 1.0; ridge *= 100.0) {
		odd_mat_copy(spare, odd_mat_const(gram));
		for (size_t q = 0; q < k; q++)
			odd_mat_row(spare, q)[q] += ridge * trace;
		if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', (lapack_int)k, spare.data,
			    (lapack_int)spare.stride) != 0)
			continue;
		LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', (lapack_int)k, (lapack_int)(X.rows - first),
			spare.data, (lapack_int)spare.stride, odd_mat_row(X, first), (lapack_int)s);
		return ODD_OK;
	}
	return odd_error_set(err, ODD_ENUMERIC, "the rows of the new nodes cannot be solved for");
}

/* Rows first … of X = those of S B. */
static void gather_rows(odd_mat X, size_t first, odd_ccsr S, odd_mat B)
{
	for (size_t i = first; i < X.rows; i++) {
		double *x = odd_mat_row(X, i);
		memset(x, 0, X.stride * sizeof *x);
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			const double *b = odd_mat_row(B, S.idx[e]), value = odd_csr_value(S, e);
			for (size_t k = 0; k < X.cols; k++)
				x[k] += value * b[k];
		}
	}
}

static void copy_rows(odd_mat to, odd_mat from)
{
	to.rows = from.rows;
	odd_mat_copy(to, odd_mat_const(from));
}

static odd_status gram_of(
	odd_mat out, odd_mat X, const double *w, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_cmat x = odd_mat_const(X);
	return odd__cross_gram(out, x, w, x, run->work, job, err);
}

/* The rows of the new nodes; all small products of the whole. */
static odd_status fit_new_rows(odd_one *run, size_t first, const odd_job *job, odd_error *err)
{
	odd_status status;
	/* The new rows of G are still 0, so this is the Gram matrix of the old ones. */
	if ((status = gram_of(run->small[0], run->G, NULL, run, job, err)) != ODD_OK)
		return status;
	gather_rows(run->Ht, first, run->At, run->G);
	if ((status = solve_rows(run->Ht, first, run->small[0], run->small[1], err)) != ODD_OK ||
		(status = gram_of(run->HHt, run->Ht, NULL, run, job, err)) != ODD_OK)
		return status;
	gather_rows(run->G, first, run->A, run->Ht);
	if ((status = solve_rows(run->G, first, run->HHt, run->small[1], err)) != ODD_OK)
		return status;
	gather_rows(run->U, first, run->C, run->Vt);
	if ((status = solve_rows(run->U, first, run->VVt, run->small[1], err)) != ODD_OK)
		return status;
	/* Whichever sub-step comes next finds what it needs: P for H, Q for V. */
	odd__one_weights(run);
	if ((status = gram_of(run->P, run->G, run->w[0], run, job, err)) == ODD_OK)
		status = gram_of(run->Q, run->U, run->w[1], run, job, err);
	return status;
}

/* Σ O stays μ: the new nodes have μ/N each, the old ones what is left, in their proportions. */
static void share_outlierness(odd_one *run, const odd_one *old)
{
	const double each = run->options.mu / (double)run->n;
	const double left = (double)old->n / (double)run->n;
	for (int t = 0; t < 3; t++)
		for (size_t i = 0; i < run->n; i++)
			run->O[t][i] = i < old->n
					       ? fmax(old->O[t][i] * left, 1e-12 * run->options.mu)
					       : each;
}

static odd_status copy_trace(odd_one *run, const odd_one *old, odd_error *err)
{
	run->trace.capacity = old->trace.capacity;
	run->trace.point = malloc(old->trace.capacity * sizeof *run->trace.point);
	if (run->trace.point == NULL)
		return odd_error_nomem(err);
	run->trace.count = old->trace.count;
	memcpy(run->trace.point, old->trace.point, old->trace.count * sizeof *run->trace.point);
	return ODD_OK;
}

/* The loss over the new network, as a point that repeats the place of the last one. */
static odd_status mark_change(odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_residuals(run, run->r, NULL, job, err);
	if (status != ODD_OK)
		return status;
	odd__one_sum_terms(run);
	const odd_trace_point last = run->trace.point[run->trace.count - 1];
	if ((status = odd__one_check_finite(run->term, ODD_STEP_INIT, err)) != ODD_OK ||
		(status = odd__one_trace_add(run, last.step, 0.0, err)) != ODD_OK)
		return status;
	odd_trace_point *point = &run->trace.point[run->trace.count - 1];
	point->iteration = last.iteration;
	point->changed = true;
	return ODD_OK;
}

static odd_status allocate(odd_one *run, const odd_one *old, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	odd_status status = odd_prepare(&run->input, net, old->options.preset, job, err);
	if (status != ODD_OK)
		return status;
	run->A = odd_csr_const(run->input.A);
	run->At = run->input.At.ptr != NULL ? odd_csr_const(run->input.At) : run->A;
	run->C = odd_csr_const(run->input.C);
	run->Ct = odd_csr_const(run->input.Ct);
	run->n = run->A.rows;
	run->d = run->C.cols;
	if (run->n < old->n || run->d != old->d)
		return odd_error_set(err, ODD_EUSAGE,
			"a run over %zu nodes and %zu attributes cannot go on with %zu and %zu",
			old->n, old->d, run->n, run->d);
	if (!(old->options.mu < (double)run->n))
		return odd_error_set(err, ODD_EUSAGE, "mu = %g: must be below the number of nodes",
			old->options.mu);
	for (int t = 0; t < 3; t++)
		if ((run->O[t] = odd__one_vector(run->n)) == NULL)
			return odd_error_nomem(err);
	if ((status = odd__one_allocate_factors(run, old->k, err)) == ODD_OK)
		status = odd__one_allocate_rest(run, err);
	return status;
}

odd_status odd_one_extend(odd_one **out, const odd_one *old, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	*out = NULL;
	odd_status status;
	odd_one *run = calloc(1, sizeof *run);
	if (run == NULL)
		return odd_error_nomem(err);
	run->options = old->options;
	run->options.start_dir = NULL;
	run->tuning = old->tuning;
	run->next = old->next;
	run->iteration = old->iteration;
	odd_job_report(job, "extend", 0.0, 1.0);
	if (old->options.start_dir != NULL &&
		(run->options.start_dir = strdup(old->options.start_dir)) == NULL) {
		status = odd_error_nomem(err);
		goto fail;
	}
	if ((status = allocate(run, old, net, job, err)) != ODD_OK ||
		(status = copy_trace(run, old, err)) != ODD_OK)
		goto fail;
	copy_rows(run->G, old->G);
	copy_rows(run->Ht, old->Ht);
	copy_rows(run->U, old->U);
	copy_rows(run->Vt, old->Vt);
	odd_mat_copy(run->W, odd_mat_const(old->W));
	odd_mat_copy(run->Wt, odd_mat_const(old->Wt));
	odd_mat_copy(run->VVt, odd_mat_const(old->VVt));
	odd_csr_row_norms(run->norm_A, run->A);
	odd_csr_row_norms(run->norm_C, run->C);
	share_outlierness(run, old);
	if ((status = fit_new_rows(run, old->n, job, err)) != ODD_OK ||
		(status = mark_change(run, job, err)) != ODD_OK)
		goto fail;
	*out = run;
	return ODD_OK;
fail:
	odd_one_free(run);
	return status;
}
