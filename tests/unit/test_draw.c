/* UTF-8, the canvas and its two devices, the palette. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "draw/canvas.h"
#include "draw/cells.h"
#include "draw/palette.h"
#include "draw/raster.h"
#include "draw/utf8.h"
#include "lsan.h"

static struct canvas *new_cells(size_t columns, size_t rows, enum glyph_set glyphs)
{
	struct canvas *c;
	odd_error err;
	assert_ok(cells_create(&c, columns, rows, glyphs, &err), err);
	return c;
}

static void assert_shows(const struct canvas *c, const char *expected)
{
	char *text = cells_to_text(c);
	assert_non_null(text);
	if (strcmp(text, expected) != 0)
		print_error("got:\n%swanted:\n%s", text, expected);
	assert_string_equal(text, expected);
	free(text);
}

/* ---- UTF-8 --------------------------------------------------------------------------------- */

static void utf8_survives_anything(void **state)
{
	(void)state;
	const char *bad = "a\xff\xc3(\xe2\x96 \xed\xa0\x80\xf8z";
	uint32_t last = 0;
	size_t n = 0;
	for (uint32_t c; (c = utf8_next(&bad)) != 0; n++)
		last = c;
	assert_int_equal(last, 'z');
	assert_true(n >= 8);
	/* Overlong and too large are malformed as well. */
	const char *overlong = "\xc0\xaf", *large = "\xf7\xbf\xbf\xbf";
	assert_int_equal(utf8_next(&overlong), UTF8_REPLACEMENT);
	assert_int_equal(utf8_next(&large), UTF8_REPLACEMENT);
	for (uint32_t c = 1; c < 0x110000; c += 7) {
		char bytes[5];
		const char *s = bytes;
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		utf8_encode(bytes, c);
		assert_int_equal(utf8_next(&s), c);
		assert_int_equal(*s, '\0');
	}
}

static void utf8_measures_columns(void **state)
{
	(void)state;
	assert_int_equal(utf8_width("plain"), 5);
	assert_int_equal(utf8_width("▲ ■ ◆ · ◉"), 9);
	assert_int_equal(utf8_width("e\xcc\x81t\xc3\xa9"), 3);       /* é twice, once combined */
	assert_int_equal(utf8_width("\xe6\xbc\xa2\xe5\xad\x97"), 4); /* two Han characters */
	assert_int_equal(utf8_width("⣿⠁"), 2);
	assert_int_equal(utf8_printable(0x1b), UTF8_REPLACEMENT);
	assert_int_equal(utf8_printable(0x202e), UTF8_REPLACEMENT);
	assert_int_equal(utf8_ascii(0x25b2), '^');
	assert_int_equal(utf8_ascii(0x25a0), '#');
	assert_int_equal(utf8_ascii(0x25c6), '*');
	assert_int_equal(utf8_ascii(0x2026), '~');
	assert_int_equal(utf8_ascii(0x6f22), '?');
	assert_int_equal(utf8_ascii(0xe9), 'e');
	/* Spelt where there is room: e acute, sharp s, L with stroke, a dash, a character of Han.
	 */
	static const struct {
		uint32_t c;
		const char *spelt;
	} spelt[] = {{0xe9, "e"}, {0xdf, "ss"}, {0x141, "L"}, {0x17f, "s"}, {0x2026, "~"},
		{0x6f22, "\\u6f22"}, {0x1f600, "\\U0001f600"}, {'a', "a"}};
	for (size_t i = 0; i < sizeof spelt / sizeof *spelt; i++) {
		char out[UTF8_SPELT];
		assert_int_equal(utf8_spell(out, spelt[i].c), strlen(spelt[i].spelt));
		assert_string_equal(out, spelt[i].spelt);
	}
}

/* ---- a device that only counts ------------------------------------------------------------- */

struct probe {
	struct canvas canvas;
	size_t calls, points;
	double phase;
	struct point first, last;
};

static void probe_polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
{
	struct probe *probe = (struct probe *)c;
	(void)pen;
	if (probe->calls++ == 0)
		probe->first = p[0];
	probe->points += n;
	probe->last = p[n - 1];
	probe->phase = phase;
	for (size_t i = 0; i < n; i++) {
		assert_true(isfinite(p[i].x) && isfinite(p[i].y));
		assert_true(rect_holds(c->clip, p[i]));
	}
}

static const struct canvas_ops probe_ops = {.polyline = probe_polyline};

static struct probe new_probe(void)
{
	return (struct probe){
		.canvas = {.ops = &probe_ops, .w = 100, .h = 100, .clip = {0, 0, 100, 100}}};
}

