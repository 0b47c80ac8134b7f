#include "config.h"

#include "draw/animation.h"

#ifdef HAVE_GIF
#include <gif_lib.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "draw/quantise.h"
#include "base/file.h"

enum { LARGEST = 65535 };

struct animation_frame {
	unsigned x, y, w, h; /* the part that differs from the picture before; of the first, all */
	double seconds;
	uint8_t *data; /* its pixels, deflated */
	size_t length;
};

struct animation {
	unsigned width, height;
	struct animation_frame *frame;
	size_t count;
	uint8_t *last; /* the picture added last, whole */
	struct quantise *colours;
};

odd_status animation_create(struct animation **out, unsigned width, unsigned height, odd_error *err)
{
	*out = NULL;
	if (width < 1 || height < 1 || width > LARGEST || height > LARGEST)
		return odd_error_set(err, ODD_EUSAGE,
			"an animation of %u × %u pixels: 1 to %d will do", width, height, LARGEST);
	struct animation *a = calloc(1, sizeof *a);
	if (a == NULL)
		return odd_error_nomem(err);
	a->width = width;
	a->height = height;
	a->last = calloc((size_t)width * height, 3);
	odd_status status =
		a->last != NULL ? quantise_create(&a->colours, err) : odd_error_nomem(err);
	if (status == ODD_OK)
		*out = a;
	else
		animation_free(a);
	return status;
}

void animation_free(struct animation *a)
{
	if (a == NULL)
		return;
	for (size_t i = 0; i < a->count; i++)
		free(a->frame[i].data);
	free(a->frame);
	free(a->last);
	quantise_free(a->colours);
	free(a);
}

size_t animation_count(const struct animation *a)
{
	return a->count;
}

double animation_seconds(const struct animation *a)
{
	double seconds = 0.0;
	for (size_t i = 0; i < a->count; i++)
		seconds += a->frame[i].seconds;
	return seconds;
}

/* ---- pictures in ---------------------------------------------------------------------------- */

/* The smallest part that holds all that differs; false when nothing does. */
static bool differing(struct animation_frame *f, const struct animation *a, const uint8_t *rgb)
{
	size_t row = 3 * (size_t)a->width;
	unsigned top = 0, bottom = a->height, left = a->width, right = 0;
	while (top < bottom && memcmp(rgb + top * row, a->last + top * row, row) == 0)
		top++;
	while (bottom > top &&
		memcmp(rgb + (bottom - 1) * row, a->last + (bottom - 1) * row, row) == 0)
		bottom--;
	for (unsigned y = top; y < bottom; y++) {
		const uint8_t *p = rgb + y * row, *q = a->last + y * row;
		unsigned x = 0, end = a->width;
		while (x < left && memcmp(p + 3 * x, q + 3 * x, 3) == 0)
			x++;
		while (end > right && memcmp(p + 3 * (end - 1), q + 3 * (end - 1), 3) == 0)
			end--;
		left = x < left ? x : left;
		right = end > right ? end : right;
	}
	*f = (struct animation_frame){.x = left, .y = top, .w = right - left, .h = bottom - top};
	return top < bottom;
}

static odd_status pack(struct animation_frame *f, const uint8_t *part, odd_error *err)
{
	uLong size = 3 * (uLong)f->w * f->h;
	uLongf room = compressBound(size);
	f->data = malloc(room);
	if (f->data == NULL || compress2(f->data, &room, part, size, 1) != Z_OK) {
		free(f->data);
		return odd_error_nomem(err);
	}
	uint8_t *fitting = realloc(f->data, room);
	f->data = fitting != NULL ? fitting : f->data;
	f->length = room;
	return ODD_OK;
}

static odd_status unpack(const struct animation_frame *f, uint8_t *part, odd_error *err)
{
	uLongf size = 3 * (uLongf)f->w * f->h;
	return uncompress(part, &size, f->data, f->length) == Z_OK ? ODD_OK : odd_error_nomem(err);
}

