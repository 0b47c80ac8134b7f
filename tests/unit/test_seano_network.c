/* The network of SEANO in double: gradients of every tensor for both losses, and what λ must do. */
#include "config.h"

#include "gradient_check.h"

#include "baseline/seano.h"
#include "random_network.h"

#define N 24
#define K 3
#define HIDDEN 41 /* several chunks of columns */
#define CLASSES 3

typedef struct setting {
	odd_network *net;
	odd__neighbours links;
	odd__features X, S;
	odd__seano_labels labels;
	odd__seano_batch batch;
	odd__seano model;
	bool labelled; /* which loss */
} setting;

static const odd_job alone = {.threads = 1};

/* The last two nodes have no links. λ starts at a different place for each node. */
static void set_up(setting *s, bool standardise, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	random_shape shape = {.n = N,
		.d = 10,
		.links = 70,
		.words = 120,
		.real = true,
		.isolated = 2,
		.wordless = 1};
	memset(s, 0, sizeof *s);
	odd_rng_init(&rng, seed, "test");
	s->net = random_network(shape, seed);
	assert_ok(odd__neighbours_init(&s->links, s->net, "test", &err), err);
	assert_ok(odd__features_init(&s->X, s->net, standardise, "test", &err), err);
	assert_ok(odd__features_around(&s->S, &s->X, &s->links, "test", NULL, &err), err);
	assert_ok(odd__seano_labels_init(&s->labels, s->net, 0.5, &rng, &err), err);
	assert_ok(odd__seano_batch_alloc(&s->batch, N, N, 200, &err), err);
	assert_ok(odd__seano_alloc(&s->model, &s->X, &s->S, HIDDEN, K, CLASSES, 0.5, N, &rng, &err),
		err);
	odd__rmat random[] = {s->model.b1.w, s->model.b2.w, s->model.c.w, s->model.w};
	for (size_t t = 0; t < 4; t++)
		for (size_t c = 0; c < random[t].cols; c++)
			random[t].data[c] = 0.5 * odd_rng_normal(&rng);
	for (size_t i = 0; i < N; i++) /* Glorot's ψ is so small that little would flow back */
		for (size_t c = 0; c < K; c++)
			odd__rrow(s->model.psi.w, i)[c] = odd_rng_normal(&rng);
}

static void tear_down(setting *s)
{
	odd__seano_free(&s->model);
	odd__seano_batch_free(&s->batch);
	odd__seano_labels_clear(&s->labels);
	odd__features_clear(&s->X);
	odd__features_clear(&s->S);
	odd__neighbours_clear(&s->links);
	odd_network_free(s->net);
}

static void all_nodes(setting *s)
{
	odd__seano_batch_reset(&s->batch);
	for (uint32_t i = 0; i < N; i++)
		odd__seano_batch_node(&s->batch, N - 1 - i); /* places are not nodes */
}

static double loss_now(void *context)
{
	odd_error err;
	setting *s = context;
	assert_ok(odd__seano_forward(&s->model, &s->batch, &alone, &err), err);
	return s->labelled ? odd__seano_label_loss(&s->model, &s->batch, s->net->label)
			   : odd__seano_pair_loss(&s->model, &s->batch);
}

/* Gradients given for the places of a batch, by node. */
static odd__rmat spread_rows(odd__rmat g, const uint32_t *list, size_t count)
{
	odd_error err;
	odd__rmat out;
	assert_ok(rmat_alloc(&out, g.rows, g.cols, &err), err);
	for (size_t r = 0; r < count; r++)
		memcpy(odd__rrow(out, list[r]), odd__rrow(g, r), g.cols * sizeof(real));
	return out;
}

static odd__rmat spread_entries(odd__rmat g, const uint32_t *list, size_t count)
{
	odd_error err;
	odd__rmat out;
	assert_ok(rmat_alloc(&out, 1, N, &err), err);
	for (size_t r = 0; r < count; r++)
		out.data[list[r]] = g.data[r];
	return out;
}

