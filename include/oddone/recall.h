/* recall.h: how well a ranking finds the outliers that are known.
 *
 * Placebos are made as planted outliers are, with nothing odd about them. They are not counted as
 * outliers, nor as the ordinary nodes that outliers are compared with: they have rows of their own.
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

typedef struct odd_recall_row {
	double top;             /* L, in percent */
	size_t taken;           /* round(N · L / 100) nodes */
	double recall;          /* outliers among them / all outliers */
	double kind[ODD_KINDS]; /* the share of each kind; NAN where there is none of it */
} odd_recall_row;

typedef struct odd_evaluation {
	size_t count[ODD_KINDS]; /* nodes of each kind */
	size_t outliers;         /* all but the ordinary and the placebos */
	odd_recall_row row[ODD_RECALL_ROWS];
	double auc; /* probability that an outlier outranks an ordinary node */
	double average_precision;
	double placebo_auc;     /* that a placebo outranks an ordinary node: ½ would be right */
	double against_placebo; /* that an outlier outranks a placebo: found because it is odd */
} odd_evaluation;

/* order: nodes, highest score first; score: per node (ties count half for the AUC). Without any
 * outlier every ratio about outliers is NAN, without placebos every one about them. */
odd_status odd_evaluate(odd_evaluation *out, const uint32_t *order, const double *score, size_t n,
	const uint8_t *truth, odd_error *err);

/* The same from scores alone, larger for odder nodes. Nodes of equal score count by their expected
 * share, as if every order among them were as likely, so no luck of sorting is in the numbers. */
odd_status odd_evaluate_scores(
	odd_evaluation *out, const double *score, size_t n, const uint8_t *truth, odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
