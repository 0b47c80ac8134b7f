/* Reading the components of the scores off a run. */
#include "config.h"

#include "oddone/score/score.h"

#include <string.h>

#include "score/score_internal.h"

/* r(i) /= ‖S_i‖²; a row with nothing to explain leaves nothing unexplained. */
static void as_share(double *r, odd_ccsr S, double *norms)
{
	odd_csr_row_norms(norms, S);
	for (size_t i = 0; i < S.rows; i++)
		r[i] = norms[i] > 0.0 ? r[i] / norms[i] : 0.0;
}

odd_status odd_scores_compute(odd_scores *out, odd_one *run, odd_score_kind kind,
	const double *weight, const odd_job *job, odd_error *err)
{
	odd_one_state state = odd_one_look(run);
	odd_status status = odd__scores_alloc(out, state.nodes, err);
	if (status != ODD_OK)
		return status;
	if (kind == ODD_SCORE_RAW) {
		for (int t = 0; t < 3; t++)
			memcpy(out->component[t], state.O[t],
				state.nodes * sizeof **out->component);
	} else {
		const odd_prepared *input = odd_one_input(run);
		status = odd_one_residuals(
			run, out->component[0], out->component[1], out->component[2], job, err);
		if (status == ODD_OK) { /* total is scratch until the end */
			as_share(out->component[0], odd_csr_const(input->A), out->total);
			as_share(out->component[1], odd_csr_const(input->C), out->total);
			status = odd_one_disagreement(run, out->component[2], job, err);
		}
	}
	if (status == ODD_OK)
		status = odd__scores_finish(out, kind, weight, job, err);
	if (status != ODD_OK)
		odd_scores_clear(out);
	return status;
}
