/* scan.h: one parser over a whole text file that knows file, line and column.
 *
 * A file is read, a gzipped one (told by its first bytes, whatever its name) inflated; either way
 * the text is one piece of memory and fields are lent as pointers into it. UTF-16 is turned into
 * UTF-8 first. A UTF-8 byte
 * order mark is skipped, CRLF and LF end a line alike, the last line may lack its end. Lines count
 * from 1. Columns count characters from 1: a UTF-8 sequence is one, a tab is one. They are worked
 * out from the pointer when there is something to complain about, so that the common case pays
 * nothing for them.
 */
#ifndef ODD_BASE_SCAN_H
#define ODD_BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"
#include "oddone/error.h"

/* A part of a text that is borrowed; no final NUL. */
typedef struct odd__text {
	const char *at;
	size_t length;
} odd__text;

typedef struct odd__scan {
	const char *path;            /* lent by the caller of open */
	const char *begin, *end;     /* the text behind the byte order mark */
	const char *next;            /* start of the next line */
	const char *line, *line_end; /* the current line without its end */
	const char *at;              /* start of the next field; NULL behind the last one */
	long number;                 /* of the current line; 0 before the first */
	odd__bytes bytes;            /* what close gives back */
	bool was_utf16;
} odd__scan;

/* Is a text UTF-16? By its mark, or, as some programs leave that out, by every other of the first
 * bytes being zero. 0: it is none; 1: the low byte comes first; 2: the high one. */
int odd__utf16_order(const char *text, size_t size);

/* Read or inflate a file, within limits (may be NULL). A file that is a directory, cannot be read,
 * is empty, is a damaged or cut .gz, or holds a NUL byte is an error; *scan then needs no closing.
 */
odd_status odd__scan_open(
	odd__scan *scan, const char *path, const odd__limits *limits, odd_error *err);
void odd__scan_close(odd__scan *scan);

/* Go back to before the first line. */
void odd__scan_rewind(odd__scan *scan);

/* Go to the next line; false at the end of the text. */
bool odd__scan_line(odd__scan *scan);

/* The next line that is neither blank nor, when mark is not 0, starts with that mark. */
bool odd__scan_data_line(odd__scan *scan, char mark);

/* The next field up to a separator or the end of the line; false when there is none. An empty line
 * has one empty field, "a," has two. */
bool odd__scan_field(odd__scan *scan, char separator, odd__text *field);

/* The next run of characters that are neither space nor tab; false when there is none. */
bool odd__scan_word(odd__scan *scan, odd__text *word);

/* The next words, found many at a time; at most so many, which is 64 or more. Fewer are no sign
 * that the line is over, 0 is. */
size_t odd__scan_words(odd__scan *scan, size_t most, const char **word, size_t *length);

/* Pass over cells that are exactly "0" and the separator behind them, at most so many; returns how
 * many. Most of a bag of words is this. */
size_t odd__scan_zeros(odd__scan *scan, char separator, size_t most);

/* How many fields the current line has. */
size_t odd__scan_count(const odd__scan *scan, char separator);

/* A finite number; spaces around it are allowed. Anything else is an error at that place. */
odd_status odd__scan_number(const odd__scan *scan, odd__text field, double *value, odd_error *err);

/* Line and column of a place in the text. O(bytes before it). */
void odd__scan_place(const odd__scan *scan, const char *where, long *line, long *column);

/* ODD_EINPUT at a place in the text. */
odd_status odd__scan_error(const odd__scan *scan, const char *where, odd_error *err,
	const char *format, ...) ODD_PRINTF(4, 5);

/* Without the spaces and tabs at both ends. */
odd__text odd__text_trim(odd__text text);

/* Equal to a string; letters in either case. */
bool odd__text_is(odd__text text, const char *string);

#define ODD__SHOWN 64
/* A field as it can be put into a message: short, one line, no control characters. */
const char *odd__text_show(char out[ODD__SHOWN], odd__text text);

#endif
