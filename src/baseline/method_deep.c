/* method_deep.c: the rows of the methods that train a neural network. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/baseline/graphsage.h"
#include "oddone/baseline/seano.h"

/* ---- GraphSAGE ------------------------------------------------------------------------------ */

static const odd_method_option graphsage_options[] = {
	ODD__WHOLE("hidden", 1, 10000, "128", "128", "width of each half of the first layer"),
	ODD__WHOLE("near", 1, 1000, "10", "10", "neighbours sampled of a node"),
	ODD__WHOLE("far", 1, 1000, "25", "25", "neighbours sampled of each of those"),
	ODD__WHOLE("batch", 1, 100000, "512", "512", "pairs in a step"),
	ODD__WHOLE("negatives", 1, 10000, "20", "20", "nodes the pairs of a step are pushed from"),
	ODD__WHOLE("reach", 1, 1000, "4", "4", "farthest place of a walk that makes a pair"),
	ODD__WHOLE("steps", 0, 1e9, "1000", "1000",
		"steps of training; 0 leaves the weights random, as a control"),
	ODD__ABOVE("rate", 0, 1, "0.001", "0.00001", "rate of learning"),
};

static odd_status run_graphsage(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_graphsage;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_graphsage_options o = ODD_GRAPHSAGE_OPTIONS_INIT;
	o.k = request->k;
	o.seed = request->seed;
	o.hidden = odd__setting_whole(m, request, "hidden");
	o.near = odd__setting_whole(m, request, "near");
	o.far = odd__setting_whole(m, request, "far");
	o.batch = odd__setting_whole(m, request, "batch");
	o.negatives = odd__setting_whole(m, request, "negatives");
	o.reach = odd__setting_whole(m, request, "reach");
	o.steps = odd__setting_whole(m, request, "steps");
	o.rate = odd__setting_number(m, request, "rate");
	return odd_graphsage(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_graphsage = {
	.name = "graphsage",
	.title = "GraphSAGE",
	.published = "GraphSAGE",
	.note = "Unsupervised, mean aggregator, sampled neighbours, trained on pairs from walks. "
		"The "
		"public learning rate, a hundredth of ours, leaves the weights close to random: a "
		"run with rate=0.00001 belongs under a name of its own. Neighbours are drawn anew "
		"for each node, not from a fixed table.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 256,
	ODD__OPTIONS(graphsage_options),
	.run = run_graphsage,
};

/* ---- SEANO ---------------------------------------------------------------------------------- */

/* Of the original's settings only the share of labels is known. */
static const odd_method_option seano_options[] = {
	ODD__ABOVE("labelled", 0, 1, "0.2", "0.2", "share of the labels it is shown"),
	ODD__WHOLE("hidden", 1, 10000, "200", NULL, "width of the hidden layer"),
	ODD__WHOLE("iterations", 1, 1e9, "3000", NULL, "rounds of three steps"),
	ODD__WHOLE("label-batch", 1, 100000, "200", NULL, "labelled nodes in a step"),
	ODD__WHOLE("graph-pairs", 1, 100000, "64", NULL, "pairs from walks in a step"),
	ODD__WHOLE("same-pairs", 1, 100000, "256", NULL, "pairs of equal label in a step"),
	ODD__WHOLE("negatives", 1, 1000, "6", NULL, "noise nodes for each pair"),
	ODD__WHOLE("path", 1, 10000, "20", NULL, "steps of a walk"),
	ODD__WHOLE(
		"window", 1, 10000, "5", NULL, "places of a walk that are context of each other"),
	ODD__ABOVE("rate", 0, 1, "0.001", NULL, "rate of learning"),
	ODD__NUMBER("lambda-rate", 0, 10, "0.1", NULL, "rate of learning of the outlier weights"),
	ODD__ABOVE("lambda-start", 0, 0.999999, "0.5", NULL,
		"outlier weights at first; compare with 0.8"),
};

static odd_status run_seano(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_seano;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_seano_options o = ODD_SEANO_OPTIONS_INIT;
	odd_seano_result result;
	o.k = request->k;
	o.seed = request->seed;
	o.labelled = odd__setting_number(m, request, "labelled");
	o.hidden = odd__setting_whole(m, request, "hidden");
	o.iterations = odd__setting_whole(m, request, "iterations");
	o.label_batch = odd__setting_whole(m, request, "label-batch");
	o.graph_pairs = odd__setting_whole(m, request, "graph-pairs");
	o.same_pairs = odd__setting_whole(m, request, "same-pairs");
	o.negatives = odd__setting_whole(m, request, "negatives");
	o.path = odd__setting_whole(m, request, "path");
	o.window = odd__setting_whole(m, request, "window");
	o.rate = odd__setting_number(m, request, "rate");
	o.lambda_rate = odd__setting_number(m, request, "lambda-rate");
	o.lambda_start = odd__setting_number(m, request, "lambda-start");
	status = odd_seano(&result, net, &o, job, err);
	if (status != ODD_OK)
		return status;
	out->embedding = result.embedding;
	out->score = result.score;
	result.embedding = (odd_mat){NULL, 0, 0, 0};
	result.score = NULL;
	odd_seano_clear(&result);
	return ODD_OK;
}

const odd_method odd__method_seano = {
	.name = "seano",
	.title = "SEANO",
	.published = "SEANO",
	.note = "Re-implementation from description: no code of the authors can be had. Sees "
		"20 % of the labels, which no other method does. Its score, the weight of a node's "
		"own attributes, is not made for structural outliers, and nodes never met in "
		"training tie. Rate and iterations were chosen by the other labels of one planted "
		"Cora, the step for the weights by outliers in synthetic blocks.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.supervised = true,
	.needs_labels = true,
	ODD__OPTIONS(seano_options),
	.run = run_seano,
};
