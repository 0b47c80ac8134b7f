/* screen_frame.c: the header, status line and footer of all screens, and what replaces the panes
 * while a network is opened or the window is too small. */
#include "config.h"

#include "tui/explore.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "draw/utf8.h"
#include "tui/keymap.h"
#include "tui/tour.h"
#include "tui/text.h"

static double put(struct canvas *c, double x, double y, const char *text, struct pen pen)
{
	canvas_text(c, (struct point){x, y}, ANCHOR_TOP_LEFT, text, pen);
	return x + (double)utf8_width(text);
}

/* Text that ends at x; returns where it begins. */
static double put_right(struct canvas *c, double x, double y, const char *text, struct pen pen)
{
	double from = x - (double)utf8_width(text);
	canvas_text(c, (struct point){from, y}, ANCHOR_TOP_LEFT, text, pen);
	return from;
}

/* ---- header ---------------------------------------------------------------------------------- */

static void planted_text(char *out, size_t size, const struct app *app, bool wide)
{
	const struct session_data *d = app->view->data;
	const char *gap = " (";
	size_t all = 0, count[ODD_AMOUNTS] = {0}, most = ODD_AMOUNTS;
	for (size_t i = 0; i < d->plants->count; i++)
		for (int t = 0; t < ODD_AMOUNTS; t++) {
			size_t n =
				odd_plant_count(&d->plants->record[i].options, odd__plant_kind[t]);
			count[t] += n;
			all += n;
		}
	out[0] = '\0';
	if (all == 0)
		return;
	snprintf(out, size, " +%zu planted", all);
	for (size_t t = 0; wide && t < most; t++) {
		if (count[t] == 0)
			continue;
		text_add(out, size, "%s%zu%s", gap, count[t],
			cells_mark(figure_kind_mark(odd__plant_kind[t]), app->set.glyphs));
		gap = " ";
	}
	if (wide)
		text_add(out, size, ")");
}

static const char *state_of(const struct app *app)
{
	if (app->view->playing)
		return "[running]";
	if (app->progress.busy)
		return "[working]";
	return app->view->data != NULL ? "[paused]" : "[empty]";
}

void screen_header_draw(struct app *app, struct canvas *c, struct rect r)
{
	const struct session_view *v = app->view;
	const odd_network *net = app_network(app);
	char planted[80], left[400];
	struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD}, plain = {.role = ROLE_TEXT};
	double end = put_right(c, rect_right(r) - 1.0, r.y, state_of(app), bold);
	double x = put(c, r.x + 1.0, r.y, "oddone", bold) + 2.0;
	if (net == NULL) {
		const char *name = app_opening(app);
		snprintf(left, sizeof left, name != NULL ? "opening %.200s" : "%s",
			name != NULL ? name : "no network is open; :open NETWORK");
		paint_text(c, (int)x, (int)r.y, (int)(end - x) - 1, left, plain);
		return;
	}
	bool wide = r.w >= 110.0;
	const odd_one_options *o = &v->data->moment->used;
	planted_text(planted, sizeof planted, app, wide && app->set.truth == TRUTH_SHOWN);
	snprintf(left, sizeof left, "%.60s", v->name);
	text_add(left, sizeof left, "%s   n %zu  ", planted, net->nodes);
	/* What is missing is said in words. */
	if (net->edges > 0)
		text_add(left, sizeof left, "m %zu  ", net->edges);
	else
		text_add(left, sizeof left, "no links  ");
	if (net->attributes > 0 && !net->links_are_words)
		text_add(left, sizeof left, "d %zu   ", net->attributes);
	else
		text_add(left, sizeof left, "no words   ");
	text_add(left, sizeof left, "ONE K=%zu", o->k);
	if (wide) {
		text_add(left, sizeof left, " α %.3g", o->alpha);
		text_add(left, sizeof left, " β %.3g", o->beta);
		text_add(left, sizeof left, " μ %.3g", o->mu);
	}
	text_add(left, sizeof left, " seed %llu", (unsigned long long)o->seed);
	text_add(left, sizeof left, "%s", o->preset == ODD_PAPER ? " paper" : "");
	for (size_t i = 0; !wide && i < 3; i++)
		text_add(left, sizeof left, "%s", v->waiting ? " (r: reset)" : "");
	paint_text(c, (int)x, (int)r.y, (int)(end - x) - 1, left, plain);
}

