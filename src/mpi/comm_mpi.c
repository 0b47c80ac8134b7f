/* comm_mpi.c: the communicator on MPI; the only file that knows it. Errors of MPI end the job,
 * which is MPI's default. */
#include "config.h"

#include "mpi/comm_mpi.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int told(const char *const *names, int fallback)
{
	for (; *names != NULL; names++) {
		const char *text = getenv(*names);
		if (text != NULL && text[0] >= '0' && text[0] <= '9')
			return atoi(text);
	}
	return fallback;
}

int mpi_size_told(void)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", NULL};
	return told(names, 1);
}

int mpi_rank_told(void)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", NULL};
	return told(names, 0);
}

int mpi_local_told(void)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", NULL};
	const int size = told(names, 1);
	return size > 0 ? size : 1;
}

#ifdef HAVE_MPI
#include <mpi.h>

/* Numbers that are summed at once: bounds the room, and is far beyond the latency. */
#define AT_ONCE ((size_t)1 << 17)
/* One message of MPI is at most so long. */
#define PIECE ((size_t)1 << 30)

struct mpi_self {
	MPI_Request *request;
	int requests, capacity;
	double *room;    /* of sums */
	MPI_Comm ending; /* for mpi_meet alone, as others may be in the midst of something else */
};

/* State of the process, as MPI itself is. */
static struct mpi_self self;

/* Without memory for a message nothing goes on anywhere; MPI tells which process it was. */
static void no_memory(void)
{
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static MPI_Request *next_request(void)
{
	if (self.requests == self.capacity) {
		self.capacity = 2 * self.capacity + 16;
		self.request = realloc(self.request, (size_t)self.capacity * sizeof *self.request);
		if (self.request == NULL)
			no_memory();
	}
	return &self.request[self.requests++];
}

/* Messages of one side of an exchange, in pieces that MPI can count. */
static void post(const odd__comm *comm, char *bytes, const size_t *count, bool send)
{
	for (int r = 0; r < comm->size; bytes += count[r++])
		for (size_t at = 0; r != comm->rank && at < count[r]; at += PIECE) {
			const int size = (int)(count[r] - at < PIECE ? count[r] - at : PIECE);
			if (send)
				MPI_Isend(bytes + at, size, MPI_BYTE, r, 0, MPI_COMM_WORLD,
					next_request());
			else
				MPI_Irecv(bytes + at, size, MPI_BYTE, r, 0, MPI_COMM_WORLD,
					next_request());
		}
}

static size_t sum_before(const size_t *count, int rank)
{
	size_t sum = 0;
	for (int r = 0; r < rank; r++)
		sum += count[r];
	return sum;
}

static void exchange_begin(
	const odd__comm *comm, const void *out, const size_t *to, void *in, const size_t *from)
{
	const int own = comm->rank;
	self.requests = 0;
	post(comm, in, from, false);
	post(comm, (char *)(uintptr_t)out, to, true);
	if (from[own] > 0)
		memcpy((char *)in + sum_before(from, own), (const char *)out + sum_before(to, own),
			from[own]);
}

static void exchange_end(const odd__comm *comm)
{
	(void)comm;
	MPI_Waitall(self.requests, self.request, MPI_STATUSES_IGNORE);
	self.requests = 0;
}

/* Each process sends all others the same: in rounds, so that no one is asked by all at a time. */
static void gather(const odd__comm *comm, const void *mine, void *all, const size_t *bytes)
{
	char *to = all;
	if (bytes[comm->rank] > 0)
		memmove(to + sum_before(bytes, comm->rank), mine, bytes[comm->rank]);
	for (int r = 0; r < comm->size; to += bytes[r++])
		for (size_t at = 0; at < bytes[r]; at += PIECE)
			MPI_Bcast(to + at, (int)(bytes[r] - at < PIECE ? bytes[r] - at : PIECE),
				MPI_BYTE, r, MPI_COMM_WORLD);
}

/* Each process adds up its share of the numbers in the order of ranks, and all get all shares: no
 * more bytes than any way to do it, and the same bits on all. */
static void sum(const odd__comm *comm, double *x, size_t count)
{
	const size_t size = (size_t)comm->size;
	for (; count > AT_ONCE; x += AT_ONCE, count -= AT_ONCE)
		sum(comm, x, AT_ONCE);
	const size_t share = (count + size - 1) / size;
	double *out = self.room, *in = out + share * size;
	memcpy(out, x, count * sizeof *x);
	memset(out + count, 0, (share * size - count) * sizeof *x);
	MPI_Alltoall(out, (int)share, MPI_DOUBLE, in, (int)share, MPI_DOUBLE, MPI_COMM_WORLD);
	for (size_t r = 1; r < size; r++)
		for (size_t i = 0; i < share; i++)
			in[i] += in[r * share + i];
	MPI_Allgather(in, (int)share, MPI_DOUBLE, out, (int)share, MPI_DOUBLE, MPI_COMM_WORLD);
	memcpy(x, out, count * sizeof *x);
}

odd_status mpi_open(odd__comm *out, odd_error *err)
{
	int level;
	if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
		return odd_error_set(err, ODD_EIO, "MPI does not start");
	*out = (odd__comm){.self = &self,
		.sum = sum,
		.exchange_begin = exchange_begin,
		.exchange_end = exchange_end,
		.gather = gather};
	MPI_Comm_rank(MPI_COMM_WORLD, &out->rank);
	MPI_Comm_size(MPI_COMM_WORLD, &out->size);
	MPI_Comm_dup(MPI_COMM_WORLD, &self.ending);
	self.room = malloc(3 * (AT_ONCE + (size_t)out->size) * sizeof *self.room);
	return self.room != NULL ? ODD_OK : odd_error_nomem(err);
}

void mpi_close(void)
{
	MPI_Finalize();
	free(self.request);
	free(self.room);
	memset(&self, 0, sizeof self);
}

bool mpi_meet(bool soon)
{
	/* Turns of 10 ms; more for each rank, so that one of them is the first to end the job. */
	enum { TURNS = 200, SOON = 5, MORE = 5 };
	const struct timespec pause = {0, 10000000};
	MPI_Request request;
	int met = 0, rank;
	MPI_Comm_rank(self.ending, &rank);
	MPI_Ibarrier(self.ending, &request);
	for (int turn = 0; turn < (soon ? SOON : TURNS) + MORE * rank && !met; turn++) {
		MPI_Test(&request, &met, MPI_STATUS_IGNORE);
		if (!met)
			nanosleep(&pause, NULL);
	}
	return met != 0;
}

void mpi_end_job(int code)
{
	MPI_Abort(MPI_COMM_WORLD, code);
}

#else

odd_status mpi_open(odd__comm *out, odd_error *err)
{
	(void)out;
	return odd_error_set(err, ODD_EUSAGE,
		"mpirun has started several processes, and this oddone was built without MPI "
		"(configure --with-mpi)");
}

void mpi_close(void)
{
}

bool mpi_meet(bool soon)
{
	(void)soon;
	return true;
}

void mpi_end_job(int code)
{
	_exit(code);
}
#endif
