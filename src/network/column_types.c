/* Which type a column has: by the user's word or its name where those say it, else by its values.
 * The rules are in oddone-formats(5), in the same order. */
#include "config.h"

#include "network/column_types.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "network/node_table.h"

/* ---- what one cell may be: a date, yes or no, a list of items, a text of words -----------------
 */

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

enum {
	WORDS_LEAST = 8, /* so many columns of mostly zeros are words together */
	IDS_LEAST = 20,  /* fewer numbers that all differ say nothing */
	DIGITS_LEAST = 7 /* of telephone numbers and the like */
};

/* ---- columns of numbers ---------------------------------------------------------------------- */

int odd__by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

/* From the tenths, so that a few extreme nodes do not decide; scale-free. A logarithm helps
 * amounts: none is below 0, and the large ones are a multiple of the middle. Places (longitudes)
 * and years are none, however they are spread. */
bool odd__is_skewed(const double *x, size_t n)
{
	if (n < 20 || x[0] < 0.0)
		return false;
	double low = x[n / 10], mid = x[n / 2], high = x[n - 1 - n / 10];
	double left = mid / 2.0 - low / 2.0, right = high / 2.0 - mid / 2.0;
	return right > 1.75 * left && right > 0.0 && high > 1.5 * mid;
}

/* Is a name in a list that ends with NULL, letters in either case? */
static bool name_in(const char *name, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strcasecmp(name, *list) == 0)
			return true;
	return false;
}

/* Different at every node, whole, and either called so, counted without gaps, or of one length that
 * no amount has. */
static bool are_ids(const odd__numbers *n, const char *name)
{
	static const char *const names[] = {"id", "ids", "node_id", "nodeid", "user_id", "userid",
		"phone", "telephone", "phone_number", "mobile", "index", "key", "ssn", "suid",
		NULL};
	if (n->distinct < n->nodes || n->filled < n->nodes || n->nodes < 2 || !n->whole ||
		fmax(fabs(n->low), fabs(n->high)) > 0x1p60)
		return false;
	if (name != NULL && name_in(name, names))
		return true;
	return n->nodes >= IDS_LEAST &&
	       (n->high - n->low == (double)(n->nodes - 1) || n->digits >= DIGITS_LEAST);
}

odd_column_type odd__judge_numbers(const odd__numbers *n, const char *name)
{
	if (n->filled == 0)
		return ODD_COLUMN_EMPTY;
	if (n->distinct == 1 && n->filled == n->nodes)
		return ODD_COLUMN_CONSTANT;
	if (are_ids(n, name))
		return ODD_COLUMN_ID;
	/* Nothing below 0, and at most a fifth of the nodes above. */
	if (n->low >= 0.0 && n->positive > 0 && 5 * n->positive <= n->nodes)
		return ODD_COLUMN_COUNT;
	return n->ones ? ODD_COLUMN_YESNO : ODD_COLUMN_NUMBER;
}

/* Few columns of mostly zeros are no bag of words; in a bag of words some words are frequent. */
void odd__judge_words(odd__maybe_word *column, size_t count)
{
	size_t words = 0, frequent = 0;
	for (size_t j = 0; j < count; j++) {
		odd__maybe_word *c = &column[j];
		c->counts = c->counts && !c->settled &&
			    (c->type == ODD_COLUMN_NUMBER || c->type == ODD_COLUMN_YESNO);
		words += c->type == ODD_COLUMN_COUNT;
		frequent += c->counts;
	}
	for (size_t j = 0; j < count; j++) {
		odd__maybe_word *c = &column[j];
		if (words < WORDS_LEAST && c->type == ODD_COLUMN_COUNT && !c->settled)
			c->type = c->ones ? ODD_COLUMN_YESNO : ODD_COLUMN_NUMBER;
		else if (words >= WORDS_LEAST && words >= 4 * frequent && c->counts)
			c->type = ODD_COLUMN_COUNT;
	}
}

/* ---- the user's word ------------------------------------------------------------------------- */

/* The next of "a,b,c" from *list on; false: no more. */
static bool next_name(const char **list, odd__text *item)
{
	if (*list == NULL || **list == '\0')
		return false;
	*item = (odd__text){*list, strcspn(*list, ",")};
	*list += item->length + ((*list)[item->length] == ',');
	return true;
}

