#include "config.h"

#include "mpi/stretch.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "network/files.h"

static const char *const endings[FILE_KINDS] = {"nodes", "edges", "truth", "numbers"};

void pieces_clear(struct pieces *p)
{
	free(p->dir);
	free(p->stem);
	memset(p, 0, sizeof *p);
}

char *pieces_path(const struct pieces *p, size_t piece, int kind)
{
	char *path = NULL;
	int length = p->count > 0 ? asprintf(&path, "%s/p%zu.%s", p->dir, piece, endings[kind])
				  : asprintf(&path, "%s/%s.%s", p->dir, p->stem, endings[kind]);
	return length >= 0 ? path : NULL;
}

static bool is_there(const struct pieces *p, size_t piece, int kind)
{
	char *path = pieces_path(p, piece, kind);
	const bool there = path != NULL && access(path, F_OK) == 0;
	free(path);
	return there;
}

/* The one X.nodes of a directory. */
static odd_status find_stem(struct pieces *out, const char *path, odd_error *err)
{
	odd__files files = {NULL, 0, 0};
	odd_status status = odd__files_list(&files, out->dir, err);
	for (size_t i = 0; i < files.count && status == ODD_OK; i++) {
		if (strcmp(files.file[i].what, "X.nodes") != 0)
			continue;
		if (out->stem != NULL)
			status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"more than one network is here; name one of the .nodes files");
		else if ((out->stem = strdup(files.file[i].stem)) == NULL)
			status = odd_error_nomem(err);
	}
	odd__files_clear(&files);
	if (status == ODD_OK && out->stem == NULL)
		status = odd_error_at(err, ODD_EUSAGE, path, 0, 0,
			"under mpirun a network is read from oddone text (X.nodes and X.edges), "
			"which this is not: oddone convert makes it so");
	return status;
}

odd_status pieces_find(struct pieces *out, const char *path, odd_error *err)
{
	struct stat info;
	memset(out, 0, sizeof *out);
	if (stat(path, &info) != 0)
		return odd_error_errno(err, path, "cannot open");
	odd_status status = ODD_OK;
	out->dir = strdup(path);
	if (out->dir == NULL)
		return odd_error_nomem(err);
	if (!S_ISDIR(info.st_mode)) {
		char *base = out->dir + (odd__base_name(path) - path);
		const size_t length = strlen(base);
		if (length > 6 && strcmp(base + length - 6, ".nodes") == 0)
			out->stem = strndup(base, length - 6);
		if (base == out->dir)
			strcpy(out->dir, ".");
		else
			base[-1] = '\0';
	}
	out->count = 1; /* names of pieces, to look for them */
	while (out->stem == NULL && is_there(out, out->count - 1, FILE_NUMBERS))
		out->count++;
	out->count--;
	if (out->count == 0 && out->stem == NULL)
		status = find_stem(out, path, err);
	if (status != ODD_OK)
		pieces_clear(out);
	return status;
}

/* ---- bytes -------------------------------------------------------------------------------- */

/* The first line that begins at or behind a place. */
static odd_status line_start(size_t *at, int fd, const char *path, size_t size, odd_error *err)
{
	char block[1 << 16];
	if (*at == 0)
		return ODD_OK;
	for (size_t from = *at - 1; from < size;) {
		const ssize_t got = pread(fd, block, sizeof block, (off_t)from);
		if (got <= 0)
			return odd_error_errno(err, path, "cannot read");
		const char *end = memchr(block, '\n', (size_t)got);
		if (end != NULL) {
			*at = from + (size_t)(end - block) + 1;
			return ODD_OK;
		}
		from += (size_t)got;
	}
	*at = size;
	return ODD_OK;
}

/* The share of one process of all bytes. */
static odd_status cut_share(struct stretch *s, const odd__comm *comm, odd_error *err)
{
	struct stat info;
	unsigned char start[2] = {0, 0};
	const int fd = open(s->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &info) != 0) {
		odd_status status = odd_error_errno(err, s->path, "cannot open");
		if (fd >= 0)
			close(fd);
		return status;
	}
	const size_t size = (size_t)info.st_size, rank = (size_t)comm->rank;
	odd_status status = ODD_OK;
	s->begin = size / (size_t)comm->size * rank;
	s->end = rank + 1 < (size_t)comm->size ? size / (size_t)comm->size * (rank + 1) : size;
	if (pread(fd, start, 2, 0) == 2 && start[0] == 0x1f && start[1] == 0x8b)
		status = odd_error_at(err, ODD_EUSAGE, s->path, 0, 0,
			"under mpirun files have to be unpacked, as each process reads a part");
	if (status == ODD_OK)
		status = line_start(&s->begin, fd, s->path, size, err);
	if (status == ODD_OK)
		status = line_start(&s->end, fd, s->path, size, err);
	close(fd);
	return status;
}

