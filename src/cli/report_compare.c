/* report_compare.c: a comparison for reading, in at most 78 columns: a block for each task, a row
 * for each method, mean ± standard deviation, and all that a reader has to know below.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/text.h"
#include "draw/number.h"
#include "draw/utf8.h"

enum { NAME = 17, COST_NAME = 20, CELL = 10, MOST_COLUMNS = 6 };

struct column {
	const char *head;
	size_t measure;
};

struct block {
	const char *heading;
	struct column column[MOST_COLUMNS];
	size_t columns;
};

static const char *title(const struct result *o, size_t m)
{
	return odd_compare_title(o->compared, o->table->method[m]);
}

/* ---- blocks ------------------------------------------------------------------------------- */

static void print_published(FILE *out, const struct result *o, const struct block *b, size_t m)
{
	bool any = false;
	for (size_t i = 0; i < b->columns && !any; i++)
		any = !isnan(result_published(o, m, b->column[i].measure));
	if (!any)
		return;
	fprintf(out, "  %-*s", NAME, "  published");
	for (size_t i = 0; i < b->columns; i++) {
		char number[NUMBER_SIZE], text[NUMBER_SIZE + 2] = "";
		double value = result_published(o, m, b->column[i].measure);
		if (!isnan(value))
			snprintf(text, sizeof text, "(%s)", number_share(number, value));
		text_value(out, text, CELL, false, false);
	}
	putc('\n', out);
}

static void bullet(FILE *out, const char *first, const char *second)
{
	char text[1024];
	snprintf(text, sizeof text, "%s: %s", first, second);
	text_bullet(out, text);
}

void compare_print_caveats(FILE *out, const struct result *o)
{
	char buffer[ODD_CAVEAT];
	for (size_t m = 0; m < o->table->methods; m++) {
		const char *text = odd_compare_caveat(buffer, o->compared, o->table->method[m]);
		if (text != NULL)
			bullet(out, title(o, m), text);
	}
}

enum { PLACEBO_RECALL = ODD_M_RECALL + ODD_RECALL_ROWS * ODD_PLACEBO };

/* Of placebos no method should find many: the largest is no lead. */
static double lead_of(const struct result *o, size_t measure)
{
	bool found = measure >= PLACEBO_RECALL && measure < PLACEBO_RECALL + ODD_RECALL_ROWS;
	return found || measure == ODD_M_PLACEBO_ABOVE ? (double)INFINITY
						       : result_largest(o->table, measure);
}

static void print_block(FILE *out, const struct result *o, const struct block *b, bool bold)
{
	double lead[MOST_COLUMNS];
	text_heading(out, b->heading);
	fprintf(out, "  %-*s", NAME, "");
	for (size_t i = 0; i < b->columns; i++) {
		text_value(out, b->column[i].head, CELL, false, false);
		lead[i] = lead_of(o, b->column[i].measure);
	}
	putc('\n', out);
	for (size_t m = 0; m < o->table->methods; m++) {
		fputs("  ", out);
		text_cell(out, title(o, m), NAME, false);
		for (size_t i = 0; i < b->columns; i++) {
			char text[NUMBER_SIZE];
			odd_spread s =
				odd_comparison_spread(o->table, m, b->column[i].measure, NULL);
			number_spread(text, s.mean, s.deviation, text_glyphs()->plus_minus);
			text_value(out, text, CELL, s.mean > 0.0 && s.mean >= lead[i], bold);
		}
		putc('\n', out);
		print_published(out, o, b, m);
	}
	compare_print_caveats(out, o);
	putc('\n', out);
}

/* As many kinds beside each other as there is room for. */
static void print_kinds(FILE *out, const struct result *o, bool bold)
{
	static const struct {
		odd_kind kind;
		const char *head[2];
	} row[] = {
#define KIND(id, name, count, brief, ...) {ODD_##id, {brief " 5", brief " 25"}},
#include "network/kinds.def"
	};
	struct block kinds = {.heading = "Outliers by kind: recall in the first 5 % and 25 %"};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		size_t measure = ODD_M_RECALL + ODD_RECALL_ROWS * (size_t)row[i].kind;
		if (row[i].kind == ODD_PLACEBO || isnan(result_largest(o->table, measure)))
			continue; /* no outlier, or there is none of this kind */
		if (kinds.columns + 2 > MOST_COLUMNS) {
			print_block(out, o, &kinds, bold);
			kinds.columns = 0;
		}
		kinds.column[kinds.columns++] = (struct column){row[i].head[0], measure};
		kinds.column[kinds.columns++] = (struct column){row[i].head[1], measure + 4};
	}
	if (kinds.columns > 0)
		print_block(out, o, &kinds, bold);
}

