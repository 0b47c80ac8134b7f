#include "config.h"

#include "draw/animation.h"

#ifdef HAVE_GIF
#include <gif_lib.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef HAVE_GIF

odd_status animation_can_gif(odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"this oddone was built without giflib, so it writes no GIF (libgif-dev brings it)");
}

odd_status animation_create(
	struct animation **out, unsigned width, unsigned height, enum theme theme, odd_error *err)
{
	(void)width;
	(void)height;
	(void)theme;
	*out = NULL;
	return animation_can_gif(err);
}

void animation_free(struct animation *a)
{
	(void)a;
}

odd_status animation_add(struct animation *a, const uint8_t *rgb, double seconds, odd_error *err)
{
	(void)a;
	(void)rgb;
	(void)seconds;
	return animation_can_gif(err);
}

size_t animation_count(const struct animation *a)
{
	(void)a;
	return 0;
}

double animation_seconds(const struct animation *a)
{
	(void)a;
	return 0.0;
}

odd_status animation_end(struct bytes *out, struct animation *a, const char *note, odd_error *err)
{
	(void)a;
	(void)note;
	*out = (struct bytes){0};
	return animation_can_gif(err);
}

#else

enum { LARGEST = 65535, CELLS = 1 << 18, MIXTURES = 9, COLOURS = 255, UNKNOWN = 255 };
enum { THROUGH = 255 }; /* the palette entry that lets the picture before show */

struct part {
	unsigned x, y, w, h;
};

struct animation {
	struct bytes file;
	GifFileType *gif; /* writes into the file */
	unsigned width, height;
	struct rgb palette[256];
	size_t colours;
	uint8_t *entry; /* of each cell of 4 × 4 × 4 colours; UNKNOWN: not looked for yet */
	uint8_t *shown; /* the picture added last, as palette entries */
	uint8_t *next;  /* room for the one to be added */
	struct part at; /* of the last picture: what differs from the one before … */
	uint8_t *part;  /* … and its entries */
	double begin, seconds; /* when the last picture is shown, and for how long */
	size_t count;
};

odd_status animation_can_gif(odd_error *err)
{
	(void)err;
	return ODD_OK;
}

/* ---- the palette ----------------------------------------------------------------------------- */

static bool has_colour(const struct animation *a, struct rgb colour)
{
	for (size_t i = 0; i < a->colours; i++)
		if (memcmp(&a->palette[i], &colour, sizeof colour) == 0)
			return true;
	return false;
}

static void make_palette(struct animation *a, enum theme theme)
{
	const struct rgb ground = palette_rgb(ROLE_GROUND, theme);
	a->palette[a->colours++] = ground;
	for (int role = 0; role < ROLE_COUNT; role++) {
		const struct rgb ink = palette_rgb((enum role)role, theme);
		for (int i = MIXTURES; i > 0 && (i < MIXTURES || !has_colour(a, ink)); i--)
			if (a->colours < COLOURS)
				a->palette[a->colours++] =
					palette_mix(ground, ink, (double)i / MIXTURES);
	}
}

static int distance(struct rgb a, const uint8_t *b)
{
	const int r = a.r - b[0], g = a.g - b[1], blue = a.b - b[2];
	return r * r + g * g + blue * blue;
}

/* The entry nearest to a colour, found once for each cell of colours. */
static uint8_t entry_of(struct animation *a, const uint8_t *rgb)
{
	uint8_t *entry = &a->entry[(rgb[0] >> 2) << 12 | (rgb[1] >> 2) << 6 | rgb[2] >> 2];
	if (*entry != UNKNOWN)
		return *entry;
	size_t best = 0;
	for (size_t i = 1; i < a->colours; i++)
		if (distance(a->palette[i], rgb) < distance(a->palette[best], rgb))
			best = i;
	return *entry = (uint8_t)best;
}

/* ---- giflib ---------------------------------------------------------------------------------- */

static int write_bytes(GifFileType *gif, const GifByteType *data, int length)
{
	bytes_append(gif->UserData, data, (size_t)length);
	return ((struct bytes *)gif->UserData)->failed ? 0 : length;
}

static odd_status gif_error(const struct animation *a, odd_error *err)
{
	const int code = a->gif->Error;
	const char *text = GifErrorString(code);
	/* A failed write is a lack of memory: the file is in memory. */
	if (code == E_GIF_ERR_NOT_ENOUGH_MEM || code == E_GIF_ERR_WRITE_FAILED)
		return odd_error_nomem(err);
	return odd_error_set(err, ODD_EIO, "cannot write GIF: %s", text != NULL ? text : "?");
}

