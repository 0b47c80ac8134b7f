/* options.h: everything that decides the result of a run, for all users: command line,
 * explorer, log or configuration. The rows are in options.c.
 *
 * What was asked for and what it was resolved to (K chosen, α and β derived) are both a struct
 * run_options; it can be copied with =.
 */
#ifndef STUDY_OPTIONS_H
#define STUDY_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/option.h"
#include "network/kinds.h"
#include "oddone/network.h"
#include "oddone/plant.h"
#include "oddone/projection.h"
#include "oddone/score.h"

/* The kinds that have a size beside their number. Amounts are of the kinds of network/kinds.def, in
 * their order. */
#define RUN_PLANT_SIZED "clique"

/* What the points of the map are coloured by. */
enum map_colour {
	MAP_BY_DEFAULT = 0, /* label; without labels: score */
	MAP_BY_LABEL,
	MAP_BY_KIND, /* ordinary, structural, attribute, combined */
	MAP_BY_SCORE
};

enum { RUN_UNDIRECTED, RUN_DIRECTED, RUN_DIRECTED_AS_FILE };

struct run_options {
	odd_one_options one; /* k 0: derive; start_dir is NULL here: see run_options_one */
	char start_dir[ODD_OPTION_ROOM]; /* with ODD_START_GIVEN */
	size_t iterations;               /* with iterations_given; may be 0 */
	bool iterations_given;           /* false: the preset's */
	double tolerance;                /* 0: off */
	int score;                       /* 0: the preset's; else 1 + its row of the table */
	bool weighted;                   /* weight is the user's; false: the score's own */
	double weight[3];                /* of the scores one and paper */
	unsigned evidence;               /* parts of the panel, a bit each; 0: all … */
	unsigned without;                /* … but for these */
	odd_amounts plant;               /* of the kinds in network/kinds.def */
	odd_amounts placebo;             /* of placebos, beside it */
	odd_plant_style plant_style;
	bool plant_seed_given; /* false: as the seed */
	uint64_t plant_seed;
	odd_amounts contamination; /* of odd nodes: how many are called so */
	size_t threads;            /* 0: all cores */
	int directed;              /* RUN_DIRECTED_ … */
	odd_projection_method projection;
	odd_projection_source project;
	enum map_colour map_colour;
};

/* The table, in the order in which options are told. */
extern const odd_option run_option_rows[];
extern const size_t run_option_count;

/* One that `set` can change, by its name of so many letters; NULL when there is none. */
const odd_option *run_option_find(const char *name, size_t length);
/* Is it a row of this table? */
bool run_option_is(const odd_option *row);
/* Option i of those that `set` can change; NULL behind the last. */
const odd_option *run_option_settable(size_t i);

void run_options_init(struct run_options *o);
/* Do both want the same of everything that restarts the run? */
bool run_options_same_run(const struct run_options *a, const struct run_options *b);
/* Of everything that restarts the ranking alone? */
bool run_options_same_score(const struct run_options *a, const struct run_options *b);

/* What the optimiser takes; start_dir is lent by o. */
odd_one_options run_options_one(const struct run_options *o);
/* The number of a score as options have it, 1 + its row; 0: there is none such. */
int run_options_score_number(const odd_score *score);
/* The score asked for, or NULL for the preset's. */
const odd_score *run_options_score(const struct run_options *o);
/* Is the panel what the nodes are ranked by? */
bool run_options_by_evidence(const struct run_options *o);
/* The user's weights, or NULL for the score's own; of the panel 1 and 0 for parts that are on and
 * off. In `room`. */
const double *run_options_weight(const struct run_options *o, double room[ODD_COMPONENTS]);
/* ODD_EUSAGE when all parts of the panel are off. */
odd_status run_options_check_parts(const struct run_options *o, odd_error *err);
/* Weights are of one and paper: ODD_EUSAGE, naming `as`, says what the panel has instead. The panel
 * itself ignores them, so that the score can be changed to and fro. */
odd_status run_options_check_weights(const struct run_options *o, const char *as, odd_error *err);
/* As many iterations as asked for, or the preset's. */
size_t run_options_iterations(const struct run_options *o);
/* How a network is read: by the options of its table, with the direction of links. */
odd_load_options run_options_load(const struct run_options *o, const odd_load_options *table);
odd_projection_options run_options_projection(const struct run_options *o);

/* Is there a start of that name? ODD_EUSAGE says what `init` may be. */
odd_status run_options_check_start(const struct run_options *o, const char *as, odd_error *err);
/* Is anything to be planted? */
bool run_options_plants(const struct run_options *o);
/* The counts that amounts come to among so many nodes, into out: of the kinds that they name; the
 * rest is left alone. A share of the nodes in cliques is as many cliques as it has room for.
 * ODD_EUSAGE, naming `as`, when a share is less than one. */
odd_status run_plant_counts(odd_plant_options *out, const odd_amounts *amounts, size_t nodes,
	const char *as, odd_error *err);
/* The same of placebos alone, the one kind that these amounts have. */
odd_status run_placebo_count(odd_plant_options *out, const odd_amounts *amounts, size_t nodes,
	const char *as, odd_error *err);
/* New nodes that may be planted into so many at once: ten times as many, and a hundred. More would
 * bury the network under what was made. ODD_EUSAGE says so. */
static inline size_t run_plant_most(size_t nodes)
{
	return 10 * nodes + 100;
}
odd_status run_plant_check(
	const odd_plant_options *plant, size_t nodes, const char *as, odd_error *err);
/* The whole request: counts, style and seed. */
odd_status run_options_plant(odd_plant_options *out, const struct run_options *o, size_t nodes,
	const char *as, odd_error *err);

/* What was asked for with everything a run has decided filled in: K, start, α, β, weights and
 * iterations. scores and planted may be NULL. What is left blank after this was off. */
void run_options_resolve(struct run_options *out, const struct run_options *asked,
	const odd_one *run, const odd_scores *scores, const odd_plant_options *planted);

#endif
