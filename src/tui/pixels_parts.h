/* pixels_parts.h: what pictures of panes are made of. */
#ifndef TUI_PIXELS_PARTS_H
#define TUI_PIXELS_PARTS_H

#include <pthread.h>

#include "tui/pixels.h"

enum { PIECES = 16 };

/* A part of a pane that nothing covers, in cells. */
struct piece {
	int x, y, w, h;
};

struct pieces {
	struct piece of[PIECES];
	size_t count;
};

/* What decides how pictures look, and how they are sent. */
struct pixels_way {
	enum pixel_protocol protocol;
	unsigned cell_w, cell_h;
	bool passed; /* through tmux: pictures have numbers, and cells show them */
	bool grounded;
	struct rgb ground;
	enum theme theme;
};

/* What is to be drawn and encoded. */
struct pixels_job {
	bool waiting;
	int slot;
	unsigned long version, place;
	struct bytes draw_list;
	struct piece at;
	struct pieces pieces;
	struct pixels_way way;
};

/* What came of it: bytes for the terminal. */
struct pixels_result {
	bool ready;
	unsigned long version, place;
	struct bytes bytes;
	struct pieces pieces;
};

struct slot {
	/* as drawn last */
	bool wanted;
	struct piece at;
	struct bytes draw_list;
	struct pieces pieces;
	unsigned long version; /* another one for every change … */
	unsigned long place;   /* … and for every change of place or cover */
	/* on its way */
	unsigned long posted;
	double when;
	/* on the terminal */
	bool shown;
	unsigned long shown_version;
	struct piece shown_at;
	struct pixels_result kept; /* what was sent last, to be sent again */
};

struct pixels {
	struct pixels_way way;
	struct slot slot[PIXEL_SLOTS];
	double last; /* when a picture was posted */

	bool threaded;
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool stop;
	struct pixels_job job[PIXEL_SLOTS];
	struct pixels_result result[PIXEL_SLOTS];
	int pipe[2];
};

/* The number of a picture that cells show: the colour of the cells tells it, beyond the 16 that
 * every terminal has its own way of writing. */
static inline unsigned pixels_number(int slot, size_t piece)
{
	return 100u + (unsigned)slot * PIECES + (unsigned)piece;
}
_Static_assert(100 + PIXEL_SLOTS * PIECES <= 256, "no colours are left for pictures");

/* Pixels of a pane of so many rows. */
static inline unsigned pixels_height(const struct pixels_way *way, int rows)
{
	return (unsigned)rows * way->cell_h;
}

/* … and of so many columns. */
static inline unsigned pixels_width(const struct pixels_way *way, int columns)
{
	return (unsigned)columns * way->cell_w;
}

/* Letters as large as those of the terminal. */
static inline double pixels_scale(const struct pixels_way *way)
{
	return way->cell_h / 16.0;
}

/* The thread that draws and encodes, and what it does with one picture. */
void *pixels_thread(void *pixels);
odd_status pixels_encode(struct bytes *out, const struct pixels_job *job, odd_error *err);

#endif
