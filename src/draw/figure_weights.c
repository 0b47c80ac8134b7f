/* What everybody weighs in each term, log(1/O): whom the model believes, with names. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>

#include "draw/figure_parts.h"

enum { BINS = 28, NAMED = 3 };

/* The nodes of the smallest weights, the most doubted first. */
static size_t most_doubted(size_t out[NAMED], const double *O, size_t n)
{
	size_t count = 0;
	for (size_t i = 0; i < n; i++) {
		size_t at = count;
		while (at > 0 && O[i] > O[out[at - 1]])
			at--;
		if (at == NAMED)
			continue;
		count += count < NAMED;
		for (size_t j = count - 1; j > at; j--)
			out[j] = out[j - 1];
		out[at] = i;
	}
	return count;
}

static void draw_weights(const struct figure_run *run, int t, struct canvas *c, struct rect r)
{
	static const enum role role[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};
	const size_t n = run->result->state.nodes;
	const double *O = run->result->state.O[t];
	double *w = canvas_alloc(c, n, sizeof *w), least = INFINITY, most = -INFINITY;
	char title[40], name[NAMED][FIGURE_NAME];
	size_t doubted[NAMED];
	struct chart_rule rule[NAMED];
	if (w == NULL)
		return;
	for (size_t i = 0; i < n; i++) {
		w[i] = -log(O[i]);
		least = fmin(least, w[i]);
		most = fmax(most, w[i]);
	}
	snprintf(title, sizeof title, "w%d = log(1/O%d)", t + 1, t + 1);
	const struct histogram_group all = {
		.name = "all nodes", .value = w, .n = n, .role = role[t]};
	const bool alike = !(most > least + 1e-9);
	size_t count = alike ? 0 : most_doubted(doubted, O, n);
	for (size_t i = 0; i < count; i++)
		rule[i] = (struct chart_rule){w[doubted[i]],
			figure_node_name(name[i], run, doubted[i], 16), ROLE_ALARM, DASH_DOTTED};
	const struct histogram_chart chart = {.x = {.title = title},
		.y = {.title = "percent of the nodes"},
		.group = &all,
		.group_count = 1,
		.bins = BINS,
		.upright = rule,
		.upright_count = count};
	if (alike)
		plot_message(c, r, "everybody weighs the same: nobody is doubted more than others");
	else
		chart_histogram_draw(&chart, c, r);
}

void figure_weights(const struct figure_run *run, struct canvas *c)
{
	static const char *const title[3] = {
		"In the links, w1", "In the words, w2", "In the disagreement, w3"};
	const double equal[3] = {1.0, 1.0, 1.0};
	struct rect room[3],
		r = figure_page(run, c, "whom the model believes",
			"What every node weighs in the three sums of the loss; a small weight is a large "
			"outlier score. Lines are the three most doubted, named where there is room.");
	if (run->result->state.nodes == 0) {
		plot_message(c, r, "the run itself is not at hand");
		return;
	}
	size_t n = figure_split(room, c, r, equal, 3, 22.0);
	for (size_t i = 0; i < n; i++)
		draw_weights(run, (int)i, c, panel_begin(c, room[i], title[i], "", false));
}
