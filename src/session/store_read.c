/* store_read.c: a session out of a file, which may be anybody's: every number is checked before it
 * is believed, and nothing is asked for that the file has no bytes for. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "base/bytes.h"
#include "linalg/pack_matrix.h"
#include "network/pack_network.h"
#include "network/times.h"
#include "one/pack_snapshot.h"
#include "plant/pack_plant.h"
#include "session/memory.h"
#include "session/store_parts.h"
#include "session/times.h"

/* A place is gone to by computing: of more sub-steps than a million iterations have nobody would
 * see the end. */
enum { TEXT_MOST = 4096, STEPS_MOST = 6000000 };

struct reader {
	odd__unpacker u;
	struct stored *out;
	struct session_net **net;
	size_t nets;
};

static struct session_net *unpack_net_at(struct reader *r)
{
	const char *what = "names a network that it does not hold";
	const size_t at = odd__unpack_below(&r->u, r->nets - 1, what);
	return r->net[at];
}

/* STORE_NONE, or one of those that have come so far. */
static struct epoch *unpack_epoch_at(struct reader *r)
{
	const uint64_t at = odd__unpack_whole(&r->u);
	if (r->u.status != ODD_OK || at == STORE_NONE)
		return NULL;
	if (at < r->out->epochs)
		return r->out->epoch[at];
	odd__unpack_wrong(&r->u, "names a stretch of the run that it does not hold");
	return NULL;
}

static void unpack_options(odd__unpacker *u, struct run_options *o)
{
	const size_t count = odd__unpack_count(u, 16);
	run_options_init(o);
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		char *name = odd__unpack_text(u, TEXT_MOST),
		     *value = odd__unpack_text(u, TEXT_MOST);
		const odd_option *row = name != NULL ? run_option_find(name, strlen(name)) : NULL;
		if (u->status == ODD_OK &&
			(row == NULL || odd_option_set(o, row, NULL, value, NULL) != ODD_OK))
			odd__unpack_wrong(u, "has an option that this version does not know");
		free(name);
		free(value);
	}
}

/* ---- stretches of the run ------------------------------------------------------------------- */

static void classes_clear(void *self)
{
	struct session_classes *classes = self;
	odd_communities_clear(&classes->groups);
}

static void unpack_classes(odd__unpacker *u, struct session_plants *plants, size_t nodes)
{
	if (!odd__unpack_flag(u))
		return;
	struct session_classes *c = plants->classes = shared_create(sizeof *c, classes_clear);
	const char *what = "has communities of another network";
	c->seed = odd__unpack_whole(u);
	c->nodes = odd__unpack_below(u, nodes, what);
	c->groups.count = odd__unpack_below(u, c->nodes, what);
	c->groups.found = true;
	uint32_t *of = odd__unpack_numbers(u, c->nodes, (uint32_t)c->groups.count, what);
	c->groups.of = malloc((c->nodes + 1) * sizeof *c->groups.of);
	if (c->groups.of == NULL)
		odd__unpack_nomem(u);
	for (size_t i = 0; of != NULL && c->groups.of != NULL && i < c->nodes; i++)
		c->groups.of[i] = (int32_t)(of[i] - 1);
	free(of);
}

/* New nodes stand at the end of the network, those of each planting behind those of the one before
 * it. */
static struct session_plants *unpack_plants(odd__unpacker *u, const odd_network *net)
{
	const size_t count = odd__unpack_count(u, 14 * 8);
	struct session_plants *plants = NULL;
	if (u->status != ODD_OK || session_plants_create(&plants, NULL, 0, NULL, NULL) != ODD_OK)
		return NULL;
	odd_plant_record *record = calloc(count + 1, sizeof *record);
	if (record == NULL) {
		odd__unpack_nomem(u);
		shared_release(plants);
		return NULL;
	}
	free(plants->record);
	plants->record = record;
	size_t made = 0;
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		odd__unpack_plant(u, &record[i], net);
		made += record[i].count;
		if (i > 0 && record[i].first != record[i - 1].first + record[i - 1].count)
			odd__unpack_wrong(u, "has plantings that are not one behind the other");
	}
	if (u->status == ODD_OK && count > 0 &&
		record[count - 1].first + record[count - 1].count != net->nodes)
		odd__unpack_wrong(u, "has nodes behind the planted ones");
	plants->count = count;
	if (u->status == ODD_OK)
		unpack_classes(u, plants, net->nodes - made);
	if (u->status == ODD_OK)
		return plants;
	shared_release(plants);
	return NULL;
}

