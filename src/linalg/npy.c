#include "config.h"

#include "linalg/npy.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"

/* The value behind 'key': in the dictionary, or NULL. */
static const char *find_key(const char *text, const char *key)
{
	const char *at = strstr(text, key);
	if (at == NULL)
		return NULL;
	at += strlen(key);
	at += strspn(at, " :");
	return at;
}

/* "'<f8'" */
static bool parse_type(odd__npy_header *h, const char *descr)
{
	if (descr[0] != '\'' || strchr("<|", descr[1]) == NULL || descr[1] == '\0' ||
		strchr("biufSU", descr[2]) == NULL || descr[2] == '\0')
		return false;
	h->kind = descr[2];
	h->size = (size_t)strtoul(descr + 3, NULL, 10);
	if (h->kind == 'S' || h->kind == 'U') {
		h->size *= h->kind == 'U' ? 4 : 1;
		return h->size < (size_t)1 << 24;
	}
	bool narrow = h->size == 1 || h->size == 2;
	return h->kind == 'b' ? h->size == 1
			      : h->size == 4 || h->size == 8 || (narrow && h->kind != 'f');
}

bool odd__npy_header_parse(odd__npy_header *h, const char *text)
{
	const char *descr = find_key(text, "'descr'"), *order = find_key(text, "'fortran_order'");
	const char *shape = find_key(text, "'shape'");
	*h = (odd__npy_header){.rows = 1, .cols = 1};
	if (descr == NULL || order == NULL || shape == NULL || *shape != '(' ||
		!parse_type(h, descr))
		return false;
	h->fortran = strncmp(order, "True", 4) == 0;
	const char *p = shape + 1 + strspn(shape + 1, " ");
	for (; *p != ')'; h->dims++) {
		char *end;
		if (h->dims == 2 || *p < '0' || *p > '9')
			return false;
		*(h->dims == 0 ? &h->rows : &h->cols) = (size_t)strtoull(p, &end, 10);
		p = end + strspn(end, ", ");
	}
	return true;
}

double odd__npy_number(const unsigned char *at, const odd__npy_header *h)
{
	uint64_t bits = 0;
	for (size_t b = h->size; b-- > 0;)
		bits = bits << 8 | at[b];
	if (h->kind == 'u' || h->kind == 'b')
		return (double)bits;
	if (h->kind == 'i') {
		unsigned shift = (unsigned)(64 - 8 * h->size);
		return (double)((int64_t)(bits << shift) >> shift);
	}
	if (h->size == 4) {
		uint32_t narrow = (uint32_t)bits;
		float f;
		memcpy(&f, &narrow, sizeof f);
		return (double)f;
	}
	double d;
	memcpy(&d, &bits, sizeof d);
	return d;
}

/* The spans of the shape, filled in; an error where the file has another one. */
static odd_status check_shape(
	odd__npy_span span[2], const char *path, const odd__npy_header *h, odd_error *err)
{
	const size_t shape[2] = {h->rows, h->cols};
	for (int d = 0; d < 2; d++)
		span[d].all = span[d].all > 0 ? span[d].all : shape[d];
	if (span[0].all != shape[0] || span[1].all != shape[1])
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"shape is (%zu, %zu), this network needs (%zu, %zu)", shape[0], shape[1],
			span[0].all, span[1].all);
	for (int d = 0; d < 2; d++)
		span[d].count = span[d].count > 0 ? span[d].count : shape[d] - span[d].first;
	return ODD_OK;
}

static odd_status read_body(odd_mat *out, FILE *in, const char *path, const odd__npy_header *h,
	odd__npy_span span[2], odd_error *err)
{
	/* No byte of the file would stand behind any number of such rows or columns. */
	if (h->rows == 0 || h->cols == 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"shape is (%zu, %zu): the matrix is empty", h->rows, h->cols);
	if (h->rows > SIZE_MAX / 16 / h->cols)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "shape is too large");
	/* Ask the file's size before asking for memory: a forged shape must not cost gigabytes. */
	long here = ftell(in);
	if (here < 0 || fseek(in, 0, SEEK_END) != 0)
		return odd_error_errno(err, path, "cannot read");
	long end = ftell(in);
	if (end < here || (size_t)(end - here) < h->rows * h->cols * h->size)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"ends early: shape (%zu, %zu) needs %zu bytes", h->rows, h->cols,
			h->rows * h->cols * h->size);
	odd_status status = check_shape(span, path, h, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(out, span[0].count, span[1].count, err);
	if (status != ODD_OK)
		return status;
	const odd__npy_span outer = span[h->fortran], inner = span[!h->fortran];
	unsigned char *line = malloc(inner.count * h->size + 1);
	if (line == NULL)
		status = odd_error_nomem(err);
	for (size_t o = 0; o < outer.count && status == ODD_OK; o++) {
		const size_t at = ((outer.first + o) * inner.all + inner.first) * h->size;
		if ((o == 0 || inner.count < inner.all) &&
			fseek(in, here + (long)at, SEEK_SET) != 0)
			status = odd_error_errno(err, path, "cannot read");
		else if (fread(line, h->size, inner.count, in) != inner.count)
			status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "ends early");
		for (size_t n = 0; n < inner.count && status == ODD_OK; n++) {
			size_t i = h->fortran ? n : o, j = h->fortran ? o : n;
			double x = odd__npy_number(line + n * h->size, h);
			if (!isfinite(x))
				status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
					"entry (%zu, %zu) is not a finite number",
					span[0].first + i, span[1].first + j);
			out->data[i * out->stride + j] = x;
		}
	}
	free(line);
	if (status != ODD_OK)
		odd_mat_free(out);
	return status;
}

