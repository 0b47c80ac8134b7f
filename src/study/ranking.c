#include "config.h"

#include "study/parts.h"

#include <string.h>

bool ranks_by_attributes_alone(const struct run_options *options, size_t links)
{
	return links == 0 && options->score == 0 && !options->weighted;
}

struct score_choice choose_score(const struct run_options *options, size_t links)
{
	static const double attributes_alone[] = {0.0, 1.0, 0.0};
	if (ranks_by_attributes_alone(options, links))
		return (struct score_choice){odd_score_find("shares"), attributes_alone};
	return (struct score_choice){run_options_score(options), run_options_weight(options)};
}

static void ranking_clear(void *self)
{
	struct ranking *x = self;
	odd_scores_clear(&x->scores);
	free(x->change);
	shared_release(x->network);
}

static struct ranking *ranking_new(struct shared_network *network, size_t points)
{
	struct ranking *x = shared_new(sizeof *x, ranking_clear);
	if (x == NULL)
		return NULL;
	x->network = shared_hold(network);
	x->points = points;
	x->evaluated = network->net->has_truth;
	return x;
}

/* Evaluates and hands out a ranking, or releases it when this or an earlier step failed. */
static odd_status finish(struct ranking **out, struct ranking *x, odd_status status, odd_error *err)
{
	if (status == ODD_OK)
		status = odd_evaluate(&x->evaluation, x->scores.order, x->scores.total, x->scores.n,
			x->network->net->truth, err);
	if (status == ODD_OK)
		*out = x;
	else
		shared_release(x);
	return status;
}

odd_status ranking_create(struct ranking **out, struct shared_network *network, odd_one *run,
	const struct run_options *options, const odd_job *job, odd_error *err)
{
	const struct score_choice by = choose_score(options, network->net->edges);
	struct ranking *x = ranking_new(network, odd_one_trace(run)->count);
	*out = NULL;
	if (x == NULL)
		return odd_error_nomem(err);
	return finish(
		out, x, odd_scores_compute(&x->scores, run, by.score, by.weight, job, err), err);
}

static void *copy(const void *from, size_t count, size_t size)
{
	void *to = malloc((count > 0 ? count : 1) * size);
	if (to != NULL && count > 0)
		memcpy(to, from, count * size);
	return to;
}

/* Copies every array, since odd_scores_clear frees them. The ranges of ranks are left out. */
static bool copy_scores(odd_scores *to, const odd_scores *from)
{
	bool whole = true;
	*to = (odd_scores){.n = from->n, .score = from->score};
	memcpy(to->weight, from->weight, sizeof to->weight);
	memcpy(to->idle, from->idle, sizeof to->idle);
	for (size_t t = 0; t < from->score->count; t++) {
		to->component[t] = copy(from->component[t], from->n, sizeof(double));
		to->part[t] = copy(from->part[t], from->n, sizeof(double));
		whole = whole && to->component[t] != NULL && to->part[t] != NULL;
	}
	to->total = copy(from->total, from->n, sizeof *to->total);
	to->order = copy(from->order, from->n, sizeof *to->order);
	to->rank = copy(from->rank, from->n, sizeof *to->rank);
	return whole && to->total != NULL && to->order != NULL && to->rank != NULL;
}

static odd_status ranking_copy(struct ranking **out, const struct ranking *from, odd_error *err)
{
	struct ranking *x = ranking_new(from->network, from->points);
	if (x == NULL || !copy_scores(&x->scores, &from->scores)) {
		shared_release(x);
		return odd_error_nomem(err);
	}
	*out = x;
	return ODD_OK;
}

odd_status ranking_reweigh(
	struct ranking **out, const struct ranking *from, const double *weight, odd_error *err)
{
	struct ranking *x;
	*out = NULL;
	odd_status status = ranking_copy(&x, from, err);
	if (status != ODD_OK)
		return status;
	return finish(out, x, odd_scores_reweigh(&x->scores, weight, err), err);
}

odd_status ranking_certain(struct ranking **out, const struct ranking *from, const odd_one *run,
	const struct run_options *options, size_t runs, const odd_job *job, odd_error *err)
{
	const struct score_choice by = choose_score(options, from->network->net->edges);
	struct ranking *x;
	*out = NULL;
	odd_status status = ranking_copy(&x, from, err);
	if (status != ODD_OK)
		return status;
	if (from->change != NULL)
		x->change = copy(from->change, from->scores.n, sizeof *x->change);
	x->since = from->since;
	status = odd_scores_certainty(
		&x->scores, from->network->net, run, by.weight, runs, job, err);
	return finish(out, x, status, err);
}
