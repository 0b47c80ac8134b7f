/* How far links and attributes say the same of each node, G against U Wᵀ, as project/agreement.h
 * measures it. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/figure_parts.h"

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
static void draw_places(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_agreement *a = run->look.agreement;
	uint8_t *look = canvas_alloc(c, 2 * a->n, 1);
	float *size = canvas_alloc(c, a->n, sizeof *size);
	struct legend_entry legend[ODD_KINDS];
	size_t seen[ODD_KINDS] = {0}, legends = 0;
	if (look == NULL || size == NULL)
		return;
	for (size_t i = 0; i < a->n; i++) {
		odd_kind kind = figure_kind(run, a->node[i]);
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
	struct scatter_chart chart = {.x = common_axis(a->place, 2 * a->n, "by links (G)"),
		.y = common_axis(a->place, 2 * a->n, "by attributes (U Wᵀ)"),
		.px = a->place,
		.py = a->place + a->n,
		.n = a->n,
		.role = look,
		.mark = look + a->n,
		.size = size,
		.equal = true,
		.diagonal = true,
		.legend = legend,
		.legend_count = legends};
	chart_scatter_draw(&chart, c, r);
}

static int rising(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static void draw_angles(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_agreement *a = run->look.agreement;
	double *value = canvas_alloc(c, a->n, sizeof *value);
	size_t ordinary = 0, odd = 0;
	char text[64], number[NUMBER_SIZE];
	if (value == NULL)
		return;
	/* Ordinary nodes from the front, outliers from the back. */
	for (size_t i = 0; i < a->n; i++) {
		if (figure_kind(run, a->node[i]) == ODD_ORDINARY)
			value[ordinary++] = a->own[i];
		else
			value[a->n - ++odd] = a->own[i];
	}
	struct histogram_group group[3];
	size_t n = 0;
	group[n++] = (struct histogram_group){"another node's attributes", a->other, a->n, ROLE_DIM,
		DASH_DOTTED, MARK_NONE, true};
	group[n++] = (struct histogram_group){odd > 0 ? "ordinary" : "its own attributes", value,
		ordinary, ROLE_ORDINARY, DASH_SOLID, MARK_DOT, false};
	if (odd > 0)
		group[n++] = (struct histogram_group){run->result->planted ? "planted" : "outliers",
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
}

/* " A sample: 20 000 of the 60 000 nodes (one in 3)."; empty when every node is looked at. */
static char *sample_note(char *out, size_t size, const struct figure_run *run)
{
	char a[NUMBER_SIZE], b[NUMBER_SIZE];
	const odd_agreement *of = run->look.agreement;
	out[0] = '\0';
	if (of != NULL && of->stride > 1)
		snprintf(out, size, " A sample: %s of the %s nodes (one in %zu).",
			figure_count(a, (of->nodes + of->stride - 1) / of->stride),
			figure_count(b, of->nodes), of->stride);
	return out;
}

void figure_agreement(const struct figure_run *run, struct canvas *c)
{
	static const double equal[] = {1.0, 1.0};
	char sample[160], print[400], note[64];
	snprintf(print, sizeof print,
		"Unit rows of G (from links) and U Wᵀ (from attributes): at 0° both say the same "
		"of a node. Dotted: attributes of a random other node.%s",
		sample_note(sample, sizeof sample, run));
	struct rect room[2], r = figure_page(run, c, "do links and attributes agree?", print);
	if (run->look.agreement == NULL || run->look.agreement->n == 0) {
		plot_message(c, r,
			run->look.agreement == NULL || run->look.agreement->nodes == 0
				? "the embedding has not been made yet"
				: "no node has both links and attributes");
		return;
	}
	const size_t n = figure_split(room, c, r, equal, 2, 34.0);
	snprintf(note, sizeof note, "%.0f %% of variance", 100.0 * run->look.agreement->explained);
	draw_angles(run, c, panel_begin(c, room[0], "Angle per node", NULL, false));
	if (n > 1)
		draw_places(run, c, panel_begin(c, room[1], "Main direction", note, false));
}
