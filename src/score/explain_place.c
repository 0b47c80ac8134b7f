/* explain_place.c: where a node's links lead and its attributes come from, by community.
 *
 * The node itself never counts: it would make every rare word of its own usual, and pull the mean
 * of its community towards itself. One pass over the links, one over Ct; memory for the communities
 * only.
 *
 * How likely its words are in a community g, drawn one by one in proportion to how many members
 * have them, as planting draws them: p_g(d) = (members with d + s b(d))/(words of all members + s)
 * b(d) being the same over all nodes (half a word more each, so that none is impossible), s =
 * SMOOTH words. Its fit is log₂ of Π p_g(d)/b(d) over its words d. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "score/explain_internal.h"

#define SMOOTH 10.0

/* What is gathered of one community. */
struct tally {
	size_t size;          /* other nodes in it */
	size_t links;         /* of the node's, those that lead into it */
	double square, dot;   /* ‖S‖² and C_i·S for S the sum of the members' rows */
	size_t words, usual;  /* of the members, together; and those usual here */
	size_t node_usual;    /* of the node's words */
	size_t outside_usual; /* of the words of all nodes outside the node's own community */
	double fit;           /* Σ of the logarithms over the node's words; later its fit */

	size_t count; /* of the column under way: members that have it, */
	double sum;   /* and the sum of their values */
};

struct place {
	const odd__explained *x;
	size_t node;
	int32_t own;         /* its community */
	bool words;          /* else nothing is counted word by word */
	struct tally *tally; /* of each community */
	int32_t *touched;    /* communities met in the column under way */
	double square;       /* ‖C_i‖² */
	size_t outside;      /* words of all nodes outside its own community */
	size_t mine;         /* words of the node */
	double mixed;        /* as tally.fit, for all nodes outside its own community */
	double everywhere;   /* Σ log b(d) over the node's words */
};

/* ---- links -------------------------------------------------------------------------------- */

/* Of the links of node i: to nodes that have a community, and of those, to another than g. */
static void count_links(
	size_t *known, size_t *leaving, const odd__explained *x, size_t i, int32_t g)
{
	const odd_csr *A = &x->net->A;
	for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
		int32_t there = x->group[A->idx[e]];
		*known += there != ODD_NO_LABEL;
		*leaving += there != ODD_NO_LABEL && g != ODD_NO_LABEL && there != g;
	}
}

/* The community that most of the links lead to: its own before others, then the first. */
static int32_t most_linked(const struct place *p)
{
	int32_t most = p->own;
	for (size_t g = 0; g < p->x->group_count; g++)
		if (p->tally[g].links > (most == ODD_NO_LABEL ? 0 : p->tally[most].links))
			most = (int32_t)g;
	return most != ODD_NO_LABEL && p->tally[most].links > 0 ? most : ODD_NO_LABEL;
}

static int32_t place_links(odd_explain_place *out, const struct place *p)
{
	const odd__explained *x = p->x;
	const odd_csr *A = &x->net->A;
	count_links(&out->links_known, &out->links_leaving, x, p->node, p->own);
	for (size_t i = 0; i < x->net->nodes && p->own != ODD_NO_LABEL; i++)
		if (i != p->node && x->group[i] == p->own)
			count_links(&out->others_known, &out->others_leaving, x, i, p->own);
	for (size_t e = A->ptr[p->node]; e < A->ptr[p->node + 1]; e++)
		if (x->group[A->idx[e]] != ODD_NO_LABEL)
			p->tally[x->group[A->idx[e]]].links++;
	int32_t most = most_linked(p);
	out->linked_count = most != ODD_NO_LABEL ? p->tally[most].links : 0;
	return most;
}

/* ---- attributes --------------------------------------------------------------------------- */

/* count/size ≥ all/(n − 1), for the `count` > 0 of the `size` others that have the word */
static bool is_usual(const struct tally *t, size_t all, size_t n)
{
	return (double)t->count * (double)(n - 1) >= (double)all * (double)t->size;
}

