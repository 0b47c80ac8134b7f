/* one.c: the step machine: sub-step, look, save. */
#include "config.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "linalg/block.h"
#include "base/file.h"
#include "linalg/npy.h"
#include "one/workspace.h"
#include "one/state.h"

static odd__step_fn *const step_functions[ODD_SUBSTEPS] = {
#define SUBSTEP(letter, function, title, equation, ascii, reading, structure, attributes, dis) \
	function,
#include "one/substeps.def"
#undef SUBSTEP
};

static const odd_substep_info infos[ODD_SUBSTEPS] = {
#define SUBSTEP(letter, function, title, equation, ascii, reading, structure, attributes, dis) \
	{#letter[0], #letter, title, equation, ascii, reading, {structure, attributes, dis}},
#include "one/substeps.def"
};

static const odd_substep_info start = {'-', "init", "the start", "", "",
	"Factors as the start made them, W from its own update, all outlier scores alike.",
	{true, true, true}};

const odd_substep_info *odd_substep_get(odd_substep step)
{
	return step == ODD_STEP_INIT ? &start : &infos[step];
}

/* ---- helpers of the sub-steps --------------------------------------------------------------- */

/* L = L_str + α L_attr + β L_dis */
static double loss_of(const odd_one *run, const double term[3])
{
	return term[0] + run->options.alpha * term[1] + run->options.beta * term[2];
}

odd_status odd__one_check_finite(const double term[3], odd_substep step, odd_error *err)
{
	if (isfinite(term[0]) && isfinite(term[1]) && isfinite(term[2]))
		return ODD_OK;
	return odd_error_set(err, ODD_ENUMERIC,
		"sub-step %s: a number is no longer finite; are weights or attributes very large?",
		odd_substep_get(step)->name);
}

odd_status odd__one_lend(
	odd_mat *P, odd_mat *room, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status = odd_csr_times(run->CVt, run->C, NULL, odd_mat_const(run->Vt), job, err);
	*P = run->CVt;
	*room = run->AHt;
	run->have_AHt = run->have_CVt = false;
	for (int side = 0; side < 2 && run->rests; side++)
		odd_csr_clear(&run->nearby[side]);
	return status;
}

double **odd__one_kept(odd_one *run)
{
	return &run->kept;
}

void odd__one_rest(odd_one *run)
{
	run->rests = true;
	odd_csr_clear(&run->input.Ct);
	run->Ct = odd_csr_const(run->input.Ct);
}

odd_status odd__one_need_Ct(odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	if (run->Ct.ptr == NULL)
		status = odd_csr_transpose_with(&run->input.Ct, run->C, job, err);
	run->Ct = odd_csr_const(run->input.Ct);
	return status;
}

/* ---- the trace ---------------------------------------------------------------------------- */

/* Room for one more point, made before a sub-step so that recording it cannot fail. */
static odd_status trace_reserve(odd_trace *trace, odd_error *err)
{
	return odd__make_room(
		&trace->capacity, trace->count + 1, err, {&trace->point, sizeof *trace->point});
}

odd_status odd__one_trace_add(odd_one *run, odd_substep step, double seconds, odd_error *err)
{
	odd_status status = trace_reserve(&run->trace, err);
	if (status != ODD_OK)
		return status;
	odd_trace_point *p = &run->trace.point[run->trace.count++];
	p->iteration = step == ODD_STEP_INIT ? 0 : run->iteration + 1;
	p->step = step;
	p->loss = loss_of(run, run->term);
	memcpy(p->term, run->term, sizeof p->term);
	p->seconds = seconds;
	p->changed = false;
	return ODD_OK;
}

double odd_trace_rise(const odd_trace *trace, size_t p)
{
	if (p == 0 || p >= trace->count || trace->point[p].changed)
		return 0.0;
	double before = trace->point[p - 1].loss, rise = trace->point[p].loss - before;
	/* A loss that has fallen to nothing is rounding errors, which come and go. */
	double noise = 1e-13 * fabs(trace->point[0].loss);
	return before > 0.0 && rise > 1e-12 * before + noise ? rise / before : 0.0;
}

double odd_trace_largest_rise(const odd_trace *trace, size_t *at)
{
	double worst = 0.0;
	for (size_t p = 1; trace != NULL && p < trace->count; p++) {
		double rise = odd_trace_rise(trace, p);
		if (rise > worst) {
			worst = rise;
			if (at != NULL)
				*at = p;
		}
	}
	return worst;
}

/* ---- stepping ------------------------------------------------------------------------------- */

odd_status odd_one_substep(odd_one *run, const odd_job *job, odd_error *err)
{
	double term[3], started = odd__clock();
	odd_substep step = run->next;
	const bool had = run->early.made;
	odd_status status = trace_reserve(&run->trace, err);
	if (status == ODD_OK)
		status = step_functions[step](run, term, job, err);
	if (status != ODD_OK)
		return status;
	const bool early = run->early.made != had; /* this one made U early, or took it */
	memcpy(run->term, term, sizeof term);
	double seconds = odd__clock() - started;
	if (early)
		seconds += step == ODD_STEP_U ? run->early.seconds : -run->early.seconds;
	if ((status = odd__one_trace_add(run, step, seconds, err)) != ODD_OK)
		return status;
	run->next = step == ODD_STEP_O ? ODD_STEP_W : (odd_substep)(step + 1);
	run->iteration += step == ODD_STEP_O;
	return ODD_OK;
}

odd_status odd_one_iterate(odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status;
	run->early.wanted = true;
	do
		status = odd_one_substep(run, job, err);
	while (status == ODD_OK && run->next != ODD_STEP_W);
	/* cancelled before its turn it is made anew: the state may be another one by then */
	run->early.wanted = run->early.made = false;
	return status;
}

/* ---- looking -------------------------------------------------------------------------------- */

const odd_trace *odd_one_trace(const odd_one *run)
{
	return &run->trace;
}

const odd_one_options *odd_one_options_used(const odd_one *run)
{
	return &run->options;
}

const odd_prepared *odd_one_input(const odd_one *run)
{
	return &run->input;
}

odd_substep odd_one_next(const odd_one *run)
{
	return run->next;
}

size_t odd_one_iteration(const odd_one *run)
{
	return run->iteration;
}

odd_one_state odd_one_look(const odd_one *run)
{
	return (odd_one_state){run->n, run->d, run->k, odd_mat_const(run->G),
		odd_mat_const(run->Ht), odd_mat_const(run->U), odd_mat_const(run->Vt),
		odd_mat_const(run->W), {run->O[0], run->O[1], run->O[2]}};
}

odd_status odd_one_residuals(
	odd_one *run, double *r1, double *r2, double *r3, const odd_job *job, odd_error *err)
{
	double *const r[3] = {r1, r2, r3};
	return odd__one_residuals(run, r, NULL, job, err);
}

/* (U Wᵀ)_i into row, K long */
static void aligned_row(const odd_one *run, size_t i, double *row)
{
	const double *u = odd_mat_row(run->U, i);
	for (size_t k = 0; k < run->k; k++) {
		const double *w = odd_mat_row(run->W, k);
		double sum = 0.0;
		for (size_t q = 0; q < run->k; q++)
			sum += w[q] * u[q];
		row[k] = sum;
	}
}

void odd_one_aligned_attributes(const odd_one *run, odd_mat out)
{
	assert(out.rows == run->n && out.cols == run->k);
#pragma omp parallel for schedule(static) num_threads(odd_job_threads(NULL))
	for (size_t i = 0; i < run->n; i++)
		aligned_row(run, i, odd_mat_row(out, i));
}

void odd_one_embedding(const odd_one *run, odd_mat out)
{
	odd_one_aligned_attributes(run, out);
	for (size_t i = 0; i < run->n; i++)
		for (size_t k = 0; k < run->k; k++)
			odd_mat_row(out, i)[k] =
				0.5 * (odd_mat_row(out, i)[k] + odd_mat_row(run->G, i)[k]);
}

odd_status odd_one_save(const odd_one *run, const char *dir, odd_error *err)
{
	odd_status status = odd_dir_make(dir, err);
	const struct {
		const char *name;
		odd_mat m;
		bool transposed;
	} parts[] = {{"G.npy", run->G, false}, {"H.npy", run->Ht, true}, {"U.npy", run->U, false},
		{"V.npy", run->Vt, true}, {"W.npy", run->W, false}};
	for (size_t i = 0; i < sizeof parts / sizeof *parts && status == ODD_OK; i++) {
		char *path = odd_path_join(dir, parts[i].name);
		if (path == NULL)
			return odd_error_nomem(err);
		odd_cmat m = odd_mat_const(parts[i].m);
		status = parts[i].transposed ? odd_npy_write_transposed(path, m, err)
					     : odd_npy_write(path, m, err);
		free(path);
	}
	static const char *const names[3] = {"O1.npy", "O2.npy", "O3.npy"};
	for (int t = 0; t < 3 && status == ODD_OK; t++) {
		char *path = odd_path_join(dir, names[t]);
		if (path == NULL)
			return odd_error_nomem(err);
		status = odd_npy_write_vector(path, run->O[t], run->n, err);
		free(path);
	}
	return status;
}
