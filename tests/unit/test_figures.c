/* The figures: they fit any page, say what is missing, tell a rise, and look as before. */
#include "config.h"

#include "helpers.h"

#include "draw/cells.h"
#include "draw/raster.h"
#include "figure_samples.h"
#include "lsan.h"
#include "networks.h"
#include "recorder.h"
#include "study/parts.h"

static struct recorder r;

static void record(const char *name, const struct figure_run *run, bool cells, double w, double h)
{
	const struct figure *f = figure_find(name);
	assert_non_null(f);
	recorder_init(&r, cells, w, h);
	sample_draw(f, run, &r.canvas);
	recorder_check(&r, name);
}

/* Every figure in a few sizes, on both kinds of canvas. */
static void record_all(const struct figure_run *run)
{
	static const double cells[][2] = {{40, 12}, {80, 24}, {110, 36}, {41, 60}, {200, 12}};
	static const double paper[][2] = {{800, 450}, {1120, 630}, {400, 225}, {450, 800}};
	for (size_t i = 0; figure_get(i) != NULL; i++) {
		for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
			record(figure_get(i)->name, run, true, cells[k][0], cells[k][1]);
			assert_true(r.texts >= 2);
		}
		for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
			record(figure_get(i)->name, run, false, paper[k][0], paper[k][1]);
			assert_true(r.texts >= 2);
		}
	}
}

/* One size each, where there are many cases. */
static void record_some(const struct figure_run *run)
{
	for (size_t i = 0; figure_get(i) != NULL; i++) {
		record(figure_get(i)->name, run, true, 80, 24);
		assert_true(r.texts >= 2);
		record(figure_get(i)->name, run, false, 400, 225);
	}
}

/* ---- the table ----------------------------------------------------------------------------- */

static void the_table_is_complete(void **state)
{
	(void)state;
	static const char *const wanted[] = {
		"loss", "map", "recall", "scores", "ranking", "dashboard"};
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		assert_non_null(figure_find(wanted[i]));
	assert_null(figure_find("no such"));
	for (size_t i = 0; figure_get(i) != NULL; i++) {
		const struct figure *f = figure_get(i);
		assert_ptr_equal(figure_find(f->name), f);
		assert_true(f->title[0] != '\0' && f->about[0] != '\0');
		assert_true(f->columns >= 40 && f->rows >= 12);
		/* The same letters relative to the page, whatever its size. */
		double scale = figure_raster_scale(f, f->width, f->height);
		assert_close(figure_raster_scale(f, 2 * f->width, 2 * f->height), 2 * scale, 1e-12);
	}
}

static void captions_say_what_it_is(void **state)
{
	(void)state;
	struct figure_sample s;
	char text[256];
	figure_sample_init(&s, SAMPLE_NODES);
	figure_caption(text, sizeof text, &s.run, 0);
	assert_string_equal(text, "60 nodes, 240 links, 1 433 attributes; 3 ▲ + 2 ■ + 2 ◆ planted; "
				  "calibrated, K = 21, seed 42");
	s.result.planted = 0;
	s.options.preset = ODD_PAPER;
	s.net.edges = 1000000;
	s.net.attributes = 1;
	figure_caption(text, sizeof text, &s.run, 0);
	assert_non_null(strstr(text, "60 nodes, 1 000 000 links, 1 attribute;"));
	assert_non_null(strstr(text, "known outliers; paper"));
	s.net.has_truth = false;
	s.result.used = NULL;
	figure_caption(text, sizeof text, &s.run, 0);
	assert_string_equal(text, "60 nodes, 1 000 000 links, 1 attribute");
	/* However small the room, no crash and an end. */
	for (size_t size = 1; size < 60; size++) {
		figure_caption(text, size, &s.run, 0);
		assert_true(strlen(text) < size);
	}
	figure_sample_clear(&s);
}

/* ---- pages --------------------------------------------------------------------------------- */