/* Each of n numbers, which are known to be in range, once. */
static void check_order(odd__unpacker *u, const uint32_t *order, size_t n, const char *what)
{
	uint8_t *seen = calloc(n + 1, 1);
	if (seen == NULL)
		odd__unpack_nomem(u);
	for (size_t i = 0; seen != NULL && u->status == ODD_OK && i < n; i++)
		if (seen[order[i]]++ != 0)
			odd__unpack_wrong(u, what);
	free(seen);
}

static void unpack_ranks(odd__unpacker *u, struct epoch *e)
{
	const size_t n = e->net->net->nodes, count = odd__unpack_count(u, 24 + 4 * n);
	if (u->status != ODD_OK || count == 0)
		return;
	e->ranked = calloc(count, sizeof *e->ranked);
	if (e->ranked == NULL) {
		odd__unpack_nomem(u);
		return;
	}
	e->ranked_count = count;
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		struct epoch_ranked *x = &e->ranked[i];
		x->steps = odd__unpack_below(u, UINT32_MAX, "has ranks of no moment");
		x->rank = odd__unpack_numbers(u, n, (uint32_t)n, "has a rank beyond the last");
		for (size_t node = 0; u->status == ODD_OK && node < n; node++)
			if (x->rank[node] == 0)
				odd__unpack_wrong(u, "has a rank before the first");
		if (u->status == ODD_OK)
			check_order(u, x->rank, n, "has two nodes of the same rank");
		odd__unpack_reals_to(u, x->recall, 2);
		for (int t = 0; t < 2; t++)
			if (x->recall[t] < 0.0 || x->recall[t] > 1.0)
				odd__unpack_wrong(u, "has a recall that is not between 0 and 1");
		if (i > 0 && x->steps <= x[-1].steps)
			odd__unpack_wrong(u, "has ranks in no order");
	}
}

/* Matrices of moments, rising; the first points of the trace are those before the epoch. */
static void unpack_moments(odd__unpacker *u, struct epoch *e)
{
	const odd_network *net = e->net->net;
	const size_t most = net->nodes < net->attributes ? net->nodes : net->attributes;
	const size_t count = odd__unpack_count(u, 16);
	size_t dimensions = e->options.k; /* 0: those of a start that was given */
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		const size_t steps = odd__unpack_whole(u);
		const size_t k = odd__unpack_below(u, most - 1, "has too many dimensions");
		if (k == 0 || (dimensions != 0 && k != dimensions))
			odd__unpack_wrong(u, "has moments of other dimensions than its run");
		dimensions = k;
		odd_snapshot *snapshot = odd__unpack_snapshot(u, net->nodes, net->attributes, k);
		if (snapshot == NULL)
			return;
		if (odd__snapshot_points(snapshot) - e->first_point != steps ||
			e->first_point > odd__snapshot_points(snapshot) ||
			(i > 0 && steps <= e->kept[e->kept_count - 1].steps)) {
			odd__unpack_wrong(u, "has a moment that is not where it says");
			odd_snapshot_free(snapshot);
			return;
		}
		e->kept = memory_grow(e->kept, e->kept_count + 1, sizeof *e->kept);
		e->kept[e->kept_count++] = (struct epoch_kept){steps, snapshot};
		e->kept_bytes += odd_snapshot_bytes(snapshot);
	}
}

static void check_options(odd__unpacker *u, const struct epoch *e)
{
	const odd_network *net = e->net->net;
	const size_t least = net->nodes < net->attributes ? net->nodes : net->attributes;
	if (e->options.k >= least || (e->options.k == 0 && e->options.start != ODD_START_GIVEN))
		odd__unpack_wrong(u, "has more dimensions than its network has room for");
	if (!(e->options.mu >= 1.0 && e->options.mu < (double)net->nodes))
		odd__unpack_wrong(u, "has a mu that its network has no room for");
}

