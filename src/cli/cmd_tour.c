/* cmd_tour.c: guided tours from the command line: begin one, test what it claims, or print it. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/work.h"
#include "cli/text.h"
#include "draw/raster.h"
#include "draw/terminal_picture.h"
#include "tui/tui.h"

enum { HANDOUT_COLUMNS = 100, HANDOUT_ROWS = 30 };

static int check(const struct settings *s, const char *name)
{
	struct work w;
	odd_error err;
	struct tour_count count;
	struct app_options options = {0};
	explore_options(&options, s);
	work_begin(&w, s);
	options.cancel = w.job.cancel;
	odd_status status = tui_tour(&options, name, NULL, &count, &err);
	work_end(&w);
	if (status != ODD_OK)
		return tell_error(&w, &err, true);
	text_print(stdout, "%s: %zu %s, %zu %s\n", name, count.pages,
		plural(count.pages, "page", "pages"), count.claims,
		plural(count.claims, "claim holds", "claims hold"));
	return DONE;
}

/* tour check TOUR...; tour TOUR. */
int sub_tour(const struct settings *s)
{
	if (strcmp(s->network, "check") != 0) {
		if (s->value_count > 0)
			return tell_wrong(
				s->command, "one argument too many: %.100s", s->values[0]);
		return explore_tour(s, s->network);
	}
	if (s->value_count == 0)
		return tell_wrong(s->command, "check which tour?");
	int worst = DONE;
	for (size_t i = 0; i < s->value_count; i++) {
		int code = check(s, s->values[i]);
		if (code >= SIGNALLED)
			return code;
		worst = worst == DONE ? code : worst;
	}
	return worst;
}

/* "lessons/4-knobs.tour" is 4-knobs.pdf here; on the heap, NULL without memory. */
static char *pdf_name(const char *tour)
{
	const char *slash = strrchr(tour, '/'), *name = slash != NULL ? slash + 1 : tour;
	size_t length = strlen(name), room = length + sizeof ".pdf";
	char *path = malloc(room);
	if (length > 5 && strcmp(name + length - 5, ".tour") == 0)
		length -= 5;
	if (path != NULL)
		snprintf(path, room, "%.*s.pdf", (int)length, name);
	return path;
}

/* As on paper: light, with charts drawn by lines, whatever the terminal is. */
static void choose_print(struct app_options *out, const struct settings *s)
{
	const struct figure_settings *f = &s->figures;
	explore_options(out, s);
	out->network = NULL;
	out->configured = false;
	out->columns = f->size[0] > 0 ? f->size[0] : HANDOUT_COLUMNS;
	out->rows = f->size[1] > 0 ? f->size[1] : HANDOUT_ROWS;
	out->depth = COLOUR_TRUE;
	out->set.glyph_choice = 1 + GLYPHS_BRAILLE;
	out->set.pixels = 1 + PIXELS_KITTY;
	out->glyphs_given = true;
	if (!out->theme_given)
		out->set.theme_choice = 1 + THEME_LIGHT;
	out->theme_given = true;
}

int sub_handout(const struct settings *s)
{
	struct work w;
	odd_error err;
	struct tour_count count;
	size_t sheets;
	enum raster_format format;
	struct app_options options = {0};
	if (s->value_count > 0)
		return tell_wrong(s->command, "one argument too many: %.100s", s->values[0]);
	if (s->pdf != NULL && (!raster_format_of(&format, s->pdf) || format != RASTER_PDF))
		return tell_wrong(
			s->command, "a handout is a PDF; \"%.100s\" does not end in .pdf", s->pdf);
	char *named = pdf_name(s->network);
	const struct handout_options how = {s->pdf != NULL ? s->pdf : named, s->notes};
	choose_print(&options, s);
	work_begin(&w, s);
	w.writes = true;
	options.cancel = w.job.cancel;
	odd_status status = how.path != NULL
				    ? tui_handout(&options, s->network, &how, &count, &sheets, &err)
				    : odd_error_nomem(&err);
	work_end(&w);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, true);
	if (status == ODD_OK)
		tell(&w, "wrote %zu %s, %zu %s to %s", count.pages,
			plural(count.pages, "page", "pages"), sheets,
			plural(sheets, "sheet", "sheets"), how.path);
	free(named);
	return code;
}
