/* report_text.c: a run, and explanations, for reading, in at most 78 columns. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cli/run.h"
#include "cli/text.h"

/* "1 234 nodes · 5 678 links …" is easier to take in than a table. */
static void print_network(FILE *out, const struct result *o)
{
	const odd_network *net = o->net;
	const char *dot = text_glyphs()->dot;
	text_heading(out, "Network");
	fputs("  ", out);
	text_short(out, net->name, 60);
	fprintf(out, "  (%s%s)\n", net->format, net->directed ? ", directed" : "");
	fprintf(out, "  %zu %s %s %zu %s %s ", net->nodes, plural(net->nodes, "node", "nodes"), dot,
		net->edges, plural(net->edges, "link", "links"), dot);
	if (net->links_are_words)
		fputs("no attributes", out);
	else
		fprintf(out, "%zu %s", net->attributes,
			plural(net->attributes, "attribute", "attributes"));
	if (net->classes.count > 0)
		fprintf(out, " %s %zu %s", dot, net->classes.count,
			plural(net->classes.count, "class", "classes"));
	putc('\n', out);
}

static void print_outliers_known(FILE *out, const struct result *o)
{
	const odd_evaluation *e = o->evaluation;
	size_t placebos = e->count[ODD_PLACEBO];
	int column = 0;
	if (e->outliers > 0) {
		column = fprintf(out, "  %zu known %s:", e->outliers,
			plural(e->outliers, "outlier", "outliers"));
		text_kinds(out, e->count, (size_t)column);
		putc('\n', out);
	}
	if (o->planted > 0)
		fprintf(out, "  %zu of them planted now, %s style, seed %llu\n", o->planted,
			o->options.plant_style == ODD_PLANT_LOCAL ? "local" : "uniform",
			(unsigned long long)o->options.plant_seed);
	if (placebos > 0)
		fprintf(out, "  %s %zu %s: made as outliers are, with nothing odd about them\n",
			text_glyphs()->mark[ODD_PLACEBO], placebos,
			plural(placebos, "placebo", "placebos"));
}

static void print_model(FILE *out, const struct result *o)
{
	const struct glyphs *g = text_glyphs();
	const odd_one_options *used = o->used;
	char preset[ODD_OPTION_VALUE], start[ODD_OPTION_VALUE];
	const odd_trace *trace = o->trace;
	double first = trace->point[0].loss, last = trace->point[trace->count - 1].loss;
	text_heading(out, "ONE");
	fprintf(out, "  preset %s %s K %zu %s start ", result_option(preset, o, "preset"), g->dot,
		o->options.one.k, g->dot);
	result_option(start, o, "init");
	text_short(out, start, 24);
	fprintf(out, " %s seed %llu%s\n", g->dot, (unsigned long long)used->seed,
		used->update == ODD_BLOCK ? ", block updates" : "");
	fprintf(out, "  %s %.4g %s %s %.4g %s %s %g", g->alpha, used->alpha, g->dot, g->beta,
		used->beta, g->dot, g->mu, used->mu);
	if (!o->scores->score->surprise)
		fprintf(out, " %s weights %.3g, %.3g, %.3g", g->dot, o->scores->weight[0],
			o->scores->weight[1], o->scores->weight[2]);
	putc('\n', out);
	fprintf(out, "  %zu %s: ", o->fit->iterations,
		plural(o->fit->iterations, "iteration", "iterations"));
	if (o->fit->why == ODD_STOP_TOLERANCE)
		fprintf(out, "the last lowered the loss by less than %g of it\n",
			o->options.tolerance);
	else
		fprintf(out, "%s\n",
			o->iterations_asked ? "as many as asked for" : "the preset's number");
	fprintf(out, "  loss %.6g %s %.6g", first, g->arrow, last);
	if (first > 0.0 && o->fit->iterations > 0)
		fprintf(out, ", down %.2f %% in %zu sub-step%s%s", 100.0 * (1.0 - last / first),
			trace->count - 1, trace->count == 2 ? "" : "s",
			odd_trace_largest_rise(trace, NULL) > 0.0 ? "" : ", rose in none");
	putc('\n', out);
}

