#include "config.h"

#include "score/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "one/run_memory.h"

#define USUAL_SHARE 0.05

struct walk {
	const odd_times *times;
	const odd_history_options *options;
	odd_history *history;
	odd_one *run; /* NULL: nothing is fitted yet */
	size_t at;    /* the time it is of */
	uint8_t *met; /* per node: was there at some time */
};

/* ---- fitting -------------------------------------------------------------------------------- */

static bool large_enough(const odd_network *net, const odd_history_options *o)
{
	return net->nodes > o->one.k && net->attributes > o->one.k && net->nodes > o->one.mu &&
	       net->nodes > 1 && (net->edges > 0 || odd_csr_nnz(odd_csr_const(net->C)) > 0);
}

/* A run for this time: from the start, or going on from the one before. */
static odd_status begin(struct walk *w, odd_one **out, size_t t, const odd_job *job, odd_error *err)
{
	odd_moment *m = &w->history->moment[t];
	const odd_network *net = w->times->time[t].net;
	odd_one_options one = w->options->one;
	size_t kept = 0;
	uint32_t *was = NULL;
	odd_status status = ODD_OK;
	if (w->run != NULL) {
		was = odd_times_rows(w->times, w->at, t, &kept, &m->gone);
		if (was == NULL)
			return odd_error_nomem(err);
		m->came = net->nodes - kept;
		one.alpha = w->history->used.alpha; /* one and the same loss at all times */
		one.beta = w->history->used.beta;
	}
	for (size_t i = 0; was != NULL && i < net->nodes; i++)
		m->returned += was[i] == ODD_NO_ROW && w->met[w->times->time[t].node[i]];
	m->state = ODD_MOMENT_FITTED;
	if (kept > one.k && !w->options->cold) {
		m->state = ODD_MOMENT_FOLLOWED;
		status = odd_one_follow(out, w->run, net, was, job, err);
	} else {
		status = odd_one_begin(out, net, &one, job, err);
	}
	free(was);
	return status;
}

/* The largest rise of the loss from a point of the trace on. */
static double largest_rise(const odd_trace *trace, size_t first)
{
	double most = 0.0;
	for (size_t p = first; p < trace->count; p++)
		most = fmax(most, odd_trace_rise(trace, p));
	return most;
}

static odd_status rank_nodes(struct walk *w, size_t t, const odd_job *job, odd_error *err)
{
	odd_scores scores;
	odd_moment *m = &w->history->moment[t];
	const odd_time *time = &w->times->time[t];
	size_t all = w->times->ids.count;
	odd_status status = odd_scores_compute(
		&scores, w->run, w->options->score, w->options->weight, job, err);
	if (status != ODD_OK)
		return status;
	m->rank = calloc(all + 1, sizeof *m->rank);
	m->total = malloc((all + 1) * sizeof *m->total);
	if (m->rank == NULL || m->total == NULL)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < all && status == ODD_OK; i++)
		m->total[i] = (double)NAN;
	for (size_t i = 0; i < scores.n && status == ODD_OK; i++) {
		m->rank[time->node[i]] = scores.rank[i];
		m->total[time->node[i]] = scores.total[i];
	}
	w->history->score = scores.score;
	odd_scores_clear(&scores);
	return status;
}

static odd_status fit_time(struct walk *w, size_t t, const odd_job *job, odd_error *err)
{
	odd_one *run = NULL;
	odd_fit_result fit;
	odd_moment *m = &w->history->moment[t];
	const odd_time *time = &w->times->time[t];
	m->nodes = time->net->nodes;
	m->links = time->net->edges;
	odd_job suited = job != NULL ? *job : (odd_job){0};
	suited.threads = odd_one_threads(time->net, w->options->one.k, job);
	job = &suited;
	odd_status status = begin(w, &run, t, job, err);
	if (status != ODD_OK)
		return status;
	const odd_trace *trace = odd_one_trace(run);
	size_t first = trace->count;
	m->before = trace->point[first - 1].loss;
	if (w->run == NULL) {
		w->history->used = *odd_one_options_used(run);
		w->history->used.start_dir = NULL;
	}
	odd_one_free(w->run);
	w->run = run;
	w->at = t;
	status = odd_fit(run, &w->options->stop, &fit, job, err);
	if (status != ODD_OK)
		return status;
	m->iterations = fit.iterations;
	m->loss = trace->point[trace->count - 1].loss;
	m->rise = largest_rise(trace, first);
	for (size_t i = 0; i < time->net->nodes; i++)
		w->met[time->node[i]] = 1;
	return rank_nodes(w, t, job, err);
}

/* ---- who became odd ------------------------------------------------------------------------- */

size_t odd_history_odd(const odd_history *history, size_t time)
{
	size_t nodes = history->moment[time].nodes;
	size_t odd = history->count > 0 ? history->count : odd_top(nodes, 100.0 * history->share);
	odd = odd > 0 ? odd : 1;
	return odd < nodes ? odd : nodes;
}

