#include "config.h"

#include "tui/lesson_page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "draw/figures.h"
#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/text.h"

void lesson_page_clear(struct lesson_page *page)
{
	for (size_t i = 0; i < page->count; i++)
		free(page->line[i].text);
	free(page->line);
	*page = (struct lesson_page){0};
}

struct lesson_line *lesson_add(struct lesson_page *page, struct pen pen, const char *format, ...)
{
	char text[600];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	page->line = xgrow(page->line, page->count + 1, sizeof *page->line);
	struct lesson_line *line = &page->line[page->count++];
	*line = (struct lesson_line){.text = xstrdup(text), .pen = pen};
	return line;
}

void lesson_wrap(struct lesson_page *page, struct pen pen, const char *text, int columns)
{
	do {
		size_t skip, length = utf8_break(text, columns > 8 ? columns : 8, &skip);
		lesson_add(page, pen, "%.*s", (int)length, text);
		text += skip;
	} while (*text != '\0');
}

/* ---- where it is ----------------------------------------------------------------------------- */

struct lesson_moment lesson_moment(const struct session_view *view)
{
	const struct session_data *d = view->data;
	const odd_trace_point *last = &d->trace.point[d->trace.count - 1];
	const struct session_lesson *l = view->lesson;
	struct lesson_moment m = {.step = d->next, .iteration = d->iteration + 1, .before = last};
	/* While it plays, not every sub-step has a lesson: the last one that has stays in sight. */
	if (view->playing && l != NULL && l->done && l->epoch == d->epoch && l->steps < d->steps) {
		last -= d->steps - l->steps;
		return (struct lesson_moment){last->step, last->iteration, true, last - 1, last, l};
	}
	const bool here = l != NULL && l->epoch == d->epoch && l->steps == d->steps;
	const bool ahead = here && !l->done; /* it is shown before it is run */
	if (last->step != ODD_STEP_INIT && !last->changed && d->trace.count > 1 && !ahead)
		m = (struct lesson_moment){last->step, last->iteration, true, last - 1, last, NULL};
	if (here && l->sums.step == m.step)
		m.lesson = l;
	return m;
}

void lesson_progress(char *out, size_t size, const struct lesson_moment *m)
{
	out[0] = '\0';
	for (int step = ODD_STEP_W; step <= ODD_STEP_O; step++) {
		const char *name = odd_substep_get((odd_substep)step)->name;
		text_add(out, size,
			(odd_substep)step < m->step    ? "%s%s ✓"
			: (odd_substep)step == m->step ? "%s[%s]"
						       : "%s%s",
			step > 0 ? " " : "", name);
	}
}

const char *lesson_weights(odd_substep step)
{
	static const char *const text[ODD_SUBSTEPS] = {"w3_i = log(1/O3_i)",
		"w1 = log(1/O1_i), w3 = log(1/O3_i)", "w1_i = log(1/O1_i)",
		"w2 = log(1/O2_i), w3 = log(1/O3_i)", "w2_i = log(1/O2_i)", "r: squared errors"};
	return step >= 0 && step < ODD_SUBSTEPS ? text[step] : "";
}

/* ---- the equation ---------------------------------------------------------------------------- */

static void trim(char *text)
{
	size_t length = strlen(text), from = strspn(text, " ");
	memmove(text, text + from, length - from + 1);
	for (length -= from; length > 0 && text[length - 1] == ' ';)
		text[--length] = '\0';
}

/* Line i of a text, on the heap; NULL behind the last. */
static char *line_of(const char *text, size_t i)
{
	for (; i > 0; i--) {
		text = strchr(text, '\n');
		if (text == NULL)
			return NULL;
		text++;
	}
	return text_make("%.*s", (int)strcspn(text, "\n"), text);
}

static int widest_line(const char *equation)
{
	int widest = 0;
	char *line;
	for (size_t i = 0; (line = line_of(equation, i)) != NULL; i++) {
		int width = (int)utf8_width(line);
		widest = width > widest ? width : widest;
		free(line);
	}
	return widest;
}

/* A fraction of three lines as "G_ik = [ … ] / [ … ]" for narrow screens; other equations line by
 * line. */
static void flat_equation(struct lesson_page *page, const char *equation, int columns)
{
	const struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	char *line[3] = {line_of(equation, 0), line_of(equation, 1), line_of(equation, 2)};
	char *bar = line[1] != NULL ? strstr(line[1], "───") : NULL;
	if (bar == NULL && line[1] != NULL)
		bar = strstr(line[1], "---");
	if (bar != NULL && line[2] != NULL) {
		char text[400];
		*bar = '\0';
		for (int i = 0; i < 3; i++)
			trim(line[i]);
		snprintf(text, sizeof text, "%s [ %s ] / [ %s ]", line[1], line[0], line[2]);
		lesson_wrap(page, bold, text, columns);
	} else {
		for (int i = 0; i < 3 && line[i] != NULL; i++)
			lesson_wrap(page, bold, line[i], columns);
	}
	for (int i = 0; i < 3; i++)
		free(line[i]);
}

