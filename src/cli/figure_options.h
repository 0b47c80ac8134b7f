/* figure_options.h: what a command line says about figures. */
#ifndef CLI_FIGURE_OPTIONS_H
#define CLI_FIGURE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/figures.h"
#include "draw/palette.h"
#include "draw/raster.h"
#include "oddone/project/projection.h"

struct option_row;

#define MAX_FIGURES 16

enum glyph_choice { CHOOSE_GLYPHS, CHOOSE_BRAILLE, CHOOSE_BLOCK, CHOOSE_ASCII };
enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct figure_settings {
	const char *dir;                          /* --figures */
	const char *frames;                       /* --frames */
	const struct figure *chosen[MAX_FIGURES]; /* --figure, each once, in their order */
	size_t chosen_count;
	bool text; /* --text */
	enum glyph_choice glyphs;
	enum colour_choice colour;
	enum raster_format format;
	unsigned size[2]; /* 0 0: each figure's own */
	double scale;     /* of letters and lines; 1 is usual */
	bool theme_given;
	enum theme theme;
	enum figure_colour map_colour;
	odd_projection_options projection;
};
#define FIGURE_SETTINGS_INIT \
	{ \
		.scale = 1.0 \
	}

/* One option. ODD_EUSAGE when its argument is wrong. */
odd_status figure_option(
	struct figure_settings *f, const struct option_row *row, const char *value, odd_error *err);
/* Do they make sense together? */
odd_status figure_options_check(const struct figure_settings *f, odd_error *err);

/* The names of all figures, parted by spaces. Returns out. */
char *figure_names(char *out, size_t size);
const char *figure_colour_name(enum figure_colour colour);

/* What --figures draws: the figures chosen, or all. NULL behind the last. */
const struct figure *figure_to_draw(const struct figure_settings *f, size_t i);
/* What --text prints: the figures chosen, or the dashboard alone. */
const struct figure *figure_to_print(const struct figure_settings *f, size_t i);
/* What the frames show: the first figure chosen, or the dashboard. */
const struct figure *figure_to_film(const struct figure_settings *f);

#endif