static odd_status whole_file(struct stretch *s, odd_error *err)
{
	struct stat info;
	if (stat(s->path, &info) != 0)
		return odd_error_errno(err, s->path, "cannot open");
	s->end = (size_t)info.st_size;
	return ODD_OK;
}

odd_status stretches_of(struct stretch **out, size_t *count, const struct pieces *p, int kind,
	const odd__comm *comm, odd_error *err)
{
	const size_t rank = (size_t)comm->rank, size = (size_t)comm->size;
	const size_t first = p->count * rank / size, last = p->count * (rank + 1) / size;
	odd_status status = ODD_OK;
	*count = p->count > 0 ? last - first : 1;
	*out = calloc(*count + 1, sizeof **out);
	if (*out == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < *count && status == ODD_OK; i++) {
		struct stretch *s = &(*out)[i];
		s->path = pieces_path(p, first + i, kind);
		if (s->path == NULL)
			status = odd_error_nomem(err);
		else
			status = p->count > 0 ? whole_file(s, err) : cut_share(s, comm, err);
	}
	return status;
}

void stretches_free(struct stretch *stretch, size_t count)
{
	for (size_t i = 0; i < count && stretch != NULL; i++) {
		odd__scan_close(&stretch[i].scan);
		free(stretch[i].path);
	}
	free(stretch);
}

static odd_status read_stretch(struct stretch *s, odd_error *err)
{
	const size_t size = s->end - s->begin;
	odd__scan *scan = &s->scan;
	*scan = (odd__scan){.path = s->path};
	scan->bytes = (odd__bytes){malloc(size + 1), size};
	const int fd = open(s->path, O_RDONLY | O_CLOEXEC);
	odd_status status = scan->bytes.data != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t at = 0; at < size && status == ODD_OK;) {
		const ssize_t got = fd < 0 ? -1
					   : pread(fd, scan->bytes.data + at, size - at,
						     (off_t)(s->begin + at));
		if (got <= 0)
			status = odd_error_errno(err, s->path, "cannot read");
		at += got > 0 ? (size_t)got : 0;
	}
	if (fd >= 0)
		close(fd);
	if (status != ODD_OK)
		return status;
	if (memchr(scan->bytes.data, '\0', size) != NULL)
		return odd_error_at(
			err, ODD_EINPUT, s->path, 0, 0, "a byte of it is zero, so it is no text");
	scan->begin = scan->bytes.data;
	scan->end = scan->begin + size;
	if (s->begin == 0 && size >= 3 && memcmp(scan->begin, "\xef\xbb\xbf", 3) == 0)
		scan->begin += 3;
	odd__scan_rewind(scan);
	return ODD_OK;
}

static size_t count_lines(const odd__scan *scan)
{
	size_t lines = 0;
	for (const char *p = scan->begin; p < scan->end; p++) {
		p = memchr(p, '\n', (size_t)(scan->end - p));
		if (p == NULL)
			break;
		lines++;
	}
	return lines;
}

odd_status stretches_read(
	struct stretch *stretch, size_t count, const odd__comm *comm, odd_error *err)
{
	size_t lines = 0, *all, *bytes;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = read_stretch(&stretch[i], err);
	if (status == ODD_OK && count == 1 && stretch[0].scan.begin != NULL)
		lines = count_lines(&stretch[0].scan);
	if ((status = odd__comm_agree(comm, status, err)) != ODD_OK)
		return status;
	status = odd__comm_gather(comm, &lines, sizeof lines, (void **)&all, &bytes, err);
	if (status != ODD_OK)
		return status;
	for (int r = 0; r < comm->rank && count == 1 && stretch[0].begin > 0; r++)
		stretch[0].lines_before += (long)all[r];
	free(all);
	free(bytes);
	return ODD_OK;
}
