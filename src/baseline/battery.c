/* battery.c: the columns of the battery, and what a method makes of them. */
#include "config.h"

#include "baseline/battery.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "baseline/method.h"
#include "oddone/recall.h"

enum { CHANGED = 100, CLIQUE_SIZE = 15, CLIQUE_LEAST = 3, CLIQUES_LEAST = 2 };
#define SHARE 5.0 /* percent */

const char *odd_column_name(odd_column column)
{
	static const char *const name[ODD_COLUMNS] = {
		"uniform", "local", "swap", "rewire", "clique", "placebo", "known"};
	return name[column];
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

odd_plant_options odd_battery_planting(odd_column column, size_t nodes, uint64_t seed)
{
	odd_plant_options o = ODD_PLANT_OPTIONS_INIT;
	o.seed = seed;
	if (column == ODD_COLUMN_UNIFORM || column == ODD_COLUMN_LOCAL ||
		column == ODD_COLUMN_PLACEBO)
		odd_plant_share(&o, nodes, SHARE);
	o.style = column == ODD_COLUMN_LOCAL ? ODD_PLANT_LOCAL : ODD_PLANT_UNIFORM;
	o.placebo = column == ODD_COLUMN_PLACEBO ? odd_plant_outliers(&o) : 0;
	o.swap = column == ODD_COLUMN_SWAP ? least(CHANGED, nodes / 8) : 0;
	o.rewire = column == ODD_COLUMN_REWIRE ? least(CHANGED, nodes / 8) : 0;
	if (column == ODD_COLUMN_CLIQUE) {
		size_t size = least(CLIQUE_SIZE, nodes / 40);
		o.cliques = nodes / 600 > CLIQUES_LEAST ? nodes / 600 : CLIQUES_LEAST;
		o.clique_size = size > CLIQUE_LEAST ? size : CLIQUE_LEAST;
		o.contextual = o.cliques * o.clique_size;
	}
	return o;
}

odd_status odd_battery_network(odd_network **out, const odd_network *net,
	const odd_communities *groups, odd_column column, uint64_t seed, const odd_job *job,
	odd_error *err)
{
	const odd_plant_options o = odd_battery_planting(column, net->nodes, seed);
	return column == ODD_COLUMN_KNOWN ? odd_network_copy(out, net, err)
					  : odd_plant(out, NULL, net, groups, &o, job, err);
}

/* ---- measuring ------------------------------------------------------------------------------ */

/* Nodes that net marks are left out, so that what is known already counts neither for nor against:
 * score and truth are made shorter. Returns how many are left. */
static size_t leave_out(double *score, uint8_t *truth, const odd_network *net, size_t nodes)
{
	size_t kept = 0;
	for (size_t i = 0; i < nodes; i++) {
		if (i < net->nodes && net->truth[i] != ODD_ORDINARY)
			continue;
		score[kept] = score[i];
		truth[kept++] = truth[i];
	}
	return kept;
}

/* The share of the outliers that are among the first as many of the ranking. */
static odd_status recall_at_k(
	double *out, const double *score, const uint8_t *truth, size_t n, odd_error *err)
{
	uint32_t *order = malloc((n + 1) * sizeof *order);
	size_t k = 0, found = 0;
	odd_status status =
		order != NULL ? odd_order_descending(order, score, n, err) : odd_error_nomem(err);
	for (size_t i = 0; i < n; i++)
		k += odd_kind_is_outlier(truth[i]);
	for (size_t i = 0; i < k && status == ODD_OK; i++)
		found += odd_kind_is_outlier(truth[order[i]]);
	*out = k > 0 ? (double)found / (double)k : (double)NAN;
	free(order);
	return status;
}

static odd_status evaluate(odd_evaluation *out, double *at_k, const odd_method_result *result,
	const odd_network *planted, const odd_network *net, odd_column column, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	size_t n = planted->nodes;
	double *score = malloc((n + 1) * sizeof *score);
	uint8_t *truth = malloc(n + 1);
	odd_status status = score != NULL && truth != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_method_outlier_scores(score, result, seed, job, err);
	if (status == ODD_OK) {
		memcpy(truth, planted->truth, n);
		if (column != ODD_COLUMN_KNOWN)
			n = leave_out(score, truth, net, n);
		status = odd_evaluate_scores(out, score, n, truth, err);
	}
	if (status == ODD_OK)
		status = recall_at_k(at_k, score, truth, n, err);
	free(score);
	free(truth);
	return status;
}

static odd_status measure_column(double *value, double *seconds, const odd_method *method,
	const odd_method_request *request, const odd_network *net, const odd_communities *groups,
	odd_column column, const odd_job *job, odd_error *err)
{
	odd_network *planted = NULL;
	odd_method_result result = {0};
	odd_evaluation e;
	double at_k = (double)NAN;
	odd_status status =
		odd_battery_network(&planted, net, groups, column, request->seed, job, err);
	if (status != ODD_OK)
		return status;
	double began = odd__clock();
	status = odd_method_run(&result, method, planted, request, job, err);
	*seconds += odd__clock() - began;
	odd_method_settle(&result);
	if (status == ODD_OK)
		status =
			evaluate(&e, &at_k, &result, planted, net, column, request->seed, job, err);
	if (status == ODD_OK) {
		bool placebo = column == ODD_COLUMN_PLACEBO;
		value[ODD_B_AUC + column] = placebo ? e.against_placebo : e.auc;
		value[ODD_B_RECALL5 + column] = e.row[0].recall;
		value[ODD_B_RECALL10 + column] = e.row[1].recall;
		if (placebo)
			value[ODD_B_PLACEBO] = e.placebo_auc;
		if (column == ODD_COLUMN_KNOWN) {
			value[ODD_B_PRECISION] = e.average_precision;
			value[ODD_B_RECALL_K] = at_k;
		}
	}
	odd_method_result_clear(&result);
	odd_network_free(planted);
	return status;
}

odd_status odd_battery_measure(double *value, double *seconds, const odd_method *method,
	const odd_method_request *request, const odd_network *net, const odd_communities *groups,
	const odd_job *job, odd_error *err)
{
	size_t columns = net->has_truth ? ODD_COLUMNS : ODD_COLUMN_KNOWN;
	odd_status status = ODD_OK;
	for (size_t m = 0; m < ODD_B_MEASURES; m++)
		value[m] = (double)NAN;
	for (size_t c = 0; c < columns && status == ODD_OK; c++)
		status = measure_column(
			value, seconds, method, request, net, groups, (odd_column)c, job, err);
	value[ODD_B_MEAN] = 0.0;
	for (size_t c = 0; c < ODD_COLUMNS_MEANT; c++)
		value[ODD_B_MEAN] += value[ODD_B_AUC + c] / (double)ODD_COLUMNS_MEANT;
	return status;
}

/* ---- rows ----------------------------------------------------------------------------------- */

bool odd_battery_row(odd_method *out, size_t i)
{
	static const char *const plain[] = {
		"neighbour-words", "two-hop-words", "neighbour-coherence", "plain"};
	size_t scores = 0;
	while (odd_score_get(scores) != NULL)
		scores++;
	if (i < scores) {
		odd__method_of_score(out, odd_score_get(i));
		return true;
	}
	if (i == scores) { /* the panel on a plain decomposition: what ONE has to beat */
		odd__method_of_score(out, odd_score_find("evidence"));
		out->name = "without-one";
		out->title = "without ONE";
		out->note = "The panel without ONE's errors, on singular vectors of links and "
			    "attributes: no iteration is made.";
		out->rounds = 1;
		out->without = ODD_PANEL_OF_ONE;
		return true;
	}
	i--;
	if (i - scores < sizeof plain / sizeof *plain)
		*out = *odd_method_find(plain[i - scores]);
	else
		return false;
	return true;
}
