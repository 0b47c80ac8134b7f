/* What one cell may be: a date, yes or no, a list of items, a text of words. */
#include "config.h"

#include "network/column_types.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Digits, as many as there are up to `most`; *at moves behind them. −1: none. */
static int digits(odd__text text, size_t *at, size_t most)
{
	int value = 0;
	size_t start = *at;
	while (*at < text.length && *at - start < most && isdigit((unsigned char)text.at[*at]))
		value = 10 * value + (text.at[(*at)++] - '0');
	return *at > start ? value : -1;
}

static bool leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* What may stand behind a date: a time, perhaps with a zone. */
static bool time_of_day(odd__text text, size_t at, double *day)
{
	*day = 0.0;
	if (at == text.length)
		return true;
	if (text.at[at] != 'T' && text.at[at] != ' ')
		return false;
	at++;
	static const int most[3] = {24, 60, 61};
	static const double part[3] = {24.0, 1440.0, 86400.0};
	for (int i = 0; i < 3; i++) {
		int value = digits(text, &at, 2);
		if (value < 0 || value >= most[i])
			return false;
		*day += value / part[i];
		if (at == text.length)
			return i > 0;
		if (text.at[at] != ':')
			break;
		at++;
	}
	for (; at < text.length; at++) /* fractions of a second, Z, +02:00 */
		if (strchr("0123456789.:+-Z ", text.at[at]) == NULL)
			return false;
	return true;
}

bool odd__cell_date(odd__text text, double *years)
{
	static const int before[13] = {0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	static const int length[13] = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	size_t at = 0;
	int part[3];
	char mark = '\0';
	double day_part;
	for (int i = 0; i < 3; i++) {
		part[i] = digits(text, &at, 4);
		if (part[i] < 0)
			return false;
		if (i == 2)
			break;
		if (at == text.length || strchr("-/.", text.at[at]) == NULL ||
			(i == 1 && text.at[at] != mark))
			return false;
		mark = text.at[at++];
	}
	if (!time_of_day(text, at, &day_part))
		return false;
	int year, month, day;
	if (part[0] > 31) {
		year = part[0], month = part[1], day = part[2];
	} else {
		bool day_first = mark == '.' || part[0] > 12;
		year = part[2];
		month = part[day_first ? 1 : 0];
		day = part[day_first ? 0 : 1];
	}
	if (year < 1000 || month < 1 || month > 12 || day < 1 || day > length[month] ||
		(month == 2 && day == 29 && !leap(year)))
		return false;
	double of_year = before[month] + (month > 2 && leap(year)) + day - 1 + day_part;
	*years = year + of_year / (leap(year) ? 366.0 : 365.0);
	return true;
}

int odd__cell_yesno(odd__text text)
{
	static const char *const word[2][5] = {
		{"no", "false", "off", "n", "f"}, {"yes", "true", "on", "y", "t"}};
	for (int yes = 0; yes < 2; yes++)
		for (int k = 0; k < 5; k++)
			if (odd__text_is(text, word[yes][k]))
				return yes;
	return -1;
}

static odd__text strip(odd__text text)
{
	text = odd__text_trim(text);
	while (text.length > 0 && strchr("[](){}'\"", text.at[0]) != NULL) {
		text.at++;
		text.length--;
	}
	while (text.length > 0 && strchr("[](){}'\"", text.at[text.length - 1]) != NULL)
		text.length--;
	return odd__text_trim(text);
}

bool odd__cell_item(odd__text *rest, char separator, odd__text *item)
{
	while (rest->length > 0) {
		const char *end = memchr(rest->at, separator, rest->length);
		size_t length = end != NULL ? (size_t)(end - rest->at) : rest->length;
		*item = strip((odd__text){rest->at, length});
		length += end != NULL;
		rest->at += length;
		rest->length -= length;
		if (item->length > 0)
			return true;
	}
	return false;
}

/* Bytes beyond ASCII belong to letters. */
static bool in_word(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

bool odd__cell_word(odd__text *rest, odd__text *word)
{
	enum { LEAST = 3 };
	while (rest->length > 0) {
		size_t start = 0, end;
		while (start < rest->length && !in_word(rest->at[start]))
			start++;
		for (end = start; end < rest->length && in_word(rest->at[end]);)
			end++;
		*word = (odd__text){rest->at + start, end - start};
		rest->at += end;
		rest->length -= end;
		if (word->length >= LEAST)
			return true;
	}
	return false;
}
