/* Screens of characters as pictures: every cell where it belongs, in its colours, without gaps. */
#include "config.h"

#include "helpers.h"

#include "draw/cells_picture.h"
#include "lsan.h"

enum { COLUMNS = 12, ROWS = 3, W = (int)CELLS_PICTURE_W, H = (int)CELLS_PICTURE_H };

struct shot {
	struct canvas *cells, *picture;
	uint8_t *pixels;
	unsigned width, height;
};

static void put(struct shot *s, double x, double y, const char *text, struct pen pen)
{
	canvas_text(s->cells, (struct point){x, y}, ANCHOR_TOP_LEFT, text, pen);
}

static void begin(struct shot *s)
{
	odd_error err;
	assert_ok(cells_create(&s->cells, COLUMNS, ROWS, GLYPHS_BRAILLE, &err), err);
}

static void take(struct shot *s, struct cells_look look, struct raster_options options)
{
	odd_error err;
	assert_ok(cells_picture_create(&s->picture, s->cells, &look, &options, &err), err);
	raster_size(s->picture, &s->width, &s->height);
	s->pixels = malloc((size_t)s->width * s->height * 3);
	assert_non_null(s->pixels);
	if (options.format == RASTER_PNG)
		raster_pixels(s->picture, s->pixels);
}

static void end(struct shot *s)
{
	free(s->pixels);
	canvas_free(s->picture);
	canvas_free(s->cells);
}

static const struct cells_look plain = {.caret_x = -1, .caret_y = -1};
static const struct raster_options dark = {.theme = THEME_DARK, .format = RASTER_PNG};

static bool pixel_is(const struct shot *s, unsigned x, unsigned y, struct rgb c)
{
	const uint8_t *p = s->pixels + 3 * ((size_t)y * s->width + x);
	return p[0] == c.r && p[1] == c.g && p[2] == c.b;
}

/* Pixels of a cell that are just this. */
static unsigned count(const struct shot *s, int column, int row, struct rgb c)
{
	unsigned n = 0;
	for (int y = row * H; y < (row + 1) * H; y++)
		for (int x = column * W; x < (column + 1) * W; x++)
			n += pixel_is(s, (unsigned)x, (unsigned)y, c);
	return n;
}

static void blocks_fill_their_part_of_the_cell(void **state)
{
	(void)state;
	struct shot s = {0};
	struct rgb ground = palette_rgb(ROLE_GROUND, THEME_DARK),
		   ink = palette_rgb(ROLE_GOOD, THEME_DARK);
	begin(&s);
	put(&s, 0, 0, "█▄▀▖▐▌", pen_of(ROLE_GOOD));
	take(&s, plain, dark);
	assert_int_equal(s.width, COLUMNS * W);
	assert_int_equal(s.height, ROWS * H);
	assert_int_equal(count(&s, 0, 0, ink), W * H);
	assert_int_equal(count(&s, 1, 0, ink), W * H / 2);
	assert_true(pixel_is(&s, W, H - 1, ink) && pixel_is(&s, W, 0, ground));
	assert_true(pixel_is(&s, 2 * W, 0, ink) && pixel_is(&s, 2 * W, H - 1, ground));
	assert_true(pixel_is(&s, 3 * W, H - 1, ink) && pixel_is(&s, 4 * W - 1, H - 1, ground));
	/* ▐ and ▌ meet. */
	assert_true(pixel_is(&s, 5 * W - 1, 3, ink) && pixel_is(&s, 5 * W, 3, ink));
	assert_int_equal(count(&s, 7, 1, ground), W * H);
	end(&s);
}

static void frames_go_on_from_cell_to_cell(void **state)
{
	(void)state;
	struct shot s = {0};
	struct rgb ink = palette_rgb(ROLE_FRAME, THEME_DARK);
	begin(&s);
	canvas_box(s.cells, (struct rect){0, 0, 4, 3}, pen_of(ROLE_FRAME));
	take(&s, plain, dark);
	unsigned y = 0;
	while (y < H && !pixel_is(&s, W, y, ink))
		y++;
	assert_in_range(y, H / 2 - 2, H / 2 + 1);
	for (unsigned x = W / 2; x < 3 * W + W / 2; x++)
		assert_true(pixel_is(&s, x, y, ink));
	unsigned x = 0;
	while (x < W && !pixel_is(&s, x, H, ink))
		x++;
	for (y = H / 2; y < 2 * H + H / 2; y++)
		assert_true(pixel_is(&s, x, y, ink));
	end(&s);
}

