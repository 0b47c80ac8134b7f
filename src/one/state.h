/* state.h: what a run of ONE is made of, and what its sub-steps share.
 *
 * G (N×K), Ht = Hᵀ (N×K), U (N×K), Vt = Vᵀ (D×K) are row-major with K contiguous and padded, so
 * that every gather of the sparse products is one straight read. A sub-step writes its new rows
 * into another matrix and swaps at the end: a cancelled or failed one leaves nothing behind. New
 * rows of G, H and U come where A Hᵀ or C Vᵀ was, which are of no more use by then, so there is no
 * spare N × K matrix.
 */
#ifndef ODD_ONE_STATE_H
#define ODD_ONE_STATE_H

#include "base/clock.h"
#include "oddone/one.h"
#include "linalg/halo.h"
#include "one/rows.h"

struct odd_one {
	odd_one_options options; /* as resolved; start_dir is owned */
	odd__tuning tuning;
	odd_prepared input;
	odd_ccsr A, At, C, Ct; /* views of input; At is A when symmetric */
	size_t n, d, k, s;     /* s: padded K */
	/* Of a run that several processes share (part.h): n is the own nodes, columns of A and At
	 * are own nodes, then the halo, and G, Ht, A Hᵀ and w[0] have room for it. */
	const odd__comm *comm; /* NULL: one process has all nodes */
	odd__halo *halo;       /* lent, as the next; NULL: none */
	size_t first, all;     /* the first own node among all; all nodes */
	uint32_t *visit;   /* nodes in an order that keeps linked ones close; NULL: as they are */
	odd_csr nearby[2]; /* rows of A and At in that order; the second is empty when At is A */
	bool rests;        /* they may be given back (workspace.h), Ct has been */

	double *arena; /* what G, Ht, U, AHt and CVt are cut from; they change places */
	size_t arena_doubles;
	odd_mat G, Ht, U, Vt;
	odd_mat W, Wt;       /* K × K and its transpose */
	double *O[3], *w[3]; /* N each; w = log(1/O) */
	double term[3];      /* L_str, L_attr, L_dis of this state */

	odd_mat HHt, VVt; /* H Hᵀ and V Vᵀ (K × K), made along with H and V */
	odd_mat P, Q;     /* Gᵀ diag(w1) G and Uᵀ diag(w2) U, made along with G and U; good
			     until O changes the weights, which is after H and V */

	/* What the O step leaves for the next G and U steps (N × K each): A Hᵀ − G L and C Vᵀ − U
	 * L, where L is H Hᵀ (V Vᵀ) left of its diagonal and half of the diagonal. Twice x·L·xᵀ is
	 * x (H Hᵀ) xᵀ, so r1 = ‖A_i‖² − 2 G_i·(this), and a sweep needs it as it is: the same half
	 * product serves both. Not at hand after G or H, U or V has changed. */
	odd_mat AHt, CVt;
	bool have_AHt, have_CVt;
	double *norm_A, *norm_C; /* ‖A_i‖², ‖C_i‖² */
	double weighted_norm[2]; /* Σ w1 ‖A_i‖², Σ w2 ‖C_i‖² */

	/* Work space. */
	odd_mat spare_d;  /* the next Vt */
	odd_mat small[4]; /* K × K */
	double *r[3];     /* N each */
	bool have_r3;     /* r[2] is that of this state, from the U step */
	double *work;

	/* U as odd_one_iterate makes it along with G (step_g.c), until its turn. */
	struct {
		bool wanted, made;
		odd__rows_sums sums;
		double seconds; /* its half of that pass */
	} early;

	double *kept; /* what a score read off the input: workspace.h */

	odd_substep next;
	size_t iteration; /* whole iterations done */
	odd_trace trace;
};

/* A moment of it to come back to; what is not here is derived from what is. */
struct odd_snapshot {
	odd_mat G, Ht, U, Vt, W, Wt, HHt, VVt, P, Q;
	double *O; /* 3 N */
	double term[3], weighted_norm[2];
	double alpha, beta;
	odd_substep next;
	size_t n, iteration;
	odd_trace_point *trace;
	size_t trace_count;
};

/* Work space for the present tuning; called by begin, and by tests that change it. */
odd_status odd__one_allocate_work(odd_one *run, odd_error *err);

/* Sets an entry to where the loss is lowest; products of its matrix are made anew by the caller. */
struct odd_watch;
odd_status odd__entry_set(
	odd_one *run, odd_substep step, const struct odd_watch *watch, odd_error *err);

