/* The memory and the threads of a run; tests/cli/memory.sh holds the memory against what runs took.
 */
#include "config.h"

#include "helpers.h"

#include "one/run_memory.h"
#include "network/generate.h"

static odd_network *network_of(size_t nodes)
{
	odd_error err;
	odd_network *net;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	o.nodes = nodes;
	o.edges = 2 * nodes;
	o.attributes = 60;
	o.words = 3.0;
	o.communities = 4;
	assert_ok(odd_generate(&net, &o, NULL, &err), err);
	return net;
}

/* More nodes, links and dimensions take more memory, and twice the network at most twice as much.
 */
static void memory_grows_with_the_network(void **state)
{
	(void)state;
	odd_network *small = network_of(50000), *large = network_of(100000);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 8;
	const double a = odd_one_memory(small, &o), b = odd_one_memory(large, &o);
	assert_true(b > 1.5 * a && b < 2.0 * a);
	o.k = 24;
	assert_true(odd_one_memory(small, &o) > a);
	odd_network_free(small);
	odd_network_free(large);
}

/* Few nodes are not worth a second thread; a number that was asked for is. */
static void threads_suit_the_network(void **state)
{
	(void)state;
	odd_network *small = network_of(50), *large = network_of(24000);
	const odd_job any = {0}, three = {.threads = 3};
	assert_int_equal(odd_one_threads(small, 4, NULL), 1);
	assert_int_equal(odd_one_threads(small, 4, &any), 1);
	assert_int_equal(odd_one_threads(small, 4, &three), 3);
	assert_int_equal(odd_one_threads(large, 100000, &any), odd_job_threads(&any));
	odd_network_free(small);
	odd_network_free(large);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_suit_the_network),
		cmocka_unit_test(memory_grows_with_the_network),
	};
	return cmocka_run_group_tests_name("run memory", tests, NULL, NULL);
}