odd_status odd_npy_read(odd_mat *out, const char *path, odd_error *err)
{
	odd__npy_span span[2] = {{0, 0, 0}, {0, 0, 0}};
	return odd__npy_read_part(out, path, span, err);
}

odd_status odd__npy_read_part(odd_mat *out, const char *path, odd__npy_span span[2], odd_error *err)
{
	*out = (odd_mat){NULL, 0, 0, 0};
	FILE *in = odd__open_in(path);
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	odd_status status = ODD_EINPUT;
	unsigned char start[12];
	char *text = NULL;
	odd__npy_header h;
	if (fread(start, 1, 10, in) != 10 ||
		memcmp(start, ODD__NPY_MAGIC, ODD__NPY_MAGIC_SIZE) != 0) {
		odd_error_at(err, ODD_EINPUT, path, 0, 0, "not a .npy file");
		goto out;
	}
	size_t length = (size_t)start[8] | (size_t)start[9] << 8;
	if (start[6] >= 2) {
		if (fread(start + 10, 1, 2, in) != 2)
			start[6] = 0;
		length |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
	}
	if (start[6] < 1 || start[6] > 3 || length > 1 << 20) {
		odd_error_at(err, ODD_EINPUT, path, 0, 0, "unknown .npy version");
		goto out;
	}
	text = calloc(1, length + 1);
	if (text == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	if (fread(text, 1, length, in) != length || !odd__npy_header_parse(&h, text) ||
		strchr("fiu", h.kind) == NULL || h.dims == 0) {
		odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"not a matrix of little-endian numbers with one or two dimensions");
		goto out;
	}
	status = read_body(out, in, path, &h, span, err);
out:
	if (status == ODD_EINPUT && ferror(in)) /* the disk is wrong, not the file */
		status = odd_error_errno(err, path, "cannot read");
	free(text);
	fclose(in);
	return status;
}

/* A multiple of 64 bytes that ends in a newline. */
void odd__npy_heading(char heading[ODD__NPY_HEADING], size_t rows, size_t cols, bool vector)
{
	char shape[64];
	memset(heading, ' ', ODD__NPY_HEADING);
	memcpy(heading, ODD__NPY_MAGIC "\x01\x00\x76\x00", 10);
	if (vector)
		snprintf(shape, sizeof shape, "(%zu,)", rows);
	else
		snprintf(shape, sizeof shape, "(%zu, %zu)", rows, cols);
	const int length = snprintf(heading + 10, ODD__NPY_HEADING - 10,
		"{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape);
	heading[10 + length] = ' ';
	heading[ODD__NPY_HEADING - 1] = '\n';
}

/* rows × cols numbers, entry (i, j) at data[i·down + j·right]. */
static odd_status write_strided(const char *path, const double *data, size_t rows, size_t cols,
	size_t down, size_t right, bool vector, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	char heading[ODD__NPY_HEADING];
	odd__npy_heading(heading, rows, cols, vector);
	fwrite(heading, 1, sizeof heading, file.stream);
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < cols; j++) {
			uint64_t bits;
			unsigned char bytes[8];
			memcpy(&bits, &data[i * down + j * right], sizeof bits);
			for (int b = 0; b < 8; b++)
				bytes[b] = (unsigned char)(bits >> 8 * b);
			fwrite(bytes, 1, 8, file.stream);
		}
	}
	return odd_file_commit(&file, err);
}

odd_status odd_npy_write(const char *path, odd_cmat m, odd_error *err)
{
	return write_strided(path, m.data, m.rows, m.cols, m.stride, 1, false, err);
}

odd_status odd_npy_write_transposed(const char *path, odd_cmat m, odd_error *err)
{
	return write_strided(path, m.data, m.cols, m.rows, 1, m.stride, false, err);
}

odd_status odd_npy_write_vector(const char *path, const double *v, size_t n, odd_error *err)
{
	return write_strided(path, v, n, 1, 1, 1, true, err);
}
