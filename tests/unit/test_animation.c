/* Moving pictures: what comes out of the file is what was drawn. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "helpers.h"

#include "draw/animation.h"

#ifdef HAVE_GIF
#include <gif_lib.h>
#endif

enum { W = 60, H = 40, FRAMES = 5 };

#ifdef HAVE_GIF

/* A ground, a flat shape that moves, and a ramp from the ground to the ink of words. */
static void paint(uint8_t *rgb, int t)
{
	const struct rgb ground = palette_rgb(ROLE_GROUND, THEME_DARK),
			 ink = palette_rgb(ROLE_TEXT, THEME_DARK),
			 flat = palette_rgb(ROLE_ATTRIBUTE, THEME_DARK);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			const bool shape = x >= 5 * t && x < 5 * t + 8 && y > 20 && y < 30;
			const struct rgb c = shape   ? flat
					     : y < 4 ? palette_mix(ground, ink, (double)x / W)
						     : ground;
			memcpy(rgb + 3 * (y * W + x), &c, 3);
		}
}

static struct animation *film(void)
{
	odd_error err;
	struct animation *a;
	uint8_t rgb[3 * W * H];
	assert_ok(animation_create(&a, W, H, THEME_DARK, &err), err);
	for (int t = 0; t < FRAMES; t++) {
		paint(rgb, t);
		assert_ok(animation_add(a, rgb, 0.3 + 0.013 * t, &err), err);
	}
	/* The same once more is no picture of its own. */
	assert_ok(animation_add(a, rgb, 1.0, &err), err);
	assert_int_equal(animation_count(a), FRAMES);
	assert_close(animation_seconds(a), FRAMES * 0.3 + 0.013 * 10 + 1.0, 1e-12);
	return a;
}

struct reading {
	const struct bytes *file;
	size_t at;
};

static int read_bytes(GifFileType *gif, GifByteType *out, int n)
{
	struct reading *r = gif->UserData;
	size_t left = r->file->length - r->at, take = (size_t)n < left ? (size_t)n : left;
	memcpy(out, r->file->data + r->at, take);
	r->at += take;
	return (int)take;
}

static bool loops(const GifFileType *gif)
{
	const SavedImage *first = &gif->SavedImages[0];
	for (int i = 0; i < first->ExtensionBlockCount; i++)
		if (first->ExtensionBlocks[i].Function == APPLICATION_EXT_FUNC_CODE &&
			memcmp(first->ExtensionBlocks[i].Bytes, "NETSCAPE2.0", 11) == 0)
			return true;
	return false;
}

/* Paint each image of the file over what was there, and hold it against the frame. */
static void a_gif_shows_what_was_drawn(void **state)
{
	(void)state;
	odd_error err;
	struct bytes file, again;
	struct animation *a = film(), *b = film();
	uint8_t wanted[3 * W * H], shown[3 * W * H] = {0};
	int code, hundredths = 0;
	assert_ok(animation_end(&file, a, "made here", &err), err);
	assert_ok(animation_end(&again, b, "made here", &err), err);
	assert_int_equal(file.length, again.length);
	assert_memory_equal(file.data, again.data, file.length);
	struct reading r = {&file, 0};
	GifFileType *gif = DGifOpen(&r, read_bytes, &code);
	assert_non_null(gif);
	assert_int_equal(DGifSlurp(gif), GIF_OK);
	assert_int_equal(gif->SWidth, W);
	assert_int_equal(gif->SHeight, H);
	assert_int_equal(gif->ImageCount, FRAMES);
	assert_true(loops(gif));
	for (int t = 0; t < FRAMES; t++) {
		const SavedImage *image = &gif->SavedImages[t];
		const GifImageDesc *d = &image->ImageDesc;
		GraphicsControlBlock control;
		assert_int_equal(DGifSavedExtensionToGCB(gif, t, &control), GIF_OK);
		hundredths += control.DelayTime;
		if (t > 0)
			assert_true(d->Width < W);
		for (int y = 0; y < d->Height; y++)
			for (int x = 0; x < d->Width; x++) {
				int entry = image->RasterBits[y * d->Width + x];
				if (entry == control.TransparentColor)
					continue;
				GifColorType c = gif->SColorMap->Colors[entry];
				uint8_t *p = shown + 3 * ((y + d->Top) * W + x + d->Left);
				p[0] = c.Red;
				p[1] = c.Green;
				p[2] = c.Blue;
			}
		paint(wanted, t);
		for (int i = 0; i < 3 * W * H; i++)
			/* Flat colours are exact; a ramp has the nearest of nine steps. */
			assert_true(abs(wanted[i] - shown[i]) <= (i < 4 * 3 * W ? 14 : 0));
	}
	assert_in_range(hundredths, 262, 264);
	DGifCloseFile(gif, &code);
	bytes_clear(&file);
	bytes_clear(&again);
	animation_free(a);
	animation_free(b);
}

#endif

static void a_size_of_nothing_is_refused(void **state)
{
	(void)state;
	odd_error err;
	struct animation *a;
	assert_int_equal(animation_create(&a, 0, 10, THEME_DARK, &err), ODD_EUSAGE);
	assert_int_equal(animation_create(&a, 10, 70000, THEME_DARK, &err), ODD_EUSAGE);
	assert_null(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#ifdef HAVE_GIF
		cmocka_unit_test(a_gif_shows_what_was_drawn),
#endif
		cmocka_unit_test(a_size_of_nothing_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
