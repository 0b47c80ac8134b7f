/* test_extend.c: a fitted run goes on with a network that has grown or shrunk. */
#include "config.h"

#include <math.h>

#include "helpers.h"
#include "networks.h"
#include "oddone/plant.h"
#include "oddone/score.h"

static odd_network *plant_some(const odd_network *net, size_t s, size_t a, size_t c, uint64_t seed)
{
	odd_error err;
	odd_network *grown;
	odd_communities groups = label_groups(net);
	odd_plant_options plant = {.structural = s, .attribute = a, .combined = c, .seed = seed};
	assert_ok(odd_plant(&grown, NULL, net, &groups, &plant, NULL, &err), err);
	return grown;
}

static odd_one *begin(const odd_network *net, odd_preset preset, odd_update update, double mu)
{
	odd_error err;
	odd_one *run;
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	options.preset = preset;
	options.update = update;
	options.k = 9;
	options.mu = mu;
	assert_ok(odd_one_begin(&run, net, &options, NULL, &err), err);
	return run;
}

static void same_rows(odd_cmat a, odd_cmat b, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		assert_memory_equal(
			odd_cmat_row(a, i), odd_cmat_row(b, i), a.cols * sizeof(double));
}

static void check_extended(const odd_one *old, const odd_one *run, size_t nodes)
{
	odd_one_state s = odd_one_look(old), t = odd_one_look(run);
	const odd_trace *before = odd_one_trace(old), *after = odd_one_trace(run);
	assert_int_equal(t.nodes, nodes);
	same_rows(s.G, t.G, s.nodes);
	same_rows(s.Ht, t.Ht, s.nodes);
	same_rows(s.U, t.U, s.nodes);
	same_rows(s.Vt, t.Vt, s.attributes);
	same_rows(s.W, t.W, s.k);
	for (int o = 0; o < 3; o++) {
		double sum = 0.0;
		for (size_t i = 0; i < t.nodes; i++)
			sum += t.O[o][i];
		assert_close(sum, odd_one_options_used(old)->mu, 1e-9);
	}
	assert_int_equal(after->count, before->count + 1);
	assert_true(after->point[before->count].changed);
	assert_int_equal(
		after->point[before->count].iteration, before->point[before->count - 1].iteration);
	assert_int_equal(odd_one_next(run), odd_one_next(old));
	assert_int_equal(odd_one_iteration(run), odd_one_iteration(old));
	assert_true(odd_one_options_used(run)->alpha == odd_one_options_used(old)->alpha);
	assert_true(odd_one_options_used(run)->beta == odd_one_options_used(old)->beta);
}

/* Extended before every sub-step of an iteration, in all variants. */
static void no_substep_raises_the_loss_afterwards(void **state)
{
	(void)state;
	odd_error err;
	for (int variant = 0; variant < 8; variant++) {
		block_options shape = BLOCKS_INIT;
		shape.nodes = 150;
		shape.directed = (variant & 4) != 0;
		odd_network *net = make_blocks(&shape), *grown = plant_some(net, 2, 1, 2, 3);
		odd_one *old = begin(net, variant & 1 ? ODD_PAPER : ODD_CALIBRATED,
			variant & 2 ? ODD_BLOCK : ODD_COORDINATE, variant & 2 ? 2.5 : 1.0);
		for (int before = 0; before < ODD_SUBSTEPS + 1; before++) {
			odd_one *run;
			assert_ok(odd_one_extend(&run, old, grown, NULL, &err), err);
			check_extended(old, run, grown->nodes);
			const odd_trace *trace = odd_one_trace(run);
			for (int step = 0; step < 3 * ODD_SUBSTEPS; step++) {
				assert_ok(odd_one_substep(run, NULL, &err), err);
				const odd_trace_point *p = &trace->point[trace->count - 1];
				if (p->loss > p[-1].loss * (1.0 + 1e-12))
					fail_msg("variant %d, extended before %d, %s: %.17g -> "
						 "%.17g",
						variant, before, odd_substep_get(p->step)->name,
						p[-1].loss, p->loss);
			}
			odd_one_free(run);
			assert_ok(odd_one_substep(old, NULL, &err), err);
		}
		odd_one_free(old);
		odd_network_free(net);
		odd_network_free(grown);
	}
}

