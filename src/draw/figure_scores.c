/* How the three components of the score are spread, ordinary nodes against outliers. */
#include "config.h"

#include "draw/figures.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"

enum { GROUPS = 3, BINS = 28 };

/* The outliers a component was made for, the other ones, and all else. Without truth the top 5 %
 * of the ranking stand in for outliers. */
static size_t group_of(const struct figure_run *run, size_t node, odd_kind meant, size_t cut)
{
	if (!figure_has_truth(run))
		return run->result->scores->rank[node] <= cut ? 1 : 0;
	odd_kind kind = figure_kind(run, node);
	if (kind == ODD_ORDINARY)
		return 0;
	return kind == meant || kind == ODD_UNKNOWN_KIND ? 1 : 2;
}

static void make_groups(struct histogram_group group[GROUPS], double *value,
	const struct figure_run *run, size_t component)
{
	const odd_scores *s = run->result->scores;
	odd_kind meant = s->score->component[component].kind;
	size_t cut = s->n < 20 ? 1 : odd_top(s->n, 5.0);
	double *at = value;
	for (size_t g = 0; g < GROUPS; g++) {
		group[g] = (struct histogram_group){.value = at};
		for (size_t i = 0; i < s->n; i++) {
			if (group_of(run, i, meant, cut) == g)
				*at++ = s->component[component][i];
		}
		group[g].n = (size_t)(at - group[g].value);
	}
	bool truth = figure_has_truth(run),
	     kinds = truth && figure_evaluation(run) != NULL &&
		     figure_evaluation(run)->count[ODD_UNKNOWN_KIND] ==
			     figure_evaluation(run)->outliers;
	group[0].name = truth ? "ordinary" : "the others";
	group[0].role = ROLE_ORDINARY;
	group[1].name = !truth  ? "top 5 % of the ranking"
			: kinds ? "outliers"
				: odd_kind_name(meant);
	group[1].role = !truth || kinds ? ROLE_ALARM : figure_kind_role(meant);
	group[1].mark = !truth || kinds ? MARK_CIRCLE : figure_kind_mark(meant);
	group[2].name = "other outliers";
	group[2].role = ROLE_TEXT;
	group[2].dash = DASH_DOTTED;
	group[2].outline = true;
}

/* The largest value is more than twelve times the average one, and none is 0. */
static bool is_skewed(const double *value, size_t n)
{
	double most = 0.0, sum = 0.0;
	for (size_t i = 0; i < n; i++) {
		if (!(value[i] > 0.0) || !isfinite(value[i]))
			return false;
		most = fmax(most, value[i]);
		sum += value[i] / (double)n;
	}
	return most > 12.0 * sum;
}

/* The spread of one component. */
static void draw_spread(
	const struct figure_run *run, size_t component, struct canvas *c, struct rect r)
{
	struct histogram_group group[GROUPS], shown[GROUPS];
	size_t n = 0;
	if (run->result->scores == NULL || run->result->scores->n == 0) {
		plot_message(c, r, "nothing has been scored yet");
		return;
	}
	double *value = canvas_alloc(c, run->result->scores->n, sizeof *value);
	if (value == NULL)
		return;
	make_groups(group, value, run, component);
	for (size_t g = 0; g < GROUPS; g++) {
		if (group[g].n > 0)
			shown[n++] = group[g];
	}
	/* Where few nodes have most of it, only a log axis shows the rest. */
	bool log = is_skewed(run->result->scores->component[component], run->result->scores->n);
	char title[96];
	snprintf(title, sizeof title, "%s%s",
		run->result->scores->score->component[component].title, log ? " (log)" : "");
	struct histogram_chart chart = {
		.x = {.scale = log ? AXIS_LOG : AXIS_LINEAR, .title = title},
		.y = {.title = "percent of each group"},
		.group = shown,
		.group_count = n,
		.bins = BINS};
	chart_histogram_draw(&chart, c, r);
}

void figure_panel_totals(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_scores *s = run->result->scores;
	const size_t cut = s->n < 20 ? 1 : odd_top(s->n, 5.0);
	const double last = s->n > 0 ? s->total[s->order[cut - 1]] : (double)NAN;
	const uint8_t *hidden = run->look.hidden;
	double *listed = hidden != NULL ? canvas_alloc(c, s->n + 1, sizeof *listed) : NULL;
	size_t count = 0;
	for (size_t i = 0; listed != NULL && i < s->n; i++)
		if (!hidden[i])
			listed[count++] = s->total[i];
	/* What the filter lists, and the selected node, are lit as they are in list and map. */
	const struct histogram_group group[] = {{.name = listed != NULL ? "all nodes" : "nodes",
							.value = s->total,
							.n = s->n,
							.role = ROLE_ORDINARY},
		{.name = "listed", .value = listed, .n = count, .role = ROLE_TOTAL}};
	const bool selected = run->look.pointing && run->look.pointed < s->n;
	const struct chart_rule rule[] = {{last, "top 5 %", ROLE_ALARM, DASH_DASHED},
		{selected ? s->total[run->look.pointed] : 0.0, "selected", ROLE_CURSOR,
			DASH_SOLID}};
	bool log = is_skewed(s->total, s->n);
	struct histogram_chart chart = {.x = {.scale = log ? AXIS_LOG : AXIS_LINEAR,
						.title = log ? "total (log)" : "total"},
		.y = {.title = "percent of the nodes"},
		.group = group,
		.group_count = count > 0 ? 2 : 1,
		.bins = BINS,
		.upright = rule,
		.upright_count = selected ? 2 : 1};
	chart_histogram_draw(&chart, c, r);
}

void figure_scores(const struct figure_run *run, struct canvas *c)
{
	const odd_score *score = run->result->scores != NULL ? run->result->scores->score : NULL;
	static const double equal[ODD_COMPONENTS] = {1, 1, 1, 1, 1, 1, 1, 1};
	char print[320] = "", note[48], head[48];
	if (score != NULL && score->measures != NULL)
		snprintf(print, sizeof print, "%s; × its weight in the total.", score->measures);
	struct rect room[ODD_COMPONENTS + 2],
		r = figure_page(run, c, "spread of the scores", print[0] != '\0' ? print : NULL);
	if (score == NULL) {
		plot_message(c, r, "nothing has been scored yet");
		return;
	}
	size_t part[ODD_COMPONENTS], count = 0, first = 0;
	for (size_t t = 0; t < score->count; t++)
		if (!score->surprise || odd_scores_uses(run->result->scores, t))
			part[count++] = t;
	/* Many beside each other are narrow: two rows of three. */
	size_t n =
		count > 3 && r.w >= 3.0 * 22.0 * c->char_w && r.h >= 16.0 * c->char_h ? count : 0;
	if (n > 0)
		layout_grid(room, c, r, 3, (count + 2) / 3);
	else
		n = figure_split(room, c, r, equal, count, 22.0);
	/* Room for one only: the one that weighs most. */
	for (size_t t = 1; n == 1 && t < count; t++)
		if (run->result->scores->weight[part[t]] > run->result->scores->weight[part[first]])
			first = t;
	for (size_t i = 0; i < n; i++) {
		const size_t t = part[n == 1 ? first : i];
		const odd_component *component = &score->component[t];
		snprintf(note, sizeof note, "%s × %.2f", component->head,
			run->result->scores->weight[t]);
		snprintf(head, sizeof head, "%s", component->thing);
		head[0] = (char)toupper((unsigned char)head[0]);
		draw_spread(run, t, c, panel_begin(c, room[i], head, note, false));
	}
}
