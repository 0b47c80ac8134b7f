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

enum { NUMBER_WIDE = 6, LABEL_MOST = 9, GAP = 2 };

/* Which rows and columns of something are in sight. */
struct window {
	size_t from, count;
};

struct sheet {
	const struct figure_run *run;
	struct canvas *c;
	double cell_w, cell_h, label_w;
	bool flat; /* characters: colour the number; else tint the cell */
	struct window node, linked, word, dimension;
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
	const struct sheet *s, const struct window *of, size_t i, char room[FIGURE_NAME])
{
	const odd_network *net = s->run->result->net;
	if (of == &s->dimension)
		snprintf(room, FIGURE_NAME, "%zu", i + 1);
	else
		snprintf(room, FIGURE_NAME, "%s",
			odd_names_get(of == &s->word ? &net->words : &net->ids, i));
	return room;
}

/* One matrix: its name, the names of its columns, and its rows; rows are named where label is. */
static void draw_matrix(struct sheet *s, enum matrix m, struct point to, const struct window *rows,
	const struct window *columns, bool label)
{
	const struct pen dim = {.role = ROLE_DIM}, bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	const double x0 = to.x + (label ? s->label_w : 0.0),
		     pad = s->flat ? 1.0 : s->c->char_w * 0.5;
	char name[FIGURE_NAME], cut[FIGURE_NAME];
	canvas_text(s->c, (struct point){label ? to.x : x0, to.y + s->cell_h / 2.0}, ANCHOR_LEFT,
		names[m], bold);
	for (size_t j = 0; j < columns->count; j++) {
		if (m == M_O)
			snprintf(name, sizeof name, "O%zu", j + 1);
		else
			label_of(s, columns, columns->from + j, name);
		canvas_text_fit(s->c, cut, sizeof cut, name, s->cell_w - s->c->char_w, dim);
		if (j > 0 || label || m == M_O || strlen(cut) < 3)
			canvas_text(s->c,
				(struct point){x0 + (double)(j + 1) * s->cell_w - pad,
					to.y + s->cell_h / 2.0},
				ANCHOR_RIGHT, cut, dim);
	}
	for (size_t i = 0; i < rows->count; i++) {
		const double y = to.y + (double)(i + 1) * s->cell_h;
		if (label) {
			label_of(s, rows, rows->from + i, name);
			canvas_text_fit(
				s->c, cut, sizeof cut, name, s->label_w - s->c->char_w, dim);
			canvas_text(s->c, (struct point){to.x, y + s->cell_h / 2.0}, ANCHOR_LEFT,
				cut, dim);
		}
		for (size_t j = 0; j < columns->count; j++)
			draw_cell(s, m, rows->from + i, columns->from + j,
				(struct rect){x0 + (double)j * s->cell_w, y, s->cell_w, s->cell_h});
	}
}

/* ---- the sheet --------------------------------------------------------------------------------
 */

/* As many as there is room for, with the one that is looked at among them. */
static struct window window_of(size_t all, size_t room, size_t seen)
{
	struct window w = {0, room < all ? room : all};
	if (seen >= w.count)
		w.from = seen + 1 - w.count;
	return w;
}

static size_t whole(double x)
{
	return x > 0.0 ? (size_t)x : 0;
}

static void find_largest(
	struct sheet *s, enum matrix m, const struct window *rows, const struct window *columns)
{
	s->largest[m] = 0.0;
	for (size_t i = 0; i < rows->count; i++)
		for (size_t j = 0; j < columns->count; j++)
			s->largest[m] = fmax(
				s->largest[m], fabs(at(s, m, rows->from + i, columns->from + j)));
}

