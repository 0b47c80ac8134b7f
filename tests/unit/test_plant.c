/* Planting: every promise of the protocol, node by node. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "oddone/plant.h"

static double class_mean(const odd_network *net, const odd_csr *m, int32_t c)
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

static double stored(const odd_csr *m, size_t i, size_t j)
{
	for (size_t e = m->ptr[i]; e < m->ptr[i + 1]; e++)
		if (m->idx[e] == j)
			return odd_csr_value(odd_csr_const(*m), e);
	return 0.0;
}

static size_t row_length(const odd_csr *m, size_t i)
{
	return m->ptr[i + 1] - m->ptr[i];
}

static void assert_rows_rise(const odd_csr *m)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t e = m->ptr[i]; e + 1 < m->ptr[i + 1]; e++)
			assert_true(m->idx[e] < m->idx[e + 1]);
}

static void assert_in_band(size_t count, double mean)
{
	assert_true(count >= 1);
	assert_true((double)count <= fmax(1.0, floor(1.1 * mean + 0.5)));
	assert_true((double)count >= floor(0.9 * mean + 0.5));
}

/* How many nodes of class c have word d. */
static size_t nodes_with(const odd_network *net, int32_t c, size_t d)
{
	size_t n = 0;
	for (size_t i = 0; i < net->nodes; i++)
		n += net->label[i] == c && stored(&net->C, i, d) != 0.0;
	return n;
}

/* Does some node, of class c (or of any but c), hold exactly this value for word d? */
static bool value_occurs(const odd_network *net, int32_t c, bool other, size_t d, double value)
{
	for (size_t i = 0; i < net->nodes; i++)
		if ((net->label[i] == c) != other && stored(&net->C, i, d) == value)
			return true;
	return false;
}

/* Does some link of a node of class c have this weight? */
static bool weight_occurs(const odd_network *net, int32_t c, double weight)
{
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = net->A.ptr[i]; net->label[i] == c && e < net->A.ptr[i + 1]; e++)
			if (net->A.val[e] == weight)
				return true;
	return false;
}

static void check_old_part(const odd_network *net, const odd_network *with)
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
				assert_true(j >= net->nodes && !net->directed);
		}
		assert_int_equal(row_length(&net->C, i), row_length(&with->C, i));
	}
}

/* One planted node against the network as it was. */
static void check_planted(const odd_network *net, const odd_network *with, size_t i)
{
	int32_t c = with->label[i];
	odd_kind kind = with->truth[i];
	assert_true(c >= 0 && kind >= ODD_STRUCTURAL && kind <= ODD_COMBINED);
	assert_in_band(row_length(&with->A, i), class_mean(net, &net->A, c));
	assert_in_band(row_length(&with->C, i), class_mean(net, &net->C, c));
	for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++) {
		uint32_t j = with->A.idx[e];
		assert_true(j < net->nodes);
		assert_true((net->label[j] == c) == (kind != ODD_STRUCTURAL));
		if (with->A.val != NULL)
			assert_true(weight_occurs(net, c, with->A.val[e]));
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
	if (kind == ODD_STRUCTURAL)
		assert_true(fits[c]);
	else if (kind == ODD_COMBINED)
		assert_true(other);
	else
		for (size_t e = with->C.ptr[i]; e < with->C.ptr[i + 1]; e++)
			assert_true(value_occurs(net, c, true, with->C.idx[e],
				odd_csr_value(odd_csr_const(with->C), e)));
}

