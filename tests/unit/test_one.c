/* ONE: against the naive dense version, and the properties that hold whatever the numbers. */
#include "config.h"

#include "helpers.h"

#include <lapacke.h>
#include <math.h>

#include "naive_one.h"
#include "base/rng.h"
#include "networks.h"
#include "linalg/npy.h"
#include "network/generate.h"
#include "oddone/one.h"
#include "one/state.h"
#include "random_network.h"

static const random_shape shapes[] = {
	{.n = 30, .d = 12, .links = 140, .words = 120},
	{.n = 47, .d = 19, .links = 300, .words = 260, .weighted = true, .directed = true},
	{.n = 33, .d = 25, .links = 120, .words = 200, .real = true, .isolated = 5, .wordless = 4},
	{.n = 64, .d = 70, .links = 500, .words = 900, .weighted = true, .isolated = 1},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

static odd_one *begin(const odd_network *net, odd_one_options options)
{
	odd_error err;
	odd_one *run;
	assert_ok(odd_one_begin(&run, net, &options, NULL, &err), err);
	return run;
}

static odd_one_options options_of(
	odd_preset preset, odd_start start, odd_update update, size_t k, double mu)
{
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.preset = preset;
	o.start = start;
	o.update = update;
	o.k = k;
	o.mu = mu;
	return o;
}

/* ---- against the naive version --------------------------------------------------------------- */

static void fill_dense(double *to, odd_ccsr S)
{
	for (size_t i = 0; i < S.rows; i++)
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
			to[i * S.cols + S.idx[e]] = odd_csr_value(S, e);
}

static naive_one *naive_from(const odd_one *run)
{
	odd_one_state s = odd_one_look(run);
	const odd_one_options *o = odd_one_options_used(run);
	naive_one *m = naive_new(s.nodes, s.attributes, s.k);
	m->alpha = o->alpha;
	m->beta = o->beta;
	m->mu = o->mu;
	m->block = o->update == ODD_BLOCK;
	fill_dense(m->A, odd_csr_const(odd_one_input(run)->A));
	fill_dense(m->C, odd_csr_const(odd_one_input(run)->C));
	for (size_t i = 0; i < s.nodes; i++) {
		for (size_t k = 0; k < s.k; k++) {
			m->G[i * s.k + k] = odd_cmat_row(s.G, i)[k];
			m->H[k * s.nodes + i] = odd_cmat_row(s.Ht, i)[k];
			m->U[i * s.k + k] = odd_cmat_row(s.U, i)[k];
		}
		for (int t = 0; t < 3; t++)
			m->O[t][i] = s.O[t][i];
	}
	for (size_t j = 0; j < s.attributes; j++)
		for (size_t k = 0; k < s.k; k++)
			m->V[k * s.attributes + j] = odd_cmat_row(s.Vt, j)[k];
	for (size_t p = 0; p < s.k; p++)
		for (size_t q = 0; q < s.k; q++)
			m->W[p * s.k + q] = odd_cmat_row(s.W, p)[q];
	return m;
}

static void same_state(const odd_one *run, const naive_one *m, double tolerance)
{
	odd_one_state s = odd_one_look(run);
	for (size_t i = 0; i < s.nodes; i++) {
		for (size_t k = 0; k < s.k; k++) {
			assert_close(m->G[i * s.k + k], odd_cmat_row(s.G, i)[k], tolerance);
			assert_close(m->H[k * s.nodes + i], odd_cmat_row(s.Ht, i)[k], tolerance);
			assert_close(m->U[i * s.k + k], odd_cmat_row(s.U, i)[k], tolerance);
		}
		for (int t = 0; t < 3; t++)
			assert_close(m->O[t][i], s.O[t][i], tolerance);
	}
	for (size_t j = 0; j < s.attributes; j++)
		for (size_t k = 0; k < s.k; k++)
			assert_close(
				m->V[k * s.attributes + j], odd_cmat_row(s.Vt, j)[k], tolerance);
}

static void sparse_equals_naive(void **state)
{
	(void)state;
	odd_error err;
	for (size_t c = 0; c < SHAPES * 4; c++) {
		odd_network *net = random_network(shapes[c % SHAPES], 100 + c);
		odd_update update = c / SHAPES % 2 ? ODD_BLOCK : ODD_COORDINATE;
		odd_preset preset = c / SHAPES / 2 ? ODD_CALIBRATED : ODD_PAPER;
		size_t k = 3 + c % 5;
		odd_one *run = begin(net,
			options_of(preset, ODD_START_RANDOM, update, k, c % 3 == 0 ? 3.5 : 1.0));
		naive_one *m = naive_from(run);
		double term[3];
		naive_terms(m, term);
		for (int step = 0; step < 3 * ODD_SUBSTEPS; step++) {
			naive_step(m, step % ODD_SUBSTEPS);
			assert_ok(odd_one_substep(run, NULL, &err), err);
			same_state(run, m, 1e-8);
			naive_terms(m, term);
			const odd_trace *trace = odd_one_trace(run);
			for (int t = 0; t < 3; t++)
				assert_close(term[t], trace->point[trace->count - 1].term[t], 1e-8);
		}
		double *r = calloc(6 * net->nodes, sizeof *r), n = (double)net->nodes;
		assert_ok(odd_one_residuals(run, r, r + net->nodes, r + 2 * net->nodes, NULL, &err),
			err);
		naive_residuals(m, r + 3 * net->nodes, r + 4 * net->nodes, r + 5 * net->nodes);
		for (size_t i = 0; i < 3 * (size_t)n; i++)
			assert_close(r[i], r[i + 3 * net->nodes], 1e-8);
		free(r);
		naive_free(m);
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* Rows of several vectors, with the last ones part full, and terms that weigh nothing or nearly so
 * beside the others: the loss of a term is still that of the state. */
static void wide_rows_and_weak_terms_equal_naive(void **state)
{
	(void)state;
	enum { ALL = 2 * ODD_SUBSTEPS, TO_O = ODD_STEP_O };
	static const struct {
		size_t k;
		double alpha, beta;
		int steps; /* where nothing is left of a term, its O is a matter of rounding */
	} cases[] = {{21, NAN, NAN, ALL}, {30, NAN, NAN, ALL}, {33, NAN, NAN, ALL},
		{17, 1.0, 0.0, ALL}, {9, 1e-4, 2.0, ALL}, {9, 0.0, 1.0, TO_O},
		{9, 1e-12, 2.0, TO_O}, {12, 1.0, 1e9, TO_O}};
	const random_shape shape = {
		.n = 83, .d = 70, .links = 500, .words = 900, .weighted = true, .isolated = 1};
	odd_error err;
	for (size_t c = 0; c < 2 * sizeof cases / sizeof *cases; c++) {
		odd_network *net = random_network(shape, 300 + c / 2);
		odd_one_options o = options_of(ODD_CALIBRATED, ODD_START_RANDOM,
			c % 2 ? ODD_BLOCK : ODD_COORDINATE, cases[c / 2].k, 1.0);
		o.alpha = cases[c / 2].alpha;
		o.beta = cases[c / 2].beta;
		odd_one *run = begin(net, o);
		naive_one *m = naive_from(run);
		double term[3];
		for (int step = 0; step < cases[c / 2].steps; step++) {
			naive_step(m, step % ODD_SUBSTEPS);
			assert_ok(odd_one_substep(run, NULL, &err), err);
			same_state(run, m, 1e-8);
			naive_terms(m, term);
			for (int t = 0; t < 3; t++)
				assert_close(term[t], run->term[t], 1e-8);
		}
		naive_free(m);
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* The saved states of the dense brute-force program, after each of its three iterations. */
static void oracle_states_are_met(void **state)
{
	(void)state;
	static const char *const sets[] = {"small", "weighted-directed"};
	const char *top = getenv("srcdir");
	for (int set = 0; set < 2; set++) {
		odd_error err;
		odd_network *net;
		char dir[512], start[600];
		snprintf(dir, sizeof dir, "%s/tests/golden/oracle/%s", top != NULL ? top : ".",
			sets[set]);
		snprintf(start, sizeof start, "%s/init", dir);
		odd_load_options load = {.directed = set == 1};
		assert_ok(odd_network_load(&net, dir, &load, NULL, &err), err);
		odd_one_options o = options_of(ODD_PAPER, ODD_START_GIVEN, ODD_COORDINATE, 0, 1.0);
		o.start_dir = start;
		odd_one *run = begin(net, o);
		for (int it = 1; it <= 3; it++) {
			assert_ok(odd_one_iterate(run, NULL, &err), err);
			odd_one_state s = odd_one_look(run);
			const struct {
				const char *name;
				odd_cmat m;
				bool transposed;
			} parts[] = {{"G", s.G, false}, {"H", s.Ht, true}, {"U", s.U, false},
				{"V", s.Vt, true}, {"W", s.W, false}};
			for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
				char path[700];
				odd_mat wanted;
				snprintf(path, sizeof path, "%s/iteration-%d/%s.npy", dir, it,
					parts[p].name);
				assert_ok(odd_npy_read(&wanted, path, &err), err);
				for (size_t i = 0; i < wanted.rows; i++)
					for (size_t j = 0; j < wanted.cols; j++)
						assert_close(odd_mat_row(wanted, i)[j],
							parts[p].transposed
								? odd_cmat_row(parts[p].m, j)[i]
								: odd_cmat_row(parts[p].m, i)[j],
							1e-9);
				odd_mat_free(&wanted);
			}
		}
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* ---- properties -------------------------------------------------------------------------------
 */

static void check_state(const odd_one *run)
{
	odd_one_state s = odd_one_look(run);
	double mu = odd_one_options_used(run)->mu;
	for (size_t p = 0; p < s.k; p++)
		for (size_t q = 0; q < s.k; q++) {
			double dot = 0.0;
			for (size_t i = 0; i < s.k; i++)
				dot += odd_cmat_row(s.W, i)[p] * odd_cmat_row(s.W, i)[q];
			assert_close(dot, p == q ? 1.0 : 0.0, 1e-12);
		}
	for (int t = 0; t < 3; t++) {
		double sum = 0.0;
		for (size_t i = 0; i < s.nodes; i++) {
			assert_true(s.O[t][i] > 0.0 && s.O[t][i] <= 1.0);
			sum += s.O[t][i];
		}
		assert_close(sum, mu, 1e-9);
	}
}

static void no_substep_raises_the_loss(void **state)
{
	(void)state;
	odd_error err;
	const odd_start starts[] = {ODD_START_NMF, ODD_START_SVD, ODD_START_RANDOM};
	for (size_t c = 0; c < SHAPES * 2 * 2 * 2 * 3; c++) {
		odd_network *net = random_network(shapes[c % SHAPES], 7 + c);
		odd_one *run = begin(net, options_of(c / SHAPES % 2 ? ODD_PAPER : ODD_CALIBRATED,
						  starts[c / SHAPES / 8 % 3],
						  c / SHAPES / 2 % 2 ? ODD_BLOCK : ODD_COORDINATE,
						  2 + c % 9, c / SHAPES / 4 % 2 ? 6.0 : 1.0));
		for (int step = 0; step < 30 * ODD_SUBSTEPS; step++) {
			assert_ok(odd_one_substep(run, NULL, &err), err);
			const odd_trace_point *p =
				odd_one_trace(run)->point + odd_one_trace(run)->count - 1;
			if (p->loss > p[-1].loss * (1.0 + 1e-12))
				fail_msg("case %zu, iteration %zu, %s: %.17g rose to %.17g", c,
					p->iteration, odd_substep_get(p->step)->name, p[-1].loss,
					p->loss);
			for (int t = 0; t < 3; t++)
				if (!odd_substep_get(p->step)->moves[t])
					assert_true(p->term[t] == p[-1].term[t]);
		}
		check_state(run);
		odd_one_free(run);
		odd_network_free(net);
	}
}

static void three_terms_start_equal(void **state)
{
	(void)state;
	odd_network *net = random_network(shapes[0], 5);
	odd_one *run = begin(net, options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 4, 1.0));
	const odd_trace_point *p = odd_one_trace(run)->point;
	const odd_one_options *o = odd_one_options_used(run);
	assert_int_equal(p->step, ODD_STEP_INIT);
	assert_close(o->alpha * p->term[1], p->term[0], 1e-12);
	assert_close(o->beta * p->term[2], p->term[0], 1e-12);
	odd_one_free(run);
	odd_one_options given = options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 4, 1.0);
	given.alpha = 0.25;
	given.beta = 0.0;
	run = begin(net, given);
	assert_true(odd_one_options_used(run)->alpha == 0.25);
	assert_true(odd_one_options_used(run)->beta == 0.0);
	odd_error err;
	for (int i = 0; i < 5; i++)
		assert_ok(odd_one_iterate(run, NULL, &err), err);
	odd_one_free(run);
	odd_network_free(net);
}

/* The same network with its nodes in another order, and its start likewise. */
static void renumbering_renumbers(void **state)
{
	(void)state;
	odd_error err;
	char dir[256];
	make_temporary_dir(dir, sizeof dir);
	odd_network *net = random_network(shapes[1], 21);
	odd_one *run = begin(net, options_of(ODD_PAPER, ODD_START_RANDOM, ODD_COORDINATE, 5, 1.0));
	odd_one_state s = odd_one_look(run);
	size_t n = s.nodes;
	uint32_t *to = malloc(n * sizeof *to);
	odd_rng rng;
	odd_rng_init(&rng, 3, "renumber");
	for (uint32_t i = 0; i < n; i++)
		to[i] = i;
	odd_rng_shuffle(&rng, to, n);

	odd__builder b;
	odd__builder_init(&b, net->directed);
	for (size_t i = 0; i < n; i++) {
		char id[32];
		uint32_t index;
		snprintf(id, sizeof id, "m%zu", i);
		assert_ok(odd__builder_node(&b, id, strlen(id), &index, NULL, &err), err);
	}
	assert_ok(odd__builder_attribute(&b, 0, (uint32_t)net->attributes - 1, 0.0, &err), err);
	for (size_t i = 0; i < n; i++) {
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			assert_ok(odd__builder_link(&b, to[i], to[net->A.idx[e]],
					  odd_csr_value(odd_csr_const(net->A), e), &err),
				err);
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
			assert_ok(odd__builder_attribute(&b, to[i], net->C.idx[e],
					  odd_csr_value(odd_csr_const(net->C), e), &err),
				err);
	}
	odd_network *other;
	assert_ok(odd__builder_finish(&other, &b, "other", "test", &err), err);

	/* The renumbered start travels through files, as a user's would. */
	assert_ok(odd_one_save(run, dir, &err), err);
	odd_one_options o = options_of(ODD_PAPER, ODD_START_GIVEN, ODD_COORDINATE, 0, 1.0);
	o.start_dir = dir;
	odd_one *again = begin(other, o);
	for (size_t i = 0; i < n; i++) {
		memcpy(odd_mat_row(again->G, to[i]), odd_cmat_row(s.G, i), 5 * sizeof(double));
		memcpy(odd_mat_row(again->Ht, to[i]), odd_cmat_row(s.Ht, i), 5 * sizeof(double));
		memcpy(odd_mat_row(again->U, to[i]), odd_cmat_row(s.U, i), 5 * sizeof(double));
	}
	again->options.alpha = run->options.alpha;
	again->options.beta = run->options.beta;
	odd_mat_copy(again->HHt, odd_mat_const(run->HHt));
	again->have_AHt = again->have_CVt = false;
	for (int i = 0; i < 4; i++) {
		assert_ok(odd_one_iterate(run, NULL, &err), err);
		assert_ok(odd_one_iterate(again, NULL, &err), err);
	}
	odd_one_state a = odd_one_look(run), c = odd_one_look(again);
	for (size_t i = 0; i < n; i++) {
		for (int t = 0; t < 3; t++)
			assert_close(a.O[t][i], c.O[t][to[i]], 1e-9);
		for (size_t k = 0; k < 5; k++)
			assert_close(odd_cmat_row(a.G, i)[k], odd_cmat_row(c.G, to[i])[k], 1e-9);
	}
	free(to);
	odd_one_free(run);
	odd_one_free(again);
	odd_network_free(net);
	odd_network_free(other);
	remove_tree(dir);
}

static void same_bits(const odd_one *a, const odd_one *b)
{
	odd_one_state s = odd_one_look(a), t = odd_one_look(b);
	assert_memory_equal(s.G.data, t.G.data, s.G.rows * s.G.stride * sizeof(double));
	assert_memory_equal(s.Ht.data, t.Ht.data, s.Ht.rows * s.Ht.stride * sizeof(double));
	assert_memory_equal(s.U.data, t.U.data, s.U.rows * s.U.stride * sizeof(double));
	assert_memory_equal(s.Vt.data, t.Vt.data, s.Vt.rows * s.Vt.stride * sizeof(double));
	assert_memory_equal(s.W.data, t.W.data, s.W.rows * s.W.stride * sizeof(double));
	for (int o = 0; o < 3; o++)
		assert_memory_equal(s.O[o], t.O[o], s.nodes * sizeof(double));
	const odd_trace *x = odd_one_trace(a), *y = odd_one_trace(b);
	assert_int_equal(x->count, y->count);
	for (size_t i = 0; i < x->count; i++)
		assert_true(x->point[i].loss == y->point[i].loss);
}

/* Nor does it whether an iteration is made at once or one sub-step at a time. */
static void threads_change_nothing(void **state)
{
	(void)state;
	odd_error err;
	random_shape big = {.n = 900, .d = 300, .links = 6000, .words = 9000};
	odd_network *net = random_network(big, 77);
	for (int c = 0; c < 4; c++) {
		odd_one_options o = options_of(c % 2 ? ODD_PAPER : ODD_CALIBRATED, ODD_START_PRESET,
			c / 2 ? ODD_BLOCK : ODD_COORDINATE, 9, 1.0);
		odd_one *run[3];
		for (int i = 0; i < 3; i++) {
			odd_job job = {.threads = i == 0 ? 1 : 3};
			assert_ok(odd_one_begin(&run[i], net, &o, &job, &err), err);
			for (int it = 0; it < 3 && i < 2; it++)
				assert_ok(odd_one_iterate(run[i], &job, &err), err);
			for (int it = 0; it < 3 * ODD_SUBSTEPS && i == 2; it++)
				assert_ok(odd_one_substep(run[i], &job, &err), err);
		}
		same_bits(run[0], run[1]);
		same_bits(run[0], run[2]);
		for (int i = 0; i < 3; i++)
			odd_one_free(run[i]);
	}
	odd_network_free(net);
}

/* Large networks are handled otherwise (looked ahead, streamed, scattered): same results. */
static void every_path_gives_the_same(void **state)
{
	(void)state;
	odd_error err;
	/* With few words what is scattered into finds room where A Hᵀ was. */
	random_shape shape = {.n = 777, .d = 90, .links = 4000, .words = 7000, .weighted = true};
	random_shape few = {.n = 777, .d = 40, .links = 4000, .words = 4000, .weighted = true};
	for (int way = 0; way < 4; way++) {
		const int update = way % 2 == 0 ? ODD_COORDINATE : ODD_BLOCK;
		odd_network *net = random_network(way < 2 ? shape : few, 12);
		odd_one_options o =
			options_of(ODD_CALIBRATED, ODD_START_SVD, (odd_update)update, 11, 1.0);
		odd_one *plain = begin(net, o), *streamed = begin(net, o),
			*scattered = begin(net, o);
		streamed->tuning.stream_bytes = streamed->tuning.ahead_bytes = 0;
		scattered->tuning.scatter_from = 0;
		assert_ok(odd__one_allocate_work(scattered, &err), err);
		assert_int_equal(way >= 2,
			odd__basis_takes_room(scattered->C, scattered->s, &scattered->tuning));
		for (int i = 0; i < 3; i++) {
			assert_ok(odd_one_iterate(plain, NULL, &err), err);
			assert_ok(odd_one_iterate(streamed, NULL, &err), err);
			assert_ok(odd_one_iterate(scattered, NULL, &err), err);
		}
		same_bits(plain, streamed);
		odd_one_state a = odd_one_look(plain), b = odd_one_look(scattered);
		for (size_t i = 0; i < a.nodes; i++)
			for (size_t k = 0; k < a.k; k++)
				assert_close(
					odd_cmat_row(a.U, i)[k], odd_cmat_row(b.U, i)[k], 1e-10);
		for (size_t j = 0; j < a.attributes; j++)
			for (size_t k = 0; k < a.k; k++)
				assert_close(
					odd_cmat_row(a.Vt, j)[k], odd_cmat_row(b.Vt, j)[k], 1e-10);
		odd_one_free(plain);
		odd_one_free(streamed);
		odd_one_free(scattered);
		odd_network_free(net);
	}
}

/* A network of small communities whose nodes stand at random. */
static odd_network *shuffled_communities(size_t n, bool directed)
{
	odd_error err;
	odd_network *net;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	o.nodes = n;
	o.edges = 6 * n;
	o.attributes = 200;
	o.attributes = 600;
	o.communities = n / 50;
	assert_ok(odd_generate(&net, &o, NULL, &err), err);
	size_t nnz = odd_csr_nnz(odd_csr_const(net->A)), kept = 0;
	uint32_t *to = malloc(n * sizeof *to), *r = malloc(nnz * sizeof *r),
		 *c = malloc(nnz * sizeof *c);
	odd_rng rng;
	odd_rng_init(&rng, 5, "shuffle");
	for (size_t i = 0; i < n; i++)
		to[i] = (uint32_t)i;
	for (size_t i = n - 1; i > 0; i--) {
		size_t j = (size_t)odd_rng_below(&rng, i + 1);
		uint32_t t = to[i];
		to[i] = to[j];
		to[j] = t;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			r[kept] = to[i];
			c[kept] = to[net->A.idx[e]];
			kept += !directed || e % 3 != 0;
		}
	odd_csr_clear(&net->A);
	assert_ok(odd_csr_from_triplets(&net->A, n, n, kept, r, c, NULL, ODD_MERGE_MAX, NULL, &err),
		err);
	net->directed = directed;
	free(to);
	free(r);
	free(c);
	return net;
}

/* Visited community by community: the same numbers at the same nodes, but for rounding. */
static void order_of_visits_changes_nothing(void **state)
{
	(void)state;
	odd_error err;
	for (int c = 0; c < 4; c++) {
		odd_network *net = shuffled_communities(12000, c % 2);
		odd_one_options o = options_of(
			ODD_CALIBRATED, ODD_START_SVD, c / 2 ? ODD_BLOCK : ODD_COORDINATE, 11, 1.0);
		odd_one *plain = begin(net, o), *ordered = begin(net, o);
		assert_null(plain->visit); /* small enough as it is */
		ordered->tuning.order_from = 0;
		assert_ok(odd__one_order(ordered, NULL, &err), err);
		assert_non_null(ordered->visit);
		uint8_t *seen = calloc(net->nodes, 1);
		for (size_t i = 0; i < net->nodes; i++) {
			assert_true(ordered->visit[i] < net->nodes);
			assert_int_equal(seen[ordered->visit[i]]++, 0);
		}
		free(seen);
		assert_ok(odd__one_allocate_work(ordered, &err), err);
		ordered->have_AHt = false;
		for (int i = 0; i < 3; i++) {
			assert_ok(odd_one_iterate(plain, NULL, &err), err);
			assert_ok(odd_one_iterate(ordered, NULL, &err), err);
		}
		ordered->have_AHt = plain->have_AHt = true; /* both ways of reading r1 */
		double *r = malloc(6 * net->nodes * sizeof *r);
		assert_ok(
			odd_one_residuals(plain, r, r + net->nodes, r + 2 * net->nodes, NULL, &err),
			err);
		double *q = r + 3 * net->nodes;
		assert_ok(odd_one_residuals(
				  ordered, q, q + net->nodes, q + 2 * net->nodes, NULL, &err),
			err);
		odd_one_state a = odd_one_look(plain), b = odd_one_look(ordered);
		for (size_t i = 0; i < a.nodes; i++) {
			assert_close(r[i], q[i], 1e-8);
			for (int t = 0; t < 3; t++)
				assert_close(a.O[t][i], b.O[t][i], 1e-8);
			for (size_t k = 0; k < a.k; k++) {
				assert_close(
					odd_cmat_row(a.G, i)[k], odd_cmat_row(b.G, i)[k], 1e-8);
				assert_close(
					odd_cmat_row(a.Ht, i)[k], odd_cmat_row(b.Ht, i)[k], 1e-8);
			}
		}
		free(r);
		odd_one_free(plain);
		odd_one_free(ordered);
		odd_network_free(net);
	}
}

static void going_back_is_exact(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = random_network(shapes[3], 8);
	for (int at = 0; at < 2 * ODD_SUBSTEPS; at++) {
		odd_one_options o =
			options_of(ODD_CALIBRATED, ODD_START_SVD, ODD_COORDINATE, 6, 1.0);
		odd_one *run = begin(net, o), *straight = begin(net, o);
		odd_snapshot *snapshot;
		for (int i = 0; i < at; i++) {
			assert_ok(odd_one_substep(run, NULL, &err), err);
			assert_ok(odd_one_substep(straight, NULL, &err), err);
		}
		assert_ok(odd_one_snapshot(&snapshot, run, &err), err);
		for (int i = 0; i < 9; i++)
			assert_ok(odd_one_substep(run, NULL, &err), err);
		odd_one_restore(run, snapshot);
		same_bits(run, straight);
		for (int i = 0; i < 9; i++) {
			assert_ok(odd_one_substep(run, NULL, &err), err);
			assert_ok(odd_one_substep(straight, NULL, &err), err);
		}
		same_bits(run, straight);
		assert_true(odd_snapshot_bytes(snapshot) > 3 * net->nodes * 6 * sizeof(double));
		odd_snapshot_free(snapshot);
		odd_one_free(run);
		odd_one_free(straight);
	}
	odd_network_free(net);
}

static void saved_state_resumes(void **state)
{
	(void)state;
	odd_error err;
	char dir[256];
	make_temporary_dir(dir, sizeof dir);
	odd_network *net = random_network(shapes[0], 31);
	odd_one *run = begin(net, options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 4, 1.0));
	for (int i = 0; i < 2; i++)
		assert_ok(odd_one_iterate(run, NULL, &err), err);
	assert_ok(odd_one_save(run, dir, &err), err);
	odd_one_options o = options_of(ODD_PAPER, ODD_START_GIVEN, ODD_COORDINATE, 0, 1.0);
	o.start_dir = dir;
	o.alpha = odd_one_options_used(run)->alpha;
	o.beta = odd_one_options_used(run)->beta;
	odd_one *again = begin(net, o);
	assert_int_equal(odd_one_options_used(again)->k, 4);
	assert_ok(odd_one_iterate(run, NULL, &err), err);
	assert_ok(odd_one_iterate(again, NULL, &err), err);
	odd_one_state a = odd_one_look(run), b = odd_one_look(again);
	for (size_t i = 0; i < a.nodes; i++)
		for (int t = 0; t < 3; t++)
			assert_close(a.O[t][i], b.O[t][i], 1e-10);
	odd_one_free(run);
	odd_one_free(again);

	/* a start for another network is refused, and says why */
	odd_network *other = random_network(shapes[3], 31);
	assert_int_equal(odd_one_begin(&run, other, &o, NULL, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "shape is (30, 4)"));
	o.start_dir = "/nonexistent";
	assert_int_equal(odd_one_begin(&run, net, &o, NULL, &err), ODD_EIO);
	odd_network_free(net);
	odd_network_free(other);
	remove_tree(dir);
}

/* A listener that raises the cancel flag after some calls. */
struct canceller {
	atomic_bool flag;
	int left;
};

static void cancel_later(void *payload, const char *what, double done, double total)
{
	(void)what;
	(void)done;
	(void)total;
	struct canceller *c = payload;
	if (c->left-- <= 0)
		atomic_store(&c->flag, true);
}

static void cancelling_leaves_whole_substeps(void **state)
{
	(void)state;
	odd_error err;
	random_shape big = {.n = 700, .d = 200, .links = 5000, .words = 6000};
	odd_network *net = random_network(big, 9);
	odd_one_options o = options_of(ODD_CALIBRATED, ODD_START_SVD, ODD_COORDINATE, 6, 1.0);
	int cancelled = 0;
	for (int after = 0; after < 160; after += 3) {
		struct canceller c = {.flag = false, .left = after};
		odd_job job = {
			.threads = 2, .cancel = &c.flag, .report = cancel_later, .payload = &c};
		odd_one *run, *straight = begin(net, o);
		odd_status status = odd_one_begin(&run, net, &o, &job, &err);
		if (status == ODD_ECANCELLED) {
			assert_null(run);
			odd_one_free(straight);
			continue;
		}
		assert_ok(status, err);
		const bool whole = after % 2 == 0; /* iterations, which make U along with G */
		for (int i = 0; i < (whole ? 2 : 12) && status == ODD_OK; i++)
			status = whole ? odd_one_iterate(run, &job, &err)
				       : odd_one_substep(run, &job, &err);
		cancelled += status == ODD_ECANCELLED;
		size_t done = odd_one_trace(run)->count - 1;
		for (size_t i = 0; i < done; i++)
			assert_ok(odd_one_substep(straight, NULL, &err), err);
		same_bits(run, straight);
		for (int i = 0; i < 4; i++) { /* and it goes on from there */
			assert_ok(odd_one_substep(run, NULL, &err), err);
			assert_ok(odd_one_substep(straight, NULL, &err), err);
		}
		same_bits(run, straight);
		odd_one_free(run);
		odd_one_free(straight);
	}
	assert_true(cancelled > 5);
	odd_network_free(net);
}

/* ---- the bounded O step ------------------------------------------------------------------------
 */

static void outlierness_is_the_bounded_minimiser(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 4, "outlierness");
	for (int round = 0; round < 300; round++) {
		enum { N = 40 };
		double r[N], O[N], mu = 1.0 + (double)(round % 39);
		for (int i = 0; i < N; i++) {
			r[i] = pow(odd_rng_uniform(&rng), 12.0); /* a few large, many tiny */
			if (round % 5 == 4 && i % 3 == 0)
				r[i] = 0.0;
			O[i] = mu / N;
		}
		double before = 0.0, after = 0.0, sum = 0.0;
		for (int i = 0; i < N; i++)
			before -= log(O[i]) * r[i];
		double total = 0.0;
		for (int i = 0; i < N; i++)
			total += r[i];
		odd__share share = odd__one_share(r, N, total, mu, NULL);
		for (int i = 0; i < N; i++)
			O[i] = odd__share_of(&share, r[i]);
		for (int i = 0; i < N; i++) {
			after -= log(O[i]) * r[i];
			sum += O[i];
			assert_true(O[i] > 0.0 && O[i] <= 1.0);
		}
		assert_close(sum, mu, 1e-9);
		assert_true(after <= before * (1.0 + 1e-12));
		/* No transfer of mass between two nodes lowers the sum further. */
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				double step = 1e-4 * fmin(O[j], 1.0 - O[i]);
				if (step <= 0.0 || O[j] <= 2e-12 * mu)
					continue;
				double change = -r[i] * log((O[i] + step) / O[i]) -
						r[j] * log((O[j] - step) / O[j]);
				assert_true(change >= -1e-12);
			}
	}
	double none[3] = {0};
	assert_true(odd__one_share(none, 3, 0.0, 1.0, NULL).scale == 0.0);
}

/* ---- holes, extremes, mistakes ------------------------------------------------------------------
 */

static void numbers_stay_finite(void **state)
{
	(void)state;
	odd_error err;
	const random_shape holes[] = {
		{.n = 20, .d = 10, .links = 0, .words = 40}, /* no links */
		{.n = 20, .d = 10, .links = 60, .words = 0}, /* no words */
		{.n = 20, .d = 10, .links = 0, .words = 0},  /* nothing at all */
		{.n = 20, .d = 10, .links = 40, .words = 40, .isolated = 18, .wordless = 18},
		{.n = 3, .d = 3, .links = 2, .words = 3},
	};
	for (size_t c = 0; c < 8 * sizeof holes / sizeof *holes; c++) {
		random_shape shape = holes[c / 8];
		odd_network *net = random_network(shape, c);
		size_t k = c % 2 ? shape.d - 1 : 2;
		odd_one *run = begin(
			net, options_of(c / 2 % 2 ? ODD_PAPER : ODD_CALIBRATED, ODD_START_PRESET,
				     c / 4 % 2 ? ODD_BLOCK : ODD_COORDINATE, k, 1.0));
		double *c3 = malloc(shape.n * sizeof *c3);
		for (int i = 0; i < 60; i++) {
			assert_ok(odd_one_substep(run, NULL, &err), err);
			const odd_trace_point *p =
				odd_one_trace(run)->point + odd_one_trace(run)->count - 1;
			assert_true(isfinite(p->loss));
			/* A loss near 0 is made of rounding errors: r = ‖S‖² − … cancels. */
			if (p->loss > p[-1].loss * (1.0 + 1e-12) +
					      1e-9 * (1.0 + odd_one_trace(run)->point[0].loss))
				fail_msg(
					"case %zu, iteration %zu, %s: %.17g rose to %.17g, first %g",
					c, p->iteration, odd_substep_get(p->step)->name, p[-1].loss,
					p->loss, odd_one_trace(run)->point[0].loss);
		}
		check_state(run);
		assert_ok(odd_one_disagreement(run, c3, NULL, &err), err);
		for (size_t i = 0; i < shape.n; i++)
			assert_true(isfinite(c3[i]) && c3[i] >= 0.0 && c3[i] <= 2.0 + 1e-12);
		free(c3);
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* Rounding leaves a little where there should be nothing, how much and of which sign is a matter of
 * the machine; nothing may be divided by it. Here P of two columns that are one, of a column of
 * rounding, and the same for B Bᵀ; then a run whose second column is rounding. */
static void rounding_is_no_pivot(void **state)
{
	(void)state;
	odd_error err;
	enum { K = 2 };
	for (int c = 0; c < 64; c++) {
		odd_mat P;
		double L[K * 8], E[K * 8], Et[K * 8], lambda[K];
		assert_ok(odd_mat_alloc(&P, K, K, &err), err);
		const double v = c % 2 ? 0.1 * (1 + c) : 0.0,
			     noise = ldexp(c % 4 < 2 ? 1 : 3, -52 - c);
		odd_mat_row(P, 0)[0] = 1.0;
		odd_mat_row(P, 0)[1] = odd_mat_row(P, 1)[0] = v;
		odd_mat_row(P, 1)[1] = v != 0.0 ? nextafter(v * v, 1e9) : noise * noise;
		double x[8] = {1.0 + v, v + v * v + noise};
		assert_int_equal(odd__basis_factorise(L, odd_mat_const(P)), 0);
		LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', K, 1, L, (lapack_int)P.stride, x, 8);
		for (size_t k = 0; k < K; k++)
			assert_true(fabs(x[k]) < 10.0);
		assert_int_equal(odd__rows_decompose(E, Et, lambda, odd_mat_const(P)), 0);
		assert_true(lambda[0] == 0.0 && lambda[1] >= 1.0);
		odd_mat_free(&P);
	}
	for (int c = 0; c < 32; c++) {
		odd_network *net =
			random_network((random_shape){.n = 9, .d = 6, .links = 12, .words = 20}, 3);
		odd_one *run = begin(net, options_of(c % 2 ? ODD_PAPER : ODD_CALIBRATED,
						  ODD_START_SVD, ODD_BLOCK, 3, 1.0));
		for (size_t i = 0; i < net->nodes; i++)
			odd_mat_row(run->U, i)[1] = odd_mat_row(run->G, i)[1] =
				ldexp((double)(i * 7 % 5) - 2.0, -50 - c);
		run->have_r3 = false;
		for (int i = 0; i < 60; i++) {
			assert_ok(odd_one_substep(run, NULL, &err), err);
			const odd_trace_point *p =
				odd_one_trace(run)->point + odd_one_trace(run)->count - 1;
			if (i > ODD_SUBSTEPS && p->loss > p[-1].loss * (1.0 + 1e-12))
				fail_msg("case %d, %s: %.17g rose to %.17g", c,
					odd_substep_get(p->step)->name, p[-1].loss, p->loss);
		}
		odd_one_free(run);
		odd_network_free(net);
	}
}

static void mistakes_are_named(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run;
	odd_network *net = random_network(shapes[0], 2);
	const struct {
		odd_one_options o;
		const char *says;
	} cases[] = {
		{options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 12, 1.0), "K = 12"},
		{options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 0, 1.0), "K = 0"},
		{options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 3, 0.5), "mu = 0.5"},
		{options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 3, 30.0), "mu = 30"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(odd_one_begin(&run, net, &cases[i].o, NULL, &err), ODD_EUSAGE);
		assert_null(run);
		assert_non_null(strstr(err.message, cases[i].says));
	}
	odd_network_free(net);

	/* squares that overflow are a numerical failure, not a NaN on the screen */
	net = random_network(shapes[0], 2);
	net->C.val = malloc(odd_csr_nnz(odd_csr_const(net->C)) * sizeof(double));
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(net->C)); e++)
		net->C.val[e] = 1e300;
	odd_one_options o = options_of(ODD_PAPER, ODD_START_RANDOM, ODD_COORDINATE, 3, 1.0);
	assert_int_equal(odd_one_begin(&run, net, &o, NULL, &err), ODD_ENUMERIC);
	odd_network_free(net);

	size_t k;
	bool reduced;
	net = random_network(shapes[0], 2);
	assert_ok(odd_one_default_k(&k, &reduced, net, 3, &err), err);
	assert_int_equal(k, 9);
	assert_false(reduced);
	assert_ok(odd_one_default_k(&k, &reduced, net, 30, &err), err);
	assert_int_equal(k, 11);
	assert_true(reduced);
	odd_network_free(net);
}

