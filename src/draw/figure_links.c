/* Links on the map: those of one node, those of all where they are few, and a node with its
 * neighbours alone, in rings around it. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"

#define CELL_LINKS 700   /* of all nodes, at most: on a screen … */
#define LINKS_DRAWN 2000 /* … and in a picture: more are a grey mass */
#define INNER 24         /* neighbours around a node */
#define OUTER 40         /* and theirs */
#define WORDS 2          /* told of each neighbour */

static bool other_class(const odd_network *net, size_t a, size_t b)
{
	return net->classes.count > 0 && net->label[a] != ODD_NO_LABEL &&
	       net->label[b] != ODD_NO_LABEL && net->label[a] != net->label[b];
}

/* Links into another class are set off: by colour, and by their dashes. */
static struct scatter_link link_of(
	const odd_network *net, size_t a, size_t b, size_t from, size_t to, bool faint)
{
	bool leaves = other_class(net, a, b);
	return (struct scatter_link){from, to, leaves ? ROLE_ALARM : ROLE_TEXT,
		leaves ? DASH_DASHED : DASH_SOLID, faint};
}

bool figure_all_links_fit(const odd_network *net, const struct canvas *c)
{
	return net->edges <= (c->snap > 0.0 ? CELL_LINKS : LINKS_DRAWN);
}

void figure_find_links(struct scatter_link **out, size_t *count, const struct figure_run *run,
	const uint32_t *point, struct canvas *c)
{
	const odd_network *net = run->result->net;
	const bool all = run->look.links == FIGURE_LINKS_ALL && figure_all_links_fit(net, c);
	const bool own = run->look.links != FIGURE_LINKS_NONE && run->look.pointing &&
			 run->look.pointed < net->nodes && point[run->look.pointed] != UINT32_MAX;
	size_t room = all ? odd_csr_nnz(odd_csr_const(net->A)) : 0;
	room += own ? net->A.ptr[run->look.pointed + 1] - net->A.ptr[run->look.pointed] : 0;
	*count = 0;
	*out = canvas_alloc(c, room + 1, sizeof **out);
	if (*out == NULL)
		return;
	for (size_t i = 0; all && i < net->nodes; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			size_t j = net->A.idx[e];
			if (point[i] != UINT32_MAX && point[j] != UINT32_MAX &&
				(net->directed || i < j))
				(*out)[(*count)++] = link_of(net, i, j, point[i], point[j], true);
		}
	for (size_t e = own ? net->A.ptr[run->look.pointed] : 0;
		own && e < net->A.ptr[run->look.pointed + 1]; e++) {
		size_t j = net->A.idx[e];
		if (point[j] != UINT32_MAX)
			(*out)[(*count)++] = link_of(net, run->look.pointed, j,
				point[run->look.pointed], point[j], false);
	}
}

/* ---- one node and its neighbours ------------------------------------------------------------- */

struct ego {
	size_t node[1 + INNER + OUTER], inner, n; /* the node, its neighbours, theirs */
	double x[1 + INNER + OUTER], y[1 + INNER + OUTER];
	uint8_t role[1 + INNER + OUTER], mark[1 + INNER + OUTER];
	char text[1 + INNER + OUTER][FIGURE_NAME + 80];
	struct scatter_label label[1 + INNER + OUTER];
	struct scatter_link link[INNER + INNER * OUTER + INNER * INNER];
	size_t links;
};

static size_t place_in(const struct ego *g, size_t node)
{
	size_t i = 0;
	while (i < g->n && g->node[i] != node)
		i++;
	return i;
}

static bool linked(const odd_network *net, size_t a, size_t b)
{
	for (size_t e = net->A.ptr[a]; e < net->A.ptr[a + 1]; e++)
		if (net->A.idx[e] == b)
			return true;
	return false;
}

/* By class, so that those of one stand together; within it as they are. */
static void sort_inner(struct ego *g, const odd_network *net)
{
	for (size_t i = 2; i <= g->inner; i++)
		for (size_t k = i; k > 1 && net->label[g->node[k]] < net->label[g->node[k - 1]];
			k--) {
			size_t t = g->node[k];
			g->node[k] = g->node[k - 1];
			g->node[k - 1] = t;
		}
}

