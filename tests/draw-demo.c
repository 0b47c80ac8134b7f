/* draw-demo: every chart, to be looked at. Built by `make tests/draw-demo`.
 *
 *     draw-demo DIR                    pictures of all, light and dark, two sizes
 *     draw-demo cells COLUMNS ROWS [braille|block|ascii [NAME]]
 */
#include "config.h"

#include <stdlib.h>

#include "draw/cells.h"
#include "draw/raster.h"
#include "unit/chart_samples.h"

static int complain(const odd_error *err)
{
	char text[512];
	fprintf(stderr, "%s\n", odd_error_format(err, text, sizeof text));
	return 1;
}

static int picture(const char *dir, const struct chart_sample *s, unsigned width, enum theme theme)
{
	odd_error err;
	struct canvas *c;
	char path[512];
	struct raster_options o = {.width = width, .height = width * 9 / 16, .theme = theme};
	/* Four panels want smaller letters than one. */
	o.scale = s == NULL ? width / 1200.0 : 0.0;
	snprintf(path, sizeof path, "%s/%s-%u-%s.png", dir, s != NULL ? s->name : "dashboard",
		width, theme == THEME_LIGHT ? "light" : "dark");
	if (raster_create(&c, &o, &err) != ODD_OK)
		return complain(&err);
	if (s != NULL)
		s->draw(c,
			figure_begin(c, s->title, "cora with 5 % planted, ONE, K = 21, seed 42"));
	else
		sample_dashboard(c);
	odd_status status = raster_save(c, path, &err);
	canvas_free(c);
	return status == ODD_OK ? 0 : complain(&err);
}

static void show(struct canvas *c, const char *name)
{
	char *text = cells_to_text(c);
	printf("%s\n%s\n", name, text);
	free(text);
}

static int cells(int argc, char **argv)
{
	static const char *const sets[] = {"braille", "block", "ascii"};
	odd_error err;
	struct canvas *c;
	int set = 0;
	for (int i = 0; i < 3 && argc > 4; i++)
		set = strcmp(argv[4], sets[i]) == 0 ? i : set;
	if (argc < 4 || cells_create(&c, (size_t)atoi(argv[2]), (size_t)atoi(argv[3]),
				(enum glyph_set)set, &err) != ODD_OK)
		return 1;
	for (size_t i = 0; i < CHART_SAMPLES; i++) {
		if (argc > 5 && strcmp(argv[5], chart_samples[i].name) != 0)
			continue;
		cells_clear(c);
		chart_samples[i].draw(
			c, panel_begin(c, canvas_area(c), chart_samples[i].title, "note", false));
		show(c, chart_samples[i].name);
	}
	if (argc <= 5) {
		cells_clear(c);
		sample_dashboard(c);
		show(c, "dashboard");
	}
	canvas_free(c);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "cells") == 0)
		return cells(argc, argv);
	if (argc != 2)
		return 2;
	for (size_t i = 0; i <= CHART_SAMPLES; i++) {
		for (int theme = 0; theme < 2; theme++) {
			for (unsigned width = 800; width <= 1600; width *= 2) {
				if (picture(argv[1], i < CHART_SAMPLES ? &chart_samples[i] : NULL,
					    width, (enum theme)theme) != 0)
					return 1;
			}
		}
	}
	return 0;
}
