/* explain_place.c: where a node's links lead and its attributes come from, by community.
 *
 * The node itself never counts: it would make every rare word of its own usual, and pull the mean of
 * its community towards itself. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "score/explain_internal.h"

/* The nodes of each community. */
struct members {
	size_t *start; /* group_count + 1 */
	uint32_t *node;
	size_t *count; /* scratch, group_count zeros between uses */
};

static odd_status members_init(struct members *m, const odd__explained *x, odd_error *err)
{
	size_t n = x->net->nodes;
	m->start = calloc(x->group_count + 1, sizeof *m->start);
	m->count = calloc(x->group_count + 1, sizeof *m->count);
	m->node = malloc((n + 1) * sizeof *m->node);
	if (m->start == NULL || m->count == NULL || m->node == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < n; i++)
		if (x->group[i] != ODD_NO_LABEL)
			m->count[x->group[i]]++;
	for (size_t g = 0; g < x->group_count; g++) {
		m->start[g + 1] = m->start[g] + m->count[g];
		m->count[g] = 0;
	}
	for (size_t i = 0; i < n; i++)
		if (x->group[i] != ODD_NO_LABEL)
			m->node[m->start[x->group[i]] + m->count[x->group[i]]++] = (uint32_t)i;
	memset(m->count, 0, x->group_count * sizeof *m->count);
	return ODD_OK;
}

static void members_clear(struct members *m)
{
	free(m->start);
	free(m->count);
	free(m->node);
}

static odd_explain_group group_of(const odd_explanation *e, const odd__explained *x, int32_t number)
{
	bool named = number != ODD_NO_LABEL && !e->place.found;
	return (odd_explain_group){
		number, named ? odd_names_get(&x->net->classes, (size_t)number) : NULL};
}

/* ---- links -------------------------------------------------------------------------------- */

/* Of the links of node i: to nodes that have a community, and of those, to another than g. */
static void count_links(size_t *known, size_t *leaving, const odd__explained *x, size_t i,
	int32_t g)
{
	const odd_csr *A = &x->net->A;
	for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
		int32_t there = x->group[A->idx[e]];
		*known += there != ODD_NO_LABEL;
		*leaving += there != ODD_NO_LABEL && g != ODD_NO_LABEL && there != g;
	}
}

static void place_links(odd_explain_place *p, const odd_explanation *e, const odd__explained *x,
	const struct members *m)
{
	const odd_csr *A = &x->net->A;
	int32_t own = p->own.number, most = ODD_NO_LABEL;
	count_links(&p->links_known, &p->links_leaving, x, e->node, own);
	if (own != ODD_NO_LABEL)
		for (size_t at = m->start[own]; at < m->start[own + 1]; at++)
			if (m->node[at] != e->node)
				count_links(&p->others_known, &p->others_leaving, x, m->node[at], own);
	size_t begin = A->ptr[e->node], end = A->ptr[e->node + 1];
	for (size_t l = begin; l < end; l++) {
		int32_t g = x->group[A->idx[l]];
		if (g != ODD_NO_LABEL)
			m->count[g]++;
	}
	for (size_t l = begin; l < end; l++) {
		int32_t g = x->group[A->idx[l]];
		if (g == ODD_NO_LABEL || m->count[g] < p->linked_count)
			continue;
		if (m->count[g] > p->linked_count || g == own || (most != own && g < most))
			most = g;
		p->linked_count = m->count[g];
	}
	for (size_t l = begin; l < end; l++)
		if (x->group[A->idx[l]] != ODD_NO_LABEL)
			m->count[x->group[A->idx[l]]] = 0;
	p->linked = group_of(e, x, most);
}

/* ---- attributes as a whole ---------------------------------------------------------------- */

/* cos(C_i, Σ of the other members' rows); 0 where either is 0. sum: D zeros, left as such. */
static double similarity_to(const odd__explained *x, const uint32_t *member, size_t count,
	size_t node, double *sum)
{
	odd_ccsr C = odd_csr_const(odd_one_input(x->run)->C);
	double own = 0.0, dot = 0.0, length = 0.0;
	for (size_t at = 0; at < count; at++)
		for (size_t e = C.ptr[member[at]]; member[at] != node && e < C.ptr[member[at] + 1]; e++)
			sum[C.idx[e]] += odd_csr_value(C, e);
	for (size_t e = C.ptr[node]; e < C.ptr[node + 1]; e++) {
		double value = odd_csr_value(C, e);
		own += value * value;
		dot += value * sum[C.idx[e]];
	}
	/* Each column once: its sum is put back to 0 where it is first met. */
	for (size_t at = 0; at < count; at++) {
		for (size_t e = C.ptr[member[at]]; e < C.ptr[member[at] + 1]; e++) {
			length += sum[C.idx[e]] * sum[C.idx[e]];
			sum[C.idx[e]] = 0.0;
		}
	}
	double cosine = own > 0.0 && length > 0.0 ? dot / (sqrt(own) * sqrt(length)) : 0.0;
	return isfinite(cosine) ? fmax(-1.0, fmin(1.0, cosine)) : 0.0;
}