static void figures_fit_any_page(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	record_all(&s.run);
	for (int colour = MAP_BY_LABEL; colour <= MAP_BY_SCORE; colour++) {
		s.run.look.colour = (enum map_colour)colour;
		record("map", &s.run, true, 80, 24);
		record("map", &s.run, false, 800, 450);
		assert_true(recorder_has(&r, colour == MAP_BY_LABEL  ? "by label"
					     : colour == MAP_BY_KIND ? "by kind"
								     : "by score"));
	}
	/* Some of the outliers were known before others were planted. */
	s.result.planted = 7;
	record("ranking", &s.run, false, 800, 450);
	assert_false(recorder_has(&r, "planted or known"));
	s.result.planted = 1;
	record("ranking", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "planted or known"));
	/* A node alone with its neighbours: the title says which, and how far. */
	const block_options shape = BLOCKS_INIT;
	odd_network *linked = make_blocks(&shape);
	const struct result around = {.net = linked};
	struct figure_run alone = {.result = &around, .look.pointing = true};
	alone.look.pointed = 3;
	for (alone.look.ego = 1; alone.look.ego <= 2; alone.look.ego++) {
		char title[120], name[FIGURE_NAME];
		figure_node_name(name, &alone, 3, 40);
		snprintf(title, sizeof title, "%d step%s around %s", alone.look.ego,
			alone.look.ego == 1 ? "" : "s", name);
		record("map", &alone, false, 800, 450);
		assert_true(recorder_has(&r, title));
	}
	odd_network_free(linked);
	/* Far too small: no crash, nothing outside. */
	for (double w = 1; w < 44; w += 6) {
		for (double h = 1; h < 12; h += 3) {
			for (size_t i = 0; figure_get(i) != NULL; i++) {
				record(figure_get(i)->name, &s.run, true, w, h);
				record(figure_get(i)->name, &s.run, false, 7 * w, 14 * h);
			}
		}
	}
	figure_sample_clear(&s);
}

static void what_is_missing_is_said(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	const struct result nothing = {.net = &s.net};
	const struct figure_run bare = {.result = &nothing};
	record_some(&bare);
	record("loss", &bare, true, 80, 24);
	assert_true(recorder_has(&r, "no sub-step"));
	record("map", &bare, true, 80, 24);
	assert_true(recorder_has(&r, "not been projected"));
	record("ranking", &bare, true, 80, 24);
	assert_true(recorder_has(&r, "nothing has been scored"));
	/* No truth: recall says why not, scores show the top instead. */
	odd_error err;
	s.net.has_truth = false;
	memset(s.net.truth, 0, s.net.nodes);
	assert_ok(odd_evaluate(&s.evaluation, s.scores.order, s.scores.total, s.scores.n,
			  s.net.truth, &err),
		err);
	record_some(&s.run);
	record("recall", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, "--plant"));
	record("scores", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "top 5 %"));
	record("ranking", &s.run, true, 80, 30);
	assert_false(recorder_has(&r, "truth"));
	/* No labels: the map is by score. */
	for (size_t i = 0; i < s.net.nodes; i++)
		s.net.label[i] = ODD_NO_LABEL;
	odd_names_clear(&s.net.classes);
	record_some(&s.run);
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "by score"));
	figure_sample_clear(&s);
}

/* Classes beyond the colours are one group; some nodes have no label. */
static void many_classes_share_a_colour(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	for (size_t k = 0; k < 20; k++)
		sample_name(&s.net.classes, "more ", k, "");
	for (size_t i = 0; i < s.net.nodes; i++)
		s.net.label[i] = i % 25 == 24 ? ODD_NO_LABEL : (int32_t)(i % 23);
	record_some(&s.run);
	record("map", &s.run, false, 800, 600);
	assert_true(recorder_has(&r, "14 other classes"));
	figure_sample_clear(&s);
}

static void samples_are_admitted(void **state)
{
	(void)state;
	struct figure_sample s;
	uint32_t node[20];
	figure_sample_init(&s, SAMPLE_NODES);
	for (uint32_t i = 0; i < 20; i++)
		node[i] = 3 * i + 1;
	s.run.look.projection.node = node;
	s.run.look.projection.xy.rows = 20;
	s.run.look.projection.method = "t-SNE, perplexity 6, 1 000 iterations";
	s.run.look.projection.explained[0] = s.run.look.projection.explained[1] = 0.0;
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "t-SNE, perplexity 6, 1 000 iterations; a sample of 20 of "));
	assert_false(recorder_has(&r, "variance"));
	record_some(&s.run);
	figure_sample_clear(&s);
}

