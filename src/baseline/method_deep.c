/* method_deep.c: the rows of the methods that train a neural network. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/graphsage.h"

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
	.note = "Unsupervised, mean aggregator, sampled neighbours, trained on pairs from walks. The "
		"public learning rate, a hundredth of ours, leaves the weights close to random: a "
		"run with rate=0.00001 belongs under a name of its own. Neighbours are drawn anew "
		"for each node, not from a fixed table.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 256,
	ODD__OPTIONS(graphsage_options),
	.run = run_graphsage,
};