static void print_share(FILE *out, double x, int width)
{
	if (isnan(x))
		fprintf(out, "%*s", width, "-");
	else
		fprintf(out, "%*.2f", width, x);
}

static void print_recall_row(FILE *out, const char *mark, const char *name, size_t count,
	const odd_evaluation *e, int kind)
{
	fprintf(out, "  %s ", mark);
	text_cell(out, name, 13, false);
	fprintf(out, "%7zu", count);
	for (int i = 0; i < ODD_RECALL_ROWS; i++)
		print_share(out, kind < 0 ? e->row[i].recall : e->row[i].kind[kind], 9);
	putc('\n', out);
}

/* A row for each kind that there is. */
static void print_recall_rows(FILE *out, const struct result *o)
{
	const odd_evaluation *e = o->evaluation;
	fprintf(out, "  %-15s%7s", "", "nodes");
	for (int i = 0; i < ODD_RECALL_ROWS; i++)
		fprintf(out, "%7g %%", e->row[i].top);
	putc('\n', out);
	if (e->outliers > 0)
		print_recall_row(out, " ", "all outliers", e->outliers, e, -1);
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		if (e->count[kind] > 0)
			print_recall_row(out, text_glyphs()->mark[kind],
				odd_kind_name((odd_kind)kind), e->count[kind], e, kind);
	fprintf(out, "  %-15s%7s", "  chance", "");
	for (int i = 0; i < ODD_RECALL_ROWS; i++)
		print_share(out, (double)e->row[i].taken / (double)o->scores->n, 9);
	putc('\n', out);
}

/* How much of what was found was found for being made. */
static void print_placebos(FILE *out, const odd_evaluation *e)
{
	if (e->outliers > 0)
		fprintf(out, "  AUC of outliers against placebos %.3f: found for being odd\n",
			e->against_placebo);
	fprintf(out,
		"  AUC of placebos against ordinary nodes %.3f: 0.5 if being made did not show\n",
		e->placebo_auc);
}

/* What ONE alone finds, where something else ranks the nodes. */
static void print_one_alone(FILE *out, const struct result *o)
{
	const odd_evaluation *e = o->one_evaluation;
	if (e == NULL)
		return;
	if (e == o->evaluation || e->outliers == 0)
		return;
	fputs("  ONE alone finds", out);
	for (int i = 0; i < ODD_RECALL_ROWS; i++)
		print_share(out, e->row[i].recall, 5);
	fprintf(out, "; AUC %.3f %s average precision %.3f\n", e->auc, text_glyphs()->dot,
		e->average_precision);
}

static void print_recall(FILE *out, const struct result *o)
{
	const odd_evaluation *e = o->evaluation;
	text_heading(out, "\nRecall: what share of the known outliers is among the first");
	print_recall_rows(out, o);
	if (e->outliers > 0)
		fprintf(out, "  AUC %.3f (chance 0.5) %s average precision %.3f (chance %.3f)\n",
			e->auc, text_glyphs()->dot, e->average_precision,
			(double)e->outliers / (double)o->scores->n);
	print_one_alone(out, o);
	if (e->count[ODD_PLACEBO] > 0)
		print_placebos(out, e);
}

/* ---- the panel ---------------------------------------------------------------------------- */

/* The parts of the panel: how much each weighs, what it is and what its test found. */
static void print_evidence(FILE *out, const struct result *o)
{
	const odd_scores *s = o->scores;
	if (!s->score->surprise)
		return;
	text_heading(out, "\nEvidence: what the score is made of");
	for (size_t t = 0; t < s->score->count; t++) {
		char line[240], weight[16];
		const odd_component *c = &s->score->component[t];
		bool used = odd_scores_uses(s, t);
		snprintf(weight, sizeof weight, "%3.0f %%", 100.0 * s->weight[t]);
		snprintf(line, sizeof line, "%s%s%s", used ? c->about : "left out",
			*odd_scores_why(s, t) != '\0' ? ": " : "", odd_scores_why(s, t));
		fprintf(out, "  %-13s %5s  ", c->name, used ? weight : "-");
		text_wrap(out, line, 22);
	}
}

/* ---- the ranking -------------------------------------------------------------------------- */

struct columns {
	size_t rank, range, kind, node, label, number;
};

