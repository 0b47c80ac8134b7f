/* line.c: the two orders of LINE, trained apart and put together.
 *
 *     O1 = −Σ_ij w_ij log σ(u_i·u_j)        O2 = −Σ_i→j w_ij log p(c_j | u_i)
 *
 * both against noise: an arc i → j is drawn by weight; y_j gets label 1 and a few y_t, t drawn by
 * degree^0.75 and not kept from being j, label 0, where y = u in the first order and c in the
 * second; then the step of pair.h with x = u_i. In the first order t may be i: the step then is
 * still the gradient of −log σ(−u_i·u_i).
 *
 * Samples are drawn in blocks of ten thousand at one rate, ρ max(1 − done/samples, 10⁻⁴). Within a
 * block the orders may run side by side: they share nothing they write to. Between blocks there is
 * news and a look at the cancel flag.
 */
#include "config.h"

#define ODD__UNFUSED

#include "baseline/line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/walks.h"
#include "baseline/method.h"

#define BLOCK 10000
#define RATE_LEAST 1e-4
#define SAMPLES_LEAST 1000000
#define SAMPLES_PER_ARC 100
#define SAMPLES_WISHED 1000
#define SAMPLES_MOST 30000000
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

/* Arcs by weight, nodes by (weighted degree)^0.75. */
static odd_status weigh(odd__line_law *law, odd_error *err)
{
	odd_ccsr A = law->A;
	odd__memory memory = {0};
	double *arc = odd__take(&memory, odd_csr_nnz(A), sizeof *arc);
	double *node = odd__take(&memory, A.rows, sizeof *node);
	odd_status status = odd__memory_check(&memory, err);
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		double degree = 0.0;
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			arc[e] = odd_csr_value(A, e);
			degree += arc[e];
			law->source[e] = (uint32_t)i;
		}
		node[i] = pow(degree, NOISE_POWER);
	}
	if (status == ODD_OK)
		status = odd_alias_init(&law->arcs, arc, odd_csr_nnz(A), err);
	if (status == ODD_OK)
		status = odd_alias_init(&law->noise, node, A.rows, err);
	odd__memory_free(&memory);
	return status;
}

odd_status odd__line_law_init(odd__line_law *out, odd_ccsr A, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->A = A;
	odd__sigmoid_init(&out->sigmoid);
	out->source = malloc((odd_csr_nnz(A) + 1) * sizeof *out->source);
	odd_status status = out->source != NULL ? weigh(out, err) : odd_error_nomem(err);
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
	*out = (odd__line_order){.order = order, .negative = negative};
	out->vertex = odd__float_rows_take(&out->memory, nodes, k);
	if (order == 2)
		out->context = odd__float_rows_take(&out->memory, nodes, k);
	out->scratch = odd__take(&out->memory, 2 * out->vertex.stride, sizeof *out->scratch);
	out->target = odd__take(&out->memory, negative + 1, sizeof *out->target);
	odd_status status = odd__memory_check(&out->memory, err);
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
	odd__memory_free(&model->memory);
	memset(model, 0, sizeof *model);
}

void odd__line_order_train(
	odd__line_order *model, const odd__line_law *law, size_t samples, float rate)
{
	struct training t = {model, law, rate};
	odd__kernels()->line_train(&t, NULL, 0, 0, samples);
}

/* ---- both orders ------------------------------------------------------------------------- */

