/* Pictures in a terminal: what is sent is what was drawn, only answers are taken for answers, and
 * what lies over a picture covers it. */
#include "config.h"

#include <unistd.h>
#include <zlib.h>

#include "helpers.h"

#include "draw/cells.h"
#include "draw/chart.h"
#include "draw/draw_list.h"
#include "draw/terminal_picture.h"
#include "lsan.h"
#include "tui/terminal.h"
#include "tui/pixels_parts.h"

enum { CELL_W = 8, CELL_H = 16, COLUMNS = 40, ROWS = 12, W = COLUMNS * CELL_W, H = ROWS * CELL_H };

static void draw_chart(struct canvas *c, double last)
{
	const double x[] = {0, 1, 2, 3}, y[] = {3, 1, 2, last};
	const struct line_series series = {.name = "a\xff name",
		.x = x,
		.y = y,
		.n = 4,
		.role = ROLE_SERIES,
		.mark = MARK_SQUARE};
	const struct line_chart chart = {.x = {.lo = 0, .hi = 3},
		.y = {.lo = 0, .hi = 4},
		.series = &series,
		.series_count = 1};
	chart_line_draw(&chart, c, canvas_area(c));
	canvas_box(c, (struct rect){5, 5, 30, 20}, pen_of(ROLE_CURSOR));
	canvas_fill(c, (struct rect){50, 5, 30, 20}, pen_of(ROLE_GOOD));
}

static struct bytes chart_list(double last)
{
	odd_error err;
	struct canvas *draw_list;
	assert_ok(draw_list_create(&draw_list, W, H, 1.0, &err), err);
	draw_chart(draw_list, last);
	struct bytes drawn = draw_list_take(draw_list);
	assert_true(drawn.length > 100);
	canvas_free(draw_list);
	return drawn;
}

static uint8_t *pixels_of(const struct bytes *draw_list)
{
	odd_error err;
	struct canvas *picture;
	uint8_t *rgb = malloc(3 * W * H);
	const struct raster_options options = {
		.width = W, .height = H, .scale = 1.0, .theme = THEME_DARK, .format = RASTER_PNG};
	assert_non_null(rgb);
	assert_ok(raster_create(&picture, &options, &err), err);
	if (draw_list != NULL)
		draw_list_play(draw_list, picture);
	else
		draw_chart(picture, 2.5);
	raster_pixels(picture, rgb);
	canvas_free(picture);
	return rgb;
}

static void a_tape_plays_what_was_drawn(void **state)
{
	(void)state;
	struct bytes a = chart_list(2.5), b = chart_list(2.5), c = chart_list(2.6);
	uint8_t *direct = pixels_of(NULL), *played = pixels_of(&a);
	assert_memory_equal(direct, played, 3 * W * H);
	assert_int_equal(a.length, b.length);
	assert_memory_equal(a.data, b.data, a.length);
	assert_true(a.length != c.length || memcmp(a.data, c.data, a.length) != 0);
	free(direct);
	free(played);
	bytes_clear(&a);
	bytes_clear(&b);
	bytes_clear(&c);
}

/* ---- what is sent ---------------------------------------------------------------------------- */

static int digit(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c != '\0' ? strchr(digits, c) : NULL;
	return at != NULL ? (int)(at - digits) : -1;
}

/* Decode base64 up to anything else; where it stopped. */
static const char *base64(struct bytes *out, const char *text)
{
	uint32_t v = 0;
	int bits = 0;
	for (; digit(*text) >= 0; text++) {
		v = v << 6 | (uint32_t)digit(*text);
		bits += 6;
		if (bits >= 8) {
			uint8_t byte = (uint8_t)(v >> (bits -= 8));
			bytes_append(out, &byte, 1);
		}
	}
	while (*text == '=')
		text++;
	return text;
}

static struct bytes encode(enum pixel_protocol protocol, const uint8_t *rgb)
{
	odd_error err;
	struct bytes out = {0};
	const struct pixel_part part = {.rgb = rgb,
		.stride = 3 * W,
		.width = W,
		.height = H,
		.columns = COLUMNS,
		.rows = ROWS,
		.cell_w = CELL_W,
		.cell_h = CELL_H};
	assert_ok(terminal_picture_encode(&out, protocol, &part, &err), err);
	bytes_append(&out, "", 1);
	return out;
}

