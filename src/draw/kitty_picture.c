/* kitty_picture.c: pictures for kitty's protocol: pixels packed by zlib, in base64.
 *
 * chafa sends every pixel as four bytes, packed by nothing; these are a small part of that, and the
 * only way through tmux: there a picture has a number, and cells with a character of their own show
 * it, which tmux moves and covers like any other (kitty's "Unicode placeholders").
 */
#include "config.h"

#include "draw/terminal_picture.h"

#ifdef HAVE_CHAFA

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { CHUNK = 4096, ESCAPE = 27 };

/* What tmux is to pass on stands in a sequence of its own, ESC in it doubled. */
static void send(struct bytes *out, const char *text, size_t n, bool passed)
{
	bytes_append(out, "\033Ptmux;", passed ? 7 : 0);
	for (size_t i = 0; i < n; i++) {
		bytes_append(out, &text[i], 1);
		bytes_append(out, &text[i], passed && text[i] == ESCAPE);
	}
	bytes_append(out, "\033\\", passed ? 2 : 0);
}

/* The rows of a part one behind the other, packed; on the heap. */
static uint8_t *pack(const struct pixel_part *part, uLongf *length)
{
	const size_t row = 3 * (size_t)part->width, size = row * part->height;
	uint8_t *plain = malloc(size), *packed = NULL;
	*length = compressBound((uLong)size);
	if (plain != NULL)
		packed = malloc(*length);
	for (unsigned y = 0; packed != NULL && y < part->height; y++)
		memcpy(plain + y * row, part->rgb + y * part->stride, row);
	if (packed != NULL && compress2(packed, length, plain, (uLong)size, 1) != Z_OK) {
		free(packed);
		packed = NULL;
	}
	free(plain);
	return packed;
}

odd_status kitty_picture_encode(struct bytes *out, const struct pixel_part *part, odd_error *err)
{
	uLongf packed_length;
	uint8_t *packed = pack(part, &packed_length);
	if (packed == NULL)
		return odd_error_nomem(err);
	gchar *text = g_base64_encode(packed, packed_length);
	const size_t length = strlen(text);
	char piece[CHUNK + 200], shown[60] = "";
	if (part->id != 0)
		snprintf(shown, sizeof shown, ",U=1,i=%u,q=2", part->id);
	for (size_t at = 0; (at == 0 || at < length); at += CHUNK) {
		const size_t n = length - at < CHUNK ? length - at : CHUNK;
		const int more = at + n < length;
		int head = at > 0 ? snprintf(piece, sizeof piece, "\033_Gm=%d;", more)
				  : snprintf(piece, sizeof piece,
					    "\033_Ga=T,f=24,o=z,s=%u,v=%u,c=%u,r=%u%s,m=%d;",
					    part->width, part->height, part->columns, part->rows,
					    shown, more);
		memcpy(piece + head, text + at, n);
		memcpy(piece + head + n, "\033\\", 2);
		send(out, piece, (size_t)head + n + 2, part->passed);
	}
	g_free(text);
	free(packed);
	return bytes_status(out, err);
}

/* ---- cells that show a picture -----------------------------------------------------------------
 */

/* Numbers of rows and columns are combining characters: those above the letter that have no other
 * form, in the order of Unicode 6.0. Runs of them: the first, and how many. */
static const struct {
	uint16_t first, count;
} numbers[] = {{0x0305, 1}, {0x030D, 2}, {0x0310, 1}, {0x0312, 1}, {0x033D, 3}, {0x0346, 1},
	{0x034A, 3}, {0x0350, 3}, {0x0357, 1}, {0x035B, 1}, {0x0363, 13}, {0x0483, 5}, {0x0592, 4},
	{0x0597, 3}, {0x059C, 6}, {0x05A8, 2}, {0x05AB, 2}, {0x05AF, 1}, {0x05C4, 1}, {0x0610, 8},
	{0x0657, 5}, {0x065D, 2}, {0x06D6, 7}, {0x06DF, 4}, {0x06E4, 1}, {0x06E7, 2}, {0x06EB, 2},
	{0x0730, 1}, {0x0732, 2}, {0x0735, 2}, {0x073A, 1}, {0x073D, 1}, {0x073F, 3}, {0x0743, 1},
	{0x0745, 1}, {0x0747, 1}, {0x0749, 2}, {0x07EB, 7}, {0x07F3, 1}, {0x0816, 4}, {0x081B, 9},
	{0x0825, 3}, {0x0829, 5}, {0x0951, 1}, {0x0953, 2}, {0x0F82, 2}, {0x0F86, 2}, {0x135D, 3},
	{0x17DD, 1}, {0x193A, 1}, {0x1A17, 1}, {0x1A75, 8}, {0x1B6B, 1}, {0x1B6D, 7}, {0x1CD0, 3},
	{0x1CDA, 2}, {0x1CE0, 1}, {0x1DC0, 2}, {0x1DC3, 7}, {0x1DCB, 2}, {0x1DD1, 22}, {0x1DFE, 1}};

/* Append it as UTF-8; returns how many bytes. */
static size_t put_number(char *to, unsigned number)
{
	size_t i = 0;
	while (i + 1 < sizeof numbers / sizeof *numbers && number >= numbers[i].count)
		number -= numbers[i++].count;
	return (size_t)g_unichar_to_utf8(numbers[i].first + number, to);
}

odd_status kitty_picture_row(
	struct bytes *out, const struct pixel_part *part, unsigned row, odd_error *err)
{
	char text[40];
	bytes_print(out, "\033[38;5;%um", part->id);
	for (unsigned x = 0; x < part->columns && x < KITTY_PICTURE_MOST; x++) {
		size_t length = (size_t)g_unichar_to_utf8(0x10EEEE, text);
		length += put_number(text + length, row);
		length += put_number(text + length, x);
		bytes_append(out, text, length);
	}
	bytes_print(out, "\033[39m");
	return bytes_status(out, err);
}

odd_status kitty_picture_delete(struct bytes *out, unsigned id, bool passed, odd_error *err)
{
	char text[60];
	int n = snprintf(text, sizeof text, "\033_Ga=d,d=I,i=%u,q=2\033\\", id);
	send(out, text, (size_t)n, passed);
	return bytes_status(out, err);
}

#endif