/* A word of the node that `all` others have, `outside` of them outside its community; the counts of
 * the communities are there. O(communities). */
static void gather_fit(struct place *p, odd_ccsr Ct, size_t all, size_t outside)
{
	double words = (double)odd_csr_nnz(Ct), kinds = (double)Ct.rows;
	double b = ((double)all + 0.5) / (words + 0.5 * kinds);
	for (size_t g = 0; g < p->x->group_count; g++)
		p->tally[g].fit += log((double)p->tally[g].count + SMOOTH * b);
	p->mixed += log((double)outside + SMOOTH * b);
	p->everywhere += log(b);
	p->mine++;
}

/* Column d of C: who has it, and how much. */
static void gather_column(struct place *p, odd_ccsr Ct, size_t d)
{
	size_t met = 0, all = 0;
	double mine = 0.0;
	bool has = false;
	for (size_t e = Ct.ptr[d]; e < Ct.ptr[d + 1]; e++) {
		size_t i = Ct.idx[e];
		if (i == p->node) {
			has = true;
			mine = odd_csr_value(Ct, e);
			continue;
		}
		int32_t g = p->x->group[i];
		all++;
		if (g == ODD_NO_LABEL)
			continue;
		if (p->tally[g].count++ == 0)
			p->touched[met++] = g;
		p->tally[g].sum += odd_csr_value(Ct, e);
	}
	size_t outside = all - (p->own != ODD_NO_LABEL ? p->tally[p->own].count : 0);
	if (has && p->words)
		gather_fit(p, Ct, all, outside);
	p->square += mine * mine;
	p->outside += outside;
	for (size_t m = 0; m < met; m++) {
		struct tally *t = &p->tally[p->touched[m]];
		t->square += t->sum * t->sum;
		t->dot += mine * t->sum;
		t->words += t->count;
		if (p->words && is_usual(t, all, p->x->net->nodes)) {
			t->usual += t->count;
			t->node_usual += has;
			t->outside_usual += outside;
		}
		t->count = 0;
		t->sum = 0.0;
	}
}

