/* naive_explain.h: the numbers of an explanation straight from their definitions, on dense rows. */
#ifndef TESTS_NAIVE_EXPLAIN_H
#define TESTS_NAIVE_EXPLAIN_H

#include "helpers.h"

#include <math.h>

#include "oddone/explain.h"

static inline double naive_entry(const odd_csr *m, size_t i, size_t j)
{
	for (size_t e = m->ptr[i]; e < m->ptr[i + 1]; e++)
		if (m->idx[e] == j)
			return odd_csr_value(odd_csr_const(*m), e);
	return 0.0;
}

static inline bool naive_stored(const odd_csr *m, size_t i, size_t j)
{
	for (size_t e = m->ptr[i]; e < m->ptr[i + 1]; e++)
		if (m->idx[e] == j)
			return true;
	return false;
}

static inline double naive_dot(const double *x, const double *y, size_t k)
{
	double sum = 0.0;
	for (size_t q = 0; q < k; q++)
		sum += x[q] * y[q];
	return sum;
}

/* One row: every listed entry has the right numbers, lists fall, and nothing that was left out
 * belongs before what is there. */
static inline void check_row(const odd_explain_row *row, const odd_csr *given,
	const odd_csr *prepared, size_t i, odd_cmat F, odd_cmat B, size_t skip, size_t wanted)
{
	double error = 0.0, size = 0.0;
	size_t there = 0, hoped = 0, better_present = 0, better_absent = 0;
	const odd_explain_entry *last_p =
		row->present_count ? &row->present[row->present_count - 1] : NULL;
	const odd_explain_entry *last_a =
		row->absent_count ? &row->absent[row->absent_count - 1] : NULL;
	for (size_t j = 0; j < prepared->cols; j++) {
		double x = naive_entry(prepared, i, j);
		double m = naive_dot(odd_cmat_row(F, i), odd_cmat_row(B, j), F.cols);
		error += (x - m) * (x - m);
		size += x * x;
		if (j == skip)
			continue;
		bool stored = naive_stored(prepared, i, j);
		there += stored;
		hoped += !stored && m > 0.0;
		better_present +=
			stored && last_p != NULL && (x - m) * (x - m) > last_p->error * (1 + 1e-9);
		better_absent += !stored && last_a != NULL && m > last_a->expected * (1 + 1e-9);
	}
	assert_close(row->error, error, 1e-10);
	assert_close(row->size, size, 1e-12);
	assert_int_equal(row->count, given->ptr[i + 1] - given->ptr[i]);
	assert_int_equal(row->present_count, there < wanted ? there : wanted);
	assert_int_equal(row->absent_count, hoped < wanted ? hoped : wanted);
	assert_true(better_present < row->present_count || row->present_count == 0);
	assert_true(better_absent < row->absent_count || row->absent_count == 0);
	for (int list = 0; list < 2; list++) {
		const odd_explain_entry *e = list ? row->absent : row->present;
		for (size_t b = 0; b < (list ? row->absent_count : row->present_count); b++) {
			double m = naive_dot(odd_cmat_row(F, i), odd_cmat_row(B, e[b].at), F.cols);
			assert_true(e[b].at != skip);
			assert_int_equal(naive_stored(prepared, i, e[b].at), list == 0);
			assert_true(e[b].given == naive_entry(given, i, e[b].at));
			assert_true(e[b].observed == naive_entry(prepared, i, e[b].at));
			assert_close(e[b].expected, m, 1e-12);
			assert_close(e[b].error, (e[b].observed - m) * (e[b].observed - m), 1e-12);
			if (b > 0 && list == 0)
				assert_true(e[b].error <= e[b - 1].error);
			if (b > 0 && list == 1)
				assert_true(e[b].expected <= e[b - 1].expected);
		}
	}
}

/* Of the others in g (or, g < 0, of all others), how many have word d? */
static inline size_t naive_holders(const odd_network *net, const int32_t *group, size_t node,
	int32_t g, size_t d, size_t *members)
{
	size_t count = 0;
	*members = 0;
	for (size_t i = 0; i < net->nodes; i++) {
		if (i == node || (g >= 0 && group[i] != g))
			continue;
		(*members)++;
		count += naive_entry(&net->C, i, d) != 0.0;
	}
	return count;
}

