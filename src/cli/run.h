/* run.h: a run as the command line makes it; the reports read its outcome. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/common.h"
#include "oddone/oddone.h"
#include "report/outcome.h"

struct run {
	const struct settings *settings;
	odd_network *net;
	odd_communities groups;    /* count 0: they were not needed */
	odd_plant_options planted; /* as resolved */
	odd_one *one;
	odd_fit_result fit;
	odd_scores scores;
	odd_evaluation evaluation;
	odd_projection projection; /* made for the export and the figures that show it */
	odd_published published;   /* empty where the file is not to be had */
	char *command;
	struct notes notes;
	double seconds[STAGES];
	double clock;           /* when the last stage ended */
	struct outcome outcome; /* of all that; complete when run_fit is done */
};

struct frames;

/* Load the network and plant into it. *reading tells whose fault an ODD_EIO is, from here to the
 * end of the fit. */
odd_status run_open(struct run *r, struct work *w, bool *reading, odd_error *err);
/* Fit, score, evaluate, and project what will be shown. frames: NULL where the settings ask for
 * none. */
odd_status run_fit(struct run *r, struct frames *frames, struct work *w, odd_error *err);
/* Score and evaluate the run as it stands. */
odd_status run_score(odd_scores *scores, odd_evaluation *evaluation, const struct run *r,
	const odd_job *job, odd_error *err);
void run_clear(struct run *r);

/* The outcome of a run, an explanation or a comparison on stdout, in the form that was asked for.
 */
odd_status report_outcome(const struct settings *s, const struct outcome *o, odd_error *err);

/* ---- reports for reading ------------------------------------------------------------------ */

void report_run_text(FILE *out, const struct outcome *o);
void report_explain_text(FILE *out, const struct outcome *o);

/* Write the files of --export, --save-state, --figures and --frames, all of them or none. frames is
 * empty when there are none. The run goes through its iterations once more for them. */
odd_status export_run(struct run *r, struct frames *frames, const odd_job *job, odd_error *err);

#endif
