/* form_text.c: typing into a field (edit.h has the keys), and words in lines. */
#include "config.h"

#include <string.h>

#include "draw/utf8.h"
#include "tui/edit.h"
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

/* A character that has no place in a number is swallowed, not taken for a command. */
static bool unfit(const struct field *field, struct key key)
{
	return field->kind == FIELD_NUMBER && key.code >= ' ' && key.code < KEYS_SPECIAL &&
	       (key.mods & (MOD_CTRL | MOD_ALT)) == 0 &&
	       (key.code >= 0x80 || strchr("0123456789.,+-eE", (int)key.code) == NULL);
}

bool text_key(struct field *field, struct key key, bool *changed)
{
	struct edit line = {0};
	if (unfit(field, key))
		return true;
	edit_set(&line, field->text);
	line.caret = field->caret < line.length ? field->caret : line.length;
	bool taken = edit_key(&line, key);
	if (taken && line.length < sizeof field->text) { /* a full field takes no more */
		*changed = strcmp(field->text, edit_text(&line)) != 0;
		strcpy(field->text, edit_text(&line));
		field->caret = line.caret;
	}
	edit_clear(&line);
	return taken;
}

/* ---- words in lines -------------------------------------------------------------------------- */

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
