/* compare_nodes.c: which nodes one method finds and the others do not. */
#include "config.h"

#include <stdio.h>

#include "draw/figure_words.h"
#include "draw/layout.h"
#include "draw/plot.h"
#include "draw/utf8.h"
#include "tui/compare_parts.h"
#include "tui/paint.h"

/* Over all nodes, so only when something has changed. */
static void work_out(struct compare_screen *s)
{
	const struct session_comparison *c = compare_of(s);
	size_t a = compare_selected(s), b = compare_row(c, s->anchor);
	const odd_method *against = s->anchor;
	if (s->version == c->version && s->of == s->selected && s->against == against)
		return;
	if (s->of != s->selected || s->against != against)
		list_select(&s->list, 0);
	s->version = c->version;
	s->of = s->selected;
	s->against = against;
	s->missed = comparison_missed(c);
	if (against != NULL && b < c->table.methods)
		s->all = comparison_differ(c, b, a, s->node, COMPARE_NODES, s->count);
	else
		s->all = comparison_only(c, a, s->node, COMPARE_NODES);
	list_fit(&s->list, s->all < COMPARE_NODES ? s->all : COMPARE_NODES, s->list.area);
}

size_t compare_node(struct compare_screen *s)
{
	if (compare_of(s) == NULL)
		return SESSION_NONE;
	work_out(s);
	return s->list.count > 0 ? s->node[s->list.cursor] : SESSION_NONE;
}

/* The method that ranks the node best of all others; the same one when none has a ranking. */
static size_t best_of_others(const struct session_comparison *c, size_t method, size_t node)
{
	size_t best = method;
	for (size_t m = 0; m < c->table.methods; m++)
		if (m != method && c->found[m] != NULL &&
			(best == method || c->found[m]->rank[node] < c->found[best]->rank[node]))
			best = m;
	return best;
}

/* "n1204 ▲ #1    ■ #204": the rank here, and that of the one that comes next. */
static void draw_node(const struct compare_screen *s, struct canvas *c, struct rect r, size_t row,
	size_t first, size_t second)
{
	const struct session_comparison *x = compare_of(s);
	const int y = (int)r.y + (int)(row - s->list.first);
	const size_t node = s->node[row];
	const odd_network *net = x->first->net;
	odd_kind kind = net->has_truth ? (odd_kind)net->truth[node] : ODD_ORDINARY;
	char rank[2][24];
	uint32_t there = x->found[second] != NULL ? x->found[second]->rank[node] : 0;
	snprintf(rank[0], sizeof *rank, "#%u", x->found[first]->rank[node]);
	snprintf(rank[1], sizeof *rank, "#%u", there);
	/* Mark, rank, mark, rank behind the name and the mark of its kind. */
	int digits = snprintf(NULL, 0, "#%zu", net->nodes), x0 = (int)r.x;
	int right = (int)rect_right(r), name = (int)r.w - 2 * digits - 8;
	name = name < 6 ? 6 : name;
	if (compare_page(s) == COMPARE_LIST && row == s->list.cursor)
		paint_text(c, x0 - 1, y, 1, ">", pen_of(ROLE_TEXT));
	paint_text(c, x0, y, name, odd_names_get(&net->ids, node),
		(struct pen){.role = kind != ODD_ORDINARY ? ROLE_TEXT : ROLE_DIM});
	if (kind != ODD_ORDINARY)
		canvas_mark(c, (struct point){x0 + name + 1.5, y + 0.5}, figure_kind_mark(kind),
			1.0, pen_of(figure_kind_role(kind)));
	int at = x0 + name + 3;
	canvas_mark(c, (struct point){at + 0.5, y + 0.5}, compare_mark(first), 1.0,
		pen_of(role_series(first)));
	paint_text(
		c, at + 2, y, digits, rank[0], (struct pen){.role = ROLE_TEXT, .flags = PEN_BOLD});
	at += digits + 3;
	if (there == 0 || first == second || at + 4 > right)
		return;
	canvas_mark(c, (struct point){at + 0.5, y + 0.5}, compare_mark(second), 1.0,
		pen_of(role_series(second)));
	paint_text(c, at + 2, y, right - at - 2, rank[1], pen_of(ROLE_DIM));
}

