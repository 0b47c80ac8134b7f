#include "config.h"

#include "report/claim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "base/option.h"

enum { MOST_ARGUMENTS = 3, MOST_WORDS = 8 };

/* ---- values ------------------------------------------------------------------------------- */

struct value {
	char *copy; /* of its text, cut into what follows */
	char *word[MOST_WORDS + 1];
	int count;
	double number;                 /* without a row; plus this with one */
	const char *kept;              /* of the run of that name; NULL: the present one */
	const struct claim_value *row; /* NULL: a number */
	char *argument[MOST_ARGUMENTS + 1];
};

/* Cut the copy into words, their quotation marks taken off. */
static odd_status cut_words(struct value *v, odd_error *err)
{
	const char *end = v->copy + strlen(v->copy);
	for (char *p = v->copy; *(p += strspn(p, ODD__BLANKS)) != '\0' && v->count < MOST_WORDS;) {
		char quote;
		v->word[v->count++] = p;
		p += odd__word(p, p, &quote);
		if (quote != '\0')
			return odd_error_set(err, ODD_EINPUT, "a quotation mark without its other");
		p += p < end;
	}
	return ODD_OK;
}

/* 0.6, or 60% for the same. */
static bool read_number(double *out, const char *text)
{
	double x;
	const size_t length = strlen(text);
	const bool percent = length > 0 && text[length - 1] == '%';
	if (odd__number_parse(text, length - percent, &x) != ODD__NUMBER_OK)
		return false;
	*out = percent ? x / 100.0 : x;
	return true;
}

static const struct claim_value *find_row(const char *name)
{
	const struct claim_value *row;
	size_t i = 0;
	while ((row = claim_value_get(i)) != NULL && strcmp(row->name, name) != 0)
		i++;
	return row;
}

/* Is it one of a|b|c? Matrices are called by capital letters. */
static bool is_choice(const char *choices, const char *text)
{
	const char *choice;
	size_t length, wanted = strlen(text);
	while ((choice = odd_choice_next(&choices, &length)) != NULL)
		if (length == wanted && memcmp(choice, text, length) == 0)
			return true;
	return false;
}

/* Does an argument fit what the row says of it, in so many letters? */
static bool fits(const char *text, const char *as, size_t length)
{
	char kind[60];
	double top;
	snprintf(kind, sizeof kind, "%.*s", (int)length, as);
	if (strcmp(kind, "L") == 0)
		return text[strspn(text, "0123456789.")] == '\0' && read_number(&top, text) &&
		       top > 0.0 && top <= 100.0;
	if (strcmp(kind, "KIND") == 0)
		return odd_kind_from_name(text, strlen(text)) > ODD_ORDINARY;
	return strcmp(kind, "NODE") == 0 || strcmp(kind, "ROW") == 0 ||
	       strcmp(kind, "COLUMN") == 0 || is_choice(kind, text);
}

static bool take_arguments(struct value *v, char **word, int count)
{
	const char *as = v->row->arguments;
	int at = 0;
	for (; *as != '\0'; at++) {
		size_t length = strcspn(as, " "), open = *as == '[';
		if (at < count ? !fits(word[at], as + open, length - 2 * open) : !open)
			return false;
		v->argument[at] = at < count ? word[at] : NULL;
		as += length + (as[length] == ' ');
	}
	return at >= count;
}

/* "recall@12.5.structural" is cut into three words. Where a number comes first, a point before a
 * digit belongs to it. */
static int cut_at(char *word, char *piece[3])
{
	char *p = strchr(word, '@');
	piece[0] = word;
	if (p == NULL)
		return 1;
	*p++ = '\0';
	piece[1] = p;
	const struct claim_value *row = find_row(word);
	bool number = row != NULL && row->arguments[0] == 'L';
	if (row != NULL ? strchr(row->arguments, ' ') == NULL : strcmp(word, "kept") != 0)
		return 2; /* one argument is all there can be */
	while ((p = strchr(p, '.')) != NULL && number && p[1] >= '0' && p[1] <= '9')
		p++;
	if (p == NULL)
		return 2;
	*p++ = '\0';
	piece[2] = p;
	return 3;
}

