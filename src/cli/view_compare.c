/* view_compare.c: what the reports of compare and battery say: a table for each task, a row for
 * each method, mean ± standard deviation, and below what a reader has to know. */
#include "config.h"

#include "cli/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/compare.h"
#include "cli/text.h"

enum { MOST = 6, OF_PLACEBOS = ODD_M_RECALL + ODD_RECALL_ROWS * ODD_PLACEBO };

/* A table: what is measured, and the heads of the columns. */
struct block {
	odd_task task;
	const char *heading;
	struct {
		const char *head;
		size_t measure;
	} column[MOST];
};

#define RECALL(kind, row) (ODD_M_RECALL + ODD_RECALL_ROWS * (size_t)(kind) + (row))
#define BATTERY(measure) (ODD_M_BATTERY + (measure))
#define TRAIN(first) \
	{ \
		{"10 %", first}, {"20 %", (first) + 1}, {"30 %", (first) + 2}, \
			{"40 %", (first) + 3}, \
		{ \
			"50 %", (first) + 4 \
		} \
	}
#define KINDS(first) \
	{ \
		{"uniform", BATTERY(first) + ODD_COLUMN_UNIFORM}, \
			{"local", BATTERY(first) + ODD_COLUMN_LOCAL}, \
			{"swap", BATTERY(first) + ODD_COLUMN_SWAP}, \
			{"rewire", BATTERY(first) + ODD_COLUMN_REWIRE}, \
			{"clique", BATTERY(first) + ODD_COLUMN_CLIQUE}, \
		{ \
			"known", BATTERY(first) + ODD_COLUMN_KNOWN \
		} \
	}

/* clang-format off */
static const struct block blocks[] = {
	{ODD_TASK_OUTLIERS, "Outliers: recall in the first L % of the ranking, and AUC",
		{{"5 %", RECALL(0, 0)}, {"10 %", RECALL(0, 1)}, {"15 %", RECALL(0, 2)},
		{"20 %", RECALL(0, 3)}, {"25 %", RECALL(0, 4)}, {"AUC", ODD_M_AUC}}},
	{ODD_TASK_OUTLIERS, "Outliers by kind: recall in the first 5 % and 25 %",
		{{"struct 5", RECALL(ODD_STRUCTURAL, 0)}, {"struct 25", RECALL(ODD_STRUCTURAL, 4)},
		{"attr 5", RECALL(ODD_ATTRIBUTE, 0)}, {"attr 25", RECALL(ODD_ATTRIBUTE, 4)},
		{"comb 5", RECALL(ODD_COMBINED, 0)}, {"comb 25", RECALL(ODD_COMBINED, 4)}}},
	{ODD_TASK_OUTLIERS, "Outliers of further kinds: recall in the first 5 % and 25 %",
		{{"swap 5", RECALL(ODD_SWAP, 0)}, {"swap 25", RECALL(ODD_SWAP, 4)},
		{"rewire 5", RECALL(ODD_REWIRE, 0)}, {"rewire 25", RECALL(ODD_REWIRE, 4)},
		{"clique 5", RECALL(ODD_CLIQUE, 0)}, {"clique 25", RECALL(ODD_CLIQUE, 4)}}},
	{ODD_TASK_OUTLIERS, "Contextual outliers: recall in the first 5 % and 25 %",
		{{"context 5", RECALL(ODD_CONTEXTUAL, 0)}, {"context 25", RECALL(ODD_CONTEXTUAL, 4)}}},
	{ODD_TASK_OUTLIERS,
		"Placebos: share in the first L %, and AUC of outliers against them (odd), of\n"
		"them against ordinary nodes (made: 0.5 if being made did not show)",
		{{"5 %", OF_PLACEBOS}, {"10 %", OF_PLACEBOS + 1}, {"25 %", OF_PLACEBOS + 4},
		{"odd", ODD_M_PLACEBO}, {"made", ODD_M_PLACEBO_ABOVE}}},
	{ODD_TASK_CLASSIFICATION, "Classification: macro F1, share of the labels learnt from",
		TRAIN(ODD_M_MACRO)},
	{ODD_TASK_CLASSIFICATION, "Classification: micro F1", TRAIN(ODD_M_MICRO)},
	{ODD_TASK_CLASSIFICATION,
		"Classification: F1 weighted by class, what the paper's text calls micro",
		TRAIN(ODD_M_WEIGHTED)},
	{ODD_TASK_CLUSTERING, "Clustering: accuracy over all nodes, and without the outliers",
		{{"all", ODD_M_CLUSTERING}, {"without", ODD_M_CLUSTERING_KEPT}}},
	{ODD_TASK_BATTERY, "Battery: AUC on outliers of each kind",
		{{"uniform", BATTERY(ODD_B_AUC + ODD_COLUMN_UNIFORM)},
		{"local", BATTERY(ODD_B_AUC + ODD_COLUMN_LOCAL)},
		{"swap", BATTERY(ODD_B_AUC + ODD_COLUMN_SWAP)},
		{"rewire", BATTERY(ODD_B_AUC + ODD_COLUMN_REWIRE)},
		{"clique", BATTERY(ODD_B_AUC + ODD_COLUMN_CLIQUE)},
		{"mean", BATTERY(ODD_B_MEAN)}}},
	{ODD_TASK_BATTERY, "Battery: against placebos, how high these rank, and known outliers",
		{{"placebo", BATTERY(ODD_B_AUC + ODD_COLUMN_PLACEBO)},
		{"made", BATTERY(ODD_B_PLACEBO)},
		{"known", BATTERY(ODD_B_AUC + ODD_COLUMN_KNOWN)},
		{"at k", BATTERY(ODD_B_RECALL_K)}, {"av.prec.", BATTERY(ODD_B_PRECISION)}}},
	{ODD_TASK_BATTERY, "Battery: recall in the first 5 %", KINDS(ODD_B_RECALL5)},
	{ODD_TASK_BATTERY, "Battery: recall in the first 10 %", KINDS(ODD_B_RECALL10)},
};
/* clang-format on */

