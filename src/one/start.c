/* start.c: where the factors begin. O starts uniform at μ/N, unless a given start brings its own.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "linalg/nmf.h"
#include "linalg/npy.h"
#include "base/rng.h"
#include "linalg/svd_way.h"
#include "one/part.h"
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
	odd_mat all;
	odd_status status = odd_mat_alloc(&run->Vt, run->d, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&all, first[count], k, err);
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
		.number = run->number,
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
		.number = run->number,
		.all_rows = run->all,
	};
	/* By the sizes of the matrices as a whole. */
	odd_ccsr A = run->A, C = run->C;
	A.rows = A.cols = C.rows = run->all;
	odd_status status =
		odd__svd_by(odd__svd_way_for(A, run->k), run->G, run->Ht, NULL, &links, err);
	if (status == ODD_OK) /* its padding is to be zero again */
		memset(run->U.data, 0, run->U.rows * run->s * sizeof(double));
	if (status == ODD_OK)
		status = odd__svd_by(
			odd__svd_way_for(C, run->k), run->U, run->Vt, NULL, &words, err);
	return status;
}

/* Uniform numbers for the rows of m; those of rows that other processes hold are passed over. own:
 * odd__sort_numbers, or NULL. */
static void fill_uniform(odd_mat m, const odd_one *run, const char *purpose, const uint64_t *own)
{
	odd_rng rng;
	odd_rng_init(&rng, run->options.seed, purpose);
	for (size_t i = 0, at = 0; at < m.rows; i++) {
		const bool here = own == NULL || own[at] >> 32 == i;
		double *row = odd_mat_row(m, own != NULL ? (uint32_t)own[at] : i);
		for (size_t k = 0; k < run->k; k++) {
			const double x = odd_rng_uniform(&rng);
			row[k] = here ? x : row[k];
		}
		at += here;
	}
}

static odd_status start_random(odd_one *run, odd_error *err)
{
	uint64_t *own = NULL;
	odd_status status = ODD_OK;
	if (run->number != NULL)
		status = odd__sort_numbers(&own, run->number, run->n, err);
	if (status != ODD_OK)
		return status;
	fill_uniform(run->G, run, "start G", own);
	fill_uniform(run->Ht, run, "start H", own);
	fill_uniform(run->U, run, "start U", own);
	fill_uniform(run->Vt, run, "start V", NULL);
	free(own);
	return ODD_OK;
}

/* ---- a start from files
 * -------------------------------------------------------------------------- */

/* Read dir/name and check its shape; a size of 0 accepts any and is filled in. */
static odd_status read_part(
	odd_mat *out, const char *dir, const char *name, size_t *rows, size_t *cols, odd_error *err)
{
	char *path = odd_path_join(dir, name);
	if (path == NULL)
		return odd_error_nomem(err);
	odd_status status = odd_npy_read(out, path, err);
	if (status != ODD_OK)
		goto out;
	if (*rows == 0)
		*rows = out->rows;
	if (*cols == 0)
		*cols = out->cols;
	if (out->rows != *rows || out->cols != *cols) {
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"shape is (%zu, %zu), this network needs (%zu, %zu)", out->rows, out->cols,
			*rows, *cols);
		odd_mat_free(out);
	}
out:
	free(path);
	return status;
}

/* G (N×K), H (K×N), U (N×K), V (K×D) */
static odd_status read_factors(odd_one *run, const char *dir, odd_error *err)
{
	odd_mat part[4] = {{0}};
	size_t k = run->options.k;
	odd_status status;
	if ((status = read_part(&part[0], dir, "G.npy", &run->n, &k, err)) != ODD_OK ||
		(status = read_part(&part[1], dir, "H.npy", &k, &run->n, err)) != ODD_OK ||
		(status = read_part(&part[2], dir, "U.npy", &run->n, &k, err)) != ODD_OK ||
		(status = read_part(&part[3], dir, "V.npy", &k, &run->d, err)) != ODD_OK)
		goto out;
	size_t smaller = run->n < run->d ? run->n : run->d;
	if (k < 1 || k >= smaller) {
		status = odd_error_at(err, ODD_EINPUT, dir, 0, 0,
			"K = %zu: must be at least 1 and below min(nodes, attributes) = %zu", k,
			smaller);
		goto out;
	}
	if ((status = odd__one_allocate_factors(run, k, err)) != ODD_OK)
		goto out;
	odd_mat_copy(run->G, odd_mat_const(part[0]));
	odd_mat_transpose(run->Ht, odd_mat_const(part[1]));
	odd_mat_copy(run->U, odd_mat_const(part[2]));
	odd_mat_transpose(run->Vt, odd_mat_const(part[3]));
	run->options.k = k;
out:
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
		size_t one = 1;
		odd_status status = read_part(&O, dir, names[t], &run->n, &one, err);
		for (size_t i = 0; i < run->n && status == ODD_OK; i++) {
			double x = odd_mat_row(O, i)[0];
			if (!(x > 0.0 && x <= 1.0))
				status = odd_error_at(err, ODD_EINPUT, dir, 0, 0,
					"%s: entry %zu is %g, not above 0 and at most 1", names[t],
					i, x);
			run->O[t][i] = x;
		}
		odd_mat_free(&O);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

/* Is O what a share of the errors can be? */
static odd_status check_shares(const double *O, size_t n, const char *name, odd_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (!(O[i] > 0.0 && O[i] <= 1.0))
			return odd_error_set(err, ODD_EINPUT,
				"%s: an entry is %g, not above 0 and at most 1", name, O[i]);
	return ODD_OK;
}

/* The same where processes share the rows, and each reads its own. */
static odd_status read_part_of_start(odd_one *run, odd_error *err)
{
	const struct odd__one_part *part = run->part;
	odd_status status = odd__one_allocate_factors(run, run->options.k, err);
	const struct {
		const char *name;
		odd_mat m;
		bool own, turned;
	} factors[] = {{"G.npy", run->G, true, false}, {"H.npy", run->Ht, true, true},
		{"U.npy", run->U, true, false}, {"V.npy", run->Vt, false, true}};
	bool there = true;
	for (size_t i = 0; i < 4 && status == ODD_OK; i++) {
		status = part->read(part->payload, &there, factors[i].name, factors[i].m,
			factors[i].own, factors[i].turned, err);
		if (status == ODD_OK && !there)
			status = odd_error_at(err, ODD_EIO, run->options.start_dir, 0, 0,
				"there is no %s", factors[i].name);
	}
	static const char *const names[3] = {"O1.npy", "O2.npy", "O3.npy"};
	for (int t = 0; t < 3 && status == ODD_OK && there; t++) {
		const odd_mat O = {run->O[t], run->n, 1, 1};
		status = part->read(part->payload, &there, names[t], O, true, false, err);
		if (status == ODD_OK && there)
			status = check_shares(run->O[t], run->n, names[t], err);
	}
	return status;
}

odd_status odd__one_start(odd_one *run, const odd_job *job, odd_error *err)
{
	odd_status status;
	if (run->options.start == ODD_START_GIVEN && run->part != NULL)
		return read_part_of_start(run, err);
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
		return start_random(run, err);
	}
}
