/* The same network as other data would have it: what changes, and what must not. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "helpers.h"
#include "networks.h"
#include "oddone/network/prepare.h"
#include "oddone/network/variant.h"

static odd_network *variant_of(const odd_network *net, odd_variant variant, uint64_t seed)
{
	odd_error err;
	odd_network *out;
	assert_ok(odd_network_variant(&out, net, variant, seed, NULL, &err), err);
	assert_int_equal(out->nodes, net->nodes);
	assert_memory_equal(out->truth, net->truth, net->nodes);
	for (size_t i = 0; i < net->nodes; i++)
		assert_string_equal(odd_names_get(&out->ids, i), odd_names_get(&net->ids, i));
	return out;
}

static void dense_rows_keep_their_cosines(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 60;
	b.topic = 10;
	b.shared = 5; /* 35 words: all of them fit into the directions */
	odd_network *net = make_blocks(&b), *dense = variant_of(net, ODD_DENSE, 3);
	odd_csr T;
	assert_ok(odd_prepare_tfidf(&T, odd_csr_const(net->C), &err), err);
	assert_int_equal(dense->attributes, net->attributes);
	assert_int_equal(dense->words.count, dense->attributes);
	assert_false(odd_prepare_is_words(odd_csr_const(dense->C)));
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t j = 0; j < net->nodes; j++) {
			double before = 0.0, after = 0.0;
			for (size_t e = T.ptr[i]; e < T.ptr[i + 1]; e++) {
				size_t at = odd_csr_find(odd_csr_const(T), j, T.idx[e]);
				before += at != SIZE_MAX ? T.val[e] * T.val[at] : 0.0;
			}
			odd_ccsr C = odd_csr_const(dense->C);
			for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++) {
				size_t at = odd_csr_find(C, j, C.idx[e]);
				after += at != SIZE_MAX ? C.val[e] * C.val[at] : 0.0;
			}
			assert_true(fabs(before - after) < 1e-6);
		}
	odd_csr_clear(&T);
	odd_network_free(dense);
	odd_network_free(net);
}

static void links_get_ways_and_weights(void **state)
{
	(void)state;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *one_way = variant_of(net, ODD_DIRECTED, 3);
	odd_network *heavy = variant_of(net, ODD_WEIGHTED, 3),
		    *again = variant_of(net, ODD_WEIGHTED, 4);
	odd_ccsr A = odd_csr_const(one_way->A), W = odd_csr_const(heavy->A);
	size_t up = 0, other = 0;
	assert_true(one_way->directed && odd_csr_nnz(A) == net->edges);
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			assert_true(odd_csr_find(A, A.idx[e], i) == SIZE_MAX);
			assert_true(odd_csr_find(odd_csr_const(net->A), i, A.idx[e]) != SIZE_MAX);
			up += A.idx[e] > i;
		}
	assert_true(5 * up > 2 * net->edges && 5 * up < 3 * net->edges);
	double sum = 0.0;
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
			assert_true(W.val[e] > 0.0);
			assert_true(W.val[odd_csr_find(W, W.idx[e], i)] == W.val[e]);
			sum += W.val[e];
			other += again->A.val[e] != W.val[e];
		}
	assert_close(sum / (double)odd_csr_nnz(W), exp(0.5), 0.4); /* the mean of exp(normal) */
	assert_true(other > odd_csr_nnz(W) / 2);
	odd_network *still = NULL;
	odd_error err;
	assert_int_equal(
		odd_network_variant(&still, one_way, ODD_DIRECTED, 5, NULL, &err), ODD_EUSAGE);
	assert_null(still);
	odd_network_free(again);
	odd_network_free(heavy);
	odd_network_free(one_way);
	odd_network_free(net);
}

static void labels_go_and_nothing_else(void **state)
{
	(void)state;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *blind = variant_of(net, ODD_UNLABELLED, 3);
	odd_network *same = variant_of(net, ODD_AS_GIVEN, 3);
	assert_true(odd_network_checksum(same) == odd_network_checksum(net));
	for (size_t i = 0; i < net->nodes; i++) {
		assert_int_equal(blind->label[i], ODD_NO_LABEL);
		blind->label[i] = net->label[i];
	}
	assert_true(odd_network_checksum(blind) == odd_network_checksum(net));
	odd_network_free(same);
	odd_network_free(blind);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dense_rows_keep_their_cosines),
		cmocka_unit_test(links_get_ways_and_weights),
		cmocka_unit_test(labels_go_and_nothing_else),
	};
	return cmocka_run_group_tests_name("variant", tests, NULL, NULL);
}
