/* seano_parts.h: the parts of SEANO: batches of nodes and of context pairs, and the network.
 *
 *     f(x) = φ(φ(x W1 + b1) W2 + b2)            one encoder, φ softsign
 *     e_i = λ_i f(x_i) + (1 − λ_i) f(s_i)        s_i: mean attributes of the neighbours
 *     λ_i = σ(w_i)                               one number per node
 *     class of i ~ softmax(e_i V + c),  j in the context of i ~ σ(e_i · ψ_j)
 */
#ifndef ODD_BASELINE_SEANO_PARTS_H
#define ODD_BASELINE_SEANO_PARTS_H

#include "baseline/adam.h"
#include "baseline/deep_input.h"
#include "oddone/job.h"

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
