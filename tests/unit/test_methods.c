/* The table of methods: every row complete, every option wired, every note there. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "cliques.h"
#include "baseline/aane.h"
#include "baseline/controls.h"
#include "baseline/graphsage.h"
#include "eval/isoforest.h"
#include "baseline/line.h"
#include "baseline/method.h"
#include "baseline/skipgram.h"
#include "oddone/score.h"
#include "baseline/seano.h"
#include "method_options.h"
#include "baseline/tadw.h"

static const odd_job alone = {.threads = 1};

/* Keeps a run on sixteen nodes short, where the defaults are meant for thousands. */
enum { SHORTER = 4 };
typedef struct adapted {
	const char *name, *text[SHORTER];
} adapted;
static const adapted shorter[] = {
	{"deepwalk", {"walks=4"}},
	{"node2vec", {"walks=2"}},
	{"line", {"samples=3000"}},
	{"graphsage", {"steps=30", "batch=32", "hidden=16"}},
	{"seano", {"iterations=20", "hidden=8", "label-batch=6", "same-pairs=32"}},
	{NULL, {NULL}},
};
/* Long enough to learn something. Many negatives would push members of so small a clique apart. */
static const adapted learning[] = {
	{"line", {"samples=20000"}},
	{"graphsage", {"steps=120", "batch=32", "hidden=16", "negatives=1"}},
	{"seano", {"iterations=150", "hidden=16", "rate=0.01", "same-pairs=32"}},
	{NULL, {NULL}},
};

static odd_method_request adapt(const adapted *to, const odd_method *m, uint64_t seed)
{
	odd_method_request r = {.k = 4, .seed = seed};
	for (; to->name != NULL; to++) {
		if (strcmp(to->name, m->name) != 0)
			continue;
		r.overrides = to->text;
		while (r.override_count < SHORTER && to->text[r.override_count] != NULL)
			r.override_count++;
	}
	return r;
}

static odd_method_request request_for(const odd_method *m, uint64_t seed)
{
	return adapt(shorter, m, seed);
}

/* ---- the rows ------------------------------------------------------------------------------- */

