/* state.c: a start from the .npy files of a saved state, of which each process reads its rows. */
#include "config.h"

#include "mpi/state.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "linalg/npy.h"

struct npy {
	char *path;
	int fd;
	size_t data; /* where the numbers begin */
	odd__npy_header header;
};

static odd_status wrong(const struct npy *f, const char *what, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, f->path, 0, 0, "%s", what);
}

static void npy_close(struct npy *f)
{
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
}

/* Eight-byte numbers by rows, as states are saved; f->fd < 0 and ODD_OK: there is no such file. */
static odd_status npy_open(struct npy *f, const char *dir, const char *name, odd_error *err)
{
	char text[1024] = "";
	struct stat info;
	*f = (struct npy){.path = odd_path_join(dir, name), .fd = -1};
	if (f->path == NULL)
		return odd_error_nomem(err);
	f->fd = open(f->path, O_RDONLY | O_CLOEXEC);
	if (f->fd < 0)
		return ODD_OK;
	const ssize_t got = pread(f->fd, text, sizeof text - 1, 0);
	const size_t length =
		got > 10 ? (size_t)(unsigned char)text[8] | (size_t)(unsigned char)text[9] << 8 : 0;
	f->data = 10 + length;
	if (got <= 10 || memcmp(text, ODD__NPY_MAGIC, ODD__NPY_MAGIC_SIZE) != 0 || text[6] != 1 ||
		f->data >= sizeof text)
		return wrong(f, "not a .npy file as --save-state writes it", err);
	text[f->data] = '\0';
	const odd__npy_header *h = &f->header;
	if (!odd__npy_header_parse(&f->header, text + 10) || h->kind != 'f' || h->size != 8 ||
		h->fortran || h->dims == 0)
		return wrong(f, "not a .npy file as --save-state writes it", err);
	if (fstat(f->fd, &info) != 0 || h->rows > SIZE_MAX / 16 / (h->cols + 1) ||
		(size_t)info.st_size < f->data + 8 * h->rows * h->cols)
		return wrong(f, "ends early", err);
	return ODD_OK;
}

odd_status state_dimensions(size_t *k, const char *dir, odd_error *err)
{
	struct npy f;
	odd_status status = npy_open(&f, dir, "G.npy", err);
	if (status == ODD_OK && f.fd < 0)
		status = odd_error_errno(err, f.path, "cannot open");
	*k = f.header.cols;
	npy_close(&f);
	return status;
}

static odd_status get(const struct npy *f, double *to, size_t count, size_t at, odd_error *err)
{
	const size_t size = count * sizeof *to;
	for (size_t done = 0; done < size;) {
		const ssize_t n = pread(f->fd, (char *)to + done, size - done,
			(off_t)(f->data + at * sizeof *to + done));
		if (n <= 0)
			return odd_error_errno(err, f->path, "cannot read");
		done += (size_t)n;
	}
	for (size_t i = 0; i < count; i++)
		if (!isfinite(to[i]))
			return wrong(f, "an entry is not a finite number", err);
	return ODD_OK;
}

/* Rows whose numbers follow each other are read at once. */
static odd_status get_rows(
	const struct npy *f, odd_mat m, const uint32_t *number, bool turned, odd_error *err)
{
	enum { RUN = 512 };
	double *room = malloc(RUN * m.cols * sizeof *room);
	odd_status status = room != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0, end; i < m.rows && status == ODD_OK; i = end) {
		const size_t first = number != NULL ? number[i] : i;
		for (end = i + 1; end < m.rows && end - i < RUN &&
				  (number == NULL || number[end] == number[end - 1] + 1);)
			end++;
		const size_t rows = end - i;
		for (size_t k = 0; k < (turned ? m.cols : 1) && status == ODD_OK; k++)
			status = get(f, room + k * rows, rows * (turned ? 1 : m.cols),
				turned ? k * f->header.cols + first : first * m.cols, err);
		for (size_t r = 0; r < rows && status == ODD_OK; r++)
			for (size_t k = 0; k < m.cols; k++)
				odd_mat_row(m, i + r)[k] =
					room[turned ? k * rows + r : r * m.cols + k];
	}
	free(room);
	return status;
}

odd_status state_read(void *payload, bool *there, const char *name, odd_mat m, bool own,
	bool turned, odd_error *err)
{
	const struct state *s = payload;
	const size_t rows = own ? s->part->all : m.rows;
	struct npy f;
	odd_status status = npy_open(&f, s->dir, name, err);
	*there = f.fd >= 0;
	if (status == ODD_OK && *there &&
		(f.header.rows != (turned ? m.cols : rows) ||
			f.header.cols != (turned ? rows : m.cols)))
		status = odd_error_at(err, ODD_EINPUT, f.path, 0, 0,
			"shape is (%zu, %zu), this network needs (%zu, %zu)", f.header.rows,
			f.header.cols, turned ? m.cols : rows, turned ? rows : m.cols);
	if (status == ODD_OK && *there)
		status = get_rows(&f, m, own ? s->part->number : NULL, turned, err);
	npy_close(&f);
	return odd__comm_agree(s->part->comm, status, err);
}