static void lines_are_cut_at_the_clip(void **state)
{
	(void)state;
	struct probe p = new_probe();
	struct point through[] = {{-50, 50}, {150, 50}};
	canvas_polyline(&p.canvas, through, 2, pen_of(ROLE_TEXT));
	assert_int_equal(p.calls, 1);
	assert_close(p.first.x, 0, 1e-9);
	assert_close(p.last.x, 100, 1e-9);
	assert_close(p.phase, 50, 1e-9); /* the dashes go on as if the hidden part were drawn */

	p = new_probe();
	struct point beside[] = {{-50, -10}, {150, -10}};
	canvas_polyline(&p.canvas, beside, 2, pen_of(ROLE_TEXT));
	assert_int_equal(p.calls, 0);

	p = new_probe();
	struct point huge[] = {{1e300, 1e300}, {50, 50}, {-1e300, 50}, {50, -1e308}};
	canvas_polyline(&p.canvas, huge, 4, pen_of(ROLE_TEXT));
	assert_true(p.calls >= 1);

	p = new_probe();
	struct point out_and_back[] = {{10, 10}, {10, 200}, {20, 200}, {20, 10}};
	canvas_polyline(&p.canvas, out_and_back, 4, pen_of(ROLE_TEXT));
	assert_int_equal(p.calls, 2);
}

static void nan_is_a_gap(void **state)
{
	(void)state;
	struct probe p = new_probe();
	struct point gappy[] = {{1, 1}, {2, 2}, {NAN, 3}, {4, 4}, {5, NAN}, {6, 6}};
	canvas_polyline(&p.canvas, gappy, 6, pen_of(ROLE_TEXT));
	assert_int_equal(p.calls, 3); /* a line, a dot, a dot */
	assert_int_equal(p.points, 4);
}

static void long_lines_come_in_pieces(void **state)
{
	(void)state;
	for (size_t n = 120; n < 140; n++) {
		struct probe p = new_probe();
		struct point line[140];
		for (size_t i = 0; i < n; i++)
			line[i] = (struct point){(double)i / 2, 50};
		canvas_polyline(&p.canvas, line, n, pen_of(ROLE_TEXT));
		assert_int_equal(p.calls, n > 128 ? 2 : 1);
		assert_int_equal(p.points, n > 128 ? n + 1 : n);
	}
}

/* ---- cells --------------------------------------------------------------------------------- */

static void a_slope_in_three_sets(void **state)
{
	(void)state;
	struct point slope[] = {{0, 0}, {7.99, 3.99}};
	static const char *const expected[] = {"⠑⢄\n  ⠑⢄\n    ⠑⢄\n      ⠑⢄\n",
		"▀▄\n  ▀▄\n    ▀▄\n      ▀▄\n", "\\\n \\\\\n   \\\\\n     \\\\\\\n"};
	for (int set = 0; set < 2; set++) {
		struct canvas *c = new_cells(8, 4, (enum glyph_set)set);
		canvas_polyline(c, slope, 2, pen_of(ROLE_STRUCTURAL));
		assert_shows(c, expected[set]);
		assert_int_equal(cells_at(c, 0, 0)->role, ROLE_STRUCTURAL);
		canvas_free(c);
	}
	/* ASCII: one character in every column, only / \ - | in use. */
	struct canvas *c = new_cells(8, 4, GLYPHS_ASCII);
	canvas_polyline(c, slope, 2, pen_of(ROLE_STRUCTURAL));
	for (size_t x = 0; x < 8; x++) {
		size_t drawn = 0;
		for (size_t y = 0; y < 4; y++)
			drawn += cells_at(c, x, y)->glyph[0] != ' ';
		assert_int_equal(drawn, 1);
	}
	canvas_free(c);
}

/* Lines and marks on the edge between two dots stay together, whichever way they were rounded. */
static void rounding_moves_no_dot(void **state)
{
	(void)state;
	for (int side = -1; side <= 1; side++) {
		double y = 0.5 + side * 1e-13, x = 2.0 + side * 1e-13;
		struct canvas *c = new_cells(3, 1, GLYPHS_BRAILLE);
		struct point line[] = {{0.0, y}, {1.9, y}};
		canvas_polyline(c, line, 2, pen_of(ROLE_TEXT));
		canvas_mark(c, (struct point){x, y}, MARK_TRIANGLE, 1, pen_of(ROLE_STRUCTURAL));
		assert_shows(c, "⠤⠤▲\n");
		canvas_free(c);
	}
}

