/* cost.c: the memory of a run, added up from what it allocates. */
#include "config.h"

#include "one/cost.h"

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/room.h"
#include "linalg/blas.h"
#include "one/cost_parts.h"
#include "one/lend.h"
#include "oddone/prepare.h"

/* The program and its libraries, before any data; systems differ by some 3e6. And the look at the
 * pace of the machine, which a run begins with: what it took is used again by what comes. */
#define PROGRAM 22.5e6
#define LOOK 9.5e6
/* Each of the large arrays ends somewhere in a huge page. */
#define PAGES_SHARE 0.2
#define PAGES_MOST 10e6

/* Passes of an iteration and of the start. */
#define ITERATION_ENTRIES 7.6
#define ITERATION_ROWS 3.8
#define START_ENTRIES 100.0
#define START_ROWS 50.0
/* And of the ranking: passes over the links with K columns, over the words of neighbours, over
 * rows, and what a node costs by itself (its places in the orders). */
#define RANKING_LINKS 7.0
#define RANKING_WORDS 24.0
#define RANKING_ROWS 7.0
#define RANKING_NODE 9000.0

static double csr_bytes(double rows, double entries, bool values)
{
	return 8.0 * rows + entries * (values ? 12.0 : 4.0);
}

static double padded(size_t k)
{
	return (double)((k + ODD_PAD - 1) / ODD_PAD * ODD_PAD);
}

/* The network, A and C as prepared with their transposes, the factors and what goes along with the
 * iterations, and the larger of what the start takes beyond A Hᵀ, C Vᵀ and U, which it has for work
 * space, and what the ranking takes. A network that stays shares the places of its words, and a run
 * that is the last of it gives Cᵀ back before it is ranked.
 * tests/cli/memory.sh holds it against what two runs took. */
odd_cost odd_one_cost(const odd_network *net, const odd_one_options *options)
{
	double n = (double)net->nodes, d = (double)net->attributes;
	double a = (double)odd_csr_nnz(odd_csr_const(net->A));
	double c = (double)odd_csr_nnz(odd_csr_const(net->C));
	bool sparse = options->preset == ODD_PAPER || net->columns.count > 0 ||
		      odd_prepare_is_words(odd_csr_const(net->C));
	double prepared_c = sparse ? c : n * d;
	double k = padded(options->k), wide = padded(options->k + 10);
	double network = csr_bytes(n, a, net->A.val != NULL) + csr_bytes(n, c, net->C.val != NULL) +
			 (double)net->ids.pool_capacity + 24.0 * n;
	bool shares = options->stays && sparse && options->preset == ODD_CALIBRATED &&
		      net->columns.count == 0;
	double turned = csr_bytes(d, prepared_c, true);
	double prepared = csr_bytes(n, a + n, true) * (net->directed ? 2.0 : 1.0) +
			  (shares ? 8.0 * prepared_c : csr_bytes(n, prepared_c, true)) + turned;
	double factors = 8.0 * k * (5.0 * n + 2.0 * d) + 8.0 * 11.0 * n;
	double start = 8.0 * (wide * 3.0 * (n > d ? n : d) - k * 3.0 * n) - 8.0 * 8.0 * n;
	/* Parts of the score, then the links and what is summed over them, or the sorts. */
	double score = 128.0 * n + fmax(1.5 * csr_bytes(n, a, false) + 40.0 * n, 144.0 * n) -
		       (options->stays ? turned : 0.0);
	const double data = network + prepared + factors + fmax(0.0, fmax(start, score));
	return (odd_cost){
		.bytes = PROGRAM + fmax(LOOK, data + fmin(PAGES_SHARE * data, PAGES_MOST))};
}

/* ---- time -------------------------------------------------------------------------------------
 */

/* Seconds that one entry of a sparse matrix takes per column of what it is multiplied with, by the
 * kernel that most of the work is like. The best of some tries: others may be at work. */
