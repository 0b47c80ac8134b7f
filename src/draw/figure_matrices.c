/* All eight matrices of a run as signed cells: A ≈ G H, C ≈ U V, W between the two, and O.
 *
 *         A        | G | O            H stands below A and V below C, so that the columns agree;
 *         H        |   |              the watched entry is marked, and what it is made of is lit.
 *         C        | U | W
 *         V        |
 */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"

enum matrix { M_A, M_C, M_G, M_H, M_U, M_V, M_W, M_O, MATRICES };
static const char *const names[MATRICES] = {"A", "C", "G", "H", "U", "V", "W", "O"};

enum { NUMBER_WIDE = 6, LABEL_MOST = 9, GAP = 2, HEAT_NODES = 8, HEAT_LABEL = 15 };
#define HEAT_LEAST 2.5 /* height of a dimension, and half its width, in logical pixels */

/* Which nodes, words or dimensions are in sight, and how wide and high their cells are. */
struct strip {
	const size_t *at;
	size_t count;
	double w, h;
};

struct sheet {
	const struct figure_run *run;
	struct canvas *c;
	double line, label_w;
	bool flat; /* characters: colour the number; else tint the cell */
	bool heat; /* too many dimensions for numbers: coloured cells alone */
	struct strip node, linked, word, dimension;
	const odd_lesson *l;
	double largest[MATRICES];
	odd_ccsr A, C; /* as the optimiser has them */
};

static double sparse_at(odd_ccsr m, size_t i, size_t j)
{
	for (size_t e = i < m.rows ? m.ptr[i] : 0; i < m.rows && e < m.ptr[i + 1]; e++)
		if (m.idx[e] == j)
			return odd_csr_value(m, e);
	return 0.0;
}

/* Row and column as the matrix is written: H and V have dimensions for rows. */
static double at(const struct sheet *s, enum matrix m, size_t i, size_t j)
{
	const odd_one_state *x = &s->run->result->state;
	switch (m) {
	case M_A:
		return sparse_at(s->A, i, j);
	case M_C:
		return sparse_at(s->C, i, j);
	case M_G:
		return odd_cmat_row(x->G, i)[j];
	case M_H:
		return odd_cmat_row(x->Ht, j)[i];
	case M_U:
		return odd_cmat_row(x->U, i)[j];
	case M_V:
		return odd_cmat_row(x->Vt, j)[i];
	case M_W:
		return odd_cmat_row(x->W, i)[j];
	default:
		return x->O[j][i];
	}
}

/* ---- what the watched entry is, and what it is made of ----------------------------------------
 */

static bool is_watched(const struct sheet *s, enum matrix m, size_t i, size_t j)
{
	static const enum matrix of[ODD_SUBSTEPS] = {M_W, M_G, M_H, M_U, M_V, M_O};
	if (s->l == NULL || of[s->l->step] != m)
		return false;
	const odd_watch *w = &s->l->watch;
	switch (m) {
	case M_W:
		return i == w->dimension && j == w->other;
	case M_G:
	case M_U:
		return i == w->node && j == w->dimension;
	case M_H:
		return i == w->dimension && j == w->node;
	case M_V:
		return i == w->dimension && j == w->attribute;
	default:
		return i == w->node && j == (size_t)w->score;
	}
}

/* Does the entry go into the sums of the watched one? By the equations of substeps.def. */
static bool is_lit(const struct sheet *s, enum matrix m, size_t i, size_t j)
{
	if (s->l == NULL)
		return false;
	const odd_watch *w = &s->l->watch;
	const size_t k = w->dimension;
	const bool own = i == w->node;
	switch (s->l->step) {
	case ODD_STEP_W:
		return (m == M_G && j == k) || (m == M_U && j == w->other) || (m == M_O && j == 2);
	case ODD_STEP_G:
		return (own && (m == M_A || m == M_G || m == M_U || (m == M_O && j != 1))) ||
		       (i == k && (m == M_H || m == M_W));
	case ODD_STEP_H:
		return (m == M_A && j == w->node) || (m == M_G && j == k) ||
		       (m == M_H && j == w->node) || (m == M_O && j == 0);
	case ODD_STEP_U:
		return (own && (m == M_C || m == M_G || m == M_U || (m == M_O && j != 0))) ||
		       (i == k && m == M_V) || (j == k && m == M_W);
	case ODD_STEP_V:
		return (m == M_C && j == w->attribute) || (m == M_U && j == k) ||
		       (m == M_V && j == w->attribute) || (m == M_O && j == 1);
	default:
		return w->score == 0   ? (own && (m == M_A || m == M_G)) || m == M_H
		       : w->score == 1 ? (own && (m == M_C || m == M_U)) || m == M_V
				       : (own && (m == M_G || m == M_U)) || m == M_W;
	}
}

