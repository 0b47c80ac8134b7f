#include "config.h"

#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/pages.h"

/* Between two looks at the cancel flag: some milliseconds of work. */
enum { BLOCK = 1 << 22, POLL_MS = 50 };

size_t odd__limits_most(const odd__limits *limits)
{
	return limits != NULL && limits->most > 0 ? limits->most : ODD__READ_LIMIT;
}

odd_status odd__limits_error(
	const odd__limits *limits, const char *path, const char *what, odd_error *err)
{
	size_t most = odd__limits_most(limits) >> 20;
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"%s more than %zu MB, the limit for reading; ODDONE_READ_LIMIT=%zu would double it",
		what, most, 2 * most);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

odd_status odd__limits_poll(const odd__limits *limits, const char *path, odd_error *err)
{
	if (limits == NULL || !odd_job_cancelled(limits->job))
		return ODD_OK;
	return odd_error_set(err, ODD_ECANCELLED, "stopped while reading %.100s", base_name(path));
}

odd_status odd__limits_tell(
	const odd__limits *limits, const char *path, size_t done, size_t total, odd_error *err)
{
	if (limits != NULL && limits->job != NULL && limits->job->report != NULL) {
		char what[80];
		snprintf(what, sizeof what, "reading %s", base_name(path));
		odd_job_report(limits->job, what, (double)done, (double)total);
	}
	return odd__limits_poll(limits, path, err);
}

void odd__bytes_clear(odd__bytes *bytes)
{
	free(bytes->data);
	*bytes = (odd__bytes){NULL, 0};
}

/* Bytes under construction. */
struct buffer {
	odd__bytes b;
	size_t capacity;
	const odd__limits *limits;
	const char *path;
};

static odd_status grow(struct buffer *out, size_t wanted, odd_error *err)
{
	char *data = realloc(out->b.data, wanted);
	if (data == NULL)
		return odd_error_nomem(err);
	out->b.data = data;
	out->capacity = wanted;
	return ODD_OK;
}

/* Room for more of something that does not tell how long it is. */
static odd_status make_room(struct buffer *out, const char *what, odd_error *err)
{
	size_t most = odd__limits_most(out->limits);
	if (out->b.size < out->capacity)
		return ODD_OK;
	if (out->b.size >= most)
		return odd__limits_error(out->limits, out->path, what, err);
	size_t wanted = out->capacity + out->capacity / 2 + 65536;
	return grow(out, wanted < most ? wanted : most, err);
}

/* Until there is something, or it is time to look whether to stop. */
static bool wait_for(int fd)
{
	struct pollfd wanted = {.fd = fd, .events = POLLIN};
	return poll(&wanted, 1, POLL_MS) > 0;
}

/* read() at most so many bytes; *got 0 at the end. */
static odd_status read_some(struct buffer *out, int fd, size_t most, size_t *got, odd_error *err)
{
	for (;;) {
		odd_status status = odd__limits_poll(out->limits, out->path, err);
		if (status != ODD_OK)
			return status;
		ssize_t n = read(fd, out->b.data + out->b.size, most < BLOCK ? most : BLOCK);
		if (n >= 0) {
			*got = (size_t)n;
			out->b.size += *got;
			return ODD_OK;
		}
		if (errno == EAGAIN)
			wait_for(fd);
		else if (errno != EINTR)
			return odd_error_errno(err, out->path, "cannot read");
	}
}

/* A pipe or a device: no size to ask for. */
static odd_status read_stream(struct buffer *out, int fd, odd_error *err)
{
	for (;;) {
		size_t got = 0;
		odd_status status = make_room(out, "the stream holds", err);
		if (status == ODD_OK)
			status = read_some(out, fd, out->capacity - out->b.size, &got, err);
		if (status != ODD_OK || got == 0)
			return status;
	}
}

/* A part of a large file, which one of the threads fetches. */
struct part {
	size_t at, wanted, got;
	int error; /* errno, or 0 */
};