static void check_all(const odd_network *net, const odd_network *with,
	const odd_plant_record *record)
{
	const odd_plant_options *o = &record->options;
	size_t count[ODD_KINDS];
	odd_network_count_truth(with, count);
	assert_int_equal(count[ODD_STRUCTURAL], o->structural);
	assert_int_equal(count[ODD_ATTRIBUTE], o->attribute);
	assert_int_equal(count[ODD_COMBINED], o->combined);
	assert_int_equal(record->first, net->nodes);
	assert_int_equal(record->count, o->structural + o->attribute + o->combined);
	assert_int_equal(with->nodes, net->nodes + record->count);
	assert_true(with->has_truth);
	assert_rows_rise(&with->A);
	assert_rows_rise(&with->C);
	check_old_part(net, with);
	size_t links = 0;
	for (size_t i = net->nodes; i < with->nodes; i++) {
		check_planted(net, with, i);
		links += row_length(&with->A, i);
		if (i > net->nodes)
			assert_true(with->truth[i] >= with->truth[i - 1]);
		for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++)
			assert_true(stored(&with->A, with->A.idx[e], i) ==
				    (net->directed ? 0.0 : odd_csr_value(odd_csr_const(with->A), e)));
	}
	assert_int_equal(with->edges, net->edges + links);
	assert_int_equal(odd_csr_nnz(odd_csr_const(with->A)),
		odd_csr_nnz(odd_csr_const(net->A)) + (net->directed ? 1 : 2) * links);
}

static void keeps_the_protocol(void **state)
{
	(void)state;
	for (int variant = 0; variant < 16; variant++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.directed = variant & 1;
		b.weighted = variant & 2;
		b.real = variant & 4;
		odd_network *net = make_blocks(&b), *with, *back;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.structural = 15, .attribute = 11, .combined = 19,
			.style = variant & 8 ? ODD_PLANT_LOCAL : ODD_PLANT_UNIFORM, .seed = 3};
		odd_plant_record record;
		assert_ok(odd_plant(&with, &record, net, &groups, &o, NULL, &err), err);
		assert_true((with->A.val != NULL) == b.weighted);
		assert_true((with->C.val != NULL) == b.real);
		check_all(net, with, &record);
		assert_string_equal(odd_names_get(&with->ids, net->nodes), "structural-1");
		assert_string_equal(odd_names_get(&with->ids, net->nodes + 15), "attribute-1");
		assert_string_equal(odd_names_get(&with->ids, with->nodes - 1), "combined-19");
		assert_ok(odd_unplant(&back, with, &record, &err), err);
		assert_true(odd_network_equal(back, net));
		assert_int_equal(odd_network_checksum(back), odd_network_checksum(net));
		assert_false(back->has_truth);
		assert_int_equal(back->edges, net->edges);
		odd_network_free(back);
		odd_network_free(with);
		odd_network_free(net);
	}
}

/* Classes by size, words by how many nodes have them: counts within five standard errors. */
static void draws_in_proportion(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.topic = 6;
	b.shared = 2;
	b.words = 3;
	odd_network *net = make_blocks(&b), *with;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.structural = 6000, .attribute = 6000, .combined = 6000, .seed = 5};
	assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
	size_t size[3] = {0}, drawn[3] = {0}, with_word[20] = {0}, per_node = 0;
	for (size_t i = 0; i < net->nodes; i++)
		size[net->label[i]]++;
	for (size_t i = net->nodes; i < with->nodes; i++)
		drawn[with->label[i]]++;
	for (int c = 0; c < 3; c++) {
		double p = (double)size[c] / (double)net->nodes, sd = sqrt(18000 * p * (1 - p));
		assert_true(fabs((double)drawn[c] - 18000 * p) < 5 * sd);
	}
	/* The first word drawn cannot be told from the others, so compare words of equal counts:
	 * more nodes have it, more planted nodes have it. */
	for (size_t i = net->nodes; i < net->nodes + 6000; i++) {
		if (with->label[i] != 0)
			continue;
		per_node++;
		for (size_t e = with->C.ptr[i]; e < with->C.ptr[i + 1]; e++)
			with_word[with->C.idx[e]]++;
	}
	for (size_t d = 0; d < 20; d++) {
		for (size_t q = 0; q < 20; q++) {
			size_t nd = nodes_with(net, 0, d), nq = nodes_with(net, 0, q);
			if (nd == 0)
				assert_int_equal(with_word[d], 0);
			if (nd >= nq + 5)
				assert_true(with_word[d] > with_word[q]);
		}
	}
	assert_true(per_node > 500);
	odd_network_free(with);
	odd_network_free(net);
}