static void names_are_unique_and_found(void **state)
{
	(void)state;
	size_t count = 0;
	for (const odd_method *m; (m = odd_method_get(count)) != NULL; count++) {
		assert_ptr_equal(odd_method_find(m->name), m);
		assert_true(strlen(m->title) > 0 && strlen(m->note) > 20);
		for (const char *c = m->name; *c != '\0'; c++)
			assert_true(
				(*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-');
		for (size_t j = 0; j < count; j++)
			assert_string_not_equal(m->title, odd_method_get(j)->title);
		for (size_t a = 0; a < m->option_count; a++)
			for (size_t b = 0; b < a; b++)
				assert_string_not_equal(m->options[a].name, m->options[b].name);
	}
	assert_null(odd_method_get(count + 7));
	assert_null(odd_method_find("nobody"));
	assert_null(odd_method_find("TADW"));
}

/* One of the read-outs that compare a node's attributes with those around it. */
static bool is_plain(const odd_method *m)
{
	return m->kind == ODD_METHOD_CONTROL &&
	       (strcmp(m->name, "plain") == 0 || strncmp(m->name, "neighbour-", 10) == 0 ||
		       strcmp(m->name, "two-hop-words") == 0);
}

static void everything_the_comparison_needs_is_there(void **state)
{
	(void)state;
	static const char *const must[] = {"one-paper", "one-calibrated", "deepwalk", "node2vec",
		"line", "tadw", "aane", "graphsage", "seano", "random", "degree", "attributes",
		"pca-forest", "neighbour-words", "two-hop-words", "neighbour-coherence", "plain"};
	for (size_t i = 0; i < sizeof must / sizeof *must; i++)
		assert_non_null(odd_method_find(must[i]));
	bool controls = false; /* they come last */
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		assert_true(!controls || odd_method_get(i)->kind == ODD_METHOD_CONTROL);
		controls = odd_method_get(i)->kind == ODD_METHOD_CONTROL;
	}
}

/* What a table of results would be dishonest without. */
static void notes_say_what_must_be_said(void **state)
{
	(void)state;
	static const struct {
		const char *name, *words;
	} must[] = {
		{"deepwalk", "hierarchical softmax and negative sampling"},
		{"node2vec", "p = q = 1"},
		{"node2vec", "DeepWalk"},
		{"line", "Both orders, trained apart"},
		{"tadw", "(P + P²)/2"},
		{"tadw", "both halves"},
		{"tadw", "rotation"},
		{"aane", "not squared"},
		{"aane", "ADMM"},
		{"aane", "cosine"},
		{"graphsage", "mean aggregator, sampled neighbours, trained on pairs from walks"},
		{"graphsage", "public learning rate"},
		{"seano", "Re-implementation from description"},
		{"seano", "20 % of the labels"},
		{"seano", "not made for structural outliers"},
		{"seano", "by outliers in synthetic blocks"},
		{"one-calibrated", "picked on outliers planted"},
	};
	for (size_t i = 0; i < sizeof must / sizeof *must; i++)
		if (strstr(odd_method_find(must[i].name)->note, must[i].words) == NULL)
			fail_msg("the note of %s does not say \"%s\"", must[i].name, must[i].words);
}

/* ---- options -------------------------------------------------------------------------------- */

static odd_status check_one(const odd_method *m, const char *text, odd_error *err)
{
	odd_method_request r = {.k = 4, .seed = 1, .overrides = &text, .override_count = 1};
	return odd_method_check(m, NULL, &r, err);
}

ODD_PRINTF(3, 4)
static void assert_refused(const odd_method *m, const char *option, const char *format, ...)
{
	char text[200];
	odd_error err = {0};
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (check_one(m, text, &err) != ODD_EUSAGE)
		fail_msg("%s took %s", m->name, text);
	assert_non_null(strstr(err.message, m->name));
	assert_non_null(strstr(err.message, option));
}

static void options_take_defaults_and_refuse_nonsense(void **state)
{
	(void)state;
	odd_error err;
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		for (size_t j = 0; j < m->option_count; j++) {
			const odd_method_option *o = &m->options[j];
			char text[200];
			assert_true(strlen(o->values) > 0 && strlen(o->about) > 0);
			snprintf(text, sizeof text, "%s=%s", o->name, o->ours);
			assert_ok(check_one(m, text, &err), err);
			if (o->published != NULL) {
				snprintf(text, sizeof text, "%s=%s", o->name, o->published);
				assert_ok(check_one(m, text, &err), err);
			}
			assert_refused(m, o->name, "%s=", o->name);
			assert_refused(m, o->name, "%s", o->name);
			assert_refused(m, o->name, "%s=banana", o->name);
			assert_refused(m, o->name, "%s=nan", o->name);
			assert_refused(m, o->name, "%s=%s ", o->name, o->ours);
			assert_refused(m, "option", "x%s=%s", o->name, o->ours);
			if (o->kind == ODD_VALUE_CHOICE) {
				assert_non_null(strchr(o->values, '|'));
				assert_refused(m, o->name, "%s=%s", o->name, o->values);
				continue;
			}
			assert_refused(m, o->name, "%s=%.17g", o->name, o->least - 1.0);
			assert_refused(m, o->name, "%s=%.17g", o->name, o->most * 2.0 + 1.0);
			snprintf(text, sizeof text, "%s=%.17g", o->name, o->most);
			assert_ok(check_one(m, text, &err), err);
			if (o->above)
				assert_refused(m, o->name, "%s=%.17g", o->name, o->least);
			if (o->kind == ODD_VALUE_WHOLE)
				assert_refused(m, o->name, "%s=%.17g", o->name, o->least + 0.5);
		}
		assert_refused(m, "nonsense", "nonsense=1");
		assert_refused(m, "", "%s", "");
		assert_refused(m, "", "%s", "=3");
	}
}