/* "4-9", what it ranked in the runs of --certainty; "=" before it: another node has that score. */
static char *range_text(char out[32], const odd_scores *s, size_t node)
{
	const char *tied = odd_scores_tied(s, node) ? "=" : "";
	if (s->low == NULL)
		snprintf(out, 32, "%s", tied);
	else
		snprintf(out, 32, "%s%u-%u", tied, s->low[node], s->high[node]);
	return out;
}

/* Has a part of the score a column? */
static bool is_shown(const struct result *o, size_t part)
{
	return odd_score_has(o->scores->score, part, o->net) &&
	       (!o->scores->score->surprise || odd_scores_uses(o->scores, part));
}

static size_t widest(const struct result *o, size_t rows, bool label)
{
	size_t width = label ? 5 : 4;
	for (size_t i = 0; i < rows; i++) {
		size_t node = o->scores->order[i];
		size_t w =
			text_width(label ? result_label(o, node) : odd_network_title(o->net, node));
		if (w > width)
			width = w;
	}
	return width;
}

/* Share what the fixed columns leave of 78 between name and label. */
static struct columns lay_out(const struct result *o, size_t rows)
{
	struct columns c = {.rank = 4,
		.kind = o->net->has_truth ? 13 : 0,
		.number = o->scores->score->surprise  ? 5
			  : o->scores->score->bounded ? 6
						      : 8};
	size_t shown = 1;
	for (size_t t = 0; t < o->scores->score->count; t++)
		shown += is_shown(o, t);
	for (size_t n = rows; n >= 10000; n /= 10)
		c.rank++;
	for (size_t i = 0; i < rows; i++) {
		char text[32];
		size_t width = strlen(range_text(text, o->scores, o->scores->order[i]));
		c.range = width > 0 && width + 1 > c.range ? width + 1 : c.range;
	}
	if (o->scores->low != NULL && c.range < 7)
		c.range = 7;
	size_t room = 78 - 2 - c.rank - c.range - 2 - c.kind - shown * (c.number + 1);
	c.node = widest(o, rows, false);
	if (o->net->classes.count > 0 && room >= 24)
		c.label = widest(o, rows, true) + 1;
	if (c.label > room / 2)
		c.label = c.node + c.label <= room ? c.label
			  : c.node < room / 2      ? room - c.node
						   : room / 2;
	if (c.node > room - c.label)
		c.node = room - c.label;
	return c;
}

static void print_row(FILE *out, const struct result *o, const struct columns *c, size_t rank)
{
	const odd_scores *s = o->scores;
	const odd_score *score = s->score;
	size_t node = s->order[rank - 1];
	char range[32];
	fprintf(out, "  %*zu", (int)c->rank, rank);
	fprintf(out, "%*s  ", (int)c->range, c->range > 0 ? range_text(range, s, node) : "");
	if (c->kind > 0) {
		fprintf(out, "%s ", text_glyphs()->mark[o->net->truth[node]]);
		text_cell(out, o->net->truth[node] == ODD_ORDINARY ? "" : result_kind(o, node),
			c->kind - 2, false);
	}
	text_cell(out, odd_network_title(o->net, node), c->node, false);
	if (c->label > 0) {
		putc(' ', out);
		text_cell(out, result_label(o, node), c->label - 1, false);
	}
	fprintf(out,
		score->surprise  ? " %*.3f"
		: score->bounded ? " %*.4f"
				 : " %*.2e",
		(int)c->number, s->total[node]);
	for (size_t t = 0; t < score->count; t++) {
		if (!is_shown(o, t))
			continue;
		fprintf(out,
			score->ranked    ? " %*.1f"
			: score->bounded ? " %*.4f"
					 : " %*.2e",
			(int)c->number, (score->ranked ? 100.0 : 1.0) * s->part[t][node]);
	}
	putc('\n', out);
}

static void print_certainty(FILE *out, const struct result *o)
{
	size_t k = o->used->k, least = k, most = k;
	char text[240];
	for (size_t r = 0; r < o->scores->runs; r++) {
		size_t other = odd_certainty_k(k, o->net->nodes, o->net->attributes, r);
		least = other < least ? other : least;
		most = other > most ? other : most;
	}
	snprintf(text, sizeof text,
		"Range: the least and the largest rank in this run and %zu further %s, with K from "
		"%zu to %zu and other seeds.",
		o->scores->runs, plural(o->scores->runs, "one", "ones"), least, most);
	text_paragraph(out, text);
}

