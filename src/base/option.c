#include "config.h"

#include "oddone/base/option.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define WHOLE_MOST 9007199254740992.0 /* 2^53: larger ones are not all doubles */

/* ---- choices ------------------------------------------------------------------------------ */

const char *odd_choice_next(const char **at, size_t *length)
{
	const char *p = *at;
	if (p == NULL || *p == '\0')
		return NULL;
	*length = strcspn(p, "|");
	*at = p + *length + (p[*length] == '|');
	return p;
}

static bool is_capital(const char *word)
{
	return word[0] >= 'A' && word[0] <= 'Z';
}

int odd_choice_find(const char *choices, const char *word)
{
	const char *at = choices, *choice;
	size_t length, wanted = strlen(word);
	for (int i = 0; (choice = odd_choice_next(&at, &length)) != NULL; i++)
		if (length == wanted && memcmp(choice, word, length) == 0 && !is_capital(choice))
			return i;
	return -1;
}

odd_status odd_choice_parse(
	int *out, const char *as, const char *choices, const char *word, odd_error *err)
{
	int found = odd_choice_find(choices, word);
	if (found < 0)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: \"%.60s\" is not one of %s", as, word, choices);
	*out = found;
	return ODD_OK;
}

char *odd_choice_name(char *out, size_t size, const char *choices, int i)
{
	const char *at = choices, *choice;
	size_t length;
	out[0] = '\0';
	while ((choice = odd_choice_next(&at, &length)) != NULL)
		if (i-- == 0)
			snprintf(out, size, "%.*s", (int)length, choice);
	return out;
}

/* The place of the choice that stands for any text, or −1. */
static int own_text(const odd_option *row)
{
	const char *at = row->choices, *choice;
	size_t length;
	int own = -1;
	for (int i = 0; (choice = odd_choice_next(&at, &length)) != NULL; i++)
		own = is_capital(choice) ? i : -1;
	return own;
}

/* ---- numbers ------------------------------------------------------------------------------ */

odd_status odd_real_parse(
	double *out, const char *as, const char *text, double least, double most, odd_error *err)
{
	double value = 0.0;
	odd__number read = odd__number_parse(text, strlen(text), &value);
	if (read != ODD__NUMBER_OK)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: \"%.60s\" %s", as, text, odd__number_problem(read));
	if (value < least)
		return odd_error_set(err, ODD_EUSAGE, "%s: %.60s is below %g", as, text, least);
	if (most != 0.0 && value > most)
		return odd_error_set(err, ODD_EUSAGE, "%s: %.60s is above %.17g", as, text, most);
	*out = value;
	return ODD_OK;
}

odd_status odd_whole_parse(
	size_t *out, const char *as, const char *text, size_t least, size_t most, odd_error *err)
{
	double value = 0.0;
	odd_status status = odd_real_parse(
		&value, as, text, (double)least, most != 0 ? (double)most : WHOLE_MOST, err);
	if (status == ODD_OK && value != floor(value))
		status =
			odd_error_set(err, ODD_EUSAGE, "%s: %.60s is not a whole number", as, text);
	if (status == ODD_OK)
		*out = (size_t)value;
	return status;
}

odd_status odd_seed_parse(uint64_t *out, const char *as, const char *text, odd_error *err)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > UINT64_MAX)
		return odd_error_set(err, ODD_EUSAGE,
			"%s: \"%.60s\" is not a whole number from 0 to 2^64 - 1", as, text);
	*out = value;
	return ODD_OK;
}

/* One number up to one of the characters in `end` or the end of the text; *text is moved there. */
static bool take_number(double *out, const char **text, const char *end)
{
	size_t length = strcspn(*text, end);
	if (odd__number_parse(*text, length, out) != ODD__NUMBER_OK)
		return false;
	*text += length;
	return true;
}

/* ---- reading ------------------------------------------------------------------------------ */

static odd_status parse_weights(
	double out[3], const odd_option *row, const char *as, const char *text, odd_error *err)
{
	const char *p = text;
	double sum = 0.0;
	for (int t = 0; t < 3; t++, p++) {
		if (!take_number(&out[t], &p, ",") || out[t] < 0.0 || *p != (t < 2 ? ',' : '\0'))
			return odd_error_set(err, ODD_EUSAGE,
				"%s: \"%.60s\" is not three numbers such as 0.4,0.2,0.4, none "
				"negative%s%s",
				as, text, row->word != NULL ? ", nor " : "",
				row->word != NULL ? row->word : "");
		sum += out[t];
	}
	if (!(sum > 0.0 && isfinite(sum)))
		return odd_error_set(err, ODD_EUSAGE, "%s: not all three can be 0", as);
	return ODD_OK;
}