static bool has_task(const json_t *o, const char *name)
{
	size_t i;
	json_t *task;
	json_array_foreach(view_at(o, "options.tasks"), i,
		task) if (strcmp(json_string_value(task), name) == 0) return true;
	return false;
}

/* A result of a method: an object of mean, deviation, seeds and published. */
static json_t *result_of(const json_t *method, size_t measure)
{
	return json_object_get(json_object_get(method, "results"), odd_measure_get(measure)->name);
}

/* Of placebos no method should find many: the largest is no lead. */
static bool can_lead(size_t measure)
{
	return !(measure >= OF_PLACEBOS && measure < OF_PLACEBOS + ODD_RECALL_ROWS) &&
	       measure != ODD_M_PLACEBO_ABOVE && measure != BATTERY(ODD_B_PLACEBO);
}

void view_caveats(FILE *out, const json_t *o)
{
	size_t i;
	json_t *method;
	json_array_foreach(view_at(o, "methods"), i, method)
	{
		char text[1024];
		if (*view_text(method, "caveat") == '\0')
			continue;
		snprintf(text, sizeof text, "%s: %s", view_text(method, "title"),
			view_text(method, "caveat"));
		text_bullet(out, text);
	}
}

/* The numbers of all methods, and those that were published in a row of their own. */
static void tell_block(FILE *out, const json_t *o, const struct block *b)
{
	static const char key[MOST][2] = {"0", "1", "2", "3", "4", "5"};
	struct view_column column[MOST + 1] = {{"", "title", NULL, 0, 17, false}};
	const char *format = b->task == ODD_TASK_BATTERY ? "%.3f" : "%.2f";
	json_t *rows = json_array(), *method;
	size_t count = 1, m;
	bool any = false;
	for (size_t i = 0; i < MOST && b->column[i].head != NULL; i++)
		column[count++] = (struct view_column){
			b->column[i].head, key[i], format, 0, 8, can_lead(b->column[i].measure)};
	json_array_foreach(view_at(o, "methods"), m, method)
	{
		json_t *row = json_object(), *published = json_object();
		json_object_set(row, "title", json_object_get(method, "title"));
		for (size_t i = 0; i + 1 < count; i++) {
			json_t *result = result_of(method, b->column[i].measure);
			const double known = view_number(result, "published");
			if (result != NULL)
				json_object_set(row, key[i], result);
			if (!isnan(known))
				json_object_set_new(
					published, key[i], json_sprintf("(%.2f)", known));
			any = any || result != NULL;
		}
		json_array_append_new(rows, row);
		if (json_object_size(published) > 0) {
			json_object_set_new(published, "title", json_string("  published"));
			json_array_append(rows, published);
		}
		json_decref(published);
	}
	if (any) {
		text_heading(out, b->heading);
		view_table(out, rows, SIZE_MAX, column, count);
		view_caveats(out, o);
		putc('\n', out);
	}
	json_decref(rows);
}

