/* settings.h: the options of a method, declared, checked and read.
 *
 * The text in the table is the default itself, so what is printed is what is run.
 */
#ifndef ODD_BASELINE_SETTINGS_H
#define ODD_BASELINE_SETTINGS_H

#include "baseline/method.h"

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

/* Every override names an option and has a value for it. */
odd_status odd__settings_check(
	const odd_method *method, const odd_method_request *request, odd_error *err);

/* The value of every option into the struct that the rows' offsets are of: a size_t for a whole
 * number, a double, or an enum for a choice, by a call that has been checked. */
void odd__settings_read(void *options, const odd_method_call *call);

#endif
