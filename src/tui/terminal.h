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
#include "draw/terminal_picture.h"
#include "oddone/error.h"
#include "tui/key.h"

struct terminal;

/* ---- which pictures the terminal can show, by asking it ----------------------------------------
 *
 * One burst of questions, the last of which every terminal answers (device attributes): when that
 * answer is there, no other will come. A terminal that never answers costs QUERY_SECONDS. Answers
 * that come later are among the keys, and skipped by terminal_keys.c.
 */

#define QUERY_SECONDS 0.1

struct terminal_pixels {
	bool answered; /* the last question was */
	bool kitty, sixel, iterm;
	bool passed;             /* it is within tmux, which passes pictures of kitty on */
	unsigned registers;      /* colours of sixel; 0: not told */
	unsigned cell_w, cell_h; /* pixels; 0: not known */
	bool grounded;           /* it told its ground: */
	struct rgb ground;
	char ahead[64]; /* what was typed meanwhile */
	size_t ahead_count;
	/* of the reading */
	char part[256];
	size_t length;
};

/* Ask on a terminal that is in raw mode, and read what comes. Nothing is asked where the
 * environment says that nobody would understand. */
void terminal_query(struct terminal_pixels *out, int in, int to);

/* The same of the terminal that stdout is, from a program that is not on its screen; false: it is
 * none. What was typed meanwhile is lost. */
bool terminal_query_stdout(struct terminal_pixels *out);

/* Are we within tmux? */
bool terminal_is_within_tmux(void);

/* Some bytes that came; any number at a time. */
void terminal_query_read(struct terminal_pixels *out, const char *bytes, size_t n);

/* What to use: as chosen (0: auto, else PIXELS_… + 1). PIXELS_NONE where it cannot be. */
enum pixel_protocol terminal_query_protocol(const struct terminal_pixels *p, int choice);

/* Is the ground it told a light one? */
bool terminal_query_is_light(const struct terminal_pixels *p);

/* Columns, rows and, where the system knows, pixels of a cell; of a terminal at fd. */
bool terminal_query_cells(struct terminal_pixels *out, int fd);

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
/* Whatever these cells are to show is written with the next screen, though curses holds it to be
 * there: a picture has been drawn over them. */
void terminal_forget(struct terminal *t, int x, int y, int w, int h);

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

/* Ask what pictures it can show (terminal.h). Lent; all zero before. */
const struct terminal_pixels *terminal_ask(struct terminal *t);
/* Has it answered since, among the keys? */
bool terminal_told(struct terminal *t);
/* The size of its cells may be another. */
const struct terminal_pixels *terminal_measure(struct terminal *t);
/* Bytes that curses need not know of: they leave cells, colours and cursor as they are. */
void terminal_send(struct terminal *t, const char *bytes, size_t n);

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
	char late[256]; /* an answer that came among the keys; none: 0 */
	size_t late_length;
};

bool terminal_keys_next(struct terminal_keys *keys, struct key *out);

#endif
