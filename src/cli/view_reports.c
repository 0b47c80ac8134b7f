/* view_reports.c: what the reports of run, explain, times, info and score say. */
#include "config.h"

#include "cli/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text.h"
#include "study/notes.h"

#define COUNT(table) (sizeof table / sizeof *table)

/* How many there are of each kind, by the names of an object. */
static void read_kinds(size_t count[ODD_KINDS], const json_t *kinds)
{
	for (int kind = 0; kind < ODD_KINDS; kind++) {
		const double n = view_number(kinds, odd_kind_name((odd_kind)kind));
		count[kind] = n > 0.0 ? (size_t)n : 0;
	}
}

/* ---- a run ---------------------------------------------------------------------------------- */

static void tell_network(FILE *out, const json_t *o)
{
	size_t count[ODD_KINDS], told = 0;
	const double outliers = view_number(o, "dataset.outliers");
	double planted = 0.0;
	text_heading(out, "Network");
	view_line(
		out, o, "  {dataset.name:60}  ({dataset.format}[{dataset.directed:?}, directed])");
	view_line(out, o,
		"  {dataset.nodes:node|nodes} · {dataset.edges:link|links} · "
		"[{dataset.links_are_words:!}{dataset.attributes:attribute|attributes}]"
		"[{dataset.links_are_words:?}no attributes][ · {dataset.labels:class|classes}]");
	read_kinds(count, view_at(o, "dataset.planted"));
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++) {
		told += odd_kind_is_outlier(kind) ? count[kind] : 0;
		if (odd_kind_is_outlier(kind))
			planted += fmax(0.0, view_number(view_at(o, "options.plant"),
						     odd_kind_name((odd_kind)kind)));
	}
	count[ODD_UNKNOWN_KIND] = outliers > (double)told ? (size_t)outliers - told : 0;
	if (outliers > 0.0) {
		const int column = fprintf(out, "  %.0f known %s:", outliers,
			plural((size_t)outliers, "outlier", "outliers"));
		text_kinds(out, count, (size_t)column);
		putc('\n', out);
	}
	if (planted > 0.0) {
		fprintf(out, "  %.0f of them planted now, ", planted);
		view_line(out, o, "{options.plant_style} style, seed {options.plant_seed}");
	}
	if (count[ODD_PLACEBO] > 0)
		text_print(out, "  × %zu %s: made as outliers are, with nothing odd about them\n",
			count[ODD_PLACEBO], plural(count[ODD_PLACEBO], "placebo", "placebos"));
}

static void tell_model(FILE *out, const json_t *o)
{
	const json_t *trace = view_at(o, "trace");
	const double first = view_number(trace, "0.loss"), last = view_number(trace, "-1.loss");
	size_t steps = json_array_size(trace), rises = 0;
	for (size_t i = 1; i < steps; i++) {
		const double before = view_number(json_array_get(trace, i - 1), "loss");
		rises += view_number(json_array_get(trace, i), "loss") > before * (1.0 + 1e-12);
	}
	text_heading(out, "\nONE");
	view_line(out, o,
		"  preset {options.preset} · K {options.dims} · start {options.init:24} · seed "
		"{options.seed}");
	view_line(out, o,
		"  α {options.alpha:%.4g} · β {options.beta:%.4g} · μ {options.mu}"
		"[ · weights {options.weights.0:%.3g}, {options.weights.1:%.3g}, "
		"{options.weights.2:%.3g}][ · {options.update} updates]");
	fputs("  ", out);
	text_print(out, "%.0f %s", view_number(o, "stopped.iterations"),
		plural((size_t)view_number(o, "stopped.iterations"), "iteration", "iterations"));
	if (strcmp(view_text(o, "stopped.by"), "tolerance") == 0)
		view_line(out, o,
			": the last lowered the loss by less than {options.tolerance} of it");
	else
		putc('\n', out);
	text_print(out, "  loss %.6g → %.6g", first, last);
	if (first > 0.0 && steps > 1)
		fprintf(out, ", down %.2f %% in %zu %s%s", 100.0 * (1.0 - last / first), steps - 1,
			plural(steps - 1, "sub-step", "sub-steps"),
			rises > 0 ? "" : ", rose in none");
	putc('\n', out);
}