static void print_ranking(FILE *out, const struct result *o)
{
	size_t rows = o->top < o->scores->n ? o->top : o->scores->n, known = 0;
	bool tied = false;
	const odd_score *score = o->scores->score;
	if (rows == 0)
		return;
	struct columns c = lay_out(o, rows);
	text_heading(out, "\nThe oddest nodes");
	fprintf(out, "  %*s%*s  %-*s%-*s%-*s", (int)c.rank, "rank", (int)c.range,
		o->scores->low != NULL ? "range" : "", (int)c.kind, c.kind > 0 ? "kind" : "",
		(int)c.node, "node", (int)c.label, c.label > 0 ? " label" : "");
	fprintf(out, " %*s", (int)c.number, "score");
	for (size_t t = 0; t < score->count; t++)
		if (is_shown(o, t))
			fprintf(out, " %*s", (int)c.number, score->component[t].head);
	putc('\n', out);
	for (size_t i = 1; i <= rows; i++) {
		print_row(out, o, &c, i);
		known += odd_kind_is_outlier(o->net->truth[o->scores->order[i - 1]]);
		tied = tied || odd_scores_tied(o->scores, o->scores->order[i - 1]);
	}
	if (o->net->has_truth)
		fprintf(out, "  known outliers among these %zu: %zu\n", rows, known);
	if (o->options.contamination.given)
		fprintf(out, "  called odd: the first %zu of %zu nodes\n", result_odd(o),
			o->scores->n);
	char about[400];
	snprintf(about, sizeof about, "%s%s",
		score->surprise ? ""
		: o->net->edges > 0
			? score->about
			: "attrs: how much of a node's attributes the model cannot explain.",
		score->ranked ? " Percentiles: 100 is the oddest." : "");
	text_paragraph(out, about);
	if (o->scores->low != NULL)
		print_certainty(out, o);
	if (tied)
		text_paragraph(out, "= marks nodes of equal score, which stand in the order of the "
				    "data.");
}

static void print_costs(FILE *out, const struct result *o)
{
	static const char *const what[STAGES] = {
		"load", "plant", "start", "iterate", "score", "project", ""};
	char peak[SHEET_NUMBER];
	const char *before = ": ";
	fprintf(out, "\n%.2f s", o->seconds[STAGE_TOTAL]);
	for (int stage = 0; stage < STAGE_TOTAL; stage++) {
		if (o->seconds[stage] < 0.005)
			continue;
		fprintf(out, "%s%s %.2f", before, what[stage], o->seconds[stage]);
		before = ", ";
	}
	fprintf(out, "; peak memory %s\n", text_bytes(peak, o->peak_memory));
}

void report_run_text(FILE *out, const struct result *o)
{
	print_network(out, o);
	print_outliers_known(out, o);
	putc('\n', out);
	print_model(out, o);
	if (o->evaluation->outliers + o->evaluation->count[ODD_PLACEBO] > 0)
		print_recall(out, o);
	print_evidence(out, o);
	print_ranking(out, o);
	text_notes(out, o->note, o->note_count);
	print_costs(out, o);
}

/* ---- explanations ------------------------------------------------------------------------- */

enum { NAME = 22, LABEL = 16 };

