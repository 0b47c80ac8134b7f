#include "config.h"

#include "oddone/network/variant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oddone/base/rng.h"
#include "oddone/linalg/svd.h"
#include "oddone/network/prepare.h"

#define LIGHTEST 1e-3 /* a weight of 0 would be no link */

static const char *const names[ODD_VARIANTS] = {
	"given", "dense", "directed", "weighted", "unlabelled"};

const char *odd_variant_name(odd_variant variant)
{
	return names[variant];
}

int odd_variant_from_name(const char *name, size_t length)
{
	for (int v = 0; v < ODD_VARIANTS; v++)
		if (strlen(names[v]) == length && memcmp(names[v], name, length) == 0)
			return v;
	return -1;
}

/* ---- dense -------------------------------------------------------------------------------- */

/* Every entry is stored, zeros aside: X Σ of the tf-idf rows X Σ Yᵀ. */
static odd_status fill_dense(odd_csr *out, odd_cmat X, const double *sigma, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, X.rows, X.cols, X.rows * X.cols, 1, err);
	size_t at = 0;
	for (size_t i = 0; i < X.rows && status == ODD_OK; i++) {
		for (size_t d = 0; d < X.cols; d++) {
			double x = odd_cmat_row(X, i)[d] * sqrt(sigma[d]);
			if (x == 0.0)
				continue;
			out->idx[at] = (uint32_t)d;
			out->val[at++] = x;
		}
		out->ptr[i + 1] = at;
	}
	return status;
}

static odd_status name_directions(odd_names *out, size_t k, odd_error *err)
{
	odd_status status = ODD_OK;
	char name[32];
	for (size_t d = 0; d < k && status == ODD_OK; d++) {
		int length = snprintf(name, sizeof name, "direction %zu", d + 1);
		status = odd_names_add(out, name, (size_t)length, NULL, NULL, err);
	}
	return status;
}

static odd_status make_dense(odd_network *net, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_csr S = {0}, St = {0}, C = {0};
	odd_mat X = {0}, Y = {0};
	odd_names directions = ODD_NAMES_INIT;
	double sigma[ODD_DENSE_DIRECTIONS];
	size_t k = ODD_DENSE_DIRECTIONS;
	k = k < net->nodes ? k : net->nodes;
	k = k < net->attributes ? k : net->attributes;
	if (odd_csr_nnz(odd_csr_const(net->C)) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"\"%.60s\" has no attributes that could be made dense", net->name);
	odd_status status = odd_prepare_tfidf(&S, odd_csr_const(net->C), err);
	if (status == ODD_OK)
		status = odd_csr_transpose(&St, odd_csr_const(S), err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&X, S.rows, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&Y, S.cols, k, err);
	if (status == ODD_OK)
		status = odd_svd(X, Y, sigma, odd_csr_const(S), odd_csr_const(St), seed,
			"svd of words", job, err);
	if (status == ODD_OK)
		status = fill_dense(&C, odd_mat_const(X), sigma, err);
	if (status == ODD_OK)
		status = name_directions(&directions, k, err);
	if (status == ODD_OK) {
		odd_csr_clear(&net->C);
		odd_names_clear(&net->words);
		net->C = C;
		net->words = directions;
		net->attributes = k;
	} else {
		odd_csr_clear(&C);
		odd_names_clear(&directions);
	}
	odd_csr_clear(&S);
	odd_csr_clear(&St);
	odd_mat_free(&X);
	odd_mat_free(&Y);
	return status;
}

/* ---- links -------------------------------------------------------------------------------- */

/* Of each undirected link the way up or the way down stays. */
static odd_status make_directed(odd_network *net, odd_rng *rng, odd_error *err)
{
	odd_ccsr A = odd_csr_const(net->A);
	size_t n = 0;
	if (net->directed)
		return ODD_OK;
	uint32_t *r = malloc((net->edges + 1) * sizeof *r),
		 *c = malloc((net->edges + 1) * sizeof *c);
	double *v = malloc((net->edges + 1) * sizeof *v);
	odd_csr one_way = {0};
	odd_status status = r != NULL && c != NULL && v != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			if (A.idx[e] < i)
				continue;
			bool up = odd_rng_below(rng, 2) == 0;
			r[n] = up ? (uint32_t)i : A.idx[e];
			c[n] = up ? A.idx[e] : (uint32_t)i;
			v[n++] = odd_csr_value(A, e);
		}
	if (status == ODD_OK)
		status = odd_csr_from_triplets(&one_way, A.rows, A.cols, n, r, c,
			A.val != NULL ? v : NULL, ODD_MERGE_MAX, NULL, err);
	free(r);
	free(c);
	free(v);
	if (status != ODD_OK)
		return status;
	odd_csr_clear(&net->A);
	net->A = one_way;
	net->directed = true;
	return ODD_OK;
}

/* Both halves of an undirected link weigh the same. */
static odd_status make_weighted(odd_network *net, odd_rng *rng, odd_error *err)
{
	odd_ccsr A = odd_csr_const(net->A);
	double *val = malloc((odd_csr_nnz(A) + 1) * sizeof *val);
	if (val == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			val[e] = !net->directed && A.idx[e] < i
					 ? val[odd_csr_find(A, A.idx[e], i)]
					 : LIGHTEST - log(1.0 - odd_rng_uniform(rng));
	free(net->A.val);
	net->A.val = val;
	return ODD_OK;
}

odd_status odd_network_variant(odd_network **out, const odd_network *net, odd_variant variant,
	uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_rng rng;
	odd_status status = odd_network_copy(out, net, err);
	if (status != ODD_OK)
		return status;
	odd_rng_init(&rng, seed, odd_variant_name(variant));
	if (variant == ODD_DENSE)
		status = make_dense(*out, seed, job, err);
	else if (variant == ODD_DIRECTED)
		status = make_directed(*out, &rng, err);
	else if (variant == ODD_WEIGHTED)
		status = make_weighted(*out, &rng, err);
	for (size_t i = 0; i < net->nodes && variant == ODD_UNLABELLED; i++)
		(*out)->label[i] = ODD_NO_LABEL;
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	return status;
}
