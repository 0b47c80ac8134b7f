/* lesson_terms.c: what the sub-step did to the three terms and the total, and to which nodes; and
 * the sums behind the watched entry. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "draw/number.h"
#include "draw/utf8.h"
#include "tui/lesson_page.h"
#include "tui/text.h"

enum { NAME = 23, NUMBER = 12, SHORT_NAME = 8 };

static void pad_right(char *out, size_t size, const char *text, int columns)
{
	int blanks = columns - (int)utf8_width(text);
	snprintf(out, size, "%s%*s", text, blanks > 0 ? blanks : 0, "");
}

static void add_row(struct lesson_page *page, const struct figure_term *row, double largest,
	double largest_change, int columns, bool ascii, bool done)
{
	const struct number_style style =
		number_style(largest, fmax(largest, 1e-300) * 1e-5, NUMBER_FULL);
	char name[60], title[100], text[3][NUMBER_SIZE], cell[3][NUMBER_SIZE + NUMBER];
	const bool narrow = columns < NAME + 3 * NUMBER;
	const double change = row->after - row->before;
	snprintf(name, sizeof name, "%s %s",
		row->mark == MARK_NONE
			? " "
			: cells_mark(row->mark, ascii ? GLYPHS_ASCII : GLYPHS_BRAILLE),
		narrow ? row->brief : row->name);
	pad_right(title, sizeof title, name, narrow ? SHORT_NAME + 2 : NAME);
	number_write(text[0], row->before, &style);
	number_write(text[1], row->after, &style);
	number_text(text[2], row->still ? 0.0 : change, 4);
	if (!done && row->moves) {
		strcpy(text[1], "?");
		strcpy(text[2], "?");
	}
	const int width = narrow ? 10 : NUMBER;
	for (int i = 0; i < 3; i++) {
		int blanks = width - (int)utf8_width(text[i]);
		memset(cell[i], ' ', NUMBER);
		strcpy(cell[i] + (blanks > 0 ? blanks : 0), text[i]);
	}
	struct lesson_line *line =
		narrow ? lesson_add(page, pen_of(ROLE_TEXT), "%s%s%s", title, cell[1], cell[2])
		       : lesson_add(page, pen_of(ROLE_TEXT), "%s%s%s%s", title, cell[0], cell[1],
				 cell[2]);
	line->bar_at = (int)utf8_width(line->text) + 3;
	line->bar = done && !row->still ? change / largest_change : 0.0;
	line->bar_role = row->role;
}

/* Nodes from `first` on, " >n1204 -3.1" each, behind what the next line of the page has already;
 * the chosen one has a mark that needs no colour. Returns the one behind the last. */
static size_t fill_line(struct lesson_page *page, char *line, size_t size,
	const struct session_view *view, size_t first, size_t chosen, int room)
{
	const struct session_lesson *l = view->lesson;
	for (size_t i = first; i < l->nodes; i++) {
		char name[60], part[160], change[NUMBER_SIZE];
		const struct lesson_node *node = &l->node[i];
		snprintf(name, sizeof name, "%.40s",
			odd_names_get(&view->data->net->of.net->ids, node->node));
		snprintf(part, sizeof part, " %s%s %s", i == chosen ? ">" : " ", name,
			number_text(change, node->after - node->before, 2));
		int at = (int)utf8_width(line) + 2;
		if (i > first && at - 2 + (int)utf8_width(part) > room)
			return i;
		page->node[i] = (struct lesson_place){page->count, at, at + (int)utf8_width(name)};
		strncat(line, part, size - strlen(line) - 1);
	}
	return l->nodes;
}