/* The pixels of a picture as kitty gets it, three bytes each; *end is set behind it. */
static struct bytes kitty_pixels(const char *p, unsigned size[4], const char **end)
{
	struct bytes packed = {0}, pixels = {0};
	int more = 1;
	for (bool first = true; more; first = false) {
		assert_memory_equal(p, "\033_G", 3);
		p += 3;
		const char *semi = p + strcspn(p, ";\033");
		assert_int_equal(*semi, ';');
		if (first)
			assert_int_equal(sscanf(p, "a=T,f=24,o=z,s=%u,v=%u,c=%u,r=%u", &size[0],
						 &size[1], &size[2], &size[3]),
				4);
		assert_memory_equal(semi - 3, "m=", 2);
		more = semi[-1] == '1';
		p = base64(&packed, semi + 1);
		assert_memory_equal(p, "\033\\", 2);
		p += 2;
	}
	uLongf length = 3 * (uLongf)size[0] * size[1];
	pixels.data = malloc(length);
	assert_non_null(pixels.data);
	assert_int_equal(uncompress(pixels.data, &length, packed.data, packed.length), Z_OK);
	pixels.length = length;
	bytes_clear(&packed);
	*end = p;
	return pixels;
}

static void kitty_gets_the_pixels(void **state)
{
	(void)state;
	if (terminal_picture_can(NULL) != ODD_OK)
		skip();
	struct bytes draw_list = chart_list(2.5);
	uint8_t *rgb = pixels_of(&draw_list);
	struct bytes sent = encode(PIXELS_KITTY, rgb);
	const char *end;
	unsigned size[4];
	struct bytes pixels = kitty_pixels((const char *)sent.data, size, &end);
	assert_int_equal(*end, '\0');
	assert_true(size[0] == W && size[1] == H && size[2] == COLUMNS && size[3] == ROWS);
	assert_int_equal(pixels.length, 3 * W * H);
	assert_memory_equal(pixels.data, rgb, pixels.length);
	assert_true(sent.length < pixels.length / 5); /* charts are mostly ground */
	free(rgb);
	bytes_clear(&sent);
	bytes_clear(&pixels);
	bytes_clear(&draw_list);
}

/* Every row and column is there, also below the last whole band of six and right of the last four,
 * in about the colour it was. */
static void sixel_gets_all_the_pixels(void **state)
{
	(void)state;
	enum { WIDE = 41, HIGH = 20 };
	odd_error err;
	struct bytes out = {0};
	uint8_t rgb[HIGH][WIDE][3], got[HIGH + 6][WIDE + 4][3];
	unsigned palette[256][3] = {{0}}, size[2], x = 0, y = 0, colour = 0;
	bool drawn[HIGH + 6][WIDE + 4] = {{false}};
	if (terminal_picture_can(NULL) != ODD_OK)
		skip();
	for (unsigned i = 0; i < HIGH; i++)
		for (unsigned j = 0; j < WIDE; j++)
			memcpy(rgb[i][j],
				(uint8_t[]){(uint8_t)(51 * (i % 6)), (uint8_t)(51 * (j % 6)), 0},
				3);
	const struct pixel_part part = {.rgb = rgb[0][0],
		.stride = sizeof rgb[0],
		.width = WIDE,
		.height = HIGH,
		.columns = 1,
		.rows = 1,
		.cell_w = WIDE,
		.cell_h = HIGH};
	assert_ok(terminal_picture_encode(&out, PIXELS_SIXEL, &part, &err), err);
	bytes_append(&out, "", 1);
	const char *p = (const char *)out.data;
	assert_int_equal(sscanf(p, "\033P0;1;0q\"1;1;%u;%u", &size[0], &size[1]), 2);
	assert_true(size[0] == 44 && size[1] == HIGH);
	for (p = strchr(p, '#'); *p != '\033';) {
		unsigned run = 1, c[3];
		int length = 0;
		if (sscanf(p, "#%u;2;%u;%u;%u%n", &colour, &c[0], &c[1], &c[2], &length) == 4) {
			memcpy(palette[colour], c, sizeof c);
		} else if (*p == '#') {
			assert_int_equal(sscanf(p, "#%u%n", &colour, &length), 1);
		} else if (*p == '$' || *p == '-') {
			x = 0;
			y += *p == '-' ? 6 : 0;
			length = 1;
		} else {
			if (*p == '!')
				assert_int_equal(sscanf(p, "!%u%n", &run, &length), 1);
			for (int bits = p[length] - 63; run > 0; run--, x++)
				for (unsigned b = 0; b < 6; b++)
					if (bits >> b & 1) {
						assert_true(x < WIDE && y + b < HIGH);
						drawn[y + b][x] = true;
						for (int k = 0; k < 3; k++)
							got[y + b][x][k] =
								(uint8_t)(255 * palette[colour][k] /
									  100);
					}
			length++;
		}
		p += length;
	}
	for (unsigned i = 0; i < HIGH; i++)
		for (unsigned j = 0; j < WIDE; j++) {
			assert_true(drawn[i][j]);
			for (int k = 0; k < 3; k++)
				assert_in_range(got[i][j][k] + 3, rgb[i][j][k], rgb[i][j][k] + 6);
		}
	bytes_clear(&out);
}