static void unpack_epoch(struct reader *r)
{
	odd__unpacker *u = &r->u;
	struct run_options asked;
	struct session_net *net = unpack_net_at(r);
	struct epoch *parent = unpack_epoch_at(r);
	const size_t parent_steps = odd__unpack_below(u, UINT32_MAX, "begins at no moment");
	struct session_plants *plants = u->status == ODD_OK ? unpack_plants(u, net->net) : NULL;
	unpack_options(u, &asked);
	const size_t k = odd__unpack_below(u, UINT32_MAX, "has too many dimensions");
	if (u->status == ODD_OK) {
		struct epoch *e =
			epoch_create(r->out->doc, net, plants, &asked, k, parent, parent_steps);
		r->out->epoch =
			memory_grow(r->out->epoch, r->out->epochs + 1, sizeof *r->out->epoch);
		r->out->epoch[r->out->epochs++] = e;
		e->first_point = odd__unpack_below(u, UINT32_MAX, "begins at no moment");
		e->first_iteration = odd__unpack_below(u, UINT32_MAX, "begins at no moment");
		if (e->first_point < 1 || e->first_iteration > e->first_point)
			odd__unpack_wrong(u, "begins at no moment");
		check_options(u, e);
		unpack_ranks(u, e);
		unpack_moments(u, e);
	}
	shared_release(plants);
}

/* ---- kept runs ------------------------------------------------------------------------------ */

static double unpack_share(odd__unpacker *u)
{
	const double x = odd__unpack_real(u);
	if (x < 0.0 || x > 1.0) /* it may be unknown */
		odd__unpack_wrong(u, "has a share that is not between 0 and 1");
	return x;
}

static void unpack_evaluation(odd__unpacker *u, odd_evaluation *x, const odd_network *net)
{
	odd_network_count_truth(net, x->count);
	for (int k = 0; k < ODD_KINDS; k++)
		x->outliers += odd_kind_is_outlier(k) ? x->count[k] : 0;
	for (size_t i = 0; i < ODD_RECALL_ROWS; i++) {
		odd_recall_row *row = &x->row[i];
		row->top = odd__unpack_real(u);
		if (!(row->top >= 0.0 && row->top <= 100.0))
			odd__unpack_wrong(u, "has a share that is not between 0 and 100 %");
		row->taken = odd__unpack_below(u, net->nodes, "takes more nodes than there are");
		row->recall = unpack_share(u);
		for (int k = 0; k < ODD_KINDS; k++)
			row->kind[k] = unpack_share(u);
	}
	x->auc = unpack_share(u);
	x->average_precision = unpack_share(u);
	x->placebo_auc = unpack_share(u);
	x->against_placebo = unpack_share(u);
}

/* The moment of a place has its matrices in the file. */
static bool has_moment(const struct epoch *e, size_t steps)
{
	for (size_t i = 0; i < e->kept_count; i++)
		if (e->kept[i].steps == steps)
			return true;
	return false;
}

static void unpack_place(struct reader *r, struct place *out)
{
	out->epoch = unpack_epoch_at(r);
	out->steps = odd__unpack_whole(&r->u);
	if (out->epoch != NULL && r->u.status == ODD_OK && !has_moment(out->epoch, out->steps))
		odd__unpack_wrong(&r->u, "is at a moment that it does not hold");
}

static void unpack_ghost(struct reader *r)
{
	odd__unpacker *u = &r->u;
	struct document *d = r->out->doc;
	struct ghost *g = ghost_create();
	g->name = odd__unpack_text(u, TEXT_MOST);
	char *brief = odd__unpack_text(u, sizeof g->brief - 1);
	snprintf(g->brief, sizeof g->brief, "%s", brief != NULL ? brief : "");
	free(brief);
	g->net = shared_hold(unpack_net_at(r));
	const odd_network *net = g->net->net;
	odd__unpack_trace(u, &g->trace);
	g->k = odd__unpack_below(u, net->nodes, "has more dimensions than nodes");
	g->n = net->nodes;
	g->order = odd__unpack_numbers(
		u, g->n, (uint32_t)(g->n - 1), "ranks a node that is not there");
	if (u->status == ODD_OK)
		check_order(u, g->order, g->n, "ranks a node twice");
	g->evaluated = odd__unpack_flag(u);
	if (g->evaluated)
		unpack_evaluation(u, &g->evaluation, net);
	struct place place = {.epoch = NULL};
	unpack_place(r, &place);
	g->steps = place.steps;
	if (place.epoch != NULL)
		unpack_options(u, &place.wanted);
	if (u->status != ODD_OK) {
		shared_release(g);
		return;
	}
	d->ghost = memory_grow(d->ghost, d->ghost_count + 1, sizeof *d->ghost);
	d->ghost[d->ghost_count++] = g;
	if (place.epoch == NULL)
		return;
	struct stored *out = r->out;
	out->kept = memory_grow(out->kept, out->kept_count + 1, sizeof *out->kept);
	out->kept[out->kept_count++] = (struct kept_place){g, place};
}

