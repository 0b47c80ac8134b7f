#include "config.h"

#include "draw/terminal_picture.h"

#ifndef HAVE_CHAFA

odd_status terminal_picture_can(odd_error *err)
{
	return odd_error_set(err, ODD_EUSAGE,
		"this oddone was built without chafa, so it shows no pictures in a terminal "
		"(libchafa-dev brings it)");
}

odd_status terminal_picture_encode(struct bytes *out, enum pixel_protocol protocol,
	const struct pixel_part *part, odd_error *err)
{
	(void)out;
	(void)protocol;
	(void)part;
	return terminal_picture_can(err);
}

odd_status kitty_picture_row(
	struct bytes *out, const struct pixel_part *part, unsigned row, odd_error *err)
{
	(void)out;
	(void)part;
	(void)row;
	return terminal_picture_can(err);
}

odd_status kitty_picture_delete(struct bytes *out, unsigned id, bool passed, odd_error *err)
{
	(void)out;
	(void)id;
	(void)passed;
	return terminal_picture_can(err);
}

#else

#include <chafa.h>
#include <stdlib.h>
#include <string.h>

#include "draw/quantise.h"

odd_status terminal_picture_can(odd_error *err)
{
	(void)err;
	return ODD_OK;
}

static ChafaCanvasConfig *configure(enum pixel_protocol protocol, const struct pixel_part *part)
{
	static const ChafaPixelMode mode[] = {[PIXELS_ITERM] = CHAFA_PIXEL_MODE_ITERM2,
		[PIXELS_SYMBOLS] = CHAFA_PIXEL_MODE_SYMBOLS};
	ChafaCanvasConfig *config = chafa_canvas_config_new();
	bool pixels = protocol != PIXELS_SYMBOLS;
	chafa_canvas_config_set_pixel_mode(config, mode[protocol]);
	chafa_canvas_config_set_geometry(config, (gint)part->columns, (gint)part->rows);
	if (pixels)
		chafa_canvas_config_set_cell_geometry(
			config, (gint)part->cell_w, (gint)part->cell_h);
	bool exact = protocol == PIXELS_ITERM || part->true_colour;
	chafa_canvas_config_set_canvas_mode(
		config, exact ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_INDEXED_240);
	chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
	if (!pixels) {
		ChafaSymbolMap *symbols = chafa_symbol_map_new();
		chafa_symbol_map_add_by_tags(
			symbols, CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_SPACE);
		chafa_canvas_config_set_symbol_map(config, symbols);
		chafa_symbol_map_unref(symbols);
	}
	return config;
}

static odd_status encode(struct bytes *out, enum pixel_protocol protocol,
	const struct pixel_part *part, odd_error *err)
{
	chafa_set_n_threads(1); /* the other cores have work */
	ChafaCanvasConfig *config = configure(protocol, part);
	ChafaCanvas *canvas = chafa_canvas_new(config);
	ChafaTermInfo *info = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
	chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGB8, part->rgb, (gint)part->width,
		(gint)part->height, (gint)part->stride);
	GString *text = chafa_canvas_print(canvas, info);
	bytes_append(out, text->str, text->len);
	g_string_free(text, TRUE);
	chafa_term_info_unref(info);
	chafa_canvas_unref(canvas);
	chafa_canvas_config_unref(config);
	return bytes_status(out, err);
}

/* ---- sixel -----------------------------------------------------------------------------------
 *
 * Not by chafa: it draws its palette from a sample of the pixels, in which thin lines and small
 * marks lose their colours, and it drops the rows below the last whole band of six.
 */

enum { REGISTERS = 216, BAND = 6 };

/* A colour's row of a band: six pixels to a character, equal ones counted. */
static void append_sixels(struct bytes *out, const uint8_t *bits, unsigned width)
{
	for (unsigned x = 0, run; x < width; x += run) {
		for (run = 1; x + run < width && bits[x + run] == bits[x];)
			run++;
		if (run > 3)
			bytes_print(out, "!%u%c", run, 63 + bits[x]);
		else
			bytes_print(out, "%.*s", (int)run,
				(const char[]){(char)(63 + bits[x]), (char)(63 + bits[x]),
					(char)(63 + bits[x]), '\0'});
	}
}

/* bits: room for `used` rows of a band, each so wide. */
static void append_band(struct bytes *out, const struct pixel_part *part, unsigned top,
	const struct quantise *q, uint8_t *bits, size_t used, unsigned wide)
{
	memset(bits, 0, used * wide);
	for (unsigned y = top; y < part->height && y < top + BAND; y++)
		for (unsigned x = 0; x < part->width; x++) {
			const uint8_t *pixel = part->rgb + y * part->stride + 3 * (size_t)x;
			bits[quantise_entry(q, pixel) * (size_t)wide + x] |=
				(uint8_t)(1u << (y - top));
		}
	bytes_print(out, top > 0 ? "-" : "");
	for (size_t c = 0; c < used; c++) {
		const uint8_t *row = bits + c * wide;
		if (row[0] == 0 && memcmp(row, row + 1, wide - 1) == 0)
			continue;
		bytes_print(out, "#%zu", c);
		append_sixels(out, row, wide);
		bytes_print(out, "$");
	}
}

static odd_status encode_sixel(struct bytes *out, const struct pixel_part *part, odd_error *err)
{
	struct quantise *q = NULL;
	struct rgb palette[REGISTERS];
	size_t used = 0,
	       most = part->colours > 1 && part->colours < REGISTERS ? part->colours : REGISTERS;
	/* mlterm slants pictures of an odd width; what is not drawn stays as it is. */
	const unsigned wide = (part->width + 3) / 4 * 4;
	uint8_t *bits = malloc(REGISTERS * (size_t)wide);
	odd_status status = bits != NULL ? quantise_create(&q, err) : odd_error_nomem(err);
	for (unsigned y = 0; status == ODD_OK && y < part->height; y++)
		quantise_count(q, part->rgb + y * part->stride, part->width);
	if (status == ODD_OK)
		status = quantise_settle(q, palette, most, &used, err);
	if (status == ODD_OK) {
		bytes_print(out, "\033P0;1;0q\"1;1;%u;%u", wide, part->height);
		for (size_t i = 0; i < used; i++)
			bytes_print(out, "#%zu;2;%u;%u;%u", i, (palette[i].r * 100u + 127u) / 255u,
				(palette[i].g * 100u + 127u) / 255u,
				(palette[i].b * 100u + 127u) / 255u);
		for (unsigned top = 0; top < part->height; top += BAND)
			append_band(out, part, top, q, bits, used, wide);
		bytes_print(out, "\033\\");
		status = bytes_status(out, err);
	}
	quantise_free(q);
	free(bits);
	return status;
}

odd_status terminal_picture_encode(struct bytes *out, enum pixel_protocol protocol,
	const struct pixel_part *part, odd_error *err)
{
	if (protocol == PIXELS_NONE || part->columns < 1 || part->rows < 1 || part->width < 1 ||
		part->height < 1)
		return odd_error_set(err, ODD_EUSAGE, "a picture of nothing");
	if (protocol == PIXELS_SIXEL) /* as many pixels as there are */
		return encode_sixel(out, part, err);
	if (protocol == PIXELS_KITTY) /* which scales by itself */
		return kitty_picture_encode(out, part, err);
	return encode(out, protocol, part, err);
}

#endif
