#include "config.h"

#include "draw/raster_mark.h"

#include <math.h>

/* Corners on a circle of radius 1, chosen so that all shapes weigh about the same. */
static void mark_polygon(
	cairo_t *cr, struct point at, double radius, const double (*corner)[2], int n)
{
	cairo_new_path(cr);
	for (int i = 0; i < n; i++)
		cairo_line_to(cr, at.x + radius * corner[i][0], at.y + radius * corner[i][1]);
	cairo_close_path(cr);
}

void raster_mark_path(cairo_t *cr, struct point at, enum mark shape, double size)
{
	static const double up[3][2] = {{0, -1.25}, {1.1, 0.75}, {-1.1, 0.75}};
	static const double down[3][2] = {{0, 1.25}, {-1.1, -0.75}, {1.1, -0.75}};
	static const double square[4][2] = {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}};
	static const double diamond[4][2] = {{0, -1.3}, {1.1, 0}, {0, 1.3}, {-1.1, 0}};
	double radius = 3.4 * size;
	cairo_new_path(cr);
	switch (shape) {
	case MARK_TRIANGLE:
	case MARK_WEDGE:
		mark_polygon(cr, at, radius, up, 3);
		break;
	case MARK_FUNNEL:
		mark_polygon(cr, at, radius, down, 3);
		break;
	case MARK_SQUARE:
	case MARK_BOX:
		mark_polygon(cr, at, radius, square, 4);
		break;
	case MARK_DIAMOND:
	case MARK_LOZENGE:
		mark_polygon(cr, at, radius, diamond, 4);
		break;
	case MARK_CROSS:
	case MARK_PLUS: {
		double d = radius * (shape == MARK_CROSS ? 0.8 : 0.0);
		double e = radius * (shape == MARK_CROSS ? 0.8 : 1.1);
		cairo_move_to(cr, at.x - e, at.y - d);
		cairo_line_to(cr, at.x + e, at.y + d);
		cairo_move_to(cr, at.x - d, at.y + e);
		cairo_line_to(cr, at.x + d, at.y - e);
		break;
	}
	default: {
		static const double share[MARK_COUNT] = {[MARK_POINT] = 0.45, [MARK_DOT] = 0.6};
		double part = share[shape] > 0.0 ? share[shape] : 1.0;
		cairo_arc(cr, at.x, at.y, radius * part, 0.0, 2.0 * acos(-1.0));
		break;
	}
	}
}

bool raster_mark_open(enum mark shape)
{
	return shape == MARK_RING || shape == MARK_BOX || shape == MARK_LOZENGE ||
	       shape == MARK_WEDGE || shape == MARK_FUNNEL || shape == MARK_CROSS ||
	       shape == MARK_PLUS;
}