static inline bool naive_usual(
	const odd_network *net, const int32_t *group, size_t node, int32_t g, size_t d)
{
	size_t members, all;
	size_t there = naive_holders(net, group, node, g, d, &members);
	size_t anywhere = naive_holders(net, group, node, -1, d, &all);
	return there > 0 &&
	       (double)there / (double)members >= (double)anywhere / (double)all * (1 - 1e-12);
}

/* cos(C_i, the mean of the rows of g's other members) */
static inline double naive_similarity(
	const odd_network *net, const odd_csr *C, const int32_t *group, size_t node, int32_t g)
{
	double dot = 0.0, own = 0.0, length = 0.0;
	for (size_t d = 0; d < C->cols; d++) {
		double mean = 0.0, x = naive_entry(C, node, d);
		for (size_t i = 0; i < net->nodes; i++)
			if (i != node && group[i] == g)
				mean += naive_entry(C, i, d);
		dot += x * mean;
		own += x * x;
		length += mean * mean;
	}
	return own > 0.0 && length > 0.0 ? dot / sqrt(own * length) : 0.0;
}

/* log₂ of how much likelier the words of a node are among those of the nodes for which `in` holds
 * than among those of all others, ten of these being mixed in. */
static inline double naive_fit(
	const odd_network *net, const int32_t *group, size_t node, int32_t g, bool in)
{
	double pool = 0.0, all = 0.0, sum = 0.0;
	for (size_t i = 0; i < net->nodes; i++) {
		double words = (double)(net->C.ptr[i + 1] - net->C.ptr[i]);
		pool += i != node && (group[i] == g) == in ? words : 0.0;
		all += words;
	}
	for (size_t d = 0; d < net->attributes; d++) {
		double have = 0.0, here = 0.0;
		for (size_t i = 0; i < net->nodes; i++)
			if (i != node && naive_stored(&net->C, i, d)) {
				have += 1.0;
				here += (group[i] == g) == in;
			}
		double b = (have + 0.5) / (all + 0.5 * (double)net->attributes);
		if (naive_stored(&net->C, node, d))
			sum += log2((here + 10.0 * b) / (pool + 10.0) / b);
	}
	return sum;
}

/* Words: the three fits, and where they are said to be at home. */
static inline void check_fit(
	const odd_explanation *e, const odd_network *net, const int32_t *group, size_t groups)
{
	const odd_explain_place *p = &e->place;
	int32_t own = p->own.number, best = -1;
	double one = 0.0, others = 0.0, most = 0.0;
	if (own < 0 || e->attributes.count == 0)
		return;
	for (int32_t g = 0; g < (int32_t)groups; g++) {
		double size = 0.0, fit = naive_fit(net, group, e->node, g, true);
		for (size_t i = 0; i < net->nodes; i++)
			size += i != e->node && group[i] == g;
		if (g == own)
			assert_close(p->fit_own, fit, 1e-9);
		if (g == own || size == 0.0)
			continue;
		if (best < 0 || fit > most) {
			best = g;
			most = fit;
		}
		one += size * exp2(fit);
		others += size;
	}
	if (best < 0)
		return;
	assert_close(p->fit_one, log2(one / others), 1e-9);
	assert_close(p->fit_mixed, naive_fit(net, group, e->node, own, false), 1e-9);
	assert_int_equal(p->words_suit, p->fit_one > p->fit_mixed);
	bool stays = p->fit_own >= fmax(p->fit_one, p->fit_mixed);
	assert_int_equal(p->worded.number, stays ? own : best);
}