static void check_gradients(setting *s)
{
	odd_error err;
	odd__seano *m = &s->model;
	odd__rmat w[7] = {m->W1.w, m->b1.w, m->W2.w, m->b2.w, m->w}, g[7];
	size_t count = s->labelled ? 7 : 6;
	loss_now(s);
	assert_ok(odd__seano_backward(m, &s->batch, &alone, &err), err);
	g[0] = kept(m->W1.g);
	g[1] = kept(m->b1.g);
	g[2] = kept(m->W2.g);
	g[3] = kept(m->b2.g);
	g[4] = spread_entries(m->dw, s->batch.node, s->batch.nodes);
	w[5] = s->labelled ? m->V.w : m->psi.w;
	g[5] = s->labelled ? kept(m->V.g)
			   : spread_rows(m->psi.g, s->batch.context, s->batch.contexts);
	w[6] = m->c.w;
	g[6] = kept(m->c.g);
	for (size_t t = 0; t < 7; t++) {
		double largest;
		if (t < count) {
			assert_int_equal(wrong_gradients(w[t], g[t], loss_now, s, &largest), 0);
			assert_true(largest > 1e-4);
		}
		rmat_free(&g[t]);
	}
}

static void gradients_are_those_of_the_losses(void **state)
{
	(void)state;
	for (int standardise = 0; standardise < 2; standardise++) {
		setting s;
		odd_rng rng;
		set_up(&s, standardise, 3 + (uint64_t)standardise);
		odd_rng_init(&rng, 1, "draws");
		s.labelled = true;
		odd__seano_batch_reset(&s.batch);
		odd__seano_draw_labelled(&s.batch, &s.labels, 8, &rng);
		assert_int_equal(s.batch.nodes, 8);
		check_gradients(&s);
		s.labelled = false;
		odd__seano_batch_reset(&s.batch);
		odd__seano_draw_graph(&s.batch, &s.links, 6, 5, 2, 3, &rng);
		check_gradients(&s);
		odd__seano_batch_reset(&s.batch);
		odd__seano_draw_same(&s.batch, &s.labels, 6, 3, &rng);
		check_gradients(&s);
		tear_down(&s);
	}
}

/* ---- λ ---- */

static double bend(double t)
{
	return t / (1.0 + fabs(t));
}

/* f of one row of features, by the definition. */
static void naive_encoder(double f[K], const odd__seano *m, const odd__features *X, size_t i)
{
	double x[10], h[HIDDEN];
	for (size_t d = 0; d < X->cols; d++)
		x[d] = X->shift != NULL ? -X->shift[d] : 0.0;
	for (size_t e = X->ptr[i]; e < X->ptr[i + 1]; e++)
		x[X->idx[e]] += X->val[e];
	for (size_t c = 0; c < HIDDEN; c++) {
		double sum = m->b1.w.data[c];
		for (size_t d = 0; d < X->cols; d++)
			sum += x[d] * odd__rrow(m->W1.w, d)[c];
		h[c] = bend(sum);
	}
	for (size_t k = 0; k < K; k++) {
		double sum = m->b2.w.data[k];
		for (size_t c = 0; c < HIDDEN; c++)
			sum += h[c] * odd__rrow(m->W2.w, c)[k];
		f[k] = bend(sum);
	}
}

/* λ = 1: an ordinary network on x; λ = 0: on s; between, the mixture. */
static void lambda_mixes_own_and_around(void **state)
{
	(void)state;
	const double logits[] = {1e4, -1e4, 0.7}, mix[] = {1.0, 0.0, 1.0 / (1.0 + exp(-0.7))};
	for (int t = 0; t < 3; t++) {
		odd_error err;
		setting s;
		set_up(&s, t % 2 == 0, 11);
		for (size_t i = 0; i < N; i++)
			s.model.w.data[i] = logits[t];
		all_nodes(&s);
		assert_ok(odd__seano_forward(&s.model, &s.batch, NULL, &err), err);
		for (size_t place = 0; place < N; place++) {
			double own[K], around[K];
			naive_encoder(own, &s.model, &s.X, N - 1 - place);
			naive_encoder(around, &s.model, &s.S, N - 1 - place);
			assert_close(s.model.lambda[place], mix[t], 1e-12);
			for (size_t k = 0; k < K; k++)
				assert_close(odd__rrow(s.model.e, place)[k],
					mix[t] * own[k] + (1.0 - mix[t]) * around[k], 1e-12);
		}
		tear_down(&s);
	}
}

