#include "config.h"

#include "one/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "one/lesson_parts.h"

static odd__lesson_fn *const makers[ODD_SUBSTEPS] = {
	[ODD_STEP_W] = odd__lesson_w,
	[ODD_STEP_G] = odd__lesson_rows,
	[ODD_STEP_H] = odd__lesson_basis,
	[ODD_STEP_U] = odd__lesson_rows,
	[ODD_STEP_V] = odd__lesson_basis,
	[ODD_STEP_O] = odd__lesson_o,
};

odd_watch odd_watch_default(const odd_one *run, size_t node)
{
	odd_watch watch = {.node = node < run->n ? node : 0};
	const double *G = odd_mat_row(run->G, watch.node);
	double largest = 0.0;
	for (size_t k = 1; k < run->k; k++)
		if (fabs(G[k]) > fabs(G[watch.dimension]))
			watch.dimension = k;
	watch.other = watch.dimension;
	for (size_t e = run->C.ptr[watch.node]; e < run->C.ptr[watch.node + 1]; e++)
		if (fabs(odd_csr_value(run->C, e)) > largest) {
			largest = fabs(odd_csr_value(run->C, e));
			watch.attribute = run->C.idx[e];
		}
	return watch;
}

odd_status odd_watch_check(const odd_one *run, const odd_watch *watch, odd_error *err)
{
	if (watch->node >= run->n)
		return odd_error_set(err, ODD_EUSAGE, "there are %zu nodes", run->n);
	if (watch->attribute >= run->d)
		return odd_error_set(err, ODD_EUSAGE, "there are %zu attributes", run->d);
	if (watch->dimension >= run->k || watch->other >= run->k)
		return odd_error_set(err, ODD_EUSAGE, "there are %zu dimensions", run->k);
	if (watch->score < 0 || watch->score > 2)
		return odd_error_set(err, ODD_EUSAGE, "there are the scores O1, O2 and O3");
	return ODD_OK;
}

double odd_lesson_entry(const odd_one *run, odd_substep step, const odd_watch *watch)
{
	switch (step) {
	case ODD_STEP_W:
		return odd_mat_row(run->W, watch->dimension)[watch->other];
	case ODD_STEP_G:
		return odd_mat_row(run->G, watch->node)[watch->dimension];
	case ODD_STEP_H:
		return odd_mat_row(run->Ht, watch->node)[watch->dimension];
	case ODD_STEP_U:
		return odd_mat_row(run->U, watch->node)[watch->dimension];
	case ODD_STEP_V:
		return odd_mat_row(run->Vt, watch->attribute)[watch->dimension];
	case ODD_STEP_O:
		return run->O[watch->score][watch->node];
	default:
		return (double)NAN;
	}
}

odd_status odd_lesson_make(
	odd_lesson *out, odd_one *run, const odd_watch *watch, const odd_job *job, odd_error *err)
{
	odd_status status = odd_watch_check(run, watch, err);
	*out = (odd_lesson){.step = run->next, .iteration = run->iteration + 1, .watch = *watch};
	if (status != ODD_OK)
		return status;
	double *work = malloc(odd__lesson_work(run) * sizeof *work);
	if (work == NULL)
		return odd_error_nomem(err);
	out->old_value = odd_lesson_entry(run, run->next, watch);
	status = makers[run->next](out, run, work, job, err);
	free(work);
	return status;
}

/* ---- a sum that remembers its largest terms ------------------------------------------------- */

/* Where a term of this size belongs: behind those as large, so that ties keep their order. */
static size_t place_of(const odd_lesson_sum *sum, double size)
{
	size_t low = 0, high = sum->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fabs(sum->term[middle].value) >= size)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void odd__sum_add(odd_lesson_sum *sum, odd_lesson_term term)
{
	size_t at = place_of(sum, fabs(term.value));
	sum->total += term.value;
	if (at == ODD_LESSON_TERMS) {
		sum->rest += term.value;
		sum->rest_count++;
		return;
	}
	if (sum->count == ODD_LESSON_TERMS) {
		sum->rest += sum->term[ODD_LESSON_TERMS - 1].value;
		sum->rest_count++;
	} else {
		sum->count++;
	}
	memmove(sum->term + at + 1, sum->term + at, (sum->count - 1 - at) * sizeof *sum->term);
	sum->term[at] = term;
}

/* ---- the curve ------------------------------------------------------------------------------ */