static void dashes_differ(void **state)
{
	(void)state;
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		char *shown[3];
		for (int dash = 0; dash < 3; dash++) {
			struct canvas *c = new_cells(20, 1, (enum glyph_set)set);
			struct point line[] = {{0, 0.5}, {20, 0.5}};
			canvas_polyline(c, line, 2,
				(struct pen){.role = ROLE_TOTAL, .dash = (enum dash)dash});
			shown[dash] = cells_to_text(c);
			canvas_free(c);
		}
		assert_string_not_equal(shown[0], shown[1]);
		assert_string_not_equal(shown[0], shown[2]);
		assert_string_not_equal(shown[1], shown[2]);
		for (int dash = 0; dash < 3; dash++)
			free(shown[dash]);
	}
}

static void layers_keep_their_order(void **state)
{
	(void)state;
	struct canvas *c = new_cells(6, 1, GLYPHS_BRAILLE);
	struct point line[] = {{0, 0.5}, {6, 0.5}};
	canvas_text(c, (struct point){4, 0}, ANCHOR_TOP_LEFT, "n7", pen_of(ROLE_TEXT));
	canvas_mark(c, (struct point){2.5, 0.5}, MARK_DIAMOND, 1, pen_of(ROLE_COMBINED));
	canvas_polyline(c, line, 2, pen_of(ROLE_TOTAL));
	canvas_fill(c, (struct rect){0, 0, 6, 1}, pen_of(ROLE_GOOD));
	canvas_rule(c, (struct point){0, 0.5}, (struct point){6, 0.5}, pen_of(ROLE_FRAME));
	assert_shows(c, "⠤⠤◆⠤n7\n");
	canvas_fill(c, (struct rect){0, 0, 6, 1}, pen_of(ROLE_GROUND));
	assert_shows(c, "\n");
	canvas_rule(c, (struct point){0, 0.5}, (struct point){6, 0.5}, pen_of(ROLE_FRAME));
	assert_shows(c, "──────\n");
	canvas_free(c);
}

static void marks_have_ascii_twins(void **state)
{
	(void)state;
	enum mark marks[] = {MARK_TRIANGLE, MARK_SQUARE, MARK_DIAMOND, MARK_DOT, MARK_CURSOR};
	static const char *const expected[] = {"▲■◆·◉\n", "▲■◆·◉\n", "^#*.@\n"};
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		struct canvas *c = new_cells(5, 1, (enum glyph_set)set);
		for (int i = 0; i < 5; i++)
			canvas_mark(
				c, (struct point){i + 0.5, 0.5}, marks[i], 1, pen_of(ROLE_TEXT));
		assert_shows(c, expected[set]);
		canvas_free(c);
	}
	for (int a = MARK_DOT; a < MARK_COUNT; a++) {
		assert_int_equal(utf8_width(cells_mark((enum mark)a, GLYPHS_BRAILLE)), 1);
		for (int b = a + 1; b < MARK_COUNT; b++) {
			assert_string_not_equal(cells_mark((enum mark)a, GLYPHS_ASCII),
				cells_mark((enum mark)b, GLYPHS_ASCII));
		}
	}
}

static void bars_grow_by_eighths(void **state)
{
	(void)state;
	static const char *const across[] = {"█▌\n", "█▋\n", "██\n"};
	double widths[] = {1.5, 1.62, 2.0};
	for (int i = 0; i < 3; i++) {
		struct canvas *c = new_cells(4, 1, GLYPHS_BRAILLE);
		canvas_fill(c, (struct rect){0, 0, widths[i], 1}, pen_of(ROLE_STRUCTURAL));
		assert_shows(c, across[i]);
		canvas_free(c);
	}
	struct canvas *c = new_cells(1, 2, GLYPHS_BLOCK);
	canvas_fill(c, (struct rect){0, 0.75, 1, 1.25}, pen_of(ROLE_STRUCTURAL));
	assert_shows(c, "▂\n█\n");
	canvas_free(c);
	c = new_cells(4, 1, GLYPHS_ASCII);
	canvas_fill(c, (struct rect){0, 0, 2.6, 1}, pen_of(ROLE_STRUCTURAL));
	assert_shows(c, "###\n");
	canvas_free(c);
}

static void textures_tell_bars_apart_without_colour(void **state)
{
	(void)state;
	struct canvas *c = new_cells(6, 1, GLYPHS_BLOCK);
	for (int dash = 0; dash < 3; dash++)
		canvas_fill(c, (struct rect){2.0 * dash, 0, 2, 1},
			(struct pen){.role = ROLE_GOOD, .dash = (enum dash)dash});
	assert_shows(c, "██▒▒░░\n");
	canvas_free(c);
}

