/* halo.h: rows of a tall matrix that other processes hold.
 *
 * A process holds a block of nodes. Its matrices by nodes have rows for its own nodes, then for the
 * halo: the nodes of other processes that its own are linked with. Sparse matrices name columns in
 * the same numbering, so every kernel runs on them as it is once the halo is up to date.
 */
#ifndef ODD_LINALG_HALO_H
#define ODD_LINALG_HALO_H

#include <stdint.h>

#include "base/comm.h"
#include "oddone/matrix.h"

typedef struct odd__halo {
	const odd__comm *comm;
	size_t own, count;   /* rows of own nodes; rows of the halo behind them */
	size_t *give, *take; /* rows to send to and to receive from each process */
	uint32_t *row;       /* the own rows to send, process by process */
	size_t given;        /* of them all */

	double *buffer;    /* rows on their way to others; those that come are received in place */
	size_t *bytes;     /* to and from each process */
	odd_mat under_way; /* data NULL: nothing */
	double sent;       /* bytes so far */
} odd__halo;

/* wanted: `count` nodes of other processes, rising; process r holds the nodes from starts[r] up to
 * starts[r + 1], in the order of its rows. wanted[i] gets row own + i. All processes call it. */
odd_status odd__halo_make(odd__halo *out, const odd__comm *comm, const size_t *starts,
	const uint32_t *wanted, size_t count, odd_error *err);
void odd__halo_clear(odd__halo *halo);

/* Send the own rows that others need and receive those of the halo, padding included. Between begin
 * and end the own rows may be read; those of the halo are there at the end. halo NULL: nothing to
 * do.
 */
odd_status odd__halo_begin(odd__halo *halo, odd_mat X, odd_error *err);
void odd__halo_end(odd__halo *halo);
/* The rows of the halo in X are of no more use: gives their memory back until the next exchange. */
void odd__halo_drop(const odd__halo *halo, odd_mat X);
/* Begin and end; vector (may be NULL) holds one more number for each row. */
odd_status odd__halo_fill(odd__halo *halo, odd_mat X, double *vector, odd_error *err);

/* X with its halo: as many rows as S has columns. */
static inline odd_cmat odd__with_halo(odd_mat X, size_t rows)
{
	return (odd_cmat){X.data, rows, X.cols, X.stride};
}

#endif
