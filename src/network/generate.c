/* Attributed networks made to measure.
 *
 * Communities: sizes fall with 1/√rank; nodes are dealt to them at random.
 * Links: every node has a weight θ with a Pareto tail, P(θ > x) = x^-1.6, so degrees have exponent
 * 2.6. Ends of links are drawn in proportion to θ (Chung–Lu), inside one community or from two
 * different ones; exactly the asked number of each, and no pair twice.
 * Words: each community has a topic, a list of words drawn by 1/(rank + 2); a fifth of the
 * vocabulary belongs to no topic. A node has half to one and a half times the mean number of words.
 *
 * Only sums, products, quotients and square roots are used, which IEEE 754 fixes to the last bit:
 * a seed gives the same network on every machine. Time and memory O(nodes + links + words).
 */
#include "config.h"

#include "oddone/generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/alias.h"
#include "network/builder.h"
#include "network/generate_words.h"
#include "network/pairs.h"

#define SHARED_PART 0.2 /* of the vocabulary, and of the words that are no noise */

struct making {
	odd_generate_options o; /* with zeros replaced */
	const odd_job *job;
	odd__builder b;
	size_t n, communities;
	size_t *first;         /* communities + 1: where each begins in member */
	uint32_t *member;      /* nodes by community */
	uint32_t *community;   /* of each node */
	double *theta;         /* of member i */
	odd__alias_cell *cell; /* one table per community over its members */
	odd__alias_cell *top;  /* over communities, by their sum of θ */
	double *weight;        /* communities: that sum */
};

static void making_clear(struct making *m)
{
	free(m->first);
	free(m->member);
	free(m->community);
	free(m->theta);
	free(m->cell);
	free(m->top);
	free(m->weight);
	odd__builder_clear(&m->b);
}

/* ---- what was asked for --------------------------------------------------------------------- */

static uint64_t pairs_of(uint64_t n)
{
	return n % 2 == 0 ? n / 2 * (n - (n > 0)) : n * ((n - 1) / 2);
}