static void iterm_gets_the_pixels(void **state)
{
	(void)state;
	if (terminal_picture_can(NULL) != ODD_OK)
		skip();
	struct bytes draw_list = chart_list(2.5), file = {0};
	uint8_t *rgb = pixels_of(&draw_list);
	struct bytes sent = encode(PIXELS_ITERM, rgb);
	const char *p = (const char *)sent.data;
	assert_memory_equal(p, "\033]1337;File=inline=1;width=40;height=12;", 39);
	p = base64(&file, strchr(p, ':') + 1);
	assert_string_equal(p, "\a");
	/* A TIFF of plain RGBA, from byte 8 on. */
	assert_memory_equal(file.data, "II*\0", 4);
	assert_true(file.length >= 8 + 4 * (size_t)W * H);
	for (size_t i = 0; i < (size_t)W * H; i++)
		assert_memory_equal(file.data + 8 + 4 * i, rgb + 3 * i, 3);
	free(rgb);
	bytes_clear(&sent);
	bytes_clear(&file);
	bytes_clear(&draw_list);
}

/* ---- what a terminal answers ------------------------------------------------------------------
 */

static const char xterm[] = "\033P>|XTerm(379)\033\\\033]11;rgb:1414/1717/1c1c\033\\"
			    "\033[?1;0;16S\033[6;17;8t\033[?63;1;2;4;6;9;15;22c";
static const char kitty[] = "\033_Gi=31;OK\033\\\033P>|kitty(0.26.5)\033\\\033]11;rgb:ff/fe/fd\a"
			    "\033[6;20;10t\033[?62;c";

/* In pieces of any length, with keys in between. */
static void answers_are_understood(void **state)
{
	(void)state;
	for (size_t step = 1; step < 40; step++) {
		struct terminal_pixels p = {0};
		terminal_query_read(&p, "j", 1);
		for (size_t i = 0; i < sizeof xterm - 1; i += step) {
			size_t n = sizeof xterm - 1 - i;
			assert_false(p.answered);
			terminal_query_read(&p, xterm + i, n < step ? n : step);
		}
		terminal_query_read(&p, "\033[A\033x", 5);
		assert_true(p.answered && p.sixel && !p.kitty && !p.iterm);
		assert_int_equal(p.registers, 16);
		assert_true(p.cell_w == 8 && p.cell_h == 17);
		assert_true(p.grounded && p.ground.r == 0x14 && p.ground.g == 0x17 &&
			    p.ground.b == 0x1c);
		assert_int_equal(p.ahead_count, 6);
		assert_memory_equal(p.ahead, "j\033[A\033x", 6);
	}
	struct terminal_pixels p = {0};
	terminal_query_read(&p, kitty, sizeof kitty - 1);
	assert_true(p.answered && p.kitty && !p.sixel && p.cell_w == 10 && p.cell_h == 20);
	assert_true(p.grounded && p.ground.r == 0xff && p.ground.b == 0xfd);
	if (terminal_picture_can(NULL) != ODD_OK)
		return;
	assert_int_equal(terminal_query_protocol(&p, 0), PIXELS_KITTY);
	assert_int_equal(terminal_query_protocol(&p, 1 + PIXELS_SIXEL), PIXELS_SIXEL);
	assert_int_equal(terminal_query_protocol(&p, 1 + PIXELS_NONE), PIXELS_NONE);
	p.kitty = false; /* nothing told, or no size of cells */
	assert_int_equal(terminal_query_protocol(&p, 0), PIXELS_NONE);
	p = (struct terminal_pixels){.sixel = true};
	assert_int_equal(terminal_query_protocol(&p, 0), PIXELS_NONE);
}

