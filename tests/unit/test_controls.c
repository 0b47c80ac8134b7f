/* The controls: counts that are counts, chance that is chance, components beside dense ones. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "cliques.h"
#include "networks.h"
#include "baseline/controls.h"
#include "oddone/recall.h"
#include "oddone/plant.h"
#include "project/pca.h"
#include "baseline/controls.h"

static const odd_job alone = {.threads = 1};

static void random_is_uniform_and_seeded(void **state)
{
	(void)state;
	enum { N = 4000 };
	double a[N], b[N], sum = 0.0, square = 0.0, together = 0.0;
	odd_control_random(a, N, 1);
	odd_control_random(b, N, 1);
	assert_memory_equal(a, b, sizeof a);
	odd_control_random(b, N, 2);
	for (size_t i = 0; i < N; i++) {
		assert_true(a[i] >= 0.0 && a[i] < 1.0);
		sum += a[i];
		square += (a[i] - 0.5) * (a[i] - 0.5);
		together += (a[i] - 0.5) * (b[i] - 0.5);
	}
	assert_close(sum / N, 0.5, 0.03);
	assert_close(square / N, 1.0 / 12.0, 0.01);
	assert_close(together / N, 0.0, 0.01);
}

static void counts_are_counts(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_lonely_cliques();
	double degree[19], words[19];
	assert_ok(odd_control_degree(degree, net, &err), err);
	odd_control_attributes(words, net);
	for (size_t i = 0; i < 19; i++) {
		double bridge = i == 7 || i == 8, guest = i == 3;
		assert_true(degree[i] == (i < 16 ? 7.0 + bridge + guest : i == 17));
		assert_true(words[i] == (i < 16 ? 5.0 : i == 16 ? 2.0 : 0.0));
	}
	odd_network_free(net);

	odd__builder b; /* 0 → 1, 1 → 0, 2 → 0: neighbours count once, from either end */
	odd__builder_init(&b, true);
	for (size_t i = 0; i < 3; i++)
		add_node(&b, i, "n", NULL);
	add_link(&b, 0, 1, 2.0);
	add_link(&b, 1, 0, 1.0);
	add_link(&b, 2, 0, 5.0);
	assert_ok(odd__builder_finish(&net, &b, "arcs", "test", &err), err);
	assert_ok(odd_control_degree(degree, net, &err), err);
	assert_true(degree[0] == 2.0 && degree[1] == 1.0 && degree[2] == 1.0);
	odd_network_free(net);
}

/* The same as PCA of the dense matrix, up to the signs, which are fixed differently. */
static void components_are_those_of_the_dense_matrix(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 90;
	b.real = true;
	odd_network *net = make_blocks(&b);
	odd_mat dense, want, have;
	double explained[10];
	assert_ok(odd_mat_alloc(&dense, net->nodes, net->attributes, &err), err);
	assert_ok(odd_mat_alloc(&want, net->nodes, 10, &err), err);
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++)
			odd_mat_row(dense, i)[net->C.idx[e]] = net->C.val[e];
	assert_ok(odd_pca(want, explained, odd_mat_const(dense), &alone, &err), err);
	odd_control_pca_options o = {.k = 10, .seed = 3};
	assert_ok(odd_control_pca(&have, net, &o, &alone, &err), err);
	for (size_t k = 0; k < 10; k++) {
		double dot = 0.0, ww = 0.0, hh = 0.0, sum = 0.0, largest = 0.0;
		for (size_t i = 0; i < net->nodes; i++) {
			double w = odd_mat_row(want, i)[k], h = odd_mat_row(have, i)[k];
			dot += w * h;
			ww += w * w;
			hh += h * h;
			sum += h;
			largest = fabs(h) > fabs(largest) ? h : largest;
		}
		assert_close(sum, 0.0, 1e-10);
		assert_true(largest > 0.0);
		/* the later ones stand in a crowd, where a sketch does not settle */
		assert_close(hh / ww, 1.0, k < 4 ? 1e-6 : 0.02);
		if (k < 4)
			assert_close(fabs(dot) / sqrt(ww * hh), 1.0, 1e-6);
	}
	odd_mat_free(&dense);
	odd_mat_free(&want);
	odd_mat_free(&have);
	odd_network_free(net);
}