static bool take_value(struct value *v, char **word, int count)
{
	char *piece[3];
	if (count == 1 && read_number(&v->number, word[0]))
		return v->kept == NULL;
	if (count == 1) {
		count = cut_at(word[0], piece);
		word = piece;
	}
	if (count > 2 && v->kept == NULL && strcmp(word[0], "kept") == 0) {
		v->kept = word[1];
		return take_value(v, word + 2, count - 2);
	}
	v->row = count > 0 ? find_row(word[0]) : NULL;
	return v->row != NULL && take_arguments(v, word + 1, count - 1);
}

/* From so many letters of a text; plus: "+ NUMBER" may be behind it. To be freed, also on error. */
static odd_status read_value(
	struct value *out, const char *text, size_t length, bool plus, odd_error *err)
{
	*out = (struct value){.copy = strndup(text, length)};
	odd_status status = out->copy != NULL ? cut_words(out, err) : odd_error_nomem(err);
	int n = out->count;
	double more = 0.0;
	if (plus && n > 2 && strcmp(out->word[n - 2], "+") == 0 &&
		read_number(&more, out->word[n - 1]))
		n -= 2;
	if (status == ODD_OK && !take_value(out, out->word, n))
		status = odd_error_set(err, ODD_EINPUT, "\"%.*s\" does not begin a value",
			length < 40 ? (int)length : 40, text);
	out->number += more;
	return status;
}

/* NAN, and why, when there is none. */
static double value_of(const struct value *v, const struct result *o, const char **missing)
{
	struct result earlier = {0};
	if (v->row == NULL)
		return v->number;
	for (size_t i = 0; v->kept != NULL && i < o->kept_count; i++)
		if (strcmp(o->kept[i]->name, v->kept) == 0) {
			earlier.trace = &o->kept[i]->trace;
			earlier.evaluation = o->kept[i]->evaluation;
		}
	double x = v->row->of(v->kept != NULL ? &earlier : o, v->argument) + v->number;
	if (isnan(x))
		*missing = v->kept != NULL ? "no such run was kept" : v->row->missing;
	return x;
}

/* ---- claims ------------------------------------------------------------------------------- */

/* Has it blanks around it? */
static bool stands_alone(const char *text, const char *p, size_t length)
{
	return p > text && strchr(ODD__BLANKS, p[-1]) != NULL &&
	       strchr(ODD__BLANKS, p[length]) != NULL;
}

/* The relation with blanks around it, else the first sign of one, for ids may hold some; none
 * within quotation marks. = always has blanks around it. NULL: there is none. */
static const char *find_relation(const char *text, size_t *length)
{
	const char *first = NULL;
	char quote = '\0';
	for (const char *p = text; *p != '\0'; p++) {
		if (quote == '\0' ? *p == '"' || *p == '\'' : *p == quote)
			quote = quote == '\0' ? *p : '\0';
		if (quote != '\0' || strchr("<>=", *p) == NULL)
			continue;
		*length = 1 + (*p != '=' && p[1] == '=');
		if (stands_alone(text, p, *length))
			return p;
		first = first != NULL || *p == '=' ? first : p;
	}
	*length = first != NULL ? 1 + (first[1] == '=') : 0;
	return first;
}

/* Where " and " parts a claim from another one, outside quotation marks; NULL: nowhere. */
static const char *find_and(const char *text)
{
	char quote = '\0';
	for (const char *p = text; *p != '\0'; p++) {
		if (quote == '\0' ? *p == '"' || *p == '\'' : *p == quote)
			quote = quote == '\0' ? *p : '\0';
		if (quote == '\0' && strncmp(p, " and ", 5) == 0)
			return p;
	}
	return NULL;
}