/* ---- cells ------------------------------------------------------------------------------------
 */

static void write_cell(char out[24], double v)
{
	if (v == 0.0)
		snprintf(out, 24, "·");
	else if (fabs(v) < 99.995)
		snprintf(out, 24, "%.2f", v);
	else
		snprintf(out, 24, "%.3g", v);
}

/* Blue above zero, orange below; strong where it is large beside the largest of its matrix. */
static void draw_cell(const struct sheet *s, enum matrix m, size_t i, size_t j, struct rect r)
{
	const double v = at(s, m, i, j), part = s->largest[m] > 0.0 ? fabs(v) / s->largest[m] : 0.0;
	const bool watched = is_watched(s, m, i, j), lit = is_lit(s, m, i, j);
	const enum role sign = v < 0.0 ? ROLE_ATTRIBUTE : ROLE_STRUCTURAL;
	struct pen pen = {.role = s->flat && v != 0.0 ? sign : ROLE_TEXT};
	char text[24];
	if (s->heat) {
		canvas_fill(s->c, r, (struct pen){.role = sign, .shade = fmax(part, 1e-3)});
		if (watched)
			canvas_box(s->c, rect_inset(r, -2, -2, -2, -2),
				(struct pen){.role = ROLE_ALARM, .flags = PEN_BOLD});
		return;
	}
	if (s->l != NULL && !lit && !watched)
		pen.role = ROLE_DIM;
	if (lit || (s->l == NULL && part > 0.5))
		pen.flags |= PEN_BOLD;
	if (watched)
		pen.flags |= s->flat ? PEN_REVERSE | PEN_BOLD : PEN_BOLD;
	if (!s->flat && part > 0.0)
		canvas_fill(s->c, rect_inset(r, 1, 1, 1, 1),
			(struct pen){.role = sign, .flags = PEN_WASH, .shade = 0.15 + 0.75 * part});
	if (!s->flat && (lit || watched))
		canvas_box(s->c, r,
			(struct pen){.role = watched ? ROLE_ALARM : ROLE_FRAME,
				.width = watched ? 3.0 : 1.0});
	write_cell(text, v);
	canvas_text(s->c,
		(struct point){
			rect_right(r) - (s->flat ? 1.0 : s->c->char_w * 0.5), r.y + r.h / 2.0},
		ANCHOR_RIGHT, text, pen);
}

static const char *label_of(
	const struct sheet *s, const struct strip *of, size_t i, char room[FIGURE_NAME])
{
	const odd_network *net = s->run->result->net;
	if (of == &s->dimension)
		snprintf(room, FIGURE_NAME, "%zu", of->at[i] + 1);
	else if (s->heat && of == &s->linked)
		snprintf(room, FIGURE_NAME, "%zu", i + 1); /* as the rows are numbered */
	else if (s->heat && of == &s->node)
		snprintf(
			room, FIGURE_NAME, "%zu %.80s", i + 1, odd_names_get(&net->ids, of->at[i]));
	else
		snprintf(room, FIGURE_NAME, "%s",
			odd_names_get(of == &s->word ? &net->words : &net->ids, of->at[i]));
	return room;
}

static bool is_named(const struct sheet *s, const struct strip *of, size_t i)
{
	return !s->heat || of != &s->dimension || i == 0 || (i + 1) % 5 == 0;
}

/* The cells of a matrix from a corner on. */
static void draw_cells(struct sheet *s, enum matrix m, double x, double y, const struct strip *rows,
	const struct strip *columns)
{
	for (size_t i = 0; i < rows->count; i++)
		for (size_t j = 0; j < columns->count; j++)
			draw_cell(s, m, rows->at[i], columns->at[j],
				(struct rect){x + (double)j * columns->w, y + (double)i * rows->h,
					columns->w, rows->h});
}

