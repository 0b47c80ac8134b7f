/* terminal_query.c: which pictures a terminal can show, by asking it. */
#include "config.h"

#include "tui/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"

enum { ESCAPE = 27, BELL = 7, LEAST_CELL = 6, LARGEST_CELL = 200 };

/* ---- the answers ----------------------------------------------------------------------------- */

/* Is a number in "1;2;3"? */
static bool lists(const char *text, long wanted)
{
	for (char *end; *text != '\0'; text = *end != '\0' ? end + 1 : end) {
		if (strtol(text, &end, 10) == wanted && end != text)
			return true;
		if (*end != '\0' && *end != ';')
			return false;
	}
	return false;
}

static void set_cell(struct terminal_pixels *p, unsigned w, unsigned h)
{
	if (w < LEAST_CELL || h < LEAST_CELL || w > LARGEST_CELL || h > LARGEST_CELL)
		return;
	p->cell_w = w;
	p->cell_h = h;
}

/* "rgb:1414/1717/1c1c": the first two digits of each. */
static void set_ground(struct terminal_pixels *p, const char *text)
{
	unsigned r, g, b;
	if (sscanf(text, "%2x%*[^/]/%2x%*[^/]/%2x", &r, &g, &b) != 3 &&
		sscanf(text, "%2x/%2x/%2x", &r, &g, &b) != 3)
		return;
	p->ground = (struct rgb){(uint8_t)r, (uint8_t)g, (uint8_t)b};
	p->grounded = true;
}

/* One whole answer without its ESC. */
static void answer(struct terminal_pixels *p, const char *text)
{
	unsigned a, b;
	size_t n = strlen(text);
	char last = n > 0 ? text[n - 1] : '\0';
	if (strncmp(text, "[?", 2) == 0 && last == 'c') {
		p->answered = true;
		p->sixel = p->sixel || lists(text + 2, 4);
	} else if (sscanf(text, "[6;%u;%ut", &a, &b) == 2 && last == 't') {
		set_cell(p, b, a);
	} else if (sscanf(text, "[?1;0;%uS", &a) == 1 && last == 'S') {
		p->registers = a;
	} else if (strncmp(text, "_Gi=31;OK", 9) == 0) {
		p->kitty = true;
	} else if (strncmp(text, "P>|", 3) == 0) {
		p->iterm = p->iterm || strncmp(text + 3, "iTerm2", 6) == 0 ||
			   strncmp(text + 3, "WezTerm", 7) == 0;
	} else if (strncmp(text, "]11;rgb:", 8) == 0) {
		set_ground(p, text + 8);
	}
}

/* Is the sequence that began with ESC complete? */
static bool complete(const char *s, size_t n)
{
	unsigned char last = (unsigned char)s[n - 1];
	if (n < 2)
		return false;
	if (s[1] == '[')
		return n > 2 && last >= 0x40 && last <= 0x7e;
	if (s[1] == '_' || s[1] == 'P' || s[1] == ']')
		return last == BELL || (n > 3 && last == '\\' && s[n - 2] == ESCAPE);
	return true;
}

static void typed(struct terminal_pixels *p, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n && p->ahead_count < sizeof p->ahead; i++)
		p->ahead[p->ahead_count++] = bytes[i];
}

/* Ours are answers to what was asked; a key that begins with ESC is not. */
static bool is_answer(const char *s)
{
	return s[1] == '_' || s[1] == 'P' || s[1] == ']' ||
	       (s[1] == '[' && (s[2] == '?' || strncmp(s + 2, "6;", 2) == 0));
}

void terminal_query_read(struct terminal_pixels *p, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (p->length == 0 && bytes[i] != ESCAPE) {
			typed(p, bytes + i, 1);
			continue;
		}
		if (p->length + 2 >= sizeof p->part) /* nobody answers as much */
			p->length = 0;
		p->part[p->length++] = bytes[i];
		p->part[p->length] = '\0';
		if (!complete(p->part, p->length))
			continue;
		if (is_answer(p->part))
			answer(p, p->part + 1);
		else
			typed(p, p->part, p->length);
		p->length = 0;
	}
}

/* ---- the questions --------------------------------------------------------------------------- */

static bool within(const char *program)
{
	const char *value = getenv(program);
	return value != NULL && value[0] != '\0';
}

bool terminal_is_within_tmux(void)
{
	return within("TMUX");
}

