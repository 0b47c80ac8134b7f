/* method_deep.c: the rows of the methods that train a neural network. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "baseline/graphsage.h"
#include "baseline/seano.h"

/* ---- GraphSAGE ------------------------------------------------------------------------------ */

#define AT(field) offsetof(odd_graphsage_options, field)
static const odd_method_option graphsage_options[] = {
	ODD__WHOLE("hidden", AT(hidden), 1, 10000, "128", "128",
		"width of each half of the first layer"),
	ODD__WHOLE("near", AT(near), 1, 1000, "10", "10", "neighbours sampled of a node"),
	ODD__WHOLE("far", AT(far), 1, 1000, "25", "25", "neighbours sampled of each of those"),
	ODD__WHOLE("batch", AT(batch), 1, 100000, "512", "512", "pairs in a step"),
	ODD__WHOLE("negatives", AT(negatives), 1, 10000, "20", "20",
		"nodes the pairs of a step are pushed from"),
	ODD__WHOLE("reach", AT(reach), 1, 1000, "4", "4",
		"farthest place of a walk that makes a pair"),
	ODD__WHOLE("steps", AT(steps), 0, 1e9, "1000", "1000",
		"steps of training; 0 leaves the weights random, as a control"),
	ODD__ABOVE("rate", AT(rate), 0, 1, "0.001", "0.00001", "rate of learning"),
};
#undef AT

static odd_status run_graphsage(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_graphsage_options o = ODD_GRAPHSAGE_OPTIONS_INIT;
	o.k = call->request->k;
	o.seed = call->request->seed;
	odd__settings_read(&o, call);
	return odd_graphsage(&out->embedding, call->net, &o, call->job, err);
}

/* ---- SEANO ---------------------------------------------------------------------------------- */

/* Of the original's settings only the share of labels is known. */
#define AT(field) offsetof(odd_seano_options, field)
static const odd_method_option seano_options[] = {
	ODD__ABOVE("labelled", AT(labelled), 0, 1, "0.2", "0.2", "share of the labels it is shown"),
	ODD__WHOLE("hidden", AT(hidden), 1, 10000, "200", NULL, "width of the hidden layer"),
	ODD__WHOLE("iterations", AT(iterations), 1, 1e9, "3000", NULL, "rounds of three steps"),
	ODD__WHOLE(
		"label-batch", AT(label_batch), 1, 100000, "200", NULL, "labelled nodes in a step"),
	ODD__WHOLE("graph-pairs", AT(graph_pairs), 1, 100000, "64", NULL,
		"pairs from walks in a step"),
	ODD__WHOLE("same-pairs", AT(same_pairs), 1, 100000, "256", NULL,
		"pairs of equal label in a step"),
	ODD__WHOLE("negatives", AT(negatives), 1, 1000, "6", NULL, "noise nodes for each pair"),
	ODD__WHOLE("path", AT(path), 1, 10000, "20", NULL, "steps of a walk"),
	ODD__WHOLE("window", AT(window), 1, 10000, "5", NULL,
		"places of a walk that are context of each other"),
	ODD__ABOVE("rate", AT(rate), 0, 1, "0.001", NULL, "rate of learning"),
	ODD__NUMBER("lambda-rate", AT(lambda_rate), 0, 10, "0.1", NULL,
		"rate of learning of the outlier weights"),
	ODD__ABOVE("lambda-start", AT(lambda_start), 0, 0.999999, "0.5", NULL,
		"outlier weights at first; compare with 0.8"),
};
#undef AT

static odd_status run_seano(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_seano_options o = ODD_SEANO_OPTIONS_INIT;
	odd_seano_result result;
	o.k = call->request->k;
	o.seed = call->request->seed;
	odd__settings_read(&o, call);
	odd_status status = odd_seano(&result, call->net, &o, call->job, err);
	if (status != ODD_OK)
		return status;
	out->embedding = result.embedding;
	out->score = result.score;
	result.embedding = (odd_mat){NULL, 0, 0, 0};
	result.score = NULL;
	odd_seano_clear(&result);
	return ODD_OK;
}

/* ---- the rows ------------------------------------------------------------------------------- */

const odd_method odd__methods_deep[] = {
	{
		.name = "graphsage",
		.title = "GraphSAGE",
		.published = "GraphSAGE",
		.note = "Unsupervised, mean aggregator, sampled neighbours, trained on pairs from "
			"walks. The public learning rate, a hundredth of ours, leaves the weights "
			"close to random: a run with rate=0.00001 belongs under a name of its "
			"own. Neighbours are drawn anew for each node, not from a fixed table.",
		.kind = ODD_METHOD_ATTRIBUTED,
		.published_k = 256,
		ODD__OPTIONS(graphsage_options),
		.run = run_graphsage,
	},
	{
		.name = "seano",
		.title = "SEANO",
		.published = "SEANO",
		.note = "Re-implementation from description: no code of the authors can be had. "
			"Sees 20 % of the labels, which no other method does. Its score, the "
			"weight of a node's own attributes, is not made for structural outliers, "
			"and nodes never met in training tie. Rate and iterations were chosen by "
			"the other labels of one planted Cora, the step for the weights by "
			"outliers in synthetic blocks.",
		.kind = ODD_METHOD_ATTRIBUTED,
		.supervised = true,
		.needs_labels = true,
		ODD__OPTIONS(seano_options),
		.run = run_seano,
	},
};
