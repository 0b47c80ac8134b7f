/* seano_net.c: the network of SEANO forwards and backwards. A batch of n nodes costs
 * O(entries of their x and s · hidden + n · hidden · K).
 */
#include "config.h"

#define ODD__UNFUSED

#include "baseline/seano.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

struct pairs {
	odd__seano *net;
	const odd__seano_batch *b;
	double loss;
};

#ifdef ODD__SET
void ODD__KERNEL(seano_pairs)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	struct pairs *p = context;
	odd__seano *net = p->net;
	const odd__seano_batch *b = p->b;
	double loss = 0.0, one = 1.0 / (double)b->positives;
	size_t s = net->e.stride;
	for (size_t t = begin; t < end; t++) {
		odd__seano_pair pair = b->pair[t];
		const real *e = odd__rrow(net->e, pair.from);
		const real *psi = odd__rrow(net->psi.w, b->context[pair.to]);
		real *de = odd__rrow(net->de, pair.from), *dpsi = odd__rrow(net->psi.g, pair.to);
		const double dot = odd__real_dot(e, psi, s), sign = (double)pair.sign;
		loss += odd__softplus(-sign * dot);
		real g = (real)(-sign * odd__sigmoid(-sign * dot) * one);
		for (size_t c = 0; c < s; c += ODD__REAL_LANES) {
			*(odd__rvec *)(de + c) += g * *(const odd__rvec *)(psi + c);
			*(odd__rvec *)(dpsi + c) += g * *(const odd__rvec *)(e + c);
		}
	}
	p->loss = loss * one;
}
#else
/* ---- memory ---- */

static void start_weights(odd__seano *net, double start, odd_rng *rng)
{
	size_t D = net->X->cols, N = net->X->rows, m = net->hidden, k = net->k, C = net->classes;
	odd__tensor_glorot(&net->W1, 0, D, 0, m, D, m, rng);
	odd__tensor_glorot(&net->W2, 0, m, 0, k, m, k, rng);
	odd__tensor_glorot(&net->V, 0, k, 0, C, k, C, rng);
	odd__tensor_glorot(&net->psi, 0, N, 0, k, N, k, rng);
	for (size_t i = 0; i < N; i++)
		net->w.data[i] = (real)log(start / (1.0 - start));
}

odd_status odd__seano_alloc(odd__seano *out, const odd__features *X, const odd__features *S,
	size_t hidden, size_t k, size_t classes, double start, size_t capacity, odd_rng *rng,
	odd_error *err)
{
	odd__memory *memory = &out->memory;
	*out = (odd__seano){.X = X, .S = S, .hidden = hidden, .k = k, .classes = classes};
	out->W1 = odd__tensor_take(memory, X->cols, hidden);
	out->b1 = odd__tensor_take(memory, 1, hidden);
	out->W2 = odd__tensor_take(memory, hidden, k);
	out->b2 = odd__tensor_take(memory, 1, k);
	out->V = odd__tensor_take(memory, k, classes);
	out->c = odd__tensor_take(memory, 1, classes);
	out->psi = odd__tensor_take(memory, X->rows, k);
	out->w = odd__rmat_take(memory, 1, X->rows);
	out->dw = odd__rmat_take(memory, 1, capacity);
	out->offset = odd__rmat_take(memory, 1, hidden);
	out->h = odd__rmat_take(memory, 2 * capacity, hidden);
	out->dh = odd__rmat_take(memory, 2 * capacity, hidden);
	out->f = odd__rmat_take(memory, 2 * capacity, k);
	out->df = odd__rmat_take(memory, 2 * capacity, k);
	out->e = odd__rmat_take(memory, capacity, k);
	out->de = odd__rmat_take(memory, capacity, k);
	out->p = odd__rmat_take(memory, capacity, classes);
	out->W2_t = odd__rmat_take(memory, k, hidden);
	out->V_t = odd__rmat_take(memory, classes, k);
	out->lambda = odd__take(memory, capacity, sizeof *out->lambda);
	odd_status status = odd__memory_check(memory, err);
	if (status == ODD_OK)
		start_weights(out, start, rng);
	else
		odd__seano_free(out);
	return status;
}

