/* result.h: what a run, a comparison or an explanation came to.
 *
 * The one const view of a study: tables, JSON, figures, claims and screens are functions of it. Its
 * parts are lent: by a study (study_look), or by a session and its views. All but net may be left
 * out: a value that needs a missing part does not exist.
 */
#ifndef STUDY_RESULT_H
#define STUDY_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "one/run_memory.h"
#include "baseline/compare.h"
#include "oddone/network.h"
#include "one/lesson.h"
#include "oddone/one.h"
#include "oddone/plant.h"
#include "oddone/projection.h"
#include "eval/published.h"
#include "oddone/recall.h"
#include "oddone/explain.h"
#include "score/history.h"
#include "oddone/score.h"
#include "study/judgments.h"
#include "study/options.h"
#include "study/shared.h"

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

struct shared_network;

/* An earlier run, kept to be drawn faintly beside this one. Never changed once it is made. */
struct kept_run {
	struct shared shared;
	char *name;
	char brief[32];                 /* where room is scarce; empty: the name */
	struct shared_network *network; /* whose nodes were ranked */
	odd_trace trace;
	odd_one_options used;
	const odd_evaluation *evaluation; /* NULL: no outliers are known */
	odd_evaluation evaluated;         /* where evaluation points to */
	uint32_t *order;                  /* nodes, the oddest first; NULL: not known */
	size_t n;
	unsigned long epoch; /* with steps: the place of the session at which it was kept */
	size_t steps;
};

static inline const char *kept_run_brief(const struct kept_run *run)
{
	return run->brief[0] != '\0' ? run->brief : run->name;
}

/* A node whose share of the loss a sub-step has changed, and by how much. */
struct node_change {
	size_t node;
	double by;
};

/* The ranks that a node had. */
struct rank_history {
	double *at;     /* iterations since the start of the run, rising; within one: a fraction */
	uint32_t *rank; /* 1 is the oddest */
	size_t count;
};

struct result {
	/* ---- the run ---- */
	const odd_network *net;         /* as fitted, planted nodes included */
	size_t planted;                 /* outliers planted here, not known beforehand */
	const odd_plant_record *record; /* of these plantings, oldest first */
	size_t record_count;
	const odd_one *one;       /* NULL: only its traces are at hand */
	odd_one_state state;      /* its matrices; nodes 0: not at hand */
	odd_ccsr A, C;            /* links and attributes as it has them; rows 0: not at hand */
	const odd_lesson *lesson; /* of the sub-step that led here; NULL: not asked for */
	const char *watched;      /* the entry it watches, in words */
	const double *became;     /* what the entry is now; NULL: the sub-step is still to come */
	const struct node_change *changed; /* nodes, by that sub-step, the most first */
	size_t changed_count;
	size_t chosen; /* of these the one that is selected, from 1; 0: none */
	const odd_trace *trace;
	const odd_one_options *used; /* α, β and K as they came out */
	size_t iteration;            /* whole ones so far */
	odd_substep next;            /* comes next */
	const odd_fit_result *fit;   /* why it stopped */
	struct run_options options;  /* all that were asked for, as they were resolved */
	const odd_scores *scores;
	const uint32_t *mark; /* marked nodes, rising */
	size_t mark_count;
	const struct judgments *judged; /* NULL: nobody judged */
	const odd_evaluation *evaluation;
	const odd_scores *one_alone; /* ranking by ONE alone, beside that of the score or the same;
					its components may be missing */
	const odd_evaluation *one_evaluation;
	bool blind; /* neither figures nor tables may show what nodes are known to be */
	const odd_projection *map;
	const uint8_t *hidden;        /* per node: tables leave it out; NULL: none */
	struct kept_run *const *kept; /* earlier runs, the latest last */
	size_t kept_count;

	/* ---- explanations ---- */
	const odd_communities *groups;  /* count 0: there are none to be had */
	const odd_explanation *why;     /* of single nodes … */
	const odd_sentences *sentences; /* … and in words */
	size_t why_count;
	struct rank_history ranks; /* that the first of them had */

	/* ---- a comparison: net has nothing planted into it then ---- */
	const odd_comparison *table;
	const odd_compare_options *compared;
	bool battery_recall; /* reports tell recall of the battery, not only AUC */

	/* ---- a network at several times: net is that of the last one that was fitted ---- */
	const odd_times *times;
	const odd_history *history;

	/* ---- how it came about, and what there is to say ---- */
	const odd_published *published;
	uint64_t checksum;   /* of the network as loaded */
	const char *command; /* what was said to get here */
	const char *again;   /* the command line that makes it again, for small print */
	const char *log;     /* the name of the log that goes with it */
	const char *moment;  /* "iteration 7 of 40" */
	char *const *note;
	size_t note_count;
	const double *seconds; /* of each stage */
	double peak_memory;    /* bytes */
	double memory;         /* bytes that the run was expected to take; 0: not estimated */
	size_t top;            /* nodes that a report lists */
	size_t asked, right;   /* of a tour: questions answered so far, and rightly */
};

const char *result_label(const struct result *o, size_t node); /* "-" for none */
const char *result_kind(const struct result *o, size_t node);  /* "-": no outlier is known */
/* Do tables tell of a node? */
static inline bool result_shown(const struct result *o, size_t node)
{
	return o->hidden == NULL || !o->hidden[node];
}
/* How many nodes the contamination that was asked for calls odd: those up to this rank; 0 where
 * none was. */
size_t result_odd(const struct result *o);
/* What was published of a measure of a method on a network; NAN: nothing, or settings make
 * something else of the method. published may be NULL. */
double published_value(const odd_published *published, const char *network,
	const odd_compare_options *options, const odd_method *method, size_t measure);
/* What was published of a measure of the comparison; NAN: nothing. */
double result_published(const struct result *o, size_t method, size_t measure);
/* "done", "failed" or "unfinished". */
const char *result_cell_state(const odd_cell *cell);

/* Has a table of the comparison a column for it? Where one of the usual tasks was measured, all of
 * them have. */
bool result_measured(const struct result *o, size_t measure);
/* The largest mean of a measure; NAN when no method has it. */
double result_largest(const odd_comparison *table, size_t measure);

#endif