/* Does a name fit a pattern, "age" or "word*"? */
static bool fits(odd__text pattern, const char *name)
{
	bool open = pattern.length > 0 && pattern.at[pattern.length - 1] == '*';
	size_t fixed = pattern.length - open, length = strlen(name);
	return (open ? length >= fixed : length == fixed) &&
	       strncasecmp(pattern.at, name, fixed) == 0;
}

/* Does a name fit one of "a,b,c*", letters in either case? */
static bool name_listed(const char *list, const char *name)
{
	odd__text item;
	while (next_name(&list, &item))
		if (fits(item, name))
			return true;
	return false;
}

/* Cut "year=category" at its last =; −1: the type is none. */
static int cut_type(odd__text item, odd__text *name)
{
	size_t n = item.length;
	while (n > 0 && item.at[n - 1] != '=')
		n--;
	*name = (odd__text){item.at, n > 0 ? n - 1 : 0};
	return n > 1 ? odd_column_type_from_name(item.at + n, item.length - n) : -1;
}

bool odd__type_given(
	const odd_load_options *o, const char *name, bool has_role, odd_column_type *type)
{
	size_t c = o->like != NULL ? odd_columns_find(o->like, name) : SIZE_MAX;
	odd__text item, of;
	for (const char *types = o->types; next_name(&types, &item);) {
		int asked = cut_type(item, &of);
		if (asked >= 0 && odd__text_is(of, name)) {
			*type = (odd_column_type)asked;
			return true;
		}
	}
	if (name_listed(o->ignore, name) ||
		(o->attributes != NULL && !name_listed(o->attributes, name) && !has_role)) {
		*type = ODD_COLUMN_IGNORED;
		return true;
	}
	if (c == SIZE_MAX || o->like->column[c].type > ODD_COLUMN_CLASS)
		return false;
	*type = o->like->column[c].type;
	return true;
}

const odd_table_column *odd__column_like(const odd_columns *columns, const char *name)
{
	size_t c = columns != NULL ? odd_columns_find(columns, name) : SIZE_MAX;
	return c != SIZE_MAX && odd_column_is_dense(columns->column[c].type) ? &columns->column[c]
									     : NULL;
}

/* Check one option: "a,b,c*", or types, "name=type" each. */
static odd_status check_names(
	const odd_names *names, const char *path, const char *list, bool types, odd_error *err)
{
	odd__text item, name;
	char shown[ODD__SHOWN];
	while (next_name(&list, &item)) {
		bool found = false;
		name = item;
		if (types && cut_type(item, &name) < 0)
			return odd_error_set(err, ODD_EUSAGE,
				"\"%s\" is not COLUMN=TYPE, with a type such as number, category, "
				"text, list, date, yes/no, count, id or ignored",
				odd__text_show(shown, item));
		for (size_t j = 0; j < names->count && !found; j++)
			found = fits(name, odd_names_get(names, j));
		if (!found)
			return odd_error_at(err, ODD_EUSAGE, path, 0, 0,
				"there is no column \"%s\"", odd__text_show(shown, name));
	}
	return ODD_OK;
}

odd_status odd__check_column_names(const odd_load_options *o, const odd_names *names,
	const char *path, bool with_id, odd_error *err)
{
	const char *const lists[] = {
		o->label, o->title, o->attributes, o->ignore, with_id ? o->id : NULL, o->types};
	odd_status status = ODD_OK;
	for (size_t k = 0; k < 6 && status == ODD_OK; k++)
		if (k > 0 || lists[k] == NULL || strcasecmp(lists[k], "none") != 0)
			status = check_names(names, path, lists[k], k == 5, err);
	return status;
}

/* ---- columns of text ------------------------------------------------------------------------- */

odd__text odd__column_value(const odd__column *c, size_t v)
{
	const char *text = odd_names_get(&c->values, v);
	return (odd__text){text, strlen(text)};
}

/* Count how often each value occurs, and how many nodes have one. */
static void count(odd__node_table *t, odd__column *c)
{
	size_t nodes = t->nodes, given = c->count + c->blanks;
	c->uses = calloc(c->values.count + 1, sizeof *c->uses);
	c->number = malloc((c->values.count + 1) * sizeof *c->number);
	if (c->uses == NULL || c->number == NULL) {
		odd__try(t->r, odd_error_nomem(t->r->err));
		return;
	}
	for (size_t i = 0; i < c->count; i++)
		c->uses[c->value[i]]++;
	c->zeros = t->absent_is_zero && given < nodes ? nodes - given : 0;
	c->filled = c->count + c->zeros;
	c->distinct = c->values.count + (c->zeros > 0);
}

