#include "config.h"

#include "base/option.h"

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

/* Which choice it is, or ODD_EUSAGE that lists them. */
static odd_status choice_parse(
	int *out, const char *as, const char *choices, const char *word, odd_error *err)
{
	int found = odd_choice_find(choices, word);
	if (found < 0)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: \"%.60s\" is not one of %s", as, word, choices);
	*out = found;
	return ODD_OK;
}

/* Choice i, copied into out. Returns out. */
static char *choice_name(char *out, size_t size, const char *choices, int i)
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

/* ---- types: reading and writing ------------------------------------------------------------ */

/* A text that is not the row's word, and what odd_option_parse was told about it. */
struct reading {
	const odd_option *row;
	const char *as, *text;
	odd_error *err;
};

static odd_status read_flag(odd_option_value *out, const struct reading *r)
{
	int found = 0;
	odd_status status = choice_parse(&found, r->as, "on|off", r->text, r->err);
	out->flag = found == 0;
	return status;
}

static odd_status read_number(odd_option_value *out, const struct reading *r)
{
	size_t whole = 0;
	odd_status status;
	if (r->row->type == ODD_OPTION_WHOLE) {
		status = odd_whole_parse(&whole, r->as, r->text, (size_t)r->row->least,
			(size_t)r->row->most, r->err);
		out->whole = whole;
		out->real = (double)whole;
	} else {
		status = odd_real_parse(
			&out->real, r->as, r->text, r->row->least, r->row->most, r->err);
	}
	if (status == ODD_OK && r->row->above && out->real == r->row->least)
		status = odd_error_set(r->err, ODD_EUSAGE, "%s: %.60s is not above %g", r->as,
			r->text, r->row->least);
	return status;
}

static odd_status read_seed(odd_option_value *out, const struct reading *r)
{
	return odd_seed_parse(&out->whole, r->as, r->text, r->err);
}

static odd_status read_choice(odd_option_value *out, const struct reading *r)
{
	int own = own_text(r->row), found = odd_choice_find(r->row->choices, r->text);
	if (found < 0 && own < 0)
		return choice_parse(&out->choice, r->as, r->row->choices, r->text, r->err);
	if (found < 0 && (r->text[0] == '\0' || strlen(r->text) >= ODD_OPTION_ROOM))
		return odd_error_set(r->err, ODD_EUSAGE, "%s: %s", r->as,
			r->text[0] == '\0' ? "no name" : "the name is too long");
	out->choice = found >= 0 ? found : own;
	out->text = found >= 0 ? "" : r->text;
	return ODD_OK;
}

static odd_status read_weights(odd_option_value *value, const struct reading *r)
{
	double *out = value->weight;
	const char *p = r->text;
	double sum = 0.0;
	for (int t = 0; t < 3; t++, p++) {
		if (!take_number(&out[t], &p, ",") || out[t] < 0.0 || *p != (t < 2 ? ',' : '\0'))
			return odd_error_set(r->err, ODD_EUSAGE,
				"%s: \"%.60s\" is not three numbers such as 0.4,0.2,0.4, none "
				"negative%s%s",
				r->as, r->text, r->row->word != NULL ? ", nor " : "",
				r->row->word != NULL ? r->row->word : "");
		sum += out[t];
	}
	if (!(sum > 0.0 && isfinite(sum)))
		return odd_error_set(r->err, ODD_EUSAGE, "%s: not all three can be 0", r->as);
	return ODD_OK;
}

#define AMOUNT_MOST 4e9 /* things are numbered by 32 bits */

/* "45" or "1%" up to a comma, an x or the end. */
static bool take_amount(double *value, bool *share, const char **text)
{
	if (!take_number(value, text, ",%x") || *value < 0.0)
		return false;
	*share = **text == '%';
	*text += *share;
	return *share ? *value <= 100.0 : *value < AMOUNT_MOST && *value == floor(*value);
}

/* "45", "1%", "2x15" of kind t. */
static bool take_amount_of(odd_amounts *out, int t, bool sized, const char **text)
{
	out->named |= 1u << t;
	out->size[t] = 0.0;
	if (!take_amount(&out->amount[t], &out->share[t], text))
		return false;
	if (**text != 'x')
		return true;
	++*text;
	return sized && take_number(&out->size[t], text, ",") && out->size[t] >= 1.0 &&
	       out->size[t] < AMOUNT_MOST && out->size[t] == floor(out->size[t]);
}

