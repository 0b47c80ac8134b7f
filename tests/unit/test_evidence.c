/* The parts of the panel by their definitions, what they must leave out, and what they must find.
 */
#include "config.h"

#include <math.h>

#include "helpers.h"
#include "networks.h"
#include "network/builder.h"
#include "oddone/plant.h"
#include "oddone/recall.h"
#include "oddone/score.h"
#include "score/beside.h"
#include "score/evidence.h"

enum { N = 60 };

static odd_csr links_from(const bool *A, size_t n)
{
	odd_error err;
	odd_csr S;
	size_t count = 0;
	uint32_t *r = malloc((n * n + 1) * sizeof *r), *c = malloc((n * n + 1) * sizeof *c);
	for (size_t i = 0; i < n * n; i++)
		if (A[i]) {
			r[count] = (uint32_t)(i / n);
			c[count++] = (uint32_t)(i % n);
		}
	assert_ok(
		odd_csr_from_triplets(&S, n, n, count, r, c, NULL, ODD_MERGE_MAX, NULL, &err), err);
	free(r);
	free(c);
	return S;
}

static void link_at_random(bool *A, size_t n, double share, odd_rng *rng)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			A[i * n + j] = A[j * n + i] = odd_rng_uniform(rng) < share;
}

/* ---- cores ---------------------------------------------------------------------------------- */

/* Take away nodes of fewer than c links, again and again: who is left has core number c or more. */
static void cores_by_definition(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed < 12; seed++) {
		odd_error err;
		odd_rng rng;
		bool A[N * N] = {false};
		uint32_t core[N], expected[N] = {0};
		odd_rng_init(&rng, seed, "test");
		link_at_random(A, N, 0.02 * (double)seed, &rng);
		for (uint32_t c = 1; c < N; c++) {
			bool left[N], again = true;
			for (size_t i = 0; i < N; i++)
				left[i] = true;
			while (again) {
				again = false;
				for (size_t i = 0; i < N; i++) {
					size_t links = 0;
					for (size_t j = 0; j < N; j++)
						links += A[i * N + j] && left[j];
					if (left[i] && links < c) {
						left[i] = false;
						again = true;
					}
				}
			}
			for (size_t i = 0; i < N; i++)
				expected[i] = left[i] ? c : expected[i];
		}
		odd_csr S = links_from(A, N);
		assert_ok(odd__core_numbers(core, odd_csr_const(S), &err), err);
		assert_memory_equal(core, expected, sizeof core);
		odd_csr_clear(&S);
	}
}

/* A clique among random links is dense, and nothing is dense without it. */
static void cliques_are_dense(void **state)
{
	(void)state;
	enum { n = 400, CLIQUE = 12 };
	odd_error err;
	odd_rng rng;
	bool *A = calloc(n * n, sizeof *A);
	double density[n];
	size_t beyond;
	odd_rng_init(&rng, 3, "test");
	link_at_random(A, n, 0.0125, &rng);
	odd_csr S = links_from(A, n);
	assert_ok(odd__density(density, &beyond, odd_csr_const(S), NULL, &err), err);
	assert_int_equal(beyond, 0);
	for (size_t i = 0; i < n; i++)
		assert_true(density[i] == 0.0);
	odd_csr_clear(&S);
	for (size_t i = 0; i < CLIQUE; i++)
		for (size_t j = 0; j < i; j++)
			A[i * n + j] = A[j * n + i] = true;
	S = links_from(A, n);
	assert_ok(odd__density(density, &beyond, odd_csr_const(S), NULL, &err), err);
	for (size_t i = 0; i < CLIQUE; i++)
		assert_true(density[i] > 0.95);
	assert_in_range(beyond, CLIQUE, CLIQUE + 2);
	odd_csr_clear(&S);
	free(A);
}

