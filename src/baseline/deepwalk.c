#include "config.h"

#include "baseline/deepwalk.h"

#include "baseline/skipgram.h"

odd_status odd_deepwalk(odd_mat *out, const odd_network *net, const odd_deepwalk_options *options,
	const odd_job *job, odd_error *err)
{
	const odd_deepwalk_options standard = ODD_DEEPWALK_OPTIONS_INIT;
	const odd_deepwalk_options *o = options != NULL ? options : &standard;
	odd__skipgram_options skipgram = {.name = "DeepWalk",
		.k = o->k,
		.window = o->window,
		.epochs = o->epochs,
		.tree = o->mode != ODD_DEEPWALK_NS,
		.negative = o->mode != ODD_DEEPWALK_HS ? o->negative : 0,
		.alpha = o->alpha,
		.alpha_min = o->alpha_min,
		.sample = o->sample,
		.seed = o->seed};
	return odd__skipgram_embed(out, net, NULL, o->walks, o->length, &skipgram, job, err);
}
