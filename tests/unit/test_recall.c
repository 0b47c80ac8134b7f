/* Recall, AUC and average precision by hand, by symmetry and by chance. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "oddone/recall.h"
#include "base/rng.h"
#include "naive_recall.h"

static void small_case_by_hand(void **state)
{
	(void)state;
	odd_error err;
	odd_evaluation e;
	enum { N = 20 };
	uint32_t order[N];
	double score[N];
	uint8_t truth[N] = {0};
	for (uint32_t i = 0; i < N; i++) {
		order[i] = (uint32_t)(N - 1 - i); /* node 19 first */
		score[order[i]] = (double)(N - i);
	}
	truth[19] = ODD_STRUCTURAL;  /* rank 1 */
	truth[17] = ODD_ATTRIBUTE;   /* rank 3 */
	truth[16] = ODD_STRUCTURAL;  /* rank 4 */
	truth[0] = ODD_UNKNOWN_KIND; /* rank 20 */
	assert_ok(odd_evaluate(&e, order, score, N, truth, &err), err);
	assert_int_equal(e.outliers, 4);
	assert_int_equal(e.count[ODD_STRUCTURAL], 2);
	assert_int_equal(e.count[ODD_ORDINARY], 16);
	const size_t taken[] = {1, 2, 3, 4, 5};
	const double recall[] = {0.25, 0.25, 0.5, 0.75, 0.75};
	const double structural[] = {0.5, 0.5, 0.5, 1.0, 1.0};
	const double attribute[] = {0, 0, 1, 1, 1};
	for (int l = 0; l < ODD_RECALL_ROWS; l++) {
		assert_true(e.row[l].top == 5.0 * (l + 1));
		assert_int_equal(e.row[l].taken, taken[l]);
		assert_true(e.row[l].recall == recall[l]);
		assert_true(e.row[l].kind[ODD_STRUCTURAL] == structural[l]);
		assert_true(e.row[l].kind[ODD_ATTRIBUTE] == attribute[l]);
		assert_true(isnan(e.row[l].kind[ODD_COMBINED]));
		assert_true(e.row[l].kind[ODD_UNKNOWN_KIND] == 0.0);
		assert_true(recall_at(order, N, truth, taken[l]) == recall[l]);
	}
	/* ordinary nodes below each outlier: 16, 15, 15, 0 */
	assert_close(e.auc, 46.0 / 64.0, 1e-15);
	assert_close(e.average_precision, (1.0 + 2.0 / 3.0 + 3.0 / 4.0 + 4.0 / 20.0) / 4.0, 1e-15);
	assert_true(recall_at(order, N, truth, 0) == 0.0);
	assert_true(recall_at(order, N, truth, N) == 1.0);
	assert_true(recall_at(order, N, truth, N + 7) == 1.0);
}

static void cuts_are_rounded(void **state)
{
	(void)state;
	odd_error err;
	odd_evaluation e;
	static uint32_t order[2843];
	static double score[2843];
	static uint8_t truth[2843];
	for (uint32_t i = 0; i < 2843; i++)
		order[i] = i;
	truth[5] = ODD_COMBINED;
	for (size_t n = 1; n <= 2843; n += n < 200 ? 1 : 50) {
		for (size_t i = 0; i < n; i++)
			score[i] = -(double)i;
		truth[5] = n > 5 ? ODD_COMBINED : ODD_ORDINARY;
		assert_ok(odd_evaluate(&e, order, score, n, truth, &err), err);
		for (int l = 0; l < ODD_RECALL_ROWS; l++)
			assert_int_equal(
				e.row[l].taken, (size_t)round((double)n * (5 * (l + 1)) / 100.0));
	}
	assert_int_equal(e.row[0].taken, 140); /* 2800 · 5 % */
}

static void without_truth_nothing_is_said(void **state)
{
	(void)state;
	odd_error err;
	odd_evaluation e;
	uint32_t order[] = {2, 0, 1};
	double score[] = {2, 1, 3};
	uint8_t none[3] = {0}, all[3] = {1, 2, 3}, bad[3] = {0, ODD_KINDS, 0};
	assert_ok(odd_evaluate(&e, order, score, 3, none, &err), err);
	assert_int_equal(e.outliers, 0);
	assert_true(isnan(e.auc) && isnan(e.average_precision) && isnan(e.row[4].recall));
	for (int k = 0; k < ODD_KINDS; k++)
		assert_true(isnan(e.row[0].kind[k]));
	assert_true(isnan(recall_at(order, 3, none, 2)));
	assert_ok(odd_evaluate(&e, order, score, 3, all, &err), err);
	assert_true(isnan(e.auc) && e.average_precision == 1.0);
	assert_ok(odd_evaluate(&e, order, score, 0, none, &err), err);
	assert_true(isnan(e.row[0].recall));
	assert_int_equal(odd_evaluate(&e, order, score, 3, bad, &err), ODD_EINPUT);
	uint32_t beyond[] = {2, 0, 3};
	assert_int_equal(odd_evaluate(&e, beyond, score, 3, none, &err), ODD_EINPUT);
}

