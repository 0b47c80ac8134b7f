/* node_lists.c: the lists of the Node screen (links, words, near nodes), and all of it as text. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "tui/node_parts.h"
#include "tui/text.h"

#define WIDE 50.0 /* columns from which all numbers have room */

char *node_shorten(char out[FIGURE_NAME], const struct canvas *c, const char *name, double most)
{
	return canvas_text_fit(c, out, FIGURE_NAME, name, most, pen_of(ROLE_TEXT));
}

/* In four columns, five when below 0: .129, 1.25, 12.5. */
static char *compact(char out[NUMBER_SIZE], double v)
{
	double size = fabs(v);
	const char *minus = v < 0.0 ? "-" : "";
	char digits[16];
	if (size >= 99.95)
		return number_text(out, v, 3);
	snprintf(digits, sizeof digits,
		size < 0.9995  ? "%.3f"
		: size < 9.995 ? "%.2f"
			       : "%.1f",
		size);
	snprintf(out, NUMBER_SIZE, "%s%s", minus,
		size == 0.0     ? "0"
		: size < 0.9995 ? digits + 1
				: digits);
	return out;
}

struct entry_text {
	char name[FIGURE_NAME], label[FIGURE_NAME], number[4][NUMBER_SIZE];
};

/* What the rows of a table are made from. */
struct drawing {
	struct node_screen *n;
	enum node_part part;
	const struct canvas *c;
	double width;
	bool labels;
};

static struct drawing drawing_of(
	struct node_screen *n, enum node_part part, const struct canvas *c, double width)
{
	return (struct drawing){
		n, part, c, width, part != NODE_WORDS && n->why->net->net->classes.count > 0};
}

static void draw_rows(const struct drawing *x, struct canvas *c, struct rect r,
	const struct table_column *column, size_t columns,
	void (*fill)(struct table_cell *cell, void *text, size_t row, void *of))
{
	const struct list_table table = {.column = column,
		.columns = columns,
		.selection = node_focus(x->n) == x->part,
		.fill = fill,
		.text_size = sizeof(struct entry_text),
		.of = (void *)x};
	list_table_draw(&x->n->list[x->part], c, r, &table);
}

/* A number right in its column. */
static struct table_cell number_cell(char out[NUMBER_SIZE], double v, enum role role)
{
	char plain[NUMBER_SIZE];
	snprintf(out, NUMBER_SIZE, "%5s", compact(plain, v));
	return (struct table_cell){.text = out, .role = role};
}

static struct table_cell label_cell(
	char out[FIGURE_NAME], const struct canvas *c, const char *label, double most)
{
	return (struct table_cell){
		.text = node_shorten(out, c, label != NULL ? label : "", most), .role = ROLE_DIM};
}

enum { NAME, LABEL, GIVEN, OBSERVED, EXPECTED, ERROR, COLUMNS };

static void fill_entry(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct drawing *d = of;
	struct entry_text *text = room;
	const odd_explain_entry *x = d->n->entry[d->part][row];
	const bool wide = d->width >= WIDE;
	/* What the node does not have is dim. */
	enum role role = x->given == 0.0 ? ROLE_DIM : ROLE_TEXT;
	const double most = wide ? NODE_NAME : d->labels ? 11 : 16;
	if (d->part == NODE_LINKS && x->given == 0.0) { /* no neighbour: expected, but not there */
		char inner[FIGURE_NAME];
		snprintf(text->name, sizeof text->name, "(%.80s)",
			node_shorten(inner, d->c, x->name, most - 2.0));
	} else {
		node_shorten(text->name, d->c, x->name, most);
	}
	cell[NAME] = (struct table_cell){.text = text->name, .role = role};
	cell[LABEL] = label_cell(text->label, d->c, x->label, wide ? NODE_NAME : 7);
	cell[GIVEN] = number_cell(text->number[0], x->given, role);
	cell[OBSERVED] = number_cell(text->number[1], x->observed, role);
	cell[EXPECTED] = number_cell(text->number[2], x->expected, role);
	cell[ERROR] = number_cell(text->number[3], x->error, role);
}

void node_draw_entries(struct node_screen *n, enum node_part part, struct canvas *c, struct rect r)
{
	const odd_explanation *e = &n->why->of;
	const bool links = part == NODE_LINKS, words = e->place.words;
	const odd_explain_row *row = links ? &e->links : &e->attributes;
	const char *one = links ? "link" : words ? "word" : "attribute";
	char title[80], note[80], none[40];
	snprintf(title, sizeof title,
		links && r.w < WIDE ? "%s, worst first" : "%s: worst explained",
		links   ? "Links"
		: words ? "Words"
			: "Attributes");
	snprintf(note, sizeof note, links && r.w < WIDE ? "%zu" : "%zu %s%s", row->count, one,
		row->count == 1 ? "" : "s");
	if (links)
		text_add(note, sizeof note, ", ( ) no link");
	snprintf(none, sizeof none, "it has no %ss", one);
	r = panel_begin(c, r, title, note, node_focus(n) == part);
	list_table_fit(&n->list[part], n->list[part].count, r, false);
	if (n->list[part].count == 0) {
		plot_message(c, r, none);
		return;
	}
	const struct drawing x = drawing_of(n, part, c, r.w);
	const struct table_column column[COLUMNS] = {
		[NAME] = {.title = links ? "node" : one, .priority = 9},
		[LABEL] = {.title = x.labels ? "label" : NULL, .priority = 4},
		[GIVEN] = {.title = r.w >= WIDE ? " data" : NULL, .priority = 3},
		[OBSERVED] = {.title = links ? "    A" : "    C", .priority = 7},
		[EXPECTED] = {.title = links ? " (GH)" : " (UV)", .priority = 8},
		[ERROR] = {.title = " err²", .priority = 6}};
	draw_rows(&x, c, r, column, COLUMNS, fill_entry);
}

static void fill_near(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct drawing *d = of;
	struct entry_text *text = room;
	const odd_explain_near *near = &d->n->why->of.near[row];
	node_shorten(text->name, d->c, near->id, fmin(NODE_NAME, d->width - 9.0));
	cell[0] = (struct table_cell){.text = text->name};
	cell[1] = label_cell(text->label, d->c, near->label, NODE_NAME);
	cell[2] = number_cell(text->number[0], near->similarity, ROLE_TEXT);
}

void node_draw_near(struct node_screen *n, struct canvas *c, struct rect r)
{
	struct list *l = &n->list[NODE_NEAR];
	r = panel_begin(c, r, "Near", "embedding", node_focus(n) == NODE_NEAR);
	list_table_fit(l, l->count, r, false);
	const struct drawing x = drawing_of(n, NODE_NEAR, c, r.w);
	const struct table_column column[] = {{.title = "node", .priority = 9},
		{.title = x.labels ? "label" : NULL, .priority = 4},
		{.title = " cos", .priority = 8}};
	if (l->count > 0)
		draw_rows(&x, c, r, column, 3, fill_near);
}

/* ---- all of it as text, to be copied ----------------------------------------------------------
 */

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
	put_entries(out, n, NODE_LINKS, "node", "A", "GH");
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
