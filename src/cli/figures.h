/* figures.h: the figures of a run, as files and as characters. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include "cli/run.h"
#include "report/picture.h"

/* How files of figures are to look. */
struct picture_style figures_style(const struct figure_settings *f);

/* Does any figure asked for show the map? */
bool figures_need_map(const struct settings *s);

/* Write what --figures asks for into a directory: figures of a run, or all of a comparison. */
odd_status figures_write(const struct outcome *o, const struct figure_settings *f, const char *dir,
	const odd_job *job, odd_error *err);
/* How many that are. */
size_t figures_count(const struct outcome *o, const struct figure_settings *f);
/* Print what --text asks for, with the colours that stdout can show. */
odd_status figures_print(
	FILE *out, const struct outcome *o, const struct figure_settings *f, odd_error *err);

#endif