static void tell_head(FILE *out, const json_t *o)
{
	const json_t *planted = view_at(o, "dataset.planted");
	const double seeds = view_number(o, "options.seeds"), seed = view_number(o, "options.seed");
	char text[400];
	const char *name, *comma = ":";
	json_t *count;
	size_t used = (size_t)snprintf(
		text, sizeof text, "planted (%s)", view_text(o, "options.plant_style"));
	text_heading(out, has_task(o, "battery") ? "Battery" : "Comparison");
	view_line(out, o,
		"  {dataset.name:40}: {dataset.nodes} nodes · {dataset.edges} links · "
		"{dataset.attributes} attributes · {groups.count} {groups.kind}");
	json_object_foreach(view_at(o, "dataset.planted"), name, count)
	{
		if (!(json_number_value(count) > 0.0))
			continue;
		used += (size_t)snprintf(text + used, sizeof text - used, "%s %.0f %s", comma,
			json_number_value(count), name);
		comma = ",";
	}
	snprintf(text + used, sizeof text - used, "; the same network for all methods");
	if (*comma == ',' && planted != NULL)
		text_paragraph(out, text);
	if (seeds > 1.0)
		text_print(out, "  %.0f seeds, %.0f to %.0f", seeds, seed, seed + seeds - 1.0);
	else
		text_print(out, "  1 seed, %.0f", seed);
	view_line(out, o, " · K {options.dims}");
	if (seeds > 1.0)
		text_print(out, "  mean±standard deviation over seeds\n");
	putc('\n', out);
}

static void tell_methods(FILE *out, const json_t *o)
{
	static const char *const part[][2] = {{"\nMethods", "note"},
		{"\nSettings that are not those of the public programs", "departures"}};
	for (size_t p = 0; p < (has_task(o, "battery") ? 1 : 2); p++) {
		json_t *list = json_array(), *method;
		size_t i;
		json_array_foreach(view_at(o, "methods"), i,
			method) if (*view_text(method, part[p][1]) != '\0')
			json_array_append_new(
				list, json_sprintf("%s: %s", view_text(method, "title"),
					      view_text(method, part[p][1])));
		if (p > 0 && json_array_size(list) == 0)
			json_array_append_new(list, json_string("none"));
		view_bullets(out, part[p][0], list);
		json_decref(list);
	}
}

static bool any_published(const json_t *o)
{
	size_t i;
	const char *name;
	json_t *method, *result;
	json_array_foreach(view_at(o, "methods"), i, method)
		json_object_foreach(json_object_get(method, "results"), name,
			result) if (view_at(result, "published") != NULL) return true;
	return false;
}

