/* The comparison: means by hand, cells that do not know of each other, files that are believed only
 * when they are right. Methods of the test's own stand in for slow ones. */
#include "config.h"

#include "helpers.h"
#include "sample.h"

#include <dirent.h>
#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

#include "baseline/compare.h"
#include "network/generate.h"
#include "base/rng.h"

enum { SEEDS = 3, K = 6 };

/* What the two methods of this file leave behind: how often they ran, on what, and who stops them.
 */
static atomic_int runs;
static atomic_bool stop;
static int stop_at; /* 0: never */
static _Atomic uint64_t seen[2][16];

static void count_run(int which, const odd_network *net, const odd_method_request *request)
{
	seen[which][request->seed % 16] = odd_network_checksum(net);
	if (++runs == stop_at)
		atomic_store(&stop, true);
}

static odd_status cancelled(const odd_job *job, odd_error *err)
{
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

/* An embedding that knows the class of most nodes, and no score. */
static odd_status run_near(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	const odd_network *net = call->net;
	const odd_method_request *request = call->request;
	odd_rng rng;
	count_run(0, net, request);
	odd_status status = cancelled(call->job, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&out->embedding, net->nodes, request->k, err);
	odd_rng_init(&rng, request->seed, "near");
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		for (size_t k = 0; k < request->k; k++)
			odd_mat_row(out->embedding, i)[k] =
				odd_rng_normal(&rng) + ((size_t)net->label[i] == k ? 2.0 : 0.0);
	odd_job_report(call->job, "near", 1.0, 1.0);
	return status;
}

/* A score that is 1 for some nodes and 0 for all others, and no embedding. */
static odd_status run_few(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	const odd_network *net = call->net;
	const odd_method_request *request = call->request;
	odd_rng rng;
	count_run(1, net, request);
	odd_status status = cancelled(call->job, err);
	if (status != ODD_OK)
		return status;
	out->score = calloc(net->nodes, sizeof *out->score);
	odd_rng_init(&rng, request->seed, "few");
	size_t given = request->override_count; /* "share=…", of which the last counts */
	double share = given > 0 ? strtod(request->overrides[given - 1] + 6, NULL) : 0.5;
	for (size_t i = 0; i < net->nodes; i++)
		out->score[i] = net->truth[i] != ODD_ORDINARY && odd_rng_uniform(&rng) < share;
	return ODD_OK;
}

static odd_status run_fail(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	(void)out;
	return odd_error_set(err, ODD_ENUMERIC, "broken at seed %d", (int)call->request->seed);
}

static const odd_method_option few_options[] = {{.name = "share",
	.values = "0 to 1",
	.ours = "0.5",
	.published = "0.5",
	.kind = ODD_VALUE_NUMBER,
	.most = 1.0}};
static const odd_method near = {
	.name = "near", .title = "Near", .kind = ODD_METHOD_STRUCTURE, .run = run_near};
static const odd_method few = {.name = "few",
	.title = "Few",
	.kind = ODD_METHOD_CONTROL,
	.options = few_options,
	.option_count = 1,
	.run = run_few};
static const odd_method broken = {
	.name = "broken", .title = "Broken", .kind = ODD_METHOD_CONTROL, .run = run_fail};
static const odd_method *const both[] = {&near, &few};

/* ---- a small comparison ------------------------------------------------------------------- */

struct fixture {
	odd_network *net;
	odd_communities groups;
	odd_compare_options options;
	char dir[256];
};

static int set_up(void **state)
{
	static struct fixture f;
	odd_error err;
	odd_generate_options g = ODD_GENERATE_OPTIONS_INIT;
	g.nodes = 120;
	g.communities = 3;
	f = (struct fixture){.options = ODD_COMPARE_OPTIONS_INIT};
	assert_ok(odd_generate(&f.net, &g, NULL, &err), err);
	assert_ok(odd_communities_find(&f.groups, f.net, 1, NULL, &err), err);
	f.options.method = both;
	f.options.methods = 2;
	f.options.seeds = SEEDS;
	f.options.seed = 7;
	f.options.repeats = 2;
	f.options.k = K;
	f.options.plant.structural = f.options.plant.attribute = f.options.plant.combined = 4;
	make_temporary_dir(f.dir, sizeof f.dir);
	runs = 0;
	stop_at = 0;
	atomic_store(&stop, false);
	*state = &f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;
	remove_tree(f->dir);
	odd_communities_clear(&f->groups);
	odd_network_free(f->net);
	return 0;
}

static odd_status compare(odd_comparison *out, const struct fixture *f, int threads, odd_error *err)
{
	odd_job job = {.threads = threads, .cancel = &stop};
	return odd_compare_run(out, f->net, &f->groups, &f->options, NULL, &job, err);
}

/* Everything but time and memory. */
static void assert_same(const odd_comparison *a, const odd_comparison *b)
{
	assert_int_equal(a->methods * a->seeds, b->methods * b->seeds);
	for (size_t i = 0; i < a->methods * a->seeds; i++) {
		assert_int_equal(a->cell[i].state, b->cell[i].state);
		assert_memory_equal(a->cell[i].value, b->cell[i].value,
			ODD_M_SECONDS * sizeof *a->cell[i].value);
	}
}

/* ---- the numbers -------------------------------------------------------------------------- */

static void cells_are_what_the_parts_say(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison table;
	assert_ok(compare(&table, f, 1, &err), err);
	assert_int_equal(table.finished, 2 * SEEDS);
	assert_int_equal(runs, 2 * SEEDS);
	for (size_t s = 0; s < SEEDS; s++) {
		odd_network *planted;
		odd_plant_options plant = f->options.plant;
		odd_method_result result;
		odd_evaluation e;
		odd_classify_options classify = ODD_CLASSIFY_OPTIONS_INIT;
		odd_classify_result c;
		double score[140];
		plant.seed = 7 + s;
		assert_ok(odd_plant(&planted, NULL, f->net, &f->groups, &plant, NULL, &err), err);
		/* Both methods had this network. */
		assert_true(seen[0][plant.seed] == odd_network_checksum(planted));
		assert_true(seen[1][plant.seed] == odd_network_checksum(planted));
		const odd_cell *cell = &table.cell[2 * s];
		assert_int_equal(cell->seed, 7 + s);
		odd_method_request request = {.k = K, .seed = 7 + s};
		assert_ok(odd_method_run(&result, &near, planted, &request, NULL, &err), err);
		assert_ok(odd_method_outlier_scores(score, &result, 7 + s, NULL, &err), err);
		assert_ok(
			odd_evaluate_scores(&e, score, planted->nodes, planted->truth, &err), err);
		for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
			assert_true(cell->value[ODD_M_RECALL + l] == e.row[l].recall);
			for (size_t kind = 1; kind <= 3; kind++)
				assert_true(
					cell->value[ODD_M_RECALL + l + kind * ODD_RECALL_ROWS] ==
					e.row[l].kind[kind]);
		}
		assert_true(cell->value[ODD_M_AUC] == e.auc);
		classify.share = 0.3;
		classify.repeats = 2;
		classify.seed = 7 + s;
		assert_ok(odd_classify(&c, odd_mat_const(result.embedding), planted->label,
				  planted->classes.count, &classify, NULL, &err),
			err);
		assert_true(cell->value[ODD_M_MACRO + 2] == c.macro.mean);
		assert_true(cell->value[ODD_M_MICRO + 2] == c.micro.mean);
		assert_true(cell->value[ODD_M_WEIGHTED + 2] == c.weighted.mean);
		assert_true(cell->value[ODD_M_CLUSTERING] > 0.6);
		assert_true(cell->value[ODD_M_SECONDS] >= 0.0 && cell->value[ODD_M_MEMORY] > 0.0);
		/* The other has no embedding. */
		assert_true(isnan(table.cell[2 * s + 1].value[ODD_M_MACRO]));
		assert_true(isnan(table.cell[2 * s + 1].value[ODD_M_CLUSTERING]));
		odd_method_result_clear(&result);
		odd_network_free(planted);
	}
	odd_comparison_clear(&table);
}

