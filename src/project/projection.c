#include "config.h"

#include "oddone/projection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_read.h"
#include "project/pca.h"
#include "project/tsne.h"

const char *odd_projection_method_name(odd_projection_method method)
{
	return method == ODD_PROJECT_TSNE ? "tsne" : "pca";
}

const char *odd_projection_source_name(odd_projection_source source)
{
	static const char *const name[] = {"embedding", "structure", "attributes"};
	return name[source];
}

void odd_projection_matrix(odd_mat out, const odd_one *run, odd_projection_source source)
{
	switch (source) {
	case ODD_PROJECT_EMBEDDING:
		odd_one_embedding(run, out);
		break;
	case ODD_PROJECT_STRUCTURE:
		odd_mat_copy(out, odd_one_look(run).G);
		break;
	case ODD_PROJECT_ATTRIBUTES:
		odd_one_aligned_attributes(run, out);
		break;
	}
}

static odd_status take_points(
	odd_projection *out, const odd_tsne *run, size_t nodes, odd_error *err)
{
	size_t count;
	const uint32_t *sample = odd_tsne_sample(run, &count);
	odd_status status = odd_mat_alloc(&out->xy, count, 2, err);
	if (status != ODD_OK)
		return status;
	odd_mat_copy(out->xy, odd_tsne_points(run));
	if (count == nodes)
		return ODD_OK;
	out->node = malloc(count * sizeof *out->node);
	if (out->node == NULL)
		return odd_error_nomem(err);
	memcpy(out->node, sample, count * sizeof *sample);
	return ODD_OK;
}

static odd_status project_tsne(odd_projection *out, odd_cmat X,
	const odd_projection_options *wanted, const odd_job *job, odd_error *err)
{
	odd_tsne_options options = ODD_TSNE_OPTIONS_INIT;
	/* The news of one step are no news; how many steps are done is. */
	odd_job step = job != NULL ? *job : (odd_job){0};
	odd_tsne *run;
	step.report = NULL;
	options.seed = wanted->seed;
	if (wanted->max_points > 0)
		options.max_points = wanted->max_points;
	odd_status status = odd_tsne_begin(&run, X, &options, job, err);
	while (status == ODD_OK && !odd_tsne_done(run)) {
		odd_job_report(
			job, "t-SNE", (double)odd_tsne_iteration(run), (double)options.iterations);
		status = odd_tsne_step(run, &step, err);
	}
	if (status == ODD_OK)
		status = odd_tsne_measure(run, &out->kl, &step, err);
	if (status == ODD_OK) {
		out->iterations = odd_tsne_iteration(run);
		out->perplexity = odd_tsne_perplexity(run);
		status = take_points(out, run, X.rows, err);
	}
	odd_tsne_free(run);
	return status;
}

odd_status odd_project(odd_projection *out, const odd_one *run, const odd_projection_options *given,
	const odd_job *job, odd_error *err)
{
	odd_one_state state = odd_one_look(run);
	odd_mat X = {NULL, 0, 0, 0};
	odd_projection_options options = {.size = sizeof options};
	odd__options_read(&options, sizeof options, given);
	*out = (odd_projection){.method = options.method,
		.source = options.source,
		.explained = {NAN, NAN},
		.perplexity = NAN,
		.kl = NAN};
	odd_status status = odd_mat_alloc(&X, state.nodes, state.k, err);
	if (status != ODD_OK)
		goto out;
	odd_projection_matrix(X, run, options.source);
	if (options.method == ODD_PROJECT_TSNE)
		status = project_tsne(out, odd_mat_const(X), &options, job, err);
	else if ((status = odd_mat_alloc(&out->xy, state.nodes, 2, err)) == ODD_OK)
		status = odd_pca(out->xy, out->explained, odd_mat_const(X), job, err);
out:
	odd_mat_free(&X);
	if (status != ODD_OK)
		odd_projection_clear(out);
	return status;
}

void odd_projection_clear(odd_projection *projection)
{
	odd_mat_free(&projection->xy);
	free(projection->node);
	memset(projection, 0, sizeof *projection);
}
