/* A node as a page: what makes it odd, how it ranked so far, which of its links and words the model
 * explains worst, what that means, and who is near it. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"

/* ---- in words -------------------------------------------------------------------------------- */

const char *figure_verdict(const odd_explanation *e)
{
	switch (e->looks) {
	case ODD_STRUCTURAL:
		return "so: a structural outlier, by its looks";
	case ODD_ATTRIBUTE:
		return "so: an attribute outlier, by its looks";
	case ODD_COMBINED:
		return "so: a combined outlier, by its looks";
	case ODD_UNKNOWN_KIND:
		return 10 * e->rank > e->nodes ? "so: not particularly odd"
					       : "so: odd, but of no clear kind";
	default:
		return "so: nothing unusual";
	}
}

char *figure_component_name(char *out, size_t size, const odd_explanation *e, int component)
{
	snprintf(out, size, "%s %s", e->score->component[component].name,
		odd_explain_component_name(e, component));
	return out;
}

char *figure_ranks_text(char *out, size_t size, const struct rank_history *ranks)
{
	uint32_t best = ranks->count > 0 ? ranks->rank[0] : 0;
	for (size_t i = 0; i < ranks->count; i++)
		best = ranks->rank[i] < best ? ranks->rank[i] : best;
	out[0] = '\0';
	if (ranks->count > 0)
		snprintf(out, size, "now #%u, best #%u", ranks->rank[ranks->count - 1], best);
	return out;
}

/* ---- how odd its parts are ------------------------------------------------------------------- */

static void put(struct canvas *c, struct point at, enum anchor anchor, const char *text,
	double room, struct pen pen)
{
	char fitted[256];
	if (room <= 0.0)
		return;
	canvas_text_fit(c, fitted, sizeof fitted, text, room, pen);
	canvas_text(c, at, anchor, fitted, pen);
}

/* "▲ c1 links ███████▌ 0.982 #1": the bar is the share of nodes that are no odder. */
static void draw_component(
	struct canvas *c, struct rect r, const odd_explanation *e, int t, double line)
{
	static const enum role roles[3] = {ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED};
	const double unit = c->char_w, right = fmin(rect_right(r), r.x + 80.0 * unit),
		     middle = r.y + line / 2.0;
	const struct pen pen = {.role = roles[t]};
	const bool bold = t == e->strongest;
	char name[40], value[NUMBER_SIZE], rank[32];
	canvas_mark(c, (struct point){r.x + 0.5 * unit, middle}, (enum mark)(MARK_TRIANGLE + t),
		1.0, pen);
	figure_component_name(name, sizeof name, e, t);
	put(c, (struct point){r.x + 2.0 * unit, middle}, ANCHOR_LEFT, name, 13.0 * unit,
		(struct pen){.role = ROLE_TEXT, .flags = bold ? PEN_BOLD : 0u});
	figure_score_text(value, e->score, e->component[t].value);
	if (e->component[t].idle)
		snprintf(rank, sizeof rank, "unused");
	else
		snprintf(rank, sizeof rank, "#%zu", e->component[t].rank);
	put(c, (struct point){right - 7.0 * unit, middle}, ANCHOR_LEFT, rank, 7.0 * unit,
		pen_of(ROLE_TEXT));
	canvas_text(c, (struct point){right - 8.0 * unit, middle}, ANCHOR_RIGHT, value,
		pen_of(ROLE_DIM));
	const double bar = r.x + 16.0 * unit;
	const double end = right - 9.0 * unit - canvas_text_width(c, value, pen_of(ROLE_DIM));
	const double room = fmin(end - bar, 40.0 * unit);
	const double inset = c->snap > 0.0 ? 0.0 : 0.2 * line;
	if (room >= 3.0 * unit && !e->component[t].idle)
		canvas_fill(c,
			(struct rect){bar, r.y + inset, room * e->component[t].percentile,
				line - 2.0 * inset},
			pen);
}

