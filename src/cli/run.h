/* run.h: a study as the command line makes it, the steps that every subcommand with a study goes
 * through, and its reports and figures. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/work.h"
#include "draw/animation.h"
#include "report/picture.h"
#include "study/study.h"

/* Subcommands put it at the beginning of a structure of their own. */
struct run {
	const struct settings *settings;
	struct work work;
	struct study study;
	odd_published published; /* empty without its file */
	char *command;           /* the command line, quoted for a shell */
	struct result result;    /* of the study, set by run_look */
};

/* The steps of a subcommand, in their order; NULL: nothing to do. All but `clear` are left out
 * behind a step that failed. */
struct steps {
	/* Is everything that can be known before data is read as it should be? */
	odd_status (*check)(struct run *r, odd_error *err);
	/* Read the data, and work with it as long as a file that cannot be read is the user's. */
	odd_status (*load)(struct run *r, odd_error *err);
	odd_status (*work)(struct run *r, odd_error *err);
	/* Write files. */
	odd_status (*write)(struct run *r, odd_error *err);
	/* Write to stdout; NULL: run_report. */
	odd_status (*report)(struct run *r, odd_error *err);
	/* Tell on stderr what was written; returns the exit code. */
	int (*tell)(struct run *r);
	/* A step has failed: the exit code, or -1 to have the error told. */
	int (*fail)(struct run *r, odd_status status);
	void (*clear)(struct run *r);
};

/* Run the steps. Returns the exit code of the program. */
int run_steps(struct run *r, const struct settings *settings, const struct steps *steps);

struct frames;

/* For steps.check: can all directories and files be written? */
odd_status run_check_targets(struct run *r, odd_error *err);
/* Load the network and plant into it. */
odd_status run_open(struct run *r, odd_error *err);
/* Fit, score, evaluate, and make the map if it will be shown. frames: NULL without an animation. */
odd_status run_fit(struct run *r, struct frames *frames, odd_error *err);
/* Set r->result. */
odd_status run_look(struct run *r, odd_error *err);

/* The result on stdout in the form that was asked for. */
odd_status run_report(struct run *r, odd_error *err);
odd_status report_result(const struct settings *s, const struct result *o, odd_error *err);

void report_run_text(FILE *out, const struct result *o);
void report_explain_text(FILE *out, const struct result *o);
void report_times_text(FILE *out, const struct result *o);

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
/* "wrote 3 figures to DIR" */
void figures_tell(struct run *r, size_t count);
/* Print what --text asks for, with the colours that stdout can show. */
odd_status figures_print(
	FILE *out, const struct result *o, const struct figure_settings *f, odd_error *err);

/* ---- animations: a figure after every iteration or sub-step -------------------------------------
 *
 *     frames_begin   at the start of the run: takes a snapshot, and its map
 *     frames_watch   odd_stop.each: takes the map after each iteration
 *     frames_settle  when the run is done: runs sub-steps once more for their maps, turns the maps
 *                    onto each other, and finds bounds that hold all of them
 *     frames_draw    runs all iterations once more, and draws
 *
 * The maps are kept, 8 bytes a node and frame, as the bounds must hold all of them. The run is not
 * kept: it is repeated from the snapshot, which gives the same numbers.
 */

struct frames {
	struct run *run;
	odd_job job; /* without progress: maps are not reported */
	odd_snapshot *start;
	float **map; /* of each frame: nodes × 2 */
	double (*explained)[2];
	size_t count, capacity;
	size_t iterations; /* of all frames */
	double bounds[4];  /* left, right, bottom, top */
};

odd_status frames_begin(struct frames *f, struct run *r, odd_error *err);
odd_status frames_watch(void *frames, const odd_one *one, odd_error *err);
odd_status frames_settle(struct frames *f, odd_error *err);
/* *out is the caller's, also on error. The run ends in the state in which it was. */
odd_status frames_draw(struct frames *f, struct animation **out, odd_error *err);
void frames_clear(struct frames *f);

/* Can it be written there, and by this build? Found out before the work. */
odd_status animation_check(const char *path, odd_error *err);
/* Write a GIF, or frames into a directory, as the name asks for; the command line goes with them.
 */
odd_status animation_save(
	struct animation *a, const char *path, const struct settings *s, odd_error *err);
void animation_tell(struct work *w, const struct animation *a, const char *path);

#endif
