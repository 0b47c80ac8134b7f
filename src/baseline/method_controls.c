/* method_controls.c: the rows of the controls. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/controls.h"

static odd_status run_random(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	if (status == ODD_OK)
		odd_control_random(out->score, out->nodes, call->request->seed);
	return status;
}

static odd_status run_degree(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	return status == ODD_OK ? odd_control_degree(out->score, call->net, err) : status;
}

static odd_status run_attributes(
	odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	if (status == ODD_OK)
		odd_control_attributes(out->score, call->net);
	return status;
}

static odd_status run_pca_forest(
	odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_control_pca_options o = {.k = call->request->k, .seed = call->request->seed};
	return odd_control_pca(&out->embedding, call->net, &o, call->job, err);
}

static odd_status run_plain(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_status status = odd__method_score(out, err);
	if (status == ODD_OK)
		status = odd_control_plain(out->score, call->net, (odd_plain)call->method->variant,
			call->request->seed, call->job, err);
	return status;
}

#define ROW(name_, title_, run_, variant_, note_) \
	{ \
		.name = name_, .title = title_, .note = note_, .kind = ODD_METHOD_CONTROL, \
		.variant = variant_, .run = run_, \
	}

const odd_method odd__methods_controls[] = {
	ROW("random", "random", run_random, 0, "Chance: a random order of the nodes."),
	ROW("degree", "degree", run_degree, 0,
		"The number of links alone, most first: far from chance means that the planting "
		"changed it."),
	ROW("attributes", "attribute count", run_attributes, 0,
		"The number of attributes alone, most first: far from chance means that the planting "
		"changed it."),
	ROW("pca-forest", "PCA + forest", run_pca_forest, 0,
		"An isolation forest on K principal components of the attributes; links are not looked "
		"at."),
	ROW("neighbour-words", "neighbour words", run_plain, ODD_PLAIN_NEIGHBOURS,
		"How far a node's attributes, in 50 singular directions, are from those of its "
		"neighbours: no model of the network."),
	ROW("two-hop-words", "two-hop words", run_plain, ODD_PLAIN_TWO_HOPS,
		"How far a node's attributes are from those one and two links away: no model of the "
		"network."),
	ROW("neighbour-coherence", "neighbour coherence", run_plain, ODD_PLAIN_COHERENCE,
		"How little a node's neighbours have in common; its own attributes are not looked "
		"at."),
	ROW("plain", "plain", run_plain, ODD_PLAIN_ALL,
		"The mean rank of neighbour words, two-hop words and neighbour coherence: ten lines "
		"of arithmetic, and what a model has to beat."),
};
