/* The oddest nodes and what makes them odd. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"

enum { ROWS = 25, ROWS_SLIDE = 12, NAME = 24, TITLE = 32 };
enum {
	RANK,
	RANGE,
	NODE,
	LABEL,
	KIND,
	WHISKER,
	FIRST_BAR,
	TOTAL = FIRST_BAR + ODD_COMPONENTS,
	COLUMNS
};

struct row_text {
	char rank[24], range[32], node[FIGURE_NAME], total[NUMBER_SIZE];
};

static const char *label_of(const odd_network *net, size_t node)
{
	if (net->label == NULL || net->label[node] == ODD_NO_LABEL)
		return "";
	return odd_names_get(&net->classes, (size_t)net->label[node]);
}

static void fill_row(
	struct table_cell *cell, struct row_text *text, const struct figure_run *run, size_t row)
{
	const odd_scores *s = run->result->scores;
	size_t node = s->order[row];
	odd_kind kind = figure_kind(run, node);
	snprintf(text->rank, sizeof text->rank, "%zu%s", row + 1,
		odd_scores_tied(s, node) ? "=" : "");
	text->range[0] = '\0';
	if (s->low != NULL)
		snprintf(text->range, sizeof text->range, "%u-%u", s->low[node], s->high[node]);
	cell[RANGE] = (struct table_cell){.text = text->range, .role = ROLE_DIM};
	cell[WHISKER] = (struct table_cell){.value = 0.0};
	/* Ranks go by their logarithm: from 1 to 10 is as far as from 10 to 100. */
	if (s->low != NULL)
		cell[WHISKER] = (struct table_cell){.value = log((double)row + 1.0),
			.lo = log(s->low[node]),
			.hi = fmax(log(s->high[node]), 1e-3)};
	cell[RANK] = (struct table_cell){.text = text->rank, .role = ROLE_DIM};
	cell[NODE] = (struct table_cell){.text = figure_node_name(text->node, run, node, NAME)};
	cell[LABEL] =
		(struct table_cell){.text = label_of(run->result->net, node), .role = ROLE_DIM};
	cell[KIND] = (struct table_cell){.text = kind == ODD_ORDINARY ? "" : odd_kind_name(kind),
		.mark = figure_kind_mark(kind),
		.role = figure_kind_role(kind)};
	for (size_t t = 0; t < s->score->count; t++)
		cell[FIRST_BAR + t] = (struct table_cell){
			.value = s->score->ranked ? figure_oddness(s->part[t][node], s->n)
						  : s->part[t][node]};
	cell[TOTAL] = (struct table_cell){
		.text = figure_score_text(text->total, s->score, s->total[node])};
}

/* The logarithm of the largest rank any of the nodes shown had. */
static double most_rank(const struct figure_run *run)
{
	const odd_scores *s = run->result->scores;
	double most = 1.0;
	for (size_t row = 0; s->high != NULL && row < ROWS && row < s->n; row++)
		most = fmax(most, log(s->high[s->order[row]]));
	return most;
}

const char *figure_part_word(const odd_component *part, const odd_network *net)
{
	bool words = true;
	for (size_t c = 0; c < net->columns.count; c++) {
		const odd_column_type type = net->columns.column[c].type;
		words = words && (type > ODD_COLUMN_TEXT || type == ODD_COLUMN_LIST ||
					 type == ODD_COLUMN_TEXT || type == ODD_COLUMN_COUNT);
	}
	/* Size is about attributes, too, but has a word of its own. */
	bool attributes = part->kind == ODD_ATTRIBUTE && strcmp(part->word, "size") != 0;
	if (attributes && net->links_are_words)
		return "nbrs";
	return attributes && !words ? "attrs" : part->word;
}

