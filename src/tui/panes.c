/* panes.c: the panes of the Explore screen but the list: the loss, the recall and the map. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "draw/raster.h"
#include "session/xalloc.h"
#include "tui/explore.h"
#include "tui/text.h"

#define LOSS_CLOSEST 64.0 /* zoom */

const char *pane_nothing(const struct app *app)
{
	return app_opening(app) != NULL ? "the network is being opened" : "no network is open";
}

/* Zoomed in, the curve is seen around the cursor, or up to its end. */
static void window_of(double out[2], const struct explore *e, const struct app *app)
{
	const odd_trace *trace = &app->view->data->moment->trace;
	double end = fmax(1.0, figure_moment(&trace->point[trace->count - 1]));
	double width = fmax(end / e->loss_zoom, 0.5), centre = end - width / 2.0;
	if (e->reading && e->read < trace->count)
		centre = figure_moment(&trace->point[e->read]);
	out[0] = fmax(0.0, fmin(centre - width / 2.0, end - width));
	out[1] = out[0] + width;
}

bool pane_loss_window(double out[2], const struct explore *e, const struct app *app)
{
	bool zoomed = e->loss_zoom > 1.0 && app->view->data != NULL;
	if (zoomed)
		window_of(out, e, app);
	return zoomed;
}

/* How much the loss changed at a point, 0 where that is only rounding. */
static double change_at(const odd_trace *trace, size_t at)
{
	const odd_trace_point *p = &trace->point[at];
	double change = at > 0 && !p->changed ? p->loss - p[-1].loss : 0.0;
	return fabs(change) > 1e-12 * fabs(p->loss) ? change : 0.0;
}

/* "log · it 7 · H · −104.5 ✓", or what the cursor reads. */
static void loss_heading(
	char *out, size_t size, const struct explore *e, const struct app *app, bool wide)
{
	const struct session_data *d = app->view->data;
	const odd_trace_point *p = &d->moment->trace.point[d->moment->trace.count - 1];
	if (e->reading && e->read < d->moment->trace.count) {
		p = &d->moment->trace.point[e->read];
		snprintf(out, size, "it %zu %s  total %.6g", p->iteration,
			p->changed ? "changed" : odd_substep_get(p->step)->name, p->loss);
	} else if (p->step == ODD_STEP_INIT) {
		snprintf(out, size, "start · total %.6g", p->loss);
	} else {
		static const char *const shown[] = {
			"", "", "above best · ", "falls · ", "relative · "};
		enum figure_loss_view view = explore_loss_view(e, app);
		bool terms = view == FIGURE_LOSS_TERMS;
		snprintf(out, size, "%sit %zu · %s",
			terms && e->scale == FIGURE_LOG ? "log · " : shown[view], p->iteration,
			odd_substep_get(p->step)->name);
		double change = change_at(&d->moment->trace, d->moment->trace.count - 1);
		char number[32] = "unchanged";
		if (change != 0.0)
			snprintf(number, sizeof number, wide ? "%s%.4g" : "%s%.2g",
				change < 0.0 ? "−" : "+", fabs(change));
		bool rose = odd_trace_rise(&d->moment->trace, d->moment->trace.count - 1) > 0.0;
		if (!p->changed)
			text_add(out, size, "%s%s %s", wide ? " · " : " ", number,
				rose ? "✗ rose" : "✓");
	}
}

void pane_loss_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct figure_run run;
	char note[96] = "";
	if (app->view->data != NULL)
		loss_heading(note, sizeof note, e, app, r.w >= 50.0);
	r = panel_begin(c, r, "1 Loss", note, e->focus == PANE_LOSS);
	if (app->view->data == NULL) {
		plot_message(c, r, pane_nothing(app));
		return;
	}
	explore_figure_run(&run, e, app);
	run.look.reading = e->reading && e->read < run.result->trace->count;
	run.look.read = e->read;
	if (e->loss_zoom > 1.0)
		window_of(run.look.loss_window, e, app);
	figure_panel_loss(&run, c, r);
}

