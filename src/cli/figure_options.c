#include "config.h"

#include "cli/figure_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/values.h"

enum { LEAST_PIXELS = 100, MOST_PIXELS = 20000, LEAST_CELLS = 12 };

/* ---- which figures ------------------------------------------------------------------------ */

char *figure_names(char *out, size_t size)
{
	const struct figure *figure;
	size_t used = 0;
	out[0] = '\0';
	for (size_t i = 0; (figure = figure_get(i)) != NULL && used < size; i++)
		used += (size_t)snprintf(
			out + used, size - used, "%s%s", i > 0 ? " " : "", figure->name);
	return out;
}

const char *figure_colour_name(enum figure_colour colour)
{
	static const char *const name[] = {"default", "label", "kind", "score"};
	return name[colour];
}

static const struct figure *dashboard(void)
{
	const struct figure *found = figure_find("dashboard");
	return found != NULL ? found : figure_get(0);
}

const struct figure *figure_to_draw(const struct figure_settings *f, size_t i)
{
	if (f->chosen_count == 0)
		return figure_get(i);
	return i < f->chosen_count ? f->chosen[i] : NULL;
}

const struct figure *figure_to_print(const struct figure_settings *f, size_t i)
{
	if (f->chosen_count == 0)
		return i == 0 ? dashboard() : NULL;
	return i < f->chosen_count ? f->chosen[i] : NULL;
}

const struct figure *figure_to_film(const struct figure_settings *f)
{
	return f->chosen_count > 0 ? f->chosen[0] : dashboard();
}

/* ---- one option --------------------------------------------------------------------------- */

static odd_status choose(
	struct figure_settings *f, const char *option, const char *name, odd_error *err)
{
	const struct figure *figure = figure_find(name);
	char names[200];
	if (figure == NULL)
		return odd_error_set(err, ODD_EUSAGE, "--%s: \"%.60s\" is none of: %s", option,
			name, figure_names(names, sizeof names));
	for (size_t i = 0; i < f->chosen_count; i++)
		if (f->chosen[i] == figure)
			return ODD_OK;
	if (f->chosen_count == MAX_FIGURES)
		return odd_error_set(err, ODD_EUSAGE, "--%s: more than %d", option, MAX_FIGURES);
	f->chosen[f->chosen_count++] = figure;
	return ODD_OK;
}

static odd_status projection_option(
	struct figure_settings *f, const struct option_row *row, const char *value, odd_error *err)
{
	int choice = 0;
	odd_status status = value_choice(&choice, row->name, value, row->words, err);
	if (status != ODD_OK)
		return status;
	if (row->id == OPT_PROJECTION)
		f->projection.method = (odd_projection_method)choice;
	else if (row->id == OPT_PROJECT)
		f->projection.source = (odd_projection_source)choice;
	else
		f->map_colour = (enum figure_colour)(FIGURE_BY_LABEL + choice);
	return ODD_OK;
}

odd_status figure_option(
	struct figure_settings *f, const struct option_row *row, const char *value, odd_error *err)
{
	odd_status status;
	int choice = 0;
	switch (row->id) {
	case OPT_FIGURES:
		f->dir = value;
		return ODD_OK;
	case OPT_FRAMES:
		f->frames = value;
		return ODD_OK;
	case OPT_FIGURE:
		return choose(f, row->name, value, err);
	case OPT_TEXT:
		f->text = true;
		return ODD_OK;
	case OPT_SIZE:
		return value_extent(f->size, row->name, value, LEAST_CELLS, MOST_PIXELS, err);
	case OPT_SCALE:
		return value_real(&f->scale, row->name, value, 0.25, 16.0, err);
	case OPT_GLYPHS:
		status = value_choice(&choice, row->name, value, row->words, err);
		f->glyphs = (enum glyph_choice)choice;
		return status;
	case OPT_COLOR:
		status = value_choice(&choice, row->name, value, row->words, err);
		f->colour = (enum colour_choice)choice;
		return status;
	case OPT_FIGURE_FORMAT:
		status = value_choice(&choice, row->name, value, row->words, err);
		f->format = (enum raster_format)choice;
		return status;
	case OPT_THEME:
		status = value_choice(&choice, row->name, value, row->words, err);
		f->theme_given = true;
		f->theme = (enum theme)choice;
		return status;
	case OPT_PROJECTION:
	case OPT_PROJECT:
	case OPT_MAP_COLOUR:
		return projection_option(f, row, value, err);
	default:
		return odd_error_set(err, ODD_EUSAGE, "--%s: not known", row->name);
	}
}

odd_status figure_options_check(const struct figure_settings *f, odd_error *err)
{
	bool pictures = f->dir != NULL || f->frames != NULL;
	unsigned least = pictures ? LEAST_PIXELS : LEAST_CELLS;
	if (f->chosen_count > 0 && !pictures && !f->text)
		return odd_error_set(err, ODD_EUSAGE,
			"--figure: where to? --figures DIR, --frames DIR or --text is missing");
	if (f->size[0] > 0 &&
		(f->size[0] < least || f->size[1] < least || (!pictures && f->size[0] < 40)))
		return odd_error_set(err, ODD_EUSAGE, "--size: %ux%u is too small: at least %s",
			f->size[0], f->size[1], pictures ? "100x100 pixels" : "40x12 characters");
	if (f->size[0] > 0 && !pictures && (f->size[0] > 1000 || f->size[1] > 1000))
		return odd_error_set(err, ODD_EUSAGE, "--size: %ux%u characters: 1000x1000 will do",
			f->size[0], f->size[1]);
	return ODD_OK;
}
