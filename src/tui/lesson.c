/* lesson.c: the Lesson screen: the equation of a sub-step, what the sub-step did to the loss, and
 * the sums behind one number. */
#include "config.h"

#include "tui/screens.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/figures.h"
#include "draw/utf8.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/lesson.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum part { PART_EQUATION, PART_EFFECT, PART_SUMS, PARTS };
enum {
	EFFECT_ROWS = 10,
	EQUATION_ROWS = 12,
	EFFECT_LEAST = 7,
	EQUATION_LEAST = 9,
	PANEL_LEAST = 3
};

struct lesson {
	struct layer layer;
	struct app *app;
	bool expanded;                     /* the sums alone */
	bool curved;                       /* the curve in place of the effect */
	size_t chosen;                     /* of the nodes that changed most */
	struct list sums;                  /* their lines */
	bool sums_in_view;                 /* as last drawn */
	bool single;                       /* one part at a time: layer.part */
	const struct session_lesson *held; /* whose number is in the hand; NULL: none, … */
	double hand;                       /* … held here; moves go by this much: */
	double by;
};

struct lesson_moment lesson_moment(const struct session_view *view)
{
	const struct session_lesson *l = view->lesson;
	if (l != NULL)
		return (struct lesson_moment){l->sums.step, l->sums.iteration, l->done, l};
	return (struct lesson_moment){
		view->data->moment->next, view->data->moment->iteration + 1, false, NULL};
}

