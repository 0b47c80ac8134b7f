/* The nodes in two dimensions: classes, known outliers, and the oddest by name. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figure_parts.h"

#define MOST_CLASSES ROLE_SERIES_COUNT
#define MOST_LABELS 32
#define DEFAULT_LABELS 8
#define DEFAULT_OUTLIERS 24 /* known ones that a picture names besides */
#define STACKED 5000        /* points, at most, of which those in one place are set apart */

struct map {
	size_t n;
	double *x, *y;
	uint8_t *role, *mark;
	float *size;
	struct scatter_label label[MOST_LABELS];
	char name[MOST_LABELS][FIGURE_NAME];
	size_t labels;
	bool ring; /* some named node is no known outlier */
	struct legend_entry legend[MOST_CLASSES + ODD_KINDS + 3];
	char counted[ODD_KINDS][64], others[48], top[48];
	size_t legends;
	size_t first_kind; /* the legend of classes ends here */
	struct point_colours by;
	char number[MOST_CLASSES][24];
	size_t rank[MOST_CLASSES]; /* classes that have a colour, by falling size */
	size_t classes, groups;    /* those, and all that occur */
	struct scatter_link *link;
	size_t links;
	struct scatter_zone zone[MOST_CLASSES];
	size_t zones;
};

static size_t node_of(const struct figure_run *run, size_t point)
{
	return run->look.projection.node != NULL ? run->look.projection.node[point] : point;
}

enum map_colour figure_colour_used(const struct figure_run *run)
{
	bool labels = run->result->net->label != NULL && run->result->net->classes.count > 0;
	bool scores = run->result->scores != NULL && run->result->scores->n > 0;
	enum map_colour wanted = run->look.by != NULL ? MAP_BY_KIND : run->look.colour;
	if (wanted == MAP_BY_DEFAULT || (wanted == MAP_BY_LABEL && !labels))
		wanted = labels ? MAP_BY_LABEL : MAP_BY_SCORE;
	if (wanted == MAP_BY_SCORE && !scores)
		wanted = MAP_BY_KIND;
	return wanted;
}

/* ---- points -------------------------------------------------------------------------------- */

static bool map_alloc(struct map *m, size_t n, struct canvas *c)
{
	*m = (struct map){.n = n};
	m->x = canvas_alloc(c, n, sizeof *m->x);
	m->y = canvas_alloc(c, n, sizeof *m->y);
	m->role = canvas_alloc(c, n, 1);
	m->mark = canvas_alloc(c, n, 1);
	m->size = canvas_alloc(c, n, sizeof *m->size);
	return !c->out_of_memory;
}

/* The largest classes have a colour of their own; when there are more, the last is for the rest. */
static void rank_classes(struct map *m, const struct figure_run *run, struct canvas *c)
{
	const int32_t *group = m->by.group;
	size_t all = m->by.groups, *count = canvas_alloc(c, all + 1, sizeof *count);
	if (count == NULL || group == NULL)
		return;
	for (size_t i = 0; i < run->result->net->nodes; i++)
		if (group[i] != ODD_NO_LABEL && count[group[i]]++ == 0)
			m->groups++;
	size_t most = m->groups > MOST_CLASSES ? MOST_CLASSES - 1 : m->groups;
	while (m->classes < most) {
		size_t best = 0;
		for (size_t k = 1; k < all; k++)
			best = count[k] > count[best] ? k : best;
		m->rank[m->classes++] = best;
		count[best] = 0;
	}
}

static enum role class_role(const struct map *m, int32_t label)
{
	for (size_t k = 0; k < m->classes; k++) {
		if ((size_t)label == m->rank[k])
			return role_series(k);
	}
	return ROLE_ORDINARY;
}

/* "Germany" of "country=Germany". */
static const char *group_name(struct map *m, const struct figure_run *run, size_t k)
{
	if (m->by.names == NULL) {
		snprintf(m->number[k], sizeof *m->number, "%zu", m->rank[k] + 1);
		return m->number[k];
	}
	const char *name = odd_names_get(m->by.names, m->rank[k]), *by = run->look.by;
	const size_t length = by != NULL ? strlen(by) : 0;
	return length > 0 && strncmp(name, by, length) == 0 && name[length] == '='
		       ? name + length + 1
		       : name;
}

