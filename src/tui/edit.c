#include "config.h"

#include "tui/edit.h"

#include "draw/utf8.h"
#include "session/memory.h"

void edit_clear(struct edit *e)
{
	free(e->text);
	free(e->killed);
	*e = (struct edit){0};
}

const char *edit_text(const struct edit *e)
{
	return e->text != NULL ? e->text : "";
}

void edit_replace(struct edit *e, size_t from, size_t to, const char *text)
{
	size_t added = strlen(text), length = e->length - (to - from) + added;
	if (length + 1 > e->room) {
		e->room = 2 * length + 32;
		bool fresh = e->text == NULL;
		e->text = memory_grow(e->text, e->room, 1);
		if (fresh)
			e->text[0] = '\0';
	}
	memmove(e->text + from + added, e->text + to, e->length - to + 1);
	memcpy(e->text + from, text, added);
	e->length = length;
	e->caret = from + added;
}

void edit_set(struct edit *e, const char *text)
{
	edit_replace(e, 0, e->length, text);
}

/* ---- characters and words -------------------------------------------------------------------- */

static bool combines(const char *p)
{
	return *p != '\0' && utf8_char_width(utf8_next(&p)) == 0;
}

/* Behind the character at `at` and what combines with it. */
static size_t next(const struct edit *e, size_t at)
{
	const char *p = edit_text(e) + at;
	if (*p == '\0')
		return at;
	utf8_next(&p);
	while (combines(p))
		utf8_next(&p);
	return (size_t)(p - edit_text(e));
}

