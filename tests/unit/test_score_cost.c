/* What the default score costs, counted in passes over A and C: at most those of three iterations.
 *
 * Its sources are compiled here once more, with every sparse product counted.
 */
#include "config.h"

#include "helpers.h"
#include "networks.h"
#include "oddone/score.h"

static size_t work; /* Σ entries × columns */

static odd_status counted_times(
	odd_mat Y, odd_ccsr S, const double *scale, odd_cmat X, const odd_job *job, odd_error *err)
{
	work += (S.ptr[S.rows] - S.ptr[0]) * X.cols; /* S may be some rows of a larger one */
	return odd_csr_times(Y, S, scale, X, job, err);
}

#define odd_csr_times counted_times
#include "../../src/score/kinship.c"
#include "../../src/score/context.c"
#include "../../src/score/score_evidence.c"
#undef odd_csr_times

/* What is read for context beside that: for each link the row of C at its end of the lower number.
 */
static size_t shared_work(const odd_prepared *input)
{
	odd_error err;
	odd_csr links;
	size_t sum = 0;
	assert_ok(odd__links_either_way(&links, input, &err), err);
	for (size_t i = 0; i < links.rows; i++)
		for (size_t e = links.ptr[i]; e < links.ptr[i + 1] && links.idx[e] < i; e++)
			sum += input->C.ptr[links.idx[e] + 1] - input->C.ptr[links.idx[e]];
	odd_csr_clear(&links);
	return sum;
}

static void a_score_costs_three_iterations_at_most(void **state)
{
	(void)state;
	for (int turn = 0; turn < 2; turn++) {
		bool directed = turn % 2 == 1;
		const odd_score *score = &odd__score_evidence;
		odd_error err;
		block_options b = BLOCKS_INIT;
		b.directed = directed;
		odd_network *net = make_blocks(&b);
		odd_one *run;
		odd_scores s;
		odd_one_options options = ODD_ONE_OPTIONS_INIT;
		options.k = 9;
		assert_ok(odd_one_begin(&run, net, &options, NULL, &err), err);
		const odd_prepared *input = odd_one_input(run);
		size_t links = odd_csr_nnz(odd_csr_const(input->A));
		size_t once = (links + odd_csr_nnz(odd_csr_const(input->C))) * options.k;
		/* What is read off links and words alone is read once in a run. */
		assert_ok(odd_scores_compute(&s, run, score, NULL, NULL, &err), err);
		odd_scores_clear(&s);
		work = 0;
		assert_ok(odd_scores_compute(&s, run, score, NULL, NULL, &err), err);
		assert_true(work > 0);
		/* Half a pass over the links to see what linked nodes share, and for either set of
		 * features one for a node's neighbours and one for theirs; links of one direction
		 * are read both ways, so that half a pass is one. A has a diagonal, which is not
		 * read. */
		assert_true(work <= (directed ? 9 : 4) * links * options.k +
					    (directed ? 0 : links * options.k / 2));
		work += shared_work(input);
		/* r1 comes with one more pass over each; an iteration has two over each */
		assert_true(work + once <= 6 * once);
		odd_scores_clear(&s);
		odd_one_free(run);
		odd_network_free(net);
	}
}

/* The score works in the run's own matrices: the run goes on as if nobody had looked, to the bit.
 */
static void a_look_changes_nothing(void **state)
{
	(void)state;
	odd_error err;
	block_options b = BLOCKS_INIT;
	odd_network *net = make_blocks(&b);
	odd_one *run[2];
	odd_one_options options = ODD_ONE_OPTIONS_INIT;
	options.k = 9;
	for (int r = 0; r < 2; r++) {
		options.stays = r == 1; /* nor does it matter whose the columns of C are */
		assert_ok(odd_one_begin(&run[r], net, &options, NULL, &err), err);
		assert_true((odd_one_input(run[r])->C.idx == net->C.idx) == (r == 1));
	}
	for (int step = 0; step < 3 * ODD_SUBSTEPS; step++) {
		odd_scores s[2];
		if (step >= ODD_SUBSTEPS) { /* also what is given back comes again as it was */
			odd__one_rest(run[1]);
			assert_null(odd_one_input(run[1])->Ct.ptr);
		}
		for (int again = 0; again < 2; again++)
			assert_ok(odd_scores_compute(&s[again], run[1], &odd__score_evidence, NULL,
					  NULL, &err),
				err);
		assert_memory_equal(s[0].total, s[1].total, net->nodes * sizeof *s[0].total);
		odd_scores_clear(&s[0]);
		odd_scores_clear(&s[1]);
		for (int r = 0; r < 2; r++)
			assert_ok(odd_one_substep(run[r], NULL, &err), err);
		odd_one_state x = odd_one_look(run[0]), y = odd_one_look(run[1]);
		for (size_t i = 0; i < x.nodes; i++) {
			assert_memory_equal(
				odd_cmat_row(x.G, i), odd_cmat_row(y.G, i), x.k * sizeof(double));
			assert_memory_equal(
				odd_cmat_row(x.U, i), odd_cmat_row(y.U, i), x.k * sizeof(double));
		}
		const odd_trace *t[2] = {odd_one_trace(run[0]), odd_one_trace(run[1])};
		assert_true(t[0]->point[t[0]->count - 1].loss == t[1]->point[t[1]->count - 1].loss);
	}
	for (int r = 0; r < 2; r++)
		odd_one_free(run[r]);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_score_costs_three_iterations_at_most),
		cmocka_unit_test(a_look_changes_nothing),
	};
	return cmocka_run_group_tests_name("score cost", tests, NULL, NULL);
}
