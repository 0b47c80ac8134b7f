/* How far links and attributes say the same of each node: G against U Wᵀ.
 *
 * Both give each node a row in the same K dimensions, G from its links and U Wᵀ from its
 * attributes. Rows are scaled to unit length, so that hubs and long texts count like any other
 * node. What matters is the angle between the two rows of a node; how small it would be anyhow is
 * shown by pairing each node's links with the attributes of a random other node.
 */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figure_parts.h"
#include "project/pca.h"
#include "base/rng.h"

#define MOST_NODES 20000 /* beyond that every so many-th */
#define SMALLEST 0.01    /* degrees */

struct agreement {
	size_t n; /* nodes looked at */
	uint32_t *node;
	odd_mat rows;  /* 2n × K: unit rows of G, then of U Wᵀ */
	odd_mat along; /* 2n × 1: along the direction of largest variance */
	double explained;
	double *angle, *strange; /* degrees: to its own attributes, to another node's */
};

static void agreement_clear(struct agreement *a)
{
	free(a->node);
	free(a->angle);
	free(a->strange);
	odd_mat_free(&a->rows);
	odd_mat_free(&a->along);
}

/* Not for a row of zeros. */
static bool has_direction(const double *row, size_t k)
{
	double most = 0.0;
	for (size_t j = 0; j < k; j++)
		most = isfinite(row[j]) ? fmax(most, fabs(row[j])) : HUGE_VAL;
	return most > 0.0 && isfinite(most);
}

static void unit_row(double *to, const double *from, size_t k)
{
	double most = 0.0, sum = 0.0;
	for (size_t j = 0; j < k; j++)
		most = fmax(most, fabs(from[j]));
	for (size_t j = 0; j < k; j++)
		sum += from[j] / most * (from[j] / most);
	for (size_t j = 0; j < k; j++)
		to[j] = from[j] / most / sqrt(sum);
}

static double angle_between(const double *a, const double *b, size_t k)
{
	double dot = 0.0;
	for (size_t j = 0; j < k; j++)
		dot += a[j] * b[j];
	return acos(fmin(1.0, fmax(-1.0, dot))) * 180.0 / acos(-1.0);
}

static void measure(struct agreement *a)
{
	odd_rng rng;
	odd_cmat rows = odd_mat_const(a->rows);
	odd_rng_init(&rng, 1, "agreement");
	for (size_t i = 0; i < a->n; i++) {
		const double *links = odd_cmat_row(rows, i);
		size_t other = a->n > 1 ? odd_rng_below(&rng, a->n - 1) : 0;
		other += other >= i && a->n > 1;
		/* Never 0, for the log axis; a hundredth of a degree is nothing to be seen. */
		a->angle[i] = fmax(
			SMALLEST, angle_between(links, odd_cmat_row(rows, a->n + i), rows.cols));
		a->strange[i] = fmax(SMALLEST,
			angle_between(links, odd_cmat_row(rows, a->n + other), rows.cols));
	}
}

/* Which of the nodes are looked at: every one, or every so many-th. */
static size_t stride_of(size_t nodes)
{
	return (nodes + MOST_NODES - 1) / MOST_NODES;
}

static void choose_nodes(struct agreement *a, const struct figure_run *run)
{
	size_t all = run->G.rows, stride = stride_of(all);
	for (size_t i = 0; i < all; i += stride) {
		if (has_direction(odd_cmat_row(run->G, i), run->G.cols) &&
			has_direction(odd_cmat_row(run->aligned, i), run->G.cols))
			a->node[a->n++] = (uint32_t)i;
	}
}

