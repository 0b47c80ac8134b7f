/* line_order.c: stochastic gradient descent for one order of LINE.
 *
 *     O1 = −Σ_ij w_ij log σ(u_i·u_j)        O2 = −Σ_i→j w_ij log p(c_j | u_i)
 *
 * both against noise: an arc i → j is drawn by weight; y_j gets label 1 and a few y_t, t drawn by
 * degree^0.75 and not kept from being j, label 0, where y = u in the first order and c in the
 * second; then the step of pair.h with x = u_i. In the first order t may be i: the step then is
 * still the gradient of −log σ(−u_i·u_i).
 */
#include "config.h"

#include "baseline/line_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "baseline/noise.h"
#include "baseline/pair.h"

#define NOISE_POWER 0.75

struct training {
	odd__line_order *model;
	const odd__line_law *law;
	float rate;
};

#ifdef ODD__SET
void ODD__KERNEL(line_train)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct training *training = context;
	odd__line_order *model = training->model;
	const odd__line_law *law = training->law;
	const odd__pair_setting setting = {model->vertex.stride / ODD__PAIR_PAD, &law->sigmoid,
					model->scratch},
				*s = &setting;
	odd__pair_vec *u = (odd__pair_vec *)model->vertex.data;
	odd__pair_vec *y = model->order == 1 ? u : (odd__pair_vec *)model->context.data;
	for (size_t n = begin; n < end; n++) {
		uint32_t arc = odd__noise_draw(&law->arcs, &model->rng);
		model->target[0] = law->A.idx[arc];
		for (size_t t = 1; t <= model->negative; t++)
			model->target[t] = odd__noise_draw(&law->noise, &model->rng);
		odd__pair_vec *row = u + law->source[arc] * s->eights * ODD__PAIR_PER_8;
		ODD__PAIR_CALL(odd__pair_noise, s, row, y, model->target, model->negative + 1,
			training->rate);
	}
}
#else
/* ---- what is drawn from ---- */

static odd_status weigh_arcs(odd__line_law *law, odd_error *err)
{
	odd_ccsr A = law->A;
	size_t arcs = odd_csr_nnz(A);
	double *ones = NULL;
	const double *weight = A.val;
	if (weight == NULL) {
		if ((ones = malloc(arcs * sizeof *ones)) == NULL)
			return odd_error_nomem(err);
		for (size_t e = 0; e < arcs; e++)
			ones[e] = 1.0;
		weight = ones;
	}
	odd_status status = odd_alias_init(&law->arcs, weight, arcs, err);
	free(ones);
	return status;
}

static odd_status weigh_nodes(odd__line_law *law, odd_error *err)
{
	odd_ccsr A = law->A;
	double *weight = malloc(A.rows * sizeof *weight);
	if (weight == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < A.rows; i++) {
		double degree = 0.0;
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			degree += odd_csr_value(A, e);
			law->source[e] = (uint32_t)i;
		}
		weight[i] = pow(degree, NOISE_POWER);
	}
	odd_status status = odd_alias_init(&law->noise, weight, A.rows, err);
	free(weight);
	return status;
}

odd_status odd__line_law_init(odd__line_law *out, odd_ccsr A, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->A = A;
	odd__sigmoid_init(&out->sigmoid);
	out->source = malloc((odd_csr_nnz(A) + 1) * sizeof *out->source);
	if (out->source == NULL)
		return odd_error_nomem(err);
	odd_status status = weigh_arcs(out, err);
	if (status == ODD_OK)
		status = weigh_nodes(out, err);
	if (status != ODD_OK)
		odd__line_law_clear(out);
	return status;
}

void odd__line_law_clear(odd__line_law *law)
{
	free(law->source);
	odd_alias_clear(&law->arcs);
	odd_alias_clear(&law->noise);
	memset(law, 0, sizeof *law);
}

/* ---- a model ---- */

odd_status odd__line_order_init(odd__line_order *out, int order, size_t nodes, size_t k,
	size_t negative, uint64_t seed, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->order = order;
	out->negative = negative;
	odd_status status = odd__float_rows_init(&out->vertex, nodes, k, err);
	if (status == ODD_OK && order == 2)
		status = odd__float_rows_init(&out->context, nodes, k, err);
	if (status == ODD_OK) {
		out->scratch = odd__pages_alloc(2 * out->vertex.stride * sizeof *out->scratch);
		out->target = malloc((negative + 1) * sizeof *out->target);
		if (out->scratch == NULL || out->target == NULL)
			status = odd_error_nomem(err);
	}
	if (status != ODD_OK) {
		odd__line_order_clear(out);
		return status;
	}
	odd_rng_init(&out->rng, seed, order == 1 ? "LINE 1" : "LINE 2");
	odd__float_rows_scatter(&out->vertex, &out->rng);
	return ODD_OK;
}

void odd__line_order_clear(odd__line_order *model)
{
	odd__float_rows_clear(&model->vertex);
	odd__float_rows_clear(&model->context);
	free(model->scratch);
	free(model->target);
	memset(model, 0, sizeof *model);
}

void odd__line_order_train(
	odd__line_order *model, const odd__line_law *law, size_t samples, float rate)
{
	struct training t = {model, law, rate};
	odd__kernels()->line_train(&t, NULL, 0, 0, samples);
}
#endif
