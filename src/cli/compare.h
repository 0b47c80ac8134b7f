/* compare.h: a comparison as the command line runs and reports it. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include <stdio.h>

#include "cli/common.h"
#include "oddone/baseline/compare.h"
#include "oddone/eval/published.h"

#define MAX_METHODS 32

struct compare {
	const struct settings *settings;
	odd_network *net; /* as loaded: nothing planted */
	uint64_t checksum;
	odd_communities groups;
	odd_compare_options options;
	const odd_method *method[MAX_METHODS];
	const char *setting[MAX_GIVEN];
	char *cache;   /* DIR/cells */
	char *command; /* that makes it again */
	odd_comparison table;
	odd_published published; /* empty where the file is not to be had */
	double seconds, peak_memory;
	struct notes notes;
};

/* What was published of a measure of a method on this network; NAN: nothing. */
double compare_published(const struct compare *c, size_t method, size_t measure);

/* Does the network get outliers, or has it some? */
bool compare_plants(const struct compare *c);

/* Settings of a method that are not those of its public program, "steps 3000 (public 1000)" and so
 * on, and all whose public value is not known; "" when there are none. On the heap, NULL without
 * memory. */
char *compare_departures(const struct compare *c, const odd_method *method);

/* What must not be missed where the names of methods stand, a bullet each. */
void compare_print_caveats(FILE *out, const struct compare *c);

void report_compare_text(FILE *out, const struct compare *c);
void report_compare_tsv(FILE *out, const struct compare *c);
odd_status report_compare_json(FILE *out, const struct compare *c, odd_error *err);

/* What --figures asks for, when it was given; how many figures that are; and what --text prints. */
odd_status compare_figures_write(const struct compare *c, odd_error *err);
size_t compare_figures_count(const struct compare *c);
odd_status compare_figures_print(FILE *out, const struct compare *c, odd_error *err);

/* The files of --export, when it was given. */
odd_status compare_export(const struct compare *c, odd_error *err);

#endif
