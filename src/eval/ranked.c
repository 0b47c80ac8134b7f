/* ranked.c: columns as ranks. A tree only asks which of two values is larger, so each column is
 * sorted once for all trees and nodes sort small integers from then on.
 */
#include "config.h"

#include "eval/forest_parts.h"

#include <stdlib.h>

#include "base/pages.h"
#include "score/sorter.h"

/* Column k of the chosen rows → ranks without gaps, and the value of each. */
static void rank_column(odd__ranked *d, odd_cmat x, size_t k, const uint32_t *rows, double *column,
	odd__sorter *sorter)
{
	size_t n = d->rows;
	uint32_t *rank = d->rank + k * n, next = 0;
	double *value = d->value + k * n;
	for (size_t i = 0; i < n; i++)
		column[i] = odd_cmat_row(x, rows != NULL ? rows[i] : i)[k];
	const uint32_t *order = odd__sort(sorter, column, n, false);
	value[0] = column[order[0]];
	for (size_t i = 0; i < n; i++) {
		double here = column[order[i]];
		if (here != value[next])
			value[++next] = here;
		rank[order[i]] = next;
	}
}

odd_status odd__ranked_init(odd__ranked *out, odd_cmat x, const int32_t *label, size_t classes,
	const uint32_t *rows, size_t count, odd_error *err)
{
	odd__ranked d = {.rows = count, .cols = x.cols, .classes = classes};
	odd__sorter sorter = {0};
	double *column = malloc(count * sizeof *column);
	odd_status status = odd__sorter_init(&sorter, count, err);
	d.rank = odd__pages_alloc(count * x.cols * sizeof *d.rank);
	d.value = odd__pages_alloc(count * x.cols * sizeof *d.value);
	d.label = malloc(count * sizeof *d.label);
	if (status == ODD_OK &&
		(column == NULL || d.rank == NULL || d.value == NULL || d.label == NULL))
		status = odd_error_nomem(err);
	for (size_t k = 0; k < x.cols && status == ODD_OK; k++)
		rank_column(&d, x, k, rows, column, &sorter);
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		d.label[i] = (uint16_t)label[rows != NULL ? rows[i] : i];
	if (status != ODD_OK)
		odd__ranked_clear(&d);
	odd__sorter_clear(&sorter);
	free(column);
	*out = d;
	return status;
}

void odd__ranked_clear(odd__ranked *data)
{
	free(data->rank);
	free(data->value);
	free(data->label);
	*data = (odd__ranked){0};
}
