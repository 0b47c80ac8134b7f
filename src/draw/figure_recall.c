/* Share of the known outliers found among the first L % of the ranking. Placebos have a curve of
 * their own beside chance, on which it should lie: what is above it was found for being made. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_loss.h"
#include "study/parts.h"

#define CURVE_END 25.0 /* percent */
#define CURVE_POINTS 101
#define MOST_GHOSTS 4

struct recall_curves {
	size_t n;
	double x[CURVE_POINTS];
	double chance[CURVE_POINTS];
	double y[ODD_KINDS][CURVE_POINTS]; /* [0]: of all kinds together */
};

/* At every quarter percent, by walking down the ranking once. */
static void walk_ranking(struct recall_curves *out, const odd_network *net, const uint32_t *order,
	size_t n, const odd_evaluation *e)
{
	size_t found[ODD_KINDS] = {0}, at = 0;
	out->n = CURVE_POINTS;
	for (size_t i = 0; i < CURVE_POINTS; i++) {
		double top = CURVE_END * (double)i / (CURVE_POINTS - 1);
		size_t taken = odd_top(n, top);
		for (; at < taken; at++) {
			odd_kind kind = (odd_kind)net->truth[order[at]];
			found[kind] += kind != ODD_ORDINARY;
			found[0] += odd_kind_is_outlier((int)kind);
		}
		out->x[i] = top;
		out->chance[i] = top / 100.0;
		for (size_t k = 0; k < ODD_KINDS; k++) {
			double all = (double)(k == 0 ? e->outliers : e->count[k]);
			out->y[k][i] = all > 0.0 ? (double)found[k] / all : (double)NAN;
		}
	}
}

/* Without a ranking: the five rows of the evaluation. */
static void take_rows(struct recall_curves *out, const odd_evaluation *e)
{
	out->n = ODD_RECALL_ROWS + 1;
	for (size_t i = 0; i < out->n; i++) {
		const odd_recall_row *row = i > 0 ? &e->row[i - 1] : NULL;
		out->x[i] = row != NULL ? row->top : 0.0;
		out->chance[i] = out->x[i] / 100.0;
		out->y[0][i] = row != NULL ? row->recall : 0.0;
		for (size_t k = 1; k < ODD_KINDS; k++)
			out->y[k][i] = e->count[k] == 0 ? (double)NAN
				       : row != NULL    ? row->kind[k]
							: 0.0;
	}
}

/* The paper planted 5 % of the nodes, of its three kinds; its numbers are for no other share. */
static bool planted_as_published(const struct figure_run *run)
{
	const odd_evaluation *e = figure_evaluation(run);
	size_t ours = e->count[ODD_STRUCTURAL] + e->count[ODD_ATTRIBUTE] + e->count[ODD_COMBINED];
	double share = (double)e->outliers / (double)(run->result->net->nodes - e->outliers);
	return ours == e->outliers && share > 0.04 && share < 0.06;
}

size_t figure_published_recall(
	struct chart_reference *mark, size_t most, const struct figure_run *run)
{
	const odd_published_row *row = NULL;
	size_t n = 0;
	if (run->result->published == NULL || run->result->net->name == NULL ||
		!planted_as_published(run))
		return 0;
	while (n < most && (row = odd_published_next(run->result->published, row, "recall",
				    run->result->net->name, "ONE")) != NULL)
		mark[n++] = (struct chart_reference){row->x, row->value, ROLE_TEXT, MARK_RING};
	return n;
}

static double published_at(const struct chart_reference *mark, size_t n, double x)
{
	for (size_t i = 0; i < n; i++) {
		if (fabs(mark[i].x - x) < 1e-9)
			return mark[i].y;
	}
	return (double)NAN;
}

/* The curves of all outliers and of each kind that occurs, of the ranking by ONE alone (NULL: the
 * ranking is that), and of chance. */