odd_status animation_add(struct animation *a, const uint8_t *rgb, double seconds, odd_error *err)
{
	struct animation_frame f = {.w = a->width, .h = a->height};
	if (a->count > 0 && !differing(&f, a, rgb)) {
		a->frame[a->count - 1].seconds += seconds;
		return ODD_OK;
	}
	struct animation_frame *grown = realloc(a->frame, (a->count + 1) * sizeof *grown);
	if (grown == NULL)
		return odd_error_nomem(err);
	a->frame = grown;
	uint8_t *part = malloc(3 * (size_t)f.w * f.h);
	if (part == NULL)
		return odd_error_nomem(err);
	for (unsigned y = 0; y < f.h; y++)
		memcpy(part + 3 * (size_t)f.w * y, rgb + 3 * ((size_t)(f.y + y) * a->width + f.x),
			3 * (size_t)f.w);
	quantise_count(a->colours, part, (size_t)f.w * f.h);
	f.seconds = seconds;
	odd_status status = pack(&f, part, err);
	free(part);
	if (status != ODD_OK)
		return status;
	memcpy(a->last, rgb, 3 * (size_t)a->width * a->height);
	a->frame[a->count++] = f;
	return ODD_OK;
}

/* ---- PNG files ------------------------------------------------------------------------------ */

static odd_status save_png(const struct animation *a, const uint8_t *rgb, const char *dir,
	const char *name, const struct png_text *text, size_t text_count, odd_error *err)
{
	struct bytes file;
	char *path = odd_path_join(dir, name);
	odd_status status =
		path != NULL ? png_encode(&file, rgb, a->width, a->height, text, text_count, err)
			     : odd_error_nomem(err);
	if (status == ODD_OK) {
		status = bytes_save(&file, path, err);
		bytes_clear(&file);
	}
	free(path);
	return status;
}

static odd_status save_list(const struct animation *a, const char *dir, odd_error *err)
{
	odd_file file;
	char *path = odd_path_join(dir, "frames.txt");
	odd_status status = path != NULL ? odd_file_open(&file, path, err) : odd_error_nomem(err);
	free(path);
	if (status != ODD_OK)
		return status;
	fputs("ffconcat version 1.0\n", file.stream);
	for (size_t i = 0; i < a->count; i++)
		fprintf(file.stream, "file %04zu.png\nduration %.3f\n", i, a->frame[i].seconds);
	return odd_file_commit(&file, err);
}

odd_status animation_frames(const struct animation *a, const char *dir, const struct png_text *text,
	size_t text_count, odd_error *err)
{
	size_t size = 3 * (size_t)a->width * a->height;
	uint8_t *picture = calloc(size, 1), *part = malloc(size);
	odd_status status = picture != NULL && part != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < a->count && status == ODD_OK; i++) {
		const struct animation_frame *f = &a->frame[i];
		char name[32];
		snprintf(name, sizeof name, "%04zu.png", i);
		status = unpack(f, part, err);
		if (status != ODD_OK)
			break;
		for (unsigned y = 0; y < f->h; y++)
			memcpy(picture + 3 * ((size_t)(f->y + y) * a->width + f->x),
				part + 3 * (size_t)f->w * y, 3 * (size_t)f->w);
		status = save_png(a, picture, dir, name, text, text_count, err);
	}
	free(picture);
	free(part);
	return status == ODD_OK ? save_list(a, dir, err) : status;
}

/* ---- GIF, written by giflib ------------------------------------------------------------------ */

#ifndef HAVE_GIF

odd_status animation_can_gif(odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"this oddone was built without giflib, so it writes no GIF (libgif-dev brings it); a "
		"directory of PNG frames can be had");
}

odd_status animation_gif(
	struct bytes *out, struct animation *a, bool once, const char *note, odd_error *err)
{
	(void)a;
	(void)once;
	(void)note;
	*out = (struct bytes){0};
	return animation_can_gif(err);
}

#else

enum { COLOURS = 255, THROUGH = 255 }; /* the last entry lets the picture before show */

odd_status animation_can_gif(odd_error *err)
{
	(void)err;
	return ODD_OK;
}

static int write_bytes(GifFileType *gif, const GifByteType *data, int length)
{
	bytes_append(gif->UserData, data, (size_t)length);
	return ((struct bytes *)gif->UserData)->failed ? 0 : length;
}

static odd_status trouble(const GifFileType *gif, odd_error *err)
{
	/* It writes to memory alone. */
	if (gif == NULL || gif->Error == E_GIF_ERR_NOT_ENOUGH_MEM ||
		gif->Error == E_GIF_ERR_WRITE_FAILED)
		return odd_error_nomem(err);
	const char *text = GifErrorString(gif->Error);
	return odd_error_set(err, ODD_EIO, "cannot write GIF: %s", text != NULL ? text : "?");
}

