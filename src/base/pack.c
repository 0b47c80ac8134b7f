#include "config.h"

#include "base/pack.h"

#include <stdlib.h>
#include <string.h>

uint64_t odd__pack_sum(uint64_t sum, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < size; i++)
		sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
	return sum;
}

void odd__pack_bytes(odd__packer *p, const void *bytes, size_t size)
{
	p->sum = odd__pack_sum(p->sum, bytes, size);
	if (size > 0)
		(void)fwrite(bytes, 1, size, p->stream); /* told by whoever closes the stream */
}

static void put(unsigned char *out, uint64_t value, size_t bytes)
{
	for (size_t b = 0; b < bytes; b++)
		out[b] = (unsigned char)(value >> 8 * b);
}

static uint64_t get(const unsigned char *from, size_t bytes)
{
	uint64_t value = 0;
	for (size_t b = 0; b < bytes; b++)
		value |= (uint64_t)from[b] << 8 * b;
	return value;
}

static uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static double real_of(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

void odd__pack_whole(odd__packer *p, uint64_t value)
{
	unsigned char out[8];
	put(out, value, 8);
	odd__pack_bytes(p, out, 8);
}

void odd__pack_real(odd__packer *p, double value)
{
	odd__pack_whole(p, bits_of(value));
}

void odd__pack_text(odd__packer *p, const char *text)
{
	const size_t length = strlen(text);
	odd__pack_whole(p, length);
	odd__pack_bytes(p, text, length);
}

void odd__pack_reals(odd__packer *p, const double *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		odd__pack_real(p, value[i]);
}

void odd__pack_sizes(odd__packer *p, const size_t *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		odd__pack_whole(p, value[i]);
}

void odd__pack_numbers(odd__packer *p, const uint32_t *value, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		unsigned char out[4];
		put(out, value[i], 4);
		odd__pack_bytes(p, out, 4);
	}
}

/* ---- reading ------------------------------------------------------------------------------ */

odd_status odd__unpack_wrong(odd__unpacker *u, const char *why)
{
	if (u->status == ODD_OK)
		u->status = odd_error_at(u->err, ODD_EINPUT, u->path, 0, 0, "%s", why);
	return u->status;
}

odd_status odd__unpack_nomem(odd__unpacker *u)
{
	if (u->status == ODD_OK)
		u->status = odd_error_nomem(u->err);
	return u->status;
}

/* The next bytes; NULL when there are not so many. */
static const unsigned char *take(odd__unpacker *u, size_t count, size_t size)
{
	const unsigned char *from = u->at;
	if (u->status == ODD_OK && count > (size_t)(u->end - u->at) / size)
		odd__unpack_wrong(u, "ends before all it announces has come");
	if (u->status != ODD_OK)
		return NULL;
	u->at += count * size;
	return from;
}

uint64_t odd__unpack_whole(odd__unpacker *u)
{
	const unsigned char *from = take(u, 1, 8);
	return from != NULL ? get(from, 8) : 0;
}

uint64_t odd__unpack_below(odd__unpacker *u, uint64_t most, const char *what)
{
	const uint64_t value = odd__unpack_whole(u);
	if (value <= most)
		return value;
	odd__unpack_wrong(u, what);
	return 0;
}

bool odd__unpack_flag(odd__unpacker *u)
{
	return odd__unpack_below(u, 1, "has neither yes nor no where one is due") == 1;
}

double odd__unpack_real(odd__unpacker *u)
{
	return real_of(odd__unpack_whole(u));
}

char *odd__unpack_text(odd__unpacker *u, size_t most)
{
	const size_t length = odd__unpack_below(u, most, "has a text that is too long");
	const unsigned char *from = take(u, length, 1);
	if (from == NULL)
		return NULL;
	if (memchr(from, '\0', length) != NULL) {
		odd__unpack_wrong(u, "has a text with a zero in it");
		return NULL;
	}
	char *text = malloc(length + 1);
	if (text == NULL) {
		odd__unpack_nomem(u);
		return NULL;
	}
	memcpy(text, from, length);
	text[length] = '\0';
	return text;
}

size_t odd__unpack_count(odd__unpacker *u, size_t bytes)
{
	const uint64_t count = odd__unpack_whole(u);
	if (count <= (size_t)(u->end - u->at) / bytes)
		return count;
	odd__unpack_wrong(u, "announces more than it has bytes for");
	return 0;
}

/* Room for items of which the file has so many bytes each. */
static void *room(odd__unpacker *u, size_t count, size_t size, size_t bytes)
{
	if (u->status == ODD_OK && count > (size_t)(u->end - u->at) / bytes)
		odd__unpack_wrong(u, "ends before all it announces has come");
	if (u->status != ODD_OK)
		return NULL;
	void *out = malloc((count > 0 ? count : 1) * size);
	if (out == NULL)
		odd__unpack_nomem(u);
	return out;
}

void odd__unpack_reals_to(odd__unpacker *u, double *out, size_t count)
{
	const unsigned char *from = take(u, count, 8);
	for (size_t i = 0; from != NULL && i < count; i++)
		out[i] = real_of(get(from + 8 * i, 8));
}

void odd__unpack_sizes_to(odd__unpacker *u, size_t *out, size_t count)
{
	const unsigned char *from = take(u, count, 8);
	for (size_t i = 0; from != NULL && i < count; i++)
		out[i] = get(from + 8 * i, 8);
}

void odd__unpack_numbers_to(odd__unpacker *u, uint32_t *out, size_t count)
{
	const unsigned char *from = take(u, count, 4);
	for (size_t i = 0; from != NULL && i < count; i++)
		out[i] = (uint32_t)get(from + 4 * i, 4);
}

double *odd__unpack_reals(odd__unpacker *u, size_t count)
{
	double *out = room(u, count, sizeof *out, 8);
	if (out != NULL)
		odd__unpack_reals_to(u, out, count);
	return out;
}

uint32_t *odd__unpack_numbers(odd__unpacker *u, size_t count, uint32_t most, const char *what)
{
	uint32_t *out = room(u, count, sizeof *out, 4);
	if (out == NULL)
		return NULL;
	odd__unpack_numbers_to(u, out, count);
	for (size_t i = 0; i < count; i++)
		if (out[i] > most)
			odd__unpack_wrong(u, what);
	return out;
}

uint8_t *odd__unpack_bytes(odd__unpacker *u, size_t count, uint8_t most, const char *what)
{
	uint8_t *out = room(u, count, 1, 1);
	if (out == NULL)
		return NULL;
	memcpy(out, take(u, count, 1), count);
	for (size_t i = 0; i < count; i++)
		if (out[i] > most)
			odd__unpack_wrong(u, what);
	return out;
}
