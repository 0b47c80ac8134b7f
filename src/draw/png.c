#include "config.h"

#include "draw/png.h"

#include <assert.h>
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* ---- bytes --------------------------------------------------------------------------------- */

void bytes_append(struct bytes *b, const void *data, size_t length)
{
	if (length > b->capacity - b->length) {
		size_t capacity = b->capacity < 4096 ? 4096 : b->capacity;
		while (capacity - b->length < length)
			capacity *= 2;
		uint8_t *grown = realloc(b->data, capacity);
		b->failed = b->failed || grown == NULL;
		if (grown == NULL)
			return;
		b->data = grown;
		b->capacity = capacity;
	}
	if (length > 0)
		memcpy(b->data + b->length, data, length);
	b->length += length;
}

void bytes_print(struct bytes *b, const char *format, ...)
{
	char text[256];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	assert(n >= 0 && (size_t)n < sizeof text);
	bytes_append(b, text, (size_t)n);
}

odd_status bytes_status(const struct bytes *b, odd_error *err)
{
	return b->failed ? odd_error_nomem(err) : ODD_OK;
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
	bytes_append(png_get_io_ptr(png), data, length);
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
	struct trouble trouble = {.message = ""};
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
		status = odd_error_set(err, ODD_EIO, "cannot encode PNG: %s", trouble.message);
	else
		status = bytes_status(out, err);
done:
	png_destroy_write_struct(&png, &info);
	free(chunks);
	if (status != ODD_OK)
		bytes_clear(out);
	return status;
}
