/* The lesson: its sums add up, and to what the optimiser then does. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "one/lesson.h"
#include "random_network.h"

static const random_shape shapes[] = {
	{.n = 30, .d = 12, .links = 140, .words = 120},
	{.n = 47, .d = 19, .links = 300, .words = 260, .weighted = true, .directed = true},
	{.n = 33, .d = 25, .links = 120, .words = 200, .real = true, .isolated = 5, .wordless = 4},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

static odd_one *begin(const odd_network *net, odd_update update, odd_preset preset, double mu)
{
	odd_error err;
	odd_one *run;
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.preset = preset;
	o.update = update;
	o.k = 6;
	o.mu = mu;
	assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
	return run;
}

static double product_of(const odd_lesson_term *t)
{
	const double *f = t->factor;
	if (t->form == ODD_FORM_SQUARE)
		return f[0] * f[1] * f[1];
	if (t->form == ODD_FORM_DIFFERENCE)
		return f[0] * (f[1] - f[2]) * (f[1] - f[2]);
	double p = t->form == ODD_FORM_MINUS ? -1.0 : 1.0;
	for (int i = 0; i < t->factors; i++)
		p *= f[i];
	return p;
}

/* Factors make values, values (the rest among them) make the total, the largest come first. */
static void check_sum(const odd_lesson *lesson, const odd_lesson_sum *sum, bool above)
{
	double total = sum->rest, size = fabs(sum->rest);
	for (size_t i = 0; i < sum->count; i++) {
		const odd_lesson_term *t = &sum->term[i];
		assert_close(product_of(t), t->value, 1e-13);
		assert_true(i == 0 || fabs(t->value) <= fabs(t[-1].value));
		total += t->value;
		size += fabs(t->value);
		assert_true(odd_lesson_factors(lesson, t, above, false)[0] != '\0');
		const char *ascii = odd_lesson_factors(lesson, t, above, true);
		assert_true(ascii[0] != '\0');
		for (; *ascii != '\0'; ascii++)
			assert_true((unsigned char)*ascii < 128);
	}
	assert_true(fabs(total - sum->total) <= 1e-12 * (1.0 + size));
}

/* Every sub-step of three iterations, several entries each. */
static void check_run(odd_one *run, size_t n, size_t d, double tolerance)
{
	enum { WATCHES = 8 };
	odd_error err;
	for (size_t step = 0; step < 3 * ODD_SUBSTEPS; step++) {
		odd_lesson lesson[WATCHES];
		const odd_substep next = odd_one_next(run);
		for (size_t i = 0; i < WATCHES; i++) {
			const odd_watch watch = {.node = (i * 7 + step) % n,
				.attribute = (i * 5 + step) % d,
				.dimension = i % 6,
				.other = (i / 2) % 6,
				.score = (int)(i % 3)};
			assert_ok(odd_lesson_make(&lesson[i], run, &watch, NULL, &err), err);
			assert_int_equal(lesson[i].step, next);
			assert_int_equal(lesson[i].iteration, odd_one_iteration(run) + 1);
			assert_true(lesson[i].old_value == odd_lesson_entry(run, next, &watch));
		}
		assert_ok(odd_one_substep(run, NULL, &err), err);
		for (size_t i = 0; i < WATCHES; i++) {
			const odd_lesson *l = &lesson[i];
			double became = odd_lesson_entry(run, next, &l->watch);
			check_sum(l, &l->above, true);
			check_sum(l, &l->below, false);
			assert_close(l->value, became, tolerance);
			if (l->note == ODD_LESSON_PLAIN || l->note == ODD_LESSON_SHARED)
				assert_close(l->fraction ? l->above.total / l->below.total
							 : l->above.total,
					became, tolerance);
		}
	}
}

static void sums_give_what_the_optimiser_makes(void **state)
{
	(void)state;
	for (size_t i = 0; i < SHAPES; i++)
		for (int preset = 0; preset < 2; preset++) {
			odd_network *net = random_network(shapes[i], 11 + i);
			odd_one *run = begin(net, ODD_COORDINATE, (odd_preset)preset, 1.0);
			check_run(run, net->nodes, net->attributes, 1e-10);
			odd_one_free(run);
			odd_network_free(net);
		}
}

