/* t-SNE: its parts against plain double loops, then whole runs. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "base/rng.h"
#include "linalg/canonical.h"
#include "project/tsne.h"
#include "project/tsne_parts.h"

/* n points around `groups` centres far apart; point i belongs to group i % groups. */
static odd_mat blobs(size_t n, size_t k, size_t groups, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd_mat X, centre;
	odd_rng_init(&rng, seed, "test");
	assert_ok(odd_mat_alloc(&X, n, k, &err), err);
	assert_ok(odd_mat_alloc(&centre, groups, k, &err), err);
	for (size_t g = 0; g < groups; g++)
		for (size_t j = 0; j < k; j++)
			odd_mat_row(centre, g)[j] = 6.0 * odd_rng_normal(&rng);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < k; j++)
			odd_mat_row(X, i)[j] =
				odd_mat_row(centre, i % groups)[j] + odd_rng_normal(&rng);
	odd_mat_free(&centre);
	return X;
}

/* n × 2 points with stride 2: the caller frees data. */
static odd_mat plane(size_t n, double spread, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "test");
	odd_mat y = {malloc(2 * n * sizeof(double)), n, 2, 2};
	assert_non_null(y.data);
	for (size_t i = 0; i < 2 * n; i++)
		y.data[i] = spread * odd_rng_normal(&rng);
	return y;
}

static double square_distance(const double *a, const double *b, size_t k)
{
	double sum = 0.0;
	for (size_t j = 0; j < k; j++)
		sum += (a[j] - b[j]) * (a[j] - b[j]);
	return sum;
}

/* ---- neighbours and affinities ---- */

static void neighbours_are_the_nearest(void **state)
{
	(void)state;
	odd_error err;
	const size_t shapes[][3] = {{2, 1, 1}, {9, 3, 8}, {130, 5, 17}, {700, 21, 91}};
	for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++) {
		size_t n = shapes[t][0], k = shapes[t][1], u = shapes[t][2];
		odd_mat X = blobs(n, k, 3, 1 + t);
		for (size_t i = 0; i + 4 < n; i += 7) /* some equal rows */
			memcpy(odd_mat_row(X, i + 3), odd_mat_row(X, i), k * sizeof(double));
		uint32_t *idx = malloc(n * u * sizeof *idx);
		double *d2 = malloc(n * u * sizeof *d2);
		assert_ok(odd__knn(idx, d2, u, odd_mat_const(X), NULL, &err), err);
		for (size_t i = 0; i < n; i++) {
			size_t nearer = 0; /* how many lie before the last of the list */
			double last = d2[i * u + u - 1];
			uint32_t last_j = idx[i * u + u - 1];
			for (size_t j = 0; j < n; j++) {
				double d = square_distance(odd_mat_row(X, i), odd_mat_row(X, j), k);
				nearer += j != i &&
					  (d < last * (1 - 1e-12) || (d <= last && j < last_j));
			}
			assert_true(nearer <= u - 1);
			for (size_t a = 0; a < u; a++) {
				size_t e = i * u + a;
				assert_true(idx[e] < n && idx[e] != i);
				assert_close(d2[e],
					square_distance(
						odd_mat_row(X, i), odd_mat_row(X, idx[e]), k),
					1e-12);
				assert_true(a == 0 || d2[e - 1] < d2[e] ||
					    (d2[e - 1] == d2[e] && idx[e - 1] < idx[e]));
			}
		}
		free(idx);
		free(d2);
		odd_mat_free(&X);
	}
}

static double perplexity_of(const double *p, size_t u)
{
	double H = 0.0, sum = 0.0;
	for (size_t j = 0; j < u; j++) {
		H -= p[j] > 0.0 ? p[j] * log(p[j]) : 0.0;
		sum += p[j];
	}
	assert_close(sum, 1.0, 1e-12);
	return exp(H);
}

