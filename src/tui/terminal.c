#include "config.h"

#include "tui/terminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "draw/utf8.h"

/* Beside what curses asks for: movement while a button is pressed. How it is encoded is left to
 * curses, which can only read what terminfo says. */
#define MOUSE_ON "\033[?1002h"

enum { ESCAPE_MS = 25, BELL = 7, ESCAPE = 27 };

struct terminal {
	SCREEN *screen;
	enum colour_depth depth;
	bool exact; /* 256 colours, those in use set to the very ones */
	enum theme ground;
	unsigned ink_attr[ROLE_COUNT]; /* bold, reverse of a role in these colours */
	bool mouse;
	bool fresh; /* send everything */
	int signal_fd, ended_by;
	int stderr_before; /* the real one, while ours goes to a file */
	FILE *spool;
	struct terminal_keys keys;
};

/* ---- stderr --------------------------------------------------------------------------------- */

/* Messages of libraries must not write over the screen. */
static void catch_stderr(struct terminal *t)
{
	t->stderr_before = -1;
	t->spool = tmpfile();
	if (t->spool == NULL)
		return;
	fflush(stderr);
	t->stderr_before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (t->stderr_before >= 0)
		dup2(fileno(t->spool), STDERR_FILENO);
}

static void release_stderr(struct terminal *t)
{
	char buffer[4096];
	ssize_t n;
	if (t->stderr_before >= 0) {
		fflush(stderr);
		dup2(t->stderr_before, STDERR_FILENO);
		close(t->stderr_before);
		lseek(fileno(t->spool), 0, SEEK_SET);
		while ((n = read(fileno(t->spool), buffer, sizeof buffer)) > 0)
			if (write(STDERR_FILENO, buffer, (size_t)n) < 0)
				break;
	}
	if (t->spool != NULL)
		fclose(t->spool);
}

/* ---- colours -------------------------------------------------------------------------------- */

/* 24 bits need a description of the terminal that has them: xterm-direct for xterm-256color. */
static SCREEN *open_direct(void)
{
	const char *term = getenv("TERM");
	char name[80];
	if (term == NULL)
		return NULL;
	size_t base = strcspn(term, "-");
	snprintf(name, sizeof name, "%.*s-direct", base < 60 ? (int)base : 60, term);
	return terminal_has_direct(name) ? newterm(name, stdout, stdin) : NULL;
}

static enum colour_depth depth_of_terminal(enum colour_depth asked)
{
	enum colour_depth has = !has_colors()      ? COLOUR_MONO
				: COLORS > 0x10000 ? COLOUR_TRUE
				: COLORS >= 256    ? COLOUR_256
				: COLORS >= 16     ? COLOUR_16
				: COLORS >= 8      ? COLOUR_8
						   : COLOUR_MONO;
	return asked < has ? asked : has;
}

/* Few systems describe a terminal with 24-bit colours. Where the 256 can be changed, the one
 * nearest to each of ours is made the same: a terminal that does not listen shows the nearest.
 * Curses puts them back at the end. */
static void make_exact(const struct terminal *t)
{
	for (int role = 0; role < ROLE_COUNT; role++) {
		int index = palette_ink((enum role)role, COLOUR_256, t->ground).index;
		struct rgb c = palette_ink((enum role)role, COLOUR_TRUE, t->ground).rgb;
		if (index >= 16)
			init_extended_color(
				index, c.r * 1000 / 255, c.g * 1000 / 255, c.b * 1000 / 255);
	}
}

/* Pair 1 + role, on the ground the terminal has. */
static void make_pairs(struct terminal *t)
{
	for (int role = 0; role < ROLE_COUNT; role++)
		t->ink_attr[role] = palette_ink((enum role)role, t->depth, t->ground).attr;
	if (t->exact)
		make_exact(t);
	if (t->depth == COLOUR_MONO)
		return;
	for (int role = 0; role < ROLE_COUNT; role++) {
		struct palette_ink ink = palette_ink((enum role)role, t->depth, t->ground);
		int colour = ink.index;
		if (t->depth == COLOUR_TRUE && colour != PALETTE_DEFAULT)
			colour = ink.rgb.r << 16 | ink.rgb.g << 8 | ink.rgb.b;
		init_extended_pair(1 + role, colour, -1);
	}
}

static attr_t attributes(const struct terminal *t, const struct cell *cell)
{
	const unsigned ink = t->ink_attr[cell->role];
	attr_t a = A_NORMAL;
	if ((cell->attr & CELL_BOLD) != 0 || (ink & PEN_BOLD) != 0)
		a |= A_BOLD;
	if (((cell->attr & CELL_REVERSE) != 0) != ((ink & PEN_REVERSE) != 0))
		a |= A_REVERSE;
	if ((cell->attr & CELL_DIM) != 0 && t->depth != COLOUR_MONO)
		a |= A_DIM;
	return a;
}

/* ---- life cycle ----------------------------------------------------------------------------- */

static void send(const char *text)
{
	fputs(text, stdout);
	fflush(stdout);
}

