/* Nodes that were there, made odd; placebos; and everything put back. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "oddone/recall.h"
#include "oddone/plant.h"
#include "planted.h"
#include "same_network.h"
#include "naive_recall.h"

static bool same_row(const odd_csr *a, size_t i, const odd_csr *b, size_t j)
{
	if (row_length(a, i) != row_length(b, j))
		return false;
	for (size_t e = 0; e < row_length(a, i); e++) {
		odd_ccsr x = odd_csr_const(*a), y = odd_csr_const(*b);
		if (x.idx[x.ptr[i] + e] != y.idx[y.ptr[j] + e] ||
			odd_csr_value(x, x.ptr[i] + e) != odd_csr_value(y, y.ptr[j] + e))
			return false;
	}
	return true;
}

static double distance(const odd_network *net, size_t i, size_t j)
{
	double sum = 0.0;
	for (size_t d = 0; d < net->attributes; d++) {
		double x = stored(&net->C, i, d) - stored(&net->C, j, d);
		sum += x * x;
	}
	return sum;
}

/* A row of another class than the node's, whole. */
static void check_swap(const odd_network *net, const odd_network *with, size_t i)
{
	bool found = false;
	for (size_t j = 0; j < net->nodes && !found; j++)
		found = net->label[j] != net->label[i] && same_row(&with->C, i, &net->C, j);
	assert_true(found);
	assert_true(row_length(&with->C, i) > 0);
}

static void check_rewire(const odd_network *net, const odd_network *with, size_t i)
{
	assert_true(same_row(&with->C, i, &net->C, i));
	assert_int_equal(row_length(&with->A, i), row_length(&net->A, i));
	assert_int_equal(arriving_at(with, i), arriving_at(net, i));
	double before = 0.0, after = 0.0;
	for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++) {
		assert_true(net->label[with->A.idx[e]] != net->label[i]);
		assert_true(with->truth[with->A.idx[e]] != ODD_REWIRE);
		after += odd_csr_value(odd_csr_const(with->A), e);
	}
	for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
		before += odd_csr_value(odd_csr_const(net->A), e);
	assert_close(after, before, 1e-12);
	for (size_t j = 0; j < net->nodes; j++)
		if (stored(&with->A, j, i) != 0.0)
			assert_true(net->label[j] != net->label[i]);
}

static void check_clique(const odd_network *net, const odd_network *with, size_t i, size_t size)
{
	assert_true(same_row(&with->C, i, &net->C, i));
	size_t mates = 0;
	for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++)
		if (with->truth[with->A.idx[e]] == ODD_CLIQUE)
			mates++;
	assert_true(mates >= size - 1);
	/* what it had it has, but for the links that rewired nodes took away */
	for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
		size_t j = net->A.idx[e];
		if (with->truth[j] != ODD_REWIRE)
			assert_true(
				stored(&with->A, i, j) == odd_csr_value(odd_csr_const(net->A), e));
	}
}

/* The row of some node, no nearer than half of all are: it is the farthest of fifty. */
static void check_contextual(const odd_network *net, const odd_network *with, size_t i)
{
	size_t donor = SIZE_MAX, farther = 0;
	for (size_t j = 0; j < net->nodes && donor == SIZE_MAX; j++)
		if (j != i && same_row(&with->C, i, &net->C, j))
			donor = j;
	assert_true(donor != SIZE_MAX);
	for (size_t j = 0; j < net->nodes; j++)
		farther += distance(net, i, j) > distance(net, i, donor);
	assert_true(farther < net->nodes / 4);
}

static void check_changes(
	const odd_network *net, const odd_network *with, const odd_plant_record *r)
{
	size_t count[ODD_KINDS], row = 0;
	odd_network_count_truth(with, count);
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		assert_int_equal(count[kind], odd_plant_count(&r->options, (odd_kind)kind));
	for (size_t i = 0; i < net->nodes; i++) {
		assert_string_equal(odd_names_get(&net->ids, i), odd_names_get(&with->ids, i));
		assert_int_equal(net->label[i], with->label[i]);
		if (with->truth[i] == ODD_ORDINARY) {
			assert_true(same_row(&with->C, i, &net->C, i));
			assert_int_equal(odd_plant_row_before(r, i), SIZE_MAX);
			continue;
		}
		assert_int_equal(odd_plant_row_before(r, i), row);
		assert_int_equal(r->before->kind[row], with->truth[i]);
		assert_true(same_row(&r->before->words, row, &net->C, i));
		assert_true(same_row(&r->before->links, row, &net->A, i));
		row++;
		if (with->truth[i] == ODD_SWAP)
			check_swap(net, with, i);
		else if (with->truth[i] == ODD_REWIRE)
			check_rewire(net, with, i);
		else if (with->truth[i] == ODD_CLIQUE)
			check_clique(net, with, i, r->options.clique_size);
		else
			check_contextual(net, with, i);
	}
	assert_int_equal(row, r->before->count);
	assert_rows_rise(&with->A);
	assert_rows_rise(&with->C);
	for (size_t i = 0; i < with->nodes && !with->directed; i++)
		for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++)
			assert_true(stored(&with->A, with->A.idx[e], i) ==
				    odd_csr_value(odd_csr_const(with->A), e));
	assert_int_equal(
		with->edges, odd_csr_nnz(odd_csr_const(with->A)) / (with->directed ? 1 : 2));
}