static void rows_have_the_perplexity(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	double d2[91], p[91];
	for (int t = 0; t < 60; t++) {
		double scale = pow(10.0, t % 13 - 6), shift = t % 3 == 0 ? 1e4 * scale : 0.0;
		for (int j = 0; j < 91; j++)
			d2[j] = shift + scale * pow(odd_rng_normal(&rng), 2) * (t % 2 ? 1 : j);
		double reached = odd__affinity_row(p, d2, 91, 30.0);
		assert_close(perplexity_of(p, 91), reached, 1e-9);
		assert_true(fabs(reached - 30.0) < 1e-3);
	}
	/* Forty neighbours at the least distance cannot be told apart: they share everything. */
	for (int j = 0; j < 91; j++)
		d2[j] = j < 40 ? 2.0 : 3.0 + j;
	odd__affinity_row(p, d2, 91, 30.0);
	assert_close(perplexity_of(p, 91), 40.0, 1e-9);
	for (int j = 0; j < 91; j++)
		d2[j] = 0.0;
	odd__affinity_row(p, d2, 91, 30.0);
	assert_close(perplexity_of(p, 91), 91.0, 1e-9);
}

static void affinities_are_symmetric(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = blobs(400, 6, 4, 3);
	odd_csr P, Pt;
	assert_ok(odd__affinities(&P, 30.0, odd_mat_const(X), NULL, &err), err);
	assert_ok(odd_csr_transpose(&Pt, odd_csr_const(P), &err), err);
	double total = 0.0;
	size_t nnz = P.ptr[400];
	assert_int_equal(nnz, Pt.ptr[400]);
	assert_memory_equal(P.ptr, Pt.ptr, 401 * sizeof *P.ptr);
	assert_memory_equal(P.idx, Pt.idx, nnz * sizeof *P.idx);
	assert_memory_equal(P.val, Pt.val, nnz * sizeof *P.val);
	for (size_t i = 0; i < 400; i++) {
		double row = 0.0;
		for (size_t e = P.ptr[i]; e < P.ptr[i + 1]; e++) {
			assert_true(P.val[e] > 0.0 && P.idx[e] != i);
			assert_true(e == P.ptr[i] || P.idx[e - 1] < P.idx[e]);
			row += P.val[e];
		}
		assert_true(row >= 0.5 / 400 * (1 - 1e-9)); /* its own half at least */
		total += row;
	}
	assert_close(total, 1.0, 1e-12);
	odd_csr_clear(&P);
	odd_csr_clear(&Pt);
	odd_mat_free(&X);
}

/* ---- gradient ---- */

struct fixture {
	odd_csr P;
	odd_mat y;
	odd__tsne_problem problem;
};

static void setup(struct fixture *f, size_t n, double perplexity, double theta, double spread)
{
	odd_error err;
	odd_mat X = blobs(n, 5, 3, 7);
	assert_ok(odd__affinities(&f->P, perplexity, odd_mat_const(X), NULL, &err), err);
	assert_ok(odd__tsne_problem_init(&f->problem, odd_csr_const(f->P), theta, &err), err);
	f->y = plane(n, spread, 8);
	odd_mat_free(&X);
}

static void teardown(struct fixture *f)
{
	odd__tsne_problem_clear(&f->problem);
	odd_csr_clear(&f->P);
	free(f->y.data);
}

/* The definition, pair by pair. Returns KL. */
static double plain_gradient(double *grad, odd_csr P, odd_mat y, double exaggeration)
{
	size_t n = y.rows;
	double Z = 0.0, kl = 0.0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			Z += i != j ? 1.0 / (1.0 + square_distance(
							   y.data + 2 * i, y.data + 2 * j, 2))
				    : 0.0;
	for (size_t i = 0; i < n; i++) {
		size_t e = P.ptr[i];
		grad[2 * i] = grad[2 * i + 1] = 0.0;
		for (size_t j = 0; j < n; j++) {
			double p = e < P.ptr[i + 1] && P.idx[e] == j ? P.val[e++] : 0.0;
			if (i == j)
				continue;
			double q = 1.0 / (1.0 + square_distance(y.data + 2 * i, y.data + 2 * j, 2));
			for (size_t d = 0; d < 2; d++)
				grad[2 * i + d] += 4.0 * (exaggeration * p - q / Z) * q *
						   (y.data[2 * i + d] - y.data[2 * j + d]);
			kl += p > 0.0 ? p * log(p * Z / q) : 0.0;
		}
	}
	return kl;
}

static double length(const double *v, size_t n)
{
	double sum = 0.0;
	for (size_t i = 0; i < n; i++)
		sum += v[i] * v[i];
	return sqrt(sum);
}

/* ‖got − want‖ / ‖want‖ of the gradients with and without a tree; exaggerated, since between two
 * points all forces cancel otherwise. */