static void print_node(FILE *out, const struct result *o, const odd_explanation *e)
{
	const char *dot = text_glyphs()->dot;
	text_heading(out, "Node");
	fputs("  ", out);
	text_short(out, e->title, 76);
	if (e->title != e->id) {
		fputs(" (", out);
		text_short(out, e->id, 40);
		putc(')', out);
	}
	fprintf(out, "\n  rank %zu of %zu %s score %.4g", e->rank, e->nodes, dot, e->total);
	if (o->scores->low != NULL)
		fprintf(out, " %s %u to %u in %zu runs", dot, o->scores->low[e->node],
			o->scores->high[e->node], o->scores->runs + 1);
	if (odd_scores_tied(o->scores, e->node))
		fprintf(out, " %s others have the same", dot);
	if (o->net->has_truth && e->kind != ODD_ORDINARY)
		fprintf(out, " %s known as %s %s", dot, text_glyphs()->mark[e->kind],
			odd_kind_name(e->kind));
	fputs("\n  ", out);
	if (e->label != NULL) {
		text_short(out, e->label, 30);
		fprintf(out, " %s ", dot);
	}
	if (!e->unlinked)
		fprintf(out, "%zu %s%s %s ", e->links.count,
			plural(e->links.count, "link", "links"), e->directed ? " out" : "", dot);
	fprintf(out, "%zu %s\n\n", e->attributes.count,
		odd_explain_attributes_name(e, e->attributes.count == 1));
}

static void print_components(FILE *out, const odd_explanation *e)
{
	const struct glyphs *g = text_glyphs();
	fprintf(out, "  %-13s %10s %9s  %s\n", "", e->score->value, "rank", "percentile");
	for (int t = 0; t < (int)e->score->count; t++) {
		const odd_explain_component *c = &e->component[t];
		if (!odd_explain_has(e, t))
			continue;
		fprintf(out, "  %s %-11s ", g->mark[e->score->component[t].kind],
			odd_explain_component_name(e, t));
		fprintf(out, e->score->bounded ? "%10.4f" : "%10.3e", c->value);
		if (!c->used)
			fprintf(out, "  left out\n");
		else
			fprintf(out, " %9zu %11.1f\n", c->rank, 100.0 * c->percentile);
	}
	putc('\n', out);
}

static void print_named(FILE *out, const char *name, const char *of, size_t label)
{
	fputs("  ", out);
	text_cell(out, name, NAME, false);
	putc(' ', out);
	if (label > 0)
		text_cell(out, of != NULL ? of : "-", label, false);
}

static void print_entry(FILE *out, const odd_explain_entry *entry, size_t label)
{
	print_named(out, entry->title, entry->label, label);
	fprintf(out, " %8.4g %8.4f %8.4f %8.4f%s\n", entry->given, entry->observed, entry->expected,
		entry->error, entry->filled ? "  filled in" : "");
}

/* label: columns for the neighbours' labels. */
static void print_terms(FILE *out, const odd_explain_row *row, const char *what, size_t label)
{
	if (row->present_count + row->absent_count == 0)
		return;
	fprintf(out, "\n  %-*s %-*s %8s %8s %8s %8s\n", NAME, what, (int)label,
		label > 0 ? "label" : "", "data", "prepared", "model", "error2");
	for (size_t i = 0; i < row->present_count; i++)
		print_entry(out, &row->present[i], label);
	if (row->absent_count > 0)
		fputs("  expected, but not there:\n", out);
	for (size_t i = 0; i < row->absent_count; i++)
		print_entry(out, &row->absent[i], label);
}

static void print_near(FILE *out, const odd_explanation *e, size_t label)
{
	if (e->near_count == 0)
		return;
	fprintf(out, "\n  %-*s %-*s %8s\n", NAME, "near in the embedding", (int)label,
		label > 0 ? "label" : "", "cosine");
	for (size_t i = 0; i < e->near_count; i++) {
		print_named(out, e->near[i].title, e->near[i].label, label);
		fprintf(out, " %8.4f\n", e->near[i].similarity);
	}
}

void report_explain_text(FILE *out, const struct result *o)
{
	size_t label = o->net->classes.count > 0 ? LABEL : 0;
	for (size_t i = 0; i < o->why_count; i++) {
		const odd_explanation *e = &o->why[i];
		if (i > 0)
			putc('\n', out);
		print_node(out, o, e);
		print_components(out, e);
		for (size_t s = 0; s < o->sentences[i].count; s++) {
			fputs("  ", out);
			text_short(out, o->sentences[i].line[s], ODD_SENTENCE_WIDTH);
			putc('\n', out);
		}
		if (!e->unlinked)
			print_terms(out, &e->links, "link to", label);
		print_terms(out, &e->attributes, odd_explain_attributes_name(e, true), 0);
		print_near(out, e, label);
	}
	text_notes(out, o->note, o->note_count);
}
