#include "config.h"

#include "network/alias.h"

/* Vose's version: cells with less than the mean are topped up by one with more. work holds the
 * poor ones from the front and the rich ones from the back; the mean weight of a cell is 1. */
void odd__alias_build(odd__alias_cell *cell, const double *weight, size_t n, uint32_t *work)
{
	double total = 0.0;
	for (size_t i = 0; i < n; i++)
		total += weight[i];
	size_t poor = 0, rich = n;
	for (size_t i = 0; i < n; i++) {
		double mean = weight[i] * (double)n / total;
		cell[i] = (odd__alias_cell){(float)mean, (uint32_t)i};
		if (mean < 1.0)
			work[poor++] = (uint32_t)i;
		else
			work[--rich] = (uint32_t)i;
	}
	while (poor > 0 && rich < n) {
		odd__alias_cell *low = &cell[work[--poor]], *high = &cell[work[rich]];
		low->other = work[rich];
		high->keep -= 1.0F - low->keep;
		if (high->keep < 1.0F)
			work[poor++] = work[rich++];
	}
	/* What is left differs from 1 by rounding alone. */
	while (poor > 0)
		cell[work[--poor]].keep = 1.0F;
	while (rich < n)
		cell[work[rich++]].keep = 1.0F;
}
