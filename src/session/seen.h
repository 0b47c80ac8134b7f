/* seen.h: what is computed from a moment of a run to be looked at: scores and map.
 *
 * Neither changes once it is made; session and views share them, each by a count of its own, across
 * threads.
 */
#ifndef SESSION_SEEN_H
#define SESSION_SEEN_H

#include <stdbool.h>

#include "oddone/projection.h"
#include "oddone/recall.h"
#include "oddone/score.h"
#include "session/epoch.h"

struct session_scored {
	struct shared shared;
	struct session_net *net; /* of which network */
	size_t points;           /* trace points there were then */
	odd_scores scores;
	int32_t *
		change; /* places that each node has risen since an earlier iteration (ranks.h) … */
	size_t since;   /* … which is this one; NULL: none was ranked */
	bool evaluated; /* the network has truth */
	odd_evaluation evaluation;
};

struct session_map {
	struct shared shared;
	struct session_net *net;
	size_t points;
	odd_projection_method method;
	odd_projection_source source;
	odd_mat xy;            /* points × 2, as they are drawn */
	uint32_t *node;        /* the node of each point, rising, of a sample; NULL: all nodes */
	double explained[2];   /* PCA: shares of the variance; else NAN */
	size_t iteration;      /* t-SNE: steps made … */
	size_t iterations;     /* … and to make */
	double perplexity, kl; /* t-SNE; else NAN */
	bool moving;           /* t-SNE has not come to its end */
};

/* Score the present state of a run over net as the options want it. */
odd_status scored_create(struct session_scored **out, struct session_net *net, odd_one *run,
	const struct run_options *wanted, const odd_job *job, odd_error *err);
/* The same with the range of each rank over so many further runs. */
odd_status scored_certain(struct session_scored **out, const struct session_scored *from,
	const odd_one *run, const struct run_options *wanted, size_t runs, const odd_job *job,
	odd_error *err);
/* The same with other weights. */
odd_status scored_reweigh(struct session_scored **out, const struct session_scored *from,
	const double weight[3], odd_error *err);

/* Points are to come: neither xy nor node yet, and no numbers about them. */
struct session_map *map_begin(struct session_net *net, odd_projection_method method,
	odd_projection_source source, size_t points);
/* PCA of the present state, upright (align.h): the same whatever was before it. */
odd_status map_create(struct session_map **out, struct session_net *net, const odd_one *run,
	odd_projection_source source, const odd_job *job, odd_error *err);
/* Turn the points of `map`, which nobody else has yet, to lie on those of the map before, as far as
 * the two have nodes in common. */
void map_turn(struct session_map *map, const struct session_map *before);
/* The points of a map for another network of the session, or another sample of it (count of node;
 * NULL: all nodes): a node that was not on it comes to stand among its neighbours that were. */
odd_status map_carry(struct session_map **out, struct session_net *net, const uint32_t *node,
	size_t count, const struct session_map *before, odd_error *err);
/* The same for a network that has grown or shrunk at its end: new nodes come onto the map, also
 * when it is of a sample. */
odd_status map_follow(struct session_map **out, struct session_net *net,
	const struct session_map *before, odd_error *err);
/* The same points, at rest. */
odd_status map_rest(struct session_map **out, const struct session_map *map, odd_error *err);

#endif