static void means_and_deviations(void **state)
{
	(void)state;
	odd_cell cell[6];
	const double value[] = {0.25, 0.5, 0.9};
	const odd_comparison table = {.methods = 2, .seeds = 3, .cell = cell};
	size_t count;
	for (size_t i = 0; i < 6; i++) {
		cell[i] = (odd_cell){.method = i % 2, .seeding = i / 2, .state = ODD_CELL_DONE};
		cell[i].value[ODD_M_AUC] = i % 2 == 0 ? value[i / 2] : (double)NAN;
	}
	odd_spread s = odd_comparison_spread(&table, 0, ODD_M_AUC, &count);
	assert_int_equal(count, 3);
	assert_close(s.mean, 0.55, 1e-15);
	assert_close(s.deviation, sqrt((0.09 + 0.0025 + 0.1225) / 2.0), 1e-15);
	s = odd_comparison_spread(&table, 1, ODD_M_AUC, &count);
	assert_true(count == 0 && isnan(s.mean) && isnan(s.deviation));
	/* What is not done does not count, whatever number it has. */
	cell[4].state = ODD_CELL_RUNNING;
	s = odd_comparison_spread(&table, 0, ODD_M_AUC, &count);
	assert_int_equal(count, 2);
	assert_close(s.mean, 0.375, 1e-15);
	cell[2].state = ODD_CELL_FAILED;
	s = odd_comparison_spread(&table, 0, ODD_M_AUC, NULL);
	assert_true(s.mean == 0.25 && isnan(s.deviation));
}

