/* polar.h: the orthogonal matrix nearest to a square one. */
#ifndef ODD_ONE_POLAR_H
#define ODD_ONE_POLAR_H

#include <stdbool.h>

#include "oddone/matrix.h"

#define ODD__POLAR_MOST 512 /* K */

/* W = X Yᵀ for M = X Σ Yᵀ (all K × K of one padded stride; work: two more of them). False when M is
 * close to singular or K above ODD__POLAR_MOST: then W holds nothing, and the decomposition itself
 * is needed. */
bool odd__polar(odd_mat W, odd_cmat M, odd_mat work[2]);

#endif