static double gradient_error(size_t n, double theta, double spread)
{
	odd_error err;
	struct fixture f;
	setup(&f, n, 10.0, theta, spread);
	double *want = malloc(2 * n * sizeof *want), *got = malloc(2 * n * sizeof *got), kl;
	double plain_kl = plain_gradient(want, f.P, f.y, 4.0);
	assert_ok(
		odd__tsne_gradient(got, &kl, &f.problem, odd_mat_const(f.y), 4.0, NULL, &err), err);
	assert_close(kl, plain_kl, theta == 0.0 ? 1e-11 : 1e-2);
	double scale = length(want, 2 * n);
	for (size_t i = 0; i < 2 * n; i++)
		got[i] -= want[i];
	double error = length(got, 2 * n) / scale;
	free(want);
	free(got);
	teardown(&f);
	return error;
}

static void gradient_without_shortcuts_is_exact(void **state)
{
	(void)state;
	const size_t sizes[] = {2, 3, 9, 64, 333};
	for (size_t t = 0; t < sizeof sizes / sizeof *sizes; t++) {
		assert_true(gradient_error(sizes[t], 0.0, 5.0) < 1e-9);
		assert_true(gradient_error(sizes[t], 0.0, 1e-4) < 1e-9);
	}
}

static void gradient_with_shortcuts_is_close(void **state)
{
	(void)state;
	double coarse = gradient_error(600, 0.8, 20.0), fine = gradient_error(600, 0.2, 20.0);
	double usual = gradient_error(600, 0.5, 20.0);
	assert_true(usual < 0.01 && usual > 0.0);
	assert_true(fine < usual && usual < coarse);
	assert_true(gradient_error(600, 0.5, 1e-4) < 0.05);
}

static void gradient_is_the_slope_of_kl(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 20 };
	struct fixture f;
	setup(&f, N, 5.0, 0.0, 1.0);
	double grad[2 * N], ignored[2 * N];
	assert_ok(odd__tsne_gradient(grad, NULL, &f.problem, odd_mat_const(f.y), 1.0, NULL, &err),
		err);
	for (size_t i = 0; i < 2 * N; i++) {
		double h = 1e-5, old = f.y.data[i], above, below;
		f.y.data[i] = old + h;
		assert_ok(odd__tsne_gradient(
				  ignored, &above, &f.problem, odd_mat_const(f.y), 1.0, NULL, &err),
			err);
		f.y.data[i] = old - h;
		assert_ok(odd__tsne_gradient(
				  ignored, &below, &f.problem, odd_mat_const(f.y), 1.0, NULL, &err),
			err);
		f.y.data[i] = old;
		assert_true(fabs((above - below) / (2 * h) - grad[i]) < 1e-8);
	}
	teardown(&f);
}

/* Turned and moved points have turned gradients. */
static void gradient_turns_with_the_points(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 150 };
	struct fixture f;
	setup(&f, N, 10.0, 0.0, 3.0);
	double before[2 * N], after[2 * N], c = cos(0.7), s = sin(0.7);
	assert_ok(
		odd__tsne_gradient(before, NULL, &f.problem, odd_mat_const(f.y), 12.0, NULL, &err),
		err);
	for (size_t i = 0; i < N; i++) {
		double x = f.y.data[2 * i], y = f.y.data[2 * i + 1];
		f.y.data[2 * i] = c * x - s * y + 11.0;
		f.y.data[2 * i + 1] = s * x + c * y - 4.0;
	}
	assert_ok(odd__tsne_gradient(after, NULL, &f.problem, odd_mat_const(f.y), 12.0, NULL, &err),
		err);
	for (size_t i = 0; i < N; i++) {
		assert_close(after[2 * i], c * before[2 * i] - s * before[2 * i + 1], 1e-9);
		assert_close(after[2 * i + 1], s * before[2 * i] + c * before[2 * i + 1], 1e-9);
	}
	teardown(&f);
}

