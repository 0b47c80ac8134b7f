#include "config.h"

#include "tui/lesson.h"

#include <math.h>
#include <stdio.h>

#include "draw/figures.h"
#include "draw/layout.h"
#include "draw/utf8.h"
#include "session/command.h"
#include "session/memory.h"
#include "tui/app.h"
#include "tui/keymap.h"
#include "tui/lesson_page.h"
#include "tui/paint.h"
#include "tui/prompt.h"
#include "tui/screen_layout.h"
#include "tui/scroll.h"

enum part { PART_FORMULA, PART_EFFECT, PART_SUMS, PARTS };
enum { EFFECT_ROWS = 10, FORMULA_ROWS = 12 };

struct lesson {
	struct layer layer;
	struct app *app;
	enum part shown; /* on a small screen */
	bool expanded;   /* the sums alone */
	size_t chosen;   /* of the nodes that changed most */
	struct scroll scroll[PARTS];
	bool sums_seen, single; /* as last drawn */
};

static void key_of(char *out, size_t size, const struct app *app, const char *command)
{
	char keys[KEYMAP_KEYS];
	const struct keymap_row *row = keymap_for(app->keys, "lesson", command);
	snprintf(out, size, "%s", row != NULL ? keymap_row_keys(row, keys) : "");
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_page(
	struct canvas *c, struct rect r, const struct lesson_page *page, struct scroll *scroll)
{
	const int x = (int)r.x + 1, columns = (int)r.w - 2;
	scroll_fit(scroll, page->count, (size_t)r.h);
	for (size_t i = 0; i < (size_t)r.h && scroll->first + i < page->count; i++) {
		const struct lesson_line *line = &page->line[scroll->first + i];
		const int y = (int)r.y + (int)i;
		paint_text(c, x, y, columns, line->text, line->pen);
		double room = (double)(columns - line->bar_at);
		if (line->bar_at > 0 && room >= 4.0 && line->bar > 0.0)
			canvas_fill(c, (struct rect){x + line->bar_at, y, room * line->bar, 1.0},
				pen_of(line->bar_role));
	}
}

static void draw_formula(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	const odd_substep_info *info = odd_substep_get(m.step);
	char title[120], place[60];
	struct lesson_keys keys;
	struct lesson_page page = {0};
	const struct rect inner = rect_inset(r, 1, 1, 1, 1);
	snprintf(title, sizeof title, "%s  %s", info->name, info->title);
	key_of(keys.watch, sizeof keys.watch, app, "watch");
	key_of(keys.expand, sizeof keys.expand, app, "expand");
	key_of(keys.peek, sizeof keys.peek, app, "peek");
	lesson_page_formula(&page, app->view, app->set.glyphs == GLYPHS_ASCII, (int)inner.w - 2,
		(int)inner.h, &keys);
	scroll_fit(&l->scroll[PART_FORMULA], page.count, (size_t)inner.h);
	scroll_place(&l->scroll[PART_FORMULA], place, sizeof place);
	const bool cut = page.count > (size_t)inner.h;
	r = panel_begin(c, r, cut ? info->name : title,
		cut           ? place
		: r.w >= 70.0 ? lesson_weights(m.step)
			      : "",
		false);
	draw_page(c, r, &page, &l->scroll[PART_FORMULA]);
	lesson_page_clear(&page);
}

/* "never rises ✓", or by how much it has. */
static void effect_note(char *out, size_t size, const struct lesson_moment *m)
{
	if (!m->done) {
		snprintf(out, size, "not yet run");
		return;
	}
	double rise = (m->after->loss - m->before->loss) / fmax(m->before->loss, 1e-300);
	if (rise > 1e-12)
		snprintf(out, size, "✗ rose by %.2g %%", 100.0 * rise);
	else
		snprintf(out, size, "never rises ✓");
}

static void draw_effect(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	char note[60], open[KEYMAP_KEYS];
	struct lesson_page page = {0};
	effect_note(note, sizeof note, &m);
	r = panel_begin(c, r,
		m.done ? r.w >= 60.0 ? "effect of this sub-step" : "effect"
		       : "before this sub-step",
		note, false);
	key_of(open, sizeof open, app, "screen node");
	size_t nodes = m.lesson != NULL ? m.lesson->nodes : 0;
	l->chosen = nodes == 0 ? 0 : l->chosen < nodes ? l->chosen : nodes - 1;
	lesson_page_effect(&page, app->view, app->set.glyphs == GLYPHS_ASCII, (int)r.w - 2,
		!l->single, l->chosen, open);
	draw_page(c, r, &page, &l->scroll[PART_EFFECT]);
	lesson_page_clear(&page);
}

static void draw_sums(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	char title[200] = "sums", entry[LESSON_ENTRY], place[60];
	struct lesson_page page = {0};
	if (m.lesson != NULL)
		snprintf(title, sizeof title, "sums behind %s",
			lesson_entry_text(entry, m.step, &m.lesson->sums.watch, app_network(app)));
	const struct rect inner = rect_inset(r, 1, 1, 1, 1);
	lesson_page_sums(&page, app->view, app->set.glyphs == GLYPHS_ASCII, (int)inner.w - 2);
	scroll_fit(&l->scroll[PART_SUMS], page.count, (size_t)inner.h);
	scroll_place(&l->scroll[PART_SUMS], place, sizeof place);
	r = panel_begin(c, r, title, r.w >= 60.0 ? place : "", l->expanded);
	draw_page(c, r, &page, &l->scroll[PART_SUMS]);
	lesson_page_clear(&page);
}

static void lesson_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static void (*const draw[PARTS])(struct lesson * l, struct app * app, struct canvas * c,
		struct rect r) = {draw_formula, draw_effect, draw_sums};
	struct lesson *l = (struct lesson *)layer;
	struct screen_layout layout;
	if (app->view->data == NULL) {
		paint_text(c, (int)r.x + 1, (int)r.y + 1, (int)r.w - 2, "no network is open",
			pen_of(ROLE_TEXT));
		return;
	}
	screen_layout(&layout, app->columns, app->rows, PANE_LOSS, false);
	l->single = layout.kind == LAYOUT_SINGLE;
	const bool wide = layout.kind == LAYOUT_WIDE;
	l->sums_seen = l->expanded || wide || (l->single && l->shown == PART_SUMS);
	if (l->expanded || l->single) {
		draw[l->expanded ? PART_SUMS : l->shown](l, app, c, r);
		return;
	}
	double top = wide ? FORMULA_ROWS : r.h - EFFECT_ROWS;
	draw_formula(l, app, c, (struct rect){r.x, r.y, r.w, top});
	draw_effect(l, app, c, (struct rect){r.x, r.y + top, r.w, EFFECT_ROWS});
	if (wide)
		draw_sums(l, app, c,
			(struct rect){r.x, r.y + top + EFFECT_ROWS, r.w, r.h - top - EFFECT_ROWS});
}

