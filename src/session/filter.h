/* filter.h: which nodes are wanted, in words.
 *
 *     label=bakers rank<50 degree>3 name~gale !marked
 *
 * All terms have to hold. A term is a fact (facts.h), one of = != < <= > >= ~ !~, and a value; or
 * `marked` or `!marked`. ~ asks for a part of the text, in large or small letters. Several values
 * with commas between, behind = != ~ !~, mean any of them. A number behind rank may be a share of
 * the nodes: rank<=5%. Blanks may stand around the sign. None, and no term at all, leave every
 * node in. */
#ifndef SESSION_FILTER_H
#define SESSION_FILTER_H

#include "session/node_columns.h"

struct filter_term;

/* All zero: every node passes. */
struct filter {
	struct filter_term *term;
	size_t count;
	char *text; /* as it can be read again; NULL: every node passes */
};

/* Read words, as a line has them without their quotes. ODD_EUSAGE names the word that is wrong; out
 * is then as it was. */
odd_status filter_read(struct filter *out, char *const *word, size_t words,
	const struct node_values *f, odd_error *err);
/* The same from a line, which may also be one term with blanks in its value. */
odd_status filter_parse(
	struct filter *out, const char *text, const struct node_values *f, odd_error *err);
void filter_clear(struct filter *filter);

static inline bool filter_any(const struct filter *filter)
{
	return filter->count > 0;
}

/* Of what is not known any more, nothing passes. */
bool filter_passes(const struct filter *filter, const struct node_values *f, size_t node);
/* Those of some nodes that pass, in place. Returns how many. */
size_t filter_keep(
	const struct filter *filter, const struct node_values *f, uint32_t *node, size_t count);

#endif