static void nonsense_is_no_answer(void **state)
{
	(void)state;
	uint32_t seed = 12345;
	for (int round = 0; round < 300; round++) {
		struct terminal_pixels p = {0};
		char bytes[400];
		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 1664525u + 1013904223u;
			bytes[i] = "\033[?;64ctS_GP]>|\\\a109:/rgb"[seed >> 8 & 15] ^
				   (char)((seed >> 20 & 63) == 0 ? seed >> 28 : 0);
		}
		terminal_query_read(&p, bytes, sizeof bytes);
		assert_true(p.ahead_count <= sizeof p.ahead);
		assert_true(p.cell_w <= 200 && p.cell_h <= 200);
	}
	static const char senseless[] =
		"\033[6;99999;99999t\033[6;1;1t\033]11;rgb:zz\033\\\033_Gi=31;ENOENT\033\\";
	struct terminal_pixels p = {0};
	terminal_query_read(&p, senseless, sizeof senseless - 1);
	assert_true(p.cell_w == 0 && !p.grounded && !p.kitty);
}

/* ---- covered --------------------------------------------------------------------------------- */

static void what_is_drawn_over_a_picture_covers_it(void **state)
{
	(void)state;
	odd_error err;
	struct canvas *c;
	size_t left = 0;
	assert_ok(cells_create(&c, 20, 10, GLYPHS_BRAILLE, &err), err);
	canvas_text(c, (struct point){0, 3}, ANCHOR_TOP_LEFT, "xxxxxxxxxxxxxxxxxxxx",
		pen_of(ROLE_TEXT));
	cells_reserve(c, (struct rect){2, 1, 16, 8}, 3);
	assert_string_equal(cells_at(c, 5, 3)->glyph, " ");
	cells_erase(c, (struct rect){6, 4, 5, 3});
	canvas_text(c, (struct point){1, 2}, ANCHOR_TOP_LEFT, "abc", pen_of(ROLE_TEXT));
	for (size_t y = 0; y < 10; y++)
		for (size_t x = 0; x < 20; x++)
			left += cells_at(c, x, y)->reserved == 3;
	assert_int_equal(left, 16 * 8 - 5 * 3 - 2);
	canvas_free(c);
}

/* A picture with a hole: the parts around it are where they belong, each with its own pixels. */
static void pieces_are_parts_of_the_picture(void **state)
{
	(void)state;
	odd_error err;
	if (terminal_picture_can(NULL) != ODD_OK)
		skip();
	struct pixels_job job = {.draw_list = chart_list(2.5),
		.at = {3, 5, COLUMNS, ROWS},
		.pieces = {{{3, 5, COLUMNS, 4}, {3, 9, 10, 3}}, 2},
		.way = {.protocol = PIXELS_KITTY,
			.cell_w = CELL_W,
			.cell_h = CELL_H,
			.theme = THEME_DARK}};
	struct bytes sent = {0};
	assert_ok(pixels_encode(&sent, &job, &err), err);
	assert_memory_equal(sent.data, "\033[6;4H\033_G", 9);
	const char *second =
		memmem(sent.data, sent.length, "\033[10;4H\033_Ga=T,f=24,o=z,s=80,v=48", 31);
	assert_non_null(second);
	bytes_clear(&sent);
	bytes_clear(&job.draw_list);
}