/* The score of "few" is a tie of all but a handful: its recall has their share of the rest. */
static void ties_count_by_their_share(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison table;
	const char *setting[] = {"few.share=0.9", "few.share=0"};
	f->options.setting = setting;
	f->options.settings = 2;
	f->options.tasks = ODD_TASK_BIT(ODD_TASK_OUTLIERS);
	assert_ok(compare(&table, f, 1, &err), err);
	for (size_t s = 0; s < SEEDS; s++) {
		const double *value = table.cell[2 * s + 1].value;
		for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
			double taken = floor(132.0 * 0.05 * (double)(l + 1) + 0.5);
			assert_close(value[ODD_M_RECALL + l], taken / 132.0, 1e-12);
		}
		assert_close(value[ODD_M_AUC], 0.5, 1e-12);
		assert_true(isnan(table.cell[2 * s].value[ODD_M_MACRO])); /* not asked for */
	}
	odd_comparison_clear(&table);
}

static void threads_change_nothing(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison one, more;
	assert_ok(compare(&one, f, 1, &err), err);
	assert_int_equal(one.at_once, 1);
	const int threads[] = {2, 5, 16};
	for (size_t i = 0; i < 3; i++) {
		assert_ok(compare(&more, f, threads[i], &err), err);
		assert_int_equal(more.at_once, threads[i] < 6 ? threads[i] : 6);
		assert_same(&one, &more);
		odd_comparison_clear(&more);
	}
	odd_comparison_clear(&one);
}

/* ---- stopping and going on ---------------------------------------------------------------- */

static void cancel_keeps_what_is_finished_and_a_cache_goes_on(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison whole, part, rest;
	assert_ok(compare(&whole, f, 1, &err), err);
	char cache[400];
	snprintf(cache, sizeof cache, "%s/a/cells", f->dir); /* made, with its parent */
	f->options.cache = cache;
	runs = 0;
	stop_at = 4;
	assert_int_equal(compare(&part, f, 1, &err), ODD_ECANCELLED);
	assert_int_equal(part.finished, 3);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(part.cell[i].state, i < 3 ? ODD_CELL_DONE : ODD_CELL_WAITING);
		if (i < 3)
			assert_memory_equal(part.cell[i].value, whole.cell[i].value,
				ODD_M_SECONDS * sizeof(double));
		else
			assert_true(isnan(part.cell[i].value[ODD_M_AUC]));
	}
	atomic_store(&stop, false);
	runs = 0;
	stop_at = 0;
	assert_ok(compare(&rest, f, 2, &err), err);
	assert_int_equal(runs, 3);
	assert_same(&whole, &rest);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(rest.cell[i].cached, i < 3);
	odd_comparison_clear(&whole);
	odd_comparison_clear(&part);
	odd_comparison_clear(&rest);
}

/* Damage the n-th file of the cache; returns false when there are not so many. */
static bool damage(const char *dir, int n)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	char path[2048];
	int at = 0;
	bool done = false;
	while (d != NULL && !done && (entry = readdir(d)) != NULL) {
		if (entry->d_name[0] == '.' || at++ != n)
			continue;
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		FILE *file = fopen(path, "r+");
		assert_non_null(file);
		fseek(file, 0, SEEK_END);
		long size = ftell(file);
		if (n == 0) { /* cut short */
			assert_int_equal(ftruncate(fileno(file), size / 2), 0);
		} else if (n == 1) { /* one digit changed, in a line that can still be read */
			char text[8192] = "";
			rewind(file);
			assert_true(fread(text, 1, sizeof text - 1, file) > 0);
			char *auc = strstr(text, "\nauc 0.");
			assert_non_null(auc);
			fseek(file, auc + 7 - text, SEEK_SET);
			fputc(auc[7] == '3' ? '4' : '3', file);
		} else { /* empty */
			assert_int_equal(ftruncate(fileno(file), 0), 0);
		}
		fclose(file);
		done = true;
	}
	closedir(d);
	return done;
}