/* "[not saved: No space left on device]" over the end of the header, until a save succeeds. */
void screen_unsaved_draw(const struct app *app, struct canvas *c, struct rect r)
{
	const odd_error *why = &app->view->unsaved;
	char text[120];
	if (why->code == ODD_OK)
		return;
	snprintf(text, sizeof text, " [not saved: %.60s]", why->message);
	put_right(c, rect_right(r), r.y, text, (struct pen){.role = ROLE_ALARM, .flags = PEN_BOLD});
}

/* ---- status line ----------------------------------------------------------------------------- */

/* Seconds per iteration by the last ones; 0 before the second. */
static double pace(const odd_trace *trace)
{
	double sum = 0.0;
	size_t n = 0;
	for (size_t i = trace->count; i-- > 1 && n < 3 * ODD_SUBSTEPS;) {
		if (trace->point[i].changed)
			continue;
		sum += trace->point[i].seconds;
		n++;
	}
	return n >= 2 * ODD_SUBSTEPS ? sum * ODD_SUBSTEPS / (double)n : 0.0;
}

/* "running U 1 904/2 843 · 0.8 s/iteration · ETA 10 s · Ctrl-C stops" */
static void busy_text(char *out, size_t size, const struct app *app)
{
	const struct worker_progress *p = &app->progress;
	const struct session_view *v = app->view;
	char done[NUMBER_SIZE], total[NUMBER_SIZE];
	const char *what = p->what[0] != '\0' ? p->what : p->command;
	snprintf(out, size, "%s", what);
	if (p->total > 1.0)
		text_add(out, size, " %s/%s", figure_count(done, (size_t)p->done),
			figure_count(total, (size_t)p->total));
	double each = v->data != NULL && !app->scripted ? pace(&v->data->moment->trace) : 0.0;
	if (v->playing && each > 0.0) {
		double left =
			each * fmax(0.0, (double)v->goal - (double)v->data->moment->iteration);
		text_add(out, size, " · %.2g s/iteration", each);
		if (left >= 1.0)
			text_add(out, size, " · ETA %.0f s", left);
	}
	if (app->then_play)
		text_add(out, size, " · then plays");
	if (p->waiting > 0)
		text_add(
			out, size, " · %.40s waits%s", p->next, p->waiting > 1 ? ", and more" : "");
	text_add(out, size, " · Ctrl-C stops");
}

/* Without a message: the selected node, or the iteration of the run. */
static void rest_text(char *out, size_t size, const struct app *app)
{
	const struct session_view *v = app->view;
	const odd_network *net = app_network(app);
	const odd_scores *s = app_scores(app);
	const struct session_comparison *c = v->comparison;
	const size_t node = app->look->selected;
	out[0] = '\0';
	if (c != NULL && c->running) {
		snprintf(out, size, "comparing %zu methods beside the run: %zu of %zu done",
			c->table.methods, c->table.finished, c->table.methods * c->table.seeds);
	} else if (net != NULL && s != NULL && node < s->n) {
		size_t degree = net->A.ptr[node + 1] - net->A.ptr[node];
		snprintf(out, size, "%.60s: rank %u of %zu", odd_network_title(net, node),
			s->rank[node], s->n);
		if (net->classes.count > 0 && net->label[node] != ODD_NO_LABEL)
			text_add(out, size, " · %.30s",
				odd_names_get(&net->classes, (size_t)net->label[node]));
		text_add(out, size, " · %zu link%s", degree, degree == 1 ? "" : "s");
	} else if (net != NULL) {
		snprintf(out, size, "%zu whole iteration%s", v->data->moment->iteration,
			v->data->moment->iteration == 1 ? "" : "s");
	}
}

