#include "config.h"

#include "report/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum sheet_dialect sheet_dialect_of(const char *path)
{
	size_t length = strlen(path);
	return length > 4 && strcmp(path + length - 4, ".csv") == 0 ? SHEET_CSV : SHEET_TSV;
}

/* first: of its line. */
static void put_escaped(FILE *out, const char *name, bool first)
{
	bool dash = strcmp(name, "-") == 0;
	for (const char *p = name; *p != '\0'; p++) {
		unsigned char c = (unsigned char)*p;
		if (c < ' ' || c == 0x7f || c == '%' || dash || (c == '#' && first && p == name))
			fprintf(out, "%%%02X", c);
		else
			putc(c, out);
	}
}

void sheet_put_name(FILE *out, const char *name)
{
	put_escaped(out, name, false);
}

static void put_quoted(FILE *out, const char *name)
{
	if (strpbrk(name, ",\"\r\n") == NULL) {
		fputs(name, out);
		return;
	}
	putc('"', out);
	for (; *name != '\0'; name++) {
		if (*name == '"')
			putc('"', out);
		putc(*name, out);
	}
	putc('"', out);
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
	if (s->dialect == SHEET_CSV)
		put_quoted(s->out, name);
	else
		put_escaped(s->out, name, first);
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