odd_status terminal_open(
	struct terminal **out, const struct terminal_options *options, odd_error *err)
{
	char restore[256];
	struct termios before = {0};
	struct terminal *t = calloc(1, sizeof *t);
	*out = NULL;
	if (t == NULL)
		return odd_error_nomem(err);
	t->ground = options->ground;
	use_tioctl(TRUE);
	tcgetattr(STDOUT_FILENO, &before); /* newterm changes it already */
	if (options->depth == COLOUR_TRUE)
		t->screen = open_direct();
	if (t->screen == NULL)
		t->screen = newterm(NULL, stdout, stdin);
	if (t->screen == NULL) {
		const char *term = getenv("TERM");
		free(t);
		return odd_error_set(err, ODD_EUSAGE,
			"the terminal \"%.40s\" is not known here; set TERM, or use: oddone run",
			term != NULL ? term : "");
	}
	if (!terminal_can_draw()) {
		const char *term = getenv("TERM");
		endwin();
		delscreen(t->screen);
		free(t);
		return odd_error_set(err, ODD_EUSAGE,
			"the terminal \"%.40s\" cannot place its cursor, which the explorer needs; "
			"set TERM, or use: oddone run",
			term != NULL ? term : "");
	}
	def_prog_mode();
	size_t length = terminal_restore_text(restore, sizeof restore);
	odd_status status =
		signals_open(&t->signal_fd, STDOUT_FILENO, &before, restore, length, err);
	if (status != ODD_OK) {
		endwin();
		delscreen(t->screen);
		free(t);
		return status;
	}
	set_escdelay(ESCAPE_MS);
	raw();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	meta(stdscr, TRUE);
	t->depth = COLOUR_MONO;
	if (options->depth != COLOUR_MONO && has_colors() && start_color() == OK) {
		use_default_colors();
		t->depth = depth_of_terminal(options->depth);
		t->exact = options->depth == COLOUR_TRUE && t->depth == COLOUR_256 &&
			   can_change_color();
	}
	make_pairs(t);
	catch_stderr(t);
	terminal_mouse(t, options->mouse);
	t->fresh = true;
	*out = t;
	return ODD_OK;
}

void terminal_close(struct terminal *t)
{
	if (t == NULL)
		return;
	terminal_mouse(t, false);
	endwin();
	signals_close();
	delscreen(t->screen);
	release_stderr(t);
	free(t);
}

enum colour_depth terminal_colours(const struct terminal *t)
{
	return t->depth;
}

void terminal_size(const struct terminal *t, size_t *columns, size_t *rows)
{
	(void)t;
	*columns = COLS > 0 ? (size_t)COLS : 1;
	*rows = LINES > 0 ? (size_t)LINES : 1;
}

/* ---- out ------------------------------------------------------------------------------------ */

static void put_cell(const struct terminal *t, int x, int y, const struct cell *cell)
{
	wchar_t text[CCHARW_MAX + 1];
	const char *p = cell->glyph;
	int n = 0;
	uint32_t c;
	while (n < CCHARW_MAX && (c = utf8_next(&p)) != 0)
		text[n++] = (wchar_t)c;
	text[n] = L'\0';
	cchar_t out;
	int pair = t->depth == COLOUR_MONO ? 0 : 1 + cell->role;
	if (setcchar(&out, text, attributes(t, cell), (short)pair, NULL) == OK)
		mvadd_wch(y, x, &out);
}

void terminal_show(struct terminal *t, const struct canvas *c, int caret_x, int caret_y)
{
	int columns = (int)cells_columns(c), rows = (int)cells_rows(c);
	for (int y = 0; y < rows && y < LINES; y++)
		for (int x = 0; x < columns && x < COLS; x++) {
			const struct cell *cell = cells_at(c, (size_t)x, (size_t)y);
			if (cell->width > 0)
				put_cell(t, x, y, cell);
		}
	if (t->fresh)
		clearok(curscr, TRUE);
	t->fresh = false;
	bool caret = caret_x >= 0 && caret_y >= 0 && caret_x < COLS && caret_y < LINES;
	curs_set(caret ? 1 : 0);
	if (caret)
		move(caret_y, caret_x);
	refresh();
}

void terminal_redraw(struct terminal *t)
{
	t->fresh = true;
}

void terminal_ground(struct terminal *t, enum theme ground)
{
	t->ground = ground;
	make_pairs(t);
	t->fresh = true;
}

/* ---- light or dark -------------------------------------------------------------------------- */

/* "rgb:1414/1717/1c1c": the first two digits of each; 0 when the text is something else. */
static int theme_of(const char *text)
{
	unsigned r, g, b;
	if (sscanf(text, "rgb:%2x%*[^/]/%2x%*[^/]/%2x", &r, &g, &b) != 3 &&
		sscanf(text, "rgb:%2x/%2x/%2x", &r, &g, &b) != 3)
		return 0;
	return 1 + (3 * r + 6 * g + b > 10 * 128 ? THEME_LIGHT : THEME_DARK);
}

