/* figures.h: the figures of a run, as files and as characters. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include "cli/run.h"
#include "report/picture.h"

/* How files of figures are to look. */
struct picture_style figures_style(const struct figure_settings *f);
/* "loss.png" in a directory, on the heap; NULL without memory. */
char *figures_path(const char *dir, const struct figure *figure, const struct figure_settings *f);

/* Does any figure asked for show the map? */
bool figures_need_map(const struct settings *s);

/* Write what --figures asks for into a directory. */
odd_status figures_write(const struct run *r, const char *dir, const odd_job *job, odd_error *err);
/* How many that are. */
size_t figures_count(const struct figure_settings *f);

/* A canvas of characters for a figure, as wide as the terminal unless --size says otherwise; and
 * what was drawn on it, with the colours that stdout can show. */
odd_status figure_cells_begin(struct canvas **out, const struct figure *figure,
	const struct figure_settings *f, odd_error *err);
odd_status figure_cells_print(
	FILE *out, struct canvas *canvas, const struct figure_settings *f, odd_error *err);

/* Print what --text asks for. */
odd_status figures_print(FILE *out, const struct run *r, odd_error *err);

#endif
