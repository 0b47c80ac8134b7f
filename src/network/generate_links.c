/* Links of a generated network: Chung–Lu inside the communities and across them. */
#include "config.h"

#include "network/generate_parts.h"

#include <math.h>
#include <stdlib.h>

#include "network/pairs.h"

struct inside {
	const struct odd__making *m;
	size_t c;
};

static uint32_t draw_member(const struct odd__making *m, size_t c, odd_rng *rng, bool even)
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
	const struct odd__making *m = context;
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
	const struct odd__making *m = context;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t j = 0; j < i; j++)
			if (m->community[i] != m->community[j])
				*out++ = ODD__PAIR(i, j);
}

/* Weights are whole: 1, 2, …, with P(w ≥ x) = x^-1.6, up to 1000. */
static odd_status add_links(
	struct odd__making *m, const uint64_t *pair, size_t count, odd_rng *rng, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		double w = m->o.weighted ? floor(odd__draw_theta(rng, 1000.0)) : 1.0;
		status = odd__builder_link(
			&m->b, (uint32_t)(pair[e] >> 32), (uint32_t)pair[e], w, err);
	}
	return status;
}

/* How many links each community gets: in proportion to its θ, up to what fits. Σ = total, which
 * must fit. A round gives everyone a share of what is left; the last crumbs go in order. */
static void share_links(const struct odd__making *m, size_t total, size_t *count)
{
	size_t C = m->communities, left = total;
	for (int round = 0; left > 0; round++) {
		double open = 0.0;
		size_t before = left;
		for (size_t c = 0; c < C; c++)
			if (count[c] < odd__pairs_of(m->first[c + 1] - m->first[c]))
				open += m->weight[c];
		for (size_t c = 0; c < C && left > 0; c++) {
			uint64_t room = odd__pairs_of(m->first[c + 1] - m->first[c]) - count[c];
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

odd_status odd__make_links(struct odd__making *m, odd_error *err)
{
	size_t C = m->communities;
	uint64_t room = 0;
	for (size_t c = 0; c < C; c++)
		room += odd__pairs_of(m->first[c + 1] - m->first[c]);
	uint64_t outside = odd__pairs_of(m->n) - room;
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
			from = (odd__pair_source){&in, odd__pairs_of(m->first[c + 1] - m->first[c]),
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
