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
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

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

/* ---- packed files ---------------------------------------------------------------------------- */

enum progress { MORE, END, DAMAGED, NO_MEMORY };

/* What a step may read and write; both move on. */
struct span {
	const char *in;
	char *out;
	size_t in_size, out_size;
};

union state {
	z_stream z;
#ifdef HAVE_LZMA
	lzma_stream lzma;
#endif
#ifdef HAVE_ZSTD
	ZSTD_DStream *zstd;
#endif
};

static bool gzip_begin(union state *s)
{
	*s = (union state){.z = {0}};
	return inflateInit2(&s->z, 15 + 16) == Z_OK;
}

static enum progress gzip_step(union state *s, struct span *io)
{
	s->z.next_in = (Bytef *)(uintptr_t)io->in; /* zlib does not write there */
	s->z.avail_in = (uInt)io->in_size;
	s->z.next_out = (Bytef *)io->out;
	s->z.avail_out = (uInt)io->out_size;
	int code = inflate(&s->z, Z_NO_FLUSH);
	io->in = (const char *)s->z.next_in;
	io->out = (char *)s->z.next_out;
	return code == Z_STREAM_END                  ? END
	       : code == Z_OK || code == Z_BUF_ERROR ? MORE
	       : code == Z_MEM_ERROR                 ? NO_MEMORY
						     : DAMAGED;
}

static void gzip_end(union state *s)
{
	inflateEnd(&s->z);
}

#ifdef HAVE_LZMA
static bool xz_begin(union state *s)
{
	*s = (union state){.lzma = LZMA_STREAM_INIT};
	return lzma_stream_decoder(&s->lzma, ODD__READ_LIMIT, 0) == LZMA_OK;
}

static enum progress xz_step(union state *s, struct span *io)
{
	s->lzma.next_in = (const uint8_t *)io->in;
	s->lzma.avail_in = io->in_size;
	s->lzma.next_out = (uint8_t *)io->out;
	s->lzma.avail_out = io->out_size;
	lzma_ret code = lzma_code(&s->lzma, LZMA_RUN);
	io->in = (const char *)s->lzma.next_in;
	io->out = (char *)s->lzma.next_out;
	return code == LZMA_STREAM_END                     ? END
	       : code == LZMA_OK || code == LZMA_BUF_ERROR ? MORE
	       : code == LZMA_MEM_ERROR                    ? NO_MEMORY
							   : DAMAGED;
}

static void xz_end(union state *s)
{
	lzma_end(&s->lzma);
}
#endif

#ifdef HAVE_ZSTD
static bool zstd_begin(union state *s)
{
	return (s->zstd = ZSTD_createDStream()) != NULL;
}

static enum progress zstd_step(union state *s, struct span *io)
{
	ZSTD_inBuffer in = {io->in, io->in_size, 0};
	ZSTD_outBuffer out = {io->out, io->out_size, 0};
	size_t code = ZSTD_decompressStream(s->zstd, &out, &in);
	io->in += in.pos;
	io->out += out.pos;
	return ZSTD_isError(code) ? DAMAGED : code == 0 ? END : MORE;
}

static void zstd_end(union state *s)
{
	ZSTD_freeDStream(s->zstd);
}
#endif

/* The kinds of packed files, by their first bytes; without functions: not built in. */
static const struct packing {
	const char *begins, *program;
	bool (*begin)(union state *s);
	enum progress (*step)(union state *s, struct span *io);
	void (*end)(union state *s);
} packings[] = {
	{"\x1f\x8b", "gzip", gzip_begin, gzip_step, gzip_end},
#ifdef HAVE_LZMA
	{"\xfd"
	 "7zXZ",
		"xz", xz_begin, xz_step, xz_end},
#else
	{"\xfd"
	 "7zXZ",
		"xz", NULL, NULL, NULL},
#endif
#ifdef HAVE_ZSTD
	{"\x28\xb5\x2f\xfd", "zstd", zstd_begin, zstd_step, zstd_end},
#else
	{"\x28\xb5\x2f\xfd", "zstd", NULL, NULL, NULL},
#endif
};

static const struct packing *packing_of(const char *data, size_t size)
{
	for (size_t i = 0; i < sizeof packings / sizeof *packings; i++) {
		size_t n = strlen(packings[i].begins);
		if (size >= n && memcmp(data, packings[i].begins, n) == 0)
			return &packings[i];
	}
	return NULL;
}

/* Unpack every member of a file, one behind the other, and pass over the zeros that tapes leave
 * behind the last one. most: bytes that are enough; 0: all. */
