#include "config.h"

#include "tui/screen_layout.h"

#include <math.h>

enum { SMALL_COLUMNS = 80, SMALL_ROWS = 24, WIDE_COLUMNS = 110, WIDE_ROWS = 32 };

static enum layout_kind kind_of(size_t columns, size_t rows)
{
	if (columns < SCREEN_LEAST_COLUMNS || rows < SCREEN_LEAST_ROWS)
		return LAYOUT_CARD;
	if (columns < SMALL_COLUMNS || rows < SMALL_ROWS)
		return LAYOUT_SINGLE;
	return columns < WIDE_COLUMNS || rows < WIDE_ROWS ? LAYOUT_SMALL : LAYOUT_WIDE;
}

void screen_layout(
	struct screen_layout *out, size_t columns, size_t rows, enum pane shown, bool maximised)
{
	const double w = (double)columns, h = (double)rows;
	*out = (struct screen_layout){.kind = kind_of(columns, rows)};
	out->body = (struct rect){0, 0, w, h};
	if (out->kind == LAYOUT_CARD)
		return;
	out->header = (struct rect){0, 0, w, 1};
	out->body = (struct rect){0, 1, w, h - 3};
	out->status = (struct rect){0, h - 2, w, 1};
	out->footer = (struct rect){0, h - 1, w, 1};
	const struct rect b = out->body;
	if (out->kind == LAYOUT_SINGLE || maximised) {
		out->pane[shown] = b;
		return;
	}
	/* The curves want more width, the list and the map more height when there is plenty. */
	double left = floor(w * 0.525 + 0.5), right = w - left;
	bool wide = out->kind == LAYOUT_WIDE;
	double loss = floor(b.h * (wide ? 0.54 : 0.53)), map = floor(b.h * (wide ? 0.62 : 0.53));
	out->pane[PANE_LOSS] = (struct rect){0, b.y, left, loss};
	out->pane[PANE_LIST] = (struct rect){0, b.y + loss, left, b.h - loss};
	out->pane[PANE_MAP] = (struct rect){left, b.y, right, map};
	out->pane[PANE_RECALL] = (struct rect){left, b.y + map, right, b.h - map};
}

enum pane screen_pane_at(const struct screen_layout *layout, double x, double y)
{
	int pane = 0;
	for (; pane < PANES; pane++) {
		const struct rect *r = &layout->pane[pane];
		if (r->w > 0.0 && x >= r->x && x < rect_right(*r) && y >= r->y &&
			y < rect_bottom(*r))
			break;
	}
	return (enum pane)pane;
}