static void assert_same_rows(const odd_network *a, size_t i, const odd_network *b, size_t j)
{
	const odd_csr *m[2][2] = {{&a->A, &b->A}, {&a->C, &b->C}};
	for (int k = 0; k < 2; k++) {
		assert_int_equal(row_length(m[k][0], i), row_length(m[k][1], j));
		assert_memory_equal(m[k][0]->idx + m[k][0]->ptr[i], m[k][1]->idx + m[k][1]->ptr[j],
			row_length(m[k][0], i) * sizeof(uint32_t));
	}
	assert_int_equal(a->label[i], b->label[j]);
}

static void seed_decides_and_kinds_are_apart(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *one, *two, *more, *other;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.structural = 9, .attribute = 9, .combined = 9, .seed = 3};
	odd_plant_options wide = {.structural = 30, .attribute = 5, .combined = 9, .seed = 3};
	assert_ok(odd_plant(&one, NULL, net, &groups, &o, NULL, &err), err);
	assert_ok(odd_plant(&two, NULL, net, &groups, &o, NULL, &err), err);
	assert_ok(odd_plant(&more, NULL, net, &groups, &wide, NULL, &err), err);
	o.seed = 4;
	assert_ok(odd_plant(&other, NULL, net, &groups, &o, NULL, &err), err);
	assert_true(odd_network_equal(one, two));
	assert_false(odd_network_equal(one, other));
	size_t n = net->nodes;
	for (size_t i = 0; i < 9; i++) {
		assert_same_rows(one, n + i, more, n + i);
		if (i < 5)
			assert_same_rows(one, n + 9 + i, more, n + 30 + i);
		assert_same_rows(one, n + 18 + i, more, n + 35 + i);
	}
	odd_network_free(one);
	odd_network_free(two);
	odd_network_free(more);
	odd_network_free(other);
	odd_network_free(net);
}

static void two_plantings_either_out(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.weighted = b.real = true;
	odd_network *net = make_blocks(&b), *first, *both, *a, *z, *back;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.structural = 4, .attribute = 5, .combined = 6, .seed = 3};
	odd_plant_record one, two;
	assert_ok(odd_plant(&first, &one, net, &groups, &o, NULL, &err), err);
	groups = label_groups(first);
	assert_ok(odd_plant(&both, &two, first, &groups, &o, NULL, &err), err);
	assert_string_equal(odd_names_get(&both->ids, two.first), "structural-5");
	assert_string_equal(odd_names_get(&both->ids, two.first + 4), "attribute-6");
	/* the same seed again does not plant the same nodes again */
	size_t same = 0;
	for (size_t i = 0; i < 15; i++)
		same += row_length(&both->A, one.first + i) == row_length(&both->A, two.first + i) &&
			both->A.idx[both->A.ptr[one.first + i]] ==
				both->A.idx[both->A.ptr[two.first + i]];
	assert_true(same < 8);

	assert_ok(odd_unplant(&a, both, &two, &err), err);
	assert_true(odd_network_equal(a, first));
	assert_ok(odd_unplant(&z, both, &one, &err), err);
	assert_int_equal(z->nodes, net->nodes + two.count);
	assert_string_equal(odd_names_get(&z->ids, net->nodes), "structural-5");
	assert_true(z->has_truth);
	two.first -= one.count;
	assert_ok(odd_unplant(&back, z, &two, &err), err);
	assert_true(odd_network_equal(back, net));
	odd_network_free(back);
	assert_int_equal(odd_unplant(&back, net, &two, &err), ODD_EUSAGE);
	assert_null(back);
	two.first = 0; /* ordinary nodes are not a planting */
	assert_int_equal(odd_unplant(&back, net, &two, &err), ODD_EUSAGE);
	odd_network_free(a);
	odd_network_free(z);
	odd_network_free(both);
	odd_network_free(first);
	odd_network_free(net);
}

