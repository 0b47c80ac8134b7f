#include "config.h"

#include "report/claim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/base/option.h"

enum { MOST_WORDS = 16, MOST_ARGUMENTS = 2 };

/* ---- words -------------------------------------------------------------------------------- */

/* Words of a text, their quotation marks taken off, in a copy of it. */
struct words {
	char *copy;
	char *word[MOST_WORDS];
	int count;
};

/* One word from *at on, written over where it stands. */
static bool take_word(char *out, char **at)
{
	char quote = '\0', *p = *at;
	for (; *p != '\0' && (quote != '\0' || strchr(" \t\r\n", *p) == NULL); p++) {
		bool escapes = quote == '\0' || (quote == '"' && (p[1] == '"' || p[1] == '\\'));
		if (quote == '\0' && (*p == '\'' || *p == '"')) {
			quote = *p;
			continue;
		}
		if (quote != '\0' && *p == quote) {
			quote = '\0';
			continue;
		}
		if (*p == '\\' && escapes && p[1] != '\0')
			p++;
		*out++ = *p;
	}
	*at = p + (*p != '\0');
	*out = '\0';
	return quote == '\0';
}

static odd_status split(struct words *out, const char *text, odd_error *err)
{
	*out = (struct words){.copy = strdup(text)};
	if (out->copy == NULL)
		return odd_error_nomem(err);
	for (char *p = out->copy; *(p += strspn(p, " \t\r\n")) != '\0';) {
		if (out->count == MOST_WORDS)
			return odd_error_set(err, ODD_EINPUT, "too many words");
		char *word = out->word[out->count++] = p;
		if (!take_word(word, &p))
			return odd_error_set(err, ODD_EINPUT, "a quotation mark without its other");
	}
	return ODD_OK;
}

static void words_clear(struct words *w)
{
	free(w->copy);
	w->copy = NULL;
}

/* ---- values ------------------------------------------------------------------------------- */

struct value {
	double number;                 /* without a row */
	const char *kept;              /* of the run of that name; NULL: the present one */
	const struct claim_value *row; /* NULL: a number */
	char *argument[MOST_ARGUMENTS];
	int count;
};

/* 0.6, or 60% for the same. */
static bool read_number(double *out, const char *text)
{
	char *end;
	*out = strtod(text, &end);
	if (end == text || !isfinite(*out))
		return false;
	if (*end == '%')
		*out /= 100.0;
	return end[*end == '%'] == '\0';
}

static const struct claim_value *find_row(const char *name)
{
	const struct claim_value *row;
	size_t i = 0;
	while ((row = claim_value_get(i)) != NULL && strcmp(row->name, name) != 0)
		i++;
	return row;
}

/* Does an argument fit its word in the row, of so many letters? */
static bool argument_fits(const char *as, size_t length, const char *text)
{
	double top;
	char choices[40];
	if (length == 1 && *as == 'L')
		return strchr(text, '%') == NULL && read_number(&top, text) && top > 0.0 &&
		       top <= 100.0;
	if (length == 4 && memcmp(as, "NODE", 4) == 0)
		return true;
	if (length == 4 && memcmp(as, "KIND", 4) == 0)
		return odd_kind_from_name(text, strlen(text)) > ODD_ORDINARY;
	snprintf(choices, sizeof choices, "%.*s", (int)length, as);
	return odd_choice_find(choices, text) >= 0;
}

static bool arguments_fit(const struct value *v)
{
	const char *p = v->row->arguments;
	int at = 0;
	for (; *p != '\0'; at++) {
		size_t length = strcspn(p, " "), open = *p == '[';
		if (at < v->count ? !argument_fits(p + open, length - 2 * open, v->argument[at])
				  : !open)
			return false;
		p += length;
		p += *p == ' ';
	}
	return at >= v->count;
}

/* "recall@12.5.structural": name and arguments in one word, cut where they meet. Where a number
 * comes first a point before a digit belongs to it. */
