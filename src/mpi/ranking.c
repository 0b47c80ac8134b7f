#include "config.h"

#include "mpi/ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "score/sorter.h"

/* ---- sorting ------------------------------------------------------------------------------ */

/* A sort of the nodes of all processes: this one has the places first … first + count − 1. */
struct order {
	uint32_t *own;     /* own nodes by falling value */
	size_t *to, *from; /* how many nodes went to each process, and came from it */
	uint32_t *arrived; /* which of those that came has each place */
	double *value;     /* at each place */
	size_t count, first;
};

static void order_clear(struct order *order)
{
	free(order->own);
	free(order->to);
	free(order->from);
	free(order->arrived);
	free(order->value);
	memset(order, 0, sizeof *order);
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x < y) - (x > y);
}

/* How many own nodes go to each process: a sample of all values gives the bounds between the
 * processes, about as many values to each; equal values stay together. */
static odd_status divide(
	size_t *to, const double *sorted, size_t n, const odd__comm *comm, odd_error *err)
{
	enum { SAMPLES = 64 };
	double sample[SAMPLES], *all;
	const size_t size = (size_t)comm->size, most = n < SAMPLES ? n : SAMPLES;
	size_t *bytes, total = 0, at = 0;
	for (size_t i = 0; i < most; i++)
		sample[i] = sorted[n * i / most];
	odd_status status =
		odd__comm_gather(comm, sample, most * sizeof *sample, (void **)&all, &bytes, err);
	if (status != ODD_OK)
		return status;
	for (size_t r = 0; r < size; r++)
		total += bytes[r] / sizeof *all;
	qsort(all, total, sizeof *all, by_value);
	for (size_t r = 0; r < size; r++) {
		const size_t begin = at;
		while (at < n && (r + 1 == size || sorted[at] > all[total * (r + 1) / size]))
			at++;
		to[r] = at - begin;
	}
	free(all);
	free(bytes);
	return ODD_OK;
}

/* Numbers of own nodes, as they are sorted, to the processes of their places (back false), or
 * numbers that came back to them. */
static odd_status exchange(const struct order *o, const double *out, double *in, bool back,
	const odd__comm *comm, odd_error *err)
{
	const size_t size = (size_t)comm->size;
	size_t *bytes = malloc(2 * size * sizeof *bytes), *from = bytes + size;
	if (bytes == NULL)
		return odd_error_nomem(err);
	for (size_t r = 0; r < size; r++) {
		bytes[r] = (back ? o->from : o->to)[r] * sizeof *out;
		from[r] = (back ? o->to : o->from)[r] * sizeof *out;
	}
	odd__comm_exchange(comm, out, bytes, in, from);
	free(bytes);
	return ODD_OK;
}

/* x at each place goes to y of its node. */
static odd_status send_back(double *y, const struct order *o, size_t n, const double *x,
	const odd__comm *comm, odd_error *err)
{
	double *out = malloc((n + o->count + 1) * sizeof *out), *in = out + o->count;
	odd_status status = out != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < o->count && status == ODD_OK; i++)
		out[o->arrived[i]] = x[i];
	if (status == ODD_OK)
		status = exchange(o, out, in, true, comm, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		y[o->own[i]] = in[i];
	free(out);
	return status;
}

