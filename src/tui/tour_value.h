/* tour_value.h: numbers of the present state by name, for the text of tours and what they claim.
 *
 *     rank NODE            its place in the ranking
 *     recall L             share of the known outliers in the top L %, L in 5 10 15 20 25
 *     recall L KIND        the same for structural, attribute or combined ones
 *     auc                  probability that an outlier outranks an ordinary node
 *     kept NAME recall L   of a run kept under that name; also: kept NAME auc, kept NAME loss
 *     loss, iteration, nodes, planted
 *     part N NODE          component N (1, 2, 3) of a node as the list shows it, in percent
 *     follows degree       how far the ranking follows a count: rank correlation, −1 to 1;
 *     follows words        of links, of attributes
 *
 * A claim is VALUE RELATION VALUE: values of this list or numbers, < <= > >= between them, and
 * "+ NUMBER" behind the second. In text a value stands in braces, {rank NODE}; {{ is a brace.
 */
#ifndef TUI_TOUR_VALUE_H
#define TUI_TOUR_VALUE_H

#include <stdbool.h>

#include "oddone/base/error.h"

struct app;

/* Is it written as it should be? The state is not looked at. */
odd_status tour_claim_check(const char *claim, odd_error *err);
odd_status tour_text_check(const char *text, odd_error *err);

/* Does the claim hold now? ODD_EINPUT when it does not, or has no meaning here: what it came to. */
odd_status tour_claim(const struct app *app, const char *claim, odd_error *err);

/* The text with its values filled in, on the heap; "…" for what is not known yet. */
char *tour_text(const struct app *app, const char *text);

#endif
