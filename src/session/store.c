/* store.c: writing a session to a file. */
#include "config.h"

#include "session/store.h"

#include <stdio.h>
#include <sys/stat.h>

#include "linalg/pack_matrix.h"
#include "network/pack_network.h"
#include "base/file.h"
#include "one/pack_snapshot.h"
#include "plant/pack_plant.h"
#include "session/memory.h"
#include "session/store_parts.h"
#include "session/times.h"

bool store_is(const char *path)
{
	char begin[sizeof STORE_MAGIC];
	struct stat info;
	if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
		return false;
	FILE *in = fopen(path, "rb");
	bool is = in != NULL && fread(begin, 1, sizeof begin, in) == sizeof begin &&
		  memcmp(begin, STORE_MAGIC, sizeof begin) == 0;
	if (in != NULL)
		fclose(in);
	return is;
}

/* ---- what belongs to it --------------------------------------------------------------------- */

/* What is written, each thing once. */
struct whole {
	struct session *s;
	odd__packer p;
	struct epoch **epoch; /* parents first */
	size_t epochs;
	struct session_net **net;
	size_t nets;
	const odd_job *job;
	odd_error *err;
};

static size_t epoch_at(const struct whole *w, const struct epoch *e)
{
	size_t at = 0;
	while (at < w->epochs && w->epoch[at] != e)
		at++;
	return at;
}

static size_t net_at(const struct whole *w, const struct session_net *net)
{
	size_t at = 0;
	while (at < w->nets && w->net[at] != net)
		at++;
	return at;
}

static void need_net(struct whole *w, struct session_net *net)
{
	if (net_at(w, net) < w->nets)
		return;
	w->net = memory_grow(w->net, w->nets + 1, sizeof *w->net);
	w->net[w->nets++] = net;
}

static void need_epoch(struct whole *w, struct epoch *e)
{
	if (e == NULL || epoch_at(w, e) < w->epochs)
		return;
	need_epoch(w, e->parent);
	need_net(w, e->net);
	w->epoch = memory_grow(w->epoch, w->epochs + 1, sizeof *w->epoch);
	w->epoch[w->epochs++] = e;
}

/* The place at which a kept run can be gone on with; NULL: only its results are there. */
static const struct place *place_of(const struct session *s, const struct ghost *g)
{
	for (size_t i = 0; i < s->kept_count; i++)
		if (s->kept[i].ghost == g)
			return &s->kept[i].place;
	return NULL;
}

size_t store_reach(const struct session *s, const struct session_stack *stack)
{
	size_t count = 0;
	while (count < stack->count) {
		const struct epoch *e = stack->item[stack->count - 1 - count].place.epoch;
		if (e == NULL || e->doc != s->doc)
			break;
		count++;
	}
	return count;
}

static void need_stack(struct whole *w, const struct session_stack *stack)
{
	for (size_t i = stack->count - store_reach(w->s, stack); i < stack->count; i++)
		need_epoch(w, stack->item[i].place.epoch);
}

static void gather(struct whole *w)
{
	const struct document *d = w->s->doc;
	need_epoch(w, w->s->now.epoch);
	need_stack(w, &w->s->undo);
	need_stack(w, &w->s->redo);
	for (size_t i = 0; i < d->ghost_count; i++) {
		const struct place *place = place_of(w->s, d->ghost[i]);
		if (place != NULL)
			need_epoch(w, place->epoch);
		need_net(w, d->ghost[i]->net);
	}
}

/* ---- its parts ------------------------------------------------------------------------------ */

/* By name and value, as `set` reads them: another version may have other options. */
static void pack_options(odd__packer *p, const struct run_options *o)
{
	const odd_option *row;
	size_t count = 0;
	while (run_option_settable(count) != NULL)
		count++;
	odd__pack_whole(p, count);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL; i++) {
		char value[ODD_OPTION_VALUE];
		odd__pack_text(p, row->name);
		odd__pack_text(p, odd_option_get(value, row, o));
	}
}

