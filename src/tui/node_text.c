/* node_text.c: what the Node screen shows, as text to be copied. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "tui/node_parts.h"

const char *node_verdict(const odd_explanation *e)
{
	switch (e->looks) {
	case ODD_STRUCTURAL:
		return "so: a structural outlier, by its looks";
	case ODD_ATTRIBUTE:
		return "so: an attribute outlier, by its looks";
	case ODD_COMBINED:
		return "so: a combined outlier, by its looks";
	case ODD_UNKNOWN_KIND:
		return 10 * e->rank > e->nodes ? "so: not particularly odd"
					       : "so: odd, but of no clear kind";
	default:
		return "so: nothing unusual";
	}
}

const char *node_component_name(char *out, size_t size, const odd_explanation *e, int component)
{
	snprintf(out, size, "%s %s", e->score->component[component].name,
		odd_explain_component_name(e, component));
	return out;
}

static void put_entries(FILE *out, const struct node_screen *n, enum node_part part,
	const char *what, const char *given, const char *model)
{
	const size_t count = n->list[part].count;
	if (count == 0)
		return;
	fprintf(out, "\n%s\tlabel\tdata\t%s\t%s\terror2\n", what, given, model);
	for (size_t i = 0; i < count; i++) {
		const odd_explain_entry *x = n->entry[part][i];
		fprintf(out, "%s\t%s\t%.6g\t%.6g\t%.6g\t%.6g\n", x->name,
			x->label != NULL ? x->label : "-", x->given, x->observed, x->expected,
			x->error);
	}
}

static void put(FILE *out, const struct node_screen *n)
{
	const odd_explanation *e = &n->why->of;
	const struct rank_history *h = &n->why->history;
	char name[40];
	fprintf(out, "%s\trank %zu of %zu\tscore %.6g\n", e->id, e->rank, e->nodes, e->total);
	for (int t = 0; t < 3; t++)
		fprintf(out, "%s\t%.6g\t#%zu\n", node_component_name(name, sizeof name, e, t),
			e->component[t].value, e->component[t].rank);
	putc('\n', out);
	for (size_t i = 0; i < n->why->sentences.count; i++)
		fprintf(out, "%s\n", n->why->sentences.line[i]);
	put_entries(out, n, NODE_LINKS, "neighbour", "A", "GH");
	put_entries(out, n, NODE_WORDS, e->place.words ? "word" : "attribute", "C", "UV");
	if (e->near_count > 0)
		fputs("\nnear\tlabel\tcosine\n", out);
	for (size_t i = 0; i < e->near_count; i++)
		fprintf(out, "%s\t%s\t%.6g\n", e->near[i].id,
			e->near[i].label != NULL ? e->near[i].label : "-", e->near[i].similarity);
	fputs("\niteration\trank\n", out);
	for (size_t i = 0; i < h->count; i++)
		fprintf(out, "%.4g\t%u\n", h->at[i], h->rank[i]);
}

char *node_text(const struct node_screen *n)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	put(out, n);
	return fclose(out) == 0 ? text : (free(text), NULL);
}