static odd_status unpack(struct buffer *out, const struct packing *p, const char *data, size_t size,
	size_t most, odd_error *err)
{
	const char *in = data, *end = data + size;
	enum progress now = END;
	odd_status status = ODD_OK;
	union state s;
	if (p->begin == NULL)
		return odd_error_at(err, ODD_EUSAGE, out->path, 0, 0,
			"is packed by %s, which this oddone was built without; unpack it with %s -d",
			p->program, p->program);
	if (!p->begin(&s))
		return odd_error_nomem(err);
	if (most == 0 && size < odd__limits_most(out->limits) / 4) /* text packs to a quarter */
		status = grow(out, 4 * size + 1, err);
	while (status == ODD_OK && (in < end || now == MORE) && (most == 0 || out->b.size < most)) {
		status = odd__limits_tell(out->limits, out->path, (size_t)(in - data), size, err);
		if (status == ODD_OK)
			status = make_room(out, "unpacks to", err);
		if (status != ODD_OK)
			break;
		size_t left = (size_t)(end - in), room = out->capacity - out->b.size;
		char *at = out->b.data + out->b.size;
		struct span io = {in, at, left < BLOCK ? left : BLOCK, room < BLOCK ? room : BLOCK};
		now = p->step(&s, &io);
		if (now == NO_MEMORY)
			status = odd_error_nomem(err);
		else if (now == DAMAGED || (now == MORE && io.in == in && io.out == at))
			status = odd_error_at(err, ODD_EINPUT, out->path, 0, 0,
				now == DAMAGED ? "the compressed file is damaged"
					       : "the compressed file ends too early");
		out->b.size += (size_t)(io.out - at);
		in = io.in;
		if (now != END)
			continue;
		while (in < end && *in == '\0')
			in++;
		p->end(&s);
		if (!p->begin(&s))
			return odd_error_nomem(err);
	}
	p->end(&s);
	return status;
}

odd_status odd__bytes_start(char *out, size_t room, size_t *got, const char *path, odd_error *err)
{
	enum { ENOUGH = 1 << 16 };
	char *raw = malloc(ENOUGH);
	int fd = raw != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	struct buffer plain = {.path = path};
	odd_status status = ODD_OK;
	ssize_t n = 0, size = 0;
	if (raw == NULL)
		return odd_error_nomem(err);
	if (fd < 0)
		status = odd_error_errno(err, path, "cannot open");
	while (status == ODD_OK && size < ENOUGH &&
		(n = read(fd, raw + size, ENOUGH - (size_t)size)) > 0)
		size += n;
	if (status == ODD_OK && n < 0)
		status = odd_error_errno(err, path, "cannot read");
	if (fd >= 0)
		close(fd);
	const struct packing *p = packing_of(raw, (size_t)size);
	plain.b = (odd__bytes){raw, (size_t)size};
	if (status == ODD_OK && p != NULL) {
		plain.b = (odd__bytes){NULL, 0};
		status = unpack(&plain, p, raw, (size_t)size, room, err);
		/* The end of what was read is not that of the file. */
		if (status == ODD_EINPUT && plain.b.size > 0)
			status = ODD_OK;
		free(raw);
	}
	*got = plain.b.size < room ? plain.b.size : room;
	if (status == ODD_OK && *got > 0)
		memcpy(out, plain.b.data, *got);
	free(plain.b.data);
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
	const struct packing *p = status == ODD_OK ? packing_of(out->b.data, out->b.size) : NULL;
	if (p == NULL)
		return status;
	struct buffer plain = {.limits = out->limits, .path = out->path};
	status = unpack(&plain, p, out->b.data, out->b.size, 0, err);
	odd__bytes_clear(&out->b);
	*out = plain;
	return status;
}

static odd_status copy_held(odd__bytes *out, const odd__bytes *held, odd_error *err)
{
	out->data = malloc(held->size + 1);
	if (out->data == NULL)
		return odd_error_nomem(err);
	out->size = held->size;
	if (held->size > 0)
		memcpy(out->data, held->data, held->size);
	return ODD_OK;
}

odd_status odd__bytes_read(
	odd__bytes *out, const char *path, const odd__limits *limits, odd_error *err)
{
	struct buffer buffer = {.limits = limits, .path = path};
	*out = (odd__bytes){NULL, 0};
	for (size_t i = 0; limits != NULL && i < limits->held_count; i++)
		if (strcmp(limits->held[i].path, path) == 0)
			return copy_held(out, &limits->held[i].bytes, err);
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
