/* number.h: numbers as text, both ways, whatever the locale.
 *
 * Reading gives the double nearest to the decimal number written; writing gives the fewest digits
 * that read back as the same double. Both know only '.' as the decimal point.
 */
#ifndef ODD_BASE_NUMBER_H
#define ODD_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum odd__number {
	ODD__NUMBER_OK = 0,
	ODD__NUMBER_NOT,      /* no number at all, or something behind it */
	ODD__NUMBER_NAN,      /* "nan" in any case */
	ODD__NUMBER_INFINITE, /* "inf", "infinity" */
	ODD__NUMBER_HEX,      /* 0x1p3 */
	ODD__NUMBER_HUGE,     /* larger than any double, such as 1e999 */
	ODD__NUMBER_LONG      /* more than ODD__NUMBER_LIMIT characters */
} odd__number;

#define ODD__NUMBER_LIMIT 1000

/* [+-] digits [. digits] [e [+-] digits], at least one digit before or behind the point, nothing
 * around it. What is too small becomes the nearest double, perhaps 0. *value is set on OK only.
 * O(length). */
odd__number odd__number_parse(const char *text, size_t length, double *value);

/* The same with a comma for the point, and perhaps points that part thousands: 3,14 and 1.234,5.
 * False: there is not exactly one comma, or it is no number. */
bool odd__number_comma(const char *text, size_t length, double *value);

/* What is wrong, as the end of a sentence that began with the text: "is not a number". */
const char *odd__number_problem(odd__number problem);

#define ODD__NUMBER_ROOM 32

/* Write a finite number and its final NUL; returns the length. */
size_t odd__number_format(char out[ODD__NUMBER_ROOM], double value);

#endif