odd_status pane_loss_move(struct explore *e, struct app *app, const char *how, odd_error *err)
{
	const odd_trace *trace = app->view->data != NULL ? &app->view->data->moment->trace : NULL;
	if (trace == NULL || trace->count == 0)
		return odd_error_set(err, ODD_EUSAGE, "there is no curve yet");
	size_t last = trace->count - 1, at = e->reading && e->read <= last ? e->read : last;
	size_t step = strstr(how, "page") != NULL || strstr(how, "half") != NULL ? ODD_SUBSTEPS : 1;
	bool back = strcmp(how, "left") == 0 || strstr(how, "-up") != NULL;
	if (strcmp(how, "up") == 0 || strcmp(how, "down") == 0)
		return odd_error_set(err, ODD_EUSAGE, "the cursor goes left and right here");
	if (strcmp(how, "first") == 0)
		at = 0;
	else if (strcmp(how, "last") == 0)
		at = last;
	else if (back)
		at -= at < step ? at : step;
	else
		at = at + step < last ? at + step : last;
	e->reading = at != last;
	e->read = at;
	const odd_trace_point *p = &trace->point[at];
	double change = change_at(trace, at);
	char how_much[40] = "";
	if (change != 0.0)
		snprintf(how_much, sizeof how_much, ", %s by %.3g", change > 0.0 ? "rose" : "fell",
			fabs(change));
	app_say(app, "iteration %zu %s: total %.6g%s", p->iteration,
		p->changed ? "(network changed)" : odd_substep_get(p->step)->name, p->loss,
		how_much);
	return ODD_OK;
}

void pane_loss_zoom(struct explore *e, struct app *app, double factor)
{
	e->loss_zoom = factor == 0.0 ? 1.0 : fmin(LOSS_CLOSEST, fmax(1.0, e->loss_zoom * factor));
	app_say(app, e->loss_zoom > 1.0 ? "the loss, %g times as near" : "all of the loss",
		e->loss_zoom);
}

/* ---- recall at L %: how many of the known outliers are found at the top -----------------------
 */

void pane_recall_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct figure_run run;
	const struct session_view *v = app->view;
	char note[64] = "";
	bool hidden = app->set.truth == TRUTH_HIDDEN;
	bool known = v->scored != NULL && v->scored->evaluated && !hidden;
	if (known && v->kept_count > 0)
		snprintf(note, sizeof note, "this run and %zu kept", v->kept_count);
	else if (known && !isnan(v->scored->evaluation.against_placebo))
		snprintf(note, sizeof note, "vs placebo %.2f",
			v->scored->evaluation.against_placebo);
	else if (known)
		snprintf(note, sizeof note, "truth: %s",
			v->data->plants->count > 0 ? "planted" : "known");
	bool spread = v->scored != NULL && !v->scored->evaluated;
	if (spread)
		snprintf(note, sizeof note, "none known: P plants");
	r = panel_begin(c, r, spread ? "4 Scores" : "4 Recall@L%", note, e->focus == PANE_RECALL);
	if (v->data == NULL) {
		plot_message(c, r, pane_nothing(app));
		return;
	}
	if (!known && !spread) {
		plot_message(c, r,
			v->scored == NULL ? "not yet scored"
					  : "Who is odd is hidden: guess first. :set truth=shown "
					    "reveals it.");
		return;
	}
	explore_figure_run(&run, e, app);
	(spread ? figure_panel_totals : figure_panel_recall)(&run, c, r);
}

#define MAP_CLOSEST 200.0 /* zoom */
#define AIR 0.04          /* around all of the map, as a share of it */
#define REACH 2.5         /* cells: how far a click may miss */

enum { MOST_POINTS = 20000, ALWAYS = 100 };

