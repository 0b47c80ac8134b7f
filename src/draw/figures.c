#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/cells.h"
#include "draw/figure_parts.h"

/* ---- names and numbers ------------------------------------------------------------------------
 */

char *figure_count(char out[NUMBER_SIZE], size_t n)
{
	struct number_style style = number_style((double)n, 1.0, NUMBER_FULL);
	return number_write(out, (double)n, &style);
}

void figure_describe_map(
	struct figure_projection *out, char method[FIGURE_METHOD], const odd_projection *map)
{
	static const char *const of[] = {NULL, "links alone (G)", "attributes alone (U Wᵀ)"};
	char number[NUMBER_SIZE];
	if (map->method == ODD_PROJECT_TSNE)
		snprintf(method, FIGURE_METHOD, "t-SNE, perplexity %g, %s %s", map->perplexity,
			figure_count(number, map->iterations),
			map->iterations == 1 ? "iteration" : "iterations");
	else
		snprintf(method, FIGURE_METHOD, "PCA");
	*out = (struct figure_projection){.xy = odd_mat_const(map->xy),
		.node = map->node,
		.of = of[map->source],
		.method = method,
		.explained = {map->explained[0], map->explained[1]}};
}

const odd_evaluation *figure_evaluation(const struct figure_run *run)
{
	return run->result->blind ? NULL : run->result->evaluation;
}

static const char *network_name(const struct figure_run *run)
{
	if (run->result->times != NULL && run->result->history != NULL)
		return run->result->times->name;
	return run->result->net->name != NULL && run->result->net->name[0] != '\0'
		       ? run->result->net->name
		       : "network";
}

bool figure_has_truth(const struct figure_run *run)
{
	return run->result->net->has_truth && run->result->net->truth != NULL &&
	       !run->result->blind;
}

odd_kind figure_kind(const struct figure_run *run, size_t node)
{
	return figure_has_truth(run) ? (odd_kind)run->result->net->truth[node] : ODD_ORDINARY;
}

enum role figure_kind_role(odd_kind kind)
{
	static const enum role role[ODD_KINDS] = {ROLE_ORDINARY, ROLE_STRUCTURAL, ROLE_ATTRIBUTE,
		ROLE_COMBINED, ROLE_ALARM, ROLE_PLACEBO, ROLE_SWAP, ROLE_REWIRE, ROLE_CLIQUE,
		ROLE_CONTEXTUAL};
	return role[kind];
}

enum mark figure_kind_mark(odd_kind kind)
{
	static const enum mark mark[ODD_KINDS] = {MARK_DOT, MARK_TRIANGLE, MARK_SQUARE,
		MARK_DIAMOND, MARK_CIRCLE, MARK_CROSS, MARK_BOX, MARK_WEDGE, MARK_FUNNEL,
		MARK_LOZENGE};
	return mark[kind];
}

double figure_oddness(double percentile, size_t n)
{
	const double rank = (double)n * (1.0 - percentile) + 1.0;
	return n > 1 ? fmax(0.0, 1.0 - log(rank) / log((double)n)) : 1.0;
}

/* Parts that are made for one kind of outlier look like that kind; the others have looks of their
 * own. */
static bool has_kind(const odd_score *score, size_t part)
{
	const odd_kind kind = score->component[part].kind;
	bool first = kind != ODD_ORDINARY && kind != ODD_UNKNOWN_KIND;
	for (size_t t = 0; t < part; t++)
		first = first && score->component[t].kind != kind;
	return first;
}

enum role figure_part_role(const odd_score *score, size_t part)
{
	static const enum role other[ODD_COMPONENTS] = {ROLE_CLIQUE, ROLE_REWIRE, ROLE_SWAP,
		ROLE_CONTEXTUAL, ROLE_CLIQUE, ROLE_REWIRE, ROLE_SWAP, ROLE_CONTEXTUAL};
	return has_kind(score, part) ? figure_kind_role(score->component[part].kind) : other[part];
}

enum mark figure_part_mark(const odd_score *score, size_t part)
{
	static const enum mark other[ODD_COMPONENTS] = {MARK_RING, MARK_WEDGE, MARK_BOX,
		MARK_LOZENGE, MARK_FUNNEL, MARK_PLUS, MARK_CROSS, MARK_CIRCLE};
	return has_kind(score, part) ? figure_kind_mark(score->component[part].kind) : other[part];
}

char *figure_score_text(char out[NUMBER_SIZE], const odd_score *score, double x)
{
	if (score->bounded && (x == 0.0 || fabs(x) >= 0.0005))
		snprintf(out, NUMBER_SIZE, "%.3f", x);
	else
		number_text(out, x, 3);
	return out;
}

