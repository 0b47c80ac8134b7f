#include "config.h"

#include "draw/chart.h"

#include <math.h>

/* Above this many plain points, marks of their own cost more than they show. */
#define MANY_POINTS 20000
#define MANY_LINKS 400 /* above this faint links are fainter */

static enum mark mark_of(const struct scatter_chart *chart, size_t i)
{
	return chart->mark != NULL ? (enum mark)chart->mark[i] : chart->all_mark;
}

static enum role role_of(const struct scatter_chart *chart, size_t i)
{
	return chart->role != NULL ? (enum role)chart->role[i] : chart->all_role;
}

static double size_of(const struct scatter_chart *chart, size_t i)
{
	return chart->size != NULL ? (double)chart->size[i] : 1.0;
}

static struct point place_of(const struct plot *p, const struct scatter_chart *chart, size_t i)
{
	return plot_point(p, chart->px[i], chart->py[i]);
}

/* ---- plain points -------------------------------------------------------------------------- */

/* Counts in a grid over the area. The role of a bin is that of most of its points, found by
 * pairing off different ones (Boyer and Moore), which needs one counter only; of heat levels it is
 * the highest, since those are looked for. */
struct bin {
	uint32_t count, lead;
	uint8_t role;
};

struct density {
	struct rect area;
	double w, h; /* of a bin */
	size_t columns, rows;
	struct bin *bin;
	uint32_t most;
	uint32_t few; /* up to so many points in a bin are drawn one by one */
};

static struct bin *bin_at(const struct density *d, struct point p)
{
	double x = floor((p.x - d->area.x) / d->w), y = floor((p.y - d->area.y) / d->h);
	if (!(x >= 0 && y >= 0 && x < (double)d->columns && y < (double)d->rows))
		return NULL;
	return &d->bin[(size_t)y * d->columns + (size_t)x];
}

static bool density_make(struct density *d, const struct plot *p, const struct scatter_chart *chart)
{
	double unit = p->c->snap > 0.0 ? p->c->snap : p->c->dot_w;
	d->area = p->area;
	d->w = d->h = unit;
	d->columns = (size_t)ceil(p->area.w / unit) + 1;
	d->rows = (size_t)ceil(p->area.h / unit) + 1;
	d->most = 0;
	/* Half the dots of a bin can still be told apart; heat needs the glyph of its level. */
	double dots = unit / p->c->dot_w * (unit / p->c->dot_h);
	d->few = chart->heat ? 0 : (uint32_t)(dots / 2.0);
	d->bin = canvas_alloc(p->c, d->columns * d->rows, sizeof *d->bin);
	if (d->bin == NULL)
		return false;
	for (size_t i = 0; i < chart->n; i++) {
		struct bin *b =
			mark_of(chart, i) == MARK_POINT ? bin_at(d, place_of(p, chart, i)) : NULL;
		if (b == NULL)
			continue;
		uint8_t role = (uint8_t)role_of(chart, i);
		if (role >= ROLE_HEAT ? b->count == 0 || role > b->role : b->lead == 0)
			b->role = role;
		b->lead = b->role == role ? b->lead + 1 : b->lead - 1;
		if (++b->count > d->most)
			d->most = b->count;
	}
	return true;
}

/* Shade by the logarithm of the count, so that the thin edges of a cloud stay visible. */
static void draw_density(const struct density *d, struct canvas *c)
{
	double most = log1p((double)d->most);
	for (size_t y = 0; y < d->rows; y++) {
		for (size_t x = 0; x < d->columns; x++) {
			const struct bin *b = &d->bin[y * d->columns + x];
			if (b->count <= d->few)
				continue;
			double shade = log1p(b->count) / most;
			canvas_fill(c,
				(struct rect){d->area.x + (double)x * d->w,
					d->area.y + (double)y * d->h, d->w, d->h},
				(struct pen){.role = (enum role)b->role,
					.shade = fmin(0.999, 0.25 + 0.75 * shade)});
		}
	}
}

static void draw_single(struct plot *p, const struct scatter_chart *chart, const struct density *d)
{
	for (size_t i = 0; i < chart->n && d->few > 0; i++) {
		struct point at = place_of(p, chart, i);
		const struct bin *b = mark_of(chart, i) == MARK_POINT ? bin_at(d, at) : NULL;
		if (b != NULL && b->count <= d->few)
			canvas_mark(p->c, at, MARK_POINT, 1.0, pen_of(role_of(chart, i)));
	}
}

