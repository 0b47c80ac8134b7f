#include "config.h"

#include "tui/screens.h"

#include <stdio.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/memory.h"
#include "session/moved.h"
#include "tui/list.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

struct differences {
	struct list_screen screen;
	struct ghost *ghost;           /* held; compared with … */
	struct session_scored *scored; /* … this, held; NULL: not yet */
	struct rank_moves moves;
};

/* ---- what is compared ------------------------------------------------------------------------ */

static size_t place_of(const struct differences *d, const struct session_view *v)
{
	size_t i = 0;
	while (i < v->ghost_count && v->ghost[i] != d->ghost)
		i++;
	return i;
}

static void compare(struct differences *d, struct app *app, struct ghost *ghost)
{
	odd_error err;
	struct session_scored *scored = app->view->scored;
	size_t at = d->screen.list.cursor,
	       node = at < d->moves.count ? d->moves.move[at].node : SESSION_NONE;
	shared_hold(ghost);
	shared_release(d->ghost);
	d->ghost = ghost;
	shared_hold(scored);
	shared_release(d->scored);
	d->scored = scored;
	rank_moves_clear(&d->moves);
	if (scored != NULL && rank_moves_find(&d->moves, ghost, scored->net->net,
				      scored->scores.order, &err) != ODD_OK)
		app_complain(app, &err);
	/* The selected node stays selected, wherever it is now. */
	for (size_t i = 0; i < d->moves.count; i++)
		if (d->moves.move[i].node == node)
			d->screen.list.cursor = i;
	list_fit(&d->screen.list, d->moves.count, d->screen.list.area);
}

/* The ranking has changed, or runs were kept or dropped. */
static void differences_update(struct layer *layer, struct app *app)
{
	struct differences *d = (struct differences *)layer;
	const struct session_view *v = app->view;
	size_t at = place_of(d, v);
	if (v->ghost_count == 0) {
		if (app->top == layer)
			app_pop(app);
		return;
	}
	if (at == v->ghost_count)
		compare(d, app, v->ghost[v->ghost_count - 1]);
	else if (v->scored != d->scored)
		compare(d, app, d->ghost);
	app->dirty = true;
}

static odd_status choose(struct differences *d, struct app *app, bool next, odd_error *err)
{
	const struct session_view *v = app->view;
	size_t at = place_of(d, v), count = v->ghost_count;
	if (count < 2)
		return odd_error_set(err, ODD_EUSAGE, "one run is kept; K keeps more");
	compare(d, app, v->ghost[(at + (next ? 1 : count - 1)) % count]);
	list_select(&d->screen.list, 0);
	return ODD_OK;
}

/* ---- drawing --------------------------------------------------------------------------------- */

enum { NODE, LABEL, KIND, THEN, NOW, CHANGE, WEIGHT, COLUMNS, NAME = 24 };

struct move_text {
	char name[FIGURE_NAME], then[16], now[16], change[24];
};

struct drawing {
	const struct differences *d;
	const struct app *app;
	struct canvas *c;
};

static void fill_row(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct drawing *x = of;
	struct move_text *text = room;
	const struct rank_move *m = &x->d->moves.move[row];
	const odd_network *net = x->d->scored->net->net;
	bool up = m->now < m->then;
	odd_kind kind =
		net->has_truth && app_truth(x->app) ? (odd_kind)net->truth[m->node] : ODD_ORDINARY;
	char name[FIGURE_NAME];
	canvas_text_fit(x->c, name, sizeof name, odd_names_get(&net->ids, m->node), NAME,
		pen_of(ROLE_TEXT));
	snprintf(text->name, sizeof text->name, "%.80s%s", name,
		look_marked(&x->app->look, m->node) ? " '" : "");
	snprintf(text->then, sizeof text->then, "%5u", m->then);
	snprintf(text->now, sizeof text->now, "%5u", m->now);
	snprintf(text->change, sizeof text->change, "%s %u",
		x->app->set.glyphs == GLYPHS_ASCII ? (up ? "up" : "dn") : (up ? "↑" : "↓"),
		up ? m->then - m->now : m->now - m->then);
	cell[NODE] = (struct table_cell){.text = text->name};
	cell[LABEL] = list_label_cell(net, m->node);
	cell[KIND] = list_kind_cell(kind);
	cell[THEN] = (struct table_cell){.text = text->then, .role = ROLE_DIM};
	cell[NOW] = (struct table_cell){.text = text->now};
	cell[CHANGE] = (struct table_cell){.text = text->change};
	cell[WEIGHT] = (struct table_cell){.value = m->weight};
}

