/* run.h: a run as the command line makes it; the reports read its result. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/work.h"
#include "report/picture.h"
#include "study/study.h"

/* A study as the command line makes it. */
struct run {
	const struct settings *settings;
	struct study study;
	odd_published published; /* empty where the file is not to be had */
	char *command;
	struct result result; /* of all that, once run_look was called */
};

/* Seconds: a run that takes longer is tried before, to tell how long. */
#define RUN_TRIED 5.0

struct frames;
struct animation;

/* The study of these settings; command and published values are there. */
odd_status run_init(struct run *r, const struct settings *settings, odd_error *err);
void run_clear(struct run *r);
/* Load the network and plant into it. *reading tells whose fault an ODD_EIO is, from here to the
 * end of the fit. */
odd_status run_open(struct run *r, struct work *w, bool *reading, odd_error *err);
/* Fit, score, evaluate, and project what will be shown. frames: NULL where the settings ask for
 * none. */
odd_status run_fit(struct run *r, struct frames *frames, struct work *w, odd_error *err);
/* Fills in the result, when everything else is there. */
odd_status run_look(struct run *r, odd_error *err);

/* The result of a run, an explanation or a comparison on stdout, in the form that was asked for.
 */
odd_status report_result(const struct settings *s, const struct result *o, odd_error *err);

/* ---- reports for reading ------------------------------------------------------------------ */

void report_run_text(FILE *out, const struct result *o);
void report_explain_text(FILE *out, const struct result *o);
void report_times_text(FILE *out, const struct result *o);

/* Write the files of --export, --save-state, --figures, --frames and --animate, all of them or
 * none. frames is empty when there are none. The run goes through its iterations once more for
 * them. *film: what was written, to be freed; NULL: no --animate. */
odd_status export_run(struct run *r, struct frames *frames, struct animation **film,
	const odd_job *job, odd_error *err);

/* ---- figures, as files and as characters ----------------------------------------------------- */

/* How files of figures are to look. */
struct picture_style figures_style(const struct figure_settings *f);

/* Does any figure asked for show the map? */
bool figures_need_map(const struct settings *s);

/* Write what --figures asks for into a directory: figures of a run, or all of a comparison. */
odd_status figures_write(const struct result *o, const struct figure_settings *f, const char *dir,
	const odd_job *job, odd_error *err);
/* How many that are. */
size_t figures_count(const struct result *o, const struct figure_settings *f);
/* Print what --text asks for, with the colours that stdout can show. */
odd_status figures_print(
	FILE *out, const struct result *o, const struct figure_settings *f, odd_error *err);

/* Show what --show asks for, as pictures, or as --text would where the terminal has none. node:
 * that is pointed at; SIZE_MAX: none is. */
odd_status figures_show(FILE *out, const struct result *o, const struct figure_settings *f,
	size_t node, odd_error *err);
/* Pixels of a picture, width × 3 bytes a row; false in *shown where there is no way. */
odd_status picture_show(FILE *out, bool *shown, const uint8_t *rgb, unsigned width, unsigned height,
	const struct figure_settings *f, odd_error *err);

/* ---- frames: a figure after every iteration or sub-step, for a film -----------------------------
 *
 *     frames_begin   at the start of the run: remember it, and its map
 *     frames_watch   odd_stop.each: remember the map after each iteration
 *     frames_settle  when the run is done: of sub-steps, go through it once more for their maps;
 *                    turn the maps onto each other, agree on one view
 *     frames_write   go through the run once more, and draw
 *
 * The maps are kept, 8 bytes a node and frame, since the view must hold all of them; the run itself
 * is not: it is made again from its start, which gives the same numbers.
 */

struct frames {
	struct run *run;
	odd_job job; /* without its listener: maps are not worth news */
	odd_snapshot *start;
	float **map; /* of each frame: nodes × 2 */
	double (*explained)[2];
	size_t count, capacity;
	size_t iterations; /* of all frames */
	double bounds[4];  /* left, right, bottom, top */
};

/* Do the settings ask for any? */
bool frames_wanted(const struct figure_settings *f);

odd_status frames_begin(struct frames *f, struct run *r, const odd_job *job, odd_error *err);
odd_status frames_watch(void *frames, const odd_one *one, odd_error *err);
odd_status frames_settle(struct frames *f, struct run *r, odd_error *err);
/* Into a directory, where 0000.png is the start, or (dir NULL) one after the other as *film, which
 * is the caller's. The run ends in the state in which it was. */
odd_status frames_write(struct frames *f, struct run *r, const char *dir, struct animation **film,
	const odd_job *job, odd_error *err);
/* Is there a frame behind our last, of an earlier and longer run? */
bool frames_left_over(const struct frames *f, const char *dir);
void frames_clear(struct frames *f);

#endif
