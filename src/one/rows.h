/* rows.h: the two least-squares problems ONE is made of.
 *
 * Rows (G and U): every row i has its own problem,
 *     min over x of  a_i ‖S_i − x B‖² + b_i ‖x − t_i‖²,     t_i = (Y M)_i
 * Basis (H and V): every column j of the factor has its own, all with the same weights,
 *     min over x of  Σ_i w_i (S_ij − X_i·x)²
 */
#ifndef ODD_ONE_ROWS_H
#define ODD_ONE_ROWS_H

#include <stdbool.h>

#include "base/comm.h"
#include "oddone/csr.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/one.h"

/* From which sizes on the kernels treat memory otherwise. Numbers of a run, so that tests can have
 * every path at any size; which path is taken never depends on the threads. */
typedef struct odd__tuning {
	/* Rows of matrices larger than this are asked for a block ahead. */
	size_t ahead_bytes;
	/* Rows of matrices larger than this are written past the caches: they are not read again
	 * before they would have fallen out, and fetching a line only to overwrite it costs as
	 * much as writing it. */
	size_t stream_bytes;
	/* Basis problems with X larger than scatter_from scatter into an R of at most scatter_into
	 * or, where X is so much longer that others' room suffices (odd__basis_takes_room), of
	 * at most scatter_roomy: R need not fit the nearest cache, only one nearer than X. */
	size_t scatter_from, scatter_into, scatter_roomy;
	/* An order of visiting is looked for when N × K numbers take more than this. */
	size_t order_from;
} odd__tuning;

#define ODD__TUNING_INIT \
	{ \
		.ahead_bytes = (size_t)1 << 20, .stream_bytes = (size_t)64 << 20, \
		.scatter_from = (size_t)4 << 20, .scatter_into = (size_t)1 << 20, \
		.scatter_roomy = (size_t)16 << 20, .order_from = (size_t)16 << 20 \
	}

static inline size_t odd__mat_bytes(odd_cmat m)
{
	return m.rows * m.stride * sizeof(double);
}

typedef struct odd__rows_problem {
	odd_cmat old;                 /* rows as they are (N × K) */
	odd_cmat R;                   /* S Bᵀ − old L (N × K), L from BBᵀ: odd__lower_half */
	odd_ccsr S;                   /* N rows */
	odd_cmat Bt, BBt;             /* Bᵀ (columns of S × K), B Bᵀ (K × K) */
	odd_cmat Y, M;                /* t = Y M: N × K times K × K */
	const double *w_fit, *w_near; /* per row */
	double fit, near;             /* a_i = fit · w_fit[i], b_i = near · w_near[i] */
	double before;                /* Σ w_fit[i] ‖S_i − x_i B‖² of the old rows */
	double apart;         /* Σ w_near[i] ‖x_i − t_i‖² of the old rows; NaN: not known */
	double weighted_norm; /* Σ w_fit[i] ‖S_i‖² */
	double *distance;     /* receives ‖x_i − t_i‖²; may be NULL */
	const odd__tuning *tuning;
	const odd__comm *comm; /* that share the rows; NULL: one process */
	const char *what;      /* for progress */
} odd__rows_problem;

typedef struct odd__rows_sums {
	double fit;  /* Σ w_fit[i] ‖S_i − x_i B‖² */
	double near; /* Σ w_near[i] ‖x_i − t_i‖² */
} odd__rows_sums;

/* A row problem and its solution: one sweep over the coordinates, or the whole row at once. */
typedef struct odd__rows_fit {
	odd__rows_problem problem;
	odd_mat out;  /* N × K; it may be R itself */
	odd_mat gram; /* K × K: receives Σ_i w_fit[i] x_iᵀ x_i, which the basis problem needs */
	odd__rows_sums sums; /* received */
} odd__rows_fit;

/* Solve one problem, or two of the same shape in one pass over the rows, to the same bits: the
 * second has the first's new rows for its Y, and the M of both are each other's transpose and
 * inverse, so that its old rows are as far apart as the first leaves them. */
odd_status odd__fit_rows(odd__rows_fit *fit, size_t count, odd_update update, double *work,
	const odd_job *job, odd_error *err);
/* Doubles of work space for N rows, for two problems. */
size_t odd__fit_rows_work(size_t rows, size_t k);
/* half ← M left of its diagonal and half of the diagonal, so that 2 x half xᵀ = x M xᵀ. */
void odd__lower_half(double *half, odd_cmat M);
/* BBᵀ = E Λ Eᵀ into E (k rows of stride s), Et and lambda; 0 on success. */
int odd__rows_decompose(double *E, double *Et, double *lambda, odd_cmat BBt);

typedef struct odd__basis_problem {
	odd_cmat old;          /* the factor, transposed (columns of S × K) */
	odd_ccsr S, St;        /* S and Sᵀ; rows of Sᵀ in the order of visit */
	const uint32_t *visit; /* row of the factor for each row of St; NULL: the same */
	const double *w;       /* per row of S */
	odd_cmat X;            /* rows of S × K */
	odd_cmat P;            /* Xᵀ diag(w) X (K × K) */
	double *room;          /* N × K that may be overwritten; see odd__basis_takes_room */
	const odd__tuning *tuning;
	/* That share the rows of S; NULL: one process. Each solves for the rows of the factor that
	 * it holds: some of them, or (whole) all. */
	const odd__comm *comm;
	bool whole;
	const char *what;
} odd__basis_problem;

/* Will `room` be used? Otherwise it may be NULL. */
bool odd__basis_takes_room(odd_ccsr S, size_t s, const odd__tuning *tuning);

/* Solve into out; gram (K × K) receives outᵀ out, summed while the rows are at hand. *change
 * receives Σ_j (x_j P x_j − 2 x_j·R_j) with R = Xᵀ diag(w) S: the loss is Σ_i w_i ‖S_i‖² plus that.
 */
odd_status odd__fit_basis(odd_mat out, odd_mat gram, double *change,
	const odd__basis_problem *problem, odd_update update, double *work, const odd_job *job,
	odd_error *err);
size_t odd__fit_basis_work(odd_ccsr S, odd_ccsr St, size_t k, const odd__tuning *tuning);
/* The Cholesky factor of P, with the smallest ridge of 1e-14, 1e-12, … of its trace that makes it
 * definite; 0 on success. */
int odd__basis_factorise(double *L, odd_cmat P);

/* ⟨P, M⟩ = Σ P_kq M_kq: with M = Σ w x xᵀ this is Σ w x P xᵀ, without another pass over the rows.
 */
double odd__frobenius(odd_cmat P, odd_cmat M);

#endif