static void draw_plain(struct plot *p, const struct scatter_chart *chart)
{
	struct density d = {.bin = NULL};
	size_t plain = 0;
	for (size_t i = 0; i < chart->n; i++)
		plain += mark_of(chart, i) == MARK_POINT;
	/* A sample is enough to know where there is room for words. */
	for (size_t i = 0; i < chart->n; i += 1 + chart->n / MANY_POINTS) {
		if (mark_of(chart, i) != MARK_NONE)
			ink_point(&p->ink, place_of(p, chart, i));
	}
	/* Points for each character's room: with more than a few, single dots say little. */
	double crowd = (double)plain * p->c->char_w * p->c->char_h / (p->area.w * p->area.h);
	bool many = p->c->snap > 0.0 ? crowd > 4.0 : plain > MANY_POINTS;
	many = many && density_make(&d, p, chart);
	if (many) {
		draw_density(&d, p->c);
		draw_single(p, chart, &d);
	}
	/* Crowded but not many: smaller and more transparent, down to a third. */
	double fade = fmin(1.0, fmax(0.35, 1.0 / sqrt(fmax(crowd, 1e-9))));
	/* Heat: one level after the other, so that high scores end on top. */
	int levels = chart->heat && !many ? ROLE_HEAT_COUNT : 1;
	for (size_t k = 0; k < chart->n * (size_t)levels && !many; k++) {
		size_t i = k % chart->n;
		if (levels > 1 && (size_t)role_of(chart, i) != ROLE_HEAT + k / chart->n)
			continue;
		if (mark_of(chart, i) == MARK_POINT)
			canvas_mark(p->c, place_of(p, chart, i), MARK_POINT,
				size_of(chart, i) * (0.7 + 0.3 * fade),
				(struct pen){.role = role_of(chart, i), .shade = fmax(0.6, fade)});
	}
}

/* ---- marks and names ----------------------------------------------------------------------- */

static struct rect mark_box(const struct canvas *c, struct point at, double size)
{
	if (c->snap > 0.0)
		return (struct rect){floor(at.x), floor(at.y), 1.0, 1.0};
	double r = 4.0 * size;
	return (struct rect){at.x - r, at.y - r, 2.0 * r, 2.0 * r};
}

static void draw_mark(struct plot *p, const struct scatter_chart *chart, size_t i)
{
	enum mark mark = mark_of(chart, i);
	struct point at = place_of(p, chart, i);
	if (mark != MARK_NONE && mark != MARK_POINT && rect_holds(p->area, at))
		canvas_mark(p->c, at, mark, size_of(chart, i),
			(struct pen){.role = role_of(chart, i), .flags = PEN_HALO});
}

static void draw_marks(struct plot *p, const struct scatter_chart *chart)
{
	for (size_t i = 0; i < chart->n; i++)
		draw_mark(p, chart, i);
	/* Those with a name end on top, the most important last. */
	for (size_t i = chart->label_count; i-- > 0;) {
		if (chart->label[i].point < chart->n)
			draw_mark(p, chart, chart->label[i].point);
	}
}

static void draw_point_cursor(
	struct plot *p, const struct scatter_chart *chart, const struct scatter_marks *marks)
{
	if (!chart->cursor || chart->cursor_point >= chart->n)
		return;
	struct point at = place_of(p, chart, chart->cursor_point);
	if (!rect_holds(p->area, at))
		return;
	canvas_mark(
		p->c, at, MARK_CURSOR, 1.2, (struct pen){.role = ROLE_CURSOR, .flags = PEN_BOLD});
	struct rect box;
	struct pen pen = {.role = ROLE_CURSOR, .flags = PEN_BOLD | PEN_SMALL | PEN_HALO};
	/* Beside another mark rather than nowhere, and over some if it must be. */
	if (chart->cursor_label == NULL ||
		scatter_label_near(p, at, 1.4, chart->cursor_label, pen, marks, &box) ||
		scatter_label_near(p, at, 1.4, chart->cursor_label, pen, NULL, &box))
		return;
	double w = canvas_text_width(p->c, chart->cursor_label, pen);
	double h = canvas_text_extent(p->c, chart->cursor_label, pen).h;
	double middle = p->c->snap > 0.0 ? floor(at.y) + 0.5 : at.y;
	bool above = middle - 1.5 * h >= p->area.y;
	struct point corner = {fmax(p->area.x, fmin(at.x - w / 2.0, rect_right(p->area) - w)),
		above ? middle - 1.5 * h : middle + 0.5 * h};
	if (p->c->snap > 0.0)
		corner.x = floor(corner.x);
	box = (struct rect){corner.x, corner.y, w, h};
	if (!rect_contains(p->area, box))
		return;
	canvas_text(p->c, corner, ANCHOR_TOP_LEFT, chart->cursor_label, pen);
	placer_take(&p->placer, box);
}

/* Marks that labels must not cover: those of the labelled points first, then the others. */
static void reserve_marks(struct plot *p, const struct scatter_chart *chart)
{
	const size_t most = PLACER_BOXES / 2;
	for (size_t i = 0; i < chart->label_count && p->placer.count < most; i++) {
		size_t point = chart->label[i].point;
		if (point < chart->n)
			placer_take(&p->placer,
				mark_box(p->c, place_of(p, chart, point), size_of(chart, point)));
	}
	for (size_t i = 0; i < chart->n && p->placer.count < most; i++) {
		enum mark mark = mark_of(chart, i);
		if (mark == MARK_NONE || mark == MARK_POINT)
			continue;
		struct point at = place_of(p, chart, i);
		if (rect_holds(p->area, at))
			placer_take(&p->placer, mark_box(p->c, at, size_of(chart, i)));
	}
}

