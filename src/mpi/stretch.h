/* stretch.h: the files of a network, and which bytes of them a process reads. */
#ifndef MPI_STRETCH_H
#define MPI_STRETCH_H

#include <stdbool.h>

#include "base/comm.h"
#include "base/scan.h"

enum { FILE_NODES, FILE_EDGES, FILE_TRUTH, FILE_NUMBERS, FILE_KINDS };

/* A network in oddone text: X.nodes, X.edges and perhaps X.truth; or, from convert --parts, pieces
 * p0.nodes, p0.edges, p0.numbers, p1.nodes … */
struct pieces {
	char *dir, *stem; /* stem: of the files of a single network */
	size_t count;     /* of pieces; 0: a single network */
};

odd_status pieces_find(struct pieces *out, const char *path, odd_error *err);
void pieces_clear(struct pieces *p);
/* The path of a file, on the heap; NULL without memory. */
char *pieces_path(const struct pieces *p, size_t piece, int kind);

/* Some whole lines of a file. */
struct stretch {
	char *path; /* owned */
	size_t begin, end;
	long lines_before; /* in the file; 0 where not counted */
	odd__scan scan;    /* once read */
};

/* The stretches of a kind of file that the process reads: *out on the heap, one after the other in
 * the order of the processes. All processes call it. */
odd_status stretches_of(struct stretch **out, size_t *count, const struct pieces *p, int kind,
	const odd__comm *comm, odd_error *err);
void stretches_free(struct stretch *stretch, size_t count);

/* Read the bytes and count the lines before them. All processes call it, with as many stretches as
 * they have. */
odd_status stretches_read(
	struct stretch *stretch, size_t count, const odd__comm *comm, odd_error *err);

#endif