static void wide_and_combining_text(void **state)
{
	(void)state;
	struct canvas *c = new_cells(8, 1, GLYPHS_BRAILLE);
	canvas_text(c, (struct point){0, 0}, ANCHOR_TOP_LEFT,
		"\xe6\xbc\xa2"
		"e\xcc\x81!",
		pen_of(ROLE_TEXT));
	assert_int_equal(cells_at(c, 0, 0)->width, 2);
	assert_int_equal(cells_at(c, 1, 0)->width, 0);
	assert_string_equal(cells_at(c, 2, 0)->glyph, "e\xcc\x81");
	assert_string_equal(cells_at(c, 3, 0)->glyph, "!");
	/* Writing over one half removes the other. */
	canvas_text(c, (struct point){1, 0}, ANCHOR_TOP_LEFT, "x", pen_of(ROLE_TEXT));
	assert_string_equal(cells_at(c, 0, 0)->glyph, " ");
	assert_string_equal(cells_at(c, 1, 0)->glyph, "x");
	/* Half a wide character does not fit at the edge. */
	cells_clear(c);
	canvas_text(c, (struct point){7, 0}, ANCHOR_TOP_LEFT, "\xe6\xbc\xa2", pen_of(ROLE_TEXT));
	assert_shows(c, "\n");
	/* A name cannot steer the terminal. */
	canvas_text(c, (struct point){0, 0}, ANCHOR_TOP_LEFT, "\x1b[2J", pen_of(ROLE_TEXT));
	assert_shows(c, "\xef\xbf\xbd[2J\n");
	canvas_free(c);
	c = new_cells(12, 1, GLYPHS_ASCII);
	canvas_text(c, (struct point){0, 0}, ANCHOR_TOP_LEFT, "Σ 3 · \xe6\xbc\xa2 ▲",
		pen_of(ROLE_TEXT));
	assert_shows(c, "S 3 . ?? ^\n");
	canvas_free(c);
}

static void text_is_anchored_and_fitted(void **state)
{
	(void)state;
	struct canvas *c = new_cells(9, 3, GLYPHS_BRAILLE);
	canvas_text(c, (struct point){9, 0}, ANCHOR_TOP_RIGHT, "abc", pen_of(ROLE_TEXT));
	canvas_text(c, (struct point){4.5, 1.5}, ANCHOR_MIDDLE, "mid", pen_of(ROLE_TEXT));
	canvas_text(c, (struct point){0, 3}, ANCHOR_BOTTOM_LEFT, "low", pen_of(ROLE_TEXT));
	assert_shows(c, "      abc\n   mid\nlow\n");
	char buffer[32];
	struct pen pen = pen_of(ROLE_TEXT);
	assert_string_equal(
		canvas_text_fit(c, buffer, sizeof buffer, "structure", 9, pen), "structure");
	assert_string_equal(
		canvas_text_fit(c, buffer, sizeof buffer, "structure", 5, pen), "stru…");
	assert_string_equal(canvas_text_fit(c, buffer, sizeof buffer, "a bcd", 3, pen), "a…");
	assert_string_equal(canvas_text_fit(c, buffer, sizeof buffer, "structure", 1, pen), "");
	assert_string_equal(canvas_text_fit(c, buffer, 8, "structure", 90, pen), "stru…");
	canvas_free(c);
}

static void a_box_is_drawn_with_lines(void **state)
{
	(void)state;
	struct canvas *c = new_cells(5, 3, GLYPHS_BLOCK);
	canvas_box(c, canvas_area(c), pen_of(ROLE_FRAME));
	assert_shows(c, "┌───┐\n│   │\n└───┘\n");
	canvas_free(c);
	c = new_cells(5, 3, GLYPHS_ASCII);
	canvas_box(c, canvas_area(c), pen_of(ROLE_FRAME));
	assert_shows(c, "+---+\n|   |\n+---+\n");
	canvas_free(c);
}

static void assert_ansi(const struct canvas *c, enum colour_depth depth, const char *expected)
{
	char *text = cells_to_ansi(c, depth, THEME_DARK);
	assert_non_null(text);
	assert_string_equal(text, expected);
	free(text);
}

