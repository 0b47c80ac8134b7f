/* MATLAB files of version 5.
 *
 * Layout: 116 bytes of text, 8 of offset, version (2), "IM" or "MI" (2) by byte order; then
 * elements of type (4), length (4) and bytes. Type 14 is a matrix, 15 a compressed element, which
 * unpacks to one matrix. A matrix is made of elements again, each padded to 8 bytes: flags, its
 * dimensions, its name, then its numbers, or of a sparse one its rows, column starts and numbers.
 * An element of up to four bytes may be packed: length and type share the first four, the bytes are
 * the next.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "network/mat.h"

static size_t mat_size(enum odd__mat_type type)
{
	static const unsigned char size[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
	return size[type];
}

double odd__mat_get(const odd__mat_array *array, size_t i)
{
	size_t size = mat_size(array->type);
	unsigned char b[8];
	union {
		int8_t i8;
		uint8_t u8;
		int16_t i16;
		uint16_t u16;
		int32_t i32;
		uint32_t u32;
		int64_t i64;
		uint64_t u64;
		float f;
		double d;
	} v;
	const unsigned char *at = array->at + i * size;
	if (array->swapped) {
		for (size_t k = 0; k < size; k++)
			b[k] = at[size - 1 - k];
		at = b;
	}
	memcpy(&v, at, size);
	switch (array->type) {
	case ODD__MAT_INT8:
		return v.i8;
	case ODD__MAT_UINT8:
		return v.u8;
	case ODD__MAT_INT16:
		return v.i16;
	case ODD__MAT_UINT16:
		return v.u16;
	case ODD__MAT_INT32:
		return v.i32;
	case ODD__MAT_UINT32:
		return v.u32;
	case ODD__MAT_INT64:
		return (double)v.i64;
	case ODD__MAT_UINT64:
		return (double)v.u64;
	case ODD__MAT_SINGLE:
		return (double)v.f;
	case ODD__MAT_DOUBLE:
		return v.d;
	case ODD__MAT_NONE:
		break;
	}
	return (double)NAN;
}

void odd__matrix_clear(odd__matrix *m)
{
	for (size_t i = 0; i < sizeof m->owned / sizeof *m->owned; i++)
		free(m->owned[i]);
	memset(m, 0, sizeof *m);
}

/* Comparisons are written so that a NaN among indices fails them. */
static odd_status check_sparse(const odd__matrix *m, const char *path, odd_error *err)
{
	if (m->jc.count - 1 != m->cols)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s is %zu × %zu, but the file holds where %zu columns start", m->name,
			m->rows, m->cols, m->jc.count > 0 ? m->jc.count - 1 : 0);
	double before = 0.0;
	for (size_t c = 0; c <= m->cols; c++) {
		double start = odd__mat_get(&m->jc, c);
		if (!(start >= before) || (c == 0 && start != 0.0) ||
			!(start <= (double)m->ir.count) || !(start <= (double)m->values.count) ||
			start != floor(start))
			return odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"%s: column %zu starts at value %.15g, out of order or behind the end",
				m->name, c + 1, start);
		before = start;
	}
	for (size_t e = 0; e < (size_t)before; e++) {
		double row = odd__mat_get(&m->ir, e);
		if (!(row >= 0.0) || !(row < (double)m->rows) || row != floor(row))
			return odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"%s: a value stands in row %.15g, but there are %zu rows", m->name,
				row + 1.0, m->rows);
	}
	return ODD_OK;
}