/* ---- what was looked at --------------------------------------------------------------------- */

static void unpack_look(struct reader *r)
{
	odd__unpacker *u = &r->u;
	struct look *look = &r->out->doc->look;
	const size_t nodes = r->out->now.epoch->net->net->nodes;
	size_t most = nodes; /* a mark may be of a node that was planted and taken out again */
	for (size_t i = 0; i < r->nets; i++)
		most = r->net[i]->net->nodes > most ? r->net[i]->net->nodes : most;
	const uint64_t selected = odd__unpack_whole(u);
	if (selected != STORE_NONE && selected >= nodes)
		odd__unpack_wrong(u, "selects a node that is not there");
	look->selected = selected < nodes ? selected : SESSION_NONE;
	char *sought = odd__unpack_text(u, TEXT_MOST), *sort = odd__unpack_text(u, TEXT_MOST);
	if (sought != NULL && sought[0] != '\0') {
		look->sought = sought;
		sought = NULL;
	}
	if (sort != NULL && sort[0] != '\0' && (look->sort = fact_find(sort, strlen(sort))) == NULL)
		odd__unpack_wrong(u, "sorts by what this version does not know");
	free(sought);
	free(sort);
	look->reversed = odd__unpack_flag(u);
	r->out->filter = odd__unpack_text(u, TEXT_MOST);
	look->mark_count = odd__unpack_count(u, 4);
	look->mark = odd__unpack_numbers(
		u, look->mark_count, (uint32_t)(most - 1), "marks a node that is not there");
	for (size_t i = 1; u->status == ODD_OK && i < look->mark_count; i++)
		if (look->mark[i] <= look->mark[i - 1])
			odd__unpack_wrong(u, "marks nodes in no order");
}

static void unpack_map(struct reader *r)
{
	odd__unpacker *u = &r->u;
	const char *no_map = "has a map of no kind that there is";
	const char *no_node = "maps a node that is not there";
	r->out->method = (odd_projection_method)odd__unpack_below(u, ODD_PROJECT_TSNE, no_map);
	r->out->source =
		(odd_projection_source)odd__unpack_below(u, ODD_PROJECT_ATTRIBUTES, no_map);
	if (!odd__unpack_flag(u) || u->status != ODD_OK)
		return;
	r->out->mapped = odd__unpack_flag(u);
	struct session_net *net = unpack_net_at(r);
	const uint64_t method = odd__unpack_below(u, ODD_PROJECT_TSNE, no_map);
	const uint64_t source = odd__unpack_below(u, ODD_PROJECT_ATTRIBUTES, no_map);
	const size_t points = odd__unpack_below(u, UINT32_MAX, no_map);
	struct session_map *m = r->out->map = map_begin(
		net, (odd_projection_method)method, (odd_projection_source)source, points);
	const size_t nodes = net->net->nodes;
	const size_t rows = odd__unpack_below(u, nodes, no_node);
	const bool sample = odd__unpack_flag(u);
	if (u->status == ODD_OK && (rows == 0 || (!sample && rows != nodes)))
		odd__unpack_wrong(u, no_node);
	if (sample)
		m->node = odd__unpack_numbers(u, rows, (uint32_t)(nodes - 1), no_node);
	for (size_t i = 1; u->status == ODD_OK && sample && i < rows; i++)
		if (m->node[i] <= m->node[i - 1])
			odd__unpack_wrong(u, no_node);
	odd__unpack_mat(u, &m->xy, rows, 2);
	odd__unpack_reals_to(u, m->explained, 2);
	m->iteration = odd__unpack_below(u, UINT32_MAX, no_map);
	m->iterations = odd__unpack_below(u, UINT32_MAX, no_map);
	m->perplexity = odd__unpack_real(u);
	m->kl = odd__unpack_real(u);
	/* Of the present network, or its points would be other nodes'. */
	if (u->status == ODD_OK && r->out->mapped && m->net != r->out->now.epoch->net)
		odd__unpack_wrong(u, no_map);
}

