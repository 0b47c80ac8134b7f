/* workspace.h: the work space of a run, for code that reads the run between its sub-steps. */
#ifndef ODD_ONE_WORKSPACE_H
#define ODD_ONE_WORKSPACE_H

#include "oddone/one.h"

/* *P = C Vᵀ and *room, whose content does not matter; N × K both, to be changed at will until the
 * next call with this run. They are the run's own, which makes them anew, to the same bits, when a
 * sub-step needs them: two sparse products in place of two more matrices of N × K. */
odd_status odd__one_lend(
	odd_mat *P, odd_mat *room, odd_one *run, const odd_job *job, odd_error *err);

/* A place for what a score has read off the input alone, which does not change while the run lives:
 * NULL until a caller puts numbers there; the run frees them. */
double **odd__one_kept(odd_one *run);

/* No sub-step is about to come, nor an explanation: Cᵀ is given back, and with the next lending the
 * links in another order. A sub-step that comes all the same makes them anew; odd_one_input has no
 * Cᵀ until then. */
void odd__one_rest(odd_one *run);

#endif
