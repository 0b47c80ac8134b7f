/* What a PNG file says about itself.
 *
 * Layout: a signature, then chunks of length (4, high byte first), type (4), data and checksum (4)
 * from IHDR to IEND. Text is "key, 0, value" (tEXt, Latin-1), the same with a byte for the method
 * and a compressed value (zTXt), or with language and translated key before a value in UTF-8
 * (iTXt). Taken apart here, as libpng believes a length before it knows the size of the file.
 */
#include "config.h"

#include "draw/png.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/bytes.h"
#include "base/grow.h"

struct chunk {
	char type[5];
	const uint8_t *data;
	size_t length;
};

struct reader {
	const uint8_t *at, *end;
	const char *name;
	size_t budget; /* bytes that text may still take */
	struct png_info *out;
	size_t capacity;
};

static odd_status broken(const struct reader *r, const char *how, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, r->name, 0, 0, "broken PNG picture: %s", how);
}

static uint32_t number(const uint8_t *b)
{
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static odd_status next_chunk(struct reader *r, struct chunk *c, odd_error *err)
{
	size_t left = (size_t)(r->end - r->at);
	if (left < 12 || number(r->at) > left - 12)
		return broken(r, "the file ends too early", err);
	c->length = number(r->at);
	memcpy(c->type, r->at + 4, 4);
	c->type[4] = '\0';
	c->data = r->at + 8;
	uLong sum = crc32_z(crc32(0, NULL, 0), r->at + 4, c->length + 4);
	r->at = c->data + c->length + 4;
	return sum == number(r->at - 4) ? ODD_OK : broken(r, "a checksum is wrong", err);
}

/* ---- text ------------------------------------------------------------------------------------ */

static odd_status too_much(const struct reader *r, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, r->name, 0, 0, "holds more than %zu MB of text",
		PNG_TEXT_MOST >> 20);
}

static odd_status unpack(
	struct reader *r, struct bytes *out, const uint8_t *data, size_t length, odd_error *err)
{
	odd_status status = ODD_OK;
	int code = Z_OK;
	z_stream z;
	memset(&z, 0, sizeof z);
	if (inflateInit(&z) != Z_OK)
		return odd_error_nomem(err);
	z.next_in = (Bytef *)(uintptr_t)data; /* zlib does not write there */
	z.avail_in = (uInt)length;
	while (code == Z_OK && status == ODD_OK) {
		uint8_t block[4096];
		z.next_out = block;
		z.avail_out = sizeof block;
		code = inflate(&z, Z_NO_FLUSH);
		size_t got = sizeof block - z.avail_out;
		bytes_append(out, block, got);
		status = out->length > r->budget ? too_much(r, err) : bytes_status(out, err);
	}
	inflateEnd(&z);
	if (status == ODD_OK && code != Z_STREAM_END)
		status = broken(r, "compressed text is damaged", err);
	return status;
}

static char *copy(const void *data, size_t length)
{
	char *text = malloc(length + 1);
	if (text == NULL)
		return NULL;
	memcpy(text, data, length);
	text[length] = '\0';
	return text;
}

static odd_status add_text(struct reader *r, const uint8_t *key, size_t key_length,
	const void *value, size_t length, odd_error *err)
{
	struct png_info *out = r->out;
	size_t cost = key_length + length + sizeof(struct png_text);
	if (cost > r->budget)
		return too_much(r, err);
	r->budget -= cost;
	odd_status status =
		odd__make_room(&r->capacity, out->count + 1, err, {&out->text, sizeof *out->text});
	if (status != ODD_OK)
		return status;
	struct png_text *t = &out->text[out->count++];
	t->key = copy(key, key_length);
	t->value = copy(value, length);
	return t->key != NULL && t->value != NULL ? ODD_OK : odd_error_nomem(err);
}

static odd_status read_text(struct reader *r, const struct chunk *c, odd_error *err)
{
	const uint8_t *end = c->data + c->length;
	const uint8_t *stop = c->length > 0 ? memchr(c->data, 0, c->length) : NULL;
	bool packed = c->type[0] == 'z';
	if (stop == NULL || stop == c->data || stop - c->data > 79)
		return broken(r, "text without a key", err);
	const uint8_t *value = stop + 1;
	if (packed) {
		if (value == end || *value++ != 0)
			return broken(r, "text is compressed in an unknown way", err);
	} else if (c->type[0] == 'i') {
		if (end - value < 2 || value[0] > 1 || value[1] != 0)
			return broken(r, "text is compressed in an unknown way", err);
		packed = value[0] == 1;
		value += 2;
		for (int skip = 0; skip < 2; skip++) { /* language, translated key */
			value = memchr(value, 0, (size_t)(end - value));
			if (value == NULL)
				return broken(r, "text ends too early", err);
			value++;
		}
	}
	struct bytes plain = {0};
	odd_status status = ODD_OK;
	const void *text = value;
	size_t length = (size_t)(end - value);
	if (packed) {
		status = unpack(r, &plain, value, length, err);
		text = plain.data != NULL ? (const void *)plain.data : "";
		length = plain.length;
	}
	if (status == ODD_OK)
		status = add_text(r, c->data, (size_t)(stop - c->data), text, length, err);
	bytes_clear(&plain);
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static odd_status read_chunks(struct reader *r, odd_error *err)
{
	struct chunk c;
	odd_status status = next_chunk(r, &c, err);
	if (status != ODD_OK)
		return status;
	if (strcmp(c.type, "IHDR") != 0 || c.length != 13 || number(c.data) == 0 ||
		number(c.data + 4) == 0 || number(c.data) > INT32_MAX ||
		number(c.data + 4) > INT32_MAX)
		return broken(r, "its size is not told", err);
	r->out->width = number(c.data);
	r->out->height = number(c.data + 4);
	do {
		status = next_chunk(r, &c, err);
		if (status == ODD_OK &&
			(strcmp(c.type, "tEXt") == 0 || strcmp(c.type, "zTXt") == 0 ||
				strcmp(c.type, "iTXt") == 0))
			status = read_text(r, &c, err);
	} while (status == ODD_OK && strcmp(c.type, "IEND") != 0);
	return status;
}

odd_status png_parse_text(
	struct png_info *out, const void *data, size_t length, const char *name, odd_error *err)
{
	static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	struct reader r = {.name = name, .budget = PNG_TEXT_MOST, .out = out};
	memset(out, 0, sizeof *out);
	if (length < sizeof signature || memcmp(data, signature, sizeof signature) != 0)
		return odd_error_at(err, ODD_EINPUT, name, 0, 0, "is not a PNG picture");
	r.at = (const uint8_t *)data + sizeof signature;
	r.end = (const uint8_t *)data + length;
	odd_status status = read_chunks(&r, err);
	if (status != ODD_OK)
		png_info_clear(out);
	return status;
}

odd_status png_read_text(struct png_info *out, const char *path, odd_error *err)
{
	odd__bytes file;
	memset(out, 0, sizeof *out);
	odd_status status = odd__bytes_read(&file, path, NULL, err);
	if (status == ODD_OK)
		status = png_parse_text(out, file.data, file.size, path, err);
	odd__bytes_clear(&file);
	return status;
}

void png_info_clear(struct png_info *info)
{
	for (size_t i = 0; i < info->count; i++) {
		free(info->text[i].key);
		free(info->text[i].value);
	}
	free(info->text);
	memset(info, 0, sizeof *info);
}