static void tell_recall(FILE *out, const json_t *o)
{
	static const char *const head[ODD_KINDS] = {
		[ODD_UNKNOWN_KIND] = "unknown",
#define KIND(id, name, count, brief, ...) [ODD_##id] = brief,
#include "network/kinds.def"
	};
	struct view_column column[ODD_KINDS + 3] = {
		{"first %", "top", "%.0f", 0, 9, false}, {"nodes", "nodes", "%.0f", 0, 7, false}};
	size_t count[ODD_KINDS], n = 2;
	const double outliers = view_number(o, "dataset.outliers");
	read_kinds(count, view_at(o, "dataset.planted"));
	if (!(outliers > 0.0) && count[ODD_PLACEBO] == 0)
		return;
	if (outliers > 0.0)
		column[n++] = (struct view_column){"all", "recall", "%.2f", 0, 7, false};
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		if (count[kind] > 0)
			column[n++] = (struct view_column){
				head[kind], odd_kind_name((odd_kind)kind), "%.2f", 0, 7, false};
	column[n++] = (struct view_column){
		"chance", "nodes", "%.2f", 1.0 / view_number(o, "dataset.nodes"), 7, false};
	text_heading(out, "\nRecall: what share of the known outliers is among the first");
	view_table(out, view_at(o, "recall"), SIZE_MAX, column, n);
	view_line(out, o,
		"  AUC {auc:%.3f} (chance 0.5) · average precision {average_precision:%.3f}");
	if (strcmp(view_text(o, "score.name"), "one") != 0)
		view_line(out, o,
			"  ONE alone finds {one.recall.0.recall:%.2f} {one.recall.1.recall:%.2f} "
			"{one.recall.2.recall:%.2f} {one.recall.3.recall:%.2f} "
			"{one.recall.4.recall:%.2f}; AUC {one.auc:%.3f} · average precision "
			"{one.average_precision:%.3f}");
	view_line(out, o,
		"  AUC of outliers against placebos {placebo_auc:%.3f}: found for being odd");
	view_line(out, o,
		"  AUC of placebos against ordinary nodes {placebo_above:%.3f}: 0.5 if being made "
		"did not show");
}

/* The parts of the score: how much each weighs, what it is and what its test found. */
static void tell_evidence(FILE *out, const json_t *o)
{
	size_t i;
	json_t *part;
	if (!json_is_true(view_at(o, "score.evidence")))
		return;
	text_heading(out, "\nEvidence: what the score is made of");
	json_array_foreach(view_at(o, "evidence"), i, part)
	{
		char line[300], weight[16] = "-";
		const bool used = json_is_true(json_object_get(part, "used"));
		if (used)
			snprintf(weight, sizeof weight, "%3.0f %%",
				100.0 * view_number(part, "weight"));
		snprintf(line, sizeof line, "%s%s%s", used ? view_text(part, "about") : "left out",
			*view_text(part, "why") != '\0' ? ": " : "", view_text(part, "why"));
		fprintf(out, "  %-13s %5s  ", view_text(part, "name"), weight);
		text_wrap(out, line, 22);
	}
}

static void tell_ranking(FILE *out, const json_t *o)
{
	enum { FIXED = 9 };
	struct view_column column[FIXED + ODD_COMPONENTS] = {{"rank", "rank", "%.0f", 0, 5, false},
		{"=", "equal", NULL, 0, 0, false}, {"from", "lowest_rank", "%.0f", 0, 0, false},
		{"to", "highest_rank", "%.0f", 0, 0, false}, {"kind", "kind", "kind", 0, 0, false},
		{"node", "id", NULL, 0, 0, false}, {"name", "name", NULL, 0, 0, false},
		{"label", "label", NULL, 0, 0, false}, {"score", "total", "%.3g", 0, 0, false}};
	static char member[ODD_COMPONENTS][40];
	const json_t *nodes = view_at(o, "outliers");
	const bool ranked = json_is_true(view_at(o, "score.ranked"));
	size_t i, count = FIXED, known = 0, tied = 0;
	json_t *one;
	json_array_foreach(nodes, i, one)
	{
		const char *kind = view_text(one, "kind");
		known += odd_kind_is_outlier(odd_kind_from_name(kind, strlen(kind)));
		tied += json_is_true(json_object_get(one, "equal"));
	}
	json_array_foreach(view_at(o, "evidence"), i, one)
	{
		if (!json_is_true(json_object_get(one, "shown")))
			continue;
		snprintf(member[i], sizeof *member, "%s%s", ranked ? "percentiles." : "",
			view_text(one, "name"));
		column[count++] = (struct view_column){view_text(one, "head"), member[i],
			ranked ? "%.1f" : "%.3g", ranked ? 100.0 : 1.0, 0, false};
	}
	if (json_array_size(nodes) == 0)
		return;
	text_heading(out, "\nThe oddest nodes");
	view_table(out, nodes, SIZE_MAX, column, count);
	if (view_number(o, "dataset.outliers") > 0.0)
		fprintf(out, "  known outliers among these %zu: %zu\n", json_array_size(nodes),
			known);
	view_line(out, o, "  called odd: the first {odd} of {dataset.nodes} nodes");
	if (*view_text(o, "score.about") != '\0')
		text_paragraph(out, view_text(o, "score.about"));
	if (ranked)
		text_paragraph(out, "Percentiles: 100 is the oddest.");
	view_line(out, o,
		"  From, to: the least and the largest rank in this run and "
		"{certainty.runs:further one|further ones},");
	view_line(out, o,
		"  with K from {certainty.least_dims} to {certainty.most_dims} and other seeds.");
	if (tied > 0)
		text_paragraph(out, "= marks nodes of equal score, which stand in the order of the "
				    "data.");
}