static void changes_are_what_they_say_and_can_be_undone(void **state)
{
	(void)state;
	for (int variant = 0; variant < 8; variant++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.directed = variant & 1;
		b.weighted = variant & 2;
		b.real = variant & 4;
		odd_network *net = make_blocks(&b), *with, *again, *back;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.swap = 20,
			.rewire = 25,
			.cliques = 3,
			.clique_size = 6,
			.contextual = 9,
			.seed = 5};
		odd_plant_record record, twin, copy;
		assert_ok(odd_plant(&with, &record, net, &groups, &o, NULL, &err), err);
		check_changes(net, with, &record);
		assert_ok(odd_plant(&again, &twin, net, &groups, &o, NULL, &err), err);
		assert_true(networks_equal(with, again));
		odd_network_free(again);
		odd_plant_record_clear(&twin);

		assert_ok(odd_plant_record_copy(&copy, &record, &err), err);
		odd_plant_record_clear(&record);
		assert_ok(odd_unplant(&back, with, &copy, &err), err);
		assert_true(networks_equal(back, net));
		assert_int_equal(odd_network_checksum(back), odd_network_checksum(net));
		assert_true((back->A.val == NULL) == (net->A.val == NULL));
		assert_true((back->C.val == NULL) == (net->C.val == NULL));
		assert_int_equal(back->edges, net->edges);
		assert_false(back->has_truth);
		odd_network_free(back);
		odd_plant_record_clear(&copy);
		odd_network_free(with);
		odd_network_free(net);
	}
}

/* Every kind in one planting; then another on top, which must come out first. */
static void all_kinds_at_once(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *with, *more, *back;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.structural = 4,
		.attribute = 5,
		.combined = 6,
		.placebo = 7,
		.swap = 8,
		.rewire = 9,
		.cliques = 2,
		.clique_size = 5,
		.contextual = 3,
		.seed = 5};
	odd_plant_record first, second;
	assert_int_equal(odd_plant_total(&o), 52);
	assert_int_equal(odd_plant_outliers(&o), 45);
	assert_ok(odd_plant(&with, &first, net, &groups, &o, NULL, &err), err);
	assert_int_equal(with->nodes, net->nodes + 22);
	groups = label_groups(with);
	o.seed = 6;
	assert_ok(odd_plant(&more, &second, with, &groups, &o, NULL, &err), err);
	size_t count[ODD_KINDS];
	odd_network_count_truth(more, count);
	for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
		assert_int_equal(count[kind], 2 * odd_plant_count(&o, (odd_kind)kind));
	assert_int_equal(odd_unplant(&back, more, &first, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "taken out first"));
	assert_ok(odd_unplant(&back, more, &second, &err), err);
	assert_true(networks_equal(back, with));
	odd_network_free(back);
	assert_ok(odd_unplant(&back, with, &first, &err), err);
	assert_true(networks_equal(back, net));
	odd_network_free(back);
	odd_plant_record_clear(&first);
	odd_plant_record_clear(&second);
	odd_network_free(more);
	odd_network_free(with);
	odd_network_free(net);
}

