/* outcome.h: what a run, a comparison or an explanation came to.
 *
 * One struct of borrowed parts. The command line fills it from the run it made, a session from the
 * place where it is, a screen or a tour from a view; tables, JSON, figures and claims are functions
 * of it and know nothing else. All but net may be left out: what needs a part that is not there has
 * no value, or is not to be asked for.
 */
#ifndef REPORT_OUTCOME_H
#define REPORT_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/figures.h"
#include "one/cost.h"
#include "baseline/compare.h"
#include "oddone/network.h"
#include "oddone/one.h"
#include "oddone/plant.h"
#include "oddone/projection.h"
#include "eval/published.h"
#include "oddone/recall.h"
#include "oddone/explain.h"
#include "oddone/score.h"
#include "report/options.h"

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

struct outcome {
	/* ---- the run ---- */
	const odd_network *net;         /* as fitted, planted nodes included */
	size_t planted;                 /* outliers planted here, not known beforehand */
	const odd_plant_record *record; /* of these plantings, oldest first */
	size_t record_count;
	const odd_one *one;       /* NULL: only its traces are at hand */
	odd_one_state state;      /* its matrices; nodes 0: not at hand */
	odd_ccsr A, C;            /* links and attributes as it has them; rows 0: not at hand */
	const odd_lesson *lesson; /* of the sub-step that led here; NULL: nobody wants it */
	const char *watched;      /* the entry it watches, in words */
	const double *became;     /* what the entry is now; NULL: the sub-step is still to come */
	const struct figure_changed *changed; /* nodes, by that sub-step, the most first */
	size_t changed_count;
	const odd_trace *trace;
	const odd_one_options *used; /* α, β and K as they came out */
	size_t iteration;            /* whole ones so far */
	const odd_fit_result *fit;   /* why it stopped */
	bool iterations_asked;       /* options.iterations is not the preset's */
	struct run_options options;  /* all that were asked for, as they were resolved */
	const odd_scores *scores;
	const uint32_t *mark; /* nodes that somebody marked, rising */
	size_t mark_count;
	const odd_evaluation *evaluation;
	bool blind; /* neither figures nor tables may show what nodes are known to be */
	const odd_projection *map;
	const uint8_t *hidden;           /* per node: tables leave it out; NULL: none */
	const struct figure_ghost *kept; /* earlier runs */
	size_t kept_count;

	/* ---- explanations ---- */
	const odd_communities *groups;  /* count 0: there are none to be had */
	const odd_explanation *why;     /* of single nodes … */
	const odd_sentences *sentences; /* … and in words */
	size_t why_count;
	struct figure_ranks ranks; /* that the first of them had */

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
	odd_cost estimate;     /* what the run was expected to take */
	size_t top;            /* nodes that a report lists */
	size_t asked, right;   /* of a tour: questions answered so far, and rightly */
};

/* An option as it was resolved: "calibrated" of preset, a directory or "svd" of init. Returns out.
 */
char *outcome_option(char out[ODD_OPTION_VALUE], const struct outcome *o, const char *name);
const char *outcome_label(const struct outcome *o, size_t node); /* "-" for none */
const char *outcome_kind(const struct outcome *o, size_t node);  /* "-": no outlier is known */
/* Do tables tell of a node? And of how many? */
static inline bool outcome_shown(const struct outcome *o, size_t node)
{
	return o->hidden == NULL || !o->hidden[node];
}
size_t outcome_shown_count(const struct outcome *o);
/* How many nodes the contamination that was asked for calls odd: those up to this rank; 0 where
 * none was. */
size_t outcome_odd(const struct outcome *o);
/* What was published of a measure of the comparison; NAN: nothing. */
double outcome_published(const struct outcome *o, size_t method, size_t measure);
/* "done", "failed" or "unfinished". */
const char *outcome_cell_state(const odd_cell *cell);

/* Has a table of the comparison a column for it? Where one of the usual tasks was measured, all of
 * them have. */
bool outcome_measured(const struct outcome *o, size_t measure);
/* The largest mean of a measure; NAN when no method has it. */
double outcome_largest(const odd_comparison *table, size_t measure);

#endif
