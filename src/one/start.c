/* start.c: where the factors begin. O starts uniform at μ/N, unless a given start brings its own.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/pages.h"
#include "linalg/nmf.h"
#include "linalg/npy.h"
#include "base/rng.h"
#include "linalg/svd.h"
#include "linalg/thin.h"
#include "one/state.h"

#define NMF_ROUNDS 200
#define NMF_TOLERANCE 1e-4

odd_status odd__one_allocate_factors(odd_one *run, size_t k, odd_error *err)
{
	const size_t halo = run->halo != NULL ? run->halo->count : 0;
	const struct {
		odd_mat *m;
		size_t rows;
	} parts[] = {{&run->G, run->n + halo}, {&run->Ht, run->n + halo}, {&run->U, run->n},
		{&run->AHt, run->n + halo}, {&run->CVt, run->n}};
	const size_t count = sizeof parts / sizeof *parts;
	size_t first[sizeof parts / sizeof *parts + 1] = {0};
	/* Whole blocks of rows, one more than there are: as odd_mat_alloc does. */
	for (size_t i = 0; i < count; i++)
		first[i + 1] = first[i] + (parts[i].rows / ODD_ROW_PAD + 1) * ODD_ROW_PAD;
	odd_mat all = {NULL, first[count], k, odd__padded(k)};
	odd_status status = odd_mat_alloc(&run->Vt, run->d, k, err);
	if (status == ODD_OK && run->halo == NULL)
		status = odd_mat_alloc(&all, first[count], k, err);
	if (status == ODD_OK && run->halo != NULL) { /* no page is touched before it is used */
		const size_t bytes = all.rows * all.stride * sizeof *all.data;
		all.data = odd__pages_alloc(bytes);
		if (all.data == NULL)
			return odd_error_nomem(err);
		odd__pages_drop(all.data, bytes);
	}
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < count; i++)
		*parts[i].m = (odd_mat){odd_mat_row(all, first[i]), run->n, k, all.stride};
	run->arena = all.data;
	run->arena_doubles = first[count] * all.stride;
	run->k = k;
	run->s = all.stride;
	return ODD_OK;
}

static odd_status start_nmf(odd_one *run, const odd_job *job, odd_error *err)
{
	uint64_t seed = run->options.seed;
	odd_status status = odd_nmf(run->G, run->Ht, NULL, run->A, run->At, NMF_ROUNDS,
		NMF_TOLERANCE, seed, "nmf of A", job, err);
	if (status == ODD_OK)
		status = odd_nmf(run->U, run->Vt, NULL, run->C, run->Ct, NMF_ROUNDS, NMF_TOLERANCE,
			seed, "nmf of C", job, err);
	return status;
}

/* While the links are decomposed, U, A Hᵀ and C Vᵀ are not in use, and serve as work space; while
 * the attributes are, the latter two. */
static odd_status start_svd(odd_one *run, const odd_job *job, odd_error *err)
{
	const odd__svd_problem links = {
		.S = run->A,
		.St = run->At,
		.visit = run->visit,
		.nearby = {odd__one_nearby(run, 0), odd__one_nearby(run, 1)},
		.lent = run->U.data,
		.lent_doubles = run->arena_doubles - (size_t)(run->U.data - run->arena),
		.seed = run->options.seed,
		.what = "svd of A",
		.job = job,
		.comm = run->comm,
		.halo = run->halo,
		.first_row = run->first,
		.all_rows = run->all,
	};
	const odd__svd_problem words = {
		.S = run->C,
		.St = run->Ct,
		.lent = run->AHt.data,
		.lent_doubles = run->arena_doubles - (size_t)(run->AHt.data - run->arena),
		.seed = run->options.seed,
		.what = "svd of C",
		.job = job,
		.comm = run->comm,
		.first_row = run->first,
		.all_rows = run->all,
	};
	/* By the sizes of the matrices as a whole. */
	odd_ccsr A = run->A, C = run->C;
	A.rows = A.cols = C.rows = run->all;
	odd_status status =
		odd__svd_by(odd__svd_way_for(A, run->k), run->G, run->Ht, NULL, &links, err);
	if (status == ODD_OK && run->halo != NULL)
		odd__pages_drop(links.lent, links.lent_doubles * sizeof *links.lent);
	else if (status == ODD_OK) /* its padding is to be zero again */
		memset(run->U.data, 0, run->U.rows * run->s * sizeof(double));
	if (status == ODD_OK)
		status = odd__svd_by(
			odd__svd_way_for(C, run->k), run->U, run->Vt, NULL, &words, err);
	if (run->halo != NULL)
		odd__pages_drop(words.lent, words.lent_doubles * sizeof *words.lent);
	return status;
}

