/* run_memory.c: the memory of a run, added up from what the run allocates. */
#include "config.h"

#include "one/run_memory.h"

#include <math.h>
#include <stdio.h>

#include "base/room.h"
#include "linalg/blas.h"
#include "one/workspace.h"
#include "oddone/prepare.h"

/* The program and its libraries, before any data; systems differ by some 3e6. */
#define PROGRAM 20.5e6
/* Each of the large arrays ends somewhere in a huge page. */
#define PAGES_SHARE 0.2
#define PAGES_MOST 10e6

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
double odd_one_memory(const odd_network *net, const odd_one_options *options)
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
	return PROGRAM + data + fmin(PAGES_SHARE * data, PAGES_MOST);
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

double odd_memory_left(const odd_job *job, const char **limit)
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
	double bytes = odd_one_memory(net, options), more = bytes - odd__room_held();
	const char *limit;
	double room = odd_memory_left(job, &limit);
	if (more <= room)
		return ODD_OK;
	return odd_error_set(err, ODD_ENOMEM,
		"a run with K = %zu takes about %s of memory, %s more than is taken now, and %s %s; "
		"a smaller K takes less, oddone run --force tries all the same",
		options->k, size_text(takes, bytes), size_text(extra, more), limit,
		size_text(left, room));
}