void figure_panel_why(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_explanation *e = run->result->why;
	const double line = c->snap > 0.0 ? 1.0 : 1.4 * c->char_h;
	if (e == NULL) {
		plot_message(c, r, "no node is explained here: the Node screen has this");
		return;
	}
	if (r.w < 26.0 * c->char_w) {
		plot_message(c, r, "no room");
		return;
	}
	for (int t = 0; t < 3 && r.h + 1e-9 >= line; t++) {
		if (!odd_explain_has(e, t))
			continue;
		draw_component(c, r, e, t, line);
		r = rect_inset(r, 0, line, 0, 0);
	}
	if (r.h + 1e-9 >= line) {
		put(c, (struct point){r.x, r.y + line / 2.0}, ANCHOR_LEFT, figure_verdict(e), r.w,
			(struct pen){.role = ROLE_TEXT, .flags = PEN_BOLD});
		r = rect_inset(r, 0, line, 0, 0);
	}
	static const char legend[] = "# rank among all nodes; bar: the share that is no odder";
	const struct pen small = {.role = ROLE_DIM, .flags = PEN_SMALL};
	if (r.h >= 2.0 * c->char_h && canvas_text_width(c, legend, small) <= r.w)
		put(c, (struct point){r.x, r.y + (c->snap > 0.0 ? 1.0 : 0.4 * line)},
			ANCHOR_TOP_LEFT, legend, r.w, small);
}

/* ---- how it ranked so far -------------------------------------------------------------------- */

struct history {
	const struct rank_history *of;
	struct rect area;
	double worst;
};

/* Ranks on a logarithmic scale, the first on top: what happens there matters most. */
static double height_of(const struct history *h, const struct canvas *c, double rank)
{
	const double share = h->worst > 1.0 ? log(rank) / log(h->worst) : 0.0;
	const double air = (c->snap > 0.0 ? 0.25 : 0.5) * c->char_h;
	return h->area.y + air + share * (h->area.h - 2.0 * air);
}

static double across(const struct history *h, const struct canvas *c, double at)
{
	const double from = h->of->at[0], to = h->of->at[h->of->count - 1];
	return h->area.x + 0.5 * c->char_w +
	       (to > from ? (at - from) / (to - from) : 0.0) * (h->area.w - c->char_w);
}

static double tick_step(double span, double columns)
{
	static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
	size_t i = 0;
	while (i + 1 < sizeof steps / sizeof *steps && span / steps[i] * 7.0 > columns)
		i++;
	return steps[i];
}

static void draw_iterations(const struct history *h, struct canvas *c, double left)
{
	const struct pen dim = {.role = ROLE_DIM, .flags = PEN_SMALL};
	const double from = h->of->at[0], to = h->of->at[h->of->count - 1];
	const double step = tick_step(to - from, h->area.w / c->char_w);
	const double y = rect_bottom(h->area), right = rect_right(h->area);
	double free_from = left + canvas_text_width(c, "it", dim);
	char label[32];
	canvas_text(c, (struct point){left, y}, ANCHOR_TOP_LEFT, "it", dim);
	for (double at = step * ceil(from / step); at <= to + 1e-9; at += step) {
		snprintf(label, sizeof label, "%.0f", at);
		const double w = canvas_text_width(c, label, dim);
		double x = across(h, c, at);
		canvas_rule(
			c, (struct point){x, h->area.y}, (struct point){x, y}, pen_of(ROLE_GRID));
		x = c->snap > 0.0 ? floor(x) - floor((w - 1.0) / 2.0) : x - w / 2.0;
		x = fmin(x, right - w);
		if (x < free_from)
			continue;
		canvas_text(c, (struct point){x, y}, ANCHOR_TOP_LEFT, label, dim);
		free_from = x + w + 2.0 * c->char_w;
	}
}

/* The best, the worst and one between. */
static void draw_ranks(const struct history *h, struct canvas *c, double left)
{
	const struct pen dim = {.role = ROLE_DIM, .flags = PEN_SMALL};
	const double middle = floor(sqrt(h->worst) + 0.5);
	const double rank[3] = {1.0, middle, h->worst};
	const bool snap = c->snap > 0.0,
		   between = h->area.h >= 5.0 * c->char_h && middle > 1.0 && middle < h->worst;
	for (int i = 0; i < 3; i++) {
		char label[32];
		const double y = height_of(h, c, rank[i]);
		if (i == 1 && !between)
			continue;
		snprintf(label, sizeof label, "#%.0f", rank[i]);
		canvas_rule(c, (struct point){h->area.x, y}, (struct point){rect_right(h->area), y},
			pen_of(ROLE_GRID));
		if (snap)
			put(c, (struct point){left, i == 2 ? rect_bottom(h->area) - 1.0 : floor(y)},
				ANCHOR_TOP_LEFT, label, 6.0, dim);
		else
			canvas_text(c, (struct point){h->area.x - 0.5 * c->char_w, y}, ANCHOR_RIGHT,
				label, dim);
	}
}

