/* number.h: numbers as people read them. */
#ifndef DRAW_NUMBER_H
#define DRAW_NUMBER_H

#include <stddef.h>

#define NUMBER_SIZE 48

enum number_form {
	NUMBER_FULL, /* 12 000 */
	NUMBER_SHORT /* 12k */
};

/* How to write a set of numbers alike: made for the largest and the smallest step among them. */
struct number_style {
	enum number_form form;
	int decimals;   /* behind the point, of the shortened number or the mantissa */
	double divisor; /* 1, 1e3, 1e6, … */
	char suffix[3]; /* "", "k", "M", … */
	int exponent;   /* not 0: as 2.5e-7 */
};

/* largest: of all absolute values; step: the smallest difference to be seen, > 0. */
struct number_style number_style(double largest, double step, enum number_form form);

/* Thousands are parted by a space; no negative zero. Returns out. */
char *number_write(char out[NUMBER_SIZE], double value, const struct number_style *style);

/* One number by itself with so many significant digits: 11 542.6, 0.0052, 3.1e-9. */
char *number_text(char out[NUMBER_SIZE], double value, int significant);

/* ".61" and "1.00": a share, without the zero that says nothing. Returns out. */
char *number_share(char out[NUMBER_SIZE], double share);
/* ".61±.04", the sign given; "-" without a mean, the mean alone without a deviation. Returns out.
 */
char *number_spread(char out[NUMBER_SIZE], double mean, double deviation, const char *sign);

#endif
