/* claim_nodes.c: values of claims about nodes: a component of their score by itself, their links,
 * who is known to be odd; and the number that a lesson watches. */
#include "config.h"

#include "report/claim_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The component of the score that is in use, one number per node; NULL: it has none such. */
static const double *component_of(const struct result *o, char *const *argument)
{
	size_t t = (size_t)(argument[0][0] - '1');
	return o->scores != NULL && t < o->scores->score->count ? o->scores->component[t] : NULL;
}

double claim_component(const struct result *o, char *const *argument)
{
	const double *x = component_of(o, argument);
	size_t node = claim_node(o, argument[1]);
	return x != NULL && node != ODD_NO_NAME ? x[node] : (double)NAN;
}

double claim_component_place(const struct result *o, char *const *argument)
{
	const double *x = component_of(o, argument);
	size_t node = claim_node(o, argument[1]), above = 0;
	if (x == NULL || node == ODD_NO_NAME)
		return (double)NAN;
	for (size_t i = 0; i < o->scores->n; i++)
		above += x[i] > x[node];
	return (double)(above + 1);
}

double claim_component_auc(const struct result *o, char *const *argument)
{
	const double *x = component_of(o, argument);
	odd_evaluation e;
	if (x == NULL || o->evaluation == NULL ||
		odd_evaluate_scores(&e, x, o->scores->n, o->net->truth, NULL) != ODD_OK)
		return (double)NAN;
	return e.auc;
}

double claim_component_recall(const struct result *o, char *const *argument)
{
	const double *x = component_of(o, argument);
	double found = (double)NAN;
	if (x == NULL || o->evaluation == NULL)
		return found;
	uint32_t *order = malloc(o->scores->n * sizeof *order);
	if (order != NULL && odd_order_descending(order, x, o->scores->n, NULL) == ODD_OK)
		found = claim_recall(o, order, strtod(argument[1], NULL),
			argument[2] != NULL ? odd_kind_from_name(argument[2], strlen(argument[2]))
					    : -1);
	free(order);
	return found;
}

double claim_component_follows(const struct result *o, char *const *argument)
{
	const double *x = component_of(o, argument);
	return x != NULL ? claim_follows(o, x, argument[1]) : (double)NAN;
}

double claim_component_mean(const struct result *o, char *const *argument)
{
	const double *x = component_of(o, argument);
	double sum = 0.0;
	for (size_t i = 0; x != NULL && i < o->scores->n; i++)
		sum += x[i];
	return x != NULL ? sum / (double)o->scores->n : (double)NAN;
}

double claim_part_mean(const struct result *o, char *const *argument)
{
	const size_t t = (size_t)(argument[0][0] - '1');
	const int kind = odd_kind_from_name(argument[1], strlen(argument[1]));
	double sum = 0.0, count = 0.0;
	if (component_of(o, argument) == NULL || o->evaluation == NULL)
		return (double)NAN;
	for (size_t i = 0; i < o->scores->n; i++)
		if (o->net->truth[i] == kind) {
			sum += o->scores->part[t][i];
			count += 1.0;
		}
	return count > 0.0 ? 100.0 * sum / count : (double)NAN;
}

double claim_component_weight(const struct result *o, char *const *argument)
{
	size_t t = (size_t)(argument[0][0] - '1');
	return component_of(o, argument) != NULL ? o->scores->weight[t] : (double)NAN;
}

double claim_known(const struct result *o, char *const *argument)
{
	const odd_evaluation *e = o->evaluation;
	if (e == NULL)
		return (double)NAN;
	return (double)(argument[0] == NULL
				? e->outliers
				: e->count[odd_kind_from_name(argument[0], strlen(argument[0]))]);
}

/* ---- the links of a node ------------------------------------------------------------------ */

double claim_links(const struct result *o, char *const *argument)
{
	size_t node = claim_node(o, argument[0]);
	if (node == ODD_NO_NAME)
		return (double)NAN;
	return (double)(o->net->A.ptr[node + 1] - o->net->A.ptr[node]);
}

double claim_leaving(const struct result *o, char *const *argument)
{
	size_t node = claim_node(o, argument[0]), leaving = 0;
	if (node == ODD_NO_NAME || o->net->label[node] == ODD_NO_LABEL)
		return (double)NAN;
	const odd_csr *A = &o->net->A;
	for (size_t e = A->ptr[node]; e < A->ptr[node + 1]; e++)
		leaving += o->net->label[A->idx[e]] != o->net->label[node];
	return (double)leaving;
}

double claim_reaching(const struct result *o, char *const *argument)
{
	size_t node = claim_node(o, argument[0]), classes = 0;
	if (node == ODD_NO_NAME || o->net->classes.count == 0)
		return (double)NAN;
	const odd_csr *A = &o->net->A;
	bool *met = calloc(o->net->classes.count, sizeof *met);
	if (met == NULL)
		return (double)NAN;
	for (size_t e = A->ptr[node]; e < A->ptr[node + 1]; e++) {
		int32_t label = o->net->label[A->idx[e]];
		if (label == ODD_NO_LABEL || met[label])
			continue;
		met[label] = true;
		classes++;
	}
	free(met);
	return (double)classes;
}

/* ---- the watched number ------------------------------------------------------------------- */

double claim_watched(const struct result *o, char *const *argument)
{
	const odd_lesson *l = o->lesson;
	if (l == NULL)
		return (double)NAN;
	if (strcmp(argument[0], "was") == 0)
		return l->old_value;
	if (strcmp(argument[0], "lowest") == 0)
		return l->curve.shape == ODD_CURVE_NONE || l->curve.shape == ODD_CURVE_TURN
			       ? (double)NAN
			       : l->curve.lowest;
	return o->became != NULL ? *o->became : (double)NAN;
}