static void choose_windows(struct sheet *s, struct rect r)
{
	const odd_one_state *x = &s->run->result->state;
	const odd_watch *w = s->l != NULL ? &s->l->watch : NULL;
	const size_t across =
		whole((r.w - s->label_w - 2.0 * GAP * s->c->char_w) / s->cell_w + 1e-9);
	const size_t down = whole(r.h / s->cell_h + 1e-9);
	/* Dimensions stand beside each other and, twice, below each other. */
	size_t k = x->k < 4 ? x->k : across > 22 ? 8 : 4;
	k = k < x->k ? k : x->k;
	const size_t taken = k + (k > 3 ? k : 3);
	const size_t wide = across > taken ? across - taken : 1;
	const size_t tall = down > 2 * k + 2 ? (down - 2 - 2 * k) / 2 : 1;
	size_t dimension = w != NULL ? w->dimension : 0;
	if (w != NULL && s->l->step == ODD_STEP_W && w->other > dimension)
		dimension = w->other;
	s->node = window_of(x->nodes, tall, w != NULL ? w->node : 0);
	s->linked = window_of(x->nodes, wide, w != NULL ? w->node : 0);
	s->word = window_of(s->C.cols < x->attributes ? s->C.cols : x->attributes, wide,
		w != NULL ? w->attribute : 0);
	s->dimension = window_of(x->k, k, dimension);
}

void figure_panel_matrices(const struct figure_run *run, struct canvas *c, struct rect r)
{
	struct sheet s = {.run = run, .c = c, .flat = c->snap > 0.0, .l = run->result->lesson};
	const struct window three = {0, 3};
	const odd_one *one = run->result->one;
	s.A = one != NULL ? odd_csr_const(odd_one_input(one)->A) : run->result->A;
	s.C = one != NULL ? odd_csr_const(odd_one_input(one)->C) : run->result->C;
	if (run->result->state.nodes == 0 || s.A.rows == 0) {
		plot_message(c, r,
			"the matrices are not at hand: the network is too large to copy them");
		return;
	}
	s.cell_w = NUMBER_WIDE * c->char_w;
	s.cell_h = s.flat ? 1.0 : 1.5 * c->char_h;
	s.label_w = (LABEL_MOST - 2) * c->char_w;
	choose_windows(&s, r);
	const double gap = GAP * c->char_w;
	const double middle =
		r.x + s.label_w +
		(double)(s.linked.count > s.word.count ? s.linked.count : s.word.count) * s.cell_w +
		gap;
	const double right = middle + (double)s.dimension.count * s.cell_w + gap;
	const double low = r.y + (double)(s.node.count + s.dimension.count + 1) * s.cell_h;
	const double below = (double)s.node.count * s.cell_h;
	const struct {
		enum matrix m;
		struct point to;
		const struct window *rows, *columns;
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
		const bool basis = part[i].m == M_H || part[i].m == M_V;
		if (!basis)
			draw_matrix(&s, part[i].m, part[i].to, part[i].rows, part[i].columns,
				part[i].label);
		/* H and V have their columns' names above them already: rows alone. */
		for (size_t k = 0; basis && k < s.dimension.count; k++) {
			const double y = part[i].to.y + (double)(k + 1) * s.cell_h;
			char name[24];
			snprintf(name, sizeof name, "%s %zu", names[part[i].m],
				s.dimension.from + k + 1);
			canvas_text(c, (struct point){r.x, y + s.cell_h / 2.0}, ANCHOR_LEFT, name,
				(struct pen){.role = ROLE_TEXT, .flags = PEN_BOLD});
			for (size_t j = 0; j < part[i].columns->count; j++)
				draw_cell(&s, part[i].m, s.dimension.from + k,
					part[i].columns->from + j,
					(struct rect){r.x + s.label_w + (double)j * s.cell_w, y,
						s.cell_w, s.cell_h});
		}
	}
}

void figure_matrices(const struct figure_run *run, struct canvas *c)
{
	struct rect r = figure_page(run, c, "all eight matrices",
		"Links A, nearly G H; attributes C, nearly U V; W turns U onto G; O: the outlier scores. "
		"Blue is above zero, orange below, strong where it is large beside the others of its "
		"matrix.");
	figure_panel_matrices(run, c, r);
}