static size_t previous(const struct edit *e, size_t at)
{
	size_t before = 0;
	for (size_t p = 0; p < at; p = next(e, p))
		before = p;
	return before;
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

static size_t word_right(const struct edit *e)
{
	const char *text = edit_text(e);
	size_t at = e->caret;
	while (text[at] != '\0' && !is_word(text[at]))
		at++;
	while (is_word(text[at]))
		at++;
	return at;
}

static size_t word_left(const struct edit *e)
{
	const char *text = edit_text(e);
	size_t at = e->caret;
	while (at > 0 && !is_word(text[at - 1]))
		at--;
	while (at > 0 && is_word(text[at - 1]))
		at--;
	return at;
}

/* C-w goes by blanks, so that a file's name or an option goes as one. */
static size_t blank_left(const struct edit *e)
{
	const char *text = edit_text(e);
	size_t at = e->caret;
	while (at > 0 && text[at - 1] == ' ')
		at--;
	while (at > 0 && text[at - 1] != ' ')
		at--;
	return at;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void cut(struct edit *e, size_t from, size_t to, bool keep)
{
	if (from >= to)
		return;
	if (keep) {
		free(e->killed);
		e->killed = memory_grow(NULL, to - from + 1, 1);
		memcpy(e->killed, e->text + from, to - from);
		e->killed[to - from] = '\0';
	}
	edit_replace(e, from, to, "");
}

enum act {
	GO_LEFT,
	GO_RIGHT,
	GO_START,
	GO_END,
	GO_WORD_LEFT,
	GO_WORD_RIGHT,
	CUT_LEFT,
	CUT_RIGHT,
	CUT_WORD,
	CUT_WORD_LEFT,
	CUT_WORD_RIGHT,
	CUT_TO_START,
	CUT_TO_END,
	PASTE
};

static const struct {
	enum act act;
	const char *keys, *note;
} table[] = {
	{GO_LEFT, "Left C-b", "a character to the left"},
	{GO_RIGHT, "Right C-f", "a character to the right"},
	{GO_START, "Home C-a", "to the beginning of the line"},
	{GO_END, "End C-e", "to the end of the line"},
	{GO_WORD_LEFT, "M-b C-Left", "a word to the left"},
	{GO_WORD_RIGHT, "M-f C-Right", "a word to the right"},
	{CUT_LEFT, "Backspace C-h", "delete the character before"},
	{CUT_RIGHT, "Delete C-d", "delete the character behind"},
	{CUT_WORD, "C-w", "delete back to the last blank"},
	{CUT_WORD_LEFT, "M-Backspace", "delete the word before"},
	{CUT_WORD_RIGHT, "M-d", "delete the word behind"},
	{CUT_TO_START, "C-u", "delete to the beginning"},
	{CUT_TO_END, "C-k", "delete to the end"},
	{PASTE, "C-y", "put back what was deleted last"},
};

bool edit_key_row(size_t i, const char **keys, const char **note)
{
	if (i >= sizeof table / sizeof *table)
		return false;
	*keys = table[i].keys;
	*note = table[i].note;
	return true;
}

static void do_act(struct edit *e, enum act act)
{
	size_t at = e->caret;
	switch (act) {
	case GO_LEFT:
		e->caret = previous(e, at);
		break;
	case GO_RIGHT:
		e->caret = next(e, at);
		break;
	case GO_START:
		e->caret = 0;
		break;
	case GO_END:
		e->caret = e->length;
		break;
	case GO_WORD_LEFT:
		e->caret = word_left(e);
		break;
	case GO_WORD_RIGHT:
		e->caret = word_right(e);
		break;
	case CUT_LEFT:
		cut(e, previous(e, at), at, false);
		break;
	case CUT_RIGHT:
		cut(e, at, next(e, at), false);
		e->caret = at;
		break;
	case CUT_WORD:
		cut(e, blank_left(e), at, true);
		break;
	case CUT_WORD_LEFT:
		cut(e, word_left(e), at, true);
		break;
	case CUT_WORD_RIGHT:
		cut(e, at, word_right(e), true);
		break;
	case CUT_TO_START:
		cut(e, 0, at, true);
		break;
	case CUT_TO_END:
		cut(e, at, e->length, true);
		break;
	case PASTE:
		if (e->killed != NULL)
			edit_replace(e, at, at, e->killed);
		break;
	}
}

bool edit_key_among(struct key key, const char *keys)
{
	char name[KEY_NAME];
	size_t length = strlen(key_text(name, key));
	for (const char *p = keys; *p != '\0'; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");
		if (n == length && strncmp(p, name, n) == 0)
			return true;
		p += n;
	}
	return false;
}

bool edit_key(struct edit *e, struct key key)
{
	if (key.code < KEYS_SPECIAL && key.mods == 0) {
		char bytes[5];
		if (key.code < ' ' || key.code != utf8_printable(key.code))
			return false;
		utf8_encode(bytes, key.code);
		edit_replace(e, e->caret, e->caret, bytes);
		return true;
	}
	if (key.code == K_MOUSE)
		return false;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (edit_key_among(key, table[i].keys)) {
			do_act(e, table[i].act);
			return true;
		}
	return false;
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* Columns of the first `bytes` bytes. */
static size_t width_of(const char *text, size_t bytes)
{
	size_t width = 0;
	for (const char *p = text; p < text + bytes && *p != '\0';)
		width += (size_t)utf8_char_width(utf8_printable(utf8_next(&p)));
	return width;
}

int edit_draw(struct edit *e, struct canvas *c, int x, int y, int columns, struct pen pen)
{
	const char *text = edit_text(e);
	size_t room = columns > 0 ? (size_t)columns : 1;
	size_t caret = width_of(text, e->caret), all = width_of(text, e->length);
	/* A third of the row stays in sight on either side, where there is text. */
	size_t margin = room / 3;
	if (caret < e->scroll + margin)
		e->scroll = caret > margin ? caret - margin : 0;
	if (caret + 1 > e->scroll + room)
		e->scroll = caret + 1 - room + margin;
	if (e->scroll > 0 && all + 1 < e->scroll + room)
		e->scroll = all + 1 > room ? all + 1 - room : 0;
	size_t column = 0;
	for (size_t at = 0; at < e->length;) {
		size_t end = next(e, at), width = width_of(text + at, end - at);
		char glyph[64];
		size_t n = end - at < sizeof glyph ? end - at : 0;
		memcpy(glyph, text + at, n);
		glyph[n] = '\0';
		if (column >= e->scroll && column + width <= e->scroll + room)
			canvas_text(c, (struct point){x + (double)(column - e->scroll), y},
				ANCHOR_TOP_LEFT, glyph, pen);
		column += width;
		at = end;
	}
	for (size_t blank = column > e->scroll ? column - e->scroll : 0; blank < room; blank++)
		canvas_text(c, (struct point){x + (double)blank, y}, ANCHOR_TOP_LEFT, " ", pen);
	struct pen dim = {.role = ROLE_DIM};
	if (e->scroll > 0)
		canvas_text(c, (struct point){x, y}, ANCHOR_TOP_LEFT, "<", dim);
	if (all > e->scroll + room)
		canvas_text(c, (struct point){x + (double)room - 1, y}, ANCHOR_TOP_LEFT, ">", dim);
	return x + (int)(caret - e->scroll);
}
