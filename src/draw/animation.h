/* animation.h: pictures one after the other, as a GIF or as a directory of PNG files.
 *
 *     animation_create → animation_add … → animation_gif or animation_frames → animation_free
 *
 * Of each picture only the part that differs from the one before is kept, deflated, until all are
 * there: a GIF has one palette for all of them, so that what stands still keeps its colour.
 */
#ifndef DRAW_ANIMATION_H
#define DRAW_ANIMATION_H

#include <stdbool.h>

#include "draw/png.h"

struct animation;

/* Is a GIF possible in this build? ODD_EUSAGE says what it lacks. */
odd_status animation_can_gif(odd_error *err);

/* ODD_EUSAGE for a size of nothing or beyond 65 535, which is the format's limit. */
odd_status animation_create(
	struct animation **out, unsigned width, unsigned height, odd_error *err);
void animation_free(struct animation *a); /* NULL is fine */

/* Another picture, height rows of width × 3 bytes R G B, shown for so long. One that is the same as
 * the one before lets that last longer. O(pixels). */
odd_status animation_add(struct animation *a, const uint8_t *rgb, double seconds, odd_error *err);

size_t animation_count(const struct animation *a);
double animation_seconds(const struct animation *a);

/* All of it as a GIF, which begins again at its end unless `once`. note: a comment in the file. */
odd_status animation_gif(
	struct bytes *out, struct animation *a, bool once, const char *note, odd_error *err);

/* Into a directory that is there: 0000.png, 0001.png …, and frames.txt, which tells ffmpeg how long
 * each is shown. */
odd_status animation_frames(const struct animation *a, const char *dir, const struct png_text *text,
	size_t text_count, odd_error *err);

#endif