bool terminal_query_cells(struct terminal_pixels *out, int fd)
{
	struct winsize size;
	if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0 ||
		size.ws_xpixel == 0 || size.ws_ypixel == 0)
		return false;
	unsigned w = size.ws_xpixel / size.ws_col, h = size.ws_ypixel / size.ws_row;
	set_cell(out, w, h);
	return out->cell_w == w && out->cell_h == h;
}

static void send(int fd, const char *text)
{
	size_t left = strlen(text);
	while (left > 0) {
		ssize_t n = write(fd, text, left);
		if (n < 0 && errno != EINTR)
			return;
		text += n > 0 ? n : 0;
		left -= n > 0 ? (size_t)n : 0;
	}
}

/* last: even after the last answer one more may come, as tmux gives its own at once. */
static void listen_for(struct terminal_pixels *out, int in, double until, bool last)
{
	while (!out->answered || (last && !out->kitty)) {
		struct pollfd source = {in, POLLIN, 0};
		double left = until - odd__clock();
		char bytes[256];
		if (left <= 0.0)
			return;
		int ready = poll(&source, 1, (int)(1000.0 * left) + 1);
		if (ready < 0 && errno == EINTR)
			continue;
		ssize_t n = ready > 0 ? read(in, bytes, sizeof bytes) : 0;
		if (n <= 0)
			return;
		terminal_query_read(out, bytes, (size_t)n);
	}
}

/* tmux and screen answer for themselves. What they tell of sixel they pass on. tmux passes
 * pictures of kitty on where somebody has set allow-passthrough, else it drops the question; what
 * it passes is not where its cells are, so that only a kitty will do which lets cells show a
 * picture (U=1): others do not answer that. Nothing else gets through, and nothing through screen.
 */
static void ask(struct terminal_pixels *out, int in, int to, bool last)
{
	const char *term = getenv("TERM"), *program = getenv("TERM_PROGRAM"),
		   *local = getenv("LC_TERMINAL");
	memset(out, 0, sizeof *out);
	terminal_query_cells(out, to);
	/* These show what is not for them, or nothing at all. */
	if (term == NULL || term[0] == '\0' || strncmp(term, "linux", 5) == 0 ||
		strcmp(term, "dumb") == 0)
		return;
	bool inside = within("TMUX") || within("STY");
	out->passed = within("TMUX");
	if (out->passed)
		send(to, "\033Ptmux;\033\033_Gi=31,s=1,v=1,a=q,t=d,f=24,U=1;AAAA\033\033\\\033\\");
	else if (!inside)
		send(to, "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\\033[>0q");
	send(to, "\033]11;?\033\\\033[?1;1;0S\033[16t\033[c");
	listen_for(out, in, odd__clock() + QUERY_SECONDS, last && out->passed);
	typed(out, out->part, out->length <= 1 ? out->length : 0);
	out->length = 0;
	out->iterm =
		!inside && (out->iterm || (program != NULL && strcmp(program, "iTerm.app") == 0) ||
				   (local != NULL && strcmp(local, "iTerm2") == 0));
}

void terminal_query(struct terminal_pixels *out, int in, int to)
{
	ask(out, in, to, false);
}

bool terminal_query_stdout(struct terminal_pixels *out)
{
	struct termios before, raw;
	memset(out, 0, sizeof *out);
	int fd = isatty(STDOUT_FILENO) ? open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : -1;
	if (fd < 0 || tcgetattr(fd, &before) != 0) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	raw = before;
	raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	fflush(stdout);
	tcsetattr(fd, TCSANOW, &raw);
	ask(out, fd, fd, true);
	tcsetattr(fd, TCSAFLUSH, &before); /* what comes too late is not for the shell */
	close(fd);
	return true;
}

enum pixel_protocol terminal_query_protocol(const struct terminal_pixels *p, int choice)
{
	if (terminal_picture_can(NULL) != ODD_OK)
		return PIXELS_NONE;
	if (choice > 0)
		return (enum pixel_protocol)(choice - 1);
	if (p->cell_w == 0)
		return PIXELS_NONE;
	return p->kitty   ? PIXELS_KITTY
	       : p->iterm ? PIXELS_ITERM
	       : p->sixel ? PIXELS_SIXEL
			  : PIXELS_NONE;
}

bool terminal_query_is_light(const struct terminal_pixels *p)
{
	return 3 * p->ground.r + 6 * p->ground.g + p->ground.b > 10 * 128;
}
