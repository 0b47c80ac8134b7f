/* fake_prompt.h: an application that runs nothing and remembers the lines it was given; include it
 * once in a test program. */
#ifndef TESTS_FAKE_PROMPT_H
#define TESTS_FAKE_PROMPT_H

#include <math.h>

#include "helpers.h"

#include "draw/utf8.h"
#include "session/command.h"
#include "tui/app.h"
#include "tui/prompt.h"
#include "tui/keymap.h"

#define FAKE_LINES 64
static char fake_line[FAKE_LINES][400]; /* what was run, first to last, the oldest dropped */
static size_t fake_lines;
static struct session_view fake_view; /* without a network */
static const char *fake_fault;        /* the next line fails with this */

static void nothing_drawn(struct layer *l, struct app *a, struct canvas *c, struct rect r)
{
	(void)l;
	(void)a;
	(void)c;
	(void)r;
}

static void nothing_freed(struct layer *l)
{
	(void)l;
}

static const struct layer_ops fake_ops = {
	.screen = "explore", .whole = true, .draw = nothing_drawn, .free = nothing_freed};
static struct layer fake_explore = {.ops = &fake_ops};

void app_push(struct app *app, struct layer *layer)
{
	layer->below = app->top;
	app->top = layer;
}

void app_pop(struct app *app)
{
	struct layer *gone = app->top;
	if (gone == NULL || gone == &fake_explore)
		return;
	app->top = gone->below;
	gone->ops->free(gone);
}

void app_say(struct app *app, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(app->message, sizeof app->message, format, args);
	va_end(args);
	app->alarm = false;
}

void app_complain(struct app *app, const odd_error *err)
{
	odd_error_format(err, app->message, sizeof app->message);
	app->alarm = true;
}

odd_status app_run(struct app *app, const char *line, odd_error *err)
{
	if (fake_lines == FAKE_LINES) {
		memmove(fake_line[0], fake_line[1], sizeof fake_line - sizeof fake_line[0]);
		fake_lines--;
	}
	snprintf(fake_line[fake_lines++], sizeof fake_line[0], "%s", line);
	char **words;
	int count;
	bool mine = false;
	odd_status status = command_split(&words, &count, line, err);
	if (status == ODD_OK && count > 0)
		mine = layer_command(app->top, app,
			&(struct arguments){.argc = count, .argv = words}, &status, err);
	command_free_words(words, count);
	if (status == ODD_OK && !mine && fake_fault != NULL) {
		status = odd_error_set(err, ODD_EUSAGE, "%s", fake_fault);
		fake_fault = NULL;
	}
	if (status != ODD_OK)
		app_complain(app, err);
	return status;
}

const odd_network *app_network(const struct app *app)
{
	(void)app;
	return NULL;
}

/* The line that was run last; empty when there was none. */
static inline const char *last_line(void)
{
	return fake_lines > 0 ? fake_line[fake_lines - 1] : "";
}

static inline void fake_open(struct app *app, size_t columns, size_t rows, enum glyph_set glyphs)
{
	odd_error err;
	*app = (struct app){.columns = columns, .rows = rows, .caret_x = -1, .caret_y = -1};
	app->look.selected = SESSION_NONE;
	app->set.glyphs = glyphs;
	app->set.glyph_choice = 1 + (int)glyphs;
	app->keys = keymap_create();
	app->history = history_create();
	fake_explore.below = NULL;
	fake_view = (struct session_view){0};
	run_options_init(&fake_view.wanted);
	app->top = &fake_explore;
	app->view = &fake_view;
	assert_ok(cells_create(&app->canvas, columns, rows, glyphs, &err), err);
	fake_lines = 0;
	fake_fault = NULL;
}

static inline void fake_close(struct app *app)
{
	while (app->top != &fake_explore)
		app_pop(app);
	keymap_free(app->keys);
	history_free(app->history);
	canvas_free(app->canvas);
}

/* A key as the application would hand it on: text, key map, the layer's commands, the layer. */
static inline void fake_press(struct app *app, struct key key)
{
	struct layer *top = app->top;
	const struct keymap_row *row;
	odd_error err;
	if (key.code == K_MOUSE) {
		(void)layer_key(top, app, key);
		return;
	}
	if (top->ops->text != NULL && top->ops->text(top, app, key))
		return;
	if (app->top == top && keymap_press(app->keys, &row, top->ops->screen, key) == KEYMAP_FOUND)
		(void)app_run(app, row->command, &err);
	else if (app->top == top)
		(void)layer_key(top, app, key);
}

/* Keys by their names, parted by blanks. */
static inline void press(struct app *app, const char *names)
{
	for (const char *p = names; *p != '\0'; p += strspn(p, " ")) {
		char name[40];
		struct key key;
		size_t n = strcspn(p, " ");
		snprintf(name, sizeof name, "%.*s", (int)n, p);
		if (!key_parse(&key, name))
			fail_msg("there is no key %s", name);
		fake_press(app, key);
		p += n;
	}
}

/* Characters, as they are. */
static inline void type(struct app *app, const char *text)
{
	while (*text != '\0')
		fake_press(app, (struct key){.code = utf8_next(&text)});
}

/* All layers drawn; the whole screen as text, to be freed. */
static inline char *fake_draw(struct app *app)
{
	cells_clear(app->canvas);
	app->caret_x = app->caret_y = -1;
	struct rect all = canvas_area(app->canvas);
	struct rect part = {all.x, all.y + 1, all.w, all.h > 3 ? all.h - 3 : 1};
	struct layer *order[16];
	size_t n = 0;
	for (struct layer *l = app->top; l != NULL && n < 16; l = l->below)
		order[n++] = l;
	while (n-- > 0)
		order[n]->ops->draw(order[n], app, app->canvas, order[n]->ops->whole ? part : all);
	return cells_to_text(app->canvas, true);
}

#endif