/* 0 the smallest; NAN: the node has no value. */
static double level_of(const struct map *m, const struct figure_run *run, size_t node)
{
	if (m->by.percentile != NULL)
		return m->by.percentile[node];
	/* By rank, so that the scale is used evenly whatever the score is made of. */
	return 1.0 - (run->result->scores->rank[node] - 1.0) / (double)run->result->scores->n;
}

/* Twice as wide as usual for the largest, half as wide for the smallest. */
static float size_of(const struct figure_run *run, size_t node, size_t most)
{
	const odd_network *net = run->result->net;
	const odd_scores *s = run->result->scores;
	double part = 0.25;
	if (run->look.sized == FIGURE_SIZE_DEGREE)
		part = (double)(net->A.ptr[node + 1] - net->A.ptr[node]) / fmax(1.0, (double)most);
	else if (run->look.sized == FIGURE_SIZE_SCORE && s != NULL && node < s->n)
		part = figure_oddness(1.0 - (s->rank[node] - 1.0) / (double)s->n, s->n);
	return (float)(0.5 + 1.5 * sqrt(part));
}

static size_t most_links(const odd_network *net)
{
	size_t most = 0;
	for (size_t i = 0; i < net->nodes; i++)
		if (net->A.ptr[i + 1] - net->A.ptr[i] > most)
			most = net->A.ptr[i + 1] - net->A.ptr[i];
	return most;
}

static void place_points(struct map *m, const struct figure_run *run, enum map_colour colour)
{
	const size_t most =
		run->look.sized == FIGURE_SIZE_DEGREE ? most_links(run->result->net) : 0;
	for (size_t i = 0; i < m->n; i++) {
		size_t node = node_of(run, i);
		const double *xy = odd_cmat_row(run->look.projection.xy, i);
		odd_kind kind = figure_kind(run, node);
		bool odd = kind != ODD_ORDINARY;
		m->x[i] = xy[0];
		m->y[i] = run->look.projection.xy.cols > 1 ? xy[1] : 0.0;
		m->mark[i] = (uint8_t)(odd ? figure_kind_mark(kind) : MARK_POINT);
		if (run->look.hidden != NULL && run->look.hidden[node] != 0)
			m->mark[i] = MARK_NONE;
		m->size[i] = odd ? 0.85f : 1.0f;
		if (run->look.sized != FIGURE_SIZE_ALIKE)
			m->size[i] = size_of(run, node, most);
		enum role role = figure_kind_role(kind);
		if (m->by.group != NULL)
			role = odd ? ROLE_TEXT : class_role(m, m->by.group[node]);
		else if (colour == MAP_BY_SCORE || m->by.percentile != NULL)
			role = isnan(level_of(m, run, node)) ? ROLE_ORDINARY
							     : role_heat(level_of(m, run, node));
		m->role[i] = (uint8_t)role;
	}
}

struct place {
	double x, y;
	size_t point;
};

