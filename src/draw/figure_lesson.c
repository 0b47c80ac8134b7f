/* A sub-step as a page: its equation, the watched entry, what it did to every term of the loss, and
 * the loss as a function of that entry. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figure_parts.h"

/* ---- the equation ---------------------------------------------------------------------------- */

enum { LINES = 3, LINE_SIZE = 200 };

/* "G_ik =" over its numerator and denominator, or up to three lines. */
struct equation {
	bool fraction;
	char line[LINES][LINE_SIZE]; /* of a fraction: above, what it is of, below */
	size_t count;
};

static void trim(char *text)
{
	size_t length = strlen(text), from = strspn(text, " ");
	memmove(text, text + from, length - from + 1);
	for (length -= from; length > 0 && text[length - 1] == ' ';)
		text[--length] = '\0';
}

/* The table of sub-steps has equations as they look in cells, fractions with a bar of ─. */
static void parse_equation(struct equation *e, const char *text)
{
	*e = (struct equation){.count = 0};
	for (; e->count < LINES && *text != '\0'; e->count++) {
		size_t length = strcspn(text, "\n");
		snprintf(e->line[e->count], LINE_SIZE, "%.*s", (int)length, text);
		text += length + (text[length] == '\n');
	}
	char *bar = e->count == LINES ? strstr(e->line[1], "──") : NULL;
	e->fraction = bar != NULL;
	if (e->fraction)
		*bar = '\0';
	for (size_t i = 0; i < e->count; i++)
		trim(e->line[i]);
}

/* At the top of r, its height known; returns what is left. */
static struct rect draw_equation(struct canvas *c, struct rect r, const struct equation *e)
{
	const struct pen pen = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	const double line = c->snap > 0.0 ? 1.0 : 1.25 * c->char_h, indent = 2.0 * c->char_w;
	const double of = canvas_text_width(c, e->line[1], pen);
	const double above = canvas_text_width(c, e->line[0], pen),
		     below = canvas_text_width(c, e->line[2], pen);
	const double wide = fmax(above, below) + 2.0 * c->char_w, x = r.x + indent;
	if (e->fraction && indent + of + c->char_w + wide <= r.w && r.h >= 3.0 * line) {
		const double left = x + of + c->char_w, middle = r.y + 1.5 * line;
		const double half = left + wide / 2.0;
		canvas_text(
			c, (struct point){half, r.y + 0.5 * line}, ANCHOR_MIDDLE, e->line[0], pen);
		canvas_text(c, (struct point){x, middle}, ANCHOR_LEFT, e->line[1], pen);
		canvas_rule(c, (struct point){left, middle}, (struct point){left + wide, middle},
			pen_of(ROLE_TEXT));
		canvas_text(
			c, (struct point){half, r.y + 2.5 * line}, ANCHOR_MIDDLE, e->line[2], pen);
		return rect_inset(r, 0, 3.0 * line, 0, 0);
	}
	if (e->fraction) { /* in a line, where it is too wide */
		char flat[3 * LINE_SIZE + 20];
		snprintf(flat, sizeof flat, "%s [ %s ] / [ %s ]", e->line[1], e->line[0],
			e->line[2]);
		return figure_wrapped(c, r, flat, pen);
	}
	for (size_t i = 0; i < e->count && r.h + 1e-9 >= line; i++) {
		char fitted[LINE_SIZE];
		canvas_text_fit(c, fitted, sizeof fitted, e->line[i], r.w - indent, pen);
		canvas_text(c, (struct point){x, r.y + line / 2.0}, ANCHOR_LEFT, fitted, pen);
		r = rect_inset(r, 0, line, 0, 0);
	}
	return r;
}

/* Is it the U step by the formula that the authors published? */
static bool is_published(const struct figure_run *run)
{
	return run->result->lesson->step == ODD_STEP_U && run->result->used != NULL &&
	       run->result->used->u == ODD_U_TRANSPOSED;
}

