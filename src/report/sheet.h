/* sheet.h: tables for other programs, in one of two dialects.
 *
 *     .tsv   fields parted by tabs. In a name, a % and two hexadecimal digits stand for a byte, as
 * in oddone text: control characters, % itself, a # that would begin the line, and a name that is a
 * single -, which is the mark for "none". .csv   fields parted by commas, those that hold a comma,
 * a quotation mark or a line end in quotation marks, as RFC 4180 has it. No comments.
 *
 * Either way a name is escaped once, and reads back as it was.
 */
#ifndef REPORT_SHEET_H
#define REPORT_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum sheet_dialect { SHEET_TSV, SHEET_CSV };

/* By the ending of a file: .csv, or anything else. */
enum sheet_dialect sheet_dialect_of(const char *path);

struct sheet {
	FILE *out;
	enum sheet_dialect dialect;
	bool begun; /* the line has a field already */
};

/* The next field: a name of the user's, a word of ours, … */
void sheet_name(struct sheet *s, const char *name);
void sheet_word(struct sheet *s, const char *word);
void sheet_words(struct sheet *s, const char *words); /* several, parted by blanks */
void sheet_count(struct sheet *s, unsigned long long n);
/* … a number with the fewest of 15 to 17 digits that read back as the same, or with nine. */
void sheet_number(struct sheet *s, double x);
void sheet_brief(struct sheet *s, double x);
void sheet_end(struct sheet *s);

/* A name as a field of a .tsv that is not the first of its line. */
void sheet_put_name(FILE *out, const char *name);

enum { SHEET_NUMBER = 32 };
/* As sheet_number writes it; "nan" for NAN. Returns buffer. */
const char *sheet_number_text(char buffer[SHEET_NUMBER], double x);

#endif
