/* Moving pictures: what comes out of the file is what was drawn. */
#include "config.h"

#include <math.h>
#include <unistd.h>

#include "helpers.h"

#include "draw/animation.h"
#include "draw/quantise.h"

#ifdef HAVE_GIF
#include <gif_lib.h>
#endif

enum { W = 60, H = 40, FRAMES = 5 };

/* A ground, a few flat shapes that move, and a ramp of many colours. */
static void paint(uint8_t *rgb, int t)
{
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			uint8_t *p = rgb + 3 * (y * W + x);
			bool shape = x >= 5 * t && x < 5 * t + 8 && y > 20 && y < 30;
			p[0] = shape ? 230 : y < 4 ? (uint8_t)(4 * x) : 20;
			p[1] = shape ? 159 : y < 4 ? (uint8_t)(255 - 4 * x) : 23;
			p[2] = shape ? 0 : y < 4 ? (uint8_t)(40 * y) : 28;
		}
}

static struct animation *film(void)
{
	odd_error err;
	struct animation *a;
	uint8_t rgb[3 * W * H];
	assert_ok(animation_create(&a, W, H, &err), err);
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

static void colours_that_fit_are_kept_as_they_are(void **state)
{
	(void)state;
	odd_error err;
	struct quantise *q;
	struct rgb palette[256];
	uint8_t rgb[3 * 300];
	size_t used;
	assert_ok(quantise_create(&q, &err), err);
	for (int i = 0; i < 300; i++) { /* 150 colours in cells of their own, unevenly many */
		int c = i < 150 ? i : 7;
		rgb[3 * i] = (uint8_t)(c % 6 * 40 + 3);
		rgb[3 * i + 1] = (uint8_t)(c / 6 % 5 * 50 + 1);
		rgb[3 * i + 2] = (uint8_t)(c / 30 * 50 + 2);
	}
	quantise_count(q, rgb, 300);
	assert_ok(quantise_settle(q, palette, 255, &used, &err), err);
	assert_int_equal(used, 150);
	for (int i = 0; i < 300; i++) {
		struct rgb got = palette[quantise_entry(q, rgb + 3 * i)];
		assert_true(
			got.r == rgb[3 * i] && got.g == rgb[3 * i + 1] && got.b == rgb[3 * i + 2]);
	}
	quantise_free(q);
}

/* A hundred thousand colours come near with 255, and the ground stays what it is. */
static void many_colours_become_near_ones(void **state)
{
	(void)state;
	odd_error err;
	struct quantise *q;
	struct rgb palette[256];
	const uint8_t ground[3] = {20, 23, 28};
	size_t used, n = 0;
	double sum = 0.0;
	assert_ok(quantise_create(&q, &err), err);
	for (int i = 0; i < 200000; i++)
		quantise_count(q, ground, 1);
	for (int pass = 0; pass < 2; pass++) {
		for (int r = 0; r < 256; r += 6)
			for (int g = 0; g < 256; g += 6)
				for (int b = 0; b < 256; b += 6) {
					const uint8_t c[3] = {(uint8_t)r, (uint8_t)g, (uint8_t)b};
					if (pass == 0) {
						quantise_count(q, c, 1);
						continue;
					}
					struct rgb got = palette[quantise_entry(q, c)];
					sum += fabs(got.r - (double)r) + fabs(got.g - (double)g) +
					       fabs(got.b - (double)b);
					n += 3;
				}
		if (pass == 0)
			assert_ok(quantise_settle(q, palette, 255, &used, &err), err);
	}
	assert_int_equal(used, 255);
	assert_true(sum / (double)n < 14.0);
	struct rgb got = palette[quantise_entry(q, ground)];
	assert_in_range(got.r, 19, 21);
	assert_in_range(got.g, 22, 24);
	assert_in_range(got.b, 27, 29);
	quantise_free(q);
}

#ifdef HAVE_GIF

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
	struct animation *a = film();
	uint8_t wanted[3 * W * H], shown[3 * W * H] = {0};
	int code, hundredths = 0;
	assert_ok(animation_gif(&file, a, false, "made here", &err), err);
	assert_ok(animation_gif(&again, a, false, "made here", &err), err);
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
			assert_true(abs(wanted[i] - shown[i]) <= 4);
	}
	assert_in_range(hundredths, 262, 264);
	DGifCloseFile(gif, &code);
	bytes_clear(&again);
	assert_ok(animation_gif(&again, a, true, NULL, &err), err);
	r = (struct reading){&again, 0};
	gif = DGifOpen(&r, read_bytes, &code);
	assert_int_equal(DGifSlurp(gif), GIF_OK);
	assert_false(loops(gif));
	DGifCloseFile(gif, &code);
	bytes_clear(&file);
	bytes_clear(&again);
	animation_free(a);
}

#endif

static void frames_are_whole_pictures(void **state)
{
	(void)state;
	odd_error err;
	char dir[] = "/tmp/oddone-animation-XXXXXX", path[80], line[80];
	struct animation *a = film();
	uint8_t rgb[3 * W * H];
	assert_non_null(mkdtemp(dir));
	assert_ok(animation_frames(a, dir, NULL, 0, &err), err);
	for (int t = 0; t < FRAMES; t++) {
		struct bytes wanted;
		paint(rgb, t);
		assert_ok(png_encode(&wanted, rgb, W, H, NULL, 0, &err), err);
		uint8_t *got = malloc(wanted.length + 1);
		snprintf(path, sizeof path, "%s/%04d.png", dir, t);
		FILE *in = fopen(path, "r");
		assert_non_null(in);
		assert_int_equal(fread(got, 1, wanted.length + 1, in), wanted.length);
		assert_memory_equal(got, wanted.data, wanted.length);
		fclose(in);
		unlink(path);
		free(got);
		bytes_clear(&wanted);
	}
	snprintf(path, sizeof path, "%s/frames.txt", dir);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	int lines = 0;
	while (fgets(line, sizeof line, in) != NULL)
		lines++;
	assert_int_equal(lines, 1 + 2 * FRAMES);
	fclose(in);
	unlink(path);
	rmdir(dir);
	animation_free(a);
}

static void a_size_of_nothing_is_refused(void **state)
{
	(void)state;
	odd_error err;
	struct animation *a;
	assert_int_equal(animation_create(&a, 0, 10, &err), ODD_EUSAGE);
	assert_int_equal(animation_create(&a, 10, 70000, &err), ODD_EUSAGE);
	assert_null(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_that_fit_are_kept_as_they_are),
		cmocka_unit_test(many_colours_become_near_ones),
#ifdef HAVE_GIF
		cmocka_unit_test(a_gif_shows_what_was_drawn),
#endif
		cmocka_unit_test(frames_are_whole_pictures),
		cmocka_unit_test(a_size_of_nothing_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
