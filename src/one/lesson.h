/* lesson.h: the sums behind one number of the next sub-step, for people who want to see them.
 *
 * A lesson is made before a sub-step is run, from the state as it is then. It takes one watched
 * entry of the matrix that the sub-step changes and gives numerator and denominator term by term,
 * the largest first. Coordinates are settled one after the other, so entries of the same row (G, U)
 * or column (H, V) that come before the watched one are already new; the lesson replays them, and
 * its value is what the sub-step will produce.
 */
#ifndef ODDONE_LESSON_H
#define ODDONE_LESSON_H

#include "oddone/one.h"

/* Which entry: G and U have [node, dimension], H [dimension, node], V [dimension, attribute],
 * W [dimension, other], O one of three scores of [node]. All count from 0. */
typedef struct odd_watch {
	size_t node, attribute, dimension, other;
	int score;
} odd_watch;

/* Where a term comes from, and what its index counts. */
typedef enum odd_lesson_part {
	ODD_PART_LINK, /* a node that is linked */
	ODD_PART_WORD, /* an attribute that the node has, or a node that has the attribute (V) */
	ODD_PART_DIMENSION, /* another dimension */
	ODD_PART_NEAR,      /* the pull of the other space; no index */
	ODD_PART_FIT,       /* of a denominator: what the fit weighs; no index */
	ODD_PART_NODE,      /* any node */
	ODD_PART_DIRECTION, /* a singular vector (W) or eigenvector (block form) */
	ODD_PART_ABSENT     /* all links or words together that the node has not; no index */
} odd_lesson_part;

/* How the factors f make the value. */
typedef enum odd_lesson_form {
	ODD_FORM_PRODUCT,   /* f0 f1 f2 */
	ODD_FORM_MINUS,     /* − f0 f1 f2 */
	ODD_FORM_SQUARE,    /* f0 f1² */
	ODD_FORM_DIFFERENCE /* f0 (f1 − f2)² */
} odd_lesson_form;

typedef struct odd_lesson_term {
	odd_lesson_part part;
	odd_lesson_form form;
	size_t index;
	int factors; /* how many of factor[] there are */
	double factor[3];
	double scale; /* of a direction: its singular value or eigenvalue; else NAN */
	double value;
} odd_lesson_term;

#define ODD_LESSON_TERMS 24 /* kept of each sum */

typedef struct odd_lesson_sum {
	odd_lesson_term term[ODD_LESSON_TERMS]; /* largest first, whatever the sign */
	size_t count;
	size_t rest_count; /* smaller ones that are not kept … */
	double rest;       /* … and what they add up to */
	double total;      /* of all */
} odd_lesson_sum;

typedef enum odd_lesson_note {
	ODD_LESSON_PLAIN,
	ODD_LESSON_KEPT,   /* nothing to divide by: the old value stays */
	ODD_LESSON_BOUND,  /* O: held at most 1, or at its floor */
	ODD_LESSON_SHARED, /* O: others are held at 1, and the rest of μ is shared */
	ODD_LESSON_HELD    /* O: options.o holds all alike */
} odd_lesson_note;

/* The loss as a function of the watched entry alone, all else held: how far it is above its lowest
 * point, which is what the sub-step goes to. */
typedef enum odd_curve_shape {
	ODD_CURVE_NONE,     /* nothing to show: the entry is held at a bound, or does not matter */
	ODD_CURVE_PARABOLA, /* steep (x − lowest)²: G, H, U, V */
	ODD_CURVE_SHARE,    /* steep (own log(1/x) + others log(1/(μ − x))): O, the others of the
			       same kind sharing what is left of μ as they do */
	ODD_CURVE_TURN      /* steep (1 − cos x): W, turned by the angle x in one plane */
} odd_curve_shape;

typedef struct odd_curve {
	odd_curve_shape shape;
	double steep, lowest;
	double own, others, mu; /* of a share */
	size_t plane[2];        /* of a turn: the two dimensions */
} odd_curve;

/* How far the loss at x is above the lowest point of the curve; NAN where there is none. */
double odd_curve_at(const odd_curve *curve, double x);

typedef struct odd_lesson {
	odd_substep step;
	size_t iteration; /* that the sub-step belongs to, from 1 */
	odd_watch watch;
	bool block;    /* a whole row or column is solved at once; value is the sum above */
	bool fraction; /* value is above ÷ below; else above alone */
	odd_lesson_note note;
	odd_lesson_sum above, below;
	double old_value, value;
	odd_curve curve;
} odd_lesson;

/* A watch that is worth looking at: the node's largest dimension and largest attribute. */
odd_watch odd_watch_default(const odd_one *run, size_t node);
/* ODD_EUSAGE when the run has no such entry. */
odd_status odd_watch_check(const odd_one *run, const odd_watch *watch, odd_error *err);

/* The watched entry of the matrix that a sub-step changes, as it is now. */
double odd_lesson_entry(const odd_one *run, odd_substep step, const odd_watch *watch);

/* What the fraction of a lesson gives with a usual slip: a minus sign lost, the weights left out
 * (of G and U), or the entry's own dimension left in the sum. NAN: none of this lesson. */
typedef enum odd_slip { ODD_SLIP_SIGN, ODD_SLIP_WEIGHT, ODD_SLIP_OWN } odd_slip;
#define ODD_SLIPS 3
double odd_lesson_slip(const odd_lesson *lesson, odd_slip slip);

/* One entry of G, H, U or V as it is now, all else held: each term of the loss, weighted as the
 * loss has it, is a parabola of that number. */
typedef struct odd_entry {
	double value;
	double steep[3], lowest[3]; /* of L_str, α L_attr and β L_dis; steep 0: it does not move */
} odd_entry;
/* ODD_EUSAGE for W and O. O(nnz + N K). */
odd_status odd_entry_look(
	odd_entry *out, odd_one *run, odd_substep step, const odd_watch *watch, odd_error *err);
/* By what a term changes when the entry becomes x; where the loss is lowest. */
double odd_entry_change(const odd_entry *e, int term, double x);
double odd_entry_lowest(const odd_entry *e);
/* A new run that is as the old one is, but for that entry, which is where the loss is lowest. The
 * trace goes on with a point that is marked as a change. */
odd_status odd_one_settle(odd_one **out, const odd_one *old, const odd_network *net,
	odd_substep step, const odd_watch *watch, const odd_job *job, odd_error *err);

/* The lesson of the next sub-step. The state stays as it is. O((entries of the row + K) K) for
 * G, H, U and V, and O(N) more for the terms below of H and V; as much as the sub-step for W and
 * O. */
odd_status odd_lesson_make(
	odd_lesson *out, odd_one *run, const odd_watch *watch, const odd_job *job, odd_error *err);

/* What the block form of a sub-step solves for a whole row or column; empty for W and O, which know
 * no other. */
const char *odd_lesson_block_equation(odd_substep step, bool ascii);

/* What the factors of a term are called, such as "w1 · A · H"; ascii: in ASCII. μ is left out where
 * it is 1. */
const char *odd_lesson_factors(
	const odd_lesson *lesson, const odd_lesson_term *term, bool above, bool ascii);

/* Each node's share of the loss, w1 r1 + α w2 r2 + β w3 r3, N long. O((nnz + N K) K). */
odd_status odd_lesson_losses(double *loss, odd_one *run, const odd_job *job, odd_error *err);

#endif