static void print_outliers(FILE *out, const struct result *o, bool bold)
{
	static const struct block all = {
		"Outliers: recall in the first L % of the ranking, and AUC",
		{{"5 %", ODD_M_RECALL}, {"10 %", ODD_M_RECALL + 1}, {"15 %", ODD_M_RECALL + 2},
			{"20 %", ODD_M_RECALL + 3}, {"25 %", ODD_M_RECALL + 4}, {"AUC", ODD_M_AUC}},
		6};
	static const struct block placebos = {
		"Placebos: share in the first L %, and AUC of outliers against them (odd), of\n"
		"them against ordinary nodes (made: 0.5 if being made did not show)",
		{{"5 %", PLACEBO_RECALL}, {"10 %", PLACEBO_RECALL + 1},
			{"25 %", PLACEBO_RECALL + 4}, {"odd", ODD_M_PLACEBO},
			{"made", ODD_M_PLACEBO_ABOVE}},
		5};
	print_block(out, o, &all, bold);
	print_kinds(out, o, bold);
	if (!isnan(result_largest(o->table, ODD_M_PLACEBO_ABOVE)))
		print_block(out, o, &placebos, bold);
}

static void print_classification(FILE *out, const struct result *o, bool bold)
{
	static const struct {
		const char *heading;
		size_t measure;
	} row[] = {{"Classification: macro F1, share of the labels learnt from", ODD_M_MACRO},
		{"Classification: micro F1", ODD_M_MICRO},
		{"Classification: F1 weighted by class, what the paper's text calls micro",
			ODD_M_WEIGHTED}};
	static const char *const head[] = {"10 %", "20 %", "30 %", "40 %", "50 %"};
	for (size_t i = 0; i < 3; i++) {
		struct block b = {.heading = row[i].heading, .columns = ODD_TRAIN_ROWS};
		for (size_t t = 0; t < ODD_TRAIN_ROWS; t++)
			b.column[t] = (struct column){head[t], row[i].measure + t};
		print_block(out, o, &b, bold);
	}
}

static void print_clustering(FILE *out, const struct result *o, bool bold)
{
	static const struct block b = {
		"Clustering: accuracy over all nodes, and without the outliers",
		{{"all", ODD_M_CLUSTERING}, {"without", ODD_M_CLUSTERING_KEPT}}, 2};
	print_block(out, o, &b, bold);
}

static void print_cost(FILE *out, const struct result *o)
{
	static const size_t measure[] = {ODD_M_SECONDS, ODD_M_EVALUATION};
	text_heading(out, "Cost of one cell, in seconds");
	fprintf(out, "  %-*s%15s %15s %9s\n", COST_NAME, "", "method", "measuring", "seeds");
	for (size_t m = 0; m < o->table->methods; m++) {
		fputs("  ", out);
		text_cell(out, title(o, m), COST_NAME, false);
		size_t count = 0;
		for (size_t i = 0; i < 2; i++) {
			odd_spread s = odd_comparison_spread(o->table, m, measure[i], &count);
			char text[80] = "-";
			if (!isnan(s.mean))
				snprintf(text, sizeof text, "%.2f", s.mean);
			if (!isnan(s.deviation))
				snprintf(text, sizeof text, "%.2f%s%.2f", s.mean,
					text_glyphs()->plus_minus, s.deviation);
			if (i > 0)
				putc(' ', out);
			text_cell(out, text, 15, true);
		}
		fprintf(out, " %5zu/%zu\n", count, o->table->seeds);
	}
}

/* ---- above and below ---------------------------------------------------------------------- */

