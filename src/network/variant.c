/* variant.c: one network, other inputs. */
#include "config.h"

#include "network/variant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/svd_rows.h"
#include "network/extend.h"
#include "base/rng.h"
#include "oddone/prepare.h"

const char *odd_variant_name(odd_variant variant)
{
	static const char *const name[ODD_VARIANTS] = {
		"as-given", "dense", "directed", "weighted", "unlabelled"};
	return name[variant];
}

/* ---- words to directions -------------------------------------------------------------------- */

odd_status odd_word_directions(
	odd_mat *out, odd_ccsr C, size_t k, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_csr S = {0};
	odd_mat X = {0};
	odd_status status = odd_prepare_tfidf(&S, C, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&X, C.rows, k, err);
	if (status == ODD_OK)
		status = odd__svd_rows(X, odd_csr_const(S), k, seed, "svd of words", job, err);
	odd_csr_clear(&S);
	if (status != ODD_OK)
		odd_mat_free(&X);
	*out = X;
	return status;
}

/* Entries that are 0 are not stored, as everywhere. */
static odd_status dense_rows(odd_csr *out, odd_cmat X, odd_error *err)
{
	size_t at = 0;
	odd_status status = odd_csr_alloc(out, X.rows, X.cols, X.rows * X.cols, 1, err);
	for (size_t i = 0; i < X.rows && status == ODD_OK; i++) {
		for (size_t d = 0; d < X.cols; d++) {
			double x = odd_cmat_row(X, i)[d];
			if (x == 0.0)
				continue;
			out->idx[at] = (uint32_t)d;
			out->val[at++] = x;
		}
		out->ptr[i + 1] = at;
	}
	return status;
}

static odd_status make_dense(odd_network *net, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_mat X = {0};
	odd_csr C = {0};
	odd_ccsr words = odd_csr_const(net->C);
	size_t k = ODD_DENSE_DIRECTIONS;
	k = k < words.rows ? k : words.rows;
	k = k < words.cols ? k : words.cols;
	if (odd_csr_nnz(words) == 0 || !odd_prepare_is_words(words))
		return odd_error_set(err, ODD_EUSAGE,
			"dense: the attributes of %.60s are no words, so there is nothing to make "
			"dense",
			net->name);
	odd_status status = odd_word_directions(&X, words, k, seed, job, err);
	if (status == ODD_OK)
		status = dense_rows(&C, odd_mat_const(X), err);
	odd_mat_free(&X);
	if (status != ODD_OK)
		return status;
	odd_csr_clear(&net->C);
	net->C = C;
	net->attributes = k;
	odd_names_clear(&net->words);
	odd_columns_clear(&net->columns); /* there are no columns any more that these came from */
	for (size_t d = 0; d < k && status == ODD_OK; d++) {
		char name[24];
		int length = snprintf(name, sizeof name, "direction-%zu", d + 1);
		status = odd_names_add(&net->words, name, (size_t)length, NULL, NULL, err);
	}
	return status;
}

/* ---- links ---------------------------------------------------------------------------------- */

/* Every link once (i < j, or each arc of a directed network), in the order of the rows, with a
 * random number of its own: so many of one row shift nothing in the next. */
struct pair {
	size_t i, j;
	double value;
	odd_rng *rng;
};

/* Links given anew by each pair of the old: put fills in up to two triplets at (r, c, v)[n] and
 * returns how many. */
static odd_status relink(odd_network *net, uint64_t seed, const char *purpose,
	size_t (*put)(uint32_t *r, uint32_t *c, double *v, const struct pair *p, bool directed),
	odd_error *err)
{
	odd_ccsr A = odd_csr_const(net->A);
	size_t nnz = odd_csr_nnz(A), n = 0;
	uint32_t *r = malloc((2 * nnz + 1) * sizeof *r), *c = malloc((2 * nnz + 1) * sizeof *c);
	double *v = malloc((2 * nnz + 1) * sizeof *v);
	odd_csr other = {0};
	odd_rng all;
	odd_rng_init(&all, seed, purpose);
	odd_status status = r != NULL && c != NULL && v != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		odd_rng row;
		odd_rng_split(&row, &all, i);
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			struct pair p = {i, A.idx[e], odd_csr_value(A, e), &row};
			if (net->directed || p.j > i)
				n += put(r + n, c + n, v + n, &p, net->directed);
		}
	}
	bool ones = true;
	for (size_t t = 0; t < n && ones; t++)
		ones = v[t] == 1.0;
	if (status == ODD_OK)
		status = odd_csr_from_triplets(
			&other, A.rows, A.cols, n, r, c, ones ? NULL : v, ODD_MERGE_MAX, NULL, err);
	free(r);
	free(c);
	free(v);
	if (status != ODD_OK)
		return status;
	odd_csr_clear(&net->A);
	net->A = other;
	return ODD_OK;
}

static size_t put_one_way(uint32_t *r, uint32_t *c, double *v, const struct pair *p, bool directed)
{
	bool turned = odd_rng_below(p->rng, 2) == 1;
	(void)directed;
	r[0] = (uint32_t)(turned ? p->j : p->i);
	c[0] = (uint32_t)(turned ? p->i : p->j);
	v[0] = p->value;
	return 1;
}

static size_t put_weighted(uint32_t *r, uint32_t *c, double *v, const struct pair *p, bool directed)
{
	r[0] = (uint32_t)p->i;
	c[0] = (uint32_t)p->j;
	v[0] = p->value * exp(odd_rng_normal(p->rng));
	if (directed)
		return 1;
	r[1] = c[0];
	c[1] = r[0];
	v[1] = v[0];
	return 2;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static odd_status make_directed(odd_network *net, uint64_t seed, odd_error *err)
{
	if (net->directed)
		return odd_error_set(err, ODD_EUSAGE,
			"directed: the links of %.60s have a direction already", net->name);
	odd_status status = relink(net, seed, "variant directed", put_one_way, err);
	if (status == ODD_OK)
		net->directed = true;
	return status;
}

static odd_status make_unlabelled(odd_network *net, odd_error *err)
{
	bool any = false;
	for (size_t i = 0; i < net->nodes; i++) {
		any = any || net->label[i] != ODD_NO_LABEL;
		net->label[i] = ODD_NO_LABEL;
	}
	odd_names_clear(&net->classes);
	return any ? ODD_OK
		   : odd_error_set(err, ODD_EUSAGE, "unlabelled: no node of %.60s has a label",
			     net->name);
}

odd_status odd_network_variant(odd_network **out, const odd_network *net, odd_variant variant,
	uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_status status = odd_network_copy(out, net, err);
	if (status != ODD_OK)
		return status;
	switch (variant) {
	case ODD_AS_GIVEN:
		break;
	case ODD_DENSE:
		status = make_dense(*out, seed, job, err);
		break;
	case ODD_DIRECTED:
		status = make_directed(*out, seed, err);
		break;
	case ODD_WEIGHTED:
		status = relink(*out, seed, "variant weighted", put_weighted, err);
		break;
	case ODD_UNLABELLED:
		status = make_unlabelled(*out, err);
		break;
	}
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	return status;
}
