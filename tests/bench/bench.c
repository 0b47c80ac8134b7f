/* bench.c: how close an iteration is to what the machine can do, what each sub-step takes, how it
 * grows with the network, and how it compares with other ways of computing the same iterates.
 *
 *     bench sets                  the instruction sets there are, best first
 *     bench distance              nanoseconds for a line of memory from core to core and back
 *     bench iteration [NETWORK]   against this machine's own bandwidth and dgemm rate
 *     bench measure [NETWORK]     the same as bare numbers, for paths.sh: the set, seconds of an
 *                                 iteration, of the limit and of the limit with cached rows
 *     bench naive                 against the naive dense version of the tests
 *     bench growth [LARGEST]      time and memory per iteration, 10⁴ nodes to LARGEST (10⁶), nodes
 *                                 in the order of their communities and in random order
 *     bench start [LARGEST]       the start by svd, in iterations of the same network
 *     bench score [NETWORK]       scoring, in iterations of the same network, links of no direction
 *                                 and of one; without a network two that are generated
 *     bench dump DIR [NETWORK]    A, C and a start as .npy, for numpy_one.py
 *
 * Everything printed is a ratio measured in one run; the best of many tries counts, on both sides
 * of a ratio, since whatever else the machine does can only add time. Tries are short, about a
 * millisecond, so that some fall between what else it does.
 */
#include "config.h"

#include <cblas.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../unit/naive_one.h"
#include "base/threads.h"
#include "base/cpu.h"
#include "base/rng.h"
#include "oddone/oddone.h"

static void blas_threads(int threads)
{
#ifdef HAVE_OPENBLAS
	openblas_set_num_threads(threads);
#else
	(void)threads;
#endif
}

static const char *blas_core(void)
{
#ifdef HAVE_OPENBLAS
	return openblas_get_corename();
#else
	return "another BLAS than OpenBLAS";
#endif
}

/* An OpenBLAS that is older than the processor falls back to kernels of twenty years ago, and a
 * dgemm rate measured with those would be no limit at all. Start again with the kernels for what
 * the processor can do. */