void lesson_result(struct lesson_result *out, const struct session_view *view)
{
	const struct session_lesson *l = view->lesson;
	struct result *o = &out->of;
	session_view_outcome(o, view);
	o->lesson = NULL;
	if (l == NULL)
		return;
	o->lesson = &l->sums;
	o->watched = lesson_entry_text(out->entry, l->sums.step, &l->sums.watch, o->net);
	o->became = l->done ? &l->became : NULL;
	o->changed = l->node;
	o->changed_count = l->nodes;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_panel(
	const struct lesson_result *d, struct canvas *c, struct rect r, figure_panel *panel)
{
	const struct figure_run run = {.result = &d->of};
	if (d->of.lesson == NULL)
		plot_message(c, r, "the numbers of this sub-step are being worked out");
	else
		panel(&run, c, r);
}

/* "w1_i = log(1/O1_i)": the weights of a sub-step. */
static const char *weights_of(odd_substep step)
{
	static const char *const text[ODD_SUBSTEPS] = {"w3_i = log(1/O3_i)",
		"w1 = log(1/O1_i), w3 = log(1/O3_i)", "w1_i = log(1/O1_i)",
		"w2 = log(1/O2_i), w3 = log(1/O3_i)", "w2_i = log(1/O2_i)", "r: squared errors"};
	return step >= 0 && step < ODD_SUBSTEPS ? text[step] : "";
}

static void draw_equation(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	const odd_substep_info *info = odd_substep_get(m.step);
	struct lesson_result d;
	char title[120];
	(void)l;
	lesson_result(&d, app->view);
	snprintf(title, sizeof title, "%s  %s", info->name, info->title);
	r = panel_begin(c, r, title, r.w >= 70.0 ? weights_of(m.step) : "", false);
	draw_panel(&d, c, rect_inset(r, 1, r.h >= 9.0 ? 1 : 0, 1, 0), figure_panel_equation);
}

static void draw_effect(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct lesson_moment m = lesson_moment(app->view);
	const odd_trace *trace = &app->view->data->moment->trace;
	struct lesson_result d;
	char note[60] = "";
	lesson_result(&d, app->view);
	l->chosen = l->chosen < d.of.changed_count ? l->chosen : 0;
	/* The chosen node begins the list, or follows the one before it. */
	const size_t first = l->chosen > 0 ? l->chosen - 1 : 0;
	d.of.changed_count -= first;
	d.of.changed += first;
	d.of.chosen = 1 + l->chosen - first;
	const odd_trace_point *before = &trace->point[trace->count - 1], *after = NULL;
	if (figure_lesson_points(&d.of, &before, &after))
		figure_rise_text(note, sizeof note, before, after);
	r = panel_begin(c, r,
		m.done ? r.w >= 60.0 ? "effect of this sub-step" : "effect"
		       : "before this sub-step",
		note, false);
	draw_panel(&d, c, rect_inset(r, 1, 0, 1, 0), figure_panel_effect);
}

/* The loss as a function of the watched entry. */
static void draw_curve(struct app *app, struct canvas *c, struct rect r)
{
	struct lesson_result d;
	lesson_result(&d, app->view);
	draw_panel(&d, c, panel_begin(c, r, "the loss as a function of it", "", false),
		figure_panel_parabola);
}

/* Is a number of the present state in the hand? */
static bool is_held(const struct lesson *l, const struct app *app)
{
	return l->held != NULL && l->held == app->view->lesson;
}

/* The number in the hand: its parabola, and the loss and its terms there. */
static void draw_hand(const struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	struct lesson_result d;
	char title[LESSON_ENTRY + 60];
	lesson_result(&d, app->view);
	const struct figure_run run = {
		.result = &d.of, .look = {.entry = &app->view->lesson->entry, .hand = l->hand}};
	snprintf(title, sizeof title, "%s in the hand: %.4g", d.of.watched, l->hand);
	figure_panel_hand(
		&run, c, panel_begin(c, r, title, "arrows move, Enter lets it fall", true));
}

static void draw_sums(struct lesson *l, struct app *app, struct canvas *c, struct rect r)
{
	const struct rect inner = rect_inset(r, 1, 1, 1, 1);
	struct lesson_result d;
	struct lesson_lines lines = {0};
	char title[200] = "sums", place[60];
	lesson_result(&d, app->view);
	if (d.of.lesson != NULL)
		snprintf(title, sizeof title, "sums behind %s", d.of.watched);
	lesson_sums(&lines, app->view, (int)inner.w - 2);
	list_fit(&l->sums, lines.count, inner);
	list_place(&l->sums, place, sizeof place);
	panel_begin(c, r, title, r.w >= 60.0 ? place : "", l->expanded);
	for (size_t i = l->sums.first; i < list_end(&l->sums); i++)
		paint_text(c, (int)inner.x + 1, (int)inner.y + (int)(i - l->sums.first),
			(int)inner.w - 2, lines.line[i].text, lines.line[i].pen);
	lesson_lines_clear(&lines);
}

static void lesson_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	static void (*const draw[PARTS])(struct lesson * l, struct app * app, struct canvas * c,
		struct rect r) = {draw_equation, draw_effect, draw_sums};
	struct lesson *l = (struct lesson *)layer;
	struct screen_layout layout;
	if (app->view->data == NULL) {
		plot_message(c, r, "no network is open");
		return;
	}
	screen_layout(&layout, app->columns, app->rows, PANE_LOSS, false);
	l->single = layout.kind == LAYOUT_SINGLE;
	const bool wide = layout.kind == LAYOUT_WIDE;
	l->sums_in_view = l->expanded || wide || (l->single && layer->part == PART_SUMS);
	if (is_held(l, app) && l->single) {
		draw_hand(l, app, c, r);
		return;
	}
	if (l->expanded || l->single) {
		draw[l->expanded ? PART_SUMS : layer->part](l, app, c, r);
		return;
	}
	/* Beside the card of a tour the equation, the terms and no more. */
	double effect = r.h - EFFECT_ROWS < EQUATION_LEAST ? EFFECT_LEAST : EFFECT_ROWS;
	double top = wide && r.h >= EQUATION_ROWS + EFFECT_ROWS ? EQUATION_ROWS : r.h - effect;
	if (is_held(l, app) && top > EQUATION_LEAST)
		top = EQUATION_LEAST;
	if (top < PANEL_LEAST) { /* a question asks for nearly all of the screen */
		top = 0.0;
		effect = r.h;
	} else {
		draw_equation(l, app, c, (struct rect){r.x, r.y, r.w, top});
	}
	const struct rect middle = {r.x, r.y + top, r.w, effect};
	const bool beside = wide && !l->curved && r.w >= 110.0; /* room for both */
	const double part = beside ? floor(0.6 * r.w) : r.w;
	if (is_held(l, app)) {
		const double low = r.y + top;
		draw_hand(l, app, c, (struct rect){r.x, low, r.w, rect_bottom(r) - low});
		return;
	}
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

/* "W ✓ G ✓ [H] U V O" */
static void progress_text(char *out, size_t size, odd_substep now)
{
	out[0] = '\0';
	for (int step = ODD_STEP_W; step <= ODD_STEP_O; step++)
		text_add(out, size,
			(odd_substep)step < now    ? "%s%s ✓"
			: (odd_substep)step == now ? "%s[%s]"
						   : "%s%s",
			step > 0 ? " " : "", odd_substep_get((odd_substep)step)->name);
}

/* "oddone  lesson   iteration 7   sub-step 3 of 6            W ✓ G ✓ [H] U V O" */
void lesson_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	char right[80] = "", left[200] = "lesson";
	(void)layer;
	int x = (int)r.x + 1, y = (int)r.y, end = (int)rect_right(r) - 1;
	if (app->view->data != NULL) {
		const struct lesson_moment m = lesson_moment(app->view);
		progress_text(right, sizeof right, m.step);
		if (r.w < 64.0)
			snprintf(left, sizeof left, "it %zu%s", m.iteration, m.done ? "" : " next");
		else
			snprintf(left, sizeof left, "lesson   iteration %zu   sub-step %d of %d%s",
				m.iteration, (int)m.step + 1, ODD_SUBSTEPS,
				m.done ? "" : ", to come");
	}
	int from = end - (int)utf8_width(right);
	paint_text(c, from, y, end - from, right, pen_bold(ROLE_TEXT));
	x = paint_text(c, x, y, from - x - 1, "oddone", pen_bold(ROLE_TEXT)) + 2;
	paint_text(c, x, y, from - x - 1, left, pen_of(ROLE_TEXT));
}