static odd_status check_options(odd_generate_options *o, odd_error *err)
{
	if (o->nodes == 0 || o->nodes >= ODD_NO_NAME - 1)
		return odd_error_set(err, ODD_EUSAGE, "the number of nodes must be 1 to %u",
			ODD_NO_NAME - 2);
	if (!(o->mixing >= 0.0 && o->mixing <= 1.0))
		return odd_error_set(err, ODD_EUSAGE, "mixing is a share: 0 to 1, not %g", o->mixing);
	if (!(o->noise >= 0.0 && o->noise <= 1.0))
		return odd_error_set(err, ODD_EUSAGE, "noise is a share: 0 to 1, not %g", o->noise);
	uint64_t most = pairs_of(o->nodes);
	if (o->edges > most)
		return odd_error_set(err, ODD_EUSAGE,
			"%zu nodes have room for %llu links at most, not %zu", o->nodes,
			(unsigned long long)most, o->edges);
	if (o->edges == 0)
		o->edges = 5 * (uint64_t)o->nodes < most ? 5 * o->nodes : (size_t)most;
	if (o->communities > o->nodes)
		return odd_error_set(err, ODD_EUSAGE, "%zu nodes cannot form %zu communities",
			o->nodes, o->communities);
	if (o->communities == 0) { /* one more for each doubling from 16 nodes on: 7 for 1000 */
		o->communities = 1;
		for (size_t n = o->nodes; n >= 16; n /= 2)
			o->communities++;
	}
	if (o->attributes == 0) {
		o->attributes = (size_t)(20.0 * sqrt((double)o->nodes));
		if (o->attributes < 4 * o->communities)
			o->attributes = 4 * o->communities;
		if (o->attributes < 2.0 * o->words && o->words < 1e6)
			o->attributes = (size_t)(2.0 * o->words) + 1;
	}
	if (o->attributes >= ODD_NO_NAME - 1)
		return odd_error_set(err, ODD_EUSAGE, "%zu words are too many", o->attributes);
	if (o->attributes < o->communities)
		return odd_error_set(err, ODD_EUSAGE,
			"%zu communities need a word each; a vocabulary of %zu is too small",
			o->communities, o->attributes);
	if (!(o->words >= 0.0 && o->words <= (double)o->attributes))
		return odd_error_set(err, ODD_EUSAGE,
			"the mean number of words must be 0 to %zu, the size of the vocabulary, not %g",
			o->attributes, o->words);
	return ODD_OK;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Sizes in proportion to 1/√rank, each at least 1, n together. */
static void deal_sizes(struct making *m)
{
	size_t C = m->communities, spare = m->n - C;
	double total = 0.0, sum = 0.0;
	for (size_t c = 0; c < C; c++)
		total += 1.0 / sqrt((double)(c + 1));
	for (size_t c = 0; c < C; c++) {
		m->first[c] = c + (size_t)((double)spare * (sum / total));
		sum += 1.0 / sqrt((double)(c + 1));
	}
	m->first[C] = m->n;
}

/* θ with P(θ > x) = x^-1.6 and θ below √n / 2 + 1, so that no two nodes must meet twice. */
static double draw_theta(odd_rng *rng, double most)
{
	double theta;
	do {
		double u = sqrt(1.0 - odd_rng_uniform(rng));
		theta = 1.0 / (u * sqrt(sqrt(u))); /* (1 − uniform)^(-5/8) */
	} while (theta > most);
	return theta;
}

static odd_status make_nodes(struct making *m, odd_error *err)
{
	size_t n = m->n, C = m->communities;
	odd_rng rng;
	odd_rng_init(&rng, m->o.seed, "generate nodes");
	m->first = malloc((C + 1) * sizeof *m->first);
	m->member = malloc(n * sizeof *m->member);
	m->community = malloc(n * sizeof *m->community);
	m->theta = malloc(n * sizeof *m->theta);
	m->cell = malloc(n * sizeof *m->cell);
	m->top = malloc(C * sizeof *m->top);
	m->weight = calloc(C, sizeof *m->weight);
	uint32_t *work = malloc(n * sizeof *work);
	odd_status status = ODD_OK;
	if (m->first == NULL || m->member == NULL || m->community == NULL || m->theta == NULL ||
		m->cell == NULL || m->top == NULL || m->weight == NULL || work == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	deal_sizes(m);
	for (size_t i = 0; i < n; i++)
		m->member[i] = (uint32_t)i;
	odd_rng_shuffle(&rng, m->member, n);
	double most = 1.0 + 0.5 * sqrt((double)n);
	for (size_t c = 0; c < C; c++) {
		size_t begin = m->first[c], end = m->first[c + 1];
		for (size_t i = begin; i < end; i++) {
			m->community[m->member[i]] = (uint32_t)c;
			m->theta[i] = draw_theta(&rng, most);
			m->weight[c] += m->theta[i];
		}
		odd__alias_build(m->cell + begin, m->theta + begin, end - begin, work);
	}
	odd__alias_build(m->top, m->weight, C, work);
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		char text[ODD__WORD_ROOM];
		int length = snprintf(text, sizeof text, "n%zu", i + 1);
		status = odd__builder_node(&m->b, text, (size_t)length, NULL, NULL, err);
		if (status == ODD_OK)
			status = odd__builder_label(&m->b, (uint32_t)i, text,
				odd__topic_name(text, m->community[i]), err);
	}
out:
	free(work);
	return status;
}

/* ---- links ---------------------------------------------------------------------------------- */

struct inside {
	const struct making *m;
	size_t c;
};

static uint32_t draw_member(const struct making *m, size_t c, odd_rng *rng, bool even)
{
	size_t begin = m->first[c], size = m->first[c + 1] - begin;
	size_t i = even ? (size_t)odd_rng_below(rng, size) : odd__alias_draw(m->cell + begin, size, rng);
	return m->member[begin + i];
}

static uint64_t draw_inside(const void *context, odd_rng *rng, bool even)
{
	const struct inside *in = context;
	uint32_t a, b;
	do {
		a = draw_member(in->m, in->c, rng, even);
		b = draw_member(in->m, in->c, rng, even);
	} while (a == b);
	return ODD__PAIR(a, b);
}

static void list_inside(const void *context, uint64_t *out)
{
	const struct inside *in = context;
	const uint32_t *member = in->m->member;
	for (size_t i = in->m->first[in->c]; i < in->m->first[in->c + 1]; i++)
		for (size_t j = in->m->first[in->c]; j < i; j++)
			*out++ = ODD__PAIR(member[i], member[j]);
}

static uint64_t draw_across(const void *context, odd_rng *rng, bool even)
{
	const struct making *m = context;
	uint32_t a, b;
	do {
		if (even) {
			a = (uint32_t)odd_rng_below(rng, m->n);
			b = (uint32_t)odd_rng_below(rng, m->n);
		} else {
			size_t c = odd__alias_draw(m->top, m->communities, rng), d;
			do
				d = odd__alias_draw(m->top, m->communities, rng);
			while (c == d);
			a = draw_member(m, c, rng, false);
			b = draw_member(m, d, rng, false);
		}
	} while (m->community[a] == m->community[b]);
	return ODD__PAIR(a, b);
}

/* The largest community has 59 % of the nodes at most, so this is linear in the pairs found. */
static void list_across(const void *context, uint64_t *out)
{
	const struct making *m = context;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t j = 0; j < i; j++)
			if (m->community[i] != m->community[j])
				*out++ = ODD__PAIR(i, j);
}

