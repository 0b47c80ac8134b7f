/* published.h: values other people have published, to be shown beside our own.
 *
 * share/oddone/published.tsv holds what can be read off the charts of the ONE paper: recall, F1,
 * clustering accuracy and loss, per dataset and algorithm.
 */
#ifndef ODDONE_PUBLISHED_H
#define ODDONE_PUBLISHED_H

#include <stddef.h>

#include "oddone/error.h"

#define ODD_PUBLISHED_SOURCE "Bandyopadhyay, Lokesh, Murty, AAAI 2019"

typedef struct odd_published_row {
	const char *figure;    /* "recall", "macro_f1", "micro_f1", "clustering", "loss" */
	const char *dataset;   /* "Cora" */
	const char *algorithm; /* "ONE", "DeepWalk", … */
	double x;              /* L in percent, training share in percent, iteration; NAN: none */
	double value;
	double error; /* of reading it off the chart, ± */
} odd_published_row;

typedef struct odd_published {
	odd_published_row *row;
	size_t count;
	char *text; /* where the strings of the rows are */
} odd_published;

/* Read a table of tab-separated columns figure, dataset, algorithm, x, value, error under a heading
 * line; lines that start with # are passed over, "-" stands for no x. Wrong data is ODD_EINPUT with
 * line and column. */
odd_status odd_published_load(odd_published *out, const char *path, odd_error *err);
void odd_published_clear(odd_published *published);

/* The next matching row behind `after` (NULL: the first), NULL when there is none. Names match in
 * either case; NULL matches any. */
const odd_published_row *odd_published_next(const odd_published *published,
	const odd_published_row *after, const char *figure, const char *dataset,
	const char *algorithm);

#endif