/* The keys to begin with, as they are bound. */
static void hint_text(char *out, size_t size, const struct app *app)
{
	static const struct {
		const char *command, *does;
	} hint[] = {{"substep", "steps"}, {"toggle-play", "plays"}, {"screen lesson", "explains"},
		{"help", "helps"}, {"quit", "quits"}};
	out[0] = '\0';
	for (size_t i = 0; i < sizeof hint / sizeof *hint; i++) {
		char name[KEY_NAME];
		const struct keymap_row *row = keymap_for(app->keys, "explore", hint[i].command);
		if (row == NULL || row->length != 1)
			continue;
		text_add(out, size, "%s%s %s", out[0] != '\0' ? "   " : "",
			key_text(name, row->key[0]), hint[i].does);
	}
}

static bool rises(const struct app *app)
{
	const struct session_data *d = app->view->data;
	return d != NULL && odd_trace_largest_rise(&d->moment->trace, NULL) > 0.0;
}

/* A bar of `w` cells and its count at the right end; returns where it begins. */
static double progress_bar(struct app *app, struct canvas *c, struct rect r)
{
	const struct session_view *v = app->view;
	const struct worker_progress *p = &app->progress;
	char text[48];
	double share, w = r.w >= 110.0 ? 24.0 : r.w >= 70.0 ? 12.0 : 6.0;
	if (p->busy && !v->playing && p->total > 1.0) {
		share = p->done / p->total;
		snprintf(text, sizeof text, "%3.0f %%", 100.0 * share);
	} else if (v->data != NULL) {
		share = v->goal > 0 ? (double)v->data->moment->iteration / (double)v->goal : 0.0;
		if (v->data->moment->iteration >
			v->goal) /* on purpose: S goes on behind the goal */
			snprintf(text, sizeof text, "%zu", v->data->moment->iteration);
		else
			snprintf(text, sizeof text, "%zu/%zu", v->data->moment->iteration, v->goal);
	} else {
		return rect_right(r);
	}
	share = fmax(0.0, fmin(1.0, share));
	double x = put_right(c, rect_right(r) - 1.0, r.y, text, pen_of(ROLE_TEXT)) - 2.0;
	x -= w;
	canvas_fill(c, (struct rect){x, r.y, w * share, 1.0}, pen_of(ROLE_GOOD));
	return x;
}

void screen_status_draw(struct app *app, struct canvas *c, struct rect r)
{
	char own[500];
	const char *text = own;
	const struct pen alarm = pen_bold(ROLE_ALARM), bold = pen_bold(ROLE_TEXT);
	struct pen pen = pen_of(ROLE_TEXT);
	double end = progress_bar(app, c, r);
	if (keymap_waits(app->keys)) {
		char name[KEY_NAME];
		snprintf(own, sizeof own, "%s and then:", keymap_waiting(app->keys, name));
		pen = bold;
	} else if (app->message[0] != '\0') {
		text = app->message;
		pen = app->alarm ? alarm : pen;
	} else if (app->hinting && !app->progress.busy && app->view->data != NULL &&
		   !app->view->failed) {
		hint_text(own, sizeof own, app);
		pen = bold;
	} else if (app->progress.busy) {
		busy_text(own, sizeof own, app);
	} else if (rises(app) && !app->view->failed) {
		text = "the loss rose, which it must not: see the crosses";
		pen = alarm;
	} else if (app->view->serial == app->read && app->view->serial > 0) {
		rest_text(own, sizeof own, app);
	} else {
		text = app->view->status;
		pen = app->view->failed ? alarm : pen;
	}
	paint_text(c, (int)r.x + 1, (int)r.y, (int)(end - r.x) - 2, text, pen);
}

/* ---- footer ---------------------------------------------------------------------------------- */

enum { FOOTER = 16 };

/* For a screen that names none of its own, the most important first; at the right end always those
 * two that lead on to all others. On the Explore screen what the focused pane can do comes behind
 * the first of them. */
