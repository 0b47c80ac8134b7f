/* control_plain.c: a node's words against the words around it (score/surround.h has the formulas).
 */
#include "config.h"

#include <stdlib.h>

#include "baseline/links.h"
#include "baseline/controls.h"
#include "oddone/prepare.h"
#include "network/variant.h"
#include "oddone/score.h"
#include "score/surround.h"

static odd_status rows_of(
	odd_mat *out, const odd_network *net, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	size_t k = ODD_PLAIN_DIRECTIONS;
	if (odd_csr_nnz(C) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"plain read-outs compare attributes, and this network has no attributes");
	k = k < C.rows ? k : C.rows;
	k = k < C.cols ? k : C.cols;
	odd_control_pca_options pca = {.k = k, .seed = seed};
	return odd_prepare_is_words(C) ? odd_word_directions(out, C, k, seed, job, err)
				       : odd_control_pca(out, net, &pca, job, err);
}

/* score = the mean of the ranks of three read-outs, z being scratch of 3 n. */
static odd_status mean_of_ranks(double *score, double *const z[3], size_t n, odd_error *err)
{
	odd_status status = ODD_OK;
	double *rank = malloc((n + 1) * sizeof *rank);
	if (rank == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < n; i++)
		score[i] = 0.0;
	for (int t = 0; t < 3 && status == ODD_OK; t++) {
		status = odd_percentile_ranks(rank, z[t], n, err);
		for (size_t i = 0; i < n && status == ODD_OK; i++)
			score[i] += rank[i] / 3.0;
	}
	free(rank);
	return status;
}

odd_status odd_control_plain(double *score, const odd_network *net, odd_plain which, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	size_t n = net->nodes;
	odd__links links = {0};
	odd_mat X = {0};
	double *z[3] = {NULL, NULL, NULL}, *room = NULL;
	odd_status status = rows_of(&X, net, seed, job, err);
	if (status == ODD_OK)
		status = odd__links_init(&links, net, err);
	if (status == ODD_OK && which == ODD_PLAIN_ALL) {
		room = malloc((3 * n + 1) * sizeof *room);
		for (size_t t = 0; t < 3 && room != NULL; t++)
			z[t] = room + t * n;
		status = room != NULL ? ODD_OK : odd_error_nomem(err);
	} else if (status == ODD_OK) {
		z[which] = score;
	}
	if (status == ODD_OK) {
		odd__unit_rows(X);
		status = odd__surround(z[0], z[1], z[2], links.A, odd_mat_const(X), job, err);
	}
	if (status == ODD_OK && which == ODD_PLAIN_ALL)
		status = mean_of_ranks(score, z, n, err);
	free(room);
	odd_mat_free(&X);
	odd__links_clear(&links);
	return status;
}
