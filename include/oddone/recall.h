/* recall.h: evaluation of a ranking against known outliers.
 *
 * Placebos (plant.h) count neither as outliers nor as the ordinary nodes that outliers are compared
 * with. They have numbers of their own.
 */
#ifndef ODDONE_RECALL_H
#define ODDONE_RECALL_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/network.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ODD_RECALL_ROWS 5 /* 5, 10, 15, 20, 25 % */

/* Recall among the first L percent of a ranking. */
typedef struct odd_recall_row {
	double top;             /* L */
	size_t taken;           /* nodes: N L / 100, rounded */
	double recall;          /* outliers among these nodes / all outliers */
	double kind[ODD_KINDS]; /* the same for each kind; NAN: no outlier of this kind */
} odd_recall_row;

/* The evaluation of a ranking. */
typedef struct odd_evaluation {
	size_t count[ODD_KINDS]; /* nodes of each kind */
	size_t outliers;         /* without placebos */
	odd_recall_row row[ODD_RECALL_ROWS];
	double auc; /* probability that an outlier ranks before an ordinary node */
	double average_precision;
	double placebo_auc;     /* that a placebo ranks before an ordinary node; 1/2 is ideal */
	double against_placebo; /* that an outlier ranks before a placebo */
} odd_evaluation;

/* Evaluates a ranking. order: nodes, the highest score first; score: of each node. Equal scores
 * count half in the AUC. Ratios about outliers or placebos are NAN when there are none. */
odd_status odd_evaluate(odd_evaluation *out, const uint32_t *order, const double *score, size_t n,
	const uint8_t *truth, odd_error *err);

/* Evaluates scores, larger for odder nodes. Nodes with equal scores count by the mean over all
 * their orders, so that the order of sorting does not matter. */
odd_status odd_evaluate_scores(
	odd_evaluation *out, const double *score, size_t n, const uint8_t *truth, odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