static void block_form_is_told_too(void **state)
{
	(void)state;
	for (size_t i = 0; i < SHAPES; i++) {
		odd_network *net = random_network(shapes[i], 5 + i);
		odd_one *run = begin(net, ODD_BLOCK, ODD_CALIBRATED, 1.0);
		check_run(run, net->nodes, net->attributes, 1e-9);
		odd_one_free(run);
		odd_network_free(net);
	}
}

static void block_equations_are_there(void **state)
{
	(void)state;
	for (int step = ODD_STEP_INIT; step <= ODD_STEP_O; step++) {
		const char *text = odd_lesson_block_equation((odd_substep)step, false);
		const char *ascii = odd_lesson_block_equation((odd_substep)step, true);
		bool other = step != ODD_STEP_INIT && step != ODD_STEP_W && step != ODD_STEP_O;
		assert_int_equal(text[0] != '\0', other);
		assert_int_equal(ascii[0] != '\0', other);
		for (; *ascii != '\0'; ascii++)
			assert_true((unsigned char)*ascii < 128);
	}
}

/* With a large μ some O are held at 1, and the others share what is left. */
static void bounded_scores_are_told(void **state)
{
	(void)state;
	odd_network *net = random_network(shapes[1], 3);
	odd_one *run = begin(net, ODD_COORDINATE, ODD_PAPER, 30.0);
	check_run(run, net->nodes, net->attributes, 1e-10);
	odd_one_free(run);
	odd_network_free(net);
}

/* A lesson changes nothing: the run goes on with the same bits. */
static void looking_changes_nothing(void **state)
{
	(void)state;
	odd_error err;
	odd_lesson lesson;
	odd_network *net = random_network(shapes[0], 2);
	odd_one *watched = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
	odd_one *alone = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
	const odd_watch watch = odd_watch_default(watched, 3);
	double loss[30];
	for (size_t i = 0; i < 2 * ODD_SUBSTEPS; i++) {
		assert_ok(odd_lesson_make(&lesson, watched, &watch, NULL, &err), err);
		assert_ok(odd_lesson_losses(loss, watched, NULL, &err), err);
		assert_ok(odd_one_substep(watched, NULL, &err), err);
		assert_ok(odd_one_substep(alone, NULL, &err), err);
		const odd_trace *a = odd_one_trace(watched), *b = odd_one_trace(alone);
		assert_true(a->point[a->count - 1].loss == b->point[b->count - 1].loss);
	}
	odd_one_free(watched);
	odd_one_free(alone);
	odd_network_free(net);
}

static void losses_add_up_to_the_loss(void **state)
{
	(void)state;
	odd_error err;
	double loss[47];
	odd_network *net = random_network(shapes[1], 4);
	odd_one *run = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
	for (size_t step = 0; step < 2 * ODD_SUBSTEPS; step++) {
		const odd_trace *trace = odd_one_trace(run);
		double sum = 0.0;
		assert_ok(odd_lesson_losses(loss, run, NULL, &err), err);
		for (size_t i = 0; i < 47; i++)
			sum += loss[i];
		assert_close(sum, trace->point[trace->count - 1].loss, 1e-9);
		assert_ok(odd_one_substep(run, NULL, &err), err);
	}
	odd_one_free(run);
	odd_network_free(net);
}

/* More terms than are kept: the rest is summed, and is smaller than any that is kept. */
static void many_terms_are_cut(void **state)
{
	(void)state;
	odd_error err;
	odd_lesson lesson;
	odd_network *net = random_network(shapes[1], 6);
	odd_one *run = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
	const odd_watch watch = odd_watch_default(run, 1);
	while (odd_one_next(run) != ODD_STEP_H)
		assert_ok(odd_one_substep(run, NULL, &err), err);
	assert_ok(odd_lesson_make(&lesson, run, &watch, NULL, &err), err);
	assert_int_equal(lesson.below.count, ODD_LESSON_TERMS);
	assert_int_equal(lesson.below.rest_count, 47 - ODD_LESSON_TERMS);
	assert_true(lesson.below.rest <=
		    (47 - ODD_LESSON_TERMS) * lesson.below.term[ODD_LESSON_TERMS - 1].value);
	odd_one_free(run);
	odd_network_free(net);
}

