/* form_text.c: typing into a field, and words in lines. */
#include "config.h"

#include <string.h>

#include "draw/utf8.h"
#include "tui/form_parts.h"

/* ---- moving by characters -------------------------------------------------------------------- */

/* A character with the combining ones behind it. */
static size_t next_at(const char *text, size_t at)
{
	const char *p = text + at;
	if (utf8_next(&p) == 0)
		return at;
	for (;;) {
		const char *q = p;
		uint32_t c = utf8_next(&q);
		if (c == 0 || utf8_char_width(utf8_printable(c)) != 0)
			return (size_t)(p - text);
		p = q;
	}
}

static size_t previous_at(const char *text, size_t at)
{
	size_t before = 0;
	for (size_t i = 0; i < at; i = next_at(text, i))
		before = i;
	return before;
}

static int width_between(const char *text, size_t from, size_t to)
{
	int columns = 0;
	const char *p = text + from;
	while (p < text + to)
		columns += utf8_char_width(utf8_printable(utf8_next(&p)));
	return columns;
}

void text_show_caret(struct field *field, int room)
{
	if (field->caret < field->scroll)
		field->scroll = field->caret;
	while (field->scroll < field->caret &&
		width_between(field->text, field->scroll, field->caret) >= (room > 1 ? room : 1))
		field->scroll = next_at(field->text, field->scroll);
}

void text_point(struct field *field, int x)
{
	size_t at = field->scroll;
	while (field->text[at] != '\0') {
		size_t next = next_at(field->text, at);
		if (width_between(field->text, field->scroll, next) > x)
			break;
		at = next;
	}
	field->caret = at;
}

/* ---- editing --------------------------------------------------------------------------------- */

static bool cut(struct field *field, size_t from, size_t to)
{
	memmove(field->text + from, field->text + to, strlen(field->text + to) + 1);
	field->caret = from;
	return to > from;
}

static size_t word_before(const char *text, size_t at)
{
	while (at > 0 && text[previous_at(text, at)] == ' ')
		at = previous_at(text, at);
	while (at > 0 && text[previous_at(text, at)] != ' ')
		at = previous_at(text, at);
	return at;
}

static bool insert(struct field *field, uint32_t c)
{
	char bytes[5];
	size_t n = utf8_encode(bytes, c), length = strlen(field->text);
	if (field->kind == FIELD_NUMBER &&
		(c >= 0x80 || strchr("0123456789.,+-eE", (int)c) == NULL))
		return false;
	if (length + n >= sizeof field->text)
		return false;
	memmove(field->text + field->caret + n, field->text + field->caret,
		length - field->caret + 1);
	memcpy(field->text + field->caret, bytes, n);
	field->caret += n;
	return true;
}

/* The keys every shell has. */
static bool control_key(struct field *field, uint32_t letter, bool *changed)
{
	size_t length = strlen(field->text);
	switch (letter) {
	case 'a':
		field->caret = 0;
		return true;
	case 'e':
		field->caret = length;
		return true;
	case 'u':
		*changed = cut(field, 0, field->caret);
		return true;
	case 'k':
		*changed = cut(field, field->caret, length);
		return true;
	case 'w':
		*changed = cut(field, word_before(field->text, field->caret), field->caret);
		return true;
	default:
		return false;
	}
}

bool text_key(struct field *field, struct key key, bool *changed)
{
	size_t length = strlen(field->text);
	if (field->caret > length)
		field->caret = length;
	if (key.mods & MOD_ALT)
		return false;
	if (key.mods & MOD_CTRL)
		return control_key(field, key.code, changed);
	switch (key.code) {
	case K_LEFT:
		field->caret = previous_at(field->text, field->caret);
		return true;
	case K_RIGHT:
		field->caret = next_at(field->text, field->caret);
		return true;
	case K_HOME:
		field->caret = 0;
		return true;
	case K_END:
		field->caret = length;
		return true;
	case K_BACKSPACE:
		*changed = cut(field, previous_at(field->text, field->caret), field->caret);
		return true;
	case K_DELETE:
		*changed = cut(field, field->caret, next_at(field->text, field->caret));
		return true;
	default:
		break;
	}
	if (key.code < 0x20 || key.code >= KEYS_SPECIAL || utf8_printable(key.code) != key.code)
		return false;
	*changed = insert(field, key.code);
	return true; /* a letter in a number is swallowed, not taken for a command */
}

/* ---- words in lines -------------------------------------------------------------------------- */

size_t wrap_line(const char *text, int columns, const char **next)
{
	const char *p = text, *blank = NULL, *slash = NULL;
	int width = 0;
	while (*p != '\0' && *p != '\n') {
		const char *at = p;
		width += utf8_char_width(utf8_printable(utf8_next(&p)));
		if (width > columns) {
			p = *at == ' '      ? at
			    : blank != NULL ? blank
			    : slash != NULL ? slash
			    : at > text     ? at
					    : p;
			break;
		}
		if (*at == ' ')
			blank = at;
		if (*at == '/')
			slash = p;
	}
	size_t length = (size_t)(p - text);
	while (*p == ' ')
		p++;
	if (*p == '\n')
		p++;
	*next = p;
	return length;
}

int wrap_count(const char *text, int columns)
{
	int lines = 0;
	while (*text != '\0') {
		wrap_line(text, columns > 0 ? columns : 1, &text);
		lines++;
	}
	return lines;
}

/* Bytes at the beginning of a text that take no more columns and bytes than these. */
static size_t fitting(const char *text, int columns, size_t bytes)
{
	size_t at = 0;
	int width = 0;
	for (;;) {
		size_t next = next_at(text, at);
		width += width_between(text, at, next);
		if (next == at || width > columns || next > bytes)
			return at;
		at = next;
	}
}

char *fit_text(char *out, size_t size, const char *text, int columns, bool tail)
{
	static const char dots[] = "…";
	size_t length = strlen(text), from = 0, to = length;
	out[0] = '\0';
	if (columns <= 0)
		return out;
	bool whole = (int)utf8_width(text) <= columns && length < size;
	while (!whole && tail && from < length &&
		(width_between(text, from, length) >= columns ||
			length - from + sizeof dots > size))
		from = next_at(text, from);
	if (!whole && !tail)
		to = fitting(text, columns - 1, size - sizeof dots);
	size_t used = 0;
	if (!whole && tail) {
		memcpy(out, dots, sizeof dots - 1);
		used = sizeof dots - 1;
	}
	memcpy(out + used, text + from, to - from);
	used += to - from;
	if (!whole && !tail) {
		memcpy(out + used, dots, sizeof dots - 1);
		used += sizeof dots - 1;
	}
	out[used] = '\0';
	return out;
}
