/* compare_table.c: what a comparison measures, how its methods are called, and whether it could
 * run.
 */
#include "config.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option.h"
#include "baseline/compare.h"

/* ---- measures ------------------------------------------------------------------------------ */

/* clang-format off */
#define RECALL(top, suffix, kind_, figure) \
	[ODD_M_RECALL + ODD_RECALL_ROWS * (kind_) + (top) / 5 - 1] = { \
		"recall@" #top suffix, ODD_TASK_OUTLIERS, top, kind_, figure}
#define RECALLS(suffix, kind, figure) \
	RECALL(5, suffix, kind, figure), RECALL(10, suffix, kind, figure), \
	RECALL(15, suffix, kind, figure), RECALL(20, suffix, kind, figure), \
	RECALL(25, suffix, kind, figure)
#define F1(name, share, figure) \
	{name "@" #share, ODD_TASK_CLASSIFICATION, share, ODD_ORDINARY, figure}
#define F1S(name, figure) \
	F1(name, 10, figure), F1(name, 20, figure), F1(name, 30, figure), F1(name, 40, figure), \
	F1(name, 50, figure)
#define COLUMN_OF(prefix, column, suffix, task_) \
	{prefix "." column suffix, task_, NAN, ODD_ORDINARY, NULL}
#define COLUMNS_OF(prefix, suffix, task) \
	COLUMN_OF(prefix, "uniform", suffix, task), COLUMN_OF(prefix, "local", suffix, task), \
	COLUMN_OF(prefix, "swap", suffix, task), COLUMN_OF(prefix, "rewire", suffix, task), \
	COLUMN_OF(prefix, "clique", suffix, task), COLUMN_OF(prefix, "placebo", suffix, task), \
	COLUMN_OF(prefix, "known", suffix, task)
#define BATTERY(prefix, task) \
	COLUMNS_OF(prefix, "", task), \
	COLUMNS_OF(prefix, ".recall@5", task), \
	COLUMNS_OF(prefix, ".recall@10", task), \
	COLUMN_OF(prefix, "placebo_auc", "", task), \
	COLUMN_OF(prefix, "mean", "", task), \
	COLUMN_OF(prefix, "known_precision", "", task), \
	COLUMN_OF(prefix, "known_recall_k", "", task)
#define SINGLE(name, task, figure) {name, task, NAN, ODD_ORDINARY, figure}

static const odd_measure measures[] = {
	RECALLS("", ODD_ORDINARY, "recall"),
	RECALLS(".outlier", ODD_UNKNOWN_KIND, NULL),
#define KIND(id, name, ...) RECALLS("." #name, ODD_##id, NULL),
#include "network/kinds.def"
	[ODD_M_AUC] = SINGLE("auc", ODD_TASK_OUTLIERS, NULL),
	SINGLE("average_precision", ODD_TASK_OUTLIERS, NULL),
	SINGLE("placebo_auc", ODD_TASK_OUTLIERS, NULL),
	SINGLE("placebo_above", ODD_TASK_OUTLIERS, NULL),
	F1S("macro_f1", "macro_f1"),
	F1S("micro_f1", "micro_f1"),
	F1S("weighted_f1", NULL),
	SINGLE("clustering", ODD_TASK_CLUSTERING, "clustering"),
	SINGLE("clustering_kept", ODD_TASK_CLUSTERING, NULL),
	BATTERY("battery", ODD_TASK_BATTERY),
	SINGLE("seconds", ODD_TASK_COST, NULL),
	SINGLE("evaluation_seconds", ODD_TASK_COST, NULL),
	SINGLE("peak_memory_bytes", ODD_TASK_COST, NULL),
};
/* clang-format on */
_Static_assert(sizeof measures / sizeof *measures == ODD_MEASURES, "a row for each measure");

const odd_measure *odd_measure_get(size_t measure)
{
	return measure < ODD_MEASURES ? &measures[measure] : NULL;
}

const char *odd_task_name(odd_task task)
{
	static const char *const name[] = {
		"outliers", "classification", "clustering", "battery", "cost"};
	return name[task];
}

void odd__cell_reset(odd_cell *cell)
{
	for (size_t m = 0; m < ODD_MEASURES; m++)
		cell->value[m] = (double)NAN;
}

/* Two passes: the values are few, and their squares might lose what their differences keep. */
odd_spread odd_comparison_spread(
	const odd_comparison *comparison, size_t method, size_t measure, size_t *count)
{
	double sum = 0.0, squares = 0.0;
	size_t n = 0;
	assert(method < comparison->methods && measure < ODD_MEASURES);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t s = 0; s < comparison->seeds; s++) {
			const odd_cell *cell = &comparison->cell[s * comparison->methods + method];
			double value = cell->value[measure];
			if (cell->state != ODD_CELL_DONE || isnan(value))
				continue;
			if (pass == 0) {
				sum += value;
				n++;
			} else {
				double off = value - sum / (double)n;
				squares += off * off;
			}
		}
	}
	if (count != NULL)
		*count = n;
	return (odd_spread){.mean = n > 0 ? sum / (double)n : (double)NAN,
		.deviation = n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN};
}

/* ---- could it run? asked before hours of work ---------------------------------------------- */

/* The method that "name.option=value" is for, or NULL. */
static const odd_method *owner(const odd_compare_options *options, const char *setting)
{
	size_t length = strcspn(setting, ".=");
	if (setting[length] != '.')
		return NULL;
	for (size_t m = 0; m < options->methods; m++) {
		const char *name = options->method[m]->name;
		if (strlen(name) == length && memcmp(name, setting, length) == 0)
			return options->method[m];
	}
	return NULL;
}