/* By falling value, ties by node: runs come in the order of processes, and sorting is stable. */
static odd_status sort_all(
	struct order *out, const double *x, const struct part *part, odd_error *err)
{
	const odd__comm *comm = part->comm;
	const size_t n = part->net->nodes, size = (size_t)comm->size;
	double *sorted = malloc((n + 1) * sizeof *sorted), *came = NULL;
	size_t *counts = NULL, *bytes = NULL;
	*out = (struct order){.to = calloc(size, sizeof *out->to),
		.from = calloc(size, sizeof *out->from),
		.own = malloc((n + 1) * sizeof *out->own)};
	odd_status status = ODD_OK;
	if (out->to == NULL || out->from == NULL || out->own == NULL || sorted == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_order_descending(out->own, x, n, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		sorted[i] = x[out->own[i]];
	if (status == ODD_OK)
		status = divide(out->to, sorted, n, comm, err);
	if (status == ODD_OK)
		status = odd__comm_sizes(comm, out->to, out->from, err);
	for (size_t r = 0; r < size && status == ODD_OK; r++)
		out->count += out->from[r];
	came = malloc((out->count + 1) * sizeof *came);
	out->value = malloc((out->count + 1) * sizeof *out->value);
	out->arrived = malloc((out->count + 1) * sizeof *out->arrived);
	if (status == ODD_OK && (came == NULL || out->value == NULL || out->arrived == NULL))
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = exchange(out, sorted, came, false, comm, err);
	if (status == ODD_OK)
		status = odd_order_descending(out->arrived, came, out->count, err);
	for (size_t i = 0; i < out->count && status == ODD_OK; i++)
		out->value[i] = came[out->arrived[i]];
	if (status == ODD_OK)
		status = odd__comm_gather(
			comm, &out->count, sizeof out->count, (void **)&counts, &bytes, err);
	for (int r = 0; r < comm->rank && status == ODD_OK; r++)
		out->first += counts[r];
	free(sorted);
	free(came);
	free(counts);
	free(bytes);
	return status;
}

/* ---- percentile ranks ----------------------------------------------------------------------- */

/* A group of near-equal values, which may go on from one process to the next. */
struct group {
	double lowest, begin, end; /* begin, end: places */
	double open;
};

/* Percentile ranks at each place of a sort by −x, as odd__percentile_ranks makes them: a group
 * begins at a value that is more than ODD_SCORE_TIE above the lowest of the group before.
 * Beginnings are handed on from process to process, ends are handed back. */
static odd_status percentiles(
	double *answer, const struct order *o, size_t all, const odd__comm *comm, odd_error *err)
{
	struct group g = {0.0, 0.0, 0.0, 0.0}, next = {0.0, (double)all, (double)all, 1.0};
	odd_status status = ODD_OK;
	for (int r = 0; r < comm->size && status == ODD_OK; r++) {
		for (size_t i = 0; r == comm->rank && i < o->count; i++) {
			const double x = -o->value[i];
			if (g.open == 0.0 || !(x == g.lowest || x - g.lowest <= ODD_SCORE_TIE))
				g = (struct group){x, (double)(o->first + i), 0.0, 1.0};
			answer[i] = g.begin;
		}
		status = odd__comm_spread(comm, r, &g, sizeof g, err);
	}
	for (int r = comm->size; r-- > 0 && status == ODD_OK;) {
		for (size_t i = o->count; r == comm->rank && i-- > 0;) {
			if (answer[i] != next.begin)
				next = (struct group){0.0, answer[i], next.begin, 1.0};
			answer[i] = 0.5 * (next.begin + 1.0 + next.end) / (double)all;
		}
		status = odd__comm_spread(comm, r, &next, sizeof next, err);
	}
	return status;
}

static odd_status rank_component(odd_scores *s, size_t t, const struct part *part, odd_error *err)
{
	struct order order = {.to = NULL};
	double ends[2] = {-INFINITY, -INFINITY}; /* −lowest, highest */
	double *answer = malloc((s->n + 1) * sizeof *answer);
	odd_status status = answer != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < s->n && status == ODD_OK; i++) {
		answer[i] = -s->component[t][i];
		ends[0] = fmax(ends[0], answer[i]);
		ends[1] = fmax(ends[1], -answer[i]);
		s->part[t][i] = 0.5 * (double)(part->all + 1) / (double)part->all; /* of equals */
	}
	if (status == ODD_OK)
		status = odd__comm_largest(part->comm, ends, 2, err);
	s->idle[t] = !(ends[0] + ends[1] > ODD_SCORE_SPREAD);
	if (status == ODD_OK && !s->idle[t]) {
		status = sort_all(&order, answer, part, err);
		free(answer);
		answer = malloc((order.count + 1) * sizeof *answer);
		if (status == ODD_OK && answer == NULL)
			status = odd_error_nomem(err);
		if (status == ODD_OK)
			status = percentiles(answer, &order, part->all, part->comm, err);
		if (status == ODD_OK)
			status = send_back(s->part[t], &order, s->n, answer, part->comm, err);
	}
	free(answer);
	order_clear(&order);
	return status;
}

/* ---- the total ------------------------------------------------------------------------------ */

bool part_can_score(const odd_score *score)
{
	return strcmp(score->name, "one") == 0 || strcmp(score->name, "paper") == 0;
}

static odd_status allocate(odd_scores *s, const odd_score *score, size_t n, odd_error *err)
{
	*s = (odd_scores){.n = n, .score = score};
	bool fine = true;
	for (size_t t = 0; t < score->count; t++) {
		s->component[t] = malloc((n + 1) * sizeof **s->component);
		s->part[t] = malloc((n + 1) * sizeof **s->part);
		fine = fine && s->component[t] != NULL && s->part[t] != NULL;
	}
	s->total = malloc((n + 1) * sizeof *s->total);
	s->order = malloc((n + 1) * sizeof *s->order);
	s->rank = malloc((n + 1) * sizeof *s->rank);
	return fine && s->total != NULL && s->order != NULL && s->rank != NULL
		       ? ODD_OK
		       : odd_error_nomem(err);
}

/* Weights depend on the mean of each component over the nodes that have any, and on which parts are
 * idle: the score's own functions are asked about a single node with these means. */
static odd_status choose_weights(
	odd_scores *s, const double *weight, const odd__comm *comm, odd_error *err)
{
	const size_t count = s->score->count;
	double sums[2 * ODD_COMPONENTS] = {0.0}, zero = 0.0;
	uint32_t order = 0, rank = 1;
	odd_scores mean = {
		.n = 1, .score = s->score, .total = &zero, .order = &order, .rank = &rank};
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < s->n; i++) {
			sums[t] += s->component[t][i];
			sums[count + t] += s->component[t][i] > 0.0;
		}
	odd__comm_sum(comm, sums, 2 * count);
	for (size_t t = 0; t < count; t++) {
		sums[t] = sums[count + t] > 0.0 ? sums[t] / sums[count + t] : 0.0;
		mean.component[t] = mean.part[t] = &sums[t];
		mean.own[t] = 1.0;
		mean.idle[t] = s->idle[t];
	}
	if (s->score->weigh != NULL)
		s->score->weigh(mean.own, &mean);
	odd_status status = odd_scores_reweigh(&mean, weight, err);
	memcpy(s->own, mean.own, sizeof s->own);
	memcpy(s->weight, mean.weight, sizeof s->weight);
	return status;
}