/* Node after node: in one line, the chosen one in sight, or in as many as it takes. */
static void add_nodes(struct lesson_page *page, const struct session_view *view,
	const struct lesson_moment *m, int columns, bool brief, size_t chosen, const char *open_key)
{
	static const char title[] = "Changed most:";
	const struct session_lesson *l = m->lesson;
	char line[600], tail[60] = "";
	if (l == NULL || !m->done)
		return;
	if (l->nodes == 0) {
		lesson_add(page, pen_of(ROLE_TEXT), "No node changed.");
		return;
	}
	if (open_key[0] != '\0' && brief)
		snprintf(tail, sizeof tail, "  (%s: open)", open_key);
	const int room = columns - (int)utf8_width(tail);
	for (size_t first = 0, end = 0; first < l->nodes; first = brief ? first + 1 : end) {
		snprintf(line, sizeof line, "%s", brief || first == 0 ? title : "");
		if (brief)
			memset(page->node, 0, sizeof page->node);
		end = fill_line(page, line, sizeof line, view, first, chosen, room);
		if (brief && end <= chosen)
			continue;
		lesson_add(page, pen_of(ROLE_TEXT), "%s%s", line, tail);
		if (brief)
			return;
	}
}

void lesson_page_effect(struct lesson_page *page, const struct session_view *view, bool ascii,
	int columns, bool brief, size_t chosen, const char *open_key)
{
	const struct lesson_moment m = lesson_moment(view);
	struct figure_term row[FIGURE_TERMS];
	double largest = 0.0, change = 0.0;
	char text[300], title[60];
	const bool narrow = columns < NAME + 3 * NUMBER;
	figure_terms(row, &view->data->options, m.step, m.before, m.after);
	for (int i = 0; i < FIGURE_TERMS; i++) {
		largest = fmax(largest, row[i].before);
		change = fmax(change, fabs(row[i].after - row[i].before));
	}
	if (narrow) {
		pad_right(title, sizeof title, "term", SHORT_NAME + 2);
		lesson_add(page, pen_of(ROLE_DIM), "%s%10s%10s", title, "after", "change");
	} else {
		pad_right(title, sizeof title, "term", NAME);
		lesson_add(page, pen_of(ROLE_DIM), "%s%*s%*s%*s", title, NUMBER, "before", NUMBER,
			"after", NUMBER, "change");
	}
	for (int i = 0; i < FIGURE_TERMS; i++)
		add_row(page, &row[i], largest, change, columns, ascii, m.done);
	figure_moves_text(text, sizeof text, m.step);
	if ((int)utf8_width(text) <= columns) /* else the row is needed */
		lesson_add(page, pen_of(ROLE_TEXT), "%s", "");
	lesson_wrap(page, pen_of(ROLE_TEXT), text, columns);
	add_nodes(page, view, &m, columns, brief, chosen, open_key);
}

/* ---- numerator and denominator with numbers, the largest terms first --------------------------
 */

enum { VALUE = 11, FACTORS = 22 };

/* What a term is of: a node, a word, a dimension. */
static void term_name(char *out, size_t size, const odd_network *net, const odd_lesson *l,
	const odd_lesson_term *t)
{
	switch (t->part) {
	case ODD_PART_LINK:
	case ODD_PART_NODE:
		snprintf(out, size, "%.60s", odd_names_get(&net->ids, t->index));
		break;
	case ODD_PART_WORD: /* of V: the nodes that have it */
		snprintf(out, size, "%.60s",
			odd_names_get(l->step == ODD_STEP_V ? &net->ids : &net->words, t->index));
		break;
	case ODD_PART_DIMENSION:
		snprintf(out, size, "dimension %zu", t->index + 1);
		break;
	case ODD_PART_DIRECTION:
		snprintf(out, size, "direction %zu", t->index + 1);
		break;
	case ODD_PART_NEAR:
		snprintf(out, size, "%s", l->step == ODD_STEP_G ? "its words" : "its links");
		break;
	case ODD_PART_FIT:
		snprintf(out, size, "%s",
			l->step == ODD_STEP_G   ? "its links"
			: l->step == ODD_STEP_U ? "its words"
						: "all");
		break;
	default:
		snprintf(out, size, "%s", l->watch.score == 0 ? "not linked" : "other words");
		break;
	}
}

