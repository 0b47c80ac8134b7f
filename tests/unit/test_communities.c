/* Groups of a network: labels, or communities found in the links. */
#include "config.h"

#include "helpers.h"

#include "network/builder.h"
#include "network/leiden.h"
#include "oddone/network.h"
#include "base/rng.h"

static void add_nodes(odd__builder *b, size_t n, bool directed)
{
	odd_error err;
	odd__builder_init(b, directed);
	for (size_t i = 0; i < n; i++) {
		char id[16];
		int length = snprintf(id, sizeof id, "n%zu", i);
		assert_ok(odd__builder_node(b, id, (size_t)length, NULL, NULL, &err), err);
	}
}

static void link_nodes(odd__builder *b, size_t i, size_t j)
{
	odd_error err;
	assert_ok(odd__builder_link(b, (uint32_t)i, (uint32_t)j, 1.0, &err), err);
}

static void clique(odd__builder *b, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		for (size_t j = i + 1; j < end; j++)
			link_nodes(b, i, j);
}

static odd_network *finish(odd__builder *b)
{
	odd_network *net;
	odd_error err;
	assert_ok(odd__builder_finish(&net, b, "test", "test", &err), err);
	return net;
}

static void labels_win(void **state)
{
	(void)state;
	odd__builder b;
	odd_error err;
	add_nodes(&b, 8, false);
	clique(&b, 0, 4);
	clique(&b, 4, 8);
	assert_ok(odd__builder_label(&b, 1, "red", 3, &err), err);
	assert_ok(odd__builder_label(&b, 6, "red", 3, &err), err);
	assert_ok(odd__builder_label(&b, 3, "blue", 4, &err), err);
	odd_network *net = finish(&b);
	odd_communities c;
	assert_ok(odd_communities_find(&c, net, 1, NULL, &err), err);
	assert_false(c.found);
	assert_int_equal(c.count, 2);
	assert_memory_equal(c.of, net->label, net->nodes * sizeof *c.of);
	assert_int_equal(c.of[0], ODD_NO_LABEL);
	odd_communities_clear(&c);
	odd_network_free(net);
}

static void two_cliques_are_two_communities(void **state)
{
	(void)state;
	for (int directed = 0; directed < 2; directed++) {
		odd__builder b;
		odd_error err;
		add_nodes(&b, 15, directed);
		clique(&b, 0, 6);
		clique(&b, 6, 15);
		link_nodes(&b, 2, 9);
		odd_network *net = finish(&b);
		for (uint64_t seed = 0; seed < 10; seed++) {
			odd_communities c;
			assert_ok(odd_communities_find(&c, net, seed, NULL, &err), err);
			assert_true(c.found);
			assert_int_equal(c.count, 2);
			for (size_t i = 0; i < 15; i++)
				assert_int_equal(c.of[i], i < 6 ? 1 : 0); /* the larger one first */
			odd_communities_clear(&c);
		}
		odd_network_free(net);
	}
}

static void scraps_are_no_communities(void **state)
{
	(void)state;
	odd__builder b;
	odd_error err;
	odd_communities c;
	add_nodes(&b, 30, false);
	clique(&b, 0, 10);
	clique(&b, 10, 20);
	link_nodes(&b, 20, 21); /* a pair; 22 … 29 stand alone */
	odd_network *net = finish(&b);
	assert_ok(odd_communities_find(&c, net, 1, NULL, &err), err);
	assert_int_equal(c.count, 2);
	for (size_t i = 20; i < 30; i++)
		assert_int_equal(c.of[i], ODD_NO_LABEL);
	for (size_t i = 0; i < 20; i++)
		assert_int_not_equal(c.of[i], ODD_NO_LABEL);
	odd_communities_clear(&c);
	odd_network_free(net);

	add_nodes(&b, 5, false); /* nothing but single nodes: one group */
	net = finish(&b);
	assert_ok(odd_communities_find(&c, net, 1, NULL, &err), err);
	assert_int_equal(c.count, 1);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(c.of[i], 0);
	odd_communities_clear(&c);
	odd_network_free(net);
}

/* A network without clear groups, where chance decides: the seed alone may matter. */
static void the_seed_decides(void **state)
{
	(void)state;
	enum { N = 300 };
	odd__builder b;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	add_nodes(&b, N, false);
	for (int e = 0; e < 4 * N; e++)
		link_nodes(&b, odd_rng_below(&rng, N), odd_rng_below(&rng, N));
	odd_network *net = finish(&b);
	odd_communities first, second, other;
	assert_ok(odd_communities_find(&first, net, 5, NULL, &err), err);
	assert_ok(odd_communities_find(&other, net, 6, NULL, &err), err);
	assert_ok(odd_communities_find(&second, net, 5, NULL, &err), err);
	assert_int_equal(first.count, second.count);
	assert_memory_equal(first.of, second.of, N * sizeof *first.of);
	assert_true(first.count != other.count ||
		    memcmp(first.of, other.of, N * sizeof *first.of) != 0);
	for (size_t i = 0; i < N; i++)
		assert_true(first.of[i] == ODD_NO_LABEL || (size_t)first.of[i] < first.count);
	odd_communities_clear(&first);
	odd_communities_clear(&second);
	odd_communities_clear(&other);
	odd_network_free(net);
}

