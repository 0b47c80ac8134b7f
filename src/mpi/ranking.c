#include "config.h"

#include "mpi/ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/outbox.h"
#include "score/sorter.h"

/* ---- sorting ------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static int by_number(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Values that part all items about evenly, one fewer than there are processes; equal values stay
 * together. A sample of each process tells them. */
static odd_status find_splitters(
	double *splitter, const struct item *item, size_t n, const odd__comm *comm, odd_error *err)
{
	enum { SAMPLES = 64 };
	double own[SAMPLES], *all;
	size_t *bytes, count = 0, total = 0;
	for (; count < SAMPLES && count < n; count++)
		own[count] = item[n * count / (n < SAMPLES ? n : SAMPLES)].value;
	odd_status status =
		odd__comm_gather(comm, own, count * sizeof *own, (void **)&all, &bytes, err);
	if (status != ODD_OK)
		return status;
	for (int r = 0; r < comm->size; r++)
		total += bytes[r] / sizeof *all;
	qsort(all, total, sizeof *all, by_number);
	for (size_t r = 1; r < (size_t)comm->size; r++)
		splitter[r - 1] = total > 0 ? all[total * r / (size_t)comm->size] : 0.0;
	free(all);
	free(bytes);
	return ODD_OK;
}

static int process_for(double value, const double *splitter, int size)
{
	int r = 0;
	while (r + 1 < size && value >= splitter[r])
		r++;
	return r;
}

/* How many places come before those of this process. */
static odd_status count_before(size_t *before, size_t count, const odd__comm *comm, odd_error *err)
{
	size_t *counts, *bytes;
	*before = 0;
	odd_status status =
		odd__comm_gather(comm, &count, sizeof count, (void **)&counts, &bytes, err);
	if (status != ODD_OK)
		return status;
	for (int r = 0; r < comm->rank; r++)
		*before += counts[r];
	free(counts);
	free(bytes);
	return ODD_OK;
}

/* By rising value, ties by number. value: of own nodes, times sign. */
static odd_status sort_all(struct sorted *out, const double *value, double sign,
	const struct part *part, odd_error *err)
{
	const odd__comm *comm = part->comm;
	struct item *item = malloc((part->n + 1) * sizeof *item);
	double *splitter = malloc((size_t)comm->size * sizeof *splitter);
	struct outbox box = {0};
	struct inbox in = {NULL, NULL, 0};
	odd_status status = item != NULL && splitter != NULL ? outbox_init(&box, comm, err)
							     : odd_error_nomem(err);
	for (size_t i = 0; i < part->n && status == ODD_OK; i++)
		item[i] = (struct item){sign * value[i], part->number[i], (uint32_t)i, comm->rank,
			part->truth != NULL ? part->truth[i] : ODD_ORDINARY};
	if (status == ODD_OK) {
		qsort(item, part->n, sizeof *item, by_value);
		status = find_splitters(splitter, item, part->n, comm, err);
	}
	for (size_t i = 0; i < part->n && status == ODD_OK; i++)
		outbox_count(&box, process_for(item[i].value, splitter, comm->size), sizeof *item);
	if (status == ODD_OK)
		status = outbox_fill(&box, err);
	for (size_t i = 0; i < part->n && status == ODD_OK; i++)
		outbox_put(&box, process_for(item[i].value, splitter, comm->size), &item[i],
			sizeof *item);
	if (status == ODD_OK)
		status = outbox_send(&box, &in, err);
	free(item);
	free(splitter);
	free(in.bytes);
	*out = (struct sorted){(struct item *)in.data, in.total / sizeof *item, 0};
	if (status != ODD_OK)
		return status;
	qsort(out->item, out->count, sizeof *item, by_value);
	return count_before(&out->first, out->count, comm, err);
}

/* answer[i] for item i goes back: to[row] = answer. */
static odd_status send_back(double *to, const struct sorted *s, const double *answer,
	const odd__comm *comm, odd_error *err)
{
	struct reply {
		double value;
		uint32_t row;
	};
	struct outbox box;
	struct inbox in;
	odd_status status = outbox_init(&box, comm, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < s->count; i++)
		outbox_count(&box, s->item[i].process, sizeof(struct reply));
	if ((status = outbox_fill(&box, err)) != ODD_OK)
		return status;
	for (size_t i = 0; i < s->count; i++) {
		const struct reply reply = {answer[i], s->item[i].row};
		outbox_put(&box, s->item[i].process, &reply, sizeof reply);
	}
	if ((status = outbox_send(&box, &in, err)) != ODD_OK)
		return status;
	const struct reply *reply = (const struct reply *)in.data;
	for (size_t i = 0; i < in.total / sizeof *reply; i++)
		to[reply[i].row] = reply[i].value;
	inbox_clear(&in);
	return ODD_OK;
}

