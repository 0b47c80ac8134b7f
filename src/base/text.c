/* text.c: characters that may be shown, and words of a line. */
#include "config.h"

#include "base/visible.h"
#include "base/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

uint32_t odd__utf8_next(const char **s)
{
	const unsigned char *p = (const unsigned char *)*s;
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
	if (p[0] == 0)
		return 0;
	*s += 1;
	if (p[0] < 0x80)
		return p[0];
	unsigned more = p[0] >= 0xf0 && p[0] < 0xf8 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;
	if (more == 0 || p[0] >= 0xf8)
		return ODD__REPLACEMENT;
	uint32_t c = p[0] & (0x3fu >> more);
	for (unsigned i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return ODD__REPLACEMENT;
		c = c << 6 | (p[i] & 0x3fu);
	}
	if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return ODD__REPLACEMENT;
	*s += more;
	return c;
}

size_t odd__utf8_put(char *out, uint32_t c)
{
	if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		c = ODD__REPLACEMENT;
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (size_t i = n - 1; i > 0; i--, c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
	return n;
}

bool odd__steers(uint32_t c)
{
	static const uint32_t range[][2] = {{0x00, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c},
		{0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x206f}, {0xfff9, 0xfffb},
		{0xe0000, 0xe007f}};
	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (c >= range[i][0] && c <= range[i][1])
			return true;
	return false;
}

size_t odd__visible_next(char out[ODD__VISIBLE], const char **s)
{
	const char *from = *s;
	uint32_t c = odd__utf8_next(s);
	size_t length = (size_t)(*s - from);
	out[0] = '\0';
	if (c == 0)
		return 0;
	if (c == ODD__REPLACEMENT && length == 1)
		return (size_t)sprintf(out, "\\x%02x", (unsigned char)*from);
	if (odd__steers(c))
		return (size_t)snprintf(out, ODD__VISIBLE,
			c < 0x100     ? "\\x%02x"
			: c < 0x10000 ? "\\u%04x"
				      : "\\U%08x",
			(unsigned)c);
	memcpy(out, from, length);
	out[length] = '\0';
	return length;
}

char *odd__visible(char *out, size_t size, const char *text)
{
	char next[ODD__VISIBLE];
	size_t used = 0, length;
	while ((length = odd__visible_next(next, &text)) > 0 && used + length < size) {
		memcpy(out + used, next, length);
		used += length;
	}
	if (size > 0)
		out[used] = '\0';
	return out;
}

size_t odd__word(char *out, const char *text, char *open)
{
	const char *p = text;
	char quote = '\0';
	for (; *p != '\0' && (quote != '\0' || strchr(ODD__BLANKS, *p) == NULL); p++) {
		bool escapes =
			quote == '"' ? p[1] == '"' || p[1] == '\\' : quote == '\0' && p[1] != '\0';
		if (quote == '\0' ? *p == '\'' || *p == '"' : *p == quote) {
			quote = quote == '\0' ? *p : '\0';
			continue;
		}
		p += *p == '\\' && escapes;
		if (out != NULL)
			*out++ = *p;
	}
	if (out != NULL)
		*out = '\0';
	*open = quote;
	return (size_t)(p - text);
}
