/* place.h: finding room for words.
 *
 * Every word of a chart goes through one placer, which knows the boxes already taken; so no two
 * can overlap and none can leave the chart. An ink map remembers roughly where the data is, to put
 * notes where they hide least of it. All of it lives in the caller's memory.
 */
#ifndef DRAW_PLACE_H
#define DRAW_PLACE_H

#include "draw/canvas.h"

#define PLACER_BOXES 384

struct placer {
	struct rect bounds;
	size_t count;
	struct rect box[PLACER_BOXES];
};

void placer_init(struct placer *p, struct rect bounds);
bool placer_free(const struct placer *p, struct rect box); /* inside the bounds, nothing there */
bool placer_take(struct placer *p, struct rect box);       /* false when the table is full */

/* Draw the text if its place is free, and take it. */
bool placer_text(struct placer *p, struct canvas *c, struct point at, enum anchor anchor,
	const char *utf8, struct pen pen);

/* Move positions apart so that neighbours are at least `gap` apart and all lie in lo … hi, each as
 * near to where it was as the others allow (least squares, order kept). position must be rising.
 * False when they do not fit at all; then nothing is changed. O(n). */
bool place_spread(double *position, size_t n, double gap, double lo, double hi);

#define INK_COLUMNS 32
#define INK_ROWS 16

struct ink_map {
	struct rect area;
	unsigned count[INK_ROWS][INK_COLUMNS];
};

void ink_init(struct ink_map *m, struct rect area);
void ink_point(struct ink_map *m, struct point p);
void ink_line(struct ink_map *m, struct point a, struct point b);
double ink_under(const struct ink_map *m, struct rect box); /* 0: nothing there */

/* A place in `area` for a block of this size where there is no data and nothing else: corners are
 * tried first, then the edges, then the middle. False when there is none. */
bool place_block(struct rect *out, const struct placer *p, const struct ink_map *m,
	const struct canvas *c, struct rect area, struct extent size);

#endif