/* "5%", "structural=45,attribute=1%", "5%,clique=2x15"; "45" where there is one kind. */
static bool take_amounts(odd_amounts *out, const odd_option *row, const char *p)
{
	*out = (odd_amounts){.given = true};
	for (;; p++) {
		char name[40];
		size_t length = strcspn(p, "=,");
		bool share, sized;
		snprintf(name, sizeof name, "%.*s", (int)(length < 39 ? length : 39), p);
		int kind = p[length] == '=' ? odd_choice_find(row->choices, name) : 0;
		sized = row->sized != NULL && odd_choice_find(row->sized, name) >= 0;
		if (kind < 0)
			return false;
		if (p[length] == '=') {
			p += length + 1;
			if (!take_amount_of(out, kind, sized, &p))
				return false;
		} else if (strchr(row->choices, '|') == NULL) {
			if (!take_amount_of(out, 0, false, &p))
				return false;
		} else if (!take_amount(&out->all, &share, &p) || !share || !(out->all > 0.0)) {
			return false;
		}
		if (*p != ',')
			return *p == '\0';
	}
}

static odd_status read_amounts(odd_option_value *out, const struct reading *r)
{
	const odd_option *row = r->row;
	const char *sized = row->sized;
	if (take_amounts(&out->amounts, row, r->text))
		return ODD_OK;
	if (strchr(row->choices, '|') == NULL)
		return odd_error_set(r->err, ODD_EUSAGE,
			"%s: cannot read \"%.60s\"; say for example 45 or 5%%", r->as, r->text);
	return odd_error_set(r->err, ODD_EUSAGE,
		"%s: cannot read \"%.60s\"; say for example 5%% or "
		"structural=45,attribute=45,combined=1%%%s%s%s; the kinds are %s",
		r->as, r->text, sized != NULL ? "," : "", sized != NULL ? sized : "",
		sized != NULL ? "=2x15" : "", row->choices);
}

static void write_amounts(char *out, const odd_option *row, const odd_amounts *amounts)
{
	char number[ODD__NUMBER_ROOM], name[40];
	size_t used = 0;
	if (amounts->all > 0.0) {
		odd__number_format(number, amounts->all);
		used += (size_t)snprintf(out, ODD_OPTION_VALUE, "%s%%", number);
	}
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		if ((amounts->named & 1u << t) == 0)
			continue;
		odd__number_format(number, amounts->amount[t]);
		used += (size_t)snprintf(out + used, ODD_OPTION_VALUE - used, "%s%s=%s%s",
			used > 0 ? "," : "", choice_name(name, sizeof name, row->choices, t),
			number, amounts->share[t] ? "%" : "");
		if (amounts->size[t] > 0.0)
			used += (size_t)snprintf(
				out + used, ODD_OPTION_VALUE - used, "x%.0f", amounts->size[t]);
	}
}

/* "links,size" */
static odd_status read_set(odd_option_value *out, const struct reading *r)
{
	const char *p = r->text;
	for (;; p++) {
		char name[40];
		size_t length = strcspn(p, ",");
		snprintf(name, sizeof name, "%.*s", (int)(length < 39 ? length : 39), p);
		int found = odd_choice_find(r->row->choices, name);
		if (found < 0)
			return odd_error_set(r->err, ODD_EUSAGE,
				"%s: \"%.60s\" is not one of %s; separate several by commas", r->as,
				name, r->row->choices);
		out->set |= 1u << found;
		p += length;
		if (*p == '\0')
			return ODD_OK;
	}
}

static void write_set(char *out, const odd_option *row, unsigned set)
{
	char name[40];
	size_t used = 0;
	for (int t = 0; set >> t != 0; t++)
		if ((set & 1u << t) != 0)
			used += (size_t)snprintf(out + used, ODD_OPTION_VALUE - used, "%s%s",
				used > 0 ? "," : "",
				choice_name(name, sizeof name, row->choices, t));
}

static odd_status read_extent(odd_option_value *out, const struct reading *r)
{
	const char *p = r->text;
	for (int i = 0; i < 2; i++, p++) {
		double value = 0.0;
		if (!take_number(&value, &p, "x") || *p != (i == 0 ? 'x' : '\0') ||
			value != floor(value))
			return odd_error_set(r->err, ODD_EUSAGE,
				"%s: \"%.60s\" is not a size such as 1600x900", r->as, r->text);
		if (value < r->row->least || value > r->row->most)
			return odd_error_set(r->err, ODD_EUSAGE,
				"%s: %.60s: both numbers must be between %g and %g", r->as, r->text,
				r->row->least, r->row->most);
		out->extent[i] = (unsigned)value;
	}
	return ODD_OK;
}

static odd_status read_text(odd_option_value *out, const struct reading *r)
{
	out->text = r->text;
	return ODD_OK;
}

/* A whole number is kept as a size_t, and lies in a value as a uint64_t. */
static_assert(sizeof(size_t) == sizeof(uint64_t), "a whole number is kept in eight bytes");

