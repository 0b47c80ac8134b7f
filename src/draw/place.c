#include "config.h"

#include "draw/place.h"

#include <math.h>
#include <string.h>

void placer_init(struct placer *p, struct rect bounds)
{
	p->bounds = bounds;
	p->count = 0;
}

bool placer_free(const struct placer *p, struct rect box)
{
	if (!rect_contains(p->bounds, box))
		return false;
	for (size_t i = 0; i < p->count; i++) {
		if (rect_overlap(p->box[i], box))
			return false;
	}
	return true;
}

bool placer_take(struct placer *p, struct rect box)
{
	if (p->count == PLACER_BOXES)
		return false;
	p->box[p->count++] = box;
	return true;
}

bool placer_text(struct placer *p, struct canvas *c, struct point at, enum anchor anchor,
	const char *utf8, struct pen pen)
{
	if (utf8 == NULL || utf8[0] == '\0')
		return false;
	struct rect box = canvas_text_box(c, at, anchor, utf8, pen);
	if (!placer_free(p, box) || !placer_take(p, box))
		return false;
	canvas_text(c, (struct point){box.x, box.y}, ANCHOR_TOP_LEFT, utf8, pen);
	return true;
}

/* Pool adjacent violators: with y_i = position_i − i·gap the wish is a rising sequence closest to
 * y; blocks that fall are replaced by their mean. */
bool place_spread(double *position, size_t n, double gap, double lo, double hi)
{
	enum { MOST = 64 };
	double mean[MOST];
	size_t size[MOST], blocks = 0;
	if (n == 0)
		return true;
	if (n > MOST || (double)(n - 1) * gap > hi - lo + 1e-9)
		return false;
	for (size_t i = 0; i < n; i++) {
		mean[blocks] = position[i] - (double)i * gap;
		size[blocks++] = 1;
		while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
			double a = (double)size[blocks - 2], b = (double)size[blocks - 1];
			mean[blocks - 2] = (a * mean[blocks - 2] + b * mean[blocks - 1]) / (a + b);
			size[blocks - 2] += size[blocks - 1];
			blocks--;
		}
	}
	double most = hi - (double)(n - 1) * gap;
	for (size_t b = 0, i = 0; b < blocks; b++) {
		double base = fmax(lo, fmin(mean[b], most));
		for (size_t k = 0; k < size[b]; k++, i++)
			position[i] = base + (double)i * gap;
	}
	return true;
}

/* ---- ink ----------------------------------------------------------------------------------- */

void ink_init(struct ink_map *m, struct rect area)
{
	memset(m, 0, sizeof *m);
	m->area = area;
}

void ink_point(struct ink_map *m, struct point p)
{
	double x = (p.x - m->area.x) / m->area.w * INK_COLUMNS;
	double y = (p.y - m->area.y) / m->area.h * INK_ROWS;
	if (x >= 0.0 && y >= 0.0 && x < INK_COLUMNS && y < INK_ROWS)
		m->count[(size_t)y][(size_t)x]++;
}

void ink_line(struct ink_map *m, struct point a, struct point b)
{
	if (!isfinite(a.x + a.y + b.x + b.y))
		return;
	double dx = fabs(b.x - a.x) / m->area.w * INK_COLUMNS;
	double dy = fabs(b.y - a.y) / m->area.h * INK_ROWS;
	double steps = fmin(ceil(fmax(dx, dy)), 4.0 * INK_COLUMNS) + 1.0;
	for (double s = 1.0; s <= steps; s++) {
		double t = s / steps;
		ink_point(m, (struct point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
	}
}

double ink_under(const struct ink_map *m, struct rect box)
{
	double sum = 0.0, w = m->area.w / INK_COLUMNS, h = m->area.h / INK_ROWS;
	for (size_t y = 0; y < INK_ROWS; y++) {
		for (size_t x = 0; x < INK_COLUMNS; x++) {
			struct rect bin = {
				m->area.x + (double)x * w, m->area.y + (double)y * h, w, h};
			if (m->count[y][x] > 0 && rect_overlap(bin, box))
				sum += m->count[y][x];
		}
	}
	return sum;
}

bool place_block(struct rect *out, const struct placer *p, const struct ink_map *m,
	const struct canvas *c, struct rect area, struct extent size)
{
	/* Right before left, top before bottom, edges before the middle. */
	static const double stop[5] = {1.0, 0.0, 0.5, 0.75, 0.25};
	if (size.w > area.w || size.h > area.h)
		return false;
	for (int rank = 0; rank <= 8; rank++) {
		for (int i = 0; i < 25; i++) {
			int sx = i % 5, sy = i / 5;
			if (sx + sy != rank)
				continue;
			struct rect box = {area.x + stop[sx] * (area.w - size.w),
				area.y + (1.0 - stop[sy]) * (area.h - size.h), size.w, size.h};
			box.x = canvas_snap(c, box.x);
			box.y = canvas_snap(c, box.y);
			if (ink_under(m, box) == 0.0 && rect_contains(area, box) &&
				placer_free(p, box)) {
				*out = box;
				return true;
			}
		}
	}
	return false;
}