static void use_fitting_blas(char **argv)
{
#if defined(__x86_64__) && defined(HAVE_OPENBLAS)
	const char *core = openblas_get_corename(), *better = NULL;
	if (getenv("OPENBLAS_CORETYPE") != NULL)
		return;
	if (strcmp(core, "Prescott") != 0 && strcmp(core, "Generic") != 0)
		return;
	if (__builtin_cpu_supports("avx512f"))
		better = "SkylakeX";
	else if (__builtin_cpu_supports("avx2"))
		better = "Haswell";
	if (better == NULL)
		return;
	setenv("OPENBLAS_CORETYPE", better, 1);
	execv("/proc/self/exe", argv);
#else
	(void)argv;
#endif
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(odd_status status, const odd_error *err)
{
	if (status == ODD_OK)
		return;
	char text[512];
	fprintf(stderr, "bench: %s\n", odd_error_format(err, text, sizeof text));
	exit(1);
}

/* ---- networks ----------------------------------------------------------------------------------
 */

/* A given network, or one of Cora's shape, with 5 % planted; *k is three per class. */
static odd_network *seeded(const char *path, size_t *k)
{
	odd_error err;
	odd_network *net, *planted;
	if (path != NULL) {
		odd_load_options options = {.directed = false};
		must(odd_network_load(&net, path, &options, NULL, &err), &err);
	} else {
		odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
		o.nodes = 2708;
		o.edges = 5278;
		o.attributes = 1433;
		o.words = 18.0;
		o.communities = 7;
		o.name = "cora-shaped";
		must(odd_generate(&net, &o, NULL, &err), &err);
	}
	odd_communities groups;
	must(odd_communities_find(&groups, net, 42, NULL, &err), &err);
	odd_plant_options plant = ODD_PLANT_OPTIONS_INIT;
	odd_plant_share(&plant, net->nodes, 5.0);
	must(odd_plant(&planted, NULL, net, &groups, &plant, NULL, &err), &err);
	must(odd_one_default_k(k, NULL, planted, groups.count, &err), &err);
	odd_communities_clear(&groups);
	odd_network_free(net);
	return planted;
}

static odd_one *begin(const odd_network *net, size_t k, odd_start start)
{
	odd_error err;
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = k;
	o.start = start;
	odd_one *run;
	must(odd_one_begin(&run, net, &o, NULL, &err), &err);
	return run;
}

/* The best of some whole iterations; best: of each sub-step, for their shares. */
static double time_iterations(odd_one *run, int iterations, double best[ODD_SUBSTEPS])
{
	odd_error err;
	double least = INFINITY;
	for (int s = 0; s < ODD_SUBSTEPS; s++)
		best[s] = INFINITY;
	for (int i = 0; i < iterations; i++) {
		const double started = now();
		must(odd_one_iterate(run, NULL, &err), &err);
		least = fmin(least, now() - started);
		const odd_trace *trace = odd_one_trace(run);
		for (size_t t = trace->count - ODD_SUBSTEPS; t < trace->count; t++) {
			const odd_trace_point *p = &trace->point[t];
			best[p->step] = fmin(best[p->step], p->seconds);
		}
	}
	return least;
}

/* ---- the machine -------------------------------------------------------------------------------
 */

/* Bytes per second of a = b + 3 c over three arrays of `bytes` together, all threads. */
static double bandwidth(size_t bytes)
{
	size_t n = bytes / 24 / 8 * 8;
	double *a = aligned_alloc(64, n * 8), *b = aligned_alloc(64, n * 8),
	       *c = aligned_alloc(64, n * 8);
	if (a == NULL || b == NULL || c == NULL)
		exit(1);
	for (size_t i = 0; i < n; i++) {
		a[i] = 0.0;
		b[i] = 1.0;
		c[i] = 2.0;
	}
	size_t inner = 1 + (size_t)1e6 / n;
	double best = INFINITY;
	for (int round = 0; round < 400; round++) {
		double start = now();
		for (size_t r = 0; r < inner; r++) {
#pragma omp parallel for simd schedule(static)
			for (size_t i = 0; i < n; i++)
				a[i] = b[i] + 3.0 * c[i];
		}
		best = fmin(best, (now() - start) / (double)inner);
	}
	free(a);
	free(b);
	free(c);
	return 24.0 * (double)n / best;
}

/* Flops per second of a square dgemm, all threads. */
static double dgemm_rate(void)
{
	enum { N = 384 };
	double *a = malloc(N * N * 8), *b = malloc(N * N * 8), *c = malloc(N * N * 8),
	       best = INFINITY;
	for (size_t i = 0; i < N * N; i++) {
		a[i] = 1e-3 * (double)(i % 17);
		b[i] = 1e-3 * (double)(i % 13);
		c[i] = 0.0;
	}
	blas_threads(omp_get_num_procs());
	for (int round = 0; round < 600; round++) {
		double start = now();
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1.0, a, N, b, N,
			0.0, c, N);
		best = fmin(best, now() - start);
	}
	blas_threads(1);
	free(a);
	free(b);
	free(c);
	return 2.0 * N * N * N / best;
}

/* Seconds in which a line of memory goes from one core to another and back; 0 where there is one
 * thread. Cores that share their last cache are near each other, others several times as far, and a
 * virtual machine may be moved from the one to the other at any time. */
static double distance(void)
{
	enum { TRIES = 10, TURNS = 10000 };
	static _Alignas(128) _Atomic int ball;
	double best = INFINITY;
	ball = 0;
	if (omp_get_num_procs() < 2)
		return 0.0;
#pragma omp parallel num_threads(2)
	for (int try = 0, i = omp_get_thread_num(); try < TRIES && omp_get_num_threads() == 2;
		try++) {
		const double started = now();
		for (; i < 2 * TURNS * (try + 1); i += 2) {
			while (ball != i)
				;
			ball = i + 1;
		}
		if (omp_get_thread_num() == 0)
			best = fmin(best, (now() - started) / TURNS);
	}
	return isfinite(best) ? best : 0.0;
}