static odd_status cannot_read_amounts(const char *as, const char *text, odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"%s: cannot read \"%.60s\"; say for example 5%% or "
		"structural=45,attribute=45,combined=1%%",
		as, text);
}

/* "45" or "1%" up to a comma or the end. */
static bool take_amount(double *value, bool *share, const char **text)
{
	if (!take_number(value, text, ",%") || *value < 0.0)
		return false;
	*share = **text == '%';
	*text += *share;
	return *share ? *value <= 100.0 : *value < 4e9 && *value == floor(*value);
}

static odd_status parse_amounts(
	odd_amounts *out, const odd_option *row, const char *as, const char *text, odd_error *err)
{
	*out = (odd_amounts){.given = true};
	const char *p = text;
	bool share;
	if (strchr(text, '=') == NULL) {
		if (!take_amount(&out->all, &share, &p) || !share || *p != '\0' || out->all <= 0.0)
			return cannot_read_amounts(as, text, err);
		return ODD_OK;
	}
	for (;; p++) {
		char name[40];
		size_t length = strcspn(p, "=,");
		snprintf(name, sizeof name, "%.*s", (int)(length < 39 ? length : 39), p);
		int kind = odd_choice_find(row->choices, name);
		if (kind < 0 || p[length] != '=')
			return cannot_read_amounts(as, text, err);
		p += length + 1;
		if (!take_amount(&out->amount[kind], &out->share[kind], &p))
			return cannot_read_amounts(as, text, err);
		if (*p == '\0')
			return ODD_OK;
		if (*p != ',')
			return cannot_read_amounts(as, text, err);
	}
}

static odd_status parse_extent(
	unsigned out[2], const odd_option *row, const char *as, const char *text, odd_error *err)
{
	const char *p = text;
	for (int i = 0; i < 2; i++, p++) {
		double value = 0.0;
		if (!take_number(&value, &p, "x") || *p != (i == 0 ? 'x' : '\0') ||
			value != floor(value))
			return odd_error_set(err, ODD_EUSAGE,
				"%s: \"%.60s\" is not a size such as 1600x900", as, text);
		if (value < row->least || value > row->most)
			return odd_error_set(err, ODD_EUSAGE,
				"%s: %.60s: both numbers must be between %g and %g", as, text,
				row->least, row->most);
		out[i] = (unsigned)value;
	}
	return ODD_OK;
}

static odd_status parse_choice(odd_option_value *out, const odd_option *row, const char *as,
	const char *text, odd_error *err)
{
	int own = own_text(row), found = odd_choice_find(row->choices, text);
	if (found < 0 && own < 0)
		return odd_choice_parse(&out->choice, as, row->choices, text, err);
	if (found < 0 && (text[0] == '\0' || strlen(text) >= ODD_OPTION_ROOM))
		return odd_error_set(err, ODD_EUSAGE, "%s: %s", as,
			text[0] == '\0' ? "no name" : "the name is too long");
	out->choice = found >= 0 ? found : own;
	out->text = found >= 0 ? "" : text;
	return ODD_OK;
}

static odd_status parse_number(odd_option_value *out, const odd_option *row, const char *as,
	const char *text, odd_error *err)
{
	size_t whole = 0;
	odd_status status;
	if (row->type == ODD_OPTION_WHOLE) {
		status = odd_whole_parse(
			&whole, as, text, (size_t)row->least, (size_t)row->most, err);
		out->whole = whole;
		out->real = (double)whole;
	} else {
		status = odd_real_parse(&out->real, as, text, row->least, row->most, err);
	}
	if (status == ODD_OK && row->above && out->real == row->least)
		status = odd_error_set(
			err, ODD_EUSAGE, "%s: %.60s is not above %g", as, text, row->least);
	return status;
}