void figure_panel_history(const struct figure_run *run, struct canvas *c, struct rect r)
{
	struct history h = {.of = &run->result->ranks, .worst = 2.0};
	const size_t count = run->result->ranks.count;
	if (count < 2 || r.h < 3.0 * c->char_h || r.w < 16.0 * c->char_w) {
		plot_message(c, r, "one moment so far; steps make a history of it");
		return;
	}
	for (size_t i = 0; i < count; i++)
		h.worst = fmax(h.worst, h.of->rank[i]);
	h.area = (struct rect){r.x + 7.0 * c->char_w, r.y, r.w - 8.0 * c->char_w, r.h - c->char_h};
	draw_ranks(&h, c, r.x);
	draw_iterations(&h, c, r.x + c->char_w);
	struct stroke stroke;
	stroke_begin(&stroke, c, pen_of(ROLE_TOTAL));
	for (size_t i = 0; i < count; i++)
		stroke_to(&stroke, (struct point){across(&h, c, h.of->at[i]),
					   height_of(&h, c, h.of->rank[i])});
	stroke_end(&stroke);
	canvas_mark(c,
		(struct point){across(&h, c, h.of->at[count - 1]),
			height_of(&h, c, h.of->rank[count - 1])},
		MARK_CURSOR, 1.0, pen_of(ROLE_CURSOR));
}

/* ---- its links, words and near nodes --------------------------------------------------------- */

/* No page has room for more. */
enum { ROWS_MOST = 40 };

static void draw_entries(const struct figure_run *run, bool links, struct canvas *c, struct rect r)
{
	const odd_explanation *e = run->result->why;
	const odd_explain_row *row = links ? &e->links : &e->attributes;
	const size_t all = row->present_count + row->absent_count;
	const odd_explain_entry **entry = canvas_alloc(c, all + 1, sizeof *entry);
	struct figure_entries f = {e, c, r.w, links, run->result->net->classes.count > 0};
	struct table_column column[FIGURE_ENTRY_COLUMNS];
	struct table_cell cell[ROWS_MOST * FIGURE_ENTRY_COLUMNS];
	struct figure_entry_text text[ROWS_MOST];
	char title[80], note[80];
	figure_entries_heading(title, note, sizeof title, &f);
	r = panel_begin(c, r, title, note, false);
	f.width = r.w;
	size_t n = entry != NULL ? figure_entries_sort(entry, row) : 0;
	n = n < ROWS_MOST ? n : ROWS_MOST;
	for (size_t i = 0; i < n; i++)
		figure_entry_cells(&cell[i * FIGURE_ENTRY_COLUMNS], &text[i], entry[i], &f);
	figure_entry_columns(column, &f);
	const struct table_chart chart = {.column = column,
		.column_count = FIGURE_ENTRY_COLUMNS,
		.cell = cell,
		.rows = n,
		.empty = links                ? "it has no links"
			 : e->place.stand_ins ? "it has no stand-ins"
			 : e->place.words     ? "it has no words"
					      : "it has no attributes"};
	chart_table_draw(&chart, c, r);
}

static void draw_near(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_explanation *e = run->result->why;
	struct table_column column[FIGURE_NEAR_COLUMNS];
	struct table_cell cell[ROWS_MOST * FIGURE_NEAR_COLUMNS];
	struct figure_entry_text text[ROWS_MOST];
	const size_t n = e->near_count < ROWS_MOST ? e->near_count : ROWS_MOST;
	r = panel_begin(c, r, "Near", "in the embedding", false);
	const struct figure_entries f = {e, c, r.w, true, run->result->net->classes.count > 0};
	for (size_t i = 0; i < n; i++)
		figure_near_cells(&cell[i * FIGURE_NEAR_COLUMNS], &text[i], &e->near[i], &f);
	figure_near_columns(column, &f);
	const struct table_chart chart = {.column = column,
		.column_count = FIGURE_NEAR_COLUMNS,
		.cell = cell,
		.rows = n,
		.empty = "nobody is near"};
	chart_table_draw(&chart, c, r);
}

static void draw_sentences(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const odd_sentences *s = run->result->sentences;
	const struct pen plain = {.role = ROLE_TEXT, .flags = PEN_SMALL};
	const double h = canvas_text_extent(c, "0", plain).h;
	char note[60] = "";
	size_t lines = 0, skip;
	for (size_t i = 0; s != NULL && i < s->count; i++)
		for (const char *p = s->line[i]; *p != '\0'; p += skip, lines++)
			canvas_text_break(c, p, r.w - 2.0 * c->char_w, &skip, plain);
	if ((double)(lines + 2) * h > r.h)
		snprintf(note, sizeof note, "the first of %zu sentences", s->count);
	r = panel_begin(c, r, "In words", note, false);
	for (size_t i = 0; s != NULL && i < s->count; i++)
		r = figure_wrapped(c, r, s->line[i],
			(struct pen){
				.role = ROLE_TEXT, .flags = PEN_SMALL | (i == 0 ? PEN_BOLD : 0u)});
}

