/* claim_values.c: the values that claims and texts can name. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"

static double last_loss(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->trace != NULL && o->trace->count > 0 ? o->trace->point[o->trace->count - 1].loss
						       : (double)NAN;
}

/* ---- what is known ------------------------------------------------------------------------ */

static double auc(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->auc : (double)NAN;
}

static double precision(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->average_precision : (double)NAN;
}

static double against_placebo(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->against_placebo : (double)NAN;
}

static double placebo_above(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->placebo_auc : (double)NAN;
}

/* kind −1: of all outliers. Where the evaluation has no such row the ranking is counted. */
static double recall_at(const struct outcome *o, double top, int kind)
{
	const odd_evaluation *e = o->evaluation;
	for (size_t i = 0; i < ODD_RECALL_ROWS; i++)
		if (fabs(e->row[i].top - top) < 1e-9)
			return kind < 0 ? e->row[i].recall : e->row[i].kind[kind];
	const odd_scores *s = o->scores;
	size_t found = 0, all = kind < 0 ? e->outliers : e->count[kind];
	if (s == NULL || all == 0)
		return (double)NAN;
	size_t taken = odd_top(s->n, top);
	for (size_t i = 0; i < taken && i < s->n; i++) {
		int is = o->net->truth[s->order[i]];
		found += kind < 0 ? odd_kind_is_outlier(is) : is == kind;
	}
	return (double)found / (double)all;
}

static double recall(const struct outcome *o, char *const *argument)
{
	if (o->evaluation == NULL)
		return (double)NAN;
	return recall_at(o, strtod(argument[0], NULL),
		argument[1] != NULL ? odd_kind_from_name(argument[1], strlen(argument[1])) : -1);
}

/* ---- single nodes ------------------------------------------------------------------------- */

static size_t node_of(const struct outcome *o, const char *id)
{
	return o->scores != NULL ? odd_names_find(&o->net->ids, id, strlen(id)) : ODD_NO_NAME;
}

static double rank(const struct outcome *o, char *const *argument)
{
	size_t node = node_of(o, argument[0]);
	return node != ODD_NO_NAME ? (double)o->scores->rank[node] : (double)NAN;
}

static double part(const struct outcome *o, char *const *argument)
{
	size_t node = node_of(o, argument[1]), t = (size_t)(argument[0][0] - '1');
	return node != ODD_NO_NAME && t < o->scores->score->count ? 100.0 * o->scores->part[t][node]
								  : (double)NAN;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static double correlation(const double *x, const double *y, size_t n)
{
	double sum[5] = {0};
	for (size_t i = 0; i < n; i++) {
		sum[0] += x[i];
		sum[1] += y[i];
		sum[2] += x[i] * x[i];
		sum[3] += y[i] * y[i];
		sum[4] += x[i] * y[i];
	}
	double vx = sum[2] - sum[0] * sum[0] / (double)n, vy = sum[3] - sum[1] * sum[1] / (double)n;
	return vx > 0.0 && vy > 0.0 ? (sum[4] - sum[0] * sum[1] / (double)n) / sqrt(vx * vy) : 0.0;
}

/* Spearman's correlation of the score with how many links or words a node has. */
static double follows(const struct outcome *o, char *const *argument)
{
	const odd_scores *s = o->scores;
	if (s == NULL)
		return (double)NAN;
	const odd_csr *m = strcmp(argument[0], "degree") == 0 ? &o->net->A : &o->net->C;
	double *count = malloc(s->n * sizeof *count), *rank_of = malloc(2 * s->n * sizeof *rank_of);
	double r = (double)NAN;
	for (size_t i = 0; count != NULL && i < s->n; i++)
		count[i] = (double)(m->ptr[i + 1] - m->ptr[i]);
	if (count != NULL && rank_of != NULL &&
		odd_percentile_ranks(rank_of, count, s->n, NULL) == ODD_OK &&
		odd_percentile_ranks(rank_of + s->n, s->total, s->n, NULL) == ODD_OK)
		r = correlation(rank_of, rank_of + s->n, s->n);
	free(count);
	free(rank_of);
	return r;
}

static double iteration(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->net != NULL ? (double)o->iteration : (double)NAN;
}

static double nodes(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->net != NULL ? (double)o->net->nodes : (double)NAN;
}

static double planted(const struct outcome *o, char *const *argument)
{
	(void)argument;
	return o->net != NULL ? (double)o->planted : (double)NAN;
}

/* ---- the table ---------------------------------------------------------------------------- */

static const char unknown_outliers[] = "no such outlier is known here";
static const char unknown_placebos[] = "there are no placebos, or no outliers, here";
static const char unknown_node[] = "there is no such node";
static const char nothing[] = "there is no run";

static const struct claim_value values[] = {
	{"recall", "L [KIND]", true, unknown_outliers, recall,
		"the share of the known outliers, or of those of one kind, in the top L % of the "
		"ranking"},
	{"auc", "", false, unknown_outliers, auc,
		"the probability that an outlier outranks an ordinary node"},
	{"average_precision", "", false, unknown_outliers, precision,
		"the mean over the outliers of the share of outliers down to each of them"},
	{"ap", "", false, unknown_outliers, precision, "the same"},
	{"placebo-auc", "", false, unknown_placebos, against_placebo,
		"the probability that an outlier outranks a placebo: what is found for being odd, "
		"not for being made"},
	{"placebo-above", "", false, unknown_placebos, placebo_above,
		"the probability that a placebo outranks an ordinary node: one half would be right"},
	{"rank", "NODE", false, unknown_node, rank, "its place in the ranking"},
	{"part", "1|2|3 NODE", false, unknown_node, part,
		"a component of its score as the list shows it, in percent"},
	{"follows", "degree|words", false, nothing, follows,
		"the rank correlation of the score with how many links or words a node has"},
	{"loss", "", false, nothing, last_loss, "the loss as it is"},
	{"iteration", "", false, nothing, iteration, "iterations made"},
	{"nodes", "", false, nothing, nodes, "nodes, planted ones included"},
	{"planted", "", false, nothing, planted, "outliers planted here"},
};

const struct claim_value *claim_value_get(size_t i)
{
	return i < sizeof values / sizeof *values ? &values[i] : NULL;
}