/* "both 3  ● 2  ○ 1  none 4": of the known outliers. */
static void draw_counts(
	const struct compare_screen *s, struct canvas *c, struct rect r, size_t a, size_t b)
{
	const size_t row[] = {a, b};
	char text[40];
	int x = (int)r.x, y = (int)r.y, right = (int)rect_right(r);
	snprintf(text, sizeof text, "both %zu", s->count[0]);
	x = paint_text(c, x, y, right - x, text, pen_of(ROLE_TEXT)) + 2;
	for (int i = 0; i < 2 && x + 3 < right; i++) {
		canvas_mark(c, (struct point){x + 0.5, y + 0.5}, compare_mark(row[i]), 1.0,
			pen_of(role_series(row[i])));
		snprintf(text, sizeof text, "%zu", s->count[1 + i]);
		x = paint_text(c, x + 2, y, right - x - 2, text, pen_of(ROLE_TEXT)) + 2;
	}
	snprintf(text, sizeof text, "none %zu", s->count[3]);
	paint_text(c, x, y, right - x, text, pen_of(ROLE_TEXT));
}

static void draw_differences(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	size_t a = compare_row(x, s->anchor), b = compare_selected(s);
	if (a == b) {
		plot_message(c, r, "Select the other method with the arrows; d ends.");
		return;
	}
	if (x->found[a] == NULL || x->found[b] == NULL) {
		plot_message(c, r, "One of them has not come to its end yet.");
		return;
	}
	draw_counts(s, c, r, a, b);
	r = rect_inset(r, 0, 1, 0, 0);
	list_fit(&s->list, s->list.count, r);
	for (size_t i = s->list.first; i < list_end(&s->list); i++) {
		bool in_a = comparison_finds(x, a, s->node[i]);
		draw_node(s, c, r, i, in_a ? a : b, in_a ? b : a);
	}
	if (s->all == 0)
		paint_text(
			c, (int)r.x, (int)r.y, (int)r.w, "They find the same.", pen_of(ROLE_DIM));
}

static void draw_only(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	size_t m = compare_selected(s);
	char line[80];
	if (x->found[m] == NULL) {
		plot_message(c, r, "It has not come to its end yet.");
		return;
	}
	r.h -= 1.0;
	list_fit(&s->list, s->list.count, r);
	for (size_t i = s->list.first; i < list_end(&s->list); i++)
		draw_node(s, c, r, i, m, best_of_others(x, m, s->node[i]));
	if (s->all == 0)
		paint_text(c, (int)r.x, (int)r.y, (int)r.w, "nothing that no other finds",
			pen_of(ROLE_DIM));
	snprintf(line, sizeof line, "outliers missed by all: %zu", s->missed);
	if (s->missed != SIZE_MAX)
		paint_text(c, (int)r.x, (int)rect_bottom(r), (int)r.w, line, pen_of(ROLE_TEXT));
}

void compare_nodes_draw(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	const odd_method *method = x->table.method[compare_selected(s)];
	char title[80], note[40];
	work_out(s);
	snprintf(note, sizeof note, "top %g%%: %zu", COMPARISON_TOP, s->all);
	if (s->anchor != NULL)
		snprintf(title, sizeof title, "%s / %s", s->anchor->title, method->title);
	else
		snprintf(title, sizeof title, "Only %s", method->title);
	if ((double)(utf8_width(title) + utf8_width(note)) + 8.0 > r.w)
		note[0] = '\0';
	r = panel_begin(c, r, title, note, compare_page(s) == COMPARE_LIST);
	if (r.w < 12.0 || r.h < 2.0)
		return;
	if (compare_page(s) == COMPARE_LIST) /* room for the sign of the selected row */
		r = rect_inset(r, 1, 0, 0, 0);
	if (s->anchor != NULL)
		draw_differences(s, c, r);
	else
		draw_only(s, c, r);
}