static double share_loss(const odd_curve *c, double x)
{
	return -c->steep * (c->own * log(x) + c->others * log(c->mu - x));
}

double odd_curve_at(const odd_curve *c, double x)
{
	switch (c->shape) {
	case ODD_CURVE_PARABOLA:
		return c->steep * (x - c->lowest) * (x - c->lowest);
	case ODD_CURVE_SHARE:
		return x > 0.0 && x < c->mu ? share_loss(c, x) - share_loss(c, c->lowest)
					    : (double)NAN;
	case ODD_CURVE_TURN:
		return c->steep * (1.0 - cos(x));
	default:
		return (double)NAN;
	}
}

/* ---- slips ---------------------------------------------------------------------------------- */

/* A term without the weight of its row: its first factor, of the pull of the other space w3. */
static double unweighted(const odd_lesson_term *t)
{
	const double weight = t->factor[t->part == ODD_PART_NEAR ? 1 : 0];
	return weight > 0.0 ? t->value / weight : (double)NAN;
}

double odd_lesson_slip(const odd_lesson *l, odd_slip slip)
{
	const bool row = l->step == ODD_STEP_G || l->step == ODD_STEP_U;
	double above = 0.0, below = 0.0;
	if (!l->fraction || l->block || l->step == ODD_STEP_O || l->step == ODD_STEP_W ||
		l->above.rest_count + l->below.rest_count > 0 || (slip == ODD_SLIP_WEIGHT && !row))
		return (double)NAN;
	for (size_t i = 0; i < l->above.count; i++) {
		const odd_lesson_term *t = &l->above.term[i];
		above += slip == ODD_SLIP_WEIGHT                              ? unweighted(t)
			 : slip == ODD_SLIP_SIGN && t->form == ODD_FORM_MINUS ? -t->value
									      : t->value;
	}
	for (size_t i = 0; i < l->below.count; i++) {
		const odd_lesson_term *t = &l->below.term[i];
		below += slip == ODD_SLIP_WEIGHT ? unweighted(t) : t->value;
		if (slip == ODD_SLIP_OWN && t->part != ODD_PART_NEAR)
			above -= t->value * l->old_value;
	}
	return above / below;
}

/* ---- the block form ------------------------------------------------------------------------- */

const char *odd_lesson_block_equation(odd_substep step, bool ascii)
{
	static const char *const text[ODD_SUBSTEPS][2] = {
		[ODD_STEP_G] = {"G_i (w1 HHᵀ + β w3 I) = w1 A_i Hᵀ + β w3 U_i Wᵀ",
			"G_i (w1 HH' + b w3 I) = w1 A_i H' + b w3 U_i W'"},
		[ODD_STEP_H] = {"(Σ_i w1_i G_iᵀ G_i) H_j = Σ_i w1_i G_iᵀ A_ij",
			"(sum_i w1_i G_i' G_i) H_j = sum_i w1_i G_i' A_ij"},
		[ODD_STEP_U] = {"U_i (α w2 VVᵀ + β w3 I) = α w2 C_i Vᵀ + β w3 G_i W",
			"U_i (a w2 VV' + b w3 I) = a w2 C_i V' + b w3 G_i W"},
		[ODD_STEP_V] = {"(Σ_i w2_i U_iᵀ U_i) V_d = Σ_i w2_i U_iᵀ C_id",
			"(sum_i w2_i U_i' U_i) V_d = sum_i w2_i U_i' C_id"},
	};
	bool has = step >= ODD_STEP_W && step <= ODD_STEP_O && text[step][ascii] != NULL;
	return has ? text[step][ascii] : "";
}

/* ---- what the factors are ------------------------------------------------------------------- */