static int by_place(const void *a, const void *b)
{
	const struct place *p = a, *q = b;
	return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* Points in one place, as of nodes with the same links and words, on a spiral around it. */
static void set_apart(struct map *m, struct canvas *c)
{
	struct range x = RANGE_EMPTY;
	struct place *place = canvas_alloc(c, m->n + 1, sizeof *place);
	if (place == NULL || m->n > STACKED)
		return;
	for (size_t i = 0; i < m->n; i++) {
		place[i] = (struct place){m->x[i], m->y[i], i};
		range_add(&x, m->x[i]);
	}
	const double near = 1e-3 * (x.hi - x.lo);
	qsort(place, m->n, sizeof *place, by_place);
	for (size_t i = 0, first = 0; i < m->n; i++) {
		if (!(place[i].x - place[first].x < near &&
			    fabs(place[i].y - place[first].y) < near))
			first = i;
		const double k = (double)(i - first), radius = 6.0 * near * sqrt(k);
		m->x[place[i].point] += radius * cos(2.4 * k);
		m->y[place[i].point] += radius * sin(2.4 * k);
	}
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* In a picture classes are named where they are, too: eyes and projectors may not tell colours. */
static void name_classes(struct map *m, const struct figure_run *run, struct canvas *c)
{
	double *value = canvas_alloc(c, m->n + 1, sizeof *value);
	for (size_t k = 0; k < m->classes && value != NULL && c->snap == 0.0; k++) {
		double middle[2];
		size_t n = 0;
		for (int axis = 0; axis < 2; axis++) {
			n = 0;
			for (size_t i = 0; i < m->n; i++)
				if (m->by.group[node_of(run, i)] == (int32_t)m->rank[k] &&
					m->mark[i] != MARK_NONE)
					value[n++] = axis == 0 ? m->x[i] : m->y[i];
			qsort(value, n, sizeof *value, by_value);
			middle[axis] = n > 0 ? value[n / 2] : 0.0;
		}
		if (n > 0)
			m->zone[m->zones++] = (struct scatter_zone){
				middle[0], middle[1], group_name(m, run, k), role_series(k)};
	}
}

/* ---- names --------------------------------------------------------------------------------- */

/* The point of a node in the sample; n when it is not in it. */
static size_t point_of(const struct figure_run *run, size_t n, size_t node)
{
	if (run->look.projection.node == NULL)
		return node < n ? node : n;
	for (size_t i = 0; i < n; i++) {
		if (run->look.projection.node[i] == node)
			return i;
	}
	return n;
}

/* A node at this place of the ranking gets a name. */
static void name_node(struct map *m, const struct figure_run *run, size_t node)
{
	const size_t point = point_of(run, m->n, node);
	if (m->labels == MOST_LABELS || point == m->n || m->mark[point] == MARK_NONE)
		return;
	if (run->look.pointing && node == run->look.pointed) /* it has a name of its own */
		return;
	figure_node_name(m->name[m->labels], run, node, 20);
	m->label[m->labels] = (struct scatter_label){point, m->name[m->labels]};
	m->labels++;
	m->size[point] = 1.2f;
	if (m->mark[point] != MARK_POINT)
		return;
	m->mark[point] = MARK_RING;
	m->role[point] = ROLE_TEXT;
	m->ring = true;
}

/* The oddest, and in a picture known outliers that rank below them, where they are few. */
static void name_oddest(struct map *m, const struct figure_run *run, const struct canvas *c)
{
	size_t wanted = run->look.label_count > 0 ? run->look.label_count : DEFAULT_LABELS;
	if (run->result->scores == NULL)
		return;
	if (wanted > MOST_LABELS)
		wanted = MOST_LABELS;
	const odd_scores *scores = run->result->scores;
	size_t known = 0;
	for (size_t k = 0; k < wanted && k < scores->n; k++)
		name_node(m, run, scores->order[k]);
	for (size_t i = 0; i < scores->n; i++)
		known += figure_kind(run, i) != ODD_ORDINARY;
	for (size_t k = wanted; k < scores->n && known <= DEFAULT_OUTLIERS &&
				run->look.label_count == 0 && c->snap == 0.0;
		k++)
		if (figure_kind(run, scores->order[k]) != ODD_ORDINARY)
			name_node(m, run, scores->order[k]);
	snprintf(m->top, sizeof m->top, "in the top %zu%s",
		wanted < run->result->scores->n ? wanted : run->result->scores->n,
		!figure_has_truth(run) ? ""
		: run->result->planted ? ", not planted"
				       : ", not known");
}

/* "n1204 rank 1" */
static void name_pointed(char *out, size_t size, const struct figure_run *run)
{
	char name[FIGURE_NAME];
	figure_node_name(name, run, run->look.pointed, 20);
	if (run->result->scores != NULL && run->look.pointed < run->result->scores->n)
		snprintf(out, size, "%s rank %u", name,
			run->result->scores->rank[run->look.pointed]);
	else
		snprintf(out, size, "%s", name);
}

static void add_legend(struct map *m, const char *text, enum role role, enum mark mark)
{
	if (m->legends < sizeof m->legend / sizeof *m->legend)
		m->legend[m->legends++] =
			(struct legend_entry){text, role, mark, DASH_SOLID, false};
}

static void make_legend(struct map *m, const struct figure_run *run, enum map_colour colour)
{
	size_t count[ODD_KINDS] = {0};
	if (figure_has_truth(run))
		odd_network_count_truth(run->result->net, count);
	for (size_t k = 0; k < m->classes; k++)
		add_legend(m, group_name(m, run, k), role_series(k), MARK_CIRCLE);
	if (m->groups > m->classes) {
		char number[NUMBER_SIZE];
		snprintf(m->others, sizeof m->others, "%.30s other %s",
			figure_count(number, m->groups - m->classes),
			run->look.by != NULL ? "values" : "classes");
		add_legend(m, m->others, ROLE_ORDINARY, MARK_CIRCLE);
	}
	m->first_kind = m->legends;
	for (int kind = 1; kind < ODD_KINDS; kind++) {
		char number[NUMBER_SIZE];
		if (count[kind] == 0)
			continue;
		snprintf(m->counted[kind], sizeof *m->counted, "%s (%s)",
			odd_kind_name((odd_kind)kind), figure_count(number, count[kind]));
		add_legend(m, m->counted[kind],
			colour == MAP_BY_KIND ? figure_kind_role((odd_kind)kind) : ROLE_TEXT,
			figure_kind_mark((odd_kind)kind));
	}
	if (colour == MAP_BY_KIND && run->look.by == NULL)
		add_legend(
			m, figure_has_truth(run) ? "ordinary" : "nodes", ROLE_ORDINARY, MARK_DOT);
	/* In a view that is kept the legend keeps its place, whether it is needed or not. */
	if (m->ring || (run->look.projection.bounds != NULL && m->top[0] != '\0'))
		add_legend(m, m->top, ROLE_TEXT, MARK_RING);
}

/* ---- links --------------------------------------------------------------------------------- */

static void add_links(struct map *m, const struct figure_run *run, struct canvas *c)
{
	const size_t nodes = run->result->net->nodes;
	bool wanted = run->look.links == FIGURE_LINKS_ALL ||
		      (run->look.links != FIGURE_LINKS_NONE && run->look.pointing);
	if (!wanted)
		return;
	uint32_t *point = canvas_alloc(c, nodes + 1, sizeof *point);
	if (point == NULL)
		return;
	memset(point, 0xff, nodes * sizeof *point);
	for (size_t i = 0; i < m->n; i++)
		if (m->mark[i] != MARK_NONE)
			point[node_of(run, i)] = (uint32_t)i;
	figure_find_links(&m->link, &m->links, run, point, c);
}

/* ---- bounds -------------------------------------------------------------------------------- */

#define SAMPLED 2000 /* points that tell where most of them are */
#define FAR 0.75     /* extents of most of them, beyond them: from there on it is far */
#define NEAR 0.35    /* what is left of that when there is something far */

bool figure_map_bounds(double out[4], odd_cmat xy)
{
	bool far = false;
	double value[SAMPLED + 1];
	size_t stride = xy.rows / SAMPLED + 1;
	for (size_t k = 0; k < 2; k++) {
		double lo = HUGE_VAL, hi = -HUGE_VAL;
		size_t n = 0;
		for (size_t i = 0; i < xy.rows; i++) {
			double v = k < xy.cols ? odd_cmat_row(xy, i)[k] : 0.0;
			lo = v < lo ? v : lo; /* fmin is a call, and this runs at every key */
			hi = v > hi ? v : hi;
			if (i % stride == 0 && isfinite(v) && n < SAMPLED)
				value[n++] = v;
		}
		out[2 * k] = lo;
		out[2 * k + 1] = hi;
		if (n < 50)
			continue;
		qsort(value, n, sizeof *value, by_value);
		double low = value[n / 50], high = value[n - 1 - n / 50], most = high - low;
		if (most > 0.0 && lo < low - FAR * most) {
			out[2 * k] = low - NEAR * most;
			far = true;
		}
		if (most > 0.0 && hi > high + FAR * most) {
			out[2 * k + 1] = high + NEAR * most;
			far = true;
		}
	}
	return far;
}

/* ---- the panel ----------------------------------------------------------------------------- */

char *figure_map_note(char *out, size_t size, const struct figure_run *run, bool brief)
{
	const struct figure_projection *p = &run->look.projection;
	char a[NUMBER_SIZE], b[NUMBER_SIZE];
	bool source = brief && p->of != NULL; /* a page says it in its heading */
	int used = snprintf(out, size, "%s%s%s", source ? p->of : "", source ? ", " : "",
		p->method != NULL ? p->method : "projection");
	double first = p->explained[0], second = p->explained[1];
	if (first > 0.0 && second >= 0.0 && first + second <= 1.0 + 1e-9 && used >= 0)
		used += snprintf(out + used, size - (size_t)used,
			brief ? ", %.0f %%"
			      : ": the two directions explain %.0f %% of the variance",
			100.0 * (first + second));
	if (p->node != NULL && p->xy.rows < run->result->net->nodes && used >= 0 &&
		(size_t)used < size)
		snprintf(out + used, size - (size_t)used,
			brief ? ", %s of %s" : "; a sample of %s of the %s nodes",
			figure_count(a, p->xy.rows), figure_count(b, run->result->net->nodes));
	return out;
}

/* The legend in a column right of a wide map, which would otherwise leave that room empty. Returns
 * what is left; the legend is then done. */
static struct rect side_legend(struct map *m, struct canvas *c, struct rect r)
{
	struct pen pen = {.role = ROLE_DIM, .flags = PEN_SMALL};
	struct placer placer;
	double line = canvas_text_extent(c, "0", pen).h, widest = 0.0;
	double step = c->snap > 0.0 ? 1.0 : 1.25 * line;
	double aspect = c->snap > 0.0 ? 2.0 : 1.0; /* cells are twice as high as wide */
	for (size_t i = 0; i < m->legends; i++)
		widest = fmax(widest, canvas_text_width(c, m->legend[i].text, pen));
	/* A mark and a gap stand before the text. */
	double w = ceil(widest / c->char_w + 3.0) * c->char_w;
	if (m->legends == 0 || r.w - w < 1.15 * aspect * r.h || w > 0.35 * r.w ||
		step * ((double)m->legends + 1.0) > r.h)
		return r;
	struct rect column = {rect_right(r) - w, r.y, w, r.h};
	placer_init(&placer, column);
	double y = column.y;
	for (size_t i = 0; i < m->legends; i++, y += step) {
		if (i > 0 && i == m->first_kind)
			y += step;
		legend_draw(&placer, c, (struct rect){column.x, y, w, line}, &m->legend[i], 1);
	}
	m->legends = m->first_kind = 0;
	return rect_inset(r, 0, 0, w + c->char_w, 0);
}

/* Where the legend would take the room of the map, the classes go unnamed. */
static void shorten_legend(struct map *m, const struct canvas *c, struct rect r)
{
	if (legend_height(c, m->legend, m->legends, r.w) <= 0.3 * r.h)
		return;
	memmove(m->legend, m->legend + m->first_kind,
		(m->legends - m->first_kind) * sizeof *m->legend);
	m->legends -= m->first_kind;
}

void figure_panel_map(const struct figure_run *run, struct canvas *c, struct rect r)
{
	struct map m;
	char pointed[FIGURE_NAME + 24] = "";
	enum map_colour colour = figure_colour_used(run);
	size_t n = run->look.projection.xy.rows;
	const double *b = run->look.projection.bounds;
	double own[4];
	bool edges = run->look.projection.edges;
	if (run->look.ego > 0) {
		figure_panel_ego(run, c, r);
		return;
	}
	if (n == 0 || run->look.projection.xy.cols == 0) {
		plot_message(c, r, "the nodes have not been projected yet");
		return;
	}
	if (b == NULL && figure_map_bounds(own, run->look.projection.xy)) {
		b = own;
		edges = true;
	}
	if (!map_alloc(&m, n, c))
		return;
	if (run->look.by != NULL)
		figure_map_colours(&m.by, run->result, run->look.by, c);
	else if (colour == MAP_BY_LABEL)
		m.by = (struct point_colours){.group = run->result->net->label,
			.names = &run->result->net->classes,
			.groups = run->result->net->classes.count};
	if (m.by.group != NULL)
		rank_classes(&m, run, c);
	place_points(&m, run, colour);
	if (c->snap == 0.0)
		set_apart(&m, c);
	if (m.by.group != NULL && !run->look.brief)
		name_classes(&m, run, c);
	add_links(&m, run, c);
	name_oddest(&m, run, c);
	make_legend(&m, run, colour);
	if (run->look.brief)
		m.legends = m.first_kind = 0;
	r = side_legend(&m, c, r);
	shorten_legend(&m, c, r);
	char left_out[80], number[NUMBER_SIZE], scale[96];
	snprintf(scale, sizeof scale, "%.60s, percentile",
		run->look.by != NULL ? run->look.by : "score");
	snprintf(left_out, sizeof left_out, "%s links: too many to draw",
		figure_count(number, run->result->net->edges));
	const struct chart_note note = {left_out, ROLE_DIM, false};
	struct scatter_chart chart = {.x = {.hidden = true},
		.y = {.hidden = true},
		.px = m.x,
		.py = m.y,
		.n = n,
		.role = m.role,
		.mark = m.mark,
		.size = m.size,
		.equal = true,
		.stretch = c->snap > 0.0 ? 1.0 : 1.6,
		.zone = m.zone,
		.zone_count = m.zones,
		.label = m.label,
		.label_count = m.labels,
		.edges = edges,
		.link = m.link,
		.link_count = m.links,
		.note = &note,
		.note_count = run->look.links == FIGURE_LINKS_ALL &&
			      !figure_all_links_fit(run->result->net, c),
		.legend = m.legend,
		.legend_count = m.legends,
		.heat = colour == MAP_BY_SCORE || m.by.percentile != NULL,
		.heat_lo = 0.0,
		.heat_hi = 100.0,
		.heat_title = scale,
		.cursor = run->look.pointing,
		.cursor_label = pointed,
		.frame = run->look.frame};
	if (run->look.pointing) {
		chart.cursor_point = point_of(run, n, run->look.pointed);
		name_pointed(pointed, sizeof pointed, run);
	}
	if (b != NULL) {
		chart.x.lo = b[0];
		chart.x.hi = b[1];
		chart.y.lo = b[2];
		chart.y.hi = b[3];
	}
	chart_scatter_draw(&chart, c, r);
}

/* As the heading of the screen has it. */
static void ego_title(char *out, size_t size, const struct figure_run *run)
{
	char name[FIGURE_NAME];
	const bool there = run->look.pointing && run->look.pointed < run->result->net->nodes;
	if (there)
		figure_node_name(name, run, run->look.pointed, 40);
	if (there)
		snprintf(out, size, "%d step%s around %.60s", run->look.ego,
			run->look.ego == 1 ? "" : "s", name);
	else
		snprintf(out, size, "a node and its neighbours");
}

void figure_map(const struct figure_run *run, struct canvas *c)
{
	static const char *const by[] = {"", "label", "kind", "score"};
	char note[200], title[160];
	enum map_colour colour = figure_colour_used(run);
	if (run->look.ego > 0)
		ego_title(title, sizeof title, run);
	else
		snprintf(title, sizeof title, "map of the %.60s, by %.30s",
			run->look.projection.of != NULL ? run->look.projection.of : "embedding",
			run->look.by != NULL ? run->look.by : by[colour]);
	figure_map_note(note, sizeof note, run, false);
	figure_panel_map(run, c,
		figure_page(run, c, title,
			run->look.projection.xy.rows > 0 && run->look.ego == 0 ? note : NULL));
}
