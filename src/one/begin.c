/* begin.c: setting up a run: checks, the start, work space, α and β, the first point of the trace.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options_read.h"
#include "base/pages.h"
#include "linalg/block.h"
#include "network/prepare_sharing.h"
#include "one/run_memory.h"
#include "one/part.h"
#include "one/state.h"

/* Communities that are found in the links are as many as their fineness makes them: on Cora and
 * Citeseer 24 and 49 where there are 7 and 6 classes. Planted outliers are found as well with K
 * from 18 to 40 there, fewer are below, and above placebos rise; hence the bounds.
 *
 * Classes that are given may be hundreds, and an iteration takes time as the square of K. On
 * generated networks of 3,000 nodes with 60 and 120 classes recall at 5 % is .93 .96 .94 .97 .97
 * and .87 .91 .93 .93 .93 for K of 30, 60, 90, 120 and 180 (one seed, 20 iterations): beyond 90
 * there is hardly more to be had. */
enum { FOUND_LEAST = 15, FOUND_MOST = 30, NODES_EACH = 10 };

static bool has_labels(const odd_network *net)
{
	for (size_t i = 0; i < net->nodes; i++)
		if (net->label[i] != ODD_NO_LABEL)
			return true;
	return false;
}

static odd_status check_sizes(size_t nodes, size_t attributes, odd_error *err)
{
	if (nodes >= 2 && attributes >= 2)
		return ODD_OK;
	return odd_error_set(err, ODD_EUSAGE,
		"the network has %zu nodes and %zu attributes; ONE needs at least 2 of each", nodes,
		attributes);
}

odd_status odd_one_default_k(
	size_t *k, bool *reduced, const odd_network *net, size_t communities, odd_error *err)
{
	const size_t smaller = net->nodes < net->attributes ? net->nodes : net->attributes;
	odd_status status = check_sizes(net->nodes, net->attributes, err);
	if (status != ODD_OK)
		return status;
	*k = 3 * (communities > 0 ? communities : 1);
	if (!has_labels(net)) {
		size_t room = net->nodes / NODES_EACH;
		size_t least = room < FOUND_LEAST ? room : FOUND_LEAST;
		*k = *k < least ? least : *k > FOUND_MOST ? FOUND_MOST : *k;
	}
	bool over = *k > ODD_DEFAULT_K_MOST;
	if (over)
		*k = ODD_DEFAULT_K_MOST;
	if (*k >= smaller) {
		over = true;
		*k = smaller - 1;
	}
	if (reduced != NULL)
		*reduced = over;
	return ODD_OK;
}

static odd_status check_options(
	size_t nodes, size_t attributes, const odd_one_options *o, odd_error *err)
{
	const size_t smaller = nodes < attributes ? nodes : attributes;
	odd_status status = check_sizes(nodes, attributes, err);
	if (status != ODD_OK)
		return status;
	if (o->start != ODD_START_GIVEN || o->k != 0) {
		if (o->k < 1 || o->k >= smaller)
			return odd_error_set(err, ODD_EUSAGE,
				"K = %zu: must be at least 1 and below min(nodes, attributes) = %zu",
				o->k, smaller);
	}
	if (!(o->mu >= 1.0) || !(o->mu < (double)nodes))
		return odd_error_set(err, ODD_EUSAGE,
			"mu = %g: must be at least 1 and below the number of nodes", o->mu);
	if ((!isnan(o->alpha) && !(o->alpha >= 0.0 && isfinite(o->alpha))) ||
		(!isnan(o->beta) && !(o->beta >= 0.0 && isfinite(o->beta))) ||
		(o->alpha == 0.0 && o->beta == 0.0)) /* nothing would tell what U is */
		return odd_error_set(err, ODD_EUSAGE,
			"alpha and beta must be finite, not negative, and not both 0");
	return ODD_OK;
}

double *odd__one_vector(size_t n)
{
	size_t bytes = (n / ODD_ROW_PAD + 1) * ODD_ROW_PAD * sizeof(double);
	double *v = odd__pages_alloc(bytes);
	if (v != NULL)
		memset(v, 0, bytes);
	return v;
}

odd_status odd__one_allocate_work(odd_one *run, odd_error *err)
{
	const size_t k = run->k;
	const size_t needs[] = {odd__cross_gram_work(run->n, k), odd__cross_gram_work(run->d, k),
		odd__fit_rows_work(run->n, k),
		odd__fit_basis_work(run->A, odd__one_nearby(run, 1), k, &run->tuning),
		odd__fit_basis_work(run->C, run->Ct, k, &run->tuning)};
	size_t most = 0;
	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		most = needs[i] > most ? needs[i] : most;
	free(run->work);
	run->work = aligned_alloc(64, (most + 7) / 8 * 8 * sizeof(double));
	return run->work != NULL ? ODD_OK : odd_error_nomem(err);
}