/* Weights are whole: 1, 2, …, with P(w ≥ x) = x^-1.6, up to 1000. */
static odd_status add_links(struct making *m, const uint64_t *pair, size_t count, odd_rng *rng,
	odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		double w = m->o.weighted ? floor(draw_theta(rng, 1000.0)) : 1.0;
		status = odd__builder_link(&m->b, (uint32_t)(pair[e] >> 32), (uint32_t)pair[e], w, err);
	}
	return status;
}

/* How many links each community gets: in proportion to its θ, up to what fits. Σ = total, which
 * must fit. A round gives everyone a share of what is left; the last crumbs go in order. */
static void share_links(const struct making *m, size_t total, size_t *count)
{
	size_t C = m->communities, left = total;
	for (int round = 0; left > 0; round++) {
		double open = 0.0;
		size_t before = left;
		for (size_t c = 0; c < C; c++)
			if (count[c] < pairs_of(m->first[c + 1] - m->first[c]))
				open += m->weight[c];
		for (size_t c = 0; c < C && left > 0; c++) {
			uint64_t room = pairs_of(m->first[c + 1] - m->first[c]) - count[c];
			uint64_t give = round < 16 ? (uint64_t)((double)before * (m->weight[c] / open)) : left;
			if (round > 0 && round < 16)
				give++;
			give = give < room ? give : room;
			give = give < left ? give : left;
			count[c] += give;
			left -= give;
		}
	}
}

static odd_status make_links(struct making *m, odd_error *err)
{
	size_t C = m->communities;
	uint64_t room = 0;
	for (size_t c = 0; c < C; c++)
		room += pairs_of(m->first[c + 1] - m->first[c]);
	uint64_t outside = pairs_of(m->n) - room;
	/* The asked share leaves; what does not fit on one side goes to the other. */
	uint64_t leaving = (uint64_t)(m->o.mixing * (double)m->o.edges + 0.5);
	if (leaving > outside)
		leaving = outside;
	if (m->o.edges - leaving > room)
		leaving = m->o.edges - room;
	odd_rng rng, weights;
	odd_rng_init(&rng, m->o.seed, "generate links");
	odd_rng_init(&weights, m->o.seed, "generate weights");
	size_t *count = calloc(C, sizeof *count), done = 0;
	uint64_t *pair = NULL;
	odd_status status = ODD_OK;
	if (count == NULL)
		return odd_error_nomem(err);
	share_links(m, m->o.edges - (size_t)leaving, count);
	for (size_t c = 0; c <= C && status == ODD_OK; c++) {
		struct inside in = {m, c};
		size_t want = c < C ? count[c] : (size_t)leaving;
		odd__pair_source from = {m, outside, draw_across, list_across};
		if (c < C)
			from = (odd__pair_source){&in, pairs_of(m->first[c + 1] - m->first[c]),
				draw_inside, list_inside};
		if (want == 0)
			continue;
		status = odd__pairs_draw(&pair, want, &from, &rng, m->job, err);
		if (status == ODD_OK)
			status = add_links(m, pair, want, &weights, err);
		free(pair);
		done += want;
		odd_job_report(m->job, "drawing links", (double)done, (double)m->o.edges);
	}
	free(count);
	return status;
}

/* ---- words ---------------------------------------------------------------------------------- */

struct topics {
	size_t *first;         /* communities + 2; the last topic is what all share */
	odd__alias_cell *cell; /* one table per topic */
	uint32_t *stamp;       /* per word: the last node that has it, plus 1 */
};

