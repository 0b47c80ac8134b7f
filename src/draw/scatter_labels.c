#include "config.h"

#include "draw/chart.h"

#include <math.h>
#include <string.h>

static struct point nearest_in(struct rect box, struct point p)
{
	return (struct point){
		fmin(fmax(p.x, box.x), rect_right(box)), fmin(fmax(p.y, box.y), rect_bottom(box))};
}

static double distance_to(struct rect box, struct point p)
{
	struct point q = nearest_in(box, p);
	return hypot(p.x - q.x, p.y - q.y);
}

/* Would a name there seem to belong to another mark? Without doubt is twice as near. */
static bool misleads(const struct scatter_marks *marks, struct rect box, struct point own)
{
	double most = 2.0 * distance_to(box, own);
	for (size_t i = 0; i < marks->count; i++) {
		struct rect mark = marks->box[i];
		struct point middle = {mark.x + mark.w / 2.0, mark.y + mark.h / 2.0};
		bool itself = fabs(middle.x - own.x) < 1e-6 && fabs(middle.y - own.y) < 1e-6;
		if (!itself && distance_to(box, middle) < most)
			return true;
	}
	return false;
}

/* Try right, left, above, below and the corners, a little farther out the second time. */
bool scatter_label_near(struct plot *p, struct point at, double size, const char *text,
	struct pen pen, const struct scatter_marks *marks, struct rect *out)
{
	static const struct {
		double x, y;
		enum anchor anchor;
	} around[] = {{1, 0, ANCHOR_LEFT}, {-1, 0, ANCHOR_RIGHT}, {0, -1, ANCHOR_BOTTOM},
		{0, 1, ANCHOR_TOP}, {0.8, -0.8, ANCHOR_BOTTOM_LEFT}, {0.8, 0.8, ANCHOR_TOP_LEFT},
		{-0.8, -0.8, ANCHOR_BOTTOM_RIGHT}, {-0.8, 0.8, ANCHOR_TOP_RIGHT}};
	struct canvas *c = p->c;
	bool snap = c->snap > 0.0;
	if (snap)
		at = (struct point){floor(at.x) + 0.5, floor(at.y) + 0.5};
	for (int ring = 0; ring < 2; ring++) {
		double dx = snap ? 1.5 + ring : 4.0 * size + 3.0 + 6.0 * ring;
		double dy = snap ? 0.5 + ring : 4.0 * size + 1.0 + 5.0 * ring;
		const struct rect *best = NULL;
		struct rect box[8];
		double least = HUGE_VAL;
		for (size_t a = 0; a < 8; a++) {
			struct point beside = {at.x + around[a].x * dx, at.y + around[a].y * dy};
			box[a] = canvas_text_box(c, beside, around[a].anchor, text, pen);
			if (!rect_contains(p->area, box[a]) || !placer_free(&p->placer, box[a]) ||
				(marks != NULL && misleads(marks, box[a], at)))
				continue;
			double cost = ink_under(&p->ink, box[a]) + (double)a * 0.5;
			if (cost < least) {
				least = cost;
				best = &box[a];
			}
		}
		if (best != NULL) {
			*out = *best;
			return placer_text(&p->placer, c, (struct point){best->x, best->y},
				ANCHOR_TOP_LEFT, text, pen);
		}
	}
	return false;
}

#define NAMES 64

/* Names and leaders already there, so that none crosses another. */
struct names {
	size_t count, leaders;
	struct rect box[NAMES];
	struct point leader[NAMES][2];
};

/* The names of regions, which leaders keep off. */
static void draw_zones(struct plot *p, struct names *names, const struct scatter_chart *chart)
{
	const struct pen plain = {.flags = PEN_BOLD | PEN_HALO};
	const double step = 0.8 * canvas_text_extent(p->c, "0", plain).h;
	double room = p->area.w * p->area.h / 12.0; /* more would hide the regions */
	for (size_t i = 0; i < chart->zone_count; i++) {
		const struct extent e = canvas_text_extent(p->c, chart->zone[i].text, plain);
		room -= e.w * e.h;
	}
	if (room < 0.0)
		return;
	for (size_t i = 0; i < chart->zone_count; i++) {
		const struct scatter_zone *z = &chart->zone[i];
		const struct point middle = plot_point(p, z->x, z->y);
		struct pen pen = plain;
		bool done = !rect_holds(p->area, middle) || names->count == NAMES;
		pen.role = z->role;
		/* Farther and farther from the middle, in turns of a spiral. */
		for (int k = 0; k < 60 && !done; k++) {
			const double angle = 2.4 * k, radius = step * sqrt((double)k);
			const struct point at = {middle.x + 1.6 * radius * cos(angle),
				middle.y + radius * sin(angle)};
			done = placer_text(&p->placer, p->c, at, ANCHOR_MIDDLE, z->text, pen);
			if (done)
				names->box[names->count++] =
					canvas_text_box(p->c, at, ANCHOR_MIDDLE, z->text, pen);
		}
	}
}

