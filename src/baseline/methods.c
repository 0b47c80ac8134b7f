#include "config.h"

#include "baseline/method.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "eval/isoforest.h"

/* In the order of the table. */
static const struct {
	const odd_method *row;
	size_t count;
} families[] = {
	{odd__methods_one, sizeof odd__methods_one / sizeof *odd__methods_one},
	{odd__methods_walks, sizeof odd__methods_walks / sizeof *odd__methods_walks},
	{odd__methods_factor, sizeof odd__methods_factor / sizeof *odd__methods_factor},
	{odd__methods_deep, sizeof odd__methods_deep / sizeof *odd__methods_deep},
	{odd__methods_controls, sizeof odd__methods_controls / sizeof *odd__methods_controls},
};

const odd_method *odd_method_get(size_t i)
{
	for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
		if (i < families[f].count)
			return &families[f].row[i];
		i -= families[f].count;
	}
	return NULL;
}

const odd_method *odd_method_find(const char *name)
{
	const odd_method *method;
	for (size_t i = 0; (method = odd_method_get(i)) != NULL; i++)
		if (strcmp(method->name, name) == 0)
			break;
	return method;
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

/* ---- the run ------------------------------------------------------------------------------ */

odd_status odd_method_run(odd_method_result *out, const odd_method *method, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	assert(net != NULL);
	const odd_method_call call = {method, net, request, job};
	*out = (odd_method_result){.nodes = net->nodes};
	odd_status status = odd_method_check(method, net, request, err);
	if (status == ODD_OK)
		status = method->run(out, &call, err);
	if (status != ODD_OK)
		odd_method_result_clear(out);
	return status;
}

odd_status odd__method_score(odd_method_result *out, odd_error *err)
{
	out->score = calloc(out->nodes + 1, sizeof *out->score);
	return out->score != NULL ? ODD_OK : odd_error_nomem(err);
}

/* ---- after it ----------------------------------------------------------------------------- */

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
