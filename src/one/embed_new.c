/* embed_new.c: a run goes on with a network that has grown or shrunk at its end, or is one of
 * another time: some nodes gone, some new, links and words changed. was[i] is the row that node i
 * had.
 *
 * The new nodes come without a past, and get the benefit of the doubt: one place e_i, from
 * which structure and attributes both start, so that nothing disagrees yet:
 *     e_i  = ¾ (mean of G_j over old neighbours j, weighted as the links are)
 *          + ¼ C_i Vᵀ (V Vᵀ)⁻¹ Wᵀ    what its words say, where G is
 *     G_i  = e_i,  U_i = e_i W       (W Wᵀ = I, so U_i Wᵀ = e_i)
 *     Hᵀ_i = (Gᵀ G)⁻¹ Gᵀ A_·i        from the links that arrive, G of the old nodes
 * The sub-steps that follow pull the two apart where the node's own data does: leaning on the
 * neighbours makes it look like one of them at first, and shows its way up the ranking. Preparing A
 * and C anew changes the old rows of both a little (degrees, word frequencies), so the loss may
 * jump; from there on no sub-step raises it, since each is the minimiser of the new loss.
 */
#include "config.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"
#include "one/lesson.h"
#include "one/state.h"

#define WORDS_SHARE 0.25

#define IS_NEW ODD_NO_ROW

/* The next stretch of new rows from *at on, [*at, end); end is *at when there is none. */
static size_t new_stretch(const uint32_t *was, size_t n, size_t *at)
{
	while (*at < n && was[*at] != IS_NEW)
		++*at;
	size_t end = *at;
	while (end < n && was[end] == IS_NEW)
		end++;
	return end;
}

/* The new rows of X become the solutions of x (gram) = row, where they hold the right-hand sides.
 * The ridge is the smallest of 1e-12, 1e-10, … of the trace that makes the system definite; dead
 * dimensions then get (nearly) nothing. */
static odd_status solve_rows(
	odd_mat X, const uint32_t *was, odd_mat gram, odd_mat spare, odd_error *err)
{
	const size_t k = X.cols, s = X.stride;
	double trace = 0.0, ridge = 1e-12;
	for (size_t q = 0; q < k; q++)
		trace += odd_mat_row(gram, q)[q];
	for (; trace > 0.0 && ridge < 1.0; ridge *= 100.0) {
		odd_mat_copy(spare, odd_mat_const(gram));
		for (size_t q = 0; q < k; q++)
			odd_mat_row(spare, q)[q] += ridge * trace;
		if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', (lapack_int)k, spare.data,
			    (lapack_int)spare.stride) == 0)
			break;
	}
	if (!(ridge < 1.0))
		return odd_error_set(
			err, ODD_ENUMERIC, "the rows of the new nodes cannot be solved for");
	for (size_t at = 0, end; (end = new_stretch(was, X.rows, &at)) > at; at = end) {
		if (!(trace > 0.0)) /* nothing to explain anything with */
			memset(odd_mat_row(X, at), 0, (end - at) * s * sizeof(double));
		else
			LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', (lapack_int)k, (lapack_int)(end - at),
				spare.data, (lapack_int)spare.stride, odd_mat_row(X, at),
				(lapack_int)s);
	}
	return ODD_OK;
}

/* The new rows of X = those of S B. */
static void gather_rows(odd_mat X, const uint32_t *was, odd_ccsr S, odd_mat B)
{
	for (size_t i = 0; i < X.rows; i++) {
		double *x = odd_mat_row(X, i);
		if (was[i] != IS_NEW)
			continue;
		memset(x, 0, X.stride * sizeof *x);
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			const double *b = odd_mat_row(B, S.idx[e]), value = odd_csr_value(S, e);
			for (size_t k = 0; k < X.cols; k++)
				x[k] += value * b[k];
		}
	}
}

/* Old rows to where their nodes are now; those of new nodes stay 0. */
static void copy_rows(odd_mat to, odd_mat from, const uint32_t *was)
{
	for (size_t i = 0; i < to.rows; i++)
		if (was[i] != IS_NEW)
			memcpy(odd_mat_row(to, i), odd_mat_row(from, was[i]),
				to.cols * sizeof(double));
}

