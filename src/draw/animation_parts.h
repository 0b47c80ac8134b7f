/* animation_parts.h: what an animation is made of. */
#ifndef DRAW_ANIMATION_PARTS_H
#define DRAW_ANIMATION_PARTS_H

#include "draw/animation.h"
#include "draw/quantise.h"

struct animation_frame {
	unsigned x, y, w, h; /* the part that differs from the picture before; of the first, all */
	double seconds;
	uint8_t *data; /* its pixels, deflated */
	size_t length;
};

struct animation {
	unsigned width, height;
	struct animation_frame *frame;
	size_t count;
	uint8_t *last; /* the picture added last, whole */
	struct quantise *colours;
};

/* The pixels of a frame's part, 3 × w × h bytes. */
odd_status animation_unpack(const struct animation_frame *f, uint8_t *part, odd_error *err);
/* … onto the whole picture. */
void animation_paint(uint8_t *picture, const struct animation *a, const struct animation_frame *f,
	const uint8_t *part);

#endif
