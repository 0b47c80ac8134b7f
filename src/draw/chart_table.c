#include "config.h"

#include "draw/chart.h"

#include <math.h>
#include <string.h>

#define MOST_COLUMNS 24

struct column_layout {
	bool shown;
	double x, w;
	double most; /* value of a full bar */
};

struct table_layout {
	double row;  /* height of a row */
	double gap;  /* between columns */
	size_t rows; /* shown */
	struct column_layout column[MOST_COLUMNS];
	size_t count;
};

static const struct pen head_pen = {.role = ROLE_DIM, .flags = PEN_SMALL};
static const struct pen text_pen = {.role = ROLE_TEXT, .flags = PEN_SMALL};

static const struct table_cell *cell_at(const struct table_chart *t, size_t row, size_t column)
{
	return &t->cell[row * t->column_count + column];
}

static const char *cell_text(const struct table_chart *t, size_t row, size_t column)
{
	const char *text = cell_at(t, row, column)->text;
	return text != NULL ? text : "";
}

static bool is_bar(const struct table_column *column)
{
	return column->kind == TABLE_BAR || column->kind == TABLE_CHANGE;
}

/* ---- widths -------------------------------------------------------------------------------- */

static double least_width(
	const struct table_chart *t, const struct canvas *c, size_t column, size_t rows, double bar)
{
	const struct table_column *col = &t->column[column];
	if (col->title == NULL)
		return 0.0;
	const char *title = col->brief != NULL ? col->brief : col->title;
	double widest = canvas_text_width(c, title, head_pen);
	if (is_bar(col))
		return fmax(bar * c->char_w, fmin(widest, 12.0 * c->char_w));
	for (size_t row = 0; row < rows + (col->room != NULL); row++) {
		const char *text = row < rows ? cell_text(t, row, column) : col->room;
		double w = canvas_text_width(c, text, text_pen);
		if (col->kind == TABLE_MARK)
			w += w > 0.0 ? 2.0 * c->char_w : c->char_w;
		widest = fmax(widest, w);
	}
	return ceil(widest / c->char_w) * c->char_w;
}

/* The same of long texts, which columns that need less room go before. */
static double fair_width(
	const struct table_chart *t, const struct canvas *c, size_t column, size_t rows, double bar)
{
	double least = least_width(t, c, column, rows, bar);
	return is_bar(&t->column[column]) ? least : fmin(least, 24.0 * c->char_w);
}

/* Drop columns, the least important first (the last among equals), until the rest fits. */
static double drop_columns(struct table_layout *l, const struct table_chart *t, double room)
{
	for (;;) {
		double used = -l->gap;
		size_t worst = l->count, shown = 0;
		for (size_t i = 0; i < l->count; i++) {
			if (!l->column[i].shown)
				continue;
			used += l->column[i].w + l->gap;
			shown++;
			if (worst == l->count || t->column[i].priority <= t->column[worst].priority)
				worst = i;
		}
		if (used <= room || shown <= 1)
			return room - used;
		l->column[worst].shown = false;
	}
}

static void lay_out_columns(
	struct table_layout *l, const struct table_chart *t, const struct canvas *c, struct rect r)
{
	size_t bars = 0, wanted = 0;
	double spare = 0.0;
	for (size_t i = 0; i < l->count; i++)
		wanted += is_bar(&t->column[i]) && t->column[i].title != NULL;
	/* Shorter bars rather than fewer. */
	for (double bar = 5.0; bar >= 3.0 && (bar == 5.0 || bars < wanted); bar -= 1.0) {
		for (size_t i = 0; i < l->count; i++)
			l->column[i] = (struct column_layout){.shown = t->column[i].title != NULL,
				.w = fair_width(t, c, i, l->rows, bar)};
		spare = fmax(0.0, drop_columns(l, t, r.w));
		bars = 0;
		for (size_t i = 0; i < l->count; i++)
			bars += l->column[i].shown && is_bar(&t->column[i]);
	}
	for (size_t i = 0; i < l->count && bars == 0; i++) {
		struct column_layout *col = &l->column[i];
		if (!col->shown || !t->column[i].stretch)
			continue;
		double more = fmin(spare, least_width(t, c, i, l->rows, 0.0) - col->w);
		col->w += more;
		spare -= more;
	}
	double x = r.x, share = bars > 0 ? spare / (double)bars : 0.0;
	if (c->snap > 0.0)
		share = floor(share);
	for (size_t i = 0; i < l->count; i++) {
		struct column_layout *col = &l->column[i];
		if (!col->shown)
			continue;
		if (is_bar(&t->column[i]))
			col->w += fmin(share, 40.0 * c->char_w);
		col->x = x;
		col->w = fmin(col->w, rect_right(r) - x);
		x += col->w + l->gap;
		col->most = t->column[i].most;
		for (size_t row = 0; !(t->column[i].most > 0.0) && row < l->rows; row++) {
			double v = cell_at(t, row, i)->value;
			if (isfinite(v))
				col->most = fmax(col->most, fabs(v));
		}
	}
}

