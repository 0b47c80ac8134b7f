/* place.c: new nodes in a run that is not fitted again. H, V, W and the rows of the old nodes are
 * held; of a new node i
 *
 *     G_i = argmin  w1 ‖A_i − G_i H‖² + β w3 ‖G_i − U_i Wᵀ‖²
 *     U_i = argmin  α w2 ‖C_i − U_i V‖² + β w3 ‖G_i − U_i Wᵀ‖²
 *
 * and its O from what is left, in turn. That is what the G, U and O steps do with all rows at once,
 * so they are made, and the old rows put back. O(rounds · (nnz K + N K²)).
 */
#include "config.h"

#include "one/state.h"

enum { ROUNDS = 12 };

static void put_back(odd_mat rows, odd_mat old)
{
	rows.rows = old.rows;
	odd_mat_copy(rows, odd_mat_const(old));
}

odd_status odd_one_place(odd_one **out, const odd_one *old, const odd_network *net,
	const odd_job *job, odd_error *err)
{
	double term[3];
	odd_status status = odd_one_extend(out, old, net, job, err);
	if (status != ODD_OK)
		return status;
	odd_one *run = *out;
	odd_update update = run->options.update;
	run->options.update = ODD_BLOCK; /* the exact row, not one coordinate at a time */
	for (int round = 0; round < ROUNDS && status == ODD_OK; round++) {
		odd_job_report(job, "placing new nodes", round, ROUNDS);
		if ((status = odd__one_step_g(run, term, job, err)) == ODD_OK) {
			put_back(run->G, old->G);
			status = odd__one_step_u(run, term, job, err);
		}
		if (status == ODD_OK) {
			put_back(run->U, old->U);
			run->have_r3 = false;
			status = odd__one_step_o(run, term, job, err);
		}
	}
	run->options.update = update;
	if (status != ODD_OK) {
		odd_one_free(run);
		*out = NULL;
	}
	return status;
}
