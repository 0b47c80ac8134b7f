/* The builder and what can be done to a finished network. */
#include "config.h"

#include "helpers.h"

#include "network/builder.h"
#include "same_network.h"

static odd_network *small(bool directed)
{
	odd_error err;
	odd__builder b;
	odd__builder_init(&b, directed);
	const char *ids[] = {"a", "b", "c", "d"};
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t index;
		int there;
		assert_ok(odd__builder_node(&b, ids[i], 1, &index, &there, &err), err);
		assert_ok(
			odd__builder_label(&b, index, i % 2 ? "odd" : "even", i % 2 ? 3 : 4, &err),
			err);
		assert_ok(odd__builder_attribute(&b, i, 2 - i % 3, 1.0, &err), err);
	}
	assert_ok(odd__builder_link(&b, 1, 0, 2.0, &err), err);
	assert_ok(odd__builder_link(&b, 0, 1, 1.0, &err), err);
	assert_ok(odd__builder_link(&b, 2, 2, 1.0, &err), err);
	assert_ok(odd__builder_link(&b, 2, 3, 0.0, &err), err);
	assert_ok(odd__builder_link(&b, 3, 0, 1.0, &err), err);
	odd__builder_truth(&b, 3, ODD_ATTRIBUTE);
	odd_network *net;
	assert_ok(odd__builder_finish(&net, &b, "small", "test", &err), err);
	return net;
}

static void builder_merges_and_counts(void **state)
{
	(void)state;
	odd_network *net = small(false);
	assert_int_equal(net->edges, 2);
	assert_int_equal(odd_csr_nnz(odd_csr_const(net->A)), 4);
	assert_int_equal(net->skipped.self_loops, 1);
	assert_int_equal(net->skipped.repeated_edges, 1);
	assert_int_equal(net->skipped.zero_weights, 1);
	assert_true(net->A.val[0] == 2.0); /* the larger of 2 and 1 */
	assert_int_equal(net->A.idx[0], 1);
	assert_int_equal(net->A.idx[1], 3);
	assert_int_equal(net->attributes, 3);
	assert_string_equal(odd_names_get(&net->words, 2), "w2");
	assert_int_equal(net->classes.count, 2);
	assert_true(net->has_truth);
	odd_network_free(net);

	net = small(true);
	assert_int_equal(net->edges, 3);
	assert_int_equal(net->skipped.repeated_edges, 0);
	odd_network_free(net);
}

static void removing_keeps_the_rest(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = small(false), *copy, *less;
	assert_ok(odd_network_copy(&copy, net, &err), err);
	assert_true(networks_equal(net, copy));
	assert_true(odd_network_checksum(net) == odd_network_checksum(copy));
	const uint8_t drop[] = {0, 1, 0, 0};
	assert_ok(odd_network_remove(&less, net, drop, &err), err);
	assert_int_equal(less->nodes, 3);
	assert_int_equal(less->edges, 1);
	assert_string_equal(odd_names_get(&less->ids, 2), "d");
	assert_int_equal(less->A.idx[less->A.ptr[2]], 0);
	assert_int_equal(less->truth[2], ODD_ATTRIBUTE);
	assert_false(networks_equal(net, less));
	assert_true(odd_network_checksum(net) != odd_network_checksum(less));
	odd_network_free(net);
	odd_network_free(copy);
	odd_network_free(less);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builder_merges_and_counts),
		cmocka_unit_test(removing_keeps_the_rest),
	};
	return cmocka_run_group_tests_name("network", tests, NULL, NULL);
}
