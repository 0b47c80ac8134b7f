/* The Lesson and Node screens as pages: they fit any size on both kinds of canvas, and say what the
 * screens say. */
#include "config.h"

#include "helpers.h"

#include "draw/cells.h"
#include "figure_samples.h"
#include "lsan.h"
#include "recorder.h"

static struct recorder r;

static void record(const char *name, const struct figure_run *run, bool cells, double w, double h)
{
	const struct figure *f = figure_every_find(name);
	assert_non_null(f);
	recorder_init(&r, cells, w, h);
	sample_draw(f, run, &r.canvas);
	recorder_check(&r, name);
}

static void record_all(const char *name, const struct figure_run *run)
{
	static const double cells[][2] = {{40, 12}, {80, 24}, {110, 48}, {41, 60}, {200, 12}};
	static const double paper[][2] = {{1040, 780}, {1000, 562}, {400, 225}, {450, 800}};
	for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
		record(name, run, true, cells[k][0], cells[k][1]);
	for (size_t k = 0; k < sizeof paper / sizeof *paper; k++)
		record(name, run, false, paper[k][0], paper[k][1]);
	for (double w = 1; w < 44; w += 6)
		for (double h = 1; h < 12; h += 3) {
			record(name, run, true, w, h);
			record(name, run, false, 7 * w, 14 * h);
		}
}

/* The page in characters; to be freed. */
static char *text_of(const char *name, const struct figure_run *run, size_t w, size_t h)
{
	struct canvas *c;
	odd_error err;
	assert_ok(cells_create(&c, w, h, GLYPHS_BRAILLE, &err), err);
	sample_draw(figure_every_find(name), run, c);
	assert_ok(canvas_finish(c, &err), err);
	char *text = cells_to_text(c);
	assert_non_null(text);
	canvas_free(c);
	return text;
}

/* ---- a lesson -------------------------------------------------------------------------------- */

struct lesson_sample {
	struct figure_sample s;
	odd_lesson lesson;
	double became;
	struct node_change changed[3];
};

/* The last sub-step of this kind in the trace, which ends there. */
static void lesson_init(struct lesson_sample *l, odd_substep step)
{
	figure_sample_init(&l->s, SAMPLE_NODES);
	while (l->s.trace.point[l->s.trace.count - 1].step != step)
		l->s.trace.count--;
	odd_trace_point *last = &l->s.trace.point[l->s.trace.count - 1];
	l->s.options.alpha = 2.0;
	l->s.options.beta = 0.5;
	last->term[0] = last[-1].term[0] - 8.0; /* one falls, one rises, one stays */
	last->term[1] = last[-1].term[1];
	last->term[2] = last[-1].term[2] + 4.0;
	last->loss = last[-1].loss - 6.0;
	l->became = 0.25;
	l->lesson = (odd_lesson){.step = step,
		.iteration = last->iteration,
		.fraction = true,
		.above = {.total = 0.5},
		.below = {.total = 2.0},
		.old_value = 0.125,
		.value = 0.25,
		.curve = {.shape = ODD_CURVE_PARABOLA, .steep = 2.0, .lowest = 0.25}};
	for (size_t i = 0; i < 3; i++)
		l->changed[i] = (struct node_change){i, -1.5 + (double)i};
	l->s.result.used = &l->s.options;
	l->s.result.lesson = &l->lesson;
	l->s.result.watched = "G[node-1, 3]";
	l->s.result.became = &l->became;
	l->s.result.changed = l->changed;
	l->s.result.changed_count = 3;
}

static void a_lesson_fits_any_page(void **state)
{
	(void)state;
	for (int step = ODD_STEP_W; step <= ODD_STEP_O; step++) {
		struct lesson_sample l;
		lesson_init(&l, (odd_substep)step);
		record_all("lesson", &l.s.run);
		l.lesson.block = true;
		record("lesson", &l.s.run, false, 1000, 562);
		l.s.result.became = NULL;
		record_all("lesson", &l.s.run);
		figure_sample_clear(&l.s);
	}
}

/* The row of the text that begins so, without its frame. */
static const char *row_of(char *out, size_t size, const char *text, const char *word)
{
	const char *at = strstr(text, word);
	assert_non_null(at);
	snprintf(out, size, "%.*s", (int)strcspn(at, "\n"), at);
	return out;
}