static void refuse(const odd_network *net, const odd_communities *groups,
	const odd_plant_options *o, const char *why)
{
	odd_error err;
	odd_network *with;
	odd_plant_record record;
	assert_int_equal(odd_plant(&with, &record, net, groups, o, NULL, &err), ODD_EUSAGE);
	assert_null(with);
	assert_null(record.before);
	if (strstr(err.message, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", err.message, why);
}

static void what_is_missing_is_said(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *with;
	int32_t *of = calloc(net->nodes, sizeof *of);
	odd_communities labels = label_groups(net), single = {1, of, false};
	refuse(net, &single, &(odd_plant_options){.swap = 1}, "two classes");
	refuse(net, &single, &(odd_plant_options){.rewire = 1}, "two classes");
	refuse(net, &labels, &(odd_plant_options){.rewire = 301}, "cannot plant rewire in 301");
	refuse(net, &labels, &(odd_plant_options){.swap = 290, .contextual = 11}, "10 of");
	refuse(net, &labels, &(odd_plant_options){.cliques = 1, .clique_size = 1}, "cliques of 1");
	refuse(net, &labels, &(odd_plant_options){.cliques = 31, .clique_size = 10}, "31 cliques");
	/* all nodes of the other classes are rewired themselves */
	refuse(net, &labels, &(odd_plant_options){.rewire = 300}, "no node of another class");

	/* one class is enough for these */
	odd_plant_options o = {
		.placebo = 5, .cliques = 2, .clique_size = 4, .contextual = 3, .seed = 1};
	assert_ok(odd_plant(&with, NULL, net, &single, &o, NULL, &err), err);
	odd_network_free(with);
	of[0] = 1; /* a class of one node */
	odd_communities lone = {2, of, false};
	odd_plant_options most = {.swap = 100, .rewire = 100, .placebo = 50, .seed = 4};
	odd_plant_record record;
	assert_ok(odd_plant(&with, &record, net, &lone, &most, NULL, &err), err);
	for (size_t i = 1; i < net->nodes; i++) {
		if (with->truth[i] == ODD_SWAP)
			assert_true(same_row(&with->C, i, &net->C, 0));
		if (with->truth[i] == ODD_REWIRE) /* there is one node to link to */
			for (size_t e = with->A.ptr[i]; e < with->A.ptr[i + 1]; e++)
				assert_true(with->A.idx[e] == 0 || with->A.idx[e] >= net->nodes);
	}
	odd_network_free(with);
	odd_plant_record_clear(&record);
	free(of);
	odd_network_free(net);

	odd__builder builder; /* links and no words */
	odd__builder_init(&builder, false);
	for (size_t i = 0; i < 10; i++)
		add_node(&builder, i, "", i < 5 ? "a" : "b");
	for (size_t i = 0; i < 10; i++)
		add_link(&builder, i, (i + 1) % 10, 1.0);
	assert_ok(odd__builder_finish(&net, &builder, "bare", "test", &err), err);
	labels = label_groups(net);
	refuse(net, &labels, &(odd_plant_options){.swap = 1}, "attributes");
	refuse(net, &labels, &(odd_plant_options){.placebo = 1}, "attributes");
	refuse(net, &labels, &(odd_plant_options){.contextual = 1}, "attributes");
	o = (odd_plant_options){.rewire = 2, .cliques = 1, .clique_size = 3, .seed = 1};
	assert_ok(odd_plant(&with, NULL, net, &labels, &o, NULL, &err), err);
	odd_network_free(with);
	odd_network_free(net);
}

/* Marked nodes are left alone, and nodes without a class take part where none is needed. */
static void communities_stand_in_for_labels(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b), *with;
	int32_t *of = malloc(net->nodes * sizeof *of);
	for (size_t i = 0; i < net->nodes; i++) {
		of[i] = i < 100 ? (int32_t)(i % 2) : ODD_NO_LABEL;
		net->truth[i] = i < 20 ? ODD_UNKNOWN_KIND : ODD_ORDINARY;
	}
	odd_communities found = {2, of, true};
	odd_plant_options o = {.swap = 20,
		.rewire = 20,
		.cliques = 2,
		.clique_size = 30,
		.contextual = 30,
		.placebo = 5,
		.seed = 2};
	assert_ok(odd_plant(&with, NULL, net, &found, &o, NULL, &err), err);
	size_t outside = 0;
	for (size_t i = 0; i < net->nodes; i++) {
		if (i < 20)
			assert_int_equal(with->truth[i], ODD_UNKNOWN_KIND);
		if (with->truth[i] == ODD_SWAP || with->truth[i] == ODD_REWIRE)
			assert_true(i < 100);
		outside += i >= 100 && with->truth[i] != ODD_ORDINARY;
	}
	assert_true(outside > 0);
	for (size_t i = net->nodes; i < with->nodes; i++)
		assert_int_equal(with->label[i], ODD_NO_LABEL);
	free(of);
	odd_network_free(with);
	odd_network_free(net);
}

/* Over many placebos: links inside, degree and words as in the class, words in proportion. */
static void placebos_are_like_their_class(void **state)
{
	(void)state;
	for (int directed = 0; directed < 2; directed++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.topic = 6;
		b.shared = 2;
		b.words = 3;
		b.directed = directed;
		odd_network *net = make_blocks(&b), *with;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.placebo = 3000, .seed = 5};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		size_t size[3] = {0}, had[20] = {0}, has[20] = {0}, per_class = 0;
		for (size_t i = 0; i < with->nodes; i++) {
			bool old = i < net->nodes;
			size[with->label[i]] += !old;
			if (!old)
				check_planted(net, with, i);
			for (size_t e = with->C.ptr[i];
				with->label[i] == 0 && e < with->C.ptr[i + 1]; e++)
				(old ? had : has)[with->C.idx[e]]++;
			per_class += old && with->label[i] == 0;
		}
		for (size_t d = 0; d < 20; d++) {
			double old = (double)had[d] / (double)per_class;
			double now = (double)has[d] / (double)size[0];
			/* without repeats the shares are not quite in proportion */
			assert_true(fabs(now - old) < 0.25 * old + 0.05);
		}
		odd_network_free(with);
		odd_network_free(net);
	}
}

