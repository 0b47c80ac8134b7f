/* explain_rows.c: one row of A or C beside what the model makes of it.
 *
 *     A_i ≈ G_i H        C_i ≈ U_i V        error(j) = (S_ij − f · B_j)²
 *
 * with f the node's row of G or U and B_j row j of Hᵀ or Vᵀ. One product of K for every column,
 * O(columns · K); no entry but those asked for is kept. */
#include "config.h"

#include <stdlib.h>

#include "score/explain_internal.h"

/* ---- the reconstructed row ---------------------------------------------------------------- */

/* out[j] = f · B_j */
static void reconstruct(double *out, const double *f, odd_cmat B)
{
	for (size_t j = 0; j < B.rows; j++) {
		const double *b = odd_cmat_row(B, j);
		out[j] = 0.0;
		for (size_t k = 0; k < B.cols; k++)
			out[j] += f[k] * b[k];
	}
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* The entry of a row at column j, 0 where there is none. O(log of the row's length). */
static double entry(odd_ccsr S, size_t i, size_t j)
{
	size_t at = odd_csr_find(S, i, j);
	return at != SIZE_MAX ? odd_csr_value(S, at) : 0.0;
}

static double square(double x)
{
	return x * x;
}

/* What a row is compared with. */
struct row {
	odd_ccsr given, prepared;
	size_t i;
	size_t skip; /* a column that is never listed: the loop that preparing adds to A */
	const double *model;
};

/* Σ of squared errors over all columns; the worst of those that are there, the most expected of
 * those that are not. */
static double choose(odd__best *present, odd__best *absent, const struct row *r)
{
	double sum = 0.0;
	size_t e = r->prepared.ptr[r->i], end = r->prepared.ptr[r->i + 1];
	for (size_t j = 0; j < r->prepared.cols; j++) {
		bool stored = e < end && r->prepared.idx[e] == j;
		double observed = stored ? odd_csr_value(r->prepared, e++) : 0.0;
		double error = square(observed - r->model[j]);
		sum += error;
		if (j == r->skip)
			continue;
		if (stored)
			odd__best_offer(present, j, error);
		else if (r->model[j] > 0.0)
			odd__best_offer(absent, j, r->model[j]);
	}
	return sum;
}

static odd_status list(odd_explain_entry **out, size_t *count, const odd__best *best,
	const struct row *r, const odd_names *names, const odd_network *labels, odd_error *err)
{
	*out = malloc((best->count + 1) * sizeof **out);
	if (*out == NULL)
		return odd_error_nomem(err);
	*count = best->count;
	for (size_t b = 0; b < best->count; b++) {
		size_t j = best->at[b];
		double observed = entry(r->prepared, r->i, j);
		(*out)[b] = (odd_explain_entry){.at = (uint32_t)j,
			.name = odd_names_get(names, j),
			.title = labels != NULL ? odd_network_title(labels, j)
						: odd_names_get(names, j),
			.label = labels != NULL ? odd__label_of(labels, j) : NULL,
			.given = entry(r->given, r->i, j),
			.observed = observed,
			.expected = r->model[j],
			.error = square(observed - r->model[j])};
	}
	return ODD_OK;
}

/* labels: the network whose nodes the columns are, or NULL. */
static odd_status explain_row(odd_explain_row *out, struct row r, const double *f, odd_cmat B,
	const odd_names *names, const odd_network *labels, size_t wanted, odd_error *err)
{
	odd__best present, absent = {0};
	size_t columns = r.prepared.cols, begin = r.prepared.ptr[r.i];
	double *model = malloc((columns + 1) * sizeof *model);
	odd_status status = odd__best_init(&present, wanted < columns ? wanted : columns, err);
	if (status == ODD_OK)
		status = odd__best_init(&absent, wanted < columns ? wanted : columns, err);
	if (status == ODD_OK && model == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK) {
		reconstruct(model, f, B);
		r.model = model;
		out->count = r.given.ptr[r.i + 1] - r.given.ptr[r.i];
		for (size_t e = begin; e < r.prepared.ptr[r.i + 1]; e++)
			out->size += square(odd_csr_value(r.prepared, e));
		out->error = choose(&present, &absent, &r);
		status = list(&out->present, &out->present_count, &present, &r, names, labels, err);
	}
	if (status == ODD_OK)
		status = list(&out->absent, &out->absent_count, &absent, &r, names, labels, err);
	odd__best_clear(&present);
	odd__best_clear(&absent);
	free(model);
	return status;
}

odd_status odd__explain_links(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err)
{
	odd_one_state state = odd_one_look(x->run);
	struct row r = {.given = odd_csr_const(x->net->A),
		.prepared = odd_csr_const(odd_one_input(x->run)->A),
		.i = e->node,
		.skip = e->node};
	return explain_row(&e->links, r, odd_cmat_row(state.G, e->node), state.Ht, &x->net->ids,
		x->net, wanted, err);
}

odd_status odd__explain_attributes(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err)
{
	odd_one_state state = odd_one_look(x->run);
	struct row r = {.given = odd_csr_const(x->net->C),
		.prepared = odd_csr_const(odd_one_input(x->run)->C),
		.i = e->node,
		.skip = SIZE_MAX};
	return explain_row(&e->attributes, r, odd_cmat_row(state.U, e->node), state.Vt,
		&x->net->words, NULL, wanted, err);
}
