/* key.h: keys and what the mouse does, whatever terminal they came from.
 *
 * A key is a character or a special key with modifiers. Names are those of the key map: s, S,
 * Space, Enter, Esc, Tab, S-Tab, Up, PgDn, F2, C-r (Ctrl), M-x (Alt).
 */
#ifndef TUI_KEY_H
#define TUI_KEY_H

#include <stdbool.h>
#include <stdint.h>

enum key_code {
	KEYS_SPECIAL = 0x110000, /* behind all of Unicode */
	K_ENTER,
	K_ESC,
	K_TAB,
	K_BACKSPACE,
	K_DELETE,
	K_INSERT,
	K_UP,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_HOME,
	K_END,
	K_PAGE_UP,
	K_PAGE_DOWN,
	K_F1, /* … K_F1 + 11 is F12 */
	K_MOUSE = K_F1 + 12
};

enum key_mods { MOD_CTRL = 1, MOD_ALT = 2, MOD_SHIFT = 4 };

enum mouse_act {
	MOUSE_PRESS,
	MOUSE_DRAG,
	MOUSE_RELEASE,
	MOUSE_DOUBLE,
	MOUSE_WHEEL_UP,
	MOUSE_WHEEL_DOWN
};

struct key {
	uint32_t code; /* a character, or enum key_code */
	unsigned mods; /* Ctrl-letter: the small letter and MOD_CTRL; MOD_SHIFT of special keys
			  alone */
	int x, y;      /* K_MOUSE: the cell */
	enum mouse_act act;
};

#define KEY_NAME 16

/* "C-r" and its like; false when there is no such key. */
bool key_parse(struct key *out, const char *name);
/* The name of a key, as key_parse reads it. Returns out. */
char *key_text(char out[KEY_NAME], struct key key);
bool key_same(struct key a, struct key b);

#endif
