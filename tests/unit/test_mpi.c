/* A fit that several processes share gives the numbers of one process. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "mpi/part.h"
#include "one/part.h"
#include "networks.h"
#include "oddone/one.h"
#include "random_network.h"
#include "thread_comm.h"

static const odd_job one_thread = {.threads = 1};

/* ---- a network cut into parts --------------------------------------------------------------- */

/* Rows of S for the nodes of a part. */
static void take_rows(odd_csr *out, odd_ccsr S, const struct part *part)
{
	odd_error err;
	const size_t n = part->net->nodes, first = S.ptr[part->first];
	assert_ok(odd_csr_alloc(out, n, S.cols, S.ptr[part->first + n] - first, 1, &err), err);
	for (size_t i = 0; i <= n; i++)
		out->ptr[i] = S.ptr[part->first + i] - first;
	for (size_t e = 0; e < out->ptr[n]; e++) {
		out->idx[e] = S.idx[first + e];
		out->val[e] = odd_csr_value(S, first + e);
	}
}

static void cut_part(struct part *part, const odd__comm *comm, const odd_network *net)
{
	odd_error err;
	const size_t size = (size_t)comm->size, rank = (size_t)comm->rank;
	*part = (struct part){.comm = comm, .all = net->nodes, .net = calloc(1, sizeof *net)};
	part->starts = malloc((size + 1) * sizeof *part->starts);
	for (size_t r = 0; r <= size; r++) /* of unequal sizes */
		part->starts[r] = net->nodes * r * (r + 2) / (size * (size + 2));
	part->first = part->starts[rank];
	part->net->directed = net->directed;
	part->net->nodes = part->starts[rank + 1] - part->first;
	take_rows(&part->net->A, odd_csr_const(net->A), part);
	take_rows(&part->net->C, odd_csr_const(net->C), part);
	if (net->directed) {
		odd_csr At;
		assert_ok(odd_csr_transpose(&At, odd_csr_const(net->A), &err), err);
		take_rows(&part->At, odd_csr_const(At), part);
		odd_csr_clear(&At);
	}
	odd_csr *A = &part->net->A;
	uint32_t *const column[2] = {A->idx, part->At.idx};
	const size_t count[2] = {A->ptr[A->rows], net->directed ? part->At.ptr[part->At.rows] : 0};
	assert_ok(part_localise(part, column, count, &err), err);
	A->cols = part->At.cols = part_columns(part);
}

/* ---- the same numbers ----------------------------------------------------------------------- */

struct shared_fit {
	const odd_network *net;
	const odd_one_options *options;
	size_t iterations;
	bool by_substeps;
	odd_trace_point *trace; /* received: of rank 0 */
	size_t count;
	double *O[3], *G; /* received: of all nodes */
};

static void iterate(odd_one *run, size_t iterations, bool by_substeps)
{
	odd_error err;
	for (size_t i = 0; i < iterations; i++)
		for (int s = 0; s < (by_substeps ? ODD_SUBSTEPS : 1); s++)
			assert_ok(by_substeps ? odd_one_substep(run, &one_thread, &err)
					      : odd_one_iterate(run, &one_thread, &err),
				err);
}

static void fit_part(const odd__comm *comm, void *payload)
{
	struct shared_fit *fit = payload;
	struct part part;
	odd_error err;
	odd_one *run;
	cut_part(&part, comm, fit->net);
	odd__one_part shared = {.halo = &part.halo, .first = part.first, .all = part.all};
	assert_ok(part_prepare(&shared.input, &part, fit->options->preset, &one_thread, &err), err);
	assert_ok(odd__one_begin_part(&run, &shared, fit->options, &one_thread, &err), err);
	iterate(run, fit->iterations, fit->by_substeps);
	const odd_trace *trace = odd_one_trace(run);
	const odd_one_state state = odd_one_look(run);
	for (size_t i = 0; i < part.net->nodes; i++) {
		for (int t = 0; t < 3; t++)
			fit->O[t][part.first + i] = state.O[t][i];
		memcpy(fit->G + (part.first + i) * state.k, odd_cmat_row(state.G, i),
			state.k * sizeof *fit->G);
	}
	if (comm->rank == 0) {
		fit->count = trace->count;
		fit->trace = malloc(trace->count * sizeof *fit->trace);
		memcpy(fit->trace, trace->point, trace->count * sizeof *fit->trace);
	}
	odd_one_free(run);
	part_clear(&part);
}

