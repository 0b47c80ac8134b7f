/* The battery: what its columns plant, the network as other inputs have it, and that it is measured
 * as a task of the comparison, from files too. */
#include "config.h"

#include "helpers.h"

#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

#include "baseline/compare.h"
#include "network/generate.h"
#include "oddone/prepare.h"
#include "oddone/score.h"

enum { NODES = 160, K = 6 };

struct fixture {
	odd_network *net;
	odd_communities groups;
};

static int set_up(void **state)
{
	static struct fixture f;
	odd_error err;
	odd_generate_options g = ODD_GENERATE_OPTIONS_INIT;
	g.nodes = NODES;
	g.communities = 3;
	assert_ok(odd_generate(&f.net, &g, NULL, &err), err);
	assert_ok(odd_communities_find(&f.groups, f.net, 1, NULL, &err), err);
	*state = &f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;
	odd_communities_clear(&f->groups);
	odd_network_free(f->net);
	return 0;
}

/* ---- columns -------------------------------------------------------------------------------- */

static void columns_plant_what_they_say(void **state)
{
	static const size_t nodes[] = {160, 877, 2708, 19717};
	static const size_t changed[] = {20, 100, 100, 100};
	static const size_t cliques[] = {2, 2, 4, 32}, size[] = {4, 15, 15, 15};
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		odd_plant_options o[ODD_COLUMNS];
		for (int c = 0; c < ODD_COLUMNS; c++) {
			o[c] = odd_battery_planting((odd_column)c, nodes[i], 7);
			assert_true(o[c].seed == 7);
		}
		size_t third = nodes[i] * 5 / 300;
		assert_int_equal(odd_plant_total(&o[ODD_COLUMN_UNIFORM]), 3 * third);
		assert_int_equal(o[ODD_COLUMN_UNIFORM].style, ODD_PLANT_UNIFORM);
		assert_int_equal(odd_plant_total(&o[ODD_COLUMN_LOCAL]), 3 * third);
		assert_int_equal(o[ODD_COLUMN_LOCAL].style, ODD_PLANT_LOCAL);
		assert_int_equal(o[ODD_COLUMN_SWAP].swap, changed[i]);
		assert_int_equal(odd_plant_total(&o[ODD_COLUMN_SWAP]), changed[i]);
		assert_int_equal(o[ODD_COLUMN_REWIRE].rewire, changed[i]);
		assert_int_equal(odd_plant_total(&o[ODD_COLUMN_REWIRE]), changed[i]);
		assert_int_equal(o[ODD_COLUMN_CLIQUE].cliques, cliques[i]);
		assert_int_equal(o[ODD_COLUMN_CLIQUE].clique_size, size[i]);
		assert_int_equal(o[ODD_COLUMN_CLIQUE].contextual, cliques[i] * size[i]);
		assert_int_equal(o[ODD_COLUMN_PLACEBO].placebo, 3 * third);
		assert_int_equal(odd_plant_outliers(&o[ODD_COLUMN_PLACEBO]), 3 * third);
		assert_int_equal(odd_plant_total(&o[ODD_COLUMN_KNOWN]), 0);
	}
}

/* Every score of the table first, then the plain read-outs; no score has the name of a method, by
 * which its row would be taken for that. */
static void rows_are_scores_and_plain(void **state)
{
	odd_method row;
	size_t i = 0;
	(void)state;
	for (; odd_score_get(i) != NULL; i++) {
		assert_true(odd_battery_row(&row, i));
		assert_string_equal(row.name, odd_score_get(i)->name);
		assert_null(odd_method_find(row.name));
	}
	assert_true(odd_battery_row(&row, i));
	assert_string_equal(row.name, "without-one");
	assert_int_equal(row.rounds, 1);
	assert_true(odd_battery_row(&row, i + 4));
	assert_string_equal(row.name, "plain");
	assert_false(odd_battery_row(&row, i + 5));
}

/* ---- networks ------------------------------------------------------------------------------- */