/* "= 3.21 · 0.084 · 0.078" */
static void factors_text(char *out, size_t size, const odd_lesson_term *t, bool ascii)
{
	const char *times = ascii ? " * " : " · ", *minus = ascii ? "-" : "−";
	char f[3][NUMBER_SIZE + 4];
	for (int i = 0; i < 3; i++) {
		char number[NUMBER_SIZE];
		bool apart = t->factor[i] < 0.0 && (i > 0 || t->form == ODD_FORM_MINUS);
		number_text(number, t->factor[i], 3);
		snprintf(f[i], sizeof f[i], apart ? "(%s)" : "%s", number);
	}
	if (t->form == ODD_FORM_SQUARE)
		snprintf(out, size, "%s%s%s%s", f[0], times, f[1], ascii ? "^2" : "²");
	else if (t->form == ODD_FORM_DIFFERENCE) /* μ is 1 more often than not */
		snprintf(out, size, "%s%s(%s %s %s)%s", t->factor[0] != 1.0 ? f[0] : "",
			t->factor[0] != 1.0 ? times : "", f[1], minus, f[2], ascii ? "^2" : "²");
	else if (t->factors == 1 || (t->part == ODD_PART_ABSENT && t->factor[0] == 1.0))
		out[0] = '\0';
	else
		snprintf(out, size, "%s%s%s%s%s%s", t->form == ODD_FORM_MINUS ? minus : "", f[0],
			times, f[1], t->factors == 3 ? times : "", t->factors == 3 ? f[2] : "");
}

static void add_value(struct lesson_page *page, struct pen pen, const char *name, double value,
	const char *rest, int columns)
{
	char number[NUMBER_SIZE], line[400];
	const int width = columns >= 36 ? 20 : 12;
	int used = 0;
	const char *end = name;
	while (*end != '\0') { /* cut to its column */
		const char *p = end;
		int w = utf8_char_width(utf8_printable(utf8_next(&p)));
		if (used + w > width - 1)
			break;
		used += w;
		end = p;
	}
	number_text(number, value, 4);
	int blanks = VALUE - (int)utf8_width(number);
	const bool beside = rest[0] != '\0' && columns >= 60;
	snprintf(line, sizeof line, "  %.*s%*s%*s%s%s%s", (int)(end - name), name, width - used, "",
		blanks > 0 ? blanks : 0, "", number, beside ? "  = " : "", beside ? rest : "");
	lesson_add(page, pen, "%s", line);
	if (rest[0] != '\0' && !beside)
		lesson_add(page, pen_of(ROLE_DIM), "    = %s", rest);
}

static void add_sum(struct lesson_page *page, const struct session_view *view, const odd_lesson *l,
	bool above, bool ascii, int columns, const char *title)
{
	const odd_lesson_sum *sum = above ? &l->above : &l->below;
	const struct pen plain = pen_of(ROLE_TEXT), bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	lesson_add(page, bold, "%s", title);
	for (size_t i = 0; i < sum->count; i++) {
		const odd_lesson_term *t = &sum->term[i];
		char name[80], factors[200], rest[300], scale[NUMBER_SIZE];
		const char *called = odd_lesson_factors(l, t, above, ascii);
		if (above && t->part == ODD_PART_NEAR && lesson_is_published(view, l->step))
			called = ascii ? "b * w3 * GW'" : "β · w3 · GWᵀ";
		term_name(name, sizeof name, view->data->net->of.net, l, t);
		factors_text(factors, sizeof factors, t, ascii);
		if (!isnan(t->scale) && columns >= 60) {
			text_add(factors, sizeof factors, "   %s %s",
				l->step == ODD_STEP_W ? (ascii ? "sigma" : "σ")
						      : (ascii ? "lambda" : "λ"),
				number_text(scale, t->scale, 3));
		}
		const int room = isnan(t->scale) ? FACTORS : FACTORS + 8;
		const int blanks = room - (int)utf8_width(factors);
		if (columns >= 60 && factors[0] != '\0')
			snprintf(rest, sizeof rest, "%s%*s  %s", factors, blanks > 0 ? blanks : 0,
				"", called);
		else
			snprintf(rest, sizeof rest, "%s", factors);
		add_value(page, plain, name, t->value, rest, columns);
	}
	if (sum->rest_count > 0) {
		char name[60];
		snprintf(name, sizeof name, "%zu smaller", sum->rest_count);
		add_value(page, plain, name, sum->rest, "", columns);
	}
	add_value(page, bold, "sum", sum->total, "", columns);
}

