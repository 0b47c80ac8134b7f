/* The mouse over the Explore screen: a convenience, nothing needs it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "tui/explore.h"

enum { WHEEL_ROWS = 3, LEAST_BOX = 2 };

static void press_list(struct explore *e, struct app *app, struct key key)
{
	double row = key.y - e->list_y;
	if (row >= 0.0 && row < (double)e->list_rows && e->top + (size_t)row < app->row_count)
		app->look.selected = app->row[e->top + (size_t)row];
}

static void wheel(struct explore *e, struct app *app, enum pane pane, struct key key)
{
	bool up = key.act == MOUSE_WHEEL_UP;
	if (pane == PANE_MAP)
		pane_map_zoom(e, up ? 1.25 : 0.8, key.x, key.y);
	else if (pane == PANE_LOSS)
		pane_loss_move(e, app, up ? "left" : "right", NULL);
	else if (pane == PANE_LIST)
		for (int i = 0; i < WHEEL_ROWS; i++)
			pane_list_move(e, app, up ? "up" : "down", NULL);
}

/* A short drag is a click. */
static void release_map(struct explore *e, struct app *app, struct key key)
{
	bool moved = abs(key.x - e->drag_x) >= LEAST_BOX || abs(key.y - e->drag_y) >= LEAST_BOX;
	e->dragging = false;
	if (moved) {
		pane_map_box(e, e->drag_x, e->drag_y, key.x, key.y);
		app_say(app, "the box you drew; 0 shows all again");
		return;
	}
	size_t node = pane_map_pick(e, app, key.x, key.y);
	if (node != SESSION_NONE)
		app->look.selected = node;
	else
		app_say(app, "no node is that near");
}

bool explore_mouse(struct explore *e, struct app *app, struct key key)
{
	if (e->dragging && key.act == MOUSE_DRAG) {
		const struct rect *r = &e->layout.pane[PANE_MAP];
		e->to_x = (int)fmax(r->x + 1, fmin(rect_right(*r) - 2, key.x));
		e->to_y = (int)fmax(r->y + 1, fmin(rect_bottom(*r) - 2, key.y));
		return true;
	}
	if (e->dragging && key.act == MOUSE_RELEASE) {
		release_map(e, app, key);
		return true;
	}
	enum pane pane = screen_pane_at(&e->layout, key.x, key.y);
	if (pane == PANES)
		return false;
	if (key.act == MOUSE_WHEEL_UP || key.act == MOUSE_WHEEL_DOWN) {
		wheel(e, app, pane, key);
		return true;
	}
	if (key.act != MOUSE_PRESS && key.act != MOUSE_DOUBLE)
		return false;
	e->focus = pane;
	if (pane == PANE_LIST)
		press_list(e, app, key);
	if (pane == PANE_MAP) {
		e->dragging = true;
		e->drag_x = e->to_x = key.x;
		e->drag_y = e->to_y = key.y;
	}
	if (key.act == MOUSE_DOUBLE && (pane == PANE_LIST || pane == PANE_MAP)) {
		e->dragging = false;
		app_run(app, "screen node", NULL);
	}
	return true;
}
