/* figure_parts.h: what the figures share. */
#ifndef DRAW_FIGURE_PARTS_H
#define DRAW_FIGURE_PARTS_H

#include "draw/chart.h"
#include "draw/figures.h"

/* Heading and small print; returns the room between. title goes behind the network's name; print
 * (NULL: none) is broken into lines, left out where there is little room. */
struct rect figure_page(
	const struct figure_run *run, struct canvas *c, const char *title, const char *print);
/* The same with another moment behind the title; NULL: none. */
struct rect figure_page_at(const struct figure_run *run, struct canvas *c, const char *title,
	const char *moment, const char *print);

/* Rooms for n panels side by side; under each other when narrower than `least` characters; only
 * the first when there is no room for that either. Returns how many there is room for. */
size_t figure_split(struct rect *out, const struct canvas *c, struct rect r, const double *weight,
	size_t n, double least);

/* The links that the map shows, on the heap. point: the place of each node on it, UINT32_MAX: it is
 * not there. */
void figure_find_links(struct scatter_link **out, size_t *count, const struct figure_run *run,
	const uint32_t *point, struct canvas *c);
/* What the points of the map are coloured by. */
struct point_colours {
	const int32_t *group;     /* per node, ODD_NO_LABEL: none; NULL: a scale */
	const odd_names *names;   /* of the groups; NULL: they have numbers, from 1 */
	size_t groups;            /* how many there are */
	const double *percentile; /* per node, NAN: it has no value; NULL: groups */
};
/* By the label, a column, an attribute, the degree, or the community where communities are known.
 */
void figure_map_colours(
	struct point_colours *out, const struct result *result, const char *by, struct canvas *c);

/* What was published of this network, as marks: recall, where the outliers are planted as they were
 * there, and the loss, where it is of the matrices as they are. Returns how many. */
size_t figure_published_recall(
	struct chart_reference *mark, size_t most, const struct figure_run *run);
size_t figure_published_loss(
	struct chart_reference *mark, size_t most, const struct figure_run *run);

/* A text over as many lines as it takes, as far as there is room in r; returns what is left below.
 */
struct rect figure_wrapped(struct canvas *c, struct rect r, const char *text, struct pen pen);

/* The pages. */
figure_page_draw figure_beside, figure_loss, figure_map, figure_recall, figure_scores,
	figure_ranking, figure_runs, figure_times, figure_weights, figure_parabola, figure_lesson,
	figure_node, figure_matrices;

/* "planted", "planted or known", "known outliers": what the truth of so many is. */
const char *figure_truth_word(const struct figure_run *run, size_t outliers);

#endif