/* Ids such as URLs differ at their ends; what a browser needs at the front goes first. */
char *figure_node_name(
	char out[FIGURE_NAME], const struct figure_run *run, size_t node, size_t most)
{
	const char *id = odd_network_title(run->result->net, node);
	static const char *const scheme[] = {"http://", "https://", "www."};
	for (size_t i = 0; i < sizeof scheme / sizeof *scheme; i++) {
		size_t length = strlen(scheme[i]);
		if (strncmp(id, scheme[i], length) == 0 && id[length] != '\0')
			id += length;
	}
	size_t length = strlen(id);
	if (most > FIGURE_NAME - 8)
		most = FIGURE_NAME - 8;
	if (length <= most) {
		memcpy(out, id, length + 1);
		return out;
	}
	/* Ids differ at their end, names at their beginning. */
	const bool named = run->result->net->columns.titles > 0;
	/* Cut between characters: bytes 10xxxxxx continue one. */
	size_t front = named ? most - most / 4 : most / 3, back = length - (most - front - 1);
	while (front > 0 && ((unsigned char)id[front] & 0xC0) == 0x80)
		front--;
	while (back < length && ((unsigned char)id[back] & 0xC0) == 0x80)
		back++;
	snprintf(out, FIGURE_NAME, "%.*s…%s", (int)front, id, id + back);
	return out;
}

/* ---- heading ------------------------------------------------------------------------------- */

/* One more piece of a sentence; what does not fit is left out. */
static void add(char *out, size_t size, const char *between, const char *piece)
{
	size_t used = strlen(out);
	if (used + strlen(between) + strlen(piece) < size)
		snprintf(out + used, size - used, "%s%s", used > 0 ? between : "", piece);
}

static void add_size(char *out, size_t size, const odd_network *net, bool brief)
{
	static const char *const one[] = {"node", "link", "attribute"};
	static const char *const many[] = {"nodes", "links", "attributes"};
	const size_t count[] = {net->nodes, net->edges, net->attributes};
	for (size_t i = 0; i < (brief ? 2u : 3u); i++) {
		char number[NUMBER_SIZE], piece[96];
		if (count[i] == 0 || (i == 2 && net->links_are_words)) /* links stand in for them */
			snprintf(piece, sizeof piece, "no %s", many[i]);
		else
			snprintf(piece, sizeof piece, "%s %s", figure_count(number, count[i]),
				count[i] == 1 ? one[i] : many[i]);
		add(out, size, ", ", piece);
	}
}

const char *figure_truth_word(const struct figure_run *run, size_t outliers)
{
	size_t count[ODD_KINDS], all = 0;
	odd_network_count_truth(run->result->net, count);
	for (int kind = 0; kind < ODD_KINDS; kind++)
		all += odd_kind_is_outlier(kind) ? count[kind] : 0;
	if (run->result->planted > 0 && run->result->planted < all)
		return "planted or known";
	return run->result->planted ? "planted"
	       : outliers == 1      ? "known outlier"
				    : "known outliers";
}

static void add_truth(char *out, size_t size, const struct figure_run *run, bool brief)
{
	size_t count[ODD_KINDS], all = 0, kinds = 0;
	char number[NUMBER_SIZE], piece[160], parts[128] = "";
	if (!figure_has_truth(run))
		return;
	odd_network_count_truth(run->result->net, count);
	for (int kind = 1; kind < ODD_KINDS; kind++) {
		if (count[kind] == 0 || !odd_kind_is_outlier(kind))
			continue;
		all += count[kind];
		kinds++;
		snprintf(piece, sizeof piece, "%s%s%s", figure_count(number, count[kind]),
			kind != ODD_UNKNOWN_KIND ? " " : "",
			kind != ODD_UNKNOWN_KIND
				? cells_mark(figure_kind_mark((odd_kind)kind), GLYPHS_BRAILLE)
				: "");
		add(parts, sizeof parts, " + ", piece);
	}
	if (brief || kinds < 2)
		snprintf(parts, sizeof parts, "%s", figure_count(number, all));
	snprintf(piece, sizeof piece, "%s %s", parts, figure_truth_word(run, all));
	if (all > 0)
		add(out, size, "; ", piece);
	snprintf(piece, sizeof piece, "%s %s", figure_count(number, count[ODD_PLACEBO]),
		count[ODD_PLACEBO] == 1 ? "placebo" : "placebos");
	if (count[ODD_PLACEBO] > 0)
		add(out, size, all > 0 ? " and " : "; ", piece);
}