/* ---- drawing ------------------------------------------------------------------------------- */

/* Falls to the left, rises to the right. */
static void draw_change(struct canvas *c, struct rect r, double value, double most, enum role role)
{
	const bool snap = c->snap > 0.0;
	const double zero = snap ? r.x + floor((r.w - 1.0) / 2.0) : r.x + r.w / 2.0;
	double length = most > 0.0 ? (zero - r.x) * fabs(value) / most : 0.0;
	canvas_rule(c, (struct point){zero, r.y}, (struct point){zero, rect_bottom(r)},
		pen_of(ROLE_FRAME));
	/* Whole cells to the left: a cell can only be filled from its left edge on. Rounding, which
	 * differs from one processor to the next, adds no cell to the longest bar. */
	if (value < 0.0)
		length = snap ? ceil(length - 1e-6) : length;
	canvas_fill(c,
		(struct rect){
			value < 0.0 ? zero - length : zero + (snap ? 1.0 : 0.0), r.y, length, r.h},
		pen_of(role));
}

static void draw_cell(const struct table_layout *l, const struct table_chart *t, struct canvas *c,
	size_t row, size_t column, double y)
{
	const struct column_layout *col = &l->column[column];
	const struct table_column *spec = &t->column[column];
	const struct table_cell *cell = cell_at(t, row, column);
	enum role role = cell->role != ROLE_TEXT ? cell->role : spec->role;
	struct pen pen = {.role = role, .flags = PEN_SMALL};
	char fitted[128];
	double h = canvas_text_extent(c, "0", pen).h, top = y + (l->row - h) / 2.0, x = col->x;
	if (t->selection && row == t->selected && !is_bar(spec))
		pen.flags |= PEN_BOLD;
	if (spec->kind == TABLE_BAR && cell->hi > 0.0 && col->most > 0.0) {
		double middle = y + l->row / 2.0, unit = col->w / col->most;
		struct point line[2] = {
			{x + unit * cell->lo, middle}, {x + unit * cell->hi, middle}};
		canvas_polyline(c, line, 2, (struct pen){.role = role});
		canvas_mark(c, (struct point){x + unit * cell->value, middle}, MARK_CIRCLE, 0.7,
			(struct pen){.role = role});
		return;
	}
	double inset = c->snap > 0.0 ? 0.0 : 0.22 * l->row;
	if (spec->kind == TABLE_CHANGE) {
		draw_change(c, (struct rect){x, y + inset, col->w, l->row - 2.0 * inset},
			cell->value, col->most, role);
		return;
	}
	if (spec->kind == TABLE_BAR) {
		double part = cell->value / col->most;
		if (part > 0.0 && col->most > 0.0)
			canvas_fill(c,
				(struct rect){x, y + inset, col->w * fmin(part, 1.0),
					l->row - 2.0 * inset},
				(struct pen){.role = role});
		return;
	}
	if (spec->kind == TABLE_MARK && cell->mark != MARK_NONE) {
		canvas_mark(c, (struct point){x + c->char_w / 2.0, y + l->row / 2.0},
			cell->mark == MARK_POINT ? MARK_DOT : cell->mark, 1.0,
			(struct pen){.role = role});
		x += 2.0 * c->char_w;
	}
	canvas_text_fit(
		c, fitted, sizeof fitted, cell_text(t, row, column), col->x + col->w - x, pen);
	canvas_text(c, (struct point){spec->right ? col->x + col->w : x, top},
		spec->right ? ANCHOR_TOP_RIGHT : ANCHOR_TOP_LEFT, fitted, pen);
}

