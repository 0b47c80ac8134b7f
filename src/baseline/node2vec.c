#include "config.h"

#include "baseline/node2vec.h"

#include "baseline/skipgram.h"

odd_status odd_node2vec(odd_mat *out, const odd_network *net, const odd_node2vec_options *options,
	const odd_job *job, odd_error *err)
{
	const odd_node2vec_options standard = ODD_NODE2VEC_OPTIONS_INIT;
	const odd_node2vec_options *o = options != NULL ? options : &standard;
	odd_walks_options walking = {.p = o->p, .q = o->q, .weighted = o->weighted};
	odd__skipgram_options skipgram = {.name = "node2vec",
		.k = o->k,
		.window = o->window,
		.epochs = o->epochs,
		.tree = false,
		.negative = o->negative,
		.alpha = o->alpha,
		.alpha_min = o->alpha_min,
		.sample = o->sample,
		.seed = o->seed};
	return odd__skipgram_embed(out, net, &walking, o->walks, o->length, &skipgram, job, err);
}