static void the_map_says_of_what(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "cora: map of the embedding, by label"));
	s.run.look.projection.of = "links alone (G)";
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "cora: map of the links alone (G), by label"));
	assert_false(recorder_has(&r, "embedding"));
	record("dashboard", &s.run, false, 1120, 630);
	assert_true(recorder_has(&r, "links alone (G), PCA, 43 %"));
	figure_sample_clear(&s);
}

/* ---- awkward runs -------------------------------------------------------------------------- */

static void short_and_strange_runs(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	size_t all = s.trace.count;
	for (size_t count = 1; count <= 1 + ODD_SUBSTEPS; count++) {
		s.trace.count = count;
		record_some(&s.run);
	}
	s.run.look.horizon = 40;
	s.result.moment = "iteration 1 of 40";
	record("loss", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, "iteration 1 of 40"));
	assert_true(recorder_has(&r, "40"));
	s.run.look.horizon = 0;
	s.trace.count = all;
	for (int what = 0; what < 4; what++) {
		static const double value[] = {0.0, 7.0, 1e300, 1e-300};
		for (size_t p = 0; p < all; p++) {
			s.trace.point[p].loss = value[what];
			for (size_t t = 0; t < 3; t++)
				s.trace.point[p].term[t] = value[what];
		}
		for (size_t i = 0; i < s.scores.n; i++) {
			s.scores.component[what % 3][i] = value[what];
			odd_mat_row(s.G, i)[0] = value[what];
			odd_mat_row(s.xy, i)[what % 2] = value[what];
		}
		for (int scale = 0; scale <= FIGURE_LOG; scale++) {
			s.run.look.loss_scale = (enum figure_scale)scale;
			record_some(&s.run);
		}
	}
	record("loss", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "did not fall"));
	figure_sample_clear(&s);
}

static void tiny_networks(void **state)
{
	(void)state;
	for (size_t n = 1; n <= 3; n++) {
		struct figure_sample s;
		figure_sample_init(&s, n);
		record_all(&s.run);
		memset(s.G.data, 0, s.G.rows * s.G.stride * sizeof *s.G.data);
		figure_sample_clear(&s);
	}
}

static void raw_scores_and_unknown_kinds(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	s.scores.score = odd_score_find("paper");
	s.options.preset = ODD_PAPER;
	for (size_t i = 0; i < s.net.nodes; i++) {
		s.net.truth[i] = s.net.truth[i] != 0 ? ODD_UNKNOWN_KIND : ODD_ORDINARY;
		for (size_t t = 0; t < 3; t++)
			s.scores.component[t][i] = i == 0 ? 1.0 : 1e-4 * (double)(1 + i % 5);
	}
	odd_error err;
	assert_ok(odd_evaluate(&s.evaluation, s.scores.order, s.scores.total, s.scores.n,
			  s.net.truth, &err),
		err);
	record_all(&s.run);
	record("scores", &s.run, false, 960, 540);
	assert_true(recorder_has(&r, "(log)") && recorder_has(&r, "O1"));
	record("ranking", &s.run, false, 880, 495);
	assert_true(recorder_has(&r, "O3 disagreement"));
	figure_sample_clear(&s);
}

static void long_names_are_cut_in_the_middle(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, 12);
	odd_names_clear(&s.net.ids);
	for (size_t i = 0; i < 12; i++)
		sample_name(
			&s.net.ids, "http://www.example.org/äöüäöüäöüäöüäöüäöüäöüäöü/", i, ".html");
	record_all(&s.run);
	record("ranking", &s.run, false, 880, 495);
	assert_true(recorder_has(&r, "/11.html") && recorder_has(&r, "example.…"));
	assert_false(recorder_has(&r, "http"));
	figure_sample_clear(&s);
}

