/* Which type a column has, from its name where that says it, else from its content. The rules are
 * in oddone-formats(5), in the same order. */
#include "config.h"

#include "network/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"

enum {
	WORDS_LEAST = 8, /* so many columns of mostly zeros are words together */
	IDS_LEAST = 20,  /* fewer numbers that all differ say nothing */
	DIGITS_LEAST = 7 /* of telephone numbers and the like */
};

odd__text odd__frame_value(const odd__frame_column *c, size_t v)
{
	const char *text = odd_names_get(&c->values, v);
	return (odd__text){text, strlen(text)};
}

bool odd__frame_is(const char *name, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strcasecmp(name, *list) == 0)
			return true;
	return false;
}

/* How often each value occurs, and how many nodes have one. */
static odd_status count(odd__frame_column *c, size_t nodes, bool absent_is_zero, odd_error *err)
{
	c->uses = calloc(c->values.count + 1, sizeof *c->uses);
	c->number = malloc((c->values.count + 1) * sizeof *c->number);
	if (c->uses == NULL || c->number == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < c->count; i++)
		c->uses[c->value[i]]++;
	size_t given = c->count + c->blanks;
	c->zeros = absent_is_zero && given < nodes ? nodes - given : 0;
	c->filled = c->count + c->zeros;
	c->distinct = c->values.count + (c->zeros > 0);
	return ODD_OK;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Are these numbers with a comma for the point? All of them must be numbers then, and one must have
 * other than three digits behind its comma: 1,234 alone may as well be a thousand. */
static bool decimal_commas(const odd__frame_column *c)
{
	bool told = false;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__frame_value(c, v);
		double x;
		const char *comma = memchr(text.at, ',', text.length);
		if (comma == NULL && odd__number_parse(text.at, text.length, &x) == ODD__NUMBER_OK)
			continue;
		if (!odd__number_comma(text.at, text.length, &x))
			return false;
		told = told || text.at + text.length - comma != 4;
	}
	return told;
}

/* The number of each value; how many cells are numbers, and the first value that is none. */
static size_t read_numbers(odd__frame_column *c, size_t *bad)
{
	size_t cells = c->zeros;
	bool commas = decimal_commas(c);
	*bad = c->values.count;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__frame_value(c, v);
		bool comma = commas && memchr(text.at, ',', text.length) != NULL;
		if (comma ? odd__number_comma(text.at, text.length, &c->number[v])
			  : odd__number_parse(text.at, text.length, &c->number[v]) ==
					ODD__NUMBER_OK)
			cells += c->uses[v];
		else if (*bad == c->values.count)
			*bad = v;
	}
	return cells;
}

static bool read_all(odd__frame_column *c, odd_column_type type)
{
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__frame_value(c, v);
		int yes = -1;
		if (type == ODD_COLUMN_DATE ? !odd__frame_date(text, &c->number[v])
					    : (yes = odd__frame_yesno(text)) < 0)
			return false;
		if (type == ODD_COLUMN_YESNO)
			c->number[v] = yes;
	}
	return true;
}

/* Different at every node, whole, and either called so, counted without gaps, or of one length that
 * no amount has. */
static bool numbers_are_ids(const odd__frame_column *c, const char *name, size_t nodes)
{
	static const char *const names[] = {"id", "ids", "node_id", "nodeid", "user_id", "userid",
		"phone", "telephone", "phone_number", "mobile", "index", "key", "ssn", "suid",
		NULL};
	if (c->distinct < nodes || c->filled < nodes || nodes < 2)
		return false;
	double low = INFINITY, high = -INFINITY;
	size_t shortest = SIZE_MAX, longest = 0;
	if (c->zeros > 0) { /* a 0 is none of the values */
		low = high = 0.0;
		shortest = longest = 1;
	}
	for (size_t v = 0; v < c->values.count; v++) {
		size_t length = odd__frame_value(c, v).length;
		if (c->number[v] != floor(c->number[v]) || fabs(c->number[v]) > 0x1p60)
			return false;
		low = fmin(low, c->number[v]);
		high = fmax(high, c->number[v]);
		shortest = length < shortest ? length : shortest;
		longest = length > longest ? length : longest;
	}
	if (odd__frame_is(name, names))
		return true;
	return nodes >= IDS_LEAST && (high - low == (double)(nodes - 1) ||
					     (shortest == longest && shortest >= DIGITS_LEAST));
}

/* Nothing below 0, and at most a fifth of the nodes above. */
static bool mostly_zero(const odd__frame_column *c, size_t nodes)
{
	size_t above = 0;
	for (size_t v = 0; v < c->values.count; v++) {
		if (c->number[v] < 0.0)
			return false;
		if (c->number[v] > 0.0)
			above += c->uses[v];
	}
	return above > 0 && 5 * above <= nodes;
}

