/* The network of GraphSAGE in double: its gradients, and its short cuts against the definition. */
#include "config.h"

#include "gradient_check.h"

#include "baseline/graphsage.h"
#include "networks.h"
#include "random_network.h"

#define PAIRS 10 /* more than one chunk of roots */
#define NEGATIVES 3
#define HIDDEN 21 /* several vectors, the last one not full */

typedef struct setting {
	odd_network *net;
	odd__neighbours links;
	odd__features X;
	odd__sage_batch batch;
	odd__sage model;
	odd_alias often;
	odd__sage_draws draws;
} setting;

/* Small sizes that are no multiples of a vector; the last two nodes have no links. */
static void set_up(setting *s, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	random_shape shape = {.n = 30,
		.d = 12,
		.links = 80,
		.words = 150,
		.real = true,
		.isolated = 2,
		.wordless = 1};
	memset(s, 0, sizeof *s);
	s->net = random_network(shape, seed);
	double weight[30];
	assert_ok(odd__neighbours_init(&s->links, s->net, "test", &err), err);
	assert_ok(odd__features_init(&s->X, s->net, true, "test", &err), err);
	for (size_t i = 0; i < 30; i++)
		weight[i] = (double)odd__degree(&s->links, i);
	assert_ok(odd_alias_init(&s->often, weight, 30, &err), err);
	assert_ok(odd__sage_batch_alloc(&s->batch, 30, 2 * PAIRS + NEGATIVES, 3, 4, &err), err);
	odd_rng_init(&rng, seed, "weights");
	assert_ok(odd__sage_alloc(&s->model, &s->X, HIDDEN, 5, &s->batch, NEGATIVES, &rng, &err),
		err);
	s->draws = (odd__sage_draws){&s->links, &s->often, PAIRS, NEGATIVES, 4};
	odd__sage_draw_roots(&s->batch, &s->draws, &rng);
	s->batch.root[1] = 29; /* an isolated one among them */
	assert_ok(odd__sage_sample(&s->batch, &s->links, &rng, NULL, &err), err);
}

static void tear_down(setting *s)
{
	odd__sage_free(&s->model);
	odd__sage_batch_free(&s->batch);
	odd_alias_clear(&s->often);
	odd__features_clear(&s->X);
	odd__neighbours_clear(&s->links);
	odd_network_free(s->net);
}

static const odd_job alone = {.threads = 1};

static double loss_now(void *context)
{
	odd_error err;
	setting *s = context;
	assert_ok(odd__sage_forward(&s->model, &s->batch, &alone, &err), err);
	return odd__sage_loss(&s->model, PAIRS, NEGATIVES);
}

static void gradients_are_those_of_the_loss(void **state)
{
	(void)state;
	odd_error err;
	size_t wrong = 0;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		setting s;
		set_up(&s, seed);
		loss_now(&s);
		assert_ok(odd__sage_backward(&s.model, &s.batch, NULL, &err), err);
		odd__tensor *tensors[] = {&s.model.first, &s.model.self, &s.model.near};
		odd__rmat g[3];
		for (int t = 0; t < 3; t++)
			g[t] = kept(tensors[t]->g);
		for (int t = 0; t < 3; t++) {
			double largest;
			wrong += wrong_gradients(tensors[t]->w, g[t], loss_now, &s, &largest);
			assert_true(largest > 1e-3);
		}
		/* The padding between and behind the halves stays empty. */
		for (size_t d = 0; d < g[0].rows; d++)
			for (size_t c = 0; c < g[0].cols; c++)
				assert_true(
					c % s.model.half < HIDDEN || odd__rrow(g[0], d)[c] == 0.0);
		for (int t = 0; t < 3; t++)
			rmat_free(&g[t]);
		tear_down(&s);
	}
	assert_int_equal(wrong, 0);
}

/* ---- the definition, on dense standardised attributes ---- */

static void standardised(double x[30][12], const odd_network *net)
{
	memset(x, 0, 30 * 12 * sizeof(double));
	for (size_t i = 0; i < 30; i++)
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
			x[i][net->C.idx[e]] = odd_csr_value(odd_csr_const(net->C), e);
	for (size_t d = 0; d < net->attributes; d++) {
		double mean = 0.0, square = 0.0;
		for (size_t i = 0; i < 30; i++)
			mean += x[i][d] / 30.0;
		for (size_t i = 0; i < 30; i++)
			square += pow(x[i][d] - mean, 2) / 30.0;
		for (size_t i = 0; i < 30; i++)
			x[i][d] = (x[i][d] - mean) / (square > 0.0 ? sqrt(square) : 1.0);
	}
}