static const char *const usual[] = {"toggle-play", "substep", "iterate", "back", "focus next",
	"open-dialog plant", "screen lesson", "open-dialog export", "reset", "screen compare",
	"find-prompt", "open-dialog options"};
static const char *const last[] = {"prompt", "help"};
static const char *const of_pane[PANES][FOOTER] = {
	[PANE_LOSS] = {"toggle-play", "substep", "cursor back", "loss-view next", "zoom in",
		"focus next", "axis toggle", "keep", "iterate", "open-dialog export",
		"screen lesson"},
	[PANE_MAP] = {"toggle-play", "substep", "zoom in", "projection next", "colour next",
		"links next", "focus next", "ego next", "screen node", "zoom fit",
		"open-dialog export"},
	[PANE_LIST] = {"toggle-play", "substep", "screen node", "filter-prompt", "sort next",
		"focus next", "mark", "screen columns", "prompt set columns={columns}",
		"find-prompt", "iterate", "open-dialog plant", "screen lesson",
		"open-dialog export"},
	[PANE_RECALL] = {"toggle-play", "substep", "open-dialog plant", "keep", "screen compare",
		"focus next", "sort kept", "open-dialog weights", "open-dialog export",
		"screen lesson"},
};

static double add_part(
	struct app *app, struct canvas *c, double x, double y, struct key key, const char *label)
{
	char name[KEY_NAME];
	key_text(name, key);
	if (app->parts >= sizeof app->part / sizeof *app->part)
		return x;
	struct footer_part *part = &app->part[app->parts++];
	part->key = key;
	part->from = x;
	x = put(c, x, y, name, pen_bold(ROLE_TEXT)) + 1.0;
	x = put(c, x, y, label, pen_of(ROLE_DIM));
	part->to = x;
	return x + 2.0;
}

static double part_width(struct key key, const char *label)
{
	char name[KEY_NAME];
	return (double)utf8_width(key_text(name, key)) + 3.0 + (double)utf8_width(label);
}

/* A key by its name, or the one that a command has; label NULL: that of the key map. */
static double footer_part(struct app *app, struct canvas *c, double x, double y, double end,
	const char *name, const char *label)
{
	const struct keymap_row *row = keymap_for(app->keys, app->top->ops->screen, name);
	struct key key;
	if (row != NULL ? row->length != 1 : !key_parse(&key, name))
		return x;
	if (row != NULL)
		key = row->key[0];
	if (row != NULL && label == NULL)
		label = strcmp(name, "toggle-play") == 0 && app->view->playing ? "Pause"
									       : row->label;
	if (label == NULL || x + part_width(key, label) - 2.0 > end)
		return x;
	return add_part(app, c, x, y, key, label);
}

/* "Tab|Next field;leave|Leave" */
static void own_footer(struct app *app, struct canvas *c, struct rect r, const char *text)
{
	double x = r.x + 1.0;
	while (*text != '\0') {
		char name[60], label[40];
		size_t bar = strcspn(text, "|"), end = strcspn(text, ";");
		if (bar >= end)
			return;
		snprintf(name, sizeof name, "%.*s", (int)bar, text);
		snprintf(label, sizeof label, "%.*s", (int)(end - bar - 1), text + bar + 1);
		text += end + (text[end] == ';');
		x = footer_part(app, c, x, r.y, rect_right(r), name, label);
	}
}

/* The first of two keys was pressed: the footer lists the keys that may follow. */
static void choices_footer(struct app *app, struct canvas *c, struct rect r)
{
	const char *screen = app->top->ops->screen;
	const struct keymap_row *row;
	double x = r.x + 1.0;
	for (size_t i = 0; (row = keymap_next_choice(app->keys, screen, &i)) != NULL;) {
		const char *label = row->label != NULL ? row->label : row->command;
		if (x + part_width(row->key[1], label) - 2.0 <= rect_right(r))
			x = add_part(app, c, x, r.y, row->key[1], label);
	}
}

