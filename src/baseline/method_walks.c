/* method_walks.c: the rows of the methods that look at links alone. */
#include "config.h"

#include "baseline/method_rows.h"
#include "baseline/settings.h"
#include "baseline/deepwalk.h"
#include "baseline/line.h"
#include "baseline/node2vec.h"

/* What both ways of walking can be set to; ours and the public defaults are the same. */
#define WALKING(length_, window_, epochs_) \
	ODD__WHOLE("walks", AT(walks), 1, 100000, "10", "10", "walks from each node"), \
		ODD__WHOLE("length", AT(length), 1, 100000, length_, length_, "nodes of a walk"), \
		ODD__WHOLE("window", AT(window), 1, 10000, window_, window_, \
			"farthest two nodes of a pair stand apart"), \
		ODD__WHOLE("epochs", AT(epochs), 1, 10000, epochs_, epochs_, \
			"times all walks are read"), \
		ODD__WHOLE( \
			"negative", AT(negative), 1, 1000, "5", "5", "noise nodes for each pair"), \
		ODD__ABOVE( \
			"alpha", AT(alpha), 0, 10, "0.025", "0.025", "rate of learning at first"), \
		ODD__NUMBER("sample", AT(sample), 0, 1, "0.001", "0.001", \
			"share of the walks above which nodes are thinned")

/* ---- DeepWalk ------------------------------------------------------------------------------- */

#define AT(field) offsetof(odd_deepwalk_options, field)
static const odd_method_option deepwalk_options[] = {
	ODD__CHOICE("mode", AT(mode), "hs+ns|hs|ns", "hs+ns", "hs+ns",
		"hierarchical softmax, negative sampling, or both"),
	WALKING("40", "5", "5"),
};
#undef AT

static odd_status run_deepwalk(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_deepwalk_options o = ODD_DEEPWALK_OPTIONS_INIT;
	o.k = call->request->k;
	o.seed = call->request->seed;
	odd__settings_read(&o, call);
	if (o.alpha_min > o.alpha)
		o.alpha_min = o.alpha;
	return odd_deepwalk(&out->embedding, call->net, &o, call->job, err);
}

/* ---- node2vec ------------------------------------------------------------------------------- */

struct node2vec {
	odd_node2vec_options options;
	int weighted; /* no, yes */
};

#define AT(field) offsetof(struct node2vec, options.field)
static const odd_method_option node2vec_options[] = {
	ODD__ABOVE("p", AT(p), 0, 1e9, "1", "1", "large: walks seldom turn back"),
	ODD__ABOVE("q", AT(q), 0, 1e9, "1", "1", "large: walks stay near, small: they leave"),
	ODD__CHOICE("weighted", offsetof(struct node2vec, weighted), "no|yes", "no", "no",
		"links are taken by their weight"),
	WALKING("80", "10", "1"),
};
#undef AT

static odd_status run_node2vec(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	struct node2vec set = {.options = ODD_NODE2VEC_OPTIONS_INIT};
	odd_node2vec_options *o = &set.options;
	o->k = call->request->k;
	o->seed = call->request->seed;
	odd__settings_read(&set, call);
	o->weighted = set.weighted == 1;
	if (o->alpha_min > o->alpha)
		o->alpha_min = o->alpha;
	return odd_node2vec(&out->embedding, call->net, o, call->job, err);
}

/* ---- LINE ----------------------------------------------------------------------------------- */

#define AT(field) offsetof(odd_line_options, field)
static const odd_method_option line_options[] = {
	ODD__WHOLE("samples", AT(samples), 0, 4e9, "0", "1000000",
		"links drawn for each order; 0: 1000 for each arc, from a million to 30 million, or "
		"100 for each arc if that is more"),
	ODD__WHOLE("negative", AT(negative), 1, 1000, "5", "5", "noise nodes for each link"),
	ODD__ABOVE("rho", AT(rho), 0, 10, "0.025", "0.025", "rate of learning at first"),
};
#undef AT

static odd_status run_line(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_line_options o = ODD_LINE_OPTIONS_INIT;
	o.k = call->request->k;
	o.seed = call->request->seed;
	odd__settings_read(&o, call);
	return odd_line(&out->embedding, call->net, &o, call->job, err);
}

/* ---- the rows ------------------------------------------------------------------------------- */

const odd_method odd__methods_walks[] = {
	{
		.name = "deepwalk",
		.title = "DeepWalk",
		.published = "DeepWalk",
		.note = "Trained with hierarchical softmax and negative sampling together, as the "
			"public program does; the paper has the first alone (mode=hs). A node "
			"without links keeps the random row it starts with.",
		.kind = ODD_METHOD_STRUCTURE,
		.published_k = 64,
		ODD__OPTIONS(deepwalk_options),
		.run = run_deepwalk,
	},
	{
		.name = "node2vec",
		.title = "node2vec",
		.published = "Node2Vec",
		.note = "With p = q = 1, the public default, its walks are those of DeepWalk: "
			"what is left is DeepWalk with negative sampling and longer walks.",
		.kind = ODD_METHOD_STRUCTURE,
		.published_k = 128,
		ODD__OPTIONS(node2vec_options),
		.run = run_node2vec,
	},
	{
		.name = "line",
		.title = "LINE",
		.published = "LINE",
		.note = "Both orders, trained apart by drawing links, each row made unit length "
			"and set side by side: ⌈K/2⌉ + ⌊K/2⌋ columns. Large networks get more "
			"samples than the public million. The row of a node without links is "
			"zero.",
		.kind = ODD_METHOD_STRUCTURE,
		.published_k = 200,
		ODD__OPTIONS(line_options),
		.run = run_line,
	},
};
