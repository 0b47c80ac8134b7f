/* oddone.h: includes all public headers. The steps from a network to a ranking:
 *
 *     odd_network_load                    reads a network
 *     odd_communities_find, odd_plant     plants outliers, where wanted
 *     odd_one_begin, odd_one_substep      fits ONE, sub-step by sub-step
 *     odd_scores_compute                  ranks the nodes
 *     odd_explain                         explains the rank of a node
 *     odd_evaluate                        computes recall, AUC and average precision
 *     odd_project                         makes a map in two dimensions
 *
 * The library never prints, never ends the program and keeps no state between calls. Errors are
 * values (error.h). Long work reports progress and can be cancelled (job.h).
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