/* Allocated after the start, whose own work space is gone by then. */
odd_status odd__one_allocate_rest(odd_one *run, odd_error *err)
{
	odd_status status;
	size_t n = run->n, d = run->d, k = run->k;
	const size_t halo = run->halo != NULL ? run->halo->count : 0;
	if ((status = odd_mat_alloc(&run->spare_d, d, k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&run->HHt, k, k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&run->VVt, k, k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&run->P, k, k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&run->Q, k, k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&run->W, k, k, err)) != ODD_OK ||
		(status = odd_mat_alloc(&run->Wt, k, k, err)) != ODD_OK)
		return status;
	for (int i = 0; i < 4; i++)
		if ((status = odd_mat_alloc(&run->small[i], k, k, err)) != ODD_OK)
			return status;
	if ((status = odd__one_allocate_work(run, err)) != ODD_OK)
		return status;
	run->norm_A = odd__one_vector(n);
	run->norm_C = odd__one_vector(n);
	for (int t = 0; t < 3; t++) {
		run->w[t] = odd__one_vector(n + halo);
		run->r[t] = odd__one_vector(n);
		if (run->w[t] == NULL || run->r[t] == NULL)
			return odd_error_nomem(err);
	}
	if (run->norm_A == NULL || run->norm_C == NULL)
		return odd_error_nomem(err);
	return ODD_OK;
}

/* What a term would be if nothing were explained: Σ w ‖row‖². */
static double unexplained(const odd_one *run, int term)
{
	double sum = 0.0;
	for (size_t i = 0; i < run->n; i++) {
		double norm = term == 0 ? run->norm_A[i] : run->norm_C[i];
		if (term == 2) {
			const double *g = odd_mat_row(run->G, i);
			norm = 0.0;
			for (size_t k = 0; k < run->k; k++)
				norm += g[k] * g[k];
		}
		sum += run->w[term][i] * norm;
	}
	odd__comm_sum(run->comm, &sum, 1);
	return sum;
}

/* α = L_str/L_attr and β = L_str/L_dis, so that the three terms start equal. A term that starts at
 * nothing (no links, no words, a perfect fit: rounding errors are all there is of it) has no
 * balance to strike, and weighs 1. */
static double balance(const odd_one *run, double given, int term)
{
	if (!isnan(given))
		return given;
	double reference = run->term[0], value = run->term[term];
	if (reference <= 1e-12 * unexplained(run, 0) || value <= 1e-12 * unexplained(run, term))
		return 1.0;
	double ratio = reference / value;
	return isfinite(ratio) ? ratio : 1.0;
}

void odd__one_sum_terms(odd_one *run)
{
	for (int t = 0; t < 3; t++) {
		run->term[t] = 0.0;
		for (size_t i = 0; i < run->n; i++)
			run->term[t] += run->w[t][i] * run->r[t][i];
	}
	odd__comm_sum(run->comm, run->term, 3);
}

/* The loss at the start, with W from its own update. */
static odd_status first_point(odd_one *run, double started, const odd_job *job, odd_error *err)
{
	double term[3] = {0.0, 0.0, 0.0};
	odd_csr_row_norms(run->norm_A, run->A);
	odd_csr_row_norms(run->norm_C, run->C);
	odd__one_weights(run);
	for (size_t i = 0; i < run->k; i++)
		odd_mat_row(run->W, i)[i] = odd_mat_row(run->Wt, i)[i] = 1.0;
	odd_cmat Ht = odd_mat_const(run->Ht), Vt = odd_mat_const(run->Vt);
	odd_status status = odd__cross_gram(run->HHt, Ht, NULL, Ht, run->work, job, err);
	odd__comm_sum(run->comm, run->HHt.data, run->HHt.rows * run->HHt.stride);
	if (status == ODD_OK)
		status = odd__cross_gram(run->VVt, Vt, NULL, Vt, run->work, job, err);
	if (status == ODD_OK)
		status = odd__one_step_w(run, term, job, err);
	if (status == ODD_OK)
		status = odd__one_residuals(run, run->r, NULL, job, err);
	if (status != ODD_OK)
		return status;
	odd__one_sum_terms(run);
	if ((status = odd__one_check_finite(run->term, ODD_STEP_INIT, err)) != ODD_OK)
		return status;
	run->options.alpha = balance(run, run->options.alpha, 1);
	run->options.beta = balance(run, run->options.beta, 2);
	return odd__one_trace_add(run, ODD_STEP_INIT, odd__clock() - started, err);
}

static void view_input(odd_one *run)
{
	run->A = odd_csr_const(run->input.A);
	run->At = run->input.At.ptr != NULL ? odd_csr_const(run->input.At) : run->A;
	run->C = odd_csr_const(run->input.C);
	run->Ct = odd_csr_const(run->input.Ct);
	run->n = run->all = run->A.rows;
	run->d = run->C.cols;
}