static void print_planted(FILE *out, const odd_plant_options *p)
{
	char text[400] = "planted";
	size_t used = strlen(text);
	const char *comma = "";
	used += (size_t)snprintf(text + used, sizeof text - used,
		" (%s):", p->style == ODD_PLANT_LOCAL ? "local" : "uniform");
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		size_t count = odd_plant_count(p, odd__plant_kind[t]);
		if (count == 0 && (odd__plant_kind[t] > ODD_COMBINED || odd_plant_outliers(p) == 0))
			continue;
		used += (size_t)snprintf(text + used, sizeof text - used, "%s %zu %s", comma, count,
			odd_kind_name(odd__plant_kind[t]));
		comma = ",";
	}
	snprintf(text + used, sizeof text - used, "; the same network for all methods");
	text_paragraph(out, text);
}

static void print_head(FILE *out, const struct result *o)
{
	const odd_plant_options *p = &o->compared->plant;
	const odd_network *net = o->net;
	const char *dot = text_glyphs()->dot;
	text_heading(out, (o->compared->tasks & ODD_USUAL_TASKS) != 0 ? "Comparison" : "Battery");
	fputs("  ", out);
	text_short(out, net->name, 40);
	fprintf(out, ": %zu nodes %s %zu links %s %zu attributes %s %zu %s\n", net->nodes, dot,
		net->edges, dot, net->attributes, dot, o->groups->count,
		o->groups->found ? "communities" : "classes");
	if (odd_plant_total(p) > 0)
		print_planted(out, p);
	fprintf(out, "  %zu %s, %llu", o->compared->seeds,
		plural(o->compared->seeds, "seed", "seeds"), (unsigned long long)o->compared->seed);
	if (o->compared->seeds > 1)
		fprintf(out, " to %llu",
			(unsigned long long)(o->compared->seed + o->compared->seeds - 1));
	fprintf(out, " %s K %zu", dot, o->compared->k);
	if (o->compared->seeds > 1)
		fprintf(out, " %s mean%sstandard deviation over seeds", dot,
			text_glyphs()->plus_minus);
	fputs("\n\n", out);
}

static void print_methods(FILE *out, const struct result *o)
{
	text_heading(out, "\nMethods");
	for (size_t m = 0; m < o->table->methods; m++)
		if (o->table->method[m]->note != NULL)
			bullet(out, title(o, m), o->table->method[m]->note);
	if ((o->compared->tasks & ODD_USUAL_TASKS) == 0)
		return; /* none of the battery's rows is a public program */
	text_heading(out, "\nSettings that are not those of the public programs");
	bool any = false;
	for (size_t m = 0; m < o->table->methods; m++) {
		char *text = compare_departures(o, o->table->method[m]);
		if (text != NULL && text[0] != '\0') {
			bullet(out, title(o, m), text);
			any = true;
		}
		free(text);
	}
	if (!any)
		text_bullet(out, "none");
}

static bool any_published(const struct result *o)
{
	for (size_t m = 0; m < o->table->methods; m++)
		for (size_t measure = 0; measure < ODD_MEASURES; measure++)
			if (!isnan(result_published(o, m, measure)))
				return true;
	return false;
}

