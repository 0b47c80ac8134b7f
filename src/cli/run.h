/* run.h: a study as the command line makes it, the steps that every subcommand with a study goes
 * through, and its reports and figures. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <jansson.h>

#include "cli/work.h"
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
	/* Of --export, --save-state and --figures, set by run_check_targets. */
	struct staging_seen seen[3];
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

/* For steps.check: can all directories and files be written? */
odd_status run_check_targets(struct run *r, odd_error *err);
/* staging_begin for one of them. */
odd_status run_stage(struct run *r, struct staging *s, const char *target, odd_error *err);
/* Load the network and plant into it. */
odd_status run_open(struct run *r, odd_error *err);
/* Fit, score, evaluate, and make the map if it will be shown. */
odd_status run_fit(struct run *r, odd_error *err);
/* Set r->result. */
odd_status run_look(struct run *r, odd_error *err);

/* The result on stdout in the form that was asked for. */
odd_status run_report(struct run *r, odd_error *err);
odd_status report_result(const struct settings *s, const struct result *o, odd_error *err);

/* An object on stdout: as JSON, its members as TSV, or as a view (view.h) tells it. The object is
 * given up. */
odd_status report_object(enum output_format format, json_t *object,
	void (*view)(FILE *out, const json_t *object), odd_error *err);

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

#endif
