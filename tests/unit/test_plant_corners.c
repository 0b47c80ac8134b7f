/* Planting where it is hard: walks, dense and rare words, classes with holes. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "oddone/plant.h"
#include "planted.h"
#include "same_network.h"

/* A ring per class, and no other links: a walk stays near its start, uniform links do not. */
static odd_network *make_rings(size_t length)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 2 * length; i++) {
		add_node(&b, i, "", i < length ? "a" : "b");
		add_word(&b, i, i < length ? 0 : 1, 1.0);
	}
	for (size_t i = 0; i < 2 * length; i++) {
		size_t base = i < length ? 0 : length;
		for (size_t s = 1; s <= 2; s++)
			add_link(&b, i, base + (i - base + s) % length, 1.0);
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
	for (size_t i = 0; i < 60; i++) {
		add_node(&b, i, "", i < 50 ? "a" : "b");
		add_word(&b, i, i < 50 ? 0 : 1, 1.0);
	}
	for (size_t i = 0; i < 50; i++) {
		add_link(&b, i, i ^ 1, 1.0);
		for (size_t j = 50; j < 60; j++)
			add_link(&b, i, j, 1.0);
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

/* Links to a few of many nodes and to most of a few: every node is hit as often as any other. */
static void every_node_is_as_likely(void **state)
{
	(void)state;
	const size_t reach[] = {2, 7, 9}; /* of ten nodes, on each side of a circle */
	for (size_t v = 0; v < 3; v++) {
		odd_error err;
		odd__builder b;
		odd_network *net, *with;
		odd__builder_init(&b, true);
		for (size_t i = 0; i < 20; i++) {
			add_node(&b, i, "", i < 10 ? "a" : "b");
			add_word(&b, i, i % 3, 1.0);
		}
		for (size_t i = 0; i < 20; i++)
			for (size_t s = 1; s <= reach[v]; s++)
				add_link(&b, i, (i / 10) * 10 + (i + s) % 10, 1.0);
		assert_ok(odd__builder_finish(&net, &b, "circles", "test", &err), err);
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.structural = 3000, .attribute = 3000, .seed = 9};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		size_t hits[20] = {0}, all = 0;
		for (size_t e = with->A.ptr[20]; e < with->A.ptr[with->nodes]; e++, all++)
			hits[with->A.idx[e]]++;
		double expected = (double)all / 20.0;
		for (size_t i = 0; i < 20; i++) /* no more spread than independent draws have */
			assert_true(fabs((double)hits[i] - expected) < 5.0 * sqrt(expected));
		odd_network_free(with);
		odd_network_free(net);
	}
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
		size_t most = with->truth[i] == ODD_ATTRIBUTE ? 210 : 200;
		size_t n = row_length(&with->C, i);
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
	for (size_t i = 0; i < 2000; i++) {
		add_node(&b, i, "", i < 1000 ? "a" : "b");
		for (size_t d = 0; d < 4; d++)
			add_word(&b, i, d, 2.0);
	}
	/* word 4 has one node in a, word 5 three, word 6 none */
	add_word(&b, 17, 4, 5.0);
	for (size_t i = 0; i < 3; i++)
		add_word(&b, 20 + i, 5, 6.0 + (double)i);
	add_word(&b, 1500, 6, 9.0);
	for (size_t d = 0; d < 2000; d++) /* one chatterbox raises the mean of b above four */
		add_word(&b, 1000, 7 + d, 1.0);
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
	assert_true(networks_equal(with, net));
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
		for (size_t i = 0; i < 40; i++) {
			add_node(&b, i, "structural-", i < 20 ? "a" : "b");
			if (i < 20 && words)
				add_word(&b, i, i % 5, 1.0);
			if (i > 0 && i < 20)
				add_link(&b, i, i - 1, 1.0);
		}
		assert_ok(odd__builder_finish(&net, &b, "half", "test", &err), err);
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.structural = 9, .attribute = 9, .combined = 9, .seed = 1};
		odd_status status = odd_plant(&with, NULL, net, &groups, &o, NULL, &err);
		if (words) {
			assert_ok(status, err);
			assert_string_equal(odd_names_get(&with->ids, 40), "structural-40");
			for (size_t i = 40; i < with->nodes; i++) {
				size_t has = row_length(&with->C, i);
				assert_true(row_length(&with->A, i) >= 1);
				if (with->truth[i] == ODD_STRUCTURAL) {
					assert_int_equal(has, with->label[i] == 0);
				} else { /* the words of a are at home in a */
					assert_int_equal(with->label[i], 1);
					assert_int_equal(has, 1);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(local_style_stays_near),
		cmocka_unit_test(short_walks_are_filled_up),
		cmocka_unit_test(every_node_is_as_likely),
		cmocka_unit_test(dense_attributes_can_be_drawn),
		cmocka_unit_test(rare_words_are_reached),
		cmocka_unit_test(holes_are_said_or_stepped_over),
		cmocka_unit_test(classes_without_words),
	};
	return cmocka_run_group_tests_name("plant in hard places", tests, NULL, NULL);
}