/* No node, one, no links: numbers all the same. */
static void density_of_nothing(void **state)
{
	(void)state;
	odd_error err;
	bool A[4] = {false};
	for (size_t n = 0; n <= 2; n++) {
		double density[2] = {-1.0, -1.0};
		size_t beyond = 7;
		odd_csr S = links_from(A, n);
		assert_ok(odd__density(density, &beyond, odd_csr_const(S), NULL, &err), err);
		assert_int_equal(beyond, 0);
		for (size_t i = 0; i < n; i++)
			assert_true(density[i] == 0.0);
		odd_csr_clear(&S);
	}
}

/* ---- alike ---------------------------------------------------------------------------------- */

/* Rows of C: alike in either half where `alike`, else noise. Links within the halves. */
static void strangers_are_not_alike(void **state)
{
	(void)state;
	enum { n = 200, D = 10 };
	for (int alike = 0; alike < 2; alike++) {
		odd_error err;
		odd_rng rng;
		odd_csr C;
		bool *A = calloc(n * n, sizeof *A);
		odd_rng_init(&rng, 5, "test");
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < i; j++)
				A[i * n + j] = A[j * n + i] =
					i % 2 == j % 2 && odd_rng_uniform(&rng) < 0.04;
		odd_csr S = links_from(A, n);
		assert_ok(odd_csr_alloc(&C, n, D, n * D, 1, &err), err);
		for (size_t i = 0; i < n; i++) {
			for (size_t d = 0; d < D; d++) {
				C.idx[i * D + d] = (uint32_t)d;
				C.val[i * D + d] =
					odd_rng_normal(&rng) + (alike && i % 2 == 0 ? 1.0 : 0.0);
			}
			C.ptr[i + 1] = (i + 1) * D;
		}
		odd__alike found = odd__linked_alike(odd_csr_const(S), odd_csr_const(C), NULL);
		double mean = (double)odd_csr_nnz(odd_csr_const(S)) / n;
		if (alike) {
			assert_true(found.share > 0.6);
			assert_true(odd__alike_trust(&found, mean) > 0.9);
		} else {
			assert_true(fabs(found.share - 0.5) < 3.0 * found.strays);
			assert_true(odd__alike_trust(&found, mean) < 0.3);
		}
		odd_csr_clear(&S);
		odd_csr_clear(&C);
		free(A);
	}
	const odd__alike none = {0.5, 1.0}, sure = {0.56, 0.005};
	assert_true(odd__alike_trust(&none, 4.0) == 0.0);
	assert_close(odd__alike_trust(&sure, 1.0), 0.5, 1e-9);
	assert_true(odd__alike_trust(&sure, 16.0) == 1.0);
}

/* ---- foretold ------------------------------------------------------------------------------- */

static void foretold_by_definition(void **state)
{
	(void)state;
	enum { K = 3 };
	odd_error err;
	odd_rng rng;
	bool A[N * N] = {false};
	double got[N], total = 0.0, d[N];
	odd_mat X, room;
	odd_rng_init(&rng, 9, "test");
	assert_ok(odd_mat_alloc(&X, N, K, &err), err);
	assert_ok(odd_mat_alloc(&room, N, K, &err), err);
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < K; k++)
			odd_mat_row(X, i)[k] =
				odd_rng_normal(&rng) + (k == 0 ? 3.0 * (double)(i % 2) : 0.0);
	for (size_t i = 0; i + 1 < N; i++) /* the last has no links */
		for (size_t j = 0; j < i; j++)
			A[i * N + j] = A[j * N + i] = i % 2 == j % 2 && odd_rng_uniform(&rng) < 0.2;
	odd_csr S = links_from(A, N);
	assert_ok(odd__foretold(got, odd_csr_const(S), odd_mat_const(X), room, NULL, &err), err);
	for (size_t i = 0; i < N; i++) {
		d[i] = (double)(S.ptr[i + 1] - S.ptr[i]);
		total += d[i];
	}
	double expected[N] = {0};
	size_t counted = 0;
	for (size_t k = 0; k < K; k++) {
		double mean = 0.0, variance = 0.0, r = 0.0;
		for (size_t i = 0; i < N; i++)
			mean += d[i] * odd_mat_row(X, i)[k] / total;
		for (size_t i = 0; i < N; i++) {
			double x = odd_mat_row(X, i)[k] - mean;
			variance += d[i] * x * x / total;
			for (size_t j = 0; j < N; j++)
				r += A[i * N + j] ? x * (odd_mat_row(X, j)[k] - mean) / total : 0.0;
		}
		r /= variance;
		if (r <= 2.0 / sqrt(total))
			continue;
		counted++;
		for (size_t i = 0; i < N; i++) {
			double sum = 0.0, x = odd_mat_row(X, i)[k] - mean;
			for (size_t j = 0; j < N; j++)
				sum += A[i * N + j] ? odd_mat_row(X, j)[k] - mean : 0.0;
			x -= r * sum / (1.0 + (d[i] - 1.0) * r);
			expected[i] += x * x / variance * r / (1.0 - r);
		}
	}
	assert_in_range(counted, 1, 2);
	for (size_t i = 0; i < N; i++)
		assert_close(got[i], expected[i], 1e-9);
	odd_csr_clear(&S);
	odd_mat_free(&X);
	odd_mat_free(&room);
}