/* One value for each option that differs from the default, and from the shorter runs above. */
static const struct {
	const char *name, *text;
} others[] = {
	{"one-paper", "iterations=2"},
	{"one-paper", "mu=3"},
	{"one-paper", "start=svd"},
	{"one-calibrated", "iterations=2"},
	{"one-calibrated", "mu=3"},
	{"one-calibrated", "start=random"},
	{"one-calibrated", "o-step=uniform"},
	{"one-paper", "o-step=uniform"},
	{"deepwalk", "mode=hs"},
	{"deepwalk", "walks=3"},
	{"deepwalk", "length=7"},
	{"deepwalk", "window=2"},
	{"deepwalk", "epochs=1"},
	{"deepwalk", "negative=2"},
	{"deepwalk", "alpha=0.0001"},
	{"deepwalk", "sample=0"},
	{"node2vec", "p=4"},
	{"node2vec", "q=0.5"},
	{"node2vec", "walks=3"},
	{"node2vec", "length=7"},
	{"node2vec", "window=2"},
	{"node2vec", "epochs=2"},
	{"node2vec", "negative=2"},
	{"node2vec", "alpha=0.05"},
	{"node2vec", "sample=0"},
	{"line", "samples=2000"},
	{"line", "negative=2"},
	{"line", "rho=0.1"},
	{"graphsage", "hidden=8"},
	{"graphsage", "near=3"},
	{"graphsage", "far=4"},
	{"graphsage", "batch=8"},
	{"graphsage", "negatives=3"},
	{"graphsage", "reach=1"},
	{"graphsage", "steps=5"},
	{"graphsage", "rate=0.00001"},
	{"seano", "labelled=0.7"},
	{"seano", "hidden=5"},
	{"seano", "iterations=3"},
	{"seano", "label-batch=1"},
	{"seano", "graph-pairs=20"},
	{"seano", "same-pairs=9"},
	{"seano", "negatives=2"},
	{"seano", "path=4"},
	{"seano", "window=1"},
	{"seano", "rate=0.01"},
	{"seano", "lambda-rate=0.02"},
	{"seano", "lambda-start=0.8"},
	{"tadw", "features=5"},
	{"tadw", "lambda=0.5"},
	{"tadw", "sweeps=2"},
	{"aane", "lambda=0.5"},
	{"aane", "rho=2"},
	{"aane", "sweeps=4"},
};

static void assert_run(odd_method_result *out, const odd_method *m, const odd_network *net,
	const odd_method_request *r)
{
	odd_error err;
	assert_ok(odd_method_run(out, m, net, r, &alone, &err), err);
	assert_int_equal(out->nodes, net->nodes);
	assert_true(out->score != NULL || out->embedding.data != NULL);
}

static bool same(const odd_method_result *a, const odd_method_result *b)
{
	if (a->embedding.cols != b->embedding.cols)
		return false;
	for (size_t i = 0; i < a->embedding.rows; i++)
		if (memcmp(odd_mat_row(a->embedding, i), odd_mat_row(b->embedding, i),
			    a->embedding.cols * sizeof(double)) != 0)
			return false;
	return a->score == NULL || memcmp(a->score, b->score, a->nodes * sizeof(double)) == 0;
}

/* The cliques with uneven weights, so that an option about weights has something to do. */
static odd_network *weighted_cliques(void)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	add_cliques(&b, true);
	add_link(&b, 0, 1, 3.0);
	add_link(&b, 8, 9, 2.0);
	assert_ok(odd__builder_finish(&net, &b, "weighted", "test", &err), err);
	return net;
}

static const char *other_value(const odd_method *m, const char *option)
{
	size_t length = strlen(option);
	for (size_t t = 0; t < sizeof others / sizeof *others; t++)
		if (strcmp(others[t].name, m->name) == 0 &&
			strncmp(others[t].text, option, length) == 0 &&
			others[t].text[length] == '=')
			return others[t].text;
	fail_msg("%s: no other value for %s in this test", m->name, option);
	return NULL;
}

/* Another value changes the result, and the default given after it changes it back. */
static void every_option_does_something(void **state)
{
	(void)state;
	odd_network *net = weighted_cliques();
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		odd_method_request r = request_for(m, 1);
		odd_method_result usual, again, changed;
		assert_run(&usual, m, net, &r);
		for (size_t j = 0; j < m->option_count; j++) {
			const odd_method_option *o = &m->options[j];
			const char *last[SHORTER + 1] = {NULL}, *first[SHORTER + 2] = {NULL};
			char default_text[100];
			size_t n = r.override_count;
			snprintf(default_text, sizeof default_text, "%s=%s", o->name, o->ours);
			last[n] = first[0] = other_value(m, o->name);
			first[1] = default_text;
			for (size_t s = 0; s < n; s++)
				last[s] = first[s + 2] = r.overrides[s];
			odd_method_request other = {.k = 4, .seed = 1};
			other.overrides = last;
			other.override_count = n + 1;
			assert_run(&changed, m, net, &other);
			if (same(&usual, &changed))
				fail_msg("%s: %s changes nothing", m->name, last[n]);
			other.overrides = first;
			other.override_count = n + 2;
			assert_run(&again, m, net, &other);
			assert_true(same(&usual, &again));
			odd_method_result_clear(&changed);
			odd_method_result_clear(&again);
		}
		odd_method_result_clear(&usual);
	}
	odd_network_free(net);
}