/* What an iteration computes and moves. Gram matrices and quadratic forms count half (they are
 * symmetric) but for Gᵀ w U, and so do the sweeps of G and U: their other half is what the O step
 * has computed for its quadratic forms. Every pass over an N×K matrix counts once. *gathered is
 * what the sparse products fetch row by row: the first cache holds none of these matrices, so each
 * row comes from further out. */
static void work_of(const odd_one *run, double *flops, double *bytes, double *gathered)
{
	odd_one_state s = odd_one_look(run);
	const odd_prepared *in = odd_one_input(run);
	double n = (double)s.nodes, d = (double)s.attributes, k = (double)s.k;
	double a = (double)odd_csr_nnz(odd_csr_const(in->A));
	double c = (double)odd_csr_nnz(odd_csr_const(in->C));
	double products = n * (1                  /* W: Gram */
				      + 1.5 + 0.5 /* G: U Wᵀ, sweep, P */
				      + 1 + 0.5   /* H: sweep, H Hᵀ */
				      + 1.5 + 0.5 /* U: G W, sweep, Q */
				      + 1 /* O: two quadratic forms */) +
			  d * (1 + 0.5); /* V: sweep, V Vᵀ */
	*flops = 2.0 * k * k * products + 2.0 * k * (2.0 * a + 2.0 * c) + 22.0 * k * k * k;
	double matrices = n * (2          /* W: G, U */
				      + 4 /* G: U, G, A Hᵀ, new G */
				      + 2 /* H: old and new */
				      + 4 /* U: G, U, C Vᵀ, new U */
				      + 4 /* O: G, U, A Hᵀ, C Vᵀ */) +
			  d * 2; /* V: old and new */
	*bytes = 8.0 * k * matrices + 12.0 * (2.0 * a + 2.0 * c) + 8.0 * n * 12.0;
	*gathered = 8.0 * k * (2.0 * a + 2.0 * c);
}

static size_t state_bytes(const odd_one *run)
{
	odd_one_state s = odd_one_look(run);
	return 8 * s.G.stride * (6 * s.nodes + 2 * s.attributes);
}

static int bench_iteration(const char *path, bool bare)
{
	size_t k;
	odd_network *net = seeded(path, &k);
	odd_one *run = begin(net, k, ODD_START_SVD);
	double best[ODD_SUBSTEPS], flops, bytes, gathered;
	double iteration = time_iterations(run, 400, best);
	work_of(run, &flops, &bytes, &gathered);
	double stream = bandwidth(state_bytes(run)), rate = dgemm_rate();
	double limit = (bytes + gathered) / stream + flops / rate;
	double once =
		(bytes + 8.0 * (double)k * (double)(3 * net->nodes + net->attributes)) / stream +
		flops / rate;
	if (bare) {
		printf("%s %.9g %.9g %.9g\n", odd_cpu_set(), iteration, limit, once);
		goto out;
	}
	printf("%s, %zu nodes, %zu links, %zu attributes, K %zu, %d threads, kernels %s\n",
		net->name, net->nodes, net->edges, net->attributes, k, omp_get_num_procs(),
		odd_cpu_set());
	printf("  iteration over the machine's limit   %.2f   (target: at most 2.0)\n",
		iteration / limit);
	printf("  the same, if every gathered row came from the first cache but once  %.2f\n",
		iteration / once);
	printf("  dgemm measured with OpenBLAS kernels for %s\n", blas_core());
	printf("  of that limit, arithmetic            %.0f %%\n", 100.0 * flops / rate / limit);
	printf("  arithmetic reached, of dgemm's rate  %.0f %%\n",
		100.0 * flops / iteration / rate);
	printf("  shares  ");
	for (int s = 0; s < ODD_SUBSTEPS; s++)
		printf("  %s %.0f %%", odd_substep_get((odd_substep)s)->name,
			100.0 * best[s] / iteration);
	putchar('\n');
out:
	odd_one_free(run);
	odd_network_free(net);
	return 0;
}

/* ---- the naive version
 * --------------------------------------------------------------------------- */

