#include "config.h"

#include "session/rank_history.h"

#include <assert.h>
#include <math.h>

#include "session/xalloc.h"

/* ---- changes ------------------------------------------------------------------------------ */

/* Is node i the same in both? Planted nodes stand at the end, and may have been planted anew. */
static bool is_common(const odd_network *a, const odd_network *b, size_t i)
{
	return i < a->nodes && i < b->nodes &&
	       (a == b || strcmp(odd_names_get(&a->ids, i), odd_names_get(&b->ids, i)) == 0);
}

/* The rank of every common node among them; 0 for all others. Returns how many there are. */
static size_t rank_common(
	uint32_t *rank, const uint32_t *order, size_t n, const odd_network *a, const odd_network *b)
{
	uint32_t next = 0;
	for (size_t i = 0; i < n; i++)
		rank[order[i]] = is_common(a, b, order[i]) ? ++next : 0;
	return next;
}

odd_status rank_changes(int32_t *out, const odd_network *old, const uint32_t *then, size_t n,
	const odd_network *net, const uint32_t *order, odd_error *err)
{
	uint32_t *was = malloc((n + 1) * sizeof *was), next = 0;
	if (was == NULL)
		return odd_error_nomem(err);
	rank_common(was, then, n, old, net);
	for (size_t i = 0; i < net->nodes; i++) {
		const uint32_t node = order[i];
		bool common = is_common(old, net, node);
		out[node] = common ? (int32_t)was[node] - (int32_t)++next : RANK_NEW;
	}
	free(was);
	return ODD_OK;
}

/* ---- epochs ------------------------------------------------------------------------------- */

/* Sub-steps since the start of the run, plantings not counted. */
static size_t position(const struct epoch *e, size_t steps)
{
	for (; e->parent != NULL; e = e->parent)
		steps += e->parent_steps;
	return steps;
}

static size_t bytes_of(const struct epoch *e)
{
	return e->ranked_count * e->net->of.net->nodes * sizeof(uint32_t);
}

/* The first entry of an epoch at or behind a number of sub-steps. */
static size_t place_for(const struct epoch *e, size_t steps)
{
	size_t i = 0;
	while (i < e->ranked_count && e->ranked[i].steps < steps)
		i++;
	return i;
}

static bool has(const struct epoch *e, size_t steps)
{
	size_t i = place_for(e, steps);
	return i < e->ranked_count && e->ranked[i].steps == steps;
}

/* ---- keeping ------------------------------------------------------------------------------ */

/* Does the way to the present place lead through the epoch? */
static bool leads_here(const struct session *s, const struct epoch *e)
{
	const struct epoch *at = s->now.epoch;
	while (at != NULL && at != e)
		at = at->parent;
	return at != NULL;
}

/* Every other entry but the first goes. */
static void thin(struct epoch *e)
{
	size_t count = 0;
	for (size_t i = 0; i < e->ranked_count; i++) {
		if (i % 2 == 0)
			e->ranked[count++] = e->ranked[i];
		else
			free(e->ranked[i].rank);
	}
	e->ranked_count = count;
}

static void stay_within(struct session *s, size_t budget)
{
	for (;;) {
		size_t bytes = 0;
		struct epoch *most = NULL, *aside = NULL;
		for (struct epoch *e = s->epochs; e != NULL; e = e->next) {
			bytes += bytes_of(e);
			if (e->ranked_count > 0 && !leads_here(s, e))
				aside = e;
			if (e->ranked_count > 1 && (most == NULL || bytes_of(e) > bytes_of(most)))
				most = e;
		}
		if (bytes <= budget || (aside == NULL && most == NULL))
			return;
		if (aside != NULL)
			epoch_forget_ranks(aside);
		else
			thin(most);
	}
}

/* Ranks by another score or other weights are not to be compared with those to come. */
static void agree_on_weights(struct session *s)
{
	bool same = run_options_same_score(&s->now.wanted, &s->ranked_as) &&
		    s->ranked_judged == s->now.judged;
	for (struct epoch *e = same ? NULL : s->epochs; e != NULL; e = e->next)
		epoch_forget_ranks(e);
	s->ranked_as = s->now.wanted;
	if (!same) {
		shared_release(s->ranked_judged);
		s->ranked_judged = shared_hold(s->now.judged);
	}
}