/* ---- what they say ------------------------------------------------------------------------- */

static void a_rise_is_told(void **state)
{
	(void)state;
	struct figure_sample s;
	size_t at = 0;
	figure_sample_init(&s, SAMPLE_NODES);
	assert_true(odd_trace_largest_rise(&s.trace, NULL) == 0.0);
	record("loss", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "✓ never rose in 48 sub-steps"));
	assert_false(recorder_has(&r, "✗"));
	/* A whisper of rounding is no rise. */
	odd_trace_point *p = &s.trace.point[16];
	p->loss = s.trace.point[15].loss * (1 + 4e-16);
	assert_true(odd_trace_largest_rise(&s.trace, NULL) == 0.0);
	p->loss = s.trace.point[15].loss * 1.25;
	assert_close(odd_trace_largest_rise(&s.trace, &at), 0.25, 1e-12);
	assert_int_equal(at, 16);
	record("loss", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "✗ rose by 25 % in it 3 U"));
	assert_true(odd_trace_largest_rise(NULL, NULL) == 0.0);
	figure_sample_clear(&s);
}

/* Where there is room, what is left to gain stands beside the total that looks flat; not beside the
 * view of the same. */
static void the_excess_stands_beside_the_terms(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	for (int cells = 0; cells < 2; cells++) {
		const double w = cells ? 160 : 1600, h = cells ? 45 : 900;
		record("loss", &s.run, cells, w, h);
		assert_true(recorder_has(&r, "Above the best"));
		assert_true(recorder_has(&r, "✓ never rose in 48 sub-steps"));
		struct figure_run other = s.run;
		other.look.loss_view = FIGURE_LOSS_EXCESS;
		record("loss", &other, cells, w, h);
		assert_false(recorder_has(&r, "Above the best"));
	}
	record("loss", &s.run, false, 400, 225); /* no room */
	assert_false(recorder_has(&r, "Above the best"));
	figure_sample_clear(&s);
}

/* One point far out does not press all others together: an arrow tells of it. */
static void far_points_are_arrows(void **state)
{
	(void)state;
	struct figure_sample s;
	double bounds[4];
	figure_sample_init(&s, SAMPLE_NODES);
	assert_false(figure_map_bounds(bounds, s.run.look.projection.xy));
	double width = bounds[1] - bounds[0], left = bounds[0], right = bounds[1];
	odd_mat xy;
	assert_int_equal(odd_mat_alloc(&xy, SAMPLE_NODES, 2, NULL), ODD_OK);
	odd_mat_copy(xy, s.run.look.projection.xy);
	odd_mat_row(xy, 7)[0] = right + 40.0 * width;
	s.run.look.projection.xy = odd_mat_const(xy);
	assert_true(figure_map_bounds(bounds, s.run.look.projection.xy));
	assert_true(bounds[0] <= left && bounds[1] >= right && bounds[1] < right + width);
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, ">"));
	odd_mat_row(xy, 7)[0] = left - 40.0 * width;
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "<"));
	odd_mat_free(&xy);
	figure_sample_clear(&s);
}

static void published_values_stand_beside_ours(void **state)
{
	(void)state;
	struct figure_sample s;
	odd_published_row row[] = {{"recall", "Cora", "ONE", 5, 0.25, 0},
		{"recall", "Cora", "ONE", 10, 0.5, 0}, {"recall", "Cora", "LINE", 5, 0.75, 0},
		{"recall", "Pubmed", "ONE", 5, 0.875, 0}};
	odd_published published = {row, 4, NULL};
	figure_sample_init(&s, SAMPLE_NODES);
	record("recall", &s.run, false, 800, 450);
	assert_false(recorder_has(&r, "published"));
	size_t marks = r.marks;
	s.result.published = &published;
	record("recall", &s.run, false, 800, 450);
	assert_false(recorder_has(&r, "published")); /* 5 % of the nodes they are for, not 12 */
	s.evaluation.outliers = 3;
	s.evaluation.count[ODD_STRUCTURAL] = s.evaluation.count[ODD_ATTRIBUTE] =
		s.evaluation.count[ODD_COMBINED] = 1;
	record("recall", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "ONE as published"));
	assert_true(recorder_has(&r, "AAAI 2019"));
	assert_true(recorder_has(&r, "(○ 0.25)") && recorder_has(&r, "(○ 0.50)"));
	assert_false(recorder_has(&r, "0.75)") || recorder_has(&r, "0.88)"));
	assert_int_equal(r.marks, marks + 3); /* two values and the legend */
	free(s.net.name);
	s.net.name = strdup("elsewhere");
	record("recall", &s.run, false, 800, 450);
	assert_false(recorder_has(&r, "published"));
	figure_sample_clear(&s);
}

