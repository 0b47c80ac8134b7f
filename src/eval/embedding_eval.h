/* embedding_eval.h: what an embedding is good for, besides finding outliers: can a classifier tell
 * the classes of nodes from it, and does it fall into clusters that are the classes? The two other
 * experiments of the ONE paper, for an embedding of any method.
 *
 * Labels are those of a network: an index into its classes, or ODD_NO_LABEL.
 */
#ifndef ODDONE_EMBEDDING_EVAL_H
#define ODDONE_EMBEDDING_EVAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "eval/kmeans.h"
#include "eval/randforest.h"
#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

/* ---- classification ---- */

typedef struct odd_classify_options {
	double share;                  /* of labelled rows to learn from; the paper: 0.1 … 0.5 */
	size_t repeats;                /* each with a split and a forest of its own */
	odd_randforest_options forest; /* its seed does not count */
	uint64_t seed;
} odd_classify_options;

#define ODD_CLASSIFY_OPTIONS_INIT \
	{ \
		.share = 0.1, .repeats = 10, .forest = ODD_RANDFOREST_OPTIONS_INIT, .seed = 42 \
	}

typedef struct odd_spread {
	double mean;
	double deviation; /* standard, of the sample; NAN for a single repeat */
} odd_spread;

typedef struct odd_classify_result {
	odd_spread macro, micro, weighted; /* F1 of the rows not learnt from, see below */
	size_t train, test;                /* labelled rows, in each repeat */
} odd_classify_result;

/* Split the labelled rows, learn a random forest from one part, predict the other: mean and spread
 * of F1 over the repeats. options may be NULL. Errors are those of odd_split_draw,
 * odd_randforest_train and, for no repeats, ODD_EUSAGE. */
odd_status odd_classify(odd_classify_result *out, odd_cmat x, const int32_t *label, size_t classes,
	const odd_classify_options *options, const odd_job *job, odd_error *err);

/* ---- clustering ---- */

typedef struct odd_cluster_result {
	size_t clusters;        /* k: classes that occur */
	double accuracy;        /* over all labelled rows */
	double accuracy_kept;   /* over those that are not skipped; NAN when none is left */
	size_t rows, rows_kept; /* how many these are */
	odd_kmeans_result kmeans;
} odd_cluster_result;

/* k-means on all rows, labelled or not, with as many clusters as classes occur; accuracy when each
 * cluster gets the name that suits best, found anew for each of the two. skip (NULL: none) is not 0
 * for rows to be left out of accuracy_kept: a network's truth leaves out the planted nodes. cluster
 * (N, may be NULL) receives the clusters. options may be NULL. ODD_EUSAGE when no row has a label;
 * other errors are those of odd_kmeans and odd_clustering_accuracy. */
odd_status odd_cluster(odd_cluster_result *out, uint32_t *cluster, odd_cmat x, const int32_t *label,
	size_t classes, const uint8_t *skip, const odd_kmeans_options *options, const odd_job *job,
	odd_error *err);

/* ---- F1: how well predicted classes agree with the true ones.
 *
 * For a class: F1 = 2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall; 0 when the
 * class is never hit.
 *
 *     macro     the mean over the classes that occur, in truth or prediction
 *     micro     from the counts of all classes together: the share of rows that are right
 *     weighted  the mean weighted by how often a class is true
 *
 * The ONE paper plots "Micro-F1" and describes the weighted mean: print both.
 */
typedef struct odd_f1 {
	double macro, micro, weighted;
	size_t rows;    /* compared */
	size_t classes; /* that occur */
} odd_f1;

/* Compare n labels. Rows whose truth is ODD_NO_LABEL are passed over; a row with a truth but
 * without a prediction is wrong. ODD_EINPUT for other labels outside 0 … classes − 1. All NAN when
 * there is nothing to compare. O(n + classes). */
odd_status odd_f1_compute(odd_f1 *out, const int32_t *truth, const int32_t *predicted, size_t n,
	size_t classes, odd_error *err);

/* ---- which labelled rows to learn from and which to be asked about ---- */
typedef struct odd_split {
	uint32_t *row;      /* all labelled rows: first those to learn from, then the others */
	size_t train, test; /* how many of each; test ≥ 1 */
} odd_split;

/* round(share · labelled) rows drawn at random, not by class. Of a class that would then be missing
 * in training, a random row is exchanged for one of a class that has more than one there; and when
 * there are more classes than rows to learn from, there will be one of each class. Rows with
 * ODD_NO_LABEL are in neither part. ODD_EUSAGE when 0 < share < 1 does not hold or nothing is left
 * to test, ODD_EINPUT for a label out of range. O(n + classes). */
odd_status odd_split_draw(odd_split *out, const int32_t *label, size_t classes, size_t n,
	double share, odd_rng *rng, odd_error *err);
void odd_split_clear(odd_split *split);

/* ---- who gets what at the least cost, exactly; and with it the accuracy of a clustering ---- */
/* column[r] = the column given to row r, each column once, so that Σ cost[r][column[r]] is least.
 * cost: n × n, row-major, any sign, exact integers. *total, which may be NULL, is the sum.
 * ODD_EUSAGE when costs are so large that sums of them could overflow. O(n³) time, O(n) memory. */
odd_status odd_assignment(
	uint32_t *column, int64_t *total, const int64_t *cost, size_t n, odd_error *err);

/* The share of rows that are right when each cluster is named after a class of its own in the best
 * possible way (Xie, Girshick, Farhadi 2016). cluster[i] < clusters. Left out are rows without a
 * label and, unless skip is NULL, those where skip[i] is not 0: a network's truth leaves out the
 * planted nodes. When there are more classes than clusters, or the other way round, those that get
 * no partner are wrong. *out is NAN when no row is left. ODD_EINPUT for clusters or labels out of
 * range. O(n + max(clusters, classes)³). */
odd_status odd_clustering_accuracy(double *out, const uint32_t *cluster, size_t clusters,
	const int32_t *label, size_t classes, const uint8_t *skip, size_t n, odd_error *err);

#endif