static void add_equation(struct lesson_page *page, const char *equation, int columns)
{
	const struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	int widest = widest_line(equation);
	char *line;
	if (widest > columns) {
		flat_equation(page, equation, columns);
		return;
	}
	int indent = (columns - widest) / 2;
	indent = indent > 5 ? 5 : indent;
	for (size_t i = 0; (line = line_of(equation, i)) != NULL; i++) {
		lesson_add(page, bold, "%*s%s", indent, "", line);
		free(line);
	}
}

/* ---- the watched entry ----------------------------------------------------------------------- */

static void watched_text(
	char *out, size_t size, const struct session_view *view, const struct lesson_moment *m)
{
	const struct session_lesson *l = m->lesson;
	char entry[LESSON_ENTRY];
	const struct result result = {.lesson = &l->sums,
		.watched =
			lesson_entry_text(entry, m->step, &l->sums.watch, view->data->net->of.net),
		.became = m->done ? &l->became : NULL};
	figure_watched_text(out, size, &result);
}

/* "v: watch another entry   x: expand the sums" */
static void keys_text(
	char *out, size_t size, const struct lesson_keys *keys, const struct lesson_moment *m)
{
	const struct {
		const char *key, *does;
	} part[] = {{keys->watch, "watch another entry"},
		{keys->expand, "expand the sums with numbers"},
		{!m->done && (m->before->step == ODD_STEP_INIT || m->before->changed) ? ""
										      : keys->peek,
			m->done ? "peek ahead" : "look back"}};
	out[0] = '\0';
	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		if (part[i].key[0] != '\0')
			text_add(out, size, "%s%s: %s", out[0] != '\0' ? "    " : "", part[i].key,
				part[i].does);
	}
}

enum { COMPACT_ROWS = 7 };

bool lesson_is_published(const struct session_view *view, odd_substep step)
{
	return step == ODD_STEP_U && view->data->options.u == ODD_U_TRANSPOSED;
}

static void add_published(struct lesson_page *page, const struct session_view *view,
	odd_substep step, bool ascii, int columns)
{
	if (lesson_is_published(view, step))
		lesson_wrap(page, pen_of(ROLE_TEXT),
			ascii ? "As the authors' script has it, G_i W' for G_i W: not the lowest point."
			      : "As the authors' script has it, G_i Wᵀ for G_i W: not the lowest point.",
			columns);
}

void lesson_page_formula(struct lesson_page *page, const struct session_view *view, bool ascii,
	int columns, int rows, const struct lesson_keys *keys)
{
	const struct lesson_moment m = lesson_moment(view);
	const odd_substep_info *info = odd_substep_get(m.step);
	struct lesson_page text = {0};
	const struct pen plain = {.role = ROLE_TEXT}, dim = {.role = ROLE_DIM};
	char line[500];
	const char *block = view->data->options.update == ODD_BLOCK
				    ? odd_lesson_block_equation(m.step, ascii)
				    : "";
	if (block[0] != '\0')
		lesson_wrap(&text, plain,
			m.step == ODD_STEP_G || m.step == ODD_STEP_U
				? "Block form: each row is solved as a whole, not entry by entry."
				: "Block form: each column is solved as a whole, not entry by "
				  "entry.",
			columns);
	add_published(&text, view, m.step, ascii, columns); /* first: ends may be out of sight */
	lesson_wrap(&text, plain, info->reading, columns);
	const char *lacking = figure_lacking_text(view->data->net->of.net, m.step);
	if (lacking != NULL)
		lesson_wrap(&text, plain, lacking, columns);
	if (m.lesson != NULL)
		watched_text(line, sizeof line, view, &m);
	else
		snprintf(line, sizeof line, "The numbers of this sub-step are being worked out.");
	lesson_wrap(&text, plain, line, columns);
	keys_text(line, sizeof line, keys, &m);
	if (line[0] != '\0')
		lesson_wrap(&text, dim, line, columns);
	struct lesson_page equation = {0};
	add_equation(&equation,
		block[0] != '\0' ? block
		: ascii          ? info->equation_ascii
				 : info->equation,
		columns);
	int spare = rows - (int)(equation.count + text.count);
	if (spare < 0 &&
		rows < COMPACT_ROWS) { /* beside the card of a tour: how it is read stands there */
		lesson_page_clear(&text);
		add_published(&text, view, m.step, ascii, columns);
		if (m.lesson != NULL)
			watched_text(line, sizeof line, view, &m);
		lesson_wrap(&text, plain, line, columns);
	}
	if (spare >= 2)
		lesson_add(page, plain, "%s", "");
	for (size_t i = 0; i < equation.count; i++)
		lesson_add(page, equation.line[i].pen, "%s", equation.line[i].text);
	if (spare >= 1)
		lesson_add(page, plain, "%s", "");
	for (size_t i = 0; i < text.count; i++)
		lesson_add(page, text.line[i].pen, "%s", text.line[i].text);
	lesson_page_clear(&equation);
	lesson_page_clear(&text);
}