/* Every cell is the sum of what is inside it, and the walk reaches every point once. */
static void tree_holds_every_point_once(void **state)
{
	(void)state;
	odd_error err;
	for (int kind = 0; kind < 4; kind++) {
		size_t n = kind == 3 ? 1 : 500;
		odd_mat y = plane(n, 1.0, 9);
		for (size_t i = 0; i < n; i++) {
			if (kind == 1) /* all in one place */
				y.data[2 * i] = y.data[2 * i + 1] = 0.25;
			if (kind == 2 && i > 100) { /* a heap of equal points beside others */
				y.data[2 * i] = y.data[200];
				y.data[2 * i + 1] = y.data[201];
			}
		}
		odd__quadtree tree;
		assert_ok(odd__quadtree_init(&tree, n, &err), err);
		odd__quadtree_build(&tree, odd_mat_const(y));
		assert_true(tree.cells >= 1 && tree.cells <= 2 * n);
		size_t leaves = 0;
		for (size_t c = 0; c < tree.cells; c++) {
			odd__cell cell = tree.cell[c];
			double x = 0.0, count = (double)(cell.end - cell.begin);
			assert_true(
				cell.count == count && cell.skip > c && cell.skip <= tree.cells);
			for (size_t i = cell.begin; i < cell.end; i++) {
				x += tree.x[i] / count;
				assert_true(tree.x[i] == y.data[2 * tree.order[i]]);
				double dx = tree.x[i] - cell.x, dy = tree.y[i] - cell.y;
				assert_true(dx * dx + dy * dy <= 2.0 * cell.width2 + 1e-20);
			}
			assert_close(x, cell.x, 1e-12);
			leaves += cell.leaf ? cell.end - cell.begin : 0;
		}
		assert_int_equal(leaves, n);
		/* In one place every pair has q = 1, and nothing pushes. */
		if (kind == 1) {
			double *force = calloc(2 * n, sizeof *force), Z;
			assert_ok(odd__quadtree_repulsion(force, &Z, &tree, 0.5, NULL, &err), err);
			assert_close(Z, (double)n * (double)(n - 1), 1e-12);
			assert_true(length(force, 2 * n) < 1e-9);
			free(force);
		}
		odd__quadtree_clear(&tree);
		free(y.data);
	}
}

/* ---- whole runs ---- */

static odd_tsne *begin(odd_mat X, const odd_tsne_options *opts, const odd_job *job)
{
	odd_error err;
	odd_tsne *run;
	assert_ok(odd_tsne_begin(&run, odd_mat_const(X), opts, job, &err), err);
	return run;
}

static void step(odd_tsne *run, size_t times, const odd_job *job)
{
	odd_error err;
	for (size_t t = 0; t < times; t++)
		assert_ok(odd_tsne_step(run, job, &err), err);
}

/* The schedule written out plainly, over the change from exaggerated to plain affinities. */
static void steps_follow_the_schedule(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 60 };
	odd_tsne_options opts = ODD_TSNE_OPTIONS_INIT;
	opts.theta = 0.0;
	opts.exaggerated = 12;
	opts.perplexity = 10.0;
	odd_mat X = blobs(N, 4, 3, 18), y = plane(N, 0.0, 1);
	odd_csr P;
	odd__round_to_grid(X); /* as input and affinities are rounded */
	assert_ok(odd__affinities(&P, 10.0, odd_mat_const(X), NULL, &err), err);
	for (size_t e = 0; e < odd_csr_nnz(odd_csr_const(P)); e++)
		P.val[e] = (float)P.val[e];
	odd_tsne *run = begin(X, &opts, NULL);
	memcpy(y.data, odd_tsne_points(run).data, 2 * N * sizeof(double));
	double square = 0.0, grad[2 * N], gain[2 * N], update[2 * N] = {0};
	for (size_t i = 0; i < N; i++)
		square += y.data[2 * i] * y.data[2 * i] / N;
	assert_close(1e4 * sqrt(square), 1.0, 0.02); /* spread 1e-4, and one part in a hundred */
	for (size_t i = 0; i < 2 * N; i++)
		gain[i] = 1.0;
	for (int t = 0; t < 24; t++) {
		double mean[2] = {0.0, 0.0};
		for (size_t i = 0; i < 2 * N && t == 12; i++) { /* a fresh start */
			update[i] = 0.0;
			gain[i] = 1.0;
		}
		plain_gradient(grad, P, y, t < 12 ? 12.0 : 1.0);
		for (size_t i = 0; i < 2 * N; i++) {
			gain[i] = update[i] * grad[i] < 0.0 ? gain[i] + 0.2
							    : fmax(0.8 * gain[i], 0.01);
			update[i] = (t < 12 ? 0.5 : 0.8) * update[i] - 50.0 * gain[i] * grad[i];
			y.data[i] += update[i];
			mean[i % 2] += y.data[i] / N;
		}
		for (size_t i = 0; i < 2 * N; i++)
			y.data[i] -= mean[i % 2];
		step(run, 1, NULL);
		double scale = length(y.data, 2 * N), off = 0.0;
		for (size_t i = 0; i < 2 * N; i++)
			off = fmax(off, fabs(y.data[i] - odd_tsne_points(run).data[i]));
		assert_true(off < 1e-8 * scale);
	}
	odd_tsne_free(run);
	odd_csr_clear(&P);
	odd_mat_free(&X);
	free(y.data);
}

