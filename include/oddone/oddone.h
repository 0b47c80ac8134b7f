/* oddone.h: the whole library. The pipeline, in the order in which data walks through it:
 *
 *     odd_network_load                    a network
 *     odd_communities_find, odd_plant     outliers planted, their truth kept
 *     odd_one_begin, odd_one_substep      ONE, one sub-step at a time
 *     odd_scores_compute                  a ranking
 *     odd_explain                         why a node ranks where it does
 *     odd_evaluate                        recall, AUC, average precision
 *     odd_project                         a map in two dimensions
 *
 * The library never prints, exits or keeps global state. Errors are values (error.h), long
 * work can be watched and stopped (job.h).
 */
#ifndef ODDONE_H
#define ODDONE_H

#include "oddone/version.h"
#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/names.h"
#include "oddone/matrix.h"
#include "oddone/csr.h"
#include "oddone/network.h"
#include "oddone/prepare.h"
#include "oddone/plant.h"
#include "oddone/one.h"
#include "oddone/score.h"
#include "oddone/explain.h"
#include "oddone/recall.h"
#include "oddone/projection.h"
#include "oddone/easy.h"

#endif
