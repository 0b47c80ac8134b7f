/* thread_comm.h: a communicator whose processes are threads, so that what several processes do is
 * tested without MPI, under sanitizers too. */
#ifndef TESTS_THREAD_COMM_H
#define TESTS_THREAD_COMM_H

#include <pthread.h>

#include "base/comm.h"
#include "helpers.h"

enum { THREADS_MOST = 8 };

struct thread_team {
	pthread_barrier_t barrier;
	const void *shown[THREADS_MOST]; /* what each shows to the others */
	const size_t *sizes[THREADS_MOST];
};

struct thread_rank {
	odd__comm comm;
	struct thread_team *team;
	char *out; /* of the exchange under way */
	const size_t *to, *from;
	void *in;
	void (*work)(const odd__comm *comm, void *payload);
	void *payload;
};

static inline void team_wait(const struct thread_rank *r)
{
	pthread_barrier_wait(&r->team->barrier);
}

static inline void team_sum(const odd__comm *comm, double *x, size_t count)
{
	struct thread_rank *r = comm->self;
	double *sum = calloc(count + 1, sizeof *sum);
	r->team->shown[comm->rank] = x;
	team_wait(r);
	for (int p = 0; p < comm->size; p++)
		for (size_t i = 0; i < count; i++)
			sum[i] += ((const double *)r->team->shown[p])[i];
	team_wait(r);
	memcpy(x, sum, count * sizeof *x);
	free(sum);
}

/* The bytes are kept aside, as a message that was sent may be overwritten by the sender. */
static inline void team_begin(
	const odd__comm *comm, const void *out, const size_t *to, void *in, const size_t *from)
{
	struct thread_rank *r = comm->self;
	size_t total = 0;
	for (int p = 0; p < comm->size; p++)
		total += to[p];
	r->out = malloc(total + 1);
	memcpy(r->out, out, total);
	r->to = to;
	r->in = in;
	r->from = from;
}

static inline void team_end(const odd__comm *comm)
{
	struct thread_rank *r = comm->self;
	char *in = r->in;
	r->team->shown[comm->rank] = r->out;
	r->team->sizes[comm->rank] = r->to;
	team_wait(r);
	for (int p = 0; p < comm->size; p++) {
		size_t at = 0;
		for (int q = 0; q < comm->rank; q++)
			at += r->team->sizes[p][q];
		assert_int_equal(r->team->sizes[p][comm->rank], r->from[p]);
		memcpy(in, (const char *)r->team->shown[p] + at, r->from[p]);
		in += r->from[p];
	}
	team_wait(r);
	free(r->out);
}

static inline void team_gather(
	const odd__comm *comm, const void *mine, void *all, const size_t *bytes)
{
	struct thread_rank *r = comm->self;
	char *to = all;
	r->team->shown[comm->rank] = mine;
	team_wait(r);
	for (int p = 0; p < comm->size; p++) {
		memcpy(to, r->team->shown[p], bytes[p]);
		to += bytes[p];
	}
	team_wait(r);
}

static inline void *team_run(void *rank)
{
	struct thread_rank *r = rank;
	r->work(&r->comm, r->payload);
	return NULL;
}

/* Run work on so many threads, payload[i] for rank i. */
static inline void team_work(
	int size, void (*work)(const odd__comm *comm, void *payload), void **payload)
{
	struct thread_team team;
	struct thread_rank rank[THREADS_MOST];
	pthread_t thread[THREADS_MOST];
	pthread_barrier_init(&team.barrier, NULL, (unsigned)size);
	for (int r = 0; r < size; r++) {
		rank[r] = (struct thread_rank){.team = &team, .work = work, .payload = payload[r]};
		rank[r].comm =
			(odd__comm){r, size, &rank[r], team_sum, team_begin, team_end, team_gather};
		assert_int_equal(pthread_create(&thread[r], NULL, team_run, &rank[r]), 0);
	}
	for (int r = 0; r < size; r++)
		pthread_join(thread[r], NULL);
	pthread_barrier_destroy(&team.barrier);
}

#endif