static void wrong_entries_are_named(void **state)
{
	(void)state;
	odd_error err;
	odd_lesson lesson;
	odd_network *net = random_network(shapes[0], 2);
	odd_one *run = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
	const odd_watch wrong[] = {{.node = 30}, {.attribute = 12}, {.dimension = 6}, {.other = 6},
		{.score = 3}, {.score = -1}};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_int_equal(odd_lesson_make(&lesson, run, &wrong[i], NULL, &err), ODD_EUSAGE);
	odd_one_free(run);
	odd_network_free(net);
}

/* ---- the curve --------------------------------------------------------------------------------
 */

struct change { /* one number put in place of another */
	odd_substep step;
	const odd_watch *watch;
	double x;
};

static double entry(odd_cmat m, size_t i, size_t k, bool here, const struct change *c, size_t row)
{
	return here && i == row && k == c->watch->dimension ? c->x : odd_cmat_row(m, i)[k];
}

/* Σ w ‖S_i − X_i B‖², with one number changed in X or in B. */
static double fit_loss(odd_ccsr S, odd_cmat X, odd_cmat Bt, const double *O, const struct change *c,
	bool in_X, bool in_B)
{
	const size_t column = c->step == ODD_STEP_H ? c->watch->node : c->watch->attribute;
	double sum = 0.0;
	for (size_t i = 0; i < S.rows; i++)
		for (size_t j = 0; j < S.cols; j++) {
			double error = 0.0;
			for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
				error += S.idx[e] == j ? odd_csr_value(S, e) : 0.0;
			for (size_t k = 0; k < X.cols; k++)
				error -= entry(X, i, k, in_X, c, c->watch->node) *
					 entry(Bt, j, k, in_B, c, column);
			sum -= log(O[i]) * error * error;
		}
	return sum;
}

static double loss_with(const odd_one *run, const struct change *c)
{
	const odd_one_state s = odd_one_look(run);
	const odd_one_options *o = odd_one_options_used(run);
	const odd_prepared *p = odd_one_input(run);
	const bool G = c->step == ODD_STEP_G, U = c->step == ODD_STEP_U;
	double dis = 0.0;
	for (size_t i = 0; i < s.nodes; i++)
		for (size_t k = 0; k < s.k; k++) {
			double d = entry(s.G, i, k, G, c, c->watch->node);
			for (size_t q = 0; q < s.k; q++)
				d -= entry(s.U, i, q, U, c, c->watch->node) *
				     odd_cmat_row(s.W, k)[q];
			dis -= log(s.O[2][i]) * d * d;
		}
	return fit_loss(odd_csr_const(p->A), s.G, s.Ht, s.O[0], c, G, c->step == ODD_STEP_H) +
	       o->alpha * fit_loss(odd_csr_const(p->C), s.U, s.Vt, s.O[1], c, U,
				  c->step == ODD_STEP_V) +
	       o->beta * dis;
}

/* The last of its row or column is watched: all others have their new values by then. */
static void check_curves(odd_one *run)
{
	odd_error err;
	size_t seen = 0;
	for (int step = 0; step < 2 * ODD_SUBSTEPS; step++) {
		const odd_watch watch = {.node = 7, .attribute = 3, .dimension = 5, .other = 2};
		const odd_substep next = odd_one_next(run);
		odd_lesson l;
		assert_ok(odd_lesson_make(&l, run, &watch, NULL, &err), err);
		assert_ok(odd_one_substep(run, NULL, &err), err);
		assert_true(odd_curve_at(&l.curve, l.curve.lowest) == 0.0 ||
			    l.curve.shape == ODD_CURVE_NONE);
		if (l.curve.shape != ODD_CURVE_PARABOLA)
			continue;
		seen++;
		const double became = odd_lesson_entry(run, next, &watch);
		const double at[3] = {l.old_value, became + 0.3, became - 2.0};
		const struct change now = {next, &watch, became};
		for (int i = 0; i < 3; i++) {
			const struct change other = {next, &watch, at[i]};
			double by = loss_with(run, &other) - loss_with(run, &now);
			double said =
				odd_curve_at(&l.curve, at[i]) - odd_curve_at(&l.curve, became);
			assert_true(fabs(by - said) <= 1e-9 * (1.0 + fabs(loss_with(run, &now))));
		}
	}
	assert_int_equal(seen, 8);
}

