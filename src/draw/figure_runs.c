/* Runs side by side: this one, those that were kept, and what was published. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_loss.h"
#include "study/parts.h"

/* ---- numbers -------------------------------------------------------------------------------- */

static void take_trace(
	struct figure_run_row *row, const struct figure_run *run, const odd_trace *trace, bool loss)
{
	if (trace == NULL || trace->count == 0)
		return;
	const odd_trace_point *last = &trace->point[trace->count - 1];
	row->moment = figure_moment(last);
	row->loss = loss ? loss_by_now(run, last) : (double)NAN;
}

static void take_evaluation(struct figure_run_row *row, const odd_evaluation *e)
{
	if (e != NULL && e->count[ODD_PLACEBO] > 0) {
		row->odd = e->outliers > 0 ? e->against_placebo : (double)NAN;
		row->made = e->placebo_auc;
	}
	if (e == NULL || e->outliers == 0)
		return;
	row->recall[0] = e->row[0].recall; /* 5 % … */
	row->recall[1] = e->row[1].recall; /* … and 10 % */
	row->auc = e->auc;
}

/* Only where both are about the same: recall of 5 % planted as in the paper, and the loss of the
 * preset that has the paper's matrices, at the last iteration that its chart shows. */
static bool take_published(struct figure_run_row *row, const struct figure_run *run)
{
	struct chart_reference mark[8];
	size_t n = figure_evaluation(run) != NULL && figure_evaluation(run)->outliers > 0
			   ? figure_published_recall(mark, 8, run)
			   : 0;
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < 2; k++)
			if (fabs(mark[i].x - 5.0 * (k + 1)) < 1e-9)
				row->recall[k] = mark[i].y;
	n = figure_published_loss(mark, 8, run);
	for (size_t i = 0; i < n; i++)
		if (!(row->moment > mark[i].x)) {
			row->moment = mark[i].x;
			row->loss = mark[i].y;
		}
	return !isnan(row->recall[0]) || !isnan(row->loss);
}

static struct figure_run_row blank(enum figure_run_is is, const char *name, size_t k)
{
	const double none = (double)NAN;
	return (struct figure_run_row){is, name, k, none, none, {none, none}, none, none, none};
}

size_t figure_run_rows(struct figure_run_row *row, size_t most, const struct figure_run *run)
{
	size_t n = 0;
	if (most > 0) {
		row[n] = blank(FIGURE_RUN_NOW, "now",
			run->result->used != NULL ? run->result->used->k : 0);
		take_trace(&row[n], run, run->result->trace, true);
		take_evaluation(&row[n++], figure_evaluation(run));
	}
	/* The latest, where there is no room for all of them and what was published. */
	const size_t kept = run->result->kept_count;
	for (size_t g = kept + 2 > most ? kept + 2 - most : 0; g < kept && n < most; g++) {
		const struct kept_run *ghost = run->result->kept[g];
		row[n] = blank(FIGURE_RUN_KEPT, ghost->name, ghost->used.k);
		take_trace(&row[n], run, &ghost->trace, loss_same_matrices(run, ghost));
		take_evaluation(&row[n++], run->result->blind ? NULL : ghost->evaluation);
	}
	if (n < most) {
		row[n] = blank(FIGURE_RUN_PUBLISHED, "published (AAAI 2019)", 0);
		n += take_published(&row[n], run);
	}
	return n;
}

/* ---- the table ------------------------------------------------------------------------------ */

enum { RUN, DIMS, ITERATION, LOSS, AT_5, AT_10, AUC, ODD, MADE };

void figure_run_columns(struct table_column *column, const struct figure_run_row *row, size_t count)
{
	bool placebos = false;
	for (size_t i = 0; i < count; i++)
		placebos = placebos || !isnan(row[i].made);
	column[RUN] = (struct table_column){.title = "run", .priority = 9, .stretch = true};
	column[DIMS] = (struct table_column){.title = "K", .priority = 4, .room = "888"};
	column[ITERATION] =
		(struct table_column){.title = "iteration", .brief = "it", .priority = 6};
	column[LOSS] = (struct table_column){.title = "loss", .priority = 5, .room = "88888.8"};
	column[AT_5] = (struct table_column){.title = "@5%", .priority = 8, .room = "0.888"};
	column[AT_10] = (struct table_column){.title = "@10%", .priority = 8, .room = "0.888"};
	column[AUC] = (struct table_column){.title = "AUC", .priority = 7, .room = "0.888"};
	column[ODD] = (struct table_column){
		.title = placebos ? "placebo" : NULL, .priority = 7, .room = "0.888"};
	column[MADE] = (struct table_column){
		.title = placebos ? "made" : NULL, .priority = 6, .room = "0.888"};
}