/* The terms at the change are those of the state: computed again from nothing but the views. */
static void loss_at_the_change_is_that_of_the_state(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 150;
	odd_network *net = make_blocks(&shape), *grown = plant_some(net, 1, 1, 1, 3);
	odd_one *old = begin(net, ODD_CALIBRATED, ODD_COORDINATE, 1.0), *run;
	assert_ok(odd_one_iterate(old, NULL, &err), err);
	assert_ok(odd_one_extend(&run, old, grown, NULL, &err), err);
	odd_one_state s = odd_one_look(run);
	odd_ccsr A = odd_csr_const(odd_one_input(run)->A);
	double structure = 0.0;
	for (size_t i = 0; i < s.nodes; i++) {
		double error = 0.0;
		for (size_t j = 0; j < s.nodes; j++) {
			double a = 0.0;
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
				a = A.idx[e] == j ? odd_csr_value(A, e) : a;
			for (size_t k = 0; k < s.k; k++)
				a -= odd_cmat_row(s.G, i)[k] * odd_cmat_row(s.Ht, j)[k];
			error += a * a;
		}
		structure += -log(s.O[0][i]) * error;
	}
	const odd_trace *trace = odd_one_trace(run);
	assert_close(trace->point[trace->count - 1].term[0], structure, 1e-9);
	odd_one_free(old);
	odd_one_free(run);
	odd_network_free(net);
	odd_network_free(grown);
}

/* Structure and attributes of a newcomer agree, old rows do not move for it. */
static void newcomers_have_the_benefit_of_the_doubt(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	shape.nodes = 150;
	odd_network *net = make_blocks(&shape), *grown = plant_some(net, 2, 2, 2, 3);
	odd_one *old = begin(net, ODD_CALIBRATED, ODD_COORDINATE, 1.0), *run;
	for (int i = 0; i < 3; i++)
		assert_ok(odd_one_iterate(old, NULL, &err), err);
	assert_ok(odd_one_extend(&run, old, grown, NULL, &err), err);
	odd_one_state s = odd_one_look(run);
	double *c3 = calloc(grown->nodes, sizeof *c3);
	assert_ok(odd_one_disagreement(run, c3, NULL, &err), err);
	for (size_t i = net->nodes; i < grown->nodes; i++) {
		double norm = 0.0;
		for (size_t k = 0; k < s.k; k++)
			norm += odd_cmat_row(s.G, i)[k] * odd_cmat_row(s.G, i)[k];
		assert_true(norm > 0.0);
		assert_true(fabs(c3[i]) < 1e-9);
		/* as odd as an ordinary node is taken to be: half of the old ones more, half less
		 */
		for (int t = 0; t < 3; t++) {
			size_t above = 0;
			for (size_t j = 0; j < net->nodes; j++)
				above += s.O[t][j] > s.O[t][i];
			assert_in_range(above, net->nodes / 2 - 2, net->nodes / 2 + 2);
		}
	}
	free(c3);
	odd_one_free(old);
	odd_one_free(run);
	odd_network_free(net);
	odd_network_free(grown);
}

/* Out again, before every sub-step of an iteration: what is left keeps its rows, and no sub-step
 * raises the loss. */
static void a_run_goes_on_without_some(void **state)
{
	(void)state;
	odd_error err;
	for (int variant = 0; variant < 4; variant++) {
		block_options shape = BLOCKS_INIT;
		shape.nodes = 150;
		shape.directed = (variant & 1) != 0;
		odd_network *net = make_blocks(&shape), *grown = plant_some(net, 2, 1, 2, 3);
		odd_one *old = begin(grown, variant & 1 ? ODD_PAPER : ODD_CALIBRATED,
			variant & 2 ? ODD_BLOCK : ODD_COORDINATE, variant & 2 ? 2.5 : 1.0);
		for (int before = 0; before < ODD_SUBSTEPS + 1; before++) {
			odd_one *run;
			assert_ok(odd_one_extend(&run, old, net, NULL, &err), err);
			odd_one_state s = odd_one_look(old), t = odd_one_look(run);
			assert_int_equal(t.nodes, net->nodes);
			same_rows(s.G, t.G, t.nodes);
			same_rows(s.Ht, t.Ht, t.nodes);
			same_rows(s.U, t.U, t.nodes);
			same_rows(s.Vt, t.Vt, t.attributes);
			for (int o = 0; o < 3; o++) {
				double sum = 0.0;
				for (size_t i = 0; i < t.nodes; i++)
					sum += t.O[o][i];
				assert_true(sum <= odd_one_options_used(old)->mu * (1.0 + 1e-9));
				assert_true(sum > 0.5 * odd_one_options_used(old)->mu);
			}
			const odd_trace *trace = odd_one_trace(run);
			assert_int_equal(trace->count, odd_one_trace(old)->count + 1);
			assert_true(trace->point[trace->count - 1].changed);
			assert_int_equal(odd_one_next(run), odd_one_next(old));
			for (int step = 0; step < 3 * ODD_SUBSTEPS; step++) {
				assert_ok(odd_one_substep(run, NULL, &err), err);
				const odd_trace_point *p = &trace->point[trace->count - 1];
				if (p->loss > p[-1].loss * (1.0 + 1e-12))
					fail_msg("variant %d, shrunk before %d, %s: %.17g -> %.17g",
						variant, before, odd_substep_get(p->step)->name,
						p[-1].loss, p->loss);
			}
			odd_one_free(run);
			assert_ok(odd_one_substep(old, NULL, &err), err);
		}
		odd_one_free(old);
		odd_network_free(net);
		odd_network_free(grown);
	}
}

