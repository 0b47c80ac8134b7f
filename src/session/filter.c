#include "config.h"

#include "session/filter.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "network/kinds.h"

/* The longer ones first, so that they are found. */
enum sign { NOT_EQUAL, NOT_LIKE, AT_MOST, AT_LEAST, EQUAL, LESS, MORE, LIKE, SIGNS };
static const char *const signs[SIGNS] = {"!=", "!~", "<=", ">=", "=", "<", ">", "~"};

struct filter_term {
	const struct node_column *fact;
	enum sign sign; /* of a mark: EQUAL, or NOT_EQUAL for !marked */
	char **value;   /* any of them */
	double *number; /* the same as numbers */
	bool *share;    /* … of which some are in percent of the nodes */
	size_t values;
};

static void term_clear(struct filter_term *t)
{
	node_column_release(t->fact);
	strings_free(t->value, t->values);
	free(t->number);
	free(t->share);
}

void filter_clear(struct filter *filter)
{
	for (size_t i = 0; i < filter->count; i++)
		term_clear(&filter->term[i]);
	free(filter->term);
	free(filter->text);
	*filter = (struct filter){NULL, 0, NULL};
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Where in a word its sign is, and which; false: it has none. */
static bool find_sign(const char *word, size_t *at, enum sign *sign)
{
	for (*at = 0; word[*at] != '\0'; ++*at)
		for (int s = 0; s < SIGNS; s++)
			if (strncmp(word + *at, signs[s], strlen(signs[s])) == 0) {
				*sign = (enum sign)s;
				return true;
			}
	return false;
}

/* ODD_EUSAGE that begins with the word at fault. */
static odd_status ODD_PRINTF(3, 4) wrong(const char *word, odd_error *err, const char *format, ...)
{
	char said[200];
	va_list args;
	va_start(args, format);
	vsnprintf(said, sizeof said, format, args);
	va_end(args);
	return odd_error_set(err, ODD_EUSAGE, "filter: \"%.60s\": %s", word, said);
}

static void add_value(struct filter_term *t, const char *text, size_t length)
{
	t->value = xgrow(t->value, t->values + 1, sizeof *t->value);
	t->number = xgrow(t->number, t->values + 1, sizeof *t->number);
	t->share = xgrow(t->share, t->values + 1, sizeof *t->share);
	t->value[t->values] = xgrow(NULL, length + 1, 1);
	memcpy(t->value[t->values], text, length);
	t->value[t->values][length] = '\0';
	t->number[t->values] = 0.0;
	t->share[t->values++] = false;
}

/* A name may have commas of its own: the whole is one of the values as well. */
static void read_values(struct filter_term *t, const char *text, bool several)
{
	if (!several || strchr(text, ',') == NULL || t->fact->type == COLUMN_TEXT ||
		t->fact->type == COLUMN_SET)
		add_value(t, text, strlen(text));
	for (const char *p = text; several && strchr(text, ',') != NULL;) {
		size_t length = strcspn(p, ",");
		if (length > 0)
			add_value(t, p, length);
		if (p[length] == '\0')
			return;
		p += length + 1;
	}
}

static odd_status read_numbers(struct filter_term *t, const char *word, odd_error *err)
{
	for (size_t i = 0; i < t->values; i++) {
		char *text = t->value[i];
		size_t length = strlen(text);
		odd_error fault;
		t->share[i] = length > 1 && text[length - 1] == '%';
		if (t->share[i] && strcmp(t->fact->name, "rank") != 0)
			return wrong(word, err, "only a rank can be a share of the nodes");
		if (t->share[i])
			text[length - 1] = '\0';
		/* Below 0 only changes are, which have fallen. */
		if (odd_real_parse(&t->number[i], t->fact->name, text, -HUGE_VAL, 0.0, &fault) !=
			ODD_OK)
			return wrong(word, err, "%s is a number, \"%.40s\" is none", t->fact->name,
				text);
		if (t->share[i])
			text[length - 1] = '%';
	}
	return ODD_OK;
}

static bool is_class(const odd_network *net, const char *name)
{
	return odd_names_find(&net->classes, name, strlen(name)) != ODD_NO_NAME;
}

/* Some node has one of the values in a column of the data; else the message names values that there
 * are. */
static odd_status check_data(
	const struct filter_term *t, const char *word, const struct node_values *f, odd_error *err)
{
	const char *value;
	char there[120] = "";
	size_t at = 0, used = 0, count = 0;
	while ((value = node_column_value(t->fact, f->net, &at)) != NULL) {
		for (size_t i = 0; i < t->values; i++)
			if (strcmp(value, t->value[i]) == 0)
				return ODD_OK;
		if (used + strlen(value) + 8 < sizeof there)
			used += (size_t)snprintf(there + used, sizeof there - used, "%s%s",
				used > 0 ? ", " : "", value);
		count++;
	}
	if (count == 0) /* its cells were not kept */
		return ODD_OK;
	return wrong(word, err, "no node has \"%.40s\"; %zu other values: %s%s", t->value[0], count,
		there, strlen(there) > 90 ? ", …" : "");
}

/* Names that nobody has are slips of the fingers: say so rather than list nothing. */
static odd_status check_names(
	const struct filter_term *t, const char *word, const struct node_values *f, odd_error *err)
{
	bool any = false;
	if (t->fact->data_column > 0)
		return check_data(t, word, f, err);
	for (size_t i = 0; i < t->values; i++) {
		const char *name = t->value[i];
		if (t->fact->type == COLUMN_KIND && strcmp(name, "any") != 0 &&
			odd_kind_from_name(name, strlen(name)) < 0)
			return wrong(word, err, "\"%.40s\" is no kind; there are any, %s", name,
				odd__kinds_listed);
		if (strcmp(t->fact->name, "label") == 0)
			any = any || is_class(f->net, name);
		else if (strcmp(t->fact->name, "word") == 0)
			any = any ||
			      odd_names_find(&f->net->words, name, strlen(name)) != ODD_NO_NAME;
		else if (strcmp(t->fact->name, "linked") == 0)
			any = any ||
			      odd_names_find(&f->net->ids, name, strlen(name)) != ODD_NO_NAME;
		else
			any = true;
	}
	if (any)
		return ODD_OK;
	return wrong(word, err, "there is no %s \"%.40s\"",
		strcmp(t->fact->name, "label") == 0    ? "class"
		: strcmp(t->fact->name, "linked") == 0 ? "node"
						       : "word",
		t->value[0]);
}

/* `marked`, `!marked`, or a word that has no sign though it needs one. */
static odd_status read_bare(
	struct filter_term *t, const char *word, const struct node_values *f, odd_error *err)
{
	bool without = word[0] == '!';
	const char *name = word + without;
	t->fact = node_column_find(f->net, name, strlen(name));
	t->sign = without ? NOT_EQUAL : EQUAL;
	if (t->fact != NULL && t->fact->type == COLUMN_MARK)
		return ODD_OK;
	if (t->fact != NULL)
		return wrong(word, err, "%s wants a sign and a value, such as %s", t->fact->name,
			t->fact->type == COLUMN_NUMBER ? "degree>3" : "name~gale");
	if (command_distance(name, "marked") < 3)
		return wrong(word, err, "did you mean marked?");
	return wrong(word, err, "say name~%.40s for a part of the name, or such as degree>3", name);
}

static odd_status read_term(
	struct filter_term *t, const char *word, const struct node_values *f, odd_error *err)
{
	size_t at;
	odd_error fault;
	*t = (struct filter_term){.fact = NULL};
	if (!find_sign(word, &at, &t->sign))
		return read_bare(t, word, f, err);
	if (at == 0)
		return wrong(word, err, "say what it is about, such as degree>3");
	const char *value = word + at + strlen(signs[t->sign]);
	t->fact = node_column_find(f->net, word, at);
	const char *near = t->fact == NULL ? node_column_near(f->net, word, at) : NULL;
	if (near != NULL)
		return wrong(word, err, "did you mean %s%.40s?", near, word + at);
	if (t->fact == NULL) {
		node_column_unknown(f->net, word, at, &fault);
		return wrong(word, err, "%s", fault.message);
	}
	const enum node_column_type type = t->fact->type;
	bool order =
		t->sign == LESS || t->sign == MORE || t->sign == AT_MOST || t->sign == AT_LEAST;
	bool like = t->sign == LIKE || t->sign == NOT_LIKE;
	if (type == COLUMN_MARK)
		return wrong(word, err, "say marked or !marked");
	if (value[0] == '\0')
		return wrong(word, err, "a value is wanted behind %s", signs[t->sign]);
	if (order && type != COLUMN_NUMBER)
		return wrong(word, err, "%s goes with = != ~ !~", t->fact->name);
	if (like && (type == COLUMN_NUMBER || type == COLUMN_SET))
		return wrong(word, err, "%s goes with %s", t->fact->name,
			type == COLUMN_SET ? "= and !=" : "= != < <= > >=");
	if (node_column_check(t->fact, f, &fault) != ODD_OK)
		return wrong(word, err, "%s", fault.message);
	read_values(t, value, !order);
	if (t->values == 0)
		return wrong(word, err, "a value is wanted behind %s", signs[t->sign]);
	if (type == COLUMN_NUMBER)
		return read_numbers(t, word, err);
	return like ? ODD_OK : check_names(t, word, f, err);
}

/* Words that a blank has parted, degree > 3, are one. Returns how many of them it takes. */
static size_t join(char **out, char *const *word, size_t words)
{
	size_t taken = 1, at;
	enum sign sign;
	char *text = xstrdup(word[0]);
	while (taken < words) {
		bool has = find_sign(text, &at, &sign);
		bool open = has && text[at + strlen(signs[sign])] == '\0';
		if (!open && (has || !find_sign(word[taken], &at, &sign) || at > 0))
			break;
		text = xgrow(text, strlen(text) + strlen(word[taken]) + 1, 1);
		strcat(text, word[taken++]);
	}
	*out = text;
	return taken;
}

static void add_text(struct filter *filter, const char *term)
{
	char *quoted = command_quote(term);
	size_t had = filter->text != NULL ? strlen(filter->text) : 0;
	filter->text = xgrow(filter->text, had + strlen(quoted) + 2, 1);
	sprintf(filter->text + had, "%s%s", had > 0 ? " " : "", quoted);
	free(quoted);
}

odd_status filter_read(struct filter *out, char *const *word, size_t words,
	const struct node_values *f, odd_error *err)
{
	struct filter made = {NULL, 0, NULL};
	odd_status status = ODD_OK;
	if (words == 1 && strcmp(word[0], "none") == 0)
		words = 0;
	for (size_t i = 0; i < words && status == ODD_OK;) {
		char *text;
		i += join(&text, word + i, words - i);
		made.term = xgrow(made.term, made.count + 1, sizeof *made.term);
		status = read_term(&made.term[made.count++], text, f, err);
		if (status == ODD_OK)
			add_text(&made, text);
		free(text);
	}
	if (status != ODD_OK) {
		filter_clear(&made);
		return status;
	}
	filter_clear(out);
	*out = made;
	return ODD_OK;
}

odd_status filter_parse(
	struct filter *out, const char *text, const struct node_values *f, odd_error *err)
{
	char **word;
	int count;
	odd_status status = command_split(&word, &count, text, err);
	if (status != ODD_OK)
		return status;
	status = filter_read(out, word, (size_t)count, f, err);
	command_free_words(word, count);
	/* A single term with blanks in its value: label=class 1. */
	char *whole[1] = {(char *)(uintptr_t)text};
	size_t at, more;
	enum sign sign;
	bool single = status != ODD_OK && find_sign(text, &at, &sign) &&
		      !find_sign(text + at + strlen(signs[sign]), &more, &sign);
	return single && filter_read(out, whole, 1, f, NULL) == ODD_OK ? ODD_OK : status;
}

/* ---- asking -------------------------------------------------------------------------------- */

static bool number_passes(const struct filter_term *t, double x, size_t nodes)
{
	bool any = false;
	for (size_t i = 0; i < t->values; i++) {
		double y = t->share[i] ? t->number[i] / 100.0 * (double)nodes : t->number[i];
		switch (t->sign) {
		case LESS:
			return x < y;
		case AT_MOST:
			return x <= y;
		case MORE:
			return x > y;
		case AT_LEAST:
			return x >= y;
		default:
			any = any || fabs(x - y) <= 1e-9 * fmax(1.0, fabs(y));
		}
	}
	/* What is not known is neither equal nor unequal. */
	return !isnan(x) && any == (t->sign == EQUAL);
}

static bool is_kind(const char *name, const char *text)
{
	size_t length = strlen(text);
	if (strcmp(name, "any") == 0)
		return odd_kind_is_outlier(odd_kind_from_name(text, length));
	return strcmp(name, text) == 0;
}

static bool text_passes(const struct filter_term *t, const char *text)
{
	bool any = false, like = t->sign == LIKE || t->sign == NOT_LIKE;
	for (size_t i = 0; i < t->values && text != NULL && !any; i++)
		any = like                           ? strcasestr(text, t->value[i]) != NULL
		      : t->fact->type == COLUMN_KIND ? is_kind(t->value[i], text)
						     : strcmp(text, t->value[i]) == 0;
	return any == (t->sign == EQUAL || t->sign == LIKE);
}

static bool set_passes(const struct filter_term *t, const struct node_values *f, size_t node)
{
	bool any = false;
	for (size_t i = 0; i < t->values && !any; i++)
		any = node_column_holds(t->fact, f, node, t->value[i]);
	return any == (t->sign == EQUAL);
}

static bool term_passes(const struct filter_term *t, const struct node_values *f, size_t node)
{
	if (t->fact->missing != NULL && t->fact->missing(f) != NULL)
		return false;
	switch (t->fact->type) {
	case COLUMN_NUMBER:
		return number_passes(t, node_column_number(t->fact, f, node), f->net->nodes);
	case COLUMN_SET:
		return set_passes(t, f, node);
	case COLUMN_MARK:
		return node_is_marked(f, node) == (t->sign == EQUAL);
	default:
		return text_passes(t, node_column_text(t->fact, f, node));
	}
}

bool filter_passes(const struct filter *filter, const struct node_values *f, size_t node)
{
	for (size_t i = 0; i < filter->count; i++)
		if (!term_passes(&filter->term[i], f, node))
			return false;
	return true;
}

size_t filter_keep(
	const struct filter *filter, const struct node_values *f, uint32_t *node, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (filter_passes(filter, f, node[i]))
			node[kept++] = node[i];
	return kept;
}