static double speed(const odd_job *job)
{
	enum { ROWS = 1 << 14, PER_ROW = 8, COLUMNS = 32, TRIES = 5 };
	odd_csr S = {0};
	odd_mat X = {0}, Y = {0};
	odd_error err;
	double best = (double)NAN;
	odd_job quiet = {.threads = odd_job_threads(job)};
	if (odd_csr_alloc(&S, ROWS, ROWS, ROWS * PER_ROW, 1, &err) != ODD_OK ||
		odd_mat_alloc(&X, ROWS, COLUMNS, &err) != ODD_OK ||
		odd_mat_alloc(&Y, ROWS, COLUMNS, &err) != ODD_OK)
		goto out;
	uint32_t at = 1;
	for (size_t i = 0; i < ROWS; i++) {
		for (size_t e = 0; e < PER_ROW; e++) {
			at = at * 1664525 + 1013904223;
			S.idx[i * PER_ROW + e] = at >> 18;
			S.val[i * PER_ROW + e] = 1.0;
		}
		S.ptr[i + 1] = (i + 1) * PER_ROW;
	}
	for (int i = 0; i < TRIES; i++) {
		double start = odd__clock();
		odd_csr_times(Y, odd_csr_const(S), NULL, odd_mat_const(X), &quiet, &err);
		double took = (odd__clock() - start) / (1.0 * ROWS * PER_ROW * COLUMNS);
		best = took < best || isnan(best) ? took : best;
	}
out:
	odd_csr_clear(&S);
	odd_mat_free(&X);
	odd_mat_free(&Y);
	return best;
}

/* Passes over the entries, and over rows of K² numbers, as fitted to iterations on Cora, Pubmed and
 * 10⁶ nodes; the start of small networks takes less, that of large ones about this. */
odd__work odd__one_work(const odd_network *net, const odd_one_options *options)
{
	const double n = (double)net->nodes, d = (double)net->attributes;
	const double k = padded(options->k), wide = padded(options->k + 10);
	const double links = (double)odd_csr_nnz(odd_csr_const(net->A));
	const double words = (double)odd_csr_nnz(odd_csr_const(net->C));
	const double entries = links + n + words;
	return (odd__work){
		.iteration = ITERATION_ENTRIES * entries * k + ITERATION_ROWS * (n + d) * k * k,
		.start = START_ENTRIES * entries * wide + START_ROWS * (n + d) * wide * wide,
		.ranking = RANKING_LINKS * links * k +
			   RANKING_WORDS * links * words / fmax(n, 1.0) + RANKING_ROWS * n * k * k +
			   RANKING_NODE * n};
}

odd_cost odd_one_cost_here(
	const odd_network *net, const odd_one_options *options, const odd_job *job)
{
	odd_cost cost = odd_one_cost(net, options);
	const odd__work work = odd__one_work(net, options);
	const double unit = speed(job);
	cost.iteration = unit * work.iteration;
	cost.start = unit * work.start;
	cost.ranking = unit * work.ranking;
	return cost;
}

/* A thread for each so many products of an iteration: with less to do a second one is waited for
 * longer, on a busy machine, than it helps. */
#define THREAD_PRODUCTS 5e5

int odd_one_threads(const odd_network *net, size_t k, const odd_job *job)
{
	size_t entries = odd_csr_nnz(odd_csr_const(net->A)) + odd_csr_nnz(odd_csr_const(net->C)) +
			 2 * net->nodes;
	double most = 1.0 + floor((double)entries * (double)k / THREAD_PRODUCTS);
	int threads = odd_job_threads(job);
	if ((job != NULL && job->threads > 0) || most >= (double)threads)
		return threads;
	return (int)most;
}

/* ---- room -------------------------------------------------------------------------------------
 */

double odd_cost_room(const odd_job *job, const char **limit)
{
	odd__room room = odd__room_memory(), addresses = odd__room_addresses();
	addresses.bytes -= odd__blas_addresses(odd_job_threads(job));
	if (addresses.bytes < room.bytes)
		room = addresses;
	*limit = room.limit;
	return room.bytes > 0.0 ? room.bytes : 0.0;
}

/* "1.2 GB", "34 MB" */
static const char *size_text(char out[32], double bytes)
{
	if (bytes >= 1e9)
		snprintf(out, 32, "%.1f GB", 1e-9 * bytes);
	else
		snprintf(out, 32, "%.0f MB", 1e-6 * bytes);
	return out;
}

odd_status odd_one_fits(
	const odd_network *net, const odd_one_options *options, const odd_job *job, odd_error *err)
{
	odd_status status = odd__blas_check(job, err);
	if (status != ODD_OK || options->k == 0 || options->anyway)
		return status;
	char takes[32], extra[32], left[32];
	double bytes = odd_one_cost(net, options).bytes, more = bytes - odd__room_held();
	const char *limit;
	double room = odd_cost_room(job, &limit);
	if (more <= room)
		return ODD_OK;
	return odd_error_set(err, ODD_ENOMEM,
		"a run with K = %zu takes about %s of memory, %s more than is taken now, and %s %s; "
		"a smaller K takes less, oddone run --force tries all the same",
		options->k, size_text(takes, bytes), size_text(extra, more), limit,
		size_text(left, room));
}