static bool put_heading(struct animation *a)
{
	static const unsigned char for_ever[] = {1, 0, 0}; /* as Netscape's browser defined it */
	GifColorType colour[256];
	memset(colour, 0, sizeof colour);
	for (size_t i = 0; i < a->colours; i++)
		colour[i] = (GifColorType){a->palette[i].r, a->palette[i].g, a->palette[i].b};
	ColorMapObject *map = GifMakeMapObject(256, colour);
	EGifSetGifVersion(a->gif, true);
	const bool done =
		map != NULL &&
		EGifPutScreenDesc(a->gif, (int)a->width, (int)a->height, 8, 0, map) == GIF_OK &&
		EGifPutExtensionLeader(a->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
		EGifPutExtensionBlock(a->gif, 11, "NETSCAPE2.0") == GIF_OK &&
		EGifPutExtensionBlock(a->gif, sizeof for_ever, for_ever) == GIF_OK &&
		EGifPutExtensionTrailer(a->gif) == GIF_OK;
	GifFreeMapObject(map);
	return done;
}

/* Hundredths of a second from one time to another, so that rounding errors do not add up. Viewers
 * slow down what is below two. */
static int delay(double from, double to)
{
	const long d = lround(100.0 * to) - lround(100.0 * from);
	return d < 2 ? 2 : d > 65535 ? 65535 : (int)d;
}

/* The last picture, of which it is now known how long it is shown. */
static bool put_last(struct animation *a)
{
	GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
		.DelayTime = delay(a->begin, a->begin + a->seconds),
		.TransparentColor = a->count == 1 ? NO_TRANSPARENT_COLOR : THROUGH};
	GifByteType extension[4];
	EGifGCBToExtension(&control, extension);
	return a->count == 0 ||
	       (EGifPutExtension(a->gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) ==
			       GIF_OK &&
		       EGifPutImageDesc(a->gif, (int)a->at.x, (int)a->at.y, (int)a->at.w,
			       (int)a->at.h, false, NULL) == GIF_OK &&
		       EGifPutLine(a->gif, a->part, (int)(a->at.w * a->at.h)) == GIF_OK);
}

/* ---- pictures -------------------------------------------------------------------------------- */

odd_status animation_create(
	struct animation **out, unsigned width, unsigned height, enum theme theme, odd_error *err)
{
	const size_t pixels = (size_t)width * height;
	int code = 0;
	*out = NULL;
	if (width < 1 || height < 1 || width > LARGEST || height > LARGEST)
		return odd_error_set(err, ODD_EUSAGE,
			"an animation of %u × %u pixels: 1 to %d will do", width, height, LARGEST);
	struct animation *a = calloc(1, sizeof *a);
	if (a == NULL)
		return odd_error_nomem(err);
	a->width = width;
	a->height = height;
	make_palette(a, theme);
	a->entry = malloc(CELLS);
	a->shown = malloc(pixels);
	a->next = malloc(pixels);
	a->part = malloc(pixels);
	if (a->entry != NULL && a->shown != NULL && a->next != NULL && a->part != NULL)
		a->gif = EGifOpen(&a->file, write_bytes, &code);
	odd_status status = a->gif == NULL   ? odd_error_nomem(err)
			    : put_heading(a) ? ODD_OK
					     : gif_error(a, err);
	if (status != ODD_OK) {
		animation_free(a);
		return status;
	}
	memset(a->entry, UNKNOWN, CELLS);
	*out = a;
	return ODD_OK;
}

void animation_free(struct animation *a)
{
	int code;
	if (a == NULL)
		return;
	if (a->gif != NULL)
		EGifCloseFile(a->gif, &code);
	bytes_clear(&a->file);
	free(a->entry);
	free(a->shown);
	free(a->next);
	free(a->part);
	free(a);
}

size_t animation_count(const struct animation *a)
{
	return a->count;
}

double animation_seconds(const struct animation *a)
{
	return a->begin + a->seconds;
}

/* The smallest part that holds all that differs; false when nothing does. */
static bool find_part(struct part *out, const struct animation *a)
{
	unsigned left = a->width, right = 0, top = a->height, bottom = 0;
	for (unsigned y = 0; y < a->height; y++) {
		const uint8_t *p = a->next + (size_t)y * a->width;
		const uint8_t *q = a->shown + (size_t)y * a->width;
		if (a->count > 0 && memcmp(p, q, a->width) == 0)
			continue;
		top = y < top ? y : top;
		bottom = y + 1;
		for (unsigned x = 0; x < a->width; x++)
			if (a->count == 0 || p[x] != q[x]) {
				left = x < left ? x : left;
				right = x + 1 > right ? x + 1 : right;
			}
	}
	*out = (struct part){left, top, right - left, bottom - top};
	return bottom > 0;
}

odd_status animation_add(struct animation *a, const uint8_t *rgb, double seconds, odd_error *err)
{
	struct part at;
	uint8_t *to = a->part, *before = a->shown;
	for (size_t i = 0; i < (size_t)a->width * a->height; i++)
		a->next[i] = entry_of(a, rgb + 3 * i);
	if (!find_part(&at, a)) {
		a->seconds += seconds;
		return ODD_OK;
	}
	if (!put_last(a))
		return gif_error(a, err);
	for (unsigned y = at.y; y < at.y + at.h; y++)
		for (unsigned x = at.x; x < at.x + at.w; x++) {
			const size_t i = (size_t)y * a->width + x;
			*to++ = a->count > 0 && a->next[i] == before[i] ? THROUGH : a->next[i];
		}
	a->at = at;
	a->shown = a->next;
	a->next = before;
	a->begin += a->seconds;
	a->seconds = seconds;
	a->count++;
	return ODD_OK;
}

odd_status animation_end(struct bytes *out, struct animation *a, const char *note, odd_error *err)
{
	int code = 0;
	*out = (struct bytes){0};
	if (!put_last(a) || EGifPutComment(a->gif, note) != GIF_OK)
		return gif_error(a, err);
	const int closed = EGifCloseFile(a->gif, &code); /* frees it also when it fails */
	a->gif = NULL;
	if (closed != GIF_OK || a->file.failed)
		return odd_error_nomem(err);
	*out = a->file;
	a->file = (struct bytes){0};
	return ODD_OK;
}

#endif
