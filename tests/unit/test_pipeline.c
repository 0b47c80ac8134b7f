/* From a network to recall: plant, begin, fit, score, evaluate. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "planted_blocks.h"
#include "oddone/one.h"
#include "oddone/plant.h"
#include "oddone/recall.h"
#include "oddone/score.h"

/* One thread: these runs are so short that waiting for a second one costs more than it brings. */
static const odd_job alone = {.threads = 1};

static odd_one *begin(const odd_network *net, odd_preset preset)
{
	odd_error err;
	odd_one *run;
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.preset = preset;
	assert_ok(odd_one_default_k(&o.k, NULL, net, net->classes.count, &err), err);
	assert_ok(odd_one_begin(&run, net, &o, &alone, &err), err);
	return run;
}

static odd_evaluation evaluate(odd_one *run, const odd_network *net, const char *score)
{
	odd_error err;
	odd_scores s;
	odd_evaluation e;
	assert_ok(odd_scores_compute(&s, run, odd_score_find(score), NULL, &alone, &err), err);
	for (size_t i = 0; i < s.n; i++) {
		assert_true(isfinite(s.total[i]));
		for (int t = 0; t < 3; t++)
			assert_true(s.component[t][i] >= 0.0 && isfinite(s.part[t][i]));
	}
	assert_ok(odd_evaluate(&e, s.order, s.total, s.n, net->truth, &err), err);
	odd_scores_clear(&s);
	return e;
}

static void calibrated_finds_what_was_planted(void **state)
{
	(void)state;
	odd_error err;
	for (int style = 0; style < 2; style++) {
		double top5 = 0.0, top25 = 0.0, auc = 0.0;
		enum { SEEDS = 2 };
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			odd_network *net =
				planted_blocks(seed, 5.0, (odd_plant_style)style, seed == 2);
			odd_one *run = begin(net, ODD_CALIBRATED);
			odd_fit_result result;
			assert_ok(odd_fit(run, NULL, &result, &alone, &err), err);
			assert_int_equal(result.why, ODD_STOP_ITERATIONS);
			assert_int_equal(result.iterations, 40);
			odd_evaluation e = evaluate(run, net, "one");
			assert_int_equal(e.outliers, 30);
			top5 += e.row[0].recall / SEEDS;
			top25 += e.row[4].recall / SEEDS;
			auc += e.auc / SEEDS;
			odd_evaluation raw = evaluate(run, net, "paper");
			assert_true(raw.auc >= 0.0 && raw.auc <= 1.0);
			odd_one_free(run);
			odd_network_free(net);
		}
		print_message("recall %.2f at 5 %%, %.2f at 25 %%, AUC %.3f\n", top5, top25, auc);
		assert_true(top5 > 0.4);  /* chance: 0.05 */
		assert_true(top25 > 0.7); /* chance: 0.25 */
		assert_true(auc > 0.85);
	}
}

static void paper_preset_runs(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = planted_blocks(1, 5.0, ODD_PLANT_UNIFORM, false);
	odd_one *run = begin(net, ODD_PAPER);
	odd_fit_result result;
	assert_ok(odd_fit(run, NULL, &result, &alone, &err), err);
	assert_int_equal(result.iterations, 5);
	assert_string_equal(odd_score_of_preset(ODD_PAPER)->name, "paper");
	odd_scores s;
	assert_ok(odd_scores_compute(&s, run, NULL, NULL, &alone, &err), err);
	odd_one_state view = odd_one_look(run);
	double sum = 0.0;
	for (size_t i = 0; i < s.n; i++) {
		assert_true(s.part[1][i] == view.O[1][i]);
		sum += s.total[i];
	}
	assert_close(sum, 1.0, 1e-9); /* a weighted average of three that add up to μ */
	odd_scores_clear(&s);
	evaluate(run, net, "one");
	odd_one_free(run);
	odd_network_free(net);
}

