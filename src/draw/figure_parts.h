/* figure_parts.h: what the figures share. */
#ifndef DRAW_FIGURE_PARTS_H
#define DRAW_FIGURE_PARTS_H

#include "draw/chart.h"
#include "draw/figures.h"
#include "draw/layout.h"

/* Heading and small print; returns the room between. title goes behind the network's name; print
 * (NULL: none) is broken into lines, left out where there is little room. */
struct rect figure_page(
	const struct figure_run *run, struct canvas *c, const char *title, const char *print);

/* The name of the network, its format of numbers and its kinds of outliers in words and marks. */
const char *figure_network_name(const struct figure_run *run);
enum role figure_kind_role(odd_kind kind);
enum mark figure_kind_mark(odd_kind kind);
bool figure_has_truth(const struct figure_run *run);
odd_kind figure_kind(const struct figure_run *run, size_t node); /* ODD_ORDINARY without truth */

#define FIGURE_NAME 96
/* The id of a node, long ones without their middle. */
char *figure_node_name(
	char out[FIGURE_NAME], const struct figure_run *run, size_t node, size_t most);

/* Rooms for n panels side by side; under each other when narrower than `least` characters; only
 * the first when there is no room for that either. Returns how many there is room for. */
size_t figure_split(struct rect *out, const struct canvas *c, struct rect r, const double *weight,
	size_t n, double least);

/* Short names of the three components of the scores and what they stand for. */
const char *figure_component_name(const struct figure_run *run, size_t component);
const char *figure_component_title(const struct figure_run *run, size_t component);

/* How the map was made, in a line; briefly also of what, for a panel that has no such heading. */
char *figure_map_note(char *out, size_t size, const struct figure_run *run, bool brief);

/* The pages. */
odd_status figure_loss(const struct figure_run *run, struct canvas *c, odd_error *err);
odd_status figure_map(const struct figure_run *run, struct canvas *c, odd_error *err);
odd_status figure_recall(const struct figure_run *run, struct canvas *c, odd_error *err);
odd_status figure_scores(const struct figure_run *run, struct canvas *c, odd_error *err);
odd_status figure_ranking(const struct figure_run *run, struct canvas *c, odd_error *err);
odd_status figure_agreement(const struct figure_run *run, struct canvas *c, odd_error *err);

#endif