/* One matrix: its name, the names of its columns, and its rows; rows are named where label is. */
static void draw_matrix(struct sheet *s, enum matrix m, struct point to, const struct strip *rows,
	const struct strip *columns, bool label)
{
	const unsigned small = s->heat ? PEN_SMALL : 0u;
	const struct pen dim = {.role = ROLE_DIM, .flags = small},
			 bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	const double x0 = to.x + (label ? s->label_w : 0.0),
		     pad = s->flat ? 1.0 : s->c->char_w * 0.5;
	char name[FIGURE_NAME], cut[FIGURE_NAME];
	/* Of a narrow heat map the name stands before it, where the numbers of dimensions begin. */
	canvas_text(s->c,
		(struct point){label     ? to.x
			       : s->heat ? x0 - 0.5 * s->c->char_w
					 : x0,
			to.y + s->line / 2.0},
		label || !s->heat ? ANCHOR_LEFT : ANCHOR_RIGHT, names[m], bold);
	for (size_t j = 0; j < columns->count; j++) {
		if (m == M_O)
			snprintf(name, sizeof name, "O%zu", j + 1);
		else
			label_of(s, columns, j, name);
		const double room = is_named(s, columns, j) && columns == &s->dimension && s->heat
					    ? 4.0 * columns->w
					    : columns->w - (s->heat ? 3.0 : s->c->char_w);
		canvas_text_fit(s->c, cut, sizeof cut, name, room, dim);
		const double end = x0 + (double)(j + 1) * columns->w, middle = to.y + s->line / 2.0;
		if (s->heat && is_named(s, columns, j))
			canvas_text(s->c, (struct point){end - columns->w / 2.0, middle},
				ANCHOR_MIDDLE, cut, dim);
		else if (!s->heat && (j > 0 || label || m == M_O || strlen(cut) < 3))
			canvas_text(
				s->c, (struct point){end - pad, middle}, ANCHOR_RIGHT, cut, dim);
	}
	for (size_t i = 0; i < rows->count && label; i++) {
		label_of(s, rows, i, name);
		canvas_text_fit(s->c, cut, sizeof cut, name, s->label_w - s->c->char_w, dim);
		canvas_text(s->c,
			(struct point){to.x, to.y + s->line + ((double)i + 0.5) * rows->h},
			ANCHOR_LEFT, cut, dim);
	}
	draw_cells(s, m, x0, to.y + s->line, rows, columns);
}

/* H or V, whose columns have their names above them already: rows alone. */
static void draw_basis(struct sheet *s, enum matrix m, struct point to, const struct strip *columns)
{
	const struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	char name[24];
	draw_cells(s, m, to.x + s->label_w, to.y, &s->dimension, columns);
	for (size_t k = 0; k < (s->heat ? 1 : s->dimension.count); k++) {
		snprintf(name, sizeof name, s->heat ? "%s" : "%s %zu", names[m],
			s->dimension.at[k] + 1);
		canvas_text(s->c,
			(struct point){to.x, to.y + (s->heat ? 0.5 * s->line
							     : ((double)k + 0.5) * s->dimension.h)},
			ANCHOR_LEFT, name, bold);
	}
}

/* ---- the sheet --------------------------------------------------------------------------------
 */

static struct strip strip_of(struct sheet *s, size_t count, double w, double h)
{
	return (struct strip){canvas_alloc(s->c, count + 1, sizeof(size_t)), count, w, h};
}

/* As many as there is room for, with the one that is looked at among them. */
static struct strip window_of(struct sheet *s, size_t all, size_t room, size_t seen)
{
	struct strip w = strip_of(s, room < all ? room : all, NUMBER_WIDE * s->c->char_w, s->line);
	const size_t from = seen >= w.count ? seen + 1 - w.count : 0;
	for (size_t i = 0; w.at != NULL && i < w.count; i++)
		((size_t *)w.at)[i] = from + i;
	return w;
}

static size_t whole(double x)
{
	return x > 0.0 ? (size_t)x : 0;
}

static void find_largest(
	struct sheet *s, enum matrix m, const struct strip *rows, const struct strip *columns)
{
	s->largest[m] = 0.0;
	for (size_t i = 0; i < rows->count; i++)
		for (size_t j = 0; j < columns->count; j++)
			s->largest[m] =
				fmax(s->largest[m], fabs(at(s, m, rows->at[i], columns->at[j])));
}