/* c1 and c2 by their definition, densely. */
static void components_are_the_formulas(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 60;
	odd_network *net = make_blocks(&b);
	odd_one *run = begin(net, ODD_CALIBRATED);
	odd_stop stop = {.iterations = 3};
	assert_ok(odd_fit(run, &stop, NULL, &alone, &err), err);
	odd_scores s;
	assert_ok(odd_scores_compute(&s, run, odd_score_find("one"), NULL, &alone, &err), err);
	odd_one_state v = odd_one_look(run);
	const odd_prepared *input = odd_one_input(run);
	for (int t = 0; t < 2; t++) {
		odd_ccsr S = odd_csr_const(t == 0 ? input->A : input->C);
		odd_cmat left = t == 0 ? v.G : v.U, right = t == 0 ? v.Ht : v.Vt;
		for (size_t i = 0; i < S.rows; i++) {
			double error = 0.0, length = 0.0;
			size_t e = S.ptr[i];
			for (size_t j = 0; j < S.cols; j++) {
				double x = 0.0, fit = 0.0;
				if (e < S.ptr[i + 1] && S.idx[e] == j)
					x = odd_csr_value(S, e++);
				for (size_t k = 0; k < v.k; k++)
					fit += odd_cmat_row(left, i)[k] * odd_cmat_row(right, j)[k];
				error += (x - fit) * (x - fit);
				length += x * x;
			}
			assert_close(s.component[t][i], error / length, 1e-9);
		}
	}
	for (size_t i = 0; i < v.nodes; i++) {
		double dot = 0.0, gg = 0.0, uu = 0.0;
		for (size_t k = 0; k < v.k; k++) {
			double u = 0.0, g = odd_cmat_row(v.G, i)[k];
			for (size_t q = 0; q < v.k; q++)
				u += odd_cmat_row(v.U, i)[q] * odd_cmat_row(v.W, k)[q];
			dot += g * u;
			gg += g * g;
			uu += u * u;
		}
		assert_close(s.component[2][i], 1.0 - dot / sqrt(gg * uu), 1e-9);
	}
	odd_scores_clear(&s);
	odd_one_free(run);
	odd_network_free(net);
}

static void rules_stop_early(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = planted_blocks(1, 5.0, ODD_PLANT_UNIFORM, false);
	odd_fit_result result;

	odd_one *run = begin(net, ODD_CALIBRATED);
	odd_stop by_loss = {.iterations = 500, .tolerance = 1e-3};
	assert_ok(odd_fit(run, &by_loss, &result, &alone, &err), err);
	assert_int_equal(result.why, ODD_STOP_TOLERANCE);
	assert_true(result.iterations < 500 && result.iterations == odd_one_iteration(run));
	/* the last iteration fell by less, the one before by no less */
	const odd_trace *trace = odd_one_trace(run);
	size_t last = trace->count - 1;
	double now = trace->point[last].loss, before = trace->point[last - ODD_SUBSTEPS].loss;
	assert_true((before - now) / before < 1e-3);
	if (result.iterations > 1) {
		double earlier = trace->point[last - 2 * ODD_SUBSTEPS].loss;
		assert_true((earlier - before) / earlier >= 1e-3);
	}
	odd_one_free(run);
	odd_network_free(net);
}

/* A run stopped in the middle of an iteration is first brought to its end. */
static void fit_goes_on_from_the_middle(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = planted_blocks(1, 5.0, ODD_PLANT_UNIFORM, false);
	odd_one *a = begin(net, ODD_CALIBRATED), *b = begin(net, ODD_CALIBRATED);
	odd_stop stop = {.iterations = 4};
	assert_ok(odd_fit(a, &stop, NULL, &alone, &err), err);
	for (int s = 0; s < 9; s++)
		assert_ok(odd_one_substep(b, &alone, &err), err);
	odd_fit_result result;
	stop.iterations = 3;
	assert_ok(odd_fit(b, &stop, &result, &alone, &err), err);
	assert_int_equal(result.iterations, 3);
	assert_int_equal(odd_one_iteration(b), 4);
	assert_int_equal(odd_one_next(b), ODD_STEP_W);
	const odd_trace *ta = odd_one_trace(a), *tb = odd_one_trace(b);
	assert_int_equal(ta->count, tb->count);
	for (size_t p = 0; p < ta->count; p++)
		assert_true(ta->point[p].loss == tb->point[p].loss);
	odd_one_free(a);
	odd_one_free(b);
	odd_network_free(net);
}

struct onlooker {
	size_t calls, refuse_at;
};

static odd_status look_on(void *payload, const odd_one *run, odd_error *err)
{
	struct onlooker *o = payload;
	assert_int_equal(odd_one_iteration(run), ++o->calls);
	assert_int_equal(odd_one_next(run), ODD_STEP_W);
	return o->calls == o->refuse_at ? odd_error_set(err, ODD_EIO, "enough") : ODD_OK;
}

static void each_iteration_can_be_seen(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = planted_blocks(1, 5.0, ODD_PLANT_UNIFORM, false);
	odd_one *run = begin(net, ODD_CALIBRATED);
	struct onlooker o = {0, 3};
	odd_stop stop = {.iterations = 5, .each = look_on, .payload = &o};
	odd_fit_result result;
	assert_int_equal(odd_fit(run, &stop, &result, &alone, &err), ODD_EIO);
	assert_true(o.calls == 3 && result.iterations == 3);
	o.refuse_at = 0;
	stop.iterations = 2;
	assert_ok(odd_fit(run, &stop, &result, &alone, &err), err);
	assert_true(o.calls == 5 && result.iterations == 2);
	odd_one_free(run);
	odd_network_free(net);
}

