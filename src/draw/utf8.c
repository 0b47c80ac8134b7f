#include "config.h"

#include "draw/utf8.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/visible.h"

uint32_t utf8_next(const char **s)
{
	return odd__utf8_next(s);
}

size_t utf8_encode(char out[5], uint32_t c)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
	for (size_t i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(lead[n] | c);
	out[n] = '\0';
	return n;
}

uint32_t utf8_printable(uint32_t c)
{
	return odd__steers(c) ? UTF8_REPLACEMENT : c;
}

/* The C library's table of characters, which it has for a UTF-8 locale alone. */
static locale_t utf8_locale;

static void open_locale(void)
{
	utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

int utf8_char_width(uint32_t c)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	if (c < 0x300)
		return 1;
	pthread_once(&once, open_locale);
	if (utf8_locale == (locale_t)0)
		return 1;
	const locale_t before = uselocale(utf8_locale);
	const int width = wcwidth((wchar_t)c);
	uselocale(before);
	return width < 0 ? 1 : width;
}

size_t utf8_width(const char *s)
{
	size_t columns = 0;
	for (uint32_t c; (c = utf8_next(&s)) != 0;)
		columns += (size_t)utf8_char_width(utf8_printable(c));
	return columns;
}

size_t utf8_break_by(const char *text, double room, size_t *skip,
	double (*width)(const void *of, const char *character), const void *of)
{
	size_t blank = 0, inside = 0;
	double used = 0.0;
	const char *p = text;
	while (*p != '\0' && *p != '\n') {
		const char *before = p;
		char character[5];
		uint32_t u = utf8_printable(utf8_next(&p));
		utf8_encode(character, u);
		used += width != NULL ? width(of, character) : utf8_char_width(u);
		if (u == ' ' && before > text && *p != '%') /* "5 %" stays together */
			blank = (size_t)(before - text);
		if (used > room) {
			size_t cut = (size_t)((before > text ? before : p) - text);
			size_t length = blank > 0 ? blank : inside > 0 ? inside : cut;
			*skip = length + strspn(text + length, " ");
			return length;
		}
		if (u == '|' || u == '/')
			inside = (size_t)(p - text);
	}
	*skip = (size_t)(p - text) + (*p == '\n');
	return (size_t)(p - text);
}

size_t utf8_break(const char *text, int columns, size_t *skip)
{
	return utf8_break_by(text, columns, skip, NULL, NULL);
}

int utf8_lines(const char *text, int columns)
{
	int lines = 0;
	for (size_t skip; *text != '\0'; text += skip, lines++)
		utf8_break(text, columns, &skip);
	return lines;
}

/* One to one, so that a text keeps its width when its glyphs are traded. */
/* clang-format off */
static const struct twin {
	uint16_t c;
	char ascii;
} twins[] = {
	{0x00a0, ' '}, {0x00b0, 'o'}, {0x00b1, '~'}, {0x00b2, '2'}, {0x00b3, '3'}, {0x00b5, 'u'},
	{0x00b7, '.'}, {0x00d7, 'x'}, {0x0394, 'D'}, {0x039b, 'L'}, {0x03a3, 'S'}, {0x03b1, 'a'},
	{0x03b2, 'b'}, {0x03b3, 'g'}, {0x03b4, 'd'}, {0x03b5, 'e'}, {0x03bb, 'l'}, {0x03bc, 'u'},
	{0x03c1, 'r'}, {0x03c3, 's'}, {0x1d40, 'T'}, {0x2009, ' '}, {0x2010, '-'}, {0x2011, '-'},
	{0x2012, '-'}, {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201c, '"'},
	{0x201d, '"'}, {0x2022, '*'}, {0x2026, '~'}, {0x202f, ' '}, {0x2190, '<'}, {0x2191, '^'},
	{0x2192, '>'}, {0x2193, 'v'}, {0x2212, '-'}, {0x2248, '~'}, {0x2260, '!'}, {0x2264, '<'},
	{0x2265, '>'}, {0x2500, '-'}, {0x2502, '|'}, {0x250c, '+'}, {0x2510, '+'}, {0x2514, '+'},
	{0x2518, '+'}, {0x2588, '#'}, {0x25a0, '#'}, {0x25a1, 'n'}, {0x25b2, '^'}, {0x25b3, 'A'},
	{0x25b6, '>'}, {0x25b8, '>'}, {0x25bc, 'v'}, {0x25bd, 'v'}, {0x25c6, '*'}, {0x25c7, 'c'},
	{0x25c9, '@'}, {0x25cb, 'o'}, {0x25cf, 'O'}, {0x2713, 'y'}, {0x2717, 'x'},
};
/* clang-format on */

/* Latin letters without what is on and below them, from U+00C0 to U+017F; a digit is a pair. */
enum { LATIN = 0xc0, LATIN_END = 0x180 };
static const char latin[] = "AAAAAA1CEEEEIIIIDNOOOOOxOUUUUY35aaaaaa2ceeeeiiiidnooooo/ouuuuy4y"
			    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi67JjKkkLlLlLlL"
			    "lLlNnNnNnnNnOoOoOo89RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
static const char *const pairs[] = {"", "AE", "ae", "Th", "th", "ss", "IJ", "ij", "OE", "oe"};

size_t utf8_spell(char out[UTF8_SPELT], uint32_t c)
{
	char twin = utf8_ascii(c);
	char letter = c >= LATIN && c < LATIN_END ? latin[c - LATIN] : 0;
	if (letter >= '1' && letter <= '9')
		return (size_t)snprintf(out, UTF8_SPELT, "%s", pairs[letter - '0']);
	if (twin != '?')
		return (size_t)snprintf(out, UTF8_SPELT, "%c", twin);
	return (size_t)snprintf(out, UTF8_SPELT, c < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)c);
}

char utf8_ascii(uint32_t c)
{
	if (c >= LATIN && c < LATIN_END) {
		char letter = latin[c - LATIN];
		return letter >= '1' && letter <= '9' ? pairs[letter - '0'][0] : letter;
	}
	if (c < 0x80)
		return c < 0x20 || c == 0x7f ? '?' : (char)c;
	size_t lo = 0, hi = sizeof twins / sizeof *twins;
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;
		if (twins[middle].c < c)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < sizeof twins / sizeof *twins && twins[lo].c == c ? twins[lo].ascii : '?';
}