static void add_options(char *out, size_t size, const struct figure_run *run, bool brief)
{
	char piece[96];
	if (run->result->used == NULL)
		return;
	const char *preset = run->result->used->preset == ODD_PAPER ? "paper" : "calibrated";
	snprintf(piece, sizeof piece, "%s%sK = %zu, seed %llu", brief ? "" : preset,
		brief ? "" : ", ", run->result->used->k,
		(unsigned long long)run->result->used->seed);
	add(out, size, "; ", piece);
}

/* "6 times, 300 nodes in all, 346 attributes" */
static void add_times(char *out, size_t size, const odd_times *times, bool brief)
{
	char number[NUMBER_SIZE], piece[96];
	snprintf(piece, sizeof piece, "%zu %s", times->count, times->count == 1 ? "time" : "times");
	add(out, size, ", ", piece);
	snprintf(piece, sizeof piece, "%s nodes in all", figure_count(number, times->ids.count));
	add(out, size, ", ", piece);
	snprintf(piece, sizeof piece, "%s attributes", figure_count(number, times->attributes));
	if (!brief)
		add(out, size, ", ", piece);
}

char *figure_caption(char *out, size_t size, const struct figure_run *run, int level)
{
	out[0] = '\0';
	if (run->result->times != NULL && run->result->history != NULL) {
		add_times(out, size, run->result->times, level >= 2);
		if (level < 3)
			add_options(out, size, run, level >= 1);
		return out;
	}
	add_size(out, size, run->result->net, level >= 2);
	add_truth(out, size, run, level >= 1);
	if (level < 3)
		add_options(out, size, run, level >= 1);
	return out;
}

/* ---- small print --------------------------------------------------------------------------- */

#define PRINT_LINES 3

/* At the lower edge of r, if it takes no more than a ninth of it; returns the rest. */
static struct rect small_print(struct canvas *c, struct rect r, const char *text)
{
	struct pen pen = {.role = ROLE_DIM, .flags = PEN_SMALL};
	char line[256], fitted[256];
	size_t n = 0, skip;
	double h = canvas_text_extent(c, "0", pen).h, gap = c->snap > 0.0 ? 0.0 : 8.0;
	if (text == NULL || text[0] == '\0')
		return r;
	for (const char *p = text; *p != '\0'; p += skip, n++)
		canvas_text_break(c, p, r.w, &skip, pen);
	if (n > PRINT_LINES || (double)n * h > r.h / 9.0)
		return r;
	struct point at = {r.x, rect_bottom(r) - (double)n * h};
	for (; *text != '\0'; text += skip, at.y += h) {
		size_t length = canvas_text_break(c, text, r.w, &skip, pen);
		snprintf(line, sizeof line, "%.*s", (int)length, text);
		canvas_text_fit(c, fitted, sizeof fitted, line, r.w, pen);
		canvas_text(c, at, ANCHOR_TOP_LEFT, fitted, pen);
	}
	return rect_inset(r, 0, 0, 0, (double)n * h + gap);
}

struct rect figure_wrapped(struct canvas *c, struct rect r, const char *text, struct pen pen)
{
	char line[512], fitted[512];
	const double h = canvas_text_extent(c, "0", pen).h;
	for (size_t skip; *text != '\0' && r.h + 1e-9 >= h; text += skip) {
		size_t length = canvas_text_break(c, text, r.w, &skip, pen);
		snprintf(line, sizeof line, "%.*s", (int)length, text);
		canvas_text_fit(c, fitted, sizeof fitted, line, r.w, pen);
		canvas_text(c, (struct point){r.x, r.y}, ANCHOR_TOP_LEFT, fitted, pen);
		r = rect_inset(r, 0, h, 0, 0);
	}
	return r;
}

struct rect figure_page_at(const struct figure_run *run, struct canvas *c, const char *title,
	const char *moment, const char *print)
{
	char heading[256], below[256];
	double room = 0.96 * c->w;
	snprintf(heading, sizeof heading, "%.80s: %s%s%.60s", network_name(run), title,
		moment != NULL ? ", " : "", moment != NULL ? moment : "");
	for (int level = 0; level < 4; level++) {
		figure_caption(below, sizeof below, run, level);
		if (canvas_text_width(c, below, pen_of(ROLE_DIM)) <= room)
			break;
	}
	struct rect r = figure_begin(c, heading, below);
	r = small_print(c, r, run->result->again);
	return small_print(c, r, print);
}

struct rect figure_page(
	const struct figure_run *run, struct canvas *c, const char *title, const char *print)
{
	return figure_page_at(run, c, title, run->result->moment, print);
}

size_t figure_split(struct rect *out, const struct canvas *c, struct rect r, const double *weight,
	size_t n, double least)
{
	double all = 0.0, smallest = INFINITY;
	for (size_t i = 0; i < n; i++) {
		all += weight[i];
		smallest = fmin(smallest, weight[i]);
	}
	bool across = r.w * smallest / all >= least * c->char_w;
	if (!across && r.h * smallest / all < 8.0 * c->char_h) {
		out[0] = r;
		return 1;
	}
	for (size_t i = 0; i < n; i++)
		out[i] = layout_share(c, r, across, weight, n, i);
	return n;
}

