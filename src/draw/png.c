#include "config.h"

#include "draw/png.h"

#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/base/file.h"

/* ---- bytes --------------------------------------------------------------------------------- */

odd_status bytes_append(struct bytes *b, const void *data, size_t length)
{
	if (length > b->capacity - b->length) {
		size_t capacity = b->capacity < 4096 ? 4096 : b->capacity;
		while (capacity - b->length < length)
			capacity *= 2;
		uint8_t *grown = realloc(b->data, capacity);
		if (grown == NULL)
			return ODD_ENOMEM;
		b->data = grown;
		b->capacity = capacity;
	}
	if (length > 0)
		memcpy(b->data + b->length, data, length);
	b->length += length;
	return ODD_OK;
}

void bytes_clear(struct bytes *b)
{
	free(b->data);
	memset(b, 0, sizeof *b);
}

odd_status bytes_save(const struct bytes *b, const char *path, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	/* A short write leaves the stream's error flag, which commit looks at. */
	(void)!fwrite(b->data, 1, b->length, file.stream);
	return odd_file_commit(&file, err);
}

/* ---- what libpng needs --------------------------------------------------------------------- */

/* libpng leaves by longjmp; what went wrong waits here. */
struct trouble {
	jmp_buf out;
	char message[128];
	bool memory;
};

static void on_error(png_structp png, png_const_charp message)
{
	struct trouble *trouble = png_get_error_ptr(png);
	snprintf(trouble->message, sizeof trouble->message, "%s", message);
	longjmp(trouble->out, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}

static void write_bytes(png_structp png, png_bytep data, size_t length)
{
	if (bytes_append(png_get_io_ptr(png), data, length) != ODD_OK) {
		((struct trouble *)png_get_error_ptr(png))->memory = true;
		png_error(png, "out of memory");
	}
}

static void flush_bytes(png_structp png)
{
	(void)png;
}

/* ---- writing ------------------------------------------------------------------------------- */

static bool is_ascii(const char *s)
{
	for (; *s != '\0'; s++) {
		if ((unsigned char)*s >= 0x80)
			return false;
	}
	return true;
}

static void fill_text(png_text *chunks, const struct png_text *text, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(text[i].value);
		bool ascii = is_ascii(text[i].value), large = length > 2000;
		chunks[i].compression =
			ascii ? (large ? PNG_TEXT_COMPRESSION_zTXt : PNG_TEXT_COMPRESSION_NONE)
			      : (large ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE);
		chunks[i].key = text[i].key;
		chunks[i].text = text[i].value;
		if (ascii)
			chunks[i].text_length = length;
		else
			chunks[i].itxt_length = length;
	}
}

/* setjmp sits in a function of its own, where no local changes after it. False: see trouble. */
static bool write_picture(struct trouble *trouble, png_structp png, png_infop info,
	const uint8_t *pixels, uint32_t width, uint32_t height, png_text *chunks, size_t count)
{
	if (setjmp(trouble->out) != 0)
		return false;
	png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
	if (count > 0)
		png_set_text(png, info, chunks, (int)count);
	png_set_compression_level(png, 6);
	/* Flat areas and repeated letters compress best as they are: a dashboard came out a sixth
	 * smaller than with libpng's choice among all filters, and sooner. */
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_write_info(png, info);
	for (uint32_t y = 0; y < height; y++)
		png_write_row(png, pixels + (size_t)y * width * 3);
	png_write_end(png, info);
	return true;
}

odd_status png_encode(struct bytes *out, const uint8_t *pixels, uint32_t width, uint32_t height,
	const struct png_text *text, size_t count, odd_error *err)
{
	struct trouble trouble = {.memory = false};
	odd_status status = ODD_OK;
	png_structp png = NULL;
	png_infop info = NULL;
	png_text *chunks = calloc(count + 1, sizeof *chunks);
	memset(out, 0, sizeof *out);
	if (chunks != NULL)
		png = png_create_write_struct(
			PNG_LIBPNG_VER_STRING, &trouble, on_error, on_warning);
	if (png != NULL)
		info = png_create_info_struct(png);
	if (info == NULL) {
		status = odd_error_nomem(err);
		goto done;
	}
	fill_text(chunks, text, count);
	png_set_write_fn(png, out, write_bytes, flush_bytes);
	if (!write_picture(&trouble, png, info, pixels, width, height, chunks, count))
		status = trouble.memory ? odd_error_nomem(err)
					: odd_error_set(err, ODD_EIO, "cannot encode PNG: %s",
						  trouble.message);
done:
	png_destroy_write_struct(&png, &info);
	free(chunks);
	if (status != ODD_OK)
		bytes_clear(out);
	return status;
}