static void broken_files_are_computed_again(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison first, again;
	f->options.cache = f->dir;
	assert_ok(compare(&first, f, 2, &err), err);
	for (int n = 0; n < 3; n++)
		assert_true(damage(f->dir, n));
	runs = 0;
	assert_ok(compare(&again, f, 2, &err), err);
	assert_int_equal(runs, 3);
	assert_same(&first, &again);
	runs = 0;
	odd_comparison_clear(&again);
	assert_ok(compare(&again, f, 2, &err), err);
	assert_int_equal(runs, 0); /* mended */
	/* Now time and memory are the same too. */
	for (size_t i = 0; i < 6; i++)
		assert_true(again.cell[i].cached);
	odd_comparison_clear(&first);
	odd_comparison_clear(&again);
}

/* How many cells had to be run after something changed. */
static int runs_with(const struct fixture *f, odd_compare_options options)
{
	struct fixture other = *f;
	odd_error err;
	odd_comparison table;
	other.options = options;
	runs = 0;
	assert_ok(compare(&table, &other, 2, &err), err);
	odd_comparison_clear(&table);
	return runs;
}

static void a_file_is_used_only_for_what_it_was_made_for(void **state)
{
	struct fixture *f = *state;
	f->options.cache = f->dir;
	odd_compare_options o = f->options;
	assert_int_equal(runs_with(f, o), 6);
	assert_int_equal(runs_with(f, o), 0);
	o.tasks = ODD_TASK_BIT(ODD_TASK_CLUSTERING); /* is part of what is there */
	assert_int_equal(runs_with(f, o), 0);
	o = f->options;
	o.seeds = 4;
	assert_int_equal(runs_with(f, o), 2);
	o = f->options;
	o.seed++;
	assert_int_equal(runs_with(f, o), 0); /* seeds 8 to 10 are all there by now */
	o.k++;
	assert_int_equal(runs_with(f, o), 6);
	o = f->options;
	o.repeats++;
	assert_int_equal(runs_with(f, o), 6);
	o = f->options;
	o.plant.attribute++;
	assert_int_equal(runs_with(f, o), 6);
	o = f->options;
	o.plant.style = ODD_PLANT_LOCAL;
	assert_int_equal(runs_with(f, o), 6);
	const char *setting[] = {"few.share=0.25"};
	o = f->options;
	o.setting = setting;
	o.settings = 1;
	assert_int_equal(runs_with(f, o), SEEDS); /* of that method alone */
	f->net->truth[0] = ODD_UNKNOWN_KIND;
	assert_int_equal(runs_with(f, f->options), 6);
}

static void fewer_tasks_in_a_file_are_not_enough(void **state)
{
	struct fixture *f = *state;
	f->options.cache = f->dir;
	f->options.tasks = ODD_TASK_BIT(ODD_TASK_OUTLIERS);
	assert_int_equal(runs_with(f, f->options), 6);
	f->options.tasks = ODD_USUAL_TASKS;
	assert_int_equal(runs_with(f, f->options), 6);
}

/* ---- telling ------------------------------------------------------------------------------ */

struct told {
	int progress, finished, cached, with_score;
	size_t before;
};

static void on_progress(void *payload, const odd_comparison *table, const odd_cell *cell,
	const char *what, double done, double total)
{
	struct told *t = payload;
	assert_ptr_equal(&table->cell[cell - table->cell], cell);
	assert_int_equal(cell->state, ODD_CELL_RUNNING);
	assert_true(strlen(what) > 0 && done <= total);
	t->progress++;
}

static void on_finished(
	void *payload, const odd_comparison *table, const odd_cell *cell, const odd_cell_look *look)
{
	struct told *t = payload;
	assert_int_equal(table->finished, ++t->before);
	assert_int_equal(cell->state, ODD_CELL_DONE);
	t->finished++;
	t->cached += cell->cached;
	t->with_score += look->score != NULL && look->result->nodes == look->net->nodes;
}