/* ---- percentile ranks ----------------------------------------------------------------------- */

/* The group of near-equal values that is open where the items of a process begin or end. */
struct group {
	double lowest;
	double begin, end; /* places */
	double open;
};

/* Groups begin at values more than `tie` above the lowest of the group before. begin[i] of item i;
 * `before` is the group that is open at the first one. */
static struct group open_groups(
	double *begin, const struct sorted *s, double tie, struct group before)
{
	struct group g = before;
	for (size_t i = 0; i < s->count; i++) {
		const double x = s->item[i].value;
		if (g.open == 0.0 || !(x == g.lowest || x - g.lowest <= tie))
			g = (struct group){x, (double)(s->first + i), 0.0, 1.0};
		begin[i] = g.begin;
	}
	return g;
}

/* Percentile ranks of the value that was sorted by, into answer: groups may go on from one process
 * to the next, so their beginnings are handed up and their ends down. */
static odd_status percentiles(double *answer, const struct sorted *s, double tie, size_t all,
	const odd__comm *comm, odd_error *err)
{
	double *begin = malloc((s->count + 1) * sizeof *begin);
	struct group g = {0.0, 0.0, 0.0, 0.0};
	odd_status status = begin != NULL ? ODD_OK : odd_error_nomem(err);
	for (int r = 0; r < comm->size && status == ODD_OK; r++) {
		if (r == comm->rank)
			g = open_groups(begin, s, tie, g);
		status = odd__comm_spread(comm, r, &g, sizeof g, err);
	}
	/* From behind: where the group ends that the last item of a process is in. */
	struct group next = {0.0, (double)all, (double)all, 1.0};
	for (int r = comm->size; r-- > 0 && status == ODD_OK;) {
		for (size_t i = s->count; r == comm->rank && i-- > 0;) {
			const double end = begin[i] == next.begin ? next.end : next.begin;
			if (begin[i] != next.begin)
				next = (struct group){0.0, begin[i], end, 1.0};
			answer[i] = 0.5 * (begin[i] + 1.0 + end) / (double)all;
		}
		status = odd__comm_spread(comm, r, &next, sizeof next, err);
	}
	free(begin);
	return status;
}

static bool is_idle(const double *x, size_t n, const odd__comm *comm)
{
	double ends[2] = {-INFINITY, -INFINITY}; /* −lowest, highest */
	for (size_t i = 0; i < n; i++) {
		ends[0] = fmax(ends[0], -x[i]);
		ends[1] = fmax(ends[1], x[i]);
	}
	return odd__comm_largest(comm, ends, 2, NULL) == ODD_OK &&
	       !(ends[0] + ends[1] > ODD_SCORE_SPREAD);
}

