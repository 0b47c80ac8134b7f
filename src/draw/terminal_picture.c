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
#include <stdio.h>
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
	static const ChafaPixelMode mode[] = {[PIXELS_SIXEL] = CHAFA_PIXEL_MODE_SIXELS,
		[PIXELS_ITERM] = CHAFA_PIXEL_MODE_ITERM2,
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

/* ---- sixel: our own palette ------------------------------------------------------------------
 *
 * chafa draws its palette from a sample of the pixels, in which thin lines and small marks lose
 * their colours. So the picture is given to it in the 240 fixed colours of terminals, each of which
 * stands for one of our own palette, and the definitions of the colours are put right afterwards.
 */

enum { REGISTERS = 216, BAND = TERMINAL_PICTURE_BAND };

static struct rgb fixed_colour(size_t i)
{
	static const uint8_t step[6] = {0, 95, 135, 175, 215, 255};
	return (struct rgb){step[i / 36], step[i / 6 % 6], step[i % 6]};
}

/* Copy with the definitions "#0;2;0;0;0#1;…" replaced by those of the palette. */
static void recolour(
	struct bytes *out, const struct bytes *in, const struct rgb *palette, size_t used)
{
	const char *text = (const char *)in->data, *at = memchr(text, '#', in->length);
	unsigned number, r, g, b;
	int length = 0;
	if (at == NULL) {
		bytes_append(out, in->data, in->length);
		return;
	}
	bytes_append(out, text, (size_t)(at - text));
	while (sscanf(at, "#%u;2;%u;%u;%u%n", &number, &r, &g, &b, &length) == 4)
		at += length;
	for (size_t i = 0; i < used; i++)
		bytes_print(out, "#%zu;2;%u;%u;%u", i, (palette[i].r * 100u + 127u) / 255u,
			(palette[i].g * 100u + 127u) / 255u, (palette[i].b * 100u + 127u) / 255u);
	bytes_append(out, at, in->length - (size_t)(at - text));
}

static odd_status encode_sixel(struct bytes *out, const struct pixel_part *part, odd_error *err)
{
	struct quantise *q = NULL;
	struct rgb palette[REGISTERS];
	struct bytes sent = {0};
	size_t used = 0,
	       most = part->colours > 1 && part->colours < REGISTERS ? part->colours : REGISTERS;
	uint8_t *fixed = malloc(3 * (size_t)part->width * part->height), *to = fixed;
	odd_status status = fixed != NULL ? quantise_create(&q, err) : odd_error_nomem(err);
	for (unsigned y = 0; status == ODD_OK && y < part->height; y++)
		quantise_count(q, part->rgb + y * part->stride, part->width);
	if (status == ODD_OK)
		status = quantise_settle(q, palette, most, &used, err);
	for (unsigned y = 0; status == ODD_OK && y < part->height; y++)
		for (unsigned x = 0; x < part->width; x++, to += 3) {
			struct rgb c = fixed_colour(
				quantise_entry(q, part->rgb + y * part->stride + 3 * (size_t)x));
			to[0] = c.r;
			to[1] = c.g;
			to[2] = c.b;
		}
	struct pixel_part stands = *part;
	stands.rgb = fixed;
	stands.stride = 3 * (size_t)part->width;
	/* Whole bands, and cells that are just as large: chafa is not to scale anything. */
	stands.height -= stands.height % BAND;
	stands.width -= stands.width % TERMINAL_PICTURE_ACROSS;
	stands.columns = stands.width;
	stands.rows = stands.height / BAND;
	stands.cell_w = 1;
	stands.cell_h = BAND;
	if (status == ODD_OK)
		status = encode(&sent, PIXELS_SIXEL, &stands, err);
	bytes_append(&sent, "", 1); /* for sscanf */
	if (status == ODD_OK && (status = bytes_status(&sent, err)) == ODD_OK) {
		sent.length--;
		recolour(out, &sent, palette, used);
		status = bytes_status(out, err);
	}
	quantise_free(q);
	bytes_clear(&sent);
	free(fixed);
	return status;
}

odd_status terminal_picture_encode(struct bytes *out, enum pixel_protocol protocol,
	const struct pixel_part *part, odd_error *err)
{
	if (protocol == PIXELS_NONE || part->columns < 1 || part->rows < 1 || part->width < 1 ||
		part->height < 1)
		return odd_error_set(err, ODD_EUSAGE, "a picture of nothing");
	/* Scaled pixels would be others than those that were counted. */
	unsigned high = part->rows * part->cell_h, wide = part->columns * part->cell_w;
	bool scaled = part->width > wide || part->width + TERMINAL_PICTURE_ACROSS <= wide ||
		      part->height > high || part->height + TERMINAL_PICTURE_BAND <= high;
	if (protocol == PIXELS_SIXEL && !scaled)
		return encode_sixel(out, part, err);
	if (protocol == PIXELS_KITTY) /* which scales by itself */
		return kitty_picture_encode(out, part, err);
	struct pixel_part whole = *part;
	whole.true_colour = whole.true_colour || protocol == PIXELS_SIXEL;
	return encode(out, protocol, &whole, err);
}

#endif