/* ---- the page -------------------------------------------------------------------------------- */

static void draw_why(const struct figure_run *run, struct canvas *c, struct rect r)
{
	char total[NUMBER_SIZE], note[80];
	snprintf(note, sizeof note, "score %s", number_text(total, run->result->why->total, 3));
	figure_panel_why(run, c, panel_begin(c, r, "Why", note, false));
}

static void draw_history(const struct figure_run *run, struct canvas *c, struct rect r)
{
	char note[80];
	figure_ranks_text(note, sizeof note, &run->result->ranks);
	figure_panel_history(run, c, panel_begin(c, r, "Rank history", note, false));
}

static void draw_links(const struct figure_run *run, struct canvas *c, struct rect r)
{
	draw_entries(run, true, c, r);
}

static void draw_words(const struct figure_run *run, struct canvas *c, struct rect r)
{
	draw_entries(run, false, c, r);
}

/* Side by side from so many characters on, else below each other, the most telling first. */
enum { BESIDE_COLUMNS = 76, BESIDE_ROWS = 20, PANELS = 6 };

typedef void panel(const struct figure_run *run, struct canvas *c, struct rect r);

/* Is there anything to show in it? */
static bool has_panel(const struct figure_run *run, panel *p)
{
	return (p != draw_history || run->result->ranks.count > 1) &&
	       (p != draw_links || !run->result->why->unlinked);
}

static void draw_panels(const struct figure_run *run, struct canvas *c, struct rect r)
{
	static const double rows[3] = {0.75, 1.2, 1.2}, half[2] = {1.0, 1.0},
			    third[2] = {0.66, 0.34}, equal[PANELS] = {1, 1, 1, 1, 1, 1};
	static panel *const beside[PANELS] = {
		draw_why, draw_history, draw_links, draw_words, draw_sentences, draw_near};
	static panel *const below[PANELS] = {
		draw_why, draw_sentences, draw_links, draw_words, draw_near, draw_history};
	if (r.w >= BESIDE_COLUMNS * c->char_w && r.h >= BESIDE_ROWS * c->char_h) {
		for (size_t i = 0; i < PANELS; i++) {
			const struct rect row = layout_share(c, r, false, rows, 3, i / 2);
			const bool two = has_panel(run, beside[i ^ 1]);
			if (has_panel(run, beside[i]))
				beside[i](run, c,
					!two ? row
					     : layout_share(c, row, true, i / 2 == 2 ? third : half,
						       2, i % 2));
		}
		return;
	}
	size_t n = 0, at = 0;
	for (size_t i = 0; i < PANELS; i++)
		n += has_panel(run, below[i]);
	n = (size_t)fmax(1.0, fmin((double)n, floor(r.h / (7.0 * c->char_h))));
	for (size_t i = 0; i < PANELS && at < n; i++)
		if (has_panel(run, below[i]))
			below[i](run, c, layout_share(c, r, false, equal, n, at++));
}

void figure_node(const struct figure_run *run, struct canvas *c)
{
	const odd_explanation *e = run->result->why;
	char title[300], name[FIGURE_NAME];
	if (e == NULL) {
		plot_message(c, figure_page(run, c, "a node", NULL),
			"no node is explained here: name or select one");
		return;
	}
	snprintf(title, sizeof title, "why %s ranks %zu of %zu",
		figure_node_name(name, run, e->node, 40), e->rank, e->nodes);
	if (e->label != NULL) {
		char label[60];
		snprintf(label, sizeof label, ", label %.40s", e->label);
		strncat(title, label, sizeof title - strlen(title) - 1);
	}
	if (e->known && e->kind != ODD_ORDINARY && !run->result->blind) {
		strncat(title, ", known as ", sizeof title - strlen(title) - 1);
		strncat(title, odd_kind_name(e->kind), sizeof title - strlen(title) - 1);
	}
	draw_panels(run, c,
		figure_page(run, c, title,
			e->unlinked
				? "Attributes: what the data has, as the model sees it (C), what "
				  "it expects (UV), and the squared error."
				: "Links and words: what the data has, as the model sees it (A, C), what it "
				  "expects (GH, UV), and the squared error. Names in brackets are no links: "
				  "the model expects them in vain."));
}