/* Totals that differ by rounding become one, as odd__level_ties has it: each that is within a share
 * of the one before gets the first of them all. *changed: how many did. */
static odd_status level_totals(double *answer, double *changed, const struct order *o,
	const odd__comm *comm, odd_error *err)
{
	struct {
		double first, last, highest, open;
	} g = {0.0, 0.0, 0.0, 0.0};
	odd_status status = ODD_OK;
	*changed = 0.0;
	for (int r = 0; r < comm->size && status == ODD_OK; r++) {
		for (size_t i = 0; r == comm->rank && i < o->count; i++) {
			const double x = o->value[i];
			if (g.open == 0.0)
				g.highest = fabs(x);
			const double near = fmax(1e-15 * g.highest, ODD__LEVEL * fabs(g.last));
			if (g.open == 0.0 || !(g.last - x <= near))
				g.first = x;
			g.last = x;
			g.open = 1.0;
			answer[i] = g.first;
			*changed += x != g.first;
		}
		status = odd__comm_spread(comm, r, &g, sizeof g, err);
	}
	odd__comm_sum(comm, changed, 1);
	return status;
}

/* Ranks by falling total. Where totals were levelled, they are sorted once more: ties go by node.
 */
static odd_status rank_total(struct part_ranking *out, const struct part *part, odd_error *err)
{
	odd_scores *s = &out->scores;
	struct order order = {.to = NULL}, *o = &order;
	double changed = 1.0, *answer = NULL, *rank = malloc((s->n + 1) * sizeof *rank);
	odd_status status = rank != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < s->n; i++)
		s->total[i] = odd__mean_of_parts(s, i, part->all);
	for (int turn = 0; turn < 2 && status == ODD_OK && changed > 0.0; turn++) {
		order_clear(o);
		status = sort_all(o, s->total, part, err);
		free(answer);
		answer = malloc((o->count + 1) * sizeof *answer);
		if (status == ODD_OK && answer == NULL)
			status = odd_error_nomem(err);
		if (status == ODD_OK)
			status = level_totals(answer, &changed, o, part->comm, err);
		if (status == ODD_OK)
			status = send_back(s->total, o, s->n, answer, part->comm, err);
	}
	for (size_t i = 0; i < o->count && status == ODD_OK; i++)
		answer[i] = (double)(o->first + i + 1);
	if (status == ODD_OK)
		status = send_back(rank, o, s->n, answer, part->comm, err);
	for (size_t i = 0; i < s->n && status == ODD_OK; i++) {
		s->rank[i] = (uint32_t)rank[i];
		s->order[i] = o->own[i];
	}
	order_clear(o);
	free(rank);
	free(answer);
	return status;
}

