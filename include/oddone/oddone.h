/* oddone.h: the whole library. The pipeline, in the order in which data walks through it:
 *
 *     odd_network_load / odd_generate     a network
 *     odd_communities_find, odd_plant     outliers planted, their truth kept
 *     odd_one_begin, odd_one_substep      ONE, one sub-step at a time
 *     odd_scores_compute                  a ranking
 *     odd_explain                         why a node ranks where it does
 *     odd_evaluate                        recall, AUC, average precision
 *     odd_method_get, odd_method_find     other methods and controls, run and ranked the same way
 *     odd_classify, odd_cluster           what the embedding tells of classes
 *     odd_compare_run                     all of that for several methods, seeding by seeding
 *     odd_project (odd_pca, odd_tsne_…)   a map; odd_align_find turns one to lie on another
 *
 * The library never prints, exits or keeps global state. Errors are values (error.h), random
 * numbers have explicit state (rng.h), long work can be watched and stopped (job.h).
 */
#ifndef ODDONE_H
#define ODDONE_H

#include "oddone/aane.h"
#include "oddone/alias.h"
#include "oddone/align.h"
#include "oddone/assignment.h"
#include "oddone/communities.h"
#include "oddone/compare.h"
#include "oddone/controls.h"
#include "oddone/csr.h"
#include "oddone/deepwalk.h"
#include "oddone/embedding_eval.h"
#include "oddone/error.h"
#include "oddone/explain.h"
#include "oddone/f1.h"
#include "oddone/file.h"
#include "oddone/generate.h"
#include "oddone/graphsage.h"
#include "oddone/isoforest.h"
#include "oddone/job.h"
#include "oddone/kmeans.h"
#include "oddone/lesson.h"
#include "oddone/line.h"
#include "oddone/matrix.h"
#include "oddone/method.h"
#include "oddone/names.h"
#include "oddone/network.h"
#include "oddone/nmf.h"
#include "oddone/node2vec.h"
#include "oddone/npy.h"
#include "oddone/one.h"
#include "oddone/pca.h"
#include "oddone/plant.h"
#include "oddone/prepare.h"
#include "oddone/projection.h"
#include "oddone/published.h"
#include "oddone/randforest.h"
#include "oddone/recall.h"
#include "oddone/rng.h"
#include "oddone/score.h"
#include "oddone/seano.h"
#include "oddone/split.h"
#include "oddone/svd.h"
#include "oddone/tadw.h"
#include "oddone/tsne.h"
#include "oddone/walks.h"

#endif
