/* claim_values.c: the values that claims and texts can name. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim_parts.h"

static double last_loss(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->trace != NULL && o->trace->count > 0 ? o->trace->point[o->trace->count - 1].loss
						       : (double)NAN;
}

/* ---- what is known ------------------------------------------------------------------------ */

static double auc(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->auc : (double)NAN;
}

static double precision(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->average_precision : (double)NAN;
}

static double against_placebo(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->against_placebo : (double)NAN;
}

static double placebo_above(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->evaluation != NULL ? o->evaluation->placebo_auc : (double)NAN;
}

double claim_recall(const struct result *o, const uint32_t *order, double top, int kind)
{
	const odd_evaluation *e = o->evaluation;
	const size_t n = o->scores->n, taken = odd_top(n, top);
	size_t found = 0, all = kind < 0 ? e->outliers : e->count[kind];
	for (size_t i = 0; i < taken && i < n; i++) {
		int is = o->net->truth[order[i]];
		found += kind < 0 ? odd_kind_is_outlier(is) : is == kind;
	}
	return all > 0 ? (double)found / (double)all : (double)NAN;
}

/* kind −1: of all outliers. Where the evaluation has no such row the ranking is counted. */
static double recall_at(const struct result *o, double top, int kind)
{
	const odd_evaluation *e = o->evaluation;
	for (size_t i = 0; i < ODD_RECALL_ROWS; i++)
		if (fabs(e->row[i].top - top) < 1e-9)
			return kind < 0 ? e->row[i].recall : e->row[i].kind[kind];
	return o->scores != NULL ? claim_recall(o, o->scores->order, top, kind) : (double)NAN;
}

static double recall(const struct result *o, char *const *argument)
{
	if (o->evaluation == NULL)
		return (double)NAN;
	return recall_at(o, strtod(argument[0], NULL),
		argument[1] != NULL ? odd_kind_from_name(argument[1], strlen(argument[1])) : -1);
}

/* ---- single nodes ------------------------------------------------------------------------- */

size_t claim_node(const struct result *o, const char *id)
{
	return o->scores != NULL ? odd_names_find(&o->net->ids, id, strlen(id)) : ODD_NO_NAME;
}

static double rank(const struct result *o, char *const *argument)
{
	size_t node = claim_node(o, argument[0]);
	return node != ODD_NO_NAME ? (double)o->scores->rank[node] : (double)NAN;
}