static void read_part(struct part *part, int fd, char *data)
{
	while (part->got < part->wanted && part->error == 0) {
		size_t at = part->at + part->got;
		ssize_t n = pread(fd, data + at, part->wanted - part->got, (off_t)at);
		if (n == 0)
			return;
		if (n > 0)
			part->got += (size_t)n;
		else if (errno != EINTR && errno != EAGAIN)
			part->error = errno;
	}
}

/* Fresh memory costs more than the copy, and all cores share both. Goes on until a part is short:
 * the file has become shorter, or cannot be read there. */
static odd_status read_parts(struct buffer *out, int fd, size_t size, odd_error *err)
{
	enum { PARTS = 16 };
	struct part part[PARTS];
	const odd_job *job = out->limits != NULL ? out->limits->job : NULL;
	int threads = odd_job_threads(job);
	bool whole = true;
	while (whole && out->b.size < size) {
		odd_status status =
			odd__limits_tell(out->limits, out->path, out->b.size, size, err);
		if (status != ODD_OK)
			return status;
		int count = threads < PARTS ? threads : PARTS;
		for (int i = 0; i < count; i++) {
			size_t at = out->b.size + (size_t)i * BLOCK,
			       left = at < size ? size - at : 0;
			part[i] = (struct part){at, left < BLOCK ? left : BLOCK, 0, 0};
		}
#pragma omp parallel for schedule(static) num_threads(count)
		for (int i = 0; i < count; i++)
			read_part(&part[i], fd, out->b.data);
		for (int i = 0; i < count && whole; i++) {
			out->b.size += part[i].got;
			whole = part[i].got == part[i].wanted;
			errno = part[i].error;
			if (errno != 0)
				return odd_error_errno(err, out->path, "cannot read");
		}
	}
	return ODD_OK;
}

/* What the file holds now: bytes that are added meanwhile are not waited for. */
static odd_status read_file(struct buffer *out, int fd, size_t size, odd_error *err)
{
	out->b.data = odd__pages_alloc(size);
	if (out->b.data == NULL)
		return odd_error_nomem(err);
	out->capacity = size;
	if (size > 2 * (size_t)BLOCK)
		return read_parts(out, fd, size, err);
	while (out->b.size < size) {
		size_t got = 0;
		odd_status status =
			odd__limits_tell(out->limits, out->path, out->b.size, size, err);
		if (status == ODD_OK)
			status = read_some(out, fd, size - out->b.size, &got, err);
		if (status != ODD_OK || got == 0)
			return status;
	}
	return ODD_OK;
}

/* ---- gzip ----------------------------------------------------------------------------------- */

/* One gzip member of the file from begin to end; *in moves behind it. */
static odd_status inflate_member(z_stream *z, struct buffer *out, const char **in,
	const char *begin, const char *end, odd_error *err)
{
	int code = Z_OK;
	while (code != Z_STREAM_END) {
		odd_status status = odd__limits_tell(
			out->limits, out->path, (size_t)(*in - begin), (size_t)(end - begin), err);
		if (status == ODD_OK)
			status = make_room(out, "unpacks to", err);
		if (status != ODD_OK)
			return status;
		size_t left = (size_t)(end - *in), room = out->capacity - out->b.size;
		uInt give = (uInt)(left < BLOCK ? left : BLOCK);
		uInt take = (uInt)(room < BLOCK ? room : BLOCK);
		z->next_in = (Bytef *)(uintptr_t)*in; /* zlib does not write there */
		z->avail_in = give;
		z->next_out = (Bytef *)out->b.data + out->b.size;
		z->avail_out = take;
		code = inflate(z, Z_NO_FLUSH);
		*in += give - z->avail_in;
		out->b.size += take - z->avail_out;
		if (code == Z_MEM_ERROR)
			return odd_error_nomem(err);
		if (code == Z_BUF_ERROR || (code == Z_OK && *in == end && z->avail_out > 0))
			return odd_error_at(err, ODD_EINPUT, out->path, 0, 0,
				"the compressed file ends too early");
		if (code != Z_OK && code != Z_STREAM_END)
			return odd_error_at(err, ODD_EINPUT, out->path, 0, 0,
				"the compressed file is damaged: %s",
				z->msg != NULL ? z->msg : "not gzip data");
	}
	return ODD_OK;
}

