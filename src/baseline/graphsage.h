/* graphsage.h: GraphSAGE (Hamilton, Ying and Leskovec 2017), unsupervised, with the mean
 * aggregator and two layers: a baseline that learns from links and attributes together.
 *
 * Attributes are standardised per column and enter as sparse rows; links count both ways, without
 * their weights. Each node's embedding has length 1 (or is zero, where nothing came through); a
 * node without links is embedded from its own attributes alone. Odd nodes are found afterwards, by
 * an isolation forest on the embedding.
 */
#ifndef ODDONE_GRAPHSAGE_H
#define ODDONE_GRAPHSAGE_H

#include <stdint.h>

#include "baseline/layers.h"
#include "linalg/alias.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

/* The learning rate of the public code. In 1000 steps of Adam it moves no weight by more than
 * 0.01, against a start in ±0.06: what comes out is close to a random smoother over two hops. To be
 * reported under its own name beside a trained run. */
#define ODD_GRAPHSAGE_PUBLIC_RATE 1e-5

typedef struct odd_graphsage_options {
	size_t k; /* dimensions, ≥ 2; must be chosen. Half of them (rounded up) come from
		   * the node, the rest from its neighbours. Public: 256, 128 of each */
	uint64_t seed;
	size_t hidden;    /* width of each half of the first layer; public: 128 */
	size_t near, far; /* neighbours sampled of a node, and of each of those; public: 10, 25 */
	size_t batch;     /* pairs in a step; public: 512 */
	size_t negatives; /* nodes all pairs of a step are pushed from; public: 20 */
	size_t reach;     /* farthest place of a walk that makes a pair with its start; public: 4
			   * (walks of 5 places). We draw pairs as they are needed instead of
			   * making 50 walks per node beforehand: the same law without a list */
	size_t steps;     /* public: one round over all pairs, about a third of the nodes; its demo
			   * stops at 1000. 0 leaves the weights random, as a control */
	double rate;      /* of Adam; public: 1e-5, see above. Ours trains */
} odd_graphsage_options;

/* Train, then embed every node once with freshly sampled neighbours. *out receives nodes × k, to
 * be given back to odd_mat_free; it is left empty on failure. ODD_EUSAGE when the network has no
 * links or no attributes or an option makes no sense.
 * A step costs O((entries of the attributes met + (2·batch + negatives)·near·far)·hidden); memory
 * O((attributes + nodes met by a batch)·hidden). The same for any number of threads. */
odd_status odd_graphsage(odd_mat *out, const odd_network *net, const odd_graphsage_options *options,
	const odd_job *job, odd_error *err);

/* ---- the parts, open for the tests ------------------------------------------------------------
 *
 * A batch of roots with their sampled neighbourhoods, and the network that embeds them:
 *
 *     a_v = [x_v Ws1 ; mean_{u ∈ S(v)} x_u Wn1],  h_v = ReLU(a_v)   for roots and their hop 1
 *     z_r = [h_r Ws2 ; mean_{u ∈ S(r)} h_u Wn2],  e_r = z_r / max(‖z_r‖, 1e-6)
 *
 * The mean is linear, so x_u [Ws1 | Wn1] is made once for each node a batch meets, from its sparse
 * row, and the d-vectors are averaged: the same numbers as averaging attributes, at a hundredth of
 * the work.
 */

/* ---- batches ---- */

/* Units are what the first layer is applied to: the n roots, then n · near places for their first
 * hop. A root without neighbours leaves its places empty (hops 0) and averages nothing: the row of
 * zeros that stands in for missing neighbours in the public code. */
typedef struct odd__sage_batch {
	size_t capacity, near, far; /* roots at most; sample sizes of hop 1 and hop 2 */
	size_t wide;                /* places for entries of a unit: max(near, far) */
	size_t roots;
	uint32_t *root;    /* nodes, filled by the caller */
	uint32_t *hops;    /* per root: near, or 0 */
	uint32_t *unit;    /* per unit: its slot */
	uint32_t *entries; /* per unit: how many different neighbours were sampled */
	uint32_t *entry;   /* wide per unit: their slots … */
	real *weight;      /* … and their shares of the mean */
	uint32_t *node;    /* per slot: a node the batch meets, each once */
	size_t slots;
	uint32_t *slot_of; /* per node of the network: its slot + 1, 0 while not met */
	odd__memory memory;
} odd__sage_batch;