/* "oddone  lesson   iteration 7   sub-step 3 of 6            W ✓ G ✓ [H] U V O" */
static void lesson_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	const struct pen plain = {.role = ROLE_TEXT}, bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	char right[80] = "", left[200] = "lesson";
	(void)layer;
	int x = (int)r.x + 1, y = (int)r.y, end = (int)rect_right(r) - 1;
	if (app->view->data != NULL) {
		const struct lesson_moment m = lesson_moment(app->view);
		lesson_progress(right, sizeof right, &m);
		if (r.w < 64.0)
			snprintf(left, sizeof left, "it %zu%s", m.iteration, m.done ? "" : " next");
		else
			snprintf(left, sizeof left, "lesson   iteration %zu   sub-step %d of %d%s",
				m.iteration, (int)m.step + 1, ODD_SUBSTEPS,
				m.done ? "" : ", to come");
	}
	int from = end - (int)utf8_width(right);
	paint_text(c, from, y, end - from, right, bold);
	x = paint_text(c, x, y, from - x - 1, "oddone", bold) + 2;
	paint_text(c, x, y, from - x - 1, left, plain);
}

/* ---- commands -------------------------------------------------------------------------------- */

static void choose(struct lesson *l, const struct app *app, bool forward)
{
	const struct session_lesson *lesson = app->view->lesson;
	size_t nodes = lesson != NULL ? lesson->nodes : 0;
	if (nodes > 0)
		l->chosen = (l->chosen + (forward ? 1 : nodes - 1)) % nodes;
}

static bool move(struct lesson *l, const struct app *app, const char *way)
{
	if (strcmp(way, "left") == 0 || strcmp(way, "right") == 0) {
		choose(l, app, way[0] == 'r');
		return true;
	}
	if (l->sums_seen)
		return scroll_move(&l->scroll[PART_SUMS], way);
	if (l->single)
		return scroll_move(&l->scroll[l->shown], way);
	choose(l, app, strcmp(way, "down") == 0 || strstr(way, "-down") != NULL);
	return true;
}

/* The node's own screen is about the selected one. */
static odd_status select_chosen(struct lesson *l, struct app *app, odd_error *err)
{
	const struct session_lesson *lesson = app->view->lesson;
	if (lesson == NULL || l->chosen >= lesson->nodes)
		return odd_error_set(err, ODD_EUSAGE, "no node has changed in this sub-step");
	app->look.selected = lesson->node[l->chosen].node;
	app_relist(app);
	return ODD_OK;
}

/* The sub-step that comes next, before it is run; again: the one that was. */
static odd_status peek(struct app *app, odd_error *err)
{
	if (app->view->data == NULL)
		return odd_error_set(err, ODD_EUSAGE, "no network is open; say: open NETWORK");
	const bool ahead = lesson_moment(app->view).done;
	worker_lesson(app->worker, true, ahead, SESSION_NONE);
	app_update(app);
	const struct lesson_moment m = lesson_moment(app->view);
	if (!ahead && !m.done && m.lesson != NULL)
		return odd_error_set(err, ODD_EUSAGE, "no sub-step has been run yet");
	return ODD_OK;
}

