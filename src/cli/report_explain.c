/* report_explain.c: explanations for reading, in at most 78 columns. */
#include "config.h"

#include "cli/run.h"
#include "cli/text.h"

enum { NAME = 22, LABEL = 16 };

static void print_node(FILE *out, const struct outcome *o, const odd_explanation *e)
{
	const char *dot = text_glyphs()->dot;
	bool words = e->place.words;
	text_heading(out, "Node");
	fputs("  ", out);
	text_short(out, e->id, 76);
	fprintf(out, "\n  rank %zu of %zu %s score %.4g", e->rank, e->nodes, dot, e->total);
	if (o->net->has_truth && e->kind != ODD_ORDINARY)
		fprintf(out, " %s known as %s %s", dot, text_glyphs()->mark[e->kind],
			odd_kind_name(e->kind));
	fputs("\n  ", out);
	if (e->label != NULL) {
		text_short(out, e->label, 30);
		fprintf(out, " %s ", dot);
	}
	fprintf(out, "%zu %s%s %s %zu %s\n\n", e->links.count,
		plural(e->links.count, "link", "links"), e->directed ? " out" : "", dot,
		e->attributes.count,
		plural(e->attributes.count, words ? "word" : "attribute",
			words ? "words" : "attributes"));
}

static void print_components(FILE *out, const odd_explanation *e)
{
	const struct glyphs *g = text_glyphs();
	fprintf(out, "  %-13s %10s %9s  %s\n", "", e->score->value, "rank", "percentile");
	for (int t = 0; t < (int)e->score->count; t++) {
		const odd_explain_component *c = &e->component[t];
		fprintf(out, "  %s %-11s ", g->mark[e->score->component[t].kind],
			odd_explain_component_name(e, t));
		fprintf(out, e->score->bounded ? "%10.4f" : "%10.3e", c->value);
		fprintf(out, " %9zu %11.1f\n", c->rank, 100.0 * c->percentile);
	}
	putc('\n', out);
}

static void print_entry(FILE *out, const odd_explain_entry *entry, size_t label)
{
	fputs("  ", out);
	text_cell(out, entry->name, NAME, false);
	putc(' ', out);
	if (label > 0)
		text_cell(out, entry->label != NULL ? entry->label : "-", label, false);
	fprintf(out, " %8.4g %8.4f %8.4f %8.4f\n", entry->given, entry->observed, entry->expected,
		entry->error);
}

/* label: columns for the neighbours' labels. */
static void print_row(FILE *out, const odd_explain_row *row, const char *what, size_t label)
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
		fputs("  ", out);
		text_cell(out, e->near[i].id, NAME, false);
		putc(' ', out);
		if (label > 0)
			text_cell(out, e->near[i].label != NULL ? e->near[i].label : "-", label,
				false);
		fprintf(out, " %8.4f\n", e->near[i].similarity);
	}
}

void report_explain_text(FILE *out, const struct outcome *o)
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
		print_row(out, &e->links, "link to", label);
		print_row(out, &e->attributes, e->place.words ? "word" : "attribute", 0);
		print_near(out, e, label);
	}
	text_notes(out, o->note, o->note_count);
}
