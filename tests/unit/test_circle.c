/* circle: company where there are links enough to learn from, the words themselves where there are
 * not. */
#include "config.h"

#include <math.h>

#include "helpers.h"
#include "networks.h"
#include "oddone/recall.h"
#include "oddone/plant.h"
#include "oddone/score.h"
#include "score/around.h"
#include "score/foreign.h"
#include "score/kinship.h"

/* ρ by hand: e = 2 √(K/entries), less .09, over .12, between 0 and .8. */
static void doubt_by_hand(void **state)
{
	(void)state;
	assert_true(odd__kinship_chance(25, 10000) == 0.1);
	assert_close(odd__foreign_doubt(25, 10000), (0.1 - 0.09) / 0.12, 1e-12);
	assert_close(odd__foreign_doubt(9, 1600), (0.15 - 0.09) / 0.12, 1e-12);
	/* 247 links for each dimension, each link two entries: what oddone(1) says */
	for (size_t k = 1; k < 200; k++) {
		assert_true(odd__foreign_doubt(k, k * 2 * 247) == 0.0);
		assert_true(odd__foreign_doubt(k, k * 2 * 246) > 0.0);
	}
	assert_true(odd__foreign_doubt(15, 600) == 0.8);
	assert_true(odd__foreign_doubt(15, 0) == 0.8);
	for (size_t entries = 10; entries < 100000; entries *= 2)
		assert_true(odd__foreign_doubt(15, entries) >= odd__foreign_doubt(15, 2 * entries));
}

/* near and wide by their definitions, for a path and a pair; kin is the cosine. */
static void plain_kinship_by_hand(void **state)
{
	(void)state;
	enum { n = 5 };
	odd_error err;
	static const double x[n][2] = {{1, 0}, {0, 2}, {3, 3}, {-1, 1}, {5, 0}};
	uint32_t r[] = {0, 1, 1, 2}, c[] = {1, 0, 2, 1}; /* 0 – 1 – 2, and 3 and 4 alone */
	odd_csr S;
	odd_mat X, room;
	double near[n], wide[n], unit[n][2], all = 0.0, known = 0.0;
	assert_ok(odd_csr_from_triplets(&S, n, n, 4, r, c, NULL, ODD_MERGE_MAX, NULL, &err), err);
	assert_ok(odd_mat_alloc(&X, n, 2, &err), err);
	assert_ok(odd_mat_alloc(&room, n, 2, &err), err);
	for (size_t i = 0; i < n; i++)
		for (size_t q = 0; q < 2; q++) {
			odd_mat_row(X, i)[q] = x[i][q];
			unit[i][q] = x[i][q] / hypot(x[i][0], x[i][1]);
		}
	assert_ok(odd__kinship_plain(near, wide, odd_csr_const(S), X, room, NULL, &err), err);
	/* Σ kin with neighbours; walks of one and two steps, not back: 0: 1 2; 1: 0 2; 2: 1 0 */
	static const size_t walk[3][2] = {{1, 2}, {0, 2}, {1, 0}};
	static const double d[n] = {1, 2, 1, 0, 0};
	double kin[n] = {0}, apart[n] = {0};
	for (size_t i = 0; i < 3; i++) {
		double sum[2] = {0};
		for (size_t e = 0; e < 2; e++) {
			const double *other = unit[walk[i][e]];
			if (e == 0 || i == 1)
				kin[i] += unit[i][0] * other[0] + unit[i][1] * other[1];
			sum[0] += other[0];
			sum[1] += other[1];
		}
		apart[i] =
			1.0 - (unit[i][0] * sum[0] + unit[i][1] * sum[1]) / hypot(sum[0], sum[1]);
		all += kin[i] / 4.0;
		known += apart[i] / 3.0;
	}
	for (size_t i = 0; i < n; i++) { /* as if each had two more links that are as usual */
		double far = i < 3 ? apart[i] : known;
		assert_close(near[i], 1.0 - (kin[i] + 2.0 * all) / (d[i] + 2.0), 1e-12);
		assert_close(wide[i], (d[i] * far + 2.0 * known) / (d[i] + 2.0), 1e-12);
	}
	odd_csr_clear(&S);
	odd_mat_free(&X);
	odd_mat_free(&room);
}

static odd_one *fitted(const odd_network *net, size_t k)
{
	odd_error err;
	odd_one *run;
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_stop stop = {.iterations = 10};
	options.k = k;
	assert_ok(odd_one_begin(&run, net, &options, NULL, &err), err);
	assert_ok(odd_fit(run, &stop, NULL, NULL, &err), err);
	return run;
}

static odd_scores scores_of(odd_one *run, const char *name, const odd_job *job)
{
	odd_error err;
	odd_scores s;
	assert_ok(odd_scores_compute(&s, run, odd_score_find(name), NULL, job, &err), err);
	return s;
}

