/* score_evidence.c: the panel. Each part is one kind of evidence that a node is odd, with a test of
 * its own against chance on this network, without labels or truth; a part that says nothing here is
 * left out, and why. The score is Σ weight · E, E = −ln of the share of nodes that are at least as
 * odd in a part (odd__surprise): one part is enough to bring a node up, and one that is noise
 * cannot bury it.
 *
 *     part          weight   says nothing where
 *     links         .15 t    linked nodes are no more alike than strangers: what ONE, which ties
 *                            links to attributes, does not explain of links is chance then
 *     attributes    .02      ONE explains no more of them than as many dimensions explain of noise
 *     disagreement  .1       a node's two embeddings agree no better than those of two nodes
 *     context       .8 t     linked nodes are no more alike than strangers
 *     density       .7       no surroundings are tighter than in a network rewired at random
 *     size          .15      rows differ in nothing but direction (numbers: .3, and where context
 *                            speaks and some rows lie far from all others, up to 1.2)
 *
 * t = odd__alike_trust, between 0 and 1. Weights were chosen on Cora, Citeseer (seeds 1 and 2),
 * parts of them, and networks that were made (doc/results.md). The form matters little, the parts
 * much.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "one/workspace.h"
#include "score/evidence.h"
#include "score/score_internal.h"

enum { LINKS, ATTRIBUTES, DISAGREEMENT, CONTEXT, DENSITY, SIZE, PARTS };
static const double weights[PARTS] = {0.15, 0.02, 0.1, 0.8, 0.7, 0.15};
#define SIZE_OF_NUMBERS 2.0 /* times the weight: far rows are what numbers can tell */
/* Bell-shaped columns have a tail of 1 to 1.6, places on a map with some far away 3 and more. */
#define USUAL_TAIL 1.5
#define FAR_MOST 3.0

/* What is read off the input alone, kept by the run: these numbers, then N of each. */
enum { TRUST, SHARE, BEYOND, KEPT_DENSITY, KEPT_NUMBERS = 8 };

struct reading {
	odd_scores *out;
	odd_one *run;
	const odd_prepared *input;
	odd_csr links;
	double *kept; /* KEPT_NUMBERS, density (N), the other part of context (N) */
	bool is_kept;
	double *apart; /* N */
	const odd_job *job;
};

static void leave_out(struct reading *r, size_t part, const char *why)
{
	r->out->own[part] = 0.0;
	snprintf(r->out->why[part], ODD_WHY, "%s", why);
}

/* "linked nodes are more alike than strangers in 87 % of pairs" */
static void tell_share(struct reading *r, size_t part, const char *what, double share)
{
	snprintf(r->out->why[part], ODD_WHY, "%s in %.0f %% of pairs", what, 100.0 * share);
}

