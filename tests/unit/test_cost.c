/* The time of a run, by a trial: something, whatever the network; how long it is depends on the
 * machine and is not tested. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "one/cost_parts.h"
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

/* Small ones whole, large ones in part; the network is as it was, and memory is told as without. */
static void a_trial_tells_seconds(void **state)
{
	(void)state;
	static const size_t sizes[] = {50, 1000, 24000};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		odd_network *net = network_of(sizes[i]);
		odd_one_options o = ODD_ONE_OPTIONS_INIT;
		o.k = 4;
		const uint64_t before = odd_network_checksum(net);
		const odd_cost tried = odd_one_cost_tried(net, &o, NULL);
		assert_true(tried.start > 0.0 && isfinite(tried.start));
		assert_true(tried.iteration > 0.0 && isfinite(tried.iteration));
		assert_true(tried.bytes == odd_one_cost(net, &o).bytes);
		assert_true(odd_network_checksum(net) == before);
		odd_network_free(net);
	}
}

/* Twice the network is twice the work, but for what the attributes take. */
static void work_follows_the_network(void **state)
{
	(void)state;
	odd_network *small = network_of(4000), *large = network_of(8000);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 8;
	const odd__work a = odd__one_work(small, &o), b = odd__one_work(large, &o);
	assert_true(b.iteration / a.iteration > 1.9 && b.iteration / a.iteration < 2.1);
	assert_true(b.start / a.start > 1.9 && b.start / a.start < 2.1);
	odd_network_free(small);
	odd_network_free(large);
}

/* Where nothing can be tried there is an estimate all the same. */
static void without_a_trial_there_is_an_estimate(void **state)
{
	(void)state;
	odd_network *net = network_of(500);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 4;
	o.start = ODD_START_GIVEN;
	o.start_dir = "/nowhere";
	assert_true(odd_one_cost_tried(net, &o, NULL).iteration > 0.0);
	atomic_bool cancel;
	atomic_init(&cancel, true);
	const odd_job job = {.cancel = &cancel};
	o.start = ODD_START_SVD;
	o.start_dir = NULL;
	assert_true(odd_one_cost_tried(net, &o, &job).iteration > 0.0);
	odd_network_free(net);
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
		cmocka_unit_test(a_trial_tells_seconds),
		cmocka_unit_test(work_follows_the_network),
		cmocka_unit_test(without_a_trial_there_is_an_estimate),
	};
	return cmocka_run_group_tests_name("cost", tests, NULL, NULL);
}