/* The share of points whose nearest other point is of their own group. */
static double nearest_agrees(odd_cmat y, size_t groups)
{
	size_t right = 0;
	for (size_t i = 0; i < y.rows; i++) {
		size_t best = i;
		double least = HUGE_VAL;
		for (size_t j = 0; j < y.rows; j++) {
			double d = square_distance(odd_cmat_row(y, i), odd_cmat_row(y, j), 2);
			if (j != i && d < least) {
				least = d;
				best = j;
			}
		}
		right += best % groups == i % groups;
	}
	return (double)right / (double)y.rows;
}

static void groups_come_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_tsne_options opts = ODD_TSNE_OPTIONS_INIT;
	opts.iterations = 600;
	odd_mat X = blobs(300, 10, 3, 11);
	odd_tsne *run = begin(X, &opts, NULL);
	double first, exaggerated, last;
	size_t at;
	assert_true(isnan(odd_tsne_kl(run, NULL)));
	assert_ok(odd_tsne_measure(run, &first, NULL, &err), err);
	step(run, 250, NULL);
	assert_false(odd_tsne_exaggerating(run));
	assert_false(odd_tsne_done(run));
	assert_ok(odd_tsne_measure(run, &exaggerated, NULL, &err), err);
	while (!odd_tsne_done(run))
		step(run, 1, NULL);
	assert_ok(odd_tsne_measure(run, &last, NULL, &err), err);
	assert_true(last < exaggerated && exaggerated < first && last > 0.0);
	assert_true(
		fabs(odd_tsne_kl(run, &at) - last) < 0.05 && at + 25 >= odd_tsne_iteration(run));
	odd_cmat y = odd_tsne_points(run);
	assert_true(nearest_agrees(y, 3) > 0.95);
	double mean[2] = {0.0, 0.0};
	for (size_t i = 0; i < y.rows; i++)
		for (size_t d = 0; d < 2; d++)
			mean[d] += odd_cmat_row(y, i)[d];
	assert_true(fabs(mean[0]) < 1e-9 && fabs(mean[1]) < 1e-9);
	odd_tsne_free(run);
	odd_mat_free(&X);
}

static void threads_and_reruns_give_the_same_bits(void **state)
{
	(void)state;
	odd_mat X = blobs(700, 6, 4, 12);
	odd_job one = {.threads = 1}, three = {.threads = 3};
	odd_tsne_options other = ODD_TSNE_OPTIONS_INIT;
	other.seed = 7;
	odd_tsne *a = begin(X, NULL, &one), *b = begin(X, NULL, &three),
		 *c = begin(X, &other, &one);
	step(a, 60, &one);
	step(b, 60, &three);
	step(c, 60, &one);
	size_t bytes = 2 * 700 * sizeof(double);
	assert_memory_equal(odd_tsne_points(a).data, odd_tsne_points(b).data, bytes);
	assert_true(odd_tsne_kl(a, NULL) == odd_tsne_kl(b, NULL));
	assert_int_not_equal(memcmp(odd_tsne_points(a).data, odd_tsne_points(c).data, bytes), 0);
	odd_tsne_free(a);
	odd_tsne_free(b);
	odd_tsne_free(c);
	odd_mat_free(&X);
}

static void equal_rows_do_not_hang(void **state)
{
	(void)state;
	odd_mat X = blobs(600, 4, 3, 13);
	for (int kind = 0; kind < 2; kind++) {
		for (size_t i = kind == 0 ? 200 : 1; i < 600; i++) /* a part, then all */
			memcpy(odd_mat_row(X, i), odd_mat_row(X, 0), 4 * sizeof(double));
		odd_tsne *run = begin(X, NULL, NULL);
		step(run, 120, NULL);
		for (size_t i = 0; i < 1200; i++)
			assert_true(isfinite(odd_tsne_points(run).data[i]));
		odd_tsne_free(run);
	}
	odd_mat_free(&X);
}

