/* claim_state.c: values of claims about the loss and what the optimiser holds (terms, O, weights,
 * single entries), and about nodes: a component of their score, their links, who is known to be
 * odd. */
#include "config.h"

#include "report/claim_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the loss ----------------------------------------------------------------------------- */

/* "structure" is term 0 …; −1: the total. */
static int term_of(const char *name)
{
	return name == NULL || strcmp(name, "total") == 0 ? -1
	       : strcmp(name, "structure") == 0           ? 0
	       : strcmp(name, "attributes") == 0          ? 1
							  : 2;
}

/* As the loss has it, that is to say, with α and β; NAN without them. */
static double weighted(const struct result *o, const odd_trace_point *p, int t)
{
	if (t < 0)
		return p->loss;
	if (o->used == NULL)
		return (double)NAN;
	const double scale[3] = {1.0, o->used->alpha, o->used->beta};
	return scale[t] * p->term[t];
}

double claim_term(const struct result *o, char *const *argument)
{
	if (o->trace == NULL || o->trace->count == 0)
		return (double)NAN;
	return weighted(o, &o->trace->point[o->trace->count - 1], term_of(argument[0]));
}

double claim_change(const struct result *o, char *const *argument)
{
	if (o->trace == NULL || o->trace->count < 2)
		return (double)NAN;
	const odd_trace_point *p = &o->trace->point[o->trace->count - 1];
	const int t = term_of(argument[0]);
	double before = weighted(o, p - 1, t), change = weighted(o, p, t) - before;
	/* Rounding is no change: all of the loss is added up anew after every sub-step. */
	return fabs(change) > 1e-12 * p[-1].loss ? change : isnan(change) ? change : 0.0;
}

double claim_rise(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->trace != NULL ? 100.0 * odd_trace_largest_rise(o->trace, NULL) : (double)NAN;
}

double claim_rises(const struct result *o, char *const *argument)
{
	(void)argument;
	size_t count = 0;
	for (size_t p = 1; o->trace != NULL && p < o->trace->count; p++)
		count += odd_trace_rise(o->trace, p) > 1e-12;
	return o->trace != NULL ? (double)count : (double)NAN;
}

double claim_alpha(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->used != NULL ? o->used->alpha : (double)NAN;
}

double claim_beta(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->used != NULL ? o->used->beta : (double)NAN;
}

double claim_k(const struct result *o, char *const *argument)
{
	(void)argument;
	return o->state.nodes > 0 ? (double)o->state.k : (double)NAN;
}

/* ---- O and what it weighs ----------------------------------------------------------------- */

/* The place of a node by falling values, 1 is the largest; NAN without values or node. */
static double rank_among(const double *x, size_t n, size_t node)
{
	size_t above = 0;
	if (x == NULL || node == ODD_NO_NAME)
		return (double)NAN;
	for (size_t i = 0; i < n; i++)
		above += x[i] > x[node];
	return (double)(above + 1);
}

static const double *O_of(const struct result *o, char *const *argument)
{
	return o->state.nodes > 0 ? o->state.O[argument[0][0] - '1'] : NULL;
}

double claim_O(const struct result *o, char *const *argument)
{
	const double *O = O_of(o, argument);
	size_t node = claim_node(o, argument[1]);
	return O != NULL && node != ODD_NO_NAME ? O[node] : (double)NAN;
}

double claim_O_place(const struct result *o, char *const *argument)
{
	const double *O = O_of(o, argument);
	return rank_among(O, o->state.nodes, claim_node(o, argument[1]));
}

double claim_w(const struct result *o, char *const *argument)
{
	return -log(claim_O(o, argument));
}

double claim_w_mean(const struct result *o, char *const *argument)
{
	const double *O = O_of(o, argument);
	double sum = 0.0;
	for (size_t i = 0; O != NULL && i < o->state.nodes; i++)
		sum -= log(O[i]);
	return O != NULL ? sum / (double)o->state.nodes : (double)NAN;
}

/* ---- single entries ----------------------------------------------------------------------- */

/* A dimension from 1, counted from 0 in *out. */
static bool dimension_of(size_t *out, const struct result *o, const char *text)
{
	char *end;
	unsigned long k = strtoul(text, &end, 10);
	*out = (size_t)k - 1;
	return *end == '\0' && k >= 1 && k <= o->state.k;
}