static void draw_table(struct differences *d, struct app *app, struct canvas *c, struct rect r)
{
	const struct table_column column[COLUMNS] = {[NODE] = {.title = "node", .priority = 9},
		[LABEL] = {.title = "label", .priority = 3},
		[KIND] = {.title = "is", .kind = TABLE_MARK, .priority = 6},
		[THEN] = {.title = " then", .priority = 8},
		[NOW] = {.title = "  now", .priority = 8},
		[CHANGE] = {.title = "change", .priority = 7, .room = "↑ 8888"},
		[WEIGHT] = {.title = "weight",
			.kind = TABLE_BAR,
			.role = ROLE_TOTAL,
			.most = d->moves.move[0].weight,
			.priority = 2}};
	struct drawing drawing = {d, app, c};
	list_table_fit(&d->screen.list, d->moves.count, r, false);
	list_table_draw(&d->screen.list, c, r,
		&(struct list_table){.column = column,
			.columns = COLUMNS,
			.selection = true,
			.fill = fill_row,
			.text_size = sizeof(struct move_text),
			.of = &drawing});
}

/* "ranks among the 300 nodes that both have; 2 are new" */
static void note_of(char *out, size_t size, const struct differences *d)
{
	const struct rank_moves *m = &d->moves;
	snprintf(out, size, "%zu of %zu nodes moved", m->count, m->common);
	if (m->come > 0)
		text_add(out, size, "; %zu new", m->come);
	if (m->gone > 0)
		text_add(out, size, "; %zu gone", m->gone);
}

static void differences_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct differences *d = (struct differences *)layer;
	const struct session_view *v = app->view;
	char title[160], note[120];
	snprintf(title, sizeof title, "Differences to %.60s", d->ghost->name);
	if (v->ghost_count > 1)
		text_add(title, sizeof title, " (%zu of %zu kept)", place_of(d, v) + 1,
			v->ghost_count);
	note_of(note, sizeof note, d);
	r = panel_begin(c, r, title, note, true);
	d->screen.list.area.h = 0.0;
	if (d->scored == NULL)
		plot_message(c, r, "the nodes are not yet scored");
	else if (d->moves.count == 0)
		plot_message(c, r, "no node has moved: the ranking is the same");
	else
		draw_table(d, app, c, r);
}

/* ---- commands -------------------------------------------------------------------------------- */

static void differences_moved(struct layer *layer, struct app *app)
{
	const struct differences *d = (const struct differences *)layer;
	size_t at = d->screen.list.cursor;
	if (at < d->moves.count && d->moves.move[at].node < app_network(app)->nodes)
		app->look.selected = d->moves.move[at].node;
}

odd_status ui_differences(struct app *app, const struct arguments *args, odd_error *err)
{
	struct differences *d = (struct differences *)app_screen(app);
	if (!arguments_have(args, "open"))
		return choose(d, app, arguments_have(args, "next"), err);
	if (d->moves.count == 0)
		return odd_error_set(err, ODD_EUSAGE, "no node has moved");
	differences_moved(&d->screen.layer, app);
	return app_run(app, "screen node", err);
}

/* ---- life ------------------------------------------------------------------------------------ */

static void differences_free(struct layer *layer)
{
	struct differences *d = (struct differences *)layer;
	rank_moves_clear(&d->moves);
	shared_release(d->ghost);
	shared_release(d->scored);
	free(d);
}

static const struct layer_ops differences_ops = {
	.screen = "differences",
	.whole = true,
	.draw = differences_draw,
	.list = list_of_screen,
	.moved = differences_moved,
	.open = "differences open",
	.update = differences_update,
	.footer = "leave|Back;differences open|Node;differences previous|Previous run;"
		  "differences next|Next run;mark|Mark;keep|Keep;help|Help;toggle-play|Play",
	.free = differences_free,
};

odd_status differences_open(struct app *app, odd_error *err)
{
	const struct session_view *v = app->view;
	odd_status status = app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	if (v->ghost_count == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "no run has been kept to compare with; K keeps this one");
	if (app->top->ops == &differences_ops)
		return ODD_OK;
	struct differences *d = memory_grow(NULL, 1, sizeof *d);
	*d = (struct differences){.screen.layer.ops = &differences_ops};
	compare(d, app, v->ghost[v->ghost_count - 1]);
	app_push(app, &d->screen.layer);
	return ODD_OK;
}
