/* utf8.h: reading UTF-8 and measuring it in terminal columns.
 *
 * Widths are those of the C library, whatever the locale of the process.
 * Names come from the user's files: whatever could steer a terminal is replaced on the way.
 */
#ifndef DRAW_UTF8_H
#define DRAW_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT 0xfffdu

/* The next character, and *s moved past it; 0 at the end. Malformed bytes are taken one at a time
 * and give U+FFFD. */
uint32_t utf8_next(const char **s);

/* Write one character (at most 4 bytes and the final NUL); returns its length in bytes. */
size_t utf8_encode(char out[5], uint32_t c);

/* c as a canvas shows it, in a cell of its own: what steers a terminal (base/visible.h) becomes
 * U+FFFD. */
uint32_t utf8_printable(uint32_t c);

/* Columns of one character: 0 for combining ones, 2 for wide ones, 1 for the rest. */
int utf8_char_width(uint32_t c);

/* Columns of a whole string, after utf8_printable. */
size_t utf8_width(const char *s);

/* The next line of a text, of at most `room`: its length in bytes, and in *skip the bytes to the
 * line after it. Broken at a blank or where the text itself has a line break; a word that is longer
 * than a line behind a bar or a slash, or else anywhere, after one character at least. width: of
 * one character, for a device whose room is not counted in columns. */
size_t utf8_break_by(const char *text, double room, size_t *skip,
	double (*width)(const void *of, const char *character), const void *of);
size_t utf8_break(const char *text, int columns, size_t *skip);
/* Lines that a text takes. */
int utf8_lines(const char *text, int columns);

/* The closest single ASCII character ("▲" gives '^'), '?' when there is none. */
char utf8_ascii(uint32_t c);
/* The same without a question mark, in as many characters as it takes: Latin letters without their
 * accents, "ae", and \u4e2d for what has no such letters. Returns the length. */
#define UTF8_SPELT 12
size_t utf8_spell(char out[UTF8_SPELT], uint32_t c);

#endif