odd_status odd_option_parse(odd_option_value *out, const odd_option *row, const char *as,
	const char *text, odd_error *err)
{
	odd_option_value value = {0};
	odd_status status = ODD_OK;
	int found = 0;
	if (as == NULL)
		as = row->name;
	if (row->word != NULL && strcmp(text, row->word) == 0) {
		value.blank = true;
		value.real = row->blank;
		value.whole = isnan(row->blank) ? 0 : (uint64_t)row->blank;
		*out = value;
		return ODD_OK;
	}
	switch (row->type) {
	case ODD_OPTION_FLAG:
		status = odd_choice_parse(&found, as, "on|off", text, err);
		value.flag = found == 0;
		break;
	case ODD_OPTION_WHOLE:
	case ODD_OPTION_REAL:
		status = parse_number(&value, row, as, text, err);
		break;
	case ODD_OPTION_SEED:
		status = odd_seed_parse(&value.whole, as, text, err);
		break;
	case ODD_OPTION_CHOICE:
		status = parse_choice(&value, row, as, text, err);
		break;
	case ODD_OPTION_WEIGHTS:
		status = parse_weights(value.weight, row, as, text, err);
		break;
	case ODD_OPTION_AMOUNTS:
		status = parse_amounts(&value.amounts, row, as, text, err);
		break;
	case ODD_OPTION_EXTENT:
		status = parse_extent(value.extent, row, as, text, err);
		break;
	case ODD_OPTION_TEXT:
	case ODD_OPTION_LIST:
		value.text = text;
		break;
	}
	if (status == ODD_OK)
		*out = value;
	return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

static void format_amounts(
	char out[ODD_OPTION_VALUE], const odd_option *row, const odd_amounts *amounts)
{
	char number[ODD__NUMBER_ROOM], name[40];
	size_t used = 0;
	out[0] = '\0';
	if (amounts->all > 0.0) {
		odd__number_format(number, amounts->all);
		snprintf(out, ODD_OPTION_VALUE, "%s%%", number);
		return;
	}
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		odd__number_format(number, amounts->amount[t]);
		used += (size_t)snprintf(out + used, ODD_OPTION_VALUE - used, "%s%s=%s%s",
			t > 0 ? "," : "", odd_choice_name(name, sizeof name, row->choices, t),
			number, amounts->share[t] ? "%" : "");
	}
}

char *odd_option_format(
	char out[ODD_OPTION_VALUE], const odd_option *row, const odd_option_value *value)
{
	char number[3][ODD__NUMBER_ROOM];
	out[0] = '\0';
	if (value->blank && row->word != NULL) {
		snprintf(out, ODD_OPTION_VALUE, "%s", row->word);
		return out;
	}
	switch (row->type) {
	case ODD_OPTION_FLAG:
		return strcpy(out, value->flag ? "on" : "off");
	case ODD_OPTION_WHOLE:
	case ODD_OPTION_SEED:
		snprintf(out, ODD_OPTION_VALUE, "%" PRIu64, value->whole);
		return out;
	case ODD_OPTION_REAL:
		odd__number_format(number[0], value->real);
		return strcpy(out, number[0]);
	case ODD_OPTION_CHOICE:
		if (value->choice == own_text(row))
			snprintf(out, ODD_OPTION_VALUE, "%s", value->text);
		else
			odd_choice_name(out, ODD_OPTION_VALUE, row->choices, value->choice);
		return out;
	case ODD_OPTION_WEIGHTS:
		for (int t = 0; t < 3; t++)
			odd__number_format(number[t], value->weight[t]);
		snprintf(out, ODD_OPTION_VALUE, "%s,%s,%s", number[0], number[1], number[2]);
		return out;
	case ODD_OPTION_AMOUNTS:
		format_amounts(out, row, &value->amounts);
		return out;
	case ODD_OPTION_EXTENT:
		snprintf(out, ODD_OPTION_VALUE, "%ux%u", value->extent[0], value->extent[1]);
		return out;
	case ODD_OPTION_TEXT:
	case ODD_OPTION_LIST:
		snprintf(out, ODD_OPTION_VALUE, "%s", value->text != NULL ? value->text : "");
		return out;
	}
	return out;
}

/* ---- in a struct of options --------------------------------------------------------------- */

/* Where the value of a row lies, and how large it is; 0: it lies nowhere. */
static size_t size_of(const odd_option *row)
{
	switch (row->type) {
	case ODD_OPTION_FLAG:
		return sizeof(bool);
	case ODD_OPTION_WHOLE:
		return sizeof(size_t);
	case ODD_OPTION_SEED:
		return sizeof(uint64_t);
	case ODD_OPTION_REAL:
		return sizeof(double);
	case ODD_OPTION_CHOICE:
		return sizeof(int);
	case ODD_OPTION_WEIGHTS:
		return 3 * sizeof(double);
	case ODD_OPTION_AMOUNTS:
		return sizeof(odd_amounts);
	case ODD_OPTION_EXTENT:
		return 2 * sizeof(unsigned);
	case ODD_OPTION_TEXT:
		return sizeof(const char *);
	case ODD_OPTION_LIST:
		return 0;
	}
	return 0;
}