static void pack_plants(odd__packer *p, const struct session_plants *plants)
{
	const struct session_classes *c = plants->classes;
	odd__pack_whole(p, plants->count);
	for (size_t i = 0; i < plants->count; i++)
		odd__pack_plant(p, &plants->record[i]);
	odd__pack_whole(p, c != NULL);
	if (c == NULL)
		return;
	odd__pack_whole(p, c->seed);
	odd__pack_whole(p, c->nodes);
	odd__pack_whole(p, c->groups.count);
	for (size_t i = 0; i < c->nodes; i++) {
		const uint32_t group = (uint32_t)(c->groups.of[i] + 1); /* 0: in none */
		odd__pack_numbers(p, &group, 1);
	}
}

static void pack_ranks(odd__packer *p, const struct epoch *e, bool ranked)
{
	odd__pack_whole(p, ranked ? e->ranked_count : 0);
	for (size_t i = 0; ranked && i < e->ranked_count; i++) {
		odd__pack_whole(p, e->ranked[i].steps);
		odd__pack_numbers(p, e->ranked[i].rank, e->net->net->nodes);
		odd__pack_reals(p, e->ranked[i].recall, 2);
	}
}

/* The matrices of a moment, for which the run goes there. */
static odd_status pack_moment(struct whole *w, struct epoch *e, size_t steps)
{
	odd_snapshot *snapshot;
	odd_status status = epoch_goto(e, steps, w->s->budget, w->job, w->err);
	if (status == ODD_OK)
		status = odd_one_snapshot(&snapshot, e->run, w->err);
	if (status != ODD_OK)
		return status;
	odd__pack_whole(&w->p, steps);
	odd__pack_whole(&w->p, odd_one_look(e->run).k);
	odd__pack_snapshot(&w->p, snapshot);
	odd_snapshot_free(snapshot);
	return ODD_OK;
}