static double part(const struct result *o, char *const *argument)
{
	size_t node = claim_node(o, argument[1]), t = (size_t)(argument[0][0] - '1');
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

double claim_follows(const struct result *o, const double *x, const char *what)
{
	const size_t n = o->scores->n;
	const odd_csr *m = strcmp(what, "degree") == 0 ? &o->net->A : &o->net->C;
	double *count = malloc(n * sizeof *count), *rank_of = malloc(2 * n * sizeof *rank_of);
	double r = (double)NAN;
	for (size_t i = 0; count != NULL && i < n; i++)
		count[i] = (double)(m->ptr[i + 1] - m->ptr[i]);
	if (count != NULL && rank_of != NULL &&
		odd_percentile_ranks(rank_of, count, n, NULL) == ODD_OK &&
		odd_percentile_ranks(rank_of + n, x, n, NULL) == ODD_OK)
		r = correlation(rank_of, rank_of + n, n);
	free(count);
	free(rank_of);
	return r;
}

static double follows(const struct result *o, char *const *argument)
{
	return o->scores != NULL ? claim_follows(o, o->scores->total, argument[0]) : (double)NAN;
}

static double iteration(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->net != NULL ? (double)o->iteration : (double)NAN;
}

static double nodes(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->net != NULL ? (double)o->net->nodes : (double)NAN;
}

static double planted(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->net != NULL ? (double)o->planted : (double)NAN;
}

static double answers(const struct result *o, char *const *argument)
{
	return (double)(strcmp(argument[0], "right") == 0 ? o->right : o->asked);
}

/* ---- the table ---------------------------------------------------------------------------- */

static const char unknown_outliers[] = "no such outlier is known here";
static const char unknown_placebos[] = "there are no placebos, or no outliers, here";
static const char unknown_node[] = "there is no such node";
static const char unknown_entry[] =
	"there is no such entry here, or the network is too large to look at its matrices";
static const char nothing[] = "there is no run";
static const char unwatched[] = "no number is watched here, or it has no lowest point";

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
	{"part", "1|2|3|4|5|6 NODE", false, unknown_node, part,
		"a component of its score as the list shows it, in percent"},
	{"part-mean", "1|2|3|4|5|6 KIND", false, unknown_outliers, claim_part_mean,
		"the mean of that over the nodes of a kind"},
	{"follows", "degree|words", false, nothing, follows,
		"the rank correlation of the score with how many links or words a node has"},
	{"component", "1|2|3|4|5|6 NODE", false, unknown_node, claim_component,
		"a component of its score as it was read off the run, neither ranked nor weighed"},
	{"component-place", "1|2|3|4|5|6 NODE", false, unknown_node, claim_component_place,
		"its place if that component alone ranked the nodes"},
	{"component-mean", "1|2|3|4|5|6", false, nothing, claim_component_mean,
		"the mean of a component over all nodes"},
	{"component-auc", "1|2|3|4|5|6", false, unknown_outliers, claim_component_auc,
		"the AUC that a component has alone"},
	{"component-recall", "1|2|3|4|5|6 L [KIND]", true, unknown_outliers, claim_component_recall,
		"the share of the known outliers that it has alone in its top L %"},
	{"component-follows", "1|2|3|4|5|6 degree|words", false, nothing, claim_component_follows,
		"the rank correlation of a component with how many links or words a node has"},
	{"component-weight", "1|2|3|4|5|6", false, nothing, claim_component_weight,
		"what a component weighs in the score; 0 when it carries nothing and is left out"},
	{"loss", "", false, nothing, last_loss, "the loss as it is"},
	{"term", "structure|attributes|disagreement", false, nothing, claim_term,
		"a term of the loss as the chart shows it, that is, with alpha or beta"},
	{"change", "[total|structure|attributes|disagreement]", false, nothing, claim_change,
		"by what the last sub-step changed the loss, or one of its terms"},
	{"rises", "", false, nothing, claim_rises, "sub-steps so far that made the loss rise"},
	{"rise", "", false, nothing, claim_rise,
		"the largest of these rises, in percent of the loss before it; 0 without any"},
	{"O", "1|2|3 NODE", false, unknown_entry, claim_O, "an outlier score of a node"},
	{"O-place", "1|2|3 NODE", false, unknown_entry, claim_O_place,
		"its place among all nodes by that score"},
	{"w", "1|2|3 NODE", false, unknown_entry, claim_w,
		"what the node weighs in that term of the loss, log(1/O)"},
	{"w-mean", "1|2|3", false, unknown_entry, claim_w_mean, "the mean of that over all nodes"},
	{"entry", "W|G|H|U|V ROW COLUMN", false, unknown_entry, claim_entry,
		"a number of a matrix: of G and U by node and dimension, of H by dimension and "
		"node, of V by dimension and word, of W by two dimensions"},
	{"size", "G|H|U|V", false, unknown_entry, claim_size,
		"the length of a matrix: the root of the sum of its squares"},
	{"alpha", "", false, nothing, claim_alpha, "what the attributes weigh in the loss"},
	{"beta", "", false, nothing, claim_beta, "what the disagreement weighs in the loss"},
	{"k", "", false, unknown_entry, claim_k, "dimensions of the embedding"},
	{"iteration", "", false, nothing, iteration, "iterations made"},
	{"nodes", "", false, nothing, nodes, "nodes, planted ones included"},
	{"planted", "", false, nothing, planted, "outliers planted here"},
	{"known", "[KIND]", false, unknown_outliers, claim_known,
		"outliers that are known, planted ones included, or those of one kind"},
	{"links", "NODE", false, unknown_node, claim_links, "how many links it has"},
	{"leaving", "NODE", false, unknown_node, claim_leaving,
		"how many of its links lead to nodes of another label than its own"},
	{"reaching", "NODE", false, unknown_node, claim_reaching,
		"how many labels the nodes have to which its links lead"},
	{"watched", "was|became|lowest", false, unwatched, claim_watched,
		"the number that the lesson watches: before the sub-step, after it, and where the "
		"loss would be lowest; on the screens of lesson and matrices"},
	{"near", "NODE", false, unknown_entry, claim_near,
		"how many of the ten nodes nearest to it in the embedding have its label"},
	{"answers", "right|given", false, nothing, answers,
		"questions of a tour that were answered so far, or rightly"},
};

const struct claim_value *claim_value_get(size_t i)
{
	return i < sizeof values / sizeof *values ? &values[i] : NULL;
}
