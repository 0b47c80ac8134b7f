/* judged.h: what judgments of nodes, "odd" or "not odd", say of the parts of the panel. */
#ifndef ODD_SCORE_JUDGED_H
#define ODD_SCORE_JUDGED_H

#include "oddone/score.h"

/* A part in the light of the judged nodes that it brought up: those whose largest share of the
 * total is its. */
typedef struct odd_judged_part {
	size_t nodes, fine; /* these nodes, and how many of them are not odd */
	double before;      /* weight of the part without judgments, all adding up to 1 */
	double factor;      /* what its weight is multiplied by, from 1/3 to 1 */
} odd_judged_part;

/* The rule. Of the total of each judged node, Σ weight · E, a part has a share. S is the sum of
 * its shares in nodes judged odd, F in those judged not odd, p0 = (odd + 1) / (judged + 2):
 *
 *     p = (S + 2 p0) / (S + F + 2)                     how often the part was right
 *     factor = (p / the largest p)^(2 min(1, judged / 10)), at least 1/3;  1 where F < 1
 *
 * so parts that are wrong alike keep their weights, one that is wrong more often than others loses
 * up to two thirds of its weight, and few judgments change little. doc/results.md says what it
 * costs and gains. on: weights of the user (1: as they are). O(judged × parts). */
void odd__judged_parts(odd_judged_part out[ODD_COMPONENTS], const odd_scores *scores,
	const double *on, const uint32_t *node, const bool *odd, size_t count);

#endif