/* ---- recall ------------------------------------------------------------------------------- */

odd_status part_send_first(void **in, size_t *total, const void *bytes, size_t size,
	const odd__comm *comm, odd_error *err)
{
	size_t *to = calloc((size_t)comm->size, sizeof *to), *from;
	if (to == NULL)
		return odd_error_nomem(err);
	to[0] = size;
	odd_status status = odd__comm_send(comm, bytes, to, in, &from, err);
	*total = 0;
	for (int r = 0; r < comm->size && status == ODD_OK; r++)
		*total += from[r];
	if (status == ODD_OK)
		free(from);
	free(to);
	return status;
}

/* At rank 0, from totals and kinds by rank. Of a network without known outliers, these are those of
 * a single node: the rest is the size of the top. */
static odd_status evaluate(struct part_ranking *out, const struct part *part, odd_error *err)
{
	struct place {
		double total;
		uint32_t rank, kind;
	} *own = malloc((part->net->nodes + 1) * sizeof *own), *all = NULL;
	const odd_scores *s = &out->scores;
	const size_t count = part->has_truth ? part->all : 1;
	size_t bytes = 0;
	if (own == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < s->n; i++)
		own[i] = (struct place){s->total[i], s->rank[i], part->net->truth[i]};
	odd_status status = part_send_first((void **)&all, &bytes, own,
		part->has_truth ? s->n * sizeof *own : 0, part->comm, err);
	free(own);
	if (status != ODD_OK || part->comm->rank != 0) {
		free(all);
		return status;
	}
	double *score = calloc(count, sizeof *score);
	uint32_t *order = calloc(count, sizeof *order);
	uint8_t *truth = calloc(count, 1);
	if (score == NULL || order == NULL || truth == NULL)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < bytes / sizeof *all && status == ODD_OK; i++) {
		score[all[i].rank - 1] = all[i].total;
		truth[all[i].rank - 1] = (uint8_t)all[i].kind;
		order[i] = (uint32_t)i;
	}
	if (status == ODD_OK)
		status = odd_evaluate(&out->evaluation, order, score, count, truth, err);
	out->evaluation.count[ODD_ORDINARY] += part->all - count;
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++)
		out->evaluation.row[l].taken = odd_top(part->all, out->evaluation.row[l].top);
	free(all);
	free(score);
	free(order);
	out->truth = truth;
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

odd_status part_rank(struct part_ranking *out, odd_one *run, const struct part *part,
	const odd_score *score, const double *weight, const odd_job *job, odd_error *err)
{
	odd_scores *s = &out->scores;
	memset(out, 0, sizeof *out);
	odd_status status = allocate(s, score, part->net->nodes, err);
	if (status == ODD_OK)
		status = score->read(s, run, job, err);
	for (size_t t = 0; t < score->count && status == ODD_OK; t++) {
		for (size_t i = 0; i < s->n; i++)
			if (isnan(s->component[t][i]))
				s->component[t][i] = 0.0;
		if (score->ranked)
			status = rank_component(s, t, part, err);
		else
			memcpy(s->part[t], s->component[t], s->n * sizeof **s->part);
	}
	if (status == ODD_OK)
		status = choose_weights(s, weight, part->comm, err);
	if (status == ODD_OK)
		status = rank_total(out, part, err);
	if (status == ODD_OK)
		status = evaluate(out, part, err);
	if (status != ODD_OK)
		part_ranking_clear(out);
	return status;
}

void part_ranking_clear(struct part_ranking *ranking)
{
	odd_scores_clear(&ranking->scores);
	free(ranking->truth);
	memset(ranking, 0, sizeof *ranking);
}
