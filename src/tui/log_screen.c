#include "config.h"

#include "tui/log_screen.h"

#include <stdio.h>

#include "draw/utf8.h"
#include "session/memory.h"
#include "tui/app.h"
#include "tui/keymap.h"
#include "tui/paint.h"
#include "tui/scroll.h"

struct log_screen {
	struct layer layer;
	struct scroll scroll;
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
	int used = snprintf(out, size, "Log: %zu command%s", n, n == 1 ? "" : "s");
	if (keys[0] != '\0' && n > 0 && used > 0 && (size_t)used < size)
		snprintf(out + used, size - (size_t)used, "; %s writes %s to a file", keys,
			n == 1 ? "it" : "them");
}

static void log_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct log_screen *l = (struct log_screen *)layer;
	int x = (int)r.x + 1, y = (int)r.y, columns = (int)r.w - 2, rows = (int)r.h - 2;
	char title[160], place[60], number[24];
	size_t count = app->view->log_count;
	struct pen plain = {.role = ROLE_TEXT}, dim = {.role = ROLE_DIM};
	if (columns < 1 || rows < 1)
		return;
	/* New lines are followed, as long as the end was in sight. */
	bool at_end = l->scroll.first + l->scroll.seen >= l->known;
	scroll_fit(&l->scroll, count, (size_t)rows);
	if (at_end && count != l->known)
		scroll_move(&l->scroll, "last");
	l->known = count;
	title_of(title, sizeof title, app, layer->ops->screen, count);
	paint_text(c, x, y, columns, title, (struct pen){.role = ROLE_TEXT, .flags = PEN_BOLD});
	scroll_place(&l->scroll, place, sizeof place);
	int at = x + columns - (int)strlen(place);
	if (at > x + (int)utf8_width(title) + 1)
		paint_text(c, at, y, (int)strlen(place), place, dim);
	if (count == 0)
		paint_text(c, x, y + 2, columns,
			"Nothing yet. What changes the run is listed here: steps, plantings, "
			"options.",
			dim);
	int width = snprintf(number, sizeof number, "%zu", count);
	for (int i = 0; i < rows && l->scroll.first + (size_t)i < count; i++) {
		size_t n = l->scroll.first + (size_t)i;
		snprintf(number, sizeof number, "%*zu", width, n + 1);
		paint_text(c, x, y + 2 + i, columns, number, dim);
		paint_text(
			c, x + width + 2, y + 2 + i, columns - width - 2, app->view->log[n], plain);
	}
}

static odd_status log_command(
	struct layer *layer, struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	struct log_screen *l = (struct log_screen *)layer;
	(void)err;
	if (strcmp(argv[0], "move") == 0 && argc > 1)
		*mine = scroll_move(&l->scroll, argv[1]);
	else if (strcmp(argv[0], "focus") == 0 && argc > 1) /* there is nothing else to go to */
		*mine = strcmp(argv[1], "next") == 0 || strcmp(argv[1], "previous") == 0;
	if (strcmp(argv[0], "leave") == 0) {
		*mine = true;
		app_pop(app);
	}
	app->dirty = true;
	return ODD_OK;
}

static bool log_key(struct layer *layer, struct app *app, struct key key)
{
	if (!scroll_wheel(&((struct log_screen *)layer)->scroll, key))
		return false;
	app->dirty = true;
	return true;
}

static void log_free(struct layer *layer)
{
	free(layer);
}

static const struct layer_ops log_ops = {
	.screen = "log",
	.whole = true,
	.draw = log_draw,
	.key = log_key,
	.command = log_command,
	.footer = "leave|Leave;prompt log save {name}.oddlog|Write;undo|Undo;redo|Redo;"
		  "move page-up|Page up;move page-down|Page down;prompt|Cmd;help|Help",
	.free = log_free,
};

void log_screen_open(struct app *app)
{
	if (app->top != NULL && app->top->ops == &log_ops)
		return;
	struct log_screen *l = memory_grow(NULL, 1, sizeof *l);
	*l = (struct log_screen){.layer = {.ops = &log_ops}};
	app_push(app, &l->layer);
	app->dirty = true;
}
