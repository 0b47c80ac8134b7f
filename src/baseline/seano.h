/* seano.h: SEANO (Liang, Jacobs, Sun and Parthasarathy 2018), semi-supervised embedding with a
 * weight λ per node between the node's own attributes and those of its neighbourhood. A small λ
 * says that the neighbours tell a node's class and context better than the node does: −λ is its
 * score as an outlier.
 *
 * No code of the authors can be had. This is a re-implementation from descriptions of the method,
 * and tables should say so. Marked below: (P) as in Planetoid, whose contexts it uses; (L) as in a
 * later public program of the same lineage; (O) our choice, where nothing is known.
 *
 * What λ is not made for: a node with good attributes among foreign neighbours. On blocks with 5 %
 * such nodes their mean λ hardly falls, yet −λ still ranks them above the others more often than
 * not (area 0.67, against 0.97 for foreign words). Nodes without links keep the λ they start with,
 * and nodes that walks seldom meet stay near it.
 *
 * How our settings were found, for the notes of a table: rate and iterations by the labels not
 * shown, in one copy of Cora with planted outliers (nine pairs of values, one seed), so its
 * classification results are not untouched. The plain step for λ was preferred to Adam by the area
 * under the curve on those blocks with foreign words: synthetic outliers, but outliers.
 */
#ifndef ODDONE_SEANO_H
#define ODDONE_SEANO_H

#include <stdint.h>

#include "baseline/layers.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

typedef struct odd_seano_options {
	size_t k; /* dimensions; must be chosen. (P) 50, (L) 128 */
	uint64_t seed;
	size_t hidden;      /* width of the one hidden layer (O). (L) two, of 1000 and 500 */
	double labelled;    /* share of the labels shown; the ONE paper gives it 20 % */
	size_t iterations;  /* (O); each is a step on labelled nodes, one on pairs from walks and
			     * one on pairs of equal label. The public ones watch a validation set */
	size_t label_batch; /* labelled nodes in a step (P) */
	size_t graph_pairs; /* pairs from walks in a step (L) */
	size_t same_pairs;  /* pairs of equal label in a step (L); with graph_pairs this sets the
			     * weight α of either context */
	size_t negatives;   /* for each pair (L). (P) none, a full softmax */
	size_t path;        /* steps of a walk (O). (P) 10, (L) 80 */
	size_t window;      /* places of a walk that are a context of each other (L). (P) 3 */
	double rate;        /* of Adam (O). (P), (L) plain gradient steps of 0.1 and 0.01. See
			     * above for how it and iterations were chosen */
	double lambda_rate; /* of plain gradient steps on the logit of λ, per pair or labelled node
			     * (P); Adam would drown λ in noise */
	double lambda_start; /* in (0, 1) (O): the original's is unknown; compare with 0.8 */
} odd_seano_options;

typedef struct odd_seano_result {
	odd_mat embedding;  /* nodes × k, entries in (−1, 1) */
	double *lambda;     /* per node, in (0, 1) */
	double *score;      /* per node: −λ, higher is odder; nodes never met tie at the start */
	int32_t *predicted; /* per node: the likeliest class */
	uint8_t *shown;     /* per node: 1 where training saw its label */
} odd_seano_result;

/* Train and embed. Attributes that are words enter as they are, others standardised per column
 * (odd_prepare_is_words); links count both ways, without weights. *out is to be given back to
 * odd_seano_clear; it is left empty on failure. ODD_EUSAGE when the network has no labels, no
 * links or no attributes, or an option makes no sense.
 * An iteration costs O((entries of the attributes of its nodes and of their neighbourhoods +
 * attributes) · hidden); memory O(entries of all neighbourhoods + nodes · k + attributes · hidden).
 * The same for any number of threads. */
odd_status odd_seano(odd_seano_result *out, const odd_network *net,
	const odd_seano_options *options, const odd_job *job, odd_error *err);
void odd_seano_clear(odd_seano_result *result);

/* ---- the parts, open for the tests ------------------------------------------------------------
 *
 * Batches of nodes and of context pairs, and the network:
 *
 *     f(x) = φ(φ(x W1 + b1) W2 + b2)            one encoder, φ softsign
 *     e_i = λ_i f(x_i) + (1 − λ_i) f(s_i)        s_i: mean attributes of the neighbours
 *     λ_i = σ(w_i)                               one number per node
 *     class of i ~ softmax(e_i V + c),  j in the context of i ~ σ(e_i · ψ_j)
 */

/* ---- batches ---- */

typedef struct odd__seano_pair {
	uint32_t from, to; /* place in the batch's nodes and in its contexts */
	int32_t sign;      /* +1: seen together, −1: drawn at random */
} odd__seano_pair;