/* Every member of a gzip file, and the zeros that tapes leave behind the last one. */
static odd_status inflate_all(struct buffer *out, const odd__bytes *packed, odd_error *err)
{
	const char *in = packed->data, *end = in + packed->size;
	z_stream z = {0};
	if (inflateInit2(&z, 15 + 16) != Z_OK)
		return odd_error_nomem(err);
	/* The last four bytes are the length, if there is one member; deflate cannot do better
	 * than 1032 : 1, so a lie costs little. */
	uint32_t hint = 0;
	if (packed->size >= 18) {
		const unsigned char *tail = (const unsigned char *)end - 4;
		hint = tail[0] | (uint32_t)tail[1] << 8 | (uint32_t)tail[2] << 16 |
		       (uint32_t)tail[3] << 24;
	}
	odd_status status = ODD_OK;
	if (hint / 1032 < packed->size && hint < odd__limits_most(out->limits))
		status = grow(out, (size_t)hint + 1, err);
	while (status == ODD_OK) {
		status = inflate_member(&z, out, &in, packed->data, end, err);
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

static bool is_gzip(const odd__bytes *b)
{
	return b->size >= 2 && (unsigned char)b->data[0] == 0x1f &&
	       (unsigned char)b->data[1] == 0x8b;
}

static odd_status gunzip(struct buffer *file, odd_error *err)
{
	struct buffer plain = {.limits = file->limits, .path = file->path};
	odd_status status = inflate_all(&plain, &file->b, err);
	odd__bytes_clear(&file->b);
	*file = plain;
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static odd_status read_descriptor(struct buffer *out, int fd, odd_error *err)
{
	struct stat info;
	odd_status status;
	if (fstat(fd, &info) != 0)
		return odd_error_errno(err, out->path, "cannot read");
	if (S_ISDIR(info.st_mode))
		return odd_error_at(err, ODD_EIO, out->path, 0, 0, "is a directory, not a file");
	bool sized = S_ISREG(info.st_mode) && info.st_size > 0;
	/* Holes take no room on the disk, but would in memory. */
	if (sized && (uintmax_t)info.st_size > odd__limits_most(out->limits) &&
		info.st_blocks < info.st_size / 1024)
		return odd__limits_error(out->limits, out->path, "has holes that make it", err);
	/* A pipe without a writer is not at its end: one may come. */
	for (bool there = !S_ISFIFO(info.st_mode); !there; there = wait_for(fd))
		if ((status = odd__limits_poll(out->limits, out->path, err)) != ODD_OK)
			return status;
	status = sized ? read_file(out, fd, (size_t)info.st_size, err) : read_stream(out, fd, err);
	return status == ODD_OK && is_gzip(&out->b) ? gunzip(out, err) : status;
}

odd_status odd__bytes_read(
	odd__bytes *out, const char *path, const odd__limits *limits, odd_error *err)
{
	struct buffer buffer = {.limits = limits, .path = path};
	*out = (odd__bytes){NULL, 0};
	/* A call that waits in open or read for the other end of a pipe cannot be cancelled. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return odd_error_errno(err, path, "cannot open");
	odd_status status = read_descriptor(&buffer, fd, err);
	close(fd);
	if (status != ODD_OK)
		odd__bytes_clear(&buffer.b);
	*out = buffer.b;
	return status;
}

FILE *odd__open_in(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return NULL;
	fcntl(fd, F_SETFL, O_RDONLY); /* what was opened is waited for as usual */
	FILE *in = fdopen(fd, "r");
	if (in == NULL) {
		int kept = errno;
		close(fd);
		errno = kept;
	}
	return in;
}