static void more_components_than_exist_are_zero(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_lonely_cliques();
	odd_control_pca_options o = {.k = 40, .seed = 1};
	odd_mat X;
	assert_ok(odd_control_pca(&X, net, &o, &alone, &err), err);
	assert_true(X.rows == 19 && X.cols == 40);
	assert_finite(odd_mat_const(X));
	for (size_t k = 19; k < 40; k++)
		for (size_t i = 0; i < 19; i++)
			assert_true(odd_mat_row(X, i)[k] == 0.0);
	odd_mat_free(&X);
	odd_network_free(net);
}

static void components_tell_cliques_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = make_cliques(false);
	for (uint64_t seed = 1; seed <= 5; seed++) {
		odd_control_pca_options o = {.k = 3, .seed = seed};
		odd_mat X;
		assert_ok(odd_control_pca(&X, net, &o, &alone, &err), err);
		assert_true(cliques_found(odd_mat_const(X)) == 1.0);
		odd_mat_free(&X);
	}
	odd_network_free(net);
}

static void threads_change_no_bit_and_cancel_is_obeyed(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 900;
	odd_network *net = make_blocks(&b);
	odd_control_pca_options o = {.k = 8, .seed = 1};
	odd_mat X[2];
	for (int c = 0; c < 2; c++) {
		odd_job job = {.threads = c == 0 ? 1 : 3};
		assert_ok(odd_control_pca(&X[c], net, &o, &job, &err), err);
	}
	assert_same_bits(odd_mat_const(X[0]), odd_mat_const(X[1]));
	odd_mat_free(&X[0]);
	odd_mat_free(&X[1]);
	for (int at = 1; at < 12; at += 5) {
		cancel_at c;
		odd_job job = cancelling_job(&c, at);
		assert_int_equal(odd_control_pca(&X[0], net, &o, &job, &err), ODD_ECANCELLED);
		assert_null(X[0].data);
	}
	o.k = 0;
	assert_int_equal(odd_control_pca(&X[0], net, &o, &alone, &err), ODD_EUSAGE);
	odd_network_free(net);
}

/* ---- plain read-outs ------------------------------------------------------------------------ */

static double cosine(const double *a, const double *b, size_t k)
{
	double ab = 0.0, aa = 0.0, bb = 0.0;
	for (size_t d = 0; d < k; d++) {
		ab += a[d] * b[d];
		aa += a[d] * a[d];
		bb += b[d] * b[d];
	}
	return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : (double)NAN;
}

/* By the definition: a dense adjacency, walks one by one, pairs one by one. */
static void naive_surround(double *z[3], const bool *A, size_t n, odd_cmat X)
{
	double sum[3] = {0.0}, pairs = 0.0, cosines = 0.0;
	size_t known[3] = {0}, k = X.cols;
	double *own = calloc(n, sizeof *own), *count = calloc(n, sizeof *count);
	for (size_t i = 0; i < n; i++) {
		double near[8] = {0.0}, far[8] = {0.0};
		for (size_t j = 0; j < n; j++) {
			if (!A[i * n + j])
				continue;
			for (size_t d = 0; d < k; d++)
				near[d] += odd_cmat_row(X, j)[d];
			for (size_t q = 0; q < n; q++) {
				for (size_t d = 0; d < k && A[j * n + q] && q != i; d++)
					far[d] += odd_cmat_row(X, q)[d];
				if (q <= j || !A[i * n + q])
					continue;
				double c = cosine(odd_cmat_row(X, j), odd_cmat_row(X, q), k);
				own[i] += isnan(c) ? 0.0 : c;
				count[i]++;
			}
		}
		for (size_t d = 0; d < k; d++)
			far[d] += near[d];
		z[0][i] = 1.0 - cosine(odd_cmat_row(X, i), near, k);
		z[1][i] = 1.0 - cosine(odd_cmat_row(X, i), far, k);
		for (int t = 0; t < 2; t++)
			if (!isnan(z[t][i])) {
				sum[t] += z[t][i];
				known[t]++;
			}
		pairs += count[i];
		cosines += own[i];
	}
	for (size_t i = 0; i < n; i++) {
		for (int t = 0; t < 2; t++)
			if (isnan(z[t][i]))
				z[t][i] = sum[t] / (double)known[t];
		z[2][i] = 1.0 - (own[i] + cosines / pairs) / (count[i] + 1.0);
	}
	free(own);
	free(count);
}

