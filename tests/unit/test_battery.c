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

/* ---- variants ------------------------------------------------------------------------------- */

static odd_network *variant_of(const odd_network *net, odd_variant v, uint64_t seed)
{
	odd_error err;
	odd_network *out;
	assert_ok(odd_network_variant(&out, net, v, seed, NULL, &err), err);
	assert_int_equal(out->nodes, net->nodes);
	assert_memory_equal(out->truth, net->truth, net->nodes);
	return out;
}

static void each_link_keeps_one_direction(void **state)
{
	const struct fixture *f = *state;
	odd_network *one = variant_of(f->net, ODD_DIRECTED, 5), *other;
	odd_ccsr A = odd_csr_const(f->net->A), B = odd_csr_const(one->A);
	size_t down = 0;
	assert_true(one->directed);
	assert_int_equal(odd_csr_nnz(B), f->net->edges);
	assert_int_equal(one->edges, f->net->edges);
	for (size_t i = 0; i < B.rows; i++)
		for (size_t e = B.ptr[i]; e < B.ptr[i + 1]; e++) {
			assert_true(odd_csr_find(A, i, B.idx[e]) != SIZE_MAX);
			assert_true(odd_csr_find(B, B.idx[e], i) == SIZE_MAX);
			down += B.idx[e] < i;
		}
	/* A fair coin: within five standard deviations. */
	double n = (double)f->net->edges;
	assert_true(fabs((double)down - n / 2.0) < 2.5 * sqrt(n));
	other = variant_of(f->net, ODD_DIRECTED, 6);
	assert_true(odd_network_checksum(one) != odd_network_checksum(other));
	odd_network_free(other);
	other = variant_of(f->net, ODD_DIRECTED, 5);
	assert_true(odd_network_checksum(one) == odd_network_checksum(other));
	odd_network_free(other);
	odd_network_free(one);
}

static void weights_are_the_same_both_ways(void **state)
{
	const struct fixture *f = *state;
	odd_network *heavy = variant_of(f->net, ODD_WEIGHTED, 5);
	odd_ccsr A = odd_csr_const(f->net->A), B = odd_csr_const(heavy->A);
	double logs = 0.0, squares = 0.0;
	assert_int_equal(odd_csr_nnz(A), odd_csr_nnz(B));
	for (size_t i = 0; i < B.rows; i++)
		for (size_t e = B.ptr[i]; e < B.ptr[i + 1]; e++) {
			size_t back = odd_csr_find(B, B.idx[e], i);
			assert_int_equal(A.idx[e], B.idx[e]);
			assert_true(back != SIZE_MAX && B.val[back] == B.val[e]);
			logs += log(B.val[e]);
			squares += log(B.val[e]) * log(B.val[e]);
		}
	double n = (double)odd_csr_nnz(B);
	assert_true(fabs(logs / n) < 0.2);
	assert_true(fabs(squares / n - 1.0) < 0.3);
	odd_network_free(heavy);
}

/* Cosines between nodes are those of tf-idf, as far as fifty directions go. */
static void words_become_directions(void **state)
{
	const struct fixture *f = *state;
	odd_network *dense = variant_of(f->net, ODD_DENSE, 5);
	assert_int_equal(dense->attributes, ODD_DENSE_DIRECTIONS);
	assert_int_equal(dense->words.count, ODD_DENSE_DIRECTIONS);
	assert_false(odd_prepare_is_words(odd_csr_const(dense->C)));
	odd_csr T;
	odd_error err;
	assert_ok(odd_prepare_tfidf(&T, odd_csr_const(f->net->C), &err), err);
	double whole = 0.0, kept = 0.0;
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(T)); e++)
		whole += T.val[e] * T.val[e];
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(dense->C)); e++)
		kept += dense->C.val[e] * dense->C.val[e];
	assert_true(kept < whole && kept > 0.6 * whole);
	odd_csr_clear(&T);
	odd_network_free(dense);
}

static void labels_are_forgotten(void **state)
{
	const struct fixture *f = *state;
	odd_network *bare = variant_of(f->net, ODD_UNLABELLED, 5);
	for (size_t i = 0; i < bare->nodes; i++)
		assert_int_equal(bare->label[i], ODD_NO_LABEL);
	assert_int_equal(bare->classes.count, 0);
	assert_true(odd_network_checksum(bare) != odd_network_checksum(f->net));
	odd_network_free(bare);
}