/* ---- the table ----------------------------------------------------------------------------- */

static void draw_dashboard(const struct figure_run *run, struct canvas *c)
{
	static figure_panel *const panel[4] = {
		figure_panel_loss, figure_panel_map, figure_panel_ranking, figure_panel_recall};
	static const char *const title[4] = {"Loss", "Map", "The oddest nodes", "Recall"};
	char about[160];
	struct rect room[4], r = figure_page(run, c, "overview", NULL);
	size_t n = 4;
	if (r.w >= 76.0 * c->char_w && r.h >= 16.0 * c->char_h) {
		layout_grid(room, c, r, 2, 2);
	} else {
		static const double equal[4] = {1, 1, 1, 1};
		n = figure_split(room, c, r, equal, 4, INFINITY);
	}
	for (size_t i = 0; i < n; i++) {
		const char *note = NULL;
		if (i == 1)
			note = figure_map_note(about, sizeof about, run, true);
		panel[i](run, c, panel_begin(c, room[i], title[i], note, false));
	}
}

static const struct figure table[] = {
	{"loss", "Loss", "the loss and its three terms by sub-step, and what each sub-step did",
		1600, 900, 960, 80, 24, "trace", false, figure_loss},
	{"map", "Map", "the nodes in two dimensions, with known outliers and the oddest nodes",
		1600, 900, 800, 80, 24, "projection", true, figure_map},
	{"recall", "Recall", "share of the known outliers among the top 5 to 25 % of the ranking",
		1600, 900, 800, 80, 24, "recall", false, figure_recall},
	{"scores", "Scores", "how the three scores are spread, ordinary nodes against outliers",
		1600, 900, 960, 80, 24, "scores", false, figure_scores},
	{"ranking", "Ranking", "the 25 oddest nodes and what makes them odd", 1600, 900, 880, 80,
		30, "scores", false, figure_ranking},
	{"weights", "Weights", "what every node weighs in the three terms, the most doubted named",
		1600, 900, 960, 80, 24, "embedding", false, figure_weights},
	{"matrices", "Matrices", "all eight matrices as signed cells, or the part of them in sight",
		1600, 900, 960, 90, 30, "embedding", false, figure_matrices},
	{"dashboard", "Dashboard", "loss, map, ranking and recall on one page", 1600, 900, 1120,
		110, 36, "scores", true, draw_dashboard},
};

/* Those of screens. */
static const struct figure screens[] = {
	{"parabola", "Parabola",
		"the loss as a function of the one number that the lesson watches, before and after",
		1600, 900, 800, 80, 24, "trace", false, figure_parabola},
	{"lesson", "Lesson",
		"a sub-step: its equation, the watched number, what it did to every term, and why",
		1600, 900, 1000, 110, 36, "trace", false, figure_lesson},
	{"node", "Node",
		"a node: what makes it odd, how it ranked, its worst explained links and words",
		1600, 1200, 1040, 110, 48, "scores", false, figure_node},
	{"runs", "Runs",
		"this run, the kept ones and the published numbers in a table, with their curves",
		1600, 900, 880, 90, 30, "runs", false, figure_runs},
	{"beside", "Beside",
		"this run and the one kept last: both lists, what differs, and both losses", 1600,
		900, 880, 90, 30, "runs", false, figure_beside},
};

const struct figure times_figure = {"times", "Times",
	"ranks over time, of the nodes that became odd", 1600, 900, 800, 80, 24, "times", false,
	figure_times};

const struct figure *figure_every_get(size_t i)
{
	const size_t runs = sizeof table / sizeof *table;
	if (i < runs)
		return &table[i];
	return i - runs < sizeof screens / sizeof *screens ? &screens[i - runs] : NULL;
}

const struct figure *figure_every_find(const char *name)
{
	const struct figure *figure;
	for (size_t i = 0; (figure = figure_every_get(i)) != NULL; i++)
		if (strcmp(figure->name, name) == 0)
			return figure;
	return NULL;
}

const struct figure *figure_get(size_t i)
{
	return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

const struct figure *figure_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	}
	return NULL;
}

void figure_draw(const struct figure *figure, const struct figure_run *run, struct canvas *c)
{
	figure->draw(run, c);
}

double figure_raster_scale(const struct figure *figure, unsigned width, unsigned height)
{
	double w = figure->layout_width, h = w * figure->height / figure->width;
	return fmin(width / w, height / h);
}
