/* claim_network.c: values of claims about what is in the network, whoever is known to be odd, and
 * about the one number that a lesson watches. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim_parts.h"

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