/* ---- the panel ------------------------------------------------------------------------------ */

static odd_one *fitted(const odd_network *net, size_t k)
{
	odd_error err;
	odd_one *run;
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_stop stop = {.iterations = 5};
	options.k = k;
	assert_ok(odd_one_begin(&run, net, &options, NULL, &err), err);
	assert_ok(odd_fit(run, &stop, NULL, NULL, &err), err);
	return run;
}

static odd_scores panel(odd_one *run, const double *weight)
{
	odd_error err;
	odd_scores s;
	assert_ok(odd_scores_compute(&s, run, odd_score_find("evidence"), weight, NULL, &err), err);
	for (size_t i = 0; i < s.n; i++) {
		assert_true(isfinite(s.total[i]) && s.total[i] >= 0.0 && s.total[i] <= 1.0);
		for (size_t t = 0; t < s.score->count; t++)
			assert_true(s.part[t][i] >= 0.0 && s.part[t][i] <= 1.0);
	}
	return s;
}

/* Scored again, off and on: the same bits as at first; and ONE beside it is ONE. */
static void parts_go_off_and_on(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b);
	odd_one *run = fitted(net, 9);
	const double without[] = {1, 1, 1, 0, 1, 1};
	odd_scores whole = panel(run, NULL), again = panel(run, NULL), less = panel(run, without);
	assert_true(odd_scores_uses(&whole, 3) && !odd_scores_uses(&less, 3));
	assert_string_equal(odd_scores_why(&less, 3), "switched off");
	assert_memory_equal(again.total, whole.total, net->nodes * sizeof *whole.total);
	assert_ok(odd_scores_reweigh(&again, without, &err), err);
	assert_memory_equal(again.total, less.total, net->nodes * sizeof *whole.total);
	assert_ok(odd_scores_reweigh(&again, NULL, &err), err);
	assert_memory_equal(again.total, whole.total, net->nodes * sizeof *whole.total);
	odd_scores one, beside, nothing;
	assert_ok(odd_scores_compute(&one, run, odd_score_find("one"), NULL, NULL, &err), err);
	assert_ok(odd__scores_one_beside(&beside, &whole, run, NULL, &err), err);
	assert_memory_equal(beside.total, one.total, net->nodes * sizeof *one.total);
	assert_memory_equal(beside.order, one.order, net->nodes * sizeof *one.order);
	assert_ok(odd__scores_one_beside(&nothing, &one, run, NULL, &err), err);
	assert_int_equal(nothing.n, 0);
	odd_scores_clear(&whole);
	odd_scores_clear(&again);
	odd_scores_clear(&less);
	odd_scores_clear(&one);
	odd_scores_clear(&beside);
	odd_one_free(run);
	odd_network_free(net);
}