/* A ring per class, and no other links: a walk stays near its start, uniform links do not. */
static odd_network *make_rings(size_t length)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 2 * length; i++) {
		char text[32];
		int was_there, n = snprintf(text, sizeof text, "%zu", i);
		uint32_t at;
		assert_ok(odd__builder_node(&b, text, (size_t)n, &at, &was_there, &err), err);
		assert_ok(odd__builder_label(&b, at, i < length ? "a" : "b", 1, &err), err);
		assert_ok(odd__builder_attribute(&b, at, i < length ? 0 : 1, 1.0, &err), err);
	}
	for (size_t i = 0; i < 2 * length; i++) {
		size_t base = i < length ? 0 : length;
		for (size_t s = 1; s <= 2; s++)
			assert_ok(odd__builder_link(&b, (uint32_t)i,
					  (uint32_t)(base + (i - base + s) % length), 1.0, &err),
				err);
	}
	assert_ok(odd__builder_finish(&net, &b, "rings", "test", &err), err);
	return net;
}

static void local_style_stays_near(void **state)
{
	(void)state;
	odd_error err;
	enum { LENGTH = 1000 };
	odd_network *net = make_rings(LENGTH);
	odd_communities groups = label_groups(net);
	size_t widest[2] = {0, 0};
	for (int style = 0; style < 2; style++) {
		odd_network *with;
		odd_plant_options o = {.attribute = 40, .style = (odd_plant_style)style, .seed = 1};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		for (size_t i = net->nodes; i < with->nodes; i++) {
			/* the smallest arc that holds all links is the ring less the widest gap */
			size_t begin = with->A.ptr[i], end = with->A.ptr[i + 1], gap = 0;
			for (size_t e = begin; e < end; e++) {
				size_t here = with->A.idx[e];
				size_t next = e + 1 < end ? with->A.idx[e + 1]
							  : with->A.idx[begin] + LENGTH;
				if (next - here > gap)
					gap = next - here;
			}
			if (LENGTH - gap > widest[style])
				widest[style] = LENGTH - gap;
		}
		odd_network_free(with);
	}
	assert_true(widest[ODD_PLANT_LOCAL] < 60);
	assert_true(widest[ODD_PLANT_UNIFORM] > 300);
	odd_network_free(net);
}

/* Class a is pairs of nodes, b a clique: a walk in a sees two nodes, and is filled up. */
static void short_walks_are_filled_up(void **state)
{
	(void)state;
	odd_error err;
	odd__builder b;
	odd_network *net, *with;
	odd__builder_init(&b, false);
	for (uint32_t i = 0; i < 60; i++) {
		char text[32];
		int was_there, n = snprintf(text, sizeof text, "%u", i);
		uint32_t at;
		assert_ok(odd__builder_node(&b, text, (size_t)n, &at, &was_there, &err), err);
		assert_ok(odd__builder_label(&b, at, i < 50 ? "a" : "b", 1, &err), err);
		assert_ok(odd__builder_attribute(&b, at, i < 50 ? 0 : 1, 1.0, &err), err);
	}
	for (uint32_t i = 0; i < 50; i++) {
		assert_ok(odd__builder_link(&b, i, i ^ 1, 1.0, &err), err);
		for (uint32_t j = 50; j < 60; j++)
			assert_ok(odd__builder_link(&b, i, j, 1.0, &err), err);
	}
	assert_ok(odd__builder_finish(&net, &b, "pairs", "test", &err), err);
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.combined = 50, .style = ODD_PLANT_LOCAL, .seed = 1};
	assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
	for (size_t i = 60; i < with->nodes; i++) {
		size_t degree = row_length(&with->A, i);
		if (with->label[i] == 0)
			assert_true(degree >= 10 && degree <= 12);
		else /* the mean degree of b is 50, and it has ten nodes */
			assert_int_equal(degree, 10);
		for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++)
			assert_int_equal(net->label[with->A.idx[e]], with->label[i]);
	}
	odd_network_free(with);
	odd_network_free(net);
}