static odd_status gram_of(
	odd_mat out, odd_mat X, const double *w, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_cmat x = odd_mat_const(X);
	return odd__cross_gram(out, x, w, x, run->work, job, err);
}

/* x += Σ value · B_j over the stored entries of row i of S whose nodes are old; returns Σ |value|.
 */
static double add_neighbours(double *x, odd_ccsr S, size_t i, odd_mat B, const uint32_t *was)
{
	double weight = 0.0;
	for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
		if (was[S.idx[e]] == IS_NEW)
			continue;
		const double *b = odd_mat_row(B, S.idx[e]), value = fabs(odd_csr_value(S, e));
		for (size_t k = 0; k < B.cols; k++)
			x[k] += value * b[k];
		weight += value;
	}
	return weight;
}

/* The shared place e_i of each new node: between the mean of its old neighbours in G and what its
 * words say, U_i Wᵀ; or the one of them that there is. U_i has been fitted to the words. */
static void place_new_rows(odd_one *run, const uint32_t *was)
{
	const size_t k = run->k;
	for (size_t i = 0; i < run->n; i++) {
		double *g = odd_mat_row(run->G, i), *u = odd_mat_row(run->U, i);
		double weight, words = 0.0;
		if (was[i] != IS_NEW)
			continue;
		memset(g, 0, run->G.stride * sizeof *g);
		weight = add_neighbours(g, run->A, i, run->G, was);
		if (run->At.ptr != run->A.ptr)
			weight += add_neighbours(g, run->At, i, run->G, was);
		for (size_t q = 0; q < k; q++)
			words += u[q] * u[q];
		double said_share = !(words > 0.0) ? 0.0 : weight > 0.0 ? WORDS_SHARE : 1.0;
		double met_share = weight > 0.0 ? (1.0 - said_share) / weight : 0.0;
		for (size_t q = 0; q < k; q++) {
			const double *w = odd_mat_row(run->W, q);
			double said = 0.0; /* (U Wᵀ)_iq */
			for (size_t p = 0; p < k; p++)
				said += u[p] * w[p];
			g[q] = met_share * g[q] + said_share * said;
		}
		for (size_t p = 0; p < k; p++) { /* W Wᵀ = I, so U_i Wᵀ = e_i */
			const double *w = odd_mat_row(run->Wt, p);
			u[p] = 0.0;
			for (size_t q = 0; q < k; q++)
				u[p] += g[q] * w[q];
		}
	}
}

/* Whichever sub-step comes next finds what it needs: P for H, Q for V. */
static odd_status weigh(odd_one *run, const odd_job *job, odd_error *err)
{
	odd__one_weights(run);
	odd_status status = gram_of(run->P, run->G, run->w[0], run, job, err);
	return status == ODD_OK ? gram_of(run->Q, run->U, run->w[1], run, job, err) : status;
}

