/* report_text.c: a run for reading, in at most 78 columns. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cli/run.h"
#include "cli/text.h"

/* "1 234 nodes · 5 678 links …" is easier to take in than a table. */
static void print_network(FILE *out, const struct run *r)
{
	const odd_network *net = r->net;
	const char *dot = text_glyphs()->dot;
	text_heading(out, "Network");
	fputs("  ", out);
	text_cell(out, net->name, text_width(net->name) < 60 ? text_width(net->name) : 60, false);
	fprintf(out, "  (%s%s)\n", net->format, net->directed ? ", directed" : "");
	fprintf(out, "  %zu %s %s %zu %s %s %zu %s", net->nodes,
		plural(net->nodes, "node", "nodes"), dot, net->edges,
		plural(net->edges, "link", "links"), dot, net->attributes,
		plural(net->attributes, "attribute", "attributes"));
	if (net->classes.count > 0)
		fprintf(out, " %s %zu %s", dot, net->classes.count,
			plural(net->classes.count, "class", "classes"));
	putc('\n', out);
}

static void print_outliers_known(FILE *out, const struct run *r)
{
	const struct glyphs *g = text_glyphs();
	size_t planted = r->planted.structural + r->planted.attribute + r->planted.combined;
	const odd_evaluation *e = &r->evaluation;
	if (e->outliers == 0)
		return;
	fprintf(out, "  %zu known %s:", e->outliers, plural(e->outliers, "outlier", "outliers"));
	const char *comma = "";
	for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++) {
		if (e->count[kind] == 0)
			continue;
		fprintf(out, "%s %s %zu %s", comma, g->mark[kind], e->count[kind],
			odd_kind_name((odd_kind)kind));
		comma = ",";
	}
	if (e->count[ODD_UNKNOWN_KIND] > 0)
		fprintf(out, "%s %s %zu of unknown kind", comma[0] != '\0' ? ",\n   " : "",
			g->mark[ODD_UNKNOWN_KIND], e->count[ODD_UNKNOWN_KIND]);
	putc('\n', out);
	if (planted > 0)
		fprintf(out, "  %zu of them planted now, %s style, seed %llu\n", planted,
			r->planted.style == ODD_PLANT_LOCAL ? "local" : "uniform",
			(unsigned long long)r->planted.seed);
}

static void print_model(FILE *out, const struct run *r)
{
	const struct glyphs *g = text_glyphs();
	const odd_one_options *used = odd_one_options_used(r->one);
	const odd_trace *trace = odd_one_trace(r->one);
	double first = trace->point[0].loss, last = trace->point[trace->count - 1].loss;
	text_heading(out, "ONE");
	fprintf(out, "  preset %s %s K %zu %s start ", run_preset_name(r), g->dot,
		odd_one_look(r->one).k, g->dot);
	const char *start = run_start_name(r);
	text_cell(out, start, text_width(start) < 24 ? text_width(start) : 24, false);
	fprintf(out, " %s seed %llu%s\n", g->dot, (unsigned long long)r->settings->run.one.seed,
		used->update == ODD_BLOCK ? ", block updates" : "");
	fprintf(out, "  %s %.4g %s %s %.4g %s %s %g %s weights %.3g, %.3g, %.3g\n", g->alpha,
		used->alpha, g->dot, g->beta, used->beta, g->dot, g->mu, used->mu, g->dot,
		r->scores.weight[0], r->scores.weight[1], r->scores.weight[2]);
	fprintf(out, "  %zu %s: ", r->fit.iterations,
		plural(r->fit.iterations, "iteration", "iterations"));
	if (r->fit.why == ODD_STOP_TOLERANCE)
		fprintf(out, "the last lowered the loss by less than %g of it\n",
			r->settings->run.tolerance);
	else if (r->fit.why == ODD_STOP_SETTLED)
		fputs("the top of the ranking had settled\n", out);
	else
		fprintf(out, "%s\n",
			r->settings->run.iterations_given ? "as many as asked for"
							  : "the preset's number");
	if (!isnan(r->fit.settled))
		fprintf(out, "  %.1f %% of the top 5 %% are new since %d iterations ago\n",
			100.0 * r->fit.settled, ODD_SETTLED_WINDOW);
	fprintf(out, "  loss %.6g %s %.6g", first, g->arrow, last);
	if (first > 0.0 && r->fit.iterations > 0)
		fprintf(out, ", down %.2f %% in %zu sub-steps%s", 100.0 * (1.0 - last / first),
			trace->count - 1, run_largest_rise(r) > 0.0 ? "" : ", rose in none");
	putc('\n', out);
}

static void print_share(FILE *out, double x, int width)
{
	if (isnan(x))
		fprintf(out, "%*s", width, "-");
	else
		fprintf(out, "%*.2f", width, x);
}

static void print_recall(FILE *out, const struct run *r)
{
	const struct glyphs *g = text_glyphs();
	const odd_evaluation *e = &r->evaluation;
	text_heading(out, "\nRecall: what share of the known outliers is among the first");
	fputs("   first   nodes     all", out);
	for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++) {
		fprintf(out, "%*s", kind == ODD_STRUCTURAL ? 2 : kind == ODD_ATTRIBUTE ? 3 : 4, "");
		fprintf(out, "%s %s", g->mark[kind], odd_kind_name((odd_kind)kind));
	}
	fputs("   chance\n", out);
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &e->row[i];
		fprintf(out, "%6g %% %7zu", row->top, row->taken);
		print_share(out, row->recall, 8);
		for (int kind = ODD_STRUCTURAL; kind <= ODD_COMBINED; kind++)
			print_share(out, row->kind[kind], 14);
		print_share(out, (double)row->taken / (double)r->scores.n, 9);
		putc('\n', out);
	}
	fprintf(out, "  AUC %.3f (chance 0.5) %s average precision %.3f (chance %.3f)\n", e->auc,
		g->dot, e->average_precision, (double)e->outliers / (double)r->scores.n);
}