odd_status odd__sage_batch_alloc(odd__sage_batch *out, size_t nodes, size_t capacity, size_t near,
	size_t far, odd_error *err);
void odd__sage_batch_free(odd__sage_batch *b);

/* Draw the neighbourhoods of the roots, with replacement, straight from the rows of links. The
 * public code draws from a table of 100 places per node that is fixed for the whole run, the same
 * places for all nodes of a batch, so it never sees some links of large nodes. */
odd_status odd__sage_sample(odd__sage_batch *b, const odd__neighbours *links, const odd_rng *rng,
	const odd_job *job, odd_error *err);

static inline size_t odd__sage_unit(const odd__sage_batch *b, size_t root, size_t hop)
{
	return b->capacity + root * b->near + hop;
}

/* ---- network ---- */

#define ODD__SAGE_SHORTEST 1e-6 /* a z shorter than this is divided by this */

typedef struct odd__sage {
	const odd__features *X;
	size_t hidden;          /* d: width of each half of the first layer */
	size_t half;            /* d padded: where its second half begins */
	size_t k_self, k_near;  /* halves of the embedding */
	size_t k_half;          /* where the second half begins in e */
	odd__tensor first;      /* [Ws1 | Wn1], D × 2·half */
	odd__tensor self, near; /* Ws2, Wn2: 2·half × k_self, 2·half × k_near */

	/* of the last batch */
	odd__rmat offset;         /* shift [Ws1 | Wn1] */
	odd__rmat P;              /* slots × 2·half: x [Ws1 | Wn1] */
	odd__rmat h, m;           /* roots × 2·half: h_r, mean h_u */
	uint8_t *alive;           /* units × 2·half: where ReLU let through */
	odd__rmat e, de;          /* roots × 2·k_half: embedding; gradient of the loss by it */
	double *norm;             /* roots: ‖z‖ */
	odd__rmat zs, zn;         /* halves of z, and of its gradient */
	odd__rmat self_t, near_t; /* Ws2ᵀ, Wn2ᵀ */
	odd__rmat dh, dm;         /* roots × 2·half */
	odd__rmat pull;           /* pairs × negatives: gradient by their dots */
	odd__rmat away;           /* negatives × 2·k_half */
	odd__memory memory;
} odd__sage;

odd_status odd__sage_alloc(odd__sage *out, const odd__features *X, size_t hidden, size_t k,
	const odd__sage_batch *batch, size_t negatives, odd_rng *rng, odd_error *err);
void odd__sage_free(odd__sage *net);

/* e of the batch's roots. */
odd_status odd__sage_forward(
	odd__sage *net, const odd__sage_batch *b, const odd_job *job, odd_error *err);

/* The roots being `pairs` starts, as many partners, then negatives that all pairs share:
 *     L = (1/pairs) [Σ_i softplus(−e_i·e′_i) + Σ_i Σ_k softplus(e_i·e⁻_k)]
 * and de. */
double odd__sage_loss(odd__sage *net, size_t pairs, size_t negatives);

/* The gradients of the three tensors from de. */
odd_status odd__sage_backward(
	odd__sage *net, const odd__sage_batch *b, const odd_job *job, odd_error *err);

/* Adam on all three, entries of the gradient clipped to ±5. */
odd_status odd__sage_update(odd__sage *net, double rate, const odd_job *job, odd_error *err);

/* Roots of a training step: pairs by walks of 1 to `reach` steps, and negatives. */
typedef struct odd__sage_draws {
	const odd__neighbours *links;
	const odd_alias *often; /* by degree^0.75 */
	size_t pairs, negatives, reach;
} odd__sage_draws;
void odd__sage_draw_roots(odd__sage_batch *b, const odd__sage_draws *d, odd_rng *rng);

#endif