static int cut(char *word, char *piece[2 + MOST_ARGUMENTS])
{
	int count = 1;
	char *p = strchr(word, '@');
	piece[0] = word;
	if (p == NULL)
		return count;
	*p++ = '\0';
	const struct claim_value *row = find_row(word);
	bool number = row != NULL && row->arguments[0] == 'L';
	bool two = row != NULL ? strchr(row->arguments, ' ') != NULL : strcmp(word, "kept") == 0;
	piece[count++] = p;
	for (; *p != '\0' && two && count == 2; p++)
		if (*p == '.' && !(number && p[1] >= '0' && p[1] <= '9')) {
			*p = '\0';
			piece[count++] = p + 1;
		}
	return count;
}

static odd_status no_value(const char *word, odd_error *err)
{
	return odd_error_set(err, ODD_EINPUT, "\"%.40s\" does not begin a value", word);
}

static odd_status read_value(struct value *out, char *const *word, int count, odd_error *err)
{
	char *piece[2 + MOST_ARGUMENTS], whole[64];
	*out = (struct value){.number = (double)NAN};
	if (count == 1 && read_number(&out->number, word[0]))
		return ODD_OK;
	snprintf(whole, sizeof whole, "%s", count > 0 ? word[0] : "");
	if (count == 1) {
		count = cut(word[0], piece);
		word = piece;
	}
	if (count > 2 && strcmp(word[0], "kept") == 0) {
		odd_status status = read_value(out, word + 2, count - 2, err);
		out->kept = word[1];
		return status == ODD_OK && out->row == NULL ? no_value(whole, err) : status;
	}
	out->row = count > 0 ? find_row(word[0]) : NULL;
	if (out->row == NULL || count - 1 > MOST_ARGUMENTS)
		return no_value(whole, err);
	out->count = count - 1;
	for (int i = 0; i < out->count; i++)
		out->argument[i] = word[i + 1];
	return arguments_fit(out) ? ODD_OK : no_value(whole, err);
}

/* NAN, and why, when there is none. */
static double value_of(const struct value *v, const struct outcome *o, const char **missing)
{
	const struct outcome *of = o;
	struct outcome earlier = {0};
	if (v->row == NULL)
		return v->number;
	if (v->kept != NULL) {
		of = NULL;
		for (size_t i = o->kept_count; i-- > 0 && of == NULL;)
			if (strcmp(o->kept[i].name, v->kept) == 0) {
				earlier.trace = o->kept[i].trace;
				earlier.evaluation = o->kept[i].evaluation;
				of = &earlier;
			}
	}
	double x = of != NULL ? v->row->of(of, v->count, v->argument) : (double)NAN;
	if (isnan(x))
		*missing = of != NULL ? v->row->missing : "no run of that name was kept";
	return x;
}

/* ---- claims ------------------------------------------------------------------------------- */

struct claim {
	struct words words;
	char relation[3];
	struct value left, right;
	double more; /* than the right one */
};

static bool is_relation(const char *w)
{
	return (w[0] == '<' || w[0] == '>') && (w[1] == '\0' || (w[1] == '=' && w[2] == '\0'));
}

/* Which word is the relation; count: none. */
static int find_relation(const struct words *w)
{
	int at = 0;
	while (at < w->count && !is_relation(w->word[at]))
		at++;
	return at;
}

/* "auc>=0.9" with the blanks that make the relation a word, on the heap. */
static char *spaced(const char *text)
{
	size_t at = strcspn(text, "<>"), size = strlen(text) + 3;
	char *out = malloc(size);
	size_t length = text[at] == '\0' ? 0 : 1 + (text[at + 1] == '=');
	if (out != NULL)
		snprintf(out, size, "%.*s %.*s %s", (int)at, text, (int)length, text + at,
			text + at + length);
	return out;
}

static odd_status read_words(struct claim *out, const char *text, odd_error *err)
{
	odd_status status = split(&out->words, text, err);
	if (status != ODD_OK || find_relation(&out->words) < out->words.count)
		return status;
	words_clear(&out->words);
	char *again = spaced(text);
	status = again != NULL ? split(&out->words, again, err) : odd_error_nomem(err);
	free(again);
	return status;
}