/* h of unit v: [x W_s ; (mean of x_u) W_n], u from the batch's sample. */
static void naive_unit(double h[2 * HIDDEN], const setting *s, double x[30][12], size_t v)
{
	const odd__sage_batch *b = &s->batch;
	double around[12] = {0};
	for (size_t a = v * b->wide; a < v * b->wide + b->entries[v]; a++)
		for (size_t d = 0; d < s->net->attributes; d++)
			around[d] += b->weight[a] * x[b->node[b->entry[a]]][d];
	for (size_t c = 0; c < 2 * HIDDEN; c++) {
		double sum = 0.0;
		for (size_t d = 0; d < s->net->attributes; d++)
			sum += c < HIDDEN ? x[b->node[b->unit[v]]][d] *
						    odd__rrow(s->model.first.w, d)[c]
					  : around[d] * odd__rrow(s->model.first.w,
								d)[s->model.half + c - HIDDEN];
		h[c] = sum > 0.0 ? sum : 0.0;
	}
}

static size_t place(const setting *s, size_t c)
{
	return c < HIDDEN ? c : s->model.half + c - HIDDEN;
}

static void projecting_first_is_averaging_first(void **state)
{
	(void)state;
	setting s;
	double x[30][12];
	set_up(&s, 5);
	loss_now(&s);
	standardised(x, s.net);
	for (size_t r = 0; r < s.batch.roots; r++) {
		double own[2 * HIDDEN], near[2 * HIDDEN] = {0}, z[5] = {0}, square = 0.0;
		naive_unit(own, &s, x, r);
		for (size_t t = 0; t < s.batch.hops[r]; t++) {
			double h[2 * HIDDEN];
			naive_unit(h, &s, x, odd__sage_unit(&s.batch, r, t));
			for (size_t c = 0; c < 2 * HIDDEN; c++)
				near[c] += h[c] / 3.0;
		}
		for (size_t k = 0; k < 5; k++) {
			for (size_t c = 0; c < 2 * HIDDEN; c++)
				z[k] += k < 3 ? own[c] * odd__rrow(s.model.self.w, place(&s, c))[k]
					      : near[c] * odd__rrow(s.model.near.w,
								  place(&s, c))[k - 3];
			square += z[k] * z[k];
		}
		for (size_t k = 0; k < 5; k++)
			assert_close(odd__rrow(s.model.e, r)[k < 3 ? k : s.model.k_half + k - 3],
				z[k] / sqrt(square), 1e-12);
	}
	tear_down(&s);
}

/* ---- what must not matter, and what must ---- */