static void tell_costs(FILE *out, const json_t *o)
{
	static const char *const what[][2] = {{"load", "load"}, {"plant", "plant"},
		{"init", "start"}, {"iterations", "iterate"}, {"score", "score"},
		{"project", "project"}};
	const json_t *seconds = view_at(o, "seconds");
	const char *before = ": ";
	fprintf(out, "\n%.2f s", view_number(seconds, "total"));
	for (size_t i = 0; i < COUNT(what); i++) {
		const double each = view_number(seconds, what[i][0]);
		if (each >= 0.005) {
			fprintf(out, "%s%s %.2f", before, what[i][1], each);
			before = ", ";
		}
	}
	view_line(out, o, "; peak memory {peak_memory_bytes:bytes}");
}

void view_run(FILE *out, const json_t *o)
{
	tell_network(out, o);
	tell_model(out, o);
	tell_recall(out, o);
	tell_evidence(out, o);
	tell_ranking(out, o);
	view_bullets(out, "\nNotes", view_at(o, "notes"));
	tell_costs(out, o);
}

/* ---- explanations --------------------------------------------------------------------------- */

/* The entries of a row of A or C, the worst explained first, and those that are only expected. */
static void tell_entries(FILE *out, const json_t *row, const char *present, const char *absent)
{
	for (int there = 1; there >= 0; there--) {
		const struct view_column column[] = {
			{there ? present : absent, "title", NULL, 0, 22, false},
			{"label", "label", NULL, 0, 16, false},
			{"data", "given", "%.4g", 0, 8, false},
			{"prepared", "observed", "%.4f", 0, 8, false},
			{"model", "expected", "%.4f", 0, 8, false},
			{"error2", "error", "%.4f", 0, 8, false},
			{"filled in", "filled_in", NULL, 0, 0, false}};
		const json_t *entries = view_at(row, there ? "present" : "absent");
		if (json_array_size(entries) > 0)
			putc('\n', out);
		view_table(out, entries, SIZE_MAX, column, COUNT(column));
	}
}

static void tell_node(FILE *out, const json_t *o, json_t *node)
{
	static const struct view_column part[] = {{"part", "name", NULL, 0, 13, false},
		{"value", "value", "%.4g", 0, 10, false}, {"rank", "rank", "%.0f", 0, 9, false},
		{"percentile", "percentile", "%.1f", 100.0, 11, false},
		{"left out", "left_out", NULL, 0, 0, false}};
	static const struct view_column near[] = {
		{"near in the embedding", "title", NULL, 0, 22, false},
		{"label", "label", NULL, 0, 16, false},
		{"cosine", "similarity", "%.4f", 0, 8, false}};
	const char *kind = view_text(node, "kind");
	json_t *parts = json_array(), *one;
	size_t i;
	json_object_set_new(node, "runs", json_real(1.0 + view_number(o, "certainty.runs")));
	text_heading(out, "Node");
	view_line(out, node, "  {title:76}[{renamed:?} ({id:40})]");
	if (strcmp(kind, "-") != 0)
		json_object_set_new(node, "known",
			json_sprintf("%s %s",
				text_mark((odd_kind)odd_kind_from_name(kind, strlen(kind))), kind));
	json_object_set(node, "all", view_at(o, "dataset.nodes"));
	view_line(out, node,
		"  rank {rank} of {all} · score {total:%.4g}"
		"[ · {lowest_rank} to {highest_rank} in {runs} runs]"
		"[{equal:?} · others have the same][ · known as {known}]");
	view_line(out, node,
		"  [{label:30} · ][{links.count:link|links}[{directed:?} out] · ]"
		"{attributes.count} {attributes.called}");
	putc('\n', out);
	json_array_foreach(view_at(node, "components"), i,
		one) if (json_is_true(json_object_get(one, "told"))) json_array_append(parts, one);
	view_table(out, parts, SIZE_MAX, part, COUNT(part));
	json_decref(parts);
	putc('\n', out);
	json_array_foreach(view_at(node, "sentences"), i, one)
	{
		fputs("  ", out);
		text_line(out, json_string_value(one));
		putc('\n', out);
	}
	if (view_number(o, "dataset.edges") > 0.0)
		tell_entries(out, view_at(node, "links"), "link to", "expected link to");
	tell_entries(
		out, view_at(node, "attributes"), view_text(node, "attributes.called"), "expected");
	if (json_array_size(view_at(node, "near")) > 0)
		putc('\n', out);
	view_table(out, view_at(node, "near"), SIZE_MAX, near, COUNT(near));
}

