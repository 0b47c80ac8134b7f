/* method_rows.h: the rows of the table of methods, each in the file of its method, and what they
 * are written with.
 */
#ifndef ODD_BASELINE_METHOD_ROWS_H
#define ODD_BASELINE_METHOD_ROWS_H

#include "baseline/method.h"
#include "oddone/score.h"

#define METHOD(name) extern const odd_method odd__method_##name;
#include "baseline/methods.def"
#define ODD__CONTROLS 8
extern const odd_method odd__methods_controls[ODD__CONTROLS];

/* The calibrated optimiser, read out by a score of the table, as a row of its own. */
void odd__method_of_score(odd_method *out, const odd_score *score);

/* Room for scores in *out. */
odd_status odd__method_score(odd_method_result *out, odd_error *err);

/* ---- the options of a method -------------------------------------------------------------------
 *
 * The text in the table is the default itself, so what is printed is what is run.
 */

#define ODD__OPTIONS(array) .options = array, .option_count = sizeof(array) / sizeof *(array)

/* clang-format off */
#define ODD__CHOICE(name_, offset_, values_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = values_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_CHOICE}
#define ODD__WHOLE(name_, offset_, least_, most_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = #least_ " to " #most_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_WHOLE, .least = least_, .most = most_}
#define ODD__NUMBER(name_, offset_, least_, most_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = #least_ " to " #most_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_NUMBER, .least = least_, .most = most_}
#define ODD__ABOVE(name_, offset_, least_, most_, ours_, published_, about_) \
	{.name = name_, .offset = offset_, .values = "above " #least_ ", to " #most_, .about = about_, .ours = ours_, \
		.published = published_, .kind = ODD_VALUE_NUMBER, .least = least_, .most = most_, \
		.above = true}
/* clang-format on */

/* What the struct of options of every method begins with. */
struct odd__method_options {
	size_t k;
	uint64_t seed;
};

/* Dimensions, seed and the value of every option into the struct that the rows' offsets are of: a
 * size_t for a whole number, a double, or an enum for a choice, by a call that has been checked. */
void odd__settings_read(void *options, const odd_method_call *call);

#endif
