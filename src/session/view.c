#include "config.h"

#include "session/view.h"

#include "session/command.h"
#include "session/memory.h"

/* A copy of n items on the heap; NULL without memory, or for none. */
static void *copy_of(const void *from, size_t n, size_t size)
{
	void *to = malloc((n > 0 ? n : 1) * size);
	if (to != NULL && n > 0)
		memcpy(to, from, n * size);
	return to;
}

static void data_release(struct session_data *d)
{
	if (d == NULL || atomic_fetch_sub(&d->refs, 1) != 1)
		return;
	session_net_release(d->net);
	free(d->record);
	free(d->trace.point);
	odd_scores_clear(&d->scores);
	odd_mat_free(&d->xy);
	free(d);
}

/* Every array on its own, so that odd_scores_clear frees them. */
static bool copy_scores(odd_scores *to, const odd_scores *from)
{
	bool whole = true;
	*to = (odd_scores){.n = from->n, .kind = from->kind};
	memcpy(to->weight, from->weight, sizeof to->weight);
	for (int t = 0; t < 3; t++) {
		to->component[t] = copy_of(from->component[t], from->n, sizeof(double));
		to->part[t] = copy_of(from->part[t], from->n, sizeof(double));
		whole = whole && to->component[t] != NULL && to->part[t] != NULL;
	}
	to->total = copy_of(from->total, from->n, sizeof *to->total);
	to->order = copy_of(from->order, from->n, sizeof *to->order);
	to->rank = copy_of(from->rank, from->n, sizeof *to->rank);
	return whole && to->total != NULL && to->order != NULL && to->rank != NULL;
}

static odd_status data_create(struct session_data **out, const struct session *s, odd_error *err)
{
	const struct epoch *e = s->now.epoch;
	const odd_trace *trace = odd_one_trace(e->run);
	struct session_data *d = calloc(1, sizeof *d);
	*out = NULL;
	if (d == NULL)
		return odd_error_nomem(err);
	atomic_init(&d->refs, 1);
	d->net = session_net_hold(e->net);
	d->record = copy_of(e->record, e->record_count, sizeof *d->record);
	d->record_count = e->record_count;
	d->options = *odd_one_options_used(e->run);
	d->options.start_dir = NULL;
	d->trace.point = copy_of(trace->point, trace->count, sizeof *trace->point);
	d->trace.count = d->trace.capacity = trace->count;
	d->iteration = odd_one_iteration(e->run);
	d->next = odd_one_next(e->run);
	d->evaluated = s->evaluated;
	d->evaluation = s->evaluation;
	memcpy(d->explained, s->map.explained, sizeof d->explained);
	bool whole = copy_scores(&d->scores, &s->scores) && d->record != NULL &&
		     d->trace.point != NULL &&
		     odd_mat_alloc(&d->xy, s->map.xy.rows, s->map.xy.cols, NULL) == ODD_OK;
	if (!whole) {
		data_release(d);
		return odd_error_nomem(err);
	}
	odd_mat_copy(d->xy, odd_mat_const(s->map.xy));
	*out = d;
	return ODD_OK;
}

odd_status session_view_create(struct session_view **out, const struct session *s,
	const struct session_view *before, odd_error *err)
{
	struct session_view *v = memory_grow(NULL, 1, sizeof *v);
	odd_status status = ODD_OK;
	*out = NULL;
	*v = (struct session_view){.generation = s->generation,
		.selected = s->selected,
		.sort = s->sort,
		.reversed = s->reversed,
		.filter = s->filter,
		.goal = session_goal(s),
		.waiting = session_waiting(s),
		.wanted = s->now.wanted,
		.wanted_iterations = s->now.iterations,
		.weighted = s->now.weighted,
		.undo_count = s->undo_count,
		.redo_count = s->redo_count,
		.log_count = s->log.count,
		.quit = s->quit};
	atomic_init(&v->refs, 1);
	v->wanted.start_dir = NULL;
	memcpy(v->weight, s->now.weight, sizeof v->weight);
	v->name = memory_string(s->name != NULL ? s->name : "");
	memcpy(v->status, s->status, sizeof v->status);
	v->answer = s->answer != NULL ? memory_string(s->answer) : NULL;
	v->mark = memory_grow(NULL, s->mark_count, sizeof *v->mark);
	v->ghost = memory_grow(NULL, s->ghost_count, sizeof(struct ghost *));
	/* Marks of nodes that are not in this network wait for it to come back. */
	size_t nodes = session_network(s) != NULL ? session_network(s)->nodes : 0;
	for (size_t i = 0; i < s->mark_count && s->mark[i] < nodes; i++)
		v->mark[v->mark_count++] = s->mark[i];
	for (size_t i = 0; i < s->ghost_count; i++)
		v->ghost[v->ghost_count++] = ghost_hold(s->ghost[i]);
	if (nodes > 0) {
		if (before != NULL && before->data != NULL && before->generation == s->generation) {
			v->data = before->data;
			atomic_fetch_add(&v->data->refs, 1);
		} else {
			status = data_create(&v->data, s, err);
		}
		v->rows = malloc(nodes * sizeof *v->rows);
		if (v->rows == NULL && status == ODD_OK)
			status = odd_error_nomem(err);
		if (status == ODD_OK)
			status = session_list(v->rows, &v->row_count, s, err);
	}
	if (status == ODD_OK)
		*out = v;
	else
		session_view_release(v);
	return status;
}

/* Small pieces of memory, as far as the rows of a list are small: what a program ends without. */
struct session_view *session_view_copy(const struct session_view *from)
{
	struct session_view *v = memory_grow(NULL, 1, sizeof *v);
	memcpy(v, from, sizeof *v);
	atomic_init(&v->refs, 1);
	if (v->data != NULL)
		atomic_fetch_add(&v->data->refs, 1);
	v->name = memory_string(from->name);
	v->answer = from->answer != NULL ? memory_string(from->answer) : NULL;
	v->rows = memory_grow(NULL, from->row_count, sizeof *v->rows);
	v->mark = memory_grow(NULL, from->mark_count, sizeof *v->mark);
	v->ghost = memory_grow(NULL, from->ghost_count, sizeof(struct ghost *));
	if (from->row_count > 0)
		memcpy(v->rows, from->rows, from->row_count * sizeof *v->rows);
	if (from->mark_count > 0)
		memcpy(v->mark, from->mark, from->mark_count * sizeof *v->mark);
	for (size_t i = 0; i < from->ghost_count; i++)
		v->ghost[i] = ghost_hold(from->ghost[i]);
	return v;
}

struct session_view *session_view_hold(struct session_view *view)
{
	atomic_fetch_add(&view->refs, 1);
	return view;
}

void session_view_release(struct session_view *v)
{
	if (v == NULL || atomic_fetch_sub(&v->refs, 1) != 1)
		return;
	data_release(v->data);
	for (size_t i = 0; i < v->ghost_count; i++)
		ghost_release(v->ghost[i]);
	free(v->ghost);
	free(v->mark);
	free(v->rows);
	free(v->name);
	free(v->answer);
	free(v);
}