odd_status odd__matrix_check(const odd__matrix *m, const char *path, odd_error *err)
{
	if (m->rows == 0 || m->cols == 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is empty", m->name);
	if (m->rows >= UINT32_MAX || m->cols >= UINT32_MAX)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is too large", m->name);
	if (m->sparse)
		return check_sparse(m, path, err);
	if (m->values.count / m->cols != m->rows || m->values.count % m->cols != 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s is %zu × %zu, but the file holds %zu values of it", m->name, m->rows,
			m->cols, m->values.count);
	return ODD_OK;
}

enum { HEADER = 128, TAG = 8, BLOCK = 1 << 14, START = 1024 };
enum { MI_INT8 = 1, MI_INT32 = 5, MI_UINT32 = 6, MI_MATRIX = 14, MI_COMPRESSED = 15 };
enum { MX_SPARSE = 5, MX_DOUBLE = 6, MX_UINT64 = 15, COMPLEX = 0x800 };

/* A piece of the file, or of what was unpacked from it, that is being taken apart. */
struct piece {
	const unsigned char *at, *end;
	bool big_endian;
};

struct element {
	uint32_t type;
	const unsigned char *at;
	size_t length;
};

static uint32_t number(bool big_endian, const unsigned char *b)
{
	if (big_endian)
		return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

bool odd__mat5_is(const odd__bytes *file)
{
	const unsigned char *b = (const unsigned char *)file->data;
	if (file->size < HEADER)
		return false;
	return (memcmp(b + 124, "\0\1IM", 4) == 0) || (memcmp(b + 124, "\1\0MI", 4) == 0);
}

static struct piece all_of(const odd__bytes *file)
{
	const unsigned char *b = (const unsigned char *)file->data;
	return (struct piece){b + HEADER, b + file->size, b[126] == 'M'};
}

static odd_status damaged(const char *path, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, path, 0, 0, "is damaged or cut short");
}

/* The next element of the file itself. */
static bool next_outer(struct piece *p, struct element *e)
{
	if (p->end - p->at < TAG)
		return false;
	e->type = number(p->big_endian, p->at);
	e->length = number(p->big_endian, p->at + 4);
	e->at = p->at + TAG;
	if ((e->type != MI_MATRIX && e->type != MI_COMPRESSED) || e->length == 0 ||
		e->length > (size_t)(p->end - e->at))
		return false;
	p->at = e->at + e->length;
	return true;
}

/* The next element of a matrix. */
static bool next_inner(struct piece *p, struct element *e)
{
	size_t left = (size_t)(p->end - p->at);
	if (left < TAG)
		return false;
	uint32_t first = number(p->big_endian, p->at);
	if (first >> 16 != 0) {
		*e = (struct element){first & 0xffff, p->at + 4, first >> 16};
		p->at += TAG;
		return e->length <= 4;
	}
	*e = (struct element){first, p->at + TAG, number(p->big_endian, p->at + 4)};
	if (e->length > left - TAG)
		return false;
	size_t padded = TAG + (e->length + 7) / 8 * 8; /* the last one may lack its padding */
	p->at += padded < left ? padded : left;
	return true;
}

/* Unpack a compressed element into `room` bytes at most; what does not fit is unpacked and checked
 * all the same. *length is how long it is in all. */
static odd_status unpack(size_t *length, unsigned char *out, size_t room, const struct element *e,
	const char *path, const odd__limits *limits, odd_error *err)
{
	unsigned char rest[BLOCK];
	const unsigned char *in = e->at;
	size_t left = e->length;
	int code = Z_OK;
	odd_status status = ODD_OK;
	z_stream z;
	memset(&z, 0, sizeof z);
	*length = 0;
	if (inflateInit(&z) != Z_OK)
		return odd_error_nomem(err);
	while (code == Z_OK && status == ODD_OK) {
		uInt give = (uInt)(left < BLOCK ? left : BLOCK);
		size_t here = *length < room ? room - *length : 0;
		uInt take = (uInt)(here == 0 || here > BLOCK ? BLOCK : here);
		z.next_in = (Bytef *)(uintptr_t)in; /* zlib does not write there */
		z.avail_in = give;
		z.next_out = here > 0 ? out + *length : rest;
		z.avail_out = take;
		code = inflate(&z, Z_NO_FLUSH);
		in += give - z.avail_in;
		left -= give - z.avail_in;
		*length += take - z.avail_out;
		if (*length > odd__limits_most(limits))
			status = odd__limits_error(limits, path, "unpacks to", err);
		else
			status = odd__limits_poll(limits, path, err);
	}
	inflateEnd(&z);
	return status == ODD_OK && code != Z_STREAM_END ? damaged(path, err) : status;
}

/* How long a compressed element is when unpacked, tag included. */
static odd_status unpacked_length(size_t *length, const struct element *e, bool big_endian,
	const char *path, const odd__limits *limits, odd_error *err)
{
	unsigned char tag[TAG];
	odd_status status = unpack(length, tag, TAG, e, path, limits, err);
	if (status != ODD_OK)
		return status;
	if (*length < TAG || number(big_endian, tag) != MI_MATRIX ||
		*length - TAG != number(big_endian, tag + 4))
		return damaged(path, err);
	return ODD_OK;
}

odd_status odd__mat5_check(
	const odd__bytes *file, const char *path, const odd__limits *limits, odd_error *err)
{
	struct piece p = all_of(file);
	size_t sum = 0;
	while (p.at < p.end) {
		struct element e;
		size_t length;
		odd_status status = odd__limits_poll(limits, path, err);
		if (status != ODD_OK)
			return status;
		if (!next_outer(&p, &e))
			return damaged(path, err);
		if (e.type != MI_COMPRESSED)
			continue;
		status = unpacked_length(&length, &e, p.big_endian, path, limits, err);
		if (status != ODD_OK)
			return status;
		sum += length;
		if (sum > odd__limits_most(limits))
			return odd__limits_error(limits, path, "unpacks to", err);
	}
	return ODD_OK;
}

/* ---- one matrix ----------------------------------------------------------------------------- */

struct head {
	uint32_t flags;
	size_t dims, rows, cols;
	const unsigned char *name;
	size_t name_length;
};

static bool read_head(struct head *h, struct piece *p)
{
	struct element e;
	if (!next_inner(p, &e) || e.type != MI_UINT32 || e.length != 8)
		return false;
	h->flags = number(p->big_endian, e.at);
	if (!next_inner(p, &e) || e.type != MI_INT32 || e.length < 8 || e.length % 4 != 0)
		return false;
	h->dims = e.length / 4;
	h->rows = number(p->big_endian, e.at);
	h->cols = number(p->big_endian, e.at + 4);
	if (h->rows > INT32_MAX || h->cols > INT32_MAX)
		return false;
	if (!next_inner(p, &e) || e.type != MI_INT8)
		return false;
	h->name = e.at;
	h->name_length = e.length;
	return true;
}

static bool next_array(odd__mat_array *array, struct piece *p)
{
	static const unsigned char types[] = {ODD__MAT_NONE, ODD__MAT_INT8, ODD__MAT_UINT8,
		ODD__MAT_INT16, ODD__MAT_UINT16, ODD__MAT_INT32, ODD__MAT_UINT32, ODD__MAT_SINGLE,
		ODD__MAT_NONE, ODD__MAT_DOUBLE, ODD__MAT_NONE, ODD__MAT_NONE, ODD__MAT_INT64,
		ODD__MAT_UINT64};
	const uint16_t one = 1;
	struct element e;
	if (!next_inner(p, &e) || e.type >= sizeof types || types[e.type] == ODD__MAT_NONE)
		return false;
	array->type = (enum odd__mat_type)types[e.type];
	array->at = e.at;
	array->count = e.length / mat_size(array->type);
	array->swapped = p->big_endian == (*(const unsigned char *)&one == 1);
	return e.length % mat_size(array->type) == 0;
}

static odd_status read_arrays(
	odd__matrix *m, const struct head *h, struct piece *p, const char *path, odd_error *err)
{
	uint32_t class = h->flags & 0xff;
	m->sparse = class == MX_SPARSE;
	if (class < MX_SPARSE || class > MX_UINT64)
		return odd_error_at(
			err, ODD_EINPUT, path, 0, 0, "%s is not a matrix of numbers", m->name);
	if ((h->flags & COMPLEX) != 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is complex", m->name);
	if (h->dims != 2)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s has %zu dimensions instead of 2", m->name, h->dims);
	m->rows = h->rows;
	m->cols = h->cols;
	if (m->rows == 0 || m->cols == 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is empty", m->name);
	if (m->sparse && (!next_array(&m->ir, p) || !next_array(&m->jc, p)))
		return damaged(path, err);
	if (!next_array(&m->values, p))
		return damaged(path, err);
	return odd__matrix_check(m, path, err);
}

/* Unpack a whole element into m->owned; *p is then the matrix in it. */
static odd_status unpack_all(odd__matrix *m, struct piece *p, const struct element *e,
	const char *path, const odd__limits *limits, odd_error *err)
{
	size_t length, again;
	odd_status status = unpacked_length(&length, e, p->big_endian, path, limits, err);
	if (status != ODD_OK)
		return status;
	unsigned char *plain = malloc(length);
	if (plain == NULL)
		return odd_error_nomem(err);
	m->owned[0] = plain;
	p->at = plain + TAG;
	p->end = plain + length;
	return unpack(&again, plain, length, e, path, limits, err);
}

/* The start of a compressed element is enough to learn its name. */
static bool peek_head(
	struct head *h, const struct element *e, bool big_endian, unsigned char start[START])
{
	z_stream z;
	memset(&z, 0, sizeof z);
	if (inflateInit(&z) != Z_OK)
		return false;
	z.next_in = (Bytef *)(uintptr_t)e->at;
	z.avail_in = (uInt)e->length;
	z.next_out = start;
	z.avail_out = START;
	inflate(&z, Z_SYNC_FLUSH);
	size_t got = START - z.avail_out;
	inflateEnd(&z);
	struct piece p = {start + (got < TAG ? got : TAG), start + got, big_endian};
	return read_head(h, &p);
}

odd_status odd__mat5_find(odd__matrix *out, const odd__bytes *file, const char *name,
	const char *path, const odd__limits *limits, odd_error *err)
{
	struct piece p = all_of(file);
	struct element e;
	memset(out, 0, sizeof *out);
	while (next_outer(&p, &e)) {
		unsigned char start[START];
		struct head h;
		struct piece inside = {e.at, e.at + e.length, p.big_endian};
		odd_status status = odd__limits_poll(limits, path, err);
		if (status != ODD_OK)
			return status;
		if (!(e.type == MI_COMPRESSED ? peek_head(&h, &e, p.big_endian, start)
					      : read_head(&h, &inside)))
			continue; /* something else, as MATLAB keeps for its objects */
		if (h.name_length != strlen(name) || memcmp(h.name, name, h.name_length) != 0)
			continue;
		out->name = name;
		if (e.type == MI_COMPRESSED) {
			status = unpack_all(out, &inside, &e, path, limits, err);
			if (status == ODD_OK && !read_head(&h, &inside))
				status = damaged(path, err);
		}
		if (status == ODD_OK)
			status = read_arrays(out, &h, &inside, path, err);
		if (status != ODD_OK)
			odd__matrix_clear(out);
		return status;
	}
	return ODD_OK;
}