static void keep(struct session *s, struct epoch *e, size_t steps, const struct ranking *scored)
{
	const odd_scores *scores = &scored->scores;
	const odd_evaluation *known =
		scored->evaluated && scored->evaluation.outliers > 0 ? &scored->evaluation : NULL;
	size_t i = place_for(e, steps);
	uint32_t *rank = has(e, steps) ? NULL : malloc((scores->n + 1) * sizeof *rank);
	if (rank == NULL)
		return;
	memcpy(rank, scores->rank, scores->n * sizeof *rank);
	e->ranked = xgrow(e->ranked, e->ranked_count + 1, sizeof *e->ranked);
	memmove(e->ranked + i + 1, e->ranked + i, (e->ranked_count - i) * sizeof *e->ranked);
	e->ranked[i] = (struct epoch_ranked){steps, rank,
		{known != NULL ? known->row[0].recall : (double)NAN,
			known != NULL ? known->row[1].recall : (double)NAN}};
	e->ranked_count++;
	stay_within(s, s->ranks_budget);
}

void ranks_note(struct session *s)
{
	agree_on_weights(s);
	if (position(s->now.epoch, s->now.steps) % ODD_SUBSTEPS == 0)
		keep(s, s->now.epoch, s->now.steps, s->scored);
}

/* ---- making up for ------------------------------------------------------------------------ */

/* Is a snapshot worth scoring: before `until`, of an iteration that has no ranks? */
static bool missing(const struct epoch *e, const struct epoch_kept *kept, size_t until)
{
	return kept->steps <= until && !has(e, kept->steps);
}

static odd_status score_at(
	struct session *s, struct epoch *e, size_t steps, const odd_job *job, odd_error *err)
{
	struct ranking *scored;
	odd_status status = epoch_goto(e, steps, s->budget, job, err);
	if (status == ODD_OK)
		status = ranking_create(
			&scored, &e->net->of, e->run, &s->now.wanted, s->now.judged, job, err);
	if (status != ODD_OK)
		return status;
	keep(s, e, steps, scored);
	shared_release(scored);
	return ODD_OK;
}

/* Every so many of the missing ones of one epoch. */
static odd_status fill_epoch(struct session *s, struct epoch *e, size_t until, size_t stride,
	const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	size_t seen = 0;
	for (size_t i = 0; i < e->kept_count && status == ODD_OK; i++)
		if (missing(e, &e->kept[i], until) && seen++ % stride == 0)
			status = score_at(s, e, e->kept[i].steps, job, err);
	return status;
}