/* Every node has nearly every attribute: the exact draw has to finish what luck cannot. */
static void dense_attributes_can_be_drawn(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 120;
	b.topic = 10;
	b.shared = 190;
	b.words = 2000;
	b.real = true;
	odd_network *net = make_blocks(&b), *with;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.structural = 10, .attribute = 10, .combined = 10, .seed = 8};
	odd_plant_record record;
	assert_ok(odd_plant(&with, &record, net, &groups, &o, NULL, &err), err);
	assert_rows_rise(&with->C);
	for (size_t i = net->nodes; i < with->nodes; i++) {
		size_t most = with->truth[i] == ODD_ATTRIBUTE ? 210 : 200, n = row_length(&with->C, i);
		assert_true(n <= most && n >= 170);
	}
	for (size_t i = net->nodes; i < with->nodes; i++)
		if (row_length(&with->C, i) < 200)
			check_planted(net, with, i);
	odd_network_free(with);
	odd_network_free(net);
}

/* One word in a thousand times as many nodes as the others: still distinct words, still exact. */
static void rare_words_are_reached(void **state)
{
	(void)state;
	odd_error err;
	odd__builder b;
	odd_network *net, *with;
	odd__builder_init(&b, false);
	for (uint32_t i = 0; i < 2000; i++) {
		char text[32];
		int was_there, n = snprintf(text, sizeof text, "%u", i);
		uint32_t at;
		assert_ok(odd__builder_node(&b, text, (size_t)n, &at, &was_there, &err), err);
		assert_ok(odd__builder_label(&b, at, i < 1000 ? "a" : "b", 1, &err), err);
		for (uint32_t d = 0; d < 4; d++)
			assert_ok(odd__builder_attribute(&b, at, d, 2.0, &err), err);
	}
	/* word 4 has one node in a, word 5 three, word 6 none */
	assert_ok(odd__builder_attribute(&b, 17, 4, 5.0, &err), err);
	for (uint32_t i = 0; i < 3; i++)
		assert_ok(odd__builder_attribute(&b, 20 + i, 5, 6.0 + i, &err), err);
	assert_ok(odd__builder_attribute(&b, 1500, 6, 9.0, &err), err);
	for (uint32_t d = 0; d < 2000; d++) /* one chatterbox raises the mean of b above four */
		assert_ok(odd__builder_attribute(&b, 1000, 7 + d, 1.0, &err), err);
	assert_ok(odd__builder_finish(&net, &b, "rare", "test", &err), err);
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.combined = 400, .seed = 1};
	assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
	size_t fourth = 0, fifth = 0, fives[3] = {0};
	for (size_t i = net->nodes; i < with->nodes; i++) {
		if (with->label[i] == 0) /* words of b */
			continue;
		size_t n = row_length(&with->C, i); /* the mean of b is 6.0, a has six words */
		assert_true(n == 5 || n == 6);
		for (size_t e = with->C.ptr[i]; e < with->C.ptr[i + 1]; e++)
			assert_true(with->C.idx[e] <= 5);
		fourth += stored(&with->C, i, 4) != 0.0;
		double value = stored(&with->C, i, 5);
		if (value != 0.0)
			fifth++, fives[(int)(value - 6.0)]++;
	}
	assert_true(fifth > fourth);
	assert_true(fives[0] > 0 && fives[1] > 0 && fives[2] > 0);
	odd_network_free(with);
	odd_network_free(net);
}

static void holes_are_said_or_stepped_over(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *with;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.structural = 5, .attribute = 5, .combined = 5, .seed = 1};
	odd_plant_options none = ODD_PLANT_OPTIONS_INIT;
	odd_plant_record record;

	assert_ok(odd_plant(&with, &record, net, &groups, &none, NULL, &err), err);
	assert_true(odd_network_equal(with, net));
	assert_int_equal(record.count, 0);
	odd_network_free(with);

	int32_t *of = malloc(net->nodes * sizeof *of);
	for (size_t i = 0; i < net->nodes; i++)
		of[i] = 1;
	odd_communities single = {3, of, false};
	assert_int_equal(odd_plant(&with, &record, net, &single, &o, NULL, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "two classes"));
	assert_null(with);
	for (size_t i = 0; i < net->nodes; i++)
		of[i] = ODD_NO_LABEL;
	assert_int_equal(odd_plant(&with, &record, net, &single, &o, NULL, &err), ODD_EUSAGE);

	/* nodes without a class take no part; found communities give no label */
	for (size_t i = 0; i < net->nodes; i++)
		of[i] = i < 100 ? (int32_t)(i % 2) : ODD_NO_LABEL;
	odd_communities found = {2, of, true};
	assert_ok(odd_plant(&with, &record, net, &found, &o, NULL, &err), err);
	for (size_t i = net->nodes; i < with->nodes; i++) {
		assert_int_equal(with->label[i], ODD_NO_LABEL);
		for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++)
			assert_true(with->A.idx[e] < 100);
	}
	odd_network_free(with);

	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_plant(&with, NULL, net, &groups, &o, &job, &err), ODD_ECANCELLED);
	assert_null(with);
	free(of);
	odd_network_free(net);
}

