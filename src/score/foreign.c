#include "config.h"

#include "score/foreign.h"

#include <math.h>
#include <stdlib.h>

#include "one/lend.h"
#include "score/around.h"
#include "score/kinship.h"
#include "score/score_internal.h"

#define POWER 2.0
#define PLACES 0.75 /* of k and t together in c5 */
#define REACH 0.12
#define MOST 0.8

enum { LEARNED, WORDS, SHARED, PARTS };

double odd__foreign_doubt(size_t k, size_t entries)
{
	return fmin(fmax((odd__kinship_chance(k, entries) - ODD__LINKS_SURE) / REACH, 0.0), MOST);
}

/* The weighed quadratic mean of the ranks, into c5; rank: scratch of PARTS · N. */
static void combine(double *c5, double *const part[PARTS], double weight[PARTS], double *rank,
	size_t n, odd__sorter *sorter)
{
	double sum = 0.0;
	for (size_t t = 0; t < PARTS; t++) {
		if (weight[t] > 0.0 && odd__is_idle(part[t], n))
			weight[t] = 0.0;
		if (weight[t] > 0.0)
			odd__percentile_ranks(rank + t * n, part[t], n, ODD_SCORE_TIE, sorter);
		sum += weight[t];
	}
	for (size_t i = 0; i < n; i++) {
		double square = 0.0;
		for (size_t t = 0; t < PARTS; t++)
			if (weight[t] > 0.0)
				square += weight[t] * rank[t * n + i] * rank[t * n + i];
		c5[i] = sum > 0.0 ? sqrt(square / sum) : 0.0;
	}
}

/* The parts that count, each N; links and what they are read with are gone before anything is
 * ranked. */
static odd_status read_parts(double *const part[PARTS], double *doubt, double *scratch,
	odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_ccsr C = odd_csr_const(input->C);
	odd_csr links = {0};
	odd_status status = odd__around_links(&links, input, err);
	odd_ccsr A = odd_csr_const(links);
	if (status == ODD_OK && doubt != NULL)
		*doubt = odd_csr_nnz(A) > 0 && odd_csr_nnz(C) > 0 && !input->stand_in
				 ? odd__foreign_doubt(odd_one_look(run).k, odd_csr_nnz(A))
				 : 0.0;
	if (status == ODD_OK)
		status = odd__around_kinship(part[LEARNED], scratch, A, run, POWER, job, err);
	if (status == ODD_OK && doubt != NULL && *doubt > 0.0)
		status = odd__around_words(part[WORDS], scratch, A, run, job, err);
	if (status == ODD_OK)
		status = odd__around_shared(part[SHARED], A, C, job, err);
	odd_csr_clear(&links);
	return status;
}

odd_status odd__foreign(double *c5, double *doubt, double *scratch, odd_one *run,
	const odd_job *job, odd_error *err)
{
	size_t n = odd_one_look(run).nodes;
	odd__sorter sorter = {0};
	double *words = NULL, *rank = NULL;
	odd_status status = ODD_OK;
	if (doubt != NULL && (words = malloc((n + 1) * sizeof *words)) == NULL)
		return odd_error_nomem(err);
	double *const part[PARTS] = {c5, words, scratch};
	/* While k and t are read, the place of s is free. */
	status = read_parts(part, doubt, scratch, run, job, err);
	if (status == ODD_OK && (rank = malloc((PARTS * n + 1) * sizeof *rank)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd__sorter_init(&sorter, n, err);
	if (status == ODD_OK) {
		double rho = doubt != NULL ? *doubt : 0.0;
		double weight[PARTS] = {PLACES * (1.0 - rho), PLACES * rho, 1.0 - PLACES};
		combine(c5, part, weight, rank, n, &sorter);
	}
	odd__sorter_clear(&sorter);
	free(rank);
	free(words);
	return status;
}