static const char *share(char out[NUMBER_SIZE], double x)
{
	if (isnan(x))
		return "-";
	snprintf(out, NUMBER_SIZE, "%.3f", x);
	return out;
}

void figure_run_cells(
	struct table_cell *cell, struct figure_run_text *text, const struct figure_run_row *row)
{
	const double whole = floor(row->moment + 1e-9);
	const enum role role = row->is == FIGURE_RUN_NOW ? ROLE_TEXT : ROLE_DIM;
	snprintf(text->k, sizeof text->k, row->k > 0 ? "%zu" : "-", row->k);
	if (isnan(row->moment))
		snprintf(text->iteration, sizeof text->iteration, "-");
	else if (row->moment - whole < 1e-9)
		snprintf(text->iteration, sizeof text->iteration, "%.0f", whole);
	else /* within one: the sub-step that was the last */
		snprintf(text->iteration, sizeof text->iteration, "%.0f.%s", whole,
			odd_substep_get(
				(odd_substep)(lround((row->moment - whole) * ODD_SUBSTEPS) - 1))
				->name);
	if (isnan(row->loss))
		snprintf(text->loss, sizeof text->loss, "-");
	else
		number_text(text->loss, row->loss, 6);
	cell[RUN] = (struct table_cell){.text = row->name};
	cell[DIMS] = (struct table_cell){.text = text->k, .role = role};
	cell[ITERATION] = (struct table_cell){.text = text->iteration, .role = role};
	cell[LOSS] = (struct table_cell){.text = text->loss, .role = role};
	cell[AT_5] = (struct table_cell){.text = share(text->recall[0], row->recall[0])};
	cell[AT_10] = (struct table_cell){.text = share(text->recall[1], row->recall[1])};
	cell[AUC] = (struct table_cell){.text = share(text->auc, row->auc)};
	cell[ODD] = (struct table_cell){.text = share(text->odd, row->odd)};
	cell[MADE] = (struct table_cell){.text = share(text->made, row->made)};
}

/* ---- the page ------------------------------------------------------------------------------- */

enum { ROWS_MOST = 40 };

void figure_runs(const struct figure_run *run, struct canvas *c)
{
	static const double equal[] = {1.0, 1.0};
	struct figure_run_row row[ROWS_MOST];
	struct table_column column[FIGURE_RUN_COLUMNS];
	struct table_cell cell[ROWS_MOST * FIGURE_RUN_COLUMNS];
	struct figure_run_text text[ROWS_MOST];
	struct rect room[2];
	size_t n = figure_run_rows(row, ROWS_MOST, run);
	figure_run_columns(column, row, n);
	struct rect r = figure_page(run, c, "runs side by side",
		column[MADE].title == NULL
			? "loss: by the α and β of this run. @5% and @10%: share of the known "
			  "outliers among so much of the ranking. AUC: how likely an outlier ranks "
			  "before an ordinary node."
			: "loss: by the α and β of this run. @5% and @10%: share of the known outliers among so much of the ranking. "
			  "AUC: how likely an outlier ranks before an ordinary node; placebo: before "
			  "a placebo; made: a placebo before an ordinary node.");
	for (size_t i = 0; i < n; i++)
		figure_run_cells(&cell[i * FIGURE_RUN_COLUMNS], &text[i], &row[i]);
	const struct table_chart chart = {
		.column = column, .column_count = FIGURE_RUN_COLUMNS, .cell = cell, .rows = n};
	/* No more than half of the page. */
	r = chart_table_above(&chart, c, r, canvas_snap(c, 0.5 * r.h));
	size_t panels = figure_split(room, c, r, equal, 2, 30.0);
	figure_panel_recall(run, c, panel_begin(c, room[0], "Recall@L%", NULL, false));
	if (panels > 1)
		loss_excess_draw(
			run, c, panel_begin(c, room[1], "Loss above the best", NULL, false));
}

/* ---- this run and the kept one before it ------------------------------------------------------
 */

enum { LISTED = 25, LIST_COLUMNS = 4 };