static odd_status rank_component(odd_scores *s, size_t t, const struct part *part, odd_error *err)
{
	struct sorted sorted;
	s->idle[t] = is_idle(s->component[t], s->n, part->comm);
	for (size_t i = 0; i < s->n; i++) /* the average rank of equals */
		s->part[t][i] = 0.5 * (double)(part->all + 1) / (double)part->all;
	if (s->idle[t])
		return ODD_OK;
	odd_status status = sort_all(&sorted, s->component[t], 1.0, part, err);
	double *answer = status == ODD_OK ? malloc((sorted.count + 1) * sizeof *answer) : NULL;
	if (status == ODD_OK && answer == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = percentiles(answer, &sorted, ODD_SCORE_TIE, part->all, part->comm, err);
	if (status == ODD_OK)
		status = send_back(s->part[t], &sorted, answer, part->comm, err);
	free(answer);
	free(sorted.item);
	return status;
}

/* ---- the total ------------------------------------------------------------------------------ */

bool part_can_score(const odd_score *score)
{
	return strcmp(score->name, "one") == 0 || strcmp(score->name, "shares") == 0 ||
	       strcmp(score->name, "paper") == 0 || strcmp(score->name, "raw") == 0;
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

/* The score's own weights depend on the mean of each component over the nodes that have any: they
 * are asked about a single node that is like that. */
static void own_weights(double *weight, const odd_scores *s, const odd__comm *comm)
{
	const size_t count = s->score->count;
	double sums[2 * ODD_COMPONENTS] = {0.0};
	odd_scores mean = {.n = 1, .score = s->score};
	for (size_t t = 0; t < count; t++) {
		weight[t] = 1.0 / (double)count;
		for (size_t i = 0; i < s->n; i++) {
			sums[t] += s->component[t][i];
			sums[count + t] += s->component[t][i] > 0.0;
		}
	}
	odd__comm_sum(comm, sums, 2 * count);
	for (size_t t = 0; t < count; t++) {
		sums[t] = sums[count + t] > 0.0 ? sums[t] / sums[count + t] : 0.0;
		mean.component[t] = &sums[t];
	}
	if (s->score->weigh != NULL)
		s->score->weigh(weight, &mean);
}

/* Sum 1, without what is idle. */
static void use_weights(odd_scores *s, const double *weight)
{
	double sum = 0.0, left = 0.0;
	for (size_t t = 0; t < s->score->count; t++) {
		sum += weight[t];
		left += s->idle[t] ? 0.0 : weight[t];
	}
	for (size_t t = 0; t < s->score->count; t++)
		s->weight[t] = left > 0.0 ? (s->idle[t] ? 0.0 : weight[t] / left) : weight[t] / sum;
}

static void add_up(odd_scores *s)
{
	for (size_t i = 0; i < s->n; i++) {
		double sum = 0.0;
		for (size_t t = 0; t < s->score->count; t++) {
			const double x = s->part[t][i];
			sum += s->weight[t] * (s->score->ranked ? x * x : x);
		}
		s->total[i] = s->score->ranked ? sqrt(sum) : sum;
	}
}

/* Totals that differ by rounding become one, as odd__level_ties has it: each that is within a share
 * of the one before gets the first of them all. *changed tells whether any did. */
static odd_status level_totals(double *answer, double *changed, const struct sorted *s,
	const odd__comm *comm, odd_error *err)
{
	struct {
		double first, last, highest, open;
	} g = {0.0, 0.0, 0.0, 0.0};
	odd_status status = ODD_OK;
	*changed = 0.0;
	for (int r = 0; r < comm->size && status == ODD_OK; r++) {
		for (size_t i = 0; r == comm->rank && i < s->count; i++) {
			const double x = s->item[i].value; /* minus the total: rising */
			if (g.open == 0.0)
				g.highest = fabs(x);
			const double near = fmax(1e-15 * g.highest, ODD__LEVEL * fabs(g.last));
			if (g.open == 0.0 || !(x - g.last <= near))
				g.first = x;
			g.last = x;
			g.open = 1.0;
			answer[i] = -g.first;
			*changed += x != g.first;
		}
		status = odd__comm_spread(comm, r, &g, sizeof g, err);
	}
	odd__comm_sum(comm, changed, 1);
	return status;
}

/* By falling total; where some were levelled, once more, as ties go by number. */
static odd_status sort_totals(struct part_ranking *out, const struct part *part, odd_error *err)
{
	odd_scores *s = &out->scores;
	double changed = 1.0;
	odd_status status = sort_all(&out->sorted, s->total, -1.0, part, err);
	double *answer = status == ODD_OK ? malloc((out->sorted.count + 1) * sizeof *answer) : NULL;
	if (status == ODD_OK && answer == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = level_totals(answer, &changed, &out->sorted, part->comm, err);
	if (status == ODD_OK && changed > 0.0) {
		status = send_back(s->total, &out->sorted, answer, part->comm, err);
		free(out->sorted.item);
		out->sorted.item = NULL;
		if (status == ODD_OK)
			status = sort_all(&out->sorted, s->total, -1.0, part, err);
	}
	free(answer);
	return status;
}

static odd_status rank_total(struct part_ranking *out, const struct part *part, odd_error *err)
{
	odd_scores *s = &out->scores;
	odd_status status = sort_totals(out, part, err);
	if (status != ODD_OK)
		return status;
	double *rank = malloc((out->sorted.count + s->n + 1) * sizeof *rank);
	if (rank == NULL)
		return odd_error_nomem(err);
	double *own = rank + out->sorted.count;
	for (size_t i = 0; i < out->sorted.count; i++)
		rank[i] = (double)(out->sorted.first + i + 1);
	status = send_back(own, &out->sorted, rank, part->comm, err);
	for (size_t i = 0; i < s->n && status == ODD_OK; i++) {
		s->rank[i] = (uint32_t)own[i];
		own[i] = -own[i];
	}
	if (status == ODD_OK)
		status = odd_order_descending(s->order, own, s->n, err);
	free(rank);
	return status;
}

/* ---- recall ------------------------------------------------------------------------------- */

enum side { OUTLIER, ORDINARY, PLACEBO, SIDES };

static enum side side_of(uint8_t truth)
{
	return truth == ODD_ORDINARY ? ORDINARY : truth == ODD_PLACEBO ? PLACEBO : OUTLIER;
}

static double share(double part, double whole)
{
	return whole > 0.0 ? part / whole : (double)NAN;
}

/* Pairs that the upper side wins among the items of this process, `below` of the lower side being
 * at or behind its first item. Equal values are with one process. */
static double wins(const struct sorted *s, enum side upper, enum side lower, double below)
{
	double sum = 0.0;
	for (size_t i = 0, end; i < s->count; i = end) {
		double here[SIDES] = {0.0};
		for (end = i; end < s->count && s->item[end].value == s->item[i].value; end++)
			here[side_of(s->item[end].truth)]++;
		below -= here[lower];
		sum += here[upper] * (below + 0.5 * here[lower]);
	}
	return sum;
}

static odd_status evaluate(
	odd_evaluation *e, const struct sorted *s, const struct part *part, odd_error *err)
{
	double seen[ODD_RECALL_ROWS + 1][ODD_KINDS] = {{0.0}}, own[SIDES] = {0.0}, *all;
	size_t *bytes;
	*e = (odd_evaluation){.outliers = 0};
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
		e->row[l].top = 5.0 * (double)(l + 1);
		e->row[l].taken = odd_top(part->all, e->row[l].top);
	}
	for (size_t i = 0; i < s->count; i++) {
		own[side_of(s->item[i].truth)]++;
		seen[ODD_RECALL_ROWS][s->item[i].truth]++;
		for (size_t l = 0; l < ODD_RECALL_ROWS; l++)
			seen[l][s->item[i].truth] += s->first + i < e->row[l].taken;
	}
	odd__comm_sum(part->comm, &seen[0][0], sizeof seen / sizeof **seen);
	odd_status status =
		odd__comm_gather(part->comm, own, sizeof own, (void **)&all, &bytes, err);
	if (status != ODD_OK)
		return status;
	double before[SIDES] = {0.0}, total[SIDES] = {0.0};
	for (int r = 0; r < part->comm->size; r++)
		for (int side = 0; side < SIDES; side++) {
			before[side] += r < part->comm->rank ? all[r * SIDES + side] : 0.0;
			total[side] += all[r * SIDES + side];
		}
	free(all);
	free(bytes);
	double sums[4] = {wins(s, OUTLIER, ORDINARY, total[ORDINARY] - before[ORDINARY]),
		wins(s, PLACEBO, ORDINARY, total[ORDINARY] - before[ORDINARY]),
		wins(s, OUTLIER, PLACEBO, total[PLACEBO] - before[PLACEBO]), 0.0};
	for (size_t i = 0; i < s->count; i++)
		if (odd_kind_is_outlier(s->item[i].truth))
			sums[3] += ++before[OUTLIER] / (double)(s->first + i + 1);
	odd__comm_sum(part->comm, sums, 4);
	const double *count = seen[ODD_RECALL_ROWS];
	for (int k = 0; k < ODD_KINDS; k++)
		e->count[k] = (size_t)count[k];
	e->outliers = (size_t)total[OUTLIER];
	const bool any = total[OUTLIER] + total[PLACEBO] > 0.0;
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
		const double found =
			(double)e->row[l].taken - seen[l][ODD_ORDINARY] - seen[l][ODD_PLACEBO];
		e->row[l].recall = share(found, total[OUTLIER]);
		for (int k = 0; k < ODD_KINDS; k++)
			e->row[l].kind[k] = share(seen[l][k], any ? count[k] : 0.0);
	}
	e->auc = share(sums[0], total[OUTLIER] * total[ORDINARY]);
	e->placebo_auc = share(sums[1], total[PLACEBO] * total[ORDINARY]);
	e->against_placebo = share(sums[2], total[OUTLIER] * total[PLACEBO]);
	e->average_precision = share(sums[3], total[OUTLIER]);
	return ODD_OK;
}

/* ---- all of it ------------------------------------------------------------------------------ */

odd_status part_rank(struct part_ranking *out, odd_one *run, const struct part *part,
	const odd_score *score, const double *weight, const odd_job *job, odd_error *err)
{
	odd_scores *s = &out->scores;
	double own[ODD_COMPONENTS];
	memset(out, 0, sizeof *out);
	odd_status status = allocate(s, score, part->n, err);
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
	if (status == ODD_OK) {
		own_weights(own, s, part->comm);
		use_weights(s, weight != NULL ? weight : own);
		add_up(s);
		status = rank_total(out, part, err);
	}
	if (status == ODD_OK)
		status = evaluate(&out->evaluation, &out->sorted, part, err);
	if (status != ODD_OK)
		part_ranking_clear(out);
	return status;
}

void part_ranking_clear(struct part_ranking *ranking)
{
	odd_scores_clear(&ranking->scores);
	free(ranking->sorted.item);
	memset(ranking, 0, sizeof *ranking);
}