static void threads_change_no_bit(void **state)
{
	(void)state;
	odd_error err;
	odd_job jobs[2] = {{.threads = 1}, {.threads = 3}};
	odd__rmat g[2][4];
	for (int t = 0; t < 2; t++) {
		setting s;
		odd_rng rng;
		set_up(&s, 4);
		odd_rng_init(&rng, 1, "draws");
		s.batch.roots = s.batch.capacity;
		for (size_t r = 0; r < s.batch.roots; r++)
			s.batch.root[r] = (uint32_t)r;
		assert_ok(odd__sage_sample(&s.batch, &s.links, &rng, &jobs[t], &err), err);
		assert_ok(odd__sage_forward(&s.model, &s.batch, &jobs[t], &err), err);
		odd__sage_loss(&s.model, PAIRS, NEGATIVES);
		assert_ok(odd__sage_backward(&s.model, &s.batch, &jobs[t], &err), err);
		g[t][0] = kept(s.model.first.g);
		g[t][1] = kept(s.model.self.g);
		g[t][2] = kept(s.model.near.g);
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

/* The sample is what the definition says: the right number of true neighbours, weights summing to
 * one; nothing for a node without links. */
static void samples_are_neighbours(void **state)
{
	(void)state;
	setting s;
	set_up(&s, 6);
	const odd__sage_batch *b = &s.batch;
	assert_int_equal(b->hops[1], 0);
	assert_int_equal(b->entries[1], 0);
	for (size_t r = 0; r < b->roots; r++)
		for (size_t t = 0; t <= b->hops[r]; t++) {
			size_t v = t == 0 ? r : odd__sage_unit(b, r, t - 1);
			uint32_t node = b->node[b->unit[v]];
			double sum = 0.0;
			if (t > 0)
				assert_int_equal(b->unit[v], b->entry[r * b->wide + t - 1]);
			for (size_t a = v * b->wide; a < v * b->wide + b->entries[v]; a++) {
				bool found = false;
				for (size_t e = s.links.ptr[node]; e < s.links.ptr[node + 1]; e++)
					found |= s.links.idx[e] == b->node[b->entry[a]];
				assert_true(found);
				sum += b->weight[a];
			}
			assert_true(r == 1 || fabs(sum - 1.0) < 1e-12);
		}
	tear_down(&s);
}

/* A node with its walk's end never is a pair, and negatives have links. */
static void pairs_are_two_nodes(void **state)
{
	(void)state;
	setting s;
	odd_rng rng;
	set_up(&s, 6);
	odd_rng_init(&rng, 1, "draws");
	for (int round = 0; round < 50; round++) {
		odd__sage_draw_roots(&s.batch, &s.draws, &rng);
		assert_int_equal(s.batch.roots, 2 * PAIRS + NEGATIVES);
		for (size_t p = 0; p < PAIRS; p++)
			assert_true(s.batch.root[p] != s.batch.root[PAIRS + p]);
		for (size_t r = 0; r < s.batch.roots; r++)
			assert_true(odd__degree(&s.links, s.batch.root[r]) > 0);
	}
	tear_down(&s);
}

static void order_of_neighbours_does_not_matter(void **state)
{
	(void)state;
	setting s;
	set_up(&s, 7);
	loss_now(&s);
	odd__rmat before = kept(s.model.e);
	odd__sage_batch *b = &s.batch;
	for (size_t v = 0; v < b->capacity * (1 + b->near); v++)
		for (size_t a = 0, z = b->entries[v]; a + 1 < z; a++, z--) {
			size_t first = v * b->wide + a, last = v * b->wide + z - 1;
			uint32_t entry = b->entry[first];
			real weight = b->weight[first];
			b->entry[first] = b->entry[last];
			b->weight[first] = b->weight[last];
			b->entry[last] = entry;
			b->weight[last] = weight;
		}
	loss_now(&s);
	for (size_t r = 0; r < b->roots; r++)
		for (size_t c = 0; c < before.cols; c++)
			assert_close(odd__rrow(s.model.e, r)[c], odd__rrow(before, r)[c], 1e-13);
	rmat_free(&before);
	tear_down(&s);
}

static void equal_attributes_give_equal_embeddings(void **state)
{
	(void)state;
	setting s;
	set_up(&s, 8);
	/* Every row becomes the shift alone, negated: equal, and not zero. */
	for (size_t e = 0; e < s.X.ptr[30]; e++)
		s.X.val[e] = 0.0;
	for (size_t d = 0; d < s.X.cols; d++)
		s.X.shift[d] = 1.0 + (double)d;
	loss_now(&s);
	double size = 0.0, apart = 0.0;
	for (size_t r = 0; r < s.batch.roots; r++)
		for (size_t c = 0; c < s.model.e.cols; c++) {
			double d = odd__rrow(s.model.e, r)[c] - odd__rrow(s.model.e, 0)[c];
			size += fabs(odd__rrow(s.model.e, r)[c]);
			if (r == 1) /* the one without links */
				apart += fabs(d);
			else
				assert_close(d, 0.0, 1e-13);
		}
	assert_true(size > 1.0 && apart > 1e-3);
	tear_down(&s);
}

static void nothing_in_gives_nothing_out(void **state)
{
	(void)state;
	odd_error err;
	setting s;
	set_up(&s, 9);
	for (size_t e = 0; e < s.X.ptr[30]; e++)
		s.X.val[e] = 0.0;
	memset(s.X.shift, 0, s.X.cols * sizeof *s.X.shift);
	assert_close(loss_now(&s), (1 + NEGATIVES) * log(2.0), 1e-12);
	assert_ok(odd__sage_backward(&s.model, &s.batch, NULL, &err), err);
	for (size_t r = 0; r < s.batch.roots; r++)
		for (size_t c = 0; c < s.model.e.cols; c++)
			assert_true(odd__rrow(s.model.e, r)[c] == 0.0);
	for (size_t d = 0; d < s.X.cols; d++)
		for (size_t c = 0; c < s.model.first.g.cols; c++)
			assert_true(odd__rrow(s.model.first.g, d)[c] == 0.0);
	tear_down(&s);
}

static void isolated_nodes_see_themselves_only(void **state)
{
	(void)state;
	setting s;
	set_up(&s, 10);
	loss_now(&s);
	odd__rmat before = kept(s.model.e);
	for (size_t e = 0; e < s.X.ptr[29]; e++)
		s.X.val[e] *= 1.7;
	loss_now(&s);
	double others = 0.0;
	for (size_t c = 0; c < before.cols; c++) {
		assert_true(odd__rrow(s.model.e, 1)[c] == odd__rrow(before, 1)[c]);
		others += fabs(odd__rrow(s.model.e, 0)[c] - odd__rrow(before, 0)[c]);
	}
	assert_true(others > 1e-6);
	for (size_t e = s.X.ptr[29]; e < s.X.ptr[30]; e++)
		s.X.val[e] *= -1.7;
	loss_now(&s);
	others = 0.0;
	for (size_t c = 0; c < before.cols; c++)
		others += fabs(odd__rrow(s.model.e, 1)[c] - odd__rrow(before, 1)[c]);
	assert_true(others > 1e-6);
	rmat_free(&before);
	tear_down(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gradients_are_those_of_the_loss),
		cmocka_unit_test(projecting_first_is_averaging_first),
		cmocka_unit_test(threads_change_no_bit),
		cmocka_unit_test(samples_are_neighbours),
		cmocka_unit_test(pairs_are_two_nodes),
		cmocka_unit_test(order_of_neighbours_does_not_matter),
		cmocka_unit_test(equal_attributes_give_equal_embeddings),
		cmocka_unit_test(nothing_in_gives_nothing_out),
		cmocka_unit_test(isolated_nodes_see_themselves_only),
	};
	return cmocka_run_group_tests_name("sage network", tests, NULL, NULL);
}
