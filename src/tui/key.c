#include "config.h"

#include "tui/key.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "draw/utf8.h"

/* Names of keys that are no visible character. The first name of a code is the one that is
 * written; the others are read as well, because people come from other programs. */
static const struct {
	uint32_t code;
	const char *name;
} names[] = {
	{' ', "Space"},
	{K_ENTER, "Enter"},
	{K_ESC, "Esc"},
	{K_TAB, "Tab"},
	{K_BACKSPACE, "Backspace"},
	{K_DELETE, "Delete"},
	{K_INSERT, "Insert"},
	{K_UP, "Up"},
	{K_DOWN, "Down"},
	{K_LEFT, "Left"},
	{K_RIGHT, "Right"},
	{K_HOME, "Home"},
	{K_END, "End"},
	{K_PAGE_UP, "PgUp"},
	{K_PAGE_DOWN, "PgDn"},
	{K_MOUSE, "Mouse"},
	{K_ENTER, "Return"},
	{K_ESC, "Escape"},
	{K_DELETE, "Del"},
	{K_INSERT, "Ins"},
	{K_PAGE_UP, "PageUp"},
	{K_PAGE_DOWN, "PageDown"},
};

static const struct {
	unsigned mod;
	const char *prefix;
} prefixes[] = {
	{MOD_CTRL, "C-"},
	{MOD_ALT, "M-"},
	{MOD_SHIFT, "S-"},
	{MOD_CTRL, "Ctrl-"},
	{MOD_ALT, "Alt-"},
	{MOD_SHIFT, "Shift-"},
};

enum { SHORT_PREFIXES = 3 };

/* One modifier off the front of the name; 0 when there is none. "C-" alone is not a modifier: the
 * last character is always the key. */
static unsigned take_prefix(const char **name)
{
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t length = strlen(prefixes[i].prefix);
		bool same = i < SHORT_PREFIXES
				    ? strncmp(*name, prefixes[i].prefix, length) == 0
				    : strncasecmp(*name, prefixes[i].prefix, length) == 0;
		if (same && (*name)[length] != '\0') {
			*name += length;
			return prefixes[i].mod;
		}
	}
	return 0;
}

/* F1 … F12; 0 when it is none. */
static uint32_t function_key(const char *name)
{
	int number = 0, used = 0;
	if ((name[0] != 'F' && name[0] != 'f') || name[1] < '1' || name[1] > '9')
		return 0;
	if (sscanf(name + 1, "%2d%n", &number, &used) != 1 || name[1 + used] != '\0')
		return 0;
	return number <= 12 ? (uint32_t)(K_F1 + number - 1) : 0;
}

static uint32_t special_key(const char *name)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(names[i].name, name) == 0)
			return names[i].code;
	return function_key(name);
}

/* A name that is one visible character; 0 when it is not. */
static uint32_t character(const char *name)
{
	const char *p = name;
	uint32_t c = utf8_next(&p);
	if (*p != '\0' || c <= ' ' || c != utf8_printable(c))
		return 0;
	/* A malformed byte is no key, the replacement character itself would be one. */
	if (c == UTF8_REPLACEMENT && p - name != 3)
		return 0;
	return c;
}

bool key_parse(struct key *out, const char *name)
{
	struct key key = {0};
	unsigned mod;
	while ((mod = take_prefix(&name)) != 0) {
		if (key.mods & mod)
			return false;
		key.mods |= mod;
	}
	if ((key.code = character(name)) == 0)
		key.code = special_key(name);
	if (key.code == 0 || key.code == K_MOUSE)
		return false;
	/* A terminal sends no Shift with characters: S-a is A. */
	if (key.code < KEYS_SPECIAL && key.mods & MOD_SHIFT)
		return false;
	if (key.mods & MOD_CTRL && key.code >= 'A' && key.code <= 'Z')
		key.code += 'a' - 'A';
	*out = key;
	return true;
}

char *key_text(char out[KEY_NAME], struct key key)
{
	char *to = out;
	for (size_t i = 0; i < SHORT_PREFIXES; i++)
		if (key.mods & prefixes[i].mod)
			to = stpcpy(to, prefixes[i].prefix);
	size_t room = KEY_NAME - (size_t)(to - out);
	if (key.code >= K_F1 && key.code < K_F1 + 12) {
		snprintf(to, room, "F%d", (int)(key.code - K_F1 + 1));
		return out;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].code == key.code) {
			snprintf(to, room, "%s", names[i].name);
			return out;
		}
	utf8_encode(to, key.code < KEYS_SPECIAL ? utf8_printable(key.code) : UTF8_REPLACEMENT);
	return out;
}

bool key_same(struct key a, struct key b)
{
	if (a.code != b.code || a.mods != b.mods)
		return false;
	return a.code != K_MOUSE || (a.act == b.act && a.x == b.x && a.y == b.y);
}
