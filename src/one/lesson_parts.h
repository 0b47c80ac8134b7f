/* lesson_parts.h: what the files of the lesson share. */
#ifndef ODD_ONE_LESSON_PARTS_H
#define ODD_ONE_LESSON_PARTS_H

#include <math.h>

#include "one/lesson.h"
#include "one/state.h"

/* A term with its value worked out from its factors. */
static inline odd_lesson_term odd__term(odd_lesson_part part, odd_lesson_form form, size_t index,
	int factors, double a, double b, double c)
{
	const double f[3] = {a, factors > 1 ? b : 1.0, factors > 2 ? c : 1.0};
	double value = form == ODD_FORM_SQUARE       ? a * b * b
		       : form == ODD_FORM_DIFFERENCE ? a * (b - c) * (b - c)
						     : f[0] * f[1] * f[2];
	return (odd_lesson_term){part, form, index, factors, {a, b, c}, (double)NAN,
		form == ODD_FORM_MINUS ? -value : value};
}

/* Count a term; it is kept if it is among the largest. O(log kept) for most. */
void odd__sum_add(odd_lesson_sum *sum, odd_lesson_term term);

/* Each fills above, below, value, block, fraction and note; old_value is there. work: what
 * odd__lesson_work says, in doubles. */
typedef odd_status odd__lesson_fn(
	odd_lesson *out, odd_one *run, double *work, const odd_job *job, odd_error *err);
odd__lesson_fn odd__lesson_w, odd__lesson_rows, odd__lesson_basis, odd__lesson_o;

static inline size_t odd__lesson_work(const odd_one *run)
{
	return (3 * run->k + 8) * run->s;
}

#endif
