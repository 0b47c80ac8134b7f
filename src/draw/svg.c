#include "config.h"

#include "draw/raster_draw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"

/* Text content of an element. XML forbids control characters; utf8_printable replaces them. */
static void append_escaped(struct bytes *out, const char *s)
{
	for (uint32_t u; (u = utf8_next(&s)) != 0;) {
		char bytes[5];
		if (u == '<' || u == '&' || u == '>')
			bytes_print(out, "&%s;", u == '<' ? "lt" : u == '>' ? "gt" : "amp");
		else
			bytes_append(out, bytes,
				utf8_encode(bytes, u == '\n' ? ' ' : utf8_printable(u)));
	}
}

static void append_description(struct bytes *out, const struct png_text *text, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(text[i].key, "Title") != 0)
			continue;
		bytes_print(out, "\n<title>");
		append_escaped(out, text[i].value);
		bytes_print(out, "</title>");
		break;
	}
	if (count == 0)
		return;
	bytes_print(out, "\n<desc>");
	for (size_t i = 0; i < count; i++) {
		bytes_print(out, "\n");
		append_escaped(out, text[i].key);
		bytes_print(out, ": ");
		append_escaped(out, text[i].value);
	}
	bytes_print(out, "\n</desc>");
}

/* Numbers met after "surface", in order of appearance; a plain figure has one. */
struct seen {
	long number[64];
	int count;
};

static int renumber(struct seen *seen, long number)
{
	for (int i = 0; i < seen->count; i++) {
		if (seen->number[i] == number)
			return i + 1;
	}
	if (seen->count < 64)
		seen->number[seen->count++] = number;
	return seen->count;
}

static void copy_body(struct bytes *out, const char *s, const char *end)
{
	static const char word[] = "surface";
	struct seen seen = {.count = 0};
	while (s < end) {
		const char *hit = memmem(s, (size_t)(end - s), word, sizeof word - 1);
		const char *digits = hit != NULL ? hit + sizeof word - 1 : end;
		bytes_append(out, s, (size_t)(digits - s));
		s = digits;
		if (digits < end && isdigit((unsigned char)*digits) &&
			(hit[-1] == '"' || hit[-1] == '#')) {
			char *after;
			bytes_print(out, "%d", renumber(&seen, strtol(digits, &after, 10)));
			s = after;
		}
	}
}

odd_status svg_tidy(struct bytes *out, const struct bytes *in, const struct png_text *text,
	size_t count, odd_error *err)
{
	memset(out, 0, sizeof *out);
	const char *s = (const char *)in->data, *end = s + in->length;
	const char *root = in->length > 0 ? memmem(s, in->length, "<svg ", 5) : NULL;
	const char *body = root != NULL ? memchr(root, '>', (size_t)(end - root)) : NULL;
	if (body == NULL)
		return odd_error_set(err, ODD_EIO, "cannot draw: no SVG came out");
	body++;
	bytes_append(out, s, (size_t)(body - s));
	append_description(out, text, count);
	copy_body(out, body, end);
	return bytes_status(out, err);
}