static void fill_dense(double *to, odd_ccsr S)
{
	for (size_t i = 0; i < S.rows; i++)
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
			to[i * S.cols + S.idx[e]] = odd_csr_value(S, e);
}

static int bench_naive(void)
{
	odd_error err;
	odd_network *net;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	o.nodes = 500;
	o.attributes = 400;
	o.communities = 4;
	must(odd_generate(&net, &o, NULL, &err), &err);
	odd_one *run = begin(net, 12, ODD_START_RANDOM);
	odd_one_state s = odd_one_look(run);
	naive_one *m = naive_new(s.nodes, s.attributes, s.k);
	m->alpha = odd_one_options_used(run)->alpha;
	m->beta = odd_one_options_used(run)->beta;
	fill_dense(m->A, odd_csr_const(odd_one_input(run)->A));
	fill_dense(m->C, odd_csr_const(odd_one_input(run)->C));
	for (size_t i = 0; i < s.nodes; i++)
		for (size_t q = 0; q < s.k; q++) {
			m->G[i * s.k + q] = odd_cmat_row(s.G, i)[q];
			m->H[q * s.nodes + i] = odd_cmat_row(s.Ht, i)[q];
			m->U[i * s.k + q] = odd_cmat_row(s.U, i)[q];
		}
	for (size_t j = 0; j < s.attributes; j++)
		for (size_t q = 0; q < s.k; q++)
			m->V[q * s.attributes + j] = odd_cmat_row(s.Vt, j)[q];
	for (int t = 0; t < 3; t++)
		memcpy(m->O[t], s.O[t], s.nodes * sizeof(double));
	double naive = INFINITY, best[ODD_SUBSTEPS];
	for (int i = 0; i < 2; i++) {
		double start = now();
		for (int step = 0; step < ODD_SUBSTEPS; step++)
			naive_step(m, step);
		naive = fmin(naive, now() - start);
	}
	double fast = time_iterations(run, 50, best);
	printf("500 nodes, 400 attributes, K 12\n");
	printf("  naive dense version over ours        %.0f times\n", naive / fast);
	naive_free(m);
	odd_one_free(run);
	odd_network_free(net);
	return 0;
}

/* ---- growth
 * ---------------------------------------------------------------------------------------- */

/* The slope of y over x by least squares. */
static double slope(const double *x, const double *y, size_t n)
{
	double mx = 0.0, my = 0.0, xy = 0.0, xx = 0.0;
	for (size_t i = 0; i < n; i++) {
		mx += x[i] / (double)n;
		my += y[i] / (double)n;
	}
	for (size_t i = 0; i < n; i++) {
		xy += (x[i] - mx) * (y[i] - my);
		xx += (x[i] - mx) * (x[i] - mx);
	}
	return xy / xx;
}

static double resident_bytes(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long pages = 0, resident = 0;
	if (f != NULL) {
		if (fscanf(f, "%ld %ld", &pages, &resident) != 2)
			resident = 0;
		fclose(f);
	}
	return 4096.0 * (double)resident;
}

static odd_network *grown(double n)
{
	odd_error err;
	odd_network *net;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	o.nodes = (size_t)(n + 0.5);
	o.edges = 5 * o.nodes;
	o.attributes = 2000;
	o.words = 20.0;
	o.communities = o.nodes / 1000;
	must(odd_generate(&net, &o, NULL, &err), &err);
	return net;
}

