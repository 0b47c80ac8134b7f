/* frame.h: a table of nodes under construction. A reader hands over cells as it comes by them:
 * node, column, text. When all nodes are there, the type of each column is guessed from its content
 * (frame_guess.c) and its cells become attributes, labels or marks of a builder (frame_build.c).
 *
 * Each column keeps its different values once and, for a cell, a node and the number of a value:
 * memory is in proportion to what the file holds, whatever it claims.
 */
#ifndef ODD_NETWORK_FRAME_H
#define ODD_NETWORK_FRAME_H

#include "base/scan.h"
#include "network/builder.h"

typedef struct odd__frame_column {
	odd_names values;
	uint32_t *node, *value; /* of each cell that holds something */
	size_t count, capacity;
	uint32_t *blank; /* nodes whose cell was there and empty */
	size_t blanks, blank_capacity;
	/* judged */
	odd_column_type type;
	bool by_user;         /* the type was asked for */
	char list_separator;  /* of a list */
	double *number;       /* per value, for numbers, dates and yes/no; NAN: missing */
	size_t *uses;         /* per value: cells */
	size_t filled, zeros; /* cells with a value; those that are 0, absent ones included */
	size_t distinct;
} odd__frame_column;

typedef struct odd__frame {
	odd_names names; /* of columns */
	odd__frame_column *column;
	size_t capacity;
	bool absent_is_zero; /* a cell that was never handed over is 0, and not missing */
	bool graph; /* of a program that draws: has layout; type and value may be classes */
	const odd_load_options *options;
	const odd__limits *limits;
	const char *path;
	uint32_t polls; /* cells since the last look whether to stop */
} odd__frame;

/* A cell that is wrong, for the reader to tell the place of. */
typedef struct odd__frame_fault {
	bool set;
	uint32_t node, column;
	char what[200];
} odd__frame_fault;

void odd__frame_clear(odd__frame *frame);

/* The column of a name, made when new. */
odd_status odd__frame_name(
	odd__frame *frame, const char *name, size_t length, uint32_t *column, odd_error *err);

/* What a node has in a column. Blank text, and what usually stands for nothing (NA, null, nan, ?)
 * is missing. */
odd_status odd__frame_cell(
	odd__frame *frame, uint32_t node, uint32_t column, odd__text text, odd_error *err);

/* Guess, and put everything into the builder. A cell that does not fit its column fills *fault
 * (without a place) and is ODD_EINPUT. */
odd_status odd__frame_finish(
	odd__frame *frame, odd__builder *b, odd__frame_fault *fault, odd_error *err);

/* ---- shared by the parts --------------------------------------------------------------------- */

odd_status odd__frame_guess(
	odd__frame *frame, size_t nodes, odd__frame_fault *fault, odd_error *err);

/* Columns that are something by name or by the user's word; then, with values counted, the class.
 */
odd_status odd__frame_roles(odd__frame *frame, odd_error *err);
void odd__frame_class(odd__frame *frame);

odd__text odd__frame_value(const odd__frame_column *c, size_t v);
/* Values that name a group of nodes come back: on average each at least twice. */
bool odd__frame_repeats(const odd__frame_column *c);
/* Is a name in a list that ends with NULL, letters in either case? */
bool odd__frame_is(const char *name, const char *const *list);

/* Does a name fit one of "a,b,c*", letters in either case? */
bool odd__frame_listed(const char *list, const char *name);

/* The type that "year=category,zip=id" gives a column; false: none. */
bool odd__frame_type_given(const char *types, const char *name, odd_column_type *type);
/* The same by the columns of another network, of which it is an attribute or the class. */
bool odd__frame_type_like(const odd_columns *like, const char *name, odd_column_type *type);
/* Every column that the user names is there; types: "name=type" each. */
odd_status odd__frame_check_names(
	const odd_names *names, const char *path, const char *list, bool types, odd_error *err);
/* Is the spread on one side of the median much wider than on the other? Values sorted. */
bool odd__frame_skewed(const double *sorted, size_t n);
/* The same column of another network, if it is of numbers, too; NULL: none. */
const odd_table_column *odd__frame_column_like(const odd_columns *columns, const char *name);

/* A date as years, 2019-07-02 as 2019.5; false: it is none. Spelled 2019-07-02, 2019/7/2, 2.7.2019
 * or 07/02/2019 (month first unless that cannot be), perhaps with a time behind it. */
bool odd__frame_date(odd__text text, double *years);

/* yes, no, true, false, on, off, y, n, t, f in any case: 1 or 0; −1: none of them. */
int odd__frame_yesno(odd__text text);

/* The next item of a list from *at on; false: no more. Brackets and quotes around are left out. */
bool odd__frame_item(odd__text *rest, char separator, odd__text *item);
/* The next word of a text: letters and digits, three at least. */
bool odd__frame_word(odd__text *rest, odd__text *word);

#endif