static void few_points_work(void **state)
{
	(void)state;
	const size_t sizes[] = {1, 2, 3, 4, 5, 10, 40};
	for (size_t t = 0; t < sizeof sizes / sizeof *sizes; t++)
		for (int flat = 0; flat < 2; flat++) {
			size_t n = sizes[t];
			odd_mat X = blobs(n, 3, 2, 14);
			for (size_t i = 0; flat && i < n; i++)
				memset(odd_mat_row(X, i), 0, 3 * sizeof(double));
			odd_tsne *run = begin(X, NULL, NULL);
			double most = ((double)n - 1.0) / 3.0;
			assert_close(odd_tsne_perplexity(run), most > 1.0 ? most : 1.0, 1e-12);
			while (!odd_tsne_done(run))
				step(run, 1, NULL);
			odd_cmat y = odd_tsne_points(run);
			for (size_t i = 0; i < 2 * n; i++)
				assert_true(fabs(y.data[i]) < 1e3);
			if (n == 1)
				assert_true(y.data[0] == 0.0 && y.data[1] == 0.0);
			if (!flat && n >= 10)
				assert_true(nearest_agrees(y, 2) > 0.7);
			odd_tsne_free(run);
			odd_mat_free(&X);
		}
}

static void large_inputs_are_sampled(void **state)
{
	(void)state;
	odd_tsne_options opts = ODD_TSNE_OPTIONS_INIT;
	opts.max_points = 80;
	odd_mat X = blobs(1000, 4, 2, 15);
	odd_tsne *run = begin(X, &opts, NULL), *same = begin(X, &opts, NULL);
	opts.seed++;
	odd_tsne *other = begin(X, &opts, NULL);
	size_t n, m;
	const uint32_t *rows = odd_tsne_sample(run, &n), *again = odd_tsne_sample(same, &m);
	assert_int_equal(n, 80);
	assert_int_equal(odd_tsne_points(run).rows, 80);
	assert_memory_equal(rows, again, 80 * sizeof *rows);
	for (size_t i = 0; i < n; i++)
		assert_true(rows[i] < 1000 && (i == 0 || rows[i - 1] < rows[i]));
	assert_true(rows[0] < 200 && rows[79] >= 800);
	assert_int_not_equal(memcmp(rows, odd_tsne_sample(other, &m), 80 * sizeof *rows), 0);
	opts.max_points = 1000;
	odd_tsne *all = begin(X, &opts, NULL);
	rows = odd_tsne_sample(all, &n);
	assert_int_equal(n, 1000);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(rows[i], i);
	odd_tsne_free(run);
	odd_tsne_free(same);
	odd_tsne_free(other);
	odd_tsne_free(all);
	odd_mat_free(&X);
}

/* A run that goes on where another stopped: the same places, and no worse for it. */
static void a_start_can_be_given(void **state)
{
	(void)state;
	odd_error err;
	const size_t n = 300;
	odd_mat X = blobs(n, 6, 3, 4);
	odd_tsne_options options = ODD_TSNE_OPTIONS_INIT;
	odd_tsne *first, *second;
	double before, after;
	assert_ok(odd_tsne_begin(&first, odd_mat_const(X), &options, NULL, &err), err);
	step(first, 400, NULL);
	assert_ok(odd_tsne_measure(first, &before, NULL, &err), err);
	options.start = odd_tsne_points(first);
	options.exaggerated = 0;
	assert_ok(odd_tsne_begin(&second, odd_mat_const(X), &options, NULL, &err), err);
	odd_cmat from = odd_tsne_points(first), to = odd_tsne_points(second);
	for (size_t i = 0; i < n; i++)
		for (size_t d = 0; d < 2; d++)
			assert_true(fabs(odd_cmat_row(from, i)[d] - odd_cmat_row(to, i)[d]) < 1e-9);
	step(second, 100, NULL);
	assert_ok(odd_tsne_measure(second, &after, NULL, &err), err);
	assert_true(after < before + 1e-3);
	odd_tsne_free(second);
	/* A sample takes its own rows of it. */
	options.max_points = 100;
	assert_ok(odd_tsne_begin(&second, odd_mat_const(X), &options, NULL, &err), err);
	size_t count;
	const uint32_t *sample = odd_tsne_sample(second, &count);
	to = odd_tsne_points(second);
	for (size_t d = 0; d < 2; d++) {
		double shift = odd_cmat_row(from, sample[0])[d] - odd_cmat_row(to, 0)[d];
		for (size_t i = 1; i < count; i++)
			assert_true(fabs(odd_cmat_row(from, sample[i])[d] - odd_cmat_row(to, i)[d] -
					    shift) < 1e-9);
	}
	odd_tsne_free(second);
	options.start.rows = n - 1;
	assert_int_equal(
		odd_tsne_begin(&second, odd_mat_const(X), &options, NULL, &err), ODD_EUSAGE);
	odd_mat bad = plane(n, 1.0, 3);
	bad.data[7] = NAN;
	options.start = odd_mat_const(bad);
	assert_int_equal(
		odd_tsne_begin(&second, odd_mat_const(X), &options, NULL, &err), ODD_ENUMERIC);
	free(bad.data);
	odd_tsne_free(first);
	odd_mat_free(&X);
}