/* One class: words are drawn alike for all, and links at random. Context and links have nothing to
 * say, and say so. */
static void noise_is_left_out(void **state)
{
	(void)state;
	block_options b = BLOCKS_INIT;
	b.classes = 1;
	odd_network *net = make_blocks(&b);
	odd_one *run = fitted(net, 9);
	odd_scores s = panel(run, NULL);
	size_t context = odd_score_part(s.score, "context");
	assert_false(odd_scores_uses(&s, context));
	assert_false(odd_scores_uses(&s, odd_score_part(s.score, "links")));
	assert_false(odd_scores_uses(&s, odd_score_part(s.score, "density")));
	assert_string_equal(
		odd_scores_why(&s, context), "linked nodes here are no more alike than strangers");
	odd_scores_clear(&s);
	odd_one_free(run);
	odd_network_free(net);
}

/* ---- places on a map ------------------------------------------------------------------------ */

enum { PLACES = 220, HUBS = 20, FAR = 4 };

static double far_between(const double a[2], const double b[2])
{
	return hypot(a[0] - b[0], a[1] - b[1]);
}

/* Places of two columns, linked with some of the hubs near them; the last FAR are far from all
 * others, each linked with the next of them and with one hub. */
static odd_network *places(uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd__builder b;
	odd_network *net;
	double at[PLACES][2];
	static const double away[FAR][2] = {{52, -177}, {71, -157}, {21, -158}, {13, 145}};
	odd_rng_init(&rng, seed, "places");
	odd__builder_init(&b, false);
	for (size_t i = 0; i < PLACES; i++) {
		char id[20];
		uint32_t index;
		snprintf(id, sizeof id, "place-%zu", i);
		at[i][0] = 38.0 + 5.0 * odd_rng_normal(&rng);
		at[i][1] = -67.0 - 57.0 * odd_rng_uniform(&rng);
		if (i >= PLACES - FAR)
			memcpy(at[i], away[i - (PLACES - FAR)], sizeof at[i]);
		assert_ok(odd__builder_node(&b, id, strlen(id), &index, NULL, &err), err);
		for (uint32_t d = 0; d < 2; d++)
			assert_ok(odd__builder_attribute(&b, index, d, at[i][d], &err), err);
	}
	for (uint32_t i = 0; i < PLACES; i++)
		for (uint32_t h = 0; h < HUBS; h++) {
			bool near = far_between(at[i], at[h]) < 15.0 * odd_rng_uniform(&rng) + 4.0;
			bool first = i >= PLACES - FAR && h == i % HUBS;
			if (i != h && (near || first))
				assert_ok(odd__builder_link(&b, i, h, 1.0, &err), err);
		}
	for (uint32_t i = PLACES - FAR; i + 1 < PLACES; i++)
		assert_ok(odd__builder_link(&b, i, i + 1, 1.0, &err), err);
	assert_ok(odd__builder_finish(&net, &b, "places", "test", &err), err);
	return net;
}

/* Far from the middle ranks first, whatever the neighbours. */
static void far_places_lead(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		odd_network *net = places(seed);
		odd_one *run = fitted(net, 1);
		odd_scores s = panel(run, NULL);
		for (size_t i = PLACES - FAR; i < PLACES; i++)
			assert_in_range(s.rank[i], 1, 10);
		odd_scores_clear(&s);
		odd_one_free(run);
		odd_network_free(net);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_by_definition),
		cmocka_unit_test(cliques_are_dense),
		cmocka_unit_test(density_of_nothing),
		cmocka_unit_test(strangers_are_not_alike),
		cmocka_unit_test(foretold_by_definition),
		cmocka_unit_test(parts_go_off_and_on),
		cmocka_unit_test(noise_is_left_out),
		cmocka_unit_test(far_places_lead),
	};
	return cmocka_run_group_tests_name("evidence", tests, NULL, NULL);
}
