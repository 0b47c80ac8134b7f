#include "config.h"

#include "oddone/baseline/method.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/eval/isoforest.h"

static const odd_method *const table[] = {
	&odd__method_one_calibrated,
	&odd__method_one_paper,
	&odd__method_deepwalk,
	&odd__method_node2vec,
	&odd__method_line,
	&odd__method_tadw,
	&odd__method_aane,
	&odd__method_graphsage,
	&odd__method_seano,
	&odd__method_random,
	&odd__method_degree,
	&odd__method_attributes,
	&odd__method_pca_forest,
	&odd__method_neighbour_words,
	&odd__method_two_hop_words,
	&odd__method_neighbour_coherence,
	&odd__method_plain,
};

const odd_method *odd_method_get(size_t i)
{
	return i < sizeof table / sizeof *table ? table[i] : NULL;
}

const odd_method *odd_method_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

/* ---- before a run ------------------------------------------------------------------------- */

/* At least two classes are in use. */
static bool has_labels(const odd_network *net)
{
	int32_t first = ODD_NO_LABEL;
	for (size_t i = 0; net->label != NULL && i < net->nodes; i++) {
		if (net->label[i] == ODD_NO_LABEL || net->label[i] == first)
			continue;
		if (first != ODD_NO_LABEL)
			return true;
		first = net->label[i];
	}
	return false;
}

odd_status odd_method_check(const odd_method *method, const odd_network *net,
	const odd_method_request *request, odd_error *err)
{
	if (request->k == 0 && method->kind != ODD_METHOD_CONTROL)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: the number of dimensions is missing", method->name);
	odd_status status = odd__settings_check(method, request, err);
	if (status != ODD_OK || net == NULL)
		return status;
	if (net->nodes == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s: the network is empty", method->name);
	if (method->kind == ODD_METHOD_ATTRIBUTED && odd_csr_nnz(odd_csr_const(net->C)) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"%s embeds links and attributes, and this network has no attributes",
			method->name);
	if (method->needs_labels && !has_labels(net))
		return odd_error_set(err, ODD_EUSAGE,
			"%s learns from labels, and this network has not two classes of them",
			method->name);
	return ODD_OK;
}

odd_status odd__method_begin(odd_method_result *out, const odd_method *method,
	const odd_network *net, const odd_method_request *request, odd_error *err)
{
	assert(net != NULL);
	*out = (odd_method_result){.nodes = net->nodes};
	return odd_method_check(method, net, request, err);
}

/* ---- after it ----------------------------------------------------------------------------- */

odd_status odd__method_score(odd_method_result *out, odd_error *err)
{
	out->score = calloc(out->nodes + 1, sizeof *out->score);
	return out->score != NULL ? ODD_OK : odd_error_nomem(err);
}

void odd_method_result_clear(odd_method_result *result)
{
	odd_mat_free(&result->embedding);
	free(result->score);
	*result = (odd_method_result){0};
}

odd_status odd_method_outlier_scores(double *score, const odd_method_result *result, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	odd_isoforest_options options = ODD_ISOFOREST_OPTIONS_INIT;
	if (result->score != NULL) {
		memcpy(score, result->score, result->nodes * sizeof *score);
		return ODD_OK;
	}
	assert(result->embedding.rows == result->nodes);
	options.seed = seed;
	return odd_isoforest_scores(score, odd_mat_const(result->embedding), &options, job, err);
}