/* Classes are believed; communities that were found in links only within bounds. */
static void dimensions_without_labels_are_bounded(void **state)
{
	(void)state;
	odd_error err;
	const size_t with[][3] = {/* communities, K with labels, without */
		{1, 3, 15}, {4, 12, 15}, {7, 21, 21}, {10, 30, 30}, {30, 90, 30}, {31, 90, 30},
		{49, 90, 30}};
	block_options b = BLOCKS_INIT;
	b.nodes = 200;
	b.topic = 100;
	odd_network *net = make_blocks(&b);
	int32_t *label = net->label, *none = malloc(net->nodes * sizeof *none);
	assert_true(net->nodes >= 150 && net->attributes > 147);
	for (size_t i = 0; i < net->nodes; i++)
		none[i] = ODD_NO_LABEL;
	for (size_t c = 0; c < sizeof with / sizeof *with; c++) {
		size_t k;
		assert_ok(odd_one_default_k(&k, NULL, net, with[c][0], &err), err);
		assert_int_equal(k, with[c][1]);
		net->label = none;
		assert_ok(odd_one_default_k(&k, NULL, net, with[c][0], &err), err);
		assert_int_equal(k, with[c][2]);
		net->label = label;
	}
	free(none);
	odd_network_free(net);
}

static void embedding_is_the_mean_of_both(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = random_network(shapes[0], 2);
	odd_one *run = begin(net, options_of(ODD_PAPER, ODD_START_NMF, ODD_COORDINATE, 5, 1.0));
	assert_ok(odd_one_iterate(run, NULL, &err), err);
	odd_one_state s = odd_one_look(run);
	odd_mat e;
	assert_ok(odd_mat_alloc(&e, s.nodes, s.k, &err), err);
	odd_one_embedding(run, e);
	for (size_t i = 0; i < s.nodes; i++)
		for (size_t k = 0; k < s.k; k++) {
			double uw = 0.0;
			for (size_t q = 0; q < s.k; q++)
				uw += odd_cmat_row(s.U, i)[q] * odd_cmat_row(s.W, k)[q];
			assert_close(
				odd_mat_row(e, i)[k], 0.5 * (odd_cmat_row(s.G, i)[k] + uw), 1e-12);
		}
	odd_mat_free(&e);
	odd_one_free(run);
	odd_network_free(net);
}