odd_status ranks_fill(struct session *s, const odd_job *job, odd_error *err)
{
	size_t work = 0, until = s->now.steps;
	odd_status status = ODD_OK;
	agree_on_weights(s);
	for (struct epoch *e = s->now.epoch; e != NULL; until = e->parent_steps, e = e->parent)
		for (size_t i = 0; e->run != NULL && i < e->kept_count; i++)
			work += missing(e, &e->kept[i], until) ? e->net->of.net->nodes : 0;
	if (work == 0)
		return ODD_OK;
	size_t stride = (work + SESSION_RANKS_WORK - 1) / SESSION_RANKS_WORK;
	until = s->now.steps;
	for (struct epoch *e = s->now.epoch; e != NULL && status == ODD_OK;
		until = e->parent_steps, e = e->parent)
		if (e->run != NULL) /* what was given up would have to be run again */
			status = fill_epoch(s, e, until, stride, job, err);
	/* Back to where the session is; the bits are the same. */
	if (status == ODD_OK)
		status = epoch_goto(s->now.epoch, s->now.steps, s->budget, job, err);
	return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* The last entry on the way to the present place, which is not one of them itself. */
static const struct epoch_ranked *last_before(const struct session *s, const struct epoch **of)
{
	size_t until = s->now.steps;
	for (const struct epoch *e = s->now.epoch; e != NULL;
		until = e->parent_steps, e = e->parent)
		for (size_t i = e->ranked_count; i-- > 0;)
			if (e->ranked[i].steps < until ||
				(e != s->now.epoch && e->ranked[i].steps == until)) {
				*of = e;
				return &e->ranked[i];
			}
	return NULL;
}

int32_t *ranks_change(const struct session *s, size_t *since)
{
	const struct epoch *e = NULL;
	const struct epoch_ranked *then = last_before(s, &e);
	const odd_network *net = s->now.epoch->net->of.net;
	if (then == NULL)
		return NULL;
	const size_t n = e->net->of.net->nodes;
	uint32_t *order = malloc((n + 1) * sizeof *order);
	int32_t *change = malloc((net->nodes + 1) * sizeof *change);
	for (size_t i = 0; order != NULL && i < n; i++)
		order[then->rank[i] - 1] = (uint32_t)i;
	if (order == NULL || change == NULL ||
		rank_changes(change, e->net->of.net, order, n, net, s->scored->scores.order,
			NULL) != ODD_OK) {
		free(change);
		change = NULL;
	}
	free(order);
	*since = position(e, then->steps) / ODD_SUBSTEPS;
	return change;
}

static void add(struct rank_history *h, const struct epoch *e, size_t steps, uint32_t rank)
{
	h->at[h->count] = (double)position(e, steps) / ODD_SUBSTEPS;
	h->rank[h->count++] = rank;
}

static void add_epoch(struct rank_history *h, const struct epoch *e, size_t until, size_t node)
{
	if (e->parent != NULL)
		add_epoch(h, e->parent, e->parent_steps, node);
	if (node >= e->net->of.net->nodes)
		return;
	for (size_t i = 0; i < e->ranked_count && e->ranked[i].steps <= until; i++)
		add(h, e, e->ranked[i].steps, e->ranked[i].rank[node]);
}

odd_status ranks_history(
	struct rank_history *out, const struct session *s, size_t node, odd_error *err)
{
	size_t room = 1;
	for (const struct epoch *e = s->now.epoch; e != NULL; e = e->parent)
		room += e->ranked_count;
	*out = (struct rank_history){
		malloc(room * sizeof *out->at), malloc(room * sizeof *out->rank), 0};
	if (out->at == NULL || out->rank == NULL) {
		rank_history_clear(out);
		return odd_error_nomem(err);
	}
	add_epoch(out, s->now.epoch, s->now.steps, node);
	if (!has(s->now.epoch, s->now.steps))
		add(out, s->now.epoch, s->now.steps, s->scored->scores.rank[node]);
	assert(out->count <= room);
	return ODD_OK;
}

void rank_history_clear(struct rank_history *h)
{
	free(h->at);
	free(h->rank);
	*h = (struct rank_history){NULL, NULL, 0};
}

/* ---- recall over the iterations ------------------------------------------------------------- */

static void recalls_clear(void *self)
{
	struct session_recalls *r = self;
	free(r->at);
	free(r->recall[0]);
	free(r->recall[1]);
}

static void add_recalls(struct session_recalls *r, const struct epoch *e, size_t until)
{
	if (e->parent != NULL)
		add_recalls(r, e->parent, e->parent_steps);
	for (size_t i = 0; i < e->ranked_count && e->ranked[i].steps <= until; i++) {
		if (isnan(e->ranked[i].recall[0]))
			continue;
		r->at[r->count] = (double)position(e, e->ranked[i].steps) / ODD_SUBSTEPS;
		r->recall[0][r->count] = e->ranked[i].recall[0];
		r->recall[1][r->count++] = e->ranked[i].recall[1];
	}
}

struct session_recalls *session_recalls_create(const struct session *s)
{
	struct session_recalls *r = shared_create(sizeof *r, recalls_clear);
	size_t room = 1;
	for (const struct epoch *e = s->now.epoch; e != NULL; e = e->parent)
		room += e->ranked_count;
	r->at = malloc(room * sizeof *r->at);
	r->recall[0] = malloc(room * sizeof *r->at);
	r->recall[1] = malloc(room * sizeof *r->at);
	if (r->at != NULL && r->recall[0] != NULL && r->recall[1] != NULL && s->now.epoch != NULL)
		add_recalls(r, s->now.epoch, s->now.steps);
	if (r->count > 0)
		return r;
	shared_release(r);
	return NULL;
}

void session_recalls_want(struct session *s, bool wanted)
{
	s->recalls_wanted = wanted;
	s->recalled_epoch = 0;
}

bool session_recalls_fresh(const struct session *s)
{
	return !s->recalls_wanted || s->moving || session_network(s) == NULL ||
	       !session_network(s)->has_truth ||
	       (s->recalled_epoch == s->now.epoch->id && s->recalled_steps == s->now.steps &&
		       run_options_same_score(&s->now.wanted, &s->ranked_as) &&
		       s->ranked_judged == s->now.judged);
}

odd_status session_recalls_fill(struct session *s, const odd_job *job, odd_error *err)
{
	odd_status status = ranks_fill(s, job, err);
	if (status == ODD_OK) {
		s->recalled_epoch = s->now.epoch->id;
		s->recalled_steps = s->now.steps;
	}
	return status;
}
