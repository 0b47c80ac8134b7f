/* Getting the bytes of a file into memory: mapped, inflated, or read when neither can be. */
#include "config.h"

#include "base/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

struct bytes {
	char *data;
	size_t size, capacity;
};

static odd_status grow(struct bytes *out, size_t wanted, odd_error *err)
{
	if (wanted <= out->capacity)
		return ODD_OK;
	char *data = realloc(out->data, wanted);
	if (data == NULL)
		return odd_error_nomem(err);
	out->data = data;
	out->capacity = wanted;
	return ODD_OK;
}

/* A pipe or a device: no size to map. */
static odd_status read_stream(struct bytes *out, int fd, const char *path, odd_error *err)
{
	for (;;) {
		odd_status status;
		if (out->size == out->capacity &&
			(status = grow(out, out->capacity ? out->capacity * 2 : 65536, err)) !=
				ODD_OK)
			return status;
		ssize_t got = read(fd, out->data + out->size, out->capacity - out->size);
		if (got == 0)
			return ODD_OK;
		if (got > 0)
			out->size += (size_t)got;
		else if (errno != EINTR)
			return odd_error_errno(err, path, "cannot read");
	}
}

/* One gzip member; *in moves behind it. */
static odd_status inflate_member(z_stream *z, struct bytes *out, const char **in, const char *end,
	const char *path, odd_error *err)
{
	int code = Z_OK;
	while (code != Z_STREAM_END) {
		odd_status status;
		if (out->size == out->capacity &&
			(status = grow(out, out->capacity + out->capacity / 2 + 65536, err)) !=
				ODD_OK)
			return status;
		size_t left = (size_t)(end - *in), room = out->capacity - out->size;
		uInt give = (uInt)(left < UINT32_C(1) << 30 ? left : UINT32_C(1) << 30);
		uInt take = (uInt)(room < UINT32_C(1) << 30 ? room : UINT32_C(1) << 30);
		z->next_in = (Bytef *)(uintptr_t)*in; /* zlib does not write there */
		z->avail_in = give;
		z->next_out = (Bytef *)out->data + out->size;
		z->avail_out = take;
		code = inflate(z, Z_NO_FLUSH);
		*in += give - z->avail_in;
		out->size += take - z->avail_out;
		if (code == Z_MEM_ERROR)
			return odd_error_nomem(err);
		if (code == Z_BUF_ERROR || (code == Z_OK && *in == end && z->avail_out > 0))
			return odd_error_at(
				err, ODD_EINPUT, path, 0, 0, "the compressed file ends too early");
		if (code != Z_OK && code != Z_STREAM_END)
			return odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"the compressed file is damaged: %s",
				z->msg != NULL ? z->msg : "not gzip data");
	}
	return ODD_OK;
}

/* Every member of a gzip file, and the zeros that tapes leave behind the last one. */
static odd_status inflate_all(
	struct bytes *out, const char *in, size_t size, const char *path, odd_error *err)
{
	const char *end = in + size;
	z_stream z = {0};
	if (inflateInit2(&z, 15 + 16) != Z_OK)
		return odd_error_nomem(err);
	/* The last four bytes are the length, if there is one member; deflate cannot do better
	 * than 1032 : 1, so a lie costs little. */
	uint32_t hint = 0;
	if (size >= 18) {
		const unsigned char *tail = (const unsigned char *)end - 4;
		hint = tail[0] | (uint32_t)tail[1] << 8 | (uint32_t)tail[2] << 16 |
		       (uint32_t)tail[3] << 24;
	}
	odd_status status = grow(out, hint / 1032 < size ? (size_t)hint + 1 : 65536, err);
	while (status == ODD_OK) {
		status = inflate_member(&z, out, &in, end, path, err);
		while (in < end && *in == '\0')
			in++;
		if (status != ODD_OK || in == end)
			break;
		if (inflateReset(&z) != Z_OK)
			status = odd_error_nomem(err);
	}
	inflateEnd(&z);
	return status;
}

static bool is_gzip(const char *data, size_t size)
{
	return size >= 2 && (unsigned char)data[0] == 0x1f && (unsigned char)data[1] == 0x8b;
}

/* Whatever can be said against the text before it is looked at line by line. */
static odd_status check_text(odd__scan *scan, odd_error *err)
{
	if (scan->end - scan->begin >= 3 && memcmp(scan->begin, "\xef\xbb\xbf", 3) == 0)
		scan->begin += 3;
	if (scan->begin == scan->end)
		return odd_error_at(err, ODD_EINPUT, scan->path, 0, 0, "the file is empty");
	const char *nul = memchr(scan->begin, '\0', (size_t)(scan->end - scan->begin));
	if (nul != NULL)
		return odd__scan_error(
			scan, nul, err, "a NUL byte: this is not a text file in UTF-8 or ASCII");
	return ODD_OK;
}

static odd_status open_descriptor(odd__scan *scan, int fd, odd_error *err)
{
	struct stat info;
	struct bytes raw = {0}, inflated = {0};
	odd_status status = ODD_OK;
	if (fstat(fd, &info) != 0)
		return odd_error_errno(err, scan->path, "cannot read");
	if (S_ISDIR(info.st_mode))
		return odd_error_at(err, ODD_EIO, scan->path, 0, 0, "is a directory, not a file");
	if (S_ISREG(info.st_mode) && info.st_size > 0) {
		int flags = MAP_PRIVATE;
#ifdef MAP_POPULATE
		flags |= MAP_POPULATE;
#endif
		void *map = mmap(NULL, (size_t)info.st_size, PROT_READ, flags, fd, 0);
		if (map != MAP_FAILED) {
			scan->map = map;
			scan->map_size = (size_t)info.st_size;
			scan->begin = map;
			scan->end = scan->begin + scan->map_size;
		}
	}
	if (scan->map == NULL) {
		status = read_stream(&raw, fd, scan->path, err);
		scan->heap = raw.data;
		scan->begin = raw.data;
		scan->end = raw.size > 0 ? raw.data + raw.size : raw.data;
	}
	if (status == ODD_OK && is_gzip(scan->begin, (size_t)(scan->end - scan->begin))) {
		status = inflate_all(
			&inflated, scan->begin, (size_t)(scan->end - scan->begin), scan->path, err);
		odd__scan_close(scan);
		scan->heap = inflated.data;
		scan->begin = inflated.data;
		scan->end = inflated.data != NULL ? inflated.data + inflated.size : NULL;
	}
	return status;
}

odd_status odd__scan_open(odd__scan *scan, const char *path, odd_error *err)
{
	*scan = (odd__scan){.path = path};
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return odd_error_errno(err, path, "cannot open");
	odd_status status = open_descriptor(scan, fd, err);
	close(fd);
	if (status == ODD_OK)
		status = check_text(scan, err);
	if (status != ODD_OK)
		odd__scan_close(scan);
	odd__scan_rewind(scan);
	return status;
}

void odd__scan_close(odd__scan *scan)
{
	if (scan->map != NULL)
		munmap(scan->map, scan->map_size);
	free(scan->heap);
	*scan = (odd__scan){.path = scan->path};
}
