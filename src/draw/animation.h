/* animation.h: pictures of the screen one after the other, as a GIF.
 *
 *     animation_create → animation_add … → animation_end → animation_free
 *
 * A picture is encoded as it comes: only the part that differs from the one before. All pictures
 * share one palette, made of the colours of a theme and of their mixtures with its ground, which
 * are the colours that letters and lines with smooth edges have.
 */
#ifndef DRAW_ANIMATION_H
#define DRAW_ANIMATION_H

#include <stdbool.h>

#include "draw/palette.h"
#include "draw/png.h"

struct animation;

/* Can this build write a GIF? ODD_EUSAGE says what it lacks. */
odd_status animation_can_gif(odd_error *err);

/* ODD_EUSAGE for a size of nothing or beyond 65 535, the format's limit, or without giflib. */
odd_status animation_create(
	struct animation **out, unsigned width, unsigned height, enum theme theme, odd_error *err);
void animation_free(struct animation *a); /* NULL is fine */

/* Adds a picture, height rows of width × 3 bytes R G B, shown for so long. A picture that is the
 * same as the one before prolongs that one. O(pixels). */
odd_status animation_add(struct animation *a, const uint8_t *rgb, double seconds, odd_error *err);

size_t animation_count(const struct animation *a);
double animation_seconds(const struct animation *a);

/* The finished GIF, which repeats for ever and has the note as a comment. Nothing can be added
 * afterwards. *out is the caller's. */
odd_status animation_end(struct bytes *out, struct animation *a, const char *note, odd_error *err);

#endif