static int by_index(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Rows of S in another order, and where links lead renamed in the same way. Generated links and
 * words carry no values. */
static void shuffle_rows(odd_csr *S, const uint32_t *from, const uint32_t *to)
{
	odd_error err;
	odd_csr out;
	must(odd_csr_alloc(&out, S->rows, S->cols, odd_csr_nnz(odd_csr_const(*S)), 0, &err), &err);
	for (size_t i = 0, at = 0; i < S->rows; i++) {
		const size_t begin = S->ptr[from[i]], count = S->ptr[from[i] + 1] - begin;
		for (size_t e = 0; e < count; e++)
			out.idx[at + e] = to != NULL ? to[S->idx[begin + e]] : S->idx[begin + e];
		if (to != NULL)
			qsort(out.idx + at, count, sizeof *out.idx, by_index);
		out.ptr[i + 1] = at += count;
	}
	odd_csr_clear(S);
	*S = out;
}

/* The same network with its nodes in random order. */
static void shuffle(odd_network *net)
{
	odd_rng rng;
	uint32_t *from = malloc(net->nodes * sizeof *from), *to = malloc(net->nodes * sizeof *to);
	if (from == NULL || to == NULL || net->A.val != NULL || net->C.val != NULL)
		exit(1);
	odd_rng_init(&rng, 1, "bench");
	for (size_t i = 0; i < net->nodes; i++)
		from[i] = (uint32_t)i;
	odd_rng_shuffle(&rng, from, net->nodes);
	for (size_t i = 0; i < net->nodes; i++)
		to[from[i]] = (uint32_t)i;
	shuffle_rows(&net->A, from, to);
	shuffle_rows(&net->C, from, NULL);
	free(from);
	free(to);
}

static double grown_iteration(
	const odd_network *net, double before, double *memory, double best[ODD_SUBSTEPS])
{
	odd_one *run = begin(net, 30, ODD_START_RANDOM);
	const int iterations = net->nodes < 20000 ? 200 : net->nodes < 500000 ? 40 : 25;
	const double time = time_iterations(run, iterations, best);
	*memory = resident_bytes() - before;
	odd_one_free(run);
	return time;
}

/* One size of the growth: best times of all rounds so far. */
struct grown_size {
	double nodes, time, random, memory, best[ODD_SUBSTEPS];
};

static void measure_size(struct grown_size *g)
{
	const double before = resident_bytes();
	double best[ODD_SUBSTEPS], memory;
	odd_network *net = grown(g->nodes);
	const double time = grown_iteration(net, before, &memory, best);
	if (time < g->time) {
		g->time = time;
		memcpy(g->best, best, sizeof best);
	}
	g->memory = fmax(g->memory, memory); /* in a later round some of it is there already */
	shuffle(net);
	g->random = fmin(g->random, grown_iteration(net, before, &memory, best));
	odd_network_free(net);
}

static int bench_growth(double largest)
{
	enum { MOST = 16, ROUNDS = 2 };
	struct grown_size size[MOST];
	double x[MOST], y[3][MOST];
	size_t count = 0;
	printf("growth: 5 links and 20 words per node, 2000 attributes, K 30; communities of about 1000\n"
	       "nodes that stand together, then the same nodes in random order; best of %d rounds\n",
		ROUNDS);
	printf("      nodes   time per node   memory per node   (first row = 1)   random over ordered\n");
	for (double n = 1e4; n < largest * 1.01 && count < MOST; n *= sqrt(10.0))
		size[count++] = (struct grown_size){n, INFINITY, INFINITY, 0.0, {0.0}};
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < count; i++)
			measure_size(&size[i]);
	for (size_t i = 0; i < count; i++) {
		const struct grown_size *g = &size[i];
		const double per = size[0].nodes / g->nodes;
		printf("  %9.0f   %13.2f   %15.2f   %17s %21.2f   ", g->nodes,
			g->time / size[0].time * per, g->memory / size[0].memory * per, "",
			g->random / g->time);
		for (int s = 0; s < ODD_SUBSTEPS; s++)
			printf(" %s %.0f%%", odd_substep_get((odd_substep)s)->name,
				100.0 * g->best[s] / g->time);
		putchar('\n');
		x[i] = log(g->nodes);
		y[0][i] = log(g->time);
		y[1][i] = log(g->random);
		y[2][i] = log(g->memory);
	}
	static const char *const what[3] = {"time, ordered", "time, random", "memory"};
	for (int t = 0; t < 3; t++)
		printf("  exponent of %-14s %.3f   (target: at most 1.05)\n", what[t],
			slope(x, y[t], count));
	printf("  random over ordered, last row %.2f   (target: at most 1.15)\n",
		size[count - 1].random / size[count - 1].time);
	return 0;
}