static bool zeros_and_ones(const odd__frame_column *c)
{
	for (size_t v = 0; v < c->values.count; v++)
		if (c->number[v] != 0.0 && c->number[v] != 1.0)
			return false;
	return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Values that name a group of nodes come back: on average each at least twice. */
bool odd__frame_repeats(const odd__frame_column *c)
{
	return c->filled > 0 && 2 * c->distinct <= c->filled;
}

/* Do the items of the cells, cut at a separator, come back more than the cells themselves? */
static odd_status is_list(odd__frame_column *c, char separator, bool *yes, odd_error *err)
{
	odd_names seen = ODD_NAMES_INIT;
	size_t items = 0, cut = 0;
	odd_status status = ODD_OK;
	for (size_t v = 0; v < c->values.count && status == ODD_OK; v++) {
		odd__text rest = odd__frame_value(c, v), item;
		size_t here = 0;
		while (status == ODD_OK && odd__frame_item(&rest, separator, &item)) {
			status = odd_names_add(&seen, item.at, item.length, NULL, NULL, err);
			here++;
		}
		items += here * c->uses[v];
		cut += here > 1 ? c->uses[v] : 0;
	}
	*yes = 5 * cut >= c->filled && cut > 0 && 2 * seen.count <= items;
	odd_names_clear(&seen);
	return status;
}

/* At least three words in a cell, on average. */
static bool is_text(const odd__frame_column *c)
{
	size_t words = 0;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text rest = odd__frame_value(c, v), word;
		while (odd__frame_word(&rest, &word))
			words += c->uses[v];
	}
	return c->filled > 0 && words >= 3 * c->filled;
}

/* ['sail', 'anchor']: a list of Python or JSON that became text. */
static bool in_brackets(const odd__frame_column *c)
{
	static const char open[] = "[({", close[] = "])}";
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__frame_value(c, v);
		const char *which = text.length >= 2 ? strchr(open, text.at[0]) : NULL;
		if (which == NULL || text.at[text.length - 1] != close[which - open])
			return false;
	}
	return c->values.count > 0;
}

static odd_status guess_words(odd__frame_column *c, odd_error *err)
{
	static const char separators[] = ";|,";
	odd_status status = ODD_OK;
	bool brackets = in_brackets(c);
	for (const char *s = separators; *s != '\0' && status == ODD_OK; s++) {
		bool yes = false;
		/* "Paris, France" is a place */
		if (*s == ',' && odd__frame_repeats(c) && !brackets)
			break;
		if ((status = is_list(c, *s, &yes, err)) == ODD_OK && yes) {
			c->type = ODD_COLUMN_LIST;
			c->list_separator = *s;
			return status;
		}
	}
	c->type = odd__frame_repeats(c) ? ODD_COLUMN_CATEGORY
		  : is_text(c)          ? ODD_COLUMN_TEXT
					: ODD_COLUMN_ID;
	return status;
}

/* ---- a column -------------------------------------------------------------------------------- */

static odd_status misfit(odd__frame *f, uint32_t column, size_t value, const char *is_what,
	odd__frame_fault *fault, odd_error *err)
{
	const odd__frame_column *c = &f->column[column];
	char shown[ODD__SHOWN], name[ODD__SHOWN];
	const char *own = odd_names_get(&f->names, column);
	fault->set = true;
	fault->column = column;
	for (size_t i = 0; i < c->count; i++)
		if (c->value[i] == value) {
			fault->node = c->node[i];
			break;
		}
	odd__text_show(shown, odd__frame_value(c, value));
	odd__text_show(name, (odd__text){own, strlen(own)});
	snprintf(fault->what, sizeof fault->what, "\"%s\" %s, and column \"%s\" holds %s", shown,
		is_what, name,
		c->type == ODD_COLUMN_DATE    ? "dates"
		: c->type == ODD_COLUMN_YESNO ? "yes and no"
					      : "numbers");
	return odd_error_at(err, ODD_EINPUT, f->path, 0, 0, "%s", fault->what);
}

static odd_status misread(
	odd__frame *f, uint32_t column, size_t value, odd__frame_fault *fault, odd_error *err)
{
	odd__text text = odd__frame_value(&f->column[column], value);
	double x;
	return misfit(f, column, value,
		odd__number_problem(odd__number_parse(text.at, text.length, &x)), fault, err);
}

