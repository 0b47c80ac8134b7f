/* compare_cell.c: one method on one planted network, run and measured. */
#include "config.h"

#include "baseline/compare_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

size_t odd__compare_overrides(
	const char **out, const odd_compare_options *options, const odd_method *method)
{
	size_t count = 0, length = strlen(method->name);
	for (size_t i = 0; i < options->settings; i++) {
		const char *text = options->setting[i];
		if (strncmp(text, method->name, length) == 0 && text[length] == '.')
			out[count++] = text + length + 1;
	}
	return count;
}

/* ---- the tasks ---------------------------------------------------------------------------- */

static odd_status rank(odd_cell *cell, double **score, const odd_method_result *result,
	const odd_network *net, const odd_job *job, odd_error *err)
{
	odd_evaluation e;
	*score = malloc((net->nodes + 1) * sizeof **score);
	odd_status status =
		*score != NULL ? odd_method_outlier_scores(*score, result, cell->seed, job, err)
			       : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_evaluate_scores(&e, *score, net->nodes, net->truth, err);
	if (status != ODD_OK)
		return status;
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
		double *value = &cell->value[ODD_M_RECALL + l];
		value[0] = e.row[l].recall;
		for (size_t kind = ODD_STRUCTURAL; kind < ODD_M_KINDS; kind++)
			value[kind * ODD_RECALL_ROWS] = e.row[l].kind[kind];
	}
	cell->value[ODD_M_AUC] = e.auc;
	cell->value[ODD_M_PRECISION] = e.average_precision;
	cell->value[ODD_M_PLACEBO] = e.against_placebo;
	cell->value[ODD_M_PLACEBO_ABOVE] = e.placebo_auc;
	return ODD_OK;
}

/* One classification after the other, told as one long work. */
struct rows {
	const odd_job *job;
	size_t row;
};

static void tell_rows(void *payload, const char *what, double done, double total)
{
	const struct rows *rows = payload;
	if (total > 0.0)
		odd_job_report(
			rows->job, what, (double)rows->row + done / total, (double)ODD_TRAIN_ROWS);
}

/* Every method gets the same splits, by the seed of the cell. */
static odd_status classify(odd_cell *cell, const odd_method_result *result, const odd_network *net,
	const odd_compare_options *options, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	struct rows rows = {.job = job};
	odd_job inner = {.threads = job->threads,
		.cancel = job->cancel,
		.report = tell_rows,
		.payload = &rows};
	for (size_t row = 0; row < ODD_TRAIN_ROWS && status == ODD_OK; row++) {
		odd_classify_options o = ODD_CLASSIFY_OPTIONS_INIT;
		odd_classify_result r;
		rows.row = row;
		o.share = odd_measure_get(ODD_M_MACRO + row)->x / 100.0;
		o.repeats = options->repeats;
		o.seed = cell->seed;
		status = odd_classify(&r, odd_mat_const(result->embedding), net->label,
			net->classes.count, &o, &inner, err);
		if (status != ODD_OK)
			break;
		cell->value[ODD_M_MACRO + row] = r.macro.mean;
		cell->value[ODD_M_MICRO + row] = r.micro.mean;
		cell->value[ODD_M_WEIGHTED + row] = r.weighted.mean;
	}
	return status;
}

static odd_status cluster(odd_cell *cell, const odd_method_result *result, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
	odd_cluster_result r;
	o.seed = cell->seed;
	odd_status status = odd_cluster(&r, NULL, odd_mat_const(result->embedding), net->label,
		net->classes.count, net->truth, &o, job, err);
	if (status == ODD_OK) {
		cell->value[ODD_M_CLUSTERING] = r.accuracy;
		cell->value[ODD_M_CLUSTERING_KEPT] = r.accuracy_kept;
	}
	return status;
}

/* ---- the cell ----------------------------------------------------------------------------- */

static odd_status run_method(odd_cell *cell, odd_method_result *result, const odd_network *net,
	const odd_compare_options *options, const odd_job *job, odd_error *err)
{
	const odd_method *method = options->method[cell->method];
	const char **override = calloc(options->settings + 1, sizeof *override);
	if (override == NULL)
		return odd_error_nomem(err);
	odd_method_request request = {.k = options->k,
		.seed = cell->seed,
		.overrides = override,
		.override_count = odd__compare_overrides(override, options, method)};
	double began = odd__clock();
	odd_status status = odd_method_run(result, method, net, &request, job, err);
	cell->value[ODD_M_SECONDS] = odd__clock() - began;
	free(override);
	return status;
}

odd_status odd__cell_run(odd_cell *cell, odd_method_result *result, double **score,
	const odd_network *net, const odd_compare_options *options, const odd_job *job,
	odd_error *err)
{
	unsigned tasks = options->tasks;
	*score = NULL;
	*result = (odd_method_result){0};
	odd__cell_reset(cell);
	odd_status status = run_method(cell, result, net, options, job, err);
	double began = odd__clock();
	bool embedded = status == ODD_OK && result->embedding.rows > 0;
	if (status == ODD_OK && (tasks & ODD_TASK_BIT(ODD_TASK_OUTLIERS)) != 0)
		status = rank(cell, score, result, net, job, err);
	if (status == ODD_OK && embedded && (tasks & ODD_TASK_BIT(ODD_TASK_CLASSIFICATION)) != 0)
		status = classify(cell, result, net, options, job, err);
	if (status == ODD_OK && embedded && (tasks & ODD_TASK_BIT(ODD_TASK_CLUSTERING)) != 0)
		status = cluster(cell, result, net, job, err);
	cell->value[ODD_M_EVALUATION] = odd__clock() - began;
	cell->value[ODD_M_MEMORY] = odd__peak_memory();
	return status;
}