/* Two classes, the second without words and without links; then no words at all. */
static void classes_without_words(void **state)
{
	(void)state;
	for (int words = 1; words >= 0; words--) {
		odd_error err;
		odd__builder b;
		odd_network *net, *with;
		odd__builder_init(&b, false);
		for (uint32_t i = 0; i < 40; i++) {
			char text[32];
			int was_there, n = snprintf(text, sizeof text, "structural-%u", i);
			uint32_t at;
			assert_ok(odd__builder_node(&b, text, (size_t)n, &at, &was_there, &err), err);
			assert_ok(odd__builder_label(&b, at, i < 20 ? "a" : "b", 1, &err), err);
			if (i < 20 && words)
				assert_ok(odd__builder_attribute(&b, at, i % 5, 1.0, &err), err);
			if (i > 0 && i < 20)
				assert_ok(odd__builder_link(&b, at, at - 1, 1.0, &err), err);
		}
		assert_ok(odd__builder_finish(&net, &b, "half", "test", &err), err);
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.structural = 9, .attribute = 9, .combined = 9, .seed = 1};
		odd_status status = odd_plant(&with, NULL, net, &groups, &o, NULL, &err);
		if (words) {
			assert_ok(status, err);
			assert_string_equal(odd_names_get(&with->ids, 40), "structural-40");
			for (size_t i = 40; i < with->nodes; i++) {
				assert_true(row_length(&with->A, i) >= 1);
				if (with->truth[i] == ODD_STRUCTURAL) {
					assert_int_equal(row_length(&with->C, i), with->label[i] == 0);
				} else { /* the words of a are at home in a */
					assert_int_equal(with->label[i], 1);
					assert_int_equal(row_length(&with->C, i), 1);
				}
			}
		} else {
			assert_int_equal(status, ODD_EUSAGE);
			assert_non_null(strstr(err.message, "attributes"));
		}
		odd_network_free(with);
		odd_network_free(net);
	}
}

static void share_is_in_thirds(void **state)
{
	(void)state;
	odd_plant_options o = ODD_PLANT_OPTIONS_INIT;
	odd_plant_share(&o, 2708, 5.0);
	assert_int_equal(o.structural, 45);
	assert_int_equal(o.attribute, 45);
	assert_int_equal(o.combined, 45);
	odd_plant_share(&o, 3000, 0.1);
	assert_int_equal(o.structural, 1);
	odd_plant_share(&o, 59, 5.0);
	assert_int_equal(o.structural, 0);
	odd_plant_share(&o, 100, -5.0);
	assert_int_equal(o.structural, 0);
	odd_plant_share(&o, 100, NAN);
	assert_int_equal(o.combined, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_the_protocol),
		cmocka_unit_test(draws_in_proportion),
		cmocka_unit_test(seed_decides_and_kinds_are_apart),
		cmocka_unit_test(two_plantings_either_out),
		cmocka_unit_test(local_style_stays_near),
		cmocka_unit_test(short_walks_are_filled_up),
		cmocka_unit_test(dense_attributes_can_be_drawn),
		cmocka_unit_test(rare_words_are_reached),
		cmocka_unit_test(holes_are_said_or_stepped_over),
		cmocka_unit_test(classes_without_words),
		cmocka_unit_test(share_is_in_thirds),
	};
	return cmocka_run_group_tests_name("plant", tests, NULL, NULL);
}