/* Numbers, as many as have room. */
static void choose_windows(struct sheet *s, struct rect r)
{
	const odd_one_state *x = &s->run->result->state;
	const odd_watch *w = s->l != NULL ? &s->l->watch : NULL;
	const double cell = NUMBER_WIDE * s->c->char_w;
	const size_t across = whole((r.w - s->label_w - 2.0 * GAP * s->c->char_w) / cell + 1e-9);
	const size_t down = whole(r.h / s->line + 1e-9);
	/* Dimensions stand beside each other and, twice, below each other. */
	size_t k = x->k < 4 ? x->k : across > 22 ? 8 : 4;
	k = k < x->k ? k : x->k;
	const size_t taken = k + (k > 3 ? k : 3);
	const size_t wide = across > taken ? across - taken : 1;
	const size_t tall = down > 2 * k + 2 ? (down - 2 - 2 * k) / 2 : 1;
	size_t dimension = w != NULL ? w->dimension : 0;
	if (w != NULL && s->l->step == ODD_STEP_W && w->other > dimension)
		dimension = w->other;
	s->node = window_of(s, x->nodes, tall, w != NULL ? w->node : 0);
	s->linked = window_of(s, x->nodes, wide, w != NULL ? w->node : 0);
	s->word = window_of(s, s->C.cols < x->attributes ? s->C.cols : x->attributes, wide,
		w != NULL ? w->attribute : 0);
	s->dimension = window_of(s, x->k, k, dimension);
	s->heat = !s->flat && s->dimension.count < x->k;
}

static void add_node(size_t *node, size_t *count, size_t most, size_t i)
{
	for (size_t k = 0; k < *count; k++)
		if (node[k] == i)
			return;
	if (*count < most)
		node[(*count)++] = i;
}

/* The node that is looked at, or the oddest; some of its neighbours; then the oddest ones. */
static size_t choose_nodes(const struct sheet *s, size_t *node, size_t most)
{
	const odd_scores *scores = s->run->result->scores;
	const size_t nodes = s->run->result->state.nodes,
		     first = s->l != NULL                      ? s->l->watch.node
			     : s->run->look.pointing           ? s->run->look.pointed
			     : scores != NULL && scores->n > 0 ? scores->order[0]
							       : 0;
	size_t count = 0;
	add_node(node, &count, most, first);
	for (size_t e = s->A.ptr[first]; e < s->A.ptr[first + 1]; e++)
		add_node(node, &count, (most + 2) / 2, s->A.idx[e]);
	for (size_t i = 0; i < nodes && count < most; i++)
		add_node(
			node, &count, most, scores != NULL && i < scores->n ? scores->order[i] : i);
	return count;
}

/* The words that weigh most with these nodes. */
static size_t choose_words(const struct sheet *s, size_t *word, size_t most)
{
	double *sum = canvas_alloc(s->c, s->C.cols + 1, sizeof *sum);
	size_t count = 0;
	for (size_t i = 0; sum != NULL && i < s->node.count; i++)
		for (size_t e = s->C.ptr[s->node.at[i]]; e < s->C.ptr[s->node.at[i] + 1]; e++)
			sum[s->C.idx[e]] += fabs(odd_csr_value(s->C, e));
	while (sum != NULL && count < most && count < s->C.cols) {
		size_t best = 0;
		for (size_t j = 1; j < s->C.cols; j++)
			best = sum[j] > sum[best] ? j : best;
		sum[best] = -1.0;
		word[count++] = best;
	}
	return count;
}

