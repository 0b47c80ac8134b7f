/* line.c: the two orders of LINE, trained apart and put together.
 *
 * Samples are drawn in blocks of ten thousand at one rate, ρ max(1 − done/samples, 10⁻⁴). Within a
 * block the orders may run side by side: they share nothing they write to. Between blocks there is
 * news and a look at the cancel flag.
 */
#include "config.h"

#include "baseline/line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/line_order.h"
#include "baseline/links.h"

#define BLOCK 10000
#define RATE_LEAST 1e-4
#define SAMPLES_LEAST 1000000
#define SAMPLES_PER_ARC 100
#define SAMPLES_WISHED 1000
#define SAMPLES_MOST 30000000

static odd_status check_options(const odd_line_options *o, const odd_network *net, odd_error *err)
{
	if (net->nodes == 0)
		return odd_error_set(err, ODD_EUSAGE, "LINE: there are no nodes");
	if (o->k == 0)
		return odd_error_set(err, ODD_EUSAGE, "LINE: k must be at least 1");
	if (o->negative > UINT32_MAX)
		return odd_error_set(
			err, ODD_EUSAGE, "LINE: %zu noise nodes are too many", o->negative);
	if (!(o->rho > 0.0) || !isfinite(o->rho))
		return odd_error_set(err, ODD_EUSAGE, "LINE: rho %g is not positive", o->rho);
	return ODD_OK;
}

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

odd_status odd_line(odd_mat *out, const odd_network *net, const odd_line_options *options,
	const odd_job *job, odd_error *err)
{
	const odd_line_options standard = ODD_LINE_OPTIONS_INIT;
	const odd_line_options *o = options != NULL ? options : &standard;
	odd__links links;
	*out = (odd_mat){NULL, 0, 0, 0};
	odd_status status = check_options(o, net, err);
	if (status == ODD_OK)
		status = odd__links_init(&links, net, err);
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