/* After cells_erase even the weakest layer shows, where text and dots were. */
static void erasing_makes_room(void **state)
{
	(void)state;
	struct canvas *c = new_cells(8, 3, GLYPHS_BRAILLE);
	for (int y = 0; y < 3; y++)
		canvas_text(c, (struct point){0, y}, ANCHOR_TOP_LEFT, "abcdefgh",
			(struct pen){.role = ROLE_ALARM, .flags = PEN_REVERSE});
	cells_erase(c, (struct rect){2, 1, 3, 1});
	assert_shows(c, "abcdefgh\nab   fgh\nabcdefgh\n");
	assert_int_equal(cells_at(c, 2, 1)->attr, 0);
	assert_int_equal(cells_at(c, 2, 1)->role, ROLE_TEXT);
	canvas_rule(c, (struct point){0, 1}, (struct point){8, 1}, pen_of(ROLE_FRAME));
	assert_shows(c, "abcdefgh\nab───fgh\nabcdefgh\n");
	/* Dots that were there do not come back. */
	cells_clear(c);
	canvas_mark(c, (struct point){0.1, 0.1}, MARK_POINT, 1.0, pen_of(ROLE_TEXT));
	cells_erase(c, (struct rect){0, 0, 1, 1});
	canvas_mark(c, (struct point){0.9, 0.9}, MARK_POINT, 1.0, pen_of(ROLE_TEXT));
	assert_string_equal(cells_at(c, 0, 0)->glyph, "⢀");
	/* Wide glyphs at both edges go whole; outside the canvas nothing happens. */
	cells_clear(c);
	canvas_text(c, (struct point){0, 0}, ANCHOR_TOP_LEFT, "漢字漢字", pen_of(ROLE_TEXT));
	cells_erase(c, (struct rect){1, 0, 4, 1});
	assert_shows(c, "      字\n\n\n");
	assert_int_equal(cells_at(c, 0, 0)->width, 1);
	assert_int_equal(cells_at(c, 5, 0)->width, 1);
	cells_erase(c, (struct rect){-5, -5, 4, 4});
	cells_erase(c, (struct rect){7, 2, 40, 40});
	cells_erase(c, (struct rect){20, 20, 4, 4});
	assert_shows(c, "      字\n\n\n");
	canvas_free(c);
}

static void escape_sequences_follow_the_roles(void **state)
{
	(void)state;
	struct canvas *c = new_cells(9, 2, GLYPHS_BRAILLE);
	canvas_text(c, (struct point){0, 0}, ANCHOR_TOP_LEFT, "ab", pen_of(ROLE_STRUCTURAL));
	canvas_text(c, (struct point){3, 0}, ANCHOR_TOP_LEFT, "c", pen_of(ROLE_STRUCTURAL));
	canvas_text(c, (struct point){4, 0}, ANCHOR_TOP_LEFT, "d", pen_of(ROLE_TEXT));
	canvas_text(c, (struct point){5, 0}, ANCHOR_TOP_LEFT, "e",
		(struct pen){.role = ROLE_ALARM, .flags = PEN_BOLD});
	canvas_text(c, (struct point){0, 1}, ANCHOR_TOP_LEFT, "plain", pen_of(ROLE_TEXT));
	assert_ansi(c, COLOUR_TRUE,
		"\033[0;38;2;86;180;233mab c\033[0md\033[0;1;38;2;213;94;0me\033[0m\nplain\n");
	assert_ansi(
		c, COLOUR_256, "\033[0;38;5;74mab c\033[0md\033[0;1;38;5;166me\033[0m\nplain\n");
	assert_ansi(c, COLOUR_16, "\033[0;96mab c\033[0md\033[0;1;91me\033[0m\nplain\n");
	assert_ansi(c, COLOUR_8, "\033[0;36mab c\033[0md\033[0;1;31me\033[0m\nplain\n");
	assert_ansi(c, COLOUR_MONO, "ab cd\033[0;1;7me\033[0m\nplain\n");
	canvas_free(c);
}