/* ---- the ranking -------------------------------------------------------------------------- */

struct columns {
	size_t rank, kind, node, label, number;
};

static size_t widest(const struct run *r, size_t rows, bool label)
{
	size_t width = label ? 5 : 4;
	for (size_t i = 0; i < rows; i++) {
		size_t node = r->scores.order[i];
		size_t w =
			text_width(label ? run_label(r, node) : odd_names_get(&r->net->ids, node));
		if (w > width)
			width = w;
	}
	return width;
}

/* Share what the fixed columns leave of 78 between name and label. */
static struct columns lay_out(const struct run *r, size_t rows)
{
	struct columns c = {.rank = 4,
		.kind = r->net->has_truth ? 13 : 0,
		.number = r->scores.score->bounded ? 6 : 8};
	for (size_t n = rows; n >= 10000; n /= 10)
		c.rank++;
	size_t room = 78 - 2 - c.rank - 2 - c.kind - (1 + r->scores.score->count) * (c.number + 1);
	c.node = widest(r, rows, false);
	if (r->net->classes.count > 0)
		c.label = widest(r, rows, true) + 1;
	if (c.label > room / 2)
		c.label = c.node + c.label <= room ? c.label
			  : c.node < room / 2      ? room - c.node
						   : room / 2;
	if (c.node > room - c.label)
		c.node = room - c.label;
	return c;
}

static void print_row(FILE *out, const struct run *r, const struct columns *c, size_t rank)
{
	const odd_scores *s = &r->scores;
	const odd_score *score = s->score;
	size_t node = s->order[rank - 1];
	fprintf(out, "  %*zu  ", (int)c->rank, rank);
	if (c->kind > 0) {
		fprintf(out, "%s ", text_glyphs()->mark[r->net->truth[node]]);
		text_cell(out, r->net->truth[node] == ODD_ORDINARY ? "" : run_kind(r, node),
			c->kind - 2, false);
	}
	text_cell(out, odd_names_get(&r->net->ids, node), c->node, false);
	if (c->label > 0) {
		putc(' ', out);
		text_cell(out, run_label(r, node), c->label - 1, false);
	}
	fprintf(out, score->bounded ? " %*.4f" : " %*.2e", (int)c->number, s->total[node]);
	for (size_t t = 0; t < score->count; t++)
		fprintf(out,
			score->ranked    ? " %*.1f"
			: score->bounded ? " %*.4f"
					 : " %*.2e",
			(int)c->number, (score->ranked ? 100.0 : 1.0) * s->part[t][node]);
	putc('\n', out);
}

static void print_ranking(FILE *out, const struct run *r)
{
	size_t rows = r->settings->top < r->scores.n ? r->settings->top : r->scores.n, known = 0;
	const odd_score *score = r->scores.score;
	if (rows == 0)
		return;
	struct columns c = lay_out(r, rows);
	text_heading(out, "\nThe oddest nodes");
	fprintf(out, "  %*s  %-*s%-*s%-*s", (int)c.rank, "rank", (int)c.kind,
		c.kind > 0 ? "kind" : "", (int)c.node, "node", (int)c.label,
		c.label > 0 ? " label" : "");
	fprintf(out, " %*s", (int)c.number, "score");
	for (size_t t = 0; t < score->count; t++)
		fprintf(out, " %*s", (int)c.number, score->component[t].head);
	putc('\n', out);
	for (size_t i = 1; i <= rows; i++) {
		print_row(out, r, &c, i);
		known += r->net->truth[r->scores.order[i - 1]] != ODD_ORDINARY;
	}
	if (r->net->has_truth)
		fprintf(out, "  known outliers among these %zu: %zu\n", rows, known);
	char about[400];
	snprintf(about, sizeof about, "%s%s", score->about,
		score->ranked ? " Percentiles: 100 is the oddest." : "");
	text_paragraph(out, about);
}

static void print_costs(FILE *out, const struct run *r)
{
	static const char *const what[STAGES] = {
		"load", "plant", "start", "iterate", "score", "project", ""};
	char peak[TEXT_NUMBER];
	const char *before = ": ";
	fprintf(out, "\n%.2f s", r->seconds[STAGE_TOTAL]);
	for (int stage = 0; stage < STAGE_TOTAL; stage++) {
		if (r->seconds[stage] < 0.005)
			continue;
		fprintf(out, "%s%s %.2f", before, what[stage], r->seconds[stage]);
		before = ", ";
	}
	fprintf(out, "; peak memory %s\n", text_bytes(peak, r->peak_memory));
}

void report_text(FILE *out, const struct run *r)
{
	print_network(out, r);
	print_outliers_known(out, r);
	putc('\n', out);
	print_model(out, r);
	if (r->evaluation.outliers > 0)
		print_recall(out, r);
	print_ranking(out, r);
	if (r->notes.count > 0)
		text_heading(out, "\nNotes");
	for (size_t i = 0; i < r->notes.count; i++)
		text_bullet(out, r->notes.text[i]);
	print_costs(out, r);
}