static void tell_notes(FILE *out, const json_t *o)
{
	static const struct {
		const char *task; /* NULL: any */
		const char *text;
	} notes[] = {
		{NULL, "Every number is a mean over the seeds, never the best of them; * or bold is "
		       "the largest mean of a column."},
		{"battery",
			"The forms of the scores were chosen on planted outliers, with seeds 1 to 20; "
			"other seeds judge them."},
		{"battery",
			"uniform, local: the paper's three kinds. swap: nodes have the words of "
			"another class. rewire: they have links to other classes only. clique: "
			"cliques, and nodes with words far from their own."},
		{"battery",
			"placebo: uniform planting beside as many nodes made in the same way with "
			"nothing odd about them; the AUC is of odd against placebo. made: "
			"placebos against ordinary nodes; above .5 a score finds that a node was "
			"made, odd or not."},
		{"battery",
			"known: outliers that the data marks, which count in that column alone."},
		{"outliers", "No setting was tuned on planted outliers, except where the note of a "
			     "method says so."},
		{NULL, "Nodes of equal score count by their expected share. Methods without a score "
		       "of their own are ranked by an isolation forest on the embedding (100 trees "
		       "of 256 nodes)."},
		{"classification",
			"F1 is that of a random forest (100 trees) on the embedding: for each seed the "
			"mean over random splits of the labelled nodes (--repeats), planted ones "
			"included; the deviation is that between seeds."},
		{"clustering",
			"Clusters are those of k-means (k-means++, best inertia of 10 starts), "
			"one for each class, named as suits best."},
	};
	size_t i;
	json_t *one;
	text_heading(out, "\nNotes");
	for (size_t n = 0; n < sizeof notes / sizeof *notes; n++)
		if (notes[n].task == NULL || has_task(o, notes[n].task))
			text_bullet(out, notes[n].text);
	if (any_published(o)) {
		char text[200];
		snprintf(text, sizeof text,
			"(published): %s, read off the charts; one run on outliers that the authors "
			"planted, for reference.",
			view_text(o, "published_source"));
		text_bullet(out, text);
	}
	json_array_foreach(view_at(o, "notes"), i, one) text_bullet(out, json_string_value(one));
	json_array_foreach(view_at(o, "cells"), i, one)
	{
		char text[500];
		if (*view_text(one, "error") == '\0')
			continue;
		snprintf(text, sizeof text, "failed: %s, seed %.0f: %s", view_text(one, "method"),
			view_number(one, "seed"), view_text(one, "error"));
		text_bullet(out, text);
	}
}

void view_comparison(FILE *out, const json_t *o)
{
	static const struct view_column cost[] = {{"", "title", NULL, 0, 20, false},
		{"method", "results.seconds", "%.2f", 0, 14, false},
		{"measuring", "results.evaluation_seconds", "%.2f", 0, 14, false},
		{"seeds", "finished", NULL, 0, 0, false}};
	const double at_once = view_number(o, "cells_at_once");
	size_t i;
	json_t *method;
	json_array_foreach(view_at(o, "methods"), i, method) json_object_set_new(method, "finished",
		json_sprintf("%.0f/%.0f", fmax(0.0, view_number(method, "results.seconds.seeds")),
			view_number(o, "options.seeds")));
	tell_head(out, o);
	for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
		if (has_task(o, odd_task_name(blocks[b].task)) &&
			(strstr(blocks[b].heading, "Battery: recall") == NULL ||
				json_is_true(view_at(o, "options.recall"))))
			tell_block(out, o, &blocks[b]);
	text_heading(out, "Cost of one cell, in seconds");
	view_table(out, view_at(o, "methods"), SIZE_MAX, cost, sizeof cost / sizeof *cost);
	tell_methods(out, o);
	tell_notes(out, o);
	putc('\n', out);
	if (at_once > 0.0)
		view_line(out, o,
			"{seconds:%.1f} s, {cells_at_once:cell|cells} at once; peak memory of the "
			"whole process {peak_memory_bytes:bytes}");
	else
		fputs("all cells were taken from files of an earlier comparison\n", out);
	text_print(out, "%s\n", view_text(o, "command"));
}
