/* Planting: every promise of the protocol, node by node. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "oddone/plant.h"
#include "planted.h"
#include "same_network.h"

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
		odd_plant_options o = {.structural = 15,
			.attribute = 11,
			.combined = 19,
			.placebo = 13,
			.style = variant & 8 ? ODD_PLANT_LOCAL : ODD_PLANT_UNIFORM,
			.seed = 3};
		odd_plant_record record;
		assert_ok(odd_plant(&with, &record, net, &groups, &o, NULL, &err), err);
		assert_true((with->A.val != NULL) == b.weighted);
		assert_true((with->C.val != NULL) == b.real);
		check_all(net, with, &record);
		assert_string_equal(odd_names_get(&with->ids, net->nodes), "structural-1");
		assert_string_equal(odd_names_get(&with->ids, net->nodes + 15), "attribute-1");
		assert_string_equal(odd_names_get(&with->ids, net->nodes + 44), "combined-19");
		assert_string_equal(odd_names_get(&with->ids, with->nodes - 1), "placebo-13");
		assert_ok(odd_unplant(&back, with, &record, &err), err);
		assert_true(networks_equal(back, net));
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
	assert_true(networks_equal(one, two));
	assert_false(networks_equal(one, other));
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
	for (size_t i = 0; i < 15; i++) {
		size_t p = one.first + i, q = two.first + i;
		same += row_length(&both->A, p) == row_length(&both->A, q) &&
			both->A.idx[both->A.ptr[p]] == both->A.idx[both->A.ptr[q]];
	}
	assert_true(same < 8);

	assert_ok(odd_unplant(&a, both, &two, &err), err);
	assert_true(networks_equal(a, first));
	assert_ok(odd_unplant(&z, both, &one, &err), err);
	assert_int_equal(z->nodes, net->nodes + two.count);
	assert_string_equal(odd_names_get(&z->ids, net->nodes), "structural-5");
	assert_true(z->has_truth);
	two.first -= one.count;
	assert_ok(odd_unplant(&back, z, &two, &err), err);
	assert_true(networks_equal(back, net));
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

/* Where most links go to a few nodes, neither many nor few incoming links give a planted one away.
 */
static void incoming_links_tell_nothing(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.directed = b.popular = true;
	b.nodes = 900;
	odd_network *net = make_blocks(&b), *with;
	odd_communities groups = label_groups(net);
	double auc = 0.0;
	for (uint64_t seed = 1; seed <= 4; seed++) {
		odd_plant_options o = {.structural = 30, .attribute = 30, .combined = 30};
		o.seed = seed;
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		size_t *in = calloc(with->nodes, sizeof *in);
		for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(with->A)); e++)
			in[with->A.idx[e]]++;
		double fewer = 0.0, pairs = 0.0;
		for (size_t i = net->nodes; i < with->nodes; i++)
			for (size_t j = 0; j < net->nodes; j++) {
				fewer += in[i] < in[j] ? 1.0 : in[i] == in[j] ? 0.5 : 0.0;
				pairs += 1.0;
			}
		auc += fewer / pairs / 4.0;
		free(in);
		odd_network_free(with);
	}
	assert_true(auc > 0.42 && auc < 0.58);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_the_protocol),
		cmocka_unit_test(draws_in_proportion),
		cmocka_unit_test(seed_decides_and_kinds_are_apart),
		cmocka_unit_test(two_plantings_either_out),
		cmocka_unit_test(share_is_in_thirds),
		cmocka_unit_test(incoming_links_tell_nothing),
	};
	return cmocka_run_group_tests_name("plant", tests, NULL, NULL);
}