void odd__seano_free(odd__seano *net)
{
	odd__memory_free(&net->memory);
	memset(net, 0, sizeof *net);
}

/* ---- forwards ---- */

struct pass {
	odd__seano *net;
	const odd__seano_batch *b;
};

/* Y ← φ(Y + bias) */
static void bias_and_bend(odd__rmat Y, odd__rmat bias, size_t begin, size_t end)
{
	for (size_t r = begin; r < end; r++)
		for (size_t c = 0; c < Y.cols; c++)
			odd__rrow(Y, r)[c] += bias.data[c];
	odd__softsign(Y, begin, end);
}

/* The rows of one side: 0 for x, n for s. */
static void encode(struct pass *p, const odd__features *from, size_t side, size_t begin, size_t end)
{
	odd__seano *net = p->net;
	odd__rmat none = {NULL, 0, 0, 0}, h = net->h;
	h.data = odd__rrow(h, side);
	odd__sparse_times(h, from, p->b->node, net->W1.w, from->shift != NULL ? net->offset : none,
		net->b1.w, begin, end);
	odd__softsign(h, begin, end);
	odd__layer_times(net->f, net->h, net->W2.w, side + begin, side + end);
	bias_and_bend(net->f, net->b2.w, side + begin, side + end);
}

static void forward_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct pass *p = context;
	odd__seano *net = p->net;
	size_t n = p->b->nodes;
	encode(p, net->X, 0, begin, end);
	encode(p, net->S, n, begin, end);
	for (size_t i = begin; i < end; i++) {
		const real *fx = odd__rrow(net->f, i), *fs = odd__rrow(net->f, n + i);
		net->lambda[i] = odd__sigmoid((double)net->w.data[p->b->node[i]]);
		real lambda = (real)net->lambda[i];
		for (size_t c = 0; c < net->k; c++)
			odd__rrow(net->e, i)[c] = lambda * fx[c] + (1 - lambda) * fs[c];
	}
}

odd_status odd__seano_forward(
	odd__seano *net, const odd__seano_batch *b, const odd_job *job, odd_error *err)
{
	struct pass p = {net, b};
	odd__chunks chunks;
	odd__chunks_even(&chunks, b->nodes);
	if (net->X->shift != NULL)
		odd__sparse_offset(net->offset, net->X, net->W1.w, 0, net->offset.stride);
	return odd__parallel(job, &chunks, forward_chunk, &p, NULL, err);
}

/* ---- losses ---- */

static void class_logits(odd__seano *net, size_t n)
{
	odd__layer_times(net->p, net->e, net->V.w, 0, n);
	for (size_t i = 0; i < n; i++)
		for (size_t c = 0; c < net->classes; c++)
			odd__rrow(net->p, i)[c] += net->c.w.data[c];
}

void odd__seano_classify(odd__seano *net, const odd__seano_batch *b)
{
	class_logits(net, b->nodes);
	for (size_t i = 0; i < b->nodes; i++)
		odd__softmax(odd__rrow(net->p, i), net->classes, 0);
}

double odd__seano_label_loss(odd__seano *net, const odd__seano_batch *b, const int32_t *label)
{
	size_t n = b->nodes;
	double loss = 0.0;
	class_logits(net, n);
	for (size_t i = 0; i < n; i++) {
		real *p = odd__rrow(net->p, i);
		size_t y = (size_t)label[b->node[i]];
		loss += odd__softmax(p, net->classes, y);
		p[y] -= 1;
		for (size_t c = 0; c < net->classes; c++) /* now ∂L/∂logits */
			p[c] /= (real)n;
	}
	odd__layer_outer(net->V.g, odd__rfirst(net->e, n), odd__rfirst(net->p, n), 0, net->k);
	odd__layer_sums(net->c.g, odd__rfirst(net->p, n));
	odd__layer_turn(net->V_t, net->V.w);
	odd__layer_times(net->de, net->p, net->V_t, 0, n);
	return loss / (double)n;
}

