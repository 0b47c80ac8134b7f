/* matrices.c: the Matrices screen: all eight matrices as signed cells, with the entry that the
 * lesson watches, what it is made of, and the loss as a function of it. Arrow keys walk the
 * entries. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "draw/figures.h"
#include "oddone/prepare.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/lesson.h"
#include "tui/list.h"
#include "tui/prompt.h"
#include "tui/screens.h"
#include "tui/text.h"

struct matrices {
	struct layer layer;
	struct app *app;
	/* Links and words as the optimiser has them, made anew when network or preset change. */
	odd_prepared input;
	struct session_net *of; /* held; NULL: none yet */
	odd_preset preset;
};

static void forget_input(struct matrices *m)
{
	if (m->of != NULL)
		odd_prepared_clear(&m->input);
	shared_release(m->of);
	m->of = NULL;
}

/* Without memory the screen says that there is nothing to see. */
static bool need_input(struct matrices *m, const struct session_data *d)
{
	if (m->of == d->net && m->preset == d->moment->used.preset)
		return true;
	forget_input(m);
	if (odd_prepare(&m->input, d->net->of.net, d->moment->used.preset, NULL, NULL) != ODD_OK)
		return false;
	m->of = shared_hold(d->net);
	m->preset = d->moment->used.preset;
	return true;
}

/* What the curve may have: the rest where all of the matrices fit, a part where they do not anyway,
 * and nothing where it would take rows away from those that do. */
static double curve_rows(double rows, size_t nodes, size_t k)
{
	enum { CURVE_ROWS = 9, CURVE_LEAST = 24, CURVE_SMALL = 6 };
	const double all = 2.0 * (1.0 + (double)nodes + (double)k) + 2.0; /* A H, C V, the frame */
	if (all > rows)
		return rows >= CURVE_LEAST ? CURVE_ROWS : 0.0;
	return rows - all >= CURVE_SMALL ? rows - all : 0.0;
}

static void matrices_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct matrices *m = (struct matrices *)layer;
	struct lesson_result d;
	const struct figure_run run = {.result = &d.of};
	char title[LESSON_ENTRY + 60] = "all eight matrices";
	if (app->view->data == NULL) {
		plot_message(c, r, "no network is open");
		return;
	}
	lesson_result(&d, app->view);
	struct result *o = &d.of;
	if (o->state.nodes > 0 && need_input(m, app->view->data)) {
		o->A = odd_csr_const(m->input.A);
		o->C = odd_csr_const(m->input.C);
	}
	if (o->lesson != NULL)
		snprintf(title, sizeof title, "watched: %s", o->watched);
	const double curve = curve_rows(r.h, o->net->nodes, o->state.k);
	struct rect top = {r.x, r.y, r.w, r.h - curve};
	figure_panel_matrices(&run, c, panel_begin(c, top, "Matrices", title, true));
	if (curve > 0.0) {
		struct rect low = {r.x, r.y + top.h, r.w, curve};
		figure_panel_parabola(
			&run, c, panel_begin(c, low, "the loss as a function of it", "", false));
	}
}

/* Row and column of the watched entry in the matrix of the sub-step. */
static void entry_of(size_t **row, size_t **column, odd_watch *w, odd_substep step)
{
	*row = step == ODD_STEP_G || step == ODD_STEP_U || step == ODD_STEP_O ? &w->node
									      : &w->dimension;
	*column = step == ODD_STEP_W   ? &w->other
		  : step == ODD_STEP_H ? &w->node
		  : step == ODD_STEP_V ? &w->attribute
				       : &w->dimension;
}

static bool walk(size_t *at, size_t count, bool forward)
{
	if (forward ? *at + 1 >= count : *at == 0)
		return false;
	*at += forward ? 1 : (size_t)-1;
	return true;
}

/* The name of a row or column, as `watch` reads it. */
static char *named(const odd_network *net, const odd_watch *w, const size_t *at)
{
	if (at == &w->node)
		return text_command("", odd_names_get(&net->ids, *at));
	if (at == &w->attribute)
		return text_command("", odd_names_get(&net->words, *at));
	return text_make(" %zu", *at + 1);
}

/* To the next entry up, down, left or right. */
static odd_status move_watch(struct app *app, const char *way, odd_error *err)
{
	const struct lesson_moment moment = lesson_moment(app->view);
	if (moment.lesson == NULL)
		return odd_error_set(err, ODD_EUSAGE, "the numbers are being worked out");
	const odd_network *net = app_network(app);
	odd_watch w = moment.lesson->sums.watch;
	const size_t before = w.node;
	const odd_one_state *s = &app->view->data->moment->state;
	const bool across = strcmp(way, "left") == 0 || strcmp(way, "right") == 0;
	const bool forward = strcmp(way, "right") == 0 || strcmp(way, "down") == 0;
	size_t *row, *column;
	char *line;
	entry_of(&row, &column, &w, moment.step);
	if (moment.step == ODD_STEP_O) {
		size_t score = (size_t)w.score;
		if (!(across ? walk(&score, 3, forward) : walk(&w.node, net->nodes, forward)))
			return odd_error_set(err, ODD_EUSAGE, "this is the edge of the matrix");
		char *node = named(net, &w, &w.node);
		line = text_make("watch O%zu%s", score + 1, node);
		free(node);
	} else {
		size_t *at = across ? column : row;
		const size_t count = at == &w.node        ? net->nodes
				     : at == &w.attribute ? net->attributes
							  : s->k;
		if (!walk(at, count, forward))
			return odd_error_set(err, ODD_EUSAGE, "this is the edge of the matrix");
		char *first = named(net, &w, row), *second = named(net, &w, column);
		line = text_make("watch %s%s%s", odd_substep_get(moment.step)->name, first, second);
		free(first);
		free(second);
	}
	odd_status status = app_run(app, line, err);
	free(line);
	/* The node is lit in list and map, too. */
	if (status == ODD_OK && w.node != before)
		look_select(app->look, w.node);
	return status;
}

static bool matrices_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	(void)layer;
	if (arguments_begin(args, "watch") && args->argc == 1) {
		prompt_open(app, PROMPT_COMMAND, "watch ");
		return true;
	}
	if (!arguments_begin(args, "move") || app->view->data == NULL)
		return false;
	const char *way = args->argv[1];
	if (strcmp(way, "left") != 0 && strcmp(way, "right") != 0 && strcmp(way, "up") != 0 &&
		strcmp(way, "down") != 0)
		return false;
	*status = move_watch(app, way, err);
	return true;
}

static odd_status matrices_begin(struct layer *layer, struct app *app, odd_error *err)
{
	(void)err;
	((struct matrices *)layer)->app = app;
	worker_lesson(app->worker, true, false, app->look->selected);
	app_update(app);
	return ODD_OK;
}

static void matrices_clear(struct layer *layer)
{
	struct matrices *m = (struct matrices *)layer;
	worker_lesson(m->app->worker, false, false, SESSION_NONE);
	forget_input(m);
}

const struct layer_ops matrices_screen = {
	.screen = "matrices",
	.size = sizeof(struct matrices),
	.needs_network = true,
	.whole = true,
	.yields = true,
	.begin = matrices_begin,
	.draw = matrices_draw,
	.header = lesson_header,
	.command = matrices_command,
	.footer =
		"substep|Next;back|Back;move left|Walk;peek|Peek;watch|Watch;screen lesson|Lesson;"
		"leave|Explore;help|Help",
	.clear = matrices_clear,
};
