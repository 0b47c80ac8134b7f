/* Is a version 5 MATLAB file whole?
 *
 * matio hands out zeros where a file ends early or its compressed bytes are damaged. So before it
 * is asked, the elements of the file are walked: each must lie inside the file, and a compressed
 * one must unpack to the length it promises, checksum included. O(bytes), 32 KB of memory.
 *
 * Layout: 116 bytes of text, 8 of offset, version (2), "IM" or "MI" (2) by byte order; then
 * elements of type (4), length (4) and bytes. Type 14 is a matrix, 15 a compressed element.
 */
#include "config.h"

#include "network/check_mat.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { HEADER = 128, MATRIX = 14, COMPRESSED = 15, BLOCK = 1 << 14 };

struct walk {
	FILE *in;
	bool big_endian;
};

static uint32_t number(const struct walk *w, const unsigned char *b)
{
	if (w->big_endian)
		return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

/* Inflate `length` bytes of the file; they must hold one whole element. */
static bool compressed_is_whole(struct walk *w, size_t length)
{
	unsigned char packed[BLOCK], plain[BLOCK], tag[8];
	size_t unpacked = 0;
	int code = Z_OK;
	z_stream z;
	memset(&z, 0, sizeof z);
	if (inflateInit(&z) != Z_OK)
		return false;
	while (length > 0 && code == Z_OK) {
		size_t want = length < sizeof packed ? length : sizeof packed;
		if (fread(packed, 1, want, w->in) != want)
			break;
		length -= want;
		z.next_in = packed;
		z.avail_in = (uInt)want;
		do {
			z.next_out = plain;
			z.avail_out = sizeof plain;
			code = inflate(&z, Z_NO_FLUSH);
			size_t got = sizeof plain - z.avail_out;
			for (size_t i = 0; i < got && unpacked + i < sizeof tag; i++)
				tag[unpacked + i] = plain[i];
			unpacked += got;
		} while (code == Z_OK && z.avail_out == 0);
		if (code == Z_BUF_ERROR) /* no more to unpack from these bytes */
			code = Z_OK;
	}
	inflateEnd(&z);
	return code == Z_STREAM_END && unpacked >= sizeof tag &&
	       unpacked - sizeof tag == number(w, tag + 4);
}

static bool elements_are_whole(struct walk *w, long long size)
{
	long long at = HEADER;
	while (at < size) {
		unsigned char tag[8];
		if (size - at < (long long)sizeof tag || fseeko(w->in, (off_t)at, SEEK_SET) != 0 ||
			fread(tag, 1, sizeof tag, w->in) != sizeof tag)
			return false;
		uint32_t type = number(w, tag), length = number(w, tag + 4);
		at += (long long)sizeof tag;
		if ((type != MATRIX && type != COMPRESSED) || length == 0 || length > size - at ||
			(type == COMPRESSED && !compressed_is_whole(w, length)))
			return false;
		at += length;
	}
	return true;
}

bool odd__mat5_is_whole(const char *path)
{
	unsigned char header[HEADER];
	struct walk w = {.in = fopen(path, "rb")};
	if (w.in == NULL)
		return false;
	bool whole = false;
	if (fread(header, 1, sizeof header, w.in) == sizeof header) {
		w.big_endian = header[126] == 'M';
		whole = fseeko(w.in, 0, SEEK_END) == 0 &&
			elements_are_whole(&w, (long long)ftello(w.in));
	}
	fclose(w.in);
	return whole;
}