/* ---- reading ------------------------------------------------------------------------------- */

struct source {
	const uint8_t *data;
	size_t length, at;
};

static void read_bytes(png_structp png, png_bytep out, size_t length)
{
	struct source *source = png_get_io_ptr(png);
	if (length > source->length - source->at)
		png_error(png, "the file ends too early");
	memcpy(out, source->data + source->at, length);
	source->at += length;
}

static odd_status copy_text(
	struct png_info *out, const png_text *chunks, size_t count, odd_error *err)
{
	out->text = calloc(count + 1, sizeof *out->text);
	if (out->text == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < count; i++) {
		struct png_text *t = &out->text[i];
		t->key = strdup(chunks[i].key);
		t->value = strdup(chunks[i].text != NULL ? chunks[i].text : "");
		out->count = i + 1;
		if (t->key == NULL || t->value == NULL)
			return odd_error_nomem(err);
	}
	return ODD_OK;
}

static int drop_chunk(png_structp png, png_unknown_chunkp chunk)
{
	(void)png;
	(void)chunk;
	return 1;
}

static bool read_chunks(struct trouble *trouble, png_structp png, png_infop info, size_t length)
{
	if (setjmp(trouble->out) != 0)
		return false;
	/* Pixels declared unknown are handed to drop_chunk; text behind them is still read. */
	static const png_byte pixels[] = "IDAT";
	png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, pixels, 1);
	png_set_read_user_chunk_fn(png, NULL, drop_chunk);
	/* No chunk is longer than the file; the rest is for text to unfold. */
	png_set_chunk_malloc_max(png, length + (4u << 20));
	png_read_info(png, info);
	png_read_end(png, info);
	return true;
}

odd_status png_parse_text(
	struct png_info *out, const void *data, size_t length, const char *name, odd_error *err)
{
	struct trouble trouble = {.memory = false};
	struct source source = {.data = data, .length = length};
	odd_status status = ODD_OK;
	png_infop info = NULL;
	memset(out, 0, sizeof *out);
	if (length < 8 || png_sig_cmp(data, 0, 8) != 0)
		return odd_error_at(err, ODD_EINPUT, name, 0, 0, "is not a PNG picture");
	png_structp png =
		png_create_read_struct(PNG_LIBPNG_VER_STRING, &trouble, on_error, on_warning);
	if (png != NULL)
		info = png_create_info_struct(png);
	if (info == NULL) {
		status = odd_error_nomem(err);
		goto done;
	}
	png_set_read_fn(png, &source, read_bytes);
	if (!read_chunks(&trouble, png, info, length)) {
		status = odd_error_at(
			err, ODD_EINPUT, name, 0, 0, "broken PNG picture: %s", trouble.message);
		goto done;
	}
	png_textp chunks = NULL;
	int count = png_get_text(png, info, &chunks, NULL);
	out->width = png_get_image_width(png, info);
	out->height = png_get_image_height(png, info);
	status = copy_text(out, chunks, count > 0 ? (size_t)count : 0, err);
done:
	png_destroy_read_struct(&png, &info, NULL);
	if (status != ODD_OK)
		png_info_clear(out);
	return status;
}

odd_status png_read_text(struct png_info *out, const char *path, odd_error *err)
{
	struct bytes file = {0};
	odd_status status = ODD_OK;
	memset(out, 0, sizeof *out);
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		return odd_error_errno(err, path, "cannot open");
	uint8_t block[16384];
	for (size_t n; status == ODD_OK && (n = fread(block, 1, sizeof block, f)) > 0;)
		status = bytes_append(&file, block, n);
	if (status != ODD_OK)
		odd_error_nomem(err);
	else if (ferror(f))
		status = odd_error_errno(err, path, "cannot read");
	fclose(f);
	if (status == ODD_OK)
		status = png_parse_text(out, file.data, file.length, path, err);
	bytes_clear(&file);
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
