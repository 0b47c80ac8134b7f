/* compare_measures.c: the numbers of a cell by name, and their means. */
#include "config.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "baseline/compare_parts.h"

/* clang-format off */
#define RECALL(top, suffix, kind_, figure) \
	{"recall@" #top suffix, ODD_TASK_OUTLIERS, top, kind_, figure}
#define RECALLS(suffix, kind, figure) \
	RECALL(5, suffix, kind, figure), RECALL(10, suffix, kind, figure), \
	RECALL(15, suffix, kind, figure), RECALL(20, suffix, kind, figure), \
	RECALL(25, suffix, kind, figure)
#define F1(name, share, figure) \
	{name "@" #share, ODD_TASK_CLASSIFICATION, share, ODD_ORDINARY, figure}
#define F1S(name, figure) \
	F1(name, 10, figure), F1(name, 20, figure), F1(name, 30, figure), F1(name, 40, figure), \
	F1(name, 50, figure)
#define SINGLE(name, task, figure) {name, task, NAN, ODD_ORDINARY, figure}

static const odd_measure measures[] = {
	RECALLS("", ODD_ORDINARY, "recall"),
	RECALLS(".structural", ODD_STRUCTURAL, NULL),
	RECALLS(".attribute", ODD_ATTRIBUTE, NULL),
	RECALLS(".combined", ODD_COMBINED, NULL),
	RECALLS(".outlier", ODD_UNKNOWN_KIND, NULL),
	RECALLS(".placebo", ODD_PLACEBO, NULL),
	RECALLS(".swap", ODD_SWAP, NULL),
	RECALLS(".rewire", ODD_REWIRE, NULL),
	RECALLS(".clique", ODD_CLIQUE, NULL),
	RECALLS(".contextual", ODD_CONTEXTUAL, NULL),
	SINGLE("auc", ODD_TASK_OUTLIERS, NULL),
	SINGLE("average_precision", ODD_TASK_OUTLIERS, NULL),
	SINGLE("placebo_auc", ODD_TASK_OUTLIERS, NULL),
	SINGLE("placebo_above", ODD_TASK_OUTLIERS, NULL),
	F1S("macro_f1", "macro_f1"),
	F1S("micro_f1", "micro_f1"),
	F1S("weighted_f1", NULL),
	SINGLE("clustering", ODD_TASK_CLUSTERING, "clustering"),
	SINGLE("clustering_kept", ODD_TASK_CLUSTERING, NULL),
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
	static const char *const name[] = {"outliers", "classification", "clustering", "cost"};
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