/* Its place in an odd_option_value; a size_t goes through a uint64_t of its own. */
static void *field_of(odd_option_value *value, const odd_option *row)
{
	switch (row->type) {
	case ODD_OPTION_FLAG:
		return &value->flag;
	case ODD_OPTION_WHOLE:
	case ODD_OPTION_SEED:
		return &value->whole;
	case ODD_OPTION_REAL:
		return &value->real;
	case ODD_OPTION_CHOICE:
		return &value->choice;
	case ODD_OPTION_WEIGHTS:
		return value->weight;
	case ODD_OPTION_AMOUNTS:
		return &value->amounts;
	case ODD_OPTION_EXTENT:
		return value->extent;
	case ODD_OPTION_TEXT:
	case ODD_OPTION_LIST:
		break;
	}
	return &value->text;
}

static_assert(sizeof(size_t) == sizeof(uint64_t), "a whole number is kept in eight bytes");

void odd_option_load(odd_option_value *out, const odd_option *row, const void *options)
{
	const char *from = options;
	*out = (odd_option_value){0};
	memcpy(field_of(out, row), from + row->offset, size_of(row));
	if (row->text != 0)
		out->text = from + row->text;
	if (row->given != 0)
		out->blank = !*(const bool *)(from + row->given);
	else if (row->type == ODD_OPTION_AMOUNTS)
		out->blank = !out->amounts.given;
	else if (row->type == ODD_OPTION_REAL)
		out->blank = row->word != NULL &&
			     (out->real == row->blank || (isnan(out->real) && isnan(row->blank)));
	else if (row->type == ODD_OPTION_WHOLE)
		out->blank = row->word != NULL && (double)out->whole == row->blank;
}

void odd_option_store(void *options, const odd_option *row, const odd_option_value *value)
{
	odd_option_value copy = *value;
	char *to = options;
	memcpy(to + row->offset, field_of(&copy, row), size_of(row));
	if (row->text != 0)
		snprintf(to + row->text, ODD_OPTION_ROOM, "%s",
			value->text != NULL ? value->text : "");
	if (row->given != 0)
		*(bool *)(to + row->given) = !value->blank;
}

odd_status odd_option_set(
	void *options, const odd_option *row, const char *as, const char *text, odd_error *err)
{
	odd_option_value value;
	odd_status status = odd_option_parse(&value, row, as, text, err);
	if (status == ODD_OK)
		odd_option_store(options, row, &value);
	return status;
}

char *odd_option_get(char out[ODD_OPTION_VALUE], const odd_option *row, const void *options)
{
	odd_option_value value;
	odd_option_load(&value, row, options);
	return odd_option_format(out, row, &value);
}

/* ---- rows --------------------------------------------------------------------------------- */

const odd_option *odd_option_find(
	const odd_option *rows, size_t count, const char *name, size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
			return &rows[i];
	return NULL;
}

void odd_options_init(void *options, const odd_option *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const odd_option *row = &rows[i];
		if (row->usual == NULL)
			continue;
		odd_status status = odd_option_set(options, row, NULL, row->usual, NULL);
		assert(status == ODD_OK);
		(void)status;
		if (row->given != 0)
			*(bool *)((char *)options + row->given) = false;
	}
}

bool odd_option_same(const odd_option *row, const void *a, const void *b)
{
	char one[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	return strcmp(odd_option_get(one, row, a), odd_option_get(other, row, b)) == 0;
}

char *odd_option_values(char *out, size_t size, const odd_option *row)
{
	bool named = row->type == ODD_OPTION_CHOICE;
	const char *what = row->type == ODD_OPTION_FLAG ? "on|off"
			   : named                      ? row->choices
			   : row->argument != NULL      ? row->argument
							: "NUMBER";
	snprintf(out, size, "%s%s%s", row->word != NULL ? row->word : "",
		row->word != NULL ? "|" : "", what);
	return out;
}

char *odd_option_about(char *out, size_t size, const odd_option *row)
{
	bool told = row->standard != NULL;
	snprintf(out, size, "%s%s%s%s%s", row->help, told ? " [" : "", told ? row->standard : "",
		told ? "]" : "", row->restarts == ODD_RESTARTS_RUN ? " (waits for a reset)" : "");
	return out;
}

const char *odd_option_spelling(const odd_option *row)
{
	return row->spelling != NULL ? row->spelling : row->name;
}

char *odd_option_key(char out[40], const odd_option *row)
{
	snprintf(out, 40, "%s", odd_option_spelling(row));
	for (char *p = out; *p != '\0'; p++)
		*p = *p == '-' ? '_' : *p;
	return out;
}