static odd_status check_settings(const odd_compare_options *options, odd_error *err)
{
	for (size_t i = 0; i < options->settings; i++)
		if (owner(options, options->setting[i]) == NULL)
			return odd_error_set(err, ODD_EUSAGE,
				"\"%.80s\" is not METHOD.OPTION=VALUE for a method that is "
				"compared here",
				options->setting[i]);
	return ODD_OK;
}

static odd_status check_method(const odd_compare_options *options, const odd_method *method,
	const odd_network *net, odd_error *err)
{
	const char **override = calloc(options->settings + 1, sizeof *override);
	if (override == NULL)
		return odd_error_nomem(err);
	odd_method_request request = {.k = net != NULL || options->k > 0 ? options->k : 1,
		.overrides = override,
		.override_count = odd__compare_overrides(override, options, method)};
	odd_status status = odd_method_check(method, net, &request, err);
	free(override);
	return status;
}

/* What the tasks need of the network. */
static odd_status check_network(
	const odd_compare_options *options, const odd_network *net, odd_error *err)
{
	const odd_plant_options *plant = &options->plant;
	bool planted = odd_plant_outliers(plant) > 0;
	unsigned classes =
		ODD_TASK_BIT(ODD_TASK_CLASSIFICATION) | ODD_TASK_BIT(ODD_TASK_CLUSTERING);
	if ((options->tasks & ODD_TASK_BIT(ODD_TASK_OUTLIERS)) != 0 && !planted && !net->has_truth)
		return odd_error_set(err, ODD_EUSAGE,
			"no outlier is known in %.60s, and none is to be planted", net->name);
	if ((options->tasks & classes) != 0 && net->classes.count < 2)
		return odd_error_set(err, ODD_EUSAGE,
			"classification and clustering need labels of two classes, which %.60s "
			"has not",
			net->name);
	return ODD_OK;
}

odd_status odd_compare_check(
	const odd_compare_options *options, const odd_network *net, odd_error *err)
{
	/* The battery plants by itself; the rest of the planting is for the other tasks. */
	if (options->methods == 0 || options->seeds == 0 || (options->tasks & ODD_ALL_TASKS) == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "a comparison needs a method, a task and a seeding");
	if (options->repeats == 0)
		return odd_error_set(err, ODD_EUSAGE, "no repeats: at least one is needed");
	odd_status status = check_settings(options, err);
	for (size_t m = 0; m < options->methods && status == ODD_OK; m++)
		status = check_method(options, options->method[m], net, err);
	if (status == ODD_OK && net != NULL)
		status = check_network(options, net, err);
	return status;
}

const char *odd_compare_setting(const odd_compare_options *options, const odd_method *method,
	const odd_method_option *option)
{
	const char *value = option->ours;
	size_t method_length = strlen(method->name), length = strlen(option->name);
	for (size_t i = 0; i < options->settings; i++) {
		const char *text = options->setting[i];
		if (strncmp(text, method->name, method_length) != 0 || text[method_length] != '.')
			continue;
		text += method_length + 1;
		if (strncmp(text, option->name, length) == 0 && text[length] == '=')
			value = text + length + 1;
	}
	return value;
}

/* ---- names --------------------------------------------------------------------------------- */

/* A number; of a choice its place among "this|that". */
static double value_of(const odd_method_option *option, const char *text)
{
	return option->kind == ODD_VALUE_CHOICE ? (double)odd_choice_find(option->values, text)
						: strtod(text, NULL);
}

/* The value of an option by its name; NAN when there is none. */
static double setting(
	const odd_compare_options *options, const odd_method *method, const char *name)
{
	for (size_t o = 0; o < method->option_count; o++)
		if (strcmp(method->options[o].name, name) == 0)
			return value_of(&method->options[o],
				odd_compare_setting(options, method, &method->options[o]));
	return (double)NAN;
}

/* Names stand for what was published under them: what is
 * something else goes by another. */
const char *odd_compare_title(const odd_compare_options *options, const odd_method *method)
{
	static const struct {
		const char *method, *option;
		double low, high; /* number, or place of the choice, within which … */
		bool inside;      /* … or outside of which it is not the method of its name */
		const char *title;
	} row[] = {
		{"deepwalk", "mode", 2.0, 2.0, true, "walks + SGNS"},
		{"graphsage", "steps", 0.0, 0.0, true, "SAGE, untrained"},
		{"graphsage", "rate", 0.0, 1e-5, true, "SAGE, public rate"},
		{"seano", "labelled", 0.2, 0.2, false, "like SEANO"},
		{"seano", "lambda-rate", 0.0, 0.0, true, "SEANO, fixed"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		if (strcmp(method->name, row[i].method) != 0)
			continue;
		double x = setting(options, method, row[i].option);
		if (!isnan(x) && (x >= row[i].low && x <= row[i].high) == row[i].inside)
			return row[i].title;
	}
	return method->title;
}

const char *odd_compare_caveat(
	char buffer[ODD_CAVEAT], const odd_compare_options *options, const odd_method *method)
{
	if (strcmp(method->name, "seano") == 0) {
		snprintf(buffer, ODD_CAVEAT,
			"re-implementation from its description; sees %g %% of the labels",
			100.0 * setting(options, method, "labelled"));
		return buffer;
	}
	if (strcmp(method->name, "node2vec") == 0 && setting(options, method, "p") == 1.0 &&
		setting(options, method, "q") == 1.0) {
		snprintf(buffer, ODD_CAVEAT,
			"with p = q = 1 skip-gram with negative sampling on uniform walks");
		return buffer;
	}
	return NULL;
}
