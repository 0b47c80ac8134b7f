/* figure_options.h: what a command line says about figures. */
#ifndef CLI_FIGURE_OPTIONS_H
#define CLI_FIGURE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/figures.h"
#include "draw/palette.h"
#include "draw/raster.h"
#include "tui/ui_options.h"

#define MAX_FIGURES 16

enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct figure_settings {
	const char *dir;                          /* --figures */
	const char *frames;                       /* --frames */
	const struct figure *chosen[MAX_FIGURES]; /* --figure, each once, in their order */
	size_t chosen_count;
	bool text;                 /* --text */
	struct ui_settings screen; /* --glyphs, --theme */
	enum colour_choice colour;
	enum raster_format format;
	unsigned size[2]; /* 0 0: each figure's own */
	double scale;     /* of letters and lines; 1 is usual */
};

/* --figure NAME: ODD_EUSAGE when there is none of that name. */
odd_status figure_choose(struct figure_settings *f, const char *name, odd_error *err);
/* The ground that is asked for; otherwise that of pictures or of a terminal. */
enum theme figure_ground(const struct figure_settings *f, enum theme otherwise);
/* Do they make sense together? */
odd_status figure_options_check(const struct figure_settings *f, odd_error *err);

/* What --figures draws: the figures chosen, or all. NULL behind the last. */
const struct figure *figure_to_draw(const struct figure_settings *f, size_t i);
/* What --text prints: the figures chosen, or the dashboard alone. */
const struct figure *figure_to_print(const struct figure_settings *f, size_t i);
/* What the frames show: the first figure chosen, or the dashboard. */
const struct figure *figure_to_film(const struct figure_settings *f);

#endif