/* What tmux passes on, in place, ESC single again; the rest is dropped or, of rest, kept. */
static void unwrap(struct bytes *passed, struct bytes *rest, const struct bytes *sent)
{
	const char *p = (const char *)sent->data, *end = p + sent->length;
	while (p < end) {
		if (end - p < 7 || memcmp(p, "\033Ptmux;", 7) != 0) {
			bytes_append(rest, p++, 1);
			continue;
		}
		for (p += 7; memcmp(p, "\033\\", 2) != 0; p++) {
			if (*p == 27)
				assert_int_equal(*++p, 27);
			bytes_append(passed, p, 1);
		}
		p += 2;
	}
	bytes_append(passed, "", 1);
	bytes_append(rest, "", 1);
}

/* Through tmux: the picture is passed on without a place, and cells of its number show it. */
static void tmux_passes_numbered_pictures(void **state)
{
	(void)state;
	odd_error err;
	if (terminal_picture_can(NULL) != ODD_OK)
		skip();
	struct pixels_job job = {.draw_list = chart_list(2.5),
		.slot = SLOT_MAP,
		.at = {3, 5, COLUMNS, ROWS},
		.pieces = {{{3, 5, COLUMNS, ROWS}}, 1},
		.way = {.protocol = PIXELS_KITTY,
			.passed = true,
			.cell_w = CELL_W,
			.cell_h = CELL_H,
			.theme = THEME_DARK}};
	struct bytes sent = {0}, passed = {0}, rest = {0};
	assert_ok(pixels_encode(&sent, &job, &err), err);
	unwrap(&passed, &rest, &sent);
	const char *end;
	unsigned size[4];
	struct bytes pixels = kitty_pixels((const char *)passed.data, size, &end);
	assert_true(*end == '\0' && size[2] == COLUMNS && size[3] == ROWS);
	char number[40];
	snprintf(number, sizeof number, ",U=1,i=%u,q=2,", pixels_number(SLOT_MAP, 0));
	assert_non_null(strstr((const char *)passed.data, number));
	/* As many cells as it has, each with its row and column; no other escape than place and
	 * colour. */
	const char *text = (const char *)rest.data;
	assert_null(strstr(text, "\033_"));
	size_t cells = 0;
	for (const char *p = text; (p = strstr(p, "\xf4\x8e\xbb\xae")) != NULL; p++)
		cells++;
	assert_int_equal(cells, COLUMNS * ROWS);
	snprintf(number, sizeof number, "\033[6;4H\033[38;5;%um", pixels_number(SLOT_MAP, 0));
	const char *first = strstr(text, number);
	assert_non_null(first);
	static const char origin[] = "\xf4\x8e\xbb\xae\xcc\x85\xcc\x85"  /* 0, 0 */
				     "\xf4\x8e\xbb\xae\xcc\x85\xcc\x8d"; /* 0, 1 */
	assert_memory_equal(first + strlen(number), origin, sizeof origin - 1);
	bytes_clear(&pixels);
	bytes_clear(&passed);
	bytes_clear(&rest);
	bytes_clear(&sent);
	bytes_clear(&job.draw_list);
}

/* The last number there is, U+1DFE, is the last column of the widest picture. */
static void columns_are_numbered_to_the_end(void **state)
{
	(void)state;
	odd_error err;
	if (terminal_picture_can(NULL) != ODD_OK)
		skip();
	const struct pixel_part part = {.columns = KITTY_PICTURE_MOST + 7, .rows = 1, .id = 100};
	struct bytes row = {0};
	assert_ok(kitty_picture_row(&row, &part, 0, &err), err);
	bytes_append(&row, "", 1);
	const char *last = strstr((const char *)row.data, "\xe1\xb7\xbe");
	assert_non_null(last);
	assert_string_equal(last + 3, "\033[39m");
	bytes_clear(&row);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tape_plays_what_was_drawn),
		cmocka_unit_test(kitty_gets_the_pixels),
		cmocka_unit_test(tmux_passes_numbered_pictures),
		cmocka_unit_test(columns_are_numbered_to_the_end),
		cmocka_unit_test(sixel_gets_all_the_pixels),
		cmocka_unit_test(iterm_gets_the_pixels),
		cmocka_unit_test(answers_are_understood),
		cmocka_unit_test(nonsense_is_no_answer),
		cmocka_unit_test(what_is_drawn_over_a_picture_covers_it),
		cmocka_unit_test(pieces_are_parts_of_the_picture),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