static void every_cell_is_told_once(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison table;
	struct told told = {0};
	odd_compare_watch watch = {on_progress, on_finished, &told};
	odd_job job = {.threads = 2};
	f->options.cache = f->dir;
	assert_ok(
		odd_compare_run(&table, f->net, &f->groups, &f->options, &watch, &job, &err), err);
	assert_true(told.progress >= SEEDS);
	assert_true(told.finished == 6 && told.cached == 0 && told.with_score == 6);
	odd_comparison_clear(&table);
	told = (struct told){0};
	assert_ok(
		odd_compare_run(&table, f->net, &f->groups, &f->options, &watch, &job, &err), err);
	assert_true(told.progress == 0 && told.finished == 6 && told.cached == 6);
	odd_comparison_clear(&table);
}

static void a_method_that_fails_leaves_a_hole(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_comparison table;
	const odd_method *const three[] = {&few, &broken, &near};
	size_t count;
	f->options.method = three;
	f->options.methods = 3;
	f->options.cache = f->dir;
	assert_ok(compare(&table, f, 2, &err), err);
	assert_int_equal(table.finished, 9);
	for (size_t s = 0; s < SEEDS; s++) {
		assert_int_equal(table.cell[3 * s].state, ODD_CELL_DONE);
		assert_int_equal(table.cell[3 * s + 1].state, ODD_CELL_FAILED);
		assert_int_equal(table.cell[3 * s + 1].error.code, ODD_ENUMERIC);
		assert_non_null(strstr(table.cell[3 * s + 1].error.message, "broken at seed"));
		assert_int_equal(table.cell[3 * s + 2].state, ODD_CELL_DONE);
	}
	odd_comparison_spread(&table, 1, ODD_M_AUC, &count);
	assert_int_equal(count, 0);
	odd_comparison_clear(&table);
	/* A failure is not kept. */
	assert_ok(compare(&table, f, 1, &err), err);
	assert_false(table.cell[1].cached);
	assert_true(table.cell[0].cached);
	odd_comparison_clear(&table);
}

/* ---- what cannot be ----------------------------------------------------------------------- */

