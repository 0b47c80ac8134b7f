#include "config.h"

#include "one/pack_snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "linalg/pack_matrix.h"
#include "one/state.h"

#define POINT_BYTES (8 * 8) /* of a trace point in the file */

void odd__pack_trace(odd__packer *p, const odd_trace *trace)
{
	odd__pack_whole(p, trace->count);
	for (size_t i = 0; i < trace->count; i++) {
		const odd_trace_point *point = &trace->point[i];
		odd__pack_whole(p, point->iteration);
		odd__pack_whole(p, (uint64_t)(point->step - ODD_STEP_INIT));
		odd__pack_real(p, point->loss);
		odd__pack_reals(p, point->term, 3);
		odd__pack_real(p, point->seconds);
		odd__pack_whole(p, point->changed);
	}
}

/* The sub-step that comes after a point, and the whole iterations that are done by then. */
static odd_substep after(const odd_trace_point *point, size_t *iterations)
{
	const bool whole = point->step == ODD_STEP_O || point->step == ODD_STEP_INIT;
	*iterations = point->iteration - (whole ? 0 : 1);
	return point->step == ODD_STEP_O ? ODD_STEP_W : (odd_substep)(point->step + 1);
}

static bool follows(const odd_trace_point *point, const odd_trace_point *before)
{
	size_t iterations;
	if (before == NULL)
		return point->iteration == 0 && point->step == ODD_STEP_INIT && !point->changed;
	if (point->changed)
		return point->iteration == before->iteration && point->step == before->step;
	return point->step == after(before, &iterations) && point->iteration == iterations + 1;
}

odd_status odd__unpack_trace(odd__unpacker *u, odd_trace *out)
{
	const size_t count = odd__unpack_count(u, POINT_BYTES);
	*out = (odd_trace){.point = NULL};
	if (u->status == ODD_OK && count == 0)
		odd__unpack_wrong(u, "has a run without a start");
	if (u->status != ODD_OK)
		return u->status;
	out->point = malloc(count * sizeof *out->point);
	if (out->point == NULL)
		return odd__unpack_nomem(u);
	out->count = out->capacity = count;
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		odd_trace_point *point = &out->point[i];
		point->iteration = odd__unpack_below(u, count, "counts more iterations than steps");
		point->step = (odd_substep)(int)odd__unpack_below(
				      u, ODD_SUBSTEPS, "has a sub-step that does not exist") +
			      ODD_STEP_INIT;
		point->loss = odd__unpack_real(u);
		odd__unpack_reals_to(u, point->term, 3);
		point->seconds = odd__unpack_real(u);
		point->changed = odd__unpack_flag(u);
		if (u->status == ODD_OK &&
			!(isfinite(point->loss) && isfinite(point->term[0]) &&
				isfinite(point->term[1]) && isfinite(point->term[2]) &&
				isfinite(point->seconds) && point->seconds >= 0.0))
			odd__unpack_wrong(u, "has a loss that is no number");
		if (u->status == ODD_OK && !follows(point, i > 0 ? point - 1 : NULL))
			odd__unpack_wrong(u, "has a sub-step that does not follow the one before");
	}
	if (u->status != ODD_OK) {
		free(out->point);
		*out = (odd_trace){.point = NULL};
	}
	return u->status;
}

/* ---- the matrices ------------------------------------------------------------------------- */

void odd__pack_snapshot(odd__packer *p, const odd_snapshot *s)
{
	const odd_mat mats[] = {s->G, s->Ht, s->U, s->Vt, s->W, s->Wt, s->HHt, s->VVt, s->P, s->Q};
	for (size_t i = 0; i < sizeof mats / sizeof *mats; i++)
		odd__pack_mat(p, odd_mat_const(mats[i]));
	odd__pack_reals(p, s->O, 3 * s->n);
	odd__pack_reals(p, s->term, 3);
	odd__pack_reals(p, s->weighted_norm, 2);
	odd__pack_real(p, s->alpha);
	odd__pack_real(p, s->beta);
	odd__pack_trace(p, &(odd_trace){.point = s->trace, .count = s->trace_count});
}

static void check_numbers(odd__unpacker *u, const odd_snapshot *s)
{
	const double number[] = {s->term[0], s->term[1], s->term[2], s->weighted_norm[0],
		s->weighted_norm[1], s->alpha, s->beta};
	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		if (!isfinite(number[i]))
			odd__unpack_wrong(u, "has a weight or a loss that is no number");
	if (s->alpha < 0.0 || s->beta < 0.0)
		odd__unpack_wrong(u, "has a weight below 0");
	for (size_t i = 0; i < 3 * s->n; i++)
		if (!(s->O[i] > 0.0 && s->O[i] <= 1.0))
			odd__unpack_wrong(u, "has a share of O that is not between 0 and 1");
}

