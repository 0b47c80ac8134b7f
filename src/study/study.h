/* study.h: one study: a network, what was planted into it, a run of ONE and its ranking.
 *
 *     study_init → study_load → study_plant → study_prepare → study_begin → study_fit
 *                → study_score → study_project → study_explain → study_clear
 *
 * This is the only place that decides how a network becomes a ranking: which K, which start, how
 * many threads, which score where links or attributes are missing. The command line, the explorer
 * and the handle for other languages are its users, so all of them rank alike, to the bit.
 *
 * A study belongs to one thread at a time. Long stages take an odd_job, which reports progress and
 * may cancel; a stage that fails or is cancelled leaves the study as it was, except study_fit,
 * which keeps the whole sub-steps it made. study_look lends what there is as a
 * struct result (result.h).
 */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "oddone/network.h"
#include "network/times.h"
#include "oddone/plant.h"
#include "study/notes.h"
#include "study/parts.h"
#include "study/result.h"

struct study {
	struct run_options options; /* as asked for; a stage reads them when it begins */
	size_t certainty;           /* further runs that tell how certain ranks are */
	bool extends;  /* other runs may go on from this one, which then has its own input */
	bool explains; /* explanations may follow the ranking */
	bool as_given; /* for other methods: nothing stands in for missing attributes */
	struct shared_network *network; /* planted nodes included; NULL: none yet */
	uint64_t checksum;              /* of the network before anything was planted */
	odd_communities classes;        /* before planting; empty until something needs them */
	odd_plant_options planted;      /* as resolved; all 0: nothing */
	struct plantings *plantings;    /* NULL: nothing was planted */

	odd_one_options one;      /* what the run begins with, K chosen */
	int threads;              /* that the run is worth */
	odd_one *run;             /* NULL: not begun */
	odd_fit_result fit;       /* why it stopped */
	struct ranking *ranking;  /* NULL: not scored */
	struct judgments *judged; /* NULL: none */
	struct shared_map *map;   /* NULL: not projected */
	odd_communities groups; /* of the network as fitted, for explanations; found when needed */
	bool grouped;           /* groups are those of the network */
	struct column_summary *summary; /* of the columns of the network; NULL: not needed yet */

	odd_times *times; /* of a network at several times, which has no network of its own … */
	odd_history *history; /* … and the ranks at each of them; NULL: not fitted */

	struct notes notes;
	double memory;          /* bytes that the run takes, estimated; 0: not estimated */
	double seconds[STAGES]; /* each stage took */
	double clock;           /* end of the last stage */
};

void study_init(struct study *s, const struct run_options *options);
void study_clear(struct study *s);
/* Drops the run and what was made from it; network and plantings stay. */
void study_drop_run(struct study *s);

/* The network; of one at several times, that of the first that has any. NULL: none yet. */
const odd_network *study_network(const struct study *s);

/* ---- the network -------------------------------------------------------------------------- */

/* Reads a network; whether links have a direction is an option of the run. */
odd_status study_load(struct study *s, const char *path, const odd_load_options *table,
	const odd_job *job, odd_error *err);
/* Takes over a network that is in memory, also on failure. Without attributes the neighbours of a
 * node stand in for them, unless as_given. */
odd_status study_take(struct study *s, odd_network *net, odd_error *err);

/* Finds the classes of the network, or of that of the first time, unless they are there: its
 * labels, or communities in the links. */
odd_status study_find_classes(struct study *s, const odd_job *job, odd_error *err);
/* Plants what the options ask for, once: a second call does nothing. */
odd_status study_plant(struct study *s, const odd_job *job, odd_error *err);

/* ---- the run ------------------------------------------------------------------------------ */

/* Chooses K unless the options do, and the number of threads; estimates the memory. */
odd_status study_prepare(struct study *s, const odd_job *job, odd_error *err);
/* Makes the start. */
odd_status study_begin(struct study *s, const odd_job *job, odd_error *err);
/* One sub-step more. */
odd_status study_step(struct study *s, const odd_job *job, odd_error *err);
/* Iterates until an option says stop. each may be NULL; it is called after every iteration. */
odd_status study_fit(struct study *s,
	odd_status (*each)(void *payload, const odd_one *run, odd_error *err), void *payload,
	const odd_job *job, odd_error *err);
/* Puts the nodes of another network beside the fitted ones, without a refit: the network becomes
 * both together. For ranking alone: the run cannot go on. ODD_EINPUT when none of them is new. */
odd_status study_place(struct study *s, const odd_network *more, odd_joined *joined,
	const odd_job *job, odd_error *err);

/* ---- a network at several times ----------------------------------------------------------- */

/* Reads the network of each time; the study has these instead of one network. */
odd_status study_load_times(struct study *s, const char *path, const odd_times_options *how,
	const odd_job *job, odd_error *err);
/* Fits and ranks one time after the other; cold: each from a start of its own. */
odd_status study_fit_times(struct study *s, bool cold, const odd_job *job, odd_error *err);

/* ---- what it comes to --------------------------------------------------------------------- */

/* Scores and evaluates the present state. */
odd_status study_score(struct study *s, const odd_job *job, odd_error *err);
/* Makes the map, unless there is one of the present state. */
odd_status study_project(struct study *s, const odd_job *job, odd_error *err);
/* Finds the groups that explanations name, unless they are there. */
odd_status study_find_groups(struct study *s, const odd_job *job, odd_error *err);
/* Explains why a node ranks where it does, in numbers and in words; both are the caller's. */
odd_status study_explain(odd_explanation *why, odd_sentences *sentences, struct study *s,
	size_t node, const odd_explain_counts *counts, const odd_job *job, odd_error *err);

/* Lends everything there is; valid until the study changes. */
void study_look(struct result *out, const struct study *s);
/* The seconds since the last stage belong to this one. */
void study_stage_done(struct study *s, enum stage stage);

#endif
