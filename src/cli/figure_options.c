#include "config.h"

#include "cli/figure_options.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_PIXELS = 100, LEAST_CELLS = 12 };

/* ---- which figures ------------------------------------------------------------------------ */

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

odd_status figure_choose(struct figure_settings *f, const char *name, odd_error *err)
{
	const struct figure *figure = figure_find(name), *one;
	char names[200] = "";
	for (size_t i = 0; (one = figure_get(i)) != NULL; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
			i > 0 ? " " : "", one->name);
	if (figure == NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "--figure: \"%.60s\" is none of: %s", name, names);
	for (size_t i = 0; i < f->chosen_count; i++)
		if (f->chosen[i] == figure)
			return ODD_OK;
	if (f->chosen_count == MAX_FIGURES)
		return odd_error_set(err, ODD_EUSAGE, "--figure: more than %d", MAX_FIGURES);
	f->chosen[f->chosen_count++] = figure;
	return ODD_OK;
}

enum theme figure_ground(const struct figure_settings *f, enum theme otherwise)
{
	return f->screen.theme_choice != 0 ? f->screen.theme : otherwise;
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