odd_snapshot *odd__unpack_snapshot(odd__unpacker *u, size_t nodes, size_t attributes, size_t k)
{
	odd_snapshot *s = calloc(1, sizeof *s);
	if (s == NULL) {
		odd__unpack_nomem(u);
		return NULL;
	}
	odd_mat *const mats[] = {
		&s->G, &s->Ht, &s->U, &s->Vt, &s->W, &s->Wt, &s->HHt, &s->VVt, &s->P, &s->Q};
	const size_t rows[] = {nodes, nodes, nodes, attributes, k, k, k, k, k, k};
	for (size_t i = 0; i < sizeof mats / sizeof *mats; i++)
		odd__unpack_mat(u, mats[i], rows[i], k);
	s->n = nodes;
	s->O = odd__unpack_reals(u, 3 * nodes);
	odd__unpack_reals_to(u, s->term, 3);
	odd__unpack_reals_to(u, s->weighted_norm, 2);
	s->alpha = odd__unpack_real(u);
	s->beta = odd__unpack_real(u);
	odd_trace trace;
	if (odd__unpack_trace(u, &trace) == ODD_OK) {
		s->trace = trace.point;
		s->trace_count = trace.count;
		s->next = after(&trace.point[trace.count - 1], &s->iteration);
		check_numbers(u, s);
	}
	if (u->status != ODD_OK) {
		odd_snapshot_free(s);
		return NULL;
	}
	return s;
}

size_t odd__snapshot_points(const odd_snapshot *s)
{
	return s->trace_count;
}

/* ---- going on ----------------------------------------------------------------------------- */

/* Everything but what the snapshot has. */
static odd_status allocate(odd_one *run, const odd_network *net, const odd_snapshot *s,
	const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_input(run, net, job, err);
	if (status != ODD_OK)
		return status;
	if (run->n != s->G.rows || run->d != s->Vt.rows)
		return odd_error_set(err, ODD_EUSAGE,
			"a run over %zu nodes and %zu attributes cannot go on with %zu and %zu",
			s->G.rows, s->Vt.rows, run->n, run->d);
	for (int t = 0; t < 3; t++)
		if ((run->O[t] = odd__one_vector(run->n)) == NULL)
			return odd_error_nomem(err);
	if ((status = odd__one_order(run, job, err)) == ODD_OK &&
		(status = odd__one_allocate_factors(run, s->G.cols, err)) == ODD_OK)
		status = odd__one_allocate_rest(run, err);
	run->trace.capacity = s->trace_count;
	run->trace.point = malloc(s->trace_count * sizeof *run->trace.point);
	if (status == ODD_OK && run->trace.point == NULL)
		status = odd_error_nomem(err);
	return status;
}

odd_status odd__one_resume(odd_one **out, const odd_network *net, const odd_one_options *options,
	const odd_snapshot *snapshot, const odd_job *job, odd_error *err)
{
	*out = NULL;
	odd_one *run = calloc(1, sizeof *run);
	if (run == NULL)
		return odd_error_nomem(err);
	run->options = *options;
	run->options.k = snapshot->G.cols;
	run->options.start_dir = NULL;
	run->tuning = (odd__tuning)ODD__TUNING_INIT;
	if (run->options.start == ODD_START_PRESET)
		run->options.start = options->preset == ODD_PAPER ? ODD_START_NMF : ODD_START_SVD;
	odd_status status = ODD_OK;
	if (options->start_dir != NULL &&
		(run->options.start_dir = strdup(options->start_dir)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = allocate(run, net, snapshot, job, err);
	if (status != ODD_OK) {
		odd_one_free(run);
		return status;
	}
	odd_csr_row_norms(run->norm_A, run->A);
	odd_csr_row_norms(run->norm_C, run->C);
	odd_one_restore(run, snapshot);
	*out = run;
	return ODD_OK;
}

odd_status odd__one_jump(odd_one *run, const odd_snapshot *snapshot, odd_error *err)
{
	odd_status status = odd__make_room(&run->trace.capacity, snapshot->trace_count, err,
		{&run->trace.point, sizeof *run->trace.point});
	if (status == ODD_OK)
		odd_one_restore(run, snapshot);
	return status;
}