static odd_status make_topics(struct topics *t, struct making *m, odd_error *err)
{
	size_t C = m->communities, D = m->o.attributes;
	size_t shared = (size_t)(SHARED_PART * (double)D);
	if (shared > D - C)
		shared = D - C;
	t->first = malloc((C + 2) * sizeof *t->first);
	t->cell = malloc(D * sizeof *t->cell);
	t->stamp = calloc(D, sizeof *t->stamp);
	double *zipf = malloc(D * sizeof *zipf);
	uint32_t *work = malloc(D * sizeof *work);
	odd_status status = ODD_OK;
	if (t->first == NULL || t->cell == NULL || t->stamp == NULL || zipf == NULL || work == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t r = 0; r < D; r++)
		zipf[r] = 1.0 / (double)(r + 2);
	for (size_t c = 0; c <= C; c++)
		t->first[c] = c * ((D - shared) / C) + (c < (D - shared) % C ? c : (D - shared) % C);
	t->first[C + 1] = D;
	for (size_t c = 0; c <= C; c++) {
		size_t begin = t->first[c], size = t->first[c + 1] - begin;
		if (size > 0)
			odd__alias_build(t->cell + begin, zipf, size, work);
		for (size_t r = 0; r < size && status == ODD_OK; r++) {
			char word[ODD__WORD_ROOM];
			size_t length = c < C ? odd__topic_word(word, c, C, r) : odd__shared_word(word, r);
			status = odd__builder_word(&m->b, word, length, NULL, err);
		}
	}
out:
	free(zipf);
	free(work);
	return status;
}

/* A word of the topic that the node (its stamp) does not have yet; false when it has them all. */
static bool draw_word(const struct topics *t, size_t topic, uint32_t stamp, odd_rng *rng,
	uint32_t *word)
{
	size_t begin = t->first[topic], size = t->first[topic + 1] - begin;
	if (size == 0)
		return false;
	for (int tries = 0; tries < 24; tries++) {
		*word = (uint32_t)begin + odd__alias_draw(t->cell + begin, size, rng);
		if (t->stamp[*word] != stamp)
			return true;
	}
	size_t start = (size_t)odd_rng_below(rng, size);
	for (size_t k = 0; k < size; k++) {
		*word = (uint32_t)(begin + (start + k) % size);
		if (t->stamp[*word] != stamp)
			return true;
	}
	return false;
}

/* Where the next word of a node comes from. */
static size_t draw_topic(const struct making *m, size_t own, odd_rng *rng)
{
	size_t C = m->communities;
	if (C > 1 && odd_rng_uniform(rng) < m->o.noise) {
		size_t other = (size_t)odd_rng_below(rng, C - 1);
		return other + (other >= own);
	}
	return odd_rng_uniform(rng) < SHARED_PART ? C : own;
}

static odd_status make_words(struct making *m, odd_error *err)
{
	struct topics t = {NULL, NULL, NULL};
	size_t C = m->communities;
	odd_rng rng;
	odd_rng_init(&rng, m->o.seed, "generate words");
	odd_status status = make_topics(&t, m, err);
	for (size_t i = 0; i < m->n && status == ODD_OK; i++) {
		if (i % 4096 == 0) {
			odd_job_report(m->job, "drawing words", (double)i, (double)m->n);
			if (odd_job_cancelled(m->job))
				status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
		}
		double mean = m->o.words * (0.5 + odd_rng_uniform(&rng));
		size_t count = (size_t)(mean + odd_rng_uniform(&rng)), own = m->community[i];
		if (count > m->o.attributes)
			count = m->o.attributes;
		for (size_t w = 0; w < count && status == ODD_OK; w++) {
			uint32_t word, stamp = (uint32_t)i + 1;
			size_t topic = draw_topic(m, own, &rng);
			/* A small vocabulary may be used up: then from the next topic that has some. */
			while (!draw_word(&t, topic, stamp, &rng, &word))
				topic = (topic + 1) % (C + 1);
			t.stamp[word] = stamp;
			status = odd__builder_attribute(&m->b, (uint32_t)i, word, 1.0, err);
		}
	}
	free(t.first);
	free(t.cell);
	free(t.stamp);
	return status;
}

odd_status odd_generate(odd_network **out, const odd_generate_options *options, const odd_job *job,
	odd_error *err)
{
	*out = NULL;
	struct making m = {.o = *options, .job = job};
	odd_status status = check_options(&m.o, err);
	if (status != ODD_OK)
		return status;
	m.n = m.o.nodes;
	m.communities = m.o.communities;
	odd__builder_init(&m.b, false);
	if ((status = make_nodes(&m, err)) == ODD_OK && (status = make_links(&m, err)) == ODD_OK &&
		(status = make_words(&m, err)) == ODD_OK)
		status = odd__builder_finish(out, &m.b, m.o.name != NULL ? m.o.name : "synthetic",
			"generated", err);
	making_clear(&m);
	return status;
}
