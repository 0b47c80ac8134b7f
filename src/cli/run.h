/* run.h: everything a run came to; the reports and the export read it. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/common.h"
#include "oddone/oddone.h"

enum stage {
	STAGE_LOAD,
	STAGE_PLANT,
	STAGE_INIT,
	STAGE_ITERATIONS,
	STAGE_SCORE,
	STAGE_PROJECT,
	STAGE_TOTAL,
	STAGES
};
extern const char *const stage_names[STAGES];

struct run {
	const struct settings *settings;
	odd_network *net;
	odd_communities groups;    /* count 0: they were not needed */
	odd_plant_options planted; /* as resolved */
	odd_one *one;
	odd_fit_result fit;
	size_t iterations_allowed;
	odd_scores scores;
	odd_evaluation evaluation;
	uint64_t checksum;         /* of the network as loaded */
	odd_mat embedding;         /* made for the export only */
	odd_projection projection; /* made for the export and the figures that show it */
	struct notes notes;
	double seconds[STAGES];
	double clock;       /* when the last stage ended */
	double peak_memory; /* bytes */
};

struct frames;

/* Load the network and plant into it. *reading tells whose fault an ODD_EIO is, from here to the
 * end of the fit. */
odd_status run_open(struct run *r, struct work *w, bool *reading, odd_error *err);
/* Fit, score, evaluate, and project what will be shown. frames: NULL where the settings ask for
 * none. */
odd_status run_fit(struct run *r, struct frames *frames, struct work *w, odd_error *err);
void run_clear(struct run *r);

const char *run_preset_name(const struct run *r);
const char *run_start_name(const struct run *r);         /* a directory for a given start */
const char *run_stopped(const struct run *r);            /* in a few words */
const char *run_label(const struct run *r, size_t node); /* "-" for none */
const char *run_kind(const struct run *r, size_t node);  /* "-" when no outlier is known */

void report_text(FILE *out, const struct run *r);
void report_tsv(FILE *out, const struct run *r);
odd_status report_json(FILE *out, const struct run *r, odd_error *err);
/* The ranking as a table with a heading: rank id label kind total c1 c2 c3. */
void report_ranking(FILE *out, const struct run *r);

/* Write the files of --export, --save-state, --figures and --frames, all of them or none. frames is
 * empty when there are none. The run goes through its iterations once more for them. */
odd_status export_run(struct run *r, struct frames *frames, const odd_job *job, odd_error *err);

#endif