void figure_panel_equation(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_lesson *l = run->result->lesson;
	const struct pen plain = pen_of(ROLE_TEXT);
	const double gap = c->snap > 0.0 ? 0.0 : 0.5 * c->char_h;
	struct equation equation;
	char text[600];
	if (l == NULL) {
		plot_message(c, r, "no sub-step is looked at here: the Lesson screen has this");
		return;
	}
	const odd_substep_info *info = odd_substep_get(l->step);
	const char *block = l->block ? odd_lesson_block_equation(l->step, false) : "";
	parse_equation(&equation, block[0] != '\0' ? block : info->equation);
	r = rect_inset(draw_equation(c, r, &equation), 0, gap, 0, 0);
	if (block[0] != '\0')
		r = figure_wrapped(c, r,
			l->step == ODD_STEP_G || l->step == ODD_STEP_U
				? "Block form: each row is solved as a whole, not entry by entry."
				: "Block form: each column is solved as a whole, not entry by entry.",
			plain);
	if (is_published(run)) /* first: the end may be out of sight */
		r = figure_wrapped(c, r,
			"As the authors' script has it: G_i Wᵀ in place of G_i W. This is not the "
			"lowest point.",
			plain);
	/* In a few cells the numbers come before the words. */
	if (c->snap <= 0.0 || r.h >= 4.0)
		r = rect_inset(figure_wrapped(c, r, info->reading, plain), 0, gap, 0, 0);
	const char *lacking = figure_lacking_text(run->result->net, l->step);
	if (lacking != NULL)
		r = rect_inset(figure_wrapped(c, r, lacking, plain), 0, gap, 0, 0);
	figure_wrapped(c, r, figure_watched_text(text, sizeof text, run->result), plain);
}

/* ---- what it did ----------------------------------------------------------------------------- */

bool figure_lesson_points(
	const struct result *result, const odd_trace_point **before, const odd_trace_point **after)
{
	const odd_trace *trace = result->trace;
	if (trace == NULL || trace->count == 0 || result->used == NULL)
		return false;
	*before = &trace->point[trace->count - 1];
	*after = NULL;
	if (result->became == NULL)
		return true;
	for (size_t i = trace->count; i-- > 1;) {
		const odd_trace_point *p = &trace->point[i];
		if (p->step != result->lesson->step || p->iteration != result->lesson->iteration ||
			p->changed)
			continue;
		*before = p - 1;
		*after = p;
		return true;
	}
	return false;
}

/* Names, numbers and bars about zero; returns what is left below. */
static struct rect draw_terms(struct canvas *c, struct rect r, const struct figure_run *run,
	const odd_trace_point *before, const odd_trace_point *after)
{
	enum { TERM, BEFORE, AFTER, CHANGE, BAR, COLUMNS };
	static const struct table_column column[COLUMNS] = {
		{.title = "term", .kind = TABLE_MARK, .priority = 9},
		{.title = "before", .priority = 3, .right = true},
		{.title = "after", .priority = 7, .right = true},
		{.title = "change", .priority = 8, .right = true},
		{.title = "", .kind = TABLE_CHANGE, .priority = 5}};
	struct figure_term term[FIGURE_TERMS];
	struct table_cell cell[FIGURE_TERMS * COLUMNS];
	char number[FIGURE_TERMS][COLUMNS][NUMBER_SIZE];
	double most = 0.0;
	figure_terms(term, run->result->used, run->result->lesson->step, before, after);
	for (int t = 0; t < FIGURE_TERMS; t++)
		most = fmax(most, term[t].before);
	const struct number_style style =
		number_style(most, fmax(most, 1e-300) * 1e-5, NUMBER_FULL);
	for (int t = 0; t < FIGURE_TERMS; t++) {
		struct table_cell *row = &cell[t * COLUMNS];
		const double change = term[t].still ? 0.0 : term[t].after - term[t].before;
		const bool open = after == NULL && term[t].moves;
		row[TERM] = (struct table_cell){
			.text = r.w < 60.0 * c->char_w ? term[t].brief : term[t].name,
			.mark = term[t].mark,
			.role = term[t].role};
		row[BEFORE].text = number_write(number[t][BEFORE], term[t].before, &style);
		row[AFTER].text =
			open ? "?" : number_write(number[t][AFTER], term[t].after, &style);
		row[CHANGE].text = open ? "?" : number_text(number[t][CHANGE], change, 4);
		row[BAR] = (struct table_cell){.value = open ? 0.0 : change, .role = term[t].role};
		for (int i = BEFORE; i <= CHANGE; i++)
			row[i] = (struct table_cell){.text = row[i].text};
	}
	const struct table_chart chart = {
		.column = column, .column_count = COLUMNS, .cell = cell, .rows = FIGURE_TERMS};
	return chart_table_above(&chart, c, r, 0.0);
}