static const odd_mat *points_of(const struct app *app)
{
	const struct shared_map *m = app_map(app);
	return m != NULL && m->of.xy.rows > 0 ? &m->of.xy : NULL;
}

static size_t node_of(const struct app *app, size_t point)
{
	const uint32_t *node = app_map(app)->of.node;
	return node != NULL ? node[point] : point;
}

/* The point of a node; as many as there are points when it is not on the map. */
static size_t point_of(const struct app *app, size_t node)
{
	const struct shared_map *m = app_map(app);
	if (m->of.node == NULL)
		return node < m->of.xy.rows ? node : m->of.xy.rows;
	size_t i = 0;
	while (i < m->of.xy.rows && m->of.node[i] != node)
		i++;
	return i;
}

/* A terminal has a few thousand dots: of a large map every known outlier is drawn, the oddest, and
 * every so-many-th of the rest, so that a key is answered as quickly as on a small one. */
static void thin_out(struct explore *e, const struct app *app, struct figure_run *run)
{
	const struct shared_map *m = app_map(app);
	const odd_network *net = app_network(app);
	const odd_scores *s = app_scores(app);
	size_t all = m->of.xy.rows, stride = all / MOST_POINTS + 1, n = 0;
	if (stride == 1)
		return;
	if (e->drawn.of != m) {
		uint32_t *node = malloc((all + 1) * sizeof *node);
		for (size_t i = 0; node != NULL && i < all; i++) {
			size_t at = node_of(app, i);
			bool odd = net->has_truth && net->truth[at] != ODD_ORDINARY;
			bool top = s != NULL && s->rank[at] <= ALWAYS;
			if (i % stride == 0 || odd || top)
				node[n++] = (uint32_t)i;
		}
		free(e->drawn.node);
		odd_mat_free(&e->drawn.xy);
		e->drawn = (struct map_points){.node = node};
		if (node == NULL || odd_mat_alloc(&e->drawn.xy, n + 1, 2, NULL) != ODD_OK)
			return;
		for (size_t i = 0; i < n; i++) {
			memcpy(odd_mat_row(e->drawn.xy, i), odd_mat_row(m->of.xy, node[i]),
				2 * sizeof(double));
			node[i] = (uint32_t)node_of(app, node[i]);
		}
		e->drawn.of = m;
	}
	/* The last is the selected node, or one of the others once more. */
	size_t last = e->drawn.xy.rows - 1, chosen = point_of(app, app->look->selected);
	chosen = chosen < all ? chosen : 0;
	memcpy(odd_mat_row(e->drawn.xy, last), odd_mat_row(m->of.xy, chosen), 2 * sizeof(double));
	e->drawn.node[last] = (uint32_t)node_of(app, chosen);
	run->look.projection.xy = odd_mat_const(e->drawn.xy);
	run->look.projection.node = e->drawn.node;
}

static void measure(struct explore *e, const odd_mat *xy)
{
	double b[4];
	figure_map_bounds(b, odd_mat_const(*xy));
	for (int k = 0; k < 2; k++) {
		double width = b[2 * k + 1] - b[2 * k];
		double air = width > 0.0 ? AIR * width : 0.5;
		e->base[2 * k] = b[2 * k] - air;
		e->base[2 * k + 1] = b[2 * k + 1] + air;
	}
}

/* The window in the map's own units: left, right, bottom, top. */
static void bounds_of(double out[4], const struct explore *e)
{
	const double centre[2] = {e->window.x, e->window.y};
	for (int k = 0; k < 2; k++) {
		double width = e->base[2 * k + 1] - e->base[2 * k];
		double middle = e->base[2 * k] + centre[k] * width;
		out[2 * k] = middle - width / (2.0 * e->window.zoom);
		out[2 * k + 1] = middle + width / (2.0 * e->window.zoom);
	}
}

