#include "config.h"

#include "network/zip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	END_SIZE = 22, /* of the record at the end, without its remark */
	REMARK_MOST = 65535,
	ENTRY_SIZE = 46,     /* in the list of entries, without its name */
	LOCAL_SIZE = 30,     /* before the bytes of an entry, without its name */
	DEFLATE_MOST = 1032, /* to one: deflate cannot do better */
	PIECE = 1 << 20
};

static size_t number(const odd__bytes *file, size_t at, size_t bytes)
{
	size_t value = 0;
	for (size_t b = bytes; b-- > 0;)
		value = value << 8 | (unsigned char)file->data[at + b];
	return value;
}

static odd_status damaged(const odd__zip *zip, const char *what, odd_error *err)
{
	return odd_error_at(
		err, ODD_EINPUT, zip->path, 0, 0, "the zip archive is damaged: %s", what);
}

odd_status odd__zip_open(odd__zip *zip, const odd__bytes *file, const char *path,
	const odd__limits *limits, odd_error *err)
{
	*zip = (odd__zip){.file = file, .path = path, .limits = limits};
	if (file->size < END_SIZE || memcmp(file->data, "PK", 2) != 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "is no zip archive, as .npz are");
	size_t at = file->size - END_SIZE;
	size_t first = at > REMARK_MOST ? at - REMARK_MOST : 0;
	while (at > first && memcmp(file->data + at, "PK\5\6", 4) != 0)
		at--;
	if (memcmp(file->data + at, "PK\5\6", 4) != 0)
		return damaged(zip, "its list of entries is missing", err);
	zip->entries = number(file, at + 10, 2);
	zip->directory = number(file, at + 16, 4);
	if (zip->directory > at || zip->entries > (at - zip->directory) / ENTRY_SIZE)
		return damaged(zip, "its list of entries is outside the file", err);
	return ODD_OK;
}

struct entry {
	size_t method, packed, size, crc, local;
};

/* The bytes of an entry, a piece at a time: a gigabyte takes seconds, and can be stopped. */
static odd_status copy(odd__bytes *out, const odd__zip *zip, const char *from,
	const struct entry *e, odd_error *err)
{
	z_stream z = {0};
	uLong crc = crc32(0, NULL, 0);
	odd_status status = ODD_OK;
	int code = Z_OK;
	if (e->method != 0 && inflateInit2(&z, -15) != Z_OK)
		return odd_error_nomem(err);
	z.next_in = (Bytef *)(uintptr_t)from; /* zlib does not write there */
	z.avail_in = (uInt)e->packed;
	out->size = 0;
	while (code == Z_OK && status == ODD_OK) {
		size_t left = e->size - out->size, n = left < PIECE ? left : PIECE;
		Bytef *to = (Bytef *)out->data + out->size;
		if (e->method == 0) {
			memcpy(to, from + out->size, n);
			code = n == left ? Z_STREAM_END : Z_OK;
		} else {
			z.next_out = to;
			z.avail_out = (uInt)n;
			code = inflate(&z, Z_NO_FLUSH);
			n -= z.avail_out;
		}
		crc = crc32(crc, to, (uInt)n);
		out->size += n;
		status = odd__limits_poll(zip->limits, zip->path, err);
	}
	if (e->method != 0)
		inflateEnd(&z);
	if (status == ODD_OK && (code != Z_STREAM_END || out->size != e->size))
		return damaged(zip, "an entry does not unpack", err);
	if (status == ODD_OK && crc != (uLong)e->crc)
		return damaged(zip, "the checksum of an entry is another", err);
	return status;
}

static odd_status get(odd__bytes *out, odd__zip *zip, const struct entry *e, odd_error *err)
{
	const odd__bytes *file = zip->file;
	if (e->size == UINT32_MAX || e->packed == UINT32_MAX)
		return odd_error_at(err, ODD_EINPUT, zip->path, 0, 0,
			"an entry has more than 4 GB, which is not read");
	if (e->local > file->size - LOCAL_SIZE || memcmp(file->data + e->local, "PK\3\4", 4) != 0)
		return damaged(zip, "an entry is outside the file", err);
	size_t from = e->local + LOCAL_SIZE + number(file, e->local + 26, 2) +
		      number(file, e->local + 28, 2);
	if (from > file->size || e->packed > file->size - from)
		return damaged(zip, "an entry is longer than the file", err);
	if (e->method == 0 ? e->packed != e->size : e->size / DEFLATE_MOST > e->packed)
		return damaged(zip, "an entry has a wrong size", err);
	if (e->method != 0 && e->method != 8)
		return odd_error_at(err, ODD_EINPUT, zip->path, 0, 0,
			"an entry is packed in another way than deflate");
	zip->unpacked += e->size;
	if (zip->unpacked > odd__limits_most(zip->limits) && zip->unpacked > file->size)
		return odd__limits_error(zip->limits, zip->path, "unpacks to", err);
	out->data = malloc(e->size + 1);
	if (out->data == NULL)
		return odd_error_nomem(err);
	odd_status status = copy(out, zip, file->data + from, e, err);
	if (status != ODD_OK)
		odd__bytes_clear(out);
	return status;
}

/* Are the entry at this place of the list, its name and what stands behind it inside the file? */
static bool is_inside(const odd__bytes *file, size_t at)
{
	return at <= file->size - ENTRY_SIZE && memcmp(file->data + at, "PK\1\2", 4) == 0 &&
	       number(file, at + 28, 2) + number(file, at + 30, 2) + number(file, at + 32, 2) <=
		       file->size - at - ENTRY_SIZE;
}

bool odd__zip_next(const odd__zip *zip, size_t *at, odd__text *name)
{
	const odd__bytes *file = zip->file;
	size_t here = *at == 0 ? zip->directory : *at;
	if (zip->entries == 0 || !is_inside(file, here))
		return false;
	*name = (odd__text){file->data + here + ENTRY_SIZE, number(file, here + 28, 2)};
	*at = here + ENTRY_SIZE + name->length + number(file, here + 30, 2) +
	      number(file, here + 32, 2);
	return true;
}

odd_status odd__zip_get(odd__bytes *out, odd__zip *zip, const char *name, odd_error *err)
{
	const odd__bytes *file = zip->file;
	odd__text found;
	size_t at = 0, here = zip->directory;
	*out = (odd__bytes){NULL, 0};
	for (size_t i = 0; i < zip->entries; i++, here = at) {
		if (!odd__zip_next(zip, &at, &found))
			return damaged(zip, "its list of entries is cut", err);
		if (found.length != strlen(name) || memcmp(found.at, name, found.length) != 0)
			continue;
		const struct entry e = {number(file, here + 10, 2), number(file, here + 20, 4),
			number(file, here + 24, 4), number(file, here + 16, 4),
			number(file, here + 42, 4)};
		return get(out, zip, &e, err);
	}
	return ODD_OK;
}
