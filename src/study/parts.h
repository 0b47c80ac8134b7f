/* parts.h: the parts of a study that results share with it: network, plantings, moment of the run,
 * ranking and map. None changes once it is made; each is freed with its last user (shared.h).
 */
#ifndef STUDY_PARTS_H
#define STUDY_PARTS_H

#include "oddone/recall.h"
#include "oddone/network.h"
#include "oddone/plant.h"
#include "oddone/projection.h"
#include "oddone/score.h"
#include "study/judgments.h"
#include "study/options.h"
#include "study/shared.h"

/* A network shared by studies and results. A user may have a larger struct that begins with it. */
struct shared_network {
	struct shared shared;
	odd_network *net;
};

/* Takes over net, also on failure. */
odd_status shared_network_create(struct shared_network **out, odd_network *net, odd_error *err);

/* What was planted into a network, the oldest first. */
struct plantings {
	struct shared shared;
	odd_plant_record *record;
	size_t count;
};

/* The first `count` of some plantings (NULL: there are none), and perhaps one more, which is taken
 * over, also on failure. */
odd_status plantings_create(struct plantings **out, const struct plantings *from, size_t count,
	odd_plant_record *more, odd_error *err);
/* How many outliers they planted. */
size_t plantings_outliers(const struct plantings *plantings);

/* Where a run is: its trace, and its matrices where they are small. */
struct run_moment {
	struct shared shared;
	odd_trace trace;
	odd_one_options used; /* α, β and K resolved; start_dir is the moment's own */
	odd_one_state state;  /* nodes 0: too large to be copied */
	double *numbers;      /* of state */
	size_t iteration;
	odd_substep next;
};

/* O(trace points), and 4 MB at most. */
odd_status run_moment_create(struct run_moment **out, const odd_one *run, odd_error *err);

struct ranking {
	struct shared shared;
	struct shared_network *network;
	size_t points; /* trace points of the run then */
	odd_scores scores;
	bool evaluated; /* outliers are known */
	odd_evaluation evaluation;
	odd_scores
		one; /* ONE alone beside another score: total, order, rank; n 0: it is the score */
	odd_evaluation one_evaluation;
	int32_t *change; /* ranks each node has risen since an earlier iteration; NULL: none */
	size_t since;    /* that iteration */
	char (*tested)[ODD_WHY];       /* scores.why of each part without judgments */
	struct judgments *judged;      /* that weigh the parts; NULL: none */
	double weight[ODD_COMPONENTS]; /* of the user and the judgments together … */
	bool weighted;                 /* … unless all are as the score has them */
};

/* Scores and evaluates the present state of a run; judgments (NULL: none) weigh the parts of the
 * panel (score/judged.h), which are told why in scores.why. O(nnz K + n log n). */
odd_status ranking_create(struct ranking **out, struct shared_network *network, odd_one *run,
	const struct run_options *options, struct judgments *judged, const odd_job *job,
	odd_error *err);
/* ONE alone: what stands beside the score, or the score itself. NULL of NULL. */
static inline const odd_scores *ranking_one(const struct ranking *x)
{
	return x == NULL ? NULL : x->one.n > 0 ? &x->one : &x->scores;
}
static inline const odd_evaluation *ranking_one_evaluation(const struct ranking *x)
{
	return x == NULL ? NULL : x->one.n > 0 ? &x->one_evaluation : &x->evaluation;
}
/* The same scores with the weights of the options and other judgments; gives the same bits as
 * scoring anew. O(n log n). */
odd_status ranking_reweigh(struct ranking **out, const struct ranking *from,
	const struct run_options *options, struct judgments *judged, odd_error *err);
/* What judgments have changed: "context .44 -> .21: 3 of 4 nodes found by it are not odd"; empty:
 * nothing. Returns out. */
char *ranking_tell_judged(char *out, size_t size, const struct ranking *x);
/* The node to be judged next: the first of the ranking that is not judged; n: all are. */
size_t ranking_next_to_judge(const struct ranking *x);
/* The same scores with the range of each rank over `runs` further runs, which are fitted here. */
odd_status ranking_certain(struct ranking **out, const struct ranking *from, const odd_one *run,
	size_t runs, const odd_job *job, odd_error *err);

struct shared_map {
	struct shared shared;
	struct shared_network *network;
	size_t points; /* trace points of the run then */
	odd_projection of;
	size_t planned; /* t-SNE that is watched: steps of the whole run */
	bool moving;    /* it has not come to its end */
};

/* Without points and without any number about them; NULL without memory. */
struct shared_map *shared_map_new(struct shared_network *network, odd_projection_method method,
	odd_projection_source source, size_t points);

/* The map of the present state by the method and of the matrix that the options name. */
odd_status shared_map_create(struct shared_map **out, struct shared_network *network,
	const odd_one *run, const struct run_options *options, const odd_job *job, odd_error *err);

#endif
