/* compare_names.c: what a table of results may call a method, and what it must say beside the name.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/compare_parts.h"
#include "base/option.h"

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
