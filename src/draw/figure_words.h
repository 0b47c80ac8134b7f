/* figure_words.h: how figures, lists and pages name a network, its nodes, kinds and scores. */
#ifndef DRAW_FIGURE_WORDS_H
#define DRAW_FIGURE_WORDS_H

#include "draw/figures.h"

/* Kinds of outliers as colours and marks. */
enum role figure_kind_role(odd_kind kind);
enum mark figure_kind_mark(odd_kind kind);
bool figure_has_truth(const struct figure_run *run);
odd_kind figure_kind(const struct figure_run *run, size_t node); /* ODD_ORDINARY without truth */

#define FIGURE_NAME 96
/* The id of a node, long ones without their middle. */
char *figure_node_name(
	char out[FIGURE_NAME], const struct figure_run *run, size_t node, size_t most);

/* A total or component of a score: three decimals, or three digits where it may be of any size. */
char *figure_score_text(char out[NUMBER_SIZE], const odd_score *score, double x);

/* How the map was made, in a line; briefly also of what, for a panel that has no such heading. */
char *figure_map_note(char *out, size_t size, const struct figure_run *run, bool brief);

#endif
