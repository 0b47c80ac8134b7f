/* node_lists.c: the lists of the Node screen: links, words, near nodes. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "draw/chart.h"
#include "draw/figure_words.h"
#include "draw/layout.h"
#include "session/memory.h"
#include "tui/node_parts.h"

/* How many rows there are and fit, with the cursor among them. */
static size_t fit_list(struct node_list *l, size_t seen)
{
	scroll_fit(&l->scroll, l->count, seen);
	if (l->cursor < l->scroll.first)
		l->scroll.first = l->cursor;
	if (seen > 0 && l->cursor >= l->scroll.first + seen)
		l->scroll.first = l->cursor - seen + 1;
	return l->count - l->scroll.first < seen ? l->count - l->scroll.first : seen;
}

static void draw_table(struct node_screen *n, enum node_part part, struct canvas *c, struct rect r,
	const struct table_column *column, size_t columns, const struct table_cell *cell,
	size_t rows)
{
	struct node_list *l = &n->list[part];
	l->rows = (struct rect){r.x, r.y + 1.0, r.w, (double)rows};
	struct table_chart chart = {.column = column,
		.column_count = columns,
		.cell = cell,
		.rows = rows,
		.selection = n->focus == part,
		.selected = l->cursor - l->scroll.first};
	chart_table_draw(&chart, c, r);
}

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

enum { ENTRY_COLUMNS = 6 };

struct entry_text {
	char name[FIGURE_NAME], label[FIGURE_NAME], number[4][NUMBER_SIZE];
};

/* A number right in its column. */
static struct table_cell number_cell(char out[NUMBER_SIZE], double v, enum role role)
{
	char plain[NUMBER_SIZE];
	snprintf(out, NUMBER_SIZE, "%5s", compact(plain, v));
	return (struct table_cell){.text = out, .role = role};
}

static void fill_entry(struct table_cell *cell, struct entry_text *text, const struct canvas *c,
	const odd_explain_entry *x, bool labels, bool wide)
{
	/* What is not there steps back. */
	enum role role = x->given == 0.0 ? ROLE_DIM : ROLE_TEXT;
	node_shorten(text->name, c, x->name, wide ? NODE_NAME : labels ? 11 : 16);
	*cell++ = (struct table_cell){.text = text->name, .role = role};
	if (labels)
		*cell++ = (struct table_cell){
			.text = node_shorten(text->label, c, x->label != NULL ? x->label : "",
				wide ? NODE_NAME : 7),
			.role = ROLE_DIM};
	if (wide)
		*cell++ = number_cell(text->number[0], x->given, role);
	*cell++ = number_cell(text->number[1], x->observed, role);
	*cell++ = number_cell(text->number[2], x->expected, role);
	*cell++ = number_cell(text->number[3], x->error, role);
}

static size_t entry_columns(struct table_column *column, const struct node_screen *n,
	enum node_part part, bool labels, bool given)
{
	const odd_explanation *e = &n->why->of;
	bool links = part == NODE_LINKS;
	size_t i = 0;
	column[i++] = (struct table_column){.title = links            ? "neighbour"
						     : e->place.words ? "word"
								      : "attribute",
		.priority = 9};
	if (labels)
		column[i++] = (struct table_column){.title = "label", .priority = 4};
	if (given)
		column[i++] = (struct table_column){.title = " data", .priority = 3};
	column[i++] = (struct table_column){.title = links ? "    A" : "    C", .priority = 7};
	column[i++] = (struct table_column){.title = links ? " (GH)" : " (UV)", .priority = 8};
	column[i++] = (struct table_column){.title = " err²", .priority = 6};
	return i;
}

void node_draw_entries(struct node_screen *n, enum node_part part, struct canvas *c, struct rect r)
{
	const odd_explanation *e = &n->why->of;
	const odd_explain_row *row = part == NODE_LINKS ? &e->links : &e->attributes;
	struct node_list *l = &n->list[part];
	const char *one = part == NODE_LINKS ? "link" : e->place.words ? "word" : "attribute";
	char title[80], note[80];
	snprintf(title, sizeof title, "%s: worst explained",
		part == NODE_LINKS ? "Links"
		: e->place.words   ? "Words"
				   : "Attributes");
	snprintf(note, sizeof note, "%zu %s%s", row->count, one, row->count == 1 ? "" : "s");
	r = panel_begin(c, r, title, note, n->focus == part);
	size_t rows = fit_list(l, (size_t)fmax(1.0, r.h - 1.0));
	l->rows = (struct rect){0, 0, 0, 0};
	if (rows == 0) {
		plot_message(c, r,
			part == NODE_LINKS ? "it has no links"
			: e->place.words   ? "it has no words"
					   : "it has no attributes");
		return;
	}
	struct table_column column[ENTRY_COLUMNS];
	bool labels = part == NODE_LINKS && n->why->net->net->classes.count > 0;
	bool wide = r.w >= 50.0;
	size_t columns = entry_columns(column, n, part, labels, wide);
	struct table_cell *cell = memory_grow(NULL, rows * columns, sizeof *cell);
	struct entry_text *text = memory_grow(NULL, rows, sizeof *text);
	for (size_t i = 0; i < rows; i++)
		fill_entry(&cell[i * columns], &text[i], c, l->entry[l->scroll.first + i], labels,
			wide);
	draw_table(n, part, c, r, column, columns, cell, rows);
	free(cell);
	free(text);
}

void node_draw_near(struct node_screen *n, struct canvas *c, struct rect r)
{
	static const struct table_column all[] = {{.title = "node", .priority = 9},
		{.title = "label", .priority = 4}, {.title = " cos", .priority = 8}};
	const odd_explanation *e = &n->why->of;
	struct node_list *l = &n->list[NODE_NEAR];
	bool labels = n->why->net->net->classes.count > 0;
	struct table_column column[3] = {all[0], all[labels ? 1 : 2], all[2]};
	size_t columns = labels ? 3 : 2;
	r = panel_begin(c, r, "Near", "embedding", n->focus == NODE_NEAR);
	size_t rows = fit_list(l, (size_t)fmax(1.0, r.h - 1.0));
	l->rows = (struct rect){0, 0, 0, 0};
	if (rows == 0)
		return;
	struct table_cell *cell = memory_grow(NULL, rows * columns, sizeof *cell);
	struct entry_text *text = memory_grow(NULL, rows, sizeof *text);
	for (size_t i = 0; i < rows; i++) {
		const odd_explain_near *near = &e->near[l->scroll.first + i];
		struct table_cell *to = &cell[i * columns];
		node_shorten(text[i].name, c, near->id, fmin(NODE_NAME, r.w - 9.0));
		to[0] = (struct table_cell){.text = text[i].name};
		to[1] = (struct table_cell){
			.text = node_shorten(text[i].label, c,
				near->label != NULL ? near->label : "", NODE_NAME),
			.role = ROLE_DIM};
		to[columns - 1] = number_cell(text[i].number[0], near->similarity, ROLE_TEXT);
	}
	draw_table(n, NODE_NEAR, c, r, column, columns, cell, rows);
	free(cell);
	free(text);
}
