/* figures.h: the figures of a run, as files and as characters. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include "cli/run.h"

/* What the figures of one moment of a run borrow. The run is the final one's; frames replace what
 * differs. */
struct picture {
	odd_mat aligned; /* U Wᵀ */
	char *command;
	odd_published published; /* empty where the file is not to be had */
	char method[FIGURE_METHOD];
	struct figure_run run;
};

odd_status picture_begin(struct picture *p, const struct run *r, odd_error *err);
/* Show this map, which is borrowed. */
void picture_describe_map(struct picture *p, const odd_projection *map);
/* U Wᵀ and G again, after the state has moved. */
void picture_follow(struct picture *p, const struct run *r);
void picture_end(struct picture *p);

/* Draw one figure into a file. moment, for its text chunks, may be NULL. */
odd_status picture_save(const struct picture *p, const struct run *r, const struct figure *figure,
	enum raster_format format, const char *moment, const char *path, odd_error *err);

bool figure_shows_map(const struct figure *figure);
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