/* Are these numbers with a comma for the point? All of them must be numbers then, and one must have
 * other than three digits behind its comma: 1,234 alone may as well be a thousand. */
static bool decimal_commas(const odd__column *c)
{
	bool told = false;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__column_value(c, v);
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
static size_t read_numbers(odd__column *c, size_t *bad)
{
	size_t cells = c->zeros;
	bool commas = decimal_commas(c);
	*bad = c->values.count;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__column_value(c, v);
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

/* What decides on a column all of whose values are numbers. */
static odd__numbers measure(const odd__column *c, size_t nodes)
{
	odd__numbers n = {nodes, c->filled, c->distinct, 0, INFINITY, -INFINITY, true, true,
		c->zeros > 0, c->zeros > 0 ? 1 : -1};
	if (c->zeros > 0)
		n.low = n.high = 0.0;
	for (size_t v = 0; v < c->values.count; v++) {
		double x = c->number[v];
		int digits = (int)odd__column_value(c, v).length;
		n.low = fmin(n.low, x);
		n.high = fmax(n.high, x);
		n.positive += x > 0.0 ? c->uses[v] : 0;
		n.whole = n.whole && x == floor(x);
		n.ones = n.ones && (x == 0.0 || x == 1.0);
		n.zeros = n.zeros || x == 0.0;
		n.digits = n.digits < 0 || n.digits == digits ? digits : 0;
	}
	return n;
}

/* The first value that is no date, or neither yes nor no; the count of values when all are. */
static size_t read_as(odd__column *c, odd_column_type type, bool numbers_too)
{
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__column_value(c, v);
		int yes = odd__cell_yesno(text);
		if (type == ODD_COLUMN_YESNO && yes >= 0)
			c->number[v] = yes;
		else if ((type == ODD_COLUMN_YESNO || !odd__cell_date(text, &c->number[v])) &&
			 (!numbers_too || odd__number_parse(text.at, text.length, &c->number[v]) !=
						  ODD__NUMBER_OK))
			return v;
	}
	return c->values.count;
}

/* Values that name a group of nodes come back: on average each at least twice. */
static bool repeats(const odd__column *c)
{
	return c->filled > 0 && 2 * c->distinct <= c->filled;
}

/* Do the items of the cells, cut at a separator, come back more than the cells themselves? */
static bool is_list(odd__reading *r, odd__column *c, char separator)
{
	odd_names seen = ODD_NAMES_INIT;
	size_t items = 0, cut = 0;
	for (size_t v = 0; v < c->values.count && r->status == ODD_OK; v++) {
		odd__text rest = odd__column_value(c, v), item;
		size_t here = 0;
		for (; odd__cell_item(&rest, separator, &item); here++)
			odd__try(r, odd_names_add(&seen, item.at, item.length, NULL, NULL, r->err));
		items += here * c->uses[v];
		cut += here > 1 ? c->uses[v] : 0;
	}
	bool yes = 5 * cut >= c->filled && cut > 0 && 2 * seen.count <= items;
	odd_names_clear(&seen);
	return yes;
}

/* At least three words in a cell, on average. */
static bool is_text(const odd__column *c)
{
	size_t words = 0;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text rest = odd__column_value(c, v), word;
		while (odd__cell_word(&rest, &word))
			words += c->uses[v];
	}
	return c->filled > 0 && words >= 3 * c->filled;
}

/* ['sail', 'anchor']: a list of Python or JSON that became text. */
static bool in_brackets(const odd__column *c)
{
	static const char open[] = "[({", close[] = "])}";
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__column_value(c, v);
		const char *which = text.length >= 2 ? strchr(open, text.at[0]) : NULL;
		if (which == NULL || text.at[text.length - 1] != close[which - open])
			return false;
	}
	return c->values.count > 0;
}

static odd_column_type judge_words(odd__reading *r, odd__column *c)
{
	bool brackets = in_brackets(c);
	for (const char *s = ";|,"; *s != '\0'; s++) {
		/* "Paris, France" is a place */
		if (*s == ',' && repeats(c) && !brackets)
			break;
		if (is_list(r, c, *s)) {
			c->list_separator = *s;
			return ODD_COLUMN_LIST;
		}
	}
	return repeats(c) ? ODD_COLUMN_CATEGORY : is_text(c) ? ODD_COLUMN_TEXT : ODD_COLUMN_ID;
}

/* ---- a column -------------------------------------------------------------------------------- */