void view_explanations(FILE *out, const json_t *o)
{
	size_t i;
	json_t *node;
	json_array_foreach(view_at(o, "nodes"), i, node)
	{
		fputs(i > 0 ? "\n" : "", out);
		tell_node(out, o, node);
	}
	view_bullets(out, "\nNotes", view_at(o, "notes"));
}

/* ---- a network at several times ------------------------------------------------------------- */

void view_times(FILE *out, const json_t *o)
{
	static const struct view_column time[] = {{"time", "name", NULL, 0, 14, false},
		{"nodes", "nodes", "%.0f", 0, 7, false}, {"links", "links", "%.0f", 0, 7, false},
		{"came", "came", "%.0f", 0, 6, false}, {"gone", "gone", "%.0f", 0, 6, false},
		{"iter", "iterations", "%.0f", 0, 6, false}, {"loss", "loss", "%.6g", 0, 10, false},
		{"state", "state", NULL, 0, 0, false}};
	static const struct view_column became[] = {{"when", "time", NULL, 0, 10, false},
		{"node", "id", NULL, 0, 12, false}, {"rank", "rank", "%.0f", 0, 5, false},
		{"before", "before", "%.0f", 0, 6, false}, {"until", "until", NULL, 0, 8, false},
		{"all ranks", "ranks", NULL, 0, 0, false}};
	const json_t *times = view_at(o, "times"), *list = view_at(o, "became");
	const double all = view_number(o, "became_odd");
	text_heading(out, "Over time");
	view_line(out, o, "  {name:60}");
	fprintf(out, "  %zu %s", json_array_size(times),
		plural(json_array_size(times), "time", "times"));
	view_line(out, o, " · {nodes:node|nodes} in all · {attributes:attribute|attributes}");
	view_line(out, o,
		"  K {options.dims} · α {options.alpha:%.4g} · β {options.beta:%.4g} · score "
		"{options.score} · seed {options.seed}");
	putc('\n', out);
	view_table(out, times, SIZE_MAX, time, COUNT(time));
	text_heading(out, "\nBecame odd");
	view_line(out, o, "  odd are the first {odd_share:percent} of the ranking");
	if (!(all > 0.0))
		fputs("  no node became odd\n", out);
	else
		putc('\n', out);
	view_table(out, list, SIZE_MAX, became, COUNT(became));
	if (all > (double)json_array_size(list))
		fprintf(out, "  and %.0f more, which --top and --export list\n",
			all - (double)json_array_size(list));
	view_bullets(out, "\nNotes", view_at(o, "notes"));
}

/* ---- a network ------------------------------------------------------------------------------ */

static void tell_spread(FILE *out, const json_t *o, const char *what, const char *member)
{
	const json_t *s = view_at(o, member);
	if (s == NULL)
		return;
	fprintf(out, "  %-16s", what);
	view_line(out, s,
		" {least:%7.0f} {quarter:%8.0f} {half:%8.0f} {three_quarters:%8.0f} {most:%8.0f} "
		"{mean:%10.2f}");
}