static odd_status gather_columns(struct place *p, odd_error *err)
{
	enum { POLL = 1024 };
	odd_ccsr Ct = odd_csr_const(odd_one_input(p->x->run)->Ct);
	for (size_t d = 0; d < Ct.rows; d++) {
		if (d % POLL == 0 && odd_job_cancelled(p->x->job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		gather_column(p, Ct, d);
	}
	return ODD_OK;
}

/* cos(C_i, S); 0 where either is 0, or an overflow has left no number. */
static double similarity_to(const struct place *p, int32_t g)
{
	const struct tally *t = &p->tally[g];
	double lengths = sqrt(p->square) * sqrt(t->square);
	double cosine = lengths > 0.0 ? t->dot / lengths : 0.0;
	return isfinite(cosine) ? fmax(-1.0, fmin(1.0, cosine)) : 0.0;
}

/* The community of the largest cosine above 0: its own before others, then the first. */
static int32_t most_similar(const struct place *p)
{
	int32_t best = p->own;
	double most = best != ODD_NO_LABEL ? fmax(similarity_to(p, best), 0.0) : 0.0;
	for (size_t g = 0; g < p->x->group_count; g++) {
		if (similarity_to(p, (int32_t)g) > most) {
			best = (int32_t)g;
			most = similarity_to(p, best);
		}
	}
	return most > 0.0 ? best : ODD_NO_LABEL;
}

static double share(size_t part, size_t whole)
{
	return whole > 0 ? (double)part / (double)whole : 0.0;
}

/* From the sum of logarithms to the fit, for a pool of so many words. */
static double fit_of(const struct place *p, double sum, size_t words)
{
	return (sum - (double)p->mine * log((double)words + SMOOTH) - p->everywhere) / log(2.0);
}

/* Fits of all communities, of one other and of all others together. The likeliest of the others, or
 * ODD_NO_LABEL when there is none. */
static int32_t measure_fit(odd_explain_place *out, const struct place *p)
{
	int32_t best = ODD_NO_LABEL;
	size_t others = 0;
	for (size_t g = 0; g < p->x->group_count; g++) {
		struct tally *t = &p->tally[g];
		t->fit = fit_of(p, t->fit, t->words);
		if ((int32_t)g == p->own || t->size == 0)
			continue;
		others += t->size;
		if (best == ODD_NO_LABEL || t->fit > p->tally[best].fit)
			best = (int32_t)g;
	}
	if (p->own != ODD_NO_LABEL)
		out->fit_own = p->tally[p->own].fit;
	if (best == ODD_NO_LABEL)
		return best;
	double most = p->tally[best].fit, sum = 0.0; /* taken out, so that 2^fit cannot overflow */
	for (size_t g = 0; g < p->x->group_count; g++)
		if ((int32_t)g != p->own && p->tally[g].size > 0)
			sum += (double)p->tally[g].size / (double)others *
			       exp2(p->tally[g].fit - most);
	out->fit_one = most + log2(sum);
	out->fit_mixed = fit_of(p, p->mixed, p->outside);
	out->words_suit = out->fit_one > out->fit_mixed;
	return best;
}

/* Where its words are at home. */
static int32_t place_words(odd_explain_place *out, const struct place *p)
{
	if (p->mine == 0)
		return ODD_NO_LABEL;
	int32_t other = measure_fit(out, p);
	bool stay = p->own != ODD_NO_LABEL && p->tally[p->own].size > 0 &&
		    (other == ODD_NO_LABEL || out->fit_own >= fmax(out->fit_one, out->fit_mixed));
	return stay ? p->own : other;
}

static int32_t place_attributes(odd_explain_place *out, const struct place *p)
{
	int32_t there = p->words ? place_words(out, p) : most_similar(p);
	if (p->own != ODD_NO_LABEL) {
		out->own_similarity = similarity_to(p, p->own);
		out->words_usual = p->tally[p->own].node_usual;
	}
	if (there == ODD_NO_LABEL)
		return there;
	const struct tally *t = &p->tally[there];
	out->worded_similarity = similarity_to(p, there);
	if (!p->words)
		return there;
	out->words_usual_there = t->node_usual;
	out->members_usual = share(t->usual, t->words);
	out->outside_usual = share(t->outside_usual, p->outside);
	return there;
}

/* ---- both --------------------------------------------------------------------------------- */

static odd_explain_group group_of(const odd_explanation *e, const odd__explained *x, int32_t number)
{
	bool named = number != ODD_NO_LABEL && !e->place.found;
	return (odd_explain_group){
		number, named ? odd_names_get(&x->net->classes, (size_t)number) : NULL};
}

odd_status odd__explain_place(odd_explanation *e, const odd__explained *x, odd_error *err)
{
	odd_explain_place *out = &e->place;
	bool calibrated = odd_one_options_used(x->run)->preset == ODD_CALIBRATED;
	out->own = out->linked = out->worded = (odd_explain_group){ODD_NO_LABEL, NULL};
	/* The calibrated preset has looked already. */
	out->words = calibrated ? !e->standardised : odd_prepare_is_words(odd_csr_const(x->net->C));
	if (x->group == NULL)
		return ODD_OK;
	out->stand_ins = x->net->links_are_words;
	struct place p = {.x = x, .node = e->node, .own = x->group[e->node], .words = out->words};
	p.tally = calloc(x->group_count + 1, sizeof *p.tally);
	p.touched = malloc((x->group_count + 1) * sizeof *p.touched);
	odd_status status = ODD_OK;
	if (p.tally == NULL || p.touched == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < x->net->nodes; i++)
		if (i != e->node && x->group[i] != ODD_NO_LABEL)
			p.tally[x->group[i]].size++;
	out->own = group_of(e, x, p.own);
	out->linked = group_of(e, x, place_links(out, &p));
	if ((status = gather_columns(&p, err)) == ODD_OK)
		out->worded = group_of(e, x, place_attributes(out, &p));
out:
	free(p.tally);
	free(p.touched);
	return status;
}