/* Twice the signed area of a triangle: on which side of a b is c? */
static double side(struct point a, struct point b, struct point c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool crosses(const struct names *names, struct point a, struct point b)
{
	for (size_t i = 0; i < names->count; i++) {
		for (int t = 0; t <= 24; t++) {
			struct point at = {
				a.x + (b.x - a.x) * t / 24.0, a.y + (b.y - a.y) * t / 24.0};
			if (rect_holds(names->box[i], at))
				return true;
		}
	}
	for (size_t i = 0; i < names->leaders; i++) {
		struct point p = names->leader[i][0], q = names->leader[i][1];
		if (side(a, b, p) * side(a, b, q) < 0.0 && side(p, q, a) * side(p, q, b) < 0.0)
			return true;
	}
	return false;
}

/* Would a name there lie on a leader? */
static bool on_leader(const struct names *names, struct rect box)
{
	for (size_t i = 0; i < names->leaders; i++) {
		struct point p = names->leader[i][0], q = names->leader[i][1];
		for (int t = 0; t <= 24; t++) {
			struct point at = {
				p.x + (q.x - p.x) * t / 24.0, p.y + (q.y - p.y) * t / 24.0};
			if (rect_holds(box, at))
				return true;
		}
	}
	return false;
}

/* On paper a name may also stand some way off, where there is room, with a leader to its point. */
static bool label_far(struct plot *p, struct names *names, struct point at, const char *text,
	struct pen pen, struct rect *out)
{
	struct canvas *c = p->c;
	struct extent e = canvas_text_extent(c, text, pen);
	double least = HUGE_VAL, most = fmin(0.45 * fmin(p->area.w, p->area.h), 130.0);
	struct point leader[2] = {at, at};
	for (double radius = 16.0; radius <= most; radius += 8.0) {
		for (int turn = 0; turn < 24; turn++) {
			double angle = turn * acos(-1.0) / 12.0;
			struct point middle = {at.x + (radius + e.w / 2.0) * cos(angle),
				at.y + (radius + e.h / 2.0) * sin(angle)};
			struct rect box = {middle.x - e.w / 2.0, middle.y - e.h / 2.0, e.w, e.h};
			struct point end = nearest_in(box, at);
			if (!rect_contains(p->area, box) || !placer_free(&p->placer, box) ||
				crosses(names, at, end) || on_leader(names, box))
				continue;
			double cost = ink_under(&p->ink, box) + 0.1 * radius;
			if (cost < least) {
				least = cost;
				*out = box;
				leader[1] = end;
			}
		}
	}
	if (least == HUGE_VAL || names->leaders == NAMES)
		return false;
	canvas_polyline(c, leader, 2, (struct pen){.role = ROLE_TEXT, .width = 0.5});
	memcpy(names->leader[names->leaders++], leader, sizeof leader);
	return placer_text(
		&p->placer, c, (struct point){out->x, out->y}, ANCHOR_TOP_LEFT, text, pen);
}

/* First all names that find room beside their point and no other, then those that need a leader; a
 * place in doubt is better than none. In cells there are no leaders and beside is beside. */
void scatter_labels_draw(
	struct plot *p, const struct scatter_chart *chart, const struct scatter_marks *marks)
{
	struct pen pen = {.role = ROLE_TEXT, .flags = PEN_SMALL | PEN_HALO};
	struct names names = {.count = 0};
	bool near[NAMES] = {false};
	size_t count = chart->label_count < NAMES ? chart->label_count : NAMES;
	/* Names may take a sixth of the area; beyond that they would hide what they name. */
	double room = p->area.w * p->area.h / 6.0;
	draw_zones(p, &names, chart);
	for (size_t k = 0; k < count * (p->c->snap > 0.0 ? 1 : 2) && room > 0.0; k++) {
		size_t i = k % count, point = chart->label[i].point;
		if (point >= chart->n || near[i])
			continue;
		struct point at = plot_point(p, chart->px[point], chart->py[point]);
		const char *text = chart->label[i].text;
		struct extent e = canvas_text_extent(p->c, text, pen);
		struct rect box;
		if (!rect_holds(p->area, at))
			continue;
		double size = chart->size != NULL ? (double)chart->size[point] : 1.0;
		bool done;
		if (k < count)
			done = near[i] = scatter_label_near(
				p, at, size, text, pen, p->c->snap > 0.0 ? NULL : marks, &box);
		else
			done = label_far(p, &names, at, text, pen, &box) ||
			       scatter_label_near(p, at, size, text, pen, NULL, &box);
		if (!done)
			continue;
		room -= e.w * e.h;
		if (names.count < NAMES)
			names.box[names.count++] = box;
	}
}
