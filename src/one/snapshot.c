/* snapshot.c: going back. A snapshot holds the factors, their small products, O, the position and
 * the trace; all else is derived again, by the same kernels, so a restored run goes on with the
 * same bits. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "one/state.h"

static odd_status copy_mat(odd_mat *out, odd_mat from, odd_error *err)
{
	odd_status status = odd_mat_alloc(out, from.rows, from.cols, err);
	if (status == ODD_OK)
		odd_mat_copy(*out, odd_mat_const(from));
	return status;
}

void odd_snapshot_free(odd_snapshot *s)
{
	if (s == NULL)
		return;
	odd_mat *const mats[] = {
		&s->G, &s->Ht, &s->U, &s->Vt, &s->W, &s->Wt, &s->HHt, &s->VVt, &s->P, &s->Q};
	for (size_t i = 0; i < sizeof mats / sizeof *mats; i++)
		odd_mat_free(mats[i]);
	free(s->O);
	free(s->trace);
	free(s);
}

odd_status odd_one_snapshot(odd_snapshot **out, const odd_one *run, odd_error *err)
{
	*out = NULL;
	odd_status status = ODD_ENOMEM;
	odd_snapshot *s = calloc(1, sizeof *s);
	if (s == NULL)
		return odd_error_nomem(err);
	s->n = run->n;
	s->O = malloc(3 * run->n * sizeof *s->O);
	s->trace = malloc(run->trace.count * sizeof *s->trace);
	if (s->O == NULL || s->trace == NULL) {
		odd_error_nomem(err);
		goto fail;
	}
	const odd_mat from[] = {run->G, run->Ht, run->U, run->Vt, run->W, run->Wt, run->HHt,
		run->VVt, run->P, run->Q};
	odd_mat *const to[] = {
		&s->G, &s->Ht, &s->U, &s->Vt, &s->W, &s->Wt, &s->HHt, &s->VVt, &s->P, &s->Q};
	for (size_t i = 0; i < sizeof from / sizeof *from; i++)
		if ((status = copy_mat(to[i], from[i], err)) != ODD_OK)
			goto fail;
	for (int t = 0; t < 3; t++)
		memcpy(s->O + (size_t)t * run->n, run->O[t], run->n * sizeof *s->O);
	memcpy(s->trace, run->trace.point, run->trace.count * sizeof *s->trace);
	s->trace_count = run->trace.count;
	memcpy(s->term, run->term, sizeof s->term);
	memcpy(s->weighted_norm, run->weighted_norm, sizeof s->weighted_norm);
	s->alpha = run->options.alpha;
	s->beta = run->options.beta;
	s->next = run->next;
	s->iteration = run->iteration;
	*out = s;
	return ODD_OK;
fail:
	odd_snapshot_free(s);
	return status;
}

void odd_one_restore(odd_one *run, const odd_snapshot *s)
{
	const odd_mat from[] = {s->G, s->Ht, s->U, s->Vt, s->W, s->Wt, s->HHt, s->VVt, s->P, s->Q};
	const odd_mat to[] = {run->G, run->Ht, run->U, run->Vt, run->W, run->Wt, run->HHt, run->VVt,
		run->P, run->Q};
	for (size_t i = 0; i < sizeof from / sizeof *from; i++)
		odd_mat_copy(to[i], odd_mat_const(from[i]));
	for (int t = 0; t < 3; t++)
		memcpy(run->O[t], s->O + (size_t)t * s->n, s->n * sizeof *s->O);
	odd__one_weights(run);
	memcpy(run->term, s->term, sizeof run->term);
	memcpy(run->weighted_norm, s->weighted_norm, sizeof run->weighted_norm);
	run->options.alpha = s->alpha;
	run->options.beta = s->beta;
	run->next = s->next;
	run->iteration = s->iteration;
	run->have_AHt = run->have_CVt = run->have_r3 = false;
	/* The trace only ever grows between a snapshot and its restoring, so there is room. */
	memcpy(run->trace.point, s->trace, s->trace_count * sizeof *s->trace);
	run->trace.count = s->trace_count;
}

size_t odd_snapshot_bytes(const odd_snapshot *s)
{
	size_t doubles = 3 * s->n;
	const odd_mat mats[] = {s->G, s->Ht, s->U, s->Vt, s->W, s->Wt, s->HHt, s->VVt, s->P, s->Q};
	for (size_t i = 0; i < sizeof mats / sizeof *mats; i++)
		doubles += mats[i].rows * mats[i].stride;
	return sizeof *s + doubles * sizeof(double) + s->trace_count * sizeof *s->trace;
}