/* The curve and the five rows of the evaluation are the same numbers. */
static void recall_needs_no_ranking(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	record("recall", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, "top 10 %"));
	s.result.scores = NULL;
	record("recall", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, "top 10 %"));
	figure_sample_clear(&s);
}

/* Of many kept runs the curves are those of the latest four. */
static void recall_shows_the_latest_kept_runs(void **state)
{
	(void)state;
	static const char *const name[] = {"kept1", "kept2", "kept3", "kept4", "kept5", "kept6"};
	enum { KEPT = sizeof name / sizeof *name };
	struct kept_run kept[KEPT], *list[KEPT];
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	struct shared_network network = {.net = &s.net};
	for (size_t i = 0; i < KEPT; i++)
		*(list[i] = &kept[i]) = (struct kept_run){.name = (char *)(uintptr_t)name[i],
			.trace = s.trace,
			.evaluation = &s.evaluation,
			.network = &network,
			.order = s.scores.order,
			.n = SAMPLE_NODES};
	s.result.kept = list;
	s.result.kept_count = KEPT;
	record("recall", &s.run, false, 800, 450);
	for (size_t i = 0; i < KEPT; i++)
		assert_true(recorder_has(&r, name[i]) == (i >= 2));
	figure_sample_clear(&s);
}

/* A loss by other weights is no smaller or larger loss: all are told by the weights of this run,
 * and those of other matrices not at all. */
static void losses_are_compared_by_one_set_of_weights(void **state)
{
	(void)state;
	struct figure_sample s;
	struct figure_run_row row[4];
	odd_one_options other = ODD_ONE_OPTIONS_INIT, paper = ODD_ONE_OPTIONS_INIT;
	figure_sample_init(&s, SAMPLE_NODES);
	other.alpha = 3.0;
	other.beta = 4.0;
	paper.preset = ODD_PAPER;
	odd_trace trace = s.trace;
	trace.point = calloc(trace.count, sizeof *trace.point);
	assert_non_null(trace.point);
	for (size_t i = 0; i < trace.count; i++) {
		odd_trace_point *p = &trace.point[i];
		*p = s.trace.point[i];
		p->loss = p->term[0] + 3.0 * p->term[1] + 4.0 * p->term[2];
	}
	char name[][6] = {"other", "paper"};
	struct kept_run kept[] = {{.name = name[0], .trace = trace, .used = other},
		{.name = name[1], .trace = trace, .used = paper}},
			*const list[] = {&kept[0], &kept[1]};
	s.result.kept = list;
	s.result.kept_count = 2;
	assert_int_equal(figure_run_rows(row, 4, &s.run), 3);
	assert_close(row[1].loss, row[0].loss, 1e-12);
	assert_true(isnan(row[2].loss));
	record("loss", &s.run, false, 960, 540);
	assert_true(recorder_has(&r, "other  1 000") || !recorder_has(&r, "paper"));
	free(trace.point);
	figure_sample_clear(&s);
}

/* In a picture, where they are few; on a screen the oddest alone. */
static void a_picture_names_every_known_outlier(void **state)
{
	(void)state;
	struct figure_sample s;
	char name[32];
	figure_sample_init(&s, SAMPLE_NODES);
	record("map", &s.run, false, 800, 450);
	for (size_t i = 0; i < SAMPLE_NODES; i++) {
		snprintf(name, sizeof name, "node-%zu", i);
		assert_true(s.net.truth[i] == 0 || recorder_has(&r, name));
	}
	figure_sample_clear(&s);
}