double odd__seano_pair_loss(odd__seano *net, const odd__seano_batch *b)
{
	memset(net->de.data, 0, b->nodes * net->de.stride * sizeof(real));
	memset(net->psi.g.data, 0, b->contexts * net->psi.g.stride * sizeof(real));
	struct pairs p = {net, b, 0.0};
	ODD__DEEP(seano_pairs)(&p, NULL, 0, 0, b->pairs);
	return p.loss;
}

/* ---- backwards ---- */

/* dw_i = λ (1 − λ) de·(f(x) − f(s)); the encoder gets λ de by way of x and (1 − λ) de by s. */
static void split_gradient(odd__seano *net, size_t n, size_t i)
{
	const real *de = odd__rrow(net->de, i);
	const real *fx = odd__rrow(net->f, i), *fs = odd__rrow(net->f, n + i);
	double lambda = net->lambda[i], sum = 0.0;
	for (size_t c = 0; c < net->k; c++) {
		sum += (double)de[c] * ((double)fx[c] - (double)fs[c]);
		odd__rrow(net->df, i)[c] = (real)lambda * de[c];
		odd__rrow(net->df, n + i)[c] = (real)(1.0 - lambda) * de[c];
	}
	net->dw.data[i] = (real)(lambda * (1.0 - lambda) * sum);
}

static void back_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct pass *p = context;
	odd__seano *net = p->net;
	size_t n = p->b->nodes;
	for (size_t i = begin; i < end; i++)
		split_gradient(net, n, i);
	for (size_t side = 0; side <= n; side += n) {
		odd__softsign_back(net->df, net->f, side + begin, side + end);
		odd__layer_times(net->dh, net->df, net->W2_t, side + begin, side + end);
		odd__softsign_back(net->dh, net->h, side + begin, side + end);
	}
}

/* Columns of dW1, and rows of dW2 of the same numbers: both are `hidden` of them. */
static void weights_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct pass *p = context;
	odd__seano *net = p->net;
	size_t n = p->b->nodes, last = end < net->hidden ? end : net->hidden;
	odd__rmat g = net->W1.g, dh = odd__rfirst(net->dh, n);
	for (size_t d = 0; d < g.rows; d++)
		memset(odd__rrow(g, d) + begin, 0, (end - begin) * sizeof(real));
	odd__sparse_outer(g, net->X, p->b->node, dh, begin, end);
	dh.data = odd__rrow(dh, n);
	odd__sparse_outer(g, net->S, p->b->node, dh, begin, end);
	odd__layer_outer(
		net->W2.g, odd__rfirst(net->h, 2 * n), odd__rfirst(net->df, 2 * n), begin, last);
}

odd_status odd__seano_backward(
	odd__seano *net, const odd__seano_batch *b, const odd_job *job, odd_error *err)
{
	struct pass p = {net, b};
	odd__chunks rows, columns;
	odd__chunks_even(&rows, b->nodes);
	odd__column_chunks(&columns, net->h.stride, 2 * ODD__REAL_PAD);
	odd__layer_turn(net->W2_t, net->W2.w);
	odd_status status = odd__parallel(job, &rows, back_chunk, &p, NULL, err);
	if (status == ODD_OK)
		status = odd__parallel(job, &columns, weights_chunk, &p, NULL, err);
	odd__layer_sums(net->b1.g, odd__rfirst(net->dh, 2 * b->nodes));
	odd__layer_sums(net->b2.g, odd__rfirst(net->df, 2 * b->nodes));
	return status;
}

odd_status odd__seano_update(odd__seano *net, const odd__seano_batch *b, bool labelled, double rate,
	double lambda_rate, const odd_job *job, odd_error *err)
{
	odd__tensor *dense[] = {&net->W1, &net->b1, &net->W2, &net->b2, &net->V, &net->c};
	odd_status status = ODD_OK;
	for (size_t t = 0; t < (labelled ? 6 : 4) && status == ODD_OK; t++)
		status = odd__adam_step(dense[t], rate, 0.0, job, err);
	if (!labelled)
		odd__adam_rows(&net->psi, b->context, b->contexts, rate);
	double sum = (double)(labelled ? b->nodes : b->positives);
	for (size_t i = 0; i < b->nodes; i++)
		net->w.data[b->node[i]] -= (real)(lambda_rate * sum * (double)net->dw.data[i]);
	return status;
}
#endif