/* ---- what can be undone --------------------------------------------------------------------- */

static void unpack_stack(struct reader *r, struct session_stack *stack)
{
	odd__unpacker *u = &r->u;
	const size_t count = odd__unpack_count(u, 32);
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		struct session_undo item = {.stored = true};
		item.what = odd__unpack_text(u, TEXT_MOST);
		item.place.epoch = unpack_epoch_at(r);
		item.place.steps = odd__unpack_below(u, STEPS_MOST, "would undo to no moment");
		unpack_options(u, &item.place.wanted);
		if (item.place.epoch == NULL)
			odd__unpack_wrong(u, "would undo to no moment");
		if (u->status != ODD_OK) {
			free(item.what);
			return;
		}
		stack->item = memory_grow(stack->item, stack->count + 1, sizeof *stack->item);
		stack->item[stack->count++] = item;
	}
}

static void clear_stack(struct session_stack *stack)
{
	for (size_t i = 0; i < stack->count; i++)
		free(stack->item[i].what);
	free(stack->item);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static odd_times *unpack_sequence(odd__unpacker *u, size_t count, char *name)
{
	size_t there = 0;
	odd_times *times = calloc(1, sizeof *times);
	if (times == NULL) {
		free(name);
		odd__unpack_nomem(u);
		return NULL;
	}
	times->name = name;
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		char *time = odd__unpack_text(u, TEXT_MOST);
		const bool has = odd__unpack_flag(u);
		odd_network *net = has ? odd__unpack_network(u) : NULL;
		if (u->status == ODD_OK && odd__times_add(times, time, net, u->err) != ODD_OK)
			odd__unpack_nomem(u);
		else if (u->status != ODD_OK)
			odd_network_free(net);
		else
			there += times->time[i].net != NULL;
		free(time);
	}
	if (u->status == ODD_OK && there == 0)
		odd__unpack_wrong(u, "has no network at any time");
	if (u->status == ODD_OK && odd__times_match(times, u->err) != ODD_OK)
		odd__unpack_nomem(u);
	if (u->status == ODD_OK)
		return times;
	odd_times_free(times);
	return NULL;
}

static void unpack_times(struct reader *r, const char *path)
{
	odd__unpacker *u = &r->u;
	const size_t count = odd__unpack_count(u, 16);
	if (u->status != ODD_OK || count == 0)
		return;
	char *name = odd__unpack_text(u, TEXT_MOST);
	const bool directed = odd__unpack_flag(u), as_file = odd__unpack_flag(u);
	if (u->status != ODD_OK) {
		free(name);
		return;
	}
	odd_times *times = unpack_sequence(u, count, name);
	if (times == NULL)
		return;
	r->out->times = session_times_wrap(times, path, directed, as_file);
	r->out->times->stored = true;
}

/* One of its own, or that of a time; NULL when failed. */
static struct session_net *unpack_net(struct reader *r)
{
	odd__unpacker *u = &r->u;
	struct session_times *times = r->out->times;
	const uint64_t time = r->u.version > STORE_FIRST ? odd__unpack_whole(u) : STORE_NONE;
	if (u->status == ODD_OK && time != STORE_NONE) {
		if (times == NULL || time >= times->times->count ||
			times->times->time[time].net == NULL) {
			odd__unpack_wrong(u, "names a time that it does not hold");
			return NULL;
		}
		return session_times_net(times, (size_t)time, NULL);
	}
	odd_network *net = odd__unpack_network(u);
	return net != NULL ? session_net_wrap(net, NULL) : NULL;
}

static void unpack_nets(struct reader *r)
{
	const size_t count = odd__unpack_count(&r->u, 8);
	if (r->u.status == ODD_OK && count == 0)
		odd__unpack_wrong(&r->u, "has no network");
	for (size_t i = 0; i < count && r->u.status == ODD_OK; i++) {
		struct session_net *net = unpack_net(r);
		if (net == NULL)
			return;
		r->net = memory_grow(r->net, r->nets + 1, sizeof *r->net);
		r->net[r->nets++] = net;
		if (net->net->nodes < 2 || net->net->attributes < 2)
			odd__unpack_wrong(&r->u, "has a network that is too small for a run");
	}
}

