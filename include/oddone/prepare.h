/* prepare.h: what a preset does to A and C before the optimiser sees them.
 *
 * paper: as given. calibrated: A → D^-½ (A + I) D^-½, so that links of hubs weigh less; C → tf-idf
 * with rows of unit length. Attributes that are not words (any negative value, or more than a
 * fifth of the entries non-zero) are standardised per column instead, which makes C dense, and
 * weighed by how far linked nodes agree in each column.
 * Attributes that came from the columns of a table are prepared column by column, each by its type
 * (src/network/prepare_columns.c); numbers among them by both presets.
 */
#ifndef ODDONE_PREPARE_H
#define ODDONE_PREPARE_H

#include "oddone/network.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum odd_preset { ODD_CALIBRATED = 0, ODD_PAPER = 1 } odd_preset;

typedef struct odd_prepared {
	odd_csr A, C;            /* owned; C may have fewer columns than the network (see below) */
	bool shared;             /* ptr and idx of C are those of the network */
	odd_csr At, Ct;          /* transposes; At is empty when A is symmetric */
	bool standardised;       /* C was not words: standardised and weighed per column */
	bool stand_in;           /* C is links in place of attributes: see links_are_words */
	size_t constant_columns; /* columns that could not be standardised: all zero in C */
	double *length; /* of each row of C before it was scaled to length 1; NULL: none was */
} odd_prepared;

odd_status odd_prepare(odd_prepared *out, const odd_network *net, odd_preset preset,
	const odd_job *job, odd_error *err);
void odd_prepared_clear(odd_prepared *p);

/* D^-½ (A + I) D^-½ with D the row sums of A + I (for a directed A: D_out^-½ … D_in^-½). */
odd_status odd_prepare_adjacency(odd_csr *out, odd_ccsr A, odd_error *err);
/* tf · (log((1 + N)/(1 + df)) + 1), rows scaled to unit length; empty rows stay empty. */
odd_status odd_prepare_tfidf(odd_csr *out, odd_ccsr C, odd_error *err);
/* Zero mean, unit variance per column, times √|r|, r being the correlation of the column between
 * the two ends of a link of A; then rows scaled to unit length. Constant columns become 0. So the
 * units of a column do not matter, and columns that links do not care about do not drown the
 * others: all that is near chance, |r| < 2/√(entries of A), weigh the same. A without links (or all
 * of it 0): columns weigh the same. O(N D + links D). */
odd_status odd_prepare_standardise(
	odd_csr *out, odd_ccsr C, odd_ccsr A, size_t *constant_columns, odd_error *err);
/* Are these words? No negative value, and at most a fifth of the entries non-zero. */
bool odd_prepare_is_words(odd_ccsr C);

#ifdef __cplusplus
}
#endif
#endif