/* "t-SNE step 310 · by label" */
static void heading(char *out, size_t size, struct explore *e, struct app *app)
{
	static const char *const by[] = {"", " · by label", " · by kind", " · by score"};
	struct figure_run run;
	explore_figure_run(&run, e, app);
	const enum map_colour colour = figure_colour_used(&run);
	const struct shared_map *m = app_map(app);
	char told[56];
	snprintf(told, sizeof told, "%s%.40s", e->by[0] != '\0' ? " · by " : by[colour], e->by);
	char zoomed[24] = "", counted[48] = "";
	if (e->window.zoom > 1.0)
		snprintf(zoomed, sizeof zoomed, " · %.3g×", e->window.zoom);
	if (m->of.node != NULL) {
		char some[NUMBER_SIZE], all[NUMBER_SIZE];
		snprintf(counted, sizeof counted, " · %s of %s", figure_count(some, m->of.xy.rows),
			figure_count(all, app_network(app)->nodes));
	}
	if (m->of.method == ODD_PROJECT_TSNE)
		snprintf(out, size, "t-SNE%s%zu%s%s%s", m->moving ? " step " : " ",
			m->of.iterations, zoomed, counted, told);
	else
		snprintf(out, size, "PCA %.0f%%%s%s%s",
			100.0 * (m->of.explained[0] + m->of.explained[1]), zoomed, counted, told);
}

void pane_map_draw(struct explore *e, struct app *app, struct canvas *c, struct rect r)
{
	struct figure_run run;
	double bounds[4];
	char note[160] = "";
	const odd_mat *xy = points_of(app);
	if (xy != NULL)
		heading(note, sizeof note, e, app);
	char title[60] = "2 Map";
	if (e->ego > 0) {
		snprintf(note, sizeof note, "%d step%s around %.40s", e->ego,
			e->ego == 1 ? "" : "s",
			app->look->selected != SESSION_NONE
				? app_node_name(app, app->look->selected)
				: "a node");
	}
	if (app_map(app) != app->view->map)
		snprintf(title, sizeof title, "2 Map: %s", app->borrowed_from);
	r = panel_begin(c, r, title, note, e->focus == PANE_MAP);
	if (xy == NULL) {
		plot_message(c, r,
			app->view->data != NULL ? "the nodes are being laid out"
						: pane_nothing(app));
		return;
	}
	measure(e, xy);
	bounds_of(bounds, e);
	explore_figure_run(&run, e, app);
	thin_out(e, app, &run);
	run.look.projection.bounds = bounds;
	run.look.projection.edges = e->window.zoom <= 1.0;
	run.look.frame = &e->frame;
	run.look.label_count = r.w < 60.0 ? 3 : 6;
	run.look.brief = r.h < 12.0;
	figure_panel_map(&run, c, r);
}

/* ---- for files --------------------------------------------------------------------------------
 */

char *explore_as_seen(const struct app *app, const char *figure, const char *path, bool coloured)
{
	static const char *const by[] = {NULL, "label", "kind", "score"};
	const struct explore *e = explore_of(app);
	char out[1200] = "";
	bool maps = strcmp(figure, "map") == 0 || strcmp(figure, "dashboard") == 0;
	/* Names of figures and tables overlap: the ending tells. */
	enum raster_format format;
	bool rows = path != NULL && !raster_format_of(&format, path) &&
		    strcmp(figure, "trace") != 0 && strcmp(figure, "recall") != 0 &&
		    strcmp(figure, "marks") != 0 && strcmp(figure, "node") != 0;
	if (maps && coloured && e->by[0] != '\0') {
		char *column = text_command(" --by", e->by);
		text_add(out, sizeof out, "%s", column);
		free(column);
	} else if (maps && coloured && by[e->colour] != NULL)
		text_add(out, sizeof out, " --colour %s", by[e->colour]);
	static const char *const links[] = {NULL, "none", "selected", "all"};
	if (maps && links[e->links] != NULL)
		text_add(out, sizeof out, " --links %s", links[e->links]);
	if (maps && e->ego > 0)
		text_add(out, sizeof out, " --ego %d", e->ego);
	if ((maps || strcmp(figure, "node") == 0) && app->look->selected != SESSION_NONE) {
		char *select = text_command(" --select", app_node_name(app, app->look->selected));
		text_add(out, sizeof out, "%s", select);
		free(select);
	}
	if ((maps || rows) && filter_any(&app->look->filter)) {
		char *only = text_command(" --only", app->look->filter.text);
		text_add(out, sizeof out, "%s", only);
		free(only);
	}
	double window[2];
	if (rows)
		return xstrdup(out);
	if (strcmp(figure, "loss") == 0 || strcmp(figure, "dashboard") == 0) {
		if (e->view != FIGURE_LOSS_DEFAULT) /* else the figure shows both */
			text_add(out, sizeof out, " --view %s",
				e->view == FIGURE_LOSS_EXCESS ? "excess" : "terms");
		if (e->recalls && app->view->recalls != NULL)
			text_add(out, sizeof out, " --recall");
		if (pane_loss_window(window, e, app))
			text_add(out, sizeof out, " --iterations %.5g,%.5g", window[0], window[1]);
	}
	return xstrdup(out);
}