/* Every other method called by its own header, shortened as above. */
static odd_status run_directly(
	odd_mat *X, const char *name, const odd_network *net, uint64_t seed, odd_error *err)
{
	if (strcmp(name, "tadw") == 0) {
		odd_tadw_options o = ODD_TADW_OPTIONS_INIT;
		o.k = 4;
		o.seed = seed;
		return odd_tadw(X, net, &o, &alone, err);
	}
	if (strcmp(name, "aane") == 0) {
		odd_aane_options o = ODD_AANE_OPTIONS_INIT;
		o.k = 4;
		o.seed = seed;
		return odd_aane(X, net, &o, &alone, err);
	}
	if (strcmp(name, "deepwalk") == 0) {
		odd__skipgram_options o = ODD_DEEPWALK_OPTIONS_INIT;
		o.k = 4;
		o.seed = seed;
		o.walks = 4;
		return odd_skipgram(X, net, &o, &alone, err);
	}
	if (strcmp(name, "node2vec") == 0) {
		odd__skipgram_options o = ODD_NODE2VEC_OPTIONS_INIT;
		o.k = 4;
		o.seed = seed;
		o.walks = 2;
		return odd_skipgram(X, net, &o, &alone, err);
	}
	if (strcmp(name, "line") == 0) {
		odd_line_options o = ODD_LINE_OPTIONS_INIT;
		o.k = 4;
		o.seed = seed;
		o.samples = 3000;
		return odd_line(X, net, &o, &alone, err);
	}
	if (strcmp(name, "graphsage") == 0) {
		odd_graphsage_options o = ODD_GRAPHSAGE_OPTIONS_INIT;
		o.k = 4;
		o.seed = seed;
		o.steps = 30;
		o.batch = 32;
		o.hidden = 16;
		return odd_graphsage(X, net, &o, &alone, err);
	}
	odd_control_pca_options o = ODD_CONTROL_PCA_OPTIONS_INIT;
	assert_string_equal(name, "pca-forest");
	o.k = 4;
	o.seed = seed;
	return odd_control_pca(X, net, &o, &alone, err);
}

/* The defaults in the table are those of the headers. */
static void rows_run_what_the_library_runs(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = weighted_cliques();
	size_t compared = 0;
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		odd_method_request r = request_for(m, 9);
		odd_method_result by_row;
		odd_mat X;
		assert_run(&by_row, m, net, &r);
		if (by_row.score == NULL) { /* those with a score have tests of their own */
			assert_ok(run_directly(&X, m->name, net, 9, &err), err);
			assert_same_bits(odd_mat_const(X), odd_mat_const(by_row.embedding));
			odd_mat_free(&X);
			compared++;
		}
		odd_method_result_clear(&by_row);
	}
	assert_int_equal(compared, 7);
	odd_network_free(net);
}

static void seano_is_run_with_its_weights(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = weighted_cliques();
	const odd_method *m = odd_method_find("seano");
	odd_method_request r = request_for(m, 9);
	odd_method_result by_row;
	odd_seano_result direct;
	odd_seano_options o = ODD_SEANO_OPTIONS_INIT;
	assert_true(m->supervised && m->needs_labels);
	o.k = 4;
	o.seed = 9;
	o.iterations = 20;
	o.hidden = 8;
	o.label_batch = 6;
	o.same_pairs = 32;
	assert_ok(odd_seano(&direct, net, &o, &alone, &err), err);
	assert_run(&by_row, m, net, &r);
	assert_same_bits(odd_mat_const(direct.embedding), odd_mat_const(by_row.embedding));
	for (size_t i = 0; i < net->nodes; i++)
		assert_true(by_row.score[i] == -direct.lambda[i]);
	odd_seano_clear(&direct);
	odd_method_result_clear(&by_row);
	odd_network_free(net);
}