static const struct {
	odd_substep step;
	odd_lesson_part part;
	bool above, block;
	const char *factors, *ascii;
} names[] = {
	{ODD_STEP_W, ODD_PART_DIRECTION, true, false, "X · Y", "X * Y"},
	{ODD_STEP_G, ODD_PART_LINK, true, false, "w1 · A · H", "w1 * A * H"},
	{ODD_STEP_G, ODD_PART_DIMENSION, true, false, "w1 · G · HHᵀ", "w1 * G * HH'"},
	{ODD_STEP_G, ODD_PART_NEAR, true, false, "β · w3 · UWᵀ", "b * w3 * UW'"},
	{ODD_STEP_G, ODD_PART_FIT, false, false, "w1 · HHᵀ", "w1 * HH'"},
	{ODD_STEP_G, ODD_PART_NEAR, false, false, "β · w3", "b * w3"},
	{ODD_STEP_G, ODD_PART_DIRECTION, true, true, "(x·e) e", "(x.e) e"},
	{ODD_STEP_H, ODD_PART_LINK, true, false, "w1 · G · A", "w1 * G * A"},
	{ODD_STEP_H, ODD_PART_DIMENSION, true, false, "Σ w1 G G · H", "sum w1 G G * H"},
	{ODD_STEP_H, ODD_PART_NODE, false, false, "w1 · G²", "w1 * G^2"},
	{ODD_STEP_H, ODD_PART_DIMENSION, true, true, "P⁻¹ · Σ w1 G A", "inv P * sum w1 G A"},
	{ODD_STEP_U, ODD_PART_WORD, true, false, "α w2 · C · V", "a w2 * C * V"},
	{ODD_STEP_U, ODD_PART_DIMENSION, true, false, "α w2 · U · VVᵀ", "a w2 * U * VV'"},
	{ODD_STEP_U, ODD_PART_NEAR, true, false, "β · w3 · GW", "b * w3 * GW"},
	{ODD_STEP_U, ODD_PART_FIT, false, false, "α w2 · VVᵀ", "a w2 * VV'"},
	{ODD_STEP_U, ODD_PART_NEAR, false, false, "β · w3", "b * w3"},
	{ODD_STEP_U, ODD_PART_DIRECTION, true, true, "(x·e) e", "(x.e) e"},
	{ODD_STEP_V, ODD_PART_WORD, true, false, "w2 · U · C", "w2 * U * C"},
	{ODD_STEP_V, ODD_PART_DIMENSION, true, false, "Σ w2 U U · V", "sum w2 U U * V"},
	{ODD_STEP_V, ODD_PART_NODE, false, false, "w2 · U²", "w2 * U^2"},
	{ODD_STEP_V, ODD_PART_DIMENSION, true, true, "Q⁻¹ · Σ w2 U C", "inv Q * sum w2 U C"},
	{ODD_STEP_O, ODD_PART_LINK, true, false, "μ · (A − GH)²", "mu * (A - GH)^2"},
	{ODD_STEP_O, ODD_PART_WORD, true, false, "μ · (C − UV)²", "mu * (C - UV)^2"},
	{ODD_STEP_O, ODD_PART_DIMENSION, true, false, "μ · (G − UWᵀ)²", "mu * (G - UW')^2"},
	{ODD_STEP_O, ODD_PART_ABSENT, true, false, "μ · rest of r", "mu * rest of r"},
	{ODD_STEP_O, ODD_PART_NODE, false, false, "r", "r"},
	{ODD_STEP_O, ODD_PART_FIT, false, false, "Σ r that share", "sum of r that share"},
};

const char *odd_lesson_factors(
	const odd_lesson *lesson, const odd_lesson_term *term, bool above, bool ascii)
{
	const char *text = "", *mu = ascii ? "mu * " : "μ · ";
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].step == lesson->step && names[i].part == term->part &&
			names[i].above == above && names[i].block == lesson->block)
			text = ascii ? names[i].ascii : names[i].factors;
	/* μ is 1 more often than not, and then not worth a word. */
	bool plain = lesson->step == ODD_STEP_O && above && term->factor[0] == 1.0;
	return plain && strncmp(text, mu, strlen(mu)) == 0 ? text + strlen(mu) : text;
}

/* ---- who changed ---------------------------------------------------------------------------- */

odd_status odd_lesson_losses(double *loss, odd_one *run, const odd_job *job, odd_error *err)
{
	const double scale[3] = {1.0, run->options.alpha, run->options.beta};
	double *r[3] = {malloc(3 * run->n * sizeof(double)), NULL, NULL};
	if (r[0] == NULL)
		return odd_error_nomem(err);
	r[1] = r[0] + run->n;
	r[2] = r[1] + run->n;
	odd_status status = odd__one_residuals(run, r, NULL, job, err);
	for (size_t i = 0; status == ODD_OK && i < run->n; i++) {
		loss[i] = 0.0;
		for (int t = 0; t < 3; t++)
			loss[i] += scale[t] * run->w[t][i] * r[t][i];
	}
	free(r[0]);
	return status;
}