static int by_size(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

/* The moments of an epoch that are wanted exactly, rising and each once; NULL without memory. */
static size_t *moments(size_t *count, const struct whole *w, const struct epoch *e)
{
	const struct document *d = w->s->doc;
	size_t *steps = malloc((d->ghost_count + 1) * sizeof *steps), all = 0, n = 0;
	*count = 0;
	if (steps == NULL)
		return NULL;
	if (w->s->now.epoch == e)
		steps[all++] = w->s->now.steps;
	for (size_t i = 0; i < d->ghost_count; i++) {
		const struct place *place = place_of(w->s, d->ghost[i]);
		if (place != NULL && place->epoch == e)
			steps[all++] = place->steps;
	}
	qsort(steps, all, sizeof *steps, by_size);
	for (size_t i = 0; i < all; i++)
		if (n == 0 || steps[i] != steps[n - 1])
			steps[n++] = steps[i];
	*count = n;
	return steps;
}

static odd_status pack_epoch(struct whole *w, struct epoch *e, bool ranked)
{
	odd__packer *p = &w->p;
	size_t count;
	odd__pack_whole(p, net_at(w, e->net));
	odd__pack_whole(p, e->parent != NULL ? epoch_at(w, e->parent) : STORE_NONE);
	odd__pack_whole(p, e->parent_steps);
	pack_plants(p, e->plants);
	pack_options(p, &e->asked);
	odd__pack_whole(p, e->options.k);
	odd__pack_whole(p, e->first_point);
	odd__pack_whole(p, e->first_iteration);
	pack_ranks(p, e, ranked);
	size_t *steps = moments(&count, w, e);
	odd_status status = steps != NULL ? ODD_OK : odd_error_nomem(w->err);
	odd__pack_whole(p, count);
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = pack_moment(w, e, steps[i]);
	free(steps);
	return status;
}

static void pack_evaluation(odd__packer *p, const odd_evaluation *x)
{
	for (size_t r = 0; r < ODD_RECALL_ROWS; r++) {
		odd__pack_real(p, x->row[r].top);
		odd__pack_whole(p, x->row[r].taken);
		odd__pack_real(p, x->row[r].recall);
		odd__pack_reals(p, x->row[r].kind, ODD_KINDS);
	}
	const double told[] = {x->auc, x->average_precision, x->placebo_auc, x->against_placebo};
	odd__pack_reals(p, told, 4);
}

static void pack_ghost(struct whole *w, const struct ghost *g)
{
	odd__packer *p = &w->p;
	const struct place *place = place_of(w->s, g);
	odd__pack_text(p, g->name);
	odd__pack_text(p, g->brief);
	odd__pack_whole(p, net_at(w, g->net));
	odd__pack_trace(p, &g->trace);
	odd__pack_whole(p, g->k);
	odd__pack_numbers(p, g->order, g->n);
	odd__pack_whole(p, g->evaluated);
	if (g->evaluated)
		pack_evaluation(p, &g->evaluation);
	odd__pack_whole(p, place != NULL ? epoch_at(w, place->epoch) : STORE_NONE);
	odd__pack_whole(p, place != NULL ? place->steps : 0);
	if (place != NULL)
		pack_options(p, &place->wanted);
}

/* Marks of nodes that were planted and taken out again stay, for when they are brought back: those
 * that some network of the file has. */
static size_t marks_within(const struct whole *w, const struct look *look)
{
	size_t most = 0, count = look->mark_count;
	for (size_t i = 0; i < w->nets; i++)
		most = w->net[i]->net->nodes > most ? w->net[i]->net->nodes : most;
	while (count > 0 && look->mark[count - 1] >= most)
		count--;
	return count;
}

static void pack_look(struct whole *w, const struct look *look)
{
	odd__packer *p = &w->p;
	const size_t marks = marks_within(w, look);
	odd__pack_whole(p, look->selected != SESSION_NONE ? look->selected : STORE_NONE);
	odd__pack_text(p, look->sought != NULL ? look->sought : "");
	odd__pack_text(p, look->sort != NULL ? look->sort->name : "");
	odd__pack_whole(p, look->reversed);
	odd__pack_text(p, look->filter.text != NULL ? look->filter.text : "");
	odd__pack_whole(p, marks);
	odd__pack_numbers(p, look->mark, marks);
}

static void pack_map(struct whole *w)
{
	odd__packer *p = &w->p;
	const struct session *s = w->s;
	const struct session_map *m = s->map;
	const bool there = m != NULL && m->xy.rows > 0 && net_at(w, m->net) < w->nets;
	odd__pack_whole(p, s->method);
	odd__pack_whole(p, s->source);
	odd__pack_whole(p, there);
	if (!there)
		return;
	const bool here = s->mapped_epoch == s->now.epoch && s->mapped_steps == s->now.steps;
	odd__pack_whole(p, here && !m->moving);
	odd__pack_whole(p, net_at(w, m->net));
	odd__pack_whole(p, m->method);
	odd__pack_whole(p, m->source);
	odd__pack_whole(p, m->points);
	odd__pack_whole(p, m->xy.rows);
	odd__pack_whole(p, m->node != NULL);
	if (m->node != NULL)
		odd__pack_numbers(p, m->node, m->xy.rows);
	odd__pack_mat(p, odd_mat_const(m->xy));
	odd__pack_reals(p, m->explained, 2);
	odd__pack_whole(p, m->iteration);
	odd__pack_whole(p, m->iterations);
	odd__pack_real(p, m->perplexity);
	odd__pack_real(p, m->kl);
}

static void pack_stack(struct whole *w, const struct session_stack *stack)
{
	odd__packer *p = &w->p;
	const size_t count = store_reach(w->s, stack);
	odd__pack_whole(p, count);
	for (size_t i = stack->count - count; i < stack->count; i++) {
		const struct session_undo *item = &stack->item[i];
		odd__pack_text(p, item->what);
		odd__pack_whole(p, epoch_at(w, item->place.epoch));
		odd__pack_whole(p, item->place.steps);
		pack_options(p, &item->place.wanted);
	}
}

/* All networks of a document are of the same times, or planted into one of them. */
static const struct session_times *times_of(const struct whole *w)
{
	for (size_t i = 0; i < w->nets; i++)
		if (w->net[i]->times != NULL)
			return w->net[i]->times;
	return NULL;
}

static void pack_times(odd__packer *p, const struct session_times *t)
{
	odd__pack_whole(p, t != NULL ? t->times->count : 0);
	if (t == NULL)
		return;
	odd__pack_text(p, t->times->name);
	odd__pack_whole(p, t->directed);
	odd__pack_whole(p, t->as_file);
	for (size_t i = 0; i < t->times->count; i++) {
		const odd_time *time = &t->times->time[i];
		odd__pack_text(p, time->name);
		odd__pack_whole(p, time->net != NULL);
		if (time->net != NULL)
			odd__pack_network(p, time->net);
	}
}

static void pack_nets(struct whole *w)
{
	const struct session_times *times = times_of(w);
	odd__packer *p = &w->p;
	pack_times(p, times);
	odd__pack_whole(p, w->nets);
	for (size_t i = 0; i < w->nets; i++) {
		const bool timed = times != NULL && w->net[i]->times == times;
		odd__pack_whole(p, timed ? w->net[i]->time : STORE_NONE);
		if (!timed)
			odd__pack_network(p, w->net[i]->net);
	}
}

static odd_status pack_all(struct whole *w)
{
	const struct session *s = w->s;
	const struct document *d = s->doc;
	odd__packer *p = &w->p;
	odd_status status = ODD_OK;
	const bool ranked = run_options_same_score(&s->ranked_as, &s->now.wanted);
	odd__pack_bytes(p, STORE_MAGIC, sizeof STORE_MAGIC);
	odd__pack_whole(p, STORE_VERSION);
	odd__pack_text(p, d->name);
	odd__pack_whole(p, d->directed);
	odd__pack_whole(p, d->as_file);
	odd__pack_whole(p, d->checksum);
	pack_nets(w);
	odd__pack_whole(p, ranked);
	odd__pack_whole(p, w->epochs);
	for (size_t i = 0; i < w->epochs && status == ODD_OK; i++)
		status = pack_epoch(w, w->epoch[i], ranked);
	odd__pack_whole(p, epoch_at(w, s->now.epoch));
	odd__pack_whole(p, s->now.steps);
	pack_options(p, &s->now.wanted);
	odd__pack_whole(p, d->ghost_count);
	for (size_t i = 0; i < d->ghost_count; i++)
		pack_ghost(w, d->ghost[i]);
	pack_look(w, &s->look);
	pack_map(w);
	pack_stack(w, &s->undo);
	pack_stack(w, &s->redo);
	odd__pack_whole(p, p->sum);
	return status;
}

odd_status store_save(struct session *s, const char *path, const odd_job *job, odd_error *err)
{
	odd_file file;
	struct whole w = {.s = s, .job = job, .err = err};
	/* What may end the program for want of memory comes before there is a file to clear away.
	 */
	gather(&w);
	odd_status status = odd_file_open(&file, path, err);
	if (status == ODD_OK) {
		w.p = (odd__packer){.stream = file.stream, .sum = ODD__PACK_SUM};
		status = pack_all(&w);
		/* The run may have been elsewhere for the sake of kept ones. */
		if (status == ODD_OK)
			status = epoch_goto(s->now.epoch, s->now.steps, s->budget, job, err);
		if (status == ODD_OK)
			status = odd_file_commit(&file, err);
		else
			odd_file_discard(&file);
	}
	free(w.epoch);
	free(w.net);
	return status;
}