static void one_is_run_as_its_presets_run(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(true);
	for (int preset = 0; preset < 2; preset++) {
		const odd_method *m =
			odd_method_find(preset == ODD_PAPER ? "one-paper" : "one-calibrated");
		odd_method_request r = request_for(m, 5);
		odd_method_result by_row;
		odd_one_options o = ODD_ONE_OPTIONS_INIT;
		odd_one *run;
		odd_scores scores;
		odd_mat X;
		o.preset = (odd_preset)preset;
		o.k = 4;
		o.seed = 5;
		assert_ok(odd_one_begin(&run, net, &o, &alone, &err), err);
		assert_ok(odd_fit(run, NULL, NULL, &alone, &err), err);
		assert_ok(odd_scores_compute(&scores, run, NULL, NULL, &alone, &err), err);
		assert_ok(odd_mat_alloc(&X, net->nodes, 4, &err), err);
		odd_one_embedding(run, X);
		assert_run(&by_row, m, net, &r);
		assert_same_bits(odd_mat_const(X), odd_mat_const(by_row.embedding));
		assert_memory_equal(scores.total, by_row.score, net->nodes * sizeof(double));
		odd_method_result_clear(&by_row);
		odd_mat_free(&X);
		odd_scores_clear(&scores);
		odd_one_free(run);
	}
	odd_network_free(net);
}

/* ---- runs ----------------------------------------------------------------------------------- */

static void methods_tell_cliques_apart(void **state)
{
	(void)state;
	odd_network *net = make_cliques(true);
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		if (m->kind == ODD_METHOD_CONTROL && strcmp(m->name, "pca-forest") != 0)
			continue;
		for (uint64_t seed = 1; seed <= 3; seed++) {
			odd_method_request r = adapt(learning, m, seed);
			odd_method_result result;
			assert_run(&result, m, net, &r);
			assert_true(result.embedding.cols == 4);
			assert_finite(odd_mat_const(result.embedding));
			double found = cliques_found(odd_mat_const(result.embedding));
			if (found < 1.0)
				fail_msg("%s, seed %d: %g of the nodes", m->name, (int)seed, found);
			odd_method_result_clear(&result);
		}
	}
	odd_network_free(net);
}

static void lonely_nodes_have_finite_scores(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_lonely_cliques();
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		odd_method_request r = request_for(m, 2);
		odd_method_result result;
		double score[19];
		assert_run(&result, m, net, &r);
		assert_finite(odd_mat_const(result.embedding));
		assert_ok(odd_method_outlier_scores(score, &result, 1, &alone, &err), err);
		for (size_t n = 0; n < 19; n++)
			assert_true(isfinite(score[n]));
		odd_method_result_clear(&result);
		odd_method_result_clear(&result); /* twice does no harm */
	}
	odd_network_free(net);
}

static void scores_come_from_the_method_or_a_forest(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(true);
	double have[16], want[16];
	odd_isoforest_options forest = ODD_ISOFOREST_OPTIONS_INIT;
	odd_method_request r = {.k = 4, .seed = 3};
	odd_method_result result;
	assert_run(&result, odd_method_find("degree"), net, &r);
	assert_null(result.embedding.data);
	assert_ok(odd_method_outlier_scores(have, &result, 8, &alone, &err), err);
	assert_ok(odd_control_degree(want, net, &err), err);
	assert_memory_equal(have, want, sizeof have);
	odd_method_result_clear(&result);

	assert_run(&result, odd_method_find("aane"), net, &r);
	assert_ok(odd_method_outlier_scores(have, &result, 8, &alone, &err), err);
	forest.seed = 8;
	assert_ok(
		odd_isoforest_scores(want, odd_mat_const(result.embedding), &forest, &alone, &err),
		err);
	assert_memory_equal(have, want, sizeof have);
	odd_method_result_clear(&result);

	/* ONE has both, and its own score counts */
	assert_run(&result, odd_method_find("one-calibrated"), net, &r);
	assert_ok(odd_method_outlier_scores(have, &result, 8, &alone, &err), err);
	assert_non_null(result.embedding.data);
	assert_memory_equal(have, result.score, sizeof have);
	odd_method_result_clear(&result);
	odd_network_free(net);
}

static void seeds_count_where_chance_does(void **state)
{
	(void)state;
	odd_network *net = make_cliques(true);
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		bool chance = m->kind == ODD_METHOD_STRUCTURE || strcmp(m->name, "tadw") == 0 ||
			      strcmp(m->name, "random") == 0 || strcmp(m->name, "graphsage") == 0 ||
			      m->supervised;
		odd_method_request r = request_for(m, 1);
		odd_method_result a, b, c;
		assert_run(&a, m, net, &r);
		assert_run(&b, m, net, &r);
		r.seed = 2;
		assert_run(&c, m, net, &r);
		assert_true(same(&a, &b));
		if (chance && same(&a, &c))
			fail_msg("%s: the seed changes nothing", m->name);
		odd_method_result_clear(&a);
		odd_method_result_clear(&b);
		odd_method_result_clear(&c);
	}
	odd_network_free(net);
}

