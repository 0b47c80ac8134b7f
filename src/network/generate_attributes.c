/* Attributes of a generated network: words of one topic per community, and a fifth that all share.
 */
#include "config.h"

#include "network/generate_parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "network/generate_words.h"

#define SHARED_PART 0.2 /* of the vocabulary, and of the words that are no noise */

struct topics {
	size_t *first;    /* communities + 2; the last topic is what all share */
	odd_alias *table; /* communities + 1 */
	uint32_t *stamp;  /* per word: the last node that has it, plus 1 */
};

static odd_status make_topics(struct topics *t, struct odd__making *m, odd_error *err)
{
	size_t C = m->communities, D = m->o.attributes;
	size_t shared = (size_t)(SHARED_PART * (double)D);
	if (shared > D - C)
		shared = D - C;
	t->first = malloc((C + 2) * sizeof *t->first);
	t->table = calloc(C + 1, sizeof *t->table);
	t->stamp = calloc(D, sizeof *t->stamp);
	double *zipf = malloc(D * sizeof *zipf);
	odd_status status = ODD_OK;
	if (t->first == NULL || t->table == NULL || t->stamp == NULL || zipf == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
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
out:
	free(zipf);
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
static size_t draw_topic(const struct odd__making *m, size_t own, odd_rng *rng)
{
	size_t C = m->communities;
	if (C > 1 && odd_rng_uniform(rng) < m->o.noise) {
		size_t other = (size_t)odd_rng_below(rng, C - 1);
		return other + (other >= own);
	}
	return odd_rng_uniform(rng) < SHARED_PART ? C : own;
}

odd_status odd__make_words(struct odd__making *m, odd_error *err)
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
	free(t.table);
	free(t.first);
	free(t.stamp);
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

odd_status odd__make_numbers(struct odd__making *m, odd_error *err)
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