static void assert_refused(const struct fixture *f, odd_compare_options options, const char *why)
{
	odd_error err = {0};
	odd_comparison table;
	struct fixture other = *f;
	other.options = options;
	assert_int_equal(odd_compare_check(&options, f->net, &err), ODD_EUSAGE);
	if (strstr(err.message, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", err.message, why);
	assert_int_equal(compare(&table, &other, 1, &err), ODD_EUSAGE);
	odd_comparison_clear(&table);
}

static void requests_without_sense(void **state)
{
	struct fixture *f = *state;
	odd_compare_options o = f->options;
	const char *setting[] = {"few.size=3"};
	o.setting = setting;
	o.settings = 1;
	assert_refused(f, o, "has no option \"size\"");
	setting[0] = "few.share=2";
	assert_refused(f, o, "share");
	setting[0] = "fe.share=0.5";
	assert_refused(f, o, "METHOD.OPTION=VALUE");
	setting[0] = "share=0.5";
	assert_refused(f, o, "METHOD.OPTION=VALUE");
	o = f->options;
	o.seeds = 0;
	assert_refused(f, o, "seeding");
	o = f->options;
	o.methods = 0;
	assert_refused(f, o, "method");
	o = f->options;
	o.tasks = 0;
	assert_refused(f, o, "task");
	o = f->options;
	o.repeats = 0;
	assert_refused(f, o, "repeats");
	o = f->options;
	o.plant = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
	assert_refused(f, o, "no outlier is known");
	assert_int_equal(runs, 0);
}

static const char *title_with(const char *method, const char *text)
{
	const char *setting[] = {text};
	odd_compare_options o = ODD_COMPARE_OPTIONS_INIT;
	o.setting = setting;
	o.settings = 1;
	return odd_compare_title(&o, odd_method_find(method));
}

/* A name stands for what was published under it. */
static void names_are_not_lent(void **state)
{
	(void)state;
	const odd_compare_options plain = ODD_COMPARE_OPTIONS_INIT;
	const odd_method *m;
	for (size_t i = 0; (m = odd_method_get(i)) != NULL; i++)
		assert_ptr_equal(odd_compare_title(&plain, m), m->title);
	assert_string_equal(title_with("deepwalk", "deepwalk.mode=hs"), "DeepWalk");
	assert_string_equal(title_with("deepwalk", "deepwalk.mode=ns"), "walks + SGNS");
	assert_string_equal(title_with("graphsage", "graphsage.steps=10"), "GraphSAGE");
	assert_string_equal(title_with("graphsage", "graphsage.steps=0"), "SAGE, untrained");
	assert_string_equal(title_with("graphsage", "graphsage.rate=0.00001"), "SAGE, public rate");
	assert_string_equal(title_with("seano", "seano.labelled=0.20"), "SEANO");
	assert_string_equal(title_with("seano", "seano.labelled=0.5"), "like SEANO");
	assert_string_equal(title_with("seano", "graphsage.steps=0"), "SEANO");
}

static void caveats_stand_beside_names(void **state)
{
	(void)state;
	const char *setting[] = {"node2vec.q=0.5", "seano.labelled=0.3"};
	odd_compare_options o = ODD_COMPARE_OPTIONS_INIT;
	char buffer[ODD_CAVEAT];
	const odd_method *node2vec = odd_method_find("node2vec"), *seano = odd_method_find("seano");
	assert_non_null(strstr(odd_compare_caveat(buffer, &o, seano), "re-implementation"));
	assert_non_null(strstr(buffer, "20 % of the labels"));
	assert_non_null(strstr(odd_compare_caveat(buffer, &o, node2vec), "uniform walks"));
	assert_null(odd_compare_caveat(buffer, &o, odd_method_find("tadw")));
	o.setting = setting;
	o.settings = 2;
	assert_null(odd_compare_caveat(buffer, &o, node2vec));
	assert_non_null(strstr(odd_compare_caveat(buffer, &o, seano), "30 % of the labels"));
}

/* Nothing planted: the outliers of the data count, and methods see the network itself. */
static void known_outliers_will_do(void **state)
{
	struct fixture *f = *state;
	odd_error err;
	odd_network *town = load_town();
	odd_comparison table;
	f->options.plant = (odd_plant_options)ODD_PLANT_OPTIONS_INIT;
	f->options.tasks = ODD_TASK_BIT(ODD_TASK_OUTLIERS);
	assert_ok(odd_compare_run(&table, town, &f->groups, &f->options, NULL, NULL, &err), err);
	for (uint64_t seed = 7; seed < 7 + SEEDS; seed++)
		assert_true(seen[0][seed] == odd_network_checksum(town));
	odd_comparison_clear(&table);
	odd_network_free(town);
}

static void measures_have_names(void **state)
{
	(void)state;
	assert_string_equal(odd_measure_get(ODD_M_RECALL + 1)->name, "recall@10");
	assert_string_equal(
		odd_measure_get(ODD_M_RECALL + 4 + ODD_COMBINED * ODD_RECALL_ROWS)->name,
		"recall@25.combined");
	assert_string_equal(odd_measure_get(ODD_M_AUC)->name, "auc");
	assert_string_equal(odd_measure_get(ODD_M_MICRO + 4)->name, "micro_f1@50");
	assert_string_equal(odd_measure_get(ODD_M_CLUSTERING_KEPT)->name, "clustering_kept");
	assert_string_equal(odd_measure_get(ODD_MEASURES - 1)->name, "peak_memory_bytes");
	assert_null(odd_measure_get(ODD_MEASURES));
	for (size_t i = 0; i < ODD_MEASURES; i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(odd_measure_get(i)->name, odd_measure_get(j)->name);
}

int main(void)
{
#define WITH_NETWORK(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measures_have_names),
		cmocka_unit_test(means_and_deviations),
		cmocka_unit_test(names_are_not_lent),
		cmocka_unit_test(caveats_stand_beside_names),
		WITH_NETWORK(cells_are_what_the_parts_say),
		WITH_NETWORK(ties_count_by_their_share),
		WITH_NETWORK(threads_change_nothing),
		WITH_NETWORK(cancel_keeps_what_is_finished_and_a_cache_goes_on),
		WITH_NETWORK(broken_files_are_computed_again),
		WITH_NETWORK(a_file_is_used_only_for_what_it_was_made_for),
		WITH_NETWORK(fewer_tasks_in_a_file_are_not_enough),
		WITH_NETWORK(every_cell_is_told_once),
		WITH_NETWORK(a_method_that_fails_leaves_a_hole),
		WITH_NETWORK(requests_without_sense),
		WITH_NETWORK(known_outliers_will_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
