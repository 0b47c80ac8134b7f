/* claim_parts.h: values of claims that are functions in a file of their own; claim_values.c has the
 * table. */
#ifndef REPORT_CLAIM_PARTS_H
#define REPORT_CLAIM_PARTS_H

#include "report/claim.h"

typedef double claim_value_fn(const struct result *o, char *const *argument);

/* A node by its id; ODD_NO_NAME when there is none, or nothing is ranked. */
size_t claim_node(const struct result *o, const char *id);
/* The share of the outliers, or of one kind of them (−1: of all), in the top so many percent by any
 * order of the nodes; NAN: there are none. */
double claim_recall(const struct result *o, const uint32_t *order, double top, int kind);
/* Spearman's correlation of n numbers with how many links ("degree") or words a node has. */
double claim_follows(const struct result *o, const double *x, const char *what);

/* ---- claim_state.c: the loss by its terms, and what the optimiser holds ---------------------- */
claim_value_fn claim_term, claim_change, claim_rise, claim_rises, claim_alpha, claim_beta, claim_k;
claim_value_fn claim_O, claim_O_place, claim_w, claim_w_mean, claim_entry, claim_size, claim_near;

/* ---- claim_nodes.c: one component of the score by itself, links, and the number watched -------
 */
claim_value_fn claim_component, claim_component_place, claim_component_auc, claim_component_recall,
	claim_component_follows, claim_component_weight, claim_component_mean, claim_part_mean;
claim_value_fn claim_known, claim_links, claim_leaving, claim_reaching, claim_watched;

#endif
