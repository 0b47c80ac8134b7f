#include "config.h"

#include "draw/chart.h"

#include <math.h>
#include <string.h>

struct bins {
	size_t count;
	double value[HISTOGRAM_GROUPS][HISTOGRAM_BINS];
};

static size_t choose_bins(const struct histogram_chart *chart, const struct plot *p)
{
	double wanted = fmin((double)chart->bins, floor(p->area.w / (2.0 * p->c->dot_w)));
	return (size_t)fmax(1.0, fmin(wanted, HISTOGRAM_BINS));
}

static double bin_edge(const struct plot *p, size_t i, size_t count)
{
	return p->x.from + (double)i / (double)count * (p->x.to - p->x.from);
}

/* Bins are equal on the canvas, so that they are right for a log axis too. */
static void count_values(struct bins *b, const struct histogram_chart *chart, const struct plot *p)
{
	memset(b->value, 0, sizeof b->value);
	for (size_t g = 0; g < chart->group_count; g++) {
		const struct histogram_group *group = &chart->group[g];
		double all = 0.0;
		for (size_t i = 0; i < group->n; i++) {
			double at = axis_map(&p->x, group->value[i]);
			double t = (at - p->x.from) / (p->x.to - p->x.from);
			if (!(t >= -1e-9 && t <= 1.0 + 1e-9))
				continue;
			size_t k = t > 0.0 ? (size_t)(t * (double)b->count) : 0;
			b->value[g][k < b->count ? k : b->count - 1] += 1.0;
			all += 1.0;
		}
		for (size_t k = 0; all > 0.0 && k < b->count; k++)
			b->value[g][k] *= 100.0 / all;
	}
}

static void draw_group(
	struct plot *p, const struct bins *b, const struct histogram_chart *chart, size_t g)
{
	const struct histogram_group *group = &chart->group[g];
	struct stroke stroke;
	double base = p->y.from, before = base;
	size_t peak = 0;
	stroke_begin(&stroke, p->c, (struct pen){.role = group->role, .dash = group->dash});
	for (size_t k = 0; k < b->count; k++) {
		double v = b->value[g][k], left = bin_edge(p, k, b->count);
		double right = bin_edge(p, k + 1, b->count);
		/* An empty bin lies on the base line, also where the axis has no zero. */
		double y = v > 0.0 ? fmin(axis_map(&p->y, v), base) : base;
		if (b->value[g][k] > b->value[g][peak])
			peak = k;
		if (!group->outline)
			canvas_fill(p->c, (struct rect){left, y, right - left, base - y},
				(struct pen){.role = group->role, .flags = PEN_WASH});
		/* No outline along the empty stretches. */
		if (v > 0.0 || before < base) {
			stroke_to(&stroke, (struct point){left, before});
			stroke_to(&stroke, (struct point){left, y});
			if (v > 0.0)
				stroke_to(&stroke, (struct point){right, y});
		}
		if (!(v > 0.0))
			stroke_to(&stroke, (struct point){NAN, NAN});
		ink_line(&p->ink, (struct point){left, y}, (struct point){right, y});
		before = y;
	}
	if (before < base)
		stroke_to(&stroke, (struct point){bin_edge(p, b->count, b->count), base});
	stroke_end(&stroke);
	if (group->mark != MARK_NONE && b->value[g][peak] > 0.0)
		canvas_mark(p->c,
			(struct point){
				(bin_edge(p, peak, b->count) + bin_edge(p, peak + 1, b->count)) /
					2.0,
				fmin(axis_map(&p->y, b->value[g][peak]), base)},
			group->mark, 1.0, (struct pen){.role = group->role, .flags = PEN_HALO});
}

/* The y axis follows from the counts, which follow from the x axis: lay out twice. */
static bool begin(struct plot *plot, struct bins *bins, const struct histogram_chart *chart,
	struct canvas *c, struct plot_request *request)
{
	struct range any = {0.0, 1.0, 1.0};
	/* The first layout draws nothing: no legend, and its sentence is the final one anyway. */
	struct plot_request first = *request;
	first.legend_count = 0;
	first.y_data = any;
	if (!plot_begin(plot, c, &first))
		return false;
	bins->count = choose_bins(chart, plot);
	count_values(bins, chart, plot);
	struct range y = RANGE_EMPTY;
	for (size_t g = 0; g < chart->group_count; g++)
		range_add_all(&y, bins->value[g], bins->count);
	request->y_data = y;
	return plot_begin(plot, c, request);
}

void chart_histogram_draw(const struct histogram_chart *chart, struct canvas *c, struct rect rect)
{
	struct plot plot;
	struct bins bins;
	struct legend_entry legend[HISTOGRAM_GROUPS];
	struct range x = RANGE_EMPTY;
	struct histogram_chart limited = *chart;
	size_t named = 0;
	if (limited.group_count > HISTOGRAM_GROUPS)
		limited.group_count = HISTOGRAM_GROUPS;
	for (size_t g = 0; g < limited.group_count; g++) {
		const struct histogram_group *group = &chart->group[g];
		range_add_all(&x, group->value, group->n);
		if (group->name != NULL)
			legend[named++] = (struct legend_entry){
				group->name, group->role, group->mark, group->dash, false};
	}
	struct axis_spec x_spec = chart->x, y_spec = chart->y;
	x_spec.tight = true;
	y_spec.zero = y_spec.scale == AXIS_LINEAR;
	struct plot_request request = {.rect = rect,
		.x = &x_spec,
		.y = &y_spec,
		.x_data = x,
		.legend = legend,
		.legend_count = named,
		.rule = chart->upright,
		.rule_count = chart->upright_count,
		.empty = chart->empty};
	if (!begin(&plot, &bins, &limited, c, &request))
		return;
	plot_grid(&plot);
	struct rect before = canvas_clip(c, plot.area);
	for (size_t g = 0; g < limited.group_count; g++)
		draw_group(&plot, &bins, &limited, g);
	plot_rules(&plot);
	c->clip = before;
	plot_rule_labels(&plot);
	plot_labels(&plot);
}