static void agreement_make(struct agreement *a, const struct figure_run *run)
{
	size_t all = run->G.rows, k = run->G.cols;
	odd_status status;
	*a = (struct agreement){0};
	a->node = malloc(all * sizeof *a->node);
	a->angle = malloc(all * sizeof *a->angle);
	a->strange = malloc(all * sizeof *a->strange);
	if (a->node == NULL || a->angle == NULL || a->strange == NULL)
		return odd_error_nomem(err);
	choose_nodes(a, run);
	if (a->n == 0)
		return;
	if ((status = odd_mat_alloc(&a->rows, 2 * a->n, k)) != ODD_OK ||
		(status = odd_mat_alloc(&a->along, 2 * a->n, 1)) != ODD_OK)
		return status;
	for (size_t i = 0; i < a->n; i++) {
		unit_row(odd_mat_row(a->rows, i), odd_cmat_row(run->G, a->node[i]), k);
		unit_row(odd_mat_row(a->rows, a->n + i), odd_cmat_row(run->aligned, a->node[i]), k);
	}
	measure(a);
	return odd_pca(a->along, &a->explained, odd_mat_const(a->rows), NULL);
}

/* ---- two views ----------------------------------------------------------------------------- */

/* The same round range for both axes, so that the diagonal runs from corner to corner. */
static struct axis_spec common_axis(const double *v, size_t n, const char *title)
{
	struct range range = RANGE_EMPTY;
	range_add_all(&range, v, n);
	return (struct axis_spec){.lo = floor(10.0 * range.lo - 0.2) / 10.0,
		.hi = ceil(10.0 * range.hi + 0.2) / 10.0,
		.title = title};
}

/* Place along one direction by links (x) and by attributes (y): on the diagonal they agree. */
static void draw_places(const struct agreement *a, const struct figure_run *run,
	struct canvas *c, struct rect r)
{
	double *xy = malloc(2 * a->n * sizeof *xy);
	uint8_t *look = malloc(2 * a->n);
	float *size = malloc(a->n * sizeof *size);
	struct legend_entry legend[ODD_KINDS];
	size_t seen[ODD_KINDS] = {0}, legends = 0;
	if (xy == NULL || look == NULL || size == NULL) {
		free(xy);
		free(look);
		free(size);
		return odd_error_nomem(err);
	}
	for (size_t i = 0; i < a->n; i++) {
		odd_kind kind = figure_kind(run, a->node[i]);
		xy[i] = odd_mat_row(a->along, i)[0];
		xy[a->n + i] = odd_mat_row(a->along, a->n + i)[0];
		look[i] = (uint8_t)figure_kind_role(kind);
		look[a->n + i] =
			(uint8_t)(kind == ODD_ORDINARY ? MARK_POINT : figure_kind_mark(kind));
		size[i] = kind == ODD_ORDINARY ? 1.0f : 0.7f;
		seen[kind]++;
	}
	for (int kind = 1; kind <= ODD_KINDS; kind++) {
		odd_kind k = (odd_kind)(kind % ODD_KINDS);
		if (seen[k] > 0 && figure_has_truth(run))
			legend[legends++] = (struct legend_entry){odd_kind_name(k),
				figure_kind_role(k), figure_kind_mark(k), DASH_SOLID, false};
	}
	struct scatter_chart chart = {.x = common_axis(xy, 2 * a->n, "by links (G)"),
		.y = common_axis(xy, 2 * a->n, "by attributes (U Wᵀ)"),
		.px = xy,
		.py = xy + a->n,
		.n = a->n,
		.role = look,
		.mark = look + a->n,
		.size = size,
		.equal = true,
		.diagonal = true,
		.legend = legend,
		.legend_count = legends};
	chart_scatter_draw(&chart, c, r);
	free(xy);
	free(look);
	free(size);
}