void screen_footer_draw(struct app *app, struct canvas *c, struct rect r)
{
	const char *own = app->tour != NULL && app->top->ops->whole ? tour_footer(app)
								    : app->top->ops->footer;
	app->parts = 0;
	if (keymap_waits(app->keys)) {
		choices_footer(app, c, r);
		return;
	}
	if (own != NULL) {
		own_footer(app, c, r, own);
		return;
	}
	double tail = 0.0, x = r.x + 1.0;
	for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
		const struct keymap_row *row =
			keymap_for(app->keys, app->top->ops->screen, last[i]);
		if (row != NULL && row->label != NULL)
			tail += part_width(row->key[0], row->label);
	}
	bool panes = app->top == app->explore;
	const char *const *part = panes ? of_pane[explore_of(app)->focus] : usual;
	size_t parts = panes ? FOOTER : sizeof usual / sizeof *usual;
	for (size_t i = 0; i < parts && part[i] != NULL; i++)
		x = footer_part(app, c, x, r.y, rect_right(r) - tail, part[i], NULL);
	for (size_t i = 0; i < sizeof last / sizeof *last; i++)
		x = footer_part(app, c, x, r.y, rect_right(r), last[i], NULL);
}

bool screen_footer_key(const struct app *app, double x, struct key *out)
{
	for (size_t i = 0; i < app->parts; i++)
		if (x >= app->part[i].from && x < app->part[i].to) {
			*out = app->part[i].key;
			return true;
		}
	return false;
}

/* ---- a network that is being opened ---------------------------------------------------------- */

void screen_loading_draw(struct app *app, struct canvas *c, struct rect r)
{
	const struct worker_progress *p = &app->progress;
	char line[3][200] = {"", "", "Ctrl-C stops"}, done[NUMBER_SIZE], total[NUMBER_SIZE];
	const double share = p->total > 1.0 ? p->done / p->total : 0.0, w = fmin(r.w - 4.0, 60.0);
	snprintf(line[0], sizeof line[0], "opening %.150s", app_opening(app));
	snprintf(line[1], sizeof line[1], "%s", p->what[0] != '\0' ? p->what : "reading");
	if (p->total > 1.0)
		text_add(line[1], sizeof line[1], "  %s of %s  %.0f %%",
			figure_count(done, (size_t)p->done), figure_count(total, (size_t)p->total),
			100.0 * share);
	if (app->then_play)
		text_add(line[1], sizeof line[1], "  then: play");
	const int x = (int)(r.x + (r.w - w) / 2.0), y = (int)(r.y + (r.h - 4.0) / 2.0);
	paint_text(c, x, y, (int)w, line[0], pen_bold(ROLE_TEXT));
	paint_text(c, x, y + 1, (int)w, line[1], pen_of(ROLE_TEXT));
	canvas_fill(c, (struct rect){x, y + 2, w * fmax(0.0, fmin(1.0, share)), 1.0},
		pen_of(ROLE_GOOD));
	paint_text(c, x, y + 3, (int)w, line[2], pen_of(ROLE_DIM));
}

/* ---- too small ------------------------------------------------------------------------------- */

void screen_too_small_draw(struct app *app, struct canvas *c)
{
	char have[40], need[40];
	snprintf(have, sizeof have, "have %zux%zu", app->columns, app->rows);
	snprintf(need, sizeof need, "need %dx%d", SCREEN_LEAST_COLUMNS, SCREEN_LEAST_ROWS);
	const char *const line[] = {"oddone", have, need, "Q quits"};
	int top = c->h > 4.0 ? (int)(c->h - 4.0) / 2 : 0, w = (int)c->w;
	for (int i = 0; i < 4 && top + i < (int)c->h; i++) {
		int room = w - (int)utf8_width(line[i]);
		paint_text(c, room > 0 ? room / 2 : 0, top + i, w, line[i],
			i == 0 ? pen_bold(ROLE_TEXT) : pen_of(ROLE_TEXT));
	}
}

/* ---- where everything goes ------------------------------------------------------------------- */

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
