/* png.h: PNG files that carry their history.
 *
 * Pictures are written with text chunks (Software, Command, Dataset, Seed, …), so that a figure
 * found years later says how it was made. No time stamps: the same picture gives the same bytes.
 */
#ifndef DRAW_PNG_H
#define DRAW_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"

/* A growing block of bytes, owned by whoever declared it; all zero is empty. It remembers that
 * memory ran out, and is asked at the end. */
struct bytes {
	uint8_t *data;
	size_t length, capacity;
	bool failed; /* something was left out */
};
void bytes_append(struct bytes *b, const void *data, size_t length);
void bytes_print(struct bytes *b, const char *format, ...) ODD_PRINTF(2, 3);
odd_status bytes_status(const struct bytes *b, odd_error *err); /* ODD_ENOMEM */
void bytes_clear(struct bytes *b);
/* Write a block to a file, whole or not at all. */
odd_status bytes_save(const struct bytes *b, const char *path, odd_error *err);

struct png_text {
	char *key;   /* 1 to 79 characters of Latin-1, as PNG wants */
	char *value; /* UTF-8 */
};

/* pixels: height rows of width × 3 bytes, R G B. ASCII values go into tEXt, others into iTXt;
 * values longer than a screenful are compressed. */
odd_status png_encode(struct bytes *out, const uint8_t *pixels, uint32_t width, uint32_t height,
	const struct png_text *text, size_t count, odd_error *err);

struct png_info {
	uint32_t width, height;
	struct png_text *text;
	size_t count;
};

/* Size and text chunks (tEXt, zTXt, iTXt) of a PNG file, without decoding its pixels. Text may
 * unpack to PNG_TEXT_MOST bytes in all. O(bytes of the file + those of the text). */
#define PNG_TEXT_MOST ((size_t)4 << 20)
odd_status png_read_text(struct png_info *out, const char *path, odd_error *err);
odd_status png_parse_text(
	struct png_info *out, const void *data, size_t length, const char *name, odd_error *err);
void png_info_clear(struct png_info *info);

#endif
