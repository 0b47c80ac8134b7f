#include "config.h"

#include "report/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

enum sheet_dialect sheet_dialect_of(const char *path)
{
	size_t length = strlen(path);
	return length > 4 && strcmp(path + length - 4, ".csv") == 0 ? SHEET_CSV : SHEET_TSV;
}

/* What a terminal would obey, what a spreadsheet would reckon, and what is no UTF-8; quote: as CSV
 * has quotation marks. first: of its line. */
static void put_escaped(FILE *out, const char *name, bool first, bool quote)
{
	for (const char *p = name, *from = p; *p != '\0'; from = p) {
		uint32_t c = odd__utf8_next(&p);
		bool malformed = c == ODD__REPLACEMENT && p == from + 1;
		bool begins =
			from == name && (strchr("=+-@", (int)c) != NULL || (c == '#' && first));
		bool escaped = odd__steers(c) || malformed || c == '%' || (begins && c < 0x80);
		for (; from < p; from++) {
			if (escaped)
				fprintf(out, "%%%02X", (unsigned char)*from);
			else
				putc(*from, out);
		}
		if (c == '"' && quote)
			putc('"', out);
	}
}

void sheet_put_name(FILE *out, const char *name)
{
	put_escaped(out, name, false, false);
}

/* Whatever parts the next field from the one before; was it the first? */
static bool next_field(struct sheet *s)
{
	bool first = !s->begun;
	if (!first)
		putc(s->dialect == SHEET_CSV ? ',' : '\t', s->out);
	s->begun = true;
	return first;
}

void sheet_name(struct sheet *s, const char *name)
{
	bool first = next_field(s);
	bool quote = s->dialect == SHEET_CSV && strpbrk(name, ",\"") != NULL;
	if (quote)
		putc('"', s->out);
	put_escaped(s->out, name, first && s->dialect == SHEET_TSV, quote);
	if (quote)
		putc('"', s->out);
}

void sheet_word(struct sheet *s, const char *word)
{
	next_field(s);
	fputs(word, s->out);
}

void sheet_count(struct sheet *s, unsigned long long n)
{
	next_field(s);
	fprintf(s->out, "%llu", n);
}

void sheet_number(struct sheet *s, double x)
{
	char text[SHEET_NUMBER];
	sheet_word(s, sheet_number_text(text, x));
}

void sheet_brief(struct sheet *s, double x)
{
	next_field(s);
	fprintf(s->out, "%.9g", x);
}

void sheet_end(struct sheet *s)
{
	putc('\n', s->out);
	s->begun = false;
}

void sheet_words(struct sheet *s, const char *words)
{
	while (*words != '\0') {
		size_t length = strcspn(words, " ");
		next_field(s);
		fwrite(words, 1, length, s->out);
		words += length + (words[length] == ' ');
	}
}

const char *sheet_number_text(char buffer[SHEET_NUMBER], double x)
{
	if (isnan(x))
		return strcpy(buffer, "nan");
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buffer, SHEET_NUMBER, "%.*g", digits, x);
		if (digits == 17 || strtod(buffer, NULL) == x)
			break;
	}
	return buffer;
}