static double at(odd_cmat m, size_t row, size_t column)
{
	return row < m.rows && column < m.cols ? odd_cmat_row(m, row)[column] : (double)NAN;
}

/* G and U have node and dimension, H dimension and node, V dimension and word, W two dimensions. */
double claim_entry(const struct result *o, char *const *argument)
{
	const odd_one_state *s = &o->state;
	const char *row = argument[1], *column = argument[2];
	size_t k, other;
	if (s->nodes == 0)
		return (double)NAN;
	switch (argument[0][0]) {
	case 'G':
		return dimension_of(&k, o, column) ? at(s->G, claim_node(o, row), k) : (double)NAN;
	case 'U':
		return dimension_of(&k, o, column) ? at(s->U, claim_node(o, row), k) : (double)NAN;
	case 'H':
		return dimension_of(&k, o, row) ? at(s->Ht, claim_node(o, column), k) : (double)NAN;
	case 'V':
		other = odd_names_find(&o->net->words, column, strlen(column));
		return dimension_of(&k, o, row) ? at(s->Vt, other, k) : (double)NAN;
	default:
		return dimension_of(&k, o, row) && dimension_of(&other, o, column)
			       ? at(s->W, k, other)
			       : (double)NAN;
	}
}

/* ‖·‖, the root of the sum of all squares. */
double claim_size(const struct result *o, char *const *argument)
{
	const odd_one_state *s = &o->state;
	const char which = argument[0][0];
	odd_cmat m = which == 'G' ? s->G : which == 'H' ? s->Ht : which == 'U' ? s->U : s->Vt;
	double sum = 0.0;
	if (s->nodes == 0)
		return (double)NAN;
	for (size_t i = 0; i < m.rows; i++)
		for (size_t k = 0; k < m.cols; k++)
			sum += odd_cmat_row(m, i)[k] * odd_cmat_row(m, i)[k];
	return sqrt(sum);
}

/* ---- the embedding ------------------------------------------------------------------------ */

/* (G_i + U_i Wᵀ)/2, times two: only distances are compared. */
static void place_of(double *out, const odd_one_state *s, size_t i)
{
	for (size_t k = 0; k < s->k; k++) {
		out[k] = odd_cmat_row(s->G, i)[k];
		for (size_t q = 0; q < s->k; q++)
			out[k] += odd_cmat_row(s->U, i)[q] * odd_cmat_row(s->W, k)[q];
	}
}

/* Of the NEAR nodes nearest to a node, how many have its label. O(N K²). */
double claim_near(const struct result *o, char *const *argument)
{
	enum { NEAR = 10 };
	const odd_one_state *s = &o->state;
	size_t node = claim_node(o, argument[0]), count = 0, nearest[NEAR + 1];
	double far[NEAR + 1], alike = 0.0;
	if (s->nodes == 0 || node == ODD_NO_NAME || o->net->label[node] == ODD_NO_LABEL)
		return (double)NAN;
	double *place = malloc(2 * s->k * sizeof *place);
	if (place == NULL)
		return (double)NAN;
	double *other = place + s->k;
	place_of(place, s, node);
	for (size_t i = 0; i < s->nodes; i++) {
		double distance = 0.0;
		if (i == node)
			continue;
		place_of(other, s, i);
		for (size_t k = 0; k < s->k; k++)
			distance += (place[k] - other[k]) * (place[k] - other[k]);
		size_t at = count;
		for (; at > 0 && distance < far[at - 1]; at--) {
			far[at] = far[at - 1];
			nearest[at] = nearest[at - 1];
		}
		if (at == NEAR)
			continue;
		far[at] = distance;
		nearest[at] = i;
		count += count < NEAR;
	}
	for (size_t i = 0; i < count; i++)
		alike += o->net->label[nearest[i]] == o->net->label[node];
	free(place);
	return alike;
}

/* ---- nodes: a component of their score, links, who is known ---------------------------------- */

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
	return rank_among(x, x != NULL ? o->scores->n : 0, claim_node(o, argument[1]));
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