/* A few nodes and words with all dimensions, as colours. */
static void choose_heat(struct sheet *s, struct rect r)
{
	const double k = (double)s->run->result->state.k, gap = 4.0 * GAP * s->c->char_w;
	s->line = 1.15 * s->c->char_h;
	s->label_w = HEAT_LABEL * s->c->char_w;
	/* Fewer nodes and narrower columns, where dimensions would be too thin to be seen. */
	const double tall = (r.h - s->line - 2.0 * HEAT_LEAST * k) / (2.0 * s->line) - 1.0;
	const size_t most = (size_t)fmax(1.0, fmin(HEAT_NODES, floor(tall)));
	const double room = (r.w - s->label_w - gap - 4.0 * HEAT_LEAST * k) / (double)most;
	const double wide = fmax(2.0, fmin(NUMBER_WIDE * s->c->char_w, room));
	s->node = strip_of(s, most, wide, s->line);
	s->word = strip_of(s, most, wide, s->line);
	if (s->node.at == NULL || s->word.at == NULL)
		return;
	s->node.count = choose_nodes(s, (size_t *)s->node.at, most);
	s->linked = s->node;
	s->word.count = choose_words(s, (size_t *)s->word.at, most);
	const double left = s->label_w + wide * (double)most + gap;
	const double high = r.h - 2.0 * s->line * (double)(s->node.count + 1) - s->line;
	s->dimension = window_of(s, s->run->result->state.k, s->run->result->state.k, 0);
	s->dimension.w = fmin((r.w - left) / (2.0 * k), 3.0 * s->c->char_w);
	s->dimension.h = fmax(0.0, fmin(high / (2.0 * k), s->line));
	s->dimension.w = fmax(s->dimension.w, 0.0);
}

void figure_panel_matrices(const struct figure_run *run, struct canvas *c, struct rect r)
{
	static const size_t three_of[] = {0, 1, 2};
	struct sheet s = {.run = run, .c = c, .flat = c->snap > 0.0, .l = run->result->lesson};
	const odd_one *one = run->result->one;
	s.A = one != NULL ? odd_csr_const(odd_one_input(one)->A) : run->result->A;
	s.C = one != NULL ? odd_csr_const(odd_one_input(one)->C) : run->result->C;
	if (run->result->state.nodes == 0 || s.A.rows == 0) {
		plot_message(c, r,
			"the matrices are not at hand: the network is too large to copy them");
		return;
	}
	s.line = s.flat ? 1.0 : 1.5 * c->char_h;
	s.label_w = (LABEL_MOST - 2) * c->char_w;
	choose_windows(&s, r);
	if (s.heat)
		choose_heat(&s, r);
	const struct strip three = {three_of, 3, s.heat ? 3.0 * c->char_w : s.node.w, s.node.h};
	if (c->out_of_memory)
		return;
	const double gap = (s.heat ? 2.0 : 1.0) * GAP * c->char_w,
		     linked = (double)s.linked.count * s.linked.w;
	const double middle = r.x + s.label_w + fmax(linked, (double)s.word.count * s.word.w) + gap;
	const double right = middle + (double)s.dimension.count * s.dimension.w + gap;
	const double below = s.line + (double)s.node.count * s.node.h;
	const double low =
		r.y + below + (double)s.dimension.count * s.dimension.h + (s.heat ? s.line : 0.0);
	const struct {
		enum matrix m;
		struct point to;
		const struct strip *rows, *columns;
		bool label;
	} part[MATRICES] = {
		{M_A, {r.x, r.y}, &s.node, &s.linked, true},
		{M_G, {middle, r.y}, &s.node, &s.dimension, false},
		{M_O, {right, r.y}, &s.node, &three, false},
		{M_C, {r.x, low}, &s.node, &s.word, true},
		{M_U, {middle, low}, &s.node, &s.dimension, false},
		{M_W, {right, low}, &s.dimension, &s.dimension, false},
		{M_H, {r.x, r.y + below}, &s.dimension, &s.linked, true},
		{M_V, {r.x, low + below}, &s.dimension, &s.word, true},
	};
	for (size_t i = 0; i < MATRICES; i++)
		find_largest(&s, part[i].m, part[i].rows, part[i].columns);
	for (size_t i = 0; i < MATRICES; i++) {
		if (part[i].m == M_H || part[i].m == M_V)
			draw_basis(&s, part[i].m, part[i].to, part[i].columns);
		else
			draw_matrix(&s, part[i].m, part[i].to, part[i].rows, part[i].columns,
				part[i].label);
	}
}

void figure_matrices(const struct figure_run *run, struct canvas *c)
{
	struct rect r = figure_page(run, c, "all eight matrices",
		run->look.slide
			? NULL
			: "Links A, nearly G H; attributes C, nearly U V; W turns U onto G; O: the "
			  "outlier scores. Blue is above zero, orange below, strong where it is "
			  "large beside the others of its matrix. Of many nodes: one, its "
			  "neighbours, and the oddest.");
	figure_panel_matrices(run, c, r);
}