static void misfit(
	odd__node_table *t, uint32_t column, size_t value, const char *problem, odd__bad_cell *bad)
{
	const odd__column *c = &t->column[column];
	odd__text text = odd__column_value(c, value);
	char shown[ODD__SHOWN], name[ODD__SHOWN];
	const char *own = odd_names_get(&t->names, column);
	double x;
	size_t i = 0;
	if (t->r->status != ODD_OK)
		return;
	while (c->value[i] != value)
		i++;
	*bad = (odd__bad_cell){true, c->node[i], column, ""};
	if (problem == NULL)
		problem = odd__number_problem(odd__number_parse(text.at, text.length, &x));
	snprintf(bad->what, sizeof bad->what, "\"%s\" %s, and column \"%s\" holds %s",
		odd__text_show(shown, text), problem,
		odd__text_show(name, (odd__text){own, strlen(own)}),
		c->type == ODD_COLUMN_DATE    ? "dates"
		: c->type == ODD_COLUMN_YESNO ? "yes and no"
					      : "numbers");
	odd__fail(t->r, NULL, "%s", bad->what);
}

/* The type that was asked for: its cells must fit. */
static void obey(odd__node_table *t, uint32_t column, odd__bad_cell *bad)
{
	odd__column *c = &t->column[column];
	size_t at = c->values.count;
	const char *problem = c->type == ODD_COLUMN_DATE    ? "is no date"
			      : c->type == ODD_COLUMN_YESNO ? "is neither"
							    : NULL;
	if (c->type == ODD_COLUMN_NUMBER || c->type == ODD_COLUMN_COUNT)
		read_numbers(c, &at);
	else if (c->type == ODD_COLUMN_DATE || c->type == ODD_COLUMN_YESNO)
		at = read_as(c, c->type, true);
	if (at < c->values.count)
		misfit(t, column, at, problem, bad);
	if (c->type == ODD_COLUMN_LIST)
		c->list_separator = is_list(t->r, c, ',') ? ',' : is_list(t->r, c, '|') ? '|' : ';';
}

static odd_column_type judge_column(odd__node_table *t, uint32_t column, odd__bad_cell *bad)
{
	odd__column *c = &t->column[column];
	size_t nodes = t->nodes, wrong;
	size_t numbers = read_numbers(c, &wrong);
	if (numbers == c->filled) {
		odd__numbers n = measure(c, nodes);
		return odd__judge_numbers(&n, odd_names_get(&t->names, column));
	}
	/* Most cells are numbers: the others are mistakes, and not a reason to take the numbers for
	 * words. 0x… is an address, and no number by mistake. */
	odd__text text = odd__column_value(c, wrong);
	double x;
	if (2 * numbers >= c->filled &&
		odd__number_parse(text.at, text.length, &x) != ODD__NUMBER_HEX) {
		misfit(t, column, wrong, NULL, bad);
		return ODD_COLUMN_NUMBER;
	}
	if (c->distinct == 1 && c->filled == nodes && nodes > 1)
		return ODD_COLUMN_CONSTANT;
	if (read_as(c, ODD_COLUMN_DATE, false) == c->values.count)
		return ODD_COLUMN_DATE;
	if (read_as(c, ODD_COLUMN_YESNO, false) == c->values.count)
		return ODD_COLUMN_YESNO;
	return judge_words(t->r, c);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Best first. Gephi's Label is mostly the name of a node: it serves only when its values repeat.
 * The last three only in files of programs that draw, and two of them only as text. */
static const char *const class_names[] = {"class", "label", "community", "group", "category",
	"modularity class", "modularity_class", "club", "type", "value", NULL};
enum { LABEL = 1, GRAPH_ONLY = 7, TEXT_ONLY = 8 };

static const char *const truth_names[] = {"truth", "outlier", NULL};

static bool can_be_class(const odd__node_table *t, const odd__column *c, size_t rank)
{
	double x;
	if (c->filled == 0 || c->settled || c->type == ODD_COLUMN_TRUTH)
		return false;
	if (!t->graph)
		return rank < GRAPH_ONLY && (rank != LABEL || repeats(c));
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__column_value(c, v);
		if (odd__number_parse(text.at, text.length, &x) == ODD__NUMBER_OK && x != floor(x))
			return false;
	}
	odd__text first = c->values.count > 0 ? odd__column_value(c, 0) : (odd__text){"0", 1};
	bool number = odd__number_parse(first.at, first.length, &x) == ODD__NUMBER_OK;
	return c->distinct < c->filled && (rank < TEXT_ONLY || !number);
}