static void snapshots_of_an_extended_run(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	odd_network *net = make_blocks(&shape), *grown = plant_some(net, 1, 0, 0, 3);
	odd_one *old = begin(net, ODD_CALIBRATED, ODD_COORDINATE, 1.0), *run;
	odd_snapshot *snapshot;
	for (int i = 0; i < 8; i++)
		assert_ok(odd_one_substep(old, NULL, &err), err);
	assert_ok(odd_one_extend(&run, old, grown, NULL, &err), err);
	assert_ok(odd_one_snapshot(&snapshot, run, &err), err);
	double loss[2];
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 9; i++)
			assert_ok(odd_one_substep(run, NULL, &err), err);
		const odd_trace *trace = odd_one_trace(run);
		loss[round] = trace->point[trace->count - 1].loss;
		odd_one_restore(run, snapshot);
	}
	assert_true(loss[0] == loss[1]);
	odd_snapshot_free(snapshot);
	odd_one_free(old);
	odd_one_free(run);
	odd_network_free(net);
	odd_network_free(grown);
}

static void what_does_not_continue_is_refused(void **state)
{
	(void)state;
	odd_error err;
	block_options shape = BLOCKS_INIT;
	odd_network *net = make_blocks(&shape);
	shape.nodes = 400;
	shape.topic = 50;
	odd_network *other = make_blocks(&shape);
	odd_one *old = begin(net, ODD_CALIBRATED, ODD_COORDINATE, 1.0), *run;
	assert_int_equal(odd_one_extend(&run, old, other, NULL, &err), ODD_EUSAGE);
	assert_null(run);
	odd_one_free(old);
	odd_network_free(net);
	odd_network_free(other);
}

/* One outlier of each kind planted into the fitted sample: it starts below the oddest tenth, and
 * ten iterations on it is in it, and has at most half the rank. Printed too. */
static void planted_into_the_town(void **state)
{
	(void)state;
	odd_error err;
	odd_network *town;
	char path[1024];
	const char *srcdir = getenv("srcdir");
	snprintf(path, sizeof path, "%s/share/oddone/samples/town", srcdir != NULL ? srcdir : ".");
	assert_ok(odd_network_load(&town, path, NULL, NULL, &err), err);
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	assert_ok(odd_one_default_k(&options.k, NULL, town, town->classes.count, &err), err);
	odd_one *old;
	assert_ok(odd_one_begin(&old, town, &options, NULL, &err), err);
	for (int i = 0; i < 20; i++)
		assert_ok(odd_one_iterate(old, NULL, &err), err);
	for (size_t kind = 0; kind < 3; kind++) {
		odd_network *grown = plant_some(town, kind == 0, kind == 1, kind == 2, 42);
		odd_one *run;
		uint32_t first = 0, last = 0;
		assert_ok(odd_one_extend(&run, old, grown, NULL, &err), err);
		for (int i = 0; i <= 10; i++) {
			odd_scores scores;
			if (i > 0)
				assert_ok(odd_one_iterate(run, NULL, &err), err);
			assert_ok(odd_scores_compute(
					  &scores, run, odd_score_find("one"), NULL, NULL, &err),
				err);
			last = scores.rank[town->nodes];
			first = i == 0 ? last : first;
			odd_scores_clear(&scores);
		}
		print_message("%s: rank %u at the change, %u of %zu ten iterations on\n",
			odd_kind_name((odd_kind)(kind + 1)), first, last, grown->nodes);
		assert_true(first > grown->nodes / 10);
		assert_true(last <= grown->nodes / 10 && last <= first / 2);
		odd_one_free(run);
		odd_network_free(grown);
	}
	odd_one_free(old);
	odd_network_free(town);
}