/* ---- the start
 * ---------------------------------------------------------------------------------------- */

/* When the parts of a start begin: told by the job, the first time each is named. */
struct parts {
	double began[2], last; /* svd of A, svd of C */
};

static void note_part(void *payload, const char *what, double done, double total)
{
	(void)done, (void)total;
	struct parts *p = payload;
	if (strcmp(what, "svd of A") == 0 && p->began[0] == 0.0)
		p->began[0] = now();
	if (strcmp(what, "svd of C") == 0 && p->began[1] == 0.0)
		p->began[1] = now();
	if (strcmp(what, "W") == 0 || strcmp(what, "O") == 0)
		p->last = p->last == 0.0 ? now() : p->last;
}

static int bench_start(double largest)
{
	odd_error err;
	odd_network *net = grown(largest);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	odd_one *run = NULL;
	double whole = INFINITY, svd = INFINITY, best[ODD_SUBSTEPS];
	o.k = 30;
	o.start = ODD_START_SVD;
	for (int round = 0; round < 3; round++) {
		struct parts parts = {{0.0, 0.0}, 0.0};
		odd_job job = {.report = note_part, .payload = &parts};
		odd_one_free(run);
		const double started = now();
		must(odd_one_begin(&run, net, &o, &job, &err), &err);
		whole = fmin(whole, now() - started);
		if (parts.began[0] > 0.0 && parts.last > parts.began[0])
			svd = fmin(svd, parts.last - parts.began[0]);
	}
	const double iteration = time_iterations(run, largest < 5e5 ? 40 : 8, best);
	printf("start of %zu nodes, 5 links and 20 words each, K 30, in iterations' time\n",
		net->nodes);
	printf("  the two decompositions               %.1f   (target: at most 6)\n",
		svd / iteration);
	printf("  all of it, with weighing links and words, ordering and fresh memory  %.1f\n",
		whole / iteration);
	odd_one_free(run);
	odd_network_free(net);
	return 0;
}

/* ---- scoring ------------------------------------------------------------------------------ */

/* The same network with each link kept in one of its two directions, by a coin. */
static odd_network *one_way(const odd_network *net)
{
	odd_error err;
	odd_network *out = NULL;
	odd_csr A;
	odd_rng rng;
	size_t n = 0;
	uint32_t *from = malloc((net->edges + 1) * sizeof *from);
	uint32_t *to = malloc((net->edges + 1) * sizeof *to);
	if (from == NULL || to == NULL)
		exit(1);
	odd_rng_init(&rng, 1, "one way");
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			if (net->A.idx[e] > i) {
				bool turned = odd_rng_below(&rng, 2) == 1;
				from[n] = turned ? net->A.idx[e] : (uint32_t)i;
				to[n++] = turned ? (uint32_t)i : net->A.idx[e];
			}
	must(odd_network_copy(&out, net, &err), &err);
	must(odd_csr_from_triplets(
		     &A, net->nodes, net->nodes, n, from, to, NULL, ODD_MERGE_MAX, NULL, &err),
		&err);
	odd_csr_clear(&out->A);
	out->A = A;
	out->directed = true;
	free(from);
	free(to);
	return out;
}

/* The best of many, in turn with iterations, so that both see the same machine. */
static double score_over_iteration(const odd_network *net, size_t k)
{
	odd_error err;
	odd_one *run = begin(net, k, ODD_START_SVD);
	double iteration = INFINITY, score = INFINITY;
	const int rounds = net->nodes < 5000 ? 200 : 20;
	for (int i = 0; i < rounds; i++) {
		odd_scores s;
		double started = now();
		must(odd_one_iterate(run, NULL, &err), &err);
		iteration = fmin(iteration, now() - started);
		started = now();
		must(odd_scores_compute(&s, run, NULL, NULL, NULL, &err), &err);
		score = fmin(score, now() - started);
		odd_scores_clear(&s);
	}
	odd_one_free(run);
	return score / iteration;
}