/* Placebos are neither found nor missed. */
static void placebos_do_not_count(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 40 };
	uint32_t order[N];
	double score[N];
	uint8_t truth[N] = {0}, without[N];
	for (uint32_t i = 0; i < N; i++) {
		order[i] = i;
		score[i] = (double)(N - i) / N;
	}
	truth[0] = truth[3] = ODD_PLACEBO; /* the top two percent */
	truth[1] = ODD_SWAP;
	truth[9] = ODD_REWIRE;
	odd_evaluation e, t, w;
	assert_ok(odd_evaluate(&e, order, score, N, truth, &err), err);
	assert_ok(odd_evaluate_scores(&t, score, N, truth, &err), err);
	assert_int_equal(e.outliers, 2);
	assert_int_equal(e.count[ODD_PLACEBO], 2);
	assert_close(e.row[0].recall, 0.5, 1e-12); /* the first two */
	assert_close(e.row[0].kind[ODD_PLACEBO], 0.5, 1e-12);
	assert_close(e.row[1].recall, 0.5, 1e-12);
	assert_close(e.row[1].kind[ODD_PLACEBO], 1.0, 1e-12);
	assert_close(e.row[4].recall, 1.0, 1e-12);
	assert_close(
		e.auc, (36.0 + 30.0) / 72.0, 1e-12); /* six of the ordinary are above the second */
	assert_close(e.placebo_auc, (36.0 + 35.0) / 72.0, 1e-12);
	assert_close(e.against_placebo, 1.0 / 4.0, 1e-12);
	assert_close(e.average_precision, (1.0 / 2.0 + 2.0 / 10.0) / 2.0, 1e-12);
	assert_close(recall_at(order, N, truth, 4), 0.5, 1e-12);
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++)
		assert_close(t.row[l].recall, e.row[l].recall, 1e-12);
	assert_close(t.against_placebo, e.against_placebo, 1e-12);

	for (size_t i = 0; i < N; i++) /* placebos alone: nothing to be found, and that is said */
		without[i] = truth[i] == ODD_PLACEBO ? ODD_PLACEBO : ODD_ORDINARY;
	for (int way = 0; way < 2; way++) {
		if (way == 0)
			assert_ok(odd_evaluate(&w, order, score, N, without, &err), err);
		else
			assert_ok(odd_evaluate_scores(&w, score, N, without, &err), err);
		assert_int_equal(w.outliers, 0);
		assert_true(isnan(w.auc) && isnan(w.against_placebo) && isnan(w.row[0].recall));
		assert_true(isnan(w.average_precision));
		assert_close(w.placebo_auc, (38.0 + 36.0) / 76.0, 1e-12);
		assert_close(w.row[1].kind[ODD_PLACEBO], 1.0, 1e-12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_are_what_they_say_and_can_be_undone),
		cmocka_unit_test(all_kinds_at_once),
		cmocka_unit_test(what_is_missing_is_said),
		cmocka_unit_test(communities_stand_in_for_labels),
		cmocka_unit_test(placebos_are_like_their_class),
		cmocka_unit_test(placebos_do_not_count),
	};
	return cmocka_run_group_tests_name("plant: changes and placebos", tests, NULL, NULL);
}
