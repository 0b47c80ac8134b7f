/* score_neighbourhood.c: ⁴√(Σ weight · rank⁴) over the percentile ranks of
 *     c1 = r1/‖A_i‖²              share of the node's links not explained
 *     c4 = (near + wide)/2        of kinship.h, on P = C Vᵀ: the node's attributes as the model
 *                                 reads them, against those of the nodes one and two links away
 *     c3 = 1 − cos(G_i, U_i Wᵀ)   disagreement between the two embeddings
 *
 * c1 and c3 see that a node fits the model badly, which nodes that are made do even when nothing
 * about them is odd. c4 asks whether its attributes belong where its links are, and counts for six
 * times as much as either. P is C Vᵀ and not U, since U is drawn towards G, that is to say, towards
 * what the links say already. Weights and power were chosen on Cora and Citeseer, seeds 1 to 20.
 */
#include "config.h"

#include <stdlib.h>

#include "score/kinship.h"
#include "score/score_internal.h"

/* The same where A is symmetric: its rows without their diagonals. */
static odd_status links_both_ways(odd_csr *out, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, A.rows, A.cols, odd_csr_nnz(A), 0, err);
	if (status != ODD_OK)
		return status;
	size_t count = 0;
	for (size_t i = 0; i < A.rows; i++) {
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			if (A.idx[e] != i)
				out->idx[count++] = A.idx[e];
		out->ptr[i + 1] = count;
	}
	return ODD_OK;
}

/* Who is linked with whom, either way round, from the matrix the model sees: without its diagonal
 * (the loops that preparing adds) and without values. */
static odd_status links_of(odd_csr *out, const odd_prepared *input, odd_error *err)
{
	if (input->At.ptr == NULL)
		return links_both_ways(out, odd_csr_const(input->A), err);
	const odd_csr *half[2] = {&input->A, &input->At};
	size_t n = input->A.rows, most = 0, count = 0;
	for (int h = 0; h < 2; h++)
		most += half[h]->ptr != NULL ? odd_csr_nnz(odd_csr_const(*half[h])) : 0;
	uint32_t *r = malloc((most + 1) * sizeof *r), *c = malloc((most + 1) * sizeof *c);
	odd_status status = r != NULL && c != NULL ? ODD_OK : odd_error_nomem(err);
	for (int h = 0; h < 2 && status == ODD_OK; h++)
		for (size_t i = 0; i < n && half[h]->ptr != NULL; i++)
			for (size_t e = half[h]->ptr[i]; e < half[h]->ptr[i + 1]; e++) {
				r[count] = (uint32_t)i;
				c[count] = half[h]->idx[e];
				count += half[h]->idx[e] != i;
			}
	if (status == ODD_OK)
		status = odd_csr_from_triplets(
			out, n, n, count, r, c, NULL, ODD_MERGE_MAX, NULL, err);
	free(r);
	free(c);
	return status;
}

/* c4; wide: scratch. */
static odd_status read_kinship(
	double *c4, double *wide, odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_one_state state = odd_one_look(run);
	odd_csr links = {0};
	odd_mat P = {0};
	odd_status status = links_of(&links, input, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&P, state.nodes, state.k, err);
	if (status == ODD_OK)
		status = odd_csr_times(P, odd_csr_const(input->C), NULL, state.Vt, job, err);
	if (status == ODD_OK)
		status = odd__kinship(c4, wide, odd_csr_const(links), P, job, err);
	for (size_t i = 0; i < state.nodes && status == ODD_OK; i++)
		c4[i] = 0.5 * (c4[i] + wide[i]);
	odd_mat_free(&P);
	odd_csr_clear(&links);
	return status;
}

static odd_status read_all(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	double **c = out->component; /* of the residuals r1 alone is wanted */
	odd_status status = odd_one_residuals(run, c[0], c[1], c[2], job, err);
	if (status != ODD_OK)
		return status;
	odd__as_share(c[0], odd_csr_const(odd_one_input(run)->A), out->total);
	status = read_kinship(c[1], out->total, run, job, err);
	if (status == ODD_OK)
		status = odd_one_disagreement(run, c[2], job, err);
	return status;
}

static void weigh(double *weight, const odd_scores *s)
{
	(void)s;
	weight[0] = weight[2] = 0.125;
	weight[1] = 0.75;
}

const odd_score odd__score_neighbourhood = {
	.name = "neighbourhood",
	.about = "links: how much of a node's links the model cannot explain; attrs: how foreign "
		 "its attributes are to those of the nodes around it; both: how far its links and "
		 "attributes disagree.",
	.measures = "c1: share of a node's links left unexplained; c4: its attributes against "
		    "those one and two links away, in the directions that linked nodes share; c3: "
		    "1 − cos between the two embeddings",
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = 3,
	.component =
		{
			{"c1", "links", "links", "links", "links not explained", ODD_STRUCTURAL},
			{"c4", "attrs", "words", "attributes", "attributes foreign to those around",
				ODD_ATTRIBUTE},
			{"c3", "both", "both", "disagreement", "disagreement", ODD_COMBINED},
		},
	.ranked = true,
	.power = 4.0,
	.bounded = true,
	.read = read_all,
	.weigh = weigh,
};