/* Everything at once, partly outside: nothing may be touched beyond the grid (sanitizers watch). */
static void cells_survive_drawing_outside(void **state)
{
	(void)state;
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		struct canvas *c = new_cells(7, 3, (enum glyph_set)set);
		c->clip = (struct rect){-100, -100, 300, 300};
		struct point line[] = {{-20, -9}, {40, 20}, {7, 3}, {0, 0}};
		canvas_polyline(c, line, 4, pen_of(ROLE_TEXT));
		canvas_fill(c, (struct rect){-5, -5, 50, 50}, pen_of(ROLE_GOOD));
		canvas_box(c, (struct rect){-2, -2, 30, 30}, pen_of(ROLE_FRAME));
		canvas_rule(c, (struct point){-3, 1}, (struct point){90, 1}, pen_of(ROLE_FRAME));
		for (int m = 1; m < MARK_COUNT; m++) {
			canvas_mark(c, (struct point){7, 3}, (enum mark)m, 1, pen_of(ROLE_TEXT));
			canvas_mark(c, (struct point){-1, 3}, (enum mark)m, 1, pen_of(ROLE_TEXT));
		}
		canvas_text(c, (struct point){-3, 1}, ANCHOR_TOP_LEFT, "over the edges of it",
			pen_of(ROLE_TEXT));
		canvas_text(c, (struct point){0, -3}, ANCHOR_TOP_LEFT, "above", pen_of(ROLE_TEXT));
		canvas_text(c, (struct point){0, 3}, ANCHOR_TOP_LEFT, "below", pen_of(ROLE_TEXT));
		canvas_free(c);
	}
}

/* ---- palette ------------------------------------------------------------------------------- */

static void palette_is_okabe_and_ito(void **state)
{
	(void)state;
	static const struct {
		enum role role;
		enum theme theme;
		int c256, c8;
	} expected[] = {
		{ROLE_STRUCTURAL, THEME_DARK, 74, 6},
		{ROLE_ATTRIBUTE, THEME_DARK, 178, 3},
		{ROLE_COMBINED, THEME_DARK, 175, 5},
		{ROLE_GOOD, THEME_DARK, 35, 2},
		{ROLE_ALARM, THEME_DARK, 166, 1},
		{ROLE_STRUCTURAL, THEME_LIGHT, 25, 4},
		{ROLE_ATTRIBUTE, THEME_LIGHT, 166, 1},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		enum role role = expected[i].role;
		enum theme theme = expected[i].theme;
		assert_int_equal(palette_ink(role, COLOUR_256, theme).index, expected[i].c256);
		assert_int_equal(palette_ink(role, COLOUR_8, theme).index, expected[i].c8);
	}
	struct palette_ink alarm = palette_ink(ROLE_ALARM, COLOUR_256, THEME_LIGHT);
	assert_int_equal(alarm.index, PALETTE_DEFAULT);
	assert_int_equal(alarm.attr, PEN_BOLD | PEN_REVERSE);
	struct rgb sky = palette_rgb(ROLE_STRUCTURAL, THEME_DARK);
	assert_true(sky.r == 0x56 && sky.g == 0xb4 && sky.b == 0xe9);
}

static void without_colour_there_is_none(void **state)
{
	(void)state;
	for (int role = 0; role < ROLE_COUNT; role++) {
		for (int theme = 0; theme < 2; theme++) {
			struct palette_ink ink =
				palette_ink((enum role)role, COLOUR_MONO, (enum theme)theme);
			assert_int_equal(ink.index, PALETTE_DEFAULT);
			ink = palette_ink((enum role)role, COLOUR_8, (enum theme)theme);
			assert_true(ink.index < 8);
			ink = palette_ink((enum role)role, COLOUR_16, (enum theme)theme);
			assert_true(ink.index < 16);
		}
	}
}

/* Relative luminance as the web guidelines define it. */
static double luminance(struct rgb c)
{
	double part[3] = {c.r / 255.0, c.g / 255.0, c.b / 255.0};
	for (int i = 0; i < 3; i++)
		part[i] =
			part[i] <= 0.03928 ? part[i] / 12.92 : pow((part[i] + 0.055) / 1.055, 2.4);
	return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}

