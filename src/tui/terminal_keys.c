#include "config.h"

#include "tui/terminal.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

#define DOUBLE_SECONDS 0.35

enum { BELL = 7, ESCAPE = 27, DELETE = 127 };

static const struct {
	int curses;
	uint32_t code;
	unsigned mods;
} specials[] = {
	{KEY_UP, K_UP, 0},
	{KEY_DOWN, K_DOWN, 0},
	{KEY_LEFT, K_LEFT, 0},
	{KEY_RIGHT, K_RIGHT, 0},
	{KEY_SR, K_UP, MOD_SHIFT},
	{KEY_SF, K_DOWN, MOD_SHIFT},
	{KEY_SLEFT, K_LEFT, MOD_SHIFT},
	{KEY_SRIGHT, K_RIGHT, MOD_SHIFT},
	{KEY_HOME, K_HOME, 0},
	{KEY_END, K_END, 0},
	{KEY_PPAGE, K_PAGE_UP, 0},
	{KEY_NPAGE, K_PAGE_DOWN, 0},
	{KEY_DC, K_DELETE, 0},
	{KEY_IC, K_INSERT, 0},
	{KEY_BACKSPACE, K_BACKSPACE, 0},
	{KEY_ENTER, K_ENTER, 0},
	{KEY_BTAB, K_TAB, MOD_SHIFT},
};

static bool special(struct key *out, int code)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
		if (specials[i].curses == code) {
			*out = (struct key){.code = specials[i].code, .mods = specials[i].mods};
			return true;
		}
	if (code >= KEY_F(1) && code <= KEY_F(12)) {
		*out = (struct key){.code = K_F1 + (uint32_t)(code - KEY_F(1))};
		return true;
	}
	return false;
}

static struct key character(wint_t c)
{
	switch (c) {
	case '\r':
	case '\n':
		return (struct key){.code = K_ENTER};
	case '\t':
		return (struct key){.code = K_TAB};
	case '\b':
	case DELETE:
		return (struct key){.code = K_BACKSPACE};
	case ESCAPE:
		return (struct key){.code = K_ESC};
	default:
		if (c > 0 && c < 27)
			return (struct key){.code = (uint32_t)c + 'a' - 1, .mods = MOD_CTRL};
		return (struct key){.code = (uint32_t)c};
	}
}

/* One KEY_MOUSE may stand for several events, when a press and its release were read together, and
 * curses gives the newest first. */
static void take_mouse(struct terminal_keys *keys)
{
	MEVENT event;
	while (keys->waits < TERMINAL_MOUSE && getmouse(&event) == OK) {
		keys->waiting[keys->waits].x = event.x;
		keys->waiting[keys->waits].y = event.y;
		keys->waiting[keys->waits++].state = (unsigned long)event.bstate;
	}
}

/* The oldest that waits; false when it means nothing. */
static bool mouse(struct terminal_keys *keys, struct key *out)
{
	keys->waits--;
	int x = keys->waiting[keys->waits].x, y = keys->waiting[keys->waits].y;
	unsigned long state = keys->waiting[keys->waits].state;
	*out = (struct key){.code = K_MOUSE, .x = x, .y = y};
	if ((state & BUTTON4_PRESSED) != 0) {
		out->act = MOUSE_WHEEL_UP;
	} else if ((state & BUTTON5_PRESSED) != 0) {
		out->act = MOUSE_WHEEL_DOWN;
	} else if ((state & BUTTON1_RELEASED) != 0) {
		keys->pressed = false;
		out->act = MOUSE_RELEASE;
	} else if ((state & BUTTON1_PRESSED) != 0) {
		bool again =
			x == keys->x && y == keys->y && odd__clock() - keys->when < DOUBLE_SECONDS;
		out->act = again ? MOUSE_DOUBLE : MOUSE_PRESS;
		keys->pressed = true;
		keys->x = x;
		keys->y = y;
		keys->when = again ? 0.0 : odd__clock();
	} else if (keys->pressed) {
		out->act = MOUSE_DRAG;
	} else {
		return false;
	}
	return true;
}

/* Skips the rest of an answer that came late (terminal.h), or of an unknown key: up to its last
 * byte, which follows at once. False: c begins neither. */
static bool skip_sequence(wint_t c)
{
	const bool text = c == '_' || c == 'P' || c == ']';
	wint_t before = 0, next = c;
	if (c != '[' && !text)
		return false;
	for (size_t n = 0; n == 0 || get_wch(&next) == OK; n++) {
		bool last = text ? next == BELL || (next == '\\' && before == ESCAPE)
				 : n > 0 && next >= 0x40 && next <= 0x7e;
		if (last)
			return true;
		before = next;
	}
	return before != c;
}

bool terminal_keys_next(struct terminal_keys *keys, struct key *out)
{
	wint_t c;
	for (;;) {
		while (keys->waits > 0)
			if (mouse(keys, out))
				return true;
		int kind = get_wch(&c);
		if (kind == ERR)
			return false;
		if (kind == KEY_CODE_YES && c == KEY_MOUSE)
			take_mouse(keys);
		else if (kind == KEY_CODE_YES && special(out, (int)c))
			return true;
		if (kind == KEY_CODE_YES)
			continue;
		*out = character(c);
		if (c != ESCAPE)
			return true;
		/* What follows at once belongs to it: Alt and a key. */
		kind = get_wch(&c);
		if (kind == OK && skip_sequence(c))
			continue;
		if (kind == OK && c != ESCAPE) {
			*out = character(c);
			out->mods |= MOD_ALT;
		} else if (kind == OK) {
			unget_wch((wchar_t)c);
		} else if (kind == KEY_CODE_YES) {
			ungetch((int)c);
		}
		return true;
	}
}

/* ---- what terminfo knows: last, since <term.h> defines many short names as macros ------------ */

#include <term.h>

bool terminal_has_direct(const char *name)
{
	int status = 0;
	if (setupterm(name, STDOUT_FILENO, &status) != OK)
		return false;
	bool direct = tigetnum("colors") > 256;
	del_curterm(cur_term);
	return direct;
}

bool terminal_can_draw(void)
{
	const char *place = tigetstr("cup");
	return place != NULL && place != (char *)-1;
}

size_t terminal_restore_text(char *out, size_t size)
{
	static const char *const capability[] = {"sgr0", "oc", "op", "cnorm", "rmkx", "rmcup"};
	size_t used = (size_t)snprintf(out, size, "%s", TERMINAL_MOUSE_OFF);
	for (size_t i = 0; i < sizeof capability / sizeof *capability; i++) {
		const char *text = tigetstr(capability[i]);
		if (text != NULL && text != (char *)-1 && used + strlen(text) < size)
			used += (size_t)snprintf(out + used, size - used, "%s", text);
	}
	return used;
}