static odd_status begin(struct reading *r, odd_error *err)
{
	size_t n = r->out->n;
	double **kept = odd__one_kept(r->run);
	r->is_kept = *kept != NULL;
	if (!r->is_kept)
		*kept = calloc(KEPT_NUMBERS + 2 * n + 1, sizeof **kept);
	r->kept = *kept;
	r->apart = calloc(n + 1, sizeof *r->apart);
	if (r->kept == NULL || r->apart == NULL)
		return odd_error_nomem(err);
	return odd__links_either_way(&r->links, r->input, err);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void test_links(struct reading *r)
{
	static const char strangers[] = "linked nodes here are no more alike than strangers";
	odd_ccsr links = odd_csr_const(r->links);
	double mean = (double)odd_csr_nnz(links) / fmax((double)links.rows, 1.0);
	if (!r->is_kept) {
		odd__alike alike = odd__linked_alike(links, odd_csr_const(r->input->C),
			odd__are_numbers(r->input) ? r->input->length : NULL);
		r->kept[SHARE] = alike.share;
		r->kept[TRUST] = odd__alike_trust(&alike, mean);
	}
	for (size_t t = LINKS; t <= CONTEXT; t += CONTEXT - LINKS) {
		r->out->own[t] *= r->kept[TRUST];
		if (odd_csr_nnz(links) == 0)
			leave_out(r, t, "the network has no links");
		else if (r->kept[TRUST] > 0.0)
			tell_share(
				r, t, "linked nodes are more alike than strangers", r->kept[SHARE]);
		else
			leave_out(r, t, strangers);
	}
}

/* K directions explain of N × D numbers at random K (1/√N + 1/√D)² at most, the edge of the
 * spectrum of such a matrix. */
static void test_attributes(struct reading *r)
{
	odd_one_state state = odd_one_look(r->run);
	double explained = odd__explained_share(r->out->component[ATTRIBUTES], r->out->n);
	double root = 1.0 / sqrt((double)state.nodes) + 1.0 / sqrt((double)state.attributes);
	double chance = fmin((double)state.k * root * root, 1.0);
	if (odd_csr_nnz(odd_csr_const(r->input->C)) == 0) {
		leave_out(r, ATTRIBUTES, "the network has no attributes");
		return;
	}
	if (r->input->stand_in) {
		leave_out(r, ATTRIBUTES, "links stand in for attributes");
		return;
	}
	snprintf(r->out->why[ATTRIBUTES], ODD_WHY, "ONE explains %.0f %% of them, of noise %.0f %%",
		100.0 * explained, 100.0 * chance);
	/* Without links they are all there is to be odd by. */
	if (odd_csr_nnz(odd_csr_const(r->links)) == 0)
		r->out->own[ATTRIBUTES] = weights[CONTEXT];
	if (explained <= chance && odd_csr_nnz(odd_csr_const(r->links)) > 0)
		r->out->own[ATTRIBUTES] = 0.0;
}

static void test_disagreement(struct reading *r)
{
	static const char worse[] =
		"the two embeddings of a node agree no better than those of two nodes";
	odd_one_state state = odd_one_look(r->run);
	odd__alike alike = odd__embeddings_alike(&state);
	if (odd_csr_nnz(odd_csr_const(r->links)) == 0)
		leave_out(r, DISAGREEMENT, "the network has no links");
	else if (alike.share - 2.0 * alike.strays <= 0.5)
		leave_out(r, DISAGREEMENT, worse);
	else
		tell_share(r, DISAGREEMENT,
			"the two embeddings of a node agree better than two nodes'", alike.share);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Where context speaks, tight surroundings are odd as far as they have little in common; a circle
 * of friends who talk about one thing is not. */
static odd_status weigh_density(struct reading *r, odd_error *err)
{
	size_t n = r->out->n;
	double *density = r->out->component[DENSITY], trust = r->kept[TRUST];
	odd__sorter sorter;
	memcpy(density, r->kept + KEPT_NUMBERS, n * sizeof *density);
	if (trust == 0.0 || r->kept[BEYOND] == 0.0)
		return ODD_OK;
	odd_status status = odd__sorter_init(&sorter, n, err);
	if (status != ODD_OK)
		return status;
	odd__percentile_ranks(r->out->total, r->apart, n, ODD_SCORE_TIE, &sorter);
	for (size_t i = 0; i < n; i++)
		density[i] *= 1.0 - trust + trust * r->out->total[i];
	odd__sorter_clear(&sorter);
	return ODD_OK;
}

static odd_status read_density(struct reading *r, odd_error *err)
{
	size_t beyond = (size_t)r->kept[BEYOND];
	odd_status status = ODD_OK;
	if (!r->is_kept)
		status = odd__density(
			r->kept + KEPT_NUMBERS, &beyond, odd_csr_const(r->links), r->job, err);
	r->kept[BEYOND] = (double)beyond;
	if (odd_csr_nnz(odd_csr_const(r->links)) == 0)
		leave_out(r, DENSITY, "the network has no links");
	else if (beyond == 0)
		leave_out(r, DENSITY,
			"no surroundings are tighter than in a network rewired at random");
	else
		snprintf(r->out->why[DENSITY], ODD_WHY,
			"%zu nodes have surroundings tighter than in a network rewired at random",
			beyond);
	return status == ODD_OK ? weigh_density(r, err) : status;
}

/* How much longer the upper tail of the sizes is than the lower one: distances of the 95th and of
 * the 5th percentile from the median. */
static odd_status tail_of(double *tail, const double *size, size_t n, odd_error *err)
{
	odd__sorter sorter;
	odd_status status = odd__sorter_init(&sorter, n, err);
	if (status != ODD_OK)
		return status;
	const uint32_t *order = odd__sort(&sorter, size, n, false);
	double low = size[order[n / 20]], middle = size[order[n / 2]];
	double high = size[order[n - 1 - n / 20]];
	*tail = middle > low ? (high - middle) / (middle - low) : 0.0;
	odd__sorter_clear(&sorter);
	return ODD_OK;
}

/* Numbers: where context speaks, far rows would be lost among those with foreign neighbours. */
static odd_status weigh_size(struct reading *r, odd_error *err)
{
	double tail, far;
	odd_status status = ODD_OK;
	if (!odd__are_numbers(r->input) || r->out->own[SIZE] == 0.0)
		return ODD_OK;
	status = tail_of(&tail, r->out->component[SIZE], r->out->n, err);
	if (status != ODD_OK)
		return status;
	far = fmin(fmax(2.0 * (tail - USUAL_TAIL), 0.0), FAR_MOST);
	r->out->own[SIZE] *= SIZE_OF_NUMBERS * (1.0 + r->kept[TRUST] * far);
	return ODD_OK;
}

static odd_status read_size(struct reading *r, odd_error *err)
{
	double *size = r->out->component[SIZE], most = 0.0;
	odd_status status = odd__row_sizes(size, r->run, r->job, err);
	for (size_t i = 0; i < r->out->n && status == ODD_OK; i++)
		most = fmax(most, size[i]);
	for (size_t i = 0; i < r->out->n && most > 0.0; i++)
		size[i] /= most;
	if (r->input->stand_in)
		leave_out(r, SIZE, "links stand in for attributes");
	else if (odd__is_idle(size, r->out->n))
		leave_out(r, SIZE, "all rows are of one size");
	return status == ODD_OK ? weigh_size(r, err) : status;
}

static odd_status read_context(struct reading *r, odd_error *err)
{
	double *context = r->out->component[CONTEXT];
	memset(context, 0, r->out->n * sizeof *context);
	if (r->out->own[CONTEXT] == 0.0)
		return ODD_OK;
	return odd__context(context, r->apart, r->kept + KEPT_NUMBERS + r->out->n, r->is_kept,
		odd_csr_const(r->links), r->run, r->job, err);
}

static odd_status read_parts(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err)
{
	struct reading r = {.out = out, .run = run, .input = odd_one_input(run), .job = job};
	memcpy(out->own, weights, sizeof weights);
	odd_status status = odd__read_errors(out->component, out->total, run, job, err);
	if (status == ODD_OK)
		status = begin(&r, err);
	if (status == ODD_OK) {
		test_links(&r);
		test_attributes(&r);
		test_disagreement(&r);
		status = read_context(&r, err);
	}
	if (status == ODD_OK)
		status = read_density(&r, err);
	if (status == ODD_OK)
		status = read_size(&r, err);
	odd_csr_clear(&r.links);
	free(r.apart);
	if (status != ODD_OK && !r.is_kept) { /* half of it may be missing */
		double **kept = odd__one_kept(run);
		free(*kept);
		*kept = NULL;
	}
	return status;
}

const odd_score odd__score_evidence = {
	.name = "evidence",
	.about =
		"links, attrs: how much of a node's links and attributes ONE cannot explain; both: "
		"how far the two disagree; near: its attributes against those around it; dense: "
		"tight surroundings; size: how far it is from the middle.",
	.measures =
		"links, attributes, disagreement: ONE's errors; context: attributes against those "
		"one and two links away; density: core number beyond that of a rewired "
		"network; size: length of the row",
	.bars = "percentile ranks among all nodes",
	.value = "odd",
	.count = PARTS,
	.component =
		{
			ODD__ERRORS,
			{"context", "near", "context", "context",
				"attributes foreign to those around",
				"its attributes against those of the nodes one and two links away",
				ODD_COMBINED, false},
			{"density", "dense", "density", "density", "tight surroundings",
				"surroundings tighter than the network's degrees would make them",
				ODD_STRUCTURAL, true},
			{"size", "size", "size", "size", "distance from the middle",
				"how far its attributes are from the middle of all", ODD_ATTRIBUTE,
				false},
		},
	.ranked = true,
	.surprise = true,
	.bounded = true,
	.read = read_parts,
};
