/* asking.h: what pictures a terminal can show, by asking it.
 *
 * One burst of questions, the last of which every terminal answers (device attributes): when that
 * answer is there, no other will come. A terminal that never answers costs ASKING_SECONDS. What
 * comes too late is passed over by terminal_keys.c.
 */
#ifndef TUI_ASKING_H
#define TUI_ASKING_H

#include "draw/palette.h"
#include "draw/terminal_picture.h"

#define ASKING_SECONDS 0.1

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
void asking_ask(struct terminal_pixels *out, int in, int to);

/* The same of the terminal that stdout is, from a program that is not on its screen; false: it is
 * none. What was typed meanwhile is lost. */
bool asking_here(struct terminal_pixels *out);

/* Are we within tmux? */
bool asking_within_tmux(void);

/* Some bytes that came; any number at a time. */
void asking_take(struct terminal_pixels *out, const char *bytes, size_t n);

/* What to use: as chosen (0: auto, else PIXELS_… + 1). PIXELS_NONE where it cannot be. */
enum pixel_protocol asking_settle(const struct terminal_pixels *p, int choice);

/* Is the ground it told a light one? */
bool asking_light(const struct terminal_pixels *p);

/* Columns, rows and, where the system knows, pixels of a cell; of a terminal at fd. */
bool asking_cells(struct terminal_pixels *out, int fd);

#endif
