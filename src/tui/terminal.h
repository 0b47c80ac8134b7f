/* terminal.h: the terminal: keys in, cells out, and everything put back as it was.
 *
 * The only module with curses. At most one terminal is open at a time. Whatever happens, an
 * ordinary end, a signal or a crash, the terminal is restored; what was written to stderr
 * meanwhile is shown after that.
 */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "draw/cells.h"
#include "draw/palette.h"
#include "oddone/error.h"
#include "tui/key.h"

struct terminal;

/* ---- the terminal as screen -------------------------------------------------------------------
 */

struct terminal_options {
	enum colour_depth depth; /* at most; what the terminal cannot show is lowered */
	enum theme ground;
	bool mouse;
};

/* What draws on it, with its version. */
const char *terminal_library(void);

odd_status terminal_open(
	struct terminal **out, const struct terminal_options *options, odd_error *err);
void terminal_close(struct terminal *t);

/* Those it can show. */
enum colour_depth terminal_colours(const struct terminal *t);
void terminal_size(const struct terminal *t, size_t *columns, size_t *rows);

/* Put the cells on the screen; only what differs is sent. caret −1: no cursor. */
void terminal_show(struct terminal *t, const struct canvas *c, int caret_x, int caret_y);
/* The next time everything is sent. */
void terminal_redraw(struct terminal *t);

/* The next key, if there is one. */
bool terminal_key(struct terminal *t, struct key *out);

/* Readable when a signal has come; as stdin is when there may be keys. */
int terminal_signal_fd(const struct terminal *t);

enum terminal_event {
	TERMINAL_NOTHING,
	TERMINAL_RESIZED,
	TERMINAL_SUSPEND, /* SIGTSTP, as from kill */
	TERMINAL_END      /* SIGTERM, SIGHUP, or the terminal is gone */
};
/* What the signals ask for, one at a time. */
enum terminal_event terminal_next_event(struct terminal *t);
/* The signal that ended us, or 0. */
int terminal_ended_by(const struct terminal *t);

/* Give the terminal back to the shell until we are continued. */
void terminal_suspend(struct terminal *t);

void terminal_mouse(struct terminal *t, bool on);
void terminal_ground(struct terminal *t, enum theme ground);

/* Hand text to the terminal's clipboard (OSC 52); terminals that do not know it ignore it. */
void terminal_copy(struct terminal *t, const char *text);

/* ---- light or dark: the background, which the terminal tells when asked (OSC 11) --------------
 *
 * Device attributes are asked for in the same write: every terminal answers those, so that a
 * terminal without OSC 11 is not waited for. One that answers nothing costs QUERY_SECONDS; its
 * late answers come among the keys, where terminal_keys.c skips them.
 */

#define QUERY_SECONDS 0.1

/* enum theme + 1; 0: the terminal does not tell. */
int terminal_ask_theme(struct terminal *t);

/* What came so far, in any pieces: answers are taken out of bytes, what the user typed stays.
 * *theme as above; *ended: the last answer is there. Returns how many bytes stay. */
size_t terminal_take_answers(char *bytes, size_t count, int *theme, bool *ended);

/* ---- signals as bytes in a pipe, and the terminal restored when the program crashes -----------
 */

/* Install the handlers. When the program dies, restore (length bytes) is written to fd, and the
 * settings of the terminal are `before` again: those from before curses touched it. */
odd_status signals_open(int *read_end, int fd, const struct termios *before, const char *restore,
	size_t length, odd_error *err);
void signals_close(void);

/* The next signal that came, or 0. */
int signals_next(void);

/* The terminal as it was, for a last word before the program ends on the spot: where to write it,
 * or −1 when no terminal is in use. */
int signals_restore(void);
/* Stop the process as Ctrl-Z would, and return when it is continued. */
void signals_stop_here(void);

/* ---- what its files share: what terminfo knows ----------------------------------------------- */

#define TERMINAL_MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"

/* Is there a description of that name, with 24-bit colours? */
bool terminal_has_direct(const char *name);

/* Can the open terminal move its cursor to a place? */
bool terminal_can_draw(void);

/* What undoes everything we asked of the open terminal, for a program that dies; its length. */
size_t terminal_restore_text(char *out, size_t size);

/* ---- from what curses reads to keys -----------------------------------------------------------
 */

#define TERMINAL_MOUSE 8 /* as many as curses holds */

/* What has to be remembered between keys; all zero at first. */
struct terminal_keys {
	bool pressed; /* the first button of the mouse */
	int x, y;     /* where it went down last … */
	double when;  /* … and when, to know a double click */
	struct {
		int x, y;
		unsigned long state; /* as curses has it */
	} waiting[TERMINAL_MOUSE];   /* what came at once with another, the newest first */
	int waits;
};

bool terminal_keys_next(struct terminal_keys *keys, struct key *out);

#endif