/* Gives words to be cleared, also on error. */
static odd_status read_claim(struct claim *out, const char *text, odd_error *err)
{
	*out = (struct claim){.more = 0.0};
	odd_status status = read_words(out, text, err);
	if (status != ODD_OK)
		return status;
	struct words *w = &out->words;
	int at = find_relation(w), right = w->count - at - 1;
	if (at == 0 || right < 1)
		return odd_error_set(err, ODD_EINPUT, "a claim is VALUE < VALUE (or <= > >=)");
	strcpy(out->relation, w->word[at]);
	if (right > 2 && strcmp(w->word[w->count - 2], "+") == 0 &&
		read_number(&out->more, w->word[w->count - 1]))
		right -= 2;
	status = read_value(&out->left, w->word, at, err);
	return status == ODD_OK ? read_value(&out->right, w->word + at + 1, right, err) : status;
}

odd_status claim_check(const char *text, odd_error *err)
{
	struct claim c;
	odd_status status = read_claim(&c, text, err);
	words_clear(&c.words);
	return status;
}

odd_status claim_test(
	struct claim_verdict *out, const struct outcome *o, const char *text, odd_error *err)
{
	struct claim c;
	*out = (struct claim_verdict){.holds = false};
	odd_status status = read_claim(&c, text, err);
	if (status == ODD_OK) {
		out->left = value_of(&c.left, o, &out->missing);
		out->right = value_of(&c.right, o, &out->missing) + c.more;
		bool equal = c.relation[1] == '=' && out->left == out->right;
		out->holds = equal || (c.relation[0] == '<' ? out->left < out->right
							    : out->left > out->right);
	}
	words_clear(&c.words);
	return status;
}

/* ---- text --------------------------------------------------------------------------------- */

/* 3, 0.83, 261.7: whole where it is, else two or four digits that matter; shares as 83 %. */
static void put_value(FILE *out, double v, bool share)
{
	if (isnan(v))
		fputs("…", out);
	else if (share)
		fprintf(out, "%.0f %%", 100.0 * v);
	else if (v == floor(v) && fabs(v) < 1e9)
		fprintf(out, "%.0f", v);
	else if (fabs(v) < 2.0)
		fprintf(out, "%.2f", v);
	else
		fprintf(out, "%.4g", v);
}

/* What stands in braces; o NULL: it is only checked. */
static odd_status put_named(FILE *out, const struct outcome *o, const char *inside, odd_error *err)
{
	struct words w;
	struct value v;
	const char *missing;
	odd_status status = split(&w, inside, err);
	if (status == ODD_OK)
		status = read_value(&v, w.word, w.count, err);
	if (status == ODD_OK && o != NULL)
		put_value(out, value_of(&v, o, &missing), v.row != NULL && v.row->share);
	words_clear(&w);
	return status;
}

static odd_status fill(FILE *out, const struct outcome *o, const char *text, odd_error *err)
{
	odd_status status = ODD_OK;
	while (*text != '\0' && status == ODD_OK) {
		if (text[0] != '{' || text[1] == '{') {
			putc(*text, out);
			text += 1 + (text[0] == '{');
			continue;
		}
		size_t length = strcspn(text, "}");
		if (text[length] == '\0')
			return odd_error_set(err, ODD_EINPUT, "a { without its }");
		char *inside = strndup(text + 1, length - 1);
		status = inside != NULL ? put_named(out, o, inside, err) : odd_error_nomem(err);
		free(inside);
		text += length + 1;
	}
	return status;
}

static odd_status fill_text(char **done, const struct outcome *o, const char *text, odd_error *err)
{
	size_t size = 0;
	*done = NULL;
	FILE *out = open_memstream(done, &size);
	if (out == NULL)
		return odd_error_nomem(err);
	odd_status status = fill(out, o, text, err);
	if (fclose(out) != 0 && status == ODD_OK)
		status = odd_error_nomem(err);
	if (status != ODD_OK) {
		free(*done);
		*done = NULL;
	}
	return status;
}

odd_status claim_text_check(const char *text, odd_error *err)
{
	char *done;
	odd_status status = fill_text(&done, NULL, text, err);
	free(done);
	return status;
}

char *claim_text(const struct outcome *o, const char *text)
{
	char *done;
	fill_text(&done, o, text, NULL);
	return done;
}