static void tell_score(odd_network *net, size_t k)
{
	odd_network *directed = one_way(net);
	printf("  %9zu nodes, K %2zu   %.2f as they are, %.2f with links of one direction\n",
		net->nodes, k, score_over_iteration(net, k), score_over_iteration(directed, k));
	odd_network_free(directed);
	odd_network_free(net);
}

static int bench_score(const char *network)
{
	size_t k;
	printf("scoring, in iterations' time   (target: at most 2)\n");
	odd_network *net = seeded(network, &k);
	tell_score(net, k);
	if (network == NULL)
		tell_score(grown(1e5), 30);
	return 0;
}

/* ---- for the comparison with NumPy
 * ------------------------------------------------------------------- */

static void dump_csr(const char *dir, const char *name, odd_ccsr S)
{
	odd_error err;
	size_t nnz = odd_csr_nnz(S);
	double *v = malloc((nnz + S.rows + 2) * sizeof *v);
	char path[1024];
	for (int part = 0; part < 3; part++) {
		static const char *const suffix[3] = {"ptr", "idx", "val"};
		size_t n = part == 0 ? S.rows + 1 : nnz;
		for (size_t i = 0; i < n; i++)
			v[i] = part == 0   ? (double)S.ptr[i]
			       : part == 1 ? (double)S.idx[i]
					   : odd_csr_value(S, i);
		snprintf(path, sizeof path, "%s/%s_%s.npy", dir, name, suffix[part]);
		must(odd_npy_write_vector(path, v, n, &err), &err);
	}
	free(v);
}

static int dump(const char *dir, const char *network)
{
	odd_error err;
	size_t k;
	odd_network *net = seeded(network, &k);
	odd_one *run = begin(net, k, ODD_START_SVD);
	must(odd_one_save(run, dir, &err), &err);
	dump_csr(dir, "A", odd_csr_const(odd_one_input(run)->A));
	dump_csr(dir, "C", odd_csr_const(odd_one_input(run)->C));
	const double weights[2] = {
		odd_one_options_used(run)->alpha, odd_one_options_used(run)->beta};
	char path[1024];
	snprintf(path, sizeof path, "%s/weights.npy", dir);
	must(odd_npy_write_vector(path, weights, 2, &err), &err);
	/* where five iterations lead, so that the script can check itself */
	for (int i = 0; i < 5; i++)
		must(odd_one_iterate(run, NULL, &err), &err);
	const double loss = odd_one_trace(run)->point[odd_one_trace(run)->count - 1].loss;
	snprintf(path, sizeof path, "%s/loss.npy", dir);
	must(odd_npy_write_vector(path, &loss, 1, &err), &err);
	odd_one_free(run);
	odd_network_free(net);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *network = argc > 2 && argv[2][0] != '\0' ? argv[2] : NULL;
	use_fitting_blas(argv);
	blas_threads(1);
	if (strcmp(what, "sets") == 0) {
		for (size_t i = 0; odd_cpu_available(i) != NULL; i++)
			puts(odd_cpu_available(i));
		return 0;
	}
	if (strcmp(what, "distance") == 0)
		return printf("%.0f\n", 1e9 * distance()) < 0;
	if (strcmp(what, "iteration") == 0 || strcmp(what, "measure") == 0)
		return bench_iteration(network, what[0] == 'm');
	if (strcmp(what, "naive") == 0)
		return bench_naive();
	if (strcmp(what, "growth") == 0)
		return bench_growth(argc > 2 ? atof(argv[2]) : 1e6);
	if (strcmp(what, "start") == 0)
		return bench_start(argc > 2 ? atof(argv[2]) : 1e6);
	if (strcmp(what, "score") == 0)
		return bench_score(network);
	if (strcmp(what, "dump") == 0 && argc > 2)
		return dump(argv[2], argc > 3 && argv[3][0] != '\0' ? argv[3] : NULL);
	fprintf(stderr,
		"usage: bench sets | distance | iteration [NETWORK] | measure [NETWORK] | naive | growth [LARGEST] | "
		"start [LARGEST] | score [NETWORK] | dump DIR [NETWORK]\n");
	return 2;
}
