#include "config.h"

#include "draw/raster_draw.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"

static odd_status append_text(struct bytes *out, const char *s)
{
	return bytes_append(out, s, strlen(s));
}

/* Text content of an element. XML forbids control characters; utf8_printable replaces them. */
static odd_status append_escaped(struct bytes *out, const char *s)
{
	odd_status status = ODD_OK;
	for (uint32_t u; status == ODD_OK && (u = utf8_next(&s)) != 0;) {
		char bytes[5];
		if (u == '<')
			status = append_text(out, "&lt;");
		else if (u == '&')
			status = append_text(out, "&amp;");
		else if (u == '>')
			status = append_text(out, "&gt;");
		else
			status = bytes_append(out, bytes,
				utf8_encode(bytes, u == '\n' ? ' ' : utf8_printable(u)));
	}
	return status;
}

static odd_status append_description(struct bytes *out, const struct png_text *text, size_t count)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		if (strcmp(text[i].key, "Title") != 0)
			continue;
		if ((status = append_text(out, "\n<title>")) == ODD_OK &&
			(status = append_escaped(out, text[i].value)) == ODD_OK)
			status = append_text(out, "</title>");
		break;
	}
	if (count > 0 && status == ODD_OK)
		status = append_text(out, "\n<desc>");
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		if ((status = append_text(out, "\n")) == ODD_OK &&
			(status = append_escaped(out, text[i].key)) == ODD_OK &&
			(status = append_text(out, ": ")) == ODD_OK)
			status = append_escaped(out, text[i].value);
	}
	if (count > 0 && status == ODD_OK)
		status = append_text(out, "\n</desc>");
	return status;
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

static odd_status copy_body(struct bytes *out, const char *s, const char *end)
{
	static const char word[] = "surface";
	const size_t length = sizeof word - 1;
	struct seen seen = {.count = 0};
	odd_status status = ODD_OK;
	while (s < end && status == ODD_OK) {
		const char *hit = memmem(s, (size_t)(end - s), word, length);
		const char *digits = hit != NULL ? hit + length : end;
		if (digits >= end || !isdigit((unsigned char)*digits) ||
			(hit[-1] != '"' && hit[-1] != '#')) {
			const char *stop = hit != NULL ? digits : end;
			status = bytes_append(out, s, (size_t)(stop - s));
			s = stop;
			continue;
		}
		char *after;
		char id[32];
		snprintf(id, sizeof id, "%d", renumber(&seen, strtol(digits, &after, 10)));
		status = bytes_append(out, s, (size_t)(digits - s));
		if (status == ODD_OK)
			status = append_text(out, id);
		s = after;
	}
	return status;
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
	odd_status status = bytes_append(out, s, (size_t)(body - s));
	if (status == ODD_OK)
		status = append_description(out, text, count);
	if (status == ODD_OK)
		status = copy_body(out, body, end);
	if (status != ODD_OK) {
		bytes_clear(out);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}