static bool has(const odd__node_table *t, const char *name)
{
	for (size_t j = 0; j < t->names.count; j++)
		if (strcasecmp(odd_names_get(&t->names, j), name) == 0)
			return true;
	return false;
}

/* The value of each node in a column, on the heap; ODD_NO_NAME: none. */
static uint32_t *values_of(const odd__node_table *t, const odd__column *c)
{
	size_t n = t->r->b.ids.count;
	uint32_t *value = malloc((n + 1) * sizeof *value);
	for (size_t i = 0; value != NULL && i < n; i++)
		value[i] = c->zeros > 0 && i < t->nodes ? (uint32_t)c->values.count : ODD_NO_NAME;
	for (size_t i = 0; value != NULL && i < c->blanks; i++)
		value[c->blank[i]] = ODD_NO_NAME;
	for (size_t i = 0; value != NULL && i < c->count; i++)
		value[c->node[i]] = c->value[i];
	return value;
}

/* Have linked nodes the same value clearly more often than ends of links by chance? True also where
 * links are too few to tell. */
static bool links_agree(odd__node_table *t, const odd__column *c)
{
	enum { ENOUGH = 50 };
	const odd__entries *links = &t->r->b.links;
	uint32_t *value = values_of(t, c);
	size_t *ends = calloc(c->values.count + 1, sizeof *ends);
	double same = 0.0, all = 0.0, chance = 0.0;
	if (value == NULL || ends == NULL)
		odd__try(t->r, odd_error_nomem(t->r->err));
	for (size_t e = 0; e < links->count && t->r->status == ODD_OK; e++) {
		uint32_t a = value[links->row[e]], b = value[links->col[e]];
		if (a == ODD_NO_NAME || b == ODD_NO_NAME)
			continue;
		all += 1.0;
		same += a == b;
		ends[a]++;
		ends[b]++;
	}
	for (size_t v = 0; v <= c->values.count && all > 0.0 && ends != NULL; v++)
		chance += (double)ends[v] / (2.0 * all) * ((double)ends[v] / (2.0 * all));
	free(value);
	free(ends);
	return all < ENOUGH || same > all * chance + 2.0 * sqrt(all * chance * (1.0 - chance));
}

/* A class has few values, at most nodes have one, and linked nodes share it more than by chance;
 * that last is not asked of a column called "class". */
static bool is_supported(odd__node_table *t, const odd__column *c, const char *name, bool certain)
{
	const char *why = NULL;
	if (2 * c->filled < t->nodes)
		why = "most nodes have no value in it";
	else if ((double)c->distinct > 2.0 * sqrt((double)t->nodes))
		why = "it has too many different values";
	else if (!certain && c->distinct > 1 && !links_agree(t, c))
		why = "linked nodes share its values no more than by chance";
	if (why != NULL)
		odd__remark(t->r,
			"column \"%.60s\" is not taken for classes: %s (--label %.60s takes it)",
			name, why, name);
	return why == NULL;
}

/* Choose the class; of the others with such names those that are not ids become categories. */
static void choose_class(odd__node_table *t)
{
	const char *asked = t->r->options->label;
	bool found = false;
	if (asked != NULL && strcasecmp(asked, "none") == 0 && !has(t, asked))
		return;
	for (size_t j = 0; j < t->names.count; j++)
		found |= t->column[j].settled && t->column[j].type == ODD_COLUMN_CLASS;
	for (size_t rank = 0; class_names[rank] != NULL; rank++)
		for (size_t j = 0; j < t->names.count; j++) {
			odd__column *c = &t->column[j];
			const char *name = odd_names_get(&t->names, j);
			if (strcasecmp(name, class_names[rank]) != 0 || !can_be_class(t, c, rank) ||
				(!found && !is_supported(t, c, name, rank == 0)))
				continue;
			c->type = !found             ? ODD_COLUMN_CLASS
				  : c->distinct == 1 ? ODD_COLUMN_CONSTANT
				  : repeats(c)       ? ODD_COLUMN_CATEGORY
						     : ODD_COLUMN_ID;
			c->settled = found = true;
		}
}