static double contrast(struct rgb a, struct rgb b)
{
	double x = luminance(a), y = luminance(b);
	return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void words_can_be_read(void **state)
{
	(void)state;
	for (int theme = 0; theme < 2; theme++) {
		struct rgb ground = palette_rgb(ROLE_GROUND, (enum theme)theme);
		for (int role = 0; role < ROLE_HEAT; role++) {
			if (role == ROLE_GRID || role == ROLE_GROUND || role == ROLE_FRAME)
				continue;
			struct rgb ink = palette_text_rgb((enum role)role, (enum theme)theme);
			if (contrast(ink, ground) < 4.5)
				fail_msg("role %d in theme %d: %.2f", role, theme,
					contrast(ink, ground));
		}
	}
}

static void heat_and_series_stay_in_range(void **state)
{
	(void)state;
	assert_int_equal(role_heat(-1), ROLE_HEAT);
	assert_int_equal(role_heat(NAN), ROLE_HEAT);
	assert_int_equal(role_heat(0.5), ROLE_HEAT + 4);
	assert_int_equal(role_heat(7), ROLE_HEAT + ROLE_HEAT_COUNT - 1);
	assert_int_equal(role_series(0), ROLE_SERIES);
	assert_int_equal(role_series(ROLE_SERIES_COUNT), ROLE_SERIES);
}

/* ---- pictures ------------------------------------------------------------------------------ */

static struct canvas *new_picture(enum raster_format format, enum theme theme)
{
	static char key[] = "Title", value[] = "A & <B>", command[] = "Command", line[] = "x – y";
	static const struct png_text text[] = {{key, value}, {command, line}};
	struct raster_options o = {.width = 320,
		.height = 200,
		.scale = 2,
		.theme = theme,
		.format = format,
		.text = text,
		.text_count = 2};
	struct canvas *c;
	odd_error err;
	assert_ok(raster_create(&c, &o, &err), err);
	return c;
}

static void draw_some(struct canvas *c)
{
	struct point line[] = {{0, 0}, {30, 40}, {NAN, 0}, {60, 5}, {1e12, 3}};
	for (int dash = 0; dash < 3; dash++)
		canvas_polyline(c, line, 5, (struct pen){.role = ROLE_TOTAL, .dash = dash});
	for (int m = 1; m < MARK_COUNT; m++)
		canvas_mark(c, (struct point){10.0 * m, 60}, (enum mark)m, 1,
			(struct pen){.role = ROLE_GOOD, .flags = PEN_HALO});
	canvas_box(c, (struct rect){2, 2, 90, 90}, pen_of(ROLE_FRAME));
	canvas_rule(c, (struct point){2, 9}, (struct point){80, 9}, pen_of(ROLE_GRID));
	canvas_fill(c, (struct rect){5, 70, 20, 10}, (struct pen){.role = ROLE_HEAT, .dash = 1});
	canvas_text(c, (struct point){50, 80}, ANCHOR_MIDDLE, "Σ wörd \xff\xfe",
		(struct pen){.role = ROLE_COMBINED, .flags = PEN_HALO | PEN_BOLD});
	canvas_text(c, (struct point){50, 20}, ANCHOR_MIDDLE, "no",
		(struct pen){.role = ROLE_ALARM, .flags = PEN_REVERSE});
}

static void pictures_are_reproducible(void **state)
{
	(void)state;
	odd_error err;
	for (int format = 0; format < 3; format++) {
		struct canvas *a = new_picture((enum raster_format)format, THEME_LIGHT);
		struct canvas *b = new_picture((enum raster_format)format, THEME_LIGHT);
		struct canvas *other = new_picture((enum raster_format)format, THEME_DARK);
		draw_some(a);
		draw_some(b);
		draw_some(other);
		assert_ok(canvas_finish(a, &err), err);
		assert_ok(canvas_finish(b, &err), err);
		assert_ok(canvas_finish(other, &err), err);
		const struct bytes *x = raster_bytes(a), *y = raster_bytes(b);
		assert_true(x->length > 500);
		assert_int_equal(x->length, y->length);
		assert_memory_equal(x->data, y->data, x->length);
		y = raster_bytes(other);
		assert_true(x->length != y->length || memcmp(x->data, y->data, x->length) != 0);
		canvas_free(a);
		canvas_free(b);
		canvas_free(other);
	}
}

/* Enough of XML to notice what would stop a browser: tags nest, text is escaped. */
static void assert_well_formed(const char *s, size_t length)
{
	const char *open[64], *end = s + length;
	size_t depth = 0;
	for (; s < end; s++) {
		if (*s == '&')
			assert_true(strncmp(s, "&lt;", 4) == 0 || strncmp(s, "&gt;", 4) == 0 ||
				    strncmp(s, "&amp;", 5) == 0);
		assert_true((unsigned char)*s >= 0x20 || *s == '\n');
		if (*s != '<')
			continue;
		const char *close = memchr(s, '>', (size_t)(end - s));
		assert_non_null(close);
		if (s[1] == '/') {
			assert_true(depth > 0);
			depth--;
			size_t n = (size_t)(close - s - 2);
			assert_int_equal(strncmp(open[depth], s + 2, n), 0);
		} else if (s[1] != '?' && close[-1] != '/') {
			assert_true(depth < 64);
			open[depth++] = s + 1;
		}
		s = close;
	}
	assert_int_equal(depth, 0);
}

static void svg_is_well_formed(void **state)
{
	(void)state;
	odd_error err;
	struct canvas *c = new_picture(RASTER_SVG, THEME_LIGHT);
	draw_some(c);
	assert_ok(canvas_finish(c, &err), err);
	struct bytes copy = {0};
	const struct bytes *svg = raster_bytes(c);
	bytes_append(&copy, svg->data, svg->length);
	bytes_append(&copy, "", 1);
	const char *s = (const char *)copy.data;
	assert_well_formed(s, svg->length);
	assert_non_null(strstr(s, "<title>A &amp; &lt;B&gt;</title>"));
	assert_non_null(strstr(s, "Command: x – y"));
	assert_non_null(strstr(s, "id=\"surface1\""));
	bytes_clear(&copy);
	canvas_free(c);
}

static void pdf_has_no_date(void **state)
{
	(void)state;
	odd_error err;
	struct canvas *c = new_picture(RASTER_PDF, THEME_LIGHT);
	draw_some(c);
	assert_ok(canvas_finish(c, &err), err);
	const struct bytes *pdf = raster_bytes(c);
	assert_memory_equal(pdf->data, "%PDF-", 5);
	assert_null(memmem(pdf->data, pdf->length, "CreationDate", 12));
	canvas_free(c);
}

static void sizes_are_checked(void **state)
{
	(void)state;
	odd_error err;
	struct canvas *c;
	struct raster_options o = {.width = 1600, .height = 900};
	o.width = 0;
	assert_int_equal(raster_create(&c, &o, &err), ODD_EUSAGE);
	assert_null(c);
	o.width = 40000;
	assert_int_equal(raster_create(&c, &o, &err), ODD_EUSAGE);
	o.width = 1;
	o.height = 1;
	assert_ok(raster_create(&c, &o, &err), err);
	draw_some(c);
	assert_ok(canvas_finish(c, &err), err);
	canvas_free(c);
	enum raster_format format;
	assert_true(raster_format_of(&format, "a.b/loss.SVG"));
	assert_int_equal(format, RASTER_SVG);
	assert_false(raster_format_of(&format, "png"));
	assert_false(raster_format_of(&format, "a.gif"));
}

/* Words have the same share of the picture at every scale. */
static void layout_does_not_depend_on_the_scale(void **state)
{
	(void)state;
	odd_error err;
	struct canvas *small, *large;
	struct raster_options o = {.width = 800, .height = 450};
	assert_ok(raster_create(&small, &o, &err), err);
	o.width = 3200;
	o.height = 1800;
	assert_ok(raster_create(&large, &o, &err), err);
	assert_close(small->w, large->w, 1e-9);
	struct pen pen = pen_of(ROLE_TEXT);
	assert_close(canvas_text_width(small, "1 234.5 structural", pen),
		canvas_text_width(large, "1 234.5 structural", pen), 0.02);
	assert_true(canvas_text_width(small, "WWW", pen) > canvas_text_width(small, "iii", pen));
	canvas_free(small);
	canvas_free(large);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utf8_survives_anything),
		cmocka_unit_test(utf8_measures_columns),
		cmocka_unit_test(lines_are_cut_at_the_clip),
		cmocka_unit_test(nan_is_a_gap),
		cmocka_unit_test(long_lines_come_in_pieces),
		cmocka_unit_test(a_slope_in_three_sets),
		cmocka_unit_test(rounding_moves_no_dot),
		cmocka_unit_test(dashes_differ),
		cmocka_unit_test(layers_keep_their_order),
		cmocka_unit_test(marks_have_ascii_twins),
		cmocka_unit_test(bars_grow_by_eighths),
		cmocka_unit_test(textures_tell_bars_apart_without_colour),
		cmocka_unit_test(wide_and_combining_text),
		cmocka_unit_test(text_is_anchored_and_fitted),
		cmocka_unit_test(a_box_is_drawn_with_lines),
		cmocka_unit_test(erasing_makes_room),
		cmocka_unit_test(escape_sequences_follow_the_roles),
		cmocka_unit_test(cells_survive_drawing_outside),
		cmocka_unit_test(palette_is_okabe_and_ito),
		cmocka_unit_test(without_colour_there_is_none),
		cmocka_unit_test(words_can_be_read),
		cmocka_unit_test(heat_and_series_stay_in_range),
		cmocka_unit_test(pictures_are_reproducible),
		cmocka_unit_test(svg_is_well_formed),
		cmocka_unit_test(pdf_has_no_date),
		cmocka_unit_test(sizes_are_checked),
		cmocka_unit_test(layout_does_not_depend_on_the_scale),
	};
	return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