static inline void check_place(const odd_explanation *e, const odd_network *net,
	const odd_csr *prepared, const int32_t *group, size_t groups)
{
	const odd_explain_place *p = &e->place;
	size_t known = 0, leaving = 0, others_known = 0, others_leaving = 0, most = 0, usual = 0,
	       usual_there = 0;
	int32_t own = group[e->node];
	assert_int_equal(p->own.number, own);
	for (size_t i = 0; i < net->nodes && own >= 0; i++) {
		for (size_t j = 0; j < net->nodes && group[i] == own; j++) {
			bool link = naive_stored(&net->A, i, j) && group[j] >= 0;
			*(i == e->node ? &known : &others_known) += link;
			*(i == e->node ? &leaving : &others_leaving) += link && group[j] != own;
		}
	}
	assert_int_equal(p->links_known, known);
	assert_int_equal(p->links_leaving, leaving);
	assert_int_equal(p->others_known, others_known);
	assert_int_equal(p->others_leaving, others_leaving);
	double best = 0.0;
	for (int32_t g = 0; g < (int32_t)groups; g++) {
		size_t count = 0;
		for (size_t j = 0; j < net->nodes; j++)
			count += naive_stored(&net->A, e->node, j) && group[j] == g;
		most = count > most ? count : most;
		if (g == p->linked.number)
			assert_int_equal(count, p->linked_count);
		double similarity = naive_similarity(net, prepared, group, e->node, g);
		best = fmax(best, similarity);
		if (g == p->worded.number)
			assert_close(similarity, p->worded_similarity, 1e-12);
		if (g == own)
			assert_close(similarity, p->own_similarity, 1e-12);
	}
	assert_int_equal(most, p->linked_count);
	if (p->words)
		check_fit(e, net, group, groups);
	else
		assert_close(best, p->worded_similarity, 1e-12);
	for (size_t d = 0; d < net->attributes && p->words; d++) {
		if (!naive_stored(&net->C, e->node, d))
			continue;
		usual += own >= 0 && naive_usual(net, group, e->node, own, d);
		usual_there += p->worded.number >= 0 &&
			       naive_usual(net, group, e->node, p->worded.number, d);
	}
	assert_int_equal(p->words_usual, usual);
	assert_int_equal(p->words_usual_there, usual_there);
}

/* Σ over words usual in `worded` of those who have it / Σ over all words */
static inline void check_usual_shares(
	const odd_explanation *e, const odd_network *net, const int32_t *group)
{
	const odd_explain_place *p = &e->place;
	size_t hit[2] = {0, 0}, all[2] = {0, 0};
	for (size_t d = 0; d < net->attributes; d++) {
		bool usual = naive_usual(net, group, e->node, p->worded.number, d);
		for (size_t i = 0; i < net->nodes; i++) {
			if (i == e->node || naive_entry(&net->C, i, d) == 0.0)
				continue;
			bool in[2] = {group[i] == p->worded.number,
				p->own.number < 0 || group[i] != p->own.number};
			for (int t = 0; t < 2; t++) {
				hit[t] += in[t] && usual;
				all[t] += in[t];
			}
		}
	}
	assert_close(p->members_usual, all[0] ? (double)hit[0] / (double)all[0] : 0.0, 1e-12);
	assert_close(p->outside_usual, all[1] ? (double)hit[1] / (double)all[1] : 0.0, 1e-12);
}

static inline void check_near(const odd_explanation *e, const odd_one *run, size_t wanted)
{
	odd_error err;
	odd_one_state state = odd_one_look(run);
	odd_mat E;
	assert_ok(odd_mat_alloc(&E, state.nodes, state.k, &err), err);
	odd_one_embedding(run, E);
	const double *own = odd_mat_row(E, e->node);
	size_t nearer = 0;
	double last = e->near_count ? e->near[e->near_count - 1].similarity : -2.0;
	for (size_t j = 0; j < state.nodes; j++) {
		const double *row = odd_mat_row(E, j);
		double cosine = naive_dot(own, row, state.k) /
				sqrt(naive_dot(own, own, state.k) * naive_dot(row, row, state.k));
		nearer += j != e->node && cosine > last + 1e-12;
		for (size_t b = 0; b < e->near_count; b++)
			if (e->near[b].node == j)
				assert_close(e->near[b].similarity, cosine, 1e-12);
	}
	assert_true(nearer < e->near_count || wanted == 0);
	assert_int_equal(e->near_count, wanted);
	for (size_t b = 0; b < e->near_count; b++) {
		assert_true(e->near[b].node != e->node);
		assert_true(b == 0 || e->near[b].similarity <= e->near[b - 1].similarity);
	}
	odd_mat_free(&E);
}

#endif