/* Links enough: not a bit of difference, and no decomposition is made. */
static void without_doubt_it_is_company(void **state)
{
	(void)state;
	block_options b = BLOCKS_INIT;
	b.degree = 12;
	odd_network *net = make_blocks(&b);
	odd_one *run = fitted(net, 3);
	assert_true(odd__foreign_doubt(3, odd_csr_nnz(odd_csr_const(net->A))) == 0.0);
	odd_scores circle = scores_of(run, "circle", NULL);
	odd_scores company = scores_of(run, "company", NULL);
	assert_memory_equal(circle.total, company.total, net->nodes * sizeof *circle.total);
	assert_memory_equal(circle.weight, company.weight, sizeof circle.weight);
	odd_scores_clear(&circle);
	odd_scores_clear(&company);
	odd_one_free(run);
	odd_network_free(net);
}

/* Few links: c5 and the weights as foreign.h has them, from the parts read one by one. */
static void with_doubt_by_its_parts(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 120;
	odd_network *net = make_blocks(&b);
	odd_one *run = fitted(net, 9);
	size_t n = net->nodes;
	const odd_prepared *input = odd_one_input(run);
	odd_csr links;
	assert_ok(odd__around_links(&links, input, &err), err);
	odd_ccsr A = odd_csr_const(links);
	double rho = odd__foreign_doubt(9, odd_csr_nnz(A)), value[4][120], rank[3][120];
	assert_true(rho > 0.1 && rho <= 0.8);
	assert_ok(odd__around_kinship(value[0], value[3], A, run, 2.0, NULL, &err), err);
	assert_ok(odd__around_words(value[1], value[3], A, run, NULL, &err), err);
	assert_ok(odd__around_shared(value[2], A, odd_csr_const(input->C), NULL, &err), err);
	for (size_t t = 0; t < 3; t++)
		assert_ok(odd_percentile_ranks(rank[t], value[t], n, &err), err);
	odd_scores s = scores_of(run, "circle", NULL);
	for (size_t i = 0; i < n; i++)
		assert_close(s.component[1][i],
			sqrt(0.75 * (1.0 - rho) * rank[0][i] * rank[0][i] +
				0.75 * rho * rank[1][i] * rank[1][i] +
				0.25 * rank[2][i] * rank[2][i]),
			1e-9);
	assert_close(s.weight[0], 0.1 * (1.0 - rho), 1e-12);
	assert_close(s.weight[1], 0.8 + 0.1 * rho, 1e-12);
	assert_close(s.weight[2], 0.1, 1e-12);
	odd_scores_clear(&s);
	odd_csr_clear(&links);
	odd_one_free(run);
	odd_network_free(net);
}

static void count_decompositions(void *payload, const char *what, double done, double total)
{
	(void)total;
	*(size_t *)payload += strcmp(what, "svd of words") == 0 && done == 0.0;
}

/* The words do not change while a run lives: they are decomposed once, and a fit in which every
 * moment is ranked pays for it once. A run of another network begins anew. */
static void words_are_read_once(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 120;
	size_t made = 0;
	odd_job job = {.report = count_decompositions, .payload = &made};
	for (size_t runs = 1; runs <= 2; runs++, b.seed++) {
		odd_network *net = make_blocks(&b);
		odd_one *run = fitted(net, 9);
		for (int moment = 0; moment < 4; moment++) {
			odd_scores s = scores_of(run, "circle", &job);
			odd_scores_clear(&s);
			assert_ok(odd_one_substep(run, NULL, &err), err);
		}
		odd_one_free(run);
		odd_network_free(net);
		assert_int_equal(made, runs);
	}
}

/* What it is there for: exchanged words in small networks, over ten of them. */
static void small_networks_gain(void **state)
{
	(void)state;
	double auc[2] = {0.0, 0.0};
	for (uint64_t seed = 1; seed <= 10; seed++) {
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.nodes = 150;
		b.classes = 5;
		b.degree = 2;
		b.seed = seed;
		odd_network *net = make_blocks(&b), *with;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.swap = 15, .seed = seed};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		odd_one *run = fitted(with, 15);
		static const char *const name[2] = {"circle", "company"};
		for (int t = 0; t < 2; t++) {
			odd_scores s = scores_of(run, name[t], NULL);
			odd_evaluation found;
			assert_ok(odd_evaluate_scores(
					  &found, s.total, with->nodes, with->truth, &err),
				err);
			auc[t] += found.auc / 10.0;
			odd_scores_clear(&s);
		}
		odd_one_free(run);
		odd_network_free(with);
		odd_network_free(net);
	}
	assert_true(auc[0] > auc[1] + 0.02);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubt_by_hand),
		cmocka_unit_test(plain_kinship_by_hand),
		cmocka_unit_test(without_doubt_it_is_company),
		cmocka_unit_test(with_doubt_by_its_parts),
		cmocka_unit_test(words_are_read_once),
		cmocka_unit_test(small_networks_gain),
	};
	return cmocka_run_group_tests_name("circle", tests, NULL, NULL);
}