/* Where every node of one order ranks in another, 1 first, by its id; 0: it is not there. On the
 * canvas; NULL without memory. */
static uint32_t *ranks_in(struct canvas *c, const odd_network *net, const odd_network *other,
	const uint32_t *order, size_t n)
{
	uint32_t *rank = canvas_alloc(c, net->nodes + 1, sizeof *rank);
	for (size_t i = 0; rank != NULL && i < n; i++) {
		const char *id = odd_names_get(&other->ids, order[i]);
		const uint32_t node = odd_names_find(&net->ids, id, strlen(id));
		if (node != ODD_NO_NAME)
			rank[node] = (uint32_t)i + 1;
	}
	return rank;
}

/* The oddest nodes by one run, and how each ranks by the other; what only one of them lists is lit.
 */
static void draw_list(const struct figure_run *run, struct canvas *c, struct rect r,
	const odd_network *net, const uint32_t *order, size_t n, const uint32_t *rank)
{
	static const struct table_column column[LIST_COLUMNS] = {{.title = "#", .priority = 9},
		{.title = "node", .priority = 9},
		{.title = "truth", .kind = TABLE_MARK, .priority = 4},
		{.title = "there", .priority = 8, .right = true}};
	struct table_cell cell[LISTED * LIST_COLUMNS];
	char text[LISTED][2][24], name[LISTED][FIGURE_NAME];
	const struct result of = {.net = net, .blind = run->result->blind};
	const struct figure_run named = {.result = &of};
	const size_t rows = n < LISTED ? n : LISTED;
	for (size_t i = 0; i < rows; i++) {
		struct table_cell *row = &cell[i * LIST_COLUMNS];
		const size_t node = order[i];
		const uint32_t there = rank[node];
		const bool lit = there == 0 || there > rows;
		const odd_kind kind = figure_kind(&named, node);
		snprintf(text[i][0], sizeof text[i][0], "%zu", i + 1);
		snprintf(text[i][1], sizeof text[i][1], there > 0 ? "#%u" : "-", there);
		row[0] = (struct table_cell){.text = text[i][0], .role = ROLE_DIM};
		row[1] = (struct table_cell){.text = figure_node_name(name[i], &named, node, 24),
			.role = lit ? ROLE_ALARM : ROLE_TEXT};
		row[2] = (struct table_cell){
			.text = "", .mark = figure_kind_mark(kind), .role = figure_kind_role(kind)};
		row[3] = (struct table_cell){.text = text[i][1],
			.role = lit              ? ROLE_ALARM
				: there != i + 1 ? ROLE_TEXT
						 : ROLE_DIM};
	}
	const struct table_chart chart = {
		.column = column, .column_count = LIST_COLUMNS, .cell = cell, .rows = rows};
	chart_table_draw(&chart, c, r);
}

void figure_beside(const struct figure_run *run, struct canvas *c)
{
	static const double equal[] = {1.0, 1.0, 1.0};
	const struct result *o = run->result;
	struct kept_run *kept = o->kept_count > 0 ? o->kept[o->kept_count - 1] : NULL;
	struct rect room[3];
	struct rect r = figure_page(run, c, "this run beside the one kept last",
		"The oddest nodes of each, and their ranks there; lit are those that the other does not "
		"list. The losses are by the α and β of this run.");
	if (kept == NULL || kept->order == NULL || kept->network == NULL || o->scores == NULL) {
		plot_message(c, r, "no run is kept to stand beside this one: keep NAME keeps it");
		return;
	}
	const uint32_t *there = ranks_in(c, o->net, kept->network->net, kept->order, kept->n);
	const uint32_t *here =
		ranks_in(c, kept->network->net, o->net, o->scores->order, o->scores->n);
	if (there == NULL || here == NULL)
		return;
	struct figure_run two = *run; /* of several kept runs the last */
	struct result shown = *o;
	shown.kept = &kept;
	shown.kept_count = 1;
	two.result = &shown;
	const size_t n = figure_split(room, c, r, equal, 3, 20.0);
	draw_list(run, c, panel_begin(c, room[0], "This run", NULL, false), o->net,
		o->scores->order, o->scores->n, there);
	if (n > 1)
		draw_list(run, c, panel_begin(c, room[1], kept->name, "kept", false),
			kept->network->net, kept->order, kept->n, here);
	if (n > 2)
		figure_panel_loss(&two, c, panel_begin(c, room[2], "Loss", NULL, false));
}