enum { MANY = 400 };

/* Nodes in random order, every tenth an outlier, kinds in turn. */
static void random_ranking(odd_rng *rng, uint32_t *order, double *score, uint8_t *truth)
{
	for (uint32_t i = 0; i < MANY; i++) {
		order[i] = i;
		truth[i] = i % 10 ? ODD_ORDINARY : (uint8_t)(1 + i / 10 % 3);
	}
	odd_rng_shuffle(rng, order, MANY);
	for (uint32_t r = 0; r < MANY; r++)
		score[order[r]] = (double)(MANY - r);
}

static void chance_finds_its_share(void **state)
{
	(void)state;
	enum { TRIALS = 2000 };
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 11, "test");
	double recall[ODD_RECALL_ROWS] = {0}, kind[ODD_RECALL_ROWS] = {0}, auc = 0.0, ap = 0.0;
	for (int t = 0; t < TRIALS; t++) {
		uint32_t order[MANY];
		double score[MANY];
		uint8_t truth[MANY];
		odd_evaluation e;
		random_ranking(&rng, order, score, truth);
		assert_ok(odd_evaluate(&e, order, score, MANY, truth, &err), err);
		for (int l = 0; l < ODD_RECALL_ROWS; l++) {
			recall[l] += e.row[l].recall / TRIALS;
			kind[l] += e.row[l].kind[ODD_ATTRIBUTE] / TRIALS;
		}
		auc += e.auc / TRIALS;
		ap += e.average_precision / TRIALS;
	}
	for (int l = 0; l < ODD_RECALL_ROWS; l++) {
		/* hypergeometric, so the binomial error is an upper bound; five of them */
		double p = 0.05 * (l + 1);
		assert_true(fabs(recall[l] - p) < 5 * sqrt(p * (1 - p) / 40 / TRIALS));
		assert_true(fabs(kind[l] - p) < 5 * sqrt(p * (1 - p) / 13 / TRIALS));
	}
	/* variance of the AUC by chance: (m + n + 1) / (12 m n) */
	assert_true(fabs(auc - 0.5) < 5 * sqrt(401.0 / (12.0 * 40 * 360) / TRIALS));
	assert_true(ap > 0.1 && ap < 0.15); /* a little over the share of outliers, 0.1 */
}

/* ---- equal scores ------------------------------------------------------------------------- */

/* The mean over all orders of the equal ones, one by one: 5! orders of nodes 2 … 6 of 20. */
static void permute(uint32_t *order, size_t at, size_t end, const double *score,
	const uint8_t *truth, odd_evaluation *sum, size_t *orders)
{
	odd_error err;
	odd_evaluation e;
	if (at == end) {
		assert_ok(odd_evaluate(&e, order, score, 20, truth, &err), err);
		for (int l = 0; l < ODD_RECALL_ROWS; l++) {
			sum->row[l].recall += e.row[l].recall;
			sum->row[l].kind[ODD_STRUCTURAL] += e.row[l].kind[ODD_STRUCTURAL];
		}
		sum->average_precision += e.average_precision;
		++*orders;
	}
	for (size_t i = at; i < end; i++) {
		uint32_t swap = order[at];
		order[at] = order[i];
		order[i] = swap;
		permute(order, at + 1, end, score, truth, sum, orders);
		order[i] = order[at];
		order[at] = swap;
	}
}

static void equal_scores_count_by_their_share(void **state)
{
	(void)state;
	odd_error err;
	odd_evaluation e, sum = {0};
	uint32_t order[20];
	double score[20];
	uint8_t truth[20] = {[1] = ODD_ATTRIBUTE,
		[3] = ODD_STRUCTURAL,
		[5] = ODD_COMBINED,
		[12] = ODD_STRUCTURAL};
	size_t orders = 0;
	for (uint32_t i = 0; i < 20; i++) {
		order[i] = i;
		score[i] = i >= 2 && i < 7 ? 10.0 : 20.0 - (double)i - (i < 2 ? 0.0 : 11.0);
	}
	permute(order, 2, 7, score, truth, &sum, &orders);
	assert_int_equal(orders, 120);
	assert_ok(odd_evaluate_scores(&e, score, 20, truth, &err), err);
	for (int l = 0; l < ODD_RECALL_ROWS; l++) {
		assert_close(e.row[l].recall, sum.row[l].recall / 120.0, 1e-13);
		assert_close(e.row[l].kind[ODD_STRUCTURAL], sum.row[l].kind[ODD_STRUCTURAL] / 120.0,
			1e-13);
		assert_true(isnan(e.row[l].kind[ODD_UNKNOWN_KIND]));
	}
	assert_close(e.average_precision, sum.average_precision / 120.0, 1e-13);
}