static odd_status test_one(
	struct claim_verdict *out, const struct result *o, const char *text, odd_error *err)
{
	struct value left, right = {.copy = NULL};
	size_t length;
	*out = (struct claim_verdict){.holds = false};
	const char *at = find_relation(text, &length);
	if (at == NULL || at[length + strspn(at + length, ODD__BLANKS)] == '\0')
		return odd_error_set(err, ODD_EINPUT, "a claim is VALUE < VALUE (or <= > >= =)");
	odd_status status = read_value(&left, text, (size_t)(at - text), false, err);
	if (status == ODD_OK)
		status = read_value(&right, at + length, strlen(at + length), true, err);
	if (status == ODD_OK && o != NULL) {
		out->left = value_of(&left, o, &out->missing);
		out->right = value_of(&right, o, &out->missing);
		bool equal = out->left == out->right;
		out->holds = ((length == 2 || *at == '=') && equal) ||
			     (*at == '<' && out->left < out->right) ||
			     (*at == '>' && out->left > out->right);
	}
	free(left.copy);
	free(right.copy);
	return status;
}

/* Of several joined by "and" the verdict is that of the first that does not hold. */
odd_status claim_test(
	struct claim_verdict *out, const struct result *o, const char *text, odd_error *err)
{
	const char *join = find_and(text);
	if (join == NULL)
		return test_one(out, o, text, err);
	char *first = strndup(text, (size_t)(join - text));
	struct claim_verdict rest = {.holds = false};
	*out = rest;
	if (first == NULL)
		return odd_error_nomem(err);
	odd_status status = test_one(out, o, first, err);
	free(first);
	if (status == ODD_OK)
		status = claim_test(&rest, o, join + 5, err);
	if (status == ODD_OK && out->holds)
		*out = rest;
	return status;
}

/* ---- text --------------------------------------------------------------------------------- */

/* 3, 0.83, 261.7, 6e-08: whole where it is, else two or four digits that matter; shares as 83 %. */
static void put_value(FILE *out, double v, bool share)
{
	if (isnan(v))
		fputs("…", out);
	else if (share)
		fprintf(out, "%.0f %%", 100.0 * v);
	else if (v == floor(v) && fabs(v) < 1e9)
		fprintf(out, "%.0f", v);
	else
		fprintf(out, fabs(v) < 0.01 ? "%.2g" : fabs(v) < 2.0 ? "%.2f" : "%.4g", v);
}

/* An error has the place of the brace in the text as its column, from 1. whole: a value that is
 * missing is one. */
static odd_status fill(
	FILE *out, const struct result *o, const char *text, bool whole, odd_error *err)
{
	const char *const begin = text;
	odd_status status = ODD_OK;
	while (*text != '\0' && status == ODD_OK) {
		if (text[0] != '{' || text[1] == '{') {
			putc(*text, out);
			text += 1 + (text[0] == '{');
			continue;
		}
		size_t length = strcspn(++text, "}");
		const char *missing = NULL;
		const long column = (long)(text - begin);
		struct value v;
		if (text[length] == '\0')
			return odd_error_at(err, ODD_EINPUT, "", 0, column, "a { without its }");
		status = read_value(&v, text, length, false, err);
		if (status == ODD_OK && o != NULL)
			put_value(out, value_of(&v, o, &missing), v.row != NULL && v.row->share);
		if (whole && missing != NULL)
			status = odd_error_set(err, ODD_EINPUT, "{%.*s}: %s",
				length < 60 ? (int)length : 60, text, missing);
		if (status != ODD_OK && err != NULL)
			err->column = column;
		free(v.copy);
		text += length + 1;
	}
	return status;
}

static odd_status fill_text(
	char **done, const struct result *o, const char *text, bool whole, odd_error *err)
{
	size_t size = 0;
	*done = NULL;
	FILE *out = open_memstream(done, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	odd_status status = fill(out, o, text, whole, err);
	if ((fclose(out) != 0 || *done == NULL) && status == ODD_OK)
		status = odd_error_nomem(err);
	if (o == NULL || status != ODD_OK) {
		free(*done);
		*done = NULL;
	}
	return status;
}

odd_status claim_text(char **done, const struct result *o, const char *text, odd_error *err)
{
	return fill_text(done, o, text, false, err);
}

odd_status claim_text_test(const struct result *o, const char *text, odd_error *err)
{
	char *done;
	odd_status status = fill_text(&done, o, text, true, err);
	free(done);
	return status;
}