static void curves_are_the_loss(void **state)
{
	(void)state;
	for (size_t i = 0; i < SHAPES; i++) {
		odd_network *net = random_network(shapes[i], 31 + i);
		odd_one *run = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
		check_curves(run);
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* With the transposed formula the curve is that of the loss all the same, and its lowest point is
 * not where the step goes. */
static void a_wrong_formula_misses_the_lowest_point(void **state)
{
	(void)state;
	odd_network *net = random_network(shapes[0], 5);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	odd_error err;
	odd_one *run;
	odd_lesson l;
	const odd_watch watch = {.node = 7, .dimension = 5};
	o.k = 6;
	o.u = ODD_U_TRANSPOSED;
	assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
	for (int step = ODD_STEP_W; step < ODD_STEP_U; step++)
		assert_ok(odd_one_substep(run, NULL, &err), err);
	assert_ok(odd_lesson_make(&l, run, &watch, NULL, &err), err);
	assert_true(fabs(l.value - l.curve.lowest) > 1e-6);
	assert_ok(odd_one_substep(run, NULL, &err), err);
	assert_close(odd_lesson_entry(run, ODD_STEP_U, &watch), l.value, 1e-10);
	assert_true(odd_trace_largest_rise(odd_one_trace(run), NULL) > 0.0);
	odd_one_free(run);
	assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
	check_curves(run);
	/* What the trace says of the loss is the loss. */
	const odd_trace *trace = odd_one_trace(run);
	const struct change none = {ODD_STEP_O, &watch, 0.0};
	assert_close(loss_with(run, &none), trace->point[trace->count - 1].loss, 1e-9);
	odd_one_free(run);
	odd_network_free(net);
}

static void uniform_doubt_stays(void **state)
{
	(void)state;
	odd_network *net = random_network(shapes[0], 6);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	odd_error err;
	odd_one *run;
	odd_lesson l;
	const odd_watch watch = {.node = 7, .dimension = 5};
	o.k = 6;
	o.o = ODD_O_UNIFORM;
	assert_ok(odd_one_begin(&run, net, &o, NULL, &err), err);
	for (int i = 0; i < 3; i++) {
		while (odd_one_next(run) != ODD_STEP_O)
			assert_ok(odd_one_substep(run, NULL, &err), err);
		assert_ok(odd_lesson_make(&l, run, &watch, NULL, &err), err);
		assert_int_equal(l.note, ODD_LESSON_HELD);
		assert_ok(odd_one_substep(run, NULL, &err), err);
	}
	const odd_one_state s = odd_one_look(run);
	for (int t = 0; t < 3; t++)
		for (size_t i = 0; i < s.nodes; i++)
			assert_true(s.O[t][i] == 1.0 / (double)s.nodes);
	assert_true(odd_trace_largest_rise(odd_one_trace(run), NULL) == 0.0);
	odd_one_free(run);
	odd_network_free(net);
}

/* One entry falls to the lowest point of its parabolas: the loss by as much as they say, and no
 * other number moves. */
static void one_entry_falls_alone(void **state)
{
	(void)state;
	static const odd_substep of[] = {ODD_STEP_G, ODD_STEP_H, ODD_STEP_U, ODD_STEP_V};
	for (size_t shape = 0; shape < SHAPES; shape++) {
		odd_error err;
		odd_network *net = random_network(shapes[shape], 5);
		odd_one *run = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0), *settled;
		for (int i = 0; i < 8; i++)
			assert_ok(odd_one_substep(run, NULL, &err), err);
		for (size_t m = 0; m < 4; m++) {
			const odd_watch watch = {.node = 7, .attribute = 3, .dimension = 2};
			const odd_trace *then = odd_one_trace(run);
			const double before = then->point[then->count - 1].loss;
			odd_entry entry;
			double change = 0.0;
			assert_ok(odd_entry_look(&entry, run, of[m], &watch, &err), err);
			for (int t = 0; t < 3; t++)
				change += odd_entry_change(&entry, t, odd_entry_lowest(&entry));
			assert_true(change < 0.0);
			assert_ok(
				odd_one_settle(&settled, run, net, of[m], &watch, NULL, &err), err);
			const odd_trace *now = odd_one_trace(settled);
			assert_true(now->point[now->count - 1].changed);
			assert_close(
				now->point[now->count - 1].loss - before, change, 1e-9 * before);
			const odd_one_state a = odd_one_look(run), b = odd_one_look(settled);
			const odd_cmat x[] = {a.G, a.Ht, a.U, a.Vt}, y[] = {b.G, b.Ht, b.U, b.Vt};
			size_t moved = 0;
			for (size_t k = 0; k < 4; k++)
				for (size_t i = 0; i < x[k].rows; i++)
					for (size_t j = 0; j < x[k].cols; j++)
						moved += odd_cmat_row(x[k], i)[j] !=
							 odd_cmat_row(y[k], i)[j];
			assert_int_equal(moved, 1);
			for (int t = 0; t < 3; t++)
				assert_memory_equal(a.O[t], b.O[t], a.nodes * sizeof(double));
			assert_ok(odd_one_iterate(settled, NULL, &err), err);
			assert_true(odd_trace_largest_rise(odd_one_trace(settled), NULL) < 1e-12);
			odd_one_free(settled);
		}
		odd_entry none;
		const odd_watch watch = {.node = 1};
		assert_int_equal(odd_entry_look(&none, run, ODD_STEP_O, &watch, &err), ODD_EUSAGE);
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* The numbers of the usual slips, worked out anew from the matrices, for the first entry of a row
 * of G: nothing of the row is new then. */
static void slips_are_told_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = random_network(shapes[0], 9);
	odd_one *run = begin(net, ODD_COORDINATE, ODD_CALIBRATED, 1.0);
	const odd_watch watch = {.node = 7};
	odd_lesson l;
	for (int i = 0; i < 7; i++) /* to behind the second W, with weights of their own */
		assert_ok(odd_one_substep(run, NULL, &err), err);
	assert_ok(odd_lesson_make(&l, run, &watch, NULL, &err), err);
	const odd_one_state s = odd_one_look(run);
	const odd_csr A = odd_one_input(run)->A;
	const double w1 = -log(s.O[0][7]), w3 = -log(s.O[2][7]);
	const double beta = odd_one_options_used(run)->beta, *g = odd_cmat_row(s.G, 7);
	double links = 0.0, others = 0.0, own = 0.0, near = 0.0;
	for (size_t e = A.ptr[7]; e < A.ptr[8]; e++)
		links += odd_csr_value(odd_csr_const(A), e) * odd_cmat_row(s.Ht, A.idx[e])[0];
	for (size_t j = 0; j < s.nodes; j++)
		for (size_t q = 0; q < s.k; q++) {
			const double *h = odd_cmat_row(s.Ht, j);
			*(q == 0 ? &own : &others) += (q == 0 ? 1.0 : g[q]) * h[q] * h[0];
		}
	for (size_t p = 0; p < s.k; p++)
		near += odd_cmat_row(s.U, 7)[p] * odd_cmat_row(s.W, 0)[p];
	const double below = w1 * own + beta * w3;
	assert_close(l.value, (w1 * (links - others) + beta * w3 * near) / below, 1e-10);
	assert_close(odd_lesson_slip(&l, ODD_SLIP_SIGN),
		(w1 * (links + others) + beta * w3 * near) / below, 1e-10);
	assert_close(odd_lesson_slip(&l, ODD_SLIP_WEIGHT),
		(links - others + beta * near) / (own + beta), 1e-10);
	assert_close(odd_lesson_slip(&l, ODD_SLIP_OWN),
		(w1 * (links - others - g[0] * own) + beta * w3 * near) / below, 1e-10);
	odd_one_free(run);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_give_what_the_optimiser_makes),
		cmocka_unit_test(block_form_is_told_too),
		cmocka_unit_test(block_equations_are_there),
		cmocka_unit_test(bounded_scores_are_told),
		cmocka_unit_test(looking_changes_nothing),
		cmocka_unit_test(losses_add_up_to_the_loss),
		cmocka_unit_test(many_terms_are_cut),
		cmocka_unit_test(wrong_entries_are_named),
		cmocka_unit_test(curves_are_the_loss),
		cmocka_unit_test(a_wrong_formula_misses_the_lowest_point),
		cmocka_unit_test(uniform_doubt_stays),
		cmocka_unit_test(one_entry_falls_alone),
		cmocka_unit_test(slips_are_told_apart),
	};
	return cmocka_run_group_tests_name("lesson", tests, NULL, NULL);
}