/* ---- commands -------------------------------------------------------------------------------- */

static struct list *lesson_list(struct layer *layer, const struct key *mouse)
{
	struct lesson *l = (struct lesson *)layer;
	(void)mouse;
	return l->sums_in_view ? &l->sums : NULL;
}

/* Left and right go among the nodes that changed most; up and down as well where no sums are in
 * view. */
static bool move(struct lesson *l, const struct app *app, const char *way)
{
	const struct session_lesson *lesson = app->view->lesson;
	const size_t nodes = lesson != NULL ? lesson->nodes : 0;
	const bool aside = strcmp(way, "left") == 0 || strcmp(way, "right") == 0;
	const bool forward = strcmp(way, "right") == 0 || strcmp(way, "down") == 0 ||
			     strstr(way, "-down") != NULL;
	if (!aside && (l->sums_in_view || l->single))
		return false;
	if (nodes > 0)
		l->chosen = (l->chosen + (forward ? 1 : nodes - 1)) % nodes;
	return true;
}

/* The Node screen is about the selected node. */
static odd_status select_chosen(struct lesson *l, struct app *app, odd_error *err)
{
	const struct session_lesson *lesson = app->view->lesson;
	if (lesson == NULL || l->chosen >= lesson->nodes)
		return odd_error_set(err, ODD_EUSAGE, "no node has changed in this sub-step");
	look_select(app->look, lesson->node[l->chosen].node);
	app_relist(app);
	return ODD_OK;
}

/* Shows the sub-step that comes next, before it is run; again: the last one. */
odd_status ui_peek(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	odd_status status = app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = &app->view->data->moment->trace;
	const odd_trace_point *last = &trace->point[trace->count - 1];
	const bool ahead = lesson_moment(app->view).done;
	if (!ahead && (last->step == ODD_STEP_INIT || last->changed))
		return odd_error_set(err, ODD_EUSAGE, "no sub-step has been run yet");
	worker_lesson(app->worker, true, ahead, SESSION_NONE);
	app_update(app);
	return ODD_OK;
}