/* Length of the answer that begins here with ESC; 0: it is none, or not complete yet. */
static size_t answer_length(const char *s, size_t n)
{
	bool text = n > 1 && s[1] == ']';
	if (!text && !(n > 2 && s[1] == '[' && s[2] == '?'))
		return 0;
	for (size_t i = text ? 2 : 3; i < n; i++) {
		bool last = text ? s[i] == BELL || (s[i] == '\\' && s[i - 1] == ESCAPE)
				 : s[i] >= 0x40 && s[i] <= 0x7e;
		if (last)
			return i + 1;
	}
	return 0;
}

size_t terminal_take_answers(char *bytes, size_t count, int *theme, bool *ended)
{
	size_t kept = 0;
	for (size_t i = 0, length; i<count; i += length> 0 ? length : 1) {
		length = bytes[i] == ESCAPE ? answer_length(bytes + i, count - i) : 0;
		if (length == 0) {
			bytes[kept++] = bytes[i];
			continue;
		}
		char text[64];
		snprintf(text, sizeof text, "%.*s", (int)length, bytes + i);
		if (strncmp(text, "\033]11;", 5) == 0)
			*theme = theme_of(text + 5);
		*ended = *ended || (text[1] == '[' && bytes[i + length - 1] == 'c');
	}
	return kept;
}

int terminal_ask_theme(struct terminal *t)
{
	static const char question[] = "\033]11;?\033\\\033[c";
	const char *term = getenv("TERM");
	const double until = odd__clock() + QUERY_SECONDS;
	char bytes[256];
	size_t count = 0;
	int theme = 0;
	bool ended = false;
	/* These show the question, or never answer. */
	if (term == NULL || strncmp(term, "linux", 5) == 0)
		return 0;
	refresh(); /* on our own screen, which is cleared before anything is drawn */
	send(question);
	while (!ended && count < sizeof bytes) {
		struct pollfd source = {STDIN_FILENO, POLLIN, 0};
		double left = until - odd__clock();
		int ready = left > 0.0 ? poll(&source, 1, (int)(1000.0 * left) + 1) : 0;
		if (ready < 0 && errno == EINTR)
			continue;
		ssize_t n = ready > 0 ? read(STDIN_FILENO, bytes + count, sizeof bytes - count) : 0;
		if (n <= 0)
			break;
		count = terminal_take_answers(bytes, count + (size_t)n, &theme, &ended);
	}
	while (count > 0) /* typed meanwhile */
		ungetch((unsigned char)bytes[--count]);
	t->fresh = true;
	return theme;
}

void terminal_mouse(struct terminal *t, bool on)
{
	if (on == t->mouse)
		return;
	t->mouse = on;
	/* Not clicks: curses would make one of a press and a release that come together. */
	mousemask(on ? BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED |
				  REPORT_MOUSE_POSITION
		     : 0,
		NULL);
	mouseinterval(0);
	send(on ? MOUSE_ON : TERMINAL_MOUSE_OFF);
}

void terminal_copy(struct terminal *t, const char *text)
{
	static const char digit[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *p = (const unsigned char *)text;
	size_t n = strlen(text);
	(void)t;
	fputs("\033]52;c;", stdout);
	for (size_t i = 0; i < n; i += 3) {
		uint32_t v = (uint32_t)p[i] << 16;
		v |= i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0;
		v |= i + 2 < n ? (uint32_t)p[i + 2] : 0;
		putchar(digit[v >> 18]);
		putchar(digit[v >> 12 & 63]);
		putchar(i + 1 < n ? digit[v >> 6 & 63] : '=');
		putchar(i + 2 < n ? digit[v & 63] : '=');
	}
	send("\a");
}

/* ---- in ------------------------------------------------------------------------------------- */

bool terminal_key(struct terminal *t, struct key *out)
{
	return terminal_keys_next(&t->keys, out);
}

int terminal_signal_fd(const struct terminal *t)
{
	return t->signal_fd;
}

int terminal_ended_by(const struct terminal *t)
{
	return t->ended_by;
}

/* The size as the system has it; false when it is not known or the same. */
static bool adopt_size(void)
{
	struct winsize size;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
		return false;
	if (size.ws_col == COLS && size.ws_row == LINES)
		return false;
	resizeterm(size.ws_row, size.ws_col);
	return true;
}

enum terminal_event terminal_next_event(struct terminal *t)
{
	int number;
	while ((number = signals_next()) != 0) {
		switch (number) {
		case SIGWINCH:
			if (adopt_size())
				return TERMINAL_RESIZED;
			break;
		case SIGTSTP:
			return TERMINAL_SUSPEND;
		case SIGCONT: /* continued after SIGSTOP, which cannot be caught */
			t->fresh = true;
			adopt_size();
			return TERMINAL_RESIZED;
		default:
			t->ended_by = number;
			return TERMINAL_END;
		}
	}
	return TERMINAL_NOTHING;
}

void terminal_suspend(struct terminal *t)
{
	bool mouse = t->mouse;
	terminal_mouse(t, false);
	endwin();
	signals_stop_here();
	refresh();
	terminal_mouse(t, mouse);
	adopt_size();
	t->fresh = true;
}

const char *terminal_library(void)
{
	return curses_version();
}