/* Nothing known about anybody: exactly what chance has on the mean. */
static void all_equal_is_chance(void **state)
{
	(void)state;
	odd_error err;
	odd_evaluation e;
	double score[100] = {0};
	uint8_t truth[100] = {[3] = ODD_STRUCTURAL, [50] = ODD_COMBINED, [99] = ODD_COMBINED};
	assert_ok(odd_evaluate_scores(&e, score, 100, truth, &err), err);
	for (int l = 0; l < ODD_RECALL_ROWS; l++) {
		assert_close(e.row[l].recall, 0.05 * (l + 1), 1e-15);
		assert_close(e.row[l].kind[ODD_COMBINED], 0.05 * (l + 1), 1e-15);
	}
	assert_close(e.auc, 0.5, 1e-15);
}

/* Without equal scores it is the evaluation of the ranking, to the bit. */
static void no_ties_no_difference(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_evaluation a, b;
	uint32_t order[MANY];
	double score[MANY];
	uint8_t truth[MANY];
	odd_rng_init(&rng, 12, "test");
	random_ranking(&rng, order, score, truth);
	assert_ok(odd_evaluate(&a, order, score, MANY, truth, &err), err);
	assert_ok(odd_evaluate_scores(&b, score, MANY, truth, &err), err);
	for (int l = 0; l < ODD_RECALL_ROWS; l++) {
		assert_true(a.row[l].recall == b.row[l].recall);
		assert_true(a.row[l].kind[ODD_ATTRIBUTE] == b.row[l].kind[ODD_ATTRIBUTE]);
		assert_int_equal(a.row[l].taken, b.row[l].taken);
	}
	assert_true(a.auc == b.auc);
	assert_close(a.average_precision, b.average_precision, 1e-14);
}

static void reversed_is_one_minus(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 12, "test");
	for (int t = 0; t < 20; t++) {
		uint32_t order[MANY], back[MANY];
		double score[MANY], minus[MANY];
		uint8_t truth[MANY];
		odd_evaluation e, f;
		random_ranking(&rng, order, score, truth);
		for (uint32_t i = 0; i < MANY; i++) {
			if (t % 2) /* with ties: eight nodes share a score */
				score[order[i]] = (double)((MANY - i) / 8);
			minus[order[i]] = -score[order[i]];
			back[i] = order[MANY - 1 - i];
		}
		for (uint32_t i = 0; i < MANY; i++)
			minus[i] = -score[i];
		assert_ok(odd_evaluate(&e, order, score, MANY, truth, &err), err);
		assert_ok(odd_evaluate(&f, back, minus, MANY, truth, &err), err);
		assert_close(f.auc, 1.0 - e.auc, 1e-14);
		/* against the definition: all pairs */
		double wins = 0.0;
		for (int i = 0; i < MANY; i++)
			for (int j = 0; j < MANY; j++)
				if (truth[i] && !truth[j])
					wins += score[i] > score[j]    ? 1.0
						: score[i] == score[j] ? 0.5
								       : 0.0;
		assert_close(e.auc, wins / (40.0 * 360.0), 1e-14);
	}
}

static void all_tied_is_a_coin_toss(void **state)
{
	(void)state;
	odd_error err;
	odd_evaluation e;
	uint32_t order[] = {0, 1, 2, 3, 4};
	double score[] = {7, 7, 7, 7, 7};
	uint8_t truth[] = {1, 0, 0, 2, 0};
	assert_ok(odd_evaluate(&e, order, score, 5, truth, &err), err);
	assert_true(e.auc == 0.5);
	double holes[] = {NAN, NAN, NAN, NAN, NAN};
	assert_ok(odd_evaluate(&e, order, holes, 5, truth, &err), err);
	assert_true(e.auc >= 0.0 && e.auc <= 1.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_case_by_hand),
		cmocka_unit_test(cuts_are_rounded),
		cmocka_unit_test(without_truth_nothing_is_said),
		cmocka_unit_test(chance_finds_its_share),
		cmocka_unit_test(equal_scores_count_by_their_share),
		cmocka_unit_test(all_equal_is_chance),
		cmocka_unit_test(no_ties_no_difference),
		cmocka_unit_test(reversed_is_one_minus),
		cmocka_unit_test(all_tied_is_a_coin_toss),
	};
	return cmocka_run_group_tests_name("recall", tests, NULL, NULL);
}