/* The type that was asked for: its cells must fit. */
static odd_status obey(odd__frame *f, uint32_t column, odd__frame_fault *fault, odd_error *err)
{
	odd__frame_column *c = &f->column[column];
	size_t bad;
	if (c->type == ODD_COLUMN_NUMBER || c->type == ODD_COLUMN_COUNT) {
		read_numbers(c, &bad);
		if (bad < c->values.count)
			return misread(f, column, bad, fault, err);
	} else if (c->type == ODD_COLUMN_DATE || c->type == ODD_COLUMN_YESNO) {
		for (bad = 0; bad < c->values.count; bad++) {
			odd__text text = odd__frame_value(c, bad);
			int yes = odd__frame_yesno(text);
			if (c->type == ODD_COLUMN_DATE ? odd__frame_date(text, &c->number[bad])
						       : yes >= 0) {
				if (c->type == ODD_COLUMN_YESNO)
					c->number[bad] = yes;
			} else if (odd__number_parse(text.at, text.length, &c->number[bad]) !=
				   ODD__NUMBER_OK) {
				return misfit(f, column, bad,
					c->type == ODD_COLUMN_DATE ? "is no date" : "is neither",
					fault, err);
			}
		}
	} else if (c->type == ODD_COLUMN_LIST) {
		bool yes;
		odd_status status = ODD_OK;
		c->list_separator = ';';
		for (const char *s = "|,"; *s != '\0' && status == ODD_OK; s++)
			if ((status = is_list(c, *s, &yes, err)) == ODD_OK && yes)
				c->list_separator = *s;
		return status;
	}
	return ODD_OK;
}

static odd_status guess(
	odd__frame *f, uint32_t column, size_t nodes, odd__frame_fault *fault, odd_error *err)
{
	odd__frame_column *c = &f->column[column];
	const char *name = odd_names_get(&f->names, column);
	size_t bad, numbers;
	if (c->by_user)
		return obey(f, column, fault, err);
	if (c->filled == 0) {
		c->type = ODD_COLUMN_EMPTY;
		return ODD_OK;
	}
	numbers = read_numbers(c, &bad);
	if (numbers == c->filled) {
		c->type = ODD_COLUMN_NUMBER;
		if (c->distinct == 1 && c->filled == nodes)
			c->type = ODD_COLUMN_CONSTANT;
		else if (numbers_are_ids(c, name, nodes))
			c->type = ODD_COLUMN_ID;
		else if (mostly_zero(c, nodes))
			c->type = ODD_COLUMN_COUNT;
		else if (zeros_and_ones(c))
			c->type = ODD_COLUMN_YESNO;
		return ODD_OK;
	}
	/* Most cells are numbers: the others are mistakes, and not a reason to take the numbers for
	 * words. 0x… is an address, and no number by mistake. */
	odd__text text = odd__frame_value(c, bad);
	double x;
	if (2 * numbers >= c->filled &&
		odd__number_parse(text.at, text.length, &x) != ODD__NUMBER_HEX)
		return misread(f, column, bad, fault, err);
	c->type = ODD_COLUMN_CONSTANT;
	if (c->distinct == 1 && c->filled == nodes && nodes > 1)
		return ODD_OK;
	if (read_all(c, ODD_COLUMN_DATE))
		c->type = ODD_COLUMN_DATE;
	else if (read_all(c, ODD_COLUMN_YESNO))
		c->type = ODD_COLUMN_YESNO;
	else
		return guess_words(c, err);
	return ODD_OK;
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool could_count(const odd__frame_column *c)
{
	if (c->by_user || (c->type != ODD_COLUMN_NUMBER && c->type != ODD_COLUMN_YESNO))
		return false;
	size_t zeros = c->zeros;
	double x;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__frame_value(c, v);
		if (odd__number_parse(text.at, text.length, &x) != ODD__NUMBER_OK || x < 0.0)
			return false;
		zeros += x == 0.0 ? c->uses[v] : 0;
	}
	return zeros > 0;
}

/* Few columns of mostly zeros are no bag of words; in a bag of words some words are frequent. */
static void count_words(odd__frame *f)
{
	size_t words = 0, frequent = 0;
	for (size_t j = 0; j < f->names.count; j++) {
		words += f->column[j].type == ODD_COLUMN_COUNT;
		frequent += could_count(&f->column[j]);
	}
	for (size_t j = 0; j < f->names.count; j++) {
		odd__frame_column *c = &f->column[j];
		if (words < WORDS_LEAST && c->type == ODD_COLUMN_COUNT && !c->by_user)
			c->type = zeros_and_ones(c) ? ODD_COLUMN_YESNO : ODD_COLUMN_NUMBER;
		else if (words >= WORDS_LEAST && words >= 4 * frequent && could_count(c))
			c->type = ODD_COLUMN_COUNT;
	}
}

odd_status odd__frame_guess(odd__frame *f, size_t nodes, odd__frame_fault *fault, odd_error *err)
{
	odd_status status = ODD_OK;
	if ((status = odd__frame_roles(f, err)) != ODD_OK)
		return status;
	for (uint32_t j = 0; j < f->names.count && status == ODD_OK; j++)
		status = count(&f->column[j], nodes, f->absent_is_zero, err);
	if (status != ODD_OK)
		return status;
	odd__frame_class(f);
	for (uint32_t j = 0; j < f->names.count && status == ODD_OK; j++) {
		status = guess(f, j, nodes, fault, err);
		if (status == ODD_OK && j % 64 == 0)
			status = odd__limits_poll(f->limits, f->path, err);
	}
	if (status == ODD_OK)
		count_words(f);
	return status;
}
