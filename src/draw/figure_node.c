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
	const char *word = odd_explain_component_name(e, component);
	/* A part of the panel has no letter beside its name, as c1 and O1 are. */
	if (e->score->surprise)
		snprintf(out, size, "%s", word);
	else
		snprintf(out, size, "%s %s", e->score->component[component].name, word);
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

static double weight_of(const odd_explanation *e, size_t t)
{
	const odd_explain_component *part = &e->component[t];
	return part->used && !part->idle ? part->weight * figure_oddness(part->percentile, e->nodes)
					 : 0.0;
}

/* Which parts have a row: all of them, or where only `most` have room those that lift the node
 * most. */
static void choose_parts(bool shown[ODD_COMPONENTS], const odd_explanation *e, size_t most)
{
	size_t n = 0;
	for (size_t t = 0; t < e->score->count; t++) {
		shown[t] = odd_explain_has(e, (int)t);
		n += shown[t];
	}
	for (; n > most && n > 1; n--) {
		size_t least = e->score->count;
		for (size_t t = e->score->count; t-- > 0;)
			if (shown[t] &&
				(least == e->score->count || weight_of(e, t) < weight_of(e, least)))
				least = t;
		shown[least] = false;
	}
}

/* A row for each part of the score. */
void figure_panel_why(const struct figure_run *run, struct canvas *c, struct rect r)
{
	enum { PART, BAR, VALUE, RANK, COLUMNS };
	static const struct table_column column[COLUMNS] = {
		{.title = "part", .kind = TABLE_MARK, .priority = 9},
		{.title = "how odd (rank, log)",
			.brief = "how odd",
			.kind = TABLE_BAR,
			.most = 1.0,
			.priority = 7},
		{.title = "value", .priority = 5, .right = true},
		{.title = "rank", .priority = 8, .right = true}};
	const odd_explanation *e = run->result->why;
	struct table_cell cell[ODD_COMPONENTS * COLUMNS];
	char text[ODD_COMPONENTS][3][NUMBER_SIZE];
	size_t n = 0;
	if (e == NULL) {
		plot_message(c, r, "no node is explained here: the Node screen has this");
		return;
	}
	bool shown[ODD_COMPONENTS];
	const double rows = floor(r.h / c->char_h) - 1.0; /* less the verdict */
	choose_parts(shown, e, c->snap > 0.0 && rows >= 1.0 ? (size_t)rows : ODD_COMPONENTS);
	for (size_t t = 0; t < e->score->count; t++) {
		const odd_explain_component *part = &e->component[t];
		const enum role role = figure_part_role(e->score, t);
		struct table_cell *row = &cell[n * COLUMNS];
		if (!shown[t])
			continue;
		figure_component_name(text[n][0], NUMBER_SIZE, e, (int)t);
		const bool out = part->idle || !part->used;
		if (out)
			snprintf(text[n][2], NUMBER_SIZE, "left out");
		else
			snprintf(text[n][2], NUMBER_SIZE, "#%zu", part->rank);
		row[PART] = (struct table_cell){
			.text = text[n][0], .mark = figure_part_mark(e->score, t), .role = role};
		row[BAR] = (struct table_cell){
			.value = out ? (double)NAN : figure_oddness(part->percentile, e->nodes),
			.role = role};
		row[VALUE] = (struct table_cell){
			.text = out ? "" : figure_score_text(text[n][1], e->score, part->value),
			.role = ROLE_DIM};
		row[RANK] = (struct table_cell){.text = text[n][2]};
		n++;
	}
	const struct table_chart chart = {.column = column,
		.column_count = COLUMNS,
		.cell = cell,
		.rows = n,
		.headless = r.h < (double)(n + 2) * c->char_h};
	r = chart_table_above(&chart, c, r, c->char_h);
	r = figure_wrapped(
		c, r, figure_verdict(e), (struct pen){.role = ROLE_TEXT, .flags = PEN_BOLD});
	const odd_scores *s = run->result->scores;
	for (size_t t = 0; s != NULL && s->score == e->score && t < e->score->count; t++) {
		char line[ODD_WHY + 100], name[NUMBER_SIZE];
		if (e->component[t].used || !odd_explain_has(e, (int)t) ||
			odd_scores_why(s, t)[0] == '\0')
			continue;
		snprintf(line, sizeof line, "%s is left out: %s",
			figure_component_name(name, sizeof name, e, (int)t), odd_scores_why(s, t));
		r = figure_wrapped(c, r, line, pen_of(ROLE_DIM));
	}
}

/* ---- how it ranked so far -------------------------------------------------------------------- */

/* Ranks on a logarithmic scale, the first on top: what happens there matters most. */
void figure_panel_history(const struct figure_run *run, struct canvas *c, struct rect r)
{
	const struct rank_history *h = &run->result->ranks;
	double worst = 2.0, *rank = canvas_alloc(c, h->count + 1, sizeof *rank);
	if (h->count < 2 || rank == NULL) {
		plot_message(c, r, "one moment so far; steps make a history of it");
		return;
	}
	for (size_t i = 0; i < h->count; i++)
		worst = fmax(worst, rank[i] = h->rank[i]);
	const struct line_series series = {
		.x = h->at, .y = rank, .n = h->count, .role = ROLE_TOTAL};
	const struct chart_reference now = {
		h->at[h->count - 1], rank[h->count - 1], ROLE_CURSOR, MARK_CURSOR};
	const struct line_chart chart = {.x = {.whole = true, .title = "iteration"},
		.y = {.rank = true, .lo = 1.0, .hi = worst},
		.series = &series,
		.series_count = 1,
		.reference = &now,
		.reference_count = 1};
	chart_line_draw(&chart, c, r);
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
	if (run->look.slide ||
		(r.w >= BESIDE_COLUMNS * c->char_w && r.h >= BESIDE_ROWS * c->char_h)) {
		const size_t high = run->look.slide ? 2 : 3;
		for (size_t i = 0; i < 2 * high; i++) {
			const struct rect row = layout_share(c, r, false, rows, high, i / 2);
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
	if (e->label != NULL && !run->look.slide) {
		char label[60];
		snprintf(label, sizeof label, ", label %.40s", e->label);
		strncat(title, label, sizeof title - strlen(title) - 1);
	}
	if (e->known && e->kind != ODD_ORDINARY && !run->result->blind && !run->look.slide) {
		strncat(title, ", known as ", sizeof title - strlen(title) - 1);
		strncat(title, odd_kind_name(e->kind), sizeof title - strlen(title) - 1);
	}
	draw_panels(run, c,
		figure_page(run, c, title,
			run->look.slide ? NULL
			: e->unlinked
				? "Attributes: what the data has, as the model sees it (C), what "
				  "it expects (UV), and the squared error."
				: "Links and words: what the data has, as the model sees it (A, C), what it "
				  "expects (GH, UV), and the squared error. Names in brackets are no links: "
				  "the model expects them in vain."));
}
