/* column_types.h: which type a column has: by the user's word, by its name, by its values. One set
 * of rules for tables (node_table.h) and for matrices (matrix_reader.c). */
#ifndef ODD_NETWORK_COLUMN_TYPES_H
#define ODD_NETWORK_COLUMN_TYPES_H

#include "base/scan.h"
#include "oddone/network.h"

/* What decides on a column of numbers. */
typedef struct odd__numbers {
	size_t nodes, filled, distinct, positive; /* positive: cells above 0 */
	double low, high;
	bool whole, ones; /* whole numbers; nothing but 0 and 1 */
	bool zeros;       /* some are 0 */
	int digits;       /* of each number, if all have as many; else 0 */
} odd__numbers;

/* EMPTY, CONSTANT, ID, COUNT, YESNO or NUMBER. name may be NULL. */
odd_column_type odd__judge_numbers(const odd__numbers *numbers, const char *name);

/* A column for odd__judge_words. */
typedef struct odd__maybe_word {
	odd_column_type type;
	bool settled, ones, counts; /* counts: no number below 0, and some are 0 */
} odd__maybe_word;

/* Change COUNT to YESNO or NUMBER where columns of mostly zeros are too few for a bag of words, and
 * those to COUNT that are its frequent words. */
void odd__judge_words(odd__maybe_word *column, size_t count);

/* Would a logarithm help: are these amounts with a much wider spread above the median than below?
 * Values sorted. */
bool odd__is_skewed(const double *sorted, size_t n);
int odd__by_number(const void *a, const void *b);

/* ---- the user's word ------------------------------------------------------------------------- */

/* The type that the options give a column: by its name, as not chosen, or as the column of that
 * name in another network (odd_load_options.like). has_role: it is no attribute, and so not chosen
 * among them. False: none. */
bool odd__type_given(
	const odd_load_options *o, const char *name, bool has_role, odd_column_type *type);
/* Check that every column that the options name is there. with_id: --id is one of them. */
odd_status odd__check_column_names(const odd_load_options *o, const odd_names *names,
	const char *path, bool with_id, odd_error *err);
/* The column of that name in another network, if it is of numbers, too; NULL: none. */
const odd_table_column *odd__column_like(const odd_columns *columns, const char *name);

/* ---- cells ---------------------------------------------------------------------------------- */

/* A date as years, 2019-07-02 as 2019.5; false: it is none. Spelled 2019-07-02, 2019/7/2, 2.7.2019
 * or 07/02/2019 (month first unless that cannot be), perhaps with a time behind it. */
bool odd__cell_date(odd__text text, double *years);
/* yes, no, true, false, on, off, y, n, t, f in any case: 1 or 0; −1: none of them. */
int odd__cell_yesno(odd__text text);
/* The next item of a list from *at on; false: no more. Brackets and quotes around are left out. */
bool odd__cell_item(odd__text *rest, char separator, odd__text *item);
/* The next word of a text: letters and digits, three at least. */
bool odd__cell_word(odd__text *rest, odd__text *word);

#endif