/* The network as the preset weighs it, and views of it. */
odd_status odd__one_input(odd_one *run, const odd_network *net, const odd_job *job, odd_error *err);
/* G, Ht, U, Vt for K dimensions, and A Hᵀ and C Vᵀ, which the start may use as work space; then
 * what the iterations need beyond them. */
odd_status odd__one_allocate_factors(odd_one *run, size_t k, odd_error *err);
odd_status odd__one_allocate_rest(odd_one *run, odd_error *err);
/* Zeroed, with room for whole blocks of rows; NULL without memory. */
double *odd__one_vector(size_t n);

/* Append the present loss to the trace. */
odd_status odd__one_trace_add(odd_one *run, odd_substep step, double seconds, odd_error *err);
/* term[] from the row errors in r[] and the weights. */
void odd__one_sum_terms(odd_one *run);

/* ---- the sub-steps: each fills term[] with the loss terms after it and changes the state, or
 * fails and changes nothing ---- */
typedef odd_status odd__step_fn(odd_one *run, double term[3], const odd_job *job, odd_error *err);
odd__step_fn odd__one_step_w, odd__one_step_g, odd__one_step_h, odd__one_step_u, odd__one_step_v,
	odd__one_step_o;

/* The rotation that the W step is about to make, W = X Yᵀ with X Σ Yᵀ = SVD(Gᵀ diag(w3) U): in the
 * run's work space until the next sub-step. */
typedef struct odd__turn {
	odd_mat W, X, Yt; /* small[3], small[1], small[2]; small[0] is used up */
	double *sigma;    /* K */
} odd__turn;
odd_status odd__one_turn(odd__turn *out, odd_one *run, const odd_job *job, odd_error *err);

/* visit and nearby, where A is large and another order pays. */
odd_status odd__one_order(odd_one *run, const odd_job *job, odd_error *err);
/* nearby and Ct, if they were given back. */
odd_status odd__one_need_nearby(odd_one *run, odd_error *err);
odd_status odd__one_need_Ct(odd_one *run, const odd_job *job, odd_error *err);
/* A (side 0) or At (side 1) with rows in the order of visit. */
static inline odd_ccsr odd__one_nearby(const odd_one *run, int side)
{
	if (run->visit == NULL)
		return side == 0 ? run->A : run->At;
	return odd_csr_const(run->nearby[run->nearby[1].ptr != NULL ? side : 0]);
}

/* The start: G, Ht, U, Vt (and O, when a given start has them). */
odd_status odd__one_start(odd_one *run, const odd_job *job, odd_error *err);

/* w = log(1/O) for all three, and with it Σ w ‖row‖². */
void odd__one_weights(odd_one *run);

/* ODD_ENUMERIC, naming the sub-step, unless every term is finite. */
odd_status odd__one_check_finite(const double term[3], odd_substep step, odd_error *err);

/* AHt and CVt, unless they are at hand. */
odd_status odd__one_need_AHt(odd_one *run, const odd_job *job, odd_error *err);
odd_status odd__one_need_CVt(odd_one *run, const odd_job *job, odd_error *err);

/* r1, r2, r3 of the present state into arrays of N; leaves AHt and CVt at hand. sum, when not
 * NULL, receives Σ r of each. */
odd_status odd__one_residuals(
	odd_one *run, double *const r[3], double *sum, const odd_job *job, odd_error *err);

/* Σ w ‖row − x B‖² of term t with the basis Bᵀ in *fit, which was found as `all` less nearly as
 * much (unless little is lost, or there is too much to do): then it is added up entry by entry. */
odd_status odd__one_fit_of(
	double *fit, const odd_one *run, int t, odd_cmat Bt, double all, odd_error *err);

/* The minimiser of Σ log(1/O) r over ΣO = μ, 0 < O ≤ 1 is O = min(1, r · scale), or `rest` where r
 * is 0 and mass is left over. Found in a few passes, and none when μ ≤ 1. */
typedef struct odd__share {
	double scale; /* 0: Σ r = 0, any O is as good as another */
	double bound; /* r from here on: O = 1 */
	double rest;  /* where r = 0; at least the floor of 1e-12 μ */
	double floor;
} odd__share;
odd__share odd__one_share(const double *r, size_t n, double sum, double mu, const odd__comm *comm);

static inline double odd__share_of(const odd__share *share, double r)
{
	double part = r > 0.0 ? r * share->scale : share->rest;
	part = part > share->floor ? part : share->floor;
	return r >= share->bound ? 1.0 : part;
}

static inline void odd__mat_swap(odd_mat *a, odd_mat *b)
{
	odd_mat t = *a;
	*a = *b;
	*b = t;
}

#endif