/* Two times of one network: every seventh node is missing at the first, every fifth at the second.
 */
static void another_time_keeps_rows_and_never_raises_the_loss(void **state)
{
	(void)state;
	odd_error err;
	for (int variant = 0; variant < 8; variant++) {
		block_options shape = BLOCKS_INIT;
		uint8_t drop[2][150] = {{0}};
		uint32_t was[150];
		size_t n = 0, fresh = 0;
		odd_network *net[2];
		odd_one *run;
		shape.nodes = 150;
		shape.directed = (variant & 4) != 0;
		odd_network *all = make_blocks(&shape);
		for (size_t i = 0; i < 150; i++) {
			drop[0][i] = i % 7 == 3;
			drop[1][i] = i % 5 == 1;
		}
		for (int t = 0; t < 2; t++)
			assert_ok(odd_network_remove(&net[t], all, drop[t], &err), err);
		for (size_t i = 0; i < net[1]->nodes; i++) {
			const char *id = odd_names_get(&net[1]->ids, i);
			was[n] = odd_names_find(&net[0]->ids, id, strlen(id));
			fresh += was[n++] == ODD_NO_ROW;
		}
		assert_true(fresh > 10 && n > 100);
		odd_one *old = begin(net[0], variant & 1 ? ODD_PAPER : ODD_CALIBRATED,
			variant & 2 ? ODD_BLOCK : ODD_COORDINATE, variant & 2 ? 2.5 : 1.0);
		for (int i = 0; i < 3; i++)
			assert_ok(odd_one_iterate(old, NULL, &err), err);
		assert_ok(odd_one_follow(&run, old, net[1], was, NULL, &err), err);
		odd_one_state s = odd_one_look(old), t = odd_one_look(run);
		for (size_t i = 0; i < n; i++) {
			size_t row = t.k * sizeof(double);
			double size = 0.0;
			for (size_t k = 0; k < t.k; k++)
				size += fabs(odd_cmat_row(t.G, i)[k]) +
					fabs(odd_cmat_row(t.U, i)[k]);
			assert_true(size > 0.0); /* new ones have a place, too */
			if (was[i] == ODD_NO_ROW)
				continue;
			assert_memory_equal(odd_cmat_row(t.G, i), odd_cmat_row(s.G, was[i]), row);
			assert_memory_equal(odd_cmat_row(t.Ht, i), odd_cmat_row(s.Ht, was[i]), row);
			assert_memory_equal(odd_cmat_row(t.U, i), odd_cmat_row(s.U, was[i]), row);
		}
		for (int i = 0; i < 4; i++)
			assert_ok(odd_one_iterate(run, NULL, &err), err);
		assert_true(odd_trace_largest_rise(odd_one_trace(run), NULL) < 1e-12);
		odd_one_free(run);
		/* Nobody left, and a row that was not there. */
		for (size_t i = 0; i < n; i++)
			was[i] = ODD_NO_ROW;
		assert_int_equal(odd_one_follow(&run, old, net[1], was, NULL, &err), ODD_EUSAGE);
		was[0] = 150;
		assert_int_equal(odd_one_follow(&run, old, net[1], was, NULL, &err), ODD_EUSAGE);
		odd_one_free(old);
		odd_network_free(net[0]);
		odd_network_free(net[1]);
		odd_network_free(all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_substep_raises_the_loss_afterwards),
		cmocka_unit_test(loss_at_the_change_is_that_of_the_state),
		cmocka_unit_test(newcomers_have_the_benefit_of_the_doubt),
		cmocka_unit_test(a_run_goes_on_without_some),
		cmocka_unit_test(snapshots_of_an_extended_run),
		cmocka_unit_test(what_does_not_continue_is_refused),
		cmocka_unit_test(planted_into_the_town),
		cmocka_unit_test(another_time_keeps_rows_and_never_raises_the_loss),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
