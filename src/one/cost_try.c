/* cost_try.c: the time of a run, by doing a part of it.
 *
 * The start and some iterations are run on the network itself or, of a large one, on as many nodes
 * of its middle as take the same ways through the code, and what they took is scaled by the work
 * there is: seconds = seconds of the part · work of the whole / work of the part, where a pass over
 * the entries counts K for each, and one over the rows K² for each.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "linalg/svd_way.h"
#include "one/cost_parts.h"

#define LEAST_NODES 20000 /* smaller networks are tried whole */
#define LEAST_PART 4 /* at least a quarter: a smaller part of a large network may fit a cache … */
#define MOST_NODES 150000  /* … but this many fit none */
#define ITERATIONS 3       /* that are timed, after one that is not … */
#define MOST_ITERATIONS 15 /* … and more of them while they take less than this in all */
#define QUICK_SECONDS 0.03

/* The first of some nodes, so many as behave like all of them. */
static size_t part_of(const odd_network *net, size_t k)
{
	size_t nodes =
		net->nodes / LEAST_PART > LEAST_NODES ? net->nodes / LEAST_PART : LEAST_NODES;
	nodes = nodes < MOST_NODES ? nodes : MOST_NODES;
	odd_ccsr A = odd_csr_const(net->A);
	const odd__svd_way way = odd__svd_way_for(A, k);
	while (nodes < net->nodes) {
		A.rows = A.cols = nodes;
		if (odd__svd_way_for(A, k) == way)
			return nodes;
		nodes += nodes / 4;
	}
	return net->nodes;
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static odd_status try_run(odd_cost *cost, const odd_network *net, const odd_one_options *options,
	const odd_job *job, odd_error *err)
{
	odd_one *run;
	double started = odd__clock();
	odd_status status = odd_one_begin(&run, net, options, job, err);
	if (status != ODD_OK)
		return status;
	cost->start = odd__clock() - started;
	status = odd_one_iterate(run, job, err);
	double took[MOST_ITERATIONS] = {0.0}, all = 0.0;
	size_t count = 0;
	while (status == ODD_OK &&
		(count < ITERATIONS || (count < MOST_ITERATIONS && all < QUICK_SECONDS))) {
		started = odd__clock();
		status = odd_one_iterate(run, job, err);
		all += took[count++] = odd__clock() - started;
	}
	/* The median: one that had to wait for others tells nothing of the rest. */
	qsort(took, count, sizeof *took, by_value);
	cost->iteration = count > 0 ? took[count / 2] : (double)NAN;
	odd_one_free(run);
	return status;
}

odd_cost odd_one_cost_tried(
	const odd_network *net, const odd_one_options *options, const odd_job *job)
{
	odd_cost cost = odd_one_cost_here(net, options, job), tried = cost;
	const odd_job quiet = {
		.threads = odd_job_threads(job), .cancel = job != NULL ? job->cancel : NULL};
	odd_one_options o = *options;
	odd_network *part = NULL;
	const double began = odd__clock();
	odd_error err;
	const size_t nodes = part_of(net, o.k);
	if (o.start == ODD_START_GIVEN) /* it fits the whole network alone */
		return cost;
	if (nodes < net->nodes) {
		uint8_t *drop = malloc(net->nodes);
		const size_t first = (net->nodes - nodes) / 2;
		if (drop == NULL)
			return cost;
		memset(drop, 1, net->nodes);
		memset(drop + first, 0, nodes);
		odd_status status = odd_network_remove(&part, net, drop, &err);
		free(drop);
		if (status != ODD_OK)
			return cost;
	}
	const odd_network *on = part != NULL ? part : net;
	if (try_run(&tried, on, &o, &quiet, &err) == ODD_OK) {
		const odd__work all = odd__one_work(net, &o), some = odd__one_work(on, &o);
		cost.start = tried.start * all.start / some.start;
		cost.iteration = tried.iteration * all.iteration / some.iteration;
		cost.ranking = cost.iteration * all.ranking / all.iteration;
	}
	odd_network_free(part);
	cost.trial = odd__clock() - began;
	return cost;
}