/* More dimensions than nodes and words: refused in words, or filled with something finite. */
static void too_many_dimensions_do_no_harm(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(true);
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		odd_method_request r = request_for(m, 1);
		odd_method_result result;
		r.k = 40;
		odd_status status = odd_method_run(&result, m, net, &r, &alone, &err);
		if (status == ODD_OK) {
			assert_finite(odd_mat_const(result.embedding));
		} else {
			assert_int_equal(status, ODD_EUSAGE);
			assert_non_null(strstr(err.message, "40"));
			assert_null(result.embedding.data);
		}
		odd_method_result_clear(&result);
	}
	odd_network_free(net);
}

static void missing_things_are_named(void **state)
{
	(void)state;
	odd_error err;
	odd__builder b;
	odd_network *unlabelled = make_cliques(false), *bare, *empty;
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 20; i++)
		add_node(&b, i, "n", i % 2 ? "a" : "b");
	for (size_t i = 1; i < 20; i++)
		add_link(&b, i - 1, i, 1.0);
	assert_ok(odd__builder_finish(&bare, &b, "bare", "test", &err), err);
	odd__builder_init(&b, false);
	assert_ok(odd__builder_finish(&empty, &b, "empty", "test", &err), err);
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		odd_method_request r = request_for(m, 1);
		odd_method_result result;
		odd_status status = odd_method_run(&result, m, unlabelled, &r, &alone, &err);
		assert_int_equal(status, m->needs_labels ? ODD_EUSAGE : ODD_OK);
		if (m->needs_labels)
			assert_non_null(strstr(err.message, "labels"));
		odd_method_result_clear(&result);

		status = odd_method_run(&result, m, bare, &r, &alone, &err);
		bool wants = m->kind == ODD_METHOD_ATTRIBUTED ||
			     strcmp(m->name, "pca-forest") == 0 || is_plain(m);
		assert_int_equal(status, wants ? ODD_EUSAGE : ODD_OK);
		if (wants)
			assert_non_null(strstr(err.message, "no attributes"));
		odd_method_result_clear(&result);

		assert_int_equal(odd_method_run(&result, m, empty, &r, &alone, &err), ODD_EUSAGE);
		odd_method_result_clear(&result);

		r.k = 0;
		status = odd_method_run(&result, m, unlabelled, &r, &alone, &err);
		bool counts = m->kind == ODD_METHOD_CONTROL && strcmp(m->name, "pca-forest") != 0;
		assert_int_equal(status, counts ? ODD_OK : ODD_EUSAGE);
		odd_method_result_clear(&result);
	}
	odd_network_free(unlabelled);
	odd_network_free(bare);
	odd_network_free(empty);
}

static void cancelled_runs_leave_nothing(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(true);
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		const odd_method *m = odd_method_get(i);
		odd_method_request r = adapt(learning, m, 1);
		odd_method_result result;
		cancel_at c;
		odd_job job = cancelling_job(&c, 1);
		odd_status status = odd_method_run(&result, m, net, &r, &job, &err);
		if (m->kind == ODD_METHOD_CONTROL && strcmp(m->name, "pca-forest") != 0 &&
			!is_plain(m)) {
			assert_int_equal(status, ODD_OK);
		} else {
			assert_int_equal(status, ODD_ECANCELLED);
			assert_null(result.score);
			assert_null(result.embedding.data);
		}
		odd_method_result_clear(&result);
	}
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique_and_found),
		cmocka_unit_test(everything_the_comparison_needs_is_there),
		cmocka_unit_test(notes_say_what_must_be_said),
		cmocka_unit_test(options_take_defaults_and_refuse_nonsense),
		cmocka_unit_test(every_option_does_something),
		cmocka_unit_test(rows_run_what_the_library_runs),
		cmocka_unit_test(seano_is_run_with_its_weights),
		cmocka_unit_test(one_is_run_as_its_presets_run),
		cmocka_unit_test(methods_tell_cliques_apart),
		cmocka_unit_test(lonely_nodes_have_finite_scores),
		cmocka_unit_test(scores_come_from_the_method_or_a_forest),
		cmocka_unit_test(seeds_count_where_chance_does),
		cmocka_unit_test(too_many_dimensions_do_no_harm),
		cmocka_unit_test(missing_things_are_named),
		cmocka_unit_test(cancelled_runs_leave_nothing),
	};
	return cmocka_run_group_tests_name("methods", tests, NULL, NULL);
}
