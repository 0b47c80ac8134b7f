#include "config.h"

#include "baseline/corpus.h"

#include <stdlib.h>
#include <string.h>

odd_status odd__corpus_init(odd__corpus *out, const odd_walks *walks, size_t rounds, size_t length,
	uint64_t seed, odd_error *err)
{
	size_t nodes = odd_walks_nodes(walks);
	*out = (odd__corpus){
		.walks = walks, .nodes = nodes, .rounds = rounds, .length = length, .seed = seed};
	if (length <= SIZE_MAX / sizeof *out->walk) {
		out->order = malloc((nodes + 1) * sizeof *out->order);
		out->walk = malloc(length * sizeof *out->walk);
	}
	if (out->order == NULL || out->walk == NULL) {
		odd__corpus_clear(out);
		return odd_error_nomem(err);
	}
	odd__corpus_rewind(out);
	return ODD_OK;
}

void odd__corpus_clear(odd__corpus *corpus)
{
	free(corpus->order);
	free(corpus->walk);
	memset(corpus, 0, sizeof *corpus);
}

void odd__corpus_rewind(odd__corpus *corpus)
{
	odd_rng_init(&corpus->rng, corpus->seed, "walks");
	for (size_t i = 0; i < corpus->nodes; i++)
		corpus->order[i] = (uint32_t)i;
	corpus->round = corpus->at = 0;
}

size_t odd__corpus_next(odd__corpus *corpus)
{
	if (corpus->at == corpus->nodes) {
		corpus->at = 0;
		corpus->round++;
	}
	if (corpus->round >= corpus->rounds || corpus->nodes == 0)
		return 0;
	if (corpus->at == 0)
		odd_rng_shuffle(&corpus->rng, corpus->order, corpus->nodes);
	return odd_walks_draw(corpus->walk, corpus->walks, corpus->order[corpus->at++],
		corpus->length, &corpus->rng);
}
