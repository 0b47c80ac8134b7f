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

#include "network/generate_parts.h"
#include "network/generate_words.h"

static void making_clear(struct odd__making *m)
{
	free(m->first);
	free(m->member);
	free(m->community);
	free(m->theta);
	for (size_t c = 0; m->table != NULL && c < m->communities; c++)
		odd_alias_clear(&m->table[c]);
	free(m->table);
	odd_alias_clear(&m->top);
	free(m->weight);
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
	uint64_t most = odd__pairs_of(o->nodes);
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
static void deal_sizes(struct odd__making *m)
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

double odd__draw_theta(odd_rng *rng, double most)
{
	double theta;
	do {
		double u = sqrt(1.0 - odd_rng_uniform(rng));
		theta = 1.0 / (u * sqrt(sqrt(u))); /* (1 − uniform)^(-5/8) */
	} while (theta > most);
	return theta;
}

static double draw_weight(odd_generate_degrees degrees, double most, odd_rng *rng)
{
	double theta;
	if (degrees == ODD_DEGREES_TAILED)
		return odd__draw_theta(rng, most);
	if (degrees == ODD_DEGREES_EVEN)
		return 1.0;
	do {
		double u = sqrt(1.0 - odd_rng_uniform(rng));
		theta = 1.0 / (u * sqrt(u)); /* (1 − uniform)^(-3/4) */
	} while (theta > most);
	return theta;
}

static odd_status make_nodes(struct odd__making *m, odd_error *err)
{
	size_t n = m->n, C = m->communities;
	odd_rng rng;
	odd_rng_init(&rng, m->o.seed, "generate nodes");
	m->first = malloc((C + 1) * sizeof *m->first);
	m->member = malloc(n * sizeof *m->member);
	m->community = malloc(n * sizeof *m->community);
	m->theta = malloc(n * sizeof *m->theta);
	m->table = calloc(C, sizeof *m->table);
	m->weight = calloc(C, sizeof *m->weight);
	odd_status status = ODD_OK;
	if (m->first == NULL || m->member == NULL || m->community == NULL || m->theta == NULL ||
		m->table == NULL || m->weight == NULL)
		return odd_error_nomem(err);
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
	struct odd__making m = {.o = *options, .job = job};
	odd_status status = check_options(&m.o, err);
	if (status != ODD_OK)
		return status;
	m.n = m.o.nodes;
	m.communities = m.o.communities;
	odd__builder_init(&m.b, false);
	if ((status = make_nodes(&m, err)) == ODD_OK &&
		(status = odd__make_links(&m, err)) == ODD_OK &&
		(status = m.o.numbers > 0 ? odd__make_numbers(&m, err)
					  : odd__make_words(&m, err)) == ODD_OK)
		status = odd__builder_finish(
			out, &m.b, m.o.name != NULL ? m.o.name : "synthetic", "generated", err);
	making_clear(&m);
	return status;
}
