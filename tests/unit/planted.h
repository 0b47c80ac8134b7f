/* planted.h: what must be true of a planted node, checked against the network as it was. */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "helpers.h"

#include <math.h>

#include "oddone/plant.h"

static inline double class_mean(const odd_network *net, const odd_csr *m, int32_t c)
{
	size_t sum = 0, nodes = 0;
	for (size_t i = 0; i < net->nodes; i++) {
		if (net->label[i] == c) {
			sum += m->ptr[i + 1] - m->ptr[i];
			nodes++;
		}
	}
	return (double)sum / (double)nodes;
}

static inline double stored(const odd_csr *m, size_t i, size_t j)
{
	for (size_t e = m->ptr[i]; e < m->ptr[i + 1]; e++)
		if (m->idx[e] == j)
			return odd_csr_value(odd_csr_const(*m), e);
	return 0.0;
}

static inline size_t row_length(const odd_csr *m, size_t i)
{
	return m->ptr[i + 1] - m->ptr[i];
}

static inline void assert_rows_rise(const odd_csr *m)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t e = m->ptr[i]; e + 1 < m->ptr[i + 1]; e++)
			assert_true(m->idx[e] < m->idx[e + 1]);
}

static inline void assert_in_band(size_t count, double mean)
{
	assert_true(count >= 1);
	assert_true((double)count <= fmax(1.0, floor(1.1 * mean + 0.5)));
	assert_true((double)count >= floor(0.9 * mean + 0.5));
}

/* How many nodes of class c have word d. */
static inline size_t nodes_with(const odd_network *net, int32_t c, size_t d)
{
	size_t n = 0;
	for (size_t i = 0; i < net->nodes; i++)
		n += net->label[i] == c && stored(&net->C, i, d) != 0.0;
	return n;
}

/* Does some node, of class c (or of any but c), hold exactly this value for word d? */
static inline bool value_occurs(
	const odd_network *net, int32_t c, bool other, size_t d, double value)
{
	for (size_t i = 0; i < net->nodes; i++)
		if ((net->label[i] == c) != other && stored(&net->C, i, d) == value)
			return true;
	return false;
}

/* Does some link of a node of class c have this weight? */
static inline bool weight_occurs(const odd_network *net, int32_t c, double weight)
{
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = net->A.ptr[i]; net->label[i] == c && e < net->A.ptr[i + 1]; e++)
			if (net->A.val[e] == weight)
				return true;
	return false;
}

static inline void check_old_part(const odd_network *net, const odd_network *with)
{
	for (size_t i = 0; i < net->nodes; i++) {
		assert_string_equal(odd_names_get(&net->ids, i), odd_names_get(&with->ids, i));
		assert_int_equal(net->label[i], with->label[i]);
		assert_int_equal(net->truth[i], with->truth[i]);
		size_t old = row_length(&net->A, i), now = row_length(&with->A, i);
		assert_true(now >= old);
		for (size_t e = 0; e < now; e++) {
			uint32_t j = with->A.idx[with->A.ptr[i] + e];
			if (e < old)
				assert_int_equal(j, net->A.idx[net->A.ptr[i] + e]);
			else
				assert_true(j >= net->nodes);
		}
		assert_int_equal(row_length(&net->C, i), row_length(&with->C, i));
	}
}

/* Links that lead to a node; and whether a node of class c has so many. */
static inline size_t arriving_at(const odd_network *net, size_t node)
{
	size_t n = 0;
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(net->A)); e++)
		n += net->A.idx[e] == node;
	return n;
}

static inline bool arriving_occurs(const odd_network *net, int32_t c, size_t count)
{
	for (size_t i = 0; i < net->nodes; i++)
		if (net->label[i] == c && arriving_at(net, i) == count)
			return true;
	return false;
}

/* One planted node against the network as it was. */
static inline void check_planted(const odd_network *net, const odd_network *with, size_t i)
{
	int32_t c = with->label[i];
	odd_kind kind = with->truth[i];
	assert_true(
		c >= 0 && kind >= ODD_STRUCTURAL && (kind <= ODD_COMBINED || kind == ODD_PLACEBO));
	assert_in_band(row_length(&with->A, i), class_mean(net, &net->A, c));
	assert_in_band(row_length(&with->C, i), class_mean(net, &net->C, c));
	for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++) {
		uint32_t j = with->A.idx[e];
		assert_true(j < net->nodes);
		assert_true((net->label[j] == c) == (kind != ODD_STRUCTURAL));
		if (with->A.val != NULL)
			assert_true(weight_occurs(net, c, with->A.val[e]));
	}
	if (net->directed)
		assert_true(arriving_occurs(net, c, arriving_at(with, i)));
	for (size_t j = 0; net->directed && j < net->nodes; j++) {
		double weight = stored(&with->A, j, i);
		if (weight != 0.0)
			assert_true((net->label[j] == c) == (kind != ODD_STRUCTURAL));
	}
	bool fits[8] = {false}; /* can all words be of class q? */
	for (int32_t q = 0; q < (int32_t)net->classes.count; q++) {
		fits[q] = true;
		for (size_t e = with->C.ptr[i]; e < with->C.ptr[i + 1]; e++) {
			double value = odd_csr_value(odd_csr_const(with->C), e);
			if (!value_occurs(net, q, false, with->C.idx[e], value))
				fits[q] = false;
		}
	}
	bool other = false;
	for (int32_t q = 0; q < (int32_t)net->classes.count; q++)
		other |= q != c && fits[q];
	if (kind == ODD_STRUCTURAL || kind == ODD_PLACEBO)
		assert_true(fits[c]);
	else if (kind == ODD_COMBINED)
		assert_true(other);
	else
		for (size_t e = with->C.ptr[i]; e < with->C.ptr[i + 1]; e++)
			assert_true(value_occurs(net, c, true, with->C.idx[e],
				odd_csr_value(odd_csr_const(with->C), e)));
}

static inline void check_all(
	const odd_network *net, const odd_network *with, const odd_plant_record *record)
{
	const odd_plant_options *o = &record->options;
	size_t count[ODD_KINDS];
	odd_network_count_truth(with, count);
	assert_int_equal(count[ODD_STRUCTURAL], o->structural);
	assert_int_equal(count[ODD_ATTRIBUTE], o->attribute);
	assert_int_equal(count[ODD_COMBINED], o->combined);
	assert_int_equal(record->first, net->nodes);
	assert_int_equal(count[ODD_PLACEBO], o->placebo);
	assert_int_equal(record->count, o->structural + o->attribute + o->combined + o->placebo);
	assert_int_equal(with->nodes, net->nodes + record->count);
	assert_true(with->has_truth);
	assert_rows_rise(&with->A);
	assert_rows_rise(&with->C);
	check_old_part(net, with);
	size_t links = 0, arriving = 0;
	for (size_t i = net->nodes; i < with->nodes; i++) {
		check_planted(net, with, i);
		links += row_length(&with->A, i);
		if (i > net->nodes)
			assert_true(with->truth[i] >= with->truth[i - 1]);
		for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++) {
			double there = odd_csr_value(odd_csr_const(with->A), e);
			double back = stored(&with->A, with->A.idx[e], i);
			if (!net->directed)
				assert_true(back == there);
		}
		arriving += arriving_at(with, i);
	}
	assert_int_equal(with->edges, net->edges + links + (net->directed ? arriving : 0));
	assert_int_equal(odd_csr_nnz(odd_csr_const(with->A)),
		odd_csr_nnz(odd_csr_const(net->A)) + links + arriving);
}

#endif
