#include "config.h"

#include "draw/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int digit_of(double v)
{
	return (int)floor(log10(v) + 1e-9);
}

static int clamp(int v, int lo, int hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

struct number_style number_style(double largest, double step, enum number_form form)
{
	static const struct {
		double divisor;
		const char *suffix;
	} unit[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
	struct number_style style = {.form = form, .divisor = 1.0};
	largest = fmax(fabs(largest), step);
	if (!(step > 0.0) || !isfinite(largest))
		return style;
	double too_large = form == NUMBER_SHORT ? 1e15 : 1e12;
	if (largest >= too_large || largest < 1e-3) {
		style.exponent = 1;
		style.decimals = clamp(digit_of(largest) - digit_of(step), 0, 15);
		return style;
	}
	for (size_t i = 0; form == NUMBER_SHORT && i < sizeof unit / sizeof *unit; i++) {
		if (largest >= unit[i].divisor) {
			style.divisor = unit[i].divisor;
			strcpy(style.suffix, unit[i].suffix);
			break;
		}
	}
	style.decimals = clamp(-digit_of(step / style.divisor), 0, 15);
	return style;
}

/* 1e+05 → 1e5, 2.50e-07 → 2.5e-7 is not wanted: decimals stay, zeros of the exponent go. */
static void tidy_exponent(char *s)
{
	char *e = strchr(s, 'e');
	if (e == NULL)
		return;
	char *from = e + 1, *to = e + 1;
	if (*from == '-')
		*to++ = *from++;
	else if (*from == '+')
		from++;
	while (*from == '0' && from[1] != '\0')
		from++;
	memmove(to, from, strlen(from) + 1);
}

/* "-1234567.5" → "-1 234 567.5"; four digits in front of a point stay together only when alone. */
static void group_thousands(char out[NUMBER_SIZE], const char *plain)
{
	size_t used = 0, sign = plain[0] == '-';
	size_t whole = strcspn(plain + sign, ".");
	for (size_t i = 0; plain[i] != '\0' && used + 2 < NUMBER_SIZE; i++) {
		size_t at = i - sign;
		if (i > sign && at < whole && (whole - at) % 3 == 0)
			out[used++] = ' ';
		out[used++] = plain[i];
	}
	out[used] = '\0';
}

static bool is_zero(const char *s)
{
	return strspn(s, "-0.") == strlen(s);
}

char *number_write(char out[NUMBER_SIZE], double value, const struct number_style *style)
{
	char plain[400]; /* %f of a large double needs it */
	if (!isfinite(value)) {
		strcpy(out, isnan(value) ? "–" : value > 0 ? "inf" : "-inf");
		return out;
	}
	if (style->exponent) {
		snprintf(plain, sizeof plain, "%.*e", style->decimals, value);
		if (value == 0.0)
			strcpy(plain, "0");
		tidy_exponent(plain);
		snprintf(out, NUMBER_SIZE, "%.*s", NUMBER_SIZE - 1, plain);
		return out;
	}
	snprintf(plain, sizeof plain, "%.*f", style->decimals, value / style->divisor);
	if (is_zero(plain)) {
		/* Zero needs no unit; among decimals it keeps theirs: 0.0, 0.5, 1.0. */
		snprintf(out, NUMBER_SIZE, "%.*f", style->suffix[0] ? 0 : style->decimals, 0.0);
		return out;
	}
	group_thousands(out, plain);
	strcat(out, style->suffix);
	return out;
}

char *number_text(char out[NUMBER_SIZE], double value, int significant)
{
	double size = fabs(value);
	double step =
		size > 0.0 && isfinite(size) ? pow(10.0, digit_of(size) - significant + 1) : 1.0;
	if (step <= 0.0)
		step = size;
	struct number_style style = number_style(size, step, NUMBER_FULL);
	number_write(out, value, &style);
	/* By itself a number needs no zeros at its end. */
	char *e = strchr(out, 'e'), *point = strchr(out, '.');
	if (point != NULL) {
		char tail[16] = "";
		if (e != NULL) {
			snprintf(tail, sizeof tail, "%s", e);
			*e = '\0';
		}
		size_t length = strlen(out);
		while (out[length - 1] == '0')
			length--;
		if (out[length - 1] == '.')
			length--;
		strcpy(out + length, tail);
	}
	return out;
}

char *number_share(char out[NUMBER_SIZE], double share)
{
	snprintf(out, NUMBER_SIZE, "%.2f", share);
	if (out[0] == '0')
		memmove(out, out + 1, strlen(out));
	return out;
}

char *number_spread(char out[NUMBER_SIZE], double mean, double deviation, const char *sign)
{
	char share[NUMBER_SIZE], part[NUMBER_SIZE];
	if (isnan(mean))
		strcpy(out, "-");
	else if (isnan(deviation))
		number_share(out, mean);
	else
		snprintf(out, NUMBER_SIZE, "%.16s%.4s%.8s", number_share(share, mean), sign,
			number_share(part, deviation));
	return out;
}