static void unpack_all(struct reader *r, const char *path)
{
	odd__unpacker *u = &r->u;
	struct stored *out = r->out;
	char *name = odd__unpack_text(u, TEXT_MOST);
	const bool directed = odd__unpack_flag(u), as_file = odd__unpack_flag(u);
	const uint64_t checksum = odd__unpack_whole(u);
	if (name != NULL)
		out->doc = document_stored(path, name, checksum, directed, as_file);
	free(name);
	if (r->u.version > STORE_FIRST)
		unpack_times(r, path);
	unpack_nets(r);
	out->ranked = odd__unpack_flag(u);
	const size_t epochs = odd__unpack_count(u, 64);
	for (size_t i = 0; i < epochs && u->status == ODD_OK; i++)
		unpack_epoch(r);
	unpack_place(r, &out->now);
	if (u->status == ODD_OK && out->now.epoch == NULL)
		odd__unpack_wrong(u, "is at no moment");
	unpack_options(u, &out->now.wanted);
	const size_t ghosts = odd__unpack_count(u, 64);
	for (size_t i = 0; i < ghosts && u->status == ODD_OK; i++)
		unpack_ghost(r);
	if (u->status == ODD_OK)
		unpack_look(r);
	if (u->status == ODD_OK)
		unpack_map(r);
	if (u->status == ODD_OK && r->u.version > STORE_FIRST) {
		unpack_stack(r, &out->undo);
		unpack_stack(r, &out->redo);
	}
	if (u->status == ODD_OK && u->at != u->end)
		odd__unpack_wrong(u, "has more behind its end");
}

odd_status stored_parse(
	struct stored *out, const void *bytes, size_t size, const char *path, odd_error *err)
{
	const unsigned char *from = bytes;
	struct reader r = {
		.u = {.path = path, .at = from, .end = from + size, .err = err}, .out = out};
	*out = (struct stored){.doc = NULL};
	if (size < STORE_LEAST || memcmp(from, STORE_MAGIC, sizeof STORE_MAGIC) != 0)
		return odd__unpack_wrong(&r.u, "is no session of oddone, or is cut short");
	r.u.at += sizeof STORE_MAGIC;
	r.u.version = odd__unpack_whole(&r.u);
	if (r.u.version < STORE_FIRST || r.u.version > STORE_VERSION)
		return odd__unpack_wrong(&r.u, "is of a version that this oddone does not read");
	r.u.end -= 8;
	odd__unpacker last = {.path = path, .at = r.u.end, .end = r.u.end + 8, .err = err};
	const uint64_t sum = odd__unpack_whole(&last);
	if (odd__pack_sum(ODD__PACK_SUM, from, size - 8) != sum)
		return odd__unpack_wrong(
			&r.u, "is damaged or cut short: its checksum is another than it says");
	unpack_all(&r, path);
	if (r.u.status == ODD_OK)
		out->doc->origin = sum;
	for (size_t i = 0; i < r.nets; i++)
		shared_release(r.net[i]);
	free(r.net);
	return r.u.status;
}

odd_status stored_read(struct stored *out, const char *path, const odd_job *job, odd_error *err)
{
	odd__bytes bytes;
	const odd__limits limits = {.job = job};
	*out = (struct stored){.doc = NULL};
	odd_status status = odd__bytes_read(&bytes, path, &limits, err);
	if (status != ODD_OK)
		return status;
	status = stored_parse(out, bytes.data, bytes.size, path, err);
	odd__bytes_clear(&bytes);
	return status;
}

void stored_clear(struct stored *stored)
{
	for (size_t i = stored->epochs; i-- > 0;) {
		struct epoch *e = stored->epoch[i], *parent = e->parent;
		if (!epoch_release(e))
			continue; /* the session has it */
		epoch_destroy(e);
		if (parent != NULL)
			epoch_release(parent); /* stored itself, so never the last */
	}
	free(stored->epoch);
	free(stored->kept);
	clear_stack(&stored->undo);
	clear_stack(&stored->redo);
	shared_release(stored->times);
	free(stored->filter);
	shared_release(stored->map);
	shared_release(stored->doc);
	*stored = (struct stored){.doc = NULL};
}
