#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>

#define MARGIN 18.0 /* logical pixels */

struct rect figure_begin(struct canvas *c, const char *title, const char *subtitle)
{
	bool snap = c->snap > 0.0;
	double margin = snap ? 0.0 : fmin(MARGIN, 0.04 * fmin(c->w, c->h));
	struct rect r = rect_inset(canvas_area(c), margin, margin, margin, margin);
	struct pen bold = {.role = ROLE_TEXT, .flags = PEN_TITLE};
	struct pen plain = {.role = ROLE_DIM};
	char fitted[256];
	double used = 0.0;
	if (title != NULL && canvas_text_extent(c, "0", bold).h <= r.h) {
		canvas_text_fit(c, fitted, sizeof fitted, title, r.w, bold);
		canvas_text(c, (struct point){r.x, r.y}, ANCHOR_TOP_LEFT, fitted, bold);
		used += canvas_text_extent(c, "0", bold).h;
	}
	if (subtitle != NULL && r.h > 8.0 * c->char_h) {
		used += snap ? 0.0 : 2.0;
		canvas_text_fit(c, fitted, sizeof fitted, subtitle, r.w, plain);
		canvas_text(c, (struct point){r.x, r.y + used}, ANCHOR_TOP_LEFT, fitted, plain);
		used += canvas_text_extent(c, "0", plain).h;
	}
	if (used > 0.0)
		used += snap ? 0.0 : 10.0;
	return rect_inset(r, 0, used, 0, 0);
}

static double panel_gap(const struct canvas *c)
{
	return c->snap > 0.0 ? 0.0 : 22.0;
}

struct rect layout_share(const struct canvas *c, struct rect r, bool across, const double *weight,
	size_t n, size_t i)
{
	double before = 0.0, all = 0.0, gap = panel_gap(c), length = across ? r.w : r.h;
	for (size_t k = 0; k < n; k++) {
		all += weight[k];
		before += k < i ? weight[k] : 0.0;
	}
	double room = length - gap * (double)(n - 1);
	double from = canvas_snap(c, room * before / all + gap * (double)i);
	double to = canvas_snap(c, room * (before + weight[i]) / all + gap * (double)i);
	if (across)
		return (struct rect){r.x + from, r.y, to - from, r.h};
	return (struct rect){r.x, r.y + from, r.w, to - from};
}

void layout_grid(
	struct rect *out, const struct canvas *c, struct rect r, size_t columns, size_t rows)
{
	static const double equal[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	for (size_t y = 0; y < rows && rows <= 16; y++) {
		struct rect row = layout_share(c, r, false, equal, rows, y);
		for (size_t x = 0; x < columns && columns <= 16; x++)
			*out++ = layout_share(c, row, true, equal, columns, x);
	}
}

/* ┌─ title ─────── note ┐ */
static void framed_heading(
	struct canvas *c, struct rect r, const char *title, const char *note, struct pen pen)
{
	char fitted[128], line[136];
	double left = r.x + 2.0, right = rect_right(r) - 1.0;
	if (title != NULL) {
		canvas_text_fit(c, fitted, sizeof fitted, title, right - left - 3.0, pen);
		if (fitted[0] != '\0') {
			snprintf(line, sizeof line, " %s ", fitted);
			canvas_text(c, (struct point){left, r.y}, ANCHOR_TOP_LEFT, line, pen);
			left += canvas_text_width(c, line, pen) + 1.0;
		}
	}
	if (note != NULL) {
		struct pen dim = {.role = ROLE_DIM};
		canvas_text_fit(c, fitted, sizeof fitted, note, right - left - 2.0, dim);
		if (fitted[0] != '\0') {
			snprintf(line, sizeof line, " %s ", fitted);
			canvas_text(c, (struct point){right, r.y}, ANCHOR_TOP_RIGHT, line, dim);
		}
	}
}

struct rect panel_begin(
	struct canvas *c, struct rect r, const char *title, const char *note, bool focused)
{
	struct pen pen = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	if (c->snap > 0.0) {
		if (r.w < 4.0 || r.h < 3.0)
			return r;
		struct pen frame = {.role = ROLE_FRAME, .flags = focused ? PEN_BOLD : 0u};
		if (focused)
			frame.role = ROLE_TEXT;
		canvas_box(c, r, frame);
		framed_heading(c, r, title, note, pen);
		return rect_inset(r, 1, 1, 1, 1);
	}
	char fitted[128];
	struct pen dim = {.role = ROLE_DIM, .flags = PEN_SMALL};
	double h = canvas_text_extent(c, "0", pen).h, left = r.x;
	if (r.h < h + 9.0)
		return r;
	if (title != NULL) {
		canvas_text_fit(c, fitted, sizeof fitted, title, r.w, pen);
		canvas_text(c, (struct point){r.x, r.y}, ANCHOR_TOP_LEFT, fitted, pen);
		left += canvas_text_width(c, fitted, pen) + 2.0 * c->char_w;
	}
	if (note != NULL) {
		canvas_text_fit(c, fitted, sizeof fitted, note, rect_right(r) - left, dim);
		double down = h - canvas_text_extent(c, "0", dim).h;
		canvas_text(c, (struct point){rect_right(r), r.y + down * 0.75}, ANCHOR_TOP_RIGHT,
			fitted, dim);
	}
	if (title == NULL && note == NULL)
		return r;
	canvas_rule(c, (struct point){r.x, r.y + h + 2.0},
		(struct point){rect_right(r), r.y + h + 2.0},
		(struct pen){.role = focused ? ROLE_TEXT : ROLE_FRAME});
	return rect_inset(r, 0, h + 9.0, 0, 0);
}