static bool begin(GifFileType *gif, const struct animation *a, const struct rgb *palette,
	size_t used, bool once, const char *note)
{
	GifColorType colour[256];
	memset(colour, 0, sizeof colour);
	for (size_t i = 0; i < used; i++)
		colour[i] = (GifColorType){palette[i].r, palette[i].g, palette[i].b};
	ColorMapObject *map = GifMakeMapObject(256, colour);
	EGifSetGifVersion(gif, true);
	bool done = map != NULL &&
		    EGifPutScreenDesc(gif, (int)a->width, (int)a->height, 8, 0, map) == GIF_OK;
	GifFreeMapObject(map);
	/* For ever, as browsers took it from Netscape. */
	static const unsigned char again[] = {1, 0, 0};
	if (done && !once)
		done = EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
		       EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
		       EGifPutExtensionBlock(gif, sizeof again, again) == GIF_OK &&
		       EGifPutExtensionTrailer(gif) == GIF_OK;
	return done && (note == NULL || EGifPutComment(gif, note) == GIF_OK);
}

/* Times are in hundredths; rounding errors do not add up. Viewers slow down what is below two. */
static int delay(double from, double to)
{
	long d = lround(100.0 * to) - lround(100.0 * from);
	return d < 2 ? 2 : d > 65535 ? 65535 : (int)d;
}

/* Entries instead of colours; those that the picture before shows already are let through, which
 * makes long runs. */
static void to_entries(GifByteType *out, uint8_t *shown, const struct animation *a,
	const struct animation_frame *f, const uint8_t *part, bool first)
{
	for (unsigned y = 0; y < f->h; y++) {
		uint8_t *row = shown + (size_t)(f->y + y) * a->width + f->x;
		for (unsigned x = 0; x < f->w; x++, part += 3) {
			uint8_t entry = quantise_entry(a->colours, part);
			*out++ = !first && row[x] == entry ? THROUGH : entry;
			row[x] = entry;
		}
	}
}

static bool put_frame(GifFileType *gif, const struct animation_frame *f, GifByteType *entries,
	int hundredths, bool first)
{
	GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
		.DelayTime = hundredths,
		.TransparentColor = first ? NO_TRANSPARENT_COLOR : THROUGH};
	GifByteType extension[4];
	EGifGCBToExtension(&control, extension);
	return EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) ==
		       GIF_OK &&
	       EGifPutImageDesc(gif, (int)f->x, (int)f->y, (int)f->w, (int)f->h, false, NULL) ==
		       GIF_OK &&
	       EGifPutLine(gif, entries, (int)(f->w * f->h)) == GIF_OK;
}

static odd_status put_frames(GifFileType *gif, const struct animation *a, odd_error *err)
{
	size_t size = (size_t)a->width * a->height;
	uint8_t *part = malloc(3 * size), *shown = malloc(size);
	GifByteType *entries = malloc(size);
	odd_status status =
		part != NULL && shown != NULL && entries != NULL ? ODD_OK : odd_error_nomem(err);
	double from = 0.0;
	for (size_t i = 0; i < a->count && status == ODD_OK; i++) {
		const struct animation_frame *f = &a->frame[i];
		status = unpack(f, part, err);
		if (status != ODD_OK)
			break;
		to_entries(entries, shown, a, f, part, i == 0);
		if (!put_frame(gif, f, entries, delay(from, from + f->seconds), i == 0))
			status = trouble(gif, err);
		from += f->seconds;
	}
	free(part);
	free(shown);
	free(entries);
	return status;
}

odd_status animation_gif(
	struct bytes *out, struct animation *a, bool once, const char *note, odd_error *err)
{
	struct rgb palette[COLOURS];
	size_t used;
	int code = 0;
	*out = (struct bytes){0};
	odd_status status = quantise_settle(a->colours, palette, COLOURS, &used, err);
	if (status != ODD_OK)
		return status;
	GifFileType *gif = EGifOpen(out, write_bytes, &code);
	if (gif == NULL)
		return odd_error_nomem(err);
	status = begin(gif, a, palette, used, once, note) ? put_frames(gif, a, err)
							  : trouble(gif, err);
	/* Frees it also when it fails. */
	if (EGifCloseFile(gif, &code) != GIF_OK && status == ODD_OK)
		status = odd_error_nomem(err);
	if (status != ODD_OK)
		bytes_clear(out);
	return status;
}

#endif
