/* method_walks.c: the rows of the methods that look at links alone. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "oddone/baseline/deepwalk.h"
#include "oddone/baseline/line.h"
#include "oddone/baseline/node2vec.h"

/* ---- DeepWalk ------------------------------------------------------------------------------- */

static const odd_method_option deepwalk_options[] = {
	ODD__CHOICE("mode", "hs+ns|hs|ns", "hs+ns", "hs+ns",
		"hierarchical softmax, negative sampling, or both"),
	ODD__WHOLE("walks", 1, 100000, "10", "10", "walks from each node"),
	ODD__WHOLE("length", 1, 100000, "40", "40", "nodes of a walk"),
	ODD__WHOLE("window", 1, 10000, "5", "5", "farthest two nodes of a pair stand apart"),
	ODD__WHOLE("epochs", 1, 10000, "5", "5", "times all walks are read"),
	ODD__WHOLE("negative", 1, 1000, "5", "5", "noise nodes for each pair"),
	ODD__ABOVE("alpha", 0, 10, "0.025", "0.025", "rate of learning at first"),
	ODD__NUMBER("sample", 0, 1, "0.001", "0.001",
		"share of the walks above which nodes are thinned"),
};

static odd_status run_deepwalk(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_deepwalk;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_deepwalk_options o = ODD_DEEPWALK_OPTIONS_INIT;
	o.k = request->k;
	o.seed = request->seed;
	o.mode = (odd_deepwalk_mode)odd__setting_choice(m, request, "mode");
	o.walks = odd__setting_whole(m, request, "walks");
	o.length = odd__setting_whole(m, request, "length");
	o.window = odd__setting_whole(m, request, "window");
	o.epochs = odd__setting_whole(m, request, "epochs");
	o.negative = odd__setting_whole(m, request, "negative");
	o.alpha = odd__setting_number(m, request, "alpha");
	o.sample = odd__setting_number(m, request, "sample");
	if (o.alpha_min > o.alpha)
		o.alpha_min = o.alpha;
	return odd_deepwalk(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_deepwalk = {
	.name = "deepwalk",
	.title = "DeepWalk",
	.published = "DeepWalk",
	.note = "Trained with hierarchical softmax and negative sampling together, as the public "
		"program does; the paper has the first alone (mode=hs). A node without links keeps "
		"the random row it starts with.",
	.kind = ODD_METHOD_STRUCTURE,
	.published_k = 64,
	ODD__OPTIONS(deepwalk_options),
	.run = run_deepwalk,
};

/* ---- node2vec ------------------------------------------------------------------------------- */

static const odd_method_option node2vec_options[] = {
	ODD__ABOVE("p", 0, 1e9, "1", "1", "large: walks seldom turn back"),
	ODD__ABOVE("q", 0, 1e9, "1", "1", "large: walks stay near, small: they leave"),
	ODD__CHOICE("weighted", "no|yes", "no", "no", "links are taken by their weight"),
	ODD__WHOLE("walks", 1, 100000, "10", "10", "walks from each node"),
	ODD__WHOLE("length", 1, 100000, "80", "80", "nodes of a walk"),
	ODD__WHOLE("window", 1, 10000, "10", "10", "farthest two nodes of a pair stand apart"),
	ODD__WHOLE("epochs", 1, 10000, "1", "1", "times all walks are read"),
	ODD__WHOLE("negative", 1, 1000, "5", "5", "noise nodes for each pair"),
	ODD__ABOVE("alpha", 0, 10, "0.025", "0.025", "rate of learning at first"),
	ODD__NUMBER("sample", 0, 1, "0.001", "0.001",
		"share of the walks above which nodes are thinned"),
};

static odd_status run_node2vec(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_node2vec;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_node2vec_options o = ODD_NODE2VEC_OPTIONS_INIT;
	o.k = request->k;
	o.seed = request->seed;
	o.p = odd__setting_number(m, request, "p");
	o.q = odd__setting_number(m, request, "q");
	o.weighted = odd__setting_choice(m, request, "weighted") == 1;
	o.walks = odd__setting_whole(m, request, "walks");
	o.length = odd__setting_whole(m, request, "length");
	o.window = odd__setting_whole(m, request, "window");
	o.epochs = odd__setting_whole(m, request, "epochs");
	o.negative = odd__setting_whole(m, request, "negative");
	o.alpha = odd__setting_number(m, request, "alpha");
	o.sample = odd__setting_number(m, request, "sample");
	if (o.alpha_min > o.alpha)
		o.alpha_min = o.alpha;
	return odd_node2vec(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_node2vec = {
	.name = "node2vec",
	.title = "node2vec",
	.published = "Node2Vec",
	.note = "With p = q = 1, the public default, its walks are those of DeepWalk: what is left "
		"is "
		"DeepWalk with negative sampling and longer walks.",
	.kind = ODD_METHOD_STRUCTURE,
	.published_k = 128,
	ODD__OPTIONS(node2vec_options),
	.run = run_node2vec,
};

/* ---- LINE ----------------------------------------------------------------------------------- */

static const odd_method_option line_options[] = {
	ODD__WHOLE("samples", 0, 4e9, "0", "1000000",
		"links drawn for each order; 0: a million, or 100 for each arc if that is more"),
	ODD__WHOLE("negative", 1, 1000, "5", "5", "noise nodes for each link"),
	ODD__ABOVE("rho", 0, 10, "0.025", "0.025", "rate of learning at first"),
};

static odd_status run_line(odd_method_result *out, const odd_network *net,
	const odd_method_request *request, const odd_job *job, odd_error *err)
{
	const odd_method *m = &odd__method_line;
	odd_status status = odd__method_begin(out, m, net, request, err);
	if (status != ODD_OK)
		return status;
	odd_line_options o = ODD_LINE_OPTIONS_INIT;
	o.k = request->k;
	o.seed = request->seed;
	o.samples = (uint64_t)odd__setting_whole(m, request, "samples");
	o.negative = odd__setting_whole(m, request, "negative");
	o.rho = odd__setting_number(m, request, "rho");
	return odd_line(&out->embedding, net, &o, job, err);
}

const odd_method odd__method_line = {
	.name = "line",
	.title = "LINE",
	.published = "LINE",
	.note = "Both orders, trained apart by drawing links, each row made unit length and set "
		"side "
		"by side: ⌈K/2⌉ + ⌊K/2⌋ columns. Large networks get more samples than the public "
		"million. The row of a node without links is zero.",
	.kind = ODD_METHOD_STRUCTURE,
	.published_k = 200,
	ODD__OPTIONS(line_options),
	.run = run_line,
};
