/* node_lists.c: the lists of the Node screen (links, words, near nodes), and all of it as text. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "tui/node_parts.h"
#include "tui/text.h"

char *node_shorten(char out[FIGURE_NAME], const struct canvas *c, const char *name, double most)
{
	return canvas_text_fit(c, out, FIGURE_NAME, name, most, pen_of(ROLE_TEXT));
}

/* What the rows of a table are made from. */
struct drawing {
	struct node_screen *n;
	enum node_part part;
	struct figure_entries f;
};

static struct drawing drawing_of(
	struct node_screen *n, enum node_part part, const struct canvas *c, double width)
{
	return (struct drawing){n, part,
		{&n->why->of, c, width, part != NODE_WORDS, n->why->net->net->classes.count > 0}};
}

static void draw_rows(const struct drawing *x, struct canvas *c, struct rect r,
	const struct table_column *column, size_t columns,
	void (*fill)(struct table_cell *cell, void *text, size_t row, void *of))
{
	const struct list_table table = {.column = column,
		.columns = columns,
		.selection = node_focus(x->n) == x->part,
		.fill = fill,
		.text_size = sizeof(struct figure_entry_text),
		.of = (void *)x};
	list_table_draw(&x->n->list[x->part], c, r, &table);
}

static void fill_entry(struct table_cell *cell, void *text, size_t row, void *of)
{
	const struct drawing *d = of;
	figure_entry_cells(cell, text, d->n->entry[d->part][row], &d->f);
}

void node_draw_entries(struct node_screen *n, enum node_part part, struct canvas *c, struct rect r)
{
	struct drawing x = drawing_of(n, part, c, r.w);
	struct table_column column[FIGURE_ENTRY_COLUMNS];
	char title[80], note[80];
	figure_entries_heading(title, note, sizeof title, &x.f);
	r = panel_begin(c, r, title, note, node_focus(n) == part);
	list_table_fit(&n->list[part], n->list[part].count, r, false);
	if (n->list[part].count == 0) {
		plot_message(c, r,
			part == NODE_LINKS           ? "it has no links"
			: n->why->of.place.stand_ins ? "it has no stand-ins"
			: n->why->of.place.words     ? "it has no words"
						     : "it has no attributes");
		return;
	}
	x.f.width = r.w;
	figure_entry_columns(column, &x.f);
	draw_rows(&x, c, r, column, FIGURE_ENTRY_COLUMNS, fill_entry);
}

static void fill_near(struct table_cell *cell, void *text, size_t row, void *of)
{
	const struct drawing *d = of;
	figure_near_cells(cell, text, &d->n->why->of.near[row], &d->f);
}

void node_draw_near(struct node_screen *n, struct canvas *c, struct rect r)
{
	struct list *l = &n->list[NODE_NEAR];
	struct table_column column[FIGURE_NEAR_COLUMNS];
	r = panel_begin(c, r, "Near", "embedding", node_focus(n) == NODE_NEAR);
	list_table_fit(l, l->count, r, false);
	const struct drawing x = drawing_of(n, NODE_NEAR, c, r.w);
	figure_near_columns(column, &x.f);
	if (l->count > 0)
		draw_rows(&x, c, r, column, FIGURE_NEAR_COLUMNS, fill_near);
}

/* ---- all of it as text, to be copied ----------------------------------------------------------
 */

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
	for (int t = 0; t < 3; t++) {
		if (!odd_explain_has(e, t))
			continue;
		fprintf(out, "%s\t%.6g\t", figure_component_name(name, sizeof name, e, t),
			e->component[t].value);
		if (e->component[t].idle)
			fputs("unused\n", out);
		else
			fprintf(out, "#%zu\n", e->component[t].rank);
	}
	putc('\n', out);
	for (size_t i = 0; i < n->why->sentences.count; i++)
		fprintf(out, "%s\n", n->why->sentences.line[i]);
	if (!e->unlinked)
		put_entries(out, n, NODE_LINKS, "node", "A", "GH");
	put_entries(out, n, NODE_WORDS, odd_explain_attributes_name(e, true), "C", "UV");
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