static void braille_is_dots(void **state)
{
	(void)state;
	struct shot s = {0};
	struct rgb ground = palette_rgb(ROLE_GROUND, THEME_DARK);
	begin(&s);
	put(&s, 0, 0, "⠁⢀⣿", pen_of(ROLE_TEXT));
	take(&s, plain, dark);
	assert_false(pixel_is(&s, W / 4, H / 8, ground)); /* upper left */
	assert_true(pixel_is(&s, W / 4, 7 * H / 8, ground));
	assert_true(pixel_is(&s, W + W / 4, H / 8, ground));
	assert_false(pixel_is(&s, W + 3 * W / 4, 7 * H / 8, ground)); /* lower right */
	assert_true(count(&s, 2, 0, ground) < count(&s, 0, 0, ground));
	end(&s);
}

static void attributes_and_caret_swap_and_fade(void **state)
{
	(void)state;
	struct shot s = {0};
	struct rgb ground = palette_rgb(ROLE_GROUND, THEME_LIGHT),
		   ink = palette_rgb(ROLE_TEXT, THEME_LIGHT);
	begin(&s);
	put(&s, 0, 0, " ", (struct pen){.role = ROLE_TEXT, .flags = PEN_REVERSE});
	put(&s, 1, 0, "█", (struct pen){.role = ROLE_TEXT, .shade = 0.4});
	put(&s, 2, 0, "█", pen_of(ROLE_STRUCTURAL));
	struct raster_options light = {.theme = THEME_LIGHT, .format = RASTER_PNG, .scale = 2.0};
	take(&s, (struct cells_look){.mono = true, .caret_x = 5, .caret_y = 1}, light);
	assert_int_equal(s.width, 2 * COLUMNS * W);
	assert_true(pixel_is(&s, 3, 3, ink));
	assert_true(pixel_is(&s, 2 * W + 3, 3, ink)); /* without colours nothing is dim */
	assert_true(pixel_is(&s, 4 * W + 3, 3, ink)); /* … or blue */
	assert_true(pixel_is(&s, 10 * W + 3, 2 * H + 3, ink));
	assert_true(pixel_is(&s, 12 * W + 3, 2 * H + 3, ground));
	end(&s);
	begin(&s);
	put(&s, 1, 0, "█", (struct pen){.role = ROLE_TEXT, .shade = 0.4});
	put(&s, 2, 0, "█", pen_of(ROLE_STRUCTURAL));
	take(&s, plain, light);
	assert_false(pixel_is(&s, 2 * W + 3, 3, ink) || pixel_is(&s, 2 * W + 3, 3, ground));
	assert_true(pixel_is(&s, 4 * W + 3, 3, palette_rgb(ROLE_STRUCTURAL, THEME_LIGHT)));
	end(&s);
}

/* Names are anybody's: wide letters, others that no font has, bytes that are no letters. */
static void any_name_can_be_drawn_in_any_format(void **state)
{
	(void)state;
	static const char *const names[] = {"\xff\xfe\x1b[2J", "漢字かな",
		"a\xcc\x81\xcc\x82\xcc\x83", "</svg><script>", "\xf4\x8f\xbf\xbf", "שלום"};
	for (int format = RASTER_PNG; format <= RASTER_PDF; format++)
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			struct shot s = {0};
			odd_error err;
			begin(&s);
			put(&s, 0, 1, names[i], pen_of(ROLE_TEXT));
			take(&s, plain,
				(struct raster_options){
					.theme = THEME_DARK, .format = (enum raster_format)format});
			assert_ok(canvas_finish(s.picture, &err), err);
			const struct bytes *file = raster_bytes(s.picture);
			assert_true(file->length > 100);
			assert_null(memmem(file->data, file->length, "<script", 7));
			end(&s);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_fill_their_part_of_the_cell),
		cmocka_unit_test(frames_go_on_from_cell_to_cell),
		cmocka_unit_test(braille_is_dots),
		cmocka_unit_test(attributes_and_caret_swap_and_fade),
		cmocka_unit_test(any_name_can_be_drawn_in_any_format),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