static void print_notes(FILE *out, const struct result *o, bool bold)
{
	char text[400], peak[SHEET_NUMBER];
	unsigned tasks = o->compared->tasks;
	text_heading(out, "\nNotes");
	snprintf(text, sizeof text,
		"%s the largest mean of a column. Every number is a mean over the seeds, never the "
		"best of them.",
		bold ? "Bold is" : "* marks");
	text_bullet(out, text);
	text_bullet(out, (tasks & ODD_USUAL_TASKS) != 0
				 ? "No setting was tuned on planted outliers, except where the "
				   "note of a method says so."
				 : "The forms of the scores were chosen on planted outliers, with "
				   "seeds 1 to 20; other seeds judge them.");
	if ((tasks & ODD_BATTERY_TASKS) != 0)
		report_battery_notes(out, o);
	if ((tasks & (ODD_BATTERY_TASKS | ODD_TASK_BIT(ODD_TASK_OUTLIERS))) != 0)
		text_bullet(out, "Nodes of equal score count by their expected share. Methods "
				 "without a score of their own are ranked by an isolation forest "
				 "on the embedding (100 trees of 256 nodes).");
	if ((tasks & ODD_TASK_BIT(ODD_TASK_CLASSIFICATION)) != 0) {
		snprintf(text, sizeof text,
			"F1 is that of a random forest (100 trees) on the embedding: for each seed "
			"the mean of %zu random %s of the labelled nodes, planted ones included; "
			"the deviation is that between seeds.",
			o->compared->repeats, plural(o->compared->repeats, "split", "splits"));
		text_bullet(out, text);
	}
	if ((tasks & ODD_TASK_BIT(ODD_TASK_CLUSTERING)) != 0)
		text_bullet(out, "Clusters are those of k-means (k-means++, best inertia of 10 "
				 "starts), one for each class, named as suits best.");
	if (any_published(o))
		text_bullet(out,
			"(published): " ODD_PUBLISHED_SOURCE ", read off the charts; one run on "
			"outliers that the authors planted, for reference.");
	for (size_t i = 0; i < o->note_count; i++)
		text_bullet(out, o->note[i]);
	for (size_t i = 0; i < o->table->methods * o->table->seeds; i++) {
		const odd_cell *cell = &o->table->cell[i];
		if (cell->state != ODD_CELL_FAILED)
			continue;
		snprintf(text, sizeof text, "failed: %s, seed %llu: %s",
			o->table->method[cell->method]->name, (unsigned long long)cell->seed,
			cell->error.message);
		text_bullet(out, text);
	}
	if (o->table->at_once > 0)
		fprintf(out, "\n%.1f s, %d %s at once; peak memory of the whole process %s\n",
			o->seconds[STAGE_TOTAL], o->table->at_once,
			plural((size_t)o->table->at_once, "cell", "cells"),
			text_bytes(peak, o->peak_memory));
	else
		fputs("\nall cells were taken from files of an earlier comparison\n", out);
	text_print(out, "%s\n", o->command);
}

void report_compare_text(FILE *out, const struct result *o)
{
	unsigned tasks = o->compared->tasks;
	bool bold = text_bold(out);
	print_head(out, o);
	if ((tasks & ODD_TASK_BIT(ODD_TASK_OUTLIERS)) != 0)
		print_outliers(out, o, bold);
	if ((tasks & ODD_TASK_BIT(ODD_TASK_CLASSIFICATION)) != 0)
		print_classification(out, o, bold);
	if ((tasks & ODD_TASK_BIT(ODD_TASK_CLUSTERING)) != 0)
		print_clustering(out, o, bold);
	report_battery_text(out, o, bold);
	print_cost(out, o);
	print_methods(out, o);
	print_notes(out, o, bold);
}

/* ---- the battery: a row for each score and plain
 * read-out, the standard deviation over the seeds below its mean.
 */

enum { BATTERY_NAME = 20, BATTERY_CELL = 8, MOST = 7 };

struct battery_column {
	const char *head;
	size_t measure; /* of the battery */
	bool leads;     /* the largest is the best one */
};

static const struct battery_column aucs[] = {{"uniform", ODD_B_AUC + ODD_COLUMN_UNIFORM, true},
	{"local", ODD_B_AUC + ODD_COLUMN_LOCAL, true}, {"swap", ODD_B_AUC + ODD_COLUMN_SWAP, true},
	{"rewire", ODD_B_AUC + ODD_COLUMN_REWIRE, true},
	{"clique", ODD_B_AUC + ODD_COLUMN_CLIQUE, true}, {"mean", ODD_B_MEAN, true},
	{"placebo", ODD_B_AUC + ODD_COLUMN_PLACEBO, true}};
static const struct battery_column rest[] = {{"made", ODD_B_PLACEBO, false},
	{"known", ODD_B_AUC + ODD_COLUMN_KNOWN, true}, {"at k", ODD_B_RECALL_K, true},
	{"av.prec.", ODD_B_PRECISION, true}};

/* ".962", "1.000"; "-" for none. */
static void digits(char out[16], const char *sign, double x)
{
	char text[16] = "-";
	if (!isnan(x))
		snprintf(text, sizeof text, "%.3f", x);
	snprintf(out, 16, "%.4s%.8s", isnan(x) ? "" : sign, text[0] == '0' ? text + 1 : text);
}