static void changing_sides_with_lambda_changes_nothing(void **state)
{
	(void)state;
	odd_error err;
	setting s;
	set_up(&s, false, 12);
	all_nodes(&s);
	assert_ok(odd__seano_forward(&s.model, &s.batch, NULL, &err), err);
	odd__rmat before = kept(s.model.e);
	s.model.X = &s.S;
	s.model.S = &s.X;
	for (size_t i = 0; i < N; i++)
		s.model.w.data[i] *= -1.0;
	assert_ok(odd__seano_forward(&s.model, &s.batch, NULL, &err), err);
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < K; k++)
			assert_close(odd__rrow(s.model.e, i)[k], odd__rrow(before, i)[k], 1e-14);
	rmat_free(&before);
	tear_down(&s);
}

/* A node without links is its own neighbourhood: nothing tells its λ which way to go. */
static void isolated_nodes_leave_lambda_alone(void **state)
{
	(void)state;
	odd_error err;
	setting s;
	set_up(&s, true, 13);
	s.labelled = true;
	all_nodes(&s);
	loss_now(&s);
	assert_ok(odd__seano_backward(&s.model, &s.batch, NULL, &err), err);
	size_t moved = 0;
	for (size_t place = 0; place < N; place++) {
		bool isolated = odd__degree(&s.links, s.batch.node[place]) == 0;
		assert_true(!isolated || s.model.dw.data[place] == 0.0);
		moved += s.model.dw.data[place] != 0.0;
	}
	assert_true(moved > N / 2);
	tear_down(&s);
}

static void threads_change_no_bit(void **state)
{
	(void)state;
	odd_error err;
	odd_job jobs[2] = {{.threads = 1}, {.threads = 3}};
	odd__rmat g[2][4];
	for (int t = 0; t < 2; t++) {
		setting s;
		set_up(&s, true, 14);
		s.labelled = true;
		all_nodes(&s);
		loss_now(&s);
		assert_ok(odd__seano_forward(&s.model, &s.batch, &jobs[t], &err), err);
		assert_ok(odd__seano_backward(&s.model, &s.batch, &jobs[t], &err), err);
		g[t][0] = kept(s.model.W1.g);
		g[t][1] = kept(s.model.W2.g);
		g[t][2] = kept(s.model.dw);
		g[t][3] = kept(s.model.e);
		tear_down(&s);
	}
	for (int p = 0; p < 4; p++) {
		assert_memory_equal(
			g[0][p].data, g[1][p].data, g[0][p].rows * g[0][p].stride * sizeof(real));
		rmat_free(&g[0][p]);
		rmat_free(&g[1][p]);
	}
}

static void steps_lower_either_loss(void **state)
{
	(void)state;
	for (int labelled = 0; labelled < 2; labelled++) {
		odd_error err;
		odd_rng rng;
		setting s;
		set_up(&s, false, 16);
		odd_rng_init(&rng, 1, "draws");
		s.labelled = labelled;
		odd__seano_batch_reset(&s.batch);
		if (labelled)
			odd__seano_draw_labelled(&s.batch, &s.labels, 12, &rng);
		else
			odd__seano_draw_graph(&s.batch, &s.links, 20, 5, 2, 3, &rng);
		double before = loss_now(&s), w = s.model.w.data[s.batch.node[0]];
		double psi = odd__rrow(s.model.psi.w, 0)[0], V = s.model.V.w.data[0];
		for (int step = 0; step < 40; step++) {
			loss_now(&s);
			assert_ok(odd__seano_backward(&s.model, &s.batch, &alone, &err), err);
			assert_ok(odd__seano_update(
					  &s.model, &s.batch, labelled, 1e-2, 0.1, &alone, &err),
				err);
		}
		assert_true(loss_now(&s) < 0.8 * before);
		/* Each loss moves its own outputs, and both move λ. */
		assert_true(s.model.w.data[s.batch.node[0]] != w);
		assert_int_equal(s.model.V.w.data[0] != V, labelled);
		assert_true(!labelled || odd__rrow(s.model.psi.w, 0)[0] == psi);
		tear_down(&s);
	}
}

