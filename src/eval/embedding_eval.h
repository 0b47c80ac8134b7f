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

#include "oddone/job.h"
#include "eval/kmeans.h"
#include "oddone/matrix.h"
#include "eval/randforest.h"

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
	odd_spread macro, micro, weighted; /* F1 of the rows not learnt from, see f1.h */
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

#endif