/* Takes the watched number into the hand, or puts it back. */
odd_status ui_hand(struct app *app, const struct arguments *args, odd_error *err)
{
	struct lesson *l = (struct lesson *)app_screen(app);
	const struct session_lesson *lesson = app->view->lesson;
	(void)args;
	if (lesson == NULL)
		return odd_error_set(err, ODD_EUSAGE, "the numbers are being worked out");
	const odd_entry *e = &lesson->entry;
	if (!(e->steep[0] + e->steep[1] + e->steep[2] > 0.0))
		return odd_error_set(err, ODD_EUSAGE,
			"no entry of W or O can move alone: W is a rotation, and O has a sum");
	l->held = is_held(l, app) ? NULL : lesson;
	l->hand = e->value;
	l->by = fmax(fabs(odd_entry_lowest(e) - e->value), 0.1 * fmax(fabs(e->value), 0.1)) / 8.0;
	app->dirty = true;
	return ODD_OK;
}

/* Moves the number in the hand, or lets it fall; false: not such a command. */
static bool move_hand(struct lesson *l, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	const struct session_lesson *lesson = app->view->lesson;
	const bool falls = arguments_begin(args, "screen node");
	if (arguments_begin(args, "leave")) {
		l->held = NULL;
		return true;
	}
	if (arguments_begin(args, "move")) {
		const char *way = args->argv[1];
		const bool up = strcmp(way, "right") == 0 || strcmp(way, "up") == 0;
		l->hand += up ? l->by : -l->by;
		return true;
	}
	if (!falls)
		return false;
	char *row, *column;
	const odd_watch *w = &lesson->sums.watch;
	const odd_network *net = app_network(app);
	const odd_substep step = lesson->sums.step;
	const bool basis = step == ODD_STEP_H || step == ODD_STEP_V;
	char *name = text_command("", step == ODD_STEP_V ? odd_names_get(&net->words, w->attribute)
							 : odd_names_get(&net->ids, w->node));
	char *k = text_make(" %zu", w->dimension + 1);
	row = basis ? k : name;
	column = basis ? name : k;
	char *line = text_make("fall %s%s%s", odd_substep_get(step)->name, row, column);
	l->held = NULL;
	*status = app_run(app, line, err);
	free(line);
	free(name);
	free(k);
	return true;
}

/* curve and expand */
odd_status ui_lesson(struct app *app, const struct arguments *args, odd_error *err)
{
	struct lesson *l = (struct lesson *)app_screen(app);
	(void)err;
	if (strcmp(args->command->name, "curve") == 0)
		l->curved = !l->curved;
	else
		l->expanded = !l->expanded;
	list_select(&l->sums, 0);
	app->dirty = true;
	return ODD_OK;
}

/* Ask which entry, of the matrix that the sub-step changes. */
static void ask_watch(struct app *app)
{
	if (app->view->data == NULL)
		return;
	const struct lesson_moment m = lesson_moment(app->view);
	const int score = m.lesson != NULL ? m.lesson->sums.watch.score : 0;
	char text[40];
	if (m.step == ODD_STEP_O)
		snprintf(text, sizeof text, "watch O%d ", score + 1);
	else
		snprintf(text, sizeof text, "watch %s ", odd_substep_get(m.step)->name);
	prompt_open(app, PROMPT_COMMAND, text);
}

static bool lesson_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct lesson *l = (struct lesson *)layer;
	if (is_held(l, app) && move_hand(l, app, args, status, err))
		return true;
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

static odd_status lesson_begin(struct layer *layer, struct app *app, odd_error *err)
{
	struct lesson *l = (struct lesson *)layer;
	(void)err;
	l->app = app;
	l->sums.text = true;
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
	.command = lesson_command,
	.list = lesson_list,
	.parts = PARTS,
	.footer = "substep|Next;back|Back;iterate|Iteration;expand|Expand;watch|Watch;peek|Peek;"
		  "leave|Explore;help|Help",
	.clear = lesson_clear,
};
