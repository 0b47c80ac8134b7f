/* lesson_sums.c: the sums behind the watched entry, numerator and denominator with numbers, the
 * largest terms first. */
#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "draw/number.h"
#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/lesson.h"
#include "tui/text.h"

void lesson_lines_clear(struct lesson_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free(lines->line[i].text);
	free(lines->line);
	*lines = (struct lesson_lines){0};
}

static void add(struct lesson_lines *lines, struct pen pen, const char *format, ...)
	ODD_PRINTF(3, 4);
static void add(struct lesson_lines *lines, struct pen pen, const char *format, ...)
{
	char text[600];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	lines->line = xgrow(lines->line, lines->count + 1, sizeof *lines->line);
	lines->line[lines->count].text = xstrdup(text);
	lines->line[lines->count++].pen = pen;
}

static void add_wrapped(struct lesson_lines *lines, struct pen pen, const char *text, int columns)
{
	do {
		size_t skip, length = utf8_break(text, columns > 8 ? columns : 8, &skip);
		add(lines, pen, "%.*s", (int)length, text);
		text += skip;
	} while (*text != '\0');
}

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
static void factors_text(char *out, size_t size, const odd_lesson_term *t)
{
	const char *times = " · ", *minus = "−";
	char f[3][NUMBER_SIZE + 4];
	for (int i = 0; i < 3; i++) {
		char number[NUMBER_SIZE];
		bool apart = t->factor[i] < 0.0 && (i > 0 || t->form == ODD_FORM_MINUS);
		number_text(number, t->factor[i], 3);
		snprintf(f[i], sizeof f[i], apart ? "(%s)" : "%s", number);
	}
	if (t->form == ODD_FORM_SQUARE)
		snprintf(out, size, "%s%s%s%s", f[0], times, f[1], "²");
	else if (t->form == ODD_FORM_DIFFERENCE) /* μ is 1 more often than not */
		snprintf(out, size, "%s%s(%s %s %s)%s", t->factor[0] != 1.0 ? f[0] : "",
			t->factor[0] != 1.0 ? times : "", f[1], minus, f[2], "²");
	else if (t->factors == 1 || (t->part == ODD_PART_ABSENT && t->factor[0] == 1.0))
		out[0] = '\0';
	else
		snprintf(out, size, "%s%s%s%s%s%s", t->form == ODD_FORM_MINUS ? minus : "", f[0],
			times, f[1], t->factors == 3 ? times : "", t->factors == 3 ? f[2] : "");
}

static void add_value(struct lesson_lines *lines, struct pen pen, const char *name, double value,
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
	add(lines, pen, "%s", line);
	if (rest[0] != '\0' && !beside)
		add(lines, pen_of(ROLE_DIM), "    = %s", rest);
}

/* Is the sub-step done by the formula that the authors published, in place of the exact one? */
static bool is_published(const struct session_view *view, odd_substep step)
{
	return step == ODD_STEP_U && view->data->moment->used.u == ODD_U_TRANSPOSED;
}

static void add_sum(struct lesson_lines *lines, const struct session_view *view,
	const odd_lesson *l, bool above, int columns, const char *title)
{
	const odd_lesson_sum *sum = above ? &l->above : &l->below;
	const struct pen plain = pen_of(ROLE_TEXT), bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	add(lines, bold, "%s", title);
	for (size_t i = 0; i < sum->count; i++) {
		const odd_lesson_term *t = &sum->term[i];
		char name[80], factors[200], rest[300], scale[NUMBER_SIZE];
		const char *called = odd_lesson_factors(l, t, above, false);
		if (above && t->part == ODD_PART_NEAR && is_published(view, l->step))
			called = "β · w3 · GWᵀ";
		term_name(name, sizeof name, view->data->net->of.net, l, t);
		factors_text(factors, sizeof factors, t);
		if (!isnan(t->scale) && columns >= 60) {
			text_add(factors, sizeof factors, "   %s %s",
				l->step == ODD_STEP_W ? "σ" : "λ", number_text(scale, t->scale, 3));
		}
		const int room = isnan(t->scale) ? FACTORS : FACTORS + 8;
		const int blanks = room - (int)utf8_width(factors);
		if (columns >= 60 && factors[0] != '\0')
			snprintf(rest, sizeof rest, "%s%*s  %s", factors, blanks > 0 ? blanks : 0,
				"", called);
		else
			snprintf(rest, sizeof rest, "%s", factors);
		add_value(lines, plain, name, t->value, rest, columns);
	}
	if (sum->rest_count > 0) {
		char name[60];
		snprintf(name, sizeof name, "%zu smaller", sum->rest_count);
		add_value(lines, plain, name, sum->rest, "", columns);
	}
	add_value(lines, bold, "sum", sum->total, "", columns);
}

/* What the block form of a sub-step has to take apart. */
static const char *taken_apart(odd_substep step)
{
	static const char *const name[ODD_SUBSTEPS] = {[ODD_STEP_G] = "HHᵀ",
		[ODD_STEP_H] = "P = Σ_i w1_i G_iᵀ G_i",
		[ODD_STEP_U] = "VVᵀ",
		[ODD_STEP_V] = "Q = Σ_i w2_i U_iᵀ U_i"};
	return name[step] != NULL ? name[step] : "";
}

/* In which state the sums are taken, and what is solved. */
static void state_text(char *out, size_t size, const odd_lesson *l, const char *entry)
{
	const bool rows = l->step == ODD_STEP_G || l->step == ODD_STEP_U;
	const char *line = rows ? "row" : "column";
	const size_t k = l->watch.dimension;
	if (l->step == ODD_STEP_W)
		snprintf(out, size,
			"No fraction: the rotation is made of the singular vectors of %s. %s is "
			"row %zu of X times row %zu of Y.",
			"Gᵀ diag(w3) U", entry, k + 1, l->watch.other + 1);
	else if (l->step == ODD_STEP_O)
		snprintf(out, size,
			"%s is the node's share of all errors of this kind, as they are before the "
			"sub-step.",
			entry);
	else if (l->block)
		snprintf(out, size,
			rows ? "The whole row x is solved at once, along the eigenvectors e of %s."
			     : "The whole column is solved at once, by the inverse of %s.",
			taken_apart(l->step));
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

void lesson_sums(struct lesson_lines *lines, const struct session_view *view, int columns)
{
	const struct lesson_moment m = lesson_moment(view);
	const struct pen plain = pen_of(ROLE_TEXT), bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	char entry[LESSON_ENTRY], text[400], a[NUMBER_SIZE], b[NUMBER_SIZE], v[NUMBER_SIZE];
	if (m.lesson == NULL) {
		add(lines, plain, "The numbers of this sub-step are being worked out.");
		return;
	}
	const odd_lesson *l = &m.lesson->sums;
	lesson_entry_text(entry, m.step, &l->watch, view->data->net->of.net);
	state_text(text, sizeof text, l, entry);
	add_wrapped(lines, plain, text, columns);
	add_sum(lines, view, l, true, columns, l->fraction ? "numerator" : "terms");
	if (l->fraction && l->below.count > 0)
		add_sum(lines, view, l, false, columns, "denominator");
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
	add_wrapped(lines, bold, text, columns);
}