static bool is_layout(const odd__node_table *t, const char *name, bool drawn)
{
	static const char *const look[] = {"r", "g", "b", "x", "y", "z", "size", "color", "colour",
		"shape", "x_fact", "y_fact", NULL};
	static const char prefix[][8] = {"viz:", "viz_", "y:"};
	for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++)
		if (strncasecmp(name, prefix[k], strlen(prefix[k])) == 0)
			return true;
	if (t->look != NULL && name_in(name, t->look))
		return true;
	return t->graph && drawn && name_in(name, look);
}

/* Settle the columns whose type the user or their names say. */
static void settle(odd__node_table *t)
{
	const odd_load_options *o = t->r->options;
	bool drawn = (has(t, "x") && has(t, "y")) || (has(t, "r") && has(t, "g") && has(t, "b"));
	for (size_t j = 0; j < t->names.count; j++) {
		odd__column *c = &t->column[j];
		const char *name = odd_names_get(&t->names, j);
		bool truth = name_in(name, truth_names);
		if (c->settled)
			continue;
		c->settled = true;
		if (o->label != NULL && strcasecmp(name, o->label) == 0)
			c->type = ODD_COLUMN_CLASS;
		else if (odd__type_given(o, name, truth || name_in(name, class_names), &c->type))
			;
		else if (truth)
			c->type = ODD_COLUMN_TRUTH;
		else if (is_layout(t, name, drawn))
			c->type = ODD_COLUMN_LAYOUT;
		else
			c->settled = false;
	}
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Are the columns of mostly zeros a bag of words? */
static void judge_bag(odd__node_table *t)
{
	odd__reading *r = t->r;
	size_t n = t->names.count;
	odd__maybe_word *word = malloc((n + 1) * sizeof *word);
	if (word == NULL)
		odd__try(r, odd_error_nomem(r->err));
	for (size_t j = 0; j < n && r->status == ODD_OK; j++) {
		odd__column *c = &t->column[j];
		size_t bad;
		bool number = !c->settled &&
			      (c->type == ODD_COLUMN_NUMBER || c->type == ODD_COLUMN_YESNO ||
				      c->type == ODD_COLUMN_COUNT) &&
			      read_numbers(c, &bad) == c->filled;
		odd__numbers facts = number ? measure(c, t->nodes) : (odd__numbers){0};
		word[j] = (odd__maybe_word){
			c->type, c->settled, facts.ones, number && facts.low >= 0.0 && facts.zeros};
	}
	if (r->status == ODD_OK)
		odd__judge_words(word, n);
	for (size_t j = 0; j < n && r->status == ODD_OK; j++)
		t->column[j].type = word[j].type;
	free(word);
}

/* Tell of a column that is left out though it holds most of the text. */
static void tell_left_out(odd__node_table *t)
{
	size_t all = 0;
	for (int round = 0; round < 2; round++)
		for (size_t j = 0; j < t->names.count; j++) {
			const odd__column *c = &t->column[j];
			size_t bytes = 0, blanks = 0;
			const char *name = odd_names_get(&t->names, j);
			for (size_t v = 0; c->uses != NULL && v < c->values.count; v++) {
				odd__text text = odd__column_value(c, v);
				bytes += text.length * c->uses[v];
				blanks += (memchr(text.at, ' ', text.length) != NULL) * c->uses[v];
			}
			if (round == 0)
				all += bytes;
			else if (c->type == ODD_COLUMN_ID && !c->settled && 2 * bytes > all &&
				 2 * blanks > c->filled && bytes > 20 * c->filled)
				odd__remark(t->r,
					"column \"%.60s\" is left out though it holds most of the "
					"text; --type %.60s=text takes its words",
					name, name);
		}
}

void odd__table_judge(odd__node_table *t, odd__bad_cell *bad)
{
	odd__reading *r = t->r;
	odd__try(r, odd__check_column_names(r->options, &t->names, r->scan.path, t->graph, r->err));
	settle(t);
	for (size_t j = 0; j < t->names.count; j++)
		count(t, &t->column[j]);
	if (r->status == ODD_OK)
		choose_class(t);
	for (uint32_t j = 0; j < t->names.count && r->status == ODD_OK; j++) {
		odd__column *c = &t->column[j];
		if (c->settled)
			obey(t, j, bad);
		else if (c->filled == 0)
			c->type = ODD_COLUMN_EMPTY;
		else
			c->type = judge_column(t, j, bad);
		if (j % 64 == 0)
			odd__try(r, odd__limits_poll(&r->source->limits, r->scan.path, r->err));
	}
	judge_bag(t);
	if (r->status == ODD_OK)
		tell_left_out(t);
}