typedef struct odd__seano_batch {
	size_t capacity; /* of nodes */
	size_t nodes;
	uint32_t *node;    /* each once */
	uint32_t *slot_of; /* per node of the network: its place + 1, 0 while not met */
	size_t contexts;
	uint32_t *context; /* rows of ψ, each once */
	uint32_t *row_of;  /* per node of the network, as slot_of */
	size_t pairs, positives;
	odd__seano_pair *pair;
	odd__memory memory;
} odd__seano_batch;

odd_status odd__seano_batch_alloc(
	odd__seano_batch *out, size_t network, size_t nodes, size_t pairs, odd_error *err);
void odd__seano_batch_free(odd__seano_batch *b);
void odd__seano_batch_reset(odd__seano_batch *b);
void odd__seano_batch_node(odd__seano_batch *b, uint32_t node);

/* The labels that training may see. */
typedef struct odd__seano_labels {
	const int32_t *label; /* per node of the network */
	size_t classes;
	size_t count;
	uint32_t *node;  /* the nodes shown, by class … */
	size_t *begin;   /* … class c from begin[c] to begin[c+1] (classes + 1) */
	uint32_t *order; /* the same nodes, shuffled anew each round */
	size_t next;
	odd__memory memory;
} odd__seano_labels;

/* A share of the nodes that have a label, drawn at random, at least one. */
odd_status odd__seano_labels_init(
	odd__seano_labels *out, const odd_network *net, double share, odd_rng *rng, odd_error *err);
void odd__seano_labels_clear(odd__seano_labels *l);

/* The next `count` labelled nodes. */
void odd__seano_draw_labelled(
	odd__seano_batch *b, odd__seano_labels *l, size_t count, odd_rng *rng);

/* `count` pairs (place l, place m) of walks of `path` steps from nodes drawn at random, |l − m| ≤
 * window (l = m among them), each with `negatives` nodes drawn at random. */
void odd__seano_draw_graph(odd__seano_batch *b, const odd__neighbours *links, size_t count,
	size_t path, size_t window, size_t negatives, odd_rng *rng);

/* `count` pairs of nodes with the same label, each with negatives of other labels. */
void odd__seano_draw_same(odd__seano_batch *b, const odd__seano_labels *l, size_t count,
	size_t negatives, odd_rng *rng);

/* ---- network ---- */

typedef struct odd__seano {
	const odd__features *X, *S;
	size_t hidden, k, classes;
	odd__tensor W1, b1, W2, b2; /* D × hidden, 1 × hidden, hidden × K, 1 × K */
	odd__tensor V, c;           /* K × classes, 1 × classes */
	odd__tensor psi;            /* N × K; g: rows as in the batch's contexts */
	odd__rmat w, dw;            /* 1 × N; dw: entries as in the batch's nodes */

	/* of the last batch of n nodes; rows 0 … n−1 from x, n … 2n−1 from s */
	odd__rmat offset; /* shift W1 */
	odd__rmat h, f;   /* 2n × hidden, 2n × K */
	odd__rmat dh, df;
	odd__rmat e, de; /* n × K */
	double *lambda;  /* n */
	odd__rmat p;     /* n × classes */
	odd__rmat W2_t, V_t;
	odd__memory memory;
} odd__seano;

/* capacity: nodes of the largest batch. */
odd_status odd__seano_alloc(odd__seano *out, const odd__features *X, const odd__features *S,
	size_t hidden, size_t k, size_t classes, double start, size_t capacity, odd_rng *rng,
	odd_error *err);
void odd__seano_free(odd__seano *net);

/* f and e of the batch's nodes. */
odd_status odd__seano_forward(
	odd__seano *net, const odd__seano_batch *b, const odd_job *job, odd_error *err);

/* p = softmax(e V + c) of the batch's nodes. */
void odd__seano_classify(odd__seano *net, const odd__seano_batch *b);

/* L_s = −mean_i log p_i[y_i]; de, and the gradients of V and c. */
double odd__seano_label_loss(odd__seano *net, const odd__seano_batch *b, const int32_t *label);

/* L_u = Σ_pairs softplus(−γ e_i·ψ_j) / positives; de, and the gradient of ψ. */
double odd__seano_pair_loss(odd__seano *net, const odd__seano_batch *b);

/* From de the gradients of the encoder and of w. */
odd_status odd__seano_backward(
	odd__seano *net, const odd__seano_batch *b, const odd_job *job, odd_error *err);

/* Adam on the encoder and on what the loss has moved: V and c, or ψ. A plain step for w of the
 * batch's nodes, along the sum of their losses: Adam would move a λ about which the loss does not
 * care as far as one about which it does. */
odd_status odd__seano_update(odd__seano *net, const odd__seano_batch *b, bool labelled, double rate,
	double lambda_rate, const odd_job *job, odd_error *err);

#endif