/* What has nothing to take away says so. */
static void what_is_there_already_is_refused(void **state)
{
	static const odd_variant which[] = {ODD_DENSE, ODD_DIRECTED, ODD_UNLABELLED};
	const struct fixture *f = *state;
	odd_error err;
	for (size_t i = 0; i < 3; i++) {
		odd_network *once = variant_of(f->net, which[i], 1), *twice = once;
		assert_int_equal(
			odd_network_variant(&twice, once, which[i], 1, NULL, &err), ODD_EUSAGE);
		assert_null(twice);
		assert_non_null(strstr(err.message, odd_variant_name(which[i])));
		odd_network_free(once);
	}
}

/* The outliers are those of the network as given, but for directed, which plants both ways. */
static void variants_have_the_same_outliers(void **state)
{
	const struct fixture *f = *state;
	odd_error err;
	for (int c = 0; c < ODD_COLUMN_KNOWN; c++) {
		odd_network *given = NULL;
		for (int v = 0; v < ODD_VARIANTS; v++) {
			odd_network *net;
			assert_ok(odd_battery_network(&net, f->net, &f->groups, (odd_column)c,
					  (odd_variant)v, 3, NULL, &err),
				err);
			size_t count[ODD_KINDS];
			odd_network_count_truth(net, count);
			const odd_plant_options o = odd_battery_planting((odd_column)c, NODES, 3);
			for (int k = ODD_ORDINARY + 1; k < ODD_KINDS; k++)
				assert_int_equal(count[k], odd_plant_count(&o, (odd_kind)k));
			if (v == ODD_AS_GIVEN)
				given = net;
			else if (v != ODD_DIRECTED)
				assert_memory_equal(net->truth, given->truth, given->nodes);
			if (v != ODD_AS_GIVEN)
				odd_network_free(net);
		}
		odd_network_free(given);
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
	assert_ok(odd_battery_measure(value, &seconds, &seer, &request, f->net, &f->groups,
			  ODD_AS_GIVEN, NULL, &err),
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
	assert_ok(odd_battery_measure(value, &seconds, &seer, &request, marked, &f->groups,
			  ODD_AS_GIVEN, NULL, &err),
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
		assert_ok(odd_battery_network(&planted, f->net, &f->groups, ODD_COLUMN_REWIRE,
				  ODD_AS_GIVEN, 12, NULL, &err),
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
	assert_true(isnan(v[ODD_M_AUC]) && isnan(v[ODD_M_BATTERY + ODD_B_MEASURES]));
	double mean = 0.0;
	for (int c = 0; c < ODD_COLUMNS_MEANT; c++)
		mean += v[ODD_M_BATTERY + c] / 5.0;
	assert_true(fabs(mean - v[ODD_M_BATTERY + ODD_B_MEAN]) < 1e-15);
	odd_comparison_clear(&table);
}

/* Cells of the battery are kept and believed as all others are; another variant is another task. */
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
	o.tasks |= ODD_TASK_BIT(ODD_TASK_BATTERY + ODD_WEIGHTED);
	assert_ok(odd_compare_run(&again, f->net, &f->groups, &o, NULL, NULL, &err), err);
	assert_int_equal(runs, 6 * ODD_COLUMN_KNOWN);
	assert_true(again.cell[0].value[ODD_M_BATTERY + ODD_B_MEASURES * ODD_WEIGHTED] == 1.0);
	odd_comparison_clear(&first);
	odd_comparison_clear(&again);
	remove_tree(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_plant_what_they_say),
		cmocka_unit_test(rows_are_scores_and_plain),
		cmocka_unit_test(each_link_keeps_one_direction),
		cmocka_unit_test(weights_are_the_same_both_ways),
		cmocka_unit_test(words_become_directions),
		cmocka_unit_test(labels_are_forgotten),
		cmocka_unit_test(what_is_there_already_is_refused),
		cmocka_unit_test(variants_have_the_same_outliers),
		cmocka_unit_test(one_who_knows_has_one_everywhere),
		cmocka_unit_test(outliers_of_the_data_count_in_their_own_column),
		cmocka_unit_test(rows_read_their_score),
		cmocka_unit_test(cells_are_kept),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