#define FIELD(name) offsetof(odd_option_value, name), sizeof((odd_option_value *)NULL)->name
static const struct {
	odd_status (*read)(odd_option_value *out, const struct reading *r);
	size_t field, size; /* where it lies in a value; as many bytes in a struct of options */
} types[] = {
	[ODD_OPTION_FLAG] = {read_flag, FIELD(flag)},
	[ODD_OPTION_WHOLE] = {read_number, FIELD(whole)},
	[ODD_OPTION_SEED] = {read_seed, FIELD(whole)},
	[ODD_OPTION_REAL] = {read_number, FIELD(real)},
	[ODD_OPTION_CHOICE] = {read_choice, FIELD(choice)},
	[ODD_OPTION_WEIGHTS] = {read_weights, FIELD(weight)},
	[ODD_OPTION_AMOUNTS] = {read_amounts, FIELD(amounts)},
	[ODD_OPTION_SET] = {read_set, FIELD(set)},
	[ODD_OPTION_EXTENT] = {read_extent, FIELD(extent)},
	[ODD_OPTION_TEXT] = {read_text, FIELD(text)},
	[ODD_OPTION_LIST] = {read_text, offsetof(odd_option_value, text), 0},
};

odd_status odd_option_parse(odd_option_value *out, const odd_option *row, const char *as,
	const char *text, odd_error *err)
{
	odd_option_value value = {0};
	odd_status status = ODD_OK;
	if (row->word != NULL && strcmp(text, row->word) == 0) {
		value.blank = true;
		value.real = row->blank;
		value.whole = isnan(row->blank) ? 0 : (uint64_t)row->blank;
	} else {
		const struct reading r = {row, as != NULL ? as : row->name, text, err};
		status = types[row->type].read(&value, &r);
	}
	if (status == ODD_OK)
		*out = value;
	return status;
}

static void write_value(char *out, const odd_option *row, const odd_option_value *value)
{
	char number[3][ODD__NUMBER_ROOM];
	switch (row->type) {
	case ODD_OPTION_FLAG:
		strcpy(out, value->flag ? "on" : "off");
		break;
	case ODD_OPTION_WHOLE:
	case ODD_OPTION_SEED:
		snprintf(out, ODD_OPTION_VALUE, "%" PRIu64, value->whole);
		break;
	case ODD_OPTION_REAL:
		odd__number_format(out, value->real);
		break;
	case ODD_OPTION_CHOICE:
		if (value->choice == own_text(row))
			snprintf(out, ODD_OPTION_VALUE, "%s", value->text);
		else
			choice_name(out, ODD_OPTION_VALUE, row->choices, value->choice);
		break;
	case ODD_OPTION_TEXT:
	case ODD_OPTION_LIST:
		snprintf(out, ODD_OPTION_VALUE, "%s", value->text != NULL ? value->text : "");
		break;
	case ODD_OPTION_WEIGHTS:
		for (int t = 0; t < 3; t++)
			odd__number_format(number[t], value->weight[t]);
		snprintf(out, ODD_OPTION_VALUE, "%s,%s,%s", number[0], number[1], number[2]);
		break;
	case ODD_OPTION_AMOUNTS:
		write_amounts(out, row, &value->amounts);
		break;
	case ODD_OPTION_SET:
		write_set(out, row, value->set);
		break;
	case ODD_OPTION_EXTENT:
		snprintf(out, ODD_OPTION_VALUE, "%ux%u", value->extent[0], value->extent[1]);
		break;
	}
}

char *odd_option_format(
	char out[ODD_OPTION_VALUE], const odd_option *row, const odd_option_value *value)
{
	out[0] = '\0';
	if (value->blank && row->word != NULL)
		snprintf(out, ODD_OPTION_VALUE, "%s", row->word);
	else
		write_value(out, row, value);
	return out;
}

/* ---- in a struct of options --------------------------------------------------------------- */

void odd_option_load(odd_option_value *out, const odd_option *row, const void *options)
{
	const char *from = options;
	*out = (odd_option_value){0};
	memcpy((char *)out + types[row->type].field, from + row->offset, types[row->type].size);
	if (row->text != 0)
		out->text = from + row->text;
	if (row->given != 0)
		out->blank = !*(const bool *)(from + row->given);
	else if (row->type == ODD_OPTION_AMOUNTS)
		out->blank = !out->amounts.given;
	else if (row->type == ODD_OPTION_SET)
		out->blank = out->set == 0;
	else if (row->type == ODD_OPTION_REAL)
		out->blank = row->word != NULL &&
			     (out->real == row->blank || (isnan(out->real) && isnan(row->blank)));
	else if (row->type == ODD_OPTION_WHOLE)
		out->blank = row->word != NULL && (double)out->whole == row->blank;
}

void odd_option_store(void *options, const odd_option *row, const odd_option_value *value)
{
	char *to = options;
	memcpy(to + row->offset, (const char *)value + types[row->type].field,
		types[row->type].size);
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
