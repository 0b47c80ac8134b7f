/* method_rows.h: the rows of the table of methods, by family, beside the functions that run them.
 */
#ifndef ODD_BASELINE_METHOD_ROWS_H
#define ODD_BASELINE_METHOD_ROWS_H

#include "baseline/method.h"
#include "oddone/score.h"

#define ODD__OPTIONS(array) .options = array, .option_count = sizeof(array) / sizeof *(array)

extern const odd_method odd__methods_one[2];
extern const odd_method odd__methods_walks[3];
extern const odd_method odd__methods_factor[2];
extern const odd_method odd__methods_deep[2];
extern const odd_method odd__methods_controls[8];

/* The calibrated optimiser, read out by a score of the table, as a row of its own. */
void odd__method_of_score(odd_method *out, const odd_score *score);

/* Room for scores in *out. */
odd_status odd__method_score(odd_method_result *out, odd_error *err);

#endif