static void links_that_are_left_out_are_said(void **state)
{
	(void)state;
	struct figure_sample s;
	figure_sample_init(&s, SAMPLE_NODES);
	s.run.look.links = FIGURE_LINKS_ALL;
	s.net.edges = 5000;
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, "5 000 links: too many to draw"));
	figure_sample_clear(&s);
}

/* Ranks near the top, which percentiles do not tell apart. */
static void oddness_parts_the_top(void **state)
{
	(void)state;
	assert_close(figure_oddness(1.0, 1000), 1.0, 1e-12);
	assert_close(figure_oddness(0.001, 1000), 0.0, 1e-3);
	assert_close(figure_oddness(0.991, 1000), 2.0 / 3.0, 1e-9); /* the tenth of 1 000 */
	assert_close(figure_oddness(1.0, 1), 1.0, 1e-12);
}

static void the_map_is_coloured_by_what_is_asked_for(void **state)
{
	(void)state;
	struct figure_sample s;
	const block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b);
	const char *word = odd_names_get(&net->words, 0);
	figure_sample_init(&s, SAMPLE_NODES);
	s.result = (struct result){.net = net};
	assert_true(figure_map_by(net, "degree") && figure_map_by(net, "label"));
	assert_true(figure_map_by(net, word) && !figure_map_by(net, "no such"));
	s.run.look.by = "degree";
	for (int sized = FIGURE_SIZE_ALIKE; sized <= FIGURE_SIZE_SCORE; sized++) {
		s.run.look.sized = (enum figure_sizes)sized;
		record("map", &s.run, false, 800, 450);
		assert_true(recorder_has(&r, "degree, percentile"));
	}
	s.run.look.by = word;
	record("map", &s.run, false, 800, 450);
	assert_true(recorder_has(&r, word));
	s.run.look.by = "label";
	record("map", &s.run, true, 80, 24);
	assert_true(recorder_has(&r, odd_names_get(&net->classes, 0)));
	odd_network_free(net);
	figure_sample_clear(&s);
}

/* Of a larger run a few nodes with all dimensions, within the page whatever its size. */
static void large_matrices_are_heat_maps(void **state)
{
	(void)state;
	static const double size[][2] = {{960, 540}, {640, 360}, {400, 225}};
	struct figure_sample s;
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_one *one;
	odd_error err;
	const block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b);
	options.k = 18;
	assert_ok(odd_one_begin(&one, net, &options, NULL, &err), err);
	figure_sample_init(&s, SAMPLE_NODES);
	s.result = (struct result){.net = net, .one = one, .state = odd_one_look(one)};
	for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
		record("matrices", &s.run, false, size[i][0], size[i][1]);
		assert_true(r.fills > 18 * 18);
	}
	assert_true(recorder_has(&r, "W"));
	odd_one_free(one);
	odd_network_free(net);
	figure_sample_clear(&s);
}

/* ---- how they look ------------------------------------------------------------------------- */

static void golden_path(char *out, size_t size, const char *name)
{
	const char *root = getenv("srcdir");
	snprintf(out, size, "%s/tests/golden/figures%s%s", root != NULL ? root : ".",
		name[0] != '\0' ? "/" : "", name);
}

/* UPDATE_GOLDEN=1 writes what is drawn now; look at the difference before committing it. */
static void check_golden(const char *name, const char *drawn)
{
	char path[512], *expected = calloc(1, 100000);
	assert_non_null(expected);
	if (getenv("UPDATE_GOLDEN") != NULL) {
		golden_path(path, sizeof path, "");
		write_text(path, name, drawn);
	}
	golden_path(path, sizeof path, name);
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		fail_msg("no golden file %s", path);
	assert_true(fread(expected, 1, 99999, f) < 99999);
	fclose(f);
	if (strcmp(expected, drawn) != 0) {
		print_error("%s, drawn:\n%s\nexpected:\n%s", name, drawn, expected);
		fail();
	}
	free(expected);
}