static void substep_table_is_complete(void **state)
{
	(void)state;
	const char *letters = "WGHUVO";
	for (int s = 0; s < ODD_SUBSTEPS; s++) {
		const odd_substep_info *info = odd_substep_get((odd_substep)s);
		assert_int_equal(info->letter, letters[s]);
		assert_true(strlen(info->title) > 5 && strlen(info->equation) > 10);
		assert_true(strlen(info->reading) > 20);
		for (const char *p = info->equation_ascii; *p != '\0'; p++)
			assert_true((unsigned char)*p < 128);
	}
	assert_string_equal(odd_substep_get(ODD_STEP_INIT)->name, "init");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sparse_equals_naive),
		cmocka_unit_test(wide_rows_and_weak_terms_equal_naive),
		cmocka_unit_test(oracle_states_are_met),
		cmocka_unit_test(no_substep_raises_the_loss),
		cmocka_unit_test(three_terms_start_equal),
		cmocka_unit_test(renumbering_renumbers),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(every_path_gives_the_same),
		cmocka_unit_test(order_of_visits_changes_nothing),
		cmocka_unit_test(going_back_is_exact),
		cmocka_unit_test(saved_state_resumes),
		cmocka_unit_test(cancelling_leaves_whole_substeps),
		cmocka_unit_test(outlierness_is_the_bounded_minimiser),
		cmocka_unit_test(numbers_stay_finite),
		cmocka_unit_test(rounding_is_no_pivot),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(dimensions_without_labels_are_bounded),
		cmocka_unit_test(embedding_is_the_mean_of_both),
		cmocka_unit_test(substep_table_is_complete),
	};
	return cmocka_run_group_tests_name("one", tests, NULL, NULL);
}