static bool is_odd(const odd_history *h, size_t t, size_t node)
{
	const odd_moment *m = &h->moment[t];
	return m->rank != NULL && m->rank[node] > 0 && m->rank[node] <= odd_history_odd(h, t);
}

static bool is_there(const odd_history *h, size_t t, size_t node)
{
	return h->moment[t].rank != NULL && h->moment[t].rank[node] > 0;
}

/* The rank at a time as a share of the nodes there. */
static double place(const odd_history *h, size_t t, size_t node)
{
	return (double)h->moment[t].rank[node] / (double)h->moment[t].nodes;
}

static odd_status add_became(odd_history *h, const odd_became *b, size_t *room, odd_error *err)
{
	if (h->became_count == *room) {
		size_t more = 2 * *room + 16;
		odd_became *grown = realloc(h->became, more * sizeof *grown);
		if (grown == NULL)
			return odd_error_nomem(err);
		h->became = grown;
		*room = more;
	}
	h->became[h->became_count++] = *b;
	return ODD_OK;
}

/* What became of one node. At the first time that was fitted there is nothing to become from. */
static odd_status follow_node(
	odd_history *h, size_t node, size_t first, size_t *room, odd_error *err)
{
	size_t seen = h->times; /* when it was last there */
	odd_status status = ODD_OK;
	for (size_t t = first; t < h->times && status == ODD_OK; t++) {
		if (!is_there(h, t, node))
			continue;
		if (t > first && is_odd(h, t, node) &&
			(seen == h->times || !is_odd(h, seen, node))) {
			odd_became b = {.node = node,
				.time = t,
				.last = t,
				.rank = h->moment[t].rank[node]};
			double before = 0.5;
			if (seen < h->times) {
				b.before = h->moment[seen].rank[node];
				before = place(h, seen, node);
			}
			for (size_t u = t + 1; u < h->times; u++) {
				if (is_there(h, u, node) && !is_odd(h, u, node))
					break;
				b.last = is_there(h, u, node) ? u : b.last;
			}
			b.leap = log(before / place(h, t, node));
			status = add_became(h, &b, room, err);
		}
		seen = t;
	}
	return status;
}

static int by_leap(const void *a, const void *b)
{
	const odd_became *x = a, *y = b;
	if (x->leap != y->leap)
		return x->leap > y->leap ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static odd_status find_became(odd_history *h, odd_error *err)
{
	size_t first = 0, room = 0;
	odd_status status = ODD_OK;
	while (first < h->times && h->moment[first].rank == NULL)
		first++;
	for (size_t node = 0; node < h->nodes && status == ODD_OK; node++)
		status = follow_node(h, node, first, &room, err);
	if (h->became_count > 1)
		qsort(h->became, h->became_count, sizeof *h->became, by_leap);
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static odd_status walk_times(struct walk *w, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	size_t fitted = 0;
	for (size_t t = 0; t < w->times->count && status == ODD_OK; t++) {
		const odd_network *net = w->times->time[t].net;
		odd_moment *m = &w->history->moment[t];
		m->before = m->loss = (double)NAN;
		m->state = ODD_MOMENT_EMPTY;
		if (net == NULL)
			continue;
		m->nodes = net->nodes;
		m->links = net->edges;
		m->state = ODD_MOMENT_TOO_SMALL;
		if (!large_enough(net, w->options))
			continue;
		odd_job_report(job, w->times->time[t].name, (double)t, (double)w->times->count);
		status = fit_time(w, t, job, err);
		fitted += status == ODD_OK;
	}
	if (status == ODD_OK && fitted == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"no time has more than K = %zu nodes and attributes; choose fewer "
			"dimensions",
			w->options->one.k);
	return status;
}

odd_status odd_history_fit(odd_history **out, const odd_times *times,
	const odd_history_options *options, const odd_job *job, odd_error *err)
{
	*out = NULL;
	odd_history *h = calloc(1, sizeof *h);
	struct walk w = {.times = times, .options = options, .history = h};
	odd_status status = h != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK) {
		h->times = times->count;
		h->nodes = times->ids.count;
		h->count = options->count;
		h->share = options->share > 0.0 ? options->share : USUAL_SHARE;
		h->share = h->count > 0 ? 0.0 : h->share;
		h->moment = calloc(times->count + 1, sizeof *h->moment);
		w.met = calloc(times->ids.count + 1, 1);
		if (h->moment == NULL || w.met == NULL) {
			h->times = 0;
			status = odd_error_nomem(err);
		}
	}
	if (status == ODD_OK)
		status = walk_times(&w, job, err);
	if (status == ODD_OK)
		status = find_became(h, err);
	odd_one_free(w.run);
	free(w.met);
	if (status != ODD_OK) {
		odd_history_free(h);
		return status;
	}
	*out = h;
	return ODD_OK;
}

void odd_history_free(odd_history *h)
{
	if (h == NULL)
		return;
	for (size_t t = 0; h->moment != NULL && t < h->times; t++) {
		free(h->moment[t].rank);
		free(h->moment[t].total);
	}
	free(h->moment);
	free(h->became);
	free(h);
}