static void compare(const struct shared_fit *fit, const odd_one *run)
{
	const odd_trace *trace = odd_one_trace(run);
	const odd_one_state state = odd_one_look(run);
	assert_int_equal(fit->count, trace->count);
	for (size_t p = 0; p < trace->count; p++) {
		const odd_trace_point *a = &trace->point[p], *b = &fit->trace[p];
		assert_true(fabs(a->loss - b->loss) <= 1e-9 * fabs(a->loss));
		if (p > 0) /* it never rises */
			assert_true(b->loss <= b[-1].loss * (1.0 + 1e-12));
		for (int t = 0; t < 3; t++)
			assert_true(fabs(a->term[t] - b->term[t]) <= 1e-9 * fabs(a->loss));
	}
	for (size_t i = 0; i < state.nodes; i++) {
		for (int t = 0; t < 3; t++)
			assert_true(fabs(state.O[t][i] - fit->O[t][i]) <= 1e-7 * state.O[t][i]);
		for (size_t k = 0; k < state.k; k++)
			assert_close(fit->G[i * state.k + k], odd_cmat_row(state.G, i)[k], 1e-7);
	}
}

static void same_numbers(const odd_network *net, odd_one_options options, size_t iterations,
	int size, bool by_substeps)
{
	odd_error err;
	odd_one *run;
	struct shared_fit fit = {.net = net,
		.options = &options,
		.iterations = iterations,
		.by_substeps = by_substeps};
	void *payload[THREADS_MOST];
	for (int t = 0; t < 3; t++)
		fit.O[t] = calloc(net->nodes, sizeof *fit.O[t]);
	fit.G = calloc(net->nodes * options.k, sizeof *fit.G);
	for (int r = 0; r < size; r++)
		payload[r] = &fit;
	team_work(size, fit_part, payload);
	assert_ok(odd_one_begin(&run, net, &options, &one_thread, &err), err);
	iterate(run, iterations, false);
	compare(&fit, run);
	odd_one_free(run);
	for (int t = 0; t < 3; t++)
		free(fit.O[t]);
	free(fit.G);
	free(fit.trace);
}

static odd_network *words_network(bool directed, bool weighted)
{
	return random_network((random_shape){.n = 210,
				      .d = 40,
				      .links = 1500,
				      .words = 1500,
				      .directed = directed,
				      .weighted = weighted,
				      .isolated = 3,
				      .wordless = 2},
		3);
}

static void every_preset_and_start(void **state)
{
	(void)state;
	odd_network *net = words_network(false, false);
	for (int preset = 0; preset < 2; preset++)
		for (int start = 0; start < 2; start++) {
			odd_one_options o = ODD_ONE_OPTIONS_INIT;
			o.preset = preset == 0 ? ODD_CALIBRATED : ODD_PAPER;
			o.start = start == 0 ? ODD_START_SVD : ODD_START_RANDOM;
			o.k = 9;
			same_numbers(net, o, 10, 3, false);
			same_numbers(net, o, 3, 4, true);
		}
	odd_network_free(net);
}

static void every_number_of_processes(void **state)
{
	(void)state;
	odd_network *net = words_network(false, true);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 6;
	for (int size = 1; size <= 7; size++)
		same_numbers(net, o, 8, size, size % 2 == 0);
	odd_network_free(net);
}

static void directed_links(void **state)
{
	(void)state;
	odd_network *net = words_network(true, true);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 7;
	same_numbers(net, o, 8, 3, false);
	same_numbers(net, o, 4, 5, true);
	odd_network_free(net);
}

static void other_forms(void **state)
{
	(void)state;
	odd_network *net = words_network(false, false);
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	o.k = 5;
	o.update = ODD_BLOCK;
	same_numbers(net, o, 8, 3, false);
	o.update = ODD_COORDINATE;
	o.mu = 40.0; /* the bound of 1 binds */
	same_numbers(net, o, 8, 3, true);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_preset_and_start),
		cmocka_unit_test(every_number_of_processes),
		cmocka_unit_test(directed_links),
		cmocka_unit_test(other_forms),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