/* ---- what a batch holds ---- */

static size_t distance(const odd__neighbours *links, uint32_t from, uint32_t to)
{
	size_t far[N], queue[N], head = 0, tail = 0;
	for (size_t i = 0; i < N; i++)
		far[i] = SIZE_MAX;
	far[from] = 0;
	queue[tail++] = from;
	while (head < tail) {
		size_t i = queue[head++];
		for (size_t e = links->ptr[i]; e < links->ptr[i + 1]; e++)
			if (far[links->idx[e]] == SIZE_MAX) {
				far[links->idx[e]] = far[i] + 1;
				queue[tail++] = links->idx[e];
			}
	}
	return far[to];
}

static void pairs_are_what_they_should_be(void **state)
{
	(void)state;
	setting s;
	odd_rng rng;
	set_up(&s, false, 15);
	odd_rng_init(&rng, 2, "draws");
	size_t same = 0, at[3] = {0};
	for (int round = 0; round < 30; round++) {
		odd__seano_batch_reset(&s.batch);
		odd__seano_draw_graph(&s.batch, &s.links, 20, 4, 2, 2, &rng);
		assert_int_equal(s.batch.pairs, 60);
		assert_int_equal(s.batch.positives, 20);
		for (size_t p = 0; p < 60; p++) {
			odd__seano_pair pair = s.batch.pair[p];
			uint32_t from = s.batch.node[pair.from], to = s.batch.context[pair.to];
			assert_int_equal(pair.sign, p % 3 == 0 ? 1 : -1);
			if (pair.sign > 0) {
				size_t far = distance(&s.links, from, to);
				assert_true(far <= 2);
				at[far]++;
			}
		}
	}
	/* l = m is among the pairs of the window, as in Planetoid, and so are the far ones. */
	assert_true(at[0] > 60 && at[1] > 60 && at[2] > 30);
	for (int round = 0; round < 10; round++) {
		odd__seano_batch_reset(&s.batch);
		odd__seano_draw_same(&s.batch, &s.labels, 20, 2, &rng);
		for (size_t p = 0; p < s.batch.pairs; p++) {
			odd__seano_pair pair = s.batch.pair[p];
			uint32_t from = s.batch.node[pair.from], to = s.batch.context[pair.to];
			bool equal = s.net->label[from] == s.net->label[to];
			assert_int_equal(equal, pair.sign > 0);
			same += equal;
			bool shown[2] = {false, false};
			for (size_t a = 0; a < s.labels.count; a++) {
				shown[0] |= s.labels.node[a] == from;
				shown[1] |= s.labels.node[a] == to;
			}
			assert_true(shown[0] && shown[1]);
		}
	}
	assert_int_equal(same, 200);
	/* One round over the labelled nodes meets each once. */
	odd__seano_batch_reset(&s.batch);
	odd__seano_draw_labelled(&s.batch, &s.labels, 5, &rng);
	odd__seano_draw_labelled(&s.batch, &s.labels, 7, &rng);
	assert_int_equal(s.labels.count, 12);
	assert_int_equal(s.batch.nodes, 12);
	tear_down(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gradients_are_those_of_the_losses),
		cmocka_unit_test(lambda_mixes_own_and_around),
		cmocka_unit_test(changing_sides_with_lambda_changes_nothing),
		cmocka_unit_test(isolated_nodes_leave_lambda_alone),
		cmocka_unit_test(threads_change_no_bit),
		cmocka_unit_test(steps_lower_either_loss),
		cmocka_unit_test(pairs_are_what_they_should_be),
	};
	return cmocka_run_group_tests_name("seano network", tests, NULL, NULL);
}