/* Ask which entry, of the matrix that the sub-step changes. */
static void ask_watch(struct app *app)
{
	char text[40];
	if (app->view->data == NULL)
		return;
	const struct lesson_moment m = lesson_moment(app->view);
	const odd_watch *watch = m.lesson != NULL ? &m.lesson->sums.watch : NULL;
	if (m.step == ODD_STEP_O)
		snprintf(text, sizeof text, "watch O%d ", watch != NULL ? watch->score + 1 : 1);
	else
		snprintf(text, sizeof text, "watch %s ", odd_substep_get(m.step)->name);
	prompt_open(app, PROMPT_COMMAND, text);
}

static odd_status lesson_command(
	struct layer *layer, struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	struct lesson *l = (struct lesson *)layer;
	const char *name = argv[0], *word = argc > 1 ? argv[1] : "";
	*mine = true;
	app->dirty = true;
	if (strcmp(name, "expand") == 0) {
		l->expanded = !l->expanded;
		l->scroll[PART_SUMS].first = 0;
	} else if (strcmp(name, "peek") == 0) {
		return peek(app, err);
	} else if (strcmp(name, "move") == 0) {
		*mine = move(l, app, word);
	} else if (strcmp(name, "focus") == 0 &&
		   (strcmp(word, "next") == 0 || strcmp(word, "previous") == 0)) {
		l->shown = (enum part)((l->shown + (word[0] == 'n' ? 1 : PARTS - 1)) % PARTS);
		l->expanded = false;
	} else if (strcmp(name, "leave") == 0) {
		/* One level: first the sums, then the screen. */
		if (l->expanded)
			l->expanded = false;
		else
			app_pop(app);
	} else if (strcmp(name, "screen") == 0 && strcmp(word, "node") == 0) {
		odd_status status = select_chosen(l, app, err);
		*mine = status != ODD_OK; /* the application opens it */
		return status;
	} else if (strcmp(name, "watch") == 0 && argc == 1) {
		ask_watch(app);
	} else {
		*mine = false;
	}
	return ODD_OK;
}

/* Which of the changed nodes has its name at a cell; LESSON_NODES: none. */
static size_t node_at(const struct app *app, int x, int y)
{
	const struct session_lesson *lesson = app->view->lesson;
	char row[2048] = "";
	size_t used = 0, at = 0;
	if (lesson == NULL || x < 0 || y < 0 || (size_t)y >= app->rows)
		return LESSON_NODES;
	for (size_t column = 0; column < app->columns; column++) {
		const char *glyph = cells_at(app->canvas, column, (size_t)y)->glyph;
		if (column == (size_t)x)
			at = used;
		if (used + strlen(glyph) >= sizeof row)
			break;
		used += (size_t)sprintf(row + used, "%s", glyph);
	}
	for (size_t i = 0; i < lesson->nodes; i++) {
		const char *name = app_node_name(app, lesson->node[i].node);
		const char *found = strstr(row, name);
		if (found != NULL && row + at >= found && row + at < found + strlen(name))
			return i;
	}
	return LESSON_NODES;
}

static bool lesson_mouse(struct lesson *l, struct app *app, struct key key)
{
	size_t node = key.act == MOUSE_PRESS || key.act == MOUSE_DOUBLE ? node_at(app, key.x, key.y)
									: LESSON_NODES;
	if (node == LESSON_NODES || l->expanded)
		return false;
	l->chosen = node;
	app->dirty = true;
	if (key.act == MOUSE_DOUBLE)
		app_run(app, "screen node", NULL);
	return true;
}

static bool lesson_key(struct layer *layer, struct app *app, struct key key)
{
	struct lesson *l = (struct lesson *)layer;
	if (key.code == K_MOUSE && lesson_mouse(l, app, key))
		return true;
	const enum part part = l->sums_seen ? PART_SUMS : l->shown;
	if (!scroll_wheel(&l->scroll[part], key))
		return false;
	app->dirty = true;
	return true;
}

static void lesson_free(struct layer *layer)
{
	struct lesson *l = (struct lesson *)layer;
	worker_lesson(l->app->worker, false, false, SESSION_NONE);
	free(l);
}

static const struct layer_ops lesson_ops = {
	.screen = "lesson",
	.whole = true,
	.draw = lesson_draw,
	.header = lesson_header,
	.key = lesson_key,
	.command = lesson_command,
	.footer = "substep|Next;back|Back;iterate|To end of iteration;expand|Expand;"
		  "watch|Watch;leave|Explore;help|Help",
	.free = lesson_free,
};

void lesson_open(struct app *app)
{
	/* One lesson is enough: from a screen over it, back to it. */
	struct layer *below = app->top;
	while (below != NULL && below->ops != &lesson_ops)
		below = below->below;
	while (below != NULL && app->top != below)
		app_pop(app);
	if (below != NULL)
		return;
	struct lesson *l = memory_grow(NULL, 1, sizeof *l);
	*l = (struct lesson){.layer = {.ops = &lesson_ops}, .app = app};
	app_push(app, &l->layer);
	worker_lesson(app->worker, true, false, app->look.selected);
	app_update(app);
	app->dirty = true;
}