/* "sexton, jumble-sale": the words that fewest nodes have are not known here; the first will do. */
static void add_words(char *out, size_t size, const odd_network *net, size_t node)
{
	size_t told = 0;
	for (size_t e = net->C.ptr[node]; e < net->C.ptr[node + 1] && told < WORDS; e++, told++) {
		size_t used = strlen(out);
		snprintf(out + used, size - used, "%s%.24s", told == 0 ? ": " : ", ",
			odd_names_get(&net->words, net->C.idx[e]));
	}
}

static void gather(struct ego *g, const odd_network *net, size_t centre, int steps)
{
	g->node[0] = centre;
	g->n = 1;
	for (size_t e = net->A.ptr[centre]; e < net->A.ptr[centre + 1] && g->n <= INNER; e++)
		if (place_in(g, net->A.idx[e]) == g->n)
			g->node[g->n++] = net->A.idx[e];
	g->inner = g->n - 1;
	sort_inner(g, net);
	for (size_t i = 1; steps > 1 && i <= g->inner; i++)
		for (size_t e = net->A.ptr[g->node[i]];
			e < net->A.ptr[g->node[i] + 1] && g->n < 1 + INNER + OUTER; e++)
			if (place_in(g, net->A.idx[e]) == g->n)
				g->node[g->n++] = net->A.idx[e];
}

/* The neighbours on a circle, theirs on one around it, each near the first it is linked with. */
static void lay_out(struct ego *g, const odd_network *net)
{
	const double turn = 2.0 * 3.14159265358979323846;
	double angle[1 + INNER];
	size_t of[1 + INNER] = {0}, seen[1 + INNER] = {0};
	g->x[0] = g->y[0] = 0.0;
	for (size_t i = 1; i <= g->inner; i++) {
		angle[i] = turn * ((double)i - 0.5) / (double)g->inner;
		g->x[i] = cos(angle[i]);
		g->y[i] = sin(angle[i]);
	}
	size_t parent[INNER + OUTER];
	for (size_t k = g->inner + 1; k < g->n; k++) {
		size_t i = 1;
		while (i < g->inner && !linked(net, g->node[i], g->node[k]))
			i++;
		parent[k - g->inner - 1] = i;
		of[i]++;
	}
	for (size_t k = g->inner + 1; k < g->n; k++) {
		size_t i = parent[k - g->inner - 1];
		double wide = turn / (double)g->inner;
		double at = angle[i] + wide * (((double)seen[i]++ + 0.5) / (double)of[i] - 0.5);
		g->x[k] = 1.9 * cos(at);
		g->y[k] = 1.9 * sin(at);
	}
}

static void connect(struct ego *g, const odd_network *net)
{
	const size_t most = sizeof g->link / sizeof *g->link;
	for (size_t i = 1; i <= g->inner; i++)
		for (size_t k = i + 1; k < g->n && g->links < most - INNER; k++)
			if (linked(net, g->node[i], g->node[k]) ||
				linked(net, g->node[k], g->node[i]))
				g->link[g->links++] =
					link_of(net, g->node[i], g->node[k], i, k, true);
	for (size_t i = 1; i <= g->inner; i++)
		g->link[g->links++] = link_of(net, g->node[0], g->node[i], 0, i, false);
}

/* ---- neighbours as a list -------------------------------------------------------------------- */

/* Where characters are large, names around a circle stand in each other's way: then points have
 * numbers, and the names stand beside them. */
enum { NAMES_AROUND = 8, LISTED_LEAST = 14, LISTED_MOST = 44 };

/* What of the pane the list takes, at its right; nothing: the names have room where they are. */
static struct rect list_room(const struct ego *g, const struct canvas *c, struct rect r)
{
	const double rows = floor(r.h / c->char_h),
		     columns = ceil((double)g->inner / fmax(rows, 1.0));
	double w = fmin(columns * LISTED_MOST * c->char_w, canvas_snap(c, 0.6 * r.w));
	if (c->snap == 0.0 || g->inner <= NAMES_AROUND || w < LISTED_LEAST * c->char_w ||
		rows < 3.0)
		return (struct rect){rect_right(r), r.y, 0.0, r.h};
	return (struct rect){rect_right(r) - w, r.y, w, r.h};
}