odd_status odd__one_input(odd_one *run, const odd_network *net, const odd_job *job, odd_error *err)
{
	odd_status status = odd__prepare(
		&run->input, net, run->options.preset, run->options.stays, NULL, job, err);
	if (status != ODD_OK)
		return status;
	run->options.stays = false; /* nothing is known of networks that this run will go on with */
	view_input(run);
	return ODD_OK;
}

/* An empty run; the options as far as they are known. */
static odd_status create(odd_one **out, const odd_one_options *options, odd_error *err)
{
	odd_one *run = calloc(1, sizeof *run);
	if (run == NULL)
		return odd_error_nomem(err);
	run->options = *options;
	run->tuning = (odd__tuning)ODD__TUNING_INIT;
	run->options.start_dir = NULL;
	if (options->start_dir != NULL &&
		(run->options.start_dir = strdup(options->start_dir)) == NULL) {
		free(run);
		return odd_error_nomem(err);
	}
	if (run->options.start == ODD_START_PRESET)
		run->options.start = options->preset == ODD_PAPER ? ODD_START_NMF : ODD_START_SVD;
	*out = run;
	return ODD_OK;
}

/* With the input at hand: everything up to the first point of the trace. */
static odd_status begin(odd_one *run, double started, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	for (int t = 0; t < 3; t++) {
		if ((run->O[t] = odd__one_vector(run->n)) == NULL)
			return odd_error_nomem(err);
		for (size_t i = 0; i < run->n; i++)
			run->O[t][i] = run->options.mu / (double)run->all;
	}
	if (run->halo == NULL) /* otherwise the blocks are in such an order */
		status = odd__one_order(run, job, err);
	if (status == ODD_OK)
		status = odd__one_start(run, job, err);
	if (status == ODD_OK)
		status = odd__one_allocate_rest(run, err);
	return status == ODD_OK ? first_point(run, started, job, err) : status;
}

odd_status odd_one_begin(odd_one **out, const odd_network *net, const odd_one_options *given,
	const odd_job *job, odd_error *err)
{
	*out = NULL;
	double started = odd__clock();
	odd_one_options own = ODD_ONE_OPTIONS_INIT;
	const odd_one_options *options = &own;
	odd__options_read(&own, sizeof own, given);
	odd_one *run;
	odd_status status = check_options(net->nodes, net->attributes, options, err);
	if (status == ODD_OK)
		status = odd_one_fits(net, options, job, err);
	if (status == ODD_OK)
		status = create(&run, options, err);
	if (status != ODD_OK)
		return status;
	status = odd__one_input(run, net, job, err);
	if (status == ODD_OK)
		status = begin(run, started, job, err);
	if (status == ODD_OK)
		*out = run;
	else
		odd_one_free(run);
	return status;
}

odd_status odd__one_begin_part(odd_one **out, odd__one_part *part, const odd_one_options *given,
	const odd_job *job, odd_error *err)
{
	*out = NULL;
	const double started = odd__clock();
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	odd_one *run;
	odd__options_read(&options, sizeof options, given);
	odd_status status = check_options(part->all, part->input.C.cols, &options, err);
	if (status == ODD_OK)
		status = create(&run, &options, err);
	if (status != ODD_OK) {
		odd_prepared_clear(&part->input);
		return status;
	}
	run->input = part->input;
	memset(&part->input, 0, sizeof part->input);
	view_input(run);
	run->comm = part->halo->comm;
	run->halo = part->halo;
	run->first = part->first;
	run->all = part->all;
	status = begin(run, started, job, err);
	if (status == ODD_OK)
		*out = run;
	else
		odd_one_free(run);
	return status;
}

void odd_one_free(odd_one *run)
{
	if (run == NULL)
		return;
	free((char *)run->options.start_dir);
	odd_prepared_clear(&run->input);
	odd_mat *const mats[] = {&run->Vt, &run->W, &run->Wt, &run->HHt, &run->VVt, &run->P,
		&run->Q, &run->spare_d, &run->small[0], &run->small[1], &run->small[2],
		&run->small[3]};
	for (size_t i = 0; i < sizeof mats / sizeof *mats; i++)
		odd_mat_free(mats[i]);
	free(run->arena);
	free(run->visit);
	odd_csr_clear(&run->nearby[0]);
	odd_csr_clear(&run->nearby[1]);
	for (int t = 0; t < 3; t++) {
		free(run->O[t]);
		free(run->w[t]);
		free(run->r[t]);
	}
	free(run->norm_A);
	free(run->norm_C);
	free(run->work);
	free(run->kept);
	free(run->trace.point);
	free(run);
}
