/* gif.c: an animation as a GIF, written by giflib. */
#include "config.h"

#include "draw/animation.h"

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

#include <gif_lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/animation_parts.h"

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
		status = animation_unpack(f, part, err);
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