static void draw_head(
	const struct table_layout *l, const struct table_chart *t, struct canvas *c, double y)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct column_layout *col = &l->column[i];
		const struct table_column *spec = &t->column[i];
		char fitted[96];
		if (t->head != NULL)
			t->head[i] = (struct table_head){col->x, col->shown ? col->w : 0.0};
		if (!col->shown)
			continue;
		const char *title = spec->title;
		if (spec->medium != NULL && canvas_text_width(c, title, head_pen) > col->w)
			title = spec->medium;
		if (spec->brief != NULL && canvas_text_width(c, title, head_pen) > col->w)
			title = spec->brief;
		canvas_text_fit(c, fitted, sizeof fitted, title, col->w, head_pen);
		canvas_text(c, (struct point){spec->right ? col->x + col->w : col->x, y},
			spec->right ? ANCHOR_TOP_RIGHT : ANCHOR_TOP_LEFT, fitted, head_pen);
	}
}

void chart_table_draw(const struct table_chart *t, struct canvas *c, struct rect rect)
{
	bool snap = c->snap > 0.0;
	double line = canvas_text_extent(c, "0", text_pen).h;
	struct table_layout l = {.row = snap ? 1.0 : 1.35 * line,
		.gap = (snap ? 1.0 : 1.8) * c->char_w,
		.count = t->column_count < MOST_COLUMNS ? t->column_count : MOST_COLUMNS};
	if (t->rows == 0 || l.count == 0) {
		plot_message(c, rect, t->empty != NULL ? t->empty : "no data");
		return;
	}
	double foot = t->footer == NULL ? 0.0 : snap ? 1.0 : 1.5 * line;
	double head = t->headless ? 0.0 : snap ? 1.0 : 1.5 * line;
	/* On paper rows close up, to single spacing at most, before any is left out. */
	if (!snap)
		l.row = fmax(line, fmin(l.row, (rect.h - head - foot) / (double)t->rows));
	double rows = floor((rect.h - head - foot + 1e-6) / l.row);
	if (rows < 1.0 || rect.w < 8.0 * c->char_w) {
		plot_message(c, rect, "no room for a table");
		return;
	}
	l.rows = rows < (double)t->rows ? (size_t)rows : t->rows;
	/* One column in front for the sign of the selected row. */
	double lead = c->char_w;
	lay_out_columns(&l, t, c, rect_inset(rect, lead, 0, 0, 0));
	if (!t->headless)
		draw_head(&l, t, c, rect.y);
	if (!snap && !t->headless)
		canvas_rule(c, (struct point){rect.x, rect.y + head - 3.0},
			(struct point){rect_right(rect), rect.y + head - 3.0}, pen_of(ROLE_FRAME));
	for (size_t row = 0; row < l.rows; row++) {
		double y = rect.y + head + (double)row * l.row;
		if (t->selection && row == t->selected) {
			canvas_fill(c, (struct rect){rect.x, y, rect.w, l.row},
				(struct pen){.role = ROLE_DIM, .flags = PEN_WASH, .shade = 0.7});
			canvas_text(c, (struct point){rect.x, y + (l.row - line) / 2.0},
				ANCHOR_TOP_LEFT, snap ? ">" : "", text_pen);
		}
		for (size_t i = 0; i < l.count; i++) {
			if (l.column[i].shown)
				draw_cell(&l, t, c, row, i, y);
		}
	}
	if (t->footer != NULL) {
		char fitted[256];
		canvas_text_fit(c, fitted, sizeof fitted, t->footer, rect.w - lead, head_pen);
		canvas_text(c, (struct point){rect.x + lead, rect_bottom(rect) - line},
			ANCHOR_TOP_LEFT, fitted, head_pen);
	}
}

struct rect chart_table_above(
	const struct table_chart *t, struct canvas *c, struct rect r, double below)
{
	const double row = c->snap > 0.0 ? 1.0 : 1.5 * canvas_text_extent(c, "0", text_pen).h;
	const double high = fmin((double)(t->rows + !t->headless) * row, fmax(0.0, r.h - below));
	chart_table_draw(t, c, (struct rect){r.x, r.y, r.w, high});
	return rect_inset(r, 0, high, 0, 0);
}