/* What the block form of a sub-step has to take apart. */
static const char *taken_apart(odd_substep step, bool ascii)
{
	static const char *const name[ODD_SUBSTEPS][2] = {
		[ODD_STEP_G] = {"HHᵀ", "HH'"},
		[ODD_STEP_H] = {"P = Σ_i w1_i G_iᵀ G_i", "P = sum_i w1_i G_i' G_i"},
		[ODD_STEP_U] = {"VVᵀ", "VV'"},
		[ODD_STEP_V] = {"Q = Σ_i w2_i U_iᵀ U_i", "Q = sum_i w2_i U_i' U_i"},
	};
	return name[step][ascii] != NULL ? name[step][ascii] : "";
}

/* In which state the sums are taken, and what is solved. */
static void state_text(char *out, size_t size, const odd_lesson *l, const char *entry, bool ascii)
{
	const bool rows = l->step == ODD_STEP_G || l->step == ODD_STEP_U;
	const char *line = rows ? "row" : "column";
	const size_t k = l->watch.dimension;
	if (l->step == ODD_STEP_W)
		snprintf(out, size,
			"No fraction: the rotation is made of the singular vectors of %s. %s is "
			"row %zu of X times row %zu of Y.",
			ascii ? "G' diag(w3) U" : "Gᵀ diag(w3) U", entry, k + 1,
			l->watch.other + 1);
	else if (l->step == ODD_STEP_O)
		snprintf(out, size,
			"%s is the node's share of all errors of this kind, as they are before the "
			"sub-step.",
			entry);
	else if (l->block)
		snprintf(out, size,
			rows ? "The whole row x is solved at once, along the eigenvectors e of %s."
			     : "The whole column is solved at once, by the inverse of %s.",
			taken_apart(l->step, ascii));
	else if (k == 0)
		snprintf(out, size,
			"The sums as they are when %s has its turn, the first of its %s.", entry,
			line);
	else if (k == 1)
		snprintf(out, size,
			"The sums as they are when %s has its turn: dimension 1 of its %s is "
			"already new.",
			entry, line);
	else
		snprintf(out, size,
			"The sums as they are when %s has its turn: dimensions 1 to %zu of its %s "
			"are already new.",
			entry, k, line);
}

void lesson_page_sums(
	struct lesson_page *page, const struct session_view *view, bool ascii, int columns)
{
	const struct lesson_moment m = lesson_moment(view);
	const struct pen plain = pen_of(ROLE_TEXT), bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	char entry[LESSON_ENTRY], text[400], a[NUMBER_SIZE], b[NUMBER_SIZE], v[NUMBER_SIZE];
	if (m.lesson == NULL) {
		lesson_add(page, plain, "The numbers of this sub-step are being worked out.");
		return;
	}
	const odd_lesson *l = &m.lesson->sums;
	lesson_entry_text(entry, m.step, &l->watch, view->data->net->of.net);
	state_text(text, sizeof text, l, entry, ascii);
	lesson_wrap(page, plain, text, columns);
	add_sum(page, view, l, true, ascii, columns, l->fraction ? "numerator" : "terms");
	if (l->fraction && l->below.count > 0)
		add_sum(page, view, l, false, ascii, columns, "denominator");
	number_text(v, l->value, 4);
	if (l->fraction && l->below.count > 0)
		snprintf(text, sizeof text, "%s = %s / %s = %s", entry,
			number_text(a, l->above.total, 4), number_text(b, l->below.total, 4), v);
	else
		snprintf(text, sizeof text, "%s = %s", entry, v);
	text_add(text, sizeof text, "   (it %s %s)", m.done ? "was" : "is",
		number_text(a, l->old_value, 4));
	if (l->note != ODD_LESSON_PLAIN) {
		text_add(text, sizeof text, "; %s",
			l->note == ODD_LESSON_KEPT    ? "nothing to divide by: it stays"
			: l->note == ODD_LESSON_HELD  ? "all are held alike: it stays"
			: l->note == ODD_LESSON_BOUND ? "held at its bound"
						      : "others are held at 1, the rest share");
	}
	lesson_wrap(page, bold, text, columns);
}