/* title: room for those of the components. */
static void make_columns(struct table_column column[COLUMNS], char title[ODD_COMPONENTS][2][TITLE],
	const struct figure_run *run)
{
	const odd_score *score = run->result->scores->score;
	const bool labels = run->result->net->classes.count > 0,
		   ranges = run->result->scores->low != NULL;
	column[RANK] = (struct table_column){.title = "#", .priority = 9};
	column[RANGE] = (struct table_column){.title = ranges ? "range" : NULL, .priority = 6};
	column[NODE] = (struct table_column){.title = "node", .priority = 9};
	column[LABEL] = (struct table_column){.title = labels ? "label" : NULL, .priority = 1};
	column[KIND] = (struct table_column){
		.title = figure_has_truth(run) ? "truth" : NULL, .kind = TABLE_MARK, .priority = 5};
	column[WHISKER] = (struct table_column){.title = ranges ? "ranks (log)" : NULL,
		.brief = "ranks",
		.kind = TABLE_BAR,
		.role = ROLE_TOTAL,
		.most = most_rank(run),
		.priority = 6};
	for (size_t t = 0; t < ODD_COMPONENTS; t++) {
		const odd_component *component = &score->component[t];
		column[FIRST_BAR + t] = (struct table_column){.title = NULL};
		if (t >= score->count || !odd_score_has(score, t, run->result->net) ||
			(score->surprise && !odd_scores_uses(run->result->scores, t)))
			continue;
		const char *word = figure_part_word(component, run->result->net);
		const char *name = score->ranked ? "" : component->name;
		snprintf(title[t][0], TITLE, "%s%s%s", name, score->ranked ? "" : " ",
			strcmp(word, "nbrs") == 0 ? "neighbours" : component->thing);
		snprintf(title[t][1], TITLE, "%s%s%s", name, score->ranked ? "" : " ", word);
		column[FIRST_BAR + t] = (struct table_column){.title = title[t][0],
			.medium = title[t][1],
			.brief = component->head,
			.kind = TABLE_BAR,
			.role = figure_part_role(score, t),
			.most = score->ranked ? 1.0 : 0.0,
			.priority = 7};
	}
	column[TOTAL] = (struct table_column){.title = "total", .priority = 3};
}

/* "19 of the top 25 are planted"; empty without truth. */
static void tell_known(char *out, size_t size, const struct figure_run *run, size_t rows)
{
	size_t known = 0;
	out[0] = '\0';
	if (!figure_has_truth(run))
		return;
	for (size_t row = 0; row < rows; row++)
		known += odd_kind_is_outlier(figure_kind(run, run->result->scores->order[row]));
	snprintf(out, size, "%zu of the top %zu %s %s%s", known, rows, known == 1 ? "is" : "are",
		!run->result->planted && known == 1 ? "a " : "", figure_truth_word(run, known));
}

static size_t rows_of(const struct figure_run *run)
{
	const size_t most = run->look.slide ? ROWS_SLIDE : ROWS;
	return run->result->scores == NULL     ? 0
	       : run->result->scores->n < most ? run->result->scores->n
					       : most;
}

static void draw_table(const struct figure_run *run, struct canvas *c, struct rect r, bool footer)
{
	struct table_column column[COLUMNS];
	struct table_cell cell[ROWS * COLUMNS];
	struct row_text text[ROWS];
	char known[96], title[ODD_COMPONENTS][2][TITLE];
	size_t rows = rows_of(run);
	if (rows == 0) {
		plot_message(c, r, "nothing has been scored yet");
		return;
	}
	for (size_t row = 0; row < rows; row++)
		fill_row(&cell[row * COLUMNS], &text[row], run, row);
	make_columns(column, title, run);
	tell_known(known, sizeof known, run, rows);
	struct table_chart chart = {.column = column,
		.column_count = COLUMNS,
		.cell = cell,
		.rows = rows,
		.footer = footer && known[0] != '\0' ? known : NULL};
	chart_table_draw(&chart, c, r);
}

void figure_panel_ranking(const struct figure_run *run, struct canvas *c, struct rect r)
{
	draw_table(run, c, r, true);
}

/* "Bars are …; the total weighs c1 0.45, …" behind what is there already. Weights count only where
 * all bars have one scale. */
static void tell_bars(char *out, size_t size, const odd_scores *s, bool weighed)
{
	size_t used = strlen(out);
	used += (size_t)snprintf(out + used, size - used, "%sBars are %s", used > 0 ? ". " : "",
		s->score->ranked ? "ranks on a logarithmic scale, full for the oddest of all nodes"
				 : s->score->bars);
	const char *before = "; the total weighs";
	for (size_t t = 0; s->score->ranked && weighed && t < s->score->count && used < size; t++) {
		if (s->score->surprise && !odd_scores_uses(s, t))
			continue;
		used += (size_t)snprintf(out + used, size - used, "%s %s %.2f", before,
			s->score->component[t].name, s->weight[t]);
		before = ",";
	}
	if (used < size)
		used += (size_t)snprintf(out + used, size - used, ".");
	if (s->low != NULL && used < size)
		snprintf(out + used, size - used,
			" Range: the least and the largest rank in this and %zu further runs.",
			s->runs);
}

void figure_ranking(const struct figure_run *run, struct canvas *c)
{
	char title[64], print[320] = "";
	size_t rows = rows_of(run);
	snprintf(title, sizeof title, "the %zu oddest nodes", rows);
	if (rows > 0) {
		tell_known(print, sizeof print, run, rows);
		tell_bars(print, sizeof print, run->result->scores, run->result->net->edges > 0);
	}
	draw_table(
		run, c, figure_page(run, c, rows > 0 ? title : "the oddest nodes", print), false);
}