/* Uniform numbers for the rows of m; those of the rows before them are drawn and dropped. */
static void fill_uniform(odd_mat m, size_t before, const odd_one *run, const char *purpose)
{
	odd_rng rng;
	odd_rng_init(&rng, run->options.seed, purpose);
	for (size_t i = 0; i < before * run->k; i++)
		odd_rng_uniform(&rng);
	for (size_t i = 0; i < m.rows; i++)
		for (size_t k = 0; k < run->k; k++)
			odd_mat_row(m, i)[k] = odd_rng_uniform(&rng);
}

static void start_random(odd_one *run)
{
	fill_uniform(run->G, run->first, run, "start G");
	fill_uniform(run->Ht, run->first, run, "start H");
	fill_uniform(run->U, run->first, run, "start U");
	fill_uniform(run->Vt, 0, run, "start V");
}

/* ---- a start from files ---------------------------------------------------------------------- */

static odd_status read_part(
	odd_mat *out, const char *dir, const char *name, odd__npy_span span[2], odd_error *err)
{
	char *path = odd_path_join(dir, name);
	if (path == NULL)
		return odd_error_nomem(err);
	odd_status status = odd__npy_read_part(out, path, span, err);
	free(path);
	return status;
}

/* G (N×K), H (K×N), U (N×K), V (K×D); of a run that processes share, the own nodes of each. */
static odd_status read_factors(odd_one *run, const char *dir, odd_error *err)
{
	static const char *const names[4] = {"G.npy", "H.npy", "U.npy", "V.npy"};
	const odd__npy_span nodes = {run->all, run->first, run->n}, words = {run->d, 0, 0};
	odd_mat part[4] = {{0}};
	size_t k = run->options.k;
	odd_status status = ODD_OK;
	for (int p = 0; p < 4 && status == ODD_OK; p++) {
		odd__npy_span span[2] = {nodes, nodes};
		if (p == 3)
			span[1] = words;
		span[p % 2 == 0] = (odd__npy_span){k, 0, 0};
		status = read_part(&part[p], dir, names[p], span, err);
		k = span[p % 2 == 0].all;
	}
	size_t smaller = run->all < run->d ? run->all : run->d;
	if (status == ODD_OK && (k < 1 || k >= smaller))
		status = odd_error_at(err, ODD_EINPUT, dir, 0, 0,
			"K = %zu: must be at least 1 and below min(nodes, attributes) = %zu", k,
			smaller);
	if (status == ODD_OK)
		status = odd__one_allocate_factors(run, k, err);
	if (status == ODD_OK) {
		odd_mat_copy(run->G, odd_mat_const(part[0]));
		odd_mat_transpose(run->Ht, odd_mat_const(part[1]));
		odd_mat_copy(run->U, odd_mat_const(part[2]));
		odd_mat_transpose(run->Vt, odd_mat_const(part[3]));
		run->options.k = k;
	}
	for (int p = 0; p < 4; p++)
		odd_mat_free(&part[p]);
	return status;
}

/* O1, O2, O3, when the directory has all of them: that is how a saved state is resumed. */
static odd_status read_outlierness(odd_one *run, const char *dir, odd_error *err)
{
	static const char *const names[3] = {"O1.npy", "O2.npy", "O3.npy"};
	for (int t = 0; t < 3; t++) {
		char *path = odd_path_join(dir, names[t]);
		if (path == NULL)
			return odd_error_nomem(err);
		int there = access(path, F_OK) == 0;
		free(path);
		if (!there)
			return ODD_OK;
	}
	for (int t = 0; t < 3; t++) {
		odd_mat O = {0};
		odd__npy_span span[2] = {{run->all, run->first, run->n}, {1, 0, 0}};
		odd_status status = read_part(&O, dir, names[t], span, err);
		for (size_t i = 0; i < run->n && status == ODD_OK; i++) {
			double x = odd_mat_row(O, i)[0];
			if (!(x > 0.0 && x <= 1.0))
				status = odd_error_at(err, ODD_EINPUT, dir, 0, 0,
					"%s: entry %zu is %g, not above 0 and at most 1", names[t],
					run->first + i, x);
			run->O[t][i] = x;
		}
		odd_mat_free(&O);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

odd_status odd__one_start(odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status;
	if (run->options.start == ODD_START_GIVEN) {
		status = read_factors(run, run->options.start_dir, err);
		return status == ODD_OK ? read_outlierness(run, run->options.start_dir, err)
					: status;
	}
	if ((status = odd__one_allocate_factors(run, run->options.k, err)) != ODD_OK)
		return status;
	switch (run->options.start) {
	case ODD_START_NMF:
		return start_nmf(run, job, err);
	case ODD_START_SVD:
		return start_svd(run, job, err);
	default:
		start_random(run);
		return ODD_OK;
	}
}
