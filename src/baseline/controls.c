#include "config.h"

#include "baseline/controls.h"

#include "baseline/links.h"
#include "base/rng.h"

void odd_control_random(double *score, size_t nodes, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "random control");
	for (size_t i = 0; i < nodes; i++)
		score[i] = odd_rng_uniform(&rng);
}

odd_status odd_control_degree(double *score, const odd_network *net, odd_error *err)
{
	odd__links links;
	odd_status status = odd__links_init(&links, net, err);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		score[i] = (double)(links.A.ptr[i + 1] - links.A.ptr[i]);
	odd__links_clear(&links);
	return status;
}

void odd_control_attributes(double *score, const odd_network *net)
{
	for (size_t i = 0; i < net->nodes; i++)
		score[i] = (double)(net->C.ptr[i + 1] - net->C.ptr[i]);
}
