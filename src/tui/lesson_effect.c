/* lesson_effect.c: what the sub-step did to the three terms and the total, and to which nodes. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/cells.h"
#include "draw/number.h"
#include "draw/utf8.h"
#include "tui/lesson_page.h"

enum { NAME = 23, NUMBER = 12, SHORT_NAME = 8 };

struct row {
	const char *name, *brief;
	enum mark mark;
	enum role role;
	double before, after;
	bool moves;
};

static void rows_of(
	struct row row[4], const struct session_view *view, const struct lesson_moment *m)
{
	static const char *const name[3] = {
		"L_str structure", "α L_attr attributes", "β L_dis disagreement"};
	static const char *const brief[3] = {"L_str", "α L_attr", "β L_dis"};
	static const enum role role[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};
	const double scale[3] = {1.0, view->data->options.alpha, view->data->options.beta};
	for (int t = 0; t < 3; t++)
		row[t] = (struct row){name[t], brief[t], (enum mark)(MARK_TRIANGLE + t), role[t],
			scale[t] * m->before->term[t],
			scale[t] * (m->done ? m->after : m->before)->term[t],
			odd_substep_get(m->step)->moves[t]};
	row[3] = (struct row){"total", "total", MARK_NONE, ROLE_TEXT, m->before->loss,
		(m->done ? m->after : m->before)->loss, true};
}

static void pad_right(char *out, size_t size, const char *text, int columns)
{
	int blanks = columns - (int)utf8_width(text);
	snprintf(out, size, "%s%*s", text, blanks > 0 ? blanks : 0, "");
}

static void add_row(struct lesson_page *page, const struct row *row, double largest,
	double largest_change, int columns, bool ascii, bool done)
{
	const struct number_style style =
		number_style(largest, fmax(largest, 1e-300) * 1e-5, NUMBER_FULL);
	char name[60], title[100], text[3][NUMBER_SIZE], cell[3][NUMBER_SIZE + NUMBER];
	const bool narrow = columns < NAME + 3 * NUMBER;
	const double change = row->after - row->before;
	/* Rounding is no change. */
	const bool still = !(fabs(change) > 1e-13 * largest);
	snprintf(name, sizeof name, "%s %s",
		row->mark == MARK_NONE
			? " "
			: cells_mark(row->mark, ascii ? GLYPHS_ASCII : GLYPHS_BRAILLE),
		narrow ? row->brief : row->name);
	pad_right(title, sizeof title, name, narrow ? SHORT_NAME + 2 : NAME);
	number_write(text[0], row->before, &style);
	number_write(text[1], row->after, &style);
	number_text(text[2], still ? 0.0 : change, 4);
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
	line->bar = done && !still ? fabs(change) / largest_change : 0.0;
	line->bar_role = row->role == ROLE_TEXT ? ROLE_TOTAL : row->role;
}

/* "L_str and L_dis" */
static void list_terms(char *out, size_t size, const bool moves[3])
{
	static const char *const name[3] = {"L_str", "L_attr", "L_dis"};
	int count = moves[0] + moves[1] + moves[2], seen = 0;
	snprintf(out, size, "%s", count == 3 ? "all three" : "");
	if (count == 3)
		return;
	for (int t = 0; t < 3; t++)
		if (moves[t]) {
			size_t used = strlen(out);
			snprintf(out + used, size - used, "%s%s",
				seen == 0           ? ""
				: seen + 1 == count ? " and "
						    : ", ",
				name[t]);
			seen++;
		}
}

static void next_text(char *out, size_t size, const struct lesson_moment *m)
{
	const odd_substep_info *info = odd_substep_get(m->step);
	const odd_substep next = m->step == ODD_STEP_O ? ODD_STEP_W : (odd_substep)(m->step + 1);
	const odd_substep_info *then = odd_substep_get(next);
	char moved[40], moves[40];
	const int count = info->moves[0] + info->moves[1] + info->moves[2];
	list_terms(moved, sizeof moved, info->moves);
	list_terms(moves, sizeof moves, then->moves);
	size_t used = 0;
	if (count == 1)
		used = (size_t)snprintf(
			out, size, "Only %s moves: no other has %s in it.", moved, info->name);
	else if (count == 2)
		used = (size_t)snprintf(
			out, size, "%s move: both have %s in them.", moved, info->name);
	else
		used = (size_t)snprintf(
			out, size, "All three move: %s weighs every error.", info->name);
	snprintf(out + used, size - used, "  Next comes %s: %s.", then->name, moves);
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
			odd_names_get(&view->data->net->net->ids, node->node));
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
	struct row row[4];
	double largest = 0.0, change = 0.0;
	char text[300], title[60];
	const bool narrow = columns < NAME + 3 * NUMBER;
	rows_of(row, view, &m);
	for (int i = 0; i < 4; i++) {
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
	for (int i = 0; i < 4; i++)
		add_row(page, &row[i], largest, change, columns, ascii, m.done);
	next_text(text, sizeof text, &m);
	if ((int)utf8_width(text) <= columns) /* else the row is needed */
		lesson_add(page, pen_of(ROLE_TEXT), "%s", "");
	lesson_wrap(page, pen_of(ROLE_TEXT), text, columns);
	add_nodes(page, view, &m, columns, brief, chosen, open_key);
}
