/* Attributed networks made to measure.
 *
 * Communities: sizes fall with 1/√rank; their nodes stand together, one community after the other.
 * Links: every node has a weight θ with a Pareto tail, P(θ > x) = x^-1.6, so degrees have exponent
 * 2.6. Ends of links are drawn in proportion to θ (Chung–Lu), inside one community or from two
 * different ones; exactly the asked number of each, and no pair twice.
 * Numbers: each community has a mean in each column, drawn as the numbers around it are: the sum of
 * twelve uniform numbers less 6, which is nearly normal with variance 1.
 * Words: each community has a topic, a list of words drawn by 1/(rank + 2); a fifth of the
 * vocabulary belongs to no topic. A node has half to one and a half times the mean number of words.
 *
 * Only sums, products, quotients and square roots are used, which IEEE 754 fixes to the last bit:
 * a seed gives the same network on every machine. Time and memory O(nodes + links + words).
 */
#include "config.h"

#include "network/generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/alias.h"
#include "linalg/memory.h"
#include "network/builder.h"
#include "network/generate_words.h"
#include "network/pairs.h"

struct making {
	odd_generate_options o; /* with zeros replaced */
	const odd_job *job;
	odd__builder b;
	size_t n, communities;
	size_t *first;       /* communities + 1: where each begins in member */
	uint32_t *member;    /* nodes by community */
	uint32_t *community; /* of each node */
	double *theta;       /* of member i */
	odd_alias *table;    /* communities: draws one of its members by θ */
	odd_alias top;       /* draws a community by its sum of θ */
	double *weight;      /* communities: that sum */
	odd__memory memory;  /* of the arrays */
};

/* How many pairs n nodes have. */
static uint64_t pairs_of(uint64_t n)
{
	return n % 2 == 0 ? n / 2 * (n - (n > 0)) : n * ((n - 1) / 2);
}

/* A number ≥ 1 with a heavy tail, P(x > t) = t^-1.6, drawn again when above `most`. */
static double draw_theta(odd_rng *rng, double most)
{
	double theta;
	do {
		double u = sqrt(1.0 - odd_rng_uniform(rng));
		theta = 1.0 / (u * sqrt(sqrt(u))); /* (1 − uniform)^(-5/8) */
	} while (theta > most);
	return theta;
}

/* ---- links ------------------------------------------------------------------------------------
 */

struct inside {
	const struct making *m;
	size_t c;
};