static void draw_list(const struct ego *g, struct canvas *c, struct rect r)
{
	const size_t rows = (size_t)floor(r.h / c->char_h);
	const size_t most = (size_t)fmax(1.0, floor(r.w / (LISTED_LEAST * c->char_w)));
	size_t columns = (g->inner + rows - 1) / rows;
	columns = columns < most ? columns : most;
	const size_t shown = g->inner <= rows * columns ? g->inner : rows * columns - 1;
	const double w = canvas_snap(c, r.w / (double)columns);
	char line[FIGURE_NAME + 100], fitted[FIGURE_NAME + 100];
	for (size_t i = 1; i <= shown + (shown < g->inner); i++) {
		const struct point at = {r.x + w * (double)((i - 1) / rows),
			r.y + c->char_h * (double)((i - 1) % rows)};
		struct pen pen = {.role = (enum role)g->role[i]};
		if (i <= shown) {
			snprintf(line, sizeof line, "%2zu %s", i, g->text[i]);
		} else {
			snprintf(line, sizeof line, "and %zu more", g->inner - shown);
			pen.role = ROLE_DIM;
		}
		canvas_text_fit(c, fitted, sizeof fitted, line, w - c->char_w, pen);
		canvas_text(c, at, ANCHOR_TOP_LEFT, fitted, pen);
	}
}

void figure_panel_ego(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_network *net = run->result->net;
	char name[FIGURE_NAME], said[120];
	if (!run->look.pointing || run->look.pointed >= net->nodes) {
		plot_message(c, r, "select a node to see its neighbours");
		return;
	}
	struct ego *g = canvas_alloc(c, 1, sizeof *g);
	if (g == NULL)
		return;
	gather(g, net, run->look.pointed, run->look.ego);
	lay_out(g, net);
	connect(g, net);
	for (size_t i = 0; i < g->n; i++) {
		odd_kind kind = figure_kind(run, g->node[i]);
		bool odd = kind != ODD_ORDINARY,
		     leaves = other_class(net, run->look.pointed, g->node[i]);
		g->role[i] = (uint8_t)(odd      ? figure_kind_role(kind)
				       : leaves ? ROLE_ALARM
						: ROLE_TEXT);
		g->mark[i] = (uint8_t)(odd             ? figure_kind_mark(kind)
				       : i <= g->inner ? MARK_CIRCLE
						       : MARK_DOT);
		figure_node_name(name, run, g->node[i], 20);
		snprintf(g->text[i], sizeof *g->text, "%s", name);
		if (i > 0 && i <= g->inner && net->attributes > 0)
			add_words(g->text[i], sizeof *g->text, net, g->node[i]);
		g->label[i] = (struct scatter_label){i, g->text[i]};
	}
	size_t degree = net->A.ptr[run->look.pointed + 1] - net->A.ptr[run->look.pointed],
	       leave = 0;
	for (size_t i = 0; i < g->links; i++) /* of those that are drawn, neighbours' too */
		leave += g->link[i].dash == DASH_DASHED;
	snprintf(said, sizeof said, "%zu of %zu neighbours%s", g->inner, degree,
		leave > 0 ? "; dashed: into other classes" : "");
	const struct chart_note note[] = {{said, ROLE_DIM, false}};
	const struct rect list = list_room(g, c, r);
	char number[1 + INNER][4];
	for (size_t i = 1; list.w > 0.0 && i <= g->inner; i++) {
		snprintf(number[i], sizeof *number, "%zu", i);
		g->label[i].text = number[i];
	}
	r.w -= list.w > 0.0 ? list.w + c->char_w : 0.0;
	double wide = run->look.ego > 1 ? 2.6 : 1.7, high = run->look.ego > 1 ? 2.1 : 1.2;
	struct scatter_chart chart = {.x = {.hidden = true, .lo = -wide, .hi = wide},
		.y = {.hidden = true, .lo = -high, .hi = high},
		.px = g->x,
		.py = g->y,
		.n = g->n,
		.role = g->role,
		.mark = g->mark,
		.label = g->label + 1,
		.label_count = g->inner,
		.link = g->link,
		.link_count = g->links,
		.cursor = true,
		.cursor_point = 0,
		.cursor_label = g->text[0],
		.note = note,
		.note_count = 1};
	chart_scatter_draw(&chart, c, r);
	if (list.w > 0.0)
		draw_list(g, c, list);
}