static int rising(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static void draw_angles(const struct agreement *a, const struct figure_run *run,
	struct canvas *c, struct rect r)
{
	double *value = malloc(a->n * sizeof *value);
	size_t ordinary = 0, odd = 0;
	char text[64], number[NUMBER_SIZE];
	if (value == NULL)
		return odd_error_nomem(err);
	/* Ordinary nodes from the front, outliers from the back. */
	for (size_t i = 0; i < a->n; i++) {
		if (figure_kind(run, a->node[i]) == ODD_ORDINARY)
			value[ordinary++] = a->angle[i];
		else
			value[a->n - ++odd] = a->angle[i];
	}
	struct histogram_group group[3];
	size_t n = 0;
	group[n++] = (struct histogram_group){"another node's attributes", a->strange, a->n,
		ROLE_DIM, DASH_DOTTED, MARK_NONE, true};
	group[n++] = (struct histogram_group){odd > 0 ? "ordinary" : "its own attributes", value,
		ordinary, ROLE_ORDINARY, DASH_SOLID, MARK_DOT, false};
	if (odd > 0)
		group[n++] = (struct histogram_group){run->planted ? "planted" : "outliers",
			value + ordinary, odd, ROLE_ALARM, DASH_SOLID, MARK_CIRCLE, false};
	struct chart_rule middle = {.role = ROLE_DIM, .dash = DASH_DASHED, .label = text};
	if (ordinary > 0) {
		qsort(value, ordinary, sizeof *value, rising);
		middle.at = value[ordinary / 2];
		snprintf(text, sizeof text, "median %s°", number_text(number, middle.at, 2));
	}
	/* ONE pulls the two together, so most angles are small beside those of strangers. */
	bool log = ordinary > 0 && middle.at < 10.0;
	struct histogram_chart chart = {
		.x = {.scale = log ? AXIS_LOG : AXIS_LINEAR,
			.lo = log ? (double)NAN : 0.0,
			.hi = 180.0,
			.unit = "°",
			.title = log ? "angle of G and U Wᵀ (log)" : "angle of G and U Wᵀ"},
		.y = {.title = "percent of each group"},
		.group = group,
		.group_count = n,
		.bins = 36,
		.upright = &middle,
		.upright_count = ordinary > 0};
	chart_histogram_draw(&chart, c, r);
	free(value);
}

static const char *missing(const struct figure_run *run, const struct agreement *a)
{
	if (run->G.rows == 0 || run->G.cols == 0 || run->aligned.rows != run->G.rows)
		return "the embedding has not been made yet";
	return a != NULL && a->n == 0 ? "no node has both links and attributes" : NULL;
}

/* Both views, or those there is room for. */
static void draw_both(
	const struct figure_run *run, struct canvas *c, struct rect r)
{
	static const double weight[] = {1.0, 1.0};
	struct agreement a;
	struct rect room[2];
	char note[64];
	if (missing(run, NULL) != NULL) {
		plot_message(c, r, missing(run, NULL));
		return;
	}
	odd_status status = agreement_make(&a, run);
	if (status == ODD_OK && missing(run, &a) != NULL) {
		plot_message(c, r, missing(run, &a));
	} else if (status == ODD_OK) {
		size_t n = figure_split(room, c, r, weight, 2, 34.0);
		snprintf(note, sizeof note, "%.0f %% of variance", 100.0 * a.explained);
		status = draw_angles(
			&a, run, c, panel_begin(c, room[0], "Angle per node", NULL, false));
		if (status == ODD_OK && n > 1)
			status = draw_places(&a, run, c,
				panel_begin(c, room[1], "Main direction", note, false));
	}
	agreement_clear(&a);
	return status;
}

/* What is left out is said; empty when every node is looked at. */
static char *sample_note(char *out, size_t size, const struct figure_run *run)
{
	char a[NUMBER_SIZE], b[NUMBER_SIZE];
	size_t all = run->G.rows, stride = stride_of(all);
	out[0] = '\0';
	if (stride > 1)
		snprintf(out, size, " A sample: %s of the %s nodes (one in %zu).",
			figure_count(a, (all + stride - 1) / stride), figure_count(b, all), stride);
	return out;
}

void figure_agreement(const struct figure_run *run, struct canvas *c)
{
	char sample[160], print[400];
	snprintf(print, sizeof print,
		"Unit rows of G (from links) and U Wᵀ (from attributes): at 0° both say the same "
		"of a node. Dotted: attributes of a random other node.%s",
		sample_note(sample, sizeof sample, run));
	return draw_both(run, c, figure_page(run, c, "do links and attributes agree?", print));
}
