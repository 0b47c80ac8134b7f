/* method_controls.c: the rows of the controls. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/baseline/controls.h"

static odd_status run_random(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	(void)job;
	odd_status status = odd__method_begin(out, &odd__method_random, net, request, err);
	if (status == ODD_OK)
		status = odd__method_score(out, err);
	if (status == ODD_OK)
		odd_control_random(out->score, net->nodes, request->seed);
	return status;
}

const odd_method odd__method_random = {
	.name = "random",
	.title = "random",
	.note = "Chance: a random order of the nodes.",
	.kind = ODD_METHOD_CONTROL,
	.run = run_random,
};

static odd_status run_degree(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	(void)job;
	odd_status status = odd__method_begin(out, &odd__method_degree, net, request, err);
	if (status == ODD_OK)
		status = odd__method_score(out, err);
	if (status == ODD_OK)
		status = odd_control_degree(out->score, net, err);
	if (status != ODD_OK)
		odd_method_result_clear(out);
	return status;
}

const odd_method odd__method_degree = {
	.name = "degree",
	.title = "degree",
	.note = "The number of links alone, most first: far from chance means that the planting "
		"changed it.",
	.kind = ODD_METHOD_CONTROL,
	.run = run_degree,
};

static odd_status run_attributes(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	(void)job;
	odd_status status = odd__method_begin(out, &odd__method_attributes, net, request, err);
	if (status == ODD_OK)
		status = odd__method_score(out, err);
	if (status == ODD_OK)
		odd_control_attributes(out->score, net);
	return status;
}

const odd_method odd__method_attributes = {
	.name = "attributes",
	.title = "attribute count",
	.note = "The number of attributes alone, most first: far from chance means that the "
		"planting "
		"changed it.",
	.kind = ODD_METHOD_CONTROL,
	.run = run_attributes,
};

static odd_status run_pca_forest(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	odd_control_pca_options o = {.k = request->k, .seed = request->seed};
	odd_status status = odd__method_begin(out, &odd__method_pca_forest, net, request, err);
	if (status != ODD_OK)
		return status;
	return odd_control_pca(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_pca_forest = {
	.name = "pca-forest",
	.title = "PCA + forest",
	.note = "An isolation forest on K principal components of the attributes; links are not "
		"looked at.",
	.kind = ODD_METHOD_CONTROL,
	.run = run_pca_forest,
};

static odd_status read_out(odd_method_result *out, const odd_method *method, odd_plain which,
	const odd_network *net, const odd_method_request *request, const odd_job *job,
	odd_error *err)
{
	odd_status status = odd__method_begin(out, method, net, request, err);
	if (status == ODD_OK)
		status = odd__method_score(out, err);
	if (status == ODD_OK)
		status = odd_control_plain(out->score, net, which, request->seed, job, err);
	if (status != ODD_OK)
		odd_method_result_clear(out);
	return status;
}

/* The four rows differ in what they read out alone. */
#define PLAIN(row, which, name_, title_, note_) \
	static odd_status run_##row(odd_method_result *out, const odd_network *net, \
		const odd_method_request *request, const odd_job *job, odd_error *err) \
	{ \
		return read_out(out, &odd__method_##row, which, net, request, job, err); \
	} \
	const odd_method odd__method_##row = { \
		.name = name_, \
		.title = title_, \
		.note = note_, \
		.kind = ODD_METHOD_CONTROL, \
		.run = run_##row, \
	};

PLAIN(neighbour_words, ODD_PLAIN_NEIGHBOURS, "neighbour-words", "neighbour words",
	"How far a node's attributes, in 50 singular directions, are from those of its neighbours: "
	"no model of the network.")
PLAIN(two_hop_words, ODD_PLAIN_TWO_HOPS, "two-hop-words", "two-hop words",
	"How far a node's attributes are from those one and two links away: no model of the "
	"network.")
PLAIN(neighbour_coherence, ODD_PLAIN_COHERENCE, "neighbour-coherence", "neighbour coherence",
	"How little a node's neighbours have in common; its own attributes are not looked at.")
PLAIN(plain, ODD_PLAIN_ALL, "plain", "plain",
	"The mean rank of neighbour words, two-hop words and neighbour coherence: ten lines of "
	"arithmetic, and what a model has to beat.")
