/* entry.c: one number of G, H, U or V with all else held: the parabola of each term of the loss.
 *
 *     G_ik:  w1_i (HHᵀ)_kk (x − fit)² + β w3_i (x − (U_i Wᵀ)_k)²
 *     H_kj:  Σ_i w1_i G_ik² (x − fit)²
 *
 * where fit is the x that explains the row or column of A best; U and V likewise with α, w2 and C.
 */
#include "config.h"

#include "one/lesson.h"

#include "one/state.h"

static double *place_of(odd_one *run, odd_substep step, const odd_watch *w)
{
	switch (step) {
	case ODD_STEP_G:
		return &odd_mat_row(run->G, w->node)[w->dimension];
	case ODD_STEP_H:
		return &odd_mat_row(run->Ht, w->node)[w->dimension];
	case ODD_STEP_U:
		return &odd_mat_row(run->U, w->node)[w->dimension];
	case ODD_STEP_V:
		return &odd_mat_row(run->Vt, w->attribute)[w->dimension];
	default:
		return NULL;
	}
}

/* G or U: the row of node i. */
static void look_row(odd_entry *out, const odd_one *run, bool links, size_t i, size_t k)
{
	const odd_ccsr S = links ? run->A : run->C;
	const odd_mat X = links ? run->G : run->U, Y = links ? run->U : run->G,
		      B = links ? run->Ht : run->Vt, M = links ? run->Wt : run->W;
	const double a = links ? run->w[0][i] : run->options.alpha * run->w[1][i];
	const double *x = odd_mat_row(X, i);
	const size_t t = links ? 0 : 1;
	double square = 0.0, fit = 0.0, near = 0.0;
	for (size_t j = 0; j < B.rows; j++) {
		const double *b = odd_mat_row(B, j);
		double others = 0.0;
		for (size_t q = 0; q < run->k; q++)
			others += q != k ? x[q] * b[q] : 0.0;
		square += b[k] * b[k];
		fit -= others * b[k];
	}
	for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
		fit += odd_csr_value(S, e) * odd_mat_row(B, S.idx[e])[k];
	for (size_t p = 0; p < run->k; p++)
		near += odd_mat_row(Y, i)[p] * odd_mat_row(M, p)[k];
	out->steep[t] = a * square;
	out->lowest[t] = square > 0.0 ? fit / square : 0.0;
	out->steep[2] = run->options.beta * run->w[2][i];
	out->lowest[2] = near;
}

/* H or V: the column of node or attribute j. */
static void look_column(odd_entry *out, const odd_one *run, bool links, size_t j, size_t k)
{
	const odd_ccsr S = links ? run->A : run->C;
	const odd_mat X = links ? run->G : run->U;
	const double *b = odd_mat_row(links ? run->Ht : run->Vt, j);
	const size_t t = links ? 0 : 1;
	double square = 0.0, fit = 0.0;
	for (size_t i = 0; i < run->n; i++) {
		const double *x = odd_mat_row(X, i);
		const double a = run->w[t][i] * (links ? 1.0 : run->options.alpha);
		double left = 0.0;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
			left += S.idx[e] == j ? odd_csr_value(S, e) : 0.0;
		for (size_t q = 0; q < run->k; q++)
			left -= q != k ? x[q] * b[q] : 0.0;
		square += a * x[k] * x[k];
		fit += a * x[k] * left;
	}
	out->steep[t] = square;
	out->lowest[t] = square > 0.0 ? fit / square : 0.0;
}

odd_status odd_entry_look(
	odd_entry *out, odd_one *run, odd_substep step, const odd_watch *watch, odd_error *err)
{
	odd_status status = odd_watch_check(run, watch, err);
	const bool links = step == ODD_STEP_G || step == ODD_STEP_H;
	*out = (odd_entry){.value = 0.0};
	if (status != ODD_OK)
		return status;
	if (place_of(run, step, watch) == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"no entry of W or O can move alone: W is a rotation, and O has a sum");
	out->value = *place_of(run, step, watch);
	if (step == ODD_STEP_G || step == ODD_STEP_U)
		look_row(out, run, links, watch->node, watch->dimension);
	else
		look_column(
			out, run, links, links ? watch->node : watch->attribute, watch->dimension);
	return ODD_OK;
}

double odd_entry_change(const odd_entry *e, int term, double x)
{
	const double then = e->value - e->lowest[term], now = x - e->lowest[term];
	return e->steep[term] * (now * now - then * then);
}

double odd_entry_lowest(const odd_entry *e)
{
	double steep = 0.0, sum = 0.0;
	for (int t = 0; t < 3; t++) {
		steep += e->steep[t];
		sum += e->steep[t] * e->lowest[t];
	}
	return steep > 0.0 ? sum / steep : e->value;
}

odd_status odd__entry_set(odd_one *run, odd_substep step, const odd_watch *watch, odd_error *err)
{
	odd_entry entry;
	odd_status status = odd_entry_look(&entry, run, step, watch, err);
	if (status == ODD_OK)
		*place_of(run, step, watch) = odd_entry_lowest(&entry);
	return status;
}
