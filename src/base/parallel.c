/* parallel.c: jobs, the threads they have, and loops over chunks. */
#include "config.h"

#include "base/parallel.h"
#include "oddone/job.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/room.h"
#include "base/threads.h"

#if defined(_OPENMP) && defined(HAVE_OMP_PAUSE_RESOURCE_ALL)
/* OpenMP keeps a team of threads for each thread that calls it. A child process made by fork would
 * wait forever for the threads of its parent's team. So the team of the forking thread ends before
 * fork; parent and child start a new one when they need it. */
static void end_team(void)
{
	omp_pause_resource_all(omp_pause_soft);
}

__attribute__((constructor)) static void end_team_before_fork(void)
{
	pthread_atfork(end_team, NULL, NULL);
}
#endif

/* Enough chunks to keep the cores even and the cancel key quick, few enough that adding up their
 * partial sums costs nothing. */
static size_t chunk_count(size_t rows)
{
	size_t blocks = (rows + ODD__ROW_BLOCK - 1) / ODD__ROW_BLOCK, count = rows / 1024;
	if (count < 16)
		count = 16;
	if (count > ODD__CHUNKS_MAX)
		count = ODD__CHUNKS_MAX;
	return count < blocks ? count : blocks;
}

void odd__chunks_even(odd__chunks *out, size_t rows)
{
	size_t blocks = (rows + ODD__ROW_BLOCK - 1) / ODD__ROW_BLOCK;
	out->count = chunk_count(rows);
	for (size_t c = 0; c < out->count; c++)
		out->begin[c] = c * blocks / out->count * ODD__ROW_BLOCK;
	out->begin[out->count] = rows;
}

void odd__chunks_by_entries(odd__chunks *out, size_t rows, const size_t *ptr, size_t row_cost)
{
	const size_t first = ptr[0]; /* not 0 where the rows are some of a larger matrix */
	size_t want = chunk_count((ptr[rows] - first) / 16 + rows), row = 0;
	size_t total = ptr[rows] - first + rows * row_cost;
	out->count = 0;
	while (row < rows) {
		size_t target = (out->count + 1) * (total / want);
		out->begin[out->count++] = row;
		if (out->count == want || out->count == ODD__CHUNKS_MAX)
			break;
		do
			row += ODD__ROW_BLOCK;
		while (row < rows && ptr[row] - first + row * row_cost < target);
	}
	out->begin[out->count] = rows;
}

void odd__chunks_items(odd__chunks *out, size_t items)
{
	out->count = items < ODD__CHUNKS_MAX ? items : ODD__CHUNKS_MAX;
	for (size_t c = 0; c <= out->count; c++)
		out->begin[c] = out->count > 0 ? c * items / out->count : 0;
}

/* A chunk function without scratch, dressed as one with it. */
struct plain {
	odd__chunk_fn *fn;
	void *context;
};

static void call_plain(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	struct plain *p = context;
	p->fn(p->context, chunk, begin, end);
}

odd_status odd__parallel(const odd_job *job, const odd__chunks *chunks, odd__chunk_fn *fn,
	void *context, const char *what, odd_error *err)
{
	struct plain p = {fn, context};
	return odd__parallel_scratch(job, chunks, call_plain, &p, 0, what, err);
}

odd_status odd__parallel_scratch(const odd_job *job, const odd__chunks *chunks, odd__scratch_fn *fn,
	void *context, size_t scratch_bytes, const char *what, odd_error *err)
{
	size_t done = 0;
	bool stopped = false;
	int threads = odd_job_threads(job);
	if ((size_t)threads > chunks->count)
		threads = chunks->count > 0 ? (int)chunks->count : 1;
	size_t each = (scratch_bytes + 63) / 64 * 64;
	char *scratch = NULL;
	if (each > 0 && (scratch = aligned_alloc(64, each * (size_t)threads)) == NULL)
		return odd_error_nomem(err);

#pragma omp parallel for schedule(static) num_threads(threads) shared(done, stopped)
	for (size_t c = 0; c < chunks->count; c++) {
		bool stop;
#pragma omp atomic read
		stop = stopped;
		if (!stop && odd_job_cancelled(job)) {
			stop = true;
#pragma omp atomic write
			stopped = true;
		}
		if (stop)
			continue;
		void *mine = each > 0 ? scratch + each * (size_t)omp_get_thread_num() : NULL;
		fn(context, mine, c, chunks->begin[c], chunks->begin[c + 1]);
		size_t now;
#pragma omp atomic capture
		now = ++done;
		if (what != NULL && omp_get_thread_num() == 0)
			odd_job_report(job, what, (double)now, (double)chunks->count);
	}
	free(scratch);
	return stopped ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

odd_status odd__parallel_items(
	const odd_job *job, size_t items, odd__item_fn *fn, void *context, odd_error *err)
{
	bool stopped = false;
	int threads = odd_job_threads(job);
	if ((size_t)threads > items)
		threads = items > 0 ? (int)items : 1;
#pragma omp parallel for schedule(dynamic) num_threads(threads) shared(stopped)
	for (size_t i = 0; i < items; i++) {
		if (!odd_job_cancelled(job)) {
			fn(context, i);
			continue;
		}
#pragma omp atomic write
		stopped = true;
	}
	return stopped ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

bool odd_job_cancelled(const odd_job *job)
{
	return job != NULL && job->cancel != NULL &&
	       atomic_load_explicit(job->cancel, memory_order_relaxed);
}

void odd_job_report(const odd_job *job, const char *what, double done, double total)
{
	if (job != NULL && job->report != NULL)
		job->report(job->payload, what, done, total);
}

/* What control groups grant, rounded up. They are asked once, as OpenMP asks for the processors:
 * the answer takes files, and every sub-step wants it. */
static int granted(void)
{
	static atomic_int known;
	int most = atomic_load_explicit(&known, memory_order_relaxed);
	if (most == 0) {
		double processors = ceil(odd__room_processors(NULL, NULL));
		most = processors < 1e6 ? (int)processors : 1000000;
		atomic_store_explicit(&known, most, memory_order_relaxed);
	}
	return most;
}

/* gcc's OpenMP keeps something of each thread on the stack, which 100000 of them overflow. */
enum { MOST_THREADS = 1024 };

int odd_job_threads(const odd_job *job)
{
	int threads = job != NULL && job->threads > 0 ? job->threads : omp_get_max_threads();
	threads = threads < MOST_THREADS ? threads : MOST_THREADS;
	if (job != NULL && job->threads > 0)
		return threads;
	if (threads == 1 || getenv("OMP_NUM_THREADS") != NULL)
		return threads;
	return threads < granted() ? threads : granted();
}