static size_t make_series(struct line_series *series, const struct recall_curves *curves,
	const struct recall_curves *one, const odd_evaluation *e)
{
	static const char *const brief[ODD_KINDS] = {"all", "struct", "attr", "comb", "outlier",
		"placebo", "swap", "rewire", "clique", "context"};
	static const enum dash dash[ODD_KINDS] = {DASH_SOLID, DASH_SOLID, DASH_DASHED, DASH_DOTTED,
		DASH_DASHED, DASH_DOTTED, DASH_DASHED, DASH_SOLID, DASH_DOTTED, DASH_DOTTED};
	size_t n = 0, kinds = 0;
	for (int k = 1; k < ODD_KINDS; k++)
		kinds += e->count[k] > 0 && odd_kind_is_outlier(k);
	if (e->outliers > 0)
		series[n++] = (struct line_series){.name = kinds > 1 ? "all outliers" : "outliers",
			.brief = "all",
			.x = curves->x,
			.y = curves->y[0],
			.n = curves->n,
			.role = ROLE_TOTAL,
			.mark = MARK_CIRCLE,
			.width = 1.6};
	for (int k = 1; k < ODD_KINDS; k++) {
		if (e->count[k] > 0 && (kinds > 1 || k == ODD_PLACEBO))
			series[n++] = (struct line_series){.name = odd_kind_name((odd_kind)k),
				.brief = brief[k],
				.x = curves->x,
				.y = curves->y[k],
				.n = curves->n,
				.role = figure_kind_role((odd_kind)k),
				.dash = dash[k],
				.mark = figure_kind_mark((odd_kind)k)};
	}
	if (one != NULL)
		series[n++] = (struct line_series){.name = "ONE alone",
			.brief = "ONE",
			.x = one->x,
			.y = one->y[0],
			.n = one->n,
			.role = ROLE_TEXT,
			.dash = DASH_DASHED,
			.mark = MARK_PLUS};
	series[n++] = (struct line_series){.name = "chance",
		.x = curves->x,
		.y = curves->chance,
		.n = curves->n,
		.role = ROLE_DIM,
		.width = 0.7,
		.mark = MARK_DOT};
	return n;
}

/* The curves of the runs that were kept, the latest last. */
static size_t ghost_series(
	struct line_series *series, struct recall_curves *curves, const struct figure_run *run)
{
	size_t first = run->result->kept_count > MOST_GHOSTS ? run->result->kept_count - MOST_GHOSTS
							     : 0,
	       n = 0;
	for (size_t g = first; g < run->result->kept_count; g++) {
		const struct kept_run *ghost = run->result->kept[g];
		if (ghost->evaluation == NULL || ghost->evaluation->outliers == 0)
			continue;
		if (ghost->order != NULL && ghost->network->net->has_truth)
			walk_ranking(&curves[n], ghost->network->net, ghost->order, ghost->n,
				ghost->evaluation);
		else
			take_rows(&curves[n], ghost->evaluation);
		series[n] = (struct line_series){.name = ghost->name,
			.brief = kept_run_brief(ghost),
			.x = curves[n].x,
			.y = curves[n].y[0],
			.n = curves[n].n,
			.role = ROLE_DIM,
			.ghost = true};
		n++;
	}
	return n;
}

static void add_note(struct chart_note *note, char (*line)[96], size_t *count, const char *what,
	double value, enum role role)
{
	snprintf(line[*count], sizeof *line, "%s %.3f", what, value);
	note[*count] = (struct chart_note){line[*count], role, false};
	++*count;
}