/* "Changed most: n1204 -3.1, …" as far as there is room in r. */
static void tell_changed(const struct figure_run *run, struct canvas *c, struct rect r)
{
	char text[1000] = "", part[FIGURE_NAME + NUMBER_SIZE + 10], name[FIGURE_NAME],
	     by[NUMBER_SIZE];
	for (size_t i = 0; i < run->result->changed_count; i++) {
		snprintf(part, sizeof part, "%s %s%s %s", i == 0 ? "Changed most:" : ",",
			i + 1 == run->result->chosen ? ">" : "",
			figure_node_name(name, run, run->result->changed[i].node, 32),
			number_text(by, run->result->changed[i].by, 2));
		strncat(text, part, sizeof text - strlen(text) - 1);
	}
	figure_wrapped(c, r, run->result->changed_count > 0 ? text : "No node changed.",
		pen_of(ROLE_TEXT));
}

void figure_panel_effect(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_trace_point *before, *after;
	const double gap = c->snap > 0.0 ? 0.0 : 0.5 * c->char_h;
	char text[300];
	if (run->result->lesson == NULL || !figure_lesson_points(run->result, &before, &after)) {
		plot_message(c, r, "no sub-step is looked at here: the Lesson screen has this");
		return;
	}
	r = rect_inset(draw_terms(c, r, run, before, after), 0, gap, 0, 0);
	r = figure_wrapped(c, r, figure_moves_text(text, sizeof text, run->result->lesson->step),
		pen_of(ROLE_TEXT));
	if (after != NULL)
		tell_changed(run, c, rect_inset(r, 0, gap, 0, 0));
}

/* ---- the page -------------------------------------------------------------------------------- */

void figure_lesson(const struct figure_run *run, struct canvas *c)
{
	static const double rows[2] = {0.75, 1.25}, across[2] = {0.58, 0.42};
	const odd_lesson *l = run->result->lesson;
	const odd_trace_point *before, *after = NULL;
	struct rect room[2], below[2];
	char title[160], note[80] = "";
	if (l == NULL) {
		plot_message(c, figure_page(run, c, "a sub-step", NULL),
			"no sub-step is looked at here: the Lesson screen has this");
		return;
	}
	const odd_substep_info *info = odd_substep_get(l->step);
	snprintf(title, sizeof title, "sub-step %s of iteration %zu, %s", info->name, l->iteration,
		info->title);
	struct rect r = figure_page_at(run, c, title, NULL, /* the title tells it */
		is_published(run)
			? "This formula aims beside the lowest point of the loss as a function of what "
			  "it changes: the loss may rise."
			: "The update is the lowest point of the loss as a function of what it changes, "
			  "all else held.");
	if (figure_lesson_points(run->result, &before, &after))
		figure_rise_text(note, sizeof note, before, after);
	size_t n = figure_split(room, c, r, rows, 2, INFINITY);
	if (c->snap > 0.0 && n == 2) { /* as high as it has to be, in cells */
		const double high = fmin(room[0].h, 12.0);
		room[1] = (struct rect){r.x, r.y + high, r.w, r.h - high};
		room[0].h = high;
	}
	figure_panel_equation(run, c, panel_begin(c, room[0], "The update", NULL, false));
	size_t parts = n == 2 ? figure_split(below, c, room[1], across, 2, 40.0) : 0;
	if (parts > 0)
		figure_panel_effect(run, c,
			panel_begin(c, below[0],
				after != NULL ? "Effect of this sub-step" : "Before this sub-step",
				note, false));
	if (parts > 1)
		figure_panel_parabola(run, c,
			panel_begin(c, below[1], "The loss as a function of it", NULL, false));
}