static void a_lesson_says_what_happened(void **state)
{
	(void)state;
	struct lesson_sample l;
	char row[400];
	lesson_init(&l, ODD_STEP_G);
	char *text = text_of("lesson", &l.s.run, 110, 36);
	assert_non_null(strstr(text, "sub-step G of iteration 8"));
	assert_non_null(strstr(text, "Watched: G[node-1, 3] = 0.5 / 2 = 0.25 (it was 0.125)."));
	assert_non_null(strstr(text, "never rises ✓"));
	assert_non_null(strstr(text, "L_str and L_dis move: both have G in them."));
	assert_non_null(strstr(text, "Changed most: node-0 -1.5, node-1 -0.5, node-2 0.5"));
	assert_non_null(strstr(text, "───────────────")); /* a fraction … */
	assert_non_null(strstr(text, "G_ik ="));
	/* Falls go to the left of zero, rises to the right, what stays has no bar. */
	row_of(row, sizeof row, text, "L_str structure");
	const char *zero = strstr(row, "│"), *bar = strstr(row, "█");
	assert_true(bar != NULL && zero != NULL && bar < zero);
	row_of(row, sizeof row, text, "β L_dis");
	zero = strstr(row, "│");
	assert_true(zero != NULL && strstr(row, "█") == strstr(zero, "█"));
	assert_null(strstr(row_of(row, sizeof row, text, "α L_attr"), "█"));
	free(text);
	/* What is wide is written in a line. */
	text = text_of("lesson", &l.s.run, 48, 40);
	assert_non_null(strstr(text, "G_ik = [ w1"));
	free(text);
	/* Before it is run nothing is known of what it does. */
	l.s.result.became = NULL;
	text = text_of("lesson", &l.s.run, 110, 36);
	assert_non_null(strstr(text, "not yet run"));
	assert_non_null(strstr(text, "(it is 0.125)"));
	assert_null(strstr(text, "Changed most"));
	free(text);
	l.s.result.became = &l.became;
	l.s.trace.point[l.s.trace.count - 1].loss = 2.0 * l.s.trace.point[0].loss;
	text = text_of("lesson", &l.s.run, 110, 36);
	assert_non_null(strstr(text, "✗ rose by"));
	free(text);
	figure_sample_clear(&l.s);
}

/* The published formula is not called the lowest point, and where it lands is marked beside that.
 */
static void a_miss_is_told(void **state)
{
	(void)state;
	struct lesson_sample l;
	lesson_init(&l, ODD_STEP_U);
	char *text = text_of("lesson", &l.s.run, 110, 36);
	assert_non_null(strstr(text, "The update is the lowest point"));
	assert_null(strstr(text, "aims beside"));
	free(text);
	text = text_of("parabola", &l.s.run, 160, 24);
	assert_non_null(strstr(text, "goes to the lowest point"));
	assert_null(strstr(text, "×"));
	free(text);
	l.s.options.u = ODD_U_TRANSPOSED;
	l.lesson.curve.lowest = 0.1;
	text = text_of("lesson", &l.s.run, 110, 36);
	assert_null(strstr(text, "The update is the lowest point"));
	assert_non_null(strstr(text, "aims beside the lowest point"));
	assert_non_null(strstr(text, "As the authors' script has it"));
	free(text);
	text = text_of("parabola", &l.s.run, 160, 24);
	assert_non_null(strstr(text, "misses the lowest point"));
	assert_non_null(strstr(text, "×became"));
	assert_non_null(strstr(text, "●lowest"));
	free(text);
	figure_sample_clear(&l.s);
}

/* ---- a node ---------------------------------------------------------------------------------- */

enum { ENTRIES = 5, MOMENTS = 9 };

struct node_sample {
	struct figure_sample s;
	odd_explanation why;
	odd_sentences sentences;
	char *line[3];
	odd_explain_entry link[ENTRIES], missing[2], word[ENTRIES];
	odd_explain_near near[3];
	double at[MOMENTS];
	uint32_t rank[MOMENTS];
};

