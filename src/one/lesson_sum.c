/* lesson_sum.c: a sum of which the largest terms are remembered. */
#include "config.h"

#include <string.h>

#include "one/lesson_parts.h"

/* Where a term of this size belongs: behind those as large, so that ties keep their order. */
static size_t place_of(const odd_lesson_sum *sum, double size)
{
	size_t low = 0, high = sum->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fabs(sum->term[middle].value) >= size)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void odd__sum_add(odd_lesson_sum *sum, odd_lesson_term term)
{
	size_t at = place_of(sum, fabs(term.value));
	sum->total += term.value;
	if (at == ODD_LESSON_TERMS) {
		sum->rest += term.value;
		sum->rest_count++;
		return;
	}
	if (sum->count == ODD_LESSON_TERMS) {
		sum->rest += sum->term[ODD_LESSON_TERMS - 1].value;
		sum->rest_count++;
	} else {
		sum->count++;
	}
	memmove(sum->term + at + 1, sum->term + at, (sum->count - 1 - at) * sizeof *sum->term);
	sum->term[at] = term;
}
