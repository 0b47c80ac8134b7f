/* claim.h: what somebody says an outcome is like, and whether it is.
 *
 *     VALUE RELATION VALUE [+ NUMBER] [and CLAIM]
 *
 * with < <= > >= or = between; = has blanks around it. A value is a number, a share such as 60%, or
 * one of the table in claim_values.c: its name and arguments parted by blanks, or as one word
 * NAME@ARGUMENT.ARGUMENT. Blanks around the relation may be left out. These say the same:
 *
 *     recall 10 structural >= 0.5        recall@10.structural>=50%
 *
 * "kept NAME" before a value asks for that of a run that was kept. Names with blanks are put in
 * quotation marks. In a text a value stands in braces, {rank NODE}; {{ is a brace.
 *
 * --require and the tours of the explorer speak this one language.
 */
#ifndef REPORT_CLAIM_H
#define REPORT_CLAIM_H

#include "study/result.h"

/* To add a value: a function and its row in claim_values.c. */
struct claim_value {
	const char *name;
	const char *arguments; /* in words parted by blanks: L is a percentage above 0, KIND a kind
				  of outlier, NODE an id, a|b a choice; in [ ] what may be left
				  out */
	bool share;            /* told in percent */
	const char *missing;   /* why it has no value when it has none */
	/* The value, from arguments that are checked and end with NULL; NAN: none. Of a run that
	 * was kept, the outcome has trace and evaluation alone. */
	double (*of)(const struct result *o, char *const *argument);
	const char *about; /* a phrase for the manual */
};
/* Value i; NULL behind the last. */
const struct claim_value *claim_value_get(size_t i);

struct claim_verdict {
	bool holds;
	double left, right;  /* what the two sides came to; NAN: no value */
	const char *missing; /* then: why. NULL: both have one */
};
/* Does it hold? ODD_EINPUT says how it is not written as it should be; with o NULL nothing else is
 * looked at. */
odd_status claim_test(
	struct claim_verdict *out, const struct result *o, const char *claim, odd_error *err);

/* The text with its values filled in, on the heap; "…" for what has no value yet. Errors and o NULL
 * as above, and *out is NULL then. */
odd_status claim_text(char **out, const struct result *o, const char *text, odd_error *err);
/* Is every value there that a text names? ODD_EINPUT says which is not, and why; column: where its
 * brace is in the text, from 1. */
odd_status claim_text_test(const struct result *o, const char *text, odd_error *err);

#endif
