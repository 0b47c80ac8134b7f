#include "config.h"

#include "base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the grammar saw: the number is mantissa · 10^exponent, unless digits were left out. */
struct decimal {
	uint64_t mantissa;
	long exponent;
	bool negative, exact; /* exact: every digit is in the mantissa */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Take digits into the mantissa while there is room; *count counts those that were there. */
static const char *take_digits(
	struct decimal *d, const char *p, const char *end, bool fraction, size_t *count)
{
	for (; p < end && is_digit(*p); p++, (*count)++) {
		if (d->mantissa < UINT64_C(1000000000000000000)) {
			d->mantissa = d->mantissa * 10 + (uint64_t)(*p - '0');
			d->exponent -= fraction;
		} else {
			d->exact = d->exact && *p == '0';
			d->exponent += !fraction;
		}
	}
	return p;
}

/* The exponent behind an 'e'; NULL when there is none. */
static const char *take_exponent(struct decimal *d, const char *p, const char *end)
{
	bool negative = p < end && *p == '-';
	if (p < end && (*p == '-' || *p == '+'))
		p++;
	if (p == end)
		return NULL;
	long value = 0;
	for (; p < end && is_digit(*p); p++)
		if (value < 100000) /* beyond any double, far from the end of a long */
			value = value * 10 + (*p - '0');
	d->exponent += negative ? -value : value;
	return p;
}

static bool parse_decimal(struct decimal *d, const char *p, const char *end)
{
	size_t digits = 0;
	*d = (struct decimal){.exact = true};
	if (p < end && (*p == '-' || *p == '+'))
		d->negative = *p++ == '-';
	p = take_digits(d, p, end, false, &digits);
	if (p < end && *p == '.')
		p = take_digits(d, p + 1, end, true, &digits);
	if (digits == 0)
		return false;
	if (p < end && (*p == 'e' || *p == 'E'))
		p = take_exponent(d, p + 1, end);
	return p == end;
}

/* Why something is no number that we take. */
static odd__number classify(const char *text, size_t length)
{
	if (length > 0 && (*text == '-' || *text == '+')) {
		text++;
		length--;
	}
	if (length >= 3 && strncasecmp(text, "nan", 3) == 0 && (length == 3 || text[3] == '('))
		return ODD__NUMBER_NAN;
	if ((length == 3 && strncasecmp(text, "inf", 3) == 0) ||
		(length == 8 && strncasecmp(text, "infinity", 8) == 0))
		return ODD__NUMBER_INFINITE;
	if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		return ODD__NUMBER_HEX;
	return ODD__NUMBER_NOT;
}

/* Correct rounding in the hard cases is the C library's trade; only its locale is not wanted. */
static odd__number parse_slowly(const char *text, size_t length, double *value)
{
	char copy[ODD__NUMBER_LIMIT + 1];
	memcpy(copy, text, length);
	copy[length] = '\0';
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	double result = plain != (locale_t)0 ? strtod_l(copy, NULL, plain) : strtod(copy, NULL);
	if (plain != (locale_t)0)
		freelocale(plain);
	if (!isfinite(result))
		return ODD__NUMBER_HUGE;
	*value = result;
	return ODD__NUMBER_OK;
}

odd__number odd__number_parse(const char *text, size_t length, double *value)
{
	static const double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	if (length == 1 && is_digit(*text)) {
		*value = *text - '0';
		return ODD__NUMBER_OK;
	}
	struct decimal d;
	if (!parse_decimal(&d, text, text + length))
		return classify(text, length);
	/* Both factors are exact doubles, so the one rounding of the product or quotient is the
	 * right one (Clinger's fast path). Wider registers would round twice. */
	if (FLT_EVAL_METHOD == 0 && d.exact && d.mantissa <= UINT64_C(1) << 53 &&
		d.exponent >= -22 && d.exponent <= 22) {
		double result = (double)d.mantissa;
		result = d.exponent < 0 ? result / power[-d.exponent] : result * power[d.exponent];
		*value = d.negative ? -result : result;
		return ODD__NUMBER_OK;
	}
	if (length > ODD__NUMBER_LIMIT)
		return ODD__NUMBER_LONG;
	return parse_slowly(text, length, value);
}

bool odd__number_comma(const char *text, size_t length, double *value)
{
	char copy[64];
	size_t n = 0, commas = 0;
	if (length >= sizeof copy)
		return false;
	for (size_t i = 0; i < length; i++) {
		bool comma = text[i] == ',';
		commas += comma;
		if (text[i] == '.' && commas > 0)
			return false;
		if (text[i] != '.')
			copy[n++] = comma ? '.' : text[i];
	}
	return commas == 1 && odd__number_parse(copy, n, value) == ODD__NUMBER_OK;
}

const char *odd__number_problem(odd__number problem)
{
	switch (problem) {
	case ODD__NUMBER_OK:
		return "is a number";
	case ODD__NUMBER_NOT:
		return "is not a number";
	case ODD__NUMBER_NAN:
	case ODD__NUMBER_INFINITE:
		return "is not a finite number";
	case ODD__NUMBER_HEX:
		return "is not a decimal number";
	case ODD__NUMBER_HUGE:
		return "is too large for a number";
	case ODD__NUMBER_LONG:
		return "is too long for a number";
	}
	return "is not a number";
}

/* printf writes the locale's decimal point, which may be several bytes. */
static size_t make_point_plain(char *text)
{
	char *to = text;
	for (const char *from = text; *from != '\0';) {
		if (is_digit(*from) || strchr("+-e", *from) != NULL) {
			*to++ = *from++;
		} else {
			*to++ = '.';
			while (*from != '\0' && !is_digit(*from))
				from++;
		}
	}
	*to = '\0';
	return (size_t)(to - text);
}

size_t odd__number_format(char out[ODD__NUMBER_ROOM], double value)
{
	if (value == trunc(value) && fabs(value) < 1e15)
		return (size_t)snprintf(out, ODD__NUMBER_ROOM, "%.0f", value);
	/* A number with up to 15 digits comes back from %.15g as it was; 17 tell any two apart. */
	for (int digits = 15;; digits++) {
		double back;
		snprintf(out, ODD__NUMBER_ROOM, "%.*g", digits, value);
		size_t length = make_point_plain(out);
		if (digits == 17 ||
			(odd__number_parse(out, length, &back) == ODD__NUMBER_OK && back == value))
			return length;
	}
}