/* The rows of the new nodes; all small products of the whole. */
static odd_status fit_new_rows(
	odd_one *run, const uint32_t *was, const odd_job *job, odd_error *err)
{
	odd_status status;
	/* The new rows of G are still 0, so this is the Gram matrix of the old ones. */
	if ((status = gram_of(run->small[0], run->G, NULL, run, job, err)) != ODD_OK)
		return status;
	gather_rows(run->Ht, was, run->At, run->G);
	if ((status = solve_rows(run->Ht, was, run->small[0], run->small[1], err)) != ODD_OK ||
		(status = gram_of(run->HHt, run->Ht, NULL, run, job, err)) != ODD_OK)
		return status;
	gather_rows(run->U, was, run->C, run->Vt);
	if ((status = solve_rows(run->U, was, run->VVt, run->small[1], err)) != ODD_OK)
		return status;
	place_new_rows(run, was);
	return weigh(run, job, err);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Each new node has the median of the old O, and all are scaled so that Σ O stays μ, none beyond 1.
 */
static odd_status share_outlierness(
	odd_one *run, const odd_one *old, const uint32_t *was, odd_error *err)
{
	const double mu = run->options.mu;
	double *sorted = malloc(old->n * sizeof *sorted);
	if (sorted == NULL)
		return odd_error_nomem(err);
	for (int t = 0; t < 3; t++) {
		double sum = 0.0;
		memcpy(sorted, old->O[t], old->n * sizeof *sorted);
		qsort(sorted, old->n, sizeof *sorted, by_value);
		for (size_t i = 0; i < run->n; i++) {
			run->O[t][i] = was[i] != IS_NEW ? old->O[t][was[i]] : sorted[old->n / 2];
			sum += run->O[t][i];
		}
		for (size_t i = 0; i < run->n; i++)
			run->O[t][i] = fmin(fmax(run->O[t][i] * (mu / sum), 1e-12 * mu), 1.0);
	}
	free(sorted);
	return ODD_OK;
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
	odd_status status = odd__one_input(run, net, job, err);
	if (status != ODD_OK)
		return status;
	if (run->d != old->d)
		return odd_error_set(err, ODD_EUSAGE,
			"a run over %zu attributes cannot go on with %zu", old->d, run->d);
	if (old->k >= run->n)
		return odd_error_set(err, ODD_EUSAGE,
			"K = %zu: must be below the number of nodes, %zu", old->k, run->n);
	if (!(old->options.mu < (double)run->n))
		return odd_error_set(err, ODD_EUSAGE, "mu = %g: must be below the number of nodes",
			old->options.mu);
	for (int t = 0; t < 3; t++)
		if ((run->O[t] = odd__one_vector(run->n)) == NULL)
			return odd_error_nomem(err);
	if ((status = odd__one_order(run, job, err)) == ODD_OK &&
		(status = odd__one_allocate_factors(run, old->k, err)) == ODD_OK)
		status = odd__one_allocate_rest(run, err);
	return status;
}

/* A run over net with all that the old one and it have in common, but for O. */
static odd_status carry_over(odd_one **out, const odd_one *old, const odd_network *net,
	const uint32_t *was, const odd_job *job, odd_error *err)
{
	odd_status status;
	odd_one *run = *out = calloc(1, sizeof *run);
	if (run == NULL)
		return odd_error_nomem(err);
	run->options = old->options;
	run->options.start_dir = NULL;
	run->tuning = old->tuning;
	run->next = old->next;
	run->iteration = old->iteration;
	odd_job_report(job, "carry over", 0.0, 1.0);
	if (old->options.start_dir != NULL &&
		(run->options.start_dir = strdup(old->options.start_dir)) == NULL)
		return odd_error_nomem(err);
	if ((status = allocate(run, old, net, job, err)) != ODD_OK ||
		(status = copy_trace(run, old, err)) != ODD_OK)
		return status;
	copy_rows(run->G, old->G, was);
	copy_rows(run->Ht, old->Ht, was);
	copy_rows(run->U, old->U, was);
	odd_mat_copy(run->Vt, odd_mat_const(old->Vt));
	odd_mat_copy(run->W, odd_mat_const(old->W));
	odd_mat_copy(run->Wt, odd_mat_const(old->Wt));
	odd_mat_copy(run->VVt, odd_mat_const(old->VVt));
	odd_csr_row_norms(run->norm_A, run->A);
	odd_csr_row_norms(run->norm_C, run->C);
	return ODD_OK;
}

static odd_status go_on(odd_one **out, const odd_one *old, const odd_network *net,
	const uint32_t *was, const odd_job *job, odd_error *err)
{
	odd_one *run;
	odd_status status = carry_over(&run, old, net, was, job, err);
	if (status == ODD_OK)
		status = share_outlierness(run, old, was, err);
	if (status == ODD_OK)
		status = fit_new_rows(run, was, job, err);
	if (status == ODD_OK)
		status = mark_change(run, job, err);
	if (status != ODD_OK)
		odd_one_free(run);
	*out = status == ODD_OK ? run : NULL;
	return status;
}

odd_status odd_one_extend(odd_one **out, const odd_one *old, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	uint32_t *was = malloc((net->nodes + 1) * sizeof *was);
	*out = NULL;
	if (was == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		was[i] = i < old->n ? (uint32_t)i : IS_NEW;
	odd_status status = go_on(out, old, net, was, job, err);
	free(was);
	return status;
}

odd_status odd_one_settle(odd_one **out, const odd_one *old, const odd_network *net,
	odd_substep step, const odd_watch *watch, const odd_job *job, odd_error *err)
{
	odd_one *run = NULL;
	uint32_t *was = malloc((net->nodes + 1) * sizeof *was);
	*out = NULL;
	if (was == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		was[i] = (uint32_t)i;
	odd_status status = carry_over(&run, old, net, was, job, err);
	for (int t = 0; t < 3 && status == ODD_OK; t++)
		memcpy(run->O[t], old->O[t], run->n * sizeof *run->O[t]);
	if (status == ODD_OK)
		status = weigh(run, job, err);
	if (status == ODD_OK)
		status = odd__entry_set(run, step, watch, err);
	if (status == ODD_OK)
		status = gram_of(run->HHt, run->Ht, NULL, run, job, err);
	if (status == ODD_OK)
		status = gram_of(run->VVt, run->Vt, NULL, run, job, err);
	if (status == ODD_OK)
		status = weigh(run, job, err);
	if (status == ODD_OK)
		status = mark_change(run, job, err);
	free(was);
	if (status != ODD_OK)
		odd_one_free(run);
	*out = status == ODD_OK ? run : NULL;
	return status;
}

odd_status odd_one_follow(odd_one **out, const odd_one *old, const odd_network *net,
	const uint32_t *was, const odd_job *job, odd_error *err)
{
	size_t kept = 0;
	*out = NULL;
	for (size_t i = 0; i < net->nodes; i++) {
		kept += was[i] != IS_NEW;
		if (was[i] != IS_NEW && was[i] >= old->n)
			return odd_error_set(err, ODD_EUSAGE,
				"node %zu is said to have had row %u, and there were %zu", i,
				was[i], old->n);
	}
	if (kept == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "no node of the run is left, so it cannot go on");
	return go_on(out, old, net, was, job, err);
}

/* ---- embedding without a fit ----
 *
 * H, V, W and the rows of the old nodes are held; of a new node i
 *
 *     G_i = argmin  w1 ‖A_i − G_i H‖² + β w3 ‖G_i − U_i Wᵀ‖²
 *     U_i = argmin  α w2 ‖C_i − U_i V‖² + β w3 ‖G_i − U_i Wᵀ‖²
 *
 * and its O from what is left, in turn. That is what the G, U and O steps do with all rows at once,
 * so they are made, and the old rows put back. O(rounds · (nnz K + N K²)).
 */

enum { ROUNDS = 12 };

static void put_back(odd_mat rows, odd_mat old)
{
	rows.rows = old.rows;
	odd_mat_copy(rows, odd_mat_const(old));
}

odd_status odd_one_place(odd_one **out, const odd_one *old, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	double term[3];
	odd_status status = odd_one_extend(out, old, net, job, err);
	if (status != ODD_OK)
		return status;
	odd_one *run = *out;
	odd_update update = run->options.update;
	run->options.update = ODD_BLOCK; /* the exact row, not one coordinate at a time */
	for (int round = 0; round < ROUNDS && status == ODD_OK; round++) {
		odd_job_report(job, "placing new nodes", round, ROUNDS);
		if ((status = odd__one_step_g(run, term, job, err)) == ODD_OK) {
			put_back(run->G, old->G);
			status = odd__one_step_u(run, term, job, err);
		}
		if (status == ODD_OK) {
			put_back(run->U, old->U);
			run->have_r3 = false;
			status = odd__one_step_o(run, term, job, err);
		}
	}
	run->options.update = update;
	if (status != ODD_OK) {
		odd_one_free(run);
		*out = NULL;
	}
	return status;
}