enum { ARROWS = 64 };

/* Points that are too far away for the range: an arrow where they would leave the area. */
static void draw_edges(const struct plot *p, const struct scatter_chart *chart)
{
	struct point used[ARROWS];
	size_t count = 0;
	const struct rect a = p->area;
	const double w = p->c->char_w, h = p->c->char_h;
	for (size_t i = 0; i < chart->n && count < ARROWS; i++) {
		struct point at = place_of(p, chart, i);
		if (mark_of(chart, i) == MARK_NONE || !isfinite(at.x) || !isfinite(at.y) ||
			rect_holds(a, at))
			continue;
		/* How far out, in characters, to each side. */
		double right = (at.x - rect_right(a)) / w, left = (a.x - at.x) / w;
		double down = (at.y - rect_bottom(a)) / h, up = (a.y - at.y) / h;
		double across = fmax(left, right), along = fmax(up, down);
		const char *arrow =
			across >= along ? (left > right ? "<" : ">") : (up > down ? "^" : "v");
		at.x = fmin(fmax(at.x, a.x + w / 2.0), rect_right(a) - w / 2.0);
		at.y = fmin(fmax(at.y, a.y + h / 2.0), rect_bottom(a) - h / 2.0);
		bool taken = false;
		for (size_t k = 0; k < count && !taken; k++)
			taken = fabs(used[k].x - at.x) < w && fabs(used[k].y - at.y) < h;
		if (taken)
			continue;
		used[count++] = at;
		canvas_text(p->c, at, ANCHOR_MIDDLE, arrow,
			(struct pen){.role = role_of(chart, i), .flags = PEN_BOLD});
	}
}

static void draw_links(struct plot *p, const struct scatter_chart *chart)
{
	for (size_t i = 0; i < chart->link_count; i++) {
		const struct scatter_link *l = &chart->link[i];
		struct point ends[2] = {place_of(p, chart, l->from), place_of(p, chart, l->to)};
		if (!l->faint)
			ink_line(&p->ink, ends[0], ends[1]);
		canvas_polyline(p->c, ends, 2,
			(struct pen){.role = l->faint && l->role == ROLE_TEXT ? ROLE_DIM : l->role,
				.dash = l->dash,
				.shade = !l->faint                        ? 0.0
					 : chart->link_count > MANY_LINKS ? 0.2
									  : 0.4,
				.width = l->faint ? 0.4 : 0.8});
	}
}

void chart_scatter_draw(const struct scatter_chart *chart, struct canvas *c, struct rect rect)
{
	struct plot plot;
	struct range x = RANGE_EMPTY, y = RANGE_EMPTY;
	for (size_t i = 0; i < chart->n; i++) {
		if (!isfinite(chart->px[i]) || !isfinite(chart->py[i]))
			continue;
		range_add(&x, chart->px[i]);
		range_add(&y, chart->py[i]);
	}
	double line = canvas_text_extent(c, "0", (struct pen){.flags = PEN_SMALL}).h;
	double gap = c->snap > 0.0 ? 0.0 : 0.55 * line;
	struct rect scale = {rect.x, rect_bottom(rect) - line, rect.w, line};
	bool heat = chart->heat && x.lo <= x.hi && rect.h >= 6.0 * c->char_h;
	if (heat)
		rect.h -= line + gap;
	struct plot_request request = {.rect = rect,
		.x = &chart->x,
		.y = &chart->y,
		.x_data = x,
		.y_data = y,
		.equal = chart->equal,
		.stretch = chart->stretch,
		.legend = chart->legend,
		.legend_count = chart->legend_count,
		.empty = chart->empty};
	if (!plot_begin(&plot, c, &request))
		return;
	if (heat) {
		struct placer below;
		placer_init(&below, scale);
		heat_scale_draw(
			&below, c, scale, chart->heat_lo, chart->heat_hi, chart->heat_title);
	}
	if (chart->frame != NULL)
		*chart->frame =
			(struct plot_frame){plot.area, plot.x.lo, plot.x.hi, plot.y.lo, plot.y.hi};
	plot_grid(&plot);
	struct rect before = canvas_clip(c, plot.area);
	draw_links(&plot, chart);
	draw_plain(&plot, chart);
	draw_marks(&plot, chart);
	if (chart->edges)
		draw_edges(&plot, chart);
	if (chart->cursor && chart->cursor_point < chart->n)
		placer_take(&plot.placer,
			mark_box(c, place_of(&plot, chart, chart->cursor_point), 1.4));
	size_t first = plot.placer.count;
	reserve_marks(&plot, chart);
	struct scatter_marks marks = {plot.placer.box + first, plot.placer.count - first};
	draw_point_cursor(&plot, chart, &marks);
	c->clip = before;
	scatter_labels_draw(&plot, chart, &marks);
	plot_notes(&plot, chart->note, chart->note_count);
	plot_labels(&plot);
}