static void cells_look_as_before(void **state)
{
	(void)state;
	struct figure_sample s;
	odd_error err;
	figure_sample_init(&s, SAMPLE_NODES);
	for (size_t i = 0; figure_get(i) != NULL; i++) {
		for (int ascii = 0; ascii < 2; ascii++) {
			struct canvas *c;
			char name[64];
			assert_ok(cells_create(
					  &c, 80, 24, ascii ? GLYPHS_ASCII : GLYPHS_BRAILLE, &err),
				err);
			sample_draw(figure_get(i), &s.run, c);
			char *text = cells_to_text(c);
			assert_non_null(text);
			snprintf(name, sizeof name, "%s%s.txt", figure_get(i)->name,
				ascii ? "-ascii" : "");
			check_golden(name, text);
			for (const char *t = text; ascii && *t != '\0'; t++)
				assert_true((unsigned char)*t < 0x80);
			free(text);
			canvas_free(c);
		}
	}
	figure_sample_clear(&s);
}

static void pictures_repeat_themselves(void **state)
{
	(void)state;
	struct figure_sample s;
	odd_error err;
	figure_sample_init(&s, SAMPLE_NODES);
	for (size_t i = 0; figure_get(i) != NULL; i++) {
		struct bytes first = {0};
		for (int again = 0; again < 2; again++) {
			struct canvas *c;
			struct raster_options o = {.width = 480,
				.height = 270,
				.scale = figure_raster_scale(figure_get(i), 480, 270),
				.theme = i % 2 ? THEME_DARK : THEME_LIGHT,
				.format = i % 3 == 2 ? RASTER_SVG : RASTER_PNG};
			assert_ok(raster_create(&c, &o, &err), err);
			sample_draw(figure_get(i), &s.run, c);
			assert_ok(canvas_finish(c, &err), err);
			const struct bytes *b = raster_bytes(c);
			assert_true(b->length > 1000);
			if (again == 0) {
				bytes_append(&first, b->data, b->length);
			} else {
				assert_int_equal(first.length, b->length);
				assert_memory_equal(first.data, b->data, b->length);
			}
			if (o.format == RASTER_PNG) {
				struct png_info info;
				assert_ok(png_parse_text(&info, b->data, b->length, "figure", &err),
					err);
				assert_int_equal(info.width, 480);
				assert_int_equal(info.height, 270);
				png_info_clear(&info);
			}
			canvas_free(c);
		}
		bytes_clear(&first);
	}
	figure_sample_clear(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_is_complete),
		cmocka_unit_test(captions_say_what_it_is),
		cmocka_unit_test(figures_fit_any_page),
		cmocka_unit_test(what_is_missing_is_said),
		cmocka_unit_test(many_classes_share_a_colour),
		cmocka_unit_test(samples_are_admitted),
		cmocka_unit_test(the_map_says_of_what),
		cmocka_unit_test(short_and_strange_runs),
		cmocka_unit_test(tiny_networks),
		cmocka_unit_test(raw_scores_and_unknown_kinds),
		cmocka_unit_test(long_names_are_cut_in_the_middle),
		cmocka_unit_test(a_rise_is_told),
		cmocka_unit_test(far_points_are_arrows),
		cmocka_unit_test(published_values_stand_beside_ours),
		cmocka_unit_test(recall_needs_no_ranking),
		cmocka_unit_test(recall_shows_the_latest_kept_runs),
		cmocka_unit_test(losses_are_compared_by_one_set_of_weights),
		cmocka_unit_test(a_picture_names_every_known_outlier),
		cmocka_unit_test(links_that_are_left_out_are_said),
		cmocka_unit_test(oddness_parts_the_top),
		cmocka_unit_test(the_map_is_coloured_by_what_is_asked_for),
		cmocka_unit_test(large_matrices_are_heat_maps),
		cmocka_unit_test(the_excess_stands_beside_the_terms),
		cmocka_unit_test(cells_look_as_before),
		cmocka_unit_test(pictures_repeat_themselves),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