typedef struct stopper {
	atomic_bool cancel;
	int calls, stop_at;
} stopper;

static void count_and_stop(void *payload, const char *what, double done, double total)
{
	(void)what;
	(void)done;
	(void)total;
	stopper *s = payload;
	if (++s->calls >= s->stop_at)
		atomic_store(&s->cancel, true);
}

static void cancel_leaves_whole_substeps(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = planted_blocks(3, 5.0, ODD_PLANT_UNIFORM, false);
	odd_one *whole = begin(net, ODD_CALIBRATED), *run = begin(net, ODD_CALIBRATED);
	odd_snapshot *start;
	assert_ok(odd_one_snapshot(&start, run, &err), err);
	odd_stop stop = {.iterations = 8};
	assert_ok(odd_fit(whole, &stop, NULL, &alone, &err), err);
	size_t cancelled = 0, halfway = 0;
	for (int at = 1; at < 500; at += 61) {
		odd_one_restore(run, start);
		stopper s = {.cancel = false, .calls = 0, .stop_at = at};
		odd_job job = {.threads = at == 62 ? 2 : 1,
			.cancel = &s.cancel,
			.report = count_and_stop,
			.payload = &s};
		odd_fit_result result;
		odd_status status = odd_fit(run, &stop, &result, &job, &err);
		if (status != ODD_OK)
			assert_int_equal(status, ODD_ECANCELLED);
		cancelled += status != ODD_OK;
		size_t done = odd_one_trace(run)->count - 1;
		halfway += done % ODD_SUBSTEPS != 0;
		assert_int_equal(result.iterations, odd_one_iteration(run));
		assert_int_equal(done / ODD_SUBSTEPS, odd_one_iteration(run));
		assert_int_equal((int)odd_one_next(run), (int)(done % ODD_SUBSTEPS));
		/* going on from there leads where the undisturbed run went, bit by bit */
		while (odd_one_iteration(run) < odd_one_iteration(whole))
			assert_ok(odd_one_iterate(run, &alone, &err), err);
		const odd_trace *a = odd_one_trace(run), *b = odd_one_trace(whole);
		assert_int_equal(a->count, b->count);
		for (size_t p = 0; p < a->count; p++)
			assert_true(a->point[p].loss == b->point[p].loss);
	}
	assert_true(cancelled >= 4 && halfway >= 2);
	odd_snapshot_free(start);
	odd_one_free(run);
	odd_one_free(whole);
	odd_network_free(net);
}

/* Isolated nodes without a word beside ordinary ones. */
static void bare_nodes_score_nothing_odd(void **state)
{
	(void)state;
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd_rng rng;
	odd_rng_init(&rng, 4, "test");
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 80; i++)
		add_node(&b, i, "", NULL);
	for (size_t i = 0; i < 70; i++) {
		for (int l = 0; l < 4; l++)
			add_link(&b, i, odd_rng_below(&rng, 70), 1.0);
		for (int w = 0; w < 5; w++)
			add_word(&b, i, odd_rng_below(&rng, 90), 1.0);
	}
	assert_ok(odd__builder_finish(&net, &b, "bare", "test", &err), err);
	for (int preset = 0; preset < 2; preset++) {
		odd_one *run = begin(net, (odd_preset)preset);
		odd_scores s;
		const char *score = "one";
		assert_ok(odd_fit(run, NULL, NULL, &alone, &err), err);
		assert_ok(odd_scores_compute(&s, run, odd_score_find(score), NULL, &alone, &err),
			err);
		for (size_t i = 70; i < 80; i++) {
			assert_true(s.component[1][i] == 0.0);
			if (preset == ODD_PAPER)
				assert_true(s.component[0][i] == 0.0);
		}
		for (size_t i = 0; i < s.n; i++)
			assert_true(isfinite(s.total[i]));
		odd_scores_clear(&s);
		odd_one_free(run);
	}
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calibrated_finds_what_was_planted),
		cmocka_unit_test(paper_preset_runs),
		cmocka_unit_test(components_are_the_formulas),
		cmocka_unit_test(rules_stop_early),
		cmocka_unit_test(fit_goes_on_from_the_middle),
		cmocka_unit_test(each_iteration_can_be_seen),
		cmocka_unit_test(cancel_leaves_whole_substeps),
		cmocka_unit_test(bare_nodes_score_nothing_odd),
	};
	return cmocka_run_group_tests_name("pipeline", tests, NULL, NULL);
}
