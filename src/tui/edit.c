#include "config.h"

#include "tui/edit.h"

#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/text.h"

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
		e->text = xgrow(e->text, e->room, 1);
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

size_t edit_next(const char *text, size_t at)
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

int edit_width(const char *text, size_t from, size_t to)
{
	int columns = 0;
	for (const char *p = text + from; p < text + to && *p != '\0';)
		columns += utf8_char_width(utf8_printable(utf8_next(&p)));
	return columns;
}

static size_t right(const struct edit *e)
{
	return edit_next(edit_text(e), e->caret);
}

static size_t left(const struct edit *e)
{
	size_t before = 0;
	for (size_t p = 0; p < e->caret; p = edit_next(edit_text(e), p))
		before = p;
	return before;
}

static size_t start(const struct edit *e)
{
	(void)e;
	return 0;
}

static size_t end(const struct edit *e)
{
	return e->length;
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

/* CUT can be put back, DELETE not. */
enum act { GO, DELETE, CUT, PASTE };

static const struct {
	enum act act;
	size_t (*to)(const struct edit *e); /* from the caret to there */
	const char *keys, *note;
} table[] = {
	{GO, left, "Left C-b", "a character to the left"},
	{GO, right, "Right C-f", "a character to the right"},
	{GO, start, "Home C-a", "to the beginning of the line"},
	{GO, end, "End C-e", "to the end of the line"},
	{GO, word_left, "M-b C-Left", "a word to the left"},
	{GO, word_right, "M-f C-Right", "a word to the right"},
	{DELETE, left, "Backspace C-h", "delete the character before"},
	{DELETE, right, "Delete C-d", "delete the character behind"},
	{CUT, blank_left, "C-w", "delete back to the last blank"},
	{CUT, word_left, "M-Backspace", "delete the word before"},
	{CUT, word_right, "M-d", "delete the word behind"},
	{CUT, start, "C-u", "delete to the beginning"},
	{CUT, end, "C-k", "delete to the end"},
	{PASTE, end, "C-y", "put back what was deleted last"},
};

bool edit_key_row(size_t i, const char **keys, const char **note)
{
	if (i >= sizeof table / sizeof *table)
		return false;
	*keys = table[i].keys;
	*note = table[i].note;
	return true;
}

static void do_act(struct edit *e, enum act act, size_t to)
{
	size_t at = e->caret, from = at < to ? at : to, behind = at < to ? to : at;
	if (act == PASTE && e->killed != NULL)
		edit_replace(e, at, at, e->killed);
	if (act == GO)
		e->caret = to;
	if (act == PASTE || act == GO || at == to)
		return;
	if (act == CUT) {
		free(e->killed);
		e->killed = text_make("%.*s", (int)(behind - from), e->text + from);
	}
	edit_replace(e, from, behind, "");
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
			do_act(e, table[i].act, table[i].to(e));
			return true;
		}
	return false;
}

/* ---- drawing --------------------------------------------------------------------------------- */

int edit_draw(struct edit *e, struct canvas *c, int x, int y, int columns, struct pen pen)
{
	const char *text = edit_text(e);
	size_t room = columns > 0 ? (size_t)columns : 1;
	size_t caret = (size_t)edit_width(text, 0, e->caret);
	size_t all = (size_t)edit_width(text, 0, e->length);
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
		size_t behind = edit_next(text, at), width = (size_t)edit_width(text, at, behind);
		char glyph[64];
		size_t n = behind - at < sizeof glyph ? behind - at : 0;
		memcpy(glyph, text + at, n);
		glyph[n] = '\0';
		if (column >= e->scroll && column + width <= e->scroll + room)
			canvas_text(c, (struct point){x + (double)(column - e->scroll), y},
				ANCHOR_TOP_LEFT, glyph, pen);
		column += width;
		at = behind;
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