static odd_status train(odd__line_order *model, int orders, const odd__line_law *law,
	uint64_t samples, double rho, const odd_job *job, odd_error *err)
{
	int threads = odd_job_threads(job) < orders ? odd_job_threads(job) : orders;
	uint64_t done = 0;
	(void)threads; /* nobody asks without OpenMP */
	while (done < samples) {
		if (odd_job_cancelled(job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		odd_job_report(job, "LINE", (double)done, (double)samples);
		size_t block = samples - done < BLOCK ? (size_t)(samples - done) : BLOCK;
		double left = 1.0 - (double)done / (double)samples;
		float rate = (float)(rho * fmax(left, RATE_LEAST));
#pragma omp parallel for schedule(static) num_threads(threads)
		for (int m = 0; m < orders; m++)
			odd__line_order_train(&model[m], law, block, rate);
		done += block;
	}
	odd_job_report(job, "LINE", (double)samples, (double)samples);
	return ODD_OK;
}

/* The rows of one order at unit length, into columns `first` …; rows without links stay zero. */
static odd_status put_rows(
	odd_mat to, size_t first, const odd__line_order *model, odd_ccsr A, odd_error *err)
{
	size_t bad = odd__float_rows_bad(&model->vertex);
	if (bad != SIZE_MAX)
		return odd_error_set(err, ODD_ENUMERIC,
			"LINE: the row of node %zu is not finite; a smaller rho may help", bad);
	odd__float_rows_copy(to, first, &model->vertex);
	for (size_t i = 0; i < to.rows; i++) {
		double *row = odd_mat_row(to, i) + first, square = 0.0;
		for (size_t k = 0; k < model->vertex.cols; k++)
			square += row[k] * row[k];
		bool linked = A.ptr[i] < A.ptr[i + 1] && square > 0.0;
		for (size_t k = 0; k < model->vertex.cols; k++)
			row[k] = linked ? row[k] / sqrt(square) : 0.0;
	}
	return ODD_OK;
}

static odd_status embed(
	odd_mat out, odd_ccsr A, const odd_line_options *o, const odd_job *job, odd_error *err)
{
	size_t width[2] = {o->k - o->k / 2, o->k / 2}, arcs = odd_csr_nnz(A);
	int orders = width[1] > 0 ? 2 : 1;
	odd__line_order model[2];
	memset(model, 0, sizeof model);
	uint64_t samples = o->samples;
	if (samples == 0) {
		/* Small networks need a thousand each to come to rest: Cora's macro F1 at half of
		 * the labels is .70 with a hundred, .78 with 300, .80 with a thousand. */
		samples = SAMPLES_WISHED * (uint64_t)arcs;
		samples = samples < SAMPLES_MOST ? samples : SAMPLES_MOST;
		if (samples < SAMPLES_PER_ARC * (uint64_t)arcs)
			samples = SAMPLES_PER_ARC * (uint64_t)arcs;
		samples = samples > SAMPLES_LEAST ? samples : SAMPLES_LEAST;
	}
	odd__line_law *law = calloc(1, sizeof *law); /* has a table in it */
	if (law == NULL)
		return odd_error_nomem(err);
	odd_status status = odd__line_law_init(law, A, err);
	for (int m = 0; m < orders && status == ODD_OK; m++)
		status = odd__line_order_init(
			&model[m], m + 1, A.rows, width[m], o->negative, o->seed, err);
	if (status == ODD_OK)
		status = train(model, orders, law, samples, o->rho, job, err);
	for (int m = 0; m < orders && status == ODD_OK; m++)
		status = put_rows(out, m == 0 ? 0 : width[0], &model[m], A, err);
	for (int m = 0; m < orders; m++)
		odd__line_order_clear(&model[m]);
	odd__line_law_clear(law);
	free(law);
	return status;
}

odd_status odd_line(odd_mat *out, const odd_network *net, const odd_line_options *o,
	const odd_job *job, odd_error *err)
{
	odd__links links;
	*out = (odd_mat){NULL, 0, 0, 0};
	odd_status status = odd__links_init(&links, net, err);
	if (status != ODD_OK)
		return status;
	status = odd_mat_alloc(out, net->nodes, o->k, err);
	if (status == ODD_OK && odd_csr_nnz(links.A) > 0) /* else every node is on its own */
		status = embed(*out, links.A, o, job, err);
	if (status != ODD_OK)
		odd_mat_free(out);
	odd__links_clear(&links);
	return status;
}

/* ---- row of the table --------------------------------------------------------------------- */

#define AT(field) offsetof(odd_line_options, field)
static const odd_method_option line_options[] = {
	ODD__WHOLE("samples", AT(samples), 0, 4e9, "0", "1000000",
		"links drawn for each order; 0: 1000 for each arc, from a million to 30 million, or "
		"100 for each arc if that is more"),
	ODD__WHOLE("negative", AT(negative), 1, 1000, "5", "5", "noise nodes for each link"),
	ODD__ABOVE("rho", AT(rho), 0, 10, "0.025", "0.025", "rate of learning at first"),
};
#undef AT

static odd_status run_line(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_line_options o;
	odd__settings_read(&o, call);
	return odd_line(&out->embedding, call->net, &o, call->job, err);
}

const odd_method odd__method_line = {
	.name = "line",
	.title = "LINE",
	.published = "LINE",
	.note = "Both orders, trained apart by drawing links, each row made unit length "
		"and set side by side: ⌈K/2⌉ + ⌊K/2⌋ columns. Large networks get more "
		"samples than the public million. The row of a node without links is "
		"zero.",
	.kind = ODD_METHOD_STRUCTURE,
	.published_k = 200,
	ODD__OPTIONS(line_options),
	.run = run_line,
};
#endif
