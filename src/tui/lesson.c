#include "config.h"

#include "tui/screens.h"

#include <math.h>
#include <stdio.h>

#include "draw/figures.h"
#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/keymap.h"
#include "tui/lesson_page.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/ui_commands.h"

enum part { PART_FORMULA, PART_EFFECT, PART_SUMS, PARTS };
enum { EFFECT_ROWS = 10, FORMULA_ROWS = 12, EFFECT_LEAST = 7, FORMULA_LEAST = 9, PANEL_LEAST = 3 };

struct lesson {
	struct layer layer;
	struct app *app;
	bool expanded; /* the sums alone */
	bool curved;   /* the curve in place of the effect */
	size_t chosen; /* of the nodes that changed most */
	struct list list[PARTS];
	bool sums_seen, single;                 /* as last drawn; single: layer.part alone */
	struct lesson_place node[LESSON_NODES]; /* where nodes are named: lines of PART_EFFECT */
};

static void key_of(char *out, size_t size, const struct app *app, const char *command)
{
	char keys[KEYMAP_KEYS];
	const struct keymap_row *row = keymap_for(app->keys, "lesson", command);
	snprintf(out, size, "%s", row != NULL ? keymap_row_keys(row, keys) : "");
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* A bar about zero, which is in the middle: falls to the left, rises to the right. */
static void draw_bar(struct canvas *c, struct rect r, const struct lesson_line *line)
{
	const double half = floor((r.w - 1.0) / 2.0), zero = r.x + half;
	const double length = half * fabs(line->bar);
	paint_text(c, (int)zero, (int)r.y, 1, "│", pen_of(ROLE_DIM));
	/* Whole cells to the left: a cell can only be filled from its left edge on. */
	if (line->bar < 0.0)
		canvas_fill(c, (struct rect){zero - ceil(length), r.y, ceil(length), 1.0},
			pen_of(line->bar_role));
	else if (line->bar > 0.0)
		canvas_fill(c, (struct rect){zero + 1.0, r.y, length, 1.0}, pen_of(line->bar_role));
}

static void draw_page(
	struct canvas *c, struct rect r, const struct lesson_page *page, struct list *list)
{
	const int x = (int)r.x + 1, columns = (int)r.w - 2;
	list_fit(list, page->count, r);
	for (size_t i = list->first; i < list_end(list); i++) {
		const struct lesson_line *line = &page->line[i];
		const int y = (int)r.y + (int)(i - list->first);
		paint_text(c, x, y, columns, line->text, line->pen);
		const double room = (double)(columns - line->bar_at);
		if (line->bar_at > 0 && room >= 8.0)
			draw_bar(c, (struct rect){x + line->bar_at, y, room, 1.0}, line);
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
	list_fit(&l->list[PART_FORMULA], page.count, inner);
	list_place(&l->list[PART_FORMULA], place, sizeof place);
	const bool cut = page.count > (size_t)inner.h;
	r = panel_begin(c, r, cut ? info->name : title,
		cut           ? place
		: r.w >= 70.0 ? lesson_weights(m.step)
			      : "",
		false);
	draw_page(c, r, &page, &l->list[PART_FORMULA]);
	lesson_page_clear(&page);
}

static void draw_effect(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	char note[60], open[KEYMAP_KEYS];
	struct lesson_page page = {0};
	figure_rise_text(note, sizeof note, m.before, m.after);
	r = panel_begin(c, r,
		m.done ? r.w >= 60.0 ? "effect of this sub-step" : "effect"
		       : "before this sub-step",
		note, false);
	key_of(open, sizeof open, app, "screen node");
	size_t nodes = m.lesson != NULL ? m.lesson->nodes : 0;
	l->chosen = nodes == 0 ? 0 : l->chosen < nodes ? l->chosen : nodes - 1;
	lesson_page_effect(&page, app->view, app->set.glyphs == GLYPHS_ASCII, (int)r.w - 2,
		!l->single, l->chosen, open);
	draw_page(c, r, &page, &l->list[PART_EFFECT]);
	memcpy(l->node, page.node, sizeof l->node);
	lesson_page_clear(&page);
}

/* The loss as a function of the watched entry. */
static void draw_curve(struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	struct result result = {.net = app_network(app)};
	const struct figure_run run = {.result = &result};
	char entry[LESSON_ENTRY];
	if (m.lesson != NULL) {
		result.lesson = &m.lesson->sums;
		result.watched =
			lesson_entry_text(entry, m.step, &m.lesson->sums.watch, result.net);
	}
	r = panel_begin(c, r, "the loss as a function of it", "", false);
	figure_panel_parabola(&run, c, r);
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
	list_fit(&l->list[PART_SUMS], page.count, inner);
	list_place(&l->list[PART_SUMS], place, sizeof place);
	r = panel_begin(c, r, title, r.w >= 60.0 ? place : "", l->expanded);
	draw_page(c, r, &page, &l->list[PART_SUMS]);
	lesson_page_clear(&page);
}

static void lesson_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static void (*const draw[PARTS])(struct lesson * l, struct app * app, struct canvas * c,
		struct rect r) = {draw_formula, draw_effect, draw_sums};
	struct lesson *l = (struct lesson *)layer;
	struct screen_layout layout;
	l->list[PART_EFFECT].area.h = 0.0; /* until it is drawn, nothing of it is under the mouse */
	if (app->view->data == NULL) {
		paint_text(c, (int)r.x + 1, (int)r.y + 1, (int)r.w - 2, "no network is open",
			pen_of(ROLE_TEXT));
		return;
	}
	screen_layout(&layout, app->columns, app->rows, PANE_LOSS, false);
	l->single = layout.kind == LAYOUT_SINGLE;
	const bool wide = layout.kind == LAYOUT_WIDE;
	l->sums_seen = l->expanded || wide || (l->single && layer->part == PART_SUMS);
	if (l->expanded || l->single) {
		draw[l->expanded ? PART_SUMS : layer->part](l, app, c, r);
		return;
	}
	/* Beside the card of a tour the equation, the terms and no more. */
	double effect = r.h - EFFECT_ROWS < FORMULA_LEAST ? EFFECT_LEAST : EFFECT_ROWS;
	double top = wide && r.h >= FORMULA_ROWS + EFFECT_ROWS ? FORMULA_ROWS : r.h - effect;
	if (top < PANEL_LEAST) { /* a question asks for nearly all of the screen */
		top = 0.0;
		effect = r.h;
	} else {
		draw_formula(l, app, c, (struct rect){r.x, r.y, r.w, top});
	}
	const struct rect middle = {r.x, r.y + top, r.w, effect};
	const bool beside = wide && !l->curved && r.w >= 110.0; /* room for both */
	const double part = beside ? floor(0.6 * r.w) : r.w;
	if (l->curved)
		draw_curve(app, c, middle);
	else
		draw_effect(l, app, c, (struct rect){r.x, r.y + top, part, effect});
	if (beside)
		draw_curve(app, c, (struct rect){r.x + part, r.y + top, r.w - part, effect});
	if (r.h - top - effect >= 4.0)
		draw_sums(
			l, app, c, (struct rect){r.x, r.y + top + effect, r.w, r.h - top - effect});
}

/* "oddone  lesson   iteration 7   sub-step 3 of 6            W ✓ G ✓ [H] U V O" */
void lesson_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
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

static struct list *lesson_list(struct layer *layer, const struct key *mouse)
{
	struct lesson *l = (struct lesson *)layer;
	(void)mouse;
	return &l->list[l->sums_seen ? PART_SUMS : layer->part];
}

/* Left and right go among the nodes that changed most; up and down as well when all text is in
 * sight. */
static bool move(struct lesson *l, const struct app *app, const char *way)
{
	bool aside = strcmp(way, "left") == 0 || strcmp(way, "right") == 0;
	if (!aside && (l->sums_seen || l->single))
		return false;
	choose(l, app,
		strcmp(way, "right") == 0 || strcmp(way, "down") == 0 ||
			strstr(way, "-down") != NULL);
	return true;
}

/* The node's own screen is about the selected one. */
static odd_status select_chosen(struct lesson *l, struct app *app, odd_error *err)
{
	const struct session_lesson *lesson = app->view->lesson;
	if (lesson == NULL || l->chosen >= lesson->nodes)
		return odd_error_set(err, ODD_EUSAGE, "no node has changed in this sub-step");
	look_select(app->look, lesson->node[l->chosen].node);
	app_relist(app);
	return ODD_OK;
}

/* The sub-step that comes next, before it is run; again: the one that was. */
odd_status ui_peek(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	odd_status status = app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	const bool ahead = lesson_moment(app->view).done;
	worker_lesson(app->worker, true, ahead, SESSION_NONE);
	app_update(app);
	const struct lesson_moment m = lesson_moment(app->view);
	if (!ahead && !m.done && m.lesson != NULL)
		return odd_error_set(err, ODD_EUSAGE, "no sub-step has been run yet");
	return ODD_OK;
}

odd_status ui_curve(struct app *app, const struct arguments *args, odd_error *err)
{
	struct lesson *l = (struct lesson *)app_screen(app);
	(void)args;
	(void)err;
	l->curved = !l->curved;
	app->dirty = true;
	return ODD_OK;
}

odd_status ui_expand(struct app *app, const struct arguments *args, odd_error *err)
{
	struct lesson *l = (struct lesson *)app_screen(app);
	(void)args;
	(void)err;
	l->expanded = !l->expanded;
	list_select(&l->list[PART_SUMS], 0);
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

static bool lesson_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct lesson *l = (struct lesson *)layer;
	if (arguments_begin(args, "move"))
		return move(l, app, args->argv[1]);
	if (arguments_begin(args, "screen node")) {
		*status = select_chosen(l, app, err);
		return *status != ODD_OK; /* the application opens it */
	}
	bool watch = arguments_begin(args, "watch") && args->argc == 1;
	if (watch)
		ask_watch(app);
	/* One level: first the sums, then the screen. */
	bool leaves = l->expanded && arguments_begin(args, "leave");
	l->expanded = l->expanded && !leaves && !arguments_begin(args, "focus");
	return watch || leaves;
}

/* A click on the name of a node chooses it, a second one opens it. */
static bool lesson_key(struct layer *layer, struct app *app, struct key key)
{
	struct lesson *l = (struct lesson *)layer;
	const struct list *effect = &l->list[PART_EFFECT];
	if (key.code != K_MOUSE || (key.act != MOUSE_PRESS && key.act != MOUSE_DOUBLE) ||
		!list_under(effect, key))
		return false;
	const size_t line = effect->first + (size_t)(key.y - (int)effect->area.y);
	const int column = key.x - (int)effect->area.x - 1;
	for (size_t i = 0; i < LESSON_NODES; i++) {
		const struct lesson_place *at = &l->node[i];
		if (line != at->line || column < at->from || column >= at->to)
			continue;
		l->chosen = i;
		if (key.act == MOUSE_DOUBLE)
			app_run(app, "screen node", NULL);
		return true;
	}
	return false;
}

static odd_status lesson_begin(struct layer *layer, struct app *app, odd_error *err)
{
	struct lesson *l = (struct lesson *)layer;
	(void)err;
	l->app = app;
	for (int i = 0; i < PARTS; i++)
		l->list[i].text = true;
	worker_lesson(app->worker, true, false, app->look->selected);
	app_update(app);
	return ODD_OK;
}

static void lesson_clear(struct layer *layer)
{
	worker_lesson(((struct lesson *)layer)->app->worker, false, false, SESSION_NONE);
}

const struct layer_ops lesson_screen = {
	.screen = "lesson",
	.size = sizeof(struct lesson),
	.needs_network = true,
	.whole = true,
	.yields = true,
	.begin = lesson_begin,
	.draw = lesson_draw,
	.header = lesson_header,
	.key = lesson_key,
	.command = lesson_command,
	.list = lesson_list,
	.parts = PARTS,
	.footer = "substep|Next;back|Back;iterate|To end of iteration;expand|Expand;"
		  "watch|Watch;leave|Explore;help|Help",
	.clear = lesson_clear,
};