static void tell_classes(FILE *out, const json_t *o)
{
	const struct view_column column[] = {{"class", "name", NULL, 0, 40, false},
		{"nodes", "nodes", "%.0f", 0, 8, false},
		{"share", "nodes", "%.1f %%", 100.0 / view_number(o, "nodes"), 8, false}};
	const json_t *classes = view_at(o, "classes");
	text_heading(out, "\nClasses");
	view_table(out, classes, 12, column, COUNT(column));
	if (json_array_size(classes) > 0 && view_number(o, "unlabelled") > 0.0)
		view_line(out, o, "  {unlabelled:node has|nodes have} no label");
	else if (json_array_size(classes) == 0 && view_number(o, "edges") > 0.0)
		view_line(out, o,
			"  no labels; {communities:community was|communities were} found in the "
			"links (Leiden method)");
	else if (json_array_size(classes) == 0)
		fputs("  no labels, and no links to find communities in\n", out);
}

void view_network(FILE *out, const json_t *o)
{
	const struct view_column columns[] = {{"name", "name", NULL, 0, 18, false},
		{"type", "type", NULL, 0, 9, false},
		{"missing", "missing", "%.1f %%", 100.0 / view_number(o, "nodes"), 0, false},
		{"attrs", "attributes", "%.0f", 0, 6, false},
		{"what was done", "done", NULL, 0, 0, false}};
	size_t count[ODD_KINDS], known = 0;
	text_heading(out, "Network");
	view_line(out, o, "  {name:60}  ({format}[{directed:?}, directed])");
	view_line(out, o,
		"  nodes       {nodes:%10.0f}   {isolated} without links, {without_attributes} "
		"without attributes");
	view_line(out, o,
		"  links       {edges:%10.0f}   {density:percent} of all possible"
		"[{weighted:?}, with weights]");
	view_line(out, o,
		"  attributes  {attributes:%10.0f}   [{valued:?}with values][{valued:!}0 or 1]"
		"[, from {columns:column|columns}][{columns:!}{like_words:?}, look like words]"
		"[{columns:!}{like_words:!}, do not look like words]");
	view_line(out, o,
		"  components  {components:%10.0f}   the largest has {largest_component} nodes");
	view_line(out, o, "  checksum    {checksum}");
	fprintf(out, "\n  %-16s %7s %8s %8s %8s %8s %10s\n", "per node", "least", "quarter", "half",
		"3/4", "most", "mean");
	tell_spread(out, o, view_at(o, "in_degree") != NULL ? "links out" : "links", "degree");
	tell_spread(out, o, "links in", "in_degree");
	tell_spread(out, o, "attributes", "words");
	if (json_array_size(view_at(o, "columns")) > 0)
		text_heading(out, "\nColumns");
	view_table(out, view_at(o, "columns"), 40, columns, COUNT(columns));
	tell_classes(out, o);
	text_heading(out, "\nKnown outliers");
	read_kinds(count, view_at(o, "truth"));
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++) {
		known += count[kind];
		if (count[kind] > 0)
			text_print(out, "  %s %-40s %6zu\n", text_mark((odd_kind)kind),
				odd_kind_name((odd_kind)kind), count[kind]);
	}
	if (known == 0)
		fputs("  none\n", out);
	view_bullets(out, "\nNotes", view_at(o, "notes"));
	putc('\n', out);
	view_line(out, o,
		"A run with K = {default_dims}, the default, takes about "
		"{memory_estimate_bytes:bytes} of memory.");
	view_line(out, o, "{remark}");
}

/* ---- new nodes placed with a saved run ------------------------------------------------------ */

void view_new_nodes(FILE *out, const json_t *o)
{
	struct view_column column[4 + ODD_COMPONENTS] = {{"rank", "rank", "%.0f", 0, 6, false},
		{"node", "id", NULL, 0, 24, false}, {"score", "total", "%.4g", 0, 8, false},
		{"odd", "odd", NULL, 0, 0, false}};
	size_t count = 4;
	size_t i;
	json_t *part;
	text_heading(out, "New nodes");
	view_line(out, o,
		"  {new.nodes} placed among the {model.nodes} of {model.name}, by {model.score}; "
		"nothing was fitted again");
	putc('\n', out);
	json_array_foreach(view_at(o, "parts"), i, part) column[count++] = (struct view_column){
		json_string_value(part), json_string_value(part), "%.3g", 0, 8, false};
	view_table(out, view_at(o, "nodes"), (size_t)view_number(o, "top"), column, count);
	fprintf(out, "  ranks are among all %.0f nodes, old and new\n",
		view_number(o, "model.nodes") + view_number(o, "new.nodes"));
	view_bullets(out, "\nNotes", view_at(o, "notes"));
}