/* ---- the window ----------------------------------------------------------------------------- */

static double clamp(double v, double lo, double hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

static void settle(struct explore *e)
{
	e->window.zoom = clamp(e->window.zoom, 1.0, MAP_CLOSEST);
	if (e->window.zoom <= 1.0) {
		e->window = (struct map_window){0.5, 0.5, 1.0};
		return;
	}
	double half = 0.5 / e->window.zoom;
	e->window.x = clamp(e->window.x, half, 1.0 - half);
	e->window.y = clamp(e->window.y, half, 1.0 - half);
}

/* The share of the whole map at a cell. */
static void share_at(double out[2], const struct explore *e, double x, double y)
{
	const struct plot_frame *f = &e->frame;
	double across = f->area.w > 0.0 ? (x + 0.5 - f->area.x) / f->area.w : 0.5;
	double up = f->area.h > 0.0 ? 1.0 - (y + 0.5 - f->area.y) / f->area.h : 0.5;
	double at[2] = {
		f->left + across * (f->right - f->left), f->bottom + up * (f->top - f->bottom)};
	for (int k = 0; k < 2; k++) {
		double width = e->base[2 * k + 1] - e->base[2 * k];
		out[k] = width > 0.0 ? (at[k] - e->base[2 * k]) / width : 0.5;
	}
}

void pane_map_zoom(struct explore *e, double factor, double at_x, double at_y)
{
	double at[2] = {e->window.x, e->window.y};
	if (factor == 0.0) {
		e->window = (struct map_window){0.5, 0.5, 1.0};
		return;
	}
	if (at_x >= 0.0)
		share_at(at, e, at_x, at_y);
	/* What is under the pointer stays there. */
	double before = e->window.zoom;
	e->window.zoom = clamp(before * factor, 1.0, MAP_CLOSEST);
	double keep = before / e->window.zoom;
	e->window.x = at[0] + (e->window.x - at[0]) * keep;
	e->window.y = at[1] + (e->window.y - at[1]) * keep;
	settle(e);
}

static void pan(struct explore *e, double dx, double dy)
{
	e->window.x += dx / e->window.zoom;
	e->window.y += dy / e->window.zoom;
	settle(e);
}

/* ---- nodes on it ---------------------------------------------------------------------------- */

/* Where a point is, in cells. */
static struct point cell_of(const struct explore *e, const double *xy)
{
	const struct plot_frame *f = &e->frame;
	return (struct point){f->area.x + f->area.w * (xy[0] - f->left) / (f->right - f->left),
		f->area.y + f->area.h * (f->top - xy[1]) / (f->top - f->bottom)};
}

static bool hidden(const struct app *app, size_t point)
{
	return app->hidden != NULL && app->hidden[node_of(app, point)] != 0;
}

size_t pane_map_pick(const struct explore *e, const struct app *app, double x, double y)
{
	const odd_mat *xy = points_of(app);
	size_t best = SESSION_NONE;
	double least = REACH * REACH;
	for (size_t i = 0; xy != NULL && i < xy->rows; i++) {
		struct point p = cell_of(e, odd_mat_row(*xy, i));
		/* Cells are twice as high as wide. */
		double dx = p.x - (x + 0.5), dy = 2.0 * (p.y - (y + 0.5));
		if (dx * dx + dy * dy < least && !hidden(app, i)) {
			least = dx * dx + dy * dy;
			best = node_of(app, i);
		}
	}
	return best;
}

/* The nearest node in a direction: what lies off the line counts double. */
static size_t neighbour(
	const struct explore *e, const struct app *app, size_t from, double dx, double dy)
{
	const odd_mat *xy = points_of(app);
	struct point at = cell_of(e, odd_mat_row(*xy, from));
	size_t best = SESSION_NONE;
	double least = HUGE_VAL;
	for (size_t i = 0; i < xy->rows; i++) {
		struct point p = cell_of(e, odd_mat_row(*xy, i));
		double x = p.x - at.x, y = 2.0 * (p.y - at.y);
		double along = x * dx + y * dy, aside = fabs(x * dy - y * dx);
		if (i == from || along < 0.5 || aside > 2.0 * along || hidden(app, i))
			continue;
		double far = along + 2.0 * aside;
		if (far < least) {
			least = far;
			best = node_of(app, i);
		}
	}
	return best;
}

/* Move the window so that the selected node is in it. */
static void follow(struct explore *e, const struct app *app)
{
	const odd_mat *xy = points_of(app);
	size_t point = point_of(app, app->look->selected);
	if (point >= xy->rows || e->window.zoom <= 1.0)
		return;
	struct point p = cell_of(e, odd_mat_row(*xy, point));
	if (rect_holds(rect_inset(e->frame.area, 2, 1, 2, 1), p))
		return;
	double at[2];
	share_at(at, e, p.x - 0.5, p.y - 0.5);
	e->window.x = at[0];
	e->window.y = at[1];
	settle(e);
}

odd_status pane_map_move(struct explore *e, struct app *app, const char *how, odd_error *err)
{
	static const struct {
		const char *how;
		double x, y;
	} way[] = {{"left", -1, 0}, {"right", 1, 0}, {"up", 0, -1}, {"down", 0, 1}};
	const odd_scores *s = app_scores(app);
	if (points_of(app) == NULL || s == NULL || e->frame.area.w <= 0.0)
		return odd_error_set(err, ODD_EUSAGE, "there is no map yet");
	size_t at = app->look->selected != SESSION_NONE ? point_of(app, app->look->selected)
							: points_of(app)->rows;
	if (at >= points_of(app)->rows || strcmp(how, "first") == 0) {
		look_select(app->look, s->order[0]);
		follow(e, app);
		return ODD_OK;
	}
	for (size_t i = 0; i < 4; i++) {
		if (strcmp(way[i].how, how) != 0)
			continue;
		size_t found = neighbour(e, app, at, way[i].x, way[i].y);
		if (found == SESSION_NONE)
			return odd_error_set(err, ODD_EUSAGE, "no node lies further %s", how);
		look_select(app->look, found);
		follow(e, app);
		return ODD_OK;
	}
	/* Pages move the window: up and down, and with half pages left and right. */
	if (e->window.zoom <= 1.0)
		return odd_error_set(err, ODD_EUSAGE, "all of the map is in sight; + looks closer");
	pan(e,
		strcmp(how, "half-up") == 0     ? -0.5
		: strcmp(how, "half-down") == 0 ? 0.5
						: 0,
		strcmp(how, "page-up") == 0     ? 0.5
		: strcmp(how, "page-down") == 0 ? -0.5
						: 0);
	return ODD_OK;
}