static void the_search_can_be_cancelled(void **state)
{
	(void)state;
	odd__builder b;
	odd_error err;
	odd_communities c;
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	add_nodes(&b, 8, false);
	clique(&b, 0, 8);
	odd_network *net = finish(&b);
	assert_int_equal(odd_communities_find(&c, net, 1, &job, &err), ODD_ECANCELLED);
	assert_null(c.of);
	cancel = false;
	assert_ok(odd_communities_find(&c, net, 1, &job, &err), err);
	odd_communities_clear(&c);
	odd_network_free(net);
}

static void weights_count(void **state)
{
	(void)state;
	/* A ring of 12 with heavy links inside three arcs of four. */
	odd__builder b;
	odd_error err;
	odd_communities c;
	add_nodes(&b, 12, false);
	for (uint32_t i = 0; i < 12; i++)
		assert_ok(odd__builder_link(
				  &b, (i + 2) % 12, (i + 3) % 12, i % 4 == 3 ? 0.1 : 5.0, &err),
			err);
	odd_network *net = finish(&b);
	assert_ok(odd_communities_find(&c, net, 3, NULL, &err), err);
	assert_int_equal(c.count, 3);
	for (size_t i = 0; i < 12; i++)
		assert_int_equal(c.of[(i + 2) % 12], c.of[(i / 4 * 4 + 2) % 12]);
	odd_communities_clear(&c);
	odd_network_free(net);
}

/* Modularity by its definition, over all pairs. */
static double naive_modularity(const odd_network *net, const int32_t *of)
{
	size_t n = net->nodes;
	double *strength = calloc(n, sizeof *strength), *row = calloc(n, sizeof *row);
	double total = 0.0, q = 0.0;
	for (size_t i = 0; i < n; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			double w = net->A.val != NULL ? net->A.val[e] : 1.0;
			strength[i] += w;
			strength[net->A.idx[e]] += net->directed ? w : 0.0;
			total += net->directed ? 2.0 * w : w;
		}
	for (size_t i = 0; i < n; i++) {
		memset(row, 0, n * sizeof *row);
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			row[net->A.idx[e]] += (net->A.val != NULL ? net->A.val[e] : 1.0) *
					      (net->directed ? 2.0 : 1.0);
		for (size_t j = 0; j < n; j++)
			if (of[i] == of[j])
				q += (row[j] - strength[i] * strength[j] / total) / total;
	}
	free(strength);
	free(row);
	return q;
}

/* Whether the nodes of every community hang together by links inside it. */
static bool all_connected(const odd_network *net, const int32_t *of)
{
	size_t n = net->nodes;
	uint32_t *root = malloc(n * sizeof *root), *first = malloc(n * sizeof *first);
	bool connected = true;
	for (size_t i = 0; i < n; i++)
		root[i] = first[i] = (uint32_t)i;
	for (bool moved = true; moved;) {
		moved = false;
		for (size_t i = 0; i < n; i++)
			for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
				size_t j = net->A.idx[e];
				if (of[i] != of[j] || root[i] == root[j])
					continue;
				root[i] = root[j] = root[i] < root[j] ? root[i] : root[j];
				moved = true;
			}
	}
	for (size_t i = n; i-- > 0;)
		first[of[i]] = root[i];
	for (size_t i = 0; i < n; i++)
		connected = connected && root[i] == first[of[i]];
	free(root);
	free(first);
	return connected;
}

/* Blocks of 20 with random links inside and between: no community in pieces, and at least the
 * modularity of the blocks. */
static void communities_hang_together(void **state)
{
	(void)state;
	enum { BLOCKS = 12, SIZE = 20, N = BLOCKS * SIZE };
	for (uint64_t seed = 0; seed < 12; seed++) {
		odd__builder b;
		odd_error err;
		odd_rng rng;
		int32_t of[N], block[N];
		odd_rng_init(&rng, seed, "test");
		add_nodes(&b, N, seed % 2 == 1);
		for (size_t i = 0; i < N; i++) {
			size_t first = i / SIZE * SIZE;
			block[i] = (int32_t)(i / SIZE);
			for (int e = 0; e < 3; e++)
				link_nodes(&b, i, first + odd_rng_below(&rng, SIZE));
			for (uint64_t e = 0; e < seed % 3; e++)
				link_nodes(&b, i, odd_rng_below(&rng, N));
		}
		odd_network *net = finish(&b);
		assert_ok(odd__leiden(of, net, seed, NULL, &err), err);
		for (size_t i = 0; i < N; i++)
			assert_in_range(of[i], 0, N - 1);
		assert_true(all_connected(net, of));
		assert_true(naive_modularity(net, of) > naive_modularity(net, block) - 1e-12);
		odd_network_free(net);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_win),
		cmocka_unit_test(two_cliques_are_two_communities),
		cmocka_unit_test(scraps_are_no_communities),
		cmocka_unit_test(the_seed_decides),
		cmocka_unit_test(the_search_can_be_cancelled),
		cmocka_unit_test(weights_count),
		cmocka_unit_test(communities_hang_together),
	};
	return cmocka_run_group_tests_name("communities", tests, NULL, NULL);
}
