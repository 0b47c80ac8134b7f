/* prepare.h: how a preset changes links A and attributes C before the fit.
 *
 * The preset "paper" leaves A and C as they are. The preset "calibrated" replaces A by
 * D^-1/2 (A + I) D^-1/2, so that links of hubs weigh less, and C by tf-idf with rows of length 1.
 * Attributes that are not words (a negative value, or more than a fifth of the entries not 0) are
 * standardised per column instead and weighted by how far linked nodes agree in the column.
 *
 * Columns of a table are prepared by their types; both presets standardise numbers.
 */
#ifndef ODDONE_PREPARE_H
#define ODDONE_PREPARE_H

#include "oddone/network.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A preset. */
typedef enum odd_preset { ODD_CALIBRATED = 0, ODD_PAPER = 1 } odd_preset;

/* Prepared matrices. */
typedef struct odd_prepared {
	odd_csr A, C;            /* links and attributes */
	bool shared;             /* ptr and idx of C belong to the network */
	odd_csr At, Ct;          /* transposes; At is empty when A is symmetric */
	bool standardised;       /* attributes are not words */
	bool stand_in;           /* attributes are links: links_are_words of the network */
	size_t constant_columns; /* constant attributes, which are 0 in C */
	double *length;          /* of each row of C before scaling to length 1; NULL: not scaled */
} odd_prepared;

/* Prepares the matrices of a network. */
odd_status odd_prepare(odd_prepared *out, const odd_network *net, odd_preset preset,
	const odd_job *job, odd_error *err);
/* Frees and empties prepared matrices. */
void odd_prepared_clear(odd_prepared *p);

/* Computes D^-1/2 (A + I) D^-1/2, with D the row sums of A + I; for a directed A, D^-1/2 of the row
 * sums on the left and of the column sums on the right. */
odd_status odd_prepare_adjacency(odd_csr *out, odd_ccsr A, odd_error *err);
/* Computes tf (log((1 + N) / (1 + df)) + 1) with rows scaled to length 1. Empty rows stay empty. */
odd_status odd_prepare_tfidf(odd_csr *out, odd_ccsr C, odd_error *err);
/* Scales each column to mean 0 and variance 1, multiplies it by sqrt(|r|), where r is the
 * correlation of the column between the two ends of links, and scales rows to length 1. The unit of
 * a column does not matter, and columns that are unrelated to the links count little: |r| is at
 * least 2 / sqrt(entries of A). Without links all columns weigh the same. Constant columns become
 * 0. O(N D + links D). */
odd_status odd_prepare_standardise(
	odd_csr *out, odd_ccsr C, odd_ccsr A, size_t *constant_columns, odd_error *err);
/* True for words: no value is negative, and at most a fifth of the entries is not 0. */
bool odd_prepare_is_words(odd_ccsr C);

#ifdef __cplusplus
}
#endif
#endif