static odd_status place_attributes(odd_explain_place *p, const odd_explanation *e,
	const odd__explained *x, const struct members *m, odd_error *err)
{
	double *sum = calloc(x->net->attributes + 1, sizeof *sum);
	int32_t best = ODD_NO_LABEL;
	if (sum == NULL)
		return odd_error_nomem(err);
	for (size_t g = 0; g < x->group_count; g++) {
		if (odd_job_cancelled(x->job)) {
			free(sum);
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		}
		double similarity = similarity_to(
			x, m->node + m->start[g], m->start[g + 1] - m->start[g], e->node, sum);
		if ((int32_t)g == p->own.number)
			p->own_similarity = similarity;
		/* Its own community is the answer also where another is as near. */
		bool nearer = similarity > p->worded_similarity ||
			(similarity == p->worded_similarity && (int32_t)g == p->own.number);
		if (similarity > 0.0 && nearer) {
			p->worded_similarity = similarity;
			best = (int32_t)g;
		}
	}
	p->worded = group_of(e, x, best);
	free(sum);
	return ODD_OK;
}

/* ---- words one by one --------------------------------------------------------------------- */

/* Who has a word, the node itself left out. */
struct holders {
	size_t own, there, all; /* in its own community, in `worded`, anywhere */
};

/* Row d of Ct lists them. O(of how many have it) */
static struct holders holders_of(size_t d, const odd_explanation *e, const odd__explained *x)
{
	odd_ccsr Ct = odd_csr_const(odd_one_input(x->run)->Ct);
	const odd_explain_place *p = &e->place;
	struct holders h = {0};
	for (size_t at = Ct.ptr[d]; at < Ct.ptr[d + 1]; at++) {
		int32_t g = x->group[Ct.idx[at]];
		if (Ct.idx[at] == e->node)
			continue;
		h.own += g != ODD_NO_LABEL && g == p->own.number;
		h.there += g != ODD_NO_LABEL && g == p->worded.number;
		h.all++;
	}
	return h;
}

/* there/size ≥ all/(n − 1) and there > 0, for `there` of the `size` others of a community */
static bool usual(size_t there, size_t size, size_t all, size_t n)
{
	return there > 0 && (double)there * (double)(n - 1) >= (double)all * (double)size;
}

static size_t others_in(const struct members *m, const odd_explain_place *p, int32_t g)
{
	return g == ODD_NO_LABEL ? 0 : m->start[g + 1] - m->start[g] - (g == p->own.number);
}

static double share(size_t part, size_t whole)
{
	return whole > 0 ? (double)part / (double)whole : 0.0;
}

/* Are so many usual words more likely when drawn from the members' words than from those of all
 * communities outside its own? The logarithm of the binomials' ratio; shares of 0 and 1 are kept
 * away from their ends. */
static bool suits(size_t usual_words, size_t words, double members, double outside)
{
	const double least = 1e-3;
	double p1 = fmin(fmax(members, least), 1.0 - least);
	double p0 = fmin(fmax(outside, least), 1.0 - least);
	double hits = (double)usual_words, misses = (double)(words - usual_words);
	return hits * log(p1 / p0) + misses * log((1.0 - p1) / (1.0 - p0)) > 0.0;
}

/* How many words of members, and of all outside its own community, are usual in `worded`. O(nnz(C)) */
static void place_usual(odd_explain_place *p, const odd_explanation *e, const odd__explained *x,
	size_t size)
{
	size_t members = 0, members_all = 0, outside = 0, outside_all = 0;
	for (size_t d = 0; d < x->net->attributes; d++) {
		struct holders h = holders_of(d, e, x);
		bool hit = usual(h.there, size, h.all, x->net->nodes);
		members += hit ? h.there : 0;
		outside += hit ? h.all - h.own : 0;
		members_all += h.there;
		outside_all += h.all - h.own;
	}
	p->members_usual = share(members, members_all);
	p->outside_usual = share(outside, outside_all);
}

static void place_words(odd_explain_place *p, const odd_explanation *e, const odd__explained *x,
	const struct members *m)
{
	const odd_csr *C = &x->net->C;
	size_t own = others_in(m, p, p->own.number), there = others_in(m, p, p->worded.number);
	for (size_t w = C->ptr[e->node]; w < C->ptr[e->node + 1]; w++) {
		struct holders h = holders_of(C->idx[w], e, x);
		p->words_usual += usual(h.own, own, h.all, x->net->nodes);
		p->words_usual_there += usual(h.there, there, h.all, x->net->nodes);
	}
	if (p->worded.number == ODD_NO_LABEL)
		return;
	place_usual(p, e, x, there);
	p->words_suit = suits(p->words_usual_there, C->ptr[e->node + 1] - C->ptr[e->node],
		p->members_usual, p->outside_usual);
}

odd_status odd__explain_place(odd_explanation *e, const odd__explained *x, odd_error *err)
{
	odd_explain_place *p = &e->place;
	struct members m = {0};
	p->own = p->linked = p->worded = (odd_explain_group){ODD_NO_LABEL, NULL};
	p->words = !e->standardised && odd_prepare_is_words(odd_csr_const(x->net->C));
	if (x->group == NULL)
		return ODD_OK;
	p->own = group_of(e, x, x->group[e->node]);
	odd_status status = members_init(&m, x, err);
	if (status == ODD_OK) {
		place_links(p, e, x, &m);
		status = place_attributes(p, e, x, &m, err);
	}
	if (status == ODD_OK && p->words)
		place_words(p, e, x, &m);
	members_clear(&m);
	return status;
}
