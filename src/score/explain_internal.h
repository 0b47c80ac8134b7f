/* explain_internal.h: the parts of an explanation, one file each. */
#ifndef ODD_SCORE_EXPLAIN_INTERNAL_H
#define ODD_SCORE_EXPLAIN_INTERNAL_H

#include "oddone/explain.h"

/* What all parts look at. */
typedef struct odd__explained {
	const odd_network *net;
	const odd_one *run;
	const int32_t *group; /* per node; NULL: there are no communities */
	size_t group_count;
	const odd_job *job;
} odd__explained;

/* The `room` largest of the values that are offered, largest first, the first among equals. */
typedef struct odd__best {
	uint32_t *at;
	double *value;
	size_t count, room;
} odd__best;

odd_status odd__best_init(odd__best *best, size_t room, odd_error *err);
void odd__best_clear(odd__best *best);
static inline void odd__best_offer(odd__best *best, size_t at, double value)
{
	if (best->room == 0 ||
		(best->count == best->room && !(value > best->value[best->count - 1])))
		return;
	size_t place = best->count < best->room ? best->count++ : best->count - 1;
	for (; place > 0 && value > best->value[place - 1]; place--) {
		best->value[place] = best->value[place - 1];
		best->at[place] = best->at[place - 1];
	}
	best->value[place] = value;
	best->at[place] = (uint32_t)at;
}

/* Rows of A and C: what the model makes of them. */
odd_status odd__explain_links(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err);
odd_status odd__explain_attributes(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err);
/* Communities. */
odd_status odd__explain_place(odd_explanation *e, const odd__explained *x, odd_error *err);
/* Neighbours in the embedding. */
odd_status odd__explain_near(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err);

/* The label of a node, NULL for none. */
static inline const char *odd__label_of(const odd_network *net, size_t node)
{
	int32_t label = net->label[node];
	return label == ODD_NO_LABEL ? NULL : odd_names_get(&net->classes, (size_t)label);
}

#endif