static void cancelled_steps_leave_no_trace(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = blobs(200, 4, 2, 16);
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	odd_tsne *run = NULL, *steady = begin(X, NULL, NULL);
	assert_int_equal(odd_tsne_begin(&run, odd_mat_const(X), NULL, &job, &err), ODD_ECANCELLED);
	assert_null(run);
	run = begin(X, NULL, NULL);
	step(steady, 60, NULL);
	step(run, 25, NULL);
	assert_int_equal(odd_tsne_step(run, &job, &err), ODD_ECANCELLED);
	assert_int_equal(odd_tsne_iteration(run), 25);
	double kl;
	assert_int_equal(odd_tsne_measure(run, &kl, &job, &err), ODD_ECANCELLED);
	step(run, 35, NULL);
	assert_memory_equal(
		odd_tsne_points(run).data, odd_tsne_points(steady).data, 400 * sizeof(double));
	odd_tsne_free(run);
	odd_tsne_free(steady);
	odd_mat_free(&X);
}

static void nonsense_is_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = blobs(20, 3, 2, 17);
	odd_tsne *run;
	const odd_tsne_options good = ODD_TSNE_OPTIONS_INIT;
	odd_tsne_options bad[6];
	for (size_t t = 0; t < 6; t++)
		bad[t] = good;
	bad[0].perplexity = 0.5;
	bad[1].perplexity = NAN;
	bad[2].theta = -1.0;
	bad[3].learning_rate = -3.0;
	bad[4].exaggeration = 0.0;
	bad[5].max_points = 0;
	for (size_t t = 0; t < 6; t++) {
		assert_int_equal(
			odd_tsne_begin(&run, odd_mat_const(X), &bad[t], NULL, &err), ODD_EUSAGE);
		assert_null(run);
	}
	odd_cmat none = {X.data, 0, 3, X.stride};
	assert_int_equal(odd_tsne_begin(&run, none, NULL, NULL, &err), ODD_EUSAGE);
	odd_mat_row(X, 4)[1] = NAN;
	assert_int_equal(odd_tsne_begin(&run, odd_mat_const(X), NULL, NULL, &err), ODD_ENUMERIC);
	assert_non_null(strstr(err.message, "(4, 1)"));
	odd_tsne_free(NULL);
	odd_mat_free(&X);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(neighbours_are_the_nearest),
		cmocka_unit_test(rows_have_the_perplexity),
		cmocka_unit_test(affinities_are_symmetric),
		cmocka_unit_test(gradient_without_shortcuts_is_exact),
		cmocka_unit_test(gradient_with_shortcuts_is_close),
		cmocka_unit_test(gradient_is_the_slope_of_kl),
		cmocka_unit_test(gradient_turns_with_the_points),
		cmocka_unit_test(tree_holds_every_point_once),
		cmocka_unit_test(steps_follow_the_schedule),
		cmocka_unit_test(groups_come_apart),
		cmocka_unit_test(threads_and_reruns_give_the_same_bits),
		cmocka_unit_test(equal_rows_do_not_hang),
		cmocka_unit_test(few_points_work),
		cmocka_unit_test(large_inputs_are_sampled),
		cmocka_unit_test(a_start_can_be_given),
		cmocka_unit_test(cancelled_steps_leave_no_trace),
		cmocka_unit_test(nonsense_is_refused),
	};
	return cmocka_run_group_tests_name("tsne", tests, NULL, NULL);
}