static uint32_t draw_member(const struct making *m, size_t c, odd_rng *rng, bool even)
{
	size_t begin = m->first[c], size = m->first[c + 1] - begin;
	size_t i = even ? (size_t)odd_rng_below(rng, size) : odd_alias_draw(&m->table[c], rng);
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
			size_t c = odd_alias_draw(&m->top, rng), d;
			do
				d = odd_alias_draw(&m->top, rng);
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
static odd_status add_links(
	struct making *m, const uint64_t *pair, size_t count, odd_rng *rng, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		double w = m->o.weighted ? floor(draw_theta(rng, 1000.0)) : 1.0;
		status = odd__builder_link(
			&m->b, (uint32_t)(pair[e] >> 32), (uint32_t)pair[e], w, err);
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
			uint64_t give = round < 16
						? (uint64_t)((double)before * (m->weight[c] / open))
						: left;
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

/* ---- words ------------------------------------------------------------------------------------
 */

#define SHARED_PART 0.2 /* of the vocabulary, and of the words that are no noise */

struct topics {
	size_t *first;    /* communities + 2; the last topic is what all share */
	odd_alias *table; /* communities + 1 */
	uint32_t *stamp;  /* per word: the last node that has it, plus 1 */
	odd__memory memory;
};

static odd_status make_topics(struct topics *t, struct making *m, odd_error *err)
{
	size_t C = m->communities, D = m->o.attributes;
	size_t shared = (size_t)(SHARED_PART * (double)D);
	if (shared > D - C)
		shared = D - C;
	t->first = odd__take(&t->memory, C + 2, sizeof *t->first);
	t->table = odd__take(&t->memory, C + 1, sizeof *t->table);
	t->stamp = odd__take(&t->memory, D, sizeof *t->stamp);
	double *zipf = odd__take(&t->memory, D, sizeof *zipf);
	odd_status status = odd__memory_check(&t->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t r = 0; r < D; r++)
		zipf[r] = 1.0 / (double)(r + 2);
	for (size_t c = 0; c <= C; c++)
		t->first[c] =
			c * ((D - shared) / C) + (c < (D - shared) % C ? c : (D - shared) % C);
	t->first[C + 1] = D;
	for (size_t c = 0; c <= C && status == ODD_OK; c++) {
		size_t size = t->first[c + 1] - t->first[c];
		if (size > 0)
			status = odd_alias_init(&t->table[c], zipf, size, err);
		for (size_t r = 0; r < size && status == ODD_OK; r++) {
			char word[ODD__WORD_ROOM];
			size_t length =
				c < C ? odd__topic_word(word, c, C, r) : odd__shared_word(word, r);
			status = odd__builder_word(&m->b, word, length, NULL, err);
		}
	}
	return status;
}

/* A word of the topic that the node (its stamp) does not have yet; false when it has them all. */
static bool draw_word(
	const struct topics *t, size_t topic, uint32_t stamp, odd_rng *rng, uint32_t *word)
{
	size_t begin = t->first[topic], size = t->first[topic + 1] - begin;
	if (size == 0)
		return false;
	for (int tries = 0; tries < 24; tries++) {
		*word = (uint32_t)begin + odd_alias_draw(&t->table[topic], rng);
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
	struct topics t = {.table = NULL};
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
		if (m->o.unrelated)
			own = (size_t)odd_rng_below(&rng, C);
		if (count > m->o.attributes)
			count = m->o.attributes;
		for (size_t w = 0; w < count && status == ODD_OK; w++) {
			uint32_t word, stamp = (uint32_t)i + 1;
			size_t topic = draw_topic(m, own, &rng);
			/* A small vocabulary may be used up: then from the next topic that has
			 * some. */
			while (!draw_word(&t, topic, stamp, &rng, &word))
				topic = (topic + 1) % (C + 1);
			t.stamp[word] = stamp;
			status = odd__builder_attribute(&m->b, (uint32_t)i, word, 1.0, err);
		}
	}
	for (size_t c = 0; t.table != NULL && c <= C; c++)
		odd_alias_clear(&t.table[c]);
	odd__memory_free(&t.memory);
	return status;
}

/* ---- numbers -------------------------------------------------------------------------------- */

static double draw_number(odd_rng *rng)
{
	double sum = -6.0;
	for (int k = 0; k < 12; k++)
		sum += odd_rng_uniform(rng);
	return sum;
}

static odd_status make_numbers(struct making *m, odd_error *err)
{
	size_t C = m->communities, D = m->o.numbers;
	odd_rng rng;
	odd_rng_init(&rng, m->o.seed, "generate numbers");
	double *mean = calloc(C * D + 1, sizeof *mean);
	odd_status status = mean != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t d = 0; d < D && status == ODD_OK; d++) {
		char name[ODD__WORD_ROOM];
		int length = snprintf(name, sizeof name, "x%zu", d + 1);
		status = odd__builder_word(&m->b, name, (size_t)length, NULL, err);
		for (size_t c = 0; c < C && status == ODD_OK && !m->o.unrelated; c++)
			mean[c * D + d] = draw_number(&rng);
	}
	for (size_t i = 0; i < m->n && status == ODD_OK; i++) {
		if (i % 4096 == 0 && odd_job_cancelled(m->job))
			status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
		for (size_t d = 0; d < D && status == ODD_OK; d++)
			status = odd__builder_attribute(&m->b, (uint32_t)i, (uint32_t)d,
				mean[m->community[i] * D + d] + draw_number(&rng), err);
	}
	free(mean);
	return status;
}

static void making_clear(struct making *m)
{
	for (size_t c = 0; m->table != NULL && c < m->communities; c++)
		odd_alias_clear(&m->table[c]);
	odd_alias_clear(&m->top);
	odd__memory_free(&m->memory);
	odd__builder_clear(&m->b);
}

/* ---- what was asked for --------------------------------------------------------------------- */

static odd_status check_options(odd_generate_options *o, odd_error *err)
{
	if (o->nodes == 0 || o->nodes >= ODD_NO_NAME - 1)
		return odd_error_set(
			err, ODD_EUSAGE, "the number of nodes must be 1 to %u", ODD_NO_NAME - 2);
	if (!(o->mixing >= 0.0 && o->mixing <= 1.0))
		return odd_error_set(
			err, ODD_EUSAGE, "mixing is a share: 0 to 1, not %g", o->mixing);
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
	if (o->numbers > 100000)
		return odd_error_set(
			err, ODD_EUSAGE, "%zu columns of numbers are too many", o->numbers);
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

static double draw_weight(odd_generate_degrees degrees, double most, odd_rng *rng)
{
	double theta;
	if (degrees == ODD_DEGREES_TAILED)
		return draw_theta(rng, most);
	if (degrees == ODD_DEGREES_EVEN)
		return 1.0;
	do {
		double u = sqrt(1.0 - odd_rng_uniform(rng));
		theta = 1.0 / (u * sqrt(u)); /* (1 − uniform)^(-3/4) */
	} while (theta > most);
	return theta;
}

static odd_status make_nodes(struct making *m, odd_error *err)
{
	size_t n = m->n, C = m->communities;
	odd_rng rng;
	odd_rng_init(&rng, m->o.seed, "generate nodes");
	m->first = odd__take(&m->memory, C + 1, sizeof *m->first);
	m->member = odd__take(&m->memory, n, sizeof *m->member);
	m->community = odd__take(&m->memory, n, sizeof *m->community);
	m->theta = odd__take(&m->memory, n, sizeof *m->theta);
	m->table = odd__take(&m->memory, C, sizeof *m->table);
	m->weight = odd__take(&m->memory, C, sizeof *m->weight);
	odd_status status = odd__memory_check(&m->memory, err);
	if (status != ODD_OK)
		return status;
	deal_sizes(m);
	for (size_t i = 0; i < n; i++)
		m->member[i] = (uint32_t)i;
	double most = 1.0 + 0.5 * sqrt((double)n); /* no two nodes must be certain to meet */
	if (m->o.degrees == ODD_DEGREES_HEAVY)
		most = 1.0 + 4.0 * sqrt((double)n);
	for (size_t c = 0; c < C && status == ODD_OK; c++) {
		size_t begin = m->first[c], end = m->first[c + 1];
		for (size_t i = begin; i < end; i++) {
			m->community[m->member[i]] = (uint32_t)c;
			m->theta[i] = draw_weight(m->o.degrees, most, &rng);
			m->weight[c] += m->theta[i];
		}
		status = odd_alias_init(&m->table[c], m->theta + begin, end - begin, err);
	}
	if (status == ODD_OK)
		status = odd_alias_init(&m->top, m->weight, C, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		char text[ODD__WORD_ROOM];
		int length = snprintf(text, sizeof text, "n%zu", i + 1);
		status = odd__builder_node(&m->b, text, (size_t)length, NULL, NULL, err);
		if (status == ODD_OK)
			status = odd__builder_label(&m->b, (uint32_t)i, text,
				odd__topic_name(text, m->community[i]), err);
	}
	return status;
}

odd_status odd_generate(
	odd_network **out, const odd_generate_options *options, const odd_job *job, odd_error *err)
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
		(status = m.o.numbers > 0 ? make_numbers(&m, err) : make_words(&m, err)) == ODD_OK)
		status = odd__builder_finish(
			out, &m.b, m.o.name != NULL ? m.o.name : "synthetic", "generated", err);
	making_clear(&m);
	return status;
}