static void node_init(struct node_sample *n)
{
	static char verdict[] = "It looks like a structural outlier: its links are out of place.";
	static char second[] = "9 of its 10 links leave its class.", third[] = "That is all.";
	figure_sample_init(&n->s, SAMPLE_NODES);
	n->line[0] = verdict;
	n->line[1] = second;
	n->line[2] = third;
	n->sentences = (odd_sentences){n->line, 3};
	for (size_t i = 0; i < ENTRIES; i++) {
		n->link[i] = (odd_explain_entry){(uint32_t)i, odd_names_get(&n->s.net.ids, i),
			odd_names_get(&n->s.net.ids, i), "class 1", 1.0, 0.5, 0.25,
			0.0625 * (double)i, false};
		n->word[i] = n->link[i];
		n->word[i].name = n->word[i].title = "wörd";
		n->word[i].label = NULL;
	}
	for (size_t i = 0; i < 2; i++)
		n->missing[i] = (odd_explain_entry){(uint32_t)(20 + i),
			odd_names_get(&n->s.net.ids, 20 + i), odd_names_get(&n->s.net.ids, 20 + i),
			"class 2", 0.0, 0.0, 1.5, 2.25, false};
	for (size_t i = 0; i < 3; i++)
		n->near[i] = (odd_explain_near){(uint32_t)i, odd_names_get(&n->s.net.ids, i),
			"class 3", odd_names_get(&n->s.net.ids, i), 0.5};
	n->why = (odd_explanation){.node = 7,
		.nodes = SAMPLE_NODES,
		.id = odd_names_get(&n->s.net.ids, 7),
		.title = odd_names_get(&n->s.net.ids, 7),
		.label = "class 2",
		.rank = 2,
		.total = 0.875,
		.known = true,
		.kind = ODD_STRUCTURAL,
		.score = odd_score_find("one"),
		.looks = ODD_STRUCTURAL,
		.links = {.count = 10,
			.present = n->link,
			.present_count = ENTRIES,
			.absent = n->missing,
			.absent_count = 2},
		.attributes = {.count = 5, .present = n->word, .present_count = ENTRIES},
		.place = {.words = true},
		.near = n->near,
		.near_count = 3};
	for (int t = 0; t < ODD_COMPONENTS; t++)
		n->why.component[t] =
			(odd_explain_component){0.5, (size_t)(t + 1), 0, 0.75, t == 2, t != 2, 0.5};
	for (size_t i = 0; i < MOMENTS; i++) {
		n->at[i] = (double)i;
		n->rank[i] = (uint32_t)(i == 4 ? 1 : 40 - 4 * i);
	}
	n->s.result.why = &n->why;
	n->s.result.sentences = &n->sentences;
	n->s.result.ranks = (struct rank_history){n->at, n->rank, MOMENTS};
}

static void a_node_fits_any_page(void **state)
{
	(void)state;
	struct node_sample n;
	node_init(&n);
	record_all("node", &n.s.run);
	n.s.result.ranks.count = 1;
	record_all("node", &n.s.run);
	n.why.links.present_count = n.why.links.absent_count = 0;
	n.why.attributes.present_count = 0;
	n.why.near_count = 0;
	n.s.result.sentences = NULL;
	record_all("node", &n.s.run);
	figure_sample_clear(&n.s);
}

static void a_node_says_why(void **state)
{
	(void)state;
	struct node_sample n;
	node_init(&n);
	char *text = text_of("node", &n.s.run, 110, 48);
	assert_non_null(
		strstr(text, "why node-7 ranks 2 of 60, label class 2, known as structural"));
	assert_non_null(strstr(text, "so: a structural outlier, by its looks"));
	assert_non_null(strstr(text, "now #8, best #1"));
	assert_non_null(strstr(text, "9 of its 10 links leave its class."));
	assert_non_null(strstr(text, "10 links, ( ) no link"));
	assert_non_null(strstr(text, "left out"));
	/* The worst explained first, links that are not there in brackets. */
	const char *missing = strstr(text, "(node-20)"), *worst = strstr(text, "node-4");
	const char *last = strstr(text, "node-3");
	assert_true(missing != NULL && worst != NULL && missing < worst && worst < last);
	free(text);
	/* Ranks are read from below: the best, in the middle of the run, is on top. */
	record("node", &n.s.run, false, 1040, 780);
	assert_true(recorder_has(&r, "#36") || recorder_has(&r, "#40"));
	n.s.result.blind = true;
	text = text_of("node", &n.s.run, 110, 48);
	assert_null(strstr(text, "known as"));
	free(text);
	/* Without a history there is no panel for it. */
	n.s.result.ranks.count = 1;
	text = text_of("node", &n.s.run, 110, 48);
	assert_null(strstr(text, "Rank history"));
	free(text);
	figure_sample_clear(&n.s);
}

static void what_is_missing_is_said(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	record_all("lesson", &s.run);
	record_all("node", &s.run);
	record("lesson", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, "Lesson screen"));
	record("node", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, "name or select one"));
	figure_sample_clear(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lesson_fits_any_page),
		cmocka_unit_test(a_lesson_says_what_happened),
		cmocka_unit_test(a_miss_is_told),
		cmocka_unit_test(a_node_fits_any_page),
		cmocka_unit_test(a_node_says_why),
		cmocka_unit_test(what_is_missing_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
