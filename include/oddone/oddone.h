/* oddone.h: the whole library. The pipeline, in the order in which data walks through it:
 *
 *     odd_network_load / odd_generate     a network
 *     odd_communities_find, odd_plant     outliers planted, their truth kept
 *     odd_one_begin, odd_one_substep      ONE, one sub-step at a time
 *     odd_scores_compute                  a ranking
 *     odd_times_load, odd_history_fit     the same at several times, and who became odd when
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

#include "oddone/baseline/aane.h"
#include "oddone/linalg/alias.h"
#include "oddone/project/align.h"
#include "oddone/eval/assignment.h"
#include "oddone/network/communities.h"
#include "oddone/baseline/battery.h"
#include "oddone/baseline/compare.h"
#include "oddone/baseline/controls.h"
#include "oddone/linalg/csr.h"
#include "oddone/baseline/deepwalk.h"
#include "oddone/eval/embedding_eval.h"
#include "oddone/base/error.h"
#include "oddone/score/explain.h"
#include "oddone/eval/f1.h"
#include "oddone/base/file.h"
#include "oddone/network/generate.h"
#include "oddone/baseline/graphsage.h"
#include "oddone/score/history.h"
#include "oddone/eval/isoforest.h"
#include "oddone/base/job.h"
#include "oddone/eval/kmeans.h"
#include "oddone/one/cost.h"
#include "oddone/one/lesson.h"
#include "oddone/baseline/line.h"
#include "oddone/linalg/matrix.h"
#include "oddone/baseline/method.h"
#include "oddone/base/names.h"
#include "oddone/base/option.h"
#include "oddone/network/network.h"
#include "oddone/linalg/nmf.h"
#include "oddone/baseline/node2vec.h"
#include "oddone/linalg/npy.h"
#include "oddone/one/one.h"
#include "oddone/project/pca.h"
#include "oddone/plant/plant.h"
#include "oddone/network/prepare.h"
#include "oddone/network/variant.h"
#include "oddone/project/projection.h"
#include "oddone/eval/published.h"
#include "oddone/eval/randforest.h"
#include "oddone/eval/recall.h"
#include "oddone/base/rng.h"
#include "oddone/score/score.h"
#include "oddone/baseline/seano.h"
#include "oddone/eval/split.h"
#include "oddone/linalg/svd.h"
#include "oddone/network/times.h"
#include "oddone/baseline/tadw.h"
#include "oddone/project/tsne.h"
#include "oddone/baseline/walks.h"

#endif