void figure_panel_recall(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_evaluation *e = figure_evaluation(run);
	const struct result *result = run->result;
	const bool ranked = result->scores != NULL && figure_has_truth(run);
	const bool beside = ranked && e != NULL && e->outliers > 0 && result->one_alone != NULL &&
			    result->one_alone != result->scores && result->one_evaluation != NULL;
	struct recall_curves curves, one, old[MOST_GHOSTS];
	struct line_series series[ODD_KINDS + 2 + MOST_GHOSTS];
	struct chart_reference mark[8];
	char line[ODD_RECALL_ROWS + 4][96];
	struct chart_note note[ODD_RECALL_ROWS + 4];
	size_t notes = 0;
	if (e == NULL || e->outliers + e->count[ODD_PLACEBO] == 0) {
		plot_message(c, r,
			run->result->blind
				? "What nodes are known to be is hidden; set truth=shown tells it."
				: "No outliers are known here, so there is nothing to be found "
				  "again. Planting some (--plant 5%) makes recall measurable.");
		return;
	}
	if (beside)
		walk_ranking(&one, result->net, result->one_alone->order, result->one_alone->n,
			result->one_evaluation);
	if (ranked)
		walk_ranking(&curves, result->net, result->scores->order, result->scores->n, e);
	else
		take_rows(&curves, e);
	const bool placebos = e->count[ODD_PLACEBO] > 0;
	size_t marks = figure_published_recall(mark, 8, run);
	for (size_t i = 0; e->outliers > 0 && i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &e->row[i];
		if (placebos && i > 1 && i + 1 < ODD_RECALL_ROWS)
			continue; /* room for what they say */
		double there = published_at(mark, marks, row->top);
		int used = snprintf(
			line[notes], sizeof *line, "top %g %%: %.2f", row->top, row->recall);
		if (!isnan(there))
			snprintf(line[notes] + used, sizeof *line - (size_t)used, "  (○ %.2f)",
				there);
		note[notes] = (struct chart_note){line[notes], ROLE_TEXT, false};
		notes++;
	}
	if (e->outliers > 0)
		add_note(note, line, &notes, "AUC", e->auc, ROLE_DIM);
	if (beside)
		add_note(note, line, &notes, "AUC of ONE alone", result->one_evaluation->auc,
			ROLE_DIM);
	if (e->outliers > 0 && placebos)
		add_note(note, line, &notes, "odd over placebo", e->against_placebo, ROLE_TEXT);
	if (placebos)
		add_note(note, line, &notes, "placebo over ordinary", e->placebo_auc, ROLE_PLACEBO);
	size_t count = make_series(series, &curves, beside ? &one : NULL, e);
	count += ghost_series(series + count, old, run);
	/* Where the selected node stands in the ranking. */
	const odd_scores *s = run->result->scores;
	const bool selected = run->look.pointing && s != NULL && run->look.pointed < s->n;
	const double at = selected ? 100.0 * s->rank[run->look.pointed] / (double)s->n : 0.0;
	const struct chart_rule rule = {at, "selected", ROLE_CURSOR, DASH_DOTTED};
	struct line_chart chart = {
		.x = {.lo = 0.0, .hi = CURVE_END, .unit = "%", .title = "top of the ranking"},
		.y = {.lo = 0.0, .hi = 1.0, .title = "share of the outliers found"},
		.series = series,
		.series_count = count,
		.upright = &rule,
		.upright_count = selected && at <= CURVE_END,
		.reference = mark,
		.reference_count = marks,
		.reference_name = "ONE as published (AAAI 2019)",
		.note = note,
		.note_count = notes};
	chart_line_draw(&chart, c, r);
}

void figure_recall(const struct figure_run *run, struct canvas *c)
{
	struct chart_reference mark[8];
	const odd_evaluation *e = figure_evaluation(run);
	char print[400] = "";
	if (e != NULL && e->outliers > 0 && figure_published_recall(mark, 8, run) > 0)
		snprintf(print, sizeof print,
			"○ read off the chart of " ODD_PUBLISHED_SOURCE
			"; one run, on 5 %% outliers the authors planted themselves. ");
	if (e != NULL && e->count[ODD_PLACEBO] > 0)
		snprintf(print + strlen(print), sizeof print - strlen(print),
			"× placebos are made as outliers are, with nothing odd about them: what "
			"lies above chance was found for being made.");
	figure_panel_recall(run, c,
		figure_page(run, c, "recall at the top of the ranking",
			print[0] != '\0' ? print : NULL));
}