static void print_rows(FILE *out, const struct result *o, const struct battery_column *column,
	 size_t columns, bool bold)
{
	double lead[MOST];
	char text[16];
	fprintf(out, "  %-*s", BATTERY_NAME, "");
	for (size_t i = 0; i < columns; i++) {
		text_value(out, column[i].head, BATTERY_CELL, false, false);
		lead[i] = result_largest(o->table, ODD_M_BATTERY + column[i].measure);
	}
	putc('\n', out);
	for (size_t m = 0; m < o->table->methods; m++) {
		bool spread = false;
		fputs("  ", out);
		text_cell(out, odd_compare_title(o->compared, o->table->method[m]), BATTERY_NAME,
			false);
		for (size_t i = 0; i < columns; i++) {
			odd_spread s =
				odd_comparison_spread(o->table, m, ODD_M_BATTERY + column[i].measure, NULL);
			digits(text, "", s.mean);
			text_value(out, text, BATTERY_CELL, column[i].leads && s.mean >= lead[i],
				bold);
			spread = spread || !isnan(s.deviation);
		}
		if (spread)
			fprintf(out, "\n  %-*s", BATTERY_NAME, "");
		for (size_t i = 0; i < columns && spread; i++) {
			odd_spread s =
				odd_comparison_spread(o->table, m, ODD_M_BATTERY + column[i].measure, NULL);
			digits(text, text_glyphs()->plus_minus, s.deviation);
			text_value(out, text, BATTERY_CELL, false, false);
		}
		putc('\n', out);
	}
	putc('\n', out);
}

static void print_recall(FILE *out, const struct result *o, size_t measure, bool bold)
{
	struct battery_column column[MOST];
	size_t columns = 0;
	for (size_t c = 0; c < ODD_COLUMNS; c++) {
		size_t at = ODD_M_BATTERY + measure + c;
		if (c != ODD_COLUMN_PLACEBO && !isnan(result_largest(o->table, at)))
			column[columns++] = (struct battery_column){
				odd_column_name((odd_column)c), measure + c, true};
	}
	print_rows(out, o, column, columns, bold);
}

void report_battery_text(FILE *out, const struct result *o, bool bold)
{
	char heading[120];
	bool known = !isnan(result_largest(o->table, ODD_M_BATTERY + ODD_B_AUC + ODD_COLUMN_KNOWN));
	text_heading(out, "Battery: AUC on outliers of each kind, and against placebos");
	print_rows(out, o, aucs, sizeof aucs / sizeof *aucs, bold);
	snprintf(heading, sizeof heading, "Battery: how high placebos rank%s",
		known ? ", and known outliers" : "");
	text_heading(out, heading);
	print_rows(out, o, rest, known ? 4 : 1, bold);
	for (size_t r = 0; r < 2 && o->battery_recall; r++) {
		snprintf(heading, sizeof heading, "Battery: recall in the first %s %%",
			r == 0 ? "5" : "10");
		text_heading(out, heading);
		print_recall(out, o, r == 0 ? ODD_B_RECALL5 : ODD_B_RECALL10, bold);
	}
}

void report_battery_notes(FILE *out, const struct result *o)
{
	static const odd_column shown[] = {
		ODD_COLUMN_UNIFORM, ODD_COLUMN_SWAP, ODD_COLUMN_REWIRE, ODD_COLUMN_CLIQUE};
	odd_plant_options p[4];
	char text[400];
	for (size_t i = 0; i < 4; i++)
		p[i] = odd_battery_planting(shown[i], o->net->nodes, 0);
	snprintf(text, sizeof text,
		"uniform, local: %zu planted nodes, the paper's three kinds. swap: %zu nodes have "
		"the words of another class. rewire: %zu have links to other classes only. clique: "
		"%zu cliques of %zu, and %zu nodes with words far from their own.",
		odd_plant_outliers(&p[0]), p[1].swap, p[2].rewire, p[3].cliques, p[3].clique_size,
		p[3].contextual);
	text_bullet(out, text);
	text_bullet(out,
		"placebo: uniform planting beside as many nodes made in the same way with nothing "
		"odd about them; the AUC is of odd against placebo. made: placebos against "
		"ordinary nodes; above .5 a score finds that a node was made, odd or not.");
	if (o->net->has_truth)
		text_bullet(out, "Outliers that the data marks count in the column known alone.");
}
