#include "config.h"

#include "tui/screens.h"

#include <stdio.h>

#include "session/memory.h"
#include "tui/app.h"
#include "tui/keymap.h"
#include "tui/list.h"
#include "tui/text.h"

struct log_screen {
	struct list_screen screen;
	size_t known; /* lines there were when it was drawn last */
};

/* "Log: 12 commands; w writes them to a file" with the key as it is bound. */
static void title_of(char *out, size_t size, const struct app *app, const char *screen, size_t n)
{
	const struct keymap_row *row;
	char keys[KEYMAP_KEYS] = "";
	for (size_t i = 0; keys[0] == '\0' && (row = keymap_get(app->keys, i)) != NULL; i++)
		if (strncmp(row->command, "prompt log save", 15) == 0 &&
			keymap_reached(app->keys, screen, row))
			keymap_row_keys(row, keys);
	snprintf(out, size, "Log: %zu command%s", n, n == 1 ? "" : "s");
	if (keys[0] != '\0' && n > 0)
		text_add(out, size, "; %s writes %s to a file", keys, n == 1 ? "it" : "them");
}

static void log_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct log_screen *l = (struct log_screen *)layer;
	struct rect rows = rect_inset(r, 1, 2, 1, 0);
	char title[160], number[24];
	size_t count = app->view->log_count;
	if (rows.w < 1.0 || rows.h < 1.0)
		return;
	/* New lines are followed, as long as the end was in sight. */
	bool at_end = l->screen.list.first + l->screen.list.seen >= l->known;
	list_fit(&l->screen.list, count, rows);
	if (at_end && count != l->known)
		list_move(&l->screen.list, "last");
	l->known = count;
	title_of(title, sizeof title, app, layer->ops->screen, count);
	list_head_draw(&l->screen.list, c, rect_inset(r, 1, 0, 1, 0), title, "");
	int x = (int)rows.x, y = (int)rows.y, columns = (int)rows.w;
	if (count == 0)
		paint_text(c, x, y, columns,
			"Nothing yet. What changes the run is listed here: steps, plantings, "
			"options.",
			pen_of(ROLE_DIM));
	int width = snprintf(number, sizeof number, "%zu", count);
	for (size_t n = l->screen.list.first; n < list_end(&l->screen.list); n++, y++) {
		snprintf(number, sizeof number, "%*zu", width, n + 1);
		paint_text(c, x, y, columns, number, pen_of(ROLE_DIM));
		paint_text(c, x + width + 2, y, columns - width - 2, app->view->log[n],
			pen_of(ROLE_TEXT));
	}
}

static const struct layer_ops log_ops = {
	.screen = "log",
	.whole = true,
	.draw = log_draw,
	.list = list_of_screen,
	.footer = "leave|Leave;prompt log save {name}.oddlog|Write;undo|Undo;redo|Redo;"
		  "move page-up|Page up;move page-down|Page down;prompt|Cmd;help|Help",
	.free = layer_free,
};

odd_status log_screen_open(struct app *app, odd_error *err)
{
	(void)err;
	if (app->top != NULL && app->top->ops == &log_ops)
		return ODD_OK;
	struct log_screen *l = memory_grow(NULL, 1, sizeof *l);
	*l = (struct log_screen){.screen = {{.ops = &log_ops}, {.text = true}}};
	app_push(app, &l->screen.layer);
	return ODD_OK;
}