static void surroundings_by_definition(void **state)
{
	(void)state;
	enum { N = 60, K = 5 };
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	bool *A = calloc(N * N, sizeof *A);
	uint32_t r[2000], c[2000];
	size_t links = 0;
	for (size_t i = 0; i + 2 < N; i++) /* the last two have no links */
		for (size_t j = 0; j < i; j++)
			if (odd_rng_uniform(&rng) < 0.08) {
				A[i * N + j] = A[j * N + i] = true;
				r[links] = c[links + 1] = (uint32_t)i;
				c[links] = r[links + 1] = (uint32_t)j;
				links += 2;
			}
	odd_csr S;
	assert_ok(
		odd_csr_from_triplets(&S, N, N, links, r, c, NULL, ODD_MERGE_MAX, NULL, &err), err);
	odd_mat X;
	assert_ok(odd_mat_alloc(&X, N, K, &err), err);
	for (size_t i = 0; i < N; i++)
		for (size_t d = 0; d < K && i != 4; d++) /* one without a row */
			odd_mat_row(X, i)[d] = odd_rng_normal(&rng) + 0.5;
	odd__unit_rows(X);
	double z[3][N], expected[3][N], *at[3] = {expected[0], expected[1], expected[2]};
	naive_surround(at, A, N, odd_mat_const(X));
	assert_ok(odd__surround(z[0], z[1], z[2], odd_csr_const(S), odd_mat_const(X), &alone, &err),
		err);
	for (int t = 0; t < 3; t++)
		for (size_t i = 0; i < N; i++)
			assert_close(z[t][i], expected[t][i], 1e-12);
	odd_mat_free(&X);
	odd_csr_clear(&S);
	free(A);
}

/* Of nodes whose words were taken from another class, most are among the first; weights and the
 * direction of links do not matter; what is not words is read too. */
static void plain_read_outs_find_swapped_words(void **state)
{
	(void)state;
	odd_error err;
	for (int variant = 0; variant < 4; variant++) {
		block_options b = BLOCKS_INIT;
		b.directed = variant & 1;
		b.weighted = b.real = variant & 2;
		odd_network *net = make_blocks(&b), *with;
		odd_communities groups = label_groups(net);
		odd_plant_options o = {.swap = 20, .seed = 1};
		assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
		for (int which = 0; which <= ODD_PLAIN_ALL; which++) {
			odd_evaluation e;
			double *score = malloc(with->nodes * sizeof *score);
			assert_ok(odd_control_plain(score, with, (odd_plain)which, 1, &alone, &err),
				err);
			assert_ok(odd_evaluate_scores(&e, score, with->nodes, with->truth, &err),
				err);
			if (which == ODD_PLAIN_COHERENCE) /* does not look at the node's own */
				assert_true(e.auc < 0.75);
			else
				assert_true(e.auc > 0.9);
			free(score);
		}
		odd_network_free(with);
		odd_network_free(net);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_is_uniform_and_seeded),
		cmocka_unit_test(counts_are_counts),
		cmocka_unit_test(components_are_those_of_the_dense_matrix),
		cmocka_unit_test(more_components_than_exist_are_zero),
		cmocka_unit_test(components_tell_cliques_apart),
		cmocka_unit_test(threads_change_no_bit_and_cancel_is_obeyed),
		cmocka_unit_test(surroundings_by_definition),
		cmocka_unit_test(plain_read_outs_find_swapped_words),
	};
	return cmocka_run_group_tests_name("controls", tests, NULL, NULL);
}