static void each_column_plants_what_it_says(void **state)
{
	const struct fixture *f = *state;
	odd_error err;
	for (int c = 0; c < ODD_COLUMN_KNOWN; c++) {
		odd_network *net;
		size_t count[ODD_KINDS];
		assert_ok(
			odd_battery_network(&net, f->net, &f->groups, (odd_column)c, 3, NULL, &err),
			err);
		odd_network_count_truth(net, count);
		const odd_plant_options o = odd_battery_planting((odd_column)c, NODES, 3);
		for (int k = ODD_ORDINARY + 1; k < ODD_KINDS; k++)
			assert_int_equal(count[k], odd_plant_count(&o, (odd_kind)k));
		odd_network_free(net);
	}
}

/* ---- measuring ------------------------------------------------------------------------------ */

static atomic_int runs;

/* Knows the truth, but for what the data marks, which it puts on top. */
static odd_status run_seer(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	const odd_network *net = call->net;
	runs++;
	out->score = calloc(net->nodes + 1, sizeof *out->score);
	if (out->score == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		out->score[i] = net->truth[i] == ODD_UNKNOWN_KIND    ? 3.0
				: odd_kind_is_outlier(net->truth[i]) ? 2.0
				: net->truth[i] == ODD_PLACEBO       ? 1.0
								     : 0.0;
	return ODD_OK;
}
static const odd_method seer = {
	.name = "seer", .title = "Seer", .kind = ODD_METHOD_CONTROL, .run = run_seer};

static void one_who_knows_has_one_everywhere(void **state)
{
	const struct fixture *f = *state;
	const odd_method_request request = {.k = K, .seed = 3};
	double value[ODD_B_MEASURES], seconds = 0.0;
	odd_error err;
	assert_ok(odd_battery_measure(
			  value, &seconds, &seer, &request, f->net, &f->groups, NULL, &err),
		err);
	for (int c = 0; c < ODD_COLUMN_KNOWN; c++)
		assert_true(value[ODD_B_AUC + c] == 1.0);
	assert_true(value[ODD_B_MEAN] == 1.0 && value[ODD_B_PLACEBO] == 1.0);
	assert_true(isnan(value[ODD_B_AUC + ODD_COLUMN_KNOWN]));
	/* 8 of 168 planted: the first 5 % are as many. */
	assert_true(value[ODD_B_RECALL10 + ODD_COLUMN_UNIFORM] == 1.0);
	assert_true(value[ODD_B_RECALL5 + ODD_COLUMN_SWAP] < 0.5); /* 20 do not fit into 8 */
}

/* Were they counted as ordinary, none of the columns could have an AUC of 1. */
static void outliers_of_the_data_count_in_their_own_column(void **state)
{
	const struct fixture *f = *state;
	const odd_method_request request = {.k = K, .seed = 3};
	double value[ODD_B_MEASURES], seconds = 0.0;
	odd_network *marked;
	odd_error err;
	assert_ok(odd_network_copy(&marked, f->net, &err), err);
	for (size_t i = 0; i < 5; i++)
		marked->truth[7 * i] = ODD_UNKNOWN_KIND;
	marked->has_truth = true;
	assert_ok(odd_battery_measure(
			  value, &seconds, &seer, &request, marked, &f->groups, NULL, &err),
		err);
	for (int c = 0; c < ODD_COLUMNS; c++)
		assert_true(value[ODD_B_AUC + c] == 1.0);
	odd_network_free(marked);
}

static odd_compare_options options_of(const odd_method *const *method, size_t methods)
{
	odd_compare_options o = ODD_COMPARE_OPTIONS_INIT;
	o.method = method;
	o.methods = methods;
	o.seeds = 2;
	o.seed = 11;
	o.k = K;
	o.tasks = ODD_TASK_BIT(ODD_TASK_BATTERY);
	return o;
}

/* A row of the battery is the score, read off the calibrated run of the planted network. */
static void rows_read_their_score(void **state)
{
	const struct fixture *f = *state;
	odd_error err;
	odd_method row[2];
	const odd_method *const method[] = {&row[0], &row[1]};
	assert_true(odd_battery_row(&row[0], 0) && odd_battery_row(&row[1], 1));
	odd_compare_options o = options_of(method, 2);
	odd_comparison table;
	const odd_job job = {.threads = 2};
	assert_ok(odd_compare_run(&table, f->net, &f->groups, &o, NULL, &job, &err), err);
	for (size_t r = 0; r < 2; r++) {
		odd_network *planted;
		odd_one *one;
		odd_scores scores;
		odd_evaluation e;
		odd_one_options with = ODD_ONE_OPTIONS_INIT;
		with.k = K;
		with.seed = 12;
		assert_ok(odd_battery_network(
				  &planted, f->net, &f->groups, ODD_COLUMN_REWIRE, 12, NULL, &err),
			err);
		assert_ok(odd_one_begin(&one, planted, &with, NULL, &err), err);
		assert_ok(odd_fit(one, NULL, NULL, NULL, &err), err);
		assert_ok(
			odd_scores_compute(&scores, one, odd_score_get(r), NULL, NULL, &err), err);
		assert_ok(
			odd_evaluate_scores(&e, scores.total, planted->nodes, planted->truth, &err),
			err);
		double value = table.cell[2 + r].value[ODD_M_BATTERY + ODD_COLUMN_REWIRE];
		assert_true(value == e.auc);
		odd_scores_clear(&scores);
		odd_one_free(one);
		odd_network_free(planted);
	}
	/* Nothing else was measured, and means are those of the columns. */
	const double *v = table.cell[0].value;
	assert_true(isnan(v[ODD_M_AUC]) && isnan(v[ODD_M_CLUSTERING]));
	double mean = 0.0;
	for (int c = 0; c < ODD_COLUMNS_MEANT; c++)
		mean += v[ODD_M_BATTERY + c] / 5.0;
	assert_true(fabs(mean - v[ODD_M_BATTERY + ODD_B_MEAN]) < 1e-15);
	odd_comparison_clear(&table);
}

/* Cells of the battery are kept and believed as all others are; other tasks are another cell. */
static void cells_are_kept(void **state)
{
	const struct fixture *f = *state;
	const odd_method *const method[] = {&seer};
	char dir[256];
	odd_error err;
	odd_compare_options o = options_of(method, 1);
	odd_comparison first, again;
	make_temporary_dir(dir, sizeof dir);
	o.cache = dir;
	runs = 0;
	assert_ok(odd_compare_run(&first, f->net, &f->groups, &o, NULL, NULL, &err), err);
	assert_int_equal(runs, 2 * ODD_COLUMN_KNOWN);
	assert_ok(odd_compare_run(&again, f->net, &f->groups, &o, NULL, NULL, &err), err);
	assert_int_equal(runs, 2 * ODD_COLUMN_KNOWN);
	assert_true(again.cell[1].cached);
	for (size_t m = 0; m < ODD_MEASURES; m++)
		assert_true(first.cell[1].value[m] == again.cell[1].value[m] ||
			    isnan(first.cell[1].value[m]));
	odd_comparison_clear(&again);
	o.tasks |= ODD_TASK_BIT(ODD_TASK_OUTLIERS);
	o.plant.structural = 2;
	assert_ok(odd_compare_run(&again, f->net, &f->groups, &o, NULL, NULL, &err), err);
	assert_int_equal(runs, 4 * ODD_COLUMN_KNOWN + 2);
	assert_true(again.cell[0].value[ODD_M_BATTERY] == 1.0);
	odd_comparison_clear(&first);
	odd_comparison_clear(&again);
	remove_tree(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_plant_what_they_say),
		cmocka_unit_test(rows_are_scores_and_plain),
		cmocka_unit_test(each_column_plants_what_it_says),
		cmocka_unit_test(one_who_knows_has_one_everywhere),
		cmocka_unit_test(outliers_of_the_data_count_in_their_own_column),
		cmocka_unit_test(rows_read_their_score),
		cmocka_unit_test(cells_are_kept),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
